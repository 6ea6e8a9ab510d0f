"""Nothing is in a picture alone: whatever changes what a board or a result shows changes the words as well."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
import pytest

from engine import GAMES, Chance, encode
from engine.wyverns_knot.events import Aimed, Mismatched
from render import PICTURES

from ..engine.players import PLAYERS, Player, Setup, positions, setups

NAMES = ("Astrid", "Bram", "Cosima", "Dario", "Edda", "Finn", "Gil", "Hal")
FEW, MANY = 2, 200  # games
ENDED = ("over", "won", "lost")  # steps
Path = tuple[str | int, ...]


def tried(events: tuple[Any, ...], kind: type[Aimed] | type[Mismatched]) -> set[tuple[int, int, int]]:
    """The seats, cards and eggs of these events of Wyvern's Knot."""
    return {(event.seat, event.position, event.cell) for event in events if isinstance(event, kind)}


# What no game comes to, though it can be put together
NEVER: Mapping[str, Callable[[Any], bool]] = {
    "wyverns-knot": lambda table: (
        any(egg.cover is not None and egg.fate != "saved" for egg in table.nest)
        or any(strike.column and strike.face == "gone" for strike in table.strikes)
        or any((claim.cell is None) == (claim.row is None) for claim in table.claims)
        or (table.step == "over" and table.chosen is not None)
        or not tried(table.recent, Mismatched) <= tried(table.recent, Aimed)
    ),
    "advent-of-the-wyrms": lambda table: (table.step == "negate") != (table.wyrm is not None),
    "hexaract": lambda table: (
        not Counter(die for pair in table.pairs for die in (pair.low, pair.high)) <= Counter(table.dice)
    ),
}


@pytest.mark.parametrize("key", [key for key in PICTURES if key != "advyria"])  # its large board with the slow tests
def test_whatever_changes_a_picture_changes_the_words(key: str) -> None:
    tell_apart(key, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("key", PICTURES)
def test_whatever_changes_any_of_many_pictures_changes_the_words(key: str) -> None:
    tell_apart(key, MANY)


def tell_apart(key: str, games: int) -> None:
    """Only where the words are the same are the pictures drawn: drawing takes a thousand times as long."""
    changes = 0
    for number in range(games):
        for place, names, one, other in changed(key, number):
            changes += 1
            if PICTURES[key].describe(one, names) == PICTURES[key].describe(other, names):
                assert drawn(key, one, other, names) == drawn(key, other, one, names), (number, place)
    assert changes > games


def drawn(key: str, view: Any, other: Any, names: tuple[str, ...]) -> list[bytes]:
    """The board of a view, and its result if both views are of a game that is over."""
    over = {view.table.step, other.table.step} <= {*ENDED}
    result = [PICTURES[key].result(view, names, "It is over.")] if over else []
    return [PICTURES[key].board(view, names), *result]


def changed(key: str, number: int) -> Iterator[tuple[Path, tuple[str, ...], Any, Any]]:
    """A view of a played game, and the same with one thing as it is at another time: each that can be."""
    game, chance, shown = GAMES[key], Chance(f"told in words {number}"), number % 4
    table, player = chance.shuffled("tables", tables(key))[0], chance.shuffled("players", PLAYERS)[0]
    one, source = chance.shuffled("views", [*seen(table, player, number, shown)])[:2]
    before, after = encode(one), msgspec.json.decode(encode(source))
    for place in differing(msgspec.json.decode(before), after):
        mixed = msgspec.json.decode(before)
        put(mixed, place, get(after, place))
        try:
            other = msgspec.convert(mixed, game.view_type)
        except msgspec.ValidationError:
            continue
        if can_be(key, other, whole=shown < 3):
            yield place, NAMES[: table.seats], one, other


@cache
def tables(key: str) -> list[Setup]:
    return [setup for setup in setups() if setup.game is GAMES[key]]


def seen(setup: Setup, player: Player, number: int, shown: int) -> Iterator[Any]:
    """A game as whoever is to act sees it (0, 1), as all do (2), or as its replay shows it once it is over (3)."""
    game = setup.game
    for state in positions(setup, f"told in words {number}", player):
        if shown < 3:
            yield game.view(state, None if shown == 2 else game.to_act(state))
        elif game.outcome(state) is None or not game.revealed:
            yield game.open_view(state)
        else:
            yield game.revealed(state)


def can_be(key: str, view: Any, *, whole: bool) -> bool:
    """Whether a game may come to this: a state can be imagined that goes on, and whose events can be told.

    whole: and that looks like it; a view in which hidden cards are turned up can't be seen from a seat.
    """
    game, mine = GAMES[key], view.mine
    if NEVER.get(key, lambda table: False)(view.table):
        return False
    try:
        state = game.imagine(view, Chance("told in words"))
        alike = game.view(state, getattr(mine, "seat", 0) if mine else None) == view
        told = all(game.tell(event) for event in view.table.recent)
        return told and (alike or not whole) and bool(game.legal_moves(state)) == (game.outcome(state) is None)
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
