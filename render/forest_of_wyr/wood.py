"""The wood by night: the engine's map, drawn once, and the stones of its spaces, whose colours have meanings."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw

from engine.forest_of_wyr.map import ROOSTS, SPACES, TRAILS
from languages import say, spoken

from ..colours import GOLD, MOON, NIGHT, PARCHMENT, SAFE, SHADE
from ..sprites import drawn_once
from ..theme import WIDTH, lines_of, put, put_centred, slab, text_width, write
from ..vector import Colour, Pen, drawn, flatten

TOP, BOTTOM = 16, 1074  # the part of the engine's canvas that is drawn
HEIGHT = BOTTOM - TOP
RADIUS = 50  # of a clearing
STONE = (88, 54)
LETTERS, NAME_LINE = 40, 40  # px: the size of a name; from one line of it to the next
LITTLE = 1100  # square px of stones that a name may hide in its usual place
BADGE = 48  # of a roost's number
STONE_BELOW = 25  # px from a clearing's middle down to its stone
SMOOTH = 2  # drawn so many times too large, then reduced

DEEP: Colour = (12, 20, 30)  # between the trees
GLADE: Colour = (24, 42, 52)  # along the trails
PATH: Colour = (52, 70, 74)
GRASS: Colour = (62, 98, 98)
MOONLIT: Colour = (98, 140, 130)
HALO: Colour = (36, 60, 68)
ROCK: Colour = (96, 106, 110)
TREES: tuple[Colour, ...] = ((18, 36, 42), (24, 48, 50), (30, 60, 56), (20, 40, 56))
TRUNK: Colour = (44, 34, 40)
LAMP: Colour = (122, 92, 58)
GLOW: Colour = (184, 214, 184)  # of moths and foxfire
WATER: Colour = (48, 78, 112)
COLOURS = (DEEP, GLADE, PATH, GRASS, MOONLIT, HALO, ROCK, *TREES, TRUNK, LAMP, GLOW, WATER)

NAMES: dict[str, tuple[int, int, str]] = {  # by code: where the name stands, from the clearing's middle, and its anchor
    "G11": (62, 26, "lm"),
    "A7": (-84, -130, "lm"),
    "B3": (58, -6, "lm"),
    "E1": (-50, 78, "mm"),
    "J2": (164, 74, "rm"),
    "L3": (100, 69, "rm"),
    "M8": (-72, -14, "rm"),
    "G8": (58, 61, "lm"),
    "D6": (80, -76, "mm"),
    "G5": (0, 76, "mm"),
    "J6": (6, 76, "mm"),
}

Place = tuple[int, int]
Box = tuple[int, int, int, int]  # left, top, right, bottom


def middle(space: int) -> Place:
    """The middle of a space on the map's picture."""
    return SPACES[space].x, SPACES[space].y - TOP


def stone_at(space: int) -> Place:
    """Where the stone with a space's code lies. In a clearing that is the lower rim."""
    x, y = middle(space)
    return x, y + (STONE_BELOW if SPACES[space].name else 0)


