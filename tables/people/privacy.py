"""All that is stored about one user: export it, and delete it.

Both work in small pieces, so that nobody waits long however much there is. A user who is being deleted has a row in
`forgotten` until it is done; after a crash the next start goes on.
"""

import asyncio
import contextlib
import datetime
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import IO, Any

from msgspec import Struct
from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Delete,
    Update,
    bindparam,
    delete,
    or_,
    select,
    tuple_,
    union,
    update,
)

from engine import encode

from ..boards.standings import rename_groups
from ..daily.attempts import DAY, SCOPES, Key, attempts_lock, hash_kept, keep_hash, traceable
from ..daily.calendar import now
from ..daily.riddles import key_of
from ..history.archive import moves_of
from ..play.lobbies import Lobbies
from ..play.model import NOBODY, Phase, Refused
from ..play.results import party_text
from ..play.tables import Tables
from ..store import schema
from ..store.errors import Unreadable
from ..store.kinds import Id
from ..store.leases import advisory_lock, free
from ..store.statements import AnyColumn, Query
from ..store.transaction import Transaction
from ..store.upserts import upsert
from .people import PEOPLE, People

# The columns to export: not the seed and the position, which players may not know yet, nor events, which are the game's
OF_A_TABLE = (
    *("id", "game", "rules", "options", "phase", "solo", "turn", "seats", "guild_id", "channel_id", "conceded"),
    *("created_at", "changed_at", "moved_at", "date", "week", "ranked", "hints", "pace"),
)
OF_THE_LOG = ("table_id", "version", "turn", "seat", "kind", "move", "at")

PAGE = 500  # rows written at once
LOGS = 50  # packed logs unpacked at once
AGAIN = 0.5  # seconds between two looks at whether another process is done
ROWS, TABLES, RESULTS = 200, 5, 25  # deleted in one transaction; a table with its log, a result with its group

Row = dict[str, Any]
Shape = Callable[[list[Row]], list[Row]]
Queries = tuple[tuple[Query, int, Shape], ...]  # each with its page size, and a function that shapes its rows
Export = Callable[[AnyColumn, int], Queries]
DeleteSome = Callable[[Transaction, AnyColumn, int], Awaitable[bool]]  # some rows; whether there were any


