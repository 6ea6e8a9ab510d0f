"""The computer player of every game: what it plays, and what it thinks of a position."""

from collections.abc import Mapping

from . import advent_of_the_wyrms, advyria, forest_of_wyr, hexaract, wyverns_knot
from .player import AnyPlayer, Choose, Judge, Player, Strength, Weigh, Weighed

_ALL: tuple[AnyPlayer, ...] = (
    wyverns_knot.PLAYER,
    advyria.PLAYER,
    advent_of_the_wyrms.PLAYER,
    hexaract.PLAYER,
    forest_of_wyr.PLAYER,
)
PLAYERS: Mapping[str, AnyPlayer] = {player.game.key: player for player in _ALL}

__all__ = ["PLAYERS", "AnyPlayer", "Choose", "Judge", "Player", "Strength", "Weigh", "Weighed"]
