"""Parts that leaderboards and profiles share: the hall's pennants, medals, signs and a palette."""

import unicodedata
from functools import lru_cache

from PIL import Image

from .colours import BARK, CLAY, GOLD, HOLLOW, NIGHT, PARCHMENT, SAND, SEATS, SHADE, STRAW, THEME_COLOURS
from .theme import MARGIN, WIDTH, canvas, drawable, largest, palette_of, put, slab, write
from .vector import Colour, Pen, drawn, regular

SILVER: Colour = (206, 212, 224)
BRONZE: Colour = (214, 142, 92)
DUSK: Colour = (40, 28, 56)
PENNANTS = SEATS[:5]
BAND = 150  # px: the height of the band with the pennants
MIDDLE = WIDTH // 2
MEDALS = 3  # how many places have one

SHIELD = "M10 6 L90 6 L90 50 C90 74 70 90 50 98 C30 90 10 74 10 50Z"
FLAME = (
    "M50 2 C56 24 86 40 84 68 C82 88 68 98 50 98 C32 98 17 87 16 68 C15 52 26 44 30 26 C38 32 42 38 43 46 C50 34 52 18"
    " 50 2Z"
)
FLAME_HEART = "M51 52 C56 63 68 68 66 81 C64 90 58 94 50 94 C42 94 35 90 35 80 C35 70 48 65 51 52Z"
HOURGLASS = (
    "M18 4 L82 4 L82 14 L76 14 C76 34 58 42 58 50 C58 58 76 66 76 86 L82 86 L82 96 L18 96 L18 86 L24 86 C24 66 42 58 42"
    " 50 C42 42 24 34 24 14 L18 14Z"
)
TICK = "M28 52 L44 68 L74 32"


@lru_cache(maxsize=1)
def band() -> Image.Image:
    """A line with pennants across the hall, in the colours of the first seats (RGB)."""

    def draw(pen: Pen) -> None:
        pen.box((0, 0, WIDTH, BAND), 0, DUSK)
        pen.line(f"M0 14 Q{MIDDLE} 46 {WIDTH} 14", CLAY, 7)
        for number in range(15):
            x = 40 + number * 80
            y = 14 + 32 * (1 - ((x - MIDDLE) / MIDDLE) ** 2) / 2 + 2
            length = 104 if number % 2 else 84
            pen.fill(
                f"M{x - 32} {y} L{x + 32} {y} L{x + 32} {y + length - 26} L{x} {y + length}"
                f" L{x - 32} {y + length - 26}Z",
                SHADE,
            )
            pen.fill(
                f"M{x - 28} {y} L{x + 28} {y} L{x + 28} {y + length - 30} L{x} {y + length - 7}"
                f" L{x - 28} {y + length - 30}Z",
                _muted(PENNANTS[number % len(PENNANTS)]),
            )
            pen.fill(regular(4, 15, (x, y + 34), 6), DUSK)

    return drawn(WIDTH, BAND, draw, BAND).convert("RGB")


