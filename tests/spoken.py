"""The sentences that people can meet: what the code of the hall holds in quotes."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("cogs", "tables", "players", "engine", "render")
FOR_ENGINEERS = {"AssertionError", "RuntimeError", "TypeError", "ValueError", "KeyError", "text", "Index", "Column"}
LOGGED = {"debug", "info", "warning", "error", "exception", "critical"}
END = re.compile(r"(?<=[.!?])[*_”\")]*\s+|\n+|\s·\s")
DRAWN = re.compile(r"M\S* \S+ .*[A-Z]\S* \S+", re.DOTALL)  # a path in a picture
WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
MARKUP = re.compile(r"<[@#t:/][^>]*>|`[^`]*`|^[-#>\s]+|\*\*|_", re.MULTILINE)
SPOKEN = re.compile(r"^[^\w]*(?:[A-Z]|\{|\*\*).*\w+.*\s.*", re.DOTALL)  # more than one word, as a sentence begins


def files() -> Iterator[Path]:
    for folder in SOURCES:
        for path in sorted([*(ROOT / folder).rglob("*.py"), *(ROOT / folder).rglob("*.toml")]):
            if "migrations" not in path.parts:
                yield path


@cache
def said_in(path: Path) -> tuple[str, ...]:
    """Each literal of a file that may be read by a player; what is filled in stands as a word."""
    return tuple(_said_in(path))


def _said_in(path: Path) -> Iterator[str]:
    if path.suffix == ".toml":
        yield from _values(tomllib.loads(path.read_text()))
        return
    tree = ast.parse(path.read_text())
    skipped = {id(node) for node in ast.walk(tree) for node in _silent(node)}
    for node in _walk(tree, skipped):
        match node:
            case ast.Constant(value=str() as text):
                pass
            case ast.JoinedStr(values=values):
                text = "".join(str(part.value) if isinstance(part, ast.Constant) else "Ann" for part in values)
            case _:
                continue
        if SPOKEN.match(text) and not DRAWN.match(text):
            yield text


def _values(data: Any) -> Iterator[str]:
    """Each text of a file of data that may be read by a player."""
    match data:
        case dict():
            for value in data.values():
                yield from _values(value)
        case list():
            for value in data:
                yield from _values(value)
        case str() if SPOKEN.match(data):
            yield data


def _walk(node: ast.AST, skipped: set[int]) -> Iterator[ast.AST]:
    if id(node) in skipped:
        return
    yield node
    whole = isinstance(node, ast.JoinedStr)  # it is one text, but for what is said within its braces
    for child in ast.iter_child_nodes(node):
        if not (whole and isinstance(child, ast.Constant)):
            yield from _walk(child, skipped)


def _silent(node: ast.AST) -> Iterator[ast.AST]:
    """What of a node nobody at a table reads: documentation, the log, what only a fault says."""
    match node:
        case ast.Expr(value=ast.Constant()):
            yield node
        case ast.Assert(msg=ast.AST() as message):
            yield message
        case ast.Call(func=ast.Attribute(attr=name)) | ast.Call(func=ast.Name(id=name)):
            if name in FOR_ENGINEERS | LOGGED:
                yield node


def sentences(text: str) -> Iterator[str]:
    for sentence in END.split(MARKUP.sub("", text)):
        if sentence:
            yield sentence


def words(sentence: str) -> list[str]:
    return WORD.findall(sentence)
