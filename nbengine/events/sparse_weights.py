"""Weights of a tally most of whose cells are empty: what every empty cell weighs, and what the filled ones add to it.

An empty cell's weight is a number of its label and a number of its token together, so documents are judged by one
product with the filled cells, however many words and labels there are. What filled cells add is written with log1p,
which loses no digits where a count is large beside what it is compared with. Where a share is nearly 1 the sum of
those numbers is nearly 0 and has no digits left: such cells have their whole weight beside, and words that a document
has very often are judged by whole weights.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import RUN, UNIT, CountMatrix, FloatArray, IntArray, scipy_sparse, spans
from nbengine.arrays.logspace import SOME, split_by_size
from nbengine.errors import TooLargeModelError
from nbengine.events.scorer_parts import WordWeights
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.count_table import MOST_FILLED, Filled
from nbengine.learnt.tally import Tally

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class CellNumbers:
    """A number for each filled cell of (n_tokens, n_labels), and 0 for all others."""

    starts: IntArray
    """(n_tokens + 1,): the cells of token t are the slice starts[t]:starts[t + 1]"""
    labels: IntArray
    """(n_cells,), ascending for each token"""
    numbers: FloatArray
    """(n_cells,)"""
    n_labels: int

    @property
    def n_tokens(self) -> int:
        return len(self.starts) - 1

    @property
    def tokens(self) -> IntArray:
        """(n_cells,), ascending"""
        return np.repeat(np.arange(self.n_tokens), np.diff(self.starts))

    @property
    def csr(self) -> Any:
        """As SciPy knows them."""
        shape = (self.n_tokens, self.n_labels)
        return scipy_sparse().csr_array((self.numbers, self.labels, self.starts), shape=shape)

    def of_tokens(self, tokens: npt.NDArray[Any]) -> tuple[IntArray, IntArray]:
        """The places of all cells of some tokens, and which of the tokens each is of."""
        lengths = self.starts[tokens + 1] - self.starts[tokens]
        rows = np.repeat(np.arange(len(tokens)), lengths)
        return np.arange(len(rows)) + np.repeat(self.starts[tokens] - (np.cumsum(lengths) - lengths), lengths), rows

    def product(self, counts: CountMatrix) -> FloatArray:
        """(n_documents, n_labels): the sum of count times number per document."""
        values = counts.values.astype(np.float64)
        csr = CountMatrix(counts.starts, counts.tokens, values, counts.n_tokens).csr
        return np.asarray((csr @ self.csr).toarray(), dtype=np.float64)

    def rows(self, tokens: npt.NDArray[Any]) -> FloatArray:
        """(n, n_labels): the numbers of some tokens."""
        return np.asarray(self.csr[np.asarray(tokens, np.int64)].toarray(), dtype=np.float64)

    def of_label(self, label: int) -> FloatArray:
        """(n_tokens,): the numbers under one label."""
        own = self.labels == label
        column = np.zeros(self.n_tokens)
        column[self.tokens[own]] = self.numbers[own]
        return column

    def sums(self) -> FloatArray:
        """(n_labels,)"""
        return np.bincount(self.labels, self.numbers, self.n_labels).astype(np.float64)

    def with_numbers(self, numbers: FloatArray) -> CellNumbers:
        """Other numbers in the same cells."""
        return CellNumbers(self.starts, self.labels, numbers, self.n_labels)


def cells_of(tally: Tally) -> tuple[CellNumbers, Filled]:
    """The filled cells of a tally with their occurrences, as documents count them, and as the tally has them."""
    filled, n_labels = tally.filled(), max(tally.n_labels, 1)
    starts = np.searchsorted(filled.cells, np.arange(tally.n_tokens + 1) * n_labels)
    return CellNumbers(starts, filled.cells % n_labels, filled.occurrences / UNIT, tally.n_labels), filled


def cell_numbers(tokens: IntArray, labels: IntArray, numbers: FloatArray, shape: tuple[int, int]) -> CellNumbers:
    """Return numbers of some cells, in whatever order they are given; `shape` is (n_tokens, n_labels)."""
    order = np.lexsort((labels, tokens))
    starts = np.searchsorted(tokens[order], np.arange(shape[0] + 1))
    return CellNumbers(starts, labels[order], numbers[order], shape[1])


@dataclass(frozen=True, slots=True, eq=False)
class SparseAbsence:
    """Weights of the absence of each token under each label, for Bernoulli: log(1 - φ)."""

    by_label: FloatArray
    """(n_labels,): of a token that the label never had"""
    beyond: CellNumbers

    def of_label(self, label: int) -> FloatArray:
        """(n_tokens,)"""
        return np.asarray(self.by_label[label] + self.beyond.of_label(label))


@dataclass(frozen=True, slots=True, eq=False)
class SparseWeights(WordWeights):
    """scale * (by_token + by_label + beyond), where only `beyond` has a number for each filled cell."""

    by_label: FloatArray
    """(n_labels,)"""
    beyond: CellNumbers
    bias: FloatArray
    has_infinities: bool
    by_token: FloatArray | None = None
    """(n_tokens,)"""
    scale: FloatArray | None = None
    """(n_labels,)"""
    is_bare: Bools | None = None
    """(n_tokens,): tokens that are impossible under every label whose cell is empty; only without smoothing."""
    absent: SparseAbsence | None = None
    threshold: float = 0.0
    near_one: CellNumbers | None = None
    """The whole weights, but for the scale, of cells whose share is nearly 1."""

    @property
    def n_tokens(self) -> int:
        return self.beyond.n_tokens

    @property
    def is_binary(self) -> bool:
        return self.absent is not None

    @property
    def table(self) -> FloatArray:
        n_labels = self.beyond.n_labels
        if self.n_tokens * n_labels > MOST_FILLED:
            raise TooLargeModelError(
                f"The weights of all {self.n_tokens:,} words under all {n_labels:,} labels are too many to be laid out"
                f" at once."
            )
        return self.rows(np.arange(self.n_tokens))

    def rows(self, tokens: npt.NDArray[Any]) -> FloatArray:
        rows = self.beyond.rows(tokens)
        rows += self.by_label
        if self.by_token is not None:
            rows += self.by_token[tokens][:, None]
        if self.near_one is not None:
            places, of_row = self.near_one.of_tokens(tokens)
            rows[of_row, self.near_one.labels[places]] = self.near_one.numbers[places]
        if self.scale is not None:
            rows *= self.scale
        if self.is_bare is not None:
            rows[self.is_bare[tokens][:, None] & (self._filled().rows(tokens) == 0)] = -np.inf
        return rows

    def sums(self) -> FloatArray:
        sums = self.beyond.sums() + self.n_tokens * self.by_label
        if self.by_token is not None:
            sums += self.by_token.sum()
        return sums if self.scale is None else sums * self.scale

    def absence(self, label: int) -> FloatArray:
        return np.zeros(self.n_tokens) if self.absent is None else self.absent.of_label(label)

    def evidence(self, counts: CountMatrix) -> FloatArray:
        counts = self.fitting(counts)
        usual, large = split_by_size(counts, SOME)
        joint = self.beyond.product(usual)
        joint += _sums(usual, usual.values)[:, None] * self.by_label
        if self.by_token is not None:
            joint += _sums(usual, usual.values * self.by_token[usual.tokens])[:, None]
        if self.scale is not None:
            joint *= self.scale
        if large is not None:
            self._add_large(joint, large)
        joint += self.bias
        self._exclude(joint, counts)
        return joint

    def cells_against_others(self) -> CellNumbers:
        """Return of each filled cell the weight less the mean of those that the token has under the other labels."""
        n_labels, tokens = self.beyond.n_labels, self.beyond.tokens
        scale = np.ones(n_labels) if self.scale is None else self.scale
        by_token = np.zeros(self.n_tokens) if self.by_token is None else self.by_token
        own = scale[self.beyond.labels] * (by_token[tokens] + self.by_label[self.beyond.labels] + self.beyond.numbers)
        if n_labels < 2:
            return self.beyond.with_numbers(np.zeros(len(own)))
        scaled = np.bincount(tokens, scale[self.beyond.labels] * self.beyond.numbers, self.n_tokens)
        totals = by_token * scale.sum() + (scale * self.by_label).sum() + scaled
        with np.errstate(invalid="ignore"):
            odds = own - (totals[tokens] - own) / (n_labels - 1)
        if self.is_bare is not None:
            has_empty = self.is_bare[tokens] & (np.diff(self.beyond.starts)[tokens] < n_labels)
            odds = np.where(has_empty, np.inf, odds)
        return self.beyond.with_numbers(np.where(np.isnan(odds), 0.0, odds))

    def _add_large(self, joint: FloatArray, large: CountMatrix) -> None:
        """Add whole weights of words that a document has very often."""
        rows = large.rows
        for part in spans(len(rows), max(RUN // max(self.beyond.n_labels, 1), 1)):
            np.add.at(joint, rows[part], large.values[part, None] * self.rows(large.tokens[part]))

    def _exclude(self, joint: FloatArray, counts: CountMatrix) -> None:
        """Make impossible what lacks a cell for one of its bare tokens, or a token that every document had."""
        if self.is_bare is not None:
            is_bare = self.is_bare[counts.tokens].astype(np.float64)
            bare = CountMatrix(counts.starts, counts.tokens, is_bare, counts.n_tokens)
            joint[self._filled().product(bare) < _sums(counts, is_bare)[:, None]] = -np.inf
        if self.absent is not None and self.has_infinities:
            certain = self.beyond.with_numbers(np.isneginf(self.absent.beyond.numbers).astype(np.float64))
            joint[certain.product(counts) < certain.sums()] = -np.inf

    def _filled(self) -> CellNumbers:
        return self.beyond.with_numbers(np.ones(len(self.beyond.numbers)))


def _sums(counts: CountMatrix, numbers: npt.NDArray[Any]) -> FloatArray:
    """(n_documents,): one number per entry added up by document."""
    return np.bincount(counts.rows, numbers, counts.n_documents).astype(np.float64)
