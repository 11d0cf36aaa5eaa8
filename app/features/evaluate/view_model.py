"""View model of the Evaluate page: figures and curves of several models on the same documents."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QLocale, Signal

from app.domain.jobs import JobContext
from app.domain.records import ModelRecord, ModelsRevision
from app.domain.whole_files import open_csv_atomically
from app.features.evaluate.use_cases import (
    Comparer,
    EvaluationReport,
    Separation,
    SizeCurves,
    compare_by_mcnemar,
    compare_with_opponents,
    documents_of_report_cell,
    evaluate_vocabulary_sizes,
    positive_label_of_report,
    separation_of,
)
from app.features.evaluate.use_cases import EvaluatedRecipe as EvaluatedRecipe
from app.features.evaluate.use_cases import Opponents as Opponents
from app.features.evaluate.use_cases import Yardstick as Yardstick
from app.features.train.view_model import FILTER, event_model_name, event_model_on_page, request_on_page
from app.features.train.workbench import PartOfJob
from app.kit import wording
from app.kit.jobs import Progress, Runner
from app.kit.page_model import PageModel
from app.kit.painted_values import (
    Axis,
    CellShare,
    Confusion,
    Label,
    PlotContent,
    PlotLine,
    PlotMark,
    colours_of_names,
    labels_from_records,
)
from app.library.verdict_columns import titles_of_documents
from app.store.workspace import WorkspaceSource, open_for_reading
from nbengine.models.recipe import recipe_from_plain

translate = QCoreApplication.translate
MIN_SHARE_ON_AXIS = 1e-4
"""Left end of the logarithmic x axis of ROC curves: a false positive rate of 0.01 %."""
MAX_LINE_POINTS = 2_000
AXIS_LOWER_ENDS = (0.99, 0.98, 0.95, 0.9, 0.8, 0.5, 0.0)
"""Candidates for the lower end of a y axis, from 0 to 1. The first one below nearly all of the curves is used."""


class View(Enum):
    """What the Evaluate page shows: one kind of plot or table."""

    ROC = "roc"
    PRECISION_RECALL = "precision-recall"
    RELIABILITY = "reliability"
    CONFUSION = "confusion"
    SPAM = "spam"
    OPPONENTS = "opponents"
    VOCABULARY = "vocabulary"


@dataclass(frozen=True, slots=True)
class ModelFigures:
    """A row of the table of models. A figure that does not apply is NaN."""

    model: str
    accuracy: float
    negatives_lost: float
    """False positive rate, from 0 to 1."""
    positives_missed: float
    """False negative rate, from 0 to 1."""
    f1: float
    """F1 of the positive label; macro F1 with more than two labels."""
    one_minus_auc: float
    """1 minus the area under the ROC curve."""
    log_loss: float
    calibration_error: float
    micro_f1: float = math.nan
    """F1 over all pairs of document and label. With one label per document, it equals accuracy."""
    is_replayed: bool = False
    """True for filters: in order of date, each document was classified before the filter learnt it."""
    n_documents: int = 0
    """Number of documents in the evaluation."""
    event_model: str = ""
    """Name that the Train page uses for the event model; FILTER for filters."""


@dataclass(frozen=True, slots=True)
class EvaluationResult:
    """Plots, matrices and measures of the ticked models."""

    pictures: dict[View, PlotContent] = field(default_factory=dict)
    confusions: tuple[tuple[str, Confusion], ...] = ()
    """(model name, matrix) pairs."""
    measures: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """Spam filter measures: name to one value per ticked model."""
    labels: tuple[str, ...] = ()
    """The labels of the first ticked model."""
    positive: str = ""
    """The label that the curves separate from all other labels."""
    comparison: str = ""
    """Sentence about McNemar's test of the two most accurate models; empty without a test."""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class CellDocument:
    """A document that a cell of the confusion matrix counts."""

    document: int
    """Document number; -1 for a document of a test set."""
    title: str
    share: float
    """Probability of the label in the verdict, from 0 to 1."""
    path: str = ""
    """The file of a document of a test set; else empty."""


@dataclass(frozen=True, slots=True)
class ReportFacts:
    """Texts in a report besides the figures."""

    method: str
    """How the figures were measured."""
    date: str
    labels: tuple[tuple[str, int], ...]
    """(label, number of its documents in the collection)."""
    settings: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """For each compared model, its name and the (name, value) of its settings."""


