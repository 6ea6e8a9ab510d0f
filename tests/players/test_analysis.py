"""Luck and skill: they are the whole way from the start to the end, and a choice is judged by what could be known."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES, BaseEvent, Chance, Seat, advyria, encode, heard, hexaract
from engine import advent_of_the_wyrms as advent
from engine import forest_of_wyr as forest
from engine.wyverns_knot.events import Looked, Scouted
from engine.wyverns_knot.moves import Enchant
from players import PLAYERS, Judge
from players.analysis import BUDGET, FEWEST, SURE, WHOLE, Judged, account, allowed, consistent, judge, rounded
from players.answer import Question, answer, read_judgement
from players.player import AnyPlayer
from players.wyverns_knot.looking_back import as_heard_by, imagining

JUDGED = [key for key in GAMES if PLAYERS[key].judge]
SHARES = st.integers(0, WHOLE)


def quickly(player: AnyPlayer, first: int = 2, second: int = 3) -> AnyPlayer:
    """With fewer futures."""
    assert player.judge
    return replace(player, judge=replace(player.judge, first=first, second=second))


class Position:
    """In a game that has come so far by chance."""

    def __init__(self, key: str, moves: int, *, seats: int | None = None, seed: str = "analysis") -> None:
        self.game, self.player = GAMES[key], PLAYERS[key]
        self.seats = seats or self.game.seats[0]
        options = self.game.alone if self.seats == 1 else None
        self.chance, draw = Chance(seed), Random(seed)
        self.state = self.game.new(self.seats, options or self.game.options(), self.chance)
        self.happened = list[BaseEvent]()
        made = 0
        while made < moves or len(self.moves) < 2:
            assert self.game.outcome(self.state) is None, "it is over too soon"
            made += len(self.moves) > 1
            self.make(draw.choice([one for one in self.moves if one != self.game.concession]))

    @property
    def moves(self) -> tuple[Any, ...]:
        return tuple(self.game.legal_moves(self.state))

    @property
    def seat(self) -> Seat:
        seat = self.game.to_act(self.state)
        assert seat is not None
        return seat

    @property
    def told(self) -> tuple[BaseEvent, ...]:
        return heard(self.happened, self.seat)

    @property
    def view(self) -> Any:
        return self.game.view(self.state, self.seat)

    def make(self, move: Any) -> None:
        step = self.game.play(self.state, move, self.chance)
        self.happened += step.events
        self.state = step.state

    def judged(self, made: Any, luck: str = "luck", player: AnyPlayer | None = None) -> Judged:
        return judge(player or self.player, self.view, self.moves, self.told, made, Chance(luck))


# -- The way from the start to the end


@st.composite
def games(draw: st.DrawFn) -> tuple[list[tuple[Seat | None, Judged]], tuple[int, ...]]:
    sides = draw(st.integers(1, 4))
    seats = draw(st.integers(1, 5)) if sides == 1 else sides
    choices: list[tuple[Seat | None, Judged]] = []
    for _ in range(draw(st.integers(1, 30))):
        seat = draw(st.integers(0, seats - 1))
        made = [draw(SHARES) for _ in range(sides)]
        best = [*made]
        side = seat if sides > 1 else 0
        best[side] = draw(st.integers(made[side], WHOLE))
        choices.append((seat, Judged(tuple(best), tuple(made), 0)))
    return choices, tuple([draw(SHARES) for _ in range(sides)])


@given(games())
def test_luck_and_skill_are_the_way_from_start_to_end_exactly(
    game: tuple[list[tuple[Seat | None, Judged]], tuple[int, ...]],
) -> None:
    choices, end = game
    for side in range(len(end)):
        found = account(choices, end, side=side)
        assert found.start + sum(found.luck) + sum(found.skill) == found.end == end[side]
        assert found.start == choices[0][1].best[side]
        assert max(found.skill) <= 0
        others = [cost for (seat, _), cost in zip(choices, found.skill, strict=True) if len(end) > 1 and seat != side]
        assert not any(others), "what others play badly is nobody else's skill"


@given(games(), st.data())
def test_where_nothing_came_to_light_there_is_no_luck(
    game: tuple[list[tuple[Seat | None, Judged]], tuple[int, ...]], data: st.DataObject
) -> None:
    """What differs from one estimate to the next of the same position is no luck, and no skill either."""
    choices, end = game
    quiet = data.draw(st.lists(st.booleans(), min_size=len(choices), max_size=len(choices)))
    agreed = consistent([judged for _, judged in choices], quiet, end)
    for side in range(len(end)):
        found = account([(seat, one) for (seat, _), one in zip(choices, agreed, strict=True)], end, side=side)
        assert found.start + sum(found.luck) + sum(found.skill) == found.end
        assert not any(luck for luck, same in zip(found.luck, quiet, strict=True) if same)
        for (_, before), one in zip(choices, agreed, strict=True):
            assert one.made[side] <= one.best[side] <= WHOLE
            assert one.best[side] - one.made[side] <= before.best[side] - before.made[side]


@given(
    st.lists(st.integers(-WHOLE, WHOLE), min_size=1, max_size=7), st.integers(0, WHOLE), st.sampled_from([10**4, 62500])
)
def test_the_sums_that_are_shown_add_up_to_the_last_digit(parts: list[int], start: int, unit: int) -> None:
    shown_start, shown_end = round(start / unit), round((start + sum(parts)) / unit)
    shown = rounded(parts, shown_end - shown_start, unit)
    assert shown_start + sum(shown) == shown_end
    if any(parts):
        assert all(after == 0 for before, after in zip(parts, shown, strict=True) if before == 0), (
            "nothing stays nothing"
        )
        some = sum(map(bool, parts))
        assert all(abs(after - before / unit) <= 1 + 1 / some for before, after in zip(parts, shown, strict=True))


@pytest.mark.parametrize("key", JUDGED)
def test_every_game_s_choices_are_judged_in_order_and_the_same_again(key: str) -> None:
    position = Position(key, 6)
    choices: list[tuple[Seat, Judged]] = []
    draw, player = Random(key), quickly(position.player)
    while len(choices) < 3 and position.game.outcome(position.state) is None:
        moves = [move for move in position.moves if move != position.game.concession]
        move = draw.choice(moves)
        if len(moves) > 1:
            judged = position.judged(move, f"{len(choices)}", player)
            assert judged == position.judged(move, f"{len(choices)}", player)
            choices.append((position.seat, judged))
        position.make(move)
    end = (0,) * len(choices[0][1].made)
    for side in range(len(end)):
        found = account(choices, end, side=side)
        assert found.start + sum(found.luck) + sum(found.skill) == 0


def test_who_competes_has_a_value_each_and_they_add_up() -> None:
    position = Position("advyria", 6, seats=3)
    judged = position.judged(position.moves[0], player=quickly(position.player))
    assert len(judged.made) == 3
    assert sum(judged.made) == pytest.approx(WHOLE, abs=2)


# -- What is judged


def planted(values: dict[Any, Sequence[float]], error: float = 0.0, work: int = 0) -> AnyPlayer:
    """A player of Hexaract for whom the moves come to these values, future by future, and each takes so much work."""
    asked = dict.fromkeys(values, 0)

    def play_on(state: Any, events: Any, luck: Chance) -> tuple[tuple[float, ...], int]:
        move = next(move for move in values if GAMES["hexaract"].play(start, move, luck).state == state)
        asked[move] += 1
        return (values[move][(asked[move] - 1) % len(values[move])],), work

    start = GAMES["hexaract"].new(1, hexaract.state.Options(), Chance("planted"))
    judging: Judge[Any, Any, Any] = Judge(
        considered=lambda view, moves, told: [*values],
        imagining=lambda view, told: lambda luck: start,
        playing_on=lambda seat, told: play_on,
        first=10,
        second=20,
        error=lambda view: error,
    )
    return replace(PLAYERS["hexaract"], judge=judging)


@cache
def two_moves() -> tuple[Any, Any, Any, tuple[Any, ...]]:
    state = GAMES["hexaract"].new(1, hexaract.state.Options(), Chance("planted"))
    moves = tuple(GAMES["hexaract"].legal_moves(state))
    return moves[0], moves[1], GAMES["hexaract"].view(state, 0), moves


@pytest.mark.parametrize(
    ("other", "error", "better"),
    [
        ((0.9, 0.9), 0.0, True),
        ((1.0, 0.0), 0.0, False),  # it differs too much from future to future
        ((0.9, 0.9), 0.25, False),  # the player itself may be wrong by more
        ((0.4, 0.4), 0.0, False),
    ],
)
def test_a_better_move_is_named_only_if_it_is_better_by_more_than_two_standard_errors(
    other: tuple[float, ...], error: float, better: bool
) -> None:
    made, rival, view, moves = two_moves()
    judged = judge(planted({made: (0.5,), rival: other}, error), view, moves, (), made, Chance("luck"))
    assert (judged.better == rival) == better
    assert judged.best == ((900_000,) if better else judged.made)
    assert not better or judged.best[0] - judged.made[0] > SURE * judged.apart


@pytest.mark.parametrize(
    ("work", "choices"), [(1_000, 100), (10_000, 100), (20_000, 100), (5_000, 400), (100_000, 100)]
)
def test_a_whole_game_keeps_to_its_budget(work: int, choices: int) -> None:
    """In work that is counted, so that it comes out the same everywhere; with fewer futures the error says so."""
    made, rival, view, moves = two_moves()
    player = planted({made: (0.4, 0.6), rival: (0.4, 0.7)}, work=work)
    judged = list[Judged]()
    for _ in range(choices):
        left = allowed(judged, choices)
        judged.append(judge(player, view, moves, (), made, Chance("luck"), allowed=left))
    took, least = sum(one.work for one in judged), 6 * FEWEST * work  # both moves tried as rarely as may be, thrice
    if choices * least <= BUDGET:
        assert took <= BUDGET + least + BUDGET // choices // 2
    else:
        assert took <= BUDGET + choices * 2 * FEWEST * work
    if choices * 2 * FEWEST * work > BUDGET:
        assert judged[-1].work == 2 * FEWEST * work, "nothing is left to try other moves"
    plenty = judge(player, view, moves, (), made, Chance("luck"))
    assert plenty.work == (10 * 2 + 20 * 2 * 2) * work
    assert (judged[0].error > plenty.error) == (judged[0].work < plenty.work)


def test_what_only_looked_better_at_first_isn_t_named() -> None:
    """It is tried again with new luck."""
    made, rival, view, moves = two_moves()
    judged = judge(planted({made: (0.5,), rival: (0.9,) * 10 + (0.5,) * 20}), view, moves, (), made, Chance("luck"))
    assert judged.better is None
    assert judged.best == judged.made == (500_000,)


def test_what_was_surely_better_once_by_chance_isn_t_named() -> None:
    """Of a hundred choices it would be some, and all that they seem to cost would be luck."""
    made, rival, view, moves = two_moves()
    judged = judge(planted({made: (0.5,), rival: (0.9,) * 30 + (0.5,) * 20}), view, moves, (), made, Chance("luck"))
    assert judged.better is None
    assert judged.best == judged.made == (500_000,)


def test_throwing_away_the_card_that_wins_is_found() -> None:
    """A planted blunder, in a deal where the deck is short by then."""
    position = Position("advent-of-the-wyrms", 0, seed="late/28")
    while not (finishing := [move for move in position.moves if _finishes(position, move)]):
        rule = PLAYERS["advent-of-the-wyrms"].rule
        one = len(position.moves) == 1
        position.make(position.moves[0] if one else rule(position.view, position.moves, (), Chance("any")))
    blunder = advent.moves.Discard(finishing[0].card)
    judged = position.judged(blunder)
    assert judged.better is not None
    assert judged.best == (WHOLE,)
    assert judged.made[0] < WHOLE
    assert position.judged(finishing[0]).best == (WHOLE,)


def _finishes(position: Position, move: Any) -> bool:
    """The last incantation."""
    sizes = [*map(len, position.state.incantations)]
    return (
        isinstance(move, advent.moves.Add)
        and sizes[move.incantation] == 2
        and sizes.count(3) == advent.incantations.GOAL - 1
    )


def test_ending_a_round_with_the_dice_unused_is_a_blunder_in_hexaract() -> None:
    position = Position("hexaract", 0)
    judged = position.judged(hexaract.moves.Done())
    assert judged.better is not None
    assert position.judged(judged.better).better is None


def go_on_by_rule(position: Position) -> None:
    """By one move."""
    moves = position.moves
    alone = len(moves) == 1
    position.make(moves[0] if alone else position.player.rule(position.view, moves, position.told, Chance("any")))


def test_leaving_the_last_adventure_undone_is_a_blunder_in_advyria() -> None:
    """Before that it would cost little: one may come back."""
    position = Position("advyria", 0, seats=1, seed="blunder/1")
    last = position.state, [*position.happened]
    while position.game.outcome(position.state) is None:
        if {advyria.moves.Complete(), advyria.moves.Leave()} <= {*position.moves}:
            last = position.state, [*position.happened]
        go_on_by_rule(position)
    position.state, position.happened = last
    assert position.judged(advyria.moves.Leave()).better is not None
    assert position.judged(advyria.moves.Complete()).better is None


def test_trying_a_card_that_nobody_has_told_of_is_a_blunder_in_wyverns_knot() -> None:
    position = Position("wyverns-knot", 20, seats=3, seed="blunder/0")
    judged = position.judged(next(move for move in position.moves if isinstance(move, Enchant)))
    assert judged.better is not None
    assert judged.best[0] - judged.made[0] > WHOLE // 10


def test_not_defending_oneself_where_that_kills_is_a_blunder_in_the_forest() -> None:
    position = Position("forest-of-wyr", 0, seed="blunder/0")
    while not (forest.moves.Stop() in position.moves and _is_over_after(position, forest.moves.Stop())):
        go_on_by_rule(position)
    judged = position.judged(forest.moves.Stop())
    assert judged.better is not None
    assert judged.made == (0,)


def _is_over_after(position: Position, move: Any) -> bool:
    return position.game.outcome(position.game.play(position.state, move, position.chance).state) is not None


def test_a_question_carries_no_state_and_its_answer_is_the_judgement() -> None:
    position = Position("advent-of-the-wyrms", 4)
    made = position.moves[0]
    asked = Question.about(
        position.game, "judgement", "strong", position.view, position.moves, position.told, luck="luck", made=made
    )
    assert b'deck":[' not in encode(asked)
    assert read_judgement(answer(encode(asked))).made == position.judged(made, asked.luck).made


# -- What may be so in Wyvern's Knot


@pytest.mark.parametrize("seats", [3, 5])
def test_imagined_partners_know_what_they_have_looked_at_and_heard_what_was_said(seats: int) -> None:
    position = Position("wyverns-knot", 24, seats=seats, seed=f"partners/{seats}")
    game, seat = position.game, position.seat
    told: Any = position.told
    state = imagining(position.view, told)(Chance("imagined"))
    assert game.view(state, None) == game.view(position.state, None)
    for other in range(seats):
        if other == seat:
            assert game.view(state, other) == position.view
            continue
        ours, theirs = as_heard_by(other, seat, told, state), heard(position.happened, other)
        assert [type(event) for event in ours] == [type(event) for event in theirs]
        for made_up, real in zip(ours, theirs, strict=True):
            match made_up:
                case Looked(_, owner, at, dragon) if made_up.audience is not None:
                    assert dragon == state.tableaus[owner][at]
                    assert real.audience is not None
                case Scouted(_, cell, dragon) if made_up.audience is not None:
                    assert dragon == state.nest[cell]
                    assert real.audience is not None
                case _:
                    assert made_up == real, "what was public, or is none of their business"
