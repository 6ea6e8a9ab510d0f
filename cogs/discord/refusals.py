"""What Discord refuses for good: how to tell, what its answer says to the host, and what it means for a player."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import discord

from languages import say

from . import signs

DELETED = 10008  # a message; of a post: the one that had its nonce, which Discord soon forgets
STATUSES = (400, 403, 404, 413)  # of what Discord refuses again, as long as neither we nor people there change anything
PASSING = (DELETED, 20016, 20022, 20028, 20029, 30046, 40003, 40062, 130000)  # too fast, too many of them, overloaded
INVALID_FORM, TOO_LARGE = 50035, 40005
ARCHIVED, LOCKED = 50083, 160005  # threads
TOO_MANY_THREADS = (160006, 160007)
AUTOMOD = (200000, 200001)  # the message, a title
LINE = 300  # characters of Discord's answer in the log


@dataclass(frozen=True)
class Refusal:
    """What Discord has refused for good. (The error itself would keep all that was under way in memory.)"""

    code: int
    forbidden: bool
    told: str  # for the log


class NotTaken(Exception):
    """Discord refuses for good to show a table in its channel."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.told)
        self.refusal = refusal


def is_for_good(error: object) -> bool:
    """Whether Discord would refuse the same request again, until people mend something or the request is another."""
    if not isinstance(error, discord.HTTPException) or signs.INVALID in error.text:  # Unicode comes next
        return False
    return error.status in STATUSES and error.code not in PASSING


def refusal(error: Exception) -> Refusal | None:
    """What this error refuses for good, if it does."""
    if not isinstance(error, discord.HTTPException) or not is_for_good(error):
        return None
    return Refusal(error.code, isinstance(error, discord.Forbidden), described(error))


def described(error: Exception) -> str:
    """An error on one line: of Discord's answer the code, and each field with what is wrong about it.

    Values aren't named, because they may be secret.
    """
    if not isinstance(error, discord.HTTPException):
        return str(error) or type(error).__name__
    wrong = "; ".join(_wrong(getattr(error, "_errors", None) or {}))
    line = " ".join((str(error.status), f"(error code: {error.code}):", error.text.partition("\n")[0]))
    return (f"{line}: {wrong}" if wrong else line)[:LINE]


def _wrong(errors: Mapping[str, Any], path: str = "") -> Iterator[str]:
    for name, below in errors.items():
        if name == "_errors":
            yield f"{path}: {', '.join(str(one.get('code')) for one in below)}"
        elif isinstance(below, Mapping):
            yield from _wrong(below, f"{path}.{name}" if path else name)


def reason(refused: Refusal, lacking: str = "") -> str:
    """Why a table can't be shown in its channel, as the end of a sentence. `lacking`: what the bot lacks there."""
    if lacking:
        return lacking
    if refused.code in (ARCHIVED, LOCKED):
        return say("this thread is closed, and only somebody who may manage threads can open it")
    if refused.code in AUTOMOD:
        return say("AutoMod of this server blocks its message")
    if refused.forbidden:
        return say("Discord doesn't let me, though I lack no permission that I know of")
    return say("Discord refuses its message, and the host of this bot reads why in the log")


def no_thread(refused: Refusal) -> str:
    """Why Discord opens no thread, and what can be done instead."""
    if refused.code in TOO_MANY_THREADS:
        return say("This server has as many open threads as Discord allows. Close some, or play in a channel.")
    if refused.code in AUTOMOD:
        return say("AutoMod of this server blocks the thread's name, which has yours in it. Play in a channel instead.")
    return say("Discord opens no thread for me here. Play in a channel instead.")
