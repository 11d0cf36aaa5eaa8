"""The page that shows as a picture, and on paper: in the colours of paper, whatever the window has."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QPageLayout, QPainter, QPalette
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QWidget

from app.kit.fields import save_as
from app.kit.look.colours import LIGHT
from app.kit.look.theme import palette_for
from app.kit.plots.line_plot import write_picture

KINDS = "PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"


def ask_picture(page: QWidget, title: str) -> None:
    """Ask for the name of a file, and write a page to it; AppError where that cannot be."""
    save_as(page, title, "bayleaf.png", KINDS, lambda path: write_page(page, path))


def write_page(page: QWidget, path: Path) -> None:
    """Write a page to a file; the ending of its name says in which form."""
    write_picture(lambda painter, area: draw(page, painter, area), page.size(), path)


def ask_print(page: QWidget) -> None:
    """Ask for a printer, and print a page."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setPageOrientation(QPageLayout.Orientation.Landscape)
    if QPrintDialog(printer, page).exec() == QDialog.DialogCode.Accepted:
        print_page(page, printer)


def print_page(page: QWidget, printer: QPrinter) -> None:
    """Print a page as large as the paper takes; a printer that is a file is written as every file is."""
    if printer.outputFileName():
        write_page(page, Path(printer.outputFileName()).with_suffix(".pdf"))
        return
    painter = QPainter(printer)
    draw(page, painter, QRectF(painter.viewport()))
    painter.end()


def draw(page: QWidget, painter: QPainter, area: QRectF) -> None:
    """Draw a page into an area, as large as it fits."""
    scale = min(area.width() / max(page.width(), 1), area.height() / max(page.height(), 1))
    page.setPalette(palette_for(LIGHT))  # for a moment in which nothing else is painted
    try:
        painter.translate(area.topLeft())
        painter.scale(scale, scale)
        QWidget.render(page, painter, QPoint())  # what a page itself calls so shows a state
    finally:
        page.setPalette(QPalette())
