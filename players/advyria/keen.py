"""A keen player of The guilds of Advyria: it weighs each card against what it could be worth later.

It plays a card or set if what that brings at once, plus the worth of the hand without it, is more than the worth of the
hand with it. A hand is worth what is left of it after discarding. All worths are in gold. The habits are numbers that
were tuned on games for one: see players/training.
"""

import json
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import NamedTuple

from engine.advyria.cards import (
    ADVENTURES,
    FAIRY,
    FIRST_ADVENTURE_CARD,
    GOLD,
    GREEN,
    JOKER,
    KNIGHT,
    RED,
    SETS,
    WARRIOR,
    WIZARD,
    YELLOW,
)
from engine.advyria.choices import MOST_LEVEL
from engine.advyria.land import NEIGHBOURS, QUESTS, SPACES, STEPS
from engine.advyria.moves import PayWizard, PlayAdventure, PlaySet, PlayWizard

from .world import CARDS, FINALE, GONE, HIDDEN, MAIN, Played, Seat, World

# By space and roll: the quest spaces within reach of this roll and of no lower one
_RINGS = tuple(
    tuple(tuple(quest for quest in QUESTS if max(1, STEPS[space][quest]) == roll) for roll in range(1, 7))
    for space in range(len(SPACES))
)
_SETS = {
    (kind, size, jokers): PlaySet(kind, size, jokers) for kind in SETS for size in (2, 3, 4) for jokers in range(5)
}
_ADVENTURES = [PlayAdventure(adventure) for adventure in range(len(ADVENTURES))]
_WIZARD, _JOKER, _PAY = PlayWizard(False), PlayWizard(True), PayWizard()
_MOST_TURNS = 40


class Habits(NamedTuple):
    """What things are worth in gold. An effect is a movement, a flipped village, or a look."""

    one: float  # effects that one card of a kind is worth in hand; then those of two, three, four
    two: float
    three: float
    four: float
    more: float  # each further one
    one_late: float  # the same with no turn to come
    two_late: float
    three_late: float
    four_late: float
    late: float  # turns to come: with fewer, it gets late
    village: float  # that isn't flipped yet
    move: float  # a movement anywhere
    promise: float  # a movement is worth more by this share of what can be reached from here
    flip: float
    coming: float  # Warriors are kept for this share of the hidden gold tiles
    look: float
    search: float  # a look is worth more by this share of what it may find for cards in hand
    joker: float
    joker_late: float
    wizard: float
    wizard_late: float
    wizards_kept: float  # turns to come: with fewer, a Wizard in hand is worth `wizard_late`
    level: float  # Wizards raise the hand level to this
    level_turn: float  # and more for each turn to come
    level_most: float
    joker_level: float  # a Joker raises it up to this
    joker_turns: float  # with so many turns to come
    blue_level: float  # and so does a blue card that isn't on the hero card
    blue_turns: float
    placed: float  # the share of an adventure's gold that its card is worth if its tile is known
    unplaced: float
    hope_turns: float  # turns to come: with fewer, it is worth less
    hope_last: float
    reveal: float  # to turn up an adventure without its card
    after: float  # the share of what the next movement may bring that counts after the last one
    further: float  # and this share more for each movement of the set still to come
    refill: float  # turns to come that a Wizard for the grand finale counts
    theft: float


FILE = files(__package__) / "learned.json"
LEARNED = Habits(**json.loads(FILE.read_text()))


class Land(NamedTuple):
    """What a seat knows of the land."""

    values: list[float]  # what it brings to end a movement on each quest space
    placed: list[bool]  # by tile: whether it is known where it lies
    unknown: int  # tiles
    gold: int  # tiles


