"""Leaderboards: who played best, here or everywhere. A page is a public message, which anybody may turn."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import product
from typing import Any, Literal, cast

import discord
from discord import app_commands, ui
from discord.ext import commands

from engine import GAMES
from engine.sentences import amount
from render.leaderboard import Page, Row
from tables import GAMES_OF_THE_DAY, Board, Hall, Period, Place, Refused, today
from tables.rankings import COUNTED, HUNDREDTHS, LEAST_DEALS, days_of

from ..controls import Interaction, Press, acknowledge, answering, button, read_soon, select
from ..display import deal_messages, messages, reading
from ..display.messages import Message
from ..display.rankings import (
    SCOPES,
    SOMEBODY,
    Scope,
    drawn,
    group_row,
    marked,
    other_scope,
    pager,
    scope_button,
    worded,
)
from ..games import WORDS
from ..services import Services
from .which_game import usual_game

Ranks = Literal["deals", "wins", "groups"]

FIRST_DAY = date(2015, 1, 1)  # Discord is no older; what a custom id says may be anything
OWN = "own"  # in place of a page's number
WORDED, DRAWN = "words", "picture"
PERIODS: Mapping[Period, str] = {"day": "Day", "week": "Week", "month": "Month", "all": "All time"}
WHAT: Mapping[Ranks, str] = {"deals": "daily", "wins": "wins", "groups": "groups"}
NO_BOARD = "This leaderboard doesn't exist. `/leaderboard` shows the others."
NO_SERVER = "You're not in a server here. Choose “Everywhere” instead."
NOWHERE = "You aren't on this leaderboard yet. Finish a game, and you will be."
HIDDEN = "You've hidden yourself from leaderboards across servers. `/privacy show` puts you back."


@dataclass(frozen=True)
class Asked:
    """Which page of which leaderboard is wanted."""

    game: str
    ranks: Ranks
    period: Period
    day: date  # any in the period
    scope: Scope
    text: bool  # in words, for the user who asks alone; else a picture for everybody
    page: int | None = 0  # None: the page with the user who asks

    def press(self) -> Press:
        page, form = OWN if self.page is None else str(self.page), WORDED if self.text else DRAWN
        board = f"{self.game}/{self.ranks}"
        return Press("leaders", 0, args=(board, self.period, str(self.day), self.scope, form, page))

    def of_another(self) -> Press:
        """The same for another game, which a select names."""
        form = WORDED if self.text else DRAWN
        return Press("leaders-of", 0, args=(self.period, str(self.day), self.scope, form, "0"))

    @classmethod
    def read(cls, board: str, period: str, day: str, scope: str, form: str, page: str) -> "Asked":
        """Raises ValueError for what names no board."""
        asked = date.fromisoformat(day)
        known = board in BOARDS and period in PERIODS and scope in SCOPES and form in (WORDED, DRAWN)
        if not known or not FIRST_DAY <= asked <= today():
            raise ValueError
        number = None if page == OWN else int(page[:6])
        return cls(*BOARDS[board], cast(Period, period), asked, cast(Scope, scope), form == WORDED, number)

    def beside(self, days: int) -> "Asked":
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
        together = {game.cooperative(game.options(**dict(zip(choices, each, strict=True)))) for each in agreed}
        if False in together:
            yield "wins"
        if True in together:
            yield "groups"


BOARDS: Mapping[str, tuple[str, Ranks]] = {
    f"{game}/{ranks}": (game, ranks) for game in WORDS for ranks in _ranked(game)
}


def _of_several(game_key: str) -> bool:
    """This game has more boards than one."""
    return sum(game == game_key for game, _ in BOARDS.values()) > 1


def _board_title(key: str) -> str:
    game, ranks = BOARDS[key]
    return GAMES[game].title + (f", {WHAT[ranks]}" if _of_several(game) else "")


class LeaderboardCog(commands.Cog, name="leaderboard"):
    def __init__(self, services: Services) -> None:
        self.store = services.store
        self.services = services
        self.browsing = services.browsing
        services.client.handlers |= {"leaders": self.turn, "leaders-of": self.choose}

    @app_commands.command(name="leaderboard", description="Who played best, in this server or everywhere")
    @app_commands.describe(
        game="Which game; else the one that is played here",
        period="Best of the day, week, month, or of all time",
        scope="Players of this server, or everywhere",
        text="In words, for you alone",
    )
    @app_commands.choices(
        game=[app_commands.Choice(name=_board_title(key), value=key) for key in BOARDS],
        period=[app_commands.Choice(name=name, value=key) for key, name in PERIODS.items()],
        scope=[app_commands.Choice(name=name, value=key) for key, name in SCOPES.items()],
    )
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def leaderboard(
        self,
        interaction: Interaction,
        game: str | None = None,
        period: str | None = None,
        scope: str | None = None,
        text: bool | None = None,
    ) -> None:
        async with answering(interaction):
            asked = await read_soon(interaction, self._asked(interaction, game, period, scope, text))
            if not interaction.response.is_done():
                await acknowledge(interaction, ephemeral=asked.text, thinking=True)
            await self._show(interaction, asked)

    async def _asked(
        self, interaction: Interaction, game: str | None, period: str | None, scope: str | None, text: bool | None
    ) -> Asked:
        """What the command's options name, and what is usual for the others. Raises Refused."""
        text = await reading.form_of(interaction) != "pictures" if text is None else text
        game = game or await self._usual(interaction)
        usual = "day" if game.endswith("/deals") else "all"
        home = "here" if interaction.guild_id else "everywhere"
        form = WORDED if text else DRAWN
        return _read(interaction, game, period or usual, str(today()), scope or home, form, "0")

    async def _usual(self, interaction: Interaction) -> str:
        """Of the game that is played here, else of what the user has played last; without any, the first of all."""
        played, ranked = await usual_game(self.services, interaction), True
        if played is None:
            for last in await self.store.results.history(interaction.user.id, limit=1):
                played, ranked = last.game, last.day is not None
        theirs = [key for key, (game, _) in BOARDS.items() if game == played]
        others = [key for key in theirs if BOARDS[key][1] != "deals"]
        return next(iter([*([] if ranked else others), *theirs, *BOARDS]))

    async def choose(self, interaction: Interaction, press: Press) -> None:
        """Replace the message by the leaderboard of another game."""
        await self.turn(interaction, replace(press, args=(*press.values, *press.args)))

    async def turn(self, interaction: Interaction, press: Press) -> None:
        """Replace the message by another page or leaderboard. It marks whoever has pressed."""
        asked = _read(interaction, *press.args)
        await acknowledge(interaction)
        await self._show(interaction, asked)

    async def _show(self, interaction: Interaction, asked: Asked) -> None:
        async with self.browsing.turn(interaction):
            page = await self._page(interaction, asked)
            asked = replace(asked, page=page.number - 1)
            ways = _rows(asked, page.pages, at_home=interaction.guild_id is not None)
            if asked.text:
                message = Message(lambda: messages.framed(worded(page), ways))
            else:
                message = await drawn(page, ways)
            await interaction.edit_original_response(**message.edit())

    async def _page(self, interaction: Interaction, asked: Asked) -> Page:
        """Raises Refused where a user looks for their own place and has none."""
        user_id = interaction.user.id
        guild_id = interaction.guild_id if asked.scope == "here" else None
        person = await self.store.people.get(user_id)
        hidden = asked.scope == "everywhere" and person is not None and person.hidden
        about = (asked.game, asked.period, asked.day)
        rankings = self.store.rankings
        if asked.ranks == "groups":
            hall = await rankings.hall(*about, guild_id=guild_id, user_id=user_id, page=asked.page)
            page = _of_groups(asked, hall)
        else:
            ask = rankings.board if asked.ranks == "deals" else rankings.wins
            board = await ask(*about, guild_id=guild_id, user_id=user_id, page=asked.page)
            page = _of_players(asked, board)
        if asked.ranks == "deals" and asked.period == "day":
            par = await self.store.deals.par(asked.game, asked.day)
            page = replace(page, hall=deal_messages.hall(asked.game, par) if par else "")
        if hidden and not asked.text:  # a mark would tell everybody who it is
            page = replace(page, own=None, rows=tuple(replace(row, own=False) for row in page.rows))
        if asked.page is None and page.own is None and not any(row.own for row in page.rows):
            raise Refused(HIDDEN if hidden else NOWHERE)
        return page


