"""The land of Advyria: regions, water, woods, mountains and roads. It is drawn once, at twice its size.

Coordinates are the engine's units (a canvas of 1,200 x 1,100), of which TOP to BOTTOM is drawn.
"""

import math
import random
from collections.abc import Iterator, Sequence

from PIL import Image, ImageDraw, ImageFilter

from engine.advyria.land import BAY, LAKE, REGIONS, SPACES, WAYS
from languages import later, say

from ..colours import NIGHT, PARCHMENT
from ..sprites import drawn_once
from ..theme import lines_of, put, text_width, write
from ..vector import Colour, Pen, drawn

TOP, BOTTOM = 42, 1078
SIZE = (1200, BOTTOM - TOP)
LARGE = 2  # px for each unit
GRID = 12  # units between the points at which regions are worked out

REGION: dict[str, Colour] = {  # the colour of each region's ground
    "W": (44, 84, 62),
    "F": (62, 98, 92),
    "M": (96, 98, 116),
    "E": (128, 74, 62),
    "L": (88, 112, 78),
    "S": (166, 142, 102),
    "D": (146, 128, 62),
}
SEA: Colour = (36, 70, 112)
WAVE: Colour = (74, 116, 160)
SURF: Colour = (150, 186, 204)
WATER: Colour = (74, 130, 176)
ROAD: Colour = (238, 218, 172)
ROAD_EDGE: Colour = (66, 48, 42)
FIR: tuple[Colour, ...] = ((26, 60, 46), (36, 76, 54), (50, 96, 66))
TRUNK: Colour = (52, 38, 36)
ROCK: tuple[Colour, ...] = ((70, 72, 92), (126, 128, 148), (228, 232, 240))
CINDER: tuple[Colour, ...] = ((86, 46, 46), (104, 58, 50), (248, 140, 60))
REED: tuple[Colour, ...] = ((34, 66, 66), (128, 152, 96), (146, 96, 62))
FIELD: tuple[Colour, ...] = ((186, 158, 74), (118, 100, 50), (214, 188, 98))
MEADOW: tuple[Colour, ...] = ((66, 92, 62), (112, 138, 92))
DUNE: tuple[Colour, ...] = ((138, 114, 80), (194, 170, 126))
BUILT: tuple[Colour, ...] = (SEA, WATER, WAVE, SURF, ROAD, ROAD_EDGE)
COLOURS: tuple[Colour, ...] = (
    *(*REGION.values(), *BUILT, TRUNK),
    *(*FIR, *ROCK, *CINDER, *REED, *FIELD, *MEADOW, *DUNE),
)
NAMES = (  # (words, the middles of their lines, how much room a line has, region)
    (later("Hollow Wood"), ((130, 63),), 250, "W"),
    (later("Heron Fens"), ((104, 648),), 200, "F"),
    (later("Greyhorn Mountains"), ((588, 256), (586, 296)), 230, "M"),
    (later("Ember Hills"), ((992, 343), (992, 383)), 158, "E"),
    (later("Mirror Lake"), ((640, 542), (640, 582)), 190, "L"),
    (later("Salt Coast"), ((526, 938), (526, 978)), 134, "S"),
    (later("Golden Downs"), ((920, 764),), 260, "D"),
)
LETTERS = 40  # px: the size of that type

Place = tuple[float, float]


@drawn_once(8, words=True)
def small() -> Image.Image:
    """The whole land, one px for each unit (RGB)."""
    picture = large().copy()
    _plant(picture)
    _name(picture)
    return picture.reduce(LARGE)


@drawn_once(1)
def bare() -> Image.Image:
    """The land without plants and names: a lighter file, and calmer to look at beside a hand of cards."""
    return large().reduce(LARGE)


@drawn_once(1)
def large() -> Image.Image:
    """The bare land, two px for each unit (RGB)."""
    picture = _regions()
    _water(picture)
    _roads(picture)
    return picture


def _name(picture: Image.Image) -> None:
    for line, x, y, letter in _named():
        at = (x * LARGE, (y - TOP) * LARGE)
        shade, colour = _mixed(REGION[letter], NIGHT, 0.7), _mixed(REGION[letter], PARCHMENT, 0.82)
        write(picture, (at[0] + 3, at[1] + 4), line, "text", LETTERS * LARGE, shade, "mm")
        write(picture, at, line, "text", LETTERS * LARGE, colour, "mm")


