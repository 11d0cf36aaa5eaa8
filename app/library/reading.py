"""One document read at once: from standard input, from a mail program, or one file after another.

Starting a worker process takes longer than reading a mail, so small mail and text are read in this process, as our own
parsers take no more time and memory than they are long; everything else goes to a process that may die of it.
"""

from __future__ import annotations

import configparser
import os
import stat
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from itertools import chain
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, BinaryIO, Self

import resources
from app.domain.documents import Document, Extracted, Failure, KnownPage, ReadLimits, SourceKind, SourceOptions
from app.domain.errors import NoWorkers, SourceError
from app.readers.files.opening_files import small_file
from app.readers.kinds import HEAD_BYTES, kind_of
from app.readers.mail.mailboxes import only_message
from app.readers.mail.reading import read_mail
from app.readers.parsers import no_known_page
from app.readers.reading import SMALL_BYTES, Read, is_stretch, small_reader
from app.readers.reading_failures import Unreadable
from app.readers.source_planning import work_items
from nbengine.lazy_dataclasses import dataclass

if TYPE_CHECKING:
    from app.library.reading_in_worker import ReadingApart


STANDARD_INPUT = "-"
LARGEST_INPUT_BYTES = 1 << 30
"""Of what is held in memory at once; a larger mailbox can be given as a file, which is read piece by piece."""

MAIL_SECONDS = 10.0
"""No mail server waits much longer for a filter."""
BEGINNING_BYTES = 64 << 10
PIECE_BYTES = 1 << 18
"""Read at a time: a pipe that is asked for everything at once is given memory for the most there could be."""
NOT_HERE = Read([], is_whole=False)


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


class DocumentReader:
    """The one door for a document that is wanted at once: small mail and text are read here, by our own parsers alone.

    Whatever else they are, worker processes read them, which are held to the limits of time and memory and may die of
    a file. Where no worker can be had, a mail is read without its files. `small_bytes` is the size up to which mail and
    text are read here.
    """

    def __init__(
        self,
        options: SourceOptions,
        limits: ReadLimits | None = None,
        known_page: KnownPage = no_known_page,
        *,
        small_bytes: int = SMALL_BYTES,
    ) -> None:
        self._options, self._limits, self._known_page = options, limits or ReadLimits(), known_page
        self._small_bytes = small_bytes
        self._read_small = small_reader(options, self._limits)
        self._workers = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """End the worker process, if there is one."""
        self._workers.close()

    def of_bytes(self, raw: bytes) -> Iterator[Extracted]:
        """Yield the documents in what came from standard input: one, or a mailbox's or a table's many."""
        here = self._here(raw, STANDARD_INPUT, None)
        if here.is_whole:
            yield from here.documents
        else:
            yield from self._elsewhere(here, lambda: self._apart.documents_of_bytes(raw, STANDARD_INPUT))

    def of_file(self, path: str) -> Iterator[Extracted]:
        """Yield the documents in a file, or in a folder."""
        items = work_items([Path(path)], self._options)
        first = next(items, None)
        if first is None:
            return
        is_one_file = len(first.paths) == 1 and not first.left_out and not is_stretch(first)
        here = self._small_file(first.paths[0], first.labels[0]) if is_one_file else NOT_HERE
        if here.is_whole:
            yield from here.documents
            first = next(items, None)
        if first is not None:
            rest = chain([first], items)
            yield from self._elsewhere(here, lambda: self._apart.documents(rest))

    def of_small_file(self, path: str) -> list[Extracted]:
        """The documents in a file, most of which are small; nothing is asked of the folders around it."""
        here = self._small_file(path, None)
        return here.documents if here.is_whole else list(self.of_file(path))

    def _small_file(self, path: str, label: str | None) -> Read:
        try:
            raw = small_file(path, min(self._small_bytes, self._limits.document_bytes))
        except (OSError, Unreadable):
            return NOT_HERE
        return NOT_HERE if raw is None else self._here(raw, path, label)

    def _here(self, raw: bytes, path: str, label: str | None) -> Read:
        return self._read_small(raw, path, label) if len(raw) <= self._small_bytes else NOT_HERE

    def _elsewhere(self, here: Read, read: Callable[[], Iterator[Extracted]]) -> Iterator[Extracted]:
        try:
            yield from read()
        except NoWorkers:
            if not here.documents:
                raise
            for found in here.documents:
                yield replace(found, flaws=(*found.flaws, "unread-files")) if isinstance(found, Document) else found

    @cached_property
    def _apart(self) -> ReadingApart:
        made: type[ReadingApart] = import_module("app.library.reading_in_worker").ReadingApart
        return self._workers.enter_context(closing(made(self._options, self._limits, self._known_page)))


