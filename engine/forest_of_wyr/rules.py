"""A Wanderer in the Forest of Wyr, by Todd Sanders: eight ravens hold the shards of a wanderer's magic. Alone.

A round in small steps, so that what the player sees before choosing is a move of its own. What leaves no choice goes
by itself; a step in brackets is asked only where there is one:

    EndRound (the first: SetOut), a flight card is turned up, ravens fly [Fly | LetThemFly]
    for each raven on the wanderer's space: [Draw], strength cards are drawn, Defend ... until it is freed, or Stop
    the hand is picked up or not; Stride, up to thrice, then Walk; Free, an attack as before; EndRound

At the times that fit a spellshard: Invoke (Wings of the Raven: -> Land; Oracle of Visions: -> PutOnTop; Aspect
Construction: -> Renew ... -> Redraw). Spaces are 0 to 43, as map.py has them, cards 0 to 51: 13 a suit, ace to king.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from typing import Any, Literal

from msgspec.structs import replace

from ..chance import Chance
from ..game import Data, Game, IllegalMove, Outcome, Seat, Step, require_options
from .map import DISTANCES, ONWARD, ROOSTS, SPACES, START

SUITS = ("spades", "hearts", "diamonds", "clubs")
RANKS = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
STRENGTH = tuple(range(10))  # A-10 of spades
HEARTS = tuple(range(13, 21))
DIAMONDS = tuple(range(26, 34))
FLIGHT = tuple(range(39, 49))  # A-10 of clubs
JACKS = (10, 23, 36, 49)
ORACLE, BALANCE, ASPECT, SUN, GLASS, WINDS, ALLIANCE, WINGS = SHARDS = (11, 12, 24, 25, 37, 38, 50, 51)
SHARD_NAMES = {
    ORACLE: "Oracle of Visions",
    BALANCE: "Restoring Balance",
    ASPECT: "Aspect Construction",
    SUN: "The Sun in Winter",
    GLASS: "Cheval Glass",
    WINDS: "Subsided Winds",
    ALLIANCE: "Binding Alliance",
    WINGS: "Wings of the Raven",
}


def _value(card: int) -> int:
    """Spaces of a flight, strength of an attack, defence and movement; a spellshard has none."""
    suit, rank = divmod(card, 13)
    if card in JACKS:
        return 1
    if rank > 9:
        return 0
    return rank // 2 + (1 if SUITS[suit] == "diamonds" else 2)


VALUES = tuple(map(_value, range(52)))
BALANCED = 5  # a jack's defence with Restoring Balance
RAVENS = 8
FULL_HEALTH = len(HEARTS)
MOST_STRIDES = 3  # cards played to move
PICK_UP_AT = 1  # cards in hand, spellshards not counted
EVERYONE = None


class Options(Data, frozen=True):
    nights: Literal[4, None] = 4  # flight decks until the wanderer is lost in the wood; None: no end


# -- Moves


class SetOut(Data, frozen=True, tag="set-out"):
    """Begin the first round."""


class Fly(Data, frozen=True, tag="fly"):
    """The raven to fly next, by its space, and where to."""

    origin: int
    to: int


class LetThemFly(Data, frozen=True, tag="let-them-fly"):
    """Leave this choice and all others of the flight to chance."""


class Draw(Data, frozen=True, tag="draw"):
    """No spellshard, or no more: the attack is drawn."""


class Defend(Data, frozen=True, tag="defend"):
    card: int


class Stop(Data, frozen=True, tag="stop"):
    """Play no more cards against this attack."""


class Invoke(Data, frozen=True, tag="invoke"):
    """Play a spellshard."""

    card: int


class Renew(Data, frozen=True, tag="renew"):
    """Choose a strength card to be drawn anew."""

    card: int


class Redraw(Data, frozen=True, tag="redraw"):
    """Draw anew the strength cards chosen."""


class Land(Data, frozen=True, tag="land"):
    space: int


class PutOnTop(Data, frozen=True, tag="put-on-top"):
    """Of the spellshards seen, the one to be drawn next, below those put back before."""

    card: int


class Stride(Data, frozen=True, tag="stride"):
    """Play a card to move."""

    card: int


class Walk(Data, frozen=True, tag="walk"):
    """Move within what the cards played allow; to the wanderer's own space: stay."""

    space: int


class Free(Data, frozen=True, tag="free"):
    """Try to free a raven on the wanderer's space."""


class EndRound(Data, frozen=True, tag="end-round"):
    pass


class GiveUp(Data, frozen=True, tag="give-up"):
    pass


FlightMove = SetOut | Fly | LetThemFly | EndRound
AttackMove = Draw | Defend | Stop | Renew | Redraw
Move = FlightMove | AttackMove | Invoke | Land | PutOnTop | Stride | Walk | Free | GiveUp

