"""The land as one player knows it: its spaces and tiles in words."""

from collections.abc import Sequence

from engine.advyria.cards import ADVENTURES, GOLD, HEROES, card_of, tile_name
from engine.advyria.land import NEIGHBOURS, QUESTS, REGIONS, SPACES, STEPS
from engine.advyria.state import Mine, Table, View
from languages import say, say_as, say_many

from ..words import Label


def guild(space: int) -> str:
    """A guild's code and short name: "G1, the Stag"."""
    return f"{SPACES[space].code}, {say_as('a guild, short', SPACES[space].short)}"


def space_label(view: View, names: Sequence[str], space: int, *, travels: bool) -> Label:
    """A space by its code and name: how far it is, what lies there, who stands beside it."""
    place, mine = SPACES[space], view.mine
    text = f"{place.code} {say(place.name)}"
    if not travels or mine is None:
        return Label(text, detail=say(REGIONS[place.region]))
    parts = [
        distance(view, mine, space),
        what_lies(view, mine, space),
        *neighbours(view.table, names, mine.seat, space),
    ]
    return Label(text, detail=", ".join(filter(None, parts))[:100], emoji=_space_emoji(view, mine, space))


def distance(view: View, mine: Mine, space: int) -> str:
    pawn = view.table.players[mine.seat].pawn
    steps = None if pawn is None else STEPS[pawn][space]
    if not steps:
        return "" if steps is None else say("here")
    return say_many("{count} step", "{count} steps", steps)


def what_lies(view: View, mine: Mine, space: int) -> str:
    """What the player knows of the tile on a space."""
    if SPACES[space].kind == "guild":
        return say("a guild")
    if not has_tile(view.table, space):
        return ""
    tile, seen = known_tile(view, mine, space), view.table.quests[space].face == "down"
    if tile is None:
        # Translators: a tile
        return say("face down")
    tile_text = tile_name(tile)
    if completes(mine, tile):
        tile_text = say("{adventure}, you have its card", adventure=tile_text)
    # Translators: the player has looked at a tile: it is this adventure, or gold
    return say("you saw {tile}", tile=tile_text) if seen else tile_text


def neighbours(table: Table, names: Sequence[str], seat: int, space: int) -> list[str]:
    """The players whose pawns stand beside a space: whoever ends there may make an unfriendly manoeuvre."""
    if not table.options.manoeuvres or table.robbed or table.step != "go":
        return []
    beside = [other for other, player in enumerate(table.players) if player.pawn in NEIGHBOURS[space] and other != seat]
    return [
        # Translators: a space is next to that player's pawn; the number is that of their cards
        say_many(
            "beside {player} ({count} card)",
            "beside {player} ({count} cards)",
            table.players[other].cards,
            player=names[other],
        )
        for other in beside
    ]


def _space_emoji(view: View, mine: Mine, space: int) -> str | None:
    if SPACES[space].kind == "guild":
        return "🏛️"
    if not has_tile(view.table, space):
        return None
    tile = known_tile(view, mine, space)
    return "❔" if tile is None else "🪙" if tile == GOLD else ADVENTURES[tile].name


def completes(mine: Mine, tile: int | None) -> bool:
    """Whether the tile is an adventure whose card the player has."""
    return tile is not None and tile != GOLD and card_of(tile) in mine.hand


def on_hero(mine: Mine, adventure: int) -> bool:
    return mine.hero is not None and adventure in HEROES[mine.hero].adventures


def known_tile(view: View, mine: Mine, space: int) -> int | None:
    """The tile on a quest space, if the player knows it."""
    quest = view.table.quests[space]
    return quest.tile if quest.face == "up" else mine.tiles[space]


def tile_here(view: View, mine: Mine, space: int) -> int | None:
    """The tile that still lies on a space, if the player knows it."""
    return known_tile(view, mine, space) if has_tile(view.table, space) else None


def has_tile(table: Table, space: int) -> bool:
    return space in QUESTS and table.quests[space].face != "gone"


def is_worth_it(view: View, mine: Mine, space: int) -> bool:
    """Whether a tile lies there that may bring the player something: not an adventure whose card they lack."""
    tile = tile_here(view, mine, space)
    return has_tile(view.table, space) and (tile is None or tile == GOLD or completes(mine, tile))


def unknown_spaces(view: View, mine: Mine) -> list[int]:
    """The spaces whose tiles the player doesn't know, the nearest first."""
    pawn = view.table.players[mine.seat].pawn or 0
    unknown = [space for space in QUESTS if view.table.quests[space].face == "down" and mine.tiles[space] is None]
    return sorted(unknown, key=lambda space: STEPS[pawn][space])
