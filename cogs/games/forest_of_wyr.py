"""A Wanderer in the Forest of Wyr on Discord: its words, its rules pages, its slash commands."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, product

from engine import Data
from engine.forest_of_wyr import cards as decks
from engine.forest_of_wyr.cards import SHARD_NAMES, SHARD_USES, SHORT_NAMES, VALUES, card_name, card_signs
from engine.forest_of_wyr.choices import counting, flight_choices, no_flight_left, reach
from engine.forest_of_wyr.events import Calm, Defended, Event, Freed, Invoked, Strode, TurnedUp, Withstood
from engine.forest_of_wyr.map import DISTANCES, SPACES
from engine.forest_of_wyr.moves import Defend, EndRound, Fly, Free, Invoke, Land, Stop, Stride, Walk
from engine.forest_of_wyr.state import MOST_STRIDES, PICK_UP_AT, RAVENS, Options, Table, View
from engine.sentences import amount, sentence

from ..screens.screen import MENU_LIMIT, Style
from .rules import pages
from .words import Choice, Label, Offer, Words, move_path

PRIMARY, SECONDARY = Style.PRIMARY, Style.SECONDARY
SUCCESS, DANGER = Style.SUCCESS, Style.DANGER

KINDS = {  # in the order in which the panel offers them
    "fly": Label("Choose who flies", emoji="🐦‍⬛", verb="Raven"),
    "let-them-fly": Label("Let chance decide", emoji="🎲", style=PRIMARY),
    "draw": Label("Face the attack", emoji="⚔️", style=PRIMARY),
    "defend": Label("Single cards", emoji="🃏", verb="Defend with", folded=True),
    "free": Label("Try to free a raven here", emoji="⚔️", style=SUCCESS),
    "stride": Label("Single cards", emoji="👣", verb="Play", folded=True),
    "walk": Label("Walk", emoji="🧭", style=SUCCESS, verb="To"),
    "invoke": Label("Use a spellshard", emoji="🔮", verb="Use"),
    "renew": Label("Choose a card to redraw", emoji="🃏", style=PRIMARY, verb="Redraw"),
    "redraw": Label("Redraw the chosen cards", emoji="✅", style=SUCCESS),
    "land": Label("Land", emoji="🪽", style=PRIMARY, verb="Land at"),
    "put-on-top": Label("Put on top", emoji="👁️", style=PRIMARY, verb="Next:"),
    "stop": Label("Stop defending", emoji="✋"),
    "end-round": Label("End the round", emoji="⏭️"),
    "give-up": Label("Give up", emoji="🏳️", style=DANGER),
}

ORDER = {kind: place for place, kind in enumerate(KINDS)}

FIELDS = {
    "fly.origin": "Which raven flies next?",
    "fly.to": "Which way does it fly?",
    "walk.space": "Where to?",
    "land.space": "Where do the wings carry you?",
    "defend.card": "Which card defends you?",
    "invoke.card": "Which spellshard?",
    "renew.card": "Which strength card is redrawn?",
    "stride.card": "Which card do you play to walk?",
    "put-on-top.card": "Which spellshard comes next?",
}

SUIT_EMOJI = ("♠️", "♥️", "♦️", "♣️")
# -- What one press makes of several moves


def _offers(view: View, names: Sequence[str], legal: Sequence[Data]) -> list[Offer]:
    match view.table.step:
        case "act":
            staying = "End the round" if view.table.moved else "Stay, end round"
            to_ravens, others = ([], []) if view.table.moved else _walks(view.table)
            return [
                *(Offer(KINDS["free"], (move,)) for move in legal if isinstance(move, Free)),
                *to_ravens[:RAVENS_IN_SIGHT],
                Offer(Label(staying, emoji="⏭️"), (EndRound(),), _last(view.table)),
                *(() if view.table.moved else _rest(view.table)),
                *_spellshards(legal),
                *to_ravens[RAVENS_IN_SIGHT:],
                *others,
            ]
        case "walk":
            walks = [move for move in legal if isinstance(move, Walk)]
            return [
                Offer(_destination(view.table, move.space), (move,), _risky(view, move), menu=WALK) for move in walks
            ]
        case "land":
            spaces = [(_destination(view.table, move.space), move) for move in legal if isinstance(move, Land)]
            near = [Offer(label, (move,), menu="Land near you") for label, move in spaces[:MENU_LIMIT]]
            return near + [Offer(label, (move,), menu="Land farther away") for label, move in spaces[MENU_LIMIT:]]
        case "draw":
            return _spellshards(legal)
        case "defend":
            return [*_defences(view.table), *_spellshards(legal), _stopping(view.table, (), "Stop")]
        case _:
            return []


def _walks(table: Table) -> tuple[list[Offer], list[Offer]]:
    """Walks to each space with ravens in reach; and a menu of walks to the nearest other spaces, which end the round.

    They use cards that are just enough.
    """
    to_ravens: list[Offer] = []
    others: list[Offer] = []
    for space in sorted(range(len(SPACES)), key=DISTANCES[table.wanderer].__getitem__):
        steps, here = DISTANCES[table.wanderer][space], table.ravens.count(space)
        fare = _just_enough(table.hand, steps, MOST_STRIDES)
        if not steps or fare is None:
            continue
        moves = (*map(Stride, fare), Walk(space))
        if here:
            ravens = "Raven" if here == 1 else f"{here} ravens"
            text = f"{ravens} {SPACES[space].code}: {card_signs(fare)}"
            to_ravens.append(Offer(Label(text, style=SUCCESS), moves))
        elif len(others) < MENU_LIMIT:
            label = Label(f"{_space(space)} with {card_signs(fare)}", _nearest(table, space))
            others.append(Offer(label, (*moves, EndRound()), _last(table), ELSEWHERE))
    return to_ravens, others


def _rest(table: Table) -> list[Offer]:
    """With few cards left: play all but the best one, so that all cards come back in the next round."""
    *spent, _ = sorted(counting(table.hand), key=VALUES.__getitem__)
    if _last(table) or not PICK_UP_AT <= len(spent) <= MOST_STRIDES:
        return []
    label = Label(f"Rest here: play {card_signs(spent)}", "next round all your cards come back", emoji="🏕️")
    return [Offer(label, (*map(Stride, spent), Walk(table.wanderer), EndRound()))]


def _spellshards(legal: Sequence[Data]) -> list[Offer]:
    return [
        Offer(
            Label(f"{SHORT_NAMES[move.card]}: {SHARD_USES[move.card]}", emoji=SHARD_NAMES[move.card]),
            (move,),
        )
        for move in legal
        if isinstance(move, Invoke)
    ]


def _defences(table: Table) -> list[Offer]:
    """Free the raven, or take no damage, with cards that are just enough.

    If no cards are enough, play all of them. What doesn't free the raven ends the defence.
    """
    cards, missing = counting(table.hand), _missing(table)
    free, block = (_just_enough(table.hand, need, len(cards)) for need in (missing + 1, missing))
    offers: list[Offer] = []
    if free is not None:
        label = _with_cards("Free it", free, "🕊️", SUCCESS)
        offers.append(Offer(label, tuple(map(Defend, free)), _spending(table, free)))
    if block and (free is None or _worth(block) < _worth(free)):
        label = _with_cards("No damage", block, "🛡️", PRIMARY)
        offers.append(Offer(label, (*map(Defend, block), Stop()), _last(table, RAVEN_STAYS)))
    if not offers and cards:
        which = "your card" if len(cards) == 1 else f"all {len(cards)} cards"
        offers.append(_stopping(table, cards, f"Block with {which}"))
    return offers


def _with_cards(does: str, cards: Sequence[int], emoji: str, style: Style) -> Label:
    signs = card_signs(cards)
    if len(cards) <= SHOWN_CARDS:
        return Label(f"{does}: {signs}", emoji=emoji, style=style)
    return Label(f"{does}: {len(cards)} cards", signs, emoji=emoji, style=style)


WALK = "Choose where to walk"
ELSEWHERE = "Walk elsewhere, end the round"
RAVENS_IN_SIGHT = 3  # buttons
SHOWN_CARDS = 4  # for which a button has room


def _stopping(table: Table, cards: Sequence[int], begins: str) -> Offer:
    """Play these cards, then stop."""
    damage = _damage(table, _worth(cards))
    deadly = damage >= table.health
    what = "you lose" if deadly else f"{damage or 'no'} damage"
    style = PRIMARY if cards else SECONDARY
    bare = "then you hold none against the next raven" if cards and not deadly else None
    label = Label(f"{begins}: {what}", bare, emoji="🛡️" if cards else "✋", style=style)
    return Offer(label, (*map(Defend, cards), Stop()), _warning(table, damage))


RAVEN_STAYS = ", and this raven stays. Stop and lose?"


def _risky(view: View, move: Data) -> str | None:
    table = view.table
    match move:
        case EndRound():
            return _last(table)
        case Walk(space) if not table.ravens.count(space):
            return _last(table, ", and no raven is there. Walk there and lose?")
        case Stop():
            return _warning(table, _damage(table))
        case Defend(card) if VALUES[card] > _missing(table):
            return _spending(table, (card,))
        case Defend(card) if table.hand == (card,):  # nothing is left but to stop
            return _warning(table, _damage(table, VALUES[card]))
    return None


def _last(table: Table, and_then: str = ". End it and lose?") -> str | None:
    """The risk of ending the last round: it ends the game."""
    if table.winds_subsided or not no_flight_left(table):
        return None
    return f"This is the last round of the last night{and_then}"


def _spending(table: Table, cards: Sequence[int]) -> str | None:
    """The risk of freeing a raven with the last cards of the last round, while others aren't free."""
    if {*cards} != {*table.hand} or table.freed == RAVENS - 1:
        return None
    return _last(table, ", and no card is left then. Do it and lose?")


