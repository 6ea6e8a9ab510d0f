"""Open votes, and how they are counted.

A vote passes when more than half of those at the table agree, counted again whenever somebody votes or leaves. It fails
when that can't happen any more, or when its time is up. It ends with nothing decided when whoever opened it has left.
On whoever is away only the others vote, until that player moves.
"""

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete, insert, select

from engine import Seat
from languages import say

from ..daily.calendar import now
from ..store import schema
from ..store.legacy import readable
from ..store.transaction import Transaction
from ..store.upserts import upsert
from .computers import stand_in
from .model import GIVEN_UP, UNRANKED, Change, Refused, Table
from .relief import relieve

ASKED_AGAIN = 3600  # seconds after which the same may be asked again that was voted down
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

    def open_to(self, table: Table) -> tuple[int, ...]:
        """The users who can still decide: they sit there and haven't voted."""
        cast = {*self.agree, *self.refuse}
        seated = [player for player in table.players if self.about != "away" or player.seat != self.seat]
        return tuple([player.user_id for player in seated if player.user_id not in cast])


async def settle(change: Change) -> None:
    """End the open vote at this table, if those who sit there have decided it."""
    connection, table = change.transaction, change.loaded.table
    vote = await vote_at(connection, table)
    if vote is None:
        return
    if _is_obsolete(vote, table):
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
        key = {"table_id": table.id, "about": vote.about}
        await connection.execute(upsert(connection, schema.refused_votes, key, {"at": now()}))


def _is_obsolete(vote: Vote, table: Table) -> bool:
    """Whether there is nothing to decide any more, or whoever has asked is gone."""
    if table.player(vote.opened_by) is None:
        return True
    match vote.about:
        case "give-up":
            return table.rivals and len(table.players) > 1  # rivals resign instead
        case "away":
            return table.sitting(vote.seat) is None
        case _:
            return not table.vacant


async def vote_at(connection: Transaction, table: Table) -> Vote | None:
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


async def cast_ballot(connection: Transaction, table_id: int, user_id: int, agrees: bool) -> None:
    await connection.execute(
        delete(schema.ballots).where(schema.ballots.c.table_id == table_id, schema.ballots.c.user_id == user_id)
    )
    await connection.execute(insert(schema.ballots).values(table_id=table_id, user_id=user_id, agrees=agrees))


async def require_not_refused(connection: Transaction, table_id: int, about: About) -> None:
    """Raises Refused if this table has voted the same down within the last hour."""
    row = schema.refused_votes.c
    this = row.table_id == table_id, row.about == about, row.at > now() - ASKED_AGAIN
    at = await connection.scalar(select(row.at).where(*this))
    if at is not None:
        text = say("This was voted down. You can ask again {time}.", time=f"<t:{at + ASKED_AGAIN}:R>")
        raise Refused(text)


async def end_vote(connection: Transaction, table_id: int) -> None:
    await connection.execute(delete(schema.votes).where(schema.votes.c.table_id == table_id))
    await connection.execute(
        delete(schema.deadlines).where(schema.deadlines.c.table_id == table_id, schema.deadlines.c.kind == "vote")
    )
