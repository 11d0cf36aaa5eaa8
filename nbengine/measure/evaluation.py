"""Evaluation of verdicts: one record with every figure that is shown, stored or printed.

An undecided verdict (-1) counts as wrong: it lowers accuracy and recall. Undecided verdicts are counted in a column
next to the confusion matrix, and their probabilities count as uniform. If a true label got probability 0, the log loss
is infinite. It is not capped, because that would hide the cost of zero smoothing.

`EvaluationSums` are additive: `compute_evaluation_sums` computes them for some documents, and `finish_evaluation` turns
their total into an `Evaluation`.
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
from nbengine.logspace import best_label_numbers as most_probable
from nbengine.measure.ranking_curves import (
    ConfidenceInterval,
    RankedScores,
    auc,
    bootstrap_interval,
    find_operating_point,
    lam_percent,
    one_minus_auc_percent,
    rank_scores,
    wilson_interval,
)
from nbengine.notebooks import NotebookHtml

SPAM_NAMES = ("spam", "junk", "phishing", "спам", "垃圾")


@dataclass(frozen=True, slots=True)
class LabelScores:
    """Precision, recall, F1 and number of documents of one label. Precision is 0 if no document was judged to
    have it.
    """

    precision: float
    recall: float
    f1: float
    support: int


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """Verdicts with confidences in the interval from `low` to `high`.

    `confidence` is their mean confidence, `accuracy` the share of correct verdicts. In a calibrated model the two are
    close.
    """

    low: float
    high: float
    documents: int
    confidence: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class SeparationScores:
    """Measures of how well scores separate two labels: the positive one, such as spam, and the negative one.

    A negative document that is judged positive is lost. A positive document that is not judged positive is missed.
    """

    positive: str
    auc: float
    one_minus_auc_percent: float
    one_minus_auc_interval: ConfidenceInterval | None
    lam_percent: float
    positives_missed_at_0_1_percent: float
    """Share of positives that are missed at the threshold at which at most 0.1 % of the negatives are lost."""
    negatives_lost: int
    """Number of negatives judged positive."""
    positives_missed: int
    """Number of positives judged negative or undecided."""


@dataclass(frozen=True, slots=True)
class TwoLabelErrors:
    """Lost and missed documents of two labels: their numbers, and their shares of the documents of each label."""

    n_lost: int
    """Number of negatives judged positive."""
    n_missed: int
    """Number of positives judged negative."""
    lost_share: float
    missed_share: float


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation(NotebookHtml):
    """All figures from the comparison of verdicts with true labels."""

    documents: int
    labels: tuple[str, ...]
    accuracy: float
    accuracy_interval: ConfidenceInterval
    confusion: IntArray
    """(n_labels, n_labels): rows are true labels, columns verdicts."""
    undecided: IntArray
    """(n_labels,): number of undecided documents of each label."""
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
    """How well scores separate the two labels; None unless there are two labels and both have documents."""

    def count_lost_and_missed(self, positive: str | None) -> TwoLabelErrors | None:
        """Return the lost and missed documents.

        Return None unless there are exactly two labels and `positive` is one of them.
        """
        if positive not in self.labels or len(self.labels) != 2:
            return None
        number = self.labels.index(positive)
        lost, missed = int(self.confusion[1 - number, number]), int(self.confusion[number, 1 - number])
        totals = np.maximum(self.confusion.sum(axis=1), 1).tolist()
        return TwoLabelErrors(lost, missed, lost / totals[1 - number], missed / totals[number])

    def to_plain(self) -> dict[str, Any]:
        """Return the record as plain values for JSON. Infinite figures become None."""
        plain: dict[str, Any] = {
            "documents": self.documents,
            "accuracy": self.accuracy,
            "accuracy_interval": [self.accuracy_interval.low, self.accuracy_interval.high],
            "labels": list(self.labels),
            "confusion": self.confusion.tolist(),
            "undecided": self.undecided.tolist(),
            "per_label": {label: _fields_of_record(scores) for label, scores in self.per_label.items()},
        }
        for name in _FIGURES:
            figure = getattr(self, name)
            plain[name] = figure if math.isfinite(figure) else None
        plain["reliability"] = [_fields_of_record(part) for part in self.reliability]
        if self.separation is not None:
            plain |= _fields_of_record(self.separation)
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

    The verdict is the most probable label unless `judged` is given. With two labels, `ranking` replaces the log-odds of
    the positive label as the score that ranks documents. `n_draws` > 0 requests a bootstrap interval. Raises
    `EngineError` for empty, NaN or ill-shaped input.
    """
    names = tuple(labels)
    checked = check_log_proba(log_proba, len(names))
    if not len(checked):
        raise EngineError("There are no documents to evaluate.")
    numbers = _label_numbers(truth, len(checked), len(names), lowest=0, what="true label")
    verdicts = most_probable(checked) if judged is None else judged
    verdicts = _label_numbers(verdicts, len(checked), len(names), lowest=UNDECIDED, what="verdict")
    known = uniform_where_undecided(checked, verdicts)
    separation = _separation_of_two_labels(known, numbers, verdicts, names, positive, ranking, n_draws)
    return assemble_evaluation(names, compute_verdict_sums(known, numbers, verdicts, n_bins), separation)


