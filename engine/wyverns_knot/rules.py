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

from languages import say

from ..chance import Chance
from ..game import Game, IllegalMove, Outcome, Seat, Step, heard, require_options
from ..records import replace
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
from .draft import Draft
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
from .telling import feat, tell
from .views import hopeless, imagine, recalling, redact_for, replayed, revealed, unseen, view, withheld

T = TypeVar("T")


def new(seats: int, options: Options, chance: Chance) -> State:
    if seats not in SEATS:
        raise IllegalMove(say("Wyvern's Knot is for three to five players."))
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
        raise IllegalMove(say(PROMPTS[table.step]))
    draft = Draft(state, chance)
    match move:
        case Research():
            _research(draft, move)
        case Scout():
            _scout(draft, move)
        case Blind():
            _blindly(draft, move)
        case Advance():
            _advance(draft, move)
        case Enchant() | Wild():
            _begin(draft, move)
        case Distract():
            _distract(draft, move)
        case TurnUp():
            _turn_up(draft)
        case Point() | PointStrike():
            _point(draft, move)
        case Keep():
            draft.table = replace(table, step="advance")
            draft.events.append(Kept(table.turn))
        case Aim():
            _aim(draft, move)
        case Back():
            _back(draft)
        case Place():
            _place(draft, move)
        case Decline():
            _compare(draft, attempt(table))
        case Remove():
            _remove(draft, move)
    if not isinstance(move, Enchant | Wild | Back):  # these moves have changed nothing yet
        _end_or_go_on(draft, table)
    return Step(replace(state, table=draft.table), tuple(draft.events), draft.reveals)


def outcome(state: State) -> Outcome | None:
    table = state.table
    if table.step != "over":
        return None
    seats, won = range(len(table.tableaus)), table.saved >= table.options.target
    return Outcome(tuple(seats) if won else (), (table.saved,) * len(seats), won)


def headline(view: View) -> str:
    saved, target = view.table.saved, view.table.options.target
    if saved >= target:
        return say("Victory: all {target} eggs are safe.", target=target)
    return say("Defeat: {saved} of {target} eggs saved.", saved=saved, target=target)


def census(state: State) -> Counter[Hashable]:
    """Every card, by its deck and its dragon."""
    nest = (("nest", dragon) for dragon in (*state.nest, *state.strikes))
    return Counter(chain(nest, (("mage", dragon) for dragon in chain(*state.tableaus))))


def _research(draft: Draft, move: Research) -> None:
    table, seat, owner, position = draft.table, draft.table.turn, move.owner, move.position
    if not is_index(owner, len(table.tableaus)):
        raise IllegalMove(say("There is no such seat at this table."))
    if owner == seat:
        raise IllegalMove(say("You can't look at your own cards. Pick another player's."))
    card = require_card(table.tableaus[owner], position)
    draft.table = replace(table, step="claim", chosen=Researching(owner, position))
    if card.face == "up":
        draft.events.append(Looked(seat, owner, position, card.dragon))
        return
    draft.put_card(owner, position, replace(card, looked=_including(card.looked, seat)))
    seen = Looked(seat, owner, position, draft.state.tableaus[owner][position], audience=(seat,))
    draft.events += (Looked(seat, owner, position), seen)
    draft.reveals = not _remembers(table, seat, card)


def _remembers(table: Table, seat: Seat, card: MageCard | Egg) -> bool:
    return seat in card.looked and table.options.memory


def _turn_up(draft: Draft) -> None:
    table = draft.table
    owner, position = chosen_card(table)
    card, dragon = table.tableaus[owner][position], draft.state.tableaus[owner][position]
    if card.face == "up":
        raise IllegalMove(say("That card is face up already."))
    draft.table = replace(table, step="advance")
    draft.put_card(owner, position, replace(card, face="up", dragon=dragon))
    draft.events.append(TurnedUp(table.turn, owner, position, dragon))
    draft.reveals = True


def _point(draft: Draft, move: Point | PointStrike) -> None:
    table, seat = draft.table, draft.table.turn
    owner, position = chosen_card(table)
    cell = row = None
    if isinstance(move, Point):
        require_egg(table, cell := move.cell)
    elif require_strike(table, row := move.row).face == table.tableaus[owner][position].face == "up":
        raise IllegalMove(say("Both are face up. Everyone sees whether they match."))
    claims = _including(table.claims, Claim(seat, owner, position, cell, row))
    draft.table = replace(table, step="advance", claims=claims)
    draft.events.append(Pointed(seat, owner, position, cell, row))
    draft.reveals = True


