"""Who in a lobby has agreed to play the deal of the week"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.add_column("players", sa.Column("ready", sa.String(10)))
    # Lobbies that are to play it are shown again, with the button that its guests now have to press
    op.execute("UPDATE tables SET version = version + 1 WHERE phase = 'lobby' AND week IS NOT NULL AND ranked")
