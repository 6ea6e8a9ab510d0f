"""Games for one, for tests on a simulated Discord: their deals are known beforehand, and so is how they go."""

from collections.abc import Iterator, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from simcord.results import ResponseMessage

from cogs.games import WORDS
from engine import GAMES, Chance, Playthrough
from tables.play.odds import options

from ..engine.players import Played, Setup, lasting, playthrough
from ..games import trial
from .hall import Actor, World

KEYS = tuple(key for key in WORDS if max(GAMES[key].seats) == 1)
DEALS = 400


@cache
def script(key: str, won: bool, *, daily: bool = False) -> tuple[str, tuple[Played, ...]]:
    """A seed, and a first game that is won or lost with it; `daily`: one with the options of a deal of the day."""
    game = GAMES[key]
    begun = game.alone if daily else begun_with(key)
    for number in range(trial(game).first_deals.get(won, 0), DEALS):
        seed = f"{number:064x}"
        somehow = playthrough(Setup(game, 1, begun), seed, lasting)
        played = tuple(sensibly(key, seed, begun) if won and trial(game).sensible else somehow)
        outcome = game.outcome(played[-1].step.state)
        if outcome and outcome.won is won:
            return seed, played
    raise AssertionError("no such deal")


def begun_with(key: str) -> Any:
    """The options of a first game."""
    return options(key, 1, 0, has_won=False, solo=True)


def sensibly(key: str, seed: str, begun: Any) -> Iterator[Played]:
    """A game as somebody plays it who thinks a little."""
    game, ahead = GAMES[key], list[Any]()
    think = trial(game).sensible
    assert think
    played = Playthrough.deal(game, 1, begun, Chance(seed))
    while played.outcome is None:
        legal = played.legal_moves
        if not ahead or ahead[0] not in legal:
            ahead = list(think(played.view(0), legal))
        yield played.play(ahead.pop(0))


def chosen(key: str, played: Sequence[Played]) -> list[Played]:
    """The moves that somebody makes: what leaves no choice is played by itself."""
    return [one for one in played if GAMES[key].forced(one.state, alone=True) is None]


def deal(monkeypatch: pytest.MonkeyPatch, seed: str) -> None:
    """The seed of every solitaire from now on."""
    monkeypatch.setattr("tables.play.rows.secrets", SimpleNamespace(token_hex=lambda size: seed))


async def start(here: World, actor: Actor, key: str) -> ResponseMessage:
    """The one message of a new game."""
    result = await here.slash(actor, "play", game=key)
    assert result.response
    assert not result.response.ephemeral
    return result.response


async def give_up(here: World, actor: Actor, message: ResponseMessage) -> None:
    """By the button or behind “More…”, and again where it asks once more."""
    await here.press(actor, message, "Give up")
    await here.press(actor, message, "Give up")
