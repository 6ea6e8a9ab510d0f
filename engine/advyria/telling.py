"""What happened, in words."""

from collections import Counter

from languages import listed

from ..sentences import amount
from .cards import ADVENTURES, CARDS, COLOURS, FIRST_ADVENTURE_CARD, GOLD, HEROES, JOKER, PLURALS, WIZARD, card_name
from .events import (
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
from .land import SPACES


def tell(event: Event) -> str:
    sentence = _of_cards(event) or _of_places(event) or _of_players(event)
    assert sentence, event
    return sentence


def _of_cards(event: Event) -> str | None:
    """What was drawn, played and discarded."""
    match event:
        case Drew(seat, count, None):
            return f"{{{seat}}} drew {amount(count, 'card')}."
        case Drew(_, _, cards, audience=(_,)):
            return f"You drew {_card_names(cards)}."
        case Drew(seat, _, cards):
            return f"{{{seat}}} drew {_card_names(cards)}."
        case PileEmptied(finale):
            follows = "the grand finale starts after this turn" if finale else "the game ends after this turn"
            return f"The draw pile is empty: {follows}."
        case FinaleBegan():
            return "The grand finale: no more free cards. Pay a Wizard to draw three."
        case Reshuffled(count):
            return f"The discards are the new draw pile: {amount(count, 'card')}, shuffled."
        case PlayedSet(seat, kind, size, jokers):
            return f"{{{seat}}} played {_set(kind, size, jokers)}."
        case PlayedWizard(seat, joker):
            return (
                f"{{{seat}}} played a {card_name(JOKER)} as a {card_name(WIZARD)}."
                if joker
                else (f"{{{seat}}} played a {card_name(WIZARD)}.")
            )
        case PlayedAdventure(seat, adventure):
            return f"{{{seat}}} played {ADVENTURES[adventure].name} for its colour, {_colour(adventure)}."
        case PaidWizard(seat):
            return f"{{{seat}}} paid a {card_name(WIZARD)}. It leaves the game."
        case Discarded(seat, card):
            return f"{{{seat}}} discarded {_some(card, 1)}."
        case Idled(seat):
            return f"{{{seat}}} drew and played nothing."
    return None


def _of_places(event: Event) -> str | None:
    """Where somebody went, and what they found there."""
    match event:
        case Settled(seat, space):
            return f"{{{seat}}} set out from {_place(space)}."
        case Rolled(seat, roll):
            return f"{{{seat}}} rolled a {roll}."
        case Went(seat, origin, space):
            return (
                f"{{{seat}}} stayed at {_place(space)}." if space == origin else f"{{{seat}}} went to {_place(space)}."
            )
        case Found(seat, space, tile, fresh):
            return _found(seat, space, tile, fresh)
        case Completed(seat, _, adventure):
            return f"{{{seat}}} completed {ADVENTURES[adventure].name}!"
        case LeftBehind(seat, space, adventure):
            return f"{{{seat}}} left {ADVENTURES[adventure].name} at {_place(space)}."
        case LastTile():
            return "That was the last quest tile: the game ends after this turn."
        case Looked(_, space, int(tile)):
            return f"You looked at {_place(space)}: {_tile(tile)}."
        case Looked(seat, space):
            return f"{{{seat}}} looked at the tile at {_place(space)}."
    return None


def _of_players(event: Event) -> str | None:
    """What changed of a player: their level, villages and losses, and what others did to them."""
    match event:
        case Raised(seat, level, losses):
            return f"{{{seat}}} may now keep {level} cards and has {_losses(losses)}."
        case Eased(seat, losses):
            return f"{{{seat}}} is down to {_losses(losses)}."
        case Turned(seat, count):
            return f"{{{seat}}} flipped {_villages(count)} to gold."
        case Robbed(seat, victim, count, None):
            return f"Unfriendly manoeuvre: {{{seat}}} took {amount(count, 'card')} from {{{victim}}}'s hand."
        case Robbed(seat, victim, _, cards):
            return f"Unfriendly manoeuvre: {{{seat}}} took {_card_names(cards)} from {{{victim}}}'s hand."
        case Sent(seat, victim, space):
            return f"{{{seat}}} sent {{{victim}}} back to {_place(space)}."
        case HeroShown(seat, hero):
            return f"{{{seat}}}'s hero was {HEROES[hero].name}."
    return None


def _place(space: int) -> str:
    return f"{SPACES[space].name} ({SPACES[space].code})"


def _tile(tile: int) -> str:
    return "gold" if tile == GOLD else f"{ADVENTURES[tile].name} ({_colour(tile)})"


def _found(seat: int, space: int, tile: int, fresh: bool) -> str:
    if tile == GOLD:
        return f"{{{seat}}} found gold at {_place(space)}: 1 village to flip."
    how = "turned up" if fresh else "reached"
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


def _card_names(cards: tuple[int, ...] | None) -> str:
    counts = sorted(Counter(cards or ()).items())
    names = [f"{count} {_some(card, count)}" if count > 1 else _some(card, 1) for card, count in counts]
    return listed(names or ["nothing"])


def _losses(count: int) -> str:
    return "1 loss" if count == 1 else f"{count or 'no'} losses"


def _villages(count: int) -> str:
    return amount(count, "village") if count else "no village"


def _colour(adventure: int) -> str:
    return COLOURS[ADVENTURES[adventure].colour]
