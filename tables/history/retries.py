"""A finished game, played on in private from any of its positions: what if?

It is the very position, with the cards and the luck that the game had. Its player sees what their seat saw then, and
computer players have the other seats. It is no table: all that is kept is a row for each person. So it counts nowhere.

From the deal on (`Retries.begin(table_id, 0, ...)`) it is the same deal, alone and in private, for whoever may see the
game's replay. See docs/decisions/0020-what-if.md.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, select, update

from engine import AnyPlaythrough, AnyView, Data, IllegalMove, Outcome, Seat, decode, encode
from languages import later, say
from players.answer import Question, What, read_move
from players.solo_game import Ask

from ..play import private
from ..play.model import Computer, GameRecord, Outdated, Player, Refused, Request, Stale, Table
from ..play.private import Followed
from ..play.questions import ThinkTask
from ..play.rows import once
from ..play.tables import Tables
from ..store import schema
from ..store.errors import Unreadable
from ..store.kinds import Count, Id
from ..store.upserts import upsert
from . import replays

NO_STEP = later("Nobody was to move there any more. Go back a step, then play on.")
DEAL_GOES_ON = later("Others may still play this deal. You can play on from here once it is closed.")
NONE = later("You aren't playing on from any game. `/replay` shows you one, step by step.")
MOVED_ON = later("You have moved on since. Here is how it stands.")
BUSY = later("The computer players are busy at other tables just now. Try again in a minute.")
KEPT = 64  # results of computer players' games in memory


@dataclass(frozen=True)
class Retry:
    """A finished game that somebody plays on."""

    user_id: int
    table_id: int
    step: int  # of the game's replay: there somebody was to move, and they play on from there
    seat: Seat
    version: int  # raised by each change
    moves: tuple[Data, ...]  # of its player and the computers, since then


@dataclass(frozen=True)
class Chosen:
    """The last choice of whoever plays on, and what a computer player is asked about it."""

    view: AnyView  # in which they chose
    made: Data
    thought: ThinkTask


class Ended(NamedTuple):
    """A game that has come to its end."""

    outcome: Outcome
    view: AnyView  # everyone's


@dataclass(frozen=True)
class RetryState:
    """The state of a game that somebody plays on."""

    retry: Retry
    followed: Followed
    chosen: Chosen | None  # None: they have chosen nothing yet
    since: int  # the version of that choice: `followed.heard` is news from there on
    opened: ThinkTask | None  # what a computer player is asked about the choice that they have now
    waits: bool  # for a computer's move
    real: Ended | None  # the game itself; None: it was given up


class Stored(Struct, array_like=True, frozen=True):
    """A retry's row."""

    table_id: Id
    step: Count
    seat: Seat
    version: Count
    moves: str


_rows = schema.retries.c
_theirs = _rows.user_id == bindparam("user")
_THEIRS = select(*[_rows[name] for name in Stored.__struct_fields__]).where(_theirs)
_UNCHANGED = update(schema.retries).where(_theirs, _rows.version == bindparam("was"))


