"""A Wanderer in the Forest of Wyr, by Todd Sanders: eight ravens hold the shards of a wanderer's magic. Alone.

A round in small moves. If the player sees something and then chooses, those are two moves. What leaves no choice
happens by itself; a move in brackets is asked only if there is a choice:

    EndRound (the first: SetOut), a flight card is turned up, ravens fly [Fly | LetThemFly]
    for each raven on the wanderer's space: [Draw], strength cards are drawn, Defend ... until it is freed, or Stop
    the hand is picked up or not; Stride, up to thrice, then Walk; Free, an attack as before; EndRound

Whenever a spellshard may be used: Invoke (Wings of the Raven: -> Land; Oracle of Visions: -> PutOnTop; Aspect
Construction: -> Renew ... -> Redraw). Spaces are 0 to 43, as in map.py; cards 0 to 51, 13 of a suit, ace to king.
"""

from collections import Counter
from collections.abc import Hashable, Iterator

from languages import later, say, say_many

from ..chance import Chance
from ..game import Game, Hidden, IllegalMove, Outcome, Seat, Step, heard, require_options
from ..records import replace
from .attacks import defend, draw_attack, free, withstand
from .cards import FLIGHT, SHARDS, STRENGTH
from .choices import PROMPTS, STEPS, legal_moves
from .draft import Draft
from .events import REVEALING, Event, GaveUp
from .flight import begin_round, fly, let_them_fly
from .map import ROOSTS
from .movement import stride, walk
from .moves import (
    Defend,
    Draw,
    EndRound,
    Fly,
    Free,
    GiveUp,
    Invoke,
    Land,
    LetThemFly,
    Move,
    PutOnTop,
    Redraw,
    Renew,
    SetOut,
    Stop,
    Stride,
    Walk,
)
from .reach import hopeless
from .spellshards import invoke, land, put_on_top, redraw, renew
from .state import RAVENS, Decks, Mine, Options, State, Table, View
from .telling import tell


def new(seats: int, options: Options, chance: Chance) -> State:
    if seats not in GAME.seats:
        raise IllegalMove(say("A Wanderer in the Forest of Wyr is played alone."))
    require_options(Options, options)
    ravens = tuple(sorted(ROOSTS[roll - 1] for roll in chance.dice("dice", RAVENS)))
    return State(
        Table(options, ravens),
        flight_deck=chance.shuffled("flight/1", FLIGHT),
        strength_deck=chance.shuffled("strength/1", STRENGTH),
        shard_deck=chance.shuffled("shards", SHARDS),
    )


def to_act(state: State) -> Seat | None:
    return None if state.table.step == "over" else 0


def play(state: State, move: Move, chance: Chance) -> Step[State, Event]:
    before = state.table
    if before.step not in STEPS.get(type(move), ()):
        raise IllegalMove(say(PROMPTS[before.step]))
    draft = Draft(state, chance)
    _make(draft, move)
    events, table = tuple(draft.events), draft.table
    recent = before.recent if before.round == table.round else ()
    draft.table = replace(table, recent=recent + heard(events, None))
    reveals = table.ties != before.ties or not REVEALING.isdisjoint(map(type, events))
    return Step(draft.state, events, reveals)


def _make(draft: Draft, move: Move) -> None:
    match move:
        case Defend(card):
            defend(draft, card)
        case Stride(card):
            stride(draft, card)
        case Walk(space):
            walk(draft, space)
        case Fly(origin, to):
            fly(draft, origin, to)
        case LetThemFly():
            let_them_fly(draft)
        case EndRound() | SetOut():
            begin_round(draft)
        case Stop():
            withstand(draft)
        case Free():
            free(draft)
        case GiveUp():
            draft.events.append(GaveUp())
            draft.table = replace(draft.table, step="over", ending="gave-up")
        case Draw():
            draw_attack(draft)
        case Invoke(card):
            invoke(draft, card)
        case Renew(card):
            renew(draft, card)
        case Redraw():
            redraw(draft)
        case Land(space):
            land(draft, space)
        case PutOnTop(card):
            put_on_top(draft, card)


def view(state: State, seat: Seat | None) -> View:
    return View(state.table, None if seat is None else Mine(seat, state.shard_deck[: state.table.known]))


