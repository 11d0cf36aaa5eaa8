"""The parts of a scorer, one for each kind of column: evidence per label of text, of numbers, of choices."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.arrays.logspace import added, difference, presence, product, without_zeros
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass

CELLS_AT_ONCE = 1 << 15


class WordWeights(ABC):
    """Evidence of words that is linear in the counts, or (Bernoulli) in which tokens are present."""

    __slots__ = ()

    bias: FloatArray
    """(n_labels,): what a text adds whatever its words; for Bernoulli the finite part of the sum of log(1 - φ)."""
    has_infinities: bool
    """True if any weight may be infinite, which happens only without smoothing."""
    threshold: float
    """For Bernoulli: a token is present where its count is above this."""

    @property
    @abstractmethod
    def n_tokens(self) -> int: ...

    @property
    @abstractmethod
    def is_binary(self) -> bool:
        """Return whether absence counts."""

    @property
    @abstractmethod
    def table(self) -> FloatArray:
        """(n_tokens, n_labels): all weights; TooLargeModelError where there is no room for them."""

    @abstractmethod
    def rows(self, tokens: npt.NDArray[Any]) -> FloatArray:
        """(n, n_labels): the weights of some tokens."""

    @abstractmethod
    def sums(self) -> FloatArray:
        """(n_labels,): what all weights add up to."""

    @abstractmethod
    def absence(self, label: int) -> FloatArray:
        """(n_tokens,): for Bernoulli log(1 - φ) under one label."""

    @abstractmethod
    def evidence(self, counts: CountMatrix) -> FloatArray:
        """(n_documents, n_labels): the log-likelihood of the text."""

    def terms(self, counts: CountMatrix, label: int, against: int) -> FloatArray:
        """(n_entries,): what each token of one document adds to the log-odds."""
        counts = self.fitting(counts)
        mine, theirs = (self._present(counts.tokens, number) for number in (label, against))
        return np.asarray(counts.values * difference(mine, theirs))

    def absent_term(self, counts: CountMatrix, label: int, against: int) -> float:
        """Return what the tokens that one document lacks, and the bias of every text, add to the log-odds."""
        if not self.is_binary:
            return float(self.bias[label] - self.bias[against])
        terms = self.absent_terms(counts, label, against)[1]
        is_infinite = np.isinf(terms)
        return float(np.unique(terms[is_infinite]).sum()) if is_infinite.any() else float(terms.sum())

    def absent_terms(self, counts: CountMatrix, label: int, against: int) -> tuple[IntArray, FloatArray]:
        """The tokens that one document lacks and what each of them adds; none unless absence counts."""
        if not self.is_binary:
            return np.zeros(0, dtype=np.int64), np.zeros(0)
        is_absent = np.ones(self.n_tokens, dtype=bool)
        is_absent[self.fitting(counts).tokens] = False
        tokens = np.flatnonzero(is_absent)
        return tokens, difference(self.absence(label)[tokens], self.absence(against)[tokens])

    def decisive_tokens(self, counts: CountMatrix, label: int) -> IntArray:
        """The tokens, present or absent, that alone make a label impossible (complement: certain)."""
        counts = self.fitting(counts)
        present = counts.tokens[np.isinf(self._present(counts.tokens, label))].astype(np.int64)
        if not self.is_binary:
            return present
        certain = np.flatnonzero(np.isneginf(self.absence(label)))
        return np.concatenate((present, np.setdiff1d(certain, counts.tokens)))

    def _present(self, tokens: npt.NDArray[np.int32], label: int) -> FloatArray:
        weights: FloatArray = self.rows(tokens)[:, label]
        if not self.is_binary:
            return weights
        absent = self.absence(label)[tokens]
        return weights + np.where(np.isneginf(absent), 0.0, absent)

    def fitting(self, counts: CountMatrix) -> CountMatrix:
        """The counts as this part multiplies them: as many columns, binary where only presence counts."""
        if counts.n_tokens > self.n_tokens and counts.tokens.size and counts.tokens.max() >= self.n_tokens:
            raise EngineError(f"The counts have {counts.n_tokens} columns, the scorer knows {self.n_tokens}.")
        if counts.n_tokens != self.n_tokens:
            counts = CountMatrix(counts.starts, counts.tokens, counts.values, self.n_tokens)
        if self.is_binary:
            return presence(counts, self.threshold)
        return without_zeros(counts) if self.has_infinities else counts


@dataclass(frozen=True, slots=True, eq=False)
class TextWeights(WordWeights):
    """A weight for every token and label."""

    weights: FloatArray
    """(n_tokens, n_labels): per count; for Bernoulli log φ - log(1 - φ), or log φ = 0 where φ = 1."""
    bias: FloatArray
    has_infinities: bool
    absent: FloatArray | None = None
    """(n_tokens, n_labels): for Bernoulli log(1 - φ), -inf where every document of the label holds the token."""
    threshold: float = 0.0

    @property
    def n_tokens(self) -> int:
        return len(self.weights)

    @property
    def is_binary(self) -> bool:
        return self.absent is not None

    @property
    def table(self) -> FloatArray:
        return self.weights

    def rows(self, tokens: npt.NDArray[Any]) -> FloatArray:
        return np.asarray(self.weights[tokens])

    def sums(self) -> FloatArray:
        return np.asarray(self.weights.sum(axis=0))

    def absence(self, label: int) -> FloatArray:
        return np.zeros(self.n_tokens) if self.absent is None else self.absent[:, label]

    def evidence(self, counts: CountMatrix) -> FloatArray:
        counts = self.fitting(counts)
        joint = product(counts, self.weights)
        if self.bias.any():
            joint += self.bias
        if self.absent is None:
            return joint
        if self.has_infinities:
            certain = np.isneginf(self.absent).astype(np.float64)
            joint[product(counts, certain) < certain.sum(axis=0)] = -np.inf
        return joint


@dataclass(frozen=True, slots=True, eq=False)
class NumberCurves:
    """A normal curve per label and column."""

    means: FloatArray
    """(n_labels, n_columns)."""
    variances: FloatArray
    """(n_labels, n_columns), smoothed; NaN in a column that says nothing."""
    mean_rests: FloatArray | None = None
    """The rounding errors of the means, where they tell beside the spread: numbers far from 0 that lie close."""

    def evidence(self, numbers: FloatArray) -> FloatArray:
        """(n_documents, n_labels): the log-density of the numbers."""
        self._check(numbers)
        if (self.variances > 0).all() and not np.isnan(numbers).any():
            return self._plain_evidence(numbers)
        columns = [added(*self.densities(numbers, label).T, np.zeros(len(numbers))) for label in range(len(self.means))]
        return np.stack(columns, axis=1) if columns else np.zeros((len(numbers), 0))

    def _plain_evidence(self, numbers: FloatArray) -> FloatArray:
        """The same where no number is missing and no curve is a point, in pieces that fit the cache."""
        evidence = np.empty((len(numbers), len(self.means)))
        evidence[:] = -0.5 * np.log(2 * np.pi * self.variances).sum(axis=1)
        factors, n_rows = -0.5 / self.variances, max(1, CELLS_AT_ONCE // max(1, numbers.shape[1]))
        for start in range(0, len(numbers), n_rows):
            piece = numbers[start : start + n_rows]
            for label, means in enumerate(self.means):
                distances = piece - means
                if self.mean_rests is not None:
                    distances -= self.mean_rests[label]
                distances *= distances
                evidence[start : start + n_rows, label] += distances @ factors[label]
        return evidence

    def densities(self, numbers: FloatArray, label: int) -> FloatArray:
        """(n_documents, n_columns): the log-density of each number; 0 where it is missing."""
        rests = None if self.mean_rests is None else self.mean_rests[label]
        return NumberCurves(self.means[label], self.variances[label], rests).densities_of(numbers)

    def densities_of(self, numbers: FloatArray) -> FloatArray:
        """Return the log-density of each number under its own curve, whatever shape they share.

        It is 0 where the number is missing or the column says nothing. Without variance the curve is a point: infinite
        evidence where it is met, impossible elsewhere.
        """
        distances, variances = numbers - self.means, self.variances
        if self.mean_rests is not None:
            distances -= self.mean_rests
        with np.errstate(divide="ignore", invalid="ignore"):
            densities = -0.5 * (np.log(2 * np.pi * variances) + distances * distances / variances)
        is_point = (variances == 0) & ~np.isnan(distances)
        densities = np.where(is_point, np.where(distances == 0, np.inf, -np.inf), densities)
        return np.where(np.isnan(densities), 0.0, densities)

    def terms(self, numbers: FloatArray, label: int, against: int) -> FloatArray:
        """(n_columns,): what each number of one document adds to the log-odds."""
        self._check(numbers)
        return difference(self.densities(numbers, label)[0], self.densities(numbers, against)[0])

    def _check(self, numbers: FloatArray) -> None:
        if numbers.shape[1] != self.means.shape[1]:
            raise EngineError(f"There are {numbers.shape[1]} numeric columns, the scorer knows {self.means.shape[1]}.")


@dataclass(frozen=True, slots=True, eq=False)
class ChoiceWeights:
    """A log-probability per label, column and value."""

    tables: tuple[FloatArray, ...]
    """Per column (n_labels, n_values + 1): the last one is for a value never seen."""

    def evidence(self, choices: IntArray) -> FloatArray:
        """(n_documents, n_labels): the log-probability of the choices."""
        self._check(choices)
        n_labels = len(self.tables[0]) if self.tables else 0
        evidence = np.zeros((len(choices), n_labels))
        for column, table in enumerate(self.tables):
            # First what a missing value adds, which is nothing; last what one never seen adds.
            by_place = np.concatenate((np.zeros((n_labels, 1)), table), axis=1)
            places = np.ascontiguousarray(choices[:, column]) + 1
            for label in range(n_labels):
                evidence[:, label] += np.take(by_place[label], places, mode="clip")
        return evidence

    def column(self, choices: IntArray, column: int) -> FloatArray:
        """(n_documents, n_labels): the log-probability of one column's choice; 0 where it is missing."""
        by_value, values = np.ascontiguousarray(self.tables[column].T), choices[:, column]
        chosen: FloatArray = by_value[np.minimum(values, len(by_value) - 1)]
        is_missing = values < 0
        return np.where(is_missing[:, None], 0.0, chosen) if is_missing.any() else chosen

    def terms(self, choices: IntArray, label: int, against: int) -> FloatArray:
        """(n_columns,): what each choice of one document adds to the log-odds."""
        self._check(choices)
        per_label = np.array([self.column(choices, j)[0] for j in range(len(self.tables))])
        per_label = per_label.reshape(len(self.tables), -1)
        return difference(per_label[:, label], per_label[:, against]) if len(self.tables) else np.zeros(0)

    def _check(self, choices: IntArray) -> None:
        if choices.shape[1] != len(self.tables):
            raise EngineError(f"There are {choices.shape[1]} columns of choices, the scorer knows {len(self.tables)}.")
