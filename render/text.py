"""What the texts about pictures share: how long they may be, and how their sentences are put together."""

from collections.abc import Iterable

from languages import listed_apart, say

ALT_LIMIT = 1024  # characters: the limit that Discord sets
WORDS_LIMIT = 3500  # characters: leaves room in a message for the text around it


def joined(parts: Iterable[str], between: str, limit: int) -> str:
    """Join the parts, without empty ones. What is longer than `limit` is cut, with an ellipsis."""
    text = ""
    for part in filter(None, parts):
        longer = f"{text}{between}{part}" if text else part
        if len(longer) > limit:
            return longer[: limit - 1] + "…"
        text = longer
    return text


def listing(title: str, items: Iterable[str], *, apart: bool = False) -> str:
    """ "Title: one, two."; empty if there are no items. The title is in the reader's language already.

    `apart`: with semicolons, since the items have commas of their own.
    """
    listed = listed_apart(items) if apart else ", ".join(items)
    return say("{title}: {items}.", title=title, items=listed) if listed else ""


def lately(sentences: Iterable[str], title: str = "") -> str:
    """The sentences about the last turn, below a title in the reader's language; empty if there are none."""
    text = " ".join(sentences)
    return say("{title}: {news}", title=title or say("Lately"), news=text) if text else ""


def wrapped(text: str, length: int) -> list[str]:
    """Break text into lines of about so many characters."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) >= length:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