# -- Events


class TurnedUp(Data, frozen=True, tag="turned-up"):
    """A flight card."""

    round: int
    card: int
    audience: tuple[Seat, ...] | None = EVERYONE


class Calm(Data, frozen=True, tag="calm"):
    """No raven flies in this round."""

    round: int
    audience: tuple[Seat, ...] | None = EVERYONE


class Flew(Data, frozen=True, tag="flew"):
    """One raven, one space."""

    origin: int
    to: int
    audience: tuple[Seat, ...] | None = EVERYONE


class Reshuffled(Data, frozen=True, tag="reshuffled"):
    deck: Literal["flight", "strength"]
    audience: tuple[Seat, ...] | None = EVERYONE


class Attacked(Data, frozen=True, tag="attacked"):
    cards: tuple[int, ...]
    audience: tuple[Seat, ...] | None = EVERYONE


class Defended(Data, frozen=True, tag="defended"):
    """A card played against an attack of this strength, and the whole defence so far."""

    card: int
    defence: int
    strength: int
    audience: tuple[Seat, ...] | None = EVERYONE


class Freed(Data, frozen=True, tag="freed"):
    """A raven is free; its spellshard goes to the discard pile."""

    shard: int
    audience: tuple[Seat, ...] | None = EVERYONE


class Withstood(Data, frozen=True, tag="withstood"):
    """An attack is over and the raven stays. `health` is what is left of it."""

    damage: int
    health: int
    audience: tuple[Seat, ...] | None = EVERYONE


class Invoked(Data, frozen=True, tag="invoked"):
    card: int
    audience: tuple[Seat, ...] | None = EVERYONE


class Mirrored(Data, frozen=True, tag="mirrored"):
    """Cheval Glass turned the top strength card into defence."""

    card: int
    defence: int
    strength: int
    audience: tuple[Seat, ...] | None = EVERYONE


class Redrawn(Data, frozen=True, tag="redrawn"):
    """Aspect Construction exchanged strength cards."""

    old: tuple[int, ...]
    new: tuple[int, ...]
    strength: int
    audience: tuple[Seat, ...] | None = EVERYONE


class Seen(Data, frozen=True, tag="seen"):
    """The top spellshards, told to who looked; for everyone else only how many."""

    count: int
    shards: tuple[int, ...] | None = None
    audience: tuple[Seat, ...] | None = EVERYONE


class Landed(Data, frozen=True, tag="landed"):
    """Wings of the Raven carried the wanderer. `escaped`: out of an attack."""

    space: int
    escaped: bool
    audience: tuple[Seat, ...] | None = EVERYONE


class PickedUp(Data, frozen=True, tag="picked-up"):
    """The discard pile, into the hand."""

    cards: tuple[int, ...]
    audience: tuple[Seat, ...] | None = EVERYONE


class Strode(Data, frozen=True, tag="strode"):
    """A card played to move, and how far the cards so far reach."""

    card: int
    reach: int
    audience: tuple[Seat, ...] | None = EVERYONE


class Walked(Data, frozen=True, tag="walked"):
    space: int
    steps: int
    audience: tuple[Seat, ...] | None = EVERYONE


class Lost(Data, frozen=True, tag="lost"):
    """In the wood: the nights are over."""

    audience: tuple[Seat, ...] | None = EVERYONE


class GaveUp(Data, frozen=True, tag="gave-up"):
    audience: tuple[Seat, ...] | None = EVERYONE


FlightEvent = TurnedUp | Calm | Flew | Reshuffled
AttackEvent = Attacked | Defended | Freed | Withstood
ShardEvent = Invoked | Mirrored | Redrawn | Seen | Landed
Event = FlightEvent | AttackEvent | ShardEvent | PickedUp | Strode | Walked | Lost | GaveUp

_REVEALING = frozenset((TurnedUp, Attacked, Freed, Mirrored, Redrawn, Seen))

# -- What is seen


class Attack(Data, frozen=True):
    """The attack in progress. Before it is drawn, `cards` is empty."""

    cards: tuple[int, ...] = ()  # strength cards on the table
    defence: int = 0
    alliance: bool = False  # as many cards as ravens are not yet freed
    halved: bool = False  # The Sun in Winter shines
    renewed: tuple[int, ...] = ()  # strength cards chosen to be drawn anew

    @property
    def strength(self) -> int:
        return sum([VALUES[card] for card in self.cards])


