"""The rules of every game in the hall."""

from collections.abc import Mapping

from . import advent_of_the_wyrms, advyria, forest_of_wyr, hexaract, wyverns_knot
from .chance import Chance
from .game import (
    AnyGame,
    AnyView,
    BaseEvent,
    BaseView,
    Data,
    Game,
    IllegalMove,
    Outcome,
    Seat,
    Step,
    decode,
    encode,
    heard,
)

GAMES: Mapping[str, AnyGame] = {
    game.key: game
    for game in (
        wyverns_knot.GAME,
        advyria.GAME,
        advent_of_the_wyrms.GAME,
        hexaract.GAME,
        forest_of_wyr.GAME,
    )
}


def rules(key: str, version: int) -> AnyGame | None:
    """A game as it was in this version, where that is still kept."""
    game = GAMES[key]
    return next((kept for kept in (game, *game.earlier) if kept.version == version), None)


__all__ = [
    "GAMES",
    "AnyGame",
    "AnyView",
    "BaseEvent",
    "BaseView",
    "Chance",
    "Data",
    "Game",
    "IllegalMove",
    "Outcome",
    "Seat",
    "Step",
    "decode",
    "encode",
    "heard",
    "rules",
]
