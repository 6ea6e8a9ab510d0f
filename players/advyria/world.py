"""A second copy of Advyria's rules, for speed: counts that change in place.

For one choice the player plays a hundred games to their ends. A game for one takes 2 ms here, and 25 ms with the
engine. This copies all of engine/advyria/play.py except refusals, events and points. tests/players/test_advyria.py
plays both side by side and compares them before every choice. A world made from a view has the unknown tiles in
arbitrary places, and of other hands only how many cards they hold, so nobody may play that world on.
"""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

from engine.advyria.cards import (
    ADVENTURES,
    BLUE,
    DECK,
    GOLD,
    HEROES,
    JOKER,
    KNIGHT,
    RED,
    TILES,
    WARRIOR,
    WIZARD,
    YELLOW,
)
from engine.advyria.choices import MOST_LEVEL
from engine.advyria.land import GUILDS, NEIGHBOURS, QUESTS, SPACES, WITHIN
from engine.advyria.moves import PayWizard, PlayAdventure, PlaySet, PlayWizard
from engine.advyria.play import MOST_LOSSES
from engine.advyria.state import State, Table, View

CARDS = 5 + len(ADVENTURES)  # kinds of them
HIDDEN, OPEN, GONE = range(3)  # how a tile lies
MAIN, LAST, FINALE = range(3)
_PHASES = {"main": MAIN, "last": LAST, "finale": FINALE}
_FACES = {"down": HIDDEN, "up": OPEN, "gone": GONE}
MOST_ROLLS = 400  # rolls are drawn beforehand; after that they repeat
ALL_SPACES = range(len(SPACES))

Played = PlaySet | PlayWizard | PlayAdventure | PayWizard


class Seat:
    """What a seat has. `hand` counts each card; `prizes` is the gold for each adventure."""

    __slots__ = ("cards", "completed", "gold", "hand", "level", "losses", "pawn", "prizes", "seen", "villages")

    def __init__(self, hand: list[int], cards: int, prizes: list[float], seen: list[bool]) -> None:
        self.hand, self.cards, self.prizes, self.seen = hand, cards, prizes, seen
        self.level = self.losses = self.villages = self.gold = 0
        self.pawn = -1
        self.completed: list[int] = []


class Chooser(Protocol):
    """Makes the choices of a seat. It must not look at anything that the seat can't see."""

    def settle(self, world: "World", seat: Seat, free: Sequence[int]) -> int: ...
    def play(self, world: "World", seat: Seat) -> Played | None: ...
    def go(self, world: "World", seat: Seat, roll: int | None, left: int) -> int: ...
    def look(self, world: "World", seat: Seat, hidden: Sequence[int]) -> int: ...
    def rob(self, world: "World", seat: Seat, victims: Sequence[Seat]) -> Seat | None: ...
    def send(self, world: "World", victim: Seat, free: Sequence[int]) -> int: ...
    def discard(self, world: "World", seat: Seat) -> int: ...


class Land:
    """The land with its tiles and pawns, and the seats: what choices depend on."""

    __slots__ = ("coin", "faces", "loss", "seats", "tiles", "tiles_left")

    def __init__(self, table: Table, tiles: Iterable[int], seats: list[Seat]) -> None:
        # What a flipped village and a loss count. If only adventures count, coins break a tie
        self.coin, self.loss = (0.1, 0.0) if table.options.simple_scoring else (2.0, 1.0)
        self.tiles, self.seats, self.tiles_left = list(tiles), seats, table.tiles_left
        self.faces = [_FACES[quest.face] for quest in table.quests]

    def score(self, seat: Seat) -> float:
        prizes = seat.prizes
        return self.coin * seat.gold - self.loss * seat.losses + sum([prizes[tile] for tile in seat.completed])

    def free_guilds(self) -> list[int]:
        return [space for space in GUILDS if all(seat.pawn != space for seat in self.seats)]

    def free(self, seat: Seat, roll: int | None) -> list[int]:
        """Where the pawn may end."""
        spaces: Collection[int] = ALL_SPACES if roll is None else WITHIN[seat.pawn][roll]
        others = {other.pawn for other in self.seats if other is not seat}
        return [space for space in spaces if space not in others]

    def hidden(self, seat: Seat) -> list[int]:
        """The quest spaces with tiles that the seat doesn't know."""
        faces, seen = self.faces, seat.seen
        return [space for space in QUESTS if faces[space] == HIDDEN and not seen[space]]

    def victims(self, seat: Seat) -> list[Seat]:
        near, cards = NEIGHBOURS[seat.pawn], seat.cards
        return [other for other in self.seats if other.cards > cards and other.pawn in near and other is not seat]


