"""What the player is asked, and what they alone know."""

from collections.abc import Iterator, Sequence

from engine.advyria.cards import ADVENTURES, CARDS, FIRST_ADVENTURE_CARD, GOLD, HEROES, JOKER, SETS, WIZARD
from engine.advyria.choices import HIGHEST, MOST_LEVEL, colour_in_vain, payment_in_vain, set_in_vain
from engine.advyria.land import SPACES
from engine.advyria.pieces import Mine, Player, Table, View
from engine.sentences import amount

from .cards import SET_OF, SIGNS, adventure_sign, cards_by_kind, full_name
from .land import completes, on_hero


def ask(view: View, names: Sequence[str]) -> str:
    table, mine = view.table, view.mine
    assert mine is not None
    player, effect = table.players[mine.seat], table.effect
    excess = len(mine.hand) - player.level
    match table.step:
        case "settle":
            return "Choose the guild your pawn sets out from.\n-# Tiles are all around: any guild is a good start."
        case "play":
            lines = ["Your turn: play cards and sets, then end it.", *_hints(table, player, mine)]
            if excess > 0:
                lines.append(
                    f"-# You have {amount(len(mine.hand), 'card')} and may keep {player.level} after your turn."
                )
            return "\n".join(lines)
        case "go":
            assert effect is not None
            more = _more(effect.left, "move")
            if effect.roll is None:
                return f"Where to? You may go to any space, or stay.{more}"
            return f"You rolled a **{effect.roll}**. Where to? You may also stay.{more}"
        case "adventure":
            return _reached(table, player, mine)
        case "turn":
            return "How many villages do you flip to gold? Each is worth 2 gold then."
        case "look":
            assert effect is not None
            return f"Which tile do you look at? Only you will see it.{_more(effect.left, 'look')}"
        case "rob":
            return (
                "Your neighbour has more cards than you. An unfriendly manoeuvre?\n"
                "-# You take two of their cards at random and send their pawn to a guild. Once a turn."
            )
        case "send":
            assert table.victim is not None
            return f"Which guild do you send {names[table.victim]}'s pawn to?"
        case "discard":
            return f"You have {amount(len(mine.hand), 'card')} and may keep {player.level}: discard {excess}."
        case "over":
            return "The game is over."


def _reached(table: Table, player: Player, mine: Mine) -> str:
    assert player.pawn is not None
    tile = table.quests[player.pawn].tile
    assert tile is not None
    gold = 10 if on_hero(mine, tile) else 5
    can = f"You have its card: it brings {gold} gold." if completes(mine, tile) else "You don't have its card."
    return f"{adventure_sign(tile)} You reached **{ADVENTURES[tile].name}**. {can}"


def _hints(table: Table, player: Player, mine: Mine) -> Iterator[str]:
    """In small print: the aim, until the first tile is won; then what the hand can't do now, and why."""
    if not (player.villages or player.gold or player.completed):
        yield "-# Knights move you to tiles, Warriors flip the gold you find, Fairies look ahead."
    if table.phase == "finale" and WIZARD in mine.hand and payment_in_vain(table) is None:
        yield "-# Pay a Wizard first if you want to draw: after you play it's too late."
    jokers = mine.hand.count(JOKER)
    for kind in SETS:
        held = mine.hand.count(kind)
        if held and (why := set_in_vain(table, kind, min(4, held + jokers))):
            yield f"-# {SIGNS[kind]} {SET_OF[kind]} must wait. {why}"
        elif held == 1 and not jokers:
            yield f"-# {SIGNS[kind]} 1 {CARDS[kind]} must wait: a set takes two."
    if WIZARD in mine.hand and player.level == MOST_LEVEL:
        yield f"-# {SIGNS[WIZARD]} Wizards must wait. {HIGHEST}"
    if table.options.special_actions:
        for card in mine.hand:
            adventure = card - FIRST_ADVENTURE_CARD
            if adventure >= 0 and (why := colour_in_vain(table, adventure)):
                name = f"{adventure_sign(adventure)} {ADVENTURES[adventure].name}"
                yield f"-# {name} can't be played for its colour. {why}"


def _more(left: int, what: str) -> str:
    """How many are left after this one, in small print."""
    return f"\n-# {left - 1} more {what}{'s' * (left > 2)} after this one." if left > 1 else ""


def knows(view: View, names: Sequence[str]) -> str:
    """What a seat alone knows, in words."""
    mine = view.mine
    if mine is None:
        return ""
    lines = [f"**Your hand**: {cards_by_kind(mine.hand)}." if mine.hand else ""]
    if mine.hero is not None:
        hero = HEROES[mine.hero]
        lines.append(f"**Your hero**: {hero.name} · {', '.join(map(full_name, hero.adventures))}.")
    looked = [
        f"{SPACES[space].code} {'gold' if tile == GOLD else full_name(tile)}"
        for space, tile in enumerate(mine.tiles)
        if tile is not None
    ]
    lines.append(f"**Tiles you looked at**: {', '.join(looked)}." if looked else "")
    for one in mine.known if view.table.hands is None else ():
        who = names[one.holder] if one.knower == mine.seat else names[one.knower]
        does = f"{who} has of yours" if one.knower == mine.seat else f"{who} knows you have"
        lines.append(f"**{does}**: {cards_by_kind(one.cards)}.")
    return "\n".join(filter(None, lines))


def private(view: View) -> bool:
    """A hand is private even where all lie open, for it can be played from the direct message."""
    return view.mine is not None and bool(view.mine.hand or view.mine.hero is not None)
