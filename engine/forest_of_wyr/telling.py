"""What happened, in words."""

from ..sentences import amount, sentence
from .cards import SHARD_USES, VALUES, card_name, card_names, card_signs
from .events import (
    Attacked,
    Calm,
    Defended,
    Event,
    Flew,
    Freed,
    GaveUp,
    Invoked,
    Landed,
    Lost,
    Mirrored,
    PickedUp,
    Redrawn,
    Reshuffled,
    Seen,
    Strode,
    TurnedUp,
    Walked,
    Withstood,
)
from .map import SPACES, space_name


def tell(event: Event) -> str:
    words = _of_ravens(event) or _of_the_wanderer(event)
    assert words, event
    return words


def _of_ravens(event: Event) -> str | None:
    """The ravens' flights and attacks, and the defence."""
    match event:
        case TurnedUp(round_, card):
            return f"Round {round_}, {card_signs([card])}: the ravens fly {VALUES[card]} spaces."
        case Calm(round_):
            return f"Round {round_}: the winds are still. No raven flies."
        case Flew(origin, to):
            return f"A raven flew from {SPACES[origin].code} to {SPACES[to].code}."
        case Reshuffled(deck):
            return f"The {deck} deck was reshuffled."
        case Attacked(cards):
            values = [VALUES[card] for card in cards]
            return f"A raven attacks with {' + '.join(map(str, values))}{f' = {sum(values)}' if cards[1:] else ''}."
        case Defended(card, defence, strength):
            return f"{sentence(card_name(card))} played: defence {defence} against {strength}."
        case Freed(shard):
            return f"The raven is free! It gave back {card_name(shard)}: {SHARD_USES[shard]}."
        case Withstood(0):
            return "The attack did no damage. The raven stays."
        case Withstood(damage, health):
            return f"{damage} damage: {health} health left. The raven stays."
        case Redrawn(old, new_, strength):
            return f"Redrawn: {card_signs(new_)} for {card_signs(old)}. The attack is now {strength}."
        case Mirrored(card, defence, strength):
            return f"Cheval Glass drew the {card_name(card)}: defence {defence} against {strength}."
    return None


def _of_the_wanderer(event: Event) -> str | None:
    match event:
        case Invoked(card):
            return f"The wanderer used {card_name(card)}."
        case Seen(count, None):
            return f"The wanderer looked at the next {amount(count, 'spellshard')}."
        case Seen(_, tuple(shards)):
            return f"The next spellshards: {card_names(shards)}."
        case Landed(space, escaped):
            return f"The wanderer {'escaped' if escaped else 'flew'} to {space_name(space)}."
        case PickedUp(cards):
            return f"All played cards came back to the hand: {amount(len(cards), 'card')}."
        case Strode(card, reach):
            return f"{sentence(card_name(card))} played to walk: up to {amount(reach, 'step')}."
        case Walked(space, 0):
            return f"The wanderer stayed at {space_name(space)}."
        case Walked(space, steps):
            return f"The wanderer walked {amount(steps, 'step')} to {space_name(space)}."
        case Lost():
            return "The last night is over, and the wood has closed."
        case GaveUp():
            return "The wanderer gave up."
    return None
