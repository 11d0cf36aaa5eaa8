"""The columns of a corpus with the verdict of a model on each document, followed change by change.

A label that changes touches one row of a million: only what changed since is read again.

What has no title is called by its values, or by how its text begins.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping
from dataclasses import field, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from app.domain.documents import Document, TableSchema
from app.domain.records import Heading, Revision
from app.domain.results import SortOrder
from app.store.documents import NO_DATE, NO_LABEL, DocumentColumns
from app.store.verdicts import LeaveOneOut
from app.store.workspace import Workspace
from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.lazy_dataclasses import dataclass

DAY_S = 86_400
"""The time by which another clock may be ahead of this one, in seconds."""
UNJUDGED = -2
"""The verdict of a document that no model has judged."""
OF_ALL = ("label_names", "label_numbers")
"""The columns that are not of one document each."""
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class JudgedColumns:
    """The columns of a corpus with the honest verdict on each document."""

    columns: DocumentColumns
    judged: npt.NDArray[np.int32]
    """(n_documents,): places in the columns' label names, -1 undecided, UNJUDGED without a verdict."""
    own_shares: FloatArray
    """(n_documents,): probability of the label that the document had when it was judged; NaN without a verdict."""
    own_labels: npt.NDArray[np.int32]
    """(n_documents,): places of the labels that the documents had then; UNJUDGED where that was not kept."""
    judged_by: str = ""
    """The model whose verdicts these are; empty where nothing was judged or its name was not kept."""

    @property
    def is_surprising(self) -> Mask:
        """Judged to be another label than it has."""
        labels = self.columns.labels
        return np.asarray((labels != NO_LABEL) & (self.judged >= 0) & (self.judged != labels))

    @property
    def shares_now(self) -> FloatArray:
        """(n_documents,): probability of the label that the document has now; NaN where it cannot be told."""
        was_another = (self.own_labels != UNJUDGED) & (self.own_labels != self.columns.labels)
        other_share = 1.0 - self.own_shares if len(self.columns.label_names) == 2 else np.nan
        has_label = self.columns.labels != NO_LABEL
        return np.where(was_another, np.where(has_label, other_share, np.nan), self.own_shares)

    def share_now(self, place: int) -> float:
        """The same for one document; without a label, that of the one it had."""
        was, now, share = int(self.own_labels[place]), int(self.columns.labels[place]), float(self.own_shares[place])
        if was in (UNJUDGED, now) or now == NO_LABEL:
            return share
        return 1.0 - share if len(self.columns.label_names) == 2 else float("nan")


@dataclass(frozen=True, slots=True, eq=False)
class ColumnsSoFar:
    """The columns of a large corpus up to one document, as they were from a change number on."""

    corpus: str
    change_number: int
    columns: DocumentColumns
    upto: int
    is_whole: bool = False


