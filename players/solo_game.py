"""A player's game of one person: from one question to its next choice."""

from collections.abc import Awaitable, Callable
from copy import copy
from dataclasses import dataclass
from typing import Self

from engine import AnyGame, AnyView, BaseEvent, Chance, Data, Outcome, heard

from .answer import Question, What, read_move

SEAT = 0
IMAGINED = ("one way", "another way", "a third way")  # the luck of games that are imagined

Ask = Callable[[Question], Awaitable[bytes]]


@dataclass(frozen=True)
class Par:
    """What the hall itself reaches in a deal."""

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
