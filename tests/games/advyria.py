"""How the guilds of Advyria are tried."""

from collections.abc import Sequence

from engine.advyria import pieces as advyria
from engine.advyria.cards import ADVENTURES, GOLD, RED, card_of
from engine.advyria.land import NEIGHBOURS, QUESTS

from .trial import Trial


def lasting(state: advyria.State, moves: Sequence[advyria.Move]) -> list[advyria.Move]:
    """Play what can be played but keep most adventures, and go where there is a tile to have or a richer neighbour."""
    table, hand = state.table, state.hands[state.table.turn]
    richer = [player.pawn for player in table.players if player.cards > len(hand)]

    def good(move: advyria.Move) -> bool:
        match move:
            case advyria.EndTurn() | advyria.Leave() | advyria.Spare() | advyria.StopLooking() | advyria.Turn(0):
                return False
            case advyria.PlayAdventure(adventure) if ADVENTURES[adventure].colour != RED:
                return False
            case advyria.PlaySet() | advyria.PlayWizard() | advyria.PlayAdventure():
                return advyria.PayWizard() not in moves
            case advyria.Go(space) if space in QUESTS and table.quests[space].face != "gone":
                return state.tiles[space] == GOLD or card_of(state.tiles[space]) in hand
            case advyria.Go(space):
                return any(near in richer for near in NEIGHBOURS[space])
            case _:
                return True

    return [move for move in moves if good(move)]


TRIAL = Trial(
    lasting=lasting,
    ranges={
        **dict.fromkeys(("kind", "size", "jokers", "count", "victim"), range(-1, 6)),
        "space": range(-1, 55),
        "adventure": range(-1, 13),
        "card": range(-1, 18),
    },
)
