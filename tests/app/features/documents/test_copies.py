"""Copies that an import left out: one figure for them, and the label of a copy beside the label of its document."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.jobs import NoOpJobContext
from app.domain.results import Shelf, ShelfKind
from app.features.documents.page import DocumentsPage, ShelfRow
from app.kit.page_head import Notice
from app.kit.widgets import TextLabel
from app.library.importing import ImportRequest, import_sources
from tests.app.in_the_window import running


@pytest.fixture
def with_copies(tmp_path: Path) -> Path:
    """A workspace of six files: one was found three times with one label, another one once with each label."""
    texts = {
        "bills/rent.txt": "the rent of the flat", "bills/rent 2.txt": "the rent of the flat",
        "bills/rent 3.txt": "the rent of the flat", "bills/fence.txt": "wood for the fence",
        "garden/fence.txt": "wood for the fence", "garden/roses.txt": "water the roses",
    }  # fmt: skip
    for name, text in texts.items():
        path = tmp_path / "papers" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    workspace = tmp_path / "papers.bayleaf"
    import_sources(workspace, ImportRequest((tmp_path / "papers",), corpus="Papers"), NoOpJobContext())
    return workspace


def test_the_left_pane_says_how_many_copies_were_left_out_and_that_nothing_is_to_do(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, with_copies: Path
) -> None:
    with running(qtbot, qapp, tmp_path / "window.ini", with_copies) as somebody:
        page = somebody.open(0)
        assert isinstance(page, DocumentsPage)
        rows = {row.shelf.kind: row for row in page.findChildren(ShelfRow)}

        assert rows[ShelfKind.DUPLICATES].accessibleName() == "Had copies (3 left out): 2"
        assert rows[ShelfKind.TWO_LABELS].accessibleName() == "Conflicting labels: 1"
        captions = {
            label.text(): label.mapTo(page, label.rect().topLeft()).y() for label in page.findChildren(TextLabel)
        }
        at = rows[ShelfKind.DUPLICATES].mapTo(page, rows[ShelfKind.DUPLICATES].rect().topLeft()).y()
        assert at > captions["Sources"] > captions["To check"]

        rows[ShelfKind.DUPLICATES].click()
        somebody.rest()
        [notice] = [notice for notice in page.findChildren(Notice) if notice.isVisible()]
        assert notice.accessibleName().endswith("You need not do anything.")


def test_a_conflict_shows_the_label_of_the_copy_beside_the_label_of_the_document(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, with_copies: Path
) -> None:
    with running(qtbot, qapp, tmp_path / "window.ini", with_copies) as somebody:
        page = somebody.open(0)
        assert isinstance(page, DocumentsPage)
        table = page._view.model()

        def heads() -> list[object]:
            return [table.headerData(number, Qt.Orientation.Horizontal) for number in range(table.columnCount())]

        assert "Copy’s label" not in heads()
        somebody.models.documents.choose_shelf(Shelf(ShelfKind.TWO_LABELS))
        somebody.rest()
        assert heads()[:3] == ["Label", "Copy’s label", "Title"]
        assert [table.index(0, number).data() for number in range(3)] == ["bills", "garden", "fence.txt"]

        somebody.models.documents.choose_shelf(Shelf())
        somebody.rest()
        assert "Copy’s label" not in heads()
