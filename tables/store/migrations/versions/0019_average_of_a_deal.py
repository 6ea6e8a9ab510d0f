"""What the average of a deal is made of, found by an index"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.add_column("analyses", sa.Column("game", sa.String(32)))
    op.add_column("analyses", sa.Column("date", sa.String(10)))
    deals = "FROM tables WHERE tables.id = analyses.table_id AND tables.ranked AND tables.date IS NOT NULL"
    columns = ", ".join(f"{column} = (SELECT tables.{column} {deals})" for column in ("game", "date"))
    op.execute(f"UPDATE analyses SET {columns} WHERE luck IS NOT NULL")
    where = sa.text("date IS NOT NULL")
    op.create_index("analyses_of_a_deal", "analyses", ["game", "date"], sqlite_where=where, postgresql_where=where)
