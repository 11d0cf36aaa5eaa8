"""The evaluation of verdicts: one record with every figure that is shown, stored or printed.

An undecided verdict (-1) is a wrong one: it lowers accuracy and recall, stands beside the confusion matrix in a column
of its own, and counts as a uniform guess where probabilities are judged. A true label that was called impossible makes
the log loss infinite, and it is shown so: capping it would hide what smoothing of zero costs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.logspace import UNDECIDED
from nbengine.logspace import best_labels as most_probable
from nbengine.measure.ranking_curves import (
    Interval,
    RankedScores,
    auc,
    bootstrap_interval,
    lam_percent,
    one_minus_auc_percent,
    positives_missed_at,
    rank_scores,
    wilson_interval,
)
from nbengine.notebooks import ShownInNotebooks

SPAM_NAMES = ("spam", "junk", "phishing", "спам", "垃圾")


@dataclass(frozen=True, slots=True)
class LabelScores:
    """Figures of one label; precision is 0 where nothing was given the label."""

    precision: float
    recall: float
    f1: float
    support: int


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """Verdicts of similar confidence: calibrated ones are right as often as they are confident."""

    low: float
    high: float
    documents: int
    confidence: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class SeparationScores:
    """Two labels, one of them wanted (positive) and the other precious (negative)."""

    positive: str
    auc: float
    one_minus_auc_percent: float
    one_minus_auc_interval: Interval | None
    lam_percent: float
    positives_missed_at_0_1_percent: float
    """Share of the positives missed when at most one negative in a thousand may be lost."""
    negatives_lost: int
    """Negatives that the verdicts call positive."""
    positives_missed: int


@dataclass(frozen=True, slots=True)
class TwoErrors:
    """The two ways of being wrong between two labels, as counts and as shares of the documents of each label."""

    lost: int
    """Negatives that are called positive."""
    missed: int
    lost_share: float
    missed_share: float


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation(ShownInNotebooks):
    """Verdicts against the truth."""

    documents: int
    labels: tuple[str, ...]
    accuracy: float
    accuracy_interval: Interval
    confusion: IntArray
    """(n_labels, n_labels): rows are the truth, columns the verdict."""
    undecided: IntArray
    """(n_labels,): documents of each label without a verdict."""
    per_label: dict[str, LabelScores]
    macro_precision: float
    macro_recall: float
    macro_f1: float
    weighted_precision: float
    weighted_recall: float
    weighted_f1: float
    mcc: float
    log_loss: float
    brier: float
    ece: float
    reliability: tuple[ReliabilityBin, ...]
    separation: SeparationScores | None
    """Only with two labels that both have documents."""

    def two_errors(self, positive: str | None) -> TwoErrors | None:
        """Return how often each of two labels was taken for the other; None where there are not two."""
        if positive not in self.labels or len(self.labels) != 2:
            return None
        place = self.labels.index(positive)
        lost, missed = int(self.confusion[1 - place, place]), int(self.confusion[place, 1 - place])
        totals = np.maximum(self.confusion.sum(axis=1), 1).tolist()
        return TwoErrors(lost, missed, lost / totals[1 - place], missed / totals[place])

    def to_plain(self) -> dict[str, Any]:
        """Return the record as `evaluate --json` prints it: plain values, what is infinite as None."""
        plain: dict[str, Any] = {
            "documents": self.documents,
            "accuracy": self.accuracy,
            "accuracy_interval": [self.accuracy_interval.low, self.accuracy_interval.high],
            "labels": list(self.labels),
            "confusion": self.confusion.tolist(),
            "undecided": self.undecided.tolist(),
            "per_label": {label: _fields(scores) for label, scores in self.per_label.items()},
        }
        for name in _FIGURES:
            plain[name] = _finite(getattr(self, name))
        plain["reliability"] = [_fields(part) for part in self.reliability]
        if self.separation is not None:
            plain |= _fields(self.separation)
        return plain


_FIGURES = (
    *("macro_precision", "macro_recall", "macro_f1", "weighted_precision", "weighted_recall", "weighted_f1"),
    *("mcc", "log_loss", "brier", "ece"),
)


def evaluate(
    log_proba: npt.ArrayLike,
    truth: npt.ArrayLike,
    labels: Sequence[str],
    *,
    judged: npt.ArrayLike | None = None,
    positive: str | None = None,
    ranking: npt.ArrayLike | None = None,
    n_bins: int = 15,
    n_draws: int = 0,
) -> Evaluation:
    """Compare log P(label | document), shape (n_documents, n_labels), with the true label numbers.

    The verdict is the likeliest label unless `judged` says otherwise. With two labels, `ranking` replaces the
    log-odds of the positive label as the score that orders documents; `n_draws` asks for a bootstrap interval.
    """
    names = tuple(labels)
    given = checked_log_proba(log_proba, len(names))
    if not len(given):
        raise EngineError("There are no documents to evaluate.")
    numbers = _label_numbers(truth, len(given), len(names), lowest=0, what="true label")
    verdicts = most_probable(given) if judged is None else judged
    verdicts = _label_numbers(verdicts, len(given), len(names), lowest=UNDECIDED, what="verdict")
    known = uniform_where_undecided(given, verdicts)
    separation = _separation(known, numbers, verdicts, names, positive, ranking, n_draws)
    return assembled(names, verdict_sums(known, numbers, verdicts, n_bins), separation)


@dataclass(frozen=True, slots=True, eq=False)
class VerdictSums:
    """The sums that verdicts on some documents add to the figures of all."""

    confusion: IntArray
    """(n_labels, n_labels): rows are the truth, columns the verdict, without the undecided."""
    undecided: IntArray
    """(n_labels,)"""
    log_loss: float
    """-log P(true label), infinite where that was called impossible; summed over documents, as the next one is."""
    brier: float
    """The squared distances between the probabilities and the truth, summed over labels: from 0 to 2 a document."""
    reliability: FloatArray
    """(3, n_bins): of `reliability_sums`."""

    def __add__(self, other: VerdictSums) -> VerdictSums:
        return VerdictSums(
            self.confusion + other.confusion,
            self.undecided + other.undecided,
            self.log_loss + other.log_loss,
            self.brier + other.brier,
            self.reliability + other.reliability,
        )


def verdict_sums(known: FloatArray, truth: IntArray, verdicts: IntArray, n_bins: int) -> VerdictSums:
    """Add up verdicts; `known` are log-probabilities in which undecided documents are uniform."""
    n_labels, is_decided, rows = known.shape[1], verdicts != UNDECIDED, np.arange(len(truth))
    cells, proba = truth[is_decided] * n_labels + verdicts[is_decided], np.exp(known)
    is_likeliest_right = (most_probable(known) == truth) & is_decided
    return VerdictSums(
        np.bincount(cells, minlength=n_labels * n_labels).reshape(n_labels, n_labels),
        np.bincount(truth[~is_decided], minlength=n_labels),
        float(-known[rows, truth].sum()) + 0.0,
        float(np.sum(np.einsum("dc,dc->d", proba, proba) - 2 * proba[rows, truth] + 1)),
        reliability_sums(np.exp(known.max(axis=1)), is_likeliest_right, n_bins),
    )


def assembled(labels: tuple[str, ...], sums: VerdictSums, separation: SeparationScores | None) -> Evaluation:
    """Work out every figure that the sums tell, and put it beside those that they do not."""
    table, undecided, bins = sums.confusion, sums.undecided, bins_of(sums.reliability)
    n_documents, n_right = int(table.sum() + undecided.sum()), int(np.trace(table))
    per_label = label_scores(table, undecided, labels)
    scores = np.array([[part.precision, part.recall, part.f1] for part in per_label.values()])
    support = np.array([part.support for part in per_label.values()])
    occurs = (support > 0) | (table.sum(axis=0) > 0)
    macro, weighted = scores[occurs].mean(axis=0).tolist(), (support @ scores / support.sum()).tolist()
    return Evaluation(
        documents=n_documents,
        labels=labels,
        accuracy=n_right / n_documents,
        accuracy_interval=wilson_interval(n_right, n_documents),
        confusion=table,
        undecided=undecided,
        per_label=per_label,
        macro_precision=macro[0],
        macro_recall=macro[1],
        macro_f1=macro[2],
        weighted_precision=weighted[0],
        weighted_recall=weighted[1],
        weighted_f1=weighted[2],
        mcc=matthews(table, undecided),
        log_loss=sums.log_loss / n_documents,
        brier=sums.brier / n_documents,
        ece=expected_calibration_error(bins),
        reliability=bins,
        separation=separation,
    )


def label_scores(table: IntArray, undecided: IntArray, labels: Sequence[str]) -> dict[str, LabelScores]:
    """Precision, recall and F1 of each label."""
    right, given, support = np.diag(table), table.sum(axis=0), table.sum(axis=1) + undecided
    precision, recall = _share(right, given), _share(right, support)
    f1 = _share(2 * right, given + support)
    return {
        label: LabelScores(float(precision[c]), float(recall[c]), float(f1[c]), int(support[c]))
        for c, label in enumerate(labels)
    }


def matthews(table: IntArray, undecided: IntArray) -> float:
    """Matthews' correlation for any number of labels; 0 where only one label occurs on either side."""
    given = np.append(table.sum(axis=0), undecided.sum()).astype(np.float64)
    true = np.append(table.sum(axis=1) + undecided, 0).astype(np.float64)
    total = given.sum()
    covariance = np.trace(table) * total - given @ true
    spread = math.sqrt(float(total**2 - given @ given)) * math.sqrt(float(total**2 - true @ true))
    return float(covariance) / spread if spread else 0.0


