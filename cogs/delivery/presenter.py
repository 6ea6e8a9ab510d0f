"""Shows tables on Discord.

One task a table shows its newest version and skips those overtaken, so that a slow Discord never holds up a move. What
has been shown is stored; a start shows whatever is missing. Nobody tells the bot when a board is deleted later, so the
clock checks it now and then.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import replace
from datetime import timedelta
from functools import partial

import discord
from sqlalchemy.exc import DBAPIError

from host.ending import finish
from tables.daily.calendar import now
from tables.play.model import Refused, Table
from tables.play.posts import BOARD, Post, Slot
from tables.store.database import Busy
from tables.store.leases import LeaseLost

from ..discord.controls import TROUBLES, Client, Interaction
from ..screens import board as boards
from ..screens.panel import Panel
from ..screens.screen import Screen
from .courier import ARCHIVED, LOCKED, Courier, nonce
from .loading import Loader
from .pictures import pictured
from .plan import Edit, Lost, message_url, private_digest
from .posted import Adoption, PostedReplays
from .reading import read
from .round import Round, Shown, close_table

log = logging.getLogger(__name__)

PATIENCE = 2.0  # seconds for Discord to take what is under way at the end
SOON = 3.0  # seconds until what the database didn't take is tried again
LEFT_OVER = 90  # seconds after which a change that isn't shown isn't waiting for anything
PAUSE = 600  # seconds until what people must mend is tried again: 10,000 refusals in that time are a ban
FRESH = 60  # seconds in which a board isn't posted again
REST = 3.0  # seconds after a move in which another may follow: within a turn the others are shown nothing yet
IN_TURN = 60  # seconds that what has changed within a turn waits for its end, where showing it costs a request


class Presenter:
    def __init__(self, client: Client, loader: Loader) -> None:
        self._client = client
        self._store, self._tables, self._posts = client.store, client.store.tables, client.store.posts
        self._loader = loader
        self._courier = Courier(client)
        self._adoption = Adoption(self._posts, self._courier)
        self.answers = self._courier.answers
        self.replays = PostedReplays(self._posts, self._courier)
        self._shown: dict[int, Shown] = {}  # by table

    def _of(self, table_id: int) -> Shown:
        return self._shown.setdefault(table_id, Shown())

    # -- When

    def show(self, table_id: int, *, now: bool = True) -> None:
        """Bring everything that shows this table up to date, soon. Unless `now`, some may wait for the turn's end."""
        shown = self._of(table_id)
        shown.at_once = now or (shown.waiting and shown.at_once)
        shown.waiting = True
        if shown.task is None:
            shown.task = asyncio.create_task(self._work(table_id, shown), name=f"show table {table_id}")

    def show_move(self, table_id: int) -> None:
        """Like show, after a move. Within a turn the others are shown nothing until no move has come for a moment."""
        self._of(table_id).moved = time.monotonic()
        self.show(table_id, now=False)

    async def show_move_first(self, table_id: int) -> None:
        """The board, for which everybody waits, is drawn before what is asked for after."""
        self.show_move(table_id)
        await asyncio.sleep(0)

    async def show_and_wait(self, table_id: int) -> None:
        """Like show, and wait until it is done. Raises discord.Forbidden where the bot may not post."""
        self.show(table_id)
        task = self._of(table_id).task
        if task and (forbidden := await asyncio.shield(task)):  # others wait for it too
            raise forbidden

    async def show_board(self, table_id: int) -> None:
        """Like show_and_wait, until the board is there: it may still have to be recorded."""
        shown = self._of(table_id)
        shown.posted.clear()
        self.show(table_id)
        task, posted = shown.task, asyncio.create_task(shown.posted.wait())
        assert task
        await asyncio.wait({task, posted}, return_when=asyncio.FIRST_COMPLETED)
        posted.cancel()
        if task.done() and (forbidden := task.result()):
            raise forbidden

    async def make_sure(self, table_id: int) -> bool:
        """Like show_and_wait; a board that was deleted or lost its buttons is live again. False if that must wait."""
        shown = self._of(table_id)
        shown.unsure = True
        await self.show_and_wait(table_id)
        return not shown.unsure

    async def show_again(self, table: Table) -> None:
        """Post the lobby or board anew, below what has been said since. A fresh one is only brought up to date."""
        fresh = discord.utils.utcnow() - timedelta(seconds=FRESH)
        await self._posts.outdate(table.id, older_than=discord.utils.time_snowflake(fresh))
        await self.show_and_wait(table.id)

    def retry(self) -> None:
        """Show what could not be shown before, where it is time to try again."""
        for table_id, shown in [*self._shown.items()]:
            if any(due is not None and due <= now() for due in (shown.retry_at, shown.hold)):
                self.show(table_id)

    async def sweep(self) -> None:
        """Show what a crash left unshown, and close what other rules have left behind: of this process's servers."""
        for table in await self._tables.outdated():
            if self._client.cluster.has(table.guild_id):
                await self.close_table(table, "it began under other rules")
        for table_id in await self._posts.unshown(self._client.cluster):
            await self._look_and_show(table_id)

    async def catch_up(self) -> None:
        """Show what should long have been shown, and nobody here knows of: in a process that ended it was left over."""
        for table_id in await self._posts.unshown(self._client.cluster, before=now() - LEFT_OVER):
            shown = self._of(table_id)
            if shown.retry_at is None and shown.hold is None:
                self.show(table_id)

    async def take_over(self) -> None:
        """Show what a process that has died left unshown, whosever servers those are."""
        for table_id in await self._posts.abandoned():
            await self._look_and_show(table_id)

    async def _look_and_show(self, table_id: int) -> None:
        """What was posted last may not be recorded."""
        await self._look_for_lost(table_id)
        self.show(table_id)

    async def _look_for_lost(self, table_id: int) -> None:
        board = (await self._posts.of(table_id)).get(BOARD)
        shown = self._of(table_id)
        shown.lost = Lost(board.message_id if board else 0).joined(shown.lost)

    async def close(self) -> None:
        """Give what is under way a moment. What isn't shown by then is shown at the next start."""
        for shown in self._shown.values():
            shown.end_rest()
        await finish([shown.task for shown in self._shown.values() if shown.task], PATIENCE)

    # -- One task a table

    async def _work(self, table_id: int, shown: Shown) -> discord.Forbidden | None:
        """Show the newest version, until that succeeds or fails. Returns what Discord has forbidden, if anything."""
        forbidden = None
        try:
            while shown.waiting:
                try:
                    async with self._posts.showing(table_id) as of_the_dead:
                        if of_the_dead:
                            await self._look_for_lost(table_id)
                        while shown.waiting:
                            forbidden = await self._try(table_id, shown)
                except LeaseLost as error:
                    log.warning("Table %s is shown again: %s", table_id, error)
                    await self._doubt(table_id, shown)
                except (DBAPIError, OSError) as error:
                    shown.waiting = False
                    self._put_off(table_id, error)
        finally:
            shown.task = None
            if shown.retry_at is None:
                shown.unsure = False
            if shown.idle:
                self._shown.pop(table_id, None)
        return forbidden

    async def _try(self, table_id: int, shown: Shown) -> discord.Forbidden | None:
        hold = 0 if shown.at_once else shown.hold or now() + IN_TURN
        shown.waiting, shown.retry_at, shown.hold = False, None, None
        shown.end_rest()
        rest = shown.moved + REST - time.monotonic()
        round_ = Round(self._store, self._courier, self._loader, shown, hold, rests=rest > 0)
        try:
            with self._store.database.visit():
                solo = (await self._tables.get(table_id)).solo
                async with self._adoption.of(table_id) if solo else nullcontext():
                    await round_.show(table_id)
        except LeaseLost:
            raise
        except Exception as error:
            round_.troubles.append(error)
        for trouble in round_.troubles:
            self._put_off(table_id, trouble)
        if round_.rested:
            shown.rest = asyncio.get_running_loop().call_later(rest, partial(self.show, table_id, now=False))
        return next((trouble for trouble in round_.troubles if isinstance(trouble, discord.Forbidden)), None)

    async def _doubt(self, table_id: int, shown: Shown) -> None:
        """Another process has shown this table meanwhile, and what this one was about to may have come after that."""
        shown.unrecorded = {}
        shown.lost = Lost().joined(shown.lost)
        try:
            await self._posts.mark_unknown(table_id)
        except (DBAPIError, OSError) as error:
            self._put_off(table_id, error)
        else:
            shown.waiting = shown.at_once = True

    def _put_off(self, table_id: int, error: Exception) -> None:
        """It is tried again; what people must mend, less often."""
        shown, pause = self._of(table_id), 0
        if isinstance(error, Refused):
            log.info("Table %s isn't shown: %s", table_id, error)
            return
        if isinstance(error, discord.Forbidden) or getattr(error, "code", None) in (ARCHIVED, LOCKED):
            log.info("Table %s may not be shown: %s", table_id, error)
            pause = PAUSE
        elif isinstance(error, (DBAPIError, *TROUBLES)):
            log.warning("Table %s could not be shown: %s", table_id, error)
        else:
            log.error("Table %s could not be shown", table_id, exc_info=error)
        if self._store.database.shared and isinstance(error, (DBAPIError, Busy)):  # a server that restarts is soon back
            asyncio.get_running_loop().call_later(SOON, self.show, table_id)
        due = now() + pause
        shown.retry_at = due if shown.retry_at is None else min(due, shown.retry_at)

    # -- Boards

    async def url(self, table: Table) -> str | None:
        """The link of the table's board or lobby; None if nothing is posted."""
        board = (await self._posts.of(table.id)).get(BOARD)
        return message_url(table, board) if board else None

    async def close_table(self, table: Table, why: str) -> None:
        """Close a table that can't go on."""
        if await close_table(self._tables, table, why):
            self.show(table.id)

    async def refresh_old(self, table: Table, pressed: discord.Message | None) -> None:
        """If an old board or lobby was pressed, take its buttons and show the new one.

        If it was the newest one, show what isn't shown yet, if anything.
        """
        if pressed is None or pressed.guild is None or pressed.flags.ephemeral:
            return
        board = (await self._posts.of(table.id)).get(BOARD)
        if board is None or not board.digest or board.message_id != pressed.id:
            await self.strip(table, Post(pressed.channel.id, pressed.id))
        elif table.id not in self._shown:
            return
        self.show(table.id, now=False)

    async def strip(self, table: Table, post: Post) -> None:
        """Take the buttons from a board that is older than the recorded one. What fails here holds up nothing."""
        board = (await self._posts.of(table.id)).get(BOARD)
        if board is None or not board.digest or post.message_id >= board.message_id:
            return
        told = await self._tables.told(table.id, None, since=0)
        screen = boards.overtaken(table, post.turn, told, message_url(table, board))
        try:
            await self._courier.edit(table, Edit(Slot("old", post.message_id), post, screen, None))
        except TROUBLES as error:
            log.info("An old board of table %s keeps its buttons: %s", table.id, error)

    async def notify(self, table: Table, screen: Screen, mentioned: int | None, what: str) -> None:
        """A message of its own in the table's channel; `what` tells several of the same version apart."""
        await self._courier.post(table, await pictured(screen), nonce(table, what), mentioned)

    # -- What a press has shown

    async def adopt(self, panel: Panel, message: discord.Message) -> None:
        """A press has shown a solitaire's panel in this message: make it the board. Only the newest goes on."""
        old = await self._adoption.adopt(panel, message)
        if old:
            await self.strip(panel.table, old)

    @asynccontextmanager
    async def answering_privately(self, interaction: Interaction, table_id: int) -> AsyncIterator[None]:
        """Within, a press in a direct message is carried out and answered by `answer_privately`.

        Nothing else edits that message meanwhile.
        """
        answering = self._of(table_id).answering
        answering.add(interaction.user.id)
        try:
            yield
        finally:
            answering.discard(interaction.user.id)
            self.show(table_id, now=False)

    async def answer_privately(self, interaction: Interaction, panel: Panel, note: str = "") -> None:
        """Show a player's direct message, in the one that was pressed."""
        table, pressed, slot = panel.table, interaction.message, Slot("private", interaction.user.id)
        message = await pictured(read(panel.private(await self.url(table), note), panel.preferences.form))
        await interaction.edit_original_response(**message.edit())
        self.answers.pressed(interaction)
        post = (await self._posts.of(table.id)).get(slot)
        if post and pressed and post.message_id == pressed.id:
            await self._posts.record(table.id, {slot: replace(post, turn=table.turn, digest=private_digest(panel))})
