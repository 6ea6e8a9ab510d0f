"""Hexaract on Discord: its words, its rules pages, its slash commands."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, product
from typing import Any

from engine import Data, IllegalMove, Seat
from engine.decktet import CARDS, CROWN, RANKS, SUITS, card_name, short_name, suit_name
from engine.hexaract.dice_and_chips import fitting, free_dice, missing_suits
from engine.hexaract.events import (
    AceTaken,
    Assigned,
    Averted,
    Defeated,
    Event,
    Exhausted,
    Happened,
    Hurt,
    Passed,
    Placed,
    Rolled,
    TookBack,
)
from engine.hexaract.moves import Assign, Avert, Back, Defeat, Done, EndRound, Place, Spend, TakeAce
from engine.hexaract.rules import loses
from engine.hexaract.state import FATAL, KINDS, PAIRS, Options, Pair, PathCard, Table, View
from engine.sentences import sentence
from languages import later, listed, say, say_many

from ..screens.screen import MENU_LIMIT, Style
from .decktet import SUIT_EMOJI, ranked
from .rules import pages
from .words import A_LINE, Label, Offer, Weight, Words, move_path

PRIMARY, SUCCESS, DANGER = Style.PRIMARY, Style.SUCCESS, Style.DANGER

MOVES = {
    # Translators: a verb alone, such as "Put", stands before what the move concerns: "Put 3+4 on Author 2"
    "assign": Label(later("Put one pair on a card"), emoji="🎲", verb=later("Put"), folded=True),
    "back": Label(later("Take the last pair back"), emoji="↩️"),
    "done": Label(later("Done with the dice"), emoji="✅"),
    # Translators: persons are defeated, and leave a chip: "Defeat Author for Moons"
    "defeat": Label(later("Defeat"), emoji="⚔️", style=PRIMARY, verb=later("Defeat")),
    # Translators: "Place" is a verb before a suit: "Place Moons on Castle"
    "place": Label(later("Place a chip"), emoji="🏰", style=PRIMARY, verb=later("Place")),
    # Translators: events are averted
    "avert": Label(later("Avert"), emoji="⚡", style=PRIMARY, verb=later("Avert")),
    # Translators: "Spend" is a verb before a suit: "Spend Moons on Castle"
    "spend": Label(later("Spend your own chip"), emoji="🪙", verb=later("Spend")),
    # Translators: a suit follows "Take the Ace of"
    "take-ace": Label(later("Take an ace"), emoji="🃏", style=PRIMARY, verb=later("Take the Ace of")),
    "decline": Label(later("Leave the aces in play")),
    "end-round": Label(later("End the round"), emoji="⏭️", style=SUCCESS),
    # Translators: "Lose" is a verb before a suit
    "lose": Label(later("Lose a chip"), emoji="💔", style=DANGER, verb=later("Lose")),
}

FIELDS = {
    "assign.low": later("Which two dice?"),
    "assign.high": later("And the other die?"),
    "defeat.suit": later("A chip of which suit do you take?"),
    "take-ace.suit": later("Which ace?"),
    "suit": later("A chip of which suit?"),
    "card": later("Which card?"),
}


def _kind(view: View, tag: str) -> Label | None:
    """“Done with the dice” is green if no pair of dice is left to put on a card."""
    return replace(MOVES[tag].said(), style=SUCCESS) if tag == "done" and not [*_dice(view)] else None


def _value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    value = getattr(move, field)
    match field:
        case "card":
            if move_path(move)[0] != "assign":
                return Label(short_name(value))
            return Label(ranked(value), detail=_state(view.table, value))
        case "suit":
            return Label(suit_name(value), detail=_held(view.table, value), emoji=SUIT_EMOJI[value])
        case _:
            return Label(str(value))


def _phrase(view: View, names: Sequence[str], move: Data) -> Label | None:
    """A complete move, if its fields one by one would say it clumsily."""
    match move:
        case Assign(card, low, high):
            # Translators: two dice, after "Put": "Put 3+4 on Author 2"
            text = say("{low}+{high} on {card}", low=low, high=high, card=ranked(card))
            return Label(text, detail=_state(view.table, card))
        case Defeat(card, suit):
            # Translators: after "Defeat": which person, and the suit of the chip that they leave
            text = say("{card} for {suit}", card=short_name(card), suit=suit_name(suit))
            return Label(text, _held(view.table, suit), emoji=SUIT_EMOJI[suit])
        case Place(card, suit):
            return Label(_on([suit_name(suit)], card), emoji=SUIT_EMOJI[suit])
        case Spend(card, suit):
            return Label(_on([suit_name(suit)], card), _held(view.table, suit), emoji=SUIT_EMOJI[suit])
    return None


def _on(chips: Sequence[str], card: int) -> str:
    # Translators: suits of chips that are put on a location, alone or after "Place" or "Spend": "Moons on Castle"
    return say("{chips} on {card}", chips=listed(chips), card=short_name(card))


def _held(table: Table, suit: int) -> str:
    # Translators: chips of a suit that the player has, on a short button
    return say_many("{count} held", "{count} held", table.supply[suit])


STATES = {  # by kind and whether it is exhausted
    # Translators: a card on the path; a person, an event and a location are kinds of card
    ("person", False): later("person"),
    ("person", True): later("exhausted person"),
    ("event", False): later("event"),
    ("event", True): later("exhausted event"),
    ("location", False): later("location"),
    ("location", True): later("exhausted location"),
}


def _state(table: Table, card: int) -> str:
    place = next(place for place in table.path if place.card == card)
    missing = len(missing_suits(place))  # only a location's
    if missing and place.exhausted:
        return say_many("exhausted location lacking {count}", "exhausted location lacking {count}", missing)
    if missing:
        # Translators: a location needs so many more chips
        return say_many("location lacking {count}", "location lacking {count}", missing)
    return say(STATES[KINDS[card], place.exhausted])


def _ask(view: View, names: Sequence[str]) -> str:
    table = view.table
    match table.step:
        case "assign":
            return _asking_for_pairs(table)
        case "resolve":
            damage = _damage_left(table)
            if not damage:
                return say("Use the dice: no damage at the end.")
            return say_many(
                "Use the dice: {count} damage at the end.", "Use the dice: {count} damage at the end.", damage
            )
        case "ace":
            return say("A Crown is resolved: take an ace in play for a chip of its suit?")
        case "lose":
            # Translators: an event's card
            return sentence(say("{card} happens: lose a chip of which suit?", card=card_name(_happening(table))))
        case _:
            return say("The game is over.")


def _asking_for_pairs(table: Table) -> str:
    match len(table.pairs):
        case 0:
            return say("Which cards get a pair of dice?")
        case done if done == PAIRS:
            return say("Two pairs lie on cards.")
        case _:
            return say("Which card gets the other pair?")


def _damage_left(table: Table) -> int:
    """What the end of the round costs once the dice are used."""
    busy = {pair.card for pair in table.pairs if not pair.used}
    return _damage([place for place in table.path if KINDS[place.card] == "location" or place.card not in busy])


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
    """The warning if these moves make this round end the game in defeat."""
    if not loses(view, moves):
        return None
    table = view.table
    if not isinstance(moves[-1], EndRound):
        return say("Whatever you do then, this round ends the game in defeat. Do it anyway?")
    damage = _damage([place for place in table.path if place.card not in _cards_that_leave(table, moves)])
    in_all = table.damage + damage
    if in_all < FATAL:
        return say("The path ends, and you haven't got all six suits: that is a defeat. Do it anyway?")
    return say(
        "End the round? You take {damage} damage, {in_all} in all: that ends the game.", damage=damage, in_all=in_all
    )


# -- What one press makes

MOST_ENDS = 3  # ways to end the round with a button of their own: more would fill a phone
MOST_DICE = 4  # likewise, choices of cards for the dice
# Translators: the head of a menu; them: pairs of dice
MORE_ENDS = later("Use them, and end the round")
MORE_DICE = later("Other cards for the dice")


def _offers(view: View, names: Sequence[str], legal: Sequence[Data]) -> Sequence[Offer]:
    """A round in two presses: where the dice go, then what they do, to the end of the round."""
    match view.table.step:
        case "assign":
            return [*_dice(view)]
        case "resolve":
            return _ends(view)
    return ()


def _dice(view: View) -> Iterator[Offer]:
    """Every choice of cards for as many pairs as possible. Which of the dice are used makes no difference."""
    table = view.table
    free, left = free_dice(table.dice, table.pairs), PAIRS - len(table.pairs)
    lain = [pair.card for pair in table.pairs]
    useful = [
        place.card
        for place in table.path
        for _ in range(min(left, (len(missing_suits(place)) or 1) - lain.count(place.card)))
    ]
    placements: list[tuple[Assign, ...]] = []
    for count in range(left, 0, -1):
        for cards in dict.fromkeys(combinations(useful, count)):
            pairs = next(_pairs(cards, free), None)
            if pairs and not any({*cards} <= {pair.card for pair in more} for more in placements if len(more) > count):
                placements.append(pairs)
    for number, pairs in enumerate(placements):
        named = [ranked(pair.card) for pair in pairs]
        if len({*named}) < len(named):
            text = say("Both pairs on {card}", card=named[0])
        else:
            text = say("Dice: {cards}", cards=" + ".join(named))
        menu = None if number < MOST_DICE else say(MORE_DICE)
        yield Offer(Label(text, style=PRIMARY), (*pairs, Done()), _risk(view, (*pairs, Done())), menu)


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

    The first ones are buttons, as far as buttons have room for them; the others are in a menu. If there are too many,
    those with fewer own chips are offered: the others take a press for each chip.
    """
    table = view.table
    lain = Counter(pair.card for pair in table.pairs if not pair.used)
    ways = [_uses(place, lain[place.card]) for place in table.path if lain[place.card]]
    plans = [more for way in product(*ways) for more in _with_ace(table, tuple(chain.from_iterable(way)))]
    chosen: list[tuple[Data, ...]] = []
    spends = (lambda plan: [()], lambda plan: _completions(table, plan), lambda plan: _chips(table, plan))
    for spent in spends:
        longer = [more for plan in plans for chips in spent(plan) for more in _with_ace(table, (*plan, *chips))]
        # Ending the round without anything else has a button of its own
        more = [plan for plan in dict.fromkeys(longer) if plan and plan not in chosen]
        if len(chosen) + len(more) <= MENU_LIMIT:
            chosen += more
    offers: list[Offer] = []
    for plan in chosen:
        label = _button(plan) if len([offer for offer in offers if offer.menu is None]) < MOST_ENDS else None
        menu = None if label else say(MORE_ENDS)
        offers.append(Offer(label or _option(plan), (*plan, EndRound()), _risk(view, (*plan, EndRound())), menu))
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


