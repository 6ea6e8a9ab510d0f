"""Hexaract, clause by clause of its rules.

Positions are built by `hexaract` from the names of cards, in a round's step of assigning dice; what is not named lies
in the discard pile. The dice of later rounds are those of CHANCE.

The file is long so that all clauses stand in the order of the rules, on the same built positions.
"""

from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from typing import Any, get_args

import msgspec
import pytest

from engine import Chance, IllegalMove, Outcome, Step, decode
from engine.decktet import CARDS, KNOTS, LEAVES, MOONS, RANKS, SUITS, SUNS, WAVES, WYRMS
from engine.hexaract import GAME
from engine.hexaract.choices import legal_moves
from engine.hexaract.dice_and_chips import fits, fitting, free_dice, missing_suits, to_lose
from engine.hexaract.events import (
    AcesLeft,
    AceTaken,
    Assigned,
    Averted,
    Defeated,
    Event,
    Exhausted,
    Happened,
    Hurt,
    Passed,
    Placed,
    Rolled,
    TookBack,
    TurnedUp,
)
from engine.hexaract.moves import (
    Assign,
    Avert,
    Back,
    Decline,
    Defeat,
    Done,
    EndRound,
    Lose,
    Move,
    Place,
    Spend,
    TakeAce,
)
from engine.hexaract.rules import play, view
from engine.hexaract.state import KINDS, PATH_CARDS, Mine, Options, Pair, PathCard, State

from .players import Setup, lasting, playthrough, sensible, uniform
from .worlds import hidden

CHANCE = Chance("later rounds")
SETUP = Setup(GAME, 1, Options())
NUMBERS = {card.name.removeprefix("the "): number for number, card in enumerate(CARDS[:36])}
NO_FIT = (1, 1, 1, 1, 1)  # fits nothing but a 2


def card(name: str) -> int:
    return NUMBERS[name]


def cards(*names: str) -> tuple[int, ...]:
    return tuple(NUMBERS[name] for name in names)


def tired(name: str, *chips: int) -> PathCard:
    """Exhausted."""
    return PathCard(card(name), exhausted=True, chips=chips)


def fresh(name: str, *chips: int) -> PathCard:
    return PathCard(card(name), exhausted=False, chips=chips)


def hexaract(
    *path: str | PathCard,
    dice: tuple[int, ...] = NO_FIT,
    deck: tuple[str, ...] = ("Darkness", "Diplomat", "Betrayal"),
    supply: dict[int, int] | None = None,
    aces: tuple[int, ...] = (),
    damage: int = 0,
    round_: int = 3,
) -> State:
    """Strings are unexhausted cards without chips. The deck's first card is turned up first."""
    lie = tuple(fresh(place) if isinstance(place, str) else place for place in path)
    named = {*(place.card for place in lie), *cards(*deck), *aces}
    assert len(named) == len(lie) + len(deck) + len(aces)
    return State(
        deck=cards(*deck)[::-1],
        path=lie,
        discard=tuple(number for number in range(36) if number not in named),
        supply=tuple((supply or {}).get(suit, 0) for suit in range(6)),
        aces=aces,
        dice=tuple(sorted(dice)),
        round=round_,
        damage=damage,
    )


def after(state: State, *moves: Move) -> Step[State, Event]:
    """The step of the last of these moves."""
    for move in moves[:-1]:
        state = play(state, move, CHANCE).state
    return play(state, moves[-1], CHANCE)


def ended(state: State, *moves: Move) -> Step[State, Event]:
    """The round's end, after these moves of resolution."""
    return after(state, Done(), *moves, EndRound())


def of_kind(state: State, *kinds: type) -> list[Move]:
    return [move for move in legal_moves(state) if isinstance(move, kinds)]


def refused(state: State, move: Move) -> str:
    assert move not in legal_moves(state)
    with pytest.raises(IllegalMove) as refusal:
        play(state, move, CHANCE)
    return str(refusal.value)


def on_path(state: State) -> tuple[int, ...]:
    return tuple(place.card for place in state.path)


# -- Set-up


@pytest.mark.clause("HX-1")
def test_three_aces_give_a_chip_each_and_three_are_in_play() -> None:
    taken: Counter[tuple[int, ...]] = Counter()
    for seed in range(400):
        state = GAME.new(1, Options(), Chance(str(seed)))
        assert GAME.census(state) == dict.fromkeys(range(36), 1)
        assert sorted(state.supply) == [0, 0, 0, 1, 1, 1]
        chips = tuple(suit for suit in range(6) if state.supply[suit])
        assert state.discard == tuple(NUMBERS[f"Ace of {SUITS[suit]}"] for suit in chips)
        assert sorted((*chips, *state.aces)) == [*range(6)]
        taken.update([chips])
    assert len(taken) == 20  # every three of six
    assert max(taken.values()) < 45  # twenty expected


@pytest.mark.clause("HX-2")
def test_three_cards_of_thirty_are_turned_up() -> None:
    first: Counter[int] = Counter()
    for seed in range(600):
        state = GAME.new(1, Options(), Chance(str(seed)))
        assert len(state.path) == 3
        assert len(state.deck) == 27
        assert sorted((*on_path(state), *state.deck)) == [*range(6, 36)]
        assert {(place.exhausted, place.chips) for place in state.path} == {(False, ())}
        assert (state.damage, state.round, state.step) == (0, 1, "assign")
        first.update([state.path[0].card])
    assert len(first) == 30
    assert max(first.values()) < 45  # twenty expected


@pytest.mark.clause("HX-2", "HX-22")
def test_every_card_is_a_location_else_an_event_else_a_person() -> None:
    for number in PATH_CARDS:
        kinds = CARDS[number].kinds
        expected = "location" if "location" in kinds else "event" if "event" in kinds else "person"
        assert KINDS[number] == expected
    assert Counter(KINDS[number] for number in PATH_CARDS) == {"person": 11, "location": 11, "event": 8}
    assert {KINDS[number] for number in cards("Origin", "Market", "End")} == {"location"}


@pytest.mark.parametrize("seats", [-1, 0, 2, 4, None, "1"])
def test_one_plays(seats: Any) -> None:
    with pytest.raises(IllegalMove, match="alone"):
        GAME.new(seats, Options(), CHANCE)


