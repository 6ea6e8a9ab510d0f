"""Past days, a month at a time: which deals and riddles there were, and how one user did."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from msgspec import Struct
from sqlalchemy import ColumnElement, bindparam, func, select

from ..boards.periods import days_of
from ..store import schema
from ..store.database import Database
from ..store.transaction import Transaction
from .attempts import GAMES_OF_THE_DAY
from .calendar import closes_at, now, today

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


class Dealt(Struct, array_like=True, frozen=True):
    """A deal, or one's attempt at it."""

    game: str
    date: date


class Over(Struct, array_like=True, frozen=True):
    """One's result of a deal."""

    game: str
    date: date
    won: bool | None


class Answered(Struct, array_like=True, frozen=True):
    date: date
    found: bool


class Months:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user_id: int, day: date) -> Month:
        """The month that `day` is in, for this user. It reads nothing of other months."""
        first, last = days_of("month", day)
        async with self._database.look() as transaction:
            deals = await _deals(transaction, user_id, first, last)
            riddles = await _riddles(transaction, user_id, first, last)
            earliest = await _earliest(transaction)
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


def _in_month(day: ColumnElement[date]) -> ColumnElement[bool]:
    return day.between(bindparam("first"), bindparam("last"))


_deal, _attempt, _result = schema.deals.c, schema.attempts.c, schema.results.c
_riddle, _answer = schema.riddles.c, schema.riddle_answers.c
_DEALT = select(_deal.game, _deal.date).where(
    _deal.scope == "day", _deal.game.in_(GAMES_OF_THE_DAY), _in_month(_deal.date)
)
_BEGUN = select(_attempt.game, _attempt.date).where(
    _attempt.user_id == bindparam("user"),
    _attempt.scope == "day",
    _attempt.game.in_(GAMES_OF_THE_DAY),
    _in_month(_attempt.date),
)
_OVER = select(_result.game, _result.date, _result.won).where(
    _result.user_id == bindparam("user"), _in_month(_result.date), ~_result.unfinished
)
_MADE = select(_riddle.date).where(_in_month(_riddle.date), _riddle.made.is_not(None))
_ANSWERED = select(_answer.date, _answer.found).where(_answer.user_id == bindparam("user"), _in_month(_answer.date))
_FIRST_RIDDLE = select(func.min(_riddle.date))
_FIRST_DEAL = select(func.min(_deal.date)).where(_deal.scope == "day", _deal.game == bindparam("game"))


async def _deals(transaction: Transaction, user_id: int, first: date, last: date) -> Mapping[date, Mapping[str, Mark]]:
    by_day: dict[date, dict[str, Mark]] = {}
    for deal in await transaction.all(_DEALT, Dealt, first=first, last=last):
        by_day.setdefault(deal.date, {})[deal.game] = "open"
    for attempt in await transaction.all(_BEGUN, Dealt, user=user_id, first=first, last=last):
        by_day.setdefault(attempt.date, {})[attempt.game] = "begun"
    for result in await transaction.all(_OVER, Over, user=user_id, first=first, last=last):
        by_day.setdefault(result.date, {})[result.game] = "won" if result.won else "played"
    return {day: {game: marks[game] for game in GAMES_OF_THE_DAY if game in marks} for day, marks in by_day.items()}


async def _riddles(transaction: Transaction, user_id: int, first: date, last: date) -> Mapping[date, Mark]:
    marks: dict[date, Mark] = dict.fromkeys(await transaction.all(_MADE, date, first=first, last=last), "open")
    for answer in await transaction.all(_ANSWERED, Answered, user=user_id, first=first, last=last):
        marks[answer.date] = "won" if answer.found else "played"
    return marks


async def _earliest(transaction: Transaction) -> date | None:
    """The first day with a deal or a riddle."""
    firsts = [await transaction.one(_FIRST_RIDDLE, date)]
    firsts += [await transaction.one(_FIRST_DEAL, date, game=game) for game in GAMES_OF_THE_DAY]
    return min(filter(None, firsts), default=None)
