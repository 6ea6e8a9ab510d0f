"""Shared by one's own press, and tried by whoever looks on: in private, and it counts as one's own attempt alone."""

from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from cogs.commands.sharing import SHARES
from cogs.delivery.courier import nonce
from cogs.screens.press import Press
from engine import GAMES

from ..tables.riddles import best_of, fix
from .hall import World, alts, answer, forbid, labels, text, world
from .test_daily_on_discord import HEXARACT, finish, give_up, hall, press_by_hand, shown, wake
from .test_lessons import learn, to_the_end
from .test_replay_on_discord import KNOT, NAMES, group
from .test_riddles_on_discord import DAY, choices

TRY = "Try it"


def shared(here: World) -> ResponseMessage:
    return next(message for message in reversed(here.messages()) if TRY in labels(message))


async def solved(here: World, member: MemberActor, *, well: bool = True) -> ResponseMessage:
    question = shown(await here.slash(member, "daily", show="riddle"))
    said, best = choices(question), best_of(HEXARACT)
    await here.press(member, question, said[best if well else (best + 1) % len(said)])
    return question


def nothing_counts(here: World) -> Any:
    return [here.rows(f"SELECT * FROM {table}") for table in ("results", "tables", "attempts")]


async def test_a_groups_finish_is_tried_by_who_looks_on(tmp_path: Path) -> None:
    async with world(tmp_path, *NAMES) as here:
        ann, *_ = here.members
        eve = here.env.guild.add_member(here.env.create_user("eve", global_name="Eve"))
        await group(here, here.members)
        board = here.messages()[-1]
        assert "Only those who sat" in answer(await here.press(eve, board, "Share"))
        told = answer(await here.press(ann, board, "Share"))
        message = shared(here)
        assert f"/{message.id}" in told
        assert "**Ann**, **Bob** and **Cat** played this game." in text(message)
        assert GAMES[KNOT].title in alts(message)[0]
        assert len(here.pictures(message)) == 1
        assert "already" in answer(await here.press(ann, board, "Share"))
        before = nothing_counts(here), len(here.messages())
        panel = shown(await here.press(eve, message, TRY))
        assert panel.ephemeral
        assert here.pictures(panel)
        assert not any(name in text(panel) for name in NAMES[1:]), "computers have the seats of the others"
        assert (nothing_counts(here), len(here.messages())) == before
        here.rows("DELETE FROM posts")
        here.rows("DELETE FROM retries")
        here.rows("DELETE FROM tables")
        await here.restart()
        assert "That game was deleted" in answer(await here.press(eve, message, TRY))


async def test_a_solitaire_is_tried_from_where_it_was_shared_alone(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, bob = here.members
        game = shown(await here.slash(ann, "play", game=HEXARACT))
        for _ in range(2):
            await here.press(ann, game, "Give up")
        await here.press(ann, game, "Share")
        message = shared(here)
        panel = shown(await here.press(bob, message, TRY))
        assert panel.ephemeral
        assert not here.rows("SELECT 1 FROM tables WHERE host_id = ?", bob.id)
        await here.slash(ann.user, "play", game="advent-of-the-wyrms")
        (table,) = here.rows("SELECT id FROM tables WHERE guild_id IS NULL")
        told = await press_by_hand(here, bob, Press("try", table["id"]))
        assert "where you can't look" in answer(told), "of a game that nobody has shared"


async def test_a_ranked_deal_is_tried_as_ones_own_attempt_once_it_is_asked(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, bob = here.members
        hers = await finish(here, ann, HEXARACT)
        await here.press(ann.user, hers, "Share")
        message = shared(here)
        asked = shown(await here.press(bob, message, TRY))
        assert asked.ephemeral
        assert "one ranked attempt" in text(asked)
        assert not here.rows("SELECT 1 FROM attempts WHERE user_id = ?", bob.id), "nothing is spent yet"
        assert not here.pictures(asked), "and nothing of the deal is shown"
        await here.press(bob, asked, "Play my attempt")
        his = here.direct_messages(bob)[-1]
        assert "your one attempt" in text(his)
        await here.press(bob, message, TRY)
        his = here.direct_messages(bob)[-1]
        assert "your one attempt" in text(his), "it goes on"
        await give_up(here, bob, his)
        await here.press(bob, message, TRY)
        assert ", practice" in text(here.direct_messages(bob)[-1]), "it is used up"
        await wake(here, 3, 9)
        await here.press(ann, message, TRY)
        assert ", practice" in text(here.direct_messages(ann)[-1])
        for args in ((HEXARACT, "2026-01-09"), (HEXARACT, "x"), ("chess", "2026-01-01"), (), (HEXARACT,)):
            told = answer(await press_by_hand(here, bob, Press("try-deal", 0, args=args)))
            assert told.startswith(("There is no", "Finish your"))


async def test_a_riddle_is_shared_without_its_answer(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, bob = here.members
        fix(here, DAY)
        question = await solved(here, ann)
        told = answer(await press_by_hand(here, bob, Press("share-riddle", 0, args=(DAY,))))
        assert "Answer this riddle first" in told
        await here.press(ann, question, "Share")
        message = shared(here)
        assert "🟩 **Ann** found the best move." in text(message)
        his = shown(await here.press(bob, message, TRY))
        said = choices(his)
        assert not any(one in text(message) for one in said)
        await here.press(bob, his, said[(best_of(HEXARACT) + 1) % len(said)])
        await here.press(bob, his, "Share")
        assert "🟥 **Bob** missed the best move." in text(shared(here))
        assert here.pictures(shared(here)) == here.pictures(message)
        await wake(here, 2, 3)
        assert "Found so far" in text(shown(await here.press(here.members[1], message, TRY))), "closed, it is told"


async def test_sharing_takes_ones_own_doing_and_leave_to_write(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, bob = here.members
        fix(here, DAY)
        question = await solved(here, ann)
        forbid(here, "send_messages", member=ann)
        assert "You can't write" in answer(await here.press(ann, question, "Share"))
        for press in (
            Press("share-riddle", 0, args=("x",)),
            Press("share-riddle", 0, args=("2026-01-05",)),
            Press("share-lesson", 0, args=("chess",)),
            Press("share-lesson", 0, args=(HEXARACT,)),
            Press("share", 99),
            Press("try", 99),
        ):
            told = await press_by_hand(here, bob, press)
            assert told.ephemeral
            assert "went wrong" not in answer(told)
        assert not here.messages()
        user = bob.user
        question = shown(await here.slash(user, "daily", show="riddle"))
        await here.press(user, question, choices(question)[0])
        assert "to be copied" in answer(await here.press(user, question, "Share"))


async def test_nobody_floods_a_channel(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        ann, _ = here.members
        fix(here, DAY)
        question = await solved(here, ann)
        for _ in range(SHARES[0] + 1):
            told = answer(await here.press(ann, question, "Share"))
        assert "You just did this" in told


@pytest.mark.slow
async def test_a_lesson_is_shared_at_its_end(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Bob") as here:
        ann, bob = here.members
        message = await learn(here, ann, HEXARACT)
        await to_the_end(here, ann, message, HEXARACT)
        await here.press(ann, message, "Share")
        assert "**Ann** has learned **Hexaract**." in text(shared(here))
        begun = shown(await here.press(bob, shared(here), TRY))
        assert begun.ephemeral
        assert "Learn Hexaract" in text(begun)


def test_the_same_in_two_channels_has_two_nonces() -> None:
    """Else Discord would show the message in the first of them alone."""
    assert nonce(1, "riddle") != nonce(2, "riddle")
    assert nonce(1, "riddle") == nonce(1, "riddle") != nonce(1, "lesson")