def documents_of_bytes(raw: bytes, options: SourceOptions, limits: ReadLimits | None = None) -> list[Extracted]:
    """The documents in what came from standard input."""
    with DocumentReader(options, limits) as reader:
        return list(reader.of_bytes(raw))


def documents_of_file(
    path: Path, options: SourceOptions, limits: ReadLimits | None = None, known_page: KnownPage = no_known_page
) -> Iterator[Extracted]:
    """Yield the documents in a file or a folder; pages that are known are not read off their pictures again."""
    with DocumentReader(options, limits, known_page) as reader:
        yield from reader.of_file(str(path))


def documents_of_given(path: Path, options: SourceOptions) -> Iterator[Extracted]:
    """Yield the documents in a file or in standard input, each in the time that a document may take."""
    with DocumentReader(options) as reader:
        is_input = path == Path(STANDARD_INPUT)
        yield from reader.of_bytes(given_bytes(path)) if is_input else reader.of_file(str(path))


def is_one_mail(raw: bytes, kind: SourceKind) -> bool:
    """Tell whether something is a single mail, which needs no parser but our own; a line `From` may stand before it."""
    found = kind_of(raw[:HEAD_BYTES], STANDARD_INPUT, kind)
    return found == "mail" or (found == "mbox" and only_message(raw) is not None)


def mail_in_time(raw: bytes, options: SourceOptions, seconds: float = MAIL_SECONDS) -> Document | None:
    """Read one mail in a bounded time: what does not come in time is read from its beginning, without its files.

    None where nothing can be read of it at all.
    """
    limits = ReadLimits(seconds_per_document=seconds, scan_pages=0)
    try:
        found = _within(lambda: documents_of_bytes(raw, options, limits), seconds)
    except (TimeoutError, NoWorkers):
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


def documents_or_error(found: list[Extracted]) -> list[Document]:
    """All documents; the first failure as an error, for commands that need every document they are given."""
    for extracted in found:
        if isinstance(extracted, Failure):
            raise SourceError(extracted.member or extracted.path, extracted.reason, extracted.detail)
    return [extracted for extracted in found if isinstance(extracted, Document)]


LARGEST_INI_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class FoundProfile:
    """Mail of a program on this computer."""

    program: str
    name: str
    path: Path
    is_readable: bool = True
    """False where the system wants to be asked first, as macOS does."""


def found_profiles(home: Path | None = None, system: str = sys.platform) -> list[FoundProfile]:
    """Find the mail that programs keep in a person's home, each place once; it takes no look at the mail itself."""
    # by system: the folders with Thunderbird's profiles.ini, and the folders that other programs keep mail in
    places = resources.read_json("mail_programs.json").get(system, {})
    found: dict[Path, FoundProfile] = {}
    for root in places.get("profiles", ()):
        for profile in _thunderbird_profiles(_place(root, home)):
            found.setdefault(profile.path, profile)
    for program, folder in places.get("folders", ()):
        path = _place(folder, home)
        if path.is_absolute() and os.path.isdir(path):
            found.setdefault(path, FoundProfile(program, path.name, path, os.access(path, os.R_OK | os.X_OK)))
    return list(found.values())


def _place(place: str, home: Path | None) -> Path:
    return Path(os.path.expandvars(place).replace("~", str(home or Path.home()), 1))


def _thunderbird_profiles(root: Path) -> Iterator[FoundProfile]:
    """The profiles that profiles.ini names and that hold mail."""
    ini = configparser.ConfigParser(interpolation=None, strict=False)
    path = root / "profiles.ini"
    try:
        if path.stat().st_size <= LARGEST_INI_BYTES:
            ini.read_string(path.read_text(encoding="utf-8", errors="replace"))
    except (OSError, configparser.Error):
        return
    for section in ini.sections():
        place = ini[section].get("Path", "")
        if not section.lower().startswith("profile") or not place:
            continue
        profile = root / place if ini[section].get("IsRelative", "1") != "0" else Path(place)
        if any(os.path.isdir(profile / store) for store in ("ImapMail", "Mail")):
            name = ini[section].get("Name", profile.name)
            yield FoundProfile("Thunderbird", name, profile, os.access(profile, os.R_OK | os.X_OK))
