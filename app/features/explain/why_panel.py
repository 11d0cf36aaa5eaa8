"""The *Why* panel, which explains a verdict in four tabs, and the window with the full calculation.

*Words* shows how the score adds up. *Training examples* lists the documents with the most influence. *What if* names
changes of the text that would change the verdict. *Full calculation* computes the verdict step by step. All tabs have
the same height.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPageLayout, QResizeEvent
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QSizePolicy, QWidget

from app.domain.errors import AppError
from app.domain.results import TrainingInfluence
from app.features.explain.view_model import SheetState, SheetViewModel, WhyTab
from app.kit import wording
from app.kit.actions import set_tip
from app.kit.array_table import Column
from app.kit.fields import CheckBox, ask_save_path
from app.kit.look.fonts import px
from app.kit.page_head import Notice, PageHead, TabBar
from app.kit.page_model import render_parts, shows
from app.kit.painted_values import Score, make_label_cell
from app.kit.plots.waterfall import Waterfall
from app.kit.table_view import ColumnStyle, SheetView, TableView
from app.kit.widgets import (
    Button,
    Link,
    Pane,
    Paragraph,
    column,
    make_bar,
    make_remark,
    make_scroll_area,
    make_stack,
    row,
    set_checked_silently,
    set_up_dialog,
    with_accessible_name,
)
from app.kit.wording import sentence_for

MIN_HEIGHT = 190
"""Minimum height of the panel: enough for the tabs, a line of text, three words, the score and its probability."""
CALIBRATION_LINE, MAX_CALIBRATION_LINES = 17, 3
"""Height of a line of the sentence under the score, in unscaled pixels, and maximum number of these lines."""
MAX_TEXT_LINES = 200
"""Maximum number of lines of a paragraph in *What if*. It can be large, because the pane scrolls."""
WIDE_FROM = 900
"""Minimum width of a pane in which the full calculation has all its columns. The words of a filter have nine."""
DEBOUNCE_MS = 400
"""Delay before a verdict is derived, in milliseconds.

