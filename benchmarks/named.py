"""Finds things by their older names, for benchmarks that run with the code of any commit: see turn.py."""

from contextlib import suppress
from pkgutil import resolve_name
from typing import Any


def first_of(*names: str) -> Any:
    """The object of the first of these names that exists in the commit.

    Give older modules first: today's installed package may have the newer ones, too.
    """
    for name in names:
        with suppress(ImportError, AttributeError):
            return resolve_name(name)
    raise ImportError(f"This commit has none of {names}")
