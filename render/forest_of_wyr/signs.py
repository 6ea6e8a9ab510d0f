"""The signs of the forest: ravens, the wanderer, hearts, the four suits, the eight spellshards, and playing cards."""

from functools import lru_cache

from PIL import Image

from engine.forest_of_wyr.cards import (
    RANKS,
    SHARDS,
    VALUES,
)

from ..colours import EMBER, GOLD, MOON, NIGHT, PARCHMENT, SHADE
from ..theme import put_centred, write
from ..vector import Colour, Pen, drawn, regular

INK: Colour = (34, 26, 42)  # black suits, ravens
BLOOD: Colour = (196, 46, 58)  # red suits
PAPER: Colour = (240, 228, 204)
PAPER_RIM: Colour = (176, 156, 128)
DUSK: Colour = (150, 140, 130)  # over cards that are out of play for now
SHARD: Colour = (74, 58, 122)  # the ground of a spellshard
PLUME: Colour = (66, 58, 96)  # light on a raven's wing
LOST: Colour = (70, 52, 58)  # a heart that is gone
COLOURS = (INK, BLOOD, PAPER, PAPER_RIM, DUSK, SHARD, PLUME, LOST)

CARD = (92, 126)  # px
COLUMN = 62  # px of a card that stay visible under the next one. Rank, sign and value fit in them
SUIT_PATHS = (  # spades, hearts, diamonds, clubs, in a square of 100 units
    "M50 4 C56 26 94 40 94 64 C94 86 66 90 57 74 C58 84 62 92 70 97 L30 97 C38 92 42 84 43 74 C34 90 6 86 6 64 "
    "C6 40 44 26 50 4Z",
    "M50 94 C40 78 5 60 5 34 C5 4 42 2 50 26 C58 2 95 4 95 34 C95 60 60 78 50 94Z",
    "M50 2 C60 24 72 38 88 50 C72 62 60 76 50 98 C40 76 28 62 12 50 C28 38 40 24 50 2Z",
    "M57 60 C58 78 62 90 72 97 L28 97 C38 90 42 78 43 60Z",
)


# -- Creatures


_RAVEN = (
    "M4 34 C10 28 18 26 24 27 C28 14 44 10 52 20 C56 25 56 32 60 38 C68 48 84 58 97 82 L80 78 L84 92 L66 82 "
    "C52 84 38 78 32 66 C27 56 27 44 24 38 C18 36 10 36 4 34Z"
)


@lru_cache(maxsize=8)
def raven(size: int, rim: Colour = PARCHMENT) -> Image.Image:
    """A raven that looks to the left, `size` px. A rim sets it off from the dark."""

    def draw(pen: Pen) -> None:
        pen.outline(_RAVEN, rim, 12)
        pen.line("M50 78 L47 96 M60 80 L60 96", rim, 9)
        pen.fill(_RAVEN, INK)
        pen.line("M50 78 L47 95 M60 80 L60 95", INK, 4)
        pen.fill("M44 46 C56 46 70 58 82 74 C66 72 50 66 44 46Z", PLUME)
        pen.disc(37, 26, 5, GOLD)

    return drawn(size, size, draw, 112, 6)


@lru_cache(maxsize=4)
def wanderer(size: int) -> Image.Image:
    """A hooded figure with a lantern, `size` px."""
    cloak = "M46 4 C64 6 70 22 66 36 C78 50 82 76 84 98 L12 98 C14 72 18 50 28 36 C24 20 30 6 46 4Z"

    def draw(pen: Pen) -> None:
        pen.outline(cloak, SHADE, 10)
        pen.fill(cloak, EMBER)
        pen.fill("M46 4 C64 6 70 22 66 36 C62 44 34 44 28 36 C24 20 30 6 46 4Z", (176, 52, 40))
        pen.ellipse(47, 27, 12, 13, SHADE)
        pen.disc(42, 26, 2.6, PARCHMENT)
        pen.disc(51, 26, 2.6, PARCHMENT)
        pen.line("M66 52 L92 46", (176, 52, 40), 9)
        pen.disc(90, 66, 15, SHADE)
        pen.disc(90, 66, 12, GOLD)
        pen.disc(90, 66, 6, PARCHMENT)

    return drawn(size, size, draw, 118, 6)


@lru_cache(maxsize=4)
def heart(full: bool, size: int = 60) -> Image.Image:
    """A point of health; one that is lost is hollow and cracked."""

    def draw(pen: Pen) -> None:
        pen.outline(SUIT_PATHS[1], SHADE, 8)
        pen.fill(SUIT_PATHS[1], EMBER if full else LOST)
        if full:
            pen.ellipse(30, 30, 10, 8, PARCHMENT)
        else:
            inner = Pen(size, size, 116, 8)
            inner.fill(SUIT_PATHS[1], NIGHT)
            pen.inlay(inner, 0.74)
            pen.line("M52 24 L42 44 L58 56 L48 84", LOST, 6)

    return drawn(size, size, draw, 116, 8)


# -- Suits and spellshards


def _draw_suit(pen: Pen, suit: int, colour: Colour) -> None:
    pen.fill(SUIT_PATHS[suit], colour)
    if suit == 3:
        for x, y in ((50, 25), (26, 57), (74, 57)):
            pen.disc(x, y, 22, colour)
        pen.disc(50, 52, 12, colour)


@lru_cache(maxsize=16)
def suit_sign(suit: int, size: int, colour: Colour | None = None) -> Image.Image:
    """Spades, hearts, diamonds or clubs."""
    return drawn(size, size, lambda pen: _draw_suit(pen, suit, colour or (BLOOD if suit in (1, 2) else INK)))


