"""Read the documents of a work item: detect the kind of each file, parse it, and open containers.

`_Reader` does the reading. `Bookmark` records the progress of an item, so that it can go on after a crash of its worker
process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from io import BytesIO
from os.path import basename
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, TypeVar

from app.domain.documents import (
    Document,
    Extracted,
    Failure,
    PageLookup,
    ReadLimits,
    RecognisedPage,
    SourceOptions,
    WorkItem,
)
from app.readers.documents.paperless import is_manifest, manifest_documents
from app.readers.documents.parsed_text import ParsedText
from app.readers.documents.text import decode_file, text_document
from app.readers.files.archives import (
    ArchiveMember,
    UnpackingBudget,
    archive_kind,
    decompress_stream,
    kind_of_bytes,
    member_label,
    open_zip,
    tar_members,
    zip_members,
)
from app.readers.files.opening import (
    FilePart,
    JoinedStream,
    check_unchanged,
    open_regular,
    read_if_small,
    read_within,
    spool_stream,
)
from app.readers.kinds import CONTAINERS, HEAD_BYTES, PACKED, Kind, is_damaged, is_tar, kind_of, ole_kind_of
from app.readers.labels import make_label_rules
from app.readers.mail.body import TextOf
from app.readers.mail.headers import junk_label
from app.readers.mail.mailboxes import (
    DELETED,
    DRAFT,
    JUNK,
    get_single_message,
    has_length_line,
    iter_mbox,
    unwrap_apple_message,
)
from app.readers.mail.mime import Part
from app.readers.mail.reading import read_mail
from app.readers.paper.pictures import PendingPictures
from app.readers.parsers import (
    PAGED_PARSERS,
    PARSERS,
    new_page_recogniser,
    no_cached_page,
    outlook_mail,
    paged_parser,
    table_and_rows_of_sheet,
    text_parser,
)
from app.readers.reading_failures import Unreadable, failure_of, reason_of
from app.readers.sources import SourcePlan, plan_source
from app.readers.tables.tables import detect_table, read_sample, row_documents, table_rows

if TYPE_CHECKING:
    from app.readers.paper.page_reading import PageRecogniser


Position = tuple[int, ...]
"""Where a step is: the indices of the containers around it, then its own index.

