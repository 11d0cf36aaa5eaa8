"""Operators are completed while somebody types, stand out as chips, and searches are kept in the list at the left."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.features.documents.page import ShelfRow
from app.features.train.page import ProtectedLabels
from app.kit.fields import CompletionList, TermField
from app.kit.look.colours import DARK, LIGHT, colour
from app.kit.look.fonts import px
from app.kit.look.theme import Theme, ThemeChoice
from app.kit.widgets import TextLabel
from tests.app.in_the_window import InTheWindow
from tests.app.mail_workspaces import mail_workspace


@pytest.fixture
def field(qtbot: QtBot, theme: Theme) -> Iterator[TermField]:
    room, made = QWidget(), TermField("Search")
    qtbot.addWidget(room)
    made.setParent(room)
    made.set_completion_values({"label": ("ham", "good mail", "spam")})
    made.resize(500, 30)
    room.resize(520, 260)
    with qtbot.waitExposed(room):
        room.show()
    made.setFocus()
    yield made
    room.hide()


def test_a_begun_operator_is_offered_and_taken_with_tab(qtbot: QtBot, field: TermField) -> None:
    qtbot.keyClicks(field, "prize la")
    assert field.visible_completions() == ["label:"]
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert (field.text(), field.visible_completions()) == (
        "prize label:",
        ["label:ham", 'label:"good mail"', "label:spam"],
    )
    qtbot.keyClicks(field, "g")
    qtbot.keyClick(field, Qt.Key.Key_Tab)

    assert field.text() == 'prize label:"good mail" '
    assert field.hasFocus()


def test_arrows_mark_a_completion_enter_takes_it_and_escape_closes_the_list(qtbot: QtBot, field: TermField) -> None:
    qtbot.keyClicks(field, "label:")
    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Up)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "label:spam "
    qtbot.keyClicks(field, "la")
    qtbot.keyClick(field, Qt.Key.Key_Escape)

    assert (field.text(), field.visible_completions()) == ("label:spam la", [])


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_completions_are_rows_as_high_as_in_other_lists_and_the_marked_one_is_filled(
    qtbot: QtBot, field: TermField, theme: Theme, choice: ThemeChoice
) -> None:
    theme.choose(choice)
    QApplication.processEvents()
    qtbot.keyClicks(field, "label:")
    qtbot.keyClick(field, Qt.Key.Key_Down)
    completions = field.window().findChild(CompletionList)
    assert completions is not None
    rows = [completions.visualItemRect(completions.item(number)) for number in range(completions.count())]
    shown = completions.grab().toImage()
    at = [completions.viewport().mapTo(completions, row.center()) for row in rows]
    fills = [shown.pixelColor(completions.width() - 12, each.y()).name() for each in at]

    assert [row.height() for row in rows] == [px(28)] * 3
    assert completions.viewport().rect().contains(rows[-1])
    assert fills == [colour(theme.tokens.chosen).name(), *[colour(theme.tokens.panel).name()] * 2]


def test_what_is_typed_on_is_never_replaced(qtbot: QtBot, field: TermField) -> None:
    qtbot.keyClicks(field, "from:ann subject:free to:bob")

    assert field.text() == "from:ann subject:free to:bob"
    assert field.visible_completions() == []


def test_a_chip_lies_behind_the_operator_it_belongs_to(qtbot: QtBot, field: TermField) -> None:
    qtbot.keyClicks(field, "prize label:spam now")
    [(begin, end)] = field.chips()
    metrics = field.fontMetrics()

    assert end - begin == pytest.approx(metrics.horizontalAdvance("label:spam"), abs=3)
    field.setCursorPosition(6)
    assert abs(field.cursorRect().center().x() - begin) <= 2
    field.deselect()
    shown, bare = field.grab().toImage(), field.text()
    field.setText("prize label spam now")
    other = field.grab().toImage()
    at = (round((begin + end) / 2), field.height() // 2 - 9)
    assert shown.pixelColor(*at) != other.pixelColor(*at)
    assert bare == "prize label:spam now"


def test_a_painted_field_leaves_the_colours_of_all_others_as_they_are(field: TermField) -> None:
    field.setText("label:spam")
    field.grab()

    for tokens in (LIGHT, DARK):
        assert colour(tokens.accent) == QColor(tokens.accent)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return mail_workspace(tmp_path / "mail.bayleaf", {"ham": 6, "spam": 4})


@pytest.fixture
def somebody(somebody: InTheWindow) -> InTheWindow:
    somebody.open(0)
    return somebody


def shelf_of(somebody: InTheWindow, name: str) -> list[ShelfRow]:
    return [row for row in somebody.page.findChildren(ShelfRow) if row.text() == name and row.isVisible()]


def test_a_search_is_kept_chosen_again_and_removed(somebody: InTheWindow) -> None:
    field = somebody.part(TermField)
    documents = somebody.models.documents
    somebody.write("label:spam", field)
    somebody.key(Qt.Key.Key_Return, on=field)
    somebody.rest()
    assert len(documents.state.ids) == 4
    documents.save_search_as_shelf("Unwanted")
    somebody.rest()
    assert len(shelf_of(somebody, "Unwanted")) == 1
    documents.search("")
    field.clear()
    somebody.rest()
    somebody.wait(lambda: len(documents.state.ids) == 10)

    shelf_of(somebody, "Unwanted")[0].click()
    somebody.rest()
    assert (len(documents.state.ids), documents.state.search) == (4, "label:spam")
    assert shelf_of(somebody, "Unwanted")[0].isChecked()

    documents.remove_shelf("Unwanted")
    somebody.rest()
    assert shelf_of(somebody, "Unwanted") == []
    assert (len(documents.state.ids), documents.state.search) == (10, "")


@pytest.mark.parametrize(("width", "is_shown"), [(400, True), (60, False)])
def test_a_remark_that_would_be_cut_is_left_out(qtbot: QtBot, theme: Theme, width: int, is_shown: bool) -> None:
    remark = TextLabel(
        "your answer is learnt at once, and can be undone", elide=Qt.TextElideMode.ElideRight, is_whole=True
    )
    qtbot.addWidget(remark)
    remark.resize(width, 20)
    written = remark.grab().toImage()
    remark.setText("")

    assert (written != remark.grab().toImage()) is is_shown


def test_a_label_that_was_renamed_is_not_named_among_the_protected(qtbot: QtBot, theme: Theme) -> None:
    labels = ProtectedLabels()
    qtbot.addWidget(labels)
    labels.show_labels(("good", "spam"), ("ham",))

    assert [action.text() for action in labels.menu().actions() if action.isChecked()] == ["good", "spam"]
    assert "ham" not in {label.text() for label in labels.findChildren(QLabel)}
