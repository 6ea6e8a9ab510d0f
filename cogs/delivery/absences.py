"""Which tables rest because their channel is away, and when to look for it again.

While it is away Discord isn't asked for it but by these looks: the first after a minute, then each after twice as long.
A sign of life, such as a press in that channel, brings the next look at once. What is stored of it: see
tables/play/absences.py.
"""

import logging
import time
from collections.abc import Collection
from dataclasses import dataclass
from math import inf

import discord

from tables.play.absences import Absent
from tables.play.model import Table

from ..discord.controls import Client

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL = 10003  # a code of Discord's
FIRST, LONGEST = 60.0, 6 * 3600.0  # seconds until the channel is looked for again


class CantSay(ConnectionError):
    """Discord can't say whether a channel is there: its server has an outage."""


@dataclass
class Look:
    """When to look again."""

    absent: Absent
    at: float = -inf  # of time.monotonic()
    pause: float = FIRST  # until the look after that


class Absences:
    def __init__(self, client: Client) -> None:
        self._client, self._store = client, client.store
        self._looks: dict[int, Look] = {}  # by table

    async def refresh(self) -> None:
        """Read which tables rest. Another process may have found that out, or have found a channel again."""
        absent = {one.table_id: one for one in await self._store.absences.all()}
        self._looks = {table_id: look for table_id, look in self._looks.items() if table_id in absent}
        for table_id, one in absent.items():
            mine = self._client.cluster.has(one.guild_id)
            look = self._looks.setdefault(table_id, Look(one, time.monotonic() + FIRST if mine else inf))
            look.absent = one

    async def note(self, table_ids: Collection[int]) -> None:
        """Discord says that the channels of these tables aren't there."""
        log.info("The channels of tables %s are away", [*table_ids])
        await self._store.absences.note(table_ids)
        await self.refresh()

    def rest(self, table_id: int) -> bool:
        """Whether this table rests, and it isn't time to look for its channel."""
        look = self._looks.get(table_id)
        return look is not None and time.monotonic() < look.at

    def until(self, table_id: int) -> int | None:
        """When this table closes unless its channel is found, in seconds since 1970; None: it isn't away."""
        look = self._looks.get(table_id)
        return None if look is None else look.absent.until

    def to_look_for(self) -> tuple[int, ...]:
        """The tables whose channel is to be looked for now."""
        return tuple([table_id for table_id in self._looks if not self.rest(table_id)])

    def expect(self, *, table_id: int | None = None, guild_id: int | None = None) -> None:
        """There is a sign that this table's channel, or this server, is there: look at once."""
        for look in self._looks.values():
            if table_id == look.absent.table_id or (guild_id and guild_id == look.absent.guild_id):
                look.at, look.pause = -inf, FIRST

    def forget(self, table_id: int) -> None:
        self._looks.pop(table_id, None)

    async def are_over(self, table: Table) -> bool:
        """Whether this table needn't rest any more: look for its channel. Raises TROUBLES."""
        look = self._looks.get(table.id)
        if look is None:
            return True
        if self.rest(table.id):
            return False
        look.at, look.pause = time.monotonic() + look.pause, min(2 * look.pause, LONGEST)
        if not await self.is_there(table):
            return False
        log.info("The channel of table %s is there again", table.id)
        await self._store.absences.end(table.id)
        self.forget(table.id)
        return True

    async def is_there(self, table: Table) -> bool:
        """Ask Discord whether the table's channel is there. Raises TROUBLES if it can't say."""
        guild = self._client.get_guild(table.guild_id or 0)
        if guild is not None and guild.unavailable:
            raise CantSay(f"server {guild.id} has an outage")
        http = self._client.http
        try:
            await http.get_channel(table.channel_id)
        except discord.NotFound:
            return False
        except discord.Forbidden:  # it may be hidden from the bot, or the bot isn't in that server
            if table.guild_id is None:
                return True
            try:
                await http.get_guild(table.guild_id, with_counts=False)
            except (discord.Forbidden, discord.NotFound):
                return False
        return True
