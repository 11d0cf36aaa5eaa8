"""The parts of a scorer: evidence per label from text, from numbers and from choices."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, FloatArray, IntArray, split_into_slices
from nbengine.errors import EngineError
from nbengine.logspace import (
    add_log_probabilities,
    log_odds_between,
    select_above,
    to_presences,
    weighted_sums,
)

CELLS_AT_ONCE = 1 << 15
"""Number of floats that are computed at once (256 KB), so that they stay in the processor's cache."""


class WordWeights(ABC):
    """Evidence of words: a linear function of the counts of tokens. For Bernoulli, a present token counts as 1."""

    __slots__ = ()

    bias: FloatArray
    """Evidence that every text has, whatever its words; (n_labels,).

    For Bernoulli it is the finite part of the sum of log(1 - φ).
    """
    has_infinities: bool
    """Whether any weight may be infinite, which needs a smoothing of 0."""
    threshold: float
    """Count above which a token is present (Bernoulli)."""

    @property
    @abstractmethod
    def n_tokens(self) -> int: ...

    @property
    @abstractmethod
    def is_binary(self) -> bool:
        """Whether only the presence of a token matters, so that absent words count too."""

    @property
    @abstractmethod
    def table(self) -> FloatArray:
        """All weights, (n_tokens, n_labels). Raises TooLargeModelError if they do not fit into memory."""

    @abstractmethod
    def rows(self, tokens: npt.NDArray[Any]) -> FloatArray:
        """Return the weights of some tokens, shape (n, n_labels)."""

    @abstractmethod
    def sums(self) -> FloatArray:
        """Return the sum of all weights of each label, shape (n_labels,)."""

    @abstractmethod
    def log_absences(self, label: int) -> FloatArray:
        """Return log(1 - φ) of every token under one label (Bernoulli), shape (n_tokens,)."""

    @abstractmethod
    def evidence(self, counts: CountMatrix) -> FloatArray:
        """Return the log-likelihood of the text, shape (n_documents, n_labels)."""

    def terms(self, counts: CountMatrix, label: int, against: int) -> FloatArray:
        """Return the log-odds added by each token of one document, shape (n_entries,)."""
        counts = self.adapt_counts(counts)
        label_weights, other_weights = (self._weights_if_present(counts.tokens, number) for number in (label, against))
        return np.asarray(counts.values * log_odds_between(label_weights, other_weights))

    def absent_term(self, counts: CountMatrix, label: int, against: int) -> float:
        """Return the log-odds added by the bias and by the tokens that one document lacks."""
        if not self.is_binary:
            return float(self.bias[label] - self.bias[against])
        terms = self.absent_terms(counts, label, against)[1]
        infinite = np.unique(terms[np.isinf(terms)])
        if len(infinite) > 1:
            return math.nan  # the absent words make both labels impossible
        return float(infinite[0]) if len(infinite) else float(terms.sum())

    def absent_terms(self, counts: CountMatrix, label: int, against: int) -> tuple[IntArray, FloatArray]:
        """Return the tokens that one document lacks and the log-odds added by each. Empty if absence does not count."""
        if not self.is_binary:
            return np.zeros(0, dtype=np.int64), np.zeros(0)
        is_absent = np.ones(self.n_tokens, dtype=bool)
        is_absent[self.adapt_counts(counts).tokens] = False
        tokens = np.flatnonzero(is_absent)
        return tokens, log_odds_between(self.log_absences(label)[tokens], self.log_absences(against)[tokens])

    def decisive_tokens(self, counts: CountMatrix, label: int) -> IntArray:
        """Return the tokens that decide on their own, by their presence or absence.

        A decisive token makes the label impossible. For complement naive Bayes it makes the label certain.
        """
        counts = self.adapt_counts(counts)
        present = counts.tokens[np.isinf(self._weights_if_present(counts.tokens, label))].astype(np.int64)
        if not self.is_binary:
            return present
        certain = np.flatnonzero(np.isneginf(self.log_absences(label)))
        return np.concatenate((present, np.setdiff1d(certain, counts.tokens)))

    def _weights_if_present(self, tokens: npt.NDArray[np.int32], label: int) -> FloatArray:
        weights: FloatArray = self.rows(tokens)[:, label]
        if not self.is_binary:
            return weights
        absent = self.log_absences(label)[tokens]
        return weights + np.where(np.isneginf(absent), 0.0, absent)

    def adapt_counts(self, counts: CountMatrix) -> CountMatrix:
        """Convert counts for these weights: widen them to `n_tokens` columns, and replace them by 0 and 1 if only
        presence counts.

        Raise EngineError for tokens beyond the known ones.
        """
        if counts.n_tokens > self.n_tokens and counts.tokens.size and counts.tokens.max() >= self.n_tokens:
            raise EngineError(f"The counts have {counts.n_tokens} columns, the scorer knows {self.n_tokens}.")
        if counts.n_tokens != self.n_tokens:
            counts = CountMatrix(counts.starts, counts.tokens, counts.values, self.n_tokens)
        if self.is_binary:
            return to_presences(counts, self.threshold)
        return select_above(counts) if self.has_infinities else counts


