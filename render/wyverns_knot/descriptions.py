"""Wyvern's Knot in words: alt text for a board, and the whole position for a screen reader."""

from collections import defaultdict
from collections.abc import Sequence

from engine.game import Seat
from engine.records import replace
from engine.wyverns_knot.state import DRAGONS, ROWS, Claim, Egg, MageCard, Mine, Strike, Table, View
from languages import labelled, later, listed_or, say

from ..text import ALT_LIMIT, WORDS_LIMIT, joined, listing
from .facts import COPIES, Place, cell_name, changed, claim_letter, in_play, matching, seen, threatened

_STEPS = {
    "action": later("{player} is choosing an action"),
    "claim": later("{player} is deciding what to show of a card"),
    "advance": later("{player} is about to move a strike dragon"),
    "aim": later("{player} is choosing the egg to enchant"),
    "place": later("{player} is choosing an egg for the wild enchantment"),
    "remove": later("{player} is choosing the strike dragon that leaves"),
}
# Translators: an action of the game, as the next three
_ACTIONS = {
    "research": later("research"),
    "scout": later("scout"),
    "enchant": later("enchant"),
    "wild": later("wild"),
}


def alt(view: View, names: Sequence[str]) -> str:
    """The gist of the public position, in some fifty words. `view.mine` is not used."""
    table = view.table
    parts = [f"Wyvern's Knot. {_score(table)}", _turn(table, names)]
    if table.step != "over":
        parts.append(_threats(table))
    return joined(parts, " ", ALT_LIMIT)


def ended(view: View) -> View:
    """The view of a game that was given up: nobody chooses any more."""
    return replace(view, table=replace(view.table, step="over", chosen=None))


def describe(view: View, names: Sequence[str]) -> str:
    """The whole position in lines of text, at most 3,500 characters: what is public, and what `view.mine` knows.

    Seats are named. If that would be too long, they get the marks of the picture instead (I to V).
    """
    lines = _lines(view, names, names)
    if len("\n".join(lines)) > WORDS_LIMIT:
        lines = _lines(view, names, [say("seat {number}", number=seat + 1) for seat in range(len(names))])
    return joined(lines, "\n", WORDS_LIMIT)


def brief(view: View, names: Sequence[str]) -> str:
    """What the player to act needs first: what they know, what moves, and what others have pointed at."""
    table = view.table
    lines = [
        _score(table),
        listing(say("You alone know"), _own_looks(view.mine, table, names)) if view.mine else "",
        _threats(table),
        listing(say("Pointed"), (_said(claim, names) for claim in table.claims), apart=True),
    ]
    return joined(lines, "\n", WORDS_LIMIT)


def _lines(view: View, names: Sequence[str], short: Sequence[str]) -> list[str]:
    table = view.table
    seats = [f"{seat + 1} {name}" for seat, name in enumerate(names)]
    return [
        f"Wyvern's Knot. {_score(table)} {_turn(table, names)}",
        *([] if short is names else [listing(say("Seats"), seats)]),
        *([_own(view.mine, table, short)] if view.mine else []),
        *_nest(table, short),
        listing(say("Strike dragons"), (_strike(table, row) for row in range(4)), apart=True),
        *(_tableau(table, seat, short) for seat in range(len(short))),
        "" if table.step == "over" else _to_find(view),
        listing(
            say("Pointed"), (_claim(number, claim, short) for number, claim in enumerate(table.claims)), apart=True
        ),
        listing(say("Just changed"), (_place(place, short) for place in sorted(changed(table), key=str))),
    ]


def _score(table: Table) -> str:
    return say(
        "{saved} of {all} eggs saved, {left} left in the nest.",
        saved=table.saved,
        all=table.options.target,
        left=table.left,
    )


def _turn(table: Table, names: Sequence[str]) -> str:
    if table.step == "over":
        return say("The game is won.") if table.saved >= table.options.target else say("The game is lost.")
    return f"{say(_STEPS[table.step], player=names[table.turn])}{_choosing(table, names)}."


def _choosing(table: Table, names: Sequence[str]) -> str:
    chosen = table.chosen
    if chosen is None:
        return ""
    action, parts = say(_ACTIONS[chosen.action]), []
    if chosen.owner is not None and chosen.position is not None:
        card = say("card {number}", number=chosen.position + 1)
        if chosen.owner != table.turn:
            card = say("card {number} of {player}", number=chosen.position + 1, player=names[chosen.owner])
        parts.append(card)
    if chosen.cell is not None:
        parts.append(say("the egg at {place}", place=cell_name(chosen.cell)))
    return f" ({labelled(action, ', '.join(parts)) if parts else action})"


def _named(dragon: int | None) -> str:
    return say("unknown") if dragon is None else say(DRAGONS[dragon])


def _threats(table: Table) -> str:
    """Where the strike dragons in play are, and what they take next."""
    return listing(say("Strike dragons"), (_strike(table, row) for row in in_play(table)), apart=True)


def _strike(table: Table, row: int) -> str:
    strike: Strike = table.strikes[row]
    dragon, column = f"{ROWS[row]} {_named(strike.dragon)}", strike.column
    if strike.face == "gone":
        return say("{row} gone, {dragon}", row=ROWS[row], dragon=_named(strike.dragon))
    if strike.face == "down":
        dragon = ROWS[row] if strike.dragon is None else dragon
        return say("{dragon} face down, column {column}", dragon=dragon, column=column)
    cell = threatened(table, row)
    if cell is None:
        return say("{dragon}, column {column}, no egg in its way", dragon=dragon, column=column)
    place = cell_name(cell)
    return say("{dragon}, column {column}, next takes {place}", dragon=dragon, column=column, place=place)


