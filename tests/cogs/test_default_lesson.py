"""The lesson of a game for which nobody has written one keeps what written ones keep."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cogs import lessons
from cogs.lessons.default import default_lesson
from engine import GAMES

from ..screens import test_lessons as laws
from ..toys import cups
from ..toys.hall import registered
from .hall import world
from .test_lessons import learn, learner, to_the_end

KEPT = (
    laws.test_each_move_of_a_lesson_is_legal_whichever_way_is_taken,
    laws.test_a_lesson_is_short_and_so_is_all_that_it_says,
    laws.test_what_a_step_waits_for_can_be_pressed_and_is_green,
    laws.test_another_move_changes_nothing_at_first_and_is_taken_back_later,
)


@pytest.fixture(autouse=True)
def in_the_hall() -> Iterator[None]:
    with registered():
        yield


@pytest.mark.parametrize("key", [*GAMES, "cups"])
def test_it_keeps_the_laws_of_lessons(key: str) -> None:
    with pytest.MonkeyPatch.context() as patch:  # undone before Cups leaves the hall
        patch.setitem(vars(lessons)["LESSONS"], key, default_lesson(key))
        for law in KEPT:
            law(key)


def test_it_asks_while_another_answer_changes_nothing() -> None:
    """Of Cups: in a menu of several pages what is to be pressed may stand on another than the first."""
    laws.test_every_third_step_asks_and_answers_what_is_wrong("cups")


async def test_it_is_learned_on_discord(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        await to_the_end(here, ann, await learn(here, ann, cups.GAME.key), cups.GAME.key)
        assert learner(here, "cups")["learned"]
