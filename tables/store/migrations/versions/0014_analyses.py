"""Finished games that somebody looks back at"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("asked_at", sa.Integer, nullable=False),
        sa.Column("choices", sa.Integer),
        sa.Column("judged", sa.Text, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.Column("luck", sa.Integer),
        sa.Column("skill", sa.Integer),
        sa.Column("owner", sa.String(64)),
    )
    due = sa.text("NOT done")
    op.create_index("analyses_to_make", "analyses", ["asked_at", "table_id"], sqlite_where=due, postgresql_where=due)
