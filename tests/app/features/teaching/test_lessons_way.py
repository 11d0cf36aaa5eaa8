"""A student's way through the lessons: parts, questions, progress, undo, keys, and what a screen reader says."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QDoubleSpinBox, QLineEdit, QRadioButton, QTextBrowser
from pytestqt.qtbot import QtBot

from app.domain.errors import SourceError, TrainingError
from app.features.teaching.formulas import formula_as_text, parse_formula
from app.features.teaching.lessons import LESSON_ORDER, Lesson, open_lesson, question_of_check, read_lesson, split_parts
from app.features.teaching.page import LessonsPage
from app.features.teaching.scenes import OddsScene
from app.features.teaching.view_model import LessonsQuestions, LessonsViewModel
from app.kit.jobs import JobRunner
from app.kit.look.theme import Theme
from app.library.workspaces import OpenContext
from tests.app.features.teaching.test_lessons_page import (
    named,
    press,
    rest,
    says,
    set_smoothing,
    show_tab,
    verdict,
    write,
)


@pytest.fixture
def page(qtbot: QtBot, theme: Theme, runner: JobRunner, tmp_path: Path) -> LessonsPage:
    made = LessonsPage(LessonsViewModel(runner, LessonsQuestions(OpenContext, tmp_path / "finished.json")))
    qtbot.addWidget(made)
    made.resize(1200, 780)
    made.show()
    rest(qtbot, made)
    return made


def answer_of(page: LessonsPage) -> str:
    assert page._model.state.question is not None
    return str(page._model.state.question.answer)


@pytest.mark.parametrize("name", LESSON_ORDER)
def test_every_part_of_every_lesson_ends_with_a_question_that_can_be_answered_in_every_language(name: str) -> None:
    shapes = []
    for language in ("en", "ru", "zh"):
        lesson = open_lesson(name, language)
        checks = [part.check for part in lesson.parts]
        assert 2 <= len(checks) <= 3
        shapes.append([(check.kind, len(check.choices)) for check in checks if check is not None])
        for check in checks:
            assert check is not None
            if check.kind == "choice":
                assert [choice.is_right for choice in check.choices].count(True) == 1
                assert all(choice.feedback for choice in check.choices if not choice.is_right)
            else:
                assert question_of_check(lesson.setup, check) is not None
    assert shapes[0] == shapes[1] == shapes[2]


def test_the_way_leads_from_part_to_part_to_the_next_lesson_and_is_remembered(
    qtbot: QtBot, page: LessonsPage, runner: JobRunner, tmp_path: Path
) -> None:
    text = named(page, QTextBrowser, "Explanation")
    assert "Lidstone" not in text.toPlainText()
    assert says(page, "0 of 16 lessons finished")

    press(qtbot, page, "Continue")
    press(qtbot, page, "Continue")
    assert "Lidstone" in text.toPlainText()
    assert says(page, "0 of 16 lessons finished")
    page._model.choose_answer(
        next(place for place, each in enumerate(page._model.state.check.choices) if each.is_right)
    )  # type: ignore[union-attr]
    assert says(page, "1 of 16 lessons finished")
    press(qtbot, page, "Next lesson")

    assert page._model.state.lesson.name == "tennis"
    assert says(page, "1 of 16 lessons finished")
    later = LessonsViewModel(runner, LessonsQuestions(OpenContext, tmp_path / "finished.json"))
    later.retranslate()
    assert later.state.finished_lessons == {"fever"}


def test_a_damaged_progress_file_begins_anew(runner: JobRunner, tmp_path: Path) -> None:
    (tmp_path / "finished.json").write_text('{"fever": tr', encoding="utf-8")
    model = LessonsViewModel(runner, LessonsQuestions(OpenContext, tmp_path / "finished.json"))

    model.retranslate()

    assert model.state.finished_lessons == frozenset()


def test_the_question_of_a_part_is_checked_and_a_mistake_is_named(qtbot: QtBot, page: LessonsPage) -> None:
    press(qtbot, page, "Continue")
    assert says(page, "What is P(fever = yes | infected)?")
    field = named(page, QLineEdit, "Your answer")

    write(qtbot, field, "2/3")
    assert says(page, "Not correct yet. This is the result without smoothing.")
    write(qtbot, field, answer_of(page))

    assert says(page, "Correct: 3/5")


def test_a_wrong_choice_says_why_and_the_right_one_is_found(qtbot: QtBot, page: LessonsPage) -> None:
    press(qtbot, page, "Continue")
    press(qtbot, page, "Continue")
    radios = {each.accessibleName(): each for each in page.findChildren(QRadioButton) if each.isVisible()}
    assert len(radios) == 3

    radios["To 1."].click()
    assert says(page, "A large α makes every value equally frequent under both labels")
    radios["To 1/2, the prior."].click()

    assert page._model.state.is_right
    assert says(page, "Correct.")


def test_hidden_answers_are_hidden_in_the_text_as_well(qtbot: QtBot, page: LessonsPage) -> None:
    text = named(page, QTextBrowser, "Explanation")
    press(qtbot, page, "Continue")
    press(qtbot, page, "Continue")
    assert "6/125 against 9/250" in text.toPlainText()

    press(qtbot, page, "Hide answers")
    shown = text.toPlainText()
    assert "▢▢▢ against ▢▢▢, so the infection has ▢▢▢" in shown
    assert "4/7" not in shown + verdict(page)
    assert not page._picture.isVisible()
    press(qtbot, page, "Show the answer")

    assert "4/7" in text.toPlainText()


@pytest.mark.parametrize("name", LESSON_ORDER)
@pytest.mark.parametrize("language", ["en", "ru", "zh"])
def test_no_hidden_text_of_a_lesson_has_an_answer_of_its_table(name: str, language: str) -> None:
    lesson = open_lesson(name, language)
    assert "[[" not in lesson.explanation + lesson.masked_explanation
    for check in (part.check for part in lesson.parts):
        question = None if check is None or check.kind == "choice" else question_of_check(lesson.setup, check)
        if question is not None and question.kind in ("share", "product"):
            assert str(question.answer) not in lesson.masked_explanation


def test_undo_takes_back_alpha_a_count_a_word_and_an_arrow_one_by_one(qtbot: QtBot, page: LessonsPage) -> None:
    open_by_name(qtbot, page, "twice")
    model = page._model
    start = model.state.setup
    set_smoothing(qtbot, page, "0.5")
    model.set_cell(0, 1, "york hotel")
    qtbot.keyClicks(named(page, QLineEdit, "New text"), " hotel")
    show_tab(qtbot, page, "network")
    model.toggle_arrow(0, 1)
    rest(qtbot, page)
    assert model.state.setup.query == ("new york hotel",)
    assert page._picture.painted_scene.arrows == ((0, 1),)  # type: ignore[union-attr]

    page.setFocus()
    undo = Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(page, Qt.Key.Key_Z, undo)
    assert model.state.arrows == frozenset()
    qtbot.keyClick(page, Qt.Key.Key_Z, undo)
    assert model.state.setup.query == ("new york",), "typing is undone at once"
    qtbot.keyClick(page, Qt.Key.Key_Z, undo)
    assert model.state.setup.rows == start.rows
    qtbot.keyClick(page, Qt.Key.Key_Z, undo)
    assert model.state.setup == start
    qtbot.keyClick(page, Qt.Key.Key_Z, undo | Qt.KeyboardModifier.ShiftModifier)
    rest(qtbot, page)

    assert model.state.setup.smoothing == 0.5
    assert says(page, "travel")


def open_by_name(qtbot: QtBot, page: LessonsPage, name: str) -> None:
    page._model.open(name)
    rest(qtbot, page)


def test_undo_works_while_the_cursor_is_in_a_field(qtbot: QtBot, page: LessonsPage) -> None:
    set_smoothing(qtbot, page, "2")
    spin = named(page, QDoubleSpinBox, "Smoothing α")
    field = spin.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)

    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    rest(qtbot, page)

    assert page._model.state.setup.smoothing == 1.0
    assert verdict(page).endswith("= 4/7")


def test_reset_is_undone_as_well(qtbot: QtBot, page: LessonsPage) -> None:
    page._model.set_cell(0, 1, "marmot")
    press(qtbot, page, "Reset")
    press(qtbot, page, "Undo")

    assert page._model.state.setup.rows[0][1] == "marmot"


def test_a_picture_moves_with_a_change_of_alpha(qtbot: QtBot, page: LessonsPage) -> None:
    show_tab(qtbot, page, "odds")
    before = page._picture.painted_scene
    assert isinstance(before, OddsScene)
    set_smoothing(qtbot, page, "0.5")

    qtbot.waitUntil(lambda: not page._picture.is_moving)
    after = page._picture.painted_scene
    assert isinstance(after, OddsScene)
    assert before.shares[1].share == pytest.approx(4 / 7)
    assert after.shares[1].share == pytest.approx(9 / 14)


def test_the_lessons_are_walked_with_the_keyboard_alone(qtbot: QtBot, page: LessonsPage) -> None:
    page._contents.setFocus()
    qtbot.keyClick(page._contents, Qt.Key.Key_Down)
    rest(qtbot, page)
    assert page._model.state.lesson.name == "tennis"

    page._tabs.setFocus()
    qtbot.keyClick(page._tabs, Qt.Key.Key_Right)
    rest(qtbot, page)
    assert page._model.state.picture == "odds"
    page._next.setFocus()
    qtbot.keyClick(page._next, Qt.Key.Key_Return)
    rest(qtbot, page)

    assert page._model.state.last_part_index == 1


def test_the_first_lesson_asks_its_question_as_soon_as_the_page_is_there(page: LessonsPage) -> None:
    assert says(page, "What is the prior P(infected)?")
    assert named(page, QLineEdit, "Your answer").isVisible()


def test_a_screen_reader_hears_the_text_and_no_empty_tabs(page: LessonsPage) -> None:
    text = QAccessible.queryAccessibleInterface(named(page, QTextBrowser, "Explanation"))
    assert text.text(QAccessible.Text.Description).startswith("Three patients were infected")
    tabs = QAccessible.queryAccessibleInterface(page._tabs)
    names = [tabs.child(place).text(QAccessible.Text.Name) for place in range(tabs.childCount())]
    assert names[:4] == ["Counts", "Balance", "Network", "Calculation"]
    assert names.count("") == 0


def test_a_screen_reader_hears_the_picture_the_formula_and_the_list(qtbot: QtBot, page: LessonsPage) -> None:
    picture = QAccessible.queryAccessibleInterface(page._picture)
    assert picture.text(QAccessible.Text.Name) == "Counts"
    assert "fever = yes, healthy: 0 + 1 / 3 + 2 = 0.2" in picture.text(QAccessible.Text.Description)
    formula = QAccessible.queryAccessibleInterface(page._formula)
    assert formula.text(QAccessible.Text.Description) == "P(c | d) ∝ P(c) ∏_i=1^n P(x_i | c)"
    page._model.go_forward()
    page._model.go_forward()
    page._model.go_forward()
    rest(qtbot, page)

    items = [page._contents.item(place) for place in range(2)]
    spoken = [item.data(Qt.ItemDataRole.AccessibleTextRole) for item in items if item is not None]
    assert spoken == ["1. Six patients, finished", "2. Fourteen days of weather"]


@pytest.mark.parametrize(
    ("source", "spoken"),
    [
        (r"\frac{a + 1}{b}", "(a + 1) / (b)"),
        (r"x_{i}^{2}", "x_i^2"),
        (r"∑_{i=1}^{n} x_{i}", "∑_i=1^n x_i"),
        (r"\frac{", "() / ()"),
        ("}}_^", "_^"),
    ],
)
def test_a_formula_is_read_and_never_fails(source: str, spoken: str) -> None:
    assert formula_as_text(parse_formula(source)) == spoken


def test_a_bench_without_labels_says_so_and_loses_nothing(qtbot: QtBot, page: LessonsPage) -> None:
    for row in range(6):
        page._model.set_cell(row, 0, "")
    rest(qtbot, page)
    assert isinstance(page._model.state.problem, TrainingError)
    assert verdict(page)
    assert page._picture.painted_scene is None

    for _ in range(6):
        page._model.undo()
    rest(qtbot, page)
    assert verdict(page).endswith("= 4/7")


@pytest.mark.parametrize(
    ("old", "new"), [('"smoothing": 1', '"smoothing": -1'), ('"rows": [', '"rows": [' + '["a","b"],' * 10_000)]
)
def test_a_lesson_file_with_wrong_numbers_is_refused_and_the_page_stays(
    qtbot: QtBot, page: LessonsPage, tmp_path: Path, old: str, new: str
) -> None:
    path = tmp_path / "own.bayleaf-lesson"
    page._model.save_lesson(path, "Own", "Text [[4/7]]\n\n? Why?\n+ So\n- Not so :: No.", hides_answers=False)
    rest(qtbot, page)
    saved = read_lesson(path)
    assert isinstance(saved, Lesson)
    assert saved.masked_explanation == "Text ▢▢▢"
    path.write_text(path.read_text("utf-8").replace(old, new), encoding="utf-8")
    page._menu._run_and_show_error(lambda: page._model.open_file(path))

    with pytest.raises(SourceError):
        read_lesson(path)
    assert page._notice.isVisible()
    assert page._model.state.lesson.title == "Own"


def test_a_part_without_a_proper_check_is_text(tmp_path: Path) -> None:
    assert split_parts("A\n?= nonsense | x")[0].check is None
    assert split_parts("A\n? no answers")[0].check is None
    assert [part.text for part in split_parts("A\n---\nB")] == ["A", "B"]


def test_after_continue_the_focus_is_in_the_field_for_the_answer(qtbot: QtBot, page: LessonsPage) -> None:
    page._model.open("fever")
    rest(qtbot, page)
    for _ in page._model.state.lesson.parts:
        page._next.setFocus()
        qtbot.keyClick(page._next, Qt.Key.Key_Return)
        rest(qtbot, page)
        if page._model.state.check is not None and page._model.state.check.kind != "choice":
            break
    part = page._model.state.last_part_index

    field = page.window().focusWidget()
    assert isinstance(field, QLineEdit)
    assert field.accessibleName() == "Your answer"
    qtbot.keyClick(field, Qt.Key.Key_Return)
    rest(qtbot, page)
    assert page._model.state.last_part_index == part
