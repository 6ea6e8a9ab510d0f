"""Advyria in words: the gist for those who can't see the picture, and the whole position."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice

from engine.advyria import GAME
from engine.advyria.cards import (
    ADVENTURES,
    FIRST_ADVENTURE_CARD,
    HEROES,
    counted,
    short_name,
    tile_name,
)
from engine.advyria.events import Drew, Event, LeftBehind
from engine.advyria.land import NEIGHBOURS, SPACES, STEPS
from engine.advyria.scoring import account, rating
from engine.advyria.state import Mine, Player, Table, View
from engine.records import replace
from languages import later, say, say_many, say_many_as

from ..text import ALT_LIMIT, WORDS_LIMIT, joined, lately, listing
from .facts import destinations, over, waiting, ways

NEAR = 4  # tiles that a brief description names
_PHASES = {"last": later("The draw pile is empty."), "finale": later("The grand finale.")}
_COLOURED = (  # by the colour of an adventure
    later("{adventure} (red)"),
    later("{adventure} (blue)"),
    later("{adventure} (yellow)"),
    later("{adventure} (green)"),
)


def alt(view: View, names: Sequence[str]) -> str:
    """The gist of the public position in at most 1,024 characters. `view.mine` is not used."""
    table = view.table
    lines = [
        _turn(table, names),
        *(_in_brief(player, name) for player, name in zip(table.players, names, strict=True)),
        listing(say("Face up"), _nearest_up(View(table, None))),
        _score(table, names) if table.step == "over" else _draws(table),
        *_hands(table, names),
        listing(say("Never turned up"), _unturned(table)),
    ]
    return joined(lines, " ", ALT_LIMIT)


def brief(view: View, names: Sequence[str]) -> str:
    """What the player to move needs first: their own cards, the others, and what lies near."""
    table, mine = view.table, view.mine
    lines = [
        *(_own(view, mine, names, NEAR) if mine else ()),
        " ".join(_in_brief(player, name) for player, name in zip(table.players, names, strict=True)),
        listing(say("Face up"), _nearest_up(view)),
        listing(say("Face down near you"), islice(_face_down(view), NEAR)),
        _draws(table),
        *_hands(table, names),
    ]
    return joined(lines, "\n", WORDS_LIMIT)


def ended(view: View) -> View:
    """The view of a game that was given up: it is nobody's turn any more."""
    return replace(view, table=replace(view.table, step="over"))


def describe(view: View, names: Sequence[str]) -> str:
    """The whole position in lines of text, at most 3,500 characters: what is public, and what `view.mine` knows."""
    table, mine = view.table, view.mine
    lines = [
        f"{GAME.title}. {_turn(table, names)} {_phase(table)}".strip(),
        *(_own(view, mine, names) if mine else ()),
        *(_player(table, player, name) for player, name in zip(table.players, names, strict=True)),
        *_hands(table, names),
        _tiles(table),
        _roads(view),
        listing(say("Face down"), _face_down(view)),
        listing(say("Face up"), _face_up(view)),
        listing(say("Looked at"), _looked(table, names), apart=True),
        "" if over(table) else _choices(table),
        f"{_piles(table)} {listing(say('Discarded'), _cards(table.discards))}".strip(),
        listing(say("Left in the draw pile"), _cards(table.stock or ())),
        listing(say("Wizards out of the game"), [str(table.spent)] if table.spent else []),
        _score(table, names) if table.step == "over" else "",
        listing(say("Pawns went"), _ways(table)),
        lately(GAME.tell(event).format(*names) for event in _news(table)),
    ]
    return joined(lines, "\n", WORDS_LIMIT)


def _news(table: Table) -> Iterable[Event]:
    """The events worth telling.

    The land shows what was left behind and the hands show cards, so those are left out; so is the draw that begins
    every turn.
    """
    for event in table.recent:
        if isinstance(event, Drew):
            if event.seat != table.turn:
                yield replace(event, cards=None)
        elif not isinstance(event, LeftBehind):
            yield event


def _turn(table: Table, names: Sequence[str]) -> str:
    return say("The game is over.") if over(table) else f"{names[table.turn]} {waiting(table)}."


def _phase(table: Table) -> str:
    return say(_PHASES[table.phase]) if table.phase in _PHASES else ""


