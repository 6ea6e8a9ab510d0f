"""What the pictures and the words of Wyvern's Knot read off a public table."""

from engine.wyverns_knot import ROWS, Claim, Table


def cell_name(cell: int) -> str:
    return f"{ROWS[cell // 4]}{cell % 4 + 1}"


def target_name(claim: Claim) -> str:
    """`B3` for an egg, `B` for the strike dragon of row B."""
    return ROWS[claim.row] if claim.row is not None else cell_name(claim.cell or 0)


def in_play(table: Table) -> list[int]:
    """The rows whose strike dragon is still in play."""
    return [row for row, strike in enumerate(table.strikes) if strike.face != "gone"]


def covering(table: Table, cell: int) -> int | None:
    """The row of the strike dragon that lies on a grid card."""
    row, strike = cell // 4, table.strikes[cell // 4]
    return row if strike.face != "gone" and strike.column == cell % 4 + 1 else None


def threatened(table: Table, row: int) -> int | None:
    """The egg that a face-up strike dragon takes next if it goes on: the first unsaved one on its left."""
    strike = table.strikes[row]
    if strike.face != "up":
        return None
    cells = (4 * row + column - 1 for column in range(strike.column - 1, 0, -1))
    return next((cell for cell in cells if table.nest[cell].fate == "down"), None)
