"""The pictures of Advyria's rules, one for each page. Sizes are px."""

from collections.abc import Callable, Mapping, Sequence

from PIL import Image

from engine.advyria.cards import BLUE, COLOURS, FIRST_ADVENTURE_CARD, GREEN, HEROES, KNIGHT, RED, WIZARD, YELLOW

from ..colours import BARK, CLAY, EARTH, EMBER, GOLD, HOLLOW, PARCHMENT, SAND
from ..theme import MARGIN, WIDTH, canvas, encode, laid, put, put_centred, slab, write
from ..typefaces import Face
from ..vector import Colour
from . import cards, land, signs
from .board import palette
from .posters import scale
from .scene import chevron, ring, stone, untouched

RULES = (
    "The land: seven regions, 26 quest spaces with their tiles face down, six guild houses, and roads to count",
    "The six types of cards: Knights, Warriors and Fairies in sets, Wizards, Jokers, adventures",
    "A turn: draw three cards, play cards and sets, keep no more than the hand level",
    "The twelve adventures in their four colours, and what each colour does as a special action",
    "The unfriendly manoeuvre: take two cards from a neighbour who has more, and send that pawn to a guild",
    "The grand finale, what brings how much gold, and the ratings",
    "The four heroes, each with three adventures of different colours",
)
ACTIONS: Mapping[int, Sequence[str]] = {
    RED: ("ride to", "any space"),
    BLUE: ("hand level", "up by 2"),
    YELLOW: ("flip up to 3", "villages"),
    GREEN: ("look at up", "to 4 tiles"),
}


def rules(page: int) -> bytes:
    """A picture for a page of the rules, counted from 0."""
    drawn: tuple[Callable[[], Image.Image], ...] = (_land, _cards, _turn, _adventures, _manoeuvre, _score, _heroes)
    return encode(drawn[page if 0 <= page < len(RULES) else 0](), palette())


def _say(
    picture: Image.Image, at: tuple[int, int], lines: Sequence[str], face: Face = "text", colour: Colour = PARCHMENT
) -> None:
    for line, text in enumerate(lines):
        write(picture, (at[0], at[1] + 48 * line), text, face, 42, colour)


def _land() -> Image.Image:
    picture = canvas(land.SIZE[1] + 180)
    picture.paste(untouched(), (0, 0))
    tiles = (
        (signs.village(84), "quest tile"),
        (signs.token(8, 84), "adventure"),
        (signs.empty(84), "tile gone"),
        (signs.guild(94), "guild"),
        (stone("a", 54), "one step"),
    )
    for place, (sprite, text) in enumerate(tiles):
        put_centred(picture, sprite, (130 + place * 236, land.SIZE[1] + 64))
        write(picture, (130 + place * 236, land.SIZE[1] + 144), text, "text", 42, PARCHMENT, "mm")
    return picture


