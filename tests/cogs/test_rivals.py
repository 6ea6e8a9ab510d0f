"""Rivals resign, leave and win on Discord; what those read who stay, and what they can press."""

from pathlib import Path

from simcord.actors import MemberActor

from cogs.screens.press import Press
from engine import GAMES
from render import PICTURES

from .hall import World, answer, labels, mentioned, text, world
from .test_daily_on_discord import press_by_hand, shown
from .test_people_at_a_table import SOON, posts


async def against(here: World) -> list[MemberActor]:
    """All members play the guilds of Advyria against each other; by seat."""
    host, *others = here.members
    await here.slash(host, "play", game="advyria")
    for member in others:
        await here.press(member, here.board, "Join")
    await here.press(host, here.board, "I go first")
    await here.press(host, here.board, "Start")
    return here.seats()


def won(here: World) -> dict[int, bool]:
    return {row["user_id"]: bool(row["won"]) for row in here.rows("SELECT user_id, won FROM results")}


async def test_one_of_two_resigns_after_one_question(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Ben") as here:
        ann, ben = await against(here)
        asked = shown(await here.slash(ann, "concede"))
        assert "Resign this game?" in text(asked)
        assert "It is a loss for you, and **Ben** wins." in text(asked)
        await here.press(ann, asked, "Keep playing")
        assert here.table()["phase"] == "playing"
        hand = shown(await here.press(ben, here.board, "My hand"))
        asked = shown(await here.press(ben, hand, "Resign"))
        await here.press(ben, asked, "Resign")
        assert "You have resigned." in text(asked)
        assert "Nobody else is left." in text(here.board)
        assert "🏆 **Ann**\n**Ben** has resigned." in text(here.board)
        assert won(here) == {ann.id: True, ben.id: False}
        await press_by_hand(here, ben, Press("concede", here.table()["id"]))
        assert won(here) == {ann.id: True, ben.id: False}


async def test_who_stays_is_called_once_and_may_claim_the_win(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Ben", "Eve") as here:
        eve = here.members.pop()
        ann, ben = await against(here)
        tables, table_id = here.bot.store.tables, here.table()["id"]
        seen = await tables.look(table_id, ann.id)
        await tables.play(table_id, ann.id, seen.legal[:1], 1)  # before that she would lose nothing
        await here.slash(ben, "board")
        asked = shown(await here.slash(ann, "leave"))
        assert "If you resign, you have lost at once." in text(asked)
        assert labels(asked) == ["Leave the table", "Resign"]
        count = len(posts(here))
        await here.press(ann, asked, "Leave the table")
        assert len(posts(here)) == count + 1
        notice = here.board
        assert "**Ann** has left the table. The seat is kept until" in text(notice)
        assert "You can claim the win, let a computer player play on, or wait." in text(notice)
        assert mentioned(posts(here)[-1]) == {ben.id}
        await here.restart()
        await here.env.settle()
        assert len(posts(here)) == count + 1, "once, also over a restart"
        for stranger in (ann, eve):
            assert "don't sit" in answer(await here.press(stranger, notice, "Claim the win"))
        asked = shown(await here.slash(ben, "concede"))
        assert "you can claim the win" in text(asked)
        assert labels(asked) == ["Claim the win", "Keep playing"]
        forged = Press("concede", here.table()["id"])
        assert "you can claim the win" in answer(await press_by_hand(here, ben, forged)), "not even by an old question"
        assert here.table()["phase"] == "playing"
        assert "You have won" in answer(await here.press(ben, notice, "Claim the win"))
        assert won(here) == {ann.id: False, ben.id: True}
        assert "🏆 **Ben**\n**Ann** has left." in text(here.board)
        view = GAMES["advyria"].open_view(here.state())
        assert PICTURES["advyria"].claimed
        won_picture = PICTURES["advyria"].claimed(view, ["Ann", "Ben"], "Nobody else is left.", 1)
        assert here.pictures(here.board) == [won_picture], "who has left is named"
        assert won_picture != PICTURES["advyria"].result(view, ["Ann", "Ben"], "Nobody else is left.")
        assert "over" in answer(await here.press(ben, notice, "Claim the win"))


async def test_of_three_the_others_play_on_with_a_computer(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Ben", "Cat") as here:
        ann, ben, cat = await against(here)
        asked = shown(await here.slash(cat, "concede"))
        assert "The others play on, and you can't come back." in text(asked)
        await here.press(cat, asked, "Resign")
        assert here.seats() == [ann, ben]
        assert "**Cat** has resigned. A computer player plays on in that seat." in text(here.board)
        assert not mentioned(posts(here)[-1]), "there is nothing that they must do"
        assert "for good" in answer(await here.press(cat, here.game_board, "Back to my seat"))
        assert not here.rows("SELECT * FROM votes")


async def test_a_player_who_stays_away_can_be_won_against(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Ben", **SOON) as here:
        ann, ben = await against(here)
        await here.env.advance_time(250)
        absent = here.board
        assert "**Ann** has kept the table waiting" in text(absent)
        assert mentioned(posts(here)[-1]) == {ben.id}
        assert "your own turn" in answer(await here.press(ann, absent, "Claim the win"))
        await here.press(ben, absent, "Claim the win")
        assert won(here) == {ann.id: False, ben.id: True}


async def test_a_game_of_another_channel_is_given_up_only_if_it_is_meant(tmp_path: Path) -> None:
    async with world(tmp_path, "Ann", "Ben") as here:
        ann, _ = await against(here)
        elsewhere = here.env.guild.create_text_channel("elsewhere")
        asked = shown(here._checked(await ann.slash(elsewhere, "concede")))
        assert "None of your games is here." in text(asked)
        (label,) = labels(asked)
        assert label == "The guilds of Advyria: Ann, Ben"
        question = shown(await here.press(ann, asked, label))
        assert "Resign this game?" in text(question)
        assert here.table()["phase"] == "playing"
