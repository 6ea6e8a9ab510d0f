"""Whether the time of day can be relied on."""

JUMP = 60  # seconds by which the time of day may differ from what has passed: more is a jump
HOLDS = 600  # seconds after which a jump is taken for a correction
CLOSED = 60  # seconds without a beat for which the hall is taken for closed


class Watch:
    """Compares the time of day, which people and programs set, with a steady clock, which nobody can.

    Times are in seconds: `wall` since 1970, `steady` from anywhere.
    """

    def __init__(self, wall: float, steady: float, *, last_beat: float | None = None) -> None:
        """`last_beat`: when it was last relied on, by an earlier process; it may be any time ago, but not to come."""
        self._trusted = wall if last_beat is None else last_beat
        self._offset = max(wall, self._trusted) - steady
        self._doubted: tuple[float, float] | None = None  # another offset, and since when by the steady clock

    @property
    def in_doubt(self) -> bool:
        return self._doubted is not None

    def beat(self, wall: float, steady: float) -> float | None:
        """For how many seconds the hall was closed until this beat; None while the time of day is in doubt.

        It is 0 as a rule. It is long where no process ran, the process stood still or the time of day was set; less
        than 0 where it was set back. What passed in doubt counts as closed.
        """
        offset = wall - steady
        if abs(offset - self._offset) > JUMP:
            if self._doubted is None or abs(offset - self._doubted[0]) > JUMP:
                self._doubted = offset, steady
            if steady - self._doubted[1] < HOLDS:
                return None
        passed = wall - self._trusted
        regular = not self.in_doubt and 0 <= passed <= CLOSED
        self._offset, self._doubted, self._trusted = offset, None, wall
        return 0 if regular else passed
