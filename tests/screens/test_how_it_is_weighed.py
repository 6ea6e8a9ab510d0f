"""What is said of odds that were counted or sampled: of planted ones."""

import pytest

from cogs.screens import retry as retry_messages
from cogs.screens.hints import NO_WAY, TOO_CLOSE, doubts, verdict
from engine import GAMES
from engine.hexaract.moves import EndRound
from players import Weighed
from players.answer import Opinion, Question
from tables.history.retries import Chosen, Retry, RetryState
from tables.play.private import Followed
from tables.play.questions import ThinkTask

from .game import NAMES, Game

SURE = Weighed(EndRound(), 0.97, 0.0, "")


@pytest.mark.parametrize(
    ("other", "points", "said"),
    [
        (Weighed(EndRound(), 0.90, 0.0, ""), 0, []),
        (Weighed(EndRound(), 0.90, 0.02, ""), 0, []),
        (
            Weighed(EndRound(), 0.90, 0.045, ""),
            0,
            [f"These odds are estimates. The best two differ by 7 of 100, give or take 9. {TOO_CLOSE}"],
        ),
        (
            Weighed(EndRound(), 0.90, 0.045, ""),
            40,
            [f"These odds are estimates. The best two differ by 3 points, give or take 4. {TOO_CLOSE}"],
        ),
        (Weighed(EndRound(), 0.97, 0.05, ""), 0, [TOO_CLOSE]),
    ],
)
def test_odds_that_differ_and_are_too_close_to_call_are_told_with_their_error(
    other: Weighed[EndRound], points: int, said: list[str]
) -> None:
    assert doubts([SURE, other], points) == said


def test_a_habit_is_told_with_the_error_that_makes_it_the_choice() -> None:
    """Its odds may be lower than those of what comes second."""
    (said,) = doubts([Weighed(EndRound(), 0.90, 0.045, ""), SURE], 0)
    assert "differ by 7 of 100, give or take 9" in said


def test_a_position_that_is_lost_whatever_is_played_says_so_and_not_that_it_is_close() -> None:
    lost = (Weighed(EndRound(), 0.0, 0.0, ""), Weighed(EndRound(), 0.004, 0.02, ""))
    assert verdict(Opinion(lost, ()), lost, 0) == [NO_WAY]
    assert verdict(Opinion((*lost, SURE), ()), lost, 0) == [TOO_CLOSE], "another move wins"
    assert verdict(Opinion(lost, ()), lost, 40) == [TOO_CLOSE], "a score is no defeat"


def test_whoever_plays_on_from_a_lost_position_is_told_so_and_not_what_would_have_been_better() -> None:
    game = Game("hexaract", NAMES[:1])
    seen, made = game.seen(0), game.seen(0).legal[0]
    asked = Question.about(GAMES["hexaract"], "move", "strong", seen.view, seen.legal, (), luck="")
    thought = ThinkTask(seen.table, 0, seen.legal, asked)
    retry = Retry(101, 9, 3, 0, 2, (made,))
    state = RetryState(retry, Followed(seen, ()), Chosen(seen.view, made, thought), 1, None, False, None)

    def said(*odds: float) -> str:
        weighed = [Weighed(move, worth, 0.0, "") for move, worth in zip(seen.legal, odds, strict=False)]
        return retry_messages.verdict(state, Opinion(tuple(weighed), ()))

    assert said(0.0, 0.004) == f"🏳️ {NO_WAY}"
    assert said(0.3, 0.0) == "✅ I would have done the same: 30% to win."
