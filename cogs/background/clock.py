"""What happens without a press: timers come due, and channels or servers go away and come back.

Every process has a clock. A process claims what is due before it acts, so it is done once. Each process checks the
boards of its own servers.
"""

import asyncio
import contextlib
import logging
import time
from datetime import timedelta
from functools import partial

import discord
from discord.ext import commands, tasks
from discord.utils import utcnow

from tables.daily.calendar import now
from tables.play.clock_guard import HOLDS, ClockGuard
from tables.play.model import Refused, Table
from tables.play.timers import HELD, Deadline
from tables.store.errors import DatabaseError, Unreadable

from ..discord.controls import TROUBLES
from ..discord.refusals import NotTaken, described, is_for_good
from ..services import Services
from . import reminders, telling
from .jobs import BackgroundJobs, for_each

log = logging.getLogger(__name__)

EVERY = 30.0  # seconds
BEATS_TO_COUNT = 120  # once an hour: how often newcomers win
BEATS_TO_FORGET = 20  # what is kept for a day or two goes ten minutes late at most
PATIENCE = 120.0  # seconds to act on one timer: less than its claim lasts
BOARDS_A_BEAT = 5  # boards to check at each beat: few requests, yet 10,000 boards in 17 hours
BOARDS_AGAIN = 6 * 3600  # least seconds between two rounds over all boards
AT_THE_END = 2.0  # seconds for the running jobs when the bot stops


