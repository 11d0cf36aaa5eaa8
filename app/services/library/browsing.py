"""Looking through a corpus: which documents are shown, in which order, what their rows say, and the one that is read.

Everything a table is filtered and sorted by lies in arrays, one entry per document; titles are fetched for the rows in
view. Words are looked for in the counts that training uses, titles and senders in the workspace.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Literal

import numpy as np
import numpy.typing as npt

from app.domain.corpus_view import (
    NOT_JUDGED,
    DocumentQuery,
    DocumentRow,
    OpenDocument,
    Order,
    Overview,
    Revision,
    RowVerdict,
    Shelf,
    ShelfKind,
    place_of,
    reason_of,
    share_of_judged,
)
from app.domain.documents import Failure
from app.domain.jobs import JobContext
from app.domain.records import StoredDocument
from app.domain.results import LabelCount
from app.services.files.whole_files import whole_table
from app.services.library.row_words import text_of, titles_of
from app.services.library.searching import Search, documents_with
from app.store.access import Place, reading
from app.store.documents import NO_DATE, NO_LABEL, DocumentColumns
from app.store.workspace import Workspace
from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.measure.evaluation import positive_label

WORD_MARK = "word:"
"""Before a search for one word as it is counted, not for a text."""
SORTED_TEXTS: Mapping[Order, Literal["title", "sender", "path"]] = {
    Order.SUBJECT: "title",
    Order.SENDER: "sender",
    Order.FILE: "path",
}
UNJUDGED = -2
"""The verdict of a document that no model has judged."""


@dataclass(frozen=True, slots=True, eq=False)
class Listing:
    """The numbers of the documents to show, in order, and the revision of the corpus that they are of."""

    numbers: IntArray
    revision: Revision


@dataclass(frozen=True, slots=True, eq=False)
class JudgedColumns:
    """The columns of a corpus with the honest verdict on each document."""

    columns: DocumentColumns
    judged: npt.NDArray[np.int32]
    """(n_documents,): places in the columns' label names, -1 undecided, UNJUDGED without a verdict."""
    own_shares: FloatArray
    """(n_documents,): probability of the label that the document has; NaN without a verdict."""

    @property
    def is_surprising(self) -> npt.NDArray[np.bool_]:
        """Judged to be another label than it has."""
        labels = self.columns.labels
        return np.asarray((labels != NO_LABEL) & (self.judged >= 0) & (self.judged != labels))


@dataclass(slots=True)
class _Kept:
    """The columns of one corpus as read at one change number, kept until the corpus changes."""

    key: Revision = ("", -1, -1)
    columns: JudgedColumns | None = None
    sorted_texts: dict[Order, IntArray] = field(default_factory=dict)


