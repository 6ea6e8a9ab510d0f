"""The board of Advyria: whose turn it is; the land; what only the viewing seat sees; the players."""

from collections.abc import Mapping, Sequence

from PIL import Image

from engine.advyria.cards import ADVENTURES, CARDS, FIRST_ADVENTURE_CARD, PLURALS
from engine.advyria.events import Rolled
from engine.advyria.land import SPACES
from engine.advyria.state import Table, View
from languages import ENGLISH, say, say_as, speaking

from ..colours import EMBER, GOLD, NIGHT, PARCHMENT, THEME_COLOURS
from ..marks import Box
from ..seats import badge, turn_line
from ..sprites import drawn_once
from ..theme import (
    MARGIN,
    WIDTH,
    canvas,
    encode,
    palette_of,
    put,
    put_centred,
    shown_name,
    text_width,
    write,
    write_whole,
)
from . import cards, land, signs
from .facts import destinations, marks, over, waiting
from .scene import DIM, LOOK, WHOLE, Frame, afar, afar_height, around, look, news_frame, put_afar, scene

HEADER = 84
PILE = 108  # from one pile to the next
SHADES = 98  # colours in the palette. Few blends, because so many small parts make a large file
NEAR = ("settle", "go", "look", "send")  # the steps in which a space is chosen


