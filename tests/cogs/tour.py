"""Whole games of Wyvern's Knot for tests at a table, known beforehand: each deal is chosen for its purpose."""

from collections.abc import Callable, Iterator
from typing import Any

from cogs.games.words import move_path
from engine import GAMES
from engine import wyverns_knot as knot

from ..engine.players import Draw, Played, Player, Setup, playthrough, uniform

GAME = GAMES["wyverns-knot"]
EVERY_KIND = frozenset(
    (
        *("research", "turn-up", "point", "point-strike", "keep", "scout", "advance", "enchant", "wild", "aim", "back"),
        *("place", "decline", "remove", "distract"),
    )
)


class Tourist:
    """Makes every kind of move it is asked to, then saves eggs until the game is won. It looks at hidden cards.

    The strike dragon of row A is hurried to where its kind is of use: to distractions and wild enchantments.
    """

    def __init__(self, kinds: frozenset[str]) -> None:
        self.left = set(kinds)

    def __call__(self, game: Any, state: knot.state.State, draw: Draw) -> knot.moves.Move:
        move: knot.moves.Move = max(game.legal_moves(state), key=lambda move: (self._worth(state, move), draw()))
        self.left.discard(move_path(move)[0])
        return move

    def _worth(self, state: knot.state.State, move: knot.moves.Move) -> float:
        table = state.table
        own, chosen, wanted = state.tableaus[table.turn], table.chosen, move_path(move)[0] in self.left
        clock, its_kind = table.strikes[0], state.strikes[0]
        match move:
            case knot.moves.Distract():
                return 9 * wanted
            case knot.moves.Wild(position):
                useful = clock.face == "up" and own[position] == its_kind
                return 8 if useful and self.left & {"place", "decline"} else -3
            case knot.moves.Scout():
                return 7 if wanted else 1
            case knot.moves.Enchant(position):
                if self.left & {"back", "remove"}:
                    return 6
                eggs = [state.nest[move.cell] for move in GAME.legal_moves(state) if isinstance(move, knot.moves.Scout)]
                return 6 if not self.left and own[position] in eggs else -2
            case knot.moves.Research(owner, position):
                if table.tableaus[owner][position].face == "up":
                    return 2
                return 5 if "turn-up" in self.left and state.tableaus[owner][position] == its_kind else 4
            case knot.moves.TurnUp():
                assert chosen
                assert chosen.owner is not None
                assert chosen.position is not None
                return 8 if wanted and state.tableaus[chosen.owner][chosen.position] == its_kind else -1
            case knot.moves.Back():
                return 5 * wanted
            case knot.moves.Aim(cell):
                assert chosen
                assert chosen.position is not None
                matches = state.nest[cell] == own[chosen.position]
                return -matches if "remove" in self.left and chosen.action == "enchant" else matches
            case knot.moves.Advance(row):
                strike = table.strikes[row]
                if row == 0 and (strike.face == "down" or strike.column == 5):
                    return 5
                goes = strike.column == 1 and strike.face == "up"
                takes = strike.face == "up" and not goes and table.nest[4 * row + strike.column - 2].fate == "down"
                return (strike.face == "down") - goes - takes
            case knot.moves.Remove(row):
                return row
            case _:
                return 2 * wanted


def deals() -> Iterator[str]:
    """Seeds such as a table has."""
    return (f"{number:064x}" for number in range(1000))


def tour(seats: int, kinds: frozenset[str]) -> tuple[str, list[Played]]:
    """A seed, and a won game with these kinds of move in it; the target is 8."""
    return _find(
        seats, lambda: Tourist(kinds), lambda script: kinds <= {move_path(played.move)[0] for played in script}
    )


def lost(seats: int, most: int = 30) -> tuple[str, list[Played]]:
    """A seed, and a game of few moves that chance loses, with a look at an egg in it."""

    def fits(script: list[Played]) -> bool:
        return len(script) <= most and "scout" in (move_path(played.move)[0] for played in script)

    return _find(seats, lambda: uniform, fits, won=False)


def _find(
    seats: int, player: Callable[[], Player], fits: Callable[[list[Played]], bool], *, won: bool = True
) -> tuple[str, list[Played]]:
    setup = Setup(GAME, seats, knot.state.Options(target=8))
    for seed in deals():
        script = list(playthrough(setup, seed, player()))
        outcome = GAME.outcome(script[-1].step.state)
        if outcome and outcome.won is won and fits(script):
            return seed, script
    raise AssertionError("no such deal")