class Table(Data, frozen=True):
    """What everyone sees. Nearly all is open: only what lies in the three decks isn't."""

    options: Options
    ravens: tuple[int, ...]  # the spaces of those not yet freed, in order
    round: int = 0
    phase: Literal[1, 2, 3] = 1
    # What the game waits for
    step: Literal["start", "fly", "draw", "defend", "renew", "land", "look", "act", "walk", "over"] = "start"
    wanderer: int = START  # space
    health: int = FULL_HEALTH
    hand: tuple[int, ...] = (*JACKS[:2], *DIAMONDS, *JACKS[2:])  # in order
    discard: tuple[int, ...] = ()  # in the order played
    gone: tuple[int, ...] = ()  # spellshards out of the game
    # Phase 1
    night: int = 1  # how many times the flight deck has been shuffled
    flights: tuple[int, ...] = ()  # the flight discards, oldest first
    spaces: int = 0  # left of this flight
    flown: tuple[int, ...] = ()  # of `ravens`, those that have flown in this pass, in order
    ties: int = 0  # choices settled by chance so far
    calm: bool = False  # the next flight doesn't take place
    # Attacks
    strength_shuffles: int = 1
    strengths: tuple[int, ...] = ()  # the strength discards, oldest first
    attack: Attack | None = None
    waiting: int = 0  # phase 2: ravens that attack after this one
    tried: int = 0  # phase 3: ravens on the wanderer's space that were not freed when they might have been
    peace: bool = False  # phase 3: nobody attacks any more
    # Movement
    strides: tuple[int, ...] = ()  # cards played for the move in progress
    moved: bool = False  # or may not move any more
    # Spellshards
    known: int = 0  # of the deck's top cards, how many the player has seen
    put_back: int = 0  # of those being put back in order, how many are
    ending: Literal["won", "fallen", "lost", "gave-up"] | None = None
    recent: tuple[Event, ...] = ()  # public events of the round in progress

    @property
    def freed(self) -> int:
        return RAVENS - len(self.ravens)


class Mine(Data, frozen=True):
    """What the player alone sees besides."""

    seat: Seat
    known: tuple[int, ...]  # the top spellshards as Oracle of Visions showed them, next first


class View(Data, frozen=True):
    table: Table
    mine: Mine | None  # None: a spectator's view


# -- What is so


class State(Data, frozen=True):
    """What everyone sees, and the decks: the first card of each is drawn next."""

    table: Table
    flight: tuple[int, ...]
    strength: tuple[int, ...]
    shards: tuple[int, ...]


def new(seats: int, options: Options, chance: Chance) -> State:
    if seats not in GAME.seats:
        raise IllegalMove("A Wanderer in the Forest of Wyr is played alone.")
    require_options(Options, options)
    ravens = tuple(sorted(ROOSTS[roll - 1] for roll in chance.dice("dice", RAVENS)))
    return State(
        Table(options, ravens),
        flight=chance.shuffled("flight/1", FLIGHT),
        strength=chance.shuffled("strength/1", STRENGTH),
        shards=chance.shuffled("shards", SHARDS),
    )


def to_act(state: State) -> Seat | None:
    return None if state.table.step == "over" else 0


def legal_moves(state: State) -> tuple[Move, ...]:
    table = state.table
    match table.step:
        case "start":
            return (SetOut(),)
        case "fly":
            return (*(Fly(*choice) for choice in flights(table)), LetThemFly())
        case "draw":
            return (*map(Invoke, fitting(table)), Draw())
        case "defend":
            return (*map(Defend, _cards(table.hand)), *map(Invoke, fitting(table)), Stop())
        case "renew":
            assert table.attack is not None
            chosen = table.attack.renewed
            rest = tuple([Renew(card) for card in table.attack.cards if card not in chosen])
            return (*rest, Redraw()) if chosen else rest
        case "land":
            return tuple([Land(space) for space in _nearest_first(table.wanderer)[1:]])
        case "look":
            return tuple(map(PutOnTop, sorted(state.shards[table.put_back : table.known])))
        case "act":
            strides = () if table.moved else map(Stride, _cards(table.hand))
            free = (Free(),) if _may_free(table) else ()
            return (*strides, *map(Invoke, fitting(table)), *free, EndRound(), GiveUp())
        case "walk":
            strides = map(Stride, _cards(table.hand)) if len(table.strides) < MOST_STRIDES else ()
            return (*_walks(table.wanderer, reach(table)), *strides, GiveUp())
        case "over":
            return ()


