"""Documents as readers return them, the options for reading them, label sets, and `one_line` for untrusted text.

A document with several labels has one *label set*, which the workspace stores as one label. The name of a label set is
its sorted labels, joined by SEPARATOR, which no label name may contain. The workspace creates a label set for the first
document that needs it. So the change log, undo and forgetting work the same for one label and for several. The window
shows the single labels, never the name of the set.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

DocumentKind = Literal["mail", "text", "row"]
SourceKind = Literal["auto", "text", "mail", "table"]
OcrChoice = Literal["auto", "never", "always"]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file attached to a mail. Its text, if any, is part of the document's text."""

    name: str
    media_type: str
    size_bytes: int


NUMBERS_PER_WORD = 7
"""How many integers in `RecognisedPage.boxes` describe one word."""


@dataclass(frozen=True, slots=True)
class RecognisedPage:
    """A page read by OCR: its text, the recogniser's confidence, and the box of each word."""

    text: str = ""
    ocr_program: str = ""
    """Name and version of the OCR program."""
    confidence: float = 0.0
    """Mean confidence of the recogniser, from 0 to 1, over all words weighted by length."""
    rotation: int = 0
    """Degrees by which the page was turned clockwise to make it upright."""
    boxes: tuple[int, ...] = ()
    """Seven numbers per word: start and length in the text; left, top, right and bottom in ten-thousandths of the
    upright page; confidence in percent."""
    number: int = 0
    """Index of the page in its document, from 0."""
    start: int = 0
    """Offset of the page's text in the document's text."""
    key: bytes = b""
    """Cache key: hash of the page image and the OCR program. Equal pages in different files share it."""
    is_new: bool = False
    """True if the page was read just now, False if it came from the cache."""


PageLookup = Callable[[bytes], RecognisedPage | None]
"""Function that returns a recognised page from the cache by its key; None on a miss."""


@dataclass(frozen=True, slots=True)
class Document:
    """One document that a reader extracted from a file, ready to be counted and stored."""

    text: str
    """The visible text. HTML and office formats are already converted to plain text."""
    path: str
    """The source file, spelled as the person gave it."""
    member: str = ""
    """Position inside that file: a path in an archive, a number in a mailbox, a row of a table."""
    kind: DocumentKind = "text"
    title: str = ""
    """Subject, document title, or file name."""
    sender: str = ""
    date_s: int | None = None
    """Unix time in seconds (UTC); None if the document has no date."""
    label: str | None = None
    weight: float = 1.0
    fields: Mapping[str, str] = field(default_factory=dict)
    """Additional evidence by field name: `subject`, `from`, `url`, `mark`, …"""
    attachments: tuple[Attachment, ...] = ()
    charset: str = ""
    """Python codec name of the decoded text; empty if the file format fixes the encoding."""
    flaws: tuple[str, ...] = ()
    """Codes of defects of the file, such as `no-charset` and `alternatives-differ`."""
    hidden_text: str = ""
    """Invisible text, such as hidden parts of HTML. It is not part of `text`."""
    numbers: tuple[float, ...] = ()
    """Values of the numeric columns in schema order; NaN is a missing value."""
    choices: tuple[str | None, ...] = ()
    """Values of the categorical columns in schema order; None is a missing value."""
    content_hash: bytes = b""
    """16-byte hash by which duplicates are recognised; empty if equal rows must stay separate documents."""
    size_bytes: int = 0
    pages: tuple[RecognisedPage, ...] = ()
    """Pages read by OCR. Their text is part of `text`."""

    @property
    def ocr_confidence(self) -> float | None:
        """OCR confidence over all recognised pages, weighted by text length; None without such pages."""
        n_characters = sum(len(page.text) for page in self.pages)
        if not n_characters:
            return None
        return sum(page.confidence * len(page.text) for page in self.pages) / n_characters


@dataclass(frozen=True, slots=True)
class Failure:
    """A file, or a member of a file, that could not be read as a document."""

    path: str
    member: str
    reason: str
    """Key of `app.domain.errors.FAILURE_REASONS`."""
    detail: str = ""


