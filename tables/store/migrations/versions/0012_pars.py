"""The hall's own results of the deals of the day"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "pars",
        sa.Column("date", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("won", sa.Boolean),
        sa.Column("score", sa.Integer),
    )
