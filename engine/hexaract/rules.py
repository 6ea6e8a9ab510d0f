"""The rules of Hexaract: setting up, what each move does, and what follows at the end of a round.

A round in small moves; rolls, damage and new cards need none:

    five dice are rolled; Assign, Assign (Back takes the last pair back), Done
    Defeat | Place | Avert | Spend, in any order (where a Crown card was resolved: -> TakeAce | Decline), EndRound
    damage; exhausted events happen (where two suits are tied: -> Lose); new cards are turned up
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence

from languages import listed, say

from ..chance import Chance
from ..decktet import CARDS, CROWN, RANKS, SUITS, Suit, suit_name
from ..draft import Draft
from ..game import OVER, Game, Hidden, IllegalMove, Outcome, Seat, Step, require_options
from ..records import replace, shared, with_item
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
        raise IllegalMove(say("Hexaract is played alone."))
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
        raise IllegalMove(say(PROMPTS.get(state.step, OVER)))
    draft: Draft[State, Event] = Draft(state, chance)
    match move:
        case Assign():
            _assign(draft, move)
        case Back():
            _take_back(draft)
            return Step(replace(draft.state, recent=state.recent[:-1]), tuple(draft.events))
        case Done():
            draft.state = replace(state, step="resolve")
        case Defeat(card, suit):
            _defeat(draft, card, suit)
        case Place(card, suit):
            _place(draft, card, suit)
        case Avert(card):
            require_pair(state, card, "event")
            draft.events.append(Averted(card))
            _resolve(draft, card)
        case Spend(card, suit):
            _spend(draft, card, suit)
        case TakeAce(suit):
            _take_ace(draft, suit)
        case Decline():
            draft.events.append(AcesLeft())
            draft.state = replace(state, step="resolve")
        case EndRound():
            if with_unused_pair(state):
                raise IllegalMove(say("First use the dice that are assigned."))
            _end_actions(draft)
        case Lose(suit):
            event = exhausted_events(state.path)[0]
            if type(suit) is not int or suit not in CARDS[event].suits:
                raise IllegalMove(say("Choose one of the event's two suits."))
            _happen(draft, event, suit)
            _end_round(draft)
    recent = () if isinstance(move, EndRound) else state.recent
    events = tuple(draft.events)
    return Step(replace(draft.state, recent=(*recent, *events)), events, reveals=draft.state.round != state.round)


def view(state: State, seat: Seat | None) -> View:
    table = Table(**shared(state, Table), deck_size=len(state.deck))
    return View(table, None if seat is None else Mine(seat))


def revealed(state: State) -> View:
    """The view with the deck turned up."""
    seen = view(state, 0)
    return View(replace(seen.table, coming=state.deck[::-1]), seen.mine)


def outcome(state: State) -> Outcome | None:
    if state.step == "won":
        score = 100 + 10 * (FATAL - state.damage) + min(9, sum(state.supply) - len(SUITS))
        return Outcome((0,), (score,), True)
    if state.step == "lost":
        return Outcome((), (_gone(len(state.deck), state.path),), False)
    return None


def _gone(deck_size: int, path: tuple[PathCard, ...]) -> int:
    """How many cards are behind the player."""
    return len(PATH_CARDS) - deck_size - len(path)


def headline(view: View) -> str:
    table = view.table
    if table.step == "won":
        return say(
            "Victory: the path is behind you, with all six suits in hand and {damage} damage.", damage=table.damage
        )
    if not table.path and (missing := [suit_name(suit) for suit in ACES if not table.supply[suit]]):
        return say("Defeat: the path is behind you, but you have no chip of {suits}.", suits=listed(missing))
    return say(
        "Defeat: {damage} damage. {gone} of {all} cards are behind you.",
        damage=table.damage,
        gone=_gone(table.deck_size, table.path),
        all=len(PATH_CARDS),
    )


def imagine(view: View, chance: Chance) -> State:
    table = view.table
    seen = {*table.discard, *(place.card for place in table.path)}
    deck = chance.shuffled("imagine/deck", [card for card in PATH_CARDS if card not in seen])
    return State(**shared(table, State), deck=deck)


def secrets(state: State, seat: Seat | None) -> Iterator[Hidden[State]]:
    """The order of the deck."""
    places = tuple([("deck", number) for number in range(len(state.deck))])
    yield Hidden("deck", places, state.deck, lambda deck: replace(state, deck=deck))


def hopeless(view: View) -> bool:
    """Whether a suit can't be had any more, or this round ends the game, or leads there, whatever is done."""
    state = imagine(view, FORESIGHT)
    if state.step in ("won", "lost"):
        return state.step == "lost"
    if _lacks_a_suit(state):
        return True
    if state.deck and state.damage + len(state.path) < FATAL:
        return False
    known: dict[State, bool] = {}
    return all(_is_lost(assigned, known) for assigned in _assigned(state))


