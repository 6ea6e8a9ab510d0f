"""Parts that leaderboards and profiles share: the hall's pennants, medals, signs and a palette."""

import unicodedata

from PIL import Image

from engine.names import SOMEBODY, visible
from languages import say

from .colours import BARK, CLAY, GOLD, HOLLOW, NIGHT, PARCHMENT, SAND, SEATS, SHADE, STRAW, THEME_COLOURS
from .figures import figure
from .sprites import drawn_once
from .theme import MARGIN, WIDTH, canvas, drawable, palette_of, put, slab, write, write_whole
from .vector import Colour, Pen, drawn, regular

SILVER: Colour = (206, 212, 224)
BRONZE: Colour = (214, 142, 92)
DUSK: Colour = (40, 28, 56)
PENNANTS = SEATS[:5]
BAND = 150  # px: the height of the band with the pennants
MIDDLE = WIDTH // 2
MEDALS = 3  # how many places have one


@drawn_once(1)
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


@drawn_once(8)
def medal(place: int, size: int) -> Image.Image:
    """The medal behind a place's number: a gold star, a silver hexagon, a bronze shield."""
    return figure(f"art/medal-{('star', 'hexagon', 'shield')[min(place, MEDALS) - 1]}").sprite(size)


@drawn_once(8)
def crest(place: int | None, size: int) -> Image.Image:
    """A season's crest: an egg on a shield; with a crown and room for their number for the best three (RGBA)."""
    if place is None:
        return figure("art/crest").sprite(size)
    return figure("art/crest-of-the-best").sprite(size, {"rim": (GOLD, SILVER, BRONZE)[place - 1]})


@drawn_once(8)
def flame(size: int, colour: Colour = GOLD) -> Image.Image:
    return figure("art/flame").sprite(size, {"flame": colour})


@drawn_once(4)
def running(size: int) -> Image.Image:
    """An hourglass: the board isn't final yet."""
    return figure("art/hourglass").sprite(size)


@drawn_once(4)
def sealed(size: int) -> Image.Image:
    """A tick in a seal: the board is final."""
    return figure("art/seal").sprite(size)


@drawn_once(1)
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
    write_whole(picture, (MIDDLE, BAND + 52), title, "display", 84, GOLD, "mm", WIDTH - 2 * MARGIN)
    return picture


def legible(name: str) -> str:
    """The part of a name that a picture can show; empty if no letter or digit of it would be left."""
    drawn = drawable(visible(name) or say(SOMEBODY), "strong")
    return drawn if any(map(str.isalnum, drawn)) else ""


def lacks_letters(name: str) -> bool:
    """Whether a picture can't show all letters and digits of this name, so that text has to tell it."""
    drawn = legible(name)
    return not drawn or not set(filter(str.isalnum, unicodedata.normalize("NFKC", visible(name)))) <= set(drawn)
