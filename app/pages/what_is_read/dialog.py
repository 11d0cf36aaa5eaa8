"""The dialog *What Bayleaf reads*: what a document is, its text, its evidence, and what nobody sees of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QWidget

from app.domain.documents import Document
from app.pages.kit.coloured_text import ColouredText
from app.pages.kit.page_head import Notice, PageHead, Tabs
from app.pages.kit.widgets import Pane, Words, band, column, prepare, remark, stacked
from app.pages.shell.help_and_crash_dialogs import closing
from app.pages.what_is_read.view_model import ReadingState, ReadingViewModel
from app.pages.words.evidence_names import plain_name
from app.qt import wording
from app.qt.look import fonts
from app.qt.look.fonts import px

MARKS = "mark"
SHOWN_ABOVE = frozenset({"subject", "from", "unseen", MARKS})
MOST_WORDS = 40
"""Of a field; there may be thousands of links in a mail."""
KINDS = {
    "mail": QT_TRANSLATE_NOOP("what_is_read", "a mail"),
    "text": QT_TRANSLATE_NOOP("what_is_read", "a document"),
    "row": QT_TRANSLATE_NOOP("what_is_read", "a row of a table"),
}
FLAWS = {
    "alternatives-differ": QT_TRANSLATE_NOOP("what_is_read", "its plain text says something else than its HTML"),
    "broken-base64": QT_TRANSLATE_NOOP("what_is_read", "a part is packed wrongly"),
    "html-cut": QT_TRANSLATE_NOOP("what_is_read", "its HTML is too long, and was read in part"),
    "interrupted-headers": QT_TRANSLATE_NOOP("what_is_read", "an empty line stands among its headers"),
    "more-pages": QT_TRANSLATE_NOOP("what_is_read", "it has more scanned pages than are read: the first were"),
    "no-language": QT_TRANSLATE_NOOP("what_is_read", "a page is in a script that Tesseract has no language for here"),
    "no-boundary": QT_TRANSLATE_NOOP("what_is_read", "it does not say where its parts end"),
    "only-the-beginning": QT_TRANSLATE_NOOP("what_is_read", "only its beginning was read"),
    "out-of-time": QT_TRANSLATE_NOOP("what_is_read", "it took too long, and was read in part"),
    "recognised": QT_TRANSLATE_NOOP("what_is_read", "its text was read off pictures of its pages, and may be misread"),
    "recognised-poorly": QT_TRANSLATE_NOOP("what_is_read", "a page is so poor that much of it is misread"),
    "tnef": QT_TRANSLATE_NOOP("what_is_read", "it is packed as Outlook alone does"),
    "too-deep": QT_TRANSLATE_NOOP("what_is_read", "its parts lie too deep in one another"),
    "too-many-parts": QT_TRANSLATE_NOOP("what_is_read", "it has more parts than are read"),
    "undeclared-quoted-printable": QT_TRANSLATE_NOOP("what_is_read", "it is packed in a way it does not declare"),
    "unknown-encoding": QT_TRANSLATE_NOOP("what_is_read", "a part is packed in an unknown way"),
    "unread-pages": QT_TRANSLATE_NOOP("what_is_read", "it has pages that are pictures, and were not read"),
    "unread-files": QT_TRANSLATE_NOOP("what_is_read", "its attachments were not read"),
    "wrong-boundary": QT_TRANSLATE_NOOP("what_is_read", "its parts are divided otherwise than it says"),
}
UNREADABLE = QT_TRANSLATE_NOOP("what_is_read", "a part could not be read (%1)")


def translated(text: object) -> str:
    """A text of this module in the language of the window."""
    return QCoreApplication.translate("what_is_read", str(text))


def flaw_name(flaw: str) -> str:
    """A flaw as people call it; one without a name of its own as its code."""
    if flaw.startswith("unreadable-"):
        return translated(UNREADABLE).replace("%1", flaw.removeprefix("unreadable-"))
    return translated(FLAWS[flaw]) if flaw in FLAWS else flaw


def evidence_lines(document: Document) -> Iterator[str]:
    """Yield what is counted beside the text, a line for each field, then the signs one by one."""
    for field, words in document.fields.items():
        if field not in SHOWN_ABOVE and words.strip():
            all_words = words.split()
            more = f" … (+{len(all_words) - MOST_WORDS})" if len(all_words) > MOST_WORDS else ""
            yield plain_name(f"{field}:{' '.join(all_words[:MOST_WORDS])}") + more
    for sign in dict.fromkeys(document.fields.get(MARKS, "").split()):
        yield plain_name(f"{MARKS}:{sign}")


class ReadingDialog(QDialog):
    """Shows what its view-model holds; what a stranger wrote is plain text everywhere."""

    def __init__(self, model: ReadingViewModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        model.setParent(self)
        prepare(self, self.tr("What Bayleaf reads"), 760, 640)
        self._head, self._notice = PageHead(self.tr("What Bayleaf reads")), Notice()
        facts = self._facts_of(Document("", ""))
        self._facts = [(remark(name, elide=None), Words(elide=Qt.TextElideMode.ElideRight)) for name, _ in facts]
        self._tabs = Tabs(self.tr("Text"), self.tr("Evidence"), self.tr("Unseen"))
        self._texts = [ColouredText(size=13, line=20) for _ in range(3)]
        self._lay_out()
        self.finished.connect(lambda _how: model.stop())
        model.state_changed.connect(self.render)
        self.render(model.state)
        model.start()

    def _lay_out(self) -> None:
        names = (self.tr("Text of the document"), self.tr("Evidence"), self.tr("Text that nobody sees"))
        for text, name in zip(self._texts, names, strict=True):
            text.setAccessibleName(name)
            text.setViewportMargins(0, 0, px(16), 0)
        self._pages, body = stacked(*self._texts), Pane("panel")
        self._tabs.currentChanged.connect(self._pages.setCurrentIndex)
        bar = band(self._tabs, height=41, sides=(13, 24), grows=0)
        column(self._pages, margins=(px(20), px(10), 0, 0), owner=body)
        facts = QWidget()
        grid = QGridLayout(facts)
        grid.setContentsMargins(px(24), px(10), px(24), px(10))
        grid.setHorizontalSpacing(px(16))
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 1)
        for place, pair in enumerate(self._facts):
            pair[1].setFont(fonts.small())
            for side, words in enumerate(pair):
                words.setFixedHeight(px(21))
                grid.addWidget(words, place, side)
        parts = (self._head, self._notice, facts, bar, body, closing(self))
        column(*parts, margins=(0, 0, 0, px(16)), owner=self).setStretch(4, 1)

    def render(self, state: ReadingState) -> None:  # type: ignore[override]
        """Show the state; safe to call twice."""
        is_waiting = state.document is None and state.problem is None
        self._head.show_facts(self.tr("reading…") if is_waiting else Path(state.path).name)
        self._notice.show_failure(state.problem)
        document = state.document or Document("", state.path)
        for (name, value), (_, words) in zip(self._facts, self._facts_of(document), strict=True):
            value.setText(words)
            for part in (name, value):
                part.setVisible(bool(words) and state.document is not None)
        evidence = "\n".join(evidence_lines(document))
        for text, words in zip(self._texts, (document.text, evidence, document.unseen), strict=True):
            text.show_text(words)
        self._tabs.setTabVisible(2, bool(document.unseen.strip()))

    def _facts_of(self, document: Document) -> list[tuple[str, str]]:
        attached = (
            f"{each.name or '–'} ({each.media_type}, {wording.size(each.size_bytes)})" for each in document.attachments
        )
        return [
            (self.tr("Kind"), wording.joined([translated(KINDS[document.kind]), document.charset.upper()])),
            (self.tr("Subject"), document.title),
            (self.tr("From"), wording.sender(document.sender)),
            (self.tr("Date"), wording.long_date(document.date_s)),
            (self.tr("Label"), document.label or ""),
            (self.tr("Attached"), ", ".join(attached)),
            (self.tr("Flaws"), "; ".join(map(flaw_name, document.flaws))),
        ]
