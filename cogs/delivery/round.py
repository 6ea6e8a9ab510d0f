"""One round of showing a table: load what it should show, plan, perform, record."""

import asyncio
import logging
from collections.abc import Awaitable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, NamedTuple

import discord

from languages import speaking
from tables.daily.calendar import now
from tables.play.model import Outdated, Stale, Table
from tables.play.posts import BOARD, LATE, REPOST, VOTE, Intent, Post, Slot
from tables.play.tables import Tables
from tables.services import Store
from tables.store.leases import LeaseLost

from ..discord.refusals import Refusal, described, refusal
from .absences import UNKNOWN_CHANNEL
from .aside import Aside
from .courier import CANNOT_DM, Courier, delete_old, lies_ahead, nonce_of, open_thread
from .loading import Loader
from .notices import Notices
from .plan import Delete, Edit, Find, Known, Send, Step, Target, Unsaid, Wait, plan

log = logging.getLogger(__name__)

PAUSE = 600  # seconds until what Discord refuses is asked again: 10,000 refusals in that time are a ban
LONGEST_PAUSE = 3600  # likewise: every refusal in a row doubles the pause

Changes = dict[Slot, Post | None]  # None: nothing is shown there any more


class Pressed(NamedTuple):
    """A message in which a press has shown this version of a game for one."""

    post: Post
    version: int


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
    checks: bool = False  # the board may be gone, though it was shown
    opens: bool = False  # a game for one that has no message gets one
    repost: int = 0  # post the board again, unless its message is this one or newer
    pressed: list[Pressed] = field(default_factory=list)  # messages in which presses have shown a game for one
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
        kept = self.waiting, self.task, self.checks, self.answering, self.repost, self.pressed
        return not any(kept) and self.retry_at is None and self.hold is None and self.late_at is None

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
        self._intents: Mapping[Slot, Intent] = {}  # that are stored
        self._known = Known({})
        self._pressed = 0  # how many of the messages in which presses have shown something it knows

    async def show(self, table_id: int) -> None:
        """Show the table.

        Raises errors that keep everything from being shown, and LeaseLost if another process shows it.
        """
        if self._shown.has_come_late:
            await self._posts.mark_unknown(table_id)
        table = await self._tables.get(table_id)
        self._recorded, self._intents = await self._posts.of(table_id), await self._posts.intents(table_id)
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
        return within and is_live and not (shown.checks or shown.repost or self._intents)

    async def _show(self, table: Table) -> None:
        self._known = self._begin(table)
        if table.phase == "closed":
            self.refusal = self._shown.refusal  # which may be why
        if table.own_thread and table.phase in ("playing", "over"):
            table = await self._move_to_thread(table)
        if self._is_pressed(table):
            await self._record(table.id, self._changes(), shown=table.version)
            del self._shown.pressed[: self._pressed]
            return
        target = await self._loader.target(table, self._recorded)
        if target is None:
            return
        try:
            waits = await self._perform(target)
        finally:
            self._shown.expect_late(await self._aside.give_up())
        shown = self._shown
        self.troubles += await self._notices.tell_all(target.table, self._known.posts.get(BOARD), shown.newer)
        self._known = self._known.settled(*self._known.sought)
        done = not (self.troubles or waits or shown.waiting or shown.answering or self._known.intents)
        await self._record(table.id, self._changes(), shown=target.table.version if done else None)
        shown.repost = 0
        del shown.pressed[: self._pressed]

    def _begin(self, table: Table) -> Known:
        shown, posts = self._shown, {**self._recorded}
        board = posts.get(BOARD)
        if board and shown.repost:
            posts[BOARD] = replace(board, turn=REPOST if board.message_id < shown.repost else board.turn, digest="")
        for pressed, _ in shown.pressed:
            board = posts.get(BOARD)
            if board and board.message_id > pressed.message_id:
                posts[Slot("old", pressed.message_id)] = pressed
            else:
                if board and board.message_id != pressed.message_id:
                    posts[Slot("old", board.message_id)] = board
                posts[BOARD] = pressed
        self._pressed = len(shown.pressed)
        return Known(
            posts,
            self._intents,
            checks=shown.checks or BOARD in self._intents,  # the one that it replaces may be gone
            opens=shown.opens and table.solo and table.guild_id is None,
            hold=self._hold,
            free=frozenset(
                post.message_id for post in posts.values() if self._courier.tokens.can_edit(post.message_id)
            ),
            answering=frozenset(shown.answering),
        )

    def _is_pressed(self, table: Table) -> bool:
        """Whether a press has shown all that there is to show of a game for one."""
        known, newest = self._known, max(self._shown.pressed, key=lambda pressed: pressed.post.message_id, default=None)
        if not table.solo or newest is None or newest.version != table.version or known.intents:
            return False
        return known.posts == {BOARD: newest.post} and not (known.checks or known.opens)

    async def _perform(self, target: Target) -> bool:
        """Plan and perform until there is nothing more to do. True if something waits for the turn's end."""
        users = [target.table.host_id] if target.table.solo else [*target.privates]
        self._known = replace(self._known, unreachable=await self._posts.dms_closed(users))
        knows_vote = target.table.phase not in ("playing", "over") or target.table.solo
        while True:
            self._known = replace(self._known, answering=frozenset(self._shown.answering))
            step = self._next_step(target)
            if not knows_vote and not (isinstance(step, Find | Edit | Send) and step.slot == BOARD):
                target, knows_vote = await self._loader.with_vote(target), True
                continue
            checks = self._known.checks
            if step is None or isinstance(step, Wait):
                if not (over := await self._aside.over()):
                    self._shown.hold = step.until if step else None
                    return step is not None
                for late, request in over:
                    self._known = replace(self._known, left=self._known.left - {late.slot})
                    await self._finish(target.table, late, request)
            elif self._shown.waiting and step.slot.kind == "private":
                self._shown.moved = -inf  # whoever this one would have told needn't wait for another move
                return False  # the next round tells players of the newer version
            else:
                await self._step(target.table, step)
            if checks and not self._known.checks:
                self._shown.checks = False

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

    async def _step(self, table: Table, step: Find | Edit | Send | Delete) -> None:
        match step:
            case Find(slot) | Delete(Slot(kind="old") as slot):
                await self._finish(table, step, self._request(table, step))
            case Delete():
                await self._courier.delete(step.post)
                self._known = self._known.after(step)
            case Send(slot) if slot in (BOARD, VOTE):  # others lead to it
                await self._finish(table, step, self._request(table, step))
            case Edit() | Send():
                if begun := await self._aside.begin(step, self._request(table, step)):
                    await self._finish(table, step, begun)
                else:
                    self._known = self._known.leaving(step.slot)

    def _request(self, table: Table, step: Find | Edit | Send | Delete) -> Coroutine[Any, Any, Any]:
        match step:
            case Find(slot):
                return self._courier.find(table, slot, self._known.posts)
            case Edit():
                return self._courier.edit(table, step)
            case Send():
                return self._send(table, step)
            case Delete():
                return delete_old(self._courier, step.post)

    async def _send(self, table: Table, step: Send) -> Post:
        """Send a new message, which is noted before; or again what was noted and may have been sent."""
        intent, again = self._known.intents.get(step.slot), True
        if intent is None:
            intent, again = Intent(nonce_of(table, f"{step.slot.kind} {step.slot.of}", step.replaces), now()), False
            await self._posts.intend(table.id, step.slot, intent)
            self._intents = {**self._intents, step.slot: intent}
            self._known = replace(self._known, intents={**self._known.intents, step.slot: intent})
        return await self._courier.send(table, step, intent.nonce, again=again)

    async def _finish(self, table: Table, step: Find | Edit | Send | Delete, request: Awaitable[Any]) -> None:
        """Wait for what a step has asked of Discord, and note what came of it."""
        try:
            came = await request
        except LeaseLost:
            raise
        except Exception as error:  # discord.py may have tried before: though this was refused, it may be there
            await self._failed(table, step, error)
            return
        match step:
            case Find(slot):
                self._known = self._known.found(slot, came)
            case Send():
                self._known = self._known.after(step, sent=came)
                if step.slot == BOARD:
                    self._shown.posted.set()
                if step.replaces and step.deletes:  # once the new one is recorded, nobody would look for the old one
                    await self._courier.delete(step.replaces)
            case _:
                self._known = self._known.after(step, came)
        if isinstance(step, Find | Send):
            await self._record(table.id, self._changes())

    async def _failed(self, table: Table, step: Find | Edit | Send | Delete, error: Exception) -> None:
        """Leave this message as it is and go on with the others. Raises the error if it concerns all of them."""
        slot = step.slot
        private = slot.kind == "private" or (table.solo and isinstance(step, Send))
        if private and isinstance(error, discord.HTTPException) and error.code in CANNOT_DM:
            user_id = slot.of or table.host_id
            log.info("User %s takes no direct messages (%s)", user_id, error.code)
            await self._posts.set_dm_closed(user_id, True)
            self._known = self._known.settled(slot)
            self._known = self._known.with_post(slot, None) if slot.of else self._known
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
                self._known = self._known.settled(slot)
                await self._close(table, f"its first message is refused ({described(error)})")
        self._known = self._known.leaving(slot)

    def _changes(self) -> Changes:
        """What the messages show now and isn't recorded yet."""
        known, recorded = self._known.posts, self._recorded
        return {slot: known.get(slot) for slot in {*known, *recorded} if known.get(slot) != recorded.get(slot)}

    async def _record(self, table_id: int, changes: Changes, *, shown: int | None = None) -> None:
        """Record changes. What can't be recorded is sent again, as it is known to Discord, or edited again."""
        settled = {*self._intents} - {*self._known.intents}
        await self._posts.record(table_id, changes, settled=settled, shown=shown, showing=True)
        self._recorded, self._intents = {**self._known.posts}, {**self._known.intents}

    async def _close(self, table: Table, why: str) -> None:
        if await close_table(self._tables, table, why):
            self._shown.waiting = True

    async def _move_to_thread(self, table: Table) -> Table:
        if intent := self._known.intents.get(BOARD):  # the lobby's message, which is sought where it was sent
            await self._step(table, Find(BOARD, intent))
        lobby = self._known.posts.get(BOARD)
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