@dataclass(frozen=True, slots=True, eq=False)
class VerdictSums:
    """Additive sums over some documents, from which the figures are computed."""

    confusion: IntArray
    """(n_labels, n_labels): rows are true labels, columns verdicts, without undecided documents."""
    undecided: IntArray
    """(n_labels,): number of undecided documents of each label."""
    log_loss: float
    """Sum of -log P(true label). Infinite if a true label got probability 0."""
    brier: float
    """Sum over documents of the squared distance between probabilities and truth; each document adds 0 to 2."""
    reliability: FloatArray
    """(3, n_bins): result of `sum_by_confidence_bin`."""

    def __add__(self, other: VerdictSums) -> VerdictSums:
        return VerdictSums(
            self.confusion + other.confusion,
            self.undecided + other.undecided,
            self.log_loss + other.log_loss,
            self.brier + other.brier,
            self.reliability + other.reliability,
        )


def compute_verdict_sums(log_proba: FloatArray, truth: IntArray, verdicts: IntArray, n_bins: int) -> VerdictSums:
    """Return the sums of some verdicts. In `log_proba`, undecided documents have equal values for all labels."""
    n_labels, is_decided, rows = log_proba.shape[1], verdicts != UNDECIDED, np.arange(len(truth))
    cells, proba = truth[is_decided] * n_labels + verdicts[is_decided], np.exp(log_proba)
    is_likeliest_right = (most_probable(log_proba) == truth) & is_decided
    return VerdictSums(
        np.bincount(cells, minlength=n_labels * n_labels).reshape(n_labels, n_labels),
        np.bincount(truth[~is_decided], minlength=n_labels),
        float(-log_proba[rows, truth].sum()) + 0.0,
        float(np.sum(np.einsum("dc,dc->d", proba, proba) - 2 * proba[rows, truth] + 1)),
        sum_by_confidence_bin(np.exp(log_proba.max(axis=1)), is_likeliest_right, n_bins),
    )


def assemble_evaluation(labels: tuple[str, ...], sums: VerdictSums, separation: SeparationScores | None) -> Evaluation:
    """Compute all figures from the sums. `separation` becomes a field of the result unchanged."""
    table, undecided, bins = sums.confusion, sums.undecided, make_reliability_bins(sums.reliability)
    n_documents, n_right = int(table.sum() + undecided.sum()), int(np.trace(table))
    per_label = compute_label_scores(table, undecided, labels)
    scores = np.array([[part.precision, part.recall, part.f1] for part in per_label.values()])
    support = np.array([part.support for part in per_label.values()])
    is_used = (support > 0) | (table.sum(axis=0) > 0)
    macro, weighted = scores[is_used].mean(axis=0).tolist(), (support @ scores / support.sum()).tolist()
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
        mcc=matthews_correlation(table, undecided),
        log_loss=sums.log_loss / n_documents,
        brier=sums.brier / n_documents,
        ece=expected_calibration_error(bins),
        reliability=bins,
        separation=separation,
    )