For example, (2, 0, 5) is step 5 of container 0 in container 2.
"""
ResumePoint = tuple[Position, int]
"""Position to resume at, and how many results of that step have been delivered."""
PublishStep = Callable[[Position, str, str, bool], None]
"""Function called before each step, with its position, path, member, and whether only an optional part of it begins."""

OptionalResult = TypeVar("OptionalResult")
RESULTS_PER_SIGNAL = 1000
"""How many delivered results are skipped before the worker reports that it is alive."""


class Bookmark:
    """Progress of the reader in one work item, so that reading can resume after a crash of the worker process.

    A container (an archive, a mailbox) has steps, and a step yields results: documents and failures. `publish` is
    called before each step, so that the parent process knows in which step a worker crashed. The parent then restarts
    the item in a new worker. `start` is the position and number of the last delivered result. A step that crashed is
    listed in `skipped_positions`. If only an optional part of it crashed, such as an attachment or a page picture, it
    is listed in `careful_positions` instead.
    """

    def __init__(
        self,
        start: ResumePoint = ((), 0),
        skipped_positions: Iterable[Position] = (),
        careful_positions: Iterable[Position] = (),
        publish: PublishStep = lambda _position, _path, _member, _is_optional: None,
    ) -> None:
        self._start, self._n_delivered = start
        self._skipped, self._careful = frozenset(skipped_positions), frozenset(careful_positions)
        self._publish = publish
        self._at = [-1]
        self._names: list[tuple[str, str]] = [("", "")]
        self._leaf: tuple[Position, str, str] = ((), "", "")
        self._passed_bytes = 0
        self._file_bytes: Callable[[], int] | None = None
        self._next, self._n_results = start

    @property
    def resume_point(self) -> ResumePoint:
        """Position and result number to resume from after a crash, if all results yielded so far were delivered."""
        return self._next, self._n_results

    @property
    def bytes_done(self) -> int:
        """Bytes of files on disk that the reader has already read in this item."""
        return self._passed_bytes + (self._file_bytes() if self._file_bytes is not None else 0)

    def add_bytes_done(self, size_bytes: int) -> None:
        """Add the size of a file that was read in one step to the bytes done."""
        self._passed_bytes += size_bytes

    @contextmanager
    def count_file_bytes(self, file_bytes: Callable[[], int], size_bytes: int) -> Iterator[None]:
        """Context manager: while a file is read, add `file_bytes()` to `bytes_done`; afterwards, the file's size."""
        self._file_bytes = file_bytes
        try:
            yield
        finally:
            self._file_bytes = None
            self._passed_bytes += size_bytes

    def read_container(self, path: str, member: str, read: Callable[[], Iterable[Extracted]]) -> Iterator[Extracted]:
        """Yield the results of a container. `read` yields them; it calls `read_step` for each of its steps.

        An error between two steps ends the container and is yielded as a failure.
        """
        position = self._advance_step()
        if position in self._skipped or (position < self._start and self._start[: len(position)] != position):
            return
        self._at.append(-1)
        self._names.append((path, member))
        self._publish(position, path, member, False)
        try:
            yield from read()
        except Exception as error:
            yield from self.read_step(path, member, partial(iter, (failure_of(error, path, member),)))
        self._at.pop()
        self._names.pop()
        self._finish()

    def read_step(self, path: str, member: str, read: Callable[[], Iterable[Extracted]]) -> Iterator[Extracted]:
        """Yield the results of one step, except those that were delivered before a crash. An error becomes a failure.

        A step in `skipped_positions` yields nothing.
        """
        position = self._advance_step()
        if position in self._skipped or position < self._start:
            return
        self._leaf = (position, path, member)
        self._publish(position, path, member, False)
        n_delivered = self._n_delivered if position == self._start else 0
        self._next = position
        for self._n_results, extracted in enumerate(_results_or_failure(path, member, read), start=1):
            if self._n_results > n_delivered:
                yield extracted
            elif self._n_results % RESULTS_PER_SIGNAL == 0:
                self._publish(position, path, member, False)  # else the worker would seem to hang
        self._finish()

    @property
    def is_careful(self) -> bool:
        """Whether the current step must omit its optional parts, because one of them has killed a worker before."""
        return self._leaf[0] in self._careful

    def run_optional(self, read: Callable[[], OptionalResult]) -> OptionalResult:
        """Run `read`, an optional part of the current step, and return its result.

        Before the run, publish that the part is optional. It is then omitted if it kills the worker.
        """
        self._publish(*self._leaf, True)
        result = read()
        self._publish(*self._leaf, False)
        return result

    def _advance_step(self) -> Position:
        self._at[-1] += 1
        return tuple(self._at)

    def _finish(self) -> None:
        self._next, self._n_results = (*self._at[:-1], self._at[-1] + 1), 0
        self._publish(tuple(self._at[:-1]), *self._names[-1], False)


def _results_or_failure(path: str, member: str, read: Callable[[], Iterable[Extracted]]) -> Iterator[Extracted]:
    try:
        yield from read()
    except Exception as error:
        yield failure_of(error, path, member)


MANIFEST_BYTES = 1 << 30
SMALL_BYTES = 1 << 18
"""Files up to this size are read at once."""
OWN_KINDS: frozenset[Kind] = frozenset({"empty", "unsupported", "mail", "mbox", "text", "html", "table"})
"""Kinds that are read by our own parsers, in time and memory proportional to the file."""
MAX_ATTACHMENT_BYTES = 8 << 20
ATTACHMENT_LIMITS = ReadLimits(document_bytes=16 << 20, scan_seconds=0.0)
"""Limits for unpacking an attachment."""