def _by(text: str, looked: Sequence[Seat], short: Sequence[str]) -> str:
    """A thing, and who has looked at it."""
    if not looked:
        return text
    players = short[looked[0]]
    for seat in looked[1:]:
        players = say("{players} and {player}", players=players, player=short[seat])
    # Translators: an egg or a card that somebody has saved or looked at
    return say("{thing} by {players}", thing=text, players=players)


def _nest(table: Table, short: Sequence[str]) -> list[str]:
    """The eggs by what became of them."""
    eggs = [(cell_name(cell), egg) for cell, egg in enumerate(table.nest)]
    down = [(name if egg.dragon is None else f"{name} {say(DRAGONS[egg.dragon])}", egg) for name, egg in eggs]
    down = [(name, egg) for name, egg in down if egg.fate == "down"]
    return [
        listing(say("Eggs saved"), (f"{name} {_saved(egg, short)}" for name, egg in eggs if egg.fate == "saved")),
        listing(say("Eggs lost"), (f"{name} {_named(egg.dragon)}" for name, egg in eggs if egg.fate == "lost")),
        listing(say("Eggs seen"), (_by(name, egg.looked, short) for name, egg in down if egg.looked)),
        listing(say("Unseen eggs"), (name for name, egg in down if not egg.looked)),
    ]


def _saved(egg: Egg, short: Sequence[str]) -> str:
    """The dragon that saved an egg, who did so, and the dragon in the egg if it is another one."""
    said = _named(egg.cover)
    if egg.dragon not in (None, egg.cover):
        # Translators: a dragon of a card on another dragon's egg
        said = say("{dragon} on {other}", dragon=said, other=_named(egg.dragon))
    return _by(said, [] if egg.saver is None else [egg.saver], short)


def _tableau(table: Table, seat: Seat, short: Sequence[str]) -> str:
    """Somebody's cards, by how they lie."""
    cards = [*enumerate(table.tableaus[seat])]
    down = [(_by(str(at + 1), card.looked, short), card) for at, card in cards if card.face == "down"]
    groups = {
        # Translators: of somebody's cards, their numbers, as in the next texts
        later("face up {cards}"): [_up(table, at, card) for at, card in cards if card.face == "up"],
        later("seen {cards}"): [_face_down_card(text, card) for text, card in down if card.looked],
        later("face down {cards}"): [_face_down_card(text, card) for text, card in down if not card.looked],
        later("gone {cards}"): [f"{at + 1} {_named(card.dragon)}" for at, card in cards if card.face == "gone"],
    }
    known = [say(text, cards=", ".join(some)) for text, some in groups.items() if some]
    return listing(say("{player}'s cards", player=short[seat]), known, apart=True)


def _face_down_card(text: str, card: MageCard) -> str:
    """A face-down card, with its dragon if everybody knows it."""
    return text if card.dragon is None else f"{text} {say(DRAGONS[card.dragon])}"


def _up(table: Table, position: int, card: MageCard) -> str:
    return _leftover(table, position, card) if table.step == "over" else f"{position + 1} {_named(card.dragon)}"


def _to_find(view: View) -> str:
    """How many of each kind nobody has seen yet; in a seat's view, how many this seat hasn't seen."""
    kinds = defaultdict[str, list[str]](list)
    for name, (eggs, cards) in zip(DRAGONS, seen(view), strict=True):
        # Translators: so many in the nest, so many on cards
        kinds[say("{eggs} and {cards}", eggs=COPIES - eggs, cards=COPIES - cards)].append(say(name))
    left = (f"{count} {', '.join(kinds[count])}" for count in kinds)
    return listing(say("Left to find in the nest and on cards"), left, apart=True)


def _leftover(table: Table, position: int, card: MageCard) -> str:
    eggs = matching(table, card)
    fits = f" ({listed_or(map(cell_name, eggs))})" if eggs else ""
    return f"{position + 1} {_named(card.dragon)}{fits}"


def _claim(number: int, claim: Claim, short: Sequence[str]) -> str:
    """A claim in words, with the letter that it has in the picture."""
    return labelled(f"{claim_letter(number)}, {short[claim.seat]}", _said(claim, short))


def _said(claim: Claim, short: Sequence[str]) -> str:
    number, owner = claim.position + 1, short[claim.owner]
    if claim.row is not None:
        return say("{player}'s card {number} is {row}'s dragon", player=owner, number=number, row=ROWS[claim.row])
    return say("{player}'s card {number} is {place}", player=owner, number=number, place=cell_name(claim.cell or 0))


def _place(place: Place, short: Sequence[str]) -> str:
    match place:
        case "card", int(owner), int(position):
            return _card_of(short[owner], position)
        case "strike", int(row):
            return say("{row}'s dragon", row=ROWS[row])
        case _:
            return cell_name(place[1])


def _own(mine: Mine, table: Table, short: Sequence[str]) -> str:
    you = say("You are {player}.", player=short[mine.seat])
    return f"{you} {listing(say('You alone know'), _own_looks(mine, table, short))}"


def _card_of(name: str, position: int) -> str:
    return say("{player}'s card {number}", player=name, number=position + 1)


def _own_looks(mine: Mine, table: Table, short: Sequence[str]) -> Sequence[str]:
    eggs = (
        f"{cell_name(cell)} {say(DRAGONS[dragon])}"
        for cell, dragon in enumerate(mine.nest)
        if dragon is not None and table.nest[cell].dragon is None
    )
    cards = (
        f"{_card_of(short[seat], position)} {say(DRAGONS[dragon])}"
        for seat, tableau in enumerate(mine.tableaus)
        for position, dragon in enumerate(tableau)
        if dragon is not None and table.tableaus[seat][position].face == "down"
    )
    return (*eggs, *cards) or (say("nothing yet"),)
