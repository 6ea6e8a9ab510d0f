"""Par: what the hall itself reaches in a deal of the day, by the best player of that game.

A deal is played once, from views alone. The player's luck is hashed from the deal's seed, so whenever and however often
the deal is played, the same comes out. A row says that a par is due; the result is written into it. What lies between
takes seconds and is kept nowhere: after a crash the game begins again.
"""

import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from copy import copy
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Self

from sqlalchemy import and_, bindparam, select, update

from engine import AnyGame, AnyView, BaseEvent, Chance, Data, Outcome, decode, heard, rules
from players import PLAYERS
from players.answer import Question, What, read_move

from ..store import schema
from ..store.cells import readable
from ..store.connection import Connection
from ..store.database import Database
from ..store.together import Write
from ..store.upserts import upsert
from .calendar import today

log = logging.getLogger(__name__)

MADE_UP_FOR = timedelta(days=7)  # a day that lies further back gets no par any more
TRIES = 3  # at a deal; then the next start tries again
SEAT = 0
IMAGINED = ("one way", "another way", "a third way")  # the luck of games that are imagined

Ask = Callable[[Question], Awaitable[bytes]]


@dataclass(frozen=True)
class Par:
    won: bool | None  # None if the game has only a score
    score: int


class SoloGame:
    """The hall's game of a deal: from one question to its player to the next."""

    def __init__(self, game: AnyGame, options: Data, seed: str) -> None:
        self.game = game
        self._seed, self._chance = seed, Chance(seed)
        self._state = game.new(1, options, self._chance)
        self.moves: tuple[Data, ...] = ()  # the player's choices now
        self._heard: list[BaseEvent] = []
        self.played: tuple[Data, ...] = ()  # the player's moves, without those that left no choice
        self._go_on()

    @property
    def par(self) -> Par | None:
        """None while the game goes on."""
        outcome: Outcome | None = self.game.outcome(self._state)
        if outcome is None:
            return None
        return Par(outcome.has_won(SEAT), outcome.scores[SEAT])

    @property
    def made(self) -> int:
        """How many choices so far."""
        return len(self.played)

    @property
    def view(self) -> AnyView:
        """What the player sees."""
        view: AnyView = self.game.view(self._state, SEAT)
        return view

    def question(self, what: What = "move", luck: str | None = None, made: Data | None = None) -> Question:
        luck = luck or f"{self._seed}/par/{self.made}"
        return Question.about(self.game, what, "strong", self.view, self.moves, self._heard, luck=luck, made=made)

    def answer(self, answered: bytes) -> None:
        """Make the player's move. Raises ValueError for what is no answer."""
        self.play(read_move(self.game, answered, self.moves))

    def play(self, move: Data) -> None:
        """Make one of the player's moves."""
        self._play(move)
        self.played = (*self.played, move)
        self._go_on()

    def copy(self) -> Self:
        """A game of its own from here on."""
        other = copy(self)
        other._heard = [*self._heard]
        return other

    def after(self, move: Data) -> Self | None:
        """The player's next choice, if nothing but this move decides what it is; else None.

        That is tried in imagined games, so it tells nothing of what the player doesn't see.
        """
        views = []
        for luck in IMAGINED:
            chance = Chance(luck)
            state = self.game.play(self.game.imagine(self.view, chance), move, chance).state
            while (forced := self.game.forced(state, alone=True)) is not None:
                state = self.game.play(state, forced, chance).state
            views.append(self.game.view(state, SEAT))
        if views.count(views[0]) < len(views):
            return None
        other = self.copy()
        other.play(move)
        return other if other.par is None else None

    def _go_on(self) -> None:
        """Play the moves that leave no choice."""
        while (move := self.game.forced(self._state, alone=True)) is not None:
            self._play(move)
        self.moves = tuple(self.game.legal_moves(self._state))

    def _play(self, move: Data) -> None:
        step = self.game.play(self._state, move, self._chance)
        self._state = step.state
        self._heard += heard(step.events, SEAT)


class Pars:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._failures = Counter[tuple[str, str]]()  # by game and date, since the start

    async def play(self, ask: Ask) -> None:
        """Play the deals whose par is due, one after the other. `ask` brings a question to the game's player."""
        for row in await self._due():
            pars = schema.pars.c
            this = (pars.game == row.game, pars.date == row.date, pars.score.is_(None))
            if not await self._database.leases.claim(schema.pars, *this):
                continue
            try:
                par = await _played(row, ask)
            except Exception as error:  # its words may name cards, but for those of ValueError: see read_move
                why = str(error) if type(error) is ValueError else type(error).__name__
                log.error("The par of %s on %s comes to nothing: %s", row.game, row.date, why)
                self._failures[row.game, row.date] += 1
            else:
                await self._write(row, par)

    async def _due(self) -> list[Any]:
        """The latest first."""
        pars, deals, since = schema.pars.c, schema.deals.c, (today() - MADE_UP_FOR).isoformat()
        due = (
            select(schema.deals)
            .join(schema.pars, and_(pars.game == deals.game, pars.date == deals.date))
            .where(pars.score.is_(None), pars.date >= since, self._database.leases.free(pars.owner))
            .order_by(pars.date.desc(), pars.game.desc())
        )
        async with self._database.read() as connection:
            rows = readable(await connection.execute(due))
        return [row for row in rows if self._failures[row.game, row.date] < TRIES and _can_play(row.game, row.rules)]

    async def _write(self, row: Any, par: Par) -> None:
        pars = schema.pars.c
        this = and_(pars.game == row.game, pars.date == row.date, pars.score.is_(None))
        async with self._database.write() as connection:
            await connection.execute(update(schema.pars).where(this).values(won=par.won, score=par.score))


async def _played(row: Any, ask: Ask) -> Par:
    game = rules(row.game, row.rules)
    assert game is not None
    attempt = SoloGame(game, decode(game.options, row.options.encode()), row.seed)
    while (par := attempt.par) is None:
        attempt.answer(await ask(attempt.question()))
    return par


def _can_play(game_key: str, version: int) -> bool:
    """A player knows its game's newest rules."""
    return game_key in PLAYERS and PLAYERS[game_key].game.version == version


def becomes_due(connection: Connection, game_key: str, day: date) -> list[Write]:
    """Somebody begins this deal, so the hall plays it too: what is to be written."""
    due = {"game": game_key, "date": day.isoformat()}
    return [upsert(connection, schema.pars, due, {})] if game_key in PLAYERS else []


_PARS = schema.pars.c
KNOWN = select(_PARS.won, _PARS.score).where(
    _PARS.game == bindparam("game"), _PARS.date == bindparam("day"), _PARS.score.is_not(None)
)


async def find(connection: Connection, game_key: str, day: date) -> Par | None:
    """None as long as it isn't known, or if it can't be read."""
    return known_in(await connection.execute(KNOWN, {"game": game_key, "day": day.isoformat()}))


def known_in(rows: Iterable[Any]) -> Par | None:
    """Of what KNOWN has found."""
    return next((Par(row.won, row.score) for row in readable(rows)), None)
