"""Tell a day without a post, because its hour had passed when it was chosen, from a day that had its post"""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    op.add_column("announcements", sa.Column("skipped_on", sa.String(10)))