class ClockCog(commands.Cog, name="clock"):
    def __init__(self, services: Services) -> None:
        self.services = services
        self.members = services.members
        self.client = services.client
        self.store = services.store
        self.announcer = services.announcer
        self.server_logs, self.deleted_lobbies = services.server_logs, services.deleted_lobbies
        self.tables = services.store.tables
        self.presenter = services.presenter
        self.archive = services.store.archive
        self._jobs = BackgroundJobs()
        self.beat_at: float | None = None  # by the steady clock: when it last did all that is due at a beat
        self._guard: ClockGuard | None = None  # from the first beat on
        self._beating = asyncio.Lock()
        self._boards_since: int | None = None  # when this round of the boards began, in seconds since 1970
        self._board_before: tuple[int, int] | None = None  # the last one checked in this round

    async def cog_load(self) -> None:
        self.tick.start()

    async def cog_unload(self) -> None:
        async with self._beating:  # wait for the beat, because a query that is cut off fails
            self.tick.cancel()
        await self._jobs.close(AT_THE_END)

    @tasks.loop(seconds=EVERY)
    async def tick(self) -> None:
        """Start what is due. Failures are logged, and slow work runs as background jobs, so the clock goes on."""
        async with self._beating:
            try:
                self.presenter.retry()
                self._jobs.begin("what was left unshown", self.presenter.catch_up)
                self._jobs.begin("deletions", self._resume_deletions)
                self._jobs.begin("channels", self._look_for_channels)
                if await self._trusts_the_time():
                    if self.client.cluster.first:  # once is enough
                        if self.tick.current_loop % BEATS_TO_FORGET == 0:
                            await self.tables.forget_interactions()
                            await self.store.deals.forget_used()
                            await self.store.servers.log.forget_old()
                        self._jobs.begin("packing", self.archive.pack)
                    self._begin_what_is_due()
                    self._jobs.begin("boards", self._look_after_boards)
                    if self.tick.current_loop % BEATS_TO_FORGET == 0:
                        self._jobs.begin("lobbies", self.deleted_lobbies.look)
                    if self.tick.current_loop:  # not at the first beat: a start has enough to do
                        self._begin_what_takes_thought()
                    if self.tick.current_loop % BEATS_TO_COUNT == 1:
                        self._jobs.begin("newcomers", self.store.results.newcomers.count)
                self.beat_at = time.monotonic()
            except (DatabaseError, *TROUBLES) as error:
                log.error("The clock missed a beat: %s", error)
            except Exception:
                log.exception("The clock missed a beat")
            planned = self.tick.next_iteration
            if planned and abs(planned - utcnow()) > 2 * timedelta(seconds=EVERY):
                self.tick.restart()  # the time of day has jumped, so the next beat may be days away or past

    def _begin_what_is_due(self) -> None:
        """Start the work that any process may claim."""
        self._jobs.begin("deadlines", self._act_on_timers)
        self._jobs.begin("unfinished deals", self.store.deals.count_unfinished)
        self._jobs.begin("computers", self.store.thinking.catch_up)
        self._jobs.begin("announcements", self._count_and_announce)
        self._jobs.begin("reminders", self.announcer.remind)
        self._jobs.begin("server logs", self.server_logs.post)

    def _begin_what_takes_thought(self) -> None:
        """Start what no table waits for, in the processes that think for computer players."""
        work = {"pars": self.store.pars.play, "riddles": self.store.riddles.make, "analyses": self.store.analyses.go_on}
        for name, do in work.items():
            self._jobs.begin(name, partial(do, self.store.thinking.aside))

    def take_over(self) -> None:
        """Another process has died: start the work that it left."""
        self._jobs.begin("what a dead process left", self.presenter.take_over)
        self._jobs.begin("deletions", self._resume_deletions)
        if self._guard is not None and not self._guard.in_doubt:
            self._begin_what_is_due()

    @tick.before_loop
    async def _until_ready(self) -> None:
        await self.client.wait_until_ready()

    async def _trusts_the_time(self) -> bool:
        """Whether the time of day can be trusted. Moves timers by the time that the bot was stopped."""
        wall, steady = now(), time.monotonic()
        if self._guard is None:
            self._guard = ClockGuard(wall, steady, last_beat=await self.store.timers.last_beat())
        doubted = self._guard.in_doubt
        closed = self._guard.beat(wall, steady)
        if closed is None:
            if not doubted:
                log.warning("The time of day has jumped: nothing comes due until it has held for %s seconds", HOLDS)
            return False
        for table_id in await self.store.timers.beat(wall, closed, self.tables.times):
            self.presenter.show(table_id)
        return True

    async def _resume_deletions(self) -> None:
        for table_id in await self.store.privacy.resume():
            self.presenter.show(table_id)

    async def _count_and_announce(self) -> None:
        """Count a week that is over first: the announcement of its last day says who won it."""
        try:
            await self.store.weeks.count()
        finally:
            await self.announcer.announce()

    # -- Deadlines

    async def _act_on_timers(self) -> None:
        """Act on all timers that were due when this began."""
        at = now()
        await for_each(lambda most, _: self.store.timers.due(at, most=most), self._act_on)

    async def _act_on(self, deadline: Deadline) -> None:
        """Act on one timer. If Discord fails or the table can't be read, it comes again once its claim has lapsed."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._act(await self.tables.get(deadline.table_id), deadline)
        except Unreadable:
            return  # its timer waits until the table can be read again
        except (Refused, NotTaken) as error:
            log.info("The %s of table %s is dropped: %s", deadline.kind, deadline.table_id, error)
        except TROUBLES as error:
            if not is_for_good(error):
                log.warning("The %s of table %s is tried again later: %s", deadline.kind, deadline.table_id, error)
                return
            log.info("The %s of table %s is dropped: %s", deadline.kind, deadline.table_id, described(error))
        await self.store.timers.done(deadline)

    async def _act(self, table: Table, deadline: Deadline) -> None:
        if deadline.kind in HELD and await telling.hold(self.services, table, deadline):
            return
        match deadline.kind:
            case "close":
                await self.presenter.close_table(table, "nobody has played for long", idle=True)
            case "closing" | "closed" | "reopened" | "relieved":
                await telling.tell(self.services, table, deadline)
            case "confirm":
                departed = await self.members.departed(table, [player.user_id for player in table.players])
                await self.store.lobbies.confirm(table.id, departed)
                self.presenter.show(table.id)
            case "absent":
                await self._end_rest(table)
            case "vote":
                await self.store.votes.expire(table.id)
                self.presenter.show(table.id)
            case "nudge" | "last" | "vacate":
                await reminders.remind(self.services, table, deadline)

    # -- Boards

    async def _look_after_boards(self) -> None:
        """Check the boards of a few of this process's tables, last changed first. Each is checked again hours later."""
        if self._board_before is None:
            if self._boards_since is not None and abs(now() - self._boards_since) < BOARDS_AGAIN:
                return
            self._boards_since = now()
        in_play = await self.store.posts.in_play(self.client.cluster, before=self._board_before, most=BOARDS_A_BEAT)
        self._board_before = in_play[-1] if in_play else None
        for _, table_id in in_play:
            with contextlib.suppress(NotTaken, TimeoutError):  # the presenter tries again
                async with asyncio.timeout(PATIENCE):
                    await self.presenter.make_sure(table_id)

    # -- Places that go away, and come back

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        for place in (channel, *getattr(channel, "threads", ())):
            await self._let_rest(await self.tables.living(channel_id=place.id))

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._let_rest(await self.tables.living(channel_id=payload.thread_id))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._let_rest(await self.tables.living(guild_id=guild.id))

    async def _let_rest(self, tables: tuple[Table, ...]) -> None:
        """Discord says that the channel of these tables is gone. It may say otherwise soon: see absences.py."""
        if tables:
            await self.presenter.absences.note([table.id for table in tables])

    async def _look_for_channels(self) -> None:
        """Look for channels that are away, where it is time, and show the tables of those that are there again."""
        absences = self.presenter.absences
        await absences.refresh()
        for table_id in absences.to_look_for():
            with contextlib.suppress(NotTaken):  # the presenter tries again
                await self.presenter.make_sure(table_id)

    async def _end_rest(self, table: Table) -> None:
        """The channel has been away for days: look once more, and close the table if it still is."""
        absences = self.presenter.absences
        try:
            there = await absences.is_there(table)
        except TROUBLES as error:
            log.info("Nobody knows whether the channel of table %s is there: %s", table.id, error)
            await self.store.absences.put_off(table.id)
            return
        if there:
            await self.store.absences.end(table.id)
        absences.forget(table.id)
        if there:
            self.presenter.show(table.id)
        elif table.phase in ("over", "closed"):  # nobody needs to be shown any more
            await self.store.posts.record(table.id, {}, shown=table.version)
        else:
            await self.presenter.close_table(table, "its channel has been away for days", lost=True)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        self.presenter.absences.expect(guild_id=guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.presenter.absences.expect(guild_id=guild.id)
        for table_id in await self.store.absences.closed_in(guild.id):
            self.presenter.show(table_id)  # what stands there still may say why it was closed
