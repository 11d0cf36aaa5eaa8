"""Save and print a page, in the light theme whatever the window uses."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QPageLayout, QPainter, QPalette
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QWidget

from app.kit.fields import ask_save_path
from app.kit.look.colours import LIGHT
from app.kit.look.theme import palette_for
from app.kit.plots.line_plot import write_picture

KINDS = "PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"


def ask_picture(page: QWidget, title: str) -> None:
    """Ask for a file name and save the page to it. Raise AppError if that fails."""
    ask_save_path(page, title, "bayleaf.png", KINDS, lambda path: write_page(page, path))


def write_page(page: QWidget, path: Path) -> None:
    """Save a page in the format of the file's suffix."""
    write_picture(lambda painter, area: draw_page(page, painter, area), page.size(), path)


def ask_print(page: QWidget) -> None:
    """Show the print dialog and print a page."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setPageOrientation(QPageLayout.Orientation.Landscape)
    if QPrintDialog(printer, page).exec() == QDialog.DialogCode.Accepted:
        print_page(page, printer)


def print_page(page: QWidget, printer: QPrinter) -> None:
    """Print a page scaled to the paper. Printing to a file writes a PDF atomically instead."""
    if printer.outputFileName():
        write_page(page, Path(printer.outputFileName()).with_suffix(".pdf"))
        return
    painter = QPainter(printer)
    draw_page(page, painter, QRectF(painter.viewport()))
    painter.end()


def draw_page(page: QWidget, painter: QPainter, area: QRectF) -> None:
    """Draw a page scaled into an area, in the light theme."""
    scale = min(area.width() / max(page.width(), 1), area.height() / max(page.height(), 1))
    page.setPalette(palette_for(LIGHT))  # restored below before anything else is painted
    try:
        painter.translate(area.topLeft())
        painter.scale(scale, scale)
        QWidget.render(page, painter, QPoint())  # called on the class: pages define a `render` of their own
    finally:
        page.setPalette(QPalette())
