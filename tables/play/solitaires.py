"""Games for one. A solitaire belongs to a person, who has one of each game at a time, anywhere."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import bindparam, select, update

from engine import GAMES, Data
from languages import say

from ..store import schema
from ..store.statements import Filled, Write
from ..store.transaction import Transaction
from . import odds
from .computer_names import unsigned
from .model import GIVEN_UP, Change, GameRecord, Refused, Request, Table, player_of
from .moves import begin
from .rows import once, open_table, save, seated, with_player
from .tables import Tables
from .timers import Times, reset_writes


class Solitaires:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def of(self, user_id: int, game_key: str) -> Table | None:
        """This user's game in progress."""
        async with self._tables.database.glance() as transaction:
            table_id = await transaction.one(_GOING, int, host=user_id, game=game_key)
        return None if table_id is None else await self._tables.get(table_id)

    async def start(self, game_key: str, request: Request, options: Data | None = None) -> Table:
        """Deal and begin; without `options`, with those that suit this user.

        Raises Refused for a game that takes more than one player.
        """
        game = GAMES[game_key]
        if game.alone is None:
            raise Refused(
                say("{game} isn't played alone. `/play` opens a table in a server's channel.", game=game.title)
            )
        async with self._tables.database.write() as transaction:
            await once(transaction, request.interaction_id)
            opened = await open_table(
                transaction,
                game_key,
                phase="playing",
                solo=True,
                host_id=request.user_id,
                **request.place(),
                options=options or odds.first_options(game_key, request.user_id, solo=True),
                language=request.language,
                taken=say("You have a game of {game} going: `/board` shows it.", game=game.title),
            )
            begun = await deal(transaction, opened, request, self._tables.times)
        return self._tables.opened(begun)

    async def move_to(self, table_id: int, request: Request) -> Table:
        """Show the game from now on where this was asked, with the name that its player has there."""
        async with self._tables.change(table_id, None, "playing") as change:
            table = change.loaded.table
            called = replace(player_of(table, request.user_id), name=unsigned(request.name[:100]))
            change.loaded = replace(change.loaded, table=replace(table, players=(called,)))
            change.values |= request.place()
            change.same_players = True
            change.also.append(Filled(_CALLED, {"of": table_id, "name": request.name[:100]}))
        return await self._tables.get(table_id)

    async def give_up(self, table_id: int, user_id: int, interaction_id: int | None) -> Table:
        """End a game as it stands: it is lost."""
        async with self._tables.change(table_id, interaction_id, "playing") as change:
            player_of(change.loaded.table, user_id)
            change.values |= GIVEN_UP
            change.same_players = True
        return await self._tables.get(table_id)


_GOING = select(schema.tables.c.id).where(
    schema.SOLITAIRES_PLAYING,
    schema.tables.c.host_id == bindparam("host"),
    schema.tables.c.game == bindparam("game"),
)
_CALLED = update(schema.players).where(schema.players.c.table_id == bindparam("of"))


async def deal(
    transaction: Transaction, opened: GameRecord, request: Request, times: Times, also: Sequence[Write] = ()
) -> GameRecord:
    """Seat the player of a table that was just opened, and begin. `also` is written at the same time."""
    change = Change(transaction, with_player(opened, request.user_id, request.name, 0), same_players=True)
    change.also += [seated(opened.table.id, request.user_id, request.name, place=0, seat=0), *also]
    change.also += reset_writes(opened.table, times, was=opened.table.phase)
    begin(change, 1)
    return await save(change)
