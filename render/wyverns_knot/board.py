"""The board of Wyvern's Knot: the nest with its strike dragons above, everybody's cards below. Sizes are px."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engine.game import Seat
from engine.wyverns_knot.state import DRAGONS, ROWS, Claim, Egg, MageCard, Strike, Table, View

from ..canvas import Canvas, flat
from ..colours import BARK, CLAY, EARTH, EMBER, GOLD, NIGHT, PARCHMENT, SAND
from ..marks import Box
from ..parts import BADGE, arrow, chosen_frame, danger_frame, empty_place, eye_badge, plate, recent_frame
from ..seats import owned, ribbon, rimmed_mark, seat_plate, turn_header
from ..sprites import drawn_once
from ..theme import WIDTH, encode, put, put_centred, shown_name, write
from .dragons import dragon_sprite, sign
from .facts import COPIES, STEPS, Place, cell_name, changed, claim_letter, covering, in_play, matching, seen, threatened
from .parts import (
    LOOKS,
    MORE,
    TAG,
    card_back,
    card_number,
    cell_back,
    count_of_cards,
    count_of_eggs,
    dragon_card,
    egg,
    ghost_card,
    hatched,
    more_tags,
    palette,
    pips,
    raider,
    sky,
    strike_back,
    tag,
)

EDGE = 20
HEADER = 152
HEAD = 84  # its upper line
NUMBERS = 40  # the line above the nest
LETTERS = 52  # the column before it
OUTER = 146  # width of columns 0 and 5
CELL = 194  # width of columns 1 to 4
GAP = 8
HALF_GAP = GAP // 2
ROW = 138  # a cell's height
STRIKE = 102  # a strike dragon's card
NAME = 56  # the line above a tableau
KIND = 116  # width of a kind's part of the table of what is left to find
KINDS = 140  # height of that table, with its heading
LEGEND = 58  # height of the legend in one line

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
        return (WIDTH - 2 * EDGE - (self.columns - 1) * 16) // self.columns, NAME + self.card[1] + 12


class _Nested(NamedTuple):
    """All that the picture of an egg in its place shows."""

    egg: Egg
    known: int | None  # the dragon in it, where one seat alone knows that
    over: bool  # so what lies face down is turned up
    covered: bool  # a strike dragon lies on it
    threatened: bool
    recent: bool  # the last turn changed it
    chosen: bool  # the turn in progress is about it
    tags: tuple[tuple[str, Seat], ...]


class _Raiding(NamedTuple):
    """Likewise of a strike dragon."""

    strike: Strike
    over: bool
    column: int
    recent: bool
    tags: tuple[tuple[str, Seat], ...]


class _Dealt(NamedTuple):
    """Likewise of a card of a tableau."""

    card: MageCard
    number: int
    known: int | None
    recent: bool
    chosen: bool
    tags: tuple[tuple[str, Seat], ...]
    fits: str  # once the game is over: the eggs that it would have saved


LAYOUTS = {3: Layout(1, (156, 104), 163), 4: Layout(2, (104, 124), 109), 5: Layout(2, (130, 116), 137)}
NEST_TOP = HEADER + NUMBERS
TABLEAUS_TOP = NEST_TOP + 4 * (ROW + GAP) + 6


def board(view: View, names: Sequence[str]) -> bytes:
    """The public board, or, where `view.mine` is set, the board with what that seat alone knows: a PNG 1,200 px wide.

    It is put together from parts that are flat already (P) and kept, each by what it shows: most of them a turn
    leaves as they were. Raises KeyError for other than three to five tableaus.
    """
    table = view.table
    seats, over = len(table.tableaus), table.step == "over"
    layout = LAYOUTS[seats]
    ground = _ground(seats, over)
    canvas = Canvas(*ground.size, "P")
    canvas.paste(ground)
    recent = changed(table)
    tags = _tags(table.claims)
    name = shown_name(names[table.turn], table.turn)
    turn = None if over else (table.turn, name, STEPS[table.step])
    canvas.paste(_head(turn, table.saved >= table.options.target, view.mine is not None), (0, 0))
    canvas.paste(_count(table.saved, table.options.target, tuple(in_play(table))), (0, HEAD))
    for row in range(4):
        for column in range(6):
            canvas.paste(
                _place(*_in_place(view, row, column, recent, tags)),
                (_column(column)[0] - HALF_GAP, _row(row) - HALF_GAP),
            )
    for seat in range(len(names)):
        _tableau(canvas, view, seat, names[seat], layout, recent, tags)
    if not over:
        for dragon, (eggs, cards) in enumerate(seen(view)):
            at = (EDGE + dragon * KIND, _below(seats) + KINDS - 96)
            canvas.paste(_kind(dragon, COPIES - eggs, COPIES - cards), at)
    return encode(canvas, palette())


def places(view: View, names: Sequence[str]) -> Mapping[str, Box]:
    """Where on the board eggs, strike dragons and cards are, and the eggs that are saved."""
    table, found = view.table, {"the eggs saved": Box(EDGE - 6, HEAD, 760, HEADER - 2)}
    for row in range(4):
        top = _row(row)
        for number in range(1, 5):
            left, width = _column(number)
            found[f"{ROWS[row]}{number}"] = Box(left, top, left + width, top + ROW)
        strike = table.strikes[row]
        left, width = _column(strike.column)
        if strike.column == 0:  # with its row's letter
            left, width = EDGE - 4, left + width - EDGE + 4
        elif strike.column < 5:
            left, width = left + width - STRIKE - 4, STRIKE
        found[f"{ROWS[row]}'s dragon"] = Box(left, top, left + width, top + ROW)
    (first, _), (last, width) = _column(1), _column(4)
    found["the nest"] = Box(first, NEST_TOP, last + width, _row(3) + ROW)
    found["the strike dragons"] = Box(EDGE - 4, NEST_TOP, _column(0)[0] + OUTER, _row(3) + ROW)
    layout = LAYOUTS[len(table.tableaus)]
    for seat, tableau in enumerate(table.tableaus):
        whose = owned(names, seat, you=view.mine is not None and view.mine.seat == seat)
        left, top = _seat_place(seat, layout)
        found[f"{whose} cards"] = Box(left, top, left + layout.seat[0], top + layout.seat[1])
        for position in range(len(tableau)):
            x, y = left + 13 + position * layout.step, top + NAME
            found[f"{whose} card {position + 1}"] = Box(x, y, x + layout.card[0], y + layout.card[1])
    return found


def _flat(drawn: Image.Image) -> Image.Image:
    return flat(drawn, palette())


def _below(seats: int) -> int:
    """Where the tableaus end."""
    layout = LAYOUTS[seats]
    return TABLEAUS_TOP + -(-seats // layout.columns) * (layout.seat[1] + 8) + 4


@lru_cache(2 * len(LAYOUTS))
def _ground(seats: int, over: bool) -> Image.Image:
    """What never changes (P): the nest's letters and numbers, and what the marks mean."""
    layout, low = LAYOUTS[seats], _below(seats)
    free = seats % layout.columns > 0  # a place for another tableau
    height = low + (0 if over else KINDS) + (0 if free else LEGEND) + 8
    canvas = Image.new("RGB", (WIDTH, height), NIGHT)
    for column in range(6):
        left, width = _column(column)
        write(canvas, (left + width // 2, NEST_TOP - NUMBERS // 2), str(column), "display", 42, SAND, "mm")
    for row in range(4):
        write(canvas, (EDGE + 22, _row(row) + ROW // 2 - 4), ROWS[row], "display", 52, PARCHMENT, "mm")
    if not over:
        _heading(canvas, low)
    if free:
        _legend(canvas, _seat_place(seats, layout), 4 if over else 1, over)
    else:
        _legend(canvas, (EDGE, height - LEGEND - 8), 4, over)
    return _flat(canvas)


def _heading(canvas: Image.Image, top: int) -> None:
    """Over the table of kinds: what its two numbers count."""
    x, y = EDGE + 6, top + 22
    for part in ("Left to find, of", count_of_eggs(COPIES), "in the nest and", count_of_cards(COPIES), "on cards:"):
        if isinstance(part, str):
            x += write(canvas, (x, y), part, "text", 44, SAND) + 14
        else:
            put_centred(canvas, part, (x + part.width // 2, y))
            x += part.width + 12


@lru_cache(len(DRAGONS) * (COPIES + 1) ** 2)
def _kind(dragon: int, eggs: int, cards: int) -> Image.Image:
    """A kind of dragon, and how many of it nobody has seen yet, or not this seat (P): in the nest, among the cards."""
    canvas = Image.new("RGB", (KIND, 92), NIGHT)
    put(canvas, sign(dragon, 62), (2, 14))
    put(canvas, count_of_eggs(eggs), (66, 0))
    put(canvas, count_of_cards(cards), (66, 46))
    return _flat(canvas)


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


@lru_cache(128)
def _head(turn: tuple[Seat, str, str] | None, won: bool, private: bool) -> Image.Image:
    """The upper line (P): whose turn it is, the name and what they do, or how the game ended where that is None."""
    canvas = sky(HEADER).crop((0, 0, WIDTH, HEAD))
    if turn is None:
        if private:
            ribbon(canvas, WIDTH - EDGE)
        ended, colour = ("The eggs are safe", GOLD) if won else ("Defeat", EMBER)
        write(canvas, (EDGE + 4, 48), ended, "display", 54, colour)
        return _flat(canvas)
    turn_header(canvas, *turn, edge=EDGE, private=private)
    return _flat(canvas)


@drawn_once(64)
def _count(saved: int, target: int, alive: tuple[int, ...]) -> Image.Image:
    """The lower line (P): the eggs that are saved, and the rows whose strike dragon is in play."""
    canvas = sky(HEADER).crop((0, HEAD, WIDTH, HEADER))
    across = pips(canvas, (EDGE - 2, 88 - HEAD), saved, target, 44)
    write(canvas, (EDGE + 10 + across, 110 - HEAD), f"{saved}/{target}", "strong", 48, PARCHMENT)
    for row in range(4):
        at = (WIDTH - EDGE - (4 - row) * 70, 84 - HEAD)
        put(canvas, raider(62, EMBER, NIGHT) if row in alive else raider(62, CLAY, gone=True), at)
    return _flat(canvas)


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


def _in_place(
    view: View, row: int, column: int, recent: set[Place], tags: Tags
) -> tuple[_Nested | None, _Raiding | None]:
    """What a place of the nest shows: its egg, but at both ends, and the row's strike dragon if it is there."""
    table, strike = view.table, view.table.strikes[row]
    over = table.step == "over"
    raiding = nested = None
    if strike.column == column:
        raiding = _Raiding(strike, over, column, ("strike", row) in recent, tuple(tags.get(("strike", row), ())))
    if column in (0, 5):
        return nested, raiding
    cell = 4 * row + column - 1
    nested = _Nested(
        table.nest[cell],
        known=view.mine.nest[cell] if view.mine else None,
        over=over,
        covered=covering(table, cell) is not None,
        threatened=threatened(table, row) == cell,
        recent=("cell", cell) in recent,
        chosen=table.chosen is not None and table.chosen.cell == cell,
        tags=tuple(tags.get(("cell", cell), ())),
    )
    return nested, raiding


@drawn_once(1024)
def _place(nested: _Nested | None, raiding: _Raiding | None) -> Image.Image:
    """A place of the nest with half the gap around it (P)."""
    width = CELL if nested else OUTER
    canvas = Image.new("RGB", (width + GAP, ROW + GAP), NIGHT)
    if nested:
        _egg(canvas, nested)
    else:
        put(canvas, empty_place(OUTER, ROW), (HALF_GAP, HALF_GAP))
    if raiding:
        _strike(canvas, raiding, width)
    return _flat(canvas)


def _egg(canvas: Image.Image, nested: _Nested) -> None:
    shown, known, left, top = nested.egg, nested.known, HALF_GAP, HALF_GAP
    x, y = left + (56 if nested.covered else CELL // 2), top + ROW // 2 - 6
    hidden = shown.fate == "down" and (shown.dragon is None or not nested.over)
    inside = shown.dragon if known is None else known
    ghost = hidden and inside is not None
    put(canvas, cell_back("ghost" if ghost else shown.fate, CELL, ROW), (left, top))
    if shown.fate == "lost":
        put_centred(canvas, egg(96, lost=True), (x, y + 22))
        if shown.dragon is not None:
            put_centred(canvas, sign(shown.dragon, 66), (x, y - 29))
    elif shown.cover is not None:
        put_centred(canvas, hatched(shown.cover, 126), (x, y))
        if shown.saver is not None:
            put(canvas, rimmed_mark(shown.saver, 54, 5), (left + 10, top + ROW - 64))
        if shown.dragon not in (None, shown.cover):
            put(canvas, sign(shown.dragon, 60), (left + CELL - 68, top + ROW - 68))
    else:
        put_centred(canvas, egg(114, glow=ghost), (x, y))
        if inside is not None:
            put_centred(canvas, dragon_sprite(inside, 96, ghost=ghost), (x, y + 4))
    if nested.threatened:
        inset = 8 if nested.recent else 0
        put(canvas, danger_frame(CELL - 2 * inset, ROW - 2 * inset), (left + inset, top + inset))
    if nested.recent:
        put(canvas, recent_frame(CELL, ROW), (left, top))
    if nested.chosen:
        put(canvas, chosen_frame(CELL, ROW), (left, top))
    if hidden:
        if known is not None:
            put(canvas, eye_badge(BADGE), (left + 6, top + 6))
        _looks(canvas, shown.looked, (left + 7, top + ROW - 12), (CELL - 14, 50))
    if not nested.covered:
        _stack(canvas, nested.tags, (left + CELL - TAG - 2, top + 2))
    else:
        _stack(canvas, nested.tags, (left + MORE - TAG, top + 2))


def _looks(canvas: Image.Image, seats: Sequence[Seat], at: tuple[int, int], room: tuple[int, int]) -> None:
    """The marks of those who have looked, as large as the room (width, height) lets them be, up from its lower edge."""
    size, across = next(
        (size, room[0] // size)
        for size in LOOKS
        if size == LOOKS[-1] or -(-len(seats) // max(1, room[0] // size)) * size <= room[1]
    )
    for number, seat in enumerate(sorted(seats)):
        line, column = divmod(number, max(1, across))
        put(canvas, rimmed_mark(seat, size), (at[0] + column * size, at[1] - size - line * (size - 3)))


def _stack(canvas: Image.Image, tags: Sequence[tuple[str, Seat]], at: tuple[int, int], apart: int = TAG - 5) -> None:
    """The claims on one place, one below the other: two, or the newest and the letters of the others."""
    if len(tags) > 2:
        further = "".join(letter for letter, _ in tags[:-1])
        put(canvas, more_tags(further), (at[0] + TAG - MORE, at[1] + max(apart, TAG - 2)))
        tags = tags[-1:]
    for number, (letter, seat) in enumerate(tags):
        put(canvas, tag(letter, seat), (at[0], at[1] + number * apart))


def _strike(canvas: Image.Image, raiding: _Raiding, width: int) -> None:
    strike, column, top = raiding.strike, HALF_GAP, HALF_GAP
    if strike.face == "gone":
        if strike.dragon is not None:
            put_centred(canvas, sign(strike.dragon, 64), (column + width // 2, top + 42))
        write(canvas, (column + width // 2, top + 102), "gone", "text", 38, SAND, "mm")
        if raiding.recent:
            put(canvas, recent_frame(width, ROW), (column, top))
        return
    alone = strike.column in (0, 5)
    left = column + ((width - STRIKE) // 2 if alone else width - STRIKE - 4)
    up = strike.face == "up"
    if strike.dragon is None:
        made = strike_back(STRIKE, STRIKE)
    elif up or raiding.over:
        made = dragon_card(strike.dragon, STRIKE, STRIKE, EMBER)
    else:
        made = ghost_card(strike.dragon, STRIKE, STRIKE)
    put(canvas, made, (left, top + 4))
    if raiding.recent:
        put(canvas, recent_frame(STRIKE + 8, STRIKE + 6), (left - 4, top + 1))
    put_centred(
        canvas, arrow(60, EMBER if up else PARCHMENT, left=up), (left + (STRIKE // 2 if alone else 34), top + 113)
    )
    _stack(canvas, raiding.tags, (left + STRIKE - TAG + 8, top - 4), apart=STRIKE - 16)


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
    table, (left, top) = view.table, _seat_place(seat, layout)
    acting = table.turn == seat and table.step != "over"
    you = view.mine is not None and view.mine.seat == seat
    canvas.paste(_plate(layout, acting, seat, shown_name(name, seat), you), (left, top))
    for position, card in enumerate(table.tableaus[seat]):
        place = ("card", seat, position)
        dealt = _Dealt(
            card,
            position + 1,
            known=view.mine.tableaus[seat][position] if view.mine else None,
            recent=place in recent,
            chosen=table.chosen is not None and (table.chosen.owner, table.chosen.position) == (seat, position),
            tags=tuple(tags.get(place, ())),
            fits=_fits(table, card) if table.step == "over" else "",
        )
        canvas.paste(_mage_card(dealt, layout, acting), (left + 13 + position * layout.step, top + NAME))


@lru_cache(64)
def _plate(layout: Layout, acting: bool, seat: Seat, name: str, you: bool) -> Image.Image:
    """What a tableau lies on, with the name above it (P)."""
    return _flat(seat_plate(layout.seat, seat, name, acting=acting, you=you, rim=SAND))


@drawn_once(1024)
def _mage_card(dealt: _Dealt, layout: Layout, acting: bool) -> Image.Image:
    """A card of a tableau, on its plate (P)."""
    card, known, size = dealt.card, dealt.known, layout.card
    ground = EARTH if acting else BARK
    canvas = Image.new("RGB", size, ground)
    if card.face == "gone":
        put(canvas, empty_place(*size, ground), (0, 0))
        if card.dragon is not None:
            put_centred(canvas, sign(card.dragon, 60), (size[0] // 2 + 16, size[1] // 2 - 2))
    elif card.face == "up" and card.dragon is not None:
        put(canvas, dragon_card(card.dragon, *size), (0, 0))
    else:
        under = card.dragon if known is None else known
        put(canvas, card_back(*size) if under is None else ghost_card(under, *size), (0, 0))
        _looks(canvas, card.looked, (4, size[1] - 7), (size[0] - TAG + 8, size[1] - BADGE - 8))
        if known is not None:
            put(canvas, eye_badge(BADGE), (size[0] - BADGE - 6, size[1] - BADGE - 10))
    put(canvas, card_number(dealt.number), (3, 3))
    if dealt.recent:
        put(canvas, recent_frame(*size), (0, 0))
    if dealt.chosen:
        put(canvas, chosen_frame(*size), (0, 0))
    _stack(canvas, dealt.tags, (size[0] - TAG, 1))
    if dealt.fits:
        put(canvas, plate(size[0] - 10, 44, GOLD), (5, size[1] - 55))
        write(canvas, (size[0] // 2, size[1] - 34), dealt.fits, "strong", 38, NIGHT, "mm", size[0] - 12)
    return _flat(canvas)


def _fits(table: Table, card: MageCard) -> str:
    """The eggs that a card left over would have saved."""
    return " ".join(map(cell_name, matching(table, card)))


def _legend(canvas: Image.Image, at: tuple[int, int], columns: int, over: bool) -> None:
    """What the marks mean, side by side or one below the other."""
    left, top = at
    if over:
        put(canvas, plate(78, 50, GOLD), (left + 6, top + 7))
        write(canvas, (left + 45, top + 31), ROWS[1] + "3", "strong", 40, NIGHT, "mm")
        write(canvas, (left + 98, top + 32), "the egg it matches", "text", 44, SAND)
        return
    marks = (
        (tag("a", 0), "“match!”"),
        (rimmed_mark(2, 44), "has looked"),
        (recent_frame(60, 60), "just changed"),
        (danger_frame(60, 60), "taken next"),
    )
    for number, (figure, told) in enumerate(marks):
        x, y = left + number % columns * 296, top + 24 + number // columns * 47
        put_centred(canvas, figure.resize((46, 46), Image.Resampling.LANCZOS), (x + 30, y))
        write(canvas, (x + 64, y), told, "text", 44, SAND)
