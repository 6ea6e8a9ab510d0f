"""Keeps the catalogues up to date: `python -m languages extract`, `missing` or `compile`.

`extract` reads all texts from the source, the lessons and the pages of rules, and brings each `.po` file up to date:
new texts are added without a translation, texts that are gone are removed. `missing` lists what each catalogue lacks.
`compile` writes what the bot reads; `make play` and `make test` do it by themselves.
"""

import argparse
import ast
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from . import FOLDER, LINE

ROOT = FOLDER.parent
ROOMS = ("cogs", "engine", "languages", "players", "render", "tables")
KEYWORDS: dict[str, Any] = {
    "say": None,
    "later": None,
    "say_many": (1, 2),
    "say_as": ((1, "c"), 2),
    "say_many_as": ((1, "c"), 2, 3),
    "later_as": ((1, "c"), 2),
}
COMMENT = "Translators:"
Found = Iterator[tuple[Any, ...]]


def texts_of_source(file: BinaryIO, keywords: Any, comment_tags: Any, options: Any) -> Found:
    """The texts of a module. Babel doesn't look into f-strings, so they are read separately."""
    yield from extract_python(file, keywords, comment_tags, options)
    file.seek(0)
    strings = [node for node in ast.walk(ast.parse(file.read())) if isinstance(node, ast.JoinedStr)]
    for call in (node for string in strings for node in ast.walk(string) if isinstance(node, ast.Call)):
        if isinstance(call.func, ast.Name) and call.func.id in keywords:
            texts = tuple(given.value if isinstance(given, ast.Constant) else None for given in call.args)
            yield call.lineno, call.func.id, texts, []


def texts_of_lesson(file: BinaryIO, *_: Any, **__: Any) -> Found:
    """The texts of a lesson, for Babel."""
    lesson = tomllib.loads(file.read().decode())
    for step in lesson["steps"]:
        for name in ("says", "wrong"):
            if name in step:
                yield 1, "say", step[name], []
        for mark in step.get("marks", ()):
            yield 1, "say", mark, []
    for text in lesson.get("first", {}).values():
        yield 1, "say", text, []


def texts_of_rules(file: BinaryIO, *_: Any, **__: Any) -> Found:
    """The lines of a game's rules, for Babel."""
    for line in LINE.finditer(file.read().decode()):
        yield 1, "say", line[2], []


METHODS: list[tuple[str, Any]] = [
    ("**.py", texts_of_source),
    ("**/*.toml", texts_of_lesson),
    ("**/*.md", texts_of_rules),
]


def template() -> Catalog:
    """All texts, without translations."""
    catalog = Catalog(project="Wyrmhall", charset="utf-8", creation_date=datetime(2026, 1, 1, tzinfo=UTC))
    for room in ROOMS:
        for path, _, message, comments, context in extract_from_dir(
            ROOT / room, METHODS, keywords=KEYWORDS, comment_tags=[COMMENT]
        ):
            catalog.add(message, locations=[(f"{room}/{path}", 0)], auto_comments=comments, context=context)
    return catalog


def catalogues() -> Iterator[tuple[Path, Catalog]]:
    for path in sorted(FOLDER.glob("*.po")):
        with path.open("rb") as file:
            yield path, read_po(file, locale=path.stem)


def extract() -> None:
    texts = template()
    for path, catalog in catalogues():
        catalog.update(texts, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        with path.open("wb") as file:
            write_po(file, catalog, width=120, include_lineno=False, sort_by_file=True)


def missing() -> int:
    """Print what the catalogues lack, and return how many texts that is."""
    texts, lacking = template(), 0
    for path, catalog in catalogues():
        for message in texts:
            if message.id and not _translated(catalog, message):
                lacking += 1
                print(f"{path.name}: {message.id!r}")
    return lacking


def _translated(catalog: Catalog, message: Any) -> bool:
    known = catalog.get(message.id, message.context)
    given = known.string if known else ""
    return bool(given and all(given))


def compile_all() -> None:
    for path, catalog in catalogues():
        new = path.with_suffix(".mo.new")
        with new.open("wb") as file:
            write_mo(file, catalog)
        new.replace(path.with_suffix(".mo"))  # a bot that starts meanwhile reads a whole one


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("extract", "missing", "compile"))
    match parser.parse_args().what:
        case "extract":
            extract()
        case "missing":
            sys.exit(missing() > 0)
        case _:
            compile_all()


if __name__ == "__main__":
    main()
