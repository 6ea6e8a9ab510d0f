"""Advent of the Wyrms on Discord: its words, its rules pages, its slash commands."""

from collections.abc import Sequence
from dataclasses import replace

from engine import Data
from engine.advent_of_the_wyrms import (
    GAME,
    GOAL,
    HAND,
    SIZE,
    TOP,
    Add,
    Added,
    Begin,
    Begun,
    Discard,
    Discarded,
    DiscardTop,
    Event,
    Finished,
    Options,
    View,
    continuations,
    ways,
)
from engine.decktet import CARDS, EXCUSE, SUITS, WYRMS, card_name
from engine.sentences import amount, listed

from ..screens.screen import Style
from .decktet import CREDIT, short
from .turns import Turns, asks
from .words import Label, Offer, Page, Words, spell

PRIMARY, SUCCESS, DANGER = Style.PRIMARY, Style.SUCCESS, Style.DANGER

KINDS = {
    "add": Label("Add to an incantation", emoji="🧩", style=SUCCESS, verb="Add"),
    "begin": Label("Begin an incantation", emoji="✨", style=PRIMARY, verb="Begin with"),
    "discard": Label("Discard a card", emoji="🗑️", verb="Discard"),
    "negate": Label("Discard from your hand", emoji="🛡️", style=PRIMARY, verb="Discard"),
    "discard-top": Label(f"Discard the top {TOP} of the deck", emoji="🎴", style=DANGER),
}

MOST_OFFERS = 20  # buttons: a message has room for no more

FIELDS = {
    ("add", "incantation"): "To which incantation?",
    ("begin", "card"): "With which card?",
    ("discard", "card"): "Which card goes?",
}


def _field(view: View, tag: str, field: str) -> str:
    return FIELDS.get((tag, field), "Which card?")


def _value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    value = getattr(move, field)
    if field == "incantation":
        cards = ", ".join(map(short, view.table.incantations[value]))
        return Label(f"incantation {value + 1}", detail=cards)
    return Label(short(value), detail=_negating(view, value) if spell(move)[0] == "negate" else None)


def _phrase(view: View, names: Sequence[str], move: Data) -> Label | None:
    """On one's turn: a row of buttons for each card of the hand."""
    assert view.mine is not None
    match move:
        case Add(card, incantation):
            return Label(f"{short(card)} to incantation {incantation + 1}")
        case Begin(card) | Discard(card):
            return Label(short(card))
    return None


def _offers(view: View, names: Sequence[str], legal: Sequence[Data]) -> list[Offer]:
    """On one's turn every move at once, however many: in their rows they are soon found."""
    offers: list[Offer] = []
    for move in legal if view.table.step == "play" and len(legal) <= MOST_OFFERS else ():
        kind, label = KINDS[spell(move)[0]], _phrase(view, names, move)
        assert label
        text = f"{kind.verb} {label.text}"
        label = replace(label, text=text, emoji=kind.emoji, style=kind.style)
        offers.append(Offer(label, (move,), _risky(view, move)))
    return offers


def _risky(view: View, move: Data) -> str | None:
    table = view.table
    if isinstance(move, DiscardTop) and table.deck_size - TOP < HAND - table.hand_size:
        return "Discard the top of the deck? Then there is nothing left to draw: that ends the game."
    if not table.deck_size and not _wins(view, move):
        return "The deck is empty, and then you must draw: that ends the game. Do it anyway?"
    return None


def _wins(view: View, move: Data) -> bool:
    sets = view.table.incantations
    last = sum(len(cards) == SIZE for cards in sets) == GOAL - 1
    return last and isinstance(move, Add) and len(sets[move.incantation]) == SIZE - 1


def _negating(view: View, card: int) -> str:
    """How a card negates the Wyrms card, and what it would be good for otherwise."""
    assert view.table.wyrm is not None
    how = "against any" if card == EXCUSE else f"by {listed(ways(view.table.wyrm, card))}"
    sets = [str(number + 1) for number, cards in enumerate(view.table.incantations) if card in continuations(cards)]
    return f"{how}; it would go on {listed(sets)}" if sets and card != EXCUSE else how


def _ask(view: View, names: Sequence[str]) -> str:
    table = view.table
    match table.step:
        case "play":
            return "Play a card to an incantation, or discard one."
        case "negate":
            assert table.wyrm is not None
            suits = [SUITS[suit] for suit in CARDS[table.wyrm].suits if suit != WYRMS]
            by_suit = f"of {' or '.join(suits)}, " if suits else ""
            return (
                f"Negate {card_name(table.wyrm)}: discard a card {by_suit}of its rank or more, the Excuse, or the top "
                f"{TOP} of the {table.deck_size} in the deck."
            )
        case _:
            return "The game is over."


