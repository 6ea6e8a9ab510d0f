"""Whether a game goes on for a better result, though it can't be won any more"""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    op.add_column("tables", sa.Column("plays_on", sa.Boolean, nullable=False, server_default=sa.false()))
