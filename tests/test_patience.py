"""How long a start waits for Discord, and what a host reads of its refusals."""

import asyncio
import itertools
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import Route

import bot
from bot import Settings
from cogs.discord.registering import CommandsRefused
from host.ending import Passing
from host.patience import growing, is_a_ban, passes, patient, reason, refusal, until_sessions_remain

ME = Route("GET", "/users/@me")
JSON = {"Content-Type": "application/json"}
PAGE = {"Content-Type": "text/html", "Server": "cloudflare"}


def answered(
    status: int, said: Any = "", headers: dict[str, str] | None = None, kind: type[discord.HTTPException] | None = None
) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="Refused", headers=JSON if headers is None else headers)
    return (kind or discord.HTTPException)(response, said)


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses, which take no time."""
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    return pauses


def refusing(*errors: Exception) -> Callable[..., Any]:
    left = iter(errors)

    async def request(route: Route, **_: Any) -> str:
        for error in left:
            raise error
        return route.path

    return request


async def test_what_a_start_needs_waits_as_long_as_it_is_asked_to(slept: list[float]) -> None:
    bans = [answered(429, "error code: 1015", {**PAGE, "Retry-After": seconds}) for seconds in ("7200", "later", "nan")]
    asked = patient(refusing(discord.RateLimited(3600.0), *bans, answered(403, "error code: 1015", PAGE)))
    assert await asked(ME) == "/users/@me"
    assert slept == [3600.0, 7200.0, 60.0, 120.0, 240.0]


async def test_what_it_needs_not_and_what_stays_refused_waits_for_nothing(slept: list[float]) -> None:
    with pytest.raises(discord.RateLimited):
        await patient(refusing(discord.RateLimited(3600.0)))(Route("GET", "/channels/{channel_id}", channel_id=1))
    for error in (answered(403, {"code": 50001, "message": "Missing Access"}), answered(401), answered(503)):
        with pytest.raises(discord.HTTPException):
            await patient(refusing(error))(ME)
    assert slept == []


def test_pauses_grow_from_a_minute_to_an_hour() -> None:
    assert [*itertools.islice(growing(), 8)] == [60, 120, 240, 480, 960, 1920, 3600, 3600]


@pytest.mark.parametrize(
    ("left", "shards", "pauses"),
    [([1000], 1, []), ([0, 1000], 1, [5.0]), ([3, 3, 4], 4, [5.0, 5.0]), ([1000], 4000, [])],
)
async def test_as_many_sessions_must_be_left_as_there_are_shards(
    slept: list[float], left: list[int], shards: int, pauses: list[float]
) -> None:
    async def get_bot_gateway() -> Any:
        return 1, "", {"total": 1000, "remaining": left.pop(0), "reset_after": 5000, "max_concurrency": 1}

    await until_sessions_remain(SimpleNamespace(get_bot_gateway=get_bot_gateway), shards)
    assert slept == pauses
    assert not left


@pytest.mark.parametrize(
    ("error", "passing", "ban"),
    [
        (answered(429, "1015", PAGE), True, True),
        (answered(403, "error code: 1015", {"Content-Type": "text/plain"}), True, True),
        (answered(403, "<html>nginx", {"Content-Type": "text/html"}), False, False),
        (answered(403, {"code": 50001, "message": "Missing Access"}), False, False),
        (answered(429, {"message": "slow", "retry_after": 5}), True, False),
        (answered(500, "", PAGE), True, False),
        (answered(400, {"code": 50035, "message": "Invalid Form Body"}), False, False),
        (discord.RateLimited(100.0), True, False),
        (aiohttp.ServerDisconnectedError(), True, False),
        (TimeoutError(), True, False),
    ],
)
def test_what_passes_and_what_is_a_ban(error: Exception, passing: bool, ban: bool) -> None:
    assert (passes(error), is_a_ban(error)) == (passing, ban)


def test_the_reason_names_code_message_and_field_in_one_line() -> None:
    errors = {"3": {"name": {"_errors": [{"code": "X", "message": "Command name is wrong."}]}}}
    said = {"code": 50035, "message": "Invalid Form Body", "errors": errors}
    assert reason(answered(400, said)) == (
        "400 Refused (code 50035: Invalid Form Body; In 3.name: Command name is wrong)"
    )
    assert reason(answered(502, "<html>\n" * 9, PAGE)) == "502 Refused"
    assert len(reason(answered(400, {"code": 1, "message": "x" * 9000}))) < 500


@pytest.mark.parametrize(
    ("error", "api", "mend"),
    [
        (answered(404, {"code": 0, "message": "404: Not Found"}), "http://nirn", "correct DISCORD_API"),
        (answered(404, {"code": 10002, "message": "Unknown Application"}), "http://nirn", "report this"),
        (answered(400, {"code": 50035, "message": "Invalid"}), "http://nirn", "report this"),
        (answered(403, "<html>", {"Content-Type": "text/html"}), None, "look at this machine's network"),
        (answered(500, {"code": 0, "message": "x"}), "http://nirn", "trying again later"),
    ],
)
def test_discord_api_is_at_fault_only_where_the_answer_is_not_discords(
    error: discord.HTTPException, api: str | None, mend: str
) -> None:
    sentence = refusal("the start", error, api)
    assert mend in sentence
    assert ("correct DISCORD_API" in sentence) == (mend == "correct DISCORD_API")
    assert isinstance(sentence, Passing) == passes(error)


def closed(code: int) -> discord.ConnectionClosed:
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=0, code=code)


def test_an_end_that_a_new_start_would_meet_again_says_so_in_its_status() -> None:
    refused = CommandsRefused()
    refused.__cause__ = answered(403, {"code": 50001, "message": "Missing Access"})
    for error in (discord.LoginFailure(), refused, *map(closed, (4004, 4010, 4012, 4013, 4014))):
        assert not isinstance(bot.why_it_ended(Settings(), error), Passing)
    not_found = discord.GatewayNotFound()  # type: ignore[no-untyped-call]
    not_found.__cause__ = answered(503, "", PAGE)
    for passing in (closed(4011), not_found, OSError("no route"), aiohttp.ServerDisconnectedError()):
        assert isinstance(bot.why_it_ended(Settings(), passing), Passing)
    with pytest.raises(discord.ConnectionClosed):
        bot.why_it_ended(Settings(), closed(4000))
