"""Leaderboards: who played best, here or everywhere."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import partial
from itertools import product
from typing import Any, Literal, cast

from engine import GAMES
from languages import decimals, later, month_and_year, number, say, say_many, whole_date
from render.leaderboard import Page
from render.leaderboard import Row as PageRow
from tables.boards.periods import Period, days_of
from tables.boards.rankings import Board, GroupPage, Place
from tables.boards.standings import COUNTED, HUNDREDTHS, LEAST_DEALS
from tables.daily.attempts import GAMES_OF_THE_DAY
from tables.daily.calendar import today

from ..games import WORDS
from .days import span
from .frame import framed
from .press import Press
from .rankings import (
    SCOPES,
    WITHIN,
    Scope,
    group_row,
    other_scope,
    page_of,
    pager,
    scope_button,
    with_picture,
    worded,
)
from .screen import Block, Button, Menu, Option, Row, Screen, row

Ranks = Literal["deals", "wins", "groups"]

FIRST_DAY = date(2015, 1, 1)  # Discord is no older; what a custom id says may be anything
OWN = "own"  # in place of a page's number
WORDED, DRAWN = "words", "picture"
PERIODS: Mapping[Period, str] = {
    "day": later("Day"),
    "week": later("Week"),
    "month": later("Month"),
    "all": later("All time"),
}
BEFORE: Mapping[Period, str] = {
    "day": later("Day before"),
    "week": later("Week before"),
    "month": later("Month before"),
}
AFTER: Mapping[Period, str] = {
    "day": later("Day after"),
    "week": later("Week after"),
    "month": later("Month after"),
}
WHAT: Mapping[Ranks, str] = {"deals": later("daily"), "wins": later("wins"), "groups": later("groups")}


@dataclass(frozen=True)
class LeaderboardQuery:
    """A page of a leaderboard."""

    game: str
    ranks: Ranks
    period: Period
    day: date  # any in the period
    scope: Scope
    text: bool  # in words, only for the user who asks; else a picture for everybody
    page: int | None = 0  # None: the page with the user who asks

    def press(self) -> Press:
        page, form = OWN if self.page is None else str(self.page), WORDED if self.text else DRAWN
        board = f"{self.game}/{self.ranks}"
        return Press("leaders", 0, args=(board, self.period, str(self.day), self.scope, form, page))

    def of_another(self) -> Press:
        """The press of a menu that names another game."""
        form = WORDED if self.text else DRAWN
        return Press("leaders-of", 0, args=(self.period, str(self.day), self.scope, form, "0"))

    @classmethod
    def read(cls, board: str, period: str, day: str, scope: str, form: str, page: str) -> "LeaderboardQuery":
        """The page that a press names. Raises ValueError if its arguments name no board."""
        query = date.fromisoformat(day)
        known = board in BOARDS and period in PERIODS and scope in SCOPES and form in (WORDED, DRAWN)
        if not known or not FIRST_DAY <= query <= today():
            raise ValueError
        numbered = None if page == OWN else int(page[:6])
        return cls(*BOARDS[board], cast(Period, period), query, cast(Scope, scope), form == WORDED, numbered)

    def beside(self, days: int) -> "LeaderboardQuery":
        """The board of the period before (-1) or after (1)."""
        first, last = days_of(self.period, self.day)
        day = (first if days < 0 else last) + timedelta(days=days)
        return replace(self, day=day, page=0)


def _ranked(game_key: str) -> Iterator[Ranks]:
    """What a game's leaderboards rank: deals of the day, wins against others, what groups do together."""
    if game_key in GAMES_OF_THE_DAY:
        yield "deals"
    game, choices = GAMES[game_key], WORDS[game_key].options
    if max(game.seats) > 1:
        agreed = product(*(choice.values for choice in choices.values()))
        together = {game.cooperative(game.options(**dict(zip(choices, ranks, strict=True)))) for ranks in agreed}
        if False in together:
            yield "wins"
        if True in together:
            yield "groups"


BOARDS: Mapping[str, tuple[str, Ranks]] = {
    f"{game}/{ranks}": (game, ranks) for game in WORDS for ranks in _ranked(game)
}


def _of_several(game_key: str) -> bool:
    """Whether this game has several boards."""
    return sum(game == game_key for game, _ in BOARDS.values()) > 1


