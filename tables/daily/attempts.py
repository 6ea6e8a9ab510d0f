"""Deals that everybody plays alike, of the day and of the week, and each person's one attempt at them.

Attempts are made in `deals.py` (of the day) and `weeks.py`.

A deal (rules, options, seed) is stored when somebody first needs it. The seed comes from the server's secret, so nobody
can know it beforehand from what is public. It is published when the deal is closed.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from msgspec import Struct
from sqlalchemy import ColumnElement, Table, and_, bindparam, select, update

from engine import GAMES, AnyGame, Data, encode

from ..play import results
from ..play.model import Phase
from ..play.results import Result
from ..store import schema
from ..store.errors import Unreadable
from ..store.kinds import Count, Digest, Id
from ..store.secret import keyed
from ..store.statements import Selects, Values, replacing
from ..store.transaction import Transaction
from ..store.upserts import INSERTS, upserts
from .calendar import closes_at, monday, now, today, week_closes_at

Period = Literal["day", "week"]

deals, attempts, used_attempts = schema.deals, schema.attempts, schema.used_attempts

# Games for one come before those that can be played alone too
GAMES_OF_THE_DAY = tuple([game.key for game in sorted(GAMES.values(), key=lambda game: max(game.seats)) if game.daily])
(WEEKLY,) = [key for key, game in GAMES.items() if game.weekly]
RIDDLE = "riddle"  # in place of a game: an answer to the riddle of the day counts once, as an attempt does
USED_KEPT = 48 * 3600  # seconds


@dataclass(frozen=True)
class Scope:
    """How deals of the day and of the week differ."""

    name: Period
    games: tuple[str, ...]
    seats: Callable[[AnyGame], Sequence[int]]  # there is a deal for each number of players
    options: Callable[[AnyGame], Data | None]
    current: Callable[[], date]  # the date of the deals that can be begun now
    closes_at: Callable[[date], int]
    recent: Callable[[], Sequence[date]]  # attempts at these may still have a hash
    kept_until: Callable[[date], int]  # until when the hash of an attempt deleted now is kept; if past, none is


DAY = Scope(
    name="day",
    games=GAMES_OF_THE_DAY,
    seats=lambda game: (1,),
    options=lambda game: game.alone,
    current=lambda: today(),
    closes_at=closes_at,
    recent=lambda: [today() - timedelta(days=days) for days in range(4)],
    kept_until=lambda day: now() + USED_KEPT if day >= today() - timedelta(days=1) else 0,
)
WEEK = Scope(
    name="week",
    games=(WEEKLY,),
    seats=lambda game: game.seats,
    options=lambda game: game.options(),
    current=lambda: monday(today()),
    closes_at=week_closes_at,
    recent=lambda: [monday(today()) - timedelta(weeks=weeks) for weeks in range(2)],
    kept_until=week_closes_at,
)
SCOPES: Mapping[str, Scope] = {scope.name: scope for scope in (DAY, WEEK)}


class Key(Struct, array_like=True, frozen=True):
    """Which deal it is."""

    scope: Period
    game: str
    date: date  # of a week: its Monday
    seats: Count = 1

    @property
    def name(self) -> str:
        """What its seed and the hashes of its attempts are made from."""
        name = f"{self.game}/{self.date}"
        return f"{name}/{self.seats}" if self.scope == "week" else name

    def of(self, table: Table) -> ColumnElement[bool]:
        """The condition for its rows in `deals` or `attempts`."""
        columns = table.c
        of_date = and_(columns.scope == self.scope, columns.game == self.game, columns.date == self.date)
        return and_(of_date, columns.seats == self.seats)

    @property
    def values(self) -> Values:
        return {name: getattr(self, name) for name in Key.__struct_fields__}

    @property
    def its(self) -> Values:
        """The values of a statement about rows that are `its`."""
        return {f"its_{name}": value for name, value in self.values.items()}


def its(table: Table) -> ColumnElement[bool]:
    """The condition for a deal's rows in `deals` or `attempts`, in a statement that is made once: see `Key.its`."""
    return and_(*(table.c[name] == bindparam(f"its_{name}") for name in Key.__struct_fields__))


class StoredDeal(Struct, array_like=True, frozen=True):
    """What is read of a row of `deals`."""

    game: str
    date: date
    seats: Count
    rules: int
    options: str
    seed: Digest
    commitment: Digest


@dataclass(frozen=True)
class Deal:
    """What everyone may know of a deal."""

    key: Key
    rules: int  # the game's version that it is played under
    commitment: str  # SHA-256 of the seed's 32 bytes, in hex
    seed: str | None  # 32 bytes in hex; None until it is closed


@dataclass(frozen=True)
class AttemptStatus:
    """What a user has made of one deal."""

    state: Literal["new", "playing", "done"] = "new"  # of the ranked attempt
    table_id: int | None = None  # of the ranked attempt; None also if its player had it deleted
    result: Result | None = None  # None also if it ended too late, or a group's game was closed
    # Of a group's game: whether it counts for this user. While it goes on: whether it would if it ended now
    counts: bool = True
    share: int | None = None  # of the other groups beaten, in ten-thousandths; None until it is counted


# -- Deals


_COLUMNS = [deals.c[name] for name in StoredDeal.__struct_fields__]
_OF_DATE = (
    select(*_COLUMNS)
    .where(deals.c.scope == bindparam("scope"), deals.c.game == bindparam("game"), deals.c.date == bindparam("date"))
    .order_by(deals.c.seats)
)
_TO_COUNT = (
    select(*[deals.c[name] for name in Key.__struct_fields__])
    .where(deals.c.scope == bindparam("scope"), schema.TO_COUNT)
    .order_by(deals.c.date, deals.c.game, deals.c.seats)
)
_COUNTED = update(deals).where(its(deals))


