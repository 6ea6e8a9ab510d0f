"""What if? A finished game played on in private: from a step of its replay to what came of it, through a restart."""

from pathlib import Path
from random import Random

from simcord.results import ResponseMessage

from cogs.screens.press import Press
from engine import GAMES

from .hall import Actor, World, answer, controls, forbid, labels, text, world
from .test_daily_on_discord import HEXARACT, at, finish, hall, shown
from .test_replay_on_discord import KNOT, NAMES, forge, group, step

WHAT, AGAIN, ANOTHER, ON = "What came of it?", "Again from there", "Undo", "Play on from here"
VERDICTS = "✅", "💡", "⚖️"


async def choose(here: World, actor: Actor, panel: ResponseMessage, draw: Random) -> None:
    """Press and choose through the panel until a move is made."""
    before = here.rows("SELECT version FROM retries WHERE user_id = ?", actor.id)
    for _ in range(20):
        assert not {"Back", "Undo"} <= {*labels(panel)}, "one way back at a time"
        ways = [
            (custom_id, option.get("value"))
            for custom_id, part in controls(panel).items()
            if custom_id.startswith("wyrm:retry:") and ":pick" in custom_id and part.get("label") != "Back"
            for option in part.get("options", ({},))
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
        assert "played on from step 7" in text(panel)
        assert not any(sign in text(panel) for sign in VERDICTS), "nothing is said before she has moved"
        await choose(here, ann, panel, draw)
        assert any(sign in text(panel) for sign in VERDICTS)
        moved = text(panel)
        await here.restart()
        await here.press(ann, panel, WHAT)
        told = text(panel)
        assert "not played to its end" in told
        real = GAMES[KNOT].headline(GAMES[KNOT].view(here.state(), None))
        assert f"**The game itself**: {real}" in told
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
        assert "played on from step 7" in text(panel)
        await here.press(ann, panel, WHAT)
        await here.press(ann, panel, "Step through the game")
        assert "step 7 of" in text(panel)
        assert len(here.messages()) == before, "nobody else saw any of it"
        assert here.rows("SELECT * FROM results") == results, "it counts nowhere"
        assert len(here.rows("SELECT 1 FROM tables")) == 1
        assert (await here.bot.store.tables.get(table.id)).version == table.version


async def test_nobody_plays_on_before_the_game_is_over_or_its_deal_closed(tmp_path: Path) -> None:
    async with hall(tmp_path, "Ann", "Bob") as here:
        ann, bob = here.members
        await finish(here, ann, HEXARACT)
        table_id = here.table()["id"]
        hers = shown(await here.slash(ann.user, "replay", game=str(table_id)))
        assert ON not in labels(hers), "others play that deal"
        board = (await here.slash(bob, "play", game=HEXARACT)).response
        assert board
        for member, number, refusal in (
            (ann, table_id, "Others may still play this deal"),
            (bob, table_id, "somebody else's deal"),
            (bob, table_id + 1, "still going on"),
        ):
            told = answer(await forge(here, member, board, Press("play-on", number, args=("0",))))
            assert refusal in told
        for args in ((), ("x",), ("-1",), ("99999",), ("0", "1")):
            told = answer(await forge(here, bob, board, Press("play-on", table_id, args=args)))
            assert "does nothing any more" in told
        assert "aren't playing on" in answer(await forge(here, bob, board, Press("retry", 0, args=("on",))))
        assert not here.rows("SELECT 1 FROM retries")
        await at(here, 2, 2)
        theirs = shown(await here.slash(bob, "replay", table=table_id))
        panel = shown(await here.press(bob, theirs, ON))
        assert "the same deal, from the start" in text(panel)
        for odd in ("", "pick:no:such", "page", "page:x", "other", "back"):
            await forge(here, bob, board, Press("retry", 0, 1, tuple(filter(None, odd.split(":")))))
        (row,) = here.rows("SELECT user_id, moves FROM retries")
        assert row == {"user_id": bob.id, "moves": "[]"}


async def test_who_can_t_look_at_a_game_can_t_play_it_on(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES, "Dan") as here:
        *players, dan = here.members
        table = await group(here, players)
        back_room = players[0].guild.create_text_channel("back room")
        steps = shown(here._checked(await dan.slash(back_room, "replay", table=table.id)))
        panel = shown(await here.press(dan, steps, ON))
        assert "the same deal, from the start" in text(panel)
        (row,) = here.rows("SELECT seat FROM retries")
        assert row == {"seat": 0}, "whoever looked on plays the seat whose turn it was"
        forbid(here, "view_channel", member=dan)
        assert "can't look" in answer(await here.press(dan, steps, ON))
