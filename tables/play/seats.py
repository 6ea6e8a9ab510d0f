"""Seats of a game in progress: leaving, coming back, taking the seat of somebody who is absent."""

from dataclasses import replace
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError

from engine import Seat
from languages import say

from ..daily import aways, weeks
from ..daily.calendar import now, week_closes_at
from ..people import server_log
from ..store import schema
from ..store.connection import Connection
from ..store.upserts import upsert
from . import ballots, results, timers
from .computers import send_away
from .model import UNRANKED, Change, GameRecord, Player, Refused, Stale, Table, Taken, is_packed, player_of
from .relief import hash_of, relieved
from .removals import require_not_sent_away
from .rows import seated
from .unit_of_work import UnitOfWork


class Seats(UnitOfWork):
    """Changes who sits at a table, and where it is."""

    async def leave(self, table_id: int, user_id: int, interaction_id: int | None) -> Table:
        """Vacate a user's seat. When the last one goes, the table closes."""
        async with self.change(table_id, interaction_id, "playing") as change:
            player_of(change.loaded.table, user_id)
            if change.loaded.table.solo:
                raise Refused(say("A game for one isn't left but given up: it has a button for that."))
            await self._vacate(change, user_id)
        return await self.get(table_id)

    async def take_seat(self, table_id: int, user_id: int, name: str, interaction_id: int | None) -> Table:
        """Take the seat that they left before, else the first vacant one.

        Nobody gets a second seat: they would see too much.
        """
        async with self.change(table_id, interaction_id, "playing") as change:
            table = change.loaded.table
            if table.player(user_id):
                raise Refused(say("You sit at this table already."))
            await require_not_sent_away(change, user_id)
            before = await _departure(change.connection, table_id, user_id)
            seat: Seat | None = before.seat if before else None
            if seat is None and not table.vacant:
                kept = any(computer.stands_in for computer in table.computers)
                raise Refused(
                    say("A computer player keeps that seat for who left it.") if kept else say("No seat is empty.")
                )
            if seat is not None and table.sitting(seat):
                raise Refused(
                    say("You have left a seat of this game, and somebody else sits there now: it was yours alone.")
                )
            seat = table.vacant[0] if seat is None else seat
            if table.week is not None and table.ranked and now() < week_closes_at(table.week):
                await weeks.sit_down(change.connection, table, table.seats, user_id)
            await send_away(change.connection, table, seat)
            whole = before is not None and self._has_sat_through(change.loaded, before, user_id)
            row = seated(table_id, user_id, name, place=table.version, seat=seat, whole=whole)
            await change.connection.execute(row)
            players = (*table.players, Player(user_id, name, seat, whole=whole))
            change.loaded = replace(change.loaded, table=replace(table, players=players))
            await ballots.settle(change)
        return await self.get(table_id)

    def _has_sat_through(self, loaded: GameRecord, departure: Any, user_id: int) -> bool:
        """Whether somebody who comes back has played the whole game so far: see Player.whole."""
        in_time = now() - departure.at <= self.times.vacate.total_seconds()
        of_others = [
            entry
            for entry in loaded.history
            if entry.seat == departure.seat and entry.kind == "move" and entry.user_id != user_id
        ]
        return in_time and not of_others

    async def rename(self, table_id: int, user_id: int, name: str) -> None:
        """Call a player by the name that they have by now.

        The version stays as it is, so that no press comes too late for that.
        """
        players, processes = schema.players, schema.processes
        try:
            async with self.database.write() as connection:
                loaded = await self._locked(connection, table_id, None)
                called = replace(player_of(loaded.table, user_id), name=name)
                row = players.c.table_id == table_id, players.c.user_id == user_id
                await connection.execute(update(players).where(*row).values(name=name))
                if self.database.shared:  # the others couldn't see by the version that what they keep is old
                    others = update(processes).where(processes.c.id != self.database.leases.owner)
                    await connection.execute(others.values(forgettings=processes.c.forgettings + 1))
        except BaseException:
            self._memory.drop(table_id)  # it may have been committed even so
            raise
        seated_now = tuple([called if one.user_id == user_id else one for one in loaded.table.players])
        self._keep(replace(loaded, table=replace(loaded.table, players=seated_now)))

    async def vacate_absent(self, table_id: int, user_id: int, interaction_id: int) -> Table:
        """Vacate the seat that the table has waited for too long. Another player asks for it."""
        async with self.change(table_id, interaction_id, "playing") as change:
            await self.free_absent(change, user_id)
        return await self.get(table_id)

    async def free_absent(self, change: Change, user_id: int) -> None:
        """The same, within a transaction."""
        loaded, table = change.loaded, change.loaded.table
        player_of(table, user_id)
        absent = table.sitting(loaded.game.to_act(loaded.state()))
        if absent is None or await timers.is_to_come(change.connection, table.id, "vacate"):
            raise Stale(say("The table isn't waiting for an absent player any more."))
        if absent.user_id == user_id:
            raise Refused(say("It is your own turn: play, or leave with `/leave`."))
        change.also.append(
            server_log.line(table.guild_id, "absent", by=user_id, user_id=absent.user_id, table_id=table.id)
        )
        if until := await aways.until(change.connection, absent.user_id):
            raise Refused(say("They are away until {time}.", time=f"<t:{until}:f>"))
        await self._vacate(change, absent.user_id)

    async def close(self, table: Table, *, lost: bool = False, idle: bool = False) -> None:
        """Close a table that was idle too long or can't go on. Raises Stale if `table` isn't its newest version.

        `lost`: because its channel is away; `idle`: because nobody has played.
        """
        async with self.change(table.id, None, table.phase, table.version) as change:
            change.values |= {"phase": "closed", "lost": lost, "idle": idle}
            if not table.solo:
                change.also.append(server_log.line(table.guild_id, "idle", table_id=table.id))

    async def move_to(self, table_id: int, channel_id: int) -> Table:
        """Move a table to the thread that was made for it."""
        async with self.change(table_id, None, "playing") as change:
            change.values |= {"channel_id": channel_id, "own_thread": False}
        return await self.get(table_id)

    async def remove(self, change: Change, user_id: int) -> None:
        """Vacate a seat because a moderator says so, within a transaction. Whoever sat there has lost nothing, and
        nobody gains: the game counts on no board.
        """
        change.values |= UNRANKED
        await self._vacate(change, user_id, loses=False)

    async def come_back(self, table_id: int, user_id: int, name: str) -> Table | None:
        """Give somebody who was away the seat for which a computer player plays meanwhile; None if there is none."""
        if user_id not in await self.relieved(await self.get(table_id)):
            return None
        try:
            return await self.take_seat(table_id, user_id, name, None)
        except Refused:  # another press of theirs was quicker, or the game is over
            return await self.get(table_id)

    async def relieved(self, table: Table) -> frozenset[int]:
        """The users for whom computer players play meanwhile."""
        if not any(computer.stands_in for computer in table.computers):
            return frozenset()
        async with self.database.glance() as connection:
            return await relieved(connection, table)

    async def reopen(self, table_id: int, user_id: int, interaction_id: int) -> Table:
        """Take a table up again that was closed because nobody played. Any of those who sat there may.

        Its timers begin anew, and all of them are told.
        """
        taken = say("This channel has another table by now. Finish it first.")
        try:
            async with self.change(table_id, interaction_id, "closed") as change:
                connection, table = change.connection, change.loaded.table
                player_of(table, user_id)
                if not table.can_reopen or is_packed(change.loaded) or await results.of(connection, table_id):
                    raise Refused(say("This table can't be taken up again. `/play` opens a new one."))
                row = schema.tables.c
                living = select(row.id).where(row.channel_id == table.channel_id, schema.GROUPS_LIVING)
                if await connection.scalar(living) is not None:
                    raise Taken(taken)
                change.values |= {"phase": "playing" if table.seats else "lobby", "idle": False}
                players = schema.players
                change.also.append(update(players).where(players.c.table_id == table_id).values(living=True))
        except IntegrityError:  # another table was quicker
            raise Taken(taken) from None
        return await self.get(table_id)

    async def _vacate(self, change: Change, user_id: int, *, loses: bool = True) -> None:
        table = change.loaded.table
        player, departures = player_of(table, user_id), schema.departures
        hashed = await hash_of(change.connection, table.id, user_id)
        key = {"table_id": table.id, "hash": hashed}
        left = {
            "user_id": None if table.together or not loses else user_id,
            "at": now() if player.whole else 0,
            "meanwhile": False,
        }
        first = {"seat": player.seat, "begun": player.whole}
        await change.connection.execute(upsert(change.connection, departures, key, left, first))
        rest = tuple(player for player in table.players if player.user_id != user_id)
        await change.connection.execute(
            delete(schema.players).where(schema.players.c.table_id == table.id, schema.players.c.user_id == user_id)
        )
        if rest:
            change.loaded = replace(change.loaded, table=replace(table, players=rest))
            await ballots.settle(change)
        else:
            change.values["phase"] = "closed"


async def _departure(connection: Connection, table_id: int, user_id: int) -> Any:
    """The row of a game in progress that says which seat this user has left, and when; None if they have left none."""
    departures = schema.departures
    hashed = await hash_of(connection, table_id, user_id)
    theirs = select(departures).where(departures.c.table_id == table_id, departures.c.hash == hashed)
    return (await connection.execute(theirs)).one_or_none()
