"""The Lessons page: the explanation on the left; rows, document, recipe and calculation on the right."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    QTimer,
    QUrl,
)
from PySide6.QtGui import (
    QImage,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QGridLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QRadioButton,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from app.domain.errors import AppError
from app.features.teaching.classroom_dialogs import ClassroomMenu, replace_combo_box_entries, to_file_name
from app.features.teaching.exercises import Question, format_answer
from app.features.teaching.formulas import FormulaView
from app.features.teaching.lessons import MAX_ROUNDS, SUFFIX, PartQuestion, SetupResult, StepOutcome
from app.features.teaching.pictures import PictureView, picture_name
from app.features.teaching.view_model import LessonsState, LessonsViewModel, window_language
from app.features.train.view_model import event_model_name
from app.kit import wording
from app.kit.actions import plain_tip, set_tip
from app.kit.array_table import Column
from app.kit.fields import (
    ComboBox,
    MultiLineField,
    ask_file_path,
    ask_save_path,
    fit_to_items,
    make_accept_box,
    make_titled_field,
)
from app.kit.look import fonts, painting
from app.kit.look.colours import colour, design_values_of
from app.kit.look.fonts import px
from app.kit.page_head import DimmingOverlay, Notice, PageHead, TabBar
from app.kit.page_model import render_parts, shows
from app.kit.painted_values import PlotContent
from app.kit.plots.line_plot import PLOT_FILE_FILTER, LinePlot, SavePicture
from app.kit.table_view import ColumnStyle, SheetView, TableView
from app.kit.widgets import (
    Button,
    Link,
    Pane,
    Paragraph,
    TextLabel,
    column,
    connect_checked,
    make_scroll_area,
    make_stack,
    row,
    set_up_dialog,
    with_accessible_name,
)
from app.kit.wording import sentence_for


class AnswerText(Paragraph):
    """The text of an answer; a click on it chooses the answer."""

    def __init__(self, radio: QRadioButton, words: str) -> None:
        super().__init__(px(17), words, most_lines=4)
        self._radio = radio

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        self._radio.click()


class ExercisePane(QWidget):
    """Pane that shows a question, asks for its answer and checks the answer. The question may stand at the end of a
    part.
    """

    def __init__(self, model: LessonsViewModel) -> None:
        super().__init__()
        self._model, self._choices = model, QWidget()
        self._radios: list[QRadioButton] = []
        self._is_focus_wanted = False
        self._about = with_accessible_name(QComboBox(), self.tr("Questions about"))
        set_tip(self._about, self.tr("Questions about"))
        self._about.setFixedHeight(px(28))
        self._question, self._feedback = Paragraph(px(18), most_lines=6), Paragraph(px(18), most_lines=6)
        self._question.setFont(fonts.body(600))
        self._answer = with_accessible_name(
            QLineEdit(placeholderText=self.tr("A fraction or a decimal")), self.tr("Your answer")
        )
        self._line, self._asked = QWidget(), QWidget()
        row(self._answer, px(8), Button(self.tr("Check"), self._check), owner=self._line)
        ask = Link(self.tr("Another question"), self._ask, is_small=True)
        row(ask, px(8), self._about, owner=self._asked).setStretch(2, 1)
        self._column = column(
            self._question, px(6), self._choices, self._line, px(4), self._feedback, px(6), self._asked, owner=self
        )
        self._answer.returnPressed.connect(self._check)

    def focus_answer(self) -> None:
        """Move the focus to the answer field, as soon as the question is computed."""
        if self._model.state.question is None:
            self._is_focus_wanted = True
        else:
            self._answer.setFocus()

    def show_state(self, state: LessonsState) -> None:
        """Show the question and the feedback on the answer."""
        own, question, check = self._model.current_model_name, state.question, state.check
        replace_combo_box_entries(self._about, [(self.tr("this lesson"), ""), *([(own, own)] if own else [])])
        self._about.setVisible(bool(own))
        has_choices = check is not None and check.kind == "choice"
        self._show_choices(state, check if has_choices else None)
        self._line.setVisible(question is not None and not has_choices)
        self._question.setVisible(question is not None or has_choices)
        self._feedback.setVisible(
            bool(state.answer_text) or state.has_no_question or (has_choices and state.chosen_answer_index >= 0)
        )
        if has_choices and check is not None:
            self._question.show_words(_strip_markdown(check.text))
            self._feedback.show_words(self._choice_question_text(state))
            return
        if question is None:
            self._answer.clear()
            self._feedback.show_words(self.tr("There are no fractions to compute here, so there are no questions."))
            return
        self._question.show_words(self._question_text(question))
        if self._is_focus_wanted:
            self._is_focus_wanted = False
            self._answer.setFocus()
        if state.answer_text:
            self._feedback.show_words(self._feedback_text(state, question))
        else:
            self._answer.clear()

    def _choice_question_text(self, state: LessonsState) -> str:
        if state.chosen_answer_index < 0:
            return ""
        if state.is_right:
            return self.tr("Correct.")
        return self.tr("Not correct yet. %1").replace("%1", _strip_markdown(state.mistake)).strip()

    def _show_choices(self, state: LessonsState, check: PartQuestion | None) -> None:
        """Show the answers of a multiple-choice question in a random order that is always the same. None hides the
        answers.
        """
        texts = [] if check is None else [_strip_markdown(choice.text) for choice in check.choices]
        order = random.Random("".join(texts)).sample(range(len(texts)), len(texts))
        shown = [radio.property("answer") for radio in self._radios]
        if [texts[place] for place in order] != shown:
            for radio in self._radios:
                radio.hide()
                radio.deleteLater()
            self._radios = []
            choices = QWidget()
            layout = QVBoxLayout(choices)
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(px(4))
            for place in order:
                radio = QRadioButton()
                words = AnswerText(radio, texts[place])
                radio.setAccessibleName(texts[place])
                radio.setProperty("answer", texts[place])
                radio.setProperty("place", place)
                connect_checked(radio, partial(self._model.choose_answer, place))
                line = row(radio, px(4), words)
                line.setStretch(2, 1)
                line.setAlignment(radio, Qt.AlignmentFlag.AlignTop)
                layout.addLayout(line)
                self._radios.append(radio)
            old, self._choices = self._choices, choices
            self._column.replaceWidget(old, choices)
            old.hide()
            old.deleteLater()
        self._choices.setVisible(bool(texts))
        if state.chosen_answer_index < 0:
            for radio in self._radios:
                with QSignalBlocker(radio):
                    radio.setAutoExclusive(False)
                    radio.setChecked(False)
                    radio.setAutoExclusive(True)

    def _ask(self) -> None:
        self._model.ask(is_of_own_model=bool(self._about.currentData()))

    def _question_text(self, question: Question) -> str:
        numbers, facts = question.stated_numbers, [question.label, question.step]
        if numbers is None:
            sentence = {
                "prior": self.tr("What is the prior P(%1)?"),
                "step": self.tr("What is P(%2 | %1)?"),
                "product": self.tr("What is P(%1) times all factors of the label %1?"),
                "share": self.tr("What is P(%1 | document)?"),
            }[question.kind]
            return wording.fill_placeholders(sentence, *facts)
        facts += [
            _format_number(float(each))
            for each in (numbers.count, numbers.total, numbers.smoothing, numbers.n_outcomes)
        ]
        sentence = {
            "words": self.tr(
                "“%2” occurs %3 times among the %4 words of %1; α = %5, %6 words in the vocabulary. What is P(%2 | %1)?"
            ),
            "documents": self.tr("“%2” is in %3 of the %4 documents of %1; α = %5. What is P(%2 | %1)?"),
            "complement": self.tr(
                "“%2” occurs %3 times among the %4 words of all labels except %1; α = %5, %6 words in the "
                "vocabulary. What is the share of “%2”?"
            ),
            "values": self.tr("%3 of the %4 documents of %1 have %2; α = %5, %6 possible values. What is P(%2 | %1)?"),
            "prior": self.tr("%3 of %4 documents have the label %1; λ = %5, %6 labels. What is P(%1)?"),
        }[numbers.counted_kind]
        return wording.fill_placeholders(sentence, *facts)

    def _feedback_text(self, state: LessonsState, question: Question) -> str:
        answer = format_answer(question.answer, wording.format_significant(float(question.answer), 5))
        if state.is_right:
            return self.tr("Correct: %1").replace("%1", answer)
        if state.mistake:
            return self.tr("Not correct yet. %1").replace("%1", state.mistake)
        if question.stated_numbers is None:
            return self.tr("Not correct yet. The calculation on the right shows the answer.")
        return self.tr(
            "Not correct yet. The result is (count + smoothing) / (total + smoothing × number of possible values)."
        )

    def _check(self) -> None:
        self._model.answer(self._answer.text())


def _strip_markdown(markdown: str) -> str:
    """Return a line of Markdown as plain text, with quotation marks around emphasised words."""
    return re.sub(r"\*(.+?)\*", r"“\1”", markdown)


class AnswerLinks(QWidget):
    """Links that hide and show the verdict and the calculation."""

    def __init__(self, model: LessonsViewModel) -> None:
        super().__init__()
        always = partial(model.hide_answers, is_wanted=False)
        self._model, self._act = model, Link(is_small=True)
        self._always = Link(self.tr("Always show answers"), always, is_small=True, is_quiet=True)
        row(self._always, px(14), self._act, owner=self)

    def show_state(self, state: LessonsState) -> None:
        """Show the link that hides or that shows the answers, depending on the state."""
        hide = self.tr("Hide the answer") if state.hides_answers else self.tr("Hide answers")
        act = partial(self._model.hide_answers, is_wanted=True)
        if state.hides_answers:
            act = partial(self._model.request_answers, is_wanted=not state.is_answer_wanted)
        self._act.offer(hide if state.shows_answers else self.tr("Show the answer"), act)
        self._always.setVisible(state.hides_answers)


class ExperimentPane(QWidget):
    """Runs the lesson's experiment on the sample mail or a corpus, and shows its curves."""

    def __init__(self, model: LessonsViewModel) -> None:
        super().__init__()
        self._model = model
        self._source = ComboBox(self.tr("Documents for the experiment"), (), model.choose_experiment_corpus)
        set_tip(self._source, self.tr("Documents for the experiment"))
        self._source.setFixedSize(px(220), px(30))
        self._run = Button(self.tr("Run experiment"), model.run_experiment)
        self._sentence, self._notice, self._plot = Paragraph(px(18)), Notice(), LinePlot()
        self._save = SavePicture(self._plot, self._notice, lambda: model.state.lesson.name)
        line, picture = QWidget(), QWidget()
        row(self._source, px(8), self._run, -1, self._save, owner=line)
        column(self._plot, owner=picture)
        self._veil = DimmingOverlay(picture)
        column(line, px(6), self._notice, self._sentence, picture, margins=(0, px(8), 0, 0), owner=self).setStretch(
            4, 1
        )

    def show_state(self, state: LessonsState) -> None:
        """Show the result of the experiment, if there is one."""
        replace_combo_box_entries(
            self._source, [(self.tr("the sample mail"), ""), *((name, name) for name in self._model.corpora)]
        )
        self._source.show_value(state.experiment_corpus)
        self._run.setEnabled(not state.is_experiment_running)
        self._veil.show_waiting(is_waiting=state.is_experiment_running)
        self._notice.show_failure(state.experiment_problem)
        experiment = state.experiment
        self._save.setVisible(experiment is not None)
        self._sentence.show_words(
            self.tr("The experiment has not been run yet.") if experiment is None else experiment.sentence
        )
        self._plot.show_picture(PlotContent() if experiment is None else experiment.picture)


