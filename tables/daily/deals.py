"""Deals of the day, played alone: everybody gets the same ones.

A day is a date in UTC. What wasn't finished when the day is closed counts as given up.
"""

from collections.abc import Mapping
from contextlib import suppress
from datetime import date

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, delete, exists, func, select, update

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
from ..store.kinds import Id
from ..store.leases import advisory_lock
from ..store.statements import Rows, Selects, Write
from ..store.transaction import Transaction
from . import attempts, aways, outages, par
from .attempts import (
    DAY,
    GAMES_OF_THE_DAY,
    AttemptStatus,
    Deal,
    Key,
    StoredAttempt,
    StoredDeal,
    attempts_lock,
    its,
    look_up,
)
from .calendar import closes_at, now, today

A_ROUND = 10  # attempts counted in one transaction
DEALT = ("rules", "options", "seed")  # the columns of a deal that its tables have, too


class AlreadyPlayed(Refused):
    """The ranked attempt is over."""

    def __init__(self, message: str, table_id: int) -> None:
        super().__init__(message)
        self.table_id = table_id


class SharedFrom(Struct, array_like=True, frozen=True):
    """Where a user asked for a deal last."""

    guild_id: Id | None
    channel_id: Id


class Unfinished(Struct, array_like=True, frozen=True):
    """An attempt without a result."""

    table_id: Id
    guild_id: Id | None
    user_id: Id


class Deals:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def deal(self, game_key: str, day: date) -> Deal:
        """A day's deal; today's is made if it doesn't exist yet. Raises Refused for a day without one."""
        async with self._tables.database.glance() as transaction:
            found = await attempts.find_deals(transaction, DAY, game_key, day)
        if not found:
            async with self._tables.database.write() as transaction:
                found = [await _make_deal(transaction, game_key, day)]
        return attempts.deal_of(DAY, found[0])

    async def statuses(self, user_id: int, day: date) -> Mapping[str, AttemptStatus]:
        """What the user has made of each deal of the day, by game, in the order of GAMES_OF_THE_DAY.

        One that can't be read counts as new: whoever begins it then gets the error.
        """
        statuses = dict[str, AttemptStatus]()
        async with self._tables.database.look() as transaction:
            for key in GAMES_OF_THE_DAY:
                try:
                    statuses[key] = await attempts.status(transaction, user_id, Key("day", key, day))
                except Unreadable:
                    statuses[key] = AttemptStatus()
        return statuses

    async def status(self, user_id: int, game_key: str, day: date) -> AttemptStatus:
        async with self._tables.database.read() as transaction:
            return await attempts.status(transaction, user_id, Key("day", game_key, day))

    async def par(self, game_key: str, day: date, user_id: int | None = None) -> Par | None:
        """The par of a deal; None as long as it isn't known, or this user may not see it yet.

        Until ranked play of the day is closed it is only for those whose ranked attempt is over.
        """
        async with self._tables.database.look() as transaction:
            known = now() >= closes_at(day)
            if not known and user_id is not None:
                known = (await attempts.status(transaction, user_id, Key("day", game_key, day))).state == "done"
            return await par.find(transaction, game_key, day) if known else None

    async def after(self, table: Table) -> tuple[Par | None, Streak]:
        """What a player sees who has finished a deal of the day: its par, and their streak."""
        assert table.day
        values = {"game": table.game, "day": table.day, "user": table.host_id}
        async with self._tables.database.glance() as transaction:
            found = await transaction.parts(_AFTER, **values)
            off = {*found["down"]} | aways.days_in(found["away"])
            streak = await streak_on(transaction, table.host_id, found["days"], off)
        return par.known_in(found["par"]), streak

    async def asked(self, table_id: int) -> SharedFrom | None:
        """Where this table's player last asked for it; None if it isn't a ranked attempt."""
        async with self._tables.database.glance() as transaction:
            return await transaction.one(_SHARED_FROM, SharedFrom, of=table_id)

    async def play(self, game_key: str, day: date, request: Request, shown_in: int | None = None) -> Table:
        """Begin or continue the ranked attempt; only today's can begin. Raises Refused, AlreadyPlayed once it is over.

        `shown_in`: the channel of the direct messages that will show it; None: the channel in which it is asked for.
        """
        user_id = request.user_id
        async with self._tables.database.write() as transaction:
            await once(transaction, request.interaction_id, queued=attempts_lock(user_id))
            stored = await look_up(transaction, user_id, Key("day", game_key, day))
            attempt = stored.attempt
            if attempt is None or attempt.phase != "playing":
                title = _title(game_key)
                _require_new(stored, title)
                if day != today():
                    raise Refused(
                        say("That day's deal of {game} can't be begun any more. `/daily` deals today's.", game=title)
                    )
                begun = await self._begin(transaction, game_key, day, stored.deal, request, shown_in, ranked=True)
                attempt = None
            elif request.guild_id is not None:
                await transaction.run(_SHARED, of=attempt.table_id, **request.place())
        return self._tables.opened(begun) if attempt is None else await self._tables.get(attempt.table_id)

    async def practice(self, game_key: str, day: date, request: Request, shown_in: int | None = None) -> Table:
        """Begin or continue an unranked game of the same deal. `shown_in` as for `play`.

        Raises Refused until the ranked attempt is over or ranked play of that day has closed.
        """
        user_id = request.user_id
        async with self._tables.database.write() as transaction:
            await once(transaction, request.interaction_id, queued=attempts_lock(user_id))
            stored = await look_up(transaction, user_id, Key("day", game_key, day))
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
            running = await transaction.one(_RUNNING, int, user=user_id, game=game_key, date=day)
            if running is None:
                begun = await self._begin(transaction, game_key, day, stored.deal, request, shown_in, ranked=False)
        return self._tables.opened(begun) if running is None else await self._tables.get(running)

    async def _begin(
        self,
        transaction: Transaction,
        game_key: str,
        day: date,
        deal: StoredDeal | None,
        request: Request,
        shown_in: int | None,
        *,
        ranked: bool,
    ) -> GameRecord:
        deal = deal or await _make_deal(transaction, game_key, day)
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
            transaction,
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
            also.append(Rows(schema.attempts, [{**Key("day", game_key, day).values, **attempt}]))
            also.append(par.becomes_due(transaction, game_key, day))
        return await solitaires.deal(transaction, opened, request, self._tables.times, also)

    # -- When a day is closed

    async def count_unfinished(self) -> None:
        """Count what was begun on days that are closed, and not finished by then, as given up.

        A deal whose rules aren't kept any more is left out: nobody could finish it.
        """
        async with self._tables.database.glance() as transaction:
            keys = await attempts.to_count(transaction, DAY)
        for key in keys:
            with suppress(Unreadable):  # a damaged deal doesn't keep the others from being counted
                while await self._count_some(key):
                    pass

    async def _count_some(self, key: Key) -> bool:
        """Count some of one deal's attempts.

        Returns whether there may be more. If another process counts this deal, it counts all of it.
        """
        async with self._tables.database.write() as transaction:
            version = await transaction.one(_OPEN, int, **key.its)
            if version is None:
                return False
            game = rules(key.game, version)
            unfinished = [] if game is None else await transaction.all(_UNFINISHED, Unfinished, **key.its, most=A_ROUND)
            await advisory_lock(transaction, STANDINGS)
            for attempt in unfinished:
                assert game is not None
                score = await _given_up(transaction, game, attempt.table_id, closes_at(key.date))
                await results.record_unfinished(
                    transaction, attempt.table_id, attempt.user_id, key.game, attempt.guild_id, key.date, score
                )
            if len(unfinished) < A_ROUND:
                await attempts.mark_counted(transaction, key)
            return len(unfinished) == A_ROUND

    async def forget_used(self) -> None:
        """Delete the hashes of deleted attempts that nobody could repeat any more."""
        async with self._tables.database.write() as transaction:
            await transaction.run(_LAPSED, current=now())


