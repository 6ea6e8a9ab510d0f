"""Why a move, in words."""

from engine import hexaract
from engine.decktet import CARDS, CROWN, RANKS, SUITS
from engine.hexaract.dice_and_chips import missing_suits
from engine.hexaract.state import DICE, FATAL, KINDS, PATH_CARDS, Table, View
from engine.sentences import amount, sentence

from .ends import SUITS_OF, after, expected_left, position_of


def reason(view: View, move: hexaract.moves.Move) -> str:
    """What any legal move gives and risks, in a sentence or two."""
    table = view.table
    match move:
        case hexaract.moves.Assign(card):
            return _assigned(table, card)
        case hexaract.moves.Back():
            return "Those two dice are free again."
        case hexaract.moves.Done():
            return f"{amount(DICE - 2 * len(table.pairs), 'die stays', 'dice stay')} unused."
        case hexaract.moves.Defeat(_, suit) | hexaract.moves.TakeAce(suit):
            return f"{_held(table, suit)} {_coming(view, suit)}"
        case hexaract.moves.Place(card, suit):
            return f"It costs you no chip of your own. {_completes(table, card)}"
        case hexaract.moves.Avert(card):
            return f"{_name(card)} is gone before it can cost you a chip."
        case hexaract.moves.Spend(card, suit):
            left = table.supply[suit] - 1
            return f"That leaves you {amount(left, 'chip', 'chips')} of {SUITS[suit]}. {_completes(table, card)}"
        case hexaract.moves.Decline():
            crowns = sum(RANKS[card] == CROWN for card in _to_come(view))
            return f"The aces wait for another Crown: {amount(crowns, 'is', 'are')} still to come."
        case hexaract.moves.EndRound():
            damage = after(position_of(table))[0].damage
            if damage >= FATAL:
                return f"That makes {damage} damage: you lose."
            return f"You take {damage - table.damage} damage, {damage} in all. At {FATAL} you lose."
        case hexaract.moves.Lose(suit):
            return f"{_held(table, suit)} {_coming(view, suit)}"


def _assigned(table: Table, card: int) -> str:
    place = next(place for place in table.path if place.card == card)
    lying = sum(pair.card == card for pair in table.pairs)
    often = f"In another round two dice fit it {100 - round(100 * expected_left(((RANKS[card], 1),)))} times in 100."
    match KINDS[card]:
        case _ if lying >= max(1, len(missing_suits(place))):
            return f"{_name(card)} can use no other pair: this one is wasted."
        case "person":
            return f"{_name(card)} goes, leaves you a chip and hurts you no more. {often}"
        case "location":
            return f"{_name(card)} gets a chip that costs you nothing. {often}"
        case "event":
            return f"{_name(card)} is gone before it can cost you a chip. {often}"


def _completes(table: Table, card: int) -> str:
    missing = next(len(missing_suits(place)) for place in table.path if place.card == card)
    return f"{_name(card)} is done." if missing == 1 else f"{_name(card)} then needs one more."


def _held(table: Table, suit: int) -> str:
    return f"You hold {amount(table.supply[suit], 'chip', 'chips')} of {SUITS[suit]}."


def _to_come(view: View) -> list[int]:
    """The cards of the path and of the deck."""
    return [card for card in PATH_CARDS if card not in view.table.discard]


def _coming(view: View, suit: int) -> str:
    persons = sum(KINDS[card] == "person" and suit in SUITS_OF[card] for card in _to_come(view))
    return f"{amount(persons, 'person', 'people')} may still bring you another."


def _name(card: int) -> str:
    return sentence(CARDS[card].name)