class EvaluationQuestions:
    """The functions of the Evaluate page that need the open workspace. They run on a background thread."""

    def __init__(self, place: WorkspaceSource) -> None:
        self._place, self._comparer = place, Comparer(place)

    def model_names(self, corpus: str) -> tuple[str, ...]:
        """Return the model names of a corpus, newest first."""
        return tuple(self._comparer.models(corpus))

    def has_only_filters(self, corpus: str) -> bool:
        """Return whether all models of a corpus are filters."""
        with open_for_reading(self._place) as workspace:
            recipes = [recipe_from_plain(json.loads(record.recipe)) for record in workspace.models.all(corpus)]
        return all(recipe.learner is not None for recipe in recipes)

    def figures_of_models(self, corpus: str, yardstick: Yardstick, context: JobContext) -> tuple[ModelFigures, ...]:
        """Evaluate each model of the corpus, and return a row for each."""
        found, models = [], self._comparer.models(corpus)
        with open_for_reading(self._place) as workspace:
            event_models = {record.name: event_model_of_record(record) for record in workspace.models.all(corpus)}
        for done, model in enumerate(models):
            context.checkpoint(done, len(models), "evaluating")
            part = PartOfJob(context, done, len(models))
            figures = figures_of_report(self._comparer.report(model, yardstick, part))
            found.append(replace(figures, event_model=event_models.get(model, "")))
        return tuple(found)

    def evaluate(
        self, corpus: str, models: Sequence[str], yardstick: Yardstick, context: JobContext, curve_label: str = ""
    ) -> EvaluationResult:
        """Return curves, matrices and measures of the ticked models.

        With more than two labels, the curves separate `curve_label` from all other labels.
        """
        reports = [self._comparer.report(model, yardstick, context) for model in models]
        with open_for_reading(self._place) as workspace:
            labels = labels_from_records(workspace.labels.all(corpus))
        names = reports[0].evaluation.labels if reports else ()
        positive = positive_label_of_report(reports[0]) if reports else ""
        positive = curve_label if len(names) > 2 and curve_label in names else positive
        separations = [separation_of(report, positive) for report in reports]
        pictures = {View.RELIABILITY: draw_reliability(reports)}
        if any(separations):
            pictures[View.ROC] = draw_roc(reports, separations, positive)
            pictures[View.PRECISION_RECALL] = draw_precision_recall(reports, separations)
        return EvaluationResult(
            pictures=pictures,
            confusions=tuple((report.model, confusion_of_report(report, labels)) for report in reports),
            measures=measures_of_reports(reports),
            comparison=mcnemar_sentence(reports),
            labels=names,
            positive=positive,
            seconds=sum(report.seconds for report in reports),
        )

    def documents_of_cell(
        self, model: str, yardstick: Yardstick, cell: tuple[int, int], context: JobContext
    ) -> tuple[CellDocument, ...]:
        """Return the documents that a cell of the confusion matrix counts.

        On the diagonal, the least certain verdicts come first; elsewhere, the most certain mistakes do.
        """
        report = self._comparer.report(model, yardstick, context)
        rows, of_rows = documents_of_report_cell(report, *cell)
        shares = of_rows.tolist()
        if report.document_numbers is None:
            places = [report.test_documents[row] for row in rows.tolist()]
            return tuple(
                CellDocument(-1, each.title, share, each.path) for each, share in zip(places, shares, strict=True)
            )
        numbers = report.document_numbers[rows].tolist()
        with open_for_reading(self._place) as workspace:
            titles = titles_of_documents(workspace, workspace.documents.headings(numbers))
        return tuple(
            CellDocument(number, titles.get(number, ""), share) for number, share in zip(numbers, shares, strict=True)
        )

    def report_facts(self, corpus: str, models: Sequence[str], method: str) -> ReportFacts:
        """Return the texts for a report about the data and the models."""
        with open_for_reading(self._place) as workspace:
            labels = workspace.labels.all(corpus)
            records = [workspace.models.get(model) for model in models]
        settings = tuple((record.name, tuple(settings_of_record(record))) for record in records)
        counted = tuple((label.name, label.documents) for label in labels)
        return ReportFacts(method, wording.format_long_date(int(time.time()), has_weekday=False), counted, settings)

    def compare_with_opponents(self, model: str, budget_s: float, context: JobContext) -> Opponents:
        """Compare a model with textbook models and with learnt factors."""
        return compare_with_opponents(self._place, model, context, budget_s)

    def plot_vocabulary_sizes(self, corpus: str, context: JobContext) -> PlotContent:
        """Measure the accuracy at several vocabulary sizes, and return the plot."""
        return draw_vocabulary_sizes(evaluate_vocabulary_sizes(self._place, corpus, context))

    def export_report(
        self, corpus: str, models: Sequence[str], yardstick: Yardstick, path: Path, context: JobContext
    ) -> int:
        """Write the figures of all models into a file as a table, the ticked models first. Return the number of
        rows.

        Figures that apply to no model have no column, and those that do not apply to a model have an empty cell.
        """
        rows = self.figures_of_models(corpus, yardstick, context)
        ordered = sorted(rows, key=lambda row: models.index(row.model) if row.model in models else len(models))
        names = [
            name for name in ModelFigures.__dataclass_fields__
            if name != "is_replayed" and not (rows and all(_is_missing(getattr(row, name)) for row in rows))
        ]  # fmt: skip
        with open_csv_atomically(path) as table:
            table.writerow([*names, "judged by"])
            for row in ordered:
                cells = ["" if _is_missing(value := getattr(row, name)) else value for name in names]
                table.writerow([*cells, "replay" if row.is_replayed else yardstick.method_name])
        return len(ordered)


def _is_missing(value: object) -> bool:
    """Return whether a figure does not apply, for example the ROC area with more than two labels."""
    return isinstance(value, float) and math.isnan(value)


def event_model_of_record(record: ModelRecord) -> str:
    """Return the name that the Train page uses for the event model of a saved model; FILTER for filters."""
    recipe = recipe_from_plain(json.loads(record.recipe))
    return FILTER if recipe.learner is not None else event_model_on_page(recipe.event_model, recipe.mixed_text)


