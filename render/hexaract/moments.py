"""The moments: a card leaves the path; the end of a round does damage, costs chips, and the dice are rolled."""

from collections.abc import Iterator, Sequence

from engine.decktet import Suit
from engine.hexaract.events import Averted, Defeated, Event, Happened, Hurt, Passed, Rolled
from engine.hexaract.state import ACES, FATAL, KINDS, PATH, WILD, View
from engine.hexaract.telling import tell
from languages import later, say

from .. import decktet
from ..colours import GOLD, SAFE
from ..marks import Box
from ..moments import Effect, Layer, Moment, breaks, burst, flames, flies, middle, of_events
from ..theme import MARGIN, WIDTH
from .board import places
from .parts import DIE, die_sprite
from .path import ABOVE, CARD, GAP, PLACE, path_card
from .rows import HEADER, TRACK, die_at, heart_at

FATES = {
    "person": later("{card} is defeated."),
    "location": later("{card} is passed."),
    "event": later("{card} is averted."),
}


def moment(view: View, events: Sequence[Event]) -> Moment | None:
    """A card leaves the path: it rises from an empty place, or off a new card. A defeated person leaves a chip.

    Dice that are rolled in the same move lie still: what moves all over the board makes too large a file.
    """
    moments = list[tuple[str, Sequence[Effect]]]()
    leaves = any(isinstance(event, Defeated | Passed | Averted) for event in events)
    for event in events:
        if isinstance(event, Defeated | Passed | Averted):
            said = say(FATES[KINDS[event.card]], card=decktet.short_name(event.card))
            moments.append((said, _leaving(view, event, PATH - 1 - len(moments) % PATH)))
        elif isinstance(event, Rolled) and leaves:
            moments.append((tell(event), ()))
        elif isinstance(event, Hurt | Happened | Rolled):
            moments.append((tell(event), _at_the_end(view, event)))
    return of_events(moments)


def _at_the_end(view: View, event: Hurt | Happened | Rolled) -> list[Effect]:
    """Hearts break; a chip burns; dice fall on the table."""
    match event:
        case Hurt(persons, locations, damage):
            places_hurt = range(max(0, damage - len(persons) - len(locations)), min(damage, FATAL))
            return [Effect(breaks, Box(x, y, x + 84, y + 84)) for x, y in map(heart_at, places_hurt)]
        case Happened(_, suit):
            return [] if suit is None else [Effect(flames, _chip(view, suit), (0.0,))]
        case Rolled(_, dice):
            corners = map(die_at, range(len(dice)))
            return [Effect(_falls, Box(x, y, x + DIE, y + DIE), (place,)) for place, (x, y) in enumerate(corners)]


def _falls(passed: float, box: Box, place: int) -> Iterator[Layer]:
    """A die shows other faces before it lies still; one after the other."""
    ends = 0.45 + 0.1 * place
    if passed < ends:
        x, y = middle(box)
        yield die_sprite(1 + (round(passed * 12) + 2 * place) % WILD, DIE), x, y - round(60 * (1 - passed / ends))


def _chip(view: View, suit: Suit) -> Box:
    """Where a chip of this suit lies in the supply."""
    width, chips = (WIDTH - 2 * MARGIN) // len(ACES), places(view, [""])["your chips"]
    centre = MARGIN + width * suit + width // 2
    return Box(centre - 53, chips.top + 13, centre + 53, chips.top + 119)


def _leaving(view: View, event: Defeated | Passed | Averted, at: int) -> list[Effect]:
    x, y = MARGIN + at * (PLACE + GAP), MARGIN + HEADER + TRACK
    place = Box(x, y + ABOVE, x + PLACE, y + ABOVE + CARD[1])
    above = Box(x, y - CARD[1] // 2, x + PLACE, y + CARD[1] // 2)
    effects = [
        Effect(burst, place, (SAFE, 0.0)),
        Effect(flies, place, (above, path_card, (event.card, False), (0.0, 0.6))),
    ]
    if isinstance(event, Defeated):
        supply = _chip(view, event.suit)
        chip = Effect(flies, place, (supply, decktet.chip, (event.suit, 106), (0.2, 0.8)))
        effects += [chip, Effect(burst, supply, (GOLD, 0.75))]
    return effects
