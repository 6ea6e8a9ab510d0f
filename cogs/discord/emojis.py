"""Uploads the signs that the application's emojis lack, and lists those that are there.

An emoji is called by its sign's word and the version of its drawing, such as moons_zunim. Every process looks which
there are, at its start and now and then. One of them uploads what is missing, and takes away what a newer drawing has
replaced. The game never waits for it: until a sign is there, and wherever Discord refuses one, Unicode stands instead.
"""

import asyncio
import logging
import re
from collections.abc import Sequence
from datetime import timedelta
from functools import cache

import discord
from discord.utils import utcnow

from render.signs import LETTERS, SIGNS, Sign

from . import signs
from .controls import TROUBLES

log = logging.getLogger(__name__)

MOST = 2000  # emojis that Discord lets an application have
AFTER_START = 60.0  # seconds: the boards of the games come first
EVERY = 10 * 60.0  # seconds between two looks
LAPSE = timedelta(hours=1)  # a replaced emoji stays so long: by then every process has looked
NAME = re.compile(rf"([a-z_]+)_[a-z]{{{LETTERS}}}")


class Emojis:
    def __init__(self, client: discord.Client, *, uploads: bool) -> None:
        """`uploads`: whether this process uploads; one of several does."""
        self._client = client
        self._uploads = uploads
        self._keeping: asyncio.Task[None] | None = None
        self._logged = ""  # the trouble that was logged last

    async def keep(self) -> None:
        """Keep the list up to date in the background. A second call changes nothing."""
        if self._keeping is None:
            self._keeping = asyncio.create_task(self._keep())

    async def close(self) -> None:
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)

    async def _keep(self) -> None:
        await self.look(uploads=False)
        await asyncio.sleep(AFTER_START)
        while True:
            await self.look()
            await asyncio.sleep(EVERY)

    async def look(self, *, uploads: bool = True) -> None:
        """List the emojis, upload missing ones, remove old ones. Failures are logged and tried again later."""
        try:
            emojis = await self._client.fetch_application_emojis()
            _learn(emojis)
            if uploads and self._uploads:
                await self._complete(emojis)
            self._logged = ""
        except TROUBLES as error:
            if str(error) != self._logged:
                log.warning("Some emojis can't be uploaded yet, so Unicode stands in their place: %s", error)
            self._logged = str(error)
        except Exception:
            if not self._client.is_closed():  # closing interrupts what is running
                log.exception("Some emojis can't be uploaded yet, so Unicode stands in their place")

    async def _complete(self, emojis: list[discord.Emoji]) -> None:
        named = {emoji.name: emoji for emoji in emojis}
        for sign in SIGNS:
            name = await asyncio.to_thread(_name, sign)
            ours = named.get(name)
            if ours is None and len(emojis) < MOST:
                picture = await asyncio.to_thread(sign.picture)
                emojis.append(await self._client.create_application_emoji(name=name, image=picture))
                _learn(emojis)
            elif ours is not None and ours.created_at < utcnow() - LAPSE:
                for replaced in [emoji for emoji in emojis if _word(emoji) == sign.word and emoji != ours]:
                    await replaced.delete()
                    emojis.remove(replaced)


@cache
def _name(sign: Sign) -> str:
    """The name of a sign's emoji. It depends on the drawing, so the sign is drawn."""
    return f"{sign.word}_{sign.version()}"


def _word(emoji: discord.Emoji) -> str | None:
    """The sign's word in an emoji's name; None for an emoji that isn't ours."""
    name = NAME.fullmatch(emoji.name)
    return name[1] if name else None


def _learn(emojis: Sequence[discord.Emoji]) -> None:
    """Use the newest drawing of each sign."""
    newest = sorted(emojis, key=lambda emoji: emoji.id)
    words = {sign.word for sign in SIGNS}
    known = {word: emoji for emoji in newest if (word := _word(emoji)) in words}
    signs.learn({word: discord.PartialEmoji(name=emoji.name, id=emoji.id) for word, emoji in known.items() if word})
