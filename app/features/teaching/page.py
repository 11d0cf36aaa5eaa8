"""The Lessons page: the explanation on the left; rows, document, recipe and working on the right."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, QUrl
from PySide6.QtGui import QImage, QResizeEvent, QTextBlockFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QTextBrowser,
    QWidget,
)

from app.domain.errors import AppError
from app.features.teaching.classroom_dialogs import ClassroomMenu, plain_name
from app.features.teaching.view_model import (
    LESSON_SUFFIX,
    LessonsState,
    LessonsViewModel,
    Question,
    Result,
    StepOutcome,
    language_shown,
)
from app.features.train.view_model import event_model_name
from app.kit import wording
from app.kit.actions import set_tip
from app.kit.array_table import Column
from app.kit.fields import (
    ComboBox,
    MultiLineField,
    ask_file,
    ask_save_path,
    fit_to_items,
    make_accept_box,
    make_titled_field,
)
from app.kit.look import fonts
from app.kit.look.fonts import px
from app.kit.page_head import Notice, PageHead, TabBar, Veil
from app.kit.page_model import render_parts, shows
from app.kit.painted_values import CurvePicture
from app.kit.plots.line_plot import LinePlot, SavePicture
from app.kit.table_view import ColumnLook, SheetView, TableView
from app.kit.widgets import (
    Button,
    Link,
    Pane,
    Paragraph,
    TextLabel,
    column,
    make_stack,
    row,
    set_up_dialog,
    with_accessible_name,
)
from app.kit.wording import sentence_for


class ExercisePane(QWidget):
    """Asks questions about the lesson or the current model, and checks the answers."""

    def __init__(self, model: LessonsViewModel) -> None:
        super().__init__()
        self._model = model
        self._about = with_accessible_name(QComboBox(), self.tr("Ask about"))
        set_tip(self._about, self.tr("Ask about"))
        self._about.setFixedHeight(px(30))
        self._question, self._told = Paragraph(px(18)), Paragraph(px(18))
        self._answer = with_accessible_name(
            QLineEdit(placeholderText=self.tr("A fraction or a decimal")), self.tr("Your answer")
        )
        self._line, asked = QWidget(), QWidget()
        row(self._answer, px(8), Button(self.tr("Check"), self._check), owner=self._line)
        ask = Button(self.tr("Ask me"), lambda: model.ask(is_of_own_model=self._about.currentIndex() == 1))
        row(ask, px(8), self._about, owner=asked).setStretch(2, 1)
        column(self._question, px(6), self._line, px(4), self._told, px(6), asked, owner=self)
        self._answer.returnPressed.connect(self._check)

    def show_state(self, state: LessonsState) -> None:
        """Show the question and the feedback on the answer."""
        own, question = self._model.own_model, state.question
        wanted, chosen = [self.tr("this lesson"), *([own] if own else [])], self._about.currentIndex()
        if [self._about.itemText(place) for place in range(self._about.count())] != wanted:
            self._about.clear()
            self._about.addItems(wanted)
            self._about.setCurrentIndex(max(min(chosen, len(wanted) - 1), 0))
        self._line.setVisible(question is not None)
        self._question.setVisible(question is not None)
        self._told.setVisible(bool(state.answered) or state.has_no_question)
        if question is None:
            self._answer.clear()
            self._told.show_words(self.tr("Nothing here is a fraction: there is nothing to ask."))
            return
        self._question.show_words(self._question_words(question))
        if state.answered:
            self._told.show_words(self._feedback_words(state, question))
        else:
            self._answer.clear()

    def _question_words(self, question: Question) -> str:
        numbers, facts = question.given, [question.label, question.step]
        if numbers is None:
            sentence = self.tr("What is P(%1 | document)?") if not question.step else self.tr("What is P(%2 | %1)?")
            return wording.fill_placeholders(sentence, *facts)
        facts += [
            _number(float(each)) for each in (numbers.count, numbers.total, numbers.smoothing, numbers.n_outcomes)
        ]
        sentence = {
            "words": self.tr("%1 has “%2” %3 times among %4 words; α = %5, %6 words in all. What is P(%2 | %1)?"),
            "documents": self.tr("“%2” is in %3 of the %4 documents of %1; α = %5. What is P(%2 | %1)?"),
            "complement": self.tr(
                "All labels but %1 have “%2” %3 times among %4 words; α = %5, %6 words in all. What is its share?"
            ),
            "values": self.tr("%3 of %4 documents of %1 have %2; α = %5, %6 values. What is P(%2 | %1)?"),
            "prior": self.tr("%3 of %4 documents are %1; λ = %5, %6 labels. What is P(%1)?"),
        }[numbers.of]
        return wording.fill_placeholders(sentence, *facts)

    def _feedback_words(self, state: LessonsState, question: Question) -> str:
        answer = f"{question.answer} ≈ {wording.significant(float(question.answer), 5)}"
        if state.is_right:
            return self.tr("Right: %1").replace("%1", answer)
        if state.mistake:
            return self.tr("Not yet. %1").replace("%1", state.mistake)
        if question.given is None:
            return self.tr("Not yet. The working on the right has it.")
        return self.tr("Not yet: it is (count + α) / (total + α × possibilities).")

    def _check(self) -> None:
        self._model.answer(self._answer.text())


class AnswerActs(QWidget):
    """Links that hide and show the verdict and the working."""

    def __init__(self, model: LessonsViewModel) -> None:
        super().__init__()
        always = partial(model.hide_answers, is_wanted=False)
        self._model, self._act = model, Link(is_small=True)
        self._always = Link(self.tr("Always show"), always, is_small=True, is_quiet=True)
        row(self._always, px(14), self._act, owner=self)

    def show_state(self, state: LessonsState) -> None:
        """Show the links for the current state."""
        hide = self.tr("Hide again") if state.hides_answers else self.tr("Hide answers")
        act = partial(self._model.hide_answers, is_wanted=True)
        if state.hides_answers:
            act = partial(self._model.want_answer, is_wanted=not state.is_answer_wanted)
        self._act.offer(hide if state.shows_answers else self.tr("Show the answer"), act)
        self._always.setVisible(state.hides_answers)


class ExperimentPane(QWidget):
    """Runs the lesson's experiment on the sample mail or a corpus, and shows its curves."""

    def __init__(self, model: LessonsViewModel) -> None:
        super().__init__()
        self._model = model
        self._source = ComboBox(self.tr("Try it on"), (), model.choose_source)
        set_tip(self._source, self.tr("Try it on"))
        self._source.setFixedSize(px(220), px(30))
        self._run = Button(self.tr("Try it"), model.experiment)
        self._told, self._notice, self._plot = Paragraph(px(18)), Notice(), LinePlot()
        self._save = SavePicture(self._plot, self._notice, lambda: model.state.lesson.name)
        line, picture = QWidget(), QWidget()
        row(self._source, px(8), self._run, -1, self._save, owner=line)
        column(self._plot, owner=picture)
        self._veil = Veil(picture)
        column(line, px(6), self._notice, self._told, picture, margins=(0, px(8), 0, 0), owner=self).setStretch(4, 1)

    def show_state(self, state: LessonsState) -> None:
        """Show the result of the experiment, if there is one."""
        wanted = [(self.tr("the sample mail"), ""), *((name, name) for name in self._model.corpora)]
        shown = [(self._source.itemText(n), self._source.itemData(n)) for n in range(self._source.count())]
        if shown != wanted:
            self._source.clear()
            for text, corpus in wanted:
                self._source.addItem(text, corpus)
        self._source.show_value(state.source)
        self._run.setEnabled(not state.is_trying)
        self._veil.show_waiting(is_waiting=state.is_trying)
        self._notice.show_failure(state.experiment_problem)
        experiment = state.experiment
        self._save.setVisible(experiment is not None)
        self._told.show_words(self.tr("Nothing was tried yet.") if experiment is None else experiment.told)
        self._plot.show_picture(CurvePicture() if experiment is None else experiment.picture)


