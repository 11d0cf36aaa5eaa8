"""A corpus as it is looked through: its shelves and orders, what is in it, its rows, and the document that is read."""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from app.domain.documents import Attachment, Failure, RecognisedPage
from app.domain.records import Revision
from app.domain.sentences import Sentence, failure_sentence
from app.domain.use_case_results import LabelCount
from nbengine.lazy_dataclasses import dataclass


class ShelfKind(Enum):
    """The part of a corpus that is looked through."""

    ALL = "all"
    LABEL = "label"
    UNLABELLED = "unlabelled"
    JUDGED_OTHERWISE = "judged otherwise"
    DUPLICATES = "duplicates"
    TWO_LABELS = "two labels"
    UNREADABLE = "unreadable"
    SOURCE = "source"
    SEARCH = "search"
    """A search that was kept under a name."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """A part of the corpus, by kind and, for a label or a source, by name."""

    kind: ShelfKind = ShelfKind.ALL
    name: str = ""


class SortOrder(Enum):
    """An order in which documents are listed."""

    NEWEST = "newest"
    OLDEST = "oldest"
    SUSPICIOUS = "suspicious"
    """Judged most surely to be something else."""
    SUBJECT = "subject"
    SENDER = "sender"
    LABEL = "label"
    LONGEST = "longest"
    IMPORTED = "imported"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class DocumentQuery:
    """A question for documents: which ones, and in which order."""

    shelf: Shelf = Shelf()
    order: SortOrder = SortOrder.NEWEST
    search: str = ""
    is_turned: bool = False
    """From the other end."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The figures of a corpus: its documents by label, source and state."""

    corpus: str = ""
    n_documents: int = 0
    labels: tuple[LabelCount, ...] = ()
    n_unlabelled: int = 0
    n_judged_otherwise: int | None = None
    """None before there is a verdict for each document."""
    n_duplicates: int = 0
    n_two_labels: int = 0
    n_unreadable: int = 0
    sources: tuple[tuple[str, int], ...] = ()
    positive: str = ""
    """The label whose probability the table shows; empty without a model, or with more than two labels."""
    is_of_rows: bool = False
    """Rows of a table have no sender and no date."""
    is_of_mail: bool = True
    """Of documents that are no mail few have a sender or a date."""
    revision: Revision = ("", -1, -1)
    judged_by: str = ""
    """The model whose verdicts are shown; empty where its name was not kept."""
    shelves: tuple[tuple[str, str], ...] = ()
    """Searches that are kept: name and search."""
    takes_several: bool = False
    """True if a document may have several labels."""


@dataclass(frozen=True, slots=True)
class RowVerdict:
    """The verdict on a document by a model that had not seen it."""

    share: float | None = None
    """Probability of the positive label, or of the document's own where there are more than two."""
    judged: str | None = None
    is_surprising: bool = False
    """Judged to be another label than it has."""
    judged_share: float | None = None
    """Probability of the label that was judged, where it can be told."""


NOT_JUDGED = RowVerdict()


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """One row of the table of documents."""

    number: int
    title: str
    sender: str = ""
    date_s: int | None = None
    label: str | None = None
    verdict: RowVerdict = NOT_JUDGED
    file: str = ""
    """The name of the file that it is of, or of the part of it."""
    n_letters: int = 0


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """A document that is read."""

    number: int
    title: str
    text: str
    sender: str = ""
    date_s: int | None = None
    source: str = ""
    label: str | None = None
    judged: str | None = None
    probability: float | None = None
    """Of the label that was judged."""
    attachments: tuple[Attachment, ...] = ()
    also_in: tuple[str, ...] = ()
    """The other places where its content was found."""
    path: str = ""
    """The file that it came in."""
    member: str = ""
    """The place in that file."""
    pages: tuple[RecognisedPage, ...] = ()
    """The pages of it that were read off their pictures."""


def share_of_judged(own_share: float, n_labels: int, *, is_own: bool) -> float | None:
    """Return the probability of the label that was judged, where it can be told from that of the document's own."""
    if is_own:
        return own_share
    return 1.0 - own_share if n_labels == 2 else None


def place_of(path: str, member: str) -> str:
    """Return a file, and what it is of that file."""
    return f"{path}, {member}" if member else path


def reason_of(failure: Failure) -> Sentence:
    """Return the sentence that says why a file was not read."""
    return failure_sentence(Path(failure.member or failure.path).name, failure.reason, failure.detail)
