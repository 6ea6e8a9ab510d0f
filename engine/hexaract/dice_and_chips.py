"""What dice can do for a card, and which chips a location needs or an event costs. All of it is public."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from ..decktet import BASIC, CARDS, Suit
from .state import KINDS, WILD, Pair, PathCard

# By card, the suits that a location needs
NEEDS = tuple([CARDS[card].suits if KINDS[card] == "location" else () for card in BASIC])


def fits(low: int, high: int, rank: int) -> bool:
    """Whether two dice can add up to a rank. A 6 is any number from 1 to 5 and never 6."""
    least, most = 0, 0
    for die in (low, high):
        least += 1 if die == WILD else die
        most += 5 if die == WILD else die
    return least <= rank <= most


@cache
def fitting(dice: tuple[int, ...], rank: int) -> tuple[tuple[int, int], ...]:
    """The pairs of these dice that fit a rank, lower die first, each listed once."""
    return tuple([pair for pair in sorted({*combinations(sorted(dice), 2)}) if fits(*pair, rank)])


def free_dice(dice: Sequence[int], pairs: Sequence[Pair]) -> tuple[int, ...]:
    """The dice not assigned, in order."""
    if not pairs:
        return tuple(dice)
    free = list(dice)
    for pair in pairs:
        free.remove(pair.low)
        free.remove(pair.high)
    return tuple(free)


def missing_suits(place: PathCard) -> tuple[Suit, ...]:
    """The suits that a location still needs; none for other cards."""
    needs, chips = NEEDS[place.card], place.chips
    return tuple([suit for suit in needs if suit not in chips]) if chips else needs


def to_lose(event: int, supply: Sequence[int]) -> tuple[Suit, ...]:
    """The suits of which an event may cost a chip.

    It costs a chip that the player has: of the event's suits that they hold, the one with fewer chips; both if tied.
    """
    held = [suit for suit in CARDS[event].suits if supply[suit]]
    fewest = min([supply[suit] for suit in held], default=0)
    return tuple([suit for suit in held if supply[suit] == fewest])
