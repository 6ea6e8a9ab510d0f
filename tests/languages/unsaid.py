"""Finds in a screen what no catalogue was asked for, while the language that doesn't exist is spoken."""

import re
from collections.abc import Iterator

from cogs.screens.screen import Button, Control, Link, Picker, Picture, Row, Screen, Section, Text
from engine import GAMES

from .pseudo import KEPT

# Letters that always get an accent in a text that was said
PLAIN = re.compile(r"[A-Za-z]*[aceinorsuyz][A-Za-z]*")
COLON = re.compile(r"\S[:;]\s")  # the language that doesn't exist has a space before it
TITLES = tuple(game.title for game in GAMES.values())
SAMPLES = ("Astrid 1,204", "Dragons 0123")  # of letters, from which a picture's colours are chosen
ENOUGH = 3  # letters of a word; suits and seats have signs of one or two


def texts(screen: Screen) -> Iterator[str]:
    """All that a reader reads."""
    for block in screen.blocks:
        match block:
            case Text(text):
                yield text
            case Section(text, button):
                yield from (text, button.label)
            case Row(controls):
                for control in controls:
                    yield from _of(control)
            case Picture(alt=alt, words=words):
                yield from (alt, words or "")


def _of(control: Control) -> Iterator[str]:
    if isinstance(control, Button | Link):
        yield control.label
        return
    yield control.prompt
    for option in () if isinstance(control, Picker) else control.options:
        yield from (option.label, option.detail or "")


def unsaid(text: str, *names: str) -> set[str]:
    """The words and colons that are plain English. `names`: of people, which every language leaves as they are."""
    colons = {*COLON.findall(KEPT.sub("x", text))}
    for name in sorted((*TITLES, *names), key=len, reverse=True):
        text = text.replace(name, "")
    return colons | {word for word in PLAIN.findall(KEPT.sub("", text)) if len(word) >= ENOUGH}
