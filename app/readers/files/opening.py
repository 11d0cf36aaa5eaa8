"""Opening what a person dropped: regular files only, never through a last link, and noticing when they change."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from app.domain.streams import ReadOnlyStream
from app.readers.reading_failures import Unreadable

FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
"""Without O_NONBLOCK, opening a FIFO that nobody writes to would wait for ever."""
NATURES: tuple[tuple[Callable[[int], bool], str], ...] = (
    (stat.S_ISLNK, "a link"), (stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a named pipe"), (stat.S_ISSOCK, "a socket"),
    (stat.S_ISBLK, "a device"), (stat.S_ISCHR, "a device"),
)  # fmt: skip


@contextmanager
def open_regular(path: str) -> Iterator[tuple[BinaryIO, os.stat_result]]:
    """Open a regular file for reading, unbuffered; anything else is refused before it is opened or read."""
    _check_regular(path, os.lstat(path))
    with open(os.open(path, FLAGS), "rb", buffering=0) as file:
        yield file, _opened(file.fileno())


def small_file(path: str, limit_bytes: int) -> bytes | None:
    """Return all of a regular file of at most so many bytes, without the cost of a file object; None for others."""
    found = os.lstat(path)
    _check_regular(path, found)
    if found.st_size > limit_bytes:
        return None
    descriptor = os.open(path, FLAGS)
    try:
        before = _opened(descriptor)
        raw = os.read(descriptor, before.st_size + 1)
        check_unchanged(descriptor, before)
    finally:
        os.close(descriptor)
    return raw if len(raw) == before.st_size else None


def first_bytes(path: str, n_bytes: int) -> bytes:
    """Return the beginning of a regular file; nothing of any other, or where it cannot be read."""
    with suppress(OSError, Unreadable), open_regular(path) as (file, _):
        return read_on(file, b"", n_bytes)
    return b""


def _check_regular(path: str, found: os.stat_result) -> None:
    if stat.S_ISREG(found.st_mode):
        return
    if stat.S_ISDIR(found.st_mode):
        os.scandir(path).close()  # a folder is only read by itself where listing it failed: say why
    natures = (nature for is_of, nature in NATURES if is_of(found.st_mode))
    raise Unreadable("not-a-file", next(natures, ""))


def _opened(descriptor: int) -> os.stat_result:
    """Return the state of what was really opened, which may be another file than a moment before; regular files
    only."""
    opened = os.fstat(descriptor)
    if not stat.S_ISREG(opened.st_mode):
        raise Unreadable("not-a-file")
    return opened


def check_unchanged(descriptor: int, before: os.stat_result) -> None:
    """Raise if the file was written to since it was opened."""
    after = os.fstat(descriptor)
    if (after.st_size, after.st_mtime_ns) != (before.st_size, before.st_mtime_ns):
        raise Unreadable("changed")


@contextmanager
def spooled(stream: BinaryIO, memory_bytes: int) -> Iterator[BinaryIO]:
    """Unpack a stream into a nameless file that can be read in any order, in memory up to so many bytes."""
    with tempfile.SpooledTemporaryFile(max_size=memory_bytes) as spool:
        shutil.copyfileobj(stream, spool, 1 << 20)
        spool.seek(0)
        yield spool  # type: ignore[misc] # it is read like any file


class Joined(ReadOnlyStream):
    """A stream whose first bytes were read to see what it is, whole again."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head, self._rest = head, rest

    def read(self, size: int | None = -1) -> bytes:
        """Read from the head first, then on."""
        if size is None or size < 0:
            taken, self._head = self._head, b""
            return taken + self._rest.read()
        taken, self._head = self._head[:size], self._head[size:]
        return taken or self._rest.read(size)

    def take(self, n_bytes: int) -> bytes:
        """Read on, as buffered readers ask for it."""
        return self.read(n_bytes)


class Stretch(ReadOnlyStream):
    """The bytes of a file from `first` up to `last`, as a file of its own."""

    def __init__(self, file: BinaryIO, first: int, last: int | None) -> None:
        file.seek(first)
        self._file, self._left = file, None if last is None else last - first

    def take(self, n_bytes: int) -> bytes:
        """Read on, as far as the stretch goes."""
        taken = self._file.read(n_bytes if self._left is None else min(n_bytes, self._left))
        if self._left is not None:
            self._left -= len(taken)
        return taken


def read_within(stream: BinaryIO, head: bytes, limit_bytes: int) -> bytes:
    """All of a stream whose head has been read; raises where it is longer than a document may be."""
    raw = read_on(stream, head, limit_bytes + 1)
    if len(raw) > limit_bytes:
        raise Unreadable("too-large")
    return raw


def read_on(stream: BinaryIO, head: bytes, most_bytes: int) -> bytes:
    """Return so many of the first bytes of a stream whose head has been read, or all where it has no more."""
    parts, n_left = [head], most_bytes - len(head)
    while n_left > 0 and (part := stream.read(min(n_left, 1 << 20))):
        parts.append(part)
        n_left -= len(part)
    return b"".join(parts)
