"""What each command costs in a hall with 100,000 finished games, alone and with 40 users at once:

    python -m benchmarks.hall [--games 100000] [--database FILE] [COMMAND ...]

The columns are milliseconds of looking things up, without Discord and pictures: the median of one user alone; the time
until the last of 40 users who ask at once is answered; the longest that the event loop was busy at a stretch meanwhile,
by the clock, and in processor time, which other programs don't lengthen; and the 99th percentile of others' `/hand` at
a hundred tables in play. `quiet` is their `/hand` while nobody asks for anything else. Needs the `test` extra. With a
path the database is kept, and used again. COMMAND is how a command's name begins; without any, all are measured.
"""

import argparse
import asyncio
import gc
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from bot import SWITCH_INTERVAL  # noqa: E402
from engine import GAMES, Outcome, encode  # noqa: E402
from tables.boards import periods  # noqa: E402
from tables.boards.rankings import Rankings  # noqa: E402
from tables.boards.standings import LEAST_DEALS  # noqa: E402
from tables.daily.calendar import today  # noqa: E402
from tables.daily.deals import Deals  # noqa: E402
from tables.history.archive import Archive  # noqa: E402
from tables.people.people import People  # noqa: E402
from tables.people.privacy import Privacy  # noqa: E402
from tables.people.profile import Profiles  # noqa: E402
from tables.play import results  # noqa: E402
from tables.play.lobbies import Lobbies  # noqa: E402
from tables.play.model import Request  # noqa: E402
from tables.play.solitaires import Solitaires  # noqa: E402
from tables.play.tables import Tables  # noqa: E402
from tables.store import schema  # noqa: E402
from tables.store.database import Database  # noqa: E402
from tests.engine.players import Setup, lasting, playthrough  # noqa: E402
from tests.tables.stored import migrated  # noqa: E402

GAMES_OVER = 100_000
PEOPLE, SERVERS, CHANNELS = 100_000, 500, 2_000
PERIODS: tuple[periods.Period, ...] = ("day", "week", "month", "all")
REGULARS = 2_000  # people who play half of the games
PLAYING = 100  # tables
DAYS = 365
AT_ONCE, ALONE = 40, 7
LEAST = 40  # hands of others, at least
PACKED = 100  # games
SAMPLES = 3  # real games of each kind; all others copy their moves
KINDS: tuple[tuple[str, int, float, dict[str, str]], ...] = (  # game, seats, share of the games, options
    ("wyverns-knot", 4, 0.25, {}),
    ("advyria", 3, 0.1, {}),
    ("advyria", 2, 0.05, {"mode": "coop"}),
    ("hexaract", 1, 0.2, {}),
    ("forest-of-wyr", 1, 0.2, {}),
    ("advent-of-the-wyrms", 1, 0.2, {}),
)
USER = 1_000_000_000_000_000  # the first one's id
SEEDED = random.Random(1)
MEMBERS = schema.members.name
Row: TypeAlias = dict[str, Any]


# -- A hall


def build(path: Path, games: int, people: int = PEOPLE) -> None:
    """Fill a new database."""
    migrated(path)
    with closing(sqlite3.connect(path)) as connection:
        for pragma in ("journal_mode = OFF", "synchronous = OFF"):
            connection.execute(f"PRAGMA {pragma}")
        at = int(datetime.now(UTC).timestamp())
        named = ({"user_id": user(n), "name": f"user {n}", "hidden": False, "at": at} for n in range(people))
        put(connection, "people", named)
        seen = {(1 + SEEDED.randrange(SERVERS), user(SEEDED.randrange(people))) for _ in range(2 * people)}
        here = {"name": "somebody", "at": at - 10**7}
        put(connection, MEMBERS, ({"guild_id": guild, "user_id": user_id, **here} for guild, user_id in seen))
        kinds = [(key, seats, GAMES[key].options(**options)) for key, seats, _, options in KINDS]
        samples = [
            [Sample(Setup(GAMES[key], seats, options), n) for n in range(SAMPLES)] for key, seats, options in kinds
        ]
        shares = [share for _, _, share, _ in KINDS]
        batch = [games_of(samples, shares, number, games) for number in range(1, games + PLAYING + 1)]
        for first in range(0, len(batch), 2_000):
            rows: dict[str, list[Any]] = {}
            for table, row in (pair for made in batch[first : first + 2_000] for pair in made):
                rows.setdefault(table, []).append(row)
            for table, table_rows in rows.items():
                put(connection, table, table_rows)
        connection.commit()
        standings(connection, people)
        rankings(connection)
        connection.commit()
        connection.execute("PRAGMA journal_mode = WAL")


