"""The deal of the week in messages: while it is open, its standings once it is closed, and the season."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

from engine import GAMES
from languages import decimals, labelled, later, percent, say, say_many
from players import PLAYERS
from render.leaderboard import Page, Row
from tables.boards.rankings import Board, Place
from tables.boards.seasons import FIRST, LEAST_WEEKS, SHARE, WEEKS, last_week, number_of, season_of
from tables.daily.attempts import WEEKLY, AttemptStatus
from tables.daily.calendar import monday, today, week_closes_at
from tables.daily.weeks import SEATS as WEEKLY_SEATS
from tables.daily.weeks import WeekBoard, WeekGroup
from tables.play.model import Refused
from tables.play.results import Result

from .daily import YOURS, result_text
from .days import span, week_dates, week_press
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
)
from .screen import Block, Button, Screen, Style, row

NO_WEEK = later("There is no such week. `/week` shows this one.")
PER_WEEK = 100  # points for a week in which all other groups were beaten


@dataclass(frozen=True)
class WeekQuery:
    """A page of a week's or a season's standings."""

    week: date  # or the season's first
    seats: int
    scope: Scope
    page: int = 0

    def press(self, verb: Literal["week", "season"] = "week") -> Press:
        return replace(week_press(self.week, self.seats, self.scope, self.page), verb=verb)

    @classmethod
    def read(cls, press: Press, *, at_home: bool) -> "WeekQuery":
        """The page that a press names. Raises Refused if it names none."""
        try:
            day, seats, scope, page = press.args
            week = date.fromisoformat(day)
            known = week == monday(week) and FIRST <= week <= today() and int(seats) in WEEKLY_SEATS
            if known and scope in SCOPES:
                where: Scope = "here" if scope == "here" and at_home else "everywhere"
                return cls(week, int(seats), where, int(page[:6]))
        except ValueError:
            pass
        raise Refused(say(NO_WEEK))


# -- While it lasts


def open_week(query: WeekQuery, own: Mapping[int, AttemptStatus], *, at_home: bool) -> Screen:
    """How a player stands in this week's deals. The results of others are shown once the week is closed."""
    lines = [labelled(f"- **{_of_players(seats)}**", _stands(status)) for seats, status in own.items()]
    rule = say(
        "Every group of your size plays the same deal, on every server. Your first attempt counts. "
        "Finish it by <t:{time}:f>; then all groups are ranked.",
        time=week_closes_at(query.week),
    )
    text = f"## {say('Deal of the week')}\n-# {GAMES[WEEKLY].title} · {week_dates(query.week)}\n{rule}\n"
    ways = list[Button]()
    if at_home:
        table = Press("week-table", 0, args=(str(query.week),))
        ways.append(Button(say("Play it here"), table, style=Style.SUCCESS, emoji="📅"))
    else:
        lines.append(f"-# {say('Play it in a server: there `/week` opens a table.')}")
    before = replace(query, week=query.week - timedelta(weeks=1))
    if before.week >= FIRST:
        ways.append(Button(say("Last week's standings"), before.press(), emoji="🏆"))
    return framed(text + "\n".join(lines), [row(*ways, _season_button(query), _fair(query))])


def _stands(status: AttemptStatus) -> str:
    match status:
        case AttemptStatus(state="new"):
            return say("not played yet.")
        case AttemptStatus(state="playing", counts=counts):
            playing = say("you are in the middle of it.")
            return playing if counts else f"{playing} {say('As things stand it counts for nothing.')}"
        case AttemptStatus(result=None):
            return say("played.")
        case AttemptStatus(result=result, counts=counts):
            assert result
            ended = result_text(result, YOURS)
            return ended if counts else f"{ended} {say('It counts for nothing.')}"


def _of_players(seats: int) -> str:
    return say_many("{count} player", "{count} players", seats)


def _season_button(query: WeekQuery) -> Button:
    season = replace(query, week=season_of(query.week), page=0)
    return Button(say("Season"), season.press("season"), emoji="🏅")


def _fair(query: WeekQuery) -> Button:
    return Button(say("Fair deals?"), Press("fair", 0, args=("week", str(query.week))), emoji="🎲")


# -- When it is closed


def closed_week(query: WeekQuery, board: WeekBoard, own: AttemptStatus, *, at_home: bool, dealt: bool) -> Screen:
    """The groups of one size, by the share of the others that they have beaten. `dealt`: that week has deals."""
    if not board.counted:
        soon = say("It is closed, and being counted. Look again soon.")
        text = f"## {say('Deal of the week')}\n-# {week_dates(query.week)}\n{soon}"
        return framed(text, _ways(query, 1, at_home=at_home, dealt=dealt))
    page = _week_page(query, board)
    ways = _ways(query, board.pages, at_home=at_home, dealt=dealt)
    if own.result:
        ways.append(row(*_back_at(own.result)))
    return with_picture(page, ways, _elsewhere(own) if board.own is None else "")


