"""Hexaract, by Dejan Racković: a path of thirty cards, five dice, and six suits to bring to its end. With the Decktet.

A round in small steps; rolls, damage and new cards follow by themselves:

    five dice are rolled; Assign, Assign (Back takes the last pair back), Done
    Defeat | Place | Avert | Spend, in any order (where a Crown card was resolved: -> TakeAce | Decline), EndRound
    damage; exhausted events happen (where two suits are tied: -> Lose); new cards are turned up

Cards are 0 to 35, as decktet.py has them. Aces are 0 to 5, like their suits. The general supply has no limit.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from functools import cache
from itertools import combinations
from typing import Final, Literal

import msgspec

from .chance import Chance
from .decktet import BASIC, CARDS, CROWN, RANKS, SUITS, Suit, card_name, card_names, listed, sentence
from .game import BaseEvent, BaseView, Data, Game, IllegalMove, Outcome, Seat, Step, require_options
from .records import replace, shared

ACES, PATH_CARDS = BASIC[:6], BASIC[6:]
PATH = 3  # cards that lie on it
DICE = 5
WILD = 6  # of a die
PAIRS = 2  # that can be assigned in a round
FATAL = 10  # damage

Kind = Literal["person", "location", "event"]

# What the game waits for, or how it ended. Stored games hold these words. "lose" is not an end: the player chooses
# which chip an event costs.
Phase = Literal["assign", "resolve", "ace", "lose", "won", "lost"]
CHOOSE_LOSS: Final = "lose"


def _kind(card: int) -> Kind:
    """What a path card counts as: a location that is an event too is a location only."""
    kinds = CARDS[card].kinds
    return "location" if "location" in kinds else "event" if "event" in kinds else "person"


KINDS = tuple(map(_kind, BASIC))  # by card; the aces' means nothing
_NEEDS = tuple([CARDS[card].suits if KINDS[card] == "location" else () for card in BASIC])


class Options(Data, frozen=True):
    """No variants."""


# -- Moves


class Assign(Data, frozen=True, tag="assign"):
    """A pair of dice, by their numbers, to a card of the path."""

    card: int
    low: int
    high: int


class Back(Data, frozen=True, tag="back"):
    """Take the last pair back."""


class Done(Data, frozen=True, tag="done"):
    """Assign no more."""


class Defeat(Data, frozen=True, tag="defeat"):
    """A person with a pair; a chip of this suit is the loot."""

    card: int
    suit: Suit


class Place(Data, frozen=True, tag="place"):
    """What a pair is worth on a location: a chip of this suit from the general supply."""

    card: int
    suit: Suit


class Avert(Data, frozen=True, tag="avert"):
    """An event with a pair."""

    card: int


class Spend(Data, frozen=True, tag="spend"):
    """Put a chip of one's own on a location."""

    card: int
    suit: Suit


class TakeAce(Data, frozen=True, tag="take-ace"):
    """Discard an ace in play for a chip of its suit."""

    suit: Suit


class Decline(Data, frozen=True, tag="decline"):
    """Leave the aces in play."""


class EndRound(Data, frozen=True, tag="end-round"):
    """Resolve no more."""


class Lose(Data, frozen=True, tag="lose"):
    """Of an event's two suits, held alike, the one to lose a chip of."""

    suit: Suit


DiceMove = Assign | Back | Done
Move = DiceMove | Defeat | Place | Avert | Spend | TakeAce | Decline | EndRound | Lose

# -- Events


class Rolled(BaseEvent, frozen=True, tag="rolled"):
    round: int
    dice: tuple[int, ...]


class Assigned(BaseEvent, frozen=True, tag="assigned"):
    card: int
    low: int
    high: int


class TookBack(BaseEvent, frozen=True, tag="took-back"):
    """A pair is free again."""

    card: int
    low: int
    high: int


class Defeated(BaseEvent, frozen=True, tag="defeated"):
    """A person left the path for a chip of this suit."""

    card: int
    suit: Suit


class Placed(BaseEvent, frozen=True, tag="placed"):
    """A chip on a location, from the player's own supply or the general one."""

    card: int
    suit: Suit
    own: bool


class Passed(BaseEvent, frozen=True, tag="passed"):
    """A location is complete and leaves the path with its chips."""

    card: int


class Averted(BaseEvent, frozen=True, tag="averted"):
    card: int


class AceTaken(BaseEvent, frozen=True, tag="ace-taken"):
    suit: Suit


