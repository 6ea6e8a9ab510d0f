"""What a step of a lesson asks, and what it accepts: every answer that its own sentence makes right, and no other."""

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import pytest

from cogs.lessons import LESSONS, Lesson
from cogs.lessons.lesson import LessonState, Way, advance, lesson_state
from cogs.screens import lesson as lesson_messages
from engine import Data, IllegalMove, advent_of_the_wyrms, advyria, forest_of_wyr, hexaract, wyverns_knot
from engine.advyria.land import GUILDS, SPACE_OF, STEPS
from engine.decktet import CARDS, KNOTS, SUNS, WAVES
from engine.forest_of_wyr.cards import ALLIANCE, VALUES
from tables.people.learners import follow, with_forced

from .test_lessons import ANN, every_lesson, walked

Right = Callable[[Any, Any], bool]  # of a LessonState and a Way: each game has views and moves of its own


def closest_above(rank: int) -> Right:
    """The card of Suns with the lowest rank above this one, added to the first incantation."""

    def right(state: LessonState, way: Way) -> bool:
        adds = [move for move in state.followed.seen.legal if isinstance(move, advent_of_the_wyrms.moves.Add)]
        above = [move for move in adds if SUNS in CARDS[move.card].suits and CARDS[move.card].rank > rank]
        return way == (min(above, key=lambda move: CARDS[move.card].rank),)

    return right


def bare(move: Data) -> int:
    """The defence of a card of the forest that is played alone."""
    return VALUES[move.card] if isinstance(move, forest_of_wyr.moves.Defend) else 0


def round_after(state: LessonState, way: Way) -> int:
    """The round of the path that these moves lead to."""
    table: Any = follow(state.deal, pressed(state, way), ANN).seen.view.table
    return int(table.round)


# By game and step: whether these moves are an answer that the step's sentence makes right. Only what a learner could
# answer is listed; an order of the same moves is another answer
RIGHT: dict[tuple[str, int], Right] = {
    # The second egg of row B
    ("wyverns-knot", 3): lambda _, way: way == (wyverns_knot.moves.Scout(5),),
    # A strike dragon that has come to the end of its row
    ("wyverns-knot", 6): lambda state, way: state.followed.seen.view.table.strikes[way[0].row].column == 3,
    # The egg that Bramble pointed at
    ("wyverns-knot", 8): lambda _, way: way == (wyverns_knot.moves.Enchant(2), wyverns_knot.moves.Aim(5)),
    # The egg that is known to have the dragon of Corvin's card
    ("wyverns-knot", 10): lambda _, way: way == (wyverns_knot.moves.Point(10),),
    # A strike dragon that takes no egg
    ("wyverns-knot", 11): lambda state, way: state.followed.seen.view.table.strikes[way[0].row].face == "down",
    # The nearest guild to W1
    ("advyria", 2): lambda _, way: (
        way == (advyria.moves.Settle(min(GUILDS, key=lambda guild: STEPS[guild][SPACE_OF["W1"]])),)
    ),
    # The set that looks at W1
    ("advyria", 5): lambda _, way: (
        isinstance(way[-1], advyria.moves.Look) and way[-1].space == SPACE_OF["W1"] and len(way) == 2
    ),
    # The tile that hides the Kraken's Pearl
    ("advyria", 7): lambda _, way: way == (advyria.moves.Go(SPACE_OF["W1"]), advyria.moves.Complete()),
    # The set that flips a village
    ("advyria", 10): lambda _, way: way[-1] == advyria.moves.Turn(1) and len(way) == 2,
    ("advent-of-the-wyrms", 3): closest_above(1),
    # The card that has no Suns
    ("advent-of-the-wyrms", 5): lambda _, way: (
        isinstance(way[0], advent_of_the_wyrms.moves.Negate) and SUNS not in CARDS[way[0].card].suits
    ),
    ("advent-of-the-wyrms", 6): closest_above(5),
    # The only card of Suns
    ("advent-of-the-wyrms", 8): lambda _, way: (
        isinstance(way[0], advent_of_the_wyrms.moves.Add) and SUNS in CARDS[way[0].card].suits
    ),
    # Waves, and any chip that the Forest can get, until the round is over
    ("hexaract", 3): lambda state, way: (
        hexaract.moves.Defeat(18, WAVES) in way
        and sum(isinstance(move, hexaract.moves.Place) for move in way) == 1
        and not any(isinstance(move, hexaract.moves.Spend) for move in way)
        and round_after(state, way) == 2
    ),
    # Dice on both persons
    ("hexaract", 6): lambda _, way: (
        {move.card for move in way[:2] if isinstance(move, hexaract.moves.Assign)} == {6, 17}
        and way[2:] == (hexaract.moves.Done(),)
    ),
    # Knots, from one of the two or from both
    ("hexaract", 7): lambda _, way: (
        len({move.card for move in way if isinstance(move, hexaract.moves.Defeat)}) == 2
        and any(move.suit == KNOTS for move in way)
    ),
    # 3♦ and the one of 4♦ and 5♦ that makes five steps
    ("forest-of-wyr", 3): lambda _, way: (
        {move.card for move in way[:2] if isinstance(move, forest_of_wyr.moves.Stride)} == {28, 30}
        and way[2:] == (forest_of_wyr.moves.Walk(15),)
    ),
    # One card that is worth more than 3
    ("forest-of-wyr", 5): lambda _, way: bare(way[0]) > 3 and len(way) == 1,
    # The one that is called so
    ("forest-of-wyr", 8): lambda _, way: way == (forest_of_wyr.moves.Invoke(ALLIANCE),),
}
ASKING = [(key, number) for key, lesson in LESSONS.items() for number, step in enumerate(lesson.steps, 1) if step.asks]


