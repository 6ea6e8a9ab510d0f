"""What every picture of the hall shares: colours, type, slabs, and how a picture becomes a file.

Measures are px on a canvas 1,200 px wide, which a phone shows about 400 px wide: so no text is under
`typefaces.SMALLEST`.
"""

import struct
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image
from zlib_ng import zlib_ng

from engine.names import visible
from languages import say

from . import typefaces
from .canvas import Band, Canvas, flat
from .colours import NIGHT, PARCHMENT, SHADE
from .faces import SIGN, face_of
from .sprites import drawn_once
from .typefaces import SMALLEST, Face
from .vector import Colour, Pen, drawn

WIDTH = 1200
MARGIN = 24
FACE = 1.3  # the size of a computer player's face beside its name: in shares of the type's size
BAND = 32  # rows compressed together: with fewer, more bands stay the same, but the file is larger
LEVEL = 5  # of compression
BANDS = 8192  # kept in memory
ADLER = 65521  # the modulus of that checksum
SOFT_HYPHEN = "\N{SOFT HYPHEN}"  # a translator marks with it where a long word may be parted

# -- Type


def drawable(text: str, face: Face = "text") -> str:
    """The text without what no typeface can draw: control characters, stray marks, piled-up accents.

    A computer player's name keeps its sign: `write` draws the face there.
    """
    if face_of(text):
        return f"{SIGN} {typefaces.drawable(text.removeprefix(SIGN), face)}"
    return typefaces.drawable(text, face)


def shown_name(name: str, seat: int) -> str:
    """A name as far as the typefaces can draw it; if nothing is left, the seat's number."""
    return drawable(visible(name), "strong") or say("Seat {number}", number=seat + 1)


@lru_cache(maxsize=2048)
def text_width(text: str, face: Face, size: int) -> int:
    if face_of(text):
        return _face_room(size) + text_width(text.removeprefix(SIGN).strip(), face, size)
    return typefaces.width_of(text, face, size)


def _face_room(size: int) -> int:
    """How much of a line a computer player's face takes, in type of this size."""
    return round(size * (FACE + 0.22))


def largest(text: str, face: Face, size: int, width: int) -> int:
    """The largest type, from `size` px down, in which a text fits into `width` px; if it fits in none, the smallest."""
    text = drawable(text, face)
    sizes = range(size, SMALLEST[face], -2)
    return next((px for px in sizes if text_width(text, face, px) <= width), SMALLEST[face])


@lru_cache(maxsize=1024)
def fitted(text: str, face: Face, size: int, width: int) -> str:
    """The text, drawable and cut with an ellipsis to `width` px."""
    text = drawable(text, face)[:200]
    if text_width(text, face, size) <= width:
        return text
    while text and text_width(text + "…", face, size) > width:
        text = typefaces.shortened(text)
    return text + "…"


