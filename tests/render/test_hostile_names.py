"""No name keeps a picture from being drawn, and what shows nothing is told as a seat, or as somebody."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from cogs.screens.names import plain
from engine import GAMES
from languages import speaking
from render import PICTURES, chart, menu
from render.ending import Standing, ending, standings
from render.honours import lacks_letters, legible
from render.leaderboard import alt as alt_of_page
from render.leaderboard import leaderboard
from render.profile import profile
from render.recap import Game, Riddle, Row, recap
from render.theme import canvas, drawable, shown_name
from render.today import Banner, Today, today
from render.typefaces import SHAPES, SMALLEST, mask_of, script_of, width_of

from ..hostile_names import HOSTILE, SHOW_NOTHING, SHOW_SOMETHING
from .test_chart import shown as course
from .test_laws import every_game, fewest_and_most
from .test_leaderboard import PAGE, ROWS
from .test_profile import FULL
from .test_recap import ONE, RIDDLE

LARGEST = 90  # px of type
DAY = Today(
    title="A day", streak="", lantern="", banners=(), riddle="", answered=False, left="An hour left", tomorrow="More"
)


# The worst of each kind: what can't be drawn, hides, piles up, runs backwards, is long, joins
WORST = (
    SHOW_SOMETHING[0],
    SHOW_NOTHING[0],
    *SHOW_SOMETHING[6:7],
    "\u202egnp.exe",
    "M" * 100,
    "👩🏽\u200d❤️\u200d💋\u200d👨🏿",
)
some_and_all = pytest.mark.parametrize(
    "chosen", [WORST, pytest.param(HOSTILE, marks=pytest.mark.slow)], ids=["worst", "all"]
)


def dealt(chosen: Sequence[str], seats: int) -> list[Sequence[str]]:
    """Each of these names in a seat, at as few tables as can be."""
    return [(*chosen, *chosen, *chosen)[start : start + seats] for start in range(0, len(chosen), seats)]


@pytest.mark.skipif(not SHAPES, reason="needs the library FriBiDi")
def test_a_letter_that_cannot_be_drawn_is_left_out() -> None:
    """FreeType says "raster overflow" to this one, which Noto has."""
    assert script_of("\ufdfd", "strong") is None
    assert drawable("Ada \ufdfd B", "strong") == "Ada B"
    assert shown_name("\ufdfd", 2) == "Seat 3"


@pytest.mark.parametrize("name", SHOW_NOTHING, ids=ascii)
def test_what_shows_nothing_is_drawn_as_a_seat_or_as_somebody(name: str) -> None:
    assert shown_name(name, 2) == "Seat 3"
    assert legible(name) == plain(name) == "Somebody"
    assert not lacks_letters(name), "so no text need tell it"
    with speaking("de"):
        assert shown_name(name, 2) == "Platz 3"
        assert legible(name) == plain(name) == "Jemand"


@pytest.mark.parametrize("name", SHOW_SOMETHING, ids=ascii)
def test_any_name_is_set_in_type(name: str) -> None:
    for size in (SMALLEST["strong"], 48, LARGEST):
        drawn = drawable(name, "strong")
        width_of(drawn, "strong", size)
        assert not drawn or mask_of(drawn, "strong", size, "lm")[0].getbbox(), "it shows"


@every_game
@some_and_all
def test_every_hostile_name_can_sit_at_a_board(key: str, chosen: Sequence[str]) -> None:
    game, pictured = GAMES[key], PICTURES[key]
    setup, picked = fewest_and_most(key)[-1]
    middle, last = picked[len(picked) // 2], picked[-1]
    views = game.view(middle, game.to_act(middle)), game.view(last, None)
    for names in dealt(
        chosen, setup.seats if setup.seats > 1 else len(chosen)
    ):  # no board of a game for one has a name
        assert pictured.board(views[0], names[: setup.seats])
        assert pictured.result(views[1], names[: setup.seats], f"{names[0]} has won.")


@some_and_all
def test_every_hostile_name_can_stand_on_the_halls_pages(chosen: Sequence[str]) -> None:
    band = canvas(300)
    for names in dealt(chosen, 10):
        rows = tuple(replace(row, names=(name,)) for row, name in zip(ROWS, names, strict=True))
        pages = replace(PAGE, rows=rows), replace(PAGE, rows=(replace(ROWS[0], names=tuple(names[:4])),), own=rows[5])
        assert all(map(leaderboard, pages))
        assert all(map(alt_of_page, pages))
        places = tuple(Row(place, name, "12") for place, name in enumerate(names, 1))
        riddle: Riddle = replace(RIDDLE, found=tuple(names))
        assert recap(replace(ONE, games=(Game("Hexaract", places, 10),), riddle=riddle, embers=", ".join(names)))
        banners = [Banner("hexaract", name, "new", name, "", name, tuple(names[:3]), 3) for name in names[:4]]
        assert today(replace(DAY, banners=tuple(banners)))
        assert standings("The end", names[0], [Standing(name, "3", "dice", False) for name in names[:8]], band)
    for name in chosen:
        assert ending("The end", name, f"{name} has won.", [("3", name)], band, won=True)
        lines = course((25, 0, 0), (25, 60, 100))
        named = replace(lines, lines=tuple(replace(line, name=name) for line in lines.lines))
        assert chart.chart(replace(named, sums=(chart.Sum(name, "+64"),)))
        assert profile(replace(FULL, name=name))
        assert menu.strip("hexaract", name, name)
