"""Interactions whose tokens can still edit the message that was pressed.

Discord allows a bot 50 requests a second, but what is sent with an interaction's token doesn't count. Tokens are kept
only in memory: after a restart, or when one fails, the bot uses its own.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from tables.daily.calendar import now

from ..discord.controls import TROUBLES, Interaction
from .dress import Message

log = logging.getLogger(__name__)

LASTS = 14 * 60  # seconds that a token is used; Discord ends it after fifteen minutes
PATIENCE = 5.0  # seconds for one request; discord.py itself would try for half a minute


@dataclass(frozen=True)
class Token:
    interaction: Interaction
    until: int  # in seconds since 1970


class Tokens:
    """The newest one of each message."""

    def __init__(self) -> None:
        self._known: dict[int, Token] = {}  # by message; the oldest first

    def remember(self, interaction: Interaction) -> None:
        """From now on, edit the message that was pressed with the token of this press."""
        if interaction.message is None:
            return
        self._known.pop(interaction.message.id, None)
        self._known[interaction.message.id] = Token(interaction, now() + LASTS)
        for oldest in [*self._known][:2]:
            if self._known[oldest].until <= now():
                del self._known[oldest]

    def is_needed_to_edit(self, interaction: Interaction) -> bool:
        """Whether a server's board was pressed that no earlier press can edit any more."""
        board = interaction.message
        if board is None or board.flags.ephemeral or interaction.guild_id is None:
            return False
        return not self.can_edit(board.id)

    def can_edit(self, message_id: int) -> bool:
        """Whether there is one for this message."""
        token = self._known.get(message_id)
        return token is not None and now() < token.until

    def release(self, message_id: int) -> None:
        """Forget who can edit this message: nobody will, or nobody can."""
        self._known.pop(message_id, None)

    async def edit(self, message_id: int, message: Message) -> bool:
        """Edit a message. False if the bot's own token must do it."""
        return await self._done(message_id, lambda interaction: interaction.edit_original_response(**message.edit()))

    async def delete(self, message_id: int) -> bool:
        """Delete a message. False if the bot's own token must do it."""
        done = await self._done(message_id, lambda interaction: interaction.delete_original_response())
        self.release(message_id)
        return done

    async def _done(self, message_id: int, do: Callable[[Interaction], Awaitable[Any]]) -> bool:
        if not self.can_edit(message_id):
            return False
        try:
            async with asyncio.timeout(PATIENCE):
                await do(self._known[message_id].interaction)
        except (TimeoutError, *TROUBLES) as error:
            log.info("Message %s can't be reached by a token: %s", message_id, error)
            self.release(message_id)
            return False
        return True
