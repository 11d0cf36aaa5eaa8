"""Columns of a corpus with a model's verdicts: arrays with one element per document.

The columns are updated incrementally: after a change, only the changed documents are read. This module also makes
titles for documents without a title.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from app.domain.documents import Document, TableSchema
from app.domain.jobs import JobContext
from app.domain.records import DocumentHeading, Revision
from app.domain.results import DocumentVerdict, SortOrder
from app.library.classifying import judge, to_document_verdicts
from app.library.training_data import iterate_stored_features
from app.store.documents import NO_DATE, NO_LABEL, DocumentColumns
from app.store.verdicts import LeaveOneOut
from app.store.workspace import Workspace
from nbengine.counts import FloatArray, IntArray
from nbengine.models.model import Model

CLOCK_TOLERANCE_S = 86_400
"""Maximum distance of a plausible date from now into the future, in seconds: clocks may be wrong."""
UNJUDGED = -2
"""Verdict of a document that no model has judged."""
FIELDS_OF_WHOLE_CORPUS = ("label_names", "label_numbers")
"""Fields of DocumentColumns that do not have one entry per document."""
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class JudgedColumns:
    """The columns of a corpus with the leave-one-out verdict on each document."""

    columns: DocumentColumns
    judged_label_indices: npt.NDArray[np.int32]
    """(n_documents,): index of the judged label in the label names; -1 if undecided, UNJUDGED without a verdict."""
    own_probabilities: FloatArray
    """(n_documents,): probability of the label that the document had when it was judged; NaN without a verdict."""
    own_label_indices: npt.NDArray[np.int32]
    """(n_documents,): index of the label that the document had when it was judged; UNJUDGED if unknown."""
    judged_by: str = ""
    """Name of the judging model; empty if nothing was judged or the name is unknown."""

    @property
    def is_surprising(self) -> Mask:
        """(n_documents,): whether the judged label differs from the document's label."""
        labels = self.columns.label_indices
        return np.asarray(
            (labels != NO_LABEL) & (self.judged_label_indices >= 0) & (self.judged_label_indices != labels)
        )

    @property
    def current_probabilities(self) -> FloatArray:
        """(n_documents,): probability of each document's current label; NaN if it cannot be derived.

        If a document was relabelled after it was judged, the probability of its new label is known only if the corpus
        has two labels.
        """
        was_another = (self.own_label_indices != UNJUDGED) & (self.own_label_indices != self.columns.label_indices)
        other_share = 1.0 - self.own_probabilities if len(self.columns.label_names) == 2 else np.nan
        has_label = self.columns.label_indices != NO_LABEL
        return np.where(was_another, np.where(has_label, other_share, np.nan), self.own_probabilities)

    def current_probability(self, index: int) -> float:
        """Return the probability of one document's current label; see `current_probabilities`.

        For an unlabelled document, return the probability of the label that it had when it was judged.
        """
        was, now, share = (
            int(self.own_label_indices[index]),
            int(self.columns.label_indices[index]),
            float(self.own_probabilities[index]),
        )
        if was in (UNJUDGED, now) or now == NO_LABEL:
            return share
        return 1.0 - share if len(self.columns.label_names) == 2 else float("nan")


@dataclass(frozen=True, slots=True, eq=False)
class PartialColumns:
    """Partially read columns of a large corpus, up to document number `last_read_number`."""

    corpus: str
    change_number: int
    """Change number of the corpus when the reading began."""
    columns: DocumentColumns
    last_read_number: int
    is_whole: bool = False
    """True if all documents have been read."""


