"""Hexaract on Discord: its words, its rules pages, its slash commands."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, product
from typing import Any

from engine import Data, IllegalMove
from engine.decktet import CARDS, CROWN, RANKS, SUITS, card_name
from engine.hexaract import (
    FATAL,
    GAME,
    KINDS,
    PAIRS,
    Assign,
    Avert,
    Back,
    Defeat,
    Done,
    EndRound,
    Event,
    Hurt,
    Options,
    Pair,
    PathCard,
    Place,
    Rolled,
    Spend,
    Table,
    TakeAce,
    View,
    fitting,
    free_dice,
    loses,
    missing_suits,
)
from engine.sentences import sentence

from ..screens.screen import MENU_LIMIT, Style
from .decktet import CREDIT, SUIT_EMOJI, short
from .turns import Turns, asks
from .words import A_LINE, Label, Offer, Page, Words, spell

PRIMARY, SUCCESS, DANGER = Style.PRIMARY, Style.SUCCESS, Style.DANGER

MOVES = {
    "assign": Label("Put one pair on a card", emoji="🎲", verb="Put", folded=True),
    "back": Label("Take the last pair back", emoji="↩️"),
    "done": Label("Done with the dice", emoji="✅"),
    "defeat": Label("Defeat", emoji="⚔️", style=PRIMARY, verb="Defeat"),
    "place": Label("Place a chip", emoji="🏰", style=PRIMARY, verb="Place"),
    "avert": Label("Avert", emoji="⚡", style=PRIMARY, verb="Avert"),
    "spend": Label("Spend your own chip", emoji="🪙", verb="Spend"),
    "take-ace": Label("Take an ace", emoji="🃏", style=PRIMARY, verb="Take the Ace of"),
    "decline": Label("Leave the aces in play"),
    "end-round": Label("End the round", emoji="⏭️", style=SUCCESS),
    "lose": Label("Lose a chip", emoji="💔", style=DANGER, verb="Lose"),
}

FIELDS = {
    ("assign", "low"): "Which two dice?",
    ("assign", "high"): "And the other die?",
    ("defeat", "suit"): "A chip of which suit do you take?",
    ("take-ace", "suit"): "Which ace?",
    ("lose", "suit"): "A chip of which suit?",
}


def _field(view: View, tag: str, field: str) -> str:
    return FIELDS.get((tag, field), "A chip of which suit?" if field == "suit" else "Which card?")


def _kind(view: View, tag: str) -> Label | None:
    """Green is what leaves nothing undone."""
    return replace(MOVES[tag], style=SUCCESS) if tag == "done" and not [*_dice(view)] else None


def _value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    value = getattr(move, field)
    match field:
        case "card":
            if spell(move)[0] != "assign":
                return Label(short(value))
            return Label(f"{short(value)} {RANKS[value]}", detail=_state(view.table, value))
        case "suit":
            return Label(SUITS[value], detail=_held(view.table, value), emoji=SUIT_EMOJI[value])
        case _:
            return Label(str(value))


def _phrase(view: View, names: Sequence[str], move: Data) -> Label | None:
    """A whole move where its fields one by one would say it clumsily."""
    match move:
        case Assign(card, low, high):
            return Label(f"{low}+{high} on {short(card)}", detail=_state(view.table, card))
        case Defeat(card, suit):
            return Label(f"{short(card)} for {SUITS[suit]}", _held(view.table, suit), emoji=SUIT_EMOJI[suit])
        case Place(card, suit):
            return Label(f"{SUITS[suit]} on {short(card)}", emoji=SUIT_EMOJI[suit])
        case Spend(card, suit):
            return Label(f"{SUITS[suit]} on {short(card)}", _held(view.table, suit), emoji=SUIT_EMOJI[suit])
    return None


def _held(table: Table, suit: int) -> str:
    return f"you have {table.supply[suit]}"


def _state(table: Table, card: int) -> str:
    place = next(place for place in table.path if place.card == card)
    missing = len(missing_suits(place))
    kind = f"{'exhausted ' if place.exhausted else ''}{KINDS[card]}"
    return f"{kind} lacking {missing}" if missing else kind


def _ask(view: View, names: Sequence[str]) -> str:
    table = view.table
    match table.step:
        case "assign":
            return _asking_for_pairs(table)
        case "resolve":
            return f"Use your pairs and chips in any order.\n-# {_price(table)}"
        case "ace":
            return "A Crown is resolved: take an ace in play for a chip of its suit?"
        case "lose":
            return f"{sentence(card_name(_happening(table)))} happens: lose a chip of which suit?"
        case _:
            return "The game is over."


def _asking_for_pairs(table: Table) -> str:
    match len(table.pairs):
        case 0:
            return "Which card gets a pair of dice?\n-# Two that add up to its rank; a 6 is any of 1 to 5."
        case done if done == PAIRS:
            return "Two pairs lie on cards."
        case _:
            return "One pair is assigned. Which card gets the other?"


def _price(table: Table) -> str:
    """What the end of the round costs once the dice are used."""
    busy = {pair.card for pair in table.pairs if not pair.used}
    damage = _damage([place for place in table.path if KINDS[place.card] == "location" or place.card not in busy])
    if not damage:
        return "The end of the round costs you nothing."
    return f"The end of the round does {damage} damage, {table.damage + damage} in all. {FATAL} is the end."


def _damage(path: Sequence[PathCard]) -> int:
    """What the end of the round does with this path."""
    persons = sum(KINDS[place.card] == "person" for place in path)
    return persons + sum(KINDS[place.card] == "location" and place.exhausted for place in path)


def _risky(view: View, move: Data) -> str | None:
    if isinstance(move, Assign | Back):
        return None
    try:
        return _risk(view, (move,))
    except IllegalMove:  # one that comes after others of the same press
        return None


def _risk(view: View, moves: Sequence[Any]) -> str | None:
    """Of moves after which this round ends the game in defeat."""
    if not loses(view, moves):
        return None
    table = view.table
    if not isinstance(moves[-1], EndRound):
        return "Whatever you do then, this round ends the game in defeat. Do it anyway?"
    damage = _damage([place for place in table.path if place.card not in _gone(table, moves)])
    if table.damage + damage < FATAL:
        return "The path ends, and you haven't got all six suits: that is a defeat. Do it anyway?"
    return f"End the round? You take {damage} damage, {table.damage + damage} in all: that ends the game."


# -- What one press makes

MOST_ENDS = 6  # ways to end the round with a button of their own: more would fill a phone
MORE_ENDS = "Other ways, each to the end of the round"


def _offers(view: View, names: Sequence[str], legal: Sequence[Data]) -> Sequence[Offer]:
    """A round in two presses: where the dice go, then what they do, to the end of the round."""
    match view.table.step:
        case "assign":
            return [*_dice(view)]
        case "resolve":
            return _ends(view)
    return ()


def _dice(view: View) -> Iterator[Offer]:
    """Every choice of cards that as many pairs as possible can lie on; with which of the dice makes no difference."""
    table = view.table
    free, left = free_dice(table.dice, table.pairs), PAIRS - len(table.pairs)
    lain = [pair.card for pair in table.pairs]
    useful = [
        place.card
        for place in table.path
        for _ in range(min(left, (len(missing_suits(place)) or 1) - lain.count(place.card)))
    ]
    found: list[tuple[Assign, ...]] = []
    for count in range(left, 0, -1):
        for cards in dict.fromkeys(combinations(useful, count)):
            pairs = next(_pairs(cards, free), None)
            if pairs and not any({*cards} <= {pair.card for pair in more} for more in found if len(more) > count):
                found.append(pairs)
    for pairs in found:
        named = [short(pair.card) for pair in pairs]
        text = f"Both pairs on {named[0]}" if len({*named}) < len(named) else f"Dice: {' + '.join(named)}"
        yield Offer(Label(text, style=PRIMARY), (*pairs, Done()), _risk(view, (*pairs, Done())))


def _pairs(cards: Sequence[int], free: tuple[int, ...]) -> Iterator[tuple[Assign, ...]]:
    """The ways to put a pair of free dice on each of these cards."""
    if not cards:
        yield ()
        return
    for low, high in fitting(free, RANKS[cards[0]]):
        pair = Assign(cards[0], low, high)
        for others in _pairs(cards[1:], free_dice(free, [Pair(cards[0], low, high)])):
            yield (pair, *others)


def _ends(view: View) -> list[Offer]:
    """Every way to use the pairs that lie on cards, alone or with own chips on a location; then the end of the round.

    The first ones are buttons, as far as these have room for them, the others a menu. Of many ways, those with fewer
    own chips: the others take a press for each.
    """
    table = view.table
    lain = Counter(pair.card for pair in table.pairs if not pair.used)
    ways = [_uses(place, lain[place.card]) for place in table.path if lain[place.card]]
    plans = [more for way in product(*ways) for more in _with_ace(table, tuple(chain.from_iterable(way)))]
    found: list[tuple[Data, ...]] = []
    spends = (lambda plan: [()], lambda plan: _completions(table, plan), lambda plan: _chips(table, plan))
    for spent in spends:
        longer = [more for plan in plans for chips in spent(plan) for more in _with_ace(table, (*plan, *chips))]
        # To end the round without more has a button of its own
        more = [plan for plan in dict.fromkeys(longer) if plan and plan not in found]
        if len(found) + len(more) <= MENU_LIMIT:
            found += more
    offers: list[Offer] = []
    for plan in found:
        one = _button(plan) if len([offer for offer in offers if offer.menu is None]) < MOST_ENDS else None
        menu = None if one else MORE_ENDS
        offers.append(Offer(one or _option(plan), (*plan, EndRound()), _risk(view, (*plan, EndRound())), menu))
    return offers


def _uses(place: PathCard, pairs: int) -> Sequence[tuple[Data, ...]]:
    """What so many pairs on a card may do."""
    card = place.card
    match KINDS[card]:
        case "person":
            return [(Defeat(card, suit),) for suit in CARDS[card].suits]
        case "event":
            return [(Avert(card),)]
    missing = missing_suits(place)
    chosen = combinations(missing, min(pairs, len(missing)))
    return [tuple([Place(card, suit) for suit in suits]) for suits in chosen]


def _completions(table: Table, plan: Sequence[Data]) -> Iterator[tuple[Data, ...]]:
    """Own chips that complete a location after these moves."""
    held = _supply(table, plan)
    for place in table.path:
        left = _missing(place, plan)
        if left and all(held[suit] for suit in left):
            yield tuple([Spend(place.card, suit) for suit in left])


def _chips(table: Table, plan: Sequence[Data]) -> Iterator[tuple[Data, ...]]:
    """One own chip, on any location that lacks it after these moves."""
    held = _supply(table, plan)
    for place in table.path:
        yield from [(Spend(place.card, suit),) for suit in _missing(place, plan) if held[suit]]


def _supply(table: Table, plan: Sequence[Data]) -> list[int]:
    """Own chips by suit once the plan is made."""
    won = [move.suit for move in plan if isinstance(move, Defeat | TakeAce)]
    spent = [move.suit for move in plan if isinstance(move, Spend)]
    return [held + won.count(suit) - spent.count(suit) for suit, held in enumerate(table.supply)]


def _missing(place: PathCard, plan: Sequence[Data]) -> list[int]:
    put = [move.suit for move in plan if isinstance(move, Place | Spend) and move.card == place.card]
    return [suit for suit in missing_suits(place) if suit not in put]


def _gone(table: Table, plan: Sequence[Data]) -> list[int]:
    """The cards that leave the path with this plan."""
    return [
        place.card
        for place in table.path
        if any(getattr(move, "card", None) == place.card for move in plan)
        and not (KINDS[place.card] == "location" and _missing(place, plan))
    ]


def _with_ace(table: Table, plan: tuple[Data, ...]) -> Iterator[tuple[Data, ...]]:
    """The plan with each ace that a Crown resolved in it may bring. None for two Crowns that are still to bring one."""
    last = {move.card: at for at, move in enumerate(plan) if isinstance(move, Defeat | Place | Avert | Spend)}
    taken = [move.suit for move in plan if isinstance(move, TakeAce)]
    left = [ace for ace in table.aces if ace not in taken]
    crowns = [last[card] + 1 for card in _gone(table, plan) if RANKS[card] == CROWN]
    bare = [at for at in crowns if not isinstance((*plan, None)[at], TakeAce)]
    if not bare or not left:
        yield plan
    elif len(bare) == 1:
        yield from [(*plan[: bare[0]], TakeAce(ace), *plan[bare[0] :]) for ace in left]


def _steps(plan: Sequence[Data]) -> list[str]:
    """Of each card, what is done with it: "Sea 🌊 own 🍃"."""
    chips: dict[int, str] = {}
    for move in plan:
        suit = getattr(move, "suit", None)
        sign = "" if suit is None else SUIT_EMOJI[suit]
        card = suit if isinstance(move, TakeAce) else getattr(move, "card", None)
        assert isinstance(card, int)
        own = " own " if isinstance(move, Spend) and "own" not in chips.get(card, "") else ""
        chips[card] = f"{chips.get(card, '')}{own}{sign}"
    return [" ".join(f"{_shortly(card)} {signs}".split()) for card, signs in chips.items()]


def _button(plan: Sequence[Data]) -> Label | None:
    """Of the plan and the end of the round, as short as a phone needs it; None where a button has no room for it."""
    every = " + ".join(_steps(plan))
    said = (f"{every}{end}" for end in (", end the round", ", end round", ", end"))
    text = next((text for text in said if len(text) <= A_LINE), None)
    return Label(text, style=SUCCESS) if text else None


def _option(plan: Sequence[Data]) -> Label:
    """Of the plan in the menu that ends the round: what has no room in the first line goes on in the second."""
    steps = _steps(plan)
    fitting = next(count for count in range(len(steps), 0, -1) if len(" + ".join(steps[:count])) <= A_LINE)
    rest = " + ".join(steps[fitting:])
    return Label(" + ".join(steps[:fitting]), f"+ {rest}" if rest else None)


def _shortly(card: int) -> str:
    return "Ace" if card < len(SUITS) else short(card)


def _happening(table: Table) -> int:
    return next(place.card for place in table.path if place.exhausted and KINDS[place.card] == "event")


def _conceded(view: View) -> str:
    return f"Given up in round {view.table.round}, with {view.table.damage} damage."


PAIN = ("🟩", "🔸", "🔶", "💥")  # by damage; the last for more too


def _story(events: Sequence[Event]) -> str:
    """A sign a round: the damage it did. The first one's dice are rolled before anything is told."""
    signs, before = [PAIN[0]], 0
    for event in events:
        match event:
            case Rolled():
                signs.append(PAIN[0])
            case Hurt(damage=damage):
                signs[-1] = PAIN[min(damage - before, len(PAIN) - 1)]
                before = damage
    return "".join(signs)


