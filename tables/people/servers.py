"""What a server's managers have chosen for everybody in it, and whom its moderators have blocked."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Literal

from msgspec import Struct
from sqlalchemy import bindparam, delete, select, update

from engine import encode

from ..play.rows import once
from ..store import schema
from ..store.cache import USERS_KNOWN, Cache
from ..store.database import Database
from ..store.errors import decoded
from ..store.kinds import Count, Digest, Id
from ..store.secret import keyed
from ..store.statements import Selects
from ..store.transaction import Transaction
from ..store.upserts import upsert
from . import server_log

rows, restrictions = schema.servers, schema.restrictions

Places = Literal["all", "only", "except"]  # games may be played in all channels, only in these, in none of these
OldBoards = Literal["kept", "folded", "deleted"]  # what becomes of boards once there is a newer one
CHOSEN = ("places", "threads", "role_id", "most_tables", "most_each", "old_boards", "pings", "log_id")
DEFAULTS = {"language": ""}  # of the column that has none in the database


class Chosen(Struct, array_like=True, frozen=True):
    """A server's row."""

    language: str  # "": that of its Discord
    channels: str
    places: Places
    threads: bool
    role_id: Id | None
    most_tables: Count | None
    most_each: Count | None
    old_boards: OldBoards
    pings: bool
    log_id: Id | None


class Restriction(Struct, array_like=True, frozen=True):
    hash: Digest
    user_id: Id | None
    blocked: bool
    unlisted: bool


_OF_SERVER = Selects(
    {
        "servers": select(*[rows.c[name] for name in Chosen.__struct_fields__]).where(
            rows.c.guild_id == bindparam("guild")
        ),
        "restrictions": select(*[restrictions.c[name] for name in Restriction.__struct_fields__]).where(
            restrictions.c.guild_id == bindparam("guild")
        ),
    },
    {"servers": Chosen, "restrictions": Restriction},
)
_UNRESTRICTED = delete(restrictions).where(
    restrictions.c.guild_id == bindparam("guild"), ~restrictions.c.blocked, ~restrictions.c.unlisted
)
_others = schema.processes.c.id != bindparam("process")
_FORGET = update(schema.processes).where(_others).values(forgettings=schema.processes.c.forgettings + 1)


@dataclass(frozen=True)
class ServerSettings:
    """What a server's managers have chosen. `blocked` and `unlisted`: their users, as far as they are known by id."""

    language: str | None = None  # None: the one that Discord names
    places: Places = "all"
    channels: tuple[int, ...] = ()
    threads: bool = False  # tables open in threads of their own
    role_id: int | None = None  # who may open tables; None: everybody
    most_tables: int | None = None  # of groups, at once
    most_each: int | None = None  # likewise, opened by one person
    old_boards: OldBoards = "folded"
    pings: bool = True  # whoever is to act is mentioned
    log_id: int | None = None  # the channel that is told what moderators and the bot did
    blocked: frozenset[int] = frozenset()
    unlisted: frozenset[int] = frozenset()
    blocked_hashes: frozenset[str] = frozenset()  # of those who have deleted their data

    @property
    def limited(self) -> bool:
        """Whether there may be only so many tables at once."""
        return self.most_tables is not None or self.most_each is not None

    def may_play_in(self, channel_ids: Iterable[int]) -> bool:
        """Whether games may be played in a channel. `channel_ids`: of a thread, also that of its channel."""
        chosen = any(channel_id in self.channels for channel_id in channel_ids)
        return self.places == "all" or chosen == (self.places == "only")


