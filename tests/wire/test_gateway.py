"""Whatever the gateway does to a connection, the bot comes back and answers; only what a host must mend ends it.

The cases are told of once, in `CASES`. A bot in this process goes through all of them, with short waits. The program
itself goes through each, from a start of its own.
"""

import asyncio
import inspect
import json
import logging
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import simcord
from yarl import URL

import bot as program
from bot import Settings, Wyrmhall, why_it_ended
from cogs.discord import gateway
from host import health

from .nursery import Nursery
from .server import TOKEN, Cut, Wire, op

MINUTE = 60.0  # seconds: the bot waits so long for a session
INVALID, RESUMABLE, RECONNECT = op(9, False), op(9, True), op(7)
NONSENSE = ("{", "[]", "null", '"READY"', '{"op": 0, "t": "READY"}', b"\x00\x01\x00\x00\xff\xff")
CODES = (1000, 1001, 1011, 4000, 4001, 4002, 4003, 4005, 4006, 4007, 4008, 4009)
SECRET = "moons of the seventh card"


def event(name: str, data: Any) -> str:
    return json.dumps({"op": 0, "t": name, "d": data})


UNREADABLE = (
    event("GUILD_CREATE", {"id": SECRET}),
    event("GUILD_UPDATE", None),
    event("INTERACTION_CREATE", {"id": "1", "type": 3, "data": SECRET}),
    event("CHANNEL_UPDATE", [SECRET]),
)


@dataclass(frozen=True)
class Case:
    """What goes wrong in a session, and then on the connections after it."""

    name: str
    trouble: Callable[[Wire], Awaitable[None] | None]
    cuts: tuple[Cut, ...] = ()
    sessions: int = 0  # how many are begun because of it
    resumed: int = 0
    silent: bool = False  # Discord is silent, so that the bot waits

    async def befall(self, wire: Wire) -> None:
        """Let it happen, and wait until the bot is back."""
        wanted = wire.identified + self.sessions, wire.resumed + self.resumed
        wire.cuts[:] = self.cuts
        done = self.trouble(wire)
        if inspect.isawaitable(done):
            await done
        await wire.until(lambda: (wire.identified, wire.resumed) == wanted and not wire.cuts, 3 * MINUTE)


def drop(wire: Wire) -> None:
    wire.drop()


def saying(message: str | bytes) -> Callable[[Wire], None]:
    return lambda wire: wire.say(message)


def hanging_up(code: int) -> Callable[[Wire], Awaitable[None]]:
    return lambda wire: wire.hang_up(code)


def with_poor_ready(wire: Wire) -> None:
    """From now on READY has what it must, and no more."""

    def edit(event: str, payload: dict[str, Any]) -> None:
        if event == "READY":
            for name in payload.keys() - {"v", "user", "session_id"}:
                del payload[name]

    wire.edit = edit
    wire.say(INVALID)


def with_a_ready_that_cannot_be_read(wire: Wire) -> None:
    def edit(event: str, payload: dict[str, Any]) -> None:
        if event == "READY":
            del payload["user"]
            wire.edit = None

    wire.edit = edit
    wire.say(INVALID)


def with_a_ready_that_is_invalid_at_once(wire: Wire) -> None:
    def edit(event: str, payload: dict[str, Any]) -> None:
        if event == "READY":
            wire.edit = None
            asyncio.get_running_loop().call_soon(wire.say, INVALID)

    wire.edit = edit
    wire.say(INVALID)


