"""The nest: its eggs, and the strike dragons that fly over it."""

from typing import NamedTuple

from PIL import Image

from engine.game import Seat
from engine.wyverns_knot.state import Egg, Strike, View
from languages import say

from ..colours import EMBER, NIGHT, PARCHMENT, SAND
from ..parts import BADGE, arrow, chosen_frame, danger_frame, empty_place, eye_badge, recent_frame
from ..seats import rimmed_mark
from ..sprites import drawn_once
from ..theme import put, put_centred, write_whole
from .claims import Tags, draw_claims, draw_looks
from .dragons import dragon_sprite, sign
from .facts import Place, covering, threatened
from .layout import CELL, GAP, OUTER, ROW, STRIKE, flattened
from .parts import MORE, TAG, cell_back, dragon_card, egg, ghost_card, hatched, strike_back

HALF_GAP = GAP // 2


class _Nested(NamedTuple):
    """Everything that the picture of an egg in its place shows."""

    egg: Egg
    known: int | None  # the dragon in it, if only this seat knows it
    viewer: Seat | None  # its mark isn't drawn beside the sign that it knows the egg
    over: bool  # the game is over, so what lies face down is shown
    covered: bool  # a strike dragon lies on it
    threatened: bool
    recent: bool  # the last turn changed it
    chosen: bool  # the turn in progress is about it
    tags: tuple[tuple[str, Seat], ...]


class _Raiding(NamedTuple):
    """Everything that the picture of a strike dragon shows."""

    strike: Strike
    over: bool
    column: int
    recent: bool
    tags: tuple[tuple[str, Seat], ...]


def in_place(
    view: View, row: int, column: int, recent: set[Place], tags: Tags
) -> tuple[_Nested | None, _Raiding | None]:
    """What a place of the nest shows: its egg (the places at both ends have none), and the row's strike dragon if it is
    there.
    """
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
        viewer=view.mine.seat if view.mine else None,
        over=over,
        covered=covering(table, cell) is not None,
        threatened=threatened(table, row) == cell,
        recent=("cell", cell) in recent,
        chosen=table.chosen is not None and table.chosen.cell == cell,
        tags=tuple(tags.get(("cell", cell), ())),
    )
    return nested, raiding


@drawn_once(1024, words=True)
def draw_place(nested: _Nested | None, raiding: _Raiding | None) -> Image.Image:
    """A place of the nest with half the gap around it (P)."""
    width = CELL if nested else OUTER
    canvas = Image.new("RGB", (width + GAP, ROW + GAP), NIGHT)
    if nested:
        _egg(canvas, nested)
    else:
        put(canvas, empty_place(OUTER, ROW), (HALF_GAP, HALF_GAP))
    if raiding:
        _strike(canvas, raiding, width)
    return flattened(canvas)


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
        marked = [seat for seat in shown.looked if known is None or seat != nested.viewer]
        draw_looks(canvas, marked, (left + 7, top + ROW - 10), (CELL - 14, 50))
    if not nested.covered:
        draw_claims(canvas, nested.tags, (left + CELL - TAG - 2, top + 2))
    else:
        draw_claims(canvas, nested.tags, (left + MORE - TAG, top + 2))


def _strike(canvas: Image.Image, raiding: _Raiding, width: int) -> None:
    strike, column, top = raiding.strike, HALF_GAP, HALF_GAP
    if strike.face == "gone":
        if strike.dragon is not None:
            put_centred(canvas, sign(strike.dragon, 64), (column + width // 2, top + 42))
        write_whole(canvas, (column + width // 2, top + 102), say("gone"), "text", 40, SAND, "mm", width)
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
    draw_claims(canvas, raiding.tags, (left + STRIKE - TAG + 8, top - 4), apart=STRIKE - 16)
