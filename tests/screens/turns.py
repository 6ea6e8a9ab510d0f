"""What a turn takes on a phone, in whole games of each kind: presses, and of each screen controls, words and height.

python -m tests.screens.turns          prints a table
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean
from typing import NamedTuple

from cogs.games.words import Path, move_path
from cogs.screens import picker
from cogs.screens.panel import Panel
from cogs.screens.screen import Screen
from engine import GAMES, Chance, Data
from players import PLAYERS

from .game import NAMES, Game, led_to
from .phone import counted, height, words

LONGEST = 400  # presses of a game that are measured


class Met(NamedTuple):
    """A screen that a player meets, and what its message showed before, whose picture it may keep."""

    screen: Screen
    before: Screen

    @classmethod
    def of(cls, panel: Panel, screen: Screen) -> "Met":
        return cls(screen, panel.opening())

    @property
    def height(self) -> int:
        return height(self.screen, self.before)


class Press(NamedTuple):
    """A press of a game, and the screen on which it was found."""

    turn: int
    path: Path
    met: Met


@dataclass(frozen=True)
class Figures:
    """Means, and the most."""

    presses: float  # a turn; where one plays alone, a move
    controls: tuple[float, int]
    words: tuple[float, int]
    height: tuple[float, int]

    @classmethod
    def of(cls, pressed: list[Press]) -> "Figures":
        screens, heights = [press.met.screen for press in pressed], [press.met.height for press in pressed]
        counts = [*map(counted, screens)], [*map(words, screens)], heights
        return cls(presses_a_turn(pressed), *map(_figures, counts))


def presses_a_turn(pressed: list[Press]) -> float:
    """The mean."""
    return fmean(len([*presses]) for _, presses in groupby(pressed, key=lambda press: press.turn))


def _figures(counts: list[int]) -> tuple[float, int]:
    return fmean(counts), max(counts)


def played(key: str, seats: int, number: int = 0) -> Iterator[Press]:
    """All presses of a game by players who think little, and take what is offered whole if it begins as they like.

    What is asked once a game isn't part of a turn: they have chosen already to play on where it can't be won any more.
    """
    game = GAMES[key]
    table = Game(key, NAMES[:seats], f"{number:064x}", own={"plays_on": True})
    left, moves = LONGEST, 0
    while (seat := game.to_act(table.state)) is not None and left > 0:
        move, panel = chosen(table, seat), table.panel(seat)
        for path, screen in _ways(panel, move):
            yield Press(table.turn if seats > 1 else moves, path, Met.of(panel, screen))
            left -= 1
        found = picker.next_question(panel.now, path)
        assert isinstance(found, picker.ChosenMoves)
        table.press(*found.moves, then=found.then)
        moves += 1


def chosen(table: Game, seat: int) -> Data:
    """By the game's own computer player, by its rules of thumb."""
    game = GAMES[table.key]
    first, *others = legal = game.legal_moves(table.state)
    heard = [event for told in table.told(seat) for event in told.events]
    thought = others and PLAYERS[table.key].rule(
        game.view(table.state, seat), legal, heard, Chance(f"{len(table.log)}")
    )
    move: Data = thought or first
    return move


def _ways(panel: Panel, move: Data) -> Iterator[tuple[Path, Screen]]:
    """From the panel to moves that begin with this one: what is pressed, and where."""
    screen, wanted = panel.opening(), move_path(move)
    for _ in range(10):
        offers = {path: offer for path, offer in panel.now.offered.items() if offer.moves[0] == move}
        leads = led_to(screen)
        whole = [path for path in offers if path in leads]
        path = max(whole or [path for path in leads if path and wanted[: len(path)] == path], key=len)
        yield path, screen
        found = picker.next_question(panel.now, path)
        if isinstance(found, picker.ChosenMoves):
            return
        screen = panel.asking(found, path)
    raise AssertionError(f"nothing leads to {move}")


def screens(key: str, seats: int, number: int = 0) -> Iterator[Met]:
    """All that the players of a game meet on their way: panels, hands, messages, and what they wait with."""
    game = GAMES[key]
    table = Game(key, NAMES[:seats], f"{number:064x}")
    while (seat := game.to_act(table.state)) is not None:
        for panel in [table.panel(seat) for seat in range(seats)]:
            yield Met.of(panel, panel.opening())
            yield Met.of(panel, panel.hand())
            if seats > 1:
                yield Met.of(panel, panel.private("https://discord.com/channels/60/70/80"))
        yield from reachable(table.panel(seat), ())
        table.press(chosen(table, seat))
    for panel in [table.panel(seat) for seat in range(seats)]:
        yield Met.of(panel, panel.opening())


def reachable(panel: Panel, path: Path) -> Iterator[Met]:
    """All questions behind this one, and what asks once more."""
    found = picker.next_question(panel.now, path)
    if isinstance(found, picker.ChosenMoves):
        if found.risk:
            yield Met.of(panel, panel.confirming(found))
        return
    screen = panel.asking(found, path) if path else panel.opening()
    yield Met.of(panel, screen)
    for onward in led_to(screen):
        if len(onward) > len(path) or onward in panel.now.offered:
            yield from reachable(panel, onward)


SEATS = {
    "wyverns-knot": (3, 4, 5),
    "advyria": (2, 3),
    "advent-of-the-wyrms": (1,),
    "hexaract": (1,),
    "forest-of-wyr": (1,),
}


def _table() -> Iterator[str]:
    yield f"{'game':24}{'seats':>6}{'presses':>9}{'controls':>12}{'words':>12}{'points':>14}"
    for key, tables in SEATS.items():
        for seats in tables:
            figures = Figures.of([press for number in range(2) for press in played(key, seats, number)])
            counts = [f"{mean:.1f}/{most}" for mean, most in (figures.controls, figures.words, figures.height)]
            yield f"{key:24}{seats:6}{figures.presses:9.1f}{counts[0]:>12}{counts[1]:>12}{counts[2]:>14}"


if __name__ == "__main__":
    for line in _table():
        print(line)