# -- Dice


@pytest.mark.clause("HX-10")
def test_five_dice_are_rolled_a_round_and_the_same_whatever_was_played() -> None:
    faces: Counter[int] = Counter()
    for seed, player in product(range(80), (uniform, lasting)):
        chance = Chance(str(seed))
        assert GAME.new(1, Options(), chance).dice == tuple(sorted(chance.dice("dice/1", 5)))
        for played in playthrough(SETUP, str(seed), player):
            state = played.step.state
            assert state.dice == tuple(sorted(chance.dice(f"dice/{state.round}", 5)))
            for event in played.step.events:
                if isinstance(event, Rolled):
                    assert (event.round, event.dice) == (played.state.round + 1, state.dice)
                    faces.update(event.dice)
    assert set(faces) == {*range(1, 7)}
    assert max(faces.values()) < 1.2 * min(faces.values())


def plainly_fits(one: int, other: int, rank: int) -> bool:
    """As the rules' words have it: each 6 tries every number from 1 to 5."""
    meanings = [range(1, 6) if die == 6 else [die] for die in (one, other)]
    return any(a + b == rank for a, b in product(*meanings))


@pytest.mark.clause("HX-11", "HX-12")
def test_fitting_pairs_of_every_roll_as_an_enumeration_finds_them() -> None:
    cases = [*product(range(1, 7), range(1, 7), range(12))]
    fit = {(one, other, rank) for one, other, rank in cases if plainly_fits(one, other, rank)}
    assert {(one, other, rank) for one, other, rank in cases if fits(one, other, rank)} == fit
    for roll, rank in product(product(range(1, 7), repeat=5), range(2, 11)):
        found = {(min(a, b), max(a, b)) for a, b in combinations(roll, 2) if (a, b, rank) in fit}
        pairs = fitting(tuple(sorted(roll)), rank)
        assert {*pairs} == found
        assert len(pairs) == len(found)


@pytest.mark.clause("HX-12")
@pytest.mark.parametrize(
    ("pair", "ranks"),
    [
        ((1, 6), range(2, 7)),  # never 7
        ((2, 6), range(3, 8)),
        ((5, 6), range(6, 11)),
        ((6, 6), range(2, 11)),
        ((5, 5), [10]),
        ((4, 5), [9]),
        ((1, 1), [2]),
    ],
)
def test_a_six_is_wild(pair: tuple[int, int], ranks: Any) -> None:
    assert [rank for rank in range(2, 13) if fits(*pair, rank)] == [*ranks]
    by_rank = ("Author", "Painter", "Sailor", "Soldier", "Lunatic", "Castle", "Diplomat", "Merchant", "Bard")
    for name in by_rank:
        state = hexaract(name, dice=(*pair, 1, 1, 1), deck=())
        assert (Assign(card(name), *pair) in legal_moves(state)) == (RANKS[card(name)] in ranks)


@pytest.mark.clause("HX-12")
def test_a_crown_needs_two_fives_in_effect() -> None:
    pairs = {pair for pair in combinations_with_replacement(range(1, 7), 2) if fits(*pair, RANKS[card("Bard")])}
    assert pairs == {(5, 5), (5, 6), (6, 6)}


@pytest.mark.clause("HX-11", "HX-13")
@pytest.mark.parametrize("path", [("Author", "Lunatic", "Bard"), ("Soldier", "Forest", "Castle"), ("Pact", "Desert")])
def test_every_choice_of_pairs_as_an_enumeration_finds_them(path: tuple[str, ...]) -> None:
    """Of every roll: none, one or two pairs, each to a card whose rank is its sum, no die used twice."""
    numbers = cards(*path)
    for roll in combinations_with_replacement(range(1, 7), 5):
        found: set[tuple[tuple[int, int, int], ...]] = {()}
        ones = [
            (at, (number, roll[at[0]], roll[at[1]]))
            for at, number in product(combinations(range(5), 2), numbers)
            if plainly_fits(roll[at[0]], roll[at[1]], RANKS[number])
        ]
        found |= {(one,) for _, one in ones}
        found |= {tuple(sorted((one, two))) for (at, one), (by, two) in product(ones, ones) if not {*at} & {*by}}
        reached, todo = set(), [hexaract(*path, dice=roll)]
        while todo:
            state = todo.pop()
            chosen = tuple(sorted((pair.card, pair.low, pair.high) for pair in state.pairs))
            if chosen not in reached:
                reached.add(chosen)
                todo += [play(state, move, CHANCE).state for move in of_kind(state, Assign)]
        assert reached == found


@pytest.mark.clause("HX-11")
def test_pairs_are_of_two_free_dice() -> None:
    state = hexaract("Soldier", "Sailor", "Author", dice=(1, 1, 2, 3, 5))
    soldier, sailor = card("Soldier"), card("Sailor")
    assert legal_moves(state) == (
        Assign(soldier, 2, 3),
        Assign(sailor, 1, 3),
        Assign(card("Author"), 1, 1),
        Done(),
    )
    step = after(state, Assign(soldier, 2, 3))
    assert step.state.pairs == (Pair(soldier, 2, 3),)
    assert step.events == (Assigned(soldier, 2, 3),)
    assert not step.reveals
    assert free_dice(step.state.dice, step.state.pairs) == (1, 1, 5)
    assert legal_moves(step.state) == (Assign(card("Author"), 1, 1), Back(), Done())
    assert "free dice" in refused(step.state, Assign(sailor, 1, 3))
    assert "free dice" in refused(state, Assign(soldier, 3, 2))
    assert "free dice" in refused(state, Assign(soldier, 2, 5))
    assert "not on the path" in refused(state, Assign(card("Painter"), 1, 2))
    assert "free dice" in refused(hexaract("Author", dice=(1, 2, 3, 4, 5)), Assign(card("Author"), 1, 1))


@pytest.mark.clause("HX-11")
def test_no_single_die_nor_three_make_a_rank() -> None:
    state = hexaract("Soldier", "Bard", "Pact", dice=(5, 3, 3, 3, 1))
    assert legal_moves(state) == (Done(),)


