"""What a position is worth to its seat: who can save which egg for sure, and what each action may lead to."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from engine.wyverns_knot import Event, View
from engine.wyverns_knot.choices import open_cells

from .beliefs import Beliefs
from .worth import TUNING, Tuning, worth

LAST = 100.0  # the harm of an advance that ends the game


class Save(NamedTuple):
    """An egg that its card's owner can save for sure. `wild`: by the strike dragon of the row."""

    owner: int
    position: int
    cell: int
    wild: bool


class Guess(NamedTuple):
    cell: int
    chance: float  # that it saves an egg
    worth: float


class Thought:
    """A position as its seat sees it, and what each action is worth."""

    def __init__(self, view: View, told: Sequence[Event], tuning: Tuning = TUNING) -> None:
        self.tuning = tuning
        self.beliefs = beliefs = Beliefs(view, told, tuning.doubt)
        self.table = table = view.table
        self.me = beliefs.me
        self.open = open_cells(table)
        self.down = [cell for cell, egg in enumerate(table.nest) if egg.fate == "down"]
        self.cards = [
            (owner, position, beliefs.first[owner] + position)
            for owner, cards in enumerate(table.tableaus)
            for position, card in enumerate(cards)
            if card.face != "gone"
        ]
        self.rows = [row for row, strike in enumerate(table.strikes) if strike.face != "gone"]
        # Strike dragons face up: rows by dragon
        self.flying: dict[int, list[int]] = {}
        for row, strike in enumerate(table.strikes):
            if strike.face == "up" and strike.dragon is not None:
                self.flying.setdefault(strike.dragon, []).append(row)
        self.need = table.options.target - table.saved
        self.spare = table.saved + table.left - table.options.target
        self.lost = self.spare < 0
        if self.lost:  # then save what can be saved
            self.need, self.spare = max(1, table.left - 2), 2
        self.saves = self._saves()
        self.promised = {save.cell for save in self.saves}
        self.busy = {(save.owner, save.position) for save in self.saves}
        self.free = self._free()
        self.still = self.need - len(self.saves)
        # Where an egg of each dragon is that I know of and that nobody is about to save
        self.eggs: list[list[int]] = [[] for _ in range(10)]
        for cell in self.down:
            if beliefs.kind[cell] >= 0 and cell not in self.promised:
                self.eggs[beliefs.kind[cell]].append(cell)
        self.room = {
            row: [cell for cell in range(4 * row, 4 * row + 4) if cell in self.down and cell not in self.promised]
            for rows in self.flying.values()
            for row in rows
        }
        self.wild = {dragon for dragon, rows in self.flying.items() if any(self.room[row] for row in rows)}
        self._gains: dict[tuple[int, int, bool], tuple[float, float]] = {}
        self._sights: list[tuple[float, float]] | None = None

    def _saves(self) -> list[Save]:
        """Pairs that the owner of the card knows, as far as I can tell: first those that only one egg fits."""
        beliefs, table = self.beliefs, self.table
        kind, known_to = beliefs.kind, beliefs.known_to
        saves: list[Save] = []
        taken: set[int] = set()
        wild: list[tuple[int, int, int]] = []
        root = beliefs.root
        linked: dict[int, list[int]] = {}
        known: dict[int, list[int]] = {}
        for cell in self.down:
            linked.setdefault(root[cell], []).append(cell)
            if kind[cell] >= 0:
                known.setdefault(kind[cell], []).append(cell)
        for owner, position, card in self.cards:
            bit = 1 << owner
            mine = kind[card] if known_to[card] & bit else -1
            found = -1
            if root[card] in linked:
                found = next((cell for cell in linked[root[card]] if cell not in taken), -1)
            if found < 0 and mine in known:
                found = next((cell for cell in known[mine] if cell not in taken and known_to[cell] & bit), -1)
            if found >= 0 and not (mine in self.flying and table.tableaus[owner][position].face == "down"):
                saves.append(Save(owner, position, found, False))
                taken.add(found)
            elif mine in self.flying and table.tableaus[owner][position].face == "down":
                wild.append((owner, position, found))
        for owner, position, found in wild:
            card = beliefs.first[owner] + position
            rows = self.flying[kind[card]]
            cells = [
                c for row in rows for c in range(4 * row + 3, 4 * row - 1, -1) if c in self.down and c not in taken
            ]
            if cells:
                # the egg that the strike dragon meets next; one that is known can wait for its own card
                cell = min(cells, key=lambda c: (4 - c % 4) + self.tuning.known * (kind[c] >= 0))
                saves.append(Save(owner, position, cell, True))
                taken.add(cell)
            elif found >= 0 and found not in taken:
                saves.append(Save(owner, position, found, False))
                taken.add(found)
        return saves

    def _free(self) -> int:
        """The steps of strike dragons that lose no egg, if promised eggs are saved in time."""
        free = -1  # the last strike dragon must not leave
        for row, strike in enumerate(self.table.strikes):
            if strike.face == "gone":
                continue
            column = strike.column
            if strike.face == "down":
                free += 5 - column
                column = 5
            while column > 1 and (4 * row + column - 2 not in self.down or 4 * row + column - 2 in self.promised):
                column -= 1
                free += 1
            if column == 1:
                free += 1
        return max(free, 0)

    def worth(self, need: float, free: int, spare: int) -> float:
        return worth(need, free, spare, self.tuning)

    def expected(self, worth: float) -> float:
        """The chance to win that goes with this worth."""
        return 0.0 if self.lost else min(1.0, max(0.0, worth))

    # -- Strike dragons

    def harm(self, row: int) -> float:
        """What it costs, in eggs, to advance this strike dragon."""
        strike = self.table.strikes[row]
        if strike.face == "down":
            cost = self.tuning.front * (4 - strike.column)
            if strike.column < 4 and 4 * row + strike.column in self.promised:
                cost += 0.3
            return cost
        if strike.column == 1:
            return LAST if len(self.rows) == 1 else self.tuning.flown
        cell = 4 * row + strike.column - 2
        if cell not in self.down:
            return self.tuning.flown
        return 1.0 + self.hope(cell)

    def hope(self, cell: int) -> float:
        """How much this egg is worth beside others, from 0 to 2."""
        beliefs = self.beliefs
        if cell in self.promised:
            return 2.0
        dragon = beliefs.kind[cell]
        if dragon >= 0:
            fits = max([beliefs.chance(card, dragon) for *_, card in self.cards], default=0.0)
            return 0.1 + fits
        return self.tuning.hope

    def of_advance(self, row: int) -> float:
        """What the position is worth after this strike dragon advances."""
        harm, free = self.harm(row), self.free
        if harm < 1:
            return self.worth(self.still + 0.1 * harm, free - 1, self.spare)
        if harm >= LAST:
            return 0.0
        return self.worth(self.still + 0.3 * (harm - 1), free, self.spare - 1)

    @cached_property
    def after_advance(self) -> tuple[int, int]:
        """The harmless steps and the spare eggs after the best advance."""
        harm = min([self.harm(row) for row in self.rows])
        return (self.free - 1, self.spare) if harm < 1 else (self.free, self.spare - 1 if harm < LAST else -1)

    def of_removal(self, row: int) -> float:
        """What the position is worth once this strike dragon is gone: 0 of the last one."""
        if len(self.rows) == 1:
            return 0.0
        strike = self.table.strikes[row]
        steps = self._steps(row, strike.face, strike.column)
        eggs = len(self.room.get(row, ())) if strike.face == "up" else 0
        missed = self.tuning.strike * self.use(row) - self.tuning.danger * eggs
        return self.worth(max(self.still + missed, 0.5), self.free - steps, self.spare)

    # -- Actions

    def remaining(self) -> float:
        """The actions that are still to come to each seat, roughly."""
        return (self.free + self.spare) / len(self.table.tableaus)

    def gain_of_look(self, owner: int, position: int) -> tuple[float, float]:
        """Of a look at this card: the chance of a sure save, and what else it is worth in eggs."""
        card = self.beliefs.first[owner] + position
        if (owner, position) in self.busy:
            return 0.0, 0.0
        down = self.table.tableaus[owner][position].face == "down"
        odds = self.beliefs.odds[card]
        if odds is None:
            return self.gain_of_card(owner, self.beliefs.kind[card], down)
        hit = more = 0.0
        for dragon, chance in enumerate(odds):
            if chance:
                sure, rest = self.gain_of_card(owner, dragon, True)
                hit += chance * sure
                more += chance * rest
        return hit, more

    def gain_of_card(self, owner: int, dragon: int, down: bool) -> tuple[float, float]:
        """The same once it is known which dragon it is."""
        key = owner, dragon, down
        if key not in self._gains:
            if self.eggs[dragon] or (down and dragon in self.wild):
                cells = [c for r in self.flying.get(dragon, ()) for c in self.room[r]] if down else []
                haste = min([self.haste(c) for c in cells or self.eggs[dragon]])
                self._gains[key] = 1.0, self.tuning.quick * (9 - haste)
            elif down:
                self._gains[key] = self.gain_of_turning_up(owner, dragon)
            else:
                self._gains[key] = 0.0, 0.0
        return self._gains[key]

    def gain_of_turning_up(self, owner: int, dragon: int) -> tuple[float, float]:
        beliefs, tuning = self.beliefs, self.tuning
        missed = other = 1.0
        some = 0.0
        for cell in self.down:
            odds = beliefs.odds[cell]
            if odds is not None and (chance := odds[dragon]):
                some += chance
                if beliefs.known_to[cell] >> owner & 1:
                    missed *= 1 - chance
                elif beliefs.known_to[cell]:
                    other *= 1 - chance
        own = 1 - missed
        shown = tuning.shown * min(1.0, some)
        return own, (1 - own) * (tuning.pointable * (1 - other) + other * shown)

    def gain_of_scouting(self, cell: int) -> tuple[float, float]:
        odds = self.beliefs.odds[cell]
        if odds is None or cell in self.promised:
            return 0.0, 0.0
        if self._sights is None:
            self._sights = self._gains_of_sights()
        hit = more = 0.0
        for chance, (sure, rest) in zip(odds, self._sights, strict=True):
            hit += chance * sure
            more += chance * rest
        if self.beliefs.known_to[cell]:
            more *= self.tuning.again
        return hit, more

    def _gains_of_sights(self) -> list[tuple[float, float]]:
        """What it is worth to find an egg of each dragon."""
        beliefs, tuning = self.beliefs, self.tuning
        gains = [(0.0, 0.0)] * 10
        others = [odds for owner, _, card in self.cards if owner != self.me and (odds := beliefs.odds[card])]
        later = tuning.scouted * (self.remaining() / 6) ** tuning.power * 6 / max(1, len(others))
        for dragon in range(10):
            gains[dragon] = 0.0, later * sum([odds[dragon] for odds in others])
        for owner, position, card in self.cards:
            if (dragon := beliefs.kind[card]) >= 0 and (owner, position) not in self.busy:
                if owner == self.me:
                    gains[dragon] = 1.0, 0.0
                elif not gains[dragon][0]:
                    gains[dragon] = 0.0, max(tuning.pointable, gains[dragon][1])
        return gains

    def of_gain(self, hit: float, more: float) -> float:
        """What an action is worth that ends with an advance."""
        free, spare = self.after_advance
        need = self.still
        missed = self.worth(need - min(1.0, more / max(1 - hit, 0.1)), free, spare)
        return hit * self.worth(max(0, need - 1 - (more if hit == 1 else 0)), free + 1, spare) + (1 - hit) * missed

    def guess(self, position: int) -> "Guess":
        """The best egg to try this card on."""
        card = self.beliefs.first[self.me] + position
        cells = [cell for cell in self.open if cell not in self.promised] or self.open
        return self.attempt(position, max(cells, key=lambda cell: self.beliefs.match(card, cell)))

    def attempt(self, position: int, cell: int) -> "Guess":
        """Tries a card of mine on an egg, as a wild enchantment if it lies face down."""
        beliefs = self.beliefs
        card = beliefs.first[self.me] + position
        chance = beliefs.match(card, cell)
        if self.table.tableaus[self.me][position].face == "down" and self.wild:
            wild = sum([beliefs.chance(card, dragon) for dragon in self.wild])
            chance = wild + (1 - wild) * chance
        saved = self.worth(self.still - 1, self.free + 1, self.spare)
        return Guess(cell, chance, chance * saved + (1 - chance) * self.failed)

    @cached_property
    def failed(self) -> float:
        """What is left after a mismatch."""
        if len(self.rows) == 1:
            return 0.0
        row = self.removed
        strike = self.table.strikes[row]
        steps = self._steps(row, strike.face, strike.column)
        return self.worth(self.still + self.tuning.strike * self.use(row), self.free - steps, self.spare - 1)

    def of_distraction(self, card: int) -> float:
        """A card thrown away for a harmless step: it may have been the last for its egg."""
        dragon = self.beliefs.kind[card]
        eggs = sum([self.beliefs.chance(cell, dragon) for cell in self.down if cell not in self.promised])
        return self.worth(self.still + self.tuning.card * min(1.0, eggs), self.free + 1, self.spare)

    def of_placing(self, cell: int) -> float:
        """What it is worth to save this egg by its strike dragon: best the one that it meets next."""
        mine = any(save.cell == cell and save.owner == self.me for save in self.saves)
        waits = (4 - cell % 4) + self.tuning.known * (self.beliefs.kind[cell] >= 0)
        waits += 6 * (cell in self.promised and not mine)
        return self.worth(max(self.still - 1 + 0.05 * waits, 0.0), self.free + 1, self.spare)

    def use(self, row: int) -> float:
        """The eggs that this strike dragon may still help to save."""
        strike = self.table.strikes[row]
        if strike.dragon is None:
            return 1.0
        cards = [
            beliefs_odds[strike.dragon]
            for owner, position, card in self.cards
            if (beliefs_odds := self.beliefs.odds[card]) is not None
        ]
        return min(sum(cards), float(len(self.room[row])))

    @cached_property
    def removed(self) -> int:
        """The strike dragon that is missed least."""
        return max(self.rows, key=self.of_removal)

    def _steps(self, row: int, face: str, column: int) -> int:
        free = 0
        if face == "down":
            free, column = 5 - column, 5
        while column > 1 and (4 * row + column - 2 not in self.down or 4 * row + column - 2 in self.promised):
            column -= 1
            free += 1
        return free

    def haste(self, cell: int) -> float:
        """The steps until a strike dragon takes this egg: the fewer, the sooner it is saved."""
        strike = self.table.strikes[cell // 4]
        if strike.face == "gone":
            return 9.0
        return strike.column - 1.0 - cell % 4 if strike.face == "up" else 5.0 - cell % 4

    @property
    def chosen(self) -> tuple[int, int, int]:
        """The owner, the position and the place of the card chosen in this turn."""
        chosen = self.table.chosen
        assert chosen is not None
        assert chosen.owner is not None
        assert chosen.position is not None
        return chosen.owner, chosen.position, self.beliefs.first[chosen.owner] + chosen.position
