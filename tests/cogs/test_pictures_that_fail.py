"""Whatever fails while a picture is made: its words are shown, the game goes on, and the log says so once."""

from collections.abc import Iterator
from math import inf
from pathlib import Path

import pytest
from simcord.results import ResponseMessage

from cogs.delivery import pictures
from engine import GAMES
from host.worker_process import WorkerProcess

from ..hostile_names import SHOW_NOTHING
from .hall import World, alts, answer, controls, labels, said, text, world
from .test_daily_on_discord import HEXARACT, announced, finish, hall, wake
from .test_leaderboards_on_discord import BOARD
from .test_leaderboards_on_discord import finish as finish_today
from .test_people_at_a_table import THREE, advance, scout
from .test_recaps_on_discord import begin
from .test_replay_on_discord import group
from .test_wyverns_knot_at_a_table import start

KNOT = "wyverns-knot"
OURS, DISCORDS = "Something went wrong on my side", "Discord has troubles"


class Broken:
    """Breaks and mends what draws."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self._processes = list[WorkerProcess]()
        self._fresh()

    def _fresh(self) -> None:
        """What failed before isn't remembered."""
        self._patch.setattr(pictures, "_for_moves", pictures.Gallery(pictures._draw_for_a_move))
        self._patch.setattr(pictures, "_browsed", pictures.Gallery(pictures._draw_aside))

    def breaks(self, how: str = "fails") -> None:
        """From now on each process that draws fails, or dies."""
        self.artists, self.aside = pictures._artists, pictures._aside
        artists, aside = pictures.Artists(1), pictures.Aside()
        artists._workers[0]._arguments = aside._worker._arguments = ("-m", "tests.broken_worker", how)
        self._processes += [artists._workers[0], aside._worker]
        self._patch.setattr(pictures, "_artists", artists)
        self._patch.setattr(pictures, "_aside", aside)

    def mends(self) -> None:
        self._patch.setattr(pictures, "_artists", self.artists)
        self._patch.setattr(pictures, "_aside", self.aside)

    def end(self) -> None:
        for process in self._processes:
            process.end()


@pytest.fixture
def drawing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Broken]:
    of_pictures = Broken(monkeypatch)
    yield of_pictures
    of_pictures.end()


def expected(here: World) -> list[str]:
    """The errors in the log, which are expected from now on."""
    lines = list[str]()
    here.errors.emit = lambda record: lines.append(record.getMessage())  # type: ignore[method-assign]
    return lines


def shows_words(message: ResponseMessage | None) -> str:
    assert message
    assert not message.attachments
    assert not alts(message)
    return text(message)


@pytest.mark.parametrize("how", ["fails", "dies"])
async def test_a_table_goes_on_in_words(tmp_path: Path, drawing: Broken, how: str) -> None:
    async with world(tmp_path, *THREE) as here:
        told = expected(here)
        drawing.breaks(how)
        await start(here)
        assert all(player in shows_words(here.board) for player in THREE)
        first, second, _ = here.seats()
        told_on_the_board = shows_words(here.board)
        assert "The position" in told_on_the_board
        panel = await here.play(first)
        assert "The position" in shows_words(panel)
        await scout(here, first, 6)
        assert here.table()["version"] > 0
        await advance(here, first, 0)
        assert "The position" in shows_words(here.board)
        assert labels(here.board) == ["Play", "My hand", "Rules", "Follow"]
        assert not controls(here.messages()[-2]), "the old board has lost its buttons, though it had no picture to keep"
        assert OURS not in said(here.messages())
        number = here.table()["id"]
        assert len(told) >= 4
        assert all(f" of table {number}, with the names " in line for line in told)
        assert f"render.wyverns_knot.board.board of table {number}, with the names 'Ann', 'Bob', 'Cat'" in told[3]
        drawing.mends()
        second_panel = await here.play(second)
        assert second_panel.attachments, "another screen is drawn again"


async def test_a_lobby_fills_and_starts_in_words(tmp_path: Path, drawing: Broken) -> None:
    async with world(tmp_path, *THREE) as here:
        told = expected(here)
        drawing.breaks()
        ann, bob, cat = here.members
        opened = await here.slash(ann, "play", game=KNOT)
        assert OURS not in answer(opened)
        assert DISCORDS not in answer(opened)
        assert "A table of Wyvern's Knot." in shows_words(here.board)
        await here.press(bob, here.board, "Join")
        assert "2. Bob" in shows_words(here.board)
        assert told == [
            "A picture can't be drawn, so words are shown instead: render.wyverns_knot.posters.lobby of table 1, "
            "with the names \"Wyvern's Knot\": a picture couldn't be drawn: OSError in typefaces.py:1"
        ], "once for each picture, however often it is shown"
        drawing.mends()
        await here.press(cat, here.board, "Join")
        await here.press(ann, here.board, "Start")
        assert here.board.attachments, "the next one is drawn again"
        assert len(told) == 1


async def test_a_lobby_whose_picture_failed_once_has_it_with_its_next_edit(tmp_path: Path, drawing: Broken) -> None:
    async with world(tmp_path, *THREE) as here:
        told = expected(here)
        drawing.breaks()
        ann, bob, _ = here.members
        await here.slash(ann, "play", game=KNOT)
        shows_words(here.board)
        drawing.mends()
        await here.press(bob, here.board, "Join")
        assert here.board.attachments
        assert len(told) == 1


