"""Deals of the day, played alone: everybody gets the same ones.

A day is a date in UTC. What wasn't finished when the day is closed counts as given up.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any

import msgspec
from sqlalchemy import Delete, delete, exists, func, insert, select, update

from engine import GAMES, AnyGame, IllegalMove, Outcome, rules
from languages import say
from players.solo_game import Par

from ..boards.standings import STANDINGS
from ..people.profile import DAYS_PLAYED, Streak, streak_on
from ..play import results, solitaires
from ..play.model import GameRecord, Refused, Request, Table
from ..play.rows import load, once, open_table
from ..play.tables import Tables
from ..store import schema
from ..store.errors import Unreadable
from ..store.leases import advisory_lock
from ..store.prepared import prepared
from ..store.statements import Selects, Write
from ..store.transaction import Transaction
from . import attempts, aways, outages, par
from .attempts import DAY, GAMES_OF_THE_DAY, AttemptStatus, Deal, Key, StoredAttempt, attempts_lock, look_up
from .calendar import closes_at, now, today

A_ROUND = 10  # attempts counted in one transaction
DEALT = ("rules", "options", "seed")  # the columns of a deal that its tables have, too


class AlreadyPlayed(Refused):
    """The ranked attempt is over."""

    def __init__(self, message: str, table_id: int) -> None:
        super().__init__(message)
        self.table_id = table_id


@dataclass(frozen=True)
class SharedFrom:
    """Where a user asked for a deal last."""

    guild_id: int | None
    channel_id: int


class Deals:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def deal(self, game_key: str, day: date) -> Deal:
        """A day's deal; today's is made if it doesn't exist yet. Raises Refused for a day without one."""
        async with self._tables.database.glance() as connection:
            rows = await attempts.find_deals(connection, DAY, game_key, day)
        if not rows:
            async with self._tables.database.write() as connection:
                rows = [await _make_deal(connection, game_key, day)]
        return attempts.deal_of(DAY, rows[0])

    async def statuses(self, user_id: int, day: date) -> Mapping[str, AttemptStatus]:
        """What the user has made of each deal of the day, by game, in the order of GAMES_OF_THE_DAY.

        One that can't be read counts as new: whoever begins it then gets the error.
        """
        statuses = dict[str, AttemptStatus]()
        async with self._tables.database.look() as connection:
            for key in GAMES_OF_THE_DAY:
                try:
                    statuses[key] = await attempts.status(connection, user_id, Key("day", key, day))
                except Unreadable:
                    statuses[key] = AttemptStatus()
        return statuses

    async def status(self, user_id: int, game_key: str, day: date) -> AttemptStatus:
        async with self._tables.database.glance() as connection:
            return await attempts.status(connection, user_id, Key("day", game_key, day))

    async def par(self, game_key: str, day: date, user_id: int | None = None) -> Par | None:
        """The par of a deal; None as long as it isn't known, or this user may not see it yet.

        Until ranked play of the day is closed it is only for those whose ranked attempt is over.
        """
        async with self._tables.database.look() as connection:
            known = now() >= closes_at(day)
            if not known and user_id is not None:
                known = (await attempts.status(connection, user_id, Key("day", game_key, day))).state == "done"
            return await par.find(connection, game_key, day) if known else None

    async def after(self, table: Table) -> tuple[Par | None, Streak]:
        """What a player sees who has finished a deal of the day: its par, and their streak."""
        assert table.day
        values = {"game": table.game, "day": table.day, "user": table.host_id}
        async with self._tables.database.glance() as connection:
            rows = await _AFTER.rows(connection, **values)
            off = {row.day for row in rows["down"]} | aways.days_in(rows["away"])
            streak = await streak_on(connection, table.host_id, rows["days"], off)
        return par.known_in(rows["par"]), streak

    async def asked(self, table_id: int) -> SharedFrom | None:
        """Where this table's player last asked for it; None if it isn't a ranked attempt."""
        async with self._tables.database.glance() as connection:
            row = (
                await connection.execute(
                    select(schema.attempts.c.guild_id, schema.attempts.c.channel_id).where(
                        schema.attempts.c.table_id == table_id
                    )
                )
            ).one_or_none()
            return SharedFrom(row.guild_id, row.channel_id) if row else None

    async def play(self, game_key: str, day: date, request: Request, shown_in: int | None = None) -> Table:
        """Begin or continue the ranked attempt; only today's can begin. Raises Refused, AlreadyPlayed once it is over.

        `shown_in`: the channel of the direct messages that will show it; None: the channel in which it is asked for.
        """
        user_id = request.user_id
        async with self._tables.database.write() as connection:
            await once(connection, request.interaction_id, queued=attempts_lock(user_id))
            stored = await look_up(connection, user_id, Key("day", game_key, day))
            attempt = stored.attempt
            if attempt is None or attempt.phase != "playing":
                title = _title(game_key)
                _require_new(stored, title)
                if day != today():
                    raise Refused(
                        say("That day's deal of {game} can't be begun any more. `/daily` deals today's.", game=title)
                    )
                begun = await self._begin(connection, game_key, day, stored.deal, request, shown_in, ranked=True)
                attempt = None
            elif request.guild_id is not None:
                own_attempt = schema.attempts.c.table_id == attempt.table_id
                await connection.execute(update(schema.attempts).where(own_attempt).values(**request.place()))
        return self._tables.opened(begun) if attempt is None else await self._tables.get(attempt.table_id)

    async def practice(self, game_key: str, day: date, request: Request, shown_in: int | None = None) -> Table:
        """Begin or continue an unranked game of the same deal. `shown_in` as for `play`.

        Raises Refused until the ranked attempt is over or ranked play of that day has closed.
        """
        user_id = request.user_id
        async with self._tables.database.write() as connection:
            await once(connection, request.interaction_id, queued=attempts_lock(user_id))
            stored = await look_up(connection, user_id, Key("day", game_key, day))
            attempt = stored.attempt
            if day > today():
                raise Refused(say("There is no deal of {game} for that day.", game=_title(game_key)))
            over = attempt.phase != "playing" if attempt else stored.was_deleted
            if not over and now() < closes_at(day):
                raise Refused(
                    say(
                        "Finish your ranked game of this deal of {game} first, then you can practise it. "
                        "Anyone can from two hours after the end of its day, UTC.",
                        game=_title(game_key),
                    )
                )
            running = await connection.scalar(
                select(schema.tables.c.id).where(
                    schema.DAILIES_PLAYING,
                    schema.tables.c.host_id == user_id,
                    schema.tables.c.game == game_key,
                    schema.tables.c.date == day,
                )
            )
            if running is None:
                begun = await self._begin(connection, game_key, day, stored.deal, request, shown_in, ranked=False)
        return self._tables.opened(begun) if running is None else await self._tables.get(running)

    async def _begin(
        self,
        connection: Transaction,
        game_key: str,
        day: date,
        deal: Any,
        request: Request,
        shown_in: int | None,
        *,
        ranked: bool,
    ) -> GameRecord:
        deal = deal or await _make_deal(connection, game_key, day)
        title = _title(game_key)
        if rules(game_key, deal.rules) is None:
            raise Refused(
                say(
                    "This deal of {game} was made for older rules, which are not kept any more. Tomorrow "
                    "there is a new one.",
                    game=title,
                )
            )
        opened = await open_table(
            connection,
            game_key,
            phase="playing",
            solo=True,
            host_id=request.user_id,
            language=request.language,
            taken=say("You have a game of this deal of {game} going.", game=title),
            dealt={name: getattr(deal, name) for name in DEALT} | {"date": day, "ranked": ranked},
            **(request.place() if shown_in is None else {"guild_id": None, "channel_id": shown_in}),
        )
        also = list[Write]()
        if ranked:
            attempt = {"user_id": request.user_id, "table_id": opened.table.id, "at": now(), **request.place()}
            also.append(insert(schema.attempts).values(**Key("day", game_key, day).values, **attempt))
            also.append(par.becomes_due(connection, game_key, day))
        return await solitaires.deal(connection, opened, request, self._tables.times, also)

    # -- When a day is closed

    async def count_unfinished(self) -> None:
        """Count what was begun on days that are closed, and not finished by then, as given up.

        A deal whose rules aren't kept any more is left out: nobody could finish it.
        """
        async with self._tables.database.glance() as connection:
            keys = await attempts.to_count(connection, DAY)
        for key in keys:
            with suppress(Unreadable):  # a damaged deal doesn't keep the others from being counted
                while await self._count_some(key):
                    pass

    async def _count_some(self, key: Key) -> bool:
        """Count some of one deal's attempts.

        Returns whether there may be more. If another process counts this deal, it counts all of it.
        """
        deals, this_deal = schema.deals, key.of(schema.deals)
        async with self._tables.database.write() as connection:
            open_one = select(deals.c.rules).where(this_deal, schema.TO_COUNT).with_for_update(skip_locked=True)
            version = await connection.scalar(open_one)
            if version is None:
                return False
            game = rules(key.game, version)
            rows = [] if game is None else await _unfinished(connection, key)
            await advisory_lock(connection, STANDINGS)
            for row in rows:
                assert game is not None
                score = await _given_up(connection, game, row.id, closes_at(key.date))
                await results.record_unfinished(
                    connection, row.id, row.user_id, key.game, row.guild_id, key.date, score
                )
            if len(rows) < A_ROUND:
                await connection.execute(update(deals).where(this_deal).values(counted=True))
            return len(rows) == A_ROUND

    async def forget_used(self) -> None:
        """Delete the hashes of deleted attempts that nobody could repeat any more."""
        async with self._tables.database.write() as connection:
            await connection.execute(*_lapsed(now()))


