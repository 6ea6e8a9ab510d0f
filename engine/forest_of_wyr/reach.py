"""Whether the ravens can all still be freed. What everybody sees is compared with the luckiest draw there can be."""

from itertools import accumulate

from .cards import ALLIANCE, BALANCE, BALANCED, DIAMONDS, FLIGHT, GLASS, JACKS, STRENGTH, VALUES, WINDS
from .state import RAVENS, Table, View

_LEAST = (0, *accumulate(sorted([VALUES[card] for card in STRENGTH])))  # by number of cards, the weakest attack
_STRONGEST = max([VALUES[card] for card in STRENGTH])
_ALL = sum([VALUES[card] for card in (*JACKS, *DIAMONDS)])  # what the wanderer's cards defend with


def hopeless(view: View) -> bool:
    """Whether too few cards can still be played to free the ravens that are missing.

    Before each raven is freed, cards must be played that are worth more than the weakest attack of so many cards. A
    raven that no hand can free, whatever is drawn, needs Binding Alliance.
    """
    table = view.table
    if table.ending is not None:
        return table.ending != "won"
    missing = range(table.freed, table.wanted)
    needs, allied = [_need(1 + freed) for freed in missing], [_need(1 + RAVENS - freed) for freed in missing]
    alliance = ALLIANCE not in table.gone or (table.attack is not None and table.attack.alliance)
    shards = (BALANCED - 1) * (BALANCE not in table.gone) + _STRONGEST * (GLASS not in table.gone)
    at_hand = sum([VALUES[card] for card in table.hand]) + (table.attack.defence if table.attack else 0)
    most = max(_ALL, at_hand) + shards  # against one attack
    too_strong = [place for place, need in enumerate(needs) if need > most]
    if len(too_strong) > alliance or any(allied[place] > most for place in too_strong):
        return True
    if (refills := _refills(table)) is None:
        return False
    saved = max([need - with_it for need, with_it in zip(needs, allied, strict=True)]) if alliance else 0
    return sum(needs) - max(0, saved) > at_hand + refills * _ALL + shards


def _need(cards: int) -> int:
    """The least defence that frees a raven which attacks with so many cards."""
    return _LEAST[cards] + 1


def _refills(table: Table) -> int | None:
    """How often the discard pile can still be picked up: once a round, before phase 3. None: there is no last round."""
    if table.options.nights is None:
        return None
    flights = (table.options.nights - table.night + 1) * len(FLIGHT) - len(table.flight_discards)
    return flights + (table.winds_subsided or WINDS not in table.gone) + (table.phase < 3)
