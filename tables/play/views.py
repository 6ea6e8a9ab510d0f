"""What one user sees and hears of a table.

Code outside this package never gets a state: `look` gives one user's view and legal moves.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine import AnyGame, BaseEvent, Data, Seat, heard
from languages import say

from ..daily.calendar import closes_at, now
from ..history import replays
from ..history.proofs import HOLDS, Finding, play_again
from ..history.replays import Replay, Replayed
from ..store.cache import Cache
from ..store.database import Database
from .computer_names import of_user
from .log import Entry
from .model import (
    ELSEWHERE,
    SOMEBODY_ELSES_DEAL,
    GameRecord,
    HeardMove,
    PlayerView,
    Refused,
    Sight,
    Table,
    first_of_run,
    has_moved,
)
from .records import Records
from .timers import DEFAULT_TIMES, Times

REPLAYS, POSITIONS = 32, 1000  # kept in memory: so many replays, each of at most so many positions (some 3 KB each)


@dataclass(frozen=True)
class Verified:
    """What playing a finished game again has found."""

    table: Table
    moves: int  # without those taken back
    found: Finding | None  # None: its seed is still secret, or it was closed before its end
    ended: PlayerView | None = None  # the end to which its moves lead, if they hold

    @property
    def holds(self) -> bool:
        """Whether nothing that was told of the game is contradicted."""
        return self.found in HOLDS


class Views(Records):
    """Shows tables."""

    def __init__(self, database: Database, times: Times = DEFAULT_TIMES) -> None:
        super().__init__(database, times)
        self._replays: Cache[Replayed] = database.memory(_is_short, REPLAYS, compared=True)  # by table, all open, seat

    async def look(self, table_id: int, user_id: int | None, *, own: bool = False) -> PlayerView:
        """The table as `user_id` may see it (None: as everyone may).

        They act for a vacant seat where that is allowed, unless `own` is set. Raises Refused for somebody else's deal
        of the day until its ranked play is closed.
        """
        loaded = await self._load(table_id)
        day, player = loaded.table.day, loaded.table.player(user_id or 0)
        if day is not None and player is None and now() < closes_at(day):
            raise Refused(say(SOMEBODY_ELSES_DEAL))
        return look_at(loaded, user_id, own=own)

    async def show(self, table_id: int) -> Mapping[int | None, PlayerView]:
        """The table as everyone may see it (None) and as each player by user id, all of one version."""
        loaded = await self._load(table_id)
        state = loaded.state()
        users = (None, *(player.user_id for player in loaded.table.players))
        seats = {user_id: seat_of(loaded, user_id) for user_id in users}
        return {
            user_id: _seen(loaded, state, seat, seat, can_undo=undoable(loaded.history, user_id) is not None)
            for user_id, seat in seats.items()
        }

    async def heard(
        self, table_id: int, seat: Seat | None, *, since: int, own: Seat | None = None
    ) -> tuple[HeardMove, ...]:
        """What everyone and `seat` heard of the moves after version `since`.

        Of a move that was taken back it tells only that.

        A user at `own` who acts for `seat` doesn't hear what only that seat may hear.
        """
        return heard_of(await self._load(table_id), seat, since=since, own=own)

    async def replay(self, table_id: int, user_id: int, *, own: bool = False) -> Replay:
        """A game that is over, with everything that was hidden; `own`: as this user's seat saw it, if they have one.

        While others may play the same deal of the day, it is shown to its player alone, as they saw it. Raises Refused.
        """
        loaded = await self._load(table_id)
        replay = replays.begun(loaded, user_id, own=own)
        seat = None if replay.all_open else replay.seat
        key = table_id, replay.all_open, seat
        known = self._replays.get(key)
        if known is not None and not known.is_of(loaded):  # somebody has been forgotten
            self._replays.drop(key)

        async def play() -> Replayed:
            async with self._replaying:
                known = self._replays.get(key)  # another request for the same replay has finished first
                if known is not None and known.is_of(loaded):
                    return known
                return await asyncio.to_thread(replays.played, loaded, seat, all_open=replay.all_open)

        return replace(replay, positions=(await self._replays.get_or_read(key, play)).positions)

    async def last_acted(self, table_id: int, user_id: int) -> tuple[int, int]:
        """The versions of the first and last of the moves that this user last made together; 0 without any."""
        history = (await self._load(table_id)).history
        last = next((number for number in reversed(range(len(history))) if history[number].user_id == user_id), None)
        if last is None:
            return 0, 0
        first = next((number for number in range(last, 0, -1) if history[number].kind == "move"), 0)
        return history[first].version, history[last].version

    async def has_moved(self, table_id: int, user_id: int) -> bool:
        """Whether this user has made a move there. Who leaves before that loses nothing."""
        return has_moved(await self._load(table_id), user_id)

    async def brought_back_by(self, table: Table) -> int | None:
        """The user who took a move back, so that this turn goes on; None if a move began it."""
        loaded = await self._load(table.id)
        before = [entry for entry in (*loaded.history, *loaded.undos) if entry.turn < table.turn]
        last = max(before, key=lambda entry: entry.version, default=None)
        return last.user_id if last and last.kind == "undo" else None

    async def verify(self, table_id: int) -> Verified:
        """Play the log again from the seed and compare. Raises Refused in a lobby: there nothing has been dealt yet."""
        loaded = await self._read(table_id)  # from the database, not from memory: what is stored is to be proved
        if loaded.table.phase == "lobby":
            raise Refused(say(ELSEWHERE["lobby"]))
        if loaded.table.seed is None:
            return Verified(loaded.table, len(loaded.history), None)
        async with self._replaying:
            return await asyncio.to_thread(_verified, loaded)


def _is_short(replayed: Replayed) -> bool:
    return len(replayed.positions) <= POSITIONS


def _verified(loaded: GameRecord) -> Verified:
    found = play_again(loaded)
    if found not in HOLDS:
        return Verified(loaded.table, len(loaded.history), found)
    by_moves = loaded if loaded.renewed else replace(loaded, snapshot=None)
    return Verified(loaded.table, len(loaded.history), found, look_at(by_moves, None))


def look_at(loaded: GameRecord, user_id: int | None, *, own: bool = False) -> PlayerView:
    """As `Tables.look`."""
    state = loaded.state()
    seat = seat_of(loaded, user_id) if own else acting_seat(loaded, state, user_id)
    can_undo = undoable(loaded.history, user_id) is not None
    return _seen(loaded, state, seat, seat_of(loaded, user_id), can_undo=can_undo)


def undoable(history: Sequence[Entry], user_id: int | None) -> int | None:
    """The index in `history` of the move that this user may take back, with all after it; None if there is none.

    Computers' moves since go with it: a computer that has forgotten what it did plays on as if it hadn't.
    """
    made = (at for at in reversed(range(len(history))) if history[at].kind == "move")
    back = next((at for at in made if of_user(history[at].user_id) is None), None)
    if back is None or user_id is None or history[back].user_id != user_id:
        return None
    if any(entry.reveals for entry in history[back:]):
        return None
    return back


def _seen(loaded: GameRecord, state: Data, seat: Seat | None, own: Seat | None, *, can_undo: bool) -> PlayerView:
    """What a user at `own` sees from `seat`, and what they may do."""
    game, playing = loaded.game, loaded.table.phase == "playing"
    to_act = game.to_act(state) if playing else None
    if game.revealed is not None and loaded.table.seed is not None:
        view = game.revealed(state)
    else:
        view = game.view(state, seat)
        view = view if own is None or own == seat else game.redact_for(view)
    if run := _run(loaded):
        view = game.recalling(view, run)
    acting = seat is not None and seat == to_act
    return PlayerView(
        table=loaded.table,
        seat=seat,
        own=own,
        view=view,
        to_act=to_act,
        legal=tuple(game.legal_moves(state)) if acting else (),
        outcome=game.outcome(state),
        can_undo=playing and can_undo,
    )


def _run(loaded: GameRecord) -> tuple[BaseEvent, ...]:
    """What everyone heard of the computers' turns before this turn, if nobody has moved in it yet."""
    turn, history = loaded.table.turn, loaded.history
    if not loaded.table.computers or not history or history[-1].turn == turn:
        return ()
    first = first_of_run({entry.turn for entry in history if of_user(entry.user_id)}, turn)
    run = [entry for entry in history if entry.turn >= first]
    return tuple([event for entry in run for event in heard_by(loaded.game, entry, None, None)])


