"""The Evaluate page's questions: figures of every model, and curves of those that are ticked."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import Enum
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication

from app.domain.jobs import JobContext
from app.pages.painted_values import Axis, Confusion, CurvePicture, Label, Line, Mark, colours_of, labels_of
from app.pages.training.recipe_choices import event_model_name
from app.qt import wording
from app.services.files.whole_files import whole_table
from app.services.judging.evaluating import EvaluationReport
from app.services.judging.model_comparison import (
    Comparer,
    Separation,
    difference,
    positive_of,
    separation_of,
)
from app.services.judging.model_comparison import Yardstick as Yardstick
from app.services.judging.opponents import Opponents, judge_opponents
from app.services.lessons.experiments import SizeCurves, size_curves
from app.services.training.recipe_workbench import PartOfJob
from app.store.workspace import Place, reading
from nbengine.lazy_dataclasses import dataclass

translate = QCoreApplication.translate
LEAST_SHARE = 1e-4
"""The left end of the logarithmic axis of good mail lost."""
MOST_POINTS = 2_000


class View(Enum):
    """A picture of the evaluation that can be shown."""

    ROC = "roc"
    PRECISION_RECALL = "precision-recall"
    RELIABILITY = "reliability"
    CONFUSION = "confusion"
    SPAM = "spam"
    OPPONENTS = "opponents"
    VOCABULARY = "vocabulary"


@dataclass(frozen=True, slots=True)
class ModelFigures:
    """A model's row in the table; NaN where a figure does not apply."""

    model: str
    accuracy: float
    negatives_lost: float
    positives_missed: float
    f1: float
    one_minus_auc: float
    log_loss: float
    calibration_error: float
    is_replayed: bool = False
    """Each document was judged before it was learnt, in the order of dates, as filters are."""


@dataclass(frozen=True, slots=True)
class EvaluationResult:
    """The results of one evaluation of several models."""

    pictures: dict[View, CurvePicture] = field(default_factory=dict)
    confusions: tuple[tuple[str, Confusion], ...] = ()
    """By model."""
    measures: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """By name, of each model ticked: by these spam filters are compared."""
    comparison: str = ""
    """The sentence about McNemar's test of the first two models; empty where it says nothing."""
    seconds: float = 0.0


class EvaluationQuestions:
    """Answers for one open workspace."""

    def __init__(self, place: Place) -> None:
        self._place, self._comparer = place, Comparer(place)

    def names(self, corpus: str) -> tuple[str, ...]:
        """The models of a corpus, the newest first."""
        return tuple(self._comparer.models(corpus))

    def figures(self, corpus: str, yardstick: Yardstick, context: JobContext) -> tuple[ModelFigures, ...]:
        """A row for each model of the corpus."""
        found, models = [], self._comparer.models(corpus)
        for done, model in enumerate(models):
            context.checkpoint(done, len(models), "evaluating")
            part = PartOfJob(context, done, len(models))
            found.append(figures_of(self._comparer.report(model, yardstick, part)))
        return tuple(found)

    def evaluate(
        self, corpus: str, models: Sequence[str], yardstick: Yardstick, context: JobContext
    ) -> EvaluationResult:
        """Curves, matrices and measures of the ticked models."""
        reports = [self._comparer.report(model, yardstick, context) for model in models]
        with reading(self._place) as workspace:
            labels = labels_of(workspace, corpus)
        positive = positive_of(reports[0]) if reports else ""
        separations = [separation_of(report, positive) for report in reports]
        pictures = {View.RELIABILITY: reliability_picture(reports)}
        if any(separations):
            pictures[View.ROC] = roc_picture(reports, separations, positive)
            pictures[View.PRECISION_RECALL] = precision_recall_picture(reports, separations)
        return EvaluationResult(
            pictures=pictures,
            confusions=tuple((report.model, confusion_of(report, labels)) for report in reports),
            measures=measures_of(reports),
            comparison=comparison_of(reports),
            seconds=sum(report.seconds for report in reports),
        )

    def opponents(self, model: str, budget_s: float, context: JobContext) -> Opponents:
        """Textbook models and learnt factors beside a model, on the same documents."""
        return judge_opponents(self._place, model, context, budget_s)

    def sizes(self, corpus: str, context: JobContext) -> CurvePicture:
        """Bernoulli against multinomial, by the number of words."""
        return sizes_picture(size_curves(self._place, corpus, context))

    def export_report(
        self, corpus: str, models: Sequence[str], yardstick: Yardstick, path: Path, context: JobContext
    ) -> int:
        """Write the figures of every model for a spreadsheet, those ticked first."""
        rows = self.figures(corpus, yardstick, context)
        ordered = sorted(rows, key=lambda row: models.index(row.model) if row.model in models else len(models))
        names = [name for name in ModelFigures.__dataclass_fields__ if name != "is_replayed"]
        with whole_table(path) as table:
            table.writerow([*names, "judged by"])
            table.writerows(
                [*(getattr(row, name) for name in names), "replay" if row.is_replayed else yardstick.words]
                for row in ordered
            )
        return len(ordered)


