"""Advent of the Wyrms, clause by clause of its rules.

Positions are built by `advent` from the names of cards; whatever is not named lies in the discard pile.

The file is long so that all clauses stand in the order of the rules, on the same built positions.
"""

from collections import Counter
from itertools import pairwise, permutations, product
from typing import Any, get_args

import msgspec
import pytest

from engine import Chance, IllegalMove, Outcome, Step, decode
from engine.advent_of_the_wyrms import GAME
from engine.advent_of_the_wyrms.events import (
    Added,
    Begun,
    Discarded,
    Drew,
    Event,
    Finished,
    Negated,
    NegatedByTop,
    RanOut,
    Rose,
    SetAside,
    ShuffledBack,
)
from engine.advent_of_the_wyrms.incantations import WYRMS_CARDS, common_suits, continuations, excuse_ranks, ways
from engine.advent_of_the_wyrms.moves import Add, Begin, Discard, DiscardTop, Move, Negate
from engine.advent_of_the_wyrms.rules import legal_moves, play, view
from engine.advent_of_the_wyrms.state import Mine, Options, State
from engine.decktet import CARDS, EXCUSE, EXTENDED, RANKS, SUITS, WYRMS

from .players import Setup, lasting, playthrough, uniform
from .worlds import hidden

CHANCE = Chance("reshuffles")
SETUP = Setup(GAME, 1, Options())
NUMBERS = {card.name.removeprefix("the "): number for number, card in enumerate(CARDS)}
PLAYABLE = [card for card in EXTENDED if card not in WYRMS_CARDS]
HAND = ("Author", "Forest", "Merchant", "Bard")  # 2 of Moons and Knots, 5 of Moons and Leaves, 9 of Leaves and Knots
FILLER = ("Journey", "Painter", "Mountain", "Sailor", "Discovery", "Lunatic")  # without Wyrms, to be drawn


def cards(*names: str) -> tuple[int, ...]:
    return tuple(NUMBERS[name] for name in names)


def card(name: str) -> int:
    return NUMBERS[name]


def advent(
    hand: tuple[str, ...] = HAND,
    *,
    deck: tuple[str, ...] | None = None,
    incantations: tuple[tuple[str, ...], ...] = (),
    wyrm: str | None = None,
    aside: tuple[str, ...] = (),
) -> State:
    """A position. The deck's first card is drawn first. With a Wyrms card to negate, hands are smaller than 4."""
    named = (*hand, *(name for names in incantations for name in names), *aside, *([wyrm] if wyrm else []))
    if deck is None:
        deck = tuple(name for name in FILLER if name not in named)
    named += deck
    assert len({*named}) == len(named)
    return State(
        deck=cards(*deck)[::-1],
        hand=cards(*hand),
        incantations=tuple(cards(*names) for names in incantations),
        discard=tuple(number for name, number in NUMBERS.items() if name not in named),
        aside=cards(*aside),
        wyrm=card(wyrm) if wyrm else None,
        step="negate" if wyrm else "play",
    )


def after(state: State, *moves: Move) -> Step[State, Event]:
    """The step of the last of these moves."""
    for move in moves[:-1]:
        state = play(state, move, CHANCE).state
    return play(state, moves[-1], CHANCE)


def of_kind(state: State, *kinds: type) -> list[Move]:
    return [move for move in legal_moves(state) if isinstance(move, kinds)]


def refused(state: State, move: Move) -> str:
    assert move not in legal_moves(state)
    with pytest.raises(IllegalMove) as refusal:
        play(state, move, CHANCE)
    return str(refusal.value)


def kinds_of(step: Step[State, Event]) -> list[type]:
    return [type(event) for event in step.events if event.audience is None]


# -- Set-up


@pytest.mark.clause("AW-1")
def test_the_extended_deck_is_shuffled() -> None:
    states = [GAME.new(1, Options(), Chance(str(seed))) for seed in range(900)]
    for state in states:
        assert GAME.census(state) == dict.fromkeys(range(45), 1)
        assert (state.incantations, state.discard, state.aside, state.wyrm) == ((), (), (), None)
    for place in (0, 40):
        counts = Counter(state.deck[place] for state in states)
        assert len(counts) == 45
        assert max(counts.values()) < 60  # twenty expected, more of the Wyrms
    assert len({state.deck for state in states}) == 900