def _scout(draft: Draft, move: Scout) -> None:
    table, seat, cell = draft.table, draft.table.turn, move.cell
    egg = require_open_egg(table, cell)
    draft.table = replace(table, step="advance", chosen=Scouting(cell=cell))
    draft.put_egg(cell, replace(egg, looked=_including(egg.looked, seat)))
    draft.events += (Scouted(seat, cell), Scouted(seat, cell, draft.state.nest[cell], audience=(seat,)))
    draft.reveals = not _remembers(table, seat, egg)


def _blindly(draft: Draft, move: Blind) -> None:
    """Make a look that shows nothing and leaves no mark on the card."""
    table, looking = draft.table, Draft(draft.state, draft.chance)
    match move.look:
        case Research(owner, position):
            _research(looking, move.look)
            if table.tableaus[owner][position].face == "up":  # everyone sees it
                draft.table = looking.table
                draft.events += looking.events
                return
            draft.events.append(Unseen(table.turn, owner, position, None))
        case Scout(cell):
            _scout(looking, move.look)
            draft.events.append(Unseen(table.turn, None, None, cell))
    draft.table = replace(table, step=looking.table.step, chosen=looking.table.chosen)


def _begin(draft: Draft, move: Enchant | Wild) -> None:
    table, seat = draft.table, draft.table.turn
    card = require_card(table.tableaus[seat], move.position)
    if isinstance(move, Wild) and card.face == "up":
        raise IllegalMove(say("A wild enchantment needs a face-down card of yours."))
    if not open_cells(table):
        raise IllegalMove(say("Strike dragons lie on all eggs that are left."))
    chosen = WildEnchanting if isinstance(move, Wild) else Enchanting
    draft.table = replace(table, step="aim", chosen=chosen(seat, move.position))


def _back(draft: Draft) -> None:
    table = draft.table
    if table.step == "claim":
        owner, position = chosen_card(table)
        if table.tableaus[owner][position].face == "down":
            raise IllegalMove(say("You have seen that card now. Turn it up, point, or show nothing."))
    draft.table = replace(table, step="action", chosen=None)


def _aim(draft: Draft, move: Aim) -> None:
    table, cell = draft.table, move.cell
    require_open_egg(table, cell)
    chosen = replace(attempt(table), cell=cell)
    seat, position = chosen.owner, chosen.position
    wild, dragon = isinstance(chosen, WildEnchanting), draft.state.tableaus[seat][position]
    draft.table = replace(table, step="place", chosen=chosen)
    draft.put_card(seat, position, replace(table.tableaus[seat][position], face="up", dragon=dragon))
    draft.events.append(Aimed(seat, position, cell, dragon, wild))
    draft.reveals = True
    if not (wild and placeable(draft.table, dragon)):
        _compare(draft, chosen)


def _compare(draft: Draft, chosen: Enchanting) -> None:
    """Card and egg are turned up: a match saves the egg, a mismatch costs both and then a strike dragon."""
    seat, position, cell = chosen.owner, chosen.position, chosen.cell
    assert cell is not None
    card, egg = draft.state.tableaus[seat][position], draft.state.nest[cell]
    draft.reveals = True
    if card == egg:
        draft.put_egg(cell, replace(draft.table.nest[cell], dragon=egg))
        _save(draft, cell)
        return
    _lose(draft, cell, egg)
    _discard(draft, seat, position)
    draft.events.append(Mismatched(seat, position, cell, card, egg))
    draft.table = replace(draft.table, step="remove")


def _place(draft: Draft, move: Place) -> None:
    table, cell = draft.table, move.cell
    require_egg(table, cell)
    seat, position = chosen_card(table)
    if cell not in placeable(table, draft.state.tableaus[seat][position]):
        raise IllegalMove(say("Pick an egg in the row of the strike dragon that matches your card."))
    _save(draft, cell, by_strike=True)


def _save(draft: Draft, cell: int, *, by_strike: bool = False) -> None:
    """Put this turn's card on an egg."""
    seat, position = chosen_card(draft.table)
    dragon = draft.state.tableaus[seat][position]
    _discard(draft, seat, position)
    draft.put_egg(cell, replace(draft.table.nest[cell], fate="saved", saver=seat, cover=dragon))
    draft.table = replace(draft.table, step="action", saved=draft.table.saved + 1, left=draft.table.left - 1)
    draft.events.append(Saved(seat, cell, dragon, by_strike))


def _remove(draft: Draft, move: Remove) -> None:
    row = move.row
    draft.reveals = require_strike(draft.table, row).face == "down"
    dragon = draft.state.strikes[row]
    draft.table = replace(draft.table, step="action")
    draft.put_strike(row, Strike(0, "gone", dragon))
    draft.events.append(Left(row, dragon, home=False))


