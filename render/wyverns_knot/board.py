"""The board of Wyvern's Knot: the nest with its strike dragons above, everybody's cards below. Sizes are px."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from engine.game import Seat
from engine.wyverns_knot import ROWS, Claim, MageCard, Table, View

from ..theme import (
    BARK,
    CLAY,
    EARTH,
    EMBER,
    GOLD,
    MOON,
    NIGHT,
    PARCHMENT,
    SAND,
    WIDTH,
    encode,
    laid,
    panel,
    put,
    put_centred,
    seat_mark,
    shown_name,
    text_width,
    write,
)
from ..vector import Colour
from .dragons import dragon_sprite, sign
from .facts import STEPS, Place, changed, claim_letter, covering, in_play, threatened
from .parts import (
    BADGE,
    LOOKS,
    MORE,
    TAG,
    arrow,
    card_back,
    cell_back,
    chosen_frame,
    danger_frame,
    dragon_card,
    egg,
    empty_place,
    eye_badge,
    ghost_card,
    hatched,
    looked,
    more_tags,
    number_badge,
    palette,
    pips,
    raider,
    recent_frame,
    saver_mark,
    sky,
    strike_back,
    tag,
)

EDGE = 20
HEADER = 156
NUMBERS = 42  # the line above the nest
LETTERS = 52  # the column before it
OUTER = 146  # width of columns 0 and 5
CELL = 194  # width of columns 1 to 4
GAP = 8
ROW = 156  # a cell's height
STRIKE = 112  # a strike dragon's card
NAME = 62  # the line above a tableau

Tags = dict[Place, list[tuple[str, Seat]]]  # the claims on a place, as letter and seat, oldest first


@dataclass(frozen=True)
class Layout:
    """Where things are on a board for so many seats."""

    columns: int  # of tableaus side by side
    card: tuple[int, int]  # width and height of a mage's card
    step: int  # from card to card

    @property
    def seat(self) -> tuple[int, int]:
        """Width and height of a tableau."""
        return (WIDTH - 2 * EDGE - (self.columns - 1) * 16) // self.columns, NAME + self.card[1] + 16


LAYOUTS = {3: Layout(1, (156, 116), 163), 4: Layout(2, (104, 148), 109), 5: Layout(2, (130, 116), 137)}
NEST_TOP = HEADER + NUMBERS
TABLEAUS_TOP = NEST_TOP + 4 * (ROW + GAP) + 10


def board(view: View, names: Sequence[str]) -> bytes:
    """The public board, or, where `view.mine` is set, the board with what that seat alone knows: a PNG 1,200 px wide.

    Raises KeyError for other than three to five tableaus.
    """
    layout = LAYOUTS[len(view.table.tableaus)]
    lines = -(-len(view.table.tableaus) // layout.columns)
    canvas = Image.new("RGB", (WIDTH, TABLEAUS_TOP + lines * (layout.seat[1] + 8) + 8), NIGHT)
    recent = changed(view.table)
    tags = _tags(view.table.claims)
    _header(canvas, view, names)
    _frame_of_nest(canvas, view.table)
    for cell in range(16):
        _cell(canvas, view, cell, recent, tags)
    for row in range(4):
        _strike(canvas, view.table, row, recent, tags)
    for seat, name in enumerate(names):
        _tableau(canvas, view, seat, name, layout, recent, tags)
    if layout.columns * lines > len(view.table.tableaus):
        _legend(canvas, _seat_place(len(view.table.tableaus), layout), layout)
    return encode(canvas, palette())


def _tags(claims: Sequence[Claim]) -> Tags:
    """The claims' letters by the places they join: a card, and an egg or a strike dragon. The oldest is a."""
    tags: Tags = {}
    for number, claim in enumerate(claims):
        letter = claim_letter(number)
        target: Place = ("cell", claim.cell) if claim.cell is not None else ("strike", claim.row or 0)
        for place in (("card", claim.owner, claim.position), target):
            tags.setdefault(place, []).append((letter, claim.seat))
    return tags


# -- The head


def _header(canvas: Image.Image, view: View, names: Sequence[str]) -> None:
    table = view.table
    put(canvas, sky(HEADER), (0, 0))
    width = WIDTH - 2 * EDGE
    if view.mine:
        width -= _eyes_only(canvas) + 20
    if table.step == "over":
        won = table.saved >= table.options.target
        write(canvas, (EDGE + 4, 48), "The eggs are safe" if won else "The raid is over", "display", 54, GOLD)
    else:
        put(canvas, seat_mark(table.turn, TAG), (EDGE, 18))
        told = STEPS[table.step]
        room = width - 80 - text_width(told, "text", 42) - 16
        name = write(canvas, (EDGE + 76, 46), shown_name(names[table.turn], table.turn), "strong", 54, GOLD, width=room)
        write(canvas, (EDGE + 92 + name, 48), told, "text", 42, PARCHMENT)
    across = pips(canvas, (EDGE - 2, 88), table.saved, table.options.target, 44)
    write(canvas, (EDGE + 10 + across, 110), f"{table.saved}/{table.options.target}", "strong", 48, PARCHMENT)
    for row in range(4):
        at = (WIDTH - EDGE - (4 - row) * 70, 84)
        alive = row in in_play(table)
        put(canvas, raider(62, EMBER, NIGHT) if alive else raider(62, CLAY, gone=True), at)