def _aim(view: View) -> str:
    left, damage = view.table.deck_size + len(view.table.path), view.table.damage
    return f"Pass {left} more cards with a chip of every suit at the end, before {FATAL} damage: you have {damage}."


WORDS = Words[Options, View, Event](
    colour=0x3A7FB0,
    short="Hexaract",
    blurb="A path of thirty cards, five dice, and one chip of each suit to bring to its end. For one.",
    minutes=15,
    difficulty="medium",
    options={},
    kinds=MOVES,
    ask=_ask,
    aim=_aim,
    field=_field,
    value=_value,
    phrase=_phrase,
    kind=_kind,
    risky=_risky,
    offers=_offers,
    conceded=_conceded,
    private=lambda view: False,
    story=_story,
    signs=f"round by round: {PAIN[0]} no damage, {PAIN[1]} 1, {PAIN[2]} 2, {PAIN[3]} more",
    rules=(
        Page(
            "Hexaract",
            f"A game for one by **Dejan Racković**. {CREDIT} The 36 cards of its basic deck are in play, and five "
            "dice.\n\n"
            "Walk a path of thirty cards, three of them before you at a time. When all are gone you win if you hold a "
            "chip of **each of the six suits**. Ten damage, and the path has won.\n\n"
            "Three random aces have given you a chip each; the other three are in play. Each card is a **person**, a "
            "**location** or an **event**; one that is location and event is a location.",
        ),
        Page(
            "A round: dice",
            "Five dice are rolled. Put up to two **pairs** on cards: two dice that add up to the card's rank. Crowns "
            "are 10. A **6 is wild**: any of 1 to 5, never 6. Both pairs may lie on one card. A pair taken back is "
            "free again until you are done.",
        ),
        Page(
            "A round: cards",
            "Then use what you have, in any order:\n"
            "- A **person** with a pair leaves, and you take a chip of one of its suits.\n"
            "- A **location** needs a chip of each of its suits. Each pair puts one there from the general supply; "
            "your own chips may be put there too, pair or not. Complete, it leaves with its chips.\n"
            "- An **event** with a pair leaves and doesn't happen.\n"
            "- For each **Crown** resolved you may take an ace in play for a chip of its suit.",
        ),
        Page(
            "A round: its end",
            "- Each person on the path does 1 damage, each exhausted location too.\n"
            "- At 10 damage you lose at once.\n"
            "- Each exhausted event takes a chip: of its suits, the one that you hold fewer of; on a tie you choose. "
            "Then it leaves. If you hold none of them, nothing is lost.\n"
            "- Locations and events that were there in this round are now **exhausted**, and lie turned. New cards "
            "come up, up to three.\n\n"
            "In the rankings a win is worth 100, plus 10 for each damage short of ten, plus your chips beyond six (at "
            "most 9). A defeat is worth the number of cards gone.",
        ),
        Page(
            "How we read the rules",
            "Where the rules leave something open, this hall plays it so:\n"
            "- A pair that can do nothing more may be assigned and is wasted.\n"
            "- A pair's chip is placed if the location lacks one.\n"
            "- An ace is taken or left at once.\n"
            "- A suit that you hold no chip of is never the one you hold fewer of.\n"
            "- Several events happen from left to right.\n"
            "- The supply of chips has no end.\n"
            "- The score is ours.",
        ),
    ),
)

TURNS = Turns(GAME.key, "wyrm-hexaract")
TURNS.add(
    "assign", "Put a pair of dice on a card", pair=asks("The card, and two dice that add up to its rank", "assign")
)
TURNS.add("back", "Take the last pair of dice back")
TURNS.add("done", "Finish with the dice")
TURNS.add(
    "defeat", "Defeat a person with a pair, for a chip", person=asks("The person, and the suit of the chip", "defeat")
)
TURNS.add(
    "place",
    "Use a pair: a chip for a location, from the general supply",
    chip=asks("The location, and the suit of the chip", "place"),
)
TURNS.add("avert", "Avert an event with a pair", event=asks("The event", "avert"))
TURNS.add("spend", "Put a chip of your own on a location", chip=asks("The location, and the suit of the chip", "spend"))
TURNS.add(
    "ace", "After a Crown: take an ace in play, or leave them", ace=asks("Its suit, or none", "take-ace", "decline")
)
TURNS.add("end-round", "End the round")
TURNS.add("lose", "Choose the chip that an event costs", chip=asks("Its suit", "lose"))
