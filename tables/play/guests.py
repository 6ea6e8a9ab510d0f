"""What people do in a lobby: they join and leave, say that they are ready, and claim to go first."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from languages import later, say

from ..daily import weeks
from ..daily.calendar import now
from . import alerts
from .model import Change, Player, Refused, Stale, Table, player_of
from .notes import NoteKind
from .rematches import Rematches
from .removals import require_not_sent_away
from .rows import seated
from .seating import adapt_options, is_full, remove, why_not_startable
from .terms import agree, ask_again, is_ready, terms_after, terms_of

SENT_AWAY = 600  # seconds for which somebody whom the host has sent away can't join again
OTHER_TERMS = later("Something else is to be played by now. Look at the table again, then press **{button}**.")


class Guests(Rematches):
    @asynccontextmanager
    async def _change(self, table_id: int, user_id: int, interaction_id: int | None) -> AsyncIterator[Change]:
        """A transaction in which this user changes a lobby. A host who does something there is there."""
        async with self._tables.change(table_id, interaction_id, "lobby") as change:
            if user_id == change.loaded.table.host_id:
                change.values["host_at"] = now()
            yield change

    async def join(
        self, table_id: int, user_id: int, name: str, interaction_id: int, *, terms: str | None = None
    ) -> Table:
        """Join a lobby, ready for what is played there.

        `terms`: what the user was shown, if it is a deal of the week; they are ready for no other one.
        """
        async with self._change(table_id, user_id, interaction_id) as change:
            loaded, table = change.loaded, change.loaded.table
            if table.player(user_id):
                raise Refused(say("You've joined this table already."))
            await require_not_sent_away(change, user_id)
            before = next((note for note in table.notes if note.user_id == user_id), None)
            if before and before.kind == "sent" and now() - before.at < SENT_AWAY:
                again = f"<t:{before.at + SENT_AWAY}:R>"
                raise Refused(say("You were sent away from this table. You can join it again {time}.", time=again))
            if is_full(table):
                raise _full(table, max(loaded.game.seats))
            agrees = weeks.to_play(table) is None or terms == terms_of(table)
            if weeks.to_play(table):  # for another number of players it is another deal
                ask_again(change)
            ready = terms_after(change) if agrees else None
            change.also.append(seated(table_id, user_id, name, place=None, ready=ready))
            joined = Player(user_id, name, None, ready)
            if before:
                change.note("back", joined)
            await adapt_options(change, table.host_id, len(table.players) + 1, len(table.computers))
            asked = change.values.get("asked", table.asked)
            _tell_host_if_ready(change, replace(table, players=(*table.players, joined), asked=asked))
        return await self._tables.get(table_id)

    async def agree(self, table_id: int, user_id: int, terms: str, interaction_id: int) -> Table:
        """Press Ready: agree to `terms`. If they are those of a deal of the week, a start spends this attempt."""
        async with self._change(table_id, user_id, interaction_id) as change:
            table = change.loaded.table
            player = player_of(table, user_id)
            if terms != terms_of(table):
                raise Stale(say(OTHER_TERMS, button=say("Ready")))
            if is_ready(table, player):
                raise Refused(say("You're ready already."))
            change.also.append(agree(change, user_id))
            agreed = [replace(one, ready=terms) if one == player else one for one in table.players]
            if user_id != table.host_id:
                _tell_host_if_ready(change, replace(table, players=tuple(agreed)), asked=True)
        return await self._tables.get(table_id)

    async def leave(
        self, table_id: int, user_id: int, interaction_id: int | None, kind: NoteKind = "left", heir: int | None = None
    ) -> Table:
        """Leave a lobby. If the host leaves, the next guest becomes the host, or `heir`; an empty lobby closes."""
        async with self._tables.change(table_id, interaction_id, "lobby") as change:
            await remove(change, [player_of(change.loaded.table, user_id)], kind, heir=heir)
        return await self._tables.get(table_id)

    async def go_first(self, table_id: int, user_id: int, interaction_id: int | None, *, wanted: bool = True) -> Table:
        """Claim to go first, or no longer: whoever claims it first does (WK-6, GA-8)."""
        async with self._change(table_id, user_id, interaction_id) as change:
            player_of(change.loaded.table, user_id)
            first = change.loaded.table.first_id
            if wanted and first == user_id:
                raise Refused(say("You already go first."))
            if wanted and first is not None:
                raise Refused(say("Somebody else was quicker, so they go first."))
            if not wanted and first != user_id:
                raise Refused(say("You don't go first, so there is nothing to take back."))
            change.values["first_id"] = user_id if wanted else None
        return await self._tables.get(table_id)


def _full(table: Table, most: int) -> Refused:
    if table.computers:
        return Refused(say("All {most} seats are taken. The host can send a computer player away.", most=most))
    return Refused(
        say("All {most} seats are taken. Watch with `/board`, or open your own table with `/play`.", most=most)
    )


def _tell_host_if_ready(change: Change, after: Table, *, asked: bool = False) -> None:
    """Have the host told, once, that nobody is missing any more. `asked`: the others had to press Ready."""
    if (asked or is_full(after)) and not why_not_startable(after):
        change.also.append(alerts.host_is_due(after))