class AcesLeft(BaseEvent, frozen=True, tag="aces-left"):
    """The player takes none."""


class Hurt(BaseEvent, frozen=True, tag="hurt"):
    """By persons and by exhausted locations, one each; `damage` is all so far."""

    persons: tuple[int, ...]
    locations: tuple[int, ...]
    damage: int


class Happened(BaseEvent, frozen=True, tag="happened"):
    """An exhausted event; it cost a chip of `suit` (None: none of its suits was held)."""

    card: int
    suit: Suit | None


class Exhausted(BaseEvent, frozen=True, tag="exhausted"):
    cards: tuple[int, ...]


class TurnedUp(BaseEvent, frozen=True, tag="turned-up"):
    cards: tuple[int, ...]


DiceEvent = Rolled | Assigned | TookBack
ActionEvent = Defeated | Placed | Passed | Averted | AceTaken | AcesLeft
Event = DiceEvent | ActionEvent | Hurt | Happened | Exhausted | TurnedUp

# -- What is seen


class PathCard(Data, frozen=True):
    card: int
    exhausted: bool = False
    chips: tuple[Suit, ...] = ()  # on a location, in the order placed


class Pair(Data, frozen=True):
    """Two dice on a card."""

    card: int
    low: int
    high: int
    used: bool = False


class Table(Data, frozen=True):
    """What everyone sees: all but the order of the deck."""

    step: Phase
    round: int
    dice: tuple[int, ...]  # as rolled, in order
    pairs: tuple[Pair, ...]  # in the order assigned; those whose card has left the path too
    path: tuple[PathCard, ...]  # left to right
    deck_size: int
    supply: tuple[int, ...]  # own chips by suit
    aces: tuple[Suit, ...]  # in play
    damage: int
    discard: tuple[int, ...]  # oldest first, aces included
    recent: tuple[Event, ...]  # public events from the end of the last round on, without what was taken back
    coming: tuple[int, ...] = ()  # once all is turned up: the cards that would have come, the next one first


class Mine(Data, frozen=True):
    """The player sees no more than everyone."""

    seat: Seat


class View(BaseView[Table, Mine], frozen=True):
    pass


# -- What is so


class State(Data, frozen=True):
    deck: tuple[int, ...]  # the last one is turned up next
    path: tuple[PathCard, ...]
    discard: tuple[int, ...]
    supply: tuple[int, ...]
    aces: tuple[Suit, ...]
    dice: tuple[int, ...]
    pairs: tuple[Pair, ...] = ()
    round: int = 1
    damage: int = 0
    step: Phase = "assign"
    recent: tuple[Event, ...] = ()


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
    return 0 if state.step in _PROMPTS else None


def legal_moves(state: State) -> tuple[Move, ...]:
    match state.step:
        case "assign":
            return (*_assignments(state), *((_BACK,) if state.pairs else ()), _DONE)
        case "resolve":
            return _actions(state)
        case "ace":
            return (*map(TakeAce, state.aces), Decline())
        case "lose":
            return tuple(map(Lose, CARDS[_exhausted_events(state.path)[0]].suits))
        case "won" | "lost":
            return ()


def play(state: State, move: Move, chance: Chance) -> Step[State, Event]:
    if _STEPS.get(type(move)) != state.step:
        raise IllegalMove(_PROMPTS.get(state.step, "The game is over."))
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
            _require_pair(state, card, "event")
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
            if _acting(state):
                raise IllegalMove("First use the dice that are assigned.")
            state, recent = _end_actions(state, told, chance), ()
        case Lose(suit):
            event = _exhausted_events(state.path)[0]
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
    return View(msgspec.structs.replace(shown.table, coming=state.deck[::-1]), shown.mine)


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


def census(state: State) -> Counter[Hashable]:
    """Every card. Chips are not counted: they come from a supply without limit, and go back there."""
    return Counter((*state.deck, *(place.card for place in state.path), *state.discard, *state.aces))


