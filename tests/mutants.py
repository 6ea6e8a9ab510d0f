"""Mutants: copies of the program with one small change each, to see whether tests notice it.

python -m tests.mutants 'tables/play/*.py' --count 30 -- tests/tables -m "not slow and not server"

What stands behind `--` is for pytest. The same seed gives the same mutants: so tests can be compared before and after
they are changed. A mutant that lives is a question, not always a fault: some changes make no difference.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PATIENCE = 600.0  # seconds for the tests of one mutant; one that goes on for ever is noticed, too
OTHER_WAY = {"==": "!=", "<": "<=", ">": ">=", "is": "is not", "in": "not in", "and": "or"}
OTHER_WAY |= {there: here for here, there in OTHER_WAY.items()}


class Change(NamedTuple):
    """Other bytes in place of those from `begin` to `end`."""

    begin: int
    end: int
    instead: bytes

    def of(self, source: bytes) -> bytes:
        return source[: self.begin] + self.instead + source[self.end :]

    def told(self, source: bytes) -> str:
        line = source.count(b"\n", 0, self.begin) + 1
        return f"{line}: {source[self.begin : self.end].decode().strip()} -> {self.instead.decode().strip()}"


def changes(source: bytes) -> Iterator[Change]:
    """Comparisons the other way, numbers one higher, conditions turned round, calls and assignments left out."""
    lines = [0, *accumulate(map(len, source.splitlines(keepends=True)))]

    def begin(node: ast.expr | ast.stmt) -> int:
        return lines[node.lineno - 1] + node.col_offset

    def end(node: ast.expr | ast.stmt) -> int:
        return lines[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)

    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare(left=first, comparators=operands) | ast.BoolOp(values=[first, *operands]):
                for one, other in pairwise((first, *operands)):
                    between = source[end(one) : begin(other)].decode()
                    if instead := OTHER_WAY.get(between.strip()):
                        yield Change(end(one), begin(other), f" {instead} ".encode())
            case ast.Constant(value=bool(value)):
                yield Change(begin(node), end(node), str(not value).encode())
            case ast.Constant(value=int(value)):
                yield Change(begin(node), end(node), str(value + 1).encode())
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield Change(begin(node), begin(operand), b"")
            case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign() | ast.Raise():
                yield Change(begin(node), end(node), b"pass")


def copied(folder: Path) -> None:
    """All that git knows of, as it is now."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in listed.decode().split("\0"):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)


def noticed(folder: Path, tests: Sequence[str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=1", *tests]
    shutil.rmtree(folder / ".hypothesis", ignore_errors=True)  # what failed for the mutant before is tried on none
    there = {**os.environ, "PYTHONPATH": str(folder)}
    try:
        return subprocess.run(command, cwd=folder, env=there, capture_output=True, timeout=PATIENCE).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def main() -> None:
    parser = argparse.ArgumentParser(usage="python -m tests.mutants FILES... [--count N] [--seed S] -- PYTEST...")
    parser.add_argument("files", nargs="+", help="patterns of files, such as 'tables/play/*.py'")
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", default="1")
    behind = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    given, tests = parser.parse_args(sys.argv[1:behind]), sys.argv[behind + 1 :]
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        copied(folder := Path(name))
        if noticed(folder, tests):
            sys.exit("These tests fail without any change.")
        files = sorted({file for pattern in given.files for file in folder.glob(pattern)})
        every = [(file, change) for file in files for change in changes(file.read_bytes())]
        killed = 0
        sample = random.Random(given.seed).sample(every, min(given.count, len(every)))
        for file, change in sample:
            source = file.read_bytes()
            file.write_bytes(change.of(source))
            killed += (dies := noticed(folder, tests))
            print("killed" if dies else "LIVES ", f"{file.relative_to(folder)}:{change.told(source)}", flush=True)
            file.write_bytes(source)
    print(f"{killed} of {len(sample)} killed, of {len(every)} mutants that there are")


if __name__ == "__main__":
    main()