def read_item(
    item: WorkItem,
    options: SourceOptions | None = None,
    limits: ReadLimits | None = None,
    bookmark: Bookmark | None = None,
    find_cached_page: PageLookup = no_cached_page,
) -> Iterator[Extracted]:
    """Yield every document of a work item in a fixed order. A file that cannot be read is yielded as a Failure.

    `find_cached_page` looks up a page by its key in the OCR cache; None on a miss.
    """
    reader = _Reader(
        options or SourceOptions(), limits or ReadLimits(), bookmark or Bookmark(), find_cached_page=find_cached_page
    )
    left_out = item.skip_reasons or ("",) * len(item.paths)
    for path, label, reason in zip(item.paths, item.labels, left_out, strict=True):
        yield from reader.report_skipped(path, reason) if reason else reader.read_path(path, label, item)


def read_attachment_text(name: str, _media_type: str, raw: bytes) -> ParsedText | None:
    """Return the text of an attachment that is text, HTML, PDF or an office document.

    None for other attachments and for large ones. The kind is detected; the declared media type is ignored. Archives
    are not opened. Raises `Unreadable`.
    """
    if len(raw) > MAX_ATTACHMENT_BYTES:
        return None
    try:
        kind = kind_of_bytes(raw, name)
        if kind in ("text", "html"):
            return decode_file(raw, is_html=kind == "html")
        return text_parser(kind)(raw, ATTACHMENT_LIMITS) if kind in PARSERS else None
    except Exception as error:  # a broken attachment must not cost the mail around it
        raise Unreadable(*reason_of(error)) from error


class BuiltInParsers:
    """Callable that returns the text of plain text and HTML attachments. It uses no external parser."""

    def __init__(self) -> None:
        self.needs_parser = False
        """Whether an attachment came that needs an external parser."""

    def __call__(self, name: str, media_type: str, raw: bytes) -> ParsedText | None:
        """Return the text of an attachment that is plain text or HTML; None for others."""
        kind = kind_of_bytes(raw, name)
        if kind in OWN_KINDS:
            return read_attachment_text(name, media_type, raw)
        self.needs_parser |= kind in PARSERS
        return None

    def defer_pictures(self, document: Document) -> Document:
        """Return the mail unchanged and set `needs_parser`: a worker process must read its pictures."""
        self.needs_parser = True
        return document


def make_small_reader(
    options: SourceOptions, limits: ReadLimits
) -> Callable[[bytes, str, str | None], SmallFileResult]:
    """Return a function that reads small files in this process, without external parsers.

    In its result, `is_complete` is false if an attachment or the file itself needs an external parser. In the second
    case there are no documents.
    """
    own_parsers = BuiltInParsers()
    reader = _Reader(options, limits, Bookmark(), own_parsers, adds_pictures=own_parsers.defer_pictures)

    def read(raw: bytes, path: str, label: str | None) -> SmallFileResult:
        own_parsers.needs_parser = False
        message = reader.read_single_mail(raw, path, label)
        documents: list[Extracted] | None = [message] if message is not None else reader.read_small(raw, path, label)
        return SmallFileResult(documents or [], is_complete=documents is not None and not own_parsers.needs_parser)

    return read


def read_bytes(
    raw: bytes, name: str, options: SourceOptions, limits: ReadLimits, bookmark: Bookmark | None = None
) -> Iterator[Extracted]:
    """Yield the documents in bytes that are not in a file, such as standard input. `name` stands for the file name."""
    yield from _Reader(options, limits, bookmark or Bookmark()).read_raw(raw, name)


def is_file_part(item: WorkItem) -> bool:
    """Return whether a work item is only a part of its file."""
    return item.range_start > 0 or item.range_end is not None


class SmallFileResult(NamedTuple):
    """The documents that were read from a small file, and whether they are complete."""

    documents: list[Extracted]
    is_complete: bool