@drawn_once(256)
def stone(code: str, colour: Colour, ink: Colour, rim: Colour = SHADE) -> Image.Image:
    """A stone with a space's code."""
    width, height = STONE

    def draw(pen: Pen) -> None:
        pen.box((0, 0, width - 1, height - 1), 22, rim)
        pen.box((4, 4, width - 5, height - 6), 19, colour)

    made = drawn(width, height, draw, float(height))
    write(made, (width // 2, height // 2 - 1), code, "strong", 44, ink, "mm")
    return made


def put_stone(picture: Image.Image, space: int, state: str, below: int = 0) -> None:
    """Put a space's stone.

    `state`: "quiet", "reach" (the wanderer may go there), "flight" (a raven may fly there) or "leaves" (a raven may fly
    from there). `below`: px from the picture's upper edge to the map.
    """
    colour, ink, rim = {
        "quiet": (ROCK, PARCHMENT, SHADE),
        "reach": (SAFE, SHADE, PARCHMENT),
        "flight": (GOLD, SHADE, PARCHMENT),
        "leaves": (ROCK, PARCHMENT, GOLD),
    }[state]
    x, y = stone_at(space)
    put_centred(picture, stone(SPACES[space].code, colour, ink, rim), (x, y + below))


@drawn_once(8, words=True)
def wood() -> Image.Image:
    """The whole map without anybody on it (RGB, 1,200 x 1,058 px)."""
    picture = _ground().copy()
    _plant(picture)
    for number, roost in enumerate(ROOSTS, 1):
        _roost(picture, roost, number)
    for number, space in enumerate(SPACES):
        if space.code in LANDMARKS:
            x, y = middle(number)
            put_centred(picture, drawn(84, 84, LANDMARKS[space.code]), (x, y - 22))
    for number in range(len(SPACES)):
        put_stone(picture, number, "quiet")
    for number in range(len(SPACES)):
        put_name(picture, number)
    return picture


def put_name(picture: Image.Image, space: int, below: int = 0) -> None:
    """Write the name of a clearing. `below` is as in `put_stone`."""
    if not SPACES[space].name:
        return
    (left, top, right, bottom), lines = _names(spoken())[SPACES[space].code]
    put(picture, slab(right - left, bottom - top + 6, DEEP, radius=14), (left, top + below))
    for number, line in enumerate(lines):
        middle = ((left + right) // 2, top + 25 + NAME_LINE * number + below)
        write(picture, middle, line, "strong", LETTERS, PARCHMENT, "mm")


@drawn_once(1)
def _ground() -> Image.Image:
    """The trails and the clearings, without all that stands there (RGB)."""
    picture = Image.new("RGB", (WIDTH * SMOOTH, HEIGHT * SMOOTH), DEEP)
    draw = ImageDraw.Draw(picture)
    clearings = [middle(number) for number, space in enumerate(SPACES) if space.name]
    _lines(draw, 96, GLADE)
    for at in clearings:
        _disc(draw, at, RADIUS + 34, GLADE)
    for at in clearings:
        _disc(draw, at, RADIUS + 14, HALO)
    _lines(draw, 24, PATH)
    for at in clearings:
        _disc(draw, at, RADIUS, GRASS)
        _disc(draw, (at[0] - 5, at[1] - 6), RADIUS - 10, MOONLIT)
    return picture.reduce(SMOOTH)


def _lines(draw: ImageDraw.ImageDraw, width: int, colour: Colour) -> None:
    for line in _trails():
        points = [(x * SMOOTH, y * SMOOTH) for x, y in line]
        draw.line(points, fill=colour, width=width * SMOOTH, joint="curve")
        for at in line:
            _disc(draw, at, width // 2, colour)


def _disc(draw: ImageDraw.ImageDraw, at: Place, radius: int, colour: Colour) -> None:
    x, y = at[0] * SMOOTH, at[1] * SMOOTH
    reach = radius * SMOOTH
    draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour)


def _trails() -> Iterator[list[Place]]:
    by_code = {space.code: middle(number) for number, space in enumerate(SPACES)}
    for trail in TRAILS:
        yield [by_code[code] for code in trail.split()]


# -- Where the names stand


def around(at: Place, width: int, height: int) -> Box:
    x, y = at
    return x - width // 2, y - height // 2, x + width // 2, y + height // 2


def hidden(box: Box, others: Iterable[Box]) -> int:
    """How many square px of the others are under a box."""
    left, top, right, bottom = box
    return sum(
        (min(right, r) - max(left, x)) * (min(bottom, b) - max(top, y))
        for x, y, r, b in others
        if x < right and left < r and y < bottom and top < b
    )


def name_box(code: str) -> Box:
    return _names(spoken())[code][0]


@lru_cache(8)
def _names(language: str) -> Mapping[str, tuple[Box, Sequence[str]]]:
    """The names in the language that is spoken, each with its box: the usual place, or one where it hides less."""
    spaces = {space.code: number for number, space in enumerate(SPACES)}
    fixed = [around(stone_at(space), *STONE) for space in range(len(SPACES))]
    fixed += [around(badge_at(roost), BADGE, BADGE) for roost in ROOSTS]
    placed = dict[str, tuple[Box, Sequence[str]]]()
    for code in NAMES:
        name, boxes = say(SPACES[spaces[code]].name or ""), [*fixed, *(box for box, _ in placed.values())]
        usual_box = _usual(code, name)
        placed[code] = usual_box, [name]
        if hidden(usual_box, boxes) > LITTLE or usual_box[0] < 4 or usual_box[2] > WIDTH - 4:
            places = [*_elsewhere(name, usual_box)]
            lefts, tops, rights, bottoms = zip(*(box for box, _ in places), strict=True)
            within = min(lefts), min(tops), max(rights), max(bottoms)
            near = [box for box in boxes if hidden(within, [box])]  # the others lie under none of these places
            placed[code] = min(places, key=lambda place: _worse(place[0], usual_box, near))
    return placed


def _usual(code: str, name: str) -> Box:
    x, y = middle(next(number for number, space in enumerate(SPACES) if space.code == code))
    right, down, anchor = NAMES[code]
    width = text_width(name, "strong", LETTERS) + 20
    left = x + right - {"l": 0, "m": width // 2, "r": width}[anchor[0]]
    return left, y + down - 24, left + width, y + down + 24


def _elsewhere(name: str, usual_box: Box) -> Iterator[tuple[Box, Sequence[str]]]:
    """Other places near the usual one, with the name in one line or two."""
    whole = text_width(name, "strong", LETTERS)
    for lines in ([name], lines_of(name, "strong", LETTERS, max(whole * 5 // 8, 120))):
        width = max(text_width(line, "strong", LETTERS) for line in lines) + 20
        x, y = (usual_box[0] + usual_box[2]) // 2, (usual_box[1] + usual_box[3]) // 2
        for right in range(-160, 161, 16):
            for down in range(-112, 113, 16):
                at = max(4 + width // 2, min(WIDTH - 4 - width // 2, x + right)), y + down
                yield around(at, width, 48 + NAME_LINE * (len(lines) - 1)), lines


def _worse(box: Box, usual_box: Box, others: Sequence[Box]) -> int:
    return 20 * hidden(box, others) + sum(abs(edge - usual) for edge, usual in zip(box, usual_box, strict=True))


# -- Trees


def _plant(picture: Image.Image) -> None:
    """Plant trees where nothing else is; lower ones cover higher ones."""
    boxes = [name_box(code) for code in NAMES]
    for y, x, kind, size in _trees():
        if not any(left - 34 < x < right + 34 and top - 6 < y < bottom + size for left, top, right, bottom in boxes):
            sprite = _tree(kind, size)
            put(picture, sprite, (x - sprite.width // 2, y - sprite.height))


@cache
def _trees() -> Sequence[tuple[int, int, int, int]]:
    """All that aren't on a trail or in a clearing, from above: y, x, kind and size. The same on every machine."""
    dice = random.Random(44)
    steps = {at for line in _trails() for begin, end in pairwise(line) for at in _between(begin, end)}
    clearings = [middle(number) for number, space in enumerate(SPACES) if space.name]
    trees: list[tuple[int, int, int, int]] = []
    for row in range(-1, HEIGHT // 92 + 1):
        for column in range(-1, WIDTH // 108 + 2):
            x = column * 108 + (row % 2) * 54 + int(dice.random() * 26)
            y = row * 92 + int(dice.random() * 22) + 60
            kind, size = int(dice.random() * len(TREES)), 84 + 16 * int(dice.random() * 4)
            foot = (x, y - size // 3)
            if any(_near(foot, at, 104) for at in clearings):
                continue
            if any(_near(foot, at, 62 + size // 6) or _near((x, y - size), at, 60) for at in steps):
                continue
            trees.append((y, x, kind, size))
    return sorted(trees)


def _between(begin: Place, end: Place) -> list[Place]:
    return [
        (begin[0] + (end[0] - begin[0]) * part // 3, begin[1] + (end[1] - begin[1]) * part // 3) for part in range(4)
    ]


def _near(place: Place, other: Place, reach: int) -> bool:
    return (place[0] - other[0]) ** 2 + (place[1] - other[1]) ** 2 < reach**2


@drawn_once(32)
def _tree(kind: int, size: int) -> Image.Image:
    """One of four trees: two firs, one with a round crown, a slim one."""
    leaf, light = TREES[kind], TREES[(kind + 1) % 3]

    def draw(pen: Pen) -> None:
        pen.box((44, 84, 56, 118), 2, TRUNK)
        if kind == 2:
            pen.disc(50, 48, 42, leaf)
            pen.disc(36, 34, 15, light)
        elif kind == 3:
            pen.fill("M50 2 C74 30 78 84 50 100 C22 84 26 30 50 2Z", leaf)
        else:
            pen.fill("M50 46 L96 102 L4 102Z M50 22 L88 72 L12 72Z M50 0 L78 42 L22 42Z", leaf)
            pen.fill("M50 0 L50 42 L22 42Z", light)

    return drawn(size, size * 6 // 5, draw)


BOUGH = "M1200 96 C1060 60 980 150 820 128 C660 106 560 176 330 140"


@drawn_once(1)
def edge() -> Image.Image:
    """The edge of the wood seen from outside, with a bough across it (RGB, 1,200 x 300 px)."""
    picture = Image.new("RGB", (WIDTH, 300), DEEP)
    put_centred(picture, drawn(150, 150, _moon), (1040, 96))
    for number in range(15):
        sprite = _tree(number * 3 % 4, 100 + 20 * (number * 5 % 4))
        put(picture, sprite, (84 * number - 40, 262 - sprite.height))
    ground = Image.new("RGB", (WIDTH, 60), GLADE)
    picture.paste(ground, (0, 250))
    put(picture, drawn(WIDTH, 300, _bough, 300), (0, 0))
    return picture


def _moon(pen: Pen) -> None:
    pen.disc(50, 50, 50, GLADE)
    pen.disc(50, 50, 32, GLOW)


def _bough(pen: Pen) -> None:
    pen.line("M0 276 C300 262 700 290 1200 270", PATH, 16)
    pen.line(BOUGH, TRUNK, 13)
    pen.line("M820 128 C770 150 740 190 690 200 M1000 128 C960 170 950 190 930 196", TRUNK, 7)


def perch(place: int) -> Place:
    """The place of a raven on the bough of `edge`. Places are counted from the left."""
    points = flatten(BOUGH)[0][::-1]
    x = 380 + 102 * place
    begin, end = next(pair for pair in pairwise(points) if pair[0][0] <= x <= pair[1][0])
    return x, round(begin[1] + (end[1] - begin[1]) * (x - begin[0]) / (end[0] - begin[0]))


def _roost(picture: Image.Image, space: int, number: int) -> None:
    """A bare tree in the clearing, and the roost's number beside it."""
    x, y = middle(space)
    put_centred(picture, _bare_tree(), (x, y - 26))
    badge = drawn(BADGE, BADGE, _badge)
    write(badge, (BADGE // 2, BADGE // 2), str(number), "strong", 40, SHADE, "mm")
    put_centred(picture, badge, badge_at(space))


def badge_at(roost: int) -> Place:
    """The middle of the badge with a roost's number."""
    x, y = middle(roost)
    return x - 54, y - 40 if y > 60 else y - 24


def _badge(pen: Pen) -> None:
    pen.disc(50, 50, 49, SHADE)
    pen.disc(50, 50, 43, MOON)


@drawn_once(1)
def _bare_tree() -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.line("M50 100 C46 70 54 58 48 30", NIGHT, 12)
        pen.line("M49 62 C32 52 26 40 22 22 M30 42 L12 38", NIGHT, 7)
        pen.line("M50 54 C64 46 72 34 76 14 M68 38 L90 34", NIGHT, 7)
        pen.line("M48 34 C42 20 40 14 42 4", NIGHT, 6)

    return drawn(72, 72, draw)


# The landmarks of the other clearings


def _lantern(pen: Pen) -> None:
    """The lantern where the wanderer sets out."""
    pen.line("M50 92 L50 22 L68 22", NIGHT, 7)
    pen.disc(72, 38, 18, LAMP)
    pen.disc(72, 38, 11, GOLD)


def _moths(pen: Pen) -> None:
    for x, y, size in ((34, 34, 1.0), (72, 60, 0.75)):
        for side in (-1, 1):
            wing = ((0, 4), (side * 12, -22), (side * 36, -14), (side * 26, 6), (side * 22, 16), (side * 6, 14), (0, 4))
            first, *rest = (f"{x + size * across:.1f} {y + size * down:.1f}" for across, down in wing)
            pen.fill(f"M{first} C{' '.join(rest)}Z", GLOW)
        pen.line(f"M{x} {y - 4} L{x} {y + 14 * size}", TRUNK, 5 * size)


def _foxfire(pen: Pen) -> None:
    for x, y, size in ((28, 58, 0.9), (60, 46, 1.1), (84, 66, 0.7)):
        pen.line(f"M{x} {y} L{x - 2 * size} {y + 30 * size}", GRASS, 9 * size)
        left, right, top = x - 20 * size, x + 20 * size, y - 26 * size
        pen.fill(f"M{left} {y} C{left} {top} {right} {top} {right} {y}Z", GLOW)
        pen.disc(x - 6 * size, y - 8 * size, 3.5 * size, MOONLIT)


def _standing_stones(pen: Pen) -> None:
    for path, light in (
        ("M8 84 L10 44 L24 36 L32 84Z", "M10 44 L24 36 L26 48 L16 84 L8 84Z"),
        ("M38 84 L38 16 L56 8 L64 84Z", "M38 16 L56 8 L54 26 L48 84 L38 84Z"),
        ("M70 84 L74 50 L88 42 L94 84Z", "M74 50 L88 42 L86 56 L78 84 L70 84Z"),
    ):
        pen.fill(path, HALO)
        pen.fill(light, ROCK)


def _pool(pen: Pen) -> None:
    """A pool with the moon in it."""
    pen.ellipse(50, 50, 48, 32, GRASS)
    pen.ellipse(50, 52, 43, 27, WATER)
    pen.disc(62, 44, 11, GLOW)
    pen.line("M22 50 L40 50 M30 62 L54 62", MOONLIT, 4)


LANDMARKS: Mapping[str, Callable[[Pen], None]] = {
    "G11": _lantern,
    "G8": _moths,
    "D6": _foxfire,
    "G5": _standing_stones,
    "J6": _pool,
}
