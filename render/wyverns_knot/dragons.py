"""The ten dragons and their signs, drawn for this game in squares of 100 units.

Dragons differ in silhouette and sign as well as in colour. Those seen from the side look left.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageOps

from ..colours import MOON, NIGHT
from ..vector import Colour, Pen, drawn, regular

RIM: Colour = NIGHT
RIM_WIDTH = 6.0  # units: the rim sets a dragon off from any ground
BRIGHT: Colour = (255, 250, 236)

Part = tuple[str, str]  # (which of the dragon's colours, the path that it fills)


@dataclass(frozen=True)
class Art:
    """One dragon. Colours are body, dark, light, accent; `field` lies behind it on a card."""

    colours: dict[str, Colour]
    field: Colour
    body: tuple[Part, ...]  # together they are the silhouette
    marks: tuple[Part, ...]  # inside the silhouette
    strokes: tuple[tuple[str, str, float], ...] = ()  # colour, path, width
    eyes: tuple[tuple[float, float, float], ...] = ()  # x, y, radius


def _art(
    body: Colour, dark: Colour, light: Colour, accent: Colour, ground: Colour, *parts: tuple[Part, ...], **more: object
) -> Art:
    return Art({"body": body, "dark": dark, "light": light, "accent": accent}, ground, *parts, **more)  # type: ignore[arg-type]


CINDERHORN = _art(
    (232, 76, 44),
    (150, 36, 34),
    (255, 158, 74),
    (255, 222, 150),
    (74, 26, 30),
    (
        ("accent", "M66 36 C66 18 80 6 98 6 C90 14 88 26 88 44 Z"),
        (
            "body",
            "M8 60 C9 51 20 47 32 45 C37 34 49 29 61 31 C79 34 90 48 92 68 C93 82 92 92 92 98 L50 98"
            " C53 90 51 84 44 81 C32 83 16 82 11 74 C8 70 7 65 8 60Z",
        ),
        ("accent", "M62 38 C46 34 36 22 40 3 C48 14 60 14 74 32 Z"),
    ),
    (
        (
            "light",
            "M64 62 C70 60 74 52 72 46 C80 52 82 58 80 64 C84 62 86 58 86 56 C92 70 86 82 76 84 C66 86 58 78 60 68"
            " C61 66 62 64 64 62Z",
        ),
        ("dark", "M61 84 C70 90 72 94 72 98 L50 98 C53 92 52 86 48 82Z"),
        ("light", "M43 24 L55 16 L61 20 L50 30Z M74 20 L90 24 L89 32 L70 28Z"),
        ("dark", "M14 57 C16 54 20 54 21 57 C19 59 16 59 14 57Z"),
        ("dark", "M33 45 C40 40 48 41 53 46 L51 49 C46 45 40 45 34 48Z"),
    ),
    strokes=(("dark", "M12 70 C22 72 34 72 44 67", 3.2),),
    eyes=((43, 54, 7.5),),
)
TIDEFIN = _art(
    (40, 168, 190),
    (18, 92, 124),
    (150, 232, 226),
    (250, 148, 120),
    (16, 56, 78),
    (
        (
            "accent",
            "M34 36 C30 20 36 8 50 2 C51 9 55 11 63 7 C62 15 67 17 77 14 C74 22 79 26 90 26 C84 34 84 42 84 48 L60 48Z",
        ),
        (
            "body",
            "M6 56 C6 45 18 38 32 37 C42 28 58 28 68 38 C78 48 80 64 76 78 C74 86 75 92 78 98 L42 98"
            " C44 90 42 83 36 79 C24 79 10 76 7 66 C6 63 6 60 6 56Z",
        ),
        ("accent", "M54 62 C64 48 82 46 99 50 C93 56 93 61 98 67 C91 69 89 74 92 81 C78 84 60 78 54 66Z"),
    ),
    (
        ("light", "M42 98 C44 90 42 83 36 79 C44 76 52 82 54 98Z"),
        ("dark", "M11 54 C13 51 17 51 18 54 C16 57 13 57 11 54Z"),
    ),
    strokes=(
        ("dark", "M40 34 L48 12", 2.6),
        ("dark", "M52 33 L62 16", 2.6),
        ("dark", "M64 38 L76 23", 2.6),
        ("dark", "M60 63 L88 55", 2.6),
        ("dark", "M60 66 L88 69", 2.6),
        ("dark", "M8 67 C18 71 28 70 37 65", 3.2),
    ),
    eyes=((39, 51, 8.5),),
)
BRIARBACK = _art(
    (134, 196, 70),
    (46, 96, 44),
    (202, 224, 124),
    (226, 76, 110),
    (30, 58, 36),
    (
        ("dark", "M24 58 L16 30 L36 42 L38 14 L54 34 L66 8 L73 36 L93 22 L88 46 L100 52 L94 66 L100 76 L94 84 L40 84Z"),
        ("body", "M28 88 C24 62 36 42 60 40 C84 40 96 62 94 88Z"),
        ("body", "M3 74 C3 63 14 55 28 54 C42 54 50 64 48 78 C46 90 26 92 14 88 C7 86 3 80 3 74Z"),
        ("body", "M36 84 L54 84 L54 96 L36 96Z"),
        ("body", "M74 84 L92 84 L92 96 L74 96Z"),
        ("light", "M34 58 C34 44 42 38 54 36 C56 50 50 60 38 64Z"),
    ),
    (
        ("light", "M62 54 C60 47 64 42 70 40 C73 46 71 52 67 57Z"),
        ("light", "M78 60 C76 54 80 50 86 48 C88 54 86 59 83 63Z"),
        ("light", "M64 72 C62 66 66 61 72 60 C74 66 73 71 69 75Z"),
        ("dark", "M36 91 L54 91 L54 96 L36 96Z"),
        ("dark", "M74 91 L92 91 L92 96 L74 96Z"),
        ("accent", regular(24, 5, (7, 74))),
    ),
    strokes=(("dark", "M12 82 C20 85 28 84 34 79", 3.0), ("dark", "M40 60 L50 42", 2.4)),
    eyes=((26, 68, 7),),
)
RIMECLAW = _art(
    (176, 220, 242),
    (84, 134, 188),
    (240, 252, 255),
    (116, 190, 240),
    (34, 58, 96),
    (
        ("light", "M32 48 L26 12 L48 38Z"),
        ("accent", "M44 42 L52 0 L66 40Z"),
        ("light", "M62 42 L84 8 L82 54Z"),
        ("accent", "M76 54 L100 34 L92 74Z"),
        ("light", "M14 74 L18 95 L30 78Z"),
        ("light", "M28 78 L38 99 L48 80Z"),
        ("body", "M3 64 L28 46 L56 36 L82 48 L93 74 L91 98 L56 98 L50 84 L28 81 L8 75Z"),
    ),
    (
        ("light", "M3 64 L28 46 L56 36 L40 54Z"),
        ("dark", "M66 60 L93 74 L91 98 L72 98Z"),
        ("accent", "M66 60 L72 98 L56 98 L50 84Z"),
        ("dark", "M52 4 L55 38 L62 39Z"),
        ("dark", "M84 12 L74 50 L82 52Z"),
        ("dark", "M10 62 L18 58 L16 63Z"),
    ),
    strokes=(("dark", "M7 71 L30 71 L46 66", 3.0), ("dark", "M34 48 L52 47", 3.4)),
    eyes=((43, 54.5, 7),),
)
GALEWING = _art(
    (236, 226, 196),
    (128, 128, 128),
    (255, 250, 232),
    (92, 196, 164),
    (36, 72, 70),
    (
        (
            "accent",
            "M46 58 C38 34 20 18 1 14 C5 22 5 28 1 33 C7 36 8 42 5 48 C12 49 14 55 12 61 C20 61 22 66 22 71"
            " C32 66 42 68 50 76Z",
        ),
        (
            "accent",
            "M54 58 C62 34 80 18 99 14 C95 22 95 28 99 33 C93 36 92 42 95 48 C88 49 86 55 88 61 C80 61 78 66"
            " 78 71 C68 66 58 68 50 76Z",
        ),
        ("body", "M38 40 C36 54 38 68 44 76 C48 84 44 92 34 90 C40 98 56 99 60 88 C62 78 64 60 62 40Z"),
        (
            "body",
            "M24 34 C26 20 40 12 54 14 C62 6 72 6 78 12 C72 12 70 15 72 20 C74 32 68 46 52 48 C42 48 36 44 34 42"
            " C30 42 26 39 24 34Z",
        ),
    ),
    (
        ("light", "M47 54 L54 54 L53 60 L48 60Z M47 64 L54 64 L53 70 L48 70Z M49 74 L55 74 L55 80 L51 80Z"),
        ("dark", "M24 34 C28 34 34 35 37 39 C34 42 30 43 26 40 C25 38 24 36 24 34Z"),
    ),
    strokes=(
        ("light", "M40 58 C32 44 22 34 10 26", 3.2),
        ("light", "M40 64 C32 54 24 48 14 42", 3.2),
        ("light", "M60 58 C68 44 78 34 90 26", 3.2),
        ("light", "M60 64 C68 54 76 48 86 42", 3.2),
    ),
    eyes=((46, 29, 8),),
)
CRAGJAW = _art(
    (98, 84, 80),
    (62, 52, 54),
    (232, 216, 188),
    (255, 246, 222),
    (126, 98, 72),
    (
        ("dark", "M56 24 L62 4 L76 18 L90 10 L90 32 L100 40 L96 98 L64 98Z"),
        ("body", "M22 34 L36 20 L68 18 L88 36 L92 98 L56 98 L56 66 L16 58 L14 46Z"),
        ("accent", "M8 64 L13 42 L23 64Z"),
        ("accent", "M30 66 L37 48 L44 66Z"),
        ("body", "M1 62 L52 62 L74 58 L78 78 L66 96 L18 96 L2 82Z"),
    ),
    (
        ("light", "M22 34 L36 20 L68 18 L56 30 L34 34 L18 50 L14 46Z"),
        ("dark", "M2 82 L18 88 L66 86 L78 78 L66 96 L18 96Z"),
        ("dark", "M28 42 L50 36 L56 42 L54 46 L34 48Z"),
        ("light", "M70 46 L80 44 L84 56 L74 60Z M80 70 L88 68 L90 80 L82 82Z"),
        ("light", "M10 68 L26 68 L24 74 L12 74Z"),
    ),
    strokes=(),
    eyes=((45, 48, 6.5),),
)
STORMTAIL = _art(
    (112, 88, 214),
    (58, 42, 132),
    (190, 172, 255),
    (255, 226, 66),
    (36, 28, 84),
    (
        ("accent", "M70 2 L98 2 L86 22 L99 22 L68 58 L74 34 L60 34Z"),
        ("body", "M68 48 L84 50 C92 68 88 92 62 96 C36 99 18 90 20 68 L46 58 C42 74 50 80 60 78 C70 76 72 64 68 48Z"),
        ("accent", "M40 36 L36 12 L50 22 L56 8 L62 40Z"),
        ("body", "M3 52 C4 42 16 38 26 36 C34 26 52 26 60 38 C66 50 60 66 46 70 C32 73 12 70 6 62 C3 59 3 56 3 52Z"),
    ),
    (
        ("light", "M26 78 C34 90 48 92 60 90 C48 96 28 94 22 78Z"),
        ("dark", "M8 51 C10 48 14 48 15 51 C13 53 10 53 8 51Z"),
        ("dark", "M70 78 L84 72 L76 88Z M54 80 L62 92 L48 91Z"),
    ),
    strokes=(
        ("dark", "M6 61 C16 64 26 63 36 58", 3.0),
        ("dark", "M28 40 C34 36 42 38 46 42", 3.2),
    ),
    eyes=((36, 49, 7.5),),
)
MOONVEIL = _art(
    (206, 206, 232),
    (122, 120, 172),
    (248, 248, 255),
    (255, 224, 140),
    (40, 38, 82),
    (
        (
            "body",
            "M66 2 C26 2 2 28 4 58 C6 84 30 100 58 97 C80 94 96 78 98 58 C90 70 76 76 62 73 C44 69 34 54 38 36"
            " C41 20 52 8 66 2Z",
        ),
        ("dark", "M18 30 C4 24 0 12 4 4 C10 14 20 16 32 16Z"),
        ("light", "M28 76 C28 58 42 48 58 50 C74 50 84 62 83 74 C82 88 62 96 46 92 C34 90 28 84 28 76Z"),
        ("dark", "M62 54 C66 40 78 34 90 36 C84 44 84 54 78 62Z"),
        ("dark", "M44 54 C42 44 46 34 54 30 C56 38 60 44 58 52Z"),
    ),
    (
        ("light", "M10 56 C10 36 24 18 44 10 C30 22 22 38 24 56 C24 66 26 74 30 80 C18 76 10 68 10 56Z"),
        ("accent", regular(5, 8, (64, 18), 3.4)),
        ("dark", "M33 76 C35 73 38 73 39 76 C37 78 35 78 33 76Z"),
    ),
    strokes=(
        ("dark", "M50 68 C54 74 61 74 65 68", 3.8),
        ("dark", "M33 84 C40 88 48 88 54 84", 3.0),
    ),
)
SUNMANE = _art(
    (250, 194, 58),
    (190, 104, 24),
    (255, 236, 160),
    (255, 142, 46),
    (104, 52, 20),
    (
        ("accent", regular(12, 50, (50, 50), 35)),
        ("body", regular(12, 41, (50, 50), 32, turn=-75)),
        (
            "light",
            "M22 46 C22 28 34 20 50 20 C66 20 78 28 78 46 C78 60 68 66 66 74 C64 82 58 86 50 86 C42 86 36 82 34 74"
            " C32 66 22 60 22 46Z",
        ),
    ),
    (
        ("body", "M50 20 C56 20 60 22 60 26 C56 38 56 50 60 60 L40 60 C44 50 44 38 40 26 C40 22 44 20 50 20Z"),
        ("accent", "M50 26 L55 34 L50 44 L45 34Z"),
        ("dark", "M40 64 C42 61 46 61 47 65 C45 68 42 67 40 64Z M60 64 C58 61 54 61 53 65 C55 68 58 67 60 64Z"),
    ),
    strokes=(("dark", "M39 74 C44 79 56 79 61 74", 3.2),),
    eyes=((34, 47, 7.5), (66, 47, 7.5)),
)
DUSKEYE = _art(
    (164, 62, 128),
    (90, 28, 84),
    (236, 150, 190),
    (120, 226, 204),
    (58, 20, 58),
    (
        ("dark", "M30 44 C20 34 10 18 2 4 C20 8 38 16 48 28Z"),
        ("dark", "M70 44 C80 34 90 18 98 4 C80 8 62 16 52 28Z"),
        (
            "body",
            "M50 22 C70 22 86 34 86 52 C86 62 80 68 74 72 L82 80 L68 80 L64 90 L50 99 L36 90 L32 80 L18 80 L26 72"
            " C20 68 14 62 14 52 C14 34 30 22 50 22Z",
        ),
    ),
    (
        ("light", "M26 34 C20 26 14 18 10 12 C20 16 30 20 37 27Z M74 34 C80 26 86 18 90 12 C80 16 70 20 63 27Z"),
        ("dark", "M18 52 C26 36 38 30 50 30 C62 30 74 36 82 52 C74 68 62 74 50 74 C38 74 26 68 18 52Z"),
        ("light", "M23 52 C30 40 40 36 50 36 C60 36 70 40 77 52 C70 64 60 69 50 69 C40 69 30 64 23 52Z"),
        ("accent", regular(32, 16, (50, 52))),
        ("dark", "M50 38 C56 46 56 58 50 66 C44 58 44 46 50 38Z"),
        ("dark", "M44 84 L47 80 L48 86Z M56 84 L53 80 L52 86Z"),
    ),
    strokes=(("dark", "M42 90 L50 93 L58 90", 2.4),),
)
ART = (CINDERHORN, TIDEFIN, BRIARBACK, RIMECLAW, GALEWING, CRAGJAW, STORMTAIL, MOONVEIL, SUNMANE, DUSKEYE)

SIGNS = (  # flame, wave, thorn leaf, snow crystal, feather, mountain, bolt, crescent, sun, eye
    "M52 4 C58 22 84 34 84 62 C84 82 70 96 50 96 C30 96 16 82 16 62 C16 46 26 40 30 26 C38 32 42 38 42 46 C50 38 54 22"
    " 52 4Z",
    "M4 70 C18 70 22 22 52 18 C76 16 90 36 84 54 C80 66 62 66 60 54 C59 46 66 44 70 48 C66 36 50 40 48 56"
    " C46 72 60 82 96 80 L96 92 L4 92Z",
    "M50 2 L62 20 L82 18 L78 38 L96 50 L78 62 L72 82 L56 78 L56 98 L44 98 L44 78 L28 82 L22 62 L4 50 L22 38 L18 18"
    " L38 20Z",
    "",
    "M90 6 C50 6 20 30 20 66 L8 92 L16 96 L28 78 C62 78 88 50 90 6Z",
    "M2 90 L34 26 L48 46 L64 10 L98 90Z",
    "M58 2 L16 58 L44 58 L34 98 L84 38 L56 38 L72 2Z",
    "M64 4 C34 4 12 24 12 52 C12 78 34 98 62 96 C72 96 82 90 88 82 C60 86 42 68 42 46 C42 28 50 14 64 4Z",
    regular(12, 50, (50, 50), 33),
    "M2 50 C16 26 32 18 50 18 C68 18 84 26 98 50 C84 74 68 82 50 82 C32 82 16 74 2 50Z",
)


def _crystal(pen: Pen, colour: Colour, width: float) -> None:
    for path in ("M50 6 L50 94", "M12 28 L88 72", "M88 28 L12 72"):
        pen.line(path, colour, width)
    for path in ("M36 14 L50 28 L64 14", "M36 86 L50 72 L64 86", "M10 46 L28 40 L24 22", "M90 54 L72 60 L76 78"):
        pen.line(path, colour, width * 0.8)
    for path in ("M90 46 L72 40 L76 22", "M10 54 L28 60 L24 78"):
        pen.line(path, colour, width * 0.8)


_DETAILS: dict[int, str] = {
    0: "M50 52 C60 62 66 68 66 78 C66 88 60 94 50 94 C40 94 34 88 34 78 C34 68 48 66 50 52Z",
    5: "M34 26 L48 46 L40 56 L32 48 L22 54Z M64 10 L76 40 L66 50 L58 38 L52 40Z",
    9: regular(32, 19, (50, 50)),
}


def draw_sign(pen: Pen, dragon: int, colour: Colour, ground: Colour) -> None:
    """A sign in one colour on its ground."""
    if dragon == 3:
        _crystal(pen, colour, 11)
        return
    pen.fill(SIGNS[dragon], colour)
    if dragon in _DETAILS:
        pen.fill(_DETAILS[dragon], ground)
    if dragon == 2:
        pen.line("M50 24 L50 94", ground, 6)
    if dragon == 4:
        pen.line("M76 22 L28 76", ground, 6)
    if dragon == 8:
        pen.disc(50, 50, 25, ground)
        pen.disc(50, 50, 17, colour)
    if dragon == 9:
        pen.disc(50, 50, 9, colour)


@lru_cache(maxsize=64)
def sign(dragon: int, size: int) -> Image.Image:
    """The sign of a dragon on a disc of its colour, `size` px."""
    art = ART[dragon]

    def draw(pen: Pen) -> None:
        pen.disc(50, 50, 49, RIM)
        pen.disc(50, 50, 44, art.field)
        sign_pen = Pen(size, size, 100)
        draw_sign(sign_pen, dragon, art.colours["light"], art.field)
        pen.inlay(sign_pen, 0.66)

    return drawn(size, size, draw)


def _as_it_is(colour: Colour) -> Colour:
    return colour


def draw_dragon(pen: Pen, dragon: int, tint: Callable[[Colour], Colour] = _as_it_is) -> None:
    """Draw a dragon with its rim. `tint` may change its colours."""
    art = ART[dragon]
    for _, path in art.body:
        pen.outline(path, tint(RIM), RIM_WIDTH)
    for name, path in (*art.body, *art.marks):
        pen.fill(path, tint(art.colours[name]))
    for name, path, width in art.strokes:
        pen.line(path, tint(art.colours[name]), width)
    for x, y, radius in art.eyes:
        _eye(pen, x, y, radius, tint)


def _eye(pen: Pen, x: float, y: float, radius: float, tint: Callable[[Colour], Colour]) -> None:
    pen.disc(x, y, radius + 1.6, tint(RIM))
    pen.disc(x, y, radius, tint(BRIGHT))
    pen.disc(x - radius * 0.15, y + radius * 0.1, radius * 0.68, tint(RIM))
    pen.disc(x - radius * 0.4, y - radius * 0.3, radius * 0.28, tint(BRIGHT))


def ghostly(colour: Colour) -> Colour:
    """The colour in moonlight, for what only one seat sees. Enough of it is left to tell the kinds apart."""
    red, green, blue = ((4 * channel + moon) // 5 for channel, moon in zip(colour, MOON, strict=True))
    return red, green, blue


@lru_cache(maxsize=128)
def dragon_sprite(dragon: int, size: int, ghost: bool = False, mirrored: bool = False) -> Image.Image:
    """A dragon of `size` x `size` px without ground; as a ghost if only one seat sees it."""
    sprite = drawn(size, size, lambda pen: draw_dragon(pen, dragon, ghostly if ghost else _as_it_is), 108, 4)
    return ImageOps.mirror(sprite) if mirrored else sprite
