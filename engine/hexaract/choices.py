"""What the player may do, and the sentences that refuse the rest."""

from collections.abc import Sequence
from functools import cache

from languages import later, say

from ..decktet import BASIC, CARDS, RANKS, SUITS, Suit
from ..game import IllegalMove
from .dice_and_chips import NEEDS, fitting, free_dice, missing_suits
from .moves import Assign, Avert, Back, Decline, Defeat, Done, EndRound, Lose, Move, Place, Spend, TakeAce
from .state import CHOOSE_LOSS, KINDS, PAIRS, Kind, PathCard, State

STEPS: dict[type, str] = {
    **dict.fromkeys((Assign, Back, Done), "assign"),
    **dict.fromkeys((Defeat, Place, Avert, Spend, EndRound), "resolve"),
    **dict.fromkeys((TakeAce, Decline), "ace"),
    Lose: CHOOSE_LOSS,
}
PROMPTS = {  # by step, for a player who tries something else
    "assign": later("Assign pairs of dice, or say that you are done."),
    "resolve": later("Use the dice that are assigned, put chips of your own on locations, or end the round."),
    "ace": later("First take an ace in play, or decline."),
    CHOOSE_LOSS: later("First choose which of the event's two suits to lose a chip of."),
}
_NONE_OF = {
    "person": later("That card is no person."),
    "location": later("That card is no location."),
    "event": later("That card is no event."),
}

_BACK, _DONE, _END_ROUND = Back(), Done(), EndRound()
_DEFEATS = [[Defeat(card, suit) for suit in CARDS[card].suits] for card in BASIC]
_AVERT = [Avert(card) for card in BASIC]
_PLACE, _SPEND = ([[kind(card, suit) for suit in range(len(SUITS))] for card in BASIC] for kind in (Place, Spend))


def legal_moves(state: State) -> tuple[Move, ...]:
    match state.step:
        case "assign":
            return _assignments(state)
        case "resolve":
            return _actions(state)
        case "ace":
            return (*map(TakeAce, state.aces), Decline())
        case "lose":
            return tuple(map(Lose, CARDS[exhausted_events(state.path)[0]].suits))
        case "won" | "lost":
            return ()


def _assignments(state: State) -> tuple[Move, ...]:
    moves: list[Move] = []
    if len(state.pairs) < PAIRS:
        by_card = _assignments_of(free_dice(state.dice, state.pairs))
        for place in state.path:
            moves += by_card[place.card]
    if state.pairs:
        moves.append(_BACK)
    moves.append(_DONE)
    return tuple(moves)


@cache  # five dice fall in 252 ways, three in 56
def _assignments_of(dice: tuple[int, ...]) -> tuple[tuple[Assign, ...], ...]:
    """By card, the ways to put a pair of these dice on it."""
    return tuple([tuple([Assign(card, *pair) for pair in fitting(dice, RANKS[card])]) for card in BASIC])


def _actions(state: State) -> tuple[Move, ...]:
    moves: list[Move] = []
    acting = with_unused_pair(state)
    for place in acting:
        card = place.card
        match KINDS[card]:
            case "person":
                moves += _DEFEATS[card]
            case "location":
                moves += [_PLACE[card][suit] for suit in missing_suits(place)]
            case "event":
                moves.append(_AVERT[card])
    supply = state.supply
    for place in state.path:
        if NEEDS[place.card]:
            moves += [_SPEND[place.card][suit] for suit in missing_suits(place) if supply[suit]]
    if not acting:
        moves.append(_END_ROUND)
    return tuple(moves)


def with_unused_pair(state: State) -> list[PathCard]:
    """The cards of the path that have an unused pair. Each can use it, because complete cards leave the path."""
    cards = [pair.card for pair in state.pairs if not pair.used]
    return [place for place in state.path if place.card in cards] if cards else []


def exhausted_events(path: Sequence[PathCard]) -> list[int]:
    """The exhausted events from left to right, the order in which they happen."""
    return [place.card for place in path if place.exhausted and KINDS[place.card] == "event"]


def require_card(path: Sequence[PathCard], card: int) -> PathCard:
    for place in path:
        if place.card == card and type(card) is int:
            return place
    raise IllegalMove(say("That card is not on the path."))


def require_pair(state: State, card: int, kind: Kind) -> PathCard:
    place = require_card(state.path, card)
    if KINDS[card] != kind:
        raise IllegalMove(say(_NONE_OF[kind]))
    for pair in state.pairs:
        if pair.card == card and not pair.used:
            return place
    raise IllegalMove(say("That card has no pair of dice, or has used what it had."))


def require_missing(place: PathCard, suit: Suit) -> None:
    if type(suit) is not int or suit not in missing_suits(place):
        raise IllegalMove(say("That card needs no chip of that suit."))
