"""The player of a game that has none of its own."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

import players
from engine import GAMES, Chance
from players import PLAYERS
from players.analysis import judge
from players.default import default_player

from ..engine.players import Setup
from ..toys import cups
from ..toys.hall import registered
from .test_laws import keeps_the_laws, nth

CUPS = [Setup(cups.GAME, seats, cups.Options()) for seats in (1, 2, 6)]


@pytest.fixture(autouse=True)
def in_the_hall() -> Iterator[None]:
    with registered():
        yield


@pytest.mark.parametrize("setup", CUPS, ids=str)
def test_it_keeps_the_laws_of_players(setup: Setup) -> None:
    """At the first choice, in the middle and late."""
    for number in (0, setup.seats, 2 * setup.seats - 1):
        keeps_the_laws(nth(setup, number))


@pytest.mark.parametrize("key", [key for key in GAMES if key != "advyria"])  # its points are its player's to say
def test_it_keeps_them_in_any_game_from_its_rules_alone(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[key]
    monkeypatch.setitem(vars(players)["PLAYERS"], key, default_player(game))
    keeps_the_laws(nth(Setup(game, game.seats[0], game.options()), 12))


def cup(dice: cups.Dice, seats: int = 1) -> cups.View:
    return cups.View(cups.Table(seats), cups.Mine(0, dice))


def test_it_shakes_a_poor_cup_and_lets_a_good_one_stand() -> None:
    player, moves = PLAYERS["cups"], (cups.Shake(), cups.Stand())
    for seats in (1, 2):
        assert player.strengths["strong"](cup((1, 1), seats), moves, (), Chance("a")) == cups.Shake()
        assert player.strengths["strong"](cup((6, 6), seats), moves, (), Chance("a")) == cups.Stand()
    best, other = player.weigh(cup((6, 6)), moves, (), Chance("a"))
    assert (best.expected, best.error) == (1, 0)
    assert 0.2 < other.expected < 0.6
    assert player.reason(cup((6, 6)), cups.Stand(), ()).startswith("Played on at random, it wins ")


def test_it_judges_what_somebody_else_has_played() -> None:
    moves = (cups.Shake(), cups.Stand())
    judged = judge(PLAYERS["cups"], cup((1, 1)), moves, (), cups.Stand(), Chance("judge"))
    assert judged.made == (0,)
    assert judged.better is not None, "to shake was better"
    assert judge(PLAYERS["cups"], cup((6, 6), 3), moves, (), cups.Stand(), Chance("judge")).better is None


def test_a_game_that_ends_with_a_score_alone_must_say_what_all_points_are() -> None:
    scored = replace(cups.GAME, title="Cups for points", scored=lambda options: True)
    with pytest.raises(LookupError, match=r"^Cups for points ends with a score alone: "):
        default_player(scored)
    assert default_player(scored, points=lambda view: 12).points(cup((1, 1))) == 12