def _read(interaction: Interaction, *args: str) -> Asked:
    """Raises Refused."""
    try:
        asked = Asked.read(*args)
    except (TypeError, ValueError):
        raise Refused(NO_BOARD) from None
    if asked.scope == "here" and interaction.guild_id is None:
        raise Refused(NO_SERVER)
    return asked


# -- Pages


def _of_players(asked: Asked, board: Board) -> Page:
    by_user = {place.user_id: _player(asked, place, place.place, board.best) for place in board.rows}
    own, mine = board.own, None
    if own is not None:
        mine = _player(asked, own, own.place if board.listed else None, board.best)
        if own.deals < board.least:
            mine = replace(mine, detail=f"{own.deals} of {board.least} deals")
    rows, beyond = marked(by_user, own.user_id if own else None, mine)
    return _headed(asked, rows, beyond, board.page, board.pages, final=board.final)


def _player(asked: Asked, place: Place, number: int | None, best: int) -> Row:
    score = f"{place.points:,}"
    won = f", {place.wins:,} won" if place.wins else ""
    detail = f"{amount(place.deals, 'deal')}{won}"
    if asked.ranks == "wins":
        detail = f"of {amount(place.deals, 'game')}"
    elif asked.period == "day":
        detail = WORDS[asked.game].verdict(GAMES[asked.game].options(), place.points, place.wins > 0)
    elif asked.period == "all":
        score = f"{place.points / HUNDREDTHS:,.2f}"
    return Row(number, (place.name or SOMEBODY,), score, detail, place.points / best if best > 0 else 0.0)


