"""Shares how a game, a riddle or a lesson went, without spoilers, in the channel where it was played or pressed."""

from datetime import timedelta

import discord

from engine import GAMES
from languages import later, listed, say, speaking, spoken
from tables.daily.calendar import today
from tables.history.analyses import Analysis
from tables.play.model import Refused, Table
from tables.play.posts import SHARED, Post
from tables.play.results import Result

from ..delivery.courier import nonce
from ..delivery.pictures import pictured
from ..delivery.replies import edit
from ..discord.controls import Interaction, acknowledge_privately, at_home, language_of, name_of, place_of, tell
from ..discord.needs import Needs
from ..discord.rate_limit import RateLimit
from ..lessons import LESSONS
from ..screens import analysis, shared
from ..screens.analysis import WITH_LUCK, AnalysisForSide
from ..screens.days import day_in
from ..screens.over import share_game
from ..screens.press import Press
from ..screens.riddle import NO_RIDDLE
from ..screens.screen import Screen
from ..services import Services
from .cog import Cog, pressed
from .which_game import UNKNOWN_GAME

Writable = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread  # in a server
SHARED_ALREADY = later("You've shared this result already:")
SHARE_THERE = later("Use `/daily show:Share` in the channel that should see your result.")
SHARE_ELSEWHERE = later("Open it in a server's channel, and share it there.")
SHARES = 10, 600.0  # that one user may post, in so many seconds


