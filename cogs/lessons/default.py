"""The lesson of a game for which nobody has written one: its first choices, as a computer player makes them."""

from dataclasses import replace

from engine import GAMES
from tables.people.learners import LessonDeal
from tables.people.tutorial import tutorial

from .lesson import STRAYED, Lesson, Step

CHOICES, FEWEST = 4, 2
DEALS = 20  # among which one has so many
FIRST = "Now you."
NEXT = "See what came of it, and what the others did. It is your turn again."
ALONE = "See what came of it. It goes on."
ASK = "What would you do?"
SHOW = "Press what is green, as a computer player would."
GUESSED = "You could do that in a game. A computer player would press what is green: do that too."


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
    before = [FIRST, *[NEXT if others else ALONE] * (len(turns) - 1)]
    steps = [
        Step(f"This is **{game.title}**, as you see it in a game. Have a look at the picture first.", deal=begun),
        *(Step(words, ways=((turn.made,),), then=turn.then) for words, turn in zip(before, turns, strict=True)),
        Step("So it goes on to the end. **Now you know how to play a turn**: `/rules` says the rest."),
    ]
    lesson = Lesson(game=key, minutes=3, steps=tuple(steps), first={})
    return replace(lesson, steps=tuple(_asked(step, lesson.is_free(number)) for number, step in enumerate(steps)))


def _asked(step: Step, free: bool) -> Step:
    """A question while an answer changes nothing yet; later what to press is shown at once."""
    if not step.ways:
        return step
    if free:
        return replace(step, says=f"{step.says} {SHOW}", wrong=STRAYED)
    return replace(step, says=f"{step.says} {ASK}", wrong=GUESSED, asks=True)
