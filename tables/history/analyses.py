"""How well a finished game was played, choice by choice.

Each game is analysed once, when somebody asks, by the processes that think for computer players, and only while no
table waits for them. The request is a row, and each judged choice is written into it, so a crash costs one choice. The
analysis takes its luck from the deal, so it always gives the same result.
"""

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, func, select, update

from engine import AnyView, Data, IllegalMove, Outcome, Seat, decode, encode, heard
from languages import later, say
from players import PLAYERS
from players.analysis import WHOLE, Account, Judged, Values, account, allowed, consistent
from players.answer import Question, read_judgement
from players.solo_game import Ask

from ..daily.calendar import now
from ..play.model import GameRecord, Outdated, Refused, Table
from ..play.tables import Tables
from ..store import schema
from ..store.database import Database
from ..store.errors import Unreadable
from ..store.kinds import Count
from ..store.leases import free
from ..store.upserts import upsert
from ..workers.jobs import Jobs
from .replays import NEVER_OVER, NOT_OVER

log = logging.getLogger(__name__)

A_LOOK = 1.0  # seconds from one look at how far an analysis has come to the next
DAY_GOES_ON = later("Others may still play this deal. I look back at it once it is closed.")
OTHER_RULES = later("The rules of {game} have changed since this game was played, so I can't look back at it.")
NOBODY_JUDGES = later("Nobody in the hall can judge this game yet.")
NO_CHOICE = later("Nobody made a choice in this game, so there is nothing to look back at.")
FAILED = later("I couldn't look back at this game. Ask me again later.")


@dataclass(frozen=True)
class Choice:
    """A moment at which somebody had more than one move. `seat` is None if all gave up together."""

    step: int  # the position of the game's replay at which it was made
    turn: int
    seat: Seat | None
    view: AnyView  # what the seat that chose saw
    legal: tuple[Data, ...]
    made: Data | None  # None: they gave up together
    better: Data | None  # what would surely have been better
    judged: Judged
    other: Data | None = None  # the other move that looked best, better or not


@dataclass(frozen=True)
class Analysis:
    table: Table
    together: bool  # all seats win or lose together, or there is only one
    points: int  # values are shares of so many points; 0: values are chances to win
    choices: tuple[Choice, ...]  # one at least
    accounts: tuple[Account, ...]  # of all together, or of each seat

    def account(self, seat: Seat) -> Account:
        return self.accounts[0 if self.together else seat]

    def skill(self, seat: Seat | None) -> int:
        """What the choices of a seat have cost altogether; None: those of everybody."""
        skill = zip(self.choices, self.account(seat or 0).skill, strict=True)
        return sum([cost for choice, cost in skill if choice.seat == seat])


@dataclass(frozen=True)
class Progress:
    """How many of a game's choices have been judged. `choices` is 0 until they are known."""

    judged: int
    choices: int


@dataclass(frozen=True)
class Average:
    """The average of several games of a deal, in millionths of a game."""

    games: int
    luck: int
    skill: int


class Stored(Struct, array_like=True, frozen=True):
    """What is written of an analysis so far."""

    judged: str
    done: bool
    choices: Count | None


class Sums(Struct, array_like=True, frozen=True):
    """Of all analyses of a deal: how many there are, and their averages."""

    games: Count
    luck: float | None
    skill: float | None


_row = schema.analyses.c
_this = _row.table_id == bindparam("of")
_STORED = select(_row.judged, _row.done, _row.choices).where(_this)
_JUDGED = select(_row.judged).where(_this)
_WRITTEN = update(schema.analyses).where(_this)
_OF_THE_DEAL = select(func.count(), func.avg(_row.luck), func.avg(_row.skill)).where(
    _row.game == bindparam("its_game"), _row.date == bindparam("day")
)
_DUE = (  # the game that has waited the longest, if there is one
    select(_row.table_id)
    .where(schema.TO_JUDGE, free(_row.owner, bindparam("process")))
    .where(_row.table_id.not_in(bindparam("given_up", expanding=True)))
    .order_by(_row.asked_at, _row.table_id)
    .limit(1)
)


