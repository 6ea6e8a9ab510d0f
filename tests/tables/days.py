"""A hall's database under a clock that tests move, without Discord."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import GAMES, decode, rules
from tables.boards.rankings import Rankings
from tables.daily.deals import Deals
from tables.people.people import People
from tables.people.privacy import Privacy
from tables.people.profile import Profiles
from tables.play.alerts import Alerts
from tables.play.lobbies import Lobbies
from tables.play.model import Request, Table
from tables.play.posts import Posts
from tables.play.results import Results
from tables.play.tables import Tables
from tables.play.votes import Votes
from tables.store.database import Database, Where

from ..engine.players import uniform
from .stored import migrated, rows

DAY = date(2026, 11, 20)  # a Friday
HOME, AWAY = 71, 72  # two servers
SECRET = f"{7:064x}"  # that the deals of the tests are made with, so that they are always the same


@dataclass
class Clock:
    at: datetime = datetime(2026, 11, 20, 12, tzinfo=UTC)

    def set(self, days: int = 0, hour: int = 12, minute: int = 0, second: int = 0) -> None:
        """To a time on DAY, or days after it."""
        self.at = datetime(DAY.year, DAY.month, DAY.day, hour, minute, second, tzinfo=UTC) + timedelta(days=days)

    @property
    def today(self) -> date:
        return self.at.date()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The one clock of the house: noon of DAY, until the test sets it."""
    clock = Clock()
    monkeypatch.setattr("tables.daily.calendar.utcnow", lambda: clock.at)
    return clock


@dataclass
class House:
    where: Where
    database: Database
    tables: Tables
    interactions: "count[int]" = field(default_factory=lambda: count(1))
    luck: Random = field(default_factory=lambda: Random(1))

    def __post_init__(self) -> None:
        self.lobbies = Lobbies(self.tables)
        self.votes = Votes(self.tables)
        self.alerts = Alerts(self.database)
        self.posts = Posts(self.database)
        self.deals = Deals(self.tables)
        self.results = Results(self.database)
        self.rankings = Rankings(self.database)
        self.profiles = Profiles(self.database)
        self.people = People(self.database)
        self.privacy = Privacy(self.tables, self.lobbies, self.people)

    def rows(self, query: str, *values: Any) -> list[Mapping[str, Any]]:
        return rows(self.where, query, *values)

    def everything(self) -> Mapping[str, list[Mapping[str, Any]]]:
        """Every row of every table."""
        listed = {
            "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table'",
            "postgresql": "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
        }
        names = self.rows(listed[self.database.dialect])
        return {row["name"]: self.rows(f"SELECT * FROM {row['name']}") for row in names}

    def state(self, table: Table) -> Any:
        (row,) = self.rows("SELECT rules, snapshot FROM tables WHERE id = ?", table.id)
        game = rules(table.game, row["rules"])
        assert game
        return decode(game.state, row["snapshot"].encode())

    async def export(self, user_id: int) -> Mapping[str, Any]:
        file = BytesIO()
        await self.privacy.export(user_id, file)
        stored: Mapping[str, Any] = decode(Any, file.getvalue())
        return stored

    async def deal(self, user_id: int, game: str, day: date, *, guild_id: int | None = HOME) -> Table:
        """The ranked attempt."""
        return await self.deals.play(game, day, Request(**self._who(user_id, guild_id)))

    async def practise(self, user_id: int, game: str, day: date) -> Table:
        return await self.deals.practice(game, day, Request(**self._who(user_id, HOME)))

    def _who(self, user_id: int, guild_id: int | None) -> dict[str, Any]:
        where = {"guild_id": guild_id, "channel_id": (guild_id or 0) * 10}
        return {"user_id": user_id, "name": f"user {user_id}", "interaction_id": next(self.interactions), **where}

    async def move(self, table: Table) -> None:
        """Any one move of whoever is to act."""
        state, game = self.state(table), GAMES[table.game]
        actor = table.sitting(game.to_act(state))
        assert actor
        move = uniform(game, state, self.luck.random)
        await self.tables.play(table.id, actor.user_id, [move], next(self.interactions))

    async def finish(self, table: Table) -> Table:
        """Play it to its end, anyhow."""
        while (now := await self.tables.get(table.id)).phase == "playing":
            await self.move(now)
        return now

    async def finished(self, user_id: int, game: str, day: date) -> Table:
        return await self.finish(await self.deal(user_id, game, day))


@asynccontextmanager
async def house(where: Where, *, secret: str | None = SECRET) -> AsyncIterator[House]:
    """`secret` None: the one that it has made for itself."""
    database = await Database.open(migrated(where) if secret and isinstance(where, Path) else where)
    try:
        house = House(where, database, Tables(database))
        if secret:
            house.rows("UPDATE secrets SET value = ?", secret)
            database.forget()
        yield house
    finally:
        await database.close()
