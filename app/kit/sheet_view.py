"""A viewer for the HTML of a working sheet: window colours on screen, plain black when printed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QTextCursor
from PySide6.QtWidgets import QTextBrowser

from app.domain.whole_files import write_whole
from app.kit.look.colours import design_values_of
from app.kit.look.fonts import px
from app.kit.picture_files import pdf_bytes

ON_PAPER = "th { text-align: left; } td, th { padding: 3px 10px 3px 0; } .head { font-weight: 600; }"


class SheetView(QTextBrowser):
    """A read-only browser that renders a long sheet piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: tuple[str, ...] = ()
        self._remaining: list[str] = []
        self._insert_timer = QTimer(self, interval=0)
        self._insert_timer.timeout.connect(self._insert_next)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setOpenLinks(False)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)

    def show_html(self, html: str) -> None:
        """Show another sheet and keep the scroll position."""
        self.show_parts((html,))

    def show_parts(self, parts: tuple[str, ...]) -> None:
        """Show a long sheet piece by piece, so that the window stays responsive."""
        if parts != self._parts:
            self._parts = parts
            self._write()

    @property
    def is_writing(self) -> bool:
        """True while pieces are still to be inserted."""
        return self._insert_timer.isActive()

    def print_on(self, paper: QPagedPaintDevice) -> None:
        """Print the sheet."""
        document = self.document().clone()
        document.setDefaultStyleSheet(ON_PAPER)
        document.setHtml("".join(self._parts))
        document.print_(paper)
        document.deleteLater()

    def save_pdf(self, path: Path, page: QPageLayout | None = None) -> None:
        """Write the sheet to a PDF, on A4 by default. Raise SourceError if the file cannot be written."""
        write_whole(path, pdf_bytes(self.print_on, page))

    def _write(self) -> None:
        scroll_position, tokens = self.verticalScrollBar().value(), design_values_of(self.palette())
        self.document().setDefaultStyleSheet(
            f"body, td, p {{ color: {tokens.text}; }}"
            f"th {{ color: {tokens.quiet}; text-align: left; font-weight: 400; }}"
            f"td, th {{ padding: 3px 7px 3px 0; font-size: {px(12)}px; vertical-align: middle; }}"
            ".number, .formula { white-space: nowrap; } .number { text-align: right; } .sum td { font-weight: 600; }"
            f".head {{ font-size: {px(15)}px; font-weight: 600; }}"
        )
        self._remaining = list(self._parts[1:])
        self.setHtml(self._parts[0] if self._parts else "")
        self.verticalScrollBar().setValue(scroll_position)
        if self._remaining:
            self._insert_timer.start()

    def _insert_next(self) -> None:
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertHtml(self._remaining.pop(0))
        if not self._remaining:
            self._insert_timer.stop()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._parts:
            self._write()