def _cards_that_leave(table: Table, plan: Sequence[Data]) -> list[int]:
    """The cards that leave the path with this plan."""
    return [
        place.card
        for place in table.path
        if any(getattr(move, "card", None) == place.card for move in plan)
        and not (KINDS[place.card] == "location" and _missing(place, plan))
    ]


def _with_ace(table: Table, plan: tuple[Data, ...]) -> Iterator[tuple[Data, ...]]:
    """The plan, once with each ace that its Crown may bring. No plan if two Crowns may still bring one."""
    last = {move.card: at for at, move in enumerate(plan) if isinstance(move, Defeat | Place | Avert | Spend)}
    taken = [move.suit for move in plan if isinstance(move, TakeAce)]
    left = [ace for ace in table.aces if ace not in taken]
    crowns = [last[card] + 1 for card in _cards_that_leave(table, plan) if RANKS[card] == CROWN]
    bare = [at for at in crowns if not isinstance((*plan, None)[at], TakeAce)]
    if not bare or not left:
        yield plan
    elif len(bare) == 1:
        yield from [(*plan[: bare[0]], TakeAce(ace), *plan[bare[0] :]) for ace in left]


def _steps(plan: Sequence[Data]) -> list[str]:
    """What a plan does with each card, such as “Waves and own Leaves on Sea”."""
    taken = [
        # Translators: a chip of this suit, from the person that is defeated for it
        say("{suit} from {card}", suit=suit_name(move.suit), card=short_name(move.card))
        for move in plan
        if isinstance(move, Defeat)
    ]
    events = [short_name(move.card) for move in plan if isinstance(move, Avert)]
    averted = [say("avert {cards}", cards=listed(events))] if events else []
    put: dict[int, list[str]] = {}
    for move in plan:
        if isinstance(move, Place | Spend):
            suit = suit_name(move.suit)
            # Translators: a chip of this suit that the player has; as in "own Leaves on Sea"
            put.setdefault(move.card, []).append(suit if isinstance(move, Place) else say("own {suit}", suit=suit))
    aces = [short_name(move.suit) for move in plan if isinstance(move, TakeAce)]
    return [*taken, *(_on(chips, card) for card, chips in put.items()), *averted, *aces]


