"""What boards tell, and what stays of them: who did what, what waits for whom, the log from the start."""

from pathlib import Path

from simcord.results import ResponseMessage

from engine import wyverns_knot as knot

from .hall import alts, answer, controls, labels, leads, text, world
from .test_people_at_a_table import THREE, advance, agree_to_play, leave, links, posts, scout
from .test_wyverns_knot_at_a_table import lobby, start

UNCOVERED = (3, 7, 11, 15, 2, 6, 10, 14, 3, 7)  # eggs to scout, while the strike dragons come in row by row


async def test_an_old_board_keeps_its_lines_and_loses_its_picture(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, _ = here.seats()
        first = here.board
        await scout(here, ann, 6)
        await advance(here, ann, 0)
        second = here.board
        stripped = here.requests("PATCH", f"/messages/{first.id}")[-1]
        assert stripped.json is not None
        assert stripped.json["attachments"] == []
        told = [line for line in text(second).splitlines() if line.startswith("**Ann**")]
        assert len(told) == 2
        assert [line for line in text(first).splitlines() if line.startswith("**")] == told
        assert not alts(first)
        assert not first.attachments
        assert links(first) == [second.id]
        await scout(here, bob, 7)
        await advance(here, bob, 0)
        kept = [line for line in text(second).splitlines() if line.startswith("**")]
        assert len(kept) == 2
        assert all(line.startswith("**Bob**") for line in kept), "each tells its own turn: together they are the log"


async def test_the_log_has_the_game_from_its_start_as_one_has_heard_it(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE, "Dan") as here:
        await lobby(here)
        await here.press(here.members[3], here.board, "Leave")
        await here.press(here.members[0], here.board, "Start")
        dan = here.members[3]
        empty = await here.slash(dan, "log")
        assert empty.ephemeral
        assert "No moves yet" in answer(empty)
        for turn, egg in enumerate(UNCOVERED):
            member = here.seats()[here.state().table.turn]
            await scout(here, member, egg)
            await advance(here, member, turn % 4)
        ann, dragon = here.seats()[0], knot.DRAGONS[here.state().nest[3]]
        log = (await here.slash(ann, "log")).response
        assert log
        assert "page 2 of 2" in text(log)
        assert text(log).splitlines()[-1].startswith("**Ann**"), "the newest last"
        assert "Back" in labels(log)
        assert "Next" not in labels(log)
        await here.press(ann, log, "Back")
        pages = text(log)
        assert f"Turn 1\nEgg A4 is {dragon}. Only you know." in pages
        outside = (await here.slash(dan, "log")).response
        assert outside
        await here.press(dan, outside, "Back")
        assert "Turn 1\n**Ann**" in text(outside)
        assert not any(name in text(outside) for name in knot.DRAGONS), "he watched"
        assert len(controls(outside)) == 1, "it goes on only"


async def test_an_undo_says_so_on_the_new_board(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, _ = here.seats()
        await scout(here, ann, 6)
        await advance(here, ann, 2)
        bobs = here.board
        await here.slash(ann, "undo")
        assert here.board.id != bobs.id
        assert "**Ann** took back a move." in text(here.board)
        assert "**Ann** took back a move." in text(bobs)
        assert "took back a move" in answer(await here.slash(bob, "hand"))
        await advance(here, ann, 1)
        await here.slash(ann, "undo")
        assert "took back a move" in answer(await here.slash(bob, "log"))


async def test_who_played_is_told_whoever_sits_there_now(tmp_path: Path) -> None:
    """A move for an empty seat is its player's; of a seat that was taken again, the former player's."""
    async with world(tmp_path, *THREE, "Dan") as here:
        await lobby(here)
        await here.press(here.members[3], here.board, "Leave")
        await here.press(here.members[0], here.board, "Start")
        (ann, bob, cat), dan = here.seats(), here.members[3]
        await scout(here, ann, 6)
        await leave(here, ann)
        assert "**Empty seat 1** is next" in text(here.board)
        await agree_to_play(here, cat, bob)
        assert "You play for **Empty seat 1**" in text(await here.play(cat))
        await advance(here, cat, 0)
        assert moved(here.board).startswith("**Cat** (for seat 1)")
        await here.press(dan, here.board, "Take the empty seat")
        assert moved(here.board).startswith("**Cat** (for seat 1)")
        assert "**Dan**" not in text(here.board)
        assert ann.mention in answer(await here.slash(bob, "log")), "she scouted, not he"


async def test_all_moves_of_one_press_are_told_of_who_made_them(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, cat = here.seats()
        await leave(here, ann)
        await agree_to_play(here, cat, bob)
        await here.slash(cat, "wyrm-knot enchant", card="enchant/0", egg="aim/5")
        told = (await here.slash(cat, "log")).response
        assert told
        assert "**Cat** (for seat 1) tried card 1" in text(told)
        assert "Empty seat" not in text(told)


def moved(board: ResponseMessage) -> str:
    return next(line for line in text(board).splitlines() if "advance" in line or "moved" in line)


async def test_the_mention_says_what_for(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, cat = here.seats()
        assert f"{ann.mention}, it is your turn." in text(here.board)
        await here.slash(ann, "wyrm-knot research", card="research/1/0")
        await here.slash(ann, "wyrm-knot point", at="point/8")
        await advance(here, ann, 0)
        waits = next(line for line in text(here.board).splitlines() if bob.mention in line)
        assert "it is your turn: **Ann**" in waits
        assert "C1" in waits
        assert "**Bob**" not in waits, "to himself he is you"
        await scout(here, bob, 1)
        await advance(here, bob, 0)
        assert f"{cat.mention}, it is your turn." in text(here.board), "nothing concerned her"
        assert len(posts(here)) == 4


async def test_one_direct_message_with_moves_new_only_as_one_wishes(tmp_path: Path) -> None:
    """Ann by default, Bob at each of his turns, Cat without a sound; then none at all."""
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, cat = here.seats()
        assert "each of my turns" in answer(await here.slash(bob, "messages", when="turns"))
        await here.slash(cat, "messages", when="edits")
        for turn, egg in enumerate(UNCOVERED[:9]):
            member = here.seats()[here.state().table.turn]
            if member is bob:
                called = here.direct_messages(bob)[-1]
                assert "it is your turn" in text(called), "though he knows nothing yet"
            await scout(here, member, egg)
            await advance(here, member, turn % 4)
            for one in here.members:
                assert not [label for old in here.direct_messages(one)[:-1] for label in leads(old)], "one has moves"
        sent = {one.id: len(posts(here, one.user.dm_channel)) for one in here.members}
        assert sent == {ann.id: 4, bob.id: 3, cat.id: 1}
        assert "you know" in text(here.direct_messages(cat)[0])
        await here.slash(ann, "messages", when="none")
        kept = here.direct_messages(ann)  # of earlier turns, as in a log
        assert not [label for old in kept for label in leads(old)]
        await scout(here, ann, 7)
        await advance(here, ann, 0)
        assert [old.id for old in here.direct_messages(ann)] == [old.id for old in kept]
        assert len(posts(here, ann.user.dm_channel)) == sent[ann.id]


async def test_a_direct_message_keeps_undo_and_is_not_sent_again_by_using_it(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, _ = here.seats()
        await scout(here, ann, 6)
        (mine,) = here.direct_messages(ann)
        await here.make(ann.user, mine, knot.Advance(0))
        assert "Undo" in labels(mine)
        sent = len(posts(here, ann.user.dm_channel))
        await here.press(ann.user, mine, "Undo")
        assert here.state().table.turn == 0
        (now,) = here.direct_messages(ann)
        assert (now.id, len(posts(here, ann.user.dm_channel))) == (mine.id, sent), "she knows that it is her turn"
        assert "it is your turn" in text(mine)
        await here.make(ann.user, mine, knot.Advance(0))
        await scout(here, bob, 7)
        await here.press(ann.user, mine, "Undo")
        assert here.state().table.turn == 1, "somebody else has acted"
        assert "Undo" not in labels(mine)


async def test_an_undo_of_somebody_forgotten_stays_in_the_log(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, _ = here.seats()
        await scout(here, ann, 6)
        await advance(here, ann, 2)
        await here.slash(ann, "undo")
        here.rows("UPDATE log SET user_id = NULL WHERE user_id = ?", ann.id)
        here.bot.store.database.forget()
        assert "**Somebody** took back a move." in answer(await here.slash(bob, "log"))
