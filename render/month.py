"""A month of deals and riddles of the day as a calendar, as a picture and in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PIL import Image

from languages import later, say, say_as, spoken
from languages import locale as locale_of

from .colours import BARK, CLAY, EARTH, GOLD, HOLLOW, NIGHT, PARCHMENT, SAND, STRAW
from .honours import BAND, MIDDLE, headed, palette
from .sprites import drawn_once
from .text import ALT_LIMIT, WORDS_LIMIT, joined, listing
from .theme import MARGIN, WIDTH, encode, put, slab, write, write_whole
from .vector import Pen, drawn, regular

Mark = Literal["open", "begun", "played", "won"]
TOLD: dict[Mark, str] = {
    "open": later("{game} not played"),
    "begun": later("{game} begun"),
    "played": later("{game} played"),
    "won": later("{game} won"),
}
RIDDLE_TOLD: dict[Mark, str] = {
    "open": later("riddle not answered"),
    "played": later("riddle answered"),
    "won": later("riddle found"),
}

TOP = BAND + 198  # px, like all sizes here: the upper edge of the first week
COLUMN = (WIDTH - 2 * MARGIN) // 7
DAY = 212  # the height of a day; WEEK is the way to the next one
WEEK = 220
SIGN = 62
LEGEND = 190


@dataclass(frozen=True)
class Day:
    marks: tuple[Mark | None, ...]  # of its deals, in the order of `Month.games`; None: there was none
    riddle: Mark | None
    today: bool = False


@dataclass(frozen=True, kw_only=True)
class Month:
    """What one player has made of a month."""

    title: str
    weekday: int  # of its first day; Monday is 0
    games: tuple[tuple[str, str], ...]  # four: a letter and a title each
    days: tuple[Day, ...]
    summary: str


def month(page: Month) -> bytes:
    """A PNG 1,200 px wide."""
    weeks = -(-(page.weekday + len(page.days)) // 7)
    picture = headed(TOP + weeks * WEEK + LEGEND, page.title)
    write_whole(picture, (MIDDLE, BAND + 116), page.summary, "text", 42, PARCHMENT, "mm", WIDTH - 2 * MARGIN, 76, 38)
    for number, name in locale_of(spoken()).days["stand-alone"]["abbreviated"].items():
        at = (MARGIN + number * COLUMN + COLUMN // 2, TOP - 26)
        write_whole(picture, at, name, "strong", 40, SAND, "mm", COLUMN - 8)
    for number, day in enumerate(page.days):
        week, weekday = divmod(page.weekday + number, 7)
        _day(picture, page, number, day, (MARGIN + weekday * COLUMN, TOP + week * WEEK))
    _legend(picture, page, TOP + weeks * WEEK + 16)
    return encode(picture, palette())


def _day(picture: Image.Image, page: Month, number: int, day: Day, at: tuple[int, int]) -> None:
    empty = day.riddle is None and not any(day.marks)
    ground = slab(COLUMN - 8, DAY, HOLLOW if empty else BARK, GOLD if day.today else None)
    put(picture, ground, at)
    left, top = at
    write(picture, (left + 16, top + 38), f"{number + 1}", "display", 48, CLAY if empty else PARCHMENT)
    if day.riddle is not None:
        put(picture, _sign("?", day.riddle), (left + COLUMN - 8 - SIGN - 12, top + 10))
    for place, mark in enumerate(day.marks):
        if mark is not None:
            across, down = place % 2, place // 2
            x = left + (COLUMN - 8) // 2 - SIGN - 4 + across * (SIGN + 8)
            put(picture, _sign(page.games[place][0], mark), (x, top + 71 + down * (SIGN + 3)))


def _legend(picture: Image.Image, page: Month, top: int) -> None:
    """What the letters and the shapes mean."""
    titles = [*(f"{letter} {title}" for letter, title in page.games), f"? {say('riddle')}"]
    write_whole(picture, (MIDDLE, top + 24), " · ".join(titles), "text", 40, SAND, "mm", WIDTH - 2 * MARGIN)
    said: Sequence[tuple[Mark, str]] = (
        # Translators: what signs in a calendar mean: of deals, and of riddles
        ("open", say_as("deals", "not played")),
        ("played", say_as("deals", "played")),
        ("won", say("won or found")),
    )
    x, room = MIDDLE - 440, (WIDTH - MARGIN - MIDDLE + 440 - 2 * 56) // 3 - SIGN - 16
    for mark, caption in said:
        put(picture, _sign("", mark), (x, top + 66))
        middle = (x + SIGN + 16, top + 66 + SIGN // 2)
        x += (
            SIGN
            + 16
            + write_whole(picture, middle, caption, "text", 40, PARCHMENT, width=room, height=72, step=36)
            + 56
        )


@drawn_once(64)
def _sign(letter: str, mark: Mark) -> Image.Image:
    """The sign of a deal: a ring if it can still be played, half full once it is begun; a disc if it was played; a star
    if it was won.
    """

    def draw(pen: Pen) -> None:
        match mark:
            case "open" | "begun":
                pen.disc(50, 50, 46, CLAY)
                pen.disc(50, 50, 37, EARTH if mark == "begun" else NIGHT)
            case "played":
                pen.disc(50, 50, 46, STRAW)
            case "won":
                pen.fill(regular(12, 50, (50, 50), 41), GOLD)

    sprite = drawn(SIGN, SIGN, draw).copy()
    flat = Image.new("RGB", sprite.size, BARK if letter else NIGHT)
    put(flat, sprite, (0, 0))
    write(flat, (SIGN // 2, SIGN // 2), letter, "strong", 40, NIGHT if mark in ("played", "won") else SAND, "mm")
    return flat


def alt(page: Month) -> str:
    """The month in short, at most 1,024 characters."""
    return joined((f"{page.title}. {page.summary}.", *_in_words(page)), " ", ALT_LIMIT)


def describe(page: Month) -> str:
    """The whole month in words, at most 3,500 characters."""
    return joined((f"**{page.title}**", f"{page.summary}.", *_in_words(page)), "\n", WORDS_LIMIT)


def _in_words(page: Month) -> list[str]:
    """A sentence for each day on which the player did something."""
    said = list[str]()
    for number, day in enumerate(page.days, 1):
        parts = [
            say(TOLD[mark], game=title)
            for mark, (_, title) in zip(day.marks, page.games, strict=True)
            if mark is not None and mark != "open"
        ]
        if day.riddle is not None and day.riddle != "open":
            parts.append(say(RIDDLE_TOLD[day.riddle]))
        if parts:
            said.append(listing(f"{number}", parts))
    return said
