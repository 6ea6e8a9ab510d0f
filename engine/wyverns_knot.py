"""Wyvern's Knot, by John Burns and Jonathan Gilmour: mages save dragon eggs from strike dragons, together.

A turn is one action in small steps, so that what a player sees before choosing is a move of its own:

    Research -> TurnUp | Point | PointStrike | Keep -> Advance
    Scout -> Advance
    Enchant -> Aim (-> Remove)
    Wild -> Aim (-> Place | Decline) (-> Remove)
    Distract

Only the end of the game, checked after every step, cuts that short. `Back` leaves Enchant or Wild before the egg is
named, and Research of a face-up card, which has shown nothing yet. Dragons are 0 to 9, rows 0 to 3 (A to D), cells 0 to
15 (row by row), positions in a tableau 0-based.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import chain
from typing import ClassVar, Literal, TypeVar

from .chance import Chance
from .game import BaseEvent, BaseView, Data, Game, IllegalMove, Outcome, Seat, Step, heard, require_options
from .records import replace, with_item

DRAGONS = (  # ours; a dragon is its place in this line
    "Cinderhorn",
    "Tidefin",
    "Briarback",
    "Rimeclaw",
    "Galewing",
    "Cragjaw",
    "Stormtail",
    "Moonveil",
    "Sunmane",
    "Duskeye",
)
ROWS = "ABCD"
DECK = (*range(10), *range(10))  # the nest deck and the mage deck alike
SEATS = range(3, 6)
MOST_CARDS = 7  # in a tableau, of three players


class Options(Data, frozen=True):
    target: Literal[8, 10, 12, 14, 16] = 12  # eggs to save
    memory: bool = True  # a private view goes on showing what its seat has looked at


# -- Moves


class Research(Data, frozen=True, tag="research"):
    """Look at a face-down card in front of another player, or take up a face-up one to point from it."""

    owner: Seat
    position: int


class TurnUp(Data, frozen=True, tag="turn-up"):
    """Turn the card just looked at face up, for all."""


class Point(Data, frozen=True, tag="point"):
    """Claim that the card researched matches a grid card."""

    cell: int


class PointStrike(Data, frozen=True, tag="point-strike"):
    """Claim that the card researched matches a strike dragon."""

    row: int


class Keep(Data, frozen=True, tag="keep"):
    """Neither turn the card up nor point: so ends the research of a face-up card, too, with which nobody points."""


class Scout(Data, frozen=True, tag="scout"):
    """Look at a face-down grid card, alone."""

    cell: int


class Enchant(Data, frozen=True, tag="enchant"):
    """Begin an attempt with a card of one's own; Aim names the egg."""

    position: int


class Wild(Data, frozen=True, tag="wild"):
    """Begin a wild enchantment with a face-down card of one's own; Aim names the egg."""

    position: int


class Aim(Data, frozen=True, tag="aim"):
    cell: int


class Back(Data, frozen=True, tag="back"):
    """Take up another action after all."""


class Place(Data, frozen=True, tag="place"):
    """Save any unsaved egg in the row of the strike dragon that the wild card turned out to be."""

    cell: int


class Decline(Data, frozen=True, tag="decline"):
    """Leave that chance and compare the egg first chosen."""


class Remove(Data, frozen=True, tag="remove"):
    """After a mismatch: take a strike dragon out of play."""

    row: int


class Distract(Data, frozen=True, tag="distract"):
    """Discard a face-up card of one's own to move its face-up strike dragon back one column."""

    position: int
    row: int


class Advance(Data, frozen=True, tag="advance"):
    row: int


Action = Research | Scout | Enchant | Wild | Distract
Choice = TurnUp | Point | PointStrike | Keep | Aim | Back | Place | Decline
Move = Action | Choice | Remove | Advance

# -- Events. One that tells of a hidden card is told twice: to everyone without the dragon, to who saw it with it.


class Looked(BaseEvent, frozen=True, tag="looked"):
    """A face-down tableau card was looked at (a face-up one taken up: `dragon` for everyone)."""

    seat: Seat
    owner: Seat
    position: int
    dragon: int | None = None


class TurnedUp(BaseEvent, frozen=True, tag="turned-up"):
    seat: Seat
    owner: Seat
    position: int
    dragon: int


class Pointed(BaseEvent, frozen=True, tag="pointed"):
    """`cell` or `row` is None: the target is a grid card or a strike dragon."""

    seat: Seat
    owner: Seat
    position: int
    cell: int | None
    row: int | None


class Kept(BaseEvent, frozen=True, tag="kept"):
    """Neither turned up nor pointed."""

    seat: Seat


class Scouted(BaseEvent, frozen=True, tag="scouted"):
    seat: Seat
    cell: int
    dragon: int | None = None


