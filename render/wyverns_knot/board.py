"""The board of Wyvern's Knot: the nest with its strike dragons above, everybody's cards below. Sizes are px."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from PIL import Image

from engine.game import Seat
from engine.wyverns_knot.state import DRAGONS, ROWS, View
from languages import say, say_as, spoken

from ..canvas import Canvas
from ..colours import CLAY, EMBER, GOLD, NIGHT, PARCHMENT, SAND
from ..marks import Box
from ..parts import danger_frame, plate, recent_frame
from ..seats import owned, ribbon, rimmed_mark, turn_header
from ..sprites import drawn_once
from ..theme import WIDTH, encode, put, put_centred, set_in, shown_name, write, write_whole
from .claims import tags_of
from .dragons import sign
from .facts import COPIES, STEPS, changed, in_play, seen
from .layout import (
    EDGE,
    HEAD,
    HEADER,
    KINDS,
    LAYOUTS,
    LEGEND,
    NAME,
    NEST_TOP,
    NUMBERS,
    OUTER,
    ROW,
    STRIKE,
    column_at,
    end_of_tableaus,
    flattened,
    place_of_seat,
    top_of_row,
)
from .nest import HALF_GAP, draw_place, in_place
from .parts import LOOKS, count_of_cards, count_of_eggs, palette, pips, raider, sky, tag
from .tableaus import draw_tableau

FIGURE = re.compile(r"\{(\w+)\}")  # a number in a heading
KIND = 116  # width of a kind's part of the table of what is left to find


def board(view: View, names: Sequence[str]) -> bytes:
    """The public board, or, if `view.mine` is set, the board with what that seat alone knows: a PNG 1,200 px wide.

    It is put together from parts that are flat already (P) and cached by what they show: a turn changes only a few.
    Raises KeyError for other than three to five tableaus.
    """
    table = view.table
    seats, over = len(table.tableaus), table.step == "over"
    layout = LAYOUTS[seats]
    ground = _ground(seats, over, spoken())
    canvas = Canvas(*ground.size, "P")
    canvas.paste(ground)
    recent = changed(table)
    tags = tags_of(table.claims)
    name = shown_name(names[table.turn], table.turn)
    turn = None if over else (table.turn, name, say(STEPS[table.step]))
    canvas.paste(_head(turn, table.saved >= table.options.target, view.mine is not None, spoken()), (0, 0))
    canvas.paste(_count(table.saved, table.options.target, tuple(in_play(table))), (0, HEAD))
    for row in range(4):
        for column in range(6):
            canvas.paste(
                draw_place(*in_place(view, row, column, recent, tags)),
                (column_at(column)[0] - HALF_GAP, top_of_row(row) - HALF_GAP),
            )
    for seat in range(len(names)):
        draw_tableau(canvas, view, seat, names[seat], layout, recent, tags)
    if not over:
        for dragon, (eggs, cards) in enumerate(seen(view)):
            at = (EDGE + dragon * KIND, end_of_tableaus(seats) + KINDS - 96)
            canvas.paste(_kind(dragon, COPIES - eggs, COPIES - cards), at)
    return encode(canvas, palette())


def places(view: View, names: Sequence[str]) -> Mapping[str, Box]:
    """Where on the board eggs, strike dragons and cards are, and the eggs that are saved."""
    table, boxes = view.table, {"the eggs saved": Box(EDGE - 6, HEAD, 760, HEADER - 2)}
    for row in range(4):
        top = top_of_row(row)
        for number in range(1, 5):
            left, width = column_at(number)
            boxes[f"{ROWS[row]}{number}"] = Box(left, top, left + width, top + ROW)
        strike = table.strikes[row]
        left, width = column_at(strike.column)
        if strike.column == 0:  # its place also shows its row's letter
            left, width = EDGE - 4, left + width - EDGE + 4
        elif strike.column < 5:
            left, width = left + width - STRIKE - 4, STRIKE
        boxes[f"{ROWS[row]}'s dragon"] = Box(left, top, left + width, top + ROW)
    (first, _), (last, width) = column_at(1), column_at(4)
    boxes["the nest"] = Box(first, NEST_TOP, last + width, top_of_row(3) + ROW)
    boxes["the strike dragons"] = Box(EDGE - 4, NEST_TOP, column_at(0)[0] + OUTER, top_of_row(3) + ROW)
    layout = LAYOUTS[len(table.tableaus)]
    for seat, tableau in enumerate(table.tableaus):
        owner = owned(names, seat, you=view.mine is not None and view.mine.seat == seat)
        left, top = place_of_seat(seat, layout)
        boxes[f"{owner} cards"] = Box(left, top, left + layout.seat[0], top + layout.seat[1])
        for position in range(len(tableau)):
            x, y = left + 13 + position * layout.step, top + NAME
            boxes[f"{owner} card {position + 1}"] = Box(x, y, x + layout.card[0], y + layout.card[1])
    return boxes


@lru_cache(10 * len(LAYOUTS))
def _ground(seats: int, over: bool, language: str) -> Image.Image:
    """What never changes (P): the nest's letters and numbers, and what the marks mean, in the language spoken."""
    layout, low = LAYOUTS[seats], end_of_tableaus(seats)
    free = seats % layout.columns > 0  # a place for another tableau
    height = low + (0 if over else KINDS) + (0 if free else LEGEND) + 8
    canvas = Image.new("RGB", (WIDTH, height), NIGHT)
    for column in range(6):
        left, width = column_at(column)
        write(canvas, (left + width // 2, NEST_TOP - NUMBERS // 2), str(column), "display", 42, SAND, "mm")
    for row in range(4):
        write(canvas, (EDGE + 22, top_of_row(row) + ROW // 2 - 4), ROWS[row], "display", 52, PARCHMENT, "mm")
    if not over:
        _heading(canvas, low)
    if free:
        _legend(canvas, place_of_seat(seats, layout), 2, over)
    else:
        _legend(canvas, (EDGE, height - LEGEND - 8), 4, over)
    return flattened(canvas)


def _heading(canvas: Image.Image, top: int) -> None:
    """Write above the table of kinds what its two numbers count."""
    x, y, figures = EDGE + 6, top + 22, {"eggs": count_of_eggs(COPIES), "cards": count_of_cards(COPIES)}
    parts = FIGURE.split(say("Left to find, of {eggs} in the nest and {cards} on cards:"))
    room = WIDTH - 2 * EDGE - sum(figure.width + 26 for figure in figures.values())
    size, _ = set_in(" ".join(parts[::2]), "text", 44, room)
    for number, part in enumerate(parts):
        if number % 2:
            put_centred(canvas, figures[part], (x + figures[part].width // 2, y))
            x += figures[part].width + 12
        elif part.strip():
            x += write(canvas, (x, y), part.strip(), "text", size, SAND) + 14


@lru_cache(len(DRAGONS) * (COPIES + 1) ** 2)
def _kind(dragon: int, eggs: int, cards: int) -> Image.Image:
    """A kind of dragon, and how many of it nobody (or this seat) has seen yet, in the nest and among the cards (P)."""
    canvas = Image.new("RGB", (KIND, 92), NIGHT)
    put(canvas, sign(dragon, 62), (2, 14))
    put(canvas, count_of_eggs(eggs), (66, 0))
    put(canvas, count_of_cards(cards), (66, 46))
    return flattened(canvas)


@lru_cache(128)
def _head(turn: tuple[Seat, str, str] | None, won: bool, private: bool, language: str) -> Image.Image:
    """The upper line (P): who acts and what they do; if `turn` is None, how the game ended.

    In the language that is spoken.
    """
    canvas = sky(HEADER).crop((0, 0, WIDTH, HEAD))
    if turn is None:
        taken = ribbon(canvas, WIDTH - EDGE) + 20 if private else 0
        ended, colour = (say("The eggs are safe"), GOLD) if won else (say_as("the end of a game", "Defeat"), EMBER)
        write_whole(canvas, (EDGE + 4, 48), ended, "display", 54, colour, width=WIDTH - 2 * EDGE - 4 - taken)
        return flattened(canvas)
    turn_header(canvas, *turn, edge=EDGE, private=private)
    return flattened(canvas)


@drawn_once(64)
def _count(saved: int, target: int, alive: tuple[int, ...]) -> Image.Image:
    """The lower line (P): the eggs that are saved, and the rows whose strike dragon is in play."""
    canvas = sky(HEADER).crop((0, HEAD, WIDTH, HEADER))
    across = pips(canvas, (EDGE - 2, 88 - HEAD), saved, target, 44)
    write(canvas, (EDGE + 10 + across, 110 - HEAD), f"{saved}/{target}", "strong", 48, PARCHMENT)
    for row in range(4):
        at = (WIDTH - EDGE - (4 - row) * 70, 84 - HEAD)
        put(canvas, raider(62, EMBER, NIGHT) if row in alive else raider(62, CLAY, gone=True), at)
    return flattened(canvas)


def _legend(canvas: Image.Image, at: tuple[int, int], columns: int, over: bool) -> None:
    """Draw what the marks mean, side by side or one below the other."""
    left, top = at
    if over:
        put(canvas, plate(78, 50, GOLD), (left + 6, top + 7))
        write(canvas, (left + 45, top + 31), ROWS[1] + "3", "strong", 40, NIGHT, "mm")
        said = say("the egg it matches")
        write_whole(canvas, (left + 98, top + 32), said, "text", 44, SAND, width=WIDTH // 2 - 98 - 2 * EDGE)
        return
    marks = (
        (tag("a", 0), say("“match!”")),
        # Translators: what marks mean: a player has; a thing has; it will be
        (rimmed_mark(2, *LOOKS[0]), say("has looked")),
        (danger_frame(60, 60), say("taken next")),
        (recent_frame(60, 60), say("just changed")),
    )
    for number, (figure, text) in enumerate(marks):
        first = LEGEND // 2 if columns > 2 else 48
        x, y = left + number % columns * 290, top + first + number // columns * 90
        put_centred(canvas, figure, (x + 30, y))
        write_whole(canvas, (x + 66, y), text, "text", 44, SAND, width=290 - 66, height=76, step=40)
