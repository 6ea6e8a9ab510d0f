"""What if? A finished game played on in private: from a step of its replay to what came of it, through a restart."""

from pathlib import Path
from random import Random

from simcord.results import ResponseMessage

from cogs.screens.press import Press
from engine import GAMES
from render import PICTURES

from .hall import Actor, World, answer, behind, controls, labels, text, world
from .solitaires import start
from .test_daily_on_discord import HEXARACT, at, finish, hall, shown
from .test_replay_on_discord import KNOT, NAMES, forge, group, step

WHAT, AGAIN, ANOTHER, ON = "What came of it?", "Again from there", "Try another move", "Play on from here"
VERDICTS = "✅", "💡", "⚖️"


async def choose(here: World, actor: Actor, panel: ResponseMessage, draw: Random) -> None:
    """Press and choose through the panel until a move is made."""
    before = here.rows("SELECT version FROM retries WHERE user_id = ?", actor.id)
    for _ in range(20):
        ways = [
            (custom_id, option["value"] if options else None)
            for custom_id, part in controls(panel).items()
            if custom_id.startswith("wyrm:retry:") and ":pick" in custom_id and part.get("label") != "Back"
            for options in (part.get("options"),)
            for option in options or ({},)
        ]
        custom_id, value = draw.choice(ways)
        if value is None:
            await here.press(actor, panel, custom_id=custom_id)
        else:
            await here.choose(actor, panel, value, custom_id=custom_id)
        if here.rows("SELECT version FROM retries WHERE user_id = ?", actor.id) != before:
            return
    raise AssertionError("these controls lead to no move")


async def test_a_step_of_a_replay_is_played_on_to_what_came_of_it(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, draw = here.members[0], Random(1)
        table = await group(here, here.members)
        before, results = len(here.messages()), here.rows("SELECT * FROM results")
        steps = shown(await here.slash(ann, "replay"))
        for _ in range(6):
            await here.press(ann, steps, custom_id=step(steps, "next"))
        panel = shown(await here.press(ann, steps, ON))
        assert panel.ephemeral
        assert "what if, from step 7" in text(panel)
        assert not any(sign in text(panel) for sign in VERDICTS), "nothing is said before she has moved"
        await choose(here, ann, panel, draw)
        assert any(sign in text(panel) for sign in VERDICTS)
        moved = text(panel)
        await here.restart()
        await here.press(ann, panel, WHAT)
        told = text(panel)
        assert "not played to its end" in told
        real = GAMES[KNOT].outcome(here.state())
        assert real
        assert f"**The game itself**: {real.headline}" in told
        assert "**I, from the same place**: " in told
        assert "still" not in told
        await here.press(ann, panel, "Keep playing")
        assert text(panel) == moved, "nothing is lost"
        await here.press(ann, panel, ANOTHER)
        assert not any(sign in text(panel) for sign in VERDICTS)
        for _ in range(200):
            if "What came of it" in text(panel):
                break
            await choose(here, ann, panel, draw)
        assert "not played" not in text(panel)
        assert here.pictures(panel)
        await here.press(ann, panel, AGAIN)
        assert "what if, from step 7" in text(panel)
        await here.press(ann, panel, WHAT)
        await here.press(ann, panel, "Step through the game")
        assert "step 7 of" in text(panel)
        assert len(here.messages()) == before, "nobody else saw any of it"
        assert here.rows("SELECT * FROM results") == results, "it counts nowhere"
        assert len(here.rows("SELECT 1 FROM tables")) == 1
        assert (await here.bot.store.tables.get(table.id)).version == table.version
