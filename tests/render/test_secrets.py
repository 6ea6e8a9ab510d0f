"""What the rules let nobody know is in no picture, nor in its words; and what words tell, the picture shows.

Where a view changes, the words do if the picture does: test_told_in_words.py. Here is the reverse.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from engine import GAMES, heard
from render import PICTURES, Pictures

from ..engine.players import Played, Setup, lasting, setups
from ..engine.test_laws import viewers
from ..engine.test_secrets import sampled
from ..engine.worlds import redealt

NAMES = ("Astrid", "Bram", "Cosima", "Dario", "Edda", "Finn", "Gudrun", "Halvar")
FEW, MANY = 3, 40  # moves of a playthrough
SEED = "secrets in pictures"


def fewest_and_most(key: str) -> list[Setup]:
    tables = [setup for setup in setups() if setup.game.key == key]
    counts = dict.fromkeys((tables[0].game.seats[0], tables[0].game.seats[-1]))
    return [next(setup for setup in tables if setup.seats == seats) for seats in counts]


def spread(setup: Setup, many: int, seed: str = SEED) -> list[Played]:
    """About so many moves of different kinds, over a playthrough."""
    played = [*sampled(setup, seed, lasting, 1)]
    return played[:: max(1, len(played) // many)]


def no_picture_shows_a_secret(setup: Setup, pictures: Mapping[str, Pictures[Any]], many: int = FEW) -> None:
    game, pictured, names = setup.game, pictures[setup.game.key], NAMES[: setup.seats]
    for played in spread(setup, many):
        state = played.step.state
        for viewer in dict.fromkeys((None, game.to_act(played.state))):
            twin = redealt(game, state, viewer, Random(SEED))
            drawn, other = ([*everything(setup, pictured, one, viewer)] for one in (state, twin))
            assert drawn == other
            events = heard(played.step.events, None)
            moments = [pictured.moment(game.view(one, viewer), events) for one in (state, twin)]
            assert moments[0] == moments[1], "a moving picture is made of nothing else"
        twin = redealt(game, state, None, Random(SEED))
        for seat in viewers(setup) if max(game.seats) > 1 else ():
            gists = [pictured.alt(game.view(one, seat), names) for one in (state, twin)]
            assert gists[0] == gists[1], "it stands beside pictures that everybody sees"


def everything(setup: Setup, pictured: Pictures[Any], state: Any, viewer: int | None) -> Iterator[Any]:
    """That is drawn and told of a state."""
    view, names = setup.game.view(state, viewer), NAMES[: setup.seats]
    yield pictured.alt(view, names)
    yield pictured.describe(view, names)
    yield pictured.board(view, names)
    if setup.game.outcome(state):
        yield pictured.result(view, names, setup.game.headline(view))


def what_words_tell_is_shown(
    setup: Setup, pictures: Mapping[str, Pictures[Any]], many: int = FEW, seed: str = SEED
) -> None:
    """After a move, to others, and in other worlds."""
    game, pictured, names, told = setup.game, pictures[setup.game.key], NAMES[: setup.seats], 0
    for played in spread(setup, many, seed):
        seat, state = game.to_act(played.state), played.state
        view = game.view(state, seat)
        others = [(played.step.state, seat), (state, None), (redealt(game, state, None, Random(SEED)), seat)]
        for other in (game.view(*one) for one in others):
            words = [(pictured.alt(one, names), pictured.describe(one, names)) for one in (view, other)]
            if words[0] != words[1]:
                told += 1
                assert pictured.board(view, names) != pictured.board(other, names), words
    assert told


@pytest.mark.parametrize("key", GAMES)
def test_no_picture_shows_a_secret(key: str) -> None:
    for setup in fewest_and_most(key):
        no_picture_shows_a_secret(setup, PICTURES)


@pytest.mark.parametrize("key", GAMES)
def test_what_words_tell_the_picture_shows(key: str) -> None:
    for setup in fewest_and_most(key):
        what_words_tell_is_shown(setup, PICTURES)


@pytest.mark.slow
@pytest.mark.parametrize("setup", setups(together=2), ids=str)
def test_what_words_tell_the_pictures_of_many_games_show(setup: Setup) -> None:
    no_picture_shows_a_secret(setup, PICTURES, MANY)
    for number in range(5):
        what_words_tell_is_shown(setup, PICTURES, MANY, f"many/{number}")
