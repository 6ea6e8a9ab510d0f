"""Reminders of a turn: to whoever is to act, or about their absence to the others; to all where a seat is empty."""

from datetime import timedelta

import discord

from languages import speaking
from tables.play.model import PlayerView, Table
from tables.play.posts import BOARD
from tables.play.timers import Deadline, Kind

from ..delivery.plan import message_url
from ..screens import board as boards
from ..screens import departures
from ..services import Services


async def remind(services: Services, table: Table, deadline: Deadline) -> None:
    """Send the reminder that is due, below a live board. Raises TimeoutError if it must be tried again later."""
    store, members, notices = services.store, services.members, services.presenter.notices
    if not await services.presenter.make_sure(table.id):
        raise TimeoutError("nobody knows whether its board is there")
    seen = await store.tables.look(table.id, None)
    table, player = seen.table, seen.table.sitting(seen.to_act)
    board = (await store.posts.of(table.id)).get(BOARD)
    if board is None:
        return
    if player is None:
        await _remind_those_who_stay(services, seen, message_url(table, board), deadline.kind)
        return
    try:
        member = await members.is_member(table.guild_id or 0, player.user_id)
    except discord.NotFound as error:  # of the server: it may be gone for a moment
        raise TimeoutError("nobody knows whether its player is there") from error
    if not member:
        await members.free_seat(table, player)
        return
    with speaking(table.language):
        url, times = message_url(table, board), store.tables.times
        if deadline.kind == "nudge":
            await notices.post(table, boards.nudge(table, player, url), [player.user_id], "nudge")
        elif deadline.kind == "last":
            left = times.vacate - times.last if times.last else timedelta()
            free_at = deadline.due_at + int(left.total_seconds())
            await notices.post(table, boards.last_word(table, player, url, free_at), [player.user_id], "last")
        else:
            others = [other.user_id for other in table.players if other != player]
            if others:
                await notices.post(table, boards.absent(table, player), others, deadline.kind)


async def _remind_those_who_stay(services: Services, seen: PlayerView, url: str, kind: Kind) -> None:
    """Remind all at the table if it waits for an empty seat, for which they can do something."""
    table, seat = seen.table, seen.to_act
    if seat is None or seat not in table.vacant:
        return
    with speaking(table.language):
        here = [player.user_id for player in table.players]
        await services.presenter.notices.post(table, departures.still_empty(table, seat, url, kind), here, kind)