def write(
    canvas: Image.Image,
    at: tuple[int, int],
    text: str,
    face: Face,
    size: int,
    colour: Colour = PARCHMENT,
    anchor: str = "lm",
    width: int = WIDTH,
) -> int:
    """Draw one line of text, at most `width` px of it; returns the width drawn. Only this function draws text."""
    text = fitted(text, face, size, width)
    if not text:
        return 0
    if drawing := face_of(text):
        whole, sprite = text_width(text, face, size), drawing(round(size * FACE))
        left = at[0] - {"l": 0, "m": whole // 2, "r": whole}[anchor[0]]
        put(canvas, sprite, (left, at[1] - sprite.height // 2))
        name = text.removeprefix(SIGN).strip()
        write(canvas, (left + _face_room(size), at[1]), name, face, size, colour, f"l{anchor[1]}")
        return whole
    mask, left, top = typefaces.mask_of(text, face, size, anchor)
    canvas.paste(colour, (at[0] + left, at[1] + top), mask)
    return text_width(text, face, size)


@lru_cache(maxsize=1024)
def set_in(text: str, face: Face, size: int, width: int, height: int = 0, step: int = 0) -> tuple[int, Sequence[str]]:
    """Fit a text into a box: the largest type, from `size` px down, in which all of it has room, and its lines."""
    lines = (line.split(SOFT_HYPHEN) for line in text.split("\n"))
    text = "\n".join(SOFT_HYPHEN.join(drawable(part, face) for part in line) for line in lines)
    for px in (*range(size, SMALLEST[face], -2), SMALLEST[face]):
        broken, most = _lines(text, face, px, width), max(1, height // _step(px, size, step))
        if len(broken) <= most and all(text_width(line, face, px) <= width for line in broken):
            return px, broken
    broken = _lines(text, face, SMALLEST[face], width, anywhere=most > 1)
    return SMALLEST[face], broken if len(broken) <= most else [*broken[: most - 1], " ".join(broken[most - 1 :])]


def _step(px: int, size: int, step: int) -> int:
    """The distance between lines in type of `px`, if it is `step` in type of `size`."""
    return round(px * (step / size if step else 1.04))


def lines_of(text: str, face: Face, size: int, width: int) -> list[str]:
    """A drawable text in lines; words that are too long for a line are parted."""
    return _lines(text, face, size, width, anywhere=True)


def _lines(text: str, face: Face, size: int, width: int, *, anywhere: bool = False) -> list[str]:
    """The lines. `anywhere`: long words are also parted where they have no soft hyphen."""
    return [line for part in text.split("\n") for line in _wrapped(part, face, size, width, anywhere)]


def _wrapped(text: str, face: Face, size: int, width: int, anywhere: bool) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip().replace(SOFT_HYPHEN, "")
        if text_width(longer, face, size) <= width:
            lines[-1] = longer
            continue
        lines += [""] * bool(lines[-1])
        while text_width(word.replace(SOFT_HYPHEN, ""), face, size) > width:
            places = [at for at in _breaks(word, anywhere) if _begins(word, at, face, size) <= width]
            halves = [at for at in places if text_width(word[at:].replace(SOFT_HYPHEN, ""), face, size) <= width]
            place = min(halves or places[:1], key=lambda at: abs(at - len(word) / 2), default=0)
            if not place:
                break
            lines[-1:] = [f"{word[:place].replace(SOFT_HYPHEN, '')}-", ""]
            word = word[place:].removeprefix(SOFT_HYPHEN)
        lines[-1] = word.replace(SOFT_HYPHEN, "")
    return lines


def _begins(word: str, place: int, face: Face, size: int) -> int:
    """How wide a word is up to a place where it is parted."""
    return text_width(f"{word[:place].replace(SOFT_HYPHEN, '')}-", face, size)


def _breaks(word: str, anywhere: bool) -> list[int]:
    """Where a word can be parted, the last place first: at soft hyphens, or before a consonant that a vowel follows."""
    if not anywhere or SOFT_HYPHEN in word:
        return [place for place in range(len(word) - 1, 0, -1) if word[place] == SOFT_HYPHEN]
    return [
        place
        for place in range(len(word) - 2, 2, -1)
        if word[place - 1 : place + 2].isalpha() and not _is_vowel(word[place]) and _is_vowel(word[place + 1])
    ]


def _is_vowel(letter: str) -> bool:
    return unicodedata.normalize("NFD", letter)[0] in "aeiouyAEIOUY"


def write_whole(
    canvas: Image.Image,
    at: tuple[int, int],
    text: str,
    face: Face,
    size: int,
    colour: Colour = PARCHMENT,
    anchor: str = "lm",
    width: int = WIDTH,
    height: int = 0,
    step: int = 0,
) -> int:
    """Draw a whole text of ours, which is longer in some languages: in smaller type or on several lines if it must be.

    `height`: the room for the lines, around their middle. `step`: px from one line to the next, less if the type is
    smaller. The text itself may contain ends of lines. Returns the width drawn.
    """
    px, lines = set_in(text, face, size, width, height, step)
    step = _step(px, size, step)
    top = at[1] - (len(lines) - 1) * step // 2
    return max(
        write(canvas, (at[0], top + number * step), line, face, px, colour, anchor, width)
        for number, line in enumerate(lines)
    )


# -- Parts


def canvas(height: int) -> Canvas:
    """An empty picture (RGB)."""
    return Canvas(WIDTH, height)


def put(canvas: Image.Image, sprite: Image.Image, at: tuple[int, int]) -> None:
    """Lay a sprite on the canvas with its upper left corner at `at`."""
    canvas.paste(sprite, at, sprite if sprite.mode == "RGBA" else None)


def put_centred(canvas: Image.Image, sprite: Image.Image, at: tuple[int, int]) -> None:
    put(canvas, sprite, (at[0] - sprite.width // 2, at[1] - sprite.height // 2))


@drawn_once(256)
def slab(width: int, height: int, colour: Colour, rim: Colour | None = None, radius: int = 20) -> Image.Image:
    """A flat slab with round corners and a hard shadow; it lies 6 px into its lower edge."""
    units = float(min(width, height))

    def draw(pen: Pen) -> None:
        pen.box((0, 0, width - 1, height - 1), radius, SHADE)
        pen.box((0, 0, width - 1, height - 7), radius, rim or colour)
        if rim:
            pen.box((4, 4, width - 5, height - 11), radius - 4, colour)

    return drawn(width, height, draw, units)


@drawn_once(64)
def laid(width: int, height: int, colour: Colour, rim: Colour | None = None, ground: Colour = NIGHT) -> Image.Image:
    """A slab already laid on its ground (RGB): if it is large, this is several times faster to put down than one with
    transparent edges.
    """
    sprite = slab(width, height, colour, rim)
    made = Image.new("RGB", sprite.size, ground)
    made.paste(sprite, (0, 0), sprite)
    return made


# -- Files


def encode(canvas: Image.Image, palette: Image.Image) -> bytes:
    """A PNG of 256 colours. `palette` is a P image that has them.

    From one picture of a table to the next, most stays the same. So a canvas is drawn and compressed in bands, and the
    result of each band is kept: a band that was drawn before only has to be found.
    """
    if isinstance(canvas, Canvas) and not canvas.composed:
        parts = [_drawn(band) for band in canvas.bands(BAND, palette)]
    else:
        parts = [_deflated(flat(canvas, palette))]
    return _png(canvas.size, palette, parts)


def pack(picture: Image.Image) -> bytes:
    """A PNG of a flat picture (P)."""
    return _png(picture.size, picture, [_deflated(picture)])


def opened(file: bytes) -> Image.Image:
    """The flat picture (P) in a file that we made. Pillow, which can read any PNG, takes three times as long."""
    width, height, length = struct.unpack(">2I9xI", file[16:37])  # the last: of the palette's chunk
    palette, rows = file[41 : 41 + length], file[41 + length + 12 : -16]  # between them: a checksum, a chunk's head
    made = Image.frombytes("P", (width + 1, height), zlib_ng.decompress(rows)).crop((1, 0, width + 1, height))
    made.putpalette(palette)
    return made


class _Rows(NamedTuple):
    deflated: bytes  # a part of a deflate stream that refers to nothing outside itself
    adler: int  # the rows' checksum
    length: int  # of what was compressed


def _png(size: tuple[int, int], palette: Image.Image, parts: Sequence[_Rows]) -> bytes:
    header = struct.pack(">2I5B", *size, 8, 3, 0, 0, 0)  # 8 bits a pixel, colours by number
    low, high = 1, 0  # of the Adler-32 of all the rows
    for _, adler, length in parts:
        before, low = low, (low + (adler & 0xFFFF) - 1) % ADLER
        high = (high + (adler >> 16) + (before - 1) * length) % ADLER
    data = b"".join((b"\x78\x9c", *(part.deflated for part in parts), b"\x03\x00", struct.pack(">2H", high, low)))
    chunks = ((b"IHDR", header), (b"PLTE", bytes(palette.getpalette() or ())), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, content) for kind, content in chunks)


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib_ng.crc32(kind + content))


@lru_cache(BANDS)
def _drawn(band: Band) -> _Rows:
    return _deflated(band.flat())


def _deflated(picture: Image.Image) -> _Rows:
    rows = Image.new("P", (picture.width + 1, picture.height))  # each row begins with its filter: 0, none
    rows.paste(picture, (1, 0))
    raw = rows.tobytes()
    compressor = zlib_ng.compressobj(LEVEL, zlib_ng.DEFLATED, -zlib_ng.MAX_WBITS)
    made = compressor.compress(raw) + compressor.flush(zlib_ng.Z_FULL_FLUSH)
    return _Rows(made, zlib_ng.adler32(raw), len(raw))


def palette_of(colours: Sequence[Colour], samples: Sequence[Image.Image], size: int = 255) -> Image.Image:
    """A palette of `size` colours: the given ones, then others that the samples (RGB) use most.

    Each differs from all others. A replay needs the 256th number for pixels that stay as they were.
    """
    counts: dict[Colour, int] = {}
    for sample in samples:
        for count, colour in sample.getcolors(sample.width * sample.height) or ():
            assert isinstance(colour, tuple)
            coarse = (colour[0] & 0xF8 | 4, colour[1] & 0xF8 | 4, colour[2] & 0xF8 | 4)
            counts[coarse] = counts.get(coarse, 0) + count
    chosen = list(dict.fromkeys(colours))
    ranked = sorted(counts, key=lambda colour: (-counts[colour], colour))
    for apart in (700, 300, 100, 0):  # squared distance: spread the blends first, then fill up
        for r, g, b in ranked:
            if len(chosen) == size:
                break
            if all((r - x) ** 2 + (g - y) ** 2 + (b - z) ** 2 > apart for x, y, z in chosen):
                chosen.append((r, g, b))
    image = Image.new("P", (1, 1))
    image.putpalette([channel for colour in chosen for channel in colour])
    return image
