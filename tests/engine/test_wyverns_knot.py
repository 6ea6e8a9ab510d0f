"""Wyvern's Knot, clause by clause of its rules.

Positions are built on one deal, easy to reckon with (see `knot`): the grid card of cell c is dragon c % 10, so row A
is 0 1 2 3, row B 4 5 6 7, row C 8 9 0 1 and row D 2 3 4 5; the strike dragons are 6 7 8 9; the mage deck is dealt
0 1 2 ... 9 0 1 ... 9, to seat 0 first. With three seats that is 0-6, 7-9 with 0-3, and 4-9.

The file is long so that all clauses stand in the order of the rules, on the same built positions.
"""

from collections import Counter
from itertools import chain
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from engine import Chance, IllegalMove, Outcome, Step, decode
from engine.wyverns_knot import GAME
from engine.wyverns_knot.choices import legal_moves
from engine.wyverns_knot.events import (
    Advanced,
    Aimed,
    Distracted,
    Event,
    Kept,
    Left,
    Looked,
    Lost,
    Mismatched,
    OutOfReach,
    Passed,
    Pointed,
    Saved,
    Scouted,
    TurnedUp,
    Unseen,
)
from engine.wyverns_knot.moves import (
    Advance,
    Aim,
    Back,
    Blind,
    Decline,
    Distract,
    Enchant,
    Keep,
    Move,
    Place,
    Point,
    PointStrike,
    Remove,
    Research,
    Scout,
    TurnUp,
    Wild,
)
from engine.wyverns_knot.rules import play
from engine.wyverns_knot.state import (
    DECK,
    DRAGONS,
    Claim,
    Egg,
    Enchanting,
    MageCard,
    Options,
    Researching,
    Scouting,
    State,
    Strike,
    Table,
    WildEnchanting,
)
from engine.wyverns_knot.views import view

from .players import Setup, all_options, lasting, playthrough
from .worlds import hidden

CHANCE = Chance("no chance is taken after the deal")
A1, A2, A3, A4, B1, B2, B3, B4, C1, C2, C3, C4, D1, D2, D3, D4 = range(16)
A, B, C, D = range(4)
SIZES = {3: (7, 7, 6), 4: (5, 5, 5, 5), 5: (4, 4, 4, 4, 4)}


def knot(
    seats: int = 3,
    *,
    turn: int = 0,
    target: Any = 12,
    memory: bool = True,
    swap: tuple[int, int] = (0, 0),
    strikes: dict[int, int] | None = None,
    saved: tuple[int, ...] = (),
    lost: tuple[int, ...] = (),
    up: tuple[tuple[int, int], ...] = (),
    gone: tuple[tuple[int, int], ...] = (),
    claims: tuple[Claim, ...] = (),
) -> State:
    """A position at the start of a turn.

    `swap` exchanges two of the nest deck's twenty cards (16 to 19 are the strike dragons). `strikes` gives columns by
    row: negative for a face-up strike dragon heading left, 99 for one out of play. `up` and `gone` are tableau cards
    as (owner, position). Eggs `saved` were saved by seat 1, with cards that are not accounted for.
    """
    nest = list(DECK)
    nest[swap[0]], nest[swap[1]] = nest[swap[1]], nest[swap[0]]
    deck = iter(DECK)
    tableaus = tuple(tuple(next(deck) for _ in range(size)) for size in SIZES[seats])

    def egg(cell: int) -> Egg:
        if cell in saved:
            return Egg("saved", nest[cell], saver=1, cover=nest[cell], looked=())
        return Egg("lost", nest[cell], None, None, ()) if cell in lost else Egg("down", None, None, None, ())

    def strike(row: int) -> Strike:
        column = (strikes or {}).get(row, 0)
        if column == 99:
            return Strike(0, "gone", nest[16 + row])
        return Strike(-column, "up", nest[16 + row]) if column < 0 else Strike(column, "down", None)

    def card(owner: int, position: int) -> MageCard:
        face: Any = "gone" if (owner, position) in gone else "up" if (owner, position) in up else "down"
        return MageCard(face, None if face == "down" else tableaus[owner][position], ())

    table = Table(
        options=Options(target=target, memory=memory),
        turn=turn,
        step="action",
        chosen=None,
        nest=tuple(map(egg, range(16))),
        strikes=tuple(map(strike, range(4))),
        tableaus=tuple(
            tuple(card(owner, position) for position in range(len(cards))) for owner, cards in enumerate(tableaus)
        ),
        claims=claims,
        saved=len(saved),
        left=16 - len(saved) - len(lost),
        recent=(),
    )
    return State(table, tuple(nest[:16]), tuple(nest[16:]), tableaus)


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


def public(step: Step[State, Event]) -> list[Event]:
    return [event for event in step.events if event.audience is None]


def mine(state: State, seat: int) -> Any:
    return view(state, seat).mine


def all_of(owner: int, seats: int = 3) -> tuple[tuple[int, int], ...]:
    """All the cards of a tableau."""
    return tuple((owner, position) for position in range(SIZES[seats][owner]))


# -- Components and set-up


@pytest.mark.clause("WK-1", "WK-2", "WK-3")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_two_decks_of_twenty_make_grid_strikes_and_tableaus(seats: int) -> None:
    for seed in range(20):
        state = GAME.new(seats, Options(), Chance(str(seed)))
        assert Counter((*state.nest, *state.strikes)) == dict.fromkeys(range(10), 2)
        assert Counter(chain(*state.tableaus)) == dict.fromkeys(range(10), 2)
        assert state.table.nest == (Egg("down", None, None, None, ()),) * 16
        assert state.table.strikes == (Strike(0, "down", None),) * 4
        assert GAME.census(state) == {(deck, dragon): 2 for deck in ("nest", "mage") for dragon in range(10)}


@pytest.mark.clause("WK-1")
def test_the_deal_is_shuffled() -> None:
    deals = [GAME.new(3, Options(), Chance(str(seed))) for seed in range(400)]
    for place in (lambda s: s.nest[0], lambda s: s.nest[15], lambda s: s.strikes[3], lambda s: s.tableaus[2][5]):
        counts = Counter(map(place, deals))
        assert set(counts) == set(range(10))
        assert max(counts.values()) < 80  # forty expected
    assert len({(state.nest, state.tableaus) for state in deals}) == 400
    assert sum(state.nest[:4] == state.tableaus[0][:4] for state in deals) < 5  # the decks are shuffled apart


@pytest.mark.clause("WK-4")
@pytest.mark.parametrize(("seats", "sizes"), SIZES.items())
def test_the_mage_deck_is_dealt_evenly_and_seen_by_nobody(seats: int, sizes: tuple[int, ...]) -> None:
    state = GAME.new(seats, Options(), CHANCE)
    assert tuple(map(len, state.tableaus)) == tuple(map(len, state.table.tableaus)) == sizes
    assert set(chain(*state.table.tableaus)) == {MageCard("down", None, ())}
    for seat in range(seats):
        assert set(chain(*mine(state, seat).tableaus)) == {None}
        assert set(mine(state, seat).nest) == {None}


@pytest.mark.clause("WK-4")
def test_a_position_stays_empty_when_its_card_leaves() -> None:
    state = after(knot(), Enchant(2), Aim(A3)).state
    assert [card.face for card in state.table.tableaus[0]] == ["down", "down", "gone", *["down"] * 4]
    own = replace(state, table=replace(state.table, turn=0))
    assert of_kind(own, Enchant) == [Enchant(0), Enchant(1), Enchant(3), Enchant(4), Enchant(5), Enchant(6)]
    assert "no card" in refused(own, Enchant(2))
    assert "no card" in refused(state, Research(0, 2))


@pytest.mark.clause("WK-5")
def test_the_target_is_one_of_five_and_twelve_unless_told() -> None:
    assert Options().target == 12
    assert {options.target for options in all_options(Options)} == {8, 10, 12, 14, 16}
    for target in ("9", "0", "17", "-8", "null", '"12"', "12.5", "true", "[12]"):
        with pytest.raises(msgspec.ValidationError):
            decode(Options, f'{{"target": {target}}}'.encode())
    assert decode(Options, b'{"target": 14}') == Options(target=14)


