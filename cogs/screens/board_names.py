"""The names that a board has for things, where its language isn't the reader's."""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from languages import speaking, spoken
from tables.play.model import Table

from ..games import WORDS

MOST = 2  # names of a text that are said twice: of more, as in a whole hand, colours and signs tell what they are


def both_names(table: Table, text: str) -> str:
    """The text of somebody's panel. Where it first names what the board names otherwise, it has both names.

    A board speaks its server's language, a panel its reader's: "Dornrücken / Briarback". The message of a game for one
    has no other board.
    """
    if table.solo or table.language == spoken():
        return text
    differing, mention = _differing(table.game, spoken(), table.language)
    told = set[str]()

    def both(match: re.Match[str]) -> str:
        name = match[0]
        if name in told or len(told) == MOST:
            return name
        told.add(name)
        return f"{name} / {differing[name]}"

    return mention.sub(both, text) if differing else text


@cache
def _differing(game: str, reader: str, board: str | None) -> tuple[Mapping[str, str], re.Pattern[str]]:
    """By what the reader's language calls a thing, the board's name of it where that is another; and what finds them in
    a text.
    """
    names = list[Sequence[str]]()
    for language in (reader, board):
        with speaking(language):
            names.append(WORDS[game].board_names())
    differing = {name: theirs for name, theirs in zip(*names, strict=True) if name != theirs}
    longest = sorted(differing, key=len, reverse=True)  # a short name may be a part of a long one
    return differing, re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")
