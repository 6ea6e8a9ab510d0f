"""Facts of a public table that both the pictures and the descriptions of Wyvern's Knot need."""

from itertools import chain
from string import ascii_letters

from engine.wyverns_knot.events import (
    Advanced,
    Aimed,
    Distracted,
    Event,
    Left,
    Looked,
    Lost,
    Mismatched,
    Passed,
    Pointed,
    Saved,
    Scouted,
    TurnedUp,
    Unseen,
)
from engine.wyverns_knot.state import DRAGONS, ROWS, MageCard, Table, View
from languages import later

Place = tuple[str, int] | tuple[str, int, int]  # ("cell", 0-15), ("strike", row) or ("card", owner, position)

STEPS = {  # by step: what the turn waits for. It follows a name
    # Translators: after a player's name, as the next texts
    "action": later("is to act"),
    "claim": later("studies a card"),
    "advance": later("moves a strike dragon"),
    "aim": later("picks an egg"),
    "place": later("picks an egg"),
    "remove": later("removes a strike dragon"),
}
COPIES = 2  # of each kind in the nest, strike dragons included, and as many among the cards


def claim_letter(number: int) -> str:
    """The letter of a claim, by its place among the claims on the board: a to z, then A to Z."""
    return ascii_letters[number % len(ascii_letters)]


def cell_name(cell: int) -> str:
    return f"{ROWS[cell // 4]}{cell % 4 + 1}"


def in_play(table: Table) -> list[int]:
    """The rows whose strike dragon is still in play."""
    return [row for row, strike in enumerate(table.strikes) if strike.face != "gone"]


def covering(table: Table, cell: int) -> int | None:
    """The row of the strike dragon that lies on a grid card."""
    row, strike = cell // 4, table.strikes[cell // 4]
    return row if strike.face != "gone" and strike.column == cell % 4 + 1 else None


def threatened(table: Table, row: int) -> int | None:
    """The egg that a face-up strike dragon takes next: the first unsaved one to its left."""
    strike = table.strikes[row]
    if strike.face != "up":
        return None
    cells = (4 * row + column - 1 for column in range(strike.column - 1, 0, -1))
    return next((cell for cell in cells if table.nest[cell].fate == "down"), None)


def seen(view: View) -> tuple[tuple[int, int], ...]:
    """By kind: how many dragons of the nest, and how many cards, everybody has seen (or this seat, in its view)."""
    table, mine = view.table, view.mine
    nest = [None if egg.fate == "down" else egg.dragon for egg in table.nest]
    cards = [None if card.face == "down" else card.dragon for tableau in table.tableaus for card in tableau]
    if mine:
        nest = [own if dragon is None else dragon for dragon, own in zip(nest, mine.nest, strict=True)]
        own_cards = chain(*mine.tableaus)
        cards = [own if dragon is None else dragon for dragon, own in zip(cards, own_cards, strict=True)]
    nest += [None if strike.face == "down" else strike.dragon for strike in table.strikes]
    return tuple((nest.count(dragon), cards.count(dragon)) for dragon in range(len(DRAGONS)))


def matching(table: Table, card: MageCard) -> list[int]:
    """For a face-up card: the eggs that are known to be of its kind and that nobody has saved."""
    if card.face != "up":
        return []
    return [cell for cell, egg in enumerate(table.nest) if egg.fate != "saved" and egg.dragon == card.dragon]


def changed(table: Table) -> set[Place]:
    """The places that the last turn touched."""
    return {place for event in table.recent for place in _touched(event)}


def _touched(event: Event) -> tuple[Place, ...]:
    match event:
        case Looked(_, owner, position) | TurnedUp(_, owner, position) | Unseen(_, int(owner), int(position)):
            return (("card", owner, position),)
        case Pointed(_, owner, position, cell, row):
            target: Place = ("cell", cell) if cell is not None else ("strike", row or 0)
            return (("card", owner, position), target)
        case Scouted(_, cell) | Saved(_, cell) | Lost(cell) | Unseen(cell=int(cell)):
            return (("cell", cell),)
        case Aimed(seat, position, cell) | Mismatched(seat, position, cell):
            return (("card", seat, position), ("cell", cell))
        case Advanced(_, row) | Left(row):
            return (("strike", row),)
        case Distracted(seat, position, row):
            return (("card", seat, position), ("strike", row))
        case Passed():
            return ()
        case _:
            return ()