def _lacks_a_suit(state: State) -> bool:
    """Whether there are too few cards to come for a chip of each suit. A person gives one, and so does a Crown."""
    cards = [*state.deck, *[place.card for place in state.path]]
    crowns = sum(RANKS[card] == CROWN for card in cards) + (state.step == "ace")
    sources = [CARDS[card].suits for card in cards if KINDS[card] == "person"] + [state.aces] * crowns
    given = dict[int, Suit]()  # by source, the suit that it gives

    def find(suit: Suit, tried: set[int]) -> bool:
        """Find a source for this suit; sources that give another one may have to give up that one to another."""
        for number, suits in enumerate(sources):
            if suit in suits and number not in tried:
                tried.add(number)
                if number not in given or find(given[number], tried):
                    given[number] = suit
                    return True
        return False

    return not all(find(suit, set()) for suit in ACES if not state.supply[suit])


def _assigned(state: State) -> Iterator[State]:
    """The state once the dice are assigned, for each choice of cards that can have a pair."""
    if state.step != "assign":
        yield state
        return
    ways, met, chosen = [replace(state, pairs=())], set[Hashable](), set[Hashable]()
    while ways:
        way = ways.pop()
        cards = tuple(sorted([pair.card for pair in way.pairs]))
        if (met_before := (cards, free_dice(way.dice, way.pairs))) in met:
            continue
        met.add(met_before)
        if cards not in chosen:
            chosen.add(cards)
            yield replace(way, step="resolve")
        ways += [play(way, move, FORESIGHT).state for move in legal_moves(way) if isinstance(move, Assign)]


def loses(view: View, moves: Sequence[Move]) -> bool:
    """Whether this round ends the game in defeat after `moves`, whatever is done then. Raises IllegalMove."""
    state = imagine(view, FORESIGHT)
    if state.deck and state.damage + len(state.path) < FATAL:
        return False
    for move in moves:
        state = play(state, move, FORESIGHT).state
    return _is_lost(state, {})


def _is_lost(state: State, known: dict[State, bool]) -> bool:
    """Whether the game is lost from here.

    `known`: positions checked before: different orders of moves lead to the same one.
    """
    if state.step in ("assign", "won", "lost"):  # "assign": another round has begun
        return state.step == "lost"
    state = replace(state, recent=())  # it makes no difference
    if state not in known:
        known[state] = all(_is_lost(play(state, move, FORESIGHT).state, known) for move in legal_moves(state))
    return known[state]


def census(state: State) -> Counter[Hashable]:
    """Every card. Chips are not counted: they come from a supply without limit, and go back there."""
    return Counter((*state.deck, *(place.card for place in state.path), *state.discard, *state.aces))


def _assign(draft: Draft[State, Event], move: Assign) -> None:
    state, card, low, high = draft.state, move.card, move.low, move.high
    require_card(state.path, card)
    if len(state.pairs) == PAIRS:
        raise IllegalMove(say("Two pairs are assigned: no more can be."))
    pairs = fitting(free_dice(state.dice, state.pairs), RANKS[card])
    if type(low) is not int or type(high) is not int or (low, high) not in pairs:
        raise IllegalMove(
            say("Choose two free dice that add up to the card's rank, the lower one first. A 6 is 1 to 5.")
        )
    draft.events.append(Assigned(card, low, high))
    draft.state = replace(state, pairs=(*state.pairs, Pair(card, low, high)))


def _take_back(draft: Draft[State, Event]) -> None:
    if not draft.state.pairs:
        raise IllegalMove(say("No pair is assigned."))
    *pairs, last = draft.state.pairs
    draft.events.append(TookBack(last.card, last.low, last.high))
    draft.state = replace(draft.state, pairs=tuple(pairs))


def _defeat(draft: Draft[State, Event], card: int, suit: Suit) -> None:
    require_pair(draft.state, card, "person")
    if type(suit) is not int or suit not in CARDS[card].suits:
        raise IllegalMove(say("Take a chip of one of the person's suits."))
    draft.events.append(Defeated(card, suit))
    _take_chip(draft, suit, 1)
    _resolve(draft, card)


def _place(draft: Draft[State, Event], card: int, suit: Suit) -> None:
    place = require_pair(draft.state, card, "location")
    require_missing(place, suit)
    pairs = list(draft.state.pairs)
    at = next(at for at, pair in enumerate(pairs) if pair.card == card and not pair.used)
    pairs[at] = replace(pairs[at], used=True)
    draft.state = replace(draft.state, pairs=tuple(pairs))
    _put(draft, place, suit, own=False)


def _spend(draft: Draft[State, Event], card: int, suit: Suit) -> None:
    place = require_card(draft.state.path, card)
    require_missing(place, suit)
    if not draft.state.supply[suit]:
        raise IllegalMove(say("You have no chip of {suit}.", suit=suit_name(suit)))
    _take_chip(draft, suit, -1)
    _put(draft, place, suit, own=True)


