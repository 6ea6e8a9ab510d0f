"""The database's secret: nobody without it can compute what we derive from it."""

import hmac
from weakref import WeakKeyDictionary

from sqlalchemy import select

from . import schema
from .errors import Unreadable
from .transaction import Transaction

_kept = WeakKeyDictionary[object, str]()


_SECRET = select(schema.secrets.c.value).where(schema.secrets.c.name == "deals")


async def keyed(transaction: Transaction, text: str) -> str:
    """HMAC-SHA256 of `text` under the server's secret, in hex. Raises Unreadable."""
    secret = await known(transaction)
    return hmac.digest(bytes.fromhex(secret), text.encode(), "sha256").hex()


async def known(transaction: Transaction) -> str:
    """The secret. It is read once for each open database."""
    if transaction.home not in _kept:
        secret = await transaction.one(_SECRET, str)
        if secret is None:
            raise Unreadable("secrets.name")
        _kept[transaction.home] = secret
    return _kept[transaction.home]


def forget(home: object) -> None:
    """Read it again, because something else has written the database."""
    _kept.pop(home, None)