@pytest.mark.clause("WK-5", "WK-40")
@pytest.mark.parametrize("target", [8, 10, 12, 14, 16])
def test_every_target_wins_at_its_own_count(target: int) -> None:
    eggs = tuple(cell for cell in range(16) if cell != A3)
    one_short = after(knot(target=target, saved=eggs[: target - 2]), Enchant(2), Aim(A3)).state
    assert one_short.table.step == "action"
    won = after(knot(target=target, saved=eggs[: target - 1]), Enchant(2), Aim(A3)).state
    assert GAME.outcome(won) == Outcome((0, 1, 2), (target,) * 3, True)
    assert GAME.headline(GAME.view(won, None)) == f"Victory: all {target} eggs are safe."


@pytest.mark.parametrize("seats", [-1, 0, 2, 6, True, None, "4"])
def test_three_to_five_play(seats: Any) -> None:
    with pytest.raises(IllegalMove, match="three to five"):
        GAME.new(seats, Options(), CHANCE)


# -- Research


@pytest.mark.clause("WK-10", "WK-50")
def test_research_shows_a_face_down_card_to_the_actor_alone() -> None:
    step = after(knot(), Research(1, 2))
    assert step.reveals
    assert step.events == (Looked(0, 1, 2), Looked(0, 1, 2, dragon=9, audience=(0,)))
    assert step.state.table.tableaus[1][2] == MageCard("down", None, looked=(0,))
    assert mine(step.state, 0).tableaus[1] == (None, None, 9, None, None, None, None)
    assert mine(step.state, 1).tableaus[1] == mine(step.state, 2).tableaus[1] == (None,) * 7
    assert step.state.table.turn == 0


@pytest.mark.clause("WK-10")
def test_research_is_of_another_players_card() -> None:
    state = knot(turn=1, gone=((2, 0),))
    others = [Research(0, position) for position in range(7)] + [Research(2, position) for position in range(1, 6)]
    assert of_kind(state, Research) == others
    assert "another player" in refused(state, Research(1, 0))
    assert "no card" in refused(state, Research(2, 0))


@pytest.mark.clause("WK-10", "WK-11")
def test_after_a_look_turn_up_or_point_or_neither() -> None:
    state = after(knot(), Research(1, 2)).state
    every: tuple[Move, ...] = (TurnUp(), *map(Point, range(16)), *map(PointStrike, range(4)), Keep())
    assert legal_moves(state) == every
    for move in every:
        then = after(state, move).state
        assert legal_moves(then) == tuple(map(Advance, range(4)))
        assert then.table.turn == 0
        assert after(then, Advance(A)).state.table.turn == 1
    assert "First decide" in refused(state, Advance(A))


@pytest.mark.clause("WK-10")
def test_a_card_turned_up_is_seen_by_all_and_stays_face_up() -> None:
    step = after(knot(), Research(1, 2), TurnUp())
    assert step.reveals
    assert step.events == (TurnedUp(0, 1, 2, dragon=9),)
    assert step.state.table.tableaus[1][2] == MageCard("up", 9, looked=(0,))
    later = after(step.state, Advance(A), Scout(D1), Advance(A), Research(1, 2))
    assert later.state.table.tableaus[1][2] == MageCard("up", 9, looked=(0,))
    assert "face up already" in refused(later.state, TurnUp())


@pytest.mark.clause("WK-11", "WK-50")
def test_pointing_after_a_look_leaves_the_card_face_down() -> None:
    looked = after(knot(), Research(1, 2)).state
    at_egg, at_strike = after(looked, Point(C2)), after(looked, PointStrike(D))
    assert at_egg.events == (Pointed(0, 1, 2, cell=C2, row=None),)
    assert at_strike.events == (Pointed(0, 1, 2, cell=None, row=D),)
    for step in (at_egg, at_strike):
        assert step.reveals
        assert step.state.table.tableaus[1][2] == MageCard("down", None, looked=(0,))
        assert mine(step.state, 1).tableaus[1][2] is None
    assert at_egg.state.table.claims == (Claim(0, 1, 2, cell=C2, row=None),)
    assert at_strike.state.table.claims == (Claim(0, 1, 2, cell=None, row=D),)


@pytest.mark.clause("WK-10")
def test_keeping_tells_no_more_than_that() -> None:
    step = after(knot(), Research(1, 2), Keep())
    assert step.events == (Kept(0),)
    assert not step.reveals
    assert step.state.table.claims == ()


@pytest.mark.clause("WK-12")
def test_research_of_a_face_up_card_points_or_does_nothing() -> None:
    step = after(knot(up=((1, 2),)), Research(1, 2))
    assert not step.reveals
    assert step.events == (Looked(0, 1, 2, dragon=9),)
    assert step.state.table.tableaus[1][2].looked == ()
    *claims, back = legal_moves(step.state)
    assert claims == [*map(Point, range(16)), *map(PointStrike, range(4)), Keep()]
    assert back == Back()
    for move in claims:
        assert legal_moves(after(step.state, move).state) == tuple(map(Advance, range(4)))
    assert after(step.state, Point(A1)).state.table.claims == (Claim(0, 1, 2, A1, None),)
    nothing = after(step.state, Keep())
    assert (nothing.events, nothing.reveals, nothing.state.table.claims) == ((Kept(0),), False, ())


@pytest.mark.clause("WK-12")
def test_research_of_a_face_up_card_may_be_left_for_another_action() -> None:
    state = knot(up=((1, 2),))
    left = after(state, Research(1, 2), Back())
    assert (left.events, left.reveals) == ((), False)
    assert legal_moves(left.state) == legal_moves(state)
    assert replace(left.state.table, recent=()) == state.table
    assert after(left.state, Scout(A1)) == after(state, Scout(A1)), "as if nothing had been"
    assert Back() not in legal_moves(after(state, Research(1, 1)).state)
    assert "seen that card" in refused(after(state, Research(1, 1)).state, Back())


@pytest.mark.clause("WK-15", "WK-51")
@pytest.mark.parametrize("memory", [True, False])
def test_another_look_at_what_one_has_seen_reveals_nothing(memory: bool) -> None:
    """But where the private view forgets, it shows the card anew."""
    round_of_three = (Research(1, 0), Keep(), Advance(D), Scout(A1), Advance(D), Research(1, 0), Keep(), Advance(D))
    state = after(knot(memory=memory), *round_of_three).state
    assert state.table.turn == 0
    assert after(state, Research(1, 0)).reveals is not memory
    assert after(state, Research(1, 1)).reveals
    assert after(state, Scout(A1)).reveals, "another seat has seen it"
    assert after(after(state, Scout(A2), Advance(C)).state, Scout(A1)).reveals is not memory


# -- Claims


@pytest.mark.clause("WK-13")
def test_claims_add_up_and_one_seats_same_claim_is_kept_once() -> None:
    state = knot()
    for _ in range(2):  # two rounds of the same three turns
        for target in (Point(A1), Point(A2), PointStrike(A)):
            owner = 1 if state.table.turn != 1 else 0
            state = after(state, Research(owner, 0), target, Advance(D)).state
    claims = (Claim(0, 1, 0, A1, None), Claim(1, 0, 0, A2, None), Claim(2, 1, 0, None, A))
    assert state.table.claims == claims
    by_another_seat = after(state, Research(1, 0), PointStrike(A))
    assert by_another_seat.state.table.claims == (*claims, Claim(0, 1, 0, None, A))
    again = after(state, Research(1, 0), Point(A1))
    assert again.events == (Pointed(0, 1, 0, A1, None),)
    assert again.state.table.claims == claims


@pytest.mark.clause("WK-13")
def test_claims_are_never_checked() -> None:
    """Card 2 of seat 1 is a 9: whatever is pointed at, nothing tells whether that is true."""
    looked = after(knot(), Research(1, 2)).state
    true, false = after(looked, Point(C2)), after(looked, Point(A1))
    assert looked.nest[C2] == 9 != looked.nest[A1]
    for step, cell in ((true, C2), (false, A1)):
        assert step.events == (Pointed(0, 1, 2, cell, None),)
        assert replace(step.state.table, claims=(), recent=()) == replace(true.state.table, claims=(), recent=())


def lapses(state: State, claim: Claim, *moves: Move) -> bool:
    """Whether a claim that has stood until the last of the moves is gone after it."""
    state = replace(state, table=replace(state.table, claims=(claim,)))
    for move in moves[:-1]:
        state = after(state, move).state
        assert state.table.claims == (claim,)
    return after(state, moves[-1]).state.table.claims == ()


