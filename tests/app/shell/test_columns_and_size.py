"""Columns are chosen, sorted by and remembered; everything can be written larger; what is chosen is copied."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QTableView
from pytestqt.qtbot import QtBot

from app.domain.confidence import Doubt
from app.domain.jobs import NoOpJobContext
from app.features.classify.page import VerdictTable, sureness_width
from app.features.classify.view_model import ClassifyState
from app.kit.array_table import Column
from app.kit.look import fonts, painting
from app.kit.look.fonts import px
from app.kit.look.theme import Theme
from app.kit.painted_values import doubt_word
from app.kit.table_view import ColumnStyle, TableView, column_menu
from app.library.importing import ImportRequest, import_sources
from app.shell import remembered_layouts
from tests.app.in_the_window import InTheWindow, cells, running
from tests.walk.made_up_mail import write_mails


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "mail.bayleaf"
    for corpus, n in (("Mail", 9), ("Other", 4)):
        mails = write_mails(tmp_path / corpus, {"ham": n, "spam": n - 1}, seed=n)
        import_sources(path, ImportRequest((mails,), corpus=corpus), NoOpJobContext())
    return path


@pytest.fixture
def workspace(tmp_path: Path, path: Path) -> Path:
    return path


def titles(table: QTableView) -> list[str]:
    """The heads of the columns that show."""
    model = table.model()
    shown = [n for n in range(model.columnCount()) if not table.isColumnHidden(n)]
    return [str(model.headerData(n, Qt.Orientation.Horizontal)) for n in shown]


def choose(table: TableView, title: str) -> None:
    [action] = [each for each in column_menu(table).actions() if each.text() == title]
    action.trigger()


def test_a_column_that_is_chosen_shows_and_is_remembered(somebody: InTheWindow) -> None:
    table = somebody.part(TableView, "Documents")
    assert "File" not in titles(table)

    choose(table, "File")
    choose(table, "Date")

    assert "File" in titles(table)
    assert "Date" not in titles(table)
    remembered_layouts.save_layout(somebody.program.window, somebody.program.settings)
    table.restore_shown_columns({})
    remembered_layouts.restore_layout(somebody.program.window, somebody.program.settings)
    assert "File" in titles(table)
    assert "Date" not in titles(table)


def test_a_click_on_a_head_sorts_and_another_one_turns(somebody: InTheWindow) -> None:
    table = somebody.part(TableView, "Documents")
    somebody.wait(lambda: bool(cells(table, 1)[0]))

    table.horizontalHeader().sectionClicked.emit(1)
    somebody.rest()
    somebody.wait(lambda: bool(cells(table, 1)[0]))
    subjects = cells(table, 1)
    assert subjects == sorted(subjects, key=str.casefold)

    table.horizontalHeader().sectionClicked.emit(1)
    somebody.rest()
    somebody.wait(lambda: bool(cells(table, 1)[0]))
    assert cells(table, 1) == sorted(subjects, key=str.casefold, reverse=True)


def test_rows_that_are_copied_come_as_lines_with_tabs(somebody: InTheWindow) -> None:
    table = somebody.part(TableView, "Documents")
    somebody.wait(lambda: bool(cells(table, 1)[0]))
    table.setFocus()
    table.choose_row(0)

    somebody.key(Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    lines = QGuiApplication.clipboard().text().split("\n")
    assert len(lines) == 1
    assert lines[0].split("\t")[:2] == [cells(table, 0)[0], cells(table, 1)[0]]


def test_everything_is_written_larger_and_smaller_again(somebody: InTheWindow) -> None:
    before = px(100)

    somebody.program.zoom(150)
    somebody.rest()
    assert px(100) == pytest.approx(before * 1.5, abs=6)
    somebody.wait(lambda: somebody.part(TableView, "Documents").rowHeight(0) == px(28))

    somebody.program.zoom(100)
    somebody.rest()
    assert px(100) == before


def test_a_restart_opens_the_corpus_that_was_at_hand(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, path: Path
) -> None:
    with running(qtbot, qapp, tmp_path / "window.ini", path) as first:
        first.wait(lambda: first.program.frame.state.corpus == "Other")
        choose_corpus = first.program.frame.commands.choose_corpus
        assert choose_corpus is not None
        choose_corpus("Mail")
        first.rest()
    with running(qtbot, qapp, tmp_path / "window.ini", path) as again:
        again.rest()
        assert again.program.frame.state.corpus == "Mail"


def test_no_reason_for_being_unsure_is_cut(theme: Theme) -> None:
    chip = painting.outline_chip_width("unsure") + px(6)
    longest = max(painting.text_width(doubt_word(each), fonts.small_font()) for each in Doubt)
    assert px(sureness_width()) - px(16) >= chip + longest
    table = VerdictTable()
    table.show_items([], ClassifyState())
    assert table.look(1).width == sureness_width()


def test_a_subject_keeps_room_where_sureness_takes_most_of_it(qtbot: QtBot, theme: Theme) -> None:
    looks = (ColumnStyle("label", 120), ColumnStyle("sureness", 220, min_width=98), ColumnStyle("strong"))
    names = ("Label", "Confidence", "Subject")
    columns = [Column(name, ["one"], look=look, cell=lambda _: None) for name, look in zip(names, looks, strict=True)]
    view = TableView("Verdicts", columns)
    qtbot.addWidget(view)
    view.resize(px(330), px(200))
    with qtbot.waitExposed(view):
        view.show()

    assert view.columnWidth(1) == px(98)
    assert view.columnWidth(2) >= px(100)
    view.resize(px(600), px(200))
    assert view.columnWidth(1) == px(220)
