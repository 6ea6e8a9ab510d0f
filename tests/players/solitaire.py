"""What the tests of the players of games for one share."""

from collections.abc import Callable, Iterator
from typing import Any

from engine import Chance
from players import AnyPlayer

from ..engine.players import Setup, playthrough, uniform
from ..spoken import sentences, words
from ..test_words import MOST

LUCK = Chance("the player's")


def choices(player: AnyPlayer, deals: int) -> Iterator[tuple[Any, Any]]:
    """Views and legal moves of games that chance played, where there is something to choose."""
    game = player.game
    for number in range(deals):
        for played in playthrough(Setup(game, 1, game.alone), f"choices/{number}", uniform):
            moves = game.legal_moves(played.state)
            if len(moves) > 1:
                yield game.view(played.state, 0), moves


def require_plain_reasons(player: AnyPlayer, reason: Callable[[Any, Any], str]) -> None:
    """For every legal move: whole, short sentences."""
    kinds = set()
    for view, moves in choices(player, 12):
        for move in moves:
            said = reason(view, move)
            kinds.add(type(move))
            for sentence in sentences(said):
                assert sentence[0].isupper() or sentence[0].isdigit(), said
                assert sentence[-1] == ".", said
                assert len(words(sentence)) <= MOST, said
    assert len(kinds) > 4


def require_the_same_answer(player: AnyPlayer, deals: int) -> None:
    """It plays a legal move, the first that it weighs, whenever it is asked."""
    for number, (view, moves) in enumerate(choices(player, deals)):
        assert player.rule(view, moves, (), LUCK) in moves
        if number % 25 == 0:  # it takes long
            weighed = player.weigh(view, moves, (), LUCK)
            assert player.strengths["strong"](view, moves, (), LUCK) == weighed[0].move
            assert player.weigh(view, moves, (), LUCK) == weighed
            for one in weighed:
                assert one.move in moves
                assert 0 <= one.expected <= 1
                assert one.error >= 0