@pytest.mark.clause("AW-2")
def test_the_first_hand_has_four_cards_and_none_of_the_wyrms() -> None:
    seen: Counter[bool] = Counter()
    for seed in range(300):
        chance = Chance(str(seed))
        state = GAME.new(1, Options(), chance)
        deck = list(chance.shuffled("deck/1", range(45)))
        hand: list[int] = []
        aside: list[int] = []
        while len(hand) < 4:
            drawn = deck.pop()
            (aside if WYRMS in CARDS[drawn].suits else hand).append(drawn)
        assert state.hand == tuple(hand)
        assert len(state.deck) == 41
        if aside:
            assert sorted(state.deck) == sorted(deck + aside)
            assert state.deck == chance.shuffled("deck/2", sorted(deck + aside))
        else:
            assert state.deck == tuple(deck)
        assert state.shuffles == 1 + bool(aside)
        seen[bool(aside)] += 1
    assert min(seen[True], seen[False]) > 30


@pytest.mark.clause("AW-2")
def test_no_hand_and_no_incantation_ever_holds_a_wyrms_card() -> None:
    for seed, player in product(range(60), (uniform, lasting)):
        for played in playthrough(SETUP, str(seed), player):
            state = played.step.state
            assert not WYRMS_CARDS.intersection(state.hand, *state.incantations)


@pytest.mark.parametrize("seats", [-1, 0, 2, 4, None, "1"])
def test_one_plays(seats: Any) -> None:
    with pytest.raises(IllegalMove, match="alone"):
        GAME.new(seats, Options(), CHANCE)


# -- A turn


@pytest.mark.clause("AW-10")
def test_a_turn_is_one_card_played_or_discarded() -> None:
    state = advent(("Author", "Forest", "Merchant", "Excuse"), incantations=(("Ace of Moons",),))
    hand = cards("Author", "Forest", "Merchant", "Excuse")
    assert legal_moves(state) == (
        *(Add(number, 0) for number in cards("Author", "Forest", "Excuse")),
        *map(Begin, hand),
        *map(Discard, hand),
    )
    for move in legal_moves(state):
        step = after(state, move)
        assert len(step.state.deck) == len(state.deck) - 1
        assert move.card not in step.state.hand  # type: ignore[union-attr]
        assert step.reveals
    step = after(state, Discard(EXCUSE))
    assert step.state.discard == (*state.discard, EXCUSE)
    assert step.state.incantations == state.incantations
    assert step.events[0] == Discarded(EXCUSE)
    step = after(state, Begin(card("Merchant")))
    assert step.state.incantations == (cards("Ace of Moons"), cards("Merchant"))
    assert step.state.discard == state.discard
    assert step.events[0] == Begun(card("Merchant"), 1)
    step = after(state, Add(card("Forest"), 0))
    assert step.state.incantations == (cards("Ace of Moons", "Forest"),)
    assert step.events[0] == Added(card("Forest"), 0)


@pytest.mark.clause("AW-10")
def test_only_what_is_held_is_played_or_discarded() -> None:
    state = advent(incantations=(("Ace of Knots",),))
    for move in (Begin(card("Journey")), Add(card("Journey"), 0), Discard(card("Journey"))):
        assert "don't hold" in refused(state, move)
    assert "no such incantation" in refused(state, Add(card("Author"), 1))
    assert "no such incantation" in refused(state, Add(card("Author"), -1))
    assert "Play a card" in refused(state, Negate(card("Author")))
    assert "Play a card" in refused(state, DiscardTop())


@pytest.mark.clause("AW-11")
def test_then_one_card_is_drawn_and_joins_the_hand() -> None:
    state = advent()
    step = after(state, Discard(card("Bard")))
    journey = card("Journey")
    assert step.state.hand == (*cards("Author", "Forest", "Merchant"), journey)
    assert step.state.deck == state.deck[:-1]
    assert step.state.step == "play"
    assert step.events == (Discarded(card("Bard")), Drew(1), Drew(1, (journey,), audience=(0,)))


@pytest.mark.clause("AW-11", "AW-20")
def test_a_wyrms_card_drawn_must_be_negated_before_anything_else() -> None:
    state = advent(deck=("Desert", *FILLER))
    step = after(state, Discard(card("Bard")))
    assert (step.state.step, step.state.wyrm) == ("negate", card("Desert"))
    assert step.state.hand == cards("Author", "Forest", "Merchant")
    assert step.events == (Discarded(card("Bard")), Rose(card("Desert")))
    assert of_kind(step.state, Begin, Add, Discard) == []
    assert "First negate" in refused(step.state, Discard(card("Author")))
    then = after(step.state, Negate(card("Merchant")))
    assert (then.state.step, then.state.wyrm, len(then.state.hand)) == ("play", None, 4)


@pytest.mark.clause("AW-11")
def test_the_wyrms_cards_are_the_fourteen_of_their_suit() -> None:
    assert {number for number in EXTENDED if "Wyrms" in [SUITS[suit] for suit in CARDS[number].suits]} == WYRMS_CARDS
    assert len(WYRMS_CARDS) == 14
    for name in WYRMS_CARDS:
        step = after(advent(deck=(CARDS[name].name.removeprefix("the "), *FILLER)), Discard(card("Bard")))
        assert step.state.wyrm == name


