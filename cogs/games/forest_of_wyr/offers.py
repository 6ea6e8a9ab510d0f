"""Offers: what one press makes of several moves, and what that risks."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, product

from engine import Data
from engine.forest_of_wyr import cards as decks
from engine.forest_of_wyr.cards import SHARD_NAMES, SHARD_USES, SHORT_NAMES, VALUES, card_signs
from engine.forest_of_wyr.choices import counting, no_flight_left
from engine.forest_of_wyr.map import DISTANCES, SPACES
from engine.forest_of_wyr.moves import Defend, EndRound, Free, Invoke, Land, Stop, Stride, Walk
from engine.forest_of_wyr.state import MOST_STRIDES, PICK_UP_AT, Table, View
from languages import labelled, later, say, say_many

from ...screens.screen import MENU_LIMIT, Style
from ..words import Label, Offer
from .labels import KINDS, PRIMARY, SECONDARY, SUCCESS, destination, nearest, space_named


def offers(view: View, names: Sequence[str], legal: Sequence[Data]) -> list[Offer]:
    match view.table.step:
        case "act":
            staying = say("End the round") if view.table.moved else say("Stay, end round")
            to_ravens, others = ([], []) if view.table.moved else _walks(view.table)
            return [
                *(Offer(KINDS["free"].said(), (move,)) for move in legal if isinstance(move, Free)),
                *to_ravens[:RAVENS_IN_SIGHT],
                Offer(Label(staying, emoji="⏭️"), (EndRound(),), _last(view.table)),
                *(() if view.table.moved else _rest(view.table)),
                *_spellshards(legal),
                *to_ravens[RAVENS_IN_SIGHT:],
                *others,
            ]
        case "walk":
            walks = [move for move in legal if isinstance(move, Walk)]
            return [Offer(destination(view.table, move.space), (move,), risky(view, move), say(WALK)) for move in walks]
        case "land":
            spaces = [(destination(view.table, move.space), move) for move in legal if isinstance(move, Land)]
            near = [Offer(label, (move,), menu=say("Land near you")) for label, move in spaces[:MENU_LIMIT]]
            return near + [Offer(label, (move,), menu=say("Land farther away")) for label, move in spaces[MENU_LIMIT:]]
        case "draw":
            return _spellshards(legal)
        case "defend":
            return [*_defences(view.table), *_spellshards(legal), _stopping(view.table, (), say("Stop"))]
        case _:
            return []


def _walks(table: Table) -> tuple[list[Offer], list[Offer]]:
    """Walks to each space with ravens in reach; and a menu of walks to the nearest other spaces, which end the round.

    They use cards that are just enough.
    """
    to_ravens: list[Offer] = []
    others: list[Offer] = []
    for space in sorted(range(len(SPACES)), key=DISTANCES[table.wanderer].__getitem__):
        steps, ravens_there = DISTANCES[table.wanderer][space], table.ravens.count(space)
        fare = _just_enough(table.hand, steps, MOST_STRIDES)
        if not steps or fare is None:
            continue
        moves = (*map(Stride, fare), Walk(space))
        if ravens_there:
            to_ravens.append(Offer(Label(_to_ravens(ravens_there, space, card_signs(fare)), style=SUCCESS), moves))
        elif len(others) < MENU_LIMIT:
            # Translators: walk to this space with these cards
            text = say("{space} with {cards}", space=space_named(space), cards=card_signs(fare))
            others.append(Offer(Label(text, nearest(table, space)), (*moves, EndRound()), _last(table), say(ELSEWHERE)))
    return to_ravens, others


def _to_ravens(count: int, space: int, cards: str) -> str:
    if count == 1:
        # Translators: walk to the raven at this space, with these cards
        return say("Walk to raven {space}: {cards}", space=SPACES[space].code, cards=cards)
    code = SPACES[space].code
    return say_many(
        "Walk to {count} raven {space}: {cards}",
        "Walk to {count} ravens {space}: {cards}",
        count,
        space=code,
        cards=cards,
    )


def _rest(table: Table) -> list[Offer]:
    """With few cards left: play all but the best one, so that all cards come back in the next round."""
    *spent, _ = sorted(counting(table.hand), key=VALUES.__getitem__)
    if _last(table) or not PICK_UP_AT <= len(spent) <= MOST_STRIDES:
        return []
    text = say("Rest here: play {cards}", cards=card_signs(spent))
    label = Label(text, say("next round all your cards come back"), emoji="🏕️")
    return [Offer(label, (*map(Stride, spent), Walk(table.wanderer), EndRound()))]


def _spellshards(legal: Sequence[Data]) -> list[Offer]:
    return [
        Offer(
            Label(
                labelled(say(SHORT_NAMES[move.card]), say(SHARD_USES[move.card])),
                emoji=SHARD_NAMES[move.card],
            ),
            (move,),
        )
        for move in legal
        if isinstance(move, Invoke)
    ]


def _defences(table: Table) -> list[Offer]:
    """Free the raven, or take no damage, with cards that are just enough.

    If no cards are enough, play all of them. What doesn't free the raven ends the defence.
    """
    cards, need = counting(table.hand), missing(table)
    free, block = (_just_enough(table.hand, least, len(cards)) for least in (need + 1, need))
    offers: list[Offer] = []
    if free is not None:
        # Translators: a raven; the cards follow
        label = _with_cards(say("Free it"), free, "🕊️", SUCCESS)
        offers.append(Offer(label, tuple(map(Defend, free)), _spending(table, free)))
    if block and (free is None or worth(block) < worth(free)):
        # Translators: the cards that are enough follow
        label = _with_cards(say("No damage"), block, "🛡️", PRIMARY)
        offers.append(Offer(label, (*map(Defend, block), Stop()), _last(table, RAVEN_STAYS)))
    if not offers and cards:
        beginning = say("Block with your card")
        if len(cards) > 1:
            beginning = say_many("Block with all {count} cards", "Block with all {count} cards", len(cards))
        offers.append(_stopping(table, cards, beginning))
    return offers


def _with_cards(does: str, cards: Sequence[int], emoji: str, style: Style) -> Label:
    signs, few = card_signs(cards), len(cards) <= SHOWN_CARDS
    what = signs if few else say_many("{count} card", "{count} cards", len(cards))
    label = labelled(does, what)
    return Label(label, None if few else signs, emoji=emoji, style=style)


WALK = later("Choose where to walk")
ELSEWHERE = later("Walk elsewhere, end the round")
RAVENS_IN_SIGHT = 3  # buttons
SHOWN_CARDS = 4  # for which a button has room


def _stopping(table: Table, cards: Sequence[int], beginning: str) -> Offer:
    """Play these cards, then stop."""
    damage = _damage(table, worth(cards))
    deadly = damage >= table.health
    cost = say_many("{count} damage", "{count} damage", damage) if damage else say("no damage")
    if deadly:
        # Translators: the game, after "Stop:" or "Block with your card:"
        cost = say("you lose")
    style = PRIMARY if cards else SECONDARY
    # Translators: none: no card
    bare = say("then you hold none against the next raven") if cards and not deadly else None
    label = Label(labelled(beginning, cost), bare, emoji="🛡️" if cards else "✋", style=style)
    return Offer(label, (*map(Defend, cards), Stop()), _warning(table, damage))


LAST = later("This is the last round of the last night. End it and lose?")
RAVEN_STAYS = later("This is the last round of the last night, and this raven stays. Stop and lose?")
NO_RAVEN = later("This is the last round of the last night, and no raven is there. Walk there and lose?")
NO_CARD = later("This is the last round of the last night, and no card is left then. Do it and lose?")


def risky(view: View, move: Data) -> str | None:
    table = view.table
    match move:
        case EndRound():
            return _last(table)
        case Walk(space) if not table.ravens.count(space):
            return _last(table, NO_RAVEN)
        case Stop():
            return _warning(table, _damage(table))
        case Defend(card) if VALUES[card] > missing(table):
            return _spending(table, (card,))
        case Defend(card) if table.hand == (card,):  # nothing is left but to stop
            return _warning(table, _damage(table, VALUES[card]))
    return None


def _last(table: Table, question: str = LAST) -> str | None:
    """The risk of ending the last round: it ends the game."""
    return None if table.winds_subsided or not no_flight_left(table) else say(question)


def _spending(table: Table, cards: Sequence[int]) -> str | None:
    """The risk of freeing a raven with the last cards of the last round, while others aren't free."""
    if {*cards} != {*table.hand} or table.freed == table.wanted - 1:
        return None
    return _last(table, NO_CARD)


