"""Cups as it is drawn and told: the least that a game needs in these layers."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from discord.app_commands import Choice

import engine
import render
from cogs import games
from cogs.commands import lobby
from cogs.games.turns import Turns
from cogs.games.words import Label, Page, Words
from engine import AnyGame, Data, Seat
from render import Pictures
from render.ending import ending
from render.theme import BARK, GOLD, NIGHT, PARCHMENT, SAND, WIDTH, canvas, encode, palette_of, shown_name, write

from . import cups
from .cups import Event, Options, View

LINE = 120  # px, like all sizes here
PALETTE = palette_of((NIGHT, BARK, GOLD, PARCHMENT, SAND), ())


def board(view: View, names: Sequence[str]) -> bytes:
    picture = canvas(LINE * (view.table.seats + 1))
    for seat, name in enumerate(names):
        text = f"{shown_name(name, seat)}: {_cup(view, seat)}"
        write(picture, (60, LINE * (seat + 1)), text, "text", 60, PARCHMENT, "lm", WIDTH - LINE)
    return encode(picture, PALETTE)


def _cup(view: View, seat: Seat) -> str:
    known = view.table.cups[seat] if view.table.cups else None
    if view.mine and view.mine.seat == seat:
        known = view.mine.dice
    return f"{known[0]} and {known[1]}" if known else "a cup"


def result(view: View, names: Sequence[str], headline: str) -> bytes:
    figures = [(str(view.table.shaken), "shakes")]
    return encode(ending("Cups", " ".join(names), headline, figures, canvas(300), won=True), PALETTE)


def words(view: View, names: Sequence[str]) -> str:
    return "\n".join(f"{name}: {_cup(view, seat)}" for seat, name in enumerate(names))


def rules(page: int) -> bytes:
    return encode(canvas(LINE), PALETTE)


def _value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    raise AssertionError("no move of this game has a field")


PICTURES = Pictures(
    board=board,
    result=result,
    lobby=lambda title, names, seats, options: rules(0),
    alt=lambda view, names: f"Cups: {names[view.table.turn]} is to play.",
    describe=words,
    rules=rules,
    rules_alt=["A cup."],
    specimen=lambda: rules(0),
)

WORDS = Words[Options, View, Event](
    colour=0xC9782F,
    blurb="Shake a cup over two dice. 1 to 6 players.",
    options={},
    kinds={"shake": Label("Shake"), "stand": Label("Stand")},
    ask=lambda view, names: "Shake, or stand.",
    field=lambda view, tag, field: "Which?",
    value=_value,
    conceded=lambda view: "Given up.",
    private=lambda view: view.mine is not None,
    rules=[Page("Cups", "The highest total wins.")],
)


@contextmanager
def registered(game: AnyGame = cups.GAME) -> Iterator[None]:
    """In every layer, as if it were a game of the hall."""
    choice = Choice(name=game.title, value=game.key)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(vars(engine)["GAMES"], game.key, game)
        patch.setitem(vars(render)["PICTURES"], game.key, PICTURES)
        patch.setitem(vars(games)["WORDS"], game.key, WORDS)
        turns = Turns(game.key, game.key)
        turns.add("shake", "Shake your cup")
        turns.add("stand", "Let the dice lie")
        patch.setattr(games, "TURNS", (*games.TURNS, turns))
        lobby.CHOICES.append(choice)
        try:
            yield
        finally:
            lobby.CHOICES.remove(choice)
