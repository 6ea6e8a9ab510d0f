"""What each game says on Discord, and its slash commands."""

from collections.abc import Mapping

from engine import GAMES, of_every_game

from .turns import Turns
from .words import AnyWords

WORDS: Mapping[str, AnyWords] = of_every_game(__name__, "WORDS")
TURNS: Mapping[str, Turns] = of_every_game(__name__, "TURNS")


def players(game_key: str) -> str:
    """How many it is for: “3-5 players”."""
    seats = GAMES[game_key].seats
    span = f"{min(seats)}-{max(seats)}" if len(seats) > 1 else f"{max(seats)}"
    return f"{span} player{'s' * (max(seats) > 1)}"


def facts(game_key: str) -> str:
    """What one must know to choose it: how many play, how long it takes, how hard it is."""
    words = WORDS[game_key]
    return f"{players(game_key)} · {words.minutes} min · {words.difficulty}"