class Sample:
    """A game as it is stored: what its log and its results have."""

    def __init__(self, setup: Setup, number: int) -> None:
        self.setup, self.seed = setup, f"{number:064x}"
        moves = list(playthrough(setup, self.seed, lasting))
        game, self.log, turn = setup.game, list[Row](), 1
        for version, (_, seat, move, step) in enumerate(moves, 1):
            turn += version > 1 and seat != self.log[-1]["seat"]
            told = {"events": encode(step.events).decode(), "reveals": step.reveals}
            self.log.append(
                {"version": version, "turn": turn, "kind": "move", "seat": seat, "move": encode(move).decode(), **told}
            )
        self.outcome = game.outcome(moves[-1].step.state)
        self.snapshot = encode(moves[-1].step.state).decode()
        self.first = encode(moves[0].state).decode()


def games_of(
    samples: Sequence[Sequence[Sample]], shares: Sequence[float], number: int, games: int
) -> Iterator[tuple[str, Row]]:
    """The rows of one game, by table of the database."""
    over = number <= games
    sample = SEEDED.choice(SEEDED.choices(samples, shares)[0] if over else samples[0])
    setup = sample.setup
    users = [user(SEEDED.randrange(REGULARS if SEEDED.random() < 0.5 else PEOPLE)) for _ in range(setup.seats)]
    users = [user_id + (PEOPLE if user_id in users[:seat] else 0) for seat, user_id in enumerate(users)]
    alone = setup.seats == 1
    guild, channel = 1 + SEEDED.randrange(SERVERS), SEEDED.randrange(CHANNELS) if over else CHANNELS + number
    at = int(datetime.now(UTC).timestamp()) - (SEEDED.randrange(86400, DAYS * 86400) if over else 60)
    day = datetime.fromtimestamp(at, UTC).date().isoformat() if over and alone else None
    log, of_table = sample.log if over else [], {"table_id": number}
    yield "tables", row_of(sample, number, over=over, host=users[0], guild=guild, channel=channel, at=at, day=day)
    for seat, user_id in enumerate(users):
        sitting = {"user_id": user_id, "name": f"user {user_id}", "seat": seat, "place": seat, "living": not over}
        yield "players", {**of_table, **sitting}
    for row in log:
        yield "log", {**of_table, **row, "user_id": users[row["seat"]], "at": at}
    if not over or sample.outcome is None:
        return
    of_game = {**of_table, "game": setup.game.key, "guild_id": guild, "date": day}
    for result in results_of(sample.setup, sample.outcome, users, SEEDED.randrange(-3, 4)):
        yield "results", {**of_game, **result, "finished_at": at}
    post = {"slot": "board", "user_id": 0, "channel_id": channel, "message_id": number, "turn": 1, "digest": ""}
    yield "posts", {**of_table, **post}
    if day is not None:
        yield "attempts", {**of_game, "user_id": users[0], "scope": "day", "seats": 1, "channel_id": channel, "at": at}


def row_of(
    sample: Sample, number: int, *, over: bool, host: int, guild: int, channel: int, at: int, day: str | None
) -> Row:
    setup, game, log = sample.setup, sample.setup.game, sample.log if over else []
    return {
        "id": number,
        "game": game.key,
        "rules": game.version,
        "options": encode(setup.options).decode(),
        "phase": "over" if over else "playing",
        "solo": setup.seats == 1,
        "version": len(log),
        "shown": len(log),
        "turn": log[-1]["turn"] if log else 1,
        "seats": setup.seats,
        "host_id": host,
        "first_id": host,
        "guild_id": guild,
        "channel_id": channel,
        "own_thread": False,
        "conceded": False,
        "seed": sample.seed,
        "snapshot": sample.snapshot if over else sample.first,
        "shape": game.shape,
        "created_at": at,
        "changed_at": at,
        "date": day,
        "ranked": day is not None,
    }


