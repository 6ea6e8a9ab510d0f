"""Par: the result that our best computer player reaches in a deal of the day.

The player sees only its own view, and its luck is hashed from the deal's seed, so the result is the same however often
the deal is played. A row says that a par is due, and gets the result. The game takes seconds and isn't stored while it
is played: after a crash it begins again.
"""

import logging
from collections.abc import Iterable
from datetime import date, timedelta
from functools import partial
from typing import Any

from sqlalchemy import Select, and_, bindparam, select, update

from engine import decode, rules
from players import PLAYERS
from players.solo_game import Ask, Par, SoloGame

from ..store import schema
from ..store.database import Database
from ..store.leases import free
from ..store.legacy import readable
from ..store.prepared import prepared
from ..store.statements import Write
from ..store.transaction import Transaction
from ..store.upserts import upsert
from ..workers.jobs import Jobs
from .calendar import today

log = logging.getLogger(__name__)
MADE_UP_FOR = timedelta(days=7)  # an older day gets no par


class Pars:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._jobs = Jobs[tuple[str, date]](database.leases, schema.pars, log)  # by game and date

    async def play(self, ask: Ask) -> None:
        """Play the deals whose par is due, one after the other. `ask` sends a question to its computer player."""
        for row in await self._due():
            pars = schema.pars.c
            this_par = (pars.game == row.game, pars.date == row.date, pars.score.is_(None))
            failed = f"The par of {row.game} on {row.date} can't be played"
            par = await self._jobs.run((row.game, row.date), *this_par, work=partial(_played, row, ask), failed=failed)
            if par is not None:
                await self._write(row, par)

    async def _due(self) -> list[Any]:
        """The deals whose par is due, the latest first."""
        async with self._database.glance() as connection:
            rows = readable(await connection.execute(*_due(today() - MADE_UP_FOR, self._database.leases.owner)))
        return [row for row in rows if row.game is not None and _can_play(row.game, row.rules)]

    async def _write(self, row: Any, par: Par) -> None:
        pars = schema.pars.c
        this_par = and_(pars.game == row.game, pars.date == row.date, pars.score.is_(None))
        async with self._database.write() as connection:
            await connection.execute(update(schema.pars).where(this_par).values(won=par.won, score=par.score))


@prepared
def _due(since: date, process: str) -> Select[Any]:
    pars, deals = schema.pars.c, schema.deals.c
    of_day = and_(deals.scope == "day", deals.game == pars.game, deals.date == pars.date, deals.seats == 1)
    return (
        select(schema.deals)
        .select_from(schema.pars)
        .outerjoin(schema.deals, of_day)  # from the few pars to their deals, never the other way
        .where(pars.score.is_(None), pars.date >= since, free(pars.owner, process))
        .order_by(pars.date.desc(), pars.game.desc())
    )


async def _played(row: Any, ask: Ask) -> Par:
    game = rules(row.game, row.rules)
    assert game is not None
    attempt = SoloGame(game, decode(game.options, row.options.encode()), row.seed)
    while (par := attempt.par) is None:
        attempt.answer(await ask(attempt.question()))
    return par


def _can_play(game_key: str, version: int) -> bool:
    """Whether the computer player can play this version: it knows only the newest rules."""
    return PLAYERS[game_key].game.version == version


def becomes_due(connection: Transaction, game_key: str, day: date) -> Write:
    """The row to write when somebody begins this deal: from then on its par is due."""
    due = {"game": game_key, "date": day}
    row: Write = upsert(connection, schema.pars, due, {})
    return row


_PARS = schema.pars.c
KNOWN = select(_PARS.won, _PARS.score).where(
    _PARS.game == bindparam("game"), _PARS.date == bindparam("day"), _PARS.score.is_not(None)
)


async def find(connection: Transaction, game_key: str, day: date) -> Par | None:
    """The par; None while it isn't known, or if it can't be read."""
    return known_in(await connection.execute(KNOWN, {"game": game_key, "day": day}))


def known_in(rows: Iterable[Any]) -> Par | None:
    """The par in the rows that KNOWN gives."""
    return next((Par(row.won, row.score) for row in readable(rows)), None)
