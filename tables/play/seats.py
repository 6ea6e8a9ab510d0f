"""Seats of a game in progress: leaving, coming back, taking the seat of somebody who is absent."""

from dataclasses import replace

from sqlalchemy import bindparam, select, update

from engine import Seat
from languages import say

from ..daily import aways, weeks
from ..daily.calendar import now, week_closes_at
from ..people import server_log
from ..store import schema
from ..store.errors import IntegrityError
from ..store.statements import Filled, Values
from . import alerts, ballots, departures, results, timers
from .computers import send_away, stand_in, strengths
from .model import (
    GIVEN_UP,
    UNRANKED,
    Change,
    GameRecord,
    Player,
    Refused,
    Request,
    Stale,
    Table,
    Taken,
    has_moved,
    is_packed,
    player_of,
)
from .notes import NoteKind
from .relief import relieved
from .removals import require_not_sent_away
from .rows import seated
from .unit_of_work import UnitOfWork


class Seats(UnitOfWork):
    """Changes who sits at a table, and where it is."""

    async def leave(self, table_id: int, user_id: int, interaction_id: int | None, *, for_good: bool = False) -> Table:
        """Vacate a user's seat. When the last one goes, the table closes.

        The seat is kept for them for a while. `for_good`: it isn't, and they don't come back; where players compete,
        they resign.
        """
        async with self.change(table_id, interaction_id, "playing") as change:
            table = change.loaded.table
            player_of(table, user_id)
            if table.solo:
                raise Refused(say("A game for one isn't left but given up: it has a button for that."))
            if for_good and table.rivals and len(table.players) > 1:
                await self._resign(change, user_id)
            else:
                await self._vacate(change, user_id, "left", kept=not for_good, for_good=for_good)
        return await self.get(table_id)

    async def _resign(self, change: Change, user_id: int) -> None:
        """If one rival is left, they have won. Else a computer player takes the seat, and the others play on.

        While a seat is empty, its player may come back: then whoever is left may claim the win, or wait.
        """
        table, player = change.loaded.table, player_of(change.loaded.table, user_id)
        others = [other for other in table.players if other is not player]
        if len(others) == 1 and not table.vacant and all(computer.stands_in for computer in table.computers):
            change.values |= _won_by(others[0])
            return
        await self._vacate(change, user_id, "left", for_good=True, loses=True)
        if strengths(table):
            await stand_in(change, player.seat)

    async def claim_win(self, table_id: int, user_id: int, interaction_id: int, *, absent: bool = False) -> Table:
        """End a game whose last player this is: they have won, because all others have left or resigned.

        `absent`: free the seat of the player for whom the table has waited too long first.
        """
        async with self.change(table_id, interaction_id, "playing") as change:
            player = player_of(change.loaded.table, user_id)
            if absent:
                await self.free_absent(change, user_id)
            if change.loaded.table.last_one is None:
                raise Refused(say("You can claim the win once nobody else plays against you."))
            change.values |= _won_by(player)
        return await self.get(table_id)

    async def take_seat(self, table_id: int, user_id: int, name: str, interaction_id: int | None) -> Table:
        """Take the seat that they left before, else the first vacant one that isn't kept for somebody.

        So nobody's sitting down takes a group off the boards: whoever could still have come back has given the seat
        up, or those at the table have freed it. Nobody gets a second seat: they would see too much.
        """
        async with self.change(table_id, interaction_id, "playing") as change:
            table = change.loaded.table
            if table.player(user_id):
                raise Refused(say("You sit at this table already."))
            await require_not_sent_away(change, user_id)
            before = await departures.of_user(change.transaction, table_id, user_id)
            if before and before.for_good:
                raise Refused(say("You have left this game for good, so the others play it without you."))
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
            seat = await self._free_seat(change) if seat is None else seat
            if table.week is not None and table.ranked and now() < week_closes_at(table.week):
                await weeks.sit_down(change.transaction, table, table.seats, user_id)
            await send_away(change.transaction, table, seat)
            whole = before is not None and self._has_sat_through(change.loaded, before, user_id)
            row = seated(table_id, user_id, name, place=table.version, seat=seat, whole=whole)
            await change.transaction.run(row)
            player = Player(user_id, name, seat, whole=whole)
            if before:
                change.note("back", player)
            players = (*table.players, player)
            change.loaded = replace(change.loaded, table=replace(table, players=players))
            await ballots.settle(change)
        return await self.get(table_id)

    async def _free_seat(self, change: Change) -> Seat:
        """The first vacant seat that isn't kept for who left it."""
        kept, table = await departures.kept_seats(change.transaction, change.loaded.table), change.loaded.table
        for seat in table.vacant:
            if seat not in kept:
                return seat
        text = say("This seat is kept until <t:{time}:f> for who left it.", time=min(kept.values()))
        raise Refused(text)

    def _has_sat_through(self, loaded: GameRecord, departure: departures.Left, user_id: int) -> bool:
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
        try:
            async with self.database.write() as transaction:
                loaded = await self._locked(transaction, table_id, None)
                called = replace(player_of(loaded.table, user_id), name=name)
                await transaction.run(_RENAMED, of=table_id, user=user_id, name=name)
                if self.database.shared:  # the others couldn't see by the version that what they keep is old
                    await transaction.run(_OTHERS_FORGET, owner=self.database.leases.owner)
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
        if absent is None or await timers.is_to_come(change.transaction, table.id, "vacate"):
            raise Stale(say("The table isn't waiting for an absent player any more."))
        if absent.user_id == user_id:
            raise Refused(say("It is your own turn: play, or leave with `/leave`."))
        change.also.append(
            server_log.line(table.guild_id, "absent", by=user_id, user_id=absent.user_id, table_id=table.id)
        )
        if until := await aways.until(change.transaction, absent.user_id):
            raise Refused(say("They are away until {time}.", time=f"<t:{until}:f>"))
        await self._vacate(change, absent.user_id, "freed", by=player_of(table, user_id))

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

    async def remove(self, change: Change, user_id: int, kind: NoteKind, by: Request) -> None:
        """Vacate a seat because a moderator says so, within a transaction. Whoever sat there has lost nothing, and
        nobody gains: the game counts on no board.
        """
        change.values |= UNRANKED
        await self._vacate(change, user_id, kind, by=by, loses=False)

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
        async with self.database.glance() as transaction:
            return await relieved(transaction, table)

    async def reopen(self, table_id: int, user_id: int, interaction_id: int) -> Table:
        """Take a table up again that was closed because nobody played. Any of those who sat there may.

        Its timers begin anew, and all of them are told.
        """
        taken = say("This channel has another table by now. Finish it first.")
        try:
            async with self.change(table_id, interaction_id, "closed") as change:
                transaction, table = change.transaction, change.loaded.table
                player_of(table, user_id)
                if not table.can_reopen or is_packed(change.loaded) or await results.of(transaction, table_id):
                    raise Refused(say("This table can't be taken up again. `/play` opens a new one."))
                if await transaction.one(_LIVING, int, channel=table.channel_id) is not None:
                    raise Taken(taken)
                change.values |= {"phase": "playing" if table.seats else "lobby", "idle": False}
                change.also.append(Filled(_LIVE_AGAIN, {"of": table_id}))
        except IntegrityError:  # another table was quicker
            raise Taken(taken) from None
        return await self.get(table_id)

    async def _vacate(
        self,
        change: Change,
        user_id: int,
        kind: NoteKind,
        *,
        by: Player | Request | None = None,
        kept: bool = False,
        for_good: bool = False,
        loses: bool | None = None,
    ) -> None:
        """Take a player's seat. When the last one goes, the table closes: they leave nobody behind.

        `loses`: they have lost by that; None: unless they leave before their first own move.
        """
        table = change.loaded.table
        player = player_of(table, user_id)
        if loses is None:
            loses = kind != "left" or has_moved(change.loaded, user_id)
        await departures.empty_seat(change, player)
        change.note(kind, player, by)
        if not change.loaded.table.players:
            change.values["phase"] = "closed"
            return
        change.also.append(alerts.seat_is_free(table.id))
        wait = int(self.times.vacate.total_seconds()) if kept else 0
        await departures.note(change.transaction, table, player, kept=wait, for_good=for_good, loses=loses)
        await ballots.settle(change)


_players, _processes = schema.players.c, schema.processes.c
_RENAMED = update(schema.players).where(_players.table_id == bindparam("of"), _players.user_id == bindparam("user"))
_OTHERS_FORGET = (
    update(schema.processes).where(_processes.id != bindparam("owner")).values(forgettings=_processes.forgettings + 1)
)
_LIVING = select(schema.tables.c.id).where(schema.tables.c.channel_id == bindparam("channel"), schema.GROUPS_LIVING)
_LIVE_AGAIN = update(schema.players).where(_players.table_id == bindparam("of")).values(living=True)


def _won_by(player: Player) -> Values:
    """For a table's row: this player has won, because all others have left or resigned."""
    return {**GIVEN_UP, "won_by": player.seat}
