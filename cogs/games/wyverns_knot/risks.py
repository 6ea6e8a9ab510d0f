"""Moves that a panel asks about once more, because they end the game or surely cost an egg."""

from engine import Data
from engine.wyverns_knot.moves import Advance, Aim, Decline, Research, Scout
from engine.wyverns_knot.state import DRAGONS, Enchanting, Strike, Table, View, WildEnchanting
from languages import later, say

from .known import DANGER, SUCCESS, cell_name, egg_known, hope
from .labels import advancing

LAST_MISS = later("A miss takes the last strike dragon away, and the game is lost. Try it?")
LAST_EGG = later("A miss loses the last egg, and the game is lost. Try it?")
FLIES_HOME = later("After this the last strike dragon flies home, and the game is lost. Do it anyway?")
TAKES_EGG = later("After this the last strike dragon takes the last egg, and the game is lost. Do it anyway?")


def risky(view: View, move: Data) -> str | None:
    table = view.table
    match move, table.chosen:
        case Aim(cell), Enchanting(owner=own, position=position):
            card, egg = table.tableaus[own][position].dragon, egg_known(view, cell)
            if card is not None and egg is not None and card != egg:
                return say(
                    "Egg {egg} is {dragon}, your card is {other}. Both would be lost. Try it?",
                    egg=cell_name(cell),
                    dragon=say(DRAGONS[egg]),
                    other=say(DRAGONS[card]),
                )
            return gamble(view, position, cell)
        case Decline(), WildEnchanting(position=position, cell=int(cell)):
            return gamble(view, position, cell)
        case Advance(row), _ if table.left == 1 and advancing(table, row, "").style is DANGER:
            return say("It takes the last egg, and the game is lost. Move it anyway?")
        case Research() | Scout(), _ if ends := _last_step(table):
            return say(ends)
    return None


def _last_step(table: Table) -> str | None:
    """How the only strike dragon left ends the game when it moves; None if it doesn't."""
    rows = [row for row, strike in enumerate(table.strikes) if strike.face != "gone"]
    if len(rows) > 1 or table.strikes[rows[0]].face == "down":
        return None
    if table.strikes[rows[0]].column == 1:
        return FLIES_HOME
    return TAKES_EGG if table.left == 1 and advancing(table, rows[0], "").style is DANGER else None


def gamble(view: View, position: int, cell: int) -> str | None:
    """The risk of trying this card of the seat to act on an egg, if a miss ends the game."""
    if hope(view, position, cell)[0] is SUCCESS:
        return None
    if len(_in_play(view.table)) == 1:
        return say(LAST_MISS)
    return say(LAST_EGG) if view.table.left == 1 else None


def _in_play(table: Table) -> list[Strike]:
    return [strike for strike in table.strikes if strike.face != "gone"]
