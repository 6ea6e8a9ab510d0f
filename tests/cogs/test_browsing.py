"""Who browses waits for whoever plays, and for the others who browse; what was overtaken meanwhile isn't answered."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.delivery import pictures
from cogs.discord.browsing import MOST_OF_ONE, Browsing
from cogs.discord.controls import Superseded
from cogs.screens.screen import Drawing, Picture, Screen
from engine import GAMES, Chance
from render import PICTURES, sprites
from tables.play.model import Refused

from ..render.slow import SLOW, slow

KNOT, NAMES = "wyverns-knot", ("Ann", "Bob", "Cat")


@asynccontextmanager
async def nothing_drawn_aside() -> AsyncIterator[None]:
    """Within, whatever browsing wants to be drawn waits."""
    begun, done = threading.Event(), threading.Event()

    def wait() -> bytes:
        begun.set()
        done.wait(60)
        return b""

    waiting = asyncio.get_running_loop().run_in_executor(pictures._aside._thread, wait)
    await asyncio.to_thread(begun.wait)
    try:
        yield
    finally:
        done.set()
        await waiting


def panel() -> Screen:
    """What somebody needs in order to move."""
    draw, *given = page(99)
    return Screen(0, (Picture("A board", Drawing(draw, tuple(given))),))


def page(number: int) -> tuple[Any, ...]:
    game = GAMES[KNOT]
    return PICTURES[KNOT].board, game.view(game.new(3, game.options(), Chance(str(number))), 0), NAMES


# -- Turns


def asked(user_id: int, number: int, message_id: int | None = None) -> Any:
    """An interaction, as far as it takes to wait for a turn."""
    message = None if message_id is None else SimpleNamespace(id=message_id)
    response = SimpleNamespace(type=None)
    data = {"custom_id": "a button"}
    return SimpleNamespace(id=number, user=SimpleNamespace(id=user_id), message=message, response=response, data=data)


class Visit:
    """Somebody's turn, which lasts until it is ended."""

    def __init__(self, browsing: Browsing, interaction: Any) -> None:
        self.begun, self.over = False, asyncio.Event()
        self.task = asyncio.create_task(self._visit(browsing, interaction))

    async def _visit(self, browsing: Browsing, interaction: Any) -> None:
        async with browsing.queued(interaction):
            self.begun = True
            await self.over.wait()

    async def end(self) -> None:
        self.over.set()
        await self.task
        await settled()


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_each_person_has_one_turn_at_a_time_and_then_it_is_somebody_elses() -> None:
    browsing = Browsing(at_once=2)
    ann = [Visit(browsing, asked(1, number)) for number in range(3)]
    ben = [Visit(browsing, asked(2, 10 + number)) for number in range(2)]
    cat = Visit(browsing, asked(3, 20))
    await settled()
    assert [visit.begun for visit in (*ann, *ben, cat)] == [True, False, False, True, False, False]
    await ann[0].end()
    assert cat.begun, "she has waited, and Ann was served just now"
    assert not ann[1].begun
    await ben[0].end()
    assert ann[1].begun
    await cat.end()
    assert ben[1].begun
    assert not ann[2].begun
    for visit in (ann[1], ann[2], ben[1]):
        await visit.end()
    assert not browsing._waiting
    assert not browsing._served


async def test_a_newer_press_takes_the_place_of_the_one_that_waits() -> None:
    browsing = Browsing(at_once=1)
    served = Visit(browsing, asked(1, 1, 50))
    old, other, newest = (Visit(browsing, asked(1, number, message)) for number, message in ((2, 50), (3, 51), (4, 50)))
    await settled()
    assert isinstance(old.task.exception(), Superseded)
    await served.end()
    assert newest.begun, "in the place of the old one"
    await newest.end()
    assert other.begun, "on another message"
    await other.end()


async def test_nobody_waits_for_more_than_a_few_things_and_no_more_than_so_many_wait() -> None:
    browsing = Browsing(at_once=1, most=MOST_OF_ONE + 1)
    visits = [Visit(browsing, asked(1, number)) for number in range(1 + MOST_OF_ONE)]
    await settled()
    for _ in range(2):
        with pytest.raises(Refused, match="several things at once"):
            await Visit(browsing, asked(1, 20)).task
    visits.append(Visit(browsing, asked(2, 30)))
    await settled()
    with pytest.raises(Refused, match="Very many people"):
        await Visit(browsing, asked(3, 40)).task
    for visit in visits:
        visit.over.set()
    await asyncio.gather(*(visit.task for visit in visits))
    assert not browsing._waiting
    assert not browsing._served


