"""Computer players at a table: who can be asked, and how they sit down and leave."""

from sqlalchemy import bindparam, delete, insert

from engine import GAMES, Seat
from languages import say
from players import PLAYERS, Strength

from ..store import schema
from ..store.statements import Filled
from ..store.transaction import Transaction
from .computer_names import CAST
from .model import UNRANKED, Change, Computer, Refused, Table


def strengths(table: Table) -> tuple[Strength, ...]:
    """The strengths of the computer players that can play at this table, the weakest first; empty if none can.

    If the players can become partners, only the best can: a weak player is a bad partner.
    """
    game = GAMES[table.game]
    if max(game.seats) == 1:
        return ()
    offered = tuple(PLAYERS[table.game].strengths)
    rivals = not game.cooperative(game.options())
    return offered[-1:] if rivals and game.cooperative(table.options) else offered


def usual_strength(table: Table, *, between: bool = False) -> Strength:
    """The usual strength here: the best if all win or lose together; else the weakest, or with `between` the middle
    one.
    """
    offered = strengths(table)
    if GAMES[table.game].cooperative(table.options):
        return offered[-1]
    return offered[len(offered) // 2 if between else 0]


def plays_at(table: Table, computer: Computer) -> Strength:
    """The strength at which it plays. It may have been chosen before the options, which may allow only the best."""
    offered = strengths(table)
    return computer.strength if computer.strength in offered else offered[-1]


async def seat_computer(
    transaction: Transaction, table: Table, strength: Strength, *, seat: Seat | None = None
) -> None:
    """Seat a computer player who isn't at this table yet: in a lobby, or in the seat that somebody has left."""
    numbers = {computer.number for computer in table.computers}
    order = [(table.id + later) % len(CAST) + 1 for later in range(len(CAST))]  # not always the same ones
    number = next(number for number in order if number not in numbers)
    await transaction.run(row_of_computer(table.id, number, strength, place=table.version, seat=seat))


def row_of_computer(table_id: int, number: int, strength: Strength, *, place: int, seat: Seat | None = None) -> Filled:
    """The row of a computer player, by number."""
    who = {"table_id": table_id, "number": number, "strength": strength, "stands_in": seat is not None}
    return Filled(_SEATED, {**who, "seat": seat, "place": place})


async def stand_in(change: Change, seat: Seat | None = None) -> None:
    """Let a computer player take `seat`; None: the vacant seat whose turn it is, else the first vacant one.

    If all play together, it is the best one, and the game counts on no leaderboard from then on.
    """
    loaded, table = change.loaded, change.loaded.table
    if seat is None:
        to_act = loaded.game.to_act(loaded.state())
        seat = to_act if to_act in table.vacant else table.vacant[0]
    await seat_computer(change.transaction, table, usual_strength(table, between=True), seat=seat)
    if table.together:
        change.values |= UNRANKED


def require_stand_in(table: Table) -> None:
    """Raises Refused if no computer player can take a seat."""
    if not strengths(table):
        raise Refused(say("No computer player plays this game yet."))
    if not table.vacant:
        raise Refused(say("No seat is empty."))


async def send_away(transaction: Transaction, table: Table, seat: Seat) -> None:
    """Remove the computer player in `seat`, if there is one."""
    await transaction.run(_SENT_AWAY, of=table.id, its_seat=seat)


_row = schema.computers.c
_SEATED = insert(schema.computers)
_SENT_AWAY = delete(schema.computers).where(_row.table_id == bindparam("of"), _row.seat == bindparam("its_seat"))