def play(state: State, move: Move, chance: Chance) -> Step[State, Event]:
    before = state.table
    if before.step not in _STEPS.get(type(move), ()):
        raise IllegalMove(_WAITING[before.step])
    told: list[Event] = []
    match move:
        case Defend(card):
            state = _defend(state, told, chance, card)
        case Stride(card):
            state = _stride(state, told, card)
        case Walk(space):
            state = _walk(state, told, space)
        case Fly(origin, to):
            state = _fly(state, told, chance, _required_flight(before, origin, to))
        case LetThemFly():
            state = _fly(state, told, chance, None, by_chance=True)
        case EndRound() | SetOut():
            state = _begin_round(state, told, chance)
        case Stop():
            state = _withstand(state, told, chance)
        case Free():
            if not _may_free(before):
                raise IllegalMove("There is no raven here that you could still try to free in this round.")
            state = _begin_attack(_with(state, moved=True), told, chance)
        case GiveUp():
            told.append(GaveUp())
            state = _end(state, "gave-up")
        case Draw():
            state = _draw_attack(state, told, chance)
        case Invoke(card):
            state = _invoke(state, told, chance, card)
        case Renew(card):
            state = _renew(state, card)
        case Redraw():
            state = _redraw(state, told, chance)
        case Land(space):
            state = _land(state, told, chance, space)
        case PutOnTop(card):
            state = _put_on_top(state, told, chance, card)
    recent = before.recent if before.round == state.table.round else ()
    recent += tuple([event for event in told if event.audience is EVERYONE])
    reveals = state.table.ties != before.ties or not _REVEALING.isdisjoint(map(type, told))
    return Step(_with(state, recent=recent), tuple(told), reveals)


def view(state: State, seat: Seat | None) -> View:
    return View(state.table, None if seat is None else Mine(seat, state.shards[: state.table.known]))


def outcome(state: State) -> Outcome | None:
    table = state.table
    if table.ending is None:
        return None
    if table.ending == "won":
        headline = f"All eight ravens are freed, in {table.round} rounds and with {table.health} health left."
        return Outcome((0,), (100 + 10 * table.health,), True, headline, (-table.round,))
    headline = f"{_ENDINGS[table.ending]} {table.freed} of 8 ravens are freed."
    return Outcome((), (table.freed,), False, headline, (-table.round,))


def imagine(view: View, chance: Chance) -> State:
    table, known = view.table, view.mine.known if view.mine else ()
    drawn = {*table.strengths, *(table.attack.cards if table.attack else ())}
    seen = {*table.hand, *table.discard, *table.gone, *known}
    return State(
        table,
        flight=chance.shuffled("imagine/flight", [card for card in FLIGHT if card not in table.flights]),
        strength=chance.shuffled("imagine/strength", [card for card in STRENGTH if card not in drawn]),
        shards=(*known, *chance.shuffled("imagine/shards", [card for card in SHARDS if card not in seen])),
    )


def census(state: State) -> Counter[Hashable]:
    """Every card by its number, and the ravens, on the board or freed (each for a spellshard drawn)."""
    table = state.table
    attack = table.attack.cards if table.attack else ()
    decks = (*state.flight, *table.flights, *state.strength, *table.strengths, *attack, *state.shards)
    hearts = (*HEARTS[: table.health], *HEARTS[table.health :])
    ravens = len(table.ravens) + RAVENS - len(state.shards)
    return Counter((*decks, *table.hand, *table.discard, *table.gone, *hearts, *("raven",) * ravens))


def tell(event: Event) -> str:
    match event:
        case TurnedUp(round_, card):
            return f"Round {round_}: the {card_name(card)}. The ravens fly {VALUES[card]} spaces."
        case Calm(round_):
            return f"Round {round_}: the winds have subsided, and no raven flies."
        case Flew(origin, to):
            return f"A raven flies from {space_name(origin)} to {space_name(to)}."
        case Reshuffled(deck):
            return f"The {deck} deck is shuffled anew."
        case Attacked(cards):
            return f"A raven attacks with {sum(VALUES[card] for card in cards)}: {card_names(cards)}."
        case Defended(card, defence, strength):
            return f"Defence with the {card_name(card)}: {defence} against {strength}."
        case Freed(shard):
            return f"The raven is freed, and gives back {card_name(shard)}."
        case Withstood(0):
            return "The attack is over. No harm is done, and the raven stays."
        case Withstood(damage, health):
            return f"The attack is over. It costs {damage} health: {health} left. The raven stays."
        case Invoked(card):
            return f"The wanderer invokes {card_name(card)}."
        case Mirrored(card, defence, strength):
            return f"The glass shows the {card_name(card)}: defence {defence} against {strength}."
        case Redrawn(old, new_, strength):
            return f"Drawn anew: {card_names(new_)} for {card_names(old)}. The attack's strength is now {strength}."
        case Seen(count, None):
            return f"The wanderer looks at the top {count} of the spellshards."
        case Seen(_, tuple(shards)):
            return f"You see, next first: {card_names(shards)}."
        case Landed(space, escaped):
            return f"The wanderer {'escapes' if escaped else 'flies'} to {space_name(space)}."
        case PickedUp(cards):
            return f"The discard pile is picked up: {_count(len(cards), 'card')}."
        case Strode(card, reach):
            return f"The {card_name(card)} is played to move: up to {_count(reach, 'step')}."
        case Walked(space, 0):
            return f"The wanderer stays at {space_name(space)}."
        case Walked(space, steps):
            return f"The wanderer walks {_count(steps, 'step')} to {space_name(space)}."
        case Lost():
            return "The last night is over, and the wanderer is lost in the wood."
        case GaveUp():
            return "The wanderer gives up."
    raise AssertionError(event)


