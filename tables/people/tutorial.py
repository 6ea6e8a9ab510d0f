"""The first choices of a game as computer players make them: what a lesson shows that nobody has written."""

from typing import NamedTuple

from engine import GAMES, BaseEvent, Chance, Data, heard
from players import PLAYERS

from .learners import LEARNER, Deal

MOST_MOVES = 200  # of all seats, in which the learner has had those choices


class Turn(NamedTuple):
    """A choice of the learner."""

    made: Data
    then: tuple[Data, ...]  # what follows until the next one, without what is forced


def tutorial(deal: Deal, most: int) -> tuple[Deal, tuple[Turn, ...]]:
    """The deal, from the learner's first choice on, and so many of their turns at most."""
    game, player, chance = GAMES[deal.game], PLAYERS[deal.game], Chance(deal.seed)
    state = game.new(deal.seats, deal.options, chance)
    told: list[list[BaseEvent]] = [[] for _ in range(deal.seats)]
    parts = [list[Data]()]  # what comes before, then the turns: each begins with the learner's choice
    for number in range(MOST_MOVES):
        seat = game.to_act(state)
        if seat is None:
            break
        move = game.forced(state, alone=deal.seats == 1)
        if move is None:
            legal = tuple(game.legal_moves(state))
            if seat == LEARNER and len([one for one in legal if one != game.concession]) > 1:
                if len(parts) > most:
                    break
                parts.append([])
            luck = Chance(f"{deal.seed}/rule/{number}")
            move = legal[0] if len(legal) == 1 else player.rule(game.view(state, seat), legal, told[seat], luck)
            parts[-1].append(move)
        step = game.play(state, move, chance)
        state = step.state
        for hearer, events in enumerate(told):
            events += heard(step.events, hearer)
    before, *turns = parts
    begun = Deal(deal.game, deal.options, deal.seed, tuple(before), deal.computers)
    return begun, tuple([Turn(made, tuple(then)) for made, *then in turns])
