"""Lessons: played to their ends, with every wrong press, interrupted, in a channel and in direct messages."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from simcord.results import ResponseMessage

from cogs.games.words import move_path
from cogs.lessons import LESSONS
from cogs.screens import lesson as lesson_messages
from cogs.screens.press import Press
from engine import GAMES

from ..screens.test_lessons import every_lesson, green, onward, step_of
from .hall import Actor, World, answer, controls, labels, text, world

QUICK = "advent-of-the-wyrms"


async def follow(here: World, actor: Actor, message: ResponseMessage, custom_id: str, value: str | None) -> None:
    if value is None:
        await here.press(actor, message, custom_id=custom_id)
    else:
        await here.choose(actor, message, value, custom_id=custom_id)


def learner(here: World, key: str) -> Mapping[str, Any]:
    (row,) = here.rows("SELECT * FROM learners WHERE game = ?", key)
    return row


async def learn(here: World, actor: Actor, key: str) -> ResponseMessage:
    result = await here.slash(actor, "learn", game=key)
    assert result.response
    return result.response


async def to_the_end(here: World, actor: Actor, message: ResponseMessage, key: str) -> None:
    """By pressing what is green, and nothing else."""
    lesson = LESSONS[key]
    for _ in range(4 * len(lesson.steps)):
        if step_of(message) == len(lesson.steps):
            return
        found = onward(message)
        assert found, labels(message)
        await follow(here, actor, message, *found[0])
    raise AssertionError(f"the lesson stays at {text(message)}")


def untouched(here: World) -> None:
    """Nothing that counts knows of a lesson."""
    for table in ("tables", "log", "results", "standings", "win_standings", "group_standings", "attempts", "posts"):
        assert here.rows(f"SELECT COUNT(*) AS rows FROM {table}") == [{"rows": 0}], table


# One of them on every push, the others with the slow tests
@pytest.mark.parametrize("key", [key if key == QUICK else pytest.param(key, marks=pytest.mark.slow) for key in LESSONS])
async def test_a_lesson_is_learned_in_a_channel_seen_by_nobody_else(tmp_path: Path, key: str) -> None:
    """Interrupted in the middle by a restart it goes on where it was, and at the end it counts for nothing."""
    async with world(tmp_path, "Ann", "Bob") as here:
        ann, bob = here.members
        message = await learn(here, ann, key)
        assert message.ephemeral
        half = len(LESSONS[key].steps) // 2
        while step_of(message) <= half:
            await follow(here, ann, message, *onward(message)[0])
        at = step_of(message)
        await here.restart()
        again = await learn(here, ann, key)
        assert f"You are at step {at} of {len(LESSONS[key].steps)}" in text(again)
        assert labels(again) == ["Go on", "Begin anew"]
        await here.press(ann, again, "Go on")
        assert step_of(again) == at
        await to_the_end(here, ann, again, key)
        together = max(GAMES[key].seats) > 1
        assert ("Play now with two computers" if together else "Play now") in labels(again)
        assert ("Open a table here" in labels(again)) == together
        assert learner(here, key)["learned"]
        assert not here.messages(), "nothing is said in the channel"
        untouched(here)
        shown = await here.slash(ann, "profile", text=True)
        assert f"Has learned: {GAMES[key].title}." in answer(shown)
        assert "Has learned" not in answer(await here.slash(bob, "profile", text=True))
        again = await learn(here, ann, key)
        assert "You have been through the lesson" in text(again)
        await here.press(ann, again, "Begin anew")
        assert step_of(again) == 1
        assert learner(here, key)["learned"], "it stays learned"


@pytest.mark.slow
@every_lesson
async def test_in_direct_messages_it_is_a_message_like_others(tmp_path: Path, key: str) -> None:
    async with world(tmp_path, "Ann") as here:
        user = here.members[0].user
        message = await learn(here, user, key)
        assert not message.ephemeral
        await to_the_end(here, user, message, key)
        alone = GAMES[key].alone is not None
        assert ("Play now" in labels(message)) == alone, "a table takes a server"
        assert (lesson_messages.AT_A_TABLE in text(message)) != alone, "and this says so"
        assert learner(here, key)["learned"]


async def test_a_lesson_is_offered_where_a_game_is_and_to_whoever_opens_their_first(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob") as here:
        ann, bob = here.members
        opened = await here.slash(ann, "play", game=QUICK)
        assert "New to **Advent of the Wyrms**?" in answer(opened)
        invited = opened.followups[-1]
        assert invited.ephemeral
        began = await here.press(ann, invited, "Learn by playing")
        assert began.response
        assert step_of(began.response) == 1
        assert "New to" not in answer(await here.slash(ann, "play", game=QUICK)), "it is begun"
        shown = await here.slash(bob, "rules", game=QUICK)
        assert shown.response
        assert f"wyrm:learn:0:0:{QUICK}" in controls(shown.response)
        await here.slash(bob, "play", game="wyverns-knot")
        assert "wyrm:learn:0:0:wyverns-knot" in controls(here.board)
        menu = await here.slash(bob, "learn")
        assert menu.response
        assert [custom_id.split(":")[-1] for custom_id in controls(menu.response)] == [*LESSONS]


@pytest.mark.parametrize("key", ["wyverns-knot", "advyria", QUICK])
async def test_a_lesson_ends_two_presses_before_the_first_move_of_a_game(tmp_path: Path, key: str) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        message = await learn(here, ann, key)
        await to_the_end(here, ann, message, key)
        together = max(GAMES[key].seats) > 1
        begun = await here.press(ann, message, "Play now with two computers" if together else "Play now")
        assert here.table()["phase"] == "playing"
        assert len(here.rows("SELECT 1 FROM computers")) == (2 if together else 0)
        assert begun.response
        before = here.table()["version"]
        await here.make(ann, begun.response, GAMES[key].legal_moves(here.state())[0])
        assert here.table()["version"] > before
        if together:  # the channel has a table now
            again = await here.press(ann, message, "Play now with two computers")
            assert "This channel already has" in answer(again)


async def test_who_has_won_with_computers_is_given_a_harder_game(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        message = await learn(here, ann, "wyverns-knot")
        await to_the_end(here, ann, message, "wyverns-knot")
        for target in (12, 12, 14):
            await here.press(ann, message, "Play now with two computers")
            assert here.state().table.options.target == target
            asked = (await here.slash(ann, "concede")).response
            assert asked
            await here.press(ann, asked, "Give up")
            assert here.table()["phase"] == "over"
            here.rows("UPDATE results SET won = 1 WHERE table_id = 2")


# -- In a first real game


async def test_a_panel_says_a_line_about_a_kind_of_move_until_it_has_been_made_once(tmp_path: Path) -> None:
    lines = LESSONS[QUICK].first
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        game = (await here.slash(ann, "play", game=QUICK)).response
        assert game
        assert f"💡 {lines['begin']}" in text(game)
        for _ in range(12):
            begins = [move for move in GAMES[QUICK].legal_moves(here.state()) if move_path(move)[0] == "begin"]
            if not begins:
                break
            await here.make(ann, game, begins[0])
            assert lines["begin"] not in text(game)
            if "💡" in text(game):
                break
        assert any(line in text(game) for kind, line in lines.items() if kind != "begin")
        await here.restart()
        again = (await here.slash(ann, "board")).response
        assert again
        assert lines["begin"] not in text(again), "a restart forgets nothing"
        assert learner(here, QUICK)["made"].split()[0] == "begin"
        assert learner(here, QUICK)["first_table"] == 1
        await here.press(ann, again, "Give up")
        await here.press(ann, again, "Give up")
        await here.press(ann, again, "Play again")
        assert "💡" not in text(here.board), "the first game is over"


async def test_a_wrong_press_is_answered_kindly_and_changes_nothing(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        message = await learn(here, ann, "wyverns-knot")
        for _ in range(2):
            await here.press(ann, message, "Next")
        before = learner(here, "wyverns-knot")
        await here.choose(ann, message, "0")  # egg A1
        assert "🙂 Rows go by letter, columns by number" in text(message)
        assert step_of(message) == 3
        assert learner(here, "wyverns-knot") == before
        assert [value for _, value in green(message)] == ["5"], "now it shows"


async def test_from_the_middle_on_another_move_is_made_and_taken_back(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann") as here:
        (ann,) = here.members
        message = await learn(here, ann, "wyverns-knot")
        while step_of(message) < 11:
            await follow(here, ann, message, *onward(message)[0])
        before = learner(here, "wyverns-knot")
        await here.press(ann, message, "Move A's dragon · takes egg A4!")
        assert "Egg A4 is lost" in text(message)
        assert step_of(message) == 11
        assert learner(here, "wyverns-knot")["moves"] != before["moves"]
        assert green(message)
        await here.press(ann, message, "Take it back")
        assert "Egg A4 is lost" not in text(message)
        assert learner(here, "wyverns-knot")["moves"] == before["moves"]
        await to_the_end(here, ann, message, "wyverns-knot")


async def test_hostile_presses_are_answered_and_change_nothing(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob") as here:
        ann, bob = here.members
        message = await learn(here, ann, "wyverns-knot")
        first = next(iter(controls(message)))
        await here.press(ann, message, "Next")
        row = learner(here, "wyverns-knot")
        version, number = row["version"], str(row["id"])
        for old in (first, Press("lesson", 0, 99, (number, "next")).custom_id()):
            await forged(here, ann, message, old)
            assert "This lesson has moved on since" in text(message)
        strange: tuple[tuple[str, ...], ...] = (
            ("nobody", "next"),
            ("9" * 20, "next"),
            ("77", "next"),
            (),
            ("²", "next"),
        )
        for args in strange:
            refused = await forged(here, ann, message, Press("lesson", 0, version, args).custom_id())
            assert refused, args
        for args in (
            ("pick", "scout", "5"),
            ("pick", "point", "1"),
            ("back",),
            ("page", "x"),
            ("flee",),
            ("page", "1"),
        ):
            await forged(here, ann, message, Press("lesson", 0, version, (number, *args)).custom_id())
        helped = (await here.slash(bob, "help")).response
        assert helped
        others = await forged(here, bob, helped, Press("lesson", 0, version, (number, "next")).custom_id())
        assert "This is somebody else's lesson" in others
        assert await forged(here, ann, message, Press("learn", 0, args=("chess",)).custom_id())
        assert learner(here, "wyverns-knot") == row


async def forged(here: World, actor: Actor, message: ResponseMessage, custom_id: str) -> str:
    """Press a button that no message of the hall has. Returns what only the presser reads."""
    stored = here.env.backend.messages[here.channel.id][message.id]
    row: dict[str, Any] = {
        "type": 1,
        "components": [{"type": 2, "style": 2, "label": "forged", "custom_id": custom_id}],
    }
    stored.components.append(row)
    return answer(await here.press(actor, message, custom_id=custom_id))
