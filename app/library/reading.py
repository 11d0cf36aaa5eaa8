"""Read single documents quickly, from standard input, a mail program or a file; find the profiles of mail programs.

Starting a worker process takes longer than reading a mail. Small mails and texts are therefore read in this process,
which is safe because our own parsers run in linear time and memory. A worker process, which can be killed, reads
everything else.
"""

from __future__ import annotations

import configparser
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from itertools import chain
from pathlib import Path
from threading import Thread
from typing import BinaryIO, Self

import resources
from app.domain.documents import (
    Document,
    Extracted,
    Failure,
    PageLookup,
    ReadLimits,
    SourceKind,
    SourceOptions,
    WorkItem,
)
from app.domain.errors import NoWorkers, SourceError
from app.library.workers import LostPosition, WorkerPool, YieldedValue
from app.readers.files.opening import read_if_small
from app.readers.kinds import HEAD_BYTES, kind_of
from app.readers.mail.mailboxes import get_single_message
from app.readers.mail.reading import read_mail
from app.readers.parsers import no_cached_page
from app.readers.reading import (
    SMALL_BYTES,
    Bookmark,
    ReadingSettings,
    SmallFileResult,
    is_file_part,
    make_small_reader,
    read_batches,
    read_bytes,
)
from app.readers.reading_failures import Unreadable
from app.readers.sources import work_items

STANDARD_INPUT = "-"
MAX_INPUT_BYTES = 1 << 30
"""Size limit of input held in memory. A larger mailbox must be given as a file, which is read piece by piece."""

MAIL_SECONDS = 10.0
"""Time limit for reading one mail. Mail servers do not wait much longer for a filter."""
BEGINNING_BYTES = 64 << 10
PIECE_BYTES = 1 << 18
"""Bytes per read: reading a pipe with one call would allocate the maximum at once."""
NOT_READ_IN_PROCESS = SmallFileResult([], is_complete=False)


def read_bytes_of_path(path: Path) -> bytes:
    """Return the content of a regular file or of standard input.

    Raise SourceError for another kind of file, or for input above MAX_INPUT_BYTES.
    """
    if path == Path(STANDARD_INPUT):
        return read_bounded(sys.stdin.buffer, path)
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise SourceError(path, "not-a-file")
        with path.open("rb") as file:
            return read_bounded(file, path)
    except FileNotFoundError as error:
        raise SourceError(path, "missing") from error
    except OSError as error:
        raise SourceError(path, "no-permission", error.strerror or "") from error


def read_bounded(file: BinaryIO, path: Path) -> bytes:
    """Return the rest of an open file; raises SourceError above MAX_INPUT_BYTES."""
    pieces, n_bytes = [], 0
    while piece := file.read(PIECE_BYTES):
        pieces.append(piece)
        n_bytes += len(piece)
        if n_bytes > MAX_INPUT_BYTES:
            raise SourceError(path, "too-large")
    return b"".join(pieces)


