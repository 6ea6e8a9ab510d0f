"""The rules of every game in the hall."""

from collections.abc import Collection, Mapping

from . import advent_of_the_wyrms, advyria, forest_of_wyr, hexaract, wyverns_knot
from .chance import Chance
from .game import (
    AnyGame,
    AnyView,
    BaseEvent,
    BaseView,
    Data,
    Game,
    Hidden,
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


def require_every_game(what: str, keys: Collection[str]) -> None:
    """Raises LookupError, in a sentence, unless `keys` are those of all games. Each layer's register calls it."""
    if missing := ", ".join(key for key in GAMES if key not in keys):
        raise LookupError(f"The register of {what} lacks {missing}: add a line for it.")
    if strange := ", ".join(key for key in keys if key not in GAMES):
        raise LookupError(f"The register of {what} has {strange}, but engine.GAMES has no such game.")


def rules(key: str, version: int) -> AnyGame | None:
    """A game as it was in this version; None if that isn't kept any more."""
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
    "Hidden",
    "IllegalMove",
    "Outcome",
    "Seat",
    "Step",
    "decode",
    "encode",
    "heard",
    "require_every_game",
    "rules",
]
