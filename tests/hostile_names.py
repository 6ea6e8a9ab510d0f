"""Names that break pictures or mislead readers, from hostile_names.txt: tests put each of them in a seat."""

import ast
from pathlib import Path


def _read() -> dict[str, tuple[str, ...]]:
    lines = Path(__file__).with_suffix(".txt").read_text(encoding="ascii").splitlines()
    sections, names = dict[str, tuple[str, ...]](), list[str]()
    for line in filter(None, lines):
        if line.startswith("[show "):
            names = []
            sections[line] = ()
        if line.startswith(("[show ", "# Names ")):
            continue
        names.append(_unescaped(line))
        sections[[*sections][-1]] = tuple(names)
    return sections


def _unescaped(line: str) -> str:
    quoted = line.replace("'", "\\'")
    return str(ast.literal_eval(f"'{quoted}'"))


SHOW_NOTHING, SHOW_SOMETHING = _read().values()
HOSTILE = SHOW_NOTHING + SHOW_SOMETHING
