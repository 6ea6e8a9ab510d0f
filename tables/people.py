"""Who uses the bot, in which servers, and what they have asked for."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import and_, insert, or_, select, update

from . import schema
from .announcements import whose_time_has_come
from .database import Database
from .rankings import list_anew
from .table import now, this_hour, today


@dataclass(frozen=True)
class Person:
    user_id: int
    name: str  # as last seen; hostile: escape it wherever markup counts
    hidden: bool  # from everywhere's boards
    remind_hour: int | None  # of the day, UTC, at which they asked to be reminded of their streak
    reminded_on: date | None


class People:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._met: dict[tuple[int, int | None], date] = {}

    async def met(self, user_id: int, name: str, guild_id: int | None, guild_name: str) -> None:
        """They use the bot, in this server (None: in their messages), under these names. Written once a day."""
        if self._met.get((user_id, guild_id)) == today():
            return
        async with self._database.write() as connection:
            await _put(connection, user_id, name=name[:100], at=now())
            if guild_id is not None:
                name = guild_name[:100]
                key = (schema.seen.c.guild_id == guild_id, schema.seen.c.user_id == user_id)
                changed = await connection.execute(update(schema.seen).where(*key).values(name=name))
                if not changed.rowcount:
                    await connection.execute(
                        insert(schema.seen).values(guild_id=guild_id, user_id=user_id, name=name, at=now())
                    )
        self._met = {key: day for key, day in self._met.items() if day == today()}
        self._met[user_id, guild_id] = today()

    async def get(self, user_id: int) -> Person | None:
        async with self._database.read() as connection:
            row = (
                await connection.execute(select(schema.people).where(schema.people.c.user_id == user_id))
            ).one_or_none()
            if row is None:
                return None
            reminded_on = date.fromisoformat(row.reminded_on) if row.reminded_on else None
            return Person(row.user_id, row.name, row.hidden, row.remind_hour, reminded_on)

    async def set_hidden(self, user_id: int, hidden: bool) -> None:
        """Whether everywhere's boards leave them out. A server's own board shows all who play there."""
        async with self._database.write() as connection:
            await _put(connection, user_id, hidden=hidden)
            await list_anew(connection, user_id, hidden)

    async def set_reminder(self, user_id: int, hour: int | None) -> None:
        """From the next time that it is this hour, UTC; None: no more."""
        past = {"reminded_on": today().isoformat()} if hour is not None and hour <= this_hour() else {}
        async with self._database.write() as connection:
            await _put(connection, user_id, remind_hour=hour, **past)

    async def to_remind(self, at: int, *, after: int = 0, most: int) -> tuple[int, ...]:
        """Those whose time had come at `at`, up to `most`, of the ids that follow on `after`.

        Each of them once a day, whether or not it comes to anything.
        """
        day = datetime.fromtimestamp(at, UTC).date().isoformat()
        person = schema.people.c
        async with self._database.read() as connection:
            come = await whose_time_has_come(connection, person.remind_hour, person.user_id, at)
            # A day still to come was marked while the clock was wrong
            waiting = and_(come, or_(person.reminded_on.is_(None), person.reminded_on != day), person.user_id > after)
            ids = (
                await connection.scalars(select(person.user_id).where(waiting).order_by("user_id").limit(most))
            ).all()
        if not ids:
            return ()
        async with self._database.write() as connection:
            await connection.execute(
                update(schema.people).where(waiting, person.user_id.in_(ids)).values(reminded_on=day)
            )
        return tuple(ids)

    async def put_off_reminder(self, user_id: int) -> None:
        """It surely hasn't been sent: once more, soon."""
        async with self._database.write() as connection:
            await connection.execute(
                update(schema.people).where(schema.people.c.user_id == user_id).values(reminded_on=None)
            )

    def forget(self, user_id: int) -> None:
        """What is stored of them is gone: written anew when they are met again."""
        self._met = {key: day for key, day in self._met.items() if key[0] != user_id}


async def _put(connection: Any, user_id: int, **values: Any) -> None:
    changed = await connection.execute(update(schema.people).where(schema.people.c.user_id == user_id).values(**values))
    if not changed.rowcount:
        new = {"name": "", "hidden": False, "at": now(), **values}
        await connection.execute(insert(schema.people).values(user_id=user_id, **new))
