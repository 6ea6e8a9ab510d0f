"""Wyvern's Knot in words: alt text for a board, and the whole position for a screen reader."""

from collections import defaultdict
from collections.abc import Sequence

from engine.game import Seat
from engine.wyverns_knot.state import DRAGONS, ROWS, Claim, Egg, MageCard, Mine, Strike, Table, View

from ..text import ALT_LIMIT, WORDS_LIMIT, joined, listing
from .facts import COPIES, Place, cell_name, changed, claim_letter, in_play, matching, seen, threatened

_STEPS = {
    "action": "choosing an action",
    "claim": "deciding what to show of a card",
    "advance": "about to move a strike dragon",
    "aim": "choosing the egg to enchant",
    "place": "choosing an egg for the wild enchantment",
    "remove": "choosing the strike dragon that leaves",
}


def alt(view: View, names: Sequence[str]) -> str:
    """The gist of the public position, in some fifty words. `view.mine` is not used."""
    table = view.table
    parts = [f"Wyvern's Knot. {_score(table)}", _turn(table, names)]
    if table.step != "over":
        parts.append(_threats(table))
    return joined(parts, " ", ALT_LIMIT)


def describe(view: View, names: Sequence[str]) -> str:
    """The whole position in lines of text, at most 3,500 characters: what is public, and what `view.mine` knows.

    Seats are named. If that would be too long, they get the marks of the picture instead (I to V).
    """
    lines = _lines(view, names, names)
    if len("\n".join(lines)) > WORDS_LIMIT:
        lines = _lines(view, names, [f"seat {seat + 1}" for seat in range(len(names))])
    return joined(lines, "\n", WORDS_LIMIT)


def brief(view: View, names: Sequence[str]) -> str:
    """What whoever is to act needs first: what they know, what moves, and what others have pointed at."""
    table = view.table
    lines = [
        _score(table),
        f"You alone know: {_own_looks(view.mine, table, names)}." if view.mine else "",
        _threats(table),
        listing("Pointed", (_said(claim, names) for claim in table.claims), "; "),
    ]
    return joined(lines, "\n", WORDS_LIMIT)


def _lines(view: View, names: Sequence[str], short: Sequence[str]) -> list[str]:
    table = view.table
    seats = ", ".join(f"{seat + 1} {name}" for seat, name in enumerate(names))
    return [
        f"Wyvern's Knot. {_score(table)} {_turn(table, names)}",
        *([] if short is names else [f"Seats: {seats}."]),
        *([_own(view.mine, table, short)] if view.mine else []),
        *_nest(table, short),
        listing("Strike dragons", (_strike(table, row) for row in range(4)), "; "),
        *(_tableau(table, seat, short) for seat in range(len(short))),
        "" if table.step == "over" else _to_find(view),
        listing("Pointed", (_claim(number, claim, short) for number, claim in enumerate(table.claims)), "; "),
        listing("Just changed", (_place(place, short) for place in sorted(changed(table), key=str))),
    ]


def _score(table: Table) -> str:
    return f"{table.saved} of {table.options.target} eggs saved, {table.left} left in the nest."


def _turn(table: Table, names: Sequence[str]) -> str:
    if table.step == "over":
        return "The game is won." if table.saved >= table.options.target else "The game is lost."
    return f"{names[table.turn]} is {_STEPS[table.step]}{_choosing(table, names)}."


def _choosing(table: Table, names: Sequence[str]) -> str:
    chosen = table.chosen
    if chosen is None:
        return ""
    parts = []
    if chosen.owner is not None and chosen.position is not None:
        of = "" if chosen.owner == table.turn else f" of {names[chosen.owner]}"
        parts.append(f"card {chosen.position + 1}{of}")
    if chosen.cell is not None:
        parts.append(f"the egg at {cell_name(chosen.cell)}")
    return f" ({chosen.action}: {', '.join(parts)})" if parts else f" ({chosen.action})"


def _named(dragon: int | None) -> str:
    return "unknown" if dragon is None else DRAGONS[dragon]


def _threats(table: Table) -> str:
    """Where the strike dragons in play are, and what they take next."""
    return listing("Strike dragons", (_strike(table, row) for row in in_play(table)), "; ")


def _strike(table: Table, row: int) -> str:
    strike: Strike = table.strikes[row]
    if strike.face == "gone":
        return f"{ROWS[row]} gone, {_named(strike.dragon)}"
    if strike.face == "down":
        known = "" if strike.dragon is None else f" {_named(strike.dragon)}"
        return f"{ROWS[row]}{known} face down, column {strike.column}"
    cell = threatened(table, row)
    stake = "no egg in its way" if cell is None else f"next takes {cell_name(cell)}"
    return f"{ROWS[row]} {_named(strike.dragon)}, column {strike.column}, {stake}"


def _by(looked: Sequence[Seat], short: Sequence[str]) -> str:
    return f" by {' and '.join(short[seat] for seat in looked)}" if looked else ""


