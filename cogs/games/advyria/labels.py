"""The labels of Advyria's moves and of their fields."""

import dataclasses
from collections.abc import Sequence

from engine import Data
from engine.advyria.cards import ADVENTURES, COLOURS, FAIRY, JOKER, KNIGHT, WARRIOR, WIZARD
from engine.advyria.land import NEIGHBOURS, REGIONS, SPACES, STEPS
from engine.advyria.moves import Go, Look, PlayAdventure, PlaySet, PlayWizard, Send, Settle, Turn
from engine.advyria.state import View
from engine.sentences import amount

from ...screens.screen import Style
from ..words import Label
from .cards import SET_OF, SIGNS, SPECIAL, a_card, card_emoji, counted, short_name, village_count
from .land import guild, is_worth_it, space_label

PRIMARY, SUCCESS = Style.PRIMARY, Style.SUCCESS

KINDS = {
    "settle": Label("Set out", emoji="🏛️", style=PRIMARY, verb=""),
    "set": Label("Sets…", emoji="🃏", verb="Play", folded=True),
    "wizard": Label("Wizards…", emoji="🧙", verb="Play", folded=True),
    "adventure": Label("Adventures…", emoji="📜", verb="Play", folded=True),
    "pay-wizard": Label("Pay a Wizard: draw 3 cards", emoji="🔮", style=PRIMARY),
    "end-turn": Label("End your turn", emoji="⏭️", style=SUCCESS),
    "go": Label("Move your pawn", emoji="🐎", style=PRIMARY, verb=""),
    "complete": Label("Complete the adventure", emoji="⭐", style=SUCCESS),
    "leave": Label("Leave it there"),
    "turn": Label("Flip villages to gold", emoji="🪙", style=PRIMARY, verb=""),
    "look": Label("Look at a tile", emoji="🔭", style=PRIMARY, verb="Look at"),
    "stop-looking": Label("Done looking"),
    "rob": Label("Unfriendly manoeuvre", emoji="🦝", style=PRIMARY, verb="Take cards from"),
    "spare": Label("Leave them in peace"),
    "send": Label("Send the pawn away", emoji="🏛️", style=PRIMARY, verb=""),
    "discard": Label("Discard…", emoji="🗑️", verb="Discard", folded=True),
}

FIELDS = {
    "settle.space": "From which guild?",
    "set.kind": "A set of which kind?",
    "set.size": "How many cards?",
    "set.jokers": "With how many Jokers?",
    "wizard.joker": "Which card?",
    "adventure.adventure": "Which one?",
    "go.space": "Where to?",
    "turn.count": "How many?",
    "look.space": "Which tile?",
    "rob.victim": "From whom?",
    "send.space": "To which guild?",
    "discard.card": "Which card?",
}


def value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    """A field that is chosen by itself. `phrase` says the other moves."""
    table, value = view.table, getattr(move, field)
    match field:
        case "space":
            return space_label(view, names, value, travels=isinstance(move, Go | Look))
        case "kind":
            return Label(SET_OF[value], emoji=SIGNS[value])
        case "size":
            return Label(f"{value} cards")
        case "jokers":
            return Label(counted(value, JOKER) if value else "no Joker")
        case "victim":
            return Label(names[value], detail=amount(table.players[value].cards, "card"))
        case _:
            assert view.mine is not None
            held = view.mine.hand.count(value)
            return Label(a_card(value), detail=f"you have {held}" if held > 1 else None, emoji=card_emoji(value))


def phrase(view: View, names: Sequence[str], move: Data) -> Label | None:
    """A complete move, if its fields one by one would say it clumsily."""
    match move:
        case PlaySet(kind, size, jokers):
            does = set_effects(kind, size)
            if kind == WARRIOR:  # which is asked next; an offer flips all
                does = "you say how many"
            return Label(_set(kind, size, jokers), detail=does, emoji=SIGNS[kind], style=PRIMARY)
        case PlayWizard():
            return wizard_label(move)
        case PlayAdventure(adventure):
            colour = ADVENTURES[adventure].colour
            text = f"{short_name(adventure)} for {COLOURS[colour]}"
            return Label(text, detail=SPECIAL[colour], emoji=ADVENTURES[adventure].name)
        case Turn(count):
            return Label(f"Flip {village_count(count)}", emoji="🪙" if count else None)
        case Go(space):
            label, mine = space_label(view, names, space, travels=True), view.mine
            stays = mine is not None and view.table.players[mine.seat].pawn == space
            return dataclasses.replace(label, text=f"{'Stay at' if stays else 'Go to'} {label.text}")
        case Settle(space):
            return Label(f"Set out from {guild(space)}", detail=REGIONS[SPACES[space].region])
        case Send(space):
            return Label(f"Send them to {guild(space)}", detail=REGIONS[SPACES[space].region])
    return None


def wizard_label(move: PlayWizard) -> Label:
    if move.joker:
        return Label("a Joker as a Wizard", detail="keep 1 more card", emoji=SIGNS[JOKER], style=PRIMARY)
    return Label("a Wizard", detail="keep 1 more card, 1 more loss", emoji=SIGNS[WIZARD], style=PRIMARY)


def _set(kind: int, size: int, jokers: int) -> str:
    if jokers == size:
        return f"{size} Jokers as {SET_OF[kind]}"
    return f"{size} {SET_OF[kind]}" + (f" ({counted(jokers, JOKER)})" if jokers else "")


def set_effects(kind: int, size: int) -> str:
    if kind == KNIGHT:
        return f"roll and move {('once', 'twice', '3 times')[size - 2]}"
    if kind == WARRIOR:
        return f"flip {village_count(size - 1)} to gold"
    assert kind == FAIRY
    looks = "look at a hidden tile" if size == 2 else f"look at {size - 1} hidden tiles"
    return f"{looks}, 1 loss less" if size == 4 else looks


def rank(view: View, move: Data) -> tuple[int, int]:
    """Spaces that may bring something come first, the nearest of them before the others."""
    table, mine = view.table, view.mine
    if not isinstance(move, Go | Look) or mine is None:
        return 0, 0
    pawn = table.players[mine.seat].pawn
    steps = 0 if pawn is None else STEPS[pawn][move.space]
    if isinstance(move, Look):
        return int(mine.tiles[move.space] is not None), steps
    held = table.players[mine.seat].cards
    richer = (player.pawn for player in table.players if player.cards > held)
    if is_worth_it(view, mine, move.space):
        return 0, steps
    return (1 if table.options.manoeuvres and {*richer} & {*NEIGHBOURS[move.space]} else 2), steps