class Analyses:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._database: Database = tables.database
        self._at_it = asyncio.Lock()
        self._jobs = Jobs[int](self._database.leases, schema.analyses, log)  # by table

    async def find(self, table_id: int) -> Analysis | Progress | None:
        """The analysis, or how far it is; None if nobody has asked for it.

        None also if another version of the bot has written it in another form: then it is made again. Raises Refused
        as `ask_for` does.
        """
        loaded = await self._tables.load_settled(table_id)
        _require_over(loaded)
        async with self._database.glance() as transaction:
            row = await transaction.one(_STORED, Stored, of=table_id)
        if row is None:
            return None
        judged = _read(row.judged)
        if judged is None:
            return None
        if not row.done:
            return Progress(len(judged), row.choices or 0)
        try:
            return await asyncio.to_thread(_analysis, loaded, judged)
        except msgspec.ValidationError:  # it tells of moves as another version wrote them
            return None

    async def ask_for(self, table_id: int) -> Analysis | Progress:
        """Begin to look back at a game, unless somebody has asked before. Raises Refused, also once it has failed."""
        stored = await self.find(table_id)
        if isinstance(stored, Progress) and table_id in self._jobs.given_up:
            raise Refused(say(FAILED))
        if stored is not None:
            return stored
        due = {"asked_at": now(), "judged": "[]", "done": False}
        async with self._database.write() as transaction:
            await transaction.run(upsert(transaction, schema.analyses, {"table_id": table_id}, due, {}))
        return Progress(0, 0)

    async def changed(self, table_id: int, known: Progress) -> Analysis | Progress:
        """Wait until there is more than is known, here or in another process. Raises Refused as `ask_for` does."""
        while True:
            newer = await self.ask_for(table_id)
            if newer != known:
                return newer
            await asyncio.sleep(A_LOOK)

    async def average(self, game_key: str, day: date) -> Average | None:
        """The average of all who played this deal ranked and have looked back at it; None if nobody has."""
        async with self._database.look() as transaction:
            sums = await transaction.one(_OF_THE_DEAL, Sums, its_game=game_key, day=day)
        if sums is None or sums.luck is None or sums.skill is None:
            return None
        return Average(sums.games, round(sums.luck), round(sums.skill))

    async def go_on(self, ask: Ask) -> None:
        """Judge what is due, one game after the other. `ask` brings a question to the game's player."""
        if self._at_it.locked():
            return
        async with self._at_it:
            while (table_id := await self._next()) is not None:
                this_game = schema.analyses.c.table_id == table_id
                work = partial(self._judge, table_id, ask)
                failed = f"Table {table_id} can't be looked back at"
                await self._jobs.run(table_id, this_game, work=work, failed=failed, hand_on=True)

    async def _next(self) -> int | None:
        given_up = [*self._jobs.given_up]
        async with self._database.glance() as transaction:
            return await transaction.one(_DUE, int, process=self._database.leases.owner, given_up=given_up)

    async def _judge(self, table_id: int, ask: Ask) -> None:
        loaded = await self._tables.load_settled(table_id)
        _require_over(loaded)
        choices = await asyncio.to_thread(lambda: [*_choices_in(loaded)])
        async with self._database.glance() as transaction:
            written = await transaction.one(_JUDGED, str, of=table_id)
        if written is None:  # the game has been deleted
            return
        judged = _read(written) or []
        while True:
            done = len(judged) == len(choices)
            values: dict[str, object] = {"choices": len(choices), "judged": encode(judged).decode(), "done": done}
            if done and judged:
                analysis = await asyncio.to_thread(_analysis, loaded, judged)
                if analysis.together:
                    values |= {"luck": sum(analysis.accounts[0].luck), "skill": sum(analysis.accounts[0].skill)}
                    if loaded.table.ranked and loaded.table.day:
                        values |= {"game": loaded.table.game, "date": loaded.table.day}
            async with self._database.write() as transaction:
                await transaction.run(_WRITTEN, of=table_id, **values)
            if done:
                return
            share = allowed(judged, len(choices))
            judged.append(
                read_judgement(await ask(msgspec.structs.replace(choices[len(judged)].question, allowed=share)))
            )


def _read(judged: str) -> list[Judged] | None:
    """What is said of each choice; None if another version of the bot has written it in another form."""
    try:
        return decode(list[Judged], judged.encode())  # type: ignore[no-any-return]
    except msgspec.ValidationError:
        return None
    except msgspec.DecodeError as error:
        raise Unreadable("analyses.judged") from error


