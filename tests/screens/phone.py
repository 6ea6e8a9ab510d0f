"""A screen on a phone of 400 by 850 points: how many controls and words it has, and how high it is.

The sizes are those of Discord's app, measured on screenshots; a message with more is scrolled.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from io import BytesIO
from math import ceil

from PIL import Image

from cogs.screens.screen import Button, Control, Drawing, Link, Menu, Picture, Row, Screen, Section, Text

from .told import controls, text

HIGH = 850  # points
INNER = 344  # points of width within the frame
HEADER, PADDING, GAP = 44, 32, 8
# By how a line begins: characters that fit, points of height
LINES = {"### ": (36, 26), "## ": (32, 30), "-# ": (56, 17), "": (44, 20)}
BUTTON, MENU, LETTER, SIDES, EMOJI = 32, 44, 7.5, 32, 24


def counted(screen: Screen) -> int:
    """Its controls; a menu is one."""
    return len([*controls(screen)])


def words(screen: Screen) -> int:
    """Of its texts, without the controls."""
    return len([word for word in text(screen).split() if any(letter.isalnum() for letter in word)])


def height(screen: Screen, before: Screen) -> int:
    """In points, with the line of its sender. `before`: what its message showed before, whose pictures it may keep."""
    return round(HEADER + PADDING + sum(_height(block, before.drawings) + GAP for block in screen.blocks))


def bare(screen: Screen) -> int:
    """Without pictures, which would have to be drawn."""
    without = [block for block in screen.blocks if not isinstance(block, Picture)]
    return height(replace(screen, blocks=tuple(without)), screen)


def _height(block: Text | Section | Row | Picture, kept: Mapping[str, Drawing]) -> float:
    match block:
        case Text(said):
            return sum(map(_line, said.split("\n")))
        case Section(said):
            return max(BUTTON, sum(map(_line, said.split("\n"))))
        case Row((Menu(),)):
            return MENU
        case Row(controls):
            return _lines(controls) * (BUTTON + GAP) - GAP
        case Picture(name=name, drawing=drawing):
            return INNER * _shape(drawing or kept[name])


def _line(line: str) -> float:
    begins = next(mark for mark in LINES if line.startswith(mark))
    fit, high = LINES[begins]
    return max(1, ceil(len(line.removeprefix(begins).replace("*", "")) / fit)) * high


def _lines(controls: tuple[Control, ...]) -> int:
    """Buttons stand side by side as far as there is room."""
    lines, room = 1, float(INNER)
    for control in controls:
        assert isinstance(control, Button | Link)
        emoji = EMOJI * (isinstance(control, Button) and control.emoji is not None)
        wide = min(INNER, SIDES + emoji + LETTER * len(control.label))
        if wide > room:
            lines, room = lines + 1, INNER
        room -= wide + GAP
    return lines


@cache
def _shape(drawing: Drawing) -> float:
    """Height by width of a picture."""
    with Image.open(BytesIO(drawing())) as picture:
        return float(picture.height / picture.width)
