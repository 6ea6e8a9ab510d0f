"""A game in one animated picture: laid over each other, its frames are the boards."""

import io
from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Any

import pytest
from PIL import Image, ImageSequence

from render import PICTURES, replay
from render.colours import NIGHT

from ..engine.players import PLAYERS, Player, Setup, lasting, positions, sensible, setups
from .test_laws import NAMES, every_game

GAMES_EACH = 4  # in the slow test, of each player


@cache
def views(setup: Setup, seed: str = "replay", player: Player = lasting) -> tuple[Any, ...]:
    """Of every position of a game, as everybody may see it afterwards."""
    *course, end = positions(setup, seed, player)
    game = setup.game
    return (*(game.open_view(state) for state in course), game.revealed(end) if game.revealed else course[-1])


@cache
def tables(key: str) -> list[Setup]:
    """Of the fewest seats and of the most."""
    every = sorted([setup for setup in setups() if setup.game.key == key], key=lambda setup: setup.seats)
    return every[:1] if every[0].seats == every[-1].seats else [every[0], every[-1]]


def few(setup: Setup) -> list[Any]:
    """Of a game's views the first, two of its middle, and the last."""
    every = views(setup)
    return [every[0], every[len(every) // 3], every[2 * len(every) // 3], every[-1]]


@cache
def board(key: str, view: Any, names: Sequence[str]) -> bytes:
    return PICTURES[key].board(view, names)


def filmed(setup: Setup, shown: Sequence[Any], turning_points: Sequence[int] = ()) -> bytes:
    *steps, gif = replay.film(partial(board, setup.game.key), shown, NAMES[: setup.seats], turning_points)
    assert not any(steps)
    return gif


def frames(gif: bytes) -> Iterator[Image.Image]:
    """As whoever plays it sees them."""
    with Image.open(io.BytesIO(gif)) as picture:
        assert picture.format == "GIF"
        for frame in ImageSequence.Iterator(picture):
            yield frame.convert("RGB")


def boards(setup: Setup, shown: Sequence[Any]) -> list[Image.Image]:
    return [Image.open(io.BytesIO(board(setup.game.key, view, NAMES[: setup.seats]))) for view in shown]


@every_game
def test_the_frames_are_the_boards_to_the_pixel(key: str) -> None:
    """Boards of one game may differ in height. Below the lower ones is nothing but the ground."""
    for setup in tables(key):
        shown = few(setup)
        drawn, made = boards(setup, shown), list(frames(filmed(setup, shown)))
        assert len(made) == len(drawn)
        assert {frame.height for frame in made} == {max(board.height for board in drawn)}
        for frame, board in zip(made, drawn, strict=True):
            assert frame.crop((0, 0, *board.size)).tobytes() == board.convert("RGB").tobytes()
            below = frame.crop((0, board.height, *frame.size))
            assert below.height == 0 or below.getcolors() == [(below.width * below.height, NIGHT)]


@every_game
def test_a_heavy_game_is_shown_at_half_the_size_in_the_same_colours(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    setup = tables(key)[-1]
    shown = few(setup)
    light = filmed(setup, shown)
    monkeypatch.setattr(replay, "MOST_BYTES", len(light) - 1)
    made = list(frames(filmed(setup, shown)))
    drawn = boards(setup, shown)
    assert {frame.width for frame in made} == {drawn[0].width // 2}
    for frame, board in zip(made, drawn, strict=True):
        half = replay.halved(board).convert("RGB")
        even = half.crop((0, 0, half.width, board.height // 2))  # an odd row at the end blends with what is below
        assert frame.crop((0, 0, *even.size)).tobytes() == even.tobytes()
    assert len(filmed(setup, shown)) < len(light)


@every_game
def test_the_same_game_gives_the_same_bytes(key: str) -> None:
    setup = tables(key)[0]
    shown = few(setup)
    assert filmed(setup, shown) == filmed(setup, shown)


@every_game
def test_a_palette_keeps_an_entry_free_for_what_stays_as_it_was(key: str) -> None:
    for setup in tables(key):
        (board,) = boards(setup, views(setup)[:1])
        assert len(board.getpalette() or ()) // 3 < 256


@every_game
def test_a_frame_stays_for_less_than_a_second_a_turning_point_longer_and_the_end_longest(key: str) -> None:
    setup = tables(key)[0]
    shown = few(setup)
    with Image.open(io.BytesIO(filmed(setup, shown, (1,)))) as picture:
        lasts = [frame.info["duration"] for frame in ImageSequence.Iterator(picture)]
        assert picture.info["loop"] == 0, "it begins again"
    assert lasts == [700, 1500, *[700] * (len(shown) - 3), 4000]


# -- Which positions are shown


@every_game
def test_a_long_game_is_shown_in_sixty_frames_with_its_deal_its_turning_points_and_its_end(key: str) -> None:
    for setup in tables(key):
        shown = views(setup)
        middle = len(shown) // 2
        numbers = replay.noteworthy(shown, (middle, middle + 1))
        assert list(numbers) == sorted(set(numbers))
        assert numbers[0] == 0
        assert numbers[-1] == len(shown) - 1
        assert {middle, middle + 1} <= {*numbers}
        assert len(numbers) <= replay.MOST_FRAMES
        assert len(replay.noteworthy(shown, most=5)) == min(5, len(replay.noteworthy(shown)))


@every_game
def test_what_changes_nothing_that_is_seen_has_no_frame_of_its_own(key: str) -> None:
    first, second, *_, last = views(tables(key)[0])
    assert replay.noteworthy([first, first, second, second, second, last, last]) == (0, 2, 6)


@every_game
def test_small_steps_are_joined_before_great_ones(key: str) -> None:
    """Of three positions in a row, the one that is left out differs less from the one before it than the others."""
    shown = views(tables(key)[0])
    every = replay.noteworthy(shown, most=len(shown))
    fewer = replay.noteworthy(shown, most=len(every) - 1)
    (out,) = {*every} - {*fewer}

    def change(number: int) -> int:
        before = every[every.index(number) - 1]
        return replay._difference(replay._facts(shown[before]), replay._facts(shown[number]))

    assert all(change(out) <= change(number) for number in every[1:-1])


# -- Its weight


@pytest.mark.slow
@pytest.mark.parametrize("player", [*PLAYERS, sensible], ids=lambda player: player.__name__)
@every_game
def test_whole_games_are_light_and_short(key: str, player: Player) -> None:
    setups = tables(key)
    for number in range(GAMES_EACH):
        setup = setups[number % len(setups)]
        gif = filmed(setup, views(setup, f"weight/{number}", player))
        assert len(gif) <= replay.MOST_BYTES
        assert sum(1 for _ in frames(gif)) <= replay.MOST_FRAMES


def test_a_whole_game_is_light_and_short() -> None:
    setup = tables("wyverns-knot")[0]
    gif = filmed(setup, views(setup))
    assert len(gif) <= replay.MOST_BYTES
    assert sum(1 for _ in frames(gif)) <= replay.MOST_FRAMES
