"""The sizes of the board, and its four columns: incantations and hand stand in them."""

from ..theme import MARGIN

COLUMNS, COLUMN, GAP = 4, 276, 16  # px: incantations and hand stand in the same four columns
STRIPS, STRIP_STEP = 262, 88
CARD = (COLUMN, 386)
UNDER = 46  # the line below a card of the hand: what it is good for
WAYS = 212  # the four ways to negate, in a row


def left_of(column: int) -> int:
    return MARGIN + column * (COLUMN + GAP)
