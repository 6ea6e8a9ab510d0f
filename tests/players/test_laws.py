"""What players/player.py promises, of every registered player, at every number of seats, option and strength."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from engine import GAMES, Chance, Playthrough, decode, encode
from players import PLAYERS
from players.answer import Answer, Question, answer, read_opinion, read_playout
from players.worker import answered

from ..engine.players import Setup, setups
from ..engine.worlds import redealt

EVERY = 7  # positions apart are those that a whole game is asked about
SETUPS = setups(2)
FIRST = [
    next(setup for setup in SETUPS if (setup.game.key, setup.seats) == one)
    for one in sorted({(setup.game.key, setup.seats) for setup in SETUPS})
]


class Position(NamedTuple):
    """What a seat is asked about."""

    setup: Setup
    state: Any
    seat: int
    told: tuple[Any, ...]

    def question(self, what: Any, strength: Any = "strong", state: Any = None, made: Any = None) -> Question:
        game, state = self.setup.game, self.state if state is None else state
        view, moves = game.view(state, self.seat), game.legal_moves(state)
        return Question.about(game, what, strength, view, moves, self.told, luck="a seed", made=made)


def positions(setup: Setup, seed: str) -> Iterator[Position]:
    """Where there is a choice, in a game that the rule player plays at every seat."""
    game, player, chance = setup.game, PLAYERS[setup.game.key], Chance(seed)
    played = Playthrough.deal(game, setup.seats, setup.options, chance)
    for number in range(5000):
        seat = played.to_act
        if seat is None:
            return
        moves = played.legal_moves
        move = moves[0]
        if len(moves) > 1:
            known = tuple(played.heard(seat))
            yield Position(setup, played.state, seat, known)
            move = player.rule(played.view(seat), moves, known, Chance(f"{seed}/player/{number}"))
            assert move in moves
        played.play(move)
    raise AssertionError(f"{setup} never ends")


def nth(setup: Setup, number: int) -> Position:
    for count, position in enumerate(positions(setup, "laws")):
        if count == number:
            return position
    return position


def keeps_the_laws(position: Position) -> None:
    game, player = position.setup.game, PLAYERS[position.setup.game.key]
    moves = tuple(game.legal_moves(position.state))
    view = game.view(position.state, position.seat)
    alike = redealt(game, position.state, position.seat, Random("another world"))
    assert game.view(alike, position.seat) == view
    played = dict[str, Any]()
    for what, strength in (("rule", "strong"), *(("move", strength) for strength in player.strengths)):
        asked = encode(position.question(what, strength))
        found: Answer = decode(Answer, answer(asked))
        move = decode(game.move, found.move)
        assert move in moves, "legal"
        assert answer(asked) == answer(encode(position.question(what, strength, alike))), "what it can't see is nothing"
        played[strength if what == "move" else "rule"] = move
    asked = encode(position.question("opinion"))
    opinion = read_opinion(game, answer(asked), moves).weighed
    assert answer(asked) == answer(encode(position.question("opinion", state=alike)))
    assert opinion[0].move == played["strong"], "the best is what it plays"
    assert len({encode(one.move) for one in opinion}) == len(opinion)
    for one in opinion:
        assert one.move in moves
        assert 0 <= one.expected <= 1
        assert one.error >= 0
        assert one.reason == one.reason.strip() != ""


@pytest.mark.parametrize("setup", FIRST, ids=str)
def test_a_player_keeps_the_laws_early_and_late(setup: Setup) -> None:
    keeps_the_laws(nth(setup, 2))
    keeps_the_laws(nth(setup, 40))


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_player_keeps_the_laws_through_a_game(setup: Setup) -> None:
    for number, position in enumerate(positions(setup, "laws, all")):
        if number % EVERY == 0:
            keeps_the_laws(position)


@pytest.mark.slow
@pytest.mark.parametrize("setup", [setup for setup in FIRST if setup.seats == 1], ids=str)
def test_a_move_is_played_out_from_what_is_seen_alone(setup: Setup) -> None:
    *_, position = positions(setup, "laws")
    alike = redealt(setup.game, position.state, position.seat, Random("another world"))
    for move in setup.game.legal_moves(position.state)[:2]:
        asked = encode(position.question("playout", made=move))
        assert 0 <= read_playout(answer(asked)).share <= 1
        assert answer(asked) == answer(encode(position.question("playout", state=alike, made=move)))


@pytest.mark.parametrize("key", PLAYERS)
def test_strengths_are_three_where_players_compete_and_else_two_at_most(key: str) -> None:
    game = GAMES[key]
    competes = max(game.seats) > 1 and any(
        not game.cooperative(setup.options) for setup in SETUPS if setup.game is game
    )
    strengths = tuple(PLAYERS[key].strengths)
    assert strengths == (("easy", "middle", "strong")[-len(strengths) :])
    assert len(strengths) == 3 if competes else len(strengths) <= 2


def test_what_goes_wrong_is_told_without_a_word_of_what_was_shown() -> None:
    asked = nth(FIRST[0], 2).question("move")
    wrong = msgspec.structs.replace(asked, view=msgspec.Raw(b'{"secret": "Cragjaw"}'))
    told = decode(Answer, answered(encode(wrong)))
    assert told.failed.startswith("ValidationError in ")
    assert "Cragjaw" not in told.failed
    assert "secret" not in told.failed
