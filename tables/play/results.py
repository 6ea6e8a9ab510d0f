"""Results: one row for each seat, written in the transaction in which a game ends."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import bindparam, select

from engine import Data, Outcome, Seat

from ..boards import standings
from ..daily.calendar import closes_at, now
from ..store import schema
from ..store.database import Database
from ..store.kinds import Id, When
from ..store.statements import Rows, Write
from ..store.transaction import Transaction
from ..store.upserts import upsert
from .computer_names import of_user
from .model import LEAST_PEOPLE, GameRecord, Table
from .newcomers import Newcomers

HARDER = 1000  # points for each step of difficulty to a group that won: more than any score
SHIFT = 2**31  # added to each number of a tiebreak, so that none is negative


class Recorded(Struct, array_like=True, frozen=True):
    """A row of `results`, but for what boards alone need of it."""

    table_id: Id
    seat: Seat
    user_id: Id | None
    game: str
    guild_id: Id | None
    date: datetime.date | None
    won: bool | None
    score: int
    tiebreak: str
    finished_at: When
    unfinished: bool


@dataclass(frozen=True)
class Result:
    """How a game ended for one seat."""

    table_id: int
    seat: Seat
    user_id: int | None  # None: it was vacant at the end, or its player has been forgotten
    game: str
    guild_id: int | None
    day: datetime.date | None  # of the deal in which it is ranked
    won: bool | None  # None if the game has only a score
    score: int
    finished_at: int  # seconds since 1970
    reached: tuple[int, ...] = ()  # what a defeat came to, see `reached_by`
    unfinished: bool = False  # a deal of the day that was given up by not finishing it in time


class Told(Data, frozen=True):
    """The result of a game as its players were told it, in values of the rules.

    No new version of the bot changes them, so a proof compares them: see history/proofs.py.
    """

    won: tuple[bool | None, ...]  # by seat; None if the game has only a score
    scores: tuple[int, ...]  # by seat
    tiebreak: str  # of a win, see `sortable`; else empty


def told(outcome: Outcome) -> Told:
    won = tuple([outcome.has_won(seat) for seat in range(len(outcome.scores))])
    return Told(won, outcome.scores, sortable(outcome.tiebreak, won=True) if any(won) else "")


class Results:
    def __init__(self, database: Database) -> None:
        self._database = database
        self.newcomers = Newcomers(database)

    async def of(self, table_id: int) -> tuple[Result, ...]:
        """A game's results by seat. There are none for practice."""
        async with self._database.glance() as transaction:
            return await of(transaction, table_id)

    async def history(self, user_id: int, *, limit: int = 100) -> tuple[Result, ...]:
        """This user's latest results, newest first."""
        async with self._database.glance() as transaction:
            return tuple(map(_result, await transaction.all(_OF_USER, Recorded, user=user_id, most=limit)))


async def of(transaction: Transaction, table_id: int) -> tuple[Result, ...]:
    return tuple(map(_result, await transaction.whole(_OF_TABLE, Recorded, of=table_id)))


_row, _gone = schema.results.c, schema.departures.c
_RESULTS = select(*[_row[name] for name in Recorded.__struct_fields__])
_OF_TABLE = _RESULTS.where(_row.table_id == bindparam("of")).order_by(_row.seat)
_OF_USER = (
    _RESULTS.where(_row.user_id == bindparam("user"))
    .order_by(_row.finished_at.desc(), _row.table_id.desc())
    .limit(bindparam("most"))
)
_LOST = select(_gone.seat, _gone.user_id).where(
    _gone.table_id == bindparam("of"), _gone.begun, _gone.loses, ~_gone.meanwhile
)


def has_results(table: Table) -> bool:
    """Whether a game has results when it ends: practice has none. Take the lock STANDINGS before recording them."""
    return table.closes_at is None or table.ranked


def outcome_of(loaded: GameRecord) -> Outcome | None:
    """How a game ended that is over; None if it was given up, and nobody has won."""
    table = loaded.table
    if table.won_by is not None:
        return Outcome((table.won_by,), (0,) * table.seats, None)
    outcome: Outcome | None = None if table.conceded else loaded.game.outcome(loaded.state())
    return outcome


