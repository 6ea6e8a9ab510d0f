"""Tables of every game, seat count and option to test on, and players that play them to the end."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any, NamedTuple, get_args, get_type_hints

from engine import GAMES, AnyGame, AnyPlayed, Chance, Data, IllegalMove, Playthrough

from ..games import trial

LONGEST = 5000  # moves; no game is meant to come near
MOST_SETUPS = 20  # of a game; where more can be opened, the tests take few that show any two or three options together


class Setup(NamedTuple):
    game: AnyGame
    seats: int
    options: Any

    def __str__(self) -> str:
        values = (f"{name}={getattr(self.options, name)}" for name in self.options.__struct_fields__)
        return "-".join((self.game.key, str(self.seats), *values))


Played = AnyPlayed
Draw = Callable[[], float]  # at least 0, below 1
Player = Callable[[AnyGame, Any, Draw], Any]


@cache
def setups(together: int = 3) -> Sequence[Setup]:
    """Every table that can be opened (`new` refuses what options don't fit the seats); of too many, some.

    Any options that go together do so at one of them: any two, or any three (`together`), of which the first are part.
    """
    found = list[Setup]()
    for game in GAMES.values():
        tables = [Setup(game, seats, options) for seats, options in product(game.seats, all_options(game.options))]
        tables = [table for table in tables if opens(table)]
        found += tables if len(tables) <= MOST_SETUPS else _covering(tables, together)
    return found


def opens(setup: Setup) -> bool:
    try:
        setup.game.new(setup.seats, setup.options, Chance("set-up"))
    except IllegalMove:
        return False
    return True


def _covering(tables: list[Setup], together: int) -> list[Setup]:
    """Few of these tables, and yet any two (then any three) choices that go together do so at one of them."""
    chosen: list[Setup] = []
    for count in range(2, together + 1):
        shown = {choice for table in chosen for choice in _choices(table, count)}
        left = {table: _choices(table, count) - shown for table in Chance("set-ups").shuffled("tables", tables)}
        while any(left.values()):
            chosen.append(max(left, key=lambda table: len(left[table])))
            shown = _choices(chosen[-1], count)
            left = {table: missing - shown for table, missing in left.items()}
    return chosen


def _choices(setup: Setup, together: int) -> set[Any]:
    options = [(name, getattr(setup.options, name)) for name in setup.options.__struct_fields__]
    return set(combinations([("seats", setup.seats), *options], together))


def all_options(kind: type[Data]) -> list[Any]:
    """Every combination of options: a field is a bool or a Literal."""
    choices = {name: get_args(hint) or (True, False) for name, hint in get_type_hints(kind).items()}
    return [kind(**dict(zip(choices, values, strict=True))) for values in product(*choices.values())]


def uniform(game: AnyGame, state: Any, draw: Draw) -> Any:
    """Any legal move."""
    return pick(game.legal_moves(state), draw)


def lasting(game: AnyGame, state: Any, draw: Draw) -> Any:
    """Mostly a move that doesn't hasten the end: uniform play never sees the middle of some games."""
    moves = game.legal_moves(state)
    good = trial(game).lasting(state, moves)
    return pick(good if good and draw() < 0.9 else moves, draw)


def sensible(game: AnyGame, state: Any, draw: Draw) -> Any:
    """At a game for one: what somebody does who thinks a little. Where nobody has thought about it, `lasting`."""
    moves, think = game.legal_moves(state), trial(game).sensible
    if think is None:
        return lasting(game, state, draw)
    return moves[0] if len(moves) == 1 else think(game.view(state, 0), moves)[0]


PLAYERS: tuple[Player, ...] = (lasting, uniform)


def pick(moves: Sequence[Any], draw: Draw) -> Any:
    """One of `moves`, the same on every version of Python (`random.choice` isn't promised to be)."""
    return moves[int(draw() * len(moves))]


def playthrough(setup: Setup, seed: str, player: Player) -> Iterator[Played]:
    """All the moves of a game. The player's luck is no part of the table's."""
    game, chance, draw = setup.game, Chance(seed), Random(f"{seed}/player").random
    played = Playthrough.deal(game, setup.seats, setup.options, chance)
    for _ in range(LONGEST):
        if played.outcome is not None:
            return
        yield played.play(player(game, played.state, draw))
    raise AssertionError(f"{setup} goes on after {LONGEST} moves")


def positions(setup: Setup, seed: str, player: Player) -> Iterator[Any]:
    """All the states of a game, the first and the last among them."""
    yield setup.game.new(setup.seats, setup.options, Chance(seed))
    for played in playthrough(setup, seed, player):
        yield played.step.state