def _muted(colour: Colour) -> Colour:
    """The colour, half blended with the ground, so that pennants don't outshine the text below."""
    red, green, blue = ((channel + ground) // 2 for channel, ground in zip(colour, DUSK, strict=True))
    return red, green, blue


@lru_cache(maxsize=8)
def medal(place: int, size: int) -> Image.Image:
    """The medal behind a place's number: a gold star, a silver hexagon, a bronze shield."""

    def draw(pen: Pen) -> None:
        match place:
            case 1:
                pen.fill(regular(12, 50, (50, 50), 41), GOLD)
            case 2:
                pen.fill(regular(6, 49, (50, 50)), SILVER)
            case _:
                pen.fill(SHIELD, BRONZE)

    return drawn(size, size, draw)


@lru_cache(maxsize=8)
def crest(place: int | None, size: int) -> Image.Image:
    """A season's crest: an egg on a shield; with a crown and room for their number for the best three (RGBA)."""
    rim = SAND if place is None else (GOLD, SILVER, BRONZE)[place - 1]

    def draw(pen: Pen) -> None:
        pen.fill("M12 26 L88 26 L88 58 C88 79 69 93 50 99 C31 93 12 79 12 58Z", rim)
        pen.fill("M20 34 L80 34 L80 58 C80 73 65 84 50 90 C35 84 20 73 20 58Z", DUSK)
        pen.fill("M50 39 C61 39 68 52 68 62 C68 73 60 81 50 81 C40 81 32 73 32 62 C32 52 39 39 50 39Z", PARCHMENT)
        if place is None:
            pen.line("M34 60 L42 67 L48 57 L55 67 L60 58 L66 63", DUSK, 4)
        else:
            pen.fill("M24 21 L18 1 L36 11 L50 0 L64 11 L82 1 L76 21Z", rim)

    return drawn(size, size, draw)


@lru_cache(maxsize=8)
def flame(size: int, colour: Colour = GOLD) -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.fill(FLAME, colour)
        pen.fill(FLAME_HEART, NIGHT)

    return drawn(size, size, draw)


@lru_cache(maxsize=4)
def running(size: int) -> Image.Image:
    """An hourglass: the board isn't final yet."""

    def draw(pen: Pen) -> None:
        pen.fill(HOURGLASS, SAND)
        pen.fill("M34 22 L66 22 C64 33 54 40 50 46 C46 40 36 33 34 22Z", NIGHT)
        pen.fill("M30 86 C32 72 46 68 50 60 C54 68 68 72 70 86Z", NIGHT)

    return drawn(size, size, draw)


@lru_cache(maxsize=4)
def sealed(size: int) -> Image.Image:
    """A tick in a seal: the board is final."""

    def draw(pen: Pen) -> None:
        pen.fill(regular(14, 49, (50, 50), 42), GOLD)
        pen.line(TICK, NIGHT, 12)

    return drawn(size, size, draw)


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """The colours of the theme and of the medals, and the blends that smooth edges and letters."""
    sample = canvas(900)
    sample.paste(band(), (0, 0))
    for number, ground in enumerate((NIGHT, BARK, HOLLOW)):
        put(sample, slab(370, 500, ground, CLAY if number else None), (MARGIN + number * 390, 160))
        for line, colour in enumerate((PARCHMENT, SAND, GOLD, PARCHMENT, GOLD, STRAW)):
            write(sample, (60 + number * 390, 210 + 70 * line), "Astrid 1,204", "strong", 58, colour)
    for number, sign in enumerate((medal(1, 90), medal(2, 90), medal(3, 90), flame(90), flame(90, CLAY))):
        put(sample, sign, (MARGIN + number * 110, 690))
    for number, sign in enumerate((running(90), sealed(90), *[crest(place, 90) for place in (1, 2, 3, None)])):
        put(sample, sign, (MARGIN + number * 110, 790))
    return palette_of((*THEME_COLOURS, SILVER, BRONZE, DUSK, *map(_muted, PENNANTS)), [sample], 160)


def headed(height: int, title: str) -> Image.Image:
    """A canvas of `height` px with the pennants and a title below them."""
    picture = canvas(height)
    picture.paste(band(), (0, 0))
    size = largest(title, "display", 84, WIDTH - 2 * MARGIN)
    write(picture, (MIDDLE, BAND + 52), title, "display", size, GOLD, "mm", WIDTH - 2 * MARGIN)
    return picture


def legible(name: str) -> str:
    """The part of a name that a picture can show; empty if no letter or digit would be left."""
    shown = drawable(name, "strong")
    return shown if any(map(str.isalnum, shown)) else ""


def lacks_letters(name: str) -> bool:
    """Whether a picture can't show all letters and digits of this name, so that text has to tell it."""
    shown = legible(name)
    return not shown or not set(filter(str.isalnum, unicodedata.normalize("NFKC", name))) <= set(shown)
