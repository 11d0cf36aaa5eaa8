"""Measures of how well scores separate two labels, and significance tests.

The measures are ROC and precision–recall curves, AUC, LAM, and the share of positives missed at a given loss of
negatives. Documents are counted from the highest score down, and equal scores together. Ties therefore get their
average rank, and infinite scores need no special case. All measures accept multiplicities, so a bootstrap sorts only
once.

`evidence_per_word` normalises scores by length. Very long documents have the highest and lowest sums of log-ratios,
whatever their label. Divided by the number of informative words, the sum ranks mail far better, and the verdict stays
the same. This suits models that count present words (multinomial, complement). It harms full Bernoulli, for which
absent words are evidence, too.

Significance: Wilson and bootstrap intervals, and McNemar's test for two models on the same documents.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, FloatArray
from nbengine.errors import EngineError

BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class RankedScores:
    """Documents in descending order of score, each marked positive or negative. `rank_scores` creates it."""

    is_positive: BoolArray
    """(n_documents,): whether each document is positive, in descending order of score."""
    order: npt.NDArray[np.int64]
    """(n_documents,): document numbers, best first."""
    tie_ends: npt.NDArray[np.int64]
    """(n_thresholds,): position of the last document of each run of equal scores."""
    thresholds: FloatArray
    """(n_thresholds,): distinct scores, descending."""

    def count_above_thresholds(self, multiplicities: npt.NDArray[Any] | None = None) -> tuple[FloatArray, FloatArray]:
        """Return how many negatives and how many positives score at least each threshold.

        Both arrays have the shape (n_thresholds + 1,) and start with 0.
        """
        weights = np.ones(len(self.order)) if multiplicities is None else multiplicities[self.order].astype(np.float64)
        positives = np.cumsum(np.where(self.is_positive, weights, 0.0))[self.tie_ends]
        all_documents = np.cumsum(weights)[self.tie_ends]
        return np.concatenate(([0.0], all_documents - positives)), np.concatenate(([0.0], positives))


@dataclass(frozen=True, slots=True, eq=False)
class RocCurve:
    """ROC curve. The first point judges no document positive, the last point judges all documents positive."""

    thresholds: FloatArray
    """(n_points,): descending, starting with infinity."""
    negatives_lost: FloatArray
    """(n_points,): false positive rate."""
    positives_caught: FloatArray
    """(n_points,): true positive rate."""


@dataclass(frozen=True, slots=True, eq=False)
class PrecisionRecallCurve:
    """Precision and recall at each distinct score, in descending order of score."""

    thresholds: FloatArray
    precision: FloatArray
    recall: FloatArray


def rank_scores(scores: npt.ArrayLike, is_positive: npt.ArrayLike) -> RankedScores:
    """Sort the documents by score. Raises `EngineError` for NaN, or unless there are positives and negatives."""
    values, positives = _check_scores_and_labels(scores, is_positive)
    order = np.argsort(-values, kind="stable")
    ranked = values[order]
    ends = np.flatnonzero(np.append(ranked[1:] != ranked[:-1], True))
    return RankedScores(positives[order], order, ends, ranked[ends])


def compute_roc_curve(ranking: RankedScores) -> RocCurve:
    """Return the ROC curve."""
    lost, caught = ranking.count_above_thresholds()
    return RocCurve(np.concatenate(([np.inf], ranking.thresholds)), lost / lost[-1], caught / caught[-1])


def compute_precision_recall_curve(ranking: RankedScores) -> PrecisionRecallCurve:
    """Return the precision–recall curve."""
    lost, caught = ranking.count_above_thresholds()
    return PrecisionRecallCurve(ranking.thresholds, caught[1:] / (lost + caught)[1:], caught[1:] / caught[-1])


def auc(ranking: RankedScores, multiplicities: npt.NDArray[Any] | None = None) -> float:
    """Return the area under the ROC curve: the probability that a positive scores above a negative. A tie counts one
    half.
    """
    return 1 - _misordered_share(ranking, multiplicities)


def one_minus_auc_percent(ranking: RankedScores, multiplicities: npt.NDArray[Any] | None = None) -> float:
    """Return 1-ROCA%: the percentage of pairs of a positive and a negative that are ranked in the wrong order.

    It is computed directly, because 1 - AUC would lose digits.
    """
    return 100 * _misordered_share(ranking, multiplicities)


def _misordered_share(ranking: RankedScores, multiplicities: npt.NDArray[Any] | None) -> float:
    """Return the share of pairs of a positive and a negative that are in the wrong order; NaN if there are no pairs."""
    lost, caught = ranking.count_above_thresholds(multiplicities)
    if not lost[-1] or not caught[-1]:
        return math.nan
    missed = caught[-1] - caught
    return float(np.sum(np.diff(lost) * (missed[1:] + missed[:-1])) / (2 * lost[-1] * caught[-1]))


@dataclass(frozen=True, slots=True)
class OperatingPoint:
    """A threshold, and the errors if all documents with this score or a higher one are judged positive."""

    threshold: float
    negatives_lost: int
    positives_missed: int
    missed_share: float


def find_operating_point(
    ranking: RankedScores, share: float = 0.001, multiplicities: npt.NDArray[Any] | None = None
) -> OperatingPoint:
    """Return the threshold that catches the most positives while at most `share` of the negatives are lost."""
    lost, caught = ranking.count_above_thresholds(multiplicities)
    point = int(np.searchsorted(lost, share * lost[-1] * (1 + 1e-12), side="right")) - 1
    threshold = ranking.thresholds[point] if point < len(ranking.thresholds) else -np.inf
    missed = caught[-1] - caught[point]
    return OperatingPoint(float(threshold), int(lost[point]), int(missed), float(missed / caught[-1]))


def lam_percent(negatives_lost: int, n_negatives: int, positives_missed: int, n_positives: int) -> float:
    """Return the logistic average misclassification (LAM) in percent: the two error rates averaged on the logit scale.

    Half an error and one document are added to each side, so the figure is finite even without errors.
    """
    rates = ((negatives_lost + 0.5) / (n_negatives + 1), (positives_missed + 0.5) / (n_positives + 1))
    middle = sum(math.log(rate / (1 - rate)) for rate in rates) / 2
    return 100 / (1 + math.exp(-middle))


def _check_scores_and_labels(scores: npt.ArrayLike, is_positive: npt.ArrayLike) -> tuple[FloatArray, BoolArray]:
    values = np.asarray(scores, dtype=np.float64)
    positives = np.asarray(is_positive, dtype=np.bool_)
    if values.ndim != 1 or values.shape != positives.shape:
        raise EngineError(f"Scores of shape {values.shape} do not go with labels of shape {positives.shape}.")
    if np.isnan(values).any():
        raise EngineError(f"{int(np.isnan(values).sum())} scores are NaN.")
    if positives.all() or not positives.any():
        raise EngineError("Ranking needs documents of both kinds; all are of one.")
    return values, positives


MIN_INFORMATIVE_LOG_RATIO = 0.1
"""A word is informative if the absolute value of its log-ratio is above this."""


def evidence_per_word(log_odds: FloatArray, counts: CountMatrix, log_ratios: FloatArray) -> FloatArray:
    """Return the log-odds divided by the number of informative words of each document.

    A document without informative words keeps its log-odds. `log_ratios` (n_tokens,) is log P(word | positive) - log
    P(word | negative).
    """
    if log_ratios.shape != (counts.n_tokens,):
        raise EngineError(f"{counts.n_tokens} columns need one log-ratio each, not shape {log_ratios.shape}.")
    is_informative = np.abs(log_ratios) > MIN_INFORMATIVE_LOG_RATIO
    informative_counts = np.where(is_informative[counts.tokens], counts.values, 0)
    n_informative = np.bincount(counts.rows, informative_counts, counts.n_documents)
    return log_odds / np.maximum(n_informative, 1.0)


MAX_DOCUMENTS_FOR_EXACT_TEST = 1000
"""McNemar's test is exact (binomial) if the models judge at most this many documents differently."""


