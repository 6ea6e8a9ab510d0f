"""Write a hall as the bot of today leaves it, with something of everything in it:

    python -m tests.halls.write NAME

makes `NAME.sqlite3.xz` and `NAME.json` beside this file: the database, and what was known of it. Do that for each
release. test_halls.py opens them all with the bot of its day, so an update that spoils a proof or a table is noticed.
"""

import asyncio
import json
import lzma
import sys
import tempfile
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

from engine import GAMES
from tables.daily import calendar
from tables.daily.announcements import Announcements
from tables.daily.calendar import today
from tables.daily.riddles import Riddles
from tables.history.archive import Archive
from tables.history.retries import Retries
from tables.people.learners import Lessons
from tables.people.servers import Servers
from tables.play.followers import Followers
from tables.play.model import Request, Table
from tables.play.solitaires import Solitaires

from ..tables.days import DAY, HOME, Clock, House, house
from ..tables.stored import rows
from ..tables.test_rankings import group_game

FOLDER = Path(__file__).parent
PEOPLE = range(501, 513)
ANN, BEN, CAT, DOT, EVE, *OTHERS = PEOPLE
ALONE = tuple([key for key, game in GAMES.items() if game.alone is not None])
# Games of groups, by game, seats and options
GROUPS: tuple[tuple[str, int, Mapping[str, Any]], ...] = (
    ("wyverns-knot", 3, {}),
    ("wyverns-knot", 4, {}),
    ("wyverns-knot", 5, {}),
    ("advyria", 2, {"mode": '"compete"'}),
    ("advyria", 3, {"mode": '"coop"'}),
    ("advyria", 4, {"mode": '"compete"'}),
)
IN_MIDST = (1, 5, 17, 33)  # moves after which a game stands still


class Filling:
    """A hall that is being filled."""

    def __init__(self, here: House, clock: Clock) -> None:
        self.here, self.clock = here, clock
        self.channel = 1000

    def request(self, user_id: int) -> Request:
        self.channel += 1
        return Request(user_id, f"user {user_id}", HOME, self.channel, next(self.here.interactions))

    async def group(self, key: str, seats: int, options: Mapping[str, Any]) -> Table:
        self.channel += 1
        return await group_game(self.here, PEOPLE[:seats], self.channel, key, **options)

    async def alone(self, key: str, user_id: int) -> Table:
        return await Solitaires(self.here.tables).start(key, self.request(user_id))

    async def moves(self, table: Table, count: int) -> None:
        """So many, some of them taken back."""
        for number in range(count):
            now = await self.here.tables.get(table.id)
            if now.phase != "playing":
                return
            await self.here.move(now)
            for player in now.players if number % 4 == 2 else ():
                if (await self.here.tables.look(table.id, player.user_id)).can_undo:
                    await self.here.tables.undo(table.id, player.user_id, next(self.here.interactions))

    async def finished(self) -> None:
        """Games of every kind that come to an end, one of them because its players give up."""
        here = self.here
        for key, seats, options in GROUPS:
            await here.finish(await self.group(key, seats, options))
        given_up = await self.group("wyverns-knot", 3, {})
        await self.moves(given_up, 5)
        for user in (ANN, BEN, CAT):
            act = here.votes.open(given_up.id, user, next(here.interactions)) if user == ANN else None
            await (act or here.votes.cast(given_up.id, user, True, next(here.interactions)))
            if (await here.tables.get(given_up.id)).phase != "playing":
                break
        for key in ALONE:
            over = await self.alone(key, EVE)
            await self.moves(over, 9)
            await here.finish(await here.tables.get(over.id))

    async def deals(self, users: range) -> None:
        """The deals of the day, ranked."""
        for user in users:
            for key in ALONE:
                await self.here.finished(user, key, self.clock.today)

    async def living(self) -> None:
        """Lobbies, games in their midst, a vote that is open."""
        here = self.here
        for key in ("wyverns-knot", "advyria"):
            lobby = await here.lobbies.open(key, self.request(ANN))
            await here.lobbies.join(lobby.id, BEN, "user 502", next(here.interactions))
            await here.lobbies.add_computer(lobby.id, ANN, None, next(here.interactions))
        for number, (key, seats, options) in enumerate(GROUPS):
            for count in IN_MIDST[number % 2 :: 2]:
                await self.moves(await self.group(key, seats, options), count)
        left = await self.group("wyverns-knot", 4, {})
        await self.moves(left, 3)
        await here.tables.leave(left.id, DOT, next(here.interactions))
        voting = await self.group("wyverns-knot", 4, {})
        await self.moves(voting, 4)
        await here.votes.open(voting.id, BEN, next(here.interactions))
        await Followers(here.database).toggle(voting.id, OTHERS[0], next(here.interactions))
        self.channel += 1
        table = await here.lobbies.open("wyverns-knot", self.request(ANN))
        await here.lobbies.join(table.id, BEN, "user 502", next(here.interactions))
        await here.lobbies.add_computer(table.id, ANN, None, next(here.interactions))
        await here.lobbies.go_first(table.id, ANN, next(here.interactions))
        await here.lobbies.start(table.id, ANN, next(here.interactions))
        for number, count in enumerate(IN_MIDST):
            for key in ALONE:
                await self.moves(await self.alone(key, OTHERS[number]), count)

    async def people(self) -> None:
        """Lessons, preferences, a hidden player, a reminder, a daily post."""
        here, lessons = self.here, Lessons(self.here.database)
        for key in GAMES:
            at = await lessons.begin(ANN, key, next(here.interactions))
            await lessons.go_on(at, 1, (), next(here.interactions), learned=key == "hexaract")
        await here.people.prefer(ANN, direct="none", form="words-first", whys=False, moving=False, language="de")
        await here.people.set_reminder(BEN, 18)
        await here.people.set_hidden(CAT, True)
        await Servers(here.database).choose(HOME, ANN, None, language="fr")
        await Announcements(here.database).put(HOME, 1, 7, set_by=ANN)

    async def riddle(self, user_id: int) -> None:
        riddles = Riddles(self.here.database)
        await riddles.prepare()
        await riddles.answer(self.clock.today, 0, self.request(user_id))

    async def what_if(self) -> None:
        """Ann plays on from the middle of a game that is packed."""
        (game,) = self.here.rows("SELECT min(table_id) AS id FROM archive")
        retries = Retries(self.here.tables)
        retry = await retries.begin(game["id"], 2, self.request(ANN))
        state = await retries.state(retry, "user 501")
        if state.followed.seen.legal:
            await retries.move(retry, [state.followed.seen.legal[0]], next(self.here.interactions))


