"""What the spellshards do."""

from collections.abc import Callable, Mapping

from languages import later, say

from ..game import IllegalMove
from ..records import replace
from .attacks import attack_on, before_draw, compare, defend_with, draw_strength, end_attack, next_attack
from .cards import ALLIANCE, ASPECT, BALANCE, BALANCED, GLASS, ORACLE, SUN, VALUES, WINDS, WINGS
from .choices import jack_of, require_card, require_fitting, require_space
from .draft import Draft
from .events import Invoked, Landed, Mirrored, Redrawn, Seen


def invoke(draft: Draft, card: int) -> None:
    table = draft.table
    require_fitting(table, card)
    draft.events.append(Invoked(card))
    hand = tuple([other for other in table.hand if other != card])
    if card == WINGS:  # the only one that comes back
        draft.table = replace(table, hand=hand, discard=(*table.discard, card))
    else:
        draft.table = replace(table, hand=hand, gone=(*table.gone, card))
    _EFFECTS[card](draft)


def _oracle_of_visions(draft: Draft) -> None:
    seen = draft.state.shard_deck[:3]
    draft.events += (Seen(len(seen)), Seen(len(seen), seen, audience=(0,)))
    draft.table = replace(draft.table, known=len(seen), put_back=0)
    if len(seen) > 1:
        draft.table = replace(draft.table, step="look")
    else:
        _resume(draft)


def put_on_top(draft: Draft, card: int) -> None:
    """Oracle of Visions: put back the next of the spellshards seen."""
    table, shards = draft.table, list(draft.state.shard_deck)
    place = table.put_back
    require_card(shards[place : table.known], card, later("Choose one of the spellshards you see."))
    shards.remove(card)
    shards.insert(place, card)
    draft.state = replace(draft.state, shard_deck=tuple(shards))
    if place + 2 < table.known:
        draft.table = replace(table, put_back=place + 1)
    else:  # the last one has only one place to go
        draft.table = replace(table, put_back=0)
        _resume(draft)


def _restoring_balance(draft: Draft) -> None:
    jack = jack_of(draft.table.hand)
    assert jack is not None
    defend_with(draft, jack, BALANCED)


def _aspect_construction(draft: Draft) -> None:
    draft.table = replace(draft.table, step="renew")


def renew(draft: Draft, card: int) -> None:
    """Aspect Construction: choose one more card to be drawn again."""
    attack = attack_on(draft)
    rest = [other for other in attack.cards if other not in attack.renewed]
    require_card(rest, card, later("Choose a strength card of this attack that you haven't chosen yet."))
    draft.table = replace(draft.table, attack=replace(attack, renewed=(*attack.renewed, card)))


def redraw(draft: Draft) -> None:
    """Aspect Construction: discard the chosen cards, and draw as many."""
    table, attack = draft.table, attack_on(draft)
    old = attack.renewed
    if not old:
        raise IllegalMove(say("Choose at least one strength card to redraw."))
    kept = tuple([card for card in attack.cards if card not in old])
    draft.table = replace(table, strength_discards=(*table.strength_discards, *old))
    drawn = draw_strength(draft, len(old))
    attack = replace(attack, cards=(*kept, *drawn), renewed=())
    draft.events.append(Redrawn(old, drawn, attack.strength))
    draft.table = replace(draft.table, attack=attack)
    compare(draft)


def _sun_in_winter(draft: Draft) -> None:
    draft.table = replace(draft.table, attack=replace(attack_on(draft), halved=True))


def _cheval_glass(draft: Draft) -> None:
    (card,) = draw_strength(draft, 1)
    table, attack = draft.table, attack_on(draft)
    attack = replace(attack, defence=attack.defence + VALUES[card])
    draft.events.append(Mirrored(card, attack.defence, attack.strength))
    draft.table = replace(table, strength_discards=(*table.strength_discards, card), attack=attack)
    compare(draft)


def _subsided_winds(draft: Draft) -> None:
    draft.table = replace(draft.table, winds_subsided=True)
    _resume(draft)


def _binding_alliance(draft: Draft) -> None:
    draft.table = replace(draft.table, attack=replace(attack_on(draft), alliance=True))
    before_draw(draft)


def _wings_of_the_raven(draft: Draft) -> None:
    draft.table = replace(draft.table, step="land")


def land(draft: Draft, space: int) -> None:
    """Wings of the Raven. In an attack they end it, and no raven attacks again in this phase."""
    table = draft.table
    require_space(space)
    if space == table.wanderer:
        raise IllegalMove(say("You are there already. Choose another space."))
    escaped = table.attack is not None
    draft.events.append(Landed(space, escaped))
    draft.table = replace(table, wanderer=space, tried_in_vain=0)
    if escaped:
        end_attack(draft)
        draft.table = replace(draft.table, yet_to_attack=0, attacks_over=table.phase == 3)
        next_attack(draft)
    else:
        draft.table = replace(draft.table, step="act")


def _resume(draft: Draft) -> None:
    """Go on with what the spellshard interrupted."""
    attack = draft.table.attack
    if attack is None:
        draft.table = replace(draft.table, step="act")
    elif attack.cards:
        draft.table = replace(draft.table, step="defend")
    else:
        before_draw(draft)


_EFFECTS: Mapping[int, Callable[[Draft], None]] = {
    ORACLE: _oracle_of_visions,
    BALANCE: _restoring_balance,
    ASPECT: _aspect_construction,
    SUN: _sun_in_winter,
    GLASS: _cheval_glass,
    WINDS: _subsided_winds,
    ALLIANCE: _binding_alliance,
    WINGS: _wings_of_the_raven,
}
