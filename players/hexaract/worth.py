"""What a position between two rounds is worth: the chance to win it, as a sum of what each part of it adds.

The numbers are log-odds. They were fitted by playing: after each of some hundred thousand deals, which these numbers
themselves played, every position was moved towards how its deal ended (temporal differences). See players/training.
"""

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from math import exp
from typing import NamedTuple

from msgspec import Struct, json

from engine.decktet import CROWN, RANKS
from engine.hexaract.state import ACES, FATAL, KINDS, PATH_CARDS

from .ends import ALL_OF, LOCATION, MEMBERS, PERSON, SUITS_OF, Position, Set, expected_left

FILE = files(__package__) / "learned.json"
FIRST = PATH_CARDS[0]
Row = list[float]


class Worth(Struct):
    """What has been learned. Rows are lists, so that training can move them."""

    cards: list[Row]  # by card from FIRST on: in the deck, on the path, on the path with one of two chips
    # A location by how many chips it needs, how many of those are held, and of how many of those there is one more
    payable: list[list[Row]]
    event_takes: Row  # by what an event would take: nothing, the last chip of a suit, one of several
    brings: Row  # a person on the path, by how many suits it has of which no chip is held
    # The cards that the next roll leaves on the path with best play, on average: alone, times the damage so far,
    # divided by the damage that can still be survived plus one, and squared
    remain: Row
    margin: list[Row]  # by the damage that is still survived and one, and the persons and locations on the path
    crowd: Row  # by cards on the path
    stage: Row  # by cards in the deck, by threes
    lacking: Row  # by suits of which no chip is held
    wear: Row  # for each: damage and card of the deck, suit lacking and card of the deck, suit lacking and damage
    spare: Row  # for each chip beyond the first of its suit: itself, such a chip, card of the deck, and damage
    with_persons: list[Row]  # a suit, by the chips held, up to 4: and by how many persons of the deck have it
    with_events: list[Row]
    with_locations: list[Row]
    with_ace: list[Row]  # a suit whose ace is in play, by the chips held, up to 2, and the Crowns to come


WORTH = json.decode(FILE.read_bytes(), type=Worth)


class Deck(NamedTuple):
    """What the cards still to be turned up are worth, whatever lies on the path."""

    cards: Set
    size: int
    crowns: int
    base: float
    suits: tuple[tuple[float, ...], ...]  # by suit and chips held


@lru_cache(4096)
def deck_of(cards: Set) -> Deck:
    with_suit = {kind: [0] * len(ACES) for kind in ("person", "location", "event")}
    size, crowns, base = 0, 0, 0.0
    for card in PATH_CARDS:
        if cards >> card & 1:
            size += 1
            crowns += RANKS[card] == CROWN
            base += WORTH.cards[card - FIRST][0]
            counts = with_suit[KINDS[card]]
            for suit in SUITS_OF[card]:
                counts[suit] += 1
    suits = map(_of_suit, with_suit["person"], with_suit["event"], with_suit["location"])
    return Deck(cards, size, crowns, base + WORTH.stage[min(size // 3, len(WORTH.stage) - 1)], tuple(suits))


@lru_cache(512)
def _of_suit(persons: int, events: int, locations: int) -> tuple[float, ...]:
    rows = zip(WORTH.with_persons, WORTH.with_events, WORTH.with_locations, strict=True)
    return tuple(
        [
            with_persons[persons] + with_events[events] + with_locations[locations]
            for with_persons, with_events, with_locations in rows
        ]
    )


def forget_decks() -> None:
    """Clear the caches. Call this when WORTH has changed."""
    deck_of.cache_clear()
    _of_suit.cache_clear()


def chance(now: Position, deck: Deck) -> float:
    """The chance to win from here, before cards are turned up."""
    path, supply, aces, damage = now
    if damage >= FATAL:
        return 0.0
    if not path and not deck.size:
        return float(all(supply))
    worth, crowns = _with_path(deck.base, now, deck.crowns)
    worth = _with_supply(worth, supply, deck, damage)
    for suit in MEMBERS[aces]:
        worth += WORTH.with_ace[min(supply[suit], 2)][crowns]
    return 1 / (1 + exp(-worth))


def _with_path(worth: float, now: Position, crowns: int) -> tuple[float, int]:
    """Add the path and the damage to the worth, and the Crowns on the path to `crowns`. Returns both."""
    path, supply, _, damage = now
    learned, dangers, needs = WORTH, 0, list[tuple[int, int]]()
    for card, missing, _ in path:
        _, whole, half = learned.cards[card - FIRST]
        crowns += RANKS[card] == CROWN
        if LOCATION[card]:
            dangers += 1
            worth += whole if missing == ALL_OF[card] else half
            count = len(MEMBERS[missing])
            held = spare = 0
            for suit in MEMBERS[missing]:
                held += supply[suit] > 0
                spare += supply[suit] > 1
            worth += learned.payable[count][held][spare]
            if spare < count:
                needs.append((RANKS[card], count - spare))
        elif PERSON[card]:
            dangers += 1
            lacking = 0
            for suit in SUITS_OF[card]:
                lacking += not supply[suit]
            worth += whole + learned.brings[lacking]
            needs.append((RANKS[card], 1))
        else:
            fewest = min([supply[suit] for suit in SUITS_OF[card] if supply[suit]], default=0)
            worth += whole + learned.event_takes[min(fewest, 2)]
    left = expected_left(tuple(sorted(needs))) if needs else 0.0
    margin = FATAL - damage
    alone, with_damage, with_margin, with_itself = learned.remain
    worth += left * (alone + with_damage * damage + with_margin / margin + with_itself * left)
    return worth + (learned.margin[margin][dangers] + learned.crowd[len(path)]), crowns


def _with_supply(worth: float, supply: Sequence[int], deck: Deck, damage: int) -> float:
    """Add the chips to the worth."""
    learned, lacking, spare = WORTH, 0, 0
    for held, suit_worth in zip(supply, deck.suits, strict=True):
        if held:
            spare += held - 1
        else:
            lacking += 1
        worth += suit_worth[held if held < 4 else 4]
    wear, with_deck, with_damage = learned.wear
    worth += (
        learned.lacking[lacking] + wear * damage * deck.size + lacking * (with_deck * deck.size + with_damage * damage)
    )
    alone, with_spare, with_deck, with_damage = learned.spare
    return worth + spare * (alone + with_spare * spare + with_deck * deck.size + with_damage * damage)