@dataclass(frozen=True, slots=True)
class _OpenFile:
    """An open file, on disk or in an archive, and its first bytes."""

    path: str
    member: str
    name: str
    folder_label: str | None
    kind: Kind
    head: bytes
    stream: BinaryIO
    """The bytes after the head."""
    check_unchanged: Callable[[], None] = lambda: None
    """Raises if the file has changed since it was opened; a no-op for members of archives."""
    depth: int = 0
    """Number of archives around it."""
    is_whole: bool = False
    """True if `head` is the whole file."""

    def full_stream(self) -> BinaryIO:
        """Return the file from its beginning."""
        return JoinedStream(self.head, self.stream)  # type: ignore[return-value]


class _Reader:
    """Reads files under given options and limits, and records the progress in the bookmark."""

    def __init__(
        self,
        options: SourceOptions,
        limits: ReadLimits,
        bookmark: Bookmark,
        attachment_text: TextOf = read_attachment_text,
        find_cached_page: PageLookup = no_cached_page,
        adds_pictures: Callable[[Document], Document] | None = None,
    ) -> None:
        self._options, self._limits, self._bookmark = options, limits, bookmark
        self._attachment_text = attachment_text
        self._labelling = make_label_rules(options)
        self._budget = UnpackingBudget(limits)
        self._known_page = find_cached_page
        self._adds_pictures = adds_pictures or self._add_texts_of_pictures
        self._pictures = PendingPictures(options.ocr, limits)

    def read_path(self, path: str, label: str | None, item: WorkItem) -> Iterator[Extracted]:
        """Yield the documents of a file on disk. If the work item is a part of the file, yield those of that part."""
        return self._bookmark.read_container(path, "", partial(self._read_file, path, label, item))

    def report_skipped(self, path: str, reason: str) -> Iterator[Extracted]:
        """Yield a failure for a file or folder that is left out."""
        return self._bookmark.read_step(path, "", lambda: (Failure(path, "", reason),))

    def read_single_mail(self, raw: bytes, path: str, label: str | None) -> Document | None:
        """Return the document of a small file that is one mail; None if the file is not one mail, or is broken.

        The bookmark is not used, which saves time.
        """
        try:
            kind = kind_of(raw[:HEAD_BYTES], basename(path), self._options.kind)
            mail = get_single_message(raw) if kind == "mbox" else raw
            if mail is None or kind not in ("mbox", "mail") or has_length_line(mail):
                return None
            return self._parse_mail(_OpenFile(path, "", basename(path), label, kind, raw, BytesIO()), "", mail)
        except Exception:
            return None  # the full reader will report the error

    def read_small(self, raw: bytes, path: str, label: str | None) -> list[Extracted] | None:
        """Return the documents of a small file; None if it needs an external parser."""
        kind = kind_of(raw[:HEAD_BYTES], basename(path), self._options.kind)
        if kind not in OWN_KINDS:
            return None
        source = _OpenFile(path, "", basename(path), label, kind, raw, BytesIO(), is_whole=True)
        return list(self._bookmark.read_container(path, "", partial(self._read_open_file, source)))

    def read_raw(self, raw: bytes, name: str) -> Iterator[Extracted]:
        """Yield the documents in bytes, as if they were the content of a file with this name."""

        def read() -> Iterator[Extracted]:
            self._budget = UnpackingBudget(self._limits, len(raw))
            kind = kind_of(raw[:HEAD_BYTES], name, self._options.kind)
            is_small = len(raw) <= min(SMALL_BYTES, self._limits.document_bytes)
            head, rest = (raw, b"") if is_small else (raw[:HEAD_BYTES], raw[HEAD_BYTES:])
            return self._read_open_file(
                _OpenFile(name, "", name, None, kind, head, BytesIO(rest), depth=1, is_whole=is_small)
            )

        return self._bookmark.read_container(name, "", read)

    def _read_file(self, path: str, label: str | None, item: WorkItem) -> Iterator[Extracted]:
        if is_file_part(item):
            return self._read_large(path, label, item)
        raw = read_if_small(path, min(SMALL_BYTES, self._limits.document_bytes))
        if raw is None:
            return self._read_large(path, label, item)
        self._bookmark.add_bytes_done(len(raw))
        self._budget = UnpackingBudget(self._limits, len(raw))
        name = basename(path)
        kind = kind_of(raw[:HEAD_BYTES], name, self._options.kind)
        return self._read_open_file(_OpenFile(path, "", name, label, kind, raw, BytesIO(), is_whole=True))

    def _read_large(self, path: str, label: str | None, item: WorkItem) -> Iterator[Extracted]:
        """Yield the documents of a file, or of a part of it. The file is closed after the last document."""
        with open_regular(path) as (file, before):
            n_source_bytes = item.size_bytes if is_file_part(item) else before.st_size
            self._budget = UnpackingBudget(self._limits, n_source_bytes)
            head = file.read(HEAD_BYTES)
            check = partial(check_unchanged, file.fileno(), before)
            name = basename(path)
            kind = kind_of(head, name, self._options.kind)
            source = _OpenFile(path, "", name, label, kind, head, file, check)
            if is_file_part(item):

                def n_bytes() -> int:  # the position in an archive is known only at its end
                    return 0 if kind == "zip" else max(0, min(file.tell() - item.range_start, item.size_bytes))

                with self._bookmark.count_file_bytes(n_bytes, item.size_bytes):
                    yield from self._read_stretch(source, item)
            else:
                with self._bookmark.count_file_bytes(file.tell, before.st_size):
                    yield from self._read_open_file(source)
            if source.kind in CONTAINERS:
                check()

    def _read_open_file(self, source: _OpenFile) -> Iterator[Extracted]:
        if is_manifest(source.name, source.head):
            return self._read_in_one_step(source, self._parse_document)
        if source.kind == "zip":
            return self._read_zip(source)
        if source.kind == "tar":
            return self._read_members(source, tar_members(source.full_stream(), self._budget))
        if source.kind in PACKED:
            return self._read_packed(source)
        if source.kind == "mbox":
            raw = get_single_message(source.head) if source.is_whole else None
            if raw is None:
                return self._read_mailbox(source, source.full_stream(), 0, None)
            return self._bookmark.read_step(
                source.path, source.member, partial(self._read_message, source, source.member, raw)
            )
        return self._read_in_one_step(source, self._read_table if source.kind == "table" else self._parse_document)

    def _read_in_one_step(
        self, source: _OpenFile, read: Callable[[_OpenFile], Iterable[Extracted]]
    ) -> Iterator[Extracted]:
        return self._bookmark.read_step(source.path, source.member, partial(read, source))

    def _parse_document(self, source: _OpenFile) -> Iterable[Extracted]:
        is_export = is_manifest(source.name, source.head)
        limit_bytes = MANIFEST_BYTES if is_export else self._limits.document_bytes
        raw = source.head if source.is_whole else read_within(source.stream, source.head, limit_bytes)
        source.check_unchanged()
        if is_export:
            return manifest_documents(raw, source.path, source.member, self._options)
        kind = ole_kind_of(raw) if source.kind == "ole" else source.kind
        if kind == "mail":
            return (self._parse_mail_file(source, raw),)
        if kind == "outlook":
            return (self._parse_mail(source, source.member, raw, outlook_mail(raw, source.path, self._limits)),)
        if kind == "sheet" and self._options.kind == "table":
            table, rows = table_and_rows_of_sheet(raw, self._limits, self._options, source.path)
            return row_documents(table, rows, source.path, source.member, self._find_label(source), self._options)
        if kind in ("text", "html"):
            parsed = decode_file(raw, is_html=kind == "html")
        elif kind in PAGED_PARSERS:
            parsed = paged_parser(kind)(raw, self._limits, self._make_page_recogniser())
        elif kind == "unsupported" and is_damaged(raw, source.name):
            raise Unreadable("damaged")
        else:
            parsed = text_parser(kind)(raw, self._limits)
        return (text_document(parsed, source.path, source.member, self._find_label(source), len(raw)),)

    def _make_page_recogniser(self) -> PageRecogniser:
        return new_page_recogniser(
            self._limits, self._options.ocr, self._known_page, self._read_page, password=self._options.password
        )

    def _read_page(self, read: Callable[[], RecognisedPage]) -> RecognisedPage:
        if self._bookmark.is_careful:
            raise Unreadable("given-up")
        return self._bookmark.run_optional(read)

    def _add_texts_of_pictures(self, mail: Document) -> Document:
        return self._pictures.add_text_to(mail, self._make_page_recogniser())

    def _parse_mail_file(self, source: _OpenFile, raw: bytes) -> Document:
        message = unwrap_apple_message(raw)
        if message.flags & (DELETED | DRAFT):
            raise Unreadable("own-mail")
        document = self._parse_mail(source, source.member, message.raw)
        is_junk = (
            message.flags & JUNK
            and self._options.labels_from in ("folder", "subfolder")
            and self._options.label is None
        )
        return replace(document, label=junk_label(document.label)) if is_junk else document

    def _parse_mail(self, source: _OpenFile, member: str, raw: bytes, mail: Part | None = None) -> Document:
        self._pictures.start_mail()
        document = read_mail(
            raw,
            path=source.path,
            member=member,
            options=self._options,
            limits=self._limits,
            label=self._find_label(source),
            text_of=self._read_attachment,
            mail=mail,
        )
        return self._adds_pictures(document) if self._pictures.should_read(document.text) else document

    def _read_attachment(self, name: str, media_type: str, raw: bytes) -> ParsedText | None:
        if self._bookmark.is_careful:
            raise Unreadable("given-up")
        read = partial(self._attachment_text, name, media_type, raw)
        return self._pictures.read_or_set_aside(raw, partial(self._bookmark.run_optional, read))

    def _read_mailbox(self, source: _OpenFile, file: BinaryIO, first: int, last: int | None) -> Iterator[Extracted]:
        for number, raw in iter_mbox(file, first, last, max_bytes=self._limits.document_bytes):
            member = f"{source.member}/{number}" if source.member and number else source.member or number
            yield from self._bookmark.read_step(source.path, member, partial(self._read_message, source, member, raw))

    def _read_message(self, source: _OpenFile, member: str, raw: bytes) -> tuple[Document]:
        return (self._parse_mail(source, member, raw),)

    def _find_label(self, source: _OpenFile) -> str | None:
        full_path = f"{source.path}/{source.member}" if source.member else source.path
        return self._labelling.label_of(full_path, source.folder_label)

    def _read_table(self, source: _OpenFile, part_item: WorkItem | None = None) -> Iterable[Extracted]:
        if not self._options.reads_tables:
            raise Unreadable("table-beside")
        sample, is_whole = read_sample(source.stream, source.head)
        table = detect_table(sample, self._options, source.path, is_whole=is_whole, name=source.name)
        if part_item is None:
            rows = table_rows(table, JoinedStream(sample, source.stream))  # type: ignore[arg-type]
        else:
            part, is_start = (
                FilePart(source.stream, part_item.range_start, part_item.range_end),
                part_item.range_start == 0,
            )
            rows = table_rows(table, part, is_start=is_start, first_line=part_item.first_line)  # type: ignore[arg-type]
        return row_documents(table, rows, source.path, source.member, self._find_label(source), self._options)

    def _read_stretch(self, source: _OpenFile, item: WorkItem) -> Iterator[Extracted]:
        if source.kind == "zip":
            return self._read_zip(source, item.range_start, item.range_end)
        if source.kind != "mbox":
            return self._read_in_one_step(source, partial(self._read_table, part_item=item))
        source.stream.seek(item.range_start)
        return self._read_mailbox(source, source.stream, item.range_start, item.range_end)

    def _read_zip(self, source: _OpenFile, first: int = 0, last: int | None = None) -> Iterator[Extracted]:
        with self._make_seekable(source) as file, open_zip(file) as archive:
            kind = archive_kind(archive)
            if kind == "zip":
                yield from self._read_members(source, zip_members(archive, self._budget, first, last))
                return
            file.seek(0)
            yield from self._read_in_one_step(
                replace(source, kind=kind, head=b"", stream=file, is_whole=False), self._parse_document
            )

    def _make_seekable(self, source: _OpenFile) -> AbstractContextManager[BinaryIO]:
        if source.is_whole:
            return BytesIO(source.head)
        if source.depth:
            return spool_stream(source.full_stream(), self._limits.document_bytes // 4)
        source.stream.seek(0)
        return open(source.stream.fileno(), "rb", closefd=False)

    def _read_packed(self, source: _OpenFile) -> Iterator[Extracted]:
        """Yield the documents of a compressed tar archive, or of a single compressed file."""
        self._budget.check_depth(source.depth)
        stream = decompress_stream(source.full_stream(), source.kind, self._budget)
        head = stream.read(HEAD_BYTES)
        name = source.name.rpartition(".")[0] or source.name
        kind = "tar" if is_tar(head) else kind_of(head, name, self._options.kind)
        depth = source.depth if kind == "tar" else source.depth + 1
        inner = replace(source, name=name, kind=kind, head=head, stream=stream, depth=depth, is_whole=False)
        return self._read_open_file(inner)

    def _read_members(self, source: _OpenFile, members: Iterator[ArchiveMember]) -> Iterator[Extracted]:
        self._budget.check_depth(source.depth)
        for member in members:
            path, name = source.path, f"{source.member}/{member.name}" if source.member else member.name
            read = partial(self._read_member, source, member, name)
            yield from self._bookmark.read_container(path, name, read)

    def _read_member(self, source: _OpenFile, member: ArchiveMember, name: str) -> Iterator[Extracted]:
        if member.failure_reason:
            raise Unreadable(member.failure_reason)
        with closing(member.open()) as stream:
            head, file_name = stream.read(HEAD_BYTES), basename(member.name)
            kind = kind_of(head, file_name, self._options.kind)
            label = member_label(member, source.name, uses_all_folders=self._options.labels_from == "tree")
            yield from self._read_open_file(
                _OpenFile(source.path, name, file_name, label, kind, head, stream, depth=source.depth + 1)
            )


@dataclass(frozen=True, slots=True)
class BatchLimits:
    """Limits of a batch of documents. A batch is yielded as soon as one of them is reached."""

    n_documents: int = 500
    n_characters: int = 1 << 21
    seconds: float = 0.75


@dataclass(frozen=True, slots=True)
class ReadingSettings:
    """Settings of a worker process that reads sources: options, limits, and the lookup in the OCR cache."""

    options: SourceOptions = field(default_factory=SourceOptions)
    limits: ReadLimits = field(default_factory=ReadLimits)
    batch_limits: BatchLimits = field(default_factory=BatchLimits)
    find_cached_page: PageLookup = no_cached_page


def plan_batches(item: WorkItem, reading: ReadingSettings, _bookmark: Bookmark) -> Iterator[SourcePlan]:
    """Yield the plan of one import. Run it in a worker process, because a parser may crash.

    The paths of the work item are the sources.
    """
    yield plan_source([Path(path) for path in item.paths], reading.options)


def read_batches(item: WorkItem, reading: ReadingSettings, bookmark: Bookmark) -> Iterator[list[Extracted]]:
    """Yield the documents and failures of a work item in batches (see `BatchLimits`)."""
    batch: list[Extracted] = []
    limits = reading.batch_limits
    n_characters, started_s = 0, time.monotonic()
    for extracted in read_item(item, reading.options, reading.limits, bookmark, reading.find_cached_page):
        batch.append(extracted)
        n_characters += len(extracted.text) if isinstance(extracted, Document) else 0
        is_full = len(batch) >= limits.n_documents or n_characters >= limits.n_characters
        if is_full or time.monotonic() - started_s >= limits.seconds:
            yield batch
            batch, n_characters, started_s = [], 0, time.monotonic()
    if batch:
        yield batch
