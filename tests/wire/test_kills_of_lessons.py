"""A bot that is killed in a lesson: whoever learns goes on where they were, and is told of nothing twice."""

from pathlib import Path

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from cogs.lessons import LESSONS

from ..cogs.hall import labels
from ..screens.test_lessons import onward, step_of
from .nursery import Bot, Nursery
from .wired import Hall, wired

pytestmark = pytest.mark.slow

KEY = "advent-of-the-wyrms"
EVERY = 5  # steps of an answer from one kill to the next
LAST = 60  # by then a press is answered


async def test_killed_in_a_lesson_it_goes_on_where_it_was(nursery: Nursery, tmp_path: Path) -> None:
    """Each bot is killed at another step of answering a press; what was shown is never taken back."""
    async with wired(nursery, tmp_path / "hall.sqlite3") as hall:
        ada, shown, killed = hall.members[4], 0, 0
        for kill_at in range(1, LAST, EVERY):
            bot = await hall.start(kill_at=kill_at)
            message = await _on(hall, bot, ada)
            if message is not None:
                before = step_of(message)
                assert before >= shown, "no step is gone back"
                shown = max(shown, before)
                if not await _press(hall, bot, ada, message):
                    message = None
                else:
                    shown = step_of(message)
            killed += message is None
            await bot.stop()
        assert killed > 3
        bot = await hall.start()
        message = await _on(hall, bot, ada)
        assert message
        while step_of(message) < len(LESSONS[KEY].steps):
            assert await _press(hall, bot, ada, message)
        (learner,) = hall.rows("SELECT learned FROM learners")
        assert learner["learned"]
        assert hall.rows("SELECT COUNT(*) AS tables FROM tables") == [{"tables": 1}], "the one of the others"


async def _on(hall: Hall, bot: Bot, learner: MemberActor) -> ResponseMessage | None:
    """The lesson, begun or gone on with; None if the bot has died."""
    begun = await learner.slash(hall.channel, "learn", game=KEY)
    await hall.wire.until(lambda: bot.status is not None or (begun.response and labels(begun.response)))
    if bot.status is not None or begun.response is None:
        return None
    message = begun.response
    if "Begin anew" in labels(message):
        await learner.click(message, label="Go on")
        await hall.wire.until(lambda: bot.status is not None or "Begin anew" not in labels(message))
    return message if bot.status is None else None


async def _press(hall: Hall, bot: Bot, learner: MemberActor, message: ResponseMessage) -> bool:
    """What leads on; False if the bot has died of it."""
    before = str(message.components)
    custom_id, value = onward(message)[0]
    await (
        learner.select(message, [value], custom_id=custom_id) if value else learner.click(message, custom_id=custom_id)
    )
    await hall.wire.until(lambda: bot.status is not None or str(message.components) != before)
    return bot.status is None
