"""Computer players: their seats, what votes are about, and which results are of games with them"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "computers",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("strength", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("stands_in", sa.Boolean, nullable=False),
        sa.UniqueConstraint("table_id", "seat"),
    )
    op.add_column("votes", sa.Column("about", sa.String(8), nullable=False, server_default="give-up"))
    op.add_column("results", sa.Column("computers", sa.Boolean, nullable=False, server_default=sa.false()))
    to_think = sa.text("kind = 'think'")
    op.create_index(
        "tables_to_think", "deadlines", ["due_at", "table_id"], sqlite_where=to_think, postgresql_where=to_think
    )
