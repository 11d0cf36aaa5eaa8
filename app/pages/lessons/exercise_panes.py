"""Parts of the Lessons page: exercises at the left, experiments and steps beside the working, a lesson of one's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QTextBlockFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLineEdit,
    QTextBrowser,
    QWidget,
)

from app.pages.kit.fields import Choice, TextField, keep_box, save_as, titled, with_file
from app.pages.kit.page_head import Notice, Veil
from app.pages.kit.plots.line_plot import LinePlot, SavePicture
from app.pages.kit.table_view import ColumnLook, TableView
from app.pages.kit.widgets import Button, Link, Paragraph, Words, column, named, prepare, row
from app.pages.lessons.view_model import LESSON_SUFFIX, LessonsState, LessonsViewModel, Question, ToldStep
from app.pages.painted_values import CurvePicture
from app.pages.whole_file_writing import write_whole
from app.qt import wording
from app.qt.array_table import Column
from app.qt.look import fonts
from app.qt.look.fonts import px
from app.qt.picture_files import pdf_of_html
from app.qt.tooltips import set_tip


class ExercisePane(QWidget):
    """Asks something about the lesson, or about the model at hand, and checks the answer."""

    def __init__(self, model: LessonsViewModel) -> None:
        super().__init__()
        self._model = model
        self._about = named(QComboBox(), self.tr("Ask about"))
        set_tip(self._about, self.tr("Ask about"))
        self._about.setFixedHeight(px(30))
        self._question, self._told = Paragraph(px(18)), Paragraph(px(18))
        self._answer = named(QLineEdit(placeholderText=self.tr("A fraction or a decimal")), self.tr("Your answer"))
        self._line, asked = QWidget(), QWidget()
        row(self._answer, px(8), Button(self.tr("Check"), self._check), owner=self._line)
        ask = Button(self.tr("Ask me"), lambda: model.ask(is_of_own_model=self._about.currentIndex() == 1))
        row(ask, px(8), self._about, owner=asked).setStretch(2, 1)
        column(self._question, px(6), self._line, px(4), self._told, px(6), asked, owner=self)
        self._answer.returnPressed.connect(self._check)

    def show_state(self, state: LessonsState) -> None:
        """Show the question, and what became of the answer."""
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
        self._question.show_words(self._asked(question))
        if state.answered:
            self._told.show_words(self._judged(state, question))
        else:
            self._answer.clear()

    def _asked(self, question: Question) -> str:
        given, facts = question.given, [question.label, question.step]
        if given is None:
            asked = self.tr("What is P(%1 | document)?") if not question.step else self.tr("What is P(%2 | %1)?")
            return wording.numbered(asked, *facts)
        facts += [_number(float(each)) for each in (given.count, given.total, given.smoothing, given.n_outcomes)]
        asked = {
            "words": self.tr("%1 has “%2” %3 times among %4 words; α = %5, %6 words in all. What is P(%2 | %1)?"),
            "documents": self.tr("“%2” is in %3 of the %4 documents of %1; α = %5. What is P(%2 | %1)?"),
            "complement": self.tr(
                "All labels but %1 have “%2” %3 times among %4 words; α = %5, %6 words in all. What is its share?"
            ),
            "values": self.tr("%3 of %4 documents of %1 have %2; α = %5, %6 values. What is P(%2 | %1)?"),
            "prior": self.tr("%3 of %4 documents are %1; λ = %5, %6 labels. What is P(%1)?"),
        }[given.of]
        return wording.numbered(asked, *facts)

    def _judged(self, state: LessonsState, question: Question) -> str:
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
    """Hides the verdict and the working until they are asked for, and shows them."""

    def __init__(self, model: LessonsViewModel) -> None:
        super().__init__()
        always = partial(model.hide_answers, is_wanted=False)
        self._model, self._act = model, Link(is_small=True)
        self._always = Link(self.tr("Always show"), always, is_small=True, is_quiet=True)
        row(self._always, px(14), self._act, owner=self)

    def show_state(self, state: LessonsState) -> None:
        """Name what can be done."""
        hide = self.tr("Hide again") if state.hides_answers else self.tr("Hide answers")
        act = partial(self._model.hide_answers, is_wanted=True)
        if state.hides_answers:
            act = partial(self._model.want_answer, is_wanted=not state.is_answer_wanted)
        self._act.offer(hide if state.shows_answers else self.tr("Show the answer"), act)
        self._always.setVisible(state.hides_answers)


class ExperimentPane(QWidget):
    """A curve worked out from real documents: the sample mail, or a corpus of one's own."""

    def __init__(self, model: LessonsViewModel) -> None:
        super().__init__()
        self._model = model
        self._source = Choice(self.tr("Try it on"), (), model.choose_source)
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
        """Show what the experiment came to, if it was made."""
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
        found = state.experiment
        self._save.setVisible(found is not None)
        self._told.show_words(self.tr("Nothing was tried yet.") if found is None else found.told)
        self._plot.show_picture(CurvePicture() if found is None else found.picture)


