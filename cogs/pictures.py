"""Drawing, away from the event loop."""

import asyncio

from render import PICTURES
from tables import Seen

from .messages import plain


async def board(seen: Seen) -> bytes:
    """The table with what this view's seat alone knows; a PNG."""
    return await asyncio.to_thread(PICTURES[seen.table.game].board, seen.view, seen.table.names())


async def result(seen: Seen, headline: str) -> bytes:
    """The picture of how a finished game went; a PNG."""
    return await asyncio.to_thread(PICTURES[seen.table.game].result, seen.view, seen.table.names(), headline)


def alt(seen: Seen) -> str:
    """The gist of the public position."""
    return PICTURES[seen.table.game].alt(seen.view, tuple(map(plain, seen.table.names())))
