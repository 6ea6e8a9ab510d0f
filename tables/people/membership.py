"""Who is still in a server, and whom it leaves out.

Without the members intent Discord doesn't tell the bot who leaves.

So it asks about those whom a board or a post is about to name, unless they were known to be there not long ago.
"""

from sqlalchemy import BindParameter, ColumnElement, and_, or_, select

from ..daily.calendar import now
from ..store import schema
from ..store.statements import Query

KNOWN_FOR = 2 * 24 * 3600  # seconds for which nobody asks again whether somebody is a member of a server


def in_doubt() -> ColumnElement[bool]:
    """The members of servers of whom nobody has known for a while whether they are still there."""
    seen = schema.members.c
    return and_(~seen.gone, or_(seen.known_at.is_(None), ~seen.known_at.between(now() - KNOWN_FOR, now())))


def unlisted_in(guild_id: int | BindParameter[int]) -> Query:
    """The users whose names a server's moderators have left off its boards and posts."""
    row = schema.restrictions.c
    return select(row.user_id).where(row.guild_id == guild_id, row.unlisted, row.user_id.is_not(None))
