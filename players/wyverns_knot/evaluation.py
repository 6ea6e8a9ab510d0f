"""What a position is worth to its seat: who can save which egg for sure, and what each action may lead to.

The constants were found by playing thousands of deals with values drawn at random.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from engine.wyverns_knot.choices import in_play, open_cells, placeable
from engine.wyverns_knot.events import Event
from engine.wyverns_knot.state import View

from .beliefs import Beliefs
from .saves import patience, sure_saves
from .worth import chance_to_win, worth

# What knowledge is worth, in eggs
POINTABLE = 0.85  # an egg that takes no more than a pointing
SHOWN = 0.28  # a card on show whose egg is still to be found
SIGHT = 0.5  # an egg that I know: times the looks still to come, times the share of others' cards that match it
AGAIN = 0.2  # the share of that if somebody has looked at the egg already
KEPT = 0.95  # a promised save: its owner may not see it so
CARD = 0.4  # a card thrown away
HASTE = 0.03  # an egg saved rather than another, for each step that a strike dragon is nearer to it

# What a step of a strike dragon costs, in eggs
LEAVING = 0.06  # a harmless step of one that lies face up; the others are better moved first
BEHIND = 0.003  # a face-down one, for each column that it is farther from turning face up
COVERING = 0.3  # it covers an egg that somebody is about to save
LAST = 100.0  # the last one flies home, which ends the game

STRIKE = 0.2  # the share of the eggs that a removed strike dragon could have helped to save
DANGER = 0.4  # the share of the eggs in its way


class Gain(NamedTuple):
    """What an action that ends with an advance gives."""

    hit: float  # the chance that it leads to a sure save
    more: float  # what else it helps, in eggs


class Guess(NamedTuple):
    """An attempt."""

    cell: int
    chance: float  # that it saves an egg
    worth: float


NOTHING = Gain(0.0, 0.0)


class Evaluation:
    """What its seat makes of a position: what is sure, and what each action is worth."""

    def __init__(self, view: View, history: Sequence[Event]) -> None:
        self.beliefs = beliefs = Beliefs(view, history)
        self.table = table = view.table
        self.me = beliefs.me
        self.open = open_cells(table)
        self.down = [cell for cell, egg in enumerate(table.nest) if egg.fate == "down"]
        self.rows = in_play(table)
        self.cards = [  # owner, position, place
            (owner, position, beliefs.first[owner] + position)
            for owner, cards in enumerate(table.tableaus)
            for position, card in enumerate(cards)
            if card.face != "gone"
        ]
        self.saves = sure_saves(table, beliefs, self.down, self.cards)
        self.promised = {save.cell for save in self.saves}
        self.busy = {(save.owner, save.position) for save in self.saves}
        # A wild card can as well save another egg of the row, so these are still worth knowing and pointing at
        self.taken = self.promised - {save.cell for save in self.saves if save.wild and self._before(save.cell // 4)}

        need, self.spare = table.options.target - table.saved, table.saved + table.left - table.options.target
        self.lost = self.spare < 0
        if self.lost:  # then it saves as many eggs as it can
            need, self.spare = max(1, table.left - 2), 2
        self.need = need - KEPT * len(self.saves)
        self.free = max(0, sum([self.steps(row) for row in self.rows]) - 1)  # the last to leave ends the game

        # By dragon: the eggs that I know and that can still be pointed at, and those that a wild card may save
        self.eggs: list[list[int]] = [[] for _ in range(10)]
        for cell in self.down:
            if beliefs.kind[cell] >= 0 and cell not in self.taken:
                self.eggs[beliefs.kind[cell]].append(cell)
        self.wild: dict[int, list[int]] = {}
        for strike in table.strikes:
            if strike.face == "up" and strike.dragon is not None:
                cells = [cell for cell in placeable(table, strike.dragon) if cell not in self.promised]
                if cells:
                    self.wild[strike.dragon] = cells
        self._gains: dict[tuple[int, int, bool], Gain] = {}

    def expected(self, worth: float) -> float:
        """The chance to win that goes with what a move is worth."""
        if self.lost or not worth:
            return 0.0
        return chance_to_win(worth, self.need, self.free, self.spare, len(self.table.tableaus))

    @property
    def chosen(self) -> tuple[int, int, int]:
        """The owner, the position and the place of the card chosen in this turn."""
        chosen = self.table.chosen
        assert chosen is not None
        assert chosen.owner is not None
        assert chosen.position is not None
        return chosen.owner, chosen.position, self.beliefs.first[chosen.owner] + chosen.position

    # -- Strike dragons

    def steps(self, row: int) -> int:
        """The steps that this strike dragon can go without harm, if promised eggs are saved in time."""
        strike, steps = self.table.strikes[row], 0
        column = strike.column
        if strike.face == "down":
            steps, column = 5 - column, 5
        while column > 1 and ((cell := 4 * row + column - 2) not in self.down or cell in self.promised):
            steps, column = steps + 1, column - 1
        return steps + (column == 1)

    def haste(self, cell: int) -> int:
        """The steps until a strike dragon takes this egg."""
        strike = self.table.strikes[cell // 4]
        if strike.face == "gone":
            return 9
        return strike.column - 1 - cell % 4 if strike.face == "up" else 9 - strike.column - cell % 4

    def harm(self, row: int) -> float:
        """What it costs, in eggs, to advance this strike dragon: 1 and more if an egg is lost."""
        strike = self.table.strikes[row]
        if strike.face == "down":
            covering = strike.column < 4 and 4 * row + strike.column in self.promised
            return BEHIND * (4 - strike.column) + COVERING * covering
        if strike.column == 1 and len(self.rows) == 1:
            return LAST
        cell = 4 * row + strike.column - 2
        return LEAVING if strike.column == 1 or cell not in self.down else 1 + self._hope(cell)

    def _hope(self, cell: int) -> float:
        """How likely this egg is to be saved, roughly; from 0 to 2."""
        if cell in self.promised:
            return 2.0
        dragon = self.beliefs.kind[cell]
        if dragon < 0:
            return 0.4
        return 0.1 + max([self.beliefs.chance(card, dragon) for *_, card in self.cards], default=0.0)

    def of_advance(self, row: int) -> float:
        """What the position is worth after this strike dragon advances."""
        harm = self.harm(row)
        if harm < 1:
            return worth(self.need + 0.1 * harm, self.free - 1, self.spare)
        return 0.0 if harm >= LAST else worth(self.need + 0.3 * (harm - 1), self.free, self.spare - 1)

    @cached_property
    def _after(self) -> tuple[int, int]:
        """The harmless steps and the spare eggs after the best advance."""
        harm = min([self.harm(row) for row in self.rows])
        if harm < 1:
            return self.free - 1, self.spare
        return self.free, self.spare - 1 if harm < LAST else -1

    def of_removal(self, row: int) -> float:
        """What the position is worth once this strike dragon is gone."""
        if len(self.rows) == 1:
            return 0.0
        eggs = len(self._before(row)) if self.table.strikes[row].face == "up" else 0
        missed = STRIKE * self.use(row) - DANGER * eggs
        return worth(max(self.need + missed, 0.5), self.free - self.steps(row), self.spare)

    def use(self, row: int) -> float:
        """The eggs that this strike dragon may still help to save."""
        dragon = self.table.strikes[row].dragon
        if dragon is None:
            return 1.0
        unknown = [odds[dragon] for *_, card in self.cards if (odds := self.beliefs.odds[card]) is not None]
        return min(sum(unknown), len(self._before(row)))

    def _before(self, row: int) -> list[int]:
        """The eggs of this row that nobody is about to save."""
        return [cell for cell in range(4 * row, 4 * row + 4) if cell in self.down and cell not in self.promised]

    # -- Looking and scouting

    def look(self, owner: int, position: int) -> Gain:
        """What a look at somebody's card gives, whether it is known or not."""
        if (owner, position) in self.busy:
            return NOTHING
        card = self.beliefs.first[owner] + position
        down = self.table.tableaus[owner][position].face == "down"
        odds = self.beliefs.odds[card]
        if odds is None:
            return self._sight(owner, self.beliefs.kind[card], down)
        gains = [(chance, self._sight(owner, dragon, down)) for dragon, chance in enumerate(odds) if chance]
        return Gain(sum([chance * gain.hit for chance, gain in gains]), sum([p * gain.more for p, gain in gains]))

    def _sight(self, owner: int, dragon: int, down: bool) -> Gain:
        """What it gives to see a card of this dragon: it is pointed from, or else turned up."""
        key = owner, dragon, down
        if key not in self._gains:
            wild = self.wild.get(dragon, []) if down else []
            if cells := wild or self.eggs[dragon]:
                self._gains[key] = Gain(1.0, HASTE * (9 - min([self.haste(cell) for cell in cells])))
            else:
                self._gains[key] = self.turning_up(owner, dragon) if down else NOTHING
        return self._gains[key]

    def turning_up(self, owner: int, dragon: int) -> Gain:
        """What turning up a card gives: its owner or another player may know such an egg, or find one later."""
        beliefs = self.beliefs
        not_owner = not_other = 1.0
        expected = 0.0
        for cell in self.down:
            odds = beliefs.odds[cell]
            if odds is not None and (chance := odds[dragon]):
                expected += chance
                if beliefs.known_to[cell] >> owner & 1:
                    not_owner *= 1 - chance
                elif beliefs.known_to[cell]:
                    not_other *= 1 - chance
        later = POINTABLE * (1 - not_other) + not_other * SHOWN * min(1.0, expected)
        return Gain(1 - not_owner, not_owner * later)

    def scouting(self, cell: int) -> Gain:
        odds = self.beliefs.odds[cell]
        if odds is None or cell in self.taken:
            return NOTHING
        hit = sum([chance * gain.hit for chance, gain in zip(odds, self._found, strict=True)])
        more = sum([chance * gain.more for chance, gain in zip(odds, self._found, strict=True)])
        return Gain(hit, more * AGAIN if self.beliefs.known_to[cell] else more)

    @cached_property
    def _found(self) -> list[Gain]:
        """By dragon: what it gives to find such an egg."""
        others = [odds for owner, _, card in self.cards if owner != self.me and (odds := self.beliefs.odds[card])]
        looks = SIGHT * (self.free + self.spare) / max(1, len(others))
        gains = [Gain(0.0, looks * sum([odds[dragon] for odds in others])) for dragon in range(10)]
        for owner, position, card in self.cards:
            dragon = self.beliefs.kind[card]
            if dragon >= 0 and (owner, position) not in self.busy and not gains[dragon].hit:
                more = max(POINTABLE, gains[dragon].more)
                gains[dragon] = Gain(1.0, 0.0) if owner == self.me else Gain(0.0, more)
        return gains

    def of_gain(self, gain: Gain) -> float:
        """What an action is worth that gives this, and ends with an advance."""
        free, spare = self._after
        if gain.hit == 1:
            return worth(max(0.0, self.need - 1 - gain.more), free + 1, spare)
        helped = min(1.0, gain.more / max(1 - gain.hit, 0.1))
        missed = worth(max(0.0, self.need - helped), free, spare)
        return gain.hit * worth(self.need - 1, free + 1, spare) + (1 - gain.hit) * missed

    # -- Attempts, and what else a turn can be

    def guess(self, position: int) -> Guess:
        """An attempt with this card of mine, on the egg that it fits best."""
        card = self.beliefs.first[self.me] + position
        cells = [cell for cell in self.open if cell not in self.promised] or self.open
        return self.attempt(position, max(cells, key=lambda cell: self.beliefs.match(card, cell)))

    def attempt(self, position: int, cell: int) -> Guess:
        """An attempt on this egg; a wild enchantment if the card lies face down."""
        card = self.beliefs.first[self.me] + position
        chance = self.beliefs.match(card, cell)
        if self.table.tableaus[self.me][position].face == "down":
            wild = sum([self.beliefs.chance(card, dragon) for dragon in self.wild])
            chance = wild + (1 - wild) * chance
        promised = (self.me, position) in self.busy
        saved = worth(self.need - 1 + KEPT, self.free, self.spare) if promised else self.saved
        return Guess(cell, chance, chance * saved + (1 - chance) * self.failed)

    @cached_property
    def saved(self) -> float:
        """What the position is worth with an egg more than those that are promised."""
        return worth(self.need - 1, self.free + 1, self.spare)

    @cached_property
    def failed(self) -> float:
        """What the position is worth after a mismatch."""
        if len(self.rows) == 1:
            return 0.0
        row = max(self.rows, key=self.of_removal)
        return worth(self.need + STRIKE * self.use(row), self.free - self.steps(row), self.spare - 1)

    def of_distraction(self, position: int) -> float:
        """What the position is worth after a card is thrown away for a harmless step: the card may have been the one
        for an egg.
        """
        dragon = self.beliefs.kind[self.beliefs.first[self.me] + position]
        eggs = sum([self.beliefs.chance(cell, dragon) for cell in self.down if cell not in self.promised])
        return worth(self.need + CARD * min(1.0, eggs), self.free + 1, self.spare)

    def of_placing(self, cell: int) -> float:
        """What it is worth to save this egg by its strike dragon: less if another card is about to save it."""
        others = any(save.cell == cell and save.owner != self.me for save in self.saves)
        return worth(
            max(0.0, self.need - 1 + 0.05 * (patience(self.beliefs, cell) + 6 * others)), self.free + 1, self.spare
        )