@dataclass(slots=True)
class CorpusColumns:
    """Cache of the columns and verdicts of one corpus: the corpus that was requested last."""

    revision: Revision = ("", -1, -1)
    _judged_columns: JudgedColumns | None = None
    _partial_columns: PartialColumns | None = None
    _verdicts: LeaveOneOut | None = None
    _early_verdicts: tuple[tuple[str, int], LeaveOneOut | None] | None = None
    """Verdicts that were read before all columns were loaded, with their cache key (corpus, stamp)."""
    _row_orders: dict[SortOrder, IntArray] = field(default_factory=dict)
    _cached_numbers: tuple[IntArray, IntArray, IntArray] | None = None

    def load(self, workspace: Workspace, corpus: str, model: str) -> JudgedColumns:
        """Return the current columns with a model's verdicts; read only what changed since the last call."""
        stamp = workspace.verdicts.leave_one_out_stamp(corpus, model)
        revision = (corpus, workspace.changes.last_number(corpus), stamp)
        before, names = self._judged_columns, workspace.labels.names(corpus, with_sets=True)
        if before is not None and revision == self.revision and before.columns.label_names == names:
            return before
        columns = self._columns(workspace, corpus)
        if before is None or (revision[0], revision[2]) != (self.revision[0], self.revision[2]):
            self._verdicts = workspace.verdicts.leave_one_out(corpus, model)
            before = None
        is_of_same = before is not None and before.columns.document_numbers is columns.document_numbers
        if before is None or not is_of_same or before.columns.label_names != columns.label_names:
            self._row_orders.clear()
            judged = align_verdicts(columns, self._verdicts)
        else:
            for order in (SortOrder.LABEL, SortOrder.SUSPICIOUS):
                self._row_orders.pop(order, None)
            judged = replace(before, columns=columns)
        self.revision, self._judged_columns, self._partial_columns = revision, judged, None
        return judged

    def holds_corpus(self, corpus: str) -> bool:
        """Return whether this corpus's columns are loaded."""
        return self._judged_columns is not None and self.revision[0] == corpus

    def read_piece(self, workspace: Workspace, corpus: str, n_numbers: int) -> bool:
        """Load the columns of the next `n_numbers` document numbers; return whether more documents are left."""
        if self.holds_corpus(corpus):
            return False
        before = self._partial_columns
        if before is None or before.corpus != corpus:
            number = workspace.changes.last_number(corpus)
            before = PartialColumns(corpus, number, workspace.documents.columns_within(corpus, 0, 0), 0)
        last = before.last_read_number + n_numbers
        piece = workspace.documents.columns_within(corpus, before.last_read_number, last)
        columns = update_columns(before.columns, piece.document_numbers, piece)
        is_whole = last >= workspace.documents.last_number()
        self._partial_columns = replace(before, columns=columns, last_read_number=last, is_whole=is_whole)
        return not is_whole

    def columns_of_documents(self, workspace: Workspace, corpus: str, model: str, numbers: IntArray) -> JudgedColumns:
        """Return the columns of some documents, for use before the columns of the whole corpus are loaded."""
        stamp = (corpus, workspace.verdicts.leave_one_out_stamp(corpus, model))
        if self._early_verdicts is None or self._early_verdicts[0] != stamp:
            self._early_verdicts = stamp, workspace.verdicts.leave_one_out(corpus, model)
        return align_verdicts(workspace.documents.columns(corpus, numbers), self._early_verdicts[1])

    def numbers_in_order(self, indices: IntArray) -> IntArray:
        """Return the document numbers at these row indices, (n_documents,). Only the last result is cached."""
        found = self._judged_columns
        assert found is not None
        if (
            self._cached_numbers is None
            or self._cached_numbers[0] is not indices
            or self._cached_numbers[1] is not found.columns.document_numbers
        ):
            self._cached_numbers = indices, found.columns.document_numbers, found.columns.document_numbers[indices]
        return self._cached_numbers[2]

    def order(self, order: SortOrder) -> IntArray:
        """Return the row indices of all documents in a sort order. The result is cached."""
        found = self._judged_columns
        assert found is not None
        if order not in self._row_orders:
            self._row_orders[order] = sort_indices(found, order)
        return self._row_orders[order]

    def _columns(self, workspace: Workspace, corpus: str) -> DocumentColumns:
        pieces, known, number = self._partial_columns, None, -1
        if self._judged_columns is not None and corpus == self.revision[0]:
            known, number = self._judged_columns.columns, self.revision[1]
        elif pieces is not None and pieces.is_whole and pieces.corpus == corpus:
            known, number = pieces.columns, pieces.change_number
        touched = workspace.changes.changed_documents(corpus, number) if known is not None else None
        if known is None or touched is None:
            return workspace.documents.columns(corpus)
        return update_columns(known, touched, workspace.documents.columns(corpus, touched))


