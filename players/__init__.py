"""The computer player of every game: what it plays, and what it thinks of a position."""

from collections.abc import Mapping

from .advent_of_the_wyrms import PLAYER as ADVENT_OF_THE_WYRMS
from .hexaract import PLAYER as HEXARACT
from .player import AnyPlayer, Choose, Player, Strength, Weigh, Weighed

_ALL: tuple[AnyPlayer, ...] = (ADVENT_OF_THE_WYRMS, HEXARACT)
PLAYERS: Mapping[str, AnyPlayer] = {player.game.key: player for player in _ALL}

__all__ = ["PLAYERS", "AnyPlayer", "Choose", "Player", "Strength", "Weigh", "Weighed"]
