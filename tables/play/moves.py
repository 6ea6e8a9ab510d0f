"""Moves: played, forced, taken back.

The log of moves is the truth. The snapshot beside it is the same state, kept so that it need not be replayed.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from engine import AnyPlayed, AnyPlaythrough, AnyView, Data, Seat, encode
from languages import say

from ..daily.calendar import now
from ..people.first_moves import FirstMoves
from ..store.database import Database
from .computer_names import as_user
from .log import Entry
from .model import EMPTY_SEAT, Change, Foreseen, GameRecord, PlayerView, Refused, player_of
from .questions import ThinkTask
from .results import told
from .timers import DEFAULT_TIMES, Times
from .unit_of_work import UnitOfWork
from .views import acting_seat, look_at, seat_of, sight_of, undoable

# What a press makes next, by the view and the legal moves; None: it makes nothing more
Then = Callable[[AnyView, Sequence[Data]], Data | None]


class Moves(UnitOfWork):
    """Plays moves at tables."""

    def __init__(self, database: Database, times: Times = DEFAULT_TIMES) -> None:
        super().__init__(database, times)
        self.first_moves = FirstMoves(database)

    async def play_on(self, table_id: int, user_id: int, interaction_id: int) -> None:
        """Play for a better result, though the game can't be won any more: nobody is asked again. Raises Refused."""
        async with self.change(table_id, interaction_id, "playing") as change:
            game, state = change.loaded.game, change.loaded.state()
            player_of(change.loaded.table, user_id)
            if not game.hopeless(game.view(state, None)):
                raise Refused(say("This game can still be won."))
            change.values["plays_on"] = True
            change.same_players = True

    async def play(
        self,
        table_id: int,
        user_id: int,
        moves: Sequence[Data],
        interaction_id: int,
        *,
        version: int | None = None,
        then: Then | None = None,
        foreseen: Foreseen = lambda own, public: None,
    ) -> PlayerView:
        """Make all of `moves` or none, then the moves that are forced after them.

        `then` goes on in their turn. `version` is the one that the user was shown. Raises Stale if it has changed,
        Refused, or the game's IllegalMove; then nothing has changed. `foreseen` is called with what they lead to while
        that is being committed, so that it is drawn meanwhile. Nobody may be told yet, because the commit can fail.
        """
        async with self.change(table_id, interaction_id, "playing", version) as change:
            game = change.loaded.going_on()
            seat = acting_seat(change.loaded, game.state, user_id)
            if seat is None:
                raise Refused(say("You don't sit at this table."))
            if (to_act := game.to_act) != seat:
                waits = to_act in change.loaded.table.vacant and change.loaded.table.at_stake
                raise Refused(say(EMPTY_SEAT) if waits else say("It isn't your turn."))
            for move in moves:
                if game.to_act != seat:
                    raise Refused(say("Your turn was over before the last of these."))
                # Moves made together are taken back together, with what was forced; but not those after a revelation
                together = bool(change.entries) and not change.entries[-1].reveals
                made = game.play(_as_made_for_seat(change.loaded, move, seat, user_id))
                _append_to_log(change, made, "forced" if together else "move", user_id)
            _go_on(change, game, seat, user_id, then)
            change.same_players = True
            change.foreseen = lambda after: foreseen(sight_of(after, user_id), sight_of(after, None))
            noted = await self.first_moves.record(change, user_id, moves)
        if noted:
            self.first_moves.remember(user_id, change.loaded.table.game, noted)
        assert change.after
        return look_at(change.after, user_id)

    async def play_for(self, thought: ThinkTask, move: Data) -> None:
        """Make a computer's move, then those that are forced after it. Raises Stale if the table has changed since."""
        async with self.change(thought.table.id, None, "playing", thought.table.version) as change:
            computer, game = change.loaded.thinker(), change.loaded.going_on()
            assert computer is not None
            _append_to_log(change, game.play(move), "move", as_user(computer.number))
            _play_forced(change, game)
            change.same_players = True

    async def undo(self, table_id: int, user_id: int, interaction_id: int, *, version: int | None = None) -> PlayerView:
        """Take back this user's last move, what was forced after it and computers' moves, if nobody else has acted."""
        async with self.change(table_id, interaction_id, "playing", version) as change:
            loaded = change.loaded
            table, history = loaded.table, loaded.history
            player_of(table, user_id)
            back = undoable(history, user_id)
            if back is None:
                raise Refused(
                    say(
                        "Nothing to take back: you can take back your last move until another person acts, if nothing "
                        "hidden has been shown since."
                    )
                )
            to = history[back - 1].version if back else 0
            change.entries.append(
                Entry(table.turn, history[back].seat, "undo", str(to), "[]", False, user_id, change.version)
            )
            _record_state(change, loaded.replay(history[:back]).state, loaded.game.to_act(loaded.state()))
            change.same_players = True
        assert change.after
        return look_at(change.after, user_id)


