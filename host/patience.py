"""What Discord refuses at a start: how long to wait, and what the host reads."""

import asyncio
import logging
import math
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import aiohttp
import discord

from .ending import Passing

log = logging.getLogger("wyrmhall")

Request = Callable[..., Coroutine[Any, Any, Any]]

SHORTEST, LONGEST = 60.0, 3600.0  # seconds between two attempts where Discord doesn't say how long to wait
AT_A_START = {"/users/@me", "/oauth2/applications/@me", "/gateway/bot"}  # the bot needs their answers to go on
MOST = 400  # letters of Discord's reason
TOO_MANY, FORBIDDEN, NOT_FOUND, TIMED_OUT, FAILED = 429, 403, 404, 408, 500
PASSING = (discord.RateLimited, aiohttp.ClientError, OSError)  # besides some of discord.HTTPException, see `passes`


def growing() -> Iterator[float]:
    """Pauses from a minute to an hour, each twice as long as the one before."""
    pause = SHORTEST
    while True:
        yield pause
        pause = min(2 * pause, LONGEST)


def patient(request: Request) -> Request:
    """The same, but what a start needs waits as long as Discord demands, and isn't refused for that."""

    async def asked(route: Any, **given: Any) -> Any:
        pauses = growing()
        while True:
            try:
                return await request(route, **given)
            except (discord.RateLimited, discord.HTTPException) as error:
                if route.path not in AT_A_START or not is_to_wait(error):
                    raise
                seconds = wait_demanded(error) or next(pauses)
                what = "has shut this machine's address out for a while" if is_a_ban(error) else "lets the bot wait"
            log.warning("Discord %s: the start goes on by itself in %.0f s (%s).", what, seconds, route.path)
            await asyncio.sleep(seconds)

    return asked


async def until_sessions_remain(http: Any, shards: int) -> None:
    """Wait until Discord lets so many sessions begin: it allows a bot some thousand a day, and punishes more.

    Another process of the bot may begin its own at the same time, so `shards` are those of all.
    """
    while True:
        _, _, limit = await http.get_bot_gateway()
        if limit["remaining"] >= min(shards, limit["total"]):
            return
        seconds = max(1.0, limit["reset_after"] / 1000)
        log.warning(
            "Discord lets a bot connect %s times a day, and %s are left for %s shards: the start goes on by itself in "
            "%.0f s. Find out in the log above why it was started so often.",
            *(limit["total"], limit["remaining"], shards, seconds),
        )
        await asyncio.sleep(seconds)


def is_to_wait(error: Exception) -> bool:
    return isinstance(error, discord.RateLimited) or _status(error) == TOO_MANY or is_a_ban(error)


def passes(error: Exception) -> bool:
    """Whether this may be over by itself, so that it makes sense to try again."""
    if isinstance(error, discord.HTTPException):
        return is_to_wait(error) or error.status == TIMED_OUT or error.status >= FAILED
    return isinstance(error, PASSING)


def is_a_ban(error: Exception) -> bool:
    """Whether Cloudflare, which stands before Discord, answers in its place that this address may ask nothing."""
    if not isinstance(error, discord.HTTPException) or is_discords(error):
        return False
    said = f"{error.response.headers.get('Server', '')} {error.text}".casefold()
    signs = "Retry-After" in error.response.headers or "cloudflare" in said or "1015" in said
    return error.status == TOO_MANY or (error.status == FORBIDDEN and signs)


def is_discords(error: discord.HTTPException) -> bool:
    """Whether the answer is one of Discord's own: JSON, and on a path that there is."""
    json = str(error.response.headers.get("Content-Type", "")).startswith("application/json")
    return json and not (error.status == NOT_FOUND and error.code == 0)


def wait_demanded(error: Exception) -> float | None:
    """The seconds that Discord asks to wait, if it says so."""
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    assert isinstance(error, discord.HTTPException)
    try:
        seconds = float(error.response.headers.get("Retry-After", ""))
    except ValueError:
        return None
    return seconds if 0 < seconds < math.inf else None


def reason(error: Exception) -> str:
    """What was answered: the status and, if it is Discord's answer, its code, its message and the fields at fault."""
    if isinstance(error, discord.RateLimited):
        return f"429, and a wait of {error.retry_after:.0f} s"
    if not isinstance(error, discord.HTTPException):
        return str(error) or "no answer"
    status = f"{error.status} {error.response.reason}"
    said = "; ".join(line.strip() for line in error.text.splitlines() if line.strip()).rstrip(".")
    return f"{status} (code {error.code}: {said[:MOST]})" if is_discords(error) and said else status


def refusal(what: str, error: discord.HTTPException, api: str | None) -> str:
    """A sentence for the host: Discord refuses `what`, such as "the start". `api`: the setting DISCORD_API."""
    refused = f"Discord refuses {what} with {reason(error)}"
    if passes(error):
        proxy = "look at the proxy that DISCORD_API names, and " if api else ""
        return Passing(f"{refused}: {proxy}see https://discordstatus.com. It is worth trying again later.")
    if not is_discords(error):
        mend = "correct DISCORD_API" if api else "that answer isn't Discord's own, so look at this machine's network"
    elif error.status == FORBIDDEN:
        mend = "look at the application in the Developer Portal"
    else:
        mend = "update the bot, or report this to its makers"
    return f"{refused}: {mend}."


def unreachable(error: Exception, api: str | None) -> str:
    """A sentence for the host: there was no answer. `api`: the setting DISCORD_API."""
    match error:
        case aiohttp.ClientHttpProxyError():
            told = f"The proxy that HTTPS_PROXY names refuses with {error.status} {error.message}: correct HTTPS_PROXY."
            return told if error.status < FAILED else Passing(told)
        case aiohttp.ClientProxyConnectionError():
            told = f"The proxy that HTTPS_PROXY names can't be reached ({error}): start it, or correct HTTPS_PROXY."
            return Passing(told)
    mend = "correct DISCORD_API" if api else "look at this machine's network"
    return Passing(f"Discord can't be reached ({str(error) or 'no answer'}): {mend}.")


def _status(error: Exception) -> int:
    return error.status if isinstance(error, discord.HTTPException) else 0
