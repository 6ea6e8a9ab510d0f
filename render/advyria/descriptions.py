"""Advyria in words: the gist for those who can't see the picture, and the whole position."""

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.advyria import GAME
from engine.advyria.cards import (
    ADVENTURES,
    CARDS,
    COLOURS,
    FIRST_ADVENTURE_CARD,
    HEROES,
    PLURALS,
    tile_name,
)
from engine.advyria.land import REGIONS, SPACES, STEPS
from engine.advyria.pieces import Mine, Player, Table, View
from engine.advyria.scoring import account, rating

from ..text import ALT_LIMIT, WORDS_LIMIT, joined, lately, listing
from .facts import destinations, over, waiting, ways

_PHASES = {"main": "", "last": "The draw pile is empty.", "finale": "The grand finale."}


def alt(view: View, names: Sequence[str]) -> str:
    """The gist of the public position in at most 1,024 characters. `view.mine` is not used."""
    table = view.table
    told = [
        f"{GAME.title}. {_turn(table, names)}",
        *(_gist(player, name) for player, name in zip(table.players, names, strict=True)),
        _tiles(table),
        listing("Face up", _face_up(table)),
        _score(table, names) if table.step == "over" else f"{_piles(table)} {_PHASES[table.phase]}".strip(),
        *_hands(table, names),
        listing("Never turned up", _unturned(table)),
    ]
    return joined(told, " ", ALT_LIMIT)


def describe(view: View, names: Sequence[str]) -> str:
    """The whole position in lines of text, at most 3,500 characters: what is public, and what `view.mine` knows."""
    table, mine = view.table, view.mine
    told = [
        f"{GAME.title}. {_turn(table, names)} {_PHASES[table.phase]}".strip(),
        *(_own(table, mine, names) if mine else ()),
        *(_player(table, player, name) for player, name in zip(table.players, names, strict=True)),
        *_hands(table, names),
        _tiles(table),
        *(_region(table, letter) for letter in REGIONS),
        listing("Face up", _face_up(table)),
        listing("Looked at", _looked(table, names), "; "),
        "" if over(table) else _choices(table),
        f"{_piles(table)} {listing('Discarded', _cards(table.discards))}".strip(),
        listing("Left in the draw pile", _cards(table.stock or ())),
        f"Wizards out of the game: {table.spent}." if table.spent else "",
        _score(table, names) if table.step == "over" else "",
        listing("Pawns went", _ways(table)),
        lately(GAME.tell(event).format(*names) for event in table.recent),
    ]
    return joined(told, "\n", WORDS_LIMIT)


def _place(space: int | None) -> str:
    return "not on the board yet" if space is None else f"at {SPACES[space].name} ({SPACES[space].code})"


def _turn(table: Table, names: Sequence[str]) -> str:
    return "The game is over." if over(table) else f"{names[table.turn]} {waiting(table)}."


def _gist(player: Player, name: str) -> str:
    return (
        f"{name}: {_place(player.pawn)}, hand {player.cards} of {player.level}, losses {player.losses}, villages "
        f"{player.villages}, gold coins {player.gold}, adventures {len(player.completed)}."
    )


def _player(table: Table, player: Player, name: str) -> str:
    done = listing("Completed", (ADVENTURES[adventure].name for adventure in player.completed))
    hero = f"Hero: {_hero(player.hero)}." if player.hero is not None else ""
    return " ".join(filter(None, (_gist(player, name), done, hero)))


def _hero(hero: int) -> str:
    return f"{HEROES[hero].name} ({', '.join(ADVENTURES[one].name for one in HEROES[hero].adventures)})"


def _tiles(table: Table) -> str:
    down = sum(quest.face == "down" for quest in table.quests)
    return f"{table.tiles_left} of {len(table.quests)} quest tiles left, {down} of them face down."