def _cards() -> Image.Image:
    steps = (
        (("roll, move, and", "turn up the tile", "you reach"), "in sets"),
        (("flip a village", "of yours to gold"), "in sets"),
        (("look at a tile,", "you alone"), "in sets"),
        (("hand level +1,", "but losses +1"), "one by one"),
        (("a Knight, Warrior,", "Fairy or Wizard"), "as you like"),
        (("completes its tile,", "or acts by colour"), "one by one"),
    )
    picture = canvas(850)
    for number, (lines, how) in enumerate(steps):
        x, y = MARGIN + number % 2 * 584, 20 + number // 2 * 236
        put(picture, laid(568, 226, BARK), (x, y))
        put(picture, cards.card(number if number < FIRST_ADVENTURE_CARD else 12), (x + 14, y + 9))
        write(picture, (x + 190, y + 40), how, "strong", 40, GOLD)
        _say(picture, (x + 190, y + 90), lines)
    write(
        picture, (WIDTH // 2, 764), "A set of 2, 3 or 4 of a kind works 1, 2 or 3 times.", "strong", 44, PARCHMENT, "mm"
    )
    write(picture, (WIDTH // 2, 816), "Jokers fill gaps in sets.", "text", 42, SAND, "mm")
    return picture


def _numbered(picture: Image.Image, number: int, y: int, height: int) -> None:
    put(picture, laid(WIDTH - 2 * MARGIN, height, BARK, CLAY), (MARGIN, y))
    write(picture, (MARGIN + 50, y + height // 2), str(number), "display", 84, GOLD, "mm")


def _turn() -> Image.Image:
    picture = canvas(930)
    _numbered(picture, 1, 20, 240)
    for place in range(3):
        put(picture, signs.card_back(120, 160), (150 + place * 140, 58))
    _say(picture, (610, 118), ("Draw three cards.",), "strong")
    _say(picture, (610, 166), ("None in the grand finale.",), colour=SAND)
    _numbered(picture, 2, 280, 380)
    for place in range(2):
        put(picture, cards.card(KNIGHT), (150 + place * 176, 300))
    put(picture, signs.die(4, 110), (150, 528))
    for place in range(3):
        put_centred(picture, chevron(56, 0), (300 + place * 50, 584))
    put_centred(picture, ring(136), (522, 584))
    put_centred(picture, signs.village(96), (522, 584))
    _say(picture, (610, 360), ("Play cards and sets,", "as many as you like."), "strong")
    lines = ("Knights: roll, then move", "up to that many steps.", "The tile you reach is turned up.")
    _say(picture, (610, 480), lines, colour=SAND)
    _numbered(picture, 3, 680, 230)
    put(picture, signs.fan(150), (150, 716))
    write(picture, (330, 800), "7/6", "strong", 90, GOLD)
    _say(picture, (610, 750), ("Keep no more cards", "than your hand level."), "strong")
    return picture


def _adventures() -> Image.Image:
    picture = canvas(1150)
    put(picture, cards.card(FIRST_ADVENTURE_CARD + 3), (110, 24))
    write(picture, (330, 126), "+", "strong", 100, SAND, "mm")
    put_centred(picture, signs.token(3, 150), (470, 126))
    put_centred(picture, chevron(70, 0), (600, 126))
    put_centred(picture, signs.coin(120), (720, 126))
    write(picture, (720, 124), "5", "display", 66, signs.INK, "mm")
    _say(picture, (810, 80), ("The card, when you", "end on its tile:", "completed."), "strong")
    for colour, name in enumerate(COLOURS):
        y = 256 + colour * 222
        put(picture, slab(WIDTH - 2 * MARGIN, 214, BARK, signs.FIELD[colour]), (MARGIN, y))
        for place in range(3):
            adventure, x = 3 * colour + place, MARGIN + 110 + place * 200
            put_centred(picture, signs.token(adventure, 104), (x, y + 66))
            first, second = cards.short_name(adventure).rsplit(" ", 1)
            write(picture, (x, y + 140), first, "text", 36, PARCHMENT, "mm", 190)
            write(picture, (x, y + 174), second, "text", 36, PARCHMENT, "mm", 190)
        _say(picture, (690, y + 52), (f"{name} cards also",), colour=SAND)
        _say(picture, (690, y + 102), ACTIONS[colour], "strong", signs.FIELD[colour])
    return picture


def _manoeuvre() -> Image.Image:
    picture = canvas(800)
    put_centred(picture, slab(200, 30, land.ROAD, radius=4), (270, 300))
    for x in (140, 400):
        put_centred(picture, stone("ab"[x > 200], 90), (x, 300))
    put_centred(picture, signs.pawn(0, "A", 120), (140, 190))
    put_centred(picture, signs.pawn(1, "B", 120), (400, 190))
    write(picture, (140, 390), "3 cards", "strong", 46, PARCHMENT, "mm")
    write(picture, (400, 390), "7 cards", "strong", 46, EMBER, "mm")
    asked = ("After Knights or a red card:", "is a pawn next to yours, and", "its hand larger than yours?")
    _say(picture, (560, 110), asked, "strong")
    _say(picture, (560, 290), ("Once in a turn, if you like.",), colour=SAND)
    put(picture, laid(WIDTH - 2 * MARGIN, 330, BARK, CLAY), (MARGIN, 450))
    put_centred(picture, signs.pawn(1, "B", 84), (100, 600))
    for place in range(2):
        put(picture, signs.card_back(92, 124), (170 + place * 106, 540))
    put_centred(picture, chevron(56, 0), (430, 600))
    put_centred(picture, signs.pawn(0, "A", 84), (510, 600))
    put_centred(picture, signs.pawn(1, "B", 84), (690, 600))
    put_centred(picture, chevron(56, 0), (780, 600))
    put_centred(picture, signs.guild(150), (900, 590))
    write(picture, (310, 730), "two cards at random", "strong", 42, PARCHMENT, "mm")
    write(picture, (860, 730), "and off to a guild", "strong", 42, PARCHMENT, "mm")
    return picture


def _score() -> Image.Image:
    picture = canvas(1130)
    put(picture, cards.card(WIZARD), (60, 24))
    put_centred(picture, chevron(70, 0), (282, 126))
    for place in range(3):
        put(picture, signs.card_back(110, 148), (340 + place * 124, 52))
    _say(picture, (750, 80), ("Grand finale: a Wizard", "pays for three cards,", "once in a turn."), "strong")
    lines = (
        (signs.coin(76), "+2", "each village flipped"),
        (signs.token(6, 76), "+5", "each adventure completed"),
        (signs.hero(1, 84), "+5", "more if it is on your hero"),
        (signs.losses(76), "\N{MINUS SIGN}1", "each loss"),
    )
    for place, (sprite, figure, text) in enumerate(lines):
        y = 260 + place * 104
        put(picture, laid(WIDTH - 2 * MARGIN, 98, BARK), (MARGIN, y))
        put_centred(picture, sprite, (100, y + 46))
        write(picture, (190, y + 47), figure, "strong", 64, GOLD)
        write(picture, (330, y + 47), text, "text", 48, PARCHMENT)
    write(picture, (WIDTH // 2, 708), "Alone or together, the gold is rated:", "text", 42, SAND, "mm")
    scale(picture, None, 740)
    return picture


def _heroes() -> Image.Image:
    picture = canvas(4 * 214 + 20)
    for number, hero in enumerate(HEROES):
        y = 16 + number * 214
        put(picture, slab(WIDTH - 2 * MARGIN, 206, EARTH if number % 2 else HOLLOW, GOLD), (MARGIN, y))
        put(picture, signs.hero(number, 180), (MARGIN + 16, y + 10))
        name, trade = hero.name.split(", ")
        write(picture, (MARGIN + 216, y + 74), name, "strong", 50, PARCHMENT, width=310)
        write(picture, (MARGIN + 216, y + 128), trade, "text", 44, SAND, width=310)
        for place, adventure in enumerate(hero.adventures):
            x = 640 + place * 200
            put_centred(picture, signs.token(adventure, 104), (x, y + 64))
            first, second = cards.short_name(adventure).rsplit(" ", 1)
            write(picture, (x, y + 138), first, "text", 36, PARCHMENT, "mm", 190)
            write(picture, (x, y + 172), second, "text", 36, PARCHMENT, "mm", 190)
    return picture