def card_name(card: int) -> str:
    return SHARD_NAMES.get(card) or f"{RANKS[card % 13]} of {SUITS[card // 13]}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def card_names(cards: Sequence[int]) -> str:
    """As a list in a sentence."""
    *most, last = map(card_name, cards)
    return f"{', '.join(most)} and {last}" if most else last


def space_name(space: int) -> str:
    """A clearing's name and code, a trail step's code."""
    code, name = SPACES[space].code, SPACES[space].name
    return f"{name} ({code})" if name else code


# -- Which moves there are

_STEPS: Mapping[type, tuple[str, ...]] = {
    SetOut: ("start",),
    Fly: ("fly",),
    LetThemFly: ("fly",),
    Draw: ("draw",),
    Defend: ("defend",),
    Stop: ("defend",),
    Invoke: ("draw", "defend", "act"),
    Renew: ("renew",),
    Redraw: ("renew",),
    Land: ("land",),
    PutOnTop: ("look",),
    Stride: ("act", "walk"),
    Walk: ("walk",),
    Free: ("act",),
    EndRound: ("act",),
    GiveUp: ("act", "walk"),
}
_WAITING = {
    "start": "First set out.",
    "fly": "First choose which raven flies, and where to, or let them fly.",
    "draw": "A raven is about to attack: invoke a spellshard, or have the attack drawn.",
    "defend": "A raven attacks: defend yourself, invoke a spellshard, or stop.",
    "renew": "First choose strength cards to draw anew.",
    "land": "First choose where to land.",
    "look": "First put the spellshards back: choose the one to be drawn next.",
    "act": "Move, free a raven, invoke a spellshard, end the round, or give up.",
    "walk": "First finish your move: play another card, or choose where to walk.",
    "over": "The game is over.",
}
_ENDINGS = {
    "fallen": "The ravens were stronger.",
    "lost": "The nights are over, and the wood has closed.",
    "gave-up": "The wanderer has turned back.",
}
_TIMES: Mapping[int, tuple[str, ...]] = {  # the steps that a spellshard fits
    ORACLE: ("draw", "defend", "act"),
    BALANCE: ("defend",),
    ASPECT: ("defend",),
    SUN: ("defend",),
    GLASS: ("defend",),
    WINDS: ("draw", "defend", "act"),
    ALLIANCE: ("draw",),
    WINGS: ("draw", "defend", "act"),
}


def _cards(hand: Sequence[int]) -> list[int]:
    """The cards that count for defence and movement: all but spellshards."""
    return [card for card in hand if VALUES[card]]


def fitting(table: Table) -> list[int]:
    """The spellshards in hand that can be invoked at this step."""
    return [card for card in table.hand if not VALUES[card] and _misfit(table, card) is None]


def _misfit(table: Table, card: int) -> str | None:
    """Why this spellshard can't be invoked now, if so."""
    if table.step not in _TIMES[card]:
        return f"{SHARD_NAMES[card]} doesn't fit this moment."
    if card == BALANCE and _jack(table.hand) is None:
        return "Restoring Balance needs a jack in your hand."
    if card == WINGS and SPACES[table.wanderer].name is None:
        return "Wings of the Raven only carry you from a clearing."
    return None


def reach(table: Table) -> int:
    """How far the cards played to move allow."""
    return sum([VALUES[card] for card in table.strides])


@cache
def _walks(origin: int, most: int) -> tuple[Walk, ...]:
    """To stay is the first of them."""
    return tuple([Walk(space) for space in _nearest_first(origin) if DISTANCES[origin][space] <= most])


@cache
def _nearest_first(origin: int) -> tuple[int, ...]:
    """Every space, from `origin` itself on."""
    return tuple(sorted(range(len(SPACES)), key=DISTANCES[origin].__getitem__))


def _jack(hand: Sequence[int]) -> int | None:
    """A jack of the hand: they are all alike."""
    return next((card for card in hand if card in JACKS), None)


def _may_free(table: Table) -> bool:
    return not table.peace and table.tried < table.ravens.count(table.wanderer)


def flights(table: Table) -> list[tuple[int, int]]:
    """The choices that the player has now in a flight: which raven, by its space, and where to."""
    return _next_flights(table.wanderer, _waiting(table), table.spaces)


