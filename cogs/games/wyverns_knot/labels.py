"""The labels of moves and of their fields."""

from collections.abc import Sequence
from dataclasses import replace

from engine import Data
from engine.wyverns_knot.moves import Aim, Distract, Place, Research, Scout
from engine.wyverns_knot.state import DRAGONS, ROWS, Enchanting, Researching, Table, View, WildEnchanting

from ..words import Label, move_path
from .known import (
    DANGER,
    GREY,
    NOTHING_KNOWN,
    PRIMARY,
    RISKS,
    SUCCESS,
    card_details,
    card_known,
    cell_name,
    egg_details,
    egg_known,
    has_seen,
    hope,
    pairs,
    short_names,
    wild_claim,
)

# In the order of the buttons. Colours follow risk: blue is safe or has something to go by, green is sure, red costs
KINDS = {
    "research": Label("Look at a card", emoji="🔍", style=PRIMARY, verb="Help", opened=True),
    "scout": Label("Scout an egg", emoji="🔭", style=PRIMARY, verb="Scout"),
    "enchant": Label("Enchant…", emoji="✨", verb="Enchant with"),
    "distract": Label("Distract a strike dragon", emoji="🪁", verb="Distract", folded=True),
    "wild": Label("Wild enchantment", emoji="🌀", verb="Wild with"),
    "turn-up": Label("Turn it face up", "for everyone", emoji="🃏", style=PRIMARY),
    "keep": Label("Show nothing"),
    "point": Label("Point at an egg", emoji="👉", verb="Point at"),
    "point-strike": Label("Point at a strike dragon", emoji="👉", verb="Point at"),
    "aim": Label("Pick the egg", emoji="🥚", verb=""),
    "back": Label("Do something else", emoji="↩️"),
    "place": Label("Save an egg in its row", emoji="🥚", style=SUCCESS, verb="Save"),
    "decline": Label("Try your first egg"),
    "remove": Label("Remove a strike dragon", verb="Remove"),
    "advance": Label("Move a strike dragon", style=PRIMARY, verb="Move"),
}
ORDER = [*KINDS]
BEFORE_ALL = -1  # in place of an index in ORDER
FIELDS = {
    "row": "Which one?",
    "remove.row": "Which one leaves the game?",
    "point-strike.row": "Which one does it match?",
    "point.cell": "Which egg does it match?",
    "enchant.position": "With which of your cards?",
    "wild.position": "With which of your face-down cards?",
    "research.position": "Which card?",
    "distract.position": "With which card?",
    "cell": "Which egg?",
}


def kind(view: View, tag: str) -> Label:
    """A kind of move with what there is to know of it now, in three words."""
    kind, table = KINDS[tag], view.table
    match tag, table.chosen:
        case "wild", _ if not any(strike.face == "up" for strike in table.strikes):
            return replace(kind, detail="no use yet")
        case "wild", _:
            pointed = any(wild_claim(view, position) is not None for position in range(len(table.tableaus[table.turn])))
            return replace(kind, style=PRIMARY) if pointed else replace(kind, detail="a guess")
        case "decline", Enchanting(cell=int(cell)):
            return replace(kind, detail=cell_name(cell))
    return kind


def value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    value, tag = getattr(move, field), move_path(move)[0]
    match field:
        case "owner":
            return Label(short_names(names)[value])
        case "position":
            return _own_card(view, names, value, tag)
        case "cell":
            return egg_label(view, names, value, tag)
        case _:
            return strike_label(view, value, tag)


def _own_card(view: View, names: Sequence[str], position: int, tag: str) -> Label:
    """A card to enchant with, as hopeful as the best egg for it."""
    hopes = [hope(view, position, cell)[0] for at, cell in pairs(view) if at == position]
    best = PRIMARY if tag == "wild" and wild_claim(view, position) else max(hopes, key=RISKS.index, default=GREY)
    known = card_details(view, names, view.table.turn, position)
    return Label(f"card {position + 1}", known, style=best, risky=best in (DANGER, GREY))


def egg_label(view: View, names: Sequence[str], cell: int, tag: str) -> Label:
    """An egg, and how it goes with the card that has been chosen."""
    label = Label(cell_name(cell), detail=egg_details(view, names, cell))
    match tag, view.table.chosen:
        case "aim", Enchanting(position=position):
            style, known = hope(view, position, cell)
            if style in (SUCCESS, DANGER):
                known = f"{label.detail}: {known}" if label.detail else known
                return replace(label, detail=known, style=style, risky=style is DANGER)
            return replace(label, detail=label.detail or NOTHING_KNOWN, style=style, risky=style is GREY)
        case "point", Researching(owner=owner, position=position):
            dragon = card_known(view, owner, position)
            if dragon is not None and dragon == egg_known(view, cell):
                return replace(label, detail=f"{label.detail or DRAGONS[dragon]}: a match", style=SUCCESS)
    return label


def strike_label(view: View, row: int, tag: str) -> Label:
    """A strike dragon, and what the move does to it."""
    table, strike = view.table, view.table.strikes[row]
    who = "face down" if strike.dragon is None else DRAGONS[strike.dragon]
    text = f"{ROWS[row]}'s dragon"
    match tag:
        case "advance":
            return advancing(table, row, text)
        case "point-strike":
            chosen = table.chosen
            known = None
            if isinstance(chosen, Researching):
                known = card_known(view, chosen.owner, chosen.position)
            same = known is not None and known == strike.dragon
            what = f"{who}: a match" if same else None if strike.dragon is None else who
            return Label(text, what, style=SUCCESS if same else GREY)
        case _:
            up = "" if strike.dragon is None else f"{who}, "
            return Label(text, f"{up}column {strike.column}")


def advancing(table: Table, row: int, text: str) -> Label:
    column = table.strikes[row].column
    if table.strikes[row].face == "down":
        return Label(text, "turns face up" if column == 4 else f"to column {column + 1}", style=PRIMARY)
    if column == 1:
        return Label(text, "flies home")
    if table.nest[4 * row + column - 2].fate == "down":
        return Label(text, f"takes egg {ROWS[row]}{column - 1}!", style=DANGER)
    return Label(text, f"to column {column - 1}", style=PRIMARY)


def phrase(view: View, names: Sequence[str], move: Data) -> Label | None:
    match move:
        case Research(owner, position):
            return Label(
                f"{short_names(names)[owner]}: card {position + 1}", card_details(view, names, owner, position)
            )
        case Distract(position, row):
            back = f"costs the card, back to column {view.table.strikes[row].column + 1}"
            return Label(f"{ROWS[row]}'s dragon with card {position + 1}", back)
    return None


def rank(view: View, move: Data) -> tuple[int, int]:
    """Scouting comes first until the player has seen a dragon. Of eggs, the most promising ones come first."""
    kind, chosen = ORDER.index(move_path(move)[0]), view.table.chosen
    match move, chosen:
        case Scout(cell), _:
            return kind if has_seen(view) else BEFORE_ALL, int(egg_known(view, cell) is not None)
        case Aim(cell), Enchanting(position=position):
            return kind, -RISKS.index(hope(view, position, cell)[0])
        case Place(cell), WildEnchanting(cell=first):
            return kind, int(cell != first)
    return kind, 0
