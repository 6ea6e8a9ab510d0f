"""Which typeface draws a text. The hall's own have Latin, Greek and Cyrillic letters; Noto has the other scripts of
people's names.

A name is drawn as its owner writes it, with joined letters and in its own direction. Pillow's Raqm does that, which
needs the library FriBiDi on the machine; without it (`SHAPES`) only scripts that need no shaping are drawn.
"""

import threading
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Literal, NamedTuple

import fontpkg  # type: ignore[import-untyped]
from PIL import Image, ImageDraw, ImageFont, features

from engine.names import MARKS

NOTO = 0.88  # Noto is set in this share of the size, because its letters are larger than those of our own typefaces

Face = Literal["display", "text", "strong"]
# Px, on a canvas that a phone shows at a third. 36 are 12 points, and letters of 36 px in Cinzel and Noto are as large
# as a phone's own of 12 points. Those of Alegreya Sans are a tenth lower.
SMALLEST: Mapping[Face, int] = {"display": 36, "text": 40, "strong": 40}
SMALLEST_NOTO = 36
OWN = ""  # stands for the scripts of the hall's own typefaces
CJK = "CJK"
RIGHT_TO_LEFT = ("Hebrew", "Arabic")
SHAPES = features.check("raqm")

_FAMILIES: dict[Face, tuple[str, int]] = {
    "display": ("Cinzel", 700),
    "text": ("Alegreya Sans", 500),
    "strong": ("Alegreya Sans", 800),
}
_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
_UNNAMED = ("Emoji", "Symbols")  # typefaces with signs that belong to no script
_TYPESETTING = threading.RLock()  # all threads share a font, and FreeType doesn't allow that at the same time
_OF_CJK = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC")


class TooSmallError(ValueError):
    """Text that nobody could read on a phone."""


class Run(NamedTuple):
    """A part of a text that one typeface draws."""

    text: str
    script: str


@lru_cache(maxsize=128)
def font(face: Face, size: int, script: str = OWN) -> ImageFont.FreeTypeFont:
    """Raises TooSmallError for less than the smallest size of the face."""
    if size < SMALLEST[face]:
        raise TooSmallError(f"text of {size} px; the smallest of {face} is {SMALLEST[face]}")
    family, weight = _FAMILIES[face]
    if script == OWN:
        made = ImageFont.truetype(str(fontpkg.path(family, weight)), size, layout_engine=ImageFont.Layout.BASIC)
        if family == "Cinzel":
            made.set_variation_by_axes([weight])
        return made
    smaller = max(SMALLEST_NOTO, round(size * NOTO))
    made = ImageFont.truetype(_file(script), smaller, layout_engine=ImageFont.Layout.RAQM)
    if script != CJK:
        made.set_variation_by_axes([min(weight, made.get_variation_axes()[0]["maximum"] or weight)])
    return made


def _file(script: str) -> str:
    if script == CJK:
        return str(files("noto_cjk_sans_jp_bold") / "NotoSansCJKjp-Bold.otf")
    name = script if script == "Emoji" else f"Sans{script}"
    return str(files("manimgx_fonts") / f"Noto{name}[wght].ttf")


@lru_cache(maxsize=8192)
def script_of(character: str, face: Face = "text") -> str | None:
    """The script of the typeface that draws a character; None if none does. Unicode's names begin with the script."""
    if character == " " or _has(face, OWN, character):
        return OWN
    word = unicodedata.name(character, "").replace("-", " ").split(" ")[0]
    if word in _OF_CJK:
        candidates = [CJK]
    else:
        named = (files("manimgx_fonts") / f"NotoSans{word.title()}[wght].ttf").is_file()
        candidates = [word.title()] if word and named else [*_UNNAMED]
    if not SHAPES:
        candidates = [script for script in candidates if script in (CJK, *_UNNAMED)]
    return next((script for script in candidates if _has(face, script, character)), None)


@lru_cache(maxsize=8192)
def _has(face: Face, script: str, character: str) -> bool:
    """Whether the typeface has a sign that shows, or a space. FreeType can't draw every sign that a typeface has."""
    with _TYPESETTING:
        measured = font(face, SMALLEST[face], script)
        try:
            missing, glyph = measured.getmask("\U0010fffd", "1"), measured.getmask(character, "1")
        except (OSError, RuntimeError):
            return False
    shows = glyph.size[0] > 0 if character.isspace() else glyph.getbbox() is not None
    return shows and (glyph.size, bytes(glyph)) != (missing.size, bytes(missing))


