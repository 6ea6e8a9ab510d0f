"""The file that keeps sprites from one start to the next."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from engine import GAMES, Chance
from render import PICTURES, sprites
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
