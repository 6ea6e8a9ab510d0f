"""Cards move between pile, hands and discards, and the state notes who knows them."""

from collections.abc import Iterable, Sequence

from ..chance import Chance
from ..game import Seat
from ..records import replace, with_item
from .events import Drew, Event, Reshuffled, Robbed
from .state import Known, Passage, Player, State, Table


def draw(state: State, seat: Seat, told: list[Event], chance: Chance) -> State:
    """Draw three cards, or what is left. In the grand finale the discards become a new pile when it is empty."""
    drawn: list[int] = []
    while (missing := 3 - len(drawn)) > 0:
        if not state.pile:
            if state.table.phase != "finale" or not state.table.discards:
                break
            state = _reshuffled(state, chance)
            told.append(Reshuffled(len(state.pile)))
        pile, cards = state.pile[:-missing], state.pile[-missing:]
        drawn += cards
        passages, dealt = _with_passage(state, None, seat, tuple(sorted(cards)), shown=state.table.hands is not None)
        table = replace(state.table, pile=len(pile), passages=passages)
        state = replace(state, table=table, pile=pile, dealt=dealt)
    cards = tuple(sorted(drawn))
    if state.table.hands is not None:
        told.append(Drew(seat, len(cards), cards))
    else:
        told += (Drew(seat, len(cards)), Drew(seat, len(cards), cards, audience=(seat,)))
    return _with_cards(state, seat, cards)


def _reshuffled(state: State, chance: Chance) -> State:
    table = state.table
    pile = chance.shuffled(f"pile/{table.piles}", table.discards)
    table = replace(table, piles=table.piles + 1, pile=len(pile), discards=())
    return _passed(replace(state, table=table, pile=pile), None, None, tuple(sorted(pile)), shown=True)


def steal(state: State, thief: Seat, victim: Seat, told: list[Event], chance: Chance) -> State:
    """Take two cards of a hand, or its only one. Only the two players see them, unless hands are open."""
    hidden, thefts = state.table.hands is None, state.table.thefts
    cards = tuple(sorted(chance.shuffled(f"steal/{thefts}", state.hands[victim])[:2]))
    state = replace(state, known=_known_of_others(state.known, thief, victim))
    state = _with_cards(_without(state, victim, cards), thief, cards)
    state = _passed(state, victim, thief, cards, shown=not hidden)
    state = replace(state, table=replace(state.table, thefts=thefts + 1))
    if not hidden:
        told.append(Robbed(thief, victim, len(cards), cards))
        return state
    told += (Robbed(thief, victim, len(cards)), Robbed(thief, victim, len(cards), cards, audience=(thief, victim)))
    return replace(state, known=_learned(state.known, victim, thief, cards))


def show(state: State, seat: Seat, cards: tuple[int, ...]) -> State:
    """These cards leave a hand, and everyone sees them."""
    return _passed(_without(state, seat, cards), seat, None, cards, shown=True)


def discard(state: State, seat: Seat, cards: tuple[int, ...]) -> State:
    state = _without(state, seat, cards)
    passages, dealt = _with_passage(state, seat, None, cards, shown=True)
    table = replace(state.table, discards=(*state.table.discards, *cards), passages=passages)
    return replace(state, table=table, dealt=dealt)


def with_player(table: Table, seat: Seat, player: Player) -> Table:
    return replace(table, players=with_item(table.players, seat, player))


def _passed(state: State, origin: Seat | None, to: Seat | None, cards: tuple[int, ...], *, shown: bool) -> State:
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
    table = with_player(state.table, seat, replace(state.table.players[seat], cards=len(hand)))
    if table.hands is not None:
        table = replace(table, hands=hands)
    return replace(state, table=table, hands=hands)


def _with_cards(state: State, seat: Seat, cards: Sequence[int]) -> State:
    return _with_hand(state, seat, tuple(sorted((*state.hands[seat], *cards))))


def _without(state: State, seat: Seat, cards: Sequence[int]) -> State:
    """The state after these cards have left a hand; what others know of that hand shrinks with it."""
    after = _with_hand(state, seat, _less(state.hands[seat], cards))
    if not state.known:
        return after
    known = [replace(one, cards=_less(one.cards, cards)) if one.holder == seat else one for one in state.known]
    return replace(after, known=tuple([one for one in known if one.cards]))


def _known_of_others(known: tuple[Known, ...], thief: Seat, victim: Seat) -> tuple[Known, ...]:
    """What is known after cards left a hand unseen: only the thief still knows which cards are in it."""
    return tuple([one for one in known if one.holder != victim or one.knower == thief])


def _learned(known: tuple[Known, ...], knower: Seat, holder: Seat, cards: tuple[int, ...]) -> tuple[Known, ...]:
    before = next((one.cards for one in known if (one.knower, one.holder) == (knower, holder)), ())
    others = [one for one in known if (one.knower, one.holder) != (knower, holder)]
    return (*others, Known(knower, holder, tuple(sorted((*before, *cards)))))


def _less(cards: tuple[int, ...], gone: Iterable[int]) -> tuple[int, ...]:
    """`cards` without those of `gone`, each taken out once."""
    rest = list(cards)
    for card in gone:
        if card in rest:
            rest.remove(card)
    return tuple(rest)
