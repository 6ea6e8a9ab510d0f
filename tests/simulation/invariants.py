"""What must hold, whatever happens."""

import asyncio
import contextlib
import json
import logging
import random
import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from math import log2
from typing import TYPE_CHECKING, Any
from unittest import mock

from cogs.delivery.courier import ON_BOARDS
from cogs.delivery.dress import dress
from cogs.delivery.loading import Loader
from cogs.delivery.plan import Target
from cogs.delivery.reading import undrawn
from cogs.discord.controls import TROUBLES
from cogs.screens.press import Press
from cogs.screens.screen import Drawing
from engine import AnyGame, Chance, IllegalMove, Playthrough, decode, encode, rules
from tables.play.model import PlayerView, Refused, Table
from tables.play.tables import Tables
from tables.store.errors import DatabaseError

from ..engine.worlds import redealt
from .discord_model import LOADING, NONCE_LASTS, Interaction, Message, Request
from .fairness import Fairness
from .line import nothing
from .seams import ABSENCE
from .world import TROUBLES_OF_A_FILE, WAITED_TOO_LONG, Loop

if TYPE_CHECKING:
    from .day import Day
    from .process import Process

WRITTEN_AT_ONCE = 2.0  # seconds in which several tables may write to one person who takes no direct messages
ANNOUNCED = "## Deals of "  # as the announcement of a day's deals begins
HERE = "{} NOT IN (SELECT table_id FROM timers WHERE kind = 'absent')"  # the others rest: their channel is away
# Who was told to try again shows a solitaire by doing so
UNSHOWN = f"shown < version AND (shown >= 0 OR NOT solo) AND {HERE.format('id')}"
AWAY_UNTIL = re.compile(r"\\n-# \*\*[^*]*\*\* is away until <t:\d+:D>\.")  # in JSON
BOARDS_LINK = re.compile(r"(discord\.com/channels/\d+/\d+)/\d+")
CHOICES = ("pick", "dare", "sheet", "page")  # verbs by which somebody moves
TO_ANSWER = 60.0  # seconds after which nobody may still read that the bot is thinking: several computers may move
SHOWN_AFTER = 20.0  # seconds after which a table that has changed is being shown
MARKED = re.compile(r"[*<`\[]|@everyone|^#")  # names that Discord would read as markup
TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")  # signs that turn the direction of what follows
FOR_ONE = (  # commands
    *("hand", "undo", "log", "preferences", "privacy", "learn", "daily", "settings"),
    *("away", "moderate", "leave", "concede"),
)
LASTS = 600.0  # seconds of a day in which reminders and looks after boards may lead to attempts
AT_ONCE = 2.0  # seconds in which several requests are one attempt
AGAIN = 70.0  # seconds after which a board is posted again if somebody asks
TRIED_AGAIN = 500.0  # seconds before which nobody draws again what can't be drawn
HANGS = 15.0  # seconds that an answer may be waited for
STILL_A_MEMBER = 40.0  # seconds after leaving in which that may not be known yet
SHOWN = f"phase IN ('lobby', 'playing', 'over') AND NOT solo AND {HERE.format('id')}"
BOARD_VERBS = {*ON_BOARDS, "join", "wait"} - {"vote"}  # a lobby that can't start can be pressed even so
DEADLY = ("kill", "killing", "close", "outage", "late_guild")
AWAY = ("told_gone", "unavailable", "kicked", "unknown_channel")  # kinds of trouble with the server
HIDING = (
    *("moderator", "forbid", "gone", "dms"),
    *(*AWAY, "refused", "hangs", "undrawn"),
)  # kinds of trouble after which messages may be wrong for a while
# Kinds of trouble after which a message may keep its buttons, because no edit was possible
UNEDITABLE = (
    *(*DEADLY, "weather", "losing", "store", "commit", "stall", "forbid", "gone"),
    *(*AWAY, "refused", "hangs", "undrawn", "session"),
)
EXPECTED = (DatabaseError, *TROUBLES, TimeoutError)  # errors that may be logged: the world is bad
OF_THE_FILE = re.compile(r"\(sqlite3\.\w+\) ([^\n]+)")  # an error
CAUSED = (*TROUBLES_OF_A_FILE, WAITED_TOO_LONG)  # by the world


@dataclass(frozen=True)
class Attempt:
    """To post or edit a message that Discord refuses. `why`: what may have led to it."""

    at: float
    why: tuple[Any, ...]


class Log(logging.Handler):
    """Nothing unexpected is logged."""

    def __init__(self, checks: "Checks") -> None:
        super().__init__(logging.INFO)
        self.checks = checks

    def emit(self, record: logging.LogRecord) -> None:
        world = self.checks.day.world
        message = record.getMessage()
        if world.running is None or world.running.dead:
            return
        world.note(f"{world.running.name} logs {record.levelname}: {message.splitlines()[0][:200]}")
        error = record.exc_info[1] if record.exc_info else None
        if self.checks.expects(message):
            return
        if (failed := OF_THE_FILE.search(f"{message} {error}")) and not failed[1].startswith(CAUSED):
            world.fail(f"logged: {failed[0]}")
        if error is not None and not isinstance(error, EXPECTED):
            import traceback

            where = traceback.extract_tb(error.__traceback__)[-1]
            world.fail(f"logged: {message}: {type(error).__name__} {error} ({where.filename}:{where.lineno})")


