"""Loads the data of screens: what a player sees and prefers, and what a table should show."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

import discord

from languages import say, speaking
from tables.people.people import Preferences
from tables.play.model import Foreseen, PlayerView, Sight, Table
from tables.play.posts import Post, Slot
from tables.play.terms import seated_by_another

from ..discord.controls import Client
from ..screens import board as boards
from ..screens import solitaire
from ..screens.lobby import lobby
from ..screens.over import headline
from ..screens.panel import Panel
from ..screens.screen import Picture
from .pictures import draw_early
from .plan import Private, Target
from .reading import draws, read


class Loader:
    def __init__(self, client: Client) -> None:
        self._client, self._store = client, client.store

    async def panel(self, seen: PlayerView) -> Panel:
        """The panel of a user who sees the table like this."""
        store, table, player = self._store, seen.table, seen.table.sitting(seen.own)
        heard = await store.tables.heard(table.id, seen.seat, since=0, own=seen.own)
        if player is None:
            return Panel(seen, Preferences(), heard)
        user_id = player.user_id
        par = streak = None
        if table.day is not None and table.phase == "over":
            par, streak = await store.deals.after(table)
        return Panel(
            seen,
            await store.people.preferences(user_id),
            heard,
            await store.tables.last_acted(table.id, user_id),
            await store.tables.first_moves.of(user_id, table.game),
            par,
            streak if table.day is not None and solitaire.in_time(table, table.day) else None,
            store.results.newcomers.won(table),
        )

    async def early(self, before: Table, user_id: int, *, own_first: bool = False) -> Foreseen:
        """Returns a function that begins to draw what a press of this user will show, while its moves are committed.

        If the turn is over, the board comes first, because everybody waits for it. With `own_first` the user's own
        picture comes first, because the board is posted after their answer. `before`: the table before the press.
        """
        chosen = await self._store.people.preferences_of([player.user_id for player in before.players])
        mine, moving = chosen[user_id], all(preferences.moving for preferences in chosen.values())

        def begin(own: Sight, public: Sight) -> None:
            after = public.seen.table
            shows = after.turn != before.turn or after.phase != before.phase
            with suppress(Exception):  # whoever shows it meets the error again, once the moves are committed
                pictures = list[tuple[Picture, bool]]()
                if shows and not after.solo and after.computer(public.seen.to_act) is None:
                    with speaking(after.language):
                        pictures.append((boards.scene(public.seen, public.heard), moving))
                if draws(mine.form):
                    panel = Panel(own.seen, mine, own.heard, acted=(before.version + 1, after.version))
                    pictures.append((panel.picture, mine.moving and mine.form == "pictures"))
                for picture, moves in reversed(pictures) if own_first else pictures:
                    draw_early(picture, moving=moves)

        return begin

    async def target(self, table: Table, posts: Mapping[Slot, Post]) -> Target | None:
        """What the table should show; None while computers play, because one board after their last move shows all of
        them.
        """
        match table:
            case Table(phase="closed"):
                return await self.closed(table, posts)
            case Table(solo=True):
                return await self.solitaire(table)
            case Table(phase="lobby"):
                return await self.lobby(table)
        views = await self._store.tables.show(table.id)
        if await self._store.thinking.is_at(views[None]):
            return None
        return await self.game(views, posts)

    async def lobby(self, table: Table) -> Target:
        channel = self._client.get_channel(table.channel_id)
        if channel is None and not self._client.cluster.has(table.guild_id):
            with suppress(discord.InvalidData):  # a kind of channel that is new
                channel = await self._client.fetch_channel(table.channel_id)
        away = _away(await self._store.people.preferences_of([player.user_id for player in table.players]))
        chosen = await self._store.servers.of(table.guild_id)
        calls = tuple([player.user_id for player in seated_by_another(table)]) if chosen.pings else ()
        confirm_by = None if table.rematch_of is None else await self._store.timers.confirm_by(table.id)
        threads = isinstance(channel, discord.TextChannel)
        with speaking(table.language):  # not the presser's
            newcomers = self._store.results.newcomers.won(table)
            screen = lobby(table, threads=threads, away=away, confirm_by=confirm_by, newcomers=newcomers)
        return Target(table, screen, calls=calls, old_boards=chosen.old_boards)

    async def solitaire(self, table: Table) -> Target:
        """What a solitaire's message should show its player."""
        with speaking((await self._store.people.preferences(table.host_id)).reads):
            panel = await self.panel(await self._store.tables.look(table.id, table.host_id))
            return Target(panel.table, read(panel.opening(), panel.preferences.form))

    async def closed(self, table: Table, posts: Mapping[Slot, Post]) -> Target:
        users = [table.host_id, *(slot.of for slot in posts if slot.kind == "private")]
        readers = await self._store.people.preferences_of(users)
        host = readers[table.host_id]
        with speaking(host.reads if table.solo else None):
            board = boards.closed(table)
            board = read(board, host.form) if table.solo else board
        return Target(table, board, readers=readers)

    async def ending(self, table: Table) -> str:
        """How a group's game ended, in the language that is spoken."""
        if table.phase == "closed":
            return say("It was closed before its end.")
        return headline(await self._store.tables.look(table.id, None))

    async def game(self, views: Mapping[int | None, PlayerView], posts: Mapping[Slot, Post]) -> Target:
        """A group's game, in progress or over. `views` are by user; that of None is what everybody may see."""
        store, seen = self._store, views[None]
        table, player = seen.table, seen.table.sitting(seen.to_act)
        heard = await store.tables.heard(table.id, None, since=0)
        private = {slot.of for slot in posts if slot.kind == "private"}
        preferences = await store.people.preferences_of([*{player.user_id for player in table.players} | private])
        brought_back = await store.tables.brought_back_by(table)
        chosen = await store.servers.of(table.guild_id)
        privates = {
            player.user_id: Private(
                await self._private(views[player.user_id], preferences[player.user_id]),
                brought_back == player.user_id,
                frozenset(entry.turn for entry in heard if entry.seat == player.seat or entry.kind == "undo"),
                store.presence.until(player.user_id, table.channel_id) if chosen.pings else 0,
            )
            for player in table.players
        }
        return Target(
            table,
            boards.board(seen, heard, _away(preferences)),
            calls=(player.user_id,) if player and chosen.pings else (),
            moving=all(preferences[player.user_id].moving for player in table.players),
            privates=privates,
            readers=preferences,
            relieved=await store.tables.relieved(table),
            heard=heard,
            old_boards=chosen.old_boards,
        )

    async def with_vote(self, target: Target) -> Target:
        """The target with its vote, which is loaded after the board is shown, since everybody waits for that."""
        vote = await self._store.votes.of(target.table.id)
        screen = boards.vote(target.table, vote) if vote else None
        decide = vote.open_to(target.table) if vote else ()
        return replace(target, vote=screen, decide=decide, vote_over=boards.vote(target.table, None))

    async def _private(self, seen: PlayerView, preferences: Preferences) -> Panel:
        """A player's panel. Only the player to act reads what has happened."""
        with speaking(preferences.reads):
            return await self.panel(seen) if seen.legal else Panel(seen, preferences)


def _away(preferences: Mapping[int, Preferences]) -> Mapping[int, int]:
    """Until when those are away who are, by user."""
    return {user_id: until for user_id, chosen in preferences.items() if (until := chosen.away)}
