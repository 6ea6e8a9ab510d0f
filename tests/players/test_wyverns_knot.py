"""The computer player of Wyvern's Knot does what docs/wyverns-knot-conventions.md says.

Positions are reached by moves from one deal, easy to reckon with: the grid card of cell c is dragon c % 10, so row A
is 0 1 2 3, row B 4 5 6 7, row C 8 9 0 1 and row D 2 3 4 5; the strike dragons are 6 7 8 9. Of three seats, Ada (0) has
the cards 0 to 6, Bram (1) 7 8 9 0 1 2 3, and Cleo (2) 4 to 9.
"""

from collections.abc import Sequence
from random import Random

import pytest

from engine import Chance, heard
from engine.wyverns_knot import GAME
from engine.wyverns_knot.events import Event
from engine.wyverns_knot.moves import (
    Advance,
    Aim,
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
from engine.wyverns_knot.state import DECK, Options, State
from players.wyverns_knot import PLAYER, reason
from players.wyverns_knot.beliefs import EVERYONE, Beliefs

from ..spoken import words

A1, A2, A3, A4, B1, C1, C3 = 0, 1, 2, 3, 4, 8, 10
ADA, BRAM, CLEO = range(3)
LUCK = Chance("the player's own")


class Told:
    """A table, and what each seat has heard."""

    def __init__(self, *moves: Move, memory: bool = True, target: int = 12) -> None:
        state = GAME.new(3, Options(target=target, memory=memory), Chance("any"))  # type: ignore[arg-type]
        tableaus = DECK[:7], DECK[7:14], DECK[14:]
        self.state = State(state.table, tuple(cell % 10 for cell in range(16)), (6, 7, 8, 9), tableaus)
        self.heard: list[list[Event]] = [[], [], []]
        self.play(*moves)

    def play(self, *moves: Move) -> None:
        for move in moves:
            step = GAME.play(self.state, move, Chance("any"))
            for seat, events in enumerate(self.heard):
                events += heard(step.events, seat)
            self.state = step.state

    def up(self, row: int, columns: int = 5) -> None:
        """Moves a strike dragon, each time after a look that shows nothing."""
        for _ in range(columns):
            seat = self.state.table.turn
            owner, position = (BRAM, 6) if seat != BRAM else (CLEO, 5)
            self.play(Research(owner, position), Keep(), Advance(row))

    def turn_of(self, seat: int) -> None:
        """The others scout D4 until it is this seat's turn."""
        while self.state.table.turn != seat:
            self.play(Scout(15), Advance(3 if self.state.table.strikes[3].column < 4 else 2))

    @property
    def moves(self) -> Sequence[Move]:
        return GAME.legal_moves(self.state)

    @property
    def beliefs(self) -> Beliefs:
        seat = self.state.table.turn
        return Beliefs(GAME.view(self.state, seat), self.heard[seat])

    def chosen(self) -> Move:
        seat = self.state.table.turn
        return PLAYER.rule(GAME.view(self.state, seat), self.moves, self.heard[seat], LUCK)

    def reason(self, move: Move) -> str:
        seat = self.state.table.turn
        return reason(GAME.view(self.state, seat), move, self.heard[seat])

    def chooses(self, *moves: Move) -> None:
        """It plays these, one after the other."""
        for move in moves:
            assert self.chosen() == move
            self.play(move)


def test_it_points_at_the_egg_it_knows_and_the_owner_enchants_that_egg() -> None:
    told = Told(Scout(A1), Advance(3), Scout(B1), Advance(3), Scout(C1), Advance(3), Research(BRAM, 3))
    told.chooses(Point(A1))
    told.play(Advance(3))
    told.chooses(Enchant(3), Aim(A1))
    assert told.state.table.saved == 1


def test_it_points_at_the_strike_dragon_and_the_owner_saves_the_egg_it_meets_next() -> None:
    told = Told()
    told.up(1)  # row B: dragon 7, Bram's card 1
    told.turn_of(ADA)
    told.play(Research(BRAM, 0))
    told.chooses(PointStrike(1))
    told.play(told.chosen())
    told.chooses(Wild(0))
    told.play(told.chosen())
    told.chooses(Place(7))


def test_a_card_that_fits_nothing_it_knows_is_turned_up() -> None:
    told = Told(Scout(A1), Advance(3), Scout(B1), Advance(3), Scout(C1), Advance(3), Research(BRAM, 4))
    told.chooses(TurnUp())


def test_whoever_knows_the_egg_of_a_turned_up_card_points_and_its_owner_needs_nobody() -> None:
    told = Told(Scout(A2), Advance(3), Scout(A4), Advance(3), Research(BRAM, 4), TurnUp(), Advance(3))
    told.chooses(Research(BRAM, 4), Point(A2))
    told = Told(Scout(A4), Advance(3), Scout(A2), Advance(3), Research(BRAM, 4), TurnUp(), Advance(3), Scout(C1))
    told.play(Advance(3))
    told.chooses(Enchant(4), Aim(A2))


def test_pointing_tells_everyone_who_knows_one_of_the_two_the_other() -> None:
    told = Told(Scout(A1), Advance(3), Scout(B1), Advance(3), Research(BRAM, 3), TurnUp(), Advance(3))
    told.play(Research(BRAM, 3), Point(A1), Advance(3))
    told.play(Scout(C1), Advance(3))  # Bram waits
    beliefs = told.beliefs  # Cleo's
    assert (beliefs.kind[A1], beliefs.known_to[A1]) == (0, EVERYONE)
    assert beliefs.linked(beliefs.first[BRAM] + 3, A1)


def test_a_pointing_that_cannot_be_true_is_ignored() -> None:
    told = Told(Research(BRAM, 3), TurnUp(), Advance(3), Scout(A4), Advance(3), Scout(C1), Advance(3))
    told.play(Research(BRAM, 3), Point(A4), Advance(3))  # dragon 0, but A4 is 3, as Bram has seen
    assert not told.beliefs.linked(told.beliefs.first[BRAM] + 3, A4)
    assert told.beliefs.kind[A4] == 3
    assert told.chosen() != Enchant(3)


def test_a_third_card_of_a_dragon_is_not_believed() -> None:
    told = Told(Scout(A1), Advance(3), Research(ADA, 0), TurnUp(), Advance(3), Research(BRAM, 3), TurnUp(), Advance(3))
    told.play(Scout(B1), Advance(3), Scout(C1), Advance(2), Research(BRAM, 4), Point(A1), Advance(2))
    beliefs = told.beliefs  # Ada's: A1 is dragon 0, and both cards of dragon 0 are on show
    assert not beliefs.linked(beliefs.first[BRAM] + 4, A1)
    assert beliefs.kind[beliefs.first[BRAM] + 4] == -1


def test_silence_speaks_against_eggs_that_match_a_card_on_show() -> None:
    told = Told(Research(BRAM, 3), TurnUp(), Advance(3))  # dragon 0
    told.play(Scout(A2), Advance(3), Scout(A4), Advance(3), Scout(B1), Advance(3))
    told.play(Scout(C1), Advance(2), Scout(C3), Advance(2))
    beliefs = told.beliefs  # Ada's: Bram and Cleo have each gone on scouting since they saw an egg
    assert beliefs.chance(A2, 0) < beliefs.chance(9, 0) / 5
    assert beliefs.chance(A4, 0) < beliefs.chance(9, 0) / 5
    assert beliefs.chance(C1, 0) == pytest.approx(beliefs.chance(9, 0))  # seen last, and no turn since
    assert sum([beliefs.chance(A2, dragon) for dragon in range(10)]) == pytest.approx(1)


def test_the_foremost_strike_dragon_advances_but_covers_no_promised_egg() -> None:
    told = Told(Scout(A4), Advance(0), Scout(B1), Advance(0), Scout(C1), Advance(0), Research(BRAM, 6))
    told.chooses(Point(A4))
    assert told.state.table.strikes[0].column == 3  # its next step would cover A4, which Bram is about to save
    assert told.chosen() == Advance(1)
    told = Told(Scout(A4), Advance(0), Scout(B1), Advance(0), Scout(C1), Advance(0), Scout(A2))
    told.chooses(Advance(0))


def test_it_needs_no_memory_but_what_it_has_heard() -> None:
    moves = (Scout(A2), Advance(3), Scout(A4), Advance(3), Research(BRAM, 4), TurnUp(), Advance(3))
    told, forgetful = Told(*moves), Told(*moves, memory=False)
    assert told.beliefs.kind == forgetful.beliefs.kind
    forgetful.chooses(Research(BRAM, 4), Point(A2))


def test_an_advance_that_loses_is_named() -> None:
    told = Told(target=16)
    told.up(0)
    told.up(1)
    told.up(2)
    told.up(3)
    told.play(Scout(A1))
    assert told.reason(Advance(0)) == "Egg A4 is lost, and too few are left: that loses the game."
    told = Told()
    told.up(0)
    told.play(Scout(A1))
    assert told.reason(Advance(0)) == "Egg A4 is lost. After that you can lose 3 more and still win."


def test_an_untrue_pointing_is_named() -> None:
    told = Told(Scout(A1), Advance(3), Scout(B1), Advance(3), Scout(C1), Advance(3), Research(BRAM, 4))
    assert told.reason(Point(A1)) == "This card doesn't match egg A1. Others will trust you, and may lose the egg."


@pytest.mark.parametrize(("seats", "memory"), [(3, True), (4, False), (5, True)])
def test_it_weighs_and_explains_every_position(seats: int, memory: bool) -> None:
    """In games half of which is played at random, so that conventions are broken all the time."""
    draw = Random(f"{seats} {memory}")
    state, told = GAME.new(seats, Options(memory=memory), Chance("deal")), [list[Event]() for _ in range(seats)]
    kinds = set()
    while (seat := GAME.to_act(state)) is not None:
        moves, view = GAME.legal_moves(state), GAME.view(state, seat)
        weighed = PLAYER.weigh(view, moves, told[seat], LUCK)
        assert weighed[0].move == PLAYER.strengths["strong"](view, moves, told[seat], LUCK)
        assert weighed == PLAYER.weigh(view, moves, told[seat], Chance("other luck"))
        assert {weight.move for weight in weighed} <= {*moves}
        assert all(0 <= weight.expected <= 1 for weight in weighed)
        assert [weight.expected for weight in weighed] == sorted([w.expected for w in weighed], reverse=True)
        kinds |= {type(move) for move in moves}
        for move in draw.sample(moves, min(4, len(moves))):
            assert 2 < len(words(reason(view, move, told[seat]))) < 25
        move = weighed[0].move if draw.random() < 0.5 else moves[int(draw.random() * len(moves))]
        step = GAME.play(state, move, Chance("any"))
        for hearer, events in enumerate(told):
            events += heard(step.events, hearer)
        state = step.state
    assert kinds >= {Research, Scout, Enchant, Wild, Aim, TurnUp, Keep, Point, PointStrike, Advance, Remove}


def test_a_card_that_matches_a_strike_dragon_can_distract_it() -> None:
    told = Told()
    for row in range(4):
        told.up(row)
    told.turn_of(ADA)
    told.play(Research(BRAM, 0), TurnUp(), Advance(1))  # dragon 7 of row B
    assert Distract(0, 1) in told.moves
    assert told.reason(Distract(0, 1)).startswith("B's strike dragon goes back a column")
