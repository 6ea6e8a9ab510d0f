"""What the pictures and the words of Advyria read off a public table."""

from collections.abc import Iterable

from engine.advyria.land import GUILDS, NEIGHBOURS, SPACES, STEPS, WITHIN
from engine.advyria.pieces import Rolled, Sent, Settled, Table, Went

WAITING = {  # what a turn waits for, after the name of who acts
    "settle": "chooses a guild",
    "play": "plays cards",
    "go": "moves",
    "adventure": "stands before an adventure",
    "turn": "turns villages",
    "look": "looks at tiles",
    "rob": "meets a rich neighbour",
    "send": "sends a pawn away",
    "discard": "discards",
}


def waiting(table: Table) -> str:
    effect = table.effect
    if table.step == "go" and effect:
        return "rides anywhere" if effect.roll is None else f"moves up to {effect.roll}"
    if table.step == "look" and effect:
        return f"looks at {effect.left} tile{'s' * (effect.left > 1)}"
    return WAITING[table.step]


def taken(table: Table) -> set[int]:
    """The spaces with a pawn."""
    return {player.pawn for player in table.players if player.pawn is not None}


def destinations(table: Table) -> list[int]:
    """The spaces that the step is about: where the pawn may go, a tile may be looked at, a pawn may be put or sent."""
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
    """The movements of the last turn, or of the one in progress: from where to where."""
    return [(event.origin, event.space) for event in table.recent if isinstance(event, Went)]


def rolls(table: Table) -> list[int]:
    """The dice of the last turn, or of the one in progress."""
    return [event.roll for event in table.recent if isinstance(event, Rolled)]


def put_down(table: Table) -> set[int]:
    """Where a pawn was lately put or sent."""
    return {event.space for event in table.recent if isinstance(event, Settled | Sent)}


def route(origin: int, space: int) -> list[int]:
    """A shortest way, both ends included."""
    way = [origin]
    while way[-1] != space:
        way.append(min(NEIGHBOURS[way[-1]], key=lambda near: (STEPS[near][space], near)))
    return way


def marks(names: Iterable[str]) -> list[str]:
    """What the pawns carry: initials, or numbers where two initials are alike or can't be drawn.

    `names` are as shown: only what the font can draw.
    """
    names = list(names)
    initials = [name[:1].upper() for name in names]
    plain = len({*initials}) == len(initials) and all(one.isalpha() for one in initials)
    return initials if plain else [str(seat + 1) for seat in range(len(names))]
