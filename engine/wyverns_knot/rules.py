"""The rules of Wyvern's Knot: setting up, what each move does, and how the game ends.

A turn is one action in small moves. If a player sees something and then chooses, those are two moves:

    Research -> TurnUp | Point | PointStrike | Keep -> Advance
    Scout -> Advance
    Enchant -> Aim (-> Remove)
    Wild -> Aim (-> Place | Decline) (-> Remove)
    Distract

The end of the game, checked after every move, can cut a turn short. `Back` leaves Enchant or Wild before the egg is
named, and the research of a face-up card, which has shown nothing.
"""

from collections import Counter
from collections.abc import Hashable
from itertools import chain
from typing import Literal, TypeVar

from ..chance import Chance
from ..game import Game, IllegalMove, Outcome, Seat, Step, heard, require_options
from ..records import replace, with_item
from .choices import (
    PROMPTS,
    STEPS,
    attempt,
    can_act,
    chosen_card,
    in_play,
    is_index,
    legal_moves,
    open_cells,
    placeable,
    require_card,
    require_egg,
    require_open_egg,
    require_strike,
)
from .events import (
    Advanced,
    Aimed,
    Distracted,
    Event,
    Kept,
    Left,
    Looked,
    Lost,
    Mismatched,
    OutOfReach,
    Passed,
    Pointed,
    Saved,
    Scouted,
    TurnedUp,
    Unseen,
)
from .moves import (
    Advance,
    Aim,
    Back,
    Blind,
    Decline,
    Distract,
    Enchant,
    Keep,
    Move,
    Place,
    Point,
    PointStrike,
    Remove,
    Research,
    Scout,
    TurnUp,
    Wild,
)
from .secrets import secrets
from .state import (
    DECK,
    SEATS,
    Claim,
    Egg,
    Enchanting,
    MageCard,
    Options,
    Researching,
    Scouting,
    State,
    Strike,
    Table,
    View,
    WildEnchanting,
    tableaus_of,
)
from .telling import tell
from .views import imagine, recalling, redact_for, replayed, revealed, unseen, view, withheld

T = TypeVar("T")


