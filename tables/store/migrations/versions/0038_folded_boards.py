"""Old boards are folded, unless a server's managers want something else"""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    # Nobody had to choose “kept”: it was what a server had whose managers had chosen anything else
    op.execute("UPDATE servers SET old_boards = 'folded' WHERE old_boards = 'kept'")
    with op.batch_alter_table("servers") as servers:
        servers.alter_column("old_boards", existing_type=sa.String(8), server_default="folded")
