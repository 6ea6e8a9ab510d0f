"""Badges: things worth doing that somebody has done. They are computed from what is stored, and never lost by time."""

import datetime
from collections.abc import Iterable
from typing import Literal

from sqlalchemy import BigInteger, bindparam, func, select

from engine import GAMES

from ..boards.standings import results
from ..daily import aways, outages
from ..daily.attempts import GAMES_OF_THE_DAY
from ..daily.months import Answered
from ..store import schema
from ..store.transaction import Transaction

Badge = Literal["riddles", "finder", "every-game", "every-lesson", "full-day", "month", "wild-enchantment"]
A_WEEK, A_MONTH = 7, 30  # days in a row
FINDER = 10  # riddles whose best move was found


_user = bindparam("user", type_=BigInteger)
_answers, _learners = schema.riddle_answers.c, schema.learners.c
_ANSWERED = select(_answers.date, _answers.found).where(_answers.user_id == _user).order_by(_answers.date)
_games = func.count(results.c.game.distinct())
_WON = select(_games).where(results.c.user_id == _user, results.c.won, results.c.game.in_(GAMES))
_LEARNED = select(func.count()).where(_learners.user_id == _user, _learners.learned, _learners.game.in_(GAMES))
_MADE = select(_learners.made).where(_learners.user_id == _user, _learners.game.in_(GAMES))
_by_day = (
    select(_games.label("deals"))
    .where(results.c.user_id == _user, results.c.date.is_not(None))
    .where(~results.c.unfinished, results.c.game.in_(GAMES_OF_THE_DAY))
    .group_by(results.c.date)
    .subquery()
)
_MOST_DEALS = select(func.max(_by_day.c.deals))


async def of(transaction: Transaction, user_id: int, longest: int) -> tuple[Badge, ...]:
    """A user's badges. `longest`: their longest streak, in days."""
    answered = await transaction.all(_ANSWERED, Answered, user=user_id)
    off = await outages.days_down(transaction) | await aways.days_of(transaction, user_id)
    feats = {name for made in await transaction.all(_MADE, str, user=user_id) for name in made.split()}
    earned: dict[Badge, bool] = {
        "riddles": _longest_run([row.date for row in answered], off) >= A_WEEK,
        "finder": sum(row.found for row in answered) >= FINDER,
        "every-game": await transaction.one(_WON, int, user=user_id) == len(GAMES),
        "every-lesson": await transaction.one(_LEARNED, int, user=user_id) == len(GAMES),
        "full-day": await transaction.one(_MOST_DEALS, int, user=user_id) == len(GAMES_OF_THE_DAY),
        "month": longest >= A_MONTH,
        "wild-enchantment": "wild-enchantment" in feats,
    }
    return tuple([badge for badge, has in earned.items() if has])


def _longest_run(days: Iterable[datetime.date], off: frozenset[datetime.date] | set[datetime.date]) -> int:
    """The most days in a row. Those on which the bot was down or the user away are no days at all."""
    longest = run = 0
    last = datetime.date.min
    for day in days:
        run = run + 1 if outages.missed(last, day, off) == 0 else 1
        longest, last = max(longest, run), day
    return longest
