"""Python's search for garbage, which takes time by the object that is alive, made seldom where nothing needs it.

Documents, counts and verdicts hold no cycles: what nobody refers to any more goes by itself.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

GARBAGE_THRESHOLD = 50_000
"""Objects made before garbage is looked for; looking for it as often as Python does takes 5 to 7 % of reading mail."""


@contextmanager
def garbage_left_lying() -> Iterator[None]:
    """For work that makes many objects and no garbage."""
    before = gc.get_threshold()
    gc.set_threshold(GARBAGE_THRESHOLD, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