class DocumentReader:
    """Reads small mails and texts (up to `small_bytes`) in this process, and all other files in a worker process.

    Workers have time and memory limits. If no worker can be started, a mail is returned without its attachments' texts.
    """

    def __init__(
        self,
        options: SourceOptions,
        limits: ReadLimits | None = None,
        known_page: PageLookup = no_cached_page,
        *,
        small_bytes: int = SMALL_BYTES,
    ) -> None:
        self._options, self._limits, self._known_page = options, limits or ReadLimits(), known_page
        self._small_bytes = small_bytes
        self._read_small = make_small_reader(options, self._limits)
        self._workers = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the worker process, if there is one."""
        self._workers.close()

    def documents_in_bytes(self, raw: bytes) -> Iterator[Extracted]:
        """Yield the documents in `raw`: the single document, or those of a mailbox or table."""
        here = self._read_in_this_process(raw, STANDARD_INPUT, None)
        if here.is_complete:
            yield from here.documents
        else:
            yield from self._read_in_worker(here, lambda: self._worker_reader.documents_of_bytes(raw, STANDARD_INPUT))

    def documents_in_file(self, path: str) -> Iterator[Extracted]:
        """Yield the documents in a file or folder."""
        items = work_items([Path(path)], self._options)
        first = next(items, None)
        if first is None:
            return
        is_one_file = len(first.paths) == 1 and not first.skip_reasons and not is_file_part(first)
        here = self._small_file(first.paths[0], first.labels[0]) if is_one_file else NOT_READ_IN_PROCESS
        if here.is_complete:
            yield from here.documents
            first = next(items, None)
        if first is not None:
            rest = chain([first], items)
            yield from self._read_in_worker(here, lambda: self._worker_reader.documents(rest))

    def documents_in_small_file(self, path: str) -> list[Extracted]:
        """Return the documents in a file. This is faster than `documents_in_file` if the file is small."""
        here = self._small_file(path, None)
        return here.documents if here.is_complete else list(self.documents_in_file(path))

    def _small_file(self, path: str, label: str | None) -> SmallFileResult:
        """Read a small file in this process. A large or missing file gives NOT_READ_IN_PROCESS."""
        try:
            raw = read_if_small(path, min(self._small_bytes, self._limits.document_bytes))
        except (OSError, Unreadable):
            return NOT_READ_IN_PROCESS
        return NOT_READ_IN_PROCESS if raw is None else self._read_in_this_process(raw, path, label)

    def _read_in_this_process(self, raw: bytes, path: str, label: str | None) -> SmallFileResult:
        return self._read_small(raw, path, label) if len(raw) <= self._small_bytes else NOT_READ_IN_PROCESS

    def _read_in_worker(
        self, in_process_result: SmallFileResult, read: Callable[[], Iterator[Extracted]]
    ) -> Iterator[Extracted]:
        """Yield the documents that `read` yields. If no worker can be started, yield those of `in_process_result`."""
        try:
            yield from read()
        except NoWorkers:
            if not in_process_result.documents:
                raise
            for found in in_process_result.documents:
                yield replace(found, flaws=(*found.flaws, "unread-files")) if isinstance(found, Document) else found

    @cached_property
    def _worker_reader(self) -> WorkerReader:
        made: type[WorkerReader] = import_module("app.library.reading").WorkerReader
        return self._workers.enter_context(closing(made(self._options, self._limits, self._known_page)))


def documents_of_bytes(raw: bytes, options: SourceOptions, limits: ReadLimits | None = None) -> list[Extracted]:
    """Return the documents in `raw`, which may be a mail, a mailbox or any other supported format."""
    with DocumentReader(options, limits) as reader:
        return list(reader.documents_in_bytes(raw))


def documents_of_file(
    path: Path, options: SourceOptions, limits: ReadLimits | None = None, known_page: PageLookup = no_cached_page
) -> Iterator[Extracted]:
    """Yield the documents in a file or folder. `known_page` returns cached recognised pages."""
    with DocumentReader(options, limits, known_page) as reader:
        yield from reader.documents_in_file(str(path))


def documents_of_path_or_stdin(path: Path, options: SourceOptions) -> Iterator[Extracted]:
    """Yield the documents in a file or, for the path `-`, in standard input."""
    with DocumentReader(options) as reader:
        is_input = path == Path(STANDARD_INPUT)
        yield from (
            reader.documents_in_bytes(read_bytes_of_path(path)) if is_input else reader.documents_in_file(str(path))
        )


def is_one_mail(raw: bytes, kind: SourceKind) -> bool:
    """Return whether the bytes are a single mail, with or without an mbox `From ` line before it."""
    found = kind_of(raw[:HEAD_BYTES], STANDARD_INPUT, kind)
    return found == "mail" or (found == "mbox" and get_single_message(raw) is not None)


def read_mail_in_time(raw: bytes, options: SourceOptions, seconds: float = MAIL_SECONDS) -> Document | None:
    """Read a mail within `seconds`; if that fails, read only its beginning, without attachments.

    Return None if the beginning cannot be read either.
    """
    limits = ReadLimits(seconds_per_document=seconds, scan_pages=0)
    try:
        results = _run_with_timeout(lambda: documents_of_bytes(raw, options, limits), seconds)
    except (TimeoutError, NoWorkers):
        results = []
    for extracted in results:
        if isinstance(extracted, Document):
            return extracted
    return read_beginning(raw[:BEGINNING_BYTES], options)


def read_beginning(raw: bytes, options: SourceOptions) -> Document | None:
    """Read the beginning of a mail in this process, without attachments; return None if it cannot be read."""
    try:
        beginning = read_mail(raw, path=STANDARD_INPUT, options=options)
    except SourceError:
        return None
    return replace(beginning, flaws=(*beginning.flaws, "only-the-beginning"))


def _run_with_timeout(action: Callable[[], list[Extracted]], seconds: float) -> list[Extracted]:
    """Run an action in a thread and return its result; raise TimeoutError after `seconds`.

    The thread is not stopped.
    """
    result: Future[list[Extracted]] = Future()

    def run() -> None:
        try:
            result.set_result(action())
        except Exception as error:
            result.set_exception(error)

    Thread(target=run, name="reading one mail", daemon=True).start()
    return result.result(seconds)


def documents_or_error(results: list[Extracted]) -> list[Document]:
    """Return all documents in `results`; raise SourceError for the first failure."""
    for extracted in results:
        if isinstance(extracted, Failure):
            raise SourceError(extracted.member or extracted.path, extracted.reason, extracted.detail)
    return [extracted for extracted in results if isinstance(extracted, Document)]


MAX_INI_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class MailProfile:
    """The folder in which a mail program stores its mail on this computer."""

    program: str
    name: str
    path: Path
    is_readable: bool = True
    """False if the system must grant access first, as on macOS."""


def find_profiles(home: Path | None = None, system: str = sys.platform) -> list[MailProfile]:
    """Find the mail folders of known programs in a home folder, without reading any mail."""
    # Per system: folders with Thunderbird's profiles.ini, and mail folders of other programs.
    known_folders = resources.read_json("mail_programs.json").get(system, {})
    profiles: dict[Path, MailProfile] = {}
    for root in known_folders.get("profiles", ()):
        for profile in _thunderbird_profiles(_expand_path(root, home)):
            profiles.setdefault(profile.path, profile)
    for program, folder in known_folders.get("folders", ()):
        path = _expand_path(folder, home)
        if path.is_absolute() and os.path.isdir(path):
            profiles.setdefault(path, MailProfile(program, path.name, path, os.access(path, os.R_OK | os.X_OK)))
    return list(profiles.values())


def _expand_path(place: str, home: Path | None) -> Path:
    return Path(os.path.expandvars(place).replace("~", str(home or Path.home()), 1))


def _thunderbird_profiles(root: Path) -> Iterator[MailProfile]:
    """Yield the profiles in profiles.ini that contain mail."""
    ini = configparser.ConfigParser(interpolation=None, strict=False)
    path = root / "profiles.ini"
    try:
        if path.stat().st_size <= MAX_INI_BYTES:
            ini.read_string(path.read_text(encoding="utf-8", errors="replace"))
    except (OSError, configparser.Error):
        return
    for section in ini.sections():
        folder = ini[section].get("Path", "")
        if not section.lower().startswith("profile") or not folder:
            continue
        profile = root / folder if ini[section].get("IsRelative", "1") != "0" else Path(folder)
        if any(os.path.isdir(profile / store) for store in ("ImapMail", "Mail")):
            name = ini[section].get("Name", profile.name)
            yield MailProfile("Thunderbird", name, profile, os.access(profile, os.R_OK | os.X_OK))


def read_item(item: WorkItem, reading: ReadingSettings, bookmark: Bookmark) -> Iterator[list[Extracted]]:
    """Read the files or the bytes of a work item. This is the target function of a worker pool."""
    if item.raw is None:
        yield from read_batches(item, reading, bookmark)
        return
    most = reading.limits.text_characters
    for extracted in read_bytes(item.raw, item.paths[0], reading.options, reading.limits, bookmark):
        # Cut here, not in the program: unpickling a text of 31 million characters holds the interpreter's lock for
        # the whole time, and delays the other clients of a mail daemon.
        yield [truncate_text(extracted, most) if most is not None and isinstance(extracted, Document) else extracted]


def truncate_text(document: Document, most: int) -> Document:
    """Cut a document's text to `most` characters, and add the flaw `only-the-beginning` if it was longer."""
    if len(document.text) <= most:
        return document
    return replace(document, text=document.text[:most], flaws=(*document.flaws, "only-the-beginning"))


class WorkerReader:
    """Reads documents in a worker process, which starts on first use. `close` ends the process."""

    def __init__(self, options: SourceOptions, limits: ReadLimits, known_page: PageLookup = no_cached_page) -> None:
        self._pool = WorkerPool(read_item, ReadingSettings(options, limits, find_cached_page=known_page), limits=limits)

    def close(self) -> None:
        self._pool.close()

    def documents(self, items: Iterable[WorkItem]) -> Iterator[Extracted]:
        """Yield the documents of the items in order; an item that crashes or exceeds the limits yields a Failure."""
        for event in self._pool.run(items):
            if isinstance(event, YieldedValue):
                yield from event.value
            elif isinstance(event, LostPosition):
                yield event.failure

    def documents_of_bytes(self, raw: bytes, name: str) -> Iterator[Extracted]:
        """Yield the documents in `raw`. The ending of `name` tells the reader which format to expect."""
        yield from self.documents([WorkItem((name,), (None,), size_bytes=len(raw), raw=raw)])
