"""What computer players are asked: for their own move, or for a hint to the person whose turn it is."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import BigInteger, BindParameter, bindparam, case, update

from engine import Data, Seat
from languages import say
from players import Strength
from players.answer import Line, Question, What

from ..store import schema
from .computers import plays_at
from .model import MOVED_ON, GameRecord, Refused, Stale, Table, where_it_stands
from .unit_of_work import UnitOfWork
from .views import acting_seat, heard_by, seat_of


@dataclass(frozen=True)
class ThinkTask:
    """What a computer player thinks about: its own turn, or that of somebody who asks for a hint."""

    table: Table
    seat: Seat
    moves: tuple[Data, ...]  # those that are legal
    question: Question


class Questions(UnitOfWork):
    """Asks for moves and opinions, from what one seat sees and has heard."""

    async def thought(self, table_id: int) -> ThinkTask | None:
        """What the computer player whose turn it is has to think about; None if no computer player is to move."""
        loaded = await self._load(table_id)
        computer = loaded.thinker()
        if computer is None or computer.seat is None:
            return None
        return _task(loaded, computer.seat, None, "move", plays_at(loaded.table, computer))

    async def asked(self, table_id: int, user_id: int, version: int, wished: Sequence[Line] = ()) -> ThinkTask:
        """What a computer player is asked for this user: what they see and have heard, no more.

        `version` is the one that the user was shown, `wished` what they ask about besides the best moves. Raises
        Refused if no hints are given, and Stale.
        """
        loaded = await self._load(table_id)
        table = loaded.table
        if table.ranked:
            raise Refused(say("A ranked deal is played without hints. In practice you can have them."))
        if not table.gives_hints:
            raise Refused(say("This table plays without hints. The host chooses that before the game."))
        if table.phase != "playing":
            raise Stale(where_it_stands(table))
        if table.version != version:
            raise Stale(say(MOVED_ON))
        state = loaded.state()
        seat = acting_seat(loaded, state, user_id)
        if seat is None or seat != loaded.game.to_act(state):
            raise Refused(say("It isn't your turn. Ask me again when it is."))
        return _task(loaded, seat, seat_of(loaded, user_id), "opinion", "strong", wished)

    async def take_hint(self, thought: ThinkTask) -> None:
        """Count a hint before showing it, once for each version of the table. Raises Stale."""
        version = thought.table.version
        try:
            async with self.database.write() as transaction:
                if not await transaction.run(_HINTED, of=thought.table.id, asked_at=version, hinted=version):
                    raise Stale(say(MOVED_ON))
        finally:
            self._memory.drop(thought.table.id)


_tables = schema.tables.c
_asked_at: BindParameter[int] = bindparam("asked_at", type_=BigInteger)  # a version of the table
_HINTED = (
    update(schema.tables)
    .where(_tables.id == bindparam("of"), _tables.version == _asked_at, _tables.hints.is_not(None))
    .values(hints=_tables.hints + case((_tables.hinted == _asked_at, 0), else_=1))
)


def _task(
    loaded: GameRecord, seat: Seat, own: Seat | None, what: What, strength: Strength, wished: Sequence[Line] = ()
) -> ThinkTask:
    """The question about the turn of `seat`: for a computer player there, or for a user at `own` who acts for it."""
    game, state = loaded.game, loaded.state()
    view = game.view(state, seat)
    view = view if own is None or own == seat else game.redact_for(view)
    events = [event for entry in loaded.history for event in heard_by(game, entry, seat, own)]
    purpose = "computer" if what == "move" else f"hint/{own}"
    luck = f"{loaded.secret}/{purpose}/{loaded.table.version}"
    moves = tuple(game.legal_moves(state))
    question = Question.about(game, what, strength, view, moves, events, luck=luck, wished=wished)
    return ThinkTask(loaded.table, seat, moves, question)
