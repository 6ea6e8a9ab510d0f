"""What each legal move may lead to: the best plan that begins with it, and the chance to win with that.

In phase 3 a plan is a choice of cards to play, a space, and whether to try a raven there; in an attack, a choice of
cards, or a spellshard and then the best of what it may bring.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from operator import itemgetter
from typing import NamedTuple

from engine.forest_of_wyr.cards import (
    ALLIANCE,
    ASPECT,
    BALANCE,
    BALANCED,
    GLASS,
    JACKS,
    ORACLE,
    SUN,
    VALUES,
    WINDS,
    WINGS,
)
from engine.forest_of_wyr.choices import fitting, flight_choices
from engine.forest_of_wyr.map import DISTANCES, SPACES
from engine.forest_of_wyr.moves import (
    Defend,
    Draw,
    EndRound,
    Fly,
    Free,
    Invoke,
    Land,
    LetThemFly,
    Move,
    PutOnTop,
    Redraw,
    Renew,
    Stop,
    Stride,
    Walk,
)
from engine.forest_of_wyr.state import MOST_STRIDES, RAVENS, Table, View

from .outlook import ATTACK, MOVEMENT, ROUND_ENDS, Outlook, chance_to_win
from .position import (
    TWO_EACH,
    Counts,
    Position,
    choices,
    deck_counts,
    deck_sum,
    flown,
    hand_counts,
    hand_sum,
    is_clearing,
    minus,
    plus,
    position,
)

ALLIANCE_FROM = 6  # ravens freed: before, Binding Alliance looks better than it is
WASTE = 0.999  # a spellshard that is used too early leaves at most this share of the best chance
LOOK = 0.01  # about what it is worth to choose the next spellshard
MOST_REDRAWN = 3  # strength cards
# Which spellshard should be the next, if Oracle of Visions lets the player choose
FIRST = (WINGS, BALANCE, GLASS, ALLIANCE, ASPECT, SUN, WINDS, ORACLE)
NONE: Counts = (0, 0, 0, 0)


class Plan(NamedTuple):
    """A plan for phase 3: what to play and use, and where to end."""

    chance: float
    cards: Counts
    space: int
    calm: bool  # with Subsided Winds
    wings: bool  # with Wings of the Raven, before the cards
    free: bool  # a raven is tried there; else the round ends


class MoveOutlook(NamedTuple):
    """The chance to win with a move, and the plan, or the cards against an attack, that it begins."""

    chance: float
    plan: Plan | None = None
    cards: Counts | None = None


MoveOutlooks = dict[Move, MoveOutlook]


def move_outlooks(view: View) -> MoveOutlooks:
    """The outlooks by move. Moves that are equal to another one, or never good, are left out."""
    table, place = view.table, position(view)
    match table.step:
        case "fly":
            # However the ravens fly, they come equally near
            chance = _after_flight(place, table.spaces)
            outlook = MoveOutlook(chance * WASTE)
            return {LetThemFly(): MoveOutlook(chance), **{Fly(*choice): outlook for choice in flight_choices(table)}}
        case "act" | "walk":
            return _movement(table, place)
        case "land":
            return _landings(table, place)
        case "draw":
            return _before_draw(table, place)
        case "defend":
            return _defences(table, place)
        case "renew":
            return _renewals(table, place)
        case "look":
            seen = view.mine.known[table.put_back :] if view.mine else ()
            chance = chance_to_win(MOVEMENT, place)
            # They differ little: only the order counts
            return {PutOnTop(card): MoveOutlook(chance * (1 - FIRST.index(card) / 1000)) for card in seen}
        case _:
            return {}


# -- Phase 3


def _movement(table: Table, place: Position) -> MoveOutlooks:
    best: MoveOutlooks = {}
    for plan in _plans(table, place):
        for move in _beginnings(table, plan):
            if move not in best or plan.chance > best[move].chance:
                best[move] = MoveOutlook(plan.chance, plan)
    if table.step == "act" and ORACLE in place.held:
        chance = max([outlook.chance for outlook in best.values()], default=0.0)
        best[Invoke(ORACLE)] = MoveOutlook(min(1.0, chance + LOOK) if len(place.unseen) > 1 else chance * WASTE)
    return best


def _after_flight(place: Position, spaces: int) -> float:
    """The chance to win once the ravens have flown so many spaces. Only their distances matter, not their places."""
    distances = flown([DISTANCES[place.space][raven] for raven in place.ravens], spaces)
    attackers = distances.count(0)
    if attackers:
        outlook = Outlook(ATTACK, place, attackers)
    else:
        place = place.picked_up()
        outlook = Outlook(MOVEMENT, place)
    return outlook.chance(outlook.near(distances, place.space), outlook.hand(place.hand))


def _beginnings(table: Table, plan: Plan) -> Iterator[Move]:
    if plan.calm:
        yield Invoke(WINDS)
    elif plan.wings:
        yield Invoke(WINGS)
    elif any(plan.cards):
        for value, count in enumerate(plan.cards, 1):
            if count:
                yield Stride(_card(table, value))
    elif table.step == "walk":
        yield Walk(plan.space)
    else:
        yield Free() if plan.free else EndRound()


def _plans(table: Table, place: Position) -> Iterator[Plan]:
    act, most = table.step == "act", 0 if table.moved else MOST_STRIDES - len(table.strides)
    reaches, walked = _choices(table, most), sum([VALUES[card] for card in table.strides])
    for calm in (False, True) if act and WINDS in place.held else (False,):
        for wings in (False, True) if act and WINGS in place.held and is_clearing(place.space) else (False,):
            after = place.without(WINDS)._replace(calm=True) if calm else place
            after = after.without(WINGS) if wings else after
            yield from _ends(table, after, reaches, None if wings else walked, calm=calm)


def _ends(
    table: Table, place: Position, reaches: Sequence[Counts], walked: int | None, *, calm: bool = False
) -> Iterator[Plan]:
    """Plans for every space in reach with each choice of cards, after `walked` steps (None: wings reach any space)."""
    for free in (False,) if table.attacks_over else (False, True):
        outlook = Outlook(ATTACK if free else ROUND_ENDS, place, 1, trying=True)
        if outlook.over:
            continue
        hands = [(cards, hand_sum(cards), outlook.hand(minus(place.hand, cards))) for cards in reaches]
        farthest = hands[-1][1] + (walked or 0)
        for space, steps in enumerate(DISTANCES[place.space]):
            stays = space == place.space
            if free and place.ravens.count(space) <= (table.tried_in_vain if stays else 0):
                continue
            if stays if walked is None else steps > farthest:
                continue
            from_space = outlook.space(space)
            for cards, more, hand in hands:
                if walked is None or steps <= walked + more:
                    yield Plan(outlook.chance(from_space, hand), cards, space, calm, walked is None, free)


def _choices(table: Table, most: int) -> list[Counts]:
    """All choices of up to `most` cards of the hand, those that reach farthest last."""
    cards = [card for card in table.hand if VALUES[card]]
    return sorted([hand_counts(some) for some in choices(cards, most)], key=lambda some: (hand_sum(some), some))


def _landings(table: Table, place: Position) -> MoveOutlooks:
    if table.attack is not None:
        return {Land(space): MoveOutlook(chance) for space, chance in _escapes(table, place)}
    best: MoveOutlooks = {}
    for plan in _ends(table, place, _choices(table, 0 if table.moved else MOST_STRIDES), None):
        if Land(plan.space) not in best or plan.chance > best[Land(plan.space)].chance:
            best[Land(plan.space)] = MoveOutlook(plan.chance, plan)
    return best


def _escapes(table: Table, place: Position) -> Iterator[tuple[int, float]]:
    """Where Wings of the Raven may carry the wanderer out of an attack. They are in the discard pile already."""
    after = place if table.phase == 3 else place.picked_up()
    outlook = Outlook(ROUND_ENDS if table.phase == 3 else MOVEMENT, after)
    hand = outlook.hand(after.hand)
    for space in range(len(SPACES)):
        if space != place.space:
            yield space, outlook.chance(outlook.space(space), hand)


# -- Attacks


def _before_draw(table: Table, place: Position) -> MoveOutlooks:
    attackers, trying = table.yet_to_attack + 1, table.phase == 3
    assert table.attack is not None
    allied = table.attack.alliance

    def drawn(place: Position) -> MoveOutlook:
        return MoveOutlook(_allied(table, place) if allied else _facing(table, place, attackers, trying=trying))

    best: MoveOutlooks = {Draw(): drawn(place)}
    # What the others bring can wait until the attack is seen
    most = best[Draw()].chance * WASTE
    for shard in fitting(table):
        if shard == ALLIANCE and place.freed >= ALLIANCE_FROM:
            best[Invoke(shard)] = MoveOutlook(_allied(table, place.without(ALLIANCE)))
        elif shard == WINGS:
            best[Invoke(shard)] = MoveOutlook(min(most, _escaping(table, place)))
        else:
            best[Invoke(shard)] = MoveOutlook(min(most, drawn(place.without(shard)).chance))
    return best


def _facing(table: Table, place: Position, attackers: int, *, trying: bool = False) -> float:
    """The chance to win before an attack is drawn. With Wings of the Raven one can flee from any attack.

    The network doesn't know that, because in its games Wings were seldom kept with an empty hand.
    """
    chance = chance_to_win(ATTACK, place, attackers, trying=trying)
    if WINGS in place.held and is_clearing(place.space):
        chance = max(chance, _escaping(table, place))
    return chance


def _escaping(table: Table, place: Position) -> float:
    """The chance to win with Wings of the Raven, which are held."""
    return max([chance for _, chance in _escapes(table, place.without(WINGS))])


def _allied(table: Table, place: Position) -> float:
    """The chance to win with Binding Alliance: an average over all draws, using no spellshard except to escape."""
    landing, total = _landing(table, place), 0.0
    for drawn, deck, chance in _draws(place.strength, (0, 0, 0, 0, 0), min(RAVENS, 1 + len(place.ravens))):
        fight = Fight(table, place._replace(strength=deck), drawn, 0, halved=False, landing=landing)
        total += chance * _best(fight, 5)
    return total


def _landing(table: Table, place: Position) -> int | None:
    """The best space to escape to with Wings of the Raven; None if they can't be used."""
    if WINGS not in place.held or not is_clearing(place.space):
        return None
    space, _ = max(_escapes(table, place.without(WINGS)), key=itemgetter(1))
    return space


