"""The pictures of Advyria's rules, one for each page. Sizes are px."""

from collections.abc import Callable, Mapping

from PIL import Image

from engine.advyria.cards import BLUE, FIRST_ADVENTURE_CARD, GREEN, HEROES, KNIGHT, RED, WIZARD, YELLOW
from languages import later, say, say_many

from ..colours import BARK, CLAY, EARTH, EMBER, GOLD, HOLLOW, PARCHMENT, SAND
from ..theme import MARGIN, WIDTH, canvas, encode, laid, put, put_centred, slab, write, write_whole
from ..typefaces import Face
from ..vector import Colour
from . import cards, land, signs
from .board import palette
from .posters import scale
from .scene import chevron, ring, stone, untouched

RULES = (
    later("The land: seven regions, 26 quest spaces with their tiles face down, six guild houses, and roads to count"),
    later("The six types of cards: Knights, Warriors and Fairies in sets, Wizards, Jokers, adventures"),
    later("A turn: draw three cards, play cards and sets, keep no more than the hand level"),
    later("The twelve adventures in their four colours, and what each colour does as a special action"),
    later("The unfriendly manoeuvre: take two cards from a neighbour who has more, and send that pawn to a guild"),
    later("The grand finale, what brings how much gold, and the ratings"),
    later("The four heroes, each with three adventures of different colours"),
)
# Translators: on pictures of the rules, from here on: at most 25 letters a line
ACTIONS: Mapping[int, tuple[str, str]] = {  # by colour: what its cards also do
    RED: (later("red cards also"), later("ride to\nany space")),
    BLUE: (later("blue cards also"), later("hand level\nup by 2")),
    YELLOW: (later("yellow cards also"), later("flip up to 3\nvillages")),
    GREEN: (later("green cards also"), later("look at up\nto 4 tiles")),
}


def rules(page: int) -> bytes:
    """A picture for a page of the rules, counted from 0."""
    drawn: tuple[Callable[[], Image.Image], ...] = (_land, _cards, _turn, _adventures, _manoeuvre, _score, _heroes)
    return encode(drawn[page if 0 <= page < len(RULES) else 0](), palette())


def _say(
    picture: Image.Image,
    at: tuple[int, int],
    text: str,
    face: Face = "text",
    colour: Colour = PARCHMENT,
    width: int = 0,
    below: int = 0,
) -> None:
    """Write text in lines; the first one begins at `at`.

    `width`: of a line; 0: up to the edge. `below`: room for more lines.
    """
    lines = text.count("\n") + 1
    middle, room = (at[0], at[1] + 22 * (lines - 1)), width or WIDTH - MARGIN - 10 - at[0]
    write_whole(picture, middle, say(text), face, 42, colour, width=room, height=48 * lines + below, step=44)


def _land() -> Image.Image:
    picture = canvas(land.SIZE[1] + 180)
    picture.paste(untouched(), (0, 0))
    tiles = (
        (signs.village(84), say("quest tile")),
        (signs.token(8, 84), say_many("adventure", "adventures", 1)),
        (signs.empty(84), say("tile gone")),
        (signs.guild(94), say("guild")),
        (stone("a", 54), say("one step")),
    )
    for place, (sprite, text) in enumerate(tiles):
        put_centred(picture, sprite, (130 + place * 236, land.SIZE[1] + 64))
        write_whole(picture, (130 + place * 236, land.SIZE[1] + 144), text, "text", 42, PARCHMENT, "mm", 232, 76, 38)
    return picture


