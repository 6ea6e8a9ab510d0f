"""The moments of Wyvern's Knot: an egg hatches under its card; a strike dragon takes one."""

from collections.abc import Iterator, Mapping, Sequence

from engine.records import replace
from engine.wyverns_knot.events import Aimed, Event, Lost, Saved
from engine.wyverns_knot.state import DRAGONS, Egg, Strike, Table, View
from languages import say

from ..colours import EMBER
from ..marks import Box
from ..moments import Effect, Moment, burst, cracks, flames, flies, of_events
from .board import places
from .facts import cell_name
from .layout import STRIKE
from .parts import dragon_card

CARD = (112, 112)


def moment(view: View, events: Sequence[Event]) -> Moment | None:
    names = [str(seat) for seat in range(len(view.table.tableaus))]
    boxes, table = places(replace(view, mine=None), names), view.table
    moments, position = list[tuple[str, Sequence[Effect]]](), 0
    for event in events:
        match event:
            case Aimed():
                position = event.position
            case Saved(seat, cell, dragon) if table.nest[cell].fate == "saved":
                origin = boxes[f"{seat}'s card {position + 1}"]
                words = say("Egg {place} hatches: {dragon}.", place=cell_name(cell), dragon=say(DRAGONS[dragon]))
                moments.append((words, _hatching(table, cell, origin, boxes)))
            case Lost(cell) if table.nest[cell].fate == "lost":
                moments.append((_taken(table, cell), [*_taking(table, cell, boxes[cell_name(cell)])]))
    return of_events(moments, replace(view, table=_before(table, events)))


def _hatching(table: Table, cell: int, origin: Box, boxes: Mapping[str, Box]) -> list[Effect]:
    """The card flies to the egg, which breaks open under it."""
    place, cover = boxes[cell_name(cell)], table.nest[cell].cover
    card = [Effect(flies, origin, (place, dragon_card, (cover, *CARD), (0.0, 0.4)))] if cover is not None else []
    return [Effect(cracks, place, (0.2, 0.55), held=0.55), Effect(burst, place, held=0.5), *card]


def _taken(table: Table, cell: int) -> str:
    raider = table.strikes[cell // 4].dragon
    if raider is None:
        return say("A strike dragon takes egg {place}.", place=cell_name(cell))
    return say("{dragon} takes egg {place}.", dragon=say(DRAGONS[raider]), place=cell_name(cell))


def _taking(table: Table, cell: int, place: Box) -> Iterator[Effect]:
    """The strike dragon flies in from the column on the right and breathes fire."""
    raider, width = table.strikes[cell // 4].dragon, place.right - place.left
    if raider is not None:
        origin = Box(place.left + width, place.top, place.right + width, place.bottom)
        yield Effect(flies, origin, (place, dragon_card, (raider, STRIKE, STRIKE, EMBER), (0.0, 0.5)))
    yield Effect(flames, place, held=0.5)


def _before(table: Table, events: Sequence[Event]) -> Table:
    """The table before these events, except that the strike dragon is already gone from its place."""
    nest, strikes = list(table.nest), list(table.strikes)
    for event in events:
        if isinstance(event, Saved | Lost):
            nest[event.cell] = Egg("down", None, None, None, nest[event.cell].looked)
        if isinstance(event, Lost):
            strikes[event.cell // 4] = Strike(0, "gone", None)
    return replace(table, nest=tuple(nest), strikes=tuple(strikes), recent=())
