"""The board of Wyvern's Knot."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from engine.wyverns_knot import DRAGONS, ROWS, View

from ..theme import BARK, NIGHT, PARCHMENT, SAND, THEME_COLOURS, WIDTH, encode, palette_of, panel, put, write
from .facts import cell_name


@lru_cache(maxsize=1)
def _palette() -> Image.Image:
    return palette_of(THEME_COLOURS, [])


def _canvas(height: int) -> Image.Image:
    return Image.new("RGB", (WIDTH, height), NIGHT)


def board(view: View, names: Sequence[str]) -> bytes:
    """The public board, or, where `view.mine` is set, the board with what that seat alone knows."""
    table, canvas = view.table, _canvas(1400)
    write(canvas, (24, 60), f"{names[table.turn]}: {table.saved} of {table.options.target}", "display", 52)
    for cell, egg in enumerate(table.nest):
        x, y = 200 + cell % 4 * 200, 120 + cell // 4 * 160
        put(canvas, panel(190, 150, BARK), (x, y))
        known = egg.cover if egg.fate == "saved" else egg.dragon
        if known is None and view.mine:
            known = view.mine.nest[cell]
        write(canvas, (x + 95, y + 50), f"{cell_name(cell)} {egg.fate}", "text", 34, anchor="mm")
        write(canvas, (x + 95, y + 100), "" if known is None else DRAGONS[known], "text", 34, anchor="mm", width=180)
    for row, strike in enumerate(table.strikes):
        write(canvas, (16, 190 + row * 160), f"{ROWS[row]} {strike.face} {strike.column}", "text", 34, SAND)
    for seat, tableau in enumerate(table.tableaus):
        y = 800 + seat * 110
        write(canvas, (24, y), names[seat], "strong", 40, width=220)
        for position, card in enumerate(tableau):
            text = "?" if card.dragon is None else DRAGONS[card.dragon][:5]
            write(canvas, (260 + position * 130, y), f"{position + 1} {text}", "text", 34, width=125)
    return encode(canvas, _palette())


def result(view: View, names: Sequence[str], headline: str) -> bytes:
    """The card that ends a game: the headline and who saved what."""
    canvas = _canvas(700)
    write(canvas, (600, 80), headline, "display", 52, anchor="mm")
    for seat, name in enumerate(names):
        eggs = sum(egg.saver == seat for egg in view.table.nest)
        write(canvas, (100, 180 + 80 * seat), f"{name}: {eggs}", "text", 44)
    return encode(canvas, _palette())


def lobby(title: str, names: Sequence[str], seats: range, options: Sequence[str]) -> bytes:
    """A poster for a table that waits: who sits, seats free, what is agreed."""
    canvas = _canvas(800)
    write(canvas, (600, 80), title, "display", 80, anchor="mm")
    for seat in range(seats[-1]):
        write(canvas, (100, 180 + 80 * seat), names[seat] if seat < len(names) else "free", "text", 44)
    for line, option in enumerate(options):
        write(canvas, (100, 600 + 50 * line), option, "text", 40)
    return encode(canvas, _palette())


def rules(page: int) -> bytes:
    """A picture for a page of the rules, counted from 0."""
    canvas = _canvas(600)
    write(canvas, (600, 300), f"Page {page + 1}", "display", 80, PARCHMENT, "mm")
    return encode(canvas, _palette())


def specimen() -> bytes:
    return rules(0)
