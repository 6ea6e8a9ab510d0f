"""The clock's last beat, so that a start knows for how long the hall was closed."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "clock",
        sa.Column("beat_at", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("beat_at"),
    )
    # In an older database, the newest change of a table is the last sign that the hall was open
    op.execute("INSERT INTO clock SELECT changed_at FROM tables ORDER BY changed_at DESC LIMIT 1")


def downgrade() -> None:
    op.drop_table("clock")
