"""The day as a picture: what it tells of oneself and of others, and that a phone shows all of it."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest
from PIL import ImageDraw

from cogs.screens.daily import BARE, DAILY, NAMED, result_text
from cogs.screens.leaderboard import LeaderboardQuery, of_players
from cogs.screens.recap import announcement
from cogs.screens.riddle import labels as riddle_labels
from cogs.screens.screen import Menu, Picture, Row, Screen, Style
from cogs.screens.today import Day, OwnDeal, Place, Yesterday, today
from engine import GAMES
from languages import offered, say, speaking
from players.solo_game import Par
from render import typefaces
from render.theme import WIDTH
from render.today import today as drawn
from tables.boards import rankings
from tables.boards.rankings import Board
from tables.daily import calendar
from tables.daily.attempts import AttemptStatus, Deal, Key
from tables.daily.recaps import UNLIT, Friends, GameRecap, Recap
from tables.people.profile import Streak
from tables.play.results import Result

from .phone import HIGH, counted, height, words
from .test_riddle import answered, riddle
from .told import alts, buttons, text

IN_THE_APP = 344  # points of width of a picture on a phone
DAY = date(2026, 1, 4)  # a Sunday
WON = Result(1, 0, 5, "", None, DAY, True, 21, 0)
NEW, PLAYING, DONE = AttemptStatus("new"), AttemptStatus("playing", 1), AttemptStatus("done", 1, WON)


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (calendar, __import__("cogs.screens.today", fromlist=["now"])):
        monkeypatch.setattr(module, "now", lambda: int(datetime(2026, 1, 4, 12, 30, tzinfo=UTC).timestamp()))


def own(game: str, status: AttemptStatus, day: date = DAY, **more: Any) -> OwnDeal:
    return OwnDeal(Deal(Key("day", game, day), 1, "", None), status, None, **more)


def day(*standings: AttemptStatus, **other: Any) -> Day:
    deals = [own(game, one) for game, one in zip(DAILY, (*standings, *[NEW] * len(DAILY)), strict=False)]
    given: dict[str, Any] = {"late": (), "riddle": riddle("hexaract"), "streak": Streak(0, 0, None), "friends": {}}
    return Day(**{"day": DAY, "deals": deals, **given, **other})


def page(screen: Screen) -> Any:
    (picture,) = [one for one in screen.blocks if isinstance(one, Picture)]
    assert picture.drawing
    return picture.drawing.given[0]


def test_it_says_how_each_deal_stands_and_what_tomorrow_brings() -> None:
    signs = "🟩🐦"
    done = replace(own(DAILY[0], DONE, signs=signs), par=Par(won=False, score=3))
    said = alts(today(day(streak=Streak(5, 9, DAY, 1), nights=2, deals=[done, own(DAILY[1], PLAYING)])))[0]
    first, second = (GAMES[game].title for game in DAILY[:2])
    assert said.startswith("4 January 2026.\nStreak: 5 days, 1 ember.\nLantern: 2 nights.\n")
    assert f"{first}: Won with 21 points · the hall: 3, " in said
    assert f"{signs}\n{second}: In progress." in said
    assert "Riddle, Hexaract: not answered yet." in said
    assert said.endswith("13 hours left. Tomorrow: new deals, a deal of the week, a riddle of Hexaract.")


def test_a_defeat_says_how_far_it_came() -> None:
    """On the day's page, on boards, where it is shared, and in the post of a server; giving up doesn't."""
    wyrms = "advent-of-the-wyrms"
    lost = Result(1, 0, 5, wyrms, None, DAY, False, 0, 0, (3,))
    came = "3 of 4 incantations"
    assert result_text(lost, BARE) == f"Lost with {came}"
    assert result_text(lost, NAMED, "**Ann**") == f"**Ann** lost with {came}."
    assert result_text(replace(lost, reached=()), BARE) == "Lost"
    places = tuple(
        [rankings.Place(number, number, "Ann", 0, 1, 0, reached) for number, reached in ((1, (3,)), (2, ()))]
    )
    query = LeaderboardQuery(wyrms, "deals", "day", DAY, "everywhere", text=False)
    board = Board(places, None, 0, False, 2, 0, 1, False, 1)
    assert [row.detail for row in of_players(query, board).rows] == [came, "lost"]
    recap = Recap("day", DAY, (GameRecap(wyrms, places, 2, None),), None, UNLIT)
    (post,) = alts(announcement(recap, None, DAY))
    assert f"1 · Ann: {came}" in post
    assert "2 · Ann: 0" in post


def test_what_is_still_to_be_done_comes_first() -> None:
    shown = [button.label for button in buttons(today(day(DONE, NEW, PLAYING))).values()]
    titles = [GAMES[game].title for game in DAILY]
    assert shown[0] == f"Resume {titles[2]}"
    assert shown[1:3] == [f"Play {titles[1]}", f"Play {titles[3]}"]
    assert buttons(today(day(DONE)))[f"Show {titles[0]}"].style is Style.SECONDARY


def test_friends_are_named_and_nothing_else_of_them() -> None:
    friends: Mapping[str, Friends] = {DAILY[0]: Friends(("**Bob**", "Cat", "Dan"), 4), DAILY[1]: Friends(("Eve",), 1)}
    said = alts(today(day(friends=friends)))[0]
    assert r"\*\*Bob\*\*, Cat, Dan and 1 other played." in said
    assert "\n" + f"{GAMES[DAILY[1]].title}: Not begun yet. Eve played.\n" in said
    assert page(today(day(friends=friends))).banners[0].friends[0] == "**Bob**"


PLACES = tuple([Place(game, 3, 12, Par(won=False, score=3)) for game in DAILY])
LATE = own(DAILY[1], PLAYING, date(2026, 1, 3))
ENDED = day(
    DONE,
    DONE,
    streak=Streak(30, 30, DAY, 1, date(2026, 1, 3)),
    yesterday=Yesterday(PLACES, answered("hexaract", 0, {})),
)
FULL = day(DONE, DONE, DONE, DONE, late=[LATE], streak=Streak(30, 30, date(2026, 1, 3), 2), nights=400)


@pytest.mark.parametrize("one", [day(), day(DONE, NEW, PLAYING), FULL, ENDED])
def test_every_line_of_the_picture_is_large_enough(one: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes, draw_text = dict[str, float](), ImageDraw.ImageDraw.text

    def noted(draw: Any, at: Any, said: str, fill: Any = None, font: Any = None, **rest: Any) -> None:
        sizes[said] = font.size
        draw_text(draw, at, said, fill, font, **rest)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", noted)
    typefaces.mask_of.cache_clear()
    shown = page(today(one))
    drawn(shown)
    lines = [shown.title, shown.left, shown.tomorrow, shown.riddle]
    for banner in shown.banners:
        lines += [banner.title, banner.told, *([] if banner.strip else [banner.note])]
    assert min(sizes[line] for line in lines) * IN_THE_APP / WIDTH >= 12, "points on a phone"


@pytest.mark.parametrize("language", offered())
@pytest.mark.parametrize("one", [day(), day(DONE, NEW, PLAYING), FULL, ENDED])
def test_it_fits_a_phone(one: Day, language: str) -> None:
    with speaking(language):
        screen = today(one)
        assert counted(screen) <= 6
        assert words(screen) <= 50
        assert height(screen, screen) <= HIGH
        labels = buttons(screen)
        assert say("Riddle of the day") in labels
        assert say("Fair deals?") in labels


def test_it_says_how_yesterday_ended() -> None:
    found = answered("hexaract", 0, {})
    assert found.solution
    best = riddle_labels(found)[found.solution.best]
    said = text(today(day(yesterday=Yesterday((PLACES[0], replace(PLACES[1], place=1), PLACES[2]), found))))
    first, second = (GAMES[game].title for game in DAILY[:2])
    assert f"Yesterday, {second}: **1st of 12** (the hall: 3, " in said
    assert first not in said, "the best place: a phone has room for one"
    assert f"Yesterday's riddle: **{best}** was best" in said
    nothing = replace(PLACES[0], par=Par(won=True, score=0))
    assert "(the hall: won)" in text(today(day(yesterday=Yesterday((nothing,))))), "not 0, which a defeat has too"
    assert "Yesterday" not in text(today(day()))


def test_an_ember_that_burned_is_told() -> None:
    said = text(today(day(streak=Streak(8, 8, DAY, 0, date(2026, 1, 3)))))
    assert "An ember kept your streak on 3 January." in said


def test_reminders_are_offered() -> None:
    more = [
        option.label
        for block in today(day()).blocks
        if isinstance(block, Row)
        for one in block.controls
        if isinstance(one, Menu)
        for option in one.options
    ]
    assert "Remind me daily at this hour" in [*buttons(today(day())), *more]


def test_what_is_late_is_told_and_comes_back() -> None:
    screen = today(day(late=[LATE]))
    title = GAMES[DAILY[1]].title
    assert f"**{title}** of 3 January 2026 counts until" in text(screen)
    assert next(iter(buttons(screen))) == f"Resume {title}, 3 January"


def test_a_riddle_of_older_rules_leaves_the_rest() -> None:
    assert "No riddle today." in alts(today(day(riddle=None)))[0]
