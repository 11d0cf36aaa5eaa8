"""Evaluation of multi-label verdicts: for single answers, for whole label sets, and by label."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import FloatArray, IntArray
from nbengine.measure.evaluation import Evaluation, LabelScores, expected_calibration_error, reliability_bins
from nbengine.measure.ranking_curves import wilson_interval

BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class SeveralEvaluation:
    """Counts of labels assigned correctly, assigned wrongly, or missed. An answer is one label of one document."""

    labels: tuple[str, ...]
    hits: IntArray
    """(n_labels,): number of true positives."""
    wrong: IntArray
    """(n_labels,): number of false positives."""
    missed: IntArray
    """(n_labels,): number of false negatives."""
    subset_accuracy: float
    """Share of documents whose assigned labels equal their true labels."""
    hamming_loss: float
    """Share of wrong answers."""
    n_documents: int
    branch_f1: float | None = None
    """Micro-averaged F1 of branches; None if no label is inside another."""

    @property
    def micro_f1(self) -> float:
        """Micro-averaged F1: of all answers together."""
        return _f1(int(self.hits.sum()), int(self.wrong.sum()), int(self.missed.sum()))

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
        return list(zip(self.hits.tolist(), self.wrong.tolist(), self.missed.tolist(), strict=True))


def evaluate_several(
    assigned: BoolArray, truth: BoolArray, labels: tuple[str, ...], is_branch: BoolArray | None = None
) -> SeveralEvaluation:
    """Compare assigned labels with true labels, both (n_documents, n_labels).

    With `is_branch`, labels that only contain other labels are evaluated separately, as `branch_f1`.
    """
    if is_branch is not None and is_branch.any():
        leaf_labels = np.flatnonzero(~is_branch)
        leaves = evaluate_several(
            assigned[:, leaf_labels], truth[:, leaf_labels], tuple(labels[number] for number in leaf_labels.tolist())
        )
        branches = evaluate_several(assigned[:, is_branch], truth[:, is_branch], ("",) * int(is_branch.sum()))
        return replace(leaves, branch_f1=branches.micro_f1)
    return SeveralEvaluation(
        labels,
        (assigned & truth).sum(axis=0),
        (assigned & ~truth).sum(axis=0),
        (~assigned & truth).sum(axis=0),
        float((assigned == truth).all(axis=1).mean()) if len(truth) else 0.0,
        float((assigned != truth).mean()) if truth.size else 0.0,
        len(truth),
    )


def to_evaluation(
    figures: SeveralEvaluation, probabilities: FloatArray, assigned: BoolArray, truth: BoolArray
) -> Evaluation:
    """Convert the figures to the record that single-label verdicts use.

    A document is right if its assigned labels equal its true labels. The diagonal of the confusion matrix counts
    correct labels, and the other cells count labels assigned in place of a missed one.
    """
    confusion = np.diag(figures.hits).astype(np.int64)
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
    """Return how often the outermost branch of the verdict is right, for exclusive labels; None without branches.

    `confusion` is (n_labels, n_labels), or has one more column for undecided documents.
    """
    if not any("/" in label for label in labels):
        return None
    outermost = np.array([label.split("/")[0] for label in labels])
    is_right = outermost[:, None] == outermost[None, :]
    total = int(confusion.sum())
    return float((confusion[:, : len(labels)] * is_right).sum() / total) if total else 0.0


def most_frequent_confusions(assigned: BoolArray, truth: BoolArray, most: int) -> list[tuple[int, int, int]]:
    """Return the most frequent confusions as tuples (missed label, label assigned instead, count)."""
    n_of = np.asarray((truth & ~assigned).T.astype(np.float64) @ (assigned & ~truth).astype(np.float64)).astype(
        np.int64
    )
    order = np.argsort(-n_of, axis=None, kind="stable")[:most]
    missed, instead = np.unravel_index(order, n_of.shape)
    pairs = zip(missed.tolist(), instead.tolist(), n_of.reshape(-1)[order].tolist(), strict=True)
    return [(int(expected), int(other), int(times)) for expected, other, times in pairs if times]


def _f1(hits: int, wrong: int, missed: int) -> float:
    return 2 * hits / max(2 * hits + wrong + missed, 1)


def _mcc(assigned: BoolArray, truth: BoolArray) -> float:
    hits, wrong, missed = (float(cells.sum()) for cells in (assigned & truth, assigned & ~truth, ~assigned & truth))
    rest = assigned.size - hits - wrong - missed
    spread = (hits + wrong) * (hits + missed) * (rest + wrong) * (rest + missed)
    return (hits * rest - wrong * missed) / float(np.sqrt(spread)) if spread else 0.0


def log_loss(probabilities: FloatArray, truth: BoolArray) -> float:
    """Return the mean log loss over answers, each clipped at probability 1e-15."""
    right = np.where(truth, probabilities, 1.0 - probabilities)
    return float(-np.log(np.maximum(right, 1e-15)).mean()) if truth.size else 0.0