def _distract(draft: Draft, move: Distract) -> None:
    table, seat, position, row = draft.table, draft.table.turn, move.position, move.row
    card = require_card(table.tableaus[seat], position)
    strike = require_strike(table, row)
    if card.face != "up" or strike.face != "up" or card.dragon != strike.dragon:
        raise IllegalMove(say("Discard a face-up card of yours that matches a face-up strike dragon."))
    if strike.column == 5:
        raise IllegalMove(say("A strike dragon in column 5 can't be moved back."))
    draft.table = replace(table, step="action")
    draft.put_strike(row, replace(strike, column=strike.column + 1))
    _discard(draft, seat, position)
    draft.events.append(Distracted(seat, position, row, strike.column + 1, draft.state.strikes[row]))


def _advance(draft: Draft, move: Advance) -> None:
    seat, row = draft.table.turn, move.row
    draft.table = replace(draft.table, step="action")
    strike, dragon = require_strike(draft.table, row), draft.state.strikes[row]
    if strike.face == "down":
        column, arrived = strike.column + 1, strike.column == 4
        revealed = dragon if arrived else None
        draft.put_strike(row, Strike(column, "up" if arrived else "down", revealed))
        draft.events.append(Advanced(seat, row, column, revealed))
        draft.reveals = arrived
        return
    column = strike.column - 1
    draft.events.append(Advanced(seat, row, column, dragon))
    draft.put_strike(row, Strike(column, "up" if column else "gone", dragon))
    cell = 4 * row + column - 1
    if not column:
        draft.events.append(Left(row, dragon, home=True))
    elif draft.table.nest[cell].fate == "down":
        egg = draft.state.nest[cell]
        _lose(draft, cell, egg)
        draft.events.append(Lost(cell, egg))
        draft.reveals = True


def _end_or_go_on(draft: Draft, before: Table) -> None:
    """Go on after a move: end the game, or begin the next turn if `step` is "action" again."""
    table = draft.table
    if not _in_reach(table) and _in_reach(before):
        draft.events.append(OutOfReach())
    if table.saved >= table.options.target or not table.left or not in_play(table):
        draft.table = replace(table, step="over")
    elif table.step == "action":
        _next_turn(draft)
    if draft.table.step == "over":
        nest = _nest_at_the_end(draft.table, draft.state.nest)
        draft.reveals = draft.reveals or nest != draft.table.nest
        draft.table = replace(draft.table, chosen=None, nest=nest)
    recent = _events_of_turn(before) + heard(draft.events, None)
    draft.table = replace(draft.table, recent=recent, claims=_valid_claims(draft.table))


def _in_reach(table: Table) -> bool:
    """Whether enough eggs are left for the target."""
    return table.saved + table.left >= table.options.target


def _next_turn(draft: Draft) -> None:
    """The turn passes to the next seat that can act. If none can, the game is over."""
    table, seat, passed = draft.table, draft.table.turn, list[Passed]()
    for _ in table.tableaus:
        seat = (seat + 1) % len(table.tableaus)
        if can_act(table, seat):
            draft.table = replace(table, turn=seat, chosen=None)
            draft.events += passed
            return
        passed.append(Passed(seat))
    draft.table = replace(table, step="over")


def _nest_at_the_end(table: Table, dragons: tuple[int, ...]) -> tuple[Egg, ...]:
    """At the end all saved eggs are turned up. Those saved by their strike dragon were unseen until then."""
    return tuple(
        replace(egg, dragon=dragon) if egg.fate == "saved" else egg
        for egg, dragon in zip(table.nest, dragons, strict=True)
    )


def _events_of_turn(table: Table) -> tuple[Event, ...]:
    """This turn's events so far. The first event of a turn comes from its action, or from the egg aimed at."""
    return () if table.step in ("action", "aim") else table.recent


def _valid_claims(table: Table) -> tuple[Claim, ...]:
    return table.claims and tuple([claim for claim in table.claims if _is_valid(claim, table)])


def _is_valid(claim: Claim, table: Table) -> bool:
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


def _lose(draft: Draft, cell: int, dragon: int) -> None:
    draft.table = replace(draft.table, left=draft.table.left - 1)
    draft.put_egg(cell, replace(draft.table.nest[cell], fate="lost", dragon=dragon))


def _discard(draft: Draft, owner: Seat, position: int) -> None:
    draft.put_card(owner, position, replace(draft.table.tableaus[owner][position], face="gone"))


def _including(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    return items if item in items else (*items, item)


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
    hopeless=hopeless,
    headline=headline,
    imagine=imagine,
    secrets=secrets,
    census=census,
    tell=tell,
    feat=feat,
)