def _waiting(table: Table) -> list[int]:
    """The ravens that have not flown in this pass."""
    ravens = list(table.ravens)
    for raven in table.flown:
        ravens.remove(raven)
    return ravens


def _next_flights(wanderer: int, waiting: Sequence[int], spaces: int) -> list[tuple[int, int]]:
    """Which of the waiting ravens may fly next, and where to: more than one where the player has a choice."""
    distances = DISTANCES[wanderer]
    nearest = len(SPACES)
    tied: list[int] = []
    for raven in waiting:
        if 0 < distances[raven] <= nearest:
            if distances[raven] < nearest:
                nearest, tied = distances[raven], []
            tied.append(raven)
    if len(tied) <= spaces:
        tied = tied[:1]  # who goes first is nothing where all will fly
    return [(origin, to) for origin in dict.fromkeys(tied) for to in ONWARD[wanderer][origin]]


# -- Refusals. A move can come from anywhere, so its numbers are checked for their type too.


def _required_flight(table: Table, origin: int, to: int) -> tuple[int, int]:
    if type(origin) is not int or type(to) is not int or (origin, to) not in flights(table):
        raise IllegalMove("Choose one of the ravens that may fly next, and a space next to it on a shortest path.")
    return origin, to


def _require_card(cards: Sequence[int], card: int, otherwise: str) -> None:
    if type(card) is not int or card not in cards:
        raise IllegalMove(otherwise)


def _require_space(space: int) -> None:
    if type(space) is not int or not 0 <= space < len(SPACES):
        raise IllegalMove("There is no such space on the map.")


# -- Phase 1


def _begin_round(state: State, told: list[Event], chance: Chance) -> State:
    table, flight = state.table, state.flight
    round_, night = table.round + 1, table.night
    table = replace(table, round=round_, phase=1, moved=False, tried=0, peace=False, calm=False)
    if state.table.calm:
        told.append(Calm(round_))
        return _begin_attacks(replace(state, table=table), told, chance)
    flights = table.flights
    if not flight:
        if night == table.options.nights:
            told.append(Lost())
            return _end(replace(state, table=table), "lost")
        told.append(Reshuffled("flight"))
        night += 1
        flight, flights = chance.shuffled(f"flight/{night}", sorted(flights)), ()
    card, *rest = flight
    told.append(TurnedUp(round_, card))
    table = replace(table, night=night, flights=(*flights, card), spaces=VALUES[card])
    return _fly(replace(state, table=table, flight=tuple(rest)), told, chance, None)


def _fly(
    state: State, told: list[Event], chance: Chance, choice: tuple[int, int] | None, *, by_chance: bool = False
) -> State:
    """The flight goes on, with what the player has chosen, until there is a choice again or it is over."""
    table = state.table
    wanderer, spaces, ties = table.wanderer, table.spaces, table.ties
    waiting, flown = _waiting(table), list(table.flown)
    while spaces:
        if choice is None:
            choices = _next_flights(wanderer, waiting, spaces)
            if not choices:
                if all(raven == wanderer for raven in flown):
                    break
                waiting, flown = sorted([*waiting, *flown]), []
                continue
            choice = choices[0]
            if len(choices) > 1:
                if not by_chance:
                    ravens = _in_order([*waiting, *flown])
                    return _with(state, step="fly", ravens=ravens, flown=_in_order(flown), spaces=spaces, ties=ties)
                ties += 1
                choice = chance.shuffled(f"ties/{ties}", choices)[0]
        origin, to = choice
        choice = None
        waiting.remove(origin)
        flown.append(to)
        spaces -= 1
        told.append(Flew(origin, to))
    ravens = _in_order([*waiting, *flown])
    table = replace(table, ravens=ravens, flown=(), spaces=0, ties=ties)
    return _begin_attacks(replace(state, table=table), told, chance)


def _in_order(spaces: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(spaces))


# -- Phase 2, and the attacks of phase 3


def _begin_attacks(state: State, told: list[Event], chance: Chance) -> State:
    table = state.table
    return _next_attack(_with(state, phase=2, waiting=table.ravens.count(table.wanderer)), told, chance)


def _next_attack(state: State, told: list[Event], chance: Chance) -> State:
    """What follows an attack: in phase 2 the next one or phase 3, in phase 3 the player's choice."""
    table = state.table
    if table.phase == 3:
        return _with(state, step="act")
    if table.waiting:
        return _begin_attack(_with(state, waiting=table.waiting - 1), told, chance)
    return _begin_movement(state, told)


def _begin_attack(state: State, told: list[Event], chance: Chance) -> State:
    return _before_draw(_with(state, attack=Attack()), told, chance)


