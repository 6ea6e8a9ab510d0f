"""A sensible player of The guilds of Advyria.

It plays by its view alone, and by a few rules of thumb: grow the hand level early, collect sets and play them large,
look where the tiles are unknown, go where most can be won, keep the cards of adventures still to be completed, keep
Wizards for the grand finale towards the end.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from engine.advyria.cards import (
    ADVENTURES,
    BLUE,
    FAIRY,
    FIRST_ADVENTURE_CARD,
    GOLD,
    HEROES,
    JOKER,
    KNIGHT,
    RED,
    SETS,
    TILES,
    WARRIOR,
    card_of,
)
from engine.advyria.land import QUESTS, STEPS
from engine.advyria.moves import (
    Complete,
    Discard,
    EndTurn,
    Go,
    Look,
    Move,
    PayWizard,
    PlayAdventure,
    PlaySet,
    PlayWizard,
    Rob,
    Send,
    Settle,
    Turn,
)
from engine.advyria.state import Mine, View

LATE = 48  # cards in the draw pile: from here on a Wizard in hand is worth more
VILLAGE = 1.6  # gold that a village is worth on average
EFFECT = {KNIGHT: 1.7, WARRIOR: 1.9, FAIRY: 0.6}  # gold that one effect is worth on average
HOPE = (0.0, 0.5, 1.2, 2.1, 2.8)  # effects that one, two, three or four cards of a kind in hand are worth


class Habits(NamedTuple):
    enough: int  # a hand level that needn't grow any more
    hoard: int  # cards in the draw pile: with fewer, Wizards are kept for the grand finale


SENSIBLE = Habits(enough=12, hoard=24)


def choose(view: View, legal: Sequence[Move], habits: Habits = SENSIBLE) -> Move:
    """A legal move, by what this seat sees."""
    mine = view.mine
    assert mine is not None
    match legal[0]:
        case Settle() | Go():
            return max(legal, key=lambda move: _promise(view, getattr(move, "space")))  # noqa: B009
        case Send():
            return max(legal, key=lambda move: -_promise(view, getattr(move, "space")))  # noqa: B009
        case Look():
            return _look(view, legal)
        case Discard():
            return min(legal, key=lambda move: _worth(view, getattr(move, "card")))  # noqa: B009
        case Complete() | Turn() | Rob():
            return legal[0]
        case PlaySet() | PlayWizard() | PlayAdventure() | PayWizard() | EndTurn():
            return _play(view, mine, legal, habits)
        case _:
            return legal[0]


def _play(view: View, mine: Mine, legal: Sequence[Move], habits: Habits) -> Move:
    if PayWizard() in legal:
        return PayWizard()
    table, level = view.table, view.table.players[mine.seat].level
    excess = len(mine.hand) - level
    closing = table.phase == "finale" or (table.phase == "last" and not table.options.finale)
    if table.phase == "main" and table.pile >= habits.hoard and level < habits.enough:
        if PlayWizard(joker=False) in legal:
            return PlayWizard(joker=False)
        if PlayWizard(joker=True) in legal and level < 5 and excess > 0:
            return PlayWizard(joker=True)
    best, most = legal[-1], 0.0 if closing else _hand_value(view, mine.hand, level)
    for move in legal:
        if isinstance(move, PlaySet):
            gain = _gain(view, mine, move) + (0 if closing else _hand_value(view, _after(mine.hand, move), level))
            if gain > most:
                best, most = move, gain
    if isinstance(best, EndTurn):
        for move in legal:
            if isinstance(move, PlayAdventure) and _special(view, mine, move.adventure, excess, closing):
                return move
    return best


def _after(hand: tuple[int, ...], move: PlaySet) -> tuple[int, ...]:
    rest = list(hand)
    for card in (move.kind,) * (move.size - move.jokers) + (JOKER,) * move.jokers:
        rest.remove(card)
    return tuple(rest)


def _hand_value(view: View, hand: tuple[int, ...], level: int) -> float:
    """What a hand is worth in gold, discarded down to the level."""
    worths = sorted((worth for card in set(hand) for worth in _worths(view, card, hand.count(card))), reverse=True)
    return sum(worths[:level])


def _worths(view: View, card: int, count: int) -> list[float]:
    """By how much gold each further card of a kind raises the worth of a hand with `count` of them."""
    mine, table = view.mine, view.table
    assert mine is not None
    if card >= FIRST_ADVENTURE_CARD:
        return [_kept(view, card - FIRST_ADVENTURE_CARD)]
    if card in SETS:
        hope = [HOPE[min(size, 4)] + 0.2 * max(0, size - 4) for size in range(count + 1)]
        # Spread evenly, so that a set is kept or broken up as one
        return [EFFECT[card] * hope[count] / count] * count
    if card == JOKER:
        return [2.0] * count
    late = table.pile < LATE or table.phase != "main"
    return [2.5 if late else 1.0] * count


def _gain(view: View, mine: Mine, move: PlaySet) -> float:
    """What a set brings in gold."""
    table, effects = view.table, move.size - 1
    if move.kind == WARRIOR:
        effects = min(effects, table.players[mine.seat].villages)
    if move.kind == FAIRY:
        unknown = sum(quest.face == "down" for quest in table.quests) - sum(tile is not None for tile in mine.tiles)
        eased = move.size == 4 and table.players[mine.seat].losses > 0
        return EFFECT[FAIRY] * min(effects, unknown) + eased
    if move.kind == KNIGHT and not table.tiles_left:
        return 0
    return EFFECT[move.kind] * effects


def _special(view: View, mine: Mine, adventure: int, excess: int, closing: bool) -> bool:
    """Whether an adventure's card is better played for its colour than kept."""
    table, colour = view.table, ADVENTURES[adventure].colour
    level = table.players[mine.seat].level
    if colour == BLUE:
        return table.phase == "main" and level < 6 and adventure not in _wanted(view)
    if colour == RED:
        best = max(_value(view, space) for space in QUESTS)
        return best >= 10 or (closing and best >= 1) or (excess > 0 and best >= 5 and adventure not in _wanted(view))
    return closing or excess > 0


