"""The dialog *What Bayleaf reads*: what a document is, its text, its evidence, and what nobody sees of it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QDialog, QGridLayout, QStackedWidget, QWidget

from app.domain.documents import Document
from app.pages.kit.bases_of_painted_widgets import Pane, Words, column, row
from app.pages.kit.coloured_text import ColouredText
from app.pages.kit.notice import Notice
from app.pages.kit.page_head import PageHead, Tabs
from app.pages.shell.help_and_crash_dialogs import closing
from app.pages.what_is_read.document_wording import attachment_names, evidence_lines, flaw_name, kind_name
from app.pages.what_is_read.view_model import ReadingState, ReadingViewModel
from app.qt import wording
from app.qt.error_sentences import sentence_for
from app.qt.look import fonts
from app.qt.look.fonts import px


class ReadingDialog(QDialog):
    """Shows what its view-model holds; what a stranger wrote is plain text everywhere."""

    def __init__(self, model: ReadingViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        model.setParent(self)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("What Bayleaf reads"))
        self.resize(px(760), px(640))
        self._head, self._notice = PageHead(self.tr("What Bayleaf reads")), Notice()
        self._names = [Words(name, role="quiet") for name in self._fact_names()]
        self._values = [Words(elide=Qt.TextElideMode.ElideRight) for _ in self._names]
        self._tabs = Tabs(self.tr("Text"), self.tr("Evidence"), self.tr("Unseen"))
        self._texts = [ColouredText(size=13, line=20) for _ in range(3)]
        self._pages = QStackedWidget()
        self._lay_out()
        self._tabs.currentChanged.connect(self._pages.setCurrentIndex)
        self.finished.connect(lambda _how: model.stop())
        model.state_changed.connect(self.render)
        self.render(model.state)
        model.start()

    def _lay_out(self) -> None:
        names = (self.tr("Text of the document"), self.tr("Evidence"), self.tr("Text that nobody sees"))
        for text, name in zip(self._texts, names, strict=True):
            text.setAccessibleName(name)
            text.setViewportMargins(0, 0, px(16), 0)
            self._pages.addWidget(text)
        bar, body = Pane("panel", "b"), Pane("panel")
        bar.setFixedHeight(px(41))
        row(self._tabs, margins=(px(13), 0, px(24), 0), owner=bar).setStretch(0, 1)
        column(self._pages, margins=(px(20), px(10), 0, 0), owner=body)
        parts = (self._head, self._notice, self._facts(), bar, body, closing(self))
        column(*parts, margins=(0, 0, 0, px(16)), owner=self).setStretch(4, 1)

    def _fact_names(self) -> tuple[str, ...]:
        return (
            self.tr("Kind"),
            self.tr("Subject"),
            self.tr("From"),
            self.tr("Date"),
            self.tr("Label"),
            self.tr("Attached"),
            self.tr("Flaws"),
        )

    def _facts(self) -> QWidget:
        facts = QWidget()
        grid = QGridLayout(facts)
        grid.setContentsMargins(px(24), px(10), px(24), px(10))
        grid.setHorizontalSpacing(px(16))
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 1)
        for place, (name, value) in enumerate(zip(self._names, self._values, strict=True)):
            for words in (name, value):
                words.setFont(fonts.small())
                words.setFixedHeight(px(21))
            grid.addWidget(name, place, 0)
            grid.addWidget(value, place, 1)
        return facts

    @Slot(object)
    def render(self, state: ReadingState) -> None:  # type: ignore[override]
        """Show the state; safe to call twice."""
        is_waiting = state.document is None and state.problem is None
        self._head.show_facts(self.tr("reading…") if is_waiting else Path(state.path).name)
        self._notice.show_problem("" if state.problem is None else sentence_for(state.problem))
        document = state.document or Document("", state.path)
        facts = self._facts_of(document) if state.document is not None else [""] * len(self._names)
        for name, value, words in zip(self._names, self._values, facts, strict=True):
            value.setText(words)
            name.setVisible(bool(words))
            value.setVisible(bool(words))
        evidence = "\n".join(evidence_lines(document))
        for text, words in zip(self._texts, (document.text, evidence, document.unseen), strict=True):
            text.show_text(words)
        self._tabs.setTabVisible(2, bool(document.unseen.strip()))

    def _facts_of(self, document: Document) -> list[str]:
        return [
            kind_name(document),
            document.title,
            wording.sender(document.sender),
            wording.long_date(document.date_s),
            document.label or "",
            ", ".join(attachment_names(document)),
            "; ".join(flaw_name(flaw) for flaw in document.flaws),
        ]
