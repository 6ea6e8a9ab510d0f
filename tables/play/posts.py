"""Which messages show a table on Discord, and which users take no direct messages."""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from functools import partial
from typing import Literal, Self, TypeVar, overload

import sqlalchemy
from msgspec import Struct
from sqlalchemy import bindparam, delete, select, tuple_, update

from languages import say

from ..daily.calendar import now
from ..store import schema
from ..store.cache import USERS_KNOWN, Cache
from ..store.database import Beside, Database
from ..store.errors import IntegrityError
from ..store.kinds import Id, When
from ..store.shards import Shards
from ..store.statements import Filled, Rows, Write, replacing
from ..store.upserts import upserts
from .model import NOBODY, Refused
from .table_rows import LOOKING, THESE, rows_of

Kind = Literal["board", "vote", "replay", "shared", "old", "private"]


@dataclass(frozen=True, order=True)
class Slot:
    """What a message shows of its table: the board, the vote, the replay, its player's shared result, an old board that
    still has its buttons or is the line that is left of all, or what one player knows.
    """

    kind: Kind
    of: int = 0  # an old board's message id, or a private message's user id; else 0

    def row(self) -> dict[str, object]:
        """Its columns in `posts`."""
        if self.kind == "private":
            return {"slot": self.kind, "user_id": self.of}
        return {"slot": f"old {self.of}" if self.kind == "old" else self.kind, "user_id": NOBODY}

    @classmethod
    def read(cls, slot: str, user_id: int) -> Self | None:
        """The slot of a row; None if it isn't one."""
        match slot.split():
            case ["board" | "vote" | "replay" | "shared" as kind]:
                return cls(kind)
            case ["private"]:
                return cls("private", user_id)
            case ["old", number] if number.isdecimal():
                return cls("old", int(number))
        return None


BOARD, VOTE, REPLAY, SHARED = Slot("board"), Slot("vote"), Slot("replay"), Slot("shared")
SHOW = "show"  # the kind of lease under which a process shows a table
NONCE_LASTS = 120  # seconds: Discord remembers a nonce for a few minutes
LATE = 30  # seconds: a message whose answer was lost is there by then, or never
REPOST = -1  # in place of a turn: post the same board in a new message
FOLDED = -2  # likewise: an old board that has been folded


@dataclass(frozen=True)
class Post:
    """A message on Discord that shows a table."""

    channel_id: int
    message_id: int
    turn: int = REPOST  # the turn that it shows
    digest: str = ""  # of what it shows, to skip an edit that changes nothing; "" while its buttons are off


@dataclass(frozen=True)
class Intent:
    """A new message that may have been sent: nobody knows before Discord's answer is recorded.

    Sent again with the same nonce, Discord returns the message that it has, as long as it remembers the nonce.
    """

    nonce: str
    at: int  # when it was noted, in seconds since 1970

    def is_remembered(self, at: int) -> bool:
        """Whether Discord still knows the nonce at this time."""
        return 0 <= at - self.at < NONCE_LASTS

    @property
    def settles_at(self) -> int:
        """Until then a request that was given up may still reach Discord."""
        return self.at + LATE


class PostRow(Struct, array_like=True, frozen=True):
    table_id: Id
    slot: str
    user_id: Id
    channel_id: Id
    message_id: Id
    turn: int
    digest: str

    def value(self) -> Post:
        return Post(self.channel_id, self.message_id, self.turn, self.digest)


class IntentRow(Struct, array_like=True, frozen=True):
    table_id: Id
    slot: str
    user_id: Id
    nonce: str
    at: When

    def value(self) -> Intent:
        return Intent(self.nonce, self.at)


class Changed(Struct, array_like=True, frozen=True):
    changed_at: When
    id: Id


