"""What the player is asked, and what they alone know."""

from collections.abc import Iterator, Sequence

from engine.advyria.cards import (
    FAIRY,
    FIRST_ADVENTURE_CARD,
    JOKER,
    KNIGHT,
    SETS,
    WARRIOR,
    WIZARD,
    adventure_name,
)
from engine.advyria.choices import HIGHEST, MOST_LEVEL, colour_in_vain, payment_in_vain, set_in_vain
from engine.advyria.state import Effect, Mine, Player, Table, View
from languages import later, say, say_many

from .cards import adventure_sign, cards_by_kind
from .land import completes, on_hero
from .offers import cards_to_keep


def ask(view: View, names: Sequence[str]) -> str:
    table, mine = view.table, view.mine
    assert mine is not None
    player, effect = table.players[mine.seat], table.effect
    match table.step:
        case "settle":
            return say("Which guild does your pawn set out from?")
        case "play":
            return _plays(table, player, mine)
        case "go":
            assert effect is not None
            return _riding(effect)
        case "adventure":
            return _reached(table, player, mine)
        case "turn":
            return say("How many villages do you flip to gold? Each is worth 2 gold then.")
        case "look":
            assert effect is not None
            return say_many(
                "Look at {count} face-down tile: only you will see it.",
                "Look at {count} face-down tiles: only you will see them.",
                effect.left,
            )
        case "rob":
            return say("Take 2 random cards from a richer neighbour and send their pawn to a guild?")
        case "send":
            assert table.victim is not None
            return say("Which guild do you send {player}'s pawn to?", player=names[table.victim])
        case "discard":
            keep = cards_by_kind(cards_to_keep(view, mine), briefly=True)
            return say("Keep {cards}?", cards=keep) if keep else say("Keep nothing?")
        case "over":
            return say("The game is over.")


def _riding(effect: Effect) -> str:
    if effect.roll is None:
        question = say("You may ride anywhere: where to?")
    else:
        question = say("You rolled {roll}: where to?", roll=effect.roll)
    if effect.left == 1:
        return question
    # Translators: movements of the pawn
    return f"{question} {say_many('Then {count} more.', 'Then {count} more.', effect.left - 1)}"


def _reached(table: Table, player: Player, mine: Mine) -> str:
    assert player.pawn is not None
    tile = table.quests[player.pawn].tile
    assert tile is not None
    gold = 10 if on_hero(mine, tile) else 5
    can = say("You don't have its card.")
    if completes(mine, tile):
        can = say("You have its card: it brings {gold} gold.", gold=gold)
    reached = say("You reached **{adventure}**.", adventure=adventure_name(tile))
    return f"{adventure_sign(tile)} {reached} {can}"


def _plays(table: Table, player: Player, mine: Mine) -> str:
    """What a turn is for; and what the hand can't do now, and why."""
    if table.phase == "finale" and WIZARD in mine.hand and payment_in_vain(table) is None:
        return say("Pay a Wizard first?")
    jokers = mine.hand.count(JOKER)
    sets = [kind for kind in SETS if kind in mine.hand and mine.hand.count(kind) + jokers > 1]
    if WIZARD in mine.hand or any(set_in_vain(table, kind, 2) is None for kind in sets):
        return say("Play cards, then end your turn.")
    return next(_waiting(table, player, mine), say("You have no set to play yet."))


WAITING = {
    KNIGHT: later("Knights must wait."),
    WARRIOR: later("Warriors must wait."),
    FAIRY: later("Fairies must wait."),
    WIZARD: later("Wizards must wait."),
}


def _waiting(table: Table, player: Player, mine: Mine) -> Iterator[str]:
    """Which cards can't be played now, though it may look as if they could."""
    jokers = mine.hand.count(JOKER)
    for kind in SETS:
        held = mine.hand.count(kind)
        if held and held + jokers > 1 and (why := set_in_vain(table, kind, min(4, held + jokers))):
            yield f"{say(WAITING[kind])} {say(why)}"
    if WIZARD in mine.hand and player.level == MOST_LEVEL:
        yield f"{say(WAITING[WIZARD])} {say(HIGHEST)}"
    if table.options.special_actions:
        for card in mine.hand:
            adventure = card - FIRST_ADVENTURE_CARD
            if adventure >= 0 and (why := colour_in_vain(table, adventure)):
                name = adventure_name(adventure)
                cant = say("{adventure} can't be played for its colour.", adventure=name)
                yield f"{cant} {say(why)}"


def knows(view: View, names: Sequence[str]) -> str:
    """What a seat alone knows. Others may change it while the seat waits."""
    mine = view.mine
    return say("**Your hand**: {cards}.", cards=cards_by_kind(mine.hand)) if mine and mine.hand else ""


def private(view: View) -> bool:
    """A hand is private even if all hands are open, because it can be played from the direct message."""
    return view.mine is not None and bool(view.mine.hand or view.mine.hero is not None)
