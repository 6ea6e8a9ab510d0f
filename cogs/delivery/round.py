"""One round of showing a table: load what it should show, plan, perform, record."""

import asyncio
import logging
from collections.abc import Awaitable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

import discord

from languages import speaking
from tables.daily.calendar import now
from tables.play.model import Outdated, Refused, Stale, Table
from tables.play.posts import BOARD, VOTE, Post, Slot
from tables.play.tables import Tables
from tables.services import Store
from tables.store.leases import LeaseLost

from ..discord.controls import TROUBLES
from ..discord.refusals import Refusal, described, refusal
from .absences import UNKNOWN_CHANNEL
from .aside import Aside
from .courier import CANNOT_DM, LATE, Courier, Sent, Unknown, delete_old, lies_ahead, open_thread, request_for
from .loading import Loader
from .notices import Notices
from .plan import Delete, Edit, Known, Look, Send, Step, Stray, Target, Unsaid, Wait, plan

log = logging.getLogger(__name__)

PAUSE = 600  # seconds until what Discord refuses is asked again: 10,000 refusals in that time are a ban
LONGEST_PAUSE = 3600  # likewise: every refusal in a row doubles the pause
GIVES_UP = 86_400  # seconds after a table's last change: until then it is tried again to read its channel

Changes = dict[Slot, Post | None]  # None: nothing is shown there any more


@dataclass
class Shown:
    """What this process knows of showing one table, besides what is stored."""

    newer: asyncio.Event = field(default_factory=asyncio.Event)  # it must be shown
    at_once: bool = False  # all of it, without waiting for the turn's end
    task: asyncio.Task[Refusal | None] | None = None
    retry_at: int | None = None  # in seconds since 1970: when to try again what has failed
    hold: int | None = None  # likewise: until when something waits, for the turn's end or for somebody to fall silent
    moved: float = -inf  # of time.monotonic(): when the newest move was made
    rest: asyncio.TimerHandle | None = None  # shows a move once no other has followed it for a moment
    posted: asyncio.Event = field(default_factory=asyncio.Event)  # the board has been posted
    late_at: int | None = None  # likewise: until then an edit that was given up may still come
    unrecorded: Changes = field(default_factory=dict)  # what couldn't be recorded
    unsure: bool = False  # the board may be gone, though it was shown
    stray: Stray | None = None  # a board that isn't recorded may be in the channel
    answering: set[int] = field(default_factory=set)  # users whose own press is editing their message
    refused: int = 0  # how many rounds in a row Discord has refused something for good
    refusals: set[str] = field(default_factory=set)  # what it has said then, which is logged once
    refusal: Refusal | None = None  # why the table can't be shown in its channel

    def expect_late(self, given_up: Iterable[Edit | Send]) -> None:
        """Edits of the board or lobby that were given up may still come, and undo what newer ones show."""
        if any(isinstance(step, Edit) and step.slot == BOARD for step in given_up):
            self.late_at = now() + LATE

    @property
    def has_come_late(self) -> bool:
        """Whether an edit that was given up has come by now, if it ever does. Says so once."""
        due = self.late_at is not None and not lies_ahead(self.late_at, LATE)
        self.late_at = None if due else self.late_at
        return due

    def come_back(self) -> None:
        """Show the table again once an edit that was given up has come."""
        if self.late_at is not None:
            self.retry_at = self.late_at if self.retry_at is None else min(self.late_at, self.retry_at)

    @property
    def waiting(self) -> bool:
        return self.newer.is_set()

    @waiting.setter
    def waiting(self, waits: bool) -> None:
        if waits:
            self.newer.set()
        else:
            self.newer.clear()

    @property
    def pause(self) -> int:
        """How long to wait after a refusal: longer each time."""
        return min(PAUSE << max(0, self.refused - 1), LONGEST_PAUSE)

    @property
    def idle(self) -> bool:
        """Whether there is nothing to remember."""
        kept = self.waiting, self.task, self.unrecorded, self.unsure, self.stray, self.answering
        return not any(kept) and self.retry_at is None and self.hold is None and self.late_at is None

    @property
    def stray_to_find(self) -> Stray | None:
        """What can be looked for now."""
        return None if self.stray is None or lies_ahead(self.stray.again, PAUSE) else self.stray

    def end_rest(self) -> None:
        if self.rest is not None:
            self.rest.cancel()
            self.rest = None