class Checks:
    def __init__(self, day: "Day") -> None:
        self.day = day
        # Acknowledged moves, by table, when that was made, and the version before
        self.made: dict[tuple[int, int, int], tuple[int, str]] = {}
        self.voted = set[int]()  # channels in which there has been a vote
        self.said: dict[Any, Message] = {}  # notices that mention somebody, each with the tables' versions
        self._reader: sqlite3.Connection | None = None
        self.applied: set[int] = set()  # interactions that have changed a table
        self.tried: set[tuple[Any, ...]] = set()  # ranked attempts, each with its table: who had it deleted made it too
        self.compared: set[tuple[Any, ...]] = set()  # what was shown of tables when it was compared with their twins
        self.on_announcement: Callable[[], object] = nothing  # called once: a day's deals have just been announced
        self.refused: dict[int, float] = {}  # when a user has last taken no direct message
        self.refusals: dict[tuple[int, str], list[Attempt]] = {}  # of messages that Discord refuses
        self.undrawn = self.untold = 0  # pictures that couldn't be drawn, and what was logged of them
        self.failed: dict[tuple[int, Any], tuple[int, float]] = {}  # how often, and when last, by process
        self.malformed = self.unread = 0  # events that can't be read, and what was logged of them
        self.fairness = Fairness(self)

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        log = Log(self)
        root = logging.getLogger()
        change, play = Tables.change, Tables.play

        @contextlib.asynccontextmanager
        async def changed(tables: Tables, table_id: int, press: int | None, *given: Any) -> AsyncIterator[Any]:
            async with change(tables, table_id, press, *given) as under_way:
                yield under_way
            if press is not None:
                self.apply_once(press)

        async def played(
            tables: Tables, table_id: int, user_id: int, moves: Any, interaction_id: int, **more: Any
        ) -> Any:
            seen = await play(tables, table_id, user_id, moves, interaction_id, **more)
            self.acknowledge_move(table_id, more.get("version"), user_id, moves, interaction_id)
            return seen

        levels = {logger: logger.level for logger in (root, logging.getLogger("cogs"), logging.getLogger("tables"))}
        for logger in levels:
            logger.setLevel(logging.INFO)
        logging.getLogger("discord").setLevel(logging.WARNING)
        root.addHandler(log)
        try:
            with (
                mock.patch.object(Tables, "change", changed),
                mock.patch.object(Tables, "play", played),
                self.fairness.watching(),
            ):
                yield
        finally:
            root.removeHandler(log)
            for logger, level in levels.items():
                logger.setLevel(level)

    # -- Messages

    def message(self, message: Message, how: str) -> None:
        """Choices are for whoever has them alone, and nobody is told the same twice."""
        world = self.day.world
        world.note(f"   {message} {how}")
        if message.channel.is_dm and how == "posted" and message.reader is None:
            self._written_once(message)
        if message.channel.is_dm or message.reader is not None or how == "deleted":
            return
        presses = [press for control in message.controls() if (press := press_of(control["custom_id"]))]
        verbs = {press.verb for press in presses}
        if "vote" in verbs:
            self.voted.add(message.channel.id)
        if verbs & {*CHOICES} and not self._alone(presses[0].table_id):
            world.fail(f"a panel stands where everybody sees it: {message}")
        self._harmless(message)
        if how == "posted":
            self.fairness.message(message)
        if "Your hand" in message.words():
            world.fail(f"everybody reads somebody's hand: {message}")
        if how == "posted" and message.words().startswith(ANNOUNCED):
            self._announced_once(message)
        if how == "posted" and message.mentions and not verbs & {"play", "join", "again"}:
            self._told_once(message)

    def _harmless(self, message: Message) -> None:
        """Names call nobody, look like nothing else, and don't turn what stands beside them."""
        words = message.words()
        marked = [name for name in self.day.discord.names.values() if MARKED.search(name)]
        raw = [name for name in marked if re.search(rf"(?<!\\){re.escape(name)}", words)]
        if raw or TURNING.search(words):
            self.day.world.fail(f"a name isn't made harmless: {raw} {message}")

    def _alone(self, table_id: int) -> bool:
        return bool(self.rows(f"SELECT 1 FROM tables WHERE id = {table_id} AND solo"))

    def _announced_once(self, message: Message) -> None:
        """Who may not read what is there can't know; what a moderator has deleted isn't there."""
        said = message.words().splitlines()[0]
        standing = [one for one in message.channel.messages.values() if not one.deleted and one is not message]
        if any(one.words().startswith(said) for one in standing) and not self.had("forbid"):
            self.day.world.fail(f"it is announced again: {message}")
        announced, self.on_announcement = self.on_announcement, nothing
        announced()

    def _written_once(self, message: Message) -> None:
        """What calls for no move; the board that it leads to may have been posted again."""
        if not message.controls():
            games = self.rows("SELECT count(*) FROM tables WHERE phase = 'over'")[0][0]  # each ends in the same words
            said = message.channel.id, games, BOARDS_LINK.sub(r"\1", json.dumps(message.components))
            if self.is_repeated(said, message):
                self.day.world.fail(f"somebody is written to again: {message}")
        for one in message.channel.messages.values():  # while Discord knows its nonce
            same = one.components == message.components and one.at > message.at - NONCE_LASTS and not one.deleted
            if same and one is not message and one.nonce and message.nonce and self._is_of_group(message):
                self.day.world.fail(f"somebody has the same message twice: {message}")

    def _is_of_group(self, message: Message) -> bool:
        presses = [press for control in message.controls() if (press := press_of(control["custom_id"]))]
        return bool(presses and presses[0].table_id and not self._alone(presses[0].table_id))

    def refused_dm(self, user: int) -> None:
        """Who takes no direct messages is tried once, until they ask for something."""
        since = self.refused.get(user)
        asked = any(
            one.user == user and one.at >= (since or 0.0) - 60 for one in self.day.discord.interactions.values()
        )
        at_once = since is not None and self.day.world.now - since < WRITTEN_AT_ONCE  # by several tables
        if since is not None and not (asked or at_once) and not self.had("store", *DEADLY):
            self.day.world.fail(f"{user} takes no direct messages, and is tried again")
        self.refused[user] = self.day.world.now

    def _told_once(self, message: Message) -> None:
        """Where the line is slow, a reminder may come after the move that it asks for: the next has another nonce.

        After a vote the time until a reminder begins anew.
        """
        pressed = self.day.discord.interactions.values()
        if any(one.data.get("name") == "concede" for one in pressed) or message.channel.id in self.voted:
            return
        versions = self.rows(f"SELECT id, version FROM tables WHERE channel_id = {message.channel.id}")
        said = message.words(), message.channel.id, message.nonce if self.had("weather") else (*map(tuple, versions),)
        if self.is_repeated(said, message):
            self.day.world.fail(f"everybody is told again: {message}")

    def is_repeated(self, said: Any, message: Message) -> bool:
        """If it was killed or slept before it recorded what it posted, or couldn't, or its answer was lost twice, the
        bot relies on the nonce, which Discord forgets.
        """
        first, self.said[said] = self.said.get(said), message
        if first is None or first.deleted:
            return False
        return not (self.had(*DEADLY, "losing", "overslept", "stall", "store") and message.at - first.at > NONCE_LASTS)

    def expects(self, logged: str) -> bool:
        """Whether it tells of an event that can't be read, or of a picture that can't be drawn, which is told once."""
        if "can't be read" in logged and "vent" in logged:
            self.unread += 1
            if self.unread > self.malformed:
                self.day.world.fail(f"it is logged again: {logged}")
            return True
        if "picture can't be drawn" in logged:
            self.untold += 1
            if self.untold > self.undrawn:
                self.day.world.fail(f"it is logged again: {logged}")
            return True
        return False

    def fails_to_draw(self, drawing: Any) -> None:
        """It is tried once more, then not again soon."""
        world, key = self.day.world, (self.day.starts, drawing)
        self.undrawn += 1
        times, last = self.failed.get(key, (0, 0.0))
        if isinstance(drawing, Drawing) and times > 1 and world.now < last + TRIED_AGAIN:
            world.fail(f"a picture that can't be drawn is drawn again: {drawing.what}")
        self.failed[key] = times + 1, world.now

    def refused_message(self, what: tuple[int, str], code: int) -> None:
        """Discord has refused it again."""
        ((version,),) = self.rows(f"SELECT version FROM tables WHERE id = {what[0]}") or ((0,),)
        why = version, self.day.presses, self.day.starts, self.day.line.asking
        attempts, now = self.refusals.setdefault(what, []), self.day.world.now
        if not attempts or attempts[-1].why != why or now > attempts[-1].at + AT_ONCE:  # else it is tried in words
            attempts.append(Attempt(now, why))

    def _refusals(self) -> None:
        """What Discord refuses is tried again after pauses that grow."""
        for what, attempts in self.refusals.items():
            by_why = sorted(attempts, key=lambda attempt: attempt.why)
            for _, group in groupby(by_why, key=lambda attempt: attempt.why):
                times = [attempt.at for attempt in group]
                lasted = times[-1] - times[0]
                if len(times) > 5 + log2(1 + lasted / 60) + min(lasted, LASTS) / 120:
                    self.day.world.fail(
                        f"the {what[1]} of table {what[0]} is refused, and tried {len(times)} times in "
                        f"{lasted:.0f} seconds"
                    )

    def hung(self, loop: Loop, request: Request, answered: "asyncio.Future[Any]") -> None:
        """Nobody waits long for an answer that doesn't come."""
        world = self.day.world

        def look() -> None:
            rested = loop.rests_until > world.now - HANGS
            if not (answered.done() or loop.dead or rested):
                world.fail(f"{request.method} {request.path} is waited for")

        world.after(HANGS, look)

    # -- Interactions

    def sent(self, one: Interaction) -> None:
        self.fairness.sent(one)
        if self.day.troubled:
            one.excused = True

    def acknowledged(self, one: Interaction) -> None:
        """Within three seconds."""
        if one.answered is None and not one.excused and not self.day.troubled:
            what = one.data.get("name") or one.data.get("custom_id")
            self.day.world.fail(f"{what} isn't acknowledged in time")
        public = one.original is not None and one.original.reader is None and not one.channel.is_dm
        if public and (one.data.get("name") in FOR_ONE or ":hand:" in one.data.get("custom_id", "")):
            self.day.world.fail(f"everybody reads what is for one: {one.original}")

    def answered(self, one: Interaction) -> None:
        """Nobody is left to read that the bot is thinking."""
        thinks = one.original is not None and one.original.flags & LOADING and not one.original.deleted
        if thinks and not (one.excused or self.day.troubled or one.channel.gone):
            what = one.data.get("name") or one.data.get("custom_id")
            self.day.world.fail(f"{what} isn't answered")
        self._tells_no_stranger(one)
        self._shows_again(one)
        self._reads_why(one)

    def _reads_why(self, one: Interaction) -> None:
        """Who opens a table whose lobby Discord refuses isn't told that it is open."""
        asked = one.data.get("name") == "play" and any("is open. Ask" in told.words for told in one.told)
        for (table_id, kind), attempts in self.refusals.items() if asked else ():
            hosts = f"id = {table_id} AND host_id = {one.user} AND channel_id = {one.channel.id}"
            soon = any(one.at < attempt.at < one.at + SHOWN_AFTER for attempt in attempts)
            shown = bool(self._boards(table_id))  # else it is an edit that is refused, since somebody has joined
            if kind == "join" and soon and not shown and self.rows(f"SELECT 1 FROM tables WHERE {hosts}"):
                self.day.world.fail(f"{one.user} is told that table {table_id} is open, and its lobby was refused")

    def _shows_again(self, one: Interaction) -> None:
        """Who asks for the board has it below what was written since."""
        if one.data.get("name") != "board" or one.excused or self.day.troubled or one.channel.is_dm:
            return
        playing = f"phase = 'playing' AND NOT solo AND channel_id = {one.channel.id}"
        for row in self.rows(f"SELECT id FROM tables WHERE {playing}"):
            boards = self._boards(row["id"])
            if boards and max(board.at for board in boards) < one.at - AGAIN and not self.had(*HIDING, *UNEDITABLE):
                self.day.world.fail(f"the board of table {row['id']} isn't shown again")

    def _tells_no_stranger(self, one: Interaction) -> None:
        """Who has left the server is shown nothing of its tables."""
        press = press_of(one.data.get("custom_id", ""))
        left = self.day.left_at.get(one.user)
        if not one.channel.is_dm or press is None or left is None or one.at < left + STILL_A_MEMBER:
            return
        goes_on = "(phase IN ('lobby', 'playing') OR idle)"  # what is over is their own past
        group = "NOT solo AND guild_id IS NOT NULL"
        if self.rows(f"SELECT 1 FROM tables WHERE id = {press.table_id} AND {group} AND {goes_on}"):
            for told in one.told:
                if told.pictured or any(press_of(control["custom_id"]) for control in told.controls):
                    self.day.world.fail(f"{one.user}, who has left, is shown {told.words!r} by {press.verb}")

    def apply_once(self, press: int) -> None:
        if press in self.applied:
            self.day.world.fail(f"interaction {press} was applied twice")
        self.applied.add(press)

    def acknowledge_move(self, table_id: int, version: int | None, user_id: int, moves: Any, press: int) -> None:
        """`version` is the one that the user was shown."""
        day = self.day
        one = day.discord.interactions[press]
        if (
            one.channel.is_dm
            and not self._alone(table_id)
            and day.world.now > day.left_at.get(user_id, day.world.now) + STILL_A_MEMBER
        ):
            day.world.fail(f"{user_id} plays, who has left the server")
        if version is not None:
            ((made_at,),) = self.rows(f"SELECT created_at FROM tables WHERE id = {table_id}")
            if (table_id, made_at, version) in self.made:
                day.world.fail(
                    f"{user_id} plays at version {version} of table {table_id}, at which somebody has played"
                )
            self.made[table_id, made_at, version] = user_id, encode(moves[0]).decode()

    # -- At rest

    def rows(self, query: str) -> list[Any]:
        if self._reader is None:
            self._reader = sqlite3.connect(self.day.database)
            self._reader.row_factory = sqlite3.Row
        return self._reader.execute(query).fetchall()

    def close(self) -> None:
        if self._reader is not None:
            self._reader.close()

    def at_rest(self) -> bool:
        """Whether nothing is left to do."""
        for process in self.day.current:
            assert process.hall is not None
            shown = process.hall.services.presenter._shown.values()
            if process.hall.underway or any(one.waiting or one.task or one.retry_at for one in shown):
                return False
        soon = self.day.wall() + ABSENCE.total_seconds()  # unless the time of day has jumped meanwhile
        away = self.rows(f"SELECT 1 FROM timers WHERE kind = 'absent' AND due_at <= {soon}")
        unshown = self.rows(f"SELECT 1 FROM tables WHERE {UNSHOWN}") or self.rows("SELECT 1 FROM outbox")
        return not (away or unshown or self._overdue())

    def _overdue(self) -> list[Any]:
        """What should long have happened by itself; of votes, what should happen at the next beat."""
        day = self.day
        due = day.wall() - 2 * day.beat
        waiting = f"(due_at < {due} OR kind = 'think') AND {HERE.format('table_id')}"
        overdue = self.rows(f"SELECT kind, table_id FROM timers WHERE {waiting}")
        open_still = f"closes_at < {day.wall()} AND {HERE.format('table_id')}"
        votes = self.rows(f"SELECT 'open vote', table_id FROM votes WHERE {open_still}")
        at = datetime.fromtimestamp(due, UTC)
        unmarked = f"(announced_on IS NULL OR announced_on < '{at.date()}') AND skipped_on IS NOT '{at.date()}'"
        wanted = f"hour = {at.hour} AND {unmarked}"
        untold = self.rows(f"SELECT 'announcement', guild_id FROM announcements WHERE {wanted}")
        pars = [] if self.had("store") else self.rows("SELECT 'par', game FROM pars WHERE score IS NULL")
        return [tuple(row) for row in (*overdue, *votes, *untold, *pars)]

    def had(self, *kinds: str) -> bool:
        """Whether such a thing went wrong on this day."""
        return any(event.kind in kinds for event in self.day.events)

    def forgotten(self) -> set[int]:
        """Who has had their data deleted on this day."""
        pressed = self.day.discord.interactions.values()
        return {one.user for one in pressed if ":forget:" in one.data.get("custom_id", "")}

    def at_the_end(self) -> None:
        world = self.day.world
        if not self.at_rest():
            unshown = self.rows(f"SELECT id, phase, version, shown FROM tables WHERE {UNSHOWN}")
            left = [tuple(row) for row in unshown]
            world.fail(f"it doesn't come to rest: tables {left}, overdue {self._overdue()}")
        self._logs()
        self._attempts()
        self._refusals()
        self._closings()
        self.fairness.at_the_end()
        for row in self.rows(f"SELECT id FROM tables WHERE {SHOWN}"):
            self._ask(self.day.process, row["id"], partial(self._look, row["id"]))
        for row in self.rows("SELECT * FROM tables WHERE phase IN ('lobby', 'playing')"):
            for process in self.day.current:
                self._ask(process, row["id"], partial(self._remembers, process, row))
        for row in self.rows("SELECT id FROM tables WHERE phase = 'closed' AND NOT solo"):
            live = self._to_press(row["id"], BOARD_VERBS | {"vote"})
            if live and not self.had("forbid"):  # a press is told of it there
                world.fail(f"table {row['id']} is closed and has live messages: {[one.id for one in live]}")
        self._panels()
        if not self.had(*UNEDITABLE):
            self._solitaires()
        self._bounds()

    def _ask(self, process: "Process", table_id: int, work: Callable[[], Any]) -> None:
        """Let a process say what is wrong with a table."""
        task = process.have(work)
        self.day.world.run(30, task.done)
        if not task.done() or task.exception():
            self.day.world.fail(f"table {table_id} can't be looked at: {task!r}")
        else:
            self._fail(task.result())

    def look_around(self) -> None:
        """During the day, once nothing has to be done for a moment."""
        for row in self.rows("SELECT host_id, game, date, id FROM tables WHERE ranked AND solo"):
            self.tried.add(tuple(row))
        self._left_unshown()
        self._unposted()
        self.fairness.only_who_agreed_plays()
        process = self.day.process
        if process.alive and process.ready and not self.had(*HIDING):
            for row in self.rows(f"SELECT id FROM tables WHERE {SHOWN}"):
                process.have(lambda table_id=row["id"]: self._glance(table_id))  # type: ignore[misc]

    def _unposted(self) -> None:
        """A lobby that Discord refuses is closed."""
        opened = "SELECT id FROM tables WHERE phase = 'lobby' AND id NOT IN (SELECT table_id FROM posts)"
        for row in self.rows(opened):
            first = self.refusals.get((row["id"], "join"))
            if first and first[0].at < self.day.world.now - SHOWN_AFTER and not self.day.troubled:
                self.day.world.fail(f"nobody can see the lobby of table {row['id']}, and it is open")

    def _left_unshown(self) -> None:
        """Some process is about to show what isn't shown yet, unless a computer thinks."""
        day, halls = self.day, [process.hall for process in self.day.current if process.ready and process.hall]
        if day.parts > 1 or self.had("store", "commit", "wall") or day.troubled or not halls:
            return  # it is noticed after a while, if its process has died, or if its COMMIT has failed and come about
        long_ago = f"changed_at < {day.wall() - SHOWN_AFTER}"
        thinking = "SELECT table_id FROM timers WHERE kind = 'think'"
        # Who plays alone is told if it fails, and presses again
        unshown = f"shown < version AND NOT solo AND {HERE.format('id')} AND {long_ago}"
        for row in self.rows(f"SELECT id FROM tables WHERE {unshown} AND id NOT IN ({thinking})"):
            if not any(row["id"] in hall.services.presenter._shown for hall in halls):
                day.world.fail(f"nobody shows table {row['id']}, which has changed")

    async def _glance(self, table_id: int) -> None:
        """It is wrong only if nothing was under way from before until after."""
        before = self._quiet(table_id)
        if before is None:
            return
        try:
            wrong = await self._look(table_id)
        except EXPECTED:
            return
        if self._quiet(table_id) == before:
            self._fail(wrong)

    def _quiet(self, table_id: int) -> tuple[Any, ...] | None:
        """The table's row, if its messages must be those that they should be."""
        hall = self.day.process.hall
        if hall is None or self.day.troubled or table_id in hall.services.presenter._shown:
            return None
        votes = self.rows(f"SELECT * FROM votes WHERE table_id = {table_id}")
        found = self.rows(f"SELECT * FROM tables WHERE id = {table_id} AND shown = version")
        return (*map(tuple, (*found, *votes)),) if found and not hall.underway else None

    def _fail(self, wrong: Sequence[str]) -> None:
        for why in wrong:
            self.day.world.fail(why)

    def _closings(self) -> None:
        """No table is closed unless somebody closes it, its channel is gone for good, or a rematch isn't agreed to.

        On some days one is that nobody plays on.
        """
        pressed = self.day.discord.interactions.values()
        ids = [one.data.get("values", [one.data.get("custom_id", "")]) for one in pressed]  # “More…” has others' ids
        presses = [press for one in ids for id_ in one if (press := press_of(id_))]
        closing = ("close", "leave-lobby", "leave", "moderate")
        closed_by_people = {press.table_id for press in presses if press.verb in closing} | self._deleted_lobbies()
        if any(one.data.get("name") == "leave" for one in pressed) or self.forgotten():
            return
        # The last to leave closes it, and so does a refusal of its first message
        begun = "id IN (SELECT table_id FROM players) AND id IN (SELECT table_id FROM posts)"
        closed = f"phase = 'closed' AND NOT (solo {'OR idle' if self.day.idles else ''}) AND rematch_of IS NULL"
        for row in self.rows(f"SELECT id, channel_id FROM tables WHERE {closed} AND {begun}"):
            place = self.day.discord.channels.get(row["channel_id"])
            if row["id"] not in closed_by_people and place is not None and not place.gone:
                self.day.world.fail(f"table {row['id']} is closed, and its channel is there")
        for row in self.rows("SELECT id FROM tables WHERE channel_id = 0"):
            self.day.world.fail(f"table {row['id']} is in no channel")

    def _deleted_lobbies(self) -> set[int]:
        """The tables of which a moderator has deleted the lobby's message, which closes them."""
        messages = [message for place in self.day.discord.channels.values() for message in place.messages.values()]
        controls = [control for one in messages if one.deleted and one.reader is None for control in one.controls()]
        presses = [press for control in controls if (press := press_of(control["custom_id"]))]
        deleted = {press.table_id for press in presses if press.verb in ("join", "wait", "start")}
        return deleted if self.had("moderator") else set()

    def _bounds(self) -> None:
        """What the hall asks of Discord, and what it keeps in mind."""
        day, world = self.day, self.day.world
        if day.line.requests > 100 + 12 * day.presses + 40 * day.starts:
            world.fail(f"{day.line.requests} requests for {day.presses} presses")
        if day.line.forbidden > 10 + day.presses:
            world.fail(f"{day.line.forbidden} requests were forbidden")
        for process in day.current:
            assert process.hall is not None
            idle = [table_id for table_id, shown in process.hall.services.presenter._shown.items() if shown.idle]
            if idle or len(asyncio.all_tasks(process.loop)) > 40:
                world.fail(f"memory grows: {idle}, {len(asyncio.all_tasks(process.loop))} tasks")

    def _logs(self) -> None:
        """Each acknowledged move is in the log once, and every log replays to its snapshot."""
        world = self.day.world
        log: dict[int, list[Any]] = {}
        for row in self.rows("SELECT * FROM log ORDER BY table_id, version"):
            log.setdefault(row["table_id"], []).append(row)
        tables = {row["id"]: row for row in self.rows("SELECT * FROM tables")}
        for table_id, row in tables.items():
            if row["seats"]:
                self._replay(row, log.get(table_id, []))
        for (table_id, made_at, version), (user_id, move) in self.made.items():
            if table_id not in tables or tables[table_id]["created_at"] != made_at:
                continue  # its player had it deleted
            after = next((row for row in log.get(table_id, ()) if row["version"] > version), None)
            if (
                after is None
                or after["user_id"] not in self._names(user_id)
                or not _made(self._game(tables[table_id]), move, after)
            ):
                world.fail(f"the move {move} of table {table_id} isn't in the log after version {version}")

    def _names(self, user_id: int) -> tuple[int | None, ...]:
        """What may stand for them in a log: nobody, once they have had their data deleted."""
        return (user_id, None) if user_id in self.forgotten() else (user_id,)

    def _attempts(self) -> None:
        """Each is made once, and counts once."""
        kept = "game, date HAVING count(*) > 1"
        ranked = self.rows(f"SELECT host_id, game FROM tables WHERE ranked AND solo GROUP BY host_id, {kept}")
        results = "results WHERE date IS NOT NULL"
        counted = self.rows(f"SELECT user_id, game FROM {results} GROUP BY user_id, {kept}")
        tried = {one[:-1] for one in self.tried}
        again = () if len(tried) == len(self.tried) else sorted(self.tried)
        for row in (*ranked, *counted, *again):
            self.day.world.fail(f"there are two ranked attempts: {tuple(row)}")

    def _game(self, row: Any) -> AnyGame:
        game = rules(row["game"], row["rules"])
        assert game is not None
        return game

    def _replay(self, row: Any, log: list[Any]) -> None:
        game = self._game(row)
        history = list[Any]()
        for entry in log:
            if entry["kind"] == "undo":
                history = [one for one in history if one["version"] <= int(entry["move"])]
            else:
                history.append(entry)
        options = decode(game.options, row["options"].encode())
        played = Playthrough.deal(game, row["seats"], options, Chance(row["seed"]))
        try:
            for entry in history:
                played.play(decode(game.move, entry["move"].encode()))
        except IllegalMove as error:
            self.day.world.fail(f"the log of table {row['id']} can't be replayed: {error}")
            return
        if row["snapshot"] is not None and encode(played.state).decode() != row["snapshot"]:
            self.day.world.fail(f"the log of table {row['id']} doesn't replay to its snapshot")

    async def _look(self, table_id: int) -> list[str]:
        """What is wrong: what the table should show is what there is to be seen, and tells no secret."""
        services = self.day.process.hall.services  # type: ignore[union-attr]
        store = services.store
        posts, table = await store.posts.of(table_id), await store.tables.get(table_id)
        target = await services.loader.target(table, posts)
        if target is None:
            return [f"a computer's move at table {table_id} isn't made"]
        wrong = [*self._board(table_id, target), *self._vote(table)]
        for slot, post in posts.items():
            if slot.kind == "private":
                wrong += self._private(slot.of, post.message_id, target)
        if target.table.phase == "playing":
            wrong += await self._secrets(services.loader, posts, await store.tables.show(table_id))
        return wrong

    async def _remembers(self, process: "Process", row: Any) -> list[str]:
        """What is in memory is what is stored."""
        store, table_id = process.hall.services.store, row["id"]  # type: ignore[union-attr]
        version = (await store.tables.get(table_id)).version
        stored = self.rows(f"SELECT slot, user_id, message_id FROM posts WHERE table_id = {table_id}")
        known = {(*slot.row().values(), post.message_id) for slot, post in (await store.posts.of(table_id)).items()}
        wrong = [f"table {table_id} is taken to be of version {version}, not {row['version']}"]
        return [
            *(wrong if version != row["version"] else ()),
            *((f"table {table_id} is taken to have other posts",) if known != {*map(tuple, stored)} else ()),
        ]

    def _private(self, user_id: int, message_id: int, target: Target) -> Iterator[str]:
        """Whoever is to move has choices in their direct message that are possible now; nobody else has any."""
        message = self.day.discord.dm(user_id).messages.get(message_id)
        if message is None:
            yield f"the direct message {message_id} of {user_id} isn't theirs"
        elif message.deleted:
            yield f"the direct message of {user_id} is deleted: {message}"
        else:
            presses = [press for control in message.controls() if (press := press_of(control["custom_id"]))]
            choices = [press.version for press in presses if press.verb in CHOICES]
            private = target.privates.get(user_id)
            moves = private is not None and private.panel.seen.legal
            if choices and moves and target.table.version not in choices:
                yield f"{user_id} has a stale direct message of version {choices[0]}: {message}"
            vacant = private is not None and target.table.sitting(private.panel.seen.to_act) is None
            if choices and not moves and not vacant and user_id not in self.day.discord.no_dms:
                yield f"{user_id} can't move, and has choices in a direct message: {message}"

    def _vote(self, table: Table) -> Iterator[str]:
        """There is a vote to be pressed if one is open, and else none."""
        going_on = "about != 'away' OR votes.moved_at IS tables.moved_at"  # a move ends a vote on whoever is away
        of_table = f"FROM votes JOIN tables ON table_id = tables.id WHERE table_id = {table.id} AND ({going_on})"
        is_open = table.phase == "playing" and self.rows(f"SELECT 1 {of_table}")
        found = [message.id for message in self._to_press(table.id, {"vote"})]
        place = self.day.discord.channels.get(table.channel_id)
        if len(found) > bool(is_open) or (
            is_open and not found and place and not place.gone and not self.had("moderator")
        ):
            yield f"table {table.id} has the votes {found}, and {'one' if is_open else 'none'} is open"

    async def _secrets(self, loader: Loader, posts: Any, views: Mapping[int | None, PlayerView]) -> list[str]:
        """In a world that differs in what somebody may not know, they read the same."""
        table = views[None].table
        (row,) = self.rows(f"SELECT rules, snapshot FROM tables WHERE id = {table.id}")
        game = rules(table.game, row["rules"])
        assert game is not None
        state = decode(game.state, row["snapshot"].encode())
        luck = random.Random(f"{self.day.seed}/twin")
        mine = await loader.game(views, posts)
        shown = (table.id, table.version, mine.board.digest(), *(_told(mine, user_id) for user_id in mine.privates))
        if shown in self.compared:
            return []
        self.compared.add(shown)
        wrong = list[str]()
        for user_id, own in views.items():
            twin = redealt(game, state, own.seat, luck)
            others = {
                user: replace(one, view=game.view(twin, one.seat)) if user != user_id else one
                for user, one in views.items()
            }
            theirs = await loader.game(others, posts)
            if user_id is None and theirs.board.digest() != mine.board.digest():
                wrong.append(f"the board of table {table.id} tells a secret")
            if user_id is not None and user_id in mine.privates and _told(mine, user_id) != _told(theirs, user_id):
                wrong.append(f"the panel of {user_id} tells a secret")
        return wrong

    def _board(self, table_id: int, target: Any) -> Iterator[str]:
        """Exactly one live board, which shows the table as it stands."""
        channel = self.day.discord.channels.get(target.table.channel_id)
        if channel is None or channel.gone:
            return
        boards = self._boards(table_id)
        if not boards and self.had("moderator") and (target.table.phase != "playing" or self.had("wall")):
            # Nobody looks whether a lobby, or a game that is over, was deleted: /board posts it again. Nobody looks at
            # games either while the time can't be trusted
            return
        twice = self.had("losing", "weather") or self.day.starts > self.day.parts + 1
        if len(boards) > 1 and self.had("forbid") and self.had(*DEADLY) and twice:
            return  # a post was lost, nobody could look for it, and who knew of it was killed before it was allowed
        if len(boards) != 1:
            yield f"table {table_id} has {len(boards)} live boards: {[one.id for one in boards]}"
            return
        (board,) = boards
        if board.channel is not channel:
            yield f"the board of table {table_id} is in another channel"
        if target.table.phase == "over" and self.forgotten():
            return  # who has their data deleted keeps their name in messages about finished games
        if target.table.phase == "lobby" and self.had("gone", *AWAY, *DEADLY):
            return  # who was told of no new channel, or of no server, doesn't know that there can be threads in it
        timeless = self._timeless
        wanted = timeless(dress(target.board).to_components())  # type: ignore[no-untyped-call]
        in_words = timeless(dress(undrawn(target.board, target.board.drawings)).to_components())  # type: ignore[no-untyped-call]
        shown = timeless(board.components)
        if wanted != shown and not (self.undrawn and shown == in_words):
            yield f"the board of table {table_id} doesn't show it:\n{shown}\n{wanted}"

    def _timeless(self, components: Any) -> str:
        """What is shown. If the time of day is set back, it isn't over any more until when somebody was away."""
        shown = timeless(components)
        return AWAY_UNTIL.sub("", shown) if self.had("wall") else shown

    def _boards(self, table_id: int) -> list[Message]:
        """Those that can be played on."""
        return self._to_press(table_id, BOARD_VERBS)

    def _to_press(self, table_id: int, verbs: Collection[str]) -> list[Message]:
        """What everybody can press of this table, by one of these verbs."""
        return [
            message
            for place in self.day.discord.channels.values()
            for message in place.messages.values()
            if not place.gone
            and message.reader is None
            and not message.deleted
            and not place.is_dm
            and not _verbs(message, table_id).isdisjoint(verbs)
        ]

    def _panels(self) -> None:
        """Nobody has two live direct messages of one table, or one that the bot doesn't know of."""
        known = {row["message_id"] for row in self.rows("SELECT message_id FROM posts")}
        # It was killed before it could record what it had written to somebody, or what was recorded is deleted
        died = self.had(*DEADLY) or bool(self.forgotten())
        groups = {row["id"]: row["phase"] for row in self.rows("SELECT id, phase FROM tables WHERE NOT solo")}
        for person in self.day.people:
            live: dict[int, list[int]] = {}
            for message in self.day.discord.dm(person.user).messages.values():
                if message.deleted or message.reader is not None:
                    continue
                for control in message.controls():
                    press = press_of(control["custom_id"])
                    if press and press.verb in ("pick", "sheet"):
                        live.setdefault(press.table_id, []).append(message.id)
                        break
            for table_id, messages in live.items():
                times = [self.day.discord.dm(person.user).messages[one].at for one in messages]
                forgotten = bool(self.forgotten()) or (died and max(times) - min(times) > NONCE_LASTS)
                if len(messages) > 1 and table_id in groups and not forgotten:
                    self.day.world.fail(
                        f"{person.user} has {len(messages)} live panels of table {table_id}: {messages}"
                    )
                if table_id in groups and not known.issuperset(messages) and not (died or self.had("dms")):
                    self.day.world.fail(
                        f"{person.user} has a panel of table {table_id} that nobody knows of: {messages}"
                    )
                if groups.get(table_id) in ("over", "closed") and not (died or self.had("dms")):
                    self.day.world.fail(f"{person.user} has a panel of table {table_id}, which is over: {messages}")

    def _solitaires(self) -> None:
        """Only the newest message of a game for one can be played on."""
        for row in self.rows("SELECT id FROM tables WHERE solo AND phase = 'playing'"):
            places = [place for place in self.day.discord.channels.values() if not place.gone]
            messages = [message for place in places for message in place.messages.values() if message.reader is None]
            live = [one for one in messages if not one.deleted and _verbs(one, row["id"]) & {"pick", "sheet"}]
            if len(live) > 1:
                self.day.world.fail(f"solitaire {row['id']} has {len(live)} live messages: {[one.id for one in live]}")


