"""Who has pressed something lately, and in which channel: they look there, so a mention in it is enough."""

from collections import OrderedDict

from ..daily.calendar import now

LASTS = 600  # seconds after a press
MOST = 65_536  # people and channels in memory


class Presence:
    """Kept in memory: after a start, and in other processes, nobody looks anywhere, so they are written to."""

    def __init__(self) -> None:
        self._until = OrderedDict[tuple[int, int], int]()  # by user and channel, the oldest first

    def note(self, user_id: int, channel_id: int | None) -> None:
        """This user has pressed something, or used a command, in this channel."""
        if channel_id is None:
            return
        self._until[user_id, channel_id] = now() + LASTS
        self._until.move_to_end((user_id, channel_id))
        while self._until and (len(self._until) > MOST or next(iter(self._until.values())) <= now()):
            self._until.popitem(last=False)

    def leave(self, user_id: int, channel_id: int) -> None:
        """They play on elsewhere."""
        self._until.pop((user_id, channel_id), None)

    def until(self, user_id: int, channel_id: int) -> int:
        """Until when they count as looking at this channel, in seconds since 1970; 0: they don't."""
        until = self._until.get((user_id, channel_id), 0)
        return until if now() < until <= now() + LASTS else 0  # else the clock was set back
