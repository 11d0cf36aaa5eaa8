"""Several models of one corpus judged on the same documents, side by side: figures, curves, and whether they differ."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from app.domain.jobs import JobContext
from app.services.judging.evaluating import (
    EvaluationOrder,
    EvaluationReport,
    Way,
    evaluate_model,
    packed_report,
    unpacked_report,
)
from app.services.models.kept_evaluations import keep_arrays, known_arrays, model_stamp
from app.store.workspace import Place, reading
from nbengine.arrays.counts import FloatArray
from nbengine.arrays.logspace import judged
from nbengine.lazy_dataclasses import dataclass
from nbengine.measure.evaluation import log_odds, positive_label
from nbengine.measure.ranking_curves import (
    McNemar,
    PrecisionRecallCurve,
    RocCurve,
    mcnemar,
    precision_recall,
    rank_scores,
    roc,
)


@dataclass(frozen=True, slots=True)
class Yardstick:
    """On which documents models are judged."""

    way: Way = "leave-one-out"
    n_folds: int = 10
    sources: tuple[Path, ...] = ()
    """Of a test set."""

    @property
    def words(self) -> str:
        """The same in a table that is exported."""
        return {"folds": f"{self.n_folds} folds", "test": "test set"}.get(self.way, self.way)


class Comparer:
    """Judges models of one workspace; an evaluation is kept until its model or its corpus changes."""

    def __init__(self, workspace: Place) -> None:
        self._path = workspace
        self._kept: dict[tuple[object, ...], EvaluationReport] = {}

    def models(self, corpus: str) -> list[str]:
        """The models of a corpus, the newest first."""
        with reading(self._path) as workspace:
            records = sorted(workspace.models.all(corpus), key=lambda record: -record.changed_at)
        return [record.name for record in records]

    def report(self, model: str, yardstick: Yardstick, context: JobContext) -> EvaluationReport:
        """Judge one model."""
        with reading(self._path) as workspace:
            record = workspace.models.get(model)
            number = 0 if record.corpus is None else workspace.changes.number(record.corpus)
            has_stamp = record.corpus is not None and yardstick.way != "test"  # files of a test set change unseen
            stamp = model_stamp(workspace, record, number, yardstick.words) if has_stamp else None
        key = (model, record.changed_at, number, yardstick)
        if key not in self._kept:
            self._kept = {old: kept for old, kept in self._kept.items() if old[0] != model or old[1:3] == key[1:3]}
            corpus = record.corpus or ""
            known = None if stamp is None else known_arrays(self._path, corpus, stamp)
            report = None if known is None else unpacked_report(model, known)
            if report is None:
                report = self._evaluate(model, yardstick, context)
                if stamp is not None:
                    keep_arrays(self._path, corpus, model, yardstick.words, stamp, packed_report(report))
            self._kept[key] = report
        return self._kept[key]

    def _evaluate(self, model: str, yardstick: Yardstick, context: JobContext) -> EvaluationReport:
        order = EvaluationOrder(model, way=yardstick.way, n_folds=yardstick.n_folds, test_sources=yardstick.sources)
        return evaluate_model(self._path, order, context)


@dataclass(frozen=True, slots=True, eq=False)
class Separation:
    """The curves that show how well one model's scores tell the positive label from all others."""

    roc: RocCurve
    precision_recall: PrecisionRecallCurve


def separation_of(report: EvaluationReport, positive: str) -> Separation | None:
    """The curves of a report; None where one side has no documents."""
    labels = report.evaluation.labels
    if positive not in labels:
        return None
    number = labels.index(positive)
    is_positive = report.truth == number if report.each_label is None else report.each_label[1][:, number]
    if is_positive.all() or not is_positive.any():
        return None
    ranked = rank_scores(scores_of(report, number), is_positive)
    return Separation(roc(ranked), precision_recall(ranked))


def scores_of(report: EvaluationReport, number: int) -> FloatArray:
    """Return how much is said for a label, of each document."""
    if report.each_label is not None:
        return np.asarray(report.each_label[0][:, number])
    return report.ranking if report.ranking is not None else log_odds(report.log_proba, number)


def difference(first: EvaluationReport, second: EvaluationReport) -> McNemar | None:
    """Test whether two models differ by more than chance, on documents that both judged; None where there are none."""
    if first.document_numbers is None or second.document_numbers is None:
        is_same_test = first.way == second.way == "test" and len(first.truth) == len(second.truth)
        return mcnemar(is_right(first), is_right(second)) if is_same_test else None
    _, mine, theirs = np.intersect1d(
        first.document_numbers, second.document_numbers, assume_unique=True, return_indices=True
    )
    if not len(mine):
        return None
    return mcnemar(is_right(first)[mine], is_right(second)[theirs])


def positive_of(report: EvaluationReport) -> str:
    """The label that curves tell from all others, also where there are more than two."""
    return report.positive or positive_label(report.evaluation.labels)


def is_right(report: EvaluationReport) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return which documents were judged right, (n_documents,)."""
    return np.asarray(judged(report.log_proba) == report.truth)