async def record(transaction: Transaction, loaded: GameRecord, outcome: Outcome | None) -> list[Write]:
    """The results of a game that ends in this transaction, to be written. For `outcome` see `outcome_of`.

    A deal of the day or week counts once, and only until its ranked play is closed, because its seed is public
    afterwards. A deal of the day that isn't finished by then counts as given up: see record_unfinished. A group's game
    with computer players or hints counts for no board. In games against each other, a computer player that stands in
    for somebody doesn't matter. A deal of the week counts for that week's board alone, which nobody sees before the
    week is closed.
    """
    table, game = loaded.table, loaded.game
    if table.closes_at is not None and now() >= table.closes_at:  # STANDINGS is locked here: a count of the week waits
        return []
    writes = list[Write]()
    computers, hints = _with_computers(loaded), table.hints or 0
    party, points = party_text(player.user_id for player in table.counting or table.players), None
    if table.week is not None:
        if table.counting:
            writes.append(_count_in_week(table, outcome))
    elif outcome is not None and table.counting:
        points = outcome.scores[0] + (HARDER * game.difficulty(table.options) if outcome.won else 0)
    left = await _users_who_left(transaction, table) if table.rivals else {}
    about = {"party": party, "points": points, "computers": computers, "hints": hints}
    ended = [_at_seat(table, outcome, left, seat) for seat in range(table.seats)]
    writes.append(Rows(schema.results, [{**asdict(row), **about} for row in ended]))
    if table.rivals and not computers and table.hints is None and not table.unranked:
        sat_through = {player.seat for player in table.players if player.whole}
        won_by = {row.user_id: bool(row.won) for row in ended if row.user_id and row.seat in sat_through}
        won_by |= dict.fromkeys(_named(left).values(), False)
        forgotten = len(left) - len(_named(left))
        if won_by and len(won_by) + forgotten >= LEAST_PEOPLE:  # nobody wins against people who never agreed to play
            writes.append(await standings.count_wins(transaction, won_by, table.game, table.guild_id))
    if points is not None:
        writes.append(standings.count_group(table.id, table.game, table.guild_id, party, points))
    if table.day is not None:
        played = [standings.Played(table.day, max(0, row.score), row.won, row.tiebreak) for row in ended]
        counted = await standings.count(transaction, table.host_id, table.game, table.day, played)
        if not counted:  # another process, whose clock is ahead, has counted it as given up
            return []
        writes += counted
    return writes


async def record_left(transaction: Transaction, loaded: GameRecord) -> list[Write]:
    """The results of those who have left a game against others that is closed before its end: they have lost.

    So nobody escapes a loss by leaving and waiting. Those who stayed have no result.
    """
    table, computers = loaded.table, _with_computers(loaded)
    left = _named(await _users_who_left(transaction, table))
    if not left or table.unranked:
        return []
    about = {"party": party_text(left.values()), "points": None, "computers": computers, "hints": table.hints or 0}
    writes: list[Write] = [
        Rows(schema.results, [{**asdict(_at_seat(table, None, left, seat)), **about} for seat in left])
    ]
    if not computers and table.hints is None:
        lost = dict.fromkeys(left.values(), False)
        writes.append(await standings.count_wins(transaction, lost, table.game, table.guild_id))
    return writes


def _at_seat(table: Table, outcome: Outcome | None, left: Mapping[Seat, int | None], seat: Seat) -> Recorded:
    """The result at this seat. In games against each other, whoever has left it has lost."""
    player = table.sitting(seat)
    user_id = player.user_id if player is not None else left.get(seat)
    gone = seat in left and user_id == left[seat]
    won = False if outcome is None or gone else outcome.has_won(seat)
    return Recorded(
        table_id=table.id,
        seat=seat,
        user_id=user_id,
        game=table.game,
        guild_id=table.guild_id,
        date=table.day,
        won=won,
        score=outcome.scores[seat] if outcome and not gone else 0,
        tiebreak=sortable(outcome.tiebreak, won=won) if outcome and won is not None else "",
        finished_at=now(),
        unfinished=False,
    )


