"""Tables before they start."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, case, delete, func, select, update

from engine import GAMES, Chance, Data, IllegalMove, decode, encode
from languages import later, say, say_many

from ..daily import weeks
from ..daily.calendar import monday, today
from ..store import schema
from ..store.connection import Connection
from ..store.together import Write, write_all
from . import odds, timers
from .company import rows_to_call
from .computers import row_of_computer, seat_computer, strengths, usual_strength
from .model import Change, Computer, GameRecord, Player, Refused, Request, Table, player_of
from .moves import begin
from .removals import require_not_sent_away
from .room import require_room
from .rows import load, once, open_table, seated, set_values, with_player
from .tables import Tables

COMPANY = 2  # computer players, for somebody who wants to play at once
CHOOSE = later("Only the host of this table can choose how it is played.")
ALONE = later("A solo game needs no table: `/play` starts it at once.")


class Lobbies:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def open(self, game_key: str, request: Request, *, week: date | None = None) -> Table:
        """Open a lobby with this user as its host and first guest. Raises Refused for a game for one.

        `week`: the table plays that week's deal; ranked in this week, practice for a week that is closed.
        """
        require_group(game_key)
        async with self._tables.database.write() as connection:
            await once(connection, request.interaction_id)
            if request.limited:
                await require_room(connection, request.guild_id, request.user_id)
            options = odds.first_options(game_key, request.user_id)
            opened = await _open(connection, game_key, request.user_id, request.place(), options, request.language)
            opened = with_player(opened, request.user_id, request.name)
            chosen = {} if week is None else await weeks.choose(connection, opened.table, week)
            agreed = week if chosen.get("ranked") else None
            first = seated(opened.table.id, request.user_id, request.name, place=0, ready=agreed)
            await write_all(connection, [first, *self._timers(opened.table), *rows_to_call(opened.table)])
            if chosen:
                await set_values(connection, opened.table.id, **chosen)
                opened = await load(connection, opened.table.id)
        return self._tables.opened(opened)

    async def play_now(self, game_key: str, request: Request) -> Table:
        """Start a game with computer players at once. If the bot is killed in between, a lobby is left."""
        table, user_id = await self.open(game_key, request), request.user_id
        for _ in range(COMPANY):
            await self.add_computer(table.id, user_id, None, None)
        await self.go_first(table.id, user_id, None)
        return await self.start(table.id, user_id, None)

    async def join(
        self, table_id: int, user_id: int, name: str, interaction_id: int, *, ready_for_week: date | None = None
    ) -> Table:
        """Join a lobby. `ready_for_week`: the week whose deal the user agrees to play; None: the table's own deal."""
        async with self._tables.change(table_id, interaction_id, "lobby") as change:
            loaded, table = change.loaded, change.loaded.table
            if table.player(user_id):
                raise Refused(say("You've joined this table already."))
            await require_not_sent_away(change, user_id)
            if len(table.everybody) >= max(loaded.game.seats):
                raise _full(table, max(loaded.game.seats))
            places = select(func.coalesce(func.max(schema.players.c.place), 0) + 1)
            last = places.where(schema.players.c.table_id == table_id).scalar_subquery()
            agreed = ready_for_week if ready_for_week == weeks.to_play(table) else None
            change.also.append(seated(table_id, user_id, name, place=last, ready=agreed))
            await _adapt_options(change, table.host_id, len(table.players) + 1, len(table.computers))
        return await self._tables.get(table_id)

    async def agree_to_week(self, table_id: int, user_id: int, interaction_id: int) -> Table:
        """Agree to play the deal of the week. When the host starts, this person's attempt is spent."""
        async with self._tables.change(table_id, interaction_id, "lobby") as change:
            table = change.loaded.table
            player = player_of(table, user_id)
            if weeks.to_play(table) is None:
                raise Refused(say("This table doesn't play the deal of the week."))
            if player not in weeks.unready(table):
                raise Refused(say("You're ready already."))
            await weeks.agree(change.connection, table_id, user_id)
        return await self._tables.get(table_id)

    async def leave(self, table_id: int, user_id: int, interaction_id: int | None) -> Table:
        """Leave a lobby. If the host leaves, the next guest becomes the host; an empty lobby closes."""
        async with self._tables.change(table_id, interaction_id, "lobby") as change:
            await remove(change, user_id)
        return await self._tables.get(table_id)

    async def add_computer(
        self, table_id: int, user_id: int, strength: str | None, interaction_id: int | None
    ) -> Table:
        """Seat a computer player, after everybody who is there. Without a strength, one that suits the table."""
        async with self._tables.change(table_id, interaction_id, "lobby") as change:
            table, game = change.loaded.table, change.loaded.game
            _require_host(table, user_id, later("Only the host of this table can add computer players."))
            offered = {str(level): level for level in strengths(table)}
            if strength is not None and strength not in offered:
                raise Refused(say("No computer player of that strength plays at this table."))
            if table.week is not None:
                raise Refused(say(weeks.AS_DEALT))
            if len(table.everybody) >= max(game.seats):
                raise Refused(say("All {most} seats are taken.", most=max(game.seats)))
            level = await _adapt_options(change, table.host_id, len(table.players), len(table.computers) + 1)
            strength_to_add = odds.next_strength(table, level) if strength is None else offered[strength]
            await seat_computer(change.connection, table, strength_to_add or usual_strength(table))
        return await self._tables.get(table_id)

    async def remove_computer(self, table_id: int, user_id: int, number: int, interaction_id: int) -> Table:
        """Send away the computer player with this `number`."""
        async with self._tables.change(table_id, interaction_id, "lobby") as change:
            table = change.loaded.table
            _require_host(table, user_id, later("Only the host of this table can send computer players away."))
            await remove_computer(change, number)
        return await self._tables.get(table_id)

    async def go_first(self, table_id: int, user_id: int, interaction_id: int | None) -> Table:
        """Claim to go first: whoever claims it first does (WK-6, GA-8)."""
        async with self._tables.change(table_id, interaction_id, "lobby") as change:
            player_of(change.loaded.table, user_id)
            first = change.loaded.table.first_id
            if first == user_id:
                raise Refused(say("You already go first."))
            if first is not None:
                raise Refused(say("Somebody else was quicker, so they go first."))
            change.values["first_id"] = user_id
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
        async with self._tables.change(table_id, interaction_id, "lobby") as change:
            loaded = change.loaded
            _require_host(loaded.table, user_id, CHOOSE)
            if loaded.table.week is not None:
                raise Refused(say(weeks.AS_DEALT))
            known = msgspec.to_builtins(loaded.table.options)
            try:
                changes = {field: decode(Any, value.encode()) for field, value in values.items()}
                chosen = decode(loaded.game.options, encode({**known, **changes}))
            except msgspec.MsgspecError:
                raise Refused(say("This game doesn't have that option. Press **Options** and choose again.")) from None
            change.values |= {"options": encode(chosen).decode(), "hints": 0 if hints else None}
        return await self._tables.get(table_id)

    async def choose_week(self, table_id: int, user_id: int, wanted: bool, interaction_id: int) -> Table:
        """Play the deal of this week, as it is dealt, or one of the table's own; only the host may.

        People who joined before have only agreed to another deal, so they must press Ready first.
        """
        async with self._tables.change(table_id, interaction_id, "lobby") as change:
            table = change.loaded.table
            _require_host(table, user_id, CHOOSE)
            change.values |= await weeks.choose(change.connection, table, monday(today()) if wanted else None)
            if wanted:
                await weeks.agree(change.connection, table_id, user_id)
            else:
                has_won = await odds.has_won(change.connection, user_id, table.game)
                options = odds.options(table.game, len(table.players), len(table.computers), has_won=has_won)
                change.values["options"] = encode(options).decode()
        return await self._tables.get(table_id)

    async def set_own_thread(self, table_id: int, user_id: int, wanted: bool, interaction_id: int) -> Table:
        async with self._tables.change(table_id, interaction_id, "lobby") as change:
            _require_host(
                change.loaded.table, user_id, later("Only the host of this table can choose where it is played.")
            )
            change.values["own_thread"] = wanted
        return await self._tables.get(table_id)

    async def require_played(self, table_id: int, user_id: int) -> Table:
        """A group's game that is over. Raises Refused for any other, and for users who didn't sit there."""
        table = await self._tables.get(table_id)
        if table.solo:
            raise Refused(say(ALONE))
        if table.phase != "over":
            raise Refused(say("This game isn't over yet."))
        player_of(table, user_id)
        return table

    async def again(
        self,
        table_id: int,
        user_id: int,
        interaction_id: int,
        *,
        harder: bool = False,
        channel_id: int | None = None,
        limited: bool = True,
    ) -> Table:
        """Open a new lobby with the same group and options as a game that is over, there unless `channel_id` says
        elsewhere.

        Whoever asks is its host. `harder`: with the options and the computer players of the next step. `limited`: the
        server may allow only so many tables at once.
        """
        old = await self.require_played(table_id, user_id)
        options, company = _next_game(old, harder=harder)
        asking = player_of(old, user_id)
        others = [player for player in old.players if player.user_id != user_id]
        async with self._tables.database.write() as connection:
            await once(connection, interaction_id)
            if limited:
                await require_room(connection, old.guild_id, user_id)
            place = {"guild_id": old.guild_id, "channel_id": channel_id or old.channel_id}
            new = await _open(connection, old.game, user_id, place, options, old.language)
            await set_values(connection, new.table.id, hints=None if old.hints is None else 0)
            writes = [*_sitting(new.table.id, (asking, *others), company), *self._timers(new.table)]
            await write_all(connection, writes)
            new = await load(connection, new.table.id)
        return self._tables.opened(new)

    def _timers(self, table: Table) -> list[Write]:
        return timers.reset_writes(table, self._tables.times, was=table.phase)

    async def start(
        self, table_id: int, user_id: int, interaction_id: int | None, *, moderated: Write | None = None
    ) -> Table:
        """Start the game. Seats go clockwise in the order of joining, computer players last, from whoever goes first.

        If nobody claimed that, the host goes first, or in some games chance decides. `moderated`: a moderator starts
        it, who need not be the host; it is written beside.
        """
        async with self._tables.change(table_id, interaction_id, "lobby") as change:
            if moderated is None:
                _require_host(change.loaded.table, user_id, later("Only the host of this table can start it."))
            else:
                change.also.append(moderated)
            if why := why_not_startable(change.loaded.table):
                raise Refused(why)
            if change.loaded.table.week is not None:
                await weeks.deal(change)
            everybody = _in_seats(change.loaded)
            change.also += _seats(table_id, everybody)
            players = tuple(member for member in everybody if isinstance(member, Player))
            computers = tuple(member for member in everybody if isinstance(member, Computer))
            seated_table = replace(change.loaded.table, players=players, computers=computers)
            change.loaded = replace(change.loaded, table=seated_table)
            change.same_players = True
            begin(change, len(everybody))
        return await self._tables.get(table_id)

    async def close(self, table_id: int, user_id: int, interaction_id: int) -> Table:
        async with self._tables.change(table_id, interaction_id, "lobby") as change:
            _require_host(change.loaded.table, user_id, later("Only the host of this table can close it."))
            change.values["phase"] = "closed"
        return await self._tables.get(table_id)


