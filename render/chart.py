"""How a finished game went: the chance to win, or the score that was to be expected, choice by choice.

A line rises and falls from the first choice to the end. Turning points are numbered on it; below it stand the sums.
Where players compete, each has a line, which ends in their seat's number as well as in their colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image

from languages import percent, say

from .colours import BARK, CLAY, EARTH, GOLD, HOLLOW, NIGHT, PARCHMENT, SAND, SEATS
from .honours import palette
from .text import ALT_LIMIT, joined, listing
from .theme import MARGIN, WIDTH, canvas, encode, largest, put, slab, write, write_whole
from .vector import Colour, Pen, drawn

LEFT, RIGHT, TOP, HEIGHT = 130, 70, 130, 520  # px, like all sizes here: of the field in which the lines run
ROW = 92  # the height of a sum, with the way to the next
HEAD, FOOT = 30, 76
DOT = 34  # the radius of a turning point
APART, NUDGE = 2 * DOT - 4, 6  # the least distance between marks; the step by which a mark is moved away
TOLD = 16  # points of all lines that the text names
STRIP = 150  # the height of the strip under a replay's frames


@dataclass(frozen=True)
class Line:
    name: str  # hostile; empty for all together
    seat: int
    values: tuple[int, ...]  # before each choice, and at the end


@dataclass(frozen=True)
class Sum:
    """A sum below the chart: "Luck", and "+35"."""

    name: str  # hostile
    figure: str
    seat: int | None = None  # whose line has this seat's number and colour


@dataclass(frozen=True, kw_only=True)
class Chart:
    title: str
    unit: str  # after a value: "%", or " points"
    highest: int  # the field's highest value, in units
    lines: tuple[Line, ...]
    turning_points: tuple[int, ...]  # places in the lines' values, in order
    sums: tuple[Sum, ...]
    note: str = ""


def chart(data: Chart) -> bytes:
    """A PNG 1,200 px wide."""
    sums = TOP + HEIGHT + HEAD + 56
    picture = canvas(sums + len(data.sums) * ROW + (FOOT if data.note else MARGIN))
    write_whole(picture, (MARGIN + 6, 62), data.title, "display", 64, GOLD, width=WIDTH - 2 * MARGIN)
    _field(picture, data)
    for number, row in enumerate(data.sums):
        _sum(picture, row, sums + number * ROW)
    if data.note:
        at = (MARGIN + 6, picture.height - FOOT // 2 - 4)
        write_whole(picture, at, data.note, "text", 40, SAND, width=WIDTH - 2 * MARGIN, height=FOOT)
    return encode(picture, palette())


def _field(picture: Image.Image, data: Chart) -> None:
    width = WIDTH - LEFT - RIGHT
    put(picture, slab(width + 2 * MARGIN, HEIGHT + 2 * MARGIN, HOLLOW), (LEFT - MARGIN, TOP - MARGIN))
    for quarter in range(5):
        y = TOP + round(_height(quarter / 4, HEIGHT))
        picture.paste(EARTH if quarter else CLAY, (LEFT, y - 1, LEFT + width, y + 2))
        said = _briefly(data, round(data.highest * quarter / 4))
        write(picture, (LEFT - MARGIN - 10, y), said, "text", 40, SAND, "rm", LEFT - MARGIN - 10)
    marks = _marks(data, width, HEIGHT)
    put(picture, _lines(data, marks, width, HEIGHT), (LEFT, TOP))
    for mark in marks:
        write(picture, (LEFT + round(mark.x), TOP + round(mark.y)), mark.label, "strong", 44, NIGHT, "mm")
    y = TOP + HEIGHT + HEAD + 18
    write_whole(picture, (LEFT, y), say("first choice"), "text", 40, SAND, width=width // 2)
    # Translators: of a game
    write_whole(picture, (LEFT + width, y), say("end"), "text", 40, SAND, "rm", width // 2)


def _briefly(data: Chart, value: int) -> str:
    """A value, without the unit if that is a word."""
    return percent(value / 100) if data.unit == "%" else str(value)


class _Mark(NamedTuple):
    """A disc with a number, and the point of a line that it belongs to."""

    label: str
    colour: Colour
    x: float
    y: float
    point: tuple[float, float]


def _marks(data: Chart, width: int, height: int) -> list[_Mark]:
    """The marks. If two would overlap, one is moved beside its point."""
    last = _last(data)
    wanted = [
        (str(label), PARCHMENT, _place(data, data.lines[0].values, at, last, width, height))
        for label, at in enumerate(data.turning_points, 1)
    ]
    if len(data.lines) > 1:
        wanted += [
            (str(line.seat + 1), SEATS[line.seat], _place(data, line.values, last, last, width, height))
            for line in data.lines
        ]
    marks = list[_Mark]()
    for label, colour, point in wanted:
        x, y = point
        step = -NUDGE if y > height / 2 else NUDGE
        while any((x - mark.x) ** 2 + (y - mark.y) ** 2 < APART**2 for mark in marks):
            y += step
        marks.append(_Mark(label, colour, x, y, point))
    return marks


def _lines(data: Chart, marks: Sequence[_Mark], width: int, height: int) -> Image.Image:
    """All lines, with the marks' discs (RGBA)."""
    last, several = _last(data), len(data.lines) > 1

    def draw(pen: Pen) -> None:
        for line in reversed(data.lines):
            points = [_place(data, line.values, at, last, width, height) for at in range(len(line.values))]
            path = " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
            pen.line(f"M{path}", NIGHT, 16)
            pen.line(f"M{path}", SEATS[line.seat] if several else GOLD, 9)
        for mark in marks:
            pen.line(f"M{mark.point[0]:.1f} {mark.point[1]:.1f} L{mark.x:.1f} {mark.y:.1f}", SAND, 4)
        for mark in marks:
            pen.disc(mark.x, mark.y, DOT, NIGHT)
            pen.disc(mark.x, mark.y, DOT - 5, mark.colour)

    return drawn(width, height, draw, min(width, height))