class Aimed(BaseEvent, frozen=True, tag="aimed"):
    """A card of the tableau and the egg it is tried on; `dragon` is the card's, now face up."""

    seat: Seat
    position: int
    cell: int
    dragon: int
    wild: bool


class Saved(BaseEvent, frozen=True, tag="saved"):
    """`by_strike`: a wild card that was a face-up strike dragon; the egg itself stays unseen."""

    seat: Seat
    cell: int
    dragon: int
    by_strike: bool


class Mismatched(BaseEvent, frozen=True, tag="mismatched"):
    """Card and egg leave the game. `dragon` is the egg's."""

    seat: Seat
    position: int
    cell: int
    card: int
    dragon: int


class Advanced(BaseEvent, frozen=True, tag="advanced"):
    """`dragon` is known once the strike dragon is face up, so also as it arrives in column 5."""

    seat: Seat
    row: int
    column: int
    dragon: int | None


class Lost(BaseEvent, frozen=True, tag="lost"):
    """A strike dragon took an egg."""

    cell: int
    dragon: int


class Distracted(BaseEvent, frozen=True, tag="distracted"):
    seat: Seat
    position: int
    row: int
    column: int
    dragon: int


class Left(BaseEvent, frozen=True, tag="left"):
    """A strike dragon is out of play: `home` back in column 0, else removed after a mismatch."""

    row: int
    dragon: int
    home: bool


class Passed(BaseEvent, frozen=True, tag="passed"):
    """Passed over: no action is open to this seat."""

    seat: Seat


class OutOfReach(BaseEvent, frozen=True, tag="out-of-reach"):
    """The eggs left no longer suffice; told once."""


CardEvent = Looked | TurnedUp | Pointed | Kept | Scouted | Aimed | Saved | Mismatched
StrikeEvent = Advanced | Lost | Distracted | Left
Event = CardEvent | StrikeEvent | Passed | OutOfReach

# -- What is seen


class Claim(Data, frozen=True):
    """A pointing by `seat`: this tableau card matches this grid card, or this strike dragon (the other is None)."""

    seat: Seat
    owner: Seat
    position: int
    cell: int | None
    row: int | None


class Egg(Data, frozen=True):
    """A grid card. `dragon` is None while nobody but its lookers knows it."""

    fate: Literal["down", "saved", "lost"]
    dragon: int | None
    saver: Seat | None  # who saved it
    cover: int | None  # the dragon lying on it that saved it
    looked: tuple[Seat, ...]  # who has looked at it while it lay face down


class Strike(Data, frozen=True):
    """The strike dragon of a row. Face down it heads right, face up left; out of play its column is 0."""

    column: int
    face: Literal["down", "up", "gone"]
    dragon: int | None


class MageCard(Data, frozen=True):
    """A card of a tableau; `gone` leaves its position empty. It was face up as it left, so its dragon stays known."""

    face: Literal["down", "up", "gone"]
    dragon: int | None
    looked: tuple[Seat, ...]


# What the turn in progress has settled so far: the tableau card, by its owner and position, and the grid card.


class Researching(Data, frozen=True, tag_field="action", tag="research"):
    action: ClassVar[str] = "research"
    owner: Seat
    position: int
    cell: None = None


class Scouting(Data, frozen=True, kw_only=True, tag_field="action", tag="scout"):
    action: ClassVar[str] = "scout"
    owner: None = None
    position: None = None
    cell: int


class Enchanting(Data, frozen=True, tag_field="action", tag="enchant"):
    action: ClassVar[str] = "enchant"
    owner: Seat
    position: int
    cell: int | None = None  # None till the egg is named


class WildEnchanting(Enchanting, frozen=True, tag="wild"):
    action: ClassVar[str] = "wild"


Chosen = Researching | Scouting | Enchanting | WildEnchanting


class Table(Data, frozen=True):
    """What everyone sees."""

    options: Options
    turn: Seat
    step: Literal["action", "claim", "advance", "aim", "place", "remove", "over"]  # what the turn waits for
    chosen: Chosen | None  # None: nothing yet
    nest: tuple[Egg, ...]  # 16
    strikes: tuple[Strike, ...]  # 4
    tableaus: tuple[tuple[MageCard, ...], ...]  # by seat
    claims: tuple[Claim, ...]  # oldest first
    saved: int  # eggs
    left: int  # eggs neither saved nor lost
    recent: tuple[Event, ...]  # public events of the turn in progress; if it has none yet, of the turn before


class Mine(Data, frozen=True):
    """What one seat alone sees besides: the dragons it has looked at, None elsewhere.

    A card that was looked at and has come to light since is still shown. Without `memory`, only the look of the turn
    in progress is.
    """

    seat: Seat
    nest: tuple[int | None, ...]  # 16
    tableaus: tuple[tuple[int | None, ...], ...]  # by seat


