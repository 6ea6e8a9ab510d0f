"""A canvas that is composed in bands, and only where it is new, shows what a picture composed at once shows."""

import io
import random
from typing import Any

import pytest
from PIL import Image

from render import PICTURES
from render.canvas import Canvas, flat
from render.colours import NIGHT, PARCHMENT, SEATS
from render.theme import BAND, encode, palette_of, slab

from .test_laws import every_game, shown

COLOURS = (NIGHT, PARCHMENT, *SEATS)
PALETTE = palette_of(COLOURS, [], 32)
SIZE = (300, 5 * BAND + 7)
DARKER = [level // 2 for level in range(256)] * 3
SPRITES = [slab(40 + 30 * number, 30 + 20 * number, colour) for number, colour in enumerate(SEATS[:5])]


def laid_at_random(canvas: Image.Image, seed: int) -> None:
    """Sprites, letters and boxes, some of them over the edges."""
    draw = random.Random(seed)
    for _ in range(40):
        sprite = draw.choice(SPRITES)
        at = draw.randrange(-60, SIZE[0] + 20), draw.randrange(-60, SIZE[1] + 20)
        match draw.randrange(4):
            case 0:
                canvas.paste(sprite, at, sprite)
            case 1:
                canvas.paste(draw.choice(COLOURS), at, sprite.getchannel("A"))
            case 2:
                canvas.paste(draw.choice(COLOURS), (*at, at[0] + 50, at[1] + 20))
            case 3:
                canvas.paste(sprite.convert("RGB"), at)


def seen(data: bytes) -> bytes:
    return Image.open(io.BytesIO(data)).convert("RGB").tobytes()


def plain() -> Image.Image:
    return Image.new("RGB", SIZE, NIGHT)


@pytest.mark.parametrize("seed", range(10))
def test_a_canvas_shows_what_is_laid_on_it(seed: int) -> None:
    canvas, expected = Canvas(*SIZE), plain()
    for step in range(2):
        laid_at_random(canvas, 2 * seed + step)
        laid_at_random(expected, 2 * seed + step)
        if not step:
            canvas.turn(DARKER)
            expected = expected.point(DARKER)
    assert seen(encode(canvas, PALETTE)) == flat(expected, PALETTE).convert("RGB").tobytes()
    assert not canvas.composed
    assert canvas.tobytes() == expected.tobytes()
    laid_at_random(canvas, 99)
    laid_at_random(expected, 99)
    assert seen(encode(canvas, PALETTE)) == flat(expected, PALETTE).convert("RGB").tobytes()


@pytest.mark.parametrize("top", [-50, 0, 21, 120])
def test_a_canvas_on_another_is_cut_at_its_edges(top: int) -> None:
    inner, inside, outer, expected = Canvas(SIZE[0], 90), Image.new("RGB", (SIZE[0], 90), NIGHT), Canvas(*SIZE), plain()
    for picture in (outer, expected):
        laid_at_random(picture, 1)
    inner.paste(NIGHT, (0, 0, SIZE[0], 90))
    for picture in (inner, inside):
        laid_at_random(picture, 2)
    inner.turn(DARKER)
    outer.paste(inner, (0, top))
    expected.paste(inside.point(DARKER), (0, top))
    assert seen(encode(outer, PALETTE)) == flat(expected, PALETTE).convert("RGB").tobytes()


def test_only_bands_that_changed_are_new() -> None:
    before, after, elsewhere = Canvas(*SIZE), Canvas(*SIZE), Canvas(*SIZE)
    for canvas in (before, after, elsewhere):
        for number, sprite in enumerate(SPRITES):
            canvas.paste(sprite, (50 * number, 30 * number), sprite)
    after.paste(PARCHMENT, (10, BAND, 50, 2 * BAND))
    elsewhere.paste(PARCHMENT, (11, BAND, 51, 2 * BAND))
    old, new, other = (canvas.bands(BAND, PALETTE) for canvas in (before, after, elsewhere))
    assert [band == was for band, was in zip(new, old, strict=True)] == [True, False, True, True, True, True]
    assert new[1] != other[1]
    assert old[0] != before.bands(BAND, palette_of(COLOURS[::-1], [], 32))[0]


@every_game
def test_boards_are_what_they_are_when_composed_at_once(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """So no board changes a sprite that lies on it already."""
    board, picked = PICTURES[key].board, shown(key)[::5]
    banded = [seen(board(position.view, position.names)) for position in picked]
    noted = Canvas.paste

    def at_once(canvas: Canvas, *given: Any) -> None:
        canvas.load()
        noted(canvas, *given)

    monkeypatch.setattr(Canvas, "paste", at_once)
    assert [seen(board(position.view, position.names)) for position in picked] == banded
