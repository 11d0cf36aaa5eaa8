"""Plots written to files, as PNG, SVG and PDF in the size on screen, and pages of paper as PDF.

Beside them original files, opened by their programs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPoint, QRect, QRectF, QSize, Qt, QUrl
from PySide6.QtGui import (
    QDesktopServices,
    QGuiApplication,
    QImage,
    QImageWriter,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPaintDevice,
    QPainter,
    QPdfWriter,
    QTextDocument,
)
from PySide6.QtSvg import QSvgGenerator

Draw = Callable[[QPainter, QRectF], object]
SCALE = 3
"""Of a PNG, over the size on screen."""
POINTS_PER_PIXEL = 0.75
RESOLUTION = 96


def picture_bytes(draw: Draw, size: QSize, suffix: str) -> bytes | None:
    """Return a picture in the form that a name's ending asks for, .png, .svg or .pdf; None for any other."""

    def paint(on: QPaintDevice) -> None:
        painter = QPainter(on)
        draw(painter, QRectF(0, 0, size.width(), size.height()))
        painter.end()

    def write_png(device: QIODevice) -> None:
        image = QImage(size * SCALE, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(SCALE)
        image.fill(Qt.GlobalColor.white)
        paint(image)
        QImageWriter(device, QByteArray(b"png")).write(image)

    def write_svg(device: QIODevice) -> None:
        generator = QSvgGenerator()
        generator.setOutputDevice(device)
        generator.setSize(size)
        generator.setViewBox(QRect(QPoint(0, 0), size))
        generator.setResolution(RESOLUTION)
        paint(generator)

    def write_pdf(device: QIODevice) -> None:
        writer = QPdfWriter(device)
        writer.setResolution(RESOLUTION)
        page = QPageSize(size.toSizeF() * POINTS_PER_PIXEL, QPageSize.Unit.Point)
        writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
        paint(writer)

    write = {".png": write_png, ".svg": write_svg, ".pdf": write_pdf}.get(suffix.lower())
    return None if write is None else written_bytes(write)


def written_bytes(write: Callable[[QIODevice], object]) -> bytes:
    """Return what one of Qt's writers writes."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    write(buffer)
    buffer.close()
    return bytes(buffer.data().data())


MAIL, PICTURES = {".eml", ".msg"}, {".jpg", ".jpeg", ".png"}
DOCUMENTS = {".txt", ".log", ".md", ".pdf", ".doc", ".docx", ".odt", ".rtf", ".epub", ".ppt", ".pptx", ".odp"}
TABLES = {".csv", ".tsv", ".xls", ".xlsx", ".ods"}
OPENED = frozenset(MAIL | PICTURES | DOCUMENTS | TABLES)
"""Kinds of files that are read by what opens them; anything else, such as a script, might be run."""


def can_open(path: str) -> bool:
    """Tell whether a file can be handed to another program without being run."""
    return Path(path).suffix.lower() in OPENED and Path(path).is_file()


def open_file(path: str) -> bool:
    """Open a file in the program that the system has for it."""
    return can_open(path) and QDesktopServices.openUrl(QUrl.fromLocalFile(path))


def show_in_folder(path: str) -> bool:
    """Show the folder that a file lies in."""
    folder = Path(path).parent
    return folder.is_dir() and QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


DPI = 300


def pdf_bytes(draw: Callable[[QPagedPaintDevice], object], page: QPageLayout | None = None) -> bytes:
    """Return a PDF of what is drawn, on A4 if no page is given."""

    def write(device: QIODevice) -> None:
        writer = QPdfWriter(device)
        writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
        if page is not None:
            writer.setPageLayout(page)
        writer.setResolution(DPI)
        draw(writer)

    return written_bytes(write)


def pdf_of_html(html: str) -> bytes:
    """Lay out a page of HTML on paper; where no window runs, as a command, without a display."""
    if QGuiApplication.instance() is None:
        if sys.platform == "linux":
            os.environ["QT_QPA_PLATFORM"] = "offscreen"
        pdf_of_html.__dict__["application"] = QGuiApplication([])
    document = QTextDocument()
    document.setHtml(html)
    return pdf_bytes(document.print_)
