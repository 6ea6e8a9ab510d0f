"""The daily post as a server reads it: what came of the last day, its riddle, its lantern, and today's buttons."""

from pathlib import Path

import pytest
from simcord.actors import MemberActor

from cogs.screens.daily import DAILY
from engine import GAMES
from render import honours

from ..tables.riddles import best_of, fix
from .hall import World, alts, labels, text
from .test_daily_on_discord import ADVENT, HEXARACT, announce, announced, finish, hall, manager, shown, wake
from .test_riddles_on_discord import choices


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """The first of these pictures takes a while, and the simulated Discord waits for it."""
    honours.band()
    honours.palette()


async def begin(here: World, hour: int = 8) -> None:
    await announce(here, manager(here), hour)


async def solve(here: World, member: MemberActor, day: str, *, well: bool) -> str:
    """Answer the day's riddle; the best move."""
    fix(here, day)
    question = shown(await here.slash(member, "daily", show="riddle"))
    said, best = choices(question), best_of("hexaract")
    await here.press(member, question, said[best if well else (best + 1) % len(said)])
    return said[best]


async def test_it_says_who_finished_what_and_who_found_the_riddle(tmp_path: Path) -> None:
    async with hall(tmp_path, "Ann", "Bob", "Cat") as here:
        ann, bob, cat = here.members
        await begin(here)
        for member in (ann, bob):
            await finish(here, member, HEXARACT)
        await finish(here, cat, ADVENT)
        best = await solve(here, ann, "2026-01-01", well=True)
        await solve(here, bob, "2026-01-01", well=False)
        await wake(here, 2, 9)
        (post,) = announced(here)
        told = alts(post)[0]
        assert "Hexaract: 1 · Ann: 0; 1 · Bob: 0." in told, "equals share a place"
        assert "Advent of the Wyrms: 1 · Cat: 0." in told
        assert f"Riddle, Hexaract: {best}. Found by Ann: 1 of 2." in told
        assert labels(post) == [*(GAMES[game].title for game in DAILY), "Riddle of the day", "My deals and streak"]
        assert [row["date"] for row in here.rows("SELECT date FROM riddles ORDER BY date")][-2:] == [
            "2026-01-02",
            "2026-01-03",
        ]


async def test_the_lantern_burns_while_somebody_plays(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, _ = here.members
        await begin(here)
        told = list[str]()
        for day in (2, 3, 4, 5):
            if day == 3:
                await solve(here, ann, "2026-01-02", well=False)  # a riddle keeps it too
            elif day != 4:
                await finish(here, ann, HEXARACT)
            await wake(here, day, 9)
            here.rows("DELETE FROM outages")  # as if the bot had been there all day
            told += alts(announced(here)[-1])
        assert "The lantern burns." in told[0]
        assert "The lantern burns: 2 nights in a row. Riddle, Hexaract" in told[1]
        assert len(announced(here)) == 4
        rows = here.rows("SELECT nights, lit_on, empty FROM announcements")
        assert rows == [{"nights": 1, "lit_on": "2026-01-04", "empty": 0}]
        assert told[-1].startswith("Week to 4 January. The lantern burns. Hexaract: 1 · Ann: 0.")


async def test_after_seven_empty_days_nothing_is_sent_until_somebody_plays(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, _ = here.members
        await begin(here)
        for day in range(2, 12):
            await wake(here, day, 9)
        assert len(announced(here)) == 7
        assert all("Who plays first?" in text(post) and not alts(post) for post in announced(here))
        assert here.rows("SELECT announced_on, empty FROM announcements") == [
            {"announced_on": "2026-01-11", "empty": 7}
        ]
        await finish(here, ann, HEXARACT)
        await wake(here, 12, 9)
        assert len(announced(here)) == 8
        assert "1 · Ann" in alts(announced(here)[-1])[0]
        assert here.rows("SELECT empty FROM announcements") == [{"empty": 0}]


async def test_whoever_hides_is_named_nowhere(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, bob = here.members
        await begin(here)
        await here.slash(ann, "privacy", what="hide")
        await finish(here, ann, HEXARACT)
        await solve(here, ann, "2026-01-01", well=True)
        await finish(here, bob, ADVENT)
        await wake(here, 2, 9)
        (post,) = announced(here)
        assert "Ann" not in text(post) + alts(post)[0]
        assert "1 · Bob" in alts(post)[0]
        assert "Found by 1 more: 1 of 1." in alts(post)[0]
