"""The labels of moves and of their fields."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine import Data
from engine.wyverns_knot.moves import Aim, Distract, Place, Point, PointStrike, Research, Scout
from engine.wyverns_knot.state import DRAGONS, ROWS, Enchanting, Researching, Table, View, WildEnchanting
from languages import labelled, later, later_as, say

from ..words import Label, Prompt, move_path
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
    dragon_of,
    egg_details,
    egg_known,
    has_seen,
    hope,
    pairs,
    pointing,
    short_names,
    wild_claim,
)

# In the order of the buttons. Colours follow risk: blue is safe or has something to go by, green is sure, red costs
KINDS = {
    # Translators: whom, and which card, follow "Help"
    "research": Label(later("Look at a card"), emoji="🔍", style=PRIMARY, verb=later("Help"), opened=True),
    # Translators: an egg follows "Scout": "Scout A1"
    "scout": Label(later("Scout an egg"), emoji="🔭", style=PRIMARY, verb=later("Scout")),
    # Translators: "card 2" follows "Enchant with"
    "enchant": Label(later("Enchant…"), emoji="✨", verb=later("Enchant with")),
    # Translators: "A's dragon" follows "Distract"
    "distract": Label(later("Distract a strike dragon"), emoji="🪁", verb=later("Distract"), folded=True),
    # Translators: "card 2" follows "Wild with"; wild: a wild enchantment
    "wild": Label(later("Wild enchantment"), emoji="🌀", verb=later("Wild with")),
    # Translators: a card
    "turn-up": Label(later("Turn it face up"), later("for everyone"), emoji="🃏", style=PRIMARY),
    "keep": Label(later("Show nothing")),
    # Translators: an egg, such as "A1", or "A's dragon" follows "Point at"
    "point": Label(later("Point at an egg"), emoji="👉", verb=later("Point at")),
    "point-strike": Label(later("Point at a strike dragon"), emoji="👉", verb=later("Point at")),
    "aim": Label(later("Pick the egg"), emoji="🥚", verb=""),
    "back": Label(later("Do something else"), emoji="↩️"),
    # Translators: an egg follows "Save": "Save A1"; its row: that of the strike dragon which the card matches
    "place": Label(later("Save an egg in its row"), emoji="🥚", style=SUCCESS, verb=later("Save")),
    "decline": Label(later("Try your first egg")),
    # Translators: "A's dragon" follows "Remove"
    "remove": Label(later("Remove a strike dragon"), verb=later("Remove")),
    # Translators: "A's dragon" follows "Move"
    "advance": Label(later("Move a strike dragon"), style=PRIMARY, verb=later("Move")),
}
ORDER = [*KINDS]
BEFORE_ALL = -1  # in place of an index in ORDER
FIELDS: Mapping[str, Prompt] = {
    "row": ("a strike dragon", later_as("a strike dragon", "Which one?")),
    "remove.row": later("Which one leaves the game?"),
    "point-strike.row": later("Which one does it match?"),
    "point.cell": later("Which egg does it match?"),
    "enchant.position": later("With which of your cards?"),
    "wild.position": later("With which of your face-down cards?"),
    "research.position": later("Which card?"),
    "distract.position": later("With which card?"),
    "cell": later("Which egg?"),
}


def kind(view: View, tag: str) -> Label:
    """A kind of move with what is known about it now, in three words."""
    kind, table = KINDS[tag].said(), view.table
    match tag, table.chosen:
        case "wild", _ if not any(strike.face == "up" for strike in table.strikes):
            return replace(kind, detail=say("no use yet"))
        case "wild", _:
            pointed = any(wild_claim(view, position) is not None for position in range(len(table.tableaus[table.turn])))
            return replace(kind, style=PRIMARY) if pointed else replace(kind, detail=say("a guess"))
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
    # Translators: a player's card by its number
    text = say("card {number}", number=position + 1)
    return Label(text, known, style=best, risky=best in (DANGER, GREY))


def egg_label(view: View, names: Sequence[str], cell: int, tag: str) -> Label:
    """An egg, and how well it fits the card that has been chosen."""
    label = Label(cell_name(cell), detail=egg_details(view, names, cell))
    match tag, view.table.chosen:
        case "aim", Enchanting(position=position):
            style, known = hope(view, position, cell)
            if style in (SUCCESS, DANGER):
                known = labelled(label.detail, known) if label.detail else known
                return replace(label, detail=known, style=style, risky=style is DANGER)
            return replace(label, detail=label.detail or say(NOTHING_KNOWN), style=style, risky=style is GREY)
        case "point", Researching(owner=owner, position=position):
            dragon = card_known(view, owner, position)
            if dragon is not None and dragon == egg_known(view, cell):
                known = say("{known}: a match", known=label.detail or say(DRAGONS[dragon]))
                return replace(label, detail=known, style=SUCCESS)
    return label


def strike_label(view: View, row: int, tag: str) -> Label:
    """A strike dragon, and what the move does to it."""
    table, strike = view.table, view.table.strikes[row]
    text, who = dragon_of(row), None if strike.dragon is None else say(DRAGONS[strike.dragon])
    match tag:
        case "advance":
            return advancing(table, row, text)
        case "point-strike":
            chosen = table.chosen
            known = None
            if isinstance(chosen, Researching):
                known = card_known(view, chosen.owner, chosen.position)
            same = known is not None and known == strike.dragon
            # Translators: after what is known of a card or an egg, such as a dragon's name
            what = say("{known}: a match", known=who) if same else who
            return Label(text, what, style=SUCCESS if same else GREY)
        case _:
            where = say("column {column}", column=strike.column)
            return Label(text, f"{who}, {where}" if who else where)


def advancing(table: Table, row: int, text: str) -> Label:
    column, down = table.strikes[row].column, table.strikes[row].face == "down"
    if down and column == 4:
        # Translators: what a strike dragon does when it is moved; so are the next ones
        return Label(text, say("turns face up"), style=PRIMARY)
    if not down and column == 1:
        return Label(text, say("flies home"))
    if not down and table.nest[4 * row + column - 2].fate == "down":
        return Label(text, say("takes egg {egg}!", egg=f"{ROWS[row]}{column - 1}"), style=DANGER)
    return Label(text, say("to column {column}", column=column + (1 if down else -1)), style=PRIMARY)


def phrase(view: View, names: Sequence[str], move: Data) -> Label | None:
    match move:
        case Research(owner, position):
            # Translators: whose card, after "Help"
            text = say("{player}: card {number}", player=short_names(names)[owner], number=position + 1)
            style = PRIMARY if card_known(view, owner, position) is None else GREY
            return Label(text, card_details(view, names, owner, position), style=style, brief=str(position + 1))
        case Distract(position, row):
            back = say("costs the card, back to column {column}", column=view.table.strikes[row].column + 1)
            # Translators: the strike dragon of this row, after "Distract"
            text = say("{row}'s dragon with card {number}", row=ROWS[row], number=position + 1)
            return Label(text, back)
    return None


def rank(view: View, move: Data) -> tuple[int, int]:
    """Scouting comes first until the player has seen a dragon. Of eggs, the most promising ones come first."""
    kind, chosen = ORDER.index(move_path(move)[0]), view.table.chosen
    match move, chosen:
        case Scout(cell), _:
            return kind if has_seen(view) else BEFORE_ALL, int(egg_known(view, cell) is not None)
        case Point(cell), _:
            return kind, -RISKS.index(pointing(view, cell))
        case PointStrike(row), _:
            return kind, -RISKS.index(pointing(view, row, strike=True))
        case Aim(cell), Enchanting(position=position):
            return kind, -RISKS.index(hope(view, position, cell)[0])
        case Place(cell), WildEnchanting(cell=first):
            return kind, int(cell != first)
    return kind, 0
