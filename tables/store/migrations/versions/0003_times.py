"""Indexes by time, to find what lapses"""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_index("interactions_by_time", "interactions", ["at"])
    op.create_index("used_attempts_by_time", "used_attempts", ["until"])


def downgrade() -> None:
    op.drop_index("used_attempts_by_time", "used_attempts")
    op.drop_index("interactions_by_time", "interactions")
