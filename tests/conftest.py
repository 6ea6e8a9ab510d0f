"""What tests of several layers need."""

from collections.abc import Iterator

import pytest

from .wire.nursery import Nursery


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    """Forks bots into processes of their own; one for each module that asks for it."""
    with Nursery() as nursery:
        yield nursery
