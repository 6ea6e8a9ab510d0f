"""A screen on a phone of 400 by 850 points: how many controls and words it has, and how high it is.

The sizes are those of the page that `make play` shows, measured in a browser; a message with more is scrolled.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from io import BytesIO

from PIL import Image, ImageFont

from cogs.screens.screen import Button, Control, Drawing, Link, Menu, Picture, Row, Screen, Section, Text

from .told import controls, text

HIGH = 850  # points
INNER = 287  # points of width within the frame
AROUND, GAP = 90, 8  # the sender, the frame, and “edited” or “only you can see this”
# By how a line begins: the size of its letters, and points of height
LINES = {"### ": (16, 22.4), "## ": (18, 25.2), "-# ": (12.5, 17.5), "": (15, 21)}
LETTERS, STRONG = 400, 700  # their weight
BUTTON, MENU, SIDES, EMOJI, SIGN = 34, 40, 28, 27, "w"  # a sign is about as wide as this


def counted(screen: Screen) -> int:
    """Its controls; a menu is one."""
    return len([*controls(screen)])


def words(screen: Screen) -> int:
    """Of its texts, without the controls."""
    return len([word for word in text(screen).split() if any(letter.isalnum() for letter in word)])


def height(screen: Screen, before: Screen) -> int:
    """In points, with the line of its sender. `before`: what its message showed before, whose pictures it may keep."""
    return round(AROUND + sum(_height(block, before.drawings) + GAP for block in screen.blocks) - GAP)


def bare(screen: Screen) -> int:
    """Without pictures, which would have to be drawn."""
    without = [block for block in screen.blocks if not isinstance(block, Picture)]
    return height(replace(screen, blocks=tuple(without)), screen)


def _height(block: Text | Section | Row | Picture, kept: Mapping[str, Drawing]) -> float:
    match block:
        case Text(said):
            return sum(_line(line) for line in said.split("\n"))
        case Section(said, button):
            wide = INNER - _width(button) - 12
            return max(BUTTON, sum(_line(line, wide) for line in said.split("\n")))
        case Row((Menu(),)):
            return MENU
        case Row(controls):
            return lines(controls)
        case Picture(name=name, drawing=drawing):
            return INNER * _shape(drawing or kept[name])


def _line(line: str, wide: float = INNER) -> float:
    begins = next(mark for mark in LINES if line.startswith(mark))
    size, high = LINES[begins]
    said = line.removeprefix(begins)
    return _wrapped(f"**{said.replace('**', '')}" if begins.startswith("#") else said, size, wide) * high


def _wrapped(said: str, size: float, wide: float) -> int:
    """In how many lines a text stands. What is between `**` is strong."""
    lines, room, strong = 1, wide, False
    for word in said.split(" "):
        long = 0.0
        for number, part in enumerate(word.split("**")):
            strong ^= number > 0
            long += _long(part, size, strong)
        if long > room and room < wide:
            lines, room = lines + 1, wide
        room -= long + _long(" ", size, strong)
    return lines


@cache
def _long(word: str, size: float, strong: bool) -> float:
    return _letters(size, strong).getlength("".join(SIGN if ord(letter) > 0x2190 else letter for letter in word))


@cache
def _letters(size: float, strong: bool) -> ImageFont.FreeTypeFont:
    made = ImageFont.truetype(str(files("manimgx_fonts") / "NotoSans[wght].ttf"), size)
    made.set_variation_by_axes([STRONG if strong else LETTERS, 100])
    return made


def _width(button: Button | Link) -> float:
    """If it stands in one line."""
    return _sides(button) + _long(button.label, 15, strong=False)


def _sides(button: Button | Link) -> float:
    """What a button has beside its label."""
    return SIDES + EMOJI * (isinstance(button, Button) and button.emoji is not None)


def lines(controls: tuple[Control, ...]) -> float:
    """Buttons stand side by side as far as there is room, and have several lines if that is wider than the phone."""
    heights, room = list[float](), 0.0
    for button in controls:
        assert isinstance(button, Button | Link)
        wide = _width(button)
        if wide > room or not heights:
            heights, room = [*heights, BUTTON], INNER
        if wide > INNER:
            heights[-1] = BUTTON + 20 * (_wrapped(button.label, 15, INNER - _sides(button)) - 1)
        room -= wide + GAP
    return sum(heights) + GAP * (len(heights) - 1)


@cache
def _shape(drawing: Drawing) -> float:
    """Height by width of a picture."""
    with Image.open(BytesIO(drawing())) as picture:
        return float(picture.height / picture.width)
