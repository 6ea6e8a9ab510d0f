"""Alembic's way in: the database opens a connection and hands it over (see ..migrating)."""

from alembic import context

from tables.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite can't alter most things in place
)
with context.begin_transaction():
    context.run_migrations()