class Sharing(Cog):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._shares = RateLimit(*SHARES)

    async def to_share(self, interaction: Interaction, game: str | None) -> tuple[Table, Screen, str | None]:
        """This user's latest ranked game, how it went, and the link if they have shared it here. Raises Refused, also
        if no `game` is given and they have finished several.
        """
        table = await self.tables.get((await self._finished(interaction.user.id, game)).table_id)
        course = await self._course(table)
        with speaking(spoken() if at_home(interaction) else await language_of(self.client, interaction.guild)):
            screen = shared.deal(name_of(interaction.user), *course)
        place = self.client.get_partial_messageable(place_of(interaction), guild_id=interaction.guild_id)
        return table, screen, await self._shared_already(table, place)

    async def _finished(self, user_id: int, game: str | None) -> Result:
        """This user's result in today's deal, or else in yesterday's. Raises Refused."""
        for day in (today(), today() - timedelta(days=1)):
            statuses = await self.store.deals.statuses(user_id, day)
            results = [status.result for key, status in statuses.items() if game in (None, key)]
            match [result for result in results if result is not None and not result.unfinished]:
                case [result]:
                    return result
                case [_, _, *_] as several:
                    titles = listed([GAMES[result.game].title for result in several])
                    raise Refused(say("You have finished {games}. Say which: give `game:`.", games=titles))
        if game is None:
            raise Refused(say("You haven't finished a ranked deal since yesterday. `/daily` starts one."))
        title = GAMES[game].title
        raise Refused(
            say("You haven't finished a ranked deal of {title} since yesterday. `/daily` starts one.", title=title)
        )

    @pressed("share", Needs.PAST, acknowledge_privately)
    async def share(self, interaction: Interaction, press: Press) -> None:
        """Share a game once, where it was played or asked for. A deal can be shared once more, with luck and skill."""
        table = await self.tables.get(press.table_id)
        if table.day is None:
            await self._share_game(interaction, table)
            return
        if table.host_id != interaction.user.id:
            raise Refused(say("This is somebody else's game. `/daily` starts yours."))
        course = await self._course(table)
        judged = await self._judged(table) if press.args == (WITH_LUCK,) else None
        origin = await self.store.deals.asked(table.id)
        place = (origin.guild_id, origin.channel_id) if origin else (None, 0)
        if place[0] is None and at_home(interaction):
            luck = analysis.luck(judged) if judged else ""
            await self.to_copy(interaction, shared.deal(name_of(interaction.user), *course, luck))
            return
        channel, member = await self._where(interaction.user.id, *place, say(SHARE_THERE))
        with speaking(await language_of(self.client, channel.guild)):
            screen = shared.deal(name_of(member), *course, analysis.luck(judged) if judged else "")
        await self._share_once(interaction, table, channel, screen, WITH_LUCK if judged else "")

    async def _share_game(self, interaction: Interaction, table: Table) -> None:
        """Share a group's game. One in a thread is shared in the channel above: those in the thread have seen it."""
        if table.player(interaction.user.id) is None:
            raise Refused(say("Only those who sat in this game can share it."))
        if not share_game(table):
            raise Refused(say("This game can't be shared."))
        seen = await self.tables.look(table.id, None)
        signs = await self.signs(table.id)
        if table.guild_id is None and at_home(interaction):
            await self.to_copy(interaction, shared.game(seen, signs))
            return
        place = table.guild_id, table.channel_id
        channel, _ = await self._where(interaction.user.id, *place, say(SHARE_ELSEWHERE), above=True)
        unlisted = (await self.store.servers.of(table.guild_id)).unlisted
        with speaking(await language_of(self.client, channel.guild)):
            screen = shared.game(seen, signs, unlisted)
        await self._share_once(interaction, table, channel, screen)

    @pressed("share-riddle", Needs.NOTHING, acknowledge_privately)
    async def share_riddle(self, interaction: Interaction, press: Press) -> None:
        """Share in this channel that the presser has answered the riddle."""
        riddle = await self.store.riddles.find(day_in("".join(press.args), NO_RIDDLE), interaction.user.id)
        if riddle.solution is None or riddle.solution.own is None:
            raise Refused(say("Answer this riddle first. `/daily show:Riddle` shows today's."))
        if at_home(interaction):
            await self.to_copy(interaction, shared.riddle(name_of(interaction.user), riddle))
            return
        channel, member = await self._here(interaction)
        with speaking(await language_of(self.client, channel.guild)):
            screen = shared.riddle(name_of(member), riddle)
        await self._post(interaction, channel, screen, f"riddle {riddle.day} {member.id}")

    @pressed("share-lesson", Needs.NOTHING, acknowledge_privately)
    async def share_lesson(self, interaction: Interaction, press: Press) -> None:
        """Share in this channel that the presser has learned a game."""
        (game,) = press.args if len(press.args) == 1 else ("",)
        if game not in LESSONS:
            raise Refused(say(UNKNOWN_GAME))
        learner = await self.store.lessons.of(interaction.user.id, game)
        if learner is None or not learner.learned:
            raise Refused(say("Go through this lesson first: `/learn` leads you."))
        if at_home(interaction):
            await self.to_copy(interaction, shared.lesson(name_of(interaction.user), game))
            return
        channel, member = await self._here(interaction)
        with speaking(await language_of(self.client, channel.guild)):
            screen = shared.lesson(name_of(member), game)
        await self._post(interaction, channel, screen, f"lesson {game} {member.id}")

    # -- Posting

    async def to_copy(self, interaction: Interaction, screen: Screen) -> None:
        """In direct messages nobody else reads it, so its user gets the text."""
        if not interaction.response.is_done():
            await acknowledge_privately(interaction)
        await edit(interaction, shared.to_copy(screen))

    async def _share_once(
        self, interaction: Interaction, table: Table, channel: Writable, screen: Screen, digest: str = ""
    ) -> None:
        if before := await self._shared_already(table, channel, digest):
            await tell(interaction, f"{say(SHARED_ALREADY)} {before}")
            return
        sent = await self._post(interaction, channel, screen, f"share {table.id} {digest}")
        await self.record(table, sent.channel.id, sent.id, digest)

    async def _post(self, interaction: Interaction, channel: Writable, screen: Screen, what: str) -> discord.Message:
        """Post it. `what`: two presses at once make only one message of it."""
        self._shares.take(interaction)
        message = await pictured(screen, browsing=True)
        sent = await channel.send(view=message.view(), files=message.files(), nonce=nonce(channel.id, what))
        await tell(
            interaction, say("You shared it in {channel}: {url}", channel=f"<#{sent.channel.id}>", url=sent.jump_url)
        )
        return sent

    async def _shared_already(
        self, table: Table, place: Writable | discord.PartialMessageable, digest: str = ""
    ) -> str | None:
        """The link to the result if it was shared there already; if a `digest` is given, with this one.

        Also None if the bot can't look: then it is shared once more.
        """
        post = (await self.store.posts.of(table.id)).get(SHARED)
        if post is None or post.channel_id != place.id or (digest and post.digest != digest):
            return None
        try:
            await place.fetch_message(post.message_id)
        except (discord.NotFound, discord.Forbidden):
            return None
        return f"{place.jump_url}/{post.message_id}"

    async def record(self, table: Table, channel_id: int, message_id: int, digest: str = "") -> None:
        await self.store.posts.record(table.id, {SHARED: Post(channel_id, message_id, digest=digest)})

    # -- Where

    async def _here(self, interaction: Interaction) -> tuple[Writable, discord.Member]:
        place = interaction.guild_id, place_of(interaction)
        return await self._where(interaction.user.id, *place, say(SHARE_ELSEWHERE))

    async def _where(
        self, user_id: int, guild_id: int | None, channel_id: int, instead: str, *, above: bool = False
    ) -> tuple[Writable, discord.Member]:
        """The channel, and this person as its member. `above`: the channel that a thread belongs to.

        Raises Refused, which says what to do `instead`, unless both the bot and the person may write there.
        """
        cannot = Refused(" ".join((say("I can't post there."), instead)))
        if guild_id is None:
            raise cannot
        await self.services.house_rules.require_unblocked(guild_id, user_id)
        try:
            guild, channel, ruled_by = await self._place(guild_id, channel_id)
        except (discord.NotFound, discord.Forbidden, discord.InvalidData):  # gone, hidden, or of a kind that is new
            raise cannot from None
        if above and isinstance(ruled_by, Writable):
            channel = ruled_by
        if not isinstance(channel, Writable):
            raise cannot
        try:
            member = await guild.fetch_member(user_id)
        except discord.NotFound:
            raise Refused(" ".join((say("You've left that server."), instead))) from None
        assert self.client.user
        me = guild.me or await guild.fetch_member(self.client.user.id)
        refusals = later("I can't write in {channel}."), later("You can't write in {channel}.")
        for who, refusal in zip((me, member), refusals, strict=True):
            allowed = ruled_by.permissions_for(who)
            thread = isinstance(channel, discord.Thread)
            if not (allowed.view_channel and (allowed.send_messages_in_threads if thread else allowed.send_messages)):
                raise Refused(f"{say(refusal, channel=channel.mention)} {instead}")
        return channel, member

    async def _place(
        self, guild_id: int, channel_id: int
    ) -> tuple[discord.Guild, discord.abc.GuildChannel | discord.Thread, discord.abc.GuildChannel]:
        """A server, a channel or thread of it, and the channel whose permissions say who may write there.

        Asks Discord about servers of other processes. Raises NotFound or Forbidden.
        """
        guild = self.client.get_guild(guild_id) or await self.client.fetch_guild(guild_id)
        channel = guild.get_channel_or_thread(channel_id) or await guild.fetch_channel(channel_id)
        if not isinstance(channel, discord.Thread):
            return guild, channel, channel
        parent = guild.get_channel(channel.parent_id) or await guild.fetch_channel(channel.parent_id)
        assert isinstance(parent, discord.abc.GuildChannel)
        return guild, channel, parent

    # -- What is shared

    async def _judged(self, table: Table) -> AnalysisForSide:
        """How much of a deal was luck. Raises Refused."""
        known = await self.store.analyses.find(table.id)
        if not isinstance(known, Analysis):
            raise Refused(say("Let me look back at this game first: press “How did I play?”."))
        return analysis.for_user(known, table.host_id)

    async def _course(self, table: Table) -> tuple[Result, str, int]:
        """What others may know: the result, its story in signs, the player's streak. Refused if nothing counts."""
        result = next(iter(await self.store.results.of(table.id)), None)
        if result is None or result.day is None or result.unfinished:
            raise Refused(say("Only a ranked attempt finished in time can be shared."))
        streak = await self.store.profiles.streak(table.host_id)
        return result, await self.signs(table.id), streak.current

    async def signs(self, table_id: int) -> str:
        """How a game went, in signs that everybody may know."""
        table, heard = await self.tables.get(table_id), await self.tables.heard(table_id, None, since=0)
        return shared.story(table.game, [event for entry in heard for event in entry.events])
