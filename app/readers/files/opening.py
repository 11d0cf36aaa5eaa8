"""Open regular files only, without following a link, and notice when a file changes while it is read."""

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

OPEN_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
"""Flags for `os.open`. Without O_NONBLOCK, opening a FIFO that has no writer would block forever."""
NATURES: tuple[tuple[Callable[[int], bool], str], ...] = (
    (stat.S_ISLNK, "a link"), (stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a named pipe"), (stat.S_ISSOCK, "a socket"),
    (stat.S_ISBLK, "a device"), (stat.S_ISCHR, "a device"),
)  # fmt: skip


@contextmanager
def open_regular(path: str) -> Iterator[tuple[BinaryIO, os.stat_result]]:
    """Open a regular file for reading, unbuffered.

    Raise `Unreadable` (`not-a-file`) for anything else, such as a pipe, without opening it.
    """
    _check_regular(path, os.lstat(path))
    with open(os.open(path, OPEN_FLAGS), "rb", buffering=0) as file:
        yield file, _status_of_opened_file(file.fileno())


def read_if_small(path: str, limit_bytes: int) -> bytes | None:
    """Return the bytes of a regular file of at most `limit_bytes`; None for other files.

    This is faster than creating a file object.
    """
    status = os.lstat(path)
    _check_regular(path, status)
    if status.st_size > limit_bytes:
        return None
    descriptor = os.open(path, OPEN_FLAGS)
    try:
        before = _status_of_opened_file(descriptor)
        raw = os.read(descriptor, before.st_size + 1)
        check_unchanged(descriptor, before)
    finally:
        os.close(descriptor)
    return raw if len(raw) == before.st_size else None


def read_first_bytes(path: str, n_bytes: int) -> bytes:
    """Return the first `n_bytes` bytes of a regular file; b"" if it is not a regular file or cannot be read."""
    with suppress(OSError, Unreadable), open_regular(path) as (file, _):
        return read_up_to(file, b"", n_bytes)
    return b""


def _check_regular(path: str, status: os.stat_result) -> None:
    if stat.S_ISREG(status.st_mode):
        return
    if stat.S_ISDIR(status.st_mode):
        os.scandir(path).close()  # only a folder that could not be listed comes here: raise why
    natures = (nature for is_of, nature in NATURES if is_of(status.st_mode))
    raise Unreadable("not-a-file", next(natures, ""))


def _status_of_opened_file(descriptor: int) -> os.stat_result:
    """Return the status of an opened file.

    Raise `Unreadable` if it is not a regular file: the path may have been replaced since `lstat`.
    """
    opened = os.fstat(descriptor)
    if not stat.S_ISREG(opened.st_mode):
        raise Unreadable("not-a-file")
    return opened


def check_unchanged(descriptor: int, before: os.stat_result) -> None:
    """Raise `Unreadable` (`changed`) if the file was modified after its status was `before`."""
    after = os.fstat(descriptor)
    if (after.st_size, after.st_mtime_ns) != (before.st_size, before.st_mtime_ns):
        raise Unreadable("changed")


@contextmanager
def spool_stream(stream: BinaryIO, memory_bytes: int) -> Iterator[BinaryIO]:
    """Context manager: yield a seekable copy of a stream, held in memory up to `memory_bytes`, else on disk."""
    with tempfile.SpooledTemporaryFile(max_size=memory_bytes) as spool:
        shutil.copyfileobj(stream, spool, 1 << 20)
        spool.seek(0)
        yield spool  # type: ignore[misc] # it has the methods that readers use


class JoinedStream(ReadOnlyStream):
    """A stream of bytes that were read earlier (`head`), followed by the rest of their stream."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head, self._rest = head, rest

    def read(self, size: int | None = -1) -> bytes:
        """Read from the head first, then from the rest."""
        if size is None or size < 0:
            chunk, self._head = self._head, b""
            return chunk + self._rest.read()
        chunk, self._head = self._head[:size], self._head[size:]
        return chunk or self._rest.read(size)

    def take(self, n_bytes: int) -> bytes:
        """Read up to `n_bytes`; called by `readinto`."""
        return self.read(n_bytes)


class FilePart(ReadOnlyStream):
    """The bytes of a file from offset `first` up to offset `last`, as a stream."""

    def __init__(self, file: BinaryIO, first: int, last: int | None) -> None:
        file.seek(first)
        self._file, self._left = file, None if last is None else last - first

    def take(self, n_bytes: int) -> bytes:
        """Read up to `n_bytes`, but not beyond the end of the part."""
        chunk = self._file.read(n_bytes if self._left is None else min(n_bytes, self._left))
        if self._left is not None:
            self._left -= len(chunk)
        return chunk


def read_within(stream: BinaryIO, head: bytes, limit_bytes: int) -> bytes:
    """Return all bytes of a stream, including `head`, which was already read from it.

    Raises `Unreadable` (`too-large`) above `limit_bytes`.
    """
    raw = read_up_to(stream, head, limit_bytes + 1)
    if len(raw) > limit_bytes:
        raise Unreadable("too-large")
    return raw


def read_up_to(stream: BinaryIO, head: bytes, max_bytes: int) -> bytes:
    """Return the first `max_bytes` bytes of a stream, or all if it is shorter. They begin with `head`, already read."""
    parts, n_left = [head], max_bytes - len(head)
    while n_left > 0 and (part := stream.read(min(n_left, 1 << 20))):
        parts.append(part)
        n_left -= len(part)
    return b"".join(parts)
