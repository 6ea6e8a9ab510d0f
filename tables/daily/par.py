"""Par: the result that our best computer player reaches in a deal of the day.

The player sees only its own view, and its luck is hashed from the deal's seed, so the result is the same however often
the deal is played. A row says that a par is due, and gets the result. The game takes seconds and isn't stored while it
is played: after a crash it begins again.
"""

import logging
from collections.abc import Iterable
from datetime import date, timedelta
from functools import partial

from msgspec import Struct
from sqlalchemy import and_, bindparam, select, update

from engine import decode, rules
from players import PLAYERS
from players.solo_game import Ask, Par, SoloGame

from ..store import schema
from ..store.database import Database
from ..store.kinds import Digest
from ..store.leases import free
from ..store.statements import Filled
from ..store.transaction import Transaction
from ..store.upserts import upsert
from ..workers.jobs import Jobs
from .calendar import today

log = logging.getLogger(__name__)
MADE_UP_FOR = timedelta(days=7)  # an older day gets no par


class Due(Struct, array_like=True, frozen=True):
    """A deal whose par is due."""

    game: str
    date: date
    rules: int
    options: str
    seed: Digest


class Reached(Struct, array_like=True, frozen=True):
    """A Par as it is stored."""

    won: bool | None
    score: int


class Pars:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._jobs = Jobs[tuple[str, date]](database.leases, schema.pars, log)  # by game and date

    async def play(self, ask: Ask) -> None:
        """Play the deals whose par is due, one after the other. `ask` sends a question to its computer player."""
        for due in await self._due():
            pars = schema.pars.c
            this_par = (pars.game == due.game, pars.date == due.date, pars.score.is_(None))
            failed = f"The par of {due.game} on {due.date} can't be played"
            par = await self._jobs.run((due.game, due.date), *this_par, work=partial(_played, due, ask), failed=failed)
            if par is not None:
                async with self._database.write() as transaction:
                    its = {"its_game": due.game, "its_date": due.date}
                    await transaction.run(_REACHED, **its, won=par.won, score=par.score)

    async def _due(self) -> list[Due]:
        """The deals whose par is due, the latest first."""
        values = {"since": today() - MADE_UP_FOR, "process": self._database.leases.owner}
        async with self._database.glance() as transaction:
            found = await transaction.all(_DUE, Due, **values)
        return [due for due in found if _can_play(due.game, due.rules)]


async def _played(due: Due, ask: Ask) -> Par:
    game = rules(due.game, due.rules)
    assert game is not None
    attempt = SoloGame(game, decode(game.options, due.options.encode()), due.seed)
    while (par := attempt.par) is None:
        attempt.answer(await ask(attempt.question()))
    return par


def _can_play(game_key: str, version: int) -> bool:
    """Whether the computer player can play this version: it knows only the newest rules."""
    return PLAYERS[game_key].game.version == version


def becomes_due(transaction: Transaction, game_key: str, day: date) -> Filled:
    """The row to write when somebody begins this deal: from then on its par is due."""
    return upsert(transaction, schema.pars, {"game": game_key, "date": day}, {})


_pars, _deals = schema.pars.c, schema.deals.c
_of_day = and_(_deals.scope == "day", _deals.game == _pars.game, _deals.date == _pars.date, _deals.seats == 1)
_DUE = (
    select(_pars.game, _pars.date, _deals.rules, _deals.options, _deals.seed)
    .select_from(schema.pars)
    .outerjoin(schema.deals, _of_day)  # from the few pars to their deals, never the other way
    .where(_pars.score.is_(None), _pars.date >= bindparam("since"), free(_pars.owner, bindparam("process")))
    .order_by(_pars.date.desc(), _pars.game.desc())
)
_REACHED = update(schema.pars).where(
    _pars.game == bindparam("its_game"), _pars.date == bindparam("its_date"), _pars.score.is_(None)
)
KNOWN = select(_pars.won, _pars.score).where(
    _pars.game == bindparam("game"), _pars.date == bindparam("day"), _pars.score.is_not(None)
)


async def find(transaction: Transaction, game_key: str, day: date) -> Par | None:
    """The par; None while it isn't known, or if it can't be read."""
    return known_in(await transaction.all(KNOWN, Reached, game=game_key, day=day))


def known_in(found: Iterable[Reached]) -> Par | None:
    """The par among what KNOWN finds."""
    return next((Par(reached.won, reached.score) for reached in found), None)
