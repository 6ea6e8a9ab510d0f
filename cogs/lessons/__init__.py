"""The lesson of each game: its own, or one made of its first choices.

A lesson is data alone; `commands/learn.py` runs it, and `lesson.py` says what it is made of.
"""

from collections.abc import Mapping

from engine import of_every_game

from .default import default_lesson
from .lesson import Lesson

LESSONS: Mapping[str, Lesson] = of_every_game(__name__, "LESSON", default_lesson)

__all__ = ["LESSONS", "Lesson"]
