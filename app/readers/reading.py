"""The way from a work item to documents: says what each file is, reads it, and looks into all that holds other
files."""

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
from app.readers.documents.text import decoded_file, text_document
from app.readers.files.archives import (
    Allowance,
    Member,
    archive_kind,
    member_label,
    opened_zip,
    tar_members,
    unpacked,
    whole_kind_of,
    zip_members,
)
from app.readers.files.opening import Joined, Stretch, check_unchanged, open_regular, read_within, small_file, spooled
from app.readers.kinds import CONTAINERS, HEAD_BYTES, PACKED, Kind, is_tar, kind_of, ole_kind_of
from app.readers.labels import labelling_of
from app.readers.mail.body import TextOf
from app.readers.mail.headers import junk_label
from app.readers.mail.mailboxes import DELETED, DRAFT, JUNK, has_length_line, iter_mbox, only_message, without_wrapping
from app.readers.mail.mime import Part
from app.readers.mail.reading import read_mail
from app.readers.paper.mail_pictures import SetAside
from app.readers.parsers import (
    PAGED,
    PARSERS,
    new_paper,
    no_known_page,
    outlook_mail,
    paged_parser,
    table_and_rows_of_sheet,
    text_parser,
)
from app.readers.reading_failures import Unreadable, failure_of, reason_of
from app.readers.sources import SourcePlan, plan_source
from app.readers.tables.tables import open_table, row_documents, sample_of, table_rows

if TYPE_CHECKING:
    from app.readers.paper.page_reading import Paper


Position = tuple[int, ...]
Done = tuple[Position, int]
Publish = Callable[[Position, str, str, bool], None]
"""Told the position, path and member of what comes next, and whether the step could do without it."""

T = TypeVar("T")
GIVEN_AT_ONCE = 1000


class Bookmark:
    """Counts the steps of one work item; `publish` is told of every move before it is made."""

    def __init__(
        self,
        start: Done = ((), 0),
        skipped: Iterable[Position] = (),
        careful: Iterable[Position] = (),
        publish: Publish = lambda _position, _path, _member, _is_optional: None,
    ) -> None:
        self._start, self._n_given = start
        self._skipped, self._careful = frozenset(skipped), frozenset(careful)
        self._publish = publish
        self._at = [-1]
        self._names: list[tuple[str, str]] = [("", "")]
        self._leaf: tuple[Position, str, str] = ((), "", "")
        self._passed_bytes = 0
        self._file_bytes: Callable[[], int] | None = None
        self._next, self._n_results = start

    @property
    def done(self) -> Done:
        """Return where to start again, if what was yielded so far has arrived."""
        return self._next, self._n_results

    @property
    def bytes_done(self) -> int:
        """Return how far the reader is in its item, in bytes of the files on the disk."""
        return self._passed_bytes + (self._file_bytes() if self._file_bytes is not None else 0)

    def note_bytes(self, size_bytes: int) -> None:
        """Count a file as done that was read at once."""
        self._passed_bytes += size_bytes

    @contextmanager
    def measuring(self, file_bytes: Callable[[], int], size_bytes: int) -> Iterator[None]:
        """Count how far a file is read as done while it is read, and in the end its size."""
        self._file_bytes = file_bytes
        try:
            yield
        finally:
            self._file_bytes = None
            self._passed_bytes += size_bytes

    def container(self, path: str, member: str, read: Callable[[], Iterable[Extracted]]) -> Iterator[Extracted]:
        """Go through something that holds steps; what goes wrong between them ends it, and is one more step."""
        position = self._advance()
        if position in self._skipped or (position < self._start and self._start[: len(position)] != position):
            return
        self._at.append(-1)
        self._names.append((path, member))
        self._publish(position, path, member, False)
        try:
            yield from read()
        except Exception as error:
            yield from self.step(path, member, partial(iter, (failure_of(error, path, member),)))
        self._at.pop()
        self._names.pop()
        self._finish()

    def step(self, path: str, member: str, read: Callable[[], Iterable[Extracted]]) -> Iterator[Extracted]:
        """Read one leaf, unless it is finished or skipped; whatever goes wrong in it becomes one failure."""
        position = self._advance()
        if position in self._skipped or position < self._start:
            return
        self._leaf = (position, path, member)
        self._publish(position, path, member, False)
        n_given = self._n_given if position == self._start else 0
        self._next = position
        for self._n_results, extracted in enumerate(_caught(path, member, read), start=1):
            if self._n_results > n_given:
                yield extracted
            elif self._n_results % GIVEN_AT_ONCE == 0:
                self._publish(position, path, member, False)  # a sign of life on the way to where it goes on
        self._finish()

    @property
    def is_careful(self) -> bool:
        """Return whether the step at hand does without what it could do without: that has killed a reader before."""
        return self._leaf[0] in self._careful

    def optional(self, read: Callable[[], T]) -> T:
        """Read what the step at hand could do without."""
        self._publish(*self._leaf, True)
        found = read()
        self._publish(*self._leaf, False)
        return found

    def _advance(self) -> Position:
        self._at[-1] += 1
        return tuple(self._at)

    def _finish(self) -> None:
        self._next, self._n_results = (*self._at[:-1], self._at[-1] + 1), 0
        self._publish(tuple(self._at[:-1]), *self._names[-1], False)


