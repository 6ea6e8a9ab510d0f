"""The database's secret: nobody without it can compute what we derive from it."""

import hmac
from weakref import WeakKeyDictionary

from sqlalchemy import select

from . import schema
from .errors import Unreadable
from .transaction import Transaction

_kept = WeakKeyDictionary[object, str]()


async def keyed(connection: Transaction, text: str) -> str:
    """HMAC-SHA256 of `text` under the server's secret, in hex. Raises Unreadable."""
    secret = await known(connection)
    return hmac.digest(bytes.fromhex(secret), text.encode(), "sha256").hex()


async def known(connection: Transaction) -> str:
    """The secret. It is read once for each open database."""
    if connection.home not in _kept:
        secret = await connection.scalar(select(schema.secrets.c.value).where(schema.secrets.c.name == "deals"))
        if secret is None:
            raise Unreadable("secrets.name")
        _kept[connection.home] = secret
    return _kept[connection.home]


def forget(home: object) -> None:
    """Read it again, because something else has written the database."""
    _kept.pop(home, None)