@pytest.mark.clause("HX-11")
def test_fitting_dice_may_be_left_and_pairs_taken_back_until_done() -> None:
    state = hexaract("Soldier", "Sailor", "Author", dice=(1, 1, 2, 3, 5))
    soldier, author = card("Soldier"), card("Author")
    two = after(state, Assign(soldier, 2, 3), Assign(author, 1, 1)).state
    assert legal_moves(two) == (Back(), Done())
    assert "Two pairs" in refused(two, Assign(card("Sailor"), 1, 3))
    step = after(two, Back())
    assert step.state.pairs == (Pair(soldier, 2, 3),)
    assert step.state == after(state, Assign(soldier, 2, 3)).state
    assert step.events == (TookBack(author, 1, 1),)
    assert after(step.state, Back()).state == state
    assert "No pair" in refused(state, Back())
    left = after(state, Done()).state
    assert (left.step, left.pairs) == ("resolve", ())
    assert legal_moves(left) == (EndRound(),)


@pytest.mark.clause("HX-11")
def test_all_pairs_are_assigned_before_any_is_resolved() -> None:
    state = hexaract("Soldier", "Sailor", "Author", dice=(1, 1, 2, 3, 5))
    assigned = after(state, Assign(card("Soldier"), 2, 3)).state
    too_early: list[Move] = [Defeat(card("Soldier"), KNOTS), Avert(card("Soldier")), EndRound()]
    assert all("Assign pairs" in refused(assigned, move) for move in too_early)
    resolving = after(assigned, Done()).state
    too_late: list[Move] = [Assign(card("Author"), 1, 1), Back(), Done()]
    assert all("Use the dice" in refused(resolving, move) for move in too_late)


@pytest.mark.clause("HX-13")
def test_two_pairs_may_go_to_one_card() -> None:
    forest = card("Forest")
    state = hexaract("Forest", "Castle", "Mill", dice=(1, 4, 2, 3, 1))
    resolving = after(state, Assign(forest, 1, 4), Assign(forest, 2, 3), Done()).state
    assert legal_moves(resolving) == (Place(forest, MOONS), Place(forest, LEAVES))
    half = after(resolving, Place(forest, LEAVES)).state
    assert half.path[0] == fresh("Forest", LEAVES)
    assert legal_moves(half) == (Place(forest, MOONS),)
    assert after(half, Place(forest, MOONS)).events[-1] == Passed(forest)


@pytest.mark.clause("HX-13")
@pytest.mark.parametrize(
    ("place", "dice", "move"),
    [
        (fresh("Soldier"), (1, 4, 2, 3, 1), Defeat(NUMBERS["Soldier"], WYRMS)),
        (fresh("Battle"), (1, 3, 2, 2, 1), Avert(NUMBERS["Battle"])),
        (fresh("Sea"), (5, 5, 5, 5, 1), Place(NUMBERS["Sea"], WAVES)),
        (fresh("Forest", MOONS), (1, 4, 2, 3, 1), Place(NUMBERS["Forest"], LEAVES)),
    ],
)
def test_a_pair_that_can_do_nothing_more_is_wasted(place: PathCard, dice: tuple[int, ...], move: Move) -> None:
    state = hexaract(place, "Castle", "Mill", dice=dice)
    one = next(one for one in legal_moves(state) if isinstance(one, Assign))
    assigned = after(state, one).state
    two = next(two for two in legal_moves(assigned) if isinstance(two, Assign))
    assert two.card == place.card
    resolving = after(assigned, two, Done()).state
    assert move in legal_moves(resolving)
    then = after(resolving, move).state
    assert place.card not in on_path(then)
    assert legal_moves(then) == (EndRound(),)


# -- Resolving


@pytest.mark.clause("HX-20")
def test_a_person_with_a_pair_is_discarded_for_a_chip() -> None:
    state = hexaract("Painter", "Castle", "Sailor", dice=(1, 2, 1, 1, 1), supply={SUNS: 1})
    painter = card("Painter")
    resolving = after(state, Assign(painter, 1, 2), Done()).state
    assert of_kind(resolving, Defeat) == [Defeat(painter, SUNS), Defeat(painter, KNOTS)]
    for suit, supply in ((SUNS, (0, 2, 0, 0, 0, 0)), (KNOTS, (0, 1, 0, 0, 0, 1))):
        step = after(resolving, Defeat(painter, suit))
        assert step.state.supply == supply
        assert on_path(step.state) == cards("Castle", "Sailor")
        assert step.state.discard[-1] == painter
        assert step.events == (Defeated(painter, suit),)
    assert "person's suits" in refused(resolving, Defeat(painter, MOONS))
    assert "no pair" in refused(resolving, Defeat(card("Sailor"), WAVES))
    assert "no person" in refused(resolving, Defeat(card("Castle"), SUNS))


@pytest.mark.clause("HX-20")
def test_a_person_without_a_pair_stays() -> None:
    state = hexaract("Painter", "Sailor", supply={SUNS: 3, KNOTS: 3}, deck=())
    assert legal_moves(after(state, Done()).state) == (EndRound(),)
    assert on_path(ended(state).state) == cards("Painter", "Sailor")


@pytest.mark.clause("HX-21")
def test_a_pair_puts_a_chip_of_a_missing_suit_on_a_location() -> None:
    state = hexaract("Forest", "Castle", "Mill", dice=(1, 4, 1, 1, 1))
    forest = card("Forest")
    resolving = after(state, Assign(forest, 1, 4), Done()).state
    assert legal_moves(resolving) == (Place(forest, MOONS), Place(forest, LEAVES))  # it must be placed
    assert "First use the dice" in refused(resolving, EndRound())
    step = after(resolving, Place(forest, MOONS))
    assert step.state.path[0] == fresh("Forest", MOONS)
    assert step.state.supply == state.supply  # the general supply's
    assert step.events == (Placed(forest, MOONS, own=False),)
    assert legal_moves(step.state) == (EndRound(),)
    assert "no chip of that suit" in refused(resolving, Place(forest, SUNS))
    assert "no pair" in refused(step.state, Place(forest, LEAVES))
    assert "no pair" in refused(resolving, Place(card("Castle"), SUNS))
    assert "no location" in refused(after(hexaract("Painter"), Done()).state, Place(card("Painter"), SUNS))