def board_title(key: str) -> str:
    game, ranks = BOARDS[key]
    return GAMES[game].title + (f", {say(WHAT[ranks])}" if _of_several(game) else "")


def leaderboard(query: LeaderboardQuery, page: Page, *, at_home: bool) -> Screen:
    """A page with the buttons to others: as a picture for everybody, or in words."""
    query = replace(query, page=page.number - 1)
    ways = _rows(query, page.pages, at_home=at_home)
    return framed(worded(page), ways) if query.text else with_picture(page, ways)


# -- Pages


def of_players(query: LeaderboardQuery, board: Board) -> Page:
    return _page(query, board, lambda place: place.user_id, lambda place: _player(query, board, place), board.final)


def _player(query: LeaderboardQuery, board: Board, place: Place) -> PageRow:
    score = number(place.points)
    detail = say_many("{count} deal", "{count} deals", place.deals)
    if place.wins:
        detail += f", {say_many('{count} won', '{count} won', place.wins)}"
    if query.ranks == "wins":
        # Translators: stands beside a number of games that somebody won
        detail = say_many("of {count} game", "of {count} games", place.deals)
    elif query.period == "day":
        words = WORDS[query.game]
        detail = words.reached(place.reached) if place.reached else ""
        detail = detail or words.verdict(GAMES[query.game].options(), place.points, place.wins > 0)
    elif query.period == "all":
        score = decimals(place.points / HUNDREDTHS, 2)
    if place.deals < board.least:
        detail = say("{number} of {needed} deals", number=place.deals, needed=board.least)
    share = place.points / board.best if board.best > 0 else 0.0
    return PageRow(place.place, (place.name,), score, detail, share)


def of_groups(query: LeaderboardQuery, hall: GroupPage) -> Page:
    final = query.period != "all" and days_of(query.period, query.day)[1] < today()
    return _page(query, hall, lambda group: group.table_id, partial(group_row, query.game), final)


def _page(
    query: LeaderboardQuery, board: Any, key: Callable[[Any], int], as_row: Callable[[Any], PageRow], final: bool
) -> Page:
    dates = _dates(query.period, query.day)
    command = "/daily" if query.ranks == "deals" else "/play"
    return page_of(
        board,
        key,
        as_row,
        title=GAMES[query.game].title,
        period=f"{say(WHAT[query.ranks])} · {dates}" if _of_several(query.game) else dates,
        scope=say(WITHIN[query.scope]),
        final=None if query.period == "all" else final,
        note=_note(query),
        empty=say("Nobody played.") if final else say("Nobody has a result yet: {command} begins.", command=command),
    )


def _note(query: LeaderboardQuery) -> str:
    match query.ranks, query.period:
        case "wins", _:
            return say("Games won against others.")
        case "groups", _:
            return say("The best game of each group.")
        case _, "day":
            return say("The first attempt at the deal counts.")
        case _, "all":
            return say("The mean of all deals, from {number} deals on.", number=LEAST_DEALS)
        case _:
            return say("The sum of the best {number} days.", number=COUNTED[query.period])


def _dates(period: Period, day: date) -> str:
    """A period by its dates."""
    if period == "all":
        return say("all time")
    first, last = days_of(period, day)
    if period == "day":
        return whole_date(day)
    return month_and_year(day) if period == "month" else span(first, last)


# -- Controls


def _rows(query: LeaderboardQuery, pages: int, *, at_home: bool) -> list[Block]:
    turned = pager(query.page or 0, pages, lambda page: replace(query, page=page).press())
    last = [Button(say("Find me"), replace(query, page=None).press(), emoji="🔎")]
    if query.period != "all":
        before, after = query.beside(-1), query.beside(1)
        label = say(BEFORE[query.period])
        last.append(Button(label, before.press(), emoji="⏪", disabled=before.day < FIRST_DAY))
        if after.day <= today():
            last.append(Button(say(AFTER[query.period]), after.press(), emoji="⏩"))
    if at_home:
        other = other_scope(query.scope)
        last.append(scope_button(other, replace(query, scope=other, page=0).press()))
    return [_others(query), *turned, row(*last)]


def _others(query: LeaderboardQuery) -> Row:
    """A menu of all leaderboards, for the same period and scope."""
    current = f"{query.game}/{query.ranks}"
    options = [Option(board_title(key), key, chosen=key == current) for key in BOARDS]
    return row(Menu(say("Which game?"), query.of_another(), tuple(options)))
