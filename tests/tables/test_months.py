"""A month of the days gone by, as one user sees it."""

import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

from tables.daily.months import Months
from tables.daily.riddles import Riddles
from tables.play.model import Request
from tables.play.solitaires import Solitaires

from .days import DAY, HOME, Clock, clock, house
from .riddles import best_of, fix
from .stored import noted

ANN, BEN = 900001, 900002
KEY = "forest-of-wyr"

__all__ = ["clock"]  # a fixture


async def test_a_month_says_what_one_has_made_of_each_day(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        months = Months(here.database)
        fix(here, DAY)
        await here.deal(ANN, KEY, DAY)
        table = await here.deal(ANN, "hexaract", DAY)
        await Solitaires(here.tables).give_up(table.id, ANN, next(here.interactions))
        request = Request(ANN, "Ann", HOME, HOME, next(here.interactions))
        await Riddles(here.database).answer(DAY, best_of("hexaract"), request)
        await here.deal(BEN, "advyria", DAY)
        month = await months.of(ANN, DAY)
        assert (month.first, len(month.days), month.earlier) == (date(2026, 11, 1), 30, False)
        (today,) = [one for one in month.days if one.deals]
        assert today.day == DAY
        assert today.deals == {KEY: "begun", "hexaract": "played", "advyria": "open"}
        assert (today.riddle, today.closed) == ("won", False)
        (his,) = [one for one in (await months.of(BEN, DAY)).days if one.deals]
        assert his.deals == {KEY: "open", "hexaract": "open", "advyria": "begun"}
        assert his.riddle == "open"
        clock.set(days=1, hour=2)
        await here.deals.count_unfinished()
        today = next(one for one in (await months.of(ANN, DAY)).days if one.day == DAY)
        assert today.closed
        assert today.deals[KEY] == "begun", "it was not played, but given up"
        clock.set(days=30)
        assert (await months.of(ANN, clock.today)).earlier


async def test_tomorrows_riddle_is_on_no_calendar(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        fix(here, date(2026, 11, 21))
        assert not any(one.riddle for one in (await Months(here.database).of(ANN, DAY)).days)


async def test_years_back_nothing_of_other_months_is_read(tmp_path: Path, clock: Clock) -> None:
    async with house(tmp_path / "hall.sqlite3") as here:
        for year in range(2016, 2026):
            for number in range(1, 13):
                for game in (KEY, "hexaract"):
                    here.rows(
                        "INSERT INTO deals VALUES ('day', ?, ?, 1, 1, '{}', ?, ?, TRUE, NULL)",
                        game,
                        f"{year}-{number:02}-15",
                        *[f"{1:064x}"] * 2,
                    )
        read = list[Any]()

        def note(statement: str, values: Any) -> None:
            if "BETWEEN" in statement and "FROM deals" in statement:
                read.append((statement, values))

        with noted(note):
            shown = await Months(here.database).of(ANN, date(2019, 3, 1))
        assert [one.day for one in shown.days if one.deals] == [date(2019, 3, 15)]
        ((statement, values),) = read
        with closing(sqlite3.connect(tmp_path / "hall.sqlite3")) as connection:
            ((*_, step),) = connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)
        assert "(scope=? AND game=? AND date>? AND date<?)" in step
