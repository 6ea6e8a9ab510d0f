"""Processes that share a database, what each of them does alone, and whose claim a row is"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("until", sa.Integer, nullable=False),
        sa.Column("forgettings", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_table(
        "claims",
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("key", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("owner", sa.String(64), nullable=False),
    )
    op.create_index("claims_of_a_process", "claims", ["owner"])
    for table in ("deadlines", "announcements", "pars", "forgotten"):
        op.add_column(table, sa.Column("owner", sa.String(64)))
