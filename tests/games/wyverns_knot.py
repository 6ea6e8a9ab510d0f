"""How Wyvern's Knot is tried."""

from collections.abc import Iterator, Sequence

from engine import wyverns_knot

from .trial import Trial, initials


def lasting(state: wyverns_knot.state.State, moves: Sequence[wyverns_knot.moves.Move]) -> list[wyverns_knot.moves.Move]:
    """Enchant what matches, and lose no strike dragon nor egg to an advance."""
    own, nest = state.tableaus[state.table.turn], state.nest
    open_eggs = [nest[move.cell] for move in moves if isinstance(move, wyverns_knot.moves.Scout)]
    strikes = [strike.dragon for strike in state.table.strikes if strike.face == "up"]
    chosen = state.table.chosen

    def good(move: wyverns_knot.moves.Move) -> bool:
        match move:
            case wyverns_knot.moves.Enchant(position):
                return own[position] in open_eggs
            case wyverns_knot.moves.Wild(position):
                return own[position] in open_eggs or own[position] in strikes
            case wyverns_knot.moves.Aim(cell):
                assert chosen is not None
                assert chosen.position is not None
                return nest[cell] == own[chosen.position] or own[chosen.position] in strikes
            case wyverns_knot.moves.Back():
                return False
            case wyverns_knot.moves.Advance(row):
                strike = state.table.strikes[row]
                egg = 4 * row + strike.column - 2
                return strike.face == "down" or (strike.column > 1 and state.table.nest[egg].fate != "down")
            case _:
                return True

    return [move for move in moves if good(move)]


def picture(table: wyverns_knot.state.Table, names: Sequence[str]) -> Iterator[str]:
    """Grid and strike dragons: `.` unsaved, `x` lost, `(Rim)` saved; `>` and `<Rim` strike dragons by their heading.

    Tableaus: `?` with the initials of who has looked, a name face up, `-` gone.
    """
    for row, strike in enumerate(table.strikes):
        eggs = ["", *(_egg(egg, names) for egg in table.nest[4 * row : 4 * row + 4]), ""]
        if strike.face != "gone":
            eggs[strike.column] += ">" if strike.face == "down" else f"<{_short(strike.dragon)}"
        yield f"{wyverns_knot.state.ROWS[row]} " + "".join(f"{egg:<12}" for egg in eggs).rstrip()
    for name, tableau in zip(names, table.tableaus, strict=False):
        yield f"{name}: {' '.join(_card(card, names) for card in tableau)}"
    for claim in table.claims:
        pointing = wyverns_knot.events.Pointed(claim.seat, claim.owner, claim.position, claim.cell, claim.row)
        yield wyverns_knot.telling.tell(pointing).format(*names)
    yield f"saved {table.saved}, left {table.left}"


def _egg(egg: wyverns_knot.state.Egg, names: Sequence[str]) -> str:
    match egg.fate:
        case "down":
            return "." + initials(egg.looked, names)
        case "lost":
            return "x"
        case "saved":
            return f"({_short(egg.dragon)})"


def _card(card: wyverns_knot.state.MageCard, names: Sequence[str]) -> str:
    match card.face:
        case "down":
            return "?" + initials(card.looked, names)
        case "up":
            return _short(card.dragon)
        case "gone":
            return "-"


def _short(dragon: int | None) -> str:
    return "?" if dragon is None else wyverns_knot.state.DRAGONS[dragon][:3]


TRIAL = Trial(
    lasting=lasting,
    ranges={"owner": range(-1, 6), "position": range(-1, 8), "cell": range(-1, 17), "row": range(-1, 5)},
    picture=picture,
)