@pytest.mark.clause("HX-21")
def test_a_complete_location_is_discarded_with_its_chips() -> None:
    state = hexaract(fresh("Forest", LEAVES), "Castle", dice=(1, 4, 1, 1, 1), supply={KNOTS: 1})
    forest = card("Forest")
    step = after(state, Assign(forest, 1, 4), Done(), Place(forest, MOONS))
    assert on_path(step.state) == cards("Castle")
    assert step.state.discard[-1] == forest
    assert step.state.supply == state.supply
    assert step.events == (Placed(forest, MOONS, own=False), Passed(forest))
    assert step.state.step == "resolve"  # no Crown


@pytest.mark.clause("HX-21")
def test_own_chips_go_on_any_location_with_or_without_dice() -> None:
    state = hexaract(fresh("Forest"), tired("Castle", KNOTS), "Mill", supply={MOONS: 1, SUNS: 2, KNOTS: 1})
    resolving = after(state, Done()).state
    forest, castle = card("Forest"), card("Castle")
    assert legal_moves(resolving) == (Spend(forest, MOONS), Spend(castle, SUNS), EndRound())
    step = after(resolving, Spend(forest, MOONS))
    assert step.state.supply == (0, 2, 0, 0, 0, 1)
    assert step.state.path[0] == fresh("Forest", MOONS)
    assert step.events == (Placed(forest, MOONS, own=True),)
    passed = after(resolving, Spend(castle, SUNS))
    assert on_path(passed.state) == cards("Forest", "Mill")
    assert passed.state.supply == (1, 1, 0, 0, 0, 1)
    assert "You have no chip of Leaves" in refused(resolving, Spend(forest, LEAVES))
    assert "needs no chip" in refused(resolving, Spend(castle, KNOTS))  # not missing
    assert "needs no chip" in refused(resolving, Spend(forest, SUNS))
    assert "not on the path" in refused(resolving, Spend(card("Cave"), WAVES))


@pytest.mark.clause("HX-21", "HX-25")
def test_own_chips_and_a_pair_complete_a_location_in_one_round() -> None:
    state = hexaract("Forest", "Castle", dice=(1, 4, 1, 1, 1), supply={MOONS: 1, LEAVES: 1})
    forest = card("Forest")
    resolving = after(state, Assign(forest, 1, 4), Done()).state
    assert {*legal_moves(resolving)} == {kind(forest, suit) for kind in (Place, Spend) for suit in (MOONS, LEAVES)}
    by_both = after(resolving, Place(forest, LEAVES), Spend(forest, MOONS)).state
    assert by_both.supply == (0, 0, 0, 1, 0, 0)
    assert on_path(by_both) == cards("Castle")
    alone = after(resolving, Spend(forest, LEAVES), Spend(forest, MOONS)).state  # and the pair is wasted
    assert alone.supply == (0,) * 6
    assert legal_moves(alone) == (EndRound(),)


@pytest.mark.clause("HX-21", "HX-25")
def test_loot_of_the_same_round_may_be_spent() -> None:
    state = hexaract("Painter", tired("Castle", KNOTS), dice=(1, 2, 1, 1, 1))
    painter, castle = card("Painter"), card("Castle")
    resolving = after(state, Assign(painter, 1, 2), Done()).state
    assert of_kind(resolving, Spend) == []
    looted = after(resolving, Defeat(painter, SUNS)).state
    assert legal_moves(looted) == (Spend(castle, SUNS), EndRound())
    assert on_path(after(looted, Spend(castle, SUNS)).state) == ()


@pytest.mark.clause("HX-21")
def test_chips_on_a_location_stay_there() -> None:
    state = hexaract(fresh("Forest", MOONS), "Castle", "Mill", supply={MOONS: 1, SUNS: 1})
    later = ended(state, Spend(card("Castle"), SUNS)).state
    assert later.path == (tired("Forest", MOONS), tired("Castle", SUNS), tired("Mill"))
    assert later.supply == (1, 0, 0, 0, 0, 0)
    assert missing_suits(later.path[0]) == (LEAVES,)


@pytest.mark.clause("HX-21")
@pytest.mark.parametrize(("name", "suit"), [("Sea", WAVES), ("End", LEAVES)])
def test_a_crown_location_needs_one_chip(name: str, suit: int) -> None:
    assert missing_suits(fresh(name)) == (suit,)
    by_dice = hexaract(name, "Castle", dice=(5, 5, 1, 1, 1))
    step = after(by_dice, Assign(card(name), 5, 5), Done(), Place(card(name), suit))
    assert on_path(step.state) == cards("Castle")
    by_chip = after(hexaract(name, "Castle", supply={suit: 1}), Done(), Spend(card(name), suit)).state
    assert on_path(by_chip) == cards("Castle")
    assert sum(by_chip.supply) == 0


@pytest.mark.clause("HX-22")
@pytest.mark.parametrize("name", ["Origin", "Market", "End"])
def test_a_location_that_is_an_event_too_is_a_location_only(name: str) -> None:
    pair = {2: (1, 1), 6: (2, 4), 10: (5, 5)}[RANKS[card(name)]]
    state = hexaract(tired(name), dice=(*pair, 3, 3, 3), supply=dict.fromkeys(range(6), 2))
    resolving = after(state, Assign(card(name), *pair), Done()).state
    assert of_kind(resolving, Avert) == []
    assert "no event" in refused(resolving, Avert(card(name)))
    assert of_kind(resolving, Place) == [Place(card(name), suit) for suit in CARDS[card(name)].suits]
    step = ended(state)
    assert step.state.damage == 1
    assert sum(step.state.supply) == 12
    assert step.state.path[0] == tired(name)


@pytest.mark.clause("HX-23")
@pytest.mark.parametrize("place", [fresh("Pact"), tired("Pact")])
def test_an_event_with_a_pair_does_not_happen(place: PathCard) -> None:
    pact = card("Pact")
    state = hexaract(place, dice=(4, 5, 1, 1, 1), supply={MOONS: 1, SUNS: 1}, deck=("Author",))
    resolving = after(state, Assign(pact, 4, 5), Done()).state
    assert legal_moves(resolving) == (Avert(pact),)
    step = after(resolving, Avert(pact))
    assert step.events == (Averted(pact),)
    assert step.state.path == ()
    assert step.state.discard[-1] == pact
    end = after(step.state, EndRound())
    assert end.state.supply == state.supply
    assert not any(isinstance(event, Happened) for event in end.events)
    assert "no pair" in refused(after(hexaract("Pact"), Done()).state, Avert(pact))