async def fill(here: House, clock: Clock) -> None:
    """Three days: what is finished on the first is packed on the last."""
    filling = Filling(here, clock)
    await filling.people()
    await filling.finished()
    await filling.deals(range(ANN, DOT))
    await filling.riddle(ANN)
    await here.deal(DOT, "hexaract", clock.today)  # which isn't finished in time
    clock.set(days=1, hour=13)
    await filling.deals(range(ANN, CAT))
    await filling.riddle(ANN)
    clock.set(days=2, hour=15)
    await here.deals.count_unfinished()
    here.rows("UPDATE tables SET shown = version")
    assert await Archive(here.database).pack() > 0
    await filling.deals(range(ANN, BEN))
    await filling.finished()
    await filling.living()
    await filling.riddle(ANN)
    await filling.riddle(BEN)
    await filling.what_if()


async def facts(here: House) -> Mapping[str, Any]:
    """What this version says of the hall, in values that all versions understand."""
    finished, living = dict[int, Any](), dict[int, Any]()
    for row in here.rows("SELECT id, phase FROM tables WHERE phase IN ('playing', 'over') ORDER BY id"):
        record = await here.tables.load_settled(row["id"])
        state = record.state()
        if row["phase"] == "over":
            outcome = None if record.table.conceded else record.game.outcome(state)
            told = outcome and [outcome.won, [*outcome.winners], [*outcome.scores]]
            finished[row["id"]] = {"moves": len(record.history), "told": told}
        else:
            legal = len(record.game.legal_moves(state))
            living[row["id"]] = {
                "moves": len(record.history), "to_act": record.game.to_act(state), "legal": legal,
            }  # fmt: skip
    return {"written": calendar.now(), "finished": finished, "living": living, "boards": await boards(here)}


async def boards(here: House) -> Mapping[str, Any]:
    """The rankings and streaks as they stand."""
    found = dict[str, Any]()
    for key in ALONE:
        for period, day in (("day", DAY), ("day", DAY + timedelta(days=1)), ("month", DAY)):
            for guild_id in (HOME, None):
                board = await here.rankings.board(key, period, day, guild_id=guild_id, user_id=ANN)  # type: ignore[arg-type]
                found[f"{key} {period} {day} {guild_id}"] = [
                    [row.place, row.user_id, row.points, row.deals, row.wins] for row in board.rows
                ]
    wins = await here.rankings.wins("advyria", "month", DAY, guild_id=HOME, user_id=ANN)
    found["wins"] = [[row.place, row.user_id, row.points, row.deals] for row in wins.rows]
    groups = await here.rankings.groups("wyverns-knot", "month", DAY, guild_id=HOME, user_id=ANN)
    found["groups"] = [[row.place, row.score, row.table_id] for row in groups.rows]
    for user in PEOPLE:
        streak = await here.profiles.streak(user)
        found[f"streak {user}"] = [streak.current, streak.longest, streak.embers]
    return found


async def write(name: str) -> None:
    clock = Clock()
    calendar.utcnow = lambda: clock.at  # type: ignore[attr-defined]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hall.sqlite3"
        async with house(path) as here:
            await fill(here, clock)
            known = await facts(here)
            assert today() == clock.today
        rows(path, "PRAGMA journal_mode = DELETE")
        rows(path, "VACUUM")
        FOLDER.joinpath(f"{name}.sqlite3.xz").write_bytes(lzma.compress(path.read_bytes(), preset=9))
    FOLDER.joinpath(f"{name}.json").write_text(f"{json.dumps(known, indent=1)}\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(write(sys.argv[1]))