# -- Incantations


def plainly_valid(sequence: tuple[int, ...]) -> bool:
    """Of one to three cards in the order played, as the rules' words have it: the Excuse tries every rank there is."""
    real = [number for number in sequence if number != EXCUSE]
    if real and not any(all(suit in CARDS[number].suits for number in real) for suit in range(6)):
        return False
    choices = [range(1, 13) if number == EXCUSE else [RANKS[number]] for number in sequence]
    return any(all(low < high for low, high in pairwise(ranks)) for ranks in product(*choices))


@pytest.mark.clause("AW-12", "AW-15")
def test_all_incantations_as_an_enumeration_finds_them() -> None:
    pairs = [pair for pair in permutations(PLAYABLE, 2) if plainly_valid(pair)]
    assert pairs == [(first, second) for first in PLAYABLE for second in sorted(continuations((first,)))]
    # a card that is played must fit those before it, so every beginning of an incantation is valid too
    triples = [(*pair, third) for pair in pairs for third in PLAYABLE if third not in pair]
    valid = [triple for triple in triples if plainly_valid(triple)]
    assert valid == [(*pair, third) for pair in pairs for third in sorted(continuations(pair))]
    assert (len(pairs), len(valid), sum(EXCUSE in triple for triple in valid)) == (289, 1335, 574)
    assert not any(continuations(triple) for triple in valid)


@pytest.mark.clause("AW-12")
@pytest.mark.parametrize(
    ("begun", "name", "fits"),
    [
        (("Ace of Moons",), "Author", True),
        (("Author",), "Ace of Moons", False),  # descending
        (("Diplomat",), "Mill", False),  # the same rank, and no suit in common
        (("Bard",), "Harvest", True),  # Crown 10, Pawn 11
        (("Pact",), "Bard", True),
        (("Harvest",), "Window", True),  # Pawn 11, Court 12
        (("Window",), "Harvest", False),
        (("Harvest",), "Light Keeper", False),  # two Pawns
        (("Author",), "Sailor", False),  # no suit in common
        (("Author", "Forest"), "Merchant", False),  # a suit in common with each, but not all three
        (("Author", "Forest"), "Lunatic", True),
        (("Ace of Leaves", "Forest"), "Merchant", True),
    ],
)
def test_cards_of_an_incantation_ascend_and_share_a_suit(begun: tuple[str, ...], name: str, fits: bool) -> None:
    hand = (name, "Journey", "Painter", "Mountain")
    state = advent(hand, deck=("Discovery",), incantations=(begun,))
    move = Add(card(name), 0)
    assert (move in legal_moves(state)) == fits
    if fits:
        assert after(state, move).state.incantations == (cards(*begun, name),)
    else:
        assert "suit that all share" in refused(state, move)


@pytest.mark.clause("AW-12", "AW-13")
def test_a_set_that_cannot_be_completed_may_be_begun_and_holds_its_place() -> None:
    four = (("Window",), ("Consul",), ("Harvest", "Excuse"), ("Light Keeper",))
    state = advent(incantations=four)
    assert Begin(card("Bard")) in legal_moves(state)
    full = after(state, Begin(card("Bard"))).state
    assert of_kind(full, Begin) == []
    assert "Five incantations" in refused(full, Begin(card("Author")))
    assert continuations(cards("Window")) == frozenset()
    assert continuations(cards("Harvest", "Excuse")) == frozenset()


@pytest.mark.clause("AW-13")
def test_five_may_be_in_progress_beside_those_finished() -> None:
    finished = (("Ace of Suns", "Painter", "Castle"), ("Ace of Waves", "Origin", "Mill"))
    begun = (("Window",), ("Consul",), ("Harvest",), ("Light Keeper",))
    state = advent(incantations=(*finished, *begun))
    assert of_kind(state, Begin) == [*map(Begin, cards(*HAND))]
    full = after(state, Begin(card("Bard"))).state
    assert len(full.incantations) == 7
    assert of_kind(full, Begin) == []
    five = advent(incantations=(("Ace of Suns", "Mountain"), *begun), deck=("Journey",))
    assert of_kind(five, Begin) == []
    assert of_kind(after(five, Add(card("Bard"), 0)).state, Begin) == [*map(Begin, cards(*HAND[:3], "Journey"))]


