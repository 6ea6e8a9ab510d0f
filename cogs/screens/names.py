"""Names of people. They can be any text, and are made harmless for messages in this one place."""

import re
import unicodedata
from functools import lru_cache

from tables.play.model import Table

NAME_LIMIT = 32  # Discord's own

NAMES_KNOWN = 4096  # harmless names that are kept in memory

JOINERS = "\u200c\u200d"  # the signs without a shape that names are written with: in Persian, and in emoji

BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters that look like a space, or like nothing

MARKUP = re.compile(r"[\\*_~`|<>\[\]/]|^[#+-]|(?<=\d)\.|:(?=[\w+-]+:)")  # where Discord may read it
MENTION = re.compile(r"@(everyone|here|[!&]?\d{17,20})")


@lru_cache(NAMES_KNOWN)  # each line of a message asks for the names of its whole table
def plain(name: str) -> str:
    """A name on one line, of visible signs only: none that hides, or turns the direction of what follows."""
    seen = "".join(" " if sign in BLANK or sign.isspace() else sign for sign in name if _shows(sign))
    line = " ".join(seen.split())[:NAME_LIMIT].strip()
    return line if any(unicodedata.category(sign)[0] in "LNPS" for sign in line) else "?"


def _shows(sign: str) -> bool:
    return sign.isspace() or sign in JOINERS or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn")


@lru_cache(NAMES_KNOWN)
def safe(name: str) -> str:
    """A name that can stand in a message: plain, no markup, no link, no mention."""
    return MENTION.sub("@\u200b\\1", MARKUP.sub(r"\\\g<0>", plain(name)))


def safe_names(table: Table) -> tuple[str, ...]:
    """Names by seat, safe to show in a message's text."""
    return tuple(map(safe, table.names()))


def plain_names(table: Table) -> tuple[str, ...]:
    """Names by seat for buttons, menus and autocomplete, whose text Discord shows as it is."""
    return tuple(map(plain, table.names()))