def settings_of_record(record: ModelRecord) -> list[tuple[str, str]]:
    """Return (name, value) of each setting of a saved model."""
    recipe = recipe_from_plain(json.loads(record.recipe))
    event_model = FILTER if recipe.learner is not None else recipe.event_model
    found = [(translate("EvaluationReportPage", "Event model"), event_model_name(event_model))]
    if recipe.learner is None and recipe.is_fitted:
        caution = translate("EvaluationReportPage", "Caution (regularisation)")
        found.append((caution, wording.format_significant(recipe.ridge)))
    elif recipe.learner is None:
        found.append((translate("EvaluationReportPage", "Smoothing α"), wording.format_smoothing(recipe.smoothing)))
    if recipe.learner is None and recipe.reads_text:
        weighting = {
            "count": translate("EvaluationReportPage", "how often a word occurs"),
            "binary": translate("EvaluationReportPage", "whether a word occurs"),
            "tfidf": "tf–idf",
        }[recipe.counts_as]
        size = recipe.limits.size
        all_words = translate("EvaluationReportPage", "all words")
        found.append((translate("EvaluationReportPage", "What is counted"), weighting))
        words = all_words if size is None else wording.format_count(size)
        found.append((translate("EvaluationReportPage", "Vocabulary"), words))
    trained = wording.format_long_date(int(record.changed_at), has_weekday=False)
    return [*found, (translate("EvaluationReportPage", "Training date"), trained)]


def draw_vocabulary_sizes(found: SizeCurves) -> PlotContent:
    """Return the plot of accuracy by vocabulary size.

    Its caption says over how many random splits the accuracy is averaged, and whether a sample of the documents was
    used.
    """
    caption = translate("EvaluationConnection", "Accuracy by event model (mean of %1 random splits)")
    if found.n_documents < found.n_in_corpus:
        caption = translate(
            "EvaluationConnection",
            "Accuracy by event model (mean of %1 random splits of %2 documents, drawn at random from %3)",
        )
    facts = (str(found.n_draws), wording.format_count(found.n_documents), wording.format_count(found.n_in_corpus))
    sizes = np.array(found.sizes, np.float64)
    lines = tuple(
        PlotLine(event_model_name(name), sizes, np.array(shares), place)
        for place, (name, shares) in enumerate(found.accuracies.items())
    )
    low, high = min(found.sizes), max(*found.sizes, 11)
    ticks = tuple(float(10**power) for power in range(1, 7) if low <= 10**power <= high)
    words = translate("EvaluationConnection", "Number of words in the vocabulary (most informative words first)")
    return PlotContent(
        lines,
        Axis(
            log_title(words),
            float(min(low, 10)), float(high), ticks, is_log=True, is_share=False,
        ),
        share_axis(wording.fill_placeholders(caption, *facts), lines),
        has_legend=True,
    )  # fmt: skip


def figures_of_report(report: EvaluationReport) -> ModelFigures:
    """Return the row of the table for an evaluated model."""
    evaluation, found = report.evaluation, report.evaluation.separation
    lost, missed = error_rates(report)
    return ModelFigures(
        model=report.model,
        accuracy=evaluation.accuracy,
        negatives_lost=lost,
        positives_missed=missed,
        f1=evaluation.macro_f1 if report.positive is None else evaluation.per_label[report.positive].f1,
        one_minus_auc=math.nan if found is None else found.one_minus_auc_percent / 100,
        log_loss=evaluation.log_loss,
        calibration_error=evaluation.ece,
        micro_f1=evaluation.accuracy if report.several is None else report.several.micro_f1,
        is_replayed=report.way == "replay",
        n_documents=report.evaluation.documents,
    )


def error_rates(report: EvaluationReport) -> tuple[float, float]:
    """Return the false positive rate and the false negative rate of a report; NaN unless there are two labels."""
    errors = report.evaluation.count_lost_and_missed(report.positive)
    return (math.nan, math.nan) if errors is None else (errors.lost_share, errors.missed_share)


def confusion_of_report(report: EvaluationReport, labels: tuple[Label, ...]) -> Confusion:
    names = report.evaluation.labels
    return Confusion(names, colours_of_names(labels, names), report.evaluation.confusion)


def draw_roc(
    reports: Sequence[EvaluationReport], separations: Sequence[Separation | None], positive: str
) -> PlotContent:
    """Return the plot of ROC curves. The x axis is logarithmic, so that low error rates take more room."""
    lines = []
    for place, (report, found) in enumerate(zip(reports, separations, strict=True)):
        if found is not None:
            lost = np.maximum(found.roc.negatives_lost, MIN_SHARE_ON_AXIS)
            name = f"{report.model}  ·  AUC {wording.format_decimal(found.auc, 4)}"
            lines.append(reduce_points(name, lost, found.roc.positives_caught, place))
    others = [label for label in reports[0].evaluation.labels if label != positive]
    lost_share = translate("EvaluationConnection", "False positives (share of all others)")
    if len(others) == 1:
        lost_share = translate("EvaluationConnection", "False positives (share of %1)").replace("%1", others[0])
    return PlotContent(
        tuple(lines),
        Axis(log_title(lost_share), MIN_SHARE_ON_AXIS, 1.0, (1e-4, 1e-3, 1e-2, 1e-1, 1.0), is_log=True),
        share_axis(
            translate("EvaluationConnection", "Share of %1 that the model finds").replace("%1", positive),
            lines,
            is_log=True,
        ),
        mark_of_verdicts(reports, separations) if positive == reports[0].positive else None,
        has_legend=True,
    )


def log_title(title: str) -> str:
    """Return the title of an axis that is logarithmic."""
    return translate("EvaluationConnection", "%1, logarithmic scale").replace("%1", title)


