"""The database: both stores, the schema and its migrations, leases."""