def _face_up(table: Table) -> Iterable[str]:
    for space, quest in enumerate(table.quests):
        if quest.face == "up" and quest.tile is not None:
            adventure = ADVENTURES[quest.tile]
            yield f"{adventure.name} ({COLOURS[adventure.colour]}) {_place(space)}"


def _hands(table: Table, names: Sequence[str]) -> Iterable[str]:
    """Where they lie open, or once the game is over."""
    for name, hand in zip(names, table.hands or (), strict=False):
        yield listing(f"Hand of {name}", _cards(hand))


def _unturned(table: Table) -> Iterable[str]:
    """The tiles that lay face down to the end, once they are turned up."""
    for space, quest in zip(SPACES, table.quests, strict=False):
        if quest.face == "down" and quest.tile is not None:
            yield f"{tile_name(quest.tile)} at {space.code}"


def _region(table: Table, letter: str) -> str:
    down = [
        f"{space.code} {space.name}{'' if quest.tile is None else f' ({tile_name(quest.tile)})'}"
        for space, quest in zip(SPACES, table.quests, strict=False)
        if space.region == letter and quest.face == "down"
    ]
    return listing(f"Face down in {REGIONS[letter]}", down)


def _looked(table: Table, names: Sequence[str]) -> Iterable[str]:
    for seat, name in enumerate(names):
        codes = [
            space.code
            for space, quest in zip(SPACES, table.quests, strict=False)
            if quest.face == "down" and seat in quest.looked
        ]
        if codes:
            yield f"{name} at {', '.join(codes)}"


def _choices(table: Table) -> str:
    """The spaces to choose from in this step."""
    spaces = destinations(table)
    if table.step == "go":
        pawn = table.players[table.turn].pawn or 0
        return listing("May go to", (f"{SPACES[space].code} ({STEPS[pawn][space]})" for space in spaces))
    if table.step in ("settle", "send"):
        return listing("Free guilds", (f"{SPACES[space].name} ({SPACES[space].code})" for space in spaces))
    return ""


def _ways(table: Table) -> Iterable[str]:
    """Where pawns came from: what has happened tells only where they went."""
    return (f"{SPACES[origin].code} to {SPACES[space].code}" for origin, space in ways(table) if origin != space)


def _piles(table: Table) -> str:
    return f"Draw pile {table.pile}, discards {len(table.discards)}."


def _cards(cards: Iterable[int]) -> Iterable[str]:
    for card, count in sorted(Counter(cards).items()):
        if card >= FIRST_ADVENTURE_CARD:
            adventure = ADVENTURES[card - FIRST_ADVENTURE_CARD]
            yield f"{adventure.name} ({COLOURS[adventure.colour]})"
        else:
            yield f"{count} {PLURALS[card]}" if count > 1 else f"1 {CARDS[card]}"


def _own(table: Table, mine: Mine, names: Sequence[str]) -> Iterable[str]:
    you = f"You are {names[mine.seat]}. " if len(names) > 1 else ""
    yield you + (listing("Your hand", _cards(mine.hand)) or "Your hand is empty.")
    if mine.hero is not None:
        yield f"Your hero: {_hero(mine.hero)}."
    seen = [
        f"{tile_name(tile)} {_place(space)}"
        for space, tile in enumerate(mine.tiles)
        if tile is not None and table.quests[space].face == "down"
    ]
    yield listing("You have seen", seen)
    for known in mine.known:
        cards = ", ".join(_cards(known.cards))
        if known.knower == mine.seat:
            yield f"{names[known.holder]} has of yours: {cards}."
        else:
            yield f"{names[known.knower]} knows you have: {cards}."


def _score(table: Table, names: Sequence[str]) -> str:
    accounts = [account(table, player) for player in table.players]
    totals = [f"{name} {one.total}" for name, one in zip(names, accounts, strict=True)]
    total = sum(one.total for one in accounts)
    if table.options.simple_scoring:
        return f"Adventures completed: {', '.join(totals)}."
    if table.options.mode == "compete":
        return f"Gold: {', '.join(totals)}."
    return f"{total} gold: {rating(total)}."
