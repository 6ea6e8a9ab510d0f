"""Looking things up: the board, the rules, the proof of a deal, help; and the greeting of a new server."""

import contextlib
from datetime import date, timedelta

import discord
from discord import app_commands
from discord.ext import commands

from engine import GAMES
from languages import later, say, say_many, speaking
from render import PICTURES
from tables.daily.attempts import Deal
from tables.daily.calendar import closes_at, monday, today, week_closes_at
from tables.play.computer_names import SIGN
from tables.play.model import Refused, Table

from ..delivery.replies import answer, edit, form_of
from ..discord.controls import (
    Interaction,
    acknowledge,
    acknowledge_alone,
    acknowledge_privately,
    at_home,
    language_of,
    read_soon,
    tell,
)
from ..games import WORDS
from ..screens import daily, hall
from ..screens.days import day_in, week_dates, written
from ..screens.frame import notice
from ..screens.names import safe, safe_names
from ..screens.press import Press, is_number
from ..screens.rules import rules
from .cog import Cog, command, named, pressed
from .which_game import UNKNOWN_GAME, WHICH_GAME, OwnGameOption, find_own_table, usual_game

GAME_CHOICES = named({key: GAMES[key].title for key in WORDS})

GREETING = later(
    "Thank you for inviting Wyrmhall! `/help` shows the games; `/play` starts one in any channel where I may "
    "view the channel, send messages and attach files. `/settings` has the deals of the day announced."
)

OTHER_POSITION = later("**another position**: tell the host of this bot")
NOT_SHOWN = later("Discord isn't taking it just now. It comes by itself within a minute.")

DAYS_OFFERED = 14
TableNumber = app_commands.Range[int, 1, 2**53 - 1]  # Discord takes no larger


