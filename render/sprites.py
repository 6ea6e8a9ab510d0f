"""Sprites: each is drawn once. A file keeps them from one start to the next.

The file belongs to one version of the art, and is mapped into memory: so a start draws nothing, and a sprite takes up
memory only once it is looked at. `python -m render.worker` draws it, from games that nobody has played.
"""

import hashlib
import json
import logging
import mmap
import os
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import Any, ParamSpec

import fontpkg  # type: ignore[import-untyped]
import PIL
from PIL import Image

from languages import ENGLISH, spoken

Given = ParamSpec("Given")
log = logging.getLogger(__name__)

LENGTH = 8  # bytes: of the number in front, which says how long the list of sprites is
ROOM = 16  # each sprite begins at a multiple of so many bytes
MAPPED = ("RGBA", "L", "P")  # modes that Pillow can leave where they are; another one is copied
SOURCES = ("render", "engine")  # what a sprite depends on
_noted: dict[str, Image.Image] | None = None  # what is drawn for a file


class _Album:
    """An open file."""

    def __init__(self, path: Path) -> None:
        """Raises OSError or ValueError where it is none of this version of the art."""
        with path.open("rb") as file:
            self._memory = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        begins = LENGTH + int.from_bytes(self._memory[:LENGTH])
        listed = json.loads(bytes(self._memory[LENGTH:begins]))
        if listed["version"] != version() or listed["length"] != len(self._memory) - begins:
            raise ValueError("it is of another version")
        self._begins: int = begins
        self._listed: Mapping[str, Any] = listed["sprites"]

    def get(self, key: str) -> Image.Image | None:
        if key not in self._listed:
            return None
        mode, width, height, start, length, palette = self._listed[key]
        data = self._memory[self._begins + start : self._begins + start + length]
        if mode in MAPPED:
            sprite = Image.frombuffer(mode, (width, height), data, "raw", mode, 0, 1)  # type: ignore[arg-type]
        else:
            sprite = Image.frombytes(mode, (width, height), data)
        if palette:
            sprite.putpalette(palette)
        return sprite


_album: _Album | None = None


def drawn_once(
    most: int | None = None, *, words: bool = False
) -> Callable[[Callable[Given, Image.Image]], Callable[Given, Image.Image]]:
    """Decorates a function that draws a sprite: it draws each one once. The `most` used last are kept in memory.

    Different arguments must have a different `repr`. Nobody may change the sprite. `words`: it contains words, so each
    language has its own.
    """

    def keeping(draw: Callable[Given, Image.Image]) -> Callable[Given, Image.Image]:
        name = f"{draw.__module__}.{draw.__qualname__}"

        @lru_cache(most)
        @wraps(draw)
        def kept(*given: Any, language: str = ENGLISH, **more: Any) -> Image.Image:
            key = f"{name} {given} {sorted(more.items())}{'' if language == ENGLISH else language}"
            made = (_album and _album.get(key)) or draw(*given, **more)
            if _noted is not None:
                _noted[key] = made
            return made

        @wraps(kept)  # with its ways to ask and to forget what is kept
        def in_language(*given: Any, **more: Any) -> Image.Image:
            return kept(*given, language=spoken(), **more)

        if words:
            in_language.cache_clear, in_language.cache_info = kept.cache_clear, kept.cache_info  # type: ignore[attr-defined]
        return in_language if words else kept  # type: ignore[return-value]  # whatever is given can be a key

    return keeping


@cache
def version() -> str:
    """A hash of everything that the sprites are made from: code, figures, typefaces, Pillow."""
    root, digest = Path(__file__).parents[1], hashlib.sha256(PIL.__version__.encode())
    files = [file for name in SOURCES for kind in ("py", "svg") for file in (root / name).rglob(f"*.{kind}")]
    for file in sorted(files):
        digest.update(file.read_bytes())
    digest.update(repr(sorted(map(str, fontpkg.__path__))).encode())
    return digest.hexdigest()


def open_file(path: Path) -> bool:
    """Take sprites from this file from now on. False if there is none of this version of the art."""
    global _album
    try:
        _album = _Album(path)
    except (OSError, ValueError, KeyError, TypeError) as error:
        log.debug("The sprites aren't taken from %s: %s", path, error)
        return False
    return True


def is_open() -> bool:
    return _album is not None


def write_file(path: Path, draw: Callable[[], object]) -> None:
    """Write the sprites that `draw` needs. Raises OSError."""
    global _noted
    _noted = {}
    try:
        draw()
        sprites = _noted
    finally:
        _noted = None
    listed, parts, start = dict[str, Any](), list[bytes](), 0
    for key, sprite in sprites.items():
        data = sprite.tobytes()
        listed[key] = (sprite.mode, *sprite.size, start, len(data), sprite.getpalette())
        parts += (data, bytes(-len(data) % ROOM))
        start += len(data) + -len(data) % ROOM
    listing = json.dumps({"version": version(), "length": start, "sprites": listed}).encode()
    listing += b" " * (-(LENGTH + len(listing)) % ROOM)
    new = path.with_name(f"{path.name}.{os.getpid()}")
    new.write_bytes(b"".join((len(listing).to_bytes(LENGTH), listing, *parts)))
    new.replace(path)  # who has the old one open keeps it
