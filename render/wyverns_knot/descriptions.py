"""Wyvern's Knot in words: alt text for a board, and the whole position for a screen reader."""

from collections.abc import Iterable, Sequence

from engine.game import Seat
from engine.wyverns_knot import DRAGONS, ROWS, Claim, Egg, MageCard, Mine, Strike, Table, View, tell

from ..text import ALT_LIMIT, WORDS_LIMIT, joined, lately, listing
from .facts import COPIES, cell_name, claim_letter, covering, in_play, matching, seen, threatened

_STEPS = {
    "action": "choosing an action",
    "claim": "deciding what to do with a card just researched",
    "advance": "about to advance a strike dragon",
    "aim": "choosing the egg to enchant",
    "place": "choosing an egg for the wild enchantment",
    "remove": "about to take a strike dragon out of play",
}


def alt(view: View, names: Sequence[str]) -> str:
    """The gist of the public position in at most 1,024 characters. `view.mine` is not used."""
    table = view.table
    over = table.step == "over"
    parts = [
        f"Wyvern's Knot. {_score(table)}",
        _turn(table, names),
        _strikes_at_the_end(table) if over else " ".join(_strike(table, row) for row in range(4)),
        listing("Saved", (f"{cell_name(c)} {_cover(e)}" for c, e in enumerate(table.nest) if e.fate == "saved")),
        listing("Lost", (f"{cell_name(c)} {_named(e.dragon)}" for c, e in enumerate(table.nest) if e.fate == "lost")),
        listing("Still in the nest", _never_hatched(table)) if over else "",
        listing("Cards left", _leftovers(table, names), "; ") if over else listing("Face up", _face_up(table, names)),
        f"Claims: {len(table.claims)}." if table.claims else "",
        "" if over else _to_find(View(table, None)),
    ]
    return joined(parts, " ", ALT_LIMIT)


def describe(view: View, names: Sequence[str]) -> str:
    """The whole position in lines of text, at most 3,500 characters: what is public, and what `view.mine` knows.

    Seats are named. If that would be too long, they get the marks of the picture instead (I to V).
    """
    told = _lines(view, names, names)
    if len("\n".join(told)) > WORDS_LIMIT:
        told = _lines(view, names, [f"seat {seat + 1}" for seat in range(len(names))])
    return joined(told, "\n", WORDS_LIMIT)


def _lines(view: View, names: Sequence[str], short: Sequence[str]) -> list[str]:
    table = view.table
    seats = ", ".join(f"{seat + 1} {name}" for seat, name in enumerate(names))
    return [
        f"Wyvern's Knot. {_score(table)} {_turn(table, names)}",
        *([] if short is names else [f"Seats: {seats}."]),
        *([_own(view.mine, table, short)] if view.mine else []),
        *(_row(table, row, short) for row in range(4)),
        *(_strike(table, row) for row in range(4)),
        *(_tableau(table, seat, short) for seat in range(len(short))),
        "" if table.step == "over" else _to_find(view),
        listing("Claims", (_claim(number, claim, short) for number, claim in enumerate(table.claims)), "; "),
        lately(tell(event).format(*short) for event in table.recent),
    ]


def _score(table: Table) -> str:
    left, strikes = table.left, len(in_play(table))
    dragons = "strike dragon" if strikes == 1 else "strike dragons"
    return f"{table.saved} of {table.options.target} eggs saved, {left} left in the nest, {strikes} {dragons} in play."


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


def _cover(egg: Egg) -> str:
    """The dragon that saved an egg, and the dragon in the egg if it is another one."""
    if egg.dragon in (None, egg.cover):
        return _named(egg.cover)
    return f"{_named(egg.cover)} on {_named(egg.dragon)}"


def _strike(table: Table, row: int) -> str:
    strike: Strike = table.strikes[row]
    name = f"Strike dragon {ROWS[row]}"
    if strike.face == "gone":
        return f"{name}: out of play, {_named(strike.dragon)}."
    if strike.face == "down":
        known = "" if strike.dragon is None else f"{_named(strike.dragon)}, "
        return f"{name}: {known}face down in column {strike.column}, heading right."
    cell = threatened(table, row)
    stake = "no egg in its way" if cell is None else f"next it takes {cell_name(cell)}"
    return f"{name}: {_named(strike.dragon)}, face up in column {strike.column}, heading left, {stake}."


def _strikes_at_the_end(table: Table) -> str:
    return listing("Strike dragons", (f"{ROWS[row]} {_named(s.dragon)}" for row, s in enumerate(table.strikes)))