class GuideCog(Cog):
    # -- The board

    @command(
        "board",
        later("Show the board again: this channel's, or your solo game's"),
        text=later("The whole position in words, for you alone"),
        game=WHICH_GAME,
    )
    async def board(
        self, interaction: Interaction, text: bool | None = None, game: OwnGameOption | None = None
    ) -> None:
        """Show the board again. Users who prefer words read the position, unless they choose otherwise."""
        text, table = await read_soon(interaction, self._chosen(interaction, text, game))
        for_all = not text and table.solo and (table.day is None or at_home(interaction))
        late = interaction.response.is_done()
        if not late:
            await acknowledge(interaction, ephemeral=not for_all, thinking=True)
        if text:
            await self.members.require(interaction, table)
            position = await self._in_words(table, interaction.user.id)
            await edit(interaction, notice(position, table.game))
        elif table.day is not None or (table.solo and late):  # others have yet to play a deal of the day
            await self.solitaires.show_privately(interaction, table)
        elif table.solo:
            await self.solitaires.show_here(interaction, table)
        else:
            await self.members.require(interaction, table)
            await self.presenter.show_again(table)
            url = await self.presenter.url(table)
            await tell(interaction, say("Here it is again: {url}", url=url) if url else say(NOT_SHOWN))

    async def _chosen(self, interaction: Interaction, text: bool | None, named: str | None) -> tuple[bool, Table]:
        """Whether to answer in words, and which table is meant. Raises Refused."""
        text = await form_of(interaction) != "pictures" if text is None else text
        return text, await self._which(interaction, named)

    async def _which(self, interaction: Interaction, named: str | None) -> Table:
        """The user's own game here, else this channel's table, which everybody may watch."""
        here = await self.tables.in_channel(interaction.channel_id or 0) if named is None else None
        if here and here.player(interaction.user.id):
            return here
        try:
            own = await find_own_table(self.services, interaction, named)
        except Refused:
            if here is None:
                raise
            return here
        return own if here is None or own.channel_id == interaction.channel_id else here

    async def _in_words(self, table: Table, user_id: int) -> str:
        if table.phase not in ("playing", "over"):
            raise Refused(say("The game hasn't started yet. The host starts it with **Start**."))
        seen = await self.tables.look(table.id, user_id)
        return PICTURES[table.game].describe(seen.view, safe_names(table))

    # -- The rules

    @command("rules", later("How a game is played"), game=later("Which game; else the one that is played here"))
    @app_commands.choices(game=GAME_CHOICES)
    async def rules(self, interaction: Interaction, game: str | None = None) -> None:
        """If no game is played here, show the menu, which leads to the rules of each."""
        if game is not None and game not in WORDS:
            raise Refused(say(UNKNOWN_GAME))
        await acknowledge_privately(interaction)
        if game := game or await usual_game(self.services, interaction):
            await self._show_rules(interaction, game, 0)
        else:
            await answer(interaction, hall.menu())

    @pressed("rules")
    async def turn_rules(self, interaction: Interaction, press: Press) -> None:
        """A board's or the menu's button shows this user the first page; a page's button turns that page."""
        match press.args:
            case (game,) if game in WORDS:
                await acknowledge_privately(interaction)
                await self._show_rules(interaction, game, 0)
            case ():
                await acknowledge_privately(interaction)
                table = await self.tables.get(press.table_id)
                await self._show_rules(interaction, table.game, 0, table)
            case (game, page) if game in WORDS and is_number(page, 2):
                await acknowledge(interaction)
                await self._show_rules(interaction, game, int(page))
            case _:
                raise Refused(say("The rules have no such page. `/rules` shows the first."))

    async def _show_rules(self, interaction: Interaction, game: str, number: int, table: Table | None = None) -> None:
        async with self.browsing.queued(interaction):
            await answer(interaction, rules(game, number, table), browsing=True)

    # -- Proof, help, greeting

    @command(
        "verify",
        later("Check that a deal was fair"),
        acknowledge_privately,
        table=later("The table's number, shown at the end; else this channel's last game"),
        day=later("Or all deals of a day, such as 2026-11-21"),
        week=later("Or the deals of the week that this day is in, such as 2026-11-21"),
    )
    async def verify(
        self,
        interaction: Interaction,
        table: TableNumber | None = None,
        day: str | None = None,
        week: str | None = None,
    ) -> None:
        if day is not None:
            await tell(interaction, await self._proof_of_day(_day(day), interaction.user.id))
            return
        if week is not None:
            await tell(interaction, await self._proof_of_week(_day(week), interaction.user.id))
            return
        here = await self.tables.in_channel(interaction.channel_id or 0) if table is None else None
        if here is None and table is None:
            raise Refused(say("No game was played in this channel. Give a table's number."))
        await tell(interaction, await self._proof(here.id if here else table or 0))

    @pressed("fair", acknowledge_privately)
    async def show_proof(self, interaction: Interaction, press: Press) -> None:
        """Prove one table's deal, or a day's or week's deals if the press names them."""
        if press.args[:1] == ("week",):
            await tell(interaction, await self._proof_of_week(_day("".join(press.args[1:])), interaction.user.id))
        elif press.args:
            await tell(interaction, await self._proof_of_day(_day(press.args[0]), interaction.user.id))
        else:
            await tell(interaction, await self._proof(press.table_id))

    async def _proof(self, table_id: int) -> str:
        verified = await self.tables.verify(table_id)
        table = verified.table
        title = say("**{game}**, table {table}", game=GAMES[table.game].title, table=table.id)
        if table.phase == "closed":
            return say("{game} was closed before its end, so there is nothing to check.", game=title)
        again = f"`/verify table:{table.id}`"
        if table.seed is None:
            return say(
                "{game}: the whole deal was fixed before the first move. This is its fingerprint, the SHA-256 of its "
                "seed:\n{fingerprint}\nNote it down if you like. {when} Then {command} deals it again, for all to "
                "see.",
                game=title,
                fingerprint=f"`{table.commitment}`",
                when=_when_shown(table),
                command=again,
            )
        result = say("the very position you saw") if verified.holds else say(OTHER_POSITION)
        return say(
            "{game}\nSeed: {seed}\nFingerprint, the SHA-256 of these 32 bytes: {fingerprint}. Anyone could have it "
            "from the first move.\nI dealt the game again from this seed: its {moves} moves lead to {result}. "
            "{command} does so again.",
            game=title,
            seed=f"`{table.seed}`",
            fingerprint=f"`{table.commitment}`",
            moves=verified.moves,
            result=result,
            command=again,
        )

    async def _proof_of_day(self, day: date, user_id: int) -> str:
        """The proof of each deal of this day, and what the user can check themselves."""
        lines = list[str]()
        mine = await self.store.deals.statuses(user_id, day)
        for game in daily.DAILY:
            try:
                deal = await self.store.deals.deal(game, day)
            except Refused:  # nobody has asked for it on its day
                continue
            par = await self.store.deals.par(game, day, user_id)
            hall_line = f"\n{SIGN} {daily.hall(game, par)}" if par else ""
            lines.append(_proof_of_deal(GAMES[game].title, deal, closes_at(day), mine[game].table_id) + hall_line)
        lines += await self._riddle(day, user_id)
        if not lines:
            raise Refused(
                say("There are no deals of {written}. Choose a day on which somebody played.", written=written(day))
            )
        title = say("Deals of {day}, each with the SHA-256 of its seed's 32 bytes", day=written(day))
        return "\n".join([title, *lines])

    async def _proof_of_week(self, day: date, user_id: int) -> str:
        """The same for the deals of the week that `day` is in."""
        week = monday(day)
        deals = await self.store.weeks.deals(week) if week <= today() else ()
        if not deals:
            raise Refused(
                say("There are no deals of the week of {written}. Nobody played then.", written=written(week))
            )
        mine, lines = await self.store.weeks.own(user_id, week), list[str]()
        for deal in deals:
            seats = deal.key.seats
            lines.append(
                _proof_of_deal(
                    say_many("{count} player", "{count} players", seats),
                    deal,
                    week_closes_at(week),
                    mine[seats].table_id,
                )
            )
        title = say("Deals of the week, {dates}, each with the SHA-256 of its seed's 32 bytes", dates=week_dates(week))
        return "\n".join([title, *lines])

    async def _riddle(self, day: date, user_id: int) -> list[str]:
        """The proof of the day's riddle; once it is closed, the result of dealing it again."""
        try:
            riddle = await self.store.riddles.find(day, user_id)
        except Refused:  # nobody has asked for one
            return []
        title = say("Riddle, {game}", game=GAMES[riddle.game].title)
        line = f"**{title}**\n`{riddle.commitment}`\n"
        proof = await self.store.riddles.proof(day)
        if proof is None:
            return [line + _seed_shown(closes_at(day))]
        came = say("the very position you saw") if proof.holds else say(OTHER_POSITION)
        seed = say("seed {seed}", seed=f"`{riddle.seed}`")
        again = say("Dealt again from this seed: its {moves} moves lead to {result}.", moves=proof.moves, result=came)
        return [f"{line}{seed}\n{again}"]

    @verify.autocomplete("day")
    async def _days(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        latest = [today() - timedelta(days=back) for back in range(DAYS_OFFERED)]
        return [
            app_commands.Choice(name=written(day), value=day.isoformat())
            for day in latest
            if current.casefold() in f"{day} {written(day)}".casefold()
        ]

    @command("help", later("All games and commands of this hall"), acknowledge_privately)
    async def help(self, interaction: Interaction) -> None:
        await answer(interaction, hall.menu())

    @pressed("menu", acknowledge_alone)
    async def show_menu(self, interaction: Interaction, press: Press) -> None:
        await answer(interaction, hall.menu())

    @pressed("game")
    async def show_game(self, interaction: Interaction, press: Press) -> None:
        """From the menu."""
        game = "".join(press.values)
        if game not in WORDS:
            raise Refused(say(UNKNOWN_GAME))
        await acknowledge_alone(interaction)
        await answer(interaction, hall.game(game))

    @pressed("commands", acknowledge_alone)
    async def show_commands(self, interaction: Interaction, press: Press) -> None:
        await answer(interaction, hall.commands())

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        for channel in (guild.system_channel, *guild.text_channels):
            if channel and channel.permissions_for(guild.me).is_superset(WRITING):
                with contextlib.suppress(discord.HTTPException):
                    with speaking(await language_of(self.client, guild)):
                        await channel.send(say(GREETING))
                    return


def _proof_of_deal(title: str, deal: Deal, closes: int, table_id: int | None) -> str:
    """`table_id`: the user's own game of this deal."""
    seed = say("seed {seed}", seed=f"`{deal.seed}`") if deal.seed else _seed_shown(closes)
    check = say("your game of it: {command}", command=f"`/verify table:{table_id}`") if table_id else ""
    return f"**{title}**\n`{deal.commitment}`\n{'; '.join(filter(None, (seed, check)))}"


def _seed_shown(closes: int) -> str:
    return say("seed shown {when}", when=f"<t:{closes}:R>")


def _when_shown(table: Table) -> str:
    """When the seed of a deal is shown that may still be played."""
    if table.closes_at is None or table.phase != "over":
        return say("The seed is shown when the game is over.")
    when = f"<t:{table.closes_at}:R>"
    if table.week:
        return say("The seed is shown when its week is closed, {when}.", when=when)
    return say("The seed is shown when its day is closed, {when}.", when=when)


def _day(typed: str) -> date:
    return day_in(
        typed.strip(), say("“{typed}” is not a day. Write it like {day}.", typed=safe(typed[:50]), day=today())
    )


WRITING = discord.Permissions(view_channel=True, send_messages=True)
