"""`/daily`: the deals of the day, played in private, shared if the player wishes."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import date, timedelta
from functools import partial

import discord
from discord import app_commands

from engine import GAMES
from languages import later, say
from render import spread
from tables.boards.rankings import Spread
from tables.daily.calendar import closes_at, now, today
from tables.daily.deals import AlreadyPlayed
from tables.daily.recaps import UNLIT
from tables.daily.riddles import Riddle
from tables.play.model import Refused, Request, Table
from tables.services import Store
from tables.store.errors import Unreadable

from ..delivery.pictures import pictured
from ..delivery.replies import answer, edit
from ..discord.controls import (
    JUDGED,
    Interaction,
    acknowledge,
    acknowledge_alone,
    acknowledge_out_of_sight,
    acknowledge_privately,
    at_home,
    read_soon,
    request,
    tell,
)
from ..discord.needs import Needs
from ..screens import archive, daily, shared
from ..screens import riddle as riddles
from ..screens import today as screens
from ..screens.daily import DAILY
from ..screens.days import day_in
from ..screens.frame import framed
from ..screens.press import Press
from ..screens.screen import Drawing, Picture
from ..screens.today import Day, OwnDeal, Place, Yesterday
from ..services import Services
from .cog import Cog, command, named, offered, pressed
from .sharing import SHARED_ALREADY, Sharing

Begin = Callable[[str, date, Request, int | None], Awaitable[Table]]  # a method of Deals that gives a table
SHOW = {
    "riddle": later("Riddle of the day"),
    "archive": later("Archive of my days"),
    "share": later("Share my result, without spoilers"),
    "remind": later("Reminders of my streak"),
}
PLAYED = later("You've played this deal, and only the first attempt counts. Here is how it ended.")


class DailyCog(Cog):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.sharing = Sharing(services)

    @command(
        "daily",
        later("The deals of the day: play them, and see how you're doing"),
        always=True,
        game=later("Play this one, in private"),
        show=later("Something else than today's deals"),
        month=later("Of the archive, such as 2026-11"),
    )
    @app_commands.choices(game=named({key: GAMES[key].title for key in DAILY}), show=offered(SHOW))
    async def daily(
        self,
        interaction: Interaction,
        game: str | None = None,
        show: str | None = None,
        month: str | None = None,
    ) -> None:
        if game is not None and game not in DAILY:
            raise Refused(say("That game has no deal of the day. `/daily` shows those there are."))
        match show:
            case "riddle":
                await self._riddle(interaction, today())
            case "archive":
                await self._archive(interaction, month)
            case "share":
                await self._share(interaction, game)
            case "remind":
                await acknowledge_privately(interaction)
                await self._reminders(interaction)
            case None if game:
                await self._play(interaction, game, today())
            case None:
                await self._today(interaction)
            case _:
                raise Refused(say("Pick one of the choices offered."))

    # -- Today

    @pressed("today", Needs.NOTHING, always=True)
    async def today_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._today(interaction)

    async def _today(self, interaction: Interaction) -> None:
        await acknowledge_privately(interaction)
        async with self.browsing.queued(interaction):
            await answer(interaction, screens.today(await self._day(interaction)), browsing=True)

    async def _day(self, interaction: Interaction) -> Day:
        """The day for whoever asks, with what their server knows of it."""
        user_id, guild_id, day = interaction.user.id, interaction.guild_id, today()
        await self.store.riddles.prepare()
        before = day - timedelta(days=1)
        late = await self._mine(user_id, before) if now() < closes_at(before) else ()
        announced = await self.store.announcements.of(guild_id) if guild_id else None
        lantern = await self.store.recaps.lantern(announced.guild_id, day, announced.lantern) if announced else UNLIT
        riddle: Riddle | None = None
        with suppress(Refused):
            riddle = await self.store.riddles.find(day, user_id)
        person = await self.store.people.get(user_id)
        return Day(
            day=day,
            deals=await self._mine(user_id, day),
            late=tuple([own_deal for own_deal in late if own_deal.status.state == "playing"]),
            riddle=riddle,
            streak=await self.store.profiles.streak(user_id),
            friends=await self.store.recaps.friends(guild_id, day, user_id) if guild_id else {},
            nights=lantern.nights,
            yesterday=await _ended(self.store, user_id, before),
            reminded=person is not None and person.remind_hour is not None,
        )

    async def _mine(self, user_id: int, day: date) -> tuple[OwnDeal, ...]:
        stands, own_deals = await self.store.deals.statuses(user_id, day), list[OwnDeal]()
        for game in DAILY:
            if (status := stands[game]).state != "new" or day == today():
                deal, par = await self.store.deals.deal(game, day), await self.store.deals.par(game, day, user_id)
                signs = ""
                with suppress(Unreadable):
                    signs = await self.sharing.signs(status.result.table_id) if status.result else ""
                own_deals.append(OwnDeal(deal, status, par, signs))
        return tuple(own_deals)

    # -- Playing

    @pressed("daily", Needs.NOTHING, always=True)
    async def play_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._play(interaction, *daily.deal_of(press))

    async def _play(self, interaction: Interaction, game: str, day: date) -> None:
        """Open the ranked attempt, or show how it ended. For an earlier day without an attempt, open practice."""
        await acknowledge_out_of_sight(interaction)
        begin = self.store.deals.play
        if day < today() and (await self.store.deals.status(interaction.user.id, game, day)).state == "new":
            begin = self.store.deals.practice
        try:
            await self._begin(interaction, begin, game, day)
        except AlreadyPlayed as played:
            panel = await self.loader.panel(await self.store.tables.look(played.table_id, interaction.user.id))
            await answer(interaction, panel.opening(say(PLAYED)), panel.preferences.form)

    @pressed("practice", Needs.NOTHING, always=True)
    async def practice_pressed(self, interaction: Interaction, press: Press) -> None:
        game, day = daily.deal_of(press)
        await acknowledge_out_of_sight(interaction)
        await self._begin(interaction, self.store.deals.practice, game, day)

    @pressed("try-deal", Needs.NOTHING, acknowledge_out_of_sight, always=True)
    async def try_pressed(self, interaction: Interaction, press: Press) -> None:
        """Play a deal that somebody has shared: ask before it costs today's ranked attempt, else practise."""
        game, day = daily.deal_of(press)
        status = await self.store.deals.status(interaction.user.id, game, day)
        if status.state == "new" and day == today():
            await answer(interaction, shared.spend_first(game, day))
        else:
            begin = self.store.deals.play if status.state == "playing" else self.store.deals.practice
            await self._begin(interaction, begin, game, day)

    async def _begin(self, interaction: Interaction, begin: Begin, game: str, day: date) -> None:
        channel_id = await self.solitaires.direct_channel(interaction)
        await self.solitaires.show_privately(interaction, await begin(game, day, request(interaction), channel_id))

    # -- The riddle

    @pressed("riddle", Needs.NOTHING, always=True)
    async def riddle_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._riddle(interaction, day_in(":".join(press.args), riddles.NO_RIDDLE))

    async def _riddle(self, interaction: Interaction, day: date) -> None:
        await acknowledge_privately(interaction)
        await self.store.riddles.prepare()
        riddle = await self.store.riddles.find(day, interaction.user.id)
        await self._show_riddle(interaction, riddle, counts=False)

    @pressed("answer", Needs.NOTHING, acknowledge_alone, always=True)
    async def answer_pressed(self, interaction: Interaction, press: Press) -> None:
        """Show the solution in the private message that asked the riddle."""
        day, choice = riddles.answer_of(press)
        riddle, counts = await self.store.riddles.answer(day, choice, request(interaction))
        await self._show_riddle(interaction, riddle, counts=counts)

    async def _show_riddle(self, interaction: Interaction, riddle: Riddle, *, counts: bool) -> None:
        streak = await self.store.riddles.streak(interaction.user.id)
        solved = riddles.solved(riddle, streak, counts=counts, today=today()) if riddle.solution else None
        await answer(interaction, solved or riddles.question(riddle))

    # -- Days gone by

    async def _archive(self, interaction: Interaction, month: str | None) -> None:
        await acknowledge_privately(interaction)
        await self._month(interaction, archive.month_of(month) if month else today())

    @pressed("month", Needs.NOTHING, acknowledge_alone, always=True)
    async def month_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._month(interaction, archive.month_of("".join(press.args)))

    async def _month(self, interaction: Interaction, day: date) -> None:
        async with self.browsing.queued(interaction):
            month = await self.store.months.of(interaction.user.id, day)
            await answer(interaction, archive.month(month, today()), browsing=True)

    @pressed("day-gone", Needs.NOTHING, acknowledge_alone, always=True)
    async def day_pressed(self, interaction: Interaction, press: Press) -> None:
        async with self.browsing.queued(interaction):
            day = day_in("".join(press.values), archive.NO_DAY)
            month = await self.store.months.of(interaction.user.id, min(day, today()))
            gone = next((day_gone for day_gone in month.days if day_gone.day == day and day_gone.closed), None)
            if gone is None:
                raise Refused(say("That day isn't closed yet. `/daily` shows its deals."))
            await answer(interaction, archive.day(gone), browsing=True)

    # -- Sharing

    async def _share(self, interaction: Interaction, game: str | None) -> None:
        unblocked = self.services.house_rules.require_unblocked
        interaction.extras[JUDGED] = partial(unblocked, interaction.guild_id, interaction.user.id)
        table, screen, before = await read_soon(interaction, self.sharing.to_share(interaction, game))
        if before:
            await tell(interaction, f"{say(SHARED_ALREADY)} {before}")
            return
        if at_home(interaction):
            await self.sharing.to_copy(interaction, screen)
            return
        sent: discord.Message
        if interaction.response.is_done():  # only its user sees this answer; everybody sees the next one
            await tell(interaction, say("Here it comes:"))
            message = await pictured(screen, browsing=True)
            sent = await interaction.followup.send(view=message.view(), files=message.files(), wait=True)
        else:
            await acknowledge(interaction, thinking=True)
            sent = await edit(interaction, screen)
        await self.sharing.record(table, sent.channel.id, sent.id)

    @pressed("others", Needs.SEAT, acknowledge_privately, always=True)
    async def others_pressed(self, interaction: Interaction, press: Press) -> None:
        """Show this player alone where their score ranks among all others."""
        async with self.browsing.queued(interaction):
            table = await self.store.tables.get(press.table_id)
            result = next(iter(await self.store.results.of(table.id)), None)
            if table.host_id != interaction.user.id or result is None or result.day is None:
                raise Refused(say("Finish your own ranked game of this deal first."))
            origin, charts = await self.store.deals.asked(table.id), dict[str, Spread]()
            wanted = {say("This server"): origin.guild_id} if origin and origin.guild_id else {}
            for who, guild_id in {**wanted, say("Everywhere"): None}.items():
                spread_of = await self.store.rankings.spread(
                    table.game, result.day, guild_id=guild_id, user_id=interaction.user.id
                )
                if spread_of is not None:
                    charts[who] = spread_of
            page = daily.spread(table.game, result.day, charts)
            screen = framed("", picture=Picture(spread.alt(page), Drawing(spread.spread, (page,))))
            await answer(interaction, screen, browsing=True)

    # -- Reminders

    async def _reminders(self, interaction: Interaction) -> None:
        person = await self.store.people.get(interaction.user.id)
        await edit(interaction, daily.reminders(person.remind_hour if person else None))

    @pressed("remind", Needs.NOTHING, always=True)
    async def remind_pressed(self, interaction: Interaction, press: Press) -> None:
        """Show the reminders, or remind this user at an hour from now on: the present one, or that of the press."""
        if press.args == ("show",):
            await acknowledge_privately(interaction)
            await self._reminders(interaction)
            return
        hour = daily.hour_of(press)
        await (acknowledge_alone if press.args else acknowledge_privately)(interaction)
        await self.store.people.set_reminder(interaction.user.id, hour)
        await self.store.posts.set_dm_closed(interaction.user.id, False)  # whoever asks wants direct messages
        await answer(interaction, daily.reminders(hour))

    @pressed("no-reminders", Needs.NOTHING, acknowledge_privately, always=True)
    async def stop_reminding(self, interaction: Interaction, press: Press) -> None:
        """Stop the reminders: pressed where they are set, or below a reminder."""
        await self.store.people.set_reminder(interaction.user.id, None)
        await edit(interaction, daily.reminders(None))


async def _ended(store: Store, user_id: int, day: date) -> Yesterday:
    """What came of a day for this user, once it is closed."""
    if now() < closes_at(day):
        return Yesterday()
    places, riddle = list[Place](), None
    for game, status in (await store.deals.statuses(user_id, day)).items():
        if status.result is None or game not in DAILY:
            continue
        spread_of = await store.rankings.spread(game, day, guild_id=None, user_id=user_id)
        if spread_of is not None:
            par = await store.deals.par(game, day, user_id)
            places.append(Place(game, spread_of.place, spread_of.total, par))
    with suppress(Refused, Unreadable):
        found = await store.riddles.find(day, user_id)
        riddle = found if found.solution and found.solution.own is not None else None
    return Yesterday(tuple(places), riddle)
