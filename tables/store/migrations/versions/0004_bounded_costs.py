"""Standings of wins and of groups, packed logs, and an index for whatever is looked for"""

import logging
from datetime import date
from typing import Any

import sqlalchemy as sa
from alembic import op

log = logging.getLogger("tables.migrations")

revision = "0004"
down_revision = "0003"

GROUPS_LIVING = "phase IN ('lobby', 'playing') AND NOT solo"
INDEXES: tuple[tuple[str, str, list[Any], str | None], ...] = (
    ("games_over_in_a_channel", "tables", ["channel_id", "id"], "phase = 'over' AND NOT solo"),
    ("groups_of_a_server", "tables", ["guild_id"], GROUPS_LIVING),
    ("tables_in_play", "tables", ["game", "rules"], "phase = 'playing'"),
    ("tables_unshown", "tables", ["id"], "shown < version"),
    ("tables_to_pack", "tables", ["changed_at"], "phase IN ('over', 'closed') AND snapshot IS NOT NULL"),
    ("tables_of_a_host", "tables", ["host_id"], None),
    ("tables_of_a_first", "tables", ["first_id"], "first_id IS NOT NULL"),
    ("living_tables_of_a_user", "players", ["user_id"], "living"),
    ("log_of_a_user", "log", ["user_id"], None),
    ("posts_of_a_user", "posts", ["user_id"], None),
    ("votes_of_a_user", "votes", ["opened_by"], None),
    ("ballots_of_a_user", "ballots", ["user_id"], None),
    (
        "results_of_a_party",
        "results",
        ["game", "party", sa.text("points DESC"), "table_id", "finished_at", "guild_id"],
        "seat = 0 AND points IS NOT NULL",
    ),
    (
        "group_results_of_a_user",
        "results",
        ["user_id", "game", sa.text("points DESC"), "table_id", "finished_at"],
        "points IS NOT NULL",
    ),
)
# Each result once for everywhere (0) and once for its server, and each of these in the four periods it belongs to
PLACED = """
    WITH counted AS MATERIALIZED ({counted}), scoped AS (
        SELECT *, 0 AS scope FROM counted UNION ALL SELECT *, guild_id FROM counted WHERE guild_id IS NOT NULL
    ), placed AS (
        SELECT *, day AS period FROM scoped UNION ALL SELECT *, week FROM scoped
        UNION ALL SELECT *, month FROM scoped UNION ALL SELECT *, 'all' FROM scoped
    )
"""
WINS = """
    SELECT results.game, results.guild_id, user_id, coalesce(won, 0) AS won, day, week, month FROM results
    JOIN tables ON tables.id = results.table_id JOIN days ON days.day = date(finished_at, 'unixepoch')
    WHERE user_id IS NOT NULL AND points IS NULL AND party LIKE '%,%' AND NOT conceded
"""
RANK_WINS = """
    INSERT INTO win_standings (game, period, guild_id, user_id, wins, games, listed)
    SELECT game, period, scope, placed.user_id, sum(won), count(*), NOT (scope = 0 AND coalesce(hidden, 0))
    FROM placed LEFT JOIN people ON people.user_id = placed.user_id
    GROUP BY game, period, scope, placed.user_id
"""
GROUPS = """
    SELECT game, guild_id, party, points, table_id, day, week, month FROM results
    JOIN days ON days.day = date(finished_at, 'unixepoch') WHERE seat = 0 AND points IS NOT NULL
"""
RANK_GROUPS = """
    INSERT INTO group_standings (game, period, guild_id, party, points, table_id)
    SELECT game, period, scope, party, points, table_id FROM (
        SELECT *, row_number() OVER (PARTITION BY game, period, scope, party ORDER BY points DESC, table_id) AS number
        FROM placed
    ) WHERE number = 1
"""


def upgrade() -> None:
    op.create_table(
        "archive",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("log", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.create_table(
        "movers",
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "number"),
        sqlite_with_rowid=False,
    )
    op.create_index("movers_of_a_user", "movers", ["user_id"])
    op.create_table(
        "forgotten",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user_id"),
    )
    op.create_table(
        "win_standings",
        *_of_a_period("user_id", sa.BigInteger()),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("game", "period", "guild_id", "user_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "group_standings",
        *_of_a_period("party", sa.String(length=200)),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "period", "guild_id", "party"),
        sqlite_with_rowid=False,
    )
    _rank_what_is_over()
    wins, points = sa.text("wins DESC"), sa.text("points DESC")
    op.create_index("win_standings_by_rank", "win_standings", [*PERIOD, "listed", wins, "user_id"])
    op.create_index("win_standings_of_a_user", "win_standings", ["user_id"])
    op.create_index("group_standings_by_rank", "group_standings", [*PERIOD, points, "party"])
    op.create_index("group_standings_of_a_party", "group_standings", ["party"])

    op.add_column("players", sa.Column("living", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.execute(
        "UPDATE players SET living = false WHERE table_id IN (SELECT id FROM tables WHERE phase IN ('over', 'closed'))"
    )
    for name in ("results_of_groups", "results_by_time"):
        op.drop_index(name, "results")
    op.drop_index("tables_of_a_channel", "tables")
    for number, (name, table, columns, where) in enumerate(INDEXES, 1):
        log.info("Making index %d of %d", number, len(INDEXES))
        condition = None if where is None else sa.text(where)
        op.create_index(name, table, columns, sqlite_where=condition, postgresql_where=condition)


PERIOD = ("game", "period", "guild_id")


def _of_a_period(who: str, kind: Any) -> tuple[sa.Column[Any], ...]:
    return (
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("period", sa.String(length=10), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column(who, kind, nullable=False),
    )


def _rank_what_is_over() -> None:
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        return  # no database there is older than this
    stored = connection.exec_driver_sql("SELECT count(*) FROM results").scalar_one()
    log.info("Ranking what came of the games so far: %d results. With many this takes a minute, once", stored)
    connection.exec_driver_sql("CREATE TEMPORARY TABLE days (day TEXT PRIMARY KEY, week TEXT, month TEXT)")
    days = connection.exec_driver_sql("SELECT DISTINCT date(finished_at, 'unixepoch') FROM results").scalars().all()
    for day in days:
        year, week, _ = date.fromisoformat(day).isocalendar()
        connection.exec_driver_sql("INSERT INTO days VALUES (?, ?, ?)", (day, f"{year}-W{week:02}", day[:7]))
    for what, counted, ranked in (("Wins", WINS, RANK_WINS), ("Groups", GROUPS, RANK_GROUPS)):
        connection.exec_driver_sql(PLACED.format(counted=counted) + ranked)
        log.info("%s are ranked", what)
    connection.exec_driver_sql("DROP TABLE days")


def downgrade() -> None:
    for name, table, *_ in INDEXES:
        op.drop_index(name, table)
    op.create_index("tables_of_a_channel", "tables", ["channel_id"])
    op.create_index("results_of_groups", "results", ["game", "seat", "party", "points"])
    op.create_index("results_by_time", "results", ["game", "finished_at"])
    op.drop_column("players", "living")
    for name in ("group_standings", "win_standings", "forgotten", "movers", "archive"):
        op.drop_table(name)