def compute_label_scores(table: IntArray, undecided: IntArray, labels: Sequence[str]) -> dict[str, LabelScores]:
    """Return precision, recall and F1 of each label. `table` is the confusion matrix, rows are true labels."""
    right, n_given, support = np.diag(table), table.sum(axis=0), table.sum(axis=1) + undecided
    precision, recall = _safe_share(right, n_given), _safe_share(right, support)
    f1 = _safe_share(2 * right, n_given + support)
    return {
        label: LabelScores(float(precision[c]), float(recall[c]), float(f1[c]), int(support[c]))
        for c, label in enumerate(labels)
    }


def matthews_correlation(table: IntArray, undecided: IntArray) -> float:
    """Return Matthews' correlation coefficient for any number of labels; 0 if all verdicts or all true labels are
    equal.
    """
    n_given = np.append(table.sum(axis=0), undecided.sum()).astype(np.float64)
    n_true = np.append(table.sum(axis=1) + undecided, 0).astype(np.float64)
    total = n_given.sum()
    covariance = np.trace(table) * total - n_given @ n_true
    spread = math.sqrt(float(total**2 - n_given @ n_given)) * math.sqrt(float(total**2 - n_true @ n_true))
    return float(covariance) / spread if spread else 0.0


def reliability_bins(
    confidence: FloatArray, is_right: npt.NDArray[np.bool_], n_bins: int = 15
) -> tuple[ReliabilityBin, ...]:
    """Group verdicts by confidence into bins of equal width. Return the bins that are not empty."""
    return make_reliability_bins(sum_by_confidence_bin(confidence, is_right, n_bins))


def sum_by_confidence_bin(confidence: FloatArray, is_right: npt.NDArray[np.bool_], n_bins: int = 15) -> FloatArray:
    """Return for each bin: number of documents, sum of confidences, number of correct verdicts; shape (3, n_bins)."""
    numbers = np.clip(np.ceil(confidence * n_bins).astype(np.int64) - 1, 0, n_bins - 1)
    weights = (None, confidence, is_right)
    return np.array([np.bincount(numbers, row, n_bins) for row in weights], np.float64)


def make_reliability_bins(sums: FloatArray) -> tuple[ReliabilityBin, ...]:
    """Return the non-empty bins. `sums` is the result of `sum_by_confidence_bin`."""
    documents, n_bins = sums[0], sums.shape[1]
    confidence, accuracy = _safe_share(sums[1], documents), _safe_share(sums[2], documents)
    return tuple(
        ReliabilityBin(k / n_bins, (k + 1) / n_bins, int(documents[k]), float(confidence[k]), float(accuracy[k]))
        for k in np.flatnonzero(documents)
    )


def expected_calibration_error(bins: Sequence[ReliabilityBin]) -> float:
    """Return the mean distance between confidence and accuracy, weighted by documents; 0 is perfect calibration."""
    n_documents = sum(part.documents for part in bins)
    return sum(part.documents * abs(part.confidence - part.accuracy) for part in bins) / n_documents


def find_positive_label(labels: Sequence[str]) -> str:
    """Return the label with a spam-like name, else the second label.

    If several names match, the shortest wins: “spam” rather than “not spam”.
    """
    named = [label for label in labels if is_named_like_spam(label)]
    return min(named, key=len) if named else labels[min(1, len(labels) - 1)]


def is_named_like_spam(label: str) -> bool:
    """Return whether the label's name contains “spam”, “junk” or a similar word.

    Assigning such a label by mistake is worse than missing it.
    """
    return any(name in label.casefold() for name in SPAM_NAMES)


def log_odds(log_proba: FloatArray, positive: int) -> FloatArray:
    """Return the log-odds of the label with the number `positive` against all other labels together, (n_documents,).

    They are 0 if both sides have equal infinite log-probabilities.
    """
    others = np.delete(log_proba, positive, axis=1)
    rest = others[:, 0] if others.shape[1] == 1 else np.logaddexp.reduce(others, axis=1)
    positive_log_proba = log_proba[:, positive]
    is_undefined = np.isinf(positive_log_proba) & (positive_log_proba == rest)
    return np.where(
        is_undefined, 0.0, np.where(is_undefined, 0.0, positive_log_proba) - np.where(is_undefined, 0.0, rest)
    )


