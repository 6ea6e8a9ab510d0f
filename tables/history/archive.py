"""Finished games, packed to a tenth of their size: who moved what and when, with the moves that were taken back.

Events and the last position follow from the deal and the moves. They are left out, and worked out again when somebody
looks. A game that doesn't play out as it was told isn't packed, so nothing of it is lost. A packed log names users by
numbers. The rows of `archived_players` say which user has which number, so deleting a row there is enough to forget a
user.
"""

import asyncio
import logging
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, delete, insert, select

from engine import Seat, decode, encode

from ..daily.calendar import now
from ..play.log import Entry, Kind, undos, without_undone
from ..play.model import REOPENED_WITHIN, GameRecord
from ..play.rows import load, lock, set_values
from ..store import schema
from ..store.database import Database
from ..store.errors import Refused, Unreadable
from ..store.kinds import Count, Id, When
from ..store.statements import Query
from ..store.transaction import Transaction
from ..store.types import Time
from .proofs import play_again

log = logging.getLogger(__name__)

PACKED_AFTER = 24 * 3600  # seconds after the end
A_ROUND = 50  # games packed in one go


class Log(msgspec.Struct, array_like=True, frozen=True):
    """A table's log by columns, which compress well. Versions, turns and times are stored as differences."""

    versions: list[int]
    turns: list[int]
    times: list[int]
    seats: list[int]
    kinds: list[Kind]
    made_by: list[int]  # 0: nobody, the move was forced
    moves: list[msgspec.Raw]


def _due() -> Query:
    """Games that were over before a time, and shown. Those that can still be taken up again aren't among them."""
    row, before = schema.tables.c, bindparam("before", type_=Time())
    kept = row.idle & (row.changed_at > before - REOPENED_WITHIN)
    over = select(row.id).where(schema.TO_PACK, row.changed_at <= before, row.shown >= row.version, ~kept)
    return over.order_by(row.changed_at).limit(bindparam("most"))


_DUE = _due()


class Archive:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._left = set[int]()  # tables that can't be packed, since the start

    async def pack(self, most: int = A_ROUND) -> int:
        """Pack games that have been over for a day and shown. Returns how many. One transaction for each.

        A game of another end than was told is left as it is, and the log of the bot says so.
        """
        async with self._database.glance() as transaction:
            ids = await transaction.all(_DUE, int, before=now() - PACKED_AFTER, most=most + len(self._left))
        table_ids, packed = [table_id for table_id in ids if table_id not in self._left][:most], 0
        for table_id in table_ids:
            try:
                packed += await self._pack(table_id)
            except Refused:
                self._left.add(table_id)
        return packed

    async def _pack(self, table_id: int) -> bool:
        """Returns whether the game was packed, or will be another time."""
        async with self._database.read() as transaction:
            loaded, rows = await load(transaction, table_id), await _rows(transaction, table_id)
        if loaded.table.phase == "over" and await asyncio.to_thread(play_again, loaded) == "other":
            log.warning("Table %s doesn't play out as it was told: see docs/hosting.md, Updating", table_id)
            self._left.add(table_id)
            return False
        packed = await asyncio.to_thread(_packed, loaded, rows)
        numbers = _numbered(rows)
        async with self._database.write() as transaction:
            await lock(transaction, table_id)
            if [row.user_id for row in await _rows(transaction, table_id)] != [row.user_id for row in rows]:
                return (
                    True  # a user was forgotten in the meantime: pack it another time; or another process has packed it
                )
            await transaction.run(insert(schema.archive), table_id=table_id, log=packed)
            values = [{"table_id": table_id, "number": number, "user_id": user} for user, number in numbers.items()]
            await transaction.many(insert(schema.archived_players), values)
            await transaction.run(_PACKED, of=table_id)
            await set_values(transaction, table_id, snapshot=None)
        return True


class Logged(Struct, array_like=True, frozen=True):
    """What is packed of a row of the log."""

    version: Count
    turn: Count
    at: When
    seat: Seat
    kind: Kind
    move: str
    user_id: Id | None


_log = schema.log.c
_of_table = _log.table_id == bindparam("of")
_LOG = select(*[_log[name] for name in Logged.__struct_fields__]).where(_of_table).order_by(_log.version)
_PACKED = delete(schema.log).where(_of_table)


async def _rows(transaction: Transaction, table_id: int) -> Sequence[Logged]:
    return await transaction.whole(_LOG, Logged, of=table_id)


def _numbered(rows: Sequence[Logged]) -> Mapping[int, int]:
    """Numbers from 1, by user id."""
    users = dict.fromkeys(row.user_id for row in rows if row.user_id is not None)
    return {user_id: number for number, user_id in enumerate(users, 1)}


def _packed(loaded: GameRecord, rows: Sequence[Logged]) -> bytes:
    """The log as it is stored when packed. Raises Unreadable."""
    numbers = _numbered(rows)
    columns = Log(
        versions=_steps([row.version for row in rows]),
        turns=_steps([row.turn for row in rows]),
        times=_steps([row.at for row in rows]),
        seats=[row.seat for row in rows],
        kinds=[row.kind for row in rows],
        made_by=[0 if row.user_id is None else numbers.get(row.user_id, 0) for row in rows],
        moves=[msgspec.Raw(row.move.encode()) for row in rows],
    )
    packed = zlib.compress(encode(columns), 9)
    _read(packed)  # fails if a row is damaged: packed, it would spoil all others
    return packed


def unpack(loaded: GameRecord) -> GameRecord:
    """The same table with its position and its history. It plays the whole game, so call it in a thread.

    Raises Unreadable.
    """
    assert loaded.packed is not None
    packed, users = loaded.packed
    read = _read(packed)
    try:
        entries = [
            Entry(turn, seat, kind, bytes(move).decode(), "[]", False, users.get(mover), version)
            for turn, seat, kind, move, mover, version in zip(
                accumulate(read.turns),
                read.seats,
                read.kinds,
                read.moves,
                read.made_by,
                accumulate(read.versions),
                strict=True,
            )
        ]
        history = without_undone(entries)
    except ValueError as error:
        raise Unreadable(f"table {loaded.table.id}: archive.log") from error
    whole = replace(loaded, history=history, undos=undos(entries), packed=None)
    return whole if loaded.table.outdated else whole.renew()


def moves_of(packed: bytes, number: int) -> list[dict[str, object]]:
    """What the user with this number did, as rows of the log."""
    read = _read(packed)
    versions, turns, times = accumulate(read.versions), accumulate(read.turns), accumulate(read.times)
    columns = (versions, turns, read.seats, read.kinds, read.moves, times)
    names = ("version", "turn", "seat", "kind", "move", "at")
    rows = zip(read.made_by, zip(*columns, strict=True), strict=True)
    return [
        {name: bytes(value).decode() if name == "move" else value for name, value in zip(names, row, strict=True)}
        for mover, row in rows
        if mover == number
    ]


def _read(packed: bytes) -> Log:
    try:
        read: Log = decode(Log, zlib.decompress(packed))
    except (zlib.error, msgspec.MsgspecError) as error:
        raise Unreadable("archive.log") from error
    return read


def _steps(numbers: Sequence[int]) -> list[int]:
    return [later - earlier for earlier, later in pairwise((0, *numbers))]
