"""What happened in a game: in a few lines, and page by page."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby
from math import ceil
from typing import NamedTuple

from engine import GAMES, BaseEvent, Seat
from languages import say, say_many
from tables.play.computer_names import called
from tables.play.model import HeardMove, Table, first_of_run

from ..games import WORDS
from ..games.words import Weight
from .frame import of_game
from .names import safe, safe_name_of, safe_names
from .press import Press
from .screen import TEXT_LIMIT, Button, Screen, Text, row

BOARD_LINES = 8  # on the board
LINE_LETTERS = 38  # characters of a line on a phone
RUN_LINES = 24  # on the board after several computers' turns
LOG_LINES, LOG_LETTERS = 20, 3500  # on a page of the log


class News(NamedTuple):
    """A line of what happened, and how much it means to its reader."""

    line: str
    weight: int = Weight.NEWS


def lines(table: Table, heard: Sequence[HeardMove], most: int = BOARD_LINES) -> str:
    """What happened in at most so many lines, as everybody reads it: one for each event, the newest last."""
    return "\n".join(_shortened(news(table, heard, None), lambda kept: len(kept) <= most))


def fitting(told: Sequence[News], room: int, high: int, as_read: Callable[[str], str] = lambda text: text) -> list[str]:
    """The lines that mean most, as many as there is room for, in words and in a phone's lines.

    `as_read`: what is made of them before they are read.
    """

    def has_room(kept: Sequence[str]) -> bool:
        lines = as_read("\n".join(kept)).split("\n")
        return sum(len(line.split()) for line in lines) <= room and sum(map(phone_lines, lines)) <= high

    return _shortened(told, has_room)


def _shortened(told: Sequence[News], has_room: Callable[[Sequence[str]], bool]) -> list[str]:
    """The lines that mean most to the reader, of equal ones the newest, in their order; then how many are left out.

    One of those that mean most is always told. What is said elsewhere too is left out first, and isn't counted alone.
    """
    lines = [one.line for one in told]
    if not told or has_room(lines):
        return lines
    first, *others = sorted(range(len(told)), key=lambda at: (told[at].weight, at), reverse=True)
    alike = [at for at in (first, *others) if told[at].weight == told[first].weight]
    briefest = min(alike, key=lambda at: len(lines[at]))
    kept = [next((at for at in alike if has_room(_with_rest(told, [at]))), briefest)]
    for at in others:
        more = sorted({*kept, at})
        if told[at].weight < min(told[first].weight, Weight.NEWS) or not has_room(_with_rest(told, more)):
            break
        kept = more
    shortened = _with_rest(told, kept)
    return shortened if has_room(shortened) else [f"{lines[kept[0]]} …"]


def _with_rest(told: Sequence[News], kept: Sequence[int]) -> list[str]:
    *before, last = [told[at].line for at in kept]
    rest = [one for at, one in enumerate(told) if at not in kept]
    if not rest:
        return [*before, last]
    if any(one.weight for one in rest):
        return [*before, f"{last} *… {say_many('and {count} more', 'and {count} more', len(rest))}*"]
    return [*before, f"{last} …"]


def phone_lines(line: str) -> int:
    """How many lines of a phone this line takes."""
    return ceil(len(line.replace("*", "")) / LINE_LETTERS)


def first_of_computers(heard: Sequence[HeardMove], turn: int) -> int:
    """The first turn of the computers' run before `turn`, which had no boards of their own."""
    return first_of_run({entry.turn for entry in heard if entry.computer}, turn)


def most_lines(first: int, turn: int) -> int:
    """How many lines a board of `turn` has, if it tells what happened from the turn `first` on."""
    return BOARD_LINES if first == turn else RUN_LINES


def all_lines(table: Table, heard: Sequence[HeardMove]) -> list[str]:
    """All lines of what happened, oldest first: one for each event, one for undos in a row."""
    return [told.line for told in news(table, heard, None)]


def news(table: Table, heard: Sequence[HeardMove], seat: Seat | None) -> list[News]:
    """The same lines with what each means to the reader at this seat; None: to everybody."""
    written, weight = list[News](), WORDS[table.game].weight
    for (undone, _), entries in groupby(heard, key=_undo_of):
        if undone:
            first, *more = entries
            name, many = _mover(table, first), len(more) + 1
            one = say("{name} took back a move.", name=name)
            several = say_many("{name} took back {count} move.", "{name} took back {count} moves.", many, name=name)
            written.append(News(several if more else one))
        else:
            written += [
                News(line(table, entry, event), weight(event, seat)) for entry in entries for event in entry.events
            ]
    return written


