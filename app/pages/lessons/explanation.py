"""The page of explanation beside a lesson: Markdown that a stranger may have written, so it fetches nothing."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QImage, QTextBlockFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextBrowser

from app.qt.look.fonts import px


class Explanation(QTextBrowser):
    """Shows Markdown with air between its paragraphs; its links lead nowhere, and its pictures are not looked for."""

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setOpenLinks(False)
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().setProperty("ground", "paper")
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(px(14))

    def loadResource(self, _kind: int, _url: QUrl | str) -> object:
        """Find a point wherever a page says that something lies; for nothing at all, Qt would look on the disk."""
        return QImage(1, 1, QImage.Format.Format_Mono)

    def show_markdown(self, markdown: str) -> None:
        """Show another page."""
        self.document().setMarkdown(markdown, QTextDocument.MarkdownFeature.MarkdownNoHTML)
        block = self.document().begin()
        while block.isValid():
            form = QTextBlockFormat()
            form.setBottomMargin(px(8))
            form.setLineHeight(125.0, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            QTextCursor(block).mergeBlockFormat(form)
            block = block.next()
