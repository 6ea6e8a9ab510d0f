"""Lessons, and the kinds of move made in a first game. Whoever has a result of a game has played it before"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "learners",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("step", sa.Integer),
        sa.Column("moves", sa.Text, nullable=False, server_default="[]"),
        sa.Column("learned", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("first_table", sa.Integer),
        sa.Column("made", sa.Text, nullable=False, server_default=""),
        sa.UniqueConstraint("user_id", "game"),
    )
    op.execute(
        "INSERT INTO learners (user_id, game, version, first_table)"
        " SELECT DISTINCT user_id, game, 0, 0 FROM results WHERE user_id IS NOT NULL"
    )