def _warning(table: Table, damage: int) -> str | None:
    """The risk of stopping: the attack ends the game, or the last round does."""
    if damage < table.health:
        return _last(table, RAVEN_STAYS)
    return say(
        "That costs {damage} health, and you have {health}. It ends the game: stop and lose?",
        damage=damage,
        health=table.health,
    )


@lru_cache(maxsize=1024)
def _just_enough(hand: tuple[int, ...], need: int, most: int) -> tuple[int, ...] | None:
    """At most `most` cards of the hand: the smallest sum from `need` on, then the fewest cards, jacks last."""
    by_value: dict[int, list[int]] = {}
    for card in sorted(counting(hand), key=lambda card: (card in decks.JACKS, card)):
        by_value.setdefault(VALUES[card], []).append(card)
    choices = [[cards[:count] for count in range(len(cards) + 1)] for cards in by_value.values()]
    hands = [tuple(chain(*picked)) for picked in product(*choices)]
    enough = [cards for cards in hands if len(cards) <= most and worth(cards) >= need]
    cards = min(enough, key=lambda cards: (worth(cards), len(cards)), default=None)
    return cards and tuple(sorted(cards, key=VALUES.__getitem__))


def worth(cards: Sequence[int]) -> int:
    return sum(VALUES[card] for card in cards)


def missing(table: Table) -> int:
    """What the defence lacks to block the attack."""
    assert table.attack is not None
    return table.attack.strength - table.attack.defence


def _damage(table: Table, blocked: int = 0) -> int:
    """The damage if the player stops after adding this much defence."""
    assert table.attack is not None
    damage = missing(table) - blocked
    return damage // 2 if table.attack.halved else damage
