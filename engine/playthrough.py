"""A game as it is played, move by move, from its deal or from any position.

Tables, lessons, replays, computer players and tests all play games with this class. So there is one way to make the
moves that leave no choice, and one way to collect what each seat hears.
"""

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, Self

from .chance import Chance
from .game import Event, Game, Move, Options, Outcome, Seat, State, Step, View, heard


class Played(NamedTuple, Generic[State, Move, Event]):
    """A move that `seat` made in `state`. It led to `step`."""

    state: State
    seat: Seat | None
    move: Move
    step: Step[State, Event]


class Playthrough(Generic[Options, State, Move, View, Event]):
    """A game in progress. `alone`: it is a solitaire, so spectators see what its player sees."""

    def __init__(
        self, game: Game[Options, State, Move, View, Event], state: State, chance: Chance, *, alone: bool = False
    ) -> None:
        self.game, self.state, self.chance, self.alone = game, state, chance, alone
        self.played: list[Played[State, Move, Event]] = []

    @classmethod
    def deal(cls, game: Game[Options, State, Move, View, Event], seats: int, options: Options, chance: Chance) -> Self:
        """Raises IllegalMove for options that the game doesn't have, or not with so many seats."""
        return cls(game, game.new(seats, options, chance), chance, alone=seats == 1)

    @property
    def to_act(self) -> Seat | None:
        return self.game.to_act(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def legal_moves(self) -> Sequence[Move]:
        return self.game.legal_moves(self.state)

    def view(self, seat: Seat | None) -> View:
        return self.game.view(self.state, seat)

    @property
    def events(self) -> list[Event]:
        """All that has happened since the first move here."""
        return [event for played in self.played for event in played.step.events]

    def heard(self, seat: Seat | None) -> list[Event]:
        """What `seat`, or a spectator, has heard of all that."""
        return [*heard(self.events, seat)]

    def play(self, move: Move) -> Played[State, Move, Event]:
        """Raises IllegalMove; then nothing has changed."""
        played = Played(self.state, self.to_act, move, self.game.play(self.state, move, self.chance))
        self.played.append(played)
        self.state = played.step.state
        return played

    def forced(self) -> Move | None:
        """The move that is played by itself, because nothing else can be done but to give up."""
        return self.game.forced(self.state, alone=self.alone)

    def play_forced(self) -> list[Played[State, Move, Event]]:
        """Make the moves that leave no choice, and return them."""
        before = len(self.played)
        while (move := self.forced()) is not None:
            self.play(move)
        return self.played[before:]

    def take_back(self) -> None:
        """Take back the last move."""
        self.state = self.played.pop().state

    def copy(self) -> Self:
        """An independent copy."""
        other = type(self)(self.game, self.state, self.chance, alone=self.alone)
        other.played = [*self.played]
        return other


AnyPlayed = Played[Any, Any, Any]
AnyPlaythrough = Playthrough[Any, Any, Any, Any, Any]
