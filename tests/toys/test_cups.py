"""The rules of Cups, clause by clause. In the hall it would be tests/engine/test_cups.py."""

import pytest

from engine import Chance, IllegalMove

from ..engine.worlds import hidden
from . import cups
from .cups import Options, Shake, Shook, Stand, State, Table

CHANCE = Chance("cups")


@pytest.mark.clause("CU-1")
def test_only_its_player_sees_into_a_cup() -> None:
    state = cups.new(3, Options(), CHANCE)
    assert all(
        view.mine and view.mine.dice == state.cups[seat] for seat in range(3) for view in [cups.view(state, seat)]
    )
    assert cups.view(state, None) == cups.View(Table(3), None)


@pytest.mark.clause("CU-1", "CU-3")
def test_secret_are_the_dice_of_others_until_the_cups_are_lifted() -> None:
    state = State(Table(3), ((1, 2), (3, 4), (5, 6)))
    dice = {("die", owner, number): 2 * owner + number + 1 for owner in range(3) for number in range(2)}
    for seat in (None, 0, 1, 2):
        assert hidden(cups.GAME, state, seat) == {place: dice[place] for place in dice if place[1] != seat}
    lifted = cups.play(State(Table(3, turn=2), state.cups), Stand(), CHANCE).state
    assert hidden(cups.GAME, lifted, None) == {}


@pytest.mark.clause("CU-2")
def test_a_cup_is_shaken_twice_at_most_and_heard() -> None:
    state = cups.new(2, Options(), CHANCE)
    for _ in range(cups.MOST_SHAKES):
        step = cups.play(state, Shake(), CHANCE)
        state = step.state
        assert step.events == (Shook(0), Shook(0, state.cups[0], audience=(0,)))
    with pytest.raises(IllegalMove, match="twice"):
        cups.play(state, Shake(), CHANCE)
    assert cups.legal_moves(state) == (Stand(),)
    assert cups.to_act(cups.play(state, Stand(), CHANCE).state) == 1


@pytest.mark.clause("CU-3")
@pytest.mark.parametrize(("dice", "winners"), [(((1, 2), (6, 5)), (1,)), (((4, 4), (2, 6)), (0, 1))])
def test_the_highest_total_wins(dice: tuple[cups.Dice, ...], winners: tuple[int, ...]) -> None:
    step = cups.play(State(Table(2, turn=1), dice), Stand(), CHANCE)
    outcome = cups.outcome(step.state)
    assert outcome
    assert outcome.winners == winners
    assert cups.view(step.state, None).table.cups == dice


@pytest.mark.clause("CU-4")
@pytest.mark.parametrize(("dice", "won"), [((4, 4), False), ((4, 5), True)])
def test_nine_wins_alone(dice: cups.Dice, won: bool) -> None:
    outcome = cups.outcome(cups.play(State(Table(1), (dice,)), Stand(), CHANCE).state)
    assert outcome
    assert outcome.won is won