def _warning(table: Table, damage: int) -> str | None:
    """The risk of stopping: the attack ends the game, or the last round does."""
    if damage < table.health:
        return _last(table, RAVEN_STAYS)
    return f"That costs {damage} health, and you have {table.health}. It ends the game: stop and lose?"


@lru_cache(maxsize=1024)
def _just_enough(hand: tuple[int, ...], need: int, most: int) -> tuple[int, ...] | None:
    """At most `most` cards of the hand: the smallest sum from `need` on, then the fewest cards, jacks last."""
    by_value: dict[int, list[int]] = {}
    for card in sorted(counting(hand), key=lambda card: (card in decks.JACKS, card)):
        by_value.setdefault(VALUES[card], []).append(card)
    choices = [[cards[:count] for count in range(len(cards) + 1)] for cards in by_value.values()]
    hands = [tuple(chain(*picked)) for picked in product(*choices)]
    enough = [cards for cards in hands if len(cards) <= most and _worth(cards) >= need]
    cards = min(enough, key=lambda cards: (_worth(cards), len(cards)), default=None)
    return cards and tuple(sorted(cards, key=VALUES.__getitem__))


def _worth(cards: Sequence[int]) -> int:
    return sum(VALUES[card] for card in cards)


def _missing(table: Table) -> int:
    """What the defence lacks to block the attack."""
    assert table.attack is not None
    return table.attack.strength - table.attack.defence