def _of_groups(asked: Asked, hall: Hall) -> Page:
    by_table = {group.table_id: group_row(asked.game, group) for group in hall.rows}
    mine = hall.own
    rows, own = marked(by_table, mine.table_id if mine else None, group_row(asked.game, mine) if mine else None)
    final = asked.period != "all" and days_of(asked.period, asked.day)[1] < today()
    return _headed(asked, rows, own, hall.page, hall.pages, final=final)


def _headed(asked: Asked, rows: tuple[Row, ...], own: Row | None, page: int, pages: int, *, final: bool) -> Page:
    said = _dates(asked.period, asked.day)
    begins = "/daily play" if asked.ranks == "deals" else "/play"
    return Page(
        title=GAMES[asked.game].title,
        period=f"{WHAT[asked.ranks]} · {said}" if _of_several(asked.game) else said,
        scope=SCOPES[asked.scope].lower(),
        final=None if asked.period == "all" else final,
        note=_note(asked),
        rows=rows,
        own=own,
        number=page + 1,
        pages=pages,
        empty="Nobody stood here." if final else f"Nobody stands here yet: {begins} begins.",
    )


def _note(asked: Asked) -> str:
    match asked.ranks, asked.period:
        case "wins", _:
            return "Games won against others."
        case "groups", _:
            return "The best game of each group."
        case _, "day":
            return "The first attempt at the deal counts."
        case _, "all":
            return f"The mean of all deals, from {LEAST_DEALS} deals on."
        case _:
            return f"The sum of the best {COUNTED[asked.period]} days."


def _dates(period: Period, day: date) -> str:
    """A period by its dates."""
    if period == "all":
        return "all time"
    first, last = days_of(period, day)
    if period == "day":
        return messages.written(day)
    return f"{day:%B %Y}" if period == "month" else messages.span(first, last)


# -- Controls


def _rows(asked: Asked, pages: int, *, at_home: bool) -> list[ui.ActionRow[Any]]:
    turned = pager(asked.page or 0, pages, lambda page: replace(asked, page=page).press())
    last: ui.ActionRow[Any] = ui.ActionRow(button("Find me", replace(asked, page=None).press(), emoji="🔎"))
    if asked.period != "all":
        earlier, later = asked.beside(-1), asked.beside(1)
        unit = PERIODS[asked.period]
        last.add_item(button(f"{unit} before", earlier.press(), emoji="⏪", disabled=earlier.day < FIRST_DAY))
        if later.day <= today():
            last.add_item(button(f"{unit} after", later.press(), emoji="⏩"))
    if at_home:
        other = other_scope(asked.scope)
        last.add_item(scope_button(other, replace(asked, scope=other, page=0).press()))
    return [_others(asked), *turned, last]


def _others(asked: Asked) -> ui.ActionRow[Any]:
    """A select of all leaderboards, for the same period and scope."""
    current = f"{asked.game}/{asked.ranks}"
    options = [discord.SelectOption(label=_board_title(key), value=key, default=key == current) for key in BOARDS]
    return ui.ActionRow(select("Which game?", asked.of_another(), options))
