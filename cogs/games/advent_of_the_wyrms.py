"""Advent of the Wyrms on Discord: its words, its rules pages, its slash commands."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from engine import Data, Seat
from engine.advent_of_the_wyrms.events import (
    Added,
    Begun,
    Discarded,
    Drew,
    Event,
    Finished,
    Negated,
    NegatedByTop,
    RanOut,
    Rose,
    SetAside,
)
from engine.advent_of_the_wyrms.incantations import GOAL, HAND, SIZE, TOP, continuations, fits_next, ways
from engine.advent_of_the_wyrms.moves import Add, Begin, Discard, DiscardTop, Negate
from engine.advent_of_the_wyrms.state import Options, View
from engine.decktet import EXCUSE, RANKS, bare_name, bare_names, card_in_brief, short_name
from languages import labelled, later, listed, say, say_many

from ..screens.screen import Style
from .rules import pages
from .words import Label, Offer, Story, Weight, Words, move_path

PRIMARY, SUCCESS = Style.PRIMARY, Style.SUCCESS

KINDS = {
    # Translators: the number of an incantation follows "Add to", and the card: "Add to 1: Author 2, Moons Knots"
    "add": Label(later("Add to an incantation"), style=SUCCESS, verb=later("Add to")),
    # Translators: a card follows "Begin with"
    "begin": Label(later("Begin an incantation"), emoji="✨", verb=later("Begin with")),
    # Translators: a card follows "Discard"
    "discard": Label(later("Discard a card"), emoji="🗑️", verb=later("Discard")),
    "negate": Label(later("Discard from your hand"), emoji="🛡️", style=PRIMARY, verb=later("Discard")),
    "discard-top": Label(later("Discard from the deck")),
}

SEVERAL = 2  # spells negated are told as one story
ADDS = 3  # buttons: more ways to add are a menu, which leaves room for the other two

FIELDS = {
    "add.incantation": later("To which incantation?"),
    "begin.card": later("With which card?"),
    "discard.card": later("Which card goes?"),
    "negate.card": later("Discard from your hand"),
    "card": later("Which card?"),
}

BY = {  # ways to negate a Wyrms card
    ("suit",): later("by suit"),
    ("rank",): later("by rank"),
    ("suit", "rank"): later("by suit and rank"),
}


def _value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    value = getattr(move, field)
    if field == "incantation":
        cards = ", ".join(map(short_name, view.table.incantations[value]))
        # Translators: may stand after "Add to"
        return Label(say("incantation {number}", number=value + 1), detail=cards)
    return Label(card_in_brief(value), detail=_negating(view, value) if move_path(move)[0] == "negate" else None)


def _phrase(view: View, names: Sequence[str], move: Data) -> Label | None:
    """A complete move. Where the card goes comes first, because a phone cuts off the end of a long button."""
    match move:
        case Add(card, incantation):
            after = (*view.table.incantations[incantation], card)
            detail = say("finishes it") if len(after) == SIZE else _then(after)
            return Label(labelled(incantation + 1, card_in_brief(card)), detail)
        case Begin(card):
            return Label(card_in_brief(card), _then((card,)))
        case Discard(card):
            sets = _going_on(view, card)
            # Translators: a card could be laid on the incantations with these numbers
            return Label(card_in_brief(card), say("it would go on {numbers}", numbers=sets) if sets else None)
    return None


def _then(cards: Sequence[int]) -> str:
    # Translators: what an incantation needs after this card, such as "9 or more of Moons or Suns"
    return say("then next: {cards}", cards=fits_next((*cards,)))


def _kind(view: View, tag: str) -> Label | None:
    left = view.table.deck_size
    if tag != "discard-top":
        return None
    detail = say("its last card") if left else say("it is empty")
    if left >= TOP:
        # Translators: the cards that lie on top of the deck, which has {left} cards
        detail = say("top {count} of {left}", count=TOP, left=left)
    return replace(KINDS[tag].said(), detail=detail)


def _offers(view: View, names: Sequence[str], legal: Sequence[Data]) -> list[Offer]:
    """All moves of a turn: a button for each way to add a card, menus for the others. Of a negation, see `_run`.

    A card that finishes an incantation comes first, then the lowest one: a high one leaves little room above it.
    """
    if view.table.step == "negate":
        return _run(view, legal)
    adds = sum(isinstance(move, Add) for move in legal)
    offers: list[Offer] = []
    for move in sorted(legal, key=partial(_wastes, view)):
        kind, label = KINDS[move_path(move)[0]].said(), _phrase(view, names, move)
        assert label
        menu = None if isinstance(move, Add) and adds <= ADDS else kind.text
        # Translators: what a move does, such as "Discard", and what it concerns, such as a card
        whole = say("{does} {what}", does=kind.verb, what=label.text)
        text = label.text if menu and not isinstance(move, Add) else whole
        if isinstance(move, Add) and len(view.table.incantations[move.incantation]) == SIZE - 1:
            # Translators: the number of an incantation and the card that finishes it: "Finish 2: Author 2, Moons Knots"
            text, label = say("Finish {what}", what=label.text), replace(label, detail=None)
        offers.append(Offer(replace(label, text=text, style=kind.style), (move,), _risky(view, move), menu))
    return offers


def _run(view: View, legal: Sequence[Data]) -> list[Offer]:
    """While a spell can be negated with a card that goes on nothing: a button for that and for what comes up then."""
    spare = _spare(view, legal)
    if spare is None:
        return []
    # Translators: a card is discarded, and then others like it, as long as spells come up
    text = say("Discard {card}, then spares", card=short_name(spare.card))
    label = Label(text, say("what fits nothing, while spells come"), "⏩", PRIMARY)
    top, menu = _kind(view, "discard-top") or KINDS["discard-top"].said(), say("Or choose what goes")
    singles = [_value(view, (), move, "card") if isinstance(move, Negate) else top for move in legal]
    return [
        Offer(label, (spare,), then=_spare),
        *[Offer(label, (move,), _risky(view, move), menu) for move, label in zip(legal, singles, strict=True)],
    ]


def _spare(view: View, legal: Sequence[Data]) -> Negate | None:
    """The lowest card that negates the spell, and goes on none of the incantations that are begun; None if none does
    it for sure.
    """
    sets = [cards for cards in view.table.incantations if len(cards) < SIZE]
    useful = {EXCUSE, *chain.from_iterable(map(continuations, sets))}
    spare = [move for move in legal if isinstance(move, Negate) and move.card not in useful and not _risky(view, move)]
    return min(spare, key=lambda move: RANKS[move.card]) if sets and spare else None


def _wastes(view: View, move: Data) -> tuple[bool, int]:
    """Of two ways to add a card, the greater usually wastes more."""
    if not isinstance(move, Add):
        return True, 0
    return len(view.table.incantations[move.incantation]) < SIZE - 1, RANKS[move.card]


def _risky(view: View, move: Data) -> str | None:
    table = view.table
    if isinstance(move, DiscardTop) and table.deck_size - TOP < HAND - table.hand_size:
        return say("Discard the top of the deck? Then there is nothing left to draw: that ends the game.")
    if not table.deck_size and not _wins(view, move):
        return say("The deck is empty, and then you must draw: that ends the game. Do it anyway?")
    return None


def _finished(view: View) -> int:
    return sum(len(cards) == SIZE for cards in view.table.incantations)


def _wins(view: View, move: Data) -> bool:
    sets = view.table.incantations
    last = _finished(view) == GOAL - 1
    return last and isinstance(move, Add) and len(sets[move.incantation]) == SIZE - 1


def _negating(view: View, card: int) -> str:
    """How a card negates the Wyrms card, and which incantations it fits."""
    assert view.table.wyrm is not None
    if card == EXCUSE:
        return say("against any")
    how, sets = say(BY[ways(view.table.wyrm, card)]), _going_on(view, card)
    # Translators: how a card negates a spell, such as "by rank", and on which incantations it could be laid instead
    return say("{by_what}; it would go on {numbers}", by_what=how, numbers=sets) if sets else how


def _going_on(view: View, card: int) -> str:
    """The numbers of the incantations that this card fits."""
    sets = [str(number + 1) for number, cards in enumerate(view.table.incantations) if card in continuations(cards)]
    return listed(sets) if sets else ""


def _ask(view: View, names: Sequence[str]) -> str:
    table = view.table
    match table.step:
        case "play":
            return say("Play a card to an incantation, or discard one.")
        case "negate":
            assert table.wyrm is not None
            return say("Negate {card}: what do you discard?", card=bare_name(table.wyrm))
        case _:
            return say("The game is over.")


def _conceded(view: View) -> str:
    done = _finished(view)
    return say("Given up with {done} of {all} incantations finished.", done=done, all=GOAL)


def _reached(tiebreak: Sequence[int]) -> str:
    done, *_ = tiebreak
    # Translators: how far somebody came who lost; it may stand after "with", as in "Lost with 3 of 4 incantations"
    return say("{done} of {all} incantations", done=done, all=GOAL)


BEGUN, ADDED, FINISHED, DISCARDED = "✨", "🟦", "⭐", "⬛"


def _story(events: Sequence[Event]) -> str:
    """A sign for each turn: what the player chose. None says when the wyrms rose: that would show the deck's order."""
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


