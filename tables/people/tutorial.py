"""A lesson for a game that has none of its own: the first choices of a game, as computer players make them."""

from typing import NamedTuple

from engine import GAMES, Chance, Data, Playthrough
from players import PLAYERS

from .learners import LEARNER, LessonDeal

MOST_MOVES = 200  # of all seats: by then the learner has had enough turns


class LearnersTurn(NamedTuple):
    """A choice of the learner."""

    made: Data
    then: tuple[Data, ...]  # what follows until the next one, without what is forced


def tutorial(deal: LessonDeal, most: int) -> tuple[LessonDeal, tuple[LearnersTurn, ...]]:
    """The deal, which begins at the learner's first choice, and at most `most` of their turns."""
    player = PLAYERS[deal.game]
    game = Playthrough.deal(GAMES[deal.game], deal.seats, deal.options, Chance(deal.seed))
    parts = [list[Data]()]  # what comes before, then the turns: each begins with the learner's choice
    for number in range(MOST_MOVES):
        seat = game.to_act
        if seat is None:
            break
        move = game.forced()
        if move is None:
            legal = game.legal_moves
            if seat == LEARNER and len(game.game.choices(game.state)) > 1:
                if len(parts) > most:
                    break
                parts.append([])
            luck = Chance(f"{deal.seed}/rule/{number}")
            move = legal[0] if len(legal) == 1 else player.rule(game.view(seat), legal, game.heard(seat), luck)
            parts[-1].append(move)
        game.play(move)
    before, *turns = parts
    begun = LessonDeal(deal.game, deal.options, deal.seed, tuple(before), deal.computers)
    return begun, tuple([LearnersTurn(made, tuple(then)) for made, *then in turns])