def tell(event: Event) -> str:
    match event:
        case Rolled(round_, dice):
            return f"Round {round_}. {{0}} rolls {listed(map(str, dice))}."
        case Assigned(card, low, high):
            return f"{{0}} puts {low} and {high} on {card_name(card)}."
        case TookBack(card, low, high):
            return f"{{0}} takes {low} and {high} back from {card_name(card)}."
        case Defeated(card, suit):
            return f"{{0}} defeats {card_name(card)} and takes a chip of {SUITS[suit]}."
        case Placed(card, suit, own):
            return f"{{0}} puts a chip of {SUITS[suit]}{' of their own' if own else ''} on {card_name(card)}."
        case Passed(card):
            return f"{{0}} passes {card_name(card)}."
        case Averted(card):
            return f"{{0}} averts {card_name(card)}."
        case AceTaken(suit):
            return f"{{0}} takes the Ace of {SUITS[suit]} for a chip of {SUITS[suit]}."
        case AcesLeft():
            return "{0} leaves the aces in play."
        case Hurt(persons, locations, damage):
            hurt = (*persons, *locations)
            do = "does" if len(hurt) == 1 else "do"
            return sentence(f"{card_names(hurt)} {do} {len(hurt)} damage, {damage} in all.")
        case Happened(card, None):
            return sentence(f"{card_name(card)} happens. There is no chip to lose.")
        case Happened(card, int(suit)):
            return sentence(f"{card_name(card)} happens. It costs a chip of {SUITS[suit]}.")
        case Exhausted(cards):
            return f"Exhausted from now on: {card_names(cards)}."
        case TurnedUp(cards):
            return f"On the path: {card_names(cards)}."
    raise AssertionError(event)


# -- What is public of dice and cards


def fits(low: int, high: int, rank: int) -> bool:
    """Whether two dice can add up to a rank. A 6 is any number from 1 to 5 and never 6."""
    least, most = 0, 0
    for die in (low, high):
        least += 1 if die == WILD else die
        most += 5 if die == WILD else die
    return least <= rank <= most


@cache
def fitting(dice: tuple[int, ...], rank: int) -> tuple[tuple[int, int], ...]:
    """The pairs of these dice that fit a rank, lower die first; dice that show the same are alike."""
    return tuple([pair for pair in sorted({*combinations(sorted(dice), 2)}) if fits(*pair, rank)])


def free_dice(dice: Sequence[int], pairs: Sequence[Pair]) -> tuple[int, ...]:
    """Those not assigned, in order."""
    if not pairs:
        return tuple(dice)
    free = list(dice)
    for pair in pairs:
        free.remove(pair.low)
        free.remove(pair.high)
    return tuple(free)


def missing_suits(place: PathCard) -> tuple[Suit, ...]:
    """What a location still needs; nothing for other cards."""
    needs, chips = _NEEDS[place.card], place.chips
    return tuple([suit for suit in needs if suit not in chips]) if chips else needs


def to_lose(event: int, supply: Sequence[int]) -> tuple[Suit, ...]:
    """The suits of which an event may cost a chip: none, the one held fewer of but not zero times, or both tied."""
    held = [suit for suit in CARDS[event].suits if supply[suit]]
    fewest = min([supply[suit] for suit in held], default=0)
    return tuple([suit for suit in held if supply[suit] == fewest])


# -- Which moves there are

_STEPS: dict[type, str] = {
    **dict.fromkeys((Assign, Back, Done), "assign"),
    **dict.fromkeys((Defeat, Place, Avert, Spend, EndRound), "resolve"),
    **dict.fromkeys((TakeAce, Decline), "ace"),
    Lose: CHOOSE_LOSS,
}
_PROMPTS = {  # by step, for who tries something else
    "assign": "Assign pairs of dice, or say that you are done.",
    "resolve": "Use the dice that are assigned, put chips of your own on locations, or end the round.",
    "ace": "First take an ace in play, or decline.",
    CHOOSE_LOSS: "First choose which of the event's two suits to lose a chip of.",
}


_BACK, _DONE, _END_ROUND = Back(), Done(), EndRound()
_DEFEATS = [[Defeat(card, suit) for suit in CARDS[card].suits] for card in BASIC]
_AVERT = [Avert(card) for card in BASIC]
_PLACE, _SPEND = ([[kind(card, suit) for suit in range(len(SUITS))] for card in BASIC] for kind in (Place, Spend))


def _assignments(state: State) -> list[Assign]:
    moves: list[Assign] = []
    if len(state.pairs) < PAIRS:
        free = free_dice(state.dice, state.pairs)
        for place in state.path:
            moves += _assignments_to(place.card, free)
    return moves


@cache
def _assignments_to(card: int, dice: tuple[int, ...]) -> tuple[Assign, ...]:
    return tuple([Assign(card, low, high) for low, high in fitting(dice, RANKS[card])])


