"""How Hexaract is tried."""

from collections.abc import Iterator, Sequence

from engine import Chance, decktet, hexaract
from players.hexaract import PLAYER

from .trial import Trial

NO_CHANCE = Chance("the rules of thumb use none")


def lasting(state: hexaract.state.State, moves: Sequence[hexaract.moves.Move]) -> list[hexaract.moves.Move]:
    """Assign whatever isn't wasted, and leave no location to wear the traveller down. Keep the last chip of a suit."""
    busy = [pair.card for pair in state.pairs]
    tired = [place.card for place in state.path if place.exhausted]

    def good(move: hexaract.moves.Move) -> bool:
        match move:
            case hexaract.moves.Assign(card):
                return card not in busy or hexaract.state.KINDS[card] == "location"
            case hexaract.moves.Spend(card, suit):
                return state.supply[suit] > 1 or (card in tired and state.damage > 5)
            case hexaract.moves.Defeat(_, suit) | hexaract.moves.TakeAce(suit):
                fewest = min(state.supply[other.suit] for other in moves if isinstance(other, type(move)))
                return state.supply[suit] == fewest
            case hexaract.moves.Back() | hexaract.moves.Decline():
                return False
            case hexaract.moves.Done() | hexaract.moves.EndRound():
                return not any(good(other) for other in moves if other != move)
            case _:
                return True

    return [move for move in moves if good(move)]


def picture(table: hexaract.state.Table, names: Sequence[str]) -> Iterator[str]:
    """The path, the dice, and the chips by their suits."""
    for place in table.path:
        chips = [f"with {decktet.SUITS[suit]}" for suit in place.chips]
        yield ", ".join((decktet.card_name(place.card), *chips, *(["exhausted"] if place.exhausted else [])))
    supply = [f"{held} {suit}" for suit, held in zip(decktet.SUITS, table.supply, strict=True) if held]
    yield f"dice {' '.join(map(str, table.dice))}; deck {table.deck_size}, damage {table.damage}"
    yield f"supply: {', '.join(supply) or 'none'}"
    yield f"aces: {', '.join(decktet.SUITS[ace] for ace in table.aces) or 'none'}"


TRIAL = Trial(
    lasting=lasting,
    ranges={"card": range(-1, 37), "suit": range(-1, 7), **dict.fromkeys(("low", "high"), range(8))},
    picture=picture,
    sensible=lambda view, moves: (PLAYER.rule(view, moves, (), NO_CHANCE),),
    other_end=("hall-4", "sensible"),
)
