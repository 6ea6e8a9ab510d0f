"""The days gone by as people meet them: a calendar, and any closed day for practice."""

from pathlib import Path

from cogs.screens import archive as archive_messages
from cogs.screens.press import Press

from ..tables.riddles import fix
from .hall import alts, answer, labels, text
from .test_daily_on_discord import finish, hall, press_by_hand, shown, wake

GAME = "forest-of-wyr"


async def test_a_closed_day_is_practised_from_the_calendar(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, bob = here.members
        fix(here, "2026-01-01")
        await finish(here, ann, GAME)
        month = shown(await here.slash(ann, "daily", show="archive"))
        assert alts(month)[0].startswith("January 2026. 1 of 1 deals played, 0 won · 0 of 1 riddles answered, 0 found.")
        assert "No day of this month can be practised yet." in text(month)
        refused = await press_by_hand(here, ann, Press("day-gone", 0))
        assert answer(refused)

        await wake(here, 3, 9)
        result = await here.slash(bob, "daily", show="archive")
        assert result.ephemeral
        month = shown(result)
        await here.choose(bob, month, "2026-01-01")
        assert "You haven't played it." in text(month)
        assert labels(month) == ["Practise", "Riddle of the day", "Back"]
        game = await here.press(bob, month, "Practise")
        assert "To your game" in labels(shown(game))
        assert here.table()["ranked"] == 0
        await here.press(bob, month, "Back")
        assert len(here.pictures(month)) == 1
        assert "1: " not in alts(month)[0], "practice is on no calendar"


async def test_a_game_that_has_been_over_for_a_day_is_packed_by_the_clock(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, _ = here.members
        await finish(here, ann, GAME)
        logged, packed = "SELECT DISTINCT table_id FROM log", "SELECT table_id FROM archive"
        (table,) = here.rows(logged)
        assert not here.rows(packed)
        await wake(here, 2, 9, 1)
        assert (here.rows(logged), here.rows(packed)) == ([], [table])


async def test_months_that_arent_there_are_told_in_a_sentence(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, _ = here.members
        for month in ("2026-13", "soon", "0001-01", "2026-01-01-01"):
            assert answer(await here.slash(ann, "daily", show="archive", month=month)) == archive_messages.NO_MONTH
        for ahead in ("9999-12", "2026-02"):
            assert "is still to come" in answer(await here.slash(ann, "daily", show="archive", month=ahead))
        assert "February 2026 is still" in answer(await press_by_hand(here, ann, Press("month", 0, args=("2026-02",))))
        empty = shown(await here.slash(ann, "daily", show="archive", month="2019-02"))
        assert alts(empty)[0].startswith("February 2019. 0 of 0 deals")
        assert labels(empty) == ["March 2019"]
        await here.press(ann, empty, "March 2019")
        assert alts(empty)[0].startswith("March 2019.")