# -- Aces


@pytest.mark.clause("HX-24")
@pytest.mark.parametrize(
    ("name", "act"),
    [
        ("Bard", Defeat(NUMBERS["Bard"], SUNS)),
        ("Sea", Place(NUMBERS["Sea"], WAVES)),
        ("End", Place(NUMBERS["End"], LEAVES)),
        ("End", Spend(NUMBERS["End"], LEAVES)),  # the pair is wasted, and it counts all the same
        ("Calamity", Avert(NUMBERS["Calamity"])),
        ("Windfall", Avert(NUMBERS["Windfall"])),
    ],
)
def test_a_crown_resolved_offers_the_aces_in_play(name: str, act: Move) -> None:
    aces = (MOONS, WYRMS)
    state = hexaract(name, dice=(5, 6, 1, 1, 1), aces=aces, supply={LEAVES: 1})
    step = after(state, Assign(card(name), 5, 6), Done(), act)
    assert step.state.step == "ace"
    assert legal_moves(step.state) == (TakeAce(MOONS), TakeAce(WYRMS), Decline())
    assert "not in play" in refused(step.state, TakeAce(SUNS))
    assert "First take an ace" in refused(step.state, EndRound())
    taken = after(step.state, TakeAce(WYRMS))
    assert taken.state.aces == (MOONS,)
    assert taken.state.supply == tuple(held + (suit == WYRMS) for suit, held in enumerate(step.state.supply))
    assert taken.state.discard[-1] == card("Ace of Wyrms")
    assert taken.state.step == "resolve"
    assert taken.events == (AceTaken(WYRMS),)
    declined = after(step.state, Decline())
    assert (declined.state.aces, declined.state.supply) == (aces, step.state.supply)
    assert declined.events == (AcesLeft(),)


@pytest.mark.clause("HX-24")
def test_a_crown_location_passed_with_own_chips_alone_offers_them_too() -> None:
    state = hexaract("Sea", supply={WAVES: 1}, aces=(SUNS,))
    assert after(state, Done(), Spend(card("Sea"), WAVES)).state.step == "ace"


@pytest.mark.clause("HX-24")
def test_the_aces_chip_may_be_spent_in_the_same_round() -> None:
    state = hexaract("Bard", tired("Castle", KNOTS), dice=(5, 5, 1, 1, 1), aces=(SUNS, WAVES))
    step = after(state, Assign(card("Bard"), 5, 5), Done(), Defeat(card("Bard"), SUNS), TakeAce(SUNS))
    assert step.state.supply == (0, 2, 0, 0, 0, 0)
    assert Spend(card("Castle"), SUNS) in legal_moves(step.state)


@pytest.mark.clause("HX-24")
def test_no_ace_without_a_crown_nor_without_one_in_play_nor_for_an_event_that_happens() -> None:
    common = hexaract("Painter", dice=(1, 2, 1, 1, 1), aces=(SUNS,))
    assert after(common, Assign(card("Painter"), 1, 2), Done(), Defeat(card("Painter"), SUNS)).state.step == "resolve"
    none = hexaract("Bard", dice=(5, 5, 1, 1, 1))
    assert after(none, Assign(card("Bard"), 5, 5), Done(), Defeat(card("Bard"), SUNS)).state.step == "resolve"
    happens = ended(hexaract(tired("Windfall"), supply={KNOTS: 1}, aces=(SUNS,)))
    assert Happened(card("Windfall"), KNOTS) in happens.events
    assert (happens.state.step, happens.state.aces) == ("assign", (SUNS,))


@pytest.mark.clause("HX-24")
def test_each_crown_offers_one_ace() -> None:
    state = hexaract("Bard", "Huntress", dice=(5, 5, 5, 5, 1), aces=(SUNS, WAVES, KNOTS))
    bard, huntress = cards("Bard", "Huntress")
    first = after(state, Assign(bard, 5, 5), Assign(huntress, 5, 5), Done(), Defeat(bard, SUNS), TakeAce(KNOTS)).state
    assert legal_moves(first) == (Defeat(huntress, MOONS),)
    second = after(first, Defeat(huntress, MOONS), TakeAce(SUNS)).state
    assert (second.aces, second.supply) == ((WAVES,), (1, 2, 0, 0, 0, 1))


# -- The order


@pytest.mark.clause("HX-25")
def test_resolution_is_in_any_order_and_ends_when_no_pair_can_act() -> None:
    state = hexaract("Pact", "Painter", "Mill", dice=(4, 5, 1, 2, 1), supply={WAVES: 1})
    pact, painter, mill = cards("Pact", "Painter", "Mill")
    resolving = after(state, Assign(pact, 4, 5), Assign(painter, 1, 2), Done()).state
    assert legal_moves(resolving) == (Avert(pact), Defeat(painter, SUNS), Defeat(painter, KNOTS), Spend(mill, WAVES))
    ways: list[tuple[Move, ...]] = [
        (Avert(pact), Defeat(painter, SUNS), Spend(mill, WAVES)),
        (Spend(mill, WAVES), Defeat(painter, SUNS), Avert(pact)),
        (Defeat(painter, SUNS), Avert(pact), Spend(mill, WAVES)),
    ]
    ends = [after(resolving, *way).state for way in ways]
    assert len({(end.path, end.supply, end.step) for end in ends}) == 1
    half = after(resolving, Avert(pact)).state
    assert EndRound() not in legal_moves(half)
    assert "First use the dice" in refused(half, EndRound())
    assert EndRound() in legal_moves(after(half, Defeat(painter, SUNS)).state)


@pytest.mark.clause("HX-25")
def test_own_chips_may_be_put_at_any_time_of_the_step() -> None:
    state = hexaract("Painter", "Pact", "Mill", dice=(4, 5, 1, 2, 1), supply={WAVES: 1, LEAVES: 1})
    painter, pact, mill = cards("Painter", "Pact", "Mill")
    now = after(state, Assign(painter, 1, 2), Assign(pact, 4, 5), Done()).state
    for move in (Defeat(painter, SUNS), Avert(pact)):
        assert of_kind(now, Spend) == [Spend(mill, WAVES), Spend(mill, LEAVES)]
        now = after(now, move).state
    assert of_kind(now, Spend) == [Spend(mill, WAVES), Spend(mill, LEAVES)]


