"""Context flag: may an output file replace an existing file of another kind?

A file dialog asks before it replaces a file. A command does not ask, so commands run inside `refusing_other_kinds`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_REFUSES = ContextVar("refuses_other_kinds", default=False)


def refuses_other_kinds() -> bool:
    """Return whether replacing a file of another kind must be refused."""
    return _REFUSES.get()


@contextmanager
def refusing_other_kinds() -> Iterator[None]:
    """Refuse to replace files of another kind inside the `with` block, in this thread."""
    token = _REFUSES.set(True)
    try:
        yield
    finally:
        _REFUSES.reset(token)
