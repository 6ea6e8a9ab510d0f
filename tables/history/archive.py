"""Finished games, packed to a tenth of their size: who moved what and when, with the moves that were taken back.

Events and the last position follow from the deal and the moves. They are left out if playing the log again gives the
same ones, and are worked out again when somebody looks. A packed log names users by numbers. The rows of
`archived_players` say which user has which number, so deleting a row there is enough to forget a user.
"""

import asyncio
import hashlib
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any

import msgspec
from sqlalchemy import Select, delete, insert, select

from engine import IllegalMove, decode, encode
from languages import say

from ..daily.calendar import now
from ..play.model import OUTDATED, Entry, GameRecord, Kind, Outdated, undos, without_undone
from ..play.rows import load, lock, set_values
from ..store import schema
from ..store.cells import Refused, Unreadable
from ..store.connection import Connection
from ..store.database import Database
from ..store.prepared import prepared

PACKED_AFTER = 24 * 3600  # seconds after the end
A_ROUND = 50  # games packed in one go


class Verbatim(msgspec.Struct, array_like=True, frozen=True):
    """Events and a last position that the moves don't lead to: their rules are gone, or somebody changed the database
    by hand.
    """

    events: list[msgspec.Raw]
    reveals: list[bool]
    snapshot: msgspec.Raw


class Log(msgspec.Struct, array_like=True, frozen=True):
    """A table's log by columns, which compress well. Versions, turns and times are stored as differences."""

    versions: list[int]
    turns: list[int]
    times: list[int]
    seats: list[int]
    kinds: list[Kind]
    made_by: list[int]  # 0: nobody, the move was forced
    moves: list[msgspec.Raw]
    digest: str  # SHA-256 of the snapshot
    verbatim: Verbatim | None = None


@prepared
def _due(at: int, most: int) -> Select[Any]:
    """Games that were over at `at`, and shown."""
    row = schema.tables.c
    over = select(row.id).where(schema.TO_PACK, row.changed_at <= at, row.shown >= row.version)
    return over.order_by(row.changed_at).limit(most)


class Archive:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._unreadable = set[int]()  # tables, since the start

    async def pack(self, most: int = A_ROUND) -> int:
        """Pack games that have been over for a day and shown. Returns how many. One transaction for each."""
        async with self._database.glance() as connection:
            ids = (await connection.scalars(*_due(now() - PACKED_AFTER, most + len(self._unreadable)))).all()
        table_ids = [table_id for table_id in ids if table_id not in self._unreadable][:most]
        for table_id in table_ids:
            try:
                await self._pack(table_id)
            except Refused:
                self._unreadable.add(table_id)
        return len(table_ids)

    async def _pack(self, table_id: int) -> None:
        async with self._database.read() as connection:
            loaded, rows = await load(connection, table_id), await _rows(connection, table_id)
        packed = await asyncio.to_thread(_packed, loaded, rows)
        numbers = _numbered(rows)
        of_table = schema.log.c.table_id == table_id
        async with self._database.write() as connection:
            await lock(connection, table_id)
            users = await connection.scalars(
                select(schema.log.c.user_id).where(of_table).order_by(schema.log.c.version)
            )
            if users.all() != [row.user_id for row in rows]:
                return  # a user was forgotten in the meantime: pack it another time; or another process has packed it
            await connection.execute(insert(schema.archive).values(table_id=table_id, log=packed))
            if numbers:
                values = [{"table_id": table_id, "number": number, "user_id": user} for user, number in numbers.items()]
                await connection.execute(insert(schema.archived_players), values)
            await connection.execute(delete(schema.log).where(of_table))
            await set_values(connection, table_id, snapshot=None)


async def _rows(connection: Connection, table_id: int) -> Sequence[Any]:
    of_table = select(schema.log).where(schema.log.c.table_id == table_id).order_by(schema.log.c.version)
    return (await connection.execute(of_table)).all()


def _numbered(rows: Sequence[Any]) -> Mapping[int, int]:
    """Numbers from 1, by user id."""
    users = dict.fromkeys(row.user_id for row in rows if row.user_id is not None)
    return {user_id: number for number, user_id in enumerate(users, 1)}


