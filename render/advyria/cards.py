"""Cards, the hero's card and the players' strips of Advyria. Sizes are px."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from PIL import Image

from engine.advyria.cards import ADVENTURES, FIRST_ADVENTURE_CARD, HEROES
from engine.advyria.land import SPACES
from engine.advyria.pieces import Completed, Drew, Eased, Found, Mine, Player, Raised, Robbed, Table, Turned, View

from ..theme import (
    BARK,
    EARTH,
    GOLD,
    HOLLOW,
    MARGIN,
    MOON,
    NIGHT,
    PARCHMENT,
    SAND,
    SHADE,
    WIDTH,
    laid,
    panel,
    put,
    put_centred,
    text_width,
    write,
)
from ..vector import Colour, Pen, drawn
from . import signs

CARD = (158, 202)
ACROSS = 7  # cards in a row
STEP = (WIDTH - 2 * MARGIN - 8) // ACROSS
HERO = 138  # the hero card's height
TOKEN = 62
BASE = 134  # a strip's height without tokens and cards
LINE = 68  # of tokens or cards in a strip


def short_name(adventure: int) -> str:
    return ADVENTURES[adventure].name.removeprefix("The ")


@lru_cache(maxsize=64)
def card(number: int, *, gilt: bool = False) -> Image.Image:
    """One of a kind, or an adventure; `gilt`: its adventure is on the hero's card."""
    width, height = CARD
    adventure = number - FIRST_ADVENTURE_CARD
    field = signs.KIND[number] if adventure < 0 else signs.FIELD[ADVENTURES[adventure].colour]

    def draw(pen: Pen) -> None:
        pen.box((0, 2, width - 1, height - 1), 16, SHADE)
        pen.box((0, 0, width - 1, height - 6), 16, GOLD if gilt else PARCHMENT)
        inset = 9 if gilt else 6
        pen.box((inset, inset, width - 1 - inset, height - 6 - inset), 11, field)
        low = height - 6 - inset
        pen.box((inset, low - (88 if adventure >= 0 else 52), width - 1 - inset, low), 11, signs.CREAM)

    made = drawn(width, height, draw, float(width))
    middle = width // 2
    if adventure < 0:
        made.alpha_composite(signs.emblem(number, 112), (middle - 56, 16))
        write(made, (middle, height - 38), signs.KIND_NAMES[number], "strong", 40, signs.INK, "mm", width - 20)
        return made
    made.alpha_composite(signs.sign(adventure, 84), (middle - 42, 14))
    first, second = short_name(adventure).rsplit(" ", 1)
    for line, word in enumerate((first, second)):
        write(made, (middle, height - 78 + 36 * line), word, "strong", 36, signs.INK, "mm", width - 22)
    return made


def hand(picture: Image.Image, view: View, mine: Mine, at: tuple[int, int]) -> None:
    """The cards, those of a kind on top of each other, with their number."""
    told = places(view, mine)
    held = sorted(Counter(mine.hand).items())
    on_hero = () if mine.hero is None else HEROES[mine.hero].adventures
    for place, (number, count) in enumerate(held):
        x, y = at[0] + place % ACROSS * STEP, at[1] + place // ACROSS * (CARD[1] + 14)
        sprite = card(number, gilt=number - FIRST_ADVENTURE_CARD in on_hero)
        if count > 1:
            put(picture, _behind(number), (x + 6, y - 8))
        put(picture, sprite, (x, y))
        note = f"\N{MULTIPLICATION SIGN}{count}" if count > 1 else told.get(number, "")
        if note:
            put_centred(picture, tag(note, NIGHT, GOLD if count > 1 else PARCHMENT), (x + CARD[0] - 32, y + 26))


@lru_cache(maxsize=16)
def _behind(number: int) -> Image.Image:
    """The edge of a card below another one."""
    field = signs.KIND[number]
    return panel(CARD[0], 60, field, PARCHMENT, radius=16)


