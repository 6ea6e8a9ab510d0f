"""Let a computer player learn its game by playing it:

    python -m players.training GAME [--deals N] [--seed SEED] [--on] [--into FILE]

It begins with nothing, or with `--on` from what is known now. How it goes is printed, and at the end what has been
learned is written in the place of the file that the player reads, or to FILE. It can be stopped at any time: what has
been learned by then is written. Then measure the player: `python -m benchmarks.players GAME`.
"""

import argparse
import contextlib
from pathlib import Path

from . import advyria, forest_of_wyr, hexaract

WAYS = {"advyria": advyria.WAY, "forest-of-wyr": forest_of_wyr.WAY, "hexaract": hexaract.WAY}
PLAYERS = Path(__file__).parents[1]


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=WAYS)
    parser.add_argument("--deals", type=int, help="without it a whole course: hours")
    parser.add_argument("--seed", default="training")
    parser.add_argument("--on", action="store_true", help="go on from what is known now")
    parser.add_argument("--into", type=Path, metavar="FILE")
    given = parser.parse_args(arguments)
    way = WAYS[given.game]
    with contextlib.suppress(KeyboardInterrupt):
        for report in way.learn(given.deals or way.deals, given.seed, not given.on):
            error = f", error {report.error:.4f}" if report.error else ""
            print(f"{report.deals:,} deals: {report.score:.3f} on average{error}", flush=True)
    (given.into or PLAYERS / way.file).write_bytes(way.written())


if __name__ == "__main__":
    main()
