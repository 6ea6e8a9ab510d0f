"""Puts the application's own emojis in place of Unicode in everything that is sent.

All texts are written with Unicode and names. When a message is sent, this module alone puts emojis into its text, menus
and buttons, as far as the application has them. So an emoji depends on nothing but what the text says anyway.

A process serves one application, so the list of its emojis is kept once, in this module. `emojis.py` fills it.
"""

import logging
import re
import time
from collections.abc import Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

from languages import ENGLISH, speaking, spoken
from render.signs import SIGNS, Sign

log = logging.getLogger(__name__)

REST = 10 * 60.0  # seconds for which menus and buttons have Unicode, once Discord has refused an emoji on one
REFUSED = b"INVALID_EMOJI"  # in Discord's reason
INVALID = "Invalid emoji"  # what discord.py makes of it
SELECTOR = "\ufe0f"  # after a sign of Unicode: shown as a picture. It makes no difference here


def _bare(emoji: str) -> str:
    return emoji.replace(SELECTOR, "")


_BY_EMOJI = {_bare(sign.emoji): sign for sign in SIGNS if sign.emoji}
_available: dict[str, discord.PartialEmoji] = {}  # the application's emojis, by the sign's word
_refused_at: list[float] = []  # by the steady clock: when Discord last refused one


@cache
def _by_name(language: str) -> Mapping[str, Sign]:
    """The signs by their names in this language, as the catalogue has them: no plural, no genitive."""
    with speaking(language):
        return {sign.name(): sign for sign in SIGNS if sign.name}


@cache
def _pattern(language: str) -> re.Pattern[str]:
    """A pattern of what must stay as it is, such as code and mentions; of emojis; and of names."""
    longest = sorted(_BY_EMOJI, key=len, reverse=True)  # the raven is a bird and a square
    emojis = "|".join(f"{SELECTOR}?".join(map(re.escape, emoji)) + f"{SELECTOR}?" for emoji in longest)
    names = "|".join(map(re.escape, sorted(_by_name(language), key=len, reverse=True)))
    joined = "[\u200d\U0001f3fb-\U0001f3ff]"  # a part of another emoji
    return re.compile(
        rf"`[^`]*`|<[^<>\s]*>|https?://\S+|(?<!\u200d)(?P<emoji>{emojis})(?!{joined})|(?<!\w)(?P<name>{names})(?!\w)"
    )


class Emoji(discord.PartialEmoji):
    """An emoji whose id is sent as a string, like Discord's own: a browser rounds long numbers."""

    def to_dict(self) -> Any:
        return {**super().to_dict(), "id": str(self.id)}


def learn(available: Mapping[str, discord.PartialEmoji]) -> None:
    """Use these emojis from now on, by word, and no others."""
    _available.clear()
    _available.update({word: Emoji(name=emoji.name, id=emoji.id) for word, emoji in available.items()})


def in_text(text: str) -> str:
    """The text with our emojis: they replace Unicode, and stand before names."""
    return _pattern(spoken()).sub(_with_emoji, text) if _available else text


def _with_emoji(match: re.Match[str]) -> str:
    matched = match.group()
    if match["emoji"]:
        emoji = _available.get(_BY_EMOJI[_bare(matched)].word)
        return str(emoji) if emoji else matched
    emoji = _available.get(_by_name(spoken())[matched].word) if match["name"] else None
    return f"{emoji} {matched}" if emoji else matched


def on_control(name: str | None, *, plain: bool = False) -> discord.PartialEmoji | str | None:
    """The emoji of a button or an option. `name` is an emoji of Unicode, or the name of what it shows.

    `plain`: always Unicode.
    """
    if name is None:
        return None
    sign = _by_name(ENGLISH).get(name) or _BY_EMOJI.get(_bare(name))
    if sign is None:
        return name
    available = None if plain or _resting() else _available.get(sign.word)
    if available:
        return available
    return (sign.instead if name in _by_name(ENGLISH) or sign.instead is not None else name) or None


def _resting() -> bool:
    return bool(_refused_at) and time.monotonic() < _refused_at[0] + REST


async def listen(_: aiohttp.ClientSession, __: SimpleNamespace, ended: aiohttp.TraceRequestEndParams) -> None:
    """Look at every answer of Discord. Once it refuses an emoji, controls show Unicode for some minutes."""
    if ended.response.status == 400 and REFUSED in await ended.response.read():
        if not _resting():
            log.warning("Discord has refused an emoji on a button: for some minutes they have Unicode")
        _refused_at[:] = [time.monotonic()]