_AFTER = Selects(
    {"par": par.KNOWN, "days": DAYS_PLAYED, "down": outages.DAYS_DOWN, "away": aways.OF_USER},
    {"par": par.Reached, "days": date, "down": date, "away": aways.Absence},
)
_at_table = schema.attempts.c.table_id == bindparam("of")
_SHARED_FROM = select(*[schema.attempts.c[name] for name in SharedFrom.__struct_fields__]).where(_at_table)
_SHARED = update(schema.attempts).where(_at_table)
_RUNNING = select(schema.tables.c.id).where(
    schema.DAILIES_PLAYING,
    schema.tables.c.host_id == bindparam("user"),
    schema.tables.c.game == bindparam("game"),
    schema.tables.c.date == bindparam("date"),
)
_LAPSED = delete(schema.used_attempts).where(schema.used_attempts.c.until <= bindparam("current"))


def _title(game_key: str) -> str:
    if game_key not in GAMES_OF_THE_DAY:
        raise Refused(say("There is no such deal of the day."))
    return GAMES[game_key].title


async def _make_deal(transaction: Transaction, game_key: str, day: date) -> StoredDeal:
    """Make today's deal, which is missing. Raises Refused for another day."""
    title = _title(game_key)
    for made in await attempts.make_deals(transaction, DAY, game_key, day):
        return made
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


_OPEN = select(schema.deals.c.rules).where(its(schema.deals), schema.TO_COUNT).with_for_update(skip_locked=True)
_UNFINISHED = (  # their tables are locked before the standings, in the same order as in a move
    select(schema.tables.c.id, schema.tables.c.guild_id, schema.attempts.c.user_id)
    .join_from(schema.attempts, schema.tables)
    .where(its(schema.attempts), ~exists().where(schema.results.c.table_id == schema.attempts.c.table_id))
    .order_by(schema.attempts.c.table_id)
    .limit(bindparam("most"))
    .with_for_update(key_share=True, of=schema.tables)
)
_MADE = select(func.max(schema.log.c.version)).where(
    schema.log.c.table_id == bindparam("of"), schema.log.c.at < bindparam("until")
)


async def _given_up(transaction: Transaction, game: AnyGame, table_id: int, until: int) -> int:
    """The score of giving up this game at that time. The rules say it if they have a move for it; else it is 0."""
    if game.concession is None:
        return 0
    try:
        made = await transaction.one(_MADE, int, of=table_id, until=until)
        loaded = await load(transaction, table_id)
        state = loaded.replay([entry for entry in loaded.history if entry.version <= (made or 0)]).state
        if game.concession not in game.legal_moves(state):
            return 0
        outcome: Outcome | None = game.outcome(game.play(state, game.concession, loaded.chance).state)
    except (Refused, IllegalMove, msgspec.MsgspecError):  # it can't be read
        return 0
    return outcome.scores[0] if outcome else 0
