"""Pages of paper: what is drawn on them as a PDF."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from PySide6.QtCore import QIODevice
from PySide6.QtGui import QGuiApplication, QPagedPaintDevice, QPageLayout, QPageSize, QPdfWriter, QTextDocument

from app.qt.picture_files import written_bytes

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
