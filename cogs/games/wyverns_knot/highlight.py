"""What a game of Wyvern's Knot is remembered for, from what everybody has heard."""

from collections.abc import Sequence

from engine.game import Seat
from engine.wyverns_knot.events import Aimed, Event, Lost, Pointed, Saved
from engine.wyverns_knot.state import View
from languages import say, say_many

Pointing = tuple[Seat, Seat, int, int | None]  # who pointed, from which card, at which egg


def highlight(view: View, names: Sequence[str], events: Sequence[Event]) -> str:
    """The player whose pointing saved several eggs; else a wild enchantment that succeeded; else who saved most."""
    pointed, aimed = set[Pointing](), None
    by_pointing, by_hand, wild = [0] * len(names), [0] * len(names), ""
    for event in events:
        match event:
            case Pointed(seat, owner, position, cell):
                pointed.add((seat, owner, position, cell))
            case Aimed():
                aimed = event
            case Saved(saver, cell) if aimed:
                by_hand[saver] += 1
                for seat in {claim[0] for claim in pointed if claim[1:] == (saver, aimed.position, cell)}:
                    by_pointing[seat] += 1
                if aimed.wild:
                    wild = say("{player}'s wild enchantment came off.", player=names[saver])
    best = max(by_pointing)
    if best > 1:
        player = names[by_pointing.index(best)]
        return say_many(
            "{player}'s pointing saved {count} eggs.", "{player}'s pointing saved {count} eggs.", best, player=player
        )
    if wild:
        return wild
    if most := max(by_hand):
        player = names[by_hand.index(most)]
        return say_many("{player} saved {count} egg.", "{player} saved {count} eggs.", most, player=player)
    if taken := sum(isinstance(event, Lost) for event in events):
        return say_many("The strike dragons took {count} egg.", "The strike dragons took {count} eggs.", taken)
    return ""
