"""Who uses the bot, in which servers, and what they have asked for."""

import asyncio
import logging
from collections.abc import Awaitable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import islice
from typing import Annotated, Literal

from msgspec import Meta, Struct
from sqlalchemy import bindparam, func, or_, select, update

from ..boards.standings import list_anew
from ..daily.announcements import hour_and_second, whose_time_has_come
from ..daily.calendar import now, this_hour, today
from ..play.table_rows import LOOKING
from ..store import schema
from ..store.cache import USERS_KNOWN, Cache
from ..store.database import Beside, Database
from ..store.errors import Busy, DatabaseError
from ..store.kinds import Id, When
from ..store.leases import advisory_lock
from ..store.statements import Values, replacing
from ..store.transaction import Transaction
from ..store.upserts import upsert, upserts
from .membership import in_doubt

log = logging.getLogger(__name__)

# When somebody gets a new direct message about a game, and not only an edit: at each of their turns; at each of their
# turns in a game with secrets; once, when they first have a secret; never
Direct = Literal["turns", "hands", "edits", "none"]
# How somebody is shown games: in pictures; in words, with the pictures after them; in words alone
Form = Literal["pictures", "words-first", "words-only"]
PEOPLE = "people"  # the advisory lock for writing down people who were met, and for deleting them
PREFERRED = ("user_id", "direct", "form", "whys", "moving", "language", "locale")
AWAY_UNTIL = select(func.max(schema.aways.c.until)).where(schema.aways.c.user_id == schema.people.c.user_id)
_person = schema.people.c
CHOSEN = select(
    *[_person[name] for name in PREFERRED],
    AWAY_UNTIL.correlate(schema.people).scalar_subquery().label("away_until"),
)
AT_ONCE = 10  # people written in one transaction


class Person(Struct, array_like=True, frozen=True):
    user_id: Id
    name: str  # as last seen; hostile: escape it wherever markup counts
    hidden: bool  # from the boards of all servers together
    remind_hour: (
        Annotated[int, Meta(ge=0, le=23)] | None
    )  # of the day, UTC, at which they asked to be reminded of their streak
    reminded_on: date | None


@dataclass(frozen=True)
class Preferences:
    """What somebody has chosen for all their games."""

    direct: Direct = "hands"
    form: Form = "pictures"
    whys: bool = True  # their panels have “Why?”
    moving: bool = True  # great moments of their games are moving pictures
    language: str | None = None  # None: that of their Discord
    locale: str | None = None  # the language of their Discord, as last seen; None: not seen, or not spoken here

    away_until: int | None = None  # in seconds since 1970: they have said that they are away, perhaps in the past

    @property
    def away(self) -> int | None:
        """Until when they are away; None: they are here."""
        return self.away_until if self.away_until is not None and self.away_until > now() else None

    @property
    def reads(self) -> str | None:
        """The language in which to write to them; None: nobody knows."""
        return self.language or self.locale


class Chosen(Struct, array_like=True, frozen=True):
    """PREFERRED, and until when they are away. Null: not chosen."""

    user_id: Id
    direct: Direct | None
    form: Form | None
    whys: bool | None
    moving: bool | None
    language: str | None
    locale: str | None
    away_until: When | None


