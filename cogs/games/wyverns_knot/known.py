"""What one seat knows of cards and eggs, and how likely a match is."""

from collections.abc import Iterator, Sequence
from itertools import product

from engine.names import distinct
from engine.wyverns_knot.state import DECK, DRAGONS, ROWS, Claim, Researching, Table, View, WildEnchanting
from languages import later, say
from tables.play.computer_names import unsigned

from ...screens.screen import Style

PRIMARY, SUCCESS, DANGER, GREY = Style.PRIMARY, Style.SUCCESS, Style.DANGER, Style.SECONDARY
# Translators: of a card or an egg
NOTHING_KNOWN = later("nothing known")
NAME = 12  # characters of a name on a small button
# What is known of a card and an egg: the button's colour, and why, in three words. The best one is last
RISKS = (DANGER, GREY, PRIMARY, SUCCESS)


def hope(view: View, position: int, cell: int) -> tuple[Style, str]:
    """How hopeful it is to try the card at `position` of the seat to act on an egg, and why."""
    table, own = view.table, view.table.turn
    card, egg = table.tableaus[own][position].dragon, egg_known(view, cell)
    if card is not None and egg is not None:
        return (SUCCESS, say("a sure match")) if card == egg else (DANGER, say("no match"))
    wild = isinstance(table.chosen, WildEnchanting) and wild_claim(view, position) is not None
    if wild or any(is_card(claim, own, position) and claim.cell == cell for claim in table.claims):
        # Translators: somebody has pointed at it
        return PRIMARY, say("a claim helps")
    return GREY, say(NOTHING_KNOWN)


def wild_claim(view: View, position: int) -> Claim | None:
    """The newest claim that this face-down card of the seat to act matches a face-up strike dragon."""
    table, own = view.table, view.table.turn
    if table.tableaus[own][position].face != "down":
        return None
    rows = [row for row, strike in enumerate(table.strikes) if strike.face == "up"]
    claims = [claim for claim in table.claims if is_card(claim, own, position) and claim.row in rows]
    return claims[-1] if claims else None


def pairs(view: View) -> Iterator[tuple[int, int]]:
    """The cards of the seat to act, each with each egg that no strike dragon lies on."""
    table, covered = view.table, covered_cells(view.table)
    cells = [cell for cell, egg in enumerate(table.nest) if egg.fate == "down" and cell not in covered]
    positions = [position for position, card in enumerate(table.tableaus[table.turn]) if card.face != "gone"]
    return product(positions, cells)


def covered_cells(table: Table) -> set[int]:
    """The cells on which a strike dragon lies: nobody can try the egg there."""
    return {4 * row + strike.column - 1 for row, strike in enumerate(table.strikes) if 0 < strike.column < 5}


def claimed_in_vain(view: View) -> Claim | None:
    """The newest claim that a card of the seat to act matches an egg on which a strike dragon lies now."""
    table, covered = view.table, covered_cells(view.table)
    own = [claim for claim in table.claims if claim.owner == table.turn and claim.cell in covered]
    down = [claim for claim in own if claim.cell is not None and table.nest[claim.cell].fate == "down"]
    return down[-1] if down else None


def pointing(view: View, target: int, *, strike: bool = False) -> Style:
    """How sure it is that the card looked at matches this egg or face-up strike dragon: green a match, red none."""
    chosen = view.table.chosen
    assert isinstance(chosen, Researching)
    card = card_known(view, chosen.owner, chosen.position)
    if card is None:
        return GREY
    found = view.table.strikes[target].dragon if strike else egg_known(view, target)
    if found is not None:
        return SUCCESS if found == card else DANGER
    return DANGER if not strike and is_found(view, card) else GREY


def is_found(view: View, dragon: int) -> bool:
    """Whether this seat knows where both dragons of this kind are, among eggs and strike dragons."""
    eggs = [egg_known(view, cell) for cell in range(len(view.table.nest))]
    return [*eggs, *(strike.dragon for strike in view.table.strikes)].count(dragon) == DECK.count(dragon)


def is_card(claim: Claim, owner: int, position: int) -> bool:
    return (claim.owner, claim.position) == (owner, position)


def egg_known(view: View, cell: int) -> int | None:
    """The dragon in an egg, as far as this seat can know."""
    face_up = view.table.nest[cell].dragon
    return view.mine.nest[cell] if face_up is None and view.mine else face_up


def card_known(view: View, owner: int, position: int) -> int | None:
    face_up = view.table.tableaus[owner][position].dragon
    return view.mine.tableaus[owner][position] if face_up is None and view.mine else face_up


def card_details(view: View, names: Sequence[str], owner: int, position: int) -> str:
    """A tableau card as this seat knows it, and what others have said of it."""
    dragon = card_known(view, owner, position)
    up = view.table.tableaus[owner][position].face == "up"
    known = [] if dragon is None else [say(DRAGONS[dragon]) if up else _seen(dragon)]
    claims = (claim for claim in view.table.claims if is_card(claim, owner, position))
    # Translators: a player has pointed from this card at that egg or strike dragon
    claimed = [say("{player} says {target}", player=short_name(names[c.seat]), target=_target(c)) for c in claims]
    return ", ".join((*known, *claimed[-2:])) or say(NOTHING_KNOWN)


def egg_details(view: View, names: Sequence[str], cell: int) -> str | None:
    dragon = egg_known(view, cell)
    known = [] if dragon is None else [_seen(dragon)]
    claimed = [_claim(view, names, claim) for claim in view.table.claims if claim.cell == cell]
    return ", ".join((*known, *claimed[-2:])) or None


def _seen(dragon: int) -> str:
    # Translators: the player looked at a card or an egg, and it is this dragon
    return say("you saw {dragon}", dragon=say(DRAGONS[dragon]))


def _claim(view: View, names: Sequence[str], claim: Claim) -> str:
    """Who said that an egg matches which card."""
    player, number = short_name(names[claim.seat]), claim.position + 1
    if view.mine and view.mine.seat == claim.owner:
        return say("{player} says your card {number}", player=player, number=number)
    owner = short_name(names[claim.owner])
    return say("{player} says {owner}'s card {number}", player=player, owner=owner, number=number)


def _target(claim: Claim) -> str:
    return dragon_of(claim.row) if claim.row is not None else cell_name(claim.cell or 0)


def dragon_of(row: int) -> str:
    """The strike dragon of a row."""
    # Translators: the strike dragon of row A, B, C or D
    return say("{row}'s dragon", row=ROWS[row])


def cell_name(cell: int) -> str:
    return f"{ROWS[cell // 4]}{cell % 4 + 1}"


def short_name(name: str) -> str:
    """A name for small buttons: without a computer player's sign, which would leave room for one card a line."""
    name = unsigned(name).strip()
    return name if len(name) <= NAME else f"{name[: NAME - 1].rstrip()}…"


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names as small buttons have them; with the seat's number where two would look alike."""
    return distinct([short_name(name) for name in names])


def has_seen(view: View) -> bool:
    """Whether this seat knows anything that a card could match. Before that, pointing is a guess."""
    strikes = any(strike.face == "up" for strike in view.table.strikes)
    return strikes or (view.mine is not None and any(dragon is not None for dragon in view.mine.nest))