class StepsPane(QWidget):
    """Table of learning steps, with the hash of the counts after each."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[StepOutcome, ...] | None = None
        self._view = TableView(self.tr("Steps"), edges=(0, 0))
        self._same = TextLabel(elide=Qt.TextElideMode.ElideRight)
        self._same.setFont(fonts.small())
        column(self._view, px(4), self._same, margins=(0, px(8), 0, 0), owner=self).setStretch(0, 1)

    def show_steps(self, steps: tuple[StepOutcome, ...]) -> None:
        """Show steps, and select the last one."""
        if steps == self._shown:
            return
        self._shown = steps
        counted, quiet = ColumnLook("number", 60), ColumnLook("quiet", 96)
        forgotten, learnt = self.tr("row %1 forgotten"), self.tr("row %1 learnt again")

        def done(step: StepOutcome) -> str:
            template = forgotten if step.kind == "forget" else learnt
            return (
                self.tr("all rows learnt") if step.kind is None else template.replace("%1", wording.count(step.row + 1))
            )

        def verdict(step: StepOutcome) -> str:
            if step.label is None or step.probability is None:
                return "–"
            return f"{step.label} {wording.percent(step.probability, 2)}"

        self._view.show_columns([
            Column(self.tr("Step"), steps, done),
            Column(self.tr("Rows"), steps, lambda step: wording.count(step.n_documents), counted, is_number=True),
            Column(self.tr("Fingerprint"), steps, lambda step: step.fingerprint, quiet),
            Column(self.tr("Learnt afresh"), steps, lambda step: step.fresh_fingerprint, quiet),
            Column(self.tr("New text"), steps, verdict, ColumnLook("text", 130)),
        ])  # fmt: skip
        self._view.choose_row(len(steps) - 1)
        self._view.scrollToBottom()
        same = self.tr("After every step the counts are those of a model that learnt these rows and no others.")
        other = self.tr("The counts differ from those of a model that learnt these rows and no others.")
        self._same.setText(same if all(step.is_same for step in steps) else other)
        self._same.setVisible(bool(steps))


def _number(value: float) -> str:
    return wording.count(round(value)) if value == round(value) else wording.significant(value, 6)


class Explanation(QTextBrowser):
    """Shows Markdown with spaced paragraphs. A stranger's lesson is safe: no links are followed, no pictures loaded."""

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setOpenLinks(False)
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().setProperty("ground", "paper")
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(px(14))

    def loadResource(self, _kind: int, _url: QUrl | str) -> object:
        """Return a 1 × 1 picture for any URL; if None were returned, Qt would look on the disk."""
        return QImage(1, 1, QImage.Format.Format_Mono)

    def show_markdown(self, markdown: str) -> None:
        """Show a Markdown text."""
        self.document().setMarkdown(markdown, QTextDocument.MarkdownFeature.MarkdownNoHTML)
        block = self.document().begin()
        while block.isValid():
            form = QTextBlockFormat()
            form.setBottomMargin(px(8))
            form.setLineHeight(125.0, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            QTextCursor(block).mergeBlockFormat(form)
            block = block.next()


Keep = Callable[[str, str, bool], object]
"""Called with the title, the explanation, and whether answers are hidden."""


class LessonFiles(QWidget):
    """Links that open and save lesson files, and the menu for a class."""

    def __init__(
        self, model: LessonsViewModel, attempt: Callable[[Callable[[], object]], None], notice: Notice
    ) -> None:
        super().__init__()
        self._model, self._try = model, attempt
        links = (
            Link(self.tr("Open lesson…"), self._ask_open, is_small=True),
            Link(self.tr("Save lesson…"), self._ask_save_lesson, is_small=True),
        )
        for_a_class = ClassroomMenu(model.classroom, lambda: model.current_lesson, language_shown, notice)
        column(row(links[0], px(14), links[1], -1), px(4), row(for_a_class, -1), owner=self)

    def _kinds(self) -> str:
        return self.tr("Lessons of Bayleaf (*%1)").replace("%1", LESSON_SUFFIX)

    def _ask_open(self) -> None:
        def opened(path: Path) -> None:
            self._try(lambda: self._model.open_file(path))

        ask_file(self, self.tr("Open a lesson"), opened, self._kinds(), str(Path.home()))

    def _ask_save_lesson(self) -> None:
        state = self._model.state
        OwnLessonDialog(
            state.lesson.title, state.lesson.explanation, self._ask_lesson_file, self, hides_answers=state.hides_answers
        ).open()

    def _ask_lesson_file(self, title: str, explanation: str, hides_answers: bool) -> None:
        def save(path: Path) -> None:
            self.save_lesson(path, title, explanation, hides_answers=hides_answers)

        ask_save_path(self, self.tr("Save the lesson"), f"{plain_name(title)}{LESSON_SUFFIX}", self._kinds(), save)

    def save_lesson(self, path: Path, title: str, explanation: str, *, hides_answers: bool) -> None:
        """Save the lesson in its current state; an error is shown on the page."""
        path = path if path.suffix else path.with_suffix(LESSON_SUFFIX)
        self._try(lambda: self._model.save_lesson(path, title, explanation, hides_answers=hides_answers))


class OwnLessonDialog(QDialog):
    """Asks for title, explanation, and whether answers are hidden."""

    def __init__(self, title: str, explanation: str, keep: Keep, parent: QWidget, *, hides_answers: bool) -> None:
        super().__init__(parent)
        set_up_dialog(self, self.tr("A lesson of your own"), 480)
        self._title, self._explanation = QLineEdit(title), MultiLineField()
        self._explanation.setPlainText(explanation)
        self._explanation.setMinimumHeight(px(220))
        self._hides = QCheckBox(self.tr("Hide the answers until they are asked for"))
        self._hides.setChecked(hides_answers)
        told = self.tr("Rows, document and recipe go with it as they are now. Write *word* for one that stands out.")
        hint = Paragraph(px(18), told, role="quiet")

        def kept() -> None:
            keep(self._title.text().strip(), self._explanation.toPlainText(), self._hides.isChecked())

        buttons, self._save = make_accept_box(self, kept, QDialogButtonBox.StandardButton.Save)
        self._title.textChanged.connect(lambda written: self._save.setEnabled(bool(written.strip())))
        self._save.setEnabled(bool(title.strip()))
        explained = make_titled_field(self.tr("Explanation"), self._explanation)
        column(
            make_titled_field(self.tr("Title"), self._title), px(10), explained, px(4), hint, px(10), self._hides,
            px(14), buttons,
            margins=px(20), owner=self,
        ).setStretchFactor(explained, 1)  # fmt: skip


ROWS_SHOWN, FEW_ROWS = 6, 3
WIDE_TEXT, NARROW_TEXT = 306, 280
TALL_FROM, WIDE_FROM = 640, 960
"""Below these sizes the page shows fewer rows and narrower controls."""


class LessonsPage(QWidget):
    """The page; shows the state of its view model."""

    def __init__(self, model: LessonsViewModel) -> None:
        super().__init__()
        self._model = model
        self._shown = ""
        self._fields: list[QLineEdit] = []
        self._choice = ComboBox(self.tr("Lesson"), (), model.open)
        self._event_model = ComboBox(self.tr("Event model"), (), lambda name: model.alter_bench(event_model=name))
        self._prior = ComboBox(self.tr("Prior"), (), lambda prior: model.alter_bench(prior=prior))
        self._smoothing, self._strength = _spin(), _spin()
        self._explanation, self._sheet = Explanation(), SheetView()
        self._rows, self._query, self._notice = QTableWidget(), QWidget(), Notice(inset=px(24))
        self._verdict, self._own = TextLabel(), TextLabel(role="quiet", elide=Qt.TextElideMode.ElideRight)
        self._exercise, self._experiment, self._steps = ExercisePane(model), ExperimentPane(model), StepsPane()
        self._tabs, self._hidden, self._answers = TabBar("", ""), QWidget(), AnswerActs(model)
        self._stack = make_stack(self._sheet, self._experiment, self._steps, self._hidden)
        self._lay_out()
        self._smoothing.valueChanged.connect(lambda value: self._model.alter_bench(smoothing=value))
        self._strength.valueChanged.connect(lambda value: self._model.alter_bench(strength=value))
        self._rows.cellChanged.connect(
            lambda place, number: model.set_cell(place, number, self._cell(place, number).text())
        )
        self._tabs.currentChanged.connect(lambda _place: self._show_tab(self._model.state))
        model.speak()
        render_parts(self, model, self.render)

    def _lay_out(self) -> None:
        self._reset = Button(self.tr("Reset"), self._model.reset)
        kinds = self.tr("Spreadsheet (*.xlsx);;PDF (*.pdf);;Web page (*.html);;Text (*.txt)")
        title = self.tr("Save working")
        self._save = Button(
            self.tr("Save working…"),
            lambda: ask_save_path(self, title, f"{self._model.state.lesson.name}.xlsx", kinds, self.save),
        )
        self._show_choices()
        self._head = PageHead(self.tr("Lessons"), self._choice, self._reset, self._save)
        self._name_controls()
        self._left, right, whole = Pane("paper", "r"), Pane("panel"), QWidget()
        self._left.setFixedWidth(px(NARROW_TEXT))
        files = LessonFiles(self._model, self._try, self._notice)
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
        fit_to_items(self._choice, 200, 300)

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
        fit_to_items(self._prior, 150, 220)
        self._prior_width = self._prior.width()
        self._event_model.setFixedSize(px(170), px(30))
        alpha, self._strength_name = TextLabel("α", role="quiet"), TextLabel("λ", role="quiet")
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
        """In a narrow window, hide λ for priors without smoothing, so that no text is cut off."""
        is_wide, needs_strength = self.width() >= px(WIDE_FROM), self._strength.isEnabled()
        for part in (self._strength_name, self._strength):
            part.setVisible(is_wide or needs_strength)
        has_room = is_wide or not needs_strength
        self._event_model.setFixedWidth(px(170 if has_room else 120))
        self._prior.setFixedWidth(self._prior_width if has_room else px(130))
        for spin in (self._smoothing, self._strength):
            spin.setFixedWidth(px(96 if is_wide else 84))

    def _row(self) -> int:
        """Return the number of the selected row, or of the last one."""
        place = self._rows.currentRow()
        return place if place >= 0 else self._rows.rowCount() - 1

    @shows(
        "lesson", "bench", "worked", "problem", "is_changed", "question", "is_of_own_model", "has_no_question",
        "answered", "is_right", "mistake", "source", "experiment", "is_trying", "experiment_problem", "hides_answers",
        "is_answer_wanted",
    )  # fmt: skip
    def render(self, state: LessonsState) -> None:  # type: ignore[override]
        """Show the state."""
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
        """Show the working, the steps or the experiment, as the tab and the lesson require."""
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
            form.addRow(TextLabel(text), field)
        query.setLayout(form)
        old_query, self._query = self._query, query
        self._bench_rows.replaceWidget(old_query, query)
        old_query.hide()
        old_query.deleteLater()

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
        """Show a cell's text, struck out if its row is forgotten."""
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
        self._verdict.setText(self._verdict_words(result))
        sentence = self.tr("Wrong on %2 of its own %1 rows; on %3 when each is judged by a model of all the others.")
        counts = (len(state.bench.learnt_rows), result.wrong, result.wrong_left_out)
        self._own.setText(wording.fill_placeholders(sentence, *map(wording.count, counts)))
        if state.worked is not None:
            self._sheet.show_html(state.worked.html)

    def _verdict_words(self, result: Result) -> str:
        label, shares = result.explained.verdict.label, result.explained.derivation.probabilities
        if label is None or shares is None:
            return self.tr("Undecided")
        place = [each.label for each in result.explained.derivation.labels].index(label)
        exact = result.explained.exact_shares
        return f"{label}: {wording.percent(shares[place], 4)}{'' if exact is None else f' = {exact[place]}'}"

    def save(self, path: Path) -> None:
        """Save the working; an error is shown on the page."""
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
    """Set a value without emitting `valueChanged`."""
    with QSignalBlocker(spin):
        spin.setValue(value)
