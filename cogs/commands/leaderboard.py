"""Leaderboards: who played best, here or everywhere. A page is a public message, which anybody may turn."""

from dataclasses import replace

from discord import app_commands

from languages import later, say, speaking
from render.leaderboard import Page
from tables.daily.calendar import today
from tables.play.model import Refused

from ..delivery.replies import edit, form_of
from ..discord.controls import Interaction, acknowledge, language_of, read_soon
from ..discord.needs import Needs
from ..screens import daily
from ..screens import leaderboard as boards
from ..screens.press import Press
from ..screens.rankings import SCOPES
from .cog import Cog, command, named, offered, pressed
from .which_game import default_game

NO_BOARD = later("This leaderboard doesn't exist. `/leaderboard` shows the others.")
NO_SERVER = later("You're not in a server here. Choose “Everywhere” instead.")
NOWHERE = later("You aren't on this leaderboard yet. Finish a game, and you will be.")
HIDDEN = later("You've hidden yourself from leaderboards across servers. `/privacy` puts you back.")


class LeaderboardCog(Cog):
    @command(
        "leaderboard",
        later("Who played best, in this server or everywhere"),
        always=True,
        game=later("Which game; else the one that is played here"),
        period=later("Best of the day, week, month, or of all time"),
        scope=later("Players of this server, or everywhere"),
        text=later("In words, for you alone"),
    )
    @app_commands.choices(
        game=named({key: boards.board_title(key) for key in boards.BOARDS}),
        period=offered(boards.PERIODS),
        scope=offered(SCOPES),
    )
    async def leaderboard(
        self,
        interaction: Interaction,
        game: str | None = None,
        period: str | None = None,
        scope: str | None = None,
        text: bool | None = None,
    ) -> None:
        query = await read_soon(interaction, self._query(interaction, game, period, scope, text))
        if not interaction.response.is_done():
            await acknowledge(interaction, ephemeral=query.text, thinking=True)
        await self._show(interaction, query)

    async def _query(
        self, interaction: Interaction, game: str | None, period: str | None, scope: str | None, text: bool | None
    ) -> boards.LeaderboardQuery:
        """The page that the command's options name, with defaults for the others. Raises Refused."""
        text = await form_of(interaction) != "pictures" if text is None else text
        game = game or await self._default_ranking(interaction)
        default = "day" if game.endswith("/deals") else "all"
        home = "here" if interaction.guild_id else "everywhere"
        form = boards.WORDED if text else boards.DRAWN
        return _read(interaction, game, period or default, str(today()), scope or home, form, "0")

    async def _default_ranking(self, interaction: Interaction) -> str:
        """The board of the game that is played here, else of the user's last game, else the first board."""
        played, ranked = await default_game(self.services, interaction), True
        if played is None:
            for last in await self.store.results.history(interaction.user.id, limit=1):
                played, ranked = last.game, last.day is not None
        theirs = [key for key, (game, _) in boards.BOARDS.items() if game == played]
        others = [key for key in theirs if boards.BOARDS[key][1] != "deals"]
        return next(iter([*([] if ranked else others), *theirs, *boards.BOARDS]))

    @pressed("leaders-of", Needs.NOTHING, always=True)
    async def choose(self, interaction: Interaction, press: Press) -> None:
        """Replace the message by the leaderboard of another game."""
        await self.turn(interaction, replace(press, args=(*press.values, *press.args)))

    @pressed("leaders", Needs.NOTHING, always=True)
    async def turn(self, interaction: Interaction, press: Press) -> None:
        """Replace the message by another page or leaderboard. It marks the presser's own row."""
        query = _read(interaction, *press.args)
        await acknowledge(interaction)
        await self._show(interaction, query)

    async def _show(self, interaction: Interaction, query: boards.LeaderboardQuery) -> None:
        async with self.browsing.queued(interaction):
            language = None if query.text else await language_of(self.client, interaction.guild)
            page = await self._page(interaction, query, language)
            with speaking(language):  # of the server, whose members read it
                screen = boards.leaderboard(query, page, at_home=interaction.guild_id is not None)
            await edit(interaction, screen, browsing=True)

    async def _page(self, interaction: Interaction, query: boards.LeaderboardQuery, language: str | None) -> Page:
        """The page. Raises Refused, in the user's own language, if they look for their own place and have none."""
        user_id = interaction.user.id
        guild_id = interaction.guild_id if query.scope == "here" else None
        person = await self.store.people.get(user_id)
        hidden = query.scope == "everywhere" and person is not None and person.hidden
        about = (query.game, query.period, query.day)
        rankings = self.store.rankings
        with speaking(language):
            if query.ranks == "groups":
                group_page = await rankings.groups(*about, guild_id=guild_id, user_id=user_id, page=query.page)
                page = boards.of_groups(query, group_page)
            else:
                ask = rankings.board if query.ranks == "deals" else rankings.wins
                board = await ask(*about, guild_id=guild_id, user_id=user_id, page=query.page)
                shown = [place.user_id for place in board.rows]
                if guild_id is not None and await self.members.find_departed(guild_id, shown):
                    board = await ask(*about, guild_id=guild_id, user_id=user_id, page=query.page)
                page = boards.of_players(query, board)
            if query.ranks == "deals" and query.period == "day":
                par = await self.store.deals.par(query.game, query.day)
                page = replace(page, hall=daily.hall(query.game, par) if par else "")
        if hidden and not query.text:  # a mark would show everybody who it is
            page = replace(page, own=None, rows=tuple(replace(row, own=False) for row in page.rows))
        if query.page is None and page.own is None and not any(row.own for row in page.rows):
            raise Refused(say(HIDDEN) if hidden else say(NOWHERE))
        return page


def _read(interaction: Interaction, *args: str) -> boards.LeaderboardQuery:
    """The page that these arguments name. Raises Refused."""
    try:
        query = boards.LeaderboardQuery.read(*args)
    except (TypeError, ValueError):
        raise Refused(say(NO_BOARD)) from None
    if query.scope == "here" and interaction.guild_id is None:
        raise Refused(say(NO_SERVER))
    return query
