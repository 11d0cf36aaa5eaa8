"""The files of a folder that are opened while something runs, told by the system itself (Linux)."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

IN_OPEN = 0x20
HEAD = struct.Struct("iIII")


@contextmanager
def opened_in(folder: Path) -> Iterator[set[str]]:
    """The names of files in a folder that were opened meanwhile; complete when the block has ended."""
    library, found = ctypes.CDLL(None, use_errno=True), set[str]()
    handle = library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    assert handle >= 0, f"the system gives no inotify: {os.strerror(ctypes.get_errno())}"
    try:
        assert library.inotify_add_watch(handle, os.fsencode(folder), IN_OPEN) >= 0, os.strerror(ctypes.get_errno())
        yield found
        found |= set(_names(handle))
    finally:
        os.close(handle)


def _names(handle: int) -> Iterator[str]:
    while True:
        try:
            told = os.read(handle, 65_536)
        except BlockingIOError:
            return
        while told:
            length = HEAD.unpack_from(told)[3]
            yield os.fsdecode(told[HEAD.size : HEAD.size + length].rstrip(b"\0"))
            told = told[HEAD.size + length :]