@pytest.mark.clause("WK-13")
def test_a_claim_lapses_when_a_card_of_it_leaves() -> None:
    egg, strike = Claim(2, 0, 1, A2, None), Claim(2, 0, 1, None, A)
    assert lapses(knot(), egg, Enchant(1), Aim(A2))  # the card covers an egg
    assert lapses(knot(), strike, Enchant(1), Aim(A2))
    assert lapses(knot(), egg, Enchant(1), Aim(B1))  # the card fails at another egg
    assert lapses(knot(), egg, Enchant(0), Aim(A2))  # the egg is spent on another card
    assert lapses(knot(strikes={A: -3}), egg, Scout(D1), Advance(A))  # the egg is lost
    assert lapses(knot(), strike, Enchant(0), Aim(A2), Remove(A))  # the strike dragon is removed
    assert lapses(knot(strikes={A: -1}), strike, Scout(D1), Advance(A))  # the strike dragon comes home
    assert lapses(knot(strikes={A: -3}, up=((0, 6),)), Claim(2, 0, 6, A1, None), Distract(6, A))  # discarded


@pytest.mark.clause("WK-13")
def test_a_claim_stands_while_both_lie_where_they_lay() -> None:
    egg, strike = Claim(2, 0, 1, A2, None), Claim(2, 0, 1, None, A)
    assert not lapses(knot(), strike, Scout(D1), Advance(A))  # a strike dragon on the move is in play
    assert not lapses(knot(), egg, Scout(D1), Advance(B))
    assert not lapses(knot(strikes={A: 4}), strike, Scout(D1), Advance(A))  # only one of them lies face up
    assert not lapses(knot(turn=1), egg, Research(0, 1), TurnUp())
    assert not lapses(knot(turn=1), Claim(2, 0, 1, A4, None), Enchant(6), Aim(A4))  # a saved egg stays in its place
    assert not lapses(knot(), egg, Enchant(3), Aim(A3))


@pytest.mark.clause("WK-13")
def test_a_claim_lapses_when_both_lie_face_up() -> None:
    strike = Claim(2, 0, 1, None, A)
    assert lapses(knot(strikes={A: 4}, up=((0, 1),)), strike, Scout(D1), Advance(A))
    assert lapses(knot(turn=1, strikes={A: -5}), strike, Research(0, 1), TurnUp())
    assert lapses(knot(turn=1, saved=(A2,)), Claim(2, 0, 1, A2, None), Research(0, 1), TurnUp())
    assert lapses(knot(strikes={A: -5}), strike, Wild(1), Aim(A2))


@pytest.mark.clause("WK-13", "WK-14")
def test_nothing_is_pointed_at_where_both_lie_face_up() -> None:
    state = after(knot(strikes={A: -4, B: 3, C: -5}, up=((1, 2),)), Research(1, 2)).state
    assert of_kind(state, PointStrike) == [PointStrike(B), PointStrike(D)]
    assert "face up" in refused(state, PointStrike(A))
    unseen = after(knot(strikes={A: -4}), Research(1, 2)).state
    assert PointStrike(A) in legal_moves(unseen)


@pytest.mark.clause("WK-14", "WK-33")
def test_what_can_be_pointed_at() -> None:
    """Not what is saved or gone; a covered egg and a strike dragon of either face can be."""
    state = knot(strikes={A: 99, B: 2, C: -3}, saved=(D1, D2), lost=(C4, C3))
    pointing = after(state, Research(1, 2)).state
    assert of_kind(pointing, Point) == [Point(cell) for cell in range(16) if cell not in (D1, D2, C3, C4)]
    assert of_kind(pointing, PointStrike) == [PointStrike(B), PointStrike(C), PointStrike(D)]
    assert "saved" in refused(pointing, Point(D1))
    assert "lost" in refused(pointing, Point(C4))
    assert "has left the game" in refused(pointing, PointStrike(A))


@pytest.mark.clause("WK-13")
def test_an_actor_may_point_at_a_card_they_have_not_seen() -> None:
    state = after(knot(turn=2), Research(0, 0)).state
    assert set(mine(state, 2).nest) == {None}
    assert len(of_kind(state, Point)) == 16


# -- Scouting


@pytest.mark.clause("WK-15", "WK-50")
def test_scouting_shows_an_egg_to_the_actor_alone() -> None:
    step = after(knot(turn=1), Scout(B3))
    assert step.reveals
    assert step.events == (Scouted(1, B3), Scouted(1, B3, dragon=6, audience=(1,)))
    assert step.state.table.nest[B3] == Egg("down", None, None, None, looked=(1,))
    assert mine(step.state, 1).nest[B3] == 6
    assert mine(step.state, 0).nest[B3] is mine(step.state, 2).nest[B3] is None
    assert legal_moves(step.state) == tuple(map(Advance, range(4)))
    assert after(step.state, Advance(A)).state.table.turn == 2


@pytest.mark.clause("WK-10", "WK-15")
def test_a_seat_may_look_again() -> None:
    state = knot()
    for _ in range(2):
        state = after(state, Scout(B3), Advance(D)).state
        state = after(state, Research(0, 0), Keep(), Advance(D)).state
        state = after(state, Research(0, 0), Keep(), Advance(D)).state
    assert state.table.nest[B3].looked == (0,)
    assert state.table.tableaus[0][0].looked == (1, 2)


# -- Enchantments


@pytest.mark.clause("WK-16", "WK-50")
@pytest.mark.parametrize("up", [(), ((0, 2),)], ids=["card face down", "card face up"])
def test_a_match_saves_the_egg_and_no_strike_dragon_advances(up: tuple[tuple[int, int], ...]) -> None:
    step = after(knot(strikes={B: 1}, up=up), Enchant(2), Aim(A3))
    table = step.state.table
    assert step.reveals
    assert step.events == (Aimed(0, 2, A3, dragon=2, wild=False), Saved(0, A3, dragon=2, by_strike=False))
    assert table.nest[A3] == Egg("saved", 2, saver=0, cover=2, looked=())
    assert table.tableaus[0][2] == MageCard("gone", 2, ())
    assert (table.saved, table.left) == (1, 15)
    assert (table.turn, table.step, table.chosen) == (1, "action", None)
    assert table.strikes == knot(strikes={B: 1}).table.strikes


@pytest.mark.clause("WK-16")
def test_a_mismatch_costs_both_and_a_strike_dragon_of_the_actors_choice() -> None:
    step = after(knot(strikes={A: 99, B: 1, C: -5}), Enchant(2), Aim(D2))
    table = step.state.table
    assert step.reveals
    assert step.events == (Aimed(0, 2, D2, dragon=2, wild=False), Mismatched(0, 2, D2, card=2, dragon=3))
    assert table.nest[D2] == Egg("lost", 3, None, None, ())
    assert table.tableaus[0][2] == MageCard("gone", 2, ())
    assert (table.saved, table.left, table.turn) == (0, 15, 0)
    assert legal_moves(step.state) == (Remove(B), Remove(C), Remove(D))
    assert "has left the game" in refused(step.state, Remove(A))
    removed = after(step.state, Remove(B)).state.table
    assert [strike.face for strike in removed.strikes] == ["gone", "gone", "up", "down"]
    assert [strike.column for strike in removed.strikes] == [0, 0, 5, 0]
    assert (removed.turn, removed.step) == (1, "action")


@pytest.mark.clause("WK-16", "WK-18")
def test_only_a_wild_enchantment_makes_use_of_a_strike_dragon() -> None:
    step = after(knot(strikes={A: -5}), Enchant(6), Aim(D1))
    assert step.events == (Aimed(0, 6, D1, dragon=6, wild=False), Mismatched(0, 6, D1, card=6, dragon=2))
    assert step.state.table.step == "remove"


@pytest.mark.clause("WK-16")
def test_what_can_be_enchanted_with_what() -> None:
    state = knot(saved=(A1,), lost=(A2,), strikes={B: 3}, up=((0, 1),), gone=((0, 0),))
    assert of_kind(state, Enchant) == [Enchant(position) for position in range(1, 7)]
    aiming = after(state, Enchant(1))
    assert not aiming.reveals
    assert aiming.events == ()
    assert legal_moves(aiming.state) == (*(Aim(cell) for cell in range(2, 16) if cell != B3), Back())
    assert "saved" in refused(aiming.state, Aim(A1))
    assert "lost" in refused(aiming.state, Aim(A2))
    assert "strike dragon lies" in refused(aiming.state, Aim(B3))