back = partial(Case, resumed=1)
anew = partial(Case, sessions=1)
CASES = [
    # the connection breaks, and the next one does too
    back("broken", drop),
    back("refused while resuming", drop, (Cut("connect"),)),
    *(back(f"broken at {at} while resuming", drop, (Cut(at, close=0),)) for at in ("open", "hello", "resume")),
    *(anew(f"broken at {at} for a new session", saying(INVALID), (Cut(at, close=0),)) for at in ("open", "hello")),
    anew("broken at identify", saying(INVALID), (Cut("identify", close=0),)),
    anew("never resumed", drop, (Cut("resume", close=0), Cut("open", close=0), Cut("connect"))),
    # Discord says nothing
    back("silent at open", drop, (Cut("open"),), silent=True),
    anew("silent at resume", drop, (Cut("resume"),), silent=True),
    anew("silent at identify", saying(INVALID), (Cut("identify"),), silent=True),
    # Discord wants another connection, or another session
    *(back(f"told to {told}", saying(told)) for told in (RECONNECT, RESUMABLE)),
    *(
        back(f"told to {told} at {at}", drop, (Cut(at, (told,)),))
        for told in (RECONNECT, RESUMABLE)
        for at in ("open", "hello", "resume")
    ),
    anew("invalid", saying(INVALID)),
    *(anew(f"invalid at {at} while resuming", drop, (Cut(at, (INVALID,)),)) for at in ("open", "hello", "resume")),
    anew("invalid at identify", saying(INVALID), (Cut("identify", (INVALID,)),)),
    *(anew(f"closed with {code}", hanging_up(code)) for code in gateway.SESSION_ENDED),
    *(back(f"closed with {code}", hanging_up(code)) for code in CODES if code not in gateway.SESSION_ENDED),
    back("closed with 4000 at resume", drop, (Cut("resume", close=4000),)),
    anew("closed with 4009 at resume", drop, (Cut("resume", close=4009),)),
    # what comes can't be read
    *(back(f"said {said!r}", saying(said)) for said in NONSENSE),
    *(back(f"said {said!r} at resume", drop, (Cut("resume", (said,)),)) for said in NONSENSE),
    *(back(f"said {said!r} at open", drop, (Cut("open", (said,)),)) for said in NONSENSE[:1]),
    anew("said nonsense at identify", saying(INVALID), (Cut("identify", ("{",)),)),
    Case("an unknown op", saying(op(99, SECRET))),
    Case("an unknown event", saying(event("MOON_RISES", SECRET))),
    *(Case(f"an event {said}", saying(said)) for said in UNREADABLE),
    back("an unknown op before HELLO", drop, (Cut("open", (op(99),), goes_on=True),)),
    back("an event before RESUMED", drop, (Cut("resume", (UNREADABLE[0],), goes_on=True),)),
    anew("a poor READY", with_poor_ready),
    Case("a READY that can't be read", with_a_ready_that_cannot_be_read, sessions=2),
    Case("READY, and invalid at once", with_a_ready_that_is_invalid_at_once, sessions=2),
]


@dataclass
class Hall:
    wire: Wire
    member: simcord.MemberActor
    channel: simcord.ChannelHandle

    async def answers(self) -> None:
        asked = await self.member.slash(self.channel, "help")
        await self.wire.until(lambda: asked.response)


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    async with Wire() as wire:
        guild = wire.env.create_guild("Hall")
        member = guild.add_member(wire.env.create_user("ada"))
        yield Hall(wire, member, guild.create_text_channel("games"))


@pytest.fixture
async def running(hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Wyrmhall]:
    """A bot in this process that waits for nothing longer than it must."""
    monkeypatch.setattr(discord.http.Route, "BASE", hall.wire.api)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", URL(hall.wire.gateway))
    monkeypatch.setattr(program, "BETWEEN_SESSIONS", 0.0)
    monkeypatch.setattr(gateway, "PATIENCE", 1.5)
    monkeypatch.setattr(gateway, "LASTING", 0.0)
    for longest in ("LONGEST", "LONGEST_BETWEEN_SESSIONS"):
        monkeypatch.setattr(gateway, longest, 0.05)
    async with Wyrmhall(Settings(database=tmp_path / "hall.sqlite3")) as bot:
        bot._connection.guild_ready_timeout = 0.1
        playing = asyncio.create_task(bot.start(TOKEN))
        try:
            await hall.wire.until(lambda: playing.done() or bot.is_ready())
            yield bot
            assert not playing.done()
        finally:
            await bot.close()
            await playing