def in_short(table: Table, heard: Sequence[HeardMove], seat: Seat | None) -> list[News]:
    """The same, but what makes one story in one line, before all else."""
    story = WORDS[table.game].together([event for entry in heard for event in entry.events])
    if story is None:
        return news(table, heard, seat)
    told = {id(event) for event in story.of}
    rest = [replace(entry, events=tuple([one for one in entry.events if id(one) not in told])) for entry in heard]
    return [News(story.line, Weight.LOSS), *news(table, rest, seat)]


def worth_telling(table: Table, heard: Sequence[HeardMove]) -> Sequence[HeardMove]:
    """Leave out events that only repeat what the player has pressed, unless there are no others."""
    plain = WORDS[table.game].plain
    left = [replace(entry, events=tuple(e for e in entry.events if not isinstance(e, plain))) for entry in heard]
    return left if any(entry.events for entry in left) else heard


def came_of(table: Table, heard: Sequence[HeardMove], most: int) -> str:
    """What came of the first of these moves, in at most so many lines, as everybody reads it. May be empty.

    The move itself is told only if it means much and nothing else came.
    """
    kept = worth_telling(table, heard)
    told = news(table, kept, None)
    after = told[1:] if _events(kept)[:1] == _events(heard)[:1] else told
    notable = after or [one for one in told if one.weight > Weight.NEWS]
    return "\n".join(_shortened(notable, lambda lines: len(lines) <= most))


def _events(heard: Sequence[HeardMove]) -> list[BaseEvent]:
    return [event for entry in heard for event in entry.events]


def _undo_of(entry: HeardMove) -> tuple[bool, int | None]:
    """Whether a move was taken back, and by whom; None also if that user has been deleted."""
    undone = entry.kind == "undo"
    return undone, entry.user_id if undone else None


def pages(table: Table, heard: Sequence[HeardMove]) -> tuple[str, ...]:
    """Everything that happened, in at least one page that fits a message. Only a turn that fills a page is split."""
    full, page = list[str](), ""
    for turn, entries in groupby(heard, key=lambda entry: entry.turn):
        heading = [] if table.solo else [f"-# {say('Turn {number}', number=turn)}"]
        happened = all_lines(table, list(entries))
        for first in range(0, len(happened), LOG_LINES):
            part = "\n".join([*heading, *happened[first : first + LOG_LINES]])
            if page and (len(page) + len(part) > LOG_LETTERS or page.count("\n") + part.count("\n") > LOG_LINES):
                full.append(page)
                page = ""
            page = f"{page}\n{part}".strip()
    return (*full, page or say("No moves yet."))


def log(table: Table, heard: Sequence[HeardMove], number: int | None) -> Screen:
    """A page of the log, with the buttons to the pages beside it. `number` None: the newest."""
    all_pages = pages(table, heard)
    last = len(all_pages) - 1
    number = last if number is None else min(number, last)
    title = say("{game}: the log", game=GAMES[table.game].title)
    if last:
        title += f" · {say('page {number} of {all}', number=number + 1, all=last + 1)}"
    back = Button(say("Back"), Press.at(table, "log", str(number - 1)), emoji="◀", disabled=number == 0)
    on = Button(say("Next"), Press.at(table, "log", str(number + 1)), emoji="▶", disabled=number == last)
    text = Text(f"## {title}\n{all_pages[number]}"[: TEXT_LIMIT - 200])
    return of_game(table.game, text, *([row(back, on)] if last else []))


def line(table: Table, entry: HeardMove, event: BaseEvent) -> str:
    who = [f"**{name}**" for name in safe_names(table)]
    who[entry.seat] = _mover(table, entry)
    return GAMES[table.game].tell(event).format(*who)


def _mover(table: Table, entry: HeardMove) -> str:
    """The name of whoever made a move, even if they have left. A forced move is credited to whoever sits there now."""
    if entry.computer:
        return f"**{safe(called(entry.computer))}**"
    player = table.player(entry.user_id or 0)
    if (entry.kind == "forced" and entry.user_id is None) or (player and player.seat == entry.seat):
        return f"**{safe_names(table)[entry.seat]}**"
    if player:
        return say("**{name}** (for seat {seat})", name=safe_name_of(table, player), seat=entry.seat + 1)
    return f"<@{entry.user_id}>" if entry.user_id else f"**{say('Somebody')}**"
