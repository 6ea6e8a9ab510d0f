"""The pictures around a game of Wyvern's Knot: lobby, result, specimen sheet. Sizes are px."""

from collections.abc import Sequence

from PIL import Image

from engine.game import Seat
from engine.wyverns_knot import GAME
from engine.wyverns_knot.state import DRAGONS, Table, View
from languages import say, say_as, say_many_as

from ..colours import BARK, EMBER, GOLD, HOLLOW, NIGHT, PARCHMENT, SAND, THEME_COLOURS
from ..ending import ROW_STEP
from ..lobby import lobby as poster
from ..parts import arrow, chosen_frame, danger_frame, recent_frame
from ..seats import NUMERALS, ROW, result_row, seat_mark
from ..specimen import swatches, type_samples
from ..sprites import drawn_once
from ..theme import WIDTH, encode, put, put_centred, slab, write, write_whole
from .dragons import ART, dragon_sprite, sign
from .parts import (
    card_back,
    cell_back,
    dragon_card,
    egg,
    ghost_card,
    hatched,
    palette,
    pips,
    raider,
    sky,
    strike_back,
    tag,
)

EDGE = 20


def lobby(title: str) -> bytes:
    """The poster of a table that waits for players."""
    return poster(title, clutch(), palette())


@drawn_once(1)
def clutch() -> Image.Image:
    """The ten dragons as hatchlings under the night sky."""
    band = sky(330).copy()
    for number, dragon in enumerate((5, 3, 1, 7, 9, 2, 6, 4, 8, 0)):
        back = number % 2 == 0
        size = 158 if back else 186
        put_centred(band, hatched(dragon, size), (78 + number * 116, 176 if back else 238))
    return band


