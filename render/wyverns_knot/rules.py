"""Pictures for the rules pages of Wyvern's Knot. Sizes are px."""

from PIL import Image

from engine.wyverns_knot.state import DRAGONS
from languages import later, say

from ..colours import EMBER, GOLD, NIGHT, PARCHMENT, SAFE, SAND
from ..parts import arrow, danger_frame, empty_place, number_badge
from ..seats import rimmed_mark, seat_mark
from ..theme import WIDTH, encode, put, put_centred, write, write_whole
from ..vector import Colour
from .dragons import dragon_sprite, sign
from .parts import card_back, cell_back, dragon_card, egg, hatched, palette, strike_back, tag

RULES = (  # a page each, in the order of the pages
    later(
        "A row of the nest: a strike dragon face down in column 0, four eggs in straw, column 5 empty. "
        "Below it a mage's cards, face down and numbered; marks show who has looked at them."
    ),
    later(
        "A card and an egg of the same dragon: the egg hatches and is saved. A card and an egg of different dragons: "
        "both are lost. A wild card that is a face-up strike dragon saves any egg in that dragon's row."
    ),
    later(
        "A strike dragon goes right, face down and harmless, to column 5. There it is turned up and comes back to the "
        "left, taking every unsaved egg on its way."
    ),
    later("A tag with the letter a on a card, the same tag on an egg: somebody claims that these two match."),
    later(
        "The ten dragons with their signs: Cinderhorn, Tidefin, Briarback, Rimeclaw, Galewing, Cragjaw, Stormtail, "
        "Moonveil, Sunmane, Duskeye."
    ),
)
HEIGHTS = (560, 890, 560, 500, 700)


def rules(page: int) -> bytes:
    """A picture for a page of the rules, counted from 0. Raises IndexError if there is no such page."""
    canvas = Image.new("RGB", (WIDTH, HEIGHTS[page]), NIGHT)
    (_nest, _matching, _path, _claiming, _dragons)[page](canvas)
    return encode(canvas, palette())


def _tell(
    canvas: Image.Image, at: tuple[int, int], text: str, colour: Colour = PARCHMENT, width: int = WIDTH - 40
) -> None:
    write_whole(canvas, at, text, "text", 46, colour, "mm", width, 76, 42)


def _lay(canvas: Image.Image, x: int, y: int, kind: str, figure: Image.Image | None = None) -> None:
    """A cell of the nest with its upper left corner at (x, y)."""
    put(canvas, cell_back(kind), (x, y))
    if figure:
        put_centred(canvas, figure, (x + 97, y + 72))


def _nest(canvas: Image.Image) -> None:
    put(canvas, empty_place(150, 156), (30, 70))
    put(canvas, strike_back(120, 120), (45, 86))
    for column in range(4):
        _lay(canvas, 192 + column * 204, 70, "down", egg(122))
    put(canvas, empty_place(150, 156), (1012, 70))
    for column, x in enumerate((105, 289, 493, 697, 901, 1087)):
        write(canvas, (x, 40), str(column), "display", 42, SAND, "mm")
    _tell(canvas, (600, 264), say("a strike dragon, four eggs nobody has seen"))
    for position in range(7):
        x = 26 + position * 166
        put(canvas, card_back(154, 140), (x, 318))
        put(canvas, number_badge(position + 1), (x + 4, 322))
    for position, seat in ((1, 0), (4, 2), (4, 3)):
        put(canvas, rimmed_mark(seat, 48), (36 + position * 166 + (52 if seat == 3 else 0), 396))
    _tell(canvas, (600, 508), say("a mage's cards: the owner sees none of them"))


def _matching(canvas: Image.Image) -> None:
    for row, (card, inside) in enumerate(((3, 3), (0, 5))):
        y = 16 + row * 300
        put(canvas, dragon_card(card, 190, 200), (50, y + 30))
        write(canvas, (300, y + 122), "+", "strong", 100, SAND, "mm")
        put_centred(canvas, egg(230), (450, y + 128))
        put_centred(canvas, dragon_sprite(inside, 130), (450, y + 142))
        put_centred(canvas, arrow(96, GOLD, left=False), (654, y + 128))
        if card == inside:
            put_centred(canvas, hatched(card, 230), (840, y + 122))
            write_whole(canvas, (980, y + 128), say("saved"), "strong", 64, SAFE, width=200)
        else:
            put_centred(canvas, egg(190, lost=True), (840, y + 128))
            # Translators: a card and an egg
            write_whole(canvas, (980, y + 128), say("both lost"), "strong", 52, EMBER, width=204, height=160)
    _wild(canvas, 616)


def _path(canvas: Image.Image) -> None:
    for lane, y in enumerate((24, 300)):
        put(canvas, empty_place(150, 156), (30, y))
        for column in range(4):
            lost = lane == 1 and column == 3
            _lay(canvas, 192 + column * 204, y, "lost" if lost else "down", egg(104, lost=True) if lost else egg(122))
        put(canvas, empty_place(150, 156), (1012, y))
    put(canvas, strike_back(120, 120), (48, 40))
    for x in (250, 454, 658, 862):
        put_centred(canvas, arrow(72, PARCHMENT, left=False), (x + 39, 96))
    _tell(canvas, (600, 224), say("face down to the right: harmless"))
    put(canvas, dragon_card(6, 128, 128, EMBER), (816 + 52, 312))
    put_centred(canvas, arrow(72, EMBER, left=True), (1087, 374))
    put(canvas, danger_frame(194, 156), (600, 300))
    for x in (289, 493):
        put_centred(canvas, arrow(72, EMBER, left=True), (x, 374))
    _tell(canvas, (600, 504), say("face up to the left: it takes every unsaved egg"), EMBER)


def _claiming(canvas: Image.Image) -> None:
    put(canvas, card_back(210, 220), (150, 90))
    put(canvas, number_badge(2), (156, 96))
    put_centred(canvas, arrow(110, GOLD, left=False), (600, 196))
    put_centred(canvas, egg(240), (920, 196))
    for x in (310, 980):
        put(canvas, tag("a", 0), (x, 72))
    put(canvas, seat_mark(0, 72), (564, 70))
    _tell(canvas, (600, 400), say("“These two match.”"), GOLD)
    _tell(canvas, (600, 460), say("Nobody checks it. The tag stays till one of them leaves."), SAND)


def _wild(canvas: Image.Image, y: int) -> None:
    """A wild card, and the row of the strike dragon that it is."""
    put(canvas, dragon_card(8, 190, 200), (50, y + 30))
    write(canvas, (300, y + 122), "=", "strong", 100, SAND, "mm")
    for column in range(3):
        saved = column == 1
        x = 380 + column * 202
        _lay(canvas, x, y + 30, "saved" if saved else "down", hatched(8, 138) if saved else egg(122))
    put(canvas, dragon_card(8, 140, 146, EMBER), (1004, y + 30))
    put_centred(canvas, arrow(60, EMBER, left=True), (1074, y + 206))
    _tell(canvas, (680, y + 222), say("saves any egg in that dragon's row"), SAFE, 730)


def _dragons(canvas: Image.Image) -> None:
    for dragon, name in enumerate(DRAGONS):
        x, y = 14 + dragon % 5 * 236, 20 + dragon // 5 * 340
        put(canvas, dragon_card(dragon, 226, 230), (x, y))
        put(canvas, sign(dragon, 84), (x + 146, y + 150))
        write_whole(canvas, (x + 113, y + 274), say(name), "strong", 44, PARCHMENT, "mm", 230, 80, 40)
