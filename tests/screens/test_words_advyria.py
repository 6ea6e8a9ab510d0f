"""Advyria in words alone: what is told once, what only the picture told, and how much there is to read a press."""

from collections.abc import Iterator
from functools import cache
from statistics import fmean
from typing import NamedTuple

import pytest

from cogs.delivery.reading import POSITION, read
from cogs.screens import picker
from cogs.screens.panel import Panel
from cogs.screens.screen import Menu
from engine import GAMES
from engine.advyria.land import NEIGHBOURS, SPACES, STEPS
from engine.advyria.state import Options, Table
from render import PICTURES
from tables.people.people import Preferences

from .game import NAMES, Game
from .phone import words
from .told import controls, labels, text
from .turns import chosen

WORDS_ONLY = Preferences(form="words-only")
A_PRESS = 150  # words; more where all hands lie open
A_MEAN = 110
A_GIST = 60
WHOLE = 310  # words, where one asks for all of it
TABLES = [
    *[(seats, Options()) for seats in (2, 3, 4)],
    (3, Options(mode="coop")),
    (4, Options(hand_level="by_seat", open_hands=True)),
    (2, Options(special_actions=False, finale=False, manoeuvres=False, heroes=False, simple_scoring=True)),
    (1, Options(mode="solo")),
]


class Turned(NamedTuple):
    panel: Panel
    table: Table
    said: str
    words: int


@cache
def read_at(seats: int, options: Options) -> tuple[Turned, ...]:
    return tuple(_read_at(seats, options))


def _read_at(seats: int, options: Options) -> Iterator[Turned]:
    """All panels of a game, as their readers hear them. In this deal of two they look at thirteen tiles."""
    table = Game("advyria", NAMES[:seats], f"{0 if seats == 2 else 3:064x}", options=options)
    while (seat := GAMES["advyria"].to_act(table.state)) is not None:
        panel = table.panel(seat, WORDS_ONLY)
        screen = read(panel.opening(), "words-only")
        yield Turned(panel, table.state.table, text(screen), words(screen))
        move = chosen(table, seat)
        offers = [offer.moves for offer in panel.now.offers if offer.moves[0] == move]
        table.press(*(offers[0] if offers else (move,)))


every_table = pytest.mark.parametrize(("seats", "options"), TABLES)


@every_table
def test_a_press_takes_a_hundred_and_fifty_words(seats: int, options: Options) -> None:
    turned = read_at(seats, options)
    later = [one.words for one in turned if POSITION not in one.said]
    assert later or seats == 1  # in a game for one each of them has a heading
    assert max(one.words for one in turned) <= A_PRESS + 100 * options.open_hands
    assert fmean(one.words for one in turned) <= A_MEAN + 60 * options.open_hands
    whole = [words(read(one.panel.hand(), "words-only")) for one in turned[::9]]
    assert max(whole) <= WHOLE + 100 * options.open_hands


@every_table
def test_roads_and_distances_are_told_before_a_die_is_paid_for(seats: int, options: Options) -> None:
    playing = [one for one in read_at(seats, options) if one.table.step == "play"]
    assert playing
    for panel, table, *_ in playing:
        seat = panel.seen.seat
        said = text(read(panel.hand(), "words-only"))
        assert seat is not None
        pawn = table.players[seat].pawn
        assert pawn is not None
        roads = ", ".join(SPACES[space].code for space in NEIGHBOURS[pawn])
        assert f"Steps from {SPACES[pawn].code} in brackets. Roads from there: {roads}." in said
        for space, quest in enumerate(table.quests):
            if quest.face != "gone":
                assert f"{SPACES[space].code} ({STEPS[pawn][space]})" in said


@every_table
def test_the_gist_is_short(seats: int, options: Options) -> None:
    for panel, table, *_ in read_at(seats, options):
        gist = PICTURES["advyria"].alt(panel.seen.view, panel.seen.table.names())
        open_hands = sum(player.cards for player in table.players) if options.open_hands else 0
        assert len(gist.split()) <= A_GIST + 2 * open_hands, gist


@every_table
def test_what_is_asked_is_asked_once(seats: int, options: Options) -> None:
    """Above the controls stands one headline, and in small print but a newcomer's hint and how hard the game is."""
    for panel, _, said, _ in read_at(seats, options):
        above = said.partition(f"### {POSITION}")[0]
        assert above.count("### ") == 1, above
        small = [line for line in above.splitlines() if line.startswith("-# ")]
        assert all(line.startswith("-# 💡") or line.endswith(" of 10.") for line in small), above
        screen = read(panel.opening(), "words-only")
        said_labels = [*labels(screen), *(menu.prompt for menu in controls(screen) if isinstance(menu, Menu))]
        assert not [label for label in said_labels if len(label) > 20 and label in above]


def test_what_may_cost_much_is_marked() -> None:
    """In words nobody sees that a button is red."""
    marked = 0
    for panel, *_ in read_at(2, Options()):
        for path, offer in panel.now.offered.items():
            found = picker.next_question(panel.now, path)
            assert isinstance(found, picker.ChosenMoves)
            if found.risk:
                marked += 1
                assert any("(risky)" in label for label in labels(read(panel.opening(), "words-only"))), offer.label
    assert marked