@lru_cache(maxsize=128)
def tag(text: str, ground: Colour, ink: Colour) -> Image.Image:
    """A few signs on a plate."""
    width = max(60, text_width(text, "strong", 38) + 22)

    def draw(pen: Pen) -> None:
        pen.box((0, 0, width - 1, 47), 16, SHADE)
        pen.box((3, 3, width - 4, 44), 14, ground)

    made = drawn(width, 48, draw, 48)
    write(made, (width // 2, 24), text, "strong", 38, ink, "mm")
    return made


def places(view: View, mine: Mine) -> Mapping[int, str]:
    """Where the adventures lie that this seat knows of, by card: codes."""
    known: dict[int, str] = {}
    for space, quest in enumerate(view.table.quests):
        tile = quest.tile if quest.face == "up" else mine.tiles[space] if quest.face == "down" else None
        if tile is not None and tile < len(ADVENTURES):
            known[tile + FIRST_ADVENTURE_CARD] = SPACES[space].code
    return known


def own_height(mine: Mine) -> int:
    lines = max(1, -(-len({*mine.hand}) // ACROSS))
    return 76 + lines * (CARD[1] + 14) + (HERO + 6 if mine.hero is not None else 0) + 10


def own(picture: Image.Image, view: View, mine: Mine, y: int) -> None:
    """What one seat alone sees: its hand and its hero."""
    height = own_height(mine)
    put(picture, panel(WIDTH - 16, height - 6, HOLLOW, MOON), (8, y))
    put(picture, signs.eye(48), (MARGIN + 6, y + 12))
    level = view.table.players[mine.seat].level
    count = len(mine.hand)
    told = f"Only you see this: {count or 'no'} card{'s' * (count != 1)}, you may keep {level}"
    write(picture, (MARGIN + 68, y + 37), told, "strong", 40, MOON, width=1080)
    if mine.hand:
        hand(picture, view, mine, (MARGIN + 4, y + 76))
    else:
        write(picture, (WIDTH // 2, y + 170), "Your hand is empty", "text", 44, SAND, "mm")
    if mine.hero is not None:
        hero_card(picture, view.table, mine.hero, (MARGIN, y + height - HERO - 16), mine.seat)


def hero_card(picture: Image.Image, table: Table, number: int, at: tuple[int, int], seat: int) -> None:
    """The hero with the three adventures: ticked where this seat completed it, struck where another did."""
    x, y = at
    put(picture, panel(WIDTH - 2 * MARGIN, HERO, EARTH, GOLD), at)
    put(picture, signs.hero(number, 118), (x + 10, y + 7))
    name, trade = HEROES[number].name.split(", ")
    write(picture, (x + 144, y + 44), name, "strong", 46, PARCHMENT, width=290)
    write(picture, (x + 144, y + 92), trade, "text", 40, SAND, width=330)
    for place, adventure in enumerate(HEROES[number].adventures):
        left = x + 440 + place * 238
        put(picture, signs.token(adventure, 88), (left, y + 22))
        first, second = short_name(adventure).rsplit(" ", 1)
        for line, word in enumerate((first, second)):
            write(picture, (left + 94, y + 48 + line * 38), word, "text", 34, PARCHMENT, width=144)
        doer = next((who for who, player in enumerate(table.players) if adventure in player.completed), None)
        if doer is not None:
            put(picture, tick(48) if doer == seat else strike(48), (left + 52, y + 72))


@lru_cache(maxsize=4)
def tick(size: int) -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.disc(50, 50, 49, SHADE)
        pen.disc(50, 50, 42, GOLD)
        pen.line("M28 52 L44 68 L72 34", signs.INK, 13)

    return drawn(size, size, draw)


@lru_cache(maxsize=4)
def strike(size: int) -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.disc(50, 50, 49, SHADE)
        pen.disc(50, 50, 42, SAND)
        pen.line("M32 32 L68 68 M68 32 L32 68", signs.INK, 13)

    return drawn(size, size, draw)


# -- The players


def strip_height(view: View) -> int:
    """Open hands are in the public picture alone: beside one's own hand they would be too much."""
    table = view.table
    tokens = any(player.completed for player in table.players) and len(table.players) > 1
    return BASE + LINE * tokens + LINE * (table.hands is not None and view.mine is None)


def strips_height(view: View) -> int:
    return -(-len(view.table.players) // 2) * (strip_height(view) + 8) + 8


def strips(picture: Image.Image, view: View, names: Sequence[str], marks: Sequence[str], y: int) -> None:
    """A strip for each player, two in a row."""
    alone = len(names) == 1
    width = WIDTH - 2 * MARGIN if alone else (WIDTH - 2 * MARGIN - 12) // 2
    for seat, name in enumerate(names):
        at = (MARGIN + seat % 2 * (width + 12), y + seat // 2 * (strip_height(view) + 8))
        _strip(picture, view, seat, (name, marks[seat]), at, width)


def _strip(picture: Image.Image, view: View, seat: int, name: tuple[str, str], at: tuple[int, int], width: int) -> None:
    table, (x, y), alone = view.table, at, len(view.table.players) == 1
    player, acting = table.players[seat], table.turn == seat and table.step != "over"
    put(picture, laid(width, strip_height(view), EARTH if acting else BARK, GOLD if acting else None), at)
    put(picture, signs.badge(seat, name[1], 60), (x + 10, y + 6))
    you = view.mine is not None and view.mine.seat == seat
    note = "you" if you else "to act" if acting else ""
    room = 556 - 96 - text_width(note, "strong", 38)
    if player.hero is not None:
        put(picture, signs.hero(player.hero, 60), (x + width - 70, y + 6))
        note, room = "", room - 70
    write(picture, (x + 80, y + 36), name[0], "strong", 44, PARCHMENT, width=room)
    right = 548 if alone else width - 16
    write(picture, (x + right, y + 36), note, "strong", 38, MOON if you else GOLD, "rm")
    _counters(picture, player, fresh(table, seat), (x + 12, y + 64))
    below = y + BASE - 8
    if alone:
        _tokens(picture, player.completed, (x + 570, y + 30), width - 580)
    elif any(one.completed for one in table.players):
        _tokens(picture, player.completed, (x + 12, below), width - 24)
        below += LINE
    if table.hands is not None and view.mine is None:
        _held(picture, table.hands[seat], (x + 12, below), width - 24)


def _counters(picture: Image.Image, player: Player, fresh: frozenset[str], at: tuple[int, int]) -> None:
    """Cards in hand of the hand level, losses, villages, gold; what the last turn changed is gilded."""
    for what, sprite, told, right in (
        ("hand", signs.fan(60), f"{player.cards}/{player.level}", 0),
        ("losses", signs.losses(56), f"{player.losses}", 184),
        ("villages", signs.houses(58), f"{player.villages}", 306),
        ("gold", signs.coin(52), f"{player.gold}", 430),
    ):
        put_centred(picture, sprite, (at[0] + right + 30, at[1] + 28))
        write(picture, (at[0] + right + 68, at[1] + 30), told, "strong", 44, GOLD if what in fresh else PARCHMENT)


def fresh(table: Table, seat: int) -> frozenset[str]:
    """Which counters of a player the last turn changed."""
    found = set()
    for event in table.recent:
        match event:
            case Raised(who) | Eased(who) if who == seat:
                found |= {"losses", "hand"} if isinstance(event, Raised) else {"losses"}
            case Turned(who) if who == seat:
                found |= {"villages", "gold"}
            case Found(who, _, tile) if who == seat and tile >= len(ADVENTURES):
                found.add("villages")
            case Robbed(who, victim) if seat in (who, victim):
                found.add("hand")
            case Drew(who) | Completed(who) if who == seat:
                found.add("hand")
    return frozenset(found)


def _tokens(picture: Image.Image, adventures: Sequence[int], at: tuple[int, int], room: int) -> None:
    step = min(TOKEN + 2, (room - TOKEN) // max(1, len(adventures) - 1))
    for place, adventure in enumerate(adventures):
        put(picture, signs.token(adventure, TOKEN), (at[0] + place * step, at[1]))


def _held(picture: Image.Image, cards: Sequence[int], at: tuple[int, int], room: int) -> None:
    """An open hand: a chip a kind, with its number, and the adventures."""
    held = sorted(Counter(cards).items())
    widths = [TOKEN + (34 if count > 1 else 6) for _, count in held]
    squeeze, x = min(1.0, room / max(1, sum(widths))), 0.0
    for (number, count), width in zip(held, widths, strict=True):
        left = at[0] + round(x * squeeze)
        if number < FIRST_ADVENTURE_CARD:
            put(picture, signs.chip(number, TOKEN), (left, at[1]))
        else:
            put(picture, signs.token(number - FIRST_ADVENTURE_CARD, TOKEN), (left, at[1]))
        if count > 1:
            write(picture, (left + TOKEN + 14, at[1] + 32), str(count), "strong", 40, PARCHMENT, "mm")
        x += width
