"""The board of Wyvern's Knot: the nest with its strike dragons above, everybody's cards below."""

from collections.abc import Sequence

from PIL import Image

from engine.wyverns_knot import (
    ROWS,
    Advanced,
    Aimed,
    Claim,
    Distracted,
    Left,
    Looked,
    Lost,
    MageCard,
    Mismatched,
    Pointed,
    Saved,
    Scouted,
    Table,
    TurnedUp,
    View,
)

from ..theme import (
    BARK,
    EARTH,
    EMBER,
    GOLD,
    MARGIN,
    MOON,
    NIGHT,
    PARCHMENT,
    SAFE,
    SAND,
    SHADE,
    WIDTH,
    encode,
    panel,
    put,
    put_centred,
    seat_mark,
    write,
)
from .dragons import dragon_sprite, sign
from .facts import covering, in_play, threatened
from .parts import (
    TAG,
    arrow,
    card_back,
    dragon_card,
    egg,
    empty_place,
    ghost_card,
    hatched,
    palette,
    pips,
    rim,
    strike_back,
    tag,
)

HEADER = 158  # px, each of these
NUMBERS = 46
ROW = 160
LETTERS = 60
OUTER = 152  # width of columns 0 and 5
CELL = 184  # width of columns 1 to 4
GAP = 8
NAME = 58
CARD = 122
SEAT = NAME + CARD + 20

Place = tuple[str, int] | tuple[str, int, int]  # what the last turn changed: a cell, a strike, a card


