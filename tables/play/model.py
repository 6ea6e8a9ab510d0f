"""A table as everyone may know it, as one user sees it, and with what is secret; and a change to it."""

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Literal, Self, TypedDict

import msgspec

from engine import (
    GAMES,
    AnyGame,
    AnyPlaythrough,
    AnyView,
    BaseEvent,
    Chance,
    Data,
    IllegalMove,
    Outcome,
    Playthrough,
    Seat,
    decode,
    encode,
)
from engine.names import shown_as, shown_by_seat
from languages import ENGLISH, later, say
from players import Strength

from ..daily.calendar import deal_closes_at, now
from ..store.errors import Refused as Refused
from ..store.errors import Unreadable
from ..store.statements import Values, Write
from ..store.transaction import Transaction
from .computer_names import called, of_user
from .log import Entry, Kind
from .notes import GONE, Note, NoteKind

Phase = Literal["lobby", "playing", "over", "closed"]
Pace = Literal["tonight", "days"]
NOBODY = 0  # in place of the id of a user who was deleted
REOPENED_WITHIN = 7 * 24 * 3600  # seconds after a table was closed because nobody played
LEAST_PEOPLE = 2  # who must have sat through a group's game for it to count


class Taken(Refused):
    """There is a table already where only one can be."""


class Stale(Refused):
    """The table has changed since the user was shown what they pressed."""


class Outdated(Refused):
    """The rules have changed since this game began, so it can't go on."""


class AlreadyApplied(Exception):
    """This interaction has been carried out before: Discord delivered it twice."""


class Place(TypedDict):
    """The columns that say where a table is."""

    guild_id: int | None
    channel_id: int


@dataclass(frozen=True)
class Request:
    """Who asks for something, and where: one interaction."""

    user_id: int
    name: str  # hostile: escape it wherever markup counts
    guild_id: int | None  # None: in direct messages
    channel_id: int
    interaction_id: int
    language: str = ENGLISH  # of the server; in direct messages, of the user
    limited: bool = True  # the server may allow only so many tables at once

    def place(self) -> Place:
        return {"guild_id": self.guild_id, "channel_id": self.channel_id}


@dataclass(frozen=True)
class Player:
    user_id: int
    name: str  # hostile: escape it wherever markup counts
    seat: Seat | None  # None in a lobby
    ready: str | None = None  # in a lobby: what they have agreed to play there, see terms.py
    # They have sat here from the lobby on. Whenever they were away, they came back while their seat was kept, and
    # nobody moved for them meanwhile
    whole: bool = True


@dataclass(frozen=True)
class Computer:
    """A computer player at a table."""

    number: int  # which computer player: see computer_names.py
    strength: Strength
    seat: Seat | None  # None in a lobby
    stands_in: bool  # for somebody who left, and who gets the seat back

    @property
    def name(self) -> str:
        return called(self.number)


