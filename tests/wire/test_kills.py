"""A bot that is killed at any moment, told to stop or can't write: what is committed stands and is shown after all."""

import asyncio
import itertools
import os
import resource
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from cogs.games.words import move_path
from cogs.screens.frame import IN_WORDS
from engine import GAMES
from engine.sentences import shortened
from render import PICTURES
from render.text import ALT_LIMIT
from tables.daily.announcements import CLAIM_LASTS
from tables.play.tables import Tables
from tables.store.database import Database, Where
from tables.store.sqlite import SQLiteTransaction
from tables.tools.backup import back_up

from ..cogs import hall as simulated
from ..cogs.hall import alts, controls, gist, labels, leads, text
from ..engine.players import lasting
from .nursery import PATIENCE, Bot, Nursery
from .server import Fault
from .wired import GAME, Hall, deal, numbers, panel_of, told, versions, wired

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("KILLS", "210")) // 2  # in each of two halls
LATE = 0.01  # seconds from Discord's doing something in the channel to its answer
ANNOUNCING_STRIDE = 31
POSTING_EVERY = 3  # kills: so often one is about the posting of a board
POSTING_STEPS = 24  # from before a board is posted until the board before it has lost its buttons
STRIDE = 7  # from one kill's step to the next one's: all are visited, in an order that mixes them
TALK = 120  # messages by people below each board that is left unrecorded: more than a request reads
EXPIRING = 20  # kills: so often the leases of the killed process are left to expire, which takes fifteen seconds
KINDS = ("scout", "advance", "research", "distract", "remove")  # of moves that one command makes whole


@pytest.fixture
async def hall(nursery: Nursery, where: Where) -> AsyncIterator[Hall]:
    async with wired(nursery, where) as hall:
        yield hall


IN_A_FILE = pytest.mark.parametrize("where", ["sqlite"], indirect=True)


# -- SIGKILL


@pytest.mark.parametrize(("seats", "commands"), [(3, True), (4, False)], ids=["commands", "panel"])
async def test_killed_at_every_step_of_a_turn_nothing_told_is_lost(
    nursery: Nursery, where: Where, seats: int, commands: bool
) -> None:
    """Whole games, a kill a turn: before or after every await of it that does I/O.

    Some are about the posting of a board, and by some of those the next move is made before the board is shown.
    Discord answers late, when everybody has seen the message. People talk below boards that aren't recorded.
    """
    game = UnderFire(nursery, where, seats, commands=commands)
    await game.play()
    (moves,) = game.hall.rows("SELECT COUNT(*) AS made FROM log WHERE kind = 'move'")
    print(
        game.kills,
        "kills,",
        moves["made"],
        "moves:",
        game.unrecorded,
        "left a board unrecorded,",
        game.overtaken,
        "of them overtaken",
    )
    assert game.overtaken, "else the test has missed what it is for"
    assert game.unrecorded > game.overtaken