def _separation_of_two_labels(
    log_proba: FloatArray,
    truth: IntArray,
    verdicts: IntArray,
    labels: tuple[str, ...],
    positive: str | None,
    ranking: npt.ArrayLike | None,
    n_draws: int,
) -> SeparationScores | None:
    name = find_positive_label(labels) if positive is None else positive
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
    scores = compute_separation(name, ranked, None, lost, missed, is_positive)
    return replace(scores, one_minus_auc_interval=interval)


def compute_separation(
    positive: str,
    ranked: RankedScores,
    multiplicities: IntArray | None,
    n_lost: int,
    n_missed: int,
    is_positive: npt.NDArray[np.bool_],
) -> SeparationScores:
    """Return measures of how well scores separate two labels.

    `multiplicities` is the number of documents with each score, None if 1 each. `n_lost` is the number of negatives
    that were judged positive, `n_missed` the number of positives that were not judged positive.
    """
    weights = np.ones(len(is_positive), np.int64) if multiplicities is None else multiplicities
    n_positives = int(weights[is_positive].sum())
    return SeparationScores(
        positive=positive,
        auc=auc(ranked, multiplicities),
        one_minus_auc_percent=one_minus_auc_percent(ranked, multiplicities),
        one_minus_auc_interval=None,
        lam_percent=lam_percent(n_lost, int(weights.sum()) - n_positives, n_missed, n_positives),
        positives_missed_at_0_1_percent=find_operating_point(ranked, 0.001, multiplicities).missed_share,
        negatives_lost=n_lost,
        positives_missed=n_missed,
    )


def check_log_proba(log_proba: npt.ArrayLike, n_labels: int) -> FloatArray:
    """Return log-probabilities as an array of shape (n_documents, n_labels). Raises `EngineError` for another shape or
    NaN."""
    checked = np.asarray(log_proba, dtype=np.float64)
    if checked.ndim != 2 or checked.shape[1] != n_labels:
        raise EngineError(f"Log-probabilities of shape {checked.shape} do not go with {n_labels} labels.")
    if np.isnan(checked).any():
        raise EngineError("Some log-probabilities are NaN.")
    return checked


def _label_numbers(values: npt.ArrayLike, n_documents: int, n_labels: int, *, lowest: int, what: str) -> IntArray:
    numbers = np.asarray(values)
    if numbers.shape != (n_documents,):
        raise EngineError(f"{n_documents} documents need one {what} each, not shape {numbers.shape}.")
    if numbers.dtype.kind not in "iu" or numbers.min() < lowest or numbers.max() >= n_labels:
        raise EngineError(f"Each {what} must be a whole number from {lowest} to {n_labels - 1}.")
    return numbers.astype(np.int64)


def uniform_where_undecided(log_proba: FloatArray, verdicts: IntArray) -> FloatArray:
    """Return a copy of the log-probabilities in which undecided documents have equal values for all labels."""
    undecided = (verdicts == UNDECIDED)[:, None]
    return np.where(undecided, -math.log(log_proba.shape[1]), log_proba)


def _safe_share(numerator: npt.NDArray[Any], denominator: npt.NDArray[Any]) -> FloatArray:
    return np.asarray(np.divide(numerator, denominator, out=np.zeros(len(denominator)), where=denominator > 0))


def _fields_of_record(record: Any) -> dict[str, Any]:
    plain = {name: getattr(record, name) for name in record.__dataclass_fields__}
    return {
        name: [value.low, value.high] if isinstance(value, ConfidenceInterval) else value
        for name, value in plain.items()
    }


