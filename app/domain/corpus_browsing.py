"""A corpus as it is looked through: shelves and orders, rows, the document that is read, and searches for it.

A search as terms: words, "phrases", and operators such as `from:` and `before:`, each with a − to leave out.

What stands before a colon and is no operator is text like any other, and so is an operator with a value that it does
not take.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
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


OPERATORS = ("from", "to", "subject", "label", "judged", "kind", "has", "is", "before", "after")
KINDS, STATES = ("mail", "text", "row"), ("wrong", "unlabelled", "duplicate")
KNOWN_VALUES: Mapping[str, Sequence[str]] = {"kind": KINDS, "has": ("attachment",), "is": STATES}
"""Values that operators take in any corpus."""
MOST_COMPLETIONS = 6
_TERM = re.compile(r'(?P<minus>[-−])?(?:(?P<operator>[a-z]+):)?(?:"(?P<phrase>[^"]*)"?|(?P<word>\S+))', re.IGNORECASE)
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """One thing that documents are to have, or not to have."""

    value: str
    operator: str = ""
    """One of OPERATORS, or nothing for a text."""
    is_left_out: bool = False
    is_phrase: bool = False


def search_terms(search: str) -> tuple[SearchTerm, ...]:
    """Take a search apart; words without an operator stay one text, in their order."""
    terms, words = [], []
    for match in _TERM.finditer(search):
        term = _term(match)
        if _is_more_than_words(term):
            terms.append(term)
        else:
            words.append(term.value)
    return (*([SearchTerm(" ".join(words))] if words else []), *terms)


def chip_spans(search: str) -> list[tuple[int, int]]:
    """Return the places of the parts of a search that are no plain words: operators, phrases, what is left out."""
    return [match.span() for match in _TERM.finditer(search) if _is_more_than_words(_term(match))]


def completions(begun: str, values: Mapping[str, Sequence[str]]) -> list[str]:
    """Return what the last part of a search that is being typed may become, a few at most.

    Operators come first, and after one of them its values, for those operators whose values are known.
    """
    part = begun[_part_begin(begun) :]
    minus, part = part[: len(part) - len(part.lstrip("-−"))], part.lstrip("-−")
    operator, colon, value = part.partition(":")
    if not part:
        return []
    if not colon:
        return [f"{minus}{one}:" for one in OPERATORS if one.startswith(part.casefold())][:MOST_COMPLETIONS]
    wanted = value.strip('"').casefold()
    known = [one for one in values.get(operator.casefold(), ()) if one.casefold().startswith(wanted)]
    return [f"{minus}{operator}:{quoted(one)}" for one in known if one.casefold() != wanted][:MOST_COMPLETIONS]


def completed(begun: str, completion: str) -> str:
    """Put a completion in the place of the part that was begun; after a value the next part may follow."""
    return begun[: _part_begin(begun)] + completion + ("" if completion.endswith(":") else " ")


def quoted(value: str) -> str:
    """A value as it is typed: in quotes where it has spaces."""
    return f'"{value}"' if " " in value else value


def _part_begin(begun: str) -> int:
    """Find where the part that is being typed begins; spaces within quotes do not end one."""
    is_quoted, begin = False, 0
    for place, letter in enumerate(begun):
        is_quoted ^= letter == '"'
        if letter.isspace() and not is_quoted:
            begin = place + 1
    return begin


def _is_more_than_words(term: SearchTerm) -> bool:
    return bool(term.operator) or term.is_left_out or term.is_phrase


def _term(match: re.Match[str]) -> SearchTerm:
    operator, phrase = (match["operator"] or "").lower(), match["phrase"]
    value = match["word"] if phrase is None else phrase
    is_left_out = bool(match["minus"])
    if operator in OPERATORS and _takes(operator, value.lower()):
        return SearchTerm(value, operator, is_left_out)
    if operator:
        value = f"{match['operator']}:{value}"
    return SearchTerm(value, "", is_left_out, is_phrase=phrase is not None)


def _takes(operator: str, value: str) -> bool:
    if operator in ("before", "after"):
        return moment(value) is not None
    return value in KNOWN_VALUES.get(operator, (value,)) and bool(value)


def moment(value: str) -> float | None:
    """Return the beginning of a year, a month or a day, in seconds since 1970."""
    found = _DATE.fullmatch(value)
    if found is None:
        return None
    try:
        year, month, day = (int(part) if part else 1 for part in found.groups())
        return datetime(year, month, day, tzinfo=UTC).timestamp()
    except ValueError:
        return None