def board(view: View, names: Sequence[str]) -> bytes:
    """The public board, or a seat's own where `view.mine` is set: a PNG 1,200 px wide.

    A seat that has to choose a space sees the part of the land within reach, enlarged, without the players' strips;
    the tiles elsewhere that it alone knows are below.
    """
    table, mine = view.table, view.mine
    shown_names = [shown_name(name, seat) for seat, name in enumerate(names)]
    figures = marks(shown_names)
    spaces, frame = _what_to_draw(view)
    strips = 0 if spaces else cards.strips_height(view)
    private = cards.own_height(mine) + 6 if mine and table.step != "over" else 0
    elsewhere = afar(mine, frame) if mine else {}
    undrawn = cards.STOCK if table.stock else 0
    picture = canvas(HEADER + frame.height + 8 + private + afar_height(elsewhere) + strips + undrawn)
    _header(picture, table, shown_names, figures)
    land_picture = scene(view, figures, frame, spaces)
    picture.paste(land_picture, (0, HEADER))
    if frame == WHOLE:
        _piles(picture, table)
    y = HEADER + frame.height + 8
    if mine and private:
        cards.own(picture, view, mine, y)
        put_afar(picture, elsewhere, y + private)
    if strips:
        cards.strips(picture, view, shown_names, figures, y + private)
        if len(shown_names) == 3 and not private:
            below = y + strips // 2 + 4
            cards.legend(
                picture,
                (WIDTH // 2 + 10, below),
                # Translators: what marks mean: a player has; a tile has
                ((look(0, LOOK), say("has looked there")), (news_frame(60), say("changed last turn"))),
            )
    if undrawn:
        cards.stock(picture, table, picture.height - undrawn)
    return encode(picture, palette())


def _what_to_draw(view: View) -> tuple[Sequence[int], Frame]:
    """The spaces that this seat is to choose from, and the part of the land that is drawn."""
    table, mine = view.table, view.mine
    if mine is None or mine.seat != table.turn or table.step not in NEAR:
        return (), WHOLE
    spaces = destinations(table)
    return spaces, around([*spaces, *_standing(table)])


def places(view: View, names: Sequence[str]) -> Mapping[str, Box]:
    """Where on a seat's own board the spaces of the land are, its hand and its hero, and what it has won."""
    mine, (spaces, frame) = view.mine, _what_to_draw(view)
    boxes = dict[str, Box]()
    wide, high = frame.long(54), frame.long(64)
    for place in SPACES:
        x, y = frame.px(place.x, place.y)
        boxes[place.code] = Box(x - wide, HEADER + y - high, x + wide, HEADER + y + high)
    y = HEADER + frame.height + 8
    if mine is None or over(view.table):
        return boxes
    height = cards.own_height(mine)
    boxes["your hand"] = Box(MARGIN - 8, y + cards.HEADER - 8, WIDTH - MARGIN + 8, y + height - 12)
    boxes["your hero"] = cards.hero_place(y)
    kinds = sorted({*mine.hand})
    for number, box in zip(kinds, cards.laid_out(len(kinds), (MARGIN + 4, y + cards.HEADER)), strict=True):
        kind = PLURALS[number] if mine.hand.count(number) > 1 else CARDS[number] if number < len(CARDS) else ""
        boxes[f"the {kind}" if kind else ADVENTURES[number - FIRST_ADVENTURE_CARD].short] = box
    if not spaces:
        boxes["your villages and gold"] = Box(MARGIN + 344, y + height + 14, MARGIN + 590, y + height + 78)
    return boxes


def _standing(table: Table) -> list[int]:
    """The space of the pawn that is about to move."""
    pawn = table.players[table.turn].pawn
    return [pawn] if table.step == "go" and pawn is not None else []


def strip(view: View, seat: int) -> Box | None:
    """Where a player's strip is; None if it isn't shown."""
    (spaces, frame), mine = _what_to_draw(view), view.mine
    top = HEADER + frame.height + 8 + (cards.own_height(mine) + 6 if mine and not over(view.table) else 0)
    left, upper, right, lower = cards.strip(view, seat)
    return None if spaces else Box(left, top + upper, right, top + lower)


def _header(picture: Image.Image, table: Table, names: Sequence[str], figures: Sequence[str]) -> None:
    """Draw whose turn it is, what it waits for, the dice of the last turn, and whether the finale has begun."""
    right = WIDTH - MARGIN
    if table.phase != "main" and not over(table):
        text = say("Grand finale") if table.phase == "finale" else say("Last draw")
        sprite = cards.tag(text, EMBER, NIGHT)
        put(picture, sprite, (right - sprite.width, 18))
        right -= sprite.width + 14
    dice = [event for event in table.recent if isinstance(event, Rolled)][-3:]
    for event in reversed(dice):
        put(picture, signs.die(event.roll, 64), (right - 64, 10))
        right -= 72
    if dice:
        put(picture, badge(dice[-1].seat, figures[dice[-1].seat], 60), (right - 60, 12))
        right -= 76
    if over(table):
        write_whole(picture, (MARGIN, 42), say("The game is over"), "display", 52, GOLD, width=right - MARGIN)
        return
    put(picture, badge(table.turn, figures[table.turn], 64), (MARGIN, 10))
    turn_line(picture, (106, 42), names[table.turn], waiting(table), right, 50)


def _piles(picture: Image.Image, table: Table) -> None:
    """Draw the piles in the bay: cards to draw, cards played, tiles left."""
    top = HEADER + 866 - land.TOP
    piles = (
        # Translators: under a pile of cards, at most six letters, as the next two
        (signs.card_back(62, 80), table.pile, say_as("a pile", "draw")),
        (_top_discard(table), len(table.discards), say_as("a pile", "played")),
        (signs.village(76), table.tiles_left, say("tiles")),
    )
    long = any(text_width(label, "text", 42) > PILE for _, _, label in piles)
    for place, (sprite, count, label) in enumerate(piles):
        x = 56 + place * PILE
        put_centred(picture, sprite, (x, top + 40))
        write(picture, (x, top + 112), str(count), "strong", 48, PARCHMENT, "mm")
        down = 152 + 34 * (long and place == 1)  # two long words don't stand side by side
        at, anchor = ((6, top + down), "lm") if long and not place else ((x, top + down), "mm")
        write_whole(picture, at, label, "text", 42, PARCHMENT, anchor, 2 * PILE - 20)


def _top_discard(table: Table) -> Image.Image:
    if not table.discards:
        return signs.empty(76)
    number = table.discards[-1]
    return signs.chip(number, 76) if number < FIRST_ADVENTURE_CARD else signs.token(number - FIRST_ADVENTURE_CARD, 76)


@drawn_once(1)
def palette() -> Image.Image:
    """The game's own colours, and the blends that the land and the sprites use most."""
    with speaking(ENGLISH):
        return _palette()


def _palette() -> Image.Image:
    sheet = canvas(1500)
    sheet.paste(land.small().crop((0, 0, WIDTH, 700)), (0, 800))
    for number in range(len(ADVENTURES)):
        put(sheet, signs.token(number, 84), (10 + number * 96, 10))
        put(sheet, signs.known_tile(number, 84), (10 + number * 96, 110))
        put(sheet, cards.card(number), (number % 7 * 165, 400))
    for number in range(4):
        put(sheet, signs.hero(number, 118), (10 + number * 140, 220))
        put(sheet, signs.pawn(number, "A", 66), (600 + number * 80, 220))
    for number, sprite in enumerate((signs.village(84), signs.coin(84), signs.guild(94), signs.empty(84))):
        put(sheet, sprite, (920 + number % 2 * 110, 210 + number // 2 * 100))
    dim = [(DIM[red], DIM[green], DIM[blue]) for red, green, blue in (*land.REGION.values(), *land.BUILT)]
    return palette_of((*THEME_COLOURS, *signs.COLOURS, *land.COLOURS, *dim), [sheet, land.small()], SHADES)
