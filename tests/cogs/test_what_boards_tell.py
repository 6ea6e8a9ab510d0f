"""What boards tell, and what stays of them: who did what, what waits for whom, the log from the start."""

from pathlib import Path

from engine import wyverns_knot as knot

from .hall import alts, answer, labels, leads, text, world
from .test_people_at_a_table import THREE, advance, agree_to_play, leave, links, posts, scout
from .test_wyverns_knot_at_a_table import start

UNCOVERED = (3, 7, 11, 15, 2, 6, 10, 14, 3, 7)  # eggs to scout, while the strike dragons come in row by row


async def test_an_old_board_keeps_its_lines_and_loses_its_picture(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await here.keep_boards()
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


async def test_an_undo_says_so_on_the_new_board(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await here.keep_boards()
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


async def test_all_moves_of_one_press_are_told_of_who_made_them(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, cat = here.seats()
        await leave(here, ann)
        await agree_to_play(here, cat, bob)
        await here.slash(cat, "wyrm-knot", move="enchant/0")
        await here.slash(cat, "wyrm-knot", move="aim/5")
        told = (await here.slash(cat, "log")).response
        assert told
        assert "**Cat** (for seat 1) tried card 1" in text(told)
        assert "Empty seat" not in text(told)


async def test_one_direct_message_with_moves_new_only_as_one_wishes(tmp_path: Path) -> None:
    """Ann by default, Bob at each of his turns, Cat without a sound; then none at all."""
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, cat = here.seats()
        assert "each of my turns" in answer(await here.slash(bob, "preferences", messages="turns"))
        await here.slash(cat, "preferences", messages="edits")
        for turn, egg in enumerate(UNCOVERED[:9]):
            member = here.seats()[here.state().table.turn]
            if member is bob:
                called = here.direct_messages(bob)[-1]
                assert "your turn" in text(called), "though he knows nothing yet"
            await scout(here, member, egg)
            await advance(here, member, turn % 4)
            for one in here.members:
                assert not [label for old in here.direct_messages(one)[:-1] for label in leads(old)], "one has moves"
        sent = {one.id: len(posts(here, one.user.dm_channel)) for one in here.members}
        assert sent == {ann.id: 4, bob.id: 3, cat.id: 1}
        assert "I write again" in text(here.direct_messages(cat)[0])
        await here.slash(ann, "preferences", messages="none")
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
        await here.make(ann.user, mine, knot.moves.Advance(0))
        assert "Undo" in labels(mine)
        sent = len(posts(here, ann.user.dm_channel))
        await here.press(ann.user, mine, "Undo")
        assert here.state().table.turn == 0
        (now,) = here.direct_messages(ann)
        assert (now.id, len(posts(here, ann.user.dm_channel))) == (mine.id, sent), "she knows that it is her turn"
        assert "your turn" in text(mine)
        await here.make(ann.user, mine, knot.moves.Advance(0))
        await scout(here, bob, 7)
        await here.press(ann.user, mine, "Undo")
        assert here.state().table.turn == 1, "somebody else has acted"
        assert "Undo" not in labels(mine)


async def test_an_older_direct_message_leads_to_the_newest(tmp_path: Path) -> None:
    """Both could be played on, if the older one showed the table, too."""
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, *others = here.seats()
        await scout(here, ann, 6)
        (older,) = here.direct_messages(ann)
        await here.make(ann.user, older, knot.moves.Advance(0))
        for number, member in enumerate(others):
            await scout(here, member, 8 + number)
            await advance(here, member, 0)
        newest = here.direct_messages(ann)[-1]
        await here.press(ann.user, older, "Undo")
        assert "moved on" in text(older)
        assert (links(older), [*leads(older)]) == ([newest.id], [])
        assert "your turn" in text(newest)
