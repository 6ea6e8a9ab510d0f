"""The lesson of a game for which nobody has written one: its first choices, as a computer player makes them."""

from dataclasses import replace

from engine import GAMES
from languages import later
from tables.people.learners import LessonDeal
from tables.people.tutorial import tutorial

from .lesson import STRAYED, Lesson, Step

CHOICES, FEWEST = 4, 2
DEALS = 20  # deals that are tried until one has enough choices
BEGINS = later("This is **{title}**, as you see it in a game. Have a look at the picture first.")
ENDS = later("So it goes on to the end. **Now you know how to play a turn**: `/rules` says the rest.")
# Two forms of each: a question, while an answer changes nothing yet; and one that says at once what to press
FIRST = (
    later("Now you. What would you do?"),
    later("Now you. Press what is green, as a computer player would."),
)
NEXT = (
    later("See what came of it, and what the others did. It is your turn again. What would you do?"),
    later(
        "See what came of it, and what the others did. It is your turn again. "
        "Press what is green, as a computer player would."
    ),
)
ALONE = (
    later("See what came of it. It goes on. What would you do?"),
    later("See what came of it. It goes on. Press what is green, as a computer player would."),
)
GUESSED = later("You could do that in a game. A computer player would press what is green: do that too.")


def default_lesson(key: str) -> Lesson:
    """The lesson of this game. Raises LookupError if seat 0 has no choice in its first moves."""
    game = GAMES[key]
    options, others = (game.options(), range(1, game.seats[0])) if game.alone is None else (game.alone, range(0))
    for number in range(DEALS):
        begun, turns = tutorial(LessonDeal(key, options, f"lesson {number}", computers=tuple(others)), CHOICES)
        if len(turns) >= FEWEST:
            break
    else:
        raise LookupError(f"{game.title} leaves seat 0 no choice at first: write its lesson in cogs/lessons/.")
    before = [FIRST, *[NEXT if others else ALONE] * (len(turns) - 1)]
    steps = [
        Step(BEGINS, deal=begun),
        *(Step(asks, ways=((turn.made,),), then=turn.then) for (asks, _), turn in zip(before, turns, strict=True)),
        Step(ENDS),
    ]
    lesson = Lesson(game=key, minutes=3, steps=tuple(steps), first={})
    for number, (asks, shows) in enumerate(before, 1):
        free = lesson.is_free(number)
        steps[number] = replace(
            steps[number], says=shows if free else asks, wrong=STRAYED if free else GUESSED, asks=not free
        )
    return replace(lesson, steps=tuple(steps))
