"""What a turn asks of Discord, of which a bot may ask 50 things a second: each saving, and what a turn costs in all."""

from pathlib import Path
from typing import Any

import pytest
from simcord.types import HttpLogEntry

from cogs.delivery.presenter import IN_TURN, REST
from cogs.delivery.tokens import LASTS
from engine import wyverns_knot as knot
from engine.advyria.cards import FAIRY, JOKER, KNIGHT
from engine.advyria.land import SPACE_OF
from engine.advyria.moves import Go, PlaySet, Rob
from tables.people.presence import LASTS as LOOKS

from ..engine.test_advyria import advyria
from .hall import World, forbid, labels, leads, mentioned, text, world
from .requests import COUNTED, Count, Evening, blank_pictures, rows
from .test_advyria_at_a_table import table
from .test_boards import alive
from .test_people_at_a_table import THREE, TICK, advance, remains, scout
from .test_when_things_are_wrong import channel_path
from .test_wyverns_knot_at_a_table import start

DOCUMENTED = Path(__file__).parents[2] / "docs" / "requests.md"
MOST = {"panel": 3.2, "direct message": 4.2, "command": 4.2}  # counted requests a turn, by the way of playing
ROUNDED = 0.15  # what is documented has one decimal


class Since:
    """The requests that come from now on."""

    def __init__(self, here: World) -> None:
        self._here, self._count = here, len(here.env.http_requests)

    def all(self) -> list[HttpLogEntry]:
        return self._here.env.http_requests[self._count :]

    def counted(self) -> list[tuple[str, str]]:
        """Those that answer no interaction: method and path."""
        free = ("/interactions/", "/webhooks/")
        return [(one.method, one.path) for one in self.all() if not one.path.startswith(free)]

    def in_channel(self) -> list[tuple[str, str]]:
        return [one for one in self.counted() if one[1].startswith(channel_path(self._here))]


# -- Boards


@pytest.mark.parametrize("way", ["panel", "command"])
async def test_the_board_that_a_move_leads_to_is_posted_by_the_bot(tmp_path: Path, way: str) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, _ = here.seats()
        panel, old = await here.play(ann), here.board
        await here.make(ann, panel, knot.moves.Scout(6))
        since = Since(here)
        if way == "panel":
            await here.make(ann, panel, knot.moves.Advance(0))
        else:
            assert "Your turn is done" in await advance(here, ann, 0), "her own answer isn't shown to everybody"
        assert since.in_channel() == [("POST", channel_path(here))], "the old one was pressed: its press deletes it"
        assert alive(here) == [here.board.id] != [old.id]
        assert not remains(here, old)
        assert mentioned(here.posts()[-1]) == {bob.id}
        assert here.pictures(here.board)