async def test_whoever_is_cancelled_leaves_the_turn_to_the_next() -> None:
    browsing = Browsing(at_once=1)
    first, waiting, last = (Visit(browsing, asked(number, number)) for number in (1, 2, 3))
    await settled()
    waiting.task.cancel()
    first.task.cancel()
    await settled()
    assert last.begun
    await last.end()
    assert not browsing._waiting
    assert not browsing._served


# -- Drawing


async def test_whoever_moves_waits_for_no_picture_of_those_who_browse() -> None:
    async with nothing_drawn_aside():
        browsed = [asyncio.create_task(pictures._aside.draw(*page(number))) for number in range(3)]
        await asyncio.sleep(0)
        assert (await pictures.pictured(panel())).pictures
        assert not any(one.done() for one in browsed)
    assert await asyncio.gather(*browsed) == [picture(*given) for picture, *given in map(page, range(3))]


async def test_browsing_has_at_most_half_of_the_time_while_anybody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    async def asked() -> tuple[float, float]:
        """When it was asked for, and when it was begun."""
        at = time.monotonic()
        return at, float(await pictures._aside.draw(slow))

    await asked()  # its process has started
    await pictures.pictured(panel())
    (_, first), (_, second) = [await asked() for _ in range(2)]
    assert second - first >= 2 * SLOW
    monkeypatch.setattr(pictures, "PLAYS", 0.0)
    at, begun = await asked()
    assert begun - at < SLOW, "nobody plays"


async def test_a_process_that_dies_is_replaced_and_a_failure_names_nothing_but_its_place() -> None:
    picture, *given = page(0)
    assert await pictures._aside.draw(picture, *given) == picture(*given)
    pictures._aside._worker.kill()
    assert await pictures._aside.draw(picture, *given) == picture(*given)
    with pytest.raises(RuntimeError, match=r"^a picture couldn't be drawn: \w+ in \w+\.py:\d+$"):
        await pictures._aside.draw(picture, "a secret", NAMES)


async def test_its_process_ends_when_nobody_browses_and_begins_again(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, *given = page(0)
    for idle, running in ((60.0, True), (0.0, False), (60.0, True)):
        monkeypatch.setattr(pictures, "IDLE", idle)
        assert await pictures._aside.draw(picture, *given)
        await asyncio.sleep(0.01)
        await asyncio.wrap_future(pictures._aside._thread.submit(int))  # after what was put there before
        assert (pictures._aside._worker._process is not None) == running


async def test_boards_can_be_drawn_by_processes_beside_the_bot() -> None:
    (drawing,) = panel().drawings.values()
    artists = pictures.Artists(2)
    try:
        assert await asyncio.gather(*[artists.draw(drawing) for _ in range(3)]) == [drawing()] * 3
        for one in artists._workers:
            one.kill()
        assert await artists.draw(drawing) == drawing(), "one that dies is replaced"
    finally:
        for one in artists._workers:
            one.end()


def test_a_bot_that_stops_waits_for_no_sprites(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """To draw them takes half a minute, and another process would begin anew in place of the one that is killed."""
    monkeypatch.setattr(pictures, "_sprites", tmp_path / "sprites")
    monkeypatch.setattr(sprites, "_album", None)

    async def stopped_soon() -> None:
        drawing = asyncio.create_task(pictures.draw_sprites())
        await asyncio.sleep(0.5)
        assert not drawing.done()

    asyncio.run(stopped_soon())  # at its end it cancels the task, and waits for its thread
    assert not caplog.records
    assert not sprites.is_open()


def test_sprites_are_drawn_once_however_often_a_session_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "_sprites", tmp_path / "sprites")
    monkeypatch.setattr(sprites, "_album", None)

    async def begun_twice() -> None:
        drawing = asyncio.create_task(pictures.draw_sprites())
        await asyncio.sleep(0)
        await pictures.draw_sprites()
        assert not drawing.done(), "else the second has waited for all of it"

    asyncio.run(begun_twice())
    assert not pictures._being_drawn, "and a later start draws them"
