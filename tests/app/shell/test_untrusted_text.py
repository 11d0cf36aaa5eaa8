"""A corpus whose every name asks for a picture: nothing that is hovered, chosen or shown opens one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent, QImage
from PySide6.QtWidgets import QApplication, QHeaderView, QTabBar, QTableView, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from tests.app.in_the_window import InTheWindow
from tests.app.shell.opened_files import opened_in

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who opens a file"),
    pytest.mark.qt_log_ignore("This plugin does not support raise"),  # of a tip, where there is no display
]
PARTS = ("subject", "sender", "attachment", "label", "word", "file", "corpus")
DOCUMENTS, _SORT, TRAIN, WORDS, EVALUATE, CLASSIFY = range(6)


def wish(part: str) -> str:
    """The tag of a picture that lies where the program runs."""
    return f"<img src={part}.png>"


def mail(number: int, words: str) -> str:
    return (
        f"From: {wish('sender')} <a{number}@example.org>\nTo: b@example.org\nMessage-ID: <{number}@example.org>\n"
        f"Subject: {wish('subject')} {number}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n"
        f"--x\nContent-Type: text/plain\n\n{words} {wish('word')}\n"
        f'--x\nContent-Type: application/octet-stream; name="{wish("attachment")}"\n'
        f'Content-Disposition: attachment; filename="{wish("attachment")}"\n\nAAAA\n--x--\n'
    )


@pytest.fixture
def pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the program runs in, with the pictures that are asked for."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    for part in PARTS:
        assert image.save(str(folder / f"{part}.png"))
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Mail of two labels, one of them a wish; some of it is not learnt."""
    root = tmp_path / "mail"
    for label, words in ((wish("label"), "free money click"), ("ham", "meeting notes lunch")):
        (root / label).mkdir(parents=True)
        for number in range(6):
            (root / label / f"{wish('file')}{number}.eml").write_text(mail(number, f"{words} n{number}"))
    (root / "ham" / f"{wish('file')}.pdf").write_bytes(b"%PDF-1.4 broken")
    return root


@pytest.fixture
def workspace(hostile: Path, pictures: Path, tmp_path: Path) -> Path:
    workspace = tmp_path / "mine.bayleaf"
    import_sources(workspace, ImportRequest((hostile,), corpus=wish("corpus")), NoOpJobContext())
    train(workspace, TrainingOrder(RecipeRequest(), wish("corpus"), wish("corpus")), NoOpJobContext())
    return workspace


def points_of(widget: QWidget) -> Iterator[tuple[QWidget, QPoint]]:
    """Yield the places on a widget where the pointer rests: its middle, and each cell, head and tab that can be
    seen."""
    yield widget, widget.rect().center()
    if isinstance(widget, QTableView):
        model = widget.model()
        rows, columns = min(model.rowCount(), 12), model.columnCount()
        for row in range(rows):
            for column in range(columns):
                yield widget.viewport(), widget.visualRect(model.index(row, column)).center()
    if isinstance(widget, QHeaderView):
        for section in range(widget.count()):
            yield widget.viewport(), QPoint(widget.sectionViewportPosition(section) + 5, 10)
    if isinstance(widget, QTabBar):
        yield from ((widget, widget.tabRect(tab).center()) for tab in range(widget.count()))
    yield from ((widget, QPoint(widget.width() // 2, y)) for y in range(5, widget.height(), 20))


def hover(window: QWidget) -> set[str]:
    """Rest the pointer on everything that can be seen; return the tips that came."""
    told = set()
    for widget in [window, *window.findChildren(QWidget)]:
        if not widget.isVisible():
            continue
        for target, at in points_of(widget):
            QApplication.sendEvent(target, QHelpEvent(QEvent.Type.ToolTip, at, target.mapToGlobal(at)))
            if QToolTip.isVisible():
                told.add(QToolTip.text())
                QApplication.processEvents()
            QToolTip.hideText()
    return told


def test_a_picture_that_is_shown_is_noticed(qtbot: QtBot, qapp: QApplication, pictures: Path) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()

    with opened_in(pictures) as opened:
        QToolTip.showText(QPoint(10, 10), wish("label"), window)
        QApplication.processEvents()
    QToolTip.hideText()

    assert opened == {"label.png"}


def test_nothing_that_is_hovered_opens_a_file_that_a_stranger_names(
    somebody: InTheWindow, hostile: Path, pictures: Path
) -> None:
    told: set[str] = set()
    with opened_in(pictures) as opened:
        for page in (DOCUMENTS, TRAIN, WORDS, EVALUATE, CLASSIFY):
            somebody.open(page)
            if page == CLASSIFY:
                somebody.drop([hostile])
            if isinstance(table := somebody.page.findChild(QTableView), QTableView) and table.isVisible():
                table.setFocus()
                somebody.key(Qt.Key.Key_Down, on=table)
            somebody.rest()
            told |= hover(somebody.program.window)

    assert opened == set()
    for part in ("subject", "sender", "label"):
        assert any(f"img src={part}.png" in tip for tip in told), f"no tip tells the {part}: {told}"
