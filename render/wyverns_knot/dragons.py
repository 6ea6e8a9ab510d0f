"""The ten dragons and their signs. The files in `art` are named after them; those seen from the side look left.

Dragons differ in silhouette and sign as well as in colour.
"""

from PIL import Image, ImageOps

from engine.wyverns_knot.state import DRAGONS

from ..colours import MOON, NIGHT
from ..figures import figure
from ..sprites import drawn_once
from ..vector import Colour, Pen, drawn

FIELDS: tuple[Colour, ...] = (  # what lies behind each of them on a card
    *((74, 26, 30), (16, 56, 78), (30, 58, 36), (34, 58, 96), (36, 72, 70)),
    *((126, 98, 72), (36, 28, 84), (40, 38, 82), (104, 52, 20), (58, 20, 58)),
)
ART = [figure(f"wyverns_knot/art/{name.lower()}") for name in DRAGONS]


@drawn_once(64)
def sign(dragon: int, size: int) -> Image.Image:
    """The sign of a dragon on a disc of its colour, `size` px."""

    def draw(pen: Pen) -> None:
        pen.disc(50, 50, 49, NIGHT)
        pen.disc(50, 50, 44, FIELDS[dragon])
        inner = Pen(size, size, 100)
        figure(f"wyverns_knot/art/{DRAGONS[dragon].lower()}-sign").draw(inner)
        pen.inlay(inner, 0.66)

    return drawn(size, size, draw)


def ghostly(colour: Colour) -> Colour:
    """The colour in moonlight, for what only one seat sees. Enough of it is left to tell the kinds apart."""
    red, green, blue = ((4 * channel + moon) // 5 for channel, moon in zip(colour, MOON, strict=True))
    return red, green, blue


@drawn_once(128)
def dragon_sprite(dragon: int, size: int, ghost: bool = False, mirrored: bool = False) -> Image.Image:
    """A dragon of `size` x `size` px without ground; as a ghost if only one seat sees it."""
    art = ART[dragon]
    sprite = art.sprite(size, {name: ghostly(colour) for name, colour in art.colours.items()} if ghost else None)
    return ImageOps.mirror(sprite) if mirrored else sprite