def _caught(path: str, member: str, read: Callable[[], Iterable[Extracted]]) -> Iterator[Extracted]:
    try:
        yield from read()
    except Exception as error:
        yield failure_of(error, path, member)


MANIFEST_BYTES = 1 << 30
SMALL_BYTES = 1 << 18
"""Files up to this size are read at once."""
OWN_KINDS: frozenset[Kind] = frozenset({"empty", "unsupported", "mail", "mbox", "text", "html", "table"})
"""Kinds of file that our own parsers read, whose time and memory grow no faster than the file."""
MAX_ATTACHMENT_BYTES = 8 << 20
ATTACHMENT_LIMITS = ReadLimits(document_bytes=16 << 20, scan_seconds=0.0)
"""The limits of what an attachment may unpack to."""


def read_item(
    item: WorkItem,
    options: SourceOptions | None = None,
    limits: ReadLimits | None = None,
    bookmark: Bookmark | None = None,
    known_page: PageLookup = no_known_page,
) -> Iterator[Extracted]:
    """Read every document of a work item, in a fixed order; a file that cannot be read is a Failure among them.

    A page that `known_page` has by its key is not read off its picture again.
    """
    reader = _Reader(options or SourceOptions(), limits or ReadLimits(), bookmark or Bookmark(), known_page=known_page)
    left_out = item.left_out or ("",) * len(item.paths)
    for path, label, reason in zip(item.paths, item.labels, left_out, strict=True):
        yield from reader.pass_over(path, reason) if reason else reader.read_path(path, label, item)


def text_of(name: str, _media_type: str, raw: bytes) -> str | None:
    """The text of an attachment that is text, PDF or an office document; None for anything else, or larger ones.

    What it says it is does not matter; archives are not opened. One that cannot be read is Unreadable.
    """
    if len(raw) > MAX_ATTACHMENT_BYTES:
        return None
    try:
        kind = whole_kind_of(raw, name)
        if kind in ("text", "html"):
            return decoded_file(raw, is_html=kind == "html").text
        return text_parser(kind)(raw, ATTACHMENT_LIMITS) if kind in PARSERS else None
    except Exception as error:  # whatever is wrong with an attachment, the mail around it is worth having
        raise Unreadable(*reason_of(error)) from error


class OwnParsersOnly:
    """Gives the text of attachments that are text, and notes where another parser than our own would be needed."""

    def __init__(self) -> None:
        self.is_wanting = False

    def __call__(self, name: str, media_type: str, raw: bytes) -> str | None:
        """Return the text of an attachment that is plain text or HTML."""
        kind = whole_kind_of(raw, name)
        if kind in OWN_KINDS:
            return text_of(name, media_type, raw)
        self.is_wanting |= kind in PARSERS
        return None

    def leave(self, document: Document) -> Document:
        """Leave what is on a mail's pictures to a process that may die of it."""
        self.is_wanting = True
        return document


