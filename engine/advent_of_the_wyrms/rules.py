"""The rules of Advent of the Wyrms.

    Begin | Add | Discard, then a card is drawn;
    for each Wyrms card that is drawn: Negate | DiscardTop, then the hand is refilled

Drawing is no choice, so it needs no move. Cards are 0 to 44, as in decktet.py. Incantations are numbered from 0 in the
order in which they were begun, and finished ones keep their number.
"""

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import chain

from languages import later, say, say_many

from ..chance import Chance
from ..decktet import CARDS, EXTENDED
from ..draft import Draft
from ..game import OVER, Game, Hidden, IllegalMove, Outcome, Seat, Step, heard, require_options
from ..records import replace, shared, with_item
from .events import (
    Added,
    Begun,
    Discarded,
    Drew,
    Event,
    Finished,
    Negated,
    NegatedByTop,
    RanOut,
    Rose,
    SetAside,
    ShuffledBack,
)
from .incantations import GOAL, HAND, MOST, SIZE, TOP, WYRMS_CARDS, Cards, continuations, count_finished, ways
from .moves import Add, Begin, Discard, DiscardTop, Move, Negate
from .state import Mine, Options, State, Table, View
from .telling import tell


def new(seats: int, options: Options, chance: Chance) -> State:
    if seats not in GAME.seats:
        raise IllegalMove(say("Advent of the Wyrms is played alone."))
    require_options(Options, options)
    draft: Draft[State, Event] = Draft(State(deck=chance.shuffled("deck/1", EXTENDED), hand=()), chance)
    _refill(draft)
    return draft.state


def to_act(state: State) -> Seat | None:
    return 0 if state.step in _PROMPTS else None


def legal_moves(state: State) -> tuple[Move, ...]:
    hand = state.hand
    if state.step == "play":
        open_ = [(number, continuations(cards)) for number, cards in enumerate(state.incantations) if len(cards) < SIZE]
        moves: list[Move] = []
        for card in hand:
            for number, fitting in open_:
                if card in fitting:
                    moves.append(_ADD[card][number])
        if len(open_) < MOST:
            moves += map(_BEGIN.__getitem__, hand)
        moves += map(_DISCARD.__getitem__, hand)
        return tuple(moves)
    if state.step == "negate":
        assert state.wyrm is not None
        wyrm = state.wyrm
        return (*[_NEGATE[card] for card in hand if ways(wyrm, card)], _DISCARD_TOP)
    return ()


def play(state: State, move: Move, chance: Chance) -> Step[State, Event]:
    if _STEPS.get(type(move)) != state.step:
        raise IllegalMove(say(_PROMPTS.get(state.step, OVER)))
    draft: Draft[State, Event] = Draft(state, chance, reveals=True)  # it shows a card of the hand or of the deck
    match move:
        case Begin() | Add():
            _play_card(draft, move)
        case Discard(card):
            hand = _without(state.hand, card)
            draft.state = replace(state, hand=hand, discard=(*state.discard, card))
            draft.events.append(Discarded(card))
        case Negate(card):
            _negate(draft, card)
        case DiscardTop():
            draft.reveals = bool(state.deck)
            _discard_top(draft)
    if draft.state.step != "won":
        _refill(draft)
    recent = () if state.step == "play" else state.recent
    recent = (*recent, *heard(draft.events, None))
    return Step(replace(draft.state, recent=recent), tuple(draft.events), draft.reveals)


def view(state: State, seat: Seat | None) -> View:
    table = Table(**shared(state, Table), hand_size=len(state.hand), deck_size=len(state.deck))
    return View(table, None if seat is None else Mine(seat, state.hand))


def revealed(state: State) -> View:
    """The view with the deck turned up."""
    seen = view(state, 0)
    return View(replace(seen.table, coming=state.deck[::-1]), seen.mine)


def outcome(state: State) -> Outcome | None:
    match state.step:
        case "won":
            return Outcome((0,), (len(state.deck),), True)
        case "lost":
            return Outcome((), (0,), False, (count_finished(state.incantations),))
    return None


