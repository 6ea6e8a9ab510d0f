"""The rules of every game in the hall."""

from collections.abc import Mapping

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
from .playthrough import AnyPlayed, AnyPlaythrough, Played, Playthrough
from .register import of_every_game

GAMES: Mapping[str, AnyGame] = of_every_game(__name__, "GAME")


def rules(key: str, version: int) -> AnyGame | None:
    """A game as it was in this version; None if that isn't kept any more."""
    game = GAMES[key]
    return next((kept for kept in (game, *game.earlier) if kept.version == version), None)


__all__ = [
    "GAMES",
    "AnyGame",
    "AnyPlayed",
    "AnyPlaythrough",
    "AnyView",
    "BaseEvent",
    "BaseView",
    "Chance",
    "Data",
    "Game",
    "Hidden",
    "IllegalMove",
    "Outcome",
    "Played",
    "Playthrough",
    "Seat",
    "Step",
    "decode",
    "encode",
    "heard",
    "of_every_game",
    "rules",
]
