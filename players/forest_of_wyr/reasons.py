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
from languages import later, percent, say, say_many

from .planning import MoveOutlook
from .position import TWO_EACH, Position, arrivals, hand_counts, hand_sum, minus, next_attack


def reason(table: Table, place: Position, move: Move, outlook: MoveOutlook | None) -> str:
    """A sentence on any legal move. `outlook`: what the player plans to do with it, if anything."""
    match move:
        case GiveUp():
            return say_many(
                "This ends the game: it is lost with {count} raven freed.",
                "This ends the game: it is lost with {count} ravens freed.",
                table.freed,
            )
        case EndRound():
            if no_flight_left(table) and not table.winds_subsided:
                return say("This ends the game: the last night is over.")
            return f"{say('You end the round here.')} {_crowd(place, place.space)}"
        case Walk(space) if space == table.wanderer:
            return f"{say('You stay here.')} {_crowd(place, space)}"
        case Walk(space):
            return _visit(place, space, outlook)
        case Land(space):
            return _visit(place, space, outlook)
        case Stride():
            return _stride(table, place, outlook)
        case Free():
            return f"{say('The raven attacks at once.')} {_strength(place)}"
        case Draw():
            assert table.attack is not None
            return _strength(place, alliance=table.attack.alliance)
        case Fly() | LetThemFly():
            return say("It makes no difference: the ravens come equally near.")
        case PutOnTop():
            return say("It becomes the next spellshard that a freed raven gives back.")
        case Invoke(card) if table.attack is None or not table.attack.cards:
            return _invoked_before(table, place, card, outlook)
        case Defend() | Stop() | Invoke() | Renew() | Redraw():
            assert table.attack is not None
            return _in_attack(table, place, table.attack, move, outlook)
    return say("A raven waits for you.")


def _crowd(place: Position, space: int) -> str:
    """How many ravens will be with the wanderer after the next flight."""
    flights = (0, 0, 0, 0, 0) if place.calm else place.flights if any(place.flights) else TWO_EACH
    distances = tuple(sorted([DISTANCES[space][raven] for raven in place.ravens]))
    none, one, two, more = arrivals(distances, flights)
    if none > 0.995:
        return say("No raven will reach you in the next flight.")
    if two + more > 0.005:
        return say(
            "The chance that one raven attacks next is {chance}, and {more} for more.",
            chance=_percent(one),
            more=_percent(two + more),
        )
    return say("The chance that one raven attacks next is {chance}.", chance=_percent(one))


def _visit(place: Position, space: int, outlook: MoveOutlook | None) -> str:
    if outlook is not None and outlook.plan is not None and outlook.plan.free:
        return say("A raven is at {space} that you can try to free.", space=space_name(space))
    return f"{say('You are at {space} then.', space=space_name(space))} {_crowd(place, space)}"


def _stride(table: Table, place: Position, outlook: MoveOutlook | None) -> str:
    plan = outlook.plan if outlook else None
    if plan is None:
        return say("It takes you farther, and you have one card less to defend with.")
    space = space_name(plan.space)
    if plan.free:
        return say("It takes you to {space}, where you can try to free a raven.", space=space)
    if sum(minus(place.hand, plan.cards)) <= PICK_UP_AT:
        does = say("Then few cards are left, and you soon pick all of them up.")
    elif plan.space == table.wanderer:
        does = say("You spend it to be nearer to picking all cards up.")
    else:
        does = say("It gets you to {space}.", space=space)
    return f"{does} {_crowd(place, plan.space)}"


def _strength(place: Position, *, alliance: bool = False) -> str:
    odds, hand = next_attack(place, alliance=alliance), hand_sum(place.hand)
    wins = round(100 * odds.below[hand])
    expected = say("Expect an attack of about {strength}.", strength=f"{odds.mean:.0f}")
    if wins == 0:
        often = say("Your hand of {hand} beats that hardly ever.", hand=hand)
    elif wins == 100:
        often = say("Your hand of {hand} beats that nearly always.", hand=hand)
    else:
        often = say("Your hand of {hand} beats that {wins} times in 100.", hand=hand, wins=wins)
    return f"{expected} {often}"


