"""Gives freed memory back to the operating system."""

import ctypes

ARENA_MAX, MMAP_THRESHOLD, TRIM_THRESHOLD = -8, -3, -1  # as malloc.h has them
LARGE = 2**20  # bytes


def return_what_is_free() -> None:
    """Make glibc's allocator give large blocks back.

    Once it has seen large pictures, it would keep their memory for each thread. With another allocator nothing happens.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        for parameter, value in ((ARENA_MAX, 1), (MMAP_THRESHOLD, LARGE), (TRIM_THRESHOLD, LARGE)):
            mallopt(parameter, value)
