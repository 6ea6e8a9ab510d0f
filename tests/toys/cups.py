"""Cups, made up for the tests: a game of hidden dice for one to six. docs/adding-a-game.md walks through it.

Everyone has a cup over two dice that only they have seen. In turn a player may shake the cup, twice at most, and then
stands. When all stand, the cups are lifted and the highest total wins. Alone, nine or more wins.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Literal

from engine import BaseEvent, BaseView, Chance, Data, Game, Hidden, IllegalMove, Outcome, Seat, Step, heard
from engine.game import OVER, require_options
from engine.records import replace, with_item, with_items
from engine.sentences import named
from languages import listed, say

MOST_SHAKES = 2
ENOUGH = 9
Dice = tuple[int, int]


class Options(Data, frozen=True):
    """No variants."""


class Shake(Data, frozen=True, tag="shake"):
    pass


class Stand(Data, frozen=True, tag="stand"):
    pass


Move = Shake | Stand


class Shook(BaseEvent, frozen=True, tag="shook"):
    seat: Seat
    dice: Dice | None = None


class Stood(BaseEvent, frozen=True, tag="stood"):
    seat: Seat


class Lifted(BaseEvent, frozen=True, tag="lifted"):
    cups: tuple[Dice, ...]


Event = Shook | Stood | Lifted


class Table(Data, frozen=True):
    seats: int
    turn: Seat = 0
    shakes: int = 0  # of this seat
    shaken: int = 0  # of all
    step: Literal["play", "over"] = "play"
    cups: tuple[Dice, ...] | None = None  # once they are lifted
    recent: tuple[Event, ...] = ()  # of the last move


class Mine(Data, frozen=True):
    seat: Seat
    dice: Dice


class View(BaseView[Table, Mine], frozen=True):
    pass


class State(Data, frozen=True):
    table: Table
    cups: tuple[Dice, ...]


def new(seats: int, options: Options, chance: Chance) -> State:
    if seats not in GAME.seats:
        raise IllegalMove(say("Cups is played by one to six."))
    require_options(Options, options)
    return State(Table(seats), _pairs(chance.dice("cups", 2 * seats)))


def to_act(state: State) -> Seat | None:
    return None if state.table.step == "over" else state.table.turn


def legal_moves(state: State) -> tuple[Move, ...]:
    if state.table.step == "over":
        return ()
    return (Shake(), Stand()) if state.table.shakes < MOST_SHAKES else (Stand(),)


def play(state: State, move: Move, chance: Chance) -> Step[State, Event]:
    table, seat = state.table, state.table.turn
    if table.step == "over":
        raise IllegalMove(say(OVER))
    match move:
        case Shake():
            if table.shakes == MOST_SHAKES:
                raise IllegalMove(say("You have shaken your cup twice."))
            shaken = table.shaken + 1
            (dice,) = _pairs(chance.dice(f"shake/{shaken}", 2))
            cups = with_item(state.cups, seat, dice)
            table = replace(table, shakes=table.shakes + 1, shaken=shaken)
            return _step(State(table, cups), (Shook(seat), Shook(seat, dice, audience=(seat,))), reveals=True)
        case Stand() if seat + 1 < table.seats:
            return _step(State(replace(table, turn=seat + 1, shakes=0), state.cups), (Stood(seat),), reveals=False)
        case Stand():
            table = replace(table, step="over", cups=state.cups)
            events = Stood(seat), Lifted(state.cups)
            return _step(State(table, state.cups), events, reveals=table.seats > 1)
        case _:
            raise IllegalMove(say("That is no move of this game."))


def _step(state: State, events: tuple[Event, ...], *, reveals: bool) -> Step[State, Event]:
    return Step(replace(state, table=replace(state.table, recent=heard(events, None))), events, reveals)


def view(state: State, seat: Seat | None) -> View:
    return View(state.table, None if seat is None else Mine(seat, state.cups[seat]))


def revealed(state: State) -> View:
    """Of a game that was given up too: then nobody has lifted the cups."""
    return View(replace(state.table, cups=state.cups), None)


def outcome(state: State) -> Outcome | None:
    if state.table.step != "over":
        return None
    scores = tuple(map(sum, state.cups))
    if len(scores) == 1:
        won = scores[0] >= ENOUGH
        return Outcome((0,) if won else (), scores, won)
    best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Outcome(best, scores, None)


def headline(view: View) -> str:
    assert view.table.cups
    best = max(map(sum, view.table.cups))
    if view.table.seats > 1:
        return say("The best cup has {total}.", total=best)
    return say("Nine or more!") if best >= ENOUGH else say("Less than nine.")


def imagine(view: View, chance: Chance) -> State:
    table, mine = view.table, view.mine
    cups = table.cups or _pairs(chance.dice("imagine", 2 * table.seats))
    if mine:
        cups = with_item(cups, mine.seat, mine.dice)
    return State(table, cups)


def secrets(state: State, seat: Seat | None) -> Iterator[Hidden[State]]:
    """The dice under the cups of the others, until all are lifted."""
    hidden = [owner for owner in range(state.table.seats) if owner != seat and state.table.step == "play"]
    yield Hidden(
        "dice",
        tuple([("die", owner, number) for owner in hidden for number in range(2)]),
        tuple(chain(*(state.cups[owner] for owner in hidden))),
        lambda dice: replace(state, cups=with_items(state.cups, hidden, _pairs(dice))),
        sides=6,
    )


def tell(event: Event) -> str:
    match event:
        case Shook(seat, None):
            return say("{player} shakes.", player=named(seat))
        case Shook(_, dice):
            assert dice
            return say("You shake {one} and {other}.", one=dice[0], other=dice[1])
        case Stood(seat):
            return say("{player} stands.", player=named(seat))
        case Lifted(cups):
            return say("The cups are lifted: {dice}.", dice=", ".join(listed(map(str, cup)) for cup in cups))


def _pairs(dice: tuple[int, ...]) -> tuple[Dice, ...]:
    return tuple(zip(dice[::2], dice[1::2], strict=True))


GAME = Game(
    key="cups",
    title="Cups",
    seats=range(1, 7),
    version=1,
    options=Options,
    alone=Options(),
    state=State,
    move=Move,
    view_type=View,
    event=Event,
    cooperative=lambda options: False,
    new=new,
    to_act=to_act,
    legal_moves=legal_moves,
    play=play,
    view=view,
    revealed=revealed,
    outcome=outcome,
    headline=headline,
    imagine=imagine,
    secrets=secrets,
    no_census="Dice are rolled anew: there is nothing of which a player could count what is left.",
    tell=tell,
)