class StepsPane(QWidget):
    """The steps of learning and forgetting, with the fingerprint of the counts after each."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[ToldStep, ...] | None = None
        self._view = TableView(self.tr("Steps"), edges=(0, 0))
        self._same = Words(elide=Qt.TextElideMode.ElideRight)
        self._same.setFont(fonts.small())
        column(self._view, px(4), self._same, margins=(0, px(8), 0, 0), owner=self).setStretch(0, 1)

    def show_steps(self, steps: tuple[ToldStep, ...]) -> None:
        """Show other steps; the last is the one that counts."""
        if steps == self._shown:
            return
        self._shown = steps
        counted, quiet = ColumnLook("number", 60), ColumnLook("quiet", 96)
        forgotten, learnt = self.tr("row %1 forgotten"), self.tr("row %1 learnt again")

        def done(step: ToldStep) -> str:
            told = forgotten if step.kind == "forget" else learnt
            return self.tr("all rows learnt") if step.kind is None else told.replace("%1", wording.count(step.row + 1))

        def verdict(step: ToldStep) -> str:
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
    """Shows Markdown with air between its paragraphs; its links lead nowhere, and its pictures are not looked for."""

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setOpenLinks(False)
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().setProperty("ground", "paper")
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(px(14))

    def loadResource(self, _kind: int, _url: QUrl | str) -> object:
        """Find a point wherever a page says that something lies; for nothing at all, Qt would look on the disk."""
        return QImage(1, 1, QImage.Format.Format_Mono)

    def show_markdown(self, markdown: str) -> None:
        """Show another page."""
        self.document().setMarkdown(markdown, QTextDocument.MarkdownFeature.MarkdownNoHTML)
        block = self.document().begin()
        while block.isValid():
            form = QTextBlockFormat()
            form.setBottomMargin(px(8))
            form.setLineHeight(125.0, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            QTextCursor(block).mergeBlockFormat(form)
            block = block.next()


Keep = Callable[[str, str, bool], object]
"""Takes the title, the explanation, and whether answers are hidden."""


class LessonFiles(QWidget):
    """Opens a lesson from a file, and saves one to be opened again, printed or given out."""

    def __init__(self, model: LessonsViewModel, attempt: Callable[[Callable[[], object]], None]) -> None:
        super().__init__()
        self._model, self._try = model, attempt
        links = (
            Link(self.tr("Open lesson…"), self._ask_open, is_small=True),
            Link(self.tr("Save lesson…"), self._ask_save_lesson, is_small=True),
            Link(self.tr("Hand-out…"), self._ask_hand_out, is_small=True),
        )
        column(row(links[0], px(14), links[1], -1), px(4), row(links[2], -1), owner=self)

    def _kinds(self) -> str:
        return self.tr("Lessons of Bayleaf (*%1)").replace("%1", LESSON_SUFFIX)

    def _ask_open(self) -> None:
        def opened(path: Path) -> None:
            self._try(lambda: self._model.open_file(path))

        with_file(self, self.tr("Open a lesson"), opened, self._kinds(), str(Path.home()))

    def _ask_save_lesson(self) -> None:
        state = self._model.state
        OwnLessonDialog(
            state.lesson.title, state.lesson.explanation, self._ask_lesson_file, self, hides_answers=state.hides_answers
        ).open()

    def _ask_lesson_file(self, title: str, explanation: str, hides_answers: bool) -> None:
        def save(path: Path) -> None:
            self.save_lesson(path, title, explanation, hides_answers=hides_answers)

        save_as(self, self.tr("Save the lesson"), f"{plain_name(title)}{LESSON_SUFFIX}", self._kinds(), save)

    def save_lesson(self, path: Path, title: str, explanation: str, *, hides_answers: bool) -> None:
        """Write the lesson as it now is; what goes wrong is said in place."""
        path = path if path.suffix else path.with_suffix(LESSON_SUFFIX)
        self._try(lambda: self._model.save_lesson(path, title, explanation, hides_answers=hides_answers))

    def _ask_hand_out(self) -> None:
        kinds = [
            self.tr("Without answers (*.pdf)"),
            self.tr("With answers (*.pdf)"),
            self.tr("Web page, answers hidden (*.html)"),
        ]
        name = str(Path.home() / f"{plain_name(self._model.state.lesson.title)}.pdf")
        path, kind = QFileDialog.getSaveFileName(self, self.tr("Save hand-out"), name, ";;".join(kinds))
        if path:
            self.save_hand_out(Path(path), has_answers=kind != kinds[0])

    def save_hand_out(self, path: Path, *, has_answers: bool) -> None:
        """Write the lesson as it now is for paper or a browser; what goes wrong is said in place."""
        is_pdf = path.suffix.lower() == ".pdf"

        def write() -> None:
            page = self._model.hand_out(has_answers=has_answers, is_on_paper=is_pdf)
            write_whole(path, pdf_of_html(page) if is_pdf else page.encode())

        self._try(write)


class OwnLessonDialog(QDialog):
    """Asks for the title, the explanation, and whether the answers are hidden."""

    def __init__(self, title: str, explanation: str, keep: Keep, parent: QWidget, *, hides_answers: bool) -> None:
        super().__init__(parent)
        prepare(self, self.tr("A lesson of your own"), 480)
        self._title, self._explanation = QLineEdit(title), TextField()
        self._explanation.setPlainText(explanation)
        self._explanation.setMinimumHeight(px(220))
        self._hides = QCheckBox(self.tr("Hide the answers until they are asked for"))
        self._hides.setChecked(hides_answers)
        told = self.tr("Rows, document and recipe go with it as they are now. Write *word* for one that stands out.")
        hint = Paragraph(px(18), told, role="quiet")

        def kept() -> None:
            keep(self._title.text().strip(), self._explanation.toPlainText(), self._hides.isChecked())

        buttons, self._save = keep_box(self, kept, QDialogButtonBox.StandardButton.Save)
        self._title.textChanged.connect(lambda written: self._save.setEnabled(bool(written.strip())))
        self._save.setEnabled(bool(title.strip()))
        explained = titled(self.tr("Explanation"), self._explanation)
        column(
            titled(self.tr("Title"), self._title), px(10), explained, px(4), hint, px(10), self._hides, px(14), buttons,
            margins=px(20), owner=self,
        ).setStretchFactor(explained, 1)  # fmt: skip


def plain_name(title: str) -> str:
    """Return a title as the name of a file."""
    return "-".join(re.findall(r"\w+", title))[:60] or "lesson"