class UnderFire:
    """Whole games in one channel, by bots of which each is killed at a step of answering and showing a move."""

    def __init__(self, nursery: Nursery, where: Where, seats: int, *, commands: bool) -> None:
        self.nursery, self.where, self.seats, self.commands = nursery, where, seats, commands
        self.draw = Random(seats).random
        self.kills = 0
        self.posting = 0  # of them, about the posting of a board
        self.unrecorded = 0  # of them, when it was posted and not yet recorded
        self.overtaken = 0  # of those, when the next move was made before it was shown
        self.sent = 0  # moves that members tried to make at this table
        self.table_id = 1

    async def play(self) -> None:
        """Until that many kills have happened and a game is over."""
        async with wired(self.nursery, self.where, seats=self.seats) as self.hall:
            channel = f"/channels/{self.hall.channel.id}/*"
            self.hall.wire.faults.append(Fault("*", channel, late=LATE, times=sys.maxsize))
            first, step = 0, 0
            while True:
                over = self.hall.table(self.table_id)["phase"] != "playing"
                if over:
                    await self.hall.start(draw=False)
                    await self._check_all()
                    await self.hall.bot.stop()
                    if self.kills >= KILLS:
                        return
                    self.table_id = await deal(self.hall.database, self.hall.channel, self.hall.members[: self.seats])
                    self.sent = 0
                more = self.kills < KILLS
                if more and self.kills % POSTING_EVERY == POSTING_EVERY - 1:
                    await self._kill_in_posting()
                    continue
                step += STRIDE
                bot = await self.hall.start(kill_at=step if more else 0, draw=False)
                self._check_board()
                posted = self._posted()
                survived = await self._moves(bot, until_over=not more)
                if survived and more:  # a move has no such step
                    first = (first + 1) % STRIDE
                    step = first - STRIDE + 1
                self.kills += not survived
                await self._stop(bot)
                if not survived and self._left_unrecorded(posted):
                    self.unrecorded += 1
                    self._talk()
                self._check_told()

    async def _stop(self, bot: Bot) -> None:
        """If it was killed, say for it that it is gone, as other processes do once its lease is over; some wait."""
        if await bot.stop() and self.kills % EXPIRING:
            self.hall.rows("DELETE FROM processes")

    async def _kill_in_posting(self) -> None:
        """Every other time, the next move is committed before the board is shown."""
        step = self.posting % POSTING_STEPS + 1
        bot = await self.hall.start(kill_at=step, draw=False, KILL_IN="posting")
        self._check_board()
        posted = self._posted()
        survived = await self._moves(bot, until_over=True)
        self.kills += not survived
        self.posting += not survived
        await self._stop(bot)
        if not survived and self._left_unrecorded(posted):
            self.unrecorded += 1
            if self.unrecorded % 2 and self.hall.table(self.table_id)["phase"] == "playing":
                self.overtaken += 1
                await self._commit_a_move()
            self._talk()
        self._check_told()

    def _posted(self) -> set[int]:
        return {message.id for message in self.hall.posted()}

    def _left_unrecorded(self, before: set[int]) -> bool:
        """Whether a board has been posted since then of which the database knows nothing."""
        return bool(self._posted() - before - {row["message_id"] for row in self.hall.rows("SELECT * FROM posts")})

    def _talk(self) -> None:
        """People do, in the channel."""
        for _ in range(TALK):
            self.hall.wire.backend.create_message(self.hall.channel.id, self.hall.members[0].id, "Is it gone?")

    async def _commit_a_move(self) -> None:
        """As a bot does that is killed before it shows anything of it."""
        hall = self.hall
        move = lasting(GAMES[GAME], hall.state(self.table_id), self.draw)
        database = await Database.open(hall.database)
        try:
            await Tables(database).play(self.table_id, hall.actor(self.table_id).id, [move], next(numbers))
        finally:
            await database.close()
        self.sent += 1

    async def _moves(self, bot: Bot, *, until_over: bool) -> bool:
        """Make a move, or all that are left; False if the bot died of it."""
        while await self._move(bot):
            if not until_over or self.hall.table(self.table_id)["phase"] != "playing":
                return True
        return False

    async def _move(self, bot: Bot) -> bool:
        hall, game = self.hall, GAMES[GAME]
        state, member = hall.state(self.table_id), hall.actor(self.table_id)
        path = move_path(lasting(game, state, self.draw))
        made = len(hall.made(self.table_id))
        if self.commands and path[0] in KINDS:
            self.sent += 1
            result = await member.slash(hall.channel, "wyrm-knot", move="/".join(path))
            answered = await self._come(bot, lambda: told(result)) and await self._insist(bot, member, result.response)
        else:
            answered = await self._press(bot, member, path)
        if answered:
            assert len(hall.made(self.table_id)) == made + 1
        return answered and await self._come(bot, lambda: not hall.rows("SELECT 1 FROM tables WHERE shown < version"))

    async def _press(self, bot: Bot, member: MemberActor, path: tuple[str, ...]) -> bool:
        """Through the panel, from Play on."""
        hall = self.hall
        pressed = await member.click(hall.board(), label="Play")
        if not await self._come(bot, lambda: panel_of(pressed)):
            return False
        panel, chosen = panel_of(pressed), 0
        assert panel
        while chosen < len(path):
            lead = next(
                lead for lead in leads(panel) if path[: len(lead.path)] == lead.path and len(lead.path) > chosen
            )
            chosen = len(lead.path)
            self.sent += lead.path == path
            before = str(panel.components)
            await hall.follow(member, panel, lead)
            if not await self._come(bot, lambda before=before: str(panel.components) != before):  # type: ignore[misc]
                return False
        return await self._insist(bot, member, panel)

    async def _insist(self, bot: Bot, member: MemberActor, panel: ResponseMessage | None) -> bool:
        """A move that may end the game is asked about once more."""
        sure = [lead for lead in leads(panel) if lead.verb == "dare"] if panel else []
        if panel and sure:
            before = str(panel.components)
            self.sent += 1
            await self.hall.follow(member, panel, sure[0])
            return await self._come(bot, lambda: str(panel.components) != before)
        return True

    async def _come(self, bot: Bot, condition: Callable[[], object]) -> bool:
        """Wait for something, or for the bot's death: False."""
        await self.hall.wire.until(lambda: condition() or bot.status is not None)
        return bot.status is None

    def _check_told(self) -> None:
        """The log equals what players were told or more; nothing is in it twice."""
        table = self.hall.table(self.table_id)
        channels = [self.hall.channel, *(member.user.dm_channel for member in self.hall.members)]
        shown = [
            version
            for channel in channels
            for message in [message for message in self.hall.wire.messages(channel) if message.components][-12:]
            for version in versions(message, self.table_id)
        ]
        assert max(shown, default=0) <= table["version"]
        assert len(self.hall.made(self.table_id)) <= self.sent

    def _check_board(self) -> None:
        """The newest message in the channel is the board as it stands, and there is no other to play on."""
        hall, game = self.hall, GAMES[GAME]
        assert len(hall.boards()) == 1
        names = [member.name for member in hall.sitting(self.table_id) if member]
        newest = hall.posted()[-1]
        whole = PICTURES[GAME].alt(game.view(hall.state(self.table_id), None), names)
        assert [*map(gist, alts(newest))] == [shortened(whole, ALT_LIMIT - len(f" {IN_WORDS}"))]
        assert f"<@{hall.actor(self.table_id).id}>, it is your turn" in text(newest)
        assert "Play" in labels(newest)

    async def _check_all(self) -> None:
        """The result is shown, and the log leads from the seed to it."""
        hall = self.hall
        assert "Play again" in labels(hall.posted()[-1])
        assert not hall.boards()
        pressable = [message for message in hall.posted() if f":{self.table_id}:" in str(controls(message))]
        assert len(pressable) == 1
        where = hall.database
        if isinstance(where, Path):  # the bot has the file itself open
            where = where.with_name(f"table-{self.table_id}.sqlite3")
            await asyncio.to_thread(back_up, hall.file, where)
        database = await Database.open(where)
        try:
            assert (await Tables(database).verify(self.table_id)).holds
        finally:
            await database.close()
        rows = hall.rows("SELECT version FROM log WHERE table_id = ? ORDER BY version", self.table_id)
        assert len({row["version"] for row in rows}) == len(rows)


