"""The formats in which the current collection, its model and its evaluation can be exported."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.domain.jobs import JobContext
from app.features import get_optional
from app.features.evaluate.view_model import EvaluationViewModel, View, method_text
from app.features.words.use_cases import export_columns_csv, export_words_csv
from app.kit import wording
from app.kit.frame import ExportFormat, ExportTarget, FrameViewModel
from app.library import saved_models
from app.store.workspace import WorkspaceSource

translate = QCoreApplication.translate
SUFFIX = ".bayleaf-model"


def export_formats(
    place: WorkspaceSource, frame: FrameViewModel, evaluation: EvaluationViewModel
) -> list[ExportFormat]:
    """Return all formats for exporting the current collection, its model and its evaluation.

    Formats of an optional feature are left out if the feature was deleted.
    """
    state = frame.state
    is_table = any(each.is_table for each in state.corpora if each.name == state.corpus)
    found = [*_model_formats(place, state.model, is_table=is_table), *_evaluation_formats(evaluation, state.corpus)]
    of_exchange = get_optional("exchange.export_view_model.list_export_formats")
    found += [] if of_exchange is None or not state.corpus else of_exchange(place, state.corpus, state.model)
    return found


def _model_formats(place: WorkspaceSource, model: str, *, is_table: bool) -> list[ExportFormat]:
    if not model:
        return []

    def write_model(target: ExportTarget, _context: JobContext) -> str:
        export_as = get_optional("exchange.exports.export_as")  # writes a card beside the model too
        if export_as is None:
            saved_models.export_model(place, model, target.path)
        else:
            export_as(place, model, saved_models.OWN_FORMAT, target.path)
        return ""

    def write_words(target: ExportTarget, _context: JobContext) -> str:
        n_rows = (export_columns_csv if is_table else export_words_csv)(place, model, target.path)
        columns, words = (
            translate("ExportFormats", "Columns written: %1."),
            translate("ExportFormats", "Words written: %1."),
        )
        return (columns if is_table else words).replace("%1", wording.format_count(n_rows))

    own = translate(
        "ExportFormats", "A model file for another Bayleaf workspace. It holds words and counts, but no documents."
    )
    table = translate(
        "ExportFormats",
        "All words with counts, probabilities and log-odds, for a spreadsheet. A search on the Words page has"
        " no effect on the list.",
    )
    columns = translate("ExportFormats", "All columns with their values and probabilities, for a spreadsheet.")
    return [
        ExportFormat("model", saved_models.OWN_FORMAT, "Bayleaf", own, f"{model}{SUFFIX}", write_model),
        ExportFormat("words", "csv", "CSV", columns if is_table else table, f"{model}.words.csv", write_words),
    ]


def _evaluation_formats(evaluation: EvaluationViewModel, corpus: str) -> list[ExportFormat]:
    """Return the formats of the evaluation report; empty if the Evaluate page has no figures of this collection."""
    state, questions = evaluation.state, evaluation.questions
    if questions is None or not state.has_result or not state.ticked or state.corpus != corpus:
        return []
    plots: dict[Path, Mapping[View, str]] = {}

    def draw_plots(target: ExportTarget) -> None:
        draw = get_optional("evaluate.report.draw_plots")  # imported late: it needs the plots
        if draw is not None:
            plots[target.path] = draw(state, target.path)

    def write_report(target: ExportTarget, _context: JobContext) -> str:
        write = get_optional("evaluate.report.write_report")
        if write is not None:
            facts = questions.report_facts(corpus, state.ticked, method_text(state))
            write(state, facts, plots.pop(target.path), target.path)
        return ""

    def write_table(target: ExportTarget, context: JobContext) -> str:
        questions.export_report(corpus, state.ticked, state.yardstick, target.path, context)
        return ""

    html = translate(
        "ExportFormats", "A report to read in a browser: results, plots, settings. One file that works offline."
    )
    pdf = translate("ExportFormats", "A report on the evaluation, to print or to send.")
    csv = translate("ExportFormats", "The results of all models as a table, for a spreadsheet.")
    name = translate("ExportFormats", "Evaluation of %1").replace("%1", corpus)
    return [
        ExportFormat("evaluation", "html", "HTML", html, f"{name}.html", write_report, draw_plots),
        ExportFormat("evaluation", "pdf", "PDF", pdf, f"{name}.pdf", write_report, draw_plots),
        ExportFormat("evaluation", "csv", "CSV", csv, f"{name}.csv", write_table),
    ]
