"""The labels of Advyria's moves and of their fields."""

import dataclasses
from collections.abc import Mapping, Sequence

from engine import Data
from engine.advyria.cards import (
    ADVENTURES,
    FAIRY,
    JOKER,
    KNIGHT,
    WARRIOR,
    WIZARD,
    a_card,
    colour_name,
    counted,
    short_name,
)
from engine.advyria.land import NEIGHBOURS, REGIONS, SPACES, STEPS
from engine.advyria.moves import Go, Look, PlayAdventure, PlaySet, PlayWizard, Send, Settle, Turn
from engine.advyria.state import View
from languages import later, later_as, say, say_many

from ...screens.screen import Style
from ..words import Label, Prompt
from .cards import SET_OF, SIGNS, SPECIAL, card_emoji, set_of
from .land import guild, is_worth_it, space_label

PRIMARY, SUCCESS = Style.PRIMARY, Style.SUCCESS

KINDS = {
    "settle": Label(later("Set out"), emoji="🏛️", style=PRIMARY, verb=""),
    # Translators: cards follow "Play": "Play 2 Knights", "Play a Wizard"
    "set": Label(later("Sets…"), emoji="🃏", verb=later("Play"), folded=True),
    "wizard": Label(later("Wizards…"), emoji="🧙", verb=later("Play"), folded=True),
    "adventure": Label(later("Adventures…"), emoji="📜", verb=later("Play"), folded=True),
    "pay-wizard": Label(later("Pay a Wizard: draw 3 cards"), emoji="🔮", style=PRIMARY),
    "end-turn": Label(later("End your turn"), emoji="⏭️", style=SUCCESS),
    "go": Label(later("Move your pawn"), emoji="🐎", style=PRIMARY, verb=""),
    "complete": Label(later("Complete the adventure"), emoji="⭐", style=SUCCESS),
    # Translators: it: the tile of an adventure
    "leave": Label(later("Leave it there")),
    "turn": Label(later("Flip villages to gold"), emoji="🪙", style=PRIMARY, verb=""),
    # Translators: a place follows "Look at"
    "look": Label(later("Look at a tile"), emoji="🔭", style=PRIMARY, verb=later("Look at")),
    "stop-looking": Label(later("Done looking")),
    # Translators: a player follows "Take cards from"
    "rob": Label(later("Unfriendly manoeuvre"), emoji="🦝", style=PRIMARY, verb=later("Take cards from")),
    "spare": Label(later("Leave them in peace")),
    "send": Label(later("Send the pawn away"), emoji="🏛️", style=PRIMARY, verb=""),
    # Translators: a card follows "Discard"
    "discard": Label(later("Discard…"), emoji="🗑️", verb=later("Discard"), folded=True),
}

FIELDS: Mapping[str, Prompt] = {
    "settle.space": later("From which guild?"),
    "set.kind": later("A set of which kind?"),
    "set.size": later("How many cards?"),
    "set.jokers": later("With how many Jokers?"),
    "wizard.joker": later("Which card?"),
    "adventure.adventure": ("an adventure card", later_as("an adventure card", "Which one?")),
    "go.space": later("Where to?"),
    "turn.count": later("How many?"),
    "look.space": later("Which tile?"),
    "rob.victim": later("From whom?"),
    "send.space": later("To which guild?"),
    "discard.card": later("Which card?"),
}


def value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    """A field that is chosen by itself. `phrase` says the other moves."""
    table, value = view.table, getattr(move, field)
    match field:
        case "space":
            return space_label(view, names, value, travels=isinstance(move, Go | Look))
        case "kind":
            return Label(say(SET_OF[value]), emoji=SIGNS[value])
        case "size":
            return Label(say_many("{count} card", "{count} cards", value))
        case "jokers":
            return Label(counted(value, JOKER) if value else say("no Joker"))
        case "victim":
            return Label(names[value], detail=say_many("{count} card", "{count} cards", table.players[value].cards))
        case _:
            assert view.mine is not None
            held = view.mine.hand.count(value)
            several = say_many("you have {count}", "you have {count}", held) if held > 1 else None
            return Label(a_card(value), detail=several, emoji=card_emoji(value))


def phrase(view: View, names: Sequence[str], move: Data) -> Label | None:
    """A complete move, if its fields one by one would say it clumsily."""
    match move:
        case PlaySet(kind, size, jokers):
            does = set_effects(kind, size)
            if kind == WARRIOR:  # the next question asks it; an offer flips all
                # Translators: how many villages are flipped
                does = say("you say how many")
            return Label(_set(kind, size, jokers), detail=does, emoji=SIGNS[kind], style=PRIMARY)
        case PlayWizard():
            return wizard_label(view, move)
        case PlayAdventure(adventure):
            colour = ADVENTURES[adventure].colour
            # Translators: after "Play": the card of an adventure, for what its colour does and not for the adventure
            text = say("{adventure} for {colour}", adventure=short_name(adventure), colour=colour_name(adventure))
            return Label(text, detail=say(SPECIAL[colour]), emoji=ADVENTURES[adventure].name)
        case Turn(0):
            return Label(say("Flip no villages"))
        case Turn(count):
            return Label(say_many("Flip {count} village", "Flip {count} villages", count), emoji="🪙")
        case Go(space):
            label, mine = space_label(view, names, space, travels=True), view.mine
            stays = mine is not None and view.table.players[mine.seat].pawn == space
            where = say("Stay at {space}", space=label.text) if stays else say("Go to {space}", space=label.text)
            return dataclasses.replace(label, text=where)
        case Settle(space):
            return Label(say("Set out from {guild}", guild=guild(space)), detail=say(REGIONS[SPACES[space].region]))
        case Send(space):
            # Translators: the pawn of another player
            return Label(say("Send them to {guild}", guild=guild(space)), detail=say(REGIONS[SPACES[space].region]))
    return None


def wizard_label(view: View, move: PlayWizard) -> Label:
    """What a Wizard brings, and what it costs: each loss takes a gold off at the end, where gold counts."""
    if move.joker:
        # Translators: after "Play"
        return Label(say("a Joker as a Wizard"), say("keep 1 more card"), SIGNS[JOKER], PRIMARY)
    return Label(say("a Wizard"), wizard_costs(view), SIGNS[WIZARD], PRIMARY)


def wizard_costs(view: View) -> str:
    if view.table.options.simple_scoring:
        # Translators: what a Wizard brings and costs: the hand may hold one card more
        return say("+1 card, 1 loss")
    # Translators: the same, in few letters; a loss takes 1 gold off the score when the game ends
    return say("+1 card, -1 gold")


def _set(kind: int, size: int, jokers: int) -> str:
    if jokers == size:
        # Translators: after "Play": Jokers that stand for Knights, Warriors or Fairies
        return say_many("{count} Jokers as {kind}", "{count} Jokers as {kind}", size, kind=say(SET_OF[kind]))
    return set_of(size, kind) + (f" ({counted(jokers, JOKER)})" if jokers else "")


MOVEMENTS = {  # by size of a set of Knights
    2: later("roll and move once"),
    3: later("roll and move twice"),
    4: later("roll and move 3 times"),
}


def set_effects(kind: int, size: int) -> str:
    if kind == KNIGHT:
        return say(MOVEMENTS[size])
    if kind == WARRIOR:
        return say_many("flip {count} village to gold", "flip {count} villages to gold", size - 1)
    assert kind == FAIRY
    if size == 2:
        return say("look at a hidden tile")
    if size == 4:
        return say("look at {tiles} hidden tiles, 1 loss less", tiles=size - 1)
    return say("look at {tiles} hidden tiles", tiles=size - 1)


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
