"""Hexaract: what a position between two rounds is worth, learned from deals that are played by this same worth.

It begins with short decks: a player who knows nothing never wins with a whole deck, so it would learn nothing.
"""

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean

from msgspec import json, structs

from engine import Chance, Playthrough, hexaract
from engine.decktet import CROWN, RANKS

from ..hexaract.choosing import ends_of, unseen
from ..hexaract.ends import ALL_OF, LOCATION, MEMBERS, PERSON, SUITS_OF, Position, Set, expected_left
from ..hexaract.worth import FIRST, WORTH, Deck, Row, chance, deck_of, forget_decks
from .course import Report, Way, promised

DEALS, REPORTS = 200_000, 100
RATE, SLOWER = 0.004, 300  # how far a position is moved at first; after so many deals more and more carefully
SHORTEST, SHORT = 3, 8  # cards in the deck of the first deals
ENOUGH, LAST = 0.12, 100  # once so many of the last deals are won, the decks may have a card more
Part = tuple[Row, int, float]  # a number that has been learned, by its row, and how often it counts


def parts(now: Position, cards: Set) -> Iterator[Part]:
    """The parts that `worth.chance` adds up for this position: a test compares the two."""
    supply, deck, learned = now.supply, deck_of(cards), WORTH
    for card in hexaract.state.PATH_CARDS:
        if cards >> card & 1:
            yield learned.cards[card - FIRST], 0, 1
    yield learned.stage, min(deck.size // 3, len(learned.stage) - 1), 1
    crowns = yield from _parts_of_path(now, deck.crowns)
    yield from _parts_of_supply(supply, deck, now.damage)
    for suit, held in enumerate(supply):
        kinds = [
            hexaract.state.KINDS[card]
            for card in hexaract.state.PATH_CARDS
            if cards >> card & 1 and suit in SUITS_OF[card]
        ]
        yield learned.with_persons[min(held, 4)], kinds.count("person"), 1
        yield learned.with_events[min(held, 4)], kinds.count("event"), 1
        yield learned.with_locations[min(held, 4)], kinds.count("location"), 1
    for suit in MEMBERS[now.aces]:
        yield learned.with_ace[min(supply[suit], 2)], crowns, 1


def _parts_of_path(now: Position, crowns: int) -> Generator[Part, None, int]:
    """The parts of the path. Returns the number of Crowns, with those on the path."""
    path, supply, _, damage = now
    learned, needs, dangers = WORTH, list[tuple[int, int]](), 0
    for card, missing, _ in path:
        crowns += RANKS[card] == CROWN
        dangers += LOCATION[card] or PERSON[card]
        yield learned.cards[card - FIRST], 2 if LOCATION[card] and missing != ALL_OF[card] else 1, 1
        if LOCATION[card]:
            count = len(MEMBERS[missing])
            held, spare = (sum(supply[suit] > least for suit in MEMBERS[missing]) for least in (0, 1))
            yield learned.payable[count][held], spare, 1
            needs += [(RANKS[card], count - spare)] if spare < count else []
        elif PERSON[card]:
            yield learned.brings, sum(not supply[suit] for suit in SUITS_OF[card]), 1
            needs.append((RANKS[card], 1))
        else:
            fewest = min([supply[suit] for suit in SUITS_OF[card] if supply[suit]], default=0)
            yield learned.event_takes, min(fewest, 2), 1
    left, margin = expected_left(tuple(sorted(needs))) if needs else 0.0, hexaract.state.FATAL - damage
    for number, value in enumerate((left, left * damage, left / margin, left * left)):
        yield learned.remain, number, value
    yield learned.margin[margin], dangers, 1
    yield learned.crowd, len(path), 1
    return crowns


def _parts_of_supply(supply: Sequence[int], deck: Deck, damage: int) -> Iterator[Part]:
    learned = WORTH
    lacking, spare = sum(not held for held in supply), sum(max(0, held - 1) for held in supply)
    yield learned.lacking, lacking, 1
    for number, value in enumerate((damage * deck.size, lacking * deck.size, lacking * damage)):
        yield learned.wear, number, value
    for number, value in enumerate((spare, spare * spare, spare * deck.size, spare * damage)):
        yield learned.spare, number, value


def played(deal: hexaract.state.State, luck: Chance) -> tuple[list[tuple[Position, Set]], bool]:
    """The positions between the rounds of a deal, each with the deck, and whether it was won."""
    positions, game = list[tuple[Position, Set]](), Playthrough(hexaract.GAME, deal, luck)
    while (outcome := game.outcome) is None:
        view, round_ = game.view(0), game.state.round
        _, move, end = ends_of(view)[0]
        if game.play(move).step.state.round > round_:
            positions.append((end, unseen(view)))
    return positions, outcome.won is True


def dealt(seed: str, cards: int) -> hexaract.state.State:
    """A deal with so many cards in the deck at most. Those left out are in the discard pile."""
    state = hexaract.GAME.new(1, hexaract.state.Options(), Chance(seed))
    gone = state.deck[: max(0, len(state.deck) - cards)]
    return structs.replace(state, deck=state.deck[len(gone) :], discard=(*state.discard, *gone))


def learn(deals: int, seed: str, anew: bool) -> Iterator[Report]:
    if anew:
        for row in rows():
            row[:] = [0.0] * len(row)
    draw, wins, errors, last = Random(seed), list[float](), list[float](), deque[bool](maxlen=LAST)
    full_path = len(hexaract.state.PATH_CARDS)
    most = SHORT if anew else full_path
    for number in range(deals):
        cards = full_path if most == full_path else draw.randint(SHORTEST, most)
        state = dealt(f"{seed}/{number}", cards)
        positions, won = played(state, Chance(f"{seed}/{number}"))
        chances = [chance(now, deck_of(deck)) for now, deck in positions]
        rate = RATE / sqrt(1 + number / SLOWER)
        for (now, deck), target, before in zip(
            positions, promised(chances, won) if chances else (), chances, strict=True
        ):
            for row, place, value in [*parts(now, deck)] if 0 < before < 1 else ():
                row[place] += rate * (target - before) * value / max(1.0, value * value)
        forget_decks()
        wins.append(won)
        last.append(won)
        if most < full_path and len(last) == LAST and fmean(last) >= ENOUGH:
            most += 1
            last.clear()
        errors += [(guess - won) ** 2 for guess in chances]
        if (number + 1) % (deals // REPORTS or 1) == 0:
            yield Report(number + 1, fmean(wins), fmean(errors) if errors else 0.0)
            wins, errors = [], []


def rows() -> Iterator[Row]:
    """All rows of what has been learned."""
    todo = [*structs.astuple(WORTH)]
    while todo:
        item = todo.pop()
        if item and isinstance(item[0], float):
            yield item
        else:
            todo += item


def written() -> bytes:
    for row in rows():
        row[:] = [round(weight, 4) for weight in row]
    lines = [f'  "{name}": {json.encode(value).decode()}' for name, value in structs.asdict(WORTH).items()]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


WAY = Way(DEALS, learn, written, "hexaract/learned.json")