def acting_seat(loaded: GameRecord, state: Data, user_id: int | None) -> Seat | None:
    """The seat this user acts for: their own, or, in a co-operative game, the vacant seat whose turn it is.

    While the game can count, nobody plays for others: first the players must agree that it counts no more.
    """
    seat, to_act, table = seat_of(loaded, user_id), loaded.game.to_act(state), loaded.table
    if seat is None or to_act not in table.vacant:
        return seat
    return to_act if table.together and not table.at_stake else seat


def seat_of(loaded: GameRecord, user_id: int | None) -> Seat | None:
    player = loaded.table.player(user_id) if user_id is not None else None
    return player.seat if player else None


def heard_of(loaded: GameRecord, seat: Seat | None, *, since: int, own: Seat | None) -> tuple[HeardMove, ...]:
    """As `Tables.heard`."""
    return tuple(
        HeardMove(
            entry.version,
            entry.turn,
            entry.seat,
            heard_by(loaded.game, entry, seat, own),
            entry.kind,
            entry.user_id,
        )
        for entry in sorted((*loaded.history, *loaded.undos), key=lambda entry: entry.version)
        if entry.version > since
    )


def sight_of(loaded: GameRecord, user_id: int | None) -> Sight:
    seen = look_at(loaded, user_id)
    return Sight(seen, heard_of(loaded, seen.seat, since=0, own=seen.own))


def heard_by(game: AnyGame, entry: Entry, seat: Seat | None, own: Seat | None) -> tuple[BaseEvent, ...]:
    """What a user at `own`, who acts for `seat`, hears of a move."""
    events = entry.decoded_events(game)
    if own is not None and own != seat:
        events = tuple(event for event in events if event.audience is None or not game.withheld(event))
    return heard(events, seat)
