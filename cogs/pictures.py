"""Drawing, away from the event loop."""

import asyncio
from functools import lru_cache
from typing import Any

from render import PICTURES
from tables import Seen

from .messages import plain

KEPT = 64  # pictures, of some 100 KB: one that goes into a panel is soon sent in private too


async def board(seen: Seen) -> bytes:
    """The table with what this view's seat alone knows; a PNG."""
    return await asyncio.to_thread(_board, seen.table.game, seen.view, seen.table.names())


@lru_cache(KEPT)
def _board(game: str, view: Any, names: tuple[str, ...]) -> bytes:
    return PICTURES[game].board(view, names)


async def result(seen: Seen, headline: str) -> bytes:
    """The picture of how a finished game went; a PNG."""
    return await asyncio.to_thread(PICTURES[seen.table.game].result, seen.view, seen.table.names(), headline)


def alt(seen: Seen) -> str:
    """The gist of the public position."""
    return PICTURES[seen.table.game].alt(seen.view, tuple(map(plain, seen.table.names())))