@dataclass(frozen=True)
class Table:
    """What everyone may know of a table. Options are the game's own, decoded."""

    id: int
    game: str
    options: Data
    phase: Phase
    solo: bool  # a solitaire: it belongs to its host, not to its channel
    version: int
    turn: int
    seats: int  # 0 in a lobby
    host_id: int
    first_id: int | None
    guild_id: int | None
    channel_id: int
    commitment: str  # SHA-256 of the seed's 32 bytes, in hex
    seed: str | None  # 32 bytes in hex; None until the game and ranked play of its deal are over
    own_thread: bool  # it moves to a thread of its own when it starts
    conceded: bool  # it is over because the players gave up
    outdated: bool  # it began under rules that aren't kept any more
    changed_at: int  # seconds since 1970
    day: date | None  # of its deal of the day
    week: date | None  # the Monday of the week whose deal it plays; of a lobby: is to play
    ranked: bool  # the first attempt at this deal of a day or week
    hints: int | None  # taken so far; None: computer players give none here
    players: tuple[Player, ...]  # by seat, or by order of joining in a lobby
    computers: tuple[Computer, ...]  # likewise
    unranked: bool = False  # its players have agreed on what takes it off the boards
    language: str = ENGLISH  # of its lobby and board
    lost: bool = False  # it was closed because its channel was away
    sent_away: frozenset[str] = frozenset()  # keyed hashes of those who may not come back: see moderation.py
    idle: bool = False  # it was closed because nobody played
    pace: Pace = "days"  # tonight: moves within minutes
    moved_at: int | None = None  # when the last move was made or taken back, if that is known
    won_by: Seat | None = None  # who has won because all others left or resigned
    asked: int = 0  # in a lobby: raised when something else is to be played
    host_at: int = 0  # of a lobby: when its host last did something there, in seconds since 1970
    rematch_of: int | None = None  # the game that is over, whose group plays again here
    plays_on: bool = False  # for a better result, though it can't be won any more: nobody is asked again
    notes: tuple[Note, ...] = ()  # who has come back or gone, the newest last

    @property
    def together(self) -> bool:
        """Whether it is a game of several who win or lose together."""
        return self.seats > 1 and GAMES[self.game].cooperative(self.options)

    @property
    def rivals(self) -> bool:
        """Whether it is a game of several who play against each other."""
        return self.seats > 1 and not GAMES[self.game].cooperative(self.options)

    def without(self, player: Player) -> Self:
        """The table once this player has left it."""
        return replace(self, players=tuple([other for other in self.players if other != player]))

    @property
    def last_one(self) -> Player | None:
        """Who can claim the win: the last of rivals, if at most stand-ins sit in the other seats."""
        stand_ins_only = all(computer.stands_in for computer in self.computers)
        return self.players[0] if self.rivals and len(self.players) == 1 and stand_ins_only else None

    @property
    def at_stake(self) -> bool:
        """Whether this game can still bring a group that plays together onto a leaderboard."""
        helped = self.unranked or self.hints is not None or any(not computer.stands_in for computer in self.computers)
        open_still = self.closes_at is None or (self.ranked and now() < self.closes_at)
        return self.together and not helped and open_still

    @property
    def sat_through(self) -> tuple[Player, ...]:
        """Those who have played the whole game so far: see Player.whole."""
        return tuple([player for player in self.players if player.whole])

    @property
    def counting(self) -> tuple[Player, ...]:
        """The players for whom that game would count if it ended now: none, or at least two."""
        return self.sat_through if self.at_stake and len(self.sat_through) >= LEAST_PEOPLE else ()

    @property
    def closes_at(self) -> int | None:
        """When ranked play of its deal is closed, in seconds since 1970; None if the deal is no day's or week's."""
        return deal_closes_at(self.day, self.week)

    @property
    def waits_since(self) -> int:
        """Since when it has waited for whoever is to act, in seconds since 1970."""
        return self.changed_at if self.moved_at is None else self.moved_at

    @property
    def can_reopen(self) -> bool:
        """Whether it was closed because nobody played, and not long ago."""
        idle = self.phase == "closed" and self.idle and not self.solo and not self.outdated
        return idle and now() < self.changed_at + REOPENED_WITHIN

    @property
    def everybody(self) -> "tuple[Player | Computer, ...]":
        """People, then computer players."""
        return (*self.players, *self.computers)

    def player(self, user_id: int) -> Player | None:
        return next((player for player in self.players if player.user_id == user_id), None)

    def sitting(self, seat: Seat | None) -> Player | None:
        """Who holds `seat`; None if it is vacant, or a computer's."""
        return next((player for player in self.players if player.seat is not None and player.seat == seat), None)

    def computer(self, seat: Seat | None) -> Computer | None:
        """The computer player in `seat`."""
        return next(
            (computer for computer in self.computers if computer.seat is not None and computer.seat == seat), None
        )

    @property
    def gives_hints(self) -> bool:
        """Whether computer players give hints to the person whose turn it is."""
        return self.hints is not None

    @property
    def vacant(self) -> tuple[Seat, ...]:
        """The seats of a game that nobody holds, no computer either."""
        held = {member.seat for member in self.everybody}
        return tuple(seat for seat in range(self.seats) if seat not in held)

    def names(self) -> tuple[str, ...]:
        """What those at the table are called, by seat; in a lobby by order of joining. No two look alike.

        The names of computer players begin with a sign that no other name has.
        """
        if not self.seats:
            return shown_by_seat([member.name for member in self.everybody])
        held = {seat: say("Empty seat {number}", number=seat + 1) for seat in range(self.seats)} | self._left()
        held |= {member.seat: member.name for member in self.everybody if member.seat is not None}
        if self.solo:
            return tuple(map(shown_as, held.values()))
        return shown_by_seat([held[seat] for seat in range(self.seats)])

    @property
    def gone(self) -> tuple[Note, ...]:
        """Of those who have left a seat of the game, and haven't come back."""
        return tuple([note for note in self.notes if note.kind in GONE and note.turn and not self.player(note.user_id)])

    def _left(self) -> dict[Seat, str]:
        """By seat, who has left the one that is empty at a game's end, if only one person can have."""
        sure = self.phase == "over" and len(self.vacant) == len(self.gone) == 1
        return {self.vacant[0]: self.gone[0].name} if sure else {}

    def name_of(self, member: Player | Computer) -> str:
        """What somebody is called at this table, whether or not they have left it."""
        if member not in self.everybody:
            return shown_as(member.name)
        return self.names()[self.everybody.index(member) if member.seat is None else member.seat]


