"""The labels of moves and of their fields."""

from collections.abc import Sequence

from engine import Data
from engine.forest_of_wyr.cards import SHARD_NAMES, SHARD_USES, VALUES, card_name
from engine.forest_of_wyr.map import DISTANCES, SPACES
from engine.forest_of_wyr.moves import Fly
from engine.forest_of_wyr.state import Table, View
from engine.sentences import sentence
from languages import later, listed_apart, say, say_many

from ...screens.screen import Style
from ..words import Label, move_path

PRIMARY, SECONDARY = Style.PRIMARY, Style.SECONDARY
SUCCESS, DANGER = Style.SUCCESS, Style.DANGER

KINDS = {  # in the order in which the panel offers them
    # Translators: a raven does; "Fly A7 to B3": where it flies from, and where to
    "fly": Label(later("Choose who flies"), emoji="🐦‍⬛", verb=later("Fly")),
    "let-them-fly": Label(later("Let chance decide"), emoji="🎲", style=PRIMARY),
    "draw": Label(later("Face the attack"), emoji="⚔️", style=PRIMARY),
    # Translators: a card follows "Defend with"
    "defend": Label(later("Single cards"), emoji="🃏", verb=later("Defend with"), folded=True),
    "free": Label(later("Try to free a raven here"), emoji="⚔️", style=SUCCESS),
    # Translators: a card follows "Play"
    "stride": Label(later("Single cards"), emoji="👣", verb=later("Play"), folded=True),
    # Translators: a place follows "To": "To A7 Crookbough"
    "walk": Label(later("Walk"), emoji="🧭", style=SUCCESS, verb=later("To")),
    # Translators: a spellshard follows "Use"
    "invoke": Label(later("Use a spellshard"), emoji="🔮", verb=later("Use")),
    # Translators: a card follows "Redraw"
    "renew": Label(later("Choose a card to redraw"), emoji="🃏", style=PRIMARY, verb=later("Redraw")),
    "redraw": Label(later("Redraw the chosen cards"), emoji="✅", style=SUCCESS),
    # Translators: on wings, to end a flight; a place follows "Land at"
    "land": Label(later("Land"), emoji="🪽", style=PRIMARY, verb=later("Land at")),
    # Translators: a spellshard follows "Next:"
    "put-on-top": Label(later("Put on top"), emoji="👁️", style=PRIMARY, verb=later("Next:")),
    "stop": Label(later("Stop defending"), emoji="✋"),
    "end-round": Label(later("End the round"), emoji="⏭️"),
    "give-up": Label(later("Give up"), emoji="🏳️", style=DANGER),
}

ORDER = {kind: place for place, kind in enumerate(KINDS)}

FIELDS = {
    "fly.origin": later("Which raven flies next?"),
    "fly.to": later("Which way does it fly?"),
    "walk.space": later("Where to?"),
    "land.space": later("Where do the wings carry you?"),
    "defend.card": later("Which card defends you?"),
    "invoke.card": later("Which spellshard?"),
    "renew.card": later("Which strength card is redrawn?"),
    "stride.card": later("Which card do you play to walk?"),
    "put-on-top.card": later("Which spellshard comes next?"),
}

SUIT_EMOJI = ("♠️", "♥️", "♦️", "♣️")


def phrase(view: View, names: Sequence[str], move: Data) -> Label | None:
    if isinstance(move, Fly):
        # Translators: a raven flies, from space to space
        text = say("{origin} to {goal}", origin=SPACES[move.origin].code, goal=SPACES[move.to].code)
        return Label(text, emoji="🐦‍⬛")
    return None


def value(view: View, names: Sequence[str], move: Data, field: str) -> Label:
    value, tag = getattr(move, field), move_path(move)[0]
    if field == "card":
        return _card(tag, value)
    if tag == "fly":
        # Translators: a raven flies to this space
        return _raven(view.table, value) if field == "origin" else Label(say("to {space}", space=space_named(value)))
    return destination(view.table, value)


def _card(tag: str, card: int) -> Label:
    if card in SHARD_NAMES:
        return Label(say(SHARD_NAMES[card]), say(SHARD_USES[card]), emoji=SHARD_NAMES[card])
    # Translators: of a card
    worth = steps_far(VALUES[card]) if tag == "stride" else say("worth {points}", points=VALUES[card])
    return Label(sentence(card_name(card)), worth, emoji=SUIT_EMOJI[card // 13])


def steps_far(count: int) -> str:
    return say_many("{count} step", "{count} steps", count)


def space_named(space: int) -> str:
    """A space by its code and name. The code comes first, because the map shows it on a stone."""
    code, name = SPACES[space].code, SPACES[space].name
    return f"{code} {say(name)}" if name else code


def _raven(table: Table, space: int) -> Label:
    # Translators: the raven that flies next: "Fly from A7 Crookbough"
    return Label(say("from {space}", space=space_named(space)), steps_far(DISTANCES[table.wanderer][space]))


def destination(table: Table, space: int) -> Label:
    """A space to go to: how far it is, and how many ravens are there or how far the nearest one is."""
    steps, ravens_there = DISTANCES[table.wanderer][space], table.ravens.count(space)
    # Translators: to a space, in place of how far it is
    far = say("stay") if steps == 0 else steps_far(steps)
    ravens = say_many("{count} raven", "{count} ravens", ravens_there) if ravens_there else nearest(table, space)
    return Label(space_named(space), listed_apart((far, ravens)))


def nearest(table: Table, space: int) -> str:
    steps = min((DISTANCES[space][raven] for raven in table.ravens), default=0)
    return say_many("nearest raven: {count} step", "nearest raven: {count} steps", steps)
