"""What a seat knows and thinks likely, from its view and from what it has heard.

A place is an egg's cell (0 to 15), 16 + row for a strike dragon, or a card's number from 20 on, seat by seat. Sets of
dragons and of seats are bit masks.
"""

from collections.abc import Sequence
from functools import cached_property

from engine.wyverns_knot.events import Event
from engine.wyverns_knot.state import Egg, MageCard, View

from .hearing import FIRST_CARD, PLACES, Heard

EVERYONE = 31
DOUBT = 0.08  # a partner's silence leaves this share of a chance, because partners err
Odds = list[float]  # by dragon


class Beliefs:
    """A seat's knowledge. Whoever keeps to the conventions points truly, and points at what they know to match."""

    def __init__(self, view: View, history: Sequence[Event]) -> None:
        assert view.mine is not None
        table, mine = view.table, view.mine
        self.table, self.me = table, mine.seat
        sizes = [len(cards) for cards in table.tableaus]
        self.first = [FIRST_CARD + sum(sizes[:seat]) for seat in range(len(sizes))]  # each seat's first card
        kind = [-1] * PLACES
        known_to = [0] * PLACES

        def note(place: int, piece: Egg | MageCard, seen: int | None) -> None:
            if piece.dragon is not None:
                kind[place], known_to[place] = piece.dragon, EVERYONE
            else:
                for seat in piece.looked:
                    known_to[place] |= 1 << seat
                if seen is not None:
                    kind[place] = seen

        for cell, egg in enumerate(table.nest):
            note(cell, egg, mine.nest[cell])
        for row, strike in enumerate(table.strikes, 16):
            if strike.dragon is not None:
                kind[row], known_to[row] = strike.dragon, EVERYONE
        place = FIRST_CARD
        for cards, seens in zip(table.tableaus, mine.tableaus, strict=True):
            for card, seen in zip(cards, seens, strict=True):
                note(place, card, seen)
                place += 1
        self.kind, self.known_to = kind, known_to
        heard = Heard(self.me, self.first, kind)
        for event in history:
            heard.hear(event)
        for claim in table.claims:
            heard.claim(claim.owner, claim.position, claim.cell, claim.row)
        self.silent, claims = heard.silent, heard.claims
        self.root = list(range(PLACES))
        if claims:
            self._believe(claims)

    def linked(self, card: int, target: int) -> bool:
        """Whether pointing has told everyone that these two match."""
        return self.root[card] == self.root[target]

    def chance(self, place: int, dragon: int) -> float:
        odds = self.odds[place]
        return odds[dragon] if odds is not None else float(self.kind[place] == dragon)

    def match(self, card: int, target: int) -> float:
        """The chance that these two match."""
        if self.root[card] == self.root[target]:
            return 1.0
        ours, theirs = self.odds[card], self.odds[target]
        if ours is None:
            return self.chance(target, self.kind[card])
        if theirs is None:
            return ours[self.kind[target]]
        return sum([a * b for a, b in zip(ours, theirs, strict=True)])

    def _believe(self, claims: Sequence[tuple[int, int]]) -> None:
        """Join the pairs that were pointed at, unless a pair can't match: no dragon is on more than two cards of a
        deck.
        """
        root, kind, known_to = self.root, self.kind, self.known_to
        for card, target in claims:
            ours, theirs = root[card], root[target]
            if ours == theirs:
                continue
            dragon = kind[ours] if kind[ours] >= 0 else kind[theirs]
            if kind[ours] >= 0 and kind[theirs] >= 0 and kind[ours] != kind[theirs]:
                continue
            joined = [place for place in range(PLACES) if root[place] in (ours, theirs)]
            others = [place for place in range(PLACES) if dragon >= 0 and kind[place] == dragon and place not in joined]
            cards = sum([place >= FIRST_CARD for place in joined + others])
            if cards > 2 or len(joined) + len(others) - cards > 2:
                continue
            knowers = known_to[ours] | known_to[theirs]
            for place in joined:
                root[place], kind[place], known_to[place] = ours, dragon, knowers

    @cached_property
    def odds(self) -> list[Odds | None]:
        """The odds by place; None if the dragon is known."""
        odds: list[Odds | None] = [None] * PLACES
        self._count(odds, 0, FIRST_CARD)
        self._count(odds, FIRST_CARD, PLACES)
        return odds

    def _count(self, odds: list[Odds | None], start: int, end: int) -> None:
        """The odds of the cards of one deck, which has two of every dragon."""
        left = [2] * 10
        unknown: dict[int, list[int]] = {}  # places by what silence speaks against
        silent = self.silent
        for place in range(start, end):
            dragon = self.kind[place]
            if dragon >= 0:
                left[dragon] -= 1
            else:
                unknown.setdefault(silent[place], []).append(place)
        left = [max(0, count) for count in left]
        if len(unknown) == 1:
            for places in unknown.values():
                even = [count / len(places) for count in left]
                for place in places:
                    odds[place] = even
            return
        factors = [float(count) for count in left]
        for _ in range(3):  # until each place sums to one dragon and each dragon to as many places as are left, nearly
            rows = []
            sums = [0.0] * 10
            for against, places in unknown.items():
                row = [factor * DOUBT if against >> dragon & 1 else factor for dragon, factor in enumerate(factors)]
                scale = 1 / (sum(row) or 1.0)
                row = [weight * scale for weight in row]
                rows.append(row)
                sums = [total + len(places) * weight for total, weight in zip(sums, row, strict=True)]
            factors = [
                factor * count / total if total else 0.0
                for factor, count, total in zip(factors, left, sums, strict=True)
            ]
        for places, row in zip(unknown.values(), rows, strict=True):
            for place in places:
                odds[place] = row