def reliability_bins(
    confidence: FloatArray, is_right: npt.NDArray[np.bool_], n_bins: int = 15
) -> tuple[ReliabilityBin, ...]:
    """Group verdicts by confidence in equally wide bins; empty ones are left out."""
    return bins_of(reliability_sums(confidence, is_right, n_bins))


def reliability_sums(confidence: FloatArray, is_right: npt.NDArray[np.bool_], n_bins: int = 15) -> FloatArray:
    """(3, n_bins): in each bin the documents, the sum of their confidences, and how many are right."""
    numbers = np.clip(np.ceil(confidence * n_bins).astype(np.int64) - 1, 0, n_bins - 1)
    weights = (None, confidence, is_right)
    return np.array([np.bincount(numbers, own, n_bins) for own in weights], np.float64)


def bins_of(sums: FloatArray) -> tuple[ReliabilityBin, ...]:
    """Return the bins that hold documents, from their sums."""
    documents, n_bins = sums[0], sums.shape[1]
    trust, right = _share(sums[1], documents), _share(sums[2], documents)
    return tuple(
        ReliabilityBin(k / n_bins, (k + 1) / n_bins, int(documents[k]), float(trust[k]), float(right[k]))
        for k in np.flatnonzero(documents)
    )


def expected_calibration_error(bins: Sequence[ReliabilityBin]) -> float:
    """Return the distance between confidence and accuracy, averaged over documents: 0 is perfectly calibrated."""
    n_documents = sum(part.documents for part in bins)
    return sum(part.documents * abs(part.confidence - part.accuracy) for part in bins) / n_documents


