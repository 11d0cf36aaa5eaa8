"""Export plots as PNG, SVG or PDF, export documents as paged PDF, and open files in their system program."""

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
PNG_SCALE = 3
"""Number of pixels of a PNG file per pixel on screen, in each direction."""
POINTS_PER_PIXEL = 0.75
RESOLUTION = 96


def picture_bytes(draw: Draw, size: QSize, suffix: str) -> bytes | None:
    """Return a drawing as a PNG, SVG or PDF file. `suffix` selects the format; None for any other suffix."""

    def paint(on: QPaintDevice) -> None:
        painter = QPainter(on)
        draw(painter, QRectF(0, 0, size.width(), size.height()))
        painter.end()

    def write_png(device: QIODevice) -> None:
        image = QImage(size * PNG_SCALE, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(PNG_SCALE)
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
    return None if write is None else bytes_from_writer(write)


def bytes_from_writer(write: Callable[[QIODevice], object]) -> bytes:
    """Return the bytes that `write` writes to a QIODevice."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    write(buffer)
    buffer.close()
    return bytes(buffer.data().data())


MAIL, PICTURES = {".eml", ".msg"}, {".jpg", ".jpeg", ".png"}
DOCUMENTS = {".txt", ".log", ".md", ".pdf", ".doc", ".docx", ".odt", ".rtf", ".epub", ".ppt", ".pptx", ".odp"}
TABLES = {".csv", ".tsv", ".xls", ".xlsx", ".ods"}
SAFE_SUFFIXES = frozenset(MAIL | PICTURES | DOCUMENTS | TABLES)
"""Suffixes of files that may be opened in their system program: it displays them and does not run them."""


def can_open(path: str) -> bool:
    """Return whether the file exists and may be opened: its suffix is in `SAFE_SUFFIXES`."""
    return Path(path).suffix.lower() in SAFE_SUFFIXES and Path(path).is_file()


def open_file(path: str) -> bool:
    """Open a file in its system program. Return False if its type is unsafe, or if opening failed."""
    return can_open(path) and QDesktopServices.openUrl(QUrl.fromLocalFile(path))


def show_in_folder(path: str) -> bool:
    """Open the folder of a file in the file manager; return False on failure."""
    return show_folder(str(Path(path).parent))


def show_folder(path: str) -> bool:
    """Open a folder in the file manager; return False on failure."""
    return Path(path).is_dir() and QDesktopServices.openUrl(QUrl.fromLocalFile(path))


DPI = 300


def pdf_bytes(draw: Callable[[QPagedPaintDevice], object], page: QPageLayout | None = None) -> bytes:
    """Return a paged PDF of a drawing, on A4 by default."""

    def write(device: QIODevice) -> None:
        writer = QPdfWriter(device)
        writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
        if page is not None:
            writer.setPageLayout(page)
        writer.setResolution(DPI)
        draw(writer)

    return bytes_from_writer(write)


def html_to_pdf(html: str) -> bytes:
    """Return an HTML page as PDF.

    Without a QGuiApplication, as on the command line, an offscreen one is created first.
    """
    if QGuiApplication.instance() is None:
        if sys.platform == "linux":
            os.environ["QT_QPA_PLATFORM"] = "offscreen"
        html_to_pdf.__dict__["application"] = QGuiApplication([])
    document = QTextDocument()
    document.setHtml(html)
    return pdf_bytes(document.print_)
