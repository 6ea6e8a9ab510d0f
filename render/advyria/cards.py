"""Advyria's cards, hero cards and player strips. Sizes are px."""

from collections import Counter
from collections.abc import Mapping, Sequence

from PIL import Image

from engine.advyria.cards import ADVENTURES, FIRST_ADVENTURE_CARD, HEROES
from engine.advyria.events import Completed, Drew, Eased, Found, Raised, Robbed, Turned
from engine.advyria.land import SPACES
from engine.advyria.state import Mine, Table, View
from languages import later, say, say_many

from ..colours import BARK, EARTH, GOLD, HOLLOW, MOON, NIGHT, PARCHMENT, SAND, SHADE
from ..marks import Box
from ..parts import eye_badge, lay_row
from ..seats import badge, name_line
from ..sprites import drawn_once
from ..theme import MARGIN, WIDTH, laid, put, put_centred, set_in, slab, text_width, write, write_whole
from ..typefaces import Face
from ..vector import Colour, Pen, drawn
from . import signs
from .facts import over

CARD = (158, 202)
ACROSS = 7, 9  # cards in a row: as many as fit side by side whole; the most there can be
HEADER = 76  # above the hand: who may see it, and the hero
TOKEN = 62
BASE = 134  # the height of a strip without tokens and cards
GAP = 6  # between strips
LINE = 68  # of tokens or cards in a strip


# Translators: names on narrow cards, from here on: two lines of about nine letters each
SHORT_NAMES = (
    later("Griffin's\nEgg"),
    later("Bandit\nQueen"),
    later("Burning\nTower"),
    later("Sunken\nBell"),
    later("Frost\nMirror"),
    later("Kraken's\nPearl"),
    later("Sun King's\nCrown"),
    later("Fallen\nStar"),
    later("Miser's\nKey"),
    later("Emerald\nSerpent"),
    later("Wishing\nTree"),
    later("Moss\nGiant"),
)


def short_name(adventure: int) -> str:
    """An adventure's short name, in two lines."""
    return say(SHORT_NAMES[adventure])


def write_name(
    picture: Image.Image, at: tuple[int, int], adventure: int, face: Face, size: int, colour: Colour, room: int
) -> None:
    """Write a short name centred on `at`: in two lines; a long name in narrow letters and three lines."""
    if _is_long(adventure, face, room):
        write_whole(picture, at, short_name(adventure), "text", size, colour, "mm", room + 8, 3 * 34, 34)
    else:
        write_whole(picture, at, short_name(adventure), face, size, colour, "mm", room, 72, 36)


def _is_long(adventure: int, face: Face, room: int) -> bool:
    """Whether an adventure's name needs narrow letters and three lines."""
    px, lines = set_in(short_name(adventure), face, 40, room, 72, 36)
    return any(text_width(line, face, px) > room for line in lines)


