"""A language that doesn't exist: each text is 40% longer, with accents, in brackets. What isn't in it wasn't said."""

import gettext
import re
from collections.abc import Iterator
from contextlib import contextmanager

import languages

CODE = "xx"
LONGER = 1.4
# What stays as it is: values, commands, links, mentions, emoji by name, markup
KEPT = re.compile(r"\{[^}]*\}|</?[^>]*>|`[^`]*`|/[a-z][a-z-]*(?: [a-z]+:\S*)?|https?://\S+|:\w+:")
ACCENTS = str.maketrans("aceinorsuyzACEINORSUYZ", "áçéíñóřšúýžÁÇÉÍÑÓŘŠÚÝŽ")


def translated(text: str) -> str:
    """ "Scout" becomes "[Šçóúťť]": whoever reads it sees that it was said, and where it ends."""
    parts, at = list[str](), 0
    for kept in KEPT.finditer(text):
        parts += (text[at : kept.start()].translate(ACCENTS), kept[0])
        at = kept.end()
    parts.append(text[at:].translate(ACCENTS))
    more = round(len(text) * (LONGER - 1)) - 2
    return f"[{''.join(parts)}{'~' * max(0, more)}]"


class Pseudo(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return translated(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return translated(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return translated(message)


@contextmanager
def spoken_here() -> Iterator[None]:
    """Offer this language within the block."""
    languages.register(CODE, Pseudo())
    languages.LOCALES[CODE] = "de"
    try:
        yield
    finally:
        languages.withdraw(CODE)