def test_back_takes_up_another_action() -> None:
    state = knot()
    for begin in (Enchant(3), Wild(3)):
        assert after(state, begin, Back()) == Step(state, (), reveals=False)


# -- Distraction


@pytest.mark.clause("WK-17")
def test_a_distraction_moves_a_matching_strike_dragon_back() -> None:
    """Card 6 of seat 0 is a 6, as is the strike dragon of row A."""
    step = after(knot(strikes={A: -2}, up=((0, 6),), lost=(A3, A4)), Distract(6, A))
    table = step.state.table
    assert not step.reveals
    assert step.events == (Distracted(0, 6, A, column=3, dragon=6),)
    assert table.strikes[A] == Strike(3, "up", 6)
    assert table.tableaus[0][6] == MageCard("gone", 6, ())
    assert (table.turn, table.step, table.left) == (1, "action", 14)  # nothing harmed, no advance


@pytest.mark.clause("WK-17", "WK-31")
def test_from_column_4_a_strike_dragon_moves_back_to_5_and_comes_again() -> None:
    step = after(knot(strikes={A: -4}, up=((0, 6),), saved=(A4,)), Distract(6, A))
    assert step.state.table.strikes[A] == Strike(5, "up", 6)
    again = after(step.state, Scout(D1), Advance(A))
    assert again.state.table.strikes[A] == Strike(4, "up", 6)
    assert not again.reveals


@pytest.mark.clause("WK-17")
def test_what_cannot_be_distracted() -> None:
    assert of_kind(knot(strikes={A: -5}, up=((0, 6),)), Distract) == []
    assert "column 5" in refused(knot(strikes={A: -5}, up=((0, 6),)), Distract(6, A))
    for state in (
        knot(strikes={A: -4}),  # the card lies face down
        knot(strikes={A: 3}, up=((0, 6),)),  # the strike dragon does
        knot(strikes={A: 99}, up=((0, 6),)),  # it is out of play
        knot(strikes={A: -4}, gone=((0, 6),)),  # the card is
        knot(strikes={A: -4}, up=((0, 5),)),  # they don't match
        knot(strikes={A: -4}, up=((2, 2),)),  # the matching card is another seat's
    ):
        assert of_kind(state, Distract) == []
        for position in range(7):
            refused(state, Distract(position, A))


@pytest.mark.clause("WK-17")
def test_of_two_matching_strike_dragons_the_actor_chooses() -> None:
    state = knot(swap=(B3, 16 + B), strikes={A: -2, B: -3}, up=((0, 6),))
    assert state.strikes[:2] == (6, 6)
    assert of_kind(state, Distract) == [Distract(6, A), Distract(6, B)]
    assert [strike.column for strike in after(state, Distract(6, B)).state.table.strikes] == [2, 4, 0, 0]


# -- Wild enchantments


@pytest.mark.clause("WK-18")
def test_a_wild_enchantment_takes_a_face_down_card() -> None:
    state = knot(up=((0, 1),), gone=((0, 0),), saved=(A1,), strikes={B: 3})
    assert of_kind(state, Wild) == [Wild(position) for position in range(2, 7)]
    assert "face-down" in refused(state, Wild(1))
    assert "no card" in refused(state, Wild(0))
    aiming = after(state, Wild(2)).state
    assert of_kind(aiming, Aim) == [Aim(cell) for cell in range(1, 16) if cell != B3]


@pytest.mark.clause("WK-18")
def test_the_wild_card_is_revealed_first_and_may_go_anywhere_in_its_strike_dragons_row() -> None:
    step = after(knot(strikes={A: -3}, lost=(A4, A3)), Wild(6), Aim(D1))
    assert step.reveals
    assert step.events == (Aimed(0, 6, D1, dragon=6, wild=True),)
    assert step.state.table.tableaus[0][6] == MageCard("up", 6, ())
    assert step.state.table.nest[D1] == Egg("down", None, None, None, ())
    assert legal_moves(step.state) == (Place(A1), Place(A2), Decline())
    assert "row of the strike dragon" in refused(step.state, Place(D1))
    assert "lost" in refused(step.state, Place(A4))


@pytest.mark.clause("WK-18", "WK-19")
def test_an_egg_saved_by_its_strike_dragon_stays_unseen() -> None:
    step = after(knot(strikes={A: -5}), Wild(6), Aim(D1), Place(A2))
    table = step.state.table
    assert not step.reveals
    assert step.events == (Saved(0, A2, dragon=6, by_strike=True),)
    assert table.nest[A2] == Egg("saved", None, saver=0, cover=6, looked=())
    assert table.nest[D1] == Egg("down", None, None, None, ())
    assert table.tableaus[0][6].face == "gone"
    assert (table.saved, table.left, table.turn, table.step) == (1, 15, 1, "action")
    assert table.strikes[A] == Strike(5, "up", 6)


@pytest.mark.clause("WK-18")
def test_the_egg_first_chosen_may_itself_be_the_one_unrevealed() -> None:
    """Even where it would have matched."""
    state = knot(swap=(A1, B3), strikes={A: -5})
    assert state.nest[A1] == 6
    step = after(state, Wild(6), Aim(A1), Place(A1))
    assert step.state.table.nest[A1] == Egg("saved", None, saver=0, cover=6, looked=())
    assert step.events == (Saved(0, A1, dragon=6, by_strike=True),)


@pytest.mark.clause("WK-18")
def test_declining_compares_the_egg_first_chosen() -> None:
    wild = after(knot(strikes={A: -5}), Wild(6), Aim(B3)).state
    match = after(wild, Decline())
    assert match.reveals
    assert match.events == (Saved(0, B3, dragon=6, by_strike=False),)
    assert match.state.table.nest[B3] == Egg("saved", 6, 0, 6, ())
    mismatch = after(knot(strikes={A: -5}), Wild(6), Aim(D1), Decline())
    assert mismatch.reveals
    assert mismatch.events == (Mismatched(0, 6, D1, card=6, dragon=2),)
    assert legal_moves(mismatch.state) == tuple(map(Remove, range(4)))


WON, FAILED, TAKEN = Saved(0, A2, 6, by_strike=True), Mismatched(0, 6, A1, card=6, dragon=0), Left(A, 6, home=False)


@pytest.mark.parametrize(
    ("events", "feat"),
    [
        ([Aimed(0, 6, D1, 6, wild=True), WON], "wild-enchantment"),
        ([Aimed(0, 6, D1, 6, wild=True)], ""),
        ([Aimed(0, 6, A1, 6, wild=True), FAILED, TAKEN, Aimed(0, 5, B2, 5, wild=False), WON], ""),  # others passed
        ([Aimed(0, 5, B2, 5, wild=False), WON], ""),
    ],
)
def test_a_wild_enchantment_that_comes_off_is_a_feat(events: list[Event], feat: str) -> None:
    assert GAME.feat(events) == feat


@pytest.mark.clause("WK-18")
@pytest.mark.parametrize(
    "state",
    [
        knot(),
        knot(strikes={A: 4}),  # of its kind, but face down
        knot(strikes={A: 99}),  # of its kind, but out of play
        knot(strikes={B: -5}),  # of another kind
        knot(strikes={A: -3}, lost=(A3, A4), saved=(A1, A2)),  # no unsaved egg left in its row
    ],
)
def test_without_its_strike_dragon_the_wild_card_is_compared_at_once(state: State) -> None:
    match = after(state, Wild(6), Aim(B3))
    assert match.events == (Aimed(0, 6, B3, 6, wild=True), Saved(0, B3, 6, by_strike=False))
    assert match.state.table.turn == 1
    mismatch = after(state, Wild(6), Aim(D1))
    assert mismatch.events == (Aimed(0, 6, D1, 6, wild=True), Mismatched(0, 6, D1, card=6, dragon=2))
    assert mismatch.state.table.step == "remove"


@pytest.mark.clause("WK-19")
def test_two_strike_dragons_of_that_kind_open_both_rows() -> None:
    state = knot(swap=(B3, 16 + C), strikes={A: -3, C: -5}, lost=(A3, A4), saved=(C1,))
    assert state.strikes == (6, 7, 6, 9)
    wild = after(state, Wild(6), Aim(D1)).state
    assert of_kind(wild, Place) == [Place(cell) for cell in (A1, A2, C2, C3, C4)]


