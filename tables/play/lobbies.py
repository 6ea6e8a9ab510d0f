"""Tables before they start."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date

import msgspec
from sqlalchemy import ColumnElement

from engine import GAMES, Data, decode, encode
from languages import later, say

from ..daily import weeks
from ..daily.calendar import monday, now, today
from ..store.statements import Write
from ..store.transaction import Transaction
from . import odds, timers
from .company import rows_to_call
from .computers import seat_computer, strengths, usual_strength
from .guests import OTHER_TERMS, Guests
from .model import Change, GameRecord, Place, Refused, Request, Stale, Table, player_of, where_it_stands
from .rematches import ALONE, TAKEN
from .room import require_room
from .rows import load, once, open_table, seated, set_values, with_player
from .seating import adapt_options, deal, remove, remove_computer, remove_computers
from .terms import agree, ask_again, is_ready, terms_of

COMPANY = 2  # computer players, for somebody who wants to play at once
HOST_AWAY = 3600  # seconds without a press of the host, after which any guest may start or close a lobby
CHOOSE = later("Only the host of this table can choose how it is played.")
SEND_AWAY = later("Only the host of this table can send somebody away.")
START = (
    later("Only the host of this table can start it."),
    later("Only {host} can start this table. If they do nothing here, any of you can {time}."),
)
CLOSE = (
    later("Only the host of this table can close it."),
    later("Only {host} can close this table. If they do nothing here, any of you can {time}."),
)


class Lobbies(Guests):
    async def open(self, game_key: str, request: Request, *, week: date | None = None) -> Table:
        """Open a lobby with this user as its host and first guest. Raises Refused for a game for one.

        `week`: the table plays that week's deal; ranked in this week, practice for a week that is closed.
        """
        require_group(game_key)
        async with self._tables.database.write() as transaction:
            await once(transaction, request.interaction_id)
            if request.limited:
                await require_room(transaction, request.guild_id, request.user_id)
            options = odds.first_options(game_key, request.user_id)
            opened = await _open(transaction, game_key, request.user_id, request.place(), options, request.language)
            chosen = {} if week is None else await weeks.choose(transaction, opened.table, week)
            agreed = terms_of(replace(opened.table, week=week, ranked=bool(chosen.get("ranked"))))
            opened = with_player(opened, request.user_id, request.name, ready=agreed)
            first = seated(opened.table.id, request.user_id, request.name, place=0, ready=agreed)
            await transaction.write_all([first, *self._timers(opened.table), *rows_to_call(opened.table)])
            if chosen:
                await set_values(transaction, opened.table.id, **chosen)
                opened = await load(transaction, opened.table.id)
        return self._tables.opened(opened)

    async def play_now(self, game_key: str, request: Request) -> Table:
        """Start a game with computer players at once. If the bot is killed in between, a lobby is left."""
        table, user_id = await self.open(game_key, request), request.user_id
        for _ in range(COMPANY):
            await self.add_computer(table.id, user_id, None, None)
        await self.go_first(table.id, user_id, None)
        return await self.start(table.id, user_id, None)

    def _timers(self, table: Table) -> list[Write]:
        return timers.reset_writes(table, self._tables.times, was=table.phase)

    # -- The host

    async def add_computer(
        self, table_id: int, user_id: int, strength: str | None, interaction_id: int | None
    ) -> Table:
        """Seat a computer player, after everybody who is there. Without a strength, one that suits the table."""
        async with self._change(table_id, user_id, interaction_id) as change:
            table, game = change.loaded.table, change.loaded.game
            _require_host(table, user_id, later("Only the host of this table can add computer players."))
            offered = {str(level): level for level in strengths(table)}
            if strength is not None and strength not in offered:
                raise Refused(say("No computer player of that strength plays at this table."))
            if table.week is not None:
                raise Refused(say(weeks.AS_DEALT))
            if len(table.everybody) >= max(game.seats):
                raise Refused(say("All {most} seats are taken.", most=max(game.seats)))
            level = await adapt_options(change, table.host_id, len(table.players), len(table.computers) + 1)
            strength_to_add = odds.next_strength(table, level) if strength is None else offered[strength]
            await seat_computer(change.transaction, table, strength_to_add or usual_strength(table))
        return await self._tables.get(table_id)

    async def remove_computer(self, table_id: int, user_id: int, number: int, interaction_id: int) -> Table:
        """Send away the computer player with this `number`."""
        async with self._change(table_id, user_id, interaction_id) as change:
            table = change.loaded.table
            _require_host(table, user_id, SEND_AWAY)
            await remove_computer(change, number)
        return await self._tables.get(table_id)

    async def send_away(self, table_id: int, user_id: int, sent_id: int, interaction_id: int) -> Table:
        """Send a person away. They can't join again for a while: long enough for others to start, and no ban."""
        async with self._change(table_id, user_id, interaction_id) as change:
            table = change.loaded.table
            _require_host(table, user_id, SEND_AWAY)
            sent = table.player(sent_id)
            if sent is None:
                raise Refused(say("They aren't at this table any more."))
            if sent_id == user_id:
                raise Refused(say("That is you: press **Leave** to go."))
            await remove(change, [sent], "sent", by=player_of(table, user_id))
        return await self._tables.get(table_id)

    async def require_host(self, table_id: int, user_id: int) -> Table:
        """A lobby whose options this user may choose. Raises Refused for others."""
        table = await self._tables.get(table_id)
        if table.phase != "lobby":
            raise Refused(say("The game has started: its options stay as they are."))
        _require_host(table, user_id, CHOOSE)
        if table.week is not None:
            raise Refused(say(weeks.AS_DEALT))
        return table

    async def set_options(
        self, table_id: int, user_id: int, values: Mapping[str, str], interaction_id: int | None, *, hints: bool = False
    ) -> Table:
        """Only the host may. `values`: JSON by field, as a menu carries it. `hints`: computer players give hints."""
        async with self._change(table_id, user_id, interaction_id) as change:
            loaded = change.loaded
            _require_host(loaded.table, user_id, CHOOSE)
            if loaded.table.week is not None:
                raise Refused(say(weeks.AS_DEALT))
            known = msgspec.to_builtins(loaded.table.options)
            try:
                changes = {field: decode(object, value.encode()) for field, value in values.items()}
                chosen = decode(loaded.game.options, encode({**known, **changes}))
            except msgspec.MsgspecError:
                raise Refused(say("This game doesn't have that option. Press **Options** and choose again.")) from None
            if chosen != loaded.table.options or hints != loaded.table.gives_hints:
                ask_again(change)
                change.also.append(agree(change, user_id))
            change.values |= {"options": encode(chosen).decode(), "hints": 0 if hints else None}
        return await self._tables.get(table_id)

    async def choose_game(self, table_id: int, user_id: int, game_key: str, interaction_id: int) -> Table:
        """Play another game at this table, as it is usually played; only the host may. Computer players leave."""
        require_group(game_key)
        async with self._change(table_id, user_id, interaction_id) as change:
            table, game = change.loaded.table, GAMES[game_key]
            _require_host(table, user_id, CHOOSE)
            if table.week is not None:
                raise Refused(say(weeks.AS_DEALT))
            if len(table.players) > max(game.seats):
                raise Refused(say("All {most} seats are taken.", most=max(game.seats)))
            has_won = await odds.has_won(change.transaction, user_id, game_key)
            options = odds.options(game_key, len(table.players), 0, has_won=has_won)
            await remove_computers(change)
            change.values |= {"game": game_key, "rules": game.version, "options": encode(options).decode()}
            change.values["hints"] = None
            ask_again(change)
            change.also.append(agree(change, user_id))
        return await self._tables.get(table_id)

    async def choose_week(self, table_id: int, user_id: int, wanted: bool, interaction_id: int) -> Table:
        """Play the deal of this week, as it is dealt, or one of the table's own; only the host may."""
        async with self._change(table_id, user_id, interaction_id) as change:
            table = change.loaded.table
            _require_host(table, user_id, CHOOSE)
            change.values |= await weeks.choose(change.transaction, table, monday(today()) if wanted else None)
            ask_again(change)
            change.also.append(agree(change, user_id))
            if not wanted:
                has_won = await odds.has_won(change.transaction, user_id, table.game)
                options = odds.options(table.game, len(table.players), len(table.computers), has_won=has_won)
                change.values["options"] = encode(options).decode()
        return await self._tables.get(table_id)

    async def set_own_thread(self, table_id: int, user_id: int, wanted: bool, interaction_id: int) -> Table:
        async with self._change(table_id, user_id, interaction_id) as change:
            _require_host(
                change.loaded.table, user_id, later("Only the host of this table can choose where it is played.")
            )
            change.values["own_thread"] = wanted
        return await self._tables.get(table_id)

    # -- The end of the lobby

    async def start(
        self,
        table_id: int,
        user_id: int,
        interaction_id: int | None,
        *,
        terms: str | None = None,
        moderated: Callable[[Change], None] | None = None,
    ) -> Table:
        """Start the game: see `deal`. `terms`: of the deal of the week that the user was shown.

        `moderated`: a moderator starts it, who need not be the host; called to have that told.
        """
        async with self._change(table_id, user_id, interaction_id) as change:
            table = change.loaded.table
            if moderated is not None:
                moderated(change)
            else:
                _require_may_run(table, user_id, START)
                if weeks.to_play(table) and terms != terms_of(table) and not is_ready(table, player_of(table, user_id)):
                    raise Stale(say(OTHER_TERMS, button=say("Start")))
            await deal(change, user_id)
        return await self._tables.get(table_id)

    async def require_may_close(self, table_id: int, user_id: int) -> Table:
        """A lobby that this user may close. Raises Refused for others."""
        table = await self._lobby(table_id)
        _require_may_run(table, user_id, CLOSE)
        return table

    async def require_may_send(self, table_id: int, user_id: int) -> Table:
        """A lobby from which this user may send somebody away. Raises Refused for others."""
        table = await self._lobby(table_id)
        _require_host(table, user_id, SEND_AWAY)
        if len(table.everybody) < 2:
            raise Refused(say("Nobody else is at this table."))
        return table

    async def _lobby(self, table_id: int) -> Table:
        table = await self._tables.get(table_id)
        if table.phase != "lobby":
            raise Stale(where_it_stands(table))
        return table

    async def close(self, table_id: int, user_id: int, interaction_id: int) -> Table:
        async with self._change(table_id, user_id, interaction_id) as change:
            _require_may_run(change.loaded.table, user_id, CLOSE)
            change.values["phase"] = "closed"
        return await self._tables.get(table_id)


async def _open(
    transaction: Transaction,
    game_key: str,
    host_id: int,
    place: Place,
    options: Data | ColumnElement[str],
    language: str,
) -> GameRecord:
    return await open_table(
        transaction,
        game_key,
        phase="lobby",
        solo=False,
        host_id=host_id,
        **place,
        options=options,
        language=language,
        taken=say(TAKEN),
    )


def require_group(game_key: str) -> None:
    """Raises Refused for a game for one, which has no lobby."""
    if max(GAMES[game_key].seats) == 1:
        raise Refused(say(ALONE))


def _require_host(table: Table, user_id: int, otherwise: str) -> None:
    if user_id != table.host_id:
        raise Refused(say(otherwise))


def _require_may_run(table: Table, user_id: int, otherwise: tuple[str, str]) -> None:
    """Raises Refused unless this is the host, or a guest while the host is away.

    `otherwise`: what others read, and what a guest does, who is told when they may.
    """
    if user_id == table.host_id:
        return
    outsiders, guests = otherwise
    if table.player(user_id) is None:
        raise Refused(say(outsiders))
    free_at = table.host_at + HOST_AWAY
    if now() < free_at:
        raise Refused(say(guests, host=f"<@{table.host_id}>", time=f"<t:{free_at}:R>"))
