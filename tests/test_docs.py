"""What the pages in docs/ promise, held against the code."""

import re
from pathlib import Path

from tables.schema import metadata

PRIVACY = Path(__file__).parent.parent / "docs" / "privacy.md"
NOBODYS = {"deadlines", "clock", "secrets", "deals", "announcements"}  # tables with nothing about a person


def test_the_page_on_privacy_names_every_column() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*)\|([^|]*)\|([^|]*)\|$", PRIVACY.read_text(), re.MULTILINE)
    listed = {(table, column) for table, columns, *_ in rows for column in re.findall(r"`(\w+)`", columns)}
    stored = {(table.name, column.name) for table in metadata.sorted_tables for column in table.columns}
    assert listed == {(table, column) for table, column in stored if table not in NOBODYS}
    assert all(why.strip() and how_long.strip() for *_, why, how_long in rows)
    assert not [column for table, column in stored if table in NOBODYS and "user" in column]
