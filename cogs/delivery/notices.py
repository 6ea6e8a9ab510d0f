"""Tells people once what a board doesn't: that a game they followed is over, a table has opened, somebody has left."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable
from dataclasses import replace
from typing import Any, TypeVar

import discord

from languages import speaking
from tables.play.alerts import Alert, has_room
from tables.play.model import Table
from tables.play.posts import Post
from tables.play.seating import why_not_startable
from tables.services import Store

from ..discord.controls import TROUBLES, Client
from ..discord.permissions import may_see
from ..discord.refusals import described, is_for_good
from ..screens import hall
from ..screens.departures import departed
from ..screens.screen import Screen
from .courier import Courier, nonce_of
from .loading import Loader
from .pictures import pictured
from .plan import message_url

log = logging.getLogger(__name__)

Told = TypeVar("Told")


class Notices:
    def __init__(self, client: Client, store: Store, loader: Loader, courier: Courier) -> None:
        self._client, self._store, self._loader, self._courier = client, store, loader, courier

    async def post(self, table: Table, screen: Screen, mentioned: Collection[int], what: str) -> None:
        """Send a further message to the table's channel. `what` makes its nonce differ from others of this version."""
        told = [await self._tell_instead(table, user_id, screen, what) for user_id in mentioned]
        if told and all(told):
            return
        await self._courier.post(table, await pictured(screen), nonce_of(table, what), mentioned)

    async def tell_all(self, table: Table, board: Post | None, newer: asyncio.Event) -> list[Exception]:
        """Tell everybody who is still to be told something of this table as it is shown now.

        `newer` is set once there is something newer to show. Returns why some must be told later.
        """
        troubles = list[Exception]()
        if table.phase in ("over", "closed") and not table.solo:
            troubles += await self._tell_followers(table, board)
        troubles += await self._tell_those_who_stay(table)
        if (table.phase == "lobby" or table.vacant) and not newer.is_set():
            troubles += await self._tell_of_seats(table, board)
        return troubles

    async def _tell_those_who_stay(self, table: Table) -> list[Exception]:
        """Tell those at the table, in its channel, who has left and what they can do. They are mentioned if they can do
        anything. Returns why some must be told later.
        """
        troubles, departures = list[Exception](), self._store.departures
        left = table.vacant or any(computer.stands_in for computer in table.computers)
        for departure in await departures.due(table.id) if left and table.phase == "playing" else ():
            screen = departed(table, departure)
            users = [player.user_id for player in table.players] if screen and screen.table_id else []
            nonce = nonce_of(replace(table, version=0), f"left {departure.seat} {departure.left_at}")
            try:
                if screen:
                    await self._courier.post(table, await pictured(screen), nonce, users)
            except TROUBLES as error:
                if not is_for_good(error):
                    troubles.append(error)
                    continue
                log.info("Table %s isn't told who has left: %s", table.id, described(error))
            await departures.mark_told(table.id, departure)
        return troubles

    async def _tell_followers(self, table: Table, board: Post | None) -> list[Exception]:
        """Tell each follower once that the game is over. Returns why some must be told later."""
        url = message_url(table, board) if board else None

        async def tell(user_id: int) -> None:
            with speaking((await self._store.people.preferences(user_id)).reads):
                await self._tell_follower(table, user_id, url)
            await self._store.followers.remove(table.id, user_id)

        return await _each(await self._store.followers.of(table.id), tell)

    async def _tell_follower(self, table: Table, user_id: int, url: str | None) -> None:
        if table.guild_id and table.player(user_id) is None:
            # It may be another process's server
            member = self._client.http.get_member(table.guild_id, user_id)
            await self._tell(table, user_id, member, hall.ended(table, await self._loader.ending(table), url), "ended")

    async def _tell_of_seats(self, table: Table, board: Post | None) -> list[Exception]:
        """Tell those who are to know that this lobby is open or ready, or that a seat is free. See the two below."""
        troubles = await self._tell_alerts(table, board)
        return troubles + (await self._tell_waiting(table, board) if table.phase == "lobby" else [])

    async def _tell_waiting(self, table: Table, board: Post | None) -> list[Exception]:
        """Tell people who wait in other lobbies that this one is open, once, if they want direct messages.

        Nobody is told before it has a board. Returns why some must be told later.
        """
        if board is None:
            return []
        store, url = self._store, message_url(table, board)

        async def tell(user_id: int) -> None:
            preferences = await store.people.preferences(user_id)
            wants = preferences.direct in ("turns", "hands")
            if wants and has_room(table) and not await store.posts.dm_closed(user_id):
                with speaking(preferences.reads):
                    await self._tell_one_waiting(table, user_id, url)
            await store.company.mark_told(table.id, user_id)

        return await _each(await store.company.called(table), tell)

    async def _tell_one_waiting(self, table: Table, user_id: int, url: str) -> None:
        """If they can see its channel."""
        guild = self._client.get_guild(table.guild_id or 0)
        if guild is not None:
            await self._tell(table, user_id, guild.fetch_member(user_id), hall.another_open(table, url), "called")

    async def _tell_instead(self, table: Table, user_id: int, screen: Screen, what: str) -> bool:
        """Where nobody is mentioned, tell a player by a direct message instead. False if that can't be, or needn't."""
        if (await self._store.servers.of(table.guild_id)).pings:
            return False
        if not await self._takes_direct_messages(user_id):
            return False
        member = self._client.http.get_member(table.guild_id or 0, user_id)
        await self._tell(table, user_id, member, screen, what)
        return True

    async def _tell_alerts(self, table: Table, board: Post | None) -> list[Exception]:
        """Tell the host once that the lobby is ready, and each who waits for a seat that there is one.

        Returns why some must be told later.
        """
        if board is None:
            return []
        url, store = message_url(table, board), self._store.alerts

        async def tell(alert: Alert) -> None:
            if alert.kind == "ready":
                await self._tell_host(table, alert.user_id, url)
            elif not (table.phase == "lobby" and table.rematch_of) and not await store.has_room(table, alert.user_id):
                return  # somebody was quicker, or it is kept for who left it
            elif table.player(alert.user_id) is None:
                with speaking((await self._store.people.preferences(alert.user_id)).reads):
                    member = self._client.http.get_member(table.guild_id or 0, alert.user_id)
                    await self._tell(table, alert.user_id, member, hall.seat_free(table, url), "seat")
            await store.mark_told(table.id, alert)

        return await _each(await store.due(table.id), tell)

    async def _tell_host(self, table: Table, host_id: int, url: str) -> None:
        if table.phase != "lobby" or why_not_startable(table, host_id):
            return
        with speaking(table.language):
            message = await pictured(hall.ready(table, host_id, url))
        try:
            await self._courier.post(table, message, nonce_of(replace(table, version=0), "ready"), [host_id])
        except TROUBLES as error:
            if not is_for_good(error):
                raise
            log.info("The host of table %s isn't told that it is ready: %s", table.id, described(error))

    async def tell_sent_away(self, table: Table, user_id: int) -> None:
        """Tell somebody that the host has sent them away, if they want direct messages.

        The lobby says it too, so a failure is only logged.
        """
        if not await self._takes_direct_messages(user_id):
            return
        with speaking((await self._store.people.preferences(user_id)).reads):
            member = self._client.http.get_member(table.guild_id or 0, user_id)
            try:
                await self._tell(table, user_id, member, hall.sent_away(table), "sent")
            except TROUBLES as error:
                log.info("User %s isn't told that they were sent away: %s", user_id, described(error))

    async def _takes_direct_messages(self, user_id: int) -> bool:
        """Whether this user wants them, as far as it is known, and hasn't closed them."""
        wants = (await self._store.people.preferences(user_id)).direct != "none"
        return wants and not await self._store.posts.dm_closed(user_id)

    async def _tell(
        self, table: Table, user_id: int, member: Awaitable[discord.Member | Any], screen: Screen, what: str
    ) -> None:
        """Send a direct message to a member of the table's server, once, whatever changes at the table.

        Raises one of TROUBLES if it must be tried again.
        """
        try:
            fetched = await member
            if isinstance(fetched, discord.Member) and not may_see(fetched, table.channel_id):
                return
            channel = await self._client.create_dm(discord.Object(user_id))
            message = await pictured(screen)
            await channel.send(view=message.view(), nonce=nonce_of(replace(table, version=0), f"{what} {user_id}"))
        except TROUBLES as error:
            if not is_for_good(error):
                raise
            log.info("User %s isn't told of table %s: %s", user_id, table.id, described(error))


async def _each(those: Iterable[Told], tell: Callable[[Told], Awaitable[None]]) -> list[Exception]:
    """Tell each of those, whatever happens to the others. Returns why some must be told later."""
    troubles = list[Exception]()
    for one in those:
        try:
            await tell(one)
        except TROUBLES as error:
            troubles.append(error)
            if isinstance(error, TimeoutError):  # Discord doesn't answer now
                break
    return troubles