class Keen:
    """Plays a seat by these habits. It remembers nothing of a game."""

    def __init__(self, habits: Habits) -> None:
        self.habits = habits
        early = (0.0, habits.one, habits.two, habits.three, habits.four)
        late = (0.0, habits.one_late, habits.two_late, habits.three_late, habits.four_late)
        self._hopes: list[list[float]] = []  # by turns to come and cards of a kind
        for turns in range(_MOST_TURNS):
            share = min(1.0, turns / habits.late) if habits.late > 0 else 1.0
            hopes = [share * soon + (1 - share) * now for soon, now in zip(early, late, strict=True)]
            while len(hopes) < 40:
                hopes.append(hopes[-1] + share * habits.more + (1 - share) * (0.7 if len(hopes) > 5 else 0.0))
            self._hopes.append(hopes)

    # -- The land

    def survey(self, world: World, seat: Seat) -> "Land":
        hand, seen, prizes, tiles, habits = seat.hand, seat.seen, seat.prizes, world.tiles, self.habits
        village = habits.village * world.coin / 2
        values, placed, unknown, gold = [0.0] * len(QUESTS), [False] * (GOLD + 1), list[int](), 0
        for space, face in enumerate(world.faces):
            if face == HIDDEN and not seen[space]:
                unknown.append(space)
            elif face != GONE:
                tile = tiles[space]
                if tile == GOLD:
                    values[space] = village
                    gold += 1
                else:
                    placed[tile] = True
                    if hand[FIRST_ADVENTURE_CARD + tile]:
                        values[space] = prizes[tile]
        if unknown:
            hidden = [tiles[space] for space in unknown]
            held = [prizes[tile] for tile in hidden if tile != GOLD and hand[FIRST_ADVENTURE_CARD + tile]]
            golden = hidden.count(GOLD)
            gold += golden
            others = len(hidden) - golden - len(held)
            average = (sum(held) + golden * village + others * habits.reveal) / len(hidden)
            for space in unknown:
                values[space] = average
        return Land(values, placed, len(unknown), gold)

    def settle(self, world: World, seat: Seat, free: Sequence[int]) -> int:
        values = self.survey(world, seat).values
        return max(free, key=lambda space: promise(space, values))

    def go(self, world: World, seat: Seat, roll: int | None, left: int) -> int:
        return max(self.destinations(world, seat, roll, left))[1]

    def destinations(self, world: World, seat: Seat, roll: int | None, left: int) -> list[tuple[float, int]]:
        """The spaces worth going to, each with its worth. `left`: the movements to come, this one included."""
        values, spaces, habits = self.survey(world, seat).values, world.free(seat, roll), self.habits
        near: set[int] = set()
        if left == 1 and len(world.seats) > 1 and world.manoeuvres and not world.robbed and not world.together:
            for other in world.seats:
                if other is not seat and other.cards > seat.cards:
                    near.update(NEIGHBOURS[other.pawn])
        ends = [space for space in spaces if space in near or (space < len(QUESTS) and values[space])] or spaces
        share = habits.after if left == 1 else 1 + habits.further * (left - 2)
        worths = []
        for space in ends:
            if space < len(QUESTS):
                value, values[space] = values[space], 0.0
                worth = value + share * promise(space, values)
                values[space] = value
            else:
                worth = share * promise(space, values)
            worths.append((worth + habits.theft if space in near else worth, space))
        return worths

    def look(self, world: World, seat: Seat, hidden: Sequence[int]) -> int:
        steps = STEPS[seat.pawn]
        return min(hidden, key=lambda space: steps[space])

    def rob(self, world: World, seat: Seat, victims: Sequence[Seat]) -> Seat | None:
        return None if world.together else max(victims, key=lambda victim: victim.cards)

    def send(self, world: World, victim: Seat, free: Sequence[int]) -> int:
        values = self.survey(world, world.seats[world.turn]).values
        return min(free, key=lambda space: promise(space, values))

    # -- The hand

    def play(self, world: World, seat: Seat) -> Played | None:
        hand, habits = seat.hand, self.habits
        if not seat.cards:
            return None
        payable = world.phase == FINALE and not world.paid and not world.played and (world.pile or world.discards)
        if payable and hand[WIZARD]:
            return _PAY
        if world.phase == MAIN and seat.level < MOST_LEVEL:
            turns = turns_left(world)
            if hand[WIZARD] and seat.level < min(habits.level_most, habits.level + habits.level_turn * turns):
                return _WIZARD
            if hand[JOKER] and seat.level < habits.joker_level and turns > habits.joker_turns:
                return _JOKER
        value = HandValue(self, world, seat)
        best, most = None, value.kept
        for worth, move in value.plays():
            if worth > most:
                best, most = move, worth
        return best

    def discard(self, world: World, seat: Seat) -> int:
        return max(self.discards(world, seat))[1]

    def discards(self, world: World, seat: Seat) -> list[tuple[float, int]]:
        """What the hand is worth without each of its cards."""
        value = HandValue(self, world, seat)
        return [(value.without(((card, 1),)), card) for card, count in enumerate(seat.hand) if count]