class Privacy:
    def __init__(self, tables: Tables, lobbies: Lobbies, people: People) -> None:
        self._tables = tables
        self._lobbies = lobbies
        self._people = people
        self._leases = tables.database.leases
        self._exporting = asyncio.Lock()  # one at a time, to leave the processor and the connections to players
        self._deleting = asyncio.Lock()  # likewise
        self._forgetting = set[int]()

    async def export(self, user_id: int, file: IO[bytes]) -> None:
        """Write the rows about this user as JSON, by table of the database. Nothing of others, nothing hidden."""
        async with self._exporting, self._tables.database.read() as transaction:
            write = _Writer(transaction, file)
            await asyncio.to_thread(file.write, b'{"user_id":%d' % user_id)
            for part in PERSONAL:
                if part.export:
                    await write.table(part.column.table.name, *part.export(part.column, user_id))
            await write.table("group_standings", (_group_standings(user_id), PAGE, _without_others))
            kept = encode(await _used_attempts(transaction, user_id))
            await asyncio.to_thread(file.write, b',\n"used_attempts":%s}\n' % kept)

    async def delete(self, user_id: int) -> tuple[int, ...]:
        """Leave every table, then delete everything. Returns the tables that others play on, to be shown again.

        Finished games of groups stay, with nobody in this user's seat. A keyed hash notes for 48 hours that there was
        a ranked attempt today or yesterday. If a crash cuts this off, `resume` finishes it.
        """
        new = {"at": now(), "owner": self._leases.owner}
        async with self._tables.database.write() as transaction:
            await transaction.run(upsert(transaction, schema.forgotten, {"user_id": user_id}, {}, new))
        while not await self._leases.claim(schema.forgotten, _theirs(user_id)):
            async with self._tables.database.glance() as transaction:
                if await transaction.one(select(schema.forgotten.c.at).where(_theirs(user_id)), int) is None:
                    return ()  # another process was at it, and is done
            await asyncio.sleep(AGAIN)
        return await self._forget(user_id)

    async def resume(self) -> tuple[int, ...]:
        """Finish what a crash or an error has cut off. Returns the tables to be shown again."""
        async with self._tables.database.glance() as transaction:
            users = await transaction.all(_UNFINISHED, int, process=self._leases.owner)
        left: tuple[int, ...] = ()
        for user_id in users:
            if user_id not in self._forgetting and await self._leases.claim(schema.forgotten, _theirs(user_id)):
                left += await self._forget(user_id)
        return left

    async def _forget(self, user_id: int) -> tuple[int, ...]:
        self._forgetting.add(user_id)
        try:
            async with self._deleting:
                left = await self._leave(user_id)
                left_to_delete = [*PERSONAL]
                while left_to_delete:
                    await self._delete_some(left_to_delete, user_id)
                async with self._tables.database.write() as transaction:
                    # Wait for what is being written about them, so that it is deleted, too
                    await advisory_lock(transaction, PEOPLE)
                    self._people.forget(user_id)
                    for part in PERSONAL:
                        if part.to_the_end:
                            await _delete_rows(transaction, part.column, user_id)
                    if self._tables.database.shared:
                        forgettings = schema.processes.c.forgettings + 1
                        await transaction.run(update(schema.processes).values(forgettings=forgettings))
                # From here to the end nothing is awaited, so the next write finds them forgotten
                self._people.forget(user_id)
        finally:
            self._forgetting.discard(user_id)
            self._tables.database.forget()
        return left

    async def _leave(self, user_id: int) -> tuple[int, ...]:
        async with self._tables.database.glance() as transaction:
            phases = {seat.table_id: seat.phase for seat in await transaction.all(_SEATED, Seated, user=user_id)}
            without = await transaction.all(_NAMED, int, user=user_id)  # they lose a name, or keep no seat any more
        for table_id, phase in phases.items():
            leave = self._lobbies.leave if phase == "lobby" else partial(self._tables.leave, for_good=True)
            with contextlib.suppress(Refused):  # the game has ended, or they have left, in the meantime
                await leave(table_id, user_id, None)
        return tuple({*phases, *without})

    async def _delete_some(self, parts: list["Personal"], user_id: int) -> None:
        """Delete the next piece, and drop the parts before it, of which nothing is left."""
        async with self._tables.database.write() as transaction:
            while parts and not await parts[0].delete(transaction, parts[0].column, user_id):
                del parts[0]


class Seated(Struct, array_like=True, frozen=True):
    """Where they sit, in a lobby or a game."""

    table_id: Id
    phase: Phase


_SEATED = (
    select(schema.players.c.table_id, schema.tables.c.phase)
    .join(schema.tables)
    .where(schema.players.c.user_id == bindparam("user"), schema.LIVING, ~schema.tables.c.solo)
)
_NAMED = union(
    select(schema.departures.c.table_id).where(schema.departures.c.user_id == bindparam("user")),
    select(schema.notes.c.table_id)
    .join(schema.tables)
    .where(or_(schema.notes.c.user_id == bindparam("user"), schema.notes.c.by_id == bindparam("user")))
    .where(schema.GROUPS_LIVING),
)
_forgotten = schema.forgotten.c
_UNFINISHED = select(_forgotten.user_id).where(free(_forgotten.owner, bindparam("process"))).limit(ROWS)


def _theirs(user_id: int) -> ColumnElement[bool]:
    return schema.forgotten.c.user_id == user_id


# -- Export