def _conceded(view: View) -> str:
    done = sum(len(cards) == SIZE for cards in view.table.incantations)
    return f"Given up with {done} of {GOAL} incantations finished."


BEGUN, ADDED, FINISHED, DISCARDED = "✨", "🟦", "⭐", "⬛"


def _story(events: Sequence[Event]) -> str:
    """A sign a turn: what was done by choice. When the wyrms rose would tell where they lie in the deck."""
    signs = list[str]()
    for event in events:
        match event:
            case Begun():
                signs.append(BEGUN)
            case Added():
                signs.append(ADDED)
            case Finished():
                signs[-1] = FINISHED
            case Discarded():
                signs.append(DISCARDED)
    return "".join(signs)


def _aim(view: View) -> str:
    done = sum(len(cards) == SIZE for cards in view.table.incantations)
    return (
        f"Finish {GOAL} incantations of {SIZE} cards each before the deck runs out: {done} done, "
        f"{amount(view.table.deck_size, 'card')} left to draw."
    )


WORDS = Words[Options, View, Event](
    colour=0xB03A48,
    short="Wyrms",
    blurb="The wyrms gather outside the world. Finish four incantations before the deck runs out. For one.",
    minutes=10,
    difficulty="easy",
    options={},
    kinds=KINDS,
    ask=_ask,
    aim=_aim,
    field=_field,
    value=_value,
    phrase=_phrase,
    risky=_risky,
    offers=_offers,
    conceded=_conceded,
    private=lambda view: False,
    story=_story,
    signs=f"incantations: {BEGUN} begun, {ADDED} a card added, {FINISHED} finished; {DISCARDED} a card discarded",
    rules=(
        Page(
            "Advent of the Wyrms",
            f"A game for one by **Shane Lelwica-Hebeisen**. {CREDIT} All 45 cards are in play.\n\n"
            "Four incantations keep the wyrms out of the world. An **incantation** is three cards that all share a "
            "suit, played in rising rank. An Ace is 1, Crowns are 10, Pawns 11, Courts 12. Up to "
            "five may be in progress at a time, and a card once played stays where it is.\n\n"
            "The **Excuse** is wild: it takes any place where a rank is left for it. The picture shows what it can "
            "still stand for, and under each incantation what fits next.",
        ),
        Page(
            "Your turn, and the wyrms",
            "Play one of your four cards to an incantation, or discard one. Then you draw.\n\n"
            "No card of the suit of Wyrms ever joins your hand. When you draw one, **negate** it by one of these:\n"
            "- discard a card that shares its other suit (the Ace of Wyrms and the Calamity have none);\n"
            "- discard a card of its rank or more;\n"
            f"- discard the top {TOP} of the deck, but only set aside the Wyrms cards among them;\n"
            "- discard the Excuse.\n"
            "What was set aside goes back into the deck when your hand is full.\n"
            "Then you draw until you hold four again. Each Wyrms card on the way is negated like the first. An empty "
            "hand is spared: while it is refilled, Wyrms cards are set aside without being negated.",
        ),
        Page(
            "Winning and losing",
            "The fourth incantation wins at once; your score is the number of cards left in the deck.\n\n"
            "When you must draw and the deck is empty, the wyrms are back and the game is lost. Cards set aside don't "
            "save it.",
        ),
        Page(
            "How we read the rules",
            "Where the rules leave something open, this hall plays it so:\n"
            "- Ranks in an incantation rise strictly; it needn't be possible to finish it, but it holds its place.\n"
            "- A finished incantation doesn't count towards the five.\n"
            "- Nothing is declared for the Excuse: some rank must be free between its neighbours, and the other cards "
            "must share a suit.\n"
            "- A Wyrms card that was negated is discarded, never set aside.\n"
            "- The top of the deck may be discarded even when fewer than two cards are left.\n"
            "- All that was set aside goes back together, once the hand is full; otherwise the deck isn't shuffled.\n"
            "- A win with no card left ranks above every loss.",
        ),
    ),
)

TURNS = Turns(GAME.key, "wyrm-advent")
TURNS.add("begin", "Begin an incantation with a card of your hand", card=asks("A card of your hand", "begin"))
TURNS.add(
    "add",
    "Add a card of your hand to an incantation in progress",
    card=asks("A card of your hand, and the incantation", "add"),
)
TURNS.add("discard", "Discard a card instead of playing one", card=asks("A card of your hand", "discard"))
TURNS.add(
    "negate",
    "Negate the Wyrms card that you drew",
    by=asks("A card of your hand that can, or the top of the deck", "negate", "discard-top"),
)