def _invoked_before(table: Table, place: Position, card: int, outlook: MoveOutlook | None) -> str:
    """The reason for a spellshard that is used while no strength cards lie on the table."""
    plan = outlook.plan if outlook else None
    if card == ORACLE:
        return say("You choose which of the next spellshards comes first.")
    if card == WINDS:
        return say("No raven flies in the next round.")
    if card == ALLIANCE:
        with_it, without = (f"{next_attack(place, alliance=drawn).mean:.0f}" for drawn in (True, False))
        return say("Expect an attack of about {strength}, instead of {other}.", strength=with_it, other=without)
    if table.attack is not None:
        return say("You escape before the attack is drawn, and nobody attacks any more in this phase.")
    if plan is None:
        # Translators: they: the Wings of the Raven
        return say("They carry you anywhere without a card, and come back when you pick up your cards.")
    return say(
        "They carry you to {space} without a card, and come back when you pick up your cards.",
        space=space_name(plan.space),
    )


def _in_attack(table: Table, place: Position, attack: Attack, move: Move, outlook: MoveOutlook | None) -> str:
    damage = attack.strength - attack.defence
    halved = damage // 2
    match move:
        case Stop():
            damage = halved if attack.halved else damage
            if damage >= table.health:
                return say(
                    "This ends the game: {damage} damage, and you have {health} health.",
                    damage=damage,
                    health=table.health,
                )
            return _stopped(damage, sum(place.hand))
        case Defend(card):
            cards = outlook.cards if outlook and outlook.cards and any(outlook.cards) else hand_counts([card])
            return _defended(table, attack, hand_sum(cards))
        case Invoke(shard):
            return _invoked_in(shard, attack)
        case Renew(card):
            return say("That card of {strength} is drawn again: the average is 4.", strength=VALUES[card])
    return say("The chosen cards of the attack are drawn again.")


IN_ATTACK = {  # what spellshards do for a defence
    GLASS: later("It adds 2 to 6 to your defence."),
    ASPECT: later("The strongest cards of the attack are drawn again."),
    WINGS: later("You escape without damage, and nobody attacks any more in this phase."),
    WINDS: later("No raven flies in the next round, but it doesn't help against this attack."),
    ORACLE: later("You choose which of the next spellshards comes first; it doesn't help against this attack."),
}


def _invoked_in(shard: int, attack: Attack) -> str:
    damage = attack.strength - attack.defence
    if shard == BALANCE:
        return say(
            "A jack counts {points}: your defence is {defence} of {attack}.",
            points=BALANCED,
            defence=attack.defence + BALANCED,
            attack=attack.strength,
        )
    if shard == SUN:
        return say(
            "It halves the damage: {half} instead of {damage}, if you play no card.", half=damage // 2, damage=damage
        )
    return say(IN_ATTACK[shard])


def _stopped(damage: int, held: int) -> str:
    """What a player reads who stops defending, with so many cards left."""
    if not held and not damage:
        return say("You lose no health and hold no card any more.")
    if not held:
        return say("You lose {damage} health and hold no card any more.", damage=damage)
    if not damage:
        return say_many(
            "You lose no health and keep your {count} card.", "You lose no health and keep your {count} cards.", held
        )
    return say_many(
        "You lose {damage} health and keep your {count} card.",
        "You lose {damage} health and keep your {count} cards.",
        held,
        damage=damage,
    )


def _defended(table: Table, attack: Attack, sum_: int) -> str:
    damage = attack.strength - attack.defence - sum_
    if damage < 0:
        return say(
            "Defence {defence} beats the attack of {attack}: the raven is free.",
            defence=attack.defence + sum_,
            attack=attack.strength,
        )
    damage = damage // 2 if attack.halved else damage
    if damage >= table.health:
        return say(
            "This ends the game, unless more is played: {damage} damage, and you have {health} health.",
            damage=damage,
            health=table.health,
        )
    return say("You bring the damage down to {damage}, and the raven stays.", damage=damage)


def _percent(chance: float) -> str:
    return percent(round(100 * chance) / 100)
