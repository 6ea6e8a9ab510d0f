"""What happened in a game: in a few lines, and page by page."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from math import ceil

from engine import GAMES, BaseEvent
from languages import say, say_many
from tables.play.computer_names import called
from tables.play.model import HeardMove, Table, first_of_run

from ..games import WORDS
from .frame import of_game
from .names import safe, safe_name_of, safe_names
from .press import Press
from .screen import TEXT_LIMIT, Button, Screen, Text, row

BOARD_LINES = 8  # on the board
LINE_LETTERS = 44  # characters of a line on a phone
RUN_LINES = 24  # on the board after several computers' turns
LOG_LINES, LOG_LETTERS = 20, 3500  # on a page of the log


def lines(table: Table, heard: Sequence[HeardMove], most: int = BOARD_LINES) -> str:
    """The newest `most` lines of what happened, a line for each event, the newest last."""
    return "\n".join(all_lines(table, heard)[-most:])


def fitting(written: Sequence[str], room: int, high: int) -> list[str]:
    """Keep the first line and as many of the newest as there is room for, in words and in a phone's lines."""
    if not written:
        return []
    first, *later = written
    room, high = room - len(first.split()), high - phone_lines(first)
    newest = list[str]()
    for line in reversed(later):
        room, high = room - len(line.split()), high - phone_lines(line)
        if room < 0 or high < 0:
            break
        newest.append(line)
    return [first, *reversed(newest)]


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
    written: list[str] = []
    for (undone, _), entries in groupby(heard, key=_undo_of):
        if undone:
            first, *more = entries
            name, many = _mover(table, first), len(more) + 1
            one = say("{name} took back a move.", name=name)
            several = say_many("{name} took back {count} move.", "{name} took back {count} moves.", many, name=name)
            written.append(several if more else one)
        else:
            written += [line(table, entry, event) for entry in entries for event in entry.events]
    return written


def worth_telling(table: Table, heard: Sequence[HeardMove]) -> Sequence[HeardMove]:
    """Leave out events that only repeat what the player has pressed, unless there are no others."""
    plain = WORDS[table.game].plain
    left = [replace(entry, events=tuple(e for e in entry.events if not isinstance(e, plain))) for entry in heard]
    return left if any(entry.events for entry in left) else heard


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
