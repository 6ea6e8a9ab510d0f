"""Shows tables on Discord.

Each table has one task, which shows the newest version and skips older ones, so that a slow Discord never holds up a
move. What has been shown is stored; a start shows whatever is missing. Nobody tells the bot when a board is deleted, so
the clock checks now and then.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial

import discord

from engine import GAMES
from host.ending import finish
from languages import speaking
from tables.daily.calendar import now
from tables.play.model import Refused, Table
from tables.play.posts import BOARD, Post, Slot
from tables.services import Store
from tables.store.errors import Busy, DatabaseError
from tables.store.leases import LeaseLost

from ..discord.controls import TROUBLES, Client, Interaction
from ..discord.refusals import NotTaken, Refusal, described, is_for_good, refusal
from ..screens import board as boards
from ..screens.hall import elsewhere
from ..screens.panel import Panel
from .absences import UNKNOWN_CHANNEL, Absences
from .courier import Courier, lies_ahead
from .loading import Loader
from .notices import Notices
from .pictures import pictured
from .plan import Edit, message_url, private_digest, showing
from .reading import read
from .replays import PostedReplays
from .round import LONGEST_PAUSE, Pressed, Round, Shown, close_table

log = logging.getLogger(__name__)

PATIENCE = 2.0  # seconds for Discord to take the last messages when the bot stops
SOON = 3.0  # seconds until what the database didn't take is tried again
LEFT_OVER = 90  # seconds after which no living process is still about to show a change
FRESH = 60  # seconds in which a board isn't posted again
SNOWFLAKE_SHIFT = 22  # the bits of an id above these are when it was made, in milliseconds
REST = 3.0  # seconds after a move in which another may follow: within a turn the others see nothing yet
IN_TURN = 60  # seconds that a change within a turn waits for the turn's end, if showing it costs a request


class Presenter:
    def __init__(self, client: Client, loader: Loader) -> None:
        self._client, self._loader = client, loader
        self._store, self._tables, self._posts = client.store, client.store.tables, client.store.posts
        self._courier = Courier(client)
        self.notices = Notices(client, client.store, loader, self._courier)
        self.absences = Absences(client)
        self.tokens = self._courier.tokens
        self.replays = PostedReplays(self._posts, self._courier)
        self._shown: dict[int, Shown] = {}  # by table

    def _of(self, table_id: int) -> Shown:
        return self._shown.setdefault(table_id, Shown())

    # -- When

    def show(self, table_id: int, *, at_once: bool = True, again: bool = False) -> None:
        """Bring all messages of this table up to date soon, unless its channel is away. Unless `at_once`, some may wait
        for the end of the turn.

        `again`: nobody has asked for it and nothing has changed, so what is refused is asked ever more rarely.
        """
        if self.absences.rest(table_id):
            if self._of(table_id).idle:
                self._shown.pop(table_id)
            return
        shown = self._of(table_id)
        shown.refused *= again
        shown.at_once = at_once or (shown.waiting and shown.at_once)
        shown.waiting = True
        if shown.task is None:
            shown.task = asyncio.create_task(self._work(table_id, shown), name=f"show table {table_id}")

    def show_move(self, table_id: int) -> None:
        """Like show, after a move. Within a turn, the others see it once no move has come for a moment."""
        self._of(table_id).moved = time.monotonic()
        self.show(table_id, at_once=False)

    async def show_move_first(self, table_id: int) -> None:
        """Like show_move, but let the board, for which everybody waits, be drawn before the presser's own panel."""
        self.show_move(table_id)
        await asyncio.sleep(0)

    async def show_and_wait(self, table_id: int) -> None:
        """Like show, and wait until it is done. Raises NotTaken if Discord refuses it in the table's channel."""
        self.show(table_id)
        task = shown.task if (shown := self._shown.get(table_id)) else None
        if task and (refused := await asyncio.shield(task)):  # others wait for it too
            raise NotTaken(refused)

    async def show_board(self, table_id: int) -> None:
        """Like show_and_wait, but wait only until the board is posted. It may still have to be recorded."""
        shown = self._of(table_id)
        shown.posted.clear()
        self.show(table_id)
        task, posted = shown.task, asyncio.create_task(shown.posted.wait())
        assert task
        await asyncio.wait({task, posted}, return_when=asyncio.FIRST_COMPLETED)
        posted.cancel()
        if task.done() and (refused := task.result()):
            raise NotTaken(refused)

    def refusal(self, table_id: int) -> Refusal | None:
        """Why Discord refuses to show this table in its channel, if it does."""
        return shown.refusal if (shown := self._shown.get(table_id)) else None

    async def make_sure(self, table_id: int) -> bool:
        """Like show_and_wait, and mend a board that was deleted or has lost its buttons. False if that must wait."""
        shown = self._of(table_id)
        if shown.refusal and lies_ahead(shown.retry_at or 0, LONGEST_PAUSE):  # nobody has asked for it
            raise NotTaken(shown.refusal)
        shown.checks = True
        await self.show_and_wait(table_id)
        return not (shown.checks or self.absences.rest(table_id))

    async def show_again(self, table: Table, interaction_id: int) -> None:
        """Post the lobby or board again, below newer messages. One that is fresh by Discord's clock is only edited."""
        self._of(table.id).repost = interaction_id - (FRESH * 1000 << SNOWFLAKE_SHIFT)
        await self.show_and_wait(table.id)

    async def open_privately(self, table: Table, interaction_id: int) -> None:
        """Post a solitaire in its player's direct messages, unless they take none."""
        shown = self._of(table.id)
        shown.opens, shown.repost = True, interaction_id
        with suppress(NotTaken):
            await self.show_and_wait(table.id)

    def retry(self) -> None:
        """Try again to show what could not be shown before, once it is time."""
        for table_id, shown in [*self._shown.items()]:
            if self.absences.rest(table_id):
                shown.retry_at, shown.hold, shown.checks = None, None, False
                self.show(table_id)
            elif any(due is not None and not lies_ahead(due, LONGEST_PAUSE) for due in (shown.retry_at, shown.hold)):
                self.show(table_id, again=True)

    async def sweep(self) -> None:
        """In this process's servers, show what a crash left unshown, and close games of rules that have changed."""
        await self.absences.refresh()
        for table in await self._tables.outdated():
            if self._client.cluster.has(table.guild_id):
                await self.close_table(table, "it began under other rules")
        for table_id in await self._posts.unshown(self._client.cluster):
            self._of(table_id).opens = True
            self.show(table_id)

    async def catch_up(self) -> None:
        """Show what a process that has ended left unshown, or what was committed though its COMMIT failed."""
        for table_id in await self._posts.unshown(self._client.cluster, before=now() - LEFT_OVER):
            shown = self._of(table_id)
            if shown.task is None and shown.retry_at is None and shown.hold is None:
                shown.opens = True
                self.show(table_id, again=True)

    async def take_over(self) -> None:
        """Show what a process that has died left unshown, in whatever servers."""
        for table_id in await self._posts.abandoned():
            self._of(table_id).opens = True
            self.show(table_id)

    async def close(self) -> None:
        """Give running tasks a moment. What they haven't shown by then is shown at the next start."""
        for shown in self._shown.values():
            shown.end_rest()
        await finish([shown.task for shown in self._shown.values() if shown.task], PATIENCE)

    # -- One task a table

    async def _work(self, table_id: int, shown: Shown) -> Refusal | None:
        """Show the newest version, until that succeeds or fails. Returns why Discord refuses it, if it does."""
        try:
            while shown.waiting:
                try:
                    async with self._posts.showing(table_id):
                        while shown.waiting:
                            await self._try(table_id, shown)
                except LeaseLost as error:
                    log.warning("Table %s is shown again: %s", table_id, error)
                    await self._doubt(table_id, shown)
                except (DatabaseError, OSError) as error:
                    shown.waiting = False
                    self._put_off(table_id, error)
        finally:
            shown.task = None
            if shown.retry_at is None:
                shown.checks = False
            if shown.idle:
                self._shown.pop(table_id, None)
        return shown.refusal

    async def _try(self, table_id: int, shown: Shown) -> None:
        hold = 0 if shown.at_once else min(shown.hold or now() + IN_TURN, now() + IN_TURN)
        shown.waiting, shown.retry_at, shown.hold = False, None, None
        shown.end_rest()
        rest = shown.moved + REST - time.monotonic()
        round_ = Round(self._store, self._courier, self._loader, self.notices, shown, hold, rest > 0)
        try:
            with self._store.database.visit():
                table = await self._tables.get(table_id)
                shown.checks |= self.absences.until(table_id) is not None  # then its board may be gone
                if not await self.absences.are_over(table):
                    return
                await round_.show(table_id)
        except LeaseLost:
            raise
        except Exception as error:
            if getattr(error, "code", None) == UNKNOWN_CHANNEL:
                await self.absences.note((table_id,))
            else:
                round_.troubles.append(error)
                round_.refusal = refusal(error) or round_.refusal
        shown.refusal = round_.refusal
        shown.refused = shown.refused + 1 if any(map(is_for_good, round_.troubles)) else 0
        for trouble in round_.troubles:
            self._put_off(table_id, trouble)
        shown.opens &= bool(round_.troubles)
        shown.come_back()
        if round_.rested:
            shown.rest = asyncio.get_running_loop().call_later(rest, partial(self.show, table_id, at_once=False))

    async def _doubt(self, table_id: int, shown: Shown) -> None:
        """Show a table again: another process has shown it meanwhile, so nobody knows what its messages show."""
        try:
            await self._posts.mark_unknown(table_id)
        except (DatabaseError, OSError) as error:
            self._put_off(table_id, error)
        else:
            shown.waiting = shown.at_once = True

    def _put_off(self, table_id: int, error: Exception) -> None:
        """Try again later; much later if people must mend something first."""
        shown = self._of(table_id)
        pause = _pause_after(error, table_id, shown)
        if pause is None:
            return
        if self._store.database.shared and isinstance(
            error, (DatabaseError, Busy)
        ):  # a server that restarts is soon back
            asyncio.get_running_loop().call_later(SOON, self.show, table_id)
        due = now() + pause
        shown.retry_at = due if shown.retry_at is None else min(due, shown.retry_at)

    # -- Boards

    async def url(self, table: Table, slot: Slot = BOARD) -> str | None:
        """The link of the table's board or lobby, or of what is in another slot; None if nothing is posted there."""
        return message_url(table, post) if (post := (await self._posts.of(table.id)).get(slot)) else None

    async def close_table(self, table: Table, why: str, *, lost: bool = False, idle: bool = False) -> None:
        """Close a table that can't go on. `lost`: its channel has been away for long; `idle`: nobody has played."""
        if await close_table(self._tables, table, why, lost=lost, idle=idle):
            self.show(table.id)

    async def refresh_old(self, table: Table, pressed: discord.Message | None) -> None:
        """If an old board or lobby was pressed, take its buttons. Show what isn't shown yet, if anything."""
        if pressed is not None and pressed.guild is not None and not pressed.flags.ephemeral:
            await _remove_buttons(self._courier, self._store, table, Post(pressed.channel.id, pressed.id))
            board = (await self._posts.of(table.id)).get(BOARD)
            if table.id in self._shown or not (board and board.digest and board.message_id == pressed.id):
                self.show(table.id, at_once=False)

    # -- What a press has shown

    def take_for_board(self, panel: Panel, message: discord.Message) -> None:
        """Make this message, in which a press has shown a solitaire, its board. Only the newest can be played on."""
        screen = read(panel.opening(), panel.preferences.form)
        post = replace(showing(panel.table, screen), channel_id=message.channel.id, message_id=message.id)
        self._of(panel.table.id).pressed.append(Pressed(post, panel.table.version))
        self.show(panel.table.id)

    @asynccontextmanager
    async def answering_privately(self, interaction: Interaction, table_id: int) -> AsyncIterator[None]:
        """Within this block, answer a press in a direct message by `answer_privately`: nobody else edits it."""
        answering = self._of(table_id).answering
        answering.add(interaction.user.id)
        try:
            table = await self._tables.get(table_id)
            self._store.presence.leave(interaction.user.id, table.channel_id)
            yield
        finally:
            answering.discard(interaction.user.id)
            self.show(table_id, at_once=False)


