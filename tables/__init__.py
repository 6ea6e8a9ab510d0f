"""Games in progress: who sits where, every move made, and what each may see of it."""

from .database import Database
from .tables import AlreadyApplied, Player, Refused, Seen, Stale, Table, Tables, Told

__all__ = ["AlreadyApplied", "Database", "Player", "Refused", "Seen", "Stale", "Table", "Tables", "Told"]
