"""Measures of how well scores separate two labels: ROC, precision–recall, what is caught while almost nothing is lost;
and tests of whether a difference is more than luck.

Every measure counts documents from the highest score down, equal scores together, so ties get their average rank and
infinite scores need no special case. Counting takes multiplicities, so a bootstrap sorts only once.

A sum of log-ratios ranks long documents at the ends whatever they say. Divided by the number of words that say anything
it ranks mail far better; the verdict is not touched. It suits models that count words present (multinomial,
complement); on full Bernoulli, where absent words speak too, it hurts.

Tests of whether a difference is more than luck: intervals by resampling, and two models on the same documents.
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
    """Documents from the highest score to the lowest; `rank_scores` makes it."""

    is_positive: BoolArray
    """(n_documents,) in the order of the ranking."""
    order: npt.NDArray[np.int64]
    """(n_documents,) document numbers, best first."""
    ends: npt.NDArray[np.int64]
    """(n_thresholds,) where each run of equal scores ends in the ranking."""
    thresholds: FloatArray
    """(n_thresholds,) the distinct scores, falling."""

    def passed(self, multiplicities: npt.NDArray[Any] | None = None) -> tuple[FloatArray, FloatArray]:
        """Count negatives and positives that score at least each threshold, as two arrays that both start with 0."""
        weights = np.ones(len(self.order)) if multiplicities is None else multiplicities[self.order].astype(np.float64)
        positives = np.cumsum(np.where(self.is_positive, weights, 0.0))[self.ends]
        everyone = np.cumsum(weights)[self.ends]
        return np.concatenate(([0.0], everyone - positives)), np.concatenate(([0.0], positives))


@dataclass(frozen=True, slots=True, eq=False)
class RocCurve:
    """Shares at each threshold, from calling nothing positive to calling everything positive."""

    thresholds: FloatArray
    """(n_points,) falling, the first one infinite."""
    negatives_lost: FloatArray
    positives_caught: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class PrecisionRecallCurve:
    """Precision and recall at each distinct score, falling."""

    thresholds: FloatArray
    precision: FloatArray
    recall: FloatArray


def rank_scores(scores: npt.ArrayLike, is_positive: npt.ArrayLike) -> RankedScores:
    """Sort once what all measures need; refuses NaN, and documents of one kind only."""
    values, positives = _two_kinds(scores, is_positive)
    order = np.argsort(-values, kind="stable")
    ranked = values[order]
    ends = np.flatnonzero(np.append(ranked[1:] != ranked[:-1], True))
    return RankedScores(positives[order], order, ends, ranked[ends])


def roc(ranking: RankedScores) -> RocCurve:
    """Draw what is lost against what is caught."""
    lost, caught = ranking.passed()
    return RocCurve(np.concatenate(([np.inf], ranking.thresholds)), lost / lost[-1], caught / caught[-1])


def precision_recall(ranking: RankedScores) -> PrecisionRecallCurve:
    """Draw how pure the positives are against how many are found."""
    lost, caught = ranking.passed()
    return PrecisionRecallCurve(ranking.thresholds, caught[1:] / (lost + caught)[1:], caught[1:] / caught[-1])


def auc(ranking: RankedScores, multiplicities: npt.NDArray[Any] | None = None) -> float:
    """Return the chance that a positive scores above a negative, a tie counting one half."""
    return 1 - _misordered(ranking, multiplicities)


def one_minus_auc_percent(ranking: RankedScores, multiplicities: npt.NDArray[Any] | None = None) -> float:
    """1-ROCA%: the share of pairs in the wrong order, in percent; computed without cancellation."""
    return 100 * _misordered(ranking, multiplicities)


def _misordered(ranking: RankedScores, multiplicities: npt.NDArray[Any] | None) -> float:
    lost, caught = ranking.passed(multiplicities)
    if not lost[-1] or not caught[-1]:
        return math.nan
    missed = caught[-1] - caught
    return float(np.sum(np.diff(lost) * (missed[1:] + missed[:-1])) / (2 * lost[-1] * caught[-1]))


@dataclass(frozen=True, slots=True)
class OperatingPoint:
    """The errors made when documents that score above the threshold are called positive."""

    threshold: float
    negatives_lost: int
    positives_missed: int
    missed_share: float


def positives_missed_at(
    ranking: RankedScores, share: float = 0.001, multiplicities: npt.NDArray[Any] | None = None
) -> OperatingPoint:
    """Catch as many positives as possible while losing at most this share of the negatives."""
    lost, caught = ranking.passed(multiplicities)
    point = int(np.searchsorted(lost, share * lost[-1] * (1 + 1e-12), side="right")) - 1
    below = ranking.thresholds[point] if point < len(ranking.thresholds) else -np.inf
    missed = caught[-1] - caught[point]
    return OperatingPoint(float(below), int(lost[point]), int(missed), float(missed / caught[-1]))


def lam_percent(negatives_lost: int, n_negatives: int, positives_missed: int, n_positives: int) -> float:
    """Average the two error rates on the logit scale, in percent.

    Half an error and one document are added on each side, so that a filter without errors has a finite figure.
    """
    rates = ((negatives_lost + 0.5) / (n_negatives + 1), (positives_missed + 0.5) / (n_positives + 1))
    middle = sum(math.log(rate / (1 - rate)) for rate in rates) / 2
    return 100 / (1 + math.exp(-middle))


def _two_kinds(scores: npt.ArrayLike, is_positive: npt.ArrayLike) -> tuple[FloatArray, BoolArray]:
    values = np.asarray(scores, dtype=np.float64)
    positives = np.asarray(is_positive, dtype=np.bool_)
    if values.ndim != 1 or values.shape != positives.shape:
        raise EngineError(f"Scores of shape {values.shape} do not go with labels of shape {positives.shape}.")
    if np.isnan(values).any():
        raise EngineError(f"{int(np.isnan(values).sum())} scores are NaN.")
    if positives.all() or not positives.any():
        raise EngineError("Ranking needs documents of both kinds; all are of one.")
    return values, positives


INFORMATIVE_FROM = 0.1
"""Words whose log-ratio is no farther from zero say nothing about the label."""


def evidence_per_word(log_odds: FloatArray, counts: CountMatrix, log_ratios: FloatArray) -> FloatArray:
    """Divide log-odds by how often words speak for either side; documents where none does keep theirs.

    log_ratios (n_tokens,) is log P(word | positive) - log P(word | negative).
    """
    if log_ratios.shape != (counts.n_tokens,):
        raise EngineError(f"{counts.n_tokens} columns need one log-ratio each, not shape {log_ratios.shape}.")
    speaks = np.abs(log_ratios) > INFORMATIVE_FROM
    spoken = np.where(speaks[counts.tokens], counts.values, 0)
    n_informative = np.bincount(counts.rows, spoken, counts.n_documents)
    return log_odds / np.maximum(n_informative, 1.0)


EXACT_UP_TO = 1000
"""Documents judged differently, up to which McNemar's test adds up the binomial instead of approximating it."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval that holds a figure with the stated confidence."""

    low: float
    high: float


