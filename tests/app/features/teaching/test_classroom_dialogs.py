"""The dialogs for a class, as a teacher and pupils use them."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event

import pypdfium2
import pytest
from PySide6.QtCore import Qt
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPushButton, QSpinBox, QTextBrowser
from pytestqt.qtbot import QtBot

from app.domain.jobs import JobContext
from app.features.teaching import classroom_dialogs, hand_outs
from app.features.teaching.classroom_dialogs import (
    ClassroomMenu,
    HandInsDialog,
    HandOutDialog,
    RulesContestDialog,
    WorkSheetDialog,
)
from app.features.teaching.classroom_view_model import Classroom
from app.features.teaching.hand_outs import NO_CONTEXT, SUFFIX, PaperSheet, make_class_set, make_tasks, read_hand_in
from app.features.teaching.lesson_pages import find_lesson
from app.features.teaching.lessons import list_questions
from app.kit.jobs import JobRunner
from app.kit.look import fonts
from app.kit.look.painting import text_width
from app.kit.look.theme import Theme
from app.kit.page_head import Notice, ProgressStrip
from app.kit.table_view import TableView
from app.kit.widgets import Button
from app.library.workspaces import OpenContext
from tests.app.features.teaching.test_hand_ins import class_of_thirty


@pytest.fixture
def menu(qtbot: QtBot, theme: Theme, runner: JobRunner) -> ClassroomMenu:
    made = ClassroomMenu(
        Classroom(runner, OpenContext), lambda: find_lesson("five-mails", "en"), lambda: "en", Notice()
    )
    qtbot.addWidget(made)
    return made


def rows_of(table: TableView) -> list[list[str]]:
    model = table.table
    return [
        [str(model.index(row, place).data()) for place in range(model.columnCount())] for row in range(model.rowCount())
    ]


def table_named(owner: HandInsDialog | RulesContestDialog, name: str) -> TableView:
    return next(each for each in owner.findChildren(TableView) if each.accessibleName() == name)


def button(owner: QLineEdit | HandOutDialog | WorkSheetDialog | RulesContestDialog, text: str) -> QPushButton:
    return next(each for each in owner.findChildren(QPushButton) if each.text() == text)


def test_a_teacher_previews_and_saves_a_class_set(qtbot: QtBot, menu: ClassroomMenu, tmp_path: Path) -> None:
    dialog = menu.open_hand_out()
    preview = dialog.findChild(QTextBrowser)
    sheets, answers = dialog.findChild(QSpinBox), dialog.findChild(QCheckBox)
    assert preview is not None
    assert sheets is not None
    assert answers is not None
    assert "α = 1" in preview.toPlainText()
    own = preview.toPlainText()

    sheets.setValue(3)
    assert "Sheet 1" in preview.toPlainText()
    assert preview.toPlainText() != own
    qtbot.mouseClick(answers, Qt.MouseButton.LeftButton)
    assert "Answers" not in preview.toPlainText()
    for name in ("set.pdf", "set.ipynb"):
        dialog.save(tmp_path / name)
        assert not button(dialog, "Save…").isEnabled()
        qtbot.waitUntil(lambda: not dialog._model.state.is_working)
        assert dialog._model.state.saved_file_name == name

    document = pypdfium2.PdfDocument(tmp_path / "set.pdf")
    first_pages = [text for page in document if "Sheet" in (text := page.get_textpage().get_text_range())]
    document.close()
    assert len(first_pages) == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *("set-1.ipynb", "set-2.ipynb", "set-3.ipynb", "set.pdf")
    ]


def test_saving_a_class_set_can_be_cancelled_and_leaves_no_file(
    qtbot: QtBot, menu: ClassroomMenu, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait_for_cancel(_lesson: object, n_sheets: int, context: JobContext = NO_CONTEXT) -> list[PaperSheet]:
        while n_sheets > 2:  # the preview is of one sheet of two
            context.checkpoint(1, n_sheets, "writing")
        return make_class_set(find_lesson("five-mails", "en"), n_sheets)

    monkeypatch.setattr(hand_outs, "make_class_set", wait_for_cancel)
    dialog = menu.open_hand_out()
    dialog._model.choose(n_sheets=30)

    dialog.save(tmp_path / "set.pdf")
    strip = dialog.findChild(ProgressStrip)
    assert strip is not None
    qtbot.waitUntil(lambda: dialog._model.progress().share == 1 / 30)
    assert strip.isVisible()
    qtbot.mouseClick(button(dialog, "Cancel"), Qt.MouseButton.LeftButton)

    qtbot.waitUntil(lambda: not strip.isVisible())
    assert button(dialog, "Save…").isEnabled()
    assert not any(tmp_path.iterdir())


def test_sheets_are_saved_while_a_training_and_a_query_run(
    qtbot: QtBot, menu: ClassroomMenu, runner: JobRunner, tmp_path: Path
) -> None:
    has_ended = Event()
    runner.start(lambda _context: has_ended.wait(), lane="long")
    runner.start(lambda _context: has_ended.wait(), lane="quick")
    dialog = menu.open_hand_out()

    dialog.save(tmp_path / "set.pdf")
    try:
        qtbot.waitUntil(lambda: dialog._model.state.saved_file_name == "set.pdf")
    finally:
        has_ended.set()


@pytest.mark.parametrize("is_stopped", [True, False])
def test_closing_while_the_sheets_are_made_asks_first(
    qtbot: QtBot,
    menu: ClassroomMenu,
    runner: JobRunner,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_stopped: bool,
) -> None:
    may_go_on, questions = Event(), list[str]()

    def answer(_owner: object, _title: str, words: str, *_texts: str) -> bool:
        questions.append(words)
        return is_stopped

    def render(_html: str) -> bytes:
        may_go_on.wait()
        return b"the sheets"

    monkeypatch.setattr(classroom_dialogs, "confirm_action", answer)
    monkeypatch.setattr(classroom_dialogs, "html_to_pdf", render)
    dialog = menu.open_hand_out()
    destroyed = list[bool]()
    dialog.destroyed.connect(lambda: destroyed.append(True))
    dialog.save(tmp_path / "set.pdf")
    try:
        dialog.close()
        assert questions == ["The sheets are not finished"]
        qtbot.waitUntil(lambda: bool(destroyed) is is_stopped)
    finally:
        may_go_on.set()
    qtbot.waitUntil(lambda: not runner.jobs)

    assert (tmp_path / "set.pdf").exists() is not is_stopped
    if not is_stopped:
        assert dialog._model.state.saved_file_name == "set.pdf"


def test_closing_while_hand_ins_are_read_is_no_error(
    qtbot: QtBot, menu: ClassroomMenu, runner: JobRunner, tmp_path: Path
) -> None:
    class_of_thirty(tmp_path)
    may_go_on = Event()
    runner.start(lambda _context: may_go_on.wait())
    dialog = menu.open_hand_ins()
    dialog._model.open([tmp_path])
    try:
        with qtbot.waitSignal(dialog.destroyed):
            dialog.close()
    finally:
        may_go_on.set()

    with qtbot.captureExceptions() as errors:
        qtbot.waitUntil(lambda: not runner.jobs)
    assert errors == []


def test_a_teacher_prints_a_class_set(qtbot: QtBot, menu: ClassroomMenu, tmp_path: Path) -> None:
    dialog = menu.open_hand_out()
    assert {"Save…", "Print…"} <= {button.text() for button in dialog.findChildren(Button)}
    dialog._model.choose(n_sheets=2, has_answers=False)
    printer = QPrinter()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))

    dialog.print_on(printer)
    qtbot.waitUntil(lambda: not dialog._model.state.is_working and (tmp_path / "printed.pdf").exists())

    document = pypdfium2.PdfDocument(tmp_path / "printed.pdf")
    first_pages = [text for page in document if "Sheet" in (text := page.get_textpage().get_text_range())]
    document.close()
    assert len(first_pages) == 2


def test_a_hand_out_that_cannot_be_written_is_a_sentence(qtbot: QtBot, menu: ClassroomMenu, tmp_path: Path) -> None:
    dialog = menu.open_hand_out()

    dialog.save(tmp_path / "missing" / "x.pdf")

    qtbot.waitUntil(lambda: "could not be written" in dialog._notice.accessibleName())
    assert button(dialog, "Save…").isEnabled()


def test_a_pupil_answers_is_told_the_mistake_and_hands_in(qtbot: QtBot, menu: ClassroomMenu, tmp_path: Path) -> None:
    dialog = menu.open_work_sheet()
    questions = list_questions(find_lesson("five-mails", "en").setup)
    fields = [each for each in dialog.findChildren(QLineEdit) if each.accessibleName()[:1].isdigit()]
    assert len(fields) == len(questions)
    dialog._pupil.setFocus()
    qtbot.keyClicks(dialog._pupil, "Ann")

    for field, written in zip(fields, (str(questions[0].answer), "0"), strict=False):
        field.setFocus()
        qtbot.keyClicks(field, written)
        qtbot.keyClick(field, Qt.Key.Key_Return)

    assert dialog.isVisible(), "Return in a field does not close the sheet"
    assert "Correct" in dialog._model.state.feedback[0]
    assert dialog._model.state.feedback[1] == "This is the result without smoothing."
    dialog._model.save(tmp_path / "ann")
    read = read_hand_in(tmp_path / f"ann{SUFFIX}")
    assert (read.pupil, read.answers) == ("Ann", {1: "3/5", 2: "0"})
    assert f"ann{SUFFIX}" in dialog._notice.accessibleName()


def enter_sheet(qtbot: QtBot, dialog: WorkSheetDialog, code: str) -> None:
    dialog._sheet.clear()
    qtbot.keyClicks(dialog._sheet, code)
    qtbot.keyClick(dialog._sheet, Qt.Key.Key_Return)


@pytest.mark.parametrize("n_sheets", [1, 3])
def test_answers_of_a_sheet_with_other_settings_are_judged_by_the_settings_on_the_sheet(
    qtbot: QtBot, theme: Theme, runner: JobRunner, tmp_path: Path, n_sheets: int
) -> None:
    lesson = find_lesson("fever", "en")
    half = replace(lesson, setup=replace(lesson.setup, smoothing=0.5, prior="uniform"))
    teacher, pupil = (
        ClassroomMenu(Classroom(runner, OpenContext), partial(lambda each: each, each), lambda: "en", Notice())
        for each in (half, lesson)
    )
    for menu in (teacher, pupil):
        qtbot.addWidget(menu)
    sheet = make_class_set(half, n_sheets)[-1]
    hand_out = teacher.open_hand_out()
    hand_out._model.choose(n_sheets=n_sheets)
    preview = hand_out.findChild(QTextBrowser)
    assert preview is not None
    printed = re.search(r"Sheet (\S+)", preview.toPlainText())
    assert printed is not None
    assert printed[1] == make_class_set(half, n_sheets)[0].code
    answers = [task.answer.split(" ")[0] for task in make_tasks(sheet.lesson, str)]

    dialog = pupil.open_work_sheet()
    assert "α = 1." in dialog._settings.accessibleName()
    enter_sheet(qtbot, dialog, sheet.code.upper())
    for place, answer in enumerate(answers):
        dialog._model.answer(place, answer)

    assert "α = 0.5." in dialog._settings.accessibleName()
    assert all(each.startswith("Correct") for each in dialog._model.state.feedback)
    dialog._model.save(tmp_path / f"ben{SUFFIX}")
    hand_ins = teacher.open_hand_ins()
    hand_ins._model.open([tmp_path])
    qtbot.waitUntil(lambda: not hand_ins._model.state.is_reading, timeout=20_000)
    [row] = rows_of(table_named(hand_ins, "Pupils"))
    assert row[1] == f"{lesson.title} · sheet {sheet.code} · α = 0.5"
    assert row[2] == f"{len(answers)} / {len(answers)}"


def test_a_sheet_number_that_was_not_printed_shows_no_questions(qtbot: QtBot, menu: ClassroomMenu) -> None:
    dialog = menu.open_work_sheet()

    for code in ("99", "3-m0.5-0000", "x", "3-g1-1234", "3-m1.2.3-1234"):
        enter_sheet(qtbot, dialog, code)

        assert not any(field.isVisible() for field in dialog._fields), code
        assert "exactly as it is printed" in dialog._notice.accessibleName()
        assert not dialog._save.isEnabled()
    enter_sheet(qtbot, dialog, "3")
    assert all(field.isVisible() for field in dialog._fields)
    assert not dialog._notice.isVisible()


def open_active_sheet(qtbot: QtBot, menu: ClassroomMenu) -> WorkSheetDialog:
    """Open the work sheet in an active window: only there do fields lose the focus."""
    dialog = menu.open_work_sheet()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    return dialog


def type_into_focus(qtbot: QtBot, dialog: WorkSheetDialog, text: str) -> None:
    """Type a text and Tab into the widget that has the focus."""
    focused = dialog.focusWidget()
    assert focused is not None
    qtbot.keyClicks(focused, text)
    qtbot.keyClick(focused, Qt.Key.Key_Tab)


@pytest.mark.parametrize("code", ["", "2"])
def test_tab_leads_from_the_name_over_the_sheet_number_to_each_answer_in_order(
    qtbot: QtBot, menu: ClassroomMenu, code: str
) -> None:
    dialog = open_active_sheet(qtbot, menu)
    dialog._pupil.setFocus()

    for text in ("Anna 8b", code, *(f"1/{place}" for place in range(2, 14))):
        type_into_focus(qtbot, dialog, text)

    state = dialog._model.state
    assert (state.pupil, state.sheet_code) == ("Anna 8b", code)
    assert state.answers == tuple(f"1/{place}" for place in range(2, 14))
    assert dialog.focusWidget() is dialog._save


def test_tab_stays_in_a_refused_sheet_number_and_reaches_the_answers_after_its_correction(
    qtbot: QtBot, menu: ClassroomMenu
) -> None:
    dialog = open_active_sheet(qtbot, menu)
    dialog._sheet.setFocus()

    type_into_focus(qtbot, dialog, "x")
    assert dialog.focusWidget() is dialog._sheet
    qtbot.keyClick(dialog._sheet, Qt.Key.Key_Backspace)
    for text in ("2", "1/2"):
        type_into_focus(qtbot, dialog, text)

    assert dialog._model.state.answers[:2] == ("1/2", "")


def test_a_click_into_an_answer_right_after_the_sheet_number_keeps_what_is_typed_there(
    qtbot: QtBot, menu: ClassroomMenu
) -> None:
    dialog = open_active_sheet(qtbot, menu)
    dialog._sheet.setFocus()
    qtbot.keyClicks(dialog._sheet, "2")

    qtbot.mouseClick(dialog._fields[1], Qt.MouseButton.LeftButton)
    type_into_focus(qtbot, dialog, "1/2")

    assert dialog._model.state.answers[:3] == ("", "1/2", "")


def test_the_next_pupil_finds_an_empty_sheet_after_a_hand_in(qtbot: QtBot, menu: ClassroomMenu, tmp_path: Path) -> None:
    dialog = menu.open_work_sheet()
    dialog._model.name_pupil("Anna 8b")
    enter_sheet(qtbot, dialog, "1")
    dialog._model.answer(0, "1/2")
    dialog._model.save(tmp_path / "anna")
    with qtbot.waitSignal(dialog.destroyed):
        dialog.close()

    dialog = menu.open_work_sheet()

    assert (dialog._pupil.text(), dialog._sheet.text()) == ("", "")
    assert {field.text() for field in dialog._fields} == {""}


def test_a_folder_without_hand_ins_says_so(qtbot: QtBot, menu: ClassroomMenu, tmp_path: Path) -> None:
    dialog = menu.open_hand_ins()

    dialog._model.open([tmp_path])
    qtbot.waitUntil(lambda: not dialog._model.state.is_reading, timeout=20_000)

    assert f"“{tmp_path.name}” contains no hand-ins" in dialog._notice.accessibleName()
    class_of_thirty(tmp_path)
    dialog._model.open([tmp_path])
    qtbot.waitUntil(lambda: len(dialog._model.state.result.hand_ins) == 30, timeout=20_000)
    assert not dialog._notice.isVisible()


def test_another_sheet_has_other_questions_and_no_answers(qtbot: QtBot, menu: ClassroomMenu) -> None:
    dialog = menu.open_work_sheet()
    dialog._model.answer(0, "1/2")

    enter_sheet(qtbot, dialog, "4")

    assert set(dialog._model.state.answers) == {""}
    assert dialog._model.state.lesson.setup != find_lesson("five-mails", "en").setup


def test_a_closed_sheet_and_a_closed_contest_go_on_where_they_were(
    qtbot: QtBot, menu: ClassroomMenu, runner: JobRunner
) -> None:
    sheet, contest = menu.open_work_sheet(), menu.open_rules()
    qtbot.waitUntil(lambda: contest._model.state.contest is not None and not runner.jobs, timeout=60_000)
    sheet._model.name_pupil("Ann")
    sheet._model.answer(0, "3/5")
    contest._model.set_rules("red", "else spam")
    for dialog in (sheet, contest):
        with qtbot.waitSignal(dialog.destroyed):
            dialog.close()

    sheet, contest = menu.open_work_sheet(), menu.open_rules()
    sheet._model.answer(1, "0")

    assert sheet._pupil.text() == "Ann"
    assert [field.text() for field in sheet._fields[:2]] == ["3/5", "0"]
    assert {row[0] for row in rows_of(table_named(contest, "Ranking of the teams"))} == {"Naive Bayes", "red"}


def test_a_teacher_opens_thirty_hand_ins_and_one_that_is_none(
    qtbot: QtBot, menu: ClassroomMenu, tmp_path: Path
) -> None:
    class_of_thirty(tmp_path)
    (tmp_path / f"noise{SUFFIX}").write_text("<script>alert(1)</script>", "utf-8")
    dialog = menu.open_hand_ins()

    dialog._model.open([tmp_path])
    qtbot.waitUntil(lambda: not dialog._model.state.is_reading, timeout=20_000)

    pupils, mistakes = rows_of(table_named(dialog, "Pupils")), rows_of(table_named(dialog, "Mistakes"))
    assert len(pupils) == 30
    assert pupils[0][3].startswith("2. P(")
    assert pupils[12][3] == "unfinished"
    assert pupils[29][3] == "–"
    assert mistakes[0][:2] == ["12", "This is the result without smoothing."]
    assert "noise" in dialog._notice.accessibleName()


def test_lesson_mistake_and_its_reason_share_the_room_of_the_table(
    qtbot: QtBot, menu: ClassroomMenu, tmp_path: Path
) -> None:
    class_of_thirty(tmp_path)
    dialog = menu.open_hand_ins()
    dialog._model.open([tmp_path])
    qtbot.waitUntil(lambda: not dialog._model.state.is_reading, timeout=20_000)
    table = table_named(dialog, "Pupils")

    for width in (980, 1400):
        dialog.resize(width, 640)
        for place in (1, 3, 4):
            needed = max(text_width(row[place], fonts.body()) for row in rows_of(table)) + 16
            assert table.columnWidth(place) >= needed, (width, place)
        assert sum(map(table.columnWidth, range(5))) == table.viewport().width()
    dialog.resize(600, 640)
    assert all(table.columnWidth(place) >= 100 for place in (1, 3, 4))


def test_a_row_of_the_hand_ins_can_be_read_in_full(qtbot: QtBot, menu: ClassroomMenu, tmp_path: Path) -> None:
    class_of_thirty(tmp_path)
    dialog = menu.open_hand_ins()
    dialog._model.open([tmp_path])
    qtbot.waitUntil(lambda: not dialog._model.state.is_reading, timeout=20_000)
    dialog.resize(600, 640)

    for name in ("Pupils", "Mistakes"):
        table = table_named(dialog, name)
        table.choose_row(0)
        whole = [cell for cell in rows_of(table)[0] if len(cell) > 8]
        assert whole
        assert [cell for cell in whole if cell not in dialog._chosen.words] == []


def test_teams_are_scored_and_a_mail_beats_a_filter(
    qtbot: QtBot, menu: ClassroomMenu, runner: JobRunner, tmp_path: Path
) -> None:
    dialog = menu.open_rules()
    qtbot.waitUntil(lambda: dialog._model.state.contest is not None and not runner.jobs, timeout=60_000)
    team, source = dialog._team, dialog._rules
    assert [row[0] for row in rows_of(table_named(dialog, "Ranking of the teams"))] == ["Naive Bayes"]

    for name, rules in (("red", 'if "prize" then spam\nelse ham'), ("blue", "else spam")):
        team.setText(name)
        source.setPlainText(rules)
        qtbot.mouseClick(button(dialog, "Score rules"), Qt.MouseButton.LeftButton)
    assert {row[0] for row in rows_of(table_named(dialog, "Ranking of the teams"))} == {"Naive Bayes", "red", "blue"}

    dialog._model.add_tournament_mail("blue", "You have won a pr1ze", "spam")
    [mail] = rows_of(table_named(dialog, "Mails written for the tournament"))
    assert "red" in mail[3]
    points = {row[0]: row[5] for row in rows_of(table_named(dialog, "Ranking of the teams"))}
    assert int(points["blue"]) == len(mail[3].split(", "))
    dialog._model.remove_tournament_mail(0)
    assert rows_of(table_named(dialog, "Mails written for the tournament")) == []
    dialog.save(tmp_path / "blue.txt")
    assert (tmp_path / "blue.txt").read_text("utf-8") == "else spam"


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ('if "x" spam', "In line 1, “then” is missing before “spam”."),
        ("else ham\nif x then spam", "In line 2, a word in quotation marks is missing before “x then spam”."),
        ('if "x" then eggs', "The label in line 1 does not exist. Use one of these labels: ham, newsletter, spam."),
    ],
)
def test_a_line_that_is_no_rule_is_a_sentence_and_the_table_stays(
    qtbot: QtBot, menu: ClassroomMenu, runner: JobRunner, rules: str, words: str
) -> None:
    dialog = menu.open_rules()
    qtbot.waitUntil(lambda: dialog._model.state.contest is not None and not runner.jobs, timeout=60_000)
    assert dialog._model.set_rules("red", "else ham")

    assert not dialog._model.set_rules("red", rules)

    assert dialog._notice.accessibleName() == words
    assert [each.team for each in dialog._model.state.teams] == ["red"]