def begin(change: Change, seats: int) -> None:
    """Deal, and play the moves that are forced. Raises the game's IllegalMove."""
    loaded = change.loaded
    change.loaded = loaded = replace(loaded, table=replace(loaded.table, turn=1, seats=seats))
    change.values |= {"seats": seats, "rules": loaded.game.version}
    state = loaded.game.new(seats, loaded.table.options, loaded.chance)
    _play_forced(change, loaded.reaching(state).going_on())


def _append_to_log(change: Change, played: AnyPlayed, kind: Literal["move", "forced"], user_id: int | None) -> None:
    entries, step, seat = change.entries, played.step, played.seat
    assert seat is not None
    turn = change.loaded.table.turn if not entries else entries[-1].turn + (entries[-1].seat != seat)
    made, events = encode(played.move).decode(), encode(step.events).decode()
    entry = Entry(turn, seat, kind, made, events, step.reveals, user_id, change.version)
    entries.append(entry.with_decoded(step.events))


def _play_forced(change: Change, game: AnyPlaythrough) -> None:
    """Play the moves that leave no choice, and record the state after them."""
    for forced in game.play_forced():
        _append_to_log(change, forced, "forced", None)
    _record_state(change, game.state, change.entries[-1].seat if change.entries else game.to_act)


def _record_state(change: Change, state: Data, before: Seat | None) -> None:
    """Record the new `state`. `before` is the seat that made the last move."""
    game, entries, outcome = change.loaded.game, change.entries, change.loaded.game.outcome(state)
    turn = entries[-1].turn if entries else change.loaded.table.turn
    change.state = state
    change.values |= {
        "snapshot": encode(state).decode(),
        "shape": game.shape,
        "told": None if outcome is None else encode(told(outcome)).decode(),
        "turn": turn + (game.to_act(state) != before),
        "moved_at": now(),
        "phase": "playing" if outcome is None else "over",
    }


def _go_on(change: Change, game: AnyPlaythrough, seat: Seat, user_id: int, then: Then | None) -> None:
    """Play what is forced, and what comes `then` in a press of this user, while it is the turn of this seat."""
    _play_forced(change, game)
    while then and game.to_act == seat:
        view = game.view(seat)
        if seat != seat_of(change.loaded, user_id):
            view = change.loaded.game.redact_for(view)
        move = then(view, game.legal_moves)
        if move is None:
            return
        made = game.play(_as_made_for_seat(change.loaded, move, seat, user_id))
        _append_to_log(change, made, "forced", user_id)
        _play_forced(change, game)


def _as_made_for_seat(loaded: GameRecord, move: Data, seat: Seat | None, user_id: int | None) -> Data:
    """A move as this user makes it for `seat`. If they look at something for a vacant seat, nobody sees it."""
    made: Data = move if seat == seat_of(loaded, user_id) else loaded.game.unseen(move)
    return made