def update_columns(before: DocumentColumns, changed_numbers: IntArray, fresh: DocumentColumns) -> DocumentColumns:
    """Return `before` with the rows of the `changed_numbers` documents replaced by those of `fresh`.

    A changed_numbers document is deleted if `fresh` lacks it, and inserted if `before` lacks it.
    """
    indices = np.searchsorted(before.document_numbers, changed_numbers)
    known = (
        before.document_numbers[np.minimum(indices, max(len(before.document_numbers) - 1, 0))]
        if len(before.document_numbers)
        else indices * 0
    )
    is_known = (indices < len(before.document_numbers)) & (known == changed_numbers)
    before = replace(before, label_indices=renumber_labels(before, fresh))
    names = [column_field.name for column_field in fields(before) if column_field.name not in FIELDS_OF_WHOLE_CORPUS]
    columns = [(name, getattr(before, name), getattr(fresh, name)) for name in names]
    updated: dict[str, Any]
    if is_known.all() and np.array_equal(changed_numbers, fresh.document_numbers):
        updated = {name: replace_values(old, indices, new) for name, old, new in columns}
    else:
        stays = np.ones(len(before.document_numbers), np.bool_)
        stays[indices[is_known]] = False
        order = np.argsort(np.concatenate([before.document_numbers[stays], fresh.document_numbers]), kind="stable")
        updated = {name: np.concatenate([old[stays], new])[order] for name, old, new in columns}
    return replace(fresh, **updated)


def replace_values(
    old: npt.NDArray[np.generic], indices: IntArray, new: npt.NDArray[np.generic]
) -> npt.NDArray[np.generic]:
    """Return a column with the values at some row indices replaced.

    If no value differs, return the same object, so that caches stay valid.
    """
    if np.array_equal(old[indices], new, equal_nan=old.dtype.kind == "f"):
        return old
    column = old.copy()
    column[indices] = new
    return column


def renumber_labels(before: DocumentColumns, fresh: DocumentColumns) -> npt.NDArray[np.int32]:
    """Return the labels in `before` as indices into the label names of `fresh`, matched by label number."""
    if before.label_numbers == fresh.label_numbers:
        return before.label_indices
    index_by_number = {number: index for index, number in enumerate(fresh.label_numbers)}
    label_numbers = [index_by_number.get(number, NO_LABEL) for number in before.label_numbers]
    return np.array([*label_numbers, NO_LABEL], np.int32)[before.label_indices]


def align_verdicts(columns: DocumentColumns, verdicts: LeaveOneOut | None) -> JudgedColumns:
    """Return the columns with the verdict on each document, matched by document number."""
    judged = np.full(len(columns.document_numbers), UNJUDGED, np.int32)
    shares, own_labels = np.full(len(columns.document_numbers), np.nan), judged.copy()
    if verdicts is None:
        return JudgedColumns(columns, judged, shares, own_labels)
    if np.array_equal(columns.document_numbers, verdicts.document_numbers):
        indices, is_there = np.arange(len(judged)), np.ones(len(judged), np.bool_)
    else:
        indices = np.searchsorted(columns.document_numbers, verdicts.document_numbers)
        indices = np.minimum(indices, max(len(columns.document_numbers) - 1, 0))
        is_there = (
            columns.document_numbers[indices] == verdicts.document_numbers
            if len(columns.document_numbers)
            else np.zeros(len(indices), np.bool_)
        )
    label_numbers = label_indices(verdicts.label_names, columns.label_names)
    judged[indices[is_there]] = label_numbers[verdicts.label_indices[is_there]]
    shares[indices[is_there]] = verdicts.probabilities[is_there]
    if verdicts.own_label_indices is not None:
        own_labels[indices[is_there]] = label_numbers[verdicts.own_label_indices[is_there]]
    return JudgedColumns(columns, judged, shares, own_labels, verdicts.model_name)


def label_indices(names: tuple[str, ...], known_names: tuple[str, ...]) -> npt.NDArray[np.int32]:
    """Return the index of each name in `known_names`, or UNJUDGED if the name is missing there.

    The array has one more element, -1, so that index -1 (no label) maps to -1.
    """
    indices = [known_names.index(name) if name in known_names else UNJUDGED for name in names]
    return np.array([*indices, -1], np.int32)