def headline(view: View) -> str:
    if view.table.step == "won":
        return say_many(
            "Victory: four incantations hold, with {count} card left in the deck.",
            "Victory: four incantations hold, with {count} cards left in the deck.",
            view.table.deck_size,
        )
    return say(
        "Defeat: the deck has run out, with {finished} of {goal} incantations finished.",
        finished=count_finished(view.table.incantations),
        goal=GOAL,
    )


def imagine(view: View, chance: Chance) -> State:
    table, mine = view.table, view.mine
    seen = {*chain(*table.incantations), *table.discard, *table.aside, table.wyrm, *(mine.hand if mine else ())}
    unseen = [card for card in EXTENDED if card not in seen]
    if mine:
        hand = mine.hand
    else:
        hand = chance.shuffled("imagine/hand", [card for card in unseen if card not in WYRMS_CARDS])[: table.hand_size]
    deck = chance.shuffled("imagine/deck", [card for card in unseen if card not in hand])
    return State(**shared(table, State), deck=deck, hand=hand)


def secrets(state: State, seat: Seat | None) -> Iterator[Hidden[State]]:
    """The order of the deck, and, for spectators, the hand, which never holds a Wyrms card.

    Once cards that everybody saw are shuffled into the deck, it counts as another deck.
    """
    name, places = f"deck {state.shuffles}", tuple([("deck", number) for number in range(len(state.deck))])
    if seat is None:
        hand = tuple([("hand", number) for number in range(len(state.hand))])
        yield Hidden(name, (*places, *hand), (*state.deck, *state.hand), lambda cards: _dealt(state, cards))
    else:
        yield Hidden(name, places, state.deck, lambda deck: replace(state, deck=deck))


def _dealt(state: State, cards: Cards) -> State | None:
    deck, hand = cards[: len(state.deck)], cards[len(state.deck) :]
    return replace(state, deck=deck, hand=hand) if WYRMS_CARDS.isdisjoint(hand) else None


def census(state: State) -> Counter[Hashable]:
    """Every card."""
    wyrm = () if state.wyrm is None else (state.wyrm,)
    return Counter((*state.deck, *state.hand, *chain(*state.incantations), *state.discard, *state.aside, *wyrm))


_BEGIN, _DISCARD, _NEGATE = ([kind(card) for card in range(len(CARDS))] for kind in (Begin, Discard, Negate))
_ADD = [[Add(card, number) for number in range(MOST + GOAL)] for card in range(len(CARDS))]
_DISCARD_TOP = DiscardTop()

_STEPS = {Begin: "play", Add: "play", Discard: "play", Negate: "negate", DiscardTop: "negate"}
_PROMPTS = {  # by step, for a player who tries something else
    "play": later("Play a card to an incantation, or discard one."),
    "negate": later("First negate the Wyrms card: discard a card that can, or the top two cards of the deck."),
}