class Browser:
    """Answers for one workspace; belongs to one thread. Columns are kept until the corpus or its verdicts change."""

    def __init__(self, workspace: Place) -> None:
        self._place, self._kept = workspace, _Kept()

    def overview(self, corpus: str, _context: JobContext) -> Overview:
        """Count what is in a corpus."""
        with reading(self._place) as workspace:
            found = self._columns(workspace, corpus)
            columns, labels = found.columns, workspace.labels.all(corpus)
            has_verdicts = bool((found.judged != UNJUDGED).any())
            return Overview(
                corpus=corpus,
                n_documents=len(columns.numbers),
                labels=tuple(LabelCount(one.name, one.colour, one.documents) for one in labels),
                n_unlabelled=int((columns.labels == NO_LABEL).sum()),
                n_judged_otherwise=int(found.is_surprising.sum()) if has_verdicts else None,
                n_duplicates=int((columns.duplicates > 0).sum()),
                n_two_labels=int(columns.has_conflict.sum()),
                n_unreadable=len(workspace.imports.failures(corpus=corpus)),
                sources=tuple((one.source, one.report.documents) for one in workspace.imports.history(corpus)),
                positive=positive_of([one.name for one in labels]) if has_verdicts and len(labels) == 2 else "",
                is_of_rows=workspace.corpora.get(corpus).kind == "table",
                revision=self._kept.key,
            )

    def find(self, corpus: str, query: DocumentQuery, context: JobContext) -> Listing:
        """Return the numbers of the documents to show, in order."""
        with reading(self._place) as workspace:
            found = self._columns(workspace, corpus)
            is_shown = on_shelf(found, query.shelf) & self._from_source(workspace, corpus, found, query.shelf)
            if query.search.strip():
                context.checkpoint(phase="searching")
                is_shown &= searched(workspace, corpus, found, query.search, context)
            order = self._order(workspace, corpus, found, query.order)
            listed = found.columns.numbers[order[is_shown[order]]]
            return Listing(listed[::-1] if query.is_turned else listed, self._kept.key)

    def rows(self, corpus: str, numbers: IntArray, _context: JobContext) -> list[DocumentRow]:
        """The rows of some documents; those that are gone are left out."""
        with reading(self._place) as workspace:
            headings = workspace.documents.headings(numbers.tolist())
            titles = titles_of(workspace, headings)
            known = np.array(sorted(heading.number for heading in headings), np.int64)
            verdicts = dict(zip(known.tolist(), self._verdicts(workspace, corpus, known), strict=True))
        rows = {
            one.number: DocumentRow(
                one.number,
                titles[one.number],
                one.sender,
                one.date_s,
                one.label,
                verdicts[one.number],
                PurePath(one.member or one.path).name,
                one.length,
            )
            for one in headings
        }
        return [rows[number] for number in numbers.tolist() if number in rows]

    def open(self, corpus: str, number: int, _context: JobContext) -> OpenDocument:
        """A document with its text."""
        with reading(self._place) as workspace:
            stored = workspace.documents.get(number)
            text = text_of(stored.document, workspace.corpora.get(corpus).schema)
            [verdict] = self._verdicts(workspace, corpus, np.array([number], np.int64))
            n_labels = len(workspace.labels.all(corpus))
        return open_document(stored, text, verdict, n_labels)

    def unread(self, corpus: str, _context: JobContext) -> tuple[Failure, ...]:
        """The files that did not become documents."""
        with reading(self._place) as workspace:
            return workspace.imports.failures(corpus=corpus)

    def export_unread(self, corpus: str, path: Path, context: JobContext) -> int:
        """Write the list of unreadable files for a spreadsheet."""
        unread = self.unread(corpus, context)
        with whole_table(path) as table:
            table.writerow(("file", "reason"))
            table.writerows((place_of(one.path, one.member), str(reason_of(one))) for one in unread)
        return len(unread)

    def _verdicts(self, workspace: Workspace, corpus: str, numbers: IntArray) -> list[RowVerdict]:
        found = self._columns(workspace, corpus)
        names, known = found.columns.label_names, found.columns.numbers
        positive = names.index(positive_of(names)) if len(names) == 2 else None
        at = np.minimum(np.searchsorted(known, numbers), max(len(known) - 1, 0))
        return [
            row_verdict(found, place, positive) if len(known) and known[place] == number else NOT_JUDGED
            for place, number in zip(at.tolist(), numbers.tolist(), strict=True)
        ]

    def _columns(self, workspace: Workspace, corpus: str) -> JudgedColumns:
        kept = workspace.verdicts.leave_one_out(corpus)
        key = (corpus, workspace.changes.number(corpus), -1 if kept is None else kept.stamp)
        if self._kept.columns is None or self._kept.key != key:
            columns = workspace.documents.columns(corpus)
            judged = np.full(len(columns.numbers), UNJUDGED, np.int32)
            shares = np.full(len(columns.numbers), np.nan)
            if kept is not None:
                at = np.searchsorted(columns.numbers, kept.document_numbers)
                at = np.minimum(at, max(len(columns.numbers) - 1, 0))
                is_there = columns.numbers[at] == kept.document_numbers if len(columns.numbers) else np.zeros(0, bool)
                places = places_of(kept.label_names, columns.label_names)
                judged[at[is_there]] = places[kept.labels[is_there]]
                shares[at[is_there]] = kept.probabilities[is_there]
            self._kept = _Kept(key, JudgedColumns(columns, judged, shares))
        found = self._kept.columns
        assert found is not None
        return found

    def _from_source(
        self, workspace: Workspace, corpus: str, found: JudgedColumns, shelf: Shelf
    ) -> npt.NDArray[np.bool_]:
        if shelf.kind is not ShelfKind.SOURCE:
            return np.ones(len(found.columns.numbers), np.bool_)
        return np.isin(found.columns.numbers, workspace.documents.of_source(corpus, shelf.name))

    def _order(self, workspace: Workspace, corpus: str, found: JudgedColumns, order: Order) -> IntArray:
        columns = found.columns
        if order in SORTED_TEXTS:
            if order not in self._kept.sorted_texts:
                numbers = workspace.documents.sorted_by(corpus, SORTED_TEXTS[order])
                self._kept.sorted_texts[order] = np.searchsorted(columns.numbers, numbers)
            return self._kept.sorted_texts[order]
        if order is Order.SUSPICIOUS:
            suspicion = np.where(np.isnan(found.own_shares), 2.0, found.own_shares)
            return np.argsort(suspicion, kind="stable")
        if order is Order.LABEL:
            return np.argsort(np.where(columns.labels == NO_LABEL, 1 << 30, columns.labels), kind="stable")
        if order is Order.LONGEST:
            return np.argsort(-columns.lengths, kind="stable")
        if order is Order.IMPORTED:
            return np.arange(len(columns.numbers))
        return by_date(columns.dates_s, is_newest_first=order is Order.NEWEST)