def revealed(state: State) -> View:
    return View(state.table, None, Decks(state.flight_deck, state.strength_deck, state.shard_deck))


def outcome(state: State) -> Outcome | None:
    table = state.table
    if table.ending is None:
        return None
    if table.ending == "won":
        return Outcome((0,), (100 + 10 * table.health,), True, (-table.round,))
    return Outcome((), (table.freed,), False)


def headline(view: View) -> str:
    table = view.table
    if table.ending == "won":
        return _victory(table)
    return say(_DEFEATS[table.ending or "gave-up"], freed=table.freed, wanted=table.wanted)


def _victory(table: Table) -> str:
    if table.wanted == RAVENS:
        return say_many(
            "Victory: all {wanted} ravens freed in {count} round, with {health} health left.",
            "Victory: all {wanted} ravens freed in {count} rounds, with {health} health left.",
            table.round,
            wanted=RAVENS,
            health=table.health,
        )
    return say_many(
        "Victory: {wanted} ravens freed in {count} round, with {health} health left.",
        "Victory: {wanted} ravens freed in {count} rounds, with {health} health left.",
        table.round,
        wanted=table.wanted,
        health=table.health,
    )


_DEFEATS = {
    "fallen": later("Defeat: no health left, {freed} of {wanted} ravens freed."),
    "lost": later("Defeat: the last night is over, {freed} of {wanted} ravens freed."),
    "gave-up": later("Defeat: given up, {freed} of {wanted} ravens freed."),
}


def imagine(view: View, chance: Chance) -> State:
    table, known = view.table, view.mine.known if view.mine else ()
    flown = table.flight_discards
    drawn = {*table.strength_discards, *(table.attack.cards if table.attack else ())}
    seen = {*table.hand, *table.discard, *table.gone, *known}
    return State(
        table,
        flight_deck=chance.shuffled("imagine/flight", [card for card in FLIGHT if card not in flown]),
        strength_deck=chance.shuffled("imagine/strength", [card for card in STRENGTH if card not in drawn]),
        shard_deck=(*known, *chance.shuffled("imagine/shards", [card for card in SHARDS if card not in seen])),
    )


def secrets(state: State, seat: Seat | None) -> Iterator[Hidden[State]]:
    """The order of each deck, except for the top spellshards that the player has seen."""
    flight, strength, shards = state.flight_deck, state.strength_deck, state.shard_deck
    seen = 0 if seat is None else state.table.known
    yield Hidden("flight", _places("flight", flight), flight, lambda deck: replace(state, flight_deck=deck))
    yield Hidden("strength", _places("strength", strength), strength, lambda deck: replace(state, strength_deck=deck))
    yield Hidden(
        "shards",
        _places("shards", shards[seen:]),
        shards[seen:],
        lambda deck: replace(state, shard_deck=(*shards[:seen], *deck)),
    )


def _places(name: str, deck: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    """The places in a deck, by how many cards lie below them: that stays the same while others are drawn."""
    return tuple([(name, below) for below in reversed(range(len(deck)))])


def census(state: State) -> Counter[Hashable]:
    """Every card of the decks and the hand, and every raven: those on the board, and one for each spellshard drawn.

    Lost health goes nowhere, so it can't be counted.
    """
    table = state.table
    attack = table.attack.cards if table.attack else ()
    flight = (*state.flight_deck, *table.flight_discards)
    strength = (*state.strength_deck, *table.strength_discards, *attack)
    wanderer = (*table.hand, *table.discard, *table.gone)
    ravens = len(table.ravens) + RAVENS - len(state.shard_deck)
    return Counter((*flight, *strength, *state.shard_deck, *wanderer, *("raven",) * ravens))


GAME = Game(
    key="forest-of-wyr",
    title="A Wanderer in the Forest of Wyr",
    seats=range(1, 2),
    version=1,
    options=Options,
    alone=Options(),
    state=State,
    move=Move,
    view_type=View,
    event=Event,
    cooperative=lambda options: False,
    daily=True,
    concession=GiveUp(),
    new=new,
    to_act=to_act,
    legal_moves=legal_moves,
    play=play,
    view=view,
    revealed=revealed,
    outcome=outcome,
    hopeless=hopeless,
    headline=headline,
    imagine=imagine,
    secrets=secrets,
    census=census,
    tell=tell,
)
