"""What happened, in words."""

from collections.abc import Sequence

from languages import say, say_many

from ..sentences import sentence
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
    words = _of_ravens(event) or _of_shards(event) or _of_the_wanderer(event)
    assert words, event
    return words


def _of_ravens(event: Event) -> str | None:
    """The ravens' flights and attacks, and the defence."""
    match event:
        case TurnedUp(round_, card):
            return say_many(
                "Round {round}, {card}: the ravens fly {count} space.",
                "Round {round}, {card}: the ravens fly {count} spaces.",
                VALUES[card],
                round=round_,
                card=card_signs([card]),
            )
        case Calm(round_):
            return say("Round {round}: the winds are still. No raven flies.", round=round_)
        case Flew(origin, to):
            return say("A raven flew from {start} to {end}.", start=SPACES[origin].code, end=SPACES[to].code)
        case Reshuffled("flight"):
            return say("The flight deck was reshuffled.")
        case Reshuffled("strength"):
            return say("The strength deck was reshuffled.")
        case Attacked(cards):
            return say("A raven attacks with {strength}.", strength=_added([VALUES[card] for card in cards]))
        case Defended(card, defence, strength):
            return sentence(
                say(
                    "{card} played: defence {defence} against {strength}.",
                    card=card_name(card),
                    defence=defence,
                    strength=strength,
                )
            )
        case Withstood(0):
            return say("The attack did no damage. The raven stays.")
        case Withstood(damage, health):
            return say("{damage} damage: {health} health left. The raven stays.", damage=damage, health=health)
    return None


def _added(values: Sequence[int]) -> str:
    """A sum in words: "4 + 2 = 6"."""
    return " + ".join(map(str, values)) + (f" = {sum(values)}" if values[1:] else "")


def _of_shards(event: Event) -> str | None:
    """Spellshards, and what they do."""
    match event:
        case Freed(shard):
            return say(
                "The raven is free! It gave back {shard}: {use}.", shard=card_name(shard), use=say(SHARD_USES[shard])
            )
        case Invoked(card):
            return say("The wanderer used {shard}.", shard=card_name(card))
        case Redrawn(old, new_, strength):
            return say(
                "Redrawn: {drawn} for {discarded}. The attack is now {strength}.",
                drawn=card_signs(new_),
                discarded=card_signs(old),
                strength=strength,
            )
        case Mirrored(card, defence, strength):
            return say(
                "Cheval Glass drew the {card}: defence {defence} against {strength}.",
                card=card_name(card),
                defence=defence,
                strength=strength,
            )
        case Seen(count, None):
            return say_many(
                "The wanderer looked at the next {count} spellshard.",
                "The wanderer looked at the next {count} spellshards.",
                count,
            )
        case Seen(_, tuple(shards)):
            return say("The next spellshards: {shards}.", shards=card_names(shards))
        case Landed(space, True):
            return say("The wanderer escaped to {space}.", space=space_name(space))
        case Landed(space):
            return say("The wanderer flew to {space}.", space=space_name(space))
    return None


def _of_the_wanderer(event: Event) -> str | None:
    match event:
        case PickedUp(cards):
            return say_many(
                "All played cards came back to the hand: {count} card.",
                "All played cards came back to the hand: {count} cards.",
                len(cards),
            )
        case Strode(card, reach):
            return sentence(
                say_many(
                    "{card} played to walk: up to {count} step.",
                    "{card} played to walk: up to {count} steps.",
                    reach,
                    card=card_name(card),
                )
            )
        case Walked(space, 0):
            return say("The wanderer stayed at {space}.", space=space_name(space))
        case Walked(space, steps):
            return say_many(
                "The wanderer walked {count} step to {space}.",
                "The wanderer walked {count} steps to {space}.",
                steps,
                space=space_name(space),
            )
        case Lost():
            return say("The last night is over, and the wood has closed.")
        case GaveUp():
            return say("The wanderer gave up.")
    return None
