"""A language that doesn't exist: each text is 40% longer, with accents, in brackets. What isn't in it wasn't said."""

import gettext
import re
from collections.abc import Iterator
from contextlib import contextmanager

import languages

CODE = "ja"  # so Discord knows it; lists, numbers and dates have no Latin letters in it
LONGER = 1.4
# What stays as it is: values, commands, links, mentions, emoji by name, markup
KEPT = re.compile(r"\{[^}]*\}|</?[^>]*>|`[^`]*`|/[a-z][a-z-]*(?: [a-z]+:\S*)?|https?://\S+|:\w+:")
WORD = re.compile(r"(?<![{`/:<\w])\b[^\W\d_]{2,}\b(?![}`:>])")
PLAIN, ACCENTED = "aceinorsuyzACEINORSUYZ", "áçéíñóřšúýžÁÇÉÍÑÓŘŠÚÝŽ"
# It has a space before colons, so that one that code sets is found
ACCENTS = str.maketrans({**dict(zip(PLAIN, ACCENTED, strict=True)), ":": "\u00a0:", ";": "\u00a0;"})
UNDERSTOOD = str.maketrans(ACCENTED, PLAIN, "[]~\u00a0")


def translated(text: str) -> str:
    """ "Scouting" becomes "[Šçóúťíñg~]": whoever reads it sees that it was said, and where it ends."""
    if len(text) == 1:  # the rank on a card's corner
        return text.translate(ACCENTS)
    parts, at = list[str](), 0
    for kept in KEPT.finditer(text):
        parts += (text[at : kept.start()].translate(ACCENTS), kept[0])
        at = kept.end()
    parts.append(text[at:].translate(ACCENTS))
    return f"[{_longer(''.join(parts), round(sum(map(len, parts[::2])) * (LONGER - 1)) - 2)}]"


def english(text: str) -> str:
    """What a text was before, but for brackets of its own."""
    return text.translate(UNDERSTOOD)


def _longer(text: str, more: int) -> str:
    """So many signs more: the longer a word, the more it grows."""
    words, said, grown = [*WORD.finditer(text)], "", 0
    letters = sum(len(word[0]) for word in words)
    for word in words:
        wanted = max(0, more) * sum(len(one[0]) for one in words if one.end() <= word.end()) // letters
        said += text[len(said) - grown : word.end()] + "~" * (wanted - grown)
        grown = wanted
    return said + text[len(said) - grown :]


class Pseudo(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return translated(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return translated(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return translated(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return translated(msgid1 if n == 1 else msgid2)


@contextmanager
def spoken_here() -> Iterator[None]:
    """Offer this language within the block."""
    languages.register(CODE, Pseudo())
    try:
        yield
    finally:
        languages.withdraw(CODE)