@dataclass(frozen=True, slots=True, eq=False)
class TextWeights(WordWeights):
    """Weights of words as a table with a weight for every token and label."""

    weights: FloatArray
    """Weight of one occurrence, (n_tokens, n_labels). For Bernoulli it is log φ - log(1 - φ), or log φ = 0 if φ = 1."""
    bias: FloatArray
    has_infinities: bool
    absent: FloatArray | None = None
    """log(1 - φ) for Bernoulli, (n_tokens, n_labels); -inf if every document of the label has the token."""
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

    def log_absences(self, label: int) -> FloatArray:
        return np.zeros(self.n_tokens) if self.absent is None else self.absent[:, label]

    def evidence(self, counts: CountMatrix) -> FloatArray:
        counts = self.adapt_counts(counts)
        joint = weighted_sums(counts, self.weights)
        if self.bias.any():
            joint += self.bias
        if self.absent is None:
            return joint
        if self.has_infinities:
            is_certain = np.isneginf(self.absent).astype(np.float64)
            joint[weighted_sums(counts, is_certain) < is_certain.sum(axis=0)] = -np.inf
        return joint


@dataclass(frozen=True, slots=True, eq=False)
class NumberCurves:
    """A normal distribution for each label and column."""

    means: FloatArray
    """Mean of each label and column, (n_labels, n_columns)."""
    variances: FloatArray
    """Smoothed variance of each label and column, (n_labels, n_columns); NaN if the column is ignored."""
    mean_rests: FloatArray | None = None
    """Rounding error of each mean: the exact mean is the sum of both. None if the errors are negligible."""

    def evidence(self, numbers: FloatArray) -> FloatArray:
        """Return the log-density of the numbers, shape (n_documents, n_labels)."""
        self._check(numbers)
        if (self.variances > 0).all() and not np.isnan(numbers).any():
            return self._plain_evidence(numbers)
        columns = [
            add_log_probabilities(*self.log_densities(numbers, label).T, np.zeros(len(numbers)))
            for label in range(len(self.means))
        ]
        return np.stack(columns, axis=1) if columns else np.zeros((len(numbers), 0))

    def _plain_evidence(self, numbers: FloatArray) -> FloatArray:
        """Return the log-density, for numbers without missing values and variances above 0: a faster variant of
        `evidence`.

        It processes pieces that fit the processor's cache.
        """
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

    def log_densities(self, numbers: FloatArray, label: int) -> FloatArray:
        """Return the log-density of each number under one label, shape (n_documents, n_columns); 0 if it is missing."""
        rests = None if self.mean_rests is None else self.mean_rests[label]
        return NumberCurves(self.means[label], self.variances[label], rests).log_densities_of(numbers)

    def log_densities_of(self, numbers: FloatArray) -> FloatArray:
        """Return the log-density of each number. `numbers`, means and variances are broadcast against each other.

        The result is 0 for a missing number or an ignored column. With zero variance, a number equal to the mean gives
        infinite evidence; any other number makes the label impossible.
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
        """Return the log-odds added by each number of one document, shape (n_columns,)."""
        self._check(numbers)
        return log_odds_between(self.log_densities(numbers, label)[0], self.log_densities(numbers, against)[0])

    def _check(self, numbers: FloatArray) -> None:
        if numbers.shape[1] != self.means.shape[1]:
            raise EngineError(f"There are {numbers.shape[1]} numeric columns, the scorer knows {self.means.shape[1]}.")


@dataclass(frozen=True, slots=True, eq=False)
class ChoiceWeights:
    """Log-probabilities by column, label and value."""

    tables: tuple[FloatArray, ...]
    """One table of log-probabilities per column, (n_labels, n_values + 1). The last entry is for an unseen value."""

    def evidence(self, choices: IntArray) -> FloatArray:
        """Return the log-probability of the choices, shape (n_documents, n_labels)."""
        self._check(choices)
        n_labels = len(self.tables[0]) if self.tables else 0
        evidence = np.zeros((len(choices), n_labels))
        # Row 0 is for a missing value, which adds 0. mode="clip" maps unseen values to the last row.
        rows = [np.ascontiguousarray(np.pad(table, ((0, 0), (1, 0))).T) for table in self.tables]
        for piece in split_into_slices(len(choices), max(CELLS_AT_ONCE // max(n_labels, 1), 1)):
            indices = choices[piece].T + 1
            added = np.empty((indices.shape[1], n_labels))
            for column, values in enumerate(rows):
                evidence[piece] += np.take(values, indices[column], axis=0, out=added, mode="clip")
        return evidence

    def column_evidence(self, choices: IntArray, column: int) -> FloatArray:
        """Return the log-probability of one column's choice, shape (n_documents, n_labels); 0 if it is missing."""
        by_value, values = np.ascontiguousarray(self.tables[column].T), choices[:, column]
        chosen: FloatArray = by_value[np.minimum(values, len(by_value) - 1)]
        is_missing = values < 0
        return np.where(is_missing[:, None], 0.0, chosen) if is_missing.any() else chosen

    def terms(self, choices: IntArray, label: int, against: int) -> FloatArray:
        """Return the log-odds added by each choice of one document, shape (n_columns,)."""
        self._check(choices)
        per_label = np.array([self.column_evidence(choices, j)[0] for j in range(len(self.tables))])
        per_label = per_label.reshape(len(self.tables), -1)
        return log_odds_between(per_label[:, label], per_label[:, against]) if len(self.tables) else np.zeros(0)

    def _check(self, choices: IntArray) -> None:
        if choices.shape[1] != len(self.tables):
            raise EngineError(f"There are {choices.shape[1]} columns of choices, the scorer knows {len(self.tables)}.")
