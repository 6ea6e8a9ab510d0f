"""The register: what each game says on Discord, and its slash commands. A new game adds a line to each."""

from collections.abc import Mapping

import engine

from . import advent_of_the_wyrms, advyria, forest_of_wyr, hexaract, wyverns_knot
from .words import AnyWords

WORDS: Mapping[str, AnyWords] = {
    engine.wyverns_knot.GAME.key: wyverns_knot.WORDS,
    engine.advyria.GAME.key: advyria.WORDS,
    engine.advent_of_the_wyrms.GAME.key: advent_of_the_wyrms.WORDS,
    engine.hexaract.GAME.key: hexaract.WORDS,
    engine.forest_of_wyr.GAME.key: forest_of_wyr.WORDS,
}
TURNS = (
    wyverns_knot.TURNS,
    advyria.TURNS,
    advent_of_the_wyrms.TURNS,
    hexaract.TURNS,
    forest_of_wyr.TURNS,
)


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
engine.require_every_game("commands", [turns.key for turns in TURNS])