def mark_of_verdicts(reports: Sequence[EvaluationReport], separations: Sequence[Separation | None]) -> PlotMark | None:
    """Return the mark on the first model's ROC curve that shows the error rates of its verdicts.

    Returns None if the model has no false positives or no true positives.
    """
    if not reports or separations[0] is None:
        return None
    lost, missed = error_rates(reports[0])
    if math.isnan(lost):
        return None
    labels, table = reports[0].evaluation.labels, reports[0].evaluation.confusion
    positive = labels.index(reports[0].positive or "")
    caught = translate("EvaluationConnection", "finds %1 of %2")
    caught = wording.fill_placeholders(caught, f"*{wording.format_percent(1.0 - missed)}*", labels[positive])
    counts = (
        wording.format_count(int(table[1 - positive, positive])),
        wording.format_count(int(table[1 - positive].sum())),
    )
    at_cost = translate("EvaluationConnection", "%1 of %2 documents labelled %3 misclassified")
    at_cost = wording.fill_placeholders(at_cost, *counts, labels[1 - positive])
    return PlotMark(max(lost, MIN_SHARE_ON_AXIS), 1.0 - missed, caught, at_cost)


def draw_precision_recall(reports: Sequence[EvaluationReport], separations: Sequence[Separation | None]) -> PlotContent:
    lines = [
        reduce_points(report.model, found.precision_recall.recall, found.precision_recall.precision, place)
        for place, (report, found) in enumerate(zip(reports, separations, strict=True))
        if found is not None
    ]
    return PlotContent(
        tuple(lines),
        Axis(translate("EvaluationConnection", "Recall")),
        share_axis(translate("EvaluationConnection", "Precision"), lines),
    )


def draw_reliability(reports: Sequence[EvaluationReport]) -> PlotContent:
    """Return the plot of accuracy by confidence. For a well-calibrated model, the points are on the diagonal."""
    lines = []
    for place, report in enumerate(reports):
        bins = [part for part in report.evaluation.reliability if part.documents]
        xs, ys = np.array([part.confidence for part in bins]), np.array([part.accuracy for part in bins])
        notes = tuple(wording.format_count(part.documents) for part in bins)
        lines.append(PlotLine(report.model, xs, ys, place, notes))
    title = translate("EvaluationConnection", "Predicted probability, with the number of documents at each point")
    return PlotContent(
        tuple(lines),
        Axis(title if len(lines) == 1 else translate("EvaluationConnection", "Predicted probability")),
        Axis(translate("EvaluationConnection", "Share correct")),
        has_diagonal=True,
    )


def reduce_points(
    name: str, xs: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    ys: np.ndarray[tuple[int, ...], np.dtype[np.float64]], style: int,
) -> PlotLine:  # fmt: skip
    """Return a plot line. If there are more points than a screen can show, some are left out."""
    if len(xs) > MAX_LINE_POINTS:
        kept = np.unique(np.linspace(0, len(xs) - 1, MAX_LINE_POINTS).round().astype(np.int64))
        xs, ys = xs[kept], ys[kept]
    return PlotLine(name, xs, ys, style)


def share_axis(title: str, lines: Sequence[PlotLine], *, is_log: bool = False) -> Axis:
    """Return a y axis that ends at 100 %. It begins as high as the curves allow, so that close curves can be
    distinguished.

    `is_log` says whether the x axis is logarithmic.
    """
    lowest = min((_lower_end_of_line(line, is_log=is_log) for line in lines if len(line.ys)), default=0.0)
    low = next(low for low in AXIS_LOWER_ENDS if lowest >= low + 0.1 * (1.0 - low) or low == 0.0)
    return Axis(title, low, 1.0, tuple(round(low + (1.0 - low) * step / 5, 6) for step in range(6)))


def _lower_end_of_line(line: PlotLine, *, is_log: bool) -> float:
    """Return the y value that a curve exceeds over 95 % of the width of the plot.

    The part is measured by width, not by points, because the steep start of a ROC curve has half of the points.
    """
    across = np.log(line.xs) if is_log else line.xs
    widths, heights = np.abs(np.diff(across)), np.minimum(line.ys[:-1], line.ys[1:])
    if not widths.sum():
        return float(line.ys.min())
    order = np.argsort(heights, kind="stable")
    below = np.cumsum(widths[order]) / widths.sum()
    return float(heights[order][np.searchsorted(below, 0.05)])


def measures_of_reports(reports: Sequence[EvaluationReport]) -> Mapping[str, tuple[float, ...]]:
    """Return the standard measures of spam filters: name to one value per report."""
    found = [report.evaluation.separation for report in reports if report.evaluation.separation is not None]
    if len(found) < max(len(reports), 1):
        return {}
    lost, missed = zip(*map(error_rates, reports), strict=True)
    at_most = translate("EvaluationConnection", "Spam missed if 1 good mail in 1,000 may be called spam")
    lam = translate("EvaluationConnection", "LAM: logistic average of both error rates")
    return {
        translate("EvaluationConnection", "Good mails called spam"): lost,
        translate("EvaluationConnection", "Spam missed"): missed,
        at_most: tuple(one.positives_missed_at_0_1_percent for one in found),
        "1 − AUC": tuple(one.one_minus_auc_percent / 100 for one in found),
        lam: tuple(one.lam_percent / 100 for one in found),
    }


def mcnemar_sentence(reports: Sequence[EvaluationReport]) -> str:
    """Return a sentence about McNemar's test of the two most accurate models.

    Returns "" if they were tested by different methods, or have no documents in common.
    """
    best = sorted(range(len(reports)), key=lambda place: -reports[place].evaluation.accuracy)[:2]
    if len(best) < 2:
        return ""
    first, second = (reports[place] for place in sorted(best))  # in the order of the table
    found = compare_by_mcnemar(first, second) if first.way == second.way else None
    if found is None:
        return ""
    template = translate(
        "EvaluationConnection",
        "Documents that only one of the two best models classifies correctly: “%1” %2, “%3” %4. McNemar’s test: p %5",
    )
    counts = (wording.format_count(found.n_only_first_right), wording.format_count(found.n_only_second_right))
    return wording.fill_placeholders(
        template, first.model, counts[0], second.model, counts[1], p_value_text(found.p_value)
    )