def _button(plan: Sequence[Data]) -> Label | None:
    """The button for a plan and the end of the round; None if a button has no room for it."""
    steps = sentence(", ".join(_steps(plan)))
    emoji = _suit_sign(plan)
    # Translators: two texts of the same meaning, of which a button shows the longest that it has room for
    texts = say("{steps}, end round", steps=steps), say("{steps}, end", steps=steps)
    text = next((text for text in texts if len(text) <= A_LINE - 4 * (emoji is not None)), None)
    return Label(text, emoji=emoji, style=SUCCESS) if text else None


def _option(plan: Sequence[Data]) -> Label:
    """A plan's option in the menu that ends the round: what the first line has no room for goes to the second."""
    steps = _steps(plan)
    fitting = next(count for count in range(len(steps), 0, -1) if count == 1 or len(", ".join(steps[:count])) <= A_LINE)
    rest = ", ".join(steps[fitting:])
    return Label(sentence(", ".join(steps[:fitting])), rest or None, emoji=_suit_sign(plan))


def _suit_sign(plan: Sequence[Data]) -> str | None:
    """The sign of the suit that the plan is about; None if there are several."""
    suits = {suit for move in plan if (suit := getattr(move, "suit", None)) is not None}
    return SUIT_EMOJI[suits.pop()] if len(suits) == 1 else None


