"""Badges: things worth doing that somebody has done. They are computed from what is stored, and never lost by time."""

from collections.abc import Iterable
from datetime import date
from typing import Literal

from sqlalchemy import func, select

from engine import GAMES

from ..boards.standings import results
from ..daily import aways, outages
from ..daily.attempts import GAMES_OF_THE_DAY
from ..store import schema
from ..store.cells import readable
from ..store.connection import Connection

Badge = Literal["riddles", "finder", "every-game", "every-lesson", "full-day", "month"]
A_WEEK, A_MONTH = 7, 30  # days in a row
FINDER = 10  # riddles whose best move was found


async def of(connection: Connection, user_id: int, longest: int) -> tuple[Badge, ...]:
    """A user's badges. `longest`: their longest streak, in days."""
    answers, learners = schema.riddle_answers.c, schema.learners.c
    own = results.c.user_id == user_id
    rows = select(answers.date, answers.found).where(answers.user_id == user_id).order_by(answers.date)
    answered = readable(await connection.execute(rows))
    off = await outages.days_down(connection) | await aways.days_of(connection, user_id)
    won = select(func.count(results.c.game.distinct())).where(own, results.c.won, results.c.game.in_(GAMES))
    learned = select(func.count()).where(learners.user_id == user_id, learners.learned, learners.game.in_(GAMES))
    deals = select(func.count(results.c.game.distinct()).label("deals")).where(
        own, results.c.date.is_not(None), ~results.c.unfinished, results.c.game.in_(GAMES_OF_THE_DAY)
    )
    most_deals = select(func.max(deals.group_by(results.c.date).subquery().c.deals))
    earned: dict[Badge, bool] = {
        "riddles": _longest_run([row.date for row in answered], off) >= A_WEEK,
        "finder": sum(row.found for row in answered) >= FINDER,
        "every-game": await connection.scalar(won) == len(GAMES),
        "every-lesson": await connection.scalar(learned) == len(GAMES),
        "full-day": await connection.scalar(most_deals) == len(GAMES_OF_THE_DAY),
        "month": longest >= A_MONTH,
    }
    return tuple([badge for badge, has in earned.items() if has])


def _longest_run(days: Iterable[date], off: frozenset[date] | set[date]) -> int:
    """The most days in a row. Those on which the bot was down or the user away are no days at all."""
    longest = run = 0
    last = date.min
    for day in days:
        run = run + 1 if outages.missed(last, day, off) == 0 else 1
        longest, last = max(longest, run), day
    return longest