def _eyes_only(canvas: Image.Image) -> int:
    """The ribbon of a private view; gives its width."""
    told, size = "For you alone", 40
    width = text_width(told, "strong", size) + 92
    put(canvas, panel(width, 66, MOON, radius=26), (WIDTH - EDGE - width, 16))
    put(canvas, eye_badge(52), (WIDTH - EDGE - width + 8, 20))
    write(canvas, (WIDTH - EDGE - 22, 45), told, "strong", size, NIGHT, "rm")
    return width


# -- The nest


def _column(column: int) -> tuple[int, int]:
    """Left edge and width of a column, 0 to 5."""
    if column == 0:
        return EDGE + LETTERS, OUTER
    left = EDGE + LETTERS + OUTER + GAP + (column - 1) * (CELL + GAP)
    return left, OUTER if column == 5 else CELL


def _row(row: int) -> int:
    """Upper edge of a row."""
    return NEST_TOP + row * (ROW + GAP)


def _frame_of_nest(canvas: Image.Image, table: Table) -> None:
    """Letters, numbers and the columns at both ends."""
    for column in range(6):
        left, width = _column(column)
        write(canvas, (left + width // 2, NEST_TOP - NUMBERS // 2), str(column), "display", 38, SAND, "mm")
    for row in range(4):
        write(canvas, (EDGE + 22, _row(row) + ROW // 2 - 4), ROWS[row], "display", 52, PARCHMENT, "mm")
        for column in (0, 5):
            put(canvas, empty_place(OUTER, ROW), (_column(column)[0], _row(row)))


def _cell(canvas: Image.Image, view: View, cell: int, recent: set[Place], tags: Tags) -> None:
    table, shown, place = view.table, view.table.nest[cell], ("cell", cell)
    left, top = _column(cell % 4 + 1)[0], _row(cell // 4)
    covered = covering(table, cell) is not None
    x, y = left + (56 if covered else CELL // 2), top + ROW // 2 - 6
    known = view.mine.nest[cell] if view.mine else None
    ghost = shown.fate == "down" and known is not None
    put(canvas, cell_back("ghost" if ghost else shown.fate), (left, top))
    if shown.fate == "lost":
        put_centred(canvas, egg(104, lost=True), (x, y + 24))
        if shown.dragon is not None:
            put_centred(canvas, sign(shown.dragon, 68), (x, y - 30))
    elif shown.cover is not None:
        put_centred(canvas, hatched(shown.cover, 138), (x, y))
        if shown.saver is not None:
            put(canvas, saver_mark(shown.saver), (left + 10, top + ROW - 72))
    else:
        put_centred(canvas, egg(122, glow=ghost), (x, y))
        if known is not None and ghost:
            put_centred(canvas, dragon_sprite(known, 96, ghost=True), (x, y + 4))
    if cell in [threatened(table, row) for row in range(4)]:
        inset = 8 if place in recent else 0
        put(canvas, danger_frame(CELL - 2 * inset, ROW - 2 * inset), (left + inset, top + inset))
    if place in recent:
        put(canvas, recent_frame(CELL, ROW), (left, top))
    if table.chosen and table.chosen.cell == cell:
        put(canvas, chosen_frame(CELL, ROW), (left, top))
    if shown.fate == "down":
        if ghost:
            put(canvas, eye_badge(BADGE), (left + 6, top + 6))
        _looks(canvas, shown.looked, (left + 7, top + ROW - 12), (CELL - 14, 50))
    if not covered:
        _stack(canvas, tags.get(place, []), (left + CELL - TAG - 2, top + 2))
    else:
        _stack(canvas, tags.get(place, []), (left + MORE - TAG, top + 2))


def _looks(canvas: Image.Image, seats: Sequence[Seat], at: tuple[int, int], room: tuple[int, int]) -> None:
    """The marks of those who have looked, as large as the room (width, height) lets them be, up from its lower edge."""
    size, across = next(
        (size, room[0] // size)
        for size in LOOKS
        if size == LOOKS[-1] or -(-len(seats) // max(1, room[0] // size)) * size <= room[1]
    )
    for number, seat in enumerate(sorted(seats)):
        line, column = divmod(number, max(1, across))
        put(canvas, looked(seat, size), (at[0] + column * size, at[1] - size - line * (size - 3)))


def _stack(canvas: Image.Image, tags: Sequence[tuple[str, Seat]], at: tuple[int, int], apart: int = TAG - 5) -> None:
    """The claims on one place, one below the other: two, or the newest and the letters of the others."""
    if len(tags) > 2:
        further = "".join(letter for letter, _ in tags[:-1])
        put(canvas, more_tags(further), (at[0] + TAG - MORE, at[1] + max(apart, TAG - 2)))
        tags = tags[-1:]
    for number, (letter, seat) in enumerate(tags):
        put(canvas, tag(letter, seat), (at[0], at[1] + number * apart))


def _strike(canvas: Image.Image, table: Table, row: int, recent: set[Place], tags: Tags) -> None:
    strike, place = table.strikes[row], ("strike", row)
    column, width = _column(strike.column)
    top = _row(row)
    if strike.face == "gone":
        if strike.dragon is not None:
            put_centred(canvas, sign(strike.dragon, 64), (column + width // 2, top + 50))
        write(canvas, (column + width // 2, top + 112), "gone", "text", 38, SAND, "mm")
        if place in recent:
            put(canvas, recent_frame(width, ROW), (column, top))
        return
    alone = strike.column in (0, 5)
    left = column + ((width - STRIKE) // 2 if alone else width - STRIKE - 4)
    up = strike.face == "up"
    made = strike_back(STRIKE, STRIKE) if strike.dragon is None else dragon_card(strike.dragon, STRIKE, STRIKE, EMBER)
    put(canvas, made, (left, top + 4))
    if place in recent:
        put(canvas, recent_frame(STRIKE + 8, STRIKE + 6), (left - 4, top + 1))
    put_centred(
        canvas, arrow(60, EMBER if up else PARCHMENT, left=up), (left + (STRIKE // 2 if alone else 34), top + 124)
    )
    _stack(canvas, tags.get(place, []), (left + STRIKE - TAG + 8, top - 4), apart=STRIKE - 16)


# -- The tableaus


def _seat_place(seat: int, layout: Layout) -> tuple[int, int]:
    width, height = layout.seat
    line, column = divmod(seat, layout.columns)
    return EDGE + column * (width + 16), TABLEAUS_TOP + line * (height + 8)


def _tableau(
    canvas: Image.Image,
    view: View,
    seat: Seat,
    name: str,
    layout: Layout,
    recent: set[Place],
    tags: Tags,
) -> None:
    table, (left, top), (width, height) = view.table, _seat_place(seat, layout), layout.seat
    acting = table.turn == seat and table.step != "over"
    ground = EARTH if acting else BARK
    put(canvas, laid(width, height, ground, SAND if acting else None), (left, top))
    put(canvas, seat_mark(seat, 50), (left + 14, top + 7))
    you = view.mine is not None and view.mine.seat == seat
    note = "you" if you else "to act" if acting else ""
    room = width - 112 - text_width(note, "strong", 38)
    write(canvas, (left + 78, top + 31), shown_name(name, seat), "strong", 44, PARCHMENT, width=room)
    write(canvas, (left + width - 18, top + 31), note, "strong", 38, MOON if you else GOLD, "rm")
    for position, card in enumerate(table.tableaus[seat]):
        at, place = (left + 13 + position * layout.step, top + NAME), ("card", seat, position)
        known = view.mine.tableaus[seat][position] if view.mine else None
        _mage_card(canvas, card, known, at, layout.card, ground)
        put(canvas, number_badge(position + 1), (at[0] + 3, at[1] + 3))
        if place in recent:
            put(canvas, recent_frame(*layout.card), at)
        if table.chosen and (table.chosen.owner, table.chosen.position) == (seat, position):
            put(canvas, chosen_frame(*layout.card), at)
        _stack(canvas, tags.get(place, []), (at[0] + layout.card[0] - TAG, at[1] + 1))


def _mage_card(
    canvas: Image.Image, card: MageCard, known: int | None, at: tuple[int, int], size: tuple[int, int], ground: Colour
) -> None:
    if card.face == "gone":
        put(canvas, empty_place(*size, ground), at)
        return
    if card.face == "up" and card.dragon is not None:
        put(canvas, dragon_card(card.dragon, *size), at)
        return
    put(canvas, card_back(*size) if known is None else ghost_card(known, *size), at)
    room = (size[0] - TAG + 8, size[1] - BADGE - 8)
    _looks(canvas, card.looked, (at[0] + 4, at[1] + size[1] - 7), room)


def _legend(canvas: Image.Image, at: tuple[int, int], layout: Layout) -> None:
    """What the marks mean, where a place is free."""
    left, top = at
    for number, (figure, told) in enumerate(
        (
            (tag("a", 0), "says: these match"),
            (looked(2, 44), "has looked at it"),
            (recent_frame(60, 60), "changed last turn"),
            (danger_frame(60, 60), "next to be taken"),
        )
    ):
        y = top + 26 + number * 47
        put_centred(canvas, figure.resize((46, 46), Image.Resampling.LANCZOS), (left + 40, y))
        write(canvas, (left + 80, y), told, "text", 38, SAND)
