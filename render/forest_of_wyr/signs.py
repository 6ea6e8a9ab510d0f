"""The signs of the forest: ravens, the wanderer, hearts, the four suits, the eight spellshards, and playing cards."""

from PIL import Image

from engine.forest_of_wyr.cards import SHARD_NAMES, SHARDS, VALUES, rank_sign

from ..colours import GOLD, MOON, NIGHT, PARCHMENT, SHADE
from ..figures import figure
from ..sprites import drawn_once
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
SUIT = 38  # px: its sign in a card's corner
COLUMN = 68  # px of a card that stay visible under the next one. Rank, sign and value fit in them
SUITS = ("spades", "hearts", "diamonds", "clubs")
HEART = figure("forest_of_wyr/art/hearts").path("ink")


# -- Creatures


@drawn_once(8)
def raven(size: int, rim: Colour = PARCHMENT) -> Image.Image:
    """A raven that looks to the left, `size` px. A rim sets it off from the dark."""
    return figure("forest_of_wyr/art/raven").sprite(size, {"rim": rim})


@drawn_once(4)
def wanderer(size: int) -> Image.Image:
    """A hooded figure with a lantern, `size` px."""
    return figure("forest_of_wyr/art/wanderer").sprite(size)


@drawn_once(4)
def heart(full: bool, size: int = 60) -> Image.Image:
    """A point of health; one that is lost is hollow and cracked."""
    if full:
        return figure("forest_of_wyr/art/heart").sprite(size)

    def draw(pen: Pen) -> None:
        pen.outline(HEART, SHADE, 8)
        pen.fill(HEART, LOST)
        inner = Pen(size, size, 116, 8)
        inner.fill(HEART, NIGHT)
        pen.inlay(inner, 0.74)
        pen.line("M52 24 L42 44 L58 56 L48 84", LOST, 6)

    return drawn(size, size, draw, 116, 8)


# -- Suits and spellshards


@drawn_once(16)
def suit_sign(suit: int, size: int, colour: Colour | None = None) -> Image.Image:
    """Spades, hearts, diamonds or clubs."""
    colours = {"ink": colour or (BLOOD if suit in (1, 2) else INK)}
    return figure(f"forest_of_wyr/art/{SUITS[suit]}").sprite(size, colours)


@drawn_once(32)
def shard_sign(shard: int, size: int, ink: Colour = PARCHMENT, ground: Colour = SHARD) -> Image.Image:
    """A spellshard's sign."""
    name = SHARD_NAMES[shard].lower().replace(" ", "-")
    return figure(f"forest_of_wyr/art/{name}").sprite(size, {"ink": ink, "ground": ground})


# -- Cards


@drawn_once(128, words=True)
def card(number: int, *, marked: bool = False, faded: bool = False) -> Image.Image:
    """A playing card, 92 x 126 px (RGBA): what it is worth, large, under its rank and suit. Its left 68 px are enough
    to recognise it.

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
    put_centred(made, suit_sign(suit, SUIT, MOON if shard else None), (6 + SUIT // 2, 24))
    write(made, (6 + SUIT, 24), rank_sign(number), "strong", 40, ink, "lm")
    if shard:
        put_centred(made, shard_sign(number, 60), (36, 78))
    else:
        write(made, (36, 78), str(VALUES[number]), "display", 76, INK, "mm")
    return made


@drawn_once(4)
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
