"""Both sides of the table of documents: the shelves (labels, what is worth a look, sources), and what is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QWidget

import resources
from app.domain.corpus_browsing import OpenDocument, Overview, Shelf, ShelfKind
from app.domain.documents import labels_in
from app.domain.sureness import sureness_of_share
from app.pages.kit.coloured_text import ColouredText
from app.pages.kit.label_chips import LabelChip, VerdictLine
from app.pages.kit.widgets import (
    Link,
    PaintedButton,
    Pane,
    Paragraph,
    Words,
    clear,
    column,
    named,
    remark,
    row,
    scrolled,
    show_checked,
    when_checked,
)
from app.pages.painted_values import NO_COLOUR
from app.pages.paper.page_view import PageBesideText
from app.pages.paper.view_model import PaperViewModel
from app.qt import wording
from app.qt.drops import ROWS_TYPE
from app.qt.look import fonts, painting
from app.qt.look.colours import DesignValues, colour
from app.qt.look.fonts import px
from app.qt.tooltips import set_tip

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
        names = (self.tr("From"), self.tr("Date"), self.tr("Source"), self.tr("Also in"), self.tr("Attached"),
                 self.tr("Label"), self.tr("Judged"))  # fmt: skip
        values: tuple[QWidget, ...] = (*self._values, labelled, judged)
        self._rows = [(remark(name, elide=None), value) for name, value in zip(names, values, strict=True)]
        for number, (name, value) in enumerate(self._rows):
            if isinstance(value, Words):
                value.setFont(fonts.small())
            name.setFixedHeight(px(21 if number < 5 else 26))
            grid.addWidget(name, number + (number > 4), 0)
            grid.addWidget(value, number + (number > 4), 1)
        grid.setRowMinimumHeight(5, px(3))
        grid.addWidget(self._below, len(self._rows) + 1, 1)
        return facts

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Make the facts fit in longer languages and narrower windows."""
        shown = [name for name, _ in self._rows if not name.isHidden()]
        names = max((painting.width_of(name.text(), fonts.small()) for name in shown), default=0.0)
        room = self.width() - px(40 + 12) - names
        date = wording.long_date(self._date_s)
        fits = painting.width_of(date, fonts.small()) <= room
        self._values[DATE].setText(date if fits else wording.long_date(self._date_s, has_weekday=False))
        needed = self._judged.sizeHint().width() + self._why.sizeHint().width() + px(8 + 6)
        is_beside = not self._can_explain or needed <= room  # the verdict, and not under it
        if self._below.isHidden() != is_beside:
            (self._beside if is_beside else self._under).addWidget(self._why)
            self._below.setVisible(not is_beside)

    def show_document(self, document: OpenDocument | None, colours: Mapping[str, int]) -> None:
        """Show another document, or nothing."""
        self._inside.setVisible(document is not None)
        if document is None:
            self._paper.show("", "")
            return
        label = document.judged or document.label
        self._paper.show(document.path, document.member, document.pages, label=label, colours=colours)
        self._subject.show_words(document.title)
        attached = ", ".join(f"{each.name} ({wording.size(each.size_bytes)})" for each in document.attachments)
        facts = (wording.sender(document.sender), wording.long_date(document.date_s), document.source,
                 ", ".join(document.also_in), attached)  # fmt: skip
        for value, words in zip(self._values, facts, strict=True):
            value.setText(words)
        if document.label is not None:
            own = [(each, colours.get(each, NO_COLOUR)) for each in labels_in(document.label)]
            self._label.show_labels(own)
        if document.judged is not None:
            told = sureness_of_share(document.probability, len(colours)) if document.probability is not None else None
            self._judged.show_verdict(document.judged, colours, told, document.probability)
        shown = (*map(bool, facts), document.label is not None, document.judged is not None)
        for is_shown, parts in zip(shown, self._rows, strict=True):
            for part in parts:
                part.setVisible(is_shown)
        self._why.setVisible(self._can_explain and document.judged is not None)
        self._text.show_text(document.text)
        self._date_s = document.date_s
        self._fit()