class StepsPane(QWidget):
    """Table of the steps in which the model learns and forgets rows, with the hash of the counts after each step."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[StepOutcome, ...] | None = None
        self._view = TableView(self.tr("Steps"), edges=(0, 0))
        self._same = TextLabel(elide=Qt.TextElideMode.ElideRight)
        self._same.setFont(fonts.small_font())
        column(self._view, px(4), self._same, margins=(0, px(8), 0, 0), owner=self).setStretch(0, 1)

    def show_steps(self, steps: tuple[StepOutcome, ...]) -> None:
        """Fill the table with these steps, and select the last one."""
        if steps == self._shown:
            return
        self._shown = steps
        counted, quiet = ColumnStyle("number", 60), ColumnStyle("quiet", 96)
        forgotten, learnt = self.tr("the model forgot row %1"), self.tr("the model learnt row %1 again")

        def done(step: StepOutcome) -> str:
            template = forgotten if step.kind == "forget" else learnt
            return (
                self.tr("the model learnt all rows")
                if step.kind is None
                else template.replace("%1", wording.format_count(step.row_number + 1))
            )

        def verdict(step: StepOutcome) -> str:
            if step.label is None or step.probability is None:
                return "–"
            return f"{step.label} {wording.format_percent(step.probability, 2)}"

        self._view.show_columns([
            Column(self.tr("Step"), steps, done),
            Column(self.tr("Rows"), steps, lambda step: wording.format_count(step.n_documents), counted,
            is_number=True),
            Column(self.tr("Counts (hash)"), steps, lambda step: step.fingerprint, quiet,
                tip=self.tr("A checksum of all counts. Equal checksums mean equal counts.")),
            Column(self.tr("If retrained"), steps, lambda step: step.fresh_fingerprint, quiet,
                tip=self.tr("The checksum of a new model that is trained without the forgotten rows.")),
            Column(self.tr("New text"), steps, verdict, ColumnStyle("text", 130)),
        ])  # fmt: skip
        self._view.choose_row(len(steps) - 1)
        self._view.scrollToBottom()
        same = self.tr(
            "After each step, the counts equal those of a new model trained only on the rows that are not forgotten."
        )
        other = self.tr("The counts differ from those of a new model trained without the forgotten rows.")
        self._same.setText(same if all(step.matches_fresh_model for step in steps) else other)
        self._same.setVisible(bool(steps))


def _format_number(value: float) -> str:
    return wording.format_count(round(value)) if value == round(value) else wording.format_significant(value, 6)


class LessonExplanation(QTextBrowser):
    """Shows the Markdown of a lesson. It follows no links and loads no pictures, because files may be untrusted."""

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setOpenLinks(False)
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().setProperty("ground", "paper")
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(px(14))
        self._markdown = ""
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self._fit)
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fitting.start())

    def loadResource(self, _kind: int, _url: QUrl | str) -> object:
        """Return an empty picture for any URL, because for None Qt would look for a file."""
        return QImage(1, 1, QImage.Format.Format_Mono)

    def show_markdown(self, markdown: str) -> None:
        """Show a Markdown text. If it only continues the previous text, scroll to its end."""
        if markdown == self._markdown:
            return
        is_longer, self._markdown = bool(self._markdown) and markdown.startswith(self._markdown), markdown
        self.document().setMarkdown(markdown, QTextDocument.MarkdownFeature.MarkdownNoHTML)
        fonts.use_semi_bold(self.document())
        self.setAccessibleDescription(self.toPlainText())  # a reader calls text that cannot be edited a label
        block = self.document().begin()
        while block.isValid():
            form = QTextBlockFormat()
            form.setBottomMargin(px(8))
            form.setLineHeight(125.0, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            QTextCursor(block).mergeBlockFormat(form)
            block = block.next()
        self._fitting.start()  # after the layout that is under way, which would miss a new height
        if is_longer:
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fitting.start()

    def _fit(self) -> None:
        """Limit the height to that of the text, so that the question is directly below the text."""
        height = max(math.ceil(self.document().size().height()) + px(4), px(40))
        if height != self.maximumHeight():
            self.setMaximumHeight(height)
            self.updateGeometry()


SaveLessonFunction = Callable[[str, str, bool], object]
"""Function that saves a lesson, given the title, the explanation, and whether answers are hidden."""
SaveActions = tuple[Callable[[], object], Callable[[], object]]
"""Two functions: one saves the calculation, the other saves the picture."""


TABLE_SUFFIXES = (".csv", ".tsv", ".xlsx", ".ods")


class LessonMenu(Button):
    """A menu button with actions that open and save a lesson, and save its calculation and its picture."""

    def __init__(
        self, model: LessonsViewModel, attempt: Callable[[Callable[[], object]], None], save: SaveActions
    ) -> None:
        super().__init__("", lambda: None)
        self.setText(self.tr("Lesson") + " ▾")
        self._model, self._run_and_show_error = model, attempt
        menu = QMenu(self)
        menu.addAction(self.tr("Open lesson…"), self._ask_open)
        menu.addAction(self.tr("Use your own table…"), self._ask_table)
        menu.addAction(self.tr("Save lesson…"), self._ask_save_lesson)
        menu.addSeparator()
        self.save_working = menu.addAction(self.tr("Save calculation…"), save[0])
        self.save_picture = menu.addAction(self.tr("Save picture…"), save[1])
        self.setMenu(menu)

    def _file_filter(self) -> str:
        return self.tr("Bayleaf lessons (*%1)").replace("%1", SUFFIX)

    def _ask_open(self) -> None:
        def open_lesson_file(path: Path) -> None:
            if path.suffix.lower() in TABLE_SUFFIXES:  # chosen with “all files”: the table is what the person wants
                self._model.use_table(path)
                return
            self._run_and_show_error(lambda: self._model.open_file(path))

        ask_file_path(self, self.tr("Open a lesson"), open_lesson_file, self._file_filter())

    def _ask_table(self) -> None:
        kinds = self.tr("Tables (%1)").replace("%1", " ".join(f"*{suffix}" for suffix in TABLE_SUFFIXES))
        ask_file_path(self, self.tr("A table with a label in each row"), self._model.use_table, kinds)

    def _ask_save_lesson(self) -> None:
        lesson, hides_answers = self._model.current_lesson, self._model.state.hides_answers
        OwnLessonDialog(lesson.title, lesson.source, self._ask_lesson_file, self, hides_answers=hides_answers).open()

    def _ask_lesson_file(self, title: str, explanation: str, hides_answers: bool) -> None:
        def save(path: Path) -> None:
            self.save_lesson(path, title, explanation, hides_answers=hides_answers)

        ask_save_path(self, self.tr("Save the lesson"), f"{to_file_name(title)}{SUFFIX}", self._file_filter(), save)

    def save_lesson(self, path: Path, title: str, explanation: str, *, hides_answers: bool) -> None:
        """Save the lesson in its current state. An error is shown on the page."""
        path = path if path.suffix else path.with_suffix(SUFFIX)
        self._run_and_show_error(lambda: self._model.save_lesson(path, title, explanation, hides_answers=hides_answers))


class OwnLessonDialog(QDialog):
    """Dialog for saving a lesson: asks for the title, the explanation, and whether answers are hidden."""

    def __init__(
        self, title: str, explanation: str, keep: SaveLessonFunction, parent: QWidget, *, hides_answers: bool
    ) -> None:
        super().__init__(parent)
        set_up_dialog(self, self.tr("Your own lesson"), 480)
        self._title, self._explanation = QLineEdit(title), MultiLineField()
        self._explanation.setPlainText(explanation)
        self._explanation.setMinimumHeight(px(220))
        self._hides = QCheckBox(self.tr("Hide the answers until the reader asks for them"))
        self._hides.setChecked(hides_answers)
        how = self.tr(
            "The lesson keeps the present rows, document and settings. In the text, *word* highlights a word, and"
            " [[answer]] marks an answer that can be hidden. A line --- begins a new part. Write a question as “?"
            " …”, and below it “+ right” and “- wrong :: why”."
        )
        hint = Paragraph(px(18), how, role="quiet", most_lines=5)

        def save() -> None:
            keep(self._title.text().strip(), self._explanation.toPlainText(), self._hides.isChecked())

        buttons, self._save = make_accept_box(self, save, QDialogButtonBox.StandardButton.Save)
        self._title.textChanged.connect(lambda written: self._save.setEnabled(bool(written.strip())))
        self._save.setEnabled(bool(title.strip()))
        explained = make_titled_field(self.tr("Explanation"), self._explanation)
        column(
            make_titled_field(self.tr("Title"), self._title), px(10), explained, px(4), hint, px(10), self._hides,
            px(14), buttons,
            margins=px(20), owner=self,
        ).setStretchFactor(explained, 1)  # fmt: skip


WIDE_TEXT, NARROW_TEXT = 320, 286
CONTENTS, WIDEST_CONTENTS, WIDEST_CONTENTS_FROM = 214, 300, 1220
"""Usual and maximum width of the list of lessons, and the minimum page width for the maximum, in unscaled pixels."""
TALL_FROM, WIDE_FROM, CONTENTS_FROM = 700, 960, 1130
"""Minimum page height for rows below the picture; minimum page widths for wide controls and for the list of lessons."""
MAX_ROWS_SHOWN, FIELDS_IN_A_LINE = 8, 4


class Contents(QListWidget):
    """The numbered list of lessons. Finished lessons have a tick."""

    def __init__(self, open_lesson: Callable[[str], object]) -> None:
        super().__init__()
        self._open = open_lesson
        self.setFrameShape(QListWidget.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setAccessibleName(self.tr("Lessons"))
        self.setItemDelegate(ContentsDelegate(self))
        self.currentItemChanged.connect(self._on_chosen)

    def show_lessons(self, titles: Sequence[tuple[str, str]], finished: frozenset[str], current: str) -> None:
        """Replace the list by these (name, title) pairs. `finished` and `current` are names of lessons."""
        with QSignalBlocker(self):
            if [self.item(place).data(Qt.ItemDataRole.UserRole) for place in range(self.count())] != [
                n for n, _ in titles
            ]:
                self.clear()
                self.addItems(["" for _ in titles])
            for place, (name, title) in enumerate(titles):
                item = self.item(place)
                item.setText(f"{place + 1}. {title}")
                item.setData(Qt.ItemDataRole.UserRole, name)
                item.setData(FINISHED, name in finished)
                spoken = self.tr("%1, finished") if name in finished else "%1"
                item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken.replace("%1", item.text()))
                item.setToolTip(plain_tip(title))
                if name == current:
                    self.setCurrentItem(item)

    def whole_width(self) -> int:
        """Return the width at which all titles fit, also in semi-bold."""
        titles = (self.item(place).text().partition(". ")[2] for place in range(self.count()))
        return round(max((painting.text_width(title, fonts.body(600)) for title in titles), default=0)) + px(52)

    def _on_chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self._open(item.data(Qt.ItemDataRole.UserRole))


FINISHED = Qt.ItemDataRole.UserRole + 1


class ContentsDelegate(QStyledItemDelegate):
    """Paints an entry of the list of lessons."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(px(100), px(30))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        view = self.parent()
        if not isinstance(view, QWidget):
            return
        tokens, rect = design_values_of(view.palette()), QRectF(option.rect)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if is_chosen:
            painting.paint_round_rect(painter, rect.adjusted(px(6), 1, -px(6), -1), px(6), fill=colour(tokens.chosen))
        number, _, title = str(index.data()).partition(". ")
        place = QRectF(rect.left() + px(10), rect.top(), px(22), rect.height())
        is_finished = bool(index.data(FINISHED))
        if is_finished:
            box = QRectF(place.right() - px(15), place.center().y() - px(8), px(16), px(16))
            painting.paint_tick_mark(painter, box, tokens.accent)
        else:
            painting.paint_text(painter, place, number, font=fonts.small_font(), pen=tokens.quiet, align=painting.RIGHT)
        words = QRectF(place.right() + px(8), rect.top(), rect.right() - place.right() - px(16), rect.height())
        painting.paint_text(painter, words, title, font=fonts.body(600 if is_chosen else 400), pen=tokens.text)


