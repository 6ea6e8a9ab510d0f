"""The riddle of the day as people meet it: one press, told at once, and to nobody else."""

import json
from pathlib import Path
from typing import Any

from simcord.results import ResponseMessage

from cogs.screens.press import Press
from engine import GAMES

from ..tables.riddles import MADE, SEED, best_of, fix
from .hall import World, alts, answer, labels, text
from .test_daily_on_discord import hall, press_by_hand, shown, wake

DAY, GAME = "2026-01-01", "hexaract"


async def asked(here: World, member: Any, game: str = GAME) -> ResponseMessage:
    fix(here, DAY, game)
    result = await here.slash(member, "daily", show="riddle")
    assert result.ephemeral
    return shown(result)


def choices(message: ResponseMessage) -> list[str]:
    *said, fair = labels(message)
    assert fair == "Fair riddle?"
    return said


async def test_one_press_and_all_is_told(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, bob = here.members
        question = await asked(here, ann)
        said = choices(question)
        assert len(set(said)) == len(said) == len(MADE[GAME]["choices"])
        assert f"**{GAMES[GAME].title}.**" in text(question)
        assert len(here.pictures(question)) == 1
        assert alts(question)[0]
        best = best_of(GAME)
        await here.press(ann, question, said[best])
        told = text(question)
        assert f"You found it: the best move is **{said[best]}**" in told
        for choice in MADE[GAME]["choices"]:
            assert choice["reason"] in told
        assert "1 person answered, 1 found it." in told
        assert len(here.pictures(question)) == 1, "the position stays"
        assert "Your riddle streak: 1 day. Found so far: 1 of 1." in told
        assert labels(question) == ["Share", f"Today's deal: {GAMES[GAME].title}", "Fair riddle?"]

        his = shown(await here.slash(bob, "daily", show="riddle"))
        wrong = (best + 1) % len(said)
        await here.press(bob, his, said[wrong])
        assert f"You chose **{said[wrong]}**, the best move is **{said[best]}**" in text(his)
        assert "chosen by 1 of 2" in text(his)
        assert not here.messages(), "nobody else sees any of it"


async def test_what_is_asked_tells_nothing_of_the_answer(tmp_path: Path) -> None:
    """The message is the same, byte by byte, whichever of its moves is the best."""
    async with hall(tmp_path) as here:
        ann, bob = here.members
        first = await asked(here, ann)
        (row,) = here.rows("SELECT made FROM riddles WHERE date = ?", DAY)
        made = json.loads(row["made"])
        for number, choice in enumerate(made["choices"]):
            choice |= {"expected": 0.9 - number / 10, "reason": f"Another reason {number}."}
        here.rows("UPDATE riddles SET made = ? WHERE date = ?", json.dumps(made), DAY)
        other = shown(await here.slash(bob, "daily", show="riddle"))
        assert (text(first), alts(first), labels(first)) == (text(other), alts(other), labels(other))
        assert here.pictures(first) == here.pictures(other)
        assert SEED not in text(first)


async def test_the_first_answer_stays(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, _ = here.members
        first, second = [await asked(here, ann), shown(await here.slash(ann, "daily", show="riddle"))]
        said, best = choices(first), best_of(GAME)
        wrong = (best + 1) % len(said)
        await here.press(ann, first, said[wrong])
        await here.press(ann, second, said[best])
        assert f"You've answered already. You chose **{said[wrong]}**" in text(second)
        again = shown(await here.slash(ann, "daily", show="riddle"))
        assert f"You chose **{said[wrong]}**" in text(again)
        assert here.rows("SELECT choice FROM riddle_answers") == [{"choice": wrong}]


async def test_a_hand_made_press_is_told_to_who_presses_alone(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, bob = here.members
        fix(here, DAY)
        await here.slash(bob, "play", game="hexaract")
        before = text(here.board)
        for args in ((DAY, "3"), (DAY, "x"), (DAY,), ("tomorrow", "0"), ("2026-01-02", "0")):
            assert "no such riddle" in answer(await press_by_hand(here, ann, Press("answer", 0, args=args)))
        assert not here.rows("SELECT 1 FROM riddle_answers")
        told = await press_by_hand(here, ann, Press("answer", 0, args=(DAY, "0")))
        assert told.ephemeral
        assert "best move" in text(shown(told))
        assert text(here.board) == before
        assert len(here.rows("SELECT 1 FROM riddle_answers")) == 1
        assert not any("best move" in text(message) for message in here.messages())


async def test_it_is_there_for_who_asks_first(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, _ = here.members
        first = shown(await here.slash(ann, "daily", show="riddle"))
        assert len(choices(first)) > 2
        assert [row["date"] for row in here.rows("SELECT date FROM riddles WHERE made IS NULL")] == ["2026-01-02"]
        day = shown(await here.slash(ann, "daily"))
        question = shown(await here.press(ann, day, "Riddle of the day"))
        assert len(choices(question)) > 2


async def test_it_can_be_verified_once_the_day_is_closed(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, bob = here.members
        question = await asked(here, ann)
        before = answer(await here.press(ann, question, "Fair riddle?"))
        assert "**Riddle, Hexaract**" in before
        assert SEED not in before
        await wake(here, 2, 2)
        told = answer(await here.slash(ann, "verify", day=DAY))
        assert f"seed `{SEED}`" in told
        assert f"its {len(MADE[GAME]['moves'])} moves lead to the riddle's position" in told
        (row,) = here.rows("SELECT made FROM riddles WHERE date = ?", DAY)
        for change, words in (
            ({"rules": 99}, "It was made by an earlier version of the rules, which I don't have any more."),
            ({"moves": [{"type": "of-then"}]}, "So the rules were others when it was made, or somebody has changed"),
        ):
            here.rows("UPDATE riddles SET made = ? WHERE date = ?", json.dumps(json.loads(row["made"]) | change), DAY)
            told = answer(await here.slash(ann, "verify", day=DAY))
            assert words in told
            assert f"seed `{SEED}`" in told, "which proves the deal, whatever the rules"
        here.rows("UPDATE riddles SET made = ? WHERE date = ?", row["made"], DAY)
        late = await press_by_hand(here, bob, Press("answer", 0, args=(DAY, "0")))
        assert "This riddle is closed" in text(shown(late))
        assert not here.rows("SELECT 1 FROM riddle_answers")
