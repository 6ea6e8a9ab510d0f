"""The rules of Hexaract: setting up, what each move does, and what follows at the end of a round.

A round in small moves; rolls, damage and new cards need none:

    five dice are rolled; Assign, Assign (Back takes the last pair back), Done
    Defeat | Place | Avert | Spend, in any order (where a Crown card was resolved: -> TakeAce | Decline), EndRound
    damage; exhausted events happen (where two suits are tied: -> Lose); new cards are turned up
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence

from ..chance import Chance
from ..decktet import CARDS, CROWN, RANKS, SUITS, Suit
from ..game import Game, Hidden, IllegalMove, Outcome, Seat, Step, require_options
from ..records import replace, shared
from ..sentences import listed
from .choices import (
    PROMPTS,
    STEPS,
    exhausted_events,
    legal_moves,
    require_card,
    require_missing,
    require_pair,
    with_unused_pair,
)
from .dice_and_chips import fitting, free_dice, missing_suits, to_lose
from .events import (
    AcesLeft,
    AceTaken,
    Assigned,
    Averted,
    Defeated,
    Event,
    Exhausted,
    Happened,
    Hurt,
    Passed,
    Placed,
    Rolled,
    TookBack,
    TurnedUp,
)
from .moves import Assign, Avert, Back, Decline, Defeat, Done, EndRound, Lose, Move, Place, Spend, TakeAce
from .state import (
    ACES,
    CHOOSE_LOSS,
    DICE,
    FATAL,
    KINDS,
    PAIRS,
    PATH,
    PATH_CARDS,
    Mine,
    Options,
    Pair,
    PathCard,
    State,
    Table,
    View,
)
from .telling import tell

FORESIGHT = Chance("nothing that is looked at depends on it")


def new(seats: int, options: Options, chance: Chance) -> State:
    if seats not in GAME.seats:
        raise IllegalMove("Hexaract is played alone.")
    require_options(Options, options)
    aces, deck = chance.shuffled("aces", ACES), chance.shuffled("deck", PATH_CARDS)
    taken = tuple(sorted(aces[:3]))
    return State(
        deck=deck[:-PATH],
        path=tuple(map(PathCard, deck[: -PATH - 1 : -1])),
        discard=taken,
        supply=tuple([int(suit in taken) for suit in ACES]),
        aces=tuple(sorted(aces[3:])),
        dice=_roll(1, chance),
    )


def to_act(state: State) -> Seat | None:
    return 0 if state.step in PROMPTS else None


def play(state: State, move: Move, chance: Chance) -> Step[State, Event]:
    if STEPS.get(type(move)) != state.step:
        raise IllegalMove(PROMPTS.get(state.step, "The game is over."))
    told: list[Event] = []
    recent, round_ = state.recent, state.round
    match move:
        case Assign():
            state = _assign(state, told, move)
        case Back():
            state, recent = _take_back(state, told), recent[:-1]
            return Step(replace(state, recent=recent), tuple(told))
        case Done():
            state = replace(state, step="resolve")
        case Defeat(card, suit):
            state = _defeat(state, told, card, suit)
        case Place(card, suit):
            state = _place(state, told, card, suit)
        case Avert(card):
            require_pair(state, card, "event")
            told.append(Averted(card))
            state = _resolve(state, card)
        case Spend(card, suit):
            state = _spend(state, told, card, suit)
        case TakeAce(suit):
            if type(suit) is not int or suit not in state.aces:
                raise IllegalMove("The ace of that suit is not in play.")
            told.append(AceTaken(suit))
            aces = tuple([ace for ace in state.aces if ace != suit])
            supply = _with_chip(state.supply, suit, 1)
            state = replace(state, aces=aces, supply=supply, discard=(*state.discard, suit), step="resolve")
        case Decline():
            told.append(AcesLeft())
            state = replace(state, step="resolve")
        case EndRound():
            if with_unused_pair(state):
                raise IllegalMove("First use the dice that are assigned.")
            state, recent = _end_actions(state, told, chance), ()
        case Lose(suit):
            event = exhausted_events(state.path)[0]
            if type(suit) is not int or suit not in CARDS[event].suits:
                raise IllegalMove("Choose one of the event's two suits.")
            state = _end_round(_happen(state, told, event, suit), told, chance)
    return Step(replace(state, recent=(*recent, *told)), tuple(told), reveals=state.round != round_)


def view(state: State, seat: Seat | None) -> View:
    table = Table(**shared(state, Table), deck_size=len(state.deck))
    return View(table, None if seat is None else Mine(seat))


def revealed(state: State) -> View:
    """With the deck turned up."""
    shown = view(state, 0)
    return View(replace(shown.table, coming=state.deck[::-1]), shown.mine)


def outcome(state: State) -> Outcome | None:
    if state.step == "won":
        score = 100 + 10 * (FATAL - state.damage) + min(9, sum(state.supply) - len(SUITS))
        headline = f"Victory: the path is behind you, with all six suits in hand and {state.damage} damage."
        return Outcome((0,), (score,), True, headline)
    if state.step == "lost":
        gone = len(PATH_CARDS) - len(state.deck) - len(state.path)
        missing = listed(SUITS[suit] for suit in ACES if not state.supply[suit]) if not state.path else ""
        headline = (
            f"Defeat: the path is behind you, but you have no chip of {missing}."
            if missing
            else f"Defeat: {state.damage} damage. {gone} of {len(PATH_CARDS)} cards are behind you."
        )
        return Outcome((), (gone,), False, headline)
    return None


def imagine(view: View, chance: Chance) -> State:
    table = view.table
    seen = {*table.discard, *(place.card for place in table.path)}
    deck = chance.shuffled("imagine/deck", [card for card in PATH_CARDS if card not in seen])
    return State(**shared(table, State), deck=deck)


def secrets(state: State, seat: Seat | None) -> Iterator[Hidden[State]]:
    """The order of the deck."""
    places = tuple([("deck", number) for number in range(len(state.deck))])
    yield Hidden("deck", places, state.deck, lambda deck: replace(state, deck=deck))


def loses(view: View, moves: Sequence[Move]) -> bool:
    """Whether this round ends the game in defeat after `moves`, whatever is done then. Raises IllegalMove."""
    state = imagine(view, FORESIGHT)
    if state.deck and state.damage + len(state.path) < FATAL:
        return False
    for move in moves:
        state = play(state, move, FORESIGHT).state
    return _is_lost(state, {})


def _is_lost(state: State, known: dict[State, bool]) -> bool:
    """`known`: what has been looked at before; most orders of the same moves lead to the same."""
    if state.step in ("assign", "won", "lost"):  # the first is another round
        return state.step == "lost"
    if state not in known:
        known[state] = all(_is_lost(play(state, move, FORESIGHT).state, known) for move in legal_moves(state))
    return known[state]


def census(state: State) -> Counter[Hashable]:
    """Every card. Chips are not counted: they come from a supply without limit, and go back there."""
    return Counter((*state.deck, *(place.card for place in state.path), *state.discard, *state.aces))


def _assign(state: State, told: list[Event], move: Assign) -> State:
    card, low, high = move.card, move.low, move.high
    require_card(state.path, card)
    if len(state.pairs) == PAIRS:
        raise IllegalMove("Two pairs are assigned: no more can be.")
    pairs = fitting(free_dice(state.dice, state.pairs), RANKS[card])
    if type(low) is not int or type(high) is not int or (low, high) not in pairs:
        raise IllegalMove("Choose two free dice that add up to the card's rank, the lower one first. A 6 is 1 to 5.")
    told.append(Assigned(card, low, high))
    return replace(state, pairs=(*state.pairs, Pair(card, low, high)))


def _take_back(state: State, told: list[Event]) -> State:
    if not state.pairs:
        raise IllegalMove("No pair is assigned.")
    *pairs, last = state.pairs
    told.append(TookBack(last.card, last.low, last.high))
    return replace(state, pairs=tuple(pairs))


def _defeat(state: State, told: list[Event], card: int, suit: Suit) -> State:
    require_pair(state, card, "person")
    if type(suit) is not int or suit not in CARDS[card].suits:
        raise IllegalMove("Take a chip of one of the person's suits.")
    told.append(Defeated(card, suit))
    return _resolve(replace(state, supply=_with_chip(state.supply, suit, 1)), card)


def _place(state: State, told: list[Event], card: int, suit: Suit) -> State:
    place = require_pair(state, card, "location")
    require_missing(place, suit)
    pairs = list(state.pairs)
    at = next(at for at, pair in enumerate(pairs) if pair.card == card and not pair.used)
    pairs[at] = replace(pairs[at], used=True)
    return _put(replace(state, pairs=tuple(pairs)), told, place, suit, own=False)


def _spend(state: State, told: list[Event], card: int, suit: Suit) -> State:
    place = require_card(state.path, card)
    require_missing(place, suit)
    if not state.supply[suit]:
        raise IllegalMove(f"You have no chip of {SUITS[suit]}.")
    return _put(replace(state, supply=_with_chip(state.supply, suit, -1)), told, place, suit, own=True)


def _put(state: State, told: list[Event], place: PathCard, suit: Suit, *, own: bool) -> State:
    """Put a chip on a location, which may complete it."""
    told.append(Placed(place.card, suit, own))
    placed = replace(place, chips=(*place.chips, suit))
    if missing_suits(placed):
        return replace(state, path=tuple([placed if other is place else other for other in state.path]))
    told.append(Passed(place.card))
    return _resolve(state, place.card)


def _resolve(state: State, card: int) -> State:
    """A card leaves the path through an action; a Crown then lets the player take an ace."""
    state = _discard(state, card)
    return replace(state, step="ace") if RANKS[card] == CROWN and state.aces else state


def _discard(state: State, card: int) -> State:
    path = tuple([place for place in state.path if place.card != card])
    return replace(state, path=path, discard=(*state.discard, card))


def _with_chip(supply: tuple[int, ...], suit: Suit, change: int) -> tuple[int, ...]:
    return (*supply[:suit], supply[suit] + change, *supply[suit + 1 :])


# -- After the actions


def _end_actions(state: State, told: list[Event], chance: Chance) -> State:
    state = _hurt(state, told)
    return replace(state, step="lost") if state.damage >= FATAL else _end_round(state, told, chance)


def _hurt(state: State, told: list[Event]) -> State:
    """Persons and exhausted locations do their damage."""
    persons, locations = [], []
    for place in state.path:
        kind = KINDS[place.card]
        if kind == "person":
            persons.append(place.card)
        elif kind == "location" and place.exhausted:
            locations.append(place.card)
    if not persons and not locations:
        return state
    damage = state.damage + len(persons) + len(locations)
    told.append(Hurt(tuple(persons), tuple(locations), damage))
    return replace(state, damage=damage)


def _end_round(state: State, told: list[Event], chance: Chance) -> State:
    """What follows the damage, up to the next roll. It stops if the player must choose the chip that an event costs."""
    for event in exhausted_events(state.path):
        suits = to_lose(event, state.supply)
        if len(suits) > 1:
            return replace(state, step=CHOOSE_LOSS)
        state = _happen(state, told, event, suits[0] if suits else None)
    state = _turn_up(state, _exhaust(state.path, told), told)
    if not state.path:
        return replace(state, pairs=(), step="won" if all(state.supply) else "lost")
    return _begin_round(state, told, chance)


def _happen(state: State, told: list[Event], event: int, suit: Suit | None) -> State:
    told.append(Happened(event, suit))
    if suit is not None:
        state = replace(state, supply=_with_chip(state.supply, suit, -1))
    return _discard(state, event)


def _exhaust(path: Sequence[PathCard], told: list[Event]) -> list[PathCard]:
    """The path once its locations and events are exhausted."""
    tired = [place.card for place in path if not place.exhausted and KINDS[place.card] != "person"]
    if not tired:
        return list(path)
    told.append(Exhausted(tuple(tired)))
    return [replace(place, exhausted=True) if place.card in tired else place for place in path]


def _turn_up(state: State, path: Sequence[PathCard], told: list[Event]) -> State:
    """Fill the path from the deck, as far as the deck lasts."""
    kept = max(0, len(state.deck) - PATH + len(path))
    turned_up = state.deck[kept:][::-1]
    if turned_up:
        told.append(TurnedUp(turned_up))
    return replace(state, deck=state.deck[:kept], path=(*path, *map(PathCard, turned_up)))


def _begin_round(state: State, told: list[Event], chance: Chance) -> State:
    round_ = state.round + 1
    dice = _roll(round_, chance)
    told.append(Rolled(round_, dice))
    return replace(state, pairs=(), round=round_, dice=dice, step="assign")


def _roll(round_: int, chance: Chance) -> tuple[int, ...]:
    return tuple(sorted(chance.dice(f"dice/{round_}", DICE)))


GAME = Game(
    key="hexaract",
    title="Hexaract",
    seats=range(1, 2),
    version=1,
    options=Options,
    alone=Options(),
    state=State,
    move=Move,
    view_type=View,
    event=Event,
    cooperative=lambda options: True,
    daily=True,
    new=new,
    to_act=to_act,
    legal_moves=legal_moves,
    play=play,
    view=view,
    revealed=revealed,
    outcome=outcome,
    imagine=imagine,
    secrets=secrets,
    census=census,
    tell=tell,
)
