"""The register: the lesson of each game that has one. A new lesson adds a line.

A lesson is data alone; `commands/learn.py` runs it, and `lesson.py` says what it is made of.
"""

from collections.abc import Mapping

from . import advent_of_the_wyrms, advyria, forest_of_wyr, hexaract, wyverns_knot
from .lesson import Lesson

_ALL = (
    wyverns_knot.LESSON,
    advyria.LESSON,
    advent_of_the_wyrms.LESSON,
    hexaract.LESSON,
    forest_of_wyr.LESSON,
)
LESSONS: Mapping[str, Lesson] = {lesson.game: lesson for lesson in _ALL}

__all__ = ["LESSONS", "Lesson"]
