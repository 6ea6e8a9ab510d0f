"""Offers: buttons that make several moves at once, those that a player most likely wants."""

from collections.abc import Sequence
from dataclasses import replace

from engine import Data
from engine.wyverns_knot.moves import Aim, Enchant, Point, PointStrike, Research, Wild
from engine.wyverns_knot.state import ROWS, View
from languages import say

from ..words import Label, Offer
from .known import (
    PRIMARY,
    RISKS,
    SUCCESS,
    card_known,
    cell_name,
    dragon_of,
    egg_known,
    hope,
    is_card,
    pairs,
    short_name,
    short_names,
    wild_claim,
)
from .labels import egg_label, strike_label
from .risks import gamble, risky


def offers(view: View, names: Sequence[str], legal: Sequence[Data]) -> list[Offer]:
    """What one press does: enchanting what is sure or somebody vouches for, and pointing at a known match."""
    if view.table.step == "action":
        likely = [*_enchantings(view, names), *_wild_ones(view, names), *_pointings(view, names)]
        return likely[: _room_for_offers(view)]
    offers = []
    for move in legal:
        label = None
        if isinstance(move, Point):
            label = egg_label(view, names, move.cell, "point")
        elif isinstance(move, PointStrike):
            label = strike_label(view, move.row, "point-strike")
        if label and label.style is SUCCESS:
            text = say("Point at {target}", target=label.text)
            offers.append(Offer(replace(label, text=text, detail=say("a match")), (move,)))
    return offers


def _room_for_offers(view: View) -> int:
    """How many offers leave room for a button for each of the other moves."""
    return max(1, 5 - len(view.table.tableaus))


def _enchantings(view: View, names: Sequence[str]) -> list[Offer]:
    """What somebody pointed at for this seat, the sure ones and the newest first; then other sure matches."""
    own = view.table.turn
    claimed = {(c.position, c.cell): c.seat for c in view.table.claims if c.owner == own and c.cell is not None}
    hopes = {pair: found for pair in pairs(view) if (found := hope(view, *pair))[0] in (PRIMARY, SUCCESS)}
    newest = [*claimed]

    def promise(pair: tuple[int, int]) -> tuple[bool, bool, int]:
        return pair in claimed, hopes[pair][0] is SUCCESS, newest.index(pair) if pair in claimed else -1

    offers = []
    for position, cell in sorted(hopes, key=promise, reverse=True):
        style, why = hopes[position, cell]
        why = _says(names[claimed[position, cell]]) if style is PRIMARY else why
        text = say("Enchant {egg} with card {number}", egg=cell_name(cell), number=position + 1)
        label = Label(text, why, style=style)
        offers.append(Offer(label, (Enchant(position), Aim(cell)), gamble(view, position, cell)))
    return offers


def _says(name: str) -> str:
    # Translators: that it is so, this player says
    return say("says {player}", player=short_name(name))


def _wild_ones(view: View, names: Sequence[str]) -> list[Offer]:
    """Cards that somebody says match a face-up strike dragon. The egg to save is chosen once the card is seen."""
    offers = []
    for position in range(len(view.table.tableaus[view.table.turn])):
        claim, cells = wild_claim(view, position), [cell for at, cell in pairs(view) if at == position]
        if claim is None or claim.row is None or not cells:
            continue
        row = claim.row
        otherwise = max(cells, key=lambda cell: (RISKS.index(hope(view, position, cell)[0]), cell // 4 == row))
        # Translators: a wild enchantment with this card, which is said to match the strike dragon of this row
        text = say("Wild: row {row}, card {number}", row=ROWS[row], number=position + 1)
        label = Label(text, _says(names[claim.seat]), style=PRIMARY)
        offers.append(Offer(label, (Wild(position), Aim(otherwise)), gamble(view, position, otherwise)))
    return offers


def _pointings(view: View, names: Sequence[str]) -> list[Offer]:
    """Cards of others whose match this seat knows and nobody has claimed yet."""
    table, called = view.table, short_names(names)
    offers = []
    for owner, tableau in enumerate(table.tableaus):
        for position, card in enumerate(tableau):
            dragon = card_known(view, owner, position)
            if owner == table.turn or card.face == "gone" or dragon is None:
                continue
            claimed = {(claim.cell, claim.row) for claim in table.claims if is_card(claim, owner, position)}
            matches: list[Point | PointStrike] = [
                Point(cell)
                for cell, egg in enumerate(table.nest)
                if egg.fate == "down" and egg_known(view, cell) == dragon and (cell, None) not in claimed
            ]
            matches += [
                PointStrike(row)
                for row, strike in enumerate(table.strikes)
                if (card.face, strike.face, strike.dragon) == ("down", "up", dragon) and (None, row) not in claimed
            ]
            for move in matches:
                target = cell_name(move.cell) if isinstance(move, Point) else dragon_of(move.row)
                number = position + 1
                text = say(
                    "Point {owner}'s card {number} at {target}", owner=called[owner], number=number, target=target
                )
                look = Research(owner, position)
                offers.append(Offer(Label(text, say("a match"), style=SUCCESS), (look, move), risky(view, look)))
    return offers
