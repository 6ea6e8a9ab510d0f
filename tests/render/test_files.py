"""How a picture becomes a file."""

import io
import random
import struct
import zlib

import pytest
from PIL import Image

from render.canvas import Canvas, flat
from render.colours import NIGHT, PARCHMENT, SEATS
from render.theme import BAND, encode, pack, palette_of

COLOURS = (NIGHT, PARCHMENT, *SEATS)


def scribble(width: int, height: int, seed: int = 0) -> Image.Image:
    """A flat picture of stripes and dots."""
    draw = random.Random(seed)
    canvas = Image.new("RGB", (width, height), NIGHT)
    for _ in range(200):
        x, y = draw.randrange(width), draw.randrange(height)
        canvas.paste(draw.choice(COLOURS), (x, y, x + draw.randrange(1, 90), y + draw.randrange(1, 90)))
    return flat(canvas, palette_of(COLOURS, [canvas], 32))


@pytest.mark.parametrize("height", [1, BAND - 1, BAND, BAND + 1, 3 * BAND, 1340])
def test_a_packed_picture_is_the_picture(height: int) -> None:
    picture = scribble(1200, height)
    unpacked = Image.open(io.BytesIO(pack(picture)))
    assert unpacked.mode == "P"
    assert unpacked.size == picture.size
    assert unpacked.convert("RGB").tobytes() == picture.convert("RGB").tobytes()


@pytest.mark.parametrize("banded", [False, True])
def test_a_file_says_what_its_checksums_hold(banded: bool) -> None:
    """Pillow forgives a wrong one at the end; browsers need not."""
    picture, canvas = scribble(1200, 500, 1), Canvas(1200, 500, "P")
    canvas.paste(picture)
    packed = encode(canvas, picture) if banded else pack(picture)
    at, data = 8, b""
    while at < len(packed):
        (length,) = struct.unpack_from(">I", packed, at)
        kind, content = packed[at + 4 : at + 8], packed[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", packed, at + 8 + length) == (zlib.crc32(kind + content),)
        data += content if kind == b"IDAT" else b""
        at += 12 + length
    stream = zlib.decompressobj()
    assert len(stream.decompress(data)) == 500 * 1201
    assert stream.eof
    assert not stream.unused_data


def test_parts_made_flat_are_the_whole_made_flat() -> None:
    canvas = scribble(300, 200, 2).convert("RGB").resize((450, 300), Image.Resampling.BILINEAR)
    palette = palette_of(COLOURS, [canvas], 64)
    whole, parts = flat(canvas, palette), flat(Image.new("RGB", canvas.size), palette)
    for left in range(0, 450, 50):
        for top in range(0, 300, 60):
            parts.paste(flat(canvas.crop((left, top, left + 50, top + 60)), palette), (left, top))
    assert parts.tobytes() == whole.tobytes()
