"""The status bar's *Undo* and the one in the menu name the newest edit, whichever page or window made it."""

from __future__ import annotations

import shutil
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.store.workspace import Workspace
from tests.app.in_the_window import InTheWindow, running
from tests.walk.made_up_mail import write_mails

CTRL = Qt.KeyboardModifier.ControlModifier


def menu_words(somebody: InTheWindow) -> str:
    actions = somebody.program.window.findChildren(QAction)
    return next(each.text() for each in actions if each.text().startswith("&Undo"))


def label_elsewhere(somebody: InTheWindow, label: str) -> int:
    """Label a document as another page or window does, and let this window look."""
    workspace = somebody.program.frame.state.workspace
    with Workspace(workspace) as other:
        number = int(other.documents.numbers("Mail")[0])
        other.editing.relabel([number], label)
    somebody.models.documents.refresh()
    somebody.program.reactivated.emit()
    somebody.rest()
    return number


def import_mails(somebody: InTheWindow, folder: Path) -> None:
    somebody.drop([write_mails(folder, {"ham": 3, "spam": 2}, seed=5)], Qt.KeyboardModifier.AltModifier)
    somebody.accept_import()
    somebody.rest()


def test_an_import_says_how_many_duplicates_it_left_out(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    mails = write_mails(tmp_path / "Mail", {"ham": 3, "spam": 2}, seed=5)
    copied = next(path for path in sorted(mails.rglob("*")) if path.is_file())
    shutil.copy(copied, copied.with_name("a copy.eml"))
    with running(qtbot, qapp, tmp_path / "one.ini", tmp_path / "w.bayleaf") as somebody:
        somebody.rest()
        somebody.drop([mails], Qt.KeyboardModifier.AltModifier)
        somebody.accept_import()
        somebody.rest()

        assert somebody.note.startswith("5 documents imported into the collection Mail · 1 duplicate")
        assert menu_words(somebody) == "&Undo: 5 documents imported into the collection Mail"


def test_after_another_page_labels_the_note_and_the_menu_name_that_edit(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    with running(qtbot, qapp, tmp_path / "one.ini", tmp_path / "w.bayleaf") as somebody:
        somebody.rest()
        import_mails(somebody, tmp_path / "Mail")
        assert somebody.note == "5 documents imported into the collection Mail"
        assert menu_words(somebody) == "&Undo: 5 documents imported into the collection Mail"

        label_elsewhere(somebody, "forsale")

        assert somebody.note == "1 document labelled forsale"
        assert menu_words(somebody) == "&Undo: 1 document labelled forsale"
        somebody.click("Undo")
        somebody.rest()
        assert somebody.note == "Undone: 1 document labelled forsale"
        assert somebody.models.documents.state.overview.n_documents == 5
        assert "Undo" not in somebody.texts()


def test_the_link_undoes_nothing_but_what_it_names(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    with running(qtbot, qapp, tmp_path / "one.ini", tmp_path / "w.bayleaf") as somebody:
        somebody.rest()
        import_mails(somebody, tmp_path / "Mail")
        with Workspace(somebody.program.frame.state.workspace) as other:  # this window has not looked since
            number = int(other.documents.numbers("Mail")[0])
            other.editing.relabel([number], "forsale")

        somebody.click("Undo")
        somebody.rest()

        assert somebody.note == "Undo: 1 document labelled forsale?"
        with Workspace(somebody.program.frame.state.workspace) as other:
            assert other.documents.headings([number])[0].label == "forsale"


def test_after_a_restart_the_key_asks_before_it_undoes_an_earlier_session(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    workspace = tmp_path / "w.bayleaf"
    with running(qtbot, qapp, tmp_path / "one.ini", workspace) as somebody:
        somebody.rest()
        import_mails(somebody, tmp_path / "Mail")
        number = label_elsewhere(somebody, "forsale")

    with running(qtbot, qapp, tmp_path / "one.ini", workspace) as somebody:
        somebody.rest()
        somebody.key(Qt.Key.Key_Z, CTRL, somebody.program.window)
        somebody.rest()
        assert somebody.note == "Undo from the last session: 1 document labelled forsale?"
        with Workspace(workspace) as other:
            assert other.documents.headings([number])[0].label == "forsale"

        somebody.click("Undo")
        somebody.rest()
        assert somebody.note == "Undone: 1 document labelled forsale"
        somebody.key(Qt.Key.Key_Z, CTRL, somebody.program.window)
        somebody.rest()
        assert somebody.note.startswith("Undo the last session's import of 5 ")


def test_the_menu_says_the_words_of_the_page_that_made_the_edit(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    with running(qtbot, qapp, tmp_path / "one.ini", tmp_path / "w.bayleaf") as somebody:
        somebody.rest()
        import_mails(somebody, tmp_path / "Mail")
        somebody.key(Qt.Key.Key_T, CTRL)
        somebody.rest()
        assert menu_words(somebody) == "&Undo: " + somebody.note