@dataclass(frozen=True)
class _ChoiceToJudge:
    """A choice that is to be judged."""

    step: int
    turn: int
    seat: Seat
    view: AnyView
    legal: tuple[Data, ...]
    made: Data
    question: Question
    quiet: bool = True  # nothing came to light until the same seat chose again, or until the game ended


def _require_over(loaded: GameRecord) -> None:
    table = loaded.table
    if table.phase != "over":
        raise Refused(say(NEVER_OVER) if table.phase == "closed" else say(NOT_OVER))
    if table.seed is None:
        raise Refused(say(DAY_GOES_ON))
    if PLAYERS[table.game].judge is None:
        raise Refused(say(NOBODY_JUDGES))
    if table.outdated or loaded.game.version != PLAYERS[table.game].game.version:
        raise Outdated(say(OTHER_RULES, game=loaded.game.title))


def _choices_in(loaded: GameRecord) -> Iterator[_ChoiceToJudge]:
    """Every choice between at least two moves, as its player saw the position; giving up doesn't count as a move.

    It plays the whole game, so call it in a thread. Raises Outdated.
    """
    game, table = loaded.game, loaded.table
    together = game.cooperative(table.options)
    step_number = -1
    asked: _ChoiceToJudge | None = None
    try:
        played = loaded.dealt()
        for entry in loaded.history:
            step_number += entry.kind == "move"
            logged = entry.made(game)
            moves = tuple(played.legal_moves)
            made = next((move for move in moves if logged == game.unseen(move)), logged)
            if len([move for move in moves if move != game.concession or move == made]) > 1:
                mover = table.player(entry.user_id or 0)
                own = mover.seat if together and mover else None
                view, events = played.view(entry.seat), played.events
                if own not in (None, entry.seat):
                    view = game.redact_for(view)
                    events = [event for event in events if event.audience is None or not game.withheld(event)]
                luck, known = f"{loaded.secret}/judgement/{entry.version}", heard(events, entry.seat)
                question = Question.about(game, "judgement", "strong", view, moves, known, luck=luck, made=made)
                quiet = asked is not None and asked.seat == entry.seat and asked.quiet
                if asked is not None:
                    yield replace(asked, quiet=quiet)
                asked = _ChoiceToJudge(step_number, entry.turn, entry.seat, view, moves, made, question)
            step = played.play(logged).step
            if asked is not None and step.reveals:
                asked = replace(asked, quiet=False)
        if asked is not None:
            yield asked
    except (IllegalMove, msgspec.MsgspecError):
        raise Outdated(say(OTHER_RULES, game=game.title)) from None


def _analysis(loaded: GameRecord, judged: list[Judged]) -> Analysis:
    """Build the analysis. It plays the whole game, so call it in a thread. Raises Refused."""
    game, table = loaded.game, loaded.table
    asked = [*_choices_in(loaded)]
    if not asked or len(asked) != len(judged):
        raise Refused(say(NO_CHOICE))
    state = loaded.state()
    together = game.cooperative(table.options) or table.seats == 1
    points = PLAYERS[table.game].points(game.view(state, 0))
    end = _values_at_end(None if table.conceded else game.outcome(state), table.seats, points, together=together)
    quiet = [question.quiet for question in asked]
    judged = [*consistent(judged, [*quiet[:-1], quiet[-1] and not table.conceded], end)]
    choices = [
        Choice(
            question.step,
            question.turn,
            question.seat,
            question.view,
            question.legal,
            question.made,
            None if judgement.better is None else msgspec.convert(judgement.better, game.move),
            judgement,
            None if judgement.other is None else msgspec.convert(judgement.other, game.move),
        )
        for question, judgement in zip(asked, judged, strict=True)
    ]
    if table.conceded:
        last = choices[-1]
        given_up = Judged(last.judged.made, end, 0)
        choices.append(Choice(last.step, last.turn, None, last.view, (), None, None, given_up))
    made = [(choice.seat, choice.judged) for choice in choices]
    accounts = tuple([account(made, end, side=side) for side in range(len(end))])
    return Analysis(table, together, points, tuple(choices), accounts)


def _values_at_end(outcome: Outcome | None, seats: int, points: int, *, together: bool) -> Values:
    """The result of the game, for each side."""
    if together:
        if outcome is None:
            return (0,)
        if points:
            return (round(WHOLE * outcome.scores[0] / points),)
    return tuple([round(WHOLE * share) for share in outcome.shares]) if outcome else (0,) * seats
