"""Storage, without Discord, on a real database file."""
