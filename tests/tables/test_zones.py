"""A daily post comes at the same hour of a server's own clock, also when that is put forward or back."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tables.daily.announcements import Announcements, hour_in_utc, zones

from .days import HOME, Clock, clock, house

__all__ = ["clock"]  # a fixture


@pytest.mark.parametrize(
    ("hour", "zone", "day", "utc"),
    [
        (8, "UTC", date(2026, 7, 1), 8),
        (8, "Europe/Paris", date(2026, 7, 1), 6),
        (8, "Europe/Paris", date(2026, 12, 1), 7),
        (8, "America/New_York", date(2026, 12, 1), 13),
        (8, "Asia/Kolkata", date(2026, 7, 1), 3),  # at half past two: never before its time
        (0, "Asia/Tokyo", date(2026, 7, 1), 15),
        (23, "Pacific/Auckland", date(2026, 7, 1), 11),
        (8, "Nowhere/At_All", date(2026, 7, 1), 8),
    ],
)
def test_an_hour_there_is_an_hour_of_utc(hour: int, zone: str, day: date, utc: int) -> None:
    assert hour_in_utc(hour, zone, day) == utc


def test_what_can_be_chosen_are_cities() -> None:
    assert zones()[0] == "UTC"
    assert {"Europe/Paris", "America/Sao_Paulo", "Asia/Kolkata"} <= {*zones()}
    assert all(zone == "UTC" or "/" in zone for zone in zones())
    assert all(len(zone) <= 64 for zone in zones()), "it fits its column"


async def test_the_hour_follows_the_clock_there(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        announcements = Announcements(here.database)
        clock.at = datetime(2026, 10, 24, 12, tzinfo=UTC)  # clocks go back in the night after this one
        await announcements.put(HOME, 5, 8, 501, zone="Europe/Paris", parts=("riddle",))
        assert here.rows("SELECT hour, local_hour FROM announcements") == [{"hour": 6, "local_hour": 8}]
        await announcements.done(HOME, clock.today)
        assert here.rows("SELECT hour, local_hour FROM announcements") == [{"hour": 7, "local_hour": 8}]
        chosen = await announcements.of(HOME)
        assert chosen
        assert (chosen.hour, chosen.zone, chosen.parts) == (8, "Europe/Paris", frozenset({"riddle"}))
        await announcements.failed(HOME, date(2027, 3, 27))
        assert here.rows("SELECT hour FROM announcements") == [{"hour": 6}]
