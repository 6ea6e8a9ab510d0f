"""Words that are much longer than the English ones: in every picture all of them can be read, and none is English.

All text goes through `write`, which knows its picture and how much room it was given. So it is noted there what was
cut, what stands beyond the picture's edge, and what lies on other text.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import Any

import pytest
from PIL import Image

from engine import GAMES, Chance
from languages import speaking, spoken
from render import PICTURES, chart, leaderboard, menu, month, profile, recap, spread, theme, today, typefaces
from render.advyria.cards import SHORT_NAMES
from render.colours import PARCHMENT
from render.faces import face_of
from render.theme import WIDTH, set_in, write_whole
from render.today import Banner, Today
from render.typefaces import Face
from render.vector import Colour

from ..engine.players import Setup, lasting, positions, setups
from ..languages import pseudo
from ..languages.unsaid import SAMPLES, unsaid
from . import test_chart, test_leaderboard, test_month, test_profile, test_recap
from .test_secrets import fewest_and_most

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
FEW, MANY = 2, 30  # positions of a game, besides its end
TOUCH = 6  # px by which lines may lie into each other: accents above, tails below
Draw = Callable[[], bytes]


class LongWords(pseudo.Pseudo):
    """Translators are told how long a line of a short name may be."""

    def gettext(self, message: str) -> str:
        return message.translate(pseudo.ACCENTS) if message in SHORT_NAMES else super().gettext(message)


class Page:
    """What is written on pictures, and what of it can't be read."""

    def __init__(self) -> None:
        self.faults: set[str] = set()
        self.unsaid: set[str] = set()  # words
        self._written: list[tuple[Image.Image, tuple[int, int, int, int], str]] = []

    def write(
        self,
        canvas: Image.Image,
        at: tuple[int, int],
        text: str,
        face: Face,
        size: int,
        colour: Colour = PARCHMENT,
        anchor: str = "lm",
        width: int = WIDTH,
    ) -> int:
        shown = theme.fitted(text, face, size, width)
        if shown != theme.drawable(text, face):
            self.faults.add(f"cut: {text!r}, as {shown!r}")
        if spoken() == pseudo.CODE and text not in SAMPLES:  # in English a palette's sample is drawn
            self.unsaid |= unsaid(text, *NAMES)
        if shown and not face_of(shown):
            self._put(canvas, at, shown, face, size, anchor)
        return WRITE(canvas, at, text, face, size, colour, anchor, width)

    def _put(self, canvas: Image.Image, at: tuple[int, int], text: str, face: Face, size: int, anchor: str) -> None:
        mask, left, top = typefaces.mask_of(text, face, size, anchor)
        x, y = at[0] + left + 2, at[1] + top + 2  # the mask has an edge of 2 px
        box = (x, y, x + mask.width - 4, y + mask.height - 4)
        if min(box) < -TOUCH or box[2] > canvas.width + TOUCH or box[3] > canvas.height + TOUCH:
            self.faults.add(f"beyond the edge: {text!r} at {box} of {canvas.size}")
        for other, (left, top, right, bottom), known in self._written:
            across, down = min(right, box[2]) - max(left, box[0]), min(bottom, box[3]) - max(top, box[1])
            if other is canvas and known != text and across > 2 and down > TOUCH:
                self.faults.add(f"{text!r} lies on {known!r} by {across} x {down} px")
        self._written.append((canvas, box, text))

    def turn(self) -> None:
        """Another picture."""
        self._written.clear()


WRITE = theme.write


