"""The marks of the seats: eight that are told apart by shape as well as by colour, however small they are drawn."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops

from engine import GAMES
from render.colours import EARTH, EMBER, NIGHT, SEATS
from render.seats import LETTERS, NUMERALS, SHAPES, badge, rimmed_mark, seat_mark
from render.vector import Colour, drawn

COUNT = 8
SIZES = (20, 36, 60)  # px: who looked at a tile of Advyria, at a card of Wyvern's Knot, whose plate it is
DEUTERANOPIA = (0.367, 0.861, -0.228, 0, 0.280, 0.673, 0.047, 0, -0.012, 0.043, 0.969, 0)  # Machado and others, 2009


def differing(one: Image.Image, other: Image.Image) -> float:
    """By which share of a square two pictures in shades of grey differ."""
    levels = ImageChops.difference(one, other).histogram()
    return sum(level * count for level, count in enumerate(levels)) / 255 / one.width / one.height


def contrast(one: Colour, other: Colour) -> float:
    """Of two colours, as WCAG 2 has it: 1 to 21."""

    def light(colour: Colour) -> float:
        red, green, blue = (
            level / 3294.6 if level <= 10 else ((level / 255 + 0.055) / 1.055) ** 2.4 for level in colour
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05

    return max(light(one), light(other)) / min(light(one), light(other))


def test_there_are_eight_and_no_game_has_more_seats() -> None:
    assert len(SHAPES) == len(SEATS) == len(LETTERS) == len(NUMERALS) == len({*SHAPES}) == len({*SEATS}) == COUNT
    assert max(max(game.seats) for game in GAMES.values()) <= COUNT


@pytest.mark.parametrize("size", SIZES)
def test_marks_differ_in_outline(size: int) -> None:
    shapes = [seat_mark(seat, size).getchannel("A") for seat in range(COUNT)]
    for (one, shape), (other, other_shape) in combinations(enumerate(shapes), 2):
        assert differing(shape, other_shape) > 0.12, (one, other)


@pytest.mark.parametrize("size", SIZES)
def test_marks_differ_in_shades_of_grey(size: int) -> None:
    """On the plate that they lie on, seen at a third of their size as a phone shows them."""
    seen = []
    for seat in range(COUNT):
        ground = Image.new("RGBA", (size, size), (*EARTH, 255))
        grey = Image.alpha_composite(ground, seat_mark(seat, size)).convert("L")
        seen.append(grey.resize((size // 3, size // 3), Image.Resampling.BOX))
    for (one, shape), (other, other_shape) in combinations(enumerate(seen), 2):
        assert differing(shape, other_shape) > 0.045, (one, other)


def test_marks_differ_for_eyes_that_see_no_red_and_green() -> None:
    ground = Image.new("RGBA", (60, 60), (*EARTH, 255))
    seen = [
        Image.alpha_composite(ground, seat_mark(seat, 60)).convert("RGB").convert("RGB", DEUTERANOPIA)
        for seat in range(COUNT)
    ]
    for (one, shape), (other, other_shape) in combinations(enumerate(seen), 2):
        changed = ImageChops.difference(shape, other_shape).convert("L").histogram()
        assert sum(changed[25:]) / 3600 > 0.12, (one, other)


def test_a_mark_stands_out_from_its_ground_and_a_letter_from_its_mark() -> None:
    for colour in SEATS:
        assert contrast(colour, EARTH) >= 3, colour
        assert contrast(colour, NIGHT) >= 4, colour
        assert sum(abs(one - other) for one, other in zip(colour, EMBER, strict=True)) > 60, "it looks like danger"


@pytest.mark.parametrize("letter", ["W", "M", "g", "8"])
@pytest.mark.parametrize("seat", range(COUNT))
def test_a_letter_lies_within_its_mark(seat: int, letter: str) -> None:
    """Of dark letters on a dark rim nothing outside the shape would be seen."""
    shape = drawn(64, 64, lambda pen: pen.fill(SHAPES[seat], SEATS[seat]), 112, 6).getchannel("A")
    bare, lettered = (badge(seat, text, 64).convert("RGB") for text in (" ", letter))
    ink = ImageChops.difference(bare, lettered).convert("L").point(lambda level: 255 * (level > 20))
    hidden = ImageChops.subtract(ink, shape).histogram()[255]
    assert hidden <= 0.1 * ink.histogram()[255] > 0


def test_a_rimmed_mark_has_the_size_that_is_asked_for() -> None:
    assert {rimmed_mark(seat, size, rim).size for seat in range(COUNT) for size, rim in ((54, 5),)} == {(54, 54)}