class View(BaseView[Table, Mine], frozen=True):
    pass


# -- What is so


class State(Data, frozen=True):
    """What everyone sees, and every dragon. Cards stay where they were dealt; the table says what became of them."""

    table: Table
    nest: tuple[int, ...]  # 16
    strikes: tuple[int, ...]  # 4
    tableaus: tuple[tuple[int, ...], ...]  # by seat


def new(seats: int, options: Options, chance: Chance) -> State:
    if seats not in SEATS:
        raise IllegalMove("Wyvern's Knot is for three to five players.")
    require_options(Options, options)
    nest, mage = chance.shuffled("nest", DECK), chance.shuffled("mage", DECK)
    tableaus = _split(mage, [20 // seats + (seat < 20 % seats) for seat in range(seats)])
    table = Table(
        options=options,
        turn=0,
        step="action",
        chosen=None,
        nest=(Egg(fate="down", dragon=None, saver=None, cover=None, looked=()),) * 16,
        strikes=(Strike(column=0, face="down", dragon=None),) * 4,
        tableaus=tuple((MageCard(face="down", dragon=None, looked=()),) * len(tableau) for tableau in tableaus),
        claims=(),
        saved=0,
        left=16,
        recent=(),
    )
    return State(table, nest[:16], nest[16:], tableaus)


def to_act(state: State) -> Seat | None:
    return None if state.table.step == "over" else state.table.turn


def legal_moves(state: State) -> tuple[Move, ...]:
    table = state.table
    match table.step:
        case "action":
            return _actions(table)
        case "claim":
            return _claims(table)
        case "aim":
            return (*[_AIM[cell] for cell in _open_cells(table)], _BACK)
        case "place":
            owner, position = _chosen_card(table)
            cells = _placeable(table, table.tableaus[owner][position].dragon)
            return (*[_PLACE[cell] for cell in cells], Decline())
        case "remove":
            return tuple([_REMOVE[row] for row in _in_play(table)])
        case "advance":
            return tuple([_ADVANCE[row] for row in _in_play(table)])
        case "over":
            return ()


def play(state: State, move: Move, chance: Chance) -> Step[State, Event]:
    table = state.table
    if table.step not in _STEPS.get(type(move), ()):
        raise IllegalMove(_WAITING[table.step])
    match move:
        case Research():
            return _research(state, move)
        case Scout():
            return _scout(state, move)
        case Advance():
            return _advance(state, move)
        case Enchant() | Wild():
            return _begin(state, move)
        case Distract():
            return _distract(state, move)
        case TurnUp():
            return _turn_up(state)
        case Point() | PointStrike():
            return _point(state, move)
        case Keep():
            return _settle(state, replace(table, step="advance"), (Kept(table.turn),))
        case Aim():
            return _aim(state, move)
        case Back():
            return _back(state)
        case Place():
            return _place(state, move)
        case Decline():
            return _compare(state, table, _enchanting(table))
        case Remove():
            return _remove(state, move)


def view(state: State, seat: Seat | None) -> View:
    return View(state.table, None if seat is None else _mine(state, seat))


def stand_in(view: View, own: Seat) -> View:
    """Nobody learns through a vacant seat what their own face-down cards are."""
    assert view.mine is not None
    hidden = (None,) * len(view.mine.tableaus[own])
    return View(view.table, replace(view.mine, tableaus=with_item(view.mine.tableaus, own, hidden)))


def withheld(event: Event, own: Seat) -> bool:
    return isinstance(event, Looked) and event.owner == own


def outcome(state: State) -> Outcome | None:
    table = state.table
    if table.step != "over":
        return None
    seats, target = range(len(table.tableaus)), table.options.target
    won = table.saved >= target
    headline = f"All {target} eggs are safe." if won else f"The raid is over: {table.saved} of {target} eggs saved."
    return Outcome(tuple(seats) if won else (), (table.saved,) * len(seats), won, headline)


def imagine(view: View, chance: Chance) -> State:
    table, mine = view.table, view.mine
    mage = [card.dragon for tableau in table.tableaus for card in tableau]
    nest = [egg.dragon for egg in table.nest]
    if mine:
        mage = [_first(pair) for pair in zip(mage, chain(*mine.tableaus), strict=True)]
        nest = [_first(pair) for pair in zip(nest, mine.nest, strict=True)]
    grid_and_strikes = _completed([*nest, *(strike.dragon for strike in table.strikes)], chance, "imagine/nest")
    tableaus = _split(_completed(mage, chance, "imagine/mage"), map(len, table.tableaus))
    return State(table, grid_and_strikes[:16], grid_and_strikes[16:], tableaus)


def census(state: State) -> Counter[Hashable]:
    """Every card, by its deck and its dragon."""
    nest = (("nest", dragon) for dragon in (*state.nest, *state.strikes))
    return Counter(chain(nest, (("mage", dragon) for dragon in chain(*state.tableaus))))


def tell(event: Event) -> str:
    match event:
        case Looked(_, owner, position, int(dragon), audience=(_,)):
            return f"You see {DRAGONS[dragon]}: {_card_name(owner, position)}."
        case Looked(seat, owner, position, int(dragon)):
            return f"{{{seat}}} takes up {_card_name(owner, position)}, {DRAGONS[dragon]}."
        case Looked(seat, owner, position):
            return f"{{{seat}}} looks at {_card_name(owner, position)}."
        case TurnedUp(seat, owner, position, dragon):
            return f"{{{seat}}} turns {_card_name(owner, position)} face up: {DRAGONS[dragon]}."
        case Pointed(seat, owner, position, int(cell)):
            return f"{{{seat}}} points: {_card_name(owner, position)} matches the egg at {_cell_name(cell)}."
        case Pointed(seat, owner, position, row=int(row)):
            return f"{{{seat}}} points: {_card_name(owner, position)} matches the strike dragon of row {ROWS[row]}."
        case Kept(seat):
            return f"{{{seat}}} leaves the card as it is and points at nothing."
        case Scouted(_, cell, int(dragon)):
            return f"You see {DRAGONS[dragon]} at {_cell_name(cell)}."
        case Scouted(seat, cell):
            return f"{{{seat}}} scouts the egg at {_cell_name(cell)}."
        case Aimed(seat, position, cell, dragon, wild):
            how = "tries a wild enchantment" if wild else "attempts to enchant"
            return f"{{{seat}}} {how} at {_cell_name(cell)} with card {position + 1}: {DRAGONS[dragon]}."
        case Saved(seat, cell, dragon, by_strike):
            how = "with its strike dragon" if by_strike else "a match"
            return f"{{{seat}}} saves the egg at {_cell_name(cell)}, {how}: {DRAGONS[dragon]}."
        case Mismatched(_, _, cell, card, dragon):
            return f"No match: {DRAGONS[dragon]} lay at {_cell_name(cell)}. It and {DRAGONS[card]} leave the game."
        case Advanced(seat, row, column, None):
            return f"{{{seat}}} advances the strike dragon of row {ROWS[row]} to column {column}."
        case Advanced(seat, row, 5, int(dragon)):
            return f"{{{seat}}} advances the strike dragon of row {ROWS[row]} to column 5. It is {DRAGONS[dragon]}."
        case Advanced(seat, row, column, int(dragon)):
            return f"{{{seat}}} advances {DRAGONS[dragon]}, the strike dragon of row {ROWS[row]}, to column {column}."
        case Lost(cell, dragon):
            return f"The egg at {_cell_name(cell)} is lost: {DRAGONS[dragon]}."
        case Distracted(seat, position, row, column, dragon):
            return (
                f"{{{seat}}} discards card {position + 1}, {DRAGONS[dragon]}: "
                f"the strike dragon of row {ROWS[row]} moves back to column {column}."
            )
        case Left(row, dragon, home):
            why = "is home again, out of play" if home else "is taken out of play"
            return f"{DRAGONS[dragon]}, the strike dragon of row {ROWS[row]}, {why}."
        case Passed(seat):
            return f"{{{seat}}} has no action left and is passed over."
        case OutOfReach():
            return "The eggs left are too few for the target now."
    raise AssertionError(event)


# -- Which moves there are

_STEPS: Mapping[type, tuple[str, ...]] = {
    **dict.fromkeys((Research, Scout, Enchant, Wild, Distract), ("action",)),
    **dict.fromkeys((TurnUp, Point, PointStrike, Keep), ("claim",)),
    Aim: ("aim",),
    Back: ("aim", "claim"),
    **dict.fromkeys((Place, Decline), ("place",)),
    Remove: ("remove",),
    Advance: ("advance",),
}
_WAITING = {
    "action": "Choose an action: research, scout, enchant, wild enchantment or distraction.",
    "claim": "First say what you do with the card: turn it up, point, or leave it as it is.",
    "advance": "First choose a strike dragon to advance.",
    "aim": "First name the egg to enchant, or go back.",
    "place": "First choose an egg to save with the strike dragon, or decline.",
    "remove": "First choose a strike dragon to take out of play.",
    "over": "The game is over.",
}


# Every move that has a place, made once.
_RESEARCH = [[Research(owner, position) for position in range(MOST_CARDS)] for owner in range(SEATS[-1])]
_SCOUT, _POINT, _AIM, _PLACE = ([kind(cell) for cell in range(16)] for kind in (Scout, Point, Aim, Place))
_POINT_STRIKE, _REMOVE, _ADVANCE = ([kind(row) for row in range(4)] for kind in (PointStrike, Remove, Advance))
_ENCHANT, _WILD = ([kind(position) for position in range(MOST_CARDS)] for kind in (Enchant, Wild))
_BACK = Back()


def _actions(table: Table) -> tuple[Move, ...]:
    seat, moves = table.turn, list[Move]()
    for owner, tableau in enumerate(table.tableaus):
        if owner != seat:
            research = _RESEARCH[owner]
            moves += [research[position] for position, card in enumerate(tableau) if card.face != "gone"]
    cells = _open_cells(table)
    if cells:
        moves += [_SCOUT[cell] for cell in cells]
        faces = [card.face for card in table.tableaus[seat]]
        moves += [_ENCHANT[position] for position, face in enumerate(faces) if face != "gone"]
        moves += [_WILD[position] for position, face in enumerate(faces) if face == "down"]
    return (*moves, *_distractions(table, seat))


def _distractions(table: Table, seat: Seat) -> list[Distract]:
    strikes = [(row, s.dragon) for row, s in enumerate(table.strikes) if s.face == "up" and s.column < 5]
    if not strikes:
        return []
    return [
        Distract(position, row)
        for position, card in enumerate(table.tableaus[seat])
        if card.face == "up"
        for row, dragon in strikes
        if dragon == card.dragon
    ]


def _can_act(table: Table, seat: Seat) -> bool:
    """Whoever could enchant could as well scout, so those two needn't be asked for."""
    for owner, tableau in enumerate(table.tableaus):
        if owner != seat:
            for card in tableau:
                if card.face != "gone":
                    return True
    return bool(_open_cells(table) or _distractions(table, seat))


def _claims(table: Table) -> tuple[Move, ...]:
    owner, position = _chosen_card(table)
    eggs = [_POINT[cell] for cell, egg in enumerate(table.nest) if egg.fate == "down"]
    if table.tableaus[owner][position].face == "down":
        return (TurnUp(), *eggs, *[_POINT_STRIKE[row] for row in _in_play(table)], Keep())
    unknown = [_POINT_STRIKE[row] for row in _in_play(table) if table.strikes[row].face == "down"]
    return (*eggs, *unknown, Keep(), _BACK)


def _open_cells(table: Table) -> list[int]:
    """The eggs neither saved nor lost on which no strike dragon lies (out of play, those are in column 0)."""
    cells = [cell for cell, egg in enumerate(table.nest) if egg.fate == "down"]
    for row, strike in enumerate(table.strikes):
        if 0 < strike.column < 5 and (covered := 4 * row + strike.column - 1) in cells:
            cells.remove(covered)
    return cells


def _in_play(table: Table) -> list[int]:
    return [row for row, strike in enumerate(table.strikes) if strike.face != "gone"]


def _placeable(table: Table, dragon: int | None) -> list[int]:
    """The cells where a wild card of this dragon may go, whatever egg lies there."""
    rows = [row for row, strike in enumerate(table.strikes) if strike.face == "up" and strike.dragon == dragon]
    return [cell for row in rows for cell in range(4 * row, 4 * row + 4) if table.nest[cell].fate == "down"]


def _chosen_card(table: Table) -> tuple[Seat, int]:
    """Owner and position of the tableau card that this turn is about."""
    assert isinstance(table.chosen, Researching | Enchanting)
    return table.chosen.owner, table.chosen.position


def _enchanting(table: Table) -> Enchanting:
    """The attempt in progress."""
    assert isinstance(table.chosen, Enchanting)
    return table.chosen


# -- Refusals. A move can come from anywhere, so its numbers are checked for their type too.


def _is_index(number: object, size: int) -> bool:
    return type(number) is int and 0 <= number < size


def _require_card(tableau: Sequence[MageCard], position: int) -> MageCard:
    if not _is_index(position, len(tableau)) or tableau[position].face == "gone":
        raise IllegalMove("There is no card at that position.")
    return tableau[position]


def _require_egg(table: Table, cell: int) -> Egg:
    if not _is_index(cell, 16):
        raise IllegalMove("The grid has no such place: its rows are A to D, its columns 1 to 4.")
    egg = table.nest[cell]
    if egg.fate != "down":
        raise IllegalMove(f"The egg at {_cell_name(cell)} is {egg.fate} already.")
    return egg


def _require_open_egg(table: Table, cell: int) -> Egg:
    egg = _require_egg(table, cell)
    if table.strikes[cell // 4].column == cell % 4 + 1:
        raise IllegalMove(f"A strike dragon lies on {_cell_name(cell)}: that egg can only be pointed at.")
    return egg


def _require_strike(table: Table, row: int) -> Strike:
    if not _is_index(row, 4):
        raise IllegalMove("There is no such row: rows are A to D.")
    strike = table.strikes[row]
    if strike.face == "gone":
        raise IllegalMove(f"The strike dragon of row {ROWS[row]} is out of play.")
    return strike


# -- What the moves do


def _research(state: State, move: Research) -> Step[State, Event]:
    table, seat, owner, position = state.table, state.table.turn, move.owner, move.position
    if not _is_index(owner, len(table.tableaus)):
        raise IllegalMove("There is no such seat at this table.")
    if owner == seat:
        raise IllegalMove("Research a card in front of another player.")
    card = _require_card(table.tableaus[owner], position)
    table = replace(table, step="claim", chosen=Researching(owner, position))
    if card.face == "up":
        return _settle(state, table, (Looked(seat, owner, position, card.dragon),))
    table = _with_card(table, owner, position, replace(card, looked=_and(card.looked, seat)))
    seen = Looked(seat, owner, position, state.tableaus[owner][position], audience=(seat,))
    return _settle(state, table, (Looked(seat, owner, position), seen), reveals=not _remembers(table, seat, card))


def _remembers(table: Table, seat: Seat, card: MageCard | Egg) -> bool:
    return seat in card.looked and table.options.memory


def _turn_up(state: State) -> Step[State, Event]:
    table = state.table
    owner, position = _chosen_card(table)
    card, dragon = table.tableaus[owner][position], state.tableaus[owner][position]
    if card.face == "up":
        raise IllegalMove("That card lies face up already.")
    table = _with_card(replace(table, step="advance"), owner, position, replace(card, face="up", dragon=dragon))
    return _settle(state, table, (TurnedUp(table.turn, owner, position, dragon),), reveals=True)


def _point(state: State, move: Point | PointStrike) -> Step[State, Event]:
    table, seat = state.table, state.table.turn
    owner, position = _chosen_card(table)
    cell = row = None
    if isinstance(move, Point):
        _require_egg(table, cell := move.cell)
    elif _require_strike(table, row := move.row).face == table.tableaus[owner][position].face == "up":
        raise IllegalMove("Both lie face up: everyone sees whether they match.")
    claims = _and(table.claims, Claim(seat, owner, position, cell, row))
    table = replace(table, step="advance", claims=claims)
    return _settle(state, table, (Pointed(seat, owner, position, cell, row),), reveals=True)


def _scout(state: State, move: Scout) -> Step[State, Event]:
    table, seat, cell = state.table, state.table.turn, move.cell
    egg = _require_open_egg(table, cell)
    table = replace(table, step="advance", chosen=Scouting(cell=cell))
    table = _with_egg(table, cell, replace(egg, looked=_and(egg.looked, seat)))
    events = Scouted(seat, cell), Scouted(seat, cell, state.nest[cell], audience=(seat,))
    return _settle(state, table, events, reveals=not _remembers(table, seat, egg))


def _begin(state: State, move: Enchant | Wild) -> Step[State, Event]:
    table, seat = state.table, state.table.turn
    card = _require_card(table.tableaus[seat], move.position)
    if isinstance(move, Wild) and card.face == "up":
        raise IllegalMove("A wild enchantment takes a face-down card.")
    if not _open_cells(table):
        raise IllegalMove("Strike dragons lie on all the eggs left.")
    chosen = WildEnchanting if isinstance(move, Wild) else Enchanting
    return Step(replace(state, table=replace(table, step="aim", chosen=chosen(seat, move.position))))


def _back(state: State) -> Step[State, Event]:
    table = state.table
    if table.step == "claim":
        owner, position = _chosen_card(table)
        if table.tableaus[owner][position].face == "down":
            raise IllegalMove("You have seen that card: turn it up, point, or leave it as it is.")
    return Step(replace(state, table=replace(table, step="action", chosen=None)))


def _aim(state: State, move: Aim) -> Step[State, Event]:
    table, cell = state.table, move.cell
    _require_open_egg(table, cell)
    chosen = replace(_enchanting(table), cell=cell)
    seat, position = chosen.owner, chosen.position
    wild, dragon = isinstance(chosen, WildEnchanting), state.tableaus[seat][position]
    table = replace(table, step="place", chosen=chosen)
    table = _with_card(table, seat, position, replace(table.tableaus[seat][position], face="up", dragon=dragon))
    aimed = Aimed(seat, position, cell, dragon, wild)
    if wild and _placeable(table, dragon):
        return _settle(state, table, (aimed,), reveals=True)
    return _compare(state, table, chosen, aimed)


def _compare(state: State, table: Table, chosen: Enchanting, *events: Event) -> Step[State, Event]:
    """Card and egg lie face up: a match saves the egg, a mismatch costs both, and then a strike dragon."""
    seat, position, cell = chosen.owner, chosen.position, chosen.cell
    assert cell is not None
    card, egg = state.tableaus[seat][position], state.nest[cell]
    if card == egg:
        table = _with_egg(table, cell, replace(table.nest[cell], dragon=egg))
        return _save(state, table, cell, events, reveals=True)
    table = _discarded(_lose(table, cell, egg), seat, position)
    mismatch = Mismatched(seat, position, cell, card, egg)
    return _settle(state, replace(table, step="remove"), (*events, mismatch), reveals=True)


def _place(state: State, move: Place) -> Step[State, Event]:
    table, cell = state.table, move.cell
    _require_egg(table, cell)
    seat, position = _chosen_card(table)
    if cell not in _placeable(table, state.tableaus[seat][position]):
        raise IllegalMove("Choose an egg in the row of the strike dragon that your card is.")
    return _save(state, table, cell, by_strike=True)


def _save(
    state: State,
    table: Table,
    cell: int,
    events: tuple[Event, ...] = (),
    *,
    by_strike: bool = False,
    reveals: bool = False,
) -> Step[State, Event]:
    """The card of this turn goes on top of an egg."""
    seat, position = _chosen_card(table)
    dragon = state.tableaus[seat][position]
    table = _discarded(table, seat, position)
    table = _with_egg(table, cell, replace(table.nest[cell], fate="saved", saver=seat, cover=dragon))
    table = replace(table, step="action", saved=table.saved + 1, left=table.left - 1)
    return _settle(state, table, (*events, Saved(seat, cell, dragon, by_strike)), reveals)


def _remove(state: State, move: Remove) -> Step[State, Event]:
    table, row = state.table, move.row
    face_down, dragon = _require_strike(table, row).face == "down", state.strikes[row]
    table = _with_strike(replace(table, step="action"), row, Strike(0, "gone", dragon))
    return _settle(state, table, (Left(row, dragon, home=False),), reveals=face_down)


def _distract(state: State, move: Distract) -> Step[State, Event]:
    table, seat, position, row = state.table, state.table.turn, move.position, move.row
    card = _require_card(table.tableaus[seat], position)
    strike = _require_strike(table, row)
    if card.face != "up" or strike.face != "up" or card.dragon != strike.dragon:
        raise IllegalMove("A distraction takes a face-up card of yours that matches a face-up strike dragon.")
    if strike.column == 5:
        raise IllegalMove("A strike dragon in column 5 can't be moved back.")
    table = _with_strike(replace(table, step="action"), row, replace(strike, column=strike.column + 1))
    table = _discarded(table, seat, position)
    return _settle(state, table, (Distracted(seat, position, row, strike.column + 1, state.strikes[row]),))


def _advance(state: State, move: Advance) -> Step[State, Event]:
    table, seat, row = replace(state.table, step="action"), state.table.turn, move.row
    strike, dragon = _require_strike(table, row), state.strikes[row]
    if strike.face == "down":
        column = strike.column + 1
        if column < 5:
            table = _with_strike(table, row, Strike(column, "down", None))
            return _settle(state, table, (Advanced(seat, row, column, None),))
        table = _with_strike(table, row, Strike(column, "up", dragon))
        return _settle(state, table, (Advanced(seat, row, column, dragon),), reveals=True)
    column = strike.column - 1
    advanced = Advanced(seat, row, column, dragon)
    if column == 0:
        table = _with_strike(table, row, Strike(0, "gone", dragon))
        return _settle(state, table, (advanced, Left(row, dragon, home=True)))
    table, cell = _with_strike(table, row, Strike(column, "up", dragon)), 4 * row + column - 1
    if table.nest[cell].fate != "down":
        return _settle(state, table, (advanced,))
    egg = state.nest[cell]
    return _settle(state, _lose(table, cell, egg), (advanced, Lost(cell, egg)), reveals=True)


def _settle(state: State, table: Table, events: tuple[Event, ...], reveals: bool = False) -> Step[State, Event]:
    """What follows every step: the end of the game, or the next turn once `step` is "action" again."""
    before = state.table
    if not _in_reach(table) and _in_reach(before):
        events = (*events, OutOfReach())
    if table.saved >= table.options.target or not table.left or not _in_play(table):
        table = replace(table, step="over")
    elif table.step == "action":
        table, passed = _next_turn(table)
        events += passed
    if table.step == "over":
        nest = _nest_at_the_end(table, state.nest)
        reveals = reveals or nest != table.nest
        table = replace(table, chosen=None, nest=nest)
    table = replace(table, recent=_told_so_far(before) + heard(events, None), claims=_standing(table))
    return Step(replace(state, table=table), events, reveals)


def _in_reach(table: Table) -> bool:
    """Whether the eggs left still suffice."""
    return table.saved + table.left >= table.options.target


def _next_turn(table: Table) -> tuple[Table, tuple[Passed, ...]]:
    """It passes to the next seat that can act. Where none can, the game is over."""
    seat, passed = table.turn, list[Passed]()
    for _ in table.tableaus:
        seat = (seat + 1) % len(table.tableaus)
        if _can_act(table, seat):
            return replace(table, turn=seat, chosen=None), tuple(passed)
        passed.append(Passed(seat))
    return replace(table, step="over"), ()


def _nest_at_the_end(table: Table, dragons: tuple[int, ...]) -> tuple[Egg, ...]:
    """An egg saved by its strike dragon comes to light."""
    return tuple(
        replace(egg, dragon=dragon) if egg.fate == "saved" else egg
        for egg, dragon in zip(table.nest, dragons, strict=True)
    )


def _told_so_far(table: Table) -> tuple[Event, ...]:
    """In this turn. An action, or the egg that it aims at, is the first that is told of one."""
    return () if table.step in ("action", "aim") else table.recent


def _standing(table: Table) -> tuple[Claim, ...]:
    return table.claims and tuple([claim for claim in table.claims if _stands(claim, table)])


def _stands(claim: Claim, table: Table) -> bool:
    """Till one of the two cards leaves its place or both lie face up. A saved egg lies where it lay."""
    card, target = table.tableaus[claim.owner][claim.position].face, _face(table, claim)
    return card != "gone" and target != "gone" and (card == "down" or target == "down")


def _face(table: Table, claim: Claim) -> Literal["down", "up", "gone"]:
    """Of what the claim points at."""
    if claim.cell is None:
        assert claim.row is not None
        return table.strikes[claim.row].face
    egg = table.nest[claim.cell]
    return "gone" if egg.fate == "lost" else "down" if egg.dragon is None else "up"


def _lose(table: Table, cell: int, dragon: int) -> Table:
    lost = replace(table.nest[cell], fate="lost", dragon=dragon)
    return _with_egg(replace(table, left=table.left - 1), cell, lost)


def _discarded(table: Table, owner: Seat, position: int) -> Table:
    return _with_card(table, owner, position, replace(table.tableaus[owner][position], face="gone"))


# -- Parts


def _mine(state: State, seat: Seat) -> Mine:
    table, memory = state.table, state.table.options.memory
    looking_at = table.chosen if seat == table.turn else None
    nest = [
        dragon if seat in egg.looked and (memory or looking_at == Scouting(cell=cell)) else None
        for cell, (egg, dragon) in enumerate(zip(table.nest, state.nest, strict=True))
    ]
    tableaus = [
        tuple(
            dragon if seat in card.looked and (memory or looking_at == Researching(owner, position)) else None
            for position, (card, dragon) in enumerate(zip(cards, dragons, strict=True))
        )
        for owner, (cards, dragons) in enumerate(zip(table.tableaus, state.tableaus, strict=True))
    ]
    return Mine(seat, tuple(nest), tuple(tableaus))


T = TypeVar("T")


def _and(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    return items if item in items else (*items, item)


def _with_card(table: Table, owner: Seat, position: int, card: MageCard) -> Table:
    tableau = with_item(table.tableaus[owner], position, card)
    return replace(table, tableaus=with_item(table.tableaus, owner, tableau))


def _with_egg(table: Table, cell: int, egg: Egg) -> Table:
    return replace(table, nest=with_item(table.nest, cell, egg))


def _with_strike(table: Table, row: int, strike: Strike) -> Table:
    return replace(table, strikes=with_item(table.strikes, row, strike))


def _split(cards: tuple[int, ...], sizes: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    deck = iter(cards)
    return tuple(tuple(next(deck) for _ in range(size)) for size in sizes)


def _first(dragons: Iterable[int | None]) -> int | None:
    return next((dragon for dragon in dragons if dragon is not None), None)


def _completed(known: Sequence[int | None], chance: Chance, label: str) -> tuple[int, ...]:
    """A whole deck of twenty from the cards known of it: the others in a random order."""
    unseen = Counter(DECK) - Counter(known)
    deck = iter(chance.shuffled(label, sorted(unseen.elements())))
    return tuple(next(deck) if dragon is None else dragon for dragon in known)


def _cell_name(cell: int) -> str:
    return f"{ROWS[cell // 4]}{cell % 4 + 1}"


def _card_name(owner: Seat, position: int) -> str:
    return f"card {position + 1} of {{{owner}}}"


GAME = Game(
    key="wyverns-knot",
    title="Wyvern's Knot",
    seats=SEATS,
    version=1,
    options=Options,
    state=State,
    move=Move,
    view_type=View,
    event=Event,
    cooperative=lambda options: True,
    difficulty=lambda options: options.target,
    new=new,
    to_act=to_act,
    legal_moves=legal_moves,
    play=play,
    view=view,
    stand_in=stand_in,
    withheld=withheld,
    outcome=outcome,
    imagine=imagine,
    census=census,
    tell=tell,
)
