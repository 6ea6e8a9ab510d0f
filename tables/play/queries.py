"""Which tables there are: in a channel, of a user, of a server."""

from collections.abc import Mapping, Sequence
from datetime import date

from msgspec import Struct
from sqlalchemy import bindparam, func, select, tuple_, union

from engine import GAMES

from ..daily.calendar import now
from ..history.replays import Finished
from ..store import schema
from ..store.cache import Cache
from ..store.database import Database
from ..store.kinds import Count, Id, When
from .model import REOPENED_WITHIN, GameRecord, Phase, Refused, Table
from .records import Records, goes_on
from .timers import DEFAULT_TIMES, Times


class Newest(Struct, array_like=True, frozen=True):
    """A channel's group game that is a lobby or in play, and the last one that is over."""

    living: Id | None
    over: Id | None


class Counted(Struct, array_like=True, frozen=True):
    game: str
    phase: Phase
    number: Count


class Over(Struct, array_like=True, frozen=True):
    id: Id
    game: str
    date: date | None
    changed_at: When


class Sat(Struct, array_like=True, frozen=True):
    table_id: Id
    name: str
    seat: int | None


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
        async with self.database.glance() as transaction:
            newest = await transaction.one(_IN_CHANNEL, Newest, channel=channel_id)
        assert newest, "it has one row"
        if newest.living is not None:
            self._channels.keep(channel_id, newest.living)
        table_id = newest.over if newest.living is None else newest.living
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
        async with self.database.glance() as transaction:
            return await transaction.all(_PLAYED_BY, int, user=user_id)

    async def unfinished(self, user_id: int, *, most: int) -> tuple[Table, ...]:
        """The lobbies and games in progress in which this user has a place: those changed last, newest first.

        Those that can't be read are left out.
        """
        async with self.database.glance() as transaction:
            ids = await transaction.all(_UNFINISHED, int, user=user_id, most=most)
        return await self.readable_ones(ids)

    async def left_aside(self, user_id: int, *, most: int) -> tuple[Table, ...]:
        """The tables that this user can go back to: closed ones to take up again, and games in which a computer plays
        for them meanwhile.
        """
        async with self.database.glance() as transaction:
            ids = await transaction.all(_LEFT_ASIDE, int, user=user_id, since=now() - REOPENED_WITHIN)
        theirs = await self.readable_ones(sorted(ids, reverse=True)[:most])
        return tuple([table for table in theirs if table.can_reopen or table.phase == "playing"])

    async def readable_ones(self, table_ids: Sequence[int]) -> tuple[Table, ...]:
        """These tables, without those that are damaged or have been deleted."""
        loaded = await self._load_all(table_ids)
        return tuple([record.table for table_id in table_ids if isinstance(record := loaded[table_id], GameRecord)])

    async def living(self, *, guild_id: int | None = None, channel_id: int | None = None) -> tuple[Table, ...]:
        """The lobbies and group games in progress of a server or a channel, without those that can't be read."""
        async with self.database.glance() as transaction:
            if channel_id is None:
                ids = await transaction.all(_LIVING_IN_SERVER, int, guild=guild_id)
            else:
                ids = await transaction.all(_LIVING_IN_CHANNEL, int, channel=channel_id)
        return await self.readable_ones(ids)

    async def outdated(self) -> tuple[Table, ...]:
        """The games in progress whose rules aren't kept any more, without those that can't be read."""
        kept = [(key, rules.version) for key, game in GAMES.items() for rules in (game, *game.earlier)]
        async with self.database.glance() as transaction:
            ids = await transaction.all(_OUTDATED, int, games=[*GAMES], kept=kept)
        return await self.readable_ones(ids)

    async def count(self) -> Mapping[tuple[str, Phase], int]:
        """How many lobbies and games are in progress, by game and phase."""
        async with self.database.look() as transaction:
            lobbies = await transaction.all(_LOBBIES, Counted)
            playing = await transaction.all(_GAMES, Counted)
        return {(row.game, row.phase): row.number for row in (*lobbies, *playing)}

    async def finished(self, user_id: int, *, most: int) -> tuple[Finished, ...]:
        """The games that are over in which this user had a seat at the end, the last first."""
        async with self.database.read() as transaction:
            over = await transaction.all(_FINISHED, Over, user=user_id, games=[*GAMES], most=most)
            if not over:
                return ()
            at_them = await transaction.all(_AT_THEM, Sat, these=[table.id for table in over])
        sat = sorted(at_them, key=lambda player: player.seat or 0)
        return tuple(
            Finished(
                table.id,
                table.game,
                table.date,
                table.changed_at,
                tuple(player.name for player in sat if player.table_id == table.id),
            )
            for table in over
        )


_tables, _players, _gone = schema.tables.c, schema.players.c, schema.departures.c
_of_these_games = _tables.game.in_(bindparam("games", expanding=True))
_in_channel = select(_tables.id).where(_tables.channel_id == bindparam("channel"))
_LIVING_IN_CHANNEL = _in_channel.where(schema.GROUPS_LIVING)
_LIVING_IN_SERVER = select(_tables.id).where(_tables.guild_id == bindparam("guild"), schema.GROUPS_LIVING)
_IN_CHANNEL = select(
    _LIVING_IN_CHANNEL.scalar_subquery().label("living"),
    _in_channel.where(schema.GROUPS_OVER).order_by(_tables.id.desc()).limit(1).scalar_subquery().label("over"),
)

_of_user = _players.user_id == bindparam("user")
_unended = select(_tables.id).join(schema.players).where(_of_user, schema.LIVING)
_PLAYED_BY = _unended.where(_tables.phase == "playing").order_by(_tables.id.desc())
_UNFINISHED = _unended.order_by(_tables.changed_at.desc()).limit(bindparam("most"))
_FINISHED = (
    select(*[_tables[name] for name in Over.__struct_fields__])
    .join(schema.players)
    .where(_of_user, _tables.phase == "over", _of_these_games)
    .order_by(_tables.changed_at.desc(), _tables.id.desc())
    .limit(bindparam("most"))
)
_AT_THEM = select(*[_players[name] for name in Sat.__struct_fields__]).where(
    _players.table_id.in_(bindparam("these", expanding=True))
)
_sat = select(_players.table_id).where(_of_user)
_LEFT_ASIDE = union(
    select(_tables.id).where(
        _tables.id.in_(_sat), _tables.phase == "closed", _tables.idle, _tables.changed_at > bindparam("since")
    ),
    select(_gone.table_id).where(_gone.user_id == bindparam("user"), _gone.meanwhile, _gone.table_id.not_in(_sat)),
)

_OUTDATED = select(_tables.id).where(
    schema.PLAYING,
    _of_these_games,
    tuple_(_tables.game, _tables.rules).not_in(bindparam("kept", expanding=True)),
)
_by_phase = select(_tables.game, _tables.phase, func.count().label("number")).group_by(_tables.game, _tables.phase)
_LOBBIES = _by_phase.where(schema.GROUPS_LIVING, _tables.phase == "lobby")
_GAMES = _by_phase.where(schema.PLAYING)