async def remove(change: Change, user_id: int) -> None:
    """Remove somebody from a lobby, within a transaction."""
    table = change.loaded.table
    player_of(table, user_id)
    await change.connection.execute(
        delete(schema.players).where(schema.players.c.table_id == table.id, schema.players.c.user_id == user_id)
    )
    rest = [player.user_id for player in table.players if player.user_id != user_id]
    if not rest:
        change.values["phase"] = "closed"
    elif table.host_id == user_id:
        change.values["host_id"] = rest[0]
    if table.first_id == user_id:
        change.values["first_id"] = None
    if rest:
        await _adapt_options(change, change.values.get("host_id", table.host_id), len(rest), len(table.computers))


async def remove_computer(change: Change, number: int) -> None:
    """Remove a computer player from a lobby, likewise."""
    table, computers = change.loaded.table, schema.computers.c
    if number not in [computer.number for computer in table.computers]:
        raise Refused(say("That computer player isn't at this table any more."))
    this = computers.table_id == table.id, computers.number == number
    await change.connection.execute(delete(schema.computers).where(*this))
    await _adapt_options(change, table.host_id, len(table.players), len(table.computers) - 1)


async def _open(
    connection: Connection,
    game_key: str,
    host_id: int,
    place: Mapping[str, Any],
    options: Data | ColumnElement[str],
    language: str,
) -> GameRecord:
    return await open_table(
        connection,
        game_key,
        phase="lobby",
        solo=False,
        host_id=host_id,
        **place,
        options=options,
        language=language,
        taken=say("This channel already has a table. Finish it first, or open yours in another channel."),
    )


