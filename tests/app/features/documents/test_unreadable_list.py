"""The list of files that could not be read: the reason comes first, and the first file is explained beside the list."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.documents import Failure
from app.domain.results import Shelf, ShelfKind, failure_reason_sentence
from app.features.documents.page import DocumentsPage, short_reason
from app.kit.frame import DOCUMENTS_PAGE
from tests.app.in_the_window import running


@pytest.mark.parametrize("reason", ["empty", "encrypted", "damaged", "too-large"])
def test_the_reason_is_shown_without_the_name_of_the_file(reason: str) -> None:
    failure = Failure("inbox/a (1).pdf", "", reason)
    shown = short_reason(failure)

    assert "a (1).pdf" in str(failure_reason_sentence(failure))
    assert "a (1).pdf" not in shown
    assert shown[0].isupper()


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
