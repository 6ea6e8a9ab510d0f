"""“How did we play?” as people meet it: the moments, behind a button the chart and the sums; and what is refused."""

import asyncio
import io
import re
import threading
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from PIL import Image
from simcord.results import ResponseMessage

from cogs.screens.press import Press
from play.__main__ import think_aside
from players import PLAYERS
from players.answer import answer
from render import PICTURES
from render.chart import STRIP
from tables.history.analyses import Analysis
from tables.workers.jobs import TRIES

from .hall import Actor, World, alts, labels, text, world
from .hall import answer as said
from .solitaires import chosen, deal, script, start
from .test_daily_on_discord import HEXARACT, IDS, give_up, hall, play, shown, wake
from .test_replay_on_discord import forge, group, moving

NAMES = ("Ann", "Bob", "Cat")
ADVENT = "advent-of-the-wyrms"
WE, I = "How did we play?", "How did I play?"  # noqa: E741
COUNTED = "Luck and skill"
ADDS = f"-# **{I}** adds the chances to win."
SHARES = re.compile(r"(?<![\w])[+\N{MINUS SIGN}]?\d+")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judged here, with few futures, and looked at often."""
    judges = {
        key: replace(player, judge=replace(player.judge, first=1, second=1))
        for key, player in PLAYERS.items()
        if player.judge
    }
    monkeypatch.setattr("players.answer.PLAYERS", MappingProxyType(judges))
    monkeypatch.setattr("players.analysis.FEWEST", 1)
    monkeypatch.setattr("players.analysis.MOST", 1)
    monkeypatch.setattr("players.wyverns_knot.looking_back.TURNS", 1)
    monkeypatch.setattr("tables.history.analyses.A_LOOK", 0.01)

    monkeypatch.setattr("tables.workers.computer_turns.ThinkingProcess.ask", lambda mind, question: answer(question))


async def over(here: World, actor: Actor, monkeypatch: pytest.MonkeyPatch) -> ResponseMessage:
    """A game of Advent that somebody has won, and its message."""
    seed, played = script(ADVENT, True)
    deal(monkeypatch, seed)
    await start(here, actor, ADVENT)
    *most, last = chosen(ADVENT, played)
    for one in most:
        await here.bot.store.tables.play(here.table()["id"], actor.id, [one.move], next(IDS))
    await here.slash(actor, "board")
    await here.make(actor, here.board, last.move)
    return here.board


async def replayed(
    here: World, actor: Actor, monkeypatch: pytest.MonkeyPatch
) -> tuple[ResponseMessage, ResponseMessage, Image.Image]:
    """The message of such a game, that of its replay, and the moving picture there."""
    message = await over(here, actor, monkeypatch)
    await here.press(actor, message, "Replay")
    return message, here.board, moving(here, here.board)


@pytest.mark.slow
async def test_what_was_luck_and_what_was_skill_is_told_to_who_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path, *NAMES, "Dan") as here:
        *players, dan = here.members
        table = await group(here, players)
        board = here.board
        for member in (players[0], dan):
            panel = shown(await here.press(member, board, WE))
            assert panel.ephemeral
            found = await here.bot.store.analyses.find(table.id)
            assert isinstance(found, Analysis)
            sides = [one.start + sum(one.luck) + sum(one.skill) for one in found.accounts]
            assert sides == [one.end for one in found.accounts]
            moments = text(panel)
            assert not alts(panel)
            assert moments.count("· **Turn ") == len([one for one in labels(panel) if one.startswith("Play on")]) <= 3
            await here.press(member, panel, COUNTED)
            told = text(panel)
            shares = [int(one.replace("\N{MINUS SIGN}", "-")) for one in SHARES.findall(told.split("**")[1])]
            assert shares[0] + sum(shares[2:]) == shares[1], told
            assert not any(name in told for name in NAMES)
            (picture,) = here.pictures(panel)
            assert Image.open(io.BytesIO(picture)).width == 1200
            (chances,) = alts(panel)
            assert "The chance to win" in chances
            assert "at the end" in chances
            await here.press(member, panel, "Back")
            assert text(panel) == moments
        assert len(here.rows("SELECT 1 FROM analyses")) == 1, "once for all"


@pytest.mark.slow
async def test_the_replay_then_shows_the_chances_and_leads_from_one_turning_point_to_the_next(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann = here.members[0]
        table = await group(here, here.members)
        board = here.board
        assert "Next turning point" not in labels(shown(await here.slash(ann, "replay")))
        await here.press(ann, board, WE)
        await here.press(ann, board, "Replay")
        replay = await here.bot.store.tables.replay(table.id, ann.id)
        first = Image.open(io.BytesIO(PICTURES[table.game].board(replay.positions[0].view, NAMES)))
        picture = moving(here, here.board)
        assert picture.height == first.height + STRIP
        assert picture.convert("RGB").crop((0, 0, *first.size)).tobytes() == first.convert("RGB").tobytes()
        panel = shown(await here.slash(ann, "replay"))
        met = list[str]()
        while "Next turning point" in labels(panel) and len(met) < 3:
            await here.press(ann, panel, "Next turning point")
            assert "A turning point" in text(panel)
            where = text(panel).split("step ")[1].split(" of")[0]
            if where in met:
                break
            met.append(where)
        assert met == sorted(met, key=int)
        assert met


async def test_a_replay_that_was_posted_before_shows_the_chances_once_somebody_has_looked_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its message is edited once. Nobody else who looks back, or asks for the replay, costs a request more."""
    async with world(tmp_path, *NAMES) as here:
        ann, bob, _ = here.members
        message, posted, before = await replayed(here, ann, monkeypatch)
        assert text(posted).endswith(f"\n{ADDS}")
        await here.press(bob, message, "Replay")
        assert text(posted).endswith(f"\n{ADDS}"), "nobody has looked back yet"
        await here.press(ann, message, I)
        with_chances = moving(here, posted)
        assert with_chances.height == before.height + STRIP
        for asks in ("Replay", I):
            edits = len(here.requests("PATCH", "/channels/"))
            await here.press(bob, message, asks)
            more = len(here.requests("PATCH", "/channels/")) - edits
            assert more == (asks == "Replay"), "which looks whether it is still there"
            assert moving(here, posted).tobytes() == with_chances.tobytes()
            assert ADDS not in text(posted)


