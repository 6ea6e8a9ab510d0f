"""Leaderboards: a page of places as a picture, and the same in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from languages import later, number, say

from .colours import BARK, CLAY, EARTH, GOLD, HOLLOW, NIGHT, PARCHMENT, SAND, STRAW
from .honours import BAND, MEDALS, MIDDLE, headed, lacks_letters, legible, medal, palette, running, sealed
from .text import ALT_LIMIT, WORDS_LIMIT, joined, listing
from .theme import MARGIN, WIDTH, encode, fitted, largest, put, put_centred, slab, text_width, write, write_whole

UNDRAWN = later("named below")  # stands for a name that the picture has no letters for

TOP = BAND + 176  # px, like all sizes here: where the rows begin
ROW = 104  # the height of a row; STEP is the way to the next one
STEP = 110
PLACE = 68  # from the row's left edge to the middle of its number
NAME = 136  # from the row's left edge to the name
FIGURES = 356  # the room on the right for the score and the detail below it
GROUP_NAMES = 626  # the room for the names of a group in one line, without the commas
HALL = 64  # the height of the line with the hall's own result
BELOW = 90  # the room under the rows, for what the board ranks by and for the page number


@dataclass(frozen=True)
class Row:
    """One place. `names` holds one name, or those of a group; strangers may have chosen them."""

    place: int | None  # from 1; equals share a place; None: not listed
    names: tuple[str, ...]
    score: str
    detail: str = ""  # more about the score, in two or three words
    share: float | None = None  # the length of the bar: 0 to 1, the score as a part of the best one; None: no bar
    own: bool = False  # it is the viewer's
    lost: bool = False  # a defeat has its place, but neither a medal nor gold


@dataclass(frozen=True, kw_only=True)
class Page:
    """A page of a leaderboard: at most ten rows."""

    title: str
    period: str
    scope: str
    final: bool | None  # None: it never becomes final
    note: str  # what decides the places
    rows: tuple[Row, ...]
    own: Row | None  # the viewer's place, if it isn't among the rows
    number: int  # from 1
    pages: int
    empty: str = ""  # told if there are no rows; empty: that nobody stands here yet
    hall: str = ""  # what the hall itself has reached; it has no place among people


def leaderboard(page: Page) -> bytes:
    """A PNG 1,200 px wide."""
    gap = 52 if page.own else 0
    rows = (len(page.rows) or 3) + (page.own is not None)
    hall = HALL if page.hall else 0
    picture = headed(TOP + rows * STEP + gap + hall + BELOW, page.title)
    _subtitle(picture, page)
    for line, row in enumerate(page.rows):
        _row(picture, row, TOP + line * STEP)
    if not page.rows:
        put(picture, slab(WIDTH - 2 * MARGIN, 3 * STEP - 10, HOLLOW), (MARGIN, TOP))
        middle = (MIDDLE, TOP + 3 * STEP // 2 - 8)
        write_whole(picture, middle, _empty(page), "text", 48, SAND, "mm", WIDTH - 4 * MARGIN, 2 * STEP)
    end = picture.height - BELOW - hall
    if page.own:
        write(picture, (MIDDLE, end - STEP - gap // 2 - 4), "·  ·  ·", "strong", 72, CLAY, "mm")
        _row(picture, page.own, end - STEP)
    if page.hall:
        write_whole(picture, (MIDDLE, end + 30), page.hall, "strong", 44, PARCHMENT, "mm", WIDTH - 2 * MARGIN)
        end += hall
    pages = say("page {page} of {pages}", page=number(page.number), pages=number(page.pages)) if page.pages > 1 else ""
    taken = write_whole(picture, (WIDTH - MARGIN, end + 38), pages, "text", 40, SAND, "rm", WIDTH // 2)
    room = WIDTH - 2 * MARGIN - taken - 20
    write_whole(picture, (MARGIN, end + 38), page.note, "text", 40, SAND, width=room, height=80, step=38)
    return encode(picture, palette())


def _subtitle(picture: Image.Image, page: Page) -> None:
    """The period, the scope, and whether it may still change."""
    y, state = BAND + 126, _state(page)
    room = WIDTH - 2 * MARGIN - (90 + text_width(state, "strong", 44) if state else 0)
    said = f"{page.period} · {page.scope}"
    size = largest(said, "text", 46, room)
    across = text_width(fitted(said, "text", size, room), "text", size)
    left = (WIDTH - across - (WIDTH - 2 * MARGIN - room)) // 2
    write(picture, (left, y), said, "text", size, PARCHMENT, width=room)
    if state:
        put(picture, sealed(60) if page.final else running(60), (left + across + 20, y - 30))
        write(picture, (left + across + 90, y), state, "strong", 44, GOLD if page.final else SAND)


def _row(picture: Image.Image, row: Row, top: int) -> None:
    right = WIDTH - MARGIN
    put(picture, slab(WIDTH - 2 * MARGIN, ROW, EARTH if row.own else BARK, GOLD if row.own else None), (MARGIN, top))
    _place(picture, row, (MARGIN + PLACE, top + 49))
    room = right - FIGURES - MARGIN - NAME
    lines = _lines(row)
    first = 38 if row.share is not None else 70 - 21 * len(lines)
    for line, name in enumerate(lines):
        at, colour = (MARGIN + NAME, top + first + 42 * line), SAND if name == say(UNDRAWN) else PARCHMENT
        write(picture, at, name, "strong", 40 if len(row.names) > 1 else 48, colour, width=room)
    if row.share is not None:
        put(picture, slab(room, 22, HOLLOW, radius=8), (MARGIN + NAME, top + 68))
        length = max(22, round(room * min(1.0, max(0.0, row.share))))
        put(picture, slab(length, 22, GOLD if row.own else STRAW, radius=8), (MARGIN + NAME, top + 68))
    at, colour = (right - 24, top + (34 if row.detail else 49)), SAND if row.lost else GOLD
    write_whole(picture, at, row.score, "display", 52, colour, "rm", FIGURES - 40)
    write_whole(picture, (right - 24, top + 74), row.detail, "text", 40, SAND, "rm", FIGURES - 40)


def _place(picture: Image.Image, row: Row, at: tuple[int, int]) -> None:
    place = row.place
    honoured = place is not None and place <= MEDALS and not row.lost
    put_centred(picture, medal(place, 92) if place and honoured else slab(112, 72, HOLLOW), at)
    said, colour = _number(place), NIGHT if honoured else PARCHMENT
    write(picture, at, said, "display", largest(said, "display", 48, 104), colour, "mm", 112)


def _number(place: int | None) -> str:
    return "-" if place is None else str(place)


def _lines(row: Row) -> Sequence[str]:
    """One name, or a group's names on two lines, as far as the picture has letters for them."""
    names = [legible(name) for name in row.names]
    if len(names) == 1:
        return [names[0] or say(UNDRAWN)]
    first = 3 if len(names) != 4 else 2
    names = [fitted(name, "strong", 40, GROUP_NAMES // first) if name else "…" for name in names]
    return [", ".join(names[:first]) + ",", ", ".join(names[first:])] if names[first:] else [", ".join(names)]


def undrawn(page: Page) -> tuple[Row, ...]:
    """The rows with a name that the picture can't show, or not wholly."""
    rows = (*page.rows, *([page.own] if page.own else ()))
    return tuple(row for row in rows if any(map(lacks_letters, row.names)))


def alt(page: Page) -> str:
    """The places in short, at most 1,024 characters. Names are used as given, so escape them first."""
    return joined((f"{_heading(page)}.", *_in_words(page, say("who asks"))), " ", ALT_LIMIT)


def describe(page: Page) -> str:
    """The whole page in words, at most 3,500 characters. Names are used as given."""
    last = say("Page {page} of {pages}.", page=number(page.number), pages=number(page.pages)) if page.pages > 1 else ""
    return joined(
        (f"**{_heading(page)}**", *_in_words(page, say("you")), f"-# {page.note} {last}".rstrip()), "\n", WORDS_LIMIT
    )


def _heading(page: Page) -> str:
    state = _state(page)
    return f"{page.title} · {page.period} · {page.scope}{f' · {state}' if state else ''}"


def _state(page: Page) -> str:
    # Translators: of a leaderboard: nothing of it changes any more
    return "" if page.final is None else say("final") if page.final else say("so far")


def _in_words(page: Page, viewer: str) -> list[str]:
    """A sentence for each place. The viewer's place on another page comes first, so that it isn't cut off."""
    every = [row for row in (page.own, *page.rows) if row is not None]
    hall = [f"{page.hall}."] if page.hall else []
    return [*(_sentence(row, viewer) for row in every), *([] if page.rows else [_empty(page)]), *hall]


def _empty(page: Page) -> str:
    return page.empty or say("Nobody has a result yet.")


def _sentence(row: Row, viewer: str) -> str:
    detail = f", {row.detail}" if row.detail else ""
    return listing(
        f"{_number(row.place)} · {', '.join(row.names)}", [f"{row.score}{detail}{f' ({viewer})' if row.own else ''}"]
    )
