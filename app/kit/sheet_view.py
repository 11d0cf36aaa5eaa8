"""A working sheet in the window's colours; on paper in those of paper."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QTextCursor
from PySide6.QtWidgets import QTextBrowser

from app.domain.whole_files import write_whole
from app.kit.look.colours import tokens_of
from app.kit.look.fonts import px
from app.kit.picture_files import pdf_bytes

ON_PAPER = "th { text-align: left; } td, th { padding: 3px 10px 3px 0; } .head { font-weight: 600; }"


class SheetView(QTextBrowser):
    """Shows the HTML of a sheet."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: tuple[str, ...] = ()
        self._waiting: list[str] = []
        self._next = QTimer(self, interval=0)
        self._next.timeout.connect(self._write_next)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setOpenLinks(False)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)

    def show_html(self, html: str) -> None:
        """Show another sheet, at the place where the last one was read."""
        self.show_parts((html,))

    def show_parts(self, parts: tuple[str, ...]) -> None:
        """Show a long sheet piece by piece, so that the window stays live."""
        if parts != self._parts:
            self._parts = parts
            self._write()

    @property
    def is_writing(self) -> bool:
        """Return whether pieces are still to come."""
        return self._next.isActive()

    def print_on(self, paper: QPagedPaintDevice) -> None:
        """Draw the sheet on pages."""
        printed = self.document().clone()
        printed.setDefaultStyleSheet(ON_PAPER)
        printed.setHtml("".join(self._parts))
        printed.print_(paper)
        printed.deleteLater()

    def save_pdf(self, path: Path, page: QPageLayout | None = None) -> None:
        """Write the sheet to a PDF, on A4 if no page is given; SourceError where that cannot be."""
        write_whole(path, pdf_bytes(self.print_on, page))

    def _write(self) -> None:
        place, tokens = self.verticalScrollBar().value(), tokens_of(self.palette())
        self.document().setDefaultStyleSheet(
            f"body, td, p {{ color: {tokens.text}; }}"
            f"th {{ color: {tokens.quiet}; text-align: left; font-weight: 400; }}"
            f"td, th {{ padding: 3px 7px 3px 0; font-size: {px(12)}px; vertical-align: middle; }}"
            ".number, .formula { white-space: nowrap; } .number { text-align: right; } .sum td { font-weight: 600; }"
            f".head {{ font-size: {px(15)}px; font-weight: 600; }}"
        )
        self._waiting = list(self._parts[1:])
        self.setHtml(self._parts[0] if self._parts else "")
        self.verticalScrollBar().setValue(place)
        if self._waiting:
            self._next.start()

    def _write_next(self) -> None:
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertHtml(self._waiting.pop(0))
        if not self._waiting:
            self._next.stop()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._parts:
            self._write()