async def test_killed_while_announcing_it_is_posted_once(hall: Hall, nursery: Nursery) -> None:
    """Kills some steps apart, each followed by a start after which the claim has lapsed."""
    for step in itertools.count(ANNOUNCING_STRIDE, ANNOUNCING_STRIDE):
        channel = hall.wire.env.guild.create_text_channel(f"step-{step}")
        hall.rows("DELETE FROM announcements")
        row = (hall.members[0].guild.id, channel.id)
        hall.rows("INSERT INTO announcements (guild_id, channel_id, hour) VALUES (?, ?, 0)", *row)
        killed = await announcing(hall, nursery, step)
        assert len(hall.posted(channel)) <= 1
        hall.rows("UPDATE announcements SET claimed_at = claimed_at - ?", CLAIM_LASTS)
        assert not await announcing(hall, nursery, 0)
        assert len(hall.posted(channel)) == 1
        if not killed:
            return


async def announcing(hall: Hall, nursery: Nursery, kill_at: int) -> bool:
    """Run a bot until it has announced, or was killed: whether it was."""
    bot = nursery.start(hall.wire, hall.database, kill_at=kill_at, KILL_IN="announcing", BEAT="0.1", DRAW="no")
    hall.bots.append(bot)
    told = "SELECT 1 FROM announcements WHERE announced_on IS NOT NULL AND claimed_at IS NULL"
    await hall.wire.until(lambda: bot.status is not None or hall.rows(told))
    await bot.stop()
    return not hall.rows(told)


