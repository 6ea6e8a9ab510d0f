"""Moves that a panel asks about once more, because they end the game or surely cost an egg."""

from engine import Data
from engine.wyverns_knot.moves import Advance, Aim, Decline, Research, Scout
from engine.wyverns_knot.state import DRAGONS, Enchanting, Strike, Table, View, WildEnchanting

from .known import DANGER, SUCCESS, cell_name, egg_known, hope
from .labels import advancing

LAST_MISS = "A miss takes the last strike dragon away, and the game is lost. Try it?"
LAST_EGG = "A miss loses the last egg, and the game is lost. Try it?"


def risky(view: View, move: Data) -> str | None:
    table = view.table
    match move, table.chosen:
        case Aim(cell), Enchanting(owner=own, position=position):
            card, egg = table.tableaus[own][position].dragon, egg_known(view, cell)
            if card is not None and egg is not None and card != egg:
                kinds = f"Egg {cell_name(cell)} is {DRAGONS[egg]}, your card is {DRAGONS[card]}."
                return f"{kinds} Both would be lost. Try it?"
            return gamble(view, position, cell)
        case Decline(), WildEnchanting(position=position, cell=int(cell)):
            return gamble(view, position, cell)
        case Advance(row), _ if table.left == 1 and advancing(table, row, "").style is DANGER:
            return "It takes the last egg, and the game is lost. Move it anyway?"
        case Research() | Scout(), _ if ends := _last_step(table):
            return f"After this the last strike dragon {ends}, and the game is lost. Do it anyway?"
    return None


def _last_step(table: Table) -> str | None:
    """How the only strike dragon left ends the game when it moves; None if it doesn't."""
    rows = [row for row, strike in enumerate(table.strikes) if strike.face != "gone"]
    if len(rows) > 1 or table.strikes[rows[0]].face == "down":
        return None
    if table.strikes[rows[0]].column == 1:
        return "flies home"
    return "takes the last egg" if table.left == 1 and advancing(table, rows[0], "").style is DANGER else None


def gamble(view: View, position: int, cell: int) -> str | None:
    """The risk of trying this card of the seat to act on an egg, where a miss ends the game."""
    if hope(view, position, cell)[0] is SUCCESS:
        return None
    if len(_in_play(view.table)) == 1:
        return LAST_MISS
    return LAST_EGG if view.table.left == 1 else None


def _in_play(table: Table) -> list[Strike]:
    return [strike for strike in table.strikes if strike.face != "gone"]
