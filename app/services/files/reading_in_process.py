"""One document read in this process, for the command line: from standard input, or one file after another.

The window never does this: its parsers run in worker processes. A command that handles one message has no window to
freeze, and a process of its own that may die of it.
"""

from __future__ import annotations

import stat
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import BinaryIO

from app.domain.documents import Document, Extracted, Failure, ReadLimits, SourceKind, SourceOptions
from app.domain.errors import SourceError
from app.readers.kinds import HEAD_BYTES, kind_of
from app.readers.mail import read_mail
from app.readers.reading import file_reader, read_bytes, read_item
from app.readers.sources import work_items

STANDARD_INPUT = "-"
LARGEST_INPUT_BYTES = 1 << 30
"""Of what is held in memory at once; a larger mailbox can be given as a file, which is read piece by piece."""

MAIL_SECONDS = 10.0
"""No mail server waits much longer for a filter."""
BEGINNING_BYTES = 64 << 10
READ_AHEAD = 8
"""Documents; a mailbox is never held as a whole."""
PIECE_BYTES = 1 << 18
"""Read at a time: a pipe that is asked for everything at once is given memory for the most there could be."""


def given_bytes(path: Path) -> bytes:
    """All of a file, or of standard input; what has no end, or is no file, is an error."""
    if path == Path(STANDARD_INPUT):
        return bounded_bytes(sys.stdin.buffer, path)
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise SourceError(path, "not-a-file")
        with path.open("rb") as file:
            return bounded_bytes(file, path)
    except FileNotFoundError as error:
        raise SourceError(path, "missing") from error
    except OSError as error:
        raise SourceError(path, "no-permission", error.strerror or "") from error


def bounded_bytes(file: BinaryIO, path: Path) -> bytes:
    """Everything that a file still holds, unless that is more than may be held at once."""
    pieces, n_bytes = [], 0
    while piece := file.read(PIECE_BYTES):
        pieces.append(piece)
        n_bytes += len(piece)
        if n_bytes > LARGEST_INPUT_BYTES:
            raise SourceError(path, "too-large")
    return b"".join(pieces)


def documents_of_bytes(raw: bytes, options: SourceOptions, limits: ReadLimits | None = None) -> list[Extracted]:
    """The documents in what came from standard input: one, or a mailbox's or a table's many."""
    return list(read_bytes(raw, STANDARD_INPUT, options, limits or ReadLimits()))


def given_in_time(path: Path, options: SourceOptions, limits: ReadLimits | None = None) -> Iterator[Extracted]:
    """Yield the documents in a file or in standard input, each in the time that a document may take."""
    limits = limits or ReadLimits()
    if path == Path(STANDARD_INPUT):
        found = read_bytes(given_bytes(path), STANDARD_INPUT, options, limits)
    else:
        found = documents_of_file(path, options, limits)
    return each_in_time(found, path, limits.seconds_per_document)


def each_in_time(documents: Iterator[Extracted], path: Path, seconds: float) -> Iterator[Extracted]:
    """Yield documents while each comes in time, and then a failure in place of those that would have come.

    A thread of its own reads a little ahead; it goes on with the one that takes too long, and is not waited for.
    """
    arrived: Queue[Extracted | Exception | None] = Queue(maxsize=READ_AHEAD)

    def run() -> None:
        try:
            for document in documents:
                arrived.put(document)
            arrived.put(None)
        except Exception as error:
            arrived.put(error)

    reader = Thread(target=run, name="reading in time", daemon=True)
    reader.start()
    late = Failure(str(path), "", "timeout")
    while (found := _next_within(arrived, seconds, late)) is not late and not isinstance(found, Exception | None):
        yield found
    if found is late:
        yield late
        return
    reader.join()
    if isinstance(found, Exception):
        raise found


def _next_within(
    arrived: Queue[Extracted | Exception | None], seconds: float, late: Failure
) -> Extracted | Exception | None:
    try:
        return arrived.get(timeout=seconds)
    except Empty:
        return late


def is_one_mail(raw: bytes, kind: SourceKind) -> bool:
    """Tell from its beginning whether something is a single mail, which needs no parser but our own."""
    return kind_of(raw[:HEAD_BYTES], STANDARD_INPUT, kind) == "mail"


def mail_in_time(raw: bytes, options: SourceOptions, seconds: float = MAIL_SECONDS) -> Document | None:
    """Read one mail in a bounded time: what does not come in time is read from its beginning, without its files.

    None where nothing can be read of it at all.
    """
    try:
        found = _within(lambda: documents_of_bytes(raw, options), seconds)
    except TimeoutError:
        found = []
    for extracted in found:
        if isinstance(extracted, Document):
            return extracted
    try:
        beginning = read_mail(raw[:BEGINNING_BYTES], path=STANDARD_INPUT, options=options)
    except SourceError:
        return None
    return replace(beginning, flaws=(*beginning.flaws, "only-the-beginning"))


def _within(action: Callable[[], list[Extracted]], seconds: float) -> list[Extracted]:
    """Return what an action gives, which a thread of its own goes on with when the time is over."""
    found: Future[list[Extracted]] = Future()

    def run() -> None:
        try:
            found.set_result(action())
        except Exception as error:
            found.set_exception(error)

    Thread(target=run, name="reading one mail", daemon=True).start()
    return found.result(seconds)


def documents_of_file(path: Path, options: SourceOptions, limits: ReadLimits | None = None) -> Iterator[Extracted]:
    """The documents in a file."""
    for item in work_items([path], options):
        yield from read_item(item, options, limits or ReadLimits())


def file_after_file(options: SourceOptions, limits: ReadLimits | None = None) -> Callable[[str], list[Extracted]]:
    """Return what reads one file after another, most of which hold a document each and are quickly read.

    A file that is not read as it stands, such as a link, is looked at once more as a source of its own.
    """
    read = file_reader(options, limits or ReadLimits())

    def documents(path: str) -> list[Extracted]:
        found = list(read(path))
        if any(isinstance(extracted, Failure) for extracted in found):
            return list(documents_of_file(Path(path), options, limits))
        return found

    return documents


def documents_or_error(found: list[Extracted]) -> list[Document]:
    """All documents; the first failure as an error, for commands that need every document they are given."""
    for extracted in found:
        if isinstance(extracted, Failure):
            raise SourceError(extracted.member or extracted.path, extracted.reason, extracted.detail)
    return [extracted for extracted in found if isinstance(extracted, Document)]