# -- After the actions


@pytest.mark.clause("HX-30")
def test_each_person_on_the_path_hurts_every_round() -> None:
    state = hexaract("Painter", "Sailor", "Castle", dice=(1, 1, 1, 1, 1), damage=2)
    first = ended(state)
    assert first.state.damage == 4
    assert first.events[0] == Hurt(cards("Painter", "Sailor"), (), 4)
    assert ended(first.state).state.damage == 7  # the Castle is exhausted by now
    beaten = hexaract("Painter", "Sailor", "Castle", dice=(1, 2, 1, 1, 1))
    painter = card("Painter")
    done = after(beaten, Assign(painter, 1, 2), Done(), Defeat(painter, SUNS), EndRound())
    assert done.state.damage == 1


@pytest.mark.clause("HX-30")
def test_the_first_round_hurts_too() -> None:
    for seed in range(60):
        state = GAME.new(1, Options(), Chance(str(seed)))
        persons = sum(KINDS[place.card] == "person" for place in state.path)
        assert ended(state).state.damage == persons


@pytest.mark.clause("HX-31")
def test_each_exhausted_location_hurts() -> None:
    state = hexaract(tired("Castle", SUNS), tired("Mill"), fresh("Forest"))
    step = ended(state)
    assert step.state.damage == 2
    assert step.events[0] == Hurt((), cards("Castle", "Mill"), 2)
    passed = ended(
        hexaract(tired("Castle", SUNS), tired("Mill"), supply={KNOTS: 1}), Spend(card("Castle"), KNOTS)
    ).state
    assert passed.damage == 1


@pytest.mark.clause("HX-32")
@pytest.mark.parametrize(
    ("held", "lost"),
    [((1, 3), MOONS), ((2, 1), SUNS), ((0, 2), SUNS), ((1, 0), MOONS), ((0, 0), None)],
)
def test_an_exhausted_event_takes_a_chip_of_the_suit_held_less(held: tuple[int, int], lost: int | None) -> None:
    moons, suns = held
    state = hexaract(tired("Pact"), supply={MOONS: moons, SUNS: suns, KNOTS: 1})
    assert to_lose(card("Pact"), state.supply) == (() if lost is None else (lost,))
    step = ended(state)
    assert Happened(card("Pact"), lost) in step.events
    assert step.state.supply == tuple(chips - (suit == lost) for suit, chips in enumerate(state.supply))
    assert card("Pact") in step.state.discard
    assert card("Pact") not in on_path(step.state)


@pytest.mark.clause("HX-32")
def test_the_player_chooses_on_a_tie_only() -> None:
    state = hexaract(tired("Pact"), "Painter", supply={MOONS: 2, SUNS: 2, KNOTS: 2}, deck=("Author",))
    step = ended(state)
    assert step.state.step == "lose"
    assert legal_moves(step.state) == (Lose(MOONS), Lose(SUNS))
    assert step.events == (Hurt(cards("Painter"), (), 1),)
    assert not step.reveals
    assert "two suits" in refused(step.state, Lose(KNOTS))
    assert "First choose" in refused(step.state, EndRound())
    then = after(step.state, Lose(SUNS))
    assert then.state.supply == (2, 1, 0, 0, 0, 2)
    assert (then.state.step, then.state.damage) == ("assign", 1)
    assert [*map(type, then.events)] == [Happened, TurnedUp, Rolled]
    assert then.reveals


@pytest.mark.clause("HX-32")
def test_a_crown_event_takes_its_one_suit() -> None:
    step = ended(hexaract(tired("Calamity"), tired("Windfall"), supply={WYRMS: 3, MOONS: 1}))
    assert step.state.supply == (1, 0, 0, 0, 2, 0)
    assert step.events[:2] == (Happened(card("Calamity"), WYRMS), Happened(card("Windfall"), None))


@pytest.mark.clause("HX-32")
def test_several_events_happen_from_left_to_right() -> None:
    """The Journey (Moons and Waves) is tied; the Chance Meeting (Moons and Leaves) takes what is fewer by then."""
    supply = {MOONS: 2, WAVES: 2, LEAVES: 2}
    step = ended(hexaract(tired("Journey"), tired("Chance Meeting"), supply=supply))
    assert legal_moves(step.state) == (Lose(MOONS), Lose(WAVES))
    moons = after(step.state, Lose(MOONS))
    assert moons.state.supply == (0, 0, 2, 2, 0, 0)
    waves = after(step.state, Lose(WAVES))
    assert waves.state.step == "lose"  # Moons and Leaves are tied still
    assert legal_moves(waves.state) == (Lose(MOONS), Lose(LEAVES))
    assert after(waves.state, Lose(LEAVES)).state.supply == (2, 0, 1, 1, 0, 0)
    other_way = ended(hexaract(tired("Chance Meeting"), tired("Journey"), supply=supply))
    assert legal_moves(other_way.state) == (Lose(MOONS), Lose(LEAVES))


@pytest.mark.clause("HX-32", "HX-34")
def test_an_event_not_yet_exhausted_does_not_happen() -> None:
    step = ended(hexaract("Pact", "Calamity", supply={MOONS: 1, SUNS: 1, WYRMS: 1}))
    assert step.state.supply == (1, 1, 0, 0, 1, 0)
    assert step.state.path[:2] == (tired("Pact"), tired("Calamity"))


@pytest.mark.clause("HX-33")
@pytest.mark.parametrize(("before", "total", "lost"), [(6, 9, False), (7, 10, True), (8, 11, True), (9, 12, True)])
def test_ten_damage_lose_at_once(before: int, total: int, lost: bool) -> None:
    path = ("Painter", "Sailor", tired("Castle"))
    step = ended(hexaract(*path, damage=before))
    assert step.state.damage == total
    assert (step.state.step == "lost") == lost
    if lost:
        assert step.events == (Hurt(cards("Painter", "Sailor"), cards("Castle"), total),)
        assert not step.reveals
        assert legal_moves(step.state) == ()
        assert "over" in refused(step.state, Done())


