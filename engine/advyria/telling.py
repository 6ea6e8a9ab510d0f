"""What happened, in words."""

from collections import Counter

from .cards import ADVENTURES, CARDS, COLOURS, FIRST_ADVENTURE_CARD, GOLD, HEROES, JOKER, PLURALS, WIZARD, card_name
from .land import SPACES
from .pieces import (
    Completed,
    Discarded,
    Drew,
    Eased,
    Event,
    FinaleBegan,
    Found,
    HeroShown,
    Idled,
    LastTile,
    LeftBehind,
    Looked,
    PaidWizard,
    PileEmptied,
    PlayedAdventure,
    PlayedSet,
    PlayedWizard,
    Raised,
    Reshuffled,
    Robbed,
    Rolled,
    Sent,
    Settled,
    Turned,
    Went,
)


def tell(event: Event) -> str:
    match event:
        case Settled(seat, space):
            return f"{{{seat}}} sets out from {_place(space)}."
        case Drew(seat, count, None):
            return f"{{{seat}}} draws {_cards(count)}."
        case Drew(_, _, cards, audience=(_,)):
            return f"You draw {_listed(cards)}."
        case Drew(seat, _, cards):
            return f"{{{seat}}} draws {_listed(cards)}."
        case PileEmptied(finale):
            follows = "the grand finale begins after this turn" if finale else "the game ends with this turn"
            return f"The draw pile is empty: {follows}."
        case FinaleBegan():
            return "The grand finale begins: whoever wants to draw pays a Wizard."
        case Reshuffled(count):
            return f"The discards, {_cards(count)}, are shuffled into a new draw pile."
        case PlayedSet(seat, kind, size, jokers):
            return f"{{{seat}}} plays {_set(kind, size, jokers)}."
        case PlayedWizard(seat, joker):
            return (
                f"{{{seat}}} plays a {card_name(JOKER)} as a {card_name(WIZARD)}."
                if joker
                else (f"{{{seat}}} plays a {card_name(WIZARD)}.")
            )
        case PlayedAdventure(seat, adventure):
            return f"{{{seat}}} plays {ADVENTURES[adventure].name} for its colour, {_colour(adventure)}."
        case PaidWizard(seat):
            return f"{{{seat}}} pays a {card_name(WIZARD)}: it leaves the game."
        case Raised(seat, level, losses):
            return f"The hand level of {{{seat}}} is now {level}, losses are {losses}."
        case Eased(seat, losses):
            return f"The losses of {{{seat}}} fall to {losses}."
        case Rolled(seat, roll):
            return f"{{{seat}}} rolls a {roll}."
        case Went(seat, origin, space):
            return (
                f"{{{seat}}} stays at {_place(space)}." if space == origin else f"{{{seat}}} goes to {_place(space)}."
            )
        case Found(seat, space, tile, fresh):
            return _found(seat, space, tile, fresh)
        case Completed(seat, _, adventure):
            return f"{{{seat}}} completes {ADVENTURES[adventure].name}!"
        case LeftBehind(seat, space, adventure):
            return f"{{{seat}}} leaves {ADVENTURES[adventure].name} at {_place(space)}."
        case LastTile():
            return "The last quest tile has left the board: the game ends with this turn."
        case Turned(seat, count):
            return f"{{{seat}}} turns {_villages(count)} to gold."
        case Looked(_, space, int(tile)):
            return f"You see {_tile(tile)} at {_place(space)}."
        case Looked(seat, space):
            return f"{{{seat}}} looks at the tile at {_place(space)}."
        case Robbed(seat, victim, count, None):
            return f"An unfriendly manoeuvre: {{{seat}}} draws {_cards(count)} from the hand of {{{victim}}}."
        case Robbed(seat, victim, _, cards):
            return f"From the hand of {{{victim}}} to that of {{{seat}}}: {_listed(cards)}."
        case Sent(seat, victim, space):
            return f"{{{seat}}} sends {{{victim}}} back to {_place(space)}."
        case Discarded(seat, card):
            return f"{{{seat}}} discards {_some(card, 1)}."
        case Idled(seat):
            return f"{{{seat}}} neither draws nor plays."
        case HeroShown(seat, hero):
            return f"The hero of {{{seat}}} is {HEROES[hero].name}."
    raise AssertionError(event)


def _place(space: int) -> str:
    return f"{SPACES[space].name} ({SPACES[space].code})"


def _tile(tile: int) -> str:
    return "gold" if tile == GOLD else f"{ADVENTURES[tile].name} ({_colour(tile)})"


def _found(seat: int, space: int, tile: int, fresh: bool) -> str:
    if tile == GOLD:
        return f"{{{seat}}} finds gold at {_place(space)}: a village to turn."
    how = "turns up" if fresh else "stands before"
    return f"{{{seat}}} {how} {_tile(tile)}."


def _set(kind: int, size: int, jokers: int) -> str:
    if not jokers:
        return f"{size} {PLURALS[kind]}"
    which = "all" if jokers == size else "one" if jokers == 1 else jokers
    return f"{size} {PLURALS[kind]}, {which} of them {_some(JOKER, jokers)}"


def _some(card: int, count: int) -> str:
    if card >= FIRST_ADVENTURE_CARD:
        return card_name(card)
    return f"a {CARDS[card]}" if count == 1 else PLURALS[card]


def _listed(cards: tuple[int, ...] | None) -> str:
    counts = sorted(Counter(cards or ()).items())
    *names, last = [f"{count} {_some(card, count)}" if count > 1 else _some(card, 1) for card, count in counts] or [
        "none"
    ]
    return f"{', '.join(names)} and {last}" if names else last


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _villages(count: int) -> str:
    return "no village" if count == 0 else "1 village" if count == 1 else f"{count} villages"


def _colour(adventure: int) -> str:
    return COLOURS[ADVENTURES[adventure].colour]
