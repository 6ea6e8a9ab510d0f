"""A playthrough makes forced moves, tells each seat what it hears, and goes back."""

from random import Random

import pytest

from engine import GAMES, Chance, Playthrough, heard


@pytest.mark.parametrize("key", GAMES)
def test_what_was_played_can_be_taken_back_and_played_again(key: str) -> None:
    game, draw = GAMES[key], Random(key)
    played = Playthrough.deal(game, game.seats[-1], game.options(), Chance("cursor"))
    for _ in range(30):
        played.play_forced()
        if played.outcome is None:
            played.play(draw.choice(game.choices(played.state)))
    copied, moves, end = played.copy(), [made.move for made in played.played], played.state
    states = [made.state for made in played.played]
    while copied.played:
        copied.take_back()
        assert copied.state == states.pop()
    assert played.state == end, "a copy is a game of its own"
    for move in moves:
        copied.play(move)
    assert (copied.state, copied.played) == (end, played.played)
    for seat in (None, *range(game.seats[-1])):
        by_step = [event for made in played.played for event in heard(made.step.events, seat)]
        assert played.heard(seat) == by_step


def test_what_leaves_no_choice_is_played_until_there_is_one() -> None:
    game = GAMES["forest-of-wyr"]
    played, forced = Playthrough.deal(game, 1, game.options(), Chance("forced")), 0
    while played.outcome is None:
        made = played.play_forced()
        forced += len(made)
        assert all(len(game.choices(one.state)) == 1 for one in made)
        assert played.forced() is None
        if played.outcome is None:
            assert len(game.choices(played.state)) > 1
            played.play(game.choices(played.state)[0])
    assert forced