def sort_indices(judged_columns: JudgedColumns, order: SortOrder) -> IntArray:
    """Return the row indices of all documents in a sort order that needs no texts."""
    columns = judged_columns.columns
    keys: Mapping[SortOrder, npt.NDArray[np.generic]] = {
        SortOrder.SUSPICIOUS: np.nan_to_num(judged_columns.current_probabilities, nan=2.0),
        SortOrder.LABEL: np.where(
            columns.label_indices == NO_LABEL, np.iinfo(np.int16).max, columns.label_indices
        ).astype(np.int16),
        SortOrder.LONGEST: -columns.n_characters,
        SortOrder.LARGEST: -columns.sizes_bytes,
        SortOrder.IMPORTED: columns.document_numbers,
    }
    if order in keys:
        return np.argsort(keys[order], kind="stable")
    return indices_by_date(columns.dates_s, is_newest_first=order is SortOrder.NEWEST, until_s=latest_date_s())


def latest_date_s() -> int:
    """Return the latest plausible date, as Unix time. Documents with a later date are sorted last."""
    return int(time.time()) + CLOCK_TOLERANCE_S


def indices_by_date(dates_s: IntArray, *, is_newest_first: bool, until_s: int) -> IntArray:
    """Return row indices sorted by date; documents without a date, or with a date after `until_s`, come last."""
    is_known = (dates_s != NO_DATE) & (dates_s <= until_s)
    known, unknown = np.flatnonzero(is_known), np.flatnonzero(~is_known)
    dates = -dates_s[known] if is_newest_first else dates_s[known]
    return np.concatenate([known[np.argsort(dates, kind="stable")], unknown])


MISSING = "–"
LOOKED_AT, SHOWN_CHARACTERS = 2_000, 160


def titles_of_documents(workspace: Workspace, headings: Iterable[DocumentHeading]) -> dict[int, str]:
    """Return the title of each document by its number.

    A table row without a title is named by its values, any other document without a title by its first line. If the
    untitled documents are of both kinds, all are named by their first lines.
    """
    titles = {heading.number: heading.title for heading in headings}
    untitled = [number for number, title in titles.items() if not title]
    rows = workspace.documents.table_rows_of(untitled)
    if len(rows) != len(untitled):  # some untitled documents are not rows of a table
        return titles | {
            number: first_line(content.text) for number, content in workspace.documents.read_bodies(untitled)
        }
    return titles | {number: row_title(*row) for number, row in zip(untitled, rows, strict=True)}


def first_line(text: str) -> str:
    """Return the first non-empty line of a text, shortened for lists."""
    lines = (line.strip() for line in text[:LOOKED_AT].splitlines())
    return next(filter(None, lines), "")[:SHOWN_CHARACTERS]


def row_title(numbers: Iterable[float], choices: Iterable[str | None]) -> str:
    """Return the title of a table row: its values, joined."""
    return " · ".join(_format_cells(numbers, choices))


def display_text_of(document: Document, schema: TableSchema | None) -> str:
    """Return the text to display. For a table row, it begins with a line "column: value" for each column."""
    if schema is None:
        return document.text
    names, values = (*schema.numeric, *schema.categorical), _format_cells(document.numbers, document.choices)
    lines = [f"{name}: {value}" for name, value in zip(names, values, strict=False)]
    return "\n".join([*lines, "", document.text]).strip()


def _format_cells(numbers: Iterable[float], choices: Iterable[str | None]) -> list[str]:
    return [MISSING if math.isnan(value) else f"{value:g}" for value in numbers] + [
        value or MISSING for value in choices
    ]


def judge_stored_documents(
    workspace: Workspace, model: Model, corpus: str, numbers: IntArray, context: JobContext
) -> Iterator[tuple[DocumentHeading, DocumentVerdict]]:
    """Yield (heading, verdict) of each of these documents, except those that lack features of the model.

    The workspace must be writable if a document has no counts under the model's token rules.
    """
    for batch, counted in iterate_stored_features(workspace, model, corpus, numbers, context):
        headings_by_number = {heading.number: heading for heading in workspace.documents.headings(batch.tolist())}
        headings = [headings_by_number.get(number, _make_deleted_heading(number)) for number in batch.tolist()]
        for heading, verdict in zip(
            headings, to_document_verdicts(model, headings, counted, judge(model, counted), 0), strict=True
        ):
            if heading.number in headings_by_number:
                yield heading, verdict


def _make_deleted_heading(number: int) -> DocumentHeading:
    """Return a placeholder for a document that was deleted after the list of documents was read."""
    return DocumentHeading(number, "", "", None, "", "", None, 0)