MIN_SHOWN_P_VALUE = 0.001
"""Smaller p-values are shown as "< 0.001"."""


def p_value_text(p_value: float) -> str:
    """Format a p-value so that it can follow the letter p: "= 0.040" or "< 0.001"."""
    return (
        f"= {wording.format_decimal(p_value, 3)}"
        if p_value >= MIN_SHOWN_P_VALUE
        else f"< {wording.format_decimal(MIN_SHOWN_P_VALUE, 3)}"
    )


def method_text(state: EvaluationState) -> str:
    """Return one line of text with the documents and the method by which the figures were measured."""
    n_judged = max((each.n_documents for each in state.models), default=0)
    counted = translate("EvaluationPage", "%1 documents").replace(
        "%1", wording.format_count(n_judged or state.n_documents)
    )
    if sources := state.yardstick.sources:
        names = ", ".join(path.name for path in sources)
        test_set = translate("EvaluationPage", "Test set “%1”").replace("%1", names)
        return wording.join_facts([test_set, *([counted] if n_judged else [])])
    is_replayed = state.has_only_filters and state.yardstick.way in ("leave-one-out", "folds")
    if all(each.is_replayed for each in state.models) if state.models else is_replayed:
        method = translate("EvaluationPage", "tested by date: each document was classified before it was learnt")
        return wording.join_facts([state.corpus, counted, method])
    parts = translate("EvaluationPage", "tested in %1 parts, each by a model trained on the other parts")
    parts = parts.replace("%1", wording.format_count(state.yardstick.n_folds))
    methods = {
        "leave-one-out": translate("EvaluationPage", "each document tested by a model trained on all others"),
        "folds": parts,
        "by-date": translate(
            "EvaluationPage", "the later half of the documents, tested by models trained on earlier ones"
        ),
        "share": translate("EvaluationPage", "tested on 20 % of each label; the model was trained on the rest"),
    }
    return wording.join_facts([state.corpus, counted, methods[state.yardstick.way]])


COMPARISON_BUDGETS_S = (60.0, 300.0, 1_800.0)


@dataclass(frozen=True, slots=True)
class EvaluationState:
    """State of the Evaluate page."""

    corpus: str = ""
    revision: ModelsRevision | None = None
    """Revision of the documents and models for which the figures were computed; None if unknown."""
    n_documents: int = 0
    yardstick: Yardstick = field(default_factory=Yardstick)
    """The documents and the method of the evaluation."""
    view: View = View.ROC
    names: tuple[str, ...] = ()
    """Names of the models, newest first. They are known before the figures."""
    has_only_filters: bool = False
    """True if all these models are filters, which are tested by date unless another method is chosen."""
    is_stopped: bool = False
    """True if the user stopped the evaluation before there was a result."""
    models: tuple[ModelFigures, ...] = ()
    collection_models: tuple[ModelFigures, ...] = ()
    """Figures on the documents of the collection, shown beside those on a test set. Empty without a test set."""
    collection_yardstick: Yardstick = field(default_factory=Yardstick)
    """The method by which `collection_models` was measured."""
    ticked: tuple[str, ...] = ()
    """Names of the models that are compared, in the order of the table."""
    positive: str = ""
    negative: str = ""
    curve_label: str = ""
    """The label that the user chose for the curves; empty for the default label."""
    is_whole_axis: bool = False
    """True if y axes show 0 to 100 %; False if they show only the range in which the curves differ."""
    share_of: CellShare = "none"
    """What the cells of matrices show: counts, proportions of the row, or proportions of the column."""
    is_by_similarity: bool = False
    """True if the labels of the matrices are sorted by similarity."""
    is_list_of_confusions: bool = False
    """True if the most frequent confusions are listed instead of the matrices."""
    cell: tuple[str, int, int] | None = None
    """The chosen cell: name of the model, number of the true label, number of the label in the verdict. None without
    one.
    """
    cell_documents: tuple[CellDocument, ...] | None = None
    """The documents of the cell; None until they are loaded."""
    is_listing: bool = False
    """True while the documents of the cell are being loaded."""
    has_spam: bool = False
    has_text: bool = True
    result: EvaluationResult = field(default_factory=EvaluationResult)
    sizes: PlotContent | None = None
    """Accuracy by vocabulary size; None until requested."""
    opponents: Opponents | None = None
    """Comparison of the first ticked model with other models; None until requested."""
    budget_s: float = COMPARISON_BUDGETS_S[0]
    """Time budget of a comparison. When it is used up, no further model is tested."""
    compared_corpora: frozenset[str] = frozenset()
    """Names of the collections with a running comparison. It continues while another collection is shown."""
    is_trying_sizes: bool = False
    is_working: bool = False
    training_corpus: str = ""
    """The collection on which a model is being trained; empty if none is."""
    problem: Exception | None = None

    @property
    def is_being_trained(self) -> bool:
        """True while the first model of this collection is being trained."""
        return bool(self.corpus) and self.training_corpus == self.corpus and not (self.names or self.models)

    def line_of(self, model: str) -> int:
        """Return the number of a model's line style, or -1 if the model is not ticked."""
        return self.ticked.index(model) if model in self.ticked else -1

    @property
    def is_mixed(self) -> bool:
        """True if filters were tested by date and other models by an easier method. Their figures cannot be
        compared.
        """
        return len({each.is_replayed for each in self.models}) == 2

    @property
    def is_comparing(self) -> bool:
        """True while the model of this collection is being compared with other models."""
        return self.corpus in self.compared_corpora

    @property
    def has_result(self) -> bool:
        """True if there are figures for the present models and the present method."""
        return bool(self.models) and bool(not self.ticked or self.result.pictures or self.result.confusions)

    @property
    def is_without_result(self) -> bool:
        """True if the chosen picture needs figures that have not been computed yet."""
        return not self.has_result and self.view not in (View.VOCABULARY, View.OPPONENTS)

    @property
    def missing_picture(self) -> str:
        """Reason why no plot is shown: `none-ticked` or `one-sided`.

        Empty if there is a plot, or if one is being computed.
        """
        if self.view in (View.VOCABULARY, View.OPPONENTS):
            return ""
        if not self.ticked and self.models:
            return "none-ticked"
        has_picture = self.view in (View.CONFUSION, View.SPAM) or self.view in self.result.pictures
        return "" if has_picture or self.is_working else "one-sided"

    @property
    def views(self) -> tuple[View, ...]:
        """The pictures that suit the labels and documents, in order. With more than two labels, the confusion matrix
        comes first.
        """
        return tuple(View) if self.negative else tuple(dict.fromkeys((View.CONFUSION, *View)))

    def can_show(self, view: View) -> bool:
        """Return whether a picture suits the labels and documents."""
        return {View.SPAM: self.has_spam, View.VOCABULARY: self.has_text}.get(view, True)


