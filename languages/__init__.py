"""What the bot says, in the language of whoever reads it.

The source has every text in plain English, marked by `say`, `later` and their like. A catalogue of gettext beside this
file translates it: `de.po` for German. A context variable holds the language that is spoken: code that makes a screen,
a sentence or a picture for somebody does it within `speaking`. How to translate, and how to add a language:
docs/translating.md.
"""

import gettext
import logging
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

FOLDER = Path(__file__).parent
ENGLISH = "en"
# Babel's own English is American; ours has no comma before "and", and the day before the month
LOCALES = {ENGLISH: "en_GB"}

LINE = re.compile(r"^(#+ |- |)(.+)$", re.MULTILINE)  # of a page: its mark, and the text to be translated

log = logging.getLogger(__name__)
_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


class _Missing(gettext.NullTranslations):
    """Says in English what a catalogue lacks, and logs it once."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language, self._logged = language, set[str]()

    def _log(self, message: str) -> None:
        if message not in self._logged:
            self._logged.add(message)
            log.warning("The catalogue %s lacks %r", self._language, message)

    def gettext(self, message: str) -> str:
        self._log(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self._log(msgid1)
        return super().ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        self._log(message)
        return message

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        self._log(msgid1)
        return super().npgettext(context, msgid1, msgid2, n)


_catalogues: dict[str, gettext.NullTranslations] = {ENGLISH: gettext.NullTranslations()}


def register(language: str, catalogue: gettext.NullTranslations) -> None:
    """Offer this language, too."""
    catalogue.add_fallback(_Missing(language))
    _catalogues[language] = catalogue


def withdraw(language: str) -> None:
    """Offer it no more."""
    del _catalogues[language]


for _path in sorted(FOLDER.glob("*.mo")):
    with _path.open("rb") as _file:
        register(_path.stem, gettext.GNUTranslations(_file))


# -- Which language


def offered() -> dict[str, str]:
    """The languages that the bot speaks, each by its own name."""
    return {language: name_of(language) for language in sorted(_catalogues)}


def name_of(language: str) -> str:
    """A language by its own name, whether or not it is offered. One that nobody knows keeps its code."""
    try:
        name = Locale.parse(language).get_display_name() or language
    except (ValueError, UnknownLocaleError):
        return language
    return name[0].upper() + name[1:]


def of_discord(code: str | None) -> str | None:
    """The language for a locale of Discord's, such as "pt-BR" or "es-419"; None if it isn't spoken here."""
    whole = (code or "").replace("-", "_")
    if whole in _catalogues:
        return whole
    bare = whole.partition("_")[0]
    return bare if bare in _catalogues else None


def spoken() -> str:
    """The language that is spoken now."""
    return _spoken.get()


def speak(language: str | None) -> None:
    """Speak this language from now on, in this task; English in place of one that isn't offered. None changes
    nothing.
    """
    _spoken.set(_offered(language))


def _offered(language: str | None) -> str:
    """The language to speak when this one is wanted. What was stored may have been withdrawn since."""
    if language is None:
        return _spoken.get()
    return language if language in _catalogues else ENGLISH


@contextmanager
def speaking(language: str | None) -> Iterator[None]:
    """Speak this language within the block; English in place of one that isn't offered. None changes nothing."""
    before = _spoken.set(_offered(language))
    try:
        yield
    finally:
        _spoken.reset(before)


# -- What is said


def say(text: str, /, **values: Any) -> str:
    """The text in the language that is spoken, with these values in its braces."""
    said = _catalogues[_spoken.get()].gettext(text)
    return said.format(**values) if values else said


def say_as(context: str, text: str, /, **values: Any) -> str:
    """Like `say`, for an English text that means several things: `context` tells the translator which."""
    said = _catalogues[_spoken.get()].pgettext(context, text)
    return said.format(**values) if values else said


def say_many(single: str, several: str, count: int, /, **values: Any) -> str:
    """Like `say`, with the form of the sentence that fits the number; {count} is that number."""
    return _catalogues[_spoken.get()].ngettext(single, several, count).format(count=number(count), **values)


def say_many_as(context: str, single: str, several: str, count: int, /, **values: Any) -> str:
    """Like `say_many`, for English texts that mean several things."""
    said = _catalogues[_spoken.get()].npgettext(context, single, several, count)
    return said.format(count=number(count), **values)


def say_page(text: str) -> str:
    """Say each line of a page of Markdown, without the mark of a heading or of a list."""
    return LINE.sub(lambda line: line[1] + say(line[2]), text)


def later(text: str) -> str:
    """Mark the text of a constant for the catalogues. It stays English until somebody says it with `say`."""
    return text


def later_as(context: str, text: str) -> str:
    """Likewise for `say_as`, which gives the same context."""
    return text


# -- What Unicode knows of languages


@cache
def locale(language: str) -> Locale:
    return Locale.parse(LOCALES.get(language, language))


def listed(names: Iterable[str]) -> str:
    """Joins at least one name as in a sentence: "a, b and c"."""
    return format_list([*names], locale=locale(_spoken.get()))


def listed_or(names: Iterable[str]) -> str:
    """Joins at least one name: "a, b or c"."""
    return format_list([*names], "or", locale=locale(_spoken.get()))


def labelled(kind: object, what: object) -> str:
    """A label and what it is about, with the colon of the language: "Guess: the Diplomat"."""
    # Translators: a kind of move, such as "Guess", and what it concerns; or a name or a day, and its number
    return say("{kind}: {what}", kind=kind, what=what)


def listed_apart(parts: Iterable[str]) -> str:
    """Joins parts that may have commas of their own: "a, b; c". Empty if there are none."""
    joined = ""
    for part in parts:
        # Translators: two parts of a list that may have commas of their own
        joined = say("{one}; {other}", one=joined, other=part) if joined else part
    return joined


def number(value: float) -> str:
    """A number as the language writes it: "1,000" or "1.000"."""
    if isinstance(value, int) and abs(value) < 1000:
        return str(value)
    return format_decimal(value, locale=locale(_spoken.get()))


def number_range(least: int | str, most: int | str) -> str:
    """ "3-5"; one number if both are the same."""
    # Translators: a range of numbers, in sentences and below the bars of a chart, with your language's dash or word
    return f"{least}" if least == most else say("{least}-{most}", least=least, most=most)


def decimals(value: float, places: int) -> str:
    """A number with so many digits after the point: "1,234.50" or "1.234,50"."""
    return format_decimal(value, f"#,##0.{'0' * places}", locale=locale(_spoken.get()))


def percent(share: float) -> str:
    """ "62%" of 0.62."""
    return format_percent(share, locale=locale(_spoken.get()))


def day_and_month(day: date) -> str:
    """ "3 March"."""
    return format_skeleton("MMMMd", day, locale=locale(_spoken.get()))


def month_and_year(day: date) -> str:
    """ "March 2026"."""
    return format_skeleton("yMMMM", day, locale=locale(_spoken.get()))


def whole_date(day: date) -> str:
    """ "3 March 2026"."""
    return format_date(day, "long", locale=locale(_spoken.get()))