def _draws(table: Table) -> str:
    return f"{say('Draw pile {count}.', count=table.pile)} {_phase(table)}".strip()


def _in_brief(player: Player, name: str) -> str:
    place = say("not on the board yet") if player.pawn is None else SPACES[player.pawn].code
    coins = say_many("{count} coin", "{count} coins", player.gold) if player.gold else ""
    return listing(name, filter(None, (place, _held(player), coins, _completed(player))))


def _held(player: Player) -> str:
    # Translators: how many cards are held, and how many may be held
    return say("{held}/{level} cards", held=player.cards, level=player.level)


def _completed(player: Player) -> str:
    count = len(player.completed)
    return say_many("{count} adventure", "{count} adventures", count) if count else ""


def _gist(player: Player, name: str) -> str:
    """A player in brief. What they have none of is left out, except cards."""
    place = say("not on the board yet") if player.pawn is None else say("at {place}", place=SPACES[player.pawn].code)
    counts = (
        say_many_as("losses", "{count} lost", "{count} lost", player.losses) if player.losses else "",
        say_many("{count} village", "{count} villages", player.villages) if player.villages else "",
        say_many("{count} gold coin", "{count} gold coins", player.gold) if player.gold else "",
        _completed(player),
    )
    return listing(name, filter(None, (place, _held(player), *counts)))


def _player(table: Table, player: Player, name: str) -> str:
    done = listing(say("Completed"), (say(ADVENTURES[adventure].name) for adventure in player.completed))
    hero = listing(say("Hero"), [_hero(player.hero)] if player.hero is not None else [])
    return " ".join(filter(None, (_gist(player, name), done, hero)))


def _hero(hero: int) -> str:
    adventures = ", ".join(say(ADVENTURES[adventure].name) for adventure in HEROES[hero].adventures)
    return f"{say(HEROES[hero].name)} ({adventures})"


def _tiles(table: Table) -> str:
    return say(
        "{left} of {all} quest tiles left, {down} of them face down.",
        left=table.tiles_left,
        all=len(table.quests),
        down=sum(quest.face == "down" for quest in table.quests),
    )


def _pawn(view: View) -> int | None:
    """The space from which steps are counted: that of the seat's own pawn, or of the pawn whose turn it is."""
    table = view.table
    return None if over(table) else table.players[view.mine.seat if view.mine else table.turn].pawn


def _far(view: View, space: int) -> str:
    """How many steps away a space is."""
    pawn = _pawn(view)
    return SPACES[space].code if pawn is None else f"{SPACES[space].code} ({STEPS[pawn][space]})"


def _roads(view: View) -> str:
    """Where the roads lead, before anybody pays for a die."""
    pawn = _pawn(view)
    if pawn is None:
        return ""
    roads = ", ".join(SPACES[space].code for space in NEIGHBOURS[pawn])
    return say("Steps from {place} in brackets. Roads from there: {roads}.", place=SPACES[pawn].code, roads=roads)


def _face_down(view: View) -> Iterable[str]:
    """The spaces with face-down tiles, the nearest first."""
    pawn, quests = _pawn(view), view.table.quests
    down = [space for space, quest in enumerate(quests) if quest.face == "down"]
    for space in down if pawn is None else sorted(down, key=lambda space: STEPS[pawn][space]):
        tile = quests[space].tile
        yield f"{_far(view, space)}{'' if tile is None else f' {tile_name(tile)}'}"


def _face_up(view: View) -> Iterable[str]:
    for space, quest in enumerate(view.table.quests):
        if quest.face == "up" and quest.tile is not None:
            yield say("{thing} at {place}", thing=_coloured(quest.tile), place=_far(view, space))


def _coloured(adventure: int) -> str:
    name, colour = ADVENTURES[adventure].name, ADVENTURES[adventure].colour
    return say(_COLOURED[colour], adventure=say(name))


def _nearest_up(view: View) -> Iterable[str]:
    """The face-up adventures in brief: only the nearest ones, if steps can be counted."""
    pawn, quests = _pawn(view), view.table.quests
    up = [(space, quest.tile) for space, quest in enumerate(quests) if quest.face == "up" and quest.tile is not None]
    for space, tile in up if pawn is None else sorted(up, key=lambda lying: STEPS[pawn][lying[0]])[:NEAR]:
        yield f"{short_name(tile)} {_far(view, space)}"


