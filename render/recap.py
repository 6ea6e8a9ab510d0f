"""What a server made of a day or a week of deals: a picture for its daily post, and the same in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from languages import labelled, later, listed, number, say, say_many

from .colours import BARK, EARTH, GOLD, HOLLOW, NIGHT, PARCHMENT, SAND
from .honours import BAND, MEDALS, flame, headed, lacks_letters, legible, medal, palette
from .text import ALT_LIMIT, joined, listing, wrapped
from .theme import MARGIN, WIDTH, encode, largest, put, put_centred, slab, text_width, write, write_whole
from .typefaces import Face
from .vector import Colour

UNDRAWN = later("named below")  # stands for a name that the picture has no letters for
ROWS = {1: 10, 2: 6, 3: 4, 4: 3, 5: 2}  # rows of each game, by how many games there are

TOP = BAND + 104  # px, like all sizes here
LANTERN = 96
HEAD = 78  # of a game's slab: its title
ROW = 68
MORE = 56  # the line that counts those who aren't shown
GAP = 18
LINE = 54  # of the riddle's text
LETTERS = 56  # about so many letters of the riddle's text on a line


@dataclass(frozen=True)
class Row:
    place: int  # from 1; equals share a place
    name: str  # a stranger may have chosen it
    score: str
    lost: bool = False


@dataclass(frozen=True)
class Game:
    title: str
    rows: tuple[Row, ...]  # the best first; one at least
    total: int  # how many have finished it here
    note: str = ""  # what the hall itself has reached, or what the scores say


@dataclass(frozen=True)
class Riddle:
    game: str
    answer: str  # the best move
    found: tuple[str, ...]  # names
    total: int  # how many found it here
    answered: int


@dataclass(frozen=True, kw_only=True)
class Recap:
    title: str
    lantern: str  # a sentence on the server's own streak; empty without one
    games: tuple[Game, ...]
    riddle: Riddle | None
    embers: str = ""  # a sentence on streaks that an ember kept; empty without any


def recap(page: Recap) -> bytes:
    """A PNG 1,200 px wide."""
    most_rows = ROWS[max(1, len(page.games))]
    below = _below(page)
    height = TOP + (LANTERN if page.lantern else 0) + sum(_height(game, most_rows) + GAP for game in page.games)
    height += len(below) * LINE + 44 + GAP if below else 0
    picture = headed(height + MARGIN, page.title)
    top = TOP
    if page.lantern:
        _lantern(picture, page.lantern, top)
        top += LANTERN
    for game in page.games:
        _game(picture, game, most_rows, top)
        top += _height(game, most_rows) + GAP
    if below:
        put(picture, slab(WIDTH - 2 * MARGIN, len(below) * LINE + 44, HOLLOW), (MARGIN, top))
        for place, (line, face, colour) in enumerate(below):
            at = (MARGIN + 28, top + 44 + place * LINE)
            write_whole(picture, at, line, face, 46, colour, width=WIDTH - 2 * MARGIN - 56)
    return encode(picture, palette())


def _height(game: Game, most_rows: int) -> int:
    return HEAD + min(most_rows, len(game.rows)) * ROW + (MORE if game.total > most_rows else 0) + 18


def _lantern(picture: Image.Image, said: str, top: int) -> None:
    size = largest(said, "strong", 48, WIDTH - 2 * MARGIN - 100)
    across = text_width(said, "strong", size) + 84
    left = (WIDTH - across) // 2
    put(picture, flame(68), (left, top + 4))
    write(picture, (left + 84, top + 42), said, "strong", size, GOLD, width=WIDTH - 2 * MARGIN - 84)


def _game(picture: Image.Image, game: Game, most_rows: int, top: int) -> None:
    put(picture, slab(WIDTH - 2 * MARGIN, _height(game, most_rows), BARK), (MARGIN, top))
    right = WIDTH - MARGIN - 28
    taken = write_whole(picture, (right, top + 44), game.note, "text", 44, SAND, "rm", 420)
    room = WIDTH - 2 * MARGIN - 86 - taken
    write_whole(picture, (MARGIN + 28, top + 44), game.title, "strong", 50, PARCHMENT, width=room)
    for line, row in enumerate(game.rows[:most_rows]):
        middle = top + HEAD + line * ROW + ROW // 2
        honoured = row.place <= MEDALS and not row.lost
        put_centred(picture, medal(row.place, 62) if honoured else slab(62, 56, EARTH), (MARGIN + 62, middle))
        colour = NIGHT if honoured else PARCHMENT
        write(picture, (MARGIN + 62, middle - 2), str(row.place), "display", 36, colour, "mm", 60)
        taken = write_whole(picture, (right, middle), row.score, "display", 48, SAND if row.lost else GOLD, "rm", 420)
        name = legible(row.name) or say(UNDRAWN)
        write(picture, (MARGIN + 116, middle), name, "strong", 48, PARCHMENT, width=right - taken - MARGIN - 140)
    if game.total > most_rows:
        at = (MARGIN + 116, top + HEAD + most_rows * ROW + MORE // 2)
        write_whole(picture, at, _more(game.total - most_rows), "text", 44, SAND, width=right - MARGIN - 116)


def _below(page: Recap) -> list[tuple[str, Face, Colour]]:
    """Lines about the riddle, and about embers."""
    lines: list[tuple[str, Face, Colour]] = []
    if page.riddle:
        lines += [(line, "strong", PARCHMENT) for line in wrapped(_riddle(page.riddle), LETTERS)]
        lines += [(line, "text", SAND) for line in wrapped(_found(page.riddle, drawn=True), LETTERS)]
    return lines + [(line, "text", SAND) for line in wrapped(page.embers, LETTERS) if line]


def _more(count: int) -> str:
    return say_many("and {count} more", "and {count} more", count)


def _riddle(riddle: Riddle) -> str:
    return say("Riddle: {answer}", answer=riddle.answer)


def _found(riddle: Riddle, *, drawn: bool) -> str:
    if not riddle.total:
        return say_many(
            "{count} answered it, nobody found it.", "{count} answered it, nobody found it.", riddle.answered
        )
    names, others = [legible(name) or "…" if drawn else name for name in riddle.found], riddle.total - len(riddle.found)
    more = [say_many("{count} more", "{count} more", others)] if others > 0 else []
    return say(
        "Found by {people}: {found} of {answered}.",
        people=listed([*names, *more]),
        found=number(riddle.total),
        answered=number(riddle.answered),
    )


def undrawn(page: Recap) -> tuple[Row, ...]:
    """The rows with a name that the picture can't show, or not wholly."""
    most_rows = ROWS[max(1, len(page.games))]
    return tuple(row for game in page.games for row in game.rows[:most_rows] if lacks_letters(row.name))


def alt(page: Recap) -> str:
    """All of it, at most 1,024 characters. Names are used as given, so escape them first."""
    return joined((f"{page.title}.", *_in_words(page)), " ", ALT_LIMIT)


def _in_words(page: Recap) -> Sequence[str]:
    most_rows = ROWS[max(1, len(page.games))]
    said = [f"{page.lantern}." if page.lantern else ""]
    for game in page.games:
        rows = [labelled(f"{row.place} · {row.name}", row.score) for row in game.rows[:most_rows]]
        rows += [_more(game.total - most_rows)] if game.total > most_rows else []
        said.append(f"{listing(game.title, rows, apart=True)}{f' {game.note}.' if game.note else ''}")
    if page.riddle:
        about = say("Riddle, {game}: {answer}.", game=page.riddle.game, answer=page.riddle.answer)
        said.append(f"{about} {_found(page.riddle, drawn=False)}")
    return [*said, page.embers]
