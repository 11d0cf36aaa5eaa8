"""The Documents page: shelves at the left, the document table, and the text at the right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeySequence,
    QPainter,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QMenu, QSplitter, QWidget

import resources
from app.domain.confidence import confidence_of_share
from app.domain.documents import labels_in
from app.domain.results import (
    KNOWN_VALUES,
    OpenDocument,
    Overview,
    Shelf,
    ShelfKind,
    SortOrder,
    display_location,
    failure_reason_sentence,
)
from app.domain.sentences import failure_sentence
from app.features.documents.columns import KeyHints, LabelMenu, RowMenu, columns_of
from app.features.documents.paper import PageBesideText
from app.features.documents.paper_view_model import PaperViewModel
from app.features.documents.view_model import DocumentsState, DocumentsViewModel, Ids
from app.kit import wording
from app.kit.actions import open_menu, set_context_menu, set_tip
from app.kit.array_table import Column, PagedTable
from app.kit.coloured_text import ColouredText
from app.kit.drops import ROWS_TYPE
from app.kit.fields import ComboBox, TermField, ask_for_name, ask_save_path
from app.kit.frame import PageCommands
from app.kit.label_chips import LabelChip, VerdictLine
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, colour
from app.kit.look.fonts import px
from app.kit.page_head import EmptyPage, Notice, PageHead
from app.kit.page_model import render_parts, shows
from app.kit.painted_values import NO_COLOUR
from app.kit.picture_files import open_file
from app.kit.table_view import ColumnLook, TableView, offer_columns
from app.kit.widgets import (
    Button,
    Link,
    PaintedButton,
    Pane,
    Paragraph,
    TextLabel,
    clear_layout,
    column,
    connect_checked,
    make_bar,
    make_remark,
    make_scroll_area,
    make_stack,
    row,
    set_checked_silently,
    with_accessible_name,
)
from app.kit.wording import translate_template

DATE = 1
"""Index of the date among the facts."""


class ReadingPane(Pane):
    """The right pane: subject, facts and text of the selected document."""

    def __init__(self, on_why: Callable[[], object] | None, paper: PaperViewModel) -> None:
        super().__init__("panel")
        self.setMinimumWidth(px(300))
        self._subject = Paragraph(px(21))
        self._subject.setFont(fonts.subject())
        self._values = [TextLabel(elide=Qt.TextElideMode.ElideMiddle) for _ in range(5)]
        self._label, self._judged = LabelChip(), VerdictLine()
        self._why = Link(self.tr("Why"), on_why or (lambda: None), leads_away=True)
        self._can_explain = on_why is not None
        self._date_s: int | None = None
        self._text = with_accessible_name(ColouredText(size=13, line=20), self.tr("Text of the document"))
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
        self._rows = [(make_remark(name, elide=None), value) for name, value in zip(names, values, strict=True)]
        for number, (name, value) in enumerate(self._rows):
            if isinstance(value, TextLabel):
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
        """Shorten the date and move the *Why* link below the verdict if space is short."""
        shown = [name for name, _ in self._rows if not name.isHidden()]
        names = max((painting.width_of(name.text(), fonts.small()) for name in shown), default=0.0)
        room = self.width() - px(40 + 12) - names
        date = wording.long_date(self._date_s)
        fits = painting.width_of(date, fonts.small()) <= room
        self._values[DATE].setText(date if fits else wording.long_date(self._date_s, has_weekday=False))
        needed = self._judged.sizeHint().width() + self._why.sizeHint().width() + px(8 + 6)
        is_beside = not self._can_explain or needed <= room
        if self._below.isHidden() != is_beside:
            (self._beside if is_beside else self._under).addWidget(self._why)
            self._below.setVisible(not is_beside)

    def show_document(self, document: OpenDocument | None, colours: Mapping[str, int]) -> None:
        """Show a document, or an empty pane."""
        self._inside.setVisible(document is not None)
        if document is None:
            self._paper.show("", "")
            return
        label = document.judged or document.label
        self._paper.show(document.path, document.member, document.pages, label=label, colours=colours)
        self._subject.show_words(document.title)
        attached = ", ".join(f"{item.name} ({wording.size(item.size_bytes)})" for item in document.attachments)
        facts = (wording.sender(document.sender), wording.long_date(document.date_s), document.source,
                 ", ".join(document.also_in), attached)  # fmt: skip
        for value, words in zip(self._values, facts, strict=True):
            value.setText(words)
        if document.label is not None:
            self._label.show_labels([(name, colours.get(name, NO_COLOUR)) for name in labels_in(document.label)])
        if document.judged is not None:
            sureness = (
                confidence_of_share(document.probability, len(colours)) if document.probability is not None else None
            )
            self._judged.show_verdict(document.judged, colours, sureness, document.probability)
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
"""Width of a row without its texts, and of the scroll bar, in unscaled pixels."""
SAMPLES = Path(resources.__file__).parent / "samples"


class ShelfRow(PaintedButton):
    """A shelf with its document count. Documents can be dropped on a label."""

    documents_dropped = Signal(object)

    def __init__(self, shelf: Shelf, name: str, count: int | None, colour_number: int | None = None) -> None:
        super().__init__()
        self.shelf, self._colour = shelf, colour_number
        self._count = "" if count is None else wording.count(count)
        self._is_target = False
        self.setText(name)
        set_tip(self, name)
        self.setCheckable(True)
        self.setAutoExclusive(True)  # makes screen readers announce it as one of a group
        self.setAccessibleName(f"{name}: {self._count}" if self._count else name)
        self.setFixedHeight(px(ROW))
        self.setAcceptDrops(shelf.kind in (ShelfKind.LABEL, ShelfKind.UNLABELLED))

    def sizeHint(self) -> QSize:
        return QSize(px(160), px(ROW))

    def whole_width(self) -> int:
        """Return the width at which name and count fit, even in semi-bold."""
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
    """The left pane: a list of shelves (labels, saved searches, sources and other parts of the corpus)."""

    shelf_chosen = Signal(object)
    documents_dropped = Signal(object)
    """Emitted with the shelf on which documents were dropped."""
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
        scroll = make_scroll_area(inside, ground="paper", is_upright=True)
        foot, self._several = QWidget(), Link("", on_several)
        links = (Link(self.tr("New label…"), on_new_label), self._several)
        column(*links, margins=(px(20), px(6), px(8), px(16)), owner=foot)
        column(px(14), scroll, foot, owner=self)

    def show_overview(self, overview: Overview) -> None:
        """Show the shelves of a corpus."""
        self._several.setText(self.tr("One label each") if overview.takes_several else self.tr("Several labels each"))
        clear_layout(self._list)
        self._rows, self._sources = [], []
        self._add_rows(overview)
        self._list.addStretch(1)
        self.choose(self._chosen)

    def choose(self, chosen: Shelf) -> None:
        """Mark a shelf as selected, without emitting signals."""
        self._chosen = chosen
        for shelf_row in self._rows:
            set_checked_silently(shelf_row, is_checked=shelf_row.shelf == chosen)

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
        worth = [kind for kind in kinds if kind[2] or (kind[0] is ShelfKind.JUDGED_OTHERWISE and judged is not None)]
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
        """Hide the sources if the list would need scrolling."""
        other_height = sum(widget.height() for widget in self._rows if widget not in self._sources) + 3 * px(36)
        source_height = sum(widget.height() for widget in self._sources)
        has_room = other_height + source_height <= self.height() - px(60)
        for widget in self._sources:
            widget.setVisible(has_room)

    def _caption(self, words: str) -> QWidget:
        caption = TextLabel(words, role="quiet")
        caption.setFont(fonts.small(500))
        caption.setContentsMargins(px(20), px(9), px(8), 0)
        caption.setFixedHeight(px(36))
        self._list.addWidget(caption)
        return caption

    def _add(self, made: ShelfRow) -> ShelfRow:
        self._rows.append(made)
        self._group.addButton(made)
        self._list.addWidget(made)
        connect_checked(made, lambda: self.shelf_chosen.emit(made.shelf))
        made.documents_dropped.connect(self.documents_dropped)
        menus = {ShelfKind.LABEL: self.label_menu_wanted, ShelfKind.SEARCH: self.search_menu_wanted}
        if made.shelf.kind in menus:
            wanted = menus[made.shelf.kind]
            made.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            made.customContextMenuRequested.connect(lambda point: wanted.emit(made.shelf.name, made.mapToGlobal(point)))
        return made


SEARCH_TIP = '''from:  to:  subject:  label:  judged:  kind:  has:attachment  is:wrong  before:2024-05  after:2024  \
-word  "phrase"'''
READING_FROM = 760
"""Minimum page width (plus 140) at which the text is beside the table; below that it is under it."""


class DocumentsPage(QWidget):
    """The widget of the Documents page."""

    def __init__(self, model: DocumentsViewModel, commands: PageCommands) -> None:
        super().__init__()
        self._model, self._commands = model, commands
        self._hides_text = False
        """True if the user has hidden the text below the table."""
        self._table = PagedTable(columns_of(Overview()))
        self._view = TableView(self.tr("Documents"), model=self._table, remembered_as="documents")
        self._unread = TableView(self.tr("Could not be read"))
        self._colours: dict[str, int] = {}
        """Label colours, shared with the columns and updated in place."""
        self._heads: list[tuple[str, ColumnLook]] = []
        self._shelves = Shelves(self._ask_new_label, self._model.take_several)
        self._reading = ReadingPane(self._explain if commands.explain is not None else None, model.paper)
        self._search = TermField(self.tr("Search subject, sender and text"), "Ctrl+F")
        self._search.setObjectName("search")
        set_tip(self._search, SEARCH_TIP)
        self._keep_search = Link(self.tr("Keep…"), self._ask_keep_search, is_small=True)
        self._order = ComboBox(self.tr("Order"), (
            (SortOrder.NEWEST, self.tr("Newest first")), (SortOrder.OLDEST, self.tr("Oldest first")),
            (SortOrder.SUSPICIOUS, self.tr("Suspicious first")), (SortOrder.SUBJECT, self.tr("By subject")),
            (SortOrder.SENDER, self.tr("By sender")), (SortOrder.LABEL, self.tr("By label")),
            (SortOrder.LONGEST, self.tr("Longest first")), (SortOrder.IMPORTED, self.tr("As imported")),
            (SortOrder.FILE, self.tr("By file")),
        ), model.choose_order, widths=(132, 190))  # fmt: skip
        self._chosen, self._hints, self._notice = TextLabel(role="quiet"), KeyHints(), Notice(inset=px(16))
        self._lay_out()
        self._connect()
        self._parts = render_parts(
            self, model, self._show_page, self._show_facts, self._show_overview,
            shows("shelf")(lambda state: self._shelves.choose(state.shelf)), self._show_rows,
            self._choose_open_document, self._show_document, self._show_notice, self._show_order, self._show_search,
        )  # fmt: skip

    def _lay_out(self) -> None:
        bring = self._commands.import_documents
        self._import = Button(self.tr("Import…"), bring or (lambda: None), is_primary=True)
        self._rest = Button(self.tr("Label the rest…"), self._commands.label_rest or (lambda: None))
        self._rest.hide()
        self._head = PageHead(self.tr("Documents"), self._rest, self._import)
        bar = make_bar(self._search, px(8), self._keep_search, px(8), self._order, height=49, sides=(16, 16))
        self._middle, self._tables = QWidget(), make_stack(self._view, self._unread)
        self._foot_bar = make_bar(self._hints, -1, self._chosen, height=44, sides=(16, 16), lines="t")
        self._middle.installEventFilter(self)
        self._none = Pane("panel")
        hint = TextLabel(self.tr("Nothing here has what you search for."), role="quiet")
        clear = Link(self.tr("Clear the search"), self._search.clear)
        row(hint, px(12), clear, -1, margins=(px(16), px(12), px(16), px(12)), owner=self._none)
        column(bar, self._notice, self._none, self._tables, self._foot_bar, owner=self._middle).setStretch(3, 1)
        self._table_and_text = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        self._table_and_text.setObjectName("documents-text")
        for part, share in ((self._middle, 3), (self._reading, 2)):
            self._table_and_text.addWidget(part)
            self._table_and_text.setStretchFactor(self._table_and_text.count() - 1, share)
        self._table_and_text.setSizes([px(548), px(320)])
        self._splitter = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        self._splitter.setObjectName("documents-shelves")
        for part in (self._shelves, self._table_and_text):
            self._splitter.addWidget(part)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setSizes([px(176), px(868)])
        lines = self.tr(
            "Mail folders, documents, or a table with labels. It learns the words of each label\n"
            "and shows you why it judges as it does. Nothing leaves this computer."
        )
        sample, n_sample = self._commands.try_sample, self._commands.n_sample
        link = (self.tr("Try it with %Ln sample mail(s)", "", n_sample), sample) if sample is not None else None
        title = self.tr("Show Bayleaf what you have already sorted")
        self._empty, self._unknown = EmptyPage(title, lines, self.tr("Import…"), bring, link), Pane("paper")
        self._pages = make_stack(self._splitter, self._empty, self._unknown)
        column(self._head, self._pages, owner=self)
        self.setProperty("first_focus", self._view)

    def _connect(self) -> None:
        model = self._model
        self._shelves.shelf_chosen.connect(model.choose_shelf)
        self._shelves.documents_dropped.connect(lambda shelf: model.relabel(self.chosen_ids(), shelf.name or None))
        self._shelves.label_menu_wanted.connect(self._on_label_menu_wanted)
        self._shelves.search_menu_wanted.connect(self._on_search_menu_wanted)
        self._search.searched.connect(model.search)
        self._table.block_wanted.connect(model.fetch_rows)
        self._view.horizontalHeader().sectionClicked.connect(self._on_section_clicked)
        self._view.row_chosen.connect(self._on_row_chosen)
        self._view.key_typed.connect(self._on_key_typed)
        self._view.selectionModel().selectionChanged.connect(lambda *_parts: self._count_chosen())
        self._view.row_opened.connect(lambda _number: self._open())
        offer_columns(self._view)
        self._view.setDragEnabled(True)
        self._view.row_drag_begun.connect(self._on_row_drag_begun)
        set_context_menu(self._view, lambda _at: self._row_menu())
        self._view.offer_key(self.tr("Delete documents"), self._delete, QKeySequence.StandardKey.Delete)
        model.rows_arrived.connect(self._table.add_block)

    # Rendering

    @shows("is_empty", "is_finding", "shelf", "ids")
    def _show_page(self, state: DocumentsState) -> None:
        had_no_list = self._pages.currentWidget() is not self._splitter
        nothing = self._unknown if state.is_finding else self._empty
        self._pages.setCurrentWidget(nothing if state.is_empty else self._splitter)
        if had_no_list and not state.is_empty and self.isVisible():
            self._view.setFocus()
        self._import.setVisible(self._commands.import_documents is not None and not state.is_empty)
        self._show_rest(state)
        self.setProperty("first_focus", self._empty if state.is_empty else self._view)

    def _show_rest(self, state: DocumentsState) -> None:
        """Show *Label the rest* if there is a model and unlabelled documents are listed."""
        frame = self._commands.frame
        has_model = frame is not None and bool(frame.state.model) and self._commands.label_rest is not None
        self._rest.setVisible(has_model and state.shelf.kind is ShelfKind.UNLABELLED and len(state.ids) > 0)

    @shows("overview")
    def _show_overview(self, state: DocumentsState) -> None:
        self._colours.clear()
        self._colours.update(state.colours)
        self._shelves.show_overview(state.overview)
        self._hints.show_labels(state.overview.labels)
        self._fit_hints()
        names = [label.name for label in state.overview.labels]
        self._search.offer_values({**KNOWN_VALUES, "label": names, "judged": names})

    @shows("document", "overview", "is_of_unread")
    def _show_document(self, state: DocumentsState) -> None:
        self._foot_bar.setVisible(not state.is_of_unread)
        self._reading.show_document(None if state.is_of_unread else state.document, state.colours)

    @shows("search", "order", "ids", "overview", "is_finding", "is_of_unread")
    def _show_search(self, state: DocumentsState) -> None:
        self._order.show_value(state.order)
        self._search.show_searched(state.search)
        is_searched = bool(state.search) and not state.is_finding and not state.is_of_unread
        self._none.setVisible(is_searched and not len(state.ids))
        kept = [search for _, search in state.overview.shelves]
        self._keep_search.setVisible(bool(state.search.strip()) and state.search.strip() not in kept)

    @shows("order", "is_turned", "overview")
    def _show_order(self, state: DocumentsState) -> None:
        """Show the sort indicator of the present order."""
        order = SortOrder.NEWEST if state.order is SortOrder.OLDEST else state.order
        orders = [column.order for column in columns_of(state.overview)]
        is_turned = state.is_turned or state.order is SortOrder.OLDEST
        is_down = (order in (SortOrder.NEWEST, SortOrder.LONGEST)) is not is_turned
        self._view.mark_order(orders.index(order) if order in orders else -1, descending=is_down)

    @shows("is_empty", "is_finding", "overview")
    def _show_facts(self, state: DocumentsState) -> None:
        self._head.show_facts(self._facts(state))

    def _facts(self, state: DocumentsState) -> str:
        if state.is_empty:
            return "" if state.is_finding else self.tr("No documents yet")
        overview = state.overview
        labels = self._head.label_facts([(label.name, label.n_documents) for label in overview.labels])
        n_documents = self.tr("%Ln document(s)", "", overview.n_documents)
        judged = self.tr("judged by “%1”").replace("%1", overview.judged_by) if overview.judged_by else ""
        return wording.join_facts([overview.corpus, n_documents, *labels, judged])

    @shows("is_of_unread", "unread", "ids", "overview", "revision", "is_finding")
    def _show_rows(self, state: DocumentsState) -> None:
        self._tables.setCurrentWidget(self._unread if state.is_of_unread else self._view)
        if state.is_of_unread:
            paths = [display_location(failure.path, failure.member) for failure in state.unread]
            reasons = [str(failure_reason_sentence(failure).render(translate_template)) for failure in state.unread]
            self._unread.show_columns([
                Column(self.tr("File"), paths, look=ColumnLook("path")),
                Column(self.tr("Why"), reasons, look=ColumnLook("quiet")),
            ])  # fmt: skip
            return
        columns = columns_of(state.overview, self._colours)
        heads = [(column.title, column.look) for column in columns]
        if state.ids is not self._table.ids or heads != self._heads:
            self._heads = heads
            self._table.show_ids(state.ids, columns)
            self._table.refresh_rows()
            self._view.fit_columns()
            self._count_chosen()
        elif not state.is_finding and state.revision:  # the same rows at another revision may have other texts
            self._table.refresh_rows()

    @shows("chosen", "ids", "is_of_unread")
    def _choose_open_document(self, state: DocumentsState) -> None:
        """Select the row of the open document, for example after sorting or when it was opened from another page."""
        if state.is_of_unread:
            return
        rows, current = self._view.chosen_rows(), self._view.currentIndex().row()
        if state.chosen is not None:
            if not rows or current >= len(state.ids) or state.ids[current] != state.chosen:
                positions = np.flatnonzero(state.ids == state.chosen)
                self._view.choose_row(int(positions[0]) if len(positions) else -1)
        elif not rows and len(state.ids) and (self._reading.isVisible() or self._view.hasFocus()):
            self._view.choose_row(0)

    @shows("problem", "n_just_unread", "read_again", "unread", "is_of_unread")
    def _show_notice(self, state: DocumentsState) -> None:
        def unread(n_files: int) -> str:
            return self.tr("%Ln file(s) could not be read.", "", n_files) if n_files else ""

        if state.problem is not None:
            self._notice.show_failure(state.problem)
        elif state.n_just_unread:
            shelf = Shelf(ShelfKind.UNREADABLE)
            words, act = self.tr("Show them"), lambda: self._model.choose_shelf(shelf)
            self._notice.show_problem(unread(state.n_just_unread), words, act)
        elif state.read_again is not None:
            first, *more = state.read_again.left
            why = failure_sentence(display_location(Path(first.path).name, first.member), first.reason, first.detail)
            others = self.tr("So it is, or alike, with %Ln more.", "", len(more)) if more else ""
            sentences = (why.render(translate_template), others, self.tr("What was read before stays."))
            self._notice.show_problem(" ".join(str(part) for part in sentences if part))
        else:
            words = unread(len(state.unread) if state.is_of_unread else 0)
            self._notice.show_problem(words, self.tr("Export list…"), self._ask_export_unread)

    def _fit_hints(self) -> None:
        self._hints.fit(self._middle.width() - px(32) - self._chosen.sizeHint().width())

    def _count_chosen(self) -> None:
        n_listed = wording.count(len(self._table.ids) + self._model.state.n_to_come)
        words = self.tr("%1 of %2 chosen").replace("%1", wording.count(len(self._view.chosen_rows())))
        self._chosen.setText(words.replace("%2", n_listed))
        self._fit_hints()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_reading()  # a remembered layout may have turned the splitter
        self._parts.show_anew(self._choose_open_document)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_reading()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the key hints when the middle pane is resized, which happens after the page's own resizeEvent."""
        if watched is self._middle and event.type() is QEvent.Type.Resize:
            self._fit_hints()
        return super().eventFilter(watched, event)

    def _show_reading(self) -> None:
        is_wide = self.width() >= px(READING_FROM) + px(140)
        orientation = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self._table_and_text.orientation() != orientation:
            self._table_and_text.setOrientation(orientation)
            self._table_and_text.setSizes([px(548), px(320)] if is_wide else [px(300), px(240)])
        self._reading.setVisible(is_wide or not self._hides_text)

    # User actions

    def _on_section_clicked(self, section: int) -> None:
        """Sort by the clicked column; a second click reverses the order. The verdict column sorts by suspicion."""
        order, current = columns_of(self._model.state.overview)[section].order, self._model.state.order
        if order is SortOrder.NEWEST and current is SortOrder.NEWEST:
            order = SortOrder.OLDEST
        self._model.choose_order(order, is_turned=order is current and not self._model.state.is_turned)

    def chosen_ids(self) -> Ids:
        """Return the numbers of the selected documents."""
        return self._table.ids[self._view.chosen_rows()]

    def _on_row_chosen(self, number: int) -> None:
        if number >= 0 and number != self._model.state.chosen:
            self._model.open_document(number)

    def _on_key_typed(self, key: str) -> None:
        labels = self._model.state.overview.labels
        if key == " ":
            self._hides_text = not self._hides_text
            self._show_reading()
        elif key.isdecimal() and 1 <= int(key) <= len(labels):
            self._relabel(labels[int(key) - 1].name)
        elif key.casefold() == "u":
            self._relabel(None)
        elif key.casefold() == "o":
            document = self._model.state.document
            open_file(document.path if document is not None else "")

    def _relabel(self, label: str | None) -> None:
        """Label the selected documents and select the next one."""
        rows = self._view.chosen_rows()
        if not rows:
            return
        self._model.relabel(self.chosen_ids(), label)
        goes_on = (
            label is None or not self._model.state.overview.takes_several
        )  # with several labels, the user may assign another one
        if goes_on and rows[-1] + 1 < self._table.rowCount():
            self._view.choose_row(rows[-1] + 1)

    def _delete(self) -> None:
        """Delete the selected documents and select the following one, or the previous one at the end."""
        rows, ids = self._view.chosen_rows(), self.chosen_ids()
        if not rows:
            return
        following = rows[-1] + 1 if rows[-1] + 1 < self._table.rowCount() else rows[0] - 1
        if following >= 0:
            self._view.choose_row(following)
        self._model.delete(ids)

    def _row_menu(self) -> QMenu | None:
        document = self._model.state.document
        overview, commands = self._model.state.overview, self._commands
        menu = RowMenu(self, overview.labels, self._relabel, self._delete)
        if document is not None:
            menu.offer_why(self._explain if commands.explain is not None and document.judged is not None else None)
        if document is not None and document.path:
            read_again = None if overview.is_of_rows else lambda: self._model.read_again(self.chosen_ids())
            menu.offer_file(document.path, document.member, read_again, commands.show_reading)
        return menu if self._view.chosen_rows() else None

    def _on_row_drag_begun(self) -> None:
        data, drag = QMimeData(), QDrag(self)
        data.setData(ROWS_TYPE, b"rows")
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)

    def _open(self) -> None:
        """Show the text. If it is already visible, open the explanation."""
        if self._reading.isVisible():
            self._explain()
        self._hides_text = False
        self._show_reading()

    def _explain(self) -> None:
        document = self._model.state.document
        if document is not None and self._commands.explain is not None:
            self._commands.explain(document.number)

    def _ask_new_label(self) -> None:
        self._model.add_label(ask_for_name(self, self.tr("New label"), self.tr("Name of the label")))

    def _on_label_menu_wanted(self, label: str, at: QPoint) -> None:
        model = self._model

        def rename() -> None:
            if name := ask_for_name(self, self.tr("Rename label"), self.tr("New name"), label):
                model.rename_label(label, name)

        menu = LabelMenu(label, model.state.overview.labels, self)
        menu.rename_wanted.connect(rename)
        menu.colour_wanted.connect(lambda colour: model.colour_label(label, colour))
        menu.merge_wanted.connect(lambda into: model.merge_label(label, into))
        menu.delete_wanted.connect(lambda: model.delete_label(label))
        open_menu(menu, at)

    def _ask_keep_search(self) -> None:
        self._model.keep_shelf(ask_for_name(self, self.tr("Keep the search"), self.tr("Name in the list at the left")))

    def _on_search_menu_wanted(self, name: str, at: QPoint) -> None:
        menu = QMenu(self)
        menu.addAction(self.tr("Remove"), lambda: self._model.remove_shelf(name))
        open_menu(menu, at)

    def _ask_export_unread(self) -> None:
        ask_save_path(self, self.tr("Export list"), "unread.csv", "CSV (*.csv)", self._model.export_unread)
