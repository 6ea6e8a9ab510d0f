"""A game at a table, with no hall around it: what each who sits there sees of it, and has heard."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cogs.screens import picker
from cogs.screens.board import board
from cogs.screens.panel import Panel
from cogs.screens.press import Press
from cogs.screens.screen import Button, Menu, Screen
from engine import GAMES, Chance, heard
from tables.people.people import Preferences
from tables.play.log import Kind
from tables.play.model import HeardMove, Phase, Player, PlayerView, Table

from .told import controls

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Finn", "Gil", "Hal")
FIRST = 101  # the first player's user id; the others' follow
PICTURES = Preferences()


@dataclass
class Game:
    """It begins with the deal of `seed`, or as in `state`. Ann sits in the first seat, then come the others."""

    key: str
    names: Sequence[str]
    seed: str = f"{1:064x}"
    state: Any = None
    hints: int | None = None
    options: Any = None  # the game's own default ones
    own: dict[str, Any] = field(default_factory=dict)  # fields of the table
    phase: Phase = "playing"
    turn: int = 1
    log: list[tuple[int, Any, int, int, Kind]] = field(default_factory=list)  # turn, step, seat, user, kind

    def __post_init__(self) -> None:
        game, seats = GAMES[self.key], len(self.names)
        self.options = self.options or (game.alone if seats == 1 else None) or game.options()
        self._chance = Chance(self.seed)
        self._acted = dict[int, tuple[int, int, int]]()  # by user: versions of the moves last made together, their turn
        if self.state is None:
            self.state = game.new(seats, self.options, self._chance)
            self._go_on()

    def play(self, *moves: Any, by: int | None = None) -> None:
        """By who is to act, the moves of one turn together; or by this user, for the empty seat that is."""
        for move in moves:
            seat, version = GAMES[self.key].to_act(self.state), len(self.log) + 1
            assert seat is not None
            assert move in GAMES[self.key].legal_moves(self.state), move
            user, turn = by or FIRST + seat, self.turn
            self._make(move, "move", user)
            first, _, of_turn = self._acted.get(user, (0, 0, 0))
            self._acted[user] = first if of_turn == turn and move is not moves[0] else version, version, turn
            self._go_on()

    def press(self, *moves: Any, then: Callable[[Any, Sequence[Any]], Any] | None = None) -> None:
        """What one press makes: what is forced is played when all of them are made, and what comes `then`."""
        game, seat = GAMES[self.key], GAMES[self.key].to_act(self.state)
        assert seat is not None
        version, turn = len(self.log) + 1, self.turn
        for move in moves:
            self._make(move, "move", FIRST + seat)
        self._acted[FIRST + seat] = version, len(self.log), turn
        self._go_on()
        while then and game.to_act(self.state) == seat:
            move = then(game.view(self.state, seat), game.legal_moves(self.state))
            if move is None:
                return
            self._make(move, "forced", FIRST + seat)
            self._acted[FIRST + seat] = version, len(self.log), turn
            self._go_on()

    def take_back(self, user_id: int) -> None:
        """As far as it is told."""
        self.log.append((self.turn, None, user_id - FIRST, user_id, "undo"))

    def _go_on(self) -> None:
        """By what is forced."""
        game = GAMES[self.key]
        while game.to_act(self.state) is not None:
            forced = game.forced(self.state, alone=self.table.solo)
            if forced is None:
                return
            self._make(forced, "forced", None)
        self.phase = "over"

    def _make(self, move: Any, kind: Kind, by: int | None) -> None:
        game, seat = GAMES[self.key], GAMES[self.key].to_act(self.state)
        assert seat is not None
        step = game.play(self.state, move, self._chance)
        self.log.append((self.turn, step, seat, by or FIRST + seat, kind))
        self.turn += game.to_act(step.state) != seat
        self.state = step.state

    @property
    def table(self) -> Table:
        seats = len(self.names)
        values = {
            "id": 9, "game": self.key, "options": self.options, "phase": self.phase, "solo": seats == 1,
            "version": len(self.log), "turn": self.turn, "seats": seats, "host_id": FIRST, "first_id": None,
            "guild_id": 60, "channel_id": 70, "commitment": "", "seed": self.seed if self.phase == "over" else None,
            "own_thread": False, "conceded": False, "outdated": False, "changed_at": 0, "day": None, "week": None,
            "ranked": False, "hints": self.hints, "computers": (),
            "players": tuple([Player(FIRST + seat, name, seat) for seat, name in enumerate(self.names)]),
        }  # fmt: skip
        return Table(**{**values, **self.own})

    def seen(self, seat: int | None, *, acting_for: int | None = None) -> PlayerView:
        """By who sits there, also where they play for an empty seat; None: by everybody."""
        game, table = GAMES[self.key], self.table
        acts, to_act = seat if acting_for is None else acting_for, game.to_act(self.state)
        legal = tuple(game.legal_moves(self.state)) if acts is not None and acts == to_act else ()
        view, outcome = game.view(self.state, acts), game.outcome(self.state)
        return PlayerView(table, acts, seat, view, to_act, legal, outcome, can_undo=False)

    def told(self, seat: int | None) -> tuple[HeardMove, ...]:
        return tuple([
            HeardMove(version, turn, of, heard(step.events, seat) if step else (), kind, user)
            for version, (turn, step, of, user, kind) in enumerate(self.log, 1)
        ])  # fmt: skip

    def panel(self, seat: int, wish: Preferences = PICTURES, *, acting_for: int | None = None) -> Panel:
        told = self.told(seat if acting_for is None else acting_for)
        first, last, _ = self._acted.get(FIRST + seat, (0, 0, 0))
        return Panel(self.seen(seat, acting_for=acting_for), wish, told, (first, last))

    def board(self) -> Screen:
        return board(self.seen(None), self.told(None))


def led_to(screen: Screen) -> set[tuple[str, ...]]:
    """The choices that its controls spell: of kinds of moves, of moves, and of several moves at once."""
    found = set[tuple[str, ...]]()
    for one in controls(screen):
        if isinstance(one, Button) and one.press.verb == "pick":
            found.add(one.press.args)
        elif isinstance(one, Menu):
            presses = [Press.read(one.press.custom_id(), [option.value]) for option in one.options]
            found |= {picker.path_of(press) for press in presses if press.verb == "pick"}
    return found
