"""The memory of a process that stays: what reading a model or a mail took for a moment is given back.

Only the C library of most Linux systems has to be told; others give memory back by themselves.
"""

from __future__ import annotations

import ctypes
import gc

TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8
LARGE_BYTES = 1 << 18
"""A larger piece is taken from the system by itself, and goes back to it as soon as it is free."""
N_ARENAS = 2
NO_HUGE_PAGES = 41
"""The wish to Linux that no page is of two megabytes: each array that has room to grow would fill its last one."""


def hold_little_memory(system: str) -> bool:
    """Take memory in a way that gives it back: large pieces by themselves, small pages, the threads from few heaps."""
    library = _library(system, "mallopt")
    if library is None:
        return False
    library.prctl(NO_HUGE_PAGES, 1, 0, 0, 0)
    wishes = {MMAP_THRESHOLD: LARGE_BYTES, TRIM_THRESHOLD: LARGE_BYTES, ARENA_MAX: N_ARENAS}
    return bool(min(library.mallopt(what, value) for what, value in wishes.items()))


def give_back_memory(system: str) -> bool:
    """Give back what is free but still held."""
    gc.collect()
    library = _library(system, "malloc_trim")
    return library is not None and bool(library.malloc_trim(0))


def _library(system: str, function: str) -> ctypes.CDLL | None:
    library = ctypes.CDLL(None) if system == "linux" else None
    return library if library is not None and hasattr(library, function) else None