def _cards() -> Image.Image:
    steps = (
        (later("roll, move, and\nturn up the tile\nyou reach"), say("in sets")),
        (later("flip a village\nof yours to gold"), say("in sets")),
        (later("look at a tile,\nyou alone"), say("in sets")),
        (later("hand level +1,\nbut losses +1"), say("one by one")),
        (later("a Knight, Warrior,\nFairy or Wizard"), say("as you like")),
        (later("completes its tile,\nor acts by colour"), say("one by one")),
    )
    picture = canvas(950)
    for number, (text, how) in enumerate(steps):
        x, y = MARGIN + number % 2 * 584, 20 + number // 2 * 268
        put(picture, laid(568, 258, BARK), (x, y))
        put(picture, cards.card(number if number < FIRST_ADVENTURE_CARD else 12), (x + 14, y + 25))
        write_whole(picture, (x + 184, y + 40), how, "strong", 40, GOLD, width=378)
        _say(picture, (x + 184, y + 122), text, width=382, below=80)
    sets, room = say("A set of 2, 3 or 4 of a kind works 1, 2 or 3 times."), WIDTH - 2 * MARGIN
    write_whole(picture, (WIDTH // 2, 860), sets, "strong", 44, PARCHMENT, "mm", room)
    write_whole(picture, (WIDTH // 2, 912), say("Jokers fill gaps in sets."), "text", 42, SAND, "mm", room)
    return picture


def _numbered(picture: Image.Image, number: int, y: int, height: int) -> None:
    put(picture, laid(WIDTH - 2 * MARGIN, height, BARK, CLAY), (MARGIN, y))
    write(picture, (MARGIN + 50, y + height // 2), str(number), "display", 84, GOLD, "mm")


def _turn() -> Image.Image:
    picture = canvas(930)
    _numbered(picture, 1, 20, 240)
    for place in range(3):
        put(picture, signs.card_back(120, 160), (150 + place * 140, 58))
    _say(picture, (610, 100), later("Draw three cards."), "strong")
    _say(picture, (610, 176), later("None in the grand finale."), colour=SAND, below=40)
    _numbered(picture, 2, 280, 380)
    for place in range(2):
        put(picture, cards.card(KNIGHT), (150 + place * 176, 300))
    put(picture, signs.die(4, 110), (150, 528))
    for place in range(3):
        put_centred(picture, chevron(56, 0), (300 + place * 50, 584))
    put_centred(picture, ring(136), (522, 584))
    put_centred(picture, signs.village(96), (522, 584))
    _say(picture, (610, 360), later("Play cards and sets,\nas many as you like."), "strong", below=40)
    text = later("Knights: roll, then move\nup to that many steps.\nThe tile you reach is turned up.")
    _say(picture, (610, 500), text, colour=SAND, below=100)
    _numbered(picture, 3, 680, 230)
    put(picture, signs.fan(150), (150, 716))
    write(picture, (330, 800), "7/6", "strong", 90, GOLD)
    _say(picture, (610, 750), later("Keep no more cards\nthan your hand level."), "strong", below=40)
    return picture


def _adventures() -> Image.Image:
    picture = canvas(1150)
    put(picture, cards.card(FIRST_ADVENTURE_CARD + 3), (110, 24))
    write(picture, (330, 126), "+", "strong", 100, SAND, "mm")
    put_centred(picture, signs.token(3, 150), (470, 126))
    put_centred(picture, chevron(70, 0), (600, 126))
    put_centred(picture, signs.coin(120), (720, 126))
    write(picture, (720, 124), "5", "display", 66, signs.INK, "mm")
    _say(picture, (810, 80), later("The card, when you\nend on its tile:\ncompleted."), "strong", below=60)
    for colour, (whose, action) in ACTIONS.items():
        y = 256 + colour * 222
        put(picture, slab(WIDTH - 2 * MARGIN, 214, BARK, signs.FIELD[colour]), (MARGIN, y))
        for place in range(3):
            adventure, x = 3 * colour + place, MARGIN + 110 + place * 200
            put_centred(picture, signs.token(adventure, 104), (x, y + 66))
            write_whole(picture, (x, y + 157), cards.short_name(adventure), "text", 40, PARCHMENT, "mm", 196, 72, 34)
        _say(picture, (690, y + 52), whose, colour=SAND)
        _say(picture, (690, y + 102), action, "strong", signs.FIELD[colour], below=20)
    return picture


def _manoeuvre() -> Image.Image:
    picture = canvas(800)
    put_centred(picture, slab(200, 30, land.ROAD, radius=4), (270, 300))
    for x in (140, 400):
        put_centred(picture, stone("ab"[x > 200], 90), (x, 300))
    put_centred(picture, signs.pawn(0, "A", 120), (140, 190))
    put_centred(picture, signs.pawn(1, "B", 120), (400, 190))
    for x, count, tint in ((140, 3, PARCHMENT), (400, 7, EMBER)):
        held = say_many("{count} card", "{count} cards", count)
        write_whole(picture, (x, 390), held, "strong", 46, tint, "mm", 250)
    question = later("After Knights or a red card:\nis a pawn next to yours, and\nits hand larger than yours?")
    _say(picture, (560, 110), question, "strong", below=110)
    _say(picture, (560, 320), later("Once in a turn, if you like."), colour=SAND)
    put(picture, laid(WIDTH - 2 * MARGIN, 330, BARK, CLAY), (MARGIN, 450))
    put_centred(picture, signs.pawn(1, "B", 84), (100, 600))
    for place in range(2):
        put(picture, signs.card_back(92, 124), (170 + place * 106, 540))
    put_centred(picture, chevron(56, 0), (430, 600))
    put_centred(picture, signs.pawn(0, "A", 84), (510, 600))
    put_centred(picture, signs.pawn(1, "B", 84), (690, 600))
    put_centred(picture, chevron(56, 0), (780, 600))
    put_centred(picture, signs.guild(150), (900, 590))
    write_whole(picture, (310, 730), say("two cards at random"), "strong", 42, PARCHMENT, "mm", 540)
    write_whole(picture, (860, 730), say("and off to a guild"), "strong", 42, PARCHMENT, "mm", 540)
    return picture


def _score() -> Image.Image:
    picture = canvas(1130)
    put(picture, cards.card(WIZARD), (60, 24))
    put_centred(picture, chevron(70, 0), (282, 126))
    for place in range(3):
        put(picture, signs.card_back(110, 148), (340 + place * 124, 52))
    finale = later("Grand finale: a Wizard\npays for three cards,\nonce in a turn.")
    _say(picture, (750, 80), finale, "strong", below=100)
    lines = (
        (signs.coin(76), "+2", say("each village flipped")),
        (signs.token(6, 76), "+5", say("each adventure completed")),
        (signs.hero(1, 84), "+5", say("more if it is on your hero")),
        (signs.losses(76), "\N{MINUS SIGN}1", say("each loss")),
    )
    for place, (sprite, figure, text) in enumerate(lines):
        y = 260 + place * 104
        put(picture, laid(WIDTH - 2 * MARGIN, 98, BARK), (MARGIN, y))
        put_centred(picture, sprite, (100, y + 46))
        write(picture, (190, y + 47), figure, "strong", 64, GOLD)
        write_whole(picture, (330, y + 47), text, "text", 48, PARCHMENT, width=WIDTH - MARGIN - 350)
    said = say("Alone or together, the gold is rated:")
    write_whole(picture, (WIDTH // 2, 708), said, "text", 42, SAND, "mm", WIDTH - 2 * MARGIN)
    scale(picture, None, 740)
    return picture


def _heroes() -> Image.Image:
    picture = canvas(4 * 214 + 20)
    for number, hero in enumerate(HEROES):
        y = 16 + number * 214
        put(picture, slab(WIDTH - 2 * MARGIN, 206, EARTH if number % 2 else HOLLOW, GOLD), (MARGIN, y))
        put(picture, signs.hero(number, 180), (MARGIN + 16, y + 10))
        name, _, trade = say(hero.name).partition(", ")
        write_whole(picture, (MARGIN + 216, y + 74), name, "strong", 50, PARCHMENT, width=310)
        write_whole(picture, (MARGIN + 216, y + 128), trade, "text", 44, SAND, width=310)
        for place, adventure in enumerate(hero.adventures):
            x = 640 + place * 200
            put_centred(picture, signs.token(adventure, 104), (x, y + 64))
            write_whole(picture, (x, y + 155), cards.short_name(adventure), "text", 40, PARCHMENT, "mm", 196, 72, 34)
    return picture