@pytest.mark.clause("WK-19", "WK-50")
def test_eggs_saved_by_a_strike_dragon_are_shown_when_the_game_is_over() -> None:
    """By whichever move ends it: here the last strike dragon comes home, otherwise nothing to see."""
    state = after(knot(strikes={A: -1, B: 99, C: 99, D: 99}), Wild(6), Aim(D1), Place(A1)).state
    assert view(state, None).table.nest[A1].dragon is None
    step = after(state, Scout(D1), Advance(A))
    assert step.state.table.step == "over"
    assert step.state.table.nest[A1] == Egg("saved", 0, saver=0, cover=6, looked=())
    assert step.state.table.nest[D2].dragon is None
    assert step.reveals
    without = after(knot(strikes={A: -1, B: 99, C: 99, D: 99}), Scout(D1), Advance(A))
    assert not without.reveals


@pytest.mark.clause("WK-19", "WK-43")
@pytest.mark.parametrize("state", [knot(gone=((0, 1),), lost=(B1,), saved=(A1,)), after(knot(), Research(1, 2)).state])
def test_once_over_or_given_up_everything_is_turned_up(state: State) -> None:
    assert GAME.revealed
    shown = GAME.revealed(state)
    assert shown.mine is None
    table = shown.table
    assert table.step == "over"
    assert tuple(egg.dragon for egg in table.nest) == state.nest
    assert tuple(strike.dragon for strike in table.strikes) == state.strikes
    assert tuple(tuple(card.dragon for card in cards) for cards in table.tableaus) == state.tableaus
    assert [egg.fate for egg in table.nest] == [egg.fate for egg in state.table.nest], "they stay what they were"
    for cards, before in zip(table.tableaus, state.table.tableaus, strict=True):
        assert ["gone" if card.face == "gone" else "up" for card in before] == [card.face for card in cards]


@pytest.mark.clause("WK-20", "WK-32")
def test_a_saved_egg_is_safe_for_good() -> None:
    state = knot(strikes={A: -3}, saved=(A2,))
    step = after(state, Scout(D1), Advance(A))
    assert step.events == (Advanced(0, A, 2, dragon=6),)
    assert step.state.table.nest[A2] == state.table.nest[A2]
    assert not step.reveals
    by_strike = after(knot(strikes={A: -5}), Wild(6), Aim(D1), Place(A4), Scout(D1), Advance(A))
    assert by_strike.state.table.nest[A4].fate == "saved"


# -- Strike dragons


@pytest.mark.clause("WK-30", "WK-31")
def test_a_strike_dragon_goes_right_face_down_harmless_and_turns_up_in_column_5() -> None:
    state = knot()
    for column in (1, 2, 3, 4):
        step = after(state, Scout(D1), Advance(A))
        assert step.events == (Advanced(state.table.turn, A, column, dragon=None),)
        assert step.state.table.strikes[A] == Strike(column, "down", None)
        assert step.state.table.left == 16
        assert not step.reveals
        state = step.state
    step = after(state, Scout(D1), Advance(A))
    assert step.events == (Advanced(1, A, 5, dragon=6),)
    assert step.state.table.strikes[A] == Strike(5, "up", 6)
    assert step.state.table.left == 16
    assert step.reveals


@pytest.mark.clause("WK-31", "WK-32", "WK-34")
def test_face_up_it_goes_left_takes_unsaved_eggs_and_leaves_at_column_0() -> None:
    state, left = knot(strikes={A: -5}, saved=(A2,)), 15
    for column, cell in ((4, A4), (3, A3), (2, None), (1, A1)):
        step = after(state, Scout(D1), Advance(A))
        turn, table = state.table.turn, step.state.table
        assert table.strikes[A] == Strike(column, "up", 6)
        if cell is None:
            assert step.events == (Advanced(turn, A, column, 6),)
        else:
            left -= 1
            assert step.events[:2] == (Advanced(turn, A, column, 6), Lost(cell, dragon=state.nest[cell]))
            assert table.nest[cell] == Egg("lost", state.nest[cell], None, None, ())
            assert step.reveals
        assert table.left == left
        state = step.state
    step = after(state, Scout(D1), Advance(A))
    assert step.events == (Advanced(1, A, 0, 6), Left(A, 6, home=True))
    assert step.state.table.strikes[A] == Strike(0, "gone", 6)
    assert step.state.table.left == left
    assert Advance(A) not in legal_moves(after(step.state, Scout(D1)).state)


@pytest.mark.clause("WK-30")
def test_any_strike_dragon_in_play_may_advance_and_one_must() -> None:
    """Even where all of them lose an egg."""
    state = knot(strikes={A: -5, B: -2, C: 99, D: -4})
    for begin in ((Scout(C1),), (Research(1, 0), TurnUp()), (Research(1, 0), Keep()), (Research(1, 0), Point(A1))):
        advancing = after(state, *begin).state
        assert legal_moves(advancing) == (Advance(A), Advance(B), Advance(D))
        assert "has left the game" in refused(advancing, Advance(C))
    for row, column in ((A, 4), (B, 1), (D, 3)):
        then = after(state, Scout(C1), Advance(row)).state.table
        moved = [strike.column for strike in state.table.strikes]
        moved[row] = column
        assert [strike.column for strike in then.strikes] == moved


@pytest.mark.clause("WK-33")
def test_a_covered_egg_is_not_looked_at_revealed_or_enchanted() -> None:
    state = knot(strikes={A: 1, B: 4, C: 2, D: 0})
    open_eggs = [cell for cell in range(16) if cell not in (A1, B4, C2)]
    assert of_kind(state, Scout) == list(map(Scout, open_eggs))
    assert of_kind(after(state, Enchant(0)).state, Aim) == list(map(Aim, open_eggs))
    assert of_kind(after(state, Wild(0)).state, Aim) == list(map(Aim, open_eggs))
    for cell in (A1, B4, C2):
        assert "strike dragon lies" in refused(state, Scout(cell))
        assert "strike dragon lies" in refused(after(state, Enchant(0)).state, Aim(cell))
        assert "strike dragon lies" in refused(after(state, Wild(0)).state, Aim(cell))


@pytest.mark.clause("WK-33")
def test_column_5_covers_nothing() -> None:
    """Not even the first egg of the row below."""
    assert of_kind(knot(strikes={A: -5, B: -5, C: -5, D: -5}), Scout) == list(map(Scout, range(16)))


@pytest.mark.clause("WK-34")
def test_a_strike_dragon_removed_frees_its_egg_and_is_shown() -> None:
    failed = after(knot(strikes={B: 3, C: -2}), Enchant(2), Aim(D2)).state
    step = after(failed, Remove(B))
    assert step.events == (Left(B, dragon=7, home=False),)
    assert step.reveals
    assert step.state.table.strikes[B] == Strike(0, "gone", 7)
    assert step.state.table.nest[B3] == Egg("down", None, None, None, ())
    assert step.state.table.left == 15  # no harm as it leaves
    assert Scout(B3) in legal_moves(step.state)
    face_up = after(failed, Remove(C))
    assert face_up.events == (Left(C, dragon=8, home=False),)
    assert not face_up.reveals
    assert face_up.state.table.left == 15


# -- The end


@pytest.mark.clause("WK-40", "WK-43")
def test_won_as_soon_as_the_target_is_reached() -> None:
    state = knot(target=8, saved=tuple(range(4, 11)))
    step = after(state, Enchant(2), Aim(A3))
    assert GAME.outcome(state) is None
    assert GAME.outcome(step.state) == Outcome((0, 1, 2), (8, 8, 8), True)
    assert GAME.headline(GAME.view(step.state, None)) == "Victory: all 8 eggs are safe."
    assert GAME.to_act(step.state) is None
    assert legal_moves(step.state) == ()
    assert step.state.table.chosen is None
    assert refused(step.state, Scout(D4)) == "The game is over."


@pytest.mark.clause("WK-40", "WK-19")
def test_won_with_an_egg_saved_by_its_strike_dragon() -> None:
    state = knot(target=8, saved=tuple(range(4, 11)), strikes={A: -5})
    step = after(state, Wild(6), Aim(D1), Place(A2))
    outcome = GAME.outcome(step.state)
    assert outcome is not None
    assert outcome.won
    assert step.reveals  # the egg is shown at once
    assert step.state.table.nest[A2].dragon == 1