# -- SIGTERM


@pytest.mark.parametrize("moment", [0.0, 0.02, 0.1, 0.3, 1.0])
async def test_told_to_stop_in_a_turn_it_finishes_and_goes(hall: Hall, moment: float) -> None:
    await hall.start(PATIENCE=str(PATIENCE))  # on a busy machine its own may be over before it has answered
    scouted = await hall.actor().slash(hall.channel, "wyrm-knot", move="scout/5")
    await asyncio.sleep(moment)
    assert await hall.bot.stop() == 0
    assert not hall.bot.errors(), hall.bot.log
    if hall.made():
        assert "Now move a strike dragon" in told(scouted)
    await hall.start()
    assert len(hall.boards()) == 1


async def test_told_to_stop_while_discord_is_slow_it_goes_all_the_same(hall: Hall) -> None:
    await hall.start()
    hall.wire.faults.append(Fault("*", f"/channels/{hall.channel.id}/*", held=asyncio.Event(), times=100))
    await hall.actor().slash(hall.channel, "wyrm-knot", move="scout/5")
    await hall.wire.until(hall.made)
    assert await hall.bot.stop() == 0
    hall.wire.faults.clear()
    await hall.start()
    assert len(hall.made()) == 1
    assert len(hall.boards()) == 1


@pytest.mark.parametrize("moment", [0.0, 0.05, 0.1, 0.15, 0.2])
async def test_told_to_stop_while_it_starts_it_goes(hall: Hall, moment: float) -> None:
    bot = hall.nursery.start(hall.wire, hall.database)
    hall.bots.append(bot)
    await asyncio.sleep(0.05 + moment)
    assert await bot.stop() in (0, -signal.SIGTERM)  # the latter before there is anything to close
    await hall.start()


# -- A disk that is full, or can't be written


@asynccontextmanager
async def small(tmp_path: Path) -> AsyncIterator[simulated.World]:
    """A game in one process, whose database can be made to fail."""
    async with simulated.world(tmp_path, "Ann", "Bob", "Cat") as here:
        ann, *others = here.members
        await here.slash(ann, "play", game=GAME)
        for member in others:
            await here.press(member, here.board, "Join")
        await here.press(ann, here.board, "Start")
        yield here


@pytest.mark.parametrize("pragma", ["query_only = ON", "max_page_count = 1"], ids=["read-only", "full"])
async def test_what_cannot_be_written_is_told_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pragma: str
) -> None:
    async with small(tmp_path) as here:
        await _fails_for_a_while(here, monkeypatch, pragma)


async def _fails_for_a_while(here: simulated.World, monkeypatch: pytest.MonkeyPatch, pragma: str) -> None:
    begin = SQLiteTransaction.begin

    async def fail(transaction: SQLiteTransaction, statement: str) -> None:
        await begin(transaction, statement)
        connection = transaction.connection
        await connection.execute_fetchall(f"PRAGMA {pragma}")
        if pragma.startswith("max"):
            ((pages,),) = await connection.execute_fetchall("PRAGMA page_count")
            await connection.execute_fetchall(f"PRAGMA max_page_count = {pages}")

    async def mend(transaction: SQLiteTransaction, statement: str) -> None:
        await transaction.connection.execute_fetchall("PRAGMA query_only = OFF")
        await transaction.connection.execute_fetchall(f"PRAGMA max_page_count = {2**31}")
        await begin(transaction, statement)

    if pragma.startswith("max"):  # so that the next row needs a page
        here.rows("CREATE TRIGGER filler AFTER INSERT ON log BEGIN INSERT INTO ballast VALUES (zeroblob(99999)); END")
        here.rows("CREATE TABLE ballast (x)")
    before = _rows(here)
    monkeypatch.setattr(SQLiteTransaction, "begin", fail)
    member = here.seats()[0]
    result = await member.slash(here.channel, "wyrm-knot", move="scout/5")
    assert result.acknowledged
    assert "nothing has changed" in simulated.answer(result)
    assert _rows(here) == before
    assert [line for line in here.errors.lines if "The database failed" in line]
    assert not [line for line in here.errors.lines if "seed" in line or here.table()["seed"] in line]
    here.errors.lines.clear()
    monkeypatch.setattr(SQLiteTransaction, "begin", mend)
    await here.slash(member, "wyrm-knot", move="scout/5")
    assert len(here.rows("SELECT * FROM log")) == 1
    await here.slash(member, "wyrm-knot", move="advance/0")
    assert here.seats()[1].mention in text(here.board)