class _Writer:
    """Writes tables as members of a JSON object that the caller has begun."""

    def __init__(self, transaction: Transaction, file: IO[bytes]) -> None:
        self._transaction, self._file = transaction, file

    async def table(self, name: str, *queries: tuple[Query, int, Shape]) -> None:
        """Write the rows of these queries."""
        await asyncio.to_thread(self._file.write, b',\n"%s":[' % name.encode())
        first = True
        for query, count, shape in queries:
            async for page in self._transaction.stream(query, dict, count):
                first = not await asyncio.to_thread(self._write, page, shape, first) and first
        await asyncio.to_thread(self._file.write, b"]")

    def _write(self, page: list[Row], shape: Shape, first: bool) -> int:
        """Write a page of rows, as `shape` makes them. Returns how many were written."""
        rows = shape(page)
        self._file.write(
            b"".join((b"\n" if first and not number else b",\n") + encode(row) for number, row in enumerate(rows))
        )
        return len(rows)


def _rows(page: list[Row]) -> list[Row]:
    return page


def _without_others(page: list[Row]) -> list[Row]:
    """The rows without the other players: only their number is left."""
    return [{**row, "party": len(row["party"].split(","))} for row in page]


def _unpacked(page: list[Row]) -> list[Row]:
    moves = list[Row]()
    for row in page:
        with contextlib.suppress(Unreadable):
            moves += [{"table_id": row["table_id"], **move} for move in moves_of(row["log"], row["number"])]
    return moves


def _whole(column: AnyColumn, user_id: int) -> Queries:
    return ((select(column.table).where(column == user_id), PAGE, _rows),)


def _results(column: AnyColumn, user_id: int) -> Queries:
    return ((select(column.table).where(column == user_id), PAGE, _without_others),)


def _log(column: AnyColumn, user_id: int) -> Queries:
    """The moves that they have made, those in packed logs too."""
    archived = schema.archived_players.c
    packed = (
        select(archived.table_id, archived.number, schema.archive.c.log)
        .join(schema.archive, schema.archive.c.table_id == archived.table_id)
        .where(archived.user_id == user_id)
    )
    own = select(*[column.table.c[name] for name in OF_THE_LOG]).where(column == user_id)
    return (own, PAGE, _rows), (packed, LOGS, _unpacked)


def _tables(column: AnyColumn, user_id: int) -> Queries:
    """The tables at which they sit, whose host they are, or where they claimed to go first."""
    tables, players = schema.tables, schema.players
    theirs = union(
        select(players.c.table_id).where(players.c.user_id == user_id),
        select(tables.c.id).where(tables.c.host_id == user_id),
        select(tables.c.id).where(tables.c.first_id == user_id),
    )
    hosts = (tables.c.host_id == user_id).label("host")
    query = select(*[tables.c[name] for name in OF_A_TABLE], hosts).where(tables.c.id.in_(theirs))
    return ((query, PAGE, _rows),)


def _of_the_server_log(column: AnyColumn, user_id: int) -> Queries:
    """What they did, or what was done to them, without the others who had a part in it."""
    lines = schema.server_log
    shown = [column for column in lines.c if column.name not in ("by_id", "user_id")]
    did = (lines.c.by_id == user_id).label("did")
    return ((select(*shown, did).where(did | (lines.c.user_id == user_id)), PAGE, _rows),)


def _notes(column: AnyColumn, user_id: int) -> Queries:
    """Who came or went: they themselves, or by their press."""
    notes = schema.notes
    return ((select(notes).where(or_(notes.c.user_id == user_id, notes.c.by_id == user_id)), PAGE, _rows),)


def _group_standings(user_id: int) -> Query:
    """The standings of the groups that they have played in."""
    results, standings = schema.results.c, schema.group_standings
    theirs = select(results.party).where(results.user_id == user_id, results.points.is_not(None))
    return select(standings).where(standings.c.party.in_(theirs))


async def _used_attempts(transaction: Transaction, user_id: int) -> list[Row]:
    """The deleted attempts of which a hash is still kept: only the secret and the user's id together find them."""
    kept = list[Row]()
    for key in traceable():
        row = await hash_kept(transaction, user_id, key)
        if row is not None:
            kept.append({**key.values, **row})
    return kept


# -- Deletion: each function deletes some rows in a transaction, and is called until nothing is left


