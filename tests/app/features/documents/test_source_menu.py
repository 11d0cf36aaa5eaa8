"""A source in the left pane has a menu: its folder can be shown, and its documents deleted."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.jobs import NoOpJobContext
from app.features.documents.page import DocumentsPage
from app.library.importing import ImportRequest, import_sources
from tests.app.in_the_window import running
from tests.walk.made_up_mail import write_mails


@pytest.fixture
def two_sources(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A workspace, and the two folders that it was imported from."""
    first = write_mails(tmp_path / "first", {"ham": 4, "spam": 3}, seed=1)
    second = write_mails(tmp_path / "second", {"ham": 2, "spam": 3}, seed=2)
    path = tmp_path / "mail.bayleaf"
    for folder in (first, second):
        import_sources(path, ImportRequest((folder,), corpus="Mail"), NoOpJobContext())
    return path, first, second


def test_the_documents_of_one_source_are_deleted_and_undo_brings_them_back(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, two_sources: tuple[Path, Path, Path]
) -> None:
    path, first, second = two_sources
    with running(qtbot, qapp, tmp_path / "window.ini", path) as somebody:
        page = somebody.open(0)
        assert isinstance(page, DocumentsPage)
        documents = somebody.models.documents
        assert documents.state.overview.n_documents == 12

        menu = page.source_menu(str(first))
        names = [action.text() for action in menu.actions()]
        assert names == ["Show in folder", "Delete the documents of this source from the collection"]
        menu.actions()[1].trigger()
        somebody.rest()

        assert documents.state.overview.n_documents == 5
        shelves = {shelf.name: count for shelf, count in documents.state.report.shelves}
        assert (shelves[str(first)], shelves[str(second)]) == (0, 5)

        undo = somebody.program.frame.commands.undo
        assert undo is not None
        undo()
        somebody.rest()
        assert documents.state.overview.n_documents == 12
