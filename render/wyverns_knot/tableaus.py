"""The tableaus: everybody's cards."""

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engine.game import Seat
from engine.wyverns_knot.state import MageCard, Table, View
from languages import spoken

from ..colours import BARK, EARTH, GOLD, NIGHT, SAND
from ..parts import BADGE, chosen_frame, empty_place, eye_badge, plate, recent_frame
from ..seats import seat_plate
from ..sprites import drawn_once
from ..theme import put, put_centred, shown_name, write
from .claims import Tags, draw_claims, draw_looks
from .dragons import sign
from .facts import Place, cell_name, matching
from .layout import NAME, Layout, flattened, place_of_seat
from .parts import TAG, card_back, card_number, dragon_card, ghost_card


class _Dealt(NamedTuple):
    """Everything that the picture of a card of a tableau shows."""

    card: MageCard
    number: int
    known: int | None
    viewer: Seat | None  # its mark isn't drawn beside the sign that it knows the card
    recent: bool
    chosen: bool
    tags: tuple[tuple[str, Seat], ...]
    fits: str  # once the game is over: the eggs that it would have saved


def draw_tableau(
    canvas: Image.Image,
    view: View,
    seat: Seat,
    name: str,
    layout: Layout,
    recent: set[Place],
    tags: Tags,
) -> None:
    table, (left, top) = view.table, place_of_seat(seat, layout)
    acting = table.turn == seat and table.step != "over"
    you = view.mine is not None and view.mine.seat == seat
    canvas.paste(_plate(layout, acting, seat, shown_name(name, seat), you, spoken()), (left, top))
    for position, card in enumerate(table.tableaus[seat]):
        place = ("card", seat, position)
        dealt = _Dealt(
            card,
            position + 1,
            known=view.mine.tableaus[seat][position] if view.mine else None,
            viewer=view.mine.seat if view.mine else None,
            recent=place in recent,
            chosen=table.chosen is not None and (table.chosen.owner, table.chosen.position) == (seat, position),
            tags=tuple(tags.get(place, ())),
            fits=_fits(table, card) if table.step == "over" else "",
        )
        canvas.paste(_mage_card(dealt, layout, acting), (left + 13 + position * layout.step, top + NAME))


@lru_cache(64)
def _plate(layout: Layout, acting: bool, seat: Seat, name: str, you: bool, language: str) -> Image.Image:
    """The ground of a tableau, with the name above it, and a note in the language that is spoken (P)."""
    return flattened(seat_plate(layout.seat, seat, name, acting=acting, you=you, rim=SAND))


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
        marked = [seat for seat in card.looked if known is None or seat != dealt.viewer]
        room = size[0] - 8 - (0 if known is None else BADGE + 4), size[1] - 50
        draw_looks(canvas, marked, (4, size[1] - 6), room)
        if known is not None:
            put(canvas, eye_badge(BADGE), (size[0] - BADGE - 6, size[1] - BADGE - 10))
    put(canvas, card_number(dealt.number), (3, 3))
    if dealt.recent:
        put(canvas, recent_frame(*size), (0, 0))
    if dealt.chosen:
        put(canvas, chosen_frame(*size), (0, 0))
    draw_claims(canvas, dealt.tags, (size[0] - TAG, 1))
    if dealt.fits:
        put(canvas, plate(size[0] - 10, 44, GOLD), (5, size[1] - 55))
        write(canvas, (size[0] // 2, size[1] - 34), dealt.fits, "strong", 40, NIGHT, "mm", size[0] - 12)
    return flattened(canvas)


def _fits(table: Table, card: MageCard) -> str:
    """The eggs that a card left over would have saved."""
    return " ".join(map(cell_name, matching(table, card)))