class World(Land):
    """The whole game. It plays itself to the end, and asks a chooser for each seat."""

    __slots__ = (
        "_dice",
        "discards",
        "finale",
        "idle",
        "manoeuvres",
        "paid",
        "phase",
        "pile",
        "played",
        "random",
        "robbed",
        "rolls",
        "special",
        "together",
        "turn",
        "turns",
    )

    def __init__(self, table: Table, tiles: Iterable[int], pile: Iterable[int], seats: list[Seat], luck: int) -> None:
        super().__init__(table, tiles, seats)
        options = table.options
        self.special, self.finale, self.manoeuvres = options.special_actions, options.finale, options.manoeuvres
        self.together = options.mode != "compete"
        self.pile, self.discards = list(pile), list(table.discards)
        self.phase, self.turn, self.idle = _PHASES[table.phase], table.turn, table.idle
        self.played, self.paid, self.robbed, self.rolls = table.played, table.paid, table.robbed, 0
        self.turns = 0  # how many turns have been played on
        self.random = random.Random(luck).random
        self._dice = [1 + int(self.random() * 6) for _ in range(MOST_ROLLS)]
        for seat, player in zip(seats, table.players, strict=True):
            seat.level, seat.losses, seat.villages, seat.gold = (
                player.level,
                player.losses,
                player.villages,
                player.gold,
            )
            seat.pawn = -1 if player.pawn is None else player.pawn
            seat.completed = list(player.completed)

    def finish(self, choosers: Sequence[Chooser], table: Table) -> None:
        """Play to the end from the position of `table`, from which this world was made."""
        if self._is_over_after(choosers, table):
            return
        while True:
            self.turns += 1
            seat, chooser = self.seats[self.turn], choosers[self.turn]
            while move := chooser.play(self, seat):
                self._play(seat, chooser, move)
            if self._end_turn(seat, chooser):
                return

    def _is_over_after(self, choosers: Sequence[Chooser], table: Table) -> bool:
        """Finish the step that the table is in. Returns whether that ends the game."""
        seat, chooser, effect = self.seats[self.turn], choosers[self.turn], table.effect
        match table.step:
            case "settle":
                for number in range(self.turn, len(self.seats)):
                    settler = self.seats[number]
                    settler.pawn = choosers[number].settle(self, settler, self.free_guilds())
                for other in self.seats:
                    self._draw(other)
                self.turn = 0
                self._begin()
            case "go":
                assert effect is not None
                if effect.source == "red":
                    self._ride(seat, chooser)
                else:
                    self._journey(seat, chooser, effect.left, effect.roll)
            case "adventure":
                assert effect is not None
                self._arrive(seat, seat.pawn)
                self._journey(seat, chooser, effect.left - 1, None)
            case "turn":
                assert effect is not None
                _flip(seat, effect.left)
            case "look":
                assert effect is not None
                self._look(seat, chooser, effect.left)
            case "rob":
                self._rob(seat, chooser)
            case "send":
                assert table.victim is not None
                victim = self.seats[table.victim]
                victim.pawn = chooser.send(self, victim, self.free_guilds())
            case "discard":
                return self._end_turn(seat, chooser)
            case "over":
                return True
        return False

    def _begin(self) -> None:
        self.played = self.paid = self.robbed = False
        if self.phase != FINALE:
            self._draw(self.seats[self.turn])
            if not self.pile:
                self.phase = LAST

    def _end_turn(self, seat: Seat, chooser: Chooser) -> bool:
        """Discard, end the turn and begin the next. Return whether the game is over."""
        while seat.cards > seat.level:
            self._lay(seat, chooser.discard(self, seat))
        if self.phase == FINALE:
            self.idle = 0 if self.played or self.paid else self.idle + 1
        if (self.phase == LAST and not self.finale) or not self.tiles_left or self.idle >= len(self.seats):
            return True
        if self.phase == LAST:
            self.phase = FINALE
        self.turn = (self.turn + 1) % len(self.seats)
        self._begin()
        return False

    def _draw(self, seat: Seat) -> None:
        for _ in range(3):
            if not self.pile:
                if self.phase != FINALE or not self.discards:
                    return
                self.pile, self.discards = self.discards, []
                for last in range(len(self.pile) - 1, 0, -1):
                    other = int(self.random() * (last + 1))
                    self.pile[last], self.pile[other] = self.pile[other], self.pile[last]
            seat.hand[self.pile.pop()] += 1
            seat.cards += 1

    def _lay(self, seat: Seat, card: int, count: int = 1) -> None:
        seat.hand[card] -= count
        seat.cards -= count
        self.discards += [card] * count

    def _play(self, seat: Seat, chooser: Chooser, move: Played) -> None:
        if isinstance(move, PayWizard):
            seat.hand[WIZARD] -= 1
            seat.cards -= 1
            self.paid = True
            self._draw(seat)
            return
        self.played = True
        if isinstance(move, PlaySet):
            kind, effects = move.kind, move.size - 1
            self._lay(seat, kind, move.size - move.jokers)
            self._lay(seat, JOKER, move.jokers)
            if kind == KNIGHT:
                self._journey(seat, chooser, effects, None)
            elif kind == WARRIOR:
                _flip(seat, effects)
            else:
                if effects == 3 and seat.losses:
                    seat.losses -= 1
                self._look(seat, chooser, effects)
        elif isinstance(move, PlayWizard):
            self._lay(seat, JOKER if move.joker else WIZARD)
            seat.level = min(MOST_LEVEL, seat.level + 1)
            if not move.joker:
                seat.losses = min(MOST_LOSSES, seat.losses + 1)
        else:
            self._lay(seat, 5 + move.adventure)
            colour = ADVENTURES[move.adventure].colour
            if colour == RED:
                self._ride(seat, chooser)
            elif colour == BLUE:
                seat.level = min(MOST_LEVEL, seat.level + 2)
            elif colour == YELLOW:
                _flip(seat, 3)
            else:
                self._look(seat, chooser, 4)

    def _journey(self, seat: Seat, chooser: Chooser, left: int, roll: int | None) -> None:
        """Make `left` movements of Knights. `roll` is the die for the first one, if it has been rolled."""
        while left:
            if roll is None:
                roll = self._dice[self.rolls % MOST_ROLLS]
                self.rolls += 1
            self._arrive(seat, chooser.go(self, seat, roll, left))
            left, roll = left - 1, None
        self._rob(seat, chooser)

    def _ride(self, seat: Seat, chooser: Chooser) -> None:
        self._arrive(seat, chooser.go(self, seat, None, 1))
        self._rob(seat, chooser)

    def _arrive(self, seat: Seat, space: int) -> None:
        seat.pawn = space
        if space >= len(QUESTS) or self.faces[space] == GONE:
            return
        tile = self.tiles[space]
        if tile == GOLD:
            seat.villages += 1
        elif seat.hand[5 + tile]:
            seat.hand[5 + tile] -= 1
            seat.cards -= 1
            seat.completed.append(tile)
        else:
            self.faces[space] = OPEN
            return
        self.faces[space] = GONE
        self.tiles_left -= 1

    def _look(self, seat: Seat, chooser: Chooser, looks: int) -> None:
        for _ in range(looks):
            hidden = self.hidden(seat)
            if not hidden:
                return
            seat.seen[chooser.look(self, seat, hidden)] = True

    def _rob(self, seat: Seat, chooser: Chooser) -> None:
        if len(self.seats) == 1 or not self.manoeuvres or self.robbed:
            return
        victims = self.victims(seat)
        if not victims or (victim := chooser.rob(self, seat, victims)) is None:
            return
        self.robbed = True
        for _ in range(min(2, victim.cards)):
            card, place = 0, int(self.random() * victim.cards)
            while place >= victim.hand[card]:
                place -= victim.hand[card]
                card += 1
            victim.hand[card] -= 1
            victim.cards -= 1
            seat.hand[card] += 1
            seat.cards += 1
        victim.pawn = chooser.send(self, victim, self.free_guilds())


