"""Moments: short, light, and in the end the very picture that stands there without them."""

import io
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from PIL import Image, ImageSequence

from engine import GAMES, heard
from engine.advent_of_the_wyrms.events import Finished
from engine.advyria.events import Completed
from engine.forest_of_wyr.events import Freed, Withstood
from engine.hexaract.events import Averted, Defeated, Happened, Hurt, Passed, Rolled
from engine.wyverns_knot.events import Lost, Saved
from render import PICTURES, moments
from render.marks import Box
from render.moments import Effect, Moment, Picture

from ..engine.players import PLAYERS, lasting, playthrough
from .test_laws import NAMES, every_game
from .test_replay import tables

KINDS: dict[str, set[type[Any]]] = {  # what each game is about
    "wyverns-knot": {Saved, Lost},
    "advyria": {Completed},
    "advent-of-the-wyrms": {Finished},
    "hexaract": {Defeated, Passed, Averted, Hurt, Happened, Rolled},
    "forest-of-wyr": {Freed, Withstood},
}
MOST_GAMES = 30


@cache
def found(key: str) -> dict[type[Any], tuple[Any, Moment]]:
    """By kind of event: a view that such a move led to, as its board has it, and the moment."""
    every = dict[type[Any], tuple[Any, Moment]]()
    for number in range(MOST_GAMES):
        for setup in tables(key):
            game = setup.game
            for played in playthrough(setup, f"moments/{number}", PLAYERS[number % 2]):
                events = heard(played.step.events, None)
                new = KINDS[key].intersection(map(type, events)) - {*every}
                view = game.view(played.step.state, 0 if setup.seats == 1 else None) if new else None
                if new and (moment := PICTURES[key].moment(view, events)):
                    every |= dict.fromkeys(new, (view, moment))
        if {*every} == KINDS[key]:
            break
    return every


def drawn(key: str, view: Any, moment: Moment) -> tuple[Picture, bytes]:
    names = NAMES[: len(getattr(view.table, "tableaus", getattr(view.table, "players", "1")))]
    board = PICTURES[key].board, (view, names)
    before = (PICTURES[key].board, (moment.before, names)) if moment.before is not None else None
    return board, moments.moving(board, moment.effects, before)


def frames(gif: bytes) -> Iterator[tuple[Image.Image, int]]:
    with Image.open(io.BytesIO(gif)) as picture:
        assert picture.format == "GIF"
        assert "loop" not in picture.info, "it is played once"
        for frame in ImageSequence.Iterator(picture):
            yield frame.convert("RGB"), frame.info["duration"]


@every_game
def test_each_thing_that_a_game_is_about_is_a_moment(key: str) -> None:
    assert {*found(key)} == KINDS[key]
    for _, moment in found(key).values():
        assert moment.words.format(*NAMES).endswith(".")


@every_game
def test_a_moment_is_short_and_light_and_shows_the_board_first_and_last(key: str) -> None:
    for view, moment in found(key).values():
        (draw, given), gif = drawn(key, view, moment)
        board = Image.open(io.BytesIO(draw(*given))).convert("RGB")
        (first, _), *between, (last, _) = frames(gif)
        assert first.tobytes() == last.tobytes() == board.tobytes()
        assert any(frame.tobytes() != board.tobytes() for frame, _ in between)
        assert sum(pause for _, pause in frames(gif)) < 1000
        assert len(gif) <= moments.MOST_BYTES
        [(still, _)] = frames(moments.still((draw, given)))
        assert still.tobytes() == board.tobytes()


@every_game
def test_what_is_no_moment_moves_nothing(key: str) -> None:
    for played in playthrough(tables(key)[0], "quiet", lasting):
        events = tuple(event for event in heard(played.step.events, None) if type(event) not in KINDS[key])
        assert PICTURES[key].moment(GAMES[key].view(played.step.state, None), events) is None


@every_game
@pytest.mark.parametrize("won", [True, False])
def test_the_end_of_a_game_moves(key: str, won: bool) -> None:
    (setup, *_), pictured = tables(key), PICTURES[key]
    *_, last = playthrough(setup, "end", lasting)
    view = setup.game.view(last.step.state, None)
    result = pictured.result, (view, NAMES[: setup.seats], "The end.")
    shown = [*frames(moments.moving(result, moments.finish(won=won)))]
    assert shown[0][0].tobytes() == shown[-1][0].tobytes() == shown[0][0].tobytes()
    assert len({frame.tobytes() for frame, _ in shown}) > 5


def test_what_would_be_too_heavy_has_half_the_frames_and_then_none(monkeypatch: pytest.MonkeyPatch) -> None:
    view, moment = found("hexaract")[Defeated]
    board, whole = drawn("hexaract", view, moment)
    monkeypatch.setattr(moments, "MOST_BYTES", len(whole) - 1)
    _, half = drawn("hexaract", view, moment)
    assert len([*frames(half)]) == (len([*frames(whole)]) + 2) // 2
    monkeypatch.setattr(moments, "MOST_BYTES", len(half) - 1)
    assert drawn("hexaract", view, moment)[1] == moments.still(board)


@pytest.mark.parametrize("to", [(-9, 4), (15, 4), (4, -7), (4, 20), (9, 7)])
def test_what_moves_may_leave_the_picture(to: tuple[int, int]) -> None:
    board = Image.new("P", (10, 8))
    board.putpalette([0, 0, 0, 255, 255, 255])
    dot = Image.new("RGBA", (4, 4), (255, 255, 255, 255))

    def flies(passed: float, place: Box) -> Iterator[moments.Layer]:
        yield dot, *((4, 4) if passed < 0.5 else to)

    told = moments._moving(board, board, [Effect(flies, Box(2, 2, 6, 6))], moments.PAUSE)
    shown = [frame for frame, _ in frames(told)]
    assert all(frame.size == board.size for frame in shown)
    assert len({frame.tobytes() for frame in shown}) > 1
