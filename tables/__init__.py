"""Games in progress: who sits where, every move made, and what each may see of it."""

from .analyses import Analyses, Analysis, Average, Choice, Progress
from .announcements import QUIET, Announcement, Announcements
from .archive import Archive
from .cast import called, unsigned
from .cells import Unreadable
from .claims import Claims, Lapsed
from .cluster import Cluster
from .computers import strengths
from .database import Busy, Database, Newer, Unreachable, Where, address
from .deadlines import Deadline, Deadlines, Times
from .deals import GAMES_OF_THE_DAY, Asked, Deal, Deals, Played, Standing
from .lessons import MOVED_ON as MOVED_ON_LESSON
from .lessons import Deal as LessonDeal
from .lessons import Followed, Learner, Lessons, follow, is_won, whole
from .lobbies import Lobbies, hindrance, player_counts, require_group
from .lock import InUse, Lock
from .months import Month, Months, MonthsDay
from .par import Par, Pars
from .people import Direct, Form, People, Person, Preferences
from .posts import AGAIN, BOARD, REPLAY, SHARED, VOTE, Post, Posts, Slot
from .privacy import Privacy
from .rankings import Board, Day, Group, Hall, Period, Place, Profile, Rankings, Spread, Streak, Tally
from .recaps import GameRecap, Lantern, Recap, Recaps, WeekRecap
from .replays import Finished, Position, Replay
from .results import Result, Results
from .riddles import Riddle, Riddles, RiddleStreak, Solution
from .seasons import Crest, Seasons, last_week, number_of, season_of
from .solitaires import Solitaires
from .sqlite import Damaged, Unusable, another_hall
from .store import Store
from .table import (
    EMPTY_SEAT,
    LEAST_PEOPLE,
    MOVED_ON,
    NOBODY,
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
    monday,
    now,
    today,
    week_closes_at,
)
from .tables import Tables, Verified
from .thinking import Thinking
from .tutorial import tutorial
from .votes import About, Vote, Votes
from .watch import HOLDS, Watch
from .weeks import GAME as WEEKLY
from .weeks import SEATS as WEEKLY_SEATS
from .weeks import WeekBoard, WeekDeal, WeekGroup, Weeks, WeekStanding
from .weeks import to_play as week_to_play

__all__ = [
    "AGAIN",
    "BOARD",
    "EMPTY_SEAT",
    "GAMES_OF_THE_DAY",
    "HOLDS",
    "LEAST_PEOPLE",
    "MOVED_ON",
    "MOVED_ON_LESSON",
    "NOBODY",
    "QUIET",
    "REPLAY",
    "SHARED",
    "VOTE",
    "WEEKLY",
    "WEEKLY_SEATS",
    "About",
    "AlreadyApplied",
    "Analyses",
    "Analysis",
    "Announcement",
    "Announcements",
    "Archive",
    "Asked",
    "Average",
    "Board",
    "Busy",
    "Choice",
    "Claims",
    "Cluster",
    "Computer",
    "Crest",
    "Damaged",
    "Database",
    "Day",
    "Deadline",
    "Deadlines",
    "Deal",
    "Deals",
    "Direct",
    "Finished",
    "Followed",
    "Form",
    "GameRecap",
    "Group",
    "Hall",
    "InUse",
    "Lantern",
    "Lapsed",
    "Learner",
    "LessonDeal",
    "Lessons",
    "Lobbies",
    "Lock",
    "Month",
    "Months",
    "MonthsDay",
    "Newer",
    "Outdated",
    "Par",
    "Pars",
    "People",
    "Period",
    "Person",
    "Place",
    "Played",
    "Player",
    "Position",
    "Post",
    "Posts",
    "Preferences",
    "Privacy",
    "Profile",
    "Progress",
    "Rankings",
    "Recap",
    "Recaps",
    "Refused",
    "Replay",
    "Request",
    "Result",
    "Results",
    "Riddle",
    "RiddleStreak",
    "Riddles",
    "Seasons",
    "Seen",
    "Slot",
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
    "Unreachable",
    "Unreadable",
    "Unusable",
    "Verified",
    "Vote",
    "Votes",
    "Watch",
    "WeekBoard",
    "WeekDeal",
    "WeekGroup",
    "WeekRecap",
    "WeekStanding",
    "Weeks",
    "Where",
    "address",
    "another_hall",
    "called",
    "closes_at",
    "first_of_run",
    "follow",
    "hindrance",
    "is_won",
    "last_week",
    "monday",
    "now",
    "number_of",
    "player_counts",
    "require_group",
    "season_of",
    "strengths",
    "today",
    "tutorial",
    "unsigned",
    "week_closes_at",
    "week_to_play",
    "whole",
]
