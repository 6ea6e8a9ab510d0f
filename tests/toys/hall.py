"""A game made up for the tests, as if it were a game of the hall."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from discord.app_commands import Choice

import engine
import players
import render
from cogs import games, lessons
from cogs.commands import guide, lobby
from cogs.lessons.default import default_lesson
from engine import AnyGame, Chance, IllegalMove
from players.default import default_player

from .. import games as trials
from . import cups
from .cups_pictures import PICTURES
from .cups_trial import TRIAL
from .cups_words import WORDS


def _new_alone(seats: int, options: cups.Options, chance: Chance) -> cups.State:
    if seats != 1:
        raise IllegalMove("This is a game for one.")
    return cups.new(seats, options, chance)


FOR_ONE = replace(cups.GAME, seats=range(1, 2), new=_new_alone)


@contextmanager
def registered(game: AnyGame = cups.GAME) -> Iterator[None]:
    """Cups, or a variant of it, in the register of every layer."""
    choice = Choice(name=game.title, value=game.key)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(vars(engine)["GAMES"], game.key, game)
        pictures = PICTURES if game.seats[-1] > 1 else replace(PICTURES, lobby=None)
        patch.setitem(vars(render)["PICTURES"], game.key, pictures)
        patch.setitem(vars(games)["WORDS"], game.key, WORDS)
        patch.setitem(vars(players)["PLAYERS"], game.key, default_player(game))
        patch.setitem(vars(trials)["TRIALS"], game.key, TRIAL)
        patch.setitem(vars(lessons)["LESSONS"], game.key, default_lesson(game.key))
        lists = [*{id(choices): choices for choices in (lobby.CHOICES, guide.GAME_CHOICES)}.values()]
        for choices in lists:
            choices.append(choice)
        try:
            yield
        finally:
            for choices in lists:
                choices.remove(choice)
