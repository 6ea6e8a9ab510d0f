"""A bot that is killed while somebody leaves, or a group plays again: nothing of it is lost, nothing told twice."""

from collections.abc import Callable

import pytest
from simcord.results import ResponseMessage

from tables.play.tables import Tables
from tables.play.votes import Votes
from tables.store.database import Database, Where

from ..cogs.hall import labels, text
from .nursery import Bot, Nursery
from .wired import Hall, deal, numbers, wired

pytestmark = pytest.mark.slow

EVERY = 4  # steps of an answer from one kill to the next
LAST = 60  # by then a press is answered
SEATS = 3


async def come(hall: Hall, bot: Bot, condition: Callable[[], object]) -> bool:
    """Wait for something, or for the bot's death: False."""
    await hall.wire.until(lambda: condition() or bot.status is not None)
    return bot.status is None


async def revived(hall: Hall, bot: Bot) -> bool:
    """Start a bot after this one, which has died or is stopped. Whether it had died."""
    if killed := await bot.stop() != 0:
        hall.rows("DELETE FROM processes")  # as others do for it once its lease is over
    await hall.start(draw=False)
    await hall.wire.until(lambda: not hall.rows("SELECT 1 FROM departures WHERE due"))
    return killed


def saying(hall: Hall, said: str) -> list[ResponseMessage]:
    return [message for message in hall.posted() if said in text(message)]


async def test_killed_while_somebody_leaves_those_who_stay_are_told_once(nursery: Nursery, where: Where) -> None:
    async with wired(nursery, where) as hall:
        kills, told, (leaver, *_) = 0, 0, hall.members
        for kill_at in range(1, LAST, EVERY):
            hall.channel = hall.wire.env.guild.create_text_channel(f"step-{kill_at}")
            table_id = await deal(hall.database, hall.channel, hall.members[:SEATS])
            bot = await hall.start(kill_at=kill_at, draw=False)
            asked = await leaver.slash(hall.channel, "leave", game=str(table_id))
            if await come(hall, bot, lambda asked=asked: asked.response and labels(asked.response)):  # type: ignore[misc]
                assert asked.response
                await leaver.click(asked.response, label="Leave the table")
                await come(hall, bot, lambda: saying(hall, "has left the table."))
            kills += await revived(hall, bot)
            left = leaver not in hall.sitting(table_id)
            assert len(saying(hall, "has left the table.")) == left
            assert len(hall.boards()) == 1
            assert ("Take the empty seat" in labels(hall.board())) == left
            told += left
            await hall.bot.stop()
        assert kills > 3
        assert told > 3


async def test_killed_while_a_group_plays_again_it_has_one_rematch_and_is_called_once(
    nursery: Nursery, where: Where
) -> None:
    async with wired(nursery, where) as hall:
        kills, opened, (ann, ben, _, *_) = 0, 0, hall.members
        for kill_at in range(1, LAST, EVERY):
            hall.channel = hall.wire.env.guild.create_text_channel(f"step-{kill_at}")
            table_id = await given_up(hall)
            bot = await hall.start(kill_at=kill_at, draw=False)
            await ann.click(hall.posted()[-1], label="Play again")
            if await come(hall, bot, lambda: lobbies(hall)):
                await ben.click(lobbies(hall)[-1], label="Ready")
                await come(hall, bot, lambda: f"<@{ben.id}>" not in text(lobbies(hall)[-1]))
            kills += await revived(hall, bot)
            rematches = hall.rows("SELECT id FROM tables WHERE rematch_of = ?", table_id)
            assert len(lobbies(hall)) == len(rematches) <= 1
            for rematch in rematches:
                rows = hall.rows("SELECT user_id FROM players WHERE table_id = ? AND ready IS NOT NULL", rematch["id"])
                called = {member.id for member in hall.members[:SEATS]} - {row["user_id"] for row in rows}
                assert {member.id for member in hall.members if f"<@{member.id}>" in text(lobbies(hall)[0])} == called
                opened += 1
            await hall.bot.stop()
        assert kills > 3
        assert opened > 3


async def given_up(hall: Hall) -> int:
    """A game of this channel that is over."""
    table_id = await deal(hall.database, hall.channel, hall.members[:SEATS])
    database = await Database.open(hall.database)
    try:
        votes = Votes(Tables(database))
        await votes.open(table_id, hall.members[0].id, next(numbers))
        await votes.cast(table_id, hall.members[1].id, True, next(numbers))
    finally:
        await database.close()
    return table_id


def lobbies(hall: Hall) -> list[ResponseMessage]:
    return [message for message in hall.posted() if "Ready" in labels(message)]
