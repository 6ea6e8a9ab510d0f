"""The register: what each game says on Discord. A new game adds a line."""

from collections.abc import Mapping
from typing import get_args

import engine

from . import advent_of_the_wyrms, advyria, forest_of_wyr, hexaract, wyverns_knot
from .words import AnyWords, Difficulty

WORDS: Mapping[str, AnyWords] = {
    engine.wyverns_knot.GAME.key: wyverns_knot.WORDS,
    engine.advyria.GAME.key: advyria.WORDS,
    engine.advent_of_the_wyrms.GAME.key: advent_of_the_wyrms.WORDS,
    engine.hexaract.GAME.key: hexaract.WORDS,
    engine.forest_of_wyr.GAME.key: forest_of_wyr.WORDS,
}


def easiest_first() -> list[str]:
    """The keys of all games, in the order in which a stranger had best try them."""
    hard = get_args(Difficulty).index
    return sorted(WORDS, key=lambda key: (hard(WORDS[key].difficulty), WORDS[key].minutes))


def players(game_key: str) -> str:
    """How many it is for: “3-5 players”."""
    seats = engine.GAMES[game_key].seats
    span = f"{min(seats)}-{max(seats)}" if len(seats) > 1 else f"{max(seats)}"
    return f"{span} player{'s' * (max(seats) > 1)}"


def facts(game_key: str) -> str:
    """What one must know to choose it: how many play, how long it takes, how hard it is."""
    words = WORDS[game_key]
    return f"{players(game_key)} · {words.minutes} min · {words.difficulty}"


engine.require_every_game("words", WORDS)