@pytest.mark.clause("WK-41", "WK-43")
@pytest.mark.parametrize("last", ["comes home", "is removed"])
def test_lost_when_no_strike_dragon_is_left(last: str) -> None:
    state = knot(target=10, saved=(B1, B2, C1), strikes={A: 99, B: 99, C: 99, D: -1}, lost=(D1, D2, D3, D4))
    moves: tuple[Move, ...] = (Scout(A1), Advance(D)) if last == "comes home" else (Enchant(0), Aim(A2), Remove(D))
    step = after(state, *moves)
    assert GAME.outcome(step.state) == Outcome((), (3, 3, 3), False)
    assert GAME.headline(GAME.view(step.state, None)) == "Defeat: 3 of 10 eggs saved."
    assert legal_moves(step.state) == ()


@pytest.mark.clause("WK-40", "WK-42")
def test_lost_in_the_middle_of_an_action_when_no_unsaved_egg_is_left() -> None:
    """A mismatch costs the last egg: no strike dragon is removed any more."""
    eggs = tuple(cell for cell in range(16) if cell != A1)
    step = after(knot(target=14, saved=eggs[:9], lost=eggs[9:]), Enchant(1), Aim(A1))
    assert [type(event) for event in step.events] == [Aimed, Mismatched]
    assert GAME.outcome(step.state) == Outcome((), (9, 9, 9), False)
    assert GAME.headline(GAME.view(step.state, None)) == "Defeat: 9 of 14 eggs saved."
    assert [strike.face for strike in step.state.table.strikes] == ["down"] * 4
    advance = after(knot(target=14, saved=eggs[:9], lost=eggs[9:], strikes={A: -2}), Research(1, 0), Keep(), Advance(A))
    assert GAME.outcome(advance.state) is not None


@pytest.mark.clause("WK-42")
def test_a_seat_with_an_empty_tableau_still_researches_and_scouts() -> None:
    state = knot(turn=1, gone=all_of(1))
    assert of_kind(state, Enchant, Wild, Distract) == []
    assert len(of_kind(state, Research)) == 13
    assert len(of_kind(state, Scout)) == 16


def bare(**changes: Any) -> State:
    """All eggs but C1 are settled, and C1 lies open under a strike dragon that is about to cover it."""
    rest = tuple(cell for cell in range(16) if cell != C1)
    return knot(target=16, saved=rest, strikes={A: 99, B: 99, **changes.pop("strikes", {})}, **changes)


@pytest.mark.clause("WK-42", "WK-50")
def test_a_seat_without_a_legal_action_is_passed_over() -> None:
    """Seat 1 alone has a card left and the last egg gets covered: it can neither scout nor research."""
    state = bare(gone=(*all_of(0), *all_of(2), *all_of(1)[1:]), strikes={D: -1})
    step = after(state, Scout(C1), Advance(C))
    assert step.events == (Advanced(0, C, 1, None), Passed(1))
    assert step.state.table.turn == 2
    assert legal_moves(step.state) == (Research(1, 0),)
    again = after(step.state, Research(1, 0), Keep(), Advance(D))
    assert again.events == (Advanced(2, D, 0, 9), Left(D, 9, home=True))
    assert again.state.table.turn == 0
    assert again.state.table.recent[-1] == Left(D, 9, home=True)
    assert step.state.table.recent == (Scouted(0, C1), Advanced(0, C, 1, None), Passed(1))


@pytest.mark.clause("WK-42")
def test_being_passed_over_goes_round_the_table() -> None:
    """Seat 0 alone has a card, and seat 2 has just made the only open egg a covered one."""
    state = knot(turn=2, target=16, up=((0, 6),), gone=(*all_of(1), *all_of(2)), saved=tuple(range(15)), strikes={D: 3})
    step = after(state, Scout(D4), Advance(D))
    assert step.events == (Advanced(2, D, 4, None), Passed(0))
    assert step.state.table.turn == 1


@pytest.mark.clause("WK-42")
def test_the_game_is_lost_when_no_seat_can_act() -> None:
    state = bare(gone=(*all_of(0), *all_of(1), *all_of(2)))
    step = after(state, Scout(C1), Advance(C))
    assert step.events == (Advanced(0, C, 1, None),)
    assert GAME.outcome(step.state) == Outcome((), (15, 15, 15), False)
    assert GAME.headline(GAME.view(step.state, None)) == "Defeat: 15 of 16 eggs saved."


@pytest.mark.clause("WK-42")
def test_an_egg_to_scout_is_reason_enough_for_a_turn() -> None:
    step = after(bare(gone=(*all_of(0), *all_of(1), *all_of(2))), Scout(C1), Advance(D))
    assert step.state.table.turn == 1
    assert legal_moves(step.state) == (Scout(C1),)


@pytest.mark.clause("WK-42")
def test_a_distraction_is_reason_enough_for_a_turn() -> None:
    """The last card in the hall is seat 1's, and only a distraction can use it."""
    gone = (*all_of(0), *all_of(1)[1:], *all_of(2))
    state = bare(gone=gone, up=((1, 0),), strikes={B: -2, D: 99})
    step = after(state, Scout(C1), Advance(C))
    assert step.state.table.turn == 1
    assert legal_moves(step.state) == (Distract(0, B),)


@pytest.mark.clause("WK-42")
def test_the_table_says_once_when_the_target_is_out_of_reach() -> None:
    state = knot(target=14, lost=(B1, B2), strikes={A: -5})
    first = after(state, Scout(D1), Advance(A))
    assert first.events == (Advanced(0, A, 4, 6), Lost(A4, 3), OutOfReach())
    second = after(first.state, Scout(D1), Advance(A))
    assert second.events == (Advanced(1, A, 3, 6), Lost(A3, 2))
    assert GAME.outcome(second.state) is None
    mismatch = after(state, Enchant(2), Aim(D2))
    assert mismatch.events[-1] == OutOfReach()
    in_reach = after(knot(target=14, lost=(B1,), strikes={A: -5}), Scout(D1), Advance(A))
    assert OutOfReach() not in in_reach.events


@pytest.mark.clause("WK-43")
def test_the_score_is_the_eggs_saved() -> None:
    for seed in range(30):
        for options in (Options(target=8), Options(target=16)):
            *_, last = playthrough(Setup(GAME, 4, options), str(seed), lasting)
            outcome, table = GAME.outcome(last.step.state), last.step.state.table
            assert outcome is not None
            assert outcome.scores == (sum(egg.fate == "saved" for egg in table.nest),) * 4
            assert outcome.scores[0] <= options.target
            assert outcome.won == (outcome.scores[0] == options.target)
            assert (
                f"{table.saved} of {options.target}" in GAME.headline(GAME.view(last.step.state, None)) or outcome.won
            )


# -- Who knows what


@pytest.mark.clause("WK-50")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_view_changes_only_by_what_its_seat_was_told(seats: int) -> None:
    """Of two deals that a viewer can't tell apart, the same move with the same tidings makes the same view."""
    for seed in range(4):
        for state, _, move, step in playthrough(Setup(GAME, seats, Options()), str(seed), lasting):
            for viewer in (None, *range(seats)):
                twin = play(GAME.imagine(view(state, viewer), Chance("twin")), move, CHANCE)
                heard = [[e for e in one.events if e.audience is None or viewer in e.audience] for one in (step, twin)]
                if heard[0] == heard[1] and GAME.outcome(step.state) is None is GAME.outcome(twin.state):
                    assert view(step.state, viewer) == view(twin.state, viewer)


@pytest.mark.clause("WK-50")
def test_before_the_first_look_nobody_knows_anything() -> None:
    for seat in (None, 0, 1, 2):
        views = {view(GAME.new(3, Options(), Chance(str(seed))), seat) for seed in range(10)}
        assert len(views) == 1


@pytest.mark.clause("WK-50")
def test_an_owner_does_not_learn_what_others_look_at() -> None:
    state = after(knot(), Research(1, 0), Point(A1), Advance(A)).state
    assert mine(state, 1).tableaus[1][0] is None
    assert state.table.tableaus[1][0].looked == (0,)
    assert state.table.claims == (Claim(0, 1, 0, A1, None),)


