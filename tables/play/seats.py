"""Seats of a game in progress: leaving, coming back, taking the seat of somebody who is absent."""

from dataclasses import replace
from typing import Any

from sqlalchemy import delete, select, update

from engine import Seat
from languages import say

from ..daily import weeks
from ..daily.calendar import now, week_closes_at
from ..store import schema
from ..store.connection import Connection
from ..store.secret import keyed
from ..store.upserts import upsert
from . import alerts, ballots, timers
from .computers import send_away
from .model import Change, GameRecord, Player, Refused, Stale, Table, has_moved, player_of
from .notes import NoteKind
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
            await self._vacate(change, user_id, "left")
        return await self.get(table_id)

    async def take_seat(self, table_id: int, user_id: int, name: str, interaction_id: int) -> Table:
        """Take the seat that they left before, else the first vacant one.

        Nobody gets a second seat: they would see too much.
        """
        async with self.change(table_id, interaction_id, "playing") as change:
            table = change.loaded.table
            if table.player(user_id):
                raise Refused(say("You sit at this table already."))
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
            player = Player(user_id, name, seat, whole=whole)
            if before:
                change.note("back", player)
            players = (*table.players, player)
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
        await self._vacate(change, absent.user_id, "freed", by=player_of(table, user_id))

    async def close(self, table: Table, *, lost: bool = False) -> None:
        """Close a table that was idle too long or can't go on. Raises Stale if `table` isn't its newest version.

        `lost`: because its channel is away.
        """
        async with self.change(table.id, None, table.phase, table.version) as change:
            change.values |= {"phase": "closed", "lost": lost}

    async def move_to(self, table_id: int, channel_id: int) -> Table:
        """Move a table to the thread that was made for it."""
        async with self.change(table_id, None, "playing") as change:
            change.values |= {"channel_id": channel_id, "own_thread": False}
        return await self.get(table_id)

    async def _vacate(self, change: Change, user_id: int, kind: NoteKind, by: Player | None = None) -> None:
        """Free a seat. Whoever leaves it before their first own move has lost nothing by that."""
        table = change.loaded.table
        player, departures = player_of(table, user_id), schema.departures
        hashed = await _hash(change.connection, table.id, user_id)
        key = {"table_id": table.id, "hash": hashed}
        loses = not table.together and (kind != "left" or has_moved(change.loaded, user_id))
        left = {"user_id": user_id if loses else None, "at": now() if player.whole else 0}
        first = {"seat": player.seat, "begun": player.whole}
        await change.connection.execute(upsert(change.connection, departures, key, left, first))
        change.note(kind, player, by)
        change.also.append(alerts.seat_is_free(table.id))
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
    hashed = await _hash(connection, table_id, user_id)
    theirs = select(departures).where(departures.c.table_id == table_id, departures.c.hash == hashed)
    return (await connection.execute(theirs)).one_or_none()


async def _hash(connection: Connection, table_id: int, user_id: int) -> str:
    return await keyed(connection, f"left/{table_id}/{user_id}")
