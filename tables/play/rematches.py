"""Rematches: the group of a game that is over plays again, those of it who agree.

Whoever asks for it has agreed; the others press Ready. Ten minutes later it starts with those who are ready. A game has
one rematch at a time, so who asks again is led to it. The first seat passes on.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from sqlalchemy import bindparam, select

from engine import Data, decode
from languages import later, say

from ..daily.calendar import now
from ..store import schema
from ..store.statements import Write
from ..store.transaction import Transaction
from . import alerts, odds, timers
from .computers import row_of_computer
from .model import Change, Computer, GameRecord, Player, Refused, Table, player_of
from .room import require_room
from .rows import load, once, open_table, seated
from .seating import deal, player_counts, remove
from .tables import Tables
from .terms import is_ready, terms_of

LEAST = 2  # who must be ready for a rematch to start
ALONE = later("A solo game needs no table: `/play` starts it at once.")
TAKEN = later("This channel already has a table. Finish it first, or open yours in another channel.")


class Rematches:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def require_played(self, table_id: int, user_id: int) -> Table:
        """A group's game that is over. Raises Refused for any other, and for users who didn't sit there."""
        table = await self._tables.get(table_id)
        if table.solo:
            raise Refused(say(ALONE))
        if table.phase != "over":
            raise Refused(say("This game isn't over yet."))
        player_of(table, user_id)
        return table

    async def rematch(self, table_id: int) -> Table | None:
        """The rematch of a game that is over, which hasn't ended yet. None: there is none."""
        async with self._tables.database.glance() as transaction:
            found = await transaction.one(_REMATCH, int, of=table_id)
        return None if found is None else await self._tables.get(found)

    async def again(
        self,
        table_id: int,
        user_id: int,
        interaction_id: int,
        *,
        harder: bool = False,
        channel_id: int | None = None,
        limited: bool = True,
    ) -> Table:
        """Open a new lobby with the same group and options as a game that is over, there unless `channel_id` says
        elsewhere.

        Whoever asks is its host, and is ready. `harder`: with the options and the computer players of the next step.
        `limited`: the server may allow only so many tables at once.
        Raises Taken if there is a rematch already, or another table in that channel.
        """
        old = await self.require_played(table_id, user_id)
        options, company = _next_game(old, harder=harder)
        async with self._tables.database.write() as transaction:
            await once(transaction, interaction_id)
            if limited:
                await require_room(transaction, old.guild_id, user_id)
            new = await _opened(transaction, old, channel_id or old.channel_id, user_id, options)
            writes = [*_sitting(new.table, old.players, user_id, company), alerts.plays_again(old.id, new.table.id)]
            await transaction.write_all([*writes, *_deadlines(new.table, old, self._tables.times)])
            new = await load(transaction, new.table.id)
        return self._tables.opened(new)

    async def confirm(self, table_id: int, departed: Collection[int] = ()) -> Table:
        """The time to agree to a rematch is over: start it with those who are ready, or close it.

        `departed`: users who have left the server.
        """
        async with self._tables.change(table_id, None, "lobby") as change:
            table = change.loaded.table
            agreed = [one for one in table.players if is_ready(table, one) and one.user_id not in departed]
            late = [one for one in table.players if one not in agreed]
            left = replace(table, players=tuple(agreed))
            if len(agreed) < LEAST or len(left.everybody) not in player_counts(left):
                for player in late:
                    change.note("late", player)
                change.values["phase"] = "closed"
            else:
                if late:
                    await remove(change, late, "late")
                    change.loaded = replace(change.loaded, table=_as_it_will_be(change, left))
                await deal(change, change.loaded.table.host_id)
        return await self._tables.get(table_id)


async def _opened(transaction: Transaction, old: Table, channel_id: int, host_id: int, options: Data) -> GameRecord:
    return await open_table(
        transaction,
        old.game,
        phase="lobby",
        solo=False,
        host_id=host_id,
        options=options,
        taken=say(TAKEN),
        guild_id=old.guild_id,
        channel_id=channel_id,
        language=old.language,
        hints=None if old.hints is None else 0,
        pace=old.pace,
        rematch_of=old.id,
        first_id=_next_first(old),
    )


_REMATCH = select(schema.tables.c.id).where(schema.tables.c.rematch_of == bindparam("of"), schema.IN_REMATCH)


def _deadlines(table: Table, old: Table, times: timers.Times) -> Iterator[Write]:
    """When a rematch is due to start, if there are others who can agree to it, and what is due in any lobby."""
    yield from timers.reset_writes(table, times, was="lobby")
    if len(old.players) > 1:
        due_at = now() + int(times.confirm.total_seconds())
        yield timers.row_of(timers.Deadline(table.id, "confirm", due_at))


def _as_it_will_be(change: Change, table: Table) -> Table:
    """A lobby with what has changed in it so far."""
    names = "host_id", "first_id", "asked"
    values = {name: change.values[name] for name in names if name in change.values}
    if "options" in change.values:
        values["options"] = decode(change.loaded.game.options, change.values["options"].encode())
    return replace(table, **values)


def _next_first(old: Table) -> int | None:
    """To whom the first seat passes on: to the next person, clockwise. None: nobody else is there."""
    others = [player for player in old.players if player.seat]
    return others[0].user_id if others else None


def _next_game(old: Table, *, harder: bool) -> tuple[Data, list[Computer]]:
    """The options and the computer players of the game after this one. Raises Refused if there is no harder one."""
    company = [computer for computer in old.computers if not computer.stands_in]
    if not harder:
        return old.options, company
    step = odds.harder(old)
    if step is None:
        raise Refused(say("I know no harder game than that."))
    stronger = zip(company, step.company, strict=True)
    return step.of(old.game), [replace(computer, strength=strength) for computer, strength in stronger]


def _sitting(table: Table, old: Sequence[Player], ready: int, computers: Sequence[Computer]) -> Iterator[Write]:
    """The rows of these people and computer players in a new lobby, in the order of their old seats.

    `ready`: who has asked for it.
    """
    for place, player in enumerate(old):
        agreed = terms_of(table) if player.user_id == ready else None
        yield seated(table.id, player.user_id, player.name, place=place, ready=agreed)
    for place, computer in enumerate(computers):
        yield row_of_computer(table.id, computer.number, computer.strength, place=place)
