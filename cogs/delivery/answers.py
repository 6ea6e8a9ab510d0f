"""Interactions that the bot can still answer.

Discord allows a bot 50 requests a second, but answers to interactions, sent with their tokens, don't count. So a move's
new board is posted as the public answer to that move, and edited with the same token while it lasts. Tokens are kept
only in memory: after a restart, or when one fails, the bot uses its own token.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import discord

from tables.daily.calendar import now

from ..discord.controls import TROUBLES, Interaction
from ..discord.permissions import lacking_here
from .dress import Message

log = logging.getLogger(__name__)

LASTS = 14 * 60  # seconds that a token is used; Discord ends it after fifteen minutes
PATIENCE = 5.0  # seconds for one request; discord.py itself would try for half a minute
SOON = 3.0  # seconds to wait until the presser has been answered


@dataclass(eq=False)
class Answer:
    """An interaction that the bot can still answer once more."""

    interaction: Interaction
    until: int  # in seconds since 1970
    given: asyncio.Event = field(default_factory=asyncio.Event)  # the presser has been answered

    @property
    def channel_id(self) -> int | None:
        return self.interaction.channel_id

    async def post(self, message: Message, mentioned: Collection[int] = ()) -> discord.WebhookMessage:
        """Post a message as a further answer. Raises TimeoutError, or one of TROUBLES."""
        users = [*map(discord.Object, mentioned)]
        async with asyncio.timeout(PATIENCE):
            return await self.interaction.followup.send(
                view=message.view(),
                files=message.files(),
                allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=users),
                wait=True,
            )

    async def delete(self, message_id: int) -> None:
        """Delete a message that `edit` could edit. Raises TimeoutError or TROUBLES."""
        pressed = self.interaction.message
        async with asyncio.timeout(PATIENCE):
            if pressed is not None and pressed.id == message_id:
                await self.interaction.delete_original_response()
            else:
                await self.interaction.followup.delete_message(message_id)

    async def edit(self, message_id: int, message: Message) -> None:
        """Edit the message that was pressed, or one that was posted as an answer. Raises TimeoutError or TROUBLES."""
        pressed = self.interaction.message
        async with asyncio.timeout(PATIENCE):
            if pressed is not None and pressed.id == message_id:
                await self.interaction.edit_original_response(**message.edit())
            else:
                await self.interaction.followup.edit_message(message_id, **message.edit())


class Answers:
    def __init__(self) -> None:
        self._newest: dict[int, Answer] = {}  # by table; the oldest first, as below
        self._owners: dict[int, Answer] = {}  # by message

    @contextmanager
    def presser_first(self, interaction: Interaction, table_id: int) -> Iterator[None]:
        """Within this block, answer the presser. Then the board can be posted as a further answer, if the press was in
        its channel.

        Discord shows the first answer to a command to its user alone, so a board must not be the first.
        """
        answer = Answer(interaction, now() + LASTS)
        if interaction.response.type is discord.InteractionResponseType.deferred_message_update:
            answer.given.set()
        if lacking_here(interaction):  # by its own token the bot couldn't edit what it posts
            self._newest.pop(table_id, None)
        else:
            _remember(self._newest, table_id, answer)
        try:
            yield
        except BaseException:
            self.forget(answer)
            raise
        finally:
            answer.given.set()

    async def to_post_in(self, table_id: int, channel_id: int) -> Answer | None:
        """The answer by which to post in this channel, once the presser has been answered."""
        answer = self._newest.get(table_id)
        if answer is None or answer.channel_id != channel_id:
            return None
        try:
            async with asyncio.timeout(SOON):
                await answer.given.wait()
        except TimeoutError:
            return None
        return answer if now() < answer.until else None

    def set_owner(self, answer: Answer, message_id: int) -> None:
        _remember(self._owners, message_id, answer)

    def is_needed_to_edit(self, interaction: Interaction) -> bool:
        """Whether a server's board was pressed that no earlier interaction can edit any more. Discord's clock tells how
        old it is: the host's may be wrong.
        """
        board = interaction.message
        if board is None or board.flags.ephemeral or interaction.guild_id is None:
            return False
        return self.owner(board.id) is None and (interaction.created_at - board.created_at).total_seconds() >= LASTS

    def remember_press(self, interaction: Interaction) -> None:
        """From now on, edit the message that was pressed with the token of this press."""
        if interaction.message is not None:
            self.set_owner(Answer(interaction, now() + LASTS), interaction.message.id)

    def owner(self, message_id: int) -> Answer | None:
        """The answer whose token can edit this message."""
        answer = self._owners.get(message_id)
        return answer if answer and now() < answer.until else None

    def release(self, message_id: int) -> None:
        """Forget who can edit this message: nobody will."""
        self._owners.pop(message_id, None)

    async def edit(self, message_id: int, message: Message) -> bool:
        """Edit a message by an answer. Returns False if the bot's own token must do it."""
        return await self._done(message_id, lambda answer: answer.edit(message_id, message))

    async def delete(self, message_id: int) -> bool:
        """Delete a message by an answer. Returns False if the bot's own token must do it."""
        done = await self._done(message_id, lambda answer: answer.delete(message_id))
        self.release(message_id)
        return done

    async def _done(self, message_id: int, do: Callable[[Answer], Awaitable[None]]) -> bool:
        answer = self.owner(message_id)
        if answer is None:
            return False
        try:
            await do(answer)
        except (TimeoutError, *TROUBLES) as error:
            log.info("Message %s can't be reached by an answer: %s", message_id, error)
            self.forget(answer)
            return False
        return True

    def forget(self, answer: Answer) -> None:
        answer.until = 0


def _remember(answers: dict[int, Answer], key: int, answer: Answer) -> None:
    """Put the newest last, and forget those that can't be used any more."""
    answers.pop(key, None)
    answers[key] = answer
    for oldest in list(answers)[:2]:
        if answers[oldest].until <= now():
            del answers[oldest]