def _weight(event: Event, seat: Seat | None) -> Weight:
    match event:
        case RanOut() | NegatedByTop():
            return Weight.LOSS
        case Finished():
            return Weight.GAIN
        case Begun() | Added() | Discarded() | Rose() | Negated() | Drew() | SetAside():
            return Weight.ASIDE
    return Weight.NEWS


def _together(events: Sequence[Event]) -> Story | None:
    """Several spells that were negated since the player's last choice, and what that cost."""
    negated = [event for event in events if isinstance(event, Negated | NegatedByTop)]
    if len(negated) < SEVERAL:
        return None
    done = max(place for place, event in enumerate(events) if event is negated[-1])
    lines = [say_many("{count} spell negated.", "{count} spells negated.", len(negated))]
    if cards := [event.card for event in negated if isinstance(event, Negated)]:
        lines.append(say("Discarded: {cards}.", cards=bare_names(cards)))
    if lost := sum(len(event.cards) for event in negated if isinstance(event, NegatedByTop)):
        lines.append(say_many("The deck lost {count} card.", "The deck lost {count} cards.", lost))
    return Story(" ".join(lines), [*negated, *[event for event in events[:done] if isinstance(event, Rose)]])


NEARLY = 5  # cards left in the deck: with no more, a win was a close one