@contextmanager
def read(monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """Pictures in a language of long words."""
    page = Page()
    for name, module in [*sys.modules.items()]:
        if name.startswith("render") and vars(module).get("write") is WRITE:
            monkeypatch.setattr(module, "write", page.write)
    monkeypatch.setattr(pseudo, "Pseudo", LongWords)
    with pseudo.spoken_here(), speaking(pseudo.CODE):
        yield page


def of_game(key: str, tables: Sequence[Setup], many: int) -> Iterator[Draw]:
    game, ours = GAMES[key], PICTURES[key]
    for setup in tables:
        names, states = NAMES[: setup.seats], [*positions(setup, "long words", lasting)]
        for state in (*states[:: max(1, len(states) // many)], states[-1]):
            yield partial(ours.board, game.view(state, None), names)
            yield partial(ours.board, game.view(state, 0), names)
        if game.revealed:
            yield partial(ours.board, game.revealed(states[-1]), names)
        end = game.view(states[-1], None)
        yield partial(ours.result, end, names, game.headline(end))
    for number in range(len(ours.rules_alt)):
        yield partial(ours.rules, number)
    if ours.lobby:
        yield partial(ours.lobby, game.title)


@pytest.mark.parametrize("key", PICTURES)
def test_all_words_of_a_game_are_said_and_can_be_read(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = can_be_read(monkeypatch, of_game(key, fewest_and_most(key)[-1:], FEW))
    assert not page.unsaid


@pytest.mark.slow
@pytest.mark.parametrize("key", PICTURES)
def test_all_words_of_many_positions_can_be_read(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [setup for setup in setups() if setup.game.key == key]
    can_be_read(monkeypatch, of_game(key, tables[:: max(1, len(tables) // 6)], MANY))


def can_be_read(monkeypatch: pytest.MonkeyPatch, drawn: Iterable[Draw]) -> Page:
    with read(monkeypatch) as page:
        for draw in drawn:
            page.turn()
            draw()
    assert not page.faults, "\n".join(sorted(page.faults))
    return page


def longer(value: Any) -> Any:
    """What others say of a page is longer as well; names and figures stay."""
    if isinstance(value, tuple):
        return tuple(map(longer, value))
    if not is_dataclass(value):
        return value
    said = {"note", "detail", "empty", "hall", "period", "told", "streak", "lantern", "riddle", "summary"}
    changed: dict[str, Any] = {}
    for field in fields(value):
        old = getattr(value, field.name)
        changed[field.name] = (
            pseudo.translated(old) if field.name in said and isinstance(old, str) and old else longer(old)
        )
    return replace(value, **changed)  # type: ignore[type-var]


TODAY = Today(
    title="26 November 2026",
    streak="Streak: 12 days",
    lantern="Lantern: 12 nights",
    banners=tuple(
        Banner(key, "A game", "new", "Not begun yet", note="Rising cards", friends=("Ann",)) for key in GAMES
    ),
    riddle="Riddle, Hexaract: not answered yet",
    answered=False,
    left="[5 hours~~ left~~]",
    tomorrow="[Tomorrow~~~: new~ deals~~, a riddle~~ of Hexaract]",
)
SPREAD = spread.Spread(
    title="Hexaract",
    when="[Deal~~ of 21 November 2026~~~]",
    charts=(spread.Chart("[Everywhere~~~]", "[412th of~~ 10,235]", spread.bars({1: 3, 9: 4, 40: 2}, 9)),),
)
LONG_TOLD = pseudo.translated("Finish four incantations before the deck runs out")
LONG_FACTS = pseudo.translated("1 player · 10 min · few rules")
PAGES: dict[str, Callable[[], bytes]] = {
    "profile": lambda: profile.profile(longer(replace(test_profile.CRESTED, embers=2, learned=("Hexaract",)))),
    "new profile": lambda: profile.profile(longer(test_profile.NEW)),
    "recap": lambda: recap.recap(longer(replace(test_recap.FIVE, games=test_recap.ONE.games * 5))),
    "riddle": lambda: recap.recap(longer(test_recap.ALONE)),
    "month": lambda: month.month(longer(test_month.FULL)),
    "board": lambda: leaderboard.leaderboard(longer(replace(test_leaderboard.PAGE, rows=test_leaderboard.ROWS[:1]))),
    "empty board": lambda: leaderboard.leaderboard(replace(test_leaderboard.EMPTY, final=True)),
    "chart": lambda: chart.chart(test_chart.shown((41, 100), points=(0, 1))),
    "spread": lambda: spread.spread(SPREAD),
    "today": lambda: today.today(longer(TODAY)),
    "shelf": lambda: menu.shelf([menu.Book(key, GAMES[key].title, LONG_TOLD, LONG_FACTS) for key in GAMES]),
    "menu": lambda: menu.strip("hexaract", "Hexaract", pseudo.translated("1 player · 10 min · few rules")),
}


@pytest.mark.parametrize("name", PAGES)
def test_all_words_of_the_halls_pages_can_be_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    can_be_read(monkeypatch, [PAGES[name]])


def test_what_cannot_be_read_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    canvas = Image.new("RGB", (WIDTH, 200))
    with read(monkeypatch) as page:
        write_whole(canvas, (10, 50), "far too long for one line", "text", 40, width=200)
        assert len(page.faults) == 1, "it is cut"
        theme.write(canvas, (60, 60), "Above", "text", 40)
        assert len(page.faults) == 2, "it lies on the other"
        theme.write(canvas, (1150, 150), "beside", "text", 40)
        assert len(page.faults) == 3, "it begins inside"
        write_whole(canvas, (400, 130), "far too long for one line", "text", 40, width=200, height=160)
        assert len(page.faults) == 3, "on lines all of it is read"


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("Two dice", 1000, ["Two dice"]),
        ("Two\ndice", 1000, ["Two", "dice"]),
        ("Two dice", 100, ["Two", "dice"]),
        ("Donau\N{SOFT HYPHEN}dampfer", 400, ["Donaudampfer"]),
        ("Donau\N{SOFT HYPHEN}dampfer", 140, ["Donau-", "dampfer"]),
        ("Donaudampfer", 140, ["Donau-", "dampfer"]),
    ],
)
def test_a_text_is_set_in_lines(text: str, width: int, lines: list[str]) -> None:
    assert [*set_in(text, "text", 36, width, 200)[1]] == lines


def test_a_sprite_with_words_is_kept_for_each_language() -> None:
    view = GAMES["hexaract"].view(GAMES["hexaract"].new(1, GAMES["hexaract"].options(), Chance("words")), None)
    english = PICTURES["hexaract"].board(view, NAMES[:1])
    with pseudo.spoken_here(), speaking(pseudo.CODE):
        other = PICTURES["hexaract"].board(view, NAMES[:1])
        assert other != english
    assert PICTURES["hexaract"].board(view, NAMES[:1]) == english