def _seen(looked: Sequence[Seat], short: Sequence[str]) -> str:
    return f", seen by {', '.join(short[seat] for seat in looked)}" if looked else ""


def _row(table: Table, row: int, short: Sequence[str]) -> str:
    cells = range(4 * row, 4 * row + 4)
    return f"Row {ROWS[row]}: {'; '.join(_egg(table, cell, short) for cell in cells)}."


def _egg(table: Table, cell: int, short: Sequence[str]) -> str:
    egg, name = table.nest[cell], cell_name(cell)
    if egg.fate == "lost":
        return f"{name} lost, {_named(egg.dragon)}"
    under = ", under the strike dragon" if covering(table, cell) is not None else ""
    if egg.fate == "saved":
        saver = "" if egg.saver is None else f" by {short[egg.saver]}"
        return f"{name} saved{saver}, {_cover(egg)}{under}"
    shown = "face up" if table.step == "over" and egg.dragon is not None else "face down"
    shown += "" if egg.dragon is None else f", {DRAGONS[egg.dragon]}"
    return f"{name} {shown}{_seen(egg.looked, short)}{under}"


def _tableau(table: Table, seat: Seat, short: Sequence[str]) -> str:
    cards = (_card(table, position, card, short) for position, card in enumerate(table.tableaus[seat]))
    return f"{short[seat]}: {'; '.join(cards)}."


def _card(table: Table, position: int, card: MageCard, short: Sequence[str]) -> str:
    if table.step == "over" and card.face == "up":
        return _leftover(table, position, card)
    if card.face == "down":
        known = "" if card.dragon is None else f", {_named(card.dragon)}"
        return f"{position + 1} face down{known}{_seen(card.looked, short)}"
    state = "face up" if card.face == "up" else "gone"
    return f"{position + 1} {state}, {_named(card.dragon)}"


def _to_find(view: View) -> str:
    """How many of each kind everybody has yet to see, or this seat where the view is a seat's."""
    left = ", ".join(
        f"{name} {COPIES - eggs} and {COPIES - cards}" for name, (eggs, cards) in zip(DRAGONS, seen(view), strict=True)
    )
    return f"Left to find, of {COPIES} in the nest and {COPIES} cards of each kind: {left}."


def _never_hatched(table: Table) -> Iterable[str]:
    """The eggs that the end of the game turned up where they lay."""
    for cell, egg in enumerate(table.nest):
        if egg.fate == "down" and egg.dragon is not None:
            yield f"{cell_name(cell)} {DRAGONS[egg.dragon]}"


def _leftovers(table: Table, names: Sequence[str]) -> Iterable[str]:
    """Everybody's cards at the end, each with the eggs that it would have saved."""
    for seat, tableau in enumerate(table.tableaus):
        cards = [_leftover(table, place, card) for place, card in enumerate(tableau) if card.face == "up"]
        if cards:
            yield f"{names[seat]} {', '.join(cards)}"


def _leftover(table: Table, position: int, card: MageCard) -> str:
    eggs = matching(table, card)
    fits = f" ({' or '.join(map(cell_name, eggs))})" if eggs else ""
    return f"{position + 1} {_named(card.dragon)}{fits}"


def _face_up(table: Table, names: Sequence[str]) -> Iterable[str]:
    for seat, tableau in enumerate(table.tableaus):
        for position, card in enumerate(tableau):
            if card.face == "up":
                yield f"card {position + 1} of {names[seat]} {_named(card.dragon)}"


def _claim(number: int, claim: Claim, short: Sequence[str]) -> str:
    """A claim in words, with the letter that it has in the picture."""
    target = f"strike dragon {ROWS[claim.row]}" if claim.row is not None else f"egg {cell_name(claim.cell or 0)}"
    card = f"card {claim.position + 1} of {short[claim.owner]}"
    return f"({claim_letter(number)}) {short[claim.seat]} says {card} matches {target}"


def _own(mine: Mine, table: Table, short: Sequence[str]) -> str:
    return f"You are {short[mine.seat]}. You alone know: {_known(mine, table, short)}."


def _known(mine: Mine, table: Table, short: Sequence[str]) -> str:
    eggs = (
        f"{cell_name(cell)} is {DRAGONS[dragon]}"
        for cell, dragon in enumerate(mine.nest)
        if dragon is not None and table.nest[cell].dragon is None
    )
    cards = (
        f"card {position + 1} of {short[seat]} is {DRAGONS[dragon]}"
        for seat, tableau in enumerate(mine.tableaus)
        for position, dragon in enumerate(tableau)
        if dragon is not None and table.tableaus[seat][position].face == "down"
    )
    return ", ".join((*eggs, *cards)) or "nothing yet"