def _next_game(old: Table, *, harder: bool) -> tuple[Data, list[Computer]]:
    """The options and the computer players of the game after this one. Raises Refused if there is no harder one."""
    company = [computer for computer in old.computers if not computer.stands_in]
    if not harder:
        return old.options, company
    step = odds.harder(old)
    if step is None:
        raise Refused(say("I know no harder game than that."))
    stronger = zip(company, step.company, strict=True)
    return step.of(old.game), [replace(computer, strength=strength) for computer, strength in stronger]


def _sitting(table_id: int, players: Sequence[Player], computers: Sequence[Computer]) -> Iterator[Write]:
    """The rows of these people and computer players in a new lobby, in this order."""
    for place, player in enumerate(players):
        yield seated(table_id, player.user_id, player.name, place=place)
    for place, computer in enumerate(computers):
        yield row_of_computer(table_id, computer.number, computer.strength, place=place)


def _in_seats(loaded: GameRecord) -> tuple[Player | Computer, ...]:
    """Everybody in a lobby, with their seats in the game that starts."""
    table, everybody = loaded.table, loaded.table.everybody
    first = [player.user_id for player in table.players].index(table.first_id or table.host_id)
    if table.first_id is None and loaded.game.random_first_player:
        first = loaded.chance.dice("first", 1, sides=len(everybody))[0] - 1
    return tuple([replace(member, seat=seat) for seat, member in enumerate(everybody[first:] + everybody[:first])])


