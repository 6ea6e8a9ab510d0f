"""What each game says on Discord."""

from collections.abc import Mapping
from typing import get_args

from engine import GAMES, of_every_game
from languages import number_range, say

from .words import DIFFICULTIES, AnyWords, Difficulty, minutes

WORDS: Mapping[str, AnyWords] = of_every_game(__name__, "WORDS")


def easiest_first() -> list[str]:
    """The keys of all games, in the order in which a newcomer should try them."""
    hard = get_args(Difficulty).index
    return sorted(WORDS, key=lambda key: (hard(WORDS[key].difficulty), WORDS[key].minutes))


def players(game_key: str) -> str:
    """How many it is for: “3-5 players”."""
    seats = GAMES[game_key].seats
    span = number_range(min(seats), max(seats))
    # Translators: {span} is a number, or two of them, such as "3-5"
    return say("{span} players", span=span) if max(seats) > 1 else say("{span} player", span=span)


def facts(game_key: str) -> str:
    """What one must know to choose it: how many play, how long it takes, how hard it is."""
    words = WORDS[game_key]
    return f"{players(game_key)} · {minutes(words.minutes)} · {say(DIFFICULTIES[words.difficulty])}"
