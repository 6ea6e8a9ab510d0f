"""How many tables of groups there may be at once: in a server, and for each person there. Its managers choose that."""

from sqlalchemy import func, or_, select

from languages import say_many

from ..store import schema
from ..store.transaction import Transaction
from .model import Refused


async def require_room(connection: Transaction, guild_id: int | None, host_id: int) -> None:
    """Raises Refused if there are as many tables as the server allows. Nobody else opens one there before the end of
    the transaction.
    """
    table, server = schema.tables.c, schema.servers.c
    living = select(func.count()).where(table.guild_id == guild_id, schema.GROUPS_LIVING)
    limited = or_(server.most_tables.is_not(None), server.most_each.is_not(None))
    limits = select(server.most_tables, server.most_each).where(server.guild_id == guild_id, limited)
    chosen = (await connection.execute(limits.with_for_update())).one_or_none()
    if chosen is None:
        return
    there = await connection.scalar(living) or 0
    theirs = await connection.scalar(living.where(table.host_id == host_id)) or 0
    if chosen.most_tables is not None and there >= chosen.most_tables:
        raise Refused(
            say_many(
                "This server has {count} table already, and allows no more at once.",
                "This server has {count} tables already, and allows no more at once.",
                there,
            )
        )
    if chosen.most_each is not None and theirs >= chosen.most_each:
        raise Refused(
            say_many(
                "You have opened {count} table here already, and this server allows no more at once.",
                "You have opened {count} tables here already, and this server allows no more at once.",
                theirs,
            )
        )
