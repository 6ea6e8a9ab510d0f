"""The time that Discord has for one request.

A request that isn't answered holds whatever waits for it: a message, and the table behind it. aiohttp would wait for
five minutes. A request that has run out of time raises TimeoutError, which is one of TROUBLES: nobody knows whether it
was done, as after a lost answer.
"""

from functools import partial

import aiohttp
from discord.http import HTTPClient

ANSWER = 10.0  # seconds from the end of a request to the next byte of its answer
CONNECT = 5.0  # seconds to open a connection
IN_ALL = 30.0  # seconds: a table's picture is some 200 KB, a replay some MB, and uploads of hosts at home are slow


def bound(http: HTTPClient) -> None:
    """Give every request from now on a deadline, by the bot's own token and by those of interactions.

    All go through this one session. What a request waits for rate limits before and between its tries doesn't count.
    """
    session: aiohttp.ClientSession | None = getattr(http, "_HTTPClient__session", None)
    if session is not None:  # a simulated Discord has none
        limits = aiohttp.ClientTimeout(total=IN_ALL, sock_connect=CONNECT, sock_read=ANSWER)
        session.request = partial(session.request, timeout=limits)  # type: ignore[method-assign]
