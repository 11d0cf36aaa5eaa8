"""Read again, from the menu of a document: what is in the file now shows, and what cannot be read is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from app.domain.jobs import NoOpJobContext
from app.features.documents.view_model import DocumentsState
from app.kit.table_view import TableView
from app.library.importing import ImportRequest, import_sources
from tests.app.in_the_window import InTheWindow

DOCUMENTS = 0
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # menus of a system without windows


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for label in ("bills", "poems"):
        (tmp_path / "papers" / label).mkdir(parents=True)
        for number in range(2):
            (tmp_path / "papers" / label / f"{label}{number}.txt").write_text(f"{label} number {number}")
    return tmp_path / "papers"


@pytest.fixture
def workspace(folder: Path, tmp_path: Path) -> Path:
    workspace = tmp_path / "mine.bayleaf"
    import_sources(workspace, ImportRequest((folder,), corpus="Papers"), NoOpJobContext())
    return workspace


def chosen(somebody: InTheWindow, row: int) -> tuple[TableView, Path]:
    """Choose a row, and return the table with the file of the document that shows."""
    somebody.open(DOCUMENTS)
    view = somebody.part(TableView, "Documents")
    view.choose_row(row)
    somebody.rest()
    document = state(somebody).document
    assert document is not None
    return view, Path(document.path)


def state(somebody: InTheWindow) -> DocumentsState:
    return somebody.models.documents.state


def read_again(somebody: InTheWindow, view: TableView) -> None:
    """Choose it from the menu of the row."""
    view.customContextMenuRequested.emit(QPoint(5, 5))
    menu = somebody.page.findChildren(QMenu)[-1]
    next(action for action in menu.actions() if action.text() == "Read file again").trigger()
    menu.close()
    somebody.rest()


def test_the_document_that_shows_is_the_one_that_was_read_again(somebody: InTheWindow) -> None:
    view, file = chosen(somebody, 1)
    file.write_text("a wholly different text")

    read_again(somebody, view)

    document = state(somebody).document
    assert document is not None
    assert (document.text.strip(), document.label) == ("a wholly different text", file.parent.name)
    assert view.chosen_rows() == [state(somebody).ids.tolist().index(document.number)]
    assert somebody.note == "1 document read again"

    somebody.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    somebody.rest()

    assert somebody.note == "Undone: 1 document read again"


def test_a_file_that_is_gone_is_said_and_its_document_stays(somebody: InTheWindow) -> None:
    view, file = chosen(somebody, 0)
    before = state(somebody).document
    file.unlink()

    read_again(somebody, view)

    said = f"“{file.name}” was moved or deleted after it was read. The text that was read earlier is kept."
    assert any(said in text for text in somebody.texts())
    assert state(somebody).document == before


def test_files_that_have_not_changed_are_said_to_be_the_same(somebody: InTheWindow) -> None:
    view, _ = chosen(somebody, 0)

    read_again(somebody, view)

    assert somebody.note == "1 document read again, no changes found"