class Retries:
    def __init__(self, tables: Tables) -> None:
        self._tables, self._database = tables, tables.database
        self._played_by_computers = OrderedDict[tuple[int, int], asyncio.Task[Ended]]()  # by table and step

    async def begin(self, table_id: int, step: int, request: Request) -> Retry:
        """Play on from this position of a finished game, instead of what this user played on before.

        They play the seat that they had there, else the one whose turn it was. The caller must have
        checked that they may see the table. Raises Refused before the game is over, and while others may play its deal.
        """
        record = await self._over(table_id, request.user_id)
        game = position(record, step)
        player = record.table.player(request.user_id)
        seat = game.to_act if player is None or player.seat is None else player.seat
        assert seat is not None, "somebody is to move"
        async with self._database.write() as transaction:
            await once(transaction, request.interaction_id)
            fresh = {"table_id": table_id, "step": step, "seat": seat, "moves": "[]"}
            raised = {**fresh, "version": schema.retries.c.version + 1}
            key = {"user_id": request.user_id}
            await transaction.run(upsert(transaction, schema.retries, key, raised, {"version": 1}))
        return await self.of(request.user_id)

    async def of(self, user_id: int) -> Retry:
        """The game that this user plays on. Raises Refused if there is none."""
        async with self._database.glance() as transaction:
            row = await transaction.one(_THEIRS, Stored, user=user_id)
        if row is None:
            raise Refused(say(NONE))
        record = await self._over(row.table_id, user_id)
        kind = tuple[record.game.move, ...]  # type: ignore[name-defined]
        with _by_these_rules(record):
            moves = decode(kind, row.moves.encode())
        return Retry(user_id, row.table_id, row.step, row.seat, row.version, moves)

    async def state(self, retry: Retry, name: str) -> RetryState:
        """Where the game stands, as its player sees it, who is called `name`. Raises Refused."""
        record = await self._over(retry.table_id, retry.user_id)
        with _by_these_rules(record):
            return await asyncio.to_thread(lambda: state_of(record, position(record, retry.step), retry, name))

    async def move(self, retry: Retry, moves: Sequence[Data], interaction_id: int) -> Retry:
        """Make these moves of its player. Raises Stale if it has moved on since, and IllegalMove."""
        _, game = await self._reached(retry)
        before = len(game.played)
        for move in moves:
            if game.to_act != retry.seat:
                raise Stale(say(MOVED_ON))
            game.play(move)
        game.play_forced()
        return await self._save(retry, _since(game, before), interaction_id)

    async def back(self, retry: Retry, interaction_id: int) -> Retry:
        """Take back its player's last choice, and everything that followed. Raises Stale if it has moved on since."""
        _, game = await self._reached(retry)
        began = len(game.played) - len(retry.moves)
        at = _last_choice(game, began, retry.seat)
        return await self._save(replace(retry, moves=retry.moves[: max(0, (at or 0) - began)]), (), interaction_id)

    async def go_on(self, retry: Retry, ask: Ask) -> Retry:
        """Make the computers' moves. `ask` brings a question to the game's player. Raises Refused if nobody answers."""
        record, game = await self._reached(retry)
        before = len(game.played)
        while game.to_act not in (None, retry.seat):
            await _make_computer_move(game, record.secret, ask)
        return await self._save(retry, _since(game, before)) if len(game.played) > before else retry

    def played_by_computers(self, retry: Retry, ask: Ask) -> "asyncio.Task[Ended]":
        """The end if computer players play on from there in all seats. Its task raises Refused if nobody answers."""
        key = retry.table_id, retry.step
        if key not in self._played_by_computers:
            task = asyncio.create_task(self._played_out(replace(retry, moves=()), ask), name="what if")
            task.add_done_callback(lambda done: self._forget_failed(key, done))
            self._played_by_computers[key] = task
            while len(self._played_by_computers) > KEPT:
                self._played_by_computers.popitem(last=False)[1].cancel()
        return self._played_by_computers[key]

    def _forget_failed(self, key: tuple[int, int], done: "asyncio.Task[Ended]") -> None:
        """If it failed, the next request tries again."""
        if (done.cancelled() or done.exception()) and self._played_by_computers.get(key) is done:
            del self._played_by_computers[key]

    async def _played_out(self, retry: Retry, ask: Ask) -> Ended:
        record, game = await self._reached(retry)
        while (outcome := game.outcome) is None:
            await _make_computer_move(game, record.secret, ask)
        return Ended(outcome, game.view(None))

    async def _over(self, table_id: int, user_id: int) -> GameRecord:
        """The game, which is over. Raises Refused unless it is, and nobody can still play its deal."""
        record = await self._tables.load_settled(table_id)
        replays.begun(record, user_id, own=False)
        if record.table.seed is None:
            raise Refused(say(DEAL_GOES_ON))
        return record

    async def _reached(self, retry: Retry) -> tuple[GameRecord, AnyPlaythrough]:
        """The game as it stands now; its `played` has all moves since the deal."""
        record = await self._over(retry.table_id, retry.user_id)
        game = await asyncio.to_thread(position, record, retry.step)
        with _by_these_rules(record):
            for move in retry.moves:
                game.play(move)
        return record, game

    async def _save(self, retry: Retry, more: Sequence[Data], interaction_id: int | None = None) -> Retry:
        """Store `more` moves. Raises Stale if it has moved on since."""
        moves = (*retry.moves, *more)
        async with self._database.write() as transaction:
            if interaction_id is not None:
                await once(transaction, interaction_id)
            values = {"moves": encode(moves).decode(), "version": retry.version + 1}
            if not await transaction.run(_UNCHANGED, user=retry.user_id, was=retry.version, **values):
                raise Stale(say(MOVED_ON))
        return replace(retry, moves=moves, version=retry.version + 1)


