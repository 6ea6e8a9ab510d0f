"""Names of people, made harmless for messages in this one place. `engine/names.py` says what shows of them."""

import re
from collections.abc import Iterable
from functools import lru_cache

from engine.names import NAMES_KNOWN, shown_as, visible
from tables.play.model import Computer, Player, Table

MARKUP = re.compile(r"[\\*_~`|<>\[\]/]|^[#+-]|(?<=\d)\.|:(?=[\w+-]+:)")  # where Discord may read it
MENTION = re.compile(r"@(everyone|here|[!&]?\d{17,20})")


def plain(name: str) -> str:
    """A name for buttons, menus and autocomplete, whose text Discord shows as it is."""
    return shown_as(name)


def safe(name: str) -> str:
    """A name that can stand in a message: no markup, no link, no mention."""
    return harmless(shown_as(name))


@lru_cache(NAMES_KNOWN)  # each line of a message asks for the names of its whole table
def harmless(name: str) -> str:
    """The same for a name that shows, or for several in a list."""
    return MENTION.sub("@\u200b\\1", MARKUP.sub(r"\\\g<0>", name))


def safe_names(table: Table) -> tuple[str, ...]:
    """Names by seat, safe to show in a message's text."""
    return tuple(map(harmless, table.names()))


def plain_names(table: Table) -> tuple[str, ...]:
    """Names by seat for buttons, menus and autocomplete, whose text Discord shows as it is."""
    return table.names()


def safe_name_of(table: Table, member: Player | Computer) -> str:
    """The name of somebody at the table, likewise."""
    return harmless(table.name_of(member))


def mentions(user_ids: Iterable[int]) -> str:
    """These people, as Discord calls them."""
    return " ".join([f"<@{user_id}>" for user_id in user_ids])


def quoted(typed: str) -> str:
    """What somebody has typed, so that an answer can repeat it."""
    return harmless(visible(typed[:50]))
