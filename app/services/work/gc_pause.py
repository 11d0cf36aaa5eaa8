"""Run Python's garbage collector less often in code that makes no cycles.

Documents, counts and verdicts hold no cycles: what nobody refers to any more goes by itself. Each collection takes time
for every object that is alive.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

GARBAGE_THRESHOLD = 50_000
"""Objects made before garbage is looked for, instead of Python's few hundred."""


@contextmanager
def garbage_left_lying() -> Iterator[None]:
    """Look for garbage seldom inside the block: for work that makes many objects and no cycles."""
    before = gc.get_threshold()
    gc.set_threshold(GARBAGE_THRESHOLD, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
