"""Who sits in a lobby, and with whom its game can start."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sqlalchemy import bindparam, delete, update

from engine import GAMES, Chance, IllegalMove, encode
from languages import say, say_many

from ..daily import weeks
from ..daily.calendar import now
from ..store import schema
from ..store.statements import Filled, Write
from . import alerts, odds
from .model import Change, Computer, GameRecord, Player, Refused, Request, Table
from .moves import begin
from .notes import NoteKind
from .terms import ask_again, unready_for

# -- Coming and going


async def remove(
    change: Change,
    gone: Sequence[Player],
    kind: NoteKind,
    *,
    by: Player | Request | None = None,
    heir: int | None = None,
) -> None:
    """Take these people from a lobby. If its host goes, `heir` becomes the host, or the next guest.

    A lobby without people closes.
    """
    table = change.loaded.table
    gone_ids = [player.user_id for player in gone]
    await change.transaction.run(_LEFT, of=table.id, users=gone_ids)
    for player in gone:
        change.note(kind, player, by)
    rest = tuple([player for player in table.players if player.user_id not in gone_ids])
    if not rest:
        change.values["phase"] = "closed"
        return
    host_id = table.host_id
    if host_id in gone_ids:
        host_id = heir if heir in [player.user_id for player in rest] else rest[0].user_id
        change.values |= {"host_id": host_id, "host_at": now()}
    if table.first_id in gone_ids:
        change.values["first_id"] = _next_first(table, gone_ids) if table.rematch_of else None
    if weeks.to_play(table):  # for another number of players it is another deal
        ask_again(change)
    await adapt_options(change, host_id, len(rest), len(table.computers))
    change.also.append(alerts.seat_is_free(table.id))


async def remove_computer(change: Change, number: int) -> None:
    """Take a computer player from a lobby."""
    table = change.loaded.table
    if number not in [computer.number for computer in table.computers]:
        raise Refused(say("That computer player isn't at this table any more."))
    await change.transaction.run(_SENT_AWAY, of=table.id, its_number=number)
    await adapt_options(change, table.host_id, len(table.players), len(table.computers) - 1)
    change.also.append(alerts.seat_is_free(table.id))


async def remove_computers(change: Change) -> None:
    """Take all computer players from a lobby, because another game is played there: not each strength plays it."""
    for computer in change.loaded.table.computers:
        await change.transaction.run(_SENT_AWAY, of=change.loaded.table.id, its_number=computer.number)


def _next_first(table: Table, gone_ids: Sequence[int]) -> int | None:
    """Who goes first in a rematch if the one whom it had come to is gone: whoever sits next."""
    order = [player.user_id for player in table.players]
    at = order.index(table.first_id) if table.first_id in order else 0
    return next((user_id for user_id in order[at:] + order[:at] if user_id not in gone_ids), None)


async def adapt_options(change: Change, host_id: int, people: int, computers: int) -> odds.Level | None:
    """Let the options of a lobby follow who is there.

    Returns the level; None once its host has chosen other options.
    """
    table, transaction = change.loaded.table, change.transaction
    has_won = await odds.has_won(transaction, table.host_id, table.game)
    if table.week is not None or table.options != odds.options(
        table.game, len(table.players), len(table.computers), has_won=has_won
    ):
        return None
    if host_id != table.host_id:
        has_won = await odds.has_won(transaction, host_id, table.game)
    change.values["options"] = encode(odds.options(table.game, people, computers, has_won=has_won)).decode()
    return odds.suiting_level(table.game, people, computers, has_won=has_won)


# -- The start


async def deal(change: Change, starter: int) -> None:
    """Start the game. Seats go clockwise in the order of joining, computer players last, from whoever goes first.

    If nobody claimed that, the host goes first, or in some games chance decides. Raises Refused.
    """
    if why := why_not_startable(change.loaded.table, starter):
        raise Refused(why)
    if change.loaded.table.week is not None:
        await weeks.deal(change)
    everybody = _in_seats(change.loaded)
    change.also += _seats(change.loaded.table.id, everybody)
    players = tuple(member for member in everybody if isinstance(member, Player))
    computers = tuple(member for member in everybody if isinstance(member, Computer))
    change.loaded = replace(change.loaded, table=replace(change.loaded.table, players=players, computers=computers))
    change.same_players = True
    begin(change, len(everybody))


def why_not_startable(table: Table, starter: int | None = None) -> str:
    """Why a lobby can't start as it stands, in a sentence; empty if it can.

    `starter`: who presses Start, if it isn't its host.
    """
    sitting = len(table.everybody)
    if (missing := min(player_counts(table)) - sitting) > 0:
        return say_many("{count} more player needed to start.", "{count} more players needed to start.", missing)
    if why := _refusal(table, sitting):
        return why
    if waiting := len(unready_for(table, table.host_id if starter is None else starter)):
        return say_many(
            "{count} of {all} still has to press **Ready**.",
            "{count} of {all} still have to press **Ready**.",
            waiting,
            all=len(table.players),
        )
    return ""


def player_counts(table: Table) -> list[int]:
    """The numbers of players with which the lobby can start with its present options."""
    return [number for number in GAMES[table.game].seats if not _refusal(table, number)]


def is_full(table: Table) -> bool:
    return len(table.everybody) >= max(GAMES[table.game].seats)


def _refusal(table: Table, players: int) -> str:
    try:
        GAMES[table.game].new(players, table.options, Chance("any deal"))
    except IllegalMove as error:
        return str(error)
    return ""


def _in_seats(loaded: GameRecord) -> tuple[Player | Computer, ...]:
    """Everybody in a lobby, with their seats in the game that starts."""
    table, everybody = loaded.table, loaded.table.everybody
    first = [player.user_id for player in table.players].index(table.first_id or table.host_id)
    if table.first_id is None and loaded.game.random_first_player:
        first = loaded.chance.dice("first", 1, sides=len(everybody))[0] - 1
    return tuple([replace(member, seat=seat) for seat, member in enumerate(everybody[first:] + everybody[:first])])


def _seats(table_id: int, everybody: Sequence[Player | Computer]) -> Iterator[Write]:
    """The changes that write who sits where."""
    for member in everybody:
        if isinstance(member, Player):
            yield Filled(_SEATED, {"of": table_id, "user": member.user_id, "seat": member.seat})
        else:
            yield Filled(_COMPUTER_SEATED, {"of": table_id, "its_number": member.number, "seat": member.seat})


_players, _computers = schema.players.c, schema.computers.c
_of_table, _of_its_table = _players.table_id == bindparam("of"), _computers.table_id == bindparam("of")
_is_it = _computers.number == bindparam("its_number")
_LEFT = delete(schema.players).where(_of_table, _players.user_id.in_(bindparam("users", expanding=True)))
_SEATED = update(schema.players).where(_of_table, _players.user_id == bindparam("user"))
_SENT_AWAY, _COMPUTER_SEATED = (
    change.where(_of_its_table, _is_it) for change in (delete(schema.computers), update(schema.computers))
)
