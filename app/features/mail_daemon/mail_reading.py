"""Read mails for a daemon so that no mail can block the other clients.

A regular expression that runs over a mail holds Python's interpreter lock, which blocks every thread of the daemon, and
it cannot be interrupted. So only short mails are read in the daemon's process. All others are read in a worker process,
which is killed when it takes longer than `ReadLimits.seconds_per_document`. Of 20,606 mails of public
collections, 1.6 % were longer than IN_PROCESS_BYTES.
"""

from __future__ import annotations

import threading
import time
from contextlib import ExitStack

from app.domain.documents import Document, Extracted, Failure, ReadLimits, SourceOptions
from app.domain.errors import NoWorkers, SourceError
from app.library.reading import DocumentReader, documents_of_bytes

MAIL = SourceOptions(kind="mail", labels_from="none")
LIMITS = ReadLimits(scan_pages=0)
"""No text recognition in pictures: a mail server waits for the verdict."""
IN_PROCESS_BYTES = 32 << 10
"""A pattern of quadratic time that took 17 s over 180 KB takes about 0.5 s over this."""
KEPT_READERS = 2
KEEP_READER_S = 60.0
"""Starting a worker process takes 0.3 s; one that runs reads a mail of 200 KB in a few milliseconds."""


class MailReaders:
    """A thread-safe pool of mail readers.

    Up to `most_kept` idle readers are kept, each with its worker process.
    """

    def __init__(self, most_kept: int = 0) -> None:
        self._most_kept, self._lock = most_kept, threading.Lock()
        self._free: list[tuple[DocumentReader, SourceOptions, ReadLimits, float]] = []
        """Readers that are not in use, with the time of their last mail; the latest comes last."""

    def mail(self, raw: bytes) -> Document:
        """Read one mail.

        Raises:
            SourceError: The mail cannot be read.
        """
        return first_document(self.documents(raw))

    def documents(self, raw: bytes, options: SourceOptions = MAIL, limits: ReadLimits = LIMITS) -> list[Extracted]:
        """Read all documents in `raw`."""
        reader = self._take(options, limits) or DocumentReader(options, limits, small_bytes=IN_PROCESS_BYTES)
        try:
            results = list(reader.of_bytes(raw))
        except NoWorkers:
            reader.close()
            # The system starts no more processes: read the mail in this process.
            return documents_of_bytes(raw, options, limits)
        except BaseException:
            reader.close()
            raise
        self._put_back(reader, options, limits)
        return results

    def tidy(self, *, at_once: bool = False) -> None:
        """End the worker processes that have been idle for KEEP_READER_S."""
        oldest_s = time.monotonic() - KEEP_READER_S
        with self._lock:
            kept = [] if at_once else [each for each in self._free if each[-1] >= oldest_s]
            ended, self._free = [each for each in self._free if each not in kept], kept
        with ExitStack() as stack:
            for reader, *_ in ended:
                stack.callback(reader.close)

    def close(self) -> None:
        """End all worker processes that are not in use, and keep none from now on."""
        self._most_kept = 0
        self.tidy(at_once=True)

    def _take(self, options: SourceOptions, limits: ReadLimits) -> DocumentReader | None:
        with self._lock:
            for number in reversed(range(len(self._free))):
                if self._free[number][1:3] == (options, limits):
                    return self._free.pop(number)[0]
        return None

    def _put_back(self, reader: DocumentReader, options: SourceOptions, limits: ReadLimits) -> None:
        with self._lock:
            self._free.append((reader, options, limits, time.monotonic()))
            surplus = self._free.pop(0)[0] if len(self._free) > self._most_kept else None
        if surplus is not None:
            surplus.close()


def first_document(results: list[Extracted]) -> Document:
    """Return the first document.

    Raises:
        SourceError: The first result is a failure, or there is none.
    """
    for extracted in results:
        if isinstance(extracted, Failure):
            raise SourceError(extracted.member or extracted.path, extracted.reason, extracted.detail)
        return extracted
    raise SourceError("-", "no-text")
