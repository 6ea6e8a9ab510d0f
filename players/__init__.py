"""The computer players, one for each game: they choose moves and judge positions."""

from collections.abc import Mapping

from engine import GAMES, of_every_game

from .default import default_player
from .player import AnyPlayer, Care, Choose, Judge, Player, Strength, Weigh, Weighed

PLAYERS: Mapping[str, AnyPlayer] = of_every_game(__name__, "PLAYER", lambda key: default_player(GAMES[key]))

__all__ = ["PLAYERS", "AnyPlayer", "Care", "Choose", "Judge", "Player", "Strength", "Weigh", "Weighed"]
