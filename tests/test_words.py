"""Every sentence that people can meet keeps to docs/words.md: it is short, and there is one word a thing."""

import re

from .spoken import MARKUP, ROOT, files, said_in, sentences, words

MOST = 24  # words in a sentence
PROOF = ROOT / "cogs" / "commands" / "verify.py"  # behind "Fair deal?" its numbers have their names


def forbidden() -> list[str]:
    """The words of the glossary's last column."""
    rows = re.findall(r"^\|[^|\n]*\|[^|\n]*\|([^|\n]*)\|$", (ROOT / "docs" / "words.md").read_text(), re.MULTILINE)
    return [word.strip() for row in rows for word in row.split(",") if word.strip() not in ("", "not", "---")]


def test_every_sentence_is_under_25_words() -> None:
    long = [
        f"{path.relative_to(ROOT)}: {sentence}"
        for path in files()
        for text in said_in(path)
        for sentence in sentences(text)
        if len(words(sentence)) > MOST
    ]
    assert not long, "\n".join(long)


def test_no_sentence_has_a_word_that_the_glossary_forbids() -> None:
    wrong = forbidden()
    assert {"vacate", "concede", "seed"} <= set(wrong)
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, wrong))})\b", re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}: {hit.group()}: {text}"
        for path in files()
        if path != PROOF
        for text in said_in(path)
        for hit in pattern.finditer(MARKUP.sub("", text))
    ]
    assert not found, "\n".join(found)


def test_the_sentences_are_found() -> None:
    """Labels, events, refusals, rules and what pictures say are among what is read."""
    spoken = [text for path in files() for text in said_in(path)]
    assert len(spoken) > 1000
    for known in (
        "Play again",
        "It isn't your turn.",
        "You don't sit at this table.",
        "{name} took back a move.",
        "Practice: it counts for nothing.",
    ):
        assert known in spoken
