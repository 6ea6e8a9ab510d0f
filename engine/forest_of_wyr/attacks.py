"""Phase 2, and the attacks of phase 3: a raven attacks, and the wanderer frees it or withstands it."""

from languages import later, say

from ..game import IllegalMove
from ..records import replace
from .cards import VALUES
from .choices import counting, fitting, may_free, require_card
from .draft import Draft
from .events import Attacked, Defended, Freed, Reshuffled, Withstood
from .movement import begin_movement
from .state import Attack


def begin_attacks(draft: Draft) -> None:
    table = draft.table
    draft.table = replace(table, phase=2, yet_to_attack=table.ravens.count(table.wanderer))
    next_attack(draft)


def next_attack(draft: Draft) -> None:
    """Go on after an attack: in phase 2 with the next attack or phase 3, in phase 3 with the player's next action."""
    table = draft.table
    if table.phase == 3:
        draft.table = replace(table, step="act")
    elif table.yet_to_attack:
        draft.table = replace(table, yet_to_attack=table.yet_to_attack - 1)
        _begin_attack(draft)
    else:
        begin_movement(draft)


def free(draft: Draft) -> None:
    if not may_free(draft.table):
        raise IllegalMove(say("There's no raven here left to fight this round."))
    draft.table = replace(draft.table, moved=True)
    _begin_attack(draft)


def _begin_attack(draft: Draft) -> None:
    draft.table = replace(draft.table, attack=Attack())
    before_draw(draft)


def before_draw(draft: Draft) -> None:
    """Draw the attack, but ask the player first if a spellshard can be invoked."""
    draft.table = replace(draft.table, step="draw")
    if not fitting(draft.table):
        draw_attack(draft)


def draw_attack(draft: Draft) -> None:
    attack = attack_on(draft)
    more = len(draft.table.ravens) if attack.alliance else draft.table.freed
    cards = draw_strength(draft, 1 + more)
    draft.events.append(Attacked(cards))
    draft.table = replace(draft.table, step="defend", attack=replace(attack, cards=cards))


def draw_strength(draft: Draft, count: int) -> tuple[int, ...]:
    """Draw from the strength deck. When it is used up, its discards are shuffled, without the cards on the table."""
    deck = draft.state.strength_deck
    cards = deck[:count]
    draft.state = replace(draft.state, strength_deck=deck[count:])
    missing = count - len(cards)
    if not missing:
        return cards
    draft.events.append(Reshuffled("strength"))
    shuffles = draft.table.strength_shuffles + 1
    deck = draft.chance.shuffled(f"strength/{shuffles}", sorted(draft.table.strength_discards))
    draft.table = replace(draft.table, strength_discards=(), strength_shuffles=shuffles)
    draft.state = replace(draft.state, strength_deck=deck[missing:])
    return (*cards, *deck[:missing])


def defend(draft: Draft, card: int) -> None:
    require_card(counting(draft.table.hand), card, later("That card isn't in your hand, or it can't defend you."))
    defend_with(draft, card, VALUES[card])


def defend_with(draft: Draft, card: int, value: int) -> None:
    """Play a card of the hand that counts `value` for defence."""
    table, attack = draft.table, attack_on(draft)
    attack = replace(attack, defence=attack.defence + value)
    draft.events.append(Defended(card, attack.defence, attack.strength))
    hand = tuple([other for other in table.hand if other != card])
    draft.table = replace(table, hand=hand, discard=(*table.discard, card), attack=attack)
    compare(draft)


def compare(draft: Draft) -> None:
    """If the defence is greater, the raven is freed and the attack is over; else the player goes on defending."""
    attack = attack_on(draft)
    if attack.defence <= attack.strength:
        draft.table = replace(draft.table, step="defend")
        return
    _free_raven(draft)
    end_attack(draft)
    if draft.table.freed < draft.table.wanted:
        next_attack(draft)
    else:
        draft.table = replace(draft.table, step="over", ending="won")


def _free_raven(draft: Draft) -> None:
    table, (shard, *rest) = draft.table, draft.state.shard_deck
    draft.events.append(Freed(shard))
    draft.state = replace(draft.state, shard_deck=tuple(rest))
    ravens = list(table.ravens)
    ravens.remove(table.wanderer)
    draft.table = replace(table, ravens=tuple(ravens), discard=(*table.discard, shard), known=max(0, table.known - 1))


def withstand(draft: Draft) -> None:
    """The player stops defending: the raven stays, and does the damage that isn't parried."""
    table, attack = draft.table, attack_on(draft)
    damage = attack.strength - attack.defence
    if attack.halved:
        damage //= 2
    health = max(0, table.health - damage)
    draft.events.append(Withstood(damage, health))
    draft.table = replace(table, health=health, tried_in_vain=table.tried_in_vain + (table.phase == 3))
    end_attack(draft)
    if health:
        next_attack(draft)
    else:
        draft.table = replace(draft.table, step="over", ending="fallen")


def end_attack(draft: Draft) -> None:
    """Discard the cards of the attack, and end it."""
    discards = (*draft.table.strength_discards, *attack_on(draft).cards)
    draft.table = replace(draft.table, attack=None, strength_discards=discards)


def attack_on(draft: Draft) -> Attack:
    """The attack in progress."""
    assert draft.table.attack is not None
    return draft.table.attack
