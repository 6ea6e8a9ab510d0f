"""Packed games and riddles without what follows from their moves

They held a digest of the last position as the bot wrote it then. Positions are written otherwise since, so the digest
proved nothing any more. Some also held events and the position themselves. A riddle held what its
player sees.
"""

import json
import zlib

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"

COLUMNS = 7  # versions, turns, times, seats, kinds, who made the moves, the moves; the digest came after them
A_PIECE = 200


def upgrade() -> None:
    _repack_games()
    _shorten_riddles()


def _shorten_riddles() -> None:
    connection = op.get_bind()
    rows = connection.execute(sa.text("SELECT date, made FROM riddles WHERE made IS NOT NULL")).all()
    changed = [{"date": row.date, "made": made} for row in rows if (made := _without_view(row.made))]
    if changed:
        connection.execute(sa.text("UPDATE riddles SET made = :made WHERE date = :date"), changed)


def _repack_games() -> None:
    connection, after = op.get_bind(), 0
    archive = sa.table("archive", sa.column("table_id", sa.Integer), sa.column("log", sa.LargeBinary))
    packed = sa.select(archive).order_by(archive.c.table_id).limit(A_PIECE)
    repack = sa.update(archive).where(archive.c.table_id == sa.bindparam("of")).values(log=sa.bindparam("without"))
    while rows := connection.execute(packed.where(archive.c.table_id > after)).all():
        after = rows[-1].table_id
        changed = [{"of": row.table_id, "without": log} for row in rows if (log := _without(row.log))]
        if changed:
            connection.execute(repack, changed)


def _without_view(made: str) -> str | None:
    try:
        riddle = json.loads(made)
        for name in ("view", "points"):
            riddle.pop(name, None)
    except (ValueError, AttributeError):
        return None
    return json.dumps(riddle, separators=(",", ":"), ensure_ascii=False)


def _without(packed: bytes) -> bytes | None:
    """A packed log without its digest; None if it can't be read: then it stays as it is, and is told of when read."""
    try:
        log = json.loads(zlib.decompress(packed))
        columns = log[:COLUMNS]
    except (zlib.error, ValueError, TypeError, KeyError):
        return None
    return zlib.compress(json.dumps(columns, separators=(",", ":"), ensure_ascii=False).encode(), 9)
