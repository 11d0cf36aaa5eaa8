"""The list of files that could not be read: name and reason, and the first file is explained beside the list."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QInputDialog
from pytestqt.qtbot import QtBot

from app.domain.documents import Failure
from app.domain.results import Shelf, ShelfKind, failure_reason_sentence
from app.features.documents.page import DocumentsPage, reason_in_list
from app.kit.frame import DOCUMENTS_PAGE
from app.kit.widgets import Link
from tests.app.in_the_window import running
from tests.app.library.test_unread_files import PASSWORD, protected_pdf

NAME = "minutes of the meeting about the garden.pdf"


@pytest.mark.parametrize("reason", ["empty", "encrypted", "damaged", "too-large"])
def test_the_reason_is_a_sentence_with_the_shortened_name_of_the_file(reason: str) -> None:
    failure = Failure(f"inbox/{NAME}", "", reason)
    whole = str(failure_reason_sentence(failure))

    assert reason_in_list(failure) == whole.replace(NAME, "minutes of the meeti…about the garden.pdf")


def test_the_first_file_of_the_list_is_explained(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    folder = tmp_path / "Notes"
    folder.mkdir()
    (folder / "good.txt").write_text("a note about the garden", encoding="utf-8")
    (folder / "empty.txt").write_text("", encoding="utf-8")
    with running(qtbot, qapp, tmp_path / "window.ini", tmp_path / "own.bayleaf") as somebody:
        somebody.drop([folder])
        somebody.accept_import()
        somebody.rest()
        page = somebody.open(DOCUMENTS_PAGE)
        assert isinstance(page, DocumentsPage)
        somebody.models.documents.choose_shelf(Shelf(ShelfKind.UNREADABLE))
        somebody.rest()

        assert page._unread.currentIndex().row() == 0
        assert "empty.txt" in page._reading._text.toPlainText()


def test_a_file_that_was_mended_is_read_again_from_the_pane_beside_the_list(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    folder = tmp_path / "Notes"
    folder.mkdir()
    (folder / "good.txt").write_text("a note about the garden", encoding="utf-8")
    (folder / "empty.txt").write_text("", encoding="utf-8")
    with running(qtbot, qapp, tmp_path / "window.ini", tmp_path / "own.bayleaf") as somebody:
        somebody.drop([folder])
        somebody.accept_import()
        somebody.rest()
        page = somebody.open(DOCUMENTS_PAGE)
        assert isinstance(page, DocumentsPage)
        documents = somebody.models.documents
        documents.choose_shelf(Shelf(ShelfKind.UNREADABLE))
        somebody.rest()
        model = page._unread.model()
        assert model.headerData(0, Qt.Orientation.Horizontal) == "File and reason"
        assert model.index(0, 0).data() == "“empty.txt” is empty."

        (folder / "empty.txt").write_text("a note about the fence", encoding="utf-8")
        [again] = [link for link in page._reading.findChildren(Link) if link.text() == "Read again"]
        assert again.isVisible()
        again.click()
        somebody.rest()

        assert documents.state.unreadable_files == ()
        assert documents.state.overview.n_documents == 2
        documents.choose_shelf(Shelf())
        somebody.rest()
        assert not again.isVisible()


def test_after_a_wrong_password_the_question_says_so_and_is_asked_again(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the status bar said that the file still cannot be read, and the pane said nothing about entering it."""
    folder = tmp_path / "Notes"
    folder.mkdir()
    (folder / "good.txt").write_text("a note about the garden", encoding="utf-8")
    (folder / "secret.pdf").write_bytes(protected_pdf("The hidden clause", PASSWORD))
    questions: list[str] = []
    answers = ["wrong", "", PASSWORD]  # the second question is cancelled

    def answer(_owner: object, _title: str, question: str, *_how: object) -> tuple[str, bool]:
        questions.append(question)
        return answers[0], bool(answers.pop(0))

    monkeypatch.setattr(QInputDialog, "getText", answer)
    with running(qtbot, qapp, tmp_path / "window.ini", tmp_path / "own.bayleaf") as somebody:
        somebody.drop([folder])
        somebody.accept_import()
        somebody.rest()
        page = somebody.open(DOCUMENTS_PAGE)
        assert isinstance(page, DocumentsPage)
        somebody.models.documents.choose_shelf(Shelf(ShelfKind.UNREADABLE))
        somebody.rest()
        assert "Enter the password, or save a copy" in page._reading._text.toPlainText()

        page._reading._password.click()
        somebody.rest()

        assert ["This password is wrong" in question for question in questions] == [False, True]
        assert page._reading._text.toPlainText().startswith("The password is wrong. ")

        page._reading._password.click()
        somebody.rest()
        somebody.rest()

        assert somebody.models.documents.state.unreadable_files == ()


def test_a_protected_file_that_is_a_copy_is_said_to_be_one_and_nothing_is_offered_to_undo(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The status bar said “0 documents imported” and offered Undo."""
    folder = tmp_path / "Notes"
    folder.mkdir()
    (folder / "good.txt").write_text("The hidden clause", encoding="utf-8")
    (folder / "secret.pdf").write_bytes(protected_pdf("The hidden clause", PASSWORD))
    monkeypatch.setattr(QInputDialog, "getText", lambda *_how: (PASSWORD, True))
    with running(qtbot, qapp, tmp_path / "window.ini", tmp_path / "own.bayleaf") as somebody:
        somebody.drop([folder])
        somebody.accept_import()
        somebody.rest()
        page = somebody.open(DOCUMENTS_PAGE)
        assert isinstance(page, DocumentsPage)
        somebody.models.documents.choose_shelf(Shelf(ShelfKind.UNREADABLE))
        somebody.rest()

        page._reading._password.click()
        somebody.rest()

        assert somebody.models.documents.state.unreadable_files == ()
        assert somebody.models.documents.state.overview.n_documents == 1
        assert somebody.note.endswith("already here")
        assert somebody.program.frame.state.note_edit_number == 0
