"""Who waits in a lobby, and is told of another table of the same game"""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    op.create_table(
        "calls",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("due", sa.Boolean, nullable=False),
    )
    op.create_index("calls_of_a_user", "calls", ["user_id", "at"])
    op.create_index("calls_by_time", "calls", ["at"])
