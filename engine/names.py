"""Names of people, as words, buttons, pictures and the log all show them. Anybody may have chosen them, so they can be
any text.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from languages import later, say

NAME_LIMIT = 32  # characters: Discord's own
MARKS = 3  # may stand on one letter: vowels and tones of a script need no more
SOMEBODY = later("Somebody")  # whose name shows nothing, or who hides, or has been forgotten
NAMES_KNOWN = 4096  # kept in memory

JOINERS = "\u200c\u200d"  # the signs without a shape that names are written with: in Persian, and in emoji
SHAPERS = "\ufe0e\ufe0f"  # likewise: the emoji before it is black, or coloured
BLANK = "\u115f\u1160\u2800\u3164\uffa0\ufffc\U00013441\U00013442\U0001d159"  # that look like a space, or like nothing
NOTHING = "\u034f\u17b4\u17b5"  # marks without a shape


@lru_cache(NAMES_KNOWN)  # each line of a message asks for the names of its whole table
def visible(name: str) -> str:
    """What shows of a name, on one line: no sign that hides, turns the direction of what follows, or piles up.

    Empty if nothing shows.
    """
    seen, marks = "", 0
    for sign in name:
        kind = unicodedata.category(sign)
        if sign.isspace() or sign in BLANK:
            seen, marks = f"{seen} ", 0
        elif sign in NOTHING or (kind[0] == "C" and sign not in JOINERS):
            continue
        elif kind[0] != "M" and sign not in JOINERS:
            seen, marks = seen + sign, 0
        elif marks < MARKS and seen and not seen.endswith(" "):
            seen, marks = seen + sign, marks + 1
    return " ".join(seen.split()).strip(JOINERS)


def shown_as(name: str) -> str:
    """What somebody is called who has no seat."""
    return _short(name) or say(SOMEBODY)


def shown_by_seat(names: Sequence[str]) -> tuple[str, ...]:
    """What those at a table are called, by seat: no two alike, so that each can be told from the others."""
    return distinct([_short(name) or say("Seat {number}", number=seat) for seat, name in enumerate(names, 1)])


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Names by seat, of which no two look alike: a later “Ada” has the number of her seat, as in “Ada (3)”."""
    looks, told = [_looks(name) for name in names], list[str]()
    taken = set(looks)
    for seat, name in enumerate(names):
        number, said = seat + 1, name
        while looks[seat] in looks[:seat] and _looks(said) in taken:
            said = f"{name[: NAME_LIMIT - len(f' ({number})')].rstrip()} ({number})"
            number += len(names)  # in case somebody calls themselves “Ada (3)”
        taken.add(_looks(said))
        told.append(said)
    return tuple(told)


def _short(name: str) -> str:
    return visible(name)[:NAME_LIMIT].strip(f" {JOINERS}")


def _looks(name: str) -> str:
    """The same for all names that look like this one."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", name) if sign not in JOINERS + SHAPERS)
