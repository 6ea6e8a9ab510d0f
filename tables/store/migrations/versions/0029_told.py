"""The form in which positions are written, and the results that were told"""

import json
from collections.abc import Iterable
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"

A_PIECE = 500  # tables
# Games whose results have been stored seat by seat. A deal of the day that was counted as given up may have ended
# otherwise afterwards
ENDED = """
    SELECT tables.id, tables.seats, seat, won, score, tiebreak FROM results JOIN tables ON tables.id = results.table_id
    WHERE phase = 'over' AND NOT conceded AND NOT unfinished AND tables.id > :after AND tables.id <= :last
    ORDER BY tables.id, seat
"""


def upgrade() -> None:
    op.add_column("tables", sa.Column("shape", sa.String(64)))
    op.add_column("tables", sa.Column("told", sa.Text))
    connection = op.get_bind()
    last = connection.scalar(sa.text("SELECT max(id) FROM tables")) or 0
    written = sa.text("UPDATE tables SET told = :told WHERE id = :table_id")
    for after in range(0, last, A_PIECE):
        rows = connection.execute(sa.text(ENDED), {"after": after, "last": after + A_PIECE}).all()
        by_table = ((table_id, [*of_table]) for table_id, of_table in groupby(rows, key=lambda row: row.id))
        told = [{"table_id": table_id, "told": _told(of_table)} for table_id, of_table in by_table if _known(of_table)]
        if told:
            connection.execute(written, told)


def _known(rows: list[Any]) -> bool:
    """Whether these rows have what the game itself ended with. Whoever left a game against others lost with 0 points,
    however their seat ended.
    """
    seats = rows[0].seats
    return len(rows) == seats and not (seats > 1 and any(row.won == 0 and row.score == 0 for row in rows))


def _told(rows: Iterable[Any]) -> str:
    won = [None if row.won is None else bool(row.won) for row in rows]
    tiebreak = max(row.tiebreak for row in rows)
    return json.dumps({"won": won, "scores": [row.score for row in rows], "tiebreak": tiebreak}, separators=(",", ":"))
