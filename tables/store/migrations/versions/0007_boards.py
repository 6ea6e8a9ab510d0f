"""The group games in play by their last change: the clock looks after their boards"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    in_play = sa.text("phase = 'playing' AND NOT solo")
    op.create_index(
        "groups_in_play",
        "tables",
        ["changed_at", "id"],
        sqlite_where=in_play,
        postgresql_where=in_play,
    )