Extracted = Document | Failure


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """How to read a source, as a person chose it. The defaults let the readers decide."""

    kind: SourceKind = "auto"
    labels_from: str = "folder"
    """Where labels come from:

    `folder`, `tree`, `file`, `column`, `header[:NAME]`, `notmuch:FILE`, `pattern:REGEX` or `none`.
    """
    labels: str = "auto"
    """Labels per document:

    `one`, `several` or `auto`. `auto` means one until the import plan has examined the source.
    """
    label: str | None = None
    """Label for every document of the source; overrides `labels_from`."""
    text_column: str | None = None
    label_column: str | None = None
    numeric_columns: tuple[str, ...] = ()
    categorical_columns: tuple[str, ...] = ()
    ignored_columns: tuple[str, ...] = ()
    """Table columns that are not read. If any are listed, all columns that are not listed are read, as with
    `guesses_rest`.
    """
    guesses_rest: bool = False
    """Whether table columns that these options do not name are read, too. The column types are guessed from the values.
    """
    weight_column: str | None = None
    has_header_row: bool | None = None
    keep_duplicates: bool = False
    reads_tables: bool = True
    """Whether table files are read.

    If False, table files in a folder of other documents are skipped, because their rows are another kind of document.
    """
    headers_as_evidence: bool = True
    """Whether the headers of mails are read as evidence, or only the bodies."""
    tells_apart: bool = True
    """Whether mails get a date and a content hash, which the workspace needs to recognise duplicates of a mail.

    False is faster, and enough for mails that are judged but not stored.
    """
    ocr: OcrChoice = "auto"
    """auto: OCR for pages without a text layer. always: OCR for every page, and for pictures in mails."""
    password: str = field(default="", repr=False)
    """Password of PDF files, typed by a person for this reading only. It is never stored, logged or shown."""


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """Limits on time and memory per document and per archive. A file that exceeds a limit is reported as a failure."""

    seconds_per_document: float = 20.0
    scan_seconds: float = 15.0
    """OCR time limit per page; 0 disables OCR. Must be below `seconds_per_document`, or the worker would be killed."""
    scan_pages: int = 50
    """OCR page limit per document. Later pages are left out, and the document gets a flaw."""
    memory_bytes: int = 1 << 30
    """Memory limit of a worker process. Exceeding it fails the current document, not the import."""
    document_bytes: int = 64 << 20
    header_bytes: int = 256 << 10
    archive_entries: int = 1_000_000
    archive_depth: int = 3
    archive_expanded_bytes: int = 64 << 30
    archive_ratio: float = 200.0
    """Largest ratio of expanded to compressed size of an archive entry. It is checked once 1 MB was expanded."""
    niceness: int = 0
    """Number added to the niceness of a worker process. Higher values give other processes priority. Windows ignores
    it.
    """
    text_characters: int | None = None
    """Maximum number of characters of text in a document that is read from bytes; None for no limit.

    Longer text is cut off, and the document gets the flaw `only-the-beginning`. Readers limit hidden text and fields.
    """


@dataclass(frozen=True, slots=True)
class WorkItem:
    """A unit of work for one worker process: some files, a range of a mailbox, members of an archive, or bytes."""

    paths: tuple[str, ...]
    """Absolute paths. They are strings because pickling `Path` objects costs more than reading small files."""
    labels: tuple[str | None, ...]
    """Label of each path, taken from the folders that contain it; None for no label."""
    range_start: int = 0
    """Start of a range of one large file, counted from 0: a byte offset, or the number of an archive member or row."""
    range_end: int | None = None
    size_bytes: int = 0
    """Bytes to add to the progress when the item is done."""
    first_line: int = 1
    """Line number, from 1, at which a range of a table starts."""
    skip_reasons: tuple[str, ...] = ()
    """For each path, the reason why it must not be read (a key of FAILURE_REASONS), or "". Empty if all are read."""
    raw: bytes | None = None
    """Content that is read in place of the file `paths[0]`; None if the file itself is read."""


@dataclass(frozen=True, slots=True)
class TableSchema:
    """Columns of a table corpus. `Document.numbers` and `Document.choices` follow this order."""

    numeric: tuple[str, ...] = ()
    categorical: tuple[str, ...] = ()
    text: str | None = None
    label: str | None = None
    weight: str | None = None


SEPARATOR = "\x1f"
"""Character between the labels in the name of a label set: ASCII Unit Separator, which no label name can contain."""
MAX_LABELS_PER_DOCUMENT = 1_000
"""Maximum number of labels per document; more mean a malformed source."""


def label_set_name(labels: Iterable[str]) -> str | None:
    """Return the stored name of a set of labels; None if the set is empty."""
    return SEPARATOR.join(sorted({label for label in labels if label})) or None


def split_label_set(name: str | None) -> tuple[str, ...]:
    """Return the single labels in the stored name of a label or label set; empty for None."""
    return tuple(name.split(SEPARATOR)) if name else ()


def is_label_set(name: str | None) -> bool:
    """Return whether a stored name is a set of two or more labels."""
    return name is not None and SEPARATOR in name


def display_labels(name: str) -> str:
    """Return a stored name for display: "a, b"."""
    return ", ".join(split_label_set(name))


def collect_single_labels(names: Iterable[str]) -> list[str]:
    """Return the distinct single labels in stored names of label sets, in order of their first appearance."""
    return list(dict.fromkeys(label for name in names for label in split_label_set(name)))


def count_single_labels(counts: Mapping[str, int]) -> dict[str, int]:
    """Return the count of each single label: the sum over all sets that contain it."""
    label_counts: dict[str, int] = {}
    for name, count in counts.items():
        for label in split_label_set(name):
            label_counts[label] = label_counts.get(label, 0) + count
    return label_counts


def indices_with_label(names: Sequence[str], label: str) -> list[int]:
    """Return the indices of the names that are this label, or a set that contains it, ignoring case."""
    folded_label = label.casefold()
    return [index for index, name in enumerate(names) if folded_label in name.casefold().split(SEPARATOR)]


LINE_BREAKS = re.compile(r"[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")
UNSAFE_CHARACTERS = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\U000e0001-\U000e007f]"
)
"""Control characters, bidirectional controls, and invisible tag characters."""


def one_line(text: str) -> str:
    """Return untrusted text as one safe line for display.

    Line breaks become spaces. Control and bidirectional characters become U+FFFD: a terminal would act on them.
    """
    return UNSAFE_CHARACTERS.sub("\N{REPLACEMENT CHARACTER}", LINE_BREAKS.sub(" ", text))