@drawn_once(64, words=True)
def card(number: int, *, gilt: bool = False, width: int = CARD[0]) -> Image.Image:
    """A card by its number. `gilt`: its adventure is on the seat's hero card. A narrow one has no room for its name."""
    height, named = CARD[1], width == CARD[0]
    adventure = number - FIRST_ADVENTURE_CARD
    field = signs.KIND[number] if adventure < 0 else signs.FIELD[ADVENTURES[adventure].colour]
    kind = say(signs.KIND_NAMES[number]) if adventure < 0 else ""
    face: Face = "strong" if text_width(kind, "strong", 40) <= width - 16 else "text"
    room = width - (16 if face == "strong" else 8)
    tall = adventure >= 0 or len(set_in(kind, face, 40, room, 72, 36)[1]) > 1

    long = adventure >= 0 and _is_long(adventure, "strong", width - 12)

    def draw(pen: Pen) -> None:
        inset, band = 9 if gilt else 6, 108 if long else 88 if tall else 52
        low = height - 6 - inset
        pen.box((0, 2, width - 1, height - 1), 16, SHADE)
        pen.box((0, 0, width - 1, height - 6), 16, GOLD if gilt else PARCHMENT)
        pen.box((inset, inset, width - 1 - inset, low), 11, field)
        if named:
            pen.box((inset, low - band, width - 1 - inset, low), 11, signs.CREAM)

    made = drawn(width, height, draw, float(width))
    middle = width // 2
    if adventure < 0:
        size = 88 if named and tall else min(112, width - 20)
        made.alpha_composite(signs.emblem(number, size), (middle - size // 2, 16 if named else 48))
    else:
        made.alpha_composite(
            signs.sign(adventure, 72 if long else 84), (middle - (36 if long else 42), 14 if named else 56)
        )
    if not named:
        return made
    if adventure < 0:
        at = (middle, height - (60 if tall else 38))
        write_whole(made, at, kind, face, 40, signs.INK, "mm", room, 72, 36)
        return made
    write_name(made, (middle, height - (68 if long else 60)), adventure, "strong", 40, signs.INK, width - 12)
    return made


def hand(picture: Image.Image, view: View, mine: Mine, at: tuple[int, int]) -> None:
    """The cards of a hand. Equal cards lie in one pile, with their number on it."""
    places_by_card = places(view, mine)
    held = sorted(Counter(mine.hand).items())
    on_hero = () if mine.hero is None else HEROES[mine.hero].adventures
    for (number, count), box in zip(held, laid_out(len(held), at), strict=True):
        x, y, right, _ = box
        sprite = card(number, gilt=number - FIRST_ADVENTURE_CARD in on_hero, width=right - x)
        if count > 1:
            put(picture, _behind(number, right - x), (x + 6, y - 8))
        put(picture, sprite, (x, y))
        note = f"\N{MULTIPLICATION SIGN}{count}" if count > 1 else places_by_card.get(number, "")
        if note:
            put_centred(picture, tag(note, NIGHT, GOLD if count > 1 else PARCHMENT), (right - 32, y + 26))


def laid_out(kinds: int, at: tuple[int, int]) -> list[Box]:
    """Where the cards of a hand with so many kinds lie. They are a little narrower if that saves a row."""
    across = max(ACROSS[0], min(ACROSS[1], kinds))
    step = (WIDTH - 2 * MARGIN - 8) // across
    boxes = list[Box]()
    for place in range(kinds):
        x, y = at[0] + place % across * step, at[1] + place // across * (CARD[1] + 14)
        boxes.append(Box(x, y, x + min(CARD[0], step - 3), y + CARD[1]))
    return boxes


@drawn_once(16)
def _behind(number: int, width: int) -> Image.Image:
    """The visible edge of a card that lies under another one."""
    field = signs.KIND[number]
    return slab(width, 60, field, PARCHMENT, radius=16)


@drawn_once(128)
def tag(text: str, ground: Colour, ink: Colour) -> Image.Image:
    """A few characters on a plate."""
    width = max(60, text_width(text, "strong", 40) + 22)

    def draw(pen: Pen) -> None:
        pen.box((0, 0, width - 1, 47), 16, SHADE)
        pen.box((3, 3, width - 4, 44), 14, ground)

    made = drawn(width, 48, draw, 48)
    write(made, (width // 2, 24), text, "strong", 40, ink, "mm")
    return made


def places(view: View, mine: Mine) -> Mapping[int, str]:
    """The adventures whose place this seat knows: the code of the space, by adventure card."""
    known: dict[int, str] = {}
    for space, quest in enumerate(view.table.quests):
        tile = quest.tile if quest.face == "up" else mine.tiles[space] if quest.face == "down" else None
        if tile is not None and tile < len(ADVENTURES):
            known[tile + FIRST_ADVENTURE_CARD] = SPACES[space].code
    return known


def own_height(mine: Mine) -> int:
    lines = max(1, -(-len({*mine.hand}) // ACROSS[1]))
    return HEADER + lines * (CARD[1] + 14) + 10


def own(picture: Image.Image, view: View, mine: Mine, y: int) -> None:
    """Draw what one seat alone sees: its hand and its hero.

    In a game for one, everybody who sees the board may see them.
    """
    put(picture, slab(WIDTH - 16, own_height(mine) - 6, HOLLOW, MOON), (8, y))
    count, alone = len(mine.hand), len(view.table.players) == 1
    left = MARGIN + 6 if alone else MARGIN + 68
    if not alone:
        put(picture, eye_badge(48), (MARGIN + 6, y + 12))
    held = say_many("{count} card", "{count} cards", count) if count else say("no cards")
    text = say("Your hand: {cards}, keep {level}") if alone else say("Only you see: {cards}, keep {level}")
    text = text.format(cards=held, level=view.table.players[mine.seat].level)
    room = 1148 - left if mine.hero is None else hero_place(y).left - left - 8
    write_whole(picture, (left, y + 37), text, "strong", 40, MOON, width=room, height=72, step=36)
    if mine.hand:
        hand(picture, view, mine, (MARGIN + 4, y + HEADER))
    else:
        said = say("Your hand is empty")
        write_whole(picture, (WIDTH // 2, y + 170), said, "text", 44, SAND, "mm", WIDTH - 4 * MARGIN)
    if mine.hero is not None:
        _hero(picture, view.table, mine.hero, hero_place(y), mine.seat)


def hero_place(y: int) -> Box:
    """The hero's place, if what one seat alone sees begins at `y`."""
    return Box(WIDTH - MARGIN - 316, y + 2, WIDTH - MARGIN - 4, y + 70)


def _hero(picture: Image.Image, table: Table, number: int, at: Box, seat: int) -> None:
    """A hero and its adventures: ticked if this seat has completed them, struck out if another seat has."""
    put(picture, signs.hero(number, 66), (at.left, at.top))
    for place, adventure in enumerate(HEROES[number].adventures):
        left = at.left + 90 + place * 76
        put(picture, signs.token(adventure, TOKEN), (left, at.top + 2))
        doer = next((who for who, player in enumerate(table.players) if adventure in player.completed), None)
        if doer is not None:
            put(picture, tick(40) if doer == seat else strike(40), (left + 32, at.top + 28))


@drawn_once(4)
def tick(size: int) -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.disc(50, 50, 49, SHADE)
        pen.disc(50, 50, 42, GOLD)
        pen.line("M28 52 L44 68 L72 34", signs.INK, 13)

    return drawn(size, size, draw)


@drawn_once(4)
def strike(size: int) -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.disc(50, 50, 49, SHADE)
        pen.disc(50, 50, 42, SAND)
        pen.line("M32 32 L68 68 M68 32 L32 68", signs.INK, 13)

    return drawn(size, size, draw)


# -- The players

SHORT = 70  # height of a strip on a seat's own board: no name, adventures or open hand
FULL_STEPS, SHORT_STEPS = (0, 184, 306, 430), (0, 166, 272, 378)  # px from the first counter to each


def strip_height(view: View) -> int:
    table = view.table
    if view.mine and table.step != "over":
        return SHORT
    tokens = any(other.completed for other in table.players) and len(table.players) > 1
    return BASE + LINE * tokens + LINE * (table.hands is not None)


def strips_height(view: View) -> int:
    return -(-len(view.table.players) // 2) * (strip_height(view) + GAP) + GAP


def strip(view: View, seat: int) -> Box:
    """Where a player's strip is, from the upper edge of the first."""
    across, height = 1 if len(view.table.players) == 1 else 2, strip_height(view)
    width = (WIDTH - 2 * MARGIN - (across - 1) * 12) // across
    left, top = MARGIN + seat % 2 * (width + 12), seat // 2 * (height + GAP)
    return Box(left, top, left + width, top + height)


def strips(picture: Image.Image, view: View, names: Sequence[str], marks: Sequence[str], y: int) -> None:
    """A strip for each player, two in a row."""
    alone, height = len(names) == 1, strip_height(view)
    for seat, name in enumerate(names):
        left, top, right, _ = strip(view, seat)
        at, width = (left, y + top), right - left
        acting = view.table.turn == seat and not over(view.table)
        put(picture, laid(width, height, EARTH if acting else BARK, GOLD if acting else None), at)
        put(picture, badge(seat, marks[seat], 60), (at[0] + 10, at[1] + 4))
        if height == SHORT:
            _counters(picture, view.table, seat, (at[0] + 70, at[1] + 4), SHORT_STEPS)
            if alone:
                _tokens(picture, view.table.players[0].completed, (at[0] + 600, at[1] + 3), width - 610)
        else:
            _full(picture, view.table, seat, name, at, width)


STOCK = 120  # height


def stock(picture: Image.Image, table: Table, y: int) -> None:
    """Draw what nobody drew, once the game is over."""
    said = say("Left in the draw pile")
    write_whole(picture, (MARGIN + 4, y + 22), said, "strong", 40, SAND, width=WIDTH - 2 * MARGIN)
    _held(picture, table.stock or (), (MARGIN + 4, y + 48), WIDTH - 2 * MARGIN)


def legend(picture: Image.Image, at: tuple[int, int], marks: Sequence[tuple[Image.Image, str]]) -> None:
    """A legend of the marks on the land: each sign with its meaning."""
    for line, (sprite, text) in enumerate(marks):
        put_centred(picture, sprite, (at[0] + 34, at[1] + 32 + line * 62))
        middle = (at[0] + 80, at[1] + 32 + line * 62)
        write_whole(picture, middle, text, "text", 40, SAND, width=WIDTH - MARGIN - middle[0])


def _full(picture: Image.Image, table: Table, seat: int, name: str, at: tuple[int, int], width: int) -> None:
    """A strip's name, adventures and open hand, besides the counters."""
    (x, y), player, alone = at, table.players[seat], len(table.players) == 1
    note = say("to act") if table.turn == seat and not over(table) else ""
    right = x + (548 if alone else width - 16)
    if player.hero is not None:
        put(picture, signs.hero(player.hero, 60), (x + width - 70, y + 6))
        right -= 0 if alone else 62
    name_line(picture, (x + 80, y + 36), name, note, right)
    _counters(picture, table, seat, (x + 12, y + 64), FULL_STEPS)
    below = y + BASE - 8
    if alone:
        _tokens(picture, player.completed, (x + 570, y + 30), width - 580 - 70)
    elif any(other.completed for other in table.players):
        _tokens(picture, player.completed, (x + 12, below), width - 24)
        below += LINE
    if table.hands is not None:
        _held(picture, table.hands[seat], (x + 12, below), width - 24)


def _counters(
    picture: Image.Image, table: Table, seat: int, at: tuple[int, int], steps: tuple[int, int, int, int]
) -> None:
    """Cards in hand and hand level, losses, villages, gold. What the last turn changed is gilded."""
    player, news = table.players[seat], fresh(table, seat)
    counters = (
        ("hand", signs.fan(60), f"{player.cards}/{player.level}"),
        ("losses", signs.losses(60), f"{player.losses}"),
        ("villages", signs.houses(60), f"{player.villages}"),
        ("gold", signs.coin(60), f"{player.gold}"),
    )
    for (counter, sprite, text), right in zip(counters, steps, strict=True):
        put_centred(picture, sprite, (at[0] + right + 30, at[1] + 28))
        write(picture, (at[0] + right + 67, at[1] + 30), text, "strong", 44, GOLD if counter in news else PARCHMENT)


def fresh(table: Table, seat: int) -> frozenset[str]:
    """Which counters of a player the last turn changed."""
    changed = set()
    for event in table.recent:
        match event:
            case Raised(who) | Eased(who) if who == seat:
                changed |= {"losses", "hand"} if isinstance(event, Raised) else {"losses"}
            case Turned(who) if who == seat:
                changed |= {"villages", "gold"}
            case Found(who, _, tile) if who == seat and tile >= len(ADVENTURES):
                changed.add("villages")
            case Robbed(who, victim) if seat in (who, victim):
                changed.add("hand")
            case Drew(who) | Completed(who) if who == seat:
                changed.add("hand")
    return frozenset(changed)


def _tokens(picture: Image.Image, adventures: Sequence[int], at: tuple[int, int], room: int) -> None:
    lay_row(picture, at, [signs.token(adventure, TOKEN) for adventure in adventures], TOKEN + 2, room)


def _held(picture: Image.Image, cards: Sequence[int], at: tuple[int, int], room: int) -> None:
    """An open hand: a chip for each kind, with its number, then the adventures."""
    held = sorted(Counter(cards).items())
    widths = [TOKEN + (36 if count > 1 else 6) for _, count in held]
    squeeze, x, lefts = min(1.0, (room - TOKEN) / max(1, sum(widths[:-1]))), 0.0, list[int]()
    for (number, _), width in zip(held, widths, strict=True):
        lefts.append(at[0] + round(x * squeeze))
        adventure = number - FIRST_ADVENTURE_CARD
        put(picture, signs.chip(number, TOKEN) if adventure < 0 else signs.token(adventure, TOKEN), (lefts[-1], at[1]))
        x += width
    for (_, count), left in zip(held, lefts, strict=True):
        if count > 1:
            put_centred(picture, _count(count), (left + TOKEN + (14 if squeeze == 1 else 0), at[1] + 38))


@drawn_once(32)
def _count(count: int) -> Image.Image:
    made = drawn(42, 42, lambda pen: pen.disc(50, 50, 50, SHADE))
    write(made, (21, 20), str(count), "strong", 40, PARCHMENT, "mm")
    return made