class HandValue:
    """What a hand is worth to its seat at one moment."""

    def __init__(self, keen: Keen, world: World, seat: Seat) -> None:
        self._world, self._seat, self._habits = world, seat, keen.habits
        habits, hand, prizes = keen.habits, seat.hand, seat.prizes
        self.values, placed, self._unknown, gold = keen.survey(world, seat)
        turns = turns_left(world) + (habits.refill * hand[WIZARD] if world.finale else 0)
        held = [card - FIRST_ADVENTURE_CARD for card in range(FIRST_ADVENTURE_CARD, CARDS) if hand[card]]
        sought = sum([prizes[adventure] for adventure in held if not placed[adventure]])
        self._move = habits.move + habits.promise * promise(seat.pawn, self.values) if world.tiles_left else 0.0
        self._look = habits.look + habits.search * sought / self._unknown if self._unknown else 0.0
        self._flip = habits.flip * world.coin / 2
        self._flips = seat.villages + habits.coming * min(gold, 3 * turns)
        self._hopes = keen._hopes[min(_MOST_TURNS - 1, int(turns + 0.5))]
        self._joker = habits.joker if turns > 3 else habits.joker_late
        self._wizard = habits.wizard_late if turns < habits.wizards_kept else habits.wizard
        hope = min(1.0, (turns + habits.hope_last) / habits.hope_turns) if habits.hope_turns > 0 else 1.0
        # Pairs of what a card is worth and how many of them there are
        self._worths: list[tuple[float, int] | None] = [None] * CARDS
        total = 0.0
        for card in range(FIRST_ADVENTURE_CARD):
            if count := hand[card]:
                worth = self._each(card, count)
                self._worths[card] = (worth, count)
                total += worth * count
        for adventure in held:
            worth = prizes[adventure] * hope * (habits.placed if placed[adventure] else habits.unplaced)
            self._worths[FIRST_ADVENTURE_CARD + adventure] = (worth, 1)
            total += worth
        self._held = held
        self._total = total
        self._turns = turns
        self.kept = self.without(())

    def _each(self, card: int, count: int) -> float:
        """What one card is worth in hand, if the hand has `count` of it."""
        if card == KNIGHT:
            return self._move * self._hopes[count] / count
        if card == WARRIOR:
            return self._flip * min(self._hopes[count], self._flips) / count
        if card == FAIRY:
            return self._look * self._hopes[count] / count
        return self._joker if card == JOKER else self._wizard

    def without(self, played: Sequence[tuple[int, int]]) -> float:
        """What the hand is worth without these cards, after discarding down to the level."""
        total, worths, excess = self._total, self._worths, self._seat.cards - self._seat.level
        for _, count in played:
            excess -= count
        if excess > 0:
            worths = worths.copy()
        for card, count in played:
            before = self._worths[card]
            assert before is not None
            worth, held = before
            total -= worth * held
            if held > count:
                worth = self._each(card, held - count) if card < FIRST_ADVENTURE_CARD else worth
                total += worth * (held - count)
            if excess > 0:
                worths[card] = (worth, held - count) if held > count else None
        if excess > 0:
            for worth, held in sorted([pair for pair in worths if pair]):
                dropped = min(held, excess)
                total -= worth * dropped
                excess -= dropped
                if not excess:
                    break
        return total

    def plays(self) -> Iterator[tuple[float, Played]]:
        """Each card or set that brings something, with the gold it brings plus the worth of the hand after it."""
        seat, world = self._seat, self._world
        hand, jokers = seat.hand, seat.hand[JOKER]
        for kind in SETS:
            held = hand[kind]
            if held + jokers < 2 or (kind == WARRIOR and not seat.villages):
                continue
            for size in (2, 3, 4):
                filled = size - held if size > held else 0
                if filled > jokers:
                    break
                gain = self._gain(kind, size)
                if gain:
                    used = [(kind, size - filled)] if size > filled else []
                    if filled:
                        used.append((JOKER, filled))
                    yield gain + self.without(used), _SETS[kind, size, filled]
        if not world.special:
            return
        for adventure in self._held:
            if gain := self._special(adventure):
                yield gain + self.without(((FIRST_ADVENTURE_CARD + adventure, 1),)), _ADVENTURES[adventure]

    def _special(self, adventure: int) -> float:
        """What an adventure's card brings if it is played for its colour."""
        seat, world, habits, colour = self._seat, self._world, self._habits, ADVENTURES[adventure].colour
        if colour == RED:
            return self._ride(adventure)
        if colour == YELLOW:
            return world.coin * min(3, seat.villages)
        if colour == GREEN:
            return self._look * min(4, self._unknown)
        if seat.level == MOST_LEVEL:
            return 0.0
        early = seat.level < habits.blue_level and self._turns > habits.blue_turns and world.phase == MAIN
        return 99.0 if early and seat.prizes[adventure] == 5 else 0.01

    def _gain(self, kind: int, size: int) -> float:
        """What a set brings at once."""
        seat = self._seat
        if kind == KNIGHT:
            return self._move * (size - 1)
        if kind == WARRIOR:
            return self._world.coin * min(size - 1, seat.villages)
        eased = self._world.loss if size == 4 and seat.losses else 0.0
        return self._look * min(size - 1, self._unknown) + eased

    def _ride(self, adventure: int) -> float:
        """What a red card brings. It can't complete its own adventure."""
        world, seen, best = self._world, self._seat.seen, 0.0
        for space, value in enumerate(self.values):
            if value > best and (world.tiles[space] != adventure or (world.faces[space] == HIDDEN and not seen[space])):
                best = value
        return best


def turns_left(world: World) -> float:
    """In how many turns a seat will still draw cards."""
    return len(world.pile) / (3 * len(world.seats)) if world.phase == MAIN else 0.0


def promise(space: int, values: Sequence[float]) -> float:
    """What a movement from here brings, on average over all rolls."""
    best = total = 0.0
    for ring in _RINGS[space]:
        for quest in ring:
            if values[quest] > best:
                best = values[quest]
        total += best
    return total / 6
