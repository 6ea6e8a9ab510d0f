"""Where things are on the board of Wyvern's Knot. Sizes are px."""

from dataclasses import dataclass

from PIL import Image

from ..canvas import flat
from ..theme import WIDTH
from .parts import palette

EDGE = 20
HEADER = 152
HEAD = 84  # its upper line
NUMBERS = 40  # the line above the nest
LETTERS = 52  # the column before it
OUTER = 146  # width of columns 0 and 5
CELL = 194  # width of columns 1 to 4
GAP = 8
ROW = 138  # a cell's height
STRIKE = 102  # a strike dragon's card
NAME = 56  # the line above a tableau
KINDS = 140  # height of that table, with its heading
LEGEND = 58  # height of the legend in one line


@dataclass(frozen=True)
class Layout:
    """Where things are on a board for so many seats."""

    columns: int  # of tableaus side by side
    card: tuple[int, int]  # width and height of a mage's card
    step: int  # from card to card

    @property
    def seat(self) -> tuple[int, int]:
        """Width and height of a tableau."""
        return (WIDTH - 2 * EDGE - (self.columns - 1) * 16) // self.columns, NAME + self.card[1] + 12


LAYOUTS = {3: Layout(1, (156, 104), 163), 4: Layout(2, (104, 134), 109), 5: Layout(2, (130, 126), 137)}
NEST_TOP = HEADER + NUMBERS
TABLEAUS_TOP = NEST_TOP + 4 * (ROW + GAP) + 6


def flattened(drawn: Image.Image) -> Image.Image:
    return flat(drawn, palette())


def end_of_tableaus(seats: int) -> int:
    """Where the tableaus end."""
    layout = LAYOUTS[seats]
    return TABLEAUS_TOP + -(-seats // layout.columns) * (layout.seat[1] + 8) + 4


def column_at(column: int) -> tuple[int, int]:
    """Left edge and width of a column, 0 to 5."""
    if column == 0:
        return EDGE + LETTERS, OUTER
    left = EDGE + LETTERS + OUTER + GAP + (column - 1) * (CELL + GAP)
    return left, OUTER if column == 5 else CELL


def top_of_row(row: int) -> int:
    """Upper edge of a row."""
    return NEST_TOP + row * (ROW + GAP)


def place_of_seat(seat: int, layout: Layout) -> tuple[int, int]:
    width, height = layout.seat
    line, column = divmod(seat, layout.columns)
    return EDGE + column * (width + 16), TABLEAUS_TOP + line * (height + 8)