MAX_DISTINCT_SCORES = 200_000
"""Largest number of distinct scores in a histogram; more are rounded."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoreCounts:
    """Histogram of scores, separately for negatives and positives."""

    keys: IntArray
    """(n_scores,): integers in the order of the scores, ascending."""
    counts: IntArray
    """(2, n_scores): number of negatives, then of positives."""
    n_bits: int = 0
    """Number of low bits of a key that are ignored. Scores that differ only in these bits count as equal."""

    def __add__(self, other: ScoreCounts) -> ScoreCounts:
        keys = np.concatenate([self.keys, other.keys])
        counts = np.concatenate([self.counts, other.counts], axis=1)
        return _merge_equal_keys(keys, counts, max(self.n_bits, other.n_bits))


def count_scores(scores: npt.ArrayLike, is_positive: npt.NDArray[np.bool_]) -> ScoreCounts:
    """Return the histogram of the scores, which must not contain NaN, separately for negatives and positives."""
    values = np.ascontiguousarray(scores, np.float64) + 0.0  # turns -0.0 into 0.0, so that both get one key
    bits = values.view(np.int64)
    # Positive floats sort like their bits. The bits of negative ones are inverted, so all keys sort like the scores.
    keys = np.where(bits < 0, bits ^ np.int64((1 << 63) - 1), bits)
    return _merge_equal_keys(keys, np.array([~is_positive, is_positive], np.int64), 0)


def _merge_equal_keys(keys: IntArray, counts: IntArray, n_bits: int) -> ScoreCounts:
    """Add up the counts of equal keys.

    Low bits of the keys are cleared until at most `MAX_DISTINCT_SCORES` keys remain.
    """
    while True:
        distinct, positions = np.unique(keys >> n_bits << n_bits, return_inverse=True)
        if len(distinct) <= MAX_DISTINCT_SCORES:
            break
        n_bits += 1
    added = np.array([np.bincount(positions, row, len(distinct)) for row in counts]).astype(np.int64)
    return ScoreCounts(distinct, added, n_bits)


@dataclass(frozen=True, slots=True, eq=False)
class EvaluationSums:
    """Sums over some documents from which an evaluation is computed. Sums of several parts can be added.

    Their size does not depend on the number of documents. So several processes can judge documents without sending all
    probabilities to one of them. For ranking figures, they contain a histogram of scores (`ScoreCounts`). If there are
    too many distinct scores, neighbouring ones are merged and count as ties.
    """

    labels: tuple[str, ...]
    positive: str | None
    verdicts: VerdictSums
    scores: ScoreCounts | None
    """Histogram of the scores for `positive`; None unless there are two labels and `positive` is one of them."""

    @property
    def documents(self) -> int:
        return int(self.verdicts.confusion.sum() + self.verdicts.undecided.sum())

    def __add__(self, other: EvaluationSums) -> EvaluationSums:
        if (self.labels, self.positive) != (other.labels, other.positive):
            raise EngineError("Evaluations of different labels do not add up.")
        scores = None if self.scores is None or other.scores is None else self.scores + other.scores
        return EvaluationSums(self.labels, self.positive, self.verdicts + other.verdicts, scores)


def compute_evaluation_sums(
    log_proba: npt.ArrayLike,
    truth: IntArray,
    labels: Sequence[str],
    *,
    positive: str | None = None,
    ranking: npt.ArrayLike | None = None,
    n_bins: int = 15,
) -> EvaluationSums:
    """Compute the sums over documents from log P(label | document), (n_documents, n_labels), and true label numbers."""
    names = tuple(labels)
    checked = check_log_proba(log_proba, len(names))
    verdicts = most_probable(checked)
    known, scores = uniform_where_undecided(checked, verdicts), None
    if positive is not None:
        number = names.index(positive)
        scores = count_scores(log_odds(known, number) if ranking is None else ranking, truth == number)
    return EvaluationSums(names, positive, compute_verdict_sums(known, truth, verdicts, n_bins), scores)


def finish_evaluation(sums: EvaluationSums) -> Evaluation:
    """Compute the figures from the sums over all documents."""
    if not sums.documents:
        raise EngineError("There are no documents to evaluate.")
    return assemble_evaluation(sums.labels, sums.verdicts, _separation_of_sums(sums))


def _separation_of_sums(sums: EvaluationSums) -> SeparationScores | None:
    """Return how well the distinct scores separate positives from negatives, each weighted by its number of
    documents.
    """
    if sums.scores is None or sums.positive is None or not sums.scores.counts.sum(axis=1).all():
        return None
    number, n_scores = sums.labels.index(sums.positive), len(sums.scores.keys)
    is_positive = np.repeat([False, True], n_scores)
    ranked = rank_scores(np.tile(np.arange(n_scores), 2), is_positive)
    other = 1 - number
    lost = int(sums.verdicts.confusion[other, number])
    missed = int(sums.verdicts.confusion[number, other] + sums.verdicts.undecided[number])
    return compute_separation(sums.positive, ranked, sums.scores.counts.reshape(-1), lost, missed, is_positive)


BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class MultiLabelEvaluation:
    """Evaluation for documents with several labels. An *answer* says whether one document has one label."""

    labels: tuple[str, ...]
    true_positives: IntArray
    """(n_labels,): number of true positives."""
    false_positives: IntArray
    """(n_labels,): number of false positives."""
    false_negatives: IntArray
    """(n_labels,): number of false negatives."""
    subset_accuracy: float
    """Share of documents whose assigned labels equal their true labels."""
    hamming_loss: float
    """Share of answers that are wrong."""
    n_documents: int
    branch_f1: float | None = None
    """Micro-averaged F1 of branches, the labels that contain other labels; None if there are none."""

    @property
    def micro_f1(self) -> float:
        """Micro-averaged F1: of all answers together."""
        return _f1(int(self.true_positives.sum()), int(self.false_positives.sum()), int(self.false_negatives.sum()))

    @property
    def macro_f1(self) -> float:
        """Macro-averaged F1: the mean over labels that have documents."""
        scores = [_f1(*row) for row in self._rows if row[0] + row[2]]
        return float(np.mean(scores)) if scores else 0.0

    def per_label(self) -> dict[str, dict[str, float]]:
        """Return precision, recall, F1 and the number of documents (`support`) of each label."""
        return {
            label: {
                "precision": hits / max(hits + wrong, 1),
                "recall": hits / max(hits + missed, 1),
                "f1": _f1(hits, wrong, missed),
                "support": hits + missed,
            }
            for label, (hits, wrong, missed) in zip(self.labels, self._rows, strict=True)
        }

    def to_plain(self) -> dict[str, Any]:
        """Return the figures as plain values. `accuracy` equals `subset_accuracy`."""
        return {
            "documents": self.n_documents,
            "accuracy": self.subset_accuracy,
            "labels": list(self.labels),
            "micro_f1": self.micro_f1,
            "macro_f1": self.macro_f1,
            "hamming_loss": self.hamming_loss,
            "subset_accuracy": self.subset_accuracy,
            "branch_f1": self.branch_f1,
            "per_label": self.per_label(),
        }

    @property
    def _rows(self) -> list[tuple[int, int, int]]:
        return list(
            zip(self.true_positives.tolist(), self.false_positives.tolist(), self.false_negatives.tolist(), strict=True)
        )


def evaluate_multi_label(
    assigned: BoolArray, truth: BoolArray, labels: tuple[str, ...], is_branch: BoolArray | None = None
) -> MultiLabelEvaluation:
    """Compare assigned labels with true labels, both (n_documents, n_labels).

    Labels marked in `is_branch` (n_labels,) contain other labels. They are evaluated separately, as `branch_f1`.
    """
    if is_branch is not None and is_branch.any():
        leaf_labels = np.flatnonzero(~is_branch)
        leaves = evaluate_multi_label(
            assigned[:, leaf_labels], truth[:, leaf_labels], tuple(labels[number] for number in leaf_labels.tolist())
        )
        branches = evaluate_multi_label(assigned[:, is_branch], truth[:, is_branch], ("",) * int(is_branch.sum()))
        return replace(leaves, branch_f1=branches.micro_f1)
    return MultiLabelEvaluation(
        labels,
        (assigned & truth).sum(axis=0),
        (assigned & ~truth).sum(axis=0),
        (~assigned & truth).sum(axis=0),
        float((assigned == truth).all(axis=1).mean()) if len(truth) else 0.0,
        float((assigned != truth).mean()) if truth.size else 0.0,
        len(truth),
    )


def to_evaluation(
    figures: MultiLabelEvaluation, probabilities: FloatArray, assigned: BoolArray, truth: BoolArray
) -> Evaluation:
    """Convert multi-label figures to the record of single-label figures.

    A document counts as right if its assigned labels equal its true labels. The diagonal of the confusion matrix counts
    correct labels. A document adds 1 to the cell (missed, wrong) for each pair of a missed label and a wrong label.
    """
    confusion = np.diag(figures.true_positives).astype(np.int64)
    for missed, instead, times in most_frequent_confusions(assigned, truth, truth.shape[1] ** 2):
        confusion[missed, instead] = times
    per_label = {
        label: LabelScores(row["precision"], row["recall"], row["f1"], int(row["support"]))
        for label, row in figures.per_label().items()
    }
    with_documents = [scores for scores in per_label.values() if scores.support]
    support = np.array([scores.support for scores in with_documents], np.float64)
    table = np.array([(scores.precision, scores.recall, scores.f1) for scores in with_documents]).reshape(-1, 3)
    macro = table.mean(axis=0).tolist() if with_documents else [0.0] * 3
    weighted = np.average(table, axis=0, weights=support).tolist() if with_documents else [0.0] * 3
    is_right, confidence = (probabilities >= 0.5) == truth, np.maximum(probabilities, 1.0 - probabilities)
    bins = reliability_bins(confidence.reshape(-1), is_right.reshape(-1))
    right = round(figures.subset_accuracy * figures.n_documents)
    return Evaluation(
        figures.n_documents,
        figures.labels,
        figures.subset_accuracy,
        wilson_interval(right, figures.n_documents),
        confusion,
        (truth & ~assigned.any(axis=1, keepdims=True)).sum(axis=0),
        per_label,
        macro_precision=macro[0],
        macro_recall=macro[1],
        macro_f1=macro[2],
        weighted_precision=weighted[0],
        weighted_recall=weighted[1],
        weighted_f1=weighted[2],
        mcc=_mcc(assigned, truth),
        log_loss=log_loss(probabilities, truth),
        brier=float(((probabilities - truth) ** 2).mean()) if truth.size else 0.0,
        ece=expected_calibration_error(bins) if bins else 0.0,
        reliability=bins,
        separation=None,
    )


def branch_accuracy(confusion: IntArray, labels: tuple[str, ...]) -> float | None:
    """Return the share of verdicts whose outermost label is right, such as `finance` for `finance/bank`.

    None if no label is inside another. `confusion` is (n_labels, n_labels), or has one more column for undecided
    documents.
    """
    if not any("/" in label for label in labels):
        return None
    outermost = np.array([label.split("/")[0] for label in labels])
    is_right = outermost[:, None] == outermost[None, :]
    total = int(confusion.sum())
    return float((confusion[:, : len(labels)] * is_right).sum() / total) if total else 0.0


def most_frequent_confusions(assigned: BoolArray, truth: BoolArray, max_pairs: int) -> list[tuple[int, int, int]]:
    """Return the `max_pairs` most frequent confusions: tuples (missed label, label assigned instead, count)."""
    n_of = np.asarray((truth & ~assigned).T.astype(np.float64) @ (assigned & ~truth).astype(np.float64)).astype(
        np.int64
    )
    order = np.argsort(-n_of, axis=None, kind="stable")[:max_pairs]
    missed, instead = np.unravel_index(order, n_of.shape)
    pairs = zip(missed.tolist(), instead.tolist(), n_of.reshape(-1)[order].tolist(), strict=True)
    return [(int(expected), int(other), int(times)) for expected, other, times in pairs if times]


def _f1(true_positives: int, false_positives: int, false_negatives: int) -> float:
    return 2 * true_positives / max(2 * true_positives + false_positives + false_negatives, 1)


def _mcc(assigned: BoolArray, truth: BoolArray) -> float:
    hits, wrong, missed = (float(cells.sum()) for cells in (assigned & truth, assigned & ~truth, ~assigned & truth))
    rest = assigned.size - hits - wrong - missed
    spread = (hits + wrong) * (hits + missed) * (rest + wrong) * (rest + missed)
    return (hits * rest - wrong * missed) / float(np.sqrt(spread)) if spread else 0.0


def log_loss(probabilities: FloatArray, truth: BoolArray) -> float:
    """Return the mean log loss over all yes-or-no answers. Probabilities are clipped at 1e-15."""
    right = np.where(truth, probabilities, 1.0 - probabilities)
    return float(-np.log(np.maximum(right, 1e-15)).mean()) if truth.size else 0.0
