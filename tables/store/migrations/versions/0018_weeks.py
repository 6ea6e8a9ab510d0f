"""Deals of the week, and seasons"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("tables", sa.Column("week", sa.String(10)))
    op.create_table(
        "week_deals",
        sa.Column("week", sa.String(10), primary_key=True),
        sa.Column("seats", sa.Integer, primary_key=True),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("counted", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("owner", sa.String(64)),
    )
    _conditional("weeks_to_count", "week_deals", ["week"], "NOT counted")
    op.create_table(
        "week_attempts",
        sa.Column("user_id", sa.BigInteger, primary_key=True),
        sa.Column("week", sa.String(10), primary_key=True),
        sa.Column("seats", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
    )
    op.create_index("week_attempts_at_a_table", "week_attempts", ["table_id"])
    op.create_table(
        "week_groups",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("week", sa.String(10), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("share", sa.Integer),
    )
    best = sa.text("points DESC")
    op.create_index("week_groups_by_rank", "week_groups", ["week", "seats", best, "table_id"])
    op.create_index("week_groups_of_a_server", "week_groups", ["guild_id", "week", "seats", best, "table_id"])
    _conditional("week_groups_to_count", "week_groups", ["week", "seats", "table_id"], "share IS NULL")
    op.create_table(
        "season_standings",
        sa.Column("season", sa.String(10), primary_key=True),
        sa.Column("user_id", sa.BigInteger, primary_key=True),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("weeks", sa.Integer, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
    )
    op.create_index("season_standings_by_rank", "season_standings", ["season", "listed", best, "user_id"])
    op.create_index("seasons_of_a_user", "season_standings", ["user_id"])


def _conditional(name: str, table: str, columns: list[str], condition: str) -> None:
    where = sa.text(condition)
    op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)