def wilson_interval(n_right: int, n_documents: int, *, confidence: float = 0.95) -> Interval:
    """Bound a share; sensible for none, all and few."""
    if not n_documents:
        return Interval(0.0, 1.0)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share, spread = n_right / n_documents, z * z / n_documents
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / n_documents + spread / (4 * n_documents)) / (1 + spread)
    low = 0.0 if n_right == 0 else max(0.0, middle - half)
    return Interval(low, 1.0 if n_right == n_documents else min(1.0, middle + half))


def bootstrap_interval(
    measure: Callable[[npt.NDArray[np.int64]], float],
    n_documents: int,
    *,
    n_draws: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
) -> Interval:
    """Redraw the documents with replacement: measure takes how often each one was drawn, shape (n_documents,).

    Draws for which the measure is NaN, such as one without any positive, are left out.
    """
    if n_documents < 1:
        raise EngineError("There are no documents to redraw.")
    generator = np.random.default_rng(seed)
    draws = (generator.integers(0, n_documents, n_documents, dtype=np.int32) for _ in range(n_draws))
    values = np.array([measure(np.bincount(drawn, minlength=n_documents)) for drawn in draws])
    known = values[~np.isnan(values)]
    if not known.size:
        raise EngineError("The measure has no value on any of the draws.")
    tail = (1 - confidence) / 2
    low, high = np.quantile(known, [tail, 1 - tail])
    return Interval(float(low), float(high))


@dataclass(frozen=True, slots=True)
class McNemar:
    """Two models on the same documents: only those that just one of them got right tell them apart."""

    only_first_right: int
    only_second_right: int
    statistic: float | None
    """Chi-squared with continuity correction; None where the exact binomial was used."""
    p_value: float
    """The chance of a difference at least this large between equally good models."""


def mcnemar(first_is_right: npt.ArrayLike, second_is_right: npt.ArrayLike) -> McNemar:
    """Test whether two models differ; exact where few documents tell them apart."""
    first, second = np.asarray(first_is_right, dtype=np.bool_), np.asarray(second_is_right, dtype=np.bool_)
    if first.ndim != 1 or first.shape != second.shape:
        raise EngineError(f"The models judged different documents: {first.shape} against {second.shape}.")
    only_first, only_second = int(np.sum(first & ~second)), int(np.sum(second & ~first))
    n_different = only_first + only_second
    if n_different <= EXACT_UP_TO:
        ways = sum(math.comb(n_different, number) for number in range(min(only_first, only_second) + 1))
        return McNemar(only_first, only_second, None, min(1.0, 2 * ways / 2**n_different))
    statistic = (abs(only_first - only_second) - 1) ** 2 / n_different
    return McNemar(only_first, only_second, statistic, math.erfc(math.sqrt(statistic / 2)))
