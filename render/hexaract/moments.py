"""The moments: a card leaves the path."""

from collections.abc import Sequence

from engine.hexaract.events import Averted, Defeated, Event, Passed
from engine.hexaract.state import ACES, KINDS, PATH, View
from languages import later, say

from .. import decktet
from ..colours import GOLD, SAFE
from ..marks import Box
from ..moments import Effect, Moment, burst, flies, of_events
from ..theme import MARGIN, WIDTH
from .board import places
from .path import ABOVE, CARD, GAP, PLACE, path_card
from .rows import HEADER, TRACK

FATES = {
    "person": later("{card} is defeated."),
    "location": later("{card} is passed."),
    "event": later("{card} is averted."),
}


def moment(view: View, events: Sequence[Event]) -> Moment | None:
    """A card leaves the path: it rises from an empty place, or off a new card. A defeated person leaves a chip."""
    moments = list[tuple[str, Sequence[Effect]]]()
    for event in events:
        if isinstance(event, Defeated | Passed | Averted):
            said = say(FATES[KINDS[event.card]], card=decktet.short_name(event.card))
            moments.append((said, _leaving(view, event, PATH - 1 - len(moments) % PATH)))
    return of_events(moments)


def _leaving(view: View, event: Defeated | Passed | Averted, at: int) -> list[Effect]:
    x, y = MARGIN + at * (PLACE + GAP), MARGIN + HEADER + TRACK
    place = Box(x, y + ABOVE, x + PLACE, y + ABOVE + CARD[1])
    above = Box(x, y - CARD[1] // 2, x + PLACE, y + CARD[1] // 2)
    effects = [
        Effect(burst, place, (SAFE, 0.0)),
        Effect(flies, place, (above, path_card, (event.card, False), (0.0, 0.6))),
    ]
    if isinstance(event, Defeated):
        width, chips = (WIDTH - 2 * MARGIN) // len(ACES), places(view, [""])["your chips"]
        middle = MARGIN + width * event.suit + width // 2
        supply = Box(middle - 53, chips.top + 13, middle + 53, chips.top + 119)
        chip = Effect(flies, place, (supply, decktet.chip, (event.suit, 106), (0.2, 0.8)))
        effects += [chip, Effect(burst, supply, (GOLD, 0.75))]
    return effects