def results_of(setup: Setup, outcome: Outcome, users: Sequence[int], luck: int) -> Iterator[Row]:
    """By seat: its user, whether they won, their score and tiebreak, the party and its points."""
    together, party = setup.game.cooperative(setup.options), results.party_text(users)
    points = outcome.scores[0] + luck if together and setup.seats > 1 else None
    for seat, user_id in enumerate(users):
        won = outcome.won if together else seat == luck % setup.seats
        tiebreak = results.sortable(outcome.tiebreak, won=won) if won is not None else ""
        own = {"seat": seat, "user_id": user_id, "won": won, "score": outcome.scores[seat] + luck}
        yield {**own, "tiebreak": tiebreak, "party": party, "points": points}


def standings(connection: sqlite3.Connection, people: int) -> None:
    """The standings of the deals of the day, as `standings.count` makes them."""
    played: dict[tuple[str, str, int], list[tuple[int, str, bool]]] = {}
    daily_results = "SELECT game, date, user_id, score, tiebreak, won FROM results WHERE date IS NOT NULL"
    for game, date, user_id, score, tiebreak, won in connection.execute(daily_results):
        day = datetime.fromisoformat(date).date()
        for period in PERIODS:
            key = periods.key(period, day)
            played.setdefault((game, key, user_id), []).append((max(0, score), tiebreak, bool(won)))
    rows = list[Row]()
    for (game, key, user_id), deals in played.items():
        points, tiebreak = sum(score for score, *_ in deals), max(deals)[1] if len(key) == 10 else ""
        wins, listed = sum(won for *_, won in deals), key != "all" or len(deals) >= LEAST_DEALS
        counted = {"deals": len(deals), "wins": wins, "listed": listed}
        rows.append(
            {"game": game, "period": key, "user_id": user_id, "points": points, "tiebreak": tiebreak, **counted}
        )
    put(connection, "standings", rows)
    alike = {"period": str(today()), "tiebreak": "", "deals": 1, "wins": 0, "listed": True}
    everybody = (
        {"game": key, "user_id": user(number), "points": SEEDED.randrange(200), **alike}
        for key in DAILY
        for number in range(people)
    )
    put(connection, "standings", everybody)


DAILY = ("hexaract",)  # games whose deal of today everybody has played
# Each result in the periods that it belongs to, for everywhere (0) and for its server
PLACED = """
    WITH placed AS (
        SELECT results.*, period, 0 AS scope FROM results JOIN spans ON day = date(finished_at, 'unixepoch')
        UNION ALL
        SELECT results.*, period, guild_id FROM results JOIN spans ON day = date(finished_at, 'unixepoch')
        WHERE guild_id IS NOT NULL
    )
"""
WINS = """
    INSERT INTO win_standings (game, period, guild_id, user_id, wins, games, listed)
    SELECT game, period, scope, user_id, sum(won), count(*), TRUE FROM placed
    WHERE points IS NULL AND party LIKE '%,%' GROUP BY game, period, scope, user_id
"""
GROUPS = """
    INSERT INTO group_standings (game, period, guild_id, party, points, table_id)
    SELECT game, period, scope, party, points, table_id FROM placed
    WHERE seat = 0 AND points IS NOT NULL ORDER BY points DESC, table_id ON CONFLICT DO NOTHING
"""


def rankings(connection: sqlite3.Connection) -> None:
    """The standings by wins and those of groups, as `standings.count_wins` and `standings.count_group` make them."""
    connection.execute("CREATE TEMPORARY TABLE spans (day TEXT, period TEXT, PRIMARY KEY (day, period))")
    for (day,) in connection.execute("SELECT DISTINCT date(finished_at, 'unixepoch') FROM results").fetchall():
        keys = [periods.key(period, datetime.fromisoformat(day).date()) for period in PERIODS]
        connection.executemany("INSERT INTO spans VALUES (?, ?)", [(day, key) for key in keys])
    for ranked in (WINS, GROUPS):
        connection.execute(PLACED + ranked)


def put(connection: sqlite3.Connection, table: str, rows: Iterable[Row]) -> None:
    """The first of those with the same key stays."""
    rows = list(rows)
    if rows:
        names, values = ", ".join(rows[0]), ", ".join(f":{name}" for name in rows[0])
        connection.executemany(f"INSERT INTO {table} ({names}) VALUES ({values}) ON CONFLICT DO NOTHING", rows)


