"""Whether files may be written over files of another kind.

A dialog of the window has asked before it writes over a file. A command has not, so commands run under
`refusing_other_kinds`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_REFUSES = ContextVar("refuses_other_kinds", default=False)


def refuses_other_kinds() -> bool:
    """Return whether a file of another kind must not be written over."""
    return _REFUSES.get()


@contextmanager
def refusing_other_kinds() -> Iterator[None]:
    """Write over no file of another kind inside the block, in this thread."""
    before = _REFUSES.set(True)
    try:
        yield
    finally:
        _REFUSES.reset(before)
