"""The Lessons page: the explanation beside the rows, the document and the recipe, and the working under them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.domain.errors import AppError
from app.pages.kit.fields import Choice, fit_to_choices, save_as
from app.pages.kit.page_head import Notice, PageHead, Tabs
from app.pages.kit.sheet_view import SheetView
from app.pages.kit.widgets import Button, Link, Pane, Words, column, row, stacked
from app.pages.lessons.exercise_panes import (
    AnswerActs,
    ExercisePane,
    ExperimentPane,
    Explanation,
    LessonFiles,
    StepsPane,
)
from app.pages.lessons.view_model import LessonsState, LessonsViewModel, Result
from app.pages.training.recipe_choices import event_model_name
from app.qt import wording
from app.qt.look import fonts
from app.qt.look.fonts import px
from app.qt.tooltips import set_tip
from app.qt.wording import sentence_for

ROWS_SHOWN, FEW_ROWS = 6, 3
WIDE_TEXT, NARROW_TEXT = 306, 280
TALL_FROM, WIDE_FROM = 640, 960
"""Below these the page shows fewer rows, and narrower controls."""


class LessonsPage(QWidget):
    """Shows what its view-model holds."""

    def __init__(self, model: LessonsViewModel) -> None:
        super().__init__()
        self._model = model
        self._shown = ""
        self._fields: list[QLineEdit] = []
        self._choice = Choice(self.tr("Lesson"), (), model.open)
        self._event_model = Choice(self.tr("Event model"), (), lambda name: model.alter_bench(event_model=name))
        self._prior = Choice(self.tr("Prior"), (), lambda prior: model.alter_bench(prior=prior))
        self._smoothing, self._strength = _spin(), _spin()
        self._explanation, self._sheet = Explanation(), SheetView()
        self._rows, self._query, self._notice = QTableWidget(), QWidget(), Notice(inset=px(24))
        self._verdict, self._own = Words(), Words(role="quiet", elide=Qt.TextElideMode.ElideRight)
        self._exercise, self._experiment, self._steps = ExercisePane(model), ExperimentPane(model), StepsPane()
        self._tabs, self._hidden, self._answers = Tabs("", ""), QWidget(), AnswerActs(model)
        self._stack = stacked(self._sheet, self._experiment, self._steps, self._hidden)
        self._lay_out()
        self._smoothing.valueChanged.connect(lambda value: self._model.alter_bench(smoothing=value))
        self._strength.valueChanged.connect(lambda value: self._model.alter_bench(strength=value))
        self._rows.cellChanged.connect(
            lambda place, number: model.set_cell(place, number, self._cell(place, number).text())
        )
        self._tabs.currentChanged.connect(lambda _place: self._show_tab(self._model.state))
        self._model.state_changed.connect(self.render)
        model.speak()

    def _lay_out(self) -> None:
        self._reset = Button(self.tr("Reset"), self._model.reset)
        kinds = self.tr("Spreadsheet (*.xlsx);;PDF (*.pdf);;Web page (*.html);;Text (*.txt)")
        title = self.tr("Save working")
        self._save = Button(
            self.tr("Save working…"),
            lambda: save_as(self, title, f"{self._model.state.lesson.name}.xlsx", kinds, self.save),
        )
        self._show_choices()
        self._head = PageHead(self.tr("Lessons"), self._choice, self._reset, self._save)
        self._name_controls()
        self._left, right, whole = Pane("paper", "r"), Pane("panel"), QWidget()
        self._left.setFixedWidth(px(NARROW_TEXT))
        files = LessonFiles(self._model, self._try)
        texts = (self._explanation, px(10), self._exercise, px(8), files)
        column(*texts, margins=(px(24), px(16), px(16), px(14)), owner=self._left)
        self._stack.setMinimumHeight(px(90))
        self._bench = QWidget()
        self._bench.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        verdict = QWidget()
        row(self._verdict, -1, self._answers, owner=verdict)
        rows = (px(8), self._rows, px(2), self._row_acts(), px(6), self._query)
        under = (px(12), verdict, px(3), self._own, px(10))
        self._bench_rows = column(self._controls(), *rows, *under, owner=self._bench)
        parts = (self._tabs, px(8), self._bench, self._stack)
        column(*parts, margins=(px(16), px(8), px(24), px(12)), owner=right).setStretch(3, 1)
        row(self._left, right, owner=whole).setStretch(1, 1)
        column(self._head, self._notice, whole, owner=self).setStretch(2, 1)
        self._notice.setVisible(False)
        self.setProperty("first_focus", self._choice)

    def _show_choices(self) -> None:
        if tuple(self._choice.itemData(place) for place in range(self._choice.count())) == self._model.names:
            return
        self._choice.clear()
        for name, title in self._model.titles():
            self._choice.addItem(title, name)
        fit_to_choices(self._choice, 200, 300)

    def _name_controls(self) -> None:
        named = (
            (self._smoothing, self.tr("Smoothing α")),
            (self._strength, self.tr("Smoothing of the prior, λ")),
            (self._rows, self.tr("Rows to learn from")),
            (self._explanation, self.tr("Explanation")),
            (self._sheet, self.tr("Working")),
        )
        for widget, name in named:
            widget.setAccessibleName(name)
            set_tip(widget, name if isinstance(widget, QDoubleSpinBox) else "")
        for choice in (self._choice, self._event_model, self._prior):
            set_tip(choice, choice.accessibleName())
        self._rows.setShowGrid(False)
        self._rows.verticalHeader().setVisible(False)
        self._rows.horizontalHeader().setProperty("edges", (1, 10, 1))
        self._rows.horizontalHeader().setFixedHeight(px(28))
        self._rows.verticalHeader().setDefaultSectionSize(px(26))
        self._verdict.setFont(fonts.font(15, 600))
        self._own.setFont(fonts.small())

    def _controls(self) -> QWidget:
        owner = QWidget()
        for text, prior in (
            (self.tr("Prior from the data"), "data"),
            (self.tr("Uniform prior"), "uniform"),
            (self.tr("Smoothed prior"), "smoothed"),
        ):
            self._prior.addItem(text, prior)
        fit_to_choices(self._prior, 150, 220)
        self._prior_width = self._prior.width()
        self._event_model.setFixedSize(px(170), px(30))
        alpha, self._strength_name = Words("α", role="quiet"), Words("λ", role="quiet")
        row(
            self._event_model, px(10), alpha, px(4), self._smoothing, px(10), self._prior, px(10),
            self._strength_name, px(4), self._strength, -1, owner=owner,
        )  # fmt: skip
        return owner

    def _row_acts(self) -> QWidget:
        owner = QWidget()

        def add() -> None:
            place = self._model.add_row(self._row())
            self._rows.setCurrentCell(place, 1)
            self._rows.editItem(self._cell(place, 1))

        self._step_acts = [
            Link(self.tr("Forget row"), lambda: self._model.step("forget", self._row()), is_small=True),
            Link(self.tr("Learn row again"), lambda: self._model.step("learn", self._row()), is_small=True),
        ]
        acts = [
            Link(self.tr("Add row"), add, is_small=True),
            Link(self.tr("Remove row"), lambda: self._model.remove_row(self._row()), is_small=True),
            *self._step_acts,
        ]
        row(*[part for act in acts for part in (act, px(14))], -1, owner=owner)
        return owner

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_tall = self.height() >= px(TALL_FROM)
        shown = px(26) * (ROWS_SHOWN if is_tall else FEW_ROWS)
        self._rows.setFixedHeight(self._rows.horizontalHeader().height() + shown + 2 * self._rows.frameWidth())
        self._left.setFixedWidth(px(WIDE_TEXT if self.width() >= px(WIDE_FROM) else NARROW_TEXT))
        self._fit_controls()

    def _fit_controls(self) -> None:
        """Hide λ for priors that it does not smooth, where there is little room, so that names are whole."""
        is_wide, needs_strength = self.width() >= px(WIDE_FROM), self._strength.isEnabled()
        for part in (self._strength_name, self._strength):
            part.setVisible(is_wide or needs_strength)
        has_room = is_wide or not needs_strength
        self._event_model.setFixedWidth(px(170 if has_room else 120))
        self._prior.setFixedWidth(self._prior_width if has_room else px(130))
        for spin in (self._smoothing, self._strength):
            spin.setFixedWidth(px(96 if is_wide else 84))

    def _row(self) -> int:
        """The row that is chosen, or the last."""
        place = self._rows.currentRow()
        return place if place >= 0 else self._rows.rowCount() - 1

    def render(self, state: LessonsState) -> None:  # type: ignore[override]
        """Show the state; called with every change, safe to call twice."""
        self._reset.setEnabled(state.is_changed)
        self._save.setEnabled(state.worked is not None and state.shows_answers)
        self._show_choices()
        if self._shown != state.lesson.name:
            self._show_lesson(state)
        self._show_bench(state)
        self._show_result(state)
        self._show_tab(state)
        self._exercise.show_state(state)

    def _show_lesson(self, state: LessonsState) -> None:
        self._shown = state.lesson.name
        self._choice.show_value(state.lesson.name)
        self._explanation.show_markdown(state.lesson.explanation)
        self._event_model.clear()
        for event_model in state.bench.event_models:
            self._event_model.addItem(event_model_name(event_model), event_model)
        self._show_query(state)
        self._tabs.setVisible(bool(state.lesson.experiment))
        self._tabs.show_name(0, self.tr("Working"))
        self._tabs.show_name(1, self.tr("Steps") if state.lesson.experiment == "steps" else self.tr("Experiment"))
        self._tabs.setCurrentIndex(1 if state.lesson.experiment == "steps" else 0)
        for act in self._step_acts:
            act.setVisible(state.lesson.experiment == "steps")

    def _show_tab(self, state: LessonsState) -> None:
        """The working, or beside it what the lesson tries out."""
        is_experiment = self._tabs.currentIndex() == 1 and state.lesson.experiment in ("reliability", "sizes")
        self._bench.setVisible(not is_experiment)
        if not state.shows_answers:
            self._stack.setCurrentWidget(self._hidden)
        elif self._tabs.currentIndex() == 0 or not state.lesson.experiment:
            self._stack.setCurrentWidget(self._sheet)
        elif state.lesson.experiment == "steps":
            self._steps.show_steps(() if state.worked is None else state.worked.steps)
            self._stack.setCurrentWidget(self._steps)
        else:
            self._experiment.show_state(state)
            self._stack.setCurrentWidget(self._experiment)

    def _show_query(self, state: LessonsState) -> None:
        query, form = QWidget(), QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(px(4))
        self._fields = [QLineEdit() for _ in state.bench.columns]
        for place, ((name, kind), field) in enumerate(zip(state.bench.columns, self._fields, strict=True)):
            text = self.tr("New text") if kind == "text" else name
            field.setAccessibleName(text)
            field.setFixedHeight(px(26))
            field.textEdited.connect(lambda written, place=place: self._model.set_query(place, written))
            form.addRow(Words(text), field)
        query.setLayout(form)
        old, self._query = self._query, query
        self._bench_rows.replaceWidget(old, query)
        old.hide()
        old.deleteLater()

    def _show_bench(self, state: LessonsState) -> None:
        bench = state.bench
        self._event_model.show_value(bench.event_model)
        self._prior.show_value(bench.prior)
        _show_value(self._smoothing, bench.smoothing)
        _show_value(self._strength, bench.strength)
        self._smoothing.setEnabled(bench.is_smoothed)
        self._strength.setEnabled(bench.prior == "smoothed")
        self._fit_controls()
        for field, text in zip(self._fields, bench.query, strict=True):
            if field.text() != text:
                field.setText(text)
        names = [self.tr("Label"), *(self.tr("Text") if kind == "text" else name for name, kind in bench.columns)]
        with QSignalBlocker(self._rows):
            self._rows.setRowCount(len(bench.rows))
            self._rows.setColumnCount(len(names))
            self._rows.setHorizontalHeaderLabels(names)
            for place, cells in enumerate(bench.rows):
                for number, text in enumerate(cells):
                    self._show_cell(self._cell(place, number), text, is_forgotten=place in bench.forgotten)
        self._rows.horizontalHeader().setStretchLastSection(True)

    def _cell(self, place: int, number: int) -> QTableWidgetItem:
        item = self._rows.item(place, number)
        if item is None:
            item = QTableWidgetItem()
            self._rows.setItem(place, number, item)
        return item

    def _show_cell(self, item: QTableWidgetItem, text: str, *, is_forgotten: bool) -> None:
        """A cell of a row; one that was forgotten is struck out."""
        if item.text() != text:
            item.setText(text)
        font = item.font()
        if font.strikeOut() is not is_forgotten:
            font.setStrikeOut(is_forgotten)
            item.setFont(font)

    def _show_result(self, state: LessonsState) -> None:
        result = state.result
        self._head.show_facts(state.lesson.title)
        self._answers.show_state(state)
        self._own.setText("")
        if not state.shows_answers:
            self._verdict.setText(self.tr("Work it out first."))
            return
        if result is None:
            self._verdict.setText("" if state.problem is None else sentence_for(state.problem))
            self._sheet.show_html("")
            return
        self._verdict.setText(self._told_verdict(result))
        told = self.tr("Wrong on %2 of its own %1 rows; on %3 when each is judged by a model of all the others.")
        counts = (len(state.bench.learnt_rows), result.wrong, result.wrong_left_out)
        self._own.setText(wording.numbered(told, *map(wording.count, counts)))
        if state.worked is not None:
            self._sheet.show_html(state.worked.html)

    def _told_verdict(self, result: Result) -> str:
        label, shares = result.explained.verdict.label, result.explained.derivation.probabilities
        if label is None or shares is None:
            return self.tr("Undecided")
        place = [each.label for each in result.explained.derivation.labels].index(label)
        exact = result.explained.exact_shares
        return f"{label}: {wording.percent(shares[place], 4)}{'' if exact is None else f' = {exact[place]}'}"

    def save(self, path: Path) -> None:
        """Write the working; what goes wrong is said in place."""
        is_pdf = path.suffix.lower() == ".pdf"
        self._try(lambda: self._sheet.save_pdf(path) if is_pdf else self._model.save(path))

    def _try(self, act: Callable[[], object]) -> None:
        problem = None
        try:
            act()
        except AppError as error:
            problem = error
        self._notice.show_failure(problem)


def _spin() -> QDoubleSpinBox:
    spin = QDoubleSpinBox(minimum=0.0, maximum=1000.0, decimals=4, singleStep=0.1)
    spin.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)
    spin.setKeyboardTracking(False)
    spin.setFixedSize(px(96), px(30))
    return spin


def _show_value(spin: QDoubleSpinBox, value: float) -> None:
    """Set a value without emitting that it changed."""
    with QSignalBlocker(spin):
        spin.setValue(value)