async def test_a_session_comes_back_whatever_happens_to_its_connection(hall: Hall, running: Wyrmhall) -> None:
    for case in CASES:
        befalling = asyncio.create_task(case.befall(hall.wire))
        try:
            if case.silent:
                await hall.wire.until(running.lost)
                assert await health._gateway(running) == "not connected: shard 0", case.name
            await befalling
            await hall.answers()
            await hall.wire.until(lambda: not running.lost())
        except TimeoutError:
            pytest.fail(f"{case.name}: {(hall.wire.identified, hall.wire.resumed)}, left: {hall.wire.cuts}")
        assert await health._gateway(running) is None, case.name


async def test_a_shard_whose_heartbeats_are_not_acknowledged_comes_back(hall: Hall, running: Wyrmhall) -> None:
    hall.wire.heartbeat = 100
    hall.wire.drop()
    await hall.wire.until(lambda: hall.wire.resumed == 1 and not running.lost())
    hall.wire.acknowledges = False
    await hall.wire.until(running.lost)
    while hall.wire.resumed < 3:  # what else comes on the connection is no acknowledgement
        hall.wire.say(event("MOON_RISES", None))
        await asyncio.sleep(0.01)
    hall.wire.acknowledges = True
    await hall.wire.until(lambda: not running.lost())
    await hall.answers()


async def test_an_event_that_cannot_be_read_is_told_once_without_what_it_says(
    hall: Hall, running: Wyrmhall, caplog: pytest.LogCaptureFixture
) -> None:
    for said in UNREADABLE * 3:
        hall.wire.say(said)
    await hall.answers()
    told = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert sorted(line.split()[2] for line in told) == sorted(json.loads(said)["t"] for said in UNREADABLE)
    assert SECRET not in caplog.text
    assert "Error in " in told[0]


async def test_each_loss_is_a_line_with_shard_reason_and_what_comes(
    hall: Hall, running: Wyrmhall, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, gateway.log.name)
    by_name = {case.name: case for case in CASES}
    for name in ("told to " + RECONNECT, "closed with 4009", "broken", "silent at identify", "said '{'"):
        await by_name[name].befall(hall.wire)
        await hall.wire.until(lambda: not running.lost())
    assert [record.getMessage() for record in caplog.records if record.name == gateway.log.name] == [
        f"Shard 0 has no connection: {told}"
        for told in (
            "Discord asks for a new one. It resumes its session at once.",
            "Discord has closed it with 4009. It begins a new session in 0 s.",
            "it has broken. It resumes its session at once.",
            "its session isn't valid any more. It begins a new session in 0 s.",
            "neither READY nor RESUMED comes. It begins a new session in 0 s.",
            "what Discord says can't be read (JSONDecodeError in raw_decode, decoder.py:"
            f"{_line_of_json()}). It resumes its session at once.",
        )
    ]


def _line_of_json() -> int:
    try:
        json.loads("{")
    except ValueError as error:
        return int(gateway._kind(error).rpartition(":")[2])
    raise AssertionError


async def test_one_shard_that_cannot_connect_keeps_no_other_waiting(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", hall.wire.api)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", URL(hall.wire.gateway))
    monkeypatch.setattr(program, "BETWEEN_SESSIONS", 0.0)
    hall.wire.cuts[:] = [Cut("open")]  # and 60 seconds are its own
    async with Wyrmhall(Settings(database=tmp_path / "hall.sqlite3", shards=3)) as bot:
        playing = asyncio.create_task(bot.start(TOKEN))
        await hall.wire.until(lambda: playing.done() or (hall.wire.identified == 2 and len(bot.lost()) == 1))
        assert await health._gateway(bot) == health.STARTING
        await bot.close()
        await playing


@pytest.mark.parametrize("shards", [1, 3, 16])
def test_sessions_that_fail_all_day_stay_far_below_what_discord_allows(
    monkeypatch: pytest.MonkeyPatch, shards: int
) -> None:
    """Each is begun, and fails: at once, or after some minutes."""
    clock = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: clock)
    monkeypatch.setattr(random, "uniform", lambda least, _: least)
    line = gateway.Line(SimpleNamespace(shard_count=shards), 0, URL())  # type: ignore[arg-type]
    for lasted in (0.0, 61.0, 300.0):
        clock, begun, longest = clock + 1e9, 0, 0.0
        line._sessions.clear()
        end = clock + 24 * 3600
        while clock < end:
            begun += 1
            line._sessions.append(clock)
            line._failures = 1 if lasted else begun
            clock += lasted + (pause := line._pause())
            longest = max(longest, pause)
        assert begun * shards <= (600 if shards == 1 else 800)
        assert lasted or longest == 150 * shards