def small_reader(options: SourceOptions, limits: ReadLimits) -> Callable[[bytes, str, str | None], Read]:
    """Return what reads a few bytes after others with no parser but our own: the documents, and whether they are whole.

    They are not whole where an attachment needs another parser; where all does, there are none.
    """
    own = OwnParsersOnly()
    reader = _Reader(options, limits, Bookmark(), own, adds_pictures=own.leave)

    def read(raw: bytes, path: str, label: str | None) -> Read:
        own.is_wanting = False
        mail = reader.only_mail(raw, path, label)
        found: list[Extracted] | None = [mail] if mail is not None else reader.own_documents(raw, path, label)
        return Read(found or [], is_whole=found is not None and not own.is_wanting)

    return read


def read_bytes(
    raw: bytes, name: str, options: SourceOptions, limits: ReadLimits, bookmark: Bookmark | None = None
) -> Iterator[Extracted]:
    """Read what did not come from a file, such as standard input."""
    yield from _Reader(options, limits, bookmark or Bookmark()).read_raw(raw, name)


def is_stretch(item: WorkItem) -> bool:
    """Return whether an item is only a part of its file."""
    return item.first > 0 or item.last is not None


class Read(NamedTuple):
    """The documents that were read, and whether nothing of them is missing."""

    documents: list[Extracted]
    is_whole: bool


@dataclass(frozen=True, slots=True)
class _Found:
    """A file that has been opened, on the disk or in an archive, with the bytes it begins with."""

    path: str
    member: str
    name: str
    folder_label: str | None
    kind: Kind
    head: bytes
    stream: BinaryIO
    """The bytes that follow the head."""
    check: Callable[[], None] = lambda: None
    """Raises if the file has changed since it was opened; one in an archive cannot change by itself."""
    depth: int = 0
    """The number of archives it is in."""
    is_whole: bool = False
    """True if the head is all there is."""

    def whole(self) -> BinaryIO:
        """The file from its beginning."""
        return Joined(self.head, self.stream)  # type: ignore[return-value]


