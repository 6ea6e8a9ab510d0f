"""On a phone, which shows a picture 400 points wide, no text and no sign that one must tell apart is smaller than 12.

It is measured while pictures are drawn: every text and every sprite has a size, which shrinks with whatever it is laid
on. As in CSS, that of a text is the size of its type, and that of a sign is its box: the longer side.
"""

import io
import sys
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from PIL import Image

from engine import GAMES
from languages import offered, speaking
from render import PICTURES, figures, theme, vector
from render.colours import PARCHMENT
from render.theme import WIDTH
from render.vector import Pen

from ..engine.players import lasting, positions
from .drawn import forget_sprites
from .test_long_words import NAMES, PAGES
from .test_secrets import fewest_and_most

PHONE, SMALLEST = 400, 12  # points: the width of a picture, the height of a text or sign
FEW = 2  # positions of a game, besides its end
BACKGROUND = ("_growth", "slab")  # plants on the land, bars of a chart: nobody must tell one from another
# Pillow's ways to make a picture of another; these may be smaller
MADE = ("copy", "crop", "convert", "quantize", "transpose", "rotate", "resize", "reduce")


class Ruler:
    """What is drawn too small."""

    least = WIDTH * SMALLEST / PHONE  # px

    def __init__(self) -> None:
        self.faults: set[str] = set()
        self._sizes: dict[int, tuple[Image.Image, float, str]] = {}  # by picture: the smallest thing on it

    def note(self, picture: Image.Image, px: float, what: str) -> None:
        """`px`: the size of something that lies on the picture."""
        if px < self.least:
            callers = [frame.name for frame in traceback.extract_stack(limit=9) if "/render/" in frame.filename]
            self.faults.add(f"{px * PHONE / WIDTH:.1f} points: {what}, in {', '.join(callers)}")
        if id(picture) not in self._sizes or px < self._sizes[id(picture)][1]:
            self._sizes[id(picture)] = picture, px, what

    def hand_on(self, old: Any, new: Image.Image, share: float = 1) -> None:
        """What lies on the old picture is also on the new one, in a share of its size."""
        _, px, what = self._sizes.get(id(old), (None, 0, ""))
        if px >= self.least and old is not new:
            self.note(new, px * share, what)


@pytest.fixture
def ruler(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ruler]:
    measured, write, drawn, inlay = Ruler(), theme.write, vector.drawn, Pen.inlay

    def writing(canvas: Image.Image, at: Any, text: str, face: Any, size: int, *args: Any, **rest: Any) -> int:
        if text:
            measured.note(canvas, size, f"the text {text!r}")
        return write(canvas, at, text, face, size, *args, **rest)

    def drawing(width: int, height: int, draw: Callable[[Pen], None], *args: Any) -> Image.Image:
        made = drawn(width, height, draw, *args)
        if draw.__qualname__.partition(".")[0] not in BACKGROUND:
            measured.note(made, max(width, height), "a sign")
        return made

    def inlaid(pen: Pen, other: Pen, share: float) -> None:
        made = other.sprite()
        measured.note(made, share * max(made.size), "a sign that is laid into another")
        inlay(pen, other, share)

    for module in [module for name, module in sys.modules.items() if name.startswith("render")]:
        for name, old, new in (("write", write, writing), ("drawn", drawn, drawing)):
            if vars(module).get(name) is old:
                monkeypatch.setattr(module, name, new)
    monkeypatch.setattr(Pen, "inlay", inlaid)
    for name in MADE:
        monkeypatch.setattr(Image.Image, name, partial_method(measured, getattr(Image.Image, name)))
    for name in ("paste", "alpha_composite"):
        monkeypatch.setattr(Image.Image, name, laying(measured, getattr(Image.Image, name)))
    forget_sprites("")
    yield measured
    forget_sprites("")


def partial_method(ruler: Ruler, make: Callable[..., Image.Image]) -> Callable[..., Image.Image]:
    def made(old: Image.Image, *args: Any, **rest: Any) -> Image.Image:
        new = make(old, *args, **rest)
        whole = make.__name__ in ("resize", "reduce") and not rest.get("box") and len(args) < 3
        ruler.hand_on(old, new, new.width / old.width if whole else 1)
        return new

    return made


def laying(ruler: Ruler, lay: Callable[..., None]) -> Callable[..., None]:
    def laid(canvas: Image.Image, other: Any, *args: Any, **rest: Any) -> None:
        lay(canvas, other, *args, **rest)
        ruler.hand_on(other, canvas)

    return laid


def of_game(key: str) -> Iterator[Callable[[], bytes]]:
    """Boards as the public and a seat see them, and the pictures around a game."""
    game, ours = GAMES[key], PICTURES[key]
    for setup in fewest_and_most(key):
        names, states = NAMES[: setup.seats], [*positions(setup, "readable", lasting)]
        for state in (*states[:: max(1, len(states) // FEW)], states[-1]):
            for viewer in (None, game.to_act(state)):
                yield partial(ours.board, game.view(state, viewer), names)
        end = game.view(states[-1], None)
        yield partial(ours.result, end, names, game.headline(end))
    for number in range(len(ours.rules_alt)):
        yield partial(ours.rules, number)
    if ours.lobby:
        yield partial(ours.lobby, game.title)


@pytest.mark.parametrize("key", PICTURES)
def test_everything_on_the_pictures_of_a_game_can_be_read_on_a_phone(key: str, ruler: Ruler) -> None:
    for language in offered():
        with speaking(language):
            for draw in of_game(key):
                assert Image.open(io.BytesIO(draw())).width == WIDTH
    assert not ruler.faults, "\n".join(sorted(ruler.faults))


def test_everything_on_the_pages_of_the_hall_can_be_read_on_a_phone(ruler: Ruler) -> None:
    for language in offered():
        with speaking(language):
            for draw in PAGES.values():
                assert Image.open(io.BytesIO(draw())).width == WIDTH
    assert not ruler.faults, "\n".join(sorted(ruler.faults))


def test_what_is_too_small_is_noticed(ruler: Ruler) -> None:
    canvas, sign = theme.canvas(200), figures.figure("art/flame").sprite(60)
    theme.write(canvas, (10, 50), "as small as may be", "display", 36, PARCHMENT)
    theme.put(canvas, sign, (300, 50))
    assert not ruler.faults
    canvas.reduce(2)
    assert len(ruler.faults) == 1, "a picture is shown at half its size"
    figures.figure("art/cup").sprite(30)
    assert len(ruler.faults) == 2, "a sign"
