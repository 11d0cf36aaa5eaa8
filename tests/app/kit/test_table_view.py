"""Tables: what is chosen, what the keys reach, and how wide columns are."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QDialog, QPushButton
from pytestqt.qtbot import QtBot

from app.kit import wording
from app.kit.array_table import Column
from app.kit.fields import ComboBox, fit_to_items
from app.kit.look import fonts, painting
from app.kit.look.fonts import px
from app.kit.look.theme import Theme
from app.kit.painted_values import verdict_bar_rect
from app.kit.table_view import ColumnStyle, SheetView, TableView, label_width
from app.kit.widgets import column


def columns(words: list[str], counts: list[int]) -> list[Column]:
    numbers = np.array(counts)
    return [
        Column("Word", words),
        Column("Seen", numbers, look=ColumnStyle("number", 60)),
        Column("In documents", numbers, look=ColumnStyle("number", 60, shown_from_width=400)),
    ]


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> TableView:
    made = TableView("Words", columns(["free", "linux", "offer"], [40, 10, 30]))
    qtbot.addWidget(made)
    made.resize(500, 200)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


def test_the_first_row_is_chosen_when_the_table_gets_the_focus(qtbot: QtBot, view: TableView) -> None:
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)

    assert view.chosen_rows() == [0]


def test_the_head_that_is_sorted_by_has_room_for_its_words_and_the_chevron(view: TableView) -> None:
    before = [view.columnWidth(column) for column in range(3)]
    view.sort_by_header(column=2, descending=True)
    title = painting.text_width("In documents", fonts.small_font(600))

    assert view.columnWidth(2) >= title + px(2 + 9 + 5 + view.edges[1])
    assert view.columnWidth(1) == before[1]


def test_a_row_that_was_left_unchosen_can_be_chosen_again(qtbot: QtBot, view: TableView) -> None:
    view.choose_row(1)
    view.clearSelection()

    view.choose_row(1)

    assert view.chosen_rows() == [1]


def test_enter_acts_on_the_current_row(qtbot: QtBot, view: TableView) -> None:
    view.choose_row(2)

    with qtbot.waitSignal(view.row_opened) as heard:
        qtbot.keyClick(view, Qt.Key.Key_Return)

    assert heard.args == [2]


@pytest.mark.parametrize("width", [150, 220, 900])
def test_a_remark_leaves_most_of_a_narrow_cell_to_the_subject(qtbot: QtBot, theme: Theme, width: int) -> None:
    def painted(subject: str, remark: str) -> QImage:
        titles = Column("Subject", [(subject, remark)], ": ".join, ColumnStyle("titled"))
        made = TableView("Subjects", [titles], has_header=False, edges=(0, 0))
        qtbot.addWidget(made)
        made.resize(width, 60)
        made.show()
        return made.viewport().grab(made.visualRect(made.model().index(0, 0))).toImage()

    subject, remark = "Minutes of the meeting on Monday morning", "wrong label? rather newsletter"
    bare, remarked = painted(subject, ""), painted(subject, remark)
    kept = round(0.6 * width) - px(30)  # a cut subject ends in an ellipsis
    assert bare.copy(0, 0, kept, bare.height()) == remarked.copy(0, 0, kept, bare.height())
    assert remarked != bare


@pytest.mark.parametrize(("key", "typed"), [(Qt.Key.Key_1, "1"), (Qt.Key.Key_U, "u"), (Qt.Key.Key_Space, " ")])
def test_letters_digits_and_space_go_to_the_page(qtbot: QtBot, view: TableView, key: Qt.Key, typed: str) -> None:
    with qtbot.waitSignal(view.key_typed) as heard:
        qtbot.keyClick(view, key)

    assert heard.args == [typed]


def test_arrows_move_through_the_rows(qtbot: QtBot, view: TableView) -> None:
    view.choose_row(0)

    with qtbot.waitSignal(view.row_chosen) as heard:
        qtbot.keyClick(view, Qt.Key.Key_Down)

    assert heard.args == [1]
    assert view.chosen_rows() == [1]


@pytest.mark.parametrize("modifiers", [Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier])
def test_home_and_end_select_a_row_with_ctrl_as_well(
    qtbot: QtBot, view: TableView, modifiers: Qt.KeyboardModifier
) -> None:
    last = view.model().rowCount() - 1
    qtbot.keyClick(view, Qt.Key.Key_End, modifiers)
    assert (view.currentIndex().row(), view.chosen_rows()) == (last, [last])

    qtbot.keyClick(view, Qt.Key.Key_Home, modifiers)
    assert (view.currentIndex().row(), view.chosen_rows()) == (0, [0])


def test_home_and_end_go_to_the_first_and_the_last_row(qtbot: QtBot, view: TableView) -> None:
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert view.chosen_rows() == [2]
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert view.chosen_rows() == [0]
    qtbot.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    assert view.chosen_rows() == [0, 1, 2]


def test_columns_fill_the_table_and_the_least_needed_go_first(view: TableView) -> None:
    widths = [view.columnWidth(number) for number in range(3)]
    assert sum(widths) == view.viewport().width()
    assert widths[2] > 60  # its head is longer than it was drawn

    view.resize(300, 200)

    assert view.isColumnHidden(2)
    assert sum(view.columnWidth(number) for number in range(2)) == view.viewport().width()


def test_a_column_of_labels_is_as_wide_as_the_longest_up_to_a_bound(theme: Theme) -> None:
    assert label_width(["ham"], 68) == 68
    assert 68 < label_width(["newsletter"], 68) < label_width(["a very long label indeed, longer than most"], 68) == 156
    room = px(label_width(["easy_ham_2"], 68, is_first=False) - 32)
    assert painting.text_width("easy_ham_2", fonts.body(600)) <= room, "a label that disagrees is heavier"


def test_the_bar_of_a_verdict_ends_before_the_longest_number(theme: Theme) -> None:
    for width in (80, 103, 160):
        inner = QRectF(0, 0, px(width), px(28))
        assert (
            verdict_bar_rect(inner).right() + painting.text_width(wording.format_probability(1.0), fonts.body())
            <= inner.right()
        )


def test_a_choice_is_found_by_its_value_and_the_box_does_not_move(qtbot: QtBot, theme: Theme) -> None:
    box = ComboBox("Pair", ((pair, str(pair)) for pair in ((0, 1), (1, 0))))
    qtbot.addWidget(box)
    fit_to_items(box, 50)
    width = box.width()

    box.show_value((1, 0))

    assert box.currentData() == (1, 0)
    assert box.width() == width


def test_enter_in_a_table_that_leads_nowhere_presses_the_button_of_its_dialog(qtbot: QtBot, theme: Theme) -> None:
    dialog, pressed = QDialog(), []
    qtbot.addWidget(dialog)
    view, button = TableView("Words", [Column("Word", ["one", "two"])]), QPushButton("Start")
    column(view, button, owner=dialog)
    button.setDefault(True)
    button.clicked.connect(lambda: pressed.append(True))
    with qtbot.waitExposed(dialog):
        dialog.show()
    view.choose_row(1)

    qtbot.keyClick(view, Qt.Key.Key_Return)

    assert pressed == [True]


def test_a_column_that_comes_back_has_its_own_width_again(qtbot: QtBot, view: TableView) -> None:
    before = [view.columnWidth(column) for column in range(3)]

    view.resize(300, 200)
    view.resize(500, 200)
    view.show_columns([Column("Word", ["one"])])
    view.show_columns(columns(["one"], [1]))

    assert view.own_widths == {}
    assert [view.columnWidth(column) for column in range(3)] == before


def test_a_sheet_that_is_replaced_while_it_is_written_leaves_nothing_behind(qtbot: QtBot, theme: Theme) -> None:
    view = SheetView()
    qtbot.addWidget(view)
    view.show_parts(("<p>one</p>", "<p>two</p>", "<p>three</p>"))
    assert view.is_writing

    view.show_parts(())
    QApplication.processEvents()

    assert not view.is_writing
    assert view.toPlainText() == ""


def test_the_chosen_row_stays_in_view_when_the_table_becomes_lower(qtbot: QtBot, theme: Theme) -> None:
    made = TableView("Words", columns([f"word {n}" for n in range(100)], [1] * 100))
    qtbot.addWidget(made)
    made.resize(500, 800)
    with qtbot.waitExposed(made):
        made.show()
    made.choose_row(20)
    assert made.viewport().rect().contains(made.visualRect(made.currentIndex()).center())

    made.resize(500, 250)

    assert made.visualRect(made.currentIndex()).bottom() < made.viewport().height()
