"""Moments: what a game is about, as it happens, in a moving picture of less than a second.

A game says which events are moments, what its text says of them, and what moves where on its board. Where something
moves away, a frame shows the board from before the move; moving sprites are laid over it. The first frame is the board
as it is now, so people who see only one picture see the right one.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, reduce
from typing import Any, NamedTuple

from PIL import Image

from . import gif
from .canvas import flat
from .colours import EMBER, GOLD, NIGHT, PARCHMENT, SHADE
from .marks import Box
from .sprites import drawn_once
from .theme import WIDTH, opened
from .vector import Colour, Pen, drawn, regular

MOST_BYTES = 250_000
LASTS, FIRST, PAUSE = 720, 40, 90  # milliseconds: all of it, the first frame, each of the others
NOWHERE = Box(0, 0, 1, 1)
BAND = Box(0, 0, WIDTH, 300)
LARGEST = 220  # px: rays and rings would be slow to draw, and heavy, if they were larger

Picture = tuple[Callable[..., bytes], tuple[Any, ...]]  # a function that draws a PNG, and what it is given
Layer = tuple[Image.Image, int, int]  # a sprite (RGBA) and where its middle is


class Effect(NamedTuple):
    """Something that moves: a function of how much time has passed (0 to 1), of `place` and of what it is given."""

    play: Callable[..., Iterator[Layer]]
    place: Box
    given: tuple[Any, ...] = ()
    held: float = 0.0  # for this share of the time `place` shows what was there before


class Moment(NamedTuple):
    """A moment.

    `words` say what happens; {0} is the name of seat 0. `before`: the view before the move, if frames show it.
    """

    words: str
    effects: tuple[Effect, ...]
    before: Any = None


def of_events(parts: Sequence[tuple[str, Sequence[Effect]]], before: Any = None) -> Moment | None:
    """Join what happened at the same time into one moment, with all words and effects. None: nothing was a moment."""
    words = " ".join(dict.fromkeys(said for said, _ in parts))
    return Moment(words, tuple(effect for _, effects in parts for effect in effects), before) if parts else None


# -- The picture


def moving(picture: Picture, effects: Sequence[Effect], before: Picture | None = None) -> bytes:
    """A GIF that is played once and ends with the picture. `before`: the picture that held places show first."""
    after = _drawn(picture)
    earlier = _drawn(before) if before else after
    earlier = earlier if earlier.size == after.size else after  # the board has another size, so nothing is where it was
    for pause in (PAUSE, 2 * PAUSE):
        if len(made := _moving(after, earlier, effects, pause)) <= MOST_BYTES:
            return made
    return still(picture)


def _moving(after: Image.Image, earlier: Image.Image, effects: Sequence[Effect], pause: int) -> bytes:
    parts, count = [gif.opening(after, loops=False), gif.framed(after, None, FIRST)], LASTS // pause
    last, changed, known = after, NOWHERE, NOWHERE  # `last` is up to date in `known`, and unlike `after` in `changed`
    for number in range(count + 1):
        held, layers = _at(number / count, effects) if number < count else ((), ())
        changes = reduce(_around_both, [*held, *(_box(*layer) for layer in layers)], NOWHERE)
        box = _inside(after, _around_both(changed, changes))
        before, now = after.crop(box), _frame(after, earlier, held, layers, box)
        before.paste(last, (known.left - box.left, known.top - box.top))
        parts.append(gif.framed(now, before, pause, box[:2]))
        last, changed, known = now, changes, box
    return b"".join((*parts, gif.END))


def still(picture: Picture) -> bytes:
    """The picture in a file of the same kind, for people who prefer that nothing moves."""
    drawn = _drawn(picture)
    return gif.opening(drawn, loops=False) + gif.framed(drawn, None, PAUSE) + gif.END


def _drawn(picture: Picture) -> Image.Image:
    draw, given = picture
    return opened(draw(*given))


def _at(passed: float, effects: Sequence[Effect]) -> tuple[Sequence[Box], Sequence[Layer]]:
    """The places that are held and the layers that move, when so much of the time has passed."""
    held = [effect.place for effect in effects if passed < effect.held]
    return held, [layer for effect in effects for layer in effect.play(passed, effect.place, *effect.given)]


def _frame(
    after: Image.Image, earlier: Image.Image, held: Sequence[Box], layers: Sequence[Layer], box: Box
) -> Image.Image:
    """The part of a frame in the box."""
    assert after.palette
    frame, palette = after.crop(box), bytes(after.palette.palette)
    for place in held:
        frame.paste(earlier.crop(place), (place.left - box.left, place.top - box.top))
    for sprite, x, y in layers:
        cut, mask = _cut(_Itself(sprite), palette)
        frame.paste(cut, (x - sprite.width // 2 - box.left, y - sprite.height // 2 - box.top), mask)
    return frame


class _Itself:
    """A sprite that equals no other one, so that it can be a key. It stays alive, so no other one gets its address."""

    def __init__(self, sprite: Image.Image) -> None:
        self.sprite = sprite

    def __hash__(self) -> int:
        return id(self.sprite)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self.sprite is other.sprite


@lru_cache(512)
def _cut(key: _Itself, palette: bytes) -> tuple[Image.Image, Image.Image]:
    """A sprite in the colours of a palette (P), and its mask (1).

    The edges are hard, which nobody sees while it moves. So no frame must be matched to the palette, which would be
    most of its cost.
    """
    colours = Image.new("P", (1, 1))
    colours.putpalette(palette)
    mask = key.sprite.getchannel("A").point([0] * 128 + [255] * 128, "1")
    return flat(key.sprite.convert("RGB"), colours), mask


def _inside(picture: Image.Image, box: Box) -> Box:
    """The part of the box that is in the picture, at least a pixel: what moves may have left the picture."""
    left, top = min(max(0, box.left), picture.width - 1), min(max(0, box.top), picture.height - 1)
    right, bottom = min(picture.width, box.right), min(picture.height, box.bottom)
    return Box(left, top, max(left + 1, right), max(top + 1, bottom))


def _box(sprite: Image.Image, x: int, y: int) -> Box:
    left, top = x - sprite.width // 2, y - sprite.height // 2
    return Box(left, top, left + sprite.width, top + sprite.height)


def _around_both(box: Box, other: Box) -> Box:
    if NOWHERE in (box, other):
        return other if box == NOWHERE else box
    return Box(
        min(box.left, other.left),
        min(box.top, other.top),
        max(box.right, other.right),
        max(box.bottom, other.bottom),
    )


# -- What moves


def middle(box: Box) -> tuple[int, int]:
    return (box.left + box.right) // 2, (box.top + box.bottom) // 2


def nothing(passed: float, place: Box) -> Iterator[Layer]:
    """Draw nothing: the place only shows what was there before."""
    yield from ()


def burst(passed: float, place: Box, colour: Colour = GOLD, begins: float = 0.45) -> Iterator[Layer]:
    """Light bursts from the middle, and sparks fly from it."""
    along = (passed - begins) / (1 - begins)
    if not 0 <= along < 1:
        return
    (x, y), reach = middle(place), min(LARGEST, max(place.right - place.left, place.bottom - place.top))
    if along < 0.55:
        yield rays(_even(reach * (0.5 + along)), colour), x, y
    for number in range(8):
        turn, far = math.tau * (number + 0.5) / 8, reach * (0.3 + 0.6 * along)
        yield (
            spark(_even(44 * (1 - 0.8 * along)), colour),
            round(x + far * math.cos(turn)),
            round(y + far * math.sin(turn)),
        )


def cracks(passed: float, place: Box, begins: float = 0.0, ends: float = 0.5) -> Iterator[Layer]:
    """An egg cracks, until it breaks."""
    if begins <= passed < ends:
        step = int(4 * (passed - begins) / (ends - begins))
        yield _crack(_even((place.bottom - place.top) * 0.8), step), *middle(place)


def flames(passed: float, place: Box, begins: float = 0.4) -> Iterator[Layer]:
    """Fire over a whole place, which then goes out."""
    along = (passed - begins) / (1 - begins)
    if not 0 <= along < 1:
        return
    width, high = place.right - place.left, place.bottom - place.top
    count = max(2, round(width / 70))
    for number in range(count):
        size = _even(high * (1.0 - along) * (0.75 + 0.25 * ((number + round(along * 9)) % 2)))
        if size >= 12:
            yield flame(size), place.left + round((number + 0.5) * width / count), place.bottom - size // 2


def flies(
    passed: float,
    place: Box,
    to: Box,
    sprite: Callable[..., Image.Image],
    given: tuple[Any, ...],
    times: tuple[float, float] = (0.0, 0.75),
) -> Iterator[Layer]:
    """A sprite goes in an arc from one place to another, with sparks behind it."""
    begins, ends = times
    along = (passed - begins) / (ends - begins)
    if not 0 <= along <= 1:
        return
    for behind in (0.24, 0.12):
        if along > behind:
            yield spark(28 if behind < 0.2 else 18, GOLD), *_on_the_way(place, to, along - behind)
    yield sprite(*given), *_on_the_way(place, to, along)


def breaks(passed: float, place: Box, colour: Colour = EMBER) -> Iterator[Layer]:
    """A thing breaks into pieces, which fall."""
    x, y = middle(place)
    if passed < 0.3:
        yield ring(_even((place.right - place.left) * (1.5 - passed)), colour), x, y
    for number in range(5):
        turn, far = math.tau * (number + 0.25) / 5, (place.right - place.left) * (0.2 + 0.7 * passed)
        yield (
            piece(_even(30 * (1 - 0.6 * passed)), number * 72, colour),
            round(x + far * math.cos(turn)),
            round(y + far * math.sin(turn) + 90 * passed * passed),
        )


def closes(passed: float, place: Box, colour: Colour = GOLD) -> Iterator[Layer]:
    """Light runs once around a place."""
    width, height = place.right - place.left, place.bottom - place.top
    for number in range(10):
        along = (passed * 1.1 - number * 0.022) * 2 * (width + height)
        if along < 0 or passed >= 0.95:
            continue
        size = _even(52 - 4 * number)
        yield spark(size, colour), *_around(place, along)


def fireworks(passed: float, place: Box) -> Iterator[Layer]:
    """Fireworks over a whole place, one after the other."""
    width, height = place.right - place.left, place.bottom - place.top
    for number, (x, y) in enumerate(((0.2, 0.45), (0.78, 0.35), (0.5, 0.62), (0.92, 0.7), (0.07, 0.75))):
        begins = 0.14 * number
        spot = place.left + round(width * x), place.top + round(height * y)
        at = Box(spot[0] - 100, spot[1] - 100, spot[0] + 100, spot[1] + 100)
        if passed >= begins:
            yield from burst(min(1.0, (passed - begins) / (1 - 0.56)), at, (GOLD, PARCHMENT)[number % 2], 0.0)


def embers(passed: float, place: Box) -> Iterator[Layer]:
    """Embers rise from the lower edge of a place and go out."""
    width, height = place.right - place.left, place.bottom - place.top
    for number in range(14):
        size = _even((54 - 5 * (number % 4)) * (1 - passed))
        if size < 8:
            continue
        x = place.left + round(width * (number + 0.5) / 14) + round(18 * math.sin(6 * passed + number))
        y = place.bottom - round(height * passed * (0.5 + 0.5 * ((number * 5) % 14) / 14)) - size // 2
        yield flame(size), x, max(y, place.top + size // 2)


def _on_the_way(place: Box, to: Box, along: float) -> tuple[int, int]:
    (x, y), (u, v) = middle(place), middle(to)
    eased = along * along * (3 - 2 * along)
    lift = math.sin(math.pi * eased) * min(110.0, 0.25 * math.hypot(u - x, v - y))
    return round(x + (u - x) * eased), round(y + (v - y) * eased - lift)


def _around(place: Box, along: float) -> tuple[int, int]:
    """The point at this share of the edge, clockwise from the upper left corner."""
    width, height = place.right - place.left, place.bottom - place.top
    along %= 2 * (width + height)
    if along < width:
        return place.left + round(along), place.top
    if along < width + height:
        return place.right, place.top + round(along - width)
    if along < 2 * width + height:
        return place.right - round(along - width - height), place.bottom
    return place.left, place.bottom - round(along - 2 * width - height)


def _even(size: float) -> int:
    """Round a size to steps, so that a sprite that was drawn once is often used again."""
    return max(8, 4 * round(size / 4))


# -- Sprites


@drawn_once(128)
def spark(size: int, colour: Colour = GOLD) -> Image.Image:
    """A star of four points with a dark rim."""

    def draw(pen: Pen) -> None:
        pen.fill(regular(4, 50, (50, 50), 17), SHADE)
        pen.fill(regular(4, 42, (50, 50), 12), colour)

    return drawn(size, size, draw)


@drawn_once(64)
def rays(size: int, colour: Colour) -> Image.Image:
    """A star of many points, bright in its middle."""

    def draw(pen: Pen) -> None:
        pen.fill(regular(12, 50, (50, 50), 24), colour)
        pen.fill(regular(12, 32, (50, 50), 16), PARCHMENT)

    return drawn(size, size, draw)


@drawn_once(32)
def ring(size: int, colour: Colour) -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.outline(regular(24, 44, (50, 50)), colour, 7)

    return drawn(size, size, draw)


@drawn_once(64)
def flame(size: int) -> Image.Image:
    def draw(pen: Pen) -> None:
        pen.fill(
            "M50 2 C62 24 86 40 84 68 C82 88 66 98 50 98 C34 98 18 88 16 68 C15 52 26 46 30 30 C40 36 44 22 50 2Z",
            EMBER,
        )
        pen.fill("M52 40 C60 54 70 62 68 76 C66 90 58 95 50 95 C42 95 32 90 32 76 C32 66 44 58 52 40Z", GOLD)

    return drawn(size, size, draw)


@drawn_once(64)
def piece(size: int, turn: int, colour: Colour) -> Image.Image:
    """A splinter."""

    def draw(pen: Pen) -> None:
        pen.fill(regular(3, 48, (50, 50), turn=turn), NIGHT)
        pen.fill(regular(3, 36, (50, 50), turn=turn), colour)

    return drawn(size, size, draw)


@drawn_once(16)
def _crack(size: int, step: int) -> Image.Image:
    """The lines on an egg that is about to break, longer with each step."""
    lines = (
        "M50 30 L58 44 L46 52",
        "M46 52 L56 64 L44 76",
        "M46 52 L32 48 L26 58",
        "M58 44 L72 46 L76 58 M44 76 L52 88",
    )

    def draw(pen: Pen) -> None:
        for line in lines[: step + 1]:
            pen.line(line, NIGHT, 6)

    return drawn(size, size, draw)


# -- The end of a game


def finish(*, won: bool) -> tuple[Effect, ...]:
    """The effects over the band of the picture at a game's end."""
    return (Effect(fireworks if won else embers, BAND),)
