"""Moves cards between pile, hands and discards, and notes who knows them."""

from collections.abc import Iterable, Sequence

from ..chance import Chance
from ..game import Seat
from ..records import replace, with_item
from .draft import Draft
from .events import Drew, Reshuffled, Robbed
from .state import Known, Passage, State


def draw(draft: Draft, seat: Seat) -> None:
    """Draw three cards, or what is left. In the grand finale the discards become a new pile when it is empty."""
    drawn: list[int] = []
    while (missing := 3 - len(drawn)) > 0:
        if not draft.state.pile:
            if draft.table.phase != "finale" or not draft.table.discards:
                break
            draft.state = _reshuffled(draft.state, draft.chance)
            draft.events.append(Reshuffled(len(draft.state.pile)))
        state = draft.state
        pile, cards = state.pile[:-missing], state.pile[-missing:]
        drawn += cards
        passages, dealt = _with_passage(state, None, seat, tuple(sorted(cards)), shown=state.table.hands is not None)
        table = replace(state.table, pile=len(pile), passages=passages)
        draft.state = replace(state, table=table, pile=pile, dealt=dealt)
    cards = tuple(sorted(drawn))
    if draft.table.hands is not None:
        draft.events.append(Drew(seat, len(cards), cards))
    else:
        draft.events += (Drew(seat, len(cards)), Drew(seat, len(cards), cards, audience=(seat,)))
    draft.state = _with_cards(draft.state, seat, cards)


def _reshuffled(state: State, chance: Chance) -> State:
    table = state.table
    pile = chance.shuffled(f"pile/{table.piles}", table.discards)
    table = replace(table, piles=table.piles + 1, pile=len(pile), discards=())
    return _with_noted_passage(replace(state, table=table, pile=pile), None, None, tuple(sorted(pile)), shown=True)


def steal(draft: Draft, thief: Seat, victim: Seat) -> None:
    """Take two cards of a hand, or its only one. Only the two players see them, unless hands are open."""
    state, hidden, thefts = draft.state, draft.table.hands is None, draft.table.thefts
    cards = tuple(sorted(draft.chance.shuffled(f"steal/{thefts}", state.hands[victim])[:2]))
    state = replace(state, known=_known_of_others(state.known, thief, victim))
    state = _with_cards(_without(state, victim, cards), thief, cards)
    state = _with_noted_passage(state, victim, thief, cards, shown=not hidden)
    draft.state = replace(state, table=replace(state.table, thefts=thefts + 1))
    if not hidden:
        draft.events.append(Robbed(thief, victim, len(cards), cards))
        return
    seen = Robbed(thief, victim, len(cards), cards, audience=(thief, victim))
    draft.events += (Robbed(thief, victim, len(cards)), seen)
    draft.state = replace(draft.state, known=_learned(draft.state.known, victim, thief, cards))


def show(draft: Draft, seat: Seat, cards: tuple[int, ...]) -> None:
    """These cards leave a hand, and everyone sees them."""
    draft.state = _with_noted_passage(_without(draft.state, seat, cards), seat, None, cards, shown=True)


def discard(draft: Draft, seat: Seat, cards: tuple[int, ...]) -> None:
    show(draft, seat, cards)
    draft.table = replace(draft.table, discards=(*draft.table.discards, *cards))


def _with_noted_passage(
    state: State, origin: Seat | None, to: Seat | None, cards: tuple[int, ...], *, shown: bool
) -> State:
    """Note that these cards went from one place to another."""
    passages, dealt = _with_passage(state, origin, to, cards, shown=shown)
    return replace(state, table=replace(state.table, passages=passages), dealt=dealt)


def _with_passage(
    state: State, origin: Seat | None, to: Seat | None, cards: tuple[int, ...], *, shown: bool
) -> tuple[tuple[Passage, ...], tuple[tuple[int, ...], ...]]:
    """The passages, and the cards of the hidden ones, once these cards went from one place to another."""
    passage = Passage(origin, to, len(cards), cards if shown else None)
    return (*state.table.passages, passage), state.dealt if shown else (*state.dealt, cards)


def _with_hand(state: State, seat: Seat, hand: tuple[int, ...]) -> State:
    hands = with_item(state.hands, seat, hand)
    player = replace(state.table.players[seat], cards=len(hand))
    table = replace(state.table, players=with_item(state.table.players, seat, player))
    if table.hands is not None:
        table = replace(table, hands=hands)
    return replace(state, table=table, hands=hands)


def _with_cards(state: State, seat: Seat, cards: Sequence[int]) -> State:
    return _with_hand(state, seat, tuple(sorted((*state.hands[seat], *cards))))


def _without(state: State, seat: Seat, cards: Sequence[int]) -> State:
    """The state after these cards have left a hand; what others know of that hand shrinks with it."""
    after = _with_hand(state, seat, _without_cards(state.hands[seat], cards))
    if not state.known:
        return after
    known = [
        replace(fact, cards=_without_cards(fact.cards, cards)) if fact.holder == seat else fact for fact in state.known
    ]
    return replace(after, known=tuple([fact for fact in known if fact.cards]))


def _known_of_others(known: tuple[Known, ...], thief: Seat, victim: Seat) -> tuple[Known, ...]:
    """What is known after cards left a hand unseen: only the thief still knows which cards are in it."""
    return tuple([fact for fact in known if fact.holder != victim or fact.knower == thief])


def _learned(known: tuple[Known, ...], knower: Seat, holder: Seat, cards: tuple[int, ...]) -> tuple[Known, ...]:
    before = next((fact.cards for fact in known if (fact.knower, fact.holder) == (knower, holder)), ())
    others = [fact for fact in known if (fact.knower, fact.holder) != (knower, holder)]
    return (*others, Known(knower, holder, tuple(sorted((*before, *cards)))))


def _without_cards(cards: tuple[int, ...], gone: Iterable[int]) -> tuple[int, ...]:
    """`cards` without those of `gone`, each taken out once."""
    rest = list(cards)
    for card in gone:
        if card in rest:
            rest.remove(card)
    return tuple(rest)