def _last(data: Chart) -> int:
    return max(len(line.values) for line in data.lines) - 1


def _place(data: Chart, values: Sequence[int], number: int, last: int, width: int, height: int) -> tuple[float, float]:
    """Where a value lies in the field; a value outside it lies on its edge."""
    room = DOT + 4
    return room + number / max(1, last) * (width - 2 * room), _height(values[number] / data.highest, height)


def _height(share: float, height: int) -> float:
    room = min(DOT + 4, height // 10)
    return room + (height - 2 * room) * (1 - min(1.0, max(0.0, share)))


def _sum(picture: Image.Image, row: Sum, top: int) -> None:
    put(picture, slab(WIDTH - 2 * MARGIN, ROW - 10, BARK), (MARGIN, top))
    y, right = top + ROW // 2 - 8, WIDTH - MARGIN - 24
    taken = write(picture, (right, y), row.figure, "display", largest(row.figure, "display", 54, 480), GOLD, "rm")
    left = MARGIN + 24
    if row.seat is not None:
        put(picture, _disc(SEATS[row.seat], 2 * DOT), (left - 4, y - DOT))
        write(picture, (left - 4 + DOT, y), str(row.seat + 1), "strong", 44, NIGHT, "mm")
        left += 2 * DOT + 8
    write(picture, (left, y), row.name, "strong", 46, PARCHMENT, width=right - taken - 30 - left)


def alt(data: Chart) -> str:
    """All that the chart says, at most 1,024 characters. Names are used as given, so escape them first."""
    sums = [listing(row.name, (row.figure,)) for row in data.sums]
    points = [
        say("Turning point {point}: choice {choice}.", point=label, choice=at + 1)
        for label, at in enumerate(data.turning_points, 1)
    ]
    lines = [_in_words(data, line) for line in data.lines]
    return joined((f"{data.title}.", *sums, *points, *lines, data.note), " ", ALT_LIMIT)


def _in_words(data: Chart, line: Line) -> str:
    """The course of a line, at some of its points."""
    last = len(line.values) - 1
    parts = max(4, TOLD // len(data.lines))
    some = sorted({round(last * part / (parts - 1)) for part in range(parts)})
    worded = [percent(value / 100) if data.unit == "%" else f"{value}{data.unit}" for value in line.values]
    course = [say("{value} at choice {choice}", value=worded[at], choice=at + 1) for at in some[:-1]]
    course.append(say("{value} at the end", value=worded[last]))
    return listing(line.name or say("From choice to choice"), course)


# -- Under a replay


def strip(data: Chart, number: int) -> Image.Image:
    """The lines, small, with a mark on value `number`: so far the game has come (RGB)."""
    made = canvas(STRIP)
    put(made, slab(WIDTH - 2 * MARGIN, STRIP - 12, HOLLOW), (MARGIN, 4))
    width, height, left = WIDTH - 2 * MARGIN - 210, STRIP - 40, MARGIN + 16
    put(made, _thin(data, width, height), (left, 18))
    last = _last(data)
    for line in data.lines:
        x, y = _place(data, line.values, number, last, width, height)
        mark = _disc(SEATS[line.seat] if len(data.lines) > 1 else PARCHMENT, 40)
        put(made, mark, (left + round(x) - mark.width // 2, 18 + round(y) - mark.height // 2))
    if len(data.lines) == 1:
        said = _briefly(data, data.lines[0].values[number])
        write(made, (WIDTH - MARGIN - 20, STRIP // 2 - 4), said, "display", 60, PARCHMENT, "rm", 170)
    return made


def strip_below(data: Chart, values: Sequence[int], number: int) -> Image.Image:
    """The strip under a replay's position; `values` are the numbers of the positions' values."""
    return strip(data, values[number])


def _thin(data: Chart, width: int, height: int) -> Image.Image:
    last = _last(data)

    def draw(pen: Pen) -> None:
        for line in reversed(data.lines):
            points = [_place(data, line.values, at, last, width, height) for at in range(len(line.values))]
            path = " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
            pen.line(f"M{path}", SEATS[line.seat] if len(data.lines) > 1 else GOLD, 6)
        for number in data.turning_points:
            x, y = _place(data, data.lines[0].values, number, last, width, height)
            pen.disc(x, y, 13, NIGHT)
            pen.disc(x, y, 9, PARCHMENT)

    return drawn(width, height, draw, min(width, height))


def _disc(colour: Colour, size: int) -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.disc(50, 50, 50, NIGHT)
        pen.disc(50, 50, 40, colour)

    return drawn(size, size, draw)
