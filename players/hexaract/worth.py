"""What a position between two rounds is worth: the chance to win it, as a sum of what each part of it adds.

The numbers are log-odds. They were fitted by playing: after each of some hundred thousand deals, which these numbers
themselves played, every position was moved towards how its deal ended (temporal differences).
"""

from functools import lru_cache
from math import exp
from typing import NamedTuple

from engine import hexaract
from engine.decktet import CROWN, RANKS

from .ends import ALL_OF, LOCATION, MEMBERS, PERSON, SUITS_OF, Position, Set, expected_left

FIRST = hexaract.PATH_CARDS[0]
# By card from the first after the aces: in the deck, on the path, on the path with one of two chips
CARD = (
    (-0.17, -0.09, 0.0),  # the Author
    (-0.35, -0.25, -0.07),  # the Desert
    (-0.53, -0.48, -0.12),  # the Origin
    (-0.12, -0.05, 0.0),  # the Journey
    (0.0, 0.02, 0.0),  # the Painter
    (0.14, 0.22, 0.0),  # the Savage
    (-0.01, 0.03, 0.07),  # the Mountain
    (0.29, 0.36, 0.0),  # the Sailor
    (0.01, 0.04, 0.0),  # the Battle
    (0.02, 0.0, 0.05),  # the Forest
    (0.03, 0.06, 0.0),  # the Discovery
    (0.32, 0.21, 0.0),  # the Soldier
    (0.4, 0.34, 0.0),  # the Lunatic
    (0.35, 0.24, 0.0),  # the Penitent
    (0.05, 0.02, 0.08),  # the Market
    (0.0, 0.07, 0.0),  # the Chance Meeting
    (-0.06, 0.01, 0.06),  # the Castle
    (-0.06, -0.12, 0.03),  # the Cave
    (0.12, 0.08, 0.0),  # the Diplomat
    (-0.14, -0.19, 0.04),  # the Mill
    (-0.03, 0.02, 0.0),  # the Betrayal
    (-0.09, 0.0, 0.0),  # the Pact
    (-0.33, -0.3, -0.04),  # the Darkness
    (0.09, 0.15, 0.0),  # the Merchant
    (-0.41, -0.26, 0.0),  # the Huntress
    (-0.38, -0.21, 0.0),  # the Bard
    (-0.21, -0.21, 0.0),  # the Sea
    (-0.19, -0.16, 0.0),  # the End
    (-0.22, -0.17, 0.0),  # the Calamity
    (-0.14, -0.09, 0.0),  # the Windfall
)
# A location by how many chips it needs, how many of those are held, and of how many of those there is one more
PAYABLE = {
    (1, 0, 0): -0.04,
    (1, 1, 0): -0.01,
    (1, 1, 1): -0.24,
    (2, 0, 0): -0.37,
    (2, 1, 0): -0.19,
    (2, 1, 1): -0.17,
    (2, 2, 0): -0.18,
    (2, 2, 1): -0.16,
    (2, 2, 2): -0.22,
}
EVENT_TAKES = (0.15, -0.25, -0.02)  # by what an event would take: nothing, the last chip of a suit, another
BRINGS = (0.16, 0.43, 0.48)  # a person on the path, by how many suits it has of which no chip is held

# The cards that the next roll leaves on the path at best, on average: by itself and with the damage so far
REMAIN, REMAIN_DAMAGE, REMAIN_MARGIN, REMAIN_SQUARE = 0.4, -0.069, -1.78, -0.14
# By the damage that is still survived and one, and the persons and locations on the path
MARGIN = (
    (0.0, 0.0, 0.0, 0.0),
    (-1.67, -1.49, -1.26, -1.01),
    (-0.89, -0.85, -0.66, -0.43),
    (-0.46, -0.43, -0.3, -0.05),
    (-0.07, -0.06, -0.01, 0.18),
    (0.26, 0.17, 0.23, 0.34),
    (0.5, 0.39, 0.35, 0.46),
    (0.65, 0.49, 0.41, 0.43),
    (0.72, 0.51, 0.39, 0.35),
    (0.69, 0.46, 0.32, 0.15),
    (0.64, 0.46, 0.3, -0.32),
)
CROWD = (0.13, 0.01, -0.08, -0.15)  # by cards on the path
STAGE = (-0.03, -0.23, -0.21, -0.12, -0.02, 0.06, 0.11, 0.13, 0.12, 0.11)  # by cards in the deck, by threes
LACKING = (0.11, 0.03, 0.04, 0.02, -0.04, -0.1, -0.17)  # by suits of which no chip is held
# For each: damage and card of the deck, suit lacking and card of the deck, suit lacking and damage
WEAR, LACKING_LEFT, LACKING_DAMAGE = -0.0138, 0.0043, -0.0235
# For each chip beyond the first of its suit: by itself, by the number of such chips, card of the deck, and damage
SPARE, SPARE_SPARE, SPARE_LEFT, SPARE_DAMAGE = 0.193, -0.003, -0.0058, 0.0043
# A suit, by the chips held, up to 4: and by how many persons, events, locations of the deck have it
WITH_PERSONS = (
    (-1.85, -0.06, 0.1, 0.15, 0.19, 0.0),
    (-0.03, -0.04, -0.03, 0.01, 0.04, 0.0),
    (0.17, 0.09, 0.05, 0.04, 0.0, 0.0),
    (0.19, 0.16, 0.1, 0.0, 0.0, 0.0),
    (0.01, 0.14, 0.0, 0.0, 0.0, 0.0),
)
WITH_EVENTS = (
    (-0.38, -0.34, -0.36, -0.39, 0.0),
    (0.08, -0.03, -0.02, -0.07, 0.0),
    (0.09, 0.09, 0.08, 0.1, 0.0),
    (0.07, 0.07, 0.11, 0.19, 0.0),
    (-0.05, 0.07, 0.13, 0.0, 0.0),
)
WITH_LOCATIONS = (
    (0.08, -0.04, -0.19, -0.3, -0.45, -0.55),
    (0.29, 0.12, 0.03, -0.05, -0.16, -0.26),
    (0.03, 0.12, 0.11, 0.09, 0.03, -0.03),
    (-0.31, -0.04, 0.08, 0.18, 0.27, 0.27),
    (-0.23, 0.02, 0.15, 0.19, 0.01, 0.0),
)
# A suit whose ace is in play, by the chips held, up to 2, and the Crowns to come
WITH_ACE = (
    (0.0, 0.0, 0.4, 0.44, 0.45, 0.48, 0.52),
    (0.0, 0.0, 0.17, 0.29, 0.35, 0.45, 0.54),
    (0.0, 0.0, -0.12, 0.09, 0.24, 0.34, 0.37),
)


