"""What fails is told as what it is: Discord's as Discord's, ours as ours."""

import errno
import socket
import ssl
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot import Settings, why_it_ended
from cogs.discord.controls import TROUBLES, sentence
from tables.store.errors import Busy, DatabaseError

HERE: Any = SimpleNamespace()  # an interaction: only what is refused in its channel depends on it
ANSWER: Any = SimpleNamespace(status=500, reason="Internal Server Error")
CONNECTION: Any = SimpleNamespace(host="discord.com", port=443, ssl=True, is_ssl=True)

DISCORDS = (
    discord.DiscordServerError(ANSWER, "broken"),
    discord.RateLimited(3.0),
    aiohttp.ClientConnectionError("gone"),
    aiohttp.ClientOSError(errno.ECONNRESET, "reset"),
    aiohttp.ClientConnectorError(CONNECTION, OSError(errno.ENETUNREACH, "Network is unreachable")),
    aiohttp.ServerDisconnectedError(),
    aiohttp.ServerTimeoutError(),
    aiohttp.ClientPayloadError("cut off"),
    TimeoutError(),
    ConnectionResetError(errno.ECONNRESET, "reset"),
    ConnectionRefusedError(errno.ECONNREFUSED, "refused"),
    socket.gaierror(socket.EAI_AGAIN, "no such host"),
    ssl.SSLError(1, "handshake"),
)
OURS = (
    OSError("raster overflow"),
    OSError(errno.ENOSPC, "No space left on device"),
    OSError(errno.EMFILE, "Too many open files"),
    FileNotFoundError(errno.ENOENT, "No such file or directory", "sprites"),
    PermissionError(errno.EACCES, "Permission denied", "hall.sqlite3"),
    UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"),
    UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed"),
    MemoryError(),
    EOFError(),
    KeyError("a bug"),
    RuntimeError("a picture couldn't be drawn"),
)


@pytest.mark.parametrize("error", DISCORDS, ids=lambda error: type(error).__name__)
def test_what_discord_and_the_network_do_is_discords(error: Exception) -> None:
    assert sentence(error, HERE).startswith("Discord has troubles of its own")
    assert isinstance(error, TROUBLES), "it passes, so it is tried again"


@pytest.mark.parametrize("error", OURS, ids=repr)
def test_what_fails_here_is_ours_and_the_log_has_it(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    assert sentence(error, HERE).startswith("Something went wrong on my side.")
    assert not isinstance(error, TROUBLES)
    (record,) = caplog.records
    assert record.levelname == "ERROR"
    assert record.exc_info
    assert record.exc_info[1] is error


def refused(status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(response, {"code": code, "message": "Refused by the test"})


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (400, 50006), (413, 40005), (404, 10004)])
def test_what_discord_refuses_for_good_is_told_as_that(
    status: int, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    assert sentence(refused(status, code), HERE).startswith("I can't do that here: Discord refuses its message")
    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert str(code) in record.message


@pytest.mark.parametrize(("status", "code"), [(429, 0), (400, 130000), (403, 40003)])
def test_what_discord_refuses_for_now_is_discords_trouble(status: int, code: int) -> None:
    assert sentence(refused(status, code), HERE).startswith("Discord has troubles of its own")


@pytest.mark.parametrize("error", [Busy("no connection"), DatabaseError(Exception("disk full"))])
def test_what_the_database_does_is_ours(error: Exception) -> None:
    assert "Discord" not in sentence(error, HERE)
    assert "nothing has changed" in sentence(error, HERE)


def test_a_host_reads_whether_discord_or_this_machine_keeps_the_bot_from_running() -> None:
    settings = Settings.model_construct(discord_api=None)
    for error in DISCORDS[2:]:
        assert why_it_ended(settings, error).startswith("Discord can't be reached")
    full = OSError(errno.ENOSPC, "No space left on device", "/var/lib/hall/sprites")
    assert why_it_ended(settings, full) == (
        "This machine doesn't let it run: the disk of /var/lib/hall is full. Make room there."
    )