class Posts:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._memory: Cache[Mapping[Slot, Post]] = database.memory()
        self._intents: Cache[Mapping[Slot, Intent]] = database.memory()
        self._closed: Cache[bool] = database.memory(most=USERS_KNOWN)  # by user id
        closed = schema.closed_dms.c.user_id
        database.beside += [
            _beside(self._memory, schema.posts, PostRow),
            _beside(self._intents, schema.outbox, IntentRow),
            Beside(
                self._closed,
                int,
                select(closed).where(closed.in_(LOOKING)),
                lambda rows, _, users: {user_id: user_id in rows for user_id in users},
            ),
        ]

    async def of(self, table_id: int) -> dict[Slot, Post]:
        """A table's posts.

        One that can't be read is left out, so that it is posted again.
        """
        return {**await self._memory.get_or_read(table_id, partial(self._read, table_id))}

    async def _read(self, table_id: int) -> Mapping[Slot, Post]:
        async with self._database.glance() as transaction:
            return _by_slot(await transaction.all(_OF_TABLE, PostRow, of=table_id))

    @asynccontextmanager
    async def showing(self, table_id: int) -> AsyncIterator[bool]:
        """Within this block no other process shows this table. Yields whether a process died while showing it.

        Whoever held it before may have posted: begin a visit after this, which reads what they have recorded.
        """
        async with self._database.leases.exclusive(SHOW, table_id) as of_the_dead:
            yield of_the_dead

    async def intents(self, table_id: int) -> dict[Slot, Intent]:
        """The new messages of a table of which nobody knows whether they were sent."""
        return {**await self._intents.get_or_read(table_id, partial(self._read_intents, table_id))}

    async def _read_intents(self, table_id: int) -> Mapping[Slot, Intent]:
        async with self._database.glance() as transaction:
            return _by_slot(await transaction.all(_OUTBOX, IntentRow, of=table_id))

    async def intend(self, table_id: int, slot: Slot, intent: Intent) -> None:
        """Note that a new message is about to be sent. Raises as `record` does."""
        database, row = self._database, {"table_id": table_id, **slot.row(), **asdict(intent)}
        writing = database.glance() if database.shared else database.write()
        async with self._of_a_table(table_id), writing as transaction:
            await transaction.run(_INTENDED[transaction.dialect], **row)
        _keep(self._intents, table_id, {slot: intent})

    async def record(
        self,
        table_id: int,
        posts: Mapping[Slot, Post | None],
        *,
        settled: Collection[Slot] = (),
        shown: int | None = None,
        showing: bool = False,
    ) -> None:
        """Replace these posts of this table; None deletes one, so that it is posted again.

        `settled`: it is known what became of the new messages of these slots. `shown`: everybody who is to see this
        version has been shown it. `showing`: this process holds the lease of showing the table. Raises LeaseLost if
        another process has it by now, and Refused if the table was deleted.
        """
        rows = [{"table_id": table_id, **slot.row(), **asdict(post)} for slot, post in posts.items() if post]
        writes: list[Write] = [Rows(schema.posts, rows, replacing)]
        forgotten = [slot for slot, post in posts.items() if post is None]
        for table, slots in ((schema.posts, forgotten), (schema.outbox, settled)):
            if slots:
                these = tuple_(table.c.slot, table.c.user_id).in_([tuple(slot.row().values()) for slot in slots])
                writes.append(delete(table).where(table.c.table_id == table_id, these))
        if shown is not None:
            writes.append(Filled(_SHOWN, {"of": table_id, "shown": shown}))
        async with self._of_a_table(table_id), self._database.write() as transaction:
            if showing:
                await self._database.leases.require(transaction, SHOW, table_id)
            await transaction.write_all(writes)
        _keep(self._memory, table_id, posts)
        _keep(self._intents, table_id, dict.fromkeys(settled))

    @asynccontextmanager
    async def _of_a_table(self, table_id: int) -> AsyncIterator[None]:
        """A change within that fails leaves nothing in memory. Raises Refused if the table was deleted."""
        try:
            yield
        except BaseException as error:
            self._memory.drop(table_id)
            self._intents.drop(table_id)
            if isinstance(error, IntegrityError) and await self._is_deleted(table_id):
                raise Refused(say("This game has been deleted.")) from None
            raise

    async def record_edit(self, table_id: int, slot: Slot, post: Post) -> None:
        """Record what this post shows by now, unless another one has taken its slot meanwhile."""
        this = {"of": table_id, "message": post.message_id, **{f"its_{name}": key for name, key in slot.row().items()}}
        try:
            async with self._database.write() as transaction:
                changed = await transaction.run(_EDITED, **this, turn=post.turn, digest=post.digest)
        except BaseException:
            self._memory.drop(table_id)
            raise
        known = self._memory.get(table_id)
        if changed and known and slot in known and known[slot].message_id == post.message_id:
            self._memory.keep(table_id, {**known, slot: post})
        else:
            self._memory.drop(table_id)

    async def _is_deleted(self, table_id: int) -> bool:
        async with self._database.glance() as transaction:
            return await transaction.one(_THERE, int, of=table_id) is None

    async def mark_unknown(self, table_id: int) -> None:
        """Let everything be shown again by edits, because nobody knows what this table's messages show."""
        of_table = schema.posts.c.table_id == table_id
        async with self._database.write() as transaction:
            await transaction.run(update(schema.posts).where(of_table).values(digest=""))
            await transaction.run(_SHOWN, of=table_id, shown=-1)
        self._memory.drop(table_id)

    async def unshown(self, cluster: Shards | None = None, *, before: int | None = None) -> tuple[int, ...]:
        """Tables whose newest version hasn't been shown, or something of it may have been; of these shards' servers, or
        of all.

        `before`: only those that have last changed before this time, or by a clock that was ahead.
        """
        sending = schema.tables.c.id.in_(select(schema.outbox.c.table_id))
        unshown = [select(schema.tables.c.id).where(which) for which in (schema.UNSHOWN, sending)]
        if before is not None:
            unshown = [query.where(~schema.tables.c.changed_at.between(before, now())) for query in unshown]
        if cluster is not None:
            unshown = [query.where(cluster.of(schema.tables.c.guild_id)) for query in unshown]
        async with self._database.read() as transaction:
            return tuple(dict.fromkeys([found for query in unshown for found in await transaction.all(query, int)]))

    async def abandoned(self) -> frozenset[int]:
        """Tables that a dead process may have left outdated: unshown ones, and those that it was showing."""
        return frozenset((*await self.unshown(), *await self._database.leases.abandoned(SHOW)))

    async def in_play(
        self, cluster: Shards | None = None, *, before: tuple[int, int] | None, most: int
    ) -> tuple[tuple[int, int], ...]:
        """Up to `most` group games in progress, each as (time of change, id), the last changed first.

        Of these shards' servers, or of all. `before`: the last pair of the page before; only those that follow it.
        """
        row = schema.tables.c
        changed = select(row.changed_at, row.id).where(schema.GROUPS_PLAYING)
        if cluster is not None:
            changed = changed.where(cluster.of(row.guild_id))
        if before is not None:
            changed = changed.where(tuple_(row.changed_at, row.id) < tuple_(*before))
        async with self._database.glance() as transaction:
            rows = await transaction.all(changed.order_by(row.changed_at.desc(), row.id.desc()).limit(most), Changed)
            return tuple([(row.changed_at, row.id) for row in rows])

    async def lobbies(self, cluster: Shards, *, after: int, most: int) -> tuple[int, ...]:
        """Up to `most` lobbies of these shards' servers, in order of their numbers, beginning after `after`."""
        row = schema.tables.c
        these = select(row.id).where(
            schema.GROUPS_LIVING, row.phase == "lobby", cluster.of(row.guild_id), row.id > after
        )
        async with self._database.glance() as transaction:
            return tuple(await transaction.all(these.order_by(row.id).limit(most), int))

    async def dm_closed(self, user_id: int) -> bool:
        return bool(await self.dms_closed([user_id]))

    async def dms_closed(self, user_ids: Collection[int]) -> frozenset[int]:
        """Which of these users take no direct messages."""
        closed = await self._closed.get_or_read_all(user_ids, self._read_closed)
        return frozenset(user_id for user_id in user_ids if closed[user_id])

    async def _read_closed(self, user_ids: Collection[int]) -> Mapping[int, bool]:
        async with self._database.glance() as transaction:
            closed = {*await transaction.all(_CLOSED, int, users=[*user_ids])}
        return {user_id: user_id in closed for user_id in user_ids}

    async def set_dm_closed(self, user_id: int, closed: bool) -> None:
        try:
            async with self._database.write() as transaction:
                if closed:
                    await transaction.run(_CLOSING[transaction.dialect], user_id=user_id, at=now())
                else:
                    await transaction.run(_OPENED, user=user_id)
        finally:
            self._closed.drop(user_id)