def sizes_picture(found: SizeCurves) -> CurvePicture:
    """Accuracy over the number of words, on a logarithmic axis; its caption says what was averaged, and over how many
    documents where not all could take part."""
    caption = translate("EvaluationConnection", "Documents judged right, mean of %1 random parts")
    if found.n_documents < found.n_in_corpus:
        caption = translate(
            "EvaluationConnection", "Documents judged right, mean of %1 random parts of %2 documents drawn from %3"
        )
    facts = (str(found.n_draws), wording.count(found.n_documents), wording.count(found.n_in_corpus))
    sizes = np.array(found.sizes, np.float64)
    lines = tuple(
        Line(event_model_name(name), sizes, np.array(shares), place)
        for place, (name, shares) in enumerate(found.accuracies.items())
    )
    low, high = min(found.sizes), max(*found.sizes, 11)
    ticks = tuple(float(10**power) for power in range(1, 7) if low <= 10**power <= high)
    return CurvePicture(
        lines,
        Axis(
            translate("EvaluationConnection", "Words in the vocabulary, those that tell most first"),
            float(min(low, 10)), float(high), ticks, is_log=True, is_share=False,
        ),
        share_axis(wording.numbered(caption, *facts), lines),
        has_legend=True,
    )  # fmt: skip


def figures_of(report: EvaluationReport) -> ModelFigures:
    """A model's row in the table."""
    evaluation, found = report.evaluation, report.evaluation.separation
    lost, missed = error_shares(report)
    return ModelFigures(
        model=report.model,
        accuracy=evaluation.accuracy,
        negatives_lost=lost,
        positives_missed=missed,
        f1=evaluation.macro_f1 if report.positive is None else evaluation.per_label[report.positive].f1,
        one_minus_auc=math.nan if found is None else found.one_minus_auc_percent / 100,
        log_loss=evaluation.log_loss,
        calibration_error=evaluation.ece,
        is_replayed=report.way == "replay",
    )


def error_shares(report: EvaluationReport) -> tuple[float, float]:
    """Shares of negatives lost and positives missed; NaN where there are not two labels."""
    errors = report.evaluation.two_errors(report.positive)
    return (math.nan, math.nan) if errors is None else (errors.lost_share, errors.missed_share)


def confusion_of(report: EvaluationReport, labels: tuple[Label, ...]) -> Confusion:
    names = report.evaluation.labels
    return Confusion(names, colours_of(labels, names), report.evaluation.confusion)


def roc_picture(
    reports: Sequence[EvaluationReport], separations: Sequence[Separation | None], positive: str
) -> CurvePicture:
    """Positives caught against negatives lost, on a logarithmic axis: its left end is where it matters."""
    lines = []
    for place, (report, found) in enumerate(zip(reports, separations, strict=True)):
        if found is not None:
            lost = np.maximum(found.roc.negatives_lost, LEAST_SHARE)
            lines.append(thinned_line(report.model, lost, found.roc.positives_caught, place))
    others = [label for label in reports[0].evaluation.labels if label != positive]
    lost_share = translate("EvaluationConnection", "Share of all others lost")
    if len(others) == 1:
        lost_share = translate("EvaluationConnection", "Share of %1 lost").replace("%1", others[0])
    return CurvePicture(
        tuple(lines),
        Axis(lost_share, LEAST_SHARE, 1.0, (1e-4, 1e-3, 1e-2, 1e-1, 1.0), is_log=True),
        share_axis(translate("EvaluationConnection", "Share of %1 caught").replace("%1", positive), lines),
        working_point(reports, separations),
    )


