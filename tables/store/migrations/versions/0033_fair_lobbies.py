"""Rematches that everybody confirms, who came and went, and whom to tell of a seat"""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    op.add_column("tables", sa.Column("asked", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("host_at", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("rematch_of", sa.Integer))
    where = sa.text("phase IN ('lobby', 'playing') AND rematch_of IS NOT NULL")
    op.create_index(
        "one_rematch_of_a_game", "tables", ["rematch_of"], unique=True, sqlite_where=where, postgresql_where=where
    )
    op.execute("UPDATE tables SET host_at = changed_at WHERE phase = 'lobby'")
    # Who sits in a lobby has agreed to its game, but for a deal of the week: that is asked once more
    lobbies = "table_id IN (SELECT id FROM tables WHERE phase = 'lobby'"
    op.execute(f"UPDATE players SET ready = '0' WHERE {lobbies} AND week IS NULL)")
    op.execute(f"UPDATE players SET ready = NULL WHERE {lobbies} AND week IS NOT NULL)")
    op.create_table(
        "notes",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("by_id", sa.BigInteger),
        sa.Column("by_name", sa.String(100)),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
    )
    op.create_index("notes_of_a_user", "notes", ["user_id"])
    op.create_index("notes_by_a_user", "notes", ["by_id"])
    op.create_table(
        "alerts",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("due", sa.Boolean, nullable=False),
    )
    op.create_index("alerts_of_a_user", "alerts", ["user_id"])
