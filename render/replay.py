"""A whole game in one animated picture: a GIF of its boards, one after the other.

All boards of a game have one palette, so that a frame needs no more than what has changed: see gif.py.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec
from PIL import Image

from . import gif
from .canvas import flat
from .colours import NIGHT
from .theme import opened

MOST_FRAMES = 59
MOST_BYTES = 2_000_000
FRAME, TURNING_POINT, LAST = 700, 1500, 4000  # milliseconds
UNMARKED = "recent"  # the field of a table that says what its picture marks

Board = Callable[[Any, Sequence[str]], bytes]  # from a view and the players' names to a PNG
Strip = Callable[[int], Image.Image]  # from a view's number to a picture (RGB) as wide as the boards


def film(
    board: Board,
    views: Sequence[Any],
    names: Sequence[str],
    turning_points: Collection[int] = (),
    strip: Strip | None = None,
) -> Iterator[bytes]:
    """Draw a game from the views of its positions: the deal first, the end last.

    It yields b"" after every 50 ms or so of work, so that more urgent pictures can be drawn between; last it yields the
    file. Turning points are numbers of views: they are always shown, and for longer. Under each board stands the
    `strip` of its number.
    """
    numbers = noteworthy(views, turning_points)
    boards = []
    for number in numbers:
        boards.append((board(views[number], names), strip(number) if strip else None))
        yield b""
    pauses = [TURNING_POINT if number in turning_points else FRAME for number in numbers[:-1]]
    made = b""
    for size in (whole, halved):
        for made in _encoded(boards, [*pauses, LAST], size):
            yield b""
            if len(made) > MOST_BYTES and size is whole:
                break
        else:
            break
    yield made


def whole(board: Image.Image) -> Image.Image:
    return board


def halved(board: Image.Image) -> Image.Image:
    """A board (P) of half the width and height, in the same colours: for a game that would be too heavy."""
    return flat(board.convert("RGB").reduce(2), board)


# -- Which positions are shown


def noteworthy(views: Sequence[Any], turning_points: Collection[int] = (), most: int = MOST_FRAMES) -> tuple[int, ...]:
    """The numbers of the views to show: the first, the last, the turning points, and those that change most.

    Views that look the same as the one before are left out. If there are more than `most`, those that differ least from
    the view shown before them are left out, so small steps are seen together with the next.
    """
    facts, last = [_facts(view) for view in views], len(views) - 1
    fixed = {0, last, *turning_points}
    kept = [0]
    for number in range(1, len(views)):
        same = facts[number] == facts[kept[-1]]
        if same and number in fixed and kept[-1] not in fixed:
            kept.pop()
        if not same or number in fixed:
            kept.append(number)
    changes = [_difference(facts[before], facts[after]) for before, after in pairwise(kept)]  # from each to the next
    while len(kept) > most and (free := [place for place, number in enumerate(kept) if number not in fixed]):
        least = min(free, key=lambda place: changes[place - 1])
        del kept[least], changes[least]
        changes[least - 1] = _difference(facts[kept[least - 1]], facts[kept[least]])
    return tuple(kept)


def _facts(view: Any) -> Counter[Hashable]:
    """The facts in a view, each as a value with the field names that lead to it; positions in lists are left out."""
    return Counter(_leaves(msgspec.to_builtins(view)))


def _leaves(part: Any, path: tuple[str, ...] = ()) -> Iterator[Hashable]:
    if isinstance(part, dict):
        for name, value in part.items():
            if name != UNMARKED:
                yield from _leaves(value, (*path, name))
    elif isinstance(part, (list, tuple)):
        for value in part:
            yield from _leaves(value, path)
    else:
        yield path, part


def _difference(before: Counter[Hashable], after: Counter[Hashable]) -> int:
    return (before - after).total() + (after - before).total()


# -- The file


def _encoded(
    boards: Sequence[tuple[bytes, Image.Image | None]],
    pauses: Sequence[int],
    size: Callable[[Image.Image], Image.Image],
) -> Iterator[bytes]:
    """Yields after every frame what has been written so far; after the last one it is the whole file."""
    made, before = b"", None
    height = max(opened(board).height for board, _ in boards)
    for number, ((board, strip), pause) in enumerate(zip(boards, pauses, strict=True), 1):
        frame = size(_above(_padded(opened(board), height), strip))
        made += (
            gif.framed(frame, before, pause)
            if before
            else gif.opening(frame, loops=True) + gif.framed(frame, None, pause)
        )
        before = frame
        yield made if number < len(boards) else made + gif.END


def _padded(board: Image.Image, height: int) -> Image.Image:
    """A board made as high as the highest one of its game, with the ground below it."""
    if board.height == height:
        return board
    assert board.palette
    made = Image.new("P", (board.width, height), board.palette.getcolor(NIGHT))
    made.putpalette(board.getpalette() or ())
    made.paste(board, (0, 0))
    return made


def _above(board: Image.Image, strip: Image.Image | None) -> Image.Image:
    """The board (P) with the strip below it, in the board's colours."""
    if strip is None:
        return board
    made = Image.new("P", (board.width, board.height + strip.height))
    made.putpalette(board.getpalette() or ())
    made.paste(board, (0, 0))
    made.paste(flat(strip, board), (0, board.height))
    return made