While the user moves through a list, only the verdict on the last document is derived.
"""


class TaughtTable(TableView):
    """Table of training documents: first those that support the verdict, then those that oppose it.

    Enter opens the selected document.
    """

    document_wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__("", row_height=22)
        self.setAccessibleName(self.tr("Training examples"))
        self._numbers: list[int] = []
        self._shown: TrainingInfluence | None = None
        self.remark = self.tr("Comparing training examples…")
        self.row_opened.connect(lambda number: self.document_wanted.emit(self._numbers[number]))

    @property
    def is_waiting(self) -> bool:
        """True while the influence is being computed."""
        return self._shown is None

    def show_influence(self, found: TrainingInfluence | None, colours: Mapping[str, int]) -> None:
        """List the training documents with the most influence. None empties the table while the influence is being
        computed.
        """
        if found is self._shown and found is not None:
            return
        self._shown, self.remark = found, self.tr("Comparing training examples…")
        if found is not None:
            words = self.tr("Adds: how much lower the score would be without this example (%1 examples compared)")
            words = words.replace("%1", wording.format_count(found.n_documents))
            self.remark = words if found.label is not None else ""
        documents = () if found is None else (*found.backing, *found.opposing)
        self._numbers = [each.number for each in documents]
        effects = np.array([each.effect for each in documents], dtype=np.float64)
        wrong = self.tr("The label may be wrong: %1 fits better")  # no other training document speaks for its label
        titles = [
            (each.title, wrong.replace("%1", each.suggested_label) if each.suggested_label else "")
            for each in documents
        ]
        senders = [wording.format_sender_name(each.sender) for each in documents]
        self.show_columns([
            Column(
                self.tr("Adds"), effects, lambda effect: wording.format_decimal(effect, 2, signed=True),
                ColumnStyle("number", 76),
            ),
            Column(
                self.tr("Label"), [make_label_cell(each.label, colours) for each in documents], lambda cell: cell.name,
                ColumnStyle("label", 84),
            ),
            Column(self.tr("Subject"), titles, ": ".join, ColumnStyle("titled")),
            Column(self.tr("From"), senders, look=ColumnStyle("quiet", 130, shown_from_width=640)),
        ])  # fmt: skip


class WhatIfPane(QWidget):
    """The tab *What if*: words to remove, editing the text, and the effect of a correction on other verdicts."""

    edit_wanted = Signal(bool)
    """Emitted with True to edit the text, with False to show the original text again."""

    def __init__(self) -> None:
        super().__init__()
        self._flip, self._effect, self._how = (Paragraph(px(20), most_lines=MAX_TEXT_LINES) for _ in range(3))
        self._is_editing = False
        self._edit = Button("", lambda: self.edit_wanted.emit(not self._is_editing))
        inside = QWidget()
        column(
            self._flip, px(6), self._effect, px(6), self._how, px(8), row(self._edit, -1), -1,
            margins=(0, px(4), px(12), px(8)), owner=inside,
        )  # fmt: skip
        column(make_scroll_area(inside, is_upright=True), owner=self)
        self.setAccessibleName(self.tr("What if"))
        self.show_editing(is_editing=False, can_edit=False)

    def show_flip_sentence(self, sentence: str, *, has_verdict: bool) -> None:
        """Show a sentence with the smallest set of words whose removal changes the verdict.

        For "", say that no removal of words changes the verdict.
        """
        none = self.tr("The verdict stays the same, whichever words are removed.") if has_verdict else ""
        self._flip.show_words(sentence or none)
        self._flip.setVisible(bool(sentence or none))

    def show_effect(self, sentence: str) -> None:
        """Show a sentence about how a correction would change other verdicts; "" hides the sentence."""
        self._effect.show_words(sentence)
        self._effect.setVisible(bool(sentence))

    def show_editing(self, *, is_editing: bool, can_edit: bool) -> None:
        """Show the button and the hint for editing the text. If `can_edit` is false, hide both."""
        self._is_editing = is_editing
        self._edit.setText(self.tr("Show the original text") if is_editing else self.tr("Change the text"))
        self._edit.setVisible(can_edit)
        editing = self.tr(
            "Edit the text above: the verdict and its reasons change at once. The model learns nothing from this."
        )
        before = self.tr("Change words of the text and see at once how the verdict changes.")
        self._how.show_words(editing if is_editing else before if can_edit else "")
        self._how.setVisible(can_edit)


class CalculationPane(QWidget):
    """The tab *Full calculation*."""

    def __init__(self) -> None:
        super().__init__()
        self._model: SheetViewModel | None = None
        self._sheet = with_accessible_name(SheetView(), self.tr("Full calculation"))
        self._state = Paragraph(px(20))
        column(self._state, self._sheet, owner=self).setStretch(1, 1)

    @property
    def has_calculation(self) -> bool:
        """Whether a calculation is shown or being computed."""
        return self._model is not None

    @property
    def text(self) -> str:
        """The displayed calculation as plain text."""
        return self._sheet.toPlainText()

    def show_calculation(self, model: SheetViewModel | None, *, debounce_ms: int = 0) -> None:
        """Cancel the previous calculation, and start and show the calculation of a view model; None empties the pane.

        `debounce_ms` is the delay before the calculation starts.
        """
        if self._model is not None:
            self._model.state_changed.disconnect(self._show_state)
            self._model.close()
            self._model.deleteLater()
        self._model = model
        self._sheet.show_parts(())
        self._show_state(SheetState(""))
        if model is not None:
            model.setParent(self)
            model.state_changed.connect(self._show_state)
            model.start(debounce_ms=debounce_ms)

    def _show_state(self, state: SheetState) -> None:
        waiting = self.tr("Calculating…") if self._model is not None and state.rendered is None else ""
        words = sentence_for(state.problem) if state.problem is not None else waiting
        self._state.show_words(words)
        self._state.setVisible(bool(words))
        self._show_parts()

    def _show_parts(self) -> None:
        rendered = None if self._model is None else self._model.state.rendered
        if rendered is not None:
            self._sheet.show_parts(rendered.parts if self.width() >= px(WIDE_FROM) else rendered.narrow_parts)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_parts()


class WhyPanel(Pane):
    """The reasons for a verdict in four tabs."""

    tab_chosen = Signal(object)
    """Emitted with the WhyTab that was opened, whose content may have to be requested."""
    edit_wanted = Signal(bool)
    """Emitted with True to edit the text, with False to show the original text again."""
    window_wanted = Signal()
    """Emitted to show the full calculation in a window of its own."""
    document_wanted = Signal(int)
    """Emitted with the number of a training document to show."""

    def __init__(self) -> None:
        super().__init__("paper", "tb")
        self._towards = ""
        self._tabs = TabBar(
            self.tr("Words"), self.tr("Training examples"), self.tr("What if"), self.tr("Full calculation")
        )
        self._tabs.setAccessibleName(self.tr("Why"))
        self.words, self.examples, self.what_if, self.calculation = (
            Waterfall(), TaughtTable(), WhatIfPane(), CalculationPane(),
        )  # fmt: skip
        self._calibration, words = Paragraph(px(CALIBRATION_LINE), role="quiet", is_small=True), QWidget()
        column(self.words, self._calibration, owner=words).setStretch(0, 1)
        self._words_tab = words
        words.installEventFilter(self)
        for part in (words, self.examples, self.what_if, self.calculation):
            part.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)  # no tab changes the height
        self._stack = make_stack(words, self.examples, self.what_if, self.calculation)
        self._remark = make_remark(elide=Qt.TextElideMode.ElideRight)
        self._discounts = CheckBox(
            self.tr("Show discounted evidence"), lambda is_on: self.words.show_discounts(are_shown=is_on)
        )
        set_tip(
            self._discounts,
            self.tr(
                "Naive Bayes counts words with the same meaning twice. This model has learnt to discount the "
                "repetition."
            ),
        )
        self._window = Link(self.tr("Open in a window: copy, print, save…"), self.window_wanted.emit, is_small=True)
        self._line = QWidget()
        self._line.setFixedHeight(px(24))
        row(self._remark, px(12), self._discounts, self._window, owner=self._line).setStretch(0, 1)
        column(self._tabs, self._line, px(2), self._stack, margins=(px(24), 0, px(16), px(6)), owner=self).setStretch(
            3, 1
        )
        self._tabs.setContentsMargins(0, 0, 0, 0)
        self.setMinimumHeight(px(MIN_HEIGHT))
        self._tabs.currentChanged.connect(self._on_tab_changed)
        self.what_if.edit_wanted.connect(self.edit_wanted)
        self.examples.document_wanted.connect(self.document_wanted)
        self._show_line()

    @property
    def tab(self) -> WhyTab:
        """The open tab."""
        return WhyTab(max(self._tabs.currentIndex(), 0))

    @property
    def remark(self) -> str:
        """The line under the tabs."""
        return self._remark.text()

    def choose_tab(self, tab: WhyTab) -> None:
        """Open a tab."""
        self._tabs.setCurrentIndex(tab.value)

    @property
    def calibration(self) -> str:
        """The sentence under the score."""
        return self._calibration.accessibleName()

    def show_score(self, score: Score, towards: str, calibration: str = "") -> None:
        """Show the terms of a score. Positive terms are evidence for the label `towards`.

        `calibration` is a sentence about how the score becomes the probability; "" for none.
        """
        self._towards = towards
        self.words.show_score(score)
        self._calibration.show_words(calibration)
        self._calibration.setVisible(bool(calibration))
        self._show_line()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the sentence under the score into the height that the score leaves. Its tooltip has the whole
        sentence.
        """
        if watched is self._words_tab and event.type() is QEvent.Type.Resize:
            room = self._words_tab.height() - self.words.minimumHeight()
            self._calibration.limit_lines(min(max(room // px(CALIBRATION_LINE), 1), MAX_CALIBRATION_LINES))
        return super().eventFilter(watched, event)

    def show_influence(self, found: TrainingInfluence | None, colours: Mapping[str, int]) -> None:
        """Show the training documents with the most influence; None while the influence is being computed."""
        self.examples.show_influence(found, colours)
        self._show_line()

    def show_problem(self, error: Exception) -> None:
        """Show why the influence could not be computed."""
        self.examples.remark = sentence_for(error)
        self._show_line()

    def _on_tab_changed(self, index: int) -> None:
        self._stack.setCurrentIndex(index)
        self._show_line()
        self.tab_chosen.emit(self.tab)

    def _show_line(self) -> None:
        """Update the line under the tabs to the open tab."""
        words = ""
        if self.tab is WhyTab.WORDS and self._towards:
            words = self.tr("For %1 (+) or against it (−), in log-odds").replace("%1", self._towards)
        elif self.tab is WhyTab.EXAMPLES:
            words = self.examples.remark
        self._remark.setText(words)
        self._discounts.setVisible(self.tab is WhyTab.WORDS and self.words.score.is_fitted)
        set_checked_silently(self._discounts, is_checked=self.words.shows_discounts)
        self._window.setVisible(self.tab is WhyTab.CALCULATION)
        self._line.setVisible(self.tab is not WhyTab.WHAT_IF)


DIALOG_WIDTH, DIALOG_HEIGHT = 1000, 680
"""Size of the dialog: it fits on a screen of 1024 × 768, and is wide enough for the nine columns of a filter's
words.
"""


class WorkingDialog(QDialog):
    """Window with the full calculation of one verdict, to copy, print and save. It is not modal."""

    def __init__(self, model: SheetViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        model.setParent(self)
        set_up_dialog(self, self.tr("Full calculation"), DIALOG_WIDTH, DIALOG_HEIGHT)
        self._working, self._side, self._notice = (
            with_accessible_name(SheetView(), self.tr("Step by step")),
            SheetView(),
            Notice(),
        )
        self._side.setAccessibleName(self.tr("Event models side by side"))
        self._tabs = TabBar(self.tr("Step by step"), self.tr("Event models side by side"))
        self._sheets = make_stack(self._working, self._side)
        self._every = Link("", lambda: model.show_every_step(is_wanted=not model.state.has_every_step), is_small=True)
        self._note = make_remark(
            self.tr("Saved as a spreadsheet, the calculation can be changed: a new count gives a new verdict."),
            elide=None,
        )
        self._lay_out()
        model.saved.connect(self._on_saved)
        render_parts(self, model, self._show_head, self._show_links, self._show_sheets)
        model.start()

    def _lay_out(self) -> None:
        def ask_save() -> None:
            kinds = self.tr("Spreadsheet (*.xlsx);;PDF (*.pdf);;Web page (*.html);;Text (*.txt)")
            ask_save_path(self, self.tr("Save the calculation"), self.tr("calculation") + ".xlsx", kinds, self.save)

        self._acts = (
            Button(self.tr("Copy"), self._copy), Button(self.tr("Print…"), self._ask_print),
            Button(self.tr("Save…"), ask_save),
        )  # fmt: skip
        self._head = PageHead(self.tr("Full calculation"), *self._acts)
        body, bar = Pane("panel"), make_bar(self._tabs, -1, height=41, sides=(13, 24))
        column(self._notice, self._sheets, margins=(px(24), px(12), px(12), 0), owner=body).setStretch(1, 1)
        foot = make_bar(self._every, px(16), self._note, -1, height=41, fill="paper", lines="t")
        column(self._head, bar, body, foot, owner=self).setStretch(2, 1)
        self._tabs.currentChanged.connect(self._sheets.setCurrentIndex)

    @shows("title", "problem")
    def _show_head(self, state: SheetState) -> None:
        self._head.show_facts(state.title)
        self._notice.show_failure(state.problem)

    @shows("rendered", "has_every_step")
    def _show_links(self, state: SheetState) -> None:
        for act in self._acts:
            act.setEnabled(state.rendered is not None)
        rendered = state.rendered
        self._every.setVisible(rendered is not None and (rendered.n_left_out > 0 or state.has_every_step))
        self._every.setText(
            self.tr("Add up the small steps in one row") if state.has_every_step else self.tr("Show every step")
        )

    @shows("rendered")
    def _show_sheets(self, state: SheetState) -> None:
        rendered = state.rendered
        if rendered is not None:
            self._working.show_parts(rendered.parts)
            self._side.show_parts(rendered.comparison_parts)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._model.text())
        self._note.setText(self.tr("Copied"))

    def _ask_print(self) -> None:
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        asked = QPrintDialog(printer, self)
        if asked.exec() == QDialog.DialogCode.Accepted:
            self.print_on(printer)

    def print_on(self, printer: QPrinter) -> None:
        """Print the open tab. If the printer writes to a file, the file is replaced only when it is complete."""
        if printer.outputFileName():
            self._save_pdf(Path(printer.outputFileName()), printer.pageLayout())
        else:
            self._shown().print_on(printer)

    def save(self, path: Path) -> None:
        """Save the calculation. A PDF has the open tab as it is shown; all other formats have every step."""
        self._notice.show_failure(None)
        if path.suffix.lower() == ".pdf":
            self._save_pdf(path)
        else:
            self._model.save(path)

    def _save_pdf(self, path: Path, page: QPageLayout | None = None) -> None:
        try:
            self._shown().save_pdf(path, page)
        except AppError as error:
            self._notice.show_failure(error)
            return
        self._on_saved(path.name)

    def _shown(self) -> SheetView:
        return self._working if self._sheets.currentIndex() == 0 else self._side

    def _on_saved(self, name: str) -> None:
        self._note.setText(self.tr("“%1” was saved").replace("%1", name))
