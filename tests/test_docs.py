"""What the pages in docs/ promise, held against the code."""

import re
from pathlib import Path

import pytest

from tables.store.schema import metadata

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
# About the code as it is now
BUILT = (
    ROOT / "CONTRIBUTING.md",
    ROOT / "docs" / "architecture.md",
    *sorted((ROOT / "docs" / "decisions").glob("*.md")),
)
PRIVACY = ROOT / "docs" / "privacy.md"
NOBODYS = {  # tables with nothing about a person
    *("timers", "clock", "secrets", "deals", "pars", "analyses", "outages", "processes", "leases", "riddles"),
    "servers",
}


def test_the_page_on_privacy_names_every_column() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*)\|([^|]*)\|([^|]*)\|$", PRIVACY.read_text(), re.MULTILINE)
    listed = {(table, column) for table, columns, *_ in rows for column in re.findall(r"`(\w+)`", columns)}
    stored = {(table.name, column.name) for table in metadata.sorted_tables for column in table.columns}
    assert listed == {(table, column) for table, column in stored if table not in NOBODYS}
    assert all(why.strip() and how_long.strip() for *_, why, how_long in rows)
    assert not [column for table, column in stored if table in NOBODYS and "user" in column]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_heading_in_it(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)  # brackets of code are none
    for link in re.findall(r"\]\(([^)]+)\)", text):
        if "://" in link:
            continue
        name, _, heading = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), link
        assert not heading or heading in headings(target), link


@pytest.mark.parametrize("page", BUILT, ids=lambda page: page.name)
def test_every_file_that_is_named_exists(page: Path) -> None:
    named = re.findall(r"`((?:\w+/)+[\w.-]*)`", page.read_text())
    assert not [name for name in named if not (ROOT / name).exists()]


def headings(page: Path) -> set[str]:
    """As links name them: small letters, hyphens for spaces, no other signs."""
    lines = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in lines}


ADDING = ROOT / "docs" / "adding-a-game.md"


def test_the_game_that_the_page_on_adding_one_walks_through_is_the_one_that_is_tested() -> None:
    """Each block of code is a part of the file that was named last before it, and no file of the toy goes unshown."""
    told = ADDING.read_text()
    named, shown = {m.start(): m[1] for m in re.finditer(r"The\s+code\s+below\s+is\s+`([\w/.]+)`", told)}, set[str]()
    for block in re.finditer(r"^```python\n(.*?)^```$", told, re.MULTILINE | re.DOTALL):
        file = named[max(at for at in named if at < block.start())]
        assert f"\n{block[1]}" in (ROOT / file).read_text(), f"not in {file}:\n{block[1]}"
        shown.add(file)
    assert shown == {*named.values()}
    for block in re.finditer(r"^```markdown\n(.*?)^```$", told, re.MULTILINE | re.DOTALL):
        assert block[1] in (ROOT / "tests" / "toys" / "cups.md").read_text()
    toys = {f"tests/toys/{path.name}" for path in (ROOT / "tests" / "toys").glob("*cups*.py")}
    assert shown == toys
