"""Dialogs for a school class: hand-outs, a pupil's work sheet, the answers that pupils hand in, and the contest of
rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QPalette, QTextDocument
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QLayout,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QSpinBox,
    QTextBrowser,
    QWidget,
)

from app.domain.errors import AppError
from app.domain.whole_files import write_atomically
from app.features.teaching.classroom_view_model import (
    Classroom,
    HandInsState,
    HandInsViewModel,
    HandOutState,
    HandOutViewModel,
    RulesState,
    RulesViewModel,
    WorkSheetState,
    WorkSheetViewModel,
    team_name,
)
from app.features.teaching.exercises import Question
from app.features.teaching.hand_outs import MAX_CODE_LENGTH, MAX_SHEETS, SUFFIX, CheckedHandIn
from app.features.teaching.lesson_pages import make_lesson_page
from app.features.teaching.lessons import Lesson
from app.features.teaching.rules import TeamResult, TournamentMail, count_points
from app.kit import wording
from app.kit.array_table import CellKind, Column, ColumnStyle
from app.kit.fields import (
    ComboBox,
    MultiLineField,
    ask_files,
    ask_folder,
    ask_save_path,
    confirm_action,
    make_titled_field,
)
from app.kit.look import fonts
from app.kit.look.fonts import px
from app.kit.page_head import Notice, ProgressStrip, TabBar, make_bottom_close_box
from app.kit.picture_files import html_to_pdf
from app.kit.table_view import TableView, text_width
from app.kit.widgets import (
    Button,
    Link,
    Paragraph,
    TextLabel,
    column,
    make_scroll_area,
    make_stack,
    row,
    set_up_dialog,
    with_accessible_name,
)

AnyDialog = TypeVar("AnyDialog", bound=QDialog)
TEXT_COLUMN = ColumnStyle("text")
QUIET_COLUMN = ColumnStyle("quiet")


def to_file_name(title: str) -> str:
    """Return a title in a form that is a valid file name."""
    return "-".join(re.findall(r"\w+", title))[:60] or "lesson"


def replace_combo_box_entries(box: QComboBox, options: Sequence[tuple[str, str]]) -> bool:
    """Replace the entries of a combo box by (text, value) pairs. Return whether the entries changed.

    The selected value stays selected if it is still among the entries; otherwise the first entry is selected.
    """
    values = [value for _, value in options]
    is_new = [box.itemData(place) for place in range(box.count())] != values
    if is_new:
        chosen = box.currentData()
        box.clear()
        for text, value in options:
            box.addItem(text, value)
        box.setCurrentIndex(values.index(chosen) if chosen in values else 0)
    for place, (text, _) in enumerate(options):
        box.setItemText(place, text)
    return is_new


class ClassroomMenu(Button):
    """A menu button that opens the dialogs for a school class.

    `current` returns the lesson with its present numbers, `language` returns the language code of the window.
    """

    def __init__(
        self, classroom: Classroom, current: Callable[[], Lesson], language: Callable[[], str], notice: Notice
    ) -> None:
        super().__init__("", lambda: None)
        self.setText(self.tr("For a class") + " ▾")
        self._classroom, self._current, self._language, self._notice = classroom, current, language, notice
        self._sheet: WorkSheetViewModel | None = None
        self._rules: RulesViewModel | None = None
        menu = QMenu(self)
        menu.addAction(self.tr("Print a hand-out…"), self.open_hand_out)
        menu.addAction(self.tr("Save as a web page…"), self._ask_web_page)
        menu.addSeparator()
        menu.addAction(self.tr("Answer the questions and hand in…"), self.open_work_sheet)
        menu.addAction(self.tr("Open hand-ins…"), self.open_hand_ins)
        menu.addSeparator()
        menu.addAction(self.tr("Contest: rules against Bayes…"), self.open_rules)
        self.setMenu(menu)

    def open_hand_out(self) -> HandOutDialog:
        """Open the dialog for hand-outs."""
        return self._open(
            HandOutDialog(HandOutViewModel(self._classroom, self._current(), self._language()), self.window())
        )

    def open_work_sheet(self) -> WorkSheetDialog:
        """Open the work sheet of the lesson. Its answers are kept when the dialog is closed, until they are handed in
        or the lesson changes.
        """
        lesson = self._current()
        # After a hand-in, the next pupil at this computer must not find name and answers of the last one.
        if self._sheet is None or self._sheet.original != lesson or self._sheet.state.saved_file_name:
            self._sheet = WorkSheetViewModel(lesson, self._language())
        return self._open(WorkSheetDialog(self._sheet, self.window()))

    def open_hand_ins(self) -> HandInsDialog:
        """Open the dialog that checks the answers that the pupils of a class handed in."""
        return self._open(HandInsDialog(HandInsViewModel(self._classroom), self.window()))

    def open_rules(self) -> RulesContestDialog:
        """Open the contest of rules. The contest is kept when the dialog is closed."""
        if self._rules is None:
            self._rules = RulesViewModel(self._classroom, self._language())
        return self._open(RulesContestDialog(self._rules, self.window()))

    def _ask_web_page(self) -> None:
        name = f"{to_file_name(self._current().title)}.html"
        ask_save_path(self, self.tr("Save as a web page"), name, self.tr("Web page (*.html)"), self.save_web_page)

    def save_web_page(self, path: Path) -> None:
        """Save the lesson as a web page, in which a script computes the results."""
        page = make_lesson_page(self._current(), self._language())
        try:
            write_atomically(
                path if path.suffix else path.with_suffix(".html"), page.encode("utf-8", "backslashreplace")
            )
        except AppError as error:
            self._notice.show_failure(error)
            return
        self._notice.show_done(self.tr("“%1” was saved. You can open it in any browser.").replace("%1", path.name))

    @staticmethod
    def _open(dialog: AnyDialog) -> AnyDialog:
        dialog.open()
        return dialog


def lay_out_dialog(dialog: QDialog, *parts: QWidget | QLayout | int, growing: QWidget) -> None:
    """Lay out the parts of a dialog vertically, with a Close button at the bottom. `growing` takes spare height.

    Close is not the default button, so that Enter in a field does not close the dialog.
    """
    box = make_bottom_close_box(dialog)
    for button in box.buttons():
        button.setAutoDefault(False)  # type: ignore[attr-defined]
        button.setDefault(False)  # type: ignore[attr-defined]
    column(*parts, px(10), box, margins=px(20), owner=dialog).setStretchFactor(growing, 1)


def make_count_column(title: str, items: Sequence[Any], text: Callable[[Any], str], width: int) -> Column:
    """Return a table column of numbers; `text` converts an item to its cell text."""
    return Column(title, items, text, ColumnStyle("number", width), is_number=True)


def make_sharing_column(title: str, texts: Sequence[str], kind: CellKind = "text") -> Column:
    """Return an elastic table column. It leaves room that its texts do not need to the other elastic columns."""
    return Column(title, texts, look=ColumnStyle(kind, sufficient_width=text_width([title, *texts])))


class HandOutDialog(QDialog):
    """Dialog that previews the first sheet of a hand-out, prints all sheets, and saves them."""

    def __init__(self, model: HandOutViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        model.setParent(self)
        self._model = model
        set_up_dialog(self, self.tr("Hand-out"), 760, 700)
        self._notice, self._preview = Notice(), with_accessible_name(QTextBrowser(), self.tr("Preview"))
        self._shown_preview = ""
        self._preview.setOpenLinks(False)
        paper = self._preview.palette()
        paper.setColor(QPalette.ColorRole.Base, Qt.GlobalColor.white)
        paper.setColor(QPalette.ColorRole.Text, Qt.GlobalColor.black)
        self._preview.setPalette(paper)
        self._preview.document().setDocumentMargin(px(32))
        self._sheets = with_accessible_name(QSpinBox(minimum=1, maximum=MAX_SHEETS), self.tr("Number of sheets"))
        self._sheets.setKeyboardTracking(False)
        self._answers = QCheckBox(self.tr("Add the answers on separate pages"))
        hint = Paragraph(px(18), self.tr("If there is more than one sheet, each has different numbers."), role="quiet")
        self._save, self._print = Button(self.tr("Save…"), self._ask_save), Button(self.tr("Print…"), self._ask_print)
        name = TextLabel(self.tr("Number of sheets"))
        controls = row(name, px(8), self._sheets, px(20), self._answers, -1, self._print, px(8), self._save)
        self._working = ProgressStrip(model.progress, self.tr("Cancel"), model.cancel)
        parts = (self._notice, controls, px(4), hint, px(8), self._working, self._preview)
        lay_out_dialog(self, *parts, growing=self._preview)
        self._sheets.valueChanged.connect(lambda number: model.choose(n_sheets=number))
        self._answers.toggled.connect(lambda is_on: model.choose(has_answers=is_on))
        model.state_changed.connect(self.show_state)
        self.show_state(model.state)

    def show_state(self, state: HandOutState) -> None:
        """Show the number of sheets, whether answers are added, and the preview."""
        with QSignalBlocker(self._sheets), QSignalBlocker(self._answers):
            self._sheets.setValue(state.n_sheets)
            self._answers.setChecked(state.has_answers)
        if state.saved_file_name:
            self._notice.show_done(self.tr("“%1” was saved.").replace("%1", state.saved_file_name))
        else:
            self._notice.show_failure(state.problem)
        self._working.show_work(self.tr("Making the sheets…") if state.is_working else "", is_working=state.is_working)
        for part in (self._sheets, self._answers):
            part.setEnabled(not state.is_working)
        for button in (self._save, self._print):
            button.setEnabled(bool(state.preview) and not state.is_working)
        if state.preview != self._shown_preview:
            self._shown_preview = state.preview
            self._preview.setHtml(state.preview)

    def _ask_print(self) -> None:
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        if QPrintDialog(printer, self).exec() == QDialog.DialogCode.Accepted:
            self.print_on(printer)

    def print_on(self, printer: QPrinter) -> None:
        """Print all sheets, and the answers if the user chose to add them."""

        def print_page(page: str) -> None:
            document = QTextDocument()
            document.setHtml(page)
            document.print_(printer)

        self._model.make_page(print_page)

    def _ask_save(self) -> None:
        kinds = self.tr("PDF (*.pdf);;Notebook (*.ipynb)")
        name = f"{to_file_name(self._model.lesson.title)}.pdf"
        ask_save_path(self, self.tr("Save hand-out"), name, kinds, self.save)

    def save(self, path: Path) -> None:
        """Save the hand-out; the suffix selects the format."""
        self._model.save(path, html_to_pdf)

    def done(self, result: int) -> None:
        """Close the dialog, and stop making sheets if the user agrees."""
        if self._model.state.is_working and not self._confirm_stop():
            return
        self._model.stop()
        super().done(result)

    def _confirm_stop(self) -> bool:
        lines = self.tr("If you stop now, not all sheets are saved or printed.")
        question = self.tr("The sheets are not finished")
        stop, go_on = self.tr("Stop and close"), self.tr("Let it finish")
        return confirm_action(self, self.tr("Hand-out"), question, lines, stop, go_on)


class SheetNumberField(QLineEdit):
    """Field for a sheet number. `enter` accepts the text before Tab moves the focus, and returns whether it may move.

    With `editingFinished` alone, the focus would move first, to what follows before the questions change.
    """

    def __init__(self, enter: Callable[[], bool], placeholder: str) -> None:
        super().__init__(placeholderText=placeholder, maxLength=MAX_CODE_LENGTH)
        self._enter = enter
        self.editingFinished.connect(enter)

    def focusNextPrevChild(self, next: bool) -> bool:
        return not self._enter() or super().focusNextPrevChild(next)


class WorkSheetDialog(QDialog):
    """Dialog in which a pupil answers the questions of a lesson in order, and saves the answers as a hand-in."""

    def __init__(self, model: WorkSheetViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._shown: tuple[Question, ...] | None = None
        set_up_dialog(self, self.tr("Answer the questions and hand in"), 640, 640)
        self._notice, self._title = Notice(), TextLabel(model.state.lesson.title)
        self._title.setFont(fonts.font(15, 600))
        self._pupil = QLineEdit(placeholderText=self.tr("First name and class"))
        self._sheet = SheetNumberField(self._on_sheet_entered, self.tr("numbers of the lesson"))
        self._settings = Paragraph(px(18), most_lines=4)
        hint = self.tr("If your sheet states other settings, enter its sheet number exactly as it is printed.")
        self._hint = Paragraph(px(18), hint, role="quiet", most_lines=2)
        self._progress = TextLabel(role="quiet")
        self._save = Button(self.tr("Save hand-in…"), self._ask_save)
        self._labels, self._fields, self._feedback = list[TextLabel](), list[QLineEdit](), list[Paragraph]()
        rows, self._form = QWidget(), QFormLayout()
        self._form.setVerticalSpacing(px(8))
        rows.setLayout(self._form)
        self._area = make_scroll_area(rows, is_upright=True)
        pupil = make_titled_field(self.tr("Your name"), self._pupil)
        head = row(pupil, px(14), make_titled_field(self.tr("Sheet number"), self._sheet))
        foot = row(self._progress, -1, self._save)
        lay_out_dialog(
            self, self._notice, self._title, px(8), head, px(8), self._settings, self._hint, px(10), self._area, px(10),
            foot, growing=self._area,
        )  # fmt: skip
        self._pupil.textEdited.connect(model.name_pupil)
        model.state_changed.connect(self.show_state)
        self.show_state(model.state)

    def show_state(self, state: WorkSheetState) -> None:
        """Show questions, answers and feedback."""
        if self._shown is not state.questions:
            self._shown = state.questions
            self._lay_out_questions(state)
        if self._pupil.text() != state.pupil:
            self._pupil.setText(state.pupil)
        if self._sheet.text().strip() != state.sheet_code:
            self._sheet.setText(state.sheet_code)
        self._settings.show_words(state.settings_text)
        self._hint.setVisible(bool(state.settings_text))
        for field, told, answer, feedback in zip(
            self._fields, self._feedback, state.answers, state.feedback, strict=False
        ):
            if field.text().strip() != answer:
                field.setText(answer)
            told.show_words(feedback)
            told.setVisible(bool(feedback))
        n_answered = sum(map(bool, state.answers))
        self._progress.setText(
            wording.fill_placeholders(
                self.tr("%1 of %2 questions answered"), str(n_answered), str(len(state.questions))
            )
            if state.questions
            else ""
            if state.problem is not None
            else self.tr("This lesson has no fractions to compute, so there are no questions.")
        )
        self._save.setEnabled(n_answered > 0)
        if state.saved_file_name:
            self._notice.show_done(
                self.tr("“%1” was saved. Give this file to your teacher.").replace("%1", state.saved_file_name)
            )
        else:
            self._notice.show_failure(state.problem)

    def _lay_out_questions(self, state: WorkSheetState) -> None:
        """Show a field for each question. Fields are reused, because one of them may be receiving the focus."""
        for place in range(len(self._fields), len(state.questions)):
            field, told = QLineEdit(placeholderText=self.tr("A fraction or a decimal")), Paragraph(px(18))
            field.editingFinished.connect(partial(self._on_edited, place, field))
            cell, words = QWidget(), TextLabel()
            column(field, px(2), told, owner=cell)
            self._form.addRow(words, cell)
            self.setTabOrder(self._fields[-1] if self._fields else self._sheet, field)
            self._labels.append(words)
            self._fields.append(field)
            self._feedback.append(told)
        for place, (label, field) in enumerate(zip(self._labels, self._fields, strict=True)):
            is_asked = place < len(state.questions)
            self._form.setRowVisible(place, is_asked)
            if is_asked:
                question = f"{place + 1}. {self._model.question_text(place)}"
                label.setText(question)
                field.setAccessibleName(question)
            else:
                field.clear()

    def _on_sheet_entered(self) -> bool:
        """Show the sheet with the entered number. Return False if there is none, so that it can be corrected."""
        if self._sheet.text().strip() == self._model.state.sheet_code:
            return True
        self._model.choose_sheet(self._sheet.text().strip())
        return self._model.state.problem is None

    def _on_edited(self, index: int, field: QLineEdit) -> None:
        answers = self._model.state.answers
        if index < len(answers) and field.text().strip() != answers[index]:
            self._model.answer(index, field.text())

    def _ask_save(self) -> None:
        name = f"{to_file_name(self._model.state.pupil or self._model.state.lesson.title)}{SUFFIX}"
        kinds = self.tr("Pupils’ answers (*%1)").replace("%1", SUFFIX)
        ask_save_path(self, self.tr("Save hand-in"), name, kinds, self._model.save)


class HandInsDialog(QDialog):
    """Dialog that lists the hand-ins of a class: for each pupil, how many answers are right, and the first mistake."""

    def __init__(self, model: HandInsViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        model.setParent(self)
        self._model = model
        set_up_dialog(self, self.tr("Work handed in by a class"), 980, 640)
        self._notice, self._facts = Notice(), Paragraph(px(18))
        self._pupils = TableView(self.tr("Pupils"), edges=(0, 0))
        self._mistakes = TableView(self.tr("Mistakes"), edges=(0, 0))
        self._mistakes.setFixedHeight(px(150))
        self._chosen = Paragraph(px(18), least_lines=2, most_lines=3)
        self._pupils.row_chosen.connect(self._show_pupil)
        self._mistakes.row_chosen.connect(self._show_mistake)
        heading = TextLabel(self.tr("Most common mistakes"))
        heading.setFont(fonts.font(13, 600))
        files = Button(self.tr("Open files…"), self._ask_files)
        folder = Button(
            self.tr("Open a folder…"), lambda: ask_folder(self, self.tr("Open a folder"), self._open_folder)
        )
        lay_out_dialog(
            self, self._notice, row(files, px(8), folder, -1), px(8), self._facts, px(8), self._pupils, px(12),
            heading, px(4), self._mistakes, px(8), self._chosen, growing=self._pupils,
        )  # fmt: skip
        model.state_changed.connect(self.show_state)
        self.show_state(model.state)

    def show_state(self, state: HandInsState) -> None:
        """Show the pupils with their results, and a table of the mistakes."""
        found = state.result.hand_ins
        self._notice.show_failure(state.problem)
        if state.result.problems and state.problem is None:
            names = ", ".join(error.path.name for error in state.result.problems)
            first = wording.sentence_for(state.result.problems[0])
            more = self.tr("These files were not opened: %1. %2")
            self._notice.show_problem(
                first if len(state.result.problems) == 1 else wording.fill_placeholders(more, names, first)
            )
        self._facts.show_words(self._facts_text(state))
        self._pupils.show_columns([
            Column(self.tr("Pupil"), found, lambda each: each.hand_in.pupil, ColumnStyle("text", 130)),
            make_sharing_column(self.tr("Lesson"), [self._lesson_text(each) for each in found], "quiet"),
            make_count_column(self.tr("Correct"), found, lambda each: f"{each.n_right} / {each.n_questions}", 74),
            make_sharing_column(self.tr("First mistake"), [self._question_text(each) for each in found]),
            make_sharing_column(
                self.tr("What went wrong"),
                [each.first_mistake.feedback if each.first_mistake else "" for each in found],
            ),
        ])  # fmt: skip
        mistakes, example = state.result.mistakes(), self.tr("Example")
        self._chosen.show_words(self.tr("Select a row to read it in full.") if found else "")
        self._mistakes.show_columns([
            make_count_column(self.tr("Pupils"), mistakes, lambda each: wording.format_count(each.n_pupils), 60),
            Column(self.tr("Mistake"), mistakes, lambda each: each.feedback, TEXT_COLUMN),
            Column(example, mistakes, lambda each: f"{each.question_number}. {each.question}",
                   ColumnStyle("quiet", 240)),
        ])  # fmt: skip

    def _show_pupil(self, number: int) -> None:
        """Show the texts of a row of the pupils in full. In the table, long ones are cut."""
        if number < 0:
            return
        each = self._model.state.result.hand_ins[number]
        feedback = each.first_mistake.feedback if each.first_mistake else ""
        facts = [each.hand_in.pupil, self._lesson_text(each), self._question_text(each), feedback]
        self._chosen.show_words(wording.join_facts(facts))

    def _show_mistake(self, number: int) -> None:
        """Show the texts of a row of the mistakes in full."""
        if number < 0:
            return
        each = self._model.state.result.mistakes()[number]
        self._chosen.show_words(wording.join_facts([each.feedback, f"{each.question_number}. {each.question}"]))

    def _facts_text(self, state: HandInsState) -> str:
        if state.is_reading:
            return self.tr("Reading…")
        if not state.result.hand_ins:
            return self.tr("Open the files that pupils saved with “Answer the questions and hand in”.")
        n_done = sum(each.n_right == each.n_questions for each in state.result.hand_ins)
        counts = wording.format_count(len(state.result.hand_ins)), wording.format_count(n_done)
        return wording.fill_placeholders(self.tr("Files handed in: %1; without mistakes: %2."), *counts)

    def _lesson_text(self, checked: CheckedHandIn) -> str:
        hand_in, words = checked.hand_in, checked.hand_in.lesson.title
        if hand_in.printed_sheet:
            words += " · " + self.tr("sheet %1").replace("%1", hand_in.printed_sheet)
        if hand_in.lesson.setup.is_smoothed:
            words += f" · α = {hand_in.lesson.setup.smoothing:g}"
        return words + " · " + self.tr("numbers changed") if checked.has_own_numbers else words

    def _question_text(self, checked: CheckedHandIn) -> str:
        first = checked.first_mistake
        if first is not None:
            return f"{first.question_number}. {first.question}"
        return "–" if len(checked.results) == checked.n_questions else self.tr("unfinished")

    def _ask_files(self) -> None:
        kinds = self.tr("Pupils’ answers (*%1)").replace("%1", SUFFIX)
        ask_files(self, self.tr("Open hand-ins"), self._model.open, kinds)

    def _open_folder(self, folder: Path) -> None:
        self._model.open([folder])

    def done(self, result: int) -> None:
        """Close the dialog, and drop files that are still being read."""
        self._model.stop()
        super().done(result)


class RulesContestDialog(QDialog):
    """Dialog of a contest: teams write if-then rules, and a league table scores the rules on hidden mails.

    In the tournament, teams write mails to which the rules of other teams give a wrong label.
    """

    def __init__(self, model: RulesViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        set_up_dialog(self, self.tr("Contest: rules against Bayes"), 980, 660)
        self._notice, self._facts = Notice(), Paragraph(px(18), role="quiet")
        self._source = ComboBox(self.tr("Mail"), (), model.open)
        replace_combo_box_entries(
            self._source, [(self.tr("sample mails"), ""), *((name, name) for name in model.corpora)]
        )
        self._source.setFixedSize(px(220), px(30))
        self._source.setAccessibleDescription(self.tr("Mail"))  # on Linux, readers say the value instead of the name
        self._team = QLineEdit(placeholderText=self.tr("Name of your team"))
        self._rules = MultiLineField()
        self._rules.setFont(fonts.font(13, 400))
        self._rules.setAccessibleName(self.tr("Rules"))
        self._table = TableView(self.tr("Ranking of the teams"), edges=(0, 0))
        self._tabs = TabBar(self.tr("Ranking"), self.tr("Mail to learn from"), self.tr("Tournament"))
        self._attack = MultiLineField()
        self._attack.setAccessibleName(self.tr("Mail meant to fool the filters"))
        self._author = ComboBox(self.tr("Written by"), (), lambda _: None)
        self._label = ComboBox(self.tr("Correct label (a person decides)"), (), lambda _: None)
        self._attacks = TableView(self.tr("Mails written for the tournament"), edges=(0, 0))
        self._seen = TableView(self.tr("Mail to learn from"), edges=(0, 0))
        self._seen_text = with_accessible_name(QPlainTextEdit(readOnly=True), self.tr("The mail"))
        self._shown_contest: object = None
        self._stack = make_stack(self._make_league_page(), self._make_mails_page(), self._make_tournament_page())
        self._tabs.currentChanged.connect(self._stack.setCurrentIndex)
        head = row(TextLabel(self.tr("Mail")), px(8), self._source, -1, self._tabs)
        lay_out_dialog(self, self._notice, head, px(6), self._facts, px(8), self._stack, growing=self._stack)
        model.state_changed.connect(self.show_state)
        self._table.row_opened.connect(self._show_team)
        self.show_state(model.state)
        if model.state.contest is None:
            model.open()
        self._source.show_value(model.state.corpus)

    def _make_league_page(self) -> QWidget:
        how = self.tr("Write one rule per line. The first rule that applies decides. Put words in quotation marks.")
        open_rules = Link(self.tr("Open rules…"), self._ask_files, is_small=True)
        save_rules = Link(self.tr("Save rules…"), self._ask_save, is_small=True)
        acts = row(Button(self.tr("Score rules"), self._score), px(14), open_rules, px(14), save_rules, -1)
        team, hint = make_titled_field(self.tr("Team"), self._team), Paragraph(px(18), how, role="quiet")
        return self._make_split_page((team, px(8), self._rules, px(6), acts, px(10), hint), self._rules, (self._table,))

    def _make_split_page(
        self, left: Sequence[QWidget | QLayout | int], growing: QWidget, right: Sequence[QWidget | QLayout | int]
    ) -> QWidget:
        """Return a page with the fields of a team on the left and a table on the right; the widget `growing` takes
        spare height.
        """
        owner, writing, table = QWidget(), QWidget(), QWidget()
        column(*left, owner=writing).setStretchFactor(growing, 1)
        column(*right, owner=table).setStretch(0, 1)
        row(writing, px(24), table, owner=owner).setStretch(2, 1)
        writing.setFixedWidth(px(360))
        return owner

    def _make_mails_page(self) -> QWidget:
        owner = QWidget()
        self._seen.row_chosen.connect(self._show_mail)
        row(self._seen, px(24), self._seen_text, owner=owner)
        return owner

    def _make_tournament_page(self) -> QWidget:
        how = self.tr(
            "Write a mail that the other teams’ filters classify wrongly. The mail counts only if the class "
            "agrees with its label."
        )
        for box in (self._author, self._label):
            box.setFixedHeight(px(30))
        author = make_titled_field(self.tr("Written by"), self._author)
        label = make_titled_field(self.tr("Correct label (a person decides)"), self._label)
        send, hint = (
            row(Button(self.tr("Submit mail"), self._send_tournament_mail), -1),
            Paragraph(px(18), how, role="quiet"),
        )
        left = (author, px(8), self._attack, px(8), label, px(8), send, px(10), hint)
        remove = Link(self.tr("Remove mail (its label is disputed)"), self._remove_tournament_mail, is_small=True)
        return self._make_split_page(left, self._attack, (self._attacks, px(6), row(remove, -1)))

    def _remove_tournament_mail(self) -> None:
        self._model.remove_tournament_mail(self._attacks.currentIndex().row())

    def show_state(self, state: RulesState) -> None:
        """Show the league table and the mails."""
        contest = state.contest
        self._notice.show_problem(state.problem)
        if state.is_opening or contest is None:
            self._facts.show_words(self.tr("Reading…") if state.is_opening else "")
        else:
            counts = (
                wording.format_count(len(contest.seen_mails)),
                wording.format_count(len(contest.hidden_mails)),
                ", ".join(contest.labels),
            )
            self._facts.show_words(
                wording.fill_placeholders(
                    self.tr("%1 mails to learn from; %2 hidden mails decide the score. Labels: %3."), *counts
                )
            )
            if not self._rules.toPlainText():
                self._rules.setPlainText(self._model.rules_of(""))
        if state.contest is not self._shown_contest:
            self._show_mails(state)
        points, table = count_points(state.tournament_mails), state.league_table
        self._table.show_columns([
            Column(self.tr("Team"), table, lambda each: team_name(each.team), ColumnStyle("text", 120)),
            make_count_column(self.tr("Correct"), table, lambda each: wording.format_percent(each.accuracy), 74),
            make_count_column(self.tr("Wrong"), table, lambda each: wording.format_count(each.n_wrong), 60),
            make_count_column(self.tr("No rule"), table, lambda each: wording.format_count(each.n_unmatched), 66),
            make_count_column(self.tr("Rules"), table, self._rule_counts_text, 54),
            make_count_column(
                self.tr("Tournament"), table, lambda each: wording.format_count(points.get(each.team, 0)), 86
            ),
        ])  # fmt: skip
        replace_combo_box_entries(self._author, [(each.team, each.team) for each in state.teams])
        replace_combo_box_entries(self._label, [] if contest is None else [(label, label) for label in contest.labels])
        attacks = state.tournament_mails
        self._attacks.show_columns([
            Column(self.tr("Written by"), attacks, lambda each: each.author, ColumnStyle("text", 100)),
            Column(self.tr("Mail"), attacks, lambda each: " ".join(each.text.split()), QUIET_COLUMN),
            Column(self.tr("Label"), attacks, lambda each: each.label, ColumnStyle("text", 70)),
            Column(self.tr("Teams that were fooled"), attacks, self._beaten_teams_text, ColumnStyle("text", 150)),
        ])  # fmt: skip

    def _show_mails(self, state: RulesState) -> None:
        """Show the mails from which teams can learn. Call this only for a new contest: they may be thousands."""
        self._shown_contest = state.contest
        seen = () if state.contest is None else state.contest.seen_mails
        self._seen.show_columns([
            Column(self.tr("Label"), seen, lambda mail: mail[0], ColumnStyle("text", 100)),
            Column(self.tr("Mail"), seen, lambda mail: mail[1].partition("\n")[0], TEXT_COLUMN),
        ])  # fmt: skip
        self._seen_text.clear()

    def _show_mail(self, index: int) -> None:
        contest = self._model.state.contest
        if contest is not None and 0 <= index < len(contest.seen_mails):
            self._seen_text.setPlainText(contest.seen_mails[index][1])

    def _rule_counts_text(self, standing: TeamResult) -> str:
        return wording.format_count(standing.n_rules) if standing.team else "–"

    def _beaten_teams_text(self, attack: TournamentMail) -> str:
        return ", ".join(map(team_name, attack.beaten_teams)) or self.tr("no team")

    def _show_team(self, index: int) -> None:
        table = self._model.state.league_table
        if 0 <= index < len(table) and table[index].team:
            self._team.setText(table[index].team)
            self._rules.setPlainText(self._model.rules_of(table[index].team))

    def _score(self) -> None:
        self._model.set_rules(self._team.text(), self._rules.toPlainText())

    def _send_tournament_mail(self) -> None:
        self._model.add_tournament_mail(
            self._author.currentData() or "", self._attack.toPlainText(), self._label.currentData() or ""
        )

    def _ask_files(self) -> None:
        ask_files(self, self.tr("Open rules"), self._model.open_files, self.tr("Text (*.txt)"))

    def _ask_save(self) -> None:
        ask_save_path(
            self, self.tr("Save rules"), f"{to_file_name(self._team.text())}.txt", self.tr("Text (*.txt)"), self.save
        )

    def save(self, path: Path) -> None:
        """Save the rules as a text file."""
        try:
            write_atomically(path, self._rules.toPlainText().encode("utf-8", "replace"))
        except AppError as error:
            self._notice.show_failure(error)
            return
        self._notice.show_done(self.tr("“%1” was saved.").replace("%1", path.name))
