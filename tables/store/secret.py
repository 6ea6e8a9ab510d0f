"""The database's secret: nobody without it can compute what we derive from it."""

import hmac
from weakref import WeakKeyDictionary

from sqlalchemy import Engine, Pool, select

from . import schema
from .cells import Unreadable
from .connection import Connection

_kept = WeakKeyDictionary[Pool, str]()


async def keyed(connection: Connection, text: str) -> str:
    """HMAC-SHA256 of `text` under the server's secret, in hex. Raises Unreadable."""
    secret = await known(connection)
    return hmac.digest(bytes.fromhex(secret), text.encode(), "sha256").hex()


async def known(connection: Connection) -> str:
    """The secret. It is read once for a pool of connections."""
    pool = connection.engine.pool
    if pool not in _kept:
        secret = await connection.scalar(select(schema.secrets.c.value).where(schema.secrets.c.name == "deals"))
        if secret is None:
            raise Unreadable("secrets.name")
        _kept[pool] = secret
    return _kept[pool]


def forget(engine: Engine) -> None:
    """Read it again, because something else has written the database."""
    _kept.pop(engine.pool, None)
