"""What the player is asked."""

from collections.abc import Sequence

from engine.wyverns_knot.state import DRAGONS, ROWS, Enchanting, Researching, Scouting, Table, View
from languages import later, listed, say

from .known import card_known, cell_name, claimed_in_vain, egg_known

SILENCE = later("Tell nobody what you saw: pointing is the only way.")
MISS = later("A miss costs the card, the egg and a strike dragon.")


def _silence(seen: int | None) -> str:
    """A reminder for a player who has just seen this dragon. None: they play for an empty seat, and don't see it."""
    return "" if seen is None else f"\n-# {say(SILENCE)}"


def ask(view: View, names: Sequence[str]) -> str:
    table, chosen = view.table, view.table.chosen
    match table.step:
        case "action":
            return say("Your turn: what will you do?") + _covered(view, names)
        case "claim":
            assert isinstance(chosen, Researching)
            if table.tableaus[chosen.owner][chosen.position].face == "up":
                return say("Point at what this card matches?")
            seen = card_known(view, chosen.owner, chosen.position)
            return say("Point, turn it up, or show nothing?") + _silence(seen)
        case "advance":
            scouted = chosen.cell if isinstance(chosen, Scouting) else None
            return say("Now move a strike dragon.") + _silence(None if scouted is None else egg_known(view, scouted))
        case "aim":
            assert isinstance(chosen, Enchanting)
            return f"{_aiming(table, chosen)}\n-# {say(MISS)}"
        case "place":
            assert isinstance(chosen, Enchanting)
            return _placing(table, chosen)
        case "remove":
            return say("No match: which strike dragon leaves?")
        case "over":
            return say("The game is over.")


def _covered(view: View, names: Sequence[str]) -> str:
    """Why an egg can't be tried that somebody has pointed at for this seat."""
    claim = claimed_in_vain(view)
    if claim is None:
        return ""
    cell = claim.cell or 0
    told = say(
        "{player} pointed your card {number} at {egg}: the dragon on it must leave first.",
        player=names[claim.seat],
        number=claim.position + 1,
        egg=cell_name(cell),
    )
    return f"\n-# {told}"


def _placing(table: Table, chosen: Enchanting) -> str:
    dragon = table.tableaus[chosen.owner][chosen.position].dragon
    rows = [ROWS[row] for row, strike in enumerate(table.strikes) if (strike.face, strike.dragon) == ("up", dragon)]
    # Translators: a strike dragon of this name is face up in these rows
    return say("{dragon} is {rows}'s dragon: which egg?", dragon=say(DRAGONS[dragon or 0]), rows=listed(rows))


def _aiming(table: Table, chosen: Enchanting) -> str:
    number = chosen.position + 1
    if chosen.action == "wild" and any(strike.face == "up" for strike in table.strikes):
        return say("If card {number} is no strike dragon's kind: which egg?", number=number)
    question = say("Which egg for card {number}?", number=number)
    if chosen.action != "wild":
        return question
    return f"{question}\n-# {say('No strike dragon is face up: this is like a plain enchantment.')}"


def private(view: View) -> bool:
    mine = view.mine
    return mine is not None and any(dragon is not None for row in (mine.nest, *mine.tableaus) for dragon in row)
