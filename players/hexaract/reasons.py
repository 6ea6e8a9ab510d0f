"""Why a move, in words."""

from engine import hexaract
from engine.decktet import CROWN, RANKS, bare_name, suit_name
from engine.hexaract.dice_and_chips import missing_suits
from engine.hexaract.state import DICE, FATAL, KINDS, PATH_CARDS, Table, View
from engine.sentences import sentence
from languages import say, say_many

from .ends import SUITS_OF, after, expected_left, position_of


def reason(view: View, move: hexaract.moves.Move) -> str:
    """What any legal move gives and risks, in a sentence or two."""
    table = view.table
    match move:
        case hexaract.moves.Assign(card):
            return _assigned(table, card)
        case hexaract.moves.Back():
            return say("Those two dice are free again.")
        case hexaract.moves.Done():
            unused = DICE - 2 * len(table.pairs)
            return say_many("{count} die stays unused.", "{count} dice stay unused.", unused)
        case hexaract.moves.Defeat(_, suit) | hexaract.moves.TakeAce(suit):
            return f"{_held(table, suit)} {_coming(view, suit)}"
        case hexaract.moves.Place(card, suit):
            return f"{say('It costs you no chip of your own.')} {_completes(table, card)}"
        case hexaract.moves.Avert(card):
            return _averted(card)
        case hexaract.moves.Spend(card, suit):
            return f"{_left(table, suit)} {_completes(table, card)}"
        case hexaract.moves.Decline():
            return say_many(
                "The aces wait for another Crown: {count} is still to come.",
                "The aces wait for another Crown: {count} are still to come.",
                sum(RANKS[card] == CROWN for card in _to_come(view)),
            )
        case hexaract.moves.EndRound():
            return _ended(table)
        case hexaract.moves.Lose(suit):
            return f"{_held(table, suit)} {_coming(view, suit)}"


def _assigned(table: Table, card: int) -> str:
    place = next(place for place in table.path if place.card == card)
    lying = sum(pair.card == card for pair in table.pairs)
    fits = 100 - round(100 * expected_left(((RANKS[card], 1),)))
    often = say_many(
        "In another round two dice fit it {count} times in 100.",
        "In another round two dice fit it {count} times in 100.",
        fits,
    )
    match KINDS[card]:
        case _ if lying >= max(1, len(missing_suits(place))):
            return sentence(say("{card} can use no other pair: this one is wasted.", card=_name(card)))
        case "person":
            does = say("{card} goes, leaves you a chip and hurts you no more.", card=_name(card))
        case "location":
            does = say("{card} gets a chip that costs you nothing.", card=_name(card))
        case "event":
            does = _averted(card)
    return f"{sentence(does)} {often}"


def _averted(card: int) -> str:
    return sentence(say("{card} is gone before it can cost you a chip.", card=_name(card)))


def _ended(table: Table) -> str:
    in_all = after(position_of(table))[0].damage
    if in_all >= FATAL:
        return say("That makes {damage} damage: you lose.", damage=in_all)
    damage = in_all - table.damage
    return say("You take {damage} damage, {all} in all. At {fatal} you lose.", damage=damage, all=in_all, fatal=FATAL)


def _completes(table: Table, card: int) -> str:
    missing = next(len(missing_suits(place)) for place in table.path if place.card == card)
    done = say("{card} is done.", card=_name(card))
    # Translators: one more chip
    return sentence(done if missing == 1 else say("{card} then needs one more.", card=_name(card)))


def _held(table: Table, suit: int) -> str:
    held, name = table.supply[suit], suit_name(suit)
    return say_many("You hold {count} chip of {suit}.", "You hold {count} chips of {suit}.", held, suit=name)


def _left(table: Table, suit: int) -> str:
    """How many chips of a suit are left when one is spent."""
    return say_many(
        "That leaves you {count} chip of {suit}.",
        "That leaves you {count} chips of {suit}.",
        table.supply[suit] - 1,
        suit=suit_name(suit),
    )


def _to_come(view: View) -> list[int]:
    """The cards of the path and of the deck."""
    return [card for card in PATH_CARDS if card not in view.table.discard]


def _coming(view: View, suit: int) -> str:
    persons = sum(KINDS[card] == "person" and suit in SUITS_OF[card] for card in _to_come(view))
    # Translators: another chip of a suit
    return say_many(
        "{count} person may still bring you another.", "{count} people may still bring you another.", persons
    )


def _name(card: int) -> str:
    return bare_name(card)