def test_attempts_that_begin_no_session_come_every_minute_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random, "uniform", lambda _, most: most)
    line = gateway.Line(SimpleNamespace(shard_count=1), 0, URL())  # type: ignore[arg-type]
    pauses = []
    for failures in (*range(1, 9), 10_000):
        line._failures = failures
        pauses.append(line._pause())
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60]


@pytest.mark.parametrize("code", gateway.HOPELESS)
def test_what_only_a_host_can_mend_is_told_in_a_sentence(code: int) -> None:
    mend = {4004: "DISCORD_TOKEN", 4010: "SHARDS", 4011: "SHARDS"}.get(code, "update the bot")
    refused = discord.ConnectionClosed(SimpleNamespace(close_code=code), shard_id=0)  # type: ignore[arg-type]
    told = why_it_ended(Settings(shards=2), refused)
    assert mend in told
    assert told.endswith(".")


# -- The program itself


async def test_the_program_outlives_connections_that_break_before_they_greet(hall: Hall, tmp_path: Path) -> None:
    hall.wire.cuts[:] = [Cut("open", close=0)]  # of the start, and then of a session that is resumed
    (case,) = (case for case in CASES if case.name == "broken at open while resuming")
    await outlives(hall, tmp_path, case)


@pytest.mark.slow
async def test_the_program_begins_anew_after_a_minute_of_silence(hall: Hall, tmp_path: Path) -> None:
    (case,) = (case for case in CASES if case.name == "silent at identify")
    began = time.monotonic()
    await outlives(hall, tmp_path, case)
    assert time.monotonic() > began + MINUTE


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    with Nursery() as nursery:
        yield nursery


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
async def test_the_program_outlives_it(nursery: Nursery, hall: Hall, tmp_path: Path, case: Case) -> None:
    bot = nursery.start(hall.wire, tmp_path / "hall.sqlite3", SILENCE="5")
    await hall.wire.until(lambda: hall.wire.identified or bot.status is not None)
    await hall.answers()
    await case.befall(hall.wire)
    await hall.answers()
    assert bot.status is None
    assert await bot.stop() == 0
    assert "Traceback" not in bot.log
    assert not [line for line in bot.errors() if "can't be read" not in line]


async def outlives(hall: Hall, folder: Path, case: Case) -> None:
    process = await hall.wire.start_bot(folder / "hall.sqlite3")
    try:
        await hall.wire.until(lambda: hall.wire.identified or process.returncode is not None)
        await hall.answers()
        await case.befall(hall.wire)
        await hall.answers()
        assert process.returncode is None
    finally:
        if process.returncode is None:
            process.terminate()
        _, errors = await process.communicate()
    assert "Traceback" not in errors.decode(), errors.decode()
    assert process.returncode == 0


@pytest.mark.slow
async def test_the_program_starts_whatever_the_first_connections_do(hall: Hall, tmp_path: Path) -> None:
    ready = Cut("identify", (INVALID,))
    hall.wire.cuts[:] = [Cut("connect"), Cut("open", close=0), Cut("hello", close=4000), ready]
    async with hall.wire.bot(tmp_path / "hall.sqlite3") as process:
        await hall.answers()
        assert process.returncode is None
    assert not hall.wire.cuts


@pytest.mark.parametrize(
    "code", [pytest.param(code, marks=[pytest.mark.slow] if code != 4004 else []) for code in gateway.HOPELESS]
)
async def test_the_program_ends_with_a_sentence_if_only_a_host_can_mend_it(
    hall: Hall, tmp_path: Path, code: int
) -> None:
    hall.wire.cuts[:] = [Cut("identify", close=code)]
    process = await hall.wire.start_bot(tmp_path / "hall.sqlite3")
    _, errors = await process.communicate()
    assert process.returncode, "it failed"
    (told,) = errors.decode().splitlines()
    assert told.endswith(".")
    assert TOKEN not in told