@dataclass(frozen=True, slots=True)
class ConfidenceInterval:
    """A confidence interval."""

    low: float
    high: float


def wilson_interval(n_right: int, n_documents: int, *, confidence: float = 0.95) -> ConfidenceInterval:
    """Return the Wilson confidence interval of the share of right documents, which may be 0 or 1."""
    if not n_documents:
        return ConfidenceInterval(0.0, 1.0)
    low, high = wilson_bounds(n_right / n_documents, n_documents, NormalDist().inv_cdf(0.5 + confidence / 2))
    return ConfidenceInterval(0.0 if n_right == 0 else max(0.0, low), 1.0 if n_right == n_documents else min(1.0, high))


def wilson_bounds(share: float, n_documents: float, z: float) -> tuple[float, float]:
    """Return the Wilson bounds of a share of `n_documents`, for the normal quantile `z`."""
    spread = z * z / n_documents
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / n_documents + spread / (4 * n_documents)) / (1 + spread)
    return middle - half, middle + half


def bootstrap_interval(
    measure: Callable[[npt.NDArray[np.int64]], float],
    n_documents: int,
    *,
    n_draws: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
) -> ConfidenceInterval:
    """Return a bootstrap confidence interval of a measure.

    `measure` receives the number of times that each document was drawn, shape (n_documents,). Draws with a NaN result,
    such as one without positives, are ignored.
    """
    if n_documents < 1:
        raise EngineError("There are no documents to redraw.")
    generator = np.random.default_rng(seed)
    draws = (generator.integers(0, n_documents, n_documents, dtype=np.int32) for _ in range(n_draws))
    values = np.array([measure(np.bincount(sample, minlength=n_documents)) for sample in draws])
    known = values[~np.isnan(values)]
    if not known.size:
        raise EngineError("The measure has no value on any of the draws.")
    tail = (1 - confidence) / 2
    low, high = np.quantile(known, [tail, 1 - tail])
    return ConfidenceInterval(float(low), float(high))


@dataclass(frozen=True, slots=True)
class McNemarResult:
    """Result of McNemar's test of two models on the same documents."""

    n_only_first_right: int
    n_only_second_right: int
    statistic: float | None
    """Chi-squared with continuity correction; None if the exact binomial was used."""
    p_value: float
    """Probability of at least this difference between equally good models."""


def mcnemar(first_is_right: npt.ArrayLike, second_is_right: npt.ArrayLike) -> McNemarResult:
    """Test whether two models differ in accuracy, with McNemar's test."""
    first, second = np.asarray(first_is_right, dtype=np.bool_), np.asarray(second_is_right, dtype=np.bool_)
    if first.ndim != 1 or first.shape != second.shape:
        raise EngineError(f"The models judged different documents: {first.shape} against {second.shape}.")
    only_first, only_second = int(np.sum(first & ~second)), int(np.sum(second & ~first))
    n_different = only_first + only_second
    if n_different <= MAX_DOCUMENTS_FOR_EXACT_TEST:
        ways = sum(math.comb(n_different, number) for number in range(min(only_first, only_second) + 1))
        return McNemarResult(only_first, only_second, None, min(1.0, 2 * ways / 2**n_different))
    statistic = (abs(only_first - only_second) - 1) ** 2 / n_different
    return McNemarResult(only_first, only_second, statistic, math.erfc(math.sqrt(statistic / 2)))
