"""Whether somebody wants great moments of their games to be moving pictures"""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.add_column("people", sa.Column("moving", sa.Boolean))
