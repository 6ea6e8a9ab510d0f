"""Facts of a public table that both the pictures and the descriptions of Advyria need."""

from collections.abc import Iterable

from engine.advyria.events import Rolled, Sent, Settled, Went
from engine.advyria.land import GUILDS, NEIGHBOURS, SPACES, STEPS, WITHIN
from engine.advyria.state import Table
from languages import later, say, say_many

from ..faces import SIGN

WAITING = {  # by step: what the turn waits for. It follows a name
    # Translators: after a player's name, as the next texts
    "settle": later("chooses a guild"),
    "play": later("plays cards"),
    "go": later("moves"),
    "adventure": later("reached an adventure"),
    "turn": later("flips villages"),
    "look": later("looks at tiles"),
    "rob": later("meets a rich neighbour"),
    "send": later("sends a pawn away"),
    "discard": later("discards"),
}


def waiting(table: Table) -> str:
    effect = table.effect
    if table.step == "go" and effect:
        return say("rides anywhere") if effect.roll is None else say("moves up to {steps}", steps=effect.roll)
    if table.step == "look" and effect:
        return say_many("looks at {count} tile", "looks at {count} tiles", effect.left)
    return say(WAITING[table.step])


def over(table: Table) -> bool:
    """Whether the game has ended, or was given up and all is turned up."""
    return table.step == "over" or table.stock is not None


def taken(table: Table) -> set[int]:
    """The spaces with a pawn."""
    return {player.pawn for player in table.players if player.pawn is not None}


def destinations(table: Table) -> list[int]:
    """The spaces that can be chosen in this step: to go to, to look at, or to put or send a pawn to."""
    effect = table.effect
    if table.step == "look":
        return [space for space, quest in enumerate(table.quests) if quest.face == "down"]
    if table.step in ("settle", "send"):
        return [space for space in GUILDS if space not in taken(table)]
    pawn = table.players[table.turn].pawn
    if table.step != "go" or effect is None or pawn is None:
        return []
    spaces: Iterable[int] = range(len(SPACES)) if effect.roll is None else WITHIN[pawn][effect.roll]
    others = taken(table) - {pawn}
    return [space for space in spaces if space not in others]


def ways(table: Table) -> list[tuple[int, int]]:
    """The movements of the turn in progress, or of the last one: (from, to)."""
    return [(event.origin, event.space) for event in table.recent if isinstance(event, Went)]


def rolls(table: Table) -> list[int]:
    """The dice of the turn in progress, or of the last one."""
    return [event.roll for event in table.recent if isinstance(event, Rolled)]


def put_down(table: Table) -> set[int]:
    """The spaces where a pawn was just put, or to which one was just sent."""
    return {event.space for event in table.recent if isinstance(event, Settled | Sent)}


def route(origin: int, space: int) -> list[int]:
    """A shortest way, both ends included."""
    way = [origin]
    while way[-1] != space:
        way.append(min(NEIGHBOURS[way[-1]], key=lambda near: (STEPS[near][space], near)))
    return way


def marks(names: Iterable[str]) -> list[str]:
    """The marks on the pawns: initials, or numbers if two initials are alike or one can't be drawn.

    `names` hold only what the font can draw.
    """
    names = list(names)
    initials = [name.removeprefix(SIGN).strip()[:1].upper() for name in names]
    plain = len({*initials}) == len(initials) and all(initial.isalpha() for initial in initials)
    return initials if plain else [str(seat + 1) for seat in range(len(names))]
