"""Every table of the hall: what is seen of it, and every move."""

from .moves import Moves
from .queries import Queries
from .questions import Questions
from .seats import Seats
from .views import Views


class Tables(Queries, Views, Questions, Moves, Seats):
    """All tables of one database."""
