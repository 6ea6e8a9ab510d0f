"""Advent of the Wyrms: exact odds choose a few moves, and playing games out chooses between those.

Sets of cards are bits of an integer here, bit n for card n, for speed: each move plays out hundreds of games.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, count
from statistics import fmean, stdev
from typing import NamedTuple

from engine import Chance, Seat
from engine import advent_of_the_wyrms as advent
from engine.advent_of_the_wyrms.incantations import GOAL, HAND, MOST, SIZE, TOP, WYRMS_CARDS
from engine.decktet import EXTENDED, bare_name
from engine.sentences import sentence
from languages import say, say_many

from .player import Care, Future, Judge, Player, Weighed

History = Sequence[advent.events.Event]
Set = int
Try = tuple[type[advent.moves.Move], int, int]  # a move, its card, and which of the incantations in progress

# What a position is worth by the rule, in hundredths, so that sums are exact
FINISHED = 2000  # an incantation
LAST = 300  # the hand holds one's third card
OUT, MOST_OUTS = 200, 5  # each card not yet seen that would be one's third, up to so many
NEXT = 60  # the hand holds one's second card
PAIR, MOST_PAIRS = 4, 20  # each pair of cards that would finish one just begun, up to so many
IN_DECK = 50  # each card left to draw

MOVES = 6  # so many of a position's moves are played out, the best ones by the rule
SAMPLES = 30  # imagined decks: the same ones for each of them
PLENTY, SOME = 30, 8  # ways to finish an incantation just begun
WORK = 50  # microseconds of a processor for a move of such a game
SURE = 1.5  # standard errors by which another move must be better than the rule's to be played


def _set(cards: Iterable[int]) -> Set:
    return sum(1 << card for card in cards)


WYRMS = _set(WYRMS_CARDS)
PLAYABLE = [card for card in EXTENDED if card not in WYRMS_CARDS]
BEGUN = [(card,) for card in PLAYABLE]
FOLLOWING: dict[advent.incantations.Incantation, Set] = {
    begun: _set(advent.incantations.continuations(begun)) for begun in BEGUN
}
FOLLOWING |= {
    (*begun, card): _set(advent.incantations.continuations((*begun, card)))
    for begun in BEGUN
    for card in advent.incantations.continuations(begun)
}
PAIRS: dict[
    advent.incantations.Incantation, list[tuple[Set, Set]]
] = {  # by first card: each second card, and the third cards that may follow
    begun: [(1 << card, FOLLOWING[*begun, card]) for card in PLAYABLE if FOLLOWING[begun] >> card & 1]
    for begun in BEGUN
}
NEGATING = {wyrm: _set(card for card in PLAYABLE if advent.incantations.ways(wyrm, card)) for wyrm in WYRMS_CARDS}


class Position(NamedTuple):
    """What a choice is made from."""

    hand: Set
    unseen: Set  # without Wyrms cards
    begun: tuple[advent.incantations.Incantation, ...]  # in progress
    wyrm: int | None  # to be negated


def rule(
    view: advent.state.View, moves: Sequence[advent.moves.Move], history: History, chance: Chance
) -> advent.moves.Move:
    """The move that leaves the best position, whatever is drawn next."""
    position = _position(view)
    return _spelled(view, max(_tries(position), key=lambda tried: _worth(position, *tried)))


def weigh(
    view: advent.state.View, moves: Sequence[advent.moves.Move], history: History, chance: Chance
) -> tuple[Weighed[advent.moves.Move], ...]:
    """The rule's best moves, by how often they win when the rule plays on.

    The rule's own move stays first unless another is surely better.
    """
    position = _position(view)
    tries = sorted(_tries(position), key=lambda tried: -_worth(position, *tried))[:MOVES]
    decks = [
        advent.rules.imagine(view, Chance(f"{chance.dice('decks', 9)}/{number}")).deck for number in range(SAMPLES)
    ]
    finished = sum(len(cards) == SIZE for cards in view.table.incantations)
    aside = _set(view.table.aside)
    won = {tried: [_is_won_by(position, tried, finished, aside, deck)[0] for deck in decks] for tried in tries}

    def better(tried: Try) -> float:
        """By how much a move is better than the rule's; 0 if that isn't sure."""
        more = [mine - rules for mine, rules in zip(won[tried], won[tries[0]], strict=True)]
        mean = fmean(more)
        return mean if abs(mean) > SURE * stdev(more) / SAMPLES**0.5 else 0.0

    weighed = []
    for tried in sorted(tries, key=better, reverse=True):
        move = _spelled(view, tried)
        weighed.append(Weighed(move, fmean(won[tried]), stdev(won[tried]) / SAMPLES**0.5, reason(view, move)))
    return tuple(weighed)


def considered(
    view: advent.state.View, moves: Sequence[advent.moves.Move], history: History
) -> list[advent.moves.Move]:
    position = _position(view)
    return [_spelled(view, tried) for tried in sorted(_tries(position), key=lambda tried: -_worth(position, *tried))]


def play_on(seat: Seat, state: advent.state.State, events: History, chance: Chance) -> tuple[Future, int]:
    """Play on to the end as the rule does."""
    if outcome := advent.GAME.outcome(state):
        return (float(outcome.won is True),), 0
    position = _position(advent.GAME.view(state, seat))
    finished = sum(len(cards) == SIZE for cards in state.incantations)
    first = max(_tries(position), key=lambda tried: _worth(position, *tried))
    won, moves = _is_won_by(position, first, finished, _set(state.aside), state.deck)
    return (float(won),), WORK * moves


def strong(
    view: advent.state.View, moves: Sequence[advent.moves.Move], history: History, chance: Chance
) -> advent.moves.Move:
    return weigh(view, moves, history, chance)[0].move


def reason(view: advent.state.View, move: advent.moves.Move) -> str:
    """What any legal move gives and risks, in a sentence."""
    position, table = _position(view), view.table
    to_come = position.hand | position.unseen
    match move:
        case advent.moves.Begin(card):
            count = sum((thirds & to_come).bit_count() for second, thirds in PAIRS[card,] if second & to_come)
            return sentence(_start(bare_name(card), count))
        case advent.moves.Add(card, number) if len(table.incantations[number]) == SIZE - 1:
            done = sum(len(cards) == SIZE for cards in table.incantations) + 1
            return say("It finishes an incantation: {done} of {all}.", done=done, all=GOAL)
        case advent.moves.Add(card, number):
            thirds = FOLLOWING[(*table.incantations[number], card)]
            return _going_on(position, thirds)
        case advent.moves.Discard(card):
            return f"{_use(position, card)} {say('You draw a new card, and the deck gets shorter.')}"
        case advent.moves.Negate(card):
            return f"{_use(position, card)} {say('The deck keeps all its cards.')}"
        case advent.moves.DiscardTop():
            lost, deck = min(TOP, table.deck_size), table.deck_size
            return say("You keep your hand, but the deck loses {lost} of its {deck} cards.", lost=lost, deck=deck)


def _going_on(position: Position, thirds: Set) -> str:
    """A sentence on an incantation that these cards would finish."""
    outs, held = (thirds & position.unseen).bit_count(), [*_members(thirds & position.hand)]
    if not held:
        return say_many(
            "Then {count} card in the deck would finish it.", "Then {count} cards in the deck would finish it.", outs
        )
    finish = say("You hold {card} to finish it next.", card=bare_name(held[0]))
    too = say_many("{count} card in the deck would do too.", "{count} cards in the deck would do too.", outs)
    return f"{finish} {too}"


def _start(name: str, ways: int) -> str:
    """A sentence on an incantation that begins with this card and has so many ways to be finished."""
    if ways >= PLENTY:
        return say("{card} is a good start: plenty of cards still go with it.", card=name)
    if ways >= SOME:
        return say("{card} is a fair start: some cards still go with it.", card=name)
    if ways:
        return say_many(
            "{card} is a poor start: only {count} way to finish it is left.",
            "{card} is a poor start: only {count} ways to finish it are left.",
            ways,
            card=name,
        )
    return say("Nothing that is left can finish {card}.", card=sentence(name))


def _use(position: Position, card: int) -> str:
    finishing = sum(len(cards) == SIZE - 1 and FOLLOWING[cards] >> card & 1 for cards in position.begun)
    following = sum(FOLLOWING[cards] >> card & 1 for cards in position.begun)
    name = bare_name(card)
    if finishing:
        return say("You lose {card}, which could finish an incantation.", card=name)
    if following:
        several = say_many(
            "{card} could still go on with {count} incantation.",
            "{card} could still go on with {count} incantations.",
            following,
            card=name,
        )
        return sentence(several)
    return sentence(say("{card} fits nothing that you have begun.", card=name))


# -- Choosing by the rule


def _position(view: advent.state.View) -> Position:
    table = view.table
    assert view.mine is not None
    hand = _set(view.mine.hand)
    unseen = _set(PLAYABLE) & ~hand & ~_set({*chain(*table.incantations), *table.discard})
    return Position(hand, unseen, tuple([cards for cards in table.incantations if len(cards) < SIZE]), table.wyrm)


def _spelled(view: advent.state.View, tried: Try) -> advent.moves.Move:
    kind, card, place = tried
    if kind is advent.moves.Add:
        numbers = [number for number, cards in enumerate(view.table.incantations) if len(cards) < SIZE]
        return advent.moves.Add(card, numbers[place])
    if kind is advent.moves.DiscardTop:
        return advent.moves.DiscardTop()
    return kind(card)  # type: ignore[call-arg]  # it has no other field


def _members(cards: Set) -> Iterator[int]:
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1


def _tries(position: Position) -> list[Try]:
    """The legal moves, in the engine's order: a test compares both in every position of some deals.

    If several are worth the same, the first is played: the card of the lowest rank.
    """
    hand, _, begun, wyrm = position
    if wyrm is not None:
        tries: list[Try] = [(advent.moves.Negate, card, 0) for card in _members(hand & NEGATING[wyrm])]
        return [*tries, (advent.moves.DiscardTop, 0, 0)]
    held = [*_members(hand)]
    tries = [
        (advent.moves.Add, card, at) for card in held for at, cards in enumerate(begun) if FOLLOWING[cards] >> card & 1
    ]
    if len(begun) < MOST:
        tries += [(advent.moves.Begin, card, 0) for card in held]
    return [*tries, *[(advent.moves.Discard, card, 0) for card in held]]


def _worth(position: Position, kind: type[advent.moves.Move], card: int, at: int) -> int:
    """What the position after a move is worth, before anything is drawn."""
    hand, unseen, begun, _ = position
    if kind is advent.moves.DiscardTop:
        return sum([_promise(cards, hand, unseen) for cards in begun]) - TOP * IN_DECK
    hand ^= 1 << card
    worth = -IN_DECK
    if kind is advent.moves.Begin:
        worth += _promise((card,), hand, unseen)
    elif kind is advent.moves.Add:
        worth += _promise((*begun[at], card), hand, unseen)
        begun = (*begun[:at], *begun[at + 1 :])
    return worth + sum([_promise(cards, hand, unseen) for cards in begun])


def _promise(incantation: advent.incantations.Incantation, hand: Set, unseen: Set) -> int:
    match len(incantation):
        case 1:
            to_come, pairs, held = hand | unseen, 0, 0
            for second, thirds in PAIRS[incantation]:
                if second & to_come:
                    pairs += (thirds & to_come).bit_count()
                    if second & hand and thirds & to_come:
                        held = NEXT
            return held + PAIR * min(pairs, MOST_PAIRS)
        case 2:
            thirds = FOLLOWING[incantation]
            return (LAST if thirds & hand else 0) + OUT * min((thirds & unseen).bit_count(), MOST_OUTS)
        case _:
            return FINISHED


# -- Playing out


def _is_won_by(position: Position, tried: Try, finished: int, aside: Set, order: Sequence[int]) -> tuple[bool, int]:
    """Whether the game is won by this move, then as the rule goes on, and how many moves that takes.

    A second copy of the rules of a move and of drawing, because it takes half of the engine's time, and a choice plays
    out 180 games. tests/players/test_advent_of_the_wyrms.py compares both from every position of some deals.
    `order` is the deck's, its last card first.
    """
    hand, unseen, begun, wyrm = position
    deck = list(order)
    for moves in count(1):
        kind, card, at = tried
        if kind is advent.moves.DiscardTop:
            for top in deck[-TOP:]:
                if WYRMS >> top & 1:
                    aside |= 1 << top
                unseen &= ~(1 << top)
            del deck[-TOP:]
        else:
            hand ^= 1 << card
            if kind is advent.moves.Begin:
                begun = (*begun, (card,))
            elif kind is advent.moves.Add:
                longer = (*begun[at], card)
                begun = (*begun[:at], *([longer] if len(longer) < SIZE else []), *begun[at + 1 :])
                finished += len(longer) == SIZE
                if finished == GOAL:
                    return True, moves
        drawn = _draw(hand, deck)
        if drawn is None:
            return False, moves
        new, wyrm, more_aside = drawn
        hand, unseen, aside = hand | new, unseen & ~new, aside | more_aside
        if wyrm is None and aside:
            deck = _shuffle_back(deck, aside)
            aside = 0
        position = Position(hand, unseen, begun, wyrm)
        tries = _tries(position)
        tried = max(tries, key=lambda tried: _worth(position, *tried)) if len(tries) > 1 else tries[0]
    raise AssertionError("no deck is endless")


def _draw(hand: Set, deck: list[int]) -> tuple[Set, int | None, Set] | None:
    """The cards drawn into the hand, the Wyrms card that comes up, those set aside; None if the deck runs out."""
    wyrm, negates, new, aside = None, hand, 0, 0
    while wyrm is None and (hand | new).bit_count() < HAND:
        if not deck:
            return None
        card = deck.pop()
        if not WYRMS >> card & 1:
            new |= 1 << card
        elif negates:
            wyrm = card
        else:
            aside |= 1 << card
    return new, wyrm, aside


def _shuffle_back(deck: Sequence[int], aside: Set) -> list[int]:
    """The deck with the cards that were set aside, in an order that depends only on the cards."""
    cards = [*deck, *_members(aside)]
    return [*Chance(str(cards)).shuffled("deck", cards)]


PLAYER: Player[advent.state.View, advent.moves.Move, advent.events.Event] = Player(
    game=advent.GAME,
    rule=rule,
    strengths={"strong": strong},
    weigh=weigh,
    reason=lambda view, move, history: reason(view, move),
    judge=Judge(
        considered=considered,
        imagining=lambda view, history: partial(advent.rules.imagine, view),
        playing_on=lambda seat, history: partial(play_on, seat),
        first=60,
        second=240,
    ),
    riddles=Care(weekdays=(1, 5), weighings=16, questions=900, apart=0.08, first=8),
)
