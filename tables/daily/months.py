"""Past days, a month at a time: which deals and riddles there were, and how one user did."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from sqlalchemy import func, select

from ..boards.periods import days_of
from ..store import schema
from ..store.database import Database
from ..store.legacy import readable
from ..store.transaction import Transaction
from .attempts import GAMES_OF_THE_DAY
from .calendar import closes_at, now, today

FIRST = date(2000, 1, 1)  # an earlier date in the database is damage

# Of a deal: not played, begun and not finished, played, won. Of a riddle: not answered, answered, found
Mark = Literal["open", "begun", "played", "won"]


@dataclass(frozen=True)
class MonthsDay:
    day: date
    deals: Mapping[str, Mark]  # by game, the deals of that day
    riddle: Mark | None  # None: there was none
    closed: bool  # anybody may practise its deals


@dataclass(frozen=True)
class Month:
    first: date  # its first day
    days: tuple[MonthsDay, ...]  # all of them
    earlier: bool  # there is a month before with a deal or a riddle


class Months:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user_id: int, day: date) -> Month:
        """The month that `day` is in, for this user. It reads nothing of other months."""
        first, last = days_of("month", day)
        async with self._database.look() as connection:
            deals = await _deals(connection, user_id, first, last)
            riddles = await _riddles(connection, user_id, first, last)
            earliest = await _earliest(connection)
        days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
        return Month(
            first=first,
            days=tuple(
                [
                    MonthsDay(
                        day=day_of_month,
                        deals=deals.get(day_of_month, {}) if day_of_month <= today() else {},
                        riddle=riddles.get(day_of_month) if day_of_month <= today() else None,
                        closed=now() >= closes_at(day_of_month),
                    )
                    for day_of_month in days
                ]
            ),
            earlier=earliest is not None and earliest < first,
        )


async def _deals(connection: Transaction, user_id: int, first: date, last: date) -> Mapping[date, Mapping[str, Mark]]:
    deals, attempts, results = schema.deals.c, schema.attempts.c, schema.results.c
    dealt = select(deals.game, deals.date).where(
        deals.scope == "day", deals.game.in_(GAMES_OF_THE_DAY), deals.date.between(first, last)
    )
    begun = select(attempts.game, attempts.date).where(
        attempts.user_id == user_id,
        attempts.scope == "day",
        attempts.game.in_(GAMES_OF_THE_DAY),
        attempts.date.between(first, last),
    )
    over = select(results.game, results.date, results.won).where(
        results.user_id == user_id, results.date.between(first, last), ~results.unfinished
    )
    by_day: dict[date, dict[str, Mark]] = {}
    for row in readable(await connection.execute(dealt)):
        by_day.setdefault(row.date, {})[row.game] = "open"
    for row in readable(await connection.execute(begun)):
        by_day.setdefault(row.date, {})[row.game] = "begun"
    for result in readable(await connection.execute(over)):
        by_day.setdefault(result.date, {})[result.game] = "won" if result.won else "played"
    return {day: {game: marks[game] for game in GAMES_OF_THE_DAY if game in marks} for day, marks in by_day.items()}


async def _riddles(connection: Transaction, user_id: int, first: date, last: date) -> Mapping[date, Mark]:
    riddles, answers = schema.riddles.c, schema.riddle_answers.c
    made = select(riddles.date).where(riddles.date.between(first, last), riddles.made.is_not(None))
    own = select(answers.date, answers.found).where(answers.user_id == user_id, answers.date.between(first, last))
    marks: dict[date, Mark] = {row.date: "open" for row in readable(await connection.execute(made))}
    for row in readable(await connection.execute(own)):
        marks[row.date] = "won" if row.found else "played"
    return marks


async def _earliest(connection: Transaction) -> date | None:
    """The first day with a deal or a riddle."""
    riddles, deals = schema.riddles.c, schema.deals.c
    firsts = [await connection.scalar(select(func.min(riddles.date)).where(riddles.date >= FIRST))]
    for game in GAMES_OF_THE_DAY:
        of_game = deals.scope == "day", deals.game == game, deals.date >= FIRST
        firsts.append(await connection.scalar(select(func.min(deals.date)).where(*of_game)))
    return min(filter(None, firsts), default=None)
