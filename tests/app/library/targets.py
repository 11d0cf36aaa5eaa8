"""Targets for worker processes that do what hostile files make parsers do."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from app.domain.documents import Document, Extracted, Failure, WorkItem
from app.readers.reading import Bookmark

if sys.platform != "win32":
    import resource


def read_badly(item: WorkItem, options: object, bookmark: Bookmark) -> Iterator[list[Extracted]]:
    """Read each file as its content says: `abort`, `hang`, `eat`, `raise`, or a name to give back."""
    for path in item.paths:
        yield list(bookmark.read_step(path, "", lambda path=path: _read(Path(path))))


def _read(path: Path) -> Iterator[Extracted]:
    deed = path.read_text()
    if deed == "abort":
        os.abort()
    if deed == "abort once":
        path.write_text("well again")
        os.abort()
    if deed == "hang":
        time.sleep(1000)
    if deed == "deaf":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while deed == "deaf":
        pass
    if deed == "eat":
        _eat()
    if deed == "eat freely":
        _without_limit()
        _eat()
    if deed == "swallow":
        bytearray(1 << 40)
    if deed == "exit":
        os._exit(3)
    yield Document(text=deed, path=str(path))


def _without_limit() -> None:
    """Lift the limit of memory where the system can set one from inside."""
    if sys.platform != "win32":
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def _eat() -> None:
    eaten = []
    while True:
        eaten.append(bytearray(1 << 20))
        time.sleep(0.001)


def read_in_pieces(item: WorkItem, options: object, bookmark: Bookmark) -> Iterator[list[Extracted]]:
    """Yield three documents of each file one by one, and die in the middle of one that says so."""

    def parts(path: str) -> Iterator[Extracted]:
        for number in range(3):
            if number == 2 and Path(path).read_text() == "die late":
                time.sleep(0.2)
                os.abort()
            yield Document(text=str(number), path=path)

    for path in item.paths:
        for extracted in bookmark.read_step(path, "", lambda path=path: parts(path)):
            yield [extracted]


def have_a_bug(item: WorkItem, options: object, bookmark: Bookmark) -> Iterator[list[Failure]]:
    """Raise what no reader should."""
    yield []
    raise ZeroDivisionError("a bug of ours")


def say_environment(item: WorkItem, options: object, bookmark: Bookmark) -> Iterator[str | None]:
    """Tell what a worker finds around it."""
    yield os.environ.get("PYTHONSAFEPATH")


def send_slowly(item: WorkItem, options: object, bookmark: Bookmark) -> Iterator[int]:
    """Take longer for all of a step than is allowed, but not for any part of it."""
    for number in range(5):
        time.sleep(0.6)
        yield number


def send_much(item: WorkItem, options: object, bookmark: Bookmark) -> Iterator[bytes]:
    """Send more than any pipe holds."""
    for _ in range(5):
        yield bytes(1 << 22)


def tell_origin(_item: WorkItem, _options: object, _bookmark: Bookmark) -> Iterator[tuple[int, bool]]:
    """The process that a worker was started by, and whether it had what reads documents before it was given any."""
    yield os.getppid(), "app.library.extraction" in sys.modules


def tell_blocked(_item: WorkItem, _options: object, _bookmark: Bookmark) -> Iterator[bool]:
    """Yield whether Ctrl+C was kept away from the worker before it could have asked for that itself."""
    yield signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, set())