def _rows(here: simulated.World) -> list[object]:
    names = [row["name"] for row in here.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return [(name, here.rows(f"SELECT * FROM {name}")) for name in names]


@IN_A_FILE
async def test_a_full_disk_is_survived(hall: Hall) -> None:
    """The bot's process may write no file beyond a size: for SQLite that is a disk which is full."""
    bot = await hall.start(beat=0.3)
    ada = hall.actor()
    _, most = resource.prlimit(bot.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (4096, most))
    refused = await ada.slash(hall.channel, "wyrm-knot", move="scout/5")
    await hall.wire.until(lambda: told(refused))
    assert "nothing has changed" in told(refused)
    assert hall.made() == []
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (most, most))
    scouted = await ada.slash(hall.channel, "wyrm-knot", move="scout/5")
    await hall.wire.until(lambda: "Now move a strike dragon" in told(scouted))
    await ada.slash(hall.channel, "wyrm-knot", move="advance/0")
    await hall.wire.until(lambda: f"<@{hall.actor().id}>, it is your turn" in text(hall.board()))
    assert bot.status is None
    hall.bots.remove(bot)  # its errors were to be
    assert await bot.stop() == 0
    assert hall.table()["seed"] not in bot.log
    await hall.start()


# -- Backups


@pytest.mark.parametrize("damage", ["nonsense", "header", "middle", "cut"])
@IN_A_FILE
async def test_a_damaged_database_is_refused_in_a_sentence(hall: Hall, damage: str) -> None:
    await hall.start()
    await hall.turn()
    await hall.bot.stop()
    data = bytearray(hall.file.read_bytes())
    match damage:
        case "nonsense":
            data[:] = b"nothing" * 1000
        case "header":
            data[:100] = b"x" * 100
        case "middle":
            data[4096:12288] = b"\xff" * 8192
        case "cut":
            del data[len(data) // 2 :]
    hall.file.write_bytes(data)
    bot = hall.nursery.start(hall.wire, hall.file)
    assert await bot.ended() == 1
    assert "Traceback" not in bot.log
    assert str(hall.file) in bot.log.splitlines()[-1]


@IN_A_FILE
async def test_a_backup_made_in_play_can_be_played_on(hall: Hall, tmp_path: Path) -> None:
    await hall.start()
    copy = tmp_path / "copy.sqlite3"
    await hall.turn()
    await asyncio.gather(hall.turn(), asyncio.to_thread(back_up, hall.file, copy))
    with closing(sqlite3.connect(copy)) as connection:
        (kept,) = connection.execute("SELECT COUNT(*) FROM log WHERE kind = 'move'").fetchone()
    assert 2 <= kept <= 4
    await hall.turn()
    await hall.bot.stop()
    for left in ("wal", "shm"):
        hall.file.with_name(f"{hall.file.name}-{left}").unlink(missing_ok=True)
    copy.rename(hall.file)
    await hall.start()
    assert len(hall.made()) == kept
    await hall.actor().slash(hall.channel, "board")
    called = f"<@{hall.actor().id}>, it is your turn"
    await hall.wire.until(lambda: any(called in text(board) for board in hall.boards()))
    panel = await hall.play(hall.actor())  # on what stands lowest: a board from after the backup
    assert list(leads(panel))
