"""What the player is asked."""

from collections.abc import Sequence

from engine.wyverns_knot.state import DRAGONS, ROWS, Enchanting, Researching, Scouting, Table, View

from .known import card_known, egg_known

SILENCE = "Tell nobody what you saw: pointing is the only way."
MISS = "A miss costs the card, the egg and a strike dragon."


def _silence(seen: int | None) -> str:
    """A reminder for a player who has just seen this dragon. None: nobody sees it, as they play for an empty seat."""
    return "" if seen is None else f"\n-# {SILENCE}"


def ask(view: View, names: Sequence[str]) -> str:
    table, chosen = view.table, view.table.chosen
    match table.step:
        case "action":
            return "Your turn: what will you do?"
        case "claim":
            assert isinstance(chosen, Researching)
            if table.tableaus[chosen.owner][chosen.position].face == "up":
                return "Point at what this card matches?"
            seen = card_known(view, chosen.owner, chosen.position)
            return f"Point, turn it up, or show nothing?{_silence(seen)}"
        case "advance":
            scouted = chosen.cell if isinstance(chosen, Scouting) else None
            return f"Now move a strike dragon.{_silence(None if scouted is None else egg_known(view, scouted))}"
        case "aim":
            assert isinstance(chosen, Enchanting)
            return f"{_aiming(table, chosen)}\n-# {MISS}"
        case "place":
            assert isinstance(chosen, Enchanting)
            dragon = table.tableaus[chosen.owner][chosen.position].dragon
            rows = [
                ROWS[row] for row, strike in enumerate(table.strikes) if (strike.face, strike.dragon) == ("up", dragon)
            ]
            return f"{DRAGONS[dragon or 0]} is {' and '.join(rows)}'s dragon: which egg?"
        case "remove":
            return "No match: which strike dragon leaves?"
        case "over":
            return "The game is over."


def _aiming(table: Table, chosen: Enchanting) -> str:
    card = f"card {chosen.position + 1}"
    if chosen.action != "wild":
        return f"Which egg for {card}?"
    if any(strike.face == "up" for strike in table.strikes):
        return f"If {card} is no strike dragon's kind: which egg?"
    return f"Which egg for {card}?\n-# No strike dragon is face up: this is like a plain enchantment."


def private(view: View) -> bool:
    mine = view.mine
    return mine is not None and any(dragon is not None for row in (mine.nest, *mine.tableaus) for dragon in row)
