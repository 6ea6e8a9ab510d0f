"""Tables played tonight or over days, people who are away, and tables that closed because nobody played"""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    op.add_column("tables", sa.Column("idle", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("pace", sa.String(8), nullable=False, server_default="days"))
    op.add_column("tables", sa.Column("moved_at", sa.Integer))
    op.add_column("tables", sa.Column("nudged", sa.Integer))
    op.add_column("departures", sa.Column("meanwhile", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("votes", sa.Column("seat", sa.Integer))
    op.add_column("votes", sa.Column("moved_at", sa.Integer))
    op.create_table(
        "aways",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("since", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("until", sa.Integer, nullable=False),
    )
