"""The languages of people, servers and tables"""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    op.add_column("people", sa.Column("language", sa.String(8)))
    op.add_column("people", sa.Column("locale", sa.String(8)))
    op.add_column("tables", sa.Column("language", sa.String(8)))
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("language", sa.String(8), nullable=False),
    )