def _look(view: View, legal: Sequence[Move]) -> Move:
    """The unknown tile nearest to the pawn."""
    mine = view.mine
    assert mine is not None
    pawn = view.table.players[mine.seat].pawn
    assert pawn is not None
    unknown = [move for move in legal if isinstance(move, Look) and mine.tiles[move.space] is None]
    return min(unknown, key=lambda move: STEPS[pawn][move.space], default=legal[-1])


def _promise(view: View, space: int) -> float:
    """What a space brings at once, and what may be reached from it."""
    near = (_value(view, quest) * 0.55 ** STEPS[space][quest] for quest in QUESTS if quest != space)
    return (_value(view, space) if space in QUESTS else 0) + 0.5 * max(near, default=0)


def _value(view: View, space: int) -> float:
    """What it brings to end on a quest space, in gold."""
    table, mine = view.table, view.mine
    assert mine is not None
    quest = table.quests[space]
    if quest.face == "gone":
        return 0
    tile = quest.tile if quest.face == "up" else mine.tiles[space]
    if tile is not None:
        return _tile_value(mine, tile)
    unknown = Counter(TILES)
    unknown.subtract(quest.tile for quest in table.quests if quest.tile is not None)
    unknown.subtract(tile for tile in mine.tiles if tile is not None)
    return sum(count * _tile_value(mine, tile) for tile, count in unknown.items()) / max(1, unknown.total())


def _tile_value(mine: Mine, tile: int) -> float:
    if tile == GOLD:
        return VILLAGE
    return _reward(mine, tile) if card_of(tile) in mine.hand else 0


def _reward(mine: Mine, adventure: int) -> int:
    return 10 if mine.hero is not None and adventure in HEROES[mine.hero].adventures else 5


def _wanted(view: View) -> set[int]:
    """The adventures in hand whose tile this seat knows, or that are on its hero card."""
    mine = view.mine
    assert mine is not None
    seen = {quest.tile for quest in view.table.quests if quest.face == "up"} | {*mine.tiles}
    held = {card - FIRST_ADVENTURE_CARD for card in mine.hand if card >= FIRST_ADVENTURE_CARD}
    return {adventure for adventure in held if adventure in seen or _reward(mine, adventure) > 5}


def _kept(view: View, adventure: int) -> float:
    """What the card of an adventure is worth in hand."""
    assert view.mine is not None
    sure = adventure in _wanted(view)
    return _reward(view.mine, adventure) * (0.8 if sure else 0.5)


def _worth(view: View, card: int) -> float:
    """What it costs to discard one of these cards."""
    assert view.mine is not None
    return _worths(view, card, view.mine.hand.count(card))[0]