def _nest(table: Table, short: Sequence[str]) -> list[str]:
    """The eggs by what became of them."""
    eggs = [(cell_name(cell), egg) for cell, egg in enumerate(table.nest)]
    down = [(name if egg.dragon is None else f"{name} {DRAGONS[egg.dragon]}", egg) for name, egg in eggs]
    down = [(name, egg) for name, egg in down if egg.fate == "down"]
    return [
        listing("Eggs saved", (f"{name} {_saved(egg, short)}" for name, egg in eggs if egg.fate == "saved")),
        listing("Eggs lost", (f"{name} {_named(egg.dragon)}" for name, egg in eggs if egg.fate == "lost")),
        listing("Eggs seen", (f"{name}{_by(egg.looked, short)}" for name, egg in down if egg.looked)),
        listing("Unseen eggs", (name for name, egg in down if not egg.looked)),
    ]


def _saved(egg: Egg, short: Sequence[str]) -> str:
    """The dragon that saved an egg, who did so, and the dragon in the egg if it is another one."""
    saver = "" if egg.saver is None else f" by {short[egg.saver]}"
    inside = "" if egg.dragon in (None, egg.cover) else f" on {_named(egg.dragon)}"
    return f"{_named(egg.cover)}{inside}{saver}"


def _tableau(table: Table, seat: Seat, short: Sequence[str]) -> str:
    """Somebody's cards, by how they lie."""
    cards = [*enumerate(table.tableaus[seat])]
    down = [(f"{at + 1}{_by(card.looked, short)}", card) for at, card in cards if card.face == "down"]
    groups = {
        "face up": [_up(table, at, card) for at, card in cards if card.face == "up"],
        "seen": [f"{_shown(text, card)}" for text, card in down if card.looked],
        "face down": [f"{_shown(text, card)}" for text, card in down if not card.looked],
        "gone": [f"{at + 1} {_named(card.dragon)}" for at, card in cards if card.face == "gone"],
    }
    known = [f"{title} {', '.join(listed)}" for title, listed in groups.items() if listed]
    return f"{short[seat]}'s cards: {'; '.join(known)}."


def _shown(text: str, card: MageCard) -> str:
    """A card face down, with its dragon where everybody knows it."""
    return text if card.dragon is None else f"{text} {DRAGONS[card.dragon]}"


def _up(table: Table, position: int, card: MageCard) -> str:
    return _leftover(table, position, card) if table.step == "over" else f"{position + 1} {_named(card.dragon)}"


def _to_find(view: View) -> str:
    """How many of each kind everybody has yet to see, or this seat where the view is a seat's."""
    kinds = defaultdict[str, list[str]](list)
    for name, (eggs, cards) in zip(DRAGONS, seen(view), strict=True):
        kinds[f"{COPIES - eggs} and {COPIES - cards}"].append(name)
    return listing(
        "Left to find in the nest and on cards", (f"{count} {', '.join(kinds[count])}" for count in kinds), "; "
    )


def _leftover(table: Table, position: int, card: MageCard) -> str:
    eggs = matching(table, card)
    fits = f" ({' or '.join(map(cell_name, eggs))})" if eggs else ""
    return f"{position + 1} {_named(card.dragon)}{fits}"


def _claim(number: int, claim: Claim, short: Sequence[str]) -> str:
    """A claim in words, with the letter that it has in the picture."""
    return f"{claim_letter(number)}, {short[claim.seat]}: {_said(claim, short)}"


def _said(claim: Claim, short: Sequence[str]) -> str:
    target = f"{ROWS[claim.row]}'s dragon" if claim.row is not None else cell_name(claim.cell or 0)
    return f"{short[claim.owner]}'s card {claim.position + 1} is {target}"


def _place(place: Place, short: Sequence[str]) -> str:
    match place:
        case "card", int(owner), int(position):
            return f"{short[owner]}'s card {position + 1}"
        case "strike", int(row):
            return f"{ROWS[row]}'s dragon"
        case _:
            return cell_name(place[1])


def _own(mine: Mine, table: Table, short: Sequence[str]) -> str:
    return f"You are {short[mine.seat]}. You alone know: {_own_looks(mine, table, short)}."


def _own_looks(mine: Mine, table: Table, short: Sequence[str]) -> str:
    eggs = (
        f"{cell_name(cell)} {DRAGONS[dragon]}"
        for cell, dragon in enumerate(mine.nest)
        if dragon is not None and table.nest[cell].dragon is None
    )
    cards = (
        f"{short[seat]}'s card {position + 1} {DRAGONS[dragon]}"
        for seat, tableau in enumerate(mine.tableaus)
        for position, dragon in enumerate(tableau)
        if dragon is not None and table.tableaus[seat][position].face == "down"
    )
    return ", ".join((*eggs, *cards)) or "nothing yet"