def _elsewhere(own: AttemptStatus) -> str:
    """What became of the player's game if it isn't on this board; empty without a game."""
    if own.share is not None:
        return say("Your group played in another server: {share}.", share=share_of(own.share))
    return say("Your game isn't ranked.") if own.state == "done" else ""


def _back_at(result: Result) -> list[Button]:
    """The ways to look at one's own game again, now that everything may be shown."""
    ways = [Button(say("Our replay"), Press("replay", result.table_id), emoji="🎞️")]
    if PLAYERS[WEEKLY].judge is not None:
        ways.append(Button(say("How did we play?"), Press("looked-back", result.table_id), emoji="⚖️"))
    return ways


def _week_page(query: WeekQuery, board: WeekBoard) -> Page:
    return page_of(
        board,
        lambda ranked: ranked.group.table_id,
        _group,
        title=say("Deal of the week"),
        period=f"{_of_players(query.seats)} · {week_dates(query.week)}",
        scope=say(WITHIN[query.scope]),
        final=True,
        note=say("How many of the other groups they beat; a tie is half."),
        empty=say("No group finished it."),
    )


def _group(ranked: WeekGroup) -> Row:
    by_score = group_row(WEEKLY, ranked.group)
    return replace(by_score, score=share_of(ranked.share), detail=f"{by_score.score} {by_score.detail}")


def share_of(share: int) -> str:
    """A share in ten-thousandths."""
    return percent(share / SHARE)


def _ways(query: WeekQuery, pages: int, *, at_home: bool, dealt: bool) -> list[Block]:
    sizes = [
        Button(_of_players(seats), replace(query, seats=seats, page=0).press())
        if seats != query.seats
        else Button(_of_players(seats), Press("week", 0), style=Style.PRIMARY, disabled=True)
        for seats in WEEKLY_SEATS
    ]
    weeks = list[Button]()
    for step, label, emoji in ((-1, say("Week before"), "⏪"), (1, say("Week after"), "⏩")):
        week = query.week + timedelta(weeks=step)
        if FIRST <= week <= today():
            weeks.append(Button(label, replace(query, week=week, page=0).press(), emoji=emoji))
    more = [_season_button(query), *([_fair(query)] if dealt else [])]
    if at_home and dealt:
        more.insert(0, Button(say("Practise here"), Press("week-table", 0, args=(str(query.week),)), emoji="🔁"))
    return [
        row(*sizes),
        *_pager(query, "week", pages),
        row(*weeks, *_scope(query, "week", at_home=at_home)),
        row(*more),
    ]


def _pager(query: WeekQuery, verb: Literal["week", "season"], pages: int) -> list[Block]:
    return pager(query.page, pages, lambda page: replace(query, page=page).press(verb))


def _scope(query: WeekQuery, verb: Literal["week", "season"], *, at_home: bool) -> list[Button]:
    other = other_scope(query.scope)
    return [scope_button(other, replace(query, scope=other, page=0).press(verb))] if at_home else []


# -- The season


def season(query: WeekQuery, board: Board, *, at_home: bool) -> Screen:
    """The players of a season by their points. Those who hide are not shown on the board of everybody."""
    page = page_of(
        board,
        lambda place: place.user_id,
        lambda place: _person(place, board.best),
        title=say("Season {number}", number=number_of(query.week)),
        period=span(query.week, last_week(query.week) + timedelta(days=6)),
        scope=say(WITHIN[query.scope]),
        final=board.final,
        note=say("Up to {points} points a week, for your best group.", points=PER_WEEK),
        empty=say("Nobody played.") if board.final else say("Nobody has a place yet."),
    )
    seasons = list[Button]()
    for step, label, emoji in ((-1, say("Season before"), "⏪"), (1, say("Season after"), "⏩")):
        first = season_of(query.week + timedelta(weeks=WEEKS * step))
        if FIRST <= first <= today():
            seasons.append(Button(label, replace(query, week=first, page=0).press("season"), emoji=emoji))
    back = replace(query, week=min(last_week(query.week), monday(today())), page=0)
    ways: list[Block] = [
        *_pager(query, "season", board.pages),
        row(
            Button(say("Deal of the week"), back.press(), emoji="📅"),
            *seasons,
            *_scope(query, "season", at_home=at_home),
        ),
    ]
    crests = say(
        "🏅 {weeks} weeks of a season bring its crest to your `/profile`. The best three get a finer place.",
        weeks=LEAST_WEEKS,
    )
    return with_picture(page, ways, "" if board.final else f"-# {crests}")


def _person(place: Place, best: int) -> Row:
    weeks, points = say_many("{count} week", "{count} weeks", place.deals), PER_WEEK * place.points / SHARE
    share = place.points / best if best else 0.0
    return Row(place.place, (place.name,), decimals(points, 1), weeks, share)
