"""A riddle of the day, made once more by whoever wants to check it:

    python -m tables.tools.make_riddle GAME SEED

It takes up to a minute. The seed is the one that `/verify day:` tells when the day is closed. The version of the hall
should be the one that made the riddle, because a later player may weigh moves better.
"""

import argparse
import asyncio
import sys

from engine import encode
from players.answer import Question, answer
from players.puzzles import CARE, Made, make


async def _ask(question: Question) -> bytes:
    return answer(encode(question))


def made(game_key: str, seed: str) -> Made | None:
    """`seed`: 32 bytes in hex."""
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