def _told(target: Target, user_id: int) -> str:
    return target.privates[user_id].screen(None).digest()


def _made(game: AnyGame, move: str, entry: Any) -> bool:
    """Whether it is this move; who plays for an empty seat looks at nothing for it."""
    made, wanted = decode(game.move, entry["move"].encode()), decode(game.move, move.encode())
    return bool(made in (wanted, game.unseen(wanted)))


def press_of(custom_id: str) -> Press | None:
    try:
        return Press.read(custom_id)
    except Refused:
        return None


def _verbs(message: Message, table_id: int) -> set[str]:
    """What can be done with it at this table."""
    presses = [press for control in message.controls() if (press := press_of(control["custom_id"]))]
    return {press.verb for press in presses if press.table_id == table_id}


def timeless(components: Any) -> str:
    """What is shown, whatever version its controls are of and wherever its links lead."""

    def plain(part: Any) -> Any:
        if isinstance(part, dict):
            kept = {key: plain(value) for key, value in part.items() if key not in ("id", "media", "version", "url")}
            for key in ("custom_id", "value"):  # of a button, and of what a menu offers to press
                if press := press_of(str(kept.get(key, ""))):
                    kept[key] = f"{press.verb} {press.table_id} {press.args}"
            return {key: value for key, value in kept.items() if value not in (None, False, [], "")}
        if isinstance(part, list | tuple):
            return [plain(one) for one in part]
        return part

    return json.dumps(plain(components), sort_keys=True)
