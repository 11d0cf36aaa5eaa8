"""The Evaluate page: plots, a table of models below the plots, and the comparison with other kinds of models.

The table is also the legend: each ticked row shows the line style of its model in the plots.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QWidget

from app.features.evaluate.view_model import (
    COMPARISON_BUDGETS_S,
    MAX_TICKED_MODELS,
    EvaluatedRecipe,
    EvaluationState,
    EvaluationViewModel,
    Opponents,
    View,
    Yardstick,
    method_text,
    p_value_text,
)
from app.features.train.view_model import FILTER, event_model_name
from app.kit import wording
from app.kit.actions import copy_text, set_context_menu, set_tip
from app.kit.array_table import Column
from app.kit.fields import CheckBox, ComboBox, SearchableComboBox, ask_file_path, ask_folder, fit_to_items
from app.kit.frame import TRAIN_PAGE, PageCommands
from app.kit.look import fonts, painting
from app.kit.look.fonts import px
from app.kit.page_head import (
    DimmingOverlay,
    EmptyPage,
    NoResultsPage,
    Notice,
    PageHead,
    ProgressPane,
    ProgressStrip,
    TabBar,
    switch_stack,
)
from app.kit.page_model import render_parts, shows
from app.kit.painted_values import CellShare, PlotContent
from app.kit.picture_files import open_file, show_in_folder
from app.kit.plots.evaluation_figures import MAX_ROOMY_LABELS, MAX_TABLE_LABELS, ConfusionMatrix
from app.kit.plots.line_plot import LinePlot, SavePicture
from app.kit.table_view import ColumnStyle, TableView
from app.kit.widgets import (
    Button,
    Link,
    Pane,
    Paragraph,
    TextLabel,
    TwoLineRemark,
    column,
    make_bar,
    make_heading,
    make_scroll_area,
    make_stack,
    row,
    set_checked_silently,
)

ContenderFigure = Callable[[EvaluatedRecipe], float]
"""Function that returns the figure of a recipe for a table column."""
Text = Callable[[float], str]
"""Function that formats a figure."""


class OpponentsPane(QWidget):
    """Comparison of the model in use with other kinds of models. If one of them is better, a button offers to
    train it.
    """

    def __init__(self, model: EvaluationViewModel) -> None:
        super().__init__()
        self._model = model
        self._sentence, self._note = Paragraph(px(20)), Paragraph(px(18), role="quiet", most_lines=3, is_small=True)
        self._train = Link(self.tr("Train this model"), model.train_proposal, leads_away=True)
        self._view = TableView(self.tr("Other models"), row_height=30, edges=(0, 24))
        self._table, room = self._view.table, self._view.sizePolicy()
        room.setRetainSizeWhenHidden(True)  # keep text and buttons in place while the table is hidden
        self._view.setSizePolicy(room)
        self._working = ProgressStrip(model.comparison_progress, self.tr("Stop"), model.stop_comparing)
        budgets = [(each, self.tr("at most %Ln minute(s)", "", round(each / 60))) for each in COMPARISON_BUDGETS_S]
        self._budget = ComboBox(self.tr("Time limit for the comparison"), budgets, model.compare, widths=(150, 190))
        self._again = Button(self.tr("Compare"), model.compare)
        self._told, self._choices = QWidget(), QWidget()
        row(self._sentence, px(16), self._train, margins=(0, px(12), px(24), 0), owner=self._told).setStretch(0, 1)
        choices = self._again, px(8), self._budget, px(16), self._note
        row(*choices, margins=(0, px(8), px(24), px(8)), owner=self._choices).setStretch(4, 1)
        column(self._told, self._choices, self._working, self._view, owner=self).setStretch(3, 1)

    @shows("opponents", "budget_s", "is_comparing")
    def show_state(self, state: EvaluationState) -> None:
        """Show the comparison, or its progress."""
        found = state.opponents
        self._budget.show_value(state.budget_s)
        waiting = self.tr("Testing other models on the same documents…") if state.is_comparing else ""
        self._working.show_work(waiting, is_working=state.is_comparing)
        for part in (self._told, self._choices):
            part.setVisible(not state.is_comparing)
        self._train.setVisible(found is not None and found.proposal is not None)
        self._view.setVisible(found is not None)
        if found is None:
            words = self.tr("Compare your model with other kinds of models, on documents that none of them has seen.")
            self._sentence.show_words(words)
            self._note.show_words("")
            return
        self._sentence.show_words(self._conclusion(found))
        self._note.show_words(self._method_text(found))
        self._view.show_columns(self._columns(found))

    def _conclusion(self, found: Opponents) -> str:
        finding, other = found.finding
        if len(found.contenders) == 1:
            return (
                self.tr("No other model was tested, because you stopped the comparison.")
                if found.is_stopped
                else self.tr(
                    "No other model could be tested within the time limit. Choose a longer one, and compare again."
                )
            )
        if other is None:
            return self.tr("No other model is clearly better than the model in use.")
        templates = {
            "as-good": self.tr(
                "A simpler model, plain naive Bayes, is as good here. %1 classifies %2 correctly, and the model in "
                "use classifies %3 correctly. The difference could be chance (p %4)."
            ),
            "better": self.tr(
                "%1 is better: it classifies %2 correctly, and the model in use classifies %3 correctly. The "
                "difference is unlikely to be chance (p %4)."
            ),
            "worse": self.tr(
                "No plain naive Bayes model is as good. The best of them, %1, classifies %2 correctly, and the model"
                " in use classifies %3 correctly. The difference is unlikely to be chance (p %4)."
            ),
        }
        shares = (wording.format_percent(one.evaluation.accuracy, 1) for one in (other, found.in_use))
        values = (self._name(other), *shares, p_value_text(other.against.p_value))
        return wording.fill_placeholders(templates[finding], *values)

    def _method_text(self, found: Opponents) -> str:
        n_documents = found.in_use.evaluation.documents
        if found.is_in_time:
            how = self.tr(
                "tested on %Ln later document(s) of the collection, classified by models trained on earlier ones",
                "",
                n_documents,
            )
        else:
            how = self.tr(
                "tested on %Ln document(s) of the collection, each classified by a model that has not learnt its "
                "neighbours and copies",
                "",
                n_documents,
            )
        why = (
            self.tr("not tested, stopped by you: %1")
            if found.is_stopped
            else self.tr("not tested because the time was up: %1")
        )
        untried = why.replace("%1", "; ".join(found.untried_names)) if found.untried_names else ""
        return wording.join_facts(
            [found.model, how, self.tr("%Ln second(s)", "", max(round(found.seconds), 1)), untried]
        )

    def _columns(self, found: Opponents) -> list[Column]:
        rows, mine = found.contenders, found.in_use
        single = self.tr("%1, single words")
        templates = [self.tr("%1 (in use)"), *(single if one.name == mine.name else "%1" for one in rows[1:])]
        names = [words.replace("%1", self._name(one)) for words, one in zip(templates, rows, strict=True)]
        share = partial(wording.format_percent, places=2)

        def beside(of: ContenderFigure) -> ContenderFigure:
            return lambda one: math.nan if one is mine else of(one)

        def figures(
            title: str, width: int, keeps: int, of: ContenderFigure, text: Text = share, tip: str = ""
        ) -> Column:
            values = np.array([of(one) for one in rows], dtype=np.float64)
            look = ColumnStyle("number", width, shown_from_width=keeps)
            return Column(title, values, lambda value: "–" if math.isnan(value) else text(float(value)), look, tip=tip)

        right = self.tr("Accuracy")
        measures = (
            figures(self.tr("Log loss"), 90, 560, lambda one: one.evaluation.log_loss,
                    partial(wording.format_decimal, places=3),
                    self.tr("Mean of −ln of the probability given to the right label; 0 is perfect")),
            figures(self.tr("Calibration error"), 140, 640, lambda one: one.evaluation.ece,
                    tip=self.tr("Average difference between the stated probability and the share of correct verdicts")),
        )  # fmt: skip
        if mine.micro_f1 is not None:
            right = self.tr("All labels correct")
            measures = (
                figures(
                    self.tr("micro-F1"),
                    90,
                    560,
                    lambda one: one.micro_f1 or 0.0,
                    tip=self.tr("F1 over all verdicts together"),
                ),
                figures(
                    self.tr("macro-F1"),
                    140,
                    640,
                    lambda one: one.evaluation.macro_f1,
                    tip=self.tr("Mean of F1 over all labels: labels with few documents count as much as others"),
                ),
            )
        return [
            Column(self.tr("Model"), names, look=ColumnStyle("strong")),
            figures(right, 90, 0, lambda one: one.merit[0]),
            figures(self.tr("Difference"), 110, 0, beside(lambda one: 100 * (one.merit[0] - mine.merit[0])),
                    partial(wording.format_decimal, places=2, signed=True),
                    self.tr("Accuracy minus that of the model in use, in percentage points")),
            *measures,
            figures(self.tr("Only this model right"), 150, 820, beside(lambda one: one.against.n_only_second_right),
                    wording.format_count, self.tr("Documents that this model classifies correctly and the model"
                        " in use does not")),
            figures(self.tr("Only your model right"), 150, 940, beside(lambda one: one.against.n_only_first_right),
                    wording.format_count, self.tr("Documents that the model in use classifies correctly and "
                        "this model does not")),
            figures("p", 80, 0, beside(lambda one: one.against.p_value),
                    lambda value: p_value_text(value).removeprefix("= "),
                    self.tr("McNemar’s test: if p is below 0.05, the difference is unlikely to be chance")),
        ]  # fmt: skip

    def _name(self, one: EvaluatedRecipe) -> str:
        weighting = {"count": "", "binary": self.tr("each word counted once"), "tfidf": "tf-idf"}[one.recipe.counts_as]
        name = event_model_name(FILTER if one.recipe.learner else one.recipe.event_model)
        return ", ".join(filter(None, (name, weighting)))


def table_to_text(view: TableView) -> str:
    """Return a table as text with its column titles: a line per row, cells separated by tabs."""
    table, across = view.table, Qt.Orientation.Horizontal
    columns = range(table.columnCount())
    lines = [[str(table.headerData(column, across) or "") for column in columns]]
    lines += [[str(table.index(place, column).data() or "") for column in columns] for place in range(table.rowCount())]
    return "\n".join("\t".join(line) for line in lines)


def add_copy_menu(view: TableView, name: str) -> None:
    """Add a context menu with an action that copies the whole table."""

    def menu(_at: QPoint) -> QMenu:
        made = QMenu(view)
        made.addAction(name, lambda: copy_text(table_to_text(view)))
        return made

    set_context_menu(view, menu)


WIDEST_NUMBER, CELL_PANE_WIDTH, LEAST_NAME_WIDTH = 160, 330, 130
MATRIX_MARGIN = 24
LEAST_ROWS = 4
"""Minimum number of rows that must fit below the rotated names. If fewer fit, a list of confusions replaces the
matrix.
"""
METHOD_WIDTHS = (150, 260)
BY_DATE_YARDSTICK = Yardstick("by-date")
TEST_FOLDER, TEST_FILE = "test folder", "test file"
"""Choices in the menu of methods that open a file dialog for a test set."""
TABLE_FILES = "*.csv *.tsv *.jsonl *.ndjson *.json *.xlsx *.parquet"


class EvaluationPage(QWidget):
    """Plots, confusion matrices and figures of the models of a collection."""

    def __init__(self, model: EvaluationViewModel, commands: PageCommands | None = None) -> None:
        super().__init__()
        self._model, self._commands = model, commands or PageCommands()
        yardsticks = [*self._method_names().items(), (TEST_FOLDER, self.tr("Test folder…")),
                      (TEST_FILE, self.tr("Test file…"))]  # fmt: skip
        self._yardstick = ComboBox(self.tr("Test method"), yardsticks, self._on_yardstick_chosen, widths=METHOD_WIDTHS)
        self._notice = Notice(inset=px(24))
        self._view = TableView(self.tr("Models"), row_height=32, edges=(24, 24), remembered_as="models")
        self._plot = LinePlot()
        self._comparison = Paragraph(px(18), role="quiet", most_lines=2, is_small=True)
        self._lay_out()
        self._tabs.currentChanged.connect(lambda place: model.choose_view(self._tabs.tabData(place)))
        for view in (self._view, self._measures, self._cell_view):
            add_copy_menu(view, self.tr("Copy table"))
        self._view.clicked.connect(lambda index: self._toggle_model(index.row()) if index.column() == 0 else None)
        self._view.key_typed.connect(
            lambda key: self._toggle_model(self._view.currentIndex().row()) if key == " " else None
        )
        render_parts(
            self, model, self._show_page, self._show_tabs, self._show_models, self._show_progress, self._show_picture,
            self._opponents.show_state, self._show_facts, self._show_choosers, self._show_cell,
            self._show_comparison,
            shows("problem")(lambda state: self._notice.show_failure(state.problem)),
            shows("is_working", "has_result")(
                lambda state: self._veil.show_waiting(is_waiting=state.is_working and state.has_result)
            ),
        )  # fmt: skip
        model.retranslate()

    def _lay_out(self) -> None:
        self._export = Button(self.tr("Export…"), lambda: self._commands.export("evaluation"))
        self._back = Button(self.tr("Test on the collection again"), lambda: self._model.choose_yardstick(Yardstick()))
        self._same_mails = Button(
            self.tr("Compare the models on the same mails"), lambda: self._model.choose_yardstick(BY_DATE_YARDSTICK)
        )
        self._head = PageHead(self.tr("Evaluate"), self._back, self._yardstick, self._export)
        self._tabs = TabBar()
        for view in View:
            self._tabs.addTab("")
            self._tabs.setTabData(self._tabs.count() - 1, view)
        self._matrices, self._measures = make_scroll_area(QWidget()), TableView(self.tr("Spam measures"), edges=(0, 24))
        self._nothing = TextLabel(role="quiet")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._opponents = OpponentsPane(self._model)
        self._working = ProgressPane(self._model.evaluation_progress)
        self._trying_sizes = ProgressPane(self._model.sizes_progress)
        self._pictures = make_stack(
            self._plot, self._matrices, self._measures, self._nothing, self._opponents, self._working,
            self._trying_sizes,
        )  # fmt: skip
        upper, self._lower, self._whole = Pane("panel"), Pane("panel", "t"), QWidget()
        self._save = SavePicture(self._plot, self._notice, lambda: self._model.state.view.value)
        self._ordered_by: NDArray[np.int64] | None = None
        """Sum of the matrices, if they have the same labels."""
        self._make_choosers()
        bar = make_bar(self._tabs, -1, self._save, height=41, sides=(13, 24))
        choices = Pane("panel")
        parts = (
            self._curve_label_name, self._curve_label, self._axis, self._share_of, self._order, self._listing,
            self._hint,
        )  # fmt: skip
        line = row(*parts, margins=(px(24), px(8), px(24), 0), owner=choices)
        line.setSpacing(px(12))  # spacing, so that hidden parts leave no gap
        line.setStretchFactor(self._hint, 1)
        line.addStretch(0)
        self._choices = choices
        told = Pane("panel")
        row(self._comparison, px(16), self._same_mails, margins=(px(24), 0, px(24), px(6)), owner=told).setStretch(0, 1)
        beside = row(self._pictures, self._cell_pane, margins=(px(24), 0, 0, 0), owner=upper)
        beside.setStretch(0, 1)
        self._veil = DimmingOverlay(upper)
        column(self._view, margins=(0, 1, 0, 0), owner=self._lower)
        column(self._notice, bar, choices, upper, told, self._lower, owner=self._whole).setStretch(3, 1)
        lines = self.tr(
            "Train a model first. This page then tests it on "
            "documents\nthat it has not seen, and compares it with other "
            "models."
        )
        title, act_name, commands = self.tr("No model to test yet"), self.tr("Train a model"), self._commands
        self._empty = NoResultsPage(commands, title, lines, act_name, commands.open_page(TRAIN_PAGE))
        self._being_trained = EmptyPage(
            self.tr("The model is being trained"),
            self.tr("When the training is finished, the model is saved and this page tests it."),
            self.tr("Go to Train"),
            commands.open_page(TRAIN_PAGE),
        )
        self._pages = make_stack(self._whole, self._empty, self._being_trained)
        column(self._head, self._pages, owner=self)
        self.setProperty("first_focus", self._view)

    def _make_choosers(self) -> None:
        """Create the controls of the plots and matrices, and the list of documents in a matrix cell."""
        model = self._model
        self._curve_label_name = TextLabel(self.tr("Label:"), role="quiet")
        self._curve_label = SearchableComboBox(self.tr("Label whose curve is shown"), model.choose_curve_label)
        self._axis = CheckBox(self.tr("Whole axis"), lambda is_on: model.show_whole_axis(is_whole=is_on))
        set_tip(self._axis, self.tr("Show the whole axis from 0 to 100 %, not only the part where the curves differ"))
        shares: list[tuple[CellShare, str]] = [
            ("none", self.tr("Number of documents")), ("row", self.tr("Percentages by row (recall)")),
            ("column", self.tr("Percentages by column (precision)")),
        ]  # fmt: skip
        self._share_of = ComboBox(self.tr("Cells show"), shares, model.choose_share, widths=(150, 250))
        self._order = CheckBox(self.tr("Similar labels together"), lambda is_on: model.sort_by_similarity(is_on=is_on))
        self._listing = CheckBox(self.tr("As a list"), lambda is_on: model.list_confusions(is_on=is_on))
        set_tip(self._listing, self.tr("List the pairs of labels that are confused most often"))
        self._hint = TwoLineRemark(self.tr("Click a cell to list its documents. Right-click to copy the table."))
        self._cell_pane, self._cell_name = Pane("panel", "l"), Paragraph(px(20))
        close = Link(self.tr("Close"), model.close_cell, is_small=True)
        self._cell_view = TableView(self.tr("Documents in the chosen cell"), edges=(16, 16))
        self._cell_view.row_opened.connect(model.show_document)
        model.file_wanted.connect(self._open_test_document)
        head = QWidget()
        row(self._cell_name, px(8), close, margins=(px(16), px(10), px(16), px(6)), owner=head).setStretch(0, 1)
        column(head, self._cell_view, owner=self._cell_pane).setStretch(1, 1)
        self._cell_pane.setFixedWidth(px(CELL_PANE_WIDTH))

    @shows(
        "view", "result", "curve_label", "is_without_result", "is_whole_axis", "share_of", "is_by_similarity",
        "is_list_of_confusions",
    )  # fmt: skip
    def _show_choosers(self, state: EvaluationState) -> None:
        """Show the controls that the chosen picture has."""
        labels, is_shown = state.result.labels, not state.is_without_result
        is_of_label = is_shown and state.view in (View.ROC, View.PRECISION_RECALL)
        has_choice = is_of_label and len(labels) > 2
        for part in (self._curve_label_name, self._curve_label):
            part.setVisible(has_choice)
        self._curve_label.show_options(labels, state.curve_label or state.result.positive)
        self._axis.setVisible(is_of_label or (is_shown and state.view is View.VOCABULARY))
        set_checked_silently(self._axis, is_checked=state.is_whole_axis)
        is_matrix = is_shown and state.view is View.CONFUSION
        is_table = is_matrix and bool(state.result.confusions) and len(labels) <= MAX_TABLE_LABELS
        for matrix_part in (self._share_of, self._order, self._hint):
            matrix_part.setVisible(is_table)
        self._order.setVisible(is_table and len(labels) > 2)
        self._share_of.show_value(state.share_of)
        set_checked_silently(self._order, is_checked=state.is_by_similarity)
        self._listing.setVisible(is_table and len(labels) > MAX_ROOMY_LABELS)
        set_checked_silently(self._listing, is_checked=state.is_list_of_confusions)
        self._choices.setVisible(is_of_label or is_table or not self._axis.isHidden())

    @shows("view", "cell", "cell_documents", "is_listing", "result")
    def _show_cell(self, state: EvaluationState) -> None:
        """List the documents that the chosen matrix cell counts."""
        cell, documents = state.cell, state.cell_documents
        labels = state.result.labels
        self._cell_pane.setVisible(cell is not None and state.view is View.CONFUSION and bool(labels))
        if cell is None or not labels or max(cell[1:]) >= len(labels):
            return
        names = (labels[cell[1]], labels[cell[2]])
        if documents is None:
            words = self.tr("Looking for the documents…")
        else:
            words = wording.fill_placeholders(
                self.tr("%Ln document(s) labelled %1, classified as %2", "", len(documents)), *names
            )
        self._cell_name.show_words(words)
        rows = documents or ()
        shares = np.array([each.share for each in rows], dtype=np.float64)
        self._cell_view.show_columns([
            Column(self.tr("Subject"), [each.title for each in rows]),
            *([Column(self.tr("File"), [Path(each.path).name for each in rows], look=ColumnStyle("quiet", 110))]
              if any(each.path for each in rows) else []),
            Column(self.tr("Probability"), shares, lambda share: wording.format_probability(float(share)),
                   ColumnStyle("number", 96), tip=self.tr("Probability of the verdict")),
        ])  # fmt: skip

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_matrices()

    def _fit_matrices(self) -> None:
        """Fit the matrices to the free space of the page."""
        matrices = self._matrices.findChildren(ConfusionMatrix)
        room, state = self._matrices.viewport().size(), self._model.state
        across = (room.width() - px(MATRIX_MARGIN) - px(48) * len(matrices)) // max(len(matrices), 1)
        height = room.height() - px(60)
        for matrix in matrices:
            matrix.prefer_list(is_on=state.is_list_of_confusions or height < matrix.height_of_table(LEAST_ROWS))
            matrix.show_as(state.share_of, is_by_similarity=state.is_by_similarity, ordered_by=self._ordered_by)
            matrix.fit(QSize(across, height))
        is_table = not any(matrix.is_list for matrix in matrices)
        for part in (self._share_of, self._order):
            part.setEnabled(is_table)

    def _method_names(self) -> dict[Yardstick, str]:
        return {
            Yardstick(): self.tr("Leave-one-out"), Yardstick("folds", 5): self.tr("5 folds"),
            Yardstick("folds", 10): self.tr("10 folds"), BY_DATE_YARDSTICK: self.tr("By date"),
            Yardstick("share"): self.tr("20 % held out"),
        }  # fmt: skip

    def _view_names(self) -> dict[View, str]:
        return {
            View.ROC: self.tr("ROC curve"), View.PRECISION_RECALL: self.tr("Precision and recall"),
            View.RELIABILITY: self.tr("Reliability"), View.CONFUSION: self.tr("Confusion"),
            View.SPAM: self.tr("Spam measures"), View.OPPONENTS: self.tr("Other models"),
            View.VOCABULARY: self.tr("Vocabulary size"),
        }  # fmt: skip

    # What it shows

    @shows("models", "names", "is_working", "problem", "yardstick", "has_result", "is_being_trained")
    def _show_page(self, state: EvaluationState) -> None:
        has_any = bool(state.models or state.names) or state.is_working or state.problem is not None
        without = self._being_trained if state.is_being_trained else self._empty
        switch_stack(self._pages, self._whole if has_any else without, self._view)
        self.setProperty("first_focus", self._view if has_any else without)
        self._export.setVisible(state.has_result and self._commands.can_export)
        self._yardstick.setVisible(bool(state.models))
        self._back.setVisible(state.yardstick.way == "test")
        are_all_replayed = bool(state.models) and all(each.is_replayed for each in state.models)
        self._yardstick.setItemText(
            0, self.tr("Replay: test each, then learn it") if are_all_replayed else self.tr("Leave-one-out")
        )
        fit_to_items(self._yardstick, *METHOD_WIDTHS)
        self._show_yardstick(state.yardstick)

    def _show_yardstick(self, yardstick: Yardstick) -> None:
        is_file = yardstick.way == "test" and yardstick.sources[0].is_file()
        test = TEST_FILE if is_file else TEST_FOLDER
        self._yardstick.show_value(test if yardstick.way == "test" else yardstick)

    @shows("result", "models", "is_mixed", "yardstick")
    def _show_comparison(self, state: EvaluationState) -> None:
        """Show the result of McNemar's test of the two most accurate models, or a warning.

        The warning says that filters and other models were tested by different methods.
        """
        words = state.result.comparison
        if state.is_mixed:
            names = ", ".join(f"“{each.model}”" for each in state.models if each.is_replayed)
            words = self.tr(
                "These models were tested by date, which is a harder test: %1. Do not compare their figures with "
                "those of other models."
            ).replace("%1", names)
        self._comparison.show_words(words)
        self._comparison.setVisible(bool(words))
        self._same_mails.setVisible(state.is_mixed)

    @shows("names", "has_only_filters", "models", "is_working", "yardstick", "corpus", "n_documents")
    def _show_facts(self, state: EvaluationState) -> None:
        self._head.show_facts(self._facts(state))

    def _facts(self, state: EvaluationState) -> str:
        if not state.names and not state.models:
            return "" if state.is_working else self.tr("No model yet")
        return method_text(state)

    @shows("view", "negative", "has_spam", "has_text")
    def _show_tabs(self, state: EvaluationState) -> None:
        names = self._view_names()
        for place, view in enumerate(state.views):
            self._tabs.setTabData(place, view)
            self._tabs.show_name(place, names[view])
            self._tabs.setTabVisible(place, state.can_show(view))
            if view is state.view:
                self._tabs.setCurrentIndex(place)

    @shows("models", "ticked", "negative", "positive", "collection_models", "collection_yardstick")
    def _show_models(self, state: EvaluationState) -> None:
        chosen = self._view.currentIndex().row()
        self._view.show_columns(self._columns(state))
        self._view.choose_row(max(chosen, 0))
        n_rows = min(max(len(state.models), 2), MAX_TICKED_MODELS)  # the plot gets the room of rows that are not there
        self._lower.setFixedHeight(px(30 + 32 * n_rows + 1))

    def _columns(self, state: EvaluationState) -> list[Column]:
        rows = state.models
        lines = np.array([state.line_of(each.model) for each in rows], dtype=np.int64)

        def error_tip(label: str, verdict: str) -> str:
            return wording.fill_placeholders(
                self.tr("Share of the documents labelled %1 that are classified as %2"), label, verdict
            )

        lost = self.tr("%1 lost").replace("%1", state.negative)
        missed = self.tr("%1 missed").replace("%1", state.positive)

        def figures(
            field: str, title: str, tip: str = "", *, width: int, keeps: int = 0, places: int = 2,
            text: Callable[[float, int], str] = wording.format_percent,
        ) -> Column:  # fmt: skip
            values = np.array([getattr(each, field) for each in rows], dtype=np.float64)
            needed = (
                round(painting.text_width(title, fonts.small_font()) / px(100) * 100) + 26
            )  # a long label's name is cut
            look = ColumnStyle("number", max(width, min(needed, WIDEST_NUMBER)), shown_from_width=keeps)
            return Column(title, values, lambda value: text(float(value), places), look, tip=tip)

        of_two_labels = [
            figures("negatives_lost", lost, error_tip(state.negative, state.positive), width=92),
            figures("positives_missed", missed, error_tip(state.positive, state.negative), width=104),
            figures("one_minus_auc", self.tr("1 − AUC"), self.tr("The area above the ROC curve; 0 is perfect"),
                    width=88, keeps=720, places=3),
        ]  # fmt: skip
        f1 = [figures(field, title, tip, width=88, keeps=keeps) for field, title, tip, keeps in self._f1_columns(state)]
        errors, above_roc = (of_two_labels[:2], of_two_labels[2:]) if state.negative and state.positive else ([], [])
        columns = [
            Column("", lines >= 0, lambda _is_on: "", ColumnStyle("tick", 44)),
            Column(self.tr("Model"), [each.model for each in rows], look=ColumnStyle("strong")),
            Column("", lines, lambda _style: "", ColumnStyle("sample", 76), is_number=False),
            figures("accuracy", self.tr("Accuracy"), width=90), *self._accuracy_on_collection(state), *errors,
            *f1, *above_roc,
            figures("log_loss", self.tr("Log loss"),
                    self.tr("Mean of −ln of the probability given to the right label; 0 is perfect"),
                    width=88, keeps=800,
                    places=3, text=wording.format_decimal),
            figures("calibration_error", self.tr("Cal. error"),
                    self.tr("Calibration error: average difference between the stated probability and the share of "
                            "correct verdicts"),
                    width=96, keeps=800),
        ]  # fmt: skip
        kinds = [event_model_name(each.event_model) if each.event_model else "" for each in rows]
        if any(kinds):  # last, so that it goes before a figure in a narrow window
            widest = max(painting.text_width(kind, fonts.body()) for kind in kinds)
            title = self.tr("Event model")
            widest = max(widest, painting.text_width(title, fonts.body(600)))
            width = round(widest / px(100) * 100) + 48
            columns.append(Column(title, kinds, look=ColumnStyle("quiet", max(108, width))))
        used = LEAST_NAME_WIDTH
        for place, each in enumerate(columns):  # figures go before the name of a model is cut to three letters
            used += each.look.width
            columns[place] = replace(
                each, look=replace(each.look, shown_from_width=max(each.look.shown_from_width, used))
            )
        return columns

    def _accuracy_on_collection(self, state: EvaluationState) -> list[Column]:
        """Return the table column with the accuracies on the documents of the collection, beside the figures on a test
        set.

        Without a test set, return an empty list.
        """
        known = {each.model: each.accuracy for each in state.collection_models}
        if not known:
            return []
        title = self._method_names().get(state.collection_yardstick, self.tr("Collection"))
        values = np.array([known.get(each.model, math.nan) for each in state.models], dtype=np.float64)
        tip = self.tr(
            "Accuracy on the documents of the collection, tested by this method. It is often higher than on a test set:"
            " documents from another time or source resemble those of the collection less."
        )
        width = round(painting.text_width(title, fonts.small_font()) / px(100) * 100) + 26
        look = ColumnStyle("number", max(90, min(width, WIDEST_NUMBER)))
        return [
            Column(title, values, lambda share: "–" if math.isnan(share) else wording.format_percent(float(share), 2),
                   look, tip=tip)
        ]  # fmt: skip

    def _f1_columns(self, state: EvaluationState) -> list[tuple[str, str, str, int]]:
        """Return the F1 columns as (field, title, tooltip, minimum page width at which the column is shown).

        With two labels, it is the F1 of the positive label. With more labels, it is macro F1, and also micro F1 if
        documents can have several labels. With one label per document, micro F1 would equal accuracy.
        """
        if state.negative:
            tip = self.tr("Harmonic mean of precision and recall of %1").replace("%1", state.positive)
            return [("f1", self.tr("F1 of %1").replace("%1", state.positive), tip, 640)]
        macro = self.tr("Mean of F1 over all labels: labels with few documents count as much as others")
        micro = self.tr("F1 over all verdicts together. With one label for each document it equals accuracy.")
        columns = [("f1", self.tr("Macro F1"), macro, 560), ("micro_f1", self.tr("Micro F1"), micro, 640)]
        return columns[:1] if all(row.micro_f1 == row.accuracy for row in state.models) else columns

    @shows(
        "is_without_result", "view", "missing_picture", "result", "sizes", "ticked", "positive", "is_whole_axis",
        "share_of", "is_by_similarity", "is_list_of_confusions", "is_trying_sizes",
    )  # fmt: skip
    def _show_picture(self, state: EvaluationState) -> None:
        if state.is_without_result:
            return
        why_nothing = self._reason_for_no_picture(state)
        is_without_sizes = state.view is View.VOCABULARY and state.sizes is None
        is_plot = state.view not in (View.CONFUSION, View.SPAM, View.OPPONENTS)
        self._save.setVisible(is_plot and not why_nothing and not is_without_sizes)
        self._nothing.setText(why_nothing)
        if why_nothing:
            self._pictures.setCurrentWidget(self._nothing)
        elif is_without_sizes:
            self._show_progress_of_sizes(is_working=state.is_trying_sizes)
        elif state.view is View.CONFUSION:
            self._show_confusions(state)
        elif state.view is View.OPPONENTS:
            self._pictures.setCurrentWidget(self._opponents)
        elif state.view is View.SPAM:
            self._show_measures(state)
        else:
            picture = state.sizes if state.view is View.VOCABULARY else state.result.pictures.get(state.view)
            self._pictures.setCurrentWidget(self._plot)
            picture = picture or PlotContent()
            if state.is_whole_axis and picture.y_axis.is_share:
                picture = replace(
                    picture, y_axis=replace(picture.y_axis, low=0.0, ticks=tuple(step / 5 for step in range(6)))
                )
            self._plot.show_picture(picture)

    @shows("is_without_result", "is_working", "is_stopped", "names")
    def _show_progress(self, state: EvaluationState) -> None:
        """Show the progress of the evaluation in place of the picture."""
        if not state.is_without_result:
            return
        self._save.setVisible(False)
        model = self._model
        if state.is_working:
            words = self.tr("Testing “%1” on documents it has not seen…").replace("%1", "".join(state.names[:1]))
            if not state.names:
                words = self.tr("Looking for models…")
            if len(state.names) > 1:
                words = self.tr("Testing %Ln model(s) on documents they have not seen…", "", len(state.names))
            self._working.show_work(words, self.tr("Cancel"), model.stop_evaluating, is_working=True)
        else:
            words = self.tr("The test was stopped.") if state.is_stopped else self.tr("No model has been tested yet.")
            self._working.show_work(words, self.tr("Test again"), model.resume_evaluating, is_working=False)
        self._pictures.setCurrentWidget(self._working)

    def _show_progress_of_sizes(self, *, is_working: bool) -> None:
        if is_working:
            words, model = self.tr("Testing different vocabulary sizes…"), self._model
            self._trying_sizes.show_work(words, self.tr("Cancel"), model.stop_trying_sizes, is_working=True)
        else:
            words = self.tr("The test was stopped.")
            self._trying_sizes.show_work(words, self.tr("Test again"), self._model.request_sizes, is_working=False)
        self._pictures.setCurrentWidget(self._trying_sizes)

    def _reason_for_no_picture(self, state: EvaluationState) -> str:
        """Return a sentence that says why there is no picture and what the user can do; empty while a picture is being
        made.
        """
        reasons = {
            "none-ticked": self.tr("Tick a model in the list below to see it here."),
            "one-sided": self.tr("A curve needs tested documents both with and without the label %1."),
        }
        return reasons.get(state.missing_picture, "").replace("%1", state.positive)

    def _show_confusions(self, state: EvaluationState) -> None:
        self._pictures.setCurrentWidget(self._matrices)
        holder = Pane("panel")
        parts: list[QWidget | int] = []
        counts = [confusion.counts for _, confusion in state.result.confusions if confusion.counts is not None]
        are_alike = len({confusion.labels for _, confusion in state.result.confusions}) == 1
        # one order, to compare the models
        self._ordered_by = np.asarray(sum(counts)) if counts and are_alike else None
        for model, confusion in state.result.confusions:
            matrix, each = ConfusionMatrix(), QWidget()
            matrix.show_confusion(confusion)
            matrix.cell_chosen.connect(partial(self._model.choose_cell, model))
            column(make_heading(model), px(12), matrix, -1, owner=each)
            parts += [each, px(48)]
        row(*parts, -1, margins=(0, px(20), px(MATRIX_MARGIN), px(12)), owner=holder)
        self._matrices.setWidget(holder)
        self._fit_matrices()

    def _show_measures(self, state: EvaluationState) -> None:
        self._pictures.setCurrentWidget(self._measures)
        measures = state.result.measures
        columns = [Column(self.tr("Measure"), [*measures])]
        for place, model in enumerate(state.ticked):
            values = [each[place] if place < len(each) else math.nan for each in measures.values()]
            columns.append(Column(model, np.array(values), lambda value: wording.format_percent(float(value), 2),
                                  ColumnStyle("number", 160)))  # fmt: skip
        self._measures.show_columns(columns)

    # What the person does

    def _on_yardstick_chosen(self, choice: Yardstick | str) -> None:
        if isinstance(choice, Yardstick):
            self._model.choose_yardstick(choice)
            return
        self._show_yardstick(self._model.state.yardstick)

        def test_on(source: Path) -> None:
            self._model.choose_yardstick(Yardstick("test", sources=(source,)))

        if choice == TEST_FOLDER:
            ask_folder(self, self.tr("Folder that contains a folder of documents for each label"), test_on)
            return
        tables, all_files = self.tr("Tables with a text and a label column"), self.tr("All files")
        kinds = f"{tables} ({TABLE_FILES});;{all_files} (*)"
        ask_file_path(self, self.tr("Test file"), test_on, kinds)

    def _open_test_document(self, path: str) -> None:
        """Open a document of a test set in the program for its type. If that would not be safe, show the folder of the
        file.
        """
        if not (open_file(path) or show_in_folder(path)):
            self._notice.show_problem(
                self.tr("“%1” no longer exists: the file was moved or deleted.").replace("%1", path)
            )

    def _toggle_model(self, place: int) -> None:
        number = self._view.number_at(place)
        if number >= 0:
            self._model.tick(self._model.state.models[number].model)
