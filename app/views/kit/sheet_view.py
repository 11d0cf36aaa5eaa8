"""A working sheet in the window's colours; on paper in those of paper."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPagedPaintDevice, QPageSize, QPdfWriter
from PySide6.QtWidgets import QTextBrowser

from app.qt.fonts import px
from app.qt.tokens import tokens_of

PDF_DPI = 300
ON_PAPER = "th { text-align: left; } td, th { padding: 3px 10px 3px 0; } .head { font-weight: 600; }"


class SheetView(QTextBrowser):
    """Shows the HTML of a sheet."""

    def __init__(self) -> None:
        super().__init__()
        self._html = ""
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setOpenLinks(False)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)

    def show_html(self, html: str) -> None:
        """Show another sheet, at the place where the last one was read."""
        if html == self._html:
            return
        self._html = html
        self._write()

    def print_on(self, paper: QPagedPaintDevice) -> None:
        """Draw the sheet on pages."""
        printed = self.document().clone()
        printed.setDefaultStyleSheet(ON_PAPER)
        printed.setHtml(self._html)
        printed.print_(paper)
        printed.deleteLater()

    def save_pdf(self, path: Path) -> bool:
        """Write the sheet to a PDF; say whether that could be done."""
        writer = QPdfWriter(str(path))
        writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
        writer.setResolution(PDF_DPI)
        self.print_on(writer)
        return path.is_file() and path.stat().st_size > 0

    def _write(self) -> None:
        place, tokens = self.verticalScrollBar().value(), tokens_of(self.palette())
        self.document().setDefaultStyleSheet(
            f"body, td, p {{ color: {tokens.text}; }}"
            f"th {{ color: {tokens.quiet}; text-align: left; font-weight: 400; }}"
            f"td, th {{ padding: 3px 7px 3px 0; font-size: {px(12)}px; }}"
            ".number, .formula { white-space: nowrap; } .number { text-align: right; } .sum td { font-weight: 600; }"
            f".head {{ font-size: {px(15)}px; font-weight: 600; }}"
        )
        self.setHtml(self._html)
        self.verticalScrollBar().setValue(place)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._html:
            self._write()