@pytest.mark.clause("AW-12", "AW-13")
def test_three_cards_finish_an_incantation() -> None:
    state = advent(incantations=(("Ace of Suns", "Mountain"),))
    step = after(state, Add(card("Bard"), 0))
    assert step.events[:2] == (Added(card("Bard"), 0), Finished(0, 1))
    assert step.state.step == "play"
    bigger = advent(("Harvest", "Author", "Forest", "Merchant"), incantations=(("Ace of Suns", "Mountain", "Bard"),))
    assert of_kind(bigger, Add) == []
    assert "finished" in refused(bigger, Add(card("Harvest"), 0))


@pytest.mark.clause("AW-14")
def test_what_is_played_stays_where_it_is() -> None:
    for seed, player in product(range(60), (uniform, lasting)):
        for played in playthrough(SETUP, str(seed), player):
            before, then = played.state.incantations, played.step.state.incantations
            assert all(then[number][: len(old)] == old for number, old in enumerate(before))
            assert played.state.discard == played.step.state.discard[: len(played.state.discard)]
            grown = sum(map(len, then)) - sum(map(len, before))
            assert grown == isinstance(played.move, Begin | Add)


# -- The Excuse


@pytest.mark.clause("AW-15")
@pytest.mark.parametrize(
    ("names", "legal"),
    [
        (("Excuse",), True),
        (("Harvest", "Excuse"), True),
        (("Bard", "Harvest", "Excuse"), True),
        (("Excuse", "Author", "Painter"), True),
        (("Forest", "Excuse", "Chance Meeting"), True),
        (("Excuse", "Ace of Moons"), False),
        (("Window", "Excuse"), False),
        (("Harvest", "Excuse", "Window"), False),
        (("Forest", "Excuse", "Lunatic"), False),
        (("Forest", "Excuse", "Castle"), False),  # 5 and 7, but no suit in common
        (("Ace of Moons", "Excuse", "Author"), False),  # no rank between 1 and 2
        (("Ace of Moons", "Excuse", "Journey"), True),
        (("Ace of Moons", "Author", "Excuse"), True),
        (("Excuse", "Harvest", "Window"), True),
        (("Forest", "Chance Meeting", "Excuse"), True),
    ],
)
def test_where_the_excuse_fits(names: tuple[str, ...], legal: bool) -> None:
    *begun, last = names
    free = [name for name in (*FILLER, *HAND) if name not in names]
    state = advent((last, *free[:3]), deck=tuple(free[3:5]), incantations=(tuple(begun),) if begun else ())
    move: Move = Add(card(last), 0) if begun else Begin(card(last))
    assert (move in legal_moves(state)) == legal
    if legal:
        assert after(state, move).state.incantations == (cards(*names),)
    else:
        refused(state, move)


@pytest.mark.clause("AW-15")
def test_the_excuse_is_not_declared() -> None:
    """The same Forest and Excuse go on with a 7 or a Court, of either suit."""
    state = advent(("Chance Meeting", "Consul", "Merchant", "Lunatic"), incantations=(("Forest", "Excuse"),))
    assert of_kind(state, Add) == [Add(number, 0) for number in cards("Chance Meeting", "Consul", "Merchant")]
    assert all(not hasattr(after(state, move).events[0], "rank") for move in of_kind(state, Add))


@pytest.mark.clause("AW-15")
@pytest.mark.parametrize(
    ("names", "ranks", "suits"),
    [
        (("Excuse",), range(1, 13), range(6)),
        (("Forest", "Excuse"), range(6, 13), (0, 3)),
        (("Excuse", "Forest"), range(1, 5), (0, 3)),
        (("Forest", "Excuse", "Chance Meeting"), (6,), (0, 3)),
        (("Harvest", "Excuse"), (12,), (0, 1, 3)),
        (("Author", "Forest", "Excuse"), range(6, 13), (0,)),
        (("Excuse", "Author", "Forest"), (1,), (0,)),
        (("Author", "Forest"), (), (0,)),
    ],
)
def test_what_an_excuse_can_still_stand_for(names: tuple[str, ...], ranks: Any, suits: Any) -> None:
    assert excuse_ranks(cards(*names)) == tuple(ranks)
    assert common_suits(cards(*names)) == tuple(suits)


# -- Negating


@pytest.mark.clause("AW-20", "AW-21", "AW-22", "AW-24")
def test_the_ways_of_every_card_with_every_wyrms_card() -> None:
    for wyrm, held in product(sorted(WYRMS_CARDS), PLAYABLE):
        found = []
        if any(suit in CARDS[wyrm].suits and SUITS[suit] != "Wyrms" for suit in CARDS[held].suits):
            found.append("suit")
        if held != EXCUSE and RANKS[held] >= RANKS[wyrm]:
            found.append("rank")
        if held == EXCUSE:
            found.append("excuse")
        assert ways(wyrm, held) == tuple(found)