_of_table = schema.posts.c.table_id == bindparam("of")
_OF_TABLE = rows_of(schema.posts, PostRow).where(_of_table)
_OUTBOX = rows_of(schema.outbox, IntentRow).where(schema.outbox.c.table_id == bindparam("of"))
_INTENDED = upserts(schema.outbox, replacing)
_EDITED = update(schema.posts).where(
    _of_table,
    schema.posts.c.message_id == bindparam("message"),
    schema.posts.c.slot == bindparam("its_slot"),
    schema.posts.c.user_id == bindparam("its_user_id"),
)
_SHOWN = update(schema.tables).where(schema.tables.c.id == bindparam("of"))
_THERE = select(schema.tables.c.id).where(schema.tables.c.id == bindparam("of"))
_closed = schema.closed_dms.c.user_id
_CLOSED = select(_closed).where(_closed.in_(bindparam("users", expanding=True)))
_CLOSING = upserts(schema.closed_dms, replacing)
_OPENED = delete(schema.closed_dms).where(_closed == bindparam("user"))


Sent = TypeVar("Sent", Post, Intent)


def _keep(memory: Cache[Mapping[Slot, Sent]], table_id: int, changes: Mapping[Slot, Sent | None]) -> None:
    known = memory.get(table_id)
    if known is None:
        memory.drop(table_id)  # whoever is reading now may get the old ones
    else:
        memory.keep(table_id, {slot: one for slot, one in {**known, **changes}.items() if one})


def _beside(
    memory: Cache[Mapping[Slot, Sent]], stored: sqlalchemy.Table, kind: type[PostRow] | type[IntentRow]
) -> Beside:
    """What `stored` has of tables, read with them."""
    return Beside(
        memory,
        kind,
        rows_of(stored, kind).where(stored.c.table_id.in_(THESE)),
        lambda rows, tables, _: {
            table.id: _by_slot([row for row in rows if row.table_id == table.id]) for table in tables
        },
    )


@overload
def _by_slot(rows: Sequence[PostRow]) -> Mapping[Slot, Post]: ...
@overload
def _by_slot(rows: Sequence[IntentRow]) -> Mapping[Slot, Intent]: ...
def _by_slot(rows: Sequence[PostRow] | Sequence[IntentRow]) -> Mapping[Slot, Post | Intent]:
    """What these rows of one table say, without those of slots that there aren't."""
    values = {Slot.read(row.slot, row.user_id): row.value() for row in rows}
    return {slot: value for slot, value in values.items() if slot}