class Fight(NamedTuple):
    """An attack in progress."""

    table: Table
    place: Position
    drawn: Counts  # strength cards on the table
    defence: int
    halved: bool
    landing: int | None  # the best space to escape to with Wings of the Raven, if they can be used

    @property
    def strength(self) -> int:
        return deck_sum(self.drawn)

    @property
    def missing(self) -> int:
        """By how much the defence is too small: it must be greater than the attack."""
        return self.strength - self.defence + 1

    def using(self, shard: int) -> "Fight":
        return self._replace(place=self.place.without(shard))

    def won(self) -> float:
        return self.after(self.place.with_one_freed())

    def escaped(self) -> float:
        """The chance to win with Wings of the Raven."""
        assert self.landing is not None
        place = self.place.without(WINGS)._replace(space=self.landing)
        if self.table.phase == 3:
            return chance_to_win(ROUND_ENDS, place)
        return chance_to_win(MOVEMENT, place.picked_up())

    def after(self, place: Position) -> float:
        """The chance to win once the attack is over."""
        if place.is_won or self.moment == ROUND_ENDS:
            return chance_to_win(ROUND_ENDS, place)
        if self.table.yet_to_attack:
            return _facing(self.table, place, self.table.yet_to_attack)
        return chance_to_win(MOVEMENT, place.picked_up())

    @property
    def moment(self) -> int:
        """The kind of moment after the attack."""
        return ROUND_ENDS if self.table.phase == 3 else ATTACK if self.table.yet_to_attack else MOVEMENT


