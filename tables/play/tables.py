"""Every table: how it is looked at, and how it is played."""

from .moves import Moves
from .queries import Queries
from .questions import Questions
from .seats import Seats
from .views import Views


class Tables(Queries, Views, Questions, Moves, Seats):
    """All tables of one database."""
