"""The pages of each game's rules: a file of Markdown, in which each heading begins a page.

They are in English; whoever shows a page says its title with `say`, and its text with `say_page`.
"""

import re
from pathlib import Path

from ..words import Page

HEADING = re.compile(r"^# (.+)\n", re.MULTILINE)


def pages(game: str) -> tuple[Page, ...]:
    """The pages of the game with this key."""
    text = Path(__file__).with_name(f"{game}.md").read_text(encoding="utf-8")
    _, *parts = HEADING.split(text)
    return tuple(Page(title, text.strip()) for title, text in zip(parts[::2], parts[1::2], strict=True))
