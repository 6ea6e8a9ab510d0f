"""Pictures that a player's direct message has and their panel shows by its address, so that they aren't uploaded twice.

Never the other way round: what only its user sees is gone within a day. Addresses are kept in memory alone.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace

import discord
from yarl import URL

from tables.daily.calendar import now

from .dress import Message

LASTS = 12 * 3600  # seconds; Discord signs an address for a day
MOST = 1000  # direct messages


@dataclass(frozen=True)
class _Had:
    digest: str
    elsewhere: Mapping[str, str]
    until: int  # in seconds since 1970


class Lent:
    def __init__(self) -> None:
        self._had = OrderedDict[int, _Had]()  # by direct message, the newest last

    def note(self, sent: discord.Message, message: Message) -> None:
        """A direct message was sent."""
        if message.pictures:
            elsewhere = {one.filename: one.url for one in sent.attachments}
            self._had[sent.id] = _Had(_digest(message), elsewhere, now() + LASTS)
            if len(self._had) > MOST:
                self._had.popitem(last=False)

    def forget(self, message_id: int) -> None:
        """It is being edited or deleted."""
        self._had.pop(message_id, None)

    def borrowing(self, message_id: int, message: Message) -> Message:
        """The same with the pictures of this direct message, if it has the very same ones."""
        had = self._had.get(message_id)
        if had is None or now() >= had.until or had.digest != _digest(message):
            return message
        return replace(message, pictures={}, elsewhere=had.elsewhere)


def borrowed(message: discord.Message) -> dict[str, str]:
    """The addresses of pictures that this message shows and another one has, by name."""
    if message.attachments:
        return {}
    boxes = (one for one in message.components if isinstance(one, discord.Container))
    galleries = (one for box in boxes for one in box.children if isinstance(one, discord.MediaGalleryComponent))
    addresses = [item.media.url for gallery in galleries for item in gallery.items]
    return {URL(address).name: address for address in addresses}


def _digest(message: Message) -> str:
    digest = hashlib.sha256()
    for name, picture in message.pictures.items():
        digest.update(f"{name} {len(picture)} ".encode() + picture)
    return digest.hexdigest()