async def _keep_used(transaction: Transaction, user_id: int) -> None:
    """Keep a hash of each attempt that somebody could repeat."""
    await advisory_lock(transaction, attempts_lock(user_id))
    since = min(day for scope in SCOPES.values() for day in scope.recent())
    for key in await transaction.all(_ATTEMPTS_SINCE, Key, user=user_id, since=since):
        await keep_hash(transaction, user_id, key)


async def _delete_attempts(transaction: Transaction, column: AnyColumn, user_id: int) -> bool:
    """Delete the attempts whose table stays: those of groups."""
    await _keep_used(transaction, user_id)
    return await _delete_rows(transaction, column, user_id)


async def _delete_answers(transaction: Transaction, column: AnyColumn, user_id: int) -> bool:
    """Delete the answers to riddles. The number of people who chose a move stays as it is."""
    await advisory_lock(transaction, attempts_lock(user_id))
    for day in await transaction.all(_ANSWERED_SINCE, datetime.date, user=user_id, since=min(DAY.recent())):
        await keep_hash(transaction, user_id, key_of(day))
    return await _delete_rows(transaction, column, user_id)


class Hosted(Struct, array_like=True, frozen=True):
    id: Id
    solo: bool


async def _delete_hosted(transaction: Transaction, column: AnyColumn, user_id: int) -> bool:
    """Delete games for one. Games of groups stay."""
    await _keep_used(transaction, user_id)
    hosted = await transaction.all(_HOSTED, Hosted, user=user_id)
    await transaction.many(_GONE, [{"of": row.id} for row in hosted if row.solo])
    await transaction.many(_HOSTLESS, [{"of": row.id, "host_id": NOBODY} for row in hosted if not row.solo])
    return bool(hosted)


class InAGroup(Struct, array_like=True, frozen=True):
    """A result of theirs, and who played in that game."""

    table_id: Id
    party: str


