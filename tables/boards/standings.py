"""The rows behind the leaderboards, written together with each result.

Each player or group has a row for each period, so a page of any leaderboard is one walk along an index. A week counts a
player's best five days, a month their best twenty. All time is the mean of all deals, in hundredths, and lists players
from ten deals on.
"""

import datetime
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import product

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    and_,
    bindparam,
    case,
    cast,
    delete,
    false,
    func,
    or_,
    select,
    update,
)

from ..daily.calendar import today
from ..store import schema
from ..store.kinds import Count, Id
from ..store.leases import advisory_lock
from ..store.statements import AnyInsert, Expression, Rows, Selects, Values, Write, replacing
from ..store.transaction import Transaction
from ..store.types import LARGEST
from ..store.upserts import upserts
from .periods import COUNTING, Period, days_of, key

COUNTED: Mapping[Period, int] = {"day": 1, "week": 5, "month": 20}  # how many of its best days count
LEAST_DEALS = 10  # that a player needs for the ranking of all time
HUNDREDTHS = 100
STANDINGS = "standings"  # the advisory lock that is taken before standings are written
EVERYWHERE = 0  # in place of a server's id
results, standings, people, members = schema.results, schema.standings, schema.people, schema.members
by_wins, by_group = schema.win_standings, schema.group_standings
HIDES = people.c.hidden  # from the boards of all together


async def count(
    transaction: Transaction, user_id: int, game: str, day: date, ended: Sequence["Played"] = ()
) -> list[Write]:
    """Count a player's standings again after a ranked result of `day`, which is written already or is in `ended`.

    Returns the changes to write: none if the result in `ended` was counted before.
    """
    spans = {period: days_of(period, day) for period in COUNTED}
    dates = {"first": min(first for first, _ in spans.values()), "last": max(last for _, last in spans.values())}
    known = await transaction.parts(_OF_PLAYER, user=user_id, game=game, **dates)
    if ended and any(row.date == day for row in known["played"]):
        return []
    hidden = bool(known["hiding"])
    written: Sequence[Played] = known["played"]
    best_first = sorted([*written, *ended], key=lambda deal: deal.worth, reverse=True)
    rows = list[Values]()
    for period, (first, last) in spans.items():
        played = [deal for deal in best_first if first <= deal.date <= last]
        rows.append(
            {
                "period": key(period, day),
                "points": sum(deal.worth for deal in played[: COUNTED[period]]),
                "tiebreak": played[0].tiebreak if period == "day" else "",
                "deals": len(played),
                "wins": sum(bool(deal.won) for deal in played),
                "listed": not hidden,
            }
        )
    (all_time,) = known["all"]
    rows.append(_of_all_time(all_time, ended, hidden=hidden))
    return [Rows(standings, [{"game": game, "user_id": user_id, **row} for row in rows], replacing)]


def _of_all_time(before: "_Sums", new: Sequence["Played"], *, hidden: bool) -> Values:
    """The mean of all deals. `before`: the sums of the deals that are written already."""
    deals = before.deals + len(new)
    return {
        "period": "all",
        "points": round(HUNDREDTHS * (before.worth + sum(deal.worth for deal in new)) / deals),
        "tiebreak": "",
        "deals": deals,
        "wins": before.wins + sum(bool(deal.won) for deal in new),
        "listed": not hidden and deals >= LEAST_DEALS,
    }


class Played(Struct, array_like=True, frozen=True):
    date: datetime.date
    worth: Count
    won: bool | None
    tiebreak: str


class _Sums(Struct, array_like=True, frozen=True):
    """Of all deals that somebody has played."""

    deals: Count
    worth: Count
    wins: Count


def _asked_of_player() -> Selects:
    scored = results.c.score.between(1, LARGEST)
    worth = case((scored, results.c.score), else_=0).label("worth")  # nobody gains by giving up
    user_id = bindparam("user", type_=BigInteger)
    own = and_(results.c.user_id == user_id, results.c.game == bindparam("game"))
    spanned = results.c.date.between(bindparam("first"), bindparam("last"))
    sums: list[Expression] = [
        cast(func.coalesce(func.sum(amount), 0), BigInteger).label(name)
        for name, amount in (("worth", worth), ("wins", case((results.c.won, 1), else_=0)))
    ]
    totals = select(func.count().label("deals"), *sums)
    return Selects(
        {
            "hiding": select(people.c.user_id).where(people.c.user_id == user_id, HIDES),
            "played": select(results.c.date, worth, results.c.won, results.c.tiebreak).where(own, spanned),
            "all": totals.where(own, results.c.date.is_not(None)),
        },
        {"hiding": int, "played": Played, "all": _Sums},
    )


