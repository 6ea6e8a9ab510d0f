"""How often a table is won by people who play decently, with computers in the other seats; and a lobby's defaults.

Measured by `python -m benchmarks.odds`; docs/odds.md says how. Measure again when a computer player changes.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
from sqlalchemy import BindParameter, ColumnElement, Select, bindparam, case, exists, select

from engine import GAMES, Data, Outcome, encode
from players import Strength

from ..store import schema
from ..store.transaction import Transaction
from .computers import plays_at
from .model import Table

FAIR, GENTLE = 55, 75  # games won of 100: who has won before gets a level between the two, others one above

BEST: Strength = "strong"


@dataclass(frozen=True)
class Level:
    """A level of difficulty: who plays, with which options, and how often people win."""

    won: int  # of 100 games
    company: tuple[Strength, ...] = ()  # the computer players
    options: Mapping[str, str | int | None] = field(default_factory=dict)  # all others are the game's own
    goal: int | None = None  # for a game with only a score: the score that `won` of 100 games reached

    def of(self, game_key: str, *, solo: bool = False) -> Data:
        """All options of a table of that game."""
        game = GAMES[game_key]
        defaults = game.alone if solo else game.options()
        chosen: Data = msgspec.convert({**msgspec.to_builtins(defaults), **self.options}, game.options)
        return chosen


Levels = Mapping[tuple[int, int], Sequence[Level]]  # by how many people and computer players, the easiest first


def _knot(won: Mapping[tuple[int, int], Mapping[int, int]], with_learner: Mapping[tuple[int, int], int]) -> Levels:
    """The levels of Wyvern's Knot.

    `won`: games won of 100, by eggs to save. `with_learner`: likewise with 12 eggs and a learner among the computer
    players.
    """
    levels_by_group = dict[tuple[int, int], Sequence[Level]]()
    for (people, computers), by_eggs in won.items():
        experts = (BEST,) * computers
        levels = [Level(wins, experts, {"target": eggs}) for eggs, wins in by_eggs.items()]
        if wins := with_learner.get((people, computers)):
            levels.append(Level(wins, (*experts[1:], "middle"), {"target": 12}))
        levels_by_group[people, computers] = sorted(levels, key=lambda level: -level.won)
    return levels_by_group


def _advyria(won: Mapping[tuple[Strength, ...], int], goals: Mapping[tuple[int, int], tuple[int, int]]) -> Levels:
    """The levels of Advyria.

    `won`: games that one person won of 100, by the computer players. `goals`: by numbers of people and computers, how
    many of 100 games reached how much gold.
    """
    levels_by_group = dict[tuple[int, int], Sequence[Level]]()
    for (people, computers), (wins, goal) in goals.items():
        mode = "coop" if people + computers > 1 else "solo"
        levels_by_group[people, computers] = [Level(wins, (BEST,) * computers, {"mode": mode}, goal)]
    for company, wins in sorted(won.items(), key=lambda chance: chance[1]):
        levels_by_group[1, len(company)] = [Level(wins, company), *levels_by_group.get((1, len(company)), [])]
    return levels_by_group


ODDS: Mapping[str, Levels] = {
    "wyverns-knot": _knot(
        {
            (1, 2): {8: 100, 10: 100, 12: 95, 14: 59, 16: 5},
            (2, 1): {12: 98, 14: 56},
            (3, 0): {12: 91, 14: 52},
            (1, 3): {10: 99, 12: 82, 14: 31, 16: 0},
            (2, 2): {12: 82, 14: 32},
            (3, 1): {12: 81, 14: 35},
            (4, 0): {10: 100, 12: 75, 14: 19},
            (1, 4): {8: 100, 10: 99, 12: 72, 14: 19},
            (2, 3): {10: 97, 12: 61, 14: 17},
            (3, 2): {10: 96, 12: 67, 14: 17},
            (4, 1): {10: 96, 12: 60, 14: 14},
            (5, 0): {10: 95, 12: 64, 14: 14},
        },
        {(1, 3): 59, (2, 2): 61, (3, 1): 63},
    ),
    "advyria": _advyria(
        {
            ("easy",): 95,
            ("middle",): 72,
            ("strong",): 24,
            ("easy", "easy"): 85,
            ("easy", "middle"): 64,
            ("middle", "middle"): 57,
            ("strong", "strong"): 14,
            ("easy", "easy", "easy"): 72,
            ("easy", "easy", "middle"): 55,
            ("middle", "middle", "middle"): 44,
            ("strong", "strong", "strong"): 14,
        },
        {(1, 0): (76, 51), (1, 1): (51, 51)},
    ),
    "advent-of-the-wyrms": {(1, 0): [Level(93)]},
    "forest-of-wyr": {
        (1, 0): [
            Level(won, (), {"nights": nights, "ravens": ravens})
            for won, nights, ravens in ((80, 4, 6), (59, None, 7), (53, 4, 7), (34, 4, 8))
        ]
    },
    "hexaract": {(1, 0): [Level(26)]},
}


def levels_of(table: Table) -> Sequence[Level]:
    """The levels for so many people and computer players as sit here, and for what they play for: a win or a score."""
    scored = GAMES[table.game].scored(table.options)
    known = ODDS.get(table.game, {}).get((len(table.players), len(table.computers)), ())
    return [level for level in known if (level.goal is not None) == scored]


def level_of(table: Table) -> Level | None:
    """The level of a table; None if nobody has measured how often it is won."""
    if any(computer.stands_in for computer in table.computers) or table.vacant:
        return None
    company = Counter(plays_at(table, computer) for computer in table.computers)
    for level in levels_of(table):
        if Counter(level.company) == company and level.of(table.game, solo=table.solo) == table.options:
            return level
    return None


def harder(table: Table) -> Level | None:
    """The next harder level, with as many people and computer players; None if nobody has won a harder one."""
    level, known = level_of(table), levels_of(table)
    steps = [] if level is None else [easier for easier in known if 0 < easier.won < level.won]
    return steps[0] if steps else None


def suiting_level(game_key: str, people: int, computers: int, *, has_won: bool, solo: bool = False) -> Level | None:
    """The level a table begins with: a fair fight for people who have won before, an easier game for others.

    If too few are there, computer players are assumed to join. None if nobody has measured it.
    """
    least = 1 if solo else min(seats for seats in GAMES[game_key].seats if seats > 1)
    known = ODDS.get(game_key, {}).get((people, max(computers, least - people)), ())
    known = [level for level in known if level.goal is None]
    if not known:
        return None
    if has_won:
        return min(known, key=lambda level: max(FAIR - level.won, level.won - GENTLE, 0))  # the easiest fair one
    gentle = [level for level in known if level.won > GENTLE]
    return gentle[-1] if gentle else known[0]


def options(game_key: str, people: int, computers: int, *, has_won: bool, solo: bool = False) -> Data:
    """The options of the level that suits them."""
    level = suiting_level(game_key, people, computers, has_won=has_won, solo=solo)
    return (level or Level(0)).of(game_key, solo=solo)


def first_options(game_key: str, user_id: int, *, solo: bool = False) -> ColumnElement[str]:
    """The options of a new table that suits this user, as they are stored.

    An expression, so that the statement which opens the table also finds out whether they have won before.
    """
    gentle, fair = (encode(options(game_key, 1, 0, has_won=has_won, solo=solo)).decode() for has_won in (False, True))
    return case((exists(_won(user_id, game_key)), fair), else_=gentle)


async def has_won(transaction: Transaction, user_id: int, game_key: str) -> bool:
    """Whether this user has ever won that game."""
    return await transaction.one(_WON, int, user=user_id, game=game_key) is not None


def _won(user_id: int | BindParameter[int], game_key: str | BindParameter[str]) -> Select[int]:
    row = schema.results.c
    return select(row.seat).where(row.user_id == user_id, row.game == game_key, row.won).limit(1)


_WON = _won(bindparam("user"), bindparam("game"))


def next_strength(table: Table, level: Level | None) -> Strength | None:
    """The strength of the computer player to add next, to reach `level`; None if any would do."""
    missing = Counter(level.company if level else ()) - Counter(computer.strength for computer in table.computers)
    return next(iter(missing), None)


def was_won(table: Table, outcome: Outcome | None) -> bool:
    """Whether its people have done what a level counts as won."""
    level = level_of(table)
    if outcome is None or level is None:
        return False
    if level.goal is not None:
        return outcome.scores[0] >= level.goal
    return any(player.seat is not None and outcome.has_won(player.seat) is True for player in table.players)
