"""The Lessons page: the explanation beside the rows, the document and the recipe, and the working under them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import QPageSize, QPdfWriter, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QTextBrowser,
    QWidget,
)

from app.domain.errors import AppError
from app.qt import fonts, wording
from app.qt.fonts import px
from app.qt.problems import sentence_for
from app.qt.tokens import tokens_of
from app.viewmodels.lessons import LessonsState, LessonsViewModel
from app.views.kit.buttons import Button
from app.views.kit.fields import fit_to_choices
from app.views.kit.notice import Notice
from app.views.kit.page_head import PageHead
from app.views.kit.painted import Pane, Words, column, row

ROWS_SHOWN = 6
PDF_DPI = 300


class LessonsPage(QWidget):
    """Shows what its view-model holds."""

    def __init__(self, model: LessonsViewModel) -> None:
        super().__init__()
        self._model = model
        self._shown = ""
        self._fields: list[QLineEdit] = []
        self._choice, self._event_model, self._prior = QComboBox(), QComboBox(), QComboBox()
        self._smoothing, self._strength = _spin(), _spin()
        self._explanation, self._sheet = QTextBrowser(), QTextBrowser()
        self._rows, self._query, self._notice = QTableWidget(), QWidget(), Notice()
        self._verdict, self._own = Words(), Words(role="quiet", elide=Qt.TextElideMode.ElideRight)
        self._question, self._told = Words(elide=Qt.TextElideMode.ElideRight), Words(role="quiet")
        self._answer = QLineEdit(placeholderText=self.tr("A fraction or a decimal"))
        self._lay_out()
        self._connect()
        model.speak()

    def _lay_out(self) -> None:
        self._reset = Button(self.tr("Reset"), self._model.reset)
        self._save = Button(self.tr("Save working…"), self._ask_save)
        for name, title in self._model.titles():
            self._choice.addItem(title, name)
        fit_to_choices(self._choice, 200, 300)
        self._head = PageHead(self.tr("Lessons"), self._choice, self._reset, self._save)
        self._name_controls()
        left, right, whole = Pane("paper", "r"), Pane("panel"), QWidget()
        left.setFixedWidth(px(306))
        column(self._explanation, *self._exercise(), margins=(px(24), px(16), px(16), px(16)), owner=left)
        middle = (px(10), self._rows, px(8), self._query, px(8), self._verdict, self._own, px(6), self._sheet)
        self._right = column(
            self._controls(), *middle,
            margins=(px(16), px(12), px(24), px(12)), owner=right,
        )  # fmt: skip
        self._right.setStretch(9, 1)
        row(left, right, owner=whole).setStretch(1, 1)
        column(self._head, self._notice, whole, owner=self).setStretch(2, 1)
        self._notice.setVisible(False)
        self.setProperty("first_focus", self._choice)

    def _name_controls(self) -> None:
        named = (
            (self._choice, self.tr("Lesson")),
            (self._event_model, self.tr("Event model")),
            (self._prior, self.tr("Prior")),
            (self._smoothing, self.tr("Smoothing α")),
            (self._strength, self.tr("Smoothing of the prior, λ")),
            (self._rows, self.tr("Rows to learn from")),
            (self._explanation, self.tr("Explanation")),
            (self._sheet, self.tr("Working")),
            (self._answer, self.tr("Your answer")),
        )
        for widget, name in named:
            widget.setAccessibleName(name)
            widget.setToolTip(name if isinstance(widget, (QComboBox, QDoubleSpinBox)) else "")
        self._rows.setShowGrid(False)
        self._rows.verticalHeader().setVisible(False)
        self._rows.verticalHeader().setDefaultSectionSize(px(26))
        self._rows.setFixedHeight(px(30 + 26 * ROWS_SHOWN))
        self._verdict.setFont(fonts.font(15, 600))
        self._own.setFont(fonts.small())
        self._told.setFont(fonts.small())
        for browser in (self._explanation, self._sheet):
            browser.setFrameShape(QTextBrowser.Shape.NoFrame)
            browser.setOpenLinks(False)
            browser.viewport().setAutoFillBackground(False)
            browser.document().setDocumentMargin(0)

    def _controls(self) -> QWidget:
        owner = QWidget()
        for text, prior in (
            (self.tr("Prior from the data"), "data"),
            (self.tr("Uniform prior"), "uniform"),
            (self.tr("Smoothed prior"), "smoothed"),
        ):
            self._prior.addItem(text, prior)
        fit_to_choices(self._prior, 150, 220)
        self._event_model.setFixedSize(px(170), px(30))
        alpha, strength = Words("α", role="quiet"), Words("λ", role="quiet")
        row(
            self._event_model, px(14), alpha, px(6), self._smoothing, px(14), self._prior, px(14), strength, px(6),
            self._strength, -1, owner=owner,
        )  # fmt: skip
        return owner

    def _exercise(self) -> list[QWidget | int]:
        self._ask = Button(self.tr("Ask me something"), self._model.ask)
        line = QWidget()
        row(self._answer, px(8), Button(self.tr("Check"), self._check), owner=line)
        self._answer_line = line
        asked = QWidget()
        row(self._ask, -1, owner=asked)
        return [px(10), self._question, px(6), line, px(4), self._told, px(6), asked]

    def _connect(self) -> None:
        self._choice.activated.connect(self._on_lesson_chosen)
        self._event_model.activated.connect(lambda _n: self._model.set_event_model(self._event_model.currentData()))
        self._prior.activated.connect(lambda _n: self._model.set_prior(self._prior.currentData()))
        self._smoothing.valueChanged.connect(self._model.set_smoothing)
        self._strength.valueChanged.connect(self._model.set_strength)
        self._rows.cellChanged.connect(self._on_cell_changed)
        self._answer.returnPressed.connect(self._check)
        self._model.state_changed.connect(self.render)

    @Slot()
    def _on_lesson_chosen(self) -> None:
        self._model.open(self._choice.currentData())

    @Slot(int, int)
    def _on_cell_changed(self, place: int, number: int) -> None:
        item = self._rows.item(place, number)
        if item is not None:
            self._model.set_cell(place, number, item.text())

    def _check(self) -> None:
        self._model.answer(self._answer.text())

    # What the page shows

    @Slot(object)
    def render(self, state: LessonsState) -> None:  # type: ignore[override]
        """Show the state; called with every change, safe to call twice."""
        self._reset.setEnabled(state.is_changed)
        self._save.setEnabled(state.result is not None)
        if self._shown != state.lesson.name:
            self._show_lesson(state)
        self._show_bench(state)
        self._show_result(state)
        self._show_question(state)

    def _show_lesson(self, state: LessonsState) -> None:
        self._shown = state.lesson.name
        self._choice.setCurrentIndex(self._choice.findData(state.lesson.name))
        self._explanation.setMarkdown(state.lesson.explanation)
        _spaced(self._explanation)
        self._event_model.clear()
        for event_model in state.bench.event_models:
            self._event_model.addItem(self._name_of(event_model), event_model)
        self._show_query(state)

    def _show_query(self, state: LessonsState) -> None:
        """A field for each column of the document."""
        query, form = QWidget(), QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(px(4))
        self._fields = [QLineEdit() for _ in state.bench.columns]
        for place, ((name, kind), field) in enumerate(zip(state.bench.columns, self._fields, strict=True)):
            text = self.tr("New text") if kind == "text" else name
            field.setAccessibleName(text)
            field.setFixedHeight(px(26))
            field.textEdited.connect(lambda written, place=place: self._model.set_query(place, written))
            form.addRow(text, field)
        query.setLayout(form)
        self._replace_query(query)

    def _replace_query(self, query: QWidget) -> None:
        old, self._query = self._query, query
        self._right.replaceWidget(old, query)
        old.hide()
        old.deleteLater()

    def _show_bench(self, state: LessonsState) -> None:
        bench = state.bench
        self._event_model.setCurrentIndex(self._event_model.findData(bench.event_model))
        self._prior.setCurrentIndex(self._prior.findData(bench.prior))
        _show_value(self._smoothing, bench.smoothing)
        _show_value(self._strength, bench.strength)
        self._smoothing.setEnabled(bench.event_model != "gaussian")
        self._strength.setEnabled(bench.prior == "smoothed")
        for field, text in zip(self._fields, bench.query, strict=True):
            if field.text() != text:
                field.setText(text)
        self._show_rows(state)

    def _show_rows(self, state: LessonsState) -> None:
        rows, names = state.bench.rows, [self.tr("Label"), *(name for name, _ in state.bench.columns)]
        self._rows.blockSignals(True)
        self._rows.setRowCount(len(rows))
        self._rows.setColumnCount(len(names))
        self._rows.setHorizontalHeaderLabels(names)
        for place, cells in enumerate(rows):
            for number, text in enumerate(cells):
                item = self._rows.item(place, number)
                if item is None:
                    self._rows.setItem(place, number, QTableWidgetItem(text))
                elif item.text() != text:
                    item.setText(text)
        self._rows.blockSignals(False)
        self._rows.horizontalHeader().setStretchLastSection(True)

    def _show_result(self, state: LessonsState) -> None:
        result = state.result
        if result is None:
            self._verdict.setText("" if state.problem is None else sentence_for(state.problem))
            self._own.setText("")
            self._sheet.clear()
            return
        self._verdict.setText(self._told_verdict(state))
        told = self.tr("Of its own %1 rows the model judges %2 wrong; each judged by all others, %3.")
        counts = (len(state.bench.rows), result.wrong, result.wrong_left_out)
        for place, number in enumerate(counts, start=1):
            told = told.replace(f"%{place}", wording.count(number))
        self._own.setText(told)
        self._head.show_facts(state.lesson.title)
        self._write_sheet(state)

    def _told_verdict(self, state: LessonsState) -> str:
        result = state.result
        sheet = None if result is None else result.explained.sheet
        label = None if result is None else result.explained.verdict.label
        if sheet is None or sheet.probabilities is None or label is None:
            return self.tr("Undecided")
        place = [each.label for each in sheet.labels].index(label)
        exact = "" if sheet.exact_short is None else f" = {sheet.exact_short[place]}"
        return f"{label}: {wording.decimal(100 * sheet.probabilities[place], 4)} %{exact}"

    def _write_sheet(self, state: LessonsState) -> None:
        place = self._sheet.verticalScrollBar().value()
        tokens = tokens_of(self.palette())
        self._sheet.document().setDefaultStyleSheet(
            f"body, td, p {{ color: {tokens.text}; }}"
            f"th {{ color: {tokens.quiet}; text-align: left; font-weight: 400; }}"
            f"td, th {{ padding: 3px 7px 3px 0; white-space: nowrap; font-size: {px(12)}px; }}"
            ".number { text-align: right; } .sum td { font-weight: 600; }"
            f".head {{ font-size: {px(15)}px; font-weight: 600; }}"
        )
        self._sheet.setHtml(state.html)
        self._sheet.verticalScrollBar().setValue(place)

    def _show_question(self, state: LessonsState) -> None:
        question = state.question
        self._answer_line.setVisible(question is not None)
        self._question.setVisible(question is not None)
        self._told.setText("")
        if question is None:
            self._answer.clear()
            return
        asked = self.tr("What is P(%1 | document)?") if not question.step else self.tr("What is P(%2 | %1)?")
        self._question.setText(asked.replace("%1", question.label).replace("%2", question.step))
        if not state.answered:
            self._answer.clear()
            return
        self._told.setText(
            self.tr("Right: %1").replace("%1", str(question.answer))
            if state.is_right
            else self.tr("Not yet. The working on the right has it.")
        )

    def _name_of(self, event_model: str) -> str:
        names = {
            "multinomial": self.tr("Multinomial"),
            "bernoulli": self.tr("Bernoulli"),
            "complement": self.tr("Complement"),
            "gaussian": self.tr("Gaussian"),
            "categorical": self.tr("Categorical"),
        }
        return names.get(event_model, event_model)

    # Saving

    def _ask_save(self) -> None:
        kinds = self.tr("Spreadsheet (*.xlsx);;PDF (*.pdf);;Web page (*.html);;Text (*.txt)")
        name = f"{self._model.state.lesson.name}.xlsx"
        path, _ = QFileDialog.getSaveFileName(self, self.tr("Save working"), name, kinds)
        if path:
            self.save(Path(path))

    def save(self, path: Path) -> None:
        """Write the working; what goes wrong is said in place."""
        try:
            if path.suffix.lower() == ".pdf":
                self._save_pdf(path)
            else:
                self._model.save(path)
        except AppError as error:
            self._notice.show_problem(sentence_for(error))
            self._notice.setVisible(True)
            return
        self._notice.setVisible(False)

    def _save_pdf(self, path: Path) -> None:
        writer = QPdfWriter(str(path))
        writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
        writer.setResolution(PDF_DPI)
        printed = self._sheet.document().clone()
        printed.setDefaultStyleSheet("th { text-align: left; } td, th { padding: 3px 10px 3px 0; }")
        printed.setHtml(self._model.state.html)
        printed.print_(writer)
        printed.deleteLater()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._model.state.result is not None:
            self._write_sheet(self._model.state)


def _spaced(browser: QTextBrowser) -> None:
    """Give the paragraphs of Markdown air between them."""
    block = browser.document().begin()
    while block.isValid():
        form = QTextBlockFormat()
        form.setBottomMargin(px(8))
        form.setLineHeight(125.0, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        QTextCursor(block).mergeBlockFormat(form)
        block = block.next()


def _spin() -> QDoubleSpinBox:
    spin = QDoubleSpinBox(minimum=0.0, maximum=1000.0, decimals=4, singleStep=0.1)
    spin.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)
    spin.setKeyboardTracking(False)
    spin.setFixedSize(px(96), px(30))
    return spin


def _show_value(spin: QDoubleSpinBox, value: float) -> None:
    """Without saying that it changed."""
    spin.blockSignals(True)
    spin.setValue(value)
    spin.blockSignals(False)