def _fight(table: Table, place: Position) -> Fight:
    attack = table.attack
    assert attack is not None
    return Fight(table, place, deck_counts(attack.cards), attack.defence, attack.halved, _landing(table, place))


def _defences(table: Table, place: Position) -> MoveOutlooks:
    fight, best = _fight(table, place), dict[Move, MoveOutlook]()
    for cards, chance in _hands(fight):
        moves: list[Move] = [Defend(_card(table, value)) for value, count in enumerate(cards, 1) if count]
        for move in moves or [Stop()]:
            if move not in best or chance > best[move].chance:
                best[move] = MoveOutlook(chance, cards=cards)
    if hand_sum(place.hand) < fight.missing:
        best |= {Invoke(shard): MoveOutlook(chance) for shard, chance in _with_shards(fight, 0)}
    # Those that don't help now are worth more later
    most = max([outlook.chance for outlook in best.values()]) * WASTE
    for shard in fitting(table):
        if Invoke(shard) not in best:
            after = _fight(table, place.without(shard))
            best[Invoke(shard)] = MoveOutlook(min(most, max([chance for _, chance in _hands(after)])))
    return best


def _best(fight: Fight, begin: int) -> float:
    """The chance to win with the best defence. Defences that waste a part of the hand aren't tried."""
    place = fight.place
    if hand_sum(place.hand) >= fight.missing:
        return max([chance for _, chance in _winning_hands(fight)])
    chances = [_lost(fight, NONE), _lost(fight, place.hand)]
    return max(chances + [chance for _, chance in _with_shards(fight, begin)])