def _actions(state: State) -> tuple[Move, ...]:
    moves: list[Move] = []
    acting = _acting(state)
    for place in acting:
        card = place.card
        match KINDS[card]:
            case "person":
                moves += _DEFEATS[card]
            case "location":
                moves += [_PLACE[card][suit] for suit in missing_suits(place)]
            case "event":
                moves.append(_AVERT[card])
    supply = state.supply
    for place in state.path:
        moves += [_SPEND[place.card][suit] for suit in missing_suits(place) if supply[suit]]
    if not acting:
        moves.append(_END_ROUND)
    return tuple(moves)


def _acting(state: State) -> list[PathCard]:
    """The cards of the path with a pair not yet used; each of those can do something, as complete cards leave."""
    cards = [pair.card for pair in state.pairs if not pair.used]
    return [place for place in state.path if place.card in cards] if cards else []


# -- Refusals. A move can come from anywhere, so its numbers are checked for their type too.


def _require_card(path: Sequence[PathCard], card: int) -> PathCard:
    for place in path:
        if place.card == card and type(card) is int:
            return place
    raise IllegalMove("That card is not on the path.")


def _require_pair(state: State, card: int, kind: Kind) -> PathCard:
    place = _require_card(state.path, card)
    if KINDS[card] != kind:
        raise IllegalMove(f"That card is no {kind}.")
    for pair in state.pairs:
        if pair.card == card and not pair.used:
            return place
    raise IllegalMove("That card has no pair of dice, or has used what it had.")


def _require_missing(place: PathCard, suit: Suit) -> None:
    if type(suit) is not int or suit not in missing_suits(place):
        raise IllegalMove("That card needs no chip of that suit.")


# -- What the moves do


def _assign(state: State, told: list[Event], move: Assign) -> State:
    card, low, high = move.card, move.low, move.high
    _require_card(state.path, card)
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
    _require_pair(state, card, "person")
    if type(suit) is not int or suit not in CARDS[card].suits:
        raise IllegalMove("Take a chip of one of the person's suits.")
    told.append(Defeated(card, suit))
    return _resolve(replace(state, supply=_with_chip(state.supply, suit, 1)), card)


def _place(state: State, told: list[Event], card: int, suit: Suit) -> State:
    place = _require_pair(state, card, "location")
    _require_missing(place, suit)
    pairs = list(state.pairs)
    at = next(at for at, pair in enumerate(pairs) if pair.card == card and not pair.used)
    pairs[at] = replace(pairs[at], used=True)
    return _put(replace(state, pairs=tuple(pairs)), told, place, suit, own=False)


def _spend(state: State, told: list[Event], card: int, suit: Suit) -> State:
    place = _require_card(state.path, card)
    _require_missing(place, suit)
    if not state.supply[suit]:
        raise IllegalMove(f"You have no chip of {SUITS[suit]}.")
    return _put(replace(state, supply=_with_chip(state.supply, suit, -1)), told, place, suit, own=True)


def _put(state: State, told: list[Event], place: PathCard, suit: Suit, *, own: bool) -> State:
    """A chip on a location, which may complete it."""
    told.append(Placed(place.card, suit, own))
    placed = replace(place, chips=(*place.chips, suit))
    if missing_suits(placed):
        return replace(state, path=tuple([placed if other is place else other for other in state.path]))
    told.append(Passed(place.card))
    return _resolve(state, place.card)


def _resolve(state: State, card: int) -> State:
    """A card leaves the path as the player wanted; a Crown lets them take an ace."""
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
    """What follows the damage, up to the next roll. It pauses where the player chooses the chip that an event costs."""
    for event in _exhausted_events(state.path):
        suits = to_lose(event, state.supply)
        if len(suits) > 1:
            return replace(state, step=CHOOSE_LOSS)
        state = _happen(state, told, event, suits[0] if suits else None)
    state = _turn_up(state, _exhaust(state.path, told), told)
    if not state.path:
        return replace(state, pairs=(), step="won" if all(state.supply) else "lost")
    return _begin_round(state, told, chance)


def _exhausted_events(path: Sequence[PathCard]) -> list[int]:
    """From left to right, which is the order in which they happen."""
    return [place.card for place in path if place.exhausted and KINDS[place.card] == "event"]


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
    """Fill the path from the deck, as far as it goes."""
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
    new=new,
    to_act=to_act,
    legal_moves=legal_moves,
    play=play,
    view=view,
    revealed=revealed,
    outcome=outcome,
    imagine=imagine,
    census=census,
    tell=tell,
)
