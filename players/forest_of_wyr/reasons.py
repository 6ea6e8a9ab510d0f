"""Why a move is good or bad, in a sentence for people."""

from engine.forest_of_wyr.cards import ALLIANCE, ASPECT, BALANCE, BALANCED, GLASS, ORACLE, SUN, VALUES, WINDS, WINGS
from engine.forest_of_wyr.choices import no_flight_left
from engine.forest_of_wyr.map import DISTANCES, space_name
from engine.forest_of_wyr.moves import (
    Defend,
    Draw,
    EndRound,
    Fly,
    Free,
    GiveUp,
    Invoke,
    Land,
    LetThemFly,
    Move,
    PutOnTop,
    Redraw,
    Renew,
    Stop,
    Stride,
    Walk,
)
from engine.forest_of_wyr.state import PICK_UP_AT, Attack, Table
from engine.sentences import amount

from .planning import MoveOutlook
from .position import TWO_EACH, Position, arrivals, hand_counts, hand_sum, minus, next_attack

THE_END = "This ends the game"


def reason(table: Table, place: Position, move: Move, outlook: MoveOutlook | None) -> str:
    """A sentence on any legal move. `outlook`: what the player plans to do with it, if anything."""
    match move:
        case GiveUp():
            return f"{THE_END}: it is lost with {amount(table.freed, 'raven')} freed."
        case EndRound():
            if no_flight_left(table) and not table.winds_subsided:
                return f"{THE_END}: the last night is over."
            return f"You end the round here. {_crowd(place, place.space)}"
        case Walk(space) if space == table.wanderer:
            return f"You stay here. {_crowd(place, space)}"
        case Walk(space):
            return _visit(place, space, outlook)
        case Land(space):
            return _visit(place, space, outlook)
        case Stride():
            return _stride(table, place, outlook)
        case Free():
            return f"The raven attacks at once. {_strength(place)}"
        case Draw():
            assert table.attack is not None
            return _strength(place, alliance=table.attack.alliance)
        case Fly() | LetThemFly():
            return "It makes no difference: the ravens come equally near."
        case PutOnTop():
            return "It becomes the next spellshard that a freed raven gives back."
        case Invoke(card) if table.attack is None or not table.attack.cards:
            return _invoked_before(table, place, card, outlook)
        case Defend() | Stop() | Invoke() | Renew() | Redraw():
            assert table.attack is not None
            return _in_attack(table, place, table.attack, move, outlook)
    return "A raven waits for you."


def _crowd(place: Position, space: int) -> str:
    """How many ravens will be with the wanderer after the next flight."""
    flights = (0, 0, 0, 0, 0) if place.calm else place.flights if any(place.flights) else TWO_EACH
    distances = tuple(sorted([DISTANCES[space][raven] for raven in place.ravens]))
    none, one, two, more = arrivals(distances, flights)
    if none > 0.995:
        return "No raven will reach you in the next flight."
    several = f", and {_percent(two + more)} for more" if two + more > 0.005 else ""
    return f"The chance that one raven attacks next is {_percent(one)}{several}."


def _visit(place: Position, space: int, outlook: MoveOutlook | None) -> str:
    if outlook is not None and outlook.plan is not None and outlook.plan.free:
        return f"A raven is at {space_name(space)} that you can try to free."
    return f"You are at {space_name(space)} then. {_crowd(place, space)}"


def _stride(table: Table, place: Position, outlook: MoveOutlook | None) -> str:
    plan = outlook.plan if outlook else None
    if plan is None:
        return "It takes you farther, and you have one card less to defend with."
    if plan.free:
        return f"It takes you to {space_name(plan.space)}, where you can try to free a raven."
    if sum(minus(place.hand, plan.cards)) <= PICK_UP_AT:
        return f"Then few cards are left, and you soon pick all of them up. {_crowd(place, plan.space)}"
    if plan.space == table.wanderer:
        return f"You spend it to be nearer to picking all cards up. {_crowd(place, plan.space)}"
    return f"It gets you to {space_name(plan.space)}. {_crowd(place, plan.space)}"


def _strength(place: Position, *, alliance: bool = False) -> str:
    odds, hand = next_attack(place, alliance=alliance), hand_sum(place.hand)
    wins = round(100 * odds.below[hand])
    often = {0: "hardly ever", 100: "nearly always"}.get(wins, f"{wins} times in 100")
    return f"Expect an attack of about {odds.mean:.0f}. Your hand of {hand} beats that {often}."


def _invoked_before(table: Table, place: Position, card: int, outlook: MoveOutlook | None) -> str:
    """Of a spellshard that is used while no strength cards lie on the table."""
    plan = outlook.plan if outlook else None
    if card == ORACLE:
        return "You choose which of the next spellshards comes first."
    if card == WINDS:
        return "No raven flies in the next round."
    if card == ALLIANCE:
        with_it, without = next_attack(place, alliance=True), next_attack(place)
        return f"Expect an attack of about {with_it.mean:.0f}, instead of {without.mean:.0f}."
    if table.attack is not None:
        return "You escape before the attack is drawn, and nobody attacks any more in this phase."
    where = f" to {space_name(plan.space)}" if plan else " anywhere"
    return f"They carry you{where} without a card, and come back when you pick up your cards."


def _in_attack(table: Table, place: Position, attack: Attack, move: Move, outlook: MoveOutlook | None) -> str:
    damage = attack.strength - attack.defence
    halved = damage // 2
    match move:
        case Stop():
            damage = halved if attack.halved else damage
            if damage >= table.health:
                return f"{THE_END}: {damage} damage, and you have {table.health} health."
            held = sum(place.hand)
            kept = f"keep your {amount(held, 'card')}" if held else "hold no card any more"
            return f"You lose {damage or 'no'} health and {kept}."
        case Defend(card):
            cards = outlook.cards if outlook and outlook.cards and any(outlook.cards) else hand_counts([card])
            return _defended(table, attack, hand_sum(cards))
        case Invoke(shard):
            return {
                BALANCE: f"A jack counts {BALANCED}: your defence is {attack.defence + BALANCED} of {attack.strength}.",
                GLASS: "It adds 2 to 6 to your defence.",
                ASPECT: "The strongest cards of the attack are drawn again.",
                SUN: f"It halves the damage: {halved} instead of {damage}, if you play no card.",
                WINGS: "You escape without damage, and nobody attacks any more in this phase.",
                WINDS: "No raven flies in the next round, but it doesn't help against this attack.",
                ORACLE: "You choose which of the next spellshards comes first; it doesn't help against this attack.",
            }[shard]
        case Renew(card):
            return f"That card of {VALUES[card]} is drawn again: the average is 4."
    return "The chosen cards of the attack are drawn again."


def _defended(table: Table, attack: Attack, sum_: int) -> str:
    damage = attack.strength - attack.defence - sum_
    if damage < 0:
        return f"Defence {attack.defence + sum_} beats the attack of {attack.strength}: the raven is free."
    damage = damage // 2 if attack.halved else damage
    if damage >= table.health:
        return f"{THE_END}, unless more is played: {damage} damage, and you have {table.health} health."
    return f"You bring the damage down to {damage}, and the raven stays."


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f}%"