class People:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._met: dict[int, set[int | None]] = {}  # users met on `_day`, and in which servers
        self._day = today()
        self._unwritten: dict[tuple[int, int | None], tuple[str, str, str | None]] = {}
        self._writing: asyncio.Task[None] | None = None
        self._preferences: Cache[Preferences] = database.memory(most=USERS_KNOWN)  # by user id
        asked = CHOSEN.where(schema.people.c.user_id.in_(LOOKING))
        database.beside.append(
            Beside(self._preferences, Chosen, asked, lambda rows, _, users: _preferences(rows, users))
        )
        database.on_forget.append(lambda: self._met.clear())

    def met(
        self, user_id: int, name: str, guild_id: int | None, guild_name: str, locale: str | None = None
    ) -> Awaitable[None]:
        """Note that a user uses the bot in this server (None: in direct messages), under these names, once a day.

        `locale`: the language of their Discord, if it is spoken here.

        It is written in the background, so no answer waits for it. Await the result to know that it was tried.
        """
        if self._day != today():
            self._day, self._met = today(), {}
        servers = self._met.setdefault(user_id, set())
        if guild_id not in servers:
            servers.add(guild_id)
            self._unwritten[user_id, guild_id] = (name[:100], guild_name[:100], locale)
        return self._write_aside()

    async def close(self) -> None:
        """Write what is still unwritten."""
        await self._write_aside()

    def _write_aside(self) -> Awaitable[None]:
        if self._writing is None or (self._writing.done() and self._unwritten):
            self._writing = asyncio.create_task(self._write())
        return self._writing

    async def _write(self) -> None:
        """Write AT_ONCE at a time, so that moves needn't wait long."""
        while self._unwritten:
            try:
                async with self._database.write() as transaction:
                    await advisory_lock(transaction, PEOPLE)
                    batch = dict(islice(self._unwritten.items(), AT_ONCE))
                    if batch:  # who asked for it meanwhile is forgotten
                        await _put_met(transaction, batch)
            except (DatabaseError, Busy) as error:  # they are tried again when the next person is met
                log.warning("%d people can't be stored yet: %s", len(self._unwritten), error)
                return
            for user_id, guild_id in batch:
                self._unwritten.pop((user_id, guild_id), None)
                if (kept := self._preferences.get(user_id)) and kept.locale != batch[user_id, guild_id][2]:
                    self._preferences.drop(user_id)

    async def get(self, user_id: int) -> Person | None:
        async with self._database.glance() as transaction:
            return await transaction.one(_PERSON, Person, user=user_id)

    async def set_hidden(self, user_id: int, hidden: bool) -> None:
        """Set whether the board of all servers together leaves this user out. A server's own board shows everybody."""
        async with self._database.write() as transaction:
            await put_person(transaction, user_id, hidden=hidden)
            await list_anew(transaction, user_id, hidden)

    async def set_reminder(self, user_id: int, hour: int | None) -> None:
        """Remind from the next time that it is this hour, UTC; None: never."""
        past = {"reminded_on": today()} if hour is not None and hour <= this_hour() else {}
        async with self._database.write() as transaction:
            await put_person(transaction, user_id, remind_hour=hour, **past)

    async def preferences(self, user_id: int) -> Preferences:
        return (await self.preferences_of([user_id]))[user_id]

    async def preferences_of(self, user_ids: Collection[int]) -> Mapping[int, Preferences]:
        return await self._preferences.get_or_read_all(user_ids, self._read_preferences)

    async def _read_preferences(self, user_ids: Collection[int]) -> Mapping[int, Preferences]:
        async with self._database.glance() as transaction:
            return _preferences(await transaction.all(_CHOSEN, Chosen, users=[*user_ids]), user_ids)

    async def prefer(
        self,
        user_id: int,
        *,
        direct: Direct | None = None,
        form: Form | None = None,
        whys: bool | None = None,
        moving: bool | None = None,
        language: str | None = None,
    ) -> None:
        """Change these preferences; None leaves one as it is. `language` "": that of their Discord."""
        given = {"direct": direct, "form": form, "whys": whys, "moving": moving}
        try:
            async with self._database.write() as transaction:
                changed = {name: value for name, value in given.items() if value is not None}
                chosen = {} if language is None else {"language": language or None}
                await put_person(transaction, user_id, **changed, **chosen)
        finally:
            self._preferences.drop(user_id)

    async def to_remind(self, at: int, *, after: int = 0, most: int) -> tuple[int, ...]:
        """Up to `most` users whose reminder is due at `at`, in order of id, beginning after `after`.

        Each is returned once a day, whether or not a reminder is sent.
        """
        day = datetime.fromtimestamp(at, UTC).date()
        hour, second = hour_and_second(at)
        values = {"hour": hour, "second": second, "day": day, "after": after, "most": most}
        async with self._database.glance() as transaction:
            if not await transaction.all(_TO_REMIND, int, **values):
                return ()
        async with self._database.write() as transaction:
            ids = await transaction.all(_TO_REMIND.with_for_update(skip_locked=True), int, **values)
            await transaction.run(_REMINDED, users=ids, reminded_on=day)
        return tuple(ids)

    async def put_off_reminder(self, user_id: int) -> None:
        """Make a reminder due again, because it was certainly not sent."""
        async with self._database.write() as transaction:
            await transaction.run(_REMINDED, users=[user_id], reminded_on=None)

    async def doubtful(self, guild_id: int, user_ids: Collection[int], *, most: int) -> tuple[int, ...]:
        """Up to `most` of these users of whom nobody has known for a while whether they are still in this server."""
        seen = schema.members.c
        among = seen.guild_id == guild_id, seen.user_id.in_(user_ids), in_doubt()
        async with self._database.glance() as transaction:
            return tuple(await transaction.all(select(seen.user_id).where(*among).limit(most), int))

    async def note_member(self, guild_id: int, user_id: int, *, there: bool) -> None:
        """This user is in that server now, or has left it: then its boards and posts leave them out. They are back once
        they use the bot there.
        """
        known = {"known_at": now()} if there else {"gone": True}
        async with self._database.write() as transaction:
            await transaction.run(_MEMBER, guild=guild_id, user=user_id, **known)
        if not there:
            self._met.get(user_id, set()).discard(guild_id)

    def forget_preferences(self, user_id: int) -> None:
        """They have changed: read them again."""
        self._preferences.drop(user_id)

    def forget(self, user_id: int) -> None:
        """Note that this user's rows were deleted, so that new ones are written when they use the bot again."""
        self._preferences.drop(user_id)
        for guild_id in self._met.pop(user_id, ()):
            self._unwritten.pop((user_id, guild_id), None)


