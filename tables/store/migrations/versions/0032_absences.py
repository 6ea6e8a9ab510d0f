"""Tables whose channel is away"""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    op.add_column("tables", sa.Column("lost", sa.Boolean, nullable=False, server_default=sa.false()))
    lost, away = sa.text("lost"), sa.text("kind = 'absent'")
    op.create_index("tables_lost", "tables", ["guild_id"], sqlite_where=lost, postgresql_where=lost)
    op.create_index("tables_away", "deadlines", ["table_id"], sqlite_where=away, postgresql_where=away)
