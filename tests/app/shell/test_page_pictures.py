"""The page that shows becomes a picture or paper, in light colours, and the window stays as it was."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from PySide6.QtGui import QImage, QPageLayout
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QFileDialog, QWidget

from app.kit.frame import LESSONS_PAGE
from app.kit.look.colours import DARK, LIGHT
from app.kit.look.theme import ThemeChoice
from app.shell.application import print_page
from tests.app.in_the_window import InTheWindow


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return tmp_path / "mail.bayleaf"


@pytest.fixture
def somebody(somebody: InTheWindow) -> InTheWindow:
    somebody.program.choose_theme(ThemeChoice.DARK)
    somebody.open(LESSONS_PAGE)
    return somebody


def ground(image: QImage) -> str:
    """The colour in the corner above the title."""
    return image.pixelColor(image.width() // 100, image.height() // 100).name().upper()


def save_as(somebody: InTheWindow, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    somebody.program.frame.commands.save_page_picture()


def test_a_page_of_a_dark_window_is_drawn_in_the_colours_of_paper(
    somebody: InTheWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = somebody.page.grab().toImage()
    assert ground(before) == DARK.paper

    save_as(somebody, tmp_path / "page.png", monkeypatch)

    picture = QImage(str(tmp_path / "page.png"))
    assert picture.width() == 3 * somebody.page.width()
    assert ground(picture) == LIGHT.paper
    assert somebody.page.grab().toImage() == before


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs pdftotext, which reads words in a PDF")
def test_a_page_as_a_pdf_has_its_words_as_words(
    somebody: InTheWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_as(somebody, tmp_path / "page.pdf", monkeypatch)

    words = subprocess.run(["pdftotext", tmp_path / "page.pdf", "-"], capture_output=True, text=True, check=True).stdout
    assert "Six patients" in words
    assert "Sum: the score" in words


def test_a_page_is_printed_as_large_as_the_paper_takes(somebody: InTheWindow, tmp_path: Path) -> None:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setPageOrientation(QPageLayout.Orientation.Landscape)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))

    print_page(somebody.page, printer)

    assert (tmp_path / "printed.pdf").read_bytes().startswith(b"%PDF")


def test_a_workspace_is_not_written_over_and_a_kind_that_nobody_draws_is_said(
    somebody: InTheWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = tmp_path / "mail.bayleaf"
    content = workspace.read_bytes()[:16]

    save_as(somebody, workspace, monkeypatch)

    assert somebody.program.frame.state.problem is not None
    assert workspace.read_bytes()[:16] == content


def test_every_page_can_be_drawn(somebody: InTheWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(LESSONS_PAGE + 1):
        page: QWidget = somebody.open(number)
        save_as(somebody, tmp_path / f"{number}.svg", monkeypatch)
        assert (tmp_path / f"{number}.svg").stat().st_size > 1_000, page.objectName()
