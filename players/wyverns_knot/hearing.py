"""What a seat remembers of a game: what it saw, what was pointed at, and what is unlikely because nobody pointed.

A place is an egg's cell (0 to 15), 16 + row for a strike dragon, or a card's number from 20 on, seat by seat. Sets of
dragons are bit masks.
"""

from collections.abc import Sequence

from engine.game import Seat
from engine.wyverns_knot.events import (
    Advanced,
    Aimed,
    Distracted,
    Event,
    Kept,
    Left,
    Looked,
    Pointed,
    Scouted,
    TurnedUp,
    Unseen,
)

PLACES = 40
FIRST_CARD = 20


class Heard:
    """What was heard so far.

    `first`: each seat's first card. `kind`: the dragons by place, to which it adds those that this seat saw.
    """

    def __init__(self, me: Seat, first: Sequence[int], kind: list[int]) -> None:
        self.me, self.first, self.kind = me, first, kind
        self.silent = [0] * PLACES  # by place: the dragons that are unlikely, because a partner didn't point
        self.claims: list[tuple[int, int]] = []  # the pairs pointed at, oldest first
        self._pointed: set[int] = set()  # the cards and eggs that were pointed from and at
        self._up: dict[int, int] = {}  # the face-up cards by place: their dragons
        self._strikes: dict[int, int] = {}  # the face-up strike dragons
        self._columns = [0] * 4
        self._scouted: list[list[int]] = [[] for _ in first]  # the eggs that each seat has looked at
        self._looked_at = -1  # the card of the look that goes on; -1: it lies face up

    def hear(self, event: Event) -> None:
        match event:
            case Looked(seat, owner, position, dragon):
                self._look(seat, self.first[owner] + position, None if event.audience is None else dragon)
            case Scouted(seat, cell, dragon):
                if dragon is not None:
                    self.kind[cell] = dragon
                elif seat != self.me:
                    self._pass_over(seat)
                    self._scouted[seat].append(cell)
            case Unseen():
                self._looked_at = -1
            case TurnedUp(seat, owner, position, dragon):
                self._up[self.first[owner] + position] = dragon
                for cell in self._scouted[seat]:
                    if cell not in self._pointed:
                        self.silent[cell] |= 1 << dragon
            case Pointed(_, owner, position, cell, row):
                self._pointed.update(self.claim(owner, position, cell, row))
            case Kept(seat):
                if self._looked_at >= 0 and seat != self.me:
                    for dragon in self._strikes.values():
                        self.silent[self._looked_at] |= 1 << dragon
            case Aimed(seat, position):
                self._up.pop(self.first[seat] + position, None)
            case Distracted(seat, position, row, column):
                self._up.pop(self.first[seat] + position, None)
                self._columns[row] = column
            case Advanced(_, row, column, dragon):
                self._columns[row] = column
                if dragon is not None:
                    self._strikes[row] = dragon
            case Left(row):
                self._columns[row] = 0
                self._strikes.pop(row, None)

    def claim(self, owner: Seat, position: int, cell: int | None, row: int | None) -> tuple[int, int]:
        """Note the pair that somebody pointed at: a card, and an egg or a strike dragon."""
        pair = self.first[owner] + position, cell if cell is not None else 16 + (row or 0)
        if pair not in self.claims:
            self.claims.append(pair)
        return pair

    def _look(self, seat: Seat, card: int, seen: int | None) -> None:
        self._looked_at = -1 if card in self._up else card
        if self._looked_at < 0:
            return
        if seen is not None:
            self.kind[card] = seen
        if seat != self.me:
            self._pass_over(seat)

    def _pass_over(self, seat: Seat) -> None:
        """Note that this seat doesn't point or enchant: no egg that it knows matches a card on show."""
        against = 0
        for card, dragon in self._up.items():
            if card not in self._pointed:
                against |= 1 << dragon
        for cell in self._scouted[seat]:
            if cell not in self._pointed and self._columns[cell // 4] != cell % 4 + 1:
                self.silent[cell] |= against
