"""Facets beside the list, one undoable act on all that is left, dragging rows onto labels, and the menu of a row."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QMenu, QTableView
from pytestqt.qtbot import QtBot

from app.domain.jobs import NoOpJobContext
from app.domain.results import FacetChoice, FacetKind, ShelfKind
from app.features.documents.columns import KeyHints, NarrowedBar, kind_name, month_name
from app.features.documents.page import DocumentsPage, LetterDialog, ShelfRow
from app.kit.array_table import PagedColumn, PagedTable
from app.kit.drops import ROWS_TYPE
from app.kit.facet_list import FacetEntry, FacetGroup, FacetHead, FacetList, FacetValueRow
from app.kit.label_chips import KeyHint
from app.kit.look.theme import Theme
from app.kit.painted_values import Label
from app.kit.table_view import TableView
from app.library.importing import ImportRequest, import_sources
from tests.app.in_the_window import InTheWindow

DOCUMENTS = 0
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # menus of a system without windows


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """Letters of two kinds of files in two folders, without a model."""
    for label in ("Contracts", "Court"):
        folder = tmp_path / "letters" / label
        folder.mkdir(parents=True)
        for number in range(6):
            suffix = "md" if number % 3 == 0 else "txt"
            (folder / f"{label} {number}.{suffix}").write_text(f"A letter number {number} about {label}.")
    path = tmp_path / "letters.bayleaf"
    import_sources(path, ImportRequest((tmp_path / "letters",), corpus="Letters"), NoOpJobContext())
    return path


def shelf(somebody: InTheWindow, name: str) -> ShelfRow:
    return next(row for row in somebody.page.findChildren(ShelfRow) if row.text() == name)


def shelf_name(somebody: InTheWindow, name: str) -> str:
    return shelf(somebody, name).accessibleName()


def narrow_to_md(somebody: InTheWindow, qtbot: QtBot) -> None:
    somebody.open(DOCUMENTS)
    somebody.wait(lambda: bool(somebody.page.findChildren(FacetValueRow)))
    value = next(row for row in somebody.page.findChildren(FacetValueRow) if row.text() == "MD")
    qtbot.mouseClick(value, Qt.MouseButton.LeftButton)
    somebody.wait(lambda: len(somebody.models.documents.state.ids) == 4)
    somebody.wait(lambda: shelf_name(somebody, "Court") == "Court: 2")
    somebody.rest()


def choose(somebody: InTheWindow, *path: str) -> None:
    """Choose from the menu of the bar above a narrowed list."""
    menu: QMenu = somebody.part(NarrowedBar).menu()
    for name in path[:-1]:
        menu = next(inner for inner in menu.findChildren(QMenu) if inner.title() == name)
    next(action for action in menu.actions() if action.text() == path[-1]).trigger()
    somebody.rest()


def test_a_ticked_value_narrows_the_list_and_the_counts_of_all_labels(somebody: InTheWindow, qtbot: QtBot) -> None:
    narrow_to_md(somebody, qtbot)

    assert "4 of 12 documents" in {label.text() for label in somebody.part(NarrowedBar).findChildren(QLabel)}
    assert shelf_name(somebody, "Contracts") == "Contracts: 2"
    somebody.click("Show all")
    somebody.rest()
    assert len(somebody.models.documents.state.ids) == 12
    assert not any(bar.isVisible() for bar in somebody.page.findChildren(NarrowedBar))


def test_the_documents_of_a_cell_are_read_one_after_another_and_then_all_are_listed_again(
    somebody: InTheWindow,
) -> None:
    somebody.open(DOCUMENTS)
    somebody.rest()
    documents = somebody.models.documents
    cell = tuple(int(number) for number in documents.state.ids[[1, 4, 8]])

    somebody.models.evaluation.documents_wanted.emit(cell, cell[1])
    somebody.rest()

    assert documents.state.ids.tolist() == [*cell]
    assert documents.state.chosen_number == cell[1]
    assert "3 of 12 documents" in {label.text() for label in somebody.part(NarrowedBar).findChildren(QLabel)}
    assert sum(count for shelf, count in documents.state.report.shelves if shelf.kind is ShelfKind.LABEL) == 3
    listed = somebody.part(QTableView, "Documents")
    assert listed.currentIndex().row() == 1
    somebody.key(Qt.Key.Key_Down, on=listed)
    somebody.rest()
    assert documents.state.chosen_number == cell[2]

    somebody.click("Show all")
    somebody.rest()
    assert len(documents.state.ids) == 12


def test_all_that_is_left_is_labelled_as_one_act_that_can_be_undone(somebody: InTheWindow, qtbot: QtBot) -> None:
    narrow_to_md(somebody, qtbot)
    choose(somebody, "Label as", "Court")
    somebody.wait(lambda: shelf_name(somebody, "Court") == "Court: 4")
    assert somebody.models.documents.state.overview.labels[1].n_documents == 8

    somebody.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier, somebody.program.window)
    somebody.rest()

    assert [label.n_documents for label in somebody.models.documents.state.overview.labels] == [6, 6]


def test_all_that_is_left_is_deleted_as_one_act_and_the_files_stay(
    somebody: InTheWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    narrow_to_md(somebody, qtbot)
    choose(somebody, "Delete from the collection")
    assert somebody.models.documents.state.overview.n_documents == 8
    assert len([*(tmp_path / "letters").rglob("*.md")]) == 4
    assert "stay" in somebody.note

    somebody.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier, somebody.program.window)
    somebody.rest()

    assert somebody.models.documents.state.overview.n_documents == 12


def test_the_list_that_is_left_is_exported(somebody: InTheWindow, qtbot: QtBot, tmp_path: Path) -> None:
    narrow_to_md(somebody, qtbot)
    somebody.models.documents.export_list(tmp_path / "list.csv")
    somebody.rest()
    with (tmp_path / "list.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = [*csv.DictReader(file)]

    assert sorted(Path(row["file"]).name for row in rows) == [
        "Contracts 0.md", "Contracts 3.md", "Court 0.md", "Court 3.md",
    ]  # fmt: skip
    assert {row["label"] for row in rows} == {"Contracts", "Court"}


def test_rows_can_be_dragged(qtbot: QtBot, theme: Theme) -> None:
    table = PagedTable([PagedColumn("Name", str)])
    table.show_ids(np.arange(3))

    assert table.flags(table.index(1, 0)) & Qt.ItemFlag.ItemIsDragEnabled


def test_selected_documents_dropped_on_a_label_get_it(somebody: InTheWindow) -> None:
    somebody.open(DOCUMENTS)
    view = somebody.part(TableView, "Documents")
    view.choose_row(0)
    somebody.rest()
    number = view.chosen_numbers()[0]
    other = "Court" if view.model().index(0, 0).data() == "Contracts" else "Contracts"
    data, target, copy = QMimeData(), shelf(somebody, other), Qt.DropAction.CopyAction
    data.setData(ROWS_TYPE, b"rows")
    left, plain, at = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(20, 10)
    entered = QDragEnterEvent(at, copy, data, left, plain)
    QApplication.sendEvent(target, entered)
    assert entered.isAccepted()
    QApplication.sendEvent(target, QDropEvent(QPointF(at), copy, data, left, plain))
    somebody.rest()

    [row] = somebody.models.documents._source.load_rows("Letters", np.array([number]), NoOpJobContext())  # type: ignore[union-attr]
    assert row.label == other


def test_the_menu_of_a_row_ticks_its_label_and_enter_opens_the_text_without_a_model(somebody: InTheWindow) -> None:
    somebody.open(DOCUMENTS)
    view = somebody.part(TableView, "Documents")
    view.choose_row(0)
    somebody.rest()
    label = str(view.model().index(0, 0).data())
    view.customContextMenuRequested.emit(QPoint(5, 5))
    menu = somebody.page.findChildren(QMenu)[-1]
    ticked = [action.text().split("\t")[0] for action in menu.actions() if action.isChecked()]
    names = {action.text().split("\t")[0] for action in menu.actions()}
    menu.close()
    assert ticked == [label]
    assert {"Open", "Show in folder", "File away…", "Delete 1 document from the collection"} <= names

    somebody.key(Qt.Key.Key_Return, on=view)
    somebody.rest()
    [dialog] = [each for each in somebody.program.window.findChildren(LetterDialog) if each.isVisible()]
    assert isinstance(dialog, QDialog)
    dialog.accept()


def test_labels_whose_keys_do_not_fit_are_reached_by_one_that_shows(qtbot: QtBot, theme: Theme) -> None:
    opened: list[bool] = []
    hints = KeyHints(lambda: opened.append(True))
    qtbot.addWidget(hints)
    hints.show_labels([Label(f"label {number}", number, 3) for number in range(20)])
    hints.fit_to_width(330)
    names = [each.accessibleName() for each in hints.findChildren(QLabel) if each.isVisibleTo(hints)]
    assert names[0] == "1: label 0"
    assert "L: all labels…" in names
    assert names[-1] == "U: no label"

    hints.show_labels([Label("ham", 0, 3), Label("spam", 1, 3)])
    hints.fit_to_width(2_000)
    names = [each.accessibleName() for each in hints.findChildren(QLabel) if each.isVisibleTo(hints)]
    assert names == ["1: ham", "2: spam", "U: no label"]


def test_a_single_selected_document_is_not_counted_where_the_keys_of_labels_need_the_room(
    somebody: InTheWindow, qtbot: QtBot
) -> None:
    page = somebody.open(DOCUMENTS)
    assert isinstance(page, DocumentsPage)
    view, hints, counted = somebody.part(TableView, "Documents"), page._hints, page._chosen
    view.choose_row(0)
    hints.show_labels([Label(f"a label number {number}", number, 3) for number in range(5)])

    def keys() -> int:
        page._count_chosen()
        return sum(each.isVisible() for each in hints.findChildren(KeyHint) if each.accessibleName()[0].isdecimal())

    n_alone = keys()
    assert not counted.isVisible()
    view.selectAll()
    assert keys() < n_alone
    assert counted.isVisible()
    view.choose_row(0)
    hints.show_labels([Label("a", 0, 3), Label("b", 1, 3)])
    assert keys() == 2
    assert counted.isVisible()


def test_a_group_shows_its_first_values_and_more_on_request(qtbot: QtBot, theme: Theme) -> None:
    facets, clicked = FacetList(), list[tuple[str, str]]()
    qtbot.addWidget(facets)
    facets.value_clicked.connect(lambda group, key: clicked.append((group, key)))
    entries = tuple(FacetEntry(f"d{number}", f"d{number}.org", 100 - number) for number in range(30))
    facets.show_groups([FacetGroup("sender", "Sender", entries), FacetGroup("kind", "Kind", entries[:2])])
    rows = facets.findChildren(FacetValueRow)
    assert [row.text() for row in rows] == [f"d{number}.org" for number in range(6)]
    qtbot.mouseClick(rows[2], Qt.MouseButton.LeftButton)
    assert clicked == [("sender", "d2")]

    chosen = (*entries[:9], FacetEntry("d9", "d9.org", 3, is_chosen=True), *entries[10:])
    facets.show_groups([FacetGroup("sender", "Sender", chosen)])
    shown = [row.text() for row in facets.findChildren(FacetValueRow) if not row.isHidden()]
    assert shown[-1] == "d9.org"


def test_the_focus_stays_on_the_head_of_a_group_that_is_opened(qtbot: QtBot, theme: Theme) -> None:
    facets = FacetList()
    qtbot.addWidget(facets)
    entries = tuple(FacetEntry(f"d{number}", f"d{number}.org", 100 - number) for number in range(3))
    facets.show_groups([FacetGroup("sender", "Sender", entries), FacetGroup("kind", "Kind", entries)])
    facets.resize(200, 300)
    with qtbot.waitExposed(facets):
        facets.show()
    facets.activateWindow()
    head = next(each for each in facets.findChildren(FacetHead) if each.text() == "Kind")
    head.setFocus()
    qtbot.waitUntil(head.hasFocus)

    qtbot.keyClick(head, Qt.Key.Key_Space)

    again = next(each for each in facets.findChildren(FacetHead) if each.text() == "Kind" and each is not head)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is again)
    assert again.isChecked()


def test_names_of_months_and_kinds() -> None:
    assert month_name("2024-05") == "May 2024"
    assert (kind_name("pdf"), kind_name("mail"), kind_name("text")) == ("PDF", "Mail", "Text")


def test_a_facet_of_another_collection_is_not_taken_along(somebody: InTheWindow, qtbot: QtBot) -> None:
    narrow_to_md(somebody, qtbot)
    assert somebody.models.documents.state.facets == (FacetChoice(FacetKind.KIND, "md"),)
    somebody.models.documents.open_corpus("Letters")

    assert somebody.models.documents.state.facets == ()
    somebody.rest()
