"""`/replay`: a game that is over, again: in one moving picture, or step by step."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from functools import partial

import discord
from discord import app_commands

from languages import later, say, speaking, spoken
from tables.history.analyses import Analysis, Progress
from tables.history.replays import Replay
from tables.play.model import PlayerView, Refused, Table

from ..background.jobs import BackgroundJobs
from ..delivery.dress import Message
from ..delivery.pictures import Undrawn, film
from ..delivery.replies import answer, edit, form_of
from ..discord.browsing import Browsing
from ..discord.controls import (
    Interaction,
    acknowledge,
    acknowledge_out_of_sight,
    acknowledge_part,
    acknowledge_privately,
    at_home,
    plain_text,
)
from ..discord.needs import Needs
from ..discord.rate_limit import RateLimit
from ..discord.refusals import INVALID_FORM, TOO_LARGE
from ..screens import analysis
from ..screens import replay as replays
from ..screens.analysis import LUCK, MOMENTS, Course
from ..screens.frame import notice
from ..screens.over import headline
from ..screens.press import Press, is_number
from ..screens.replay import MOVING, OPEN, OWN
from ..screens.screen import MENU_LIMIT, Screen
from ..services import Services
from .cog import Cog, command, pressed
from .verify import TableNumber
from .which_game import channels_table

CHANCES = "chances"  # in the digest of a posted replay: the chances are drawn below its boards
KEPT = 4  # moving pictures, of up to 2 MB
REPLAYS = 5, 60.0  # times that one user may ask for a moving picture, in so many seconds
MOST_FILMS = 20  # people who wait for a moving picture
LOOKS = 5, 600.0  # analyses that one user may begin, likewise
PATIENCE = 12 * 60.0  # seconds: after a quarter of an hour a message can't be edited any more


class ReplayCog(Cog):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.posted = services.presenter.replays
        self._drawn: dict[tuple[int, bool, tuple[str, ...], Course | None, str], bytes] = {}
        self._replays, self._looks = RateLimit(*REPLAYS), RateLimit(*LOOKS)
        self._films = Browsing(1, MOST_FILMS)
        self._drawing = asyncio.Lock()  # one at a time, because it takes seconds of a processor
        self._jobs = BackgroundJobs()

    async def cog_unload(self) -> None:
        await self._jobs.close(0)

    # -- In one moving picture

    @pressed("replay", Needs.PAST, acknowledge_out_of_sight, always=True)
    async def show(self, interaction: Interaction, press: Press) -> None:
        """Post the replay once for everybody in the table's channel.

        It is for the presser alone elsewhere (also in a private panel), and while others play its deal. Whoever reads
        words instead of pictures gets it step by step.
        """
        home = at_home(interaction)
        if await form_of(interaction) != "pictures":
            await self._step(interaction, press.table_id, OPEN, 0)
            return
        self._replays.take(interaction)
        try:
            await self._show_moving(interaction, press.table_id, home=home)
        except (Undrawn, discord.HTTPException) as error:  # step by step it can be told in words
            if isinstance(error, discord.HTTPException) and error.code not in (INVALID_FORM, TOO_LARGE):
                raise
            await self._step(interaction, press.table_id, OPEN, 0)

    async def _show_moving(self, interaction: Interaction, table_id: int, *, home: bool) -> None:
        async with self._films.queued(interaction), self._drawing:
            replay, seen = await self._look(interaction, table_id)
            alone = interaction.message is not None and interaction.message.flags.ephemeral
            for_all = replay.all_open and interaction.channel_id == replay.table.channel_id and not alone
            alone_here = say("I can't post here, so only you see this.")
            with speaking(replay.table.language if for_all else None):
                course, could = await self._course(replay, interaction.user.id) if for_all else (None, False)
                screen = replays.moving(replay, headline(seen), could_have_chances=could)
                url = await self._renewed(replay, screen, course) if for_all else None
                shows = CHANCES if course else ""
                if url is None:
                    drawn = {MOVING: await self._moving(replay, course)}
                    if for_all and not home:
                        try:
                            url = await self.posted.post(replay.table, Message(screen, drawn), shows)
                        except (discord.Forbidden, discord.NotFound):
                            screen = replays.moving(replay, headline(seen), alone_here)
            if url:
                await interaction.edit_original_response(view=plain_text(say("Here is the replay: {url}", url=url)))
                return
            sent = await interaction.edit_original_response(**Message(screen, drawn).edit())
            if for_all and home:
                await self.posted.record(replay.table, sent, shows)

    async def _renewed(self, replay: Replay, screen: Screen, course: Course | None) -> str | None:
        """The link of the replay that was posted, if there is one. Add the chances to it if they are known by now."""
        outdated = course is not None and await self.posted.is_outdated(replay.table, CHANCES)
        pictures = {MOVING: await self._moving(replay, course)} if outdated else {}
        return await self.posted.edit(replay.table, Message(screen, pictures), CHANCES)

    async def _moving(self, replay: Replay, course: Course | None) -> bytes:
        key = replay.table.id, replay.all_open, replay.table.names(), course, spoken()
        if key not in self._drawn:
            drawn = await film(replay, course)
            self._drawn = dict([*self._drawn.items(), (key, drawn)][-KEPT:])
        return self._drawn[key]

    # -- How it was played

    @pressed("looked-back", Needs.PAST, acknowledge_part, always=True)
    async def look_back(self, interaction: Interaction, press: Press) -> None:
        """Show the presser how the game turned, or what was luck and what was skill. It is worked out once a game."""
        if press.args not in ((), (MOMENTS,), (LUCK,)):
            raise Refused(say("There is no such page."))
        async with self.browsing.queued(interaction):
            table = (await self._look(interaction, press.table_id))[0].table
        known = await self.store.analyses.find(table.id)
        if known is None:
            self._looks.take(interaction)
            known = await self.store.analyses.ask_for(table.id)
        try:
            async with asyncio.timeout(PATIENCE):
                judged = await self._judged(interaction, table, known)
        except TimeoutError:
            await edit(interaction, analysis.patience(table))
            return
        except Refused as refused:  # it replaces the progress that the message shows
            await edit(interaction, notice(str(refused), table.game))
            return
        async with self.browsing.queued(interaction):
            replay, seen = await self._look(interaction, table.id)
            of_table = replace(judged, table=table)
            if press.args == (LUCK,):
                await self._luck_and_skill(interaction, of_table)
            else:
                screen = analysis.overview(analysis.for_user(of_table, interaction.user.id), replay, headline(seen))
                await answer(interaction, screen, await form_of(interaction), browsing=True)
        async with self._drawing:
            if replay.all_open and await self.posted.is_outdated(table, CHANCES):
                for_side = analysis.for_user(replace(judged, table=table), interaction.user.id)
                with speaking(table.language):
                    screen = replays.moving(replay, headline(seen))
                    with suppress(Undrawn):  # then the replay stays as it was posted
                        await self._renewed(replay, screen, analysis.course(for_side, replay))

    async def _luck_and_skill(self, interaction: Interaction, judged: Analysis) -> None:
        user_id, table = interaction.user.id, judged.table
        note, share = await self._beside_others(judged), table.ranked and table.host_id == user_id
        screen = analysis.luck_and_skill(analysis.for_user(judged, user_id), note, share=share)
        await answer(interaction, screen, await form_of(interaction), browsing=True)

    async def _judged(self, interaction: Interaction, table: Table, known: Analysis | Progress) -> Analysis:
        """Begin the analysis, show how far it has come, and wait for its end. Raises Refused."""
        while isinstance(known, Progress):
            self._jobs.begin("analyses", partial(self.store.analyses.go_on, self.store.thinking.aside))
            await edit(interaction, analysis.progress(table, known))
            known = await self.store.analyses.changed(table.id, known)
        return known

    async def _beside_others(self, judged: Analysis) -> str:
        table = judged.table
        if table.day is None:
            return ""
        average = await self.store.analyses.average(table.game, table.day)
        return analysis.of_the_day(judged, average, await self.store.deals.par(table.game, table.day))

    async def _course(self, replay: Replay, user_id: int) -> tuple[Course | None, bool]:
        """The course of the chances, if somebody has looked back at this game; and if not, whether somebody could."""
        if not replay.all_open:
            return None, False
        try:
            known = await self.store.analyses.find(replay.table.id)
        except Refused:
            return None, False
        if isinstance(known, Analysis):
            return analysis.course(analysis.for_user(known, user_id), replay), False
        return None, len(replay.positions) > 1

    # -- Step by step

    @command(
        "replay",
        later("Look at a finished game again, step by step"),
        acknowledge_privately,
        always=True,
        game=later("Which of your games; else the last one"),
        table=later("Or the number of a table"),
    )
    async def replay(self, interaction: Interaction, game: str | None = None, table: TableNumber | None = None) -> None:
        await self._begin(interaction, table or await self._which(interaction, game))

    @replay.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        theirs = await self.tables.finished(interaction.user.id, most=MENU_LIMIT)
        offered = [(replays.list_label(game), str(game.table_id)) for game in theirs]
        return [
            app_commands.Choice(name=name, value=value) for name, value in offered if current.lower() in name.lower()
        ]

    async def _which(self, interaction: Interaction, named: str | None) -> int:
        """The game named, else the last one of this channel, else the user's own last one. Raises Refused."""
        if named is not None:
            if not is_number(named):
                raise Refused(say("Choose one of your games from the list, or give a table's number."))
            return int(named)
        here = await channels_table(self.services, interaction)
        if here and here.phase == "over":
            return here.id
        for last in await self.tables.finished(interaction.user.id, most=1):
            return last.table_id
        raise Refused(say("You haven't finished a game yet. `/play` starts one."))

    @pressed("steps", Needs.PAST, acknowledge_privately, always=True)
    async def begin(self, interaction: Interaction, press: Press) -> None:
        """Show the first step of a moving picture's game, for this user alone."""
        await self._step(interaction, press.table_id, OPEN, 0)

    @pressed("past", Needs.NOTHING, acknowledge_privately, always=True)
    async def chosen(self, interaction: Interaction, press: Press) -> None:
        """Show the first step of a game from the list on a profile, for this user alone."""
        (number,) = press.values or ("",)
        await self._begin(interaction, await self._which(interaction, number))

    async def _begin(self, interaction: Interaction, table_id: int) -> None:
        await self.members.admit(interaction, table_id, Needs.PAST)
        await self._step(interaction, table_id, OPEN, 0)

    @pressed("step", Needs.PAST, acknowledge, always=True)
    async def turn(self, interaction: Interaction, press: Press) -> None:
        """Another step, in place of this one."""
        match press.args:
            case (side, number, _) if side in (OPEN, OWN) and is_number(number, 4):
                await self._step(interaction, press.table_id, side, int(number))
            case _:
                raise Refused(say("There is no such step. `/replay` shows the first."))

    async def _step(self, interaction: Interaction, table_id: int, side: str, number: int) -> None:
        async with self.browsing.queued(interaction):
            replay, seen = await self._look(interaction, table_id, own=side == OWN)
            number = min(number, len(replay.positions) - 1)
            course, _ = await self._course(replay, interaction.user.id)
            turns = dict(zip(course.turning_points, course.sentences, strict=True)) if course else {}
            form = await form_of(interaction)
            screen = replays.step(replay, number, headline(seen), turns, worded=form != "pictures")
            await answer(interaction, screen, form, browsing=True)

    # -- Both

    async def _look(self, interaction: Interaction, table_id: int, *, own: bool = False) -> tuple[Replay, PlayerView]:
        """The replay as this user may see it, and the end of the game. Raises Refused."""
        user_id = interaction.user.id
        replay = await self.tables.replay(table_id, user_id, own=own)
        return replay, await self.tables.look(table_id, user_id, own=True)