@contextmanager
def _by_these_rules(record: GameRecord) -> Iterator[None]:
    """Within this block, moves that don't fit the rules any more raise Outdated."""
    try:
        yield
    except (IllegalMove, msgspec.ValidationError):
        raise Outdated(say(replays.OTHER_RULES, game=record.game.title)) from None
    except msgspec.DecodeError as error:
        raise Unreadable(f"table {record.table.id}: moves") from error


def position(record: GameRecord, step: int) -> AnyPlaythrough:
    """The game at position `step` of the replay. Raises Refused if nobody is to move there, and Outdated."""
    with _by_these_rules(record):
        game, number = record.dealt(), 0
        for entry in record.history:
            if entry.kind == "move" and number == step:
                return game
            number += entry.kind == "move"
            game.play(entry.made(record.game))
    if number != step or game.to_act is None:
        raise Refused(say(NO_STEP))
    return game  # the position in which they gave up


def _since(game: AnyPlaythrough, before: int) -> tuple[Data, ...]:
    return tuple([played.move for played in game.played[before:]])


def _last_choice(game: AnyPlaythrough, began: int, seat: Seat) -> int | None:
    """The number, among all moves since the deal, of the last one that `seat` has chosen while playing on."""
    chosen = (
        number
        for number in reversed(range(began, len(game.played)))
        if game.played[number].seat == seat and len(game.game.choices(game.played[number].state)) > 1
    )
    return next(chosen, None)


def state_of(record: GameRecord, start: AnyPlaythrough, retry: Retry, name: str) -> RetryState:
    """The state of a game that is played on.

    `start`: the game at the position from which its player, called `name`, plays on.
    """
    seat, table, game = retry.seat, _table(record.table, retry, name), start.copy()
    followed = private.follow(game, table, seat, retry.moves)
    began = len(start.played)
    chosen, since = None, 1
    if (at := _last_choice(game, began, seat)) is not None:
        then, since = start.copy(), at - began + 1
        for move in retry.moves[: at - began]:
            then.play(move)
        chosen = Chosen(then.view(seat), game.played[at].move, _asked(then, table, record.secret))
    opened = _asked(game, table, record.secret) if game.to_act == seat and len(game.legal_moves) > 1 else None
    state = record.state()
    outcome = None if record.table.conceded else record.game.outcome(state)
    real = Ended(outcome, record.game.view(state, None)) if outcome else None
    return RetryState(retry, followed, chosen, since, opened, game.to_act not in (None, seat), real)


def _table(real: Table, retry: Retry, name: str) -> Table:
    """The game as a table, with computer players in the others' seats. It is stored nowhere."""
    others = (seat for seat in range(real.seats) if seat != retry.seat)
    return replace(
        real,
        id=0,
        phase="playing",
        host_id=retry.user_id,
        seed=None,
        conceded=False,
        day=None,
        week=None,
        ranked=False,
        hints=None,
        players=(Player(retry.user_id, name, retry.seat),),
        computers=tuple([Computer(number, "strong", seat, False) for number, seat in enumerate(others, 1)]),
    )


def _question(game: AnyPlaythrough, what: What, secret: str) -> Question:
    """A question to a computer player in the seat whose turn it is, from what that seat sees and has heard."""
    seat, luck = game.to_act, f"{secret}/what if/{len(game.played)}"
    moves, heard = tuple(game.legal_moves), game.heard(seat)
    return Question.about(game.game, what, "strong", game.view(seat), moves, heard, luck=luck)


def _asked(game: AnyPlaythrough, table: Table, secret: str) -> ThinkTask:
    assert game.to_act is not None
    return ThinkTask(table, game.to_act, tuple(game.legal_moves), _question(game, "opinion", secret))


async def _make_computer_move(game: AnyPlaythrough, secret: str, ask: Ask) -> None:
    """Make the move of a computer player, in whatever seat. Raises Refused if none answers."""
    moves = tuple(game.legal_moves)
    if len(moves) == 1:
        game.play(moves[0])
    else:
        try:
            game.play(read_move(game.game, await ask(_question(game, "move", secret)), moves))
        except (TimeoutError, EOFError, OSError, ValueError):
            raise Refused(say(BUSY)) from None
    game.play_forced()
