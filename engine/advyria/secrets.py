"""What a seat may not know: tiles at which it hasn't looked, heroes of others, other hands and the pile.

Everyone sees how many cards went from where to where. So a hidden card of a hand may be any card that its pile still
hides. If two such cards change places, the notes on where they came from change places, too.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from msgspec import Struct

from ..game import Hidden, Place, Seat
from ..records import replace, with_items
from .state import Known, State


class Card(Struct):
    """A card of a hand or of the pile."""

    kind: int
    drawn_from: int  # the number of its pile
    way: tuple[int, ...] = ()  # the hidden passages that it went, in order
    knowers: frozenset[Seat] = frozenset()  # who had it before
    place: Place = ()


def secrets(state: State, seat: Seat | None) -> Iterator[Hidden[State]]:
    quests, heroes = state.table.quests, state.heroes
    spaces = [space for space, quest in enumerate(quests) if quest.face == "down" and seat not in quest.looked]
    yield Hidden(
        "tiles",
        tuple([("tile", space) for space in spaces]),
        tuple([state.tiles[space] for space in spaces]),
        lambda tiles: replace(state, tiles=with_items(state.tiles, spaces, tiles)),
    )
    open_seats = {seat, *(range(len(state.hands)) if state.table.step == "over" else ())}
    others = [number for number in range(len(heroes)) if number not in open_seats]
    yield Hidden(
        "heroes",
        tuple([("hero", number) for number in others]),
        tuple([heroes[number] for number in others]),
        lambda dealt: replace(state, heroes=with_items(heroes, others, dealt)),
    )
    for pile, of_pile in groupby(sorted(_unseen(state, seat), key=attrgetter("drawn_from")), attrgetter("drawn_from")):
        yield _of_one_pile(state, pile, [*of_pile])


def _of_one_pile(state: State, pile: int, cards: Sequence[Card]) -> Hidden[State]:
    places, kinds = tuple([card.place for card in cards]), tuple([card.kind for card in cards])
    return Hidden(f"cards of pile {pile}", places, kinds, lambda dealt: _with_cards(state, cards, dealt))


def _unseen(state: State, seat: Seat | None) -> Iterator[Card]:
    """The cards of other hands that the seat never had in its own, and those of the pile."""
    hands, pile = _hands(state, seat)
    for owner, hand in enumerate(hands):
        for number, card in enumerate(hand):
            card.place = ("hand", owner, number)
            if card.way and owner != seat and seat not in card.knowers:
                yield card
    for number, kind in enumerate(state.pile):
        yield Card(kind, pile, place=("pile", number))


def _hands(state: State, seat: Seat | None) -> tuple[list[list[Card]], int]:
    """The cards of each hand with their ways, and the number of the pile.

    If a hand has several cards of a kind, one that the seat knows there leaves first.
    """
    hands: list[list[Card]] = [[] for _ in state.hands]
    pile, hidden = 0, 0
    for passage in state.table.passages:
        kinds = state.dealt[hidden] if passage.cards is None else passage.cards
        step = (hidden,) if passage.cards is None else ()
        hidden += len(step)
        if passage.origin is not None:
            hand = sorted(hands[passage.origin], key=lambda card: seat not in card.knowers)
            moved = [hand.pop([card.kind for card in hand].index(kind)) for kind in kinds]
            for card in moved:
                card.knowers |= {passage.origin}
            hands[passage.origin] = hand
        elif passage.to is None:
            pile += 1
        else:
            moved = [Card(kind, pile) for kind in kinds]
        if passage.to is not None:
            for card in moved:
                card.way += step
            hands[passage.to] += moved
    return hands, pile


def _with_cards(state: State, cards: Sequence[Card], kinds: Sequence[int]) -> State:
    """The state with these kinds in place of the cards, also in what is noted of their ways and of who knows them."""
    hands, dealt, pile = [*map(list, state.hands)], [*map(list, state.dealt)], [*state.pile]
    known = [(fact, [*fact.cards]) for fact in state.known]
    for card, kind in zip(cards, kinds, strict=True):
        match card.place:
            case ("pile", int(number)):
                pile[number] = kind
            case ("hand", int(owner), int()):
                lists = [hands[owner], *(dealt[number] for number in card.way)]
                lists += [cards for fact, cards in known if fact.holder == owner and fact.knower in card.knowers]
                for noted in lists:
                    if card.kind in noted:
                        noted.remove(card.kind)
                        noted.append(kind)
    return replace(
        state,
        hands=tuple([tuple(sorted(hand)) for hand in hands]),
        dealt=tuple([tuple(sorted(cards)) for cards in dealt]),
        known=tuple([Known(fact.knower, fact.holder, tuple(sorted(cards))) for fact, cards in known]),
        pile=tuple(pile),
    )