@dataclass(frozen=True)
class HeardMove:
    """One move, with the events that this viewer may hear; an undo has none."""

    version: int
    turn: int
    seat: Seat
    events: tuple[BaseEvent, ...]
    kind: Kind
    user_id: int | None  # who made the move, wherever they sit now; None: forced, or they have deleted their data

    @property
    def computer(self) -> int | None:
        """The number of the computer player that made the move."""
        return of_user(self.user_id)


@dataclass(frozen=True)
class Sight:
    """A table as one user may see it, and all moves as they have heard them."""

    seen: "PlayerView"
    heard: tuple[HeardMove, ...]


Foreseen = Callable[[Sight, Sight], None]  # called with what a move leads to: as its player and as everyone sees it


def first_of_run(by_computers: Collection[int], turn: int) -> int:
    """The first of the unbroken run of computers' turns before `turn`; `turn` if there was none."""
    while turn - 1 in by_computers:
        turn -= 1
    return turn


@dataclass(frozen=True)
class PlayerView:
    """A game in progress or over, as one user may see it."""

    table: Table
    seat: Seat | None  # theirs, or the vacant one they may act for now; None: a spectator
    own: Seat | None  # their own
    view: AnyView
    to_act: Seat | None
    legal: tuple[Data, ...]  # the moves open to this user now
    outcome: Outcome | None  # None also if the players gave up
    can_undo: bool  # this user may take back their last move


SOMEBODY_ELSES_DEAL = later("This is somebody else's deal of the day: `/daily` deals you the same one.")
SOMEBODY_ELSES_WEEK = later(
    "Others may still play this deal of the week. Its replay is for everybody once it is closed."
)
NO_TABLE = later("There is no such table.")
MOVED_ON = later("The table has moved on since. Here is how it stands.")
ELSEWHERE: dict[Phase, str] = {
    "lobby": later("This game hasn't started yet."),
    "playing": later("This game has started already."),
    "over": later("This game is over."),
    "closed": later("This table is closed."),
}
LOST = later("This table is closed: for three days I couldn't find its channel.")
EMPTY_SEAT = later(
    "That seat is empty, and the game still counts. Press **Play** on the board: there you can ask to play for it."
)
OUTDATED = later("This game began under older rules of {game} and can't go on. Start a new one.")
OTHER_RULES_SINCE = later("The moves of this game don't fit the rules of {game} that I know now, so I can't show it.")


@dataclass(frozen=True)
class GameRecord:
    """A table with what nobody outside may see."""

    table: Table
    game: AnyGame
    secret: str
    snapshot: str | None
    history: tuple[Entry, ...]  # the moves that were not taken back
    undos: tuple[Entry, ...]
    packed: tuple[bytes, Mapping[int, int | None]] | None = (
        None  # log, and who the numbers in it are, in place of the snapshot and the moves (see archive)
    )
    shape: str | None = None  # the form in which the snapshot and the events are written: see Game.shape
    told: str | None = None  # the result that was told at the end: see Told
    renewed: bool = False  # its snapshot and events are not as they are stored, but worked out again

    @property
    def chance(self) -> Chance:
        return Chance(self.secret)

    def state(self) -> Data:
        """The state after the last move, decoded once."""
        if "_state" not in self.__dict__:
            self.__dict__["_state"] = self._decoded()
        state: Data = self.__dict__["_state"]
        return state

    def reaching(self, state: Data | None) -> Self:
        """Keep its state, if it is known before it is written."""
        if state is not None:
            self.__dict__["_state"] = state
        return self

    def _decoded(self) -> Data:
        if self.table.outdated:
            raise Outdated(say(OUTDATED, game=self.game.title))
        if not self.table.seats:
            raise Refused(say(ELSEWHERE["lobby"]))
        if self.snapshot is not None and self.shape == self.game.shape:
            with suppress(msgspec.MsgspecError):  # damaged: play the moves again
                state: Data = decode(self.game.state, self.snapshot.encode())
                return state
        try:
            state = self.replay(self.history).state
        except (IllegalMove, msgspec.MsgspecError) as error:
            if self.table.phase == "over" and isinstance(error, (IllegalMove, msgspec.ValidationError)):
                raise Outdated(say(OTHER_RULES_SINCE, game=self.game.title)) from None
            raise Unreadable(f"table {self.table.id}: log.move") from error
        return state

    @property
    def foreign(self) -> bool:
        """Whether its snapshot and events were written in another form than today's, by another version of the bot."""
        stored = self.table.phase in ("playing", "over") and not self.table.outdated and not is_packed(self)
        return stored and self.shape != self.game.shape

    def renew(self) -> Self:
        """The same table, with its state and events worked out from its moves.

        It plays the whole game, so call it in a thread. If the moves don't fit the rules, nothing is told of them, and
        `state` says why.
        """
        try:
            played = self.replay(self.history).played
        except (IllegalMove, msgspec.MsgspecError):
            return self.untold()
        steps = [made.step for made in played]
        history = [
            replace(entry, events=encode(step.events).decode(), reveals=step.reveals).with_decoded(step.events)
            for entry, step in zip(self.history, steps, strict=True)
        ]
        state = steps[-1].state if steps else self.dealt().state
        snapshot = encode(state).decode()
        renewed = replace(self, snapshot=snapshot, shape=self.game.shape, history=tuple(history), renewed=True)
        return renewed.reaching(state)

    def untold(self) -> Self:
        """The same table without its events, which can't be read any more."""
        return replace(self, history=tuple([replace(entry, events="[]", reveals=False) for entry in self.history]))

    def thinker(self) -> Computer | None:
        """The computer player whose turn it is."""
        table = self.table
        if not table.computers or table.phase != "playing" or table.outdated:
            return None
        return table.computer(self.game.to_act(self.state()))

    def dealt(self) -> AnyPlaythrough:
        """The game before its first move. Raises the game's IllegalMove."""
        return Playthrough.deal(self.game, self.table.seats, self.table.options, self.chance)

    def going_on(self) -> AnyPlaythrough:
        """The game from its last move on."""
        return Playthrough(self.game, self.state(), self.chance, alone=self.table.solo)

    def replay(self, entries: Iterable[Entry]) -> AnyPlaythrough:
        """The game after these moves from the deal. Raises IllegalMove and msgspec.MsgspecError."""
        game = self.dealt()
        for entry in entries:
            game.play(entry.made(self.game))
        return game


