"""Hints: at which tables computer players give them, how many were taken, and in which results"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("tables", sa.Column("hints", sa.Integer))
    op.add_column("tables", sa.Column("hinted", sa.Integer))
    op.execute("UPDATE tables SET hints = 0 WHERE solo AND NOT ranked")
    op.add_column("results", sa.Column("hints", sa.Integer, nullable=False, server_default="0"))
