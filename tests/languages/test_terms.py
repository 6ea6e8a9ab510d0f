"""What a program can tell of a translation's style: words that a language's list of terms rules out, articles before
names that may not take them, and buttons without a verb.
"""

import re
from collections.abc import Iterator

import pytest

from languages.__main__ import catalogues

KNOWN = {path.stem: catalog for path, catalog in catalogues()}
# As docs/terms has it
RULED_OUT = {
    "de": r"Computerspieler|\bhältst\b|Bestenliste|[Ff]ortgeschickt|\bLog\b",
    "fr": r"^Plus de (?!la )|\btenir en main|renvoyer (?:quelqu'un|un ordinateur)",
    "es": r"vosotr|vuestr|\w(?:áis|(?<!s)éis)\b|ha echado a|[Dd]espedir",
    "pt_BR": r"\b[Aa]pert[aeo]\w*|monte de compra|[Dd]ispensar um|partidas do dia",
}
THINGS = r"\*{0,2}\{(?:cards?|adventure|tile|guild|dragon|shard|spellshard|wyrm|strike)\}"
PEOPLE = r"\*{0,2}\{(?:player|name|owner|victim|host|by|game)\}"
# An article changes with the name, as a preposition does that swallows one; and after such verbs so does the name
BEFORE_NAMES = {
    "de": rf"\b(?:der|den|dem|des|die|das|ein|eine[nmr]?|zu[mr]|vom|beim|ins|im) (?:{THINGS}|{PEOPLE})"
    rf"|\b(?:besiegt|durchquert|verhindert|Banne) {THINGS}",
    "fr": rf"\bde {PEOPLE}|'(?:{THINGS}|{PEOPLE})|\b(?:de|à) \*{{0,2}}\{{cards?\}}|\b(?:du|aux?|les?|la|des) {THINGS}",
    "es": rf"\b(?:a|de|al|del|el|las?|los) {THINGS}",
    "pt_BR": rf"\b(?:[ao]s?|d[ao]|n[ao]|ao|à|pel[ao]) {THINGS}",
}
VERBS = re.compile(r"(?:Play|Go|Walk|Stay|Set|Send|Flip|Look|Choose|Discard|Block|Point|Move|Take|Enchant) ")
NO_VERBS = re.compile(
    r"\{\w+\}|\b(?:nach|zu[mr]?|bei|mit|auf|von|à|au|en|vers|avec|de|a|con|para|com|em|gold|de l'or|oro|ouro)\b|\W|\d",
    re.I,
)


def _said(language: str) -> Iterator[tuple[str, str]]:
    """The translations, each with its English text."""
    for message in KNOWN[language]:
        if message.id:
            first = message.id if isinstance(message.id, str) else message.id[0]
            forms = (message.string,) if isinstance(message.string, str) else message.string or ()
            yield from ((first, form) for form in forms)


@pytest.mark.parametrize("language", RULED_OUT)
def test_no_word_is_used_that_the_terms_rule_out(language: str) -> None:
    assert not [said for _, said in _said(language) if re.search(RULED_OUT[language], said)]


@pytest.mark.parametrize("language", BEFORE_NAMES)
def test_no_article_stands_before_a_name(language: str) -> None:
    assert not [said for _, said in _said(language) if re.search(BEFORE_NAMES[language], said)]


@pytest.mark.parametrize("language", KNOWN)
def test_a_button_that_names_something_says_what_the_press_does(language: str) -> None:
    buttons = [(text, said) for text, said in _said(language) if VERBS.match(text) and "{" in text]
    assert buttons
    assert not [said for text, said in buttons if not NO_VERBS.sub("", said)]