async def _remove_buttons(courier: Courier, store: Store, table: Table, post: Post) -> None:
    """Take the buttons from a board that is older than the recorded one. A failure is only logged."""
    board = (await store.posts.of(table.id)).get(BOARD)
    if board is None or not board.digest or post.message_id >= board.message_id:
        return
    heard = await store.tables.heard(table.id, None, since=0)
    kept = table.solo or (await store.servers.of(table.guild_id)).old_boards == "kept"
    url = message_url(table, board)
    with speaking(table.language):
        screen = boards.overtaken(table, post.turn, heard, url) if kept else boards.folded(table, post.channel_id)
    try:
        await courier.edit(table, Edit(Slot("old", post.message_id), post, screen, None))
    except TROUBLES as error:
        log.info("An old board of table %s keeps its buttons: %s", table.id, error)


async def answer_privately(presenter: Presenter, interaction: Interaction, panel: Panel, note: str = "") -> None:
    """Show the panel in the direct message that was pressed. If there is a newer one, link to that instead."""
    posts = interaction.client.store.posts
    table, pressed, slot = panel.table, interaction.message, Slot("private", interaction.user.id)
    known = await posts.of(table.id)
    if await _leads_to_newest(interaction, table, known.get(slot), note):
        return
    url = message_url(table, known[BOARD]) if BOARD in known else None
    message = await pictured(read(panel.private(url, note), panel.preferences.form))
    await interaction.edit_original_response(**message.edit())
    presenter.tokens.remember(interaction)
    post = (await posts.of(table.id)).get(slot)
    if post and pressed and post.message_id == pressed.id:
        await posts.record_edit(table.id, slot, replace(post, turn=table.turn, digest=private_digest(panel)))
    else:
        with suppress(discord.NotFound):
            await _leads_to_newest(interaction, table, post, note)  # which has come meanwhile


async def _leads_to_newest(interaction: Interaction, table: Table, newest: Post | None, note: str) -> bool:
    """Whether the direct message that was pressed is an older one. Then it links to the newest: no second one can be
    played on.
    """
    if not (newest and interaction.message and interaction.message.id < newest.message_id):
        return False
    screen = elsewhere(note or GAMES[table.game].title, message_url(replace(table, guild_id=None), newest))
    await interaction.edit_original_response(**(await pictured(screen)).edit())
    return True


def _pause_after(error: Exception, table_id: int, shown: Shown) -> int | None:
    """Log why a table isn't shown. Returns the seconds until the next try; None: never."""
    if isinstance(error, Refused):
        log.info("Table %s isn't shown: %s", table_id, error)
        return None
    if is_for_good(error):
        if (told := described(error)) not in shown.refusals:
            log.warning("Discord refuses what table %s shows, so I ask ever more rarely: %s", table_id, told)
        shown.refusals.add(told)
        return shown.pause
    if isinstance(error, (DatabaseError, *TROUBLES)):
        log.warning("Table %s could not be shown: %s", table_id, described(error))
    else:
        log.error("Table %s could not be shown", table_id, exc_info=error)
    return 0