class Deck(NamedTuple):
    """What the cards still to be turned up are worth, whatever lies on the path."""

    cards: Set
    size: int
    crowns: int
    base: float
    suits: tuple[tuple[float, ...], ...]  # by suit and chips held


@lru_cache(4096)
def deck_of(cards: Set) -> Deck:
    with_suit = {kind: [0] * len(hexaract.ACES) for kind in ("person", "location", "event")}
    size, crowns, base = 0, 0, 0.0
    for card in hexaract.PATH_CARDS:
        if cards >> card & 1:
            size += 1
            crowns += RANKS[card] == CROWN
            base += CARD[card - FIRST][0]
            counts = with_suit[hexaract.KINDS[card]]
            for suit in SUITS_OF[card]:
                counts[suit] += 1
    suits = map(_of_suit, with_suit["person"], with_suit["event"], with_suit["location"])
    return Deck(cards, size, crowns, base + STAGE[min(size // 3, len(STAGE) - 1)], tuple(suits))


@lru_cache(512)
def _of_suit(persons: int, events: int, locations: int) -> tuple[float, ...]:
    rows = zip(WITH_PERSONS, WITH_EVENTS, WITH_LOCATIONS, strict=True)
    return tuple(
        [
            with_persons[persons] + with_events[events] + with_locations[locations]
            for with_persons, with_events, with_locations in rows
        ]
    )


def chance(now: Position, deck: Deck) -> float:
    """To win from here, before cards are turned up."""
    path, supply, aces, damage = now
    if damage >= hexaract.FATAL:
        return 0.0
    if not path and not deck.size:
        return float(all(supply))
    worth, crowns, dangers = deck.base, deck.crowns, 0
    needs: list[tuple[int, int]] = []
    for card, missing, _ in path:
        _, whole, half = CARD[card - FIRST]
        crowns += RANKS[card] == CROWN
        if LOCATION[card]:
            dangers += 1
            worth += whole if missing == ALL_OF[card] else half
            count = len(MEMBERS[missing])
            held = spare = 0
            for suit in MEMBERS[missing]:
                held += supply[suit] > 0
                spare += supply[suit] > 1
            worth += PAYABLE[count, held, spare]
            if spare < count:
                needs.append((RANKS[card], count - spare))
        elif PERSON[card]:
            dangers += 1
            lacking = 0
            for suit in SUITS_OF[card]:
                lacking += not supply[suit]
            worth += whole + BRINGS[lacking]
            needs.append((RANKS[card], 1))
        else:
            fewest = min([supply[suit] for suit in SUITS_OF[card] if supply[suit]], default=0)
            worth += whole + EVENT_TAKES[min(fewest, 2)]
    left = expected_left(tuple(sorted(needs))) if needs else 0.0
    margin = hexaract.FATAL - damage
    worth += left * (REMAIN + REMAIN_DAMAGE * damage + REMAIN_MARGIN / margin + REMAIN_SQUARE * left)
    worth += MARGIN[margin][dangers] + CROWD[len(path)]
    lacking = spare = 0
    for held, suit_worth in zip(supply, deck.suits, strict=True):
        if held:
            spare += held - 1
        else:
            lacking += 1
        worth += suit_worth[held if held < 4 else 4]
    worth += (
        LACKING[lacking] + WEAR * damage * deck.size + lacking * (LACKING_LEFT * deck.size + LACKING_DAMAGE * damage)
    )
    worth += spare * (SPARE + SPARE_SPARE * spare + SPARE_LEFT * deck.size + SPARE_DAMAGE * damage)
    for suit in MEMBERS[aces]:
        worth += WITH_ACE[min(supply[suit], 2)][crowns]
    return 1 / (1 + exp(-worth))
