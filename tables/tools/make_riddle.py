"""Make a riddle of the day again, to check it:

    python -m tables.tools.make_riddle GAME SEED

It takes up to a minute. `/verify day:` shows the seed when the day is closed. Use the version of the bot that made the
riddle, because a later computer player may judge moves better.
"""

import argparse
import asyncio
import sys

from engine import encode
from players.answer import Question, answer
from players.puzzles import CARE, MadeRiddle, make


async def _ask(question: Question) -> bytes:
    return answer(encode(question))


def made(game_key: str, seed: str) -> MadeRiddle | None:
    """Make a riddle again. `seed`: 32 bytes in hex."""
    return asyncio.run(make(game_key, seed, _ask))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tables.tools.make_riddle")
    parser.add_argument("game", choices=CARE)
    parser.add_argument("seed")
    given = parser.parse_args()
    riddle = made(given.game, given.seed)
    sys.stdout.write(f"{encode(riddle).decode()}\n" if riddle else "No position is clear enough.\n")


if __name__ == "__main__":
    main()