@pytest.mark.clause("WK-51")
@pytest.mark.parametrize("memory", [True, False])
def test_a_private_view_goes_on_showing_what_was_looked_at_only_with_memory(memory: bool) -> None:
    scouting = after(knot(memory=memory), Scout(B3)).state
    assert mine(scouting, 0).nest[B3] == 6
    scouted = after(scouting, Advance(A)).state
    assert mine(scouted, 0).nest[B3] == (6 if memory else None)
    looking = after(scouted, Research(2, 1)).state
    assert mine(looking, 1).tableaus[2][1] == 5
    assert mine(looking, 0).tableaus[2][1] is None
    kept = after(looking, Keep()).state
    assert mine(kept, 1).tableaus[2][1] == 5
    done = after(kept, Advance(A)).state
    assert mine(done, 1).tableaus[2][1] == (5 if memory else None)
    assert done.table.tableaus[2][1].looked == (1,)  # that somebody looked is remembered by the table
    assert done.table.nest[B3].looked == (0,)


@pytest.mark.clause("WK-51")
def test_without_memory_an_earlier_look_is_not_brought_back_by_another_action() -> None:
    state = after(knot(memory=False), Scout(B3), Advance(A)).state
    for other in (Scout(D1), Scout(D2)):
        state = after(state, other, Advance(A)).state
    for moves in ((Scout(D4),), (Research(1, 0),), (Enchant(2),), (Wild(2),)):
        assert mine(after(state, *moves).state, 0).nest[B3] is None
    placing = knot(memory=False, strikes={A: -5})
    placing = after(placing, *(move for cell in (B3, D1, D2) for move in (Scout(cell), Advance(C)))).state
    assert mine(after(placing, Wild(6), Aim(B3)).state, 0).nest[B3] is None


@pytest.mark.clause("WK-51")
@pytest.mark.parametrize("memory", [True, False])
def test_spectators_see_what_everyone_sees(memory: bool) -> None:
    state = after(knot(memory=memory), Research(1, 2)).state
    assert view(state, None).mine is None
    assert view(state, None).table == view(state, 0).table == view(state, 1).table == state.table
    assert state.table.tableaus[1][2].dragon is None


@pytest.mark.clause("WK-2", "WK-3", "WK-4", "WK-50")
def test_secret_is_every_card_that_lies_face_down_but_from_who_has_looked() -> None:
    """Their own cards too: owning one doesn't mean knowing it."""
    state = after(knot(strikes={A: -5, B: 99}, lost=(A1,), up=((0, 0),)), Research(1, 2), Keep(), Advance(C)).state
    state = after(state, Scout(B3), Advance(C)).state
    eggs = {("egg", cell): cell % 10 for cell in range(1, 16)}
    strikes = {("strike", row): 6 + row for row in (C, D)}
    cards = {
        ("card", owner, position): dragon
        for owner, dragons in enumerate(state.tableaus)
        for position, dragon in enumerate(dragons)
    }
    del cards["card", 0, 0]
    everything: dict[Any, int] = {**eggs, **strikes, **cards}
    assert hidden(GAME, state, None) == hidden(GAME, state, 2) == everything
    assert hidden(GAME, state, 0).items() == everything.items() - {(("card", 1, 2), 9)}
    assert hidden(GAME, state, 1).items() == everything.items() - {(("egg", B3), 6)}


@pytest.mark.clause("WK-19", "WK-50")
def test_secret_is_an_egg_saved_by_its_strike_dragon_until_the_end() -> None:
    state = after(knot(strikes={A: -1, B: 99, C: 99, D: 99}), Wild(6), Aim(D1), Place(A1)).state
    assert hidden(GAME, state, None)["egg", A1] == 0
    over = after(state, Scout(D1), Advance(A)).state
    assert ("egg", A1) not in hidden(GAME, over, None)


@pytest.mark.clause("WK-51")
@pytest.mark.parametrize("memory", [True, False])
def test_secret_again_is_what_is_not_remembered(memory: bool) -> None:
    looking = after(knot(memory=memory), Research(1, 2)).state
    assert ("card", 1, 2) not in hidden(GAME, looking, 0)
    assert (("card", 1, 2) in hidden(GAME, after(looking, Keep(), Advance(A)).state, 0)) is not memory


@pytest.mark.clause("WK-53")
def test_secret_from_every_seat_is_what_was_looked_at_for_an_empty_one() -> None:
    state = after(knot(), Blind(Research(1, 2))).state
    assert all(("card", 1, 2) in hidden(GAME, state, seat) for seat in (None, 0, 1, 2))


# -- What the table remembers of the turn


def test_recent_is_the_turn_in_progress_or_else_the_turn_before() -> None:
    state = knot()
    assert state.table.recent == ()
    scouted = after(state, Scout(D1), Advance(A)).state
    before = (Scouted(0, D1), Advanced(0, A, 1, None))
    assert scouted.table.recent == before
    for quiet in ((Enchant(0),), (Wild(0),), (Enchant(0), Back())):
        assert after(scouted, *quiet).state.table.recent == before
    looked = after(scouted, Research(0, 0)).state
    assert looked.table.recent == (Looked(1, 0, 0),)
    assert after(looked, Keep(), Advance(A)).state.table.recent == (
        Looked(1, 0, 0),
        Kept(1),
        Advanced(1, A, 2, None),
    )
    failed = after(scouted, Enchant(0), Aim(D4), Remove(B)).state
    assert [type(event) for event in failed.table.recent] == [Aimed, Mismatched, Left]


def test_chosen_says_what_the_turn_has_settled() -> None:
    state = knot(strikes={A: -5})
    assert after(state, Research(1, 2)).state.table.chosen == Researching(1, 2)
    assert after(state, Research(1, 2), Keep()).state.table.chosen == Researching(1, 2)
    assert after(state, Scout(D1)).state.table.chosen == Scouting(cell=D1)
    assert after(state, Enchant(2)).state.table.chosen == Enchanting(0, 2)
    assert after(state, Wild(6)).state.table.chosen == WildEnchanting(0, 6)
    assert after(state, Wild(6), Aim(D1)).state.table.chosen == WildEnchanting(0, 6, D1)
    assert after(state, Enchant(2), Aim(D4)).state.table.chosen == Enchanting(0, 2, D4)
    assert after(state, Scout(D1), Advance(A)).state.table.chosen is None


def test_a_move_out_of_its_step_is_refused_with_what_comes_first() -> None:
    state = knot(strikes={A: -5})
    for begin, move, hint in (
        ((), Advance(A), "Choose an action"),
        ((), Keep(), "Choose an action"),
        ((Scout(D1),), Scout(D2), "move a strike dragon"),
        ((Research(1, 0),), Scout(D2), "decide about the card"),
        ((Enchant(0),), Advance(A), "pick the egg"),
        ((Wild(6), Aim(D1)), Aim(D2), "save in that row"),
        ((Enchant(0), Aim(D1)), Advance(A), "leaves the game"),
    ):
        assert hint in refused(after(state, *begin).state if begin else state, move)