@dataclass(slots=True)
class CorpusColumns:
    """Keeps the columns of the corpus that was asked for last."""

    revision: Revision = ("", -1, -1)
    _found: JudgedColumns | None = None
    _pieces: ColumnsSoFar | None = None
    _verdicts: LeaveOneOut | None = None
    _early: tuple[tuple[str, int], LeaveOneOut | None] | None = None
    """The verdicts that were read before all columns, and their corpus and stamp."""
    _orders: dict[SortOrder, IntArray] = field(default_factory=dict)
    _numbered: tuple[IntArray, IntArray, IntArray] | None = None

    def of(self, workspace: Workspace, corpus: str, model: str) -> JudgedColumns:
        """Return the columns as they are now, with the verdicts of a model."""
        stamp = workspace.verdicts.leave_one_out_stamp(corpus, model)
        revision = (corpus, workspace.changes.number(corpus), stamp)
        before, names = self._found, workspace.labels.names(corpus, with_sets=True)
        if before is not None and revision == self.revision and before.columns.label_names == names:
            return before
        columns = self._columns(workspace, corpus)
        if before is None or (revision[0], revision[2]) != (self.revision[0], self.revision[2]):
            self._verdicts = workspace.verdicts.leave_one_out(corpus, model)
            before = None
        is_of_same = before is not None and before.columns.numbers is columns.numbers
        if before is None or not is_of_same or before.columns.label_names != columns.label_names:
            self._orders.clear()
            found = with_verdicts(columns, self._verdicts)
        else:
            for order in (SortOrder.LABEL, SortOrder.SUSPICIOUS):
                self._orders.pop(order, None)
            found = replace(before, columns=columns)
        self.revision, self._found, self._pieces = revision, found, None
        return found

    def is_of(self, corpus: str) -> bool:
        """Tell whether the columns of a corpus are at hand."""
        return self._found is not None and self.revision[0] == corpus

    def read_piece(self, workspace: Workspace, corpus: str, n_numbers: int) -> bool:
        """Read the columns of some more documents; True while some are left to read."""
        if self.is_of(corpus):
            return False
        before = self._pieces
        if before is None or before.corpus != corpus:
            number = workspace.changes.number(corpus)
            before = ColumnsSoFar(corpus, number, workspace.documents.columns_within(corpus, 0, 0), 0)
        last = before.upto + n_numbers
        piece = workspace.documents.columns_within(corpus, before.upto, last)
        columns = followed(before.columns, piece.numbers, piece)
        is_whole = last >= workspace.documents.last_number()
        self._pieces = replace(before, columns=columns, upto=last, is_whole=is_whole)
        return not is_whole

    def of_some(self, workspace: Workspace, corpus: str, model: str, numbers: IntArray) -> JudgedColumns:
        """Return the columns of some documents only, as they are now, while those of all are not at hand."""
        stamp = (corpus, workspace.verdicts.leave_one_out_stamp(corpus, model))
        if self._early is None or self._early[0] != stamp:
            self._early = stamp, workspace.verdicts.leave_one_out(corpus, model)
        return with_verdicts(workspace.documents.columns(corpus, numbers), self._early[1])

    def numbers_in(self, places: IntArray) -> IntArray:
        """(n_documents,): the numbers of all documents in an order of their places, kept for the order used last."""
        found = self._found
        assert found is not None
        if self._numbered is None or self._numbered[0] is not places or self._numbered[1] is not found.columns.numbers:
            self._numbered = places, found.columns.numbers, found.columns.numbers[places]
        return self._numbered[2]

    def order(self, order: SortOrder) -> IntArray:
        """Places of all documents in an order that columns tell."""
        found = self._found
        assert found is not None
        if order not in self._orders:
            self._orders[order] = places_in_order(found, order)
        return self._orders[order]

    def _columns(self, workspace: Workspace, corpus: str) -> DocumentColumns:
        pieces, known, number = self._pieces, None, -1
        if self._found is not None and corpus == self.revision[0]:
            known, number = self._found.columns, self.revision[1]
        elif pieces is not None and pieces.is_whole and pieces.corpus == corpus:
            known, number = pieces.columns, pieces.change_number
        touched = workspace.changes.touched(corpus, number) if known is not None else None
        if known is None or touched is None:
            return workspace.documents.columns(corpus)
        return followed(known, touched, workspace.documents.columns(corpus, touched))


def followed(before: DocumentColumns, touched: IntArray, fresh: DocumentColumns) -> DocumentColumns:
    """Replace what was known of some documents by what was read of them now; some may be gone, and others new."""
    places = np.searchsorted(before.numbers, touched)
    known = before.numbers[np.minimum(places, max(len(before.numbers) - 1, 0))] if len(before.numbers) else places * 0
    is_known = (places < len(before.numbers)) & (known == touched)
    before = replace(before, labels=renumbered(before, fresh))
    names = [one.name for one in fields(before) if one.name not in OF_ALL]
    columns = [(name, getattr(before, name), getattr(fresh, name)) for name in names]
    now: dict[str, Any]
    if is_known.all() and np.array_equal(touched, fresh.numbers):
        now = {name: patched(old, places, new) for name, old, new in columns}
    else:
        stays = np.ones(len(before.numbers), np.bool_)
        stays[places[is_known]] = False
        order = np.argsort(np.concatenate([before.numbers[stays], fresh.numbers]), kind="stable")
        now = {name: np.concatenate([old[stays], new])[order] for name, old, new in columns}
    return replace(fresh, **now)


def patched(old: npt.NDArray[np.generic], places: IntArray, new: npt.NDArray[np.generic]) -> npt.NDArray[np.generic]:
    """Return a column with some of its values replaced; the same one where none differs."""
    if np.array_equal(old[places], new, equal_nan=old.dtype.kind == "f"):
        return old
    column = old.copy()
    column[places] = new
    return column


def renumbered(before: DocumentColumns, fresh: DocumentColumns) -> npt.NDArray[np.int32]:
    """Return the labels as places in the names of now; a renamed label keeps its documents."""
    if before.label_numbers == fresh.label_numbers:
        return before.labels
    now = {number: place for place, number in enumerate(fresh.label_numbers)}
    places = [now.get(number, NO_LABEL) for number in before.label_numbers]
    return np.array([*places, NO_LABEL], np.int32)[before.labels]