def _draw_shard(pen: Pen, shard: int, ink: Colour, ground: Colour) -> None:
    match shard:
        case 11:  # Oracle of Visions: an eye
            pen.fill("M2 50 Q50 -6 98 50 Q50 106 2 50Z", ink)
            pen.disc(50, 50, 22, ground)
            pen.disc(50, 50, 10, ink)
        case 12:  # Restoring Balance: scales
            pen.line("M50 8 L50 90 M14 26 L86 26 M28 92 L72 92", ink, 9)
            pen.fill("M0 58 L32 58 C32 80 0 80 0 58Z", ink)
            pen.fill("M68 58 L100 58 C100 80 68 80 68 58Z", ink)
            pen.line("M16 26 L3 58 M16 26 L29 58 M84 26 L71 58 M84 26 L97 58", ink, 4)
        case 24:  # Aspect Construction: a card turned over by an arrow
            pen.fill("M28 34 L72 34 L72 98 L28 98Z", ink)
            pen.fill("M36 42 L64 42 L64 90 L36 90Z", ground)
            pen.line("M10 40 C14 2 78 0 86 24", ink, 9)
            pen.fill("M70 22 L100 14 L92 46Z", ink)
        case 25:  # The Sun in Winter: a sun over snow
            pen.fill(regular(8, 50, (50, 44), 27, -90), ink)
            pen.disc(50, 44, 18, ground)
            pen.line("M4 94 Q26 78 50 94 Q74 78 96 94", ink, 9)
        case 37:  # Cheval Glass: a mirror on feet
            pen.ellipse(50, 42, 32, 42, ink)
            pen.ellipse(50, 42, 22, 32, ground)
            pen.line("M42 52 L60 26", ink, 7)
            pen.line("M12 30 L12 96 M88 30 L88 96 M12 84 L88 84", ink, 8)
        case 38:  # Subsided Winds: three breaths
            pen.line("M4 34 L60 34 C84 34 82 6 62 10", ink, 9)
            pen.line("M4 56 L78 56 C100 56 98 30 82 34", ink, 9)
            pen.line("M4 78 L54 78 C76 78 74 102 56 96", ink, 9)
        case 50:  # Binding Alliance: two rings
            for x in (34, 66):
                pen.disc(x, 50, 34, ink)
            for x in (34, 66):
                pen.disc(x, 50, 23, ground)
            pen.outline(regular(28, 28.5, (34, 50)), ink, 11)
            pen.outline(regular(28, 28.5, (66, 50)), ink, 11)
        case _:  # Wings of the Raven: two wings
            pen.fill(
                "M48 60 C40 26 20 12 0 10 C4 24 8 30 16 36 C8 36 6 38 6 42 C12 52 20 56 26 58 C20 60 20 64 22 66 "
                "C32 74 42 72 48 60Z",
                ink,
            )
            pen.fill(
                "M52 60 C60 26 80 12 100 10 C96 24 92 30 84 36 C92 36 94 38 94 42 C88 52 80 56 74 58 C80 60 80 64 "
                "78 66 C68 74 58 72 52 60Z",
                ink,
            )
            pen.disc(50, 70, 12, ink)


@lru_cache(maxsize=32)
def shard_sign(shard: int, size: int, ink: Colour = PARCHMENT, ground: Colour = SHARD) -> Image.Image:
    """A spellshard's sign."""
    return drawn(size, size, lambda pen: _draw_shard(pen, shard, ink, ground), 104, 2)


# -- Cards


def rank_text(card: int) -> str:
    rank = RANKS[card % 13]
    return rank if rank.isdigit() else rank[0].upper()


@lru_cache(maxsize=128)
def card(number: int, *, marked: bool = False, faded: bool = False) -> Image.Image:
    """A playing card, 92 x 126 px (RGBA): what it is worth, large, under its rank and suit. Its left 62 px tell it.

    `marked`: it is new or has changed. `faded`: it is out of play for now.
    """
    width, height = CARD
    shard = number in SHARDS
    paper = SHARD if shard else DUSK if faded else PAPER
    rim = GOLD if marked else MOON if shard else PAPER_RIM

    def draw(pen: Pen) -> None:
        pen.box((0, 0, 91, 125), 12, SHADE)
        pen.box((1, 0, 91, 122), 12, rim)
        pen.box((5, 4, 87, 118), 9, paper)

    made = drawn(width, height, draw, 92)
    suit = number // 13
    ink = PARCHMENT if shard else BLOOD if suit in (1, 2) else INK
    put_centred(made, suit_sign(suit, 26, MOON if shard else None), (22 if number % 13 != TEN else 18, 24))
    write(made, (34 if number % 13 != TEN else 30, 24), rank_text(number), "strong", 34, ink, "lm")
    if shard:
        put_centred(made, shard_sign(number, 60), (36, 78))
    else:
        write(made, (36, 78), str(VALUES[number]), "display", 76, INK, "mm")
    return made


TEN = 9  # a rank of two figures needs the room of both


@lru_cache(maxsize=4)
def back(width: int = CARD[0], height: int = CARD[1]) -> Image.Image:
    """The back of a card."""

    def draw(pen: Pen) -> None:
        pen.box((0, 0, width - 1, height - 1), 12, SHADE)
        pen.box((1, 0, width - 1, height - 4), 12, PAPER_RIM)
        pen.box((5, 4, width - 5, height - 8), 9, SHARD)
        x, y = width / 2, height / 2
        pen.line(f"M14 14 L{width - 14} {height - 18} M{width - 14} 14 L14 {height - 18}", PLUME, 8)
        pen.fill(regular(4, 24, (x, y)), MOON)

    return drawn(width, height, draw, float(min(width, height)))
