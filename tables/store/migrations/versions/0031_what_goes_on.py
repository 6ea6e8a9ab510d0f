"""Announcements that go on after a failure, days on which the bot was down, and who has left a server"""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    op.add_column("announcements", sa.Column("set_by", sa.BigInteger))
    op.add_column("announcements", sa.Column("failing_since", sa.String(10)))
    op.add_column("announcements", sa.Column("told", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "outages",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("seconds", sa.Integer, nullable=False),
    )
    down = sa.text("seconds > 79200")
    op.create_index("days_down", "outages", ["day"], sqlite_where=down, postgresql_where=down)
    op.add_column("seen", sa.Column("known_at", sa.Integer))
    op.add_column("seen", sa.Column("gone", sa.Boolean, nullable=False, server_default=sa.false()))
    gone = sa.text("gone")
    op.create_index("members_gone", "seen", ["guild_id", "user_id"], sqlite_where=gone, postgresql_where=gone)
    where = sa.text("set_by IS NOT NULL")
    op.create_index("announcements_of_a_user", "announcements", ["set_by"], sqlite_where=where, postgresql_where=where)
