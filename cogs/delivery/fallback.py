"""What Discord refuses with its pictures is sent in words: better than nothing."""

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import discord

from ..discord.refusals import INVALID_FORM, TOO_LARGE, described, is_for_good
from ..screens.screen import Screen
from .dress import Message
from .pictures import pictured
from .reading import undrawn

log = logging.getLogger(__name__)

Sent = TypeVar("Sent")


async def in_words_else(
    screen: Screen, send: Callable[[Message], Awaitable[Sent]], *, moving: bool = False, browsing: bool = False
) -> Sent:
    """Send a screen by `send`; once more, in words, if Discord refuses its form. `moving`, `browsing`: see `pictured`.

    Raises what `send` does.
    """
    message = await pictured(screen, moving=moving, browsing=browsing)
    try:
        return await send(message)
    except discord.HTTPException as error:
        if not screen.drawings or error.code not in (INVALID_FORM, TOO_LARGE) or not is_for_good(error):
            raise
        log.info("Discord refuses a message with its pictures, so it is sent in words: %s", described(error))
    return await send(await pictured(undrawn(screen, screen.drawings)))