def _hands(fight: Fight) -> Iterator[tuple[Counts, float]]:
    """Every choice of cards to play."""
    if hand_sum(fight.place.hand) >= fight.missing:
        yield from _winning_hands(fight)
    for cards in product(*[range(count + 1) for count in fight.place.hand]):
        if hand_sum(cards) < fight.missing:
            chance = _lost(fight, cards)
            if chance or not any(cards):
                yield cards, chance


def _winning_hands(fight: Fight) -> Iterator[tuple[Counts, float]]:
    """Every choice of cards that is enough and has no card too many."""
    place, missing = fight.place, fight.missing
    after = place.with_one_freed()
    outlook = Outlook(fight.moment, after, fight.table.yet_to_attack) if not after.is_won else None
    for cards in product(*[range(count + 1) for count in place.hand]):
        total = hand_sum(cards)
        largest = max([value for value, count in enumerate(cards, 1) if count], default=0)
        if total < missing or total - largest >= missing:
            continue
        hand = minus(place.hand, cards)
        if outlook is None:
            yield cards, 1.0
        elif fight.moment == MOVEMENT and sum(hand) <= 1:
            yield cards, fight.after(after.playing(cards))
        else:
            yield cards, outlook.chance(outlook.space(place.space), outlook.hand(hand))