def _named() -> Iterator[tuple[str, int, int, str]]:
    """The names of the regions, line by line, with the middle of each."""
    for name, places, room, letter in NAMES:
        lines = lines_of(say(name), "text", LETTERS * LARGE, room * LARGE)
        first = max(TOP + LETTERS, sum(y for _, y in places) / len(places) - LETTERS * (len(lines) - 1) / 2)
        for number, line in enumerate(lines):
            x, y = places[number] if len(lines) == len(places) else (places[0][0], round(first + LETTERS * number))
            yield line, x, y, letter


# -- Ground


def _regions() -> Image.Image:
    """The ground. Every point belongs to the region of the nearest space; the borders are made uneven."""
    width, height = SIZE[0] // GRID + 2, SIZE[1] // GRID + 2
    letters = [[_region(column * GRID, TOP + row * GRID) for column in range(width)] for row in range(height)]
    picture = Image.new("RGB", (SIZE[0] * LARGE, SIZE[1] * LARGE), REGION["L"])
    box = (0.5, 0.5, 0.5 + SIZE[0] / GRID, 0.5 + SIZE[1] / GRID)
    for letter in REGIONS:
        rough = Image.new("L", (width, height))
        rough.putdata([255 * (pixel == letter) for row in letters for pixel in row])
        mask = rough.filter(ImageFilter.GaussianBlur(1.1)).resize(picture.size, Image.Resampling.BICUBIC, box=box)
        picture.paste(REGION[letter], (0, 0), mask.point(_ramp(116)))
    return picture


def _ramp(middle: int) -> list[int]:
    return [min(255, max(0, 128 + (level - middle) * 32)) for level in range(256)]


def _region(x: float, y: float) -> str:
    x, y = x + 16 * math.sin(y / 37) + 8 * math.sin(x / 19), y + 16 * math.sin(x / 41) + 8 * math.sin(y / 23)
    return min(SPACES, key=lambda space: (space.x - x) ** 2 + (space.y - y) ** 2).region


def _mixed(colour: Colour, other: Colour, share: float) -> Colour:
    r, g, b = (round(a + (b - a) * share) for a, b in zip(colour, other, strict=True))
    return r, g, b


def _mask(shapes: Sequence[Sequence[Place]], size: tuple[int, int], grown: float = 0) -> Image.Image:
    """A mask of these polygons, grown by some units."""
    scale = 2 * LARGE
    mask = Image.new("L", (size[0] * scale, size[1] * scale))
    draw = ImageDraw.Draw(mask)
    for shape in shapes:
        points = [(x * scale, (y - TOP) * scale) for x, y in shape]
        draw.polygon(points, fill=255)
        if grown:
            draw.line([*points, points[0], points[1]], fill=255, width=round(2 * grown * scale), joint="curve")
    return mask.reduce(2)


def _coast() -> list[Place]:
    """The sea: the bay, and the strip below the Salt Coast."""
    x, y, rx, ry = BAY
    bay = [
        (x + rx * math.cos(turn) + 7 * math.sin(turn * 9), y + ry * math.sin(turn) + 6 * math.cos(turn * 7))
        for turn in (math.radians(degrees) for degrees in range(-110, 19, 4))
    ]
    strip = [(px, 1052 + 8 * math.sin(px / 31) + 5 * math.sin(px / 13)) for px in range(330, 760, 12)]
    return [(-40, y - ry), *bay, *strip, (800, 1070), (840, 1120), (-40, 1120)]


def _lake() -> list[Place]:
    x, y, rx, ry = LAKE
    return [
        (x + (rx - 8 + 6 * math.sin(turn * 5)) * math.cos(turn), y + (ry - 6 + 4 * math.cos(turn * 3)) * math.sin(turn))
        for turn in (math.radians(degrees) for degrees in range(0, 360, 4))
    ]