_OF_PLAYER = _asked_of_player()


async def count_wins(transaction: Transaction, won_by: Mapping[int, bool], game: str, guild_id: int | None) -> Write:
    """Count a finished game against others, for each of its users: in its server and everywhere, for each period."""
    unseen = select(people.c.user_id).where(people.c.user_id.in_(won_by), HIDES)
    hidden = {*await transaction.all(unseen, int)}
    rows = [
        {
            "game": game,
            "period": key(period, today()),
            "guild_id": scope,
            "user_id": user_id,
            "wins": int(won),
            "games": 1,
            "listed": not (user_id in hidden and scope == EVERYWHERE),
        }
        for user_id, won in won_by.items()
        for period, scope in product(COUNTING, _scopes(guild_id))
    ]
    return Rows(by_wins, rows, _added)


def _added(statement: AnyInsert) -> AnyInsert:
    more = {name: by_wins.c[name] + statement.excluded[name] for name in ("wins", "games")}
    return statement.on_conflict_do_update(index_elements=list(by_wins.primary_key), set_=more)


def count_group(table_id: int, game: str, guild_id: int | None, party: str, points: int) -> Write:
    """Count a finished game of a group. For each period its best game is kept, the first of equal ones."""
    game_played = {"game": game, "party": party, "points": points, "table_id": table_id}
    spans = product(COUNTING, _scopes(guild_id))
    rows = [{"period": key(period, today()), "guild_id": scope, **game_played} for period, scope in spans]
    return Rows(by_group, rows, _best)


def _best(statement: AnyInsert) -> AnyInsert:
    points, table_id = statement.excluded.points, statement.excluded.table_id
    new = {"points": points, "table_id": table_id}
    better = or_(points > by_group.c.points, and_(points == by_group.c.points, table_id < by_group.c.table_id))
    return statement.on_conflict_do_update(index_elements=list(by_group.primary_key), set_=new, where=better)


class GroupStanding(Struct, array_like=True, frozen=True):
    game: str
    period: str
    guild_id: Id
    party: str
    points: int
    table_id: Id


_PUT = upserts(by_group, _best)
_RENAMED = delete(by_group).where(*(column == bindparam(f"its_{column.name}") for column in by_group.primary_key))


async def rename_groups(transaction: Transaction, parties: Mapping[str, str], most: int) -> bool:
    """Rename at most `most` standings of these groups, because a member is forgotten. Returns whether there were any.

    If two games get the same name, the better one stays, or the first of equal ones.
    """
    await advisory_lock(transaction, STANDINGS)
    named = select(*[by_group.c[name] for name in GroupStanding.__struct_fields__])
    rows = await transaction.all(named.where(by_group.c.party.in_(parties)).limit(most), GroupStanding)
    # One by one: SQLite looks through the whole table for a list of such keys
    keys = [{f"its_{column.name}": getattr(row, column.name) for column in by_group.primary_key} for row in rows]
    await transaction.many(_RENAMED, keys)
    await transaction.many(_PUT[transaction.dialect], [{**asdict(row), "party": parties[row.party]} for row in rows])
    return bool(rows)


def _scopes(guild_id: int | None) -> tuple[int, ...]:
    return (EVERYWHERE,) if guild_id is None else (EVERYWHERE, guild_id)


async def list_anew(transaction: Transaction, user_id: int, hidden: bool) -> None:
    """Hide a player from the boards of all servers together, or show them again."""
    await advisory_lock(transaction, STANDINGS)
    await transaction.run(
        update(standings).where(standings.c.user_id == user_id).values(listed=false() if hidden else has_enough_deals())
    )
    everywhere = and_(by_wins.c.user_id == user_id, by_wins.c.guild_id == EVERYWHERE)
    await transaction.run(update(by_wins).where(everywhere).values(listed=not hidden))
    of_seasons = schema.season_standings
    await transaction.run(update(of_seasons).where(of_seasons.c.user_id == user_id).values(listed=not hidden))


def has_enough_deals() -> ColumnElement[bool]:
    return or_(standings.c.period != "all", standings.c.deals >= LEAST_DEALS)