ROW = 31
SIDES, SCROLL_BAR = 50, 14
"""The width that a row needs beside its words, and its column beside its rows, in pixels."""
SAMPLES = Path(resources.__file__).parent / "samples"


class ShelfRow(PaintedButton):
    """A part of the corpus and how much is in it; a label takes documents that are dropped on it."""

    documents_dropped = Signal(object)

    def __init__(self, shelf: Shelf, name: str, count: int | None, colour_number: int | None = None) -> None:
        super().__init__()
        self.shelf, self._colour = shelf, colour_number
        self._count = "" if count is None else wording.count(count)
        self._is_target = False
        self.setText(name)
        set_tip(self, name)
        self.setCheckable(True)
        self.setAutoExclusive(True)  # one of several, as a screen reader tells it
        self.setAccessibleName(f"{name}: {self._count}" if self._count else name)
        self.setFixedHeight(px(ROW))
        self.setAcceptDrops(shelf.kind in (ShelfKind.LABEL, ShelfKind.UNLABELLED))

    def sizeHint(self) -> QSize:
        return QSize(px(160), px(ROW))

    def whole_width(self) -> int:
        """The width at which neither name nor count is elided, chosen or not."""
        count = painting.width_of(self._count, fonts.body())
        return round(painting.width_of(self.text(), fonts.body(600)) + count) + px(SIDES)

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        item = self.area().adjusted(px(8), 0, -px(8), -1)
        if self.isChecked() or self._is_target:
            painting.round_rect(painter, item, px(6), fill=colour(tokens.chosen))
        elif self.underMouse():
            painting.round_rect(painter, item, px(6), fill=colour(tokens.hover))
        if self.hasFocus() or self._is_target:
            painting.round_rect(painter, item, px(6), edge=colour(tokens.accent), width=2.0)
        inner = self.area().adjusted(px(20), 0, -px(20), -1)
        weight, pen = (600, tokens.text) if self.isChecked() else (400, tokens.quiet)
        painting.text(painter, inner, self._count, font=fonts.body(), pen=pen, align=painting.RIGHT)
        if self._colour is not None:
            painting.label_square(painter, tokens, inner.left(), inner.center().y(), self._colour, side=9)
            inner = inner.adjusted(px(18), 0, 0, 0)
        name = inner.adjusted(0, 0, -painting.width_of(self._count, fonts.body()) - px(8), 0)
        elide = painting.MIDDLE if self.shelf.kind in (ShelfKind.SOURCE, ShelfKind.LABEL) else painting.END
        painting.text(painter, name, self.text(), font=fonts.body(weight), pen=tokens.text, elide=elide)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(ROWS_TYPE):
            event.acceptProposedAction()
            self._mark(is_target=True)
            return
        event.ignore()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self._mark(is_target=False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._mark(is_target=False)
        event.acceptProposedAction()
        self.documents_dropped.emit(self.shelf)

    def _mark(self, *, is_target: bool) -> None:
        self._is_target = is_target
        self.update()


class Shelves(Pane):
    """The column itself."""

    shelf_chosen = Signal(object)
    documents_dropped = Signal(object)
    """The shelf of a label onto which documents were dropped."""
    label_menu_wanted = Signal(str, QPoint)
    search_menu_wanted = Signal(str, QPoint)

    def __init__(self, on_new_label: Callable[[], object], on_several: Callable[[], object]) -> None:
        super().__init__("paper")
        self.setMinimumWidth(px(150))
        self._rows: list[ShelfRow] = []
        self._chosen = Shelf()
        self._sources: list[QWidget] = []
        self._group = QButtonGroup(self, exclusive=True)
        inside = Pane("paper")
        self._list = column(owner=inside)
        scroll = scrolled(inside, ground="paper", is_upright=True)
        foot, self._several = QWidget(), Link("", on_several)
        links = (Link(self.tr("New label…"), on_new_label), self._several)
        column(*links, margins=(px(20), px(6), px(8), px(16)), owner=foot)
        column(px(14), scroll, foot, owner=self)

    def show_overview(self, overview: Overview) -> None:
        """Show the parts of a corpus."""
        self._several.setText(self.tr("One label each") if overview.takes_several else self.tr("Several labels each"))
        clear(self._list)
        self._rows, self._sources = [], []
        self._add_rows(overview)
        self._list.addStretch(1)
        self.choose(self._chosen)

    def choose(self, chosen: Shelf) -> None:
        """Mark another part."""
        self._chosen = chosen
        for each in self._rows:
            show_checked(each, is_checked=each.shelf == chosen)

    def _add_rows(self, overview: Overview) -> None:
        everything = self._add(ShelfRow(Shelf(), self.tr("All documents"), overview.n_documents))
        self.setMinimumWidth(max(px(150), everything.whole_width() + px(SCROLL_BAR)))
        self._caption(self.tr("Labels"))
        for label in overview.labels:
            self._add(ShelfRow(Shelf(ShelfKind.LABEL, label.name), label.name, label.n_documents, label.colour))
        self._add(ShelfRow(Shelf(ShelfKind.UNLABELLED), self.tr("No label"), overview.n_unlabelled, -1))
        judged = overview.n_judged_otherwise
        kinds = (
            (ShelfKind.JUDGED_OTHERWISE, self.tr("Judged otherwise"), judged or 0),
            (ShelfKind.DUPLICATES, self.tr("Duplicates"), overview.n_duplicates),
            (ShelfKind.TWO_LABELS, self.tr("Two labels"), overview.n_two_labels),
            (ShelfKind.UNREADABLE, self.tr("Could not be read"), overview.n_unreadable),
        )
        worth = [each for each in kinds if each[2] or (each[0] is ShelfKind.JUDGED_OTHERWISE and judged is not None)]
        if worth:
            self._caption(self.tr("Worth a look"))
        for kind, name, count in worth:
            self._add(ShelfRow(Shelf(kind), name, count))
        if overview.shelves:
            self._caption(self.tr("Searches"))
        for name, search in overview.shelves:
            set_tip(self._add(ShelfRow(Shelf(ShelfKind.SEARCH, name), name, None)), search)
        if overview.sources:
            self._sources.append(self._caption(self.tr("Sources")))
        for name, count in overview.sources:
            path = Path(name)
            shown = self.tr("Sample mail") if path.parent == SAMPLES else path.name or name
            source = self._add(ShelfRow(Shelf(ShelfKind.SOURCE, name), shown, count))
            set_tip(source, name)
            self._sources.append(source)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Leave the sources out where they would have to be scrolled to."""
        rest = sum(each.height() for each in self._rows if each not in self._sources) + 3 * px(36)
        wanted = sum(each.height() for each in self._sources)
        has_room = rest + wanted <= self.height() - px(60)
        for each in self._sources:
            each.setVisible(has_room)

    def _caption(self, words: str) -> QWidget:
        caption = Words(words, role="quiet")
        caption.setFont(fonts.small(500))
        caption.setContentsMargins(px(20), px(9), px(8), 0)
        caption.setFixedHeight(px(36))
        self._list.addWidget(caption)
        return caption

    def _add(self, made: ShelfRow) -> ShelfRow:
        self._rows.append(made)
        self._group.addButton(made)
        self._list.addWidget(made)
        when_checked(made, lambda: self.shelf_chosen.emit(made.shelf))
        made.documents_dropped.connect(self.documents_dropped)
        menus = {ShelfKind.LABEL: self.label_menu_wanted, ShelfKind.SEARCH: self.search_menu_wanted}
        if made.shelf.kind in menus:
            wanted = menus[made.shelf.kind]
            made.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            made.customContextMenuRequested.connect(lambda point: wanted.emit(made.shelf.name, made.mapToGlobal(point)))
        return made
