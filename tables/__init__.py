"""Games in progress: who sits where, every move made, and what each may see of it."""

from .database import Damaged, Database
from .deadlines import Deadline, Deadlines, Times
from .lobbies import Lobbies
from .posts import AGAIN, BOARD, VOTE, Post, Posts
from .solitaires import Solitaires
from .table import AlreadyApplied, Outdated, Player, Refused, Seen, Stale, Table, Told
from .tables import Tables, Verified
from .votes import Vote, Votes

__all__ = [
    "AGAIN",
    "BOARD",
    "VOTE",
    "AlreadyApplied",
    "Damaged",
    "Database",
    "Deadline",
    "Deadlines",
    "Lobbies",
    "Outdated",
    "Player",
    "Post",
    "Posts",
    "Refused",
    "Seen",
    "Solitaires",
    "Stale",
    "Table",
    "Tables",
    "Times",
    "Told",
    "Verified",
    "Vote",
    "Votes",
]