def drawable(text: str, face: Face) -> str:
    """The text without what no typeface can draw: control characters, stray marks, piled-up accents."""
    kept = ""
    marks = 0
    for character in unicodedata.normalize("NFKC", text):
        if character.isspace():
            kept, marks = f"{kept} ", 0
        elif character in _JOINERS or unicodedata.category(character)[0] == "M":
            marks += 1
            piled = marks > MARKS or kept.endswith(character)
            if kept and not piled and _belongs(character, script_of(kept[-1], face)):
                kept += character
        elif unicodedata.category(character)[0] != "C" and script_of(character, face) is not None:
            kept, marks = kept + character, 0
    return " ".join(kept.rstrip(_JOINERS).split())


def _belongs(mark: str, script: str | None) -> bool:
    """Whether a mark is written on letters of this script (accents of Latin letters are part of the letter)."""
    if mark in _JOINERS:
        return script not in (OWN, CJK, None)
    return unicodedata.name(mark, "").startswith((script or "-").upper()) and script != OWN


def shortened(text: str) -> str:
    """The text without its last letter and the marks on it."""
    while text and (text[-1] in _JOINERS or unicodedata.category(text[-1])[0] == "M"):
        text = text[:-1]
    return text[:-1].rstrip(f" {_JOINERS}")


def runs(text: str, face: Face) -> list[Run]:
    """A drawable text in parts, from left to right, each of one typeface."""
    parts: list[Run] = []
    for character in text:
        before = parts[-1].script if parts else OWN
        stays = character in _JOINERS or unicodedata.category(character)[0] == "M"
        stays = stays or (before in RIGHT_TO_LEFT and not character.isalpha() and _has(face, before, character))
        script = before if stays else script_of(character, face) or OWN
        if parts and script == before:
            parts[-1] = Run(parts[-1].text + character, script)
        else:
            parts.append(Run(character, script))
    first = next((letter for letter in text if letter.isalpha()), " ")
    return parts[::-1] if unicodedata.bidirectional(first) in ("R", "AL") else parts


def width_of(text: str, face: Face, size: int) -> int:
    """How many px wide a drawable text is in type of `size` px."""
    with _TYPESETTING:
        return round(sum(font(face, size, run.script).getlength(run.text) for run in runs(text, face)))


@lru_cache(maxsize=1024)
def mask_of(text: str, face: Face, size: int, anchor: str) -> tuple[Image.Image, int, int]:
    """A drawable text as a mask (L), and where its upper left corner lies from the point that `anchor` names."""
    with _TYPESETTING:
        parts = runs(text, face)
        if [run.script for run in parts] == [OWN]:
            return _inked([(0, text, font(face, size))], anchor)
        own = font(face, size)
        lengths = [font(face, size, run.script).getlength(run.text) for run in parts]
        left = -round(sum(lengths) * {"l": 0, "m": 0.5, "r": 1}[anchor[0]])
        starts = [left + round(sum(lengths[:place])) for place in range(len(parts))]
        placed = [(start, run.text, font(face, size, run.script)) for start, run in zip(starts, parts, strict=True)]
        mask, at, top = _inked(placed, "ls")
        baseline = round(own.getbbox("x", anchor=f"l{anchor[1]}")[1] - own.getbbox("x", anchor="ls")[1])
        deeper = max(0, top + mask.height - 2 - round(own.getbbox("g", anchor="ls")[3]))  # than our own type
        return mask, at, top + baseline - deeper


def _inked(placed: Sequence[tuple[int, str, ImageFont.FreeTypeFont]], anchor: str) -> tuple[Image.Image, int, int]:
    boxes = [typeface.getbbox(text, anchor=anchor) for _, text, typeface in placed]
    left = round(min(start + box[0] for (start, _, _), box in zip(placed, boxes, strict=True)))
    right = round(max(start + box[2] for (start, _, _), box in zip(placed, boxes, strict=True)))
    top, bottom = round(min(box[1] for box in boxes)), round(max(box[3] for box in boxes))
    mask = Image.new("L", (max(1, right - left + 4), max(1, bottom - top + 4)), 0)
    pen = ImageDraw.Draw(mask)
    for start, text, typeface in placed:
        pen.text((2 - left + start, 2 - top), text, 255, typeface, anchor=anchor)
    return mask, left - 2, top - 2
