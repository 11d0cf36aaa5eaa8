"""Measures of how well scores separate two labels: ROC, precision–recall, and what is caught while almost nothing is
lost.

Every measure counts documents from the highest score down, equal scores together, so ties get their average rank and
infinite scores need no special case. Counting takes multiplicities, so a bootstrap sorts only once.

A sum of log-ratios ranks long documents at the ends whatever they say. Divided by the number of words that say anything
it ranks mail far better; the verdict is not touched. It suits models that count words present (multinomial,
complement); on full Bernoulli, where absent words speak too, it hurts.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass

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
