"""Documents as readers make them, their sets of labels, and the words of strangers made fit for one line.

Several labels of one document as one name: what is kept, counted, undone and taught is the set.

A set is a label like any other to the workspace and to the models, made when the first document has it; its name is
its labels in order, with a sign between them that no name can have. So a document with one label costs what it did, the
log of changes and undo need not know of sets, and forgetting stays exact. To people a set never appears as one label.

Text that strangers wrote, made fit for one line: it begins no other, turns nothing round, and gives no orders.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
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


KnownPage = Callable[[bytes], RecognisedPage | None]
"""A look-up of a recognised page by its key; None if the page is not known."""


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
    """folder | tree | file | column | header[:NAME] | notmuch:FILE | pattern:REGEX | none"""
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


SEPARATOR = "\x1f"
"""The sign of old for what separates units; nobody can type it, and names with controls are refused."""
MOST_LABELS = 1_000
"""More on one document are a mistake of whatever wrote them."""


def label_set(labels: Iterable[str]) -> str | None:
    """Return the name of a set of labels; None for no label at all."""
    return SEPARATOR.join(sorted({label for label in labels if label})) or None


def labels_in(name: str | None) -> tuple[str, ...]:
    """Return the labels of a set, of which there is one where the name is no set's."""
    return tuple(name.split(SEPARATOR)) if name else ()


def is_set(name: str | None) -> bool:
    """Tell whether a name stands for more than one label."""
    return name is not None and SEPARATOR in name


def shown_labels(name: str) -> str:
    """Return a set as text to be read."""
    return ", ".join(labels_in(name))


def single_labels(names: Iterable[str]) -> list[str]:
    """Return each label that is one of these, or in a set among them, once and in order of appearance."""
    return list(dict.fromkeys(label for name in names for label in labels_in(name)))


def counted_singly(counts: Mapping[str, int]) -> dict[str, int]:
    """Count for each label what is counted for the sets that it is in."""
    found: dict[str, int] = {}
    for name, count in counts.items():
        for label in labels_in(name):
            found[label] = found.get(label, 0) + count
    return found


def places_with(names: Sequence[str], label: str) -> list[int]:
    """Return the places of the names that are a label or a set with it; case does not matter."""
    wanted = label.casefold()
    return [place for place, name in enumerate(names) if wanted in name.casefold().split(SEPARATOR)]


BREAKS = re.compile(r"[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")
ORDERS = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\U000e0001-\U000e007f]"
)
"""Control characters, marks of direction, and tags that no font shows."""


def one_line(words: str) -> str:
    """Return words with breaks as spaces, and with a mark in the place of what would be obeyed instead of shown."""
    return ORDERS.sub("\N{REPLACEMENT CHARACTER}", BREAKS.sub(" ", words))
