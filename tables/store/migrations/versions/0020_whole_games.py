"""Who sat through a whole game, and which games their players took off the boards"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

# Games that go on in which somebody has moved for a seat of another, or a computer player for one who left
HELPED = """
UPDATE tables SET unranked = TRUE WHERE phase = 'playing' AND NOT solo AND (
    EXISTS (SELECT 1 FROM computers WHERE computers.table_id = tables.id AND computers.stands_in)
    OR EXISTS (SELECT 1 FROM log WHERE log.table_id = tables.id AND log.user_id < 0)
    OR EXISTS (
        SELECT 1 FROM log JOIN players ON players.table_id = log.table_id AND players.user_id = log.user_id
        WHERE log.table_id = tables.id AND log.seat <> players.seat AND log.kind = 'move'
    )
)
"""


def upgrade() -> None:
    op.add_column("tables", sa.Column("unranked", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("players", sa.Column("whole", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("departures", sa.Column("user_id", sa.BigInteger))
    op.add_column("departures", sa.Column("begun", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("departures", sa.Column("at", sa.Integer, nullable=False, server_default="0"))
    op.create_index("departures_of_a_user", "departures", ["user_id"])
    op.execute(HELPED)
