"""The lesson of a game for which nobody has written one: its first choices, as a computer player makes them."""

from dataclasses import replace

from engine import GAMES
from tables import LessonDeal, tutorial

from .lesson import NOT_NOW, STRAYED, Lesson, Step

CHOICES, FEWEST = 4, 2
DEALS = 20  # among which one has so many
FIRST = "Now you. A computer player would press what is green: do that too."
NEXT = "See what came of it, and what the others did. It is your turn again: press what is green."
ALONE = "See what came of it. Now press what is green once more."


def default_lesson(key: str) -> Lesson:
    """Raises LookupError for a game in whose first moves seat 0 has no choice."""
    game = GAMES[key]
    options, others = (game.options(), range(1, game.seats[0])) if game.alone is None else (game.alone, range(0))
    for number in range(DEALS):
        begun, turns = tutorial(LessonDeal(key, options, f"lesson {number}", computers=tuple(others)), CHOICES)
        if len(turns) >= FEWEST:
            break
    else:
        raise LookupError(f"{game.title} leaves seat 0 no choice at first: write its lesson in cogs/lessons/.")
    again = NEXT if others else ALONE
    steps = [
        Step(f"This is **{game.title}**, as you see it in a game. Have a look at the picture first.", deal=begun),
        *(Step(again if number else FIRST, ways=((turn.made,),), then=turn.then) for number, turn in enumerate(turns)),
        Step("So it goes on to the end. **Now you know how to play a turn**: `/rules` says the rest."),
    ]
    lesson = Lesson(game=key, minutes=3, steps=tuple(steps), first={})
    wrong = [STRAYED if lesson.is_free(number) else NOT_NOW for number in range(len(steps))]
    return replace(lesson, steps=tuple(map(lambda step, said: replace(step, wrong=said), steps, wrong)))
