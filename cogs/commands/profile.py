"""Profiles: a player's games, best scores and streaks on one card."""

from collections import Counter

import discord

from engine import GAMES
from languages import labelled, later, listed_apart, number, say, say_many, speaking
from render.profile import Best, Crest, Profile
from tables.boards.seasons import number_of
from tables.daily.calendar import today
from tables.people.profile import Tally

from ..delivery.replies import edit, form_of
from ..discord.controls import Interaction, acknowledge, language_of, name_of, read_soon
from ..screens import profile as screens
from ..screens.levels import level_name
from ..screens.screen import MENU_LIMIT
from .cog import Cog, command


class ProfileCog(Cog):
    @command(
        "profile",
        later("Games, best scores and streaks of a player"),
        always=True,
        member=later("Whose; else yours"),
        text=later("In words, for you alone"),
    )
    async def profile(
        self, interaction: Interaction, member: discord.User | None = None, text: bool | None = None
    ) -> None:
        if text is None:
            text = await read_soon(interaction, form_of(interaction)) != "pictures"
        if not interaction.response.is_done():
            await acknowledge(interaction, ephemeral=text, thinking=True)
        async with self.browsing.queued(interaction):
            own = member is None or member.id == interaction.user.id
            past = await self.store.tables.finished(interaction.user.id, most=MENU_LIMIT) if own else ()
            with speaking(None if text else await language_of(self.client, interaction.guild)):
                screen = screens.profile(await self._card(member or interaction.user), past, text=text)
            await edit(interaction, screen, browsing=True)

    async def _card(self, user: discord.User | discord.Member) -> Profile:
        known = await self.store.profiles.profile(user.id)
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
            crests=tuple(
                [Crest(number_of(crest.season), crest.place) for crest in await self.store.seasons.crests(user.id)]
            ),
            badges=tuple(say(screens.BADGES[badge]) for badge in known.badges),
            learned=tuple(GAMES[key].title for key in await self.store.lessons.learned(user.id)),
        )


def _best(tally: Tally) -> Best:
    score = "-" if tally.best is None else number(tally.best)
    title = GAMES[tally.game].title
    games = say_many("{count} played", "{count} played", tally.games)
    if tally.wins:
        games = say("{games}, {wins} won", games=games, wins=number(tally.wins))
    return Best(say("With computers: {game}", game=title) if tally.computers else title, score, games, _levels(tally))


def _levels(tally: Tally) -> str:
    """ "easy: 3 of 4 won; hard: 2 of 8 won"; empty for a game that was played at one level only."""
    games, wins = Counter[str](), Counter[str]()
    for at in tally.levels:
        name = level_name(at.chance)
        games[name] += at.games
        wins[name] += at.wins
    if len(games) < 2:
        return ""
    return listed_apart(
        [
            labelled(name, say("{wins} of {games} won", wins=number(wins[name]), games=number(games[name])))
            for name in games
        ]
    )