def positive_label(labels: Sequence[str]) -> str:
    """Return the label named like spam or junk, of several the shortest (“not spam” is none); else the second."""
    named = [label for label in labels if is_like_spam(label)]
    return min(named, key=len) if named else labels[min(1, len(labels) - 1)]


def is_like_spam(label: str) -> bool:
    """Return whether the label's name holds “spam”, “junk” or their like: giving it by mistake would be costly."""
    return any(name in label.casefold() for name in SPAM_NAMES)


def log_odds(log_proba: FloatArray, positive: int) -> FloatArray:
    """Log-odds of one label against all others; impossible on both sides, or certain on both, counts as even."""
    others = np.delete(log_proba, positive, axis=1)
    rest = others[:, 0] if others.shape[1] == 1 else np.logaddexp.reduce(others, axis=1)
    wanted = log_proba[:, positive]
    alike = np.isinf(wanted) & (wanted == rest)
    return np.where(alike, 0.0, np.where(alike, 0.0, wanted) - np.where(alike, 0.0, rest))


def _separation(
    log_proba: FloatArray,
    truth: IntArray,
    verdicts: IntArray,
    labels: tuple[str, ...],
    positive: str | None,
    ranking: npt.ArrayLike | None,
    n_draws: int,
) -> SeparationScores | None:
    name = positive_label(labels) if positive is None else positive
    if name not in labels:
        raise EngineError(f"“{name}” is not among the labels {', '.join(labels)}.")
    number = labels.index(name)
    is_positive = truth == number
    if len(labels) != 2 or is_positive.all() or not is_positive.any():
        return None
    ranked = rank_scores(log_odds(log_proba, number) if ranking is None else ranking, is_positive)
    lost = int(np.sum(verdicts[~is_positive] == number))
    missed = int(np.sum(verdicts[is_positive] != number))
    interval = None
    if n_draws:
        interval = bootstrap_interval(
            lambda drawn: one_minus_auc_percent(ranked, drawn), len(ranked.order), n_draws=n_draws
        )
    found = separation_of(name, ranked, None, lost, missed, is_positive)
    return replace(found, one_minus_auc_interval=interval)


