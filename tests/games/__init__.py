"""How each game is tried."""

from collections.abc import Mapping

from engine import AnyGame, of_every_game

from .trial import Trial

TRIALS: Mapping[str, Trial] = of_every_game(__name__, "TRIAL", lambda key: Trial())


def trial(game: AnyGame) -> Trial:
    """A game that isn't registered, made up for a test, needs none."""
    return TRIALS.get(game.key, Trial())