@pytest.mark.clause("HX-33")
def test_a_lost_game_has_no_more_events() -> None:
    state = hexaract("Painter", tired("Pact"), tired("Journey"), damage=9, supply={MOONS: 1, SUNS: 1})
    step = ended(state)
    assert step.state.step == "lost"
    assert step.state.supply == state.supply
    assert on_path(step.state) == on_path(state)


@pytest.mark.clause("HX-34")
def test_locations_and_events_exhaust_after_their_first_round_and_persons_never() -> None:
    state = hexaract("Castle", "Pact", "Painter", supply={MOONS: 1}, deck=("Mill",))
    first = ended(state)
    assert first.state.path == (tired("Castle"), tired("Pact"), fresh("Painter"))
    assert Exhausted(cards("Castle", "Pact")) in first.events
    assert (first.state.damage, first.state.supply[MOONS]) == (1, 1)
    second = ended(first.state)
    assert second.state.path == (tired("Castle"), fresh("Painter"), fresh("Mill"))  # turned up in this round
    assert (second.state.damage, second.state.supply[MOONS]) == (3, 0)
    third = ended(second.state)
    assert third.state.path == (tired("Castle"), fresh("Painter"), tired("Mill"))
    assert third.state.damage == 5  # the Mill went through a round unexhausted
    assert ended(third.state).state.damage == 8


@pytest.mark.clause("HX-35")
def test_the_path_is_filled_to_three_while_the_deck_lasts() -> None:
    state = hexaract("Castle", deck=("Pact", "Mountain", "Author"))
    step = ended(state)
    assert step.state.path == (tired("Castle"), fresh("Pact"), fresh("Mountain"))
    assert step.state.deck == cards("Author")
    assert TurnedUp(cards("Pact", "Mountain")) in step.events
    assert step.reveals
    short = ended(hexaract("Castle", deck=("Pact",)))
    assert short.state.path == (tired("Castle"), fresh("Pact"))
    none = ended(hexaract("Castle", deck=()))
    assert none.state.path == (tired("Castle"),)
    assert [*map(type, none.events)] == [Exhausted, Rolled]
    full = ended(hexaract("Castle", "Mill", "Forest"))
    assert len(full.state.path) == 3
    assert len(full.state.deck) == 3


@pytest.mark.clause("HX-35")
def test_a_new_round_begins_with_no_dice_assigned() -> None:
    state = hexaract("Forest", "Castle", dice=(1, 4, 1, 1, 1))
    step = after(state, Assign(card("Forest"), 1, 4), Done(), Place(card("Forest"), MOONS), EndRound())
    assert (step.state.pairs, step.state.round, step.state.step) == ((), 4, "assign")
    assert step.events[-1] == Rolled(4, step.state.dice)


# -- The end

ALL = dict.fromkeys(range(6), 1)


@pytest.mark.clause("HX-40")
def test_won_when_deck_and_path_are_empty_and_every_suit_is_held() -> None:
    step = ended(hexaract(tired("Castle", KNOTS), deck=(), supply={**ALL, SUNS: 2}), Spend(card("Castle"), SUNS))
    assert (step.state.step, step.state.path) == ("won", ())
    outcome = GAME.outcome(step.state)
    assert outcome is not None
    assert (outcome.won, outcome.winners) == (True, (0,))
    assert GAME.to_act(step.state) is None


@pytest.mark.clause("HX-40")
def test_lost_when_a_suit_is_missing_then() -> None:
    supply = {**ALL, MOONS: 9}  # of the others there may be many
    step = ended(hexaract(tired("Castle", KNOTS), deck=(), supply=supply), Spend(card("Castle"), SUNS))
    assert (step.state.step, step.state.path) == ("lost", ())
    assert GAME.outcome(step.state) == Outcome((), (30,), False)
    told = GAME.headline(GAME.view(step.state, None))
    assert told == "Defeat: the path is behind you, but you have no chip of Suns."


@pytest.mark.clause("HX-40")
def test_it_is_checked_after_the_last_event_and_after_the_deck() -> None:
    """The last event takes the only chip of Wyrms; with a card left in the deck the game goes on."""
    assert ended(hexaract(tired("Calamity"), deck=(), supply=ALL)).state.step == "lost"
    assert ended(hexaract(tired("Calamity"), deck=(), supply={**ALL, WYRMS: 2})).state.step == "won"
    assert ended(hexaract(tired("Calamity"), deck=("Author",), supply={**ALL, WYRMS: 2})).state.step == "assign"
    assert ended(hexaract("Author", deck=(), supply=ALL)).state.step == "assign"


@pytest.mark.clause("HX-40")
def test_a_suit_that_can_no_longer_be_had_does_not_end_the_game() -> None:
    state = hexaract("Castle", deck=("Mill",))  # no person, no Crown and no ace is left
    step = ended(state)
    assert step.state.step == "assign"
    assert GAME.outcome(step.state) is None


@pytest.mark.clause("HX-33", "HX-40")
def test_damage_on_the_last_card_loses_though_every_suit_is_held() -> None:
    step = ended(hexaract("Author", deck=(), supply=ALL, damage=9))
    assert step.state.step == "lost"


@pytest.mark.clause("HX-41")
@pytest.mark.parametrize(
    ("damage", "chips", "score"), [(0, 0, 200), (9, 0, 110), (3, 4, 174), (3, 9, 179), (3, 10, 179), (9, 30, 119)]
)
def test_the_score_of_a_win(damage: int, chips: int, score: int) -> None:
    supply = {**ALL, MOONS: 1 + chips}
    state = hexaract(tired("Calamity"), deck=(), supply={**supply, WYRMS: 2}, damage=damage)
    outcome = GAME.outcome(ended(state).state)
    assert outcome is not None
    assert (outcome.won, outcome.scores) == (True, (score,))


@pytest.mark.clause("HX-41")
def test_the_score_of_a_loss_counts_the_path_cards_gone() -> None:
    start = GAME.new(1, Options(), CHANCE)
    gone = 0
    state = start
    while GAME.outcome(state) is None:
        step = play(state, legal_moves(state)[-1], CHANCE)  # assign nothing, resolve nothing
        gone += sum(isinstance(event, Happened) for event in step.events)
        state = step.state
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.won, outcome.scores, outcome.winners) == (False, (gone,), ())
    built = hexaract("Painter", "Castle", deck=("Pact", "Mill"), damage=9, aces=(SUNS,))
    lost = ended(built).state
    assert GAME.outcome(lost) == Outcome((), (26,), False)
    assert GAME.headline(GAME.view(lost, None)) == "Defeat: 10 damage. 26 of 30 cards are behind you."


