"""The lesson of each game: its own, in a file of TOML with the name of its key, or one made of its first choices.

`lesson.py` says what a lesson is made of, and `commands/learn.py` runs it.
"""

from collections.abc import Mapping
from pathlib import Path

from engine import GAMES

from .default import default_lesson
from .lesson import Lesson, read


def _lesson(key: str) -> Lesson:
    path = Path(__file__).with_name(f"{key}.toml")
    return read(key, path.read_text(encoding="utf-8")) if path.exists() else default_lesson(key)


LESSONS: Mapping[str, Lesson] = {key: _lesson(key) for key in GAMES}

__all__ = ["LESSONS", "Lesson"]
