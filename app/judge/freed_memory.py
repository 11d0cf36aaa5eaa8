"""Gives memory back to the system that was needed for a moment, such as to read a model and to write it."""

from __future__ import annotations

import ctypes
import gc


def give_back_memory(system: str) -> bool:
    """Give back what is free but still held; only the C library of most Linux systems has to be told."""
    gc.collect()
    if system != "linux":
        return False
    library = ctypes.CDLL(None)
    if not hasattr(library, "malloc_trim"):
        return False
    return bool(library.malloc_trim(0))
