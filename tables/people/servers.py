"""What a server's managers have chosen for everybody in it."""

from sqlalchemy import delete, select

from ..store import schema
from ..store.database import Database
from ..store.upserts import upsert

of_server = schema.servers.c.guild_id


class Servers:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def language(self, guild_id: int) -> str | None:
        """The language that was chosen; None: the one that Discord names."""
        async with self._database.glance() as connection:
            chosen = select(schema.servers.c.language).where(of_server == guild_id)
            language: str | None = await connection.scalar(chosen)
            return language

    async def speak(self, guild_id: int, language: str | None) -> None:
        """Speak this language from now on, in new tables and announcements. None: the one that Discord names."""
        async with self._database.write() as connection:
            if language is None:
                await connection.execute(delete(schema.servers).where(of_server == guild_id))
            else:
                await connection.execute(
                    upsert(connection, schema.servers, {"guild_id": guild_id}, {"language": language})
                )
