"""Nothing is in a picture alone: whatever changes what a board or a result shows changes the words as well."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
import pytest

from engine import GAMES, Chance, encode
from render import PICTURES

from ..engine.players import Setup, lasting, positions, setups

NAMES = ("Astrid", "Bram", "Cosima", "Dario", "Edda")
FEW, MANY = 6, 200  # changes that are tried
ENDED = ("over", "won", "lost")  # steps
Path = tuple[str | int, ...]

# What no game comes to, though it can be put together
NEVER: Mapping[str, Callable[[Any], bool]] = {
    "wyverns-knot": lambda table: (
        any(egg.cover is not None and egg.fate != "saved" for egg in table.nest)
        or any(strike.column and strike.face == "gone" for strike in table.strikes)
    ),
    "advent-of-the-wyrms": lambda table: (table.step == "negate") != (table.wyrm is not None),
    "hexaract": lambda table: (
        not Counter(die for pair in table.pairs for die in (pair.low, pair.high)) <= Counter(table.dice)
    ),
}


@pytest.mark.parametrize("key", ["wyverns-knot", "hexaract"])  # the others with the slow tests
def test_whatever_changes_a_picture_changes_the_words(key: str) -> None:
    assert visible(key, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("key", PICTURES)
def test_whatever_changes_any_of_many_pictures_changes_the_words(key: str) -> None:
    assert visible(key, MANY) > MANY / 4


def visible(key: str, tries: int) -> int:
    """How many of so many changes could be seen."""
    pictured, found = PICTURES[key], 0
    for number in range(tries):
        for place, names, one, other in changed(key, number):
            boards = {pictured.board(view, names) for view in (one, other)}
            ended = [view for view in (one, other) if view.table.step in ENDED]
            results = {pictured.result(view, names, "It is over.") for view in ended}
            if 2 in (len(boards), len(results)):
                found += 1
                assert pictured.describe(one, names) != pictured.describe(other, names), place
    return found


def changed(key: str, number: int) -> Iterator[tuple[Path, tuple[str, ...], Any, Any]]:
    """A view of a played game, and the same with one thing as it is at another time, if that can be."""
    game, chance = GAMES[key], Chance(f"told in words {number}")
    tables = [setup for setup in setups() if setup.game is game]
    views = seen(tables[number % len(tables)], number % 4)
    one, source = chance.shuffled("views", views)[:2]
    before, after = msgspec.json.decode(encode(one)), msgspec.json.decode(encode(source))
    for place in chance.shuffled("places", [*differing(before, after)])[:1]:
        put(before, place, get(after, place))
        try:
            other = msgspec.convert(before, game.view_type)
        except msgspec.ValidationError:
            continue
        if can_be(key, other):
            yield place, NAMES[: tables[number % len(tables)].seats], one, other


@lru_cache(maxsize=40)
def seen(setup: Setup, number: int) -> list[Any]:
    """The views of whoever is to act and, of some games, what everybody sees once all is turned up."""
    game, states = setup.game, [*positions(setup, f"told in words {number}", lasting)]
    if game.revealed and number == 3:
        return [game.revealed(state) for state in states]
    return [game.view(state, game.to_act(state)) for state in states]


def can_be(key: str, view: Any) -> bool:
    """Whether a game may come to this: a state can be imagined that looks like it, and goes on."""
    game, mine = GAMES[key], view.mine
    if NEVER.get(key, lambda table: False)(view.table):
        return False
    if mine is None:
        return True
    try:
        state = game.imagine(view, Chance("told in words"))
        alike = game.view(state, getattr(mine, "seat", 0)) == view
        return alike and bool(game.legal_moves(state)) == (game.outcome(state) is None)
    except (LookupError, ValueError, AssertionError, TypeError, StopIteration):
        return False


def differing(one: Any, other: Any, at: Path = ()) -> Iterator[Path]:
    """The places of what differs, as deep as both are built alike."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for name in one:
            yield from differing(one[name], other[name], (*at, name))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            yield from differing(mine, theirs, (*at, number))
    elif one != other:
        yield at


def get(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def put(value: Any, path: Path, new: Any) -> None:
    *way, last = path
    get(value, tuple(way))[last] = new
