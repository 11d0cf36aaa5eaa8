"""One program at a time files away for a workspace: a lock that the system takes back from whoever is killed.

It is a file beside the workspace, there only while files move, because the workspace itself must not be opened by
anybody but SQLite.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.domain.errors import BusyWorkspace, StoreError

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


SUFFIX = "-filing"


@contextmanager
def filing_lock(workspace: Path, suffix: str = SUFFIX) -> Iterator[None]:
    """Be the only one that moves files for a workspace; raise BusyWorkspace where somebody else is."""
    path = workspace.with_name(workspace.name + suffix)
    handle = _taken(workspace, path)
    try:
        yield
    finally:
        if sys.platform == "win32":
            os.close(handle)
            path.unlink(missing_ok=True)
        else:
            path.unlink(missing_ok=True)
            os.close(handle)


def _taken(workspace: Path, path: Path) -> int:
    """Lock the file of that name: one that was removed meanwhile is not it any more."""
    while True:
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(workspace, "no-permission", error.strerror or str(error)) from error
        try:
            _lock(handle)
        except OSError as error:
            os.close(handle)
            raise BusyWorkspace(workspace) from error
        if _is_same(handle, path):
            return handle
        os.close(handle)


def _is_same(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False
