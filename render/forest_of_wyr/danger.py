"""How strong the next attack may be, as far as anybody can know who has seen which strength cards are gone."""

from typing import NamedTuple

from engine.forest_of_wyr.cards import STRENGTH, VALUES
from engine.forest_of_wyr.state import Table


class Danger(NamedTuple):
    """An attack that isn't drawn yet."""

    cards: int  # how many strength cards it draws
    least: int
    likely: int  # on average
    most: int


def danger(table: Table) -> Danger:
    count = 1 + (len(table.ravens) if table.attack and table.attack.alliance else table.freed)
    shown = table.attack.cards if table.attack else ()
    deck = sorted(VALUES[card] for card in STRENGTH if card not in (*table.strength_discards, *shown))
    again = sorted(VALUES[card] for card in table.strength_discards)  # shuffled once the deck is used up
    sure, pile = (deck, again) if count > len(deck) else ([], deck)
    left = min(count - len(sure), len(pile))
    likely = sum(sure) + left * sum(pile) / max(1, len(pile))
    return Danger(count, sum(sure) + sum(pile[:left]), round(likely), sum(sure) + sum(pile[len(pile) - left :]))