async def test_within_a_turn_the_board_is_edited_by_the_press_on_it(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann = here.seats()[0]
        panel, since, before = await here.play(ann), Since(here), text(here.board)
        await here.make(ann, panel, knot.moves.Scout(6))
        assert text(here.board) != before
        assert not since.in_channel()


async def test_where_no_token_lasts_the_bots_own_does_the_same(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, _ = here.seats()
        await scout(here, ann, 6)
        await advance(here, ann, 0)
        await here.env.advance_time(LASTS + TICK)
        old, since = here.board, Since(here)
        await scout(here, bob, 8)
        await advance(here, bob, 0)
        assert {method for method, _ in since.in_channel()} == {"POST", "PATCH", "DELETE"}
        assert alive(here) == [here.board.id] != [old.id]
        assert not remains(here, old)
        await here.restart()
        await scout(here, here.seats()[2], 9)
        await advance(here, here.seats()[2], 0)
        assert alive(here) == [here.board.id]


async def test_who_moves_by_command_is_told_that_no_board_may_be_posted(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, _, _ = here.seats()
        await scout(here, ann, 6)
        old, count = here.board, len(here.messages())
        forbid(here, "send_messages")
        assert "I can't show the others a new board" in await advance(here, ann, 0)
        assert len(here.messages()) == count
        assert alive(here) == [old.id]


async def test_a_press_on_a_board_that_is_out_of_reach_brings_it_within_reach(tmp_path: Path) -> None:
    """What answers that press is for its user alone all the same, even if it is delivered twice."""
    async with world(tmp_path, *THREE, in_turn=IN_TURN) as here:
        await start(here)
        ann = here.seats()[0]
        await here.env.advance_time(LASTS + TICK)
        old, before = here.board, text(here.board)
        pressed = await here.press(ann, old, "Play")
        (panel,) = pressed.followups
        assert panel.ephemeral
        assert text(old) == before
        since = Since(here)
        await here.make(ann, panel, knot.moves.Scout(6))
        await here.env.advance_time(REST)
        assert text(old) != before, "nobody waits for the turn's end"
        await here.make(ann, panel, knot.moves.Advance(0))
        assert since.in_channel() == [("POST", channel_path(here))]
        assert alive(here) == [here.board.id] != [old.id]


async def test_a_press_that_is_delivered_twice_shows_no_panel_to_everybody(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann = here.seats()[0]
        await here.env.advance_time(LASTS + TICK)
        before, delivered = text(here.board), list[Any]()
        here.env.backend.subscribers.append(
            lambda event, payload, *_: delivered.append(payload) if event == "INTERACTION_CREATE" else None
        )
        pressed = await here.press(ann, here.board, "Play")
        here.env.backend.emit("INTERACTION_CREATE", delivered[0])
        await here.env.settle()
        assert text(here.board) == before
        assert pressed.followups
        assert all(panel.ephemeral for panel in pressed.followups)


# -- Within a turn


ROBBERY = advyria((KNIGHT, KNIGHT), (JOKER,), (FAIRY,) * 3, pawns=("G1", "W2", "G4"), gone=(SPACE_OF["W1"],))
ON_THE_WAY = PlaySet(KNIGHT, 2, 0), Go(SPACE_OF["W1"])  # the first moves of that turn


async def test_within_a_turn_the_others_are_shown_what_it_comes_to_when_no_move_follows(tmp_path: Path) -> None:
    """Who moves sees it at once."""
    with blank_pictures():
        async with world(tmp_path, *THREE, in_turn=IN_TURN) as here:
            ann, _, _ = await table(here, ROBBERY)
            await here.env.advance_time(LASTS + TICK)  # so the press on Play brings the board within reach
            board, before = here.board, text(here.board)
            panel = await here.play(ann)
            for move in ON_THE_WAY:
                shown = text(panel)
                await here.make(ann, panel, move)
                assert text(panel) != shown
                await here.env.advance_time(REST - 1)
                assert text(board) == before
            assert here.rows("SELECT 1 FROM tables WHERE shown < version"), "a start would show it too"
            await here.env.advance_time(1)
            assert text(board) != before


async def test_who_goes_on_and_on_within_a_turn_is_seen_all_the_same(tmp_path: Path) -> None:
    with blank_pictures():
        async with world(tmp_path, *THREE, in_turn=2) as here:
            ann, _, _ = await table(here, ROBBERY)
            panel, before = await here.play(ann), text(here.board)
            first, second = ON_THE_WAY
            await here.make(ann, panel, first)
            await here.env.advance_time(2)
            assert text(here.board) == before
            await here.make(ann, panel, second)
            assert text(here.board) != before


async def test_the_end_of_a_turn_is_shown_at_once(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE, in_turn=IN_TURN) as here:
        await start(here)
        ann, bob, _ = here.seats()
        old = here.board
        await scout(here, ann, 6)
        await advance(here, ann, 0)
        assert alive(here) == [here.board.id] != [old.id]
        assert mentioned(here.posts()[-1]) == {bob.id}


async def test_what_a_kill_interrupts_within_a_turn_is_shown_by_the_next_start(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE, in_turn=IN_TURN) as here:
        await start(here)
        before = text(here.board)
        await scout(here, here.seats()[0], 6)
        assert text(here.board) == before
        await here.restart()
        assert text(here.board) != before
        assert alive(here) == [here.board.id]


async def test_what_would_cost_a_request_waits_for_the_end_of_the_turn(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE, in_turn=IN_TURN) as here:
        await start(here)
        ann, bob, _ = here.seats()
        await here.restart()  # no token is left
        since, old = Since(here), here.board
        before = text(old)
        await scout(here, ann, 6)
        assert text(old) == before
        await advance(here, ann, 0)
        assert [method for method, _ in since.in_channel()] == ["POST", "DELETE"], "the old board is gone"
        assert alive(here) == [here.board.id]
        assert f"{bob.mention}, it is your turn" in text(here.board)
        assert not here.rows("SELECT 1 FROM tables WHERE shown < version")


async def test_who_takes_long_over_a_turn_has_it_shown_after_a_minute(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE, in_turn=IN_TURN) as here:
        await start(here)
        ann = here.seats()[0]
        await here.restart()
        before = text(here.board)
        await scout(here, ann, 6)
        assert here.rows("SELECT 1 FROM tables WHERE shown < version"), "a start would show it too"
        await here.env.advance_time(IN_TURN + 2 * TICK)
        assert text(here.board) != before
        assert not here.rows("SELECT 1 FROM tables WHERE shown < version")
        assert alive(here) == [here.board.id]


# -- Direct messages


async def test_a_press_edits_its_own_direct_message_by_its_token(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        for member in here.members:
            await here.slash(member, "preferences", messages="turns")
        await start(here)
        for _ in range(2):
            since = Since(here)
            for member in here.seats():
                direct = here.direct_messages(member)[-1]
                assert "your turn" in text(direct)
                state = here.state()
                await here.make(member.user, direct, next(m for m in here.game().legal_moves(state)))
                while here.game().to_act(here.state()) == here.seats().index(member):
                    await here.make(member.user, direct, here.game().legal_moves(here.state())[0])
                assert not list(leads(direct)), "its moves are gone"
        edited = [path for method, path in since.counted() if method == "PATCH"]
        assert all(path.startswith(channel_path(here)) for path in edited), "their own presses edit their messages"


async def test_nobody_is_looked_up_to_be_written_to(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE) as here:
        await start(here)
        since = Since(here)
        for cell, member in enumerate(here.seats() * 2, 6):
            await scout(here, member, cell)
            await advance(here, member, 0)
        asked = [one for one in since.counted() if one[1].startswith("/users/")]
        assert asked == [("POST", "/users/@me/channels")] * 3


async def test_who_is_to_act_is_told_at_once_if_something_else_changes_meanwhile(tmp_path: Path) -> None:
    """As a press in a direct message does once it is answered. The move before it is no reason to wait for another."""
    async with world(tmp_path, *THREE, in_turn=IN_TURN) as here:
        await start(here)
        ann, bob, _ = here.seats()
        await here.slash(bob, "preferences", messages="turns")
        await scout(here, ann, 6)
        presenter, board = here.bot.services.presenter, here.board
        here.env.backend.subscribers.append(
            lambda event, *_: presenter.show(1, at_once=False) if event == "MESSAGE_CREATE" else None
        )
        await advance(here, ann, 0)
        assert here.board.id != board.id
        assert "your turn" in text(here.direct_messages(bob)[-1])


async def test_what_others_do_leaves_a_direct_message_alone(tmp_path: Path) -> None:
    """Even if its owner could take back a move until then; a press on what is out of date says so."""
    async with world(tmp_path, *THREE) as here:
        await start(here)
        ann, bob, _ = here.seats()
        await scout(here, ann, 6)
        await advance(here, ann, 0)
        (direct,) = here.direct_messages(ann)
        assert "Undo" in labels(direct)
        since = Since(here)
        await scout(here, bob, 8)
        assert not [path for _, path in since.counted() if str(ann.user.dm_channel.id) in path]
        await here.press(ann.user, direct, "Undo")
        assert "moved on" in text(direct)
        assert "Undo" not in labels(direct)


async def test_what_passes_unseen_changes_no_direct_message(tmp_path: Path) -> None:
    with blank_pictures():
        await _robs_unseen(tmp_path)


async def _robs_unseen(folder: Path) -> None:
    async with world(folder, *THREE) as here:
        ann, bob, cat = await table(here, ROBBERY)
        panel = await here.play(ann)
        since = Since(here)
        for move in (*ON_THE_WAY, Rob(1)):
            await here.make(ann, panel, move)
        edited = [path for method, path in since.counted() if method == "PATCH"]
        assert [path for path in edited if str(bob.user.dm_channel.id) in path], "his card is gone"
        assert not [path for path in edited if str(cat.user.dm_channel.id) in path]


async def test_who_presses_in_the_channel_gets_a_direct_message_once_they_have_fallen_silent(tmp_path: Path) -> None:
    """A mention on the board is enough until then. After a start nobody counts as there."""
    async with world(tmp_path, *THREE, in_turn=IN_TURN, looks=LOOKS) as here:
        await start(here)
        ann, bob, cat = here.seats()
        for member in here.members:
            await here.slash(member, "preferences", messages="turns")
        await scout(here, ann, 6)
        await advance(here, ann, 0)
        assert mentioned(here.posts()[-1]) == {bob.id}
        assert not [one for one in here.direct_messages(bob) if "your turn." in text(one)]
        await here.env.advance_time(LOOKS - TICK)
        await here.press(bob, here.board, "Rules")
        await here.env.advance_time(LOOKS - TICK)
        assert not here.direct_messages(bob), "he has pressed something since"
        await here.env.advance_time(3 * TICK)
        (direct,) = here.direct_messages(bob)
        assert "your turn" in text(direct)
        assert not here.rows("SELECT 1 FROM tables WHERE shown < version")
        await here.press(bob, here.board, "Rules")
        await here.make(bob.user, direct, knot.moves.Scout(8))
        assert here.bot.store.presence.until(bob.id, here.channel.id) == 0, "he plays by direct message"
        await here.press(cat, here.board, "Rules")
        await here.make(bob.user, direct, knot.moves.Advance(0))
        assert not here.direct_messages(cat)
        await here.restart()
        assert "your turn" in text(here.direct_messages(cat)[-1])


async def test_where_nobody_is_mentioned_a_press_in_the_channel_changes_nothing(tmp_path: Path) -> None:
    async with world(tmp_path, *THREE, in_turn=IN_TURN, looks=LOOKS) as here:
        await start(here)
        ann, bob, _ = here.seats()
        await here.bot.store.servers.choose(here.env.guild.id, ann.id, None, pings=False)
        await here.slash(bob, "preferences", messages="turns")
        await scout(here, ann, 6)
        await advance(here, ann, 0)
        assert "your turn" in text(here.direct_messages(bob)[-1])


# -- In all


@pytest.mark.parametrize(("game", "people", "turns"), [("wyverns-knot", 3, 3), ("advyria", 2, 5)])
async def test_a_turn_costs_few_requests(tmp_path: Path, game: str, people: int, turns: int) -> None:
    """The first turns of a game, where channels for direct messages are opened too."""
    with blank_pictures():
        count = await Evening(game, people, "command", most=turns).count(tmp_path)
    assert 0 < count.budgeted <= MOST["command"]


@pytest.mark.slow
async def test_requests_are_as_documented(tmp_path: Path) -> None:
    """Whole games. `python -m benchmarks.requests --table` writes the table anew."""
    counts: dict[str, Count] = {}
    with blank_pictures():
        for number, (title, evening) in enumerate(COUNTED.items()):
            folder = tmp_path / str(number)
            folder.mkdir()
            counts[title] = await evening.count(folder)
    assert all(count.budgeted <= MOST[COUNTED[title].way] for title, count in counts.items())
    lines = [line for line in DOCUMENTED.read_text().splitlines() if line.startswith("|")]
    written = [[cell.strip(" *") for cell in line.strip("|").split("|")] for line in lines]
    header, _, *documented = written
    expected, *found = [[cell.strip("*") for cell in row] for row in rows(counts)]
    assert header == expected
    assert [row[:2] for row in documented] == [row[:2] for row in found]
    for row, now in zip(documented, found, strict=True):
        assert [float(cell) for cell in row[2:]] == pytest.approx([float(cell) for cell in now[2:]], abs=ROUNDED), row


@pytest.mark.slow
@pytest.mark.parametrize("game", ["wyverns-knot", "advyria"])
async def test_with_computers_a_turn_costs_few_requests(tmp_path: Path, game: str) -> None:
    with blank_pictures():
        count = await Evening(game, 1, "panel", computers=2, most=12).count(tmp_path)
    assert 0 < count.budgeted <= MOST["panel"]