def _full(table: Table, most: int) -> Refused:
    if table.computers:
        return Refused(say("All {most} seats are taken. The host can send a computer player away.", most=most))
    return Refused(
        say("All {most} seats are taken. Watch with `/board`, or open your own table with `/play`.", most=most)
    )


def require_group(game_key: str) -> None:
    """Raises Refused for a game for one, which has no lobby."""
    if max(GAMES[game_key].seats) == 1:
        raise Refused(say(ALONE))


def why_not_startable(table: Table) -> str:
    """Why a lobby can't start as it stands, in a sentence; empty if it can."""
    sitting = len(table.everybody)
    if (missing := min(player_counts(table)) - sitting) > 0:
        return say_many("{count} more player needed to start.", "{count} more players needed to start.", missing)
    if why := _refusal(table, sitting):
        return why
    if waiting := len(weeks.unready(table)):
        return say_many(
            "{count} of {all} still has to press **Ready**.",
            "{count} of {all} still have to press **Ready**.",
            waiting,
            all=len(table.players),
        )
    return ""


def player_counts(table: Table) -> list[int]:
    """The numbers of players with which the lobby can start with its present options."""
    return [number for number in GAMES[table.game].seats if not _refusal(table, number)]


def _refusal(table: Table, players: int) -> str:
    try:
        GAMES[table.game].new(players, table.options, Chance("any deal"))
    except IllegalMove as error:
        return str(error)
    return ""


async def _adapt_options(change: Change, host_id: int, people: int, computers: int) -> odds.Level | None:
    """Let the options of a lobby follow who is there.

    Returns the level; None once its host has chosen other options.
    """
    table, connection = change.loaded.table, change.connection
    has_won = await odds.has_won(connection, table.host_id, table.game)
    if table.week is not None or table.options != odds.options(
        table.game, len(table.players), len(table.computers), has_won=has_won
    ):
        return None
    if host_id != table.host_id:
        has_won = await odds.has_won(connection, host_id, table.game)
    change.values["options"] = encode(odds.options(table.game, people, computers, has_won=has_won)).decode()
    return odds.suiting_level(table.game, people, computers, has_won=has_won)


def _seats(table_id: int, everybody: Sequence[Player | Computer]) -> Iterator[Write]:
    """The changes that write who sits where."""
    players, computers = schema.players.c, schema.computers.c
    people = {member.user_id: member.seat for member in everybody if isinstance(member, Player)}
    yield update(schema.players).where(players.table_id == table_id).values(seat=case(people, value=players.user_id))
    if numbers := {member.number: member.seat for member in everybody if isinstance(member, Computer)}:
        seats = case(numbers, value=computers.number)
        yield update(schema.computers).where(computers.table_id == table_id).values(seat=seats)


def _require_host(table: Table, user_id: int, otherwise: str) -> None:
    if user_id != table.host_id:
        raise Refused(say(otherwise))