def _before_draw(state: State, told: list[Event], chance: Chance) -> State:
    """Asked only where a spellshard in hand fits."""
    state = _with(state, step="draw")
    return state if fitting(state.table) else _draw_attack(state, told, chance)


def _draw_attack(state: State, told: list[Event], chance: Chance) -> State:
    attack = _attack(state.table)
    more = len(state.table.ravens) if attack.alliance else state.table.freed
    state, cards = _draw_strength(state, told, chance, 1 + more)
    told.append(Attacked(cards))
    return _with(state, step="defend", attack=replace(attack, cards=cards))


def _draw_strength(state: State, told: list[Event], chance: Chance, count: int) -> tuple[State, tuple[int, ...]]:
    """The top cards of the strength deck. Those on the table are not shuffled in when it is exhausted."""
    cards, rest = state.strength[:count], state.strength[count:]
    missing = count - len(cards)
    if not missing:
        return replace(state, strength=rest), cards
    told.append(Reshuffled("strength"))
    shuffles = state.table.strength_shuffles + 1
    deck = chance.shuffled(f"strength/{shuffles}", sorted(state.table.strengths))
    state = _with(replace(state, strength=deck[missing:]), strengths=(), strength_shuffles=shuffles)
    return state, (*cards, *deck[:missing])


def _defend(state: State, told: list[Event], chance: Chance, card: int) -> State:
    _require_card(_cards(state.table.hand), card, "You don't hold that card, or it doesn't count for defence.")
    return _settle(_played_for_defence(state, told, card, VALUES[card]), told, chance)


def _played_for_defence(state: State, told: list[Event], card: int, value: int) -> State:
    table, attack = state.table, _attack(state.table)
    attack = replace(attack, defence=attack.defence + value)
    told.append(Defended(card, attack.defence, attack.strength))
    return _with(state, hand=_without(table.hand, card), discard=(*table.discard, card), attack=attack)


def _settle(state: State, told: list[Event], chance: Chance) -> State:
    """The attack is over as soon as the defence is greater."""
    table, attack = state.table, _attack(state.table)
    if attack.defence <= attack.strength:
        return _with(state, step="defend")
    ravens = list(table.ravens)
    ravens.remove(table.wanderer)
    shard, *rest = state.shards
    told.append(Freed(shard))
    table = replace(table, ravens=tuple(ravens), discard=(*table.discard, shard), known=max(0, table.known - 1))
    state = _attack_over(replace(state, table=table, shards=tuple(rest)))
    return _next_attack(state, told, chance) if ravens else _end(state, "won")


def _withstand(state: State, told: list[Event], chance: Chance) -> State:
    table, attack = state.table, _attack(state.table)
    damage = attack.strength - attack.defence
    if attack.halved:
        damage //= 2
    health = max(0, table.health - damage)
    told.append(Withstood(damage, health))
    tried = table.tried + (table.phase == 3)
    state = _with(_attack_over(state), health=health, tried=tried)
    return _next_attack(state, told, chance) if health else _end(state, "fallen")


def _attack_over(state: State) -> State:
    table = state.table
    return _with(state, attack=None, strengths=(*table.strengths, *_attack(table).cards))


# -- Phase 3


def _begin_movement(state: State, told: list[Event]) -> State:
    table = replace(state.table, phase=3, step="act")
    if len(_cards(table.hand)) <= PICK_UP_AT and table.discard:
        told.append(PickedUp(table.discard))
        table = replace(table, hand=_in_order((*table.hand, *table.discard)), discard=())
    return replace(state, table=table)


def _stride(state: State, told: list[Event], card: int) -> State:
    table = state.table
    if table.moved:
        raise IllegalMove("You have moved in this round, or have tried to free a raven.")
    if len(table.strides) == MOST_STRIDES:
        raise IllegalMove("Three cards are the most that you may play to move.")
    _require_card(_cards(table.hand), card, "You don't hold that card, or it doesn't count for movement.")
    strides = (*table.strides, card)
    told.append(Strode(card, reach(table) + VALUES[card]))
    hand, discard = _without(table.hand, card), (*table.discard, card)
    return _with(state, step="walk", hand=hand, discard=discard, strides=strides)


def _walk(state: State, told: list[Event], space: int) -> State:
    table = state.table
    _require_space(space)
    if DISTANCES[table.wanderer][space] > reach(table):
        raise IllegalMove("That is farther than the cards you played.")
    told.append(Walked(space, DISTANCES[table.wanderer][space]))
    return _with(state, step="act", wanderer=space, strides=(), moved=True)


# -- Spellshards


