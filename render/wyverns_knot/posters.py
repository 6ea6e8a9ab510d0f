"""The pictures around a game of Wyvern's Knot: the lobby, the result, the rules pages, the specimen sheet."""

from collections.abc import Sequence

from PIL import Image

from engine.wyverns_knot import DRAGONS, View

from ..theme import (
    BARK,
    EARTH,
    GOLD,
    MARGIN,
    NIGHT,
    NUMERALS,
    PARCHMENT,
    SAFE,
    SAND,
    THEME_COLOURS,
    WIDTH,
    encode,
    panel,
    put,
    put_centred,
    seat_mark,
    write,
)
from .dragons import dragon_sprite, sign
from .parts import arrow, card_back, dragon_card, egg, ghost_card, hatched, palette, strike_back, tag

RULES = (
    "Sixteen eggs in a nest of four rows and four columns, a strike dragon at the left of each row, and a row of cards "
    "that nobody has seen.",
    "Three pictures: a card and an egg of one dragon make a hatchling; a card and an egg of two dragons are both lost.",
    "A strike dragon moves face down from column 0 to column 5, is turned up there, and comes back taking eggs.",
    "A tag with a letter on a card and the same tag on an egg: somebody claims that they match.",
)


def lobby(title: str, names: Sequence[str], seats: range, options: Sequence[str]) -> bytes:
    """A poster for a table that waits: who sits, seats free, what is agreed."""
    lines = max(seats)
    canvas = Image.new("RGB", (WIDTH, 330 + lines * 84 + 30 + len(options) * 54), NIGHT)
    for number in range(len(DRAGONS)):
        size = 104
        put(canvas, dragon_sprite(number, size), (MARGIN + 14 + number * 114, 20 + number % 2 * 22))
    write(canvas, (WIDTH // 2, 226), title, "display", 96, GOLD, "mm")
    write(canvas, (WIDTH // 2, 296), f"{min(seats)} to {max(seats)} players", "text", 44, SAND, "mm")
    for seat in range(lines):
        y = 336 + seat * 84
        taken = seat < len(names)
        put(canvas, panel(WIDTH - 2 * 120, 76, BARK if taken else NIGHT, EARTH), (120, y))
        if taken:
            put(canvas, seat_mark(seat, 48), (142, y + 11))
            write(canvas, (214, y + 36), names[seat], "strong", 44, PARCHMENT, width=800)
        else:
            must = "a seat is free" if seat >= min(seats) else "waiting for a player"
            write(canvas, (214, y + 36), must, "text", 42, SAND)
    for line, option in enumerate(options):
        write(canvas, (WIDTH // 2, 370 + lines * 84 + line * 54), option, "text", 42, SAND, "mm")
    return encode(canvas, palette())


def result(view: View, names: Sequence[str], headline: str) -> bytes:
    """The card that ends a game: the headline and who saved what."""
    table = view.table
    won = table.saved >= table.options.target
    canvas = Image.new("RGB", (WIDTH, 270 + len(names) * 118 + MARGIN), NIGHT)
    put(canvas, panel(WIDTH - 2 * MARGIN, 216, (38, 62, 52) if won else BARK, SAFE if won else None), (MARGIN, 20))
    put_centred(canvas, hatched(8, 150) if won else egg(150, lost=True), (MARGIN + 120, 122))
    write(canvas, (MARGIN + 230, 88), "Victory" if won else "Defeat", "display", 76, GOLD if won else SAND)
    write(canvas, (MARGIN + 230, 168), headline, "text", 46, PARCHMENT, width=880)
    for seat, name in enumerate(names):
        y = 254 + seat * 118
        put(canvas, panel(WIDTH - 2 * MARGIN, 110, BARK), (MARGIN, y))
        put(canvas, seat_mark(seat, 54), (MARGIN + 22, y + 24))
        write(canvas, (MARGIN + 94, y + 52), name, "strong", 44, PARCHMENT, width=300)
        saved = [egg_.cover for egg_ in table.nest if egg_.saver == seat and egg_.cover is not None]
        if not saved:
            write(canvas, (MARGIN + 420, y + 52), "no eggs this time", "text", 42, SAND)
        step = min(100, 700 // max(1, len(saved)))
        for number, dragon in enumerate(saved):
            put(canvas, dragon_sprite(dragon, 88), (MARGIN + 410 + number * step, y + 8))
    return encode(canvas, palette())


def rules(page: int) -> bytes:
    """A picture for a page of the rules, counted from 0."""
    canvas = Image.new("RGB", (WIDTH, 520), NIGHT)
    (_nest, _matching, _striking, _claiming)[page](canvas)
    return encode(canvas, palette())


def _nest(canvas: Image.Image) -> None:
    for row in range(2):
        y = 30 + row * 160
        write(canvas, (50, y + 70), "AB"[row], "display", 54, PARCHMENT, "mm")
        put(canvas, strike_back(132, 140), (100, y))
        for column in range(4):
            put(canvas, panel(190, 148, EARTH), (270 + column * 200, y))
            put_centred(canvas, egg(128), (365 + column * 200, y + 70))
    for position in range(6):
        put(canvas, card_back(140, 130), (180 + position * 152, 368))
    write(canvas, (100, 430), "cards", "text", 42, SAND, "mm")


def _matching(canvas: Image.Image) -> None:
    for row, (card, inside) in enumerate(((3, 3), (0, 5))):
        y = 30 + row * 245
        put(canvas, dragon_card(card, 190, 200), (90, y))
        write(canvas, (340, y + 96), "+", "strong", 90, SAND, "mm")
        put(canvas, panel(200, 206, EARTH), (410, y))
        put_centred(canvas, egg(180), (510, y + 98))
        put_centred(canvas, dragon_sprite(inside, 110), (510, y + 112))
        put_centred(canvas, arrow(90, GOLD, left=False), (700, y + 98))
        if card == inside:
            put(canvas, panel(200, 206, (38, 62, 52), SAFE), (810, y))
            put_centred(canvas, hatched(card, 186), (910, y + 98))
            write(canvas, (1030, y + 98), "saved", "strong", 46, SAFE)
        else:
            put_centred(canvas, egg(170, lost=True), (910, y + 98))
            write(canvas, (1030, y + 98), "lost", "strong", 46, SAND)


def _striking(canvas: Image.Image) -> None:
    for column in range(6):
        x = 40 + column * 190
        write(canvas, (x + 80, 36), str(column), "display", 44, SAND, "mm")
        for row in range(2):
            y = 70 + row * 225
            put(canvas, panel(176, 206, EARTH if 0 < column < 5 else BARK), (x, y))
            lost = row == 1 and column == 4
            if 0 < column < 5:
                put_centred(canvas, egg(130, lost=lost), (x + 88, y + 98))
    put(canvas, strike_back(130, 140), (62, 90))
    put_centred(canvas, arrow(80, SAND, left=False), (130, 246))
    put(canvas, dragon_card(6, 130, 140, rim=(240, 84, 54)), (1012, 315))
    put_centred(canvas, arrow(80, (240, 84, 54), left=True), (1080, 472))


def _claiming(canvas: Image.Image) -> None:
    put(canvas, card_back(230, 220), (170, 120))
    put(canvas, tag("a", 0).resize((110, 110)), (300, 236))
    put_centred(canvas, arrow(110, GOLD, left=False), (600, 236))
    put(canvas, panel(250, 236, EARTH), (790, 112))
    put_centred(canvas, egg(200), (915, 226))
    put(canvas, tag("a", 0).resize((110, 110)), (950, 250))
    write(canvas, (600, 420), "“These two match.”", "display", 56, PARCHMENT, "mm")


def specimen() -> bytes:
    """Palette, type, frames, signs and the ten dragons on one sheet."""
    canvas = Image.new("RGB", (WIDTH, 1830), NIGHT)
    write(canvas, (MARGIN, 60), "Wyvern's Knot", "display", 76, GOLD)
    write(canvas, (WIDTH - MARGIN, 64), "Cinzel, Alegreya Sans", "text", 42, SAND, "rm")
    for number, colour in enumerate(THEME_COLOURS):
        put(canvas, panel(118, 78, colour), (MARGIN + number % 9 * 128, 120 + number // 9 * 88))
    for dragon, name in enumerate(DRAGONS):
        x, y = MARGIN + dragon % 5 * 232, 310 + dragon // 5 * 400
        put(canvas, dragon_card(dragon, 220, 250), (x, y))
        write(canvas, (x + 110, y + 276), name, "strong", 40, PARCHMENT, "mm")
        put(canvas, sign(dragon, 80), (x + 20, y + 304))
        put(canvas, dragon_sprite(dragon, 80, ghost=True), (x + 120, y + 304))
    frames = (card_back(132, 144), strike_back(132, 144), ghost_card(2, 132, 144), dragon_card(2, 132, 144))
    for number, made in enumerate((*frames, egg(136), egg(136, glow=True), hatched(2, 136), egg(136, lost=True))):
        put(canvas, made, (MARGIN + number % 8 * 145, 1130))
    for seat in range(5):
        put(canvas, seat_mark(seat, 90), (MARGIN + seat * 230, 1330))
        put(canvas, tag("abcde"[seat], seat), (MARGIN + 110 + seat * 230, 1345))
        write(canvas, (MARGIN + 45 + seat * 230, 1460), NUMERALS[seat], "display", 46, SAND, "mm")
    for number, (face, size) in enumerate((("display", 76), ("strong", 52), ("text", 42), ("text", 34))):
        write(canvas, (MARGIN, 1550 + number * 72), f"Eggs in the nest {size}", face, size)  # type: ignore[arg-type]
    return encode(canvas, palette())