async def test_what_has_failed_isnt_drawn_again_for_the_same_screen(tmp_path: Path, drawing: Broken) -> None:
    async with world(tmp_path, *THREE) as here:
        told = expected(here)
        await start(here)
        drawing.breaks()
        second = here.seats()[1]  # Start has shown the first their panel
        for _ in range(3):
            shows_words(await here.play(second))
        assert len(told) == 1
        asked = len(here.env.http_requests)
        await here.bot.services.presenter.make_sure(here.table()["id"])
        assert len(told) == 1, "the board stands, with its picture"
        assert here.board.attachments
        assert len(here.env.http_requests) - asked <= 2


async def test_the_clock_looks_at_a_board_of_words_without_drawing_it_again(
    tmp_path: Path, drawing: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "FAILED", inf)  # the simulated Discord's clock isn't that of the test
    async with world(tmp_path, *THREE) as here:
        told = expected(here)
        drawing.breaks()
        await start(here)
        before = list(told)
        for _ in range(3):
            assert await here.bot.services.presenter.make_sure(here.table()["id"])
        assert told == before
        assert "The position" in shows_words(here.board)
        assert len(here.messages()) == 2 or controls(here.board)


async def test_the_halls_pages_are_told_in_words(tmp_path: Path, drawing: Broken) -> None:
    async with world(tmp_path, "Ann", "Bob") as here:
        told = expected(here)
        ann, _ = here.members
        await finish_today(here, ann, 1)
        drawing.breaks()
        for name, options, has in (
            ("leaderboard", {"game": BOARD}, "Ann"),
            ("profile", {}, "Games finished: 1"),
            ("daily", {}, "Hexaract"),
            ("week", {}, "Deal of the week"),
            ("games", {}, ""),
        ):
            result = await here.slash(ann, name, **options)
            shown = shows_words(result.response)
            assert has in shown, name
            assert OURS not in shown, name
            assert DISCORDS not in shown, name
        assert {line.split(": ")[1].split(" of ")[0] for line in told} >= {
            "render.leaderboard.leaderboard",
            "render.profile.profile",
            "render.today.today",
        }
        assert all("a page" in line for line in told if "leaderboard" in line or "profile" in line)


@pytest.mark.parametrize("how", ["fails", "dies"])
async def test_the_daily_post_comes_in_words(tmp_path: Path, drawing: Broken, how: str) -> None:
    async with hall(tmp_path, "Ann", "Bob") as here:
        told = expected(here)
        await begin(here)
        await finish(here, here.members[0], HEXARACT)
        drawing.breaks(how)
        await wake(here, 2, 9)
        (post,) = announced(here)
        assert "The lantern burns. Hexaract: 1 · Ann: 0" in shows_words(post)
        (line,) = told
        assert "render.recap.recap of a page, with the names 'Ann'" in line


async def test_a_replay_that_cant_be_drawn_is_told_step_by_step(tmp_path: Path, drawing: Broken) -> None:
    async with world(tmp_path, *THREE) as here:
        told = expected(here)
        table = await group(here, here.members)
        drawing.breaks("dies")
        result = await here.press(here.members[0], here.board, "Replay")
        shown = shows_words(result.response)
        assert "step 1 of" in shown
        assert told[0].startswith("A picture can't be drawn, so words are shown instead: render.worker.begin_film")
        assert f"table {table.id}" in told[0]


async def test_a_solitaire_is_played_in_words(tmp_path: Path, drawing: Broken) -> None:
    async with world(tmp_path, "Ann") as here:
        expected(here)
        drawing.breaks()
        (ann,) = here.members
        await here.slash(ann, "play", game=HEXARACT)
        board = here.board
        assert "The position" in shows_words(board)
        move = GAMES[HEXARACT].legal_moves(here.state())[0]
        await here.make(ann, board, move)
        assert here.table()["version"] > 0
        assert "The position" in shows_words(here.board)
        drawing.mends()
        await here.make(ann, here.board, GAMES[HEXARACT].legal_moves(here.state())[0])
        assert here.board.attachments


async def test_one_letter_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """U+FDFD made FreeType fail: the lobby, the game, the pages, for everybody who met it."""
    async with world(tmp_path, "\ufdfd", SHOW_NOTHING[0], "Ada", "Ada") as here:
        first = here.members[0]
        await here.slash(first, "play", game=KNOT)
        for member in here.members[1:]:
            await here.press(member, here.board, "Join")
        assert "\ufdfd" in text(here.board)
        assert "Seat 2" in text(here.board)
        assert "Ada (4)" in text(here.board)
        await here.press(first, here.board, "Start")
        assert here.board.attachments
        for member in here.members:
            assert (await here.play(member)).attachments
        await finish_today(here, here.members[1], 1)
        for name, options in (("leaderboard", {"game": BOARD}), ("profile", {})):
            result = await here.slash(here.members[1], name, **options)
            assert result.response
            assert result.response.attachments
            assert "Somebody" in alts(result.response)[0]
