"""How hard a table is, in words: how often it is won, and what the next step would be."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine import GAMES
from engine.sentences import sentence
from languages import ENGLISH, later, listed_apart, say, say_many, spoken
from players import Strength
from tables.play.model import PlayerView, Table
from tables.play.odds import GENTLE, Level, harder, level_of, was_won

from ..games import WORDS
from .press import Press
from .screen import Button, Style

# By how many games of 100 are won at least
NAMES = {GENTLE + 1: later("easy"), 45: later("hard"), 0: later("very hard")}
# How strong a computer player is: against others, and at one's side
STRENGTHS: Mapping[Strength, str] = {"easy": later("easy"), "middle": later("middle"), "strong": later("strong")}
TOGETHER: Mapping[Strength, str] = {
    "easy": later("a beginner"),
    "middle": later("a learner"),
    "strong": later("an expert"),
}
WITH: Mapping[Strength, str] = {
    "easy": later("with a beginner"),
    "middle": later("with a learner"),
    "strong": later("with an expert"),
}


def how_hard(table: Table, newcomers: int | None = None) -> str:
    """How often such a table is won, and the next step; empty if nobody has measured it.

    `newcomers`: of 100 games of people in their first ones, how many they won; None if too few have played.
    """
    level = level_of(table)
    if level is None:
        return ""
    if level.goal is not None:
        reached = WORDS[table.game].verdict(table.options, level.goal, True)
        reach = {"verdict": sentence(reached), "goal": level.goal, "often": often_reached(level.won)}
        return say("{verdict} ({goal} or more): {often}.", **reach)
    chances = often(level.won)
    if newcomers is not None:
        chances = listed_apart([chances, first_games(newcomers)])
    # Translators: {often} is "the bot wins 6 of 10", for example
    text, step = say("{level}: {often}.", level=sentence(level_name(level.won)), often=chances), harder(table)
    if table.solo:  # it has no lobby that tells its options
        return " ".join([text, *(sentence(_chosen(table.game, *chosen)) + "." for chosen in level.options.items())])
    if level.won > GENTLE and step is not None:
        more = say("Harder: {difference}, {often}.", difference=difference(table, step), often=often(step.won))
        text = f"{text} {more}"
    return text


def level_name(won: int) -> str:
    """How hard it is to win what is won in so many games of 100."""
    return say(next(name for least, name in NAMES.items() if won >= least))


def often(won: int) -> str:
    """How many of 100 games the bot's players win, in words."""
    if 10 <= won < 95:
        return say("the bot wins {number} of 10", number=round(won / 10))
    return say("the bot nearly always wins") if won >= 95 else say("the bot hardly ever wins")


def first_games(won: int) -> str:
    """How many of 100 first games people win, in words."""
    # Translators: these follow "the bot wins 6 of 10; "
    if 10 <= won < 95:
        return say("people in their first games about {number} of 10", number=round(won / 10))
    return say("people nearly always, even at first") if won >= 95 else say("people hardly ever at first")


def often_reached(times: int) -> str:
    """In how many of 100 games a goal is reached, in words."""
    if 10 <= times < 95:
        return say("the bot reaches it in {number} of 10", number=round(times / 10))
    return say("the bot nearly always reaches it") if times >= 95 else say("the bot hardly ever reaches it")


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
    return say(WITH[stepping]) if together else _opponents(stepping, many)


def _opponents(strength: Strength, many: int) -> str:
    match strength:
        case "easy":
            return say_many("{count} easy opponent", "{count} easy opponents", many)
        case "middle":
            return say_many("{count} middle opponent", "{count} middle opponents", many)
        case _:
            return say_many("{count} strong opponent", "{count} strong opponents", many)


def _chosen(game: str, field: str, value: Any) -> str:
    """“14 eggs to save”, “four nights”."""
    choice = WORDS[game].options[field]
    english, text, title = choice.values[value].text, say(choice.values[value].text), say(choice.title)
    if spoken() == ENGLISH:  # other languages may write nouns with a capital
        text, title = text.lower(), title.lower()
    if choice.title.lower() in english.lower():
        return text
    # Translators: an option and its value within a sentence: "14 eggs to save"; it may be "{option}: {value}" as well
    return say("{value} {option}", value=text, option=title)


def again(seen: PlayerView) -> list[Button]:
    """The buttons from a finished game to the next one, and from one that was won to a harder one."""
    table, step = seen.table, harder(seen.table)
    verb = "deal" if table.solo else "again"
    buttons = [Button(say("Play again"), Press.at(table, verb), Style.SUCCESS, "🔁")]
    if step is not None and was_won(table, seen.outcome):
        label = say("Play again, harder: {difference}", difference=difference(table, step))
        buttons.insert(0, Button(label, Press.at(table, verb, "harder"), Style.SUCCESS, "🔥"))
    return buttons
