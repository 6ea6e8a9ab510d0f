"""Drawing, away from the event loop."""

from ..screens.screen import Screen
from .dress import Message


async def pictured(screen: Screen, *, browsing: bool = False) -> Message:
    raise NotImplementedError
