"""How many tables of groups there may be at once: in a server, and for each person there. Its managers choose that."""

from msgspec import Struct
from sqlalchemy import bindparam, func, or_, select

from languages import say_many

from ..store import schema
from ..store.kinds import Count
from ..store.transaction import Transaction
from .model import Refused


class Limits(Struct, array_like=True, frozen=True):
    most_tables: Count | None
    most_each: Count | None


async def require_room(transaction: Transaction, guild_id: int | None, host_id: int) -> None:
    """Raises Refused if there are as many tables as the server allows. Nobody else opens one there before the end of
    the transaction.
    """
    chosen = await transaction.one(_LIMITS, Limits, guild=guild_id)
    if chosen is None:
        return
    there = await transaction.one(_LIVING, int, guild=guild_id) or 0
    theirs = await transaction.one(_THEIRS, int, guild=guild_id, host=host_id) or 0
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


_tables, _servers = schema.tables.c, schema.servers.c
_LIMITS = (
    select(*[_servers[name] for name in Limits.__struct_fields__])
    .where(
        _servers.guild_id == bindparam("guild"),
        or_(_servers.most_tables.is_not(None), _servers.most_each.is_not(None)),
    )
    .with_for_update()
)
_LIVING = select(func.count()).where(_tables.guild_id == bindparam("guild"), schema.GROUPS_LIVING)
_THEIRS = _LIVING.where(_tables.host_id == bindparam("host"))