@pytest.mark.clause("AW-20")
def test_a_card_that_negates_in_several_ways_is_one_move() -> None:
    state = advent(("Bard", "Painter", "Forest"), wyrm="Desert")  # 2 of Suns and Wyrms
    assert ways(card("Desert"), card("Bard")) == ("suit", "rank")
    assert legal_moves(state) == (*map(Negate, cards("Bard", "Painter", "Forest")), DiscardTop())
    for move in legal_moves(state):
        then = after(state, move).state
        assert card("Desert") in then.discard
        assert (then.wyrm, then.aside) == (None, ())
    assert after(state, Negate(card("Bard"))).events[0] == Negated(card("Desert"), card("Bard"))


@pytest.mark.clause("AW-21")
def test_a_card_negates_by_a_suit_other_than_wyrms() -> None:
    low = ("Ace of Moons", "Ace of Knots", "Ace of Leaves")
    for wyrm, able in (
        ("Betrayal", ("Ace of Knots",)),
        ("Watchman", ("Ace of Moons", "Ace of Knots")),  # a Pawn has two such suits
        ("Rite", ("Ace of Moons", "Ace of Leaves")),  # a Court too
        ("Penitent", ()),
        ("Calamity", ()),
    ):
        state = advent(low, wyrm=wyrm)
        assert of_kind(state, Negate) == [*map(Negate, cards(*able))]
    assert "shares a suit" in refused(advent(low, wyrm="Penitent"), Negate(card("Ace of Moons")))
    assert "don't hold" in refused(advent(low, wyrm="Penitent"), Negate(card("Bard")))
    assert ways(card("Ace of Wyrms"), card("Ace of Moons")) == ("rank",)


@pytest.mark.clause("AW-22")
def test_a_card_negates_by_its_rank() -> None:
    for wyrm, able in (
        ("Savage", ("Painter", "Harvest", "Consul")),  # equal is enough
        ("Calamity", ("Harvest", "Consul")),
        ("Borderland", ("Harvest", "Consul")),
        ("Island", ("Consul",)),
    ):
        hand = ("Painter", "Harvest", "Consul")
        by_rank = [name for name in hand if "rank" in ways(card(wyrm), card(name))]
        assert tuple(by_rank) == able
        assert [*map(Negate, cards(*able))] == [
            move
            for move in of_kind(advent(hand, wyrm=wyrm), Negate)
            if "rank" in ways(card(wyrm), move.card)  # type: ignore[union-attr]
        ]
    assert "rank" not in ways(card("Ace of Wyrms"), EXCUSE)


@pytest.mark.clause("AW-23")
def test_the_top_two_cards_negate() -> None:
    state = advent(("Author", "Forest", "Merchant"), wyrm="Island", deck=("Journey", "Painter", "Mountain", "Sailor"))
    step = after(state, DiscardTop())
    assert step.state.discard == (*state.discard, *cards("Journey", "Painter", "Island"))
    assert step.state.hand == cards("Author", "Forest", "Merchant", "Mountain")
    assert step.state.deck == cards("Sailor")
    assert step.events[0] == NegatedByTop(card("Island"), cards("Journey", "Painter"), ())
    assert step.events[0].audience is None  # face up
    assert step.reveals


@pytest.mark.clause("AW-23", "AW-25")
def test_wyrms_cards_among_the_top_two_are_set_aside_until_the_hand_is_full() -> None:
    deck = ("Cave", "Journey", "Soldier", "Painter", "Mountain")
    state = advent(("Author", "Forest", "Merchant"), wyrm="Island", deck=deck)
    step = after(state, DiscardTop())
    assert step.state.aside == cards("Cave")
    assert step.state.wyrm == card("Soldier")  # the refill stops here, and the Cave waits
    assert step.state.deck == cards("Mountain", "Painter")
    assert step.state.discard == (*state.discard, *cards("Journey", "Island"))
    assert step.events[0] == NegatedByTop(card("Island"), cards("Journey"), cards("Cave"))
    then = after(step.state, Negate(card("Merchant")))
    assert then.state.aside == ()
    assert then.state.hand == cards("Author", "Forest", "Painter", "Mountain")
    assert then.state.deck == cards("Cave")
    assert then.state.shuffles == state.shuffles + 1
    assert ShuffledBack(cards("Cave")) in then.events


@pytest.mark.clause("AW-23", "AW-31")
@pytest.mark.parametrize("deck", [(), ("Journey",), ("Journey", "Painter"), ("Cave", "Penitent")])
def test_the_top_may_be_discarded_with_fewer_than_two_left_but_the_refill_loses(deck: tuple[str, ...]) -> None:
    state = advent(("Ace of Moons", "Ace of Suns", "Ace of Waves"), wyrm="Calamity", deck=deck)
    assert legal_moves(state) == (DiscardTop(),)
    step = after(state, DiscardTop())
    assert step.state.step == "lost"
    assert card("Calamity") in step.state.discard
    assert step.state.aside == tuple(number for number in cards(*deck) if number in WYRMS_CARDS)
    assert step.reveals == bool(deck)
    assert GAME.outcome(step.state) is not None


