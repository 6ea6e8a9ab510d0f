"""How people want to be shown games, and whether they ask why"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.add_column("people", sa.Column("form", sa.String(16)))
    op.add_column("people", sa.Column("whys", sa.Boolean))