def _invoke(state: State, told: list[Event], chance: Chance, card: int) -> State:
    table = state.table
    _require_card(table.hand, card, "You don't hold that card.")
    if card not in SHARDS:
        raise IllegalMove("That card is no spellshard.")
    if why := _misfit(table, card):
        raise IllegalMove(why)
    told.append(Invoked(card))
    if card == WINGS:
        return _with(state, step="land", hand=_without(table.hand, card), discard=(*table.discard, card))
    state = _with(state, hand=_without(table.hand, card), gone=(*table.gone, card))
    if card == ORACLE:
        return _look(state, told, chance)
    if card == WINDS:
        return _go_on(_with(state, calm=True), told, chance)
    attack = _attack(table)
    if card == ALLIANCE:
        return _before_draw(_with(state, attack=replace(attack, alliance=True)), told, chance)
    if card == ASPECT:
        return _with(state, step="renew")
    if card == SUN:
        return _with(state, attack=replace(attack, halved=True))
    if card == BALANCE:
        jack = _jack(table.hand)
        assert jack is not None
        return _settle(_played_for_defence(state, told, jack, BALANCED), told, chance)
    return _mirror(state, told, chance)


def _go_on(state: State, told: list[Event], chance: Chance) -> State:
    """After a spellshard that leaves things as they are."""
    attack = state.table.attack
    if attack is None:
        return _with(state, step="act")
    return _with(state, step="defend") if attack.cards else _before_draw(state, told, chance)


def _look(state: State, told: list[Event], chance: Chance) -> State:
    seen = state.shards[:3]
    told += (Seen(len(seen)), Seen(len(seen), seen, audience=(0,)))
    state = _with(state, known=len(seen), put_back=0)
    return _with(state, step="look") if len(seen) > 1 else _go_on(state, told, chance)


def _put_on_top(state: State, told: list[Event], chance: Chance, card: int) -> State:
    table, shards = state.table, list(state.shards)
    place = table.put_back
    _require_card(shards[place : table.known], card, "Choose one of the spellshards that you see.")
    shards.remove(card)
    shards.insert(place, card)
    state = replace(state, shards=tuple(shards))
    if place + 2 < table.known:
        return _with(state, put_back=place + 1)
    return _go_on(_with(state, put_back=0), told, chance)


def _mirror(state: State, told: list[Event], chance: Chance) -> State:
    """Cheval Glass."""
    state, (card,) = _draw_strength(state, told, chance, 1)
    attack = _attack(state.table)
    attack = replace(attack, defence=attack.defence + VALUES[card])
    told.append(Mirrored(card, attack.defence, attack.strength))
    return _settle(_with(state, strengths=(*state.table.strengths, card), attack=attack), told, chance)


def _renew(state: State, card: int) -> State:
    attack = _attack(state.table)
    rest = [one for one in attack.cards if one not in attack.renewed]
    _require_card(rest, card, "Choose one of the strength cards of this attack that you haven't chosen yet.")
    return _with(state, attack=replace(attack, renewed=(*attack.renewed, card)))


def _redraw(state: State, told: list[Event], chance: Chance) -> State:
    attack = _attack(state.table)
    old = attack.renewed
    if not old:
        raise IllegalMove("Choose at least one strength card to draw anew.")
    kept = tuple([card for card in attack.cards if card not in old])
    state = _with(state, strengths=(*state.table.strengths, *old), attack=replace(attack, cards=kept))
    state, drawn = _draw_strength(state, told, chance, len(old))
    attack = replace(attack, cards=(*kept, *drawn), renewed=())
    told.append(Redrawn(old, drawn, attack.strength))
    return _settle(_with(state, attack=attack), told, chance)


def _land(state: State, told: list[Event], chance: Chance, space: int) -> State:
    """Out of an attack, Wings of the Raven end it, and nobody attacks any more in this phase."""
    table = state.table
    _require_space(space)
    if space == table.wanderer:
        raise IllegalMove("Choose another space than your own.")
    escaped = table.attack is not None
    told.append(Landed(space, escaped))
    state = _with(state, wanderer=space, tried=0)
    if not escaped:
        return _with(state, step="act")
    return _next_attack(_with(_attack_over(state), waiting=0, peace=table.phase == 3), told, chance)


# -- Parts


def _with(state: State, **changes: Any) -> State:
    """The state with changes to its table."""
    return replace(state, table=replace(state.table, **changes))


def _end(state: State, ending: Literal["won", "fallen", "lost", "gave-up"]) -> State:
    return _with(state, step="over", ending=ending)


def _attack(table: Table) -> Attack:
    assert table.attack is not None
    return table.attack


def _without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    return tuple([other for other in hand if other != card])


GAME = Game(
    key="forest-of-wyr",
    title="A Wanderer in the Forest of Wyr",
    seats=range(1, 2),
    version=1,
    options=Options,
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
    outcome=outcome,
    imagine=imagine,
    census=census,
    tell=tell,
)
