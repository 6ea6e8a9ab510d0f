"""The names that a board has for things, where its language isn't the reader's."""

import re

from languages import speaking, spoken
from tables.play.model import Table

from ..games import WORDS


def both_names(table: Table, text: str) -> str:
    """The text of somebody's panel. Where it first names what the board names otherwise, it has both names.

    A board speaks its server's language, a panel its reader's: "Dornrücken / Briarback". The message of a game for one
    has no other board.
    """
    if table.solo or table.language == spoken():
        return text
    names = WORDS[table.game].board_names()
    with speaking(table.language):
        others = WORDS[table.game].board_names()
    other = {name: theirs for name, theirs in zip(names, others, strict=True) if name != theirs}
    if not other:
        return text
    longest = sorted(other, key=len, reverse=True)  # a short name may be a part of a long one

    def both(match: re.Match[str]) -> str:
        theirs = other.pop(match[0], None)
        return f"{match[0]} / {theirs}" if theirs else match[0]

    return re.sub(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)", both, text)
