"""`/week`: the deal of the week, its standings, and the season."""

from dataclasses import replace

from languages import later
from tables.boards.seasons import season_of
from tables.daily.calendar import monday, now, today, week_closes_at
from tables.daily.weeks import SEATS as WEEKLY_SEATS

from ..delivery.replies import answer
from ..discord.controls import Interaction, acknowledge_alone, acknowledge_privately
from ..discord.needs import Needs
from ..screens import week as screens
from ..screens.press import Press
from ..screens.rankings import Scope
from ..screens.week import WeekQuery
from .cog import Cog, command, pressed


class WeekCog(Cog):
    @command(
        "week",
        later("The deal of the week for groups: how you stand, who did best"),
        acknowledge_privately,
        always=True,
    )
    async def week(self, interaction: Interaction) -> None:
        scope: Scope = "here" if interaction.guild_id else "everywhere"
        await self._week(interaction, WeekQuery(monday(today()), WEEKLY_SEATS[0], scope))

    @pressed("week", Needs.NOTHING, always=True)
    async def week_pressed(self, interaction: Interaction, press: Press) -> None:
        query = WeekQuery.read(press, at_home=interaction.guild_id is not None)
        await acknowledge_alone(interaction)
        await self._week(interaction, query)

    async def _week(self, interaction: Interaction, query: WeekQuery) -> None:
        async with self.browsing.queued(interaction):
            user_id, at_home = interaction.user.id, interaction.guild_id is not None
            deals = await self.store.weeks.deals(query.week)
            own = await self.store.weeks.own(user_id, query.week)
            if now() < week_closes_at(query.week):
                screen = screens.open_week(query, own, at_home=at_home)
            else:
                guild_id = interaction.guild_id if query.scope == "here" else None
                board = await self.store.weeks.board(
                    query.week, query.seats, guild_id=guild_id, user_id=user_id, page=query.page
                )
                query = replace(query, page=board.page)
                screen = screens.closed_week(query, board, own[query.seats], at_home=at_home, dealt=bool(deals))
            await answer(interaction, screen, browsing=True)

    @pressed("season", Needs.NOTHING, always=True)
    async def season_pressed(self, interaction: Interaction, press: Press) -> None:
        query = WeekQuery.read(press, at_home=interaction.guild_id is not None)
        await acknowledge_alone(interaction)
        async with self.browsing.queued(interaction):
            query = replace(query, week=season_of(query.week))
            guild_id = interaction.guild_id if query.scope == "here" else None
            board = await self.store.seasons.board(
                query.week, guild_id=guild_id, user_id=interaction.user.id, page=query.page
            )
            query = replace(query, page=board.page)
            screen = screens.season(query, board, at_home=interaction.guild_id is not None)
            await answer(interaction, screen, browsing=True)
