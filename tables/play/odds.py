"""How often a table is won by one person who plays decently, with computers in the other seats.

Measured by `python -m benchmarks.odds`; docs/odds.md says how. Whoever changes a computer player measures anew.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from .model import Table

FAIR = 55  # games won of 100, at least, where somebody has won before
GENTLE = 75  # likewise, where they haven't


@dataclass(frozen=True)
class Odds:
    """`won` is of 100 games, by the number of players and the value of the option `field`: the easiest first."""

    field: str
    won: Mapping[int, Mapping[int, int]]


ODDS: Mapping[str, Odds] = {
    "wyverns-knot": Odds(
        "target",
        {
            3: {8: 100, 10: 100, 12: 95, 14: 59, 16: 5},
            4: {10: 99, 12: 82, 14: 31, 16: 0},
            5: {8: 100, 10: 99, 12: 72, 14: 19},
        },
    ),
}


def won_of_100(table: Table) -> int | None:
    """None where it wasn't measured: with other people, or with none but people."""
    odds = ODDS.get(table.game)
    if odds is None or len(table.players) != 1:
        return None
    return odds.won.get(len(table.everybody), {}).get(getattr(table.options, odds.field))


def hardest(game_key: str, players: int, least: int) -> tuple[str, int] | None:
    """The option and its value that make a game as hard as it can be, and still won in `least` of 100."""
    odds = ODDS.get(game_key)
    won = odds.won.get(players, {}) if odds else {}
    values = [value for value, wins in won.items() if wins >= least]
    return (odds.field, values[-1]) if odds and values else None