def by_date(dates_s: IntArray, *, is_newest_first: bool) -> IntArray:
    """Places in order of date; documents without one come last."""
    known, unknown = np.flatnonzero(dates_s != NO_DATE), np.flatnonzero(dates_s == NO_DATE)
    dates = -dates_s[known] if is_newest_first else dates_s[known]
    return np.concatenate([known[np.argsort(dates, kind="stable")], unknown])


def on_shelf(found: JudgedColumns, shelf: Shelf) -> npt.NDArray[np.bool_]:
    """Return which documents lie on the shelf that is looked at, (n_documents,)."""
    columns = found.columns
    if shelf.kind is ShelfKind.LABEL:
        names = columns.label_names
        return np.asarray(columns.labels == (names.index(shelf.name) if shelf.name in names else -3))
    masks: dict[ShelfKind, npt.NDArray[np.bool_]] = {
        ShelfKind.UNLABELLED: columns.labels == NO_LABEL,
        ShelfKind.JUDGED_OTHERWISE: found.is_surprising,
        ShelfKind.DUPLICATES: columns.duplicates > 0,
        ShelfKind.TWO_LABELS: columns.has_conflict,
    }
    return np.asarray(masks.get(shelf.kind, np.ones(len(columns.numbers), np.bool_)))


def searched(
    workspace: Workspace, corpus: str, found: JudgedColumns, search: str, context: JobContext
) -> npt.NDArray[np.bool_]:
    """Return which documents match a search, (n_documents,); after `word:` stands one word as it is counted, with its
    field."""
    if search.startswith(WORD_MARK):
        numbers = documents_with(workspace, corpus, search.removeprefix(WORD_MARK).strip())
        return np.isin(found.columns.numbers, numbers)
    return Search(workspace, corpus, found.columns, found.judged, found.is_surprising).matching(search, context)


def places_of(names: tuple[str, ...], known: tuple[str, ...]) -> npt.NDArray[np.int32]:
    """Return the place of each name among those known now; one more entry, for -1, stays -1."""
    places = [known.index(name) if name in known else UNJUDGED for name in names]
    return np.array([*places, -1], np.int32)


def positive_of(names: Iterable[str]) -> str:
    known = sorted(names)
    return positive_label(known) if known else ""


def row_verdict(found: JudgedColumns, place: int, positive: int | None) -> RowVerdict:
    """A row's verdict, as a share that a bar can show."""
    judged, share = int(found.judged[place]), float(found.own_shares[place])
    if judged == UNJUDGED or np.isnan(share):
        return RowVerdict()
    own_share = share
    label = int(found.columns.labels[place])
    if positive is not None and label != positive:
        share = 1.0 - share
    name = found.columns.label_names[judged] if judged >= 0 else None
    return RowVerdict(share, name, bool(found.is_surprising[place]), own_share)


def open_document(stored: StoredDocument, text: str, verdict: RowVerdict, n_labels: int) -> OpenDocument:
    """A stored document with the text that there is to read of it."""
    document = stored.document
    return OpenDocument(
        number=stored.number,
        title=document.title,
        text=text,
        sender=document.sender,
        date_s=document.date_s,
        source=place_of(document.path, document.member),
        label=document.label,
        judged=verdict.judged,
        probability=judged_probability(document.label, n_labels, verdict),
        attachments=document.attachments,
        also_in=tuple(place_of(place.path, place.member) for place in stored.places),
        path=document.path,
        member=document.member,
    )


def judged_probability(label: str | None, n_labels: int, verdict: RowVerdict) -> float | None:
    """The probability of the label that was judged, where it can be told from that of the document's own."""
    if verdict.own_share is None or verdict.judged is None:
        return None
    return share_of_judged(verdict.own_share, n_labels, is_own=verdict.judged == label)
