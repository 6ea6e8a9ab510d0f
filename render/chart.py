"""How a finished game went: the chance to win, or the score that was to be expected, choice by choice.

A line rises and falls from the first choice to the end. Turning points are numbered on it; below it stand the sums.
Where players compete, each has a line, which ends in their seat's number as well as in their colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from .colours import BARK, CLAY, EARTH, GOLD, HOLLOW, NIGHT, PARCHMENT, SAND, SEATS
from .honours import palette
from .text import ALT_LIMIT, joined
from .theme import MARGIN, WIDTH, canvas, encode, largest, put, slab, write
from .vector import Pen, drawn

LEFT, RIGHT, TOP, HEIGHT = 130, 70, 130, 520  # px, like all sizes here: of the field in which the lines run
ROW = 92  # the height of a sum, with the way to the next
HEAD, FOOT = 30, 76
DOT = 34  # the radius of a turning point
TOLD = 16  # points that the text names, of all lines
STRIP = 150  # the height of the strip under a replay's frames


@dataclass(frozen=True)
class Line:
    name: str  # hostile; empty for all together
    seat: int
    values: tuple[int, ...]  # before each choice, and at the end


@dataclass(frozen=True)
class Sum:
    """What came to what: "Luck", and "+35"."""

    name: str  # hostile
    figure: str
    detail: str = ""


@dataclass(frozen=True, kw_only=True)
class Chart:
    title: str
    unit: str  # after a value: "%", or " points"
    highest: int  # of the field, in units
    lines: tuple[Line, ...]
    turning_points: tuple[int, ...]  # places in the lines' values, in order
    sums: tuple[Sum, ...]
    note: str = ""


def chart(shown: Chart) -> bytes:
    """A PNG 1,200 px wide."""
    sums = TOP + HEIGHT + HEAD + 56
    picture = canvas(sums + len(shown.sums) * ROW + (FOOT if shown.note else MARGIN))
    title = largest(shown.title, "display", 64, WIDTH - 2 * MARGIN)
    write(picture, (MARGIN + 6, 62), shown.title, "display", title, GOLD, width=WIDTH - 2 * MARGIN)
    _field(picture, shown)
    for number, each in enumerate(shown.sums):
        _sum(picture, each, sums + number * ROW)
    if shown.note:
        write(picture, (MARGIN + 6, picture.height - FOOT // 2 - 4), shown.note, "text", 38, SAND)
    return encode(picture, palette())


def _field(picture: Image.Image, shown: Chart) -> None:
    width = WIDTH - LEFT - RIGHT
    put(picture, slab(width + 2 * MARGIN, HEIGHT + 2 * MARGIN, HOLLOW), (LEFT - MARGIN, TOP - MARGIN))
    for quarter in range(5):
        y = TOP + HEIGHT - quarter * HEIGHT // 4
        picture.paste(EARTH if quarter else CLAY, (LEFT, y - 1, LEFT + width, y + 2))
        said = f"{round(shown.highest * quarter / 4)}{'%' if shown.unit == '%' else ''}"
        write(picture, (LEFT - MARGIN - 10, y), said, "text", 36, SAND, "rm", LEFT - MARGIN - 10)
    put(picture, _lines(shown, width, HEIGHT), (LEFT, TOP))
    last = max(len(line.values) for line in shown.lines) - 1
    y = TOP + HEIGHT + HEAD + 18
    write(picture, (LEFT, y), "first choice", "text", 36, SAND)
    write(picture, (LEFT + width, y), "end", "text", 36, SAND, "rm")
    for label, number in enumerate(shown.turning_points, 1):
        at = _place(shown, shown.lines[0].values, number, last, width, HEIGHT)
        write(picture, (LEFT + round(at[0]), TOP + round(at[1])), str(label), "strong", 44, NIGHT, "mm")
    if len(shown.lines) > 1:
        for line in shown.lines:
            at = _place(shown, line.values, last, last, width, HEIGHT)
            write(picture, (LEFT + round(at[0]), TOP + round(at[1])), str(line.seat + 1), "strong", 40, NIGHT, "mm")


def _lines(shown: Chart, width: int, height: int) -> Image.Image:
    """All of them, with the discs of the turning points (RGBA)."""
    last = max(len(line.values) for line in shown.lines) - 1
    several = len(shown.lines) > 1

    def draw(pen: Pen) -> None:
        for line in reversed(shown.lines):
            points = [_place(shown, line.values, at, last, width, height) for at in range(len(line.values))]
            path = " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
            colour = SEATS[line.seat] if several else GOLD
            pen.line(f"M{path}", NIGHT, 16)
            pen.line(f"M{path}", colour, 9)
            if several:
                pen.disc(*points[-1], DOT, NIGHT)
                pen.disc(*points[-1], DOT - 5, colour)
        for number in shown.turning_points:
            x, y = _place(shown, shown.lines[0].values, number, last, width, height)
            pen.disc(x, y, DOT, NIGHT)
            pen.disc(x, y, DOT - 5, PARCHMENT)

    return drawn(width, height, draw, min(width, height))


def _place(shown: Chart, values: Sequence[int], number: int, last: int, width: int, height: int) -> tuple[float, float]:
    """Where a value lies in a field; what is beyond it lies on its edge."""
    share = min(1.0, max(0.0, values[number] / shown.highest))
    room = DOT + 4
    return room + number / max(1, last) * (width - 2 * room), (height - 12) * (1 - share) + 6


def _sum(picture: Image.Image, each: Sum, top: int) -> None:
    put(picture, slab(WIDTH - 2 * MARGIN, ROW - 10, BARK), (MARGIN, top))
    y, right = top + ROW // 2 - 8, WIDTH - MARGIN - 24
    taken = write(picture, (right, y), each.figure, "display", 54, GOLD, "rm", 300)
    name = write(picture, (MARGIN + 24, y), each.name, "strong", 46, PARCHMENT, width=520)
    room = WIDTH - 2 * MARGIN - 48 - taken - name - 60
    if each.detail and room > 100:
        write(picture, (right - taken - 30, y), each.detail, "text", 38, SAND, "rm", room)


def alt(shown: Chart) -> str:
    """All that the chart says, at most 1,024 characters. Names are used as given, so escape them first."""
    sums = [f"{each.name}: {each.figure}{f', {each.detail}' if each.detail else ''}." for each in shown.sums]
    points = [f"Turning point {label}: choice {at + 1}." for label, at in enumerate(shown.turning_points, 1)]
    lines = [_told(shown, line) for line in shown.lines]
    return joined((f"{shown.title}.", *sums, *points, *lines, shown.note), " ", ALT_LIMIT)


def _told(shown: Chart, line: Line) -> str:
    """The course of a line, at some of its points."""
    last = len(line.values) - 1
    parts = max(4, TOLD // len(shown.lines))
    some = sorted({round(last * part / (parts - 1)) for part in range(parts)})
    course = [f"{line.values[at]}{shown.unit} at choice {at + 1}" for at in some[:-1]]
    return f"{line.name or 'From choice to choice'}: {', '.join(course)}, {line.values[last]}{shown.unit} at the end."


# -- Under a replay


def strip(shown: Chart, number: int) -> Image.Image:
    """The lines, small, and how far the game has come: the value numbered so is marked (RGB)."""
    made = canvas(STRIP)
    put(made, slab(WIDTH - 2 * MARGIN, STRIP - 12, HOLLOW), (MARGIN, 4))
    width, height, left = WIDTH - 2 * MARGIN - 210, STRIP - 40, MARGIN + 16
    put(made, _thin(shown, width, height), (left, 18))
    last = max(len(line.values) for line in shown.lines) - 1
    for line in shown.lines:
        x, y = _place(shown, line.values, number, last, width, height)
        mark = _disc(SEATS[line.seat] if len(shown.lines) > 1 else PARCHMENT)
        put(made, mark, (left + round(x) - mark.width // 2, 18 + round(y) - mark.height // 2))
    if len(shown.lines) == 1:
        said = f"{shown.lines[0].values[number]}{'%' if shown.unit == '%' else ''}"
        write(made, (WIDTH - MARGIN - 20, STRIP // 2 - 4), said, "display", 60, PARCHMENT, "rm", 170)
    return made


def _thin(shown: Chart, width: int, height: int) -> Image.Image:
    last = max(len(line.values) for line in shown.lines) - 1

    def draw(pen: Pen) -> None:
        for line in reversed(shown.lines):
            points = [_place(shown, line.values, at, last, width, height) for at in range(len(line.values))]
            path = " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
            pen.line(f"M{path}", SEATS[line.seat] if len(shown.lines) > 1 else GOLD, 6)
        for number in shown.turning_points:
            x, y = _place(shown, shown.lines[0].values, number, last, width, height)
            pen.disc(x, y, 13, NIGHT)
            pen.disc(x, y, 9, PARCHMENT)

    return drawn(width, height, draw, min(width, height))


def _disc(colour: tuple[int, int, int]) -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.disc(50, 50, 50, NIGHT)
        pen.disc(50, 50, 36, colour)

    return drawn(40, 40, draw)
