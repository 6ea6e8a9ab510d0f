"""The board of Advyria, from top to bottom: who acts; the land; the players; what the seat looking on alone knows."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.advyria.cards import ADVENTURES, CARDS, FIRST_ADVENTURE_CARD, GOLD, HEROES, card_name
from engine.advyria.land import CANVAS, QUESTS, SPACES, WAYS
from engine.advyria.pieces import Mine, Table, View
from engine.advyria.rules import account

from ..lobby import lobby as shared_lobby
from ..solitaire import canvas
from ..theme import (
    BARK,
    CLAY,
    EARTH,
    HOLLOW,
    MARGIN,
    MOON,
    NIGHT,
    PARCHMENT,
    SAFE,
    SAND,
    SEATS,
    THEME_COLOURS,
    WIDTH,
    encode,
    palette_of,
    panel,
    put,
    put_centred,
    seat_mark,
    shown_name,
    write,
)
from ..theme import (
    GOLD as GILT,
)
from ..vector import Colour
from .facts import destinations, marks, waiting

COLOURS: tuple[Colour, ...] = ((226, 84, 70), (90, 150, 240), (240, 196, 70), (96, 190, 96))
HEADER, ROW = 84, 150


def board(view: View, names: Sequence[str]) -> bytes:
    """The public board, or a seat's own where `view.mine` is set: a PNG 1,200 px wide."""
    table = view.table
    shown = [shown_name(name, seat) for seat, name in enumerate(names)]
    lines = -(-len(shown) // 2)
    picture = canvas(HEADER + CANVAS[1] + lines * ROW + (400 if view.mine else 0))
    _header(picture, table, shown)
    picture.paste(_land(), (0, HEADER))
    _on_the_land(picture, view, shown)
    for seat in range(len(shown)):
        _player(picture, table, seat, shown[seat], (MARGIN + seat % 2 * 584, HEADER + CANVAS[1] + seat // 2 * ROW))
    if view.mine:
        _own(picture, view.mine, HEADER + CANVAS[1] + lines * ROW)
    return encode(picture, _palette())


def _header(picture: Image.Image, table: Table, names: Sequence[str]) -> None:
    if table.step == "over":
        write(picture, (MARGIN, 42), "The game is over", "display", 50, GILT)
    else:
        put(picture, seat_mark(table.turn, 60), (MARGIN, 12))
        name = write(picture, (100, 42), names[table.turn], "strong", 50, GILT, width=500)
        write(picture, (116 + name, 44), waiting(table), "text", 42, PARCHMENT, width=560)
    write(picture, (WIDTH - MARGIN, 42), f"{table.tiles_left} tiles, {table.pile} cards", "text", 40, SAND, "rm")


@lru_cache(maxsize=1)
def _land() -> Image.Image:
    picture = Image.new("RGB", CANVAS, (38, 58, 48))
    draw = ImageDraw.Draw(picture)
    for one, other in WAYS:
        draw.line((SPACES[one].x, SPACES[one].y, SPACES[other].x, SPACES[other].y), fill=SAND, width=10)
    for space in SPACES:
        put_centred(picture, panel(60, 60, BARK, CLAY), (space.x, space.y))
    return picture


def _on_the_land(picture: Image.Image, view: View, names: Sequence[str]) -> None:
    table, open_to = view.table, set(destinations(view.table))
    for number, space in enumerate(SPACES):
        at = (space.x, space.y + HEADER)
        if number in QUESTS:
            quest = table.quests[number]
            tile = quest.tile
            if view.mine and quest.face == "down":
                tile = view.mine.tiles[number]
            if quest.face != "gone":
                colour = SAND if tile is None else GILT if tile == GOLD else COLOURS[ADVENTURES[tile].colour]
                put_centred(
                    picture, panel(84, 84, colour, MOON if quest.face == "down" and tile is not None else None), at
                )
        if number in open_to:
            put_centred(picture, panel(70, 60, SAFE), at)
        write(
            picture, at, space.code, "strong", 36, NIGHT if number in QUESTS or number in open_to else PARCHMENT, "mm"
        )
    for seat, mark in enumerate(marks(names)):
        pawn = table.players[seat].pawn
        if pawn is not None:
            at = (SPACES[pawn].x + 30, SPACES[pawn].y + HEADER - 44)
            put_centred(picture, seat_mark(seat, 72, NIGHT), at)
            put_centred(picture, seat_mark(seat, 62), at)
            write(picture, at, mark, "strong", 38, NIGHT, "mm")


def _player(picture: Image.Image, table: Table, seat: int, name: str, at: tuple[int, int]) -> None:
    x, y = at
    player = table.players[seat]
    put(picture, panel(568, ROW - 6, EARTH if table.turn == seat else BARK), at)
    put(picture, seat_mark(seat, 50), (x + 12, y + 10))
    write(picture, (x + 74, y + 36), name, "strong", 42, PARCHMENT, width=470)
    told = f"{player.cards}/{player.level} cards, -{player.losses}, {player.villages} villages, {player.gold} gold"
    write(picture, (x + 16, y + 80), told, "text", 36, SAND, width=540)
    done = ", ".join(ADVENTURES[adventure].sign for adventure in player.completed)
    write(picture, (x + 16, y + 118), done, "text", 34, GILT, width=540)


def _own(picture: Image.Image, mine: Mine, y: int) -> None:
    put(picture, panel(WIDTH - 2 * MARGIN, 390, HOLLOW, MOON), (MARGIN, y))
    for place, card in enumerate(mine.hand):
        at = (MARGIN + 20 + place % 3 * 380, y + 40 + place // 3 * 48)
        name = CARDS[card] if card < FIRST_ADVENTURE_CARD else card_name(card)
        write(picture, at, name, "text", 36, PARCHMENT, width=370)
    if mine.hero is not None:
        hero = HEROES[mine.hero]
        told = f"{hero.name}: {', '.join(ADVENTURES[one].sign for one in hero.adventures)}"
        write(picture, (MARGIN + 20, y + 350), told, "strong", 38, GILT, width=1100)


@lru_cache(maxsize=1)
def _palette() -> Image.Image:
    return palette_of((*THEME_COLOURS, *COLOURS, *SEATS), [_land()], 96)


def result(view: View, names: Sequence[str], headline: str) -> bytes:
    """The scoring sheet under a headline."""
    table = view.table
    picture = canvas(240 + len(names) * 150)
    write(picture, (WIDTH // 2, 60), "Advyria", "display", 72, GILT, "mm")
    write(picture, (WIDTH // 2, 150), headline, "text", 44, PARCHMENT, "mm", WIDTH - 2 * MARGIN)
    for seat, player in enumerate(table.players):
        one, y = account(table, player), 220 + seat * 150
        put(picture, panel(WIDTH - 2 * MARGIN, 140, BARK), (MARGIN, y))
        write(picture, (MARGIN + 20, y + 40), shown_name(names[seat], seat), "strong", 44, PARCHMENT, width=800)
        told = f"coins {one.coins}, adventures {one.adventures}, hero {one.hero}, losses -{one.losses}"
        write(picture, (MARGIN + 20, y + 96), told, "text", 40, SAND, width=900)
        write(picture, (WIDTH - 60, y + 68), str(one.total), "display", 80, GILT, "rm")
    return encode(picture, _palette())


def lobby(title: str, names: Sequence[str], seats: range, options: Sequence[str]) -> bytes:
    return shared_lobby(title, names, seats, options, _land().crop((0, 100, WIDTH, 400)), _palette())


RULES = (
    "The land: seven regions, 26 quest spaces with their tiles, six guilds, roads to count",
    "The six types of cards and what they do",
    "A turn: draw three cards, play cards and sets, discard down to the hand level",
    "The twelve adventures in their four colours, and how one is completed",
    "The unfriendly manoeuvre: two cards drawn from a neighbour's richer hand, and the pawn sent to a guild",
    "The grand finale, the end, and what counts how much",
    "The four heroes, each with three adventures",
)


def rules(page: int) -> bytes:
    """A picture for a page of the rules, counted from 0."""
    picture = canvas(400)
    write(picture, (WIDTH // 2, 200), RULES[page if 0 <= page < len(RULES) else 0], "text", 36, PARCHMENT, "mm", 1150)
    return encode(picture, _palette())


def specimen() -> bytes:
    picture = canvas(600)
    for number, adventure in enumerate(ADVENTURES):
        put(picture, panel(180, 120, COLOURS[adventure.colour]), (20 + number % 6 * 195, 20 + number // 6 * 140))
        write(picture, (110 + number % 6 * 195, 76 + number // 6 * 140), adventure.sign, "strong", 34, NIGHT, "mm")
    return encode(picture, _palette())
