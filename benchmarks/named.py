"""Names of older commits, for what runs with the code of any commit: see turn.py."""

from contextlib import suppress
from pkgutil import resolve_name
from typing import Any


def first_of(*names: str) -> Any:
    """What the first of these names that the commit has stands for.

    Older modules come before newer ones, which an installed package of today may have, too.
    """
    for name in names:
        with suppress(ImportError, AttributeError):
            return resolve_name(name)
    raise ImportError(f"This commit has none of {names}")