def user(number: int) -> int:
    return USER + number


# -- Who asks for what

Ask = Callable[[int], Awaitable[Any]]  # as this user


def commands(database: Database, packed: Sequence[int] = (1,)) -> Mapping[str, Ask]:
    """What to measure, by name. `packed`: the tables whose games are packed."""
    tables, people = Tables(database), People(database)
    profiles = Profiles(database)
    lobbies, dailies = Lobbies(tables), Deals(tables)
    privacy, solitaires = Privacy(tables, lobbies, people), Solitaires(tables)
    interactions = count(1)

    def asked(user_id: int, channel: int = 0) -> Request:
        return Request(
            user_id, "somebody", guild_id=1, channel_id=channel or user_id, interaction_id=next(interactions)
        )

    async def board(user_id: int) -> None:
        table = await tables.in_channel(user_id % CHANNELS)
        if table is not None:
            await tables.look(table.id, user_id)

    async def daily(user_id: int) -> None:
        for game in await dailies.statuses(user_id, today()):
            await dailies.deal(game, today())
        await profiles.streak(user_id)

    return {
        **leaderboards(Rankings(database)),
        "profile": profiles.profile,
        "daily": daily,
        "autocomplete of game": tables.of_user,
        "board": board,
        "board of a packed game": lambda user_id: tables.look(packed[user_id % len(packed)], user_id),
        "verify": lambda user_id: tables.verify(1 + user_id % 1000),
        "verify a packed game": lambda user_id: tables.verify(packed[user_id % len(packed)]),
        "play (lobby)": lambda user_id: lobbies.open("wyverns-knot", asked(user_id, USER + next(interactions))),
        "play (alone)": lambda user_id: solitaires.start("hexaract", asked(USER + PEOPLE * 10 + next(interactions))),
        "daily game": lambda user_id: dailies.play("hexaract", today(), asked(USER + PEOPLE * 10 + next(interactions))),
        "privacy hide": lambda user_id: people.set_hidden(user_id, True),
        "privacy export": lambda user_id: privacy.export(user_id, BytesIO()),
        "privacy delete": privacy.delete,
    }


def leaderboards(rankings: Rankings) -> Mapping[str, Ask]:
    def ranked(kind: str, game: str, period: periods.Period, guild: int | None, page: int | None = 0) -> Ask:
        ask = getattr(rankings, kind)
        return lambda user_id: ask(game, period, today(), guild_id=guild, user_id=user_id, page=page)

    asks: dict[str, Ask] = {}
    for title, kind, game in (
        ("daily", "board", "hexaract"),
        ("wins", "wins", "advyria"),
        ("groups", "groups", "wyverns-knot"),
    ):
        for period in PERIODS:
            asks[f"leaderboard {title} {period}"] = ranked(kind, game, period, None)
        asks[f"leaderboard {title} all, here"] = ranked(kind, game, "all", 1)
        asks[f"leaderboard {title} all, mine"] = ranked(kind, game, "all", None, None)
    asks["leaderboard daily day, far down"] = ranked("board", "hexaract", "day", None, PEOPLE)
    return asks


async def hand(tables: Tables, table_id: int, channel: int, user_id: int) -> None:
    """What `/hand` looks up."""
    await tables.in_channel(channel)
    await tables.of_user(user_id)
    seen = await tables.look(table_id, user_id, own=True)
    await tables.heard(table_id, seen.seat, since=(await tables.last_acted(table_id, user_id))[1])


class Others:
    """Players who ask for their hands meanwhile. It also measures how long the loop was busy at a stretch."""

    def __init__(self, tables: Tables, hands: Sequence[tuple[int, int, int]]) -> None:
        self._tables, self._hands = tables, hands
        self.waited, self.blocked, self.busy = list[float](), 0.0, 0.0
        self._enough = asyncio.Event()

    async def __aenter__(self) -> "Others":
        self._tasks = [asyncio.create_task(self._ask()) for _ in range(4)] + [asyncio.create_task(self._watch())]
        await asyncio.sleep(0.05)
        self.waited, self.blocked, self.busy = [], 0.0, 0.0
        self._enough.clear()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._enough.wait()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _ask(self) -> None:
        while True:
            start = time.perf_counter()
            await hand(self._tables, *SEEDED.choice(self._hands))
            self.waited.append(time.perf_counter() - start)
            if len(self.waited) == LEAST:
                self._enough.set()
            await asyncio.sleep(0.02)

    async def _watch(self) -> None:
        while True:
            start, spent = time.perf_counter(), time.thread_time()
            await asyncio.sleep(0)
            self.blocked = max(self.blocked, time.perf_counter() - start)
            self.busy = max(self.busy, time.thread_time() - spent)
            await asyncio.sleep(0.001)


