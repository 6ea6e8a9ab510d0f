"""Which tables there are: in a channel, of a user, of a server."""

from collections.abc import Mapping, Sequence

from sqlalchemy import and_, func, or_, select, union

from engine import GAMES

from ..daily.calendar import now
from ..history.replays import Finished
from ..store import schema
from ..store.cache import Cache
from ..store.database import Database
from ..store.legacy import readable
from .model import REOPENED_WITHIN, GameRecord, Phase, Refused, Table
from .records import Records, goes_on
from .timers import DEFAULT_TIMES, Times


class Queries(Records):
    """Finds tables."""

    def __init__(self, database: Database, times: Times = DEFAULT_TIMES) -> None:
        super().__init__(database, times)
        self._channels: Cache[int] = database.memory()  # by channel: a table that was in play there

    async def in_channel(self, channel_id: int) -> Table | None:
        """The channel's lobby or group game in progress; without one, the last group game that is over."""
        known = self._channels.get(channel_id)
        loaded = None if known is None else self._memory.get(known)
        if loaded and goes_on(loaded) and loaded.table.channel_id == channel_id:  # there is never another beside it
            return loaded.table
        in_this_channel = select(schema.tables.c.id).where(schema.tables.c.channel_id == channel_id)
        living = in_this_channel.where(schema.GROUPS_LIVING).scalar_subquery()
        over = in_this_channel.where(schema.GROUPS_OVER).order_by(schema.tables.c.id.desc()).limit(1).scalar_subquery()
        async with self.database.glance() as connection:
            newest = (await connection.execute(select(living.label("living"), over.label("over")))).one()
        living_id = newest.living
        if living_id is not None:
            self._channels.keep(channel_id, living_id)
        table_id = newest.over if living_id is None else living_id
        return None if table_id is None else await self.get(table_id)

    async def of_user(self, user_id: int) -> tuple[Table, ...]:
        """The games in progress in which this user has a seat, newest first. Those that can't be read are left out."""
        return await self.readable_ones(await self._played_by(user_id))

    async def require_readable(self, user_id: int) -> None:
        """Raises Unreadable if one of the games that `of_user` is about can't be read."""
        for loaded in (await self._load_all(await self._played_by(user_id))).values():
            if isinstance(loaded, Refused):
                raise loaded

    async def _played_by(self, user_id: int) -> Sequence[int]:
        async with self.database.glance() as connection:
            ids = await connection.scalars(
                select(schema.tables.c.id)
                .join(schema.players)
                .where(schema.players.c.user_id == user_id, schema.LIVING, schema.tables.c.phase == "playing")
                .order_by(schema.tables.c.id.desc())
            )
            return ids.all()

    async def unfinished(self, user_id: int, *, most: int) -> tuple[Table, ...]:
        """The lobbies and games in progress in which this user has a place: those changed last, newest first.

        Those that can't be read are left out.
        """
        async with self.database.glance() as connection:
            ids = await connection.scalars(
                select(schema.tables.c.id)
                .join(schema.players)
                .where(schema.players.c.user_id == user_id, schema.LIVING)
                .order_by(schema.tables.c.changed_at.desc())
                .limit(most)
            )
        return await self.readable_ones(ids.all())

    async def left_aside(self, user_id: int, *, most: int) -> tuple[Table, ...]:
        """The tables that this user can go back to: closed ones to take up again, and games in which a computer plays
        for them meanwhile.
        """
        tables, players, gone = schema.tables.c, schema.players.c, schema.departures.c
        recently = tables.idle & (tables.changed_at > now() - REOPENED_WITHIN)
        sat = select(players.table_id).where(players.user_id == user_id)
        closed = select(tables.id).where(tables.id.in_(sat), tables.phase == "closed", recently)
        away = select(gone.table_id).where(gone.user_id == user_id, gone.meanwhile, gone.table_id.not_in(sat))
        async with self.database.glance() as connection:
            ids = (await connection.scalars(union(closed, away))).all()
        theirs = await self.readable_ones(sorted(ids, reverse=True)[:most])
        return tuple([table for table in theirs if table.can_reopen or table.phase == "playing"])

    async def readable_ones(self, table_ids: Sequence[int]) -> tuple[Table, ...]:
        """These tables, without those that are damaged or have been deleted."""
        loaded = await self._load_all(table_ids)
        return tuple([record.table for table_id in table_ids if isinstance(record := loaded[table_id], GameRecord)])

    async def living(self, *, guild_id: int | None = None, channel_id: int | None = None) -> tuple[Table, ...]:
        """The lobbies and group games in progress of a server or a channel, without those that can't be read."""
        where = schema.tables.c.guild_id == guild_id if channel_id is None else schema.tables.c.channel_id == channel_id
        async with self.database.glance() as connection:
            ids = await connection.scalars(select(schema.tables.c.id).where(where, schema.GROUPS_LIVING))
        return await self.readable_ones(ids.all())

    async def outdated(self) -> tuple[Table, ...]:
        """The games in progress whose rules aren't kept any more, without those that can't be read."""
        async with self.database.glance() as connection:
            current = [
                and_(schema.tables.c.game == key, schema.tables.c.rules == kept.version)
                for key, game in GAMES.items()
                for kept in (game, *game.earlier)
            ]
            ids = await connection.scalars(
                select(schema.tables.c.id).where(schema.PLAYING, schema.tables.c.game.in_(GAMES), ~or_(*current))
            )
        return await self.readable_ones(ids.all())

    async def count(self) -> Mapping[tuple[str, Phase], int]:
        """How many lobbies and games are in progress, by game and phase."""
        row = schema.tables.c
        living = select(row.game, row.phase, func.count().label("number")).group_by(row.game, row.phase)
        async with self.database.look() as connection:
            lobbies = readable(await connection.execute(living.where(schema.GROUPS_LIVING, row.phase == "lobby")))
            playing = readable(await connection.execute(living.where(schema.PLAYING)))
        return {(row.game, row.phase): row.number for row in (*lobbies, *playing)}

    async def finished(self, user_id: int, *, most: int) -> tuple[Finished, ...]:
        """The games that are over in which this user had a seat at the end, the last first."""
        tables, players = schema.tables.c, schema.players.c
        theirs = (
            select(tables.id, tables.game, tables.date, tables.changed_at)
            .join(schema.players)
            .where(players.user_id == user_id, tables.phase == "over", tables.game.in_(GAMES))
            .order_by(tables.changed_at.desc(), tables.id.desc())
            .limit(most)
        )
        async with self.database.read() as connection:
            rows = readable(await connection.execute(theirs))
            if not rows:
                return ()
            at_them = select(schema.players).where(players.table_id.in_([row.id for row in rows]))
            sat = sorted(readable(await connection.execute(at_them)), key=lambda player: player.seat or 0)
        return tuple(
            Finished(
                row.id,
                row.game,
                row.date,
                row.changed_at,
                tuple(player.name for player in sat if player.table_id == row.id),
            )
            for row in rows
        )
