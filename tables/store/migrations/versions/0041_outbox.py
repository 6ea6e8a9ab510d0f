"""New messages are noted before they are sent"""

from alembic import op

from tables.store import schema

revision = "0041"
down_revision = "0040"


def upgrade() -> None:
    schema.outbox.create(op.get_bind(), checkfirst=True)  # the baseline makes all tables as they are now
