"""Profiles: what the hall remembers of a player, on one card."""

from dataclasses import replace

import discord
from discord import app_commands
from discord.ext import commands

from engine import GAMES
from render import profile as pictured
from render.honours import lacks_letters
from render.profile import Best, Crest, Profile
from tables import Tally, number_of, today

from ..controls import SELECT_LIMIT, Interaction, acknowledge, answering, name_of, read_soon
from ..display import messages, reading, replay_messages
from ..display.messages import Message
from ..display.pictures import draw_last
from ..services import Services


class ProfileCog(commands.Cog, name="profile"):
    def __init__(self, services: Services) -> None:
        self.store, self.browsing = services.store, services.browsing

    @app_commands.command(name="profile", description="Games, best scores and streaks of a player")
    @app_commands.describe(member="Whose; else yours", text="In words, for you alone")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def profile(
        self, interaction: Interaction, member: discord.User | None = None, text: bool | None = None
    ) -> None:
        async with answering(interaction):
            if text is None:
                text = await read_soon(interaction, reading.form_of(interaction)) != "pictures"
            if not interaction.response.is_done():
                await acknowledge(interaction, ephemeral=text, thinking=True)
            async with self.browsing.turn(interaction):
                card = await self._card(member or interaction.user)
                own = member is None or member.id == interaction.user.id
                past = await self.store.tables.finished(interaction.user.id, most=SELECT_LIMIT) if own else ()
                if text:
                    said = pictured.describe(replace(card, name=messages.safe(card.name)))
                    await interaction.edit_original_response(
                        view=messages.framed(said, replay_messages.past_games(past))
                    )
                    return
                drawn = await draw_last(pictured.profile, card)
                alt = pictured.alt(replace(card, name=messages.plain(card.name)))
                below = f"-# {messages.safe(card.name)}" if lacks_letters(card.name) else ""
                message = Message(
                    lambda: messages.framed(below, replay_messages.past_games(past), alt=alt), {messages.PICTURE: drawn}
                )
                await interaction.edit_original_response(**message.edit())

    async def _card(self, user: discord.User | discord.Member) -> Profile:
        known = await self.store.rankings.profile(user.id)
        return Profile(
            name=name_of(user),
            games=known.games,
            wins=known.wins,
            current=known.streak.current,
            longest=known.streak.longest,
            embers=known.streak.embers,
            best=tuple(map(_best, known.tallies)),
            days=tuple(day.deals for day in known.days),
            until=today(),
            favourite=GAMES[known.favourite].title if known.favourite else None,
            crests=tuple([Crest(number_of(one.season), one.place) for one in await self.store.seasons.crests(user.id)]),
            learned=tuple(GAMES[key].title for key in await self.store.lessons.learned(user.id)),
        )


def _best(tally: Tally) -> Best:
    won = f", {tally.wins:,} won" if tally.wins else ""
    score = "-" if tally.best is None else f"{tally.best:,}"
    title = GAMES[tally.game].title
    return Best(f"With computers: {title}" if tally.computers else title, score, f"{tally.games:,} played{won}")
