"""How hard a table is, in words: how often it is won, and what the next step would be."""

from collections import Counter
from typing import Any

from engine import GAMES
from engine.sentences import amount, sentence
from tables.play.model import PlayerView, Table
from tables.play.odds import GENTLE, Level, harder, level_of, was_won

from ..games import WORDS
from .press import Press
from .screen import Button, Style

NAMES = {GENTLE + 1: "easy", 45: "hard", 0: "very hard"}  # by games won of 100, at least
TOGETHER = {"easy": "a beginner", "middle": "a learner", "strong": "an expert"}  # at one's side


def how_hard(table: Table) -> str:
    """How often such a table is won, and the next step; empty if nobody has measured it."""
    level = level_of(table)
    if level is None:
        return ""
    if level.goal is not None:
        reached = WORDS[table.game].verdict(table.options, level.goal, True)
        return f"{sentence(reached)} ({level.goal} or more): {often(level.won, 'reached')}."
    name = next(name for least, name in NAMES.items() if level.won >= least)
    text, step = f"{sentence(name)}: {often(level.won)}.", harder(table)
    if table.solo:  # it has no lobby that tells its options
        return " ".join([text, *(sentence(_chosen(table.game, *chosen)) + "." for chosen in level.options.items())])
    if level.won > GENTLE and step is not None:
        text += f" Harder: {difference(table, step)}, {often(step.won)}."
    return text


def often(won: int, verb: str = "won") -> str:
    """How many of 100 games, in words."""
    if 10 <= won < 95:
        return f"{verb} in {round(won / 10)} of 10"
    return f"nearly always {verb}" if won >= 95 else f"hardly ever {verb}"


def difference(table: Table, step: Level) -> str:
    """What the next step changes."""
    if changed := [
        _chosen(table.game, field, value)
        for field, value in step.options.items()
        if getattr(table.options, field) != value
    ]:
        return ", ".join(changed)
    gained = Counter(step.company) - Counter(computer.strength for computer in table.computers)
    stepping, many = next(iter(gained.items()))
    together = GAMES[table.game].cooperative(table.options)
    return f"with {TOGETHER[stepping]}" if together else amount(many, f"{stepping} opponent")


def _chosen(game: str, field: str, value: Any) -> str:
    """“14 eggs to save”, “four nights”."""
    choice = WORDS[game].options[field]
    text, title = choice.values[value].text.lower(), choice.title.lower()
    return text if title in text else f"{text} {title}"


def again(seen: PlayerView) -> list[Button]:
    """The buttons from a finished game to the next one, and from one that was won to a harder one."""
    table, step = seen.table, harder(seen.table)
    verb = "deal" if table.solo else "again"
    buttons = [Button("Play again", Press.at(table, verb), Style.SUCCESS, "🔁")]
    if step is not None and was_won(table, seen.outcome):
        label = f"Play again, harder: {difference(table, step)}"
        buttons.insert(0, Button(label, Press.at(table, verb, "harder"), Style.SUCCESS, "🔥"))
    return buttons