@pytest.mark.clause("AW-24")
def test_the_excuse_negates_whatever_the_card() -> None:
    for wyrm in WYRMS_CARDS:
        name = CARDS[wyrm].name.removeprefix("the ")
        state = advent(("Excuse", "Ace of Moons", "Ace of Waves"), wyrm=name)
        step = after(state, Negate(EXCUSE))
        assert step.state.discard == (*state.discard, EXCUSE, wyrm)
        assert step.state.wyrm is None


@pytest.mark.clause("AW-24", "AW-15")
def test_an_excuse_in_an_incantation_negates_nothing() -> None:
    state = advent(("Ace of Moons", "Ace of Waves", "Ace of Suns"), wyrm="Calamity", incantations=(("Excuse",),))
    assert legal_moves(state) == (DiscardTop(),)
    assert "don't hold" in refused(state, Negate(EXCUSE))


@pytest.mark.clause("AW-25")
def test_then_the_hand_is_refilled_to_four() -> None:
    state = advent(("Bard", "Forest"), wyrm="Desert", deck=("Journey", "Painter", "Mountain", "Sailor"))
    step = after(state, Negate(card("Bard")))
    drawn = cards("Journey", "Painter", "Mountain")
    assert step.state.hand == (card("Forest"), *drawn)
    assert step.state.deck == cards("Sailor")
    assert step.events[1:] == (Drew(3), Drew(3, drawn, audience=(0,)))


@pytest.mark.clause("AW-25")
def test_a_wyrms_card_drawn_in_a_refill_stops_it_at_once() -> None:
    state = advent(("Bard", "Forest"), wyrm="Desert", deck=("Journey", "Savage", "Painter", "Mountain", "Sailor"))
    step = after(state, Negate(card("Bard")))
    assert step.state.hand == cards("Forest", "Journey")
    assert (step.state.step, step.state.wyrm) == ("negate", card("Savage"))
    assert kinds_of(step) == [Negated, Drew, Rose]
    then = after(step.state, Negate(card("Forest")))
    assert then.state.hand == cards("Journey", "Painter", "Mountain", "Sailor")
    assert then.state.step == "play"


@pytest.mark.clause("AW-26")
def test_an_empty_hand_is_refilled_without_negating() -> None:
    deck = ("Savage", "Journey", "Cave", "Painter", "Mountain", "Sailor", "Lunatic")
    state = advent(("Bard",), wyrm="Desert", deck=deck)
    step = after(state, Negate(card("Bard")))
    assert step.state.hand == cards("Journey", "Painter", "Mountain", "Sailor")
    assert (step.state.step, step.state.wyrm, step.state.aside) == ("play", None, ())
    assert sorted(step.state.deck) == sorted(cards("Savage", "Cave", "Lunatic"))
    assert step.state.deck == CHANCE.shuffled("deck/2", sorted(step.state.deck))
    assert kinds_of(step) == [Negated, Drew, SetAside, ShuffledBack]


@pytest.mark.clause("AW-26")
def test_three_discards_in_one_chain_empty_the_hand() -> None:
    deck = ("Desert", "Savage", "Battle", "Cave", *FILLER)
    state = advent(deck=deck)
    after_one = after(state, Discard(card("Author"))).state
    after_two = after(after_one, Negate(card("Bard"))).state
    assert after_two.wyrm == card("Savage")
    after_three = after(after_two, Negate(card("Forest"))).state
    assert after_three.wyrm == card("Battle")
    assert after_three.hand == cards("Merchant")
    end = after(after_three, Negate(card("Merchant"))).state
    assert end.hand == cards(*FILLER[:4])
    assert card("Cave") in end.deck


@pytest.mark.clause("AW-2", "AW-26")
def test_without_a_wyrms_card_set_aside_the_deck_keeps_its_order() -> None:
    state = advent(("Bard",), wyrm="Desert")
    step = after(state, Negate(card("Bard")))
    assert step.state.deck == cards(*FILLER[4:])[::-1]
    assert step.state.shuffles == state.shuffles
    assert kinds_of(step) == [Negated, Drew]


