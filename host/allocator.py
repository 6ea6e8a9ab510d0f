"""Memory that is free again goes back to the machine."""

import ctypes

ARENA_MAX, MMAP_THRESHOLD, TRIM_THRESHOLD = -8, -3, -1  # as malloc.h has them
LARGE = 2**20  # bytes


def return_what_is_free() -> None:
    """Have glibc's allocator do that: else it learns from the first large pictures to keep their memory, by thread.

    Elsewhere nothing happens.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        for parameter, value in ((ARENA_MAX, 1), (MMAP_THRESHOLD, LARGE), (TRIM_THRESHOLD, LARGE)):
            mallopt(parameter, value)
