"""What a ranking of groups says of each: who played together, and how their best game ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct
from sqlalchemy import select

from engine import GAMES, Data

from ..people.membership import unlisted_in
from ..play.model import NOBODY
from ..store import schema
from ..store.errors import Unreadable, decoded
from ..store.kinds import Id, When
from ..store.transaction import Transaction
from .standings import people, results


@dataclass(frozen=True)
class Group:
    """The best game that the same people played together."""

    place: int
    # Names by seat. A server's board has those at the table; the board of all servers has the players' own, "" if they
    # hide. At the end a "" for each player whose data was deleted. Hostile: escape them
    players: tuple[str, ...]
    won: bool | None
    score: int
    options: Data | None  # the game's own
    table_id: int
    finished_at: int  # seconds since 1970


class Played(Struct, array_like=True, frozen=True):
    """The best game of a group."""

    table_id: Id
    game: str
    won: bool | None
    score: int
    party: str
    finished_at: When
    options: str  # of its table


class AtTable(Struct, array_like=True, frozen=True):
    """Who has played in it. Names are hostile."""

    table_id: Id
    name: str
    hidden: bool | None
    own: str | None
    unlisted: bool


async def groups_at(
    transaction: Transaction, places: Mapping[int, int], guild_id: int | None, *, hiding: bool = False
) -> Mapping[int, Group]:
    """Groups by the table of their best game, without those that can't be read; `places` has the place of each table.

    A group's names are those for whom the game counts, see Table.counting.

    The board of all servers together (`guild_id` None) leaves out the names of players who hide, and the nicknames of
    servers. With `hiding` a server's board leaves out the names of players who hide, too. It never has the names that
    the server's moderators leave off.
    """
    if not places:
        return {}
    first_seats = (
        select(*[results.c[name] for name in Played.__struct_fields__[:-1]], schema.tables.c.options)
        .join(schema.tables)
        .where(results.c.table_id.in_(list(places)), results.c.seat == 0)
    )
    names = await _names_at(transaction, places, guild_id, hiding=hiding)
    return {
        row.table_id: Group(
            place=places[row.table_id],
            players=(*names[row.table_id], *[""] * row.party.split(",").count(str(NOBODY))),
            won=row.won,
            score=row.score,
            options=options,
            table_id=row.table_id,
            finished_at=row.finished_at,
        )
        for row in await transaction.all(first_seats, Played)
        if row.game in GAMES and (options := _options(row)) is not None
    }


async def _names_at(
    transaction: Transaction, places: Mapping[int, int], guild_id: int | None, *, hiding: bool
) -> Mapping[int, Sequence[str]]:
    """The names of the groups at these tables, "" for those who are left out."""
    everywhere = guild_id is None
    whole = (
        select(
            *(schema.players.c.table_id, schema.players.c.name, people.c.hidden, people.c.name.label("own")),
            schema.players.c.user_id.in_(unlisted_in(guild_id or 0)).label("unlisted"),
        )
        .outerjoin(people, people.c.user_id == schema.players.c.user_id)
        .where(schema.players.c.table_id.in_(list(places)), schema.players.c.whole)
        .order_by(schema.players.c.table_id, schema.players.c.seat)
    )
    names: dict[int, list[str]] = {table_id: [] for table_id in places}
    for player in await transaction.all(whole, AtTable):
        unnamed = player.unlisted or ((everywhere or hiding) and player.hidden)
        name = "" if unnamed else (everywhere and player.own) or player.name
        names[player.table_id].append(name)
    return names


def _options(row: Played) -> Data | None:
    """The game's options; None if they can't be read."""
    try:
        options: Data = decoded(GAMES[row.game].options, row.options, f"table {row.table_id}: tables.options")
    except Unreadable:
        return None
    return options