MAX_TICKED_MODELS = 4
"""Maximum number of models that are ticked automatically, because there are four line styles."""
INITIAL_VIEWS = (View.ROC, View.CONFUSION)
"""The picture that is shown at first: with two labels, and with more labels."""


def initial_models(models: tuple[ModelFigures, ...]) -> list[str]:
    """Return the models that are ticked at first: the newest, and the most accurate one of the others.

    If possible, the second was tested by the same method as the first, because other figures cannot be compared.
    """
    if not models:
        return []
    newest, *others = models
    others.sort(key=lambda row: (row.is_replayed != newest.is_replayed, -row.accuracy))
    chosen = {newest.model, *(row.model for row in others[:1])}
    return [row.model for row in models if row.model in chosen]


def method_without_test_set(yardstick: Yardstick) -> Yardstick:
    """Return the method for another collection: the present method, or leave-one-out if the present method uses a test
    set.
    """
    return Yardstick() if yardstick.way == "test" else yardstick


def comparison_key(revision: ModelsRevision | None, model: str) -> object:
    """Return the cache key of a comparison: the documents, and the state of the compared model.

    The key does not change if other models are trained or deleted.
    """
    return None if revision is None else (revision[0], next((each for each in revision[1] if each[0] == model), None))


class EvaluationViewModel(PageModel[EvaluationState, EvaluationQuestions]):
    """View model of the Evaluate page."""

    recipe_wanted = Signal(str, object)
    """Emitted with a corpus and the request to show on the Train page."""
    documents_wanted = Signal(object, int)
    """Emitted with the numbers of the documents in a cell, and the number of the document to show first."""
    file_wanted = Signal(str)
    """Emitted with the path of a test document that the user opens."""

    def __init__(self, runner: Runner, questions: EvaluationQuestions | None = None) -> None:
        super().__init__(runner, "evaluation", EvaluationState(), questions)
        self._worded_in = ""
        self._compared: tuple[str, tuple[str, ...], tuple[str, ...]] = ("", (), ())
        """Collection, ticked models and all models of the last figures. A model that is newer is ticked too."""
        self._comparisons: dict[str, tuple[object, Opponents]] = {}
        """The last comparison of each collection, with its `comparison_key`."""
        self._sizes: dict[str, tuple[object, PlotContent]] = {}
        """The accuracies by vocabulary size of each collection, with the revision of its documents."""
        self._test_sets: dict[str, Yardstick] = {}
        """The test set that was last in use in each collection."""

    def open_workspace(self, questions: EvaluationQuestions) -> None:
        """Switch to another workspace."""
        self.set_source(questions)
        for known in (self._comparisons, self._sizes, self._test_sets):
            known.clear()
        self._change(
            corpus="", revision=None, names=(), models=(), ticked=(), result=EvaluationResult(), sizes=None,
            opponents=None, compared_corpora=frozenset(), is_stopped=False, curve_label="", cell=None,
            collection_models=(), training_corpus="",
            cell_documents=None, yardstick=method_without_test_set(self.state.yardstick),
        )  # fmt: skip

    def open_corpus(
        self,
        corpus: str,
        n_documents: int,
        negative: str,
        positive: str,
        *,
        has_spam: bool = False,
        has_text: bool = True,
        revision: ModelsRevision | None = None,
    ) -> None:
        """Evaluate the models of a corpus. If its documents and models have not changed, its figures are kept.

        If the chosen picture does not suit the corpus, the initial picture is shown. A test set is used for its own
        corpus only, because it has the labels of that corpus.
        """
        state = self.state
        asked = (state.corpus, state.revision, state.negative, state.positive)
        is_there = bool(state.models) and (bool(state.result.seconds) or not state.ticked)
        has_figures = state.problem is None and (is_there or state.is_working)
        if revision is not None and (corpus, revision, negative, positive) == asked and has_figures:
            return
        self._asker.forget("evaluation", "sizes", "cell")
        if corpus != state.corpus:
            yardstick = self._test_sets.get(corpus, method_without_test_set(state.yardstick))
            self._change(names=(), models=(), result=EvaluationResult(), curve_label="", yardstick=yardstick)
        if (corpus, revision) != (state.corpus, state.revision):
            self._change(collection_models=())
        found = replace(
            self.state, corpus=corpus, revision=revision, n_documents=n_documents, negative=negative, positive=positive,
            has_spam=has_spam, has_text=has_text, ticked=(), sizes=self._known_sizes(corpus, revision),
            opponents=self._known_comparison(corpus, revision), cell=None, cell_documents=None,
        )  # fmt: skip
        is_kept = found.can_show(found.view) and (corpus == state.corpus or found.view not in INITIAL_VIEWS)
        self.state = found
        self._change(view=found.view if is_kept else found.views[0])
        self._request_figures()
        if self.state.view is View.VOCABULARY and self.state.sizes is None:
            self.request_sizes()

    def _known_sizes(self, corpus: str, revision: ModelsRevision | None) -> PlotContent | None:
        documents, picture = self._sizes.get(corpus, (None, None))
        return picture if revision is not None and documents == revision[0] else None

    def _known_comparison(self, corpus: str, revision: ModelsRevision | None) -> Opponents | None:
        """Return the last comparison of a corpus; None if its documents or the compared model have changed since."""
        key, found = self._comparisons.get(corpus, (None, None))
        return found if found is not None and key == comparison_key(revision, found.model) else None

    def retranslate(self) -> None:
        """Draw the pictures again after the window's language has changed."""
        if self._worded_in in ("", QLocale().name()):
            return
        has_sizes = self.state.sizes is not None
        self._sizes.clear()  # their axes are named in the old language
        self._change(sizes=None)
        if has_sizes and self.state.view is View.VOCABULARY:
            self.request_sizes()
        self._evaluate()

    def choose_yardstick(self, yardstick: Yardstick) -> None:
        """Evaluate by another method, or on a test set."""
        if yardstick.way == "test" or yardstick != self.state.yardstick:
            self._asker.forget("cell")
            self._test_sets.pop(self.state.corpus, None)
            if yardstick.way != "test":
                self._change(collection_models=())
            elif self.state.yardstick.way != "test":
                self._change(collection_models=self.state.models, collection_yardstick=self.state.yardstick)
            if yardstick.way == "test":
                self._test_sets[self.state.corpus] = yardstick
            self._change(
                yardstick=yardstick, models=(), result=EvaluationResult(), cell=None, cell_documents=None
            )  # old figures do not apply
            self._request_figures()

    def choose_curve_label(self, label: str) -> None:
        """Draw the curves of this label against all other labels."""
        if label != (self.state.curve_label or self.state.result.positive):
            self._change(curve_label=label)
            self._evaluate()

    def show_whole_axis(self, *, is_whole: bool) -> None:
        """Set whether y axes show 0 to 100 %, or only the range in which the curves differ."""
        self._change(is_whole_axis=is_whole)

    def choose_share(self, share_of: CellShare) -> None:
        """Set what the cells of matrices show: counts, proportions of the row, or proportions of the column."""
        self._change(share_of=share_of)

    def sort_by_similarity(self, *, is_on: bool) -> None:
        """Set whether labels that are often confused are next to each other."""
        self._change(is_by_similarity=is_on)

    def list_confusions(self, *, is_on: bool) -> None:
        """Set whether the most frequent confusions are listed instead of the matrices."""
        self._change(is_list_of_confusions=is_on)

    def choose_cell(self, model: str, truth: int, judged: int) -> None:
        """List the documents that a cell counts. The second choice of the same cell closes the list."""
        cell, yardstick = (model, truth, judged), self.state.yardstick
        self._asker.forget("cell")
        if cell == self.state.cell:
            self._change(cell=None, cell_documents=None)
            return
        self._change(cell=cell, cell_documents=None)
        self._ask(
            lambda questions, context: questions.documents_of_cell(model, yardstick, (truth, judged), context),
            then=lambda found: self._change(cell_documents=found, problem=None), topic="cell", flag="is_listing",
        )  # fmt: skip

    def close_cell(self) -> None:
        """Close the list of a cell's documents."""
        self._asker.forget("cell")
        self._change(cell=None, cell_documents=None)

    def show_document(self, place: int) -> None:
        """Show a document on the Documents page, together with all documents of its cell. `place` is its row in the
        list.
        """
        documents = self.state.cell_documents or ()
        if not 0 <= place < len(documents):
            return
        if documents[place].path:
            self.file_wanted.emit(documents[place].path)
        else:
            self.documents_wanted.emit(tuple(each.document for each in documents), documents[place].document)

    def follow_training(self, corpus: str) -> None:
        """Show that a model is being trained on the collection `corpus`; "" if no training is running."""
        if corpus != self.state.training_corpus:
            self._change(training_corpus=corpus)

    def stop_evaluating(self) -> None:
        """Stop the evaluation."""
        self._asker.cancel("names", "figures", "evaluation")

    def resume_evaluating(self) -> None:
        """Continue the evaluation after a stop."""
        self._request_figures()

    def evaluation_progress(self) -> Progress:
        """Return the progress of the evaluation."""
        return self._asker.progress("evaluation" if self._asker.is_waiting("evaluation") else "figures")

    def sizes_progress(self) -> Progress:
        """Return the progress of the test of vocabulary sizes."""
        return self._asker.progress("sizes")

    def stop_trying_sizes(self) -> None:
        """Stop the test of vocabulary sizes."""
        self._asker.cancel("sizes")

    def choose_view(self, view: View) -> None:
        """Show another picture."""
        self._change(view=view)
        if view is View.VOCABULARY and self.state.sizes is None:
            self.request_sizes()

    def compare(self, budget_s: float | None = None) -> None:
        """Compare a model with other kinds of models, within a time budget. It is the first ticked model, else the
        newest.
        """
        state = self.state
        budget, corpus = budget_s or state.budget_s, state.corpus
        model = next(iter(state.ticked), state.models[0].model if state.models else "")
        key = comparison_key(state.revision, model)
        self._comparisons.pop(corpus, None)
        self._change(budget_s=budget, opponents=None)
        if not model:
            return

        def mark_ended() -> None:
            self._change(compared_corpora=self.state.compared_corpora - {corpus})

        def keep(found: Opponents) -> None:
            self._comparisons[corpus] = key, found
            mark_ended()
            if corpus == self.state.corpus:
                self._change(opponents=self._known_comparison(corpus, self.state.revision), problem=None)

        def show_failure(error: Exception) -> None:
            mark_ended()
            if corpus == self.state.corpus:
                self._change(problem=error)

        self._change(compared_corpora=state.compared_corpora | {corpus})
        self._ask(
            lambda questions, context: questions.compare_with_opponents(model, budget, context),
            then=keep, failed=show_failure, stopped=mark_ended, topic=f"opponents in {corpus}", lane="long",
            loses_work=True,
            title=lambda: self.tr("Comparing %1 with other models").replace("%1", model),
        )  # fmt: skip

    def comparison_progress(self) -> Progress:
        """Return the progress of the comparison with other models."""
        return self._asker.progress(f"opponents in {self.state.corpus}")

    def stop_comparing(self) -> None:
        """Test no further models. The finished results are shown."""
        self._asker.cancel(f"opponents in {self.state.corpus}")

    def train_proposal(self) -> None:
        """Show the proposed recipe on the Train page."""
        found = self.state.opponents
        choices = None if found is None or found.proposal is None else request_on_page(found.proposal.request)
        if found is not None and choices is not None:
            self.recipe_wanted.emit(found.corpus, choices)

    def tick(self, model: str) -> None:
        """Add the model to the plots, or remove it from them."""
        others = tuple(other for other in self.state.ticked if other != model)
        self._change(ticked=others if model in self.state.ticked else (*others, model))
        self._compared = (self.state.corpus, self.state.ticked, tuple(each.model for each in self.state.models))
        self._evaluate()

    @property
    def questions(self) -> EvaluationQuestions | None:
        """The object that computes the figures, for the export; None without a workspace."""
        return self._source

    def _request_figures(self) -> None:
        self._asker.stop("evaluation", "figures", "names")
        corpus, yardstick = self.state.corpus, self.state.yardstick
        self._change(is_stopped=False)
        if not corpus:
            self._on_figures_found(())
            return

        def find_models(questions: EvaluationQuestions, _context: JobContext) -> tuple[tuple[str, ...], bool]:
            names = questions.model_names(corpus)
            return names, bool(names) and questions.has_only_filters(corpus)

        def known(found: tuple[tuple[str, ...], bool]) -> None:
            names, has_only_filters = found
            if not names:
                self._on_figures_found(())
                return
            self.state = replace(self.state, names=names, has_only_filters=has_only_filters)
            self._ask(
                lambda questions, context: questions.figures_of_models(corpus, yardstick, context),
                then=self._on_figures_found, stopped=self._on_stopped,
                topic="figures", flag="is_working", title=lambda: self.tr("Evaluating models"), lane="long",
            )  # fmt: skip
            self._change()

        # The quick lane answers even while an import occupies the long one.
        self._ask(find_models, then=known, stopped=self._on_stopped, topic="names", flag="is_working")

    def _on_stopped(self) -> None:
        self._change(is_stopped=not self.state.has_result)

    def _evaluate(self) -> None:
        state = self.state
        if not state.ticked:
            self._asker.forget("evaluation")
            self._change(result=EvaluationResult())
            return
        self._worded_in = QLocale().name()
        self._ask(
            lambda questions, context: questions.evaluate(
                state.corpus, state.ticked, state.yardstick, context, state.curve_label
            ),
            then=lambda result: self._change(result=result, problem=None), stopped=self._on_stopped,
            topic="evaluation", flag="is_working", title=lambda: self.tr("Evaluating models"), lane="long",
        )  # fmt: skip

    def request_sizes(self) -> None:
        """Test several vocabulary sizes."""
        corpus, revision = self.state.corpus, self.state.revision
        if not corpus:
            return
        self._worded_in = QLocale().name()

        def keep(picture: PlotContent) -> None:
            if revision is not None:
                self._sizes[corpus] = revision[0], picture
            self._change(sizes=picture, problem=None)

        self._ask(
            lambda questions, context: questions.plot_vocabulary_sizes(corpus, context),
            then=keep, topic="sizes", flag="is_trying_sizes",
            title=lambda: self.tr("Testing different vocabulary sizes"), lane="long",
        )  # fmt: skip

    def _on_figures_found(self, models: tuple[ModelFigures, ...]) -> None:
        names, before = tuple(row.model for row in models), self._compared
        kept = [model for model in before[1] if model in names] if before[0] == self.state.corpus else []
        added = [name for name in names if name not in before[2]] if kept else initial_models(models)
        ticked = tuple(dict.fromkeys([*kept, *added]))[:MAX_TICKED_MODELS]
        self._compared = (self.state.corpus, ticked, names)
        self._change(names=names, models=models, ticked=ticked, problem=None)
        self._evaluate()
