"""Sprites: each is drawn once. A file keeps them from one start to the next.

The file belongs to one version of the art, and is mapped into memory: so a start draws nothing, and a sprite takes up
memory only once it is looked at. `python -m render.worker` draws it, from games that nobody has played. Where the disk
has no room for it, every process draws its sprites anew and keeps them in memory.
"""

import errno
import fcntl
import glob
import hashlib
import json
import logging
import mmap
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import IO, Any, ParamSpec

import fontpkg  # type: ignore[import-untyped]
import PIL
from PIL import Image

from host import room
from languages import ENGLISH, spoken

Given = ParamSpec("Given")
log = logging.getLogger(__name__)

LENGTH = 8  # bytes: of the number in front, which says how long the list of sprites is
ROOM = 16  # each sprite begins at a multiple of so many bytes
MAPPED = ("RGBA", "L", "P")  # modes that Pillow can leave where they are; another one is copied
SOURCES = ("render", "engine")  # what a sprite depends on
EXPECTED = 230 * room.MEGABYTE  # bytes of a file: it isn't even drawn if there is no room for so many
# Bytes that stay free for the database, besides as many as it has: an update may write all of its tables once more.
# What is played in a month takes less than this, and so does what SQLite writes before it is in its place.
RESERVE = 100 * room.MEGABYTE
SUFFIX = ".sprites"  # of the file, after the database's name
BEGINS = b'{"version": '  # the list of sprites
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


def lacks_room(path: Path, size: int = EXPECTED) -> str | None:
    """Why a file of so many bytes isn't written; None: there is room for it. Raises OSError."""
    free, kept = room.free(path.parent), _reserve(path)
    if free >= size + kept:
        return None
    return (
        f"it takes {room.said(size)}, and {room.said(free)} are free in {path.parent}, of which {room.said(kept)} are "
        "kept for the database"
    )


def _reserve(path: Path) -> int:
    database = path.with_name(path.name.removesuffix(SUFFIX))
    return RESERVE + room.size(database)


def make_room(path: Path) -> None:
    """Delete what is of no use, and this file too where the room is needed for the database."""
    for old in path.parent.glob(f"{glob.escape(path.name)}.[0-9]*"):  # by an earlier version of the bot, half written
        if old.name.removeprefix(f"{path.name}.").isdecimal():
            _delete(old, "it is half written")
    if _is_left(new := _new(path)):
        _delete(new, "it is half written")
    if not _is_ours(path):
        return
    try:
        short = room.free(path.parent) < _reserve(path)
        _Album(path)
    except (OSError, ValueError, KeyError, TypeError):
        _delete(path, "it is of another version of the bot")
    else:
        if short:
            _delete(path, "the database needs the room")


def _is_left(new: Path) -> bool:
    """Whether this file was begun by a process that has died since."""
    try:
        file = os.open(new, os.O_RDWR)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(file)
    return True


def _is_ours(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(LENGTH + len(BEGINS))[LENGTH:] == BEGINS
    except OSError:
        return False


def _delete(path: Path, why: str) -> None:
    size = room.size(path)
    with suppress(OSError):
        path.unlink()
        log.info("The file of sprites %s (%s) is deleted: %s.", path, room.said(size), why)


def _new(path: Path) -> Path:
    """What the file is called until it is whole."""
    return path.with_name(f"{path.name}.new")


@contextmanager
def _begun(path: Path) -> Iterator[IO[bytes]]:
    """The new file, which is deleted unless it is put in the place of `path`. Waits for who else writes it."""
    new = _new(path)
    while True:
        file = os.open(new, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(file, fcntl.LOCK_EX)  # until it is closed: the system releases it if the process dies
        with suppress(FileNotFoundError):
            if os.path.samestat(os.stat(new), os.fstat(file)):
                break
        os.close(file)  # it was another process's, and that one has renamed or deleted it
    with open(file, "wb") as opened:
        opened.truncate()
        try:
            yield opened
        except BaseException:
            new.unlink()
            raise


def write_file(path: Path, draw: Callable[[], object]) -> None:
    """Write the sprites that `draw` needs, unless another process has done it meanwhile. Raises OSError."""
    with _begun(path) as file:
        if open_file(path):
            _new(path).unlink()
            return
        parts = _drawn(draw)
        if lacking := lacks_room(path, sum(map(len, parts))):
            raise OSError(errno.ENOSPC, lacking)
        file.writelines(parts)
        file.flush()
        os.fsync(file.fileno())
        _new(path).replace(path)  # who has the old one open keeps it


def _drawn(draw: Callable[[], object]) -> list[bytes]:
    """What stands in the file."""
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
    return [len(listing).to_bytes(LENGTH), listing, *parts]
