"""The seats of a table: their marks, told apart by shape as well as by colour, their names, and whose turn it is.

All sizes are px on a canvas 1,200 px wide.
"""

from collections.abc import Sequence

from PIL import Image

from languages import say

from .colours import BARK, CLAY, EARTH, GOLD, MOON, NIGHT, PARCHMENT, SEATS, SHADE
from .faces import SIGN
from .parts import eye_badge
from .sprites import drawn_once
from .theme import MARGIN, WIDTH, fitted, laid, largest, put, set_in, shown_name, slab, text_width, write, write_whole
from .vector import Colour, Pen, drawn, regular

LONG = 430  # px: longer texts than English ones get two lines
NUMERALS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
SHAPES = (  # by seat, in a square of 100 units
    "M50 4 C75 4 96 25 96 50 C96 75 75 96 50 96 C25 96 4 75 4 50 C4 25 25 4 50 4Z",  # a circle
    "M50 5 L98 93 L2 93Z",
    "M9 9 L91 9 L91 91 L9 91Z",
    "M50 0 L100 50 L50 100 L0 50Z",
    regular(5, 54, (50, 54), 25),
    "M30 2 L70 2 L70 30 L98 30 L98 70 L70 70 L70 98 L30 98 L30 70 L2 70 L2 30 L30 30Z",  # a cross
    "M50 96 C36 78 3 60 3 33 C3 4 40 0 50 24 C60 0 97 4 97 33 C97 60 64 78 50 96Z",  # a heart
    "M70 7 C42 -6 2 14 2 52 C2 90 46 108 80 87 C89 81 95 75 98 67 C72 72 52 42 70 7Z",  # a crescent
)
# Where a letter stands in a shape, from its middle, in shares of its size: (right, down). A triangle is wider below
LETTERS = ((0, 0), (0, 1 / 8), (0, 0), (0, 0), (0, 1 / 30), (0, 0), (0, -1 / 20), (-1 / 7, 1 / 16))
ROW = 132  # the height of a seat's row in a result


# -- Marks


@drawn_once(64)
def seat_mark(seat: int, size: int, colour: Colour | None = None) -> Image.Image:
    """The mark of a seat, `size` px: its shape in its colour, or in another one."""

    def draw(pen: Pen) -> None:
        pen.fill(SHAPES[seat], colour or SEATS[seat])

    return drawn(size, size, draw)


@drawn_once(64)
def rimmed_mark(seat: int, size: int, rim: int = 4) -> Image.Image:
    """The mark of a seat on a dark rim: it stands out on whatever it is laid on."""
    canvas = seat_mark(seat, size, NIGHT).copy()
    canvas.alpha_composite(seat_mark(seat, size - 2 * rim), (rim, rim))
    return canvas


@drawn_once(64)
def badge(seat: int, mark: str, size: int) -> Image.Image:
    """A seat's shape with a letter or a number in it, on a dark rim."""

    def draw(pen: Pen) -> None:
        pen.outline(SHAPES[seat], SHADE, 10)
        pen.fill(SHAPES[seat], SEATS[seat])

    made = drawn(size, size, draw, 112, 6)
    right, lower = (int(size * share) for share in LETTERS[seat])
    text = max(40, round(size * 0.58))
    write(made, (size // 2 + right, size // 2 - 1 + lower), mark, "strong", text, NIGHT, "mm")
    return made


# -- Whose things they are


def owned(names: Sequence[str], seat: int, *, you: bool) -> str:
    """“your”, or “Bramble's”, for the names that lessons give to things; without the sign of a computer player."""
    return "your" if you else f"{names[seat].removeprefix(SIGN).strip()}'s"


# -- Whose turn it is


def turn_header(canvas: Image.Image, seat: int, name: str, text: str, *, edge: int, private: bool) -> None:
    """The header of a turn, 84 px high: the mark and name of who acts, what they do, and the ribbon if private."""
    right = WIDTH - edge
    if private:
        right -= ribbon(canvas, right) + 20
    put(canvas, seat_mark(seat, 60), (edge, 18))
    turn_line(canvas, (edge + 76, 46), name, text, right - 4)


def turn_line(canvas: Image.Image, at: tuple[int, int], name: str, text: str, right: int, size: int = 54) -> None:
    """Write a name in gold, and after it what they do, as large as there is room; a long name is cut.

    `right`: where the room ends. `size`: of the name; what they do is at most as large.
    """
    room = right - at[0] - 16
    named = text_width(fitted(name, "strong", size, room), "strong", size)
    text_size, high = max(42, largest(text, "text", size, room - named)), 0
    wanted = text_width(text, "text", text_size)
    if wanted > LONG:  # on two lines, so that the name keeps its room
        wanted, high = max(room - named, wanted // 2 + 40), 80
    across = write(canvas, at, name, "strong", size, GOLD, width=max(160, room - wanted))
    middle, rest = (at[0] + 16 + across, at[1] + 2), room - across
    write_whole(canvas, middle, text, "text", text_size, PARCHMENT, width=rest, height=high)


def ribbon(canvas: Image.Image, right: int) -> int:
    """The ribbon of a private picture, up to its right edge; gives its width."""
    text, size = say("For you alone"), 40
    width = text_width(text, "strong", size) + 92
    put(canvas, slab(width, 66, MOON, radius=26), (right - width, 16))
    put(canvas, eye_badge(52), (right - width + 8, 20))
    write(canvas, (right - 22, 45), text, "strong", size, NIGHT, "rm")
    return width


# -- Plates


def seat_plate(
    size: tuple[int, int], seat: int, name: str, *, acting: bool, you: bool = False, rim: Colour = GOLD
) -> Image.Image:
    """A seat's part of the board (RGB): a plate with the mark, the name and a note in its upper 62 px.

    `name` has been through `shown_name`; `rim` is that of the seat which is to act.
    """
    made = laid(*size, EARTH if acting else BARK, rim if acting else None).copy()
    put(made, seat_mark(seat, 50), (14, 7))
    note = say("you") if you else say("to act") if acting else ""
    name_line(made, (78, 31), name, note, size[0] - 18, MOON if you else GOLD)
    return made


def name_line(
    canvas: Image.Image, at: tuple[int, int], name: str, note: str, right: int, colour: Colour = GOLD
) -> None:
    """A name, cut if it is long, and a note that ends at `right`."""
    size, _ = set_in(note, "strong", 40, (right - at[0]) // 2)
    room = right - at[0] - 16 - text_width(note, "strong", size)
    write(canvas, at, name, "strong", 44, PARCHMENT, width=room)
    write(canvas, (right, at[1]), note, "strong", size, colour, "rm")


def result_row(
    canvas: Image.Image, top: int, seat: int, name: str, room: int, *, edge: int = MARGIN, won: bool = False
) -> None:
    """A seat's row in a result, 132 px high: its mark and its name in `room` px. The game fills the rest."""
    put(canvas, slab(WIDTH - 2 * edge, ROW, EARTH if won else BARK, GOLD if won else CLAY), (edge, top))
    put(canvas, seat_mark(seat, 60), (edge + 20, top + 32))
    write(canvas, (edge + 98, top + 62), shown_name(name, seat), "strong", 46, PARCHMENT, width=room)
