"""What the player is asked, and what they alone know."""

from collections.abc import Iterator, Sequence

from engine.advyria.cards import ADVENTURES, FIRST_ADVENTURE_CARD, JOKER, SETS, WIZARD
from engine.advyria.choices import HIGHEST, MOST_LEVEL, colour_in_vain, payment_in_vain, set_in_vain
from engine.advyria.state import Mine, Player, Table, View
from engine.sentences import amount

from .cards import SET_OF, adventure_sign, cards_by_kind
from .land import completes, on_hero
from .offers import kept


def ask(view: View, names: Sequence[str]) -> str:
    table, mine = view.table, view.mine
    assert mine is not None
    player, effect = table.players[mine.seat], table.effect
    match table.step:
        case "settle":
            return "Which guild does your pawn set out from?"
        case "play":
            return _plays(table, player, mine)
        case "go":
            assert effect is not None
            more = f" Then {effect.left - 1} more." if effect.left > 1 else ""
            far = "You may ride anywhere" if effect.roll is None else f"You rolled {effect.roll}"
            return f"{far}: where to?{more}"
        case "adventure":
            return _reached(table, player, mine)
        case "turn":
            return "How many villages do you flip to gold? Each is worth 2 gold then."
        case "look":
            assert effect is not None
            return f"Look at {amount(effect.left, 'face-down tile')}: only you will see {_them(effect.left)}."
        case "rob":
            return "Take 2 random cards from a richer neighbour and send their pawn to a guild?"
        case "send":
            assert table.victim is not None
            return f"Which guild do you send {names[table.victim]}'s pawn to?"
        case "discard":
            return f"Keep {cards_by_kind(kept(view, mine), one='a ') or 'nothing'}?"
        case "over":
            return "The game is over."


def _reached(table: Table, player: Player, mine: Mine) -> str:
    assert player.pawn is not None
    tile = table.quests[player.pawn].tile
    assert tile is not None
    gold = 10 if on_hero(mine, tile) else 5
    can = f"You have its card: it brings {gold} gold." if completes(mine, tile) else "You don't have its card."
    return f"{adventure_sign(tile)} You reached **{ADVENTURES[tile].name}**. {can}"


def _plays(table: Table, player: Player, mine: Mine) -> str:
    """What a turn is for; and what the hand can't do now, and why."""
    if table.phase == "finale" and WIZARD in mine.hand and payment_in_vain(table) is None:
        return "Pay a Wizard first?"
    jokers = mine.hand.count(JOKER)
    sets = [kind for kind in SETS if kind in mine.hand and mine.hand.count(kind) + jokers > 1]
    if WIZARD in mine.hand or any(set_in_vain(table, kind, 2) is None for kind in sets):
        return "Play cards, then end your turn."
    return next(_waiting(table, player, mine), "You have no set to play yet.")


def _waiting(table: Table, player: Player, mine: Mine) -> Iterator[str]:
    """Which cards can't be played now, though it may look as if they could."""
    jokers = mine.hand.count(JOKER)
    for kind in SETS:
        held = mine.hand.count(kind)
        if held and held + jokers > 1 and (why := set_in_vain(table, kind, min(4, held + jokers))):
            yield f"{SET_OF[kind]} must wait. {why}"
    if WIZARD in mine.hand and player.level == MOST_LEVEL:
        yield f"Wizards must wait. {HIGHEST}"
    if table.options.special_actions:
        for card in mine.hand:
            adventure = card - FIRST_ADVENTURE_CARD
            if adventure >= 0 and (why := colour_in_vain(table, adventure)):
                yield f"{ADVENTURES[adventure].name} can't be played for its colour. {why}"


def _them(count: int) -> str:
    return "it" if count == 1 else "them"


def knows(view: View, names: Sequence[str]) -> str:
    """What a seat alone knows, and others may change while it waits."""
    mine = view.mine
    return f"**Your hand**: {cards_by_kind(mine.hand)}." if mine and mine.hand else ""


def private(view: View) -> bool:
    """A hand is private even where all lie open, for it can be played from the direct message."""
    return view.mine is not None and bool(view.mine.hand or view.mine.hero is not None)
