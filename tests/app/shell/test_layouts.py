"""Splitters and columns are at the next start, and in another language, where a person left them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtWidgets import QApplication, QSplitter, QTableView
from pytestqt.qtbot import QtBot

from app.domain.jobs import NoOpJobContext
from app.library.importing import ImportRequest, import_sources
from app.shell.pages import parse_column_widths
from tests.app.in_the_window import InTheWindow, running
from tests.walk.made_up_mail import write_mails

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    path = tmp_path / "mail.bayleaf"
    import_sources(path, ImportRequest((write_mails(tmp_path / "mails", {"ham": 6}),), corpus="Mail"), NoOpJobContext())
    return path


def drag_border(qtbot: QtBot, table: QTableView, column: int, by: int) -> None:
    """Take the right border of a column's head with the mouse, and let it go elsewhere."""
    header = table.horizontalHeader()
    at = QPoint(header.sectionViewportPosition(column) + header.sectionSize(column) - 1, header.height() // 2)
    qtbot.mousePress(header.viewport(), LEFT, pos=at)
    qtbot.mouseMove(header.viewport(), at + QPoint(by // 2, 0))
    qtbot.mouseMove(header.viewport(), at + QPoint(by, 0))
    qtbot.mouseRelease(header.viewport(), LEFT, pos=at + QPoint(by, 0))


def widths(somebody: InTheWindow, name: str) -> list[int]:
    table = somebody.part(QTableView, name)
    return [table.columnWidth(column) for column in range(4)]


def test_columns_and_splitters_are_where_they_were_left(
    qtbot: QtBot, qapp: QApplication, workspace: Path, tmp_path: Path
) -> None:
    with running(qtbot, qapp, tmp_path / "window.ini", workspace) as somebody:
        before = widths(somebody, "Documents")
        drag_border(qtbot, somebody.part(QTableView, "Documents"), 2, 30)
        left = widths(somebody, "Documents")
        assert left[2] == before[2] + 30
        assert sum(left) == sum(before)
        splitter = somebody.part(QSplitter)
        splitter.setSizes([sizes := splitter.sizes()[0] + 60, 400, 200])
        moved = splitter.sizes()
        assert moved[0] == pytest.approx(sizes, abs=80)

        old = somebody.program.window
        somebody.program.choose_language("ru")
        somebody.wait(lambda: somebody.program.window is not old)
        somebody.rest()
        assert widths(somebody, "Документы")[2] == left[2]
        old = somebody.program.window
        somebody.program.choose_language("en")
        somebody.wait(lambda: somebody.program.window is not old)
        somebody.rest()
        somebody.program._on_about_to_quit()
    QLocale.setDefault(QLocale("en_US"))

    with running(qtbot, qapp, tmp_path / "window.ini", workspace) as somebody:
        somebody.program.window.resize(1180, 760)
        assert widths(somebody, "Documents")[2] == left[2]
        assert somebody.part(QSplitter).sizes()[0] == moved[0]


@pytest.mark.parametrize("note", ["", "{", "[1]", '{"a": 3}', '{"1": "wide"}', '{"1": 5000}', "null"])
def test_a_spoilt_note_of_widths_is_as_good_as_none(note: str) -> None:
    assert parse_column_widths(note) == {}
