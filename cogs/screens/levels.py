"""How hard a table is, in words: how often it is won, and what the next step would be."""

from engine import GAMES
from engine.sentences import sentence
from tables.play.odds import GENTLE, Level, harder, level_of, was_won
from tables.play.table import PlayerView, Table

from ..games import WORDS
from .press import Press
from .screen import Button, Style

NAMES = {GENTLE + 1: "easy", 45: "hard", 0: "very hard"}  # by games won of 100, at least
TOGETHER = {"easy": "a beginner", "middle": "a learner", "strong": "an expert"}  # at one's side


def how_hard(table: Table) -> str:
    """Empty where nobody knows."""
    level = level_of(table)
    if level is None:
        return ""
    if level.goal is not None:
        reached = WORDS[table.game].verdict(table.options, level.goal, True)
        return f"{sentence(reached)} ({level.goal} or more): reached in {often(level.won)}."
    name = next(name for least, name in NAMES.items() if level.won >= least)
    said, step = f"{sentence(name)}: won in {often(level.won)}.", harder(table)
    if level.won > GENTLE and step is not None:
        said += f" Harder: {difference(table, step)}, won in {often(step.won)}."
    return said


def often(won: int) -> str:
    """How many of 100 games, in words."""
    tenths = min(9, round(won / 10))
    return f"{tenths} of 10" if tenths else "1 of 20 at most"


def difference(table: Table, step: Level) -> str:
    """What the next step changes."""
    choices = WORDS[table.game].options
    changed = [
        f"{choices[field].values[value].text} {choices[field].title.lower()}"
        for field, value in step.options.items()
        if getattr(table.options, field) != value
    ]
    if changed:
        return ", ".join(changed)
    stepping = next(iter({*step.company} - {one.strength for one in table.computers}), step.company[0])
    return f"with {TOGETHER[stepping]}" if GAMES[table.game].cooperative(table.options) else f"{stepping} opponents"


def again(seen: PlayerView) -> list[Button]:
    """From a game that is over to the next one; to a harder one, from one that was won."""
    table, step = seen.table, harder(seen.table)
    buttons = [Button("Play again", Press.at(table, "again"), Style.SUCCESS, "🔁")]
    if step is not None and was_won(table, seen.outcome):
        label = f"Play again, harder: {difference(table, step)}"
        buttons.insert(0, Button(label, Press.at(table, "again", "harder"), Style.SUCCESS, "🔥"))
    return buttons