def _water(picture: Image.Image) -> None:
    coast, lake = [_coast()], [_lake()]
    for shapes, grown, colour in (
        (coast, 14, DUNE[1]),
        (coast, 5, SURF),
        (coast, 0, SEA),
        (lake, 8, MEADOW[0]),
        (lake, 3, SURF),
        (lake, 0, WATER),
    ):
        picture.paste(colour, (0, 0), _mask(shapes, SIZE, grown))
    draw = ImageDraw.Draw(picture)
    for x, y in ((30, 850), (120, 880), (200, 1000), (60, 1060), (420, 1068), (560, 1070), (670, 1068), (16, 950)):
        _wave(draw, x, y, WAVE)
    for x, y in ((566, 530), (690, 524), (590, 598), (700, 592), (640, 508)):
        _wave(draw, x, y, SURF)


def _wave(draw: ImageDraw.ImageDraw, x: float, y: float, colour: Colour) -> None:
    for step in (0, 18):
        left, top = (x + step) * LARGE, (y - TOP) * LARGE
        draw.arc((left, top, left + 18 * LARGE, top + 12 * LARGE), 200, 340, fill=colour, width=3 * LARGE)


def _roads(picture: Image.Image) -> None:
    mask = Image.new("L", (SIZE[0] * 2 * LARGE, SIZE[1] * 2 * LARGE))
    draw, scale = ImageDraw.Draw(mask), 2 * LARGE
    for begin, end in WAYS:
        points = [(x * scale, (y - TOP) * scale) for x, y in (middle(begin), middle(end))]
        draw.line(points, fill=255, width=14 * scale)
    picture.paste(ROAD, (0, 0), mask.reduce(2))


def middle(space: int) -> tuple[int, int]:
    return SPACES[space].x, SPACES[space].y


# -- What grows and stands there