@prepared
def _lapsed(current: int) -> Delete:
    return delete(schema.used_attempts).where(schema.used_attempts.c.until <= current)


_AFTER = Selects({"par": par.KNOWN, "days": DAYS_PLAYED, "down": outages.DAYS_DOWN, "away": aways.OF_USER})


def _title(game_key: str) -> str:
    if game_key not in GAMES_OF_THE_DAY:
        raise Refused(say("There is no such deal of the day."))
    return GAMES[game_key].title


async def _make_deal(connection: Transaction, game_key: str, day: date) -> Any:
    """Make today's deal, which is missing, and return its row. Raises Refused for another day."""
    title = _title(game_key)
    for row in await attempts.make_deals(connection, DAY, game_key, day):
        return row
    raise Refused(say("There is no deal of {game} for that day.", game=title))


def _require_new(stored: StoredAttempt, title: str) -> None:
    """Raises Refused if the ranked attempt has been made."""
    why = say(
        "You have played your ranked game of this deal of {game}: the first attempt counts, once. You can replay it "
        "for practice.",
        game=title,
    )
    if stored.attempt is not None:
        raise AlreadyPlayed(why, stored.attempt.table_id)
    if stored.was_deleted:
        raise Refused(why)


# -- When a day is closed


async def _unfinished(connection: Transaction, key: Key) -> Any:
    """Some attempts without a result. Their tables are locked until the end of the transaction."""
    begun, results, tables = schema.attempts.c, schema.results.c, schema.tables
    over = exists().where(results.table_id == begun.table_id)
    due = (
        select(tables.c.id, tables.c.guild_id, begun.user_id)
        .join_from(schema.attempts, tables)
        .where(key.of(schema.attempts), ~over)
        .order_by(begun.table_id)
        .limit(A_ROUND)
        .with_for_update(key_share=True, of=tables)  # locked before the standings, in the same order as in a move
    )
    return (await connection.execute(due)).all()


async def _given_up(connection: Transaction, game: AnyGame, table_id: int, until: int) -> int:
    """The score of giving up this game at that time. The rules say it if they have a move for it; else it is 0."""
    if game.concession is None:
        return 0
    log = schema.log.c
    try:
        made = await connection.scalar(select(func.max(log.version)).where(log.table_id == table_id, log.at < until))
        loaded = await load(connection, table_id)
        state = loaded.replay([entry for entry in loaded.history if entry.version <= (made or 0)]).state
        if game.concession not in game.legal_moves(state):
            return 0
        outcome: Outcome | None = game.outcome(game.play(state, game.concession, loaded.chance).state)
    except (Refused, IllegalMove, msgspec.MsgspecError):  # it can't be read
        return 0
    return outcome.scores[0] if outcome else 0
