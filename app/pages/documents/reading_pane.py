"""The document that is read: its subject, where it is from, what it is and was judged to be, its text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from app.domain.corpus_browsing import OpenDocument, place_of
from app.domain.documents import Failure
from app.domain.label_sets import labels_in
from app.domain.sentences import failure_sentence
from app.domain.sureness import sureness_of_share
from app.pages.kit.coloured_text import ColouredText
from app.pages.kit.label_chips import LabelChip, VerdictLine
from app.pages.kit.widgets import Link, Pane, Paragraph, Words, column, named, row
from app.pages.paper.page_view import PageBesideText
from app.pages.paper.view_model import PaperViewModel
from app.qt import wording
from app.qt.look import fonts, painting
from app.qt.look.fonts import px
from app.qt.wording import translated_template

NO_COLOUR = -1
DATE = 1
"""The place of the date among the facts."""


class ReadingPane(Pane):
    """The right of the Documents page."""

    def __init__(self, on_why: Callable[[], object] | None, paper: PaperViewModel) -> None:
        super().__init__("panel")
        self.setMinimumWidth(px(300))
        self._subject = Paragraph(px(21))
        self._subject.setFont(fonts.subject())
        self._values = [Words(elide=Qt.TextElideMode.ElideMiddle) for _ in range(5)]
        self._label, self._judged = LabelChip(), VerdictLine()
        self._why = Link(self.tr("Why"), on_why or (lambda: None), leads_away=True)
        self._can_explain = on_why is not None
        self._date_s: int | None = None
        self._text = named(ColouredText(size=13, line=20), self.tr("Text of the document"))
        self._inside = QWidget()
        rule = Pane("line")
        rule.setFixedHeight(1)
        parts = (self._subject, px(8), self._facts(), px(12), rule)
        head = QWidget()
        column(*parts, margins=(0, 0, px(20), 0), owner=head)
        self._paper, text = paper, PageBesideText(paper, self._text)
        column(head, px(8), text, margins=(px(20), px(14), 0, 0), owner=self._inside)
        column(self._inside, owner=self)
        self._text.document().setDocumentMargin(0)
        self._text.setViewportMargins(0, 0, px(17), 0)

    def _facts(self) -> QWidget:
        facts = QWidget()
        grid = QGridLayout(facts)
        grid.setHorizontalSpacing(px(12))
        grid.setVerticalSpacing(0)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 1)
        judged, self._below = QWidget(), QWidget()
        self._beside = row(self._judged, -1, self._why, owner=judged)
        self._under = row(-1, owner=self._below)
        self._below.setFixedHeight(px(22))
        self._below.setVisible(False)
        labelled = QWidget()
        row(self._label, -1, owner=labelled)
        self._names = [Words(name, role="quiet") for name in self._fact_names()]
        for number, name in enumerate(self._names):
            name.setFont(fonts.small())
            value: QWidget = (*self._values, labelled, judged)[number]
            if isinstance(value, Words):
                value.setFont(fonts.small())
            name.setFixedHeight(px(21 if number < 5 else 26))
            grid.addWidget(name, number + (number > 4), 0)
            grid.addWidget(value, number + (number > 4), 1)
        grid.setRowMinimumHeight(5, px(3))
        grid.addWidget(self._below, len(self._names) + 1, 1)
        self._rows = [(name, grid.itemAtPosition(n + (n > 4), 1)) for n, name in enumerate(self._names)]
        return facts

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Make the facts fit in longer languages and narrower windows."""
        shown = [name for name in self._names if not name.isHidden()]
        names = max((painting.width_of(name.text(), fonts.small()) for name in shown), default=0.0)
        room = self.width() - px(40 + 12) - names
        date = wording.long_date(self._date_s)
        fits = painting.width_of(date, fonts.small()) <= room
        self._values[DATE].setText(date if fits else wording.long_date(self._date_s, has_weekday=False))
        self._place_why(room)

    def _place_why(self, room: float) -> None:
        """Put the link beside the verdict, or under it."""
        needed = self._judged.sizeHint().width() + self._why.sizeHint().width() + px(8 + 6)
        fits = not self._can_explain or needed <= room
        if self._below.isHidden() != fits:
            (self._beside if fits else self._under).addWidget(self._why)
            self._below.setVisible(not fits)

    def _fact_names(self) -> tuple[str, ...]:
        return (
            self.tr("From"),
            self.tr("Date"),
            self.tr("Source"),
            self.tr("Also in"),
            self.tr("Attached"),
            self.tr("Label"),
            self.tr("Judged"),
        )

    def _show_page(self, document: OpenDocument | None, colours: Mapping[str, int]) -> None:
        if document is None:
            self._paper.show("", "")
            return
        label = document.judged or document.label
        self._paper.show(document.path, document.member, document.pages, label=label, colours=colours)

    def show_document(self, document: OpenDocument | None, colours: Mapping[str, int]) -> None:
        """Show another document, or nothing."""
        self._inside.setVisible(document is not None)
        self._show_page(document, colours)
        if document is None:
            return
        self._subject.show_words(document.title)
        attached = ", ".join(f"{each.name} ({wording.size(each.size_bytes)})" for each in document.attachments)
        facts = (
            wording.sender(document.sender),
            wording.long_date(document.date_s),
            document.source,
            ", ".join(document.also_in),
            attached,
        )
        for value, words in zip(self._values, facts, strict=True):
            value.setText(words)
        if document.label is not None:
            own = labels_in(document.label)
            self._label.show_labels([(label, colours.get(label, NO_COLOUR)) for label in own])
        if document.judged is not None:
            told = sureness_of_share(document.probability, len(colours)) if document.probability is not None else None
            self._judged.show_verdict(document.judged, colours, told, document.probability)
        shown = (*map(bool, facts), document.label is not None, document.judged is not None)
        for is_shown, (name, item) in zip(shown, self._rows, strict=True):
            name.setVisible(is_shown)
            value_widget = item.widget() if item is not None else None
            if value_widget is not None:
                value_widget.setVisible(is_shown)
        self._why.setVisible(self._can_explain and document.judged is not None)
        self._text.show_text(document.text)
        self._date_s = document.date_s
        self._fit()


class LeftSentences(QObject):
    """Puts the reason of the first of them into words, and counts the others."""

    def sentence(self, left: Sequence[Failure]) -> str:
        """Say why they stay."""
        first = left[0]
        name = place_of(Path(first.path).name, first.member)
        told = [str(failure_sentence(name, first.reason, first.detail).render(translated_template))]
        if left[1:]:
            told.append(self.tr("So it is, or alike, with %Ln more.", "", len(left) - 1))
        return " ".join([*told, self.tr("What was read before stays.")])
