"""Who leaves is told, keeps the seat for a while, and can be won against"""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    op.add_column("tables", sa.Column("won_by", sa.Integer))
    op.add_column("departures", sa.Column("name", sa.String(100)))
    for name in ("left_at", "kept_until"):
        op.add_column("departures", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    for name in ("for_good", "due"):
        op.add_column("departures", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("departures", sa.Column("loses", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "refused_votes",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("about", sa.String(8), primary_key=True),
        sa.Column("at", sa.Integer, nullable=False),
    )
