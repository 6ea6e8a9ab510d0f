"""Deals of the day and of the week in one table, and the attempts at them in one"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"

WEEKLY = "wyverns-knot"  # the one game that has had deals of the week
OF_A_DEAL = "rules, options, seed, commitment, counted"


def upgrade() -> None:
    for name in ("deals", "attempts"):
        op.rename_table(name, f"{name}_before")
    op.create_table(
        "deals",
        *_key(),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("counted", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("owner", sa.String(64)),
        sa.PrimaryKeyConstraint("scope", "game", "date", "seats", name="one_deal"),
    )
    op.create_table(
        "attempts",
        sa.Column("user_id", sa.BigInteger, nullable=False),
        *_key(),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("guild_id", sa.BigInteger),
        sa.Column("channel_id", sa.BigInteger),
        sa.Column("at", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "scope", "game", "date", "seats", name="one_attempt"),
    )
    key = "scope, game, date, seats"
    of_days = f"SELECT 'day', game, date, 1, {OF_A_DEAL}, NULL FROM deals_before"
    of_weeks = f"SELECT 'week', '{WEEKLY}', week, seats, {OF_A_DEAL}, owner FROM week_deals"
    for rows in (of_days, of_weeks):
        op.execute(f"INSERT INTO deals ({key}, {OF_A_DEAL}, owner) {rows}")
    at_days = "SELECT user_id, 'day', game, date, 1, table_id, guild_id, channel_id, at FROM attempts_before"
    at_weeks = f"SELECT user_id, 'week', '{WEEKLY}', week, seats, table_id, NULL, NULL, at FROM week_attempts"
    for rows in (at_days, at_weeks):
        op.execute(f"INSERT INTO attempts (user_id, {key}, table_id, guild_id, channel_id, at) {rows}")
    for name in ("deals_before", "attempts_before", "week_deals", "week_attempts"):
        op.drop_table(name)
    where = sa.text("NOT counted")
    to_count = ["scope", "date", "game", "seats"]
    op.create_index("deals_to_count", "deals", to_count, sqlite_where=where, postgresql_where=where)
    op.create_index("attempts_at_a_table", "attempts", ["table_id"])
    op.create_index("attempts_at_a_deal", "attempts", ["scope", "game", "date", "table_id"])


def _key() -> tuple[sa.Column[Any], ...]:
    return (
        sa.Column("scope", sa.String(8), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("date", sa.String(10), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
    )
