"""`/verify`: the proof that a deal was fair."""

from datetime import date, timedelta

from discord import app_commands

from engine import GAMES
from languages import later, listed_apart, say, say_many
from tables.daily.attempts import Deal
from tables.daily.calendar import closes_at, monday, today, week_closes_at
from tables.daily.riddles import Proof
from tables.play.computer_names import SIGN
from tables.play.model import Refused, Table
from tables.play.views import Verified

from ..discord.controls import Interaction, acknowledge_privately, tell
from ..discord.needs import Needs
from ..screens import daily, over
from ..screens.days import day_in, week_dates, written
from ..screens.names import quoted
from ..screens.press import Press
from .cog import Cog, command, pressed
from .which_game import channels_table

TELL_THE_HOST = later("**tell the host of this bot**")

DAYS_OFFERED = 14
TableNumber = app_commands.Range[int, 1, 2**53 - 1]  # Discord takes no larger


class VerifyCog(Cog):
    @command(
        "verify",
        later("Check that a deal was fair"),
        acknowledge_privately,
        always=True,
        table=later("The table's number, shown at the end; else the last game here"),
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
        if table is None:
            here = await channels_table(self.services, interaction)
            if here is None:
                raise Refused(say("No game was played here. Give a table's number."))
            table = here.id
        await self.members.admit(interaction, table, Needs.PROOF)
        await tell(interaction, await self._proof(table))

    @pressed("fair", Needs.PROOF, acknowledge_privately, always=True)
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
        if table.seed is None:
            return say(
                "{game}: the whole deal was fixed before the first move. This is its fingerprint, the SHA-256 of its "
                "seed:\n{fingerprint}\nNote it down if you like. {when} Then {command} deals it again, for all to "
                "see.",
                game=title,
                fingerprint=f"`{table.commitment}`",
                when=_when_shown(table),
                command=_command(table),
            )
        deal = say(
            "{game}\n**The deal.** Seed: {seed}\nFingerprint, the SHA-256 of these 32 bytes: {fingerprint}. Anyone "
            "could have it from the first move. If you noted the same one, nobody has changed the deal since. You can "
            "check that without me.",
            game=title,
            seed=f"`{table.seed}`",
            fingerprint=f"`{table.commitment}`",
        )
        return f"{deal}\n{_game_again(verified)}"

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
        lines += await self._riddle(day)
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

    async def _riddle(self, day: date) -> list[str]:
        """The proof of the day's riddle; once it is closed, the result of dealing it again."""
        proof = await self.store.riddles.proof(day)
        if proof is None:  # nobody has asked for one
            return []
        title = say("Riddle, {game}", game=GAMES[proof.game].title)
        seed = say("seed {seed}", seed=f"`{proof.seed}`") if proof.seed else _seed_shown(closes_at(day))
        lines = [f"**{title}**", f"`{proof.commitment}`", seed]
        if proof.found:
            lines.append(_riddle_again(proof))
        return ["\n".join(lines)]

    @verify.autocomplete("day")
    async def _days(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        latest = [today() - timedelta(days=back) for back in range(DAYS_OFFERED)]
        return [
            app_commands.Choice(name=written(day), value=day.isoformat())
            for day in latest
            if current.casefold() in f"{day} {written(day)}".casefold()
        ]


def _command(table: Table) -> str:
    return f"`/verify table:{table.id}`"


def _game_again(verified: Verified) -> str:
    """What came of playing the moves again. It says nothing of the deal: for that the fingerprint is enough."""
    table, moves = verified.table, verified.moves
    if verified.found == "older rules":
        return say(
            "**The game.** It was played by an earlier version of the rules of {game}, which I don't have any more. So "
            "I can't play its {moves} moves again. The fingerprint doesn't depend on that.",
            game=GAMES[table.game].title,
            moves=moves,
        )
    if verified.ended is None:
        return say(
            "**The game.** By the rules that I know now, its {moves} moves don't lead to the result that you were "
            "told. So the rules were others when it was played, or somebody has changed what is stored: "
            "{tell_the_host}. The fingerprint doesn't depend on that.",
            moves=moves,
            tell_the_host=say(TELL_THE_HOST),
        )
    end = " ".join(filter(None, (over.headline(verified.ended), over.winners(verified.ended))))
    if verified.found == "same":
        text = say(
            "**The game.** I played it again from this seed: its {moves} moves lead to the result that you were told.",
            moves=moves,
        )
    else:
        text = say(
            "**The game.** I played it again from this seed: its {moves} moves fit the rules, and lead to an end.",
            moves=moves,
        )
    return f"{text} {end}"


def _riddle_again(proof: Proof) -> str:
    """What came of dealing a riddle again."""
    match proof.found:
        case "same":
            return say(
                "Dealt again from this seed: its {moves} moves lead to the riddle's position.",
                moves=proof.moves,
            )
        case "older rules":
            return say(
                "It was made by an earlier version of the rules, which I don't have any more. So I can't play its "
                "{moves} moves again.",
                moves=proof.moves,
            )
        case _:
            return say(
                "Its {moves} moves don't fit the rules that I know now. So the rules were others when it was made, or "
                "somebody has changed what is stored: {tell_the_host}.",
                moves=proof.moves,
                tell_the_host=say(TELL_THE_HOST),
            )


def _proof_of_deal(title: str, deal: Deal, closes: int, table_id: int | None) -> str:
    """The proof of one deal. `table_id`: the user's own game of it."""
    seed = say("seed {seed}", seed=f"`{deal.seed}`") if deal.seed else _seed_shown(closes)
    check = say("your game of it: {command}", command=f"`/verify table:{table_id}`") if table_id else ""
    return f"**{title}**\n`{deal.commitment}`\n{listed_apart(filter(None, (seed, check)))}"


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
    return day_in(typed.strip(), say("“{typed}” is not a day. Write it like {day}.", typed=quoted(typed), day=today()))
