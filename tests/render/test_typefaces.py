"""Names in the scripts of the world: drawn as their owners write them, and never what only breaks a picture."""

import unicodedata
from pathlib import Path

import pytest
from PIL import Image

from render.theme import WIDTH, drawable, fitted, shown_name, text_width, write
from render.typefaces import SHAPES, mask_of, runs, script_of, width_of

SIZE = 46
NAMES = Path(__file__).with_name("names.txt").read_text(encoding="utf-8").splitlines()  # as people have them
NOTHING = ("\u200b\u200c\u200d", "\u202e\u2066", "\x00\x07", "\u0301\u0301", "\ufe0f", "\ue000", "\U000e0041")
shaped = pytest.mark.skipif(not SHAPES, reason="needs the library FriBiDi")


def ink(text: str) -> Image.Image:
    mask = mask_of(text, "strong", SIZE, "ls")[0]
    return mask.crop(mask.getbbox())


@shaped
@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_drawn_whole_and_within_its_line(name: str) -> None:
    kept = drawable(name, "strong")
    written = unicodedata.normalize("NFKC", name).replace("\ufe0f", "")
    assert kept == written, "no letter and no mark is missing"
    assert shown_name(name, 3) == kept
    assert ink(kept).height <= 1.6 * SIZE, "what stands above and below keeps clear of other lines"
    canvas = Image.new("RGB", (WIDTH, 200))
    width = write(canvas, (100, 100), name, "strong", SIZE, (255, 255, 255))
    left, top, right, bottom = canvas.getbbox() or (0, 0, 0, 0)
    assert 88 <= left < right <= 100 + width + 12
    assert 50 <= top < bottom <= 150, "in the middle of its line"


@shaped
@pytest.mark.parametrize("whole", ["بيتي", "क्ष", "🇩🇪", "👩\u200d🚀", "🧙\u200d♀"])
def test_letters_that_join_are_joined(whole: str) -> None:
    letters = [letter for letter in whole if unicodedata.category(letter)[0] in "LS"]
    assert text_width(drawable(whole, "strong"), "strong", SIZE) < sum(
        width_of(letter, "strong", SIZE) for letter in letters
    )


@shaped
def test_hebrew_and_arabic_run_from_right_to_left() -> None:
    both, first = ink("אב"), ink("א")
    assert both.crop((both.width - first.width, 0, both.width, first.height)).tobytes() == first.tobytes()
    assert [run.text for run in runs("דוד Max", "strong")] == ["Max", "דוד "]
    assert [run.text for run in runs("Max דוד", "strong")] == ["Max ", "דוד"]
    assert [run.script for run in runs("أحمد 45", "strong")] == ["Arabic"], "its numbers are part of it"


def test_latin_greek_and_cyrillic_are_in_the_halls_own_type() -> None:
    for text in ("Zoë Łukasz", "Ωμέγα", "Иван", "1,200 points", "a — b…"):
        assert [run.script for run in runs(text, "text")] == [""]


@pytest.mark.parametrize("name", NOTHING)
def test_what_cannot_be_seen_is_no_name(name: str) -> None:
    assert drawable(name, "strong") == ""
    assert shown_name(name, 3) == "Seat 4"


def test_marks_are_kept_on_their_own_letters_alone() -> None:
    assert drawable("z\u0338\u0327\u0322algo", "strong") == "zalgo"
    assert drawable("a\u0e49b", "strong") == "ab", "a Thai tone on a Latin letter"
    assert drawable("\u0e01" + "\u0e47" * 40, "strong") == "\u0e01\u0e47"
    assert drawable("\u202eevil", "strong") == "evil", "no text turns the line around"
    assert drawable("x\u200dy", "strong") == "xy"


@shaped
def test_a_name_is_cut_between_letters() -> None:
    for name in ("தமிழ்ச்செல்வி" * 9, "👩‍🚀" * 40, "น้ำผึ้ง" * 20, "محمد " * 20):
        cut = fitted(name, "strong", SIZE, 400)
        assert cut.endswith("…")
        assert text_width(cut, "strong", SIZE) <= 400
        rest = drawable(name, "strong").removeprefix(cut[:-1]).lstrip()
        assert unicodedata.category(rest[0])[0] != "M"
        assert cut[-2] != "\u200d"


def test_every_script_is_found_by_its_name_in_unicode() -> None:
    expected = {"ש": "Hebrew", "م": "Arabic", "अ": "Devanagari", "ส": "Thai", "田": "CJK", "さ": "CJK", "ー": "CJK"}
    expected |= {"김": "CJK", "🐉": "Emoji", "♀": "Emoji", "é": "", " ": ""}
    assert {letter: script_of(letter) for letter in expected} == expected
    assert script_of("\ue000") is None
