"""`/replay`: a game that is over, again: in one moving picture, or step by step."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import discord
from discord import app_commands, ui
from discord.ext import commands

from engine import AnyView
from engine.sentences import shortened
from render import PICTURES
from tables import Analysis, Progress, Refused, Replay, Table

from ..browsing import Browsing
from ..controls import SELECT_LIMIT, Interaction, Press, acknowledge, answering, plain_text
from ..display import analysis_messages, messages, pictures, reading, replay_messages
from ..display.analysis_messages import CHART
from ..display.messages import Message
from ..display.pictures import Course
from ..display.replay_messages import MOVING, OPEN, OWN
from ..display.solitaire_messages import at_home
from ..games import WORDS
from ..rations import Ration
from ..rounds import Rounds
from ..services import Services
from .guide import TableNumber

CHANCES = "chances"  # what the digest of a posted replay says when the chances stand under its boards
KEPT = 4  # moving pictures, of up to 2 MB
GIST = 300  # characters of each board's description, where they are read instead of looked at
REPLAYS = 5, 60.0  # times that one user may ask for a moving picture, in so many seconds
MOST_FILMS = 20  # people who wait for a moving picture
LOOKS = 5, 600.0  # games that are begun to be looked back at, likewise
PATIENCE = 12 * 60.0  # seconds: after a quarter of an hour a message can't be edited any more


class ReplayCog(commands.Cog, name="replay"):
    def __init__(self, services: Services) -> None:
        self.client = services.client
        self.tables = services.store.tables
        self.presenter = services.presenter
        self._drawn: dict[tuple[int, bool, tuple[str, ...], Course | None], bytes] = {}
        self._replays, self._looks = Ration(*REPLAYS), Ration(*LOOKS)
        self._drawing = asyncio.Lock()  # one at a time, because it takes seconds of a processor
        self.browsing, self._films = services.browsing, Browsing(1, MOST_FILMS)
        self.analyses, self.thinking = services.store.analyses, services.store.thinking
        self.deals = services.store.deals
        self._rounds = Rounds()
        services.client.handlers |= {
            "replay": self.show,
            "steps": self.begin,
            "step": self.turn,
            "looked-back": self.look_back,
            "past": self.chosen,
        }

    async def cog_unload(self) -> None:
        await self._rounds.close(0)

    # -- In one moving picture

    async def show(self, interaction: Interaction, press: Press) -> None:
        """For everybody in the table's channel, once; for who asks elsewhere, or while others play its deal.

        A private panel is elsewhere too. Whoever wants games in words gets its steps.
        """
        home = at_home(interaction)
        await acknowledge(interaction, ephemeral=not home, thinking=True)
        if await reading.form_of(interaction) != "pictures":
            await self._step(interaction, press.table_id, OPEN, 0)
            return
        self._replays.take(interaction)
        async with self._films.turn(interaction), self._drawing:
            replay, said = await self._look(interaction, press.table_id)
            alone = interaction.message is not None and interaction.message.flags.ephemeral
            for_all = replay.all_open and interaction.channel_id == replay.table.channel_id and not alone
            course, could = await self._course(replay, interaction.user.id) if for_all else (None, False)
            view = partial(replay_messages.moving, replay, said, could_have_chances=could)
            url = await self._renewed(replay, view, course) if for_all else None
            shows = CHANCES if course else ""
            if url is None:
                drawn = {MOVING: await self._moving(replay, course)}
                if for_all and not home:
                    try:
                        url = await self.presenter.post_replay(replay.table, Message(view, drawn), shows)
                    except (discord.Forbidden, discord.NotFound):
                        view = partial(view, "I can't post here, so only you see this.", could_have_chances=False)
            if url:
                await interaction.edit_original_response(view=plain_text(f"Here is the replay: {url}"))
                return
            sent = await interaction.edit_original_response(**Message(view, drawn).edit())
            if for_all and home:
                await self.presenter.posted_replay(replay.table, sent, shows)

    async def _renewed(self, replay: Replay, view: Callable[[], ui.LayoutView], course: Course | None) -> str | None:
        """The link of the replay that was posted, if there is one. Chances that are known by now are added to it."""
        lacks = course is not None and await self.presenter.replay_lacks(replay.table, CHANCES)
        drawn = {MOVING: await self._moving(replay, course)} if lacks else None
        return await self.presenter.edit_replay(replay.table, Message(view, drawn), CHANCES)

    async def _moving(self, replay: Replay, course: Course | None) -> bytes:
        key = replay.table.id, replay.all_open, replay.table.names(), course
        if key not in self._drawn:
            drawn = await pictures.replay(replay, course)
            self._drawn = dict([*self._drawn.items(), (key, drawn)][-KEPT:])
        return self._drawn[key]

    # -- How it was played

    async def look_back(self, interaction: Interaction, press: Press) -> None:
        """What was luck and what was skill, for who asks. It is worked out once a game."""
        await acknowledge(interaction, ephemeral=not at_home(interaction), thinking=True)
        async with self.browsing.turn(interaction):
            table = (await self._look(interaction, press.table_id))[0].table
        asked = await self.analyses.find(table.id)
        if asked is None:
            self._looks.take(interaction)
            asked = await self.analyses.ask_for(table.id)
        try:
            async with asyncio.timeout(PATIENCE):
                found = await self._judged(interaction, table, asked)
        except TimeoutError:
            await interaction.edit_original_response(view=analysis_messages.patience(table))
            return
        except Refused as refused:  # known only now: it takes the place of how far this has come
            await interaction.edit_original_response(view=messages.notice(str(refused), WORDS[table.game]))
            return
        async with self.browsing.turn(interaction):
            replay, headline = await self._look(interaction, table.id)
            await self._looked_back(interaction, replay, headline, replace(found, table=table))
        async with self._drawing:
            if replay.all_open and await self.presenter.replay_lacks(table, CHANCES):
                said = analysis_messages.told(replace(found, table=table), interaction.user.id)
                whole = partial(replay_messages.moving, replay, headline)
                await self._renewed(replay, whole, analysis_messages.course(said, replay))

    async def _looked_back(self, interaction: Interaction, replay: Replay, headline: str, found: Analysis) -> None:
        table = replay.table
        said = analysis_messages.told(found, interaction.user.id)
        form = await reading.form_of(interaction)
        boards = [replay.positions[min(point.choice.step, len(replay.positions) - 1)].view for point in said.points]
        names = messages.plain_names(table)
        alts = [PICTURES[table.game].alt(view, names) for view in boards]
        if form != "pictures":
            alts = _gists(boards, alts)
        files: dict[str, bytes] = {}
        if reading.drawn(form):
            files[CHART] = await pictures.chart(analysis_messages.chart_of(said, table.names()))
            for label, view in enumerate(boards, 1):
                files[analysis_messages.board_name(label)] = await pictures.open_board(table, view)
        note, share = await self._beside_others(found), table.ranked and table.host_id == interaction.user.id
        whole = partial(analysis_messages.shown, said, replay, headline, note, alts, share=share)
        await reading.answer(interaction, Message(whole, files))

    async def _judged(self, interaction: Interaction, table: Table, found: Analysis | Progress) -> Analysis:
        """Begins the work, shows how far it has come, and waits for its end. Raises Refused."""
        while isinstance(found, Progress):
            self._rounds.begin("analyses", partial(self.analyses.go_on, self.thinking.aside))
            await interaction.edit_original_response(view=analysis_messages.progress(table, found))
            found = await self.analyses.changed(table.id, found)
        return found

    async def _beside_others(self, found: Analysis) -> str:
        table = found.table
        if table.day is None:
            return ""
        average = await self.analyses.average(table.game, table.day)
        return analysis_messages.of_the_day(found, average, await self.deals.par(table.game, table.day))

    async def _course(self, replay: Replay, user_id: int) -> tuple[Course | None, bool]:
        """How the chances stood, if somebody has looked back at this game; and if not, whether somebody could."""
        if not replay.all_open:
            return None, False
        try:
            found = await self.analyses.find(replay.table.id)
        except Refused:
            return None, False
        if isinstance(found, Analysis):
            return analysis_messages.course(analysis_messages.told(found, user_id), replay), False
        return None, len(replay.positions) > 1

    # -- Step by step

    @app_commands.command(name="replay", description="Look at a finished game again, step by step")
    @app_commands.describe(game="Which of your games; else the last one", table="Or the number of a table")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def replay(self, interaction: Interaction, game: str | None = None, table: TableNumber | None = None) -> None:
        async with answering(interaction):
            await acknowledge(interaction, ephemeral=True, thinking=True)
            await self._step(interaction, table or await self._which(interaction, game), OPEN, 0)

    @replay.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        theirs = await self.tables.finished(interaction.user.id, most=SELECT_LIMIT)
        offered = [(replay_messages.called(one), str(one.table_id)) for one in theirs]
        return [
            app_commands.Choice(name=name, value=value) for name, value in offered if current.lower() in name.lower()
        ]

    async def _which(self, interaction: Interaction, named: str | None) -> int:
        """The game named, else the last one of this channel, else the user's own last one. Raises Refused."""
        if named is not None:
            if not (named.isascii() and named.isdecimal() and len(named) <= 15):
                raise Refused("Choose one of your games from the list, or give a table's number.")
            return int(named)
        here = await self.tables.in_channel(interaction.channel_id or 0)
        if here and here.phase == "over":
            return here.id
        for last in await self.tables.finished(interaction.user.id, most=1):
            return last.table_id
        raise Refused("You haven't finished a game yet. `/play` starts one.")

    async def begin(self, interaction: Interaction, press: Press) -> None:
        """From a moving picture: its first step, for this user alone."""
        await acknowledge(interaction, ephemeral=True, thinking=True)
        await self._step(interaction, press.table_id, OPEN, 0)

    async def chosen(self, interaction: Interaction, press: Press) -> None:
        """From the list of past games on a profile: a game's first step, for this user alone."""
        await acknowledge(interaction, ephemeral=True, thinking=True)
        (number,) = press.values or ("",)
        await self._step(interaction, await self._which(interaction, number), OPEN, 0)

    async def turn(self, interaction: Interaction, press: Press) -> None:
        """Another step, in place of this one."""
        match press.args:
            case (side, number, _) if (
                side in (OPEN, OWN) and number.isascii() and number.isdecimal() and len(number) < 5
            ):
                await acknowledge(interaction)
                await self._step(interaction, press.table_id, side, int(number))
            case _:
                raise Refused("There is no such step. `/replay` shows the first.")

    async def _step(self, interaction: Interaction, table_id: int, side: str, number: int) -> None:
        async with self.browsing.turn(interaction):
            replay, said = await self._look(interaction, table_id, own=side == OWN)
            number = min(number, len(replay.positions) - 1)
            table, view = replay.table, replay.positions[number].view
            alt = PICTURES[table.game].alt(view, messages.plain_names(table))
            described = PICTURES[table.game].describe(view, messages.names(table))
            shows = reading.drawn(await reading.form_of(interaction))
            drawn = {messages.PICTURE: await pictures.step(replay, number)} if shows else {}
            course, _ = await self._course(replay, interaction.user.id)
            turns = dict(zip(course.turning_points, course.told, strict=True)) if course else {}

            def step() -> ui.LayoutView:
                return replay_messages.step(replay, number, alt, said, turns)

            await reading.answer(interaction, Message(step, drawn, {messages.PICTURE: described}))

    # -- Both

    async def _look(self, interaction: Interaction, table_id: int, *, own: bool = False) -> tuple[Replay, str]:
        """The replay that this user may see, and how the game ended. Raises Refused."""
        table, user_id = await self.tables.get(table_id), interaction.user.id
        if table.player(user_id) is None and table.day is None and not self._can_look(interaction, table):
            raise Refused("This game was played where you can't look. Its replay is for those who sat there.")
        replay = await self.tables.replay(table_id, user_id, own=own)
        seen = await self.tables.look(table_id, user_id, own=True)
        return replay, messages.headline(seen, WORDS[table.game])

    def _can_look(self, interaction: Interaction, table: Table) -> bool:
        """Whether the table was public to this user: in a channel that they can read."""
        if interaction.channel_id == table.channel_id:
            return True
        guild = self.client.get_guild(table.guild_id or 0)
        if guild is None or interaction.guild_id != guild.id or not isinstance(interaction.user, discord.Member):
            return False
        channel = guild.get_channel_or_thread(table.channel_id)
        if channel is None or (isinstance(channel, discord.Thread) and channel.is_private()):
            return False
        return channel.permissions_for(interaction.user).read_messages


def _gists(boards: Sequence[AnyView], alts: Sequence[str]) -> list[str]:
    """Whole sentences of each board's description; of one that stands before already, where."""
    gists = list[str]()
    for board, alt in zip(boards, alts, strict=True):
        before = boards.index(board)
        gists.append(shortened(alt, GIST) if before == len(gists) else f"The board is the same as at {before + 1}.")
    return gists