@pytest.mark.clause("AW-27")
def test_all_that_a_chain_set_aside_goes_back_together() -> None:
    deck = ("Savage", "Cave", "Penitent", "Rite", "Journey", "Soldier", "Painter", "Mountain", "Sailor", "Lunatic")
    state = advent(("Bard",), wyrm="Desert", deck=deck)
    first = after(state, DiscardTop()).state  # both set aside; then the Penitent comes
    assert (first.aside, first.wyrm, first.shuffles) == (cards("Savage", "Cave"), card("Penitent"), 1)
    step = after(first, Negate(card("Bard")))  # an empty hand: the Rite and the Soldier are set aside too
    assert step.state.hand == cards("Journey", "Painter", "Mountain", "Sailor")
    back = cards("Savage", "Cave", "Rite", "Soldier")
    assert step.events[-1] == ShuffledBack(back)
    assert SetAside(cards("Rite", "Soldier")) in step.events
    assert sorted(step.state.deck) == sorted((*back, card("Lunatic")))
    assert (step.state.aside, step.state.shuffles) == ((), 2)


# -- The end


ALMOST = (
    ("Ace of Suns", "Painter", "Castle"),
    ("Ace of Waves", "Origin", "Mill"),
    ("Ace of Leaves", "Market", "Window"),
    ("Mountain", "Diplomat"),
)


@pytest.mark.clause("AW-30")
@pytest.mark.parametrize("deck", [(), ("Island",), ("Journey", "Sailor", "Discovery")])
def test_the_fourth_incantation_wins_before_the_draw(deck: tuple[str, ...]) -> None:
    state = advent(deck=deck, incantations=ALMOST)
    step = after(state, Add(card("Bard"), 3))
    assert step.state.step == "won"
    assert step.state.deck == state.deck
    assert step.events == (Added(card("Bard"), 3), Finished(3, 4))
    outcome = GAME.outcome(step.state)
    assert outcome is not None
    assert (outcome.won, outcome.scores, outcome.winners) == (True, (len(deck),), (0,))
    assert legal_moves(step.state) == ()
    assert GAME.to_act(step.state) is None
    assert "over" in refused(step.state, Discard(card("Author")))


@pytest.mark.clause("AW-30", "AW-31")
def test_a_win_with_no_card_left_is_no_loss() -> None:
    won = after(advent(deck=(), incantations=ALMOST), Add(card("Bard"), 3)).state
    lost = after(advent(deck=(), incantations=ALMOST), Discard(card("Bard"))).state
    assert GAME.outcome(won) == Outcome((0,), (0,), True)
    assert GAME.headline(GAME.view(won, None)) == "Victory: four incantations hold, with 0 cards left in the deck."
    assert GAME.outcome(lost) == Outcome((), (0,), False, (3,))
    assert "3 of 4" in GAME.headline(GAME.view(lost, None))


@pytest.mark.clause("AW-30")
def test_three_finished_incantations_are_not_enough() -> None:
    third = after(advent(incantations=ALMOST[1:]), Add(card("Bard"), 2))
    assert third.events[:2] == (Added(card("Bard"), 2), Finished(2, 3))
    not_the_fourth = after(advent(incantations=ALMOST), Begin(card("Bard")))
    for step in (third, not_the_fourth):
        assert step.state.step == "play"
        assert GAME.outcome(step.state) is None


@pytest.mark.clause("AW-31")
def test_a_draw_from_an_empty_deck_loses() -> None:
    last = after(advent(deck=("Journey",)), Discard(card("Bard"))).state
    assert (last.step, last.deck) == ("play", ())  # the last card could still be drawn
    step = after(last, Begin(card("Author")))
    assert step.state.step == "lost"
    assert step.events[-1] == RanOut()
    outcome = GAME.outcome(step.state)
    assert outcome is not None
    assert (outcome.won, outcome.scores) == (False, (0,))


@pytest.mark.clause("AW-31")
def test_cards_set_aside_do_not_save_the_game() -> None:
    by_top = after(
        advent(("Author",), wyrm="Desert", aside=("Cave",), deck=("Savage", "Rite", "Journey")), DiscardTop()
    )
    assert by_top.state.step == "lost"
    assert by_top.state.aside == cards("Cave", "Savage", "Rite")
    refilling = after(advent(("Bard",), wyrm="Desert", deck=("Cave", "Journey", "Painter")), Negate(card("Bard")))
    assert refilling.state.step == "lost"
    assert refilling.state.hand == cards("Journey", "Painter")
    assert kinds_of(refilling) == [Negated, Drew, SetAside, RanOut]


# -- What is seen


def test_the_hand_is_the_players_own() -> None:
    state = advent()
    assert view(state, None).mine is None
    assert view(state, 0).mine == Mine(0, cards(*HAND))
    table = view(state, 0).table
    assert (table.hand_size, table.deck_size, table.step) == (4, 6, "play")
    step = after(state, Discard(card("Bard")))
    told = [event for event in step.events if event.audience is None]
    assert told == [Discarded(card("Bard")), Drew(1)]
    assert view(step.state, None).table.recent == tuple(told)