class Round:
    def __init__(
        self, store: Store, courier: Courier, loader: Loader, notices: Notices, shown: Shown, hold: int, rests: bool
    ) -> None:
        """`hold`: until when changes within a turn may wait for its end. `rests`: another move may soon follow."""
        self._store, self._posts, self._tables = store, store.posts, store.tables
        self._courier, self._loader, self._notices = courier, loader, notices
        self._shown, self._hold = shown, hold
        self.troubles: list[Exception] = []  # why some messages couldn't be shown
        self.refusal: Refusal | None = None  # why Discord shows nothing new in the table's channel
        self._aside = Aside[Edit | Send](shown.newer)
        self._rests = rests
        self.rested = False  # nothing was shown, since another move may soon follow
        self._recorded: Mapping[Slot, Post] = {}
        self._known = Known({})

    async def show(self, table_id: int) -> None:
        """Show the table.

        Raises errors that keep everything from being shown, and LeaseLost if another process shows it.
        """
        if self._shown.unrecorded:
            await self._record(table_id, self._shown.unrecorded)  # before anything more is posted
        if self._shown.has_come_late:
            await self._posts.mark_unknown(table_id)
        table = await self._tables.get(table_id)
        self._recorded = await self._posts.of(table_id)
        if self._rests and self._may_rest(table):
            self._shown.hold, self.rested = self._hold, True
            return
        try:
            with speaking(table.language):
                await self._show(table)
        except Outdated as error:
            await self._close(table, str(error))

    def _may_rest(self, table: Table) -> bool:
        """Whether showing can wait: within a turn whose board is there and can be pressed, as far as anybody knows."""
        board, shown = self._recorded.get(BOARD), self._shown
        within = table.phase == "playing" and not table.solo and now() < self._hold
        is_live = board is not None and board.turn == table.turn and bool(board.digest)
        return within and is_live and not (shown.unsure or shown.stray_to_find)

    async def _show(self, table: Table) -> None:
        self._known = self._begin(table)
        if table.phase == "closed":
            self.refusal = self._shown.refusal  # which may be why
        if self._known.stray:  # look where it was posted, whoever is to act now
            await self._look(table)
        if table.own_thread and table.phase in ("playing", "over"):
            table = await self._move_to_thread(table)
        target = await self._loader.target(table, self._recorded)
        if target is None:
            return
        try:
            waits = await self._perform(target)
        finally:
            self._shown.expect_late(await self._aside.give_up())
        shown = self._shown
        self.troubles += await self._notices.tell_all(target.table, self._known.posts.get(BOARD), shown.newer)
        done = not (self.troubles or waits or shown.waiting or shown.answering or shown.stray)
        # What is still to be sent comes first: who deletes what it has posted can't use its nonce again
        done = done and await self._delete_doubted(target.table)
        await self._record(table.id, self._changes(), shown=target.table.version if done else None)

    def _begin(self, table: Table) -> Known:
        if table.solo:
            self._shown.stray = None  # nothing is posted for it
        if self._shown.stray and not self._shown.stray_to_find:
            self._shown.retry_at = self._shown.stray.again
        messages = [post.message_id for post in self._recorded.values()]
        return Known(
            self._recorded,
            self._shown.stray_to_find,
            self._shown.unsure,
            self._hold,
            frozenset(message_id for message_id in messages if self._courier.answers.owner(message_id)),
            frozenset(self._shown.answering),
        )

    async def _perform(self, target: Target) -> bool:
        """Plan and perform until there is nothing more to do. True if something waits for the turn's end."""
        self._known = replace(self._known, unreachable=await self._posts.dms_closed([*target.privates]))
        knows_vote = target.table.phase not in ("playing", "over") or target.table.solo
        while True:
            self._known = replace(self._known, answering=frozenset(self._shown.answering))
            step = self._next_step(target)
            if not knows_vote and not (
                isinstance(step, Look) or (isinstance(step, Edit | Send) and step.slot == BOARD)
            ):
                target, knows_vote = await self._loader.with_vote(target), True
                continue
            unsure = self._known.unsure
            if step is None or isinstance(step, Wait):
                if not (over := await self._aside.over()):
                    self._shown.hold = step.until if step else None
                    return step is not None
                for late, request in over:
                    self._known = replace(self._known, left=self._known.left - {late.slot})
                    await self._finish(target.table, late, request)
            elif self._shown.waiting and not isinstance(step, Look) and step.slot.kind == "private":
                self._shown.moved = -inf  # whoever this one would have told needn't wait for another move
                return False  # the next round tells players of the newer version
            else:
                await self._step(target.table, step)
            if unsure and not self._known.unsure:
                self._shown.unsure = False

    def _next_step(self, target: Target) -> Step | None:
        """The next step. None: there is nothing more to do; a Wait: there is nothing to do yet."""
        waits: Wait | None = None
        try:
            for step in plan(target, self._known, now()):
                if not isinstance(step, Wait):
                    return step
                waits = step if waits is None else min(waits, step, key=lambda wait: wait.until)
        except Unsaid as unsaid:
            self.troubles.append(unsaid.error)
            self._known = self._known.leaving(unsaid.slot)
            return self._next_step(target)
        return waits

    async def _step(self, table: Table, step: Look | Edit | Send | Delete) -> None:
        match step:
            case Look():
                await self._look(table)
            case Delete(Slot(kind="old"), post):
                await self._finish(table, step, delete_old(self._courier, post))
            case Delete():
                await self._courier.delete(step.post)
                self._known = self._known.after(step)
            case Edit() | Send():
                if isinstance(step, Send) and step.unsure:  # after a kill nobody would look for what is posted now
                    await self._posts.outdate(table.id, older_than=0)
                request = request_for(self._courier, table, step)
                if isinstance(step, Send) and step.slot in (BOARD, VOTE):  # others lead to it
                    await self._finish(table, step, request)
                elif begun := await self._aside.begin(step, request):
                    await self._finish(table, step, begun)
                else:
                    self._known = self._known.leaving(step.slot)

    async def _finish(self, table: Table, step: Edit | Send | Delete, request: Awaitable[Any]) -> None:
        """Wait for what a step has asked of Discord, and note what came of it."""
        try:
            came = await request
            if isinstance(step, Send):
                await self._note(table, step, came)
            else:
                self._known = self._known.after(step, came)
        except LeaseLost:
            raise
        except Unknown as unknown:
            self._shown.stray = unknown.stray.joined(self._shown.stray)
            await self._failed(table, step, unknown.error)
        except Exception as error:
            await self._failed(table, step, error)

    async def _note(self, table: Table, step: Send, sent: Sent) -> None:
        if sent.stray:
            self._shown.stray = sent.stray.joined(self._shown.stray)
            self._known = replace(self._known, stray=self._shown.stray)
        if sent.post is None:
            return  # a new plan looks for the board first
        self._known = self._known.after(step, sent=sent.post)
        if step.slot == BOARD:
            self._shown.posted.set()
        if step.replaces and step.deletes:  # once the new one is recorded, nobody would look for the old one
            await self._courier.delete(step.replaces)
        if sent.stray is None:  # else look for its double first: after a kill the search begins at the recorded post
            await self._record(table.id, self._changes())
        # It was pressed meanwhile, and may show choices again
        if step.replaces and step.slot.kind == "private" and self._courier.answers.owner(step.replaces.message_id):
            await self._courier.delete(step.replaces)

    async def _look(self, table: Table) -> None:
        """Look for stray boards, and record at once. A later round looks once more if Discord may only be slow, or if
        the channel can't be read now.
        """
        stray, found = self._known.stray, await self._courier.find_strays(table, self._known)
        assert stray
        self._known = replace(found or self._known, stray=None)
        await self._record(table.id, self._changes())
        if found is None and now() - table.changed_at < GIVES_UP:
            log.info("I can't search the channel of table %s for stray boards yet", table.id)
            self._shown.stray = replace(stray, again=now() + PAUSE)
            self._shown.retry_at = self._shown.stray.again
        elif lies_ahead(stray.until, LATE):
            self._shown.retry_at = stray.until
        else:
            self._shown.stray = None

    async def _delete_doubted(self, table: Table) -> bool:
        """Delete direct messages that may have been sent and aren't recorded. False if another one may arrive."""
        try:
            until = await self._courier.delete_doubted(table, self._known.posts)
        except TROUBLES as error:
            self.troubles.append(error)
            return False
        if until is not None:
            self._shown.retry_at = until
        return until is None

    async def _failed(self, table: Table, step: Edit | Send | Delete, error: Exception) -> None:
        """Leave this message as it is and go on with the others. Raises the error if it concerns all of them."""
        slot = step.slot
        if slot.kind == "private" and isinstance(error, discord.HTTPException) and error.code in CANNOT_DM:
            log.info("User %s takes no direct messages (%s)", slot.of, error.code)
            await self._posts.set_dm_closed(slot.of, True)
            self._known = self._known.with_post(slot, None)
        elif slot.kind == "private" and _is_of_no_channel(error):
            self.troubles.append(error)
            self._known = self._known.with_post(slot, None)  # the next try asks for their channel anew
        elif (slot in (BOARD, VOTE) and not _concerns_it_alone(error)) or _is_of_no_channel(error):
            await self._record(table.id, self._changes())  # an undo may lead back to what was recorded before
            raise error
        else:
            self.troubles.append(error)
            self.refusal = self.refusal if slot.kind == "private" else refusal(error) or self.refusal
            if slot == BOARD and BOARD not in self._recorded and refusal(error) and _is_new(table):
                await self._close(table, f"its first message is refused ({described(error)})")
        self._known = self._known.leaving(slot)

    def _changes(self) -> Changes:
        """What the messages show now and isn't recorded yet."""
        known, recorded = self._known.posts, self._recorded
        return {slot: known.get(slot) for slot in {*known, *recorded} if known.get(slot) != recorded.get(slot)}

    async def _record(self, table_id: int, changes: Changes, *, shown: int | None = None) -> None:
        """Record changes. If that fails, keep them: nothing more may be posted before they are recorded."""
        changes = {**self._shown.unrecorded, **changes}
        self._shown.unrecorded = {}
        try:
            await self._posts.record(table_id, changes, shown=shown, showing=True)
        except (LeaseLost, Refused):
            raise
        except BaseException:
            self._shown.unrecorded = changes
            raise
        self._recorded = {**self._known.posts}

    async def _close(self, table: Table, why: str) -> None:
        if await close_table(self._tables, table, why):
            self._shown.waiting = True

    async def _move_to_thread(self, table: Table) -> Table:
        lobby = self._recorded.get(BOARD)
        opened = lobby is not None and await open_thread(self._courier, table, lobby)
        return await self._tables.move_to(table.id, lobby.message_id if lobby and opened else table.channel_id)


def _is_new(table: Table) -> bool:
    """Whether nobody but its host has begun anything at this table, if none of its messages was ever posted."""
    return table.phase == "lobby" or len(table.players) == 1


def _is_of_no_channel(error: Exception) -> bool:
    return getattr(error, "code", None) == UNKNOWN_CHANNEL


def _concerns_it_alone(error: Exception) -> bool:
    """Whether other messages of the table may get through, although this one doesn't."""
    refused = refusal(error)
    return isinstance(error, TimeoutError) or (refused is not None and refused.code != UNKNOWN_CHANNEL)


async def close_table(tables: Tables, table: Table, why: str, *, lost: bool = False, idle: bool = False) -> bool:
    """Close a table that can't go on. False if there is nothing to close, or it has changed meanwhile. `lost`: because
    its channel is away; `idle`: because nobody has played.
    """
    if table.phase not in ("lobby", "playing"):
        return False
    log.info("Table %s is closed: %s", table.id, why)
    try:
        await tables.close(table, lost=lost, idle=idle)
    except Stale:
        return False
    return True