def separation_of(
    positive: str,
    ranked: RankedScores,
    multiplicities: IntArray | None,
    lost: int,
    missed: int,
    is_positive: npt.NDArray[np.bool_],
) -> SeparationScores:
    """Return how well scores keep two labels apart; each may stand for several documents."""
    weights = np.ones(len(is_positive), np.int64) if multiplicities is None else multiplicities
    n_positives = int(weights[is_positive].sum())
    return SeparationScores(
        positive=positive,
        auc=auc(ranked, multiplicities),
        one_minus_auc_percent=one_minus_auc_percent(ranked, multiplicities),
        one_minus_auc_interval=None,
        lam_percent=lam_percent(lost, int(weights.sum()) - n_positives, missed, n_positives),
        positives_missed_at_0_1_percent=positives_missed_at(ranked, 0.001, multiplicities).missed_share,
        negatives_lost=lost,
        positives_missed=missed,
    )


def checked_log_proba(log_proba: npt.ArrayLike, n_labels: int) -> FloatArray:
    """Return log-probabilities of documents under so many labels, or say what is wrong with them."""
    given = np.asarray(log_proba, dtype=np.float64)
    if given.ndim != 2 or given.shape[1] != n_labels:
        raise EngineError(f"Log-probabilities of shape {given.shape} do not go with {n_labels} labels.")
    if np.isnan(given).any():
        raise EngineError("Some log-probabilities are NaN.")
    return given


def _label_numbers(given: npt.ArrayLike, n_documents: int, n_labels: int, *, lowest: int, what: str) -> IntArray:
    numbers = np.asarray(given)
    if numbers.shape != (n_documents,):
        raise EngineError(f"{n_documents} documents need one {what} each, not shape {numbers.shape}.")
    if numbers.dtype.kind not in "iu" or numbers.min() < lowest or numbers.max() >= n_labels:
        raise EngineError(f"Each {what} must be a whole number from {lowest} to {n_labels - 1}.")
    return numbers.astype(np.int64)


def uniform_where_undecided(log_proba: FloatArray, verdicts: IntArray) -> FloatArray:
    """Return log-probabilities in which documents without a verdict count as a uniform guess."""
    undecided = (verdicts == UNDECIDED)[:, None]
    return np.where(undecided, -math.log(log_proba.shape[1]), log_proba)


def _share(part: npt.NDArray[Any], whole: npt.NDArray[Any]) -> FloatArray:
    return np.asarray(np.divide(part, whole, out=np.zeros(len(whole)), where=whole > 0))


def _finite(figure: float) -> float | None:
    return figure if math.isfinite(figure) else None


def _fields(record: Any) -> dict[str, Any]:
    plain = {name: getattr(record, name) for name in record.__dataclass_fields__}
    return {name: [value.low, value.high] if isinstance(value, Interval) else value for name, value in plain.items()}


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
    return assembled(sums.labels, sums.verdicts, _separation_of_sums(sums))


def _separation_of_sums(sums: EvaluationSums) -> SeparationScores | None:
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
