"""Who may do and see what at a table: the one gate of presses and commands, from wherever they come.

Somebody sits there or doesn't; they see its channel or don't; they are a member of its server or have left it. Without
the members intent Discord doesn't tell the bot of the last, so it asks.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Collection, Iterable
from contextlib import suppress

import discord

from languages import later, say
from tables.play.model import Player, Refused, Stale, Table
from tables.play.posts import SHARED
from tables.store.errors import Busy, DatabaseError

from ..delivery.presenter import Presenter
from ..discord.controls import TROUBLES, Client, Interaction, name_of
from ..discord.needs import Needs
from ..discord.permissions import require_moderator, sees
from .house_rules import HouseRules

log = logging.getLogger(__name__)

REMEMBERED = 300.0  # seconds for which Discord isn't asked again
IN_DOUBT = 900.0  # seconds for which its last answer holds while it gives none
MOST = 4096  # members, of all servers
MOST_ASKED = 20  # about whom Discord is asked for a page of a board, or for a post
PATIENCE = 2.0  # seconds for Discord to answer: autocomplete has three
RESTS = later(
    "I can't find the channel of this table at present, so the game rests. As soon as it is there again, the game goes "
    "on where it stands. If it stays away, the table closes {time}."
)
NO_MEMBER = (10007, 10013)  # no such member, or user; by other codes, the server may have removed the bot

SOMEBODY_ELSES = later("This is somebody else's game. `/play` starts one of your own.")
OUT_OF_SIGHT = later("You can't see that table's channel.")
WHERE_YOU_CANT_LOOK = later("This game was played where you can't look. Its replay is for those who sat there.")
DELETED = later("That game was deleted, and its deal with it. `/play` deals a new one.")
SEAT_FREED = later("You have left this game's server, so you have left the game.")
LEFT = later("You have left this game's server.")
UNKNOWN = later(
    "Discord doesn't say just now whether you are still in this game's server. Try again in a minute, or press "
    "**Play** on its board."
)


class Members:
    def __init__(self, client: Client, presenter: Presenter, rules: HouseRules) -> None:
        self._client = client
        self._rules = rules
        self._store = client.store
        self._presenter = presenter
        self._silent: dict[int, float] = {}  # servers about whose members Discord doesn't answer, until then
        # (server, user): when Discord last said that they are a member. The oldest first
        self._known: OrderedDict[tuple[int, int], float] = OrderedDict()

    # -- The gate

    async def admit(self, interaction: Interaction, table_id: int, needs: Needs, *, ruled: bool = False) -> None:
        """Refuse a user who lacks what a press needs at this table (0: it names none). Acknowledge the interaction
        first.

        `ruled`: the rules of the server hold for this. Whoever has another name by now is called so from here on.
        """
        if needs is Needs.NOTHING or not table_id:  # no table has the number 0
            if ruled:
                await self._rules.require(interaction)
            return
        try:
            table = await self._store.tables.get(table_id)
        except Refused:
            if needs is Needs.SHARED:
                raise Refused(say(DELETED)) from None
            raise
        if ruled:
            await self._rules.require(interaction, table)
        table = await self._back_at(interaction, table)
        await self.require(interaction, table, needs)
        await self._rename(interaction, table)

    async def _back_at(self, interaction: Interaction, table: Table) -> Table:
        """Give somebody their seat back for whom a computer player plays while they are away: any press at the table in
        its server does. Returns the table as it is then.
        """
        user, press = interaction.user, interaction.extras.get("press")
        elsewhere = interaction.guild_id != table.guild_id
        if table.phase != "playing" or elsewhere or table.player(user.id) or (press and press.verb == "take"):
            return table
        back = await self._store.tables.come_back(table.id, user.id, name_of(user))
        if back is None:
            return table
        self._presenter.show(table.id)
        return back

    async def require(self, interaction: Interaction, table: Table, needs: Needs) -> None:
        """Refuse a user who lacks what is needed at this table.

        Whoever sits at a group's table must still be in its server, while it is played or can be taken up again. Once
        it is over, they may look at what they took part in, wherever they are: it is their own past, which nobody plays
        on (docs/privacy.md).
        A table whose channel is away rests, unless somebody acts in that very channel.
        """
        absences = self._presenter.absences
        if interaction.channel_id == table.channel_id:
            absences.expect(table_id=table.id)
        elif (until := absences.until(table.id)) is not None and table.phase in ("lobby", "playing"):
            raise Refused(say(RESTS, time=f"<t:{until}:R>"))
        await self._judge(interaction, table, needs)

    async def _judge(self, interaction: Interaction, table: Table, needs: Needs) -> None:
        if needs is Needs.MODERATOR:
            require_moderator(interaction, table)
            return
        player = table.player(interaction.user.id)
        if player is None:
            if reason := await self._why_not_from_outside(interaction, table, needs):
                raise Refused(reason)
        elif table.phase in ("lobby", "playing") or table.can_reopen or needs is Needs.GROUP:
            await self._require_member(interaction, table, player)

    async def admitted(self, interaction: Interaction, tables: Iterable[Table]) -> tuple[Table, ...]:
        """Those tables whose present state this user, who sits there, may know."""

        async def may(table: Table) -> bool:
            try:
                await self._judge(interaction, table, Needs.SEAT)
            except Refused:
                return False
            return True

        tables = tuple(tables)
        of_servers = {table.guild_id: table for table in tables}
        await asyncio.gather(*map(may, of_servers.values()))  # what Discord says of a server is remembered
        return tuple([table for table in tables if await may(table)])

    async def _why_not_from_outside(self, interaction: Interaction, table: Table, needs: Needs) -> str:
        """Why somebody who doesn't sit at this table lacks what is needed; empty if they don't."""
        match needs:
            case Needs.SEAT | Needs.GROUP:
                return _from_outside(table)
            case Needs.COURSE if table.solo:
                return say(SOMEBODY_ELSES)
            case Needs.PROOF if table.phase in ("over", "closed"):
                return ""
            case Needs.PAST | Needs.SHARED if table.day is not None:
                return ""
            case Needs.SHARED if await self._is_where_it_was_shared(interaction, table):
                return ""
        if sees(interaction, table):
            return ""
        return say(WHERE_YOU_CANT_LOOK if needs in (Needs.PAST, Needs.SHARED) else OUT_OF_SIGHT)

    async def _is_where_it_was_shared(self, interaction: Interaction, table: Table) -> bool:
        post = (await self._store.posts.of(table.id)).get(SHARED)
        return post is not None and interaction.message is not None and post.message_id == interaction.message.id

    # -- Members

    async def _require_member(self, interaction: Interaction, table: Table, player: Player) -> None:
        """Refuse a player who has left the table's server, and free their seat.

        Whoever acts in the server itself is a member. While Discord doesn't say, nobody loses a seat, and its last
        answer holds a little longer. Without one the player is refused: they would see hidden cards. In the server
        they play on.
        """
        if table.solo or table.guild_id is None or interaction.guild_id == table.guild_id:
            return
        key, now = (table.guild_id, player.user_id), time.monotonic()
        age = now - self._known.get(key, -IN_DOUBT)
        if age < REMEMBERED:
            return
        try:
            member = await self.is_member(table.guild_id, player.user_id)
        except TROUBLES as error:
            log.info("Discord doesn't say whether user %s is in server %s: %s", player.user_id, table.guild_id, error)
            if age < IN_DOUBT:
                return
            raise Refused(say(UNKNOWN)) from None
        if not member:
            self._known.pop(key, None)
            if table.phase != "playing":
                raise Refused(say(LEFT))
            await self.free_seat(table, player)
            raise Refused(say(SEAT_FREED))
        self._known[key] = now
        self._known.move_to_end(key)
        if len(self._known) > MOST:
            self._known.popitem(last=False)

    async def _rename(self, interaction: Interaction, table: Table) -> None:
        """Take a player's new name over to the table. Only in its own server or channel is it the one that they go by
        there.
        """
        player, name = table.player(interaction.user.id), name_of(interaction.user)[:100]
        goes_on = table.phase in ("lobby", "playing") and interaction.guild_id == table.guild_id
        if player is None or player.name == name or not goes_on:
            return
        try:
            await self._store.tables.rename(table.id, player.user_id, name)
        except (Refused, Busy, DatabaseError) as error:
            log.info("User %s keeps their old name at table %s: %s", player.user_id, table.id, error)
            return
        if not table.solo:  # what answers the press shows it
            self._presenter.show(table.id)

    async def is_member(self, guild_id: int, user_id: int) -> bool:
        """Ask Discord whether this user is a member of a server, and note it if they have left.

        Raises TROUBLES if Discord doesn't say in time.
        """
        asked = asyncio.ensure_future(self._client.http.get_member(guild_id, user_id))  # the cache isn't whole
        asked.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may be waiting any more
        try:
            async with asyncio.timeout(PATIENCE):
                # If discord.py is cancelled while it waits for a limit to end, nothing of that limit is ever sent again
                await asyncio.shield(asked)
        except discord.NotFound as error:
            if error.code not in NO_MEMBER:
                raise
            await self._store.people.note_member(guild_id, user_id, there=False)
            return False
        return True

    async def departed(self, table: Table, user_ids: Iterable[int]) -> frozenset[int]:
        """Those of these users who have left the table's server. If Discord doesn't say, everybody is there."""

        async def has_left(user_id: int) -> bool:
            try:
                return not await self.is_member(table.guild_id or 0, user_id)
            except TROUBLES as error:
                log.info("Discord doesn't say whether user %s is there: %s", user_id, error)
                return False

        users = tuple(user_ids)
        left = await asyncio.gather(*map(has_left, users))
        return frozenset(user_id for user_id, gone in zip(users, left, strict=True) if gone)

    async def find_departed(self, guild_id: int, user_ids: Collection[int]) -> bool:
        """Ask Discord about those of these users of whom nobody has known for a while whether they are in this server.

        Whoever has left it is noted. Returns whether anybody has. If Discord can't be asked, everybody counts as there.
        """
        if self._silent.get(guild_id, 0.0) > time.monotonic():
            return False
        self._silent.pop(guild_id, None)
        doubtful = await self._store.people.doubtful(guild_id, user_ids, most=MOST_ASKED)
        return any(await asyncio.gather(*(self._has_left(guild_id, user_id) for user_id in doubtful)))

    async def _has_left(self, guild_id: int, user_id: int) -> bool:
        try:
            there = await self.is_member(guild_id, user_id)
        except TROUBLES:
            self._silent[guild_id] = time.monotonic() + REMEMBERED
            return False
        if there:
            await self._store.people.note_member(guild_id, user_id, there=True)
        return not there

    async def free_seat(self, table: Table, player: Player) -> None:
        """Free the seat of somebody who has left the server. Those at the table are told."""
        with suppress(Stale):
            await self._store.tables.leave(table.id, player.user_id, None)
            self._presenter.show(table.id)


def _from_outside(table: Table) -> str:
    if table.solo:
        return say(SOMEBODY_ELSES)
    if table.phase == "playing" and table.vacant:
        return say("You don't sit at this table. A seat is free: press “Take the empty seat” to join in.")
    if table.phase == "playing" and any(computer.stands_in for computer in table.computers):
        return say("You don't sit at this table. If you left it, press “Back to my seat”.")
    return say("You don't sit at this table: everything there is to see is on the board.")
