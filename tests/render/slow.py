"""A picture that takes long."""

import time

SLOW = 0.1  # seconds


def slow() -> bytes:
    """When it was begun, by the clock that all processes share."""
    begun = time.monotonic()
    time.sleep(SLOW)
    return str(begun).encode()