def board(view: View, names: Sequence[str]) -> bytes:
    """The public board, or, where `view.mine` is set, the board with what that seat alone knows."""
    table = view.table
    per_line = 1 if max(map(len, table.tableaus)) > 5 else 2
    lines = -(-len(names) // per_line)
    nest = HEADER + NUMBERS
    tableaus = nest + 4 * ROW + 14
    canvas = Image.new("RGB", (WIDTH, tableaus + lines * SEAT + MARGIN), NIGHT)
    changed = _changed(table)
    letters = {claim: chr(ord("a") + number % 26) for number, claim in enumerate(table.claims)}
    _header(canvas, view, names)
    _grid(canvas, nest)
    for cell in range(16):
        _cell(canvas, view, cell, nest, ("cell", cell) in changed)
    for row in range(4):
        _strike(canvas, table, row, nest, ("strike", row) in changed)
    for claim, letter in letters.items():
        if claim.cell is not None:
            _tag_on_cell(canvas, table, claim.cell, nest, letter, claim.seat, letters)
        elif claim.row is not None:
            _tag_on_strike(canvas, table, claim.row, nest, letter, claim.seat, letters)
    width = (WIDTH - 2 * MARGIN - (per_line - 1) * 16) // per_line
    for seat, name in enumerate(names):
        at = (MARGIN + seat % per_line * (width + 16), tableaus + seat // per_line * SEAT)
        tags = [(claim.position, letters[claim], claim.seat) for claim in table.claims if claim.owner == seat]
        _tableau(canvas, view, seat, name, at, width, tags, changed)
    return encode(canvas, palette())


def _changed(table: Table) -> set[Place]:
    """The places that the last turn touched."""
    places: set[Place] = set()
    for event in table.recent:
        match event:
            case Looked(_, owner, position) | TurnedUp(_, owner, position):
                places.add(("card", owner, position))
            case Pointed(_, owner, position, cell, row):
                places |= {("card", owner, position), ("cell", -1 if cell is None else cell)}
                places.add(("strike", -1 if row is None else row))
            case Scouted(_, cell) | Lost(cell):
                places.add(("cell", cell))
            case Saved(_, cell):
                places.add(("cell", cell))
            case Aimed(seat, position, cell) | Mismatched(seat, position, cell):
                places |= {("card", seat, position), ("cell", cell)}
            case Advanced(_, row) | Left(row):
                places.add(("strike", row))
            case Distracted(seat, position, row):
                places |= {("card", seat, position), ("strike", row)}
    return places


# -- The head


def _header(canvas: Image.Image, view: View, names: Sequence[str]) -> None:
    table = view.table
    put(canvas, panel(WIDTH - 2 * MARGIN, HEADER - 24, BARK), (MARGIN, 12))
    if table.step == "over":
        won = table.saved >= table.options.target
        write(canvas, (MARGIN + 26, 56), "The eggs are safe" if won else "The raid is over", "display", 52)
    else:
        put(canvas, seat_mark(table.turn, TAG), (MARGIN + 22, 26))
        told = f"{names[table.turn]}'s turn"
        width = 680 if view.mine else 1020
        write(canvas, (MARGIN + 98, 56), told, "display", 42 if view.mine else 50, GOLD, width=width)
    if view.mine:
        put(canvas, seat_mark(view.mine.seat, 44, MOON), (WIDTH - MARGIN - 334, 34))
        write(canvas, (WIDTH - MARGIN - 26, 56), "your own view", "strong", 40, MOON, "rm")
    size = 38
    across = pips(canvas, (MARGIN + 26, 94), table.saved, table.options.target, size)
    write(canvas, (MARGIN + 38 + across, 114), f"{table.saved} of {table.options.target}", "strong", 42, SAFE)
    left = len(in_play(table))
    for number in range(4):
        at = (WIDTH - MARGIN - 26 - (4 - number) * 46, 90)
        put(canvas, strike_back(40, 48) if number < left else empty_place(40, 48), at)
    write(canvas, (WIDTH - MARGIN - 224, 114), "strikes left", "text", 38, SAND, "rm")


# -- The nest


def _column(column: int) -> tuple[int, int]:
    """Left edge and width of a column, 0 to 5."""
    if column == 0:
        return LETTERS + MARGIN, OUTER
    left = LETTERS + MARGIN + OUTER + GAP + (column - 1) * (CELL + GAP)
    return left, OUTER if column == 5 else CELL


def _grid(canvas: Image.Image, top: int) -> None:
    for column in range(6):
        left, width = _column(column)
        write(canvas, (left + width // 2, top - NUMBERS // 2), str(column), "display", 38, SAND, "mm")
    for row in range(4):
        y = top + row * ROW
        write(canvas, (MARGIN + 22, y + ROW // 2 - 4), ROWS[row], "display", 54, PARCHMENT, "mm")
        for column in (0, 5):
            left, width = _column(column)
            put(canvas, empty_place(width, ROW - GAP), (left, y))


def _cell(canvas: Image.Image, view: View, cell: int, top: int, changed: bool) -> None:
    table, shown = view.table, view.table.nest[cell]
    left, width = _column(cell % 4 + 1)
    y, height = top + cell // 4 * ROW, ROW - GAP
    centre = (left + width // 2, y + height // 2 - 2)
    covered = covering(table, cell) is not None
    if covered:
        centre = (left + 64, centre[1])
    known = view.mine.nest[cell] if view.mine else None
    match shown.fate:
        case "lost":
            put(canvas, panel(width, height, SHADE), (left, y))
            put_centred(canvas, egg(112, lost=True), (centre[0], centre[1] + 22))
            if shown.dragon is not None:
                put_centred(canvas, sign(shown.dragon, 66), (centre[0], y + 46))
        case "saved":
            put(canvas, panel(width, height, (38, 62, 52), SAFE), (left, y))
            assert shown.cover is not None
            put_centred(canvas, hatched(shown.cover, 138), (centre[0], centre[1]))
            if shown.saver is not None:
                put(canvas, seat_mark(shown.saver, 48), (left + 8, y + height - 64))
        case "down":
            put(canvas, panel(width, height, EARTH), (left, y))
            put_centred(canvas, egg(130, glow=known is not None), centre)
            if known is not None:
                put_centred(canvas, dragon_sprite(known, 88, ghost=True), (centre[0], centre[1] + 8))
            for number, seat in enumerate(shown.looked[:3]):
                put(canvas, seat_mark(seat, 34), (left + 8, y + 8 + number * 38))
    if cell in [threatened(table, row) for row in range(4)]:
        put(canvas, rim(width, height, EMBER, 8), (left, y))
    chosen = table.chosen
    if changed or (chosen and chosen.cell == cell):
        put(canvas, rim(width, height, GOLD, 8), (left, y))


def _strike(canvas: Image.Image, table: Table, row: int, top: int, changed: bool) -> None:
    strike = table.strikes[row]
    if strike.face == "gone":
        left, width = _column(0)
        if strike.dragon is not None:
            put_centred(canvas, sign(strike.dragon, 64), (left + width // 2, top + row * ROW + 48))
        write(canvas, (left + width // 2, top + row * ROW + 106), "gone", "text", 36, SAND, "mm")
        return
    at, wide = _strike_place(table, row, top)
    size = (128, 108) if wide else (104, 108)
    if strike.dragon is None:
        put(canvas, strike_back(*size), at)
    else:
        put(canvas, dragon_card(strike.dragon, *size, rim=EMBER), at)
    up = strike.face == "up"
    put_centred(canvas, arrow(60, EMBER if up else SAND, left=up), (at[0] + size[0] // 2, at[1] + 118))
    if changed:
        put(canvas, rim(size[0] + 10, size[1] + 4, GOLD, 7), (at[0] - 5, at[1] - 5))


def _strike_place(table: Table, row: int, top: int) -> tuple[tuple[int, int], bool]:
    """Where its card lies, and whether it has the column to itself."""
    left, width = _column(table.strikes[row].column)
    alone = table.strikes[row].column in (0, 5)
    return (left + (width - 128) // 2 if alone else left + width - 108, top + row * ROW + 6), alone


def _tag_on_cell(
    canvas: Image.Image, table: Table, cell: int, top: int, letter: str, seat: int, letters: dict[Claim, str]
) -> None:
    before = [claim for claim in table.claims if claim.cell == cell and letters[claim] < letter]
    left, width = _column(cell % 4 + 1)
    y = top + cell // 4 * ROW + ROW - GAP - TAG - 8
    along = min(len(before), 2) * (TAG - 4)
    under = covering(table, cell) is not None  # a strike dragon lies to the right
    put(canvas, tag(letter, seat), (left + 4 + along if under else left + width - TAG - 4 - along, y))


def _tag_on_strike(
    canvas: Image.Image, table: Table, row: int, top: int, letter: str, seat: int, letters: dict[Claim, str]
) -> None:
    before = [claim for claim in table.claims if claim.row == row and letters[claim] < letter]
    left, width = _column(table.strikes[row].column)
    x = left + width - TAG - min(len(before), 3) * 42
    put(canvas, tag(letter, seat), (x, top + row * ROW - 4))


# -- The tableaus


def _tableau(
    canvas: Image.Image,
    view: View,
    seat: int,
    name: str,
    at: tuple[int, int],
    width: int,
    tags: Sequence[tuple[int, str, int]],
    changed: set[Place],
) -> None:
    table = view.table
    acting = table.turn == seat and table.step != "over"
    put(canvas, panel(width, SEAT - 8, BARK, GOLD if acting else None), at)
    put(canvas, seat_mark(seat, 46), (at[0] + 16, at[1] + 9))
    write(canvas, (at[0] + 76, at[1] + 33), name, "strong", 42, GOLD if acting else PARCHMENT, width=width - 96)
    cards = table.tableaus[seat]
    step = min(164, (width - 24) // max(1, len(cards)))
    for position, card in enumerate(cards):
        place = (at[0] + 14 + position * step, at[1] + NAME)
        known = view.mine.tableaus[seat][position] if view.mine else None
        _mage_card(canvas, card, known, place, step - 10)
        chosen = table.chosen
        picked = chosen is not None and (chosen.owner, chosen.position) == (seat, position)
        if picked or ("card", seat, position) in changed:
            put(canvas, rim(step - 10, CARD, GOLD, 7), place)
        write(canvas, (place[0] + 12, place[1] + 24), str(position + 1), "strong", 36, PARCHMENT)
        here = [(letter, pointing) for at_position, letter, pointing in tags if at_position == position]
        for number, (letter, pointing) in enumerate(here[:2]):
            x = place[0] + step - 12 - TAG - number * min(TAG - 10, step - 20 - TAG)
            put(canvas, tag(letter, pointing), (x, place[1] + CARD - TAG - 6))
        if len(here) > 2:
            more = f"+{len(here) - 2}"
            write(canvas, (place[0] + step - 18, place[1] + 26), more, "strong", 34, GOLD, "rm")


def _mage_card(canvas: Image.Image, card: MageCard, known: int | None, at: tuple[int, int], width: int) -> None:
    if card.face == "gone":
        put(canvas, empty_place(width, CARD), at)
    elif card.face == "up" and card.dragon is not None:
        put(canvas, dragon_card(card.dragon, width, CARD), at)
    elif known is not None:
        put(canvas, ghost_card(known, width, CARD), at)
    else:
        put(canvas, card_back(width, CARD), at)
        for number, seat in enumerate(card.looked[:3]):
            put(canvas, seat_mark(seat, 34), (at[0] + 12 + number * 36, at[1] + CARD - 52))