_users = _person.user_id.in_(bindparam("users", expanding=True))
_PERSON = select(*[_person[name] for name in Person.__struct_fields__]).where(_person.user_id == bindparam("user"))
_CHOSEN = CHOSEN.where(_users)
_TO_REMIND = (
    select(_person.user_id)
    .where(
        whose_time_has_come(_person.remind_hour, _person.user_id, bindparam("hour"), bindparam("second")),
        # `!=`, because a later day can be marked if the clock was wrong then
        or_(_person.reminded_on.is_(None), _person.reminded_on != bindparam("day")),
        _person.user_id > bindparam("after"),
    )
    .order_by(_person.user_id)
    .limit(bindparam("most"))
)
_REMINDED = update(schema.people).where(_users)
_MEMBER = update(schema.members).where(
    schema.members.c.guild_id == bindparam("guild"), schema.members.c.user_id == bindparam("user")
)


def _preferences(rows: Iterable[Chosen], user_ids: Collection[int]) -> Mapping[int, Preferences]:
    defaults = Preferences()
    chosen = {
        row.user_id: Preferences(
            row.direct or defaults.direct,
            row.form or defaults.form,
            defaults.whys if row.whys is None else row.whys,
            defaults.moving if row.moving is None else row.moving,
            row.language,
            row.locale,
            row.away_until,
        )
        for row in rows
    }
    return {user_id: chosen.get(user_id, defaults) for user_id in user_ids}


def _in_order(met: tuple[tuple[int, int | None], tuple[str, str, str | None]]) -> tuple[int, int]:
    (user_id, guild_id), _ = met
    return user_id, guild_id or 0


async def put_person(transaction: Transaction, user_id: int, **values: object) -> None:
    new = {"name": "", "hidden": False, "at": now(), **values}
    await transaction.run(upsert(transaction, schema.people, {"user_id": user_id}, values, new))


async def _put_met(transaction: Transaction, met: Mapping[tuple[int, int | None], tuple[str, str, str | None]]) -> None:
    """In one order, so that two processes can't wait for each other."""
    dialect, users, members = transaction.dialect, list[Values](), list[Values]()
    for (user_id, guild_id), (name, guild_name, locale) in sorted(met.items(), key=_in_order):
        users.append({"user_id": user_id, "name": name, "hidden": False, "at": now(), "locale": locale})
        if guild_id is not None:
            there = {"at": now(), "known_at": now(), "gone": False}
            members.append({"guild_id": guild_id, "user_id": user_id, "name": guild_name, **there})
    await transaction.many(_USERS[dialect], users)
    await transaction.many(_MEMBERS[dialect], members)


_USERS = upserts(schema.people, lambda user: replacing(user, "name", "locale", "at"))
_MEMBERS = upserts(schema.members, lambda member: replacing(member, "name", "known_at", "gone"))