def new(seats: int, options: Options, chance: Chance) -> State:
    if seats not in SEATS:
        raise IllegalMove("Wyvern's Knot is for three to five players.")
    require_options(Options, options)
    nest, mage = chance.shuffled("nest", DECK), chance.shuffled("mage", DECK)
    tableaus = tableaus_of(mage, [20 // seats + (seat < 20 % seats) for seat in range(seats)])
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


def play(state: State, move: Move, chance: Chance) -> Step[State, Event]:
    table = state.table
    if table.step not in STEPS.get(type(move), ()):
        raise IllegalMove(PROMPTS[table.step])
    match move:
        case Research():
            return _research(state, move)
        case Scout():
            return _scout(state, move)
        case Blind():
            return _blindly(state, move)
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
            return _compare(state, table, attempt(table))
        case Remove():
            return _remove(state, move)


def outcome(state: State) -> Outcome | None:
    table = state.table
    if table.step != "over":
        return None
    seats, target = range(len(table.tableaus)), table.options.target
    won = table.saved >= target
    headline = f"Victory: all {target} eggs are safe." if won else f"Defeat: {table.saved} of {target} eggs saved."
    return Outcome(tuple(seats) if won else (), (table.saved,) * len(seats), won, headline)


def census(state: State) -> Counter[Hashable]:
    """Every card, by its deck and its dragon."""
    nest = (("nest", dragon) for dragon in (*state.nest, *state.strikes))
    return Counter(chain(nest, (("mage", dragon) for dragon in chain(*state.tableaus))))


def _research(state: State, move: Research) -> Step[State, Event]:
    table, seat, owner, position = state.table, state.table.turn, move.owner, move.position
    if not is_index(owner, len(table.tableaus)):
        raise IllegalMove("There is no such seat at this table.")
    if owner == seat:
        raise IllegalMove("You can't look at your own cards. Pick another player's.")
    card = require_card(table.tableaus[owner], position)
    table = replace(table, step="claim", chosen=Researching(owner, position))
    if card.face == "up":
        return _settle(state, table, (Looked(seat, owner, position, card.dragon),))
    table = _with_card(table, owner, position, replace(card, looked=_including(card.looked, seat)))
    seen = Looked(seat, owner, position, state.tableaus[owner][position], audience=(seat,))
    return _settle(state, table, (Looked(seat, owner, position), seen), reveals=not _remembers(table, seat, card))


def _remembers(table: Table, seat: Seat, card: MageCard | Egg) -> bool:
    return seat in card.looked and table.options.memory


def _turn_up(state: State) -> Step[State, Event]:
    table = state.table
    owner, position = chosen_card(table)
    card, dragon = table.tableaus[owner][position], state.tableaus[owner][position]
    if card.face == "up":
        raise IllegalMove("That card is face up already.")
    table = _with_card(replace(table, step="advance"), owner, position, replace(card, face="up", dragon=dragon))
    return _settle(state, table, (TurnedUp(table.turn, owner, position, dragon),), reveals=True)


def _point(state: State, move: Point | PointStrike) -> Step[State, Event]:
    table, seat = state.table, state.table.turn
    owner, position = chosen_card(table)
    cell = row = None
    if isinstance(move, Point):
        require_egg(table, cell := move.cell)
    elif require_strike(table, row := move.row).face == table.tableaus[owner][position].face == "up":
        raise IllegalMove("Both are face up. Everyone sees whether they match.")
    claims = _including(table.claims, Claim(seat, owner, position, cell, row))
    table = replace(table, step="advance", claims=claims)
    return _settle(state, table, (Pointed(seat, owner, position, cell, row),), reveals=True)


def _scout(state: State, move: Scout) -> Step[State, Event]:
    table, seat, cell = state.table, state.table.turn, move.cell
    egg = require_open_egg(table, cell)
    table = replace(table, step="advance", chosen=Scouting(cell=cell))
    table = _with_egg(table, cell, replace(egg, looked=_including(egg.looked, seat)))
    events = Scouted(seat, cell), Scouted(seat, cell, state.nest[cell], audience=(seat,))
    return _settle(state, table, events, reveals=not _remembers(table, seat, egg))


def _blindly(state: State, move: Blind) -> Step[State, Event]:
    table, look = state.table, move.look
    match look:
        case Research(owner, position):
            step = _research(state, look)
            if table.tableaus[owner][position].face == "up":  # everyone sees it
                return step
            told = Unseen(table.turn, owner, position, None)
        case Scout(cell):
            step = _scout(state, look)
            told = Unseen(table.turn, None, None, cell)
    looked = step.state.table
    return _settle(state, replace(table, step=looked.step, chosen=looked.chosen), (told,))


def _begin(state: State, move: Enchant | Wild) -> Step[State, Event]:
    table, seat = state.table, state.table.turn
    card = require_card(table.tableaus[seat], move.position)
    if isinstance(move, Wild) and card.face == "up":
        raise IllegalMove("A wild enchantment needs a face-down card of yours.")
    if not open_cells(table):
        raise IllegalMove("Strike dragons lie on all eggs that are left.")
    chosen = WildEnchanting if isinstance(move, Wild) else Enchanting
    return Step(replace(state, table=replace(table, step="aim", chosen=chosen(seat, move.position))))


def _back(state: State) -> Step[State, Event]:
    table = state.table
    if table.step == "claim":
        owner, position = chosen_card(table)
        if table.tableaus[owner][position].face == "down":
            raise IllegalMove("You have seen that card now. Turn it up, point, or show nothing.")
    return Step(replace(state, table=replace(table, step="action", chosen=None)))


def _aim(state: State, move: Aim) -> Step[State, Event]:
    table, cell = state.table, move.cell
    require_open_egg(table, cell)
    chosen = replace(attempt(table), cell=cell)
    seat, position = chosen.owner, chosen.position
    wild, dragon = isinstance(chosen, WildEnchanting), state.tableaus[seat][position]
    table = replace(table, step="place", chosen=chosen)
    table = _with_card(table, seat, position, replace(table.tableaus[seat][position], face="up", dragon=dragon))
    aimed = Aimed(seat, position, cell, dragon, wild)
    if wild and placeable(table, dragon):
        return _settle(state, table, (aimed,), reveals=True)
    return _compare(state, table, chosen, aimed)


def _compare(state: State, table: Table, chosen: Enchanting, *events: Event) -> Step[State, Event]:
    """Card and egg are turned up: a match saves the egg, a mismatch costs both and then a strike dragon."""
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
    require_egg(table, cell)
    seat, position = chosen_card(table)
    if cell not in placeable(table, state.tableaus[seat][position]):
        raise IllegalMove("Pick an egg in the row of the strike dragon that matches your card.")
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
    """Put this turn's card on an egg."""
    seat, position = chosen_card(table)
    dragon = state.tableaus[seat][position]
    table = _discarded(table, seat, position)
    table = _with_egg(table, cell, replace(table.nest[cell], fate="saved", saver=seat, cover=dragon))
    table = replace(table, step="action", saved=table.saved + 1, left=table.left - 1)
    return _settle(state, table, (*events, Saved(seat, cell, dragon, by_strike)), reveals)


def _remove(state: State, move: Remove) -> Step[State, Event]:
    table, row = state.table, move.row
    face_down, dragon = require_strike(table, row).face == "down", state.strikes[row]
    table = _with_strike(replace(table, step="action"), row, Strike(0, "gone", dragon))
    return _settle(state, table, (Left(row, dragon, home=False),), reveals=face_down)


def _distract(state: State, move: Distract) -> Step[State, Event]:
    table, seat, position, row = state.table, state.table.turn, move.position, move.row
    card = require_card(table.tableaus[seat], position)
    strike = require_strike(table, row)
    if card.face != "up" or strike.face != "up" or card.dragon != strike.dragon:
        raise IllegalMove("Discard a face-up card of yours that matches a face-up strike dragon.")
    if strike.column == 5:
        raise IllegalMove("A strike dragon in column 5 can't be moved back.")
    table = _with_strike(replace(table, step="action"), row, replace(strike, column=strike.column + 1))
    table = _discarded(table, seat, position)
    return _settle(state, table, (Distracted(seat, position, row, strike.column + 1, state.strikes[row]),))


def _advance(state: State, move: Advance) -> Step[State, Event]:
    table, seat, row = replace(state.table, step="action"), state.table.turn, move.row
    strike, dragon = require_strike(table, row), state.strikes[row]
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
    """What follows every move: the end of the game, or the next turn if `step` is "action" again."""
    before = state.table
    if not _in_reach(table) and _in_reach(before):
        events = (*events, OutOfReach())
    if table.saved >= table.options.target or not table.left or not in_play(table):
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
    """Whether enough eggs are left for the target."""
    return table.saved + table.left >= table.options.target


def _next_turn(table: Table) -> tuple[Table, tuple[Passed, ...]]:
    """The turn passes to the next seat that can act. If none can, the game is over."""
    seat, passed = table.turn, list[Passed]()
    for _ in table.tableaus:
        seat = (seat + 1) % len(table.tableaus)
        if can_act(table, seat):
            return replace(table, turn=seat, chosen=None), tuple(passed)
        passed.append(Passed(seat))
    return replace(table, step="over"), ()


def _nest_at_the_end(table: Table, dragons: tuple[int, ...]) -> tuple[Egg, ...]:
    """At the end all saved eggs are turned up. Those saved by their strike dragon were unseen until then."""
    return tuple(
        replace(egg, dragon=dragon) if egg.fate == "saved" else egg
        for egg, dragon in zip(table.nest, dragons, strict=True)
    )


def _told_so_far(table: Table) -> tuple[Event, ...]:
    """This turn's events so far. The first event of a turn comes from its action, or from the egg aimed at."""
    return () if table.step in ("action", "aim") else table.recent


def _standing(table: Table) -> tuple[Claim, ...]:
    return table.claims and tuple([claim for claim in table.claims if _stands(claim, table)])


def _stands(claim: Claim, table: Table) -> bool:
    """A claim stands until one of the two cards is gone or both are face up. A saved egg isn't gone."""
    card, target = table.tableaus[claim.owner][claim.position].face, _face(table, claim)
    return card != "gone" and target != "gone" and (card == "down" or target == "down")


def _face(table: Table, claim: Claim) -> Literal["down", "up", "gone"]:
    """How the target of the claim lies."""
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


def _including(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    return items if item in items else (*items, item)


def _with_card(table: Table, owner: Seat, position: int, card: MageCard) -> Table:
    tableau = with_item(table.tableaus[owner], position, card)
    return replace(table, tableaus=with_item(table.tableaus, owner, tableau))


def _with_egg(table: Table, cell: int, egg: Egg) -> Table:
    return replace(table, nest=with_item(table.nest, cell, egg))


def _with_strike(table: Table, row: int, strike: Strike) -> Table:
    return replace(table, strikes=with_item(table.strikes, row, strike))


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
    weekly=True,
    difficulty=lambda options: options.target,
    new=new,
    to_act=to_act,
    legal_moves=legal_moves,
    play=play,
    view=view,
    recalling=recalling,
    revealed=revealed,
    replayed=replayed,
    redact_for=redact_for,
    withheld=withheld,
    unseen=unseen,
    outcome=outcome,
    imagine=imagine,
    secrets=secrets,
    census=census,
    tell=tell,
)
