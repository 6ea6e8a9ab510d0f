"""Whether a finished game plays out again as it was told.

A proof rests on what no new version of the bot can change: the seed, the options, the moves, and the result in values
of the rules (who won, the scores). How states and events are written may change with every version, so that is never
compared: a position that is stored is asked for its result.
"""

from typing import Literal

import msgspec

from engine import IllegalMove

from ..play.model import GameRecord
from ..play.results import Told, told
from ..store.errors import Unreadable, decoded

Finding = Literal[
    "same",  # the moves lead to the result that was told
    "ended",  # the moves fit the rules and end the game; its result wasn't kept: it ended before `tables.told`
    "other",  # they fit the rules no more, or lead to another end: the rules are others now, or something was altered
    "older rules",  # the game was played by a version of the rules that isn't kept any more
]
HOLDS = ("same", "ended")


def play_again(loaded: GameRecord) -> Finding:
    """Play a game that is over again from its seed. Call it in a thread. Raises Unreadable."""
    if loaded.table.outdated:
        return "older rules"
    was_told = None if loaded.told is None else decoded(Told, loaded.told, f"table {loaded.table.id}: tables.told")
    try:
        game = loaded.replay(loaded.history)
    except (IllegalMove, msgspec.ValidationError):
        return "other"
    except msgspec.MsgspecError as error:
        raise Unreadable(f"table {loaded.table.id}: log.move") from error
    if [made.seat for made in game.played] != [entry.seat for entry in loaded.history]:
        return "other"
    outcome = game.outcome
    if loaded.game.outcome(loaded.state()) != outcome:  # the position that is shown has been altered
        return "other"
    if loaded.table.conceded:
        return "same" if outcome is None else "other"
    if outcome is None or (was_told is not None and told(outcome) != was_told):
        return "other"
    return "ended" if was_told is None else "same"