async def _delete_results(transaction: Transaction, column: AnyColumn, user_id: int) -> bool:
    """Take this user out of results of games with others.

    The results stay. The standings of these groups change first: they are found by the old name, which the results
    still have.
    """
    own_results = await transaction.all(_OWN_RESULTS, InAGroup, user=user_id)
    if not own_results:
        return False
    parties = {row.party: _without(user_id, row.party) for row in own_results}
    renamed = {before: after for before, after in parties.items() if before != after}
    if await rename_groups(transaction, renamed, ROWS // 2):
        return True
    await transaction.many(_OF_GAME, [{"of": row.table_id, "party": parties[row.party]} for row in own_results])
    theirs = [{"of": row.table_id, "user": user_id, "user_id": None} for row in own_results]
    await transaction.many(_OWN_OF_GAME, theirs)
    return True


def _without(user_id: int, party: str) -> str:
    known = [int(user) if user.isdecimal() else NOBODY for user in party.split(",")]
    return party_text(NOBODY if known_user == user_id else known_user for known_user in known)


async def _delete_rows(transaction: Transaction, column: AnyColumn, user_id: int) -> bool:
    """Delete some of the rows that name this user."""
    return await transaction.run(_deletion(column), user=user_id) > 0


def _blank(value: int | None) -> DeleteSome:
    """Keep the rows, without this user."""

    async def blank(transaction: Transaction, column: AnyColumn, user_id: int) -> bool:
        return await transaction.run(_update(column), user=user_id, **{column.name: value}) > 0

    return blank


async def _forget_departures(transaction: Transaction, column: AnyColumn, user_id: int) -> bool:
    """Keep that somebody has left a seat, without who, and what they were called. It isn't kept for them any more."""
    gone = {"user_id": None, "name": None, "for_good": True, "kept_until": 0, "at": 0}
    return await transaction.run(_update(column), user=user_id, **gone) > 0


async def _delete_later(transaction: Transaction, column: AnyColumn, user_id: int) -> bool:
    """Do nothing yet: these rows are deleted last."""
    return False


# Each is made once

_attempts, _answers, _results_row = schema.attempts.c, schema.riddle_answers.c, schema.results.c
_of_user: BindParameter[int] = bindparam("user")
_ATTEMPTS_SINCE = select(*[_attempts[name] for name in Key.__struct_fields__]).where(
    _attempts.user_id == _of_user, _attempts.date >= bindparam("since")
)
_ANSWERED_SINCE = select(_answers.date).where(_answers.user_id == _of_user, _answers.date >= bindparam("since"))
_is_it = schema.tables.c.id == bindparam("of")
_HOSTED = select(schema.tables.c.id, schema.tables.c.solo).where(schema.tables.c.host_id == _of_user).limit(TABLES)
_GONE, _HOSTLESS = delete(schema.tables).where(_is_it), update(schema.tables).where(_is_it)
_OWN_RESULTS = select(_results_row.table_id, _results_row.party).where(_results_row.user_id == _of_user).limit(RESULTS)
_OF_GAME = update(schema.results).where(_results_row.table_id == bindparam("of"))
_OWN_OF_GAME = _OF_GAME.where(_results_row.user_id == _of_user)


@cache
def _next_rows(column: AnyColumn) -> ColumnElement[bool]:
    """A condition for the next rows of a user, by their key."""
    key = column.table.primary_key.columns
    return tuple_(*key).in_(select(*key).where(column == _of_user).limit(ROWS))


@cache
def _deletion(column: AnyColumn) -> Delete:
    return delete(column.table).where(_next_rows(column))


@cache
def _update(column: AnyColumn) -> Update:
    return update(column.table).where(_next_rows(column))


# -- What is stored about a user


@dataclass(frozen=True)
class Personal:
    """A column that names a user: what becomes of its rows when their data is deleted, and how they are exported."""

    column: AnyColumn
    delete: DeleteSome = _delete_rows
    export: Export | None = _whole  # None: another part exports the table
    to_the_end: bool = False  # once more at the end, because using the bot meanwhile writes it again


# All of it, in the order in which it is deleted. docs/privacy.md tells users the same
PERSONAL = (
    Personal(schema.tables.c.host_id, _delete_hosted, _tables),
    Personal(schema.attempts.c.user_id, _delete_attempts),
    Personal(schema.results.c.user_id, _delete_results, _results),
    Personal(schema.log.c.user_id, _blank(None), _log),
    Personal(schema.archived_players.c.user_id, _blank(None)),
    Personal(schema.departures.c.user_id, _forget_departures),
    Personal(schema.votes.c.opened_by, _blank(NOBODY)),
    Personal(schema.tables.c.first_id, _blank(None), None),
    Personal(schema.players.c.user_id),
    Personal(schema.ballots.c.user_id),
    Personal(schema.riddle_answers.c.user_id, _delete_answers),
    Personal(schema.standings.c.user_id),
    Personal(schema.win_standings.c.user_id),
    Personal(schema.season_standings.c.user_id),
    Personal(schema.closed_dms.c.user_id),
    Personal(schema.posts.c.user_id),
    Personal(schema.outbox.c.user_id),
    Personal(schema.followers.c.user_id),
    Personal(schema.company.c.user_id),
    Personal(schema.alerts.c.user_id),
    Personal(schema.notes.c.user_id, export=_notes),
    Personal(schema.notes.c.by_id, export=None),
    Personal(schema.retries.c.user_id),
    Personal(schema.learners.c.user_id),
    Personal(schema.announcements.c.set_by, _blank(None)),
    Personal(schema.restrictions.c.user_id, _blank(None)),  # the keyed hash stays: a block is the server's
    Personal(schema.server_log.c.by_id, _blank(None), _of_the_server_log),
    Personal(schema.server_log.c.user_id, _blank(None), None),
    Personal(schema.aways.c.user_id),
    Personal(schema.people.c.user_id, to_the_end=True),
    Personal(schema.members.c.user_id, to_the_end=True),
    Personal(schema.forgotten.c.user_id, _delete_later, to_the_end=True),  # they asked for it: kept until all is done
)
