"""Computer players at a table: who can be asked, and how they sit down and leave."""

from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from engine import GAMES, Seat
from players import PLAYERS, Strength

from . import schema
from .cast import CAST
from .table import Change, Refused, Table


def strengths(game_key: str) -> tuple[Strength, ...]:
    """Of the computer players that can be asked to a table of this game, the weakest first; empty if none can."""
    if game_key not in PLAYERS or max(GAMES[game_key].seats) == 1:
        return ()
    return tuple(PLAYERS[game_key].strengths)


async def seat_computer(
    connection: AsyncConnection, table: Table, strength: Strength, *, seat: Seat | None = None
) -> None:
    """One of the cast who isn't at this table yet: in a lobby, or in the seat that somebody has left."""
    here = {one.number for one in table.computers}
    order = [(table.id + later) % len(CAST) + 1 for later in range(len(CAST))]  # not always the same ones
    number = next(number for number in order if number not in here)
    await sit_down(connection, table.id, number, strength, place=table.version, seat=seat)


async def sit_down(
    connection: AsyncConnection, table_id: int, number: int, strength: Strength, *, place: int, seat: Seat | None = None
) -> None:
    """One of the cast, by number."""
    await connection.execute(
        insert(schema.computers).values(
            table_id=table_id, number=number, strength=strength, seat=seat, place=place, stands_in=seat is not None
        )
    )


async def stand_in(change: Change) -> None:
    """A computer player of middling strength takes the vacant seat whose turn it is, else the first."""
    loaded, table = change.loaded, change.loaded.table
    offered = strengths(table.game)
    to_act = loaded.game.to_act(loaded.state())
    seat = to_act if to_act in table.vacant else table.vacant[0]
    await seat_computer(change.connection, table, offered[len(offered) // 2], seat=seat)


def require_stand_in(table: Table) -> None:
    """Raises Refused where no computer player can take a seat."""
    if not strengths(table.game):
        raise Refused("No computer player plays this game yet.")
    if not table.vacant:
        raise Refused("No seat is empty.")


async def send_away(connection: AsyncConnection, table: Table, seat: Seat) -> None:
    """The computer player in `seat`, if there is one."""
    computers = schema.computers.c
    await connection.execute(delete(schema.computers).where(computers.table_id == table.id, computers.seat == seat))
