"""A queue for what nobody needs in order to move, such as replays, rules or rankings.

Many people browse fast. So few of them are served at once, each with one thing at a time, and whoever waits holds
nothing but their interaction. `delivery/pictures.py` says how drawing itself is shared.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from typing import Any

from discord import InteractionResponseType

from languages import say
from tables.play.model import Refused

from .controls import TROUBLES, Interaction, Superseded

AT_ONCE = 4  # people: one whose picture is drawn, others whose pages are read or sent meanwhile
MOST = 200  # people who wait
MOST_OF_ONE = 3  # likewise, of one person

log = logging.getLogger(__name__)


class Browsing:
    """A queue of people, each with one thing at a time.

    A press that waits is replaced by a newer one of the same person on the same message.
    """

    def __init__(self, at_once: int = AT_ONCE, most: int = MOST) -> None:
        self._at_once, self._most = at_once, most
        self._served = set[int]()  # people
        self._waiting: dict[int, dict[Hashable, asyncio.Future[Interaction | None]]] = {}  # by person, the next first

    @asynccontextmanager
    async def queued(self, interaction: Interaction) -> AsyncIterator[None]:
        """Wait in the queue; acknowledge the interaction first. Raises Superseded, or Refused if too many wait."""
        newer = await self._wait(interaction)
        if newer is not None:
            if newer.id != interaction.id:  # else it was delivered twice, and one answer is for both
                await _withdraw(interaction)
            raise Superseded
        try:
            yield
        finally:
            self._end(interaction.user.id)

    async def _wait(self, interaction: Interaction) -> Interaction | None:
        """Returns the newer press that replaces this one, or None once this one is served."""
        user_id, target = interaction.user.id, _target(interaction)
        theirs = self._waiting.get(user_id, {})
        if target in theirs:
            if not theirs[target].done():
                theirs[target].set_result(interaction)
        elif len(theirs) == MOST_OF_ONE:
            raise Refused(say("You have asked for several things at once. Wait until they are here."))
        elif sum(map(len, self._waiting.values())) >= self._most:
            raise Refused(say("Very many people are looking around just now. Try again in a minute."))
        served = theirs[target] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(user_id, theirs)
        self._start_next()
        try:
            newer: Interaction | None = await served
        except asyncio.CancelledError:
            if not served.cancelled() and served.result() is None:
                self._end(user_id)
            raise
        return newer

    def _start_next(self) -> None:
        """Serve as many people as there is room for."""
        for user_id in [*self._waiting]:
            if len(self._served) == self._at_once:
                return
            if user_id in self._served:
                continue
            theirs = self._waiting[user_id]
            served = theirs.pop(next(iter(theirs)))
            if not theirs:
                del self._waiting[user_id]
            if not served.cancelled():
                self._served.add(user_id)
                served.set_result(None)

    def _end(self, user_id: int) -> None:
        self._served.remove(user_id)
        if user_id in self._waiting:  # behind everybody else
            self._waiting[user_id] = self._waiting.pop(user_id)
        self._start_next()


def _target(interaction: Interaction) -> Hashable:
    """What the answer edits. Of two presses with the same target only the newer matters."""
    message, response = interaction.message, interaction.response.type
    if message is None:  # a command: each has an answer of its own
        return interaction.id
    if response is InteractionResponseType.deferred_message_update:
        return message.id
    data: Any = interaction.data
    return message.id, data["custom_id"]


async def _withdraw(interaction: Interaction) -> None:
    """Take back the “thinking…” of a press that won't be answered. An edit of its message leaves nothing behind."""
    if interaction.response.type is InteractionResponseType.deferred_channel_message:
        try:
            await interaction.delete_original_response()
        except TROUBLES as error:
            log.info("Interaction %s can't be withdrawn: %s", interaction.id, error)
