"""Games in progress: who sits where, every move made, and what each may see of it."""

from .announcements import Announcement, Announcements
from .archive import Archive
from .cast import called
from .computers import strengths
from .database import Busy, Damaged, Database
from .deadlines import Deadline, Deadlines, Times
from .deals import GAMES_OF_THE_DAY, Asked, Deal, Deals, Standing
from .lobbies import Lobbies, hindrance, require_group
from .lock import InUse
from .months import Month, Months, MonthsDay
from .par import Par, Pars
from .people import Direct, People, Person
from .posts import AGAIN, BOARD, OVERTAKEN, REPLAY, VOTE, Post, Posts
from .privacy import Privacy
from .rankings import Board, Day, Group, Hall, Period, Place, Profile, Rankings, Spread, Streak, Tally
from .replays import Finished, Position, Replay
from .results import Result, Results
from .riddles import Riddle, Riddles, RiddleStreak, Solution
from .solitaires import Solitaires
from .store import Store
from .table import (
    MOVED_ON,
    AlreadyApplied,
    Computer,
    Outdated,
    Player,
    Refused,
    Request,
    Seen,
    Stale,
    Table,
    Taken,
    Told,
    closes_at,
    first_of_run,
    now,
    today,
)
from .tables import Tables, Verified
from .thinking import Opinion, Thinking
from .votes import Vote, Votes
from .watch import HOLDS, Watch

__all__ = [
    "AGAIN",
    "BOARD",
    "GAMES_OF_THE_DAY",
    "HOLDS",
    "MOVED_ON",
    "OVERTAKEN",
    "REPLAY",
    "VOTE",
    "AlreadyApplied",
    "Announcement",
    "Announcements",
    "Archive",
    "Asked",
    "Board",
    "Busy",
    "Computer",
    "Damaged",
    "Database",
    "Day",
    "Deadline",
    "Deadlines",
    "Deal",
    "Deals",
    "Direct",
    "Finished",
    "Group",
    "Hall",
    "InUse",
    "Lobbies",
    "Month",
    "Months",
    "MonthsDay",
    "Opinion",
    "Outdated",
    "Par",
    "Pars",
    "People",
    "Period",
    "Person",
    "Place",
    "Player",
    "Position",
    "Post",
    "Posts",
    "Privacy",
    "Profile",
    "Rankings",
    "Refused",
    "Replay",
    "Request",
    "Result",
    "Results",
    "Riddle",
    "RiddleStreak",
    "Riddles",
    "Seen",
    "Solitaires",
    "Solution",
    "Spread",
    "Stale",
    "Standing",
    "Store",
    "Streak",
    "Table",
    "Tables",
    "Taken",
    "Tally",
    "Thinking",
    "Times",
    "Told",
    "Verified",
    "Vote",
    "Votes",
    "Watch",
    "called",
    "closes_at",
    "first_of_run",
    "hindrance",
    "now",
    "require_group",
    "strengths",
    "today",
]