def _without(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The hand without this card. A move can come from anywhere, so the type is checked too."""
    if type(card) is not int or card not in hand:
        raise IllegalMove(say("You don't hold that card."))
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def _play_card(draft: Draft[State, Event], move: Begin | Add) -> None:
    state, card, incantations = draft.state, move.card, draft.state.incantations
    hand = _without(state.hand, card)
    if isinstance(move, Begin):
        if len(incantations) - count_finished(incantations) == MOST:
            raise IllegalMove(say("Five incantations are in progress: go on with one of those."))
        draft.events.append(Begun(card, len(incantations)))
        draft.state = replace(state, hand=hand, incantations=(*incantations, (card,)))
        return
    number = move.incantation
    if type(number) is not int or not 0 <= number < len(incantations):
        raise IllegalMove(say("There is no such incantation."))
    cards = incantations[number]
    if len(cards) == SIZE:
        raise IllegalMove(say("That incantation is finished."))
    if card not in continuations(cards):
        raise IllegalMove(say("A card added needs a suit that all share and a higher rank than those before."))
    draft.events.append(Added(card, number))
    incantations = with_item(incantations, number, (*cards, card))
    draft.state = replace(state, hand=hand, incantations=incantations)
    if len(cards) + 1 == SIZE:
        finished = count_finished(incantations)
        draft.events.append(Finished(number, finished))
        if finished == GOAL:
            draft.state = replace(draft.state, step="won")


def _negate(draft: Draft[State, Event], card: int) -> None:
    state = draft.state
    assert state.wyrm is not None
    wyrm, hand = state.wyrm, _without(state.hand, card)
    if not ways(wyrm, card):
        raise IllegalMove(
            say("That card neither shares a suit with the Wyrms card (Wyrms aside) nor has its rank or more.")
        )
    draft.events.append(Negated(wyrm, card))
    draft.state = replace(state, hand=hand, discard=(*state.discard, card, wyrm), wyrm=None)


def _discard_top(draft: Draft[State, Event]) -> None:
    state = draft.state
    assert state.wyrm is not None
    top = state.deck[: -TOP - 1 : -1]
    cards = tuple([card for card in top if card not in WYRMS_CARDS])
    aside = tuple(filter(WYRMS_CARDS.__contains__, top))
    draft.events.append(NegatedByTop(state.wyrm, cards, aside))
    draft.state = replace(
        state,
        deck=state.deck[:-TOP],
        discard=(*state.discard, *cards, state.wyrm),
        aside=(*state.aside, *aside),
        wyrm=None,
    )


def _refill(draft: Draft[State, Event]) -> None:
    """Draw until the hand is full, a Wyrms card must be negated, or the deck is empty."""
    state = draft.state
    missing = HAND - len(state.hand)
    cards, set_aside, wyrm, deck = _draw(state.deck, missing, negates=bool(state.hand))
    if cards:
        draft.events += (Drew(len(cards)), Drew(len(cards), cards, audience=(0,)))
    if set_aside:
        draft.events.append(SetAside(set_aside))
    state = draft.state = replace(state, deck=deck, hand=state.hand + cards, aside=state.aside + set_aside)
    if wyrm is not None:
        draft.events.append(Rose(wyrm))
        draft.state = replace(state, wyrm=wyrm, step="negate")
    elif len(cards) < missing:
        draft.events.append(RanOut())
        draft.state = replace(state, step="lost")
    else:
        draft.state = replace(state, step="play")
        if state.aside:
            _shuffle_back(draft)


def _draw(deck: Cards, missing: int, *, negates: bool) -> tuple[Cards, Cards, int | None, Cards]:
    """The cards drawn for the hand, the Wyrms cards set aside, the one that must be negated, and the rest of the deck.

    An empty hand negates nothing: it sets all Wyrms cards aside.
    """
    next_ = deck[: -missing - 1 : -1]
    if WYRMS_CARDS.isdisjoint(next_):
        return next_, (), None, deck[: max(0, len(deck) - missing)]
    left = len(deck)
    cards: list[int] = []
    aside: list[int] = []
    while left and len(cards) < missing:
        left -= 1
        card = deck[left]
        if card not in WYRMS_CARDS:
            cards.append(card)
        elif negates:
            return tuple(cards), (), card, deck[:left]
        else:
            aside.append(card)
    return tuple(cards), tuple(aside), None, deck[:left]


def _shuffle_back(draft: Draft[State, Event]) -> None:
    state, shuffles = draft.state, draft.state.shuffles + 1
    draft.events.append(ShuffledBack(state.aside))
    deck = draft.chance.shuffled(f"deck/{shuffles}", sorted((*state.deck, *state.aside)))
    draft.state = replace(state, deck=deck, aside=(), shuffles=shuffles)


def hopeless(view: View) -> bool:
    """Whether too few cards are left to draw: after each card played, unless it wins, at least one must be drawn."""
    table = view.table
    longest = sorted(map(len, table.incantations), reverse=True)[:GOAL]
    return SIZE * GOAL - sum(longest) - 1 > table.deck_size + len(table.aside)


GAME = Game(
    key="advent-of-the-wyrms",
    title="Advent of the Wyrms",
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
