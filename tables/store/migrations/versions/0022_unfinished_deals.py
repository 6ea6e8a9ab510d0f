"""Which results are of deals that were begun and not finished, and which days are still to be searched for them

All days are searched, also long ago, so that one rule holds for the mean of all time. The clock does it, some attempts
at a time.
"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    op.add_column("results", sa.Column("unfinished", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("deals", sa.Column("counted", sa.Boolean, nullable=False, server_default=sa.false()))
    where = sa.text("NOT counted")
    op.create_index("deals_to_count", "deals", ["date", "game"], sqlite_where=where, postgresql_where=where)
    op.create_index("attempts_at_a_deal", "attempts", ["game", "date", "table_id"])
