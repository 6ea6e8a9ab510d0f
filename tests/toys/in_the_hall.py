"""A plugin of pytest: Cups for one is a game of the hall in this process, so every general test takes it too.

python -m pytest -p tests.toys.in_the_hall -k cups tests/cogs
"""

from .hall import FOR_ONE, registered

_registered = registered(FOR_ONE)
_registered.__enter__()
