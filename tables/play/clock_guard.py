"""Whether the time of day can be relied on."""

JUMP = 60  # seconds; if the time of day differs by more from the steady clock, it has jumped
HOLDS = 600  # seconds after which a jump is accepted as a correction
CLOSED = 60  # seconds; after a longer time without a beat the bot counts as stopped


class ClockGuard:
    """Compares the time of day, which people and programs set, with a steady clock, which nobody can.

    Times are in seconds: `wall` since 1970, `steady` from any start.
    """

    def __init__(self, wall: float, steady: float, *, last_beat: float | None = None) -> None:
        """`last_beat`: the last time of day that an earlier process trusted. It lies in the past."""
        self._trusted = wall if last_beat is None else last_beat
        self._offset = max(wall, self._trusted) - steady
        self._doubted: tuple[float, float] | None = None  # a new offset, and since when (steady)

    @property
    def in_doubt(self) -> bool:
        return self._doubted is not None

    def beat(self, wall: float, steady: float) -> float | None:
        """For how many seconds the bot was stopped until this beat; None while the time of day is in doubt.

        As a rule 0. More if no process ran, the process stood still or the time of day was set forward; less than 0 if
        it was set back. Time in doubt counts as closed.
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