def _damage(table: Table, blocked: int = 0) -> int:
    """The damage if the player stops after adding this much defence."""
    assert table.attack is not None
    damage = _missing(table) - blocked
    return damage // 2 if table.attack.halved else damage


# -- Labels


def _phrase(view: View, names: Sequence[str], move: Data) -> Label | None:
    if isinstance(move, Fly):
        return Label(f"{SPACES[move.origin].code} to {SPACES[move.to].code}", emoji="🐦‍⬛")
    return None


def _value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    value = getattr(move, field)
    tag = move_path(move)[0]
    if field == "card":
        return _card(tag, value)
    if tag == "fly":
        return _raven(view.table, value) if field == "origin" else Label(f"to {_space(value)}")
    return _destination(view.table, value)


def _card(tag: str, card: int) -> Label:
    if card in SHARD_NAMES:
        return Label(SHARD_NAMES[card], SHARD_USES[card], emoji=SHARD_NAMES[card])
    what = amount(VALUES[card], "step") if tag == "stride" else f"worth {VALUES[card]}"
    return Label(sentence(card_name(card)), what, emoji=SUIT_EMOJI[card // 13])


def _space(space: int) -> str:
    """Its code first: that is what the map shows on its stone."""
    code, name = SPACES[space].code, SPACES[space].name
    return f"{code} {name}" if name else code


def _raven(table: Table, space: int) -> Label:
    return Label(f"from {_space(space)}", amount(DISTANCES[table.wanderer][space], "step"))


def _destination(table: Table, space: int) -> Label:
    """With how far it is, and how many ravens are there or how far the nearest one is."""
    steps, here = DISTANCES[table.wanderer][space], table.ravens.count(space)
    far = "stay" if steps == 0 else amount(steps, "step")
    return Label(_space(space), f"{far}; {amount(here, 'raven') if here else _nearest(table, space)}")


def _nearest(table: Table, space: int) -> str:
    steps = min((DISTANCES[space][raven] for raven in table.ravens), default=0)
    return f"nearest raven: {amount(steps, 'step')}"


# -- What is asked


def _ask(view: View, names: Sequence[str]) -> str:
    table = view.table
    asked = _asked(table)
    begins = table.round == 1 and table.step == "act" and not table.moved
    aim = f"{AIM} Free {'all ' if table.wanted == RAVENS else ''}{NUMBERS[table.wanted]} to win."
    return f"{asked}\n-# {aim}" if begins else asked


AIM = "Walk to a raven and beat its attack: that frees it."
NUMBERS = {6: "six", 7: "seven", 8: "eight"}


def _asked(table: Table) -> str:
    match table.step:
        case "fly":
            return _asking_who_flies(table)
        case "draw":
            return "Use a spellshard before the attack?"
        case "defend":
            return _asking_for_defence(table)
        case "renew":
            return "Which strength cards do you redraw?"
        case "land":
            return "Wings of the Raven: where do you land?"
        case "look":
            return "Put the spellshards back. Which one comes next?"
        case "act":
            return _asking_to_act(table)
        case "walk":
            return f"Your cards reach {amount(reach(table), 'step')}. Walk now?"
        case _:
            return "The game is over."


def _asking_who_flies(table: Table) -> str:
    origins = dict.fromkeys(origin for origin, _ in flight_choices(table))
    asked = "Which way does this raven fly?" if len(origins) == 1 else "Which of the nearest ravens flies?"
    return f"{asked} {amount(table.spaces, 'space')} to go."


def _asking_for_defence(table: Table) -> str:
    assert table.attack is not None
    need, held = _missing(table) + 1, _worth(table.hand)
    more = " more" if table.attack.defence else ""
    return f"To free it: {need}{more}. You hold {held}."


def _asking_to_act(table: Table) -> str:
    here = table.ravens.count(table.wanderer) - table.tried_in_vain
    if not table.moved:
        return f"You are at {SPACES[table.wanderer].code}. Where to?"
    if here > 0 and not table.attacks_over:
        return f"{sentence(amount(here, 'raven'))} here: fight, or end round?"
    return "Use a spellshard, or end the round?"


def _conceded(view: View) -> str:
    return f"Defeat: given up in round {view.table.round}, with {view.table.freed} of {view.table.wanted} ravens freed."


CLOSE = 2  # health left, of 8
FREED, UNHARMED, HURT = "🐦", "🟩", "🔸"


def _story(events: Sequence[Event]) -> str:
    """A sign for each round: a raven was freed, or else whether it cost health. No event begins the first round."""
    signs = [UNHARMED]
    for event in events:
        match event:
            case TurnedUp(round=number) | Calm(round=number) if number > len(signs):
                signs.append(UNHARMED)
            case Freed():
                signs[-1] = FREED
            case Withstood(damage=damage) if damage and signs[-1] != FREED:
                signs[-1] = HURT
    return "".join(signs)


def _highlight(view: View, names: Sequence[str], events: Sequence[Event]) -> str:
    """How close it was; else ravens freed in one round; else the worst blow, or the strongest attack."""
    table, most, run = view.table, 0, 0
    if table.ending == "won" and table.health <= CLOSE:
        return f"Won with {table.health} health left."
    for event in events:
        run = 0 if isinstance(event, TurnedUp | Calm) else run + isinstance(event, Freed)
        most = max(most, run)
    if most > CLOSE:
        return f"{most} ravens freed in one round."
    worst = max((event.damage for event in events if isinstance(event, Withstood)), default=0)
    if worst:
        return f"The worst blow took {worst} of your health."
    met = max((event.strength for event in events if isinstance(event, Defended)), default=0)
    return f"Not a scratch, against attacks of up to {met}." if met else "Not one raven was fought." if events else ""


def _aim(view: View) -> str:
    table = view.table
    which = f"{'all ' if table.wanted == RAVENS else ''}{table.wanted} ravens"
    return f"Free {which} before your health is gone: {table.freed} are free, your health is {table.health}."


WORDS = Words[Options, View, Event](
    colour=0x3B6B64,
    short="Forest",
    blurb="Eight ravens have stolen your magic. Walk to them and beat their attacks, before the wood closes.",
    command="wyrm-forest",
    in_short="Walk to eight ravens and beat their attacks",
    minutes=25,
    difficulty="hard",
    options={
        "nights": Choice(
            "Nights",
            {
                4: Label("Four nights", "at most forty flights"),
                None: Label("No end of nights", "walk as long as you like"),
            },
        ),
        "ravens": Choice(
            "Ravens to free",
            {
                6: Label("6", "for a first game"),
                7: Label("7", "the last and strongest one may stay"),
                8: Label("8", "as in the deal of the day"),
            },
        ),
    },
    kinds=KINDS,
    ask=_ask,
    aim=_aim,
    fields=FIELDS,
    value=_value,
    conceded=_conceded,
    phrase=_phrase,
    offers=_offers,
    risky=_risky,
    plain=(Strode, Defended, Invoked),
    rank=lambda view, move: ORDER[move_path(move)[0]],
    story=_story,
    highlight=_highlight,
    signs=f"round by round: {FREED} a raven freed, {UNHARMED} no harm done, {HURT} health lost",
    rules=pages("forest-of-wyr"),
)
