"""The riddle of the day: what is asked, and what is told to whoever has answered."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from cogs.screens.press import Press
from cogs.screens.riddle import question, solved
from engine import GAMES, decode, encode
from players import PLAYERS, Weighed
from players.puzzles import MadeRiddle
from tables.daily.riddles import Riddle, RiddleStreak, Solution, position_of

from ..tables.riddles import MADE, SEED, best_of, seed_of
from .told import alts, buttons, labels, text

DAY = date(2026, 1, 1)
FIRST = RiddleStreak(1, 1, 1)
every_game = pytest.mark.parametrize("key", MADE)


def riddle(key: str) -> Riddle:
    """Before one's answer."""
    position = position_of(decode(MadeRiddle, encode(MADE[key])), seed_of(key))
    view, points = position.game.view, PLAYERS[key].points
    return Riddle(DAY, key, view, position.game.moves, position.offered, points(view), "", None, None)


def answered(key: str, own: int, answers: dict[int, int], **other: Any) -> Riddle:
    """`answers`: how many people chose what."""
    asked, made = riddle(key), MADE[key]["choices"]
    weighed = tuple([
        Weighed(move, choice["expected"], choice["error"], choice["reason"])
        for move, choice in zip(asked.moves, made, strict=True)
    ])  # fmt: skip
    counted = tuple([answers.get(number, 0) for number in range(len(made))])
    return replace(asked, solution=replace(Solution(weighed, best_of(key), counted, own), **other))


def choices(asked: Riddle) -> list[str]:
    *said, fair = labels(question(asked))
    assert fair == "Fair riddle?"
    return said


@every_game
def test_one_press_and_all_is_told(key: str) -> None:
    asked = question(riddle(key))
    said, best = choices(riddle(key)), best_of(key)
    assert len(set(said)) == len(said) == len(MADE[key]["choices"])
    assert [buttons(asked)[label].press for label in said] == [
        Press("answer", 0, args=("2026-01-01", str(number))) for number in range(len(said))
    ]
    assert f"**{GAMES[key].title}.**" in text(asked)
    assert len(asked.drawings) == 1
    assert alts(asked)[0]
    found = solved(answered(key, best, {best: 1}), FIRST, counts=True, today=DAY)
    assert f"You found it: the best move is **{said[best]}**" in text(found)
    assert all(choice["reason"] in text(found) for choice in MADE[key]["choices"])
    assert "1 person answered, 1 found it." in text(found)
    assert found.drawings == asked.drawings, "the position stays"
    assert "Your riddle streak: 1 day. Found so far: 1 of 1." in text(found)
    assert labels(found) == ["Share", f"Today's deal: {GAMES[key].title}", "Fair riddle?"]
    wrong = (best + 1) % len(said)
    missed = solved(answered(key, wrong, {best: 1, wrong: 1}), FIRST, counts=True, today=DAY)
    assert f"You chose **{said[wrong]}**, the best move is **{said[best]}**" in text(missed)
    assert "chosen by 1 of 2" in text(missed)


@every_game
def test_what_is_asked_tells_nothing_of_the_answer(key: str) -> None:
    """Whichever of its moves is the best."""
    asked = question(riddle(key))
    assert question(answered(key, 0, {0: 1})) == asked
    assert not any(choice["reason"] in str(asked) for choice in MADE[key]["choices"])
    assert SEED not in str(asked)


@every_game
def test_it_is_asked_in_short_sentences(key: str) -> None:
    for line in text(question(riddle(key))).split("\n"):
        assert len(line.split()) <= 30, line