def _plant(picture: Image.Image) -> None:
    """Plant woods, peaks, reeds, dunes and fields where nothing else is. Lower ones cover higher ones."""
    dice = random.Random(7)
    taken = [(*at, 14.0) for way in WAYS for at in _between(middle(way[0]), middle(way[1]))]
    taken += [(space.x, space.y, 58.0 if space.kind != "road" else 34.0) for space in SPACES]
    taken += [(x + step, y, 20.0) for name, x, y, _ in _named() for step in _across(name)]
    grown: list[tuple[float, float, str, int, int]] = []
    for share in (1.0, 0.72):
        for row in range(-1, SIZE[1] // 38 + 2):
            for column in range(-1, SIZE[0] // 46 + 2):
                x = column * 46 + (row % 2) * 23 + dice.random() * 14
                y = TOP + row * 38 + dice.random() * 12
                kind, region = int(dice.random() * 12) % 4, _region(x, y)
                size = round(SIZES[region] * share)
                foot, reach = (x, y - size * 0.4), size * 0.42
                if (
                    (kind + row) % 3 == 0
                    or _wet(x, y, size)
                    or any(_near(foot, (u, v), reach + room) for u, v, room in taken)
                ):
                    continue
                grown.append((x, y, region, kind, size))
                taken.append((*foot, reach * 0.8))
    for x, y, region, kind, size in sorted(grown, key=lambda plant: plant[1]):
        sprite = _growth(region, kind, size * LARGE)
        put(picture, sprite, (round(x * LARGE) - sprite.width // 2, round((y - TOP) * LARGE) - sprite.height))


def _across(name: str) -> Iterator[int]:
    half = text_width(name, "text", LETTERS) // 2
    yield from range(-half, half + 1, 18)


SIZES = {"W": 46, "F": 44, "M": 76, "E": 64, "L": 36, "S": 40, "D": 52}


def _wet(x: float, y: float, size: int) -> bool:
    bx, by, rx, ry = BAY
    lx, ly, lrx, lry = LAKE
    reach = size * 0.5
    return (
        ((x - bx) / (rx + reach)) ** 2 + ((y - by) / (ry + reach)) ** 2 < 1
        or ((x - lx) / (lrx + reach)) ** 2 + ((y - reach / 2 - ly) / (lry + reach)) ** 2 < 1
        or (y > 1036 and x < 800)
    )


def _between(begin: tuple[int, int], end: tuple[int, int]) -> Iterator[Place]:
    for part in range(1, 8):
        yield begin[0] + (end[0] - begin[0]) * part / 8, begin[1] + (end[1] - begin[1]) * part / 8


def _near(place: Place, other: Place, reach: float) -> bool:
    return (place[0] - other[0]) ** 2 + (place[1] - other[1]) ** 2 < reach**2


@drawn_once(64)
def _growth(region: str, kind: int, size: int) -> Image.Image:
    """One of the four things that grow or stand in a region. Its foot is the sprite's lower edge."""

    def draw(pen: Pen) -> None:
        _GROWTHS[region](pen, kind)

    return drawn(size, size, draw)


def _wood(pen: Pen, kind: int) -> None:
    leaf, light = FIR[kind % 2], FIR[kind % 2 + 1]
    pen.box((44, 80, 56, 100), 3, TRUNK)
    if kind == 3:
        pen.disc(50, 46, 40, leaf)
        pen.disc(38, 34, 16, light)
        return
    pen.fill("M50 40 L92 90 L8 90Z M50 18 L84 64 L16 64Z M50 0 L74 38 L26 38Z", leaf)
    pen.fill("M50 0 L50 38 L26 38Z M50 40 L50 64 L16 64Z", light)


def _peak(pen: Pen, kind: int) -> None:
    dark, face, snow = ROCK
    if kind == 3:
        pen.fill("M0 100 L26 58 L44 74 L66 46 L100 100Z", dark)
        pen.fill("M66 46 L76 100 L44 100 L54 66Z M26 58 L34 100 L10 100Z", face)
        return
    pen.fill("M0 100 L46 8 L62 34 L70 26 L100 100Z", dark)
    pen.fill("M46 8 L40 44 L48 60 L34 100 L0 100Z", face)
    pen.fill("M46 8 L62 34 L54 40 L46 32 L38 42 L30 40Z", snow)


def _ember(pen: Pen, kind: int) -> None:
    dark, face, glow = CINDER
    pen.fill("M2 100 C10 70 26 46 40 44 L60 44 C76 48 92 74 98 100Z", dark)
    pen.fill("M2 100 C10 70 26 46 40 44 L48 44 C36 62 34 84 36 100Z", face)
    if kind < 2:
        pen.ellipse(50, 44, 12, 4, glow)
        pen.line("M52 48 C56 60 50 68 58 82", glow, 5)
        pen.disc(50, 24, 5, face)
        pen.disc(58, 12, 4, face)


def _fen(pen: Pen, kind: int) -> None:
    pool, reed, head = REED
    pen.ellipse(50, 88, 48, 12, pool)
    for x, lean, top in ((34, -8, 30), (52, 2, 10), (68, 10, 34)):
        pen.line(f"M{x} 90 L{x + lean} {top}", reed, 6)
        if kind < 2:
            pen.line(f"M{x + lean} {top} L{x + lean} {top + 16}", head, 12)


def _shore(pen: Pen, kind: int) -> None:
    if kind < 2:
        pen.disc(50, 66, 30, MEADOW[0])
        pen.disc(40, 58, 12, MEADOW[1])
        return
    pen.line("M30 98 L22 70 M50 98 L50 62 M70 98 L78 70", MEADOW[0], 8)
    pen.disc(50, 60, 8, (226, 220, 240))


def _dune(pen: Pen, kind: int) -> None:
    pen.fill("M0 98 C20 60 40 60 58 84 C70 70 88 74 100 98Z", DUNE[kind % 2])
    if kind == 2:
        pen.line("M40 72 L34 44 M44 72 L46 40 M48 74 L58 50", REED[1], 4)


def _down(pen: Pen, kind: int) -> None:
    light, dark, gold = FIELD
    if kind == 0:
        pen.fill("M20 98 C16 60 34 46 50 46 C66 46 84 60 80 98Z", gold)
        pen.line("M34 60 L66 60 M28 76 L72 76", dark, 4)
        return
    pen.fill("M2 98 L22 62 L98 62 L78 98Z", light)
    for step in (12, 40):
        pen.fill(f"M{2 + step} 98 L{22 + step} 62 L{36 + step} 62 L{16 + step} 98Z", dark)


_GROWTHS = {"W": _wood, "F": _fen, "M": _peak, "E": _ember, "L": _shore, "S": _dune, "D": _down}