def ms(seconds: float) -> float:
    return 1000 * seconds


async def packed_games(database: Database, path: Path) -> Sequence[int]:
    """The tables whose games are packed. The first time this packs some."""
    packed = "SELECT table_id FROM archive"
    with closing(sqlite3.connect(path)) as connection:
        if not connection.execute(packed).fetchone():
            start = time.perf_counter()
            await Archive(database).pack(PACKED)
            print(f"packed {PACKED} games in {time.perf_counter() - start:.1f} s")
        return [table_id for (table_id,) in connection.execute(packed)]


async def measure(path: Path, only: Sequence[str] = ()) -> None:
    start = time.perf_counter()
    database = await Database.open(path)
    print(f"opened in {time.perf_counter() - start:.1f} s")
    if database.checking:
        await database.checking
        print(f"checked in {time.perf_counter() - start:.1f} s")
    tables, packed = Tables(database), await packed_games(database, path)
    playing = "SELECT id, channel_id, host_id FROM tables WHERE phase = 'playing' AND channel_id > ? LIMIT ?"
    with closing(sqlite3.connect(path)) as connection:
        hands = connection.execute(playing, (CHANNELS, PLAYING)).fetchall()
    gc.freeze()  # as the bot does at its start
    async with Others(tables, hands) as quiet:
        await asyncio.sleep(2)
    print(f"quiet: hand p99 {ms(percentile(quiet.waited)):.0f} ms, loop {ms(quiet.blocked):.0f} ms")
    print(f"{'':<34}{'alone':>8}{'40 at once':>12}{'loop':>8}{'of its own':>12}{'others p99':>12}{'failed':>8}")
    users = iter(SEEDED.sample(range(REGULARS), REGULARS))
    for name, ask in commands(database, packed).items():
        if only and not name.startswith(tuple(only)):
            continue
        alone = list[float]()
        for _ in range(ALONE):
            start = time.perf_counter()
            await asyncio.gather(ask(user(next(users, 0))), return_exceptions=True)
            alone.append(time.perf_counter() - start)
        async with Others(tables, hands) as others:
            start = time.perf_counter()
            waits = [ask(user(SEEDED.randrange(REGULARS))) for _ in range(AT_ONCE)]
            answers = await asyncio.gather(*waits, return_exceptions=True)
            took = time.perf_counter() - start
        failed = [answer for answer in answers if isinstance(answer, BaseException)]
        print(f"{name:<34}{ms(statistics.median(alone)):>8.1f}{ms(took):>12.0f}{ms(others.blocked):>8.0f}", end="")
        print(f"{ms(others.busy):>12.0f}{ms(percentile(others.waited)):>12.0f}{len(failed):>8}", end="")
        print(f"  {failed[0]!r:.60}" if failed else "", flush=True)
    await database.close()


def percentile(values: Sequence[float], share: float = 0.99) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def main() -> None:
    parser = argparse.ArgumentParser(description="What each command costs in a hall with many games")
    parser.add_argument("--games", type=int, default=GAMES_OVER)
    parser.add_argument("--database", type=Path)
    parser.add_argument("commands", nargs="*", metavar="COMMAND")
    given = parser.parse_args()
    sys.setswitchinterval(SWITCH_INTERVAL)
    with tempfile.TemporaryDirectory() as folder:
        path: Path = given.database or Path(folder) / "hall.sqlite3"
        if not path.exists():
            start = time.perf_counter()
            build(path, given.games)
            print(f"built {given.games:,} games in {time.perf_counter() - start:.0f} s")
        print(f"{path.stat().st_size / 2**20:,.0f} MiB")
        asyncio.run(measure(path, given.commands))


if __name__ == "__main__":
    main()
