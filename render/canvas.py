"""A picture that notes what is laid on it. Its parts are composed only if the same part wasn't composed before."""

import struct
from collections.abc import Sequence
from typing import Any, Literal

from PIL import Image

from .colours import NIGHT
from .vector import Colour

Span = tuple[int, int]  # rows: from, to


class _Laid:
    """A sprite or a colour in its place on a canvas; or levels, which change all pixels of its rows."""

    __slots__ = ("_mask", "_rows", "_source", "box", "key")

    def __init__(
        self,
        source: Image.Image | Colour | list[int],
        mask: Image.Image | None,
        box: tuple[int, int, int, int],  # left, top, right, bottom
        rows: Span | None = None,  # it changes only these rows
    ) -> None:
        self._source, self._mask, self._rows = source, mask, rows
        identity = -(source[0] << 16 | source[1] << 8 | source[2]) if isinstance(source, tuple) else id(source)
        self.box = box
        self.key = struct.pack("8q", identity, id(mask), *box, *(rows or (0, 0)))

    def rows(self) -> Span:
        _, top, _, bottom = self.box
        return (max(top, self._rows[0]), min(bottom, self._rows[1])) if self._rows else (top, bottom)

    def moved(self, down: int, within: Span) -> "_Laid":
        left, top, right, bottom = self.box
        first, last = self.rows()
        rows = max(first + down, within[0]), min(last + down, within[1])
        return _Laid(self._source, self._mask, (left, top + down, right, bottom + down), rows)

    def lay(self, picture: Image.Image, above: int) -> None:
        """Lay it on a picture. `above`: how many rows of the canvas are above that picture."""
        source, mask, (left, top, right, bottom) = self._source, self._mask, self.box
        first, last = self.rows()
        if first >= last:
            return
        if isinstance(source, list):
            box = (left, max(0, first - above), right, min(picture.height, last - above))
            picture.paste(picture.crop(box).point(source), box)
            return
        if (first, last) != (top, bottom):
            part = (0, first - top, right - left, last - top)
            source = source.crop(part) if isinstance(source, Image.Image) else source
            mask = mask and mask.crop(part)
        picture.paste(source, (left, first - above, right, last - above), mask)


class Band:
    """Some rows of a canvas, not composed yet.

    It equals another band if the same sprite objects lie in the same places. It keeps its sprites alive, so no other
    sprite can get the same address in memory.
    """

    def __init__(self, canvas: "Canvas", rows: Span, laid: Sequence[_Laid], palette: Image.Image) -> None:
        self._mode, self._width, self._rows, self._laid, self._palette = canvas.mode, canvas.width, rows, laid, palette
        self._key = struct.pack("4q", canvas.width, *rows, id(palette)) + b"".join([part.key for part in laid])

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Band) and self._key == other._key

    def flat(self) -> Image.Image:
        """The band in the colours of the palette (P)."""
        return flat(_composed(self._mode, self._width, self._rows, self._laid), self._palette)


class Canvas(Image.Image):
    """A picture (RGB, or P if everything that is laid on it is P).

    Reading its pixels composes it, once. Don't change a sprite after laying it on a canvas.
    """

    def __init__(self, width: int, height: int, mode: Literal["RGB", "P"] = "RGB") -> None:
        super().__init__()
        self._mode, self._size = mode, (width, height)
        self._laid: list[_Laid] = []
        self.composed = False

    def paste(self, im: Any, box: Any = None, mask: Image.Image | None = None) -> None:
        if self.composed:
            super().paste(im, box, mask)
            return
        left, top, *corner = box or (0, 0)
        if isinstance(im, Canvas) and not im.composed:
            assert (left, im.width) == (0, self.width)  # its sides are not cut off
            rows = max(0, top), min(top + im.height, self.height)
            self._laid += (part.moved(top, rows) for part in im._laid)
            return
        right, bottom = corner or (left + (mask or im).width, top + (mask or im).height)
        self._laid.append(_Laid(im, mask, (left, top, right, bottom)))

    def turn(self, levels: list[int]) -> None:
        """Change the levels of everything that lies on it, as `Image.point` does."""
        if self.composed:
            super().paste(self.point(levels))
            return
        self._laid.append(_Laid(levels, None, (0, 0, *self.size)))

    def load(self) -> Any:
        if not self.composed:
            self.composed = True
            self.im = _composed(self.mode, self.width, (0, self.height), self._laid).im
        return super().load()

    def bands(self, height: int, palette: Image.Image) -> list[Band]:
        """The bands from the top down, each of this height; the last may be lower."""
        tops = range(0, self.height, height)
        laid: list[list[_Laid]] = [[] for _ in tops]
        for part in self._laid:
            first, last = part.rows()
            for number in range(max(0, first // height), min(len(tops), -(-last // height))):
                laid[number].append(part)
        spans = ((top, min(top + height, self.height)) for top in tops)
        return [Band(self, rows, parts, palette) for rows, parts in zip(spans, laid, strict=True)]


def flat(picture: Image.Image, palette: Image.Image) -> Image.Image:
    """The picture in the colours of a palette (P), unless it is P already.

    Without dither, so each pixel is matched by itself, and parts can be converted one by one.
    """
    return picture if picture.mode == "P" else picture.quantize(palette=palette, dither=Image.Dither.NONE)


def _composed(mode: str, width: int, rows: Span, laid: Sequence[_Laid]) -> Image.Image:
    picture = Image.new(mode, (width, rows[1] - rows[0]), NIGHT if mode == "RGB" else 0)
    for part in laid:
        part.lay(picture, rows[0])
    return picture