async def record_unfinished(
    transaction: Transaction,
    table_id: int,
    user_id: int,
    game: str,
    guild_id: int | None,
    day: datetime.date,
    score: int,
) -> None:
    """Write that a ranked deal of a day counts as given up, because it wasn't finished in time.

    If it has a result, nothing is written.

    The caller has taken the lock STANDINGS.
    """
    lost = {
        "user_id": user_id,
        "game": game,
        "guild_id": guild_id,
        "date": day,
        "won": False,
        "score": score,
        "tiebreak": "",
        "party": party_text([user_id]),
        "unfinished": True,
        "finished_at": closes_at(day),
    }
    if await transaction.run(upsert(transaction, schema.results, {"table_id": table_id, "seat": 0}, {}, lost)):
        await transaction.write_all(await standings.count(transaction, user_id, game, day))


async def _users_who_left(transaction: Transaction, table: Table) -> Mapping[Seat, int | None]:
    """The users who began this game, left it and didn't come back in time, by seat: see Player.whole.

    None: they have deleted their data since.
    """
    sat_through = {player.user_id for player in table.players if player.whole}
    gone = await transaction.whole(_LOST, Gone, of=table.id)
    return {one.seat: one.user_id for one in gone if one.user_id not in sat_through}


class Gone(Struct, array_like=True, frozen=True):
    """Somebody who has lost by leaving. No user: they have deleted their data since."""

    seat: Seat
    user_id: Id | None


def _named(left: Mapping[Seat, int | None]) -> Mapping[Seat, int]:
    """Those of whom there still is data."""
    return {seat: user_id for seat, user_id in left.items() if user_id is not None}


def _count_in_week(table: Table, outcome: Outcome | None) -> Write:
    """Count a group's game in its week.

    A win ranks before a loss, then the score decides. Giving up ranks no higher than the worst result of playing on.
    """
    points = outcome.scores[0] + (HARDER if outcome.won else 0) if outcome else 0
    group = {"table_id": table.id, "week": table.week, "seats": table.seats, "guild_id": table.guild_id}
    return Rows(schema.week_groups, [{**group, "points": points}])


def _with_computers(loaded: GameRecord) -> bool:
    """Whether computer players play in this game, or have played.

    In games against each other, stand-ins don't matter.
    """
    if not loaded.game.cooperative(loaded.table.options):
        return any(not computer.stands_in for computer in loaded.table.computers)
    return bool(loaded.table.computers) or any(of_user(entry.user_id) for entry in loaded.history)


def sortable(tiebreak: Sequence[int], *, won: bool) -> str:
    """A tiebreak as text that sorts like its numbers. Every defeat sorts below every win, and one without numbers, such
    as a game that was given up, below the others: its text is empty.
    """
    numbers = "".join(f"{number + SHIFT:08x}" for number in tiebreak)
    return f"1{numbers}" if won else f"0{numbers}" if numbers else ""


def reached_by(tiebreak: str) -> tuple[int, ...]:
    """The numbers in a defeat's tiebreak, which say how far it came; empty for a win, and for text that is damaged."""
    if not tiebreak.startswith("0") or len(tiebreak) % 8 != 1:
        return ()
    try:
        return tuple([int(tiebreak[at : at + 8], 16) - SHIFT for at in range(1, len(tiebreak), 8)])
    except ValueError:
        return ()


def party_text(party: Iterable[int]) -> str:
    """Who played together, as one text that doesn't depend on their seats."""
    return ",".join(map(str, sorted(party)))


def _result(row: Recorded) -> Result:
    return Result(
        table_id=row.table_id,
        seat=row.seat,
        user_id=row.user_id,
        game=row.game,
        guild_id=row.guild_id,
        day=row.date,
        won=row.won,
        score=row.score,
        finished_at=row.finished_at,
        reached=reached_by(row.tiebreak),
        unfinished=row.unfinished,
    )