def _packed(loaded: GameRecord, rows: Sequence[Any]) -> bytes:
    """The log as it is stored when packed. Raises Unreadable."""
    assert loaded.snapshot is not None
    numbers = _numbered(rows)
    log = Log(
        versions=_steps([row.version for row in rows]),
        turns=_steps([row.turn for row in rows]),
        times=_steps([row.at for row in rows]),
        seats=[row.seat for row in rows],
        kinds=[row.kind for row in rows],
        made_by=[numbers.get(row.user_id, 0) for row in rows],
        moves=[msgspec.Raw(row.move.encode()) for row in rows],
        digest=digest(loaded.snapshot),
    )
    if not _can_be_worked_out(loaded, log, rows):
        events = [msgspec.Raw(row.events.encode()) for row in rows]
        verbatim = Verbatim(events, [row.reveals for row in rows], msgspec.Raw(loaded.snapshot.encode()))
        log = msgspec.structs.replace(log, verbatim=verbatim)
    packed = zlib.compress(encode(log), 9)
    _read(packed)  # fails if a row is damaged: packed, it would spoil all others
    return packed


def _can_be_worked_out(loaded: GameRecord, log: Log, rows: Sequence[Any]) -> bool:
    """Whether playing the log again gives everything that would be left out."""
    if loaded.table.outdated:
        return False
    try:
        entries, snapshot = _worked_out(loaded, log, {})
    except Outdated:
        return False
    written = [(row.events, row.reveals) for row in rows]
    return snapshot == loaded.snapshot and [(entry.events, entry.reveals) for entry in entries] == written


def digest(snapshot: str) -> str:
    return hashlib.sha256(snapshot.encode()).hexdigest()


def unpack(loaded: GameRecord) -> GameRecord:
    """The same table with its position and its history. It plays the whole game, so call it in a thread.

    Raises Outdated if the rules have changed and the moves no longer fit, and Unreadable.
    """
    assert loaded.packed is not None
    packed, users = loaded.packed
    log = _read(packed)
    try:
        entries, snapshot = _worked_out(loaded, log, users)
        history = without_undone(entries)
    except (ValueError, IndexError) as error:
        raise Unreadable(f"table {loaded.table.id}: archive.log") from error
    return replace(loaded, snapshot=snapshot, history=history, undos=undos(entries), digest=log.digest, packed=None)


def moves_of(packed: bytes, number: int) -> list[dict[str, Any]]:
    """What the user with this number did, as rows of the log."""
    log = _read(packed)
    columns = (accumulate(log.versions), accumulate(log.turns), log.seats, log.kinds, log.moves, accumulate(log.times))
    names = ("version", "turn", "seat", "kind", "move", "at")
    rows = zip(log.made_by, zip(*columns, strict=True), strict=True)
    return [
        {name: bytes(value).decode() if name == "move" else value for name, value in zip(names, row, strict=True)}
        for mover, row in rows
        if mover == number
    ]


def _read(packed: bytes) -> Log:
    try:
        log: Log = decode(Log, zlib.decompress(packed))
    except (zlib.error, msgspec.MsgspecError) as error:
        raise Unreadable("archive.log") from error
    return log


def _worked_out(loaded: GameRecord, log: Log, users: Mapping[int, int | None]) -> tuple[list[Entry], str | None]:
    """The log as it was before it was packed, and the snapshot (None if its rules aren't kept any more)."""
    moves = [bytes(move).decode() for move in log.moves]
    snapshot: str | None
    if kept := log.verbatim:
        effects = [(bytes(events).decode(), reveals) for events, reveals in zip(kept.events, kept.reveals, strict=True)]
        snapshot = bytes(kept.snapshot).decode()
    elif loaded.table.outdated:
        effects, snapshot = [("[]", False)] * len(moves), None
    else:
        try:
            effects, snapshot = _play_again(loaded, log, moves)
        except (IllegalMove, msgspec.MsgspecError):
            raise Outdated(say(OUTDATED, game=loaded.game.title)) from None
    columns = zip(
        accumulate(log.turns), log.seats, log.kinds, moves, effects, log.made_by, accumulate(log.versions), strict=True
    )
    entries = [
        Entry(turn, seat, kind, move, events, reveals, users.get(mover), version)
        for turn, seat, kind, move, (events, reveals), mover, version in columns
    ]
    return entries, snapshot


def _play_again(loaded: GameRecord, log: Log, moves: Sequence[str]) -> tuple[list[tuple[str, bool]], str]:
    """For each move its events and whether it revealed anything; then the last position."""
    game, effects, versions = loaded.dealt(), list[tuple[str, bool]](), [0]
    for version, kind, move in zip(accumulate(log.versions), log.kinds, moves, strict=True):
        if kind == "undo":
            while versions[-1] > int(move):
                versions.pop()
                game.take_back()
            effects.append(("[]", False))
        else:
            step = game.play(decode(loaded.game.move, move.encode())).step
            versions.append(version)
            effects.append((encode(step.events).decode(), step.reveals))
    return effects, encode(game.state).decode()


def _steps(numbers: Sequence[int]) -> list[int]:
    return [later - earlier for earlier, later in pairwise((0, *numbers))]
