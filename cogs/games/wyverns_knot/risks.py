"""Moves that a panel asks about once more: they end the game, surely cost an egg, or mislead or hinder the others."""

from engine import Data
from engine.wyverns_knot.moves import Advance, Aim, Decline, Distract, Point, PointStrike, Research, Scout
from engine.wyverns_knot.state import DRAGONS, ROWS, Enchanting, Researching, Strike, Table, View, WildEnchanting
from languages import later, say

from .known import DANGER, SUCCESS, card_known, cell_name, egg_known, hope, pointing
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
        case Advance(row), _:
            strike = table.strikes[row]
            return _onto_pointed(table, row, strike.column + (1 if strike.face == "down" else -1), strike.face == "up")
        case Distract(row=row), _:
            return _onto_pointed(table, row, table.strikes[row].column + 1)
        case Point() | PointStrike(), Researching():
            return _mispointing(view, move)
        case Research() | Scout(), _ if ends := _last_step(table):
            return say(ends)
    return None


def _onto_pointed(table: Table, row: int, column: int, takes: bool = False) -> str | None:
    """The risk of moving a strike dragon onto an egg that somebody has pointed at. `takes`: the egg is lost."""
    cell = 4 * row + column - 1
    if not 0 < column < 5 or table.nest[cell].fate != "down" or all(claim.cell != cell for claim in table.claims):
        return None
    if takes:
        return say("Somebody has pointed at egg {egg}, and this dragon takes it. Move it anyway?", egg=cell_name(cell))
    return say(
        "Somebody has pointed at egg {egg}. With a dragon on it, nobody can try it. Move it anyway?",
        egg=cell_name(cell),
    )


def _mispointing(view: View, move: Point | PointStrike) -> str | None:
    """The risk of pointing at what is no match, as far as this seat knows: nobody can take it back."""
    chosen = view.table.chosen
    assert isinstance(chosen, Researching)
    target = move.row if isinstance(move, PointStrike) else move.cell
    if pointing(view, target, strike=isinstance(move, PointStrike)) is not DANGER:
        return None
    card = say(DRAGONS[card_known(view, chosen.owner, chosen.position) or 0])
    if isinstance(move, PointStrike):
        return say(
            "Row {row}'s strike dragon is {dragon}, the card is {other}: no match. Point at it anyway?",
            row=ROWS[target],
            dragon=say(DRAGONS[view.table.strikes[target].dragon or 0]),
            other=card,
        )
    egg = egg_known(view, target)
    if egg is None:
        return say(
            "Egg {egg} can't be {dragon}: you know where both of that kind are. Point at it anyway?",
            egg=cell_name(target),
            dragon=card,
        )
    return say(
        "Egg {egg} is {dragon}, the card is {other}: no match. Point at it anyway?",
        egg=cell_name(target),
        dragon=say(DRAGONS[egg]),
        other=card,
    )


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
