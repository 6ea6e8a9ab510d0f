"""What the people in a lobby have agreed to play, each by a press of their own. Nobody can agree for them.

Nothing is withdrawn when something else is to be played: what a person has agreed to names the terms, and those are
others then. Who joins or leaves a table with a deal of its own changes no terms, because a lobby is open to all. A deal
of the week is another one for each number of players.
"""

from dataclasses import replace

from sqlalchemy import bindparam, update

from ..daily.weeks import to_play
from ..store import schema
from ..store.statements import Filled
from .model import Change, Player, Table


def terms_of(table: Table) -> str:
    """What is to be played there, for `players.ready`: at most ten characters."""
    week = to_play(table)
    return str(table.asked) if week is None else f"{table.asked % 1000}.{week.toordinal()}"


def is_ready(table: Table, player: Player) -> bool:
    return player.ready == terms_of(table)


def unready(table: Table) -> tuple[Player, ...]:
    """The people in a lobby who haven't agreed to what is to be played there now."""
    return tuple([player for player in table.players if not is_ready(table, player)])


def unready_for(table: Table, starter: int) -> tuple[Player, ...]:
    """Those for whom a start must wait. Whoever presses Start agrees by that."""
    return tuple([player for player in unready(table) if player.user_id != starter])


def seated_by_another(table: Table) -> tuple[Player, ...]:
    """The people in a rematch who have agreed to nothing there yet: a press of somebody else seated them."""
    return tuple([player for player in table.players if table.rematch_of is not None and player.ready is None])


def ask_again(change: Change) -> None:
    """Something else is to be played from now on."""
    change.values["asked"] = change.loaded.table.asked + 1


def agree(change: Change, user_id: int) -> Filled:
    """The write that makes this person ready for what will be played there after `change`."""
    return Filled(_AGREED, {"of": change.loaded.table.id, "user": user_id, "ready": terms_after(change)})


_row = schema.players.c
_AGREED = update(schema.players).where(_row.table_id == bindparam("of"), _row.user_id == bindparam("user"))


def terms_after(change: Change) -> str:
    """The terms as they are once `change` is made."""
    said = {name: change.values[name] for name in ("asked", "week", "ranked") if name in change.values}
    return terms_of(replace(change.loaded.table, **said))
