"""Riddles of the day, and what the daily posts remember"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "riddles",
        sa.Column("date", sa.String(10), primary_key=True),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("made", sa.Text),
        sa.Column("owner", sa.String(64)),
    )
    op.create_table(
        "riddle_answers",
        sa.Column("user_id", sa.BigInteger, primary_key=True),
        sa.Column("date", sa.String(10), primary_key=True),
        sa.Column("choice", sa.Integer, nullable=False),
        sa.Column("found", sa.Boolean, nullable=False),
    )
    op.create_table(
        "riddle_tallies",
        sa.Column("date", sa.String(10), primary_key=True),
        sa.Column("choice", sa.Integer, primary_key=True),
        sa.Column("answers", sa.Integer, nullable=False),
    )
    op.add_column("announcements", sa.Column("nights", sa.Integer, nullable=False, server_default="0"))
    op.add_column("announcements", sa.Column("lit_on", sa.String(10)))
    op.add_column("announcements", sa.Column("empty", sa.Integer, nullable=False, server_default="0"))
