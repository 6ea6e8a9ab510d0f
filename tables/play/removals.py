"""Whom moderators have sent away from a table: they may not come back to it.

The table keeps keyed hashes of them, so it names nobody, and reading the table reads them.
"""

from engine import encode
from languages import say

from ..store.secret import keyed
from ..store.transaction import Transaction
from .model import Change, Refused, Table


async def send_away(change: Change, user_id: int) -> None:
    """Let this user not come back."""
    table = change.loaded.table
    hashes = {*table.sent_away, await _hash(change.transaction, table, user_id)}
    change.values["sent_away"] = encode(sorted(hashes)).decode()


async def require_not_sent_away(change: Change, user_id: int) -> None:
    """Refuse a user whom a moderator has sent away from this table."""
    table = change.loaded.table
    if table.sent_away and await _hash(change.transaction, table, user_id) in table.sent_away:
        raise Refused(say("A moderator has sent you away from this table. You can join others."))


async def _hash(transaction: Transaction, table: Table, user_id: int) -> str:
    return await keyed(transaction, f"sent away/{table.id}/{user_id}")
