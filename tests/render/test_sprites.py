"""The file that keeps sprites from one start to the next."""

import os
import resource
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image

from engine import GAMES, Chance
from render import PICTURES, sprites, worker
from render.sprites import drawn_once

from .drawn import forget_sprites

KEY, NAMES = "wyverns-knot", ["Ann", "Ben", "Cleo"]
_drawn: list[str] = []


@drawn_once(8)
def dot(mode: str, colour: int = 1) -> Image.Image:
    _drawn.append(mode)
    made = Image.new(mode, (5, 3), colour)
    if mode == "P":
        made.putpalette([10, 20, 30, 40, 50, 60])
    return made


@pytest.fixture(autouse=True)
def no_file(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(sprites, "_album", None)
    _drawn.clear()
    dot.cache_clear()  # type: ignore[attr-defined]
    yield
    dot.cache_clear()  # type: ignore[attr-defined]


MODES = ("RGBA", "RGB", "L", "P")


def test_a_start_takes_from_the_file_what_was_drawn_for_it(tmp_path: Path) -> None:
    before = {mode: dot(mode, colour=1).copy() for mode in MODES}
    dot.cache_clear()  # type: ignore[attr-defined]
    sprites.write_file(tmp_path / "sprites", lambda: [dot(mode, colour=1) for mode in MODES])
    dot.cache_clear()  # type: ignore[attr-defined]
    _drawn.clear()
    assert sprites.open_file(tmp_path / "sprites")
    for mode in MODES:
        known = dot(mode, colour=1)
        assert (known.mode, known.size, known.tobytes()) == (mode, (5, 3), before[mode].tobytes())
        assert known.getpalette() == before[mode].getpalette()
    assert _drawn == []
    assert dot("L", colour=2).getpixel((0, 0)) == 2, "what isn't in it is drawn"
    assert [path.name for path in tmp_path.iterdir()] == ["sprites"]


def test_a_file_that_is_of_other_art_or_damaged_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sprites"
    assert not sprites.open_file(path)
    sprites.write_file(path, lambda: dot("L"))
    whole = path.read_bytes()
    for damaged in (b"", b"no file of ours", whole[:-1], whole[:20], whole + b"more"):
        path.write_bytes(damaged)
        assert not sprites.open_file(path)
    path.write_bytes(whole)
    assert sprites.open_file(path)
    monkeypatch.setattr(sprites, "_album", None)
    monkeypatch.setattr(sprites, "version", lambda: "other art")
    assert not sprites.open_file(path)


def test_a_board_of_sprites_from_a_file_has_the_same_pixels(tmp_path: Path) -> None:
    game, pictures = GAMES[KEY], PICTURES[KEY]
    view = game.view(game.new(3, game.options(), Chance("file")), 0)
    forget_sprites(KEY)
    drawn = list[bytes]()
    sprites.write_file(tmp_path / "sprites", lambda: drawn.append(pictures.board(view, NAMES)))
    forget_sprites(KEY)
    assert sprites.open_file(tmp_path / "sprites")
    assert pictures.board(view, NAMES) == drawn[0]


# -- Room on the disk


def free(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """The file system says that so many bytes are free."""
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_bavail=size // 512, f_frsize=512))


def written(path: Path) -> None:
    sprites.write_file(path, lambda: [dot(mode, colour=1) for mode in MODES])


def test_the_database_keeps_its_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "hall.sqlite3.sprites"
    (tmp_path / "hall.sqlite3").write_bytes(bytes(50 * 10**6))
    free(monkeypatch, sprites.EXPECTED + 151 * 10**6)
    assert sprites.lacks_room(path) is None
    free(monkeypatch, sprites.EXPECTED + 149 * 10**6)
    lacking = sprites.lacks_room(path)
    assert lacking
    assert lacking.startswith(f"it takes 230 MB, and 379 MB are free in {tmp_path}, of which 150 MB are kept ")
    free(monkeypatch, 150 * 10**6)
    with pytest.raises(OSError, match="0 MB, and 150 MB are free"):
        written(path)
    assert os.listdir(tmp_path) == ["hall.sqlite3"], "nothing is left half written"


def test_a_disk_that_fills_up_meanwhile_leaves_nothing_half_written(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            written(tmp_path / "sprites")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert os.listdir(tmp_path) == []


def test_what_a_dead_process_has_left_is_deleted_and_what_a_live_one_writes_is_not(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite3.sprites"
    new, older, others = (path.with_name(f"{path.name}.{end}") for end in ("new", "4711", "new.txt"))
    for file in (new, older, others):
        file.write_bytes(b"half")
    with sprites._begun(path) as live:
        live.write(b"of a live one")
        sprites.make_room(path)
        assert new.exists()
    sprites.make_room(path)
    assert os.listdir(tmp_path) == [others.name]


def test_a_file_gives_way_to_a_newer_version_and_to_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "hall.sqlite3.sprites"
    written(path)
    sprites.make_room(path)
    assert path.exists(), "there is room for it"
    with monkeypatch.context() as patch:
        free(patch, 99 * 10**6)
        sprites.make_room(path)
    assert not path.exists()
    monkeypatch.setattr(sprites, "_album", None)
    written(path)
    monkeypatch.setattr(sprites, "version", lambda: "other art")
    sprites.make_room(path)
    assert not path.exists()
    path.write_bytes(b"somebody else's")
    sprites.make_room(path)
    assert path.exists()


def test_who_waited_for_another_writer_takes_its_file(tmp_path: Path) -> None:
    path = tmp_path / "sprites"
    written(path)
    was = path.stat()
    sprites.write_file(path, lambda: pytest.fail("it draws all once more"))
    assert path.stat().st_ino == was.st_ino
    assert os.listdir(tmp_path) == [path.name]


def test_a_folder_that_cannot_be_written_costs_no_drawing() -> None:
    with pytest.raises(OSError, match="hall"):
        sprites.write_file(Path("/sys/hall.sprites"), lambda: pytest.fail("it draws for nothing"))


@pytest.mark.slow
def test_the_real_file_takes_what_is_expected(tmp_path: Path) -> None:
    worker.draw_sprites(path := tmp_path / "sprites")
    assert 0.9 * sprites.EXPECTED < path.stat().st_size < sprites.EXPECTED