async def test_whoever_asks_for_the_replay_finds_the_chances_in_it_if_nobody_waited_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, bob, _ = here.members
        message, posted, before = await replayed(here, ann, monkeypatch)
        await here.bot.store.analyses.ask_for(here.table()["id"])
        await here.bot.store.analyses.go_on(here.bot.store.thinking.aside)
        assert moving(here, posted).height == before.height
        assert ADDS in text(posted)
        assert str(posted.id) in said(await here.press(bob, message, "Replay"))
        assert moving(here, posted).height == before.height + STRIP
        assert ADDS not in text(posted)


async def test_a_game_for_one_is_looked_back_at_in_its_own_channel_and_from_a_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann = here.members[0]
        message = await over(here, ann, monkeypatch)
        assert I in labels(message)
        panel = shown(await here.press(ann, message, I))
        assert "· **Step " in text(panel)
        stepped = shown(await here.slash(ann, "replay"))
        again = shown(await here.press(ann, stepped, I))
        assert text(again) == text(panel)
        for one in (panel, again):
            await here.press(ann, one, COUNTED)
            assert "to 100%: luck" in text(one)
        assert here.pictures(again) == here.pictures(panel)
        assert "no such page" in said(
            await forge(here, ann, message, Press("looked-back", here.table()["id"], args=("x",)))
        )


async def test_after_a_kill_it_goes_on_and_nobody_need_ask_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann = here.members[0]
        await over(here, ann, monkeypatch)
        table_id = here.table()["id"]
        await here.bot.store.analyses.ask_for(table_id)
        await here.restart()
        await here.bot.store.analyses.go_on(here.bot.store.thinking.aside)
        assert here.rows("SELECT done FROM analyses") == [{"done": 1}]


