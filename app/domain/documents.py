"""Records of what a reader makes of a file: one per document, or one that says why not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from nbengine.lazy_dataclasses import dataclass

DocumentKind = Literal["mail", "text", "row"]
SourceKind = Literal["auto", "text", "mail", "table"]
OcrChoice = Literal["auto", "never", "always"]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that travels inside a mail; its text, where it has any, is part of the document's text."""

    name: str
    media_type: str
    size_bytes: int


BOX_NUMBERS = 7


@dataclass(frozen=True, slots=True)
class RecognisedPage:
    """A page whose text was read off its picture: the words, how sure the recogniser was, and where each lies."""

    text: str = ""
    by: str = ""
    """The program that read it, with its version."""
    sureness: float = 0.0
    """The recogniser's own, from 0 to 1, over all words by their length."""
    turn: int = 0
    """Degrees by which the page is turned clockwise to stand upright."""
    boxes: tuple[int, ...] = ()
    """Seven numbers a word: its start and length in the text, its left, top, right and bottom in ten-thousandths of the
    upright page, and its own sureness in percent."""
    number: int = 0
    """Of the page in its document, from 0."""
    start: int = 0
    """The character of the document's text at which its own begins."""
    key: bytes = b""
    """The hash that the same page has in any file, read by the same program."""
    is_new: bool = False
    """True if it was read just now, and not known already."""


@dataclass(frozen=True, slots=True)
class Document:
    """One document as it came out of a file, ready to be counted and stored."""

    text: str
    """The text that a person would read, with HTML and office formats already turned into text."""
    path: str
    """The file it came from, as the person named it."""
    member: str = ""
    """The place inside that file: a path in an archive, a number in a mailbox, a row of a table."""
    kind: DocumentKind = "text"
    title: str = ""
    """Subject, document title, or file name."""
    sender: str = ""
    date_s: int | None = None
    """Seconds since 1970 in UTC; None where the document does not say."""
    label: str | None = None
    weight: float = 1.0
    fields: Mapping[str, str] = field(default_factory=dict)
    """Evidence beside the text, by field name: `subject`, `from`, `url`, `mark`, …"""
    attachments: tuple[Attachment, ...] = ()
    charset: str = ""
    """Python's name for what its text was decoded from; empty where its format leaves no choice."""
    flaws: tuple[str, ...] = ()
    """Faults in how it is written, as short codes: `no-charset`, `alternatives-differ`, …"""
    unseen: str = ""
    """The text that nobody sees, such as hidden parts of HTML; never a part of `text`."""
    numbers: tuple[float, ...] = ()
    """Numeric columns of a table's row in the order of its schema; NaN is missing."""
    choices: tuple[str | None, ...] = ()
    """Categorical columns of a table's row in the order of its schema; None is missing."""
    content_hash: bytes = b""
    """16 bytes over what makes two documents the same; empty where equal rows must stay apart."""
    size_bytes: int = 0
    pages: tuple[RecognisedPage, ...] = ()
    """The pages of it that a recogniser read; their text is part of `text`."""

    @property
    def sureness(self) -> float | None:
        """The recogniser's own, over all pages that it read; None where it read none."""
        n_characters = sum(len(page.text) for page in self.pages)
        if not n_characters:
            return None
        return sum(page.sureness * len(page.text) for page in self.pages) / n_characters


@dataclass(frozen=True, slots=True)
class Failure:
    """A file, or a part of one, that could not become a document."""

    path: str
    member: str
    reason: str
    """A code of `app.domain.errors.FAILURE_REASONS`."""
    detail: str = ""


Extracted = Document | Failure


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """A person's choices of how to read a source; by default the readers find out."""

    kind: SourceKind = "auto"
    labels_from: str = "folder"
    """folder | tree | column | header[:NAME] | notmuch:FILE | pattern:REGEX | none"""
    labels: str = "auto"
    """several | one: how many a document may have; auto is one until a plan has looked at the source."""
    label: str | None = None
    """One label for everything in the source; it wins over labels_from."""
    text_column: str | None = None
    label_column: str | None = None
    numeric_columns: tuple[str, ...] = ()
    categorical_columns: tuple[str, ...] = ()
    ignored_columns: tuple[str, ...] = ()
    """Left out, while all others are used; so are they with guesses_rest."""
    guesses_rest: bool = False
    """True if columns that were not named are used as what they look like, even where others were named."""
    weight_column: str | None = None
    has_header_row: bool | None = None
    keep_duplicates: bool = False
    reads_tables: bool = True
    """False leaves out tables that lie beside documents, whose rows would be documents of another sort."""
    headers_as_evidence: bool = True
    """False reads the bodies of mails only."""
    tells_apart: bool = True
    """False reads mails without the date and the hash by which copies are known: those that are only judged."""
    ocr: OcrChoice = "auto"
    """auto reads pages that have no text of their own off their pictures; always also those that have some, and the
    pictures in mails."""


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """Limits of what one document, and one archive, may cost before it is given up and listed as a failure."""

    seconds_per_document: float = 20.0
    scan_seconds: float = 15.0
    """For reading one page of a scan; less than a document may take, or it would seem to hang. Zero reads none."""
    scan_pages: int = 50
    """Pages of a document that are read off their pictures; what comes after is left out, and the document says so."""
    memory_bytes: int = 1 << 30
    """Of a worker process; passing it costs the document at hand, not the import."""
    document_bytes: int = 64 << 20
    header_bytes: int = 256 << 10
    archive_entries: int = 1_000_000
    archive_depth: int = 3
    archive_expanded_bytes: int = 64 << 30
    archive_ratio: float = 200.0
    """Expanded to packed size of one entry, once it has passed 1 MB."""


@dataclass(frozen=True, slots=True)
class WorkItem:
    """A piece of a source that one worker reads by itself: files, a stretch of a mailbox, members of an archive."""

    paths: tuple[str, ...]
    """Absolute; plain text because making and sending paths costs more than reading small files."""
    labels: tuple[str | None, ...]
    """One per path: what the folders around it say."""
    first: int = 0
    """For a stretch of one large file: the first byte, or the first member or row."""
    last: int | None = None
    size_bytes: int = 0
    """The bytes by which reading it moves the progress on."""
    first_line: int = 1
    """For a stretch of a table: the number of the line it begins with, from 1."""
    left_out: tuple[str, ...] = ()
    """A reason for each path why it is not to be read, as a code of FAILURE_REASONS or an empty string; empty where all
    are read."""


@dataclass(frozen=True, slots=True)
class TableSchema:
    """The columns of a table corpus, in the order that `Document.numbers` and `Document.choices` follow."""

    numeric: tuple[str, ...] = ()
    categorical: tuple[str, ...] = ()
    text: str | None = None
    label: str | None = None
    weight: str | None = None