async def find_deals(transaction: Transaction, scope: Scope, game_key: str, day: date) -> list[StoredDeal]:
    """These deals, by number of players."""
    return await transaction.whole(_OF_DATE, StoredDeal, scope=scope.name, game=game_key, date=day)


async def make_deals(transaction: Transaction, scope: Scope, game_key: str, day: date) -> list[StoredDeal]:
    """The deals that are missing, which others may make at the same time. Only today's are ever made."""
    if day != scope.current():
        return []
    game, new = GAMES[game_key], []
    for seats in scope.seats(game):
        key = Key(scope.name, game_key, day, seats)
        seed = await keyed(transaction, key.name)
        commitment = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
        options = encode(scope.options(game)).decode()
        new.append({**key.values, "rules": game.version, "options": options, "seed": seed, "commitment": commitment})
    making = INSERTS[transaction.dialect](deals).values(new).on_conflict_do_nothing().returning(*_COLUMNS)
    made = await transaction.whole(making, StoredDeal)
    if len(made) < len(new):
        return await find_deals(transaction, scope, game_key, day)
    return sorted(made, key=lambda deal: deal.seats)


def deal_of(scope: Scope, stored: StoredDeal) -> Deal:
    """What everyone may know of it."""
    seed = stored.seed if now() >= scope.closes_at(stored.date) else None
    return Deal(Key(scope.name, stored.game, stored.date, stored.seats), stored.rules, stored.commitment, seed)


async def to_count(transaction: Transaction, scope: Scope) -> list[Key]:
    """The deals that are closed and not counted yet, the oldest first."""
    keys = await transaction.all(_TO_COUNT, Key, scope=scope.name)
    return [key for key in keys if key.game in scope.games and now() >= scope.closes_at(key.date)]


async def mark_counted(transaction: Transaction, key: Key) -> None:
    await transaction.run(_COUNTED, **key.its, counted=True)


# -- Attempts


def attempts_lock(user_id: int) -> str:
    """The advisory lock for beginning an attempt, and for keeping the hash of a deleted one."""
    return f"attempts/{user_id}"


class Attempt(Struct, array_like=True, frozen=True):
    table_id: Id
    phase: Phase  # of its table


@dataclass(frozen=True)
class StoredAttempt:
    """What is stored of a deal, and of a user's ranked attempt at it."""

    attempt: Attempt | None
    was_deleted: bool  # the user has made an attempt, and had it deleted
    deal: StoredDeal | None  # None if it isn't made yet


_STORED = Selects(
    {
        "attempts": select(attempts.c.table_id, schema.tables.c.phase)
        .join_from(attempts, schema.tables)
        .where(attempts.c.user_id == bindparam("user"), its(attempts)),
        "deleted": select(used_attempts.c.until).where(used_attempts.c.hash == bindparam("hash")),
        "deals": select(*_COLUMNS).where(its(deals)),
    },
    {"attempts": Attempt, "deleted": int, "deals": StoredDeal},
    whole=frozenset({"attempts", "deals"}),
)


async def look_up(transaction: Transaction, user_id: int, key: Key) -> StoredAttempt:
    """Raises Unreadable."""
    hashed = await _hash(transaction, user_id, key)
    found = await transaction.parts(_STORED, user=user_id, hash=hashed, **key.its)
    return StoredAttempt(next(iter(found["attempts"]), None), bool(found["deleted"]), next(iter(found["deals"]), None))


async def status(transaction: Transaction, user_id: int, key: Key) -> AttemptStatus:
    stored = await look_up(transaction, user_id, key)
    attempt = stored.attempt
    if attempt is None:
        return AttemptStatus("done" if stored.was_deleted else "new")
    if attempt.phase == "playing":
        return AttemptStatus("playing", attempt.table_id)
    return AttemptStatus("done", attempt.table_id, next(iter(await results.of(transaction, attempt.table_id)), None))


# -- Attempts that were deleted


_KEPT = select(used_attempts).where(used_attempts.c.hash == bindparam("hash"))
_KEEP = upserts(used_attempts, replacing)


async def _hash(transaction: Transaction, user_id: int, key: Key) -> str:
    """The keyed hash of an attempt. Of a deleted one nothing else is kept, and without the secret it tells nothing."""
    return await keyed(transaction, f"used/{user_id}/{key.name}")


async def hash_kept(transaction: Transaction, user_id: int, key: Key) -> Values | None:
    """The row of the hash that is kept of an attempt, by column; None without one."""
    return await transaction.one(_KEPT, dict, hash=await _hash(transaction, user_id, key))


async def keep_hash(transaction: Transaction, user_id: int, key: Key) -> None:
    """Keep the hash of an attempt that is being deleted.

    If the secret can't be read, keep none: deleting matters more.
    """
    until = SCOPES[key.scope].kept_until(key.date)
    if until <= now():
        return
    try:
        hashed = await _hash(transaction, user_id, key)
    except Unreadable:
        return
    await transaction.run(_KEEP[transaction.dialect], hash=hashed, until=until)


def traceable() -> list[Key]:
    """Every deal whose deleted attempts may still have a hash, riddles among them."""
    return [
        Key(scope.name, game, day, seats)
        for scope in SCOPES.values()
        for day in scope.recent()
        for game in (*scope.games, *([RIDDLE] if scope is DAY else []))
        for seats in (scope.seats(GAMES[game]) if game in GAMES else (1,))
    ]