def _hands(table: Table, names: Sequence[str]) -> Iterable[str]:
    """The hands, if they are open or the game is over."""
    for name, hand in zip(names, table.hands or (), strict=False):
        yield listing(say("Hand of {player}", player=name), _cards(hand))


def _unturned(table: Table) -> Iterable[str]:
    """The tiles that lay face down to the end, once they are turned up."""
    for space, quest in zip(SPACES, table.quests, strict=False):
        if quest.face == "down" and quest.tile is not None:
            yield say("{thing} at {place}", thing=tile_name(quest.tile), place=space.code)


def _looked(table: Table, names: Sequence[str]) -> Iterable[str]:
    for seat, name in enumerate(names):
        codes = [
            space.code
            for space, quest in zip(SPACES, table.quests, strict=False)
            if quest.face == "down" and seat in quest.looked
        ]
        if codes:
            yield say("{player} at {places}", player=name, places=", ".join(codes))


def _choices(table: Table) -> str:
    """The spaces to choose from in this step."""
    spaces = destinations(table)
    if table.step == "go" and table.effect and table.effect.roll is None:
        barred = (SPACES[space].code for space in range(len(SPACES)) if space not in spaces)
        return listing(say("May go to every space but"), barred) or say("May go to every space.")
    if table.step == "go":
        pawn = table.players[table.turn].pawn or 0
        named = [space for space, quest in enumerate(table.quests) if quest.face != "gone"]  # named above, with steps
        return listing(
            say("May go to"),
            (SPACES[space].code + ("" if space in named else f" ({STEPS[pawn][space]})") for space in spaces),
        )
    if table.step in ("settle", "send"):
        return listing(say("Free guilds"), (SPACES[space].code for space in spaces))
    return ""


def _ways(table: Table) -> Iterable[str]:
    """Where pawns came from: the events say only where they went."""
    went = ((SPACES[origin].code, SPACES[space].code) for origin, space in ways(table) if origin != space)
    return (say("{place} to {other}", place=place, other=other) for place, other in went)


def _piles(table: Table) -> str:
    return say("Draw pile {count}, discards {discards}.", count=table.pile, discards=len(table.discards))


def _cards(cards: Iterable[int]) -> Iterable[str]:
    for card, count in sorted(Counter(cards).items()):
        if card >= FIRST_ADVENTURE_CARD:
            yield _coloured(card - FIRST_ADVENTURE_CARD)
        else:
            yield counted(count, card)


def _own(view: View, mine: Mine, names: Sequence[str], most: int | None = None) -> Iterable[str]:
    """What the seat alone knows.

    `most`: tell only so many tiles that it has seen, the nearest ones; None: all, in the order of spaces.
    """
    table, pawn = view.table, _pawn(view)
    you = f"{say('You are {player}.', player=names[mine.seat])} " if len(names) > 1 else ""
    yield you + (listing(say("Your hand"), _cards(mine.hand)) or say("Your hand is empty."))
    if mine.hero is not None:
        yield listing(say("Your hero"), [_hero(mine.hero)])
    seen = [
        (space, say("{thing} at {place}", thing=tile_name(tile), place=SPACES[space].code))
        for space, tile in enumerate(mine.tiles)
        if tile is not None and table.quests[space].face == "down"
    ]
    if most is not None and pawn is not None:
        seen = sorted(seen, key=lambda tile: STEPS[pawn][tile[0]])[:most]
    yield listing(say("You have seen"), (said for _, said in seen))
    for known in mine.known:
        if known.knower == mine.seat:
            yield listing(say("{player} has of yours", player=names[known.holder]), _cards(known.cards))
        else:
            yield listing(say("{player} knows you have", player=names[known.knower]), _cards(known.cards))


def _score(table: Table, names: Sequence[str]) -> str:
    accounts = [account(table, player) for player in table.players]
    totals = [f"{name} {counted.total}" for name, counted in zip(names, accounts, strict=True)]
    total = sum(counted.total for counted in accounts)
    if table.options.simple_scoring:
        return listing(say("Adventures completed"), totals)
    if table.options.mode == "compete":
        return listing(say("Gold"), totals)
    return listing(say_many("{count} gold", "{count} gold", total), [rating(total)])
