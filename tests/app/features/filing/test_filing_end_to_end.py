"""From a drop to folders and back, and from a correction to the history, by keys and clicks in the real window."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QTableView
from pytestqt.qtbot import QtBot

from app.domain.jobs import NoOpJobContext
from app.features.classify.use_cases import newest_verdicts
from app.features.filing.dialog import FilingDialog
from app.kit.settings import Settings
from tests.app.in_the_window import InTheWindow, cells, running
from tests.app.mail_workspaces import MULTINOMIAL, mail_workspace
from tests.walk.made_up_mail import write_mails

CLASSIFY, LESSONS = 5, 7
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("prepared") / "mail.bayleaf"
    return mail_workspace(path, {"ham": 24, "spam": 18}, {"Mail filter": MULTINOMIAL})


@pytest.fixture
def workspace(prepared: Path, tmp_path: Path) -> Path:
    settings = Settings(tmp_path / "window.ini")
    settings.store_note("filing-folder", str(tmp_path / "filed"))
    settings.save()
    return Path(shutil.copy(prepared, tmp_path / "mail.bayleaf"))


def dropped(somebody: InTheWindow, tmp_path: Path) -> list[Path]:
    paths = sorted(write_mails(tmp_path / "dropped", {"ham": 3, "spam": 2}, seed=9).glob("*/*.eml"))
    somebody.open(CLASSIFY)
    somebody.drop(paths)
    somebody.rest()
    return paths


def test_mails_go_into_a_folder_for_each_label_and_come_back(
    qtbot: QtBot, somebody: InTheWindow, tmp_path: Path
) -> None:
    paths = dropped(somebody, tmp_path)
    n_sure = somebody.models.classify.state.n_to_file
    assert n_sure > 0

    somebody.key(Qt.Key.Key_F, CTRL | SHIFT, somebody.program.window)
    somebody.rest()
    [dialog] = somebody.program.window.findChildren(FilingDialog)
    table = next(each for each in dialog.findChildren(QTableView) if each.accessibleName() == "Files and where they go")
    assert len(cells(table, 0)) == len(paths)
    qtbot.keyClick(table, Qt.Key.Key_Return)
    somebody.rest()
    filed = sorted((tmp_path / "filed").glob("*/*.eml"))
    assert len(filed) == n_sure
    assert sum(not path.exists() for path in paths) == n_sure
    assert all(title.startswith("✓") for title in cells(somebody.part(QTableView, "Verdicts"), 2)) == (
        n_sure == len(paths)
    )

    somebody.click("Undo")
    somebody.rest()
    assert all(path.exists() for path in paths)
    assert somebody.models.classify.state.filed == frozenset()


def test_undo_by_key_brings_the_files_back_that_were_filed_away_last(somebody: InTheWindow, tmp_path: Path) -> None:
    paths = dropped(somebody, tmp_path)
    n_documents = somebody.models.documents.state.overview
    somebody.key(Qt.Key.Key_F, CTRL | SHIFT, somebody.program.window)
    somebody.rest()
    [dialog] = somebody.program.window.findChildren(FilingDialog)
    somebody.key(Qt.Key.Key_Return, on=dialog)
    somebody.rest()
    assert not all(path.exists() for path in paths)

    somebody.key(Qt.Key.Key_Z, CTRL, somebody.program.window)
    somebody.rest()

    assert all(path.exists() for path in paths)
    assert somebody.models.documents.state.overview == n_documents
    assert "Undo" not in somebody.texts()


def test_redo_by_key_files_the_same_files_again_into_the_same_folders(somebody: InTheWindow, tmp_path: Path) -> None:
    paths = dropped(somebody, tmp_path)
    somebody.key(Qt.Key.Key_F, CTRL | SHIFT, somebody.program.window)
    somebody.rest()
    [dialog] = somebody.program.window.findChildren(FilingDialog)
    somebody.key(Qt.Key.Key_Return, on=dialog)
    somebody.rest()
    folders, marked = sorted((tmp_path / "filed").glob("*/*.eml")), somebody.models.classify.state.filed
    assert somebody.program.frame.state.undo_name.startswith(f"{len(folders)} files filed away")
    somebody.key(Qt.Key.Key_Z, CTRL, somebody.program.window)
    somebody.rest()
    assert somebody.program.frame.state.redo_name == f"{len(folders)} files filed away"

    somebody.key(Qt.Key.Key_Z, CTRL | SHIFT, somebody.program.window)
    somebody.rest()

    assert sorted((tmp_path / "filed").glob("*/*.eml")) == folders
    assert not any(path.exists() for path in paths if path.name in {each.name for each in folders})
    assert somebody.models.classify.state.filed == marked
    somebody.key(Qt.Key.Key_Z, CTRL, somebody.program.window)
    somebody.rest()
    assert all(path.exists() for path in paths)


def test_after_a_restart_undo_offers_the_filing_that_came_last_and_not_what_was_before(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, somebody: InTheWindow
) -> None:
    paths = dropped(somebody, tmp_path)
    somebody.key(Qt.Key.Key_F, CTRL | SHIFT, somebody.program.window)
    somebody.rest()
    [dialog] = somebody.program.window.findChildren(FilingDialog)
    somebody.key(Qt.Key.Key_Return, on=dialog)
    somebody.rest()
    workspace = somebody.program.frame.state.workspace
    somebody.program.window.close()

    with running(qtbot, qapp, tmp_path / "other.ini", workspace) as again:
        again.rest()
        again.key(Qt.Key.Key_Z, CTRL, again.program.window)
        again.rest()
        assert again.note.startswith("Undo from the last session: "), again.note
        assert again.note.endswith("filed away?"), again.note
        assert not all(path.exists() for path in paths), "a key alone moves nothing of an earlier session"
        again.click("Undo")
        again.rest()
        assert all(path.exists() for path in paths)


def test_an_import_taken_back_takes_its_corpus_from_every_page(somebody: InTheWindow, tmp_path: Path) -> None:
    dropped(somebody, tmp_path)
    assert somebody.program.frame.state.model == "Mail filter"

    somebody.key(Qt.Key.Key_Z, CTRL, somebody.program.window)
    somebody.rest()
    offered = somebody.program.frame.state
    assert offered.corpora, "a key takes no import back"
    assert offered.note.startswith("Undo the last session's import of 42 ")
    assert offered.act_on_note is not None
    offered.act_on_note()
    somebody.rest()

    frame = somebody.program.frame.state
    assert frame.problem is None
    assert frame.note.startswith("Undone: 42 documents imported")
    assert (frame.corpora, frame.corpus, frame.model) == ((), "", "")
    assert (somebody.models.classify.state.model, somebody.models.words.state.model) == ("", "")


def test_a_correction_taken_back_by_key_is_taken_out_of_the_history(somebody: InTheWindow, tmp_path: Path) -> None:
    dropped(somebody, tmp_path)
    workspace = somebody.program.frame.state.workspace

    somebody.key(Qt.Key.Key_2, on=somebody.part(QTableView, "Verdicts"))
    somebody.rest()
    assert [each.right_label for each in newest_verdicts(workspace, NoOpJobContext())[1] if each.right_label] == [
        "spam"
    ]

    somebody.key(Qt.Key.Key_Z, CTRL, somebody.program.window)
    somebody.rest()
    assert [each.right_label for each in newest_verdicts(workspace, NoOpJobContext())[1] if each.right_label] == []


def test_a_lesson_is_chosen_by_key_and_shows_its_working(somebody: InTheWindow) -> None:
    page = somebody.open(LESSONS)
    before = {words for words in somebody.texts() if words}
    chooser = next(box for box in page.findChildren(QComboBox) if box.isVisible() and box.count() >= 10)

    chooser.setFocus()
    somebody.key(Qt.Key.Key_Down, on=chooser)
    somebody.rest()

    assert chooser.currentIndex() == 1
    name = chooser.currentText().partition(". ")[2]
    assert any(words.endswith(f": {name}") for words in somebody.texts() - before)