@pytest.mark.clause("AW-1", "AW-11")
def test_secret_is_the_order_of_the_deck_and_from_others_the_hand() -> None:
    state = advent(deck=("Desert", "Journey"))
    deck = {("deck", 0): card("Journey"), ("deck", 1): card("Desert")}
    assert hidden(GAME, state, 0) == deck
    assert hidden(GAME, state, None) == {**deck, **{("hand", number): card(name) for number, name in enumerate(HAND)}}


@pytest.mark.clause("AW-2")
def test_nobody_has_to_reckon_with_a_wyrms_card_in_the_hand() -> None:
    state = advent(deck=("Journey", "Desert"))
    (secret,) = GAME.secrets(state, None)
    wyrm, journey, *hand = secret.things
    dealt = secret.deal((wyrm, hand[0], journey, *hand[1:]))
    assert dealt
    assert dealt.hand == (journey, *state.hand[1:])
    assert secret.deal((hand[0], journey, wyrm, *hand[1:])) is None


def test_recent_spans_a_turn() -> None:
    state = advent(deck=("Desert", *FILLER))
    first = after(state, Begin(card("Author"))).state
    assert [*map(type, first.recent)] == [Begun, Rose]
    second = after(first, Negate(card("Bard"))).state
    assert [*map(type, second.recent)] == [Begun, Rose, Negated, Drew]
    assert [*map(type, after(second, Discard(card("Forest"))).state.recent)] == [Discarded, Drew]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Begun(0, 4), "{0} begins incantation 5 with the Ace of Moons."),
        (Added(6, 0), "{0} adds the Author (2 of Moons and Knots) to incantation 1."),
        (Finished(2, 3), "Incantation 3 is finished: 3 of 4."),
        (Discarded(EXCUSE), "{0} discards the Excuse."),
        (Drew(1), "{0} draws a card."),
        (Drew(3), "{0} draws 3 cards."),
        (Drew(2, (0, 1), audience=(0,)), "You draw the Ace of Moons and the Ace of Suns."),
        (Rose(4), "A spell of the wyrms: the Ace of Wyrms."),
        (Negated(4, 0), "{0} discards the Ace of Moons, and the Ace of Wyrms is negated."),
        (
            NegatedByTop(4, (0,), (7,)),
            "The top of the deck negates the Ace of Wyrms. Discarded: the Ace of Moons."
            " Set aside, of the wyrms: the Desert.",
        ),
        (NegatedByTop(4, (), ()), "The top of the deck negates the Ace of Wyrms. Nothing was left of it."),
        (SetAside((4,)), "The empty hand is refilled. Set aside, of the wyrms: the Ace of Wyrms."),
        (ShuffledBack((4,)), "Shuffled back into the deck: the Ace of Wyrms."),
        (RanOut(), "A card must be drawn, and the deck is empty."),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, msgspec.Struct) else "",
)
def test_every_event_has_its_sentence(event: Event, sentence: str) -> None:
    assert GAME.tell(event) == sentence
    assert GAME.tell(decode(GAME.event, msgspec.json.encode(event))) == sentence


# -- Counting


def plain_moves(state: State) -> set[Move]:
    """The legal moves as the rules' words have them, with no thought for speed."""
    if state.step == "negate":
        wyrm = state.wyrm
        assert wyrm is not None
        able = set()
        for held in state.hand:
            shared = {*CARDS[held].suits} & {*CARDS[wyrm].suits} - {SUITS.index("Wyrms")}
            if shared or held == EXCUSE or (CARDS[held].rank and CARDS[held].rank >= CARDS[wyrm].rank):
                able.add(Negate(held))
        return {*able, DiscardTop()}
    if state.step != "play":
        return set()
    adds = {
        Add(held, number)
        for held, (number, begun) in product(state.hand, enumerate(state.incantations))
        if len(begun) < 3 and plainly_valid((*begun, held))
    }
    in_progress = sum(len(begun) < 3 for begun in state.incantations)
    begins = {Begin(held) for held in state.hand if in_progress < 5}
    return {*adds, *begins, *(Discard(held) for held in state.hand)}


def test_legal_moves_are_those_of_the_plain_rules() -> None:
    for seed, player in product(range(80), (uniform, lasting)):
        for played in playthrough(SETUP, str(seed), player):
            assert {*legal_moves(played.state)} == plain_moves(played.state)


def test_playouts_see_every_move_and_event() -> None:
    moves, events = set(), set()
    for seed, player in product(range(60), (uniform, lasting)):
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