def _highlight(view: View, names: Sequence[str], events: Sequence[Event]) -> str:
    """How close it was; else how often the wyrms rose, and how often the deck negated them."""
    left = view.table.deck_size
    if view.table.step == "won" and left <= NEARLY:
        if not left:
            return say("Won with the last card of the deck.")
        return say_many("Only {count} card left in the deck.", "Only {count} cards left in the deck.", left)
    lacking = any(len(cards) == SIZE - 1 and continuations(cards) for cards in view.table.incantations)
    if view.table.step == "lost" and _finished(view) == GOAL - 1 and lacking:
        return say("One card was missing for {all} incantations.", all=GOAL)
    rose, by_top = (sum(isinstance(event, kind) for event in events) for kind in (Rose, NegatedByTop))
    if rose and by_top:
        return say_many(
            "{count} spell of the wyrms: the deck negated {negated}.",
            "{count} spells of the wyrms: the deck negated {negated}.",
            rose,
            negated=by_top,
        )
    return say_many("{count} spell of the wyrms.", "{count} spells of the wyrms.", rose) if rose else ""


def _aim(view: View) -> str:
    done = _finished(view)
    return say_many(
        "Finish {all} incantations of {size} cards each before the deck runs out: {done} done, {count} card left to "
        "draw.",
        "Finish {all} incantations of {size} cards each before the deck runs out: {done} done, {count} cards left to "
        "draw.",
        view.table.deck_size,
        all=GOAL,
        size=SIZE,
        done=done,
    )


WORDS = Words[Options, View, Event](
    colour=0xB03A48,
    short="Wyrms",
    blurb=later("The wyrms gather outside the world. Finish four incantations before the deck runs out."),
    command="wyrm-advent",
    in_short=later("Finish four incantations before the deck runs out"),
    minutes=10,
    difficulty="easy",
    options={},
    kinds=KINDS,
    ask=_ask,
    aim=_aim,
    fields=FIELDS,
    value=_value,
    phrase=_phrase,
    kind=_kind,
    risky=_risky,
    offers=_offers,
    conceded=_conceded,
    reached=_reached,
    story=_story,
    weight=_weight,
    together=_together,
    highlight=_highlight,
    signs=later("incantations: ✨ begun, 🟦 a card added, ⭐ finished; ⬛ a card discarded"),
    rules=pages("advent-of-the-wyrms"),
)