def _lost(fight: Fight, cards: Counts) -> float:
    damage = fight.missing - 1 - hand_sum(cards)
    health = fight.place.health - (damage // 2 if fight.halved else damage)
    return fight.after(fight.place.playing(cards)._replace(health=health)) if health > 0 else 0.0


def _with_shards(fight: Fight, begin: int) -> Iterator[tuple[int, float]]:
    """The chance to win with each spellshard that helps, from number `begin` of the order below on."""
    place, held = fight.place, fight.place.held
    if fight.landing is not None:
        yield WINGS, fight.escaped()
    if begin <= 1 and BALANCE in held and place.hand[0]:
        after = fight.using(BALANCE)
        after = after._replace(place=after.place.playing((1, 0, 0, 0)), defence=fight.defence + BALANCED)
        yield BALANCE, after.won() if after.missing <= 0 else _best(after, 2)
    if begin <= 2 and ASPECT in held:
        after = fight.using(ASPECT)
        yield ASPECT, max([_redrawn(after, chosen) for chosen in _highest(fight.drawn)])
    if begin <= 3 and GLASS in held:
        yield GLASS, _mirrored(fight.using(GLASS))
    if begin <= 4 and SUN in held and not fight.halved:
        yield SUN, _best(fight.using(SUN)._replace(halved=True), 5)


def _highest(drawn: Counts) -> list[Counts]:
    """The strongest cards of an attack: one, two, and so on."""
    values = sorted([value for value, count in enumerate(drawn, 2) for _ in range(count)], reverse=True)
    groups = [values[:count] for count in range(1, min(MOST_REDRAWN, len(values)) + 1)]
    return [tuple([group.count(value) for value in range(2, 7)]) for group in groups]


def _redrawn(fight: Fight, chosen: Counts) -> float:
    """The chance to win once these strength cards are drawn again."""
    kept = minus(fight.drawn, chosen)
    total = 0.0
    for drawn, deck, chance in _draws(fight.place.strength, kept, sum(chosen)):
        after = fight._replace(place=fight.place._replace(strength=deck), drawn=plus(kept, drawn))
        total += chance * (after.won() if after.missing <= 0 else _best(after, 3))
    return total


def _mirrored(fight: Fight) -> float:
    """The chance to win once Cheval Glass has drawn a card."""
    total = 0.0
    for drawn, deck, chance in _draws(fight.place.strength, fight.drawn, 1):
        after = fight._replace(place=fight.place._replace(strength=deck), defence=fight.defence + deck_sum(drawn))
        total += chance * (after.won() if after.missing <= 0 else _best(after, 4))
    return total


def _draws(deck: Counts, table: Counts, count: int) -> list[tuple[Counts, Counts, float]]:
    """The possible draws of `count` strength cards: the cards, what is left of the deck, and how likely that is.

    `table`: the cards that lie there; a deck that is used up is made anew of all others.
    """
    draws: Mapping[tuple[Counts, Counts], float] = {((0, 0, 0, 0, 0), deck): 1.0}
    for _ in range(count):
        more: dict[tuple[Counts, Counts], float] = {}
        for (drawn, left), chance in draws.items():
            source = left if any(left) else minus(TWO_EACH, plus(table, drawn))
            for place, cards in enumerate(source):
                if cards:
                    drawn_card = tuple([int(place == other) for other in range(5)])
                    key = plus(drawn, drawn_card), minus(source, drawn_card)
                    more[key] = more.get(key, 0.0) + chance * cards / sum(source)
        draws = more
    return [(drawn, left, chance) for (drawn, left), chance in draws.items()]


def _renewals(table: Table, place: Position) -> MoveOutlooks:
    fight, attack = _fight(table, place), table.attack
    assert attack is not None
    chosen = deck_counts(attack.renewed)
    best: MoveOutlooks = {Redraw(): MoveOutlook(_redrawn(fight, chosen))} if attack.renewed else {}
    rest = sorted([card for card in attack.cards if card not in attack.renewed], key=lambda card: -VALUES[card])
    for count in range(1, min(len(rest), MOST_REDRAWN - len(attack.renewed)) + 1):
        chance = _redrawn(fight, plus(chosen, deck_counts(rest[:count])))
        if Renew(rest[0]) not in best or chance > best[Renew(rest[0])].chance:
            best[Renew(rest[0])] = MoveOutlook(chance)
    # The strongest are the ones to redraw, and three are enough
    most = max([outlook.chance for outlook in best.values()]) * WASTE
    for card in rest:
        if not any(VALUES[card] == VALUES[move.card] for move in best if isinstance(move, Renew)):
            best[Renew(card)] = MoveOutlook(min(most, _redrawn(fight, plus(chosen, deck_counts([card])))))
    return best


def _card(table: Table, value: int) -> int:
    """A card of the hand with this value. Jacks are spent last: Restoring Balance needs one."""
    cards = [card for card in table.hand if VALUES[card] == value]
    return min(cards, key=lambda card: (card in JACKS, card))