def imagined(state: State, luck: int) -> World:
    """The world of an imagined state. `luck` stands for all dice, thefts and new piles to come."""
    table, simple = state.table, state.table.options.simple_scoring
    heroes = [*state.heroes, *(None,) * len(state.hands)]
    seats = [
        Seat(
            _counted(hand),
            len(hand),
            _prizes(None if simple else hero),
            [number in quest.looked for quest in table.quests],
        )
        for number, (hand, hero) in enumerate(zip(state.hands, heroes, strict=False))
    ]
    return World(table, state.tiles, state.pile, seats, luck)


def seen_by(view: View) -> World:
    """A world made from what a seat sees, to choose in."""
    table, mine = view.table, view.mine
    assert mine is not None
    tiles = [
        quest.tile if quest.tile is not None else tile for quest, tile in zip(table.quests, mine.tiles, strict=True)
    ]
    rest = Counter(TILES)
    rest.subtract(tile for tile in tiles if tile is not None)
    unknown = rest.elements()
    seen = [tile is not None for tile in mine.tiles]
    hero = None if table.options.simple_scoring else mine.hero
    seats = [Seat([0] * CARDS, player.cards, _prizes(None), [False] * len(QUESTS)) for player in table.players]
    seats[mine.seat] = Seat(_counted(mine.hand), len(mine.hand), _prizes(hero), seen)
    return World(table, [next(unknown) if tile is None else tile for tile in tiles], DECK[: table.pile], seats, luck=0)


def _counted(hand: Iterable[int]) -> list[int]:
    counts = [0] * CARDS
    for card in hand:
        counts[card] += 1
    return counts


def _prizes(hero: int | None) -> list[float]:
    on_hero = () if hero is None else HEROES[hero].adventures
    return [10.0 if adventure in on_hero else 5.0 for adventure in range(len(ADVENTURES))]


def _flip(seat: Seat, most: int) -> None:
    count = min(most, seat.villages)
    seat.villages -= count
    seat.gold += count
