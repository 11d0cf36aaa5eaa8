"""The whole program can be believed: undo, labels, drops, and where new things go."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QTableView
from pytestqt.qtbot import QtBot

from app.domain.results import Shelf, ShelfKind
from app.features.filing.dialog import FilingDialog
from app.features.importing.dialog import ImportDialog
from app.kit.painted_values import Label
from tests.app.in_the_window import InTheWindow, cells
from tests.walk.made_up_mail import write_mails

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
DOCUMENTS, TRAIN, CLASSIFY = 0, 2, 5
LABELS = (Label("ham", 0, 9), Label("spam", 1, 8))


@pytest.fixture
def somebody(somebody: InTheWindow, tmp_path: Path) -> InTheWindow:
    somebody.program.settings.store_note("filing-folder", str(tmp_path / "filed"))
    return somebody


def test_the_labels_of_an_import_that_was_taken_back_are_in_no_verdict(somebody: InTheWindow, tmp_path: Path) -> None:
    assert [label.name for label in somebody.models.classify.state.labels] == ["ham", "spam"]
    somebody.drop(
        [write_mails(tmp_path / "more", {"ham": 1, "sport": 3, "invoice": 2})], Qt.KeyboardModifier.AltModifier
    )
    somebody.accept_import()
    somebody.rest()
    assert {label.name for label in somebody.models.classify.state.labels} == {"ham", "spam", "sport", "invoice"}

    somebody.click("Undo")
    somebody.rest()

    assert [label.name for label in somebody.models.classify.state.labels] == ["ham", "spam"]
    somebody.open(3)
    table = somebody.models.words.state.table
    assert table is not None
    assert [label.name for label in table.labels] == ["ham", "spam"]


def test_what_has_other_labels_suggests_a_corpus_of_its_own_before_it_is_stored(
    somebody: InTheWindow, tmp_path: Path
) -> None:
    before = somebody.models.documents.state.overview.n_documents
    somebody.drop([write_mails(tmp_path / "more", {"sport": 3, "invoice": 2})], Qt.KeyboardModifier.AltModifier)
    somebody.rest()

    [dialog] = somebody.program.window.findChildren(ImportDialog)
    assert dialog.isVisible()
    assert dialog._model.state.is_new_corpus
    assert "Mail" in dialog._notice.accessibleName()
    dialog._start.click()
    somebody.rest()

    assert somebody.program.frame.state.corpus == dialog._model.state.default_corpus != "Mail"
    corpora = {corpus.name: corpus.n_documents for corpus in somebody.program.frame.state.corpora}
    assert corpora["Mail"] == before


def test_the_chip_beside_the_text_follows_undo_as_the_row_does(somebody: InTheWindow) -> None:
    table = somebody.part(QTableView, "Documents")
    somebody.wait(lambda: bool(cells(table, 0)[0]))
    before = cells(table, 0)[0]
    somebody.key(Qt.Key.Key_1 if before == "spam" else Qt.Key.Key_2, on=table)
    somebody.key(Qt.Key.Key_Up, on=table)
    somebody.rest()
    document = somebody.models.documents.state.document
    assert document is not None
    assert document.label != before

    somebody.key(Qt.Key.Key_Z, CTRL, somebody.program.window)
    somebody.rest()

    document = somebody.models.documents.state.document
    assert document is not None
    assert (document.label, cells(table, 0)[0]) == (before, before)


def test_no_key_takes_an_import_back_and_the_menu_says_what_undo_would_do(
    somebody: InTheWindow, tmp_path: Path
) -> None:
    somebody.drop([write_mails(tmp_path / "more", {"ham": 3}, seed=5)], Qt.KeyboardModifier.AltModifier)
    somebody.accept_import()
    somebody.rest()
    n_documents = somebody.models.documents.state.overview.n_documents
    undo = next(each for each in somebody.program.window.findChildren(QAction) if each.text().startswith("&Undo"))
    assert undo.text() == "&Undo: 3 documents imported into the collection Mail"

    somebody.key(Qt.Key.Key_Z, CTRL, somebody.program.window)
    somebody.key(Qt.Key.Key_Z, CTRL, somebody.program.window)
    somebody.rest()
    assert somebody.models.documents.state.overview.n_documents == n_documents
    assert somebody.note.startswith("Undo the import of 3 ")

    somebody.click("Undo")
    somebody.rest()
    assert somebody.models.documents.state.overview.n_documents == n_documents - 3
    somebody.key(Qt.Key.Key_Z, CTRL | SHIFT, somebody.program.window)
    somebody.rest()
    assert somebody.models.documents.state.overview.n_documents == n_documents


def test_undo_by_key_brings_files_back_wherever_filing_left_the_focus(
    qtbot: QtBot, somebody: InTheWindow, tmp_path: Path
) -> None:
    paths = sorted(write_mails(tmp_path / "dropped", {"ham": 2, "spam": 2}, seed=9).glob("*/*.eml"))
    somebody.open(CLASSIFY)
    somebody.drop(paths)
    somebody.rest()
    somebody.key(Qt.Key.Key_F, CTRL | SHIFT, somebody.program.window)
    somebody.rest()
    [dialog] = somebody.program.window.findChildren(FilingDialog)
    unsure = dialog._unsure
    if not unsure.isChecked() and unsure.isVisible():
        qtbot.mouseClick(unsure, Qt.MouseButton.LeftButton)
        somebody.rest()
    qtbot.keyClick(dialog._view, Qt.Key.Key_Return)
    somebody.rest()
    assert not any(path.exists() for path in paths)

    somebody.key(Qt.Key.Key_Z, CTRL)
    somebody.rest()

    assert all(path.exists() for path in paths)


def test_a_drag_is_taken_as_a_copy_whatever_was_proposed(somebody: InTheWindow, tmp_path: Path) -> None:
    [mail] = write_mails(tmp_path / "one", {"ham": 1}).glob("*/*.eml")
    data, window = QMimeData(), somebody.program.window
    data.setUrls([QUrl.fromLocalFile(str(mail))])
    both, left = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction, Qt.MouseButton.LeftButton
    enter = QDragEnterEvent(QPoint(400, 300), both, data, left, SHIFT)
    enter.setDropAction(Qt.DropAction.MoveAction)
    drop = QDropEvent(QPointF(400, 300), both, data, left, SHIFT)
    drop.setDropAction(Qt.DropAction.MoveAction)

    for event in (enter, drop):
        QApplication.sendEvent(window, event)
        assert event.isAccepted()
        assert event.dropAction() is Qt.DropAction.CopyAction
    somebody.rest()


def test_a_mistake_is_chosen_in_the_list_it_leads_to_and_gets_the_label_that_is_given(somebody: InTheWindow) -> None:
    documents = somebody.models.documents
    somebody.open(DOCUMENTS)
    listed = somebody.part(QTableView, "Documents")
    listed.selectRow(0)
    relabelled = documents.state.ids[-3:].tolist()
    documents.relabel(documents.state.ids[-3:], "spam")
    somebody.rest()
    somebody.open(TRAIN)
    somebody.key(Qt.Key.Key_T, CTRL)
    somebody.rest()
    wrong = somebody.part(QTableView, "Mistakes")
    mistake = somebody.models.training.state.shown_mistakes[0]
    assert mistake.document in relabelled
    assert mistake.document != documents.state.ids[0]
    wrong.setCurrentIndex(wrong.model().index(0, 0))

    somebody.key(Qt.Key.Key_Return, on=wrong)
    somebody.rest()

    n_mistakes = documents.state.overview.n_judged_otherwise
    assert documents.state.shelf == Shelf(ShelfKind.JUDGED_OTHERWISE)
    assert documents.state.document is not None
    assert documents.state.document.number == documents.state.ids[listed.currentIndex().row()] == mistake.document
    somebody.key(Qt.Key.Key_1, on=listed)
    somebody.rest()
    assert documents.state.overview.n_judged_otherwise == n_mistakes - 1
    assert mistake.document not in documents.state.ids


def test_a_document_that_is_shown_among_all_is_the_one_chosen_in_the_list(somebody: InTheWindow) -> None:
    somebody.open(DOCUMENTS)
    documents, listed = somebody.models.documents, somebody.part(QTableView, "Documents")
    listed.selectRow(0)
    last = int(documents.state.ids[-1])

    documents.show_document(last)
    somebody.rest()

    assert documents.state.document is not None
    assert documents.state.document.number == documents.state.ids[listed.currentIndex().row()] == last