def result(view: View, names: Sequence[str], headline: str) -> bytes:
    """The picture at a game's end: the headline, who saved what, and what was lost."""
    table, won = view.table, view.table.saved >= view.table.options.target
    lost = [egg_.dragon for egg_ in table.nest if egg_.fate == "lost" and egg_.dragon is not None]
    rows = len(names) + bool(lost)
    canvas = Image.new("RGB", (WIDTH, 320 + rows * ROW_STEP + 12), NIGHT)
    put(canvas, sky(300), (0, 0))
    _banner(canvas, table, headline, won)
    most = max(sum(egg_.saver == seat for egg_ in table.nest) for seat in range(len(names)))
    step = min(116, 720 // max(1, most))
    for seat, name in enumerate(names):
        _deeds(canvas, table, seat, name, (316 + seat * ROW_STEP, most, step))
    if lost:
        _mourned(canvas, lost, 316 + len(names) * ROW_STEP)
    return encode(canvas, palette())


def _banner(canvas: Image.Image, table: Table, headline: str, won: bool) -> None:
    middle = WIDTH // 2
    figures = [hatched(dragon, 150) for dragon in (0, 8)] if won else [raider(130, EMBER, NIGHT)] * 2
    for figure, x in zip(figures, (110, WIDTH - 110), strict=True):
        put_centred(canvas, figure, (x, 92))
    banner, colour = (say("Victory"), GOLD) if won else (say_as("the end of a game", "Defeat"), EMBER)
    write_whole(canvas, (middle, 88), banner, "display", 112, colour, "mm", WIDTH - 400)
    line = _below(table, won=won) if table.step == "over" else headline
    write_whole(canvas, (middle, 186), line, "text", 52, PARCHMENT, "mm", WIDTH - 2 * EDGE, 84)
    across = table.options.target * 48 - 2
    pips(canvas, (middle - across // 2, 232), table.saved, table.options.target, 46)


def _below(table: Table, *, won: bool) -> str:
    """The headline of a game that has come to its end, without what the banner says."""
    target = table.options.target
    if won:
        return say("All {target} eggs are safe.", target=target)
    return say("{saved} of {target} eggs saved.", saved=table.saved, target=target)


def _deeds(canvas: Image.Image, table: Table, seat: Seat, name: str, rank: tuple[int, int, int]) -> None:
    """What one seat saved. `rank`: the upper edge, how many hatchlings have room, px from one to the next."""
    top, most, step = rank
    first = WIDTH - EDGE - 20 - max(3, most) * step
    result_row(canvas, top, seat, name, first - EDGE - 118, edge=EDGE)
    saved = [egg_.cover for egg_ in table.nest if egg_.saver == seat and egg_.cover is not None]
    if not saved:
        room = WIDTH - EDGE - 30 - first
        write_whole(canvas, (WIDTH - EDGE - 30, top + 62), say("none saved"), "text", 42, SAND, "rm", room, 90)
    for number, dragon in enumerate(saved):
        put(canvas, hatched(dragon, 112), (first + (max(3, most) - len(saved) + number) * step, top + 6))


def _mourned(canvas: Image.Image, lost: Sequence[int], top: int) -> None:
    put(canvas, slab(WIDTH - 2 * EDGE, ROW, HOLLOW, BARK), (EDGE, top))
    put(canvas, egg(76, lost=True), (EDGE + 12, top + 24))
    said = say_many_as("eggs", "{count} lost", "{count} lost", len(lost))
    step = min(84, 840 // len(lost))
    room = WIDTH - 2 * EDGE - 24 - len(lost) * step - 106
    write_whole(canvas, (EDGE + 98, top + 62), said, "strong", 46, SAND, width=room, height=90)
    for number, dragon in enumerate(lost):
        put(canvas, sign(dragon, 76), (WIDTH - EDGE - 24 - (len(lost) - number) * step, top + 25))


def specimen() -> bytes:
    """Palette, type, frames, signs and the ten dragons on one sheet."""
    canvas = Image.new("RGB", (WIDTH, 2240), NIGHT)
    put(canvas, sky(200), (0, 0))
    write(canvas, (WIDTH // 2, 84), "Wyvern's Knot", "display", 100, GOLD, "mm")
    _dragons(canvas, 226)
    _parts(canvas, 1080)
    _seats(canvas, 1480)
    swatches(canvas, 1740, (*THEME_COLOURS, *(art.colours["body"] for art in ART)))
    type_samples(canvas, 1990)
    return encode(canvas, palette())


def _dragons(canvas: Image.Image, top: int) -> None:
    for dragon, name in enumerate(DRAGONS):
        x, y = EDGE + dragon % 5 * 234, top + dragon // 5 * 420
        put(canvas, dragon_card(dragon, 224, 236), (x, y))
        write(canvas, (x + 112, y + 266), name, "strong", 44, PARCHMENT, "mm")
        put(canvas, sign(dragon, 80), (x, y + 304))
        put(canvas, hatched(dragon, 84), (x + 80, y + 300))
        put(canvas, dragon_sprite(dragon, 60, ghost=True), (x + 164, y + 314))


def _parts(canvas: Image.Image, top: int) -> None:
    cells = (
        ("down", egg(122)),
        ("ghost", egg(122, glow=True)),
        ("saved", hatched(2, 138)),
        ("lost", egg(104, lost=True)),
    )
    for number, (kind, figure) in enumerate(cells):
        put(canvas, cell_back(kind), (EDGE + number * 204, top))
        put_centred(canvas, figure, (EDGE + 97 + number * 204, top + 72))
    put_centred(canvas, dragon_sprite(2, 96, ghost=True), (EDGE + 301, top + 76))
    for number, made in enumerate((strike_back(112, 112), dragon_card(5, 112, 112, EMBER))):
        put(canvas, made, (854 + number * 180, top))
        put_centred(
            canvas, arrow(60, EMBER if number else PARCHMENT, left=bool(number)), (910 + number * 180, top + 134)
        )
    for number, made in enumerate((card_back(130, 148), ghost_card(6, 130, 148), dragon_card(6, 130, 148))):
        put(canvas, made, (EDGE + number * 150, top + 190))
    frames = ((recent_frame, "changed"), (chosen_frame, "chosen"), (danger_frame, "danger"))
    for number, (frame, text) in enumerate(frames):
        x = 500 + number * 236
        put(canvas, cell_back("down"), (x, top + 190))
        put(canvas, frame(194, 156), (x, top + 190))
        write(canvas, (x + 97, top + 262), text, "text", 42, PARCHMENT, "mm")


def _seats(canvas: Image.Image, top: int) -> None:
    for seat, numeral in enumerate(NUMERALS[: max(GAME.seats)]):
        x = EDGE + seat * 234
        put(canvas, seat_mark(seat, 110), (x + 10, top))
        put(canvas, tag("abcde"[seat], seat), (x + 140, top + 25))
        write(canvas, (x + 65, top + 160), f"Seat {numeral}", "display", 40, SAND, "mm")