def _happening(table: Table) -> int:
    return next(place.card for place in table.path if place.exhausted and KINDS[place.card] == "event")


def _conceded(view: View) -> str:
    return say("Given up in round {round}, with {damage} damage.", round=view.table.round, damage=view.table.damage)


PAIN = ("🟩", "🔸", "🔶", "💥")  # by damage; the last for more too


def _story(events: Sequence[Event]) -> str:
    """A sign for each round: its damage. No event tells that the first round's dice are rolled."""
    signs, before = [PAIN[0]], 0
    for event in events:
        match event:
            case Rolled():
                signs.append(PAIN[0])
            case Hurt(damage=damage):
                signs[-1] = PAIN[min(damage - before, len(PAIN) - 1)]
                before = damage
    return "".join(signs)


def _weight(event: Event, seat: Seat | None) -> Weight:
    match event:
        case Hurt() | Happened():
            return Weight.LOSS
        case Defeated() | Passed() | Averted() | AceTaken():
            return Weight.GAIN
        case Exhausted():
            return Weight.MINE
        case Rolled() | Assigned() | TookBack():
            return Weight.ASIDE
    return Weight.NEWS


def _highlight(view: View, names: Sequence[str], events: Sequence[Event]) -> str:
    """How close it was; else what the player met on the way."""
    damage = view.table.damage
    missing = [suit for suit, count in zip(SUITS, view.table.supply, strict=True) if not count]
    if not view.table.path and damage < FATAL:
        if len(missing) == 1 and view.table.step == "lost":
            return say("One chip was missing: {suit}.", suit=say(missing[0]))
        if view.table.step == "won" and damage >= FATAL - 2:
            return say("Won with {damage} damage: {fatal} would have been the end.", damage=damage, fatal=FATAL)
        if view.table.step == "won" and not damage:
            return say("No damage on the whole path.")
    counts = Counter(map(type, events))
    parts = [
        counts[Defeated] and say_many("{count} person defeated", "{count} persons defeated", counts[Defeated]),
        counts[Passed] and say_many("{count} location passed", "{count} locations passed", counts[Passed]),
        counts[Averted] and say_many("{count} event averted", "{count} events averted", counts[Averted]),
    ]
    met = [part for part in parts if part]
    return f"{sentence(listed(met))}." if met else ""


def _aim(view: View) -> str:
    left, damage = view.table.deck_size + len(view.table.path), view.table.damage
    return say(
        "Pass {left} more cards with a chip of every suit at the end, before {fatal} damage: you have {damage}.",
        left=left,
        fatal=FATAL,
        damage=damage,
    )


WORDS = Words[Options, View, Event](
    colour=0x3A7FB0,
    short="Hexaract",
    blurb=later("A path of thirty cards, five dice, and one chip of each suit to bring to its end."),
    command="wyrm-hexaract",
    in_short=later("Walk a path of thirty cards with five dice"),
    minutes=15,
    difficulty="medium",
    options={},
    kinds=MOVES,
    ask=_ask,
    aim=_aim,
    fields=FIELDS,
    value=_value,
    phrase=_phrase,
    kind=_kind,
    risky=_risky,
    plain=(Assigned, Placed, Passed, Averted, Defeated),
    offers=_offers,
    conceded=_conceded,
    story=_story,
    weight=_weight,
    highlight=_highlight,
    signs=later("round by round: 🟩 no damage, 🔸 1, 🔶 2, 💥 more"),
    rules=pages("hexaract"),
)
