"""A connection to PostgreSQL that breaks in the middle is the database's trouble, not Discord's."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.engine import URL

from cogs.discord.controls import TROUBLES
from tables.store.database import Database
from tables.store.errors import DatabaseError


@pytest.mark.parametrize("committing", [False, True])
async def test_what_is_cut_off_is_told_as_the_databases(postgres: URL, *, committing: bool) -> None:
    database = await Database.open(postgres)

    async def change() -> None:
        connection: Any
        async with database.write() as connection:
            await connection.run(text("SELECT 1"))
            driver = connection.connection
            cut = ConnectionResetError(104, "Connection reset by peer")
            asyncio.get_running_loop().call_soon(driver._transport._force_close, cut)
            if not committing:
                await connection.run(text("SELECT pg_sleep(20)"))

    try:
        with pytest.raises(DatabaseError) as told:
            await change()
        assert not isinstance(told.value, TROUBLES)
    finally:
        await database.close()
