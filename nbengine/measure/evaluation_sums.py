"""Evaluations that add up: what verdicts on some documents add to the figures of all, in a size that does not grow.

Everything but the ranking is a sum. Scores are counted one by one up to a number of different ones, and beyond it in
steps of growing width, so that pairs within a step count as ties. So where documents are judged in many places nobody
has to hold the probabilities of all.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray
from nbengine.arrays.logspace import best_labels as most_probable
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass
from nbengine.measure.evaluation import (
    Evaluation,
    SeparationScores,
    VerdictSums,
    assembled,
    checked_log_proba,
    log_odds,
    separation_of,
    uniform_where_undecided,
    verdict_sums,
)
from nbengine.measure.ranking_curves import rank_scores

MOST_SCORES = 200_000


@dataclass(frozen=True, slots=True, eq=False)
class ScoreCounts:
    """The number of documents of either label that have each score."""

    keys: IntArray
    """(n_scores,) ascending: whole numbers in the order of the scores."""
    counts: IntArray
    """(2, n_scores): negatives, and positives."""
    n_bits: int = 0
    """Lowest bits of a key that are left out: scores that differ in these alone are taken for equal."""

    def __add__(self, other: ScoreCounts) -> ScoreCounts:
        keys = np.concatenate([self.keys, other.keys])
        counts = np.concatenate([self.counts, other.counts], axis=1)
        return _counted(keys, counts, max(self.n_bits, other.n_bits))


def counted_scores(scores: npt.ArrayLike, is_positive: npt.NDArray[np.bool_]) -> ScoreCounts:
    """Count scores, of which none is NaN."""
    given = np.ascontiguousarray(scores, np.float64) + 0.0  # no negative zero
    bits = given.view(np.int64)
    keys = np.where(bits < 0, bits ^ np.int64((1 << 63) - 1), bits)
    return _counted(keys, np.array([~is_positive, is_positive], np.int64), 0)


def _counted(keys: IntArray, counts: IntArray, n_bits: int) -> ScoreCounts:
    while True:
        steps, places = np.unique(keys >> n_bits << n_bits, return_inverse=True)
        if len(steps) <= MOST_SCORES:
            break
        n_bits += 1
    added = np.array([np.bincount(places, own, len(steps)) for own in counts]).astype(np.int64)
    return ScoreCounts(steps, added, n_bits)


@dataclass(frozen=True, slots=True, eq=False)
class EvaluationSums:
    """The sums that some documents add to an evaluation."""

    labels: tuple[str, ...]
    positive: str | None
    verdicts: VerdictSums
    scores: ScoreCounts | None
    """Only with two labels of which one is positive."""

    @property
    def documents(self) -> int:
        return int(self.verdicts.confusion.sum() + self.verdicts.undecided.sum())

    def __add__(self, other: EvaluationSums) -> EvaluationSums:
        if (self.labels, self.positive) != (other.labels, other.positive):
            raise EngineError("Evaluations of different labels do not add up.")
        scores = None if self.scores is None or other.scores is None else self.scores + other.scores
        return EvaluationSums(self.labels, self.positive, self.verdicts + other.verdicts, scores)


def sums_of(
    log_proba: npt.ArrayLike,
    truth: IntArray,
    labels: Sequence[str],
    *,
    positive: str | None = None,
    ranking: npt.ArrayLike | None = None,
    n_bins: int = 15,
) -> EvaluationSums:
    """Return what documents add: their log P(label | document), (n_documents, n_labels), and true label numbers."""
    names = tuple(labels)
    given = checked_log_proba(log_proba, len(names))
    verdicts = most_probable(given)
    known, scores = uniform_where_undecided(given, verdicts), None
    if positive is not None:
        number = names.index(positive)
        scores = counted_scores(log_odds(known, number) if ranking is None else ranking, truth == number)
    return EvaluationSums(names, positive, verdict_sums(known, truth, verdicts, n_bins), scores)


def evaluation_of(sums: EvaluationSums) -> Evaluation:
    """Return the figures of all documents that were added up."""
    if not sums.documents:
        raise EngineError("There are no documents to evaluate.")
    return assembled(sums.labels, sums.verdicts, _separation(sums))


def _separation(sums: EvaluationSums) -> SeparationScores | None:
    """Rank steps of scores, those of negatives and those of positives, each standing for its documents."""
    if sums.scores is None or sums.positive is None or not sums.scores.counts.sum(axis=1).all():
        return None
    number, n_scores = sums.labels.index(sums.positive), len(sums.scores.keys)
    is_positive = np.repeat([False, True], n_scores)
    ranked = rank_scores(np.tile(np.arange(n_scores), 2), is_positive)
    other = 1 - number
    lost = int(sums.verdicts.confusion[other, number])
    missed = int(sums.verdicts.confusion[number, other] + sums.verdicts.undecided[number])
    return separation_of(sums.positive, ranked, sums.scores.counts.reshape(-1), lost, missed, is_positive)