@dataclass
class Change:
    """A table within a transaction: as it was, and what will be written at the end."""

    transaction: Transaction
    loaded: GameRecord
    values: dict[str, Any] = field(default_factory=dict)  # for its row
    entries: list[Entry] = field(default_factory=list)  # for its log
    also: list[Write] = field(default_factory=list)  # made in one statement: none sees what others write
    state: Data | None = None  # to which its moves lead
    notes: list[Note] = field(default_factory=list)  # who has come back or gone, or moderated
    same_players: bool = False  # nobody has come or gone
    after: GameRecord | None = None  # the table as it is once this is committed
    foreseen: Callable[[GameRecord], None] | None = None  # called with it before the commit, to draw early

    @property
    def version(self) -> int:
        """The version that the next entry gets."""
        return self.loaded.table.version + len(self.entries) + 1

    def note(self, kind: NoteKind, person: Player | Note | Request, by: Player | Request | None = None) -> None:
        """Have those at the table told what this person has done, as come back or gone. `by`: who did that to them."""
        table = self.loaded.table
        who = {"by_id": by.user_id, "by_name": by.name[:100]} if by else {"by_id": None, "by_name": None}
        version, at = table.version + max(1, len(self.entries)), now()
        self.notes.append(Note(person.user_id, person.name[:100], kind, **who, version=version, turn=table.turn, at=at))


def where_it_stands(table: Table) -> str:
    """What is said to somebody who wants something of a table that is in another phase."""
    return say(LOST if table.lost else ELSEWHERE[table.phase])


UNRANKED: Values = {"unranked": True}
GIVEN_UP: Values = {"phase": "over", "conceded": True}  # for a table's row


def stamp(table: Table) -> tuple[int, int, int]:
    """Three numbers. If anything that is kept of a table in memory changes, one of them changes."""
    return table.id, table.version, -1 if table.hints is None else table.hints


def is_packed(loaded: GameRecord) -> bool:
    return loaded.snapshot is None and loaded.table.phase in ("over", "closed") and loaded.table.seats > 0


def with_seed(loaded: GameRecord) -> GameRecord:
    """Make the seed public as soon as the game and ranked play of its deal are over. Nothing is written for that."""
    table = loaded.table
    if table.seed is not None or table.phase != "over" or (table.closes_at is not None and now() < table.closes_at):
        return loaded
    return replace(loaded, table=replace(table, seed=loaded.secret))


def has_moved(loaded: GameRecord, user_id: int) -> bool:
    """Whether this user has made a move of their own in this game, even if they have taken it back."""
    return any(entry.user_id == user_id for entry in (*loaded.history, *loaded.undos))


def player_of(table: Table, user_id: int) -> Player:
    player = table.player(user_id)
    if player is None:
        raise Refused(say("You don't sit at this table."))
    return player
