"""The chart of a finished game: read in words it says the same, and nothing of it lies outside."""

import io
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image

from render.chart import DOT, HEIGHT, STRIP, Chart, Line, Sum, _marks, alt, chart, strip
from render.colours import GOLD, SEATS

HOSTILE = "‮Robert'); DROP TABLE\U0001f600" * 9


def shown(*courses: tuple[int, ...], points: tuple[int, ...] = (), highest: int = 100) -> Chart:
    several = len(courses) > 1
    names = [f"Seat {number}" if several else "" for number in range(len(courses))]
    return Chart(
        title="Hexaract: how it was played",
        unit="%",
        highest=highest,
        lines=tuple(
            [Line(name, number, course) for number, (name, course) in enumerate(zip(names, courses, strict=True))]
        ),
        turning_points=points,
        sums=(Sum("The chance to win", "41 to 100%"), Sum("Luck", "+64"), Sum("Skill", "\N{MINUS SIGN}5")),
    )


def drawn(of: Chart) -> Image.Image:
    return Image.open(io.BytesIO(chart(of))).convert("RGB")


@pytest.mark.parametrize("course", [(41, 100), (0,) * 200, (50, 120, -3, 100), tuple(range(100))])
def test_every_course_is_drawn_the_same_again_and_as_wide_as_a_board(course: tuple[int, ...]) -> None:
    of = shown(course, points=(0, len(course) - 1))
    assert chart(of) == chart(of)
    assert drawn(of).width == 1200
    assert any(colour == GOLD for _, colour in drawn(of).getcolors(1 << 24) or ())
    assert strip(of, 0).size == strip(of, len(course) - 1).size == (1200, STRIP)


def test_who_competes_has_a_line_and_a_number_each() -> None:
    of = shown((25, 0, 0), (25, 60, 100), (25, 20, 0), (25, 20, 0), points=(0, 1))
    colours = {colour for _, colour in drawn(of).getcolors(1 << 24) or ()}
    assert colours >= set(SEATS[:4])
    marks = _marks(of, 1000, HEIGHT)
    assert [mark.label for mark in marks] == ["1", "2", "1", "2", "3", "4"]
    for one, other in pairwise(sorted(marks, key=lambda mark: (mark.x, mark.y))):
        assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= DOT**2, "each number can be read"
    assert all(DOT <= mark.y <= HEIGHT - DOT and DOT <= mark.x <= 1000 - DOT for mark in marks)


def test_a_figure_is_never_cut() -> None:
    """Its last letter changes the picture, also of the longest."""

    def figure(said: str) -> bytes:
        return chart(replace(shown((41, 100)), sums=(Sum("The score to expect", said),)))

    assert figure("100 to 100 points") != figure("100 to 100 pointy")


def test_in_words_it_says_what_the_picture_says_within_discords_limit() -> None:
    said = alt(shown((41, 30, 100), points=(1,)))
    for part in ("41 to 100%", "Luck: +64", "Skill: \N{MINUS SIGN}5", "Turning point 1: choice 2", "30% at choice 2"):
        assert part in said
    assert said.endswith("100% at the end.")
    every = alt(shown(*[tuple(range(100)) for _ in range(4)], points=(1, 50, 98)))
    assert all(f"Seat {number}: 0% at choice 1" in every for number in range(4))
    assert len(every) <= 1024


def test_a_hostile_name_stays_in_its_line() -> None:
    of = Chart(
        title="Hexaract",
        unit=" points",
        highest=60,
        lines=(Line(HOSTILE, 0, (1, 2)),),
        turning_points=(),
        sums=(Sum(HOSTILE, "+1", 0),),
    )
    assert drawn(of).width == 1200
    assert len(alt(of)) <= 1024
