"""Deals of the day, results, standings, people and servers"""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

SOLITAIRE = "phase = 'playing' AND solo"


def upgrade() -> None:
    op.add_column("tables", sa.Column("date", sa.String(length=10)))
    op.add_column("tables", sa.Column("ranked", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.drop_index("one_solitaire_a_player", "tables")
    _one_playing("one_solitaire_a_player", ["host_id", "game"], f"{SOLITAIRE} AND date IS NULL")
    _one_playing("one_daily_a_player", ["host_id", "game", "date"], "phase = 'playing' AND date IS NOT NULL")

    made = op.create_table(
        "secrets",
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("value", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.bulk_insert(made, [{"name": "deals", "value": secrets.token_hex(32)}])
    op.create_table(
        "deals",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("date", sa.String(length=10), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("game", "date"),
    )
    op.create_table(
        "attempts",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("date", sa.String(length=10), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "game", "date"),
    )
    op.create_index("attempts_at_a_table", "attempts", ["table_id"])
    op.create_table(
        "used_attempts",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("until", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("hash"),
    )

    op.create_table(
        "results",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("date", sa.String(length=10)),
        sa.Column("won", sa.Boolean()),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("tiebreak", sa.String(length=100), nullable=False),
        sa.Column("party", sa.String(length=200), nullable=False),
        sa.Column("points", sa.Integer()),
        sa.Column("finished_at", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat"),
    )
    op.create_index("results_of_a_user", "results", ["user_id", "date"])
    op.create_index("results_of_groups", "results", ["game", "seat", "party", "points"])
    op.create_index("results_by_time", "results", ["game", "finished_at"])
    op.create_table(
        "standings",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("period", sa.String(length=10), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("tiebreak", sa.String(length=100), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("game", "period", "user_id"),
    )
    rank = [sa.text("points DESC"), sa.text("tiebreak DESC")]
    op.create_index("standings_by_rank", "standings", ["game", "period", "listed", *rank, "user_id"])
    op.create_index("standings_of_a_user", "standings", ["user_id"])

    op.create_table(
        "people",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.Column("remind_hour", sa.Integer()),
        sa.Column("reminded_on", sa.String(length=10)),
        sa.Column("at", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user_id"),
    )
    op.create_index("people_by_reminder", "people", ["remind_hour"])
    op.create_table(
        "seen",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("at", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id"),
    )
    op.create_index("servers_of_a_user", "seen", ["user_id"])
    op.create_table(
        "announcements",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("hour", sa.Integer(), nullable=False),
        sa.Column("announced_on", sa.String(length=10)),
        sa.Column("claimed_at", sa.Integer()),
        sa.PrimaryKeyConstraint("guild_id"),
    )


def _one_playing(name: str, columns: list[str], where: str) -> None:
    condition = sa.text(where)
    op.create_index(name, "tables", columns, unique=True, sqlite_where=condition, postgresql_where=condition)


def downgrade() -> None:
    for table in ("announcements", "seen", "people", "standings", "results", "used_attempts", "attempts", "deals"):
        op.drop_table(table)
    op.drop_table("secrets")
    op.drop_index("one_daily_a_player", "tables")
    op.drop_index("one_solitaire_a_player", "tables")
    _one_playing("one_solitaire_a_player", ["host_id", "game"], SOLITAIRE)
    op.drop_column("tables", "ranked")
    op.drop_column("tables", "date")
