"""The textbook numbers, through the widgets that a student uses."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QPixmap, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QSpinBox,
    QTableView,
    QTableWidget,
    QTextBrowser,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.features.teaching.classroom_dialogs import ClassroomMenu
from app.features.teaching.page import LessonMenu, LessonsPage
from app.features.teaching.view_model import LessonsViewModel
from app.kit.jobs import JobRunner
from app.kit.look.theme import Theme
from app.kit.widgets import Paragraph, TextLabel
from app.kit.wording import THIN_SPACE
from tests.app.in_the_window import InTheWindow, cells

Kind = TypeVar("Kind", bound=QWidget)


@pytest.fixture
def page(qtbot: QtBot, theme: Theme, runner: JobRunner) -> LessonsPage:
    made = LessonsPage(LessonsViewModel(runner))
    qtbot.addWidget(made)
    made.resize(1000, 740)
    made.show()
    rest(qtbot, made)
    return made


def rest(qtbot: QtBot, page: LessonsPage) -> None:
    """Wait until everything that follows was worked out."""
    runner = page._model._asker._runner
    assert isinstance(runner, JobRunner)
    qtbot.waitUntil(lambda: not runner.jobs, timeout=20_000)


def named(page: LessonsPage, kind: type[Kind], name: str) -> Kind:
    return next(widget for widget in page.findChildren(kind) if widget.accessibleName() == name)


def choose(qtbot: QtBot, box: QComboBox, data: str) -> None:
    """Pick an entry with the keyboard, as a person would."""
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Home)
    for _ in range(box.findData(data)):
        qtbot.keyClick(box, Qt.Key.Key_Down)
    assert box.currentData() == data


def write(qtbot: QtBot, field: QLineEdit, text: str) -> None:
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def set_smoothing(qtbot: QtBot, page: LessonsPage, text: str) -> None:
    spin = named(page, QDoubleSpinBox, "Smoothing α")
    spin.selectAll()
    qtbot.keyClicks(spin, text)
    qtbot.keyClick(spin, Qt.Key.Key_Return)
    rest(qtbot, page)


def open_lesson(qtbot: QtBot, page: LessonsPage, name: str) -> None:
    choose(qtbot, named(page, QComboBox, "Lesson"), name)
    rest(qtbot, page)


def press(qtbot: QtBot, page: LessonsPage, name: str) -> None:
    """Click on a button or a link, and wait for what follows."""
    button = next(each for each in page.findChildren(QAbstractButton) if each.text() == name and each.isVisible())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    rest(qtbot, page)


def says(page: LessonsPage, sentence: str) -> bool:
    texts = [words.text() for words in page.findChildren(TextLabel) if words.isVisible()]
    texts += [words.accessibleName() for words in page.findChildren(Paragraph) if words.isVisible()]
    return any(sentence in text for text in texts)


def show_tab(qtbot: QtBot, page: LessonsPage, key: str) -> None:
    """Open a tab by what it shows."""
    page._tabs.setCurrentIndex(page._keys.index(key))
    rest(qtbot, page)


def sheet(page: LessonsPage) -> str:
    return named(page, QTextBrowser, "Calculation").toPlainText()


@pytest.mark.parametrize(("smoothing", "share"), [("1", "= 4/7"), ("0.5", "= 9/14"), ("0", "= 1")])
def test_the_fever_table_gives_the_fractions_of_the_textbook(
    qtbot: QtBot, page: LessonsPage, smoothing: str, share: str
) -> None:
    set_smoothing(qtbot, page, smoothing)

    assert says(page, share)


@pytest.mark.parametrize(
    ("event_model", "smoothing", "told"),
    [
        ("multinomial", "1", "27000/39167"),
        ("multinomial", "0.5", "14700/19613"),
        ("bernoulli", "1", "1207959552/1452100177"),
        ("complement", "1", "+7.600902"),
    ],
)
def test_the_five_mails_under_every_event_model(
    qtbot: QtBot, page: LessonsPage, event_model: str, smoothing: str, told: str
) -> None:
    open_lesson(qtbot, page, "five-mails")
    choose(qtbot, named(page, QComboBox, "Event model"), event_model)
    rest(qtbot, page)
    set_smoothing(qtbot, page, smoothing)

    assert told in sheet(page)


def test_iris_is_wrong_about_six_flowers(qtbot: QtBot, page: LessonsPage) -> None:
    open_lesson(qtbot, page, "iris")

    show_tab(qtbot, page, "working")
    assert says(
        page,
        "Of 150 rows, the model classifies 6 wrongly. If each row in turn is left out of the training, it "
        "classifies 7 wrongly.",
    )


def test_a_changed_word_changes_everything_at_once_and_reset_brings_it_back(qtbot: QtBot, page: LessonsPage) -> None:
    open_lesson(qtbot, page, "five-mails")
    before = sheet(page)

    write(qtbot, named(page, QLineEdit, "New text"), "buy")
    rest(qtbot, page)
    assert "monday" not in sheet(page)
    press(qtbot, page, "Reset")

    assert sheet(page) == before


def test_a_changed_label_changes_the_counts(qtbot: QtBot, page: LessonsPage) -> None:
    rows = named(page, QTableWidget, "Rows to learn from")
    assert "(3 + 0) / (6 + 0)" in sheet(page)

    cell = rows.item(0, 0)
    assert cell is not None
    cell.setText("healthy")
    rest(qtbot, page)

    assert "(4 + 0) / (6 + 0)" in sheet(page)


def test_zero_counts_are_undecided_and_name_the_words(qtbot: QtBot, page: LessonsPage) -> None:
    open_lesson(qtbot, page, "zero-counts")

    assert says(page, "Undecided")
    assert "ham is impossible, because of buy." in sheet(page)


def test_an_exercise_is_asked_and_its_answer_checked(qtbot: QtBot, page: LessonsPage) -> None:
    press(qtbot, page, "Another question")
    question = page._model.state.question
    assert question is not None
    answer = named(page, QLineEdit, "Your answer")

    write(qtbot, answer, "0.999")
    assert says(page, "Not correct yet.")
    write(qtbot, answer, str(1 - question.answer))
    assert page._model.state.mistake
    assert says(page, f"Not correct yet. {page._model.state.mistake}")
    write(qtbot, answer, str(question.answer))

    assert says(page, f"Correct: {question.answer}")


def test_a_certain_verdict_is_a_hundred_percent(qtbot: QtBot, page: LessonsPage) -> None:
    set_smoothing(qtbot, page, "0")

    assert says(page, f"infected: 100{THIN_SPACE}% = 1")


def test_titles_of_lessons_are_shown_in_full_in_a_wide_page(page: LessonsPage) -> None:
    page.resize(1256, 740)
    list_of_lessons = page._contents
    assert list_of_lessons.isVisible()
    assert list_of_lessons.whole_width() <= list_of_lessons.viewport().width()


def files_of(page: LessonsPage) -> LessonMenu:
    [found] = page.findChildren(LessonMenu)
    return found


@pytest.mark.parametrize(
    ("name", "start"), [("w.xlsx", b"PK"), ("w.pdf", b"%PDF"), ("w.html", b"<!DOCTYPE"), ("w.txt", b"")]
)
def test_the_working_is_saved_in_every_form(page: LessonsPage, tmp_path: Path, name: str, start: bytes) -> None:
    page.save(tmp_path / name)

    assert (tmp_path / name).read_bytes().startswith(start)
    assert (tmp_path / name).stat().st_size > 500


def test_a_hand_out_holds_the_rows_as_they_are_now(qtbot: QtBot, page: LessonsPage, tmp_path: Path) -> None:
    page._model.set_cell(0, 1, "marmot")
    rest(qtbot, page)
    [menu] = page.findChildren(ClassroomMenu)

    menu.save_web_page(tmp_path / "page.html")

    assert "marmot" in (tmp_path / "page.html").read_text("utf-8")
    assert says(page, "“page.html” was saved")
    assert "marmot" in menu.open_hand_out()._model.state.preview
    menu.save_web_page(tmp_path / "missing" / "page.html")
    assert says(page, "could not be written")


def test_a_folder_that_is_not_there_is_said_in_place(page: LessonsPage, tmp_path: Path) -> None:
    page.save(tmp_path / "missing" / "w.xlsx")

    assert says(page, "missing") or says(page, "w.xlsx")


def test_rows_are_added_and_removed_and_everything_follows(qtbot: QtBot, page: LessonsPage) -> None:
    rows = named(page, QTableWidget, "Rows to learn from")
    rows.setCurrentCell(0, 0)

    press(qtbot, page, "Add row")
    assert rows.rowCount() == 7
    assert "(4 + 0) / (7 + 0)" in sheet(page)
    press(qtbot, page, "Remove row")
    assert rows.rowCount() == 6
    assert "(3 + 0) / (6 + 0)" in sheet(page)
    rows.setCurrentCell(0, 0)
    press(qtbot, page, "Remove row")
    assert "(2 + 0) / (5 + 0)" in sheet(page)
    press(qtbot, page, "Reset")

    assert rows.rowCount() == 6


def test_forgetting_a_row_and_learning_it_again_brings_the_first_fingerprint_back(
    qtbot: QtBot, page: LessonsPage
) -> None:
    open_lesson(qtbot, page, "in-pieces")
    rows = named(page, QTableWidget, "Rows to learn from")

    for row, act in ((1, "Forget row"), (3, "Forget row"), (3, "Learn row again"), (1, "Learn row again")):
        rows.setCurrentCell(row, 0)
        press(qtbot, page, act)

    table = named(page, QTableView, "Steps")
    marks, afresh = cells(table, 2), cells(table, 3)
    head, tip = table.model().headerData, Qt.ItemDataRole.ToolTipRole
    assert all("checksum" in str(head(place, Qt.Orientation.Horizontal, tip)) for place in (2, 3))
    assert cells(table, 0) == [
        "the model learnt all rows", "the model forgot row 2", "the model forgot row 4",
        "the model learnt row 4 again", "the model learnt row 2 again",
    ]  # fmt: skip
    assert marks == afresh
    assert marks[0] == marks[4]
    assert marks[1] == marks[3]
    assert len(set(marks)) == 3
    assert cells(table, 4)[0] == f"ham 68.94{THIN_SPACE}%"


def test_a_forgotten_row_is_not_in_the_counts(qtbot: QtBot, page: LessonsPage) -> None:
    open_lesson(qtbot, page, "in-pieces")
    named(page, QTableWidget, "Rows to learn from").setCurrentCell(0, 0)

    press(qtbot, page, "Forget row")

    assert "(1 + 0) / (4 + 0)" in sheet(page)


def test_every_control_has_a_name(page: LessonsPage) -> None:
    for kind in (QComboBox, QDoubleSpinBox, QLineEdit, QTextBrowser, QTableWidget):
        for widget in page.findChildren(kind):
            is_inside = isinstance(widget.parent(), (QDoubleSpinBox, QSpinBox, QTableWidget))
            assert widget.accessibleName() or is_inside


def test_undo_of_the_edit_menu_takes_back_a_change_of_the_lesson(qtbot: QtBot, somebody: InTheWindow) -> None:
    window = somebody.program.window
    somebody.key(Qt.Key.Key_8, Qt.KeyboardModifier.ControlModifier, on=window)
    [page] = window.findChildren(LessonsPage)
    rest(qtbot, page)
    set_smoothing(qtbot, page, "0.5")
    undo, redo = (action for _, action in window.menu_actions() if action.text() in ("&Undo", "&Redo"))

    undo.trigger()
    assert page._model.state.setup.smoothing == 1.0
    redo.trigger()
    assert page._model.state.setup.smoothing == 0.5
    undo.trigger()
    assert not page._model.state.can_undo
    rest(qtbot, page)


def test_ctrl_8_opens_the_lessons_in_the_window(somebody: InTheWindow) -> None:
    somebody.key(Qt.Key.Key_8, Qt.KeyboardModifier.ControlModifier, on=somebody.program.window)

    assert isinstance(somebody.page, LessonsPage)
    assert somebody.page.isVisible()


def test_answers_are_hidden_until_asked_and_again_after_a_change(qtbot: QtBot, page: LessonsPage) -> None:
    assert "4/7" in verdict(page)
    press(qtbot, page, "Hide answers")
    assert verdict(page) == "Calculate the answer yourself first."
    assert not named(page, QTextBrowser, "Calculation").isVisible()
    assert not files_of(page).save_working.isEnabled()

    press(qtbot, page, "Show the answer")
    assert "4/7" in verdict(page)
    set_smoothing(qtbot, page, "0.5")
    assert verdict(page) == "Calculate the answer yourself first."
    open_lesson(qtbot, page, "tennis")
    assert verdict(page) == "Calculate the answer yourself first."

    press(qtbot, page, "Always show answers")
    assert "79.5" in verdict(page)


def test_a_lesson_of_ones_own_is_given_out_and_opened_as_it_was_saved(
    qtbot: QtBot, page: LessonsPage, tmp_path: Path
) -> None:
    set_smoothing(qtbot, page, "0.5")
    files_of(page).save_lesson(tmp_path / "mine", "My patients", "Why is it *9/14*?", hides_answers=True)
    rest(qtbot, page)

    other = LessonsPage(LessonsViewModel(page._model._asker._runner))
    qtbot.addWidget(other)
    other.show()
    other._model.open_file(tmp_path / "mine.bayleaf-lesson")
    rest(qtbot, other)

    assert named(other, QComboBox, "Lesson").currentText() == "17. My patients"
    assert named(other, QTextBrowser, "Explanation").toPlainText() == "Why is it 9/14?"
    assert verdict(other) == "Calculate the answer yourself first."
    press(qtbot, other, "Show the answer")
    assert "9/14" in verdict(other)
    open_lesson(qtbot, other, "tennis")
    assert "79.5" in verdict(other), "another lesson hides nothing"


def test_a_page_of_explanation_fetches_nothing(qtbot: QtBot, page: LessonsPage, tmp_path: Path) -> None:
    picture = tmp_path / "secret.png"
    QImage(40, 40, QImage.Format.Format_RGB32).save(str(picture))
    files_of(page).save_lesson(tmp_path / "bad", "Bad", f"![x](file://{picture}) ![y]({picture}) [z](file://{picture})",
                     hides_answers=False)  # fmt: skip
    rest(qtbot, page)

    shown = named(page, QTextBrowser, "Explanation")
    for name in (f"file://{picture}", str(picture)):
        found = shown.document().resource(QTextDocument.ResourceType.ImageResource, QUrl(name))
        assert isinstance(found, (QImage, QPixmap))
        assert found.width() == 1


def verdict(page: LessonsPage) -> str:
    return page._verdict.text()


def test_the_formula_above_the_bars_has_alpha_as_soon_as_the_lesson_is_smoothed(
    qtbot: QtBot, page: LessonsPage
) -> None:
    for name, unsmoothed in (("tennis", "(N_c,x_i) / (N_c)"), ("zero-counts", "(0) / (N_c) = 0")):
        page._model.open(name)
        rest(qtbot, page)
        page._model.change_setup(smoothing=0.0)
        assert unsmoothed in page._formula.accessibleDescription()

        page._model.change_setup(smoothing=1.0)

        assert "+ α" in page._formula.accessibleDescription()
        assert unsmoothed not in page._formula.accessibleDescription()
