"""What a server's managers choose, whom they have blocked, and what its moderators and the bot did"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"


def upgrade() -> None:
    flag: dict[str, Any] = {"nullable": False, "server_default": sa.false()}
    for column in (
        sa.Column("places", sa.String(8), nullable=False, server_default="all"),
        sa.Column("channels", sa.Text, nullable=False, server_default="[]"),
        sa.Column("threads", sa.Boolean, **flag),
        sa.Column("role_id", sa.BigInteger),
        sa.Column("most_tables", sa.Integer),
        sa.Column("most_each", sa.Integer),
        sa.Column("old_boards", sa.String(8), nullable=False, server_default="kept"),
        sa.Column("pings", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("log_id", sa.BigInteger),
    ):
        op.add_column("servers", column)
    op.create_table(
        "restrictions",
        sa.Column("guild_id", sa.BigInteger, primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("blocked", sa.Boolean, **flag),
        sa.Column("unlisted", sa.Boolean, **flag),
    )
    op.create_index("restrictions_of_a_user", "restrictions", ["user_id"])
    op.create_table(
        "server_log",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("by_id", sa.BigInteger),
        sa.Column("user_id", sa.BigInteger),
        sa.Column("table_id", sa.Integer),
        sa.Column("detail", sa.String(200), nullable=False, server_default=""),
        sa.Column("at", sa.Integer, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("server_log_of_a_server", "server_log", ["guild_id", "id"])
    op.create_index("server_log_by_a_user", "server_log", ["by_id"])
    op.create_index("server_log_about_a_user", "server_log", ["user_id"])
    op.add_column("tables", sa.Column("sent_away", sa.Text, nullable=False, server_default="[]"))
    op.add_column("announcements", sa.Column("zone", sa.String(64), nullable=False, server_default="UTC"))
    op.add_column("announcements", sa.Column("local_hour", sa.Integer))
    parts = "deals,results,riddle,week"
    op.add_column("announcements", sa.Column("parts", sa.String(64), nullable=False, server_default=parts))
    op.execute("UPDATE announcements SET local_hour = hour")