def with_verdicts(columns: DocumentColumns, kept: LeaveOneOut | None) -> JudgedColumns:
    """Put verdicts beside the columns of the documents that they are on."""
    judged = np.full(len(columns.numbers), UNJUDGED, np.int32)
    shares, own = np.full(len(columns.numbers), np.nan), judged.copy()
    if kept is None:
        return JudgedColumns(columns, judged, shares, own)
    if np.array_equal(columns.numbers, kept.document_numbers):
        at, is_there = np.arange(len(judged)), np.ones(len(judged), np.bool_)
    else:
        at = np.searchsorted(columns.numbers, kept.document_numbers)
        at = np.minimum(at, max(len(columns.numbers) - 1, 0))
        is_there = columns.numbers[at] == kept.document_numbers if len(columns.numbers) else np.zeros(len(at), np.bool_)
    places = places_of(kept.label_names, columns.label_names)
    judged[at[is_there]] = places[kept.labels[is_there]]
    shares[at[is_there]] = kept.probabilities[is_there]
    if kept.own_labels is not None:
        own[at[is_there]] = places[kept.own_labels[is_there]]
    return JudgedColumns(columns, judged, shares, own, kept.model)


def places_of(names: tuple[str, ...], known: tuple[str, ...]) -> npt.NDArray[np.int32]:
    """Return the place of each name among those known now; one more entry, for -1, stays -1."""
    places = [known.index(name) if name in known else UNJUDGED for name in names]
    return np.array([*places, -1], np.int32)


def places_in_order(found: JudgedColumns, order: SortOrder) -> IntArray:
    """Places of all documents in an order that columns tell."""
    columns = found.columns
    keys: Mapping[SortOrder, npt.NDArray[np.generic]] = {
        SortOrder.SUSPICIOUS: np.nan_to_num(found.shares_now, nan=2.0),
        SortOrder.LABEL: np.where(columns.labels == NO_LABEL, np.iinfo(np.int16).max, columns.labels).astype(np.int16),
        SortOrder.LONGEST: -columns.lengths,
        SortOrder.IMPORTED: columns.numbers,
    }
    if order in keys:
        return np.argsort(keys[order], kind="stable")
    return by_date(columns.dates_s, is_newest_first=order is SortOrder.NEWEST, until_s=latest_date_s())


def latest_date_s() -> int:
    """Return the last date that is believed; those after it are listed last."""
    return int(time.time()) + DAY_S


def by_date(dates_s: IntArray, *, is_newest_first: bool, until_s: int) -> IntArray:
    """Places in order of date; documents without one come last, and so do those of a time that has not come yet."""
    is_known = (dates_s != NO_DATE) & (dates_s <= until_s)
    known, unknown = np.flatnonzero(is_known), np.flatnonzero(~is_known)
    dates = -dates_s[known] if is_newest_first else dates_s[known]
    return np.concatenate([known[np.argsort(dates, kind="stable")], unknown])


MISSING = "–"
LOOKED_AT, SHOWN_CHARACTERS = 2_000, 160


def titles_of(workspace: Workspace, headings: Iterable[Heading]) -> dict[int, str]:
    """The titles of documents; rows of a table that have none are called by their values, texts by their first line."""
    titles = {heading.number: heading.title for heading in headings}
    untitled = [number for number, title in titles.items() if not title]
    rows = workspace.documents.rows_of(untitled)
    if len(rows) != len(untitled):  # some are documents without a title, and not rows
        return titles | {number: beginning(content.text) for number, content in workspace.documents.bodies(untitled)}
    return titles | {number: row_title(*row) for number, row in zip(untitled, rows, strict=True)}


def beginning(text: str) -> str:
    """Return the first line of a text that says something, as far as a list shows it."""
    lines = (line.strip() for line in text[:LOOKED_AT].splitlines())
    return next(filter(None, lines), "")[:SHOWN_CHARACTERS]


def row_title(numbers: Iterable[float], choices: Iterable[str | None]) -> str:
    """Return the title of a row without a text: its values."""
    return " · ".join(_values(numbers, choices))


def text_of(document: Document, schema: TableSchema | None) -> str:
    """Return the text to be read; of a row each column with its value on a line of its own, then its text."""
    if schema is None:
        return document.text
    names, values = (*schema.numeric, *schema.categorical), _values(document.numbers, document.choices)
    lines = [f"{name}: {value}" for name, value in zip(names, values, strict=False)]
    return "\n".join([*lines, "", document.text]).strip()


def _values(numbers: Iterable[float], choices: Iterable[str | None]) -> list[str]:
    return [MISSING if math.isnan(each) else f"{each:g}" for each in numbers] + [each or MISSING for each in choices]