class Servers:
    """Kept in memory: each press asks. A server's presses come to one process, but for those in direct messages."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.log = server_log.ServerLog(database)
        self._kept = Cache[ServerSettings](lambda _: True, USERS_KNOWN)
        database.on_forget.append(self._kept.clear)

    async def of(self, guild_id: int | None) -> ServerSettings:
        """What is chosen; None: in direct messages, where nobody chooses anything."""
        if guild_id is None:
            return ServerSettings()
        return await self._kept.get_or_read(guild_id, lambda: self._read(guild_id))

    async def _read(self, guild_id: int) -> ServerSettings:
        async with self._database.glance() as transaction:
            found = await transaction.parts(_OF_SERVER, guild=guild_id)
        return _settings(next(iter(found["servers"]), None), found["restrictions"])

    async def language(self, guild_id: int) -> str | None:
        """The language that was chosen; None: the one that Discord names."""
        return (await self.of(guild_id)).language

    async def is_blocked(self, guild_id: int | None, user_id: int) -> bool:
        """Whether this user is blocked there, also if they have had their data deleted since."""
        chosen = await self.of(guild_id)
        if user_id in chosen.blocked or not chosen.blocked_hashes:
            return user_id in chosen.blocked
        async with self._database.glance() as transaction:
            return await _hash(transaction, guild_id or 0, user_id) in chosen.blocked_hashes

    async def choose(
        self, guild_id: int, by: int, interaction_id: int | None, note: str = "", **values: object
    ) -> None:
        """Change these columns of the server's row. `note`: what the log says of it."""
        if "channels" in values:
            values["channels"] = encode(values["channels"]).decode()
        if "language" in values:
            values["language"] = values["language"] or ""
        async with self._writing(guild_id, interaction_id) as transaction:
            key = {"guild_id": guild_id}
            await transaction.run(upsert(transaction, rows, key, values, {**DEFAULTS, **values}))
            await transaction.run(server_log.line(guild_id, "settings", by=by, detail=note))

    async def restrict(
        self,
        guild_id: int,
        user_id: int,
        by: int,
        interaction_id: int | None,
        *,
        blocked: bool | None = None,
        unlisted: bool | None = None,
    ) -> None:
        """Block somebody or not, leave their name off the boards or not; None leaves it as it is."""
        given = {"blocked": blocked, "unlisted": unlisted}
        values = {name: value for name, value in given.items() if value is not None}
        kinds: dict[tuple[str, bool], server_log.Kind] = {("blocked", True): "block", ("blocked", False): "unblock"}
        kinds |= {("unlisted", True): "unlist", ("unlisted", False): "list"}
        async with self._writing(guild_id, interaction_id) as transaction:
            key = {"guild_id": guild_id, "hash": await _hash(transaction, guild_id, user_id)}
            change = upsert(transaction, restrictions, key, {**values, "user_id": user_id})
            await transaction.run(change)
            await transaction.run(_UNRESTRICTED, guild=guild_id)
            for name, value in values.items():
                line = server_log.line(guild_id, kinds[name, value], by=by, user_id=user_id)
                await transaction.run(line)

    @asynccontextmanager
    async def _writing(self, guild_id: int, interaction_id: int | None) -> AsyncIterator[Transaction]:
        """A transaction that changes what is chosen. Afterwards no process keeps what was chosen before."""
        try:
            async with self._database.write() as transaction:
                if interaction_id is not None:
                    await once(transaction, interaction_id)
                yield transaction
                if self._database.shared:
                    await transaction.run(_FORGET, process=self._database.leases.owner)
        finally:
            self._kept.drop(guild_id)


async def _hash(transaction: Transaction, guild_id: int, user_id: int) -> str:
    return await keyed(transaction, f"restricted/{guild_id}/{user_id}")


def _settings(row: Chosen | None, restricted: Iterable[Restriction]) -> ServerSettings:
    blocked = [(one.user_id, one.hash) for one in restricted if one.blocked]
    known = ServerSettings(
        blocked=frozenset(user_id for user_id, _ in blocked if user_id is not None),
        unlisted=frozenset(one.user_id for one in restricted if one.unlisted and one.user_id is not None),
        blocked_hashes=frozenset(hashed for user_id, hashed in blocked if user_id is None),
    )
    if row is None:
        return known
    chosen = {name: getattr(row, name) for name in CHOSEN}
    channels = decoded(tuple[int, ...], row.channels, "servers.channels")
    return replace(known, **chosen, language=row.language or None, channels=channels)
