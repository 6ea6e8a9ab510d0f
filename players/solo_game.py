"""A game for one that a computer player plays, one question after another."""

from collections.abc import Awaitable, Callable
from copy import copy
from dataclasses import dataclass
from typing import Self

from engine import AnyGame, AnyView, Chance, Data, Playthrough

from .answer import Question, What, read_move

SEAT = 0
IMAGINED = ("one way", "another way", "a third way")  # the luck of games that are imagined

Ask = Callable[[Question], Awaitable[bytes]]


@dataclass(frozen=True)
class Par:
    """The result that the bot reaches on a deal."""

    won: bool | None  # None if the game has only a score
    score: int


class SoloGame:
    """A deal that a computer player plays. Between two questions the moves that leave no choice are made."""

    def __init__(self, game: AnyGame, options: Data, seed: str) -> None:
        self.game = game
        self._seed = seed
        self._game = Playthrough.deal(game, 1, options, Chance(seed))
        self.played: tuple[Data, ...] = ()  # the player's moves, without those that left no choice
        self._game.play_forced()

    @property
    def moves(self) -> tuple[Data, ...]:
        """The player's choices now."""
        return tuple(self._game.legal_moves)

    @property
    def par(self) -> Par | None:
        """The result; None while the game goes on."""
        outcome = self._game.outcome
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
        view: AnyView = self._game.view(SEAT)
        return view

    def question(self, what: What = "move", luck: str | None = None, made: Data | None = None) -> Question:
        luck, known = luck or f"{self._seed}/par/{self.made}", self._game.heard(SEAT)
        return Question.about(self.game, what, "strong", self.view, self.moves, known, luck=luck, made=made)

    def answer(self, answered: bytes) -> None:
        """Make the player's move. Raises ValueError for what is no answer."""
        self.play(read_move(self.game, answered, self.moves))

    def play(self, move: Data) -> None:
        """Make one of the player's moves, and those after it that leave no choice."""
        self._game.play(move)
        self._game.play_forced()
        self.played = (*self.played, move)

    def copy(self) -> Self:
        """An independent copy."""
        other = copy(self)
        other._game = self._game.copy()
        return other

    def after(self, move: Data) -> Self | None:
        """The game at the player's next choice, if that choice depends on this move only; else None.

        Whether it does is tried in imagined games, so nothing hidden can be learned from it.
        """
        views = []
        for luck in IMAGINED:
            chance = Chance(luck)
            imagined = Playthrough(self.game, self.game.imagine(self.view, chance), chance, alone=True)
            imagined.play(move)
            imagined.play_forced()
            views.append(imagined.view(SEAT))
        if views.count(views[0]) < len(views):
            return None
        other = self.copy()
        other.play(move)
        return other if other.par is None else None
