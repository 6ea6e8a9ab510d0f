"""What the news of a panel and a board tell when there is no room for all of it."""

import pytest

from cogs.games import WORDS
from cogs.games.words import Weight
from cogs.screens import log
from cogs.screens.log import News
from engine import wyverns_knot as knot

from .game import NAMES, Game
from .told import labels, text

ANN, BOB, CAT = range(3)
LOSS, GAIN, MINE, NEWS, ASIDE = Weight.LOSS, Weight.GAIN, Weight.MINE, Weight.NEWS, Weight.ASIDE


def test_all_is_told_that_there_is_room_for() -> None:
    told = [News("one", ASIDE), News("two", LOSS)]
    assert log.fitting(told, 50, 3) == ["one", "two"]
    assert log.fitting([], 50, 3) == []


def test_what_means_most_is_told_in_its_order_and_the_rest_counted() -> None:
    told = [
        News("a", NEWS),
        News("an egg is lost", LOSS),
        News("b", NEWS),
        News("an egg is saved", GAIN),
        News("c", NEWS),
    ]
    assert log.fitting(told, 50, 2) == ["an egg is lost", "an egg is saved *… and 3 more*"]
    assert log.fitting(told, 50, 3) == ["an egg is lost", "an egg is saved", "c *… and 2 more*"]
    assert log.fitting(told, 0, 0) == ["an egg is lost …"], "something is always told"


def test_what_is_said_elsewhere_is_left_out_first_and_not_counted_alone() -> None:
    told = [News("a", ASIDE), News("b", ASIDE), News("an egg is saved", GAIN), News("c", ASIDE)]
    assert log.fitting(told, 50, 3) == ["an egg is saved …"]
    assert log.fitting(told[:2], 50, 1) == ["b …"]


def test_of_lines_that_are_too_long_the_briefest_is_told() -> None:
    told = [News("brief " * 8, NEWS), News("long " * 30, NEWS)]
    assert log.fitting(told, 50, 1) == [f"{told[0].line} …"]


def test_a_lost_egg_and_a_pointing_at_me_are_told_before_looks_and_moves() -> None:
    """What a newcomer missed: the wrong pointing of a friend that had cost an egg, a card and a strike dragon."""
    weight = WORDS["wyverns-knot"].weight
    wrong, saved = knot.events.Mismatched(CAT, 1, 6, 2, 3), knot.events.Saved(BOB, 4, 3, False)
    at_me, at_bob = knot.events.Pointed(CAT, ANN, 1, 6, None), knot.events.Pointed(CAT, BOB, 1, 6, None)
    moved, looked = knot.events.Advanced(CAT, 0, 2, None), knot.events.Looked(CAT, ANN, 1)
    ranked = [weight(event, ANN) for event in (wrong, saved, at_me, at_bob, moved)]
    assert ranked == sorted({*ranked}, reverse=True)
    assert weight(looked, ANN) == weight(moved, ANN)
    assert weight(knot.events.Looked(ANN, BOB, 1, 4, audience=(ANN,)), ANN) == MINE


def test_a_panel_tells_of_a_turn_what_means_most_and_its_log_the_rest() -> None:
    table = Game("wyverns-knot", NAMES[:3], f"{0:064x}")
    for moves in (
        (knot.moves.Scout(5), knot.moves.Advance(1)),
        (knot.moves.Research(ANN, 0), knot.moves.Point(9), knot.moves.Advance(1)),
        (knot.moves.Scout(6), knot.moves.Advance(1)),
    ):
        table.press(*moves)
    panel = table.panel(ANN)
    said = text(panel.opening())
    assert "**Bob** pointed: **Ann**'s card 1 matches egg C2." in said
    assert "scouted" not in said
    assert "…" in said
    assert "Log" in labels(panel.opening())
    assert "Log" in labels(table.panel(BOB).hand()), "though it isn't Bob's turn"


@pytest.mark.parametrize("most", [1, 3])
def test_a_board_cuts_nothing_without_saying_so(most: int) -> None:
    table = Game("wyverns-knot", NAMES[:3], f"{0:064x}")
    table.press(knot.moves.Scout(5), knot.moves.Advance(1))
    table.press(knot.moves.Research(ANN, 0), knot.moves.Point(9), knot.moves.Advance(1))
    seen, heard = table.panel(BOB).seen, table.told(None)
    told = log.lines(seen.table, heard, most)
    assert "pointed" in told
    assert "…" in told
