"""What happened, in words."""

from .cards import VALUES, card_name, card_names
from .map import space_name
from .pieces import (
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


def tell(event: Event) -> str:
    match event:
        case TurnedUp(round_, card):
            return f"Round {round_}: the {card_name(card)}. The ravens fly {VALUES[card]} spaces."
        case Calm(round_):
            return f"Round {round_}: the winds have subsided, and no raven flies."
        case Flew(origin, to):
            return f"A raven flies from {space_name(origin)} to {space_name(to)}."
        case Reshuffled(deck):
            return f"The {deck} deck is shuffled anew."
        case Attacked(cards):
            return f"A raven attacks with {sum(VALUES[card] for card in cards)}: {card_names(cards)}."
        case Defended(card, defence, strength):
            return f"Defence with the {card_name(card)}: {defence} against {strength}."
        case Freed(shard):
            return f"The raven is freed, and gives back {card_name(shard)}."
        case Withstood(0):
            return "The attack is over. No harm is done, and the raven stays."
        case Withstood(damage, health):
            return f"The attack is over. It costs {damage} health: {health} left. The raven stays."
        case Invoked(card):
            return f"The wanderer invokes {card_name(card)}."
        case Mirrored(card, defence, strength):
            return f"The glass shows the {card_name(card)}: defence {defence} against {strength}."
        case Redrawn(old, new_, strength):
            return f"Drawn anew: {card_names(new_)} for {card_names(old)}. The attack's strength is now {strength}."
        case Seen(count, None):
            return f"The wanderer looks at the top {count} of the spellshards."
        case Seen(_, tuple(shards)):
            return f"You see, next first: {card_names(shards)}."
        case Landed(space, escaped):
            return f"The wanderer {'escapes' if escaped else 'flies'} to {space_name(space)}."
        case PickedUp(cards):
            return f"The discard pile is picked up: {_count(len(cards), 'card')}."
        case Strode(card, reach):
            return f"The {card_name(card)} is played to move: up to {_count(reach, 'step')}."
        case Walked(space, 0):
            return f"The wanderer stays at {space_name(space)}."
        case Walked(space, steps):
            return f"The wanderer walks {_count(steps, 'step')} to {space_name(space)}."
        case Lost():
            return "The last night is over, and the wanderer is lost in the wood."
        case GaveUp():
            return "The wanderer gives up."
    raise AssertionError(event)


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
