"""What each message of a table is, in a column of its own

Before, `user_id` said it: 0 was the board, 1 the vote, 2 to 9 old boards, 10 the replay, 11 a shared result, and
everything else a user, whose private message it was.
"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"

SLOT = """CASE
    WHEN user_id = 0 THEN 'board'
    WHEN user_id = 1 THEN 'vote'
    WHEN user_id BETWEEN 2 AND 9 THEN 'old ' || message_id
    WHEN user_id = 10 THEN 'replay'
    WHEN user_id = 11 THEN 'shared'
    ELSE 'private'
END"""
USER = "CASE WHEN user_id BETWEEN 0 AND 11 THEN 0 ELSE user_id END"
KEPT = "channel_id, message_id, turn, digest"


def upgrade() -> None:
    op.rename_table("posts", "posts_before")
    op.create_table(
        "posts",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("slot", sa.String(32), nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("channel_id", sa.BigInteger, nullable=False),
        sa.Column("message_id", sa.BigInteger, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "slot", "user_id", name="posts_by_slot"),
    )
    op.execute(
        f"INSERT INTO posts (table_id, slot, user_id, {KEPT}) SELECT table_id, {SLOT}, {USER}, {KEPT}"
        " FROM posts_before WHERE TRUE ON CONFLICT DO NOTHING"
    )
    op.drop_table("posts_before")
    op.create_index("posts_of_a_user", "posts", ["user_id"])
