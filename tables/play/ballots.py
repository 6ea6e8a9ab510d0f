"""Open votes, and how they are counted.

A vote passes when more than half of those at the table agree, counted again whenever somebody votes or leaves. It fails
when that can't happen any more, or when its time is up. It ends with nothing decided when whoever opened it has left.
On whoever is away only the others vote, until that player moves.
"""

from dataclasses import dataclass
from typing import Literal

from msgspec import Struct
from sqlalchemy import bindparam, delete, insert, select

from engine import Seat
from languages import say

from ..daily import aways
from ..daily.calendar import now
from ..store import schema
from ..store.kinds import Id, When
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


class Opened(Struct, array_like=True, frozen=True):
    """An open vote, without its ballots."""

    about: About
    opened_by: Id
    closes_at: When
    seat: Seat | None
    moved_at: When | None  # when the last move was made, if it is on whoever is away


class Ballot(Struct, array_like=True, frozen=True):
    user_id: Id
    agrees: bool


async def settle(change: Change) -> None:
    """End the open vote at this table, if those who sit there have decided it."""
    transaction, table = change.transaction, change.loaded.table
    vote = await vote_at(transaction, table)
    if vote is None:
        return
    if _is_obsolete(vote, table):
        await end_vote(transaction, table.id)
    elif len(vote.agree) >= vote.needed:
        await end_vote(transaction, table.id)
        if vote.about == "seat":
            await stand_in(change)
        elif vote.about == "play":
            change.values |= UNRANKED
        elif vote.about == "away" and (away := table.sitting(vote.seat)):
            if await aways.until(transaction, away.user_id) is None:  # else they have said meanwhile that they are away
                await relieve(change, away)
        elif vote.about == "give-up":
            change.values |= GIVEN_UP
    elif vote.voters - len(vote.refuse) < vote.needed:
        await end_vote(transaction, table.id)
        key = {"table_id": table.id, "about": vote.about}
        await transaction.run(upsert(transaction, schema.refused_votes, key, {"at": now()}))


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


async def vote_at(transaction: Transaction, table: Table) -> Vote | None:
    opened = await transaction.one(_OPENED, Opened, of=table.id)
    if opened is None or (opened.about == "away" and opened.moved_at != table.moved_at):
        return None
    cast = {ballot.user_id: ballot.agrees for ballot in await transaction.whole(_BALLOTS, Ballot, of=table.id)}
    seated = [player.user_id for player in table.players if opened.about != "away" or player.seat != opened.seat]
    return Vote(
        about=opened.about,
        opened_by=opened.opened_by,
        closes_at=opened.closes_at,
        agree=tuple(user_id for user_id in seated if cast.get(user_id) is True),
        refuse=tuple(user_id for user_id in seated if cast.get(user_id) is False),
        needed=len(seated) // 2 + 1,
        voters=len(seated),
        seat=opened.seat,
    )


async def cast_ballot(transaction: Transaction, table_id: int, user_id: int, agrees: bool) -> None:
    await transaction.run(_TAKEN_BACK, of=table_id, user=user_id)
    await transaction.run(_CAST, table_id=table_id, user_id=user_id, agrees=agrees)


async def require_not_refused(transaction: Transaction, table_id: int, about: About) -> None:
    """Raises Refused if this table has voted the same down within the last hour."""
    at = await transaction.one(_REFUSED, int, of=table_id, of_kind=about, since=now() - ASKED_AGAIN)
    if at is not None:
        text = say("This was voted down. You can ask again {time}.", time=f"<t:{at + ASKED_AGAIN}:R>")
        raise Refused(text)


async def end_vote(transaction: Transaction, table_id: int) -> None:
    await transaction.run(_ENDED, of=table_id)
    await transaction.run(_DEADLINE_ENDED, of=table_id)


_votes, _ballots, _refused, _deadlines = (
    table.c for table in (schema.votes, schema.ballots, schema.refused_votes, schema.timers)
)
_OPENED = select(*[_votes[name] for name in Opened.__struct_fields__]).where(_votes.table_id == bindparam("of"))
_BALLOTS = select(_ballots.user_id, _ballots.agrees).where(_ballots.table_id == bindparam("of"))
_TAKEN_BACK = delete(schema.ballots).where(_ballots.table_id == bindparam("of"), _ballots.user_id == bindparam("user"))
_CAST = insert(schema.ballots)
_REFUSED = select(_refused.at).where(
    _refused.table_id == bindparam("of"), _refused.about == bindparam("of_kind"), _refused.at > bindparam("since")
)
_ENDED = delete(schema.votes).where(_votes.table_id == bindparam("of"))
_DEADLINE_ENDED = delete(schema.timers).where(_deadlines.table_id == bindparam("of"), _deadlines.kind == "vote")