# -- What is told


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Looked(0, 1, 2), "{0} looked at {1}'s card 3."),
        (Looked(0, 1, 2, dragon=9, audience=(0,)), "{1}'s card 3 is Duskeye. Only you know."),
        (Looked(0, 1, 2, dragon=9), "{0} studied {1}'s card 3, Duskeye."),
        (TurnedUp(0, 1, 2, 9), "{0} turned {1}'s card 3 face up: Duskeye."),
        (Pointed(0, 1, 2, B3, None), "{0} pointed: {1}'s card 3 matches egg B3."),
        (Pointed(0, 1, 2, A1, None), "{0} pointed: {1}'s card 3 matches egg A1."),
        (Pointed(0, 1, 2, None, A), "{0} pointed: {1}'s card 3 matches A's strike dragon."),
        (Kept(4), "{4} showed nothing."),
        (Scouted(0, D4), "{0} scouted egg D4."),
        (Scouted(0, D4, dragon=0, audience=(0,)), "Egg D4 is Cinderhorn. Only you know."),
        (Unseen(0, None, None, D4), "{0} scouted egg D4. Nobody saw it: the seat is empty."),
        (Unseen(0, 1, 2, None), "{0} looked at {1}'s card 3. Nobody saw it: the seat is empty."),
        (Aimed(0, 0, A1, 1, wild=False), "{0} tried card 1 on egg A1 (enchantment): Tidefin."),
        (Aimed(0, 0, A1, 1, wild=True), "{0} tried card 1 on egg A1 (wild enchantment): Tidefin."),
        (Saved(0, A1, 1, by_strike=False), "{0} saved egg A1: a match, Tidefin."),
        (Saved(0, A1, 1, by_strike=True), "{0} saved egg A1: Tidefin is also the strike dragon there."),
        (Mismatched(0, 0, A1, card=1, dragon=2), "No match: egg A1 was Briarback. It is lost, and Tidefin with it."),
        (Advanced(0, B, 3, None), "{0} moved B's strike dragon to column 3."),
        (Advanced(0, B, 5, 3), "{0} moved B's strike dragon to column 5. It is Rimeclaw, and it turns back."),
        (Advanced(0, B, 4, 3), "{0} moved B's strike dragon, Rimeclaw, to column 4."),
        (Lost(C2, 4), "Egg C2 is lost: Galewing."),
        (Distracted(0, 0, A, 3, 5), "{0} discarded card 1, Cragjaw: A's strike dragon went back to column 3."),
        (Left(A, 6, home=True), "A's strike dragon, Stormtail, has flown home."),
        (Left(A, 6, home=False), "A's strike dragon, Stormtail, has left the game."),
        (Passed(2), "{2} had nothing to do and was skipped."),
        (OutOfReach(), "Too few eggs are left to reach the target."),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, msgspec.Struct) else "",
)
def test_every_event_has_its_sentence(event: Event, sentence: str) -> None:
    assert GAME.tell(event) == sentence
    assert GAME.tell(decode(GAME.event, msgspec.json.encode(event))) == sentence


def test_dragons_have_ten_names() -> None:
    assert len(set(DRAGONS)) == 10
    assert set(DECK) == set(range(len(DRAGONS)))
    assert len(get_args(GAME.move)) == 16


# -- Counting


def counted(state: State, depth: int) -> int:
    """How many lines of `depth` moves begin here."""
    moves = legal_moves(state)
    return len(moves) if depth == 1 else sum(counted(play(state, move, CHANCE).state, depth - 1) for move in moves)


@pytest.mark.parametrize(
    ("seats", "others", "own", "at_1", "at_2"),
    [
        # research others + scout 16 + enchant own + wild own; then 22 after research (turn up, 16 eggs, 4 strike
        # dragons, keep), 4 after scouting (which strike dragon advances), 17 after either enchantment (16 eggs, back)
        (3, 13, 7, 13 + 16 + 7 + 7, 13 * 22 + 16 * 4 + 14 * 17),
        (4, 15, 5, 15 + 16 + 5 + 5, 15 * 22 + 16 * 4 + 10 * 17),
        (5, 16, 4, 16 + 16 + 4 + 4, 16 * 22 + 16 * 4 + 8 * 17),
    ],
)
def test_the_opening_counted_by_hand(seats: int, others: int, own: int, at_1: int, at_2: int) -> None:
    for seed in range(3):
        state = GAME.new(seats, Options(), Chance(str(seed)))
        assert counted(state, 1) == at_1
        assert counted(state, 2) == at_2
        assert counted(state, 3) == third(state, others, own, at_1)


def third(state: State, others: int, own: int, at_1: int) -> int:
    """Lines of three moves from the opening, reckoned from the deal."""
    researched = others * 22 * 4
    theirs = len(state.tableaus[1])
    after_scouting = (20 - theirs) + 15 + 2 * theirs  # the next seat's actions: one egg lies covered
    after_match = (20 - theirs - 1) + 15 + 2 * theirs  # one egg saved, one card of seat 0 gone
    matches = sum(card == egg for card in state.tableaus[0] for egg in state.nest)
    enchanted = matches * after_match + (16 * own - matches) * 4 + own * at_1  # saved, failed, stepped back
    return researched + 16 * 4 * after_scouting + 2 * enchanted


def test_the_opening_leads_to_as_many_positions() -> None:
    """Stepping back from any of the fourteen enchantments comes to the one opening again."""
    state = GAME.new(3, Options(), CHANCE)
    one = [play(state, move, CHANCE).state for move in legal_moves(state)]
    two = [play(other, move, CHANCE).state for other in one for move in legal_moves(other)]
    assert len(set(one)) == len(one) == 43
    assert len(two) == 588
    assert len(set(two)) == 588 - 14 + 1


def test_a_small_ending_counted_by_hand() -> None:
    """One egg (C1, an 8) is open, one strike dragon (row D's) is in play, seats 1 and 2 have one card each."""
    state = bare(gone=(*all_of(0), *all_of(1)[1:], *all_of(2)[1:]), strikes={C: 99, D: 4})
    # Seat 0 researches either card or scouts.
    assert counted(state, 1) == 3
    # Turn up, point at C1 or row D, or keep; the only advance.
    assert counted(state, 2) == 2 * 4 + 1
    # The advance; or seat 1's actions after scouting: research, scout, enchant, wild.
    assert counted(state, 3) == 2 * 4 + 4


def test_random_playouts_see_every_move_and_event() -> None:
    """So that the laws, which are held to such playouts, speak of all of the rules."""
    draw, moves, events = Random("all").random, set(), set()
    for seed in range(60):
        setup = Setup(GAME, 3 + int(draw() * 3), Options(target=16))
        for played in playthrough(setup, str(seed), lasting):
            moves.add(type(played.move))
            events |= {type(event) for event in played.step.events}
    assert moves == set(get_args(GAME.move)) - {Blind}
    assert events >= set(get_args(GAME.event)) - {Passed, Unseen}


# -- Acting for a vacant seat


@pytest.mark.clause("WK-50")
def test_nobody_learns_what_a_vacant_seat_has_looked_at() -> None:
    """Seat 1 has looked at a card and an egg. Had these been dealt otherwise, whoever plays for it sees the same."""
    state = after(knot(), Scout(A1), Advance(D), Research(0, 1), Keep(), Advance(D), Scout(A2), Advance(D)).state
    state = after(state, Scout(A1), Advance(C), Scout(B1), Advance(C), Scout(A2), Advance(C)).state
    state = after(state, Scout(A1), Advance(C)).state
    assert state.table.turn == 1
    other = replace(state, tableaus=(state.tableaus[0][::-1], *state.tableaus[1:]), nest=state.nest[::-1])
    assert view(state, 1) != view(other, 1)
    assert GAME.redact_for(view(state, 1)) == GAME.redact_for(view(other, 1))
    assert all(GAME.withheld(event) for event in after(state, Scout(B2)).events if event.audience)


@pytest.mark.clause("WK-53")
@pytest.mark.parametrize("memory", [True, False])
def test_a_look_for_an_empty_seat_is_known_to_nobody(memory: bool) -> None:
    state = GAME.new(3, Options(memory=memory), CHANCE)
    for look, told in ((Research(1, 2), Unseen(0, 1, 2, None)), (Scout(B2), Unseen(0, None, None, B2))):
        seen, blind = after(state, look), after(state, GAME.unseen(look))
        assert seen.reveals
        assert not blind.reveals, "so it can be taken back"
        assert blind.events == blind.state.table.recent == (told,)
        assert blind.state.table.step == seen.state.table.step
        assert blind.state.table.chosen == seen.state.table.chosen
        for seat in range(3):
            assert view(blind.state, seat).mine == view(state, seat).mine, "nor to that seat, whoever takes it"
        assert blind.state.table.nest == state.table.nest, "nobody is noted as having looked"
        assert blind.state.table.tableaus == state.table.tableaus
        assert legal_moves(blind.state) == legal_moves(seen.state)


@pytest.mark.clause("WK-53")
def test_what_shows_nothing_in_private_is_the_same_for_an_empty_seat() -> None:
    state = after(knot(), Research(1, 0), TurnUp(), Advance(A), Scout(A2), Advance(B), Scout(A3), Advance(C)).state
    assert after(state, GAME.unseen(Research(1, 0))) == after(state, Research(1, 0)), "it lies face up"
    for move in (Enchant(0), Wild(0)):
        assert GAME.unseen(move) == move
    assert refused(state, Blind(Scout(16)))
    assert refused(state, Blind(Research(0, 0)))