def _take_ace(draft: Draft[State, Event], suit: Suit) -> None:
    if type(suit) is not int or suit not in draft.state.aces:
        raise IllegalMove(say("The ace of that suit is not in play."))
    draft.events.append(AceTaken(suit))
    _take_chip(draft, suit, 1)
    state = draft.state
    aces = tuple([ace for ace in state.aces if ace != suit])
    draft.state = replace(state, aces=aces, discard=(*state.discard, suit), step="resolve")


def _put(draft: Draft[State, Event], place: PathCard, suit: Suit, *, own: bool) -> None:
    """Put a chip on a location, which may complete it."""
    draft.events.append(Placed(place.card, suit, own))
    placed = replace(place, chips=(*place.chips, suit))
    if missing_suits(placed):
        path = tuple([placed if other is place else other for other in draft.state.path])
        draft.state = replace(draft.state, path=path)
    else:
        draft.events.append(Passed(place.card))
        _resolve(draft, place.card)


def _resolve(draft: Draft[State, Event], card: int) -> None:
    """A card leaves the path through an action; a Crown then lets the player take an ace."""
    _discard(draft, card)
    if RANKS[card] == CROWN and draft.state.aces:
        draft.state = replace(draft.state, step="ace")


def _discard(draft: Draft[State, Event], card: int) -> None:
    state = draft.state
    path = tuple([place for place in state.path if place.card != card])
    draft.state = replace(state, path=path, discard=(*state.discard, card))


def _take_chip(draft: Draft[State, Event], suit: Suit, change: int) -> None:
    """Give the player one more chip of a suit, or one less."""
    supply = with_item(draft.state.supply, suit, draft.state.supply[suit] + change)
    draft.state = replace(draft.state, supply=supply)


# -- After the actions


def _end_actions(draft: Draft[State, Event]) -> None:
    _hurt(draft)
    if draft.state.damage >= FATAL:
        draft.state = replace(draft.state, step="lost")
    else:
        _end_round(draft)


def _hurt(draft: Draft[State, Event]) -> None:
    """Persons and exhausted locations do their damage."""
    persons, locations = [], []
    for place in draft.state.path:
        kind = KINDS[place.card]
        if kind == "person":
            persons.append(place.card)
        elif kind == "location" and place.exhausted:
            locations.append(place.card)
    if persons or locations:
        damage = draft.state.damage + len(persons) + len(locations)
        draft.events.append(Hurt(tuple(persons), tuple(locations), damage))
        draft.state = replace(draft.state, damage=damage)


def _end_round(draft: Draft[State, Event]) -> None:
    """Go on after the damage, up to the next roll. Stop if the player must choose the chip that an event costs."""
    for event in exhausted_events(draft.state.path):
        suits = to_lose(event, draft.state.supply)
        if len(suits) > 1:
            draft.state = replace(draft.state, step=CHOOSE_LOSS)
            return
        _happen(draft, event, suits[0] if suits else None)
    _exhaust(draft)
    _turn_up(draft)
    if draft.state.path:
        _begin_round(draft)
    else:
        draft.state = replace(draft.state, pairs=(), step="won" if all(draft.state.supply) else "lost")


def _happen(draft: Draft[State, Event], event: int, suit: Suit | None) -> None:
    draft.events.append(Happened(event, suit))
    if suit is not None:
        _take_chip(draft, suit, -1)
    _discard(draft, event)


def _exhaust(draft: Draft[State, Event]) -> None:
    """Exhaust the locations and events of the path."""
    path = draft.state.path
    tired = [place.card for place in path if not place.exhausted and KINDS[place.card] != "person"]
    if tired:
        draft.events.append(Exhausted(tuple(tired)))
        exhausted = [replace(place, exhausted=True) if place.card in tired else place for place in path]
        draft.state = replace(draft.state, path=tuple(exhausted))


def _turn_up(draft: Draft[State, Event]) -> None:
    """Fill the path from the deck, as far as the deck lasts."""
    deck, path = draft.state.deck, draft.state.path
    kept = max(0, len(deck) - PATH + len(path))
    turned_up = deck[kept:][::-1]
    if turned_up:
        draft.events.append(TurnedUp(turned_up))
        draft.state = replace(draft.state, deck=deck[:kept], path=(*path, *map(PathCard, turned_up)))


def _begin_round(draft: Draft[State, Event]) -> None:
    round_ = draft.state.round + 1
    dice = _roll(round_, draft.chance)
    draft.events.append(Rolled(round_, dice))
    draft.state = replace(draft.state, pairs=(), round=round_, dice=dice, step="assign")


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
    hopeless=hopeless,
    headline=headline,
    imagine=imagine,
    secrets=secrets,
    census=census,
    tell=tell,
)
