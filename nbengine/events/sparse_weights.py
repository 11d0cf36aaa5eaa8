"""Weights for a tally whose cells are mostly empty: one formula for all empty cells, corrections for filled ones.

The weight of an empty cell is the sum of a number of its label and a number of its token. So documents are scored by
one product with the filled cells, however many words and labels there are. Corrections are computed with log1p, which
keeps the digits if a count is large. The logarithm of a share close to 1 is close to 0. As a sum of label, token and
correction it would have no exact digits left. The full weight of such a cell is therefore stored separately. Words with
a high count in a document use full weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import (
    CHUNK_LENGTH,
    LARGEST_INT32,
    UNIT,
    CountMatrix,
    FloatArray,
    IntArray,
    import_scipy_sparse,
    split_into_slices,
)
from nbengine.errors import TooLargeModelError
from nbengine.events.scorer_parts import WordWeights
from nbengine.learnt.tally import MAX_FILLED_CELLS, FilledCells, Tally
from nbengine.logspace import LARGE_COUNT_OF_SUM, select_entries, split_by_count

Bools = npt.NDArray[np.bool_]


SCORES_AT_ONCE = 1 << 17
"""Number of scores (documents times labels) computed at once: 1 MB, which stays in the processor's cache."""
DENSE_ROW_LABELS_PER_CELL = 8
"""A token gets a dense row if it has a filled cell for at least one in this many labels."""
MIN_DOCUMENTS_FOR_DENSE_ROW = 4
"""A token in fewer documents than this gets no dense row: building the row would take longer than it saves."""
MAX_DENSE_CELLS = 1 << 23
"""Largest dense table: 64 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class CellValues:
    """A value for each filled cell of a table (n_tokens, n_labels); 0 for all other cells."""

    starts: IntArray
    """Offsets (n_tokens + 1,): the cells of token t are the slice starts[t]:starts[t + 1]."""
    labels: IntArray
    """Label number of each cell, ascending within each token; (n_cells,)."""
    values: FloatArray
    """Value of each cell, (n_cells,)."""
    n_labels: int

    @property
    def n_tokens(self) -> int:
        return len(self.starts) - 1

    @property
    def tokens(self) -> IntArray:
        """Token number of each cell, ascending; (n_cells,)."""
        return np.repeat(np.arange(self.n_tokens), np.diff(self.starts))

    @property
    def csr(self) -> Any:
        """The values as a SciPy matrix."""
        shape, is_narrow = (self.n_tokens, self.n_labels), self.starts[-1] <= LARGEST_INT32
        narrow = np.int32 if is_narrow else np.int64  # as the documents have, or SciPy would widen both
        parts = (self.values, self.labels.astype(narrow), self.starts.astype(narrow))
        return import_scipy_sparse().csr_array(parts, shape=shape)

    def find_cells(self, tokens: npt.NDArray[Any]) -> tuple[IntArray, IntArray]:
        """Find all cells of the given tokens.

        Return their cell indices, and the index in `tokens` of each cell's token.
        """
        lengths = self.starts[tokens + 1] - self.starts[tokens]
        rows = np.repeat(np.arange(len(tokens)), lengths)
        return np.arange(len(rows)) + np.repeat(self.starts[tokens] - (np.cumsum(lengths) - lengths), lengths), rows

    def weighted_sum_by_document(self, counts: CountMatrix) -> FloatArray:
        """Return the sum of count * value per document, shape (n_documents, n_labels).

        Tokens that most labels have are multiplied as a dense table, which takes a fifth of the time per cell. The
        documents are taken in chunks, so that their scores stay in the processor's cache.
        """
        values = counts.values.astype(np.float64)
        floats = CountMatrix(counts.starts, counts.tokens, values, counts.n_tokens)
        full = self._tokens_for_dense_rows(counts)
        joint, n_rows = np.zeros((counts.n_documents, self.n_labels)), max(SCORES_AT_ONCE // max(self.n_labels, 1), 1)
        if not len(full):
            weights, csr = self.csr, floats.csr
            for piece in split_into_slices(counts.n_documents, n_rows):
                (csr[piece] @ weights).toarray(out=joint[piece])
            return joint
        dense_rows = np.full(counts.n_tokens, -1)
        dense_rows[full] = np.arange(len(full))
        is_full = dense_rows[counts.tokens] >= 0
        weights, table = self._without_tokens(full).csr, self.rows(full)
        thin, thick = select_entries(floats, ~is_full).csr, select_entries(floats, is_full)
        dense = CountMatrix(thick.starts, dense_rows[thick.tokens].astype(np.int32), thick.values, len(full)).csr
        for piece in split_into_slices(counts.n_documents, n_rows):
            (thin[piece] @ weights).toarray(out=joint[piece])
            joint[piece] += dense[piece] @ table
        return joint

    def _tokens_for_dense_rows(self, counts: CountMatrix) -> IntArray:
        """Return the tokens whose rows are multiplied as a dense table: most labels have them, and several documents
        do.
        """
        filled, times = np.diff(self.starts), np.bincount(counts.tokens, minlength=self.n_tokens)
        tokens = np.flatnonzero(
            (filled * DENSE_ROW_LABELS_PER_CELL >= self.n_labels) & (times >= MIN_DOCUMENTS_FOR_DENSE_ROW)
        )
        most = MAX_DENSE_CELLS // max(self.n_labels, 1)
        if len(tokens) > most:
            tokens = np.sort(tokens[np.argsort(-(filled * times)[tokens], kind="stable")[:most]])
        return tokens

    def _without_tokens(self, tokens: IntArray) -> CellValues:
        """Return the values without the cells of some tokens."""
        lengths = np.diff(self.starts)
        is_left = np.ones(len(lengths), np.bool_)
        is_left[tokens] = False
        kept = np.repeat(is_left, lengths)
        starts = np.concatenate(([0], np.cumsum(np.where(is_left, lengths, 0))))
        return CellValues(starts, self.labels[kept], self.values[kept], self.n_labels)

    def rows(self, tokens: npt.NDArray[Any]) -> FloatArray:
        """Return the values of some tokens, shape (n, n_labels)."""
        return np.asarray(self.csr[np.asarray(tokens, np.int64)].toarray(), dtype=np.float64)

    def of_label(self, label: int) -> FloatArray:
        """Return the values under one label, shape (n_tokens,)."""
        is_of_label = self.labels == label
        column = np.zeros(self.n_tokens)
        column[self.tokens[is_of_label]] = self.values[is_of_label]
        return column

    def sums(self) -> FloatArray:
        """Return the sum of each label, shape (n_labels,)."""
        return np.bincount(self.labels, self.values, self.n_labels).astype(np.float64)

    def with_values(self, numbers: FloatArray) -> CellValues:
        """Return a copy with other values for the same cells."""
        return CellValues(self.starts, self.labels, numbers, self.n_labels)


def find_filled_cells(tally: Tally) -> tuple[CellValues, FilledCells]:
    """Return the filled cells of a tally twice: with occurrences as plain counts, and as stored in units of 2⁻²⁰."""
    filled, n_labels = tally.filled_cells(), max(tally.n_labels, 1)
    starts = np.searchsorted(filled.cells, np.arange(tally.n_tokens + 1) * n_labels)
    return CellValues(starts, filled.cells % n_labels, filled.occurrences / UNIT, tally.n_labels), filled


def build_cell_values(tokens: IntArray, labels: IntArray, numbers: FloatArray, shape: tuple[int, int]) -> CellValues:
    """Build `CellValues` from cells in any order. `shape` is (n_tokens, n_labels)."""
    order = np.lexsort((labels, tokens))
    starts = np.searchsorted(tokens[order], np.arange(shape[0] + 1))
    return CellValues(starts, labels[order], numbers[order], shape[1])


@dataclass(frozen=True, slots=True, eq=False)
class SparseAbsenceLogs:
    """log(1 - φ) of each token under each label (Bernoulli): the evidence of a token that a document lacks."""

    label_logs: FloatArray
    """log(1 - φ) of a token without a filled cell under the label, (n_labels,)."""
    corrections: CellValues

    def of_label(self, label: int) -> FloatArray:
        """Return log(1 - φ) of each token under one label, shape (n_tokens,)."""
        return np.asarray(self.label_logs[label] + self.corrections.of_label(label))


@dataclass(frozen=True, slots=True, eq=False)
class SparseWeights(WordWeights):
    """Weights in the form scale * (by_token + by_label + correction).

    Only filled cells have a correction. So the memory depends on the number of filled cells.
    """

    label_summands: FloatArray
    """Summand of each label, (n_labels,)."""
    corrections: CellValues
    bias: FloatArray
    has_infinities: bool
    token_summands: FloatArray | None = None
    """Summand of each token, (n_tokens,)."""
    scale: FloatArray | None = None
    """Factor of each label, (n_labels,)."""
    has_no_smoothing: Bools | None = None
    """Mask (n_tokens,) of tokens without smoothing.

    Such a token makes every label impossible in which it never occurred.
    """
    absence_logs: SparseAbsenceLogs | None = None
    threshold: float = 0.0
    weights_near_one: CellValues | None = None
    """Full weights, before multiplication by `scale`, of the cells whose share is close to 1."""

    @property
    def n_tokens(self) -> int:
        return self.corrections.n_tokens

    @property
    def is_binary(self) -> bool:
        return self.absence_logs is not None

    @property
    def table(self) -> FloatArray:
        n_labels = self.corrections.n_labels
        if self.n_tokens * n_labels > MAX_FILLED_CELLS:
            raise TooLargeModelError(
                f"The weights of all {self.n_tokens:,} words under all {n_labels:,} labels are too many to be laid out"
                f" at once."
            )
        return self.rows(np.arange(self.n_tokens))

    def rows(self, tokens: npt.NDArray[Any]) -> FloatArray:
        rows = self.corrections.rows(tokens)
        rows += self.label_summands
        if self.token_summands is not None:
            rows += self.token_summands[tokens][:, None]
        if self.weights_near_one is not None:
            cell_indices, cell_rows = self.weights_near_one.find_cells(tokens)
            rows[cell_rows, self.weights_near_one.labels[cell_indices]] = self.weights_near_one.values[cell_indices]
        if self.scale is not None:
            rows *= self.scale
        if self.has_no_smoothing is not None:
            rows[self.has_no_smoothing[tokens][:, None] & (self._filled_mask().rows(tokens) == 0)] = -np.inf
        return rows

    def sums(self) -> FloatArray:
        sums = self.corrections.sums() + self.n_tokens * self.label_summands
        if self.token_summands is not None:
            sums += self.token_summands.sum()
        return sums if self.scale is None else sums * self.scale

    def log_absences(self, label: int) -> FloatArray:
        return np.zeros(self.n_tokens) if self.absence_logs is None else self.absence_logs.of_label(label)

    def evidence(self, counts: CountMatrix) -> FloatArray:
        counts = self.adapt_counts(counts)
        usual, large = split_by_count(counts, LARGE_COUNT_OF_SUM)
        joint, sums = self.corrections.weighted_sum_by_document(usual), _sum_by_document(usual, usual.values)
        by_token = None
        if self.token_summands is not None:
            by_token = _sum_by_document(usual, usual.values * self.token_summands[usual.tokens])
        for piece in split_into_slices(len(joint), max(SCORES_AT_ONCE // max(self.corrections.n_labels, 1), 1)):
            joint[piece] += sums[piece, None] * self.label_summands
            if by_token is not None:
                joint[piece] += by_token[piece, None]
            if self.scale is not None:
                joint[piece] *= self.scale
        if large is not None:
            self._add_large_counts(joint, large)
        joint += self.bias
        self._exclude_impossible_labels(joint, counts)
        return joint

    def _add_large_counts(self, joint: FloatArray, large: CountMatrix) -> None:
        """Add to `joint` the full weights of words with a high count in the document."""
        rows = large.rows
        for part in split_into_slices(len(rows), max(CHUNK_LENGTH // max(self.corrections.n_labels, 1), 1)):
            np.add.at(joint, rows[part], large.values[part, None] * self.rows(large.tokens[part]))

    def _exclude_impossible_labels(self, joint: FloatArray, counts: CountMatrix) -> None:
        """Set impossible labels to -inf.

        Only tokens that are not smoothed make a label impossible: the document has such a token and the label never had
        it, or the document lacks one that all documents of the label have.
        """
        if self.has_no_smoothing is not None:
            has_no_smoothing = self.has_no_smoothing[counts.tokens].astype(np.float64)
            bare = CountMatrix(counts.starts, counts.tokens, has_no_smoothing, counts.n_tokens)
            joint[
                self._filled_mask().weighted_sum_by_document(bare) < _sum_by_document(counts, has_no_smoothing)[:, None]
            ] = -np.inf
        if self.absence_logs is not None and self.has_infinities:
            certain = self.corrections.with_values(np.isneginf(self.absence_logs.corrections.values).astype(np.float64))
            joint[certain.weighted_sum_by_document(counts) < certain.sums()] = -np.inf

    def _filled_mask(self) -> CellValues:
        """Return the value 1 for every filled cell."""
        return self.corrections.with_values(np.ones(len(self.corrections.values)))


def _sum_by_document(counts: CountMatrix, numbers: npt.NDArray[Any]) -> FloatArray:
    """Sum one number per entry by document, shape (n_documents,)."""
    return np.bincount(counts.rows, numbers, counts.n_documents).astype(np.float64)