def working_point(reports: Sequence[EvaluationReport], separations: Sequence[Separation | None]) -> Mark | None:
    """Return the place of the first model's verdicts on its curve; None where they lose or catch nothing."""
    if not reports or separations[0] is None:
        return None
    lost, missed = error_shares(reports[0])
    if math.isnan(lost):
        return None
    labels, table = reports[0].evaluation.labels, reports[0].evaluation.confusion
    positive = labels.index(reports[0].positive or "")
    caught = translate("EvaluationConnection", "catches %1 of %2")
    caught = wording.numbered(caught, f"*{wording.percent(1.0 - missed)}*", labels[positive])
    counts = (wording.count(int(table[1 - positive, positive])), wording.count(int(table[1 - positive].sum())))
    at_cost = translate("EvaluationConnection", "with %1 of %2 %3 lost")
    at_cost = wording.numbered(at_cost, *counts, labels[1 - positive])
    return Mark(max(lost, LEAST_SHARE), 1.0 - missed, caught, at_cost)


def precision_recall_picture(
    reports: Sequence[EvaluationReport], separations: Sequence[Separation | None]
) -> CurvePicture:
    lines = [
        thinned_line(report.model, found.precision_recall.recall, found.precision_recall.precision, place)
        for place, (report, found) in enumerate(zip(reports, separations, strict=True))
        if found is not None
    ]
    return CurvePicture(
        tuple(lines),
        Axis(translate("EvaluationConnection", "Recall")),
        share_axis(translate("EvaluationConnection", "Precision"), lines),
    )


def reliability_picture(reports: Sequence[EvaluationReport]) -> CurvePicture:
    """Draw the share of right verdicts over their confidence; on the diagonal probabilities mean what they say."""
    lines = []
    for place, report in enumerate(reports):
        bins = [part for part in report.evaluation.reliability if part.documents]
        xs, ys = np.array([part.confidence for part in bins]), np.array([part.accuracy for part in bins])
        lines.append(Line(report.model, xs, ys, place))
    return CurvePicture(
        tuple(lines),
        Axis(translate("EvaluationConnection", "Probability shown")),
        Axis(translate("EvaluationConnection", "Share right")),
        has_diagonal=True,
    )


def thinned_line(
    name: str, xs: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    ys: np.ndarray[tuple[int, ...], np.dtype[np.float64]], style: int,
) -> Line:  # fmt: skip
    """A line of no more points than a screen can show."""
    if len(xs) > MOST_POINTS:
        kept = np.unique(np.linspace(0, len(xs) - 1, MOST_POINTS).round().astype(np.int64))
        xs, ys = xs[kept], ys[kept]
    return Line(name, xs, ys, style)


def share_axis(title: str, lines: Sequence[Line]) -> Axis:
    """An axis up to 100 %, from far enough down to see the curves apart."""
    lowest = min((float(np.quantile(line.ys, 0.05)) for line in lines if len(line.ys)), default=0.0)
    low = 0.9 if lowest > 0.92 else 0.5 if lowest > 0.55 else 0.0
    return Axis(title, low, 1.0, tuple(low + (1.0 - low) * step / 5 for step in range(6)))


def measures_of(reports: Sequence[EvaluationReport]) -> Mapping[str, tuple[float, ...]]:
    """Return the figures by which spam filters are compared."""
    found = [report.evaluation.separation for report in reports if report.evaluation.separation is not None]
    if len(found) < max(len(reports), 1):
        return {}
    lost, missed = zip(*map(error_shares, reports), strict=True)
    at_most = translate("EvaluationConnection", "Spam missed when 1 good mail in 1,000 may be lost")
    lam = translate("EvaluationConnection", "Logistic average of both errors (lam)")
    return {
        translate("EvaluationConnection", "Good mails lost"): lost,
        translate("EvaluationConnection", "Spam missed"): missed,
        at_most: tuple(one.positives_missed_at_0_1_percent for one in found),
        "1 − AUC": tuple(one.one_minus_auc_percent / 100 for one in found),
        lam: tuple(one.lam_percent / 100 for one in found),
    }


def comparison_of(reports: Sequence[EvaluationReport]) -> str:
    """Say what McNemar's test finds between the first two models; empty where they share no documents."""
    found = difference(*reports[:2]) if len(reports) > 1 else None
    if found is None:
        return ""
    template = translate(
        "EvaluationConnection", "Documents that only one judges right: %2 by “%1”, %4 by “%3” · McNemar p = %5"
    )
    counts = (wording.count(found.only_first_right), wording.count(found.only_second_right))
    least = f"< {wording.decimal(0.001, 3)}"
    p_value = least if found.p_value < 0.001 else wording.decimal(found.p_value, 3)
    return wording.numbered(template, reports[0].model, counts[0], reports[1].model, counts[1], p_value)
