"""Play the par of a deal of the day again, to check it:

    python -m tables.tools.play_par GAME SEED

It takes some seconds. `/verify day:` shows the seed when ranked play of the day is closed. Use the version of the bot
that played the deal, because a later computer player may play better.
"""

import argparse
import sys

from engine import GAMES, Data, encode
from players.answer import answer
from players.solo_game import Par, SoloGame

from ..daily.attempts import GAMES_OF_THE_DAY


def play(game_key: str, seed: str) -> Par:
    """Play a par again. `seed`: 32 bytes in hex."""
    game = GAMES[game_key]
    alone: Data | None = game.alone
    assert alone is not None, "it has deals of the day"
    attempt = SoloGame(game, alone, seed)
    while (par := attempt.par) is None:
        attempt.answer(answer(encode(attempt.question())))
    return par


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tables.tools.play_par")
    parser.add_argument("game", choices=GAMES_OF_THE_DAY)
    parser.add_argument("seed")
    given = parser.parse_args()
    par = play(given.game, given.seed)
    ended = {True: ", won", False: ", lost", None: ""}[par.won]
    sys.stdout.write(f"{par.score}{ended}\n")


if __name__ == "__main__":
    main()