# -- What is seen


def test_all_but_the_deck_is_open() -> None:
    state = GAME.new(1, Options(), Chance("open"))
    table = view(state, None).table
    assert (table.path, table.dice, table.supply, table.aces) == (state.path, state.dice, state.supply, state.aces)
    assert table.deck_size == 27
    assert view(state, 0).mine == Mine(0)
    assert view(state, None).mine is None


@pytest.mark.clause("HX-2")
def test_secret_is_the_order_of_the_deck_and_nothing_else() -> None:
    state = hexaract("Painter", "Castle", deck=("Darkness", "Diplomat", "Betrayal"))
    deck = {("deck", below): card(name) for below, name in enumerate(("Betrayal", "Diplomat", "Darkness"))}
    assert hidden(GAME, state, None) == hidden(GAME, state, 0) == deck


def test_recent_spans_the_end_of_a_round_and_the_next_one() -> None:
    state = hexaract("Painter", "Castle", dice=(1, 2, 1, 1, 1))
    painter = card("Painter")
    assigned = after(state, Assign(painter, 1, 2)).state
    assert assigned.recent == (Assigned(painter, 1, 2),)
    assert after(assigned, Back()).state.recent == ()
    end = after(assigned, Done(), Defeat(painter, SUNS), EndRound())
    assert end.state.recent == end.events
    assert [*map(type, end.events)] == [Exhausted, TurnedUp, Rolled]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Rolled(3, (1, 2, 3, 4, 6)), "Round 3. {0} rolls 1, 2, 3, 4 and 6."),
        (Assigned(6, 1, 1), "{0} puts 1 and 1 on the Author."),
        (TookBack(6, 1, 1), "{0} takes 1 and 1 back from the Author."),
        (Defeated(30, 0), "{0} defeats the Huntress for a chip of Moons."),
        (Placed(32, 2, own=False), "{0} puts a chip of Waves on the Sea."),
        (Placed(32, 2, own=True), "{0} puts their own Waves on the Sea."),
        (Passed(32), "{0} passes the Sea."),
        (Averted(34), "{0} averts the Calamity."),
        (AceTaken(0), "{0} takes the Ace of Moons for a chip of Moons."),
        (AcesLeft(), "{0} leaves the aces in play."),
        (Hurt((30,), (), 1), "The Huntress does 1 damage, 1 in all."),
        (Hurt((30,), (32,), 9), "The Huntress and the Sea do 2 damage, 9 in all."),
        (Happened(34, 4), "The Calamity happens. It costs a chip of Wyrms."),
        (Happened(34, 0), "The Calamity happens. It costs a chip of Moons."),
        (Happened(34, None), "The Calamity happens. There is no chip to lose."),
        (Exhausted((32, 34)), "Exhausted from now on: the Sea and the Calamity."),
        (TurnedUp((32,)), "On the path: the Sea (10 of Waves)."),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, msgspec.Struct) else "",
)
def test_every_event_has_its_sentence(event: Event, sentence: str) -> None:
    assert GAME.tell(event) == sentence
    assert GAME.tell(decode(GAME.event, msgspec.json.encode(event))) == sentence


# -- Counting


def plain_moves(state: State) -> set[Move]:
    """The legal moves of resolution as the rules' words have them, with no thought for speed."""
    waiting = {pair.card for pair in state.pairs if not pair.used}
    pairs: set[Move] = set()
    spends: set[Move] = set()
    for place in state.path:
        suits, kinds = CARDS[place.card].suits, CARDS[place.card].kinds
        for suit in suits:
            if "personality" in kinds and place.card in waiting:
                pairs.add(Defeat(place.card, suit))
            if "location" in kinds and suit not in place.chips:
                if place.card in waiting:
                    pairs.add(Place(place.card, suit))
                if state.supply[suit] > 0:
                    spends.add(Spend(place.card, suit))
        if kinds == ("event",) and place.card in waiting:
            pairs.add(Avert(place.card))
    return pairs | spends if pairs else {*spends, EndRound()}


def test_legal_moves_are_those_of_the_plain_rules() -> None:
    resolutions = 0
    for seed, player in product(range(80), (uniform, lasting)):
        for played in playthrough(SETUP, str(seed), player):
            if played.state.step == "resolve":
                resolutions += 1
                assert {*legal_moves(played.state)} == plain_moves(played.state)
    assert resolutions > 1000


def test_a_game_played_to_its_end_keeps_the_laws() -> None:
    """The players of the law tests don't come that far."""
    ends = set()
    for seed in range(8):
        for played in playthrough(SETUP, f"hall-{seed}", sensible):
            state = played.step.state
            assert decode(GAME.state, msgspec.json.encode(state)) == state
            assert GAME.census(state) == dict.fromkeys(range(36), 1)
            assert (GAME.outcome(state) is None) == (GAME.to_act(state) == 0) == bool(legal_moves(state))
            for seat in (None, 0):
                assert view(GAME.imagine(view(state, seat), CHANCE), seat) == view(state, seat)
        ends.add((state.step, bool(state.path)))
    assert ends == {("won", False), ("lost", False), ("lost", True)}


def test_playouts_see_every_move_and_event() -> None:
    moves, events = set(), set()
    for seed, player in product(range(120), (uniform, lasting)):
        for played in playthrough(SETUP, str(seed), player):
            moves.add(type(played.move))
            events |= {type(event) for event in played.step.events}
    assert moves == {*get_args(GAME.move)}
    assert events == {*get_args(GAME.event)}


def test_the_end_shows_what_the_deck_would_have_brought() -> None:
    """The next card first; given up, too. Before, nothing of it is in any view."""
    state = GAME.new(1, GAME.options(), Chance("the end"))
    assert GAME.revealed
    shown = GAME.revealed(state)
    assert shown.table.coming == state.deck[::-1]
    assert msgspec.structs.replace(shown.table, coming=()) == GAME.view(state, None).table
    assert shown.mine == GAME.view(state, 0).mine
