"""The register: the lesson of each game that has one. A new lesson adds a line.

A lesson is data alone; `commands/learn.py` runs it, and `lesson.py` says what it is made of.
"""

from collections.abc import Mapping

from . import wyverns_knot
from .lesson import Lesson

LESSONS: Mapping[str, Lesson] = {lesson.game: lesson for lesson in (wyverns_knot.LESSON,)}

__all__ = ["LESSONS", "Lesson"]