class _Reader:
    """Reads what it is given as the options ask, within the limits, and keeps the bookmark."""

    def __init__(
        self,
        options: SourceOptions,
        limits: ReadLimits,
        bookmark: Bookmark,
        attachment_text: TextOf = text_of,
        known_page: PageLookup = no_known_page,
        adds_pictures: Callable[[Document], Document] | None = None,
    ) -> None:
        self._options, self._limits, self._bookmark = options, limits, bookmark
        self._attachment_text = attachment_text
        self._labelling = labelling_of(options)
        self._allowance = Allowance(limits)
        self._known_page = known_page
        self._adds_pictures = adds_pictures or self._with_pictures
        self._pictures = SetAside(options.ocr, limits)

    def read_path(self, path: str, label: str | None, item: WorkItem) -> Iterator[Extracted]:
        """Read a file of the disk, or a stretch of it."""
        return self._bookmark.container(path, "", partial(self._read_file, path, label, item))

    def pass_over(self, path: str, reason: str) -> Iterator[Extracted]:
        """Name a file, or a folder, that is not to be read."""
        return self._bookmark.step(path, "", lambda: (Failure(path, "", reason),))

    def only_mail(self, raw: bytes, path: str, label: str | None) -> Document | None:
        """Return the mail that a few bytes are, without the cost of a bookmark; None where they are none, or broken."""
        try:
            kind = kind_of(raw[:HEAD_BYTES], basename(path), self._options.kind)
            mail = only_message(raw) if kind == "mbox" else raw
            if mail is None or kind not in ("mbox", "mail") or has_length_line(mail):
                return None
            return self._mail(_Found(path, "", basename(path), label, kind, raw, BytesIO()), "", mail)
        except Exception:
            return None  # whoever reads it with a bookmark finds out why

    def own_documents(self, raw: bytes, path: str, label: str | None) -> list[Extracted] | None:
        """The documents in a few bytes; None where another parser than our own has to look at them."""
        kind = kind_of(raw[:HEAD_BYTES], basename(path), self._options.kind)
        if kind not in OWN_KINDS:
            return None
        found = _Found(path, "", basename(path), label, kind, raw, BytesIO(), is_whole=True)
        return list(self._bookmark.container(path, "", partial(self._read, found)))

    def read_raw(self, raw: bytes, name: str) -> Iterator[Extracted]:
        """Read bytes as if they were a file's."""

        def read() -> Iterator[Extracted]:
            self._allowance = Allowance(self._limits, len(raw))
            kind = kind_of(raw[:HEAD_BYTES], name, self._options.kind)
            is_small = len(raw) <= min(SMALL_BYTES, self._limits.document_bytes)
            head, rest = (raw, b"") if is_small else (raw[:HEAD_BYTES], raw[HEAD_BYTES:])
            return self._read(_Found(name, "", name, None, kind, head, BytesIO(rest), depth=1, is_whole=is_small))

        return self._bookmark.container(name, "", read)

    def _read_file(self, path: str, label: str | None, item: WorkItem) -> Iterator[Extracted]:
        if is_stretch(item):
            return self._read_large(path, label, item)
        raw = small_file(path, min(SMALL_BYTES, self._limits.document_bytes))
        if raw is None:
            return self._read_large(path, label, item)
        self._bookmark.note_bytes(len(raw))
        self._allowance = Allowance(self._limits, len(raw))
        name = basename(path)
        kind = kind_of(raw[:HEAD_BYTES], name, self._options.kind)
        return self._read(_Found(path, "", name, label, kind, raw, BytesIO(), is_whole=True))

    def _read_large(self, path: str, label: str | None, item: WorkItem) -> Iterator[Extracted]:
        """Read a file, or a stretch of it, that stays open meanwhile."""
        with open_regular(path) as (file, before):
            n_source_bytes = item.size_bytes if is_stretch(item) else before.st_size
            self._allowance = Allowance(self._limits, n_source_bytes)
            head = file.read(HEAD_BYTES)
            check = partial(check_unchanged, file.fileno(), before)
            name = basename(path)
            kind = kind_of(head, name, self._options.kind)
            found = _Found(path, "", name, label, kind, head, file, check)
            if is_stretch(item):

                def n_bytes() -> int:  # how many members of an archive have passed is known at its end
                    return 0 if kind == "zip" else max(0, min(file.tell() - item.first, item.size_bytes))

                with self._bookmark.measuring(n_bytes, item.size_bytes):
                    yield from self._read_stretch(found, item)
            else:
                with self._bookmark.measuring(file.tell, before.st_size):
                    yield from self._read(found)
            if found.kind in CONTAINERS:
                check()

    def _read(self, found: _Found) -> Iterator[Extracted]:
        if is_manifest(found.name, found.head):
            return self._step(found, self._document)
        if found.kind == "zip":
            return self._read_zip(found)
        if found.kind == "tar":
            return self._read_members(found, tar_members(found.whole(), self._allowance))
        if found.kind in PACKED:
            return self._read_packed(found)
        if found.kind == "mbox":
            raw = only_message(found.head) if found.is_whole else None
            if raw is None:
                return self._read_mailbox(found, found.whole(), 0, None)
            return self._bookmark.step(found.path, found.member, partial(self._message, found, found.member, raw))
        return self._step(found, self._table if found.kind == "table" else self._document)

    def _step(self, found: _Found, read: Callable[[_Found], Iterable[Extracted]]) -> Iterator[Extracted]:
        return self._bookmark.step(found.path, found.member, partial(read, found))

    def _document(self, found: _Found) -> Iterable[Extracted]:
        is_export = is_manifest(found.name, found.head)
        limit_bytes = MANIFEST_BYTES if is_export else self._limits.document_bytes
        raw = found.head if found.is_whole else read_within(found.stream, found.head, limit_bytes)
        found.check()
        if is_export:
            return manifest_documents(raw, found.path, found.member, self._options)
        kind = ole_kind_of(raw) if found.kind == "ole" else found.kind
        if kind == "mail":
            return (self._apple_or_mail(found, raw),)
        if kind == "outlook":
            return (self._mail(found, found.member, raw, outlook_mail(raw, found.path, self._limits)),)
        if kind == "sheet" and self._options.kind == "table":
            table, rows = table_and_rows_of_sheet(raw, self._limits, self._options, found.path)
            return row_documents(table, rows, found.path, found.member, self._label(found), self._options)
        charset, pages, flaws = "", tuple[RecognisedPage, ...](), tuple[str, ...]()
        if kind in ("text", "html"):
            text, charset = decoded_file(raw, is_html=kind == "html")
        elif kind in PAGED:
            text, pages, flaws = paged_parser(kind)(raw, self._limits, self._paper())
        else:
            text = text_parser(kind)(raw, self._limits)
        document = text_document(text, found.path, found.member, self._label(found), len(raw), charset)
        return (replace(document, pages=pages, flaws=flaws) if flaws else document,)

    def _paper(self) -> Paper:
        return new_paper(self._limits, self._options.ocr, self._known_page, self._read_page)

    def _read_page(self, read: Callable[[], RecognisedPage]) -> RecognisedPage:
        if self._bookmark.is_careful:
            raise Unreadable("given-up")
        return self._bookmark.optional(read)

    def _with_pictures(self, mail: Document) -> Document:
        return self._pictures.added_to(mail, self._paper())

    def _apple_or_mail(self, found: _Found, raw: bytes) -> Document:
        message = without_wrapping(raw)
        if message.flags & (DELETED | DRAFT):
            raise Unreadable("own-mail")
        document = self._mail(found, found.member, message.raw)
        is_junk = message.flags & JUNK and self._options.labels_from == "folder" and self._options.label is None
        return replace(document, label=junk_label(document.label)) if is_junk else document

    def _mail(self, found: _Found, member: str, raw: bytes, mail: Part | None = None) -> Document:
        self._pictures.begin()
        document = read_mail(
            raw,
            path=found.path,
            member=member,
            options=self._options,
            limits=self._limits,
            label=self._label(found),
            text_of=self._text_of,
            mail=mail,
        )
        return self._adds_pictures(document) if self._pictures.are_wanted(document.text) else document

    def _text_of(self, name: str, media_type: str, raw: bytes) -> str | None:
        if self._bookmark.is_careful:
            raise Unreadable("given-up")
        read = partial(self._attachment_text, name, media_type, raw)
        return self._pictures.look(raw, partial(self._bookmark.optional, read))

    def _read_mailbox(self, found: _Found, file: BinaryIO, first: int, last: int | None) -> Iterator[Extracted]:
        for number, raw in iter_mbox(file, first, last, max_bytes=self._limits.document_bytes):
            member = f"{found.member}/{number}" if found.member and number else found.member or number
            yield from self._bookmark.step(found.path, member, partial(self._message, found, member, raw))

    def _message(self, found: _Found, member: str, raw: bytes) -> tuple[Document]:
        return (self._mail(found, member, raw),)

    def _label(self, found: _Found) -> str | None:
        where = f"{found.path}/{found.member}" if found.member else found.path
        return self._labelling.of(where, found.folder_label)

    def _table(self, found: _Found, stretch: WorkItem | None = None) -> Iterable[Extracted]:
        if not self._options.reads_tables:
            raise Unreadable("table-beside")
        sample, is_whole = sample_of(found.stream, found.head)
        table = open_table(sample, self._options, found.path, is_whole=is_whole, name=found.name)
        if stretch is None:
            rows = table_rows(table, Joined(sample, found.stream))  # type: ignore[arg-type]
        else:
            part, is_start = Stretch(found.stream, stretch.first, stretch.last), stretch.first == 0
            rows = table_rows(table, part, is_start=is_start, first_line=stretch.first_line)  # type: ignore[arg-type]
        return row_documents(table, rows, found.path, found.member, self._label(found), self._options)

    def _read_stretch(self, found: _Found, item: WorkItem) -> Iterator[Extracted]:
        if found.kind == "zip":
            return self._read_zip(found, item.first, item.last)
        if found.kind != "mbox":
            return self._step(found, partial(self._table, stretch=item))
        found.stream.seek(item.first)
        return self._read_mailbox(found, found.stream, item.first, item.last)

    def _read_zip(self, found: _Found, first: int = 0, last: int | None = None) -> Iterator[Extracted]:
        with self._seekable(found) as file, opened_zip(file) as archive:
            kind = archive_kind(archive)
            if kind == "zip":
                yield from self._read_members(found, zip_members(archive, self._allowance, first, last))
                return
            file.seek(0)
            yield from self._step(replace(found, kind=kind, head=b"", stream=file, is_whole=False), self._document)

    def _seekable(self, found: _Found) -> AbstractContextManager[BinaryIO]:
        if found.is_whole:
            return BytesIO(found.head)
        if found.depth:
            return spooled(found.whole(), self._limits.document_bytes // 4)
        found.stream.seek(0)
        return open(found.stream.fileno(), "rb", closefd=False)

    def _read_packed(self, found: _Found) -> Iterator[Extracted]:
        """A packed tar archive, or any one file that is packed by itself."""
        self._allowance.check_depth(found.depth)
        stream = unpacked(found.whole(), found.kind, self._allowance)
        head = stream.read(HEAD_BYTES)
        name = found.name.rpartition(".")[0] or found.name
        kind = "tar" if is_tar(head) else kind_of(head, name, self._options.kind)
        depth = found.depth if kind == "tar" else found.depth + 1
        inner = replace(found, name=name, kind=kind, head=head, stream=stream, depth=depth, is_whole=False)
        return self._read(inner)

    def _read_members(self, found: _Found, members: Iterator[Member]) -> Iterator[Extracted]:
        self._allowance.check_depth(found.depth)
        for member in members:
            path, name = found.path, f"{found.member}/{member.name}" if found.member else member.name
            read = partial(self._read_member, found, member, name)
            yield from self._bookmark.container(path, name, read)

    def _read_member(self, found: _Found, member: Member, name: str) -> Iterator[Extracted]:
        if member.problem:
            raise Unreadable(member.problem)
        with closing(member.open()) as stream:
            head, own_name = stream.read(HEAD_BYTES), basename(member.name)
            kind = kind_of(head, own_name, self._options.kind)
            label = member_label(member, found.name, whole=self._options.labels_from == "tree")
            yield from self._read(_Found(found.path, name, own_name, label, kind, head, stream, depth=found.depth + 1))


@dataclass(frozen=True, slots=True)
class BatchSizes:
    """The sizes at which a batch is handed on; the first that is reached counts."""

    documents: int = 500
    characters: int = 1 << 21
    seconds: float = 0.75


@dataclass(frozen=True, slots=True)
class Reading:
    """The choices and limits by which a source is read, handed to each worker process."""

    options: SourceOptions = field(default_factory=SourceOptions)
    limits: ReadLimits = field(default_factory=ReadLimits)
    sizes: BatchSizes = field(default_factory=BatchSizes)
    known_page: PageLookup = no_known_page


def plan_batches(item: WorkItem, reading: Reading, _bookmark: Bookmark) -> Iterator[SourcePlan]:
    """Plan a source, given as the paths of an item: for planning in a worker, where parsers may do what they like."""
    yield plan_source([Path(path) for path in item.paths], reading.options)


def read_batches(item: WorkItem, reading: Reading, bookmark: Bookmark) -> Iterator[list[Extracted]]:
    """Read a work item by batches that are neither large nor long in coming."""
    batch: list[Extracted] = []
    most = reading.sizes
    n_characters, begun_s = 0, time.monotonic()
    for extracted in read_item(item, reading.options, reading.limits, bookmark, reading.known_page):
        batch.append(extracted)
        n_characters += len(extracted.text) if isinstance(extracted, Document) else 0
        is_full = len(batch) >= most.documents or n_characters >= most.characters
        if is_full or time.monotonic() - begun_s >= most.seconds:
            yield batch
            batch, n_characters, begun_s = [], 0, time.monotonic()
    if batch:
        yield batch