async def test_the_simulated_discord_doesnt_wait_for_what_is_thought_about_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever plays in a browser goes on meanwhile."""
    thinks = threading.Event()

    def ask(mind: Any, question: bytes) -> bytes:
        assert thinks.wait(60)
        return answer(question)

    monkeypatch.setattr("tables.workers.computer_turns.ThinkingProcess.ask", ask)
    async with world(tmp_path, *NAMES) as here:
        ann, bob, _ = here.members
        think_aside(here.env, here.bot)
        message = await over(here, ann, monkeypatch)
        try:
            panel = shown(await here.press(ann, message, I))
            assert "Looking back" in text(panel)
            assert "Advent" in text(shown(await here.slash(bob, "play", game=ADVENT)))
        finally:
            thinks.set()
        async with asyncio.timeout(60):
            while "· **Step " not in text(panel):
                await asyncio.sleep(0.1)
                await here.env.advance_time(1)


async def test_where_it_takes_too_long_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.commands.replay.PATIENCE", -1.0)
    async with world(tmp_path, *NAMES) as here:
        ann = here.members[0]
        message = await over(here, ann, monkeypatch)
        panel = shown(await here.press(ann, message, I))
        assert "still looking back" in text(panel)


async def test_whoever_waits_is_told_that_it_has_failed_and_may_ask_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    def broken(mind: Any, question: bytes) -> bytes:
        nonlocal asked
        asked += 1
        raise KeyError("a card")

    with monkeypatch.context() as patched:
        patched.setattr("tables.workers.computer_turns.ThinkingProcess.ask", broken)
        async with world(tmp_path, *NAMES) as here:
            ann = here.members[0]
            message = await over(here, ann, monkeypatch)
            for _ in range(2):
                panel = shown(await ann.click(message, label=I))
                assert "I couldn't look back at this game." in text(panel)
            assert asked == TRIES
            assert here.errors.lines == ["tables.history.analyses: Table 1 can't be looked back at: KeyError"] * TRIES
            here.errors.lines.clear()
            patched.undo()
            await here.restart()
            assert "· **Step " in text(shown(await here.press(ann, message, I)))


async def test_where_there_is_nothing_to_look_back_at_that_is_said_in_place_of_waiting(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann = here.members[0]
        message = await start(here, ann, HEXARACT)
        for _ in range(2):
            await here.press(ann, message, "Give up")
        result = await here.press(ann, message, I)
        assert "Nobody made a choice in this game" in text(shown(result))
        assert not result.followups
        await here.press(ann, message, "Replay")
        assert "the replay" in text(here.board)
        assert ADDS not in text(here.board)


async def test_nothing_is_told_while_a_game_goes_on_also_by_a_forged_press(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES, "Dan") as here:
        *players, dan = here.members
        table = await group(here, players, over=False)
        assert WE not in labels(here.board)
        for member in (players[0], dan):
            refused = await forge(here, member, here.board, Press("looked-back", table.id))
            assert "still going on" in said(refused)
        assert "no such table" in said(await forge(here, dan, here.board, Press("looked-back", 99)))
        assert not here.rows("SELECT 1 FROM analyses")


async def test_a_deal_of_the_day_is_looked_back_at_once_its_day_is_over(tmp_path: Path) -> None:
    """By its player, beside the others and the hall; shared in one line if they wish."""
    async with hall(tmp_path) as here:
        ann, bob = here.members
        hers = await play(here, ann, HEXARACT)
        table_id = here.table()["id"]
        for _ in range(6):
            moves = here.game().legal_moves(here.state())
            await here.bot.store.tables.play(table_id, ann.id, [moves[0]], next(IDS))
        await give_up(here, ann, hers)
        assert I not in labels(hers)
        await here.press(ann.user, hers, "Share")
        for member in (ann, bob):
            refused = said(await forge(here, member, here.board, Press("looked-back", table_id)))
            assert "once it is closed" in refused or "somebody else's deal" in refused
        forged = Press("share", table_id, args=("luck",))
        assert "look back at this game first" not in said(await forge(here, ann, here.board, forged))
        assert not here.rows("SELECT 1 FROM analyses")
        await wake(here, 2, 3)
        stepped = shown(await here.slash(ann, "replay"))
        assert "first" in said(await forge(here, ann, here.board, forged)), "it isn't known yet"
        panel = shown(await here.press(ann, stepped, I))
        await here.press(ann, panel, COUNTED)
        sums = text(panel).split("**")[1]
        await here.press(ann, panel, "Share with luck and skill")
        assert "⚖️ Luck" in text(here.board)
        assert "**Ann**" in text(here.board)
        assert sums.split("luck ")[1].split(",")[0] in text(here.board)
        assert "turning" not in text(here.board).lower(), "it spoils nothing"


async def test_a_deal_of_the_day_is_told_beside_the_average_and_the_hall(tmp_path: Path) -> None:
    """The average is told once there is one beside one's own."""
    async with hall(tmp_path) as here:
        ann, _ = here.members
        await here.slash(ann, "preferences", form="words-only")
        tables = here.bot.store.tables
        for number, member in enumerate(here.members, 1):
            message = await play(here, member, HEXARACT)
            await tables.play(number, member.id, [here.game().legal_moves(here.state())[0]], next(IDS))
            await give_up(here, member, message)
        here.rows("UPDATE pars SET won = FALSE, score = 21")
        await wake(here, 2, 3)
        stepped = shown(await here.slash(ann, "replay"))

        async def told() -> list[str]:
            panel = shown(await here.press(ann, stepped, I))
            await here.press(ann, panel, COUNTED)
            return text(panel).splitlines()

        assert "The hall: 21, lost." in await told()
        analyses = here.bot.store.analyses
        await analyses.ask_for(2)
        await analyses.go_on(here.bot.store.thinking.aside)
        here.rows("UPDATE analyses SET luck = -180000, skill = -30000 WHERE table_id = 1")
        here.rows("UPDATE analyses SET luck = 60000, skill = -50000 WHERE table_id = 2")
        average = "The 2 who looked back at this deal: luck \N{MINUS SIGN}6, skill \N{MINUS SIGN}4 on average."
        assert f"{average} The hall: 21, lost." in await told()
