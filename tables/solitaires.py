"""Games for one. A solitaire belongs to a person, who has one of each game at a time, anywhere."""

import secrets
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from engine import GAMES, encode

from . import deadlines, schema
from .table import Refused, Table, claim, load, now, player_of, raise_version, set_values
from .tables import Tables, begin


class Solitaires:
    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def of(self, user_id: int, game_key: str) -> Table | None:
        """The one that this user has in progress."""
        async with self._tables.database.read() as connection:
            table_id = await connection.scalar(
                select(schema.tables.c.id).where(
                    schema.tables.c.solo,
                    schema.tables.c.host_id == user_id,
                    schema.tables.c.game == game_key,
                    schema.tables.c.phase == "playing",
                )
            )
            return None if table_id is None else (await load(connection, table_id)).table

    async def start(
        self, game_key: str, *, guild_id: int | None, channel_id: int, user_id: int, name: str, interaction_id: int
    ) -> Table:
        """A fresh deal, at once in play."""
        game, at = GAMES[game_key], now()
        async with self._tables.database.write() as connection:
            await claim(connection, interaction_id)
            try:
                table_id: int | None = await connection.scalar(
                    insert(schema.tables)
                    .values(
                        game=game.key,
                        rules=game.version,
                        options=encode(game.options()).decode(),
                        phase="playing",
                        solo=True,
                        version=0,
                        shown=0,
                        turn=1,
                        seats=1,
                        host_id=user_id,
                        guild_id=guild_id,
                        channel_id=channel_id,
                        own_thread=False,
                        conceded=False,
                        seed=secrets.token_hex(32),
                        created_at=at,
                        changed_at=at,
                    )
                    .returning(schema.tables.c.id)
                )
            except IntegrityError:
                raise Refused(f"You have a game of {game.title} going: `/board` shows it.") from None
            assert table_id is not None
            await connection.execute(
                insert(schema.players).values(table_id=table_id, user_id=user_id, name=name[:100], seat=0, place=0)
            )
            loaded = await load(connection, table_id)
            await begin(connection, loaded, 1)
            await raise_version(connection, loaded.table)
            loaded = await load(connection, table_id)
            await deadlines.restart(connection, loaded.table, self._tables.times)
            return loaded.table

    async def move_to(self, table_id: int, user_id: int, *, guild_id: int | None, channel_id: int) -> Table:
        """It is shown elsewhere from now on."""
        async with self._tables.change(table_id, None, "playing") as (connection, loaded):
            player_of(loaded.table, user_id)
            await set_values(connection, table_id, guild_id=guild_id, channel_id=channel_id)
        return await self._tables.get(table_id)

    async def give_up(self, table_id: int, user_id: int, interaction_id: int) -> Table:
        """It is over as it stands, and lost."""
        async with self._tables.change(table_id, interaction_id, "playing") as (connection, loaded):
            player_of(loaded.table, user_id)
            values: dict[str, Any] = {"phase": "over", "conceded": True}
            await set_values(connection, table_id, **values)
        return await self._tables.get(table_id)
