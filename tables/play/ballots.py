"""Open votes, and how they are counted.

A vote passes when more than half of those at the table agree, counted again whenever somebody votes or leaves. It fails
when that can't happen any more, or when its time is up. On whoever is away only the others
vote, until that player moves.
"""

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete, insert, select

from engine import Seat

from ..store import schema
from ..store.cells import readable
from ..store.connection import Connection
from .computers import stand_in
from .model import GIVEN_UP, UNRANKED, Change, Table
from .relief import relieve

# seat: a computer player plays for the empty one; play: the players do; away: a computer plays for who is away
About = Literal["give-up", "seat", "play", "away"]


@dataclass(frozen=True)
class Vote:
    about: About
    opened_by: int
    closes_at: int  # seconds since 1970
    agree: tuple[int, ...]  # user ids
    refuse: tuple[int, ...]
    needed: int  # how many must agree
    voters: int  # how many may vote
    seat: Seat | None = None  # of whoever is away


async def settle(change: Change) -> None:
    """End the open vote at this table, if those who sit there have decided it."""
    connection, table = change.connection, change.loaded.table
    vote = await vote_at(connection, table)
    if vote is None:
        return
    gone = vote.about == "away" and table.sitting(vote.seat) is None
    if gone or (vote.about in ("seat", "play") and not table.vacant):
        await end_vote(connection, table.id)
    elif len(vote.agree) >= vote.needed:
        await end_vote(connection, table.id)
        if vote.about == "seat":
            await stand_in(change)
        elif vote.about == "play":
            change.values |= UNRANKED
        elif vote.about == "away" and (away := table.sitting(vote.seat)):
            await relieve(change, away)
        elif vote.about == "give-up":
            change.values |= GIVEN_UP
    elif vote.voters - len(vote.refuse) < vote.needed:
        await end_vote(connection, table.id)


async def vote_at(connection: Connection, table: Table) -> Vote | None:
    row = (await connection.execute(select(schema.votes).where(schema.votes.c.table_id == table.id))).one_or_none()
    if row is None or (row.about == "away" and row.moved_at != table.moved_at):
        return None
    ballots = await connection.execute(select(schema.ballots).where(schema.ballots.c.table_id == table.id))
    cast = {ballot.user_id: ballot.agrees for ballot in readable(ballots)}
    seated = [player.user_id for player in table.players if row.about != "away" or player.seat != row.seat]
    return Vote(
        about=row.about,
        opened_by=row.opened_by,
        closes_at=row.closes_at,
        agree=tuple(user_id for user_id in seated if cast.get(user_id) is True),
        refuse=tuple(user_id for user_id in seated if cast.get(user_id) is False),
        needed=len(seated) // 2 + 1,
        voters=len(seated),
        seat=row.seat,
    )


async def cast_ballot(connection: Connection, table_id: int, user_id: int, agrees: bool) -> None:
    await connection.execute(
        delete(schema.ballots).where(schema.ballots.c.table_id == table_id, schema.ballots.c.user_id == user_id)
    )
    await connection.execute(insert(schema.ballots).values(table_id=table_id, user_id=user_id, agrees=agrees))


async def end_vote(connection: Connection, table_id: int) -> None:
    await connection.execute(delete(schema.votes).where(schema.votes.c.table_id == table_id))
    await connection.execute(
        delete(schema.deadlines).where(schema.deadlines.c.table_id == table_id, schema.deadlines.c.kind == "vote")
    )