def pressed(state: LessonState, way: Way) -> Way:
    """All moves since the deal, once these were made one by one, with the forced ones after each."""
    made = state.made
    for move in way:
        made = (*made, *with_forced(state.deal, made, (move,)))
    return made


def answers(lesson: Lesson, state: LessonState, most: int, begun: Way = ()) -> Iterator[Way]:
    """What a learner may do in this step with as many moves as its longest way has, forced ones left out."""
    if begun:
        yield begun
    if len(begun) < most:
        seen = follow(state.deal, pressed(state, begun), ANN).seen
        for move in seen.legal if begun else lesson_messages.situation(state, lesson).legal:
            yield from answers(lesson, state, most, (*begun, move))


def accepted(lesson: Lesson, state: LessonState, way: Way) -> bool:
    """Whether a step goes on with just these moves, made one by one, and none of them is reproved."""
    for move in way:
        if state.strayed:
            return False
        onward = advance(lesson, state, (move,))
        if onward.number > state.number:
            return move is way[-1]
        if onward.moves is None:
            return False
        state = lesson_state(lesson, state.number, onward.moves, ANN)
    return False


@pytest.mark.parametrize(("key", "number"), ASKING)
def test_a_question_accepts_what_its_sentence_makes_right_and_nothing_else(key: str, number: int) -> None:
    lesson = LESSONS[key]
    state = [state for state, _ in walked(lesson)][number - 1]
    if (key, number) not in RIGHT:
        assert state.step.wins, "say in RIGHT which answers are right"
        return
    most = max(map(len, state.step.ways))
    tried = [*answers(lesson, state, most)]
    done = {way for way in tried if RIGHT[key, number](state, way)}
    right = {way for way in done if not any(way[:made] in done for made in range(len(way)))}  # then the next step is on
    assert right
    assert any(not any(one[: len(way)] == way for one in right) for way in tried), "it can only be right"
    assert {way for way in tried if accepted(lesson, state, way)} == right


def test_every_list_of_right_answers_belongs_to_a_question() -> None:
    assert {*RIGHT} <= {*ASKING}


@every_lesson
def test_the_same_moves_in_another_order_are_as_good(key: str) -> None:
    """If they can be made and lead to the same position."""
    lesson = LESSONS[key]
    for state, _ in walked(lesson):
        for way in state.step.ways:
            there = follow(state.deal, pressed(state, way), ANN).seen.view
            for other in permutations(way):
                try:
                    same = follow(state.deal, pressed(state, other), ANN).seen.view == there
                except IllegalMove:
                    continue
                assert not same or accepted(lesson, state, other), f"step {state.number + 1}: {other}"