class LessonsPage(QWidget):
    """The Lessons page. It shows the state of its view model."""

    def __init__(self, model: LessonsViewModel) -> None:
        super().__init__()
        self._model = model
        self._shown: tuple[str, object, object] | None = None
        self._keys: list[str] = []
        """What each tab shows: a kind of picture, or steps, experiment, working, rows."""
        self._fields: list[QLineEdit] = []
        self._choice = ComboBox(self.tr("Lesson"), (), model.open)
        self._contents = Contents(model.open)
        self._event_model = ComboBox(self.tr("Event model"), (), lambda name: model.change_setup(event_model=name))
        self._prior = ComboBox(self.tr("Prior"), (), lambda prior: model.change_setup(prior=prior))
        self._smoothing, self._strength = _make_smoothing_spin(), _make_smoothing_spin()
        self._rounds = QSpinBox(maximum=MAX_ROUNDS)
        self._rounds.setFixedSize(px(60), px(30))
        self._explanation, self._sheet = LessonExplanation(), SheetView()
        self._formula, self._picture = FormulaView(), PictureView()
        self._rows, self._query, self._notice = QTableWidget(), QWidget(), Notice(inset=px(24))
        self._verdict, self._own = TextLabel(), TextLabel(role="quiet", elide=Qt.TextElideMode.ElideRight)
        self._exercise, self._experiment, self._steps = ExercisePane(model), ExperimentPane(model), StepsPane()
        self._tabs, self._answers = TabBar(), AnswerLinks(model)
        self._lay_out()
        self._smoothing.valueChanged.connect(lambda value: self._model.change_setup(smoothing=value))
        self._strength.valueChanged.connect(lambda value: self._model.change_setup(strength=value))
        self._rounds.valueChanged.connect(lambda value: self._model.change_setup(rounds=value))
        self._rows.cellChanged.connect(
            lambda place, number: model.set_cell(place, number, self._make_cell(place, number).text())
        )
        self._picture.arrow_toggled.connect(model.toggle_arrow)
        self._tabs.currentChanged.connect(lambda _place: self._on_tab_chosen())
        for field in (self, *(spin.lineEdit() for spin in (self._smoothing, self._strength, self._rounds))):
            field.installEventFilter(self)
        model.retranslate()
        render_parts(self, model, self.render)

    def _lay_out(self) -> None:
        self._undo = Button(self.tr("Undo"), self._model.undo)
        self._reset = Button(self.tr("Reset"), self._model.reset)
        self._menu = LessonMenu(self._model, self._run_and_show_error, (self._ask_save_working, self._ask_save_picture))
        for_a_class = ClassroomMenu(
            self._model.classroom, lambda: self._model.current_lesson, window_language, self._notice
        )
        self._head = PageHead(self.tr("Lessons"), self._choice, self._undo, self._reset, self._menu, for_a_class)
        self._name_controls()
        self._side, self._left, right, whole = Pane("side", "r"), Pane("paper", "r"), Pane("panel"), QWidget()
        self._progress = TextLabel(role="quiet")
        self._progress.setFont(fonts.small_font())
        self._contents.viewport().setAutoFillBackground(False)
        side = row(px(16), self._progress)
        column(side, px(6), self._contents, margins=(0, px(14), 0, px(8)), owner=self._side).setStretch(2, 1)
        self._lay_out_text()
        self._rows_box, self._rows_page, self._rows_place = QWidget(), QWidget(), QWidget()
        self._rows_name = TextLabel(self.tr("Rows to learn from"), elide=Qt.TextElideMode.ElideRight)
        self._rows_name.setFont(fonts.small_font(600))
        head = row(self._rows_name, self._make_row_actions())
        head.setStretch(0, 1)
        column(head, px(4), self._rows, owner=self._rows_box).setStretch(2, 1)
        for holder in (self._rows_page, self._rows_place):
            column(owner=holder)
        self._hidden = TextLabel(self.tr("The picture shows the answer. Calculate it yourself first."), role="quiet")
        self._hidden.setAlignment(Qt.AlignmentFlag.AlignCenter)
        pictures, working = QWidget(), QWidget()
        self._picture_area = make_scroll_area(self._picture, ground="panel", is_upright=True)
        self._picture_area.viewport().setAutoFillBackground(False)
        self._picture.setAutoFillBackground(False)
        column(self._formula, px(6), self._picture_area, owner=pictures).setStretch(2, 1)
        column(self._own, px(6), self._sheet, owner=working).setStretch(2, 1)
        self._pages = {
            "picture": pictures, "working": working, "experiment": self._experiment, "steps": self._steps,
            "rows": self._rows_page, "hidden": self._hidden,
        }  # fmt: skip
        self._stack = make_stack(*self._pages.values())
        verdict, self._setup_pane = QWidget(), QWidget()
        row(self._verdict, -1, self._answers, owner=verdict)
        self._setup_pane.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._setup_rows = column(self._make_controls(), px(8), self._query, px(10), verdict, owner=self._setup_pane)
        parts = (self._setup_pane, px(2), self._tabs, px(10), self._stack, px(8), self._rows_place)
        column(*parts, margins=(px(20), px(12), px(20), px(12)), owner=right).setStretch(4, 1)
        row(self._side, self._left, right, owner=whole).setStretch(2, 1)
        column(self._head, self._notice, whole, owner=self).setStretch(2, 1)
        for part in (self._notice, self._side, self._reset):  # a wide window shows the last two
            part.setVisible(False)

    def _lay_out_text(self) -> None:
        self._back = Link(self.tr("‹ Previous"), self._model.open_previous, is_small=True, is_quiet=True)
        self._next = Button("", self._go_forward)
        self._same = Link(self.tr("Try this lesson with your documents"), self._model.use_own_documents, is_small=True)
        below = row(self._back, -1, self._next)
        texts = (self._explanation, px(12), self._exercise, px(12))
        layout = column(
            *texts, -1, row(self._same, -1), px(10), below, margins=(px(22), px(16), px(18), px(14)), owner=self._left
        )
        layout.setStretchFactor(self._explanation, 100)

    def _name_controls(self) -> None:
        named = (
            (self._smoothing, self.tr("Smoothing α")),
            (self._strength, self.tr("Smoothing of the prior, λ")),
            (
                self._rounds,
                self.tr("How many times the model learns from the labels that it guesses for unlabelled rows"),
            ),
            (self._rows, self.tr("Rows to learn from")),
            (self._explanation, self.tr("Explanation")),
            (self._sheet, self.tr("Calculation")),
        )
        for widget, name in named:
            widget.setAccessibleName(name)
            set_tip(widget, name if isinstance(widget, (QDoubleSpinBox, QSpinBox)) else "")
        for choice in (self._choice, self._event_model, self._prior):
            set_tip(choice, choice.accessibleName())
        self._rows.setShowGrid(False)
        self._rows.verticalHeader().setVisible(False)
        self._rows.horizontalHeader().setProperty("edges", (1, 10, 1))
        self._rows.horizontalHeader().setFixedHeight(px(28))
        self._rows.verticalHeader().setDefaultSectionSize(px(26))
        self._verdict.setFont(fonts.font(17, 600))
        self._own.setFont(fonts.small_font())

    def _make_controls(self) -> QWidget:
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
        self._rounds_name = TextLabel(self.tr("Rounds"), role="quiet")
        row(
            self._event_model, px(10), alpha, px(4), self._smoothing, px(10), self._prior, px(10),
            self._strength_name, px(4), self._strength, px(10), self._rounds_name, px(4), self._rounds, -1, owner=owner,
        )  # fmt: skip
        return owner

    def _make_row_actions(self) -> QWidget:
        owner = QWidget()

        def add() -> None:
            place = self._model.add_row(self._selected_row())
            self._rows.setCurrentCell(place, 1)
            self._rows.scrollToItem(self._make_cell(place, 1))
            self._rows.editItem(self._make_cell(place, 1))

        self._step_acts = [
            Link(
                self.tr("Forget row"),
                lambda: self._model.forget_or_learn_row("forget", self._selected_row()),
                is_small=True,
            ),
            Link(
                self.tr("Learn row again"),
                lambda: self._model.forget_or_learn_row("learn", self._selected_row()),
                is_small=True,
            ),
        ]
        acts = [
            *self._step_acts,
            Link(self.tr("Add row"), add, is_small=True),
            Link(self.tr("Remove row"), lambda: self._model.remove_row(self._selected_row()), is_small=True),
        ]
        row(*[part for act in acts for part in (px(14), act)], owner=owner)
        return owner

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        has_contents = self.width() >= px(CONTENTS_FROM)
        self._side.setVisible(has_contents)
        self._fit_contents()
        self.setProperty("first_focus", self._contents if has_contents else self._choice)
        self._choice.setVisible(not has_contents)
        self._reset.setVisible(self.width() >= px(WIDE_FROM))
        self._left.setFixedWidth(px(WIDE_TEXT if self.width() >= px(WIDE_FROM) else NARROW_TEXT))
        self._place_rows()
        self._fit_controls()

    def _fit_contents(self) -> None:
        """Make the list of lessons as wide as its longest title, if the page has room for it."""
        most = px(WIDEST_CONTENTS if self.width() >= px(WIDEST_CONTENTS_FROM) else CONTENTS)
        self._side.setFixedWidth(min(max(self._contents.whole_width(), px(CONTENTS)), most))

    def _place_rows(self) -> None:
        """Put the table of rows below the picture, or into a tab of its own if the page is too low."""
        is_tall = self.height() >= px(TALL_FROM)
        holder = self._rows_place if is_tall else self._rows_page
        layout = holder.layout()
        if layout is not None and self._rows_box.parentWidget() is not holder:
            layout.addWidget(self._rows_box)
            self._show_tabs(self._model.state)
        shown = min(max(self._rows.rowCount(), 3), MAX_ROWS_SHOWN, max((self.height() - px(690)) // px(26), 3))
        height = self._rows.horizontalHeader().height() + px(26) * shown + 2 * self._rows.frameWidth()
        self._rows.setMinimumHeight(height if is_tall else px(60))
        self._rows.setMaximumHeight(height if is_tall else MAX_HEIGHT)
        is_experiment = self._stack.currentWidget() is self._experiment
        self._rows_place.setVisible(is_tall and not is_experiment)

    def _fit_controls(self) -> None:
        """Show the fields for λ and for the rounds only if the lesson uses them, and adjust the widths of all
        fields.
        """
        is_wide, setup = self.width() >= px(WIDE_FROM), self._model.state.setup
        has_strength, has_rounds = self._strength.isEnabled(), bool(setup.unlabelled_rows)
        contents = self._side.width() if self.width() >= px(CONTENTS_FROM) else 0
        room = self.width() - contents - self._left.maximumWidth() - px(44)
        spin = px(96 if is_wide else 72 if has_strength and has_rounds else 84)
        needed = px(170) + self._prior_width + spin + px(48)
        needed += (spin + px(14)) * has_strength + (self._rounds_name.sizeHint().width() + px(74)) * has_rounds
        lacking = max(needed - room, 0)
        for part, is_shown in (
            (self._strength_name, has_strength), (self._strength, has_strength),
            (self._rounds_name, has_rounds), (self._rounds, has_rounds),
        ):  # fmt: skip
            part.setVisible(is_shown)
        for field in (self._smoothing, self._strength):
            field.setFixedWidth(spin)
        self._event_model.setFixedWidth(max(px(170) - lacking, px(96)))
        self._prior.setFixedWidth(max(self._prior_width - max(lacking - px(74), 0), px(96)))

    def _selected_row(self) -> int:
        """Return the number of the selected row, or of the last row if none is selected."""
        place = self._rows.currentRow()
        return place if place >= 0 else self._rows.rowCount() - 1

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Use the Undo and Redo keys for the lesson's values, also while a text field has the focus."""
        if isinstance(event, QKeyEvent) and event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            step = self._step_for(event)
            if step is not None:
                event.accept()
                if event.type() is QEvent.Type.KeyPress:
                    step()
                return True
        return False

    def _step_for(self, event: QKeyEvent) -> Callable[[], None] | None:
        state = self._model.state
        if event.matches(QKeySequence.StandardKey.Undo) and state.can_undo:
            return self._model.undo
        if event.matches(QKeySequence.StandardKey.Redo) and state.can_redo:
            return self._model.redo
        return None

    @shows(
        "lesson", "setup", "results", "problem", "is_changed", "question", "is_of_own_model", "has_no_question",
        "answer_text", "is_right", "mistake", "experiment_corpus", "experiment", "is_experiment_running",
        "experiment_problem", "hides_answers", "is_answer_wanted", "picture", "arrows", "corpus", "last_part_index",
        "is_check_open", "chosen_answer_index", "finished_lessons", "can_undo", "can_redo",
    )  # fmt: skip
    def render(self, state: LessonsState) -> None:  # type: ignore[override]
        """Show the state of the view model."""
        self._undo.setEnabled(state.can_undo)
        self._reset.setEnabled(state.is_changed)
        self._menu.save_working.setEnabled(state.results is not None and state.shows_answers)
        self._menu.save_picture.setEnabled(state.results is not None and state.shows_answers)
        self._show_contents(state)
        shape = (state.lesson.name, state.setup.columns, state.lesson.title)
        if self._shown != shape:
            self._shown = shape
            self._show_lesson(state)
            self._notice.show_failure(None)  # it was about an earlier action
        self._formula.show_formula(state.lesson.formula_for(state.setup))
        own_rows = self.tr("The rows are now from “%1”. The text below still explains the rows of the lesson.")
        note = own_rows.replace("%1", state.corpus) + "\n\n" if state.corpus else ""
        self._explanation.show_markdown(note + state.text)
        self._show_setup(state)
        self._show_result(state)
        self._show_tabs(state)
        self._exercise.show_state(state)
        self._show_navigation(state)

    def _show_contents(self, state: LessonsState) -> None:
        titles, finished = self._model.titles(), state.finished_lessons
        self._contents.show_lessons(titles, finished, state.lesson.name)
        self._fit_contents()
        ticks = [" ✓" if name in finished else "" for name, _ in titles]
        entries = [
            (f"{place}. {title}{tick}", name)
            for place, ((name, title), tick) in enumerate(zip(titles, ticks, strict=True), start=1)
        ]
        if replace_combo_box_entries(self._choice, entries):
            fit_to_items(self._choice, 180, 220)
        self._choice.show_value(state.lesson.name)
        counts = wording.format_count(sum(map(bool, ticks))), wording.format_count(len(titles))
        self._progress.setText(wording.fill_placeholders(self.tr("%1 of %2 lessons finished"), *counts))

    def _go_forward(self) -> None:
        self._model.go_forward()
        check = self._model.state.check
        if check is not None and check.kind != "choice":
            self._exercise.focus_answer()  # else the next Enter would press this button again and skip the question

    def _show_navigation(self, state: LessonsState) -> None:
        """Show the links to the previous lesson, and to the next part or lesson."""
        names = self._model.lesson_names
        place = names.index(state.lesson.name)
        self._back.setEnabled(place > 0)
        if not state.is_last_part:
            words = self.tr("Continue")
        elif place + 1 < len(names):
            words = self.tr("Next lesson")
        else:
            words = self.tr("Finish")
        self._next.setText(words)
        self._next.setProperty("primary", state.is_right or state.check is None)
        self._next.update()

    def _show_lesson(self, state: LessonsState) -> None:
        with QSignalBlocker(self._event_model):
            self._event_model.clear()
            for event_model in state.setup.event_models:
                self._event_model.addItem(event_model_name(event_model), event_model)
        self._rows.clearContents()
        self._rows.setCurrentCell(-1, -1)
        self._show_query(state)
        self._keys = []
        for act in self._step_acts:
            act.setVisible(state.lesson.experiment == "steps")

    def _show_tabs(self, state: LessonsState) -> None:
        """Show a tab for each picture, for the experiment and for the calculation; in a low window also one for the
        rows.
        """
        experiment = {"": [], "steps": ["steps"]}.get(state.lesson.experiment, ["experiment"])
        is_low = self._rows_box.parentWidget() is self._rows_page
        keys = [*state.pictures, *experiment, "working", *(["rows"] if is_low else [])]
        if keys != self._keys:
            wanted = self._key_of_current_tab() if self._keys else (experiment if "steps" in experiment else keys)[0]
            self._keys = keys
            with QSignalBlocker(self._tabs):
                while self._tabs.count() > len(keys):
                    self._tabs.removeTab(self._tabs.count() - 1)
                for place, key in enumerate(keys):
                    if place == self._tabs.count():
                        self._tabs.addTab("")
                    self._tabs.show_name(place, self._tab_name(key))
                self._tabs.setCurrentIndex(keys.index(wanted) if wanted in keys else 0)
        self._show_tab(state)

    def _tab_name(self, key: str) -> str:
        names = {
            "working": self.tr("Calculation"),
            "steps": self.tr("Steps"),
            "experiment": self.tr("Experiment"),
            "rows": self.tr("Rows"),
        }
        return names.get(key) or picture_name(key)  # type: ignore[arg-type]

    def _key_of_current_tab(self) -> str:
        """Return the key of the current tab, such as "working" or a kind of picture; "" for none."""
        place = self._tabs.currentIndex()
        return self._keys[place] if 0 <= place < len(self._keys) else ""

    def _on_tab_chosen(self) -> None:
        key = self._key_of_current_tab()
        if key in self._model.state.pictures:
            self._model.choose_picture(key)
        self._show_tab(self._model.state)

    def _show_tab(self, state: LessonsState) -> None:
        """Show the content of the selected tab, or a placeholder while answers are hidden."""
        key = self._key_of_current_tab()
        if key in state.pictures and key != state.picture:
            self._model.choose_picture(key)
            return
        page = key if key in self._pages else "picture"
        if page == "experiment":
            self._experiment.show_state(state)
        if page == "steps":
            self._steps.show_steps(() if state.results is None else state.results.steps)
        if not state.shows_answers and page != "rows":
            page = "hidden"
        self._stack.setCurrentWidget(self._pages[page])
        self._setup_pane.setVisible(page != "experiment")
        self._place_rows()

    def _show_query(self, state: LessonsState) -> None:
        """Rebuild the fields of the document to classify."""
        query, grid = QWidget(), QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(px(10))
        grid.setVerticalSpacing(px(2))
        self._fields = []
        for place, (name, kind) in enumerate(state.setup.columns):
            title = self.tr("New text") if kind == "text" else name
            field, shown = self._make_field(place, kind)
            field.setAccessibleName(title)
            shown.setFixedHeight(px(28))
            self._fields.append(field)
            line, across = divmod(place, FIELDS_IN_A_LINE)
            words = TextLabel(title, role="quiet", elide=Qt.TextElideMode.ElideRight)
            words.setFont(fonts.small_font())
            grid.addWidget(words, 2 * line, across)
            grid.addWidget(shown, 2 * line + 1, across)
        query.setLayout(grid)
        scrolled: QWidget = query
        if len(state.setup.columns) > 2 * FIELDS_IN_A_LINE:
            scrolled = make_scroll_area(query, ground="panel", is_upright=True)
            scrolled.setFixedHeight(px(112))
        old_query, self._query = self._query, scrolled
        self._setup_rows.replaceWidget(old_query, scrolled)
        old_query.hide()
        old_query.deleteLater()

    def _make_field(self, index: int, kind: str) -> tuple[QLineEdit, QWidget]:
        """Return the text field of a column, and the widget to show: that field, or for choices the combo box that
        contains it.
        """
        field = QLineEdit()
        shown: QWidget = field
        if kind == "choice":
            box = QComboBox(editable=True, insertPolicy=QComboBox.InsertPolicy.NoInsert)
            box.setLineEdit(field)
            box.setCompleter(None)  # type: ignore[arg-type]
            box.setMinimumWidth(px(70))
            box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            values = dict.fromkeys(row[index + 1] for row in self._model.state.setup.rows if row[index + 1].strip())
            box.addItems(list(values))
            box.activated.connect(lambda _index: self._model.set_query(index, box.currentText()))
            name = self._model.state.setup.columns[index][0]
            box.setAccessibleName(name)
            box.setAccessibleDescription(name)  # on Linux, readers say the chosen value instead of the name
            shown = box
        field.textEdited.connect(lambda written: self._model.set_query(index, written))
        field.installEventFilter(self)
        return field, shown

    def _show_setup(self, state: LessonsState) -> None:
        setup = state.setup
        self._event_model.show_value(setup.event_model)
        self._prior.show_value(setup.prior)
        _show_value(self._smoothing, setup.smoothing)
        _show_value(self._strength, setup.strength)
        self._smoothing.setEnabled(setup.is_smoothed)
        self._strength.setEnabled(setup.prior == "smoothed")
        with QSignalBlocker(self._rounds):
            self._rounds.setValue(setup.rounds)
        self._fit_controls()
        for field, text in zip(self._fields, setup.query, strict=True):
            if field.text() != text:
                field.setText(text)
        name = self.tr("Rows to learn from")
        self._rows_name.setText(f"{name} – {state.corpus}" if state.corpus else name)
        has_documents = (
            bool(state.corpus) and state.corpus in self._model.corpora
        )  # else its rows are from a table file
        self._same.setText(
            self.tr("Pick other documents") if has_documents else self.tr("Try this lesson with your documents")
        )
        self._same.setVisible(bool(self._model.own_corpus))
        names = [self.tr("Label"), *(self.tr("Text") if kind == "text" else name for name, kind in setup.columns)]
        with QSignalBlocker(self._rows):
            self._rows.setRowCount(len(setup.rows))
            self._rows.setColumnCount(len(names))
            self._rows.setHorizontalHeaderLabels(names)
            for place, cells in enumerate(setup.rows):
                for number, text in enumerate(cells):
                    self._show_cell(self._make_cell(place, number), text, is_forgotten=place in setup.forgotten)
        self._rows.horizontalHeader().setStretchLastSection(True)

    def _make_cell(self, index: int, number: int) -> QTableWidgetItem:
        item = self._rows.item(index, number)
        if item is None:
            item = QTableWidgetItem()
            self._rows.setItem(index, number, item)
        return item

    def _show_cell(self, item: QTableWidgetItem, text: str, *, is_forgotten: bool) -> None:
        """Show the text of a cell, struck out if the model has forgotten the row."""
        if item.text() != text:
            item.setText(text)
        font = item.font()
        if font.strikeOut() is not is_forgotten:
            font.setStrikeOut(is_forgotten)
            item.setFont(font)

    def _show_result(self, state: LessonsState) -> None:
        result, results = state.result, state.results
        place = self._model.lesson_names.index(state.lesson.name) + 1
        template = self.tr("Lesson %1 of %2: %3")
        facts = (wording.format_count(place), wording.format_count(len(self._model.lesson_names)), state.lesson.title)
        self._head.show_facts(wording.fill_placeholders(template, *facts))
        self._answers.show_state(state)
        self._own.setText("")
        if not state.shows_answers:
            self._verdict.setText(self.tr("Calculate the answer yourself first."))
            return
        if result is None or results is None:
            self._verdict.setText("" if state.problem is None else sentence_for(state.problem))
            self._sheet.show_html("")
            if state.problem is not None:
                self._picture.show_scene(None)
            return
        self._verdict.setText(self._verdict_text(result))
        self._own.setText(self._error_text(state, result))
        if results.scene is not None:
            self._picture.show_scene(results.scene)
        self._sheet.show_html(results.html)

    def _error_text(self, state: LessonsState, result: SetupResult) -> str:
        n_rows, n_pile = (
            wording.format_count(len(rows)) for rows in (state.setup.learnt_rows, state.setup.unlabelled_rows)
        )
        if result.n_wrong_left_out is None:
            sentence = self.tr(
                "The model learnt from %1 labelled rows and from the guessed labels of %2 unlabelled rows."
            )
            return wording.fill_placeholders(sentence, n_rows, n_pile)
        sentence = self.tr(
            "Of %1 rows, the model classifies %2 wrongly. If each row in turn is left out of the "
            "training, it classifies %3 wrongly."
        )
        return wording.fill_placeholders(
            sentence, n_rows, *map(wording.format_count, (result.n_wrong, result.n_wrong_left_out))
        )

    def _verdict_text(self, result: SetupResult) -> str:
        label, shares = result.derived_verdict.verdict.label, result.derived_verdict.derivation.probabilities
        if label is None or shares is None:
            return self.tr("Undecided")
        place = [each.label for each in result.derived_verdict.derivation.labels].index(label)
        exact = result.derived_verdict.exact_shares
        if exact is None or len(exact[place]) > MAX_FRACTION:
            return f"{label}: {wording.format_probability(shares[place])}"
        # Without smoothing, counts of 0 can make a verdict certain; “> 99.9 % = 1” would contradict itself.
        is_certain = exact[place] == "1"
        percent = wording.format_percent(1.0, 0) if is_certain else wording.format_probability(shares[place])
        return f"{label}: {percent} = {exact[place]}"

    def _ask_save_working(self) -> None:
        kinds = self.tr("Spreadsheet (*.xlsx);;PDF (*.pdf);;Web page (*.html);;Text (*.txt)")
        ask_save_path(
            self, self.tr("Save calculation"), f"{to_file_name(self._model.state.lesson.title)}.xlsx", kinds, self.save
        )

    def _ask_save_picture(self) -> None:
        name = f"{to_file_name(self._model.state.lesson.title)}.png"
        ask_save_path(self, self.tr("Save picture"), name, PLOT_FILE_FILTER, self.save_picture)

    def save(self, path: Path) -> None:
        """Save the calculation to a file. An error is shown on the page."""
        is_pdf = path.suffix.lower() == ".pdf"
        self._run_and_show_error(lambda: self._sheet.save_pdf(path) if is_pdf else self._model.save_calculation(path))

    def save_picture(self, path: Path) -> None:
        """Save the picture in the light theme, or its description if the suffix is .csv. An error is shown on
        the page.
        """
        self._notice.show_problem(self._picture.save(path))

    def _run_and_show_error(self, action: Callable[[], object]) -> None:
        problem = None
        try:
            action()
        except AppError as error:
            problem = error
        self._notice.show_failure(problem)


MAX_HEIGHT = 16_777_215
"""Qt's QWIDGETSIZE_MAX: a maximum height that sets no limit."""
MAX_FRACTION = 24
"""Maximum number of characters of a probability that is shown as a fraction."""


class SmoothingSpin(QDoubleSpinBox):
    """A spin box that shows only as many decimals as its value has."""

    def textFromValue(self, value: float) -> str:
        text, point = super().textFromValue(value), self.locale().decimalPoint()
        return text.rstrip("0").removesuffix(point) if point in text else text


def _make_smoothing_spin() -> QDoubleSpinBox:
    spin = SmoothingSpin(minimum=0.0, maximum=1000.0, decimals=4, singleStep=0.1)
    spin.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)
    spin.setKeyboardTracking(False)
    spin.setFixedSize(px(96), px(30))
    return spin


def _show_value(spin: QDoubleSpinBox, value: float) -> None:
    """Set a value without emitting `valueChanged`."""
    with QSignalBlocker(spin):
        spin.setValue(value)
