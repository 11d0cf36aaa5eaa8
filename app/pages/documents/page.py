"""The Documents page: labels at the left, a table of any length, the text at the right."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt
from PySide6.QtGui import QDrag, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QSplitter, QWidget

from app.domain.corpus_browsing import KNOWN_VALUES, Overview, Shelf, ShelfKind, SortOrder, place_of, reason_of
from app.domain.sentences import failure_sentence
from app.pages.documents.columns import KeyHints, LabelMenu, RowMenu, columns_of
from app.pages.documents.reading_pane import ReadingPane, Shelves
from app.pages.documents.state import DocumentsState, Ids
from app.pages.documents.term_field import TermField
from app.pages.documents.view_model import DocumentsViewModel
from app.pages.kit.fields import Choice, asked_name, save_as
from app.pages.kit.page_head import EmptyPage, Notice, PageHead
from app.pages.kit.table_view import ColumnLook, TableView, offer_columns
from app.pages.kit.widgets import Button, Link, Pane, Words, band, column, row, stacked
from app.pages.shell.frame_view_model import PageCommands
from app.qt import wording
from app.qt.actions import offer_menu, popped
from app.qt.array_table import Column, PagedTable
from app.qt.drops import ROWS_TYPE
from app.qt.look.fonts import px
from app.qt.page_model import show_parts
from app.qt.picture_files import open_file
from app.qt.tooltips import set_tip
from app.qt.wording import translated_template

SEARCH_TIP = '''from:  to:  subject:  label:  judged:  kind:  has:attachment  is:wrong  before:2024-05  after:2024  \
-word  "phrase"'''
READING_FROM = 760
"""The text shows beside the table from this width of the page, and below the table in a narrower one."""


class DocumentsPage(QWidget):
    """Shows what its view-model holds."""

    def __init__(self, model: DocumentsViewModel, commands: PageCommands) -> None:
        super().__init__()
        self._model, self._commands = model, commands
        self._hides_text = False
        """The person has hidden the text below the table."""
        self._table = PagedTable(columns_of(Overview()))
        self._view = TableView(self.tr("Documents"), model=self._table, remembered_as="documents")
        self._unread = TableView(self.tr("Could not be read"))
        self._colours: dict[str, int] = {}
        """Of the labels, as the columns paint them."""
        self._heads: list[tuple[str, ColumnLook]] = []
        self._shelves = Shelves(self._ask_new_label, self._model.take_several)
        self._reading = ReadingPane(self._explain if commands.explain is not None else None, model.paper)
        self._search = TermField(self.tr("Search subject, sender and text"), "Ctrl+F")
        self._search.setObjectName("search")
        set_tip(self._search, SEARCH_TIP)
        self._keep_search = Link(self.tr("Keep…"), self._ask_keep_search, is_small=True)
        self._order = Choice(self.tr("Order"), (
            (SortOrder.NEWEST, self.tr("Newest first")), (SortOrder.OLDEST, self.tr("Oldest first")),
            (SortOrder.SUSPICIOUS, self.tr("Suspicious first")), (SortOrder.SUBJECT, self.tr("By subject")),
            (SortOrder.SENDER, self.tr("By sender")), (SortOrder.LABEL, self.tr("By label")),
            (SortOrder.LONGEST, self.tr("Longest first")), (SortOrder.IMPORTED, self.tr("As imported")),
            (SortOrder.FILE, self.tr("By file")),
        ), model.choose_order, widths=(132, 190))  # fmt: skip
        self._chosen, self._hints, self._notice = Words(role="quiet"), KeyHints(), Notice(inset=px(16))
        self._lay_out()
        self._connect()
        self._parts = show_parts(
            self, model, self._show_page, lambda state: self._head.show_facts(self._facts(state)),
            self._show_overview, lambda state: self._shelves.choose(state.shelf), self._show_rows,
            self._choose_open_document, self._show_document, self._show_notice, self._show_order, self._show_search,
        )  # fmt: skip

    def _lay_out(self) -> None:
        bring = self._commands.import_documents
        self._import = Button(self.tr("Import…"), bring or (lambda: None), is_primary=True)
        self._rest = Button(self.tr("Label the rest…"), self._commands.label_rest or (lambda: None))
        self._rest.hide()
        self._head = PageHead(self.tr("Documents"), self._rest, self._import)
        bar = band(self._search, px(8), self._keep_search, px(8), self._order, height=49, sides=(16, 16))
        self._middle, self._tables = QWidget(), stacked(self._view, self._unread)
        self._foot_bar = band(self._hints, -1, self._chosen, height=44, sides=(16, 16), lines="t")
        self._middle.installEventFilter(self)
        self._none = Pane("panel")
        hint = Words(self.tr("Nothing here has what you search for."), role="quiet")
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
        self._pages = stacked(self._splitter, self._empty, self._unknown)
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
        offer_menu(self._view, lambda _at: self._row_menu())
        self._view.offer_key(self.tr("Delete documents"), self._delete, QKeySequence.StandardKey.Delete)
        model.rows_arrived.connect(self._table.add_block)

    # What it shows

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
        """Offer the labels of the model where documents without a label are looked at."""
        frame = self._commands.frame
        has_model = frame is not None and bool(frame.state.model) and self._commands.label_rest is not None
        self._rest.setVisible(has_model and state.shelf.kind is ShelfKind.UNLABELLED and len(state.ids) > 0)

    def _show_overview(self, state: DocumentsState) -> None:
        self._colours.clear()
        self._colours.update(state.colours)
        self._shelves.show_overview(state.overview)
        self._hints.show_labels(state.overview.labels)
        self._fit_hints()
        names = [label.name for label in state.overview.labels]
        self._search.offer_values({**KNOWN_VALUES, "label": names, "judged": names})

    def _show_document(self, state: DocumentsState) -> None:
        self._foot_bar.setVisible(not state.is_of_unread)
        self._reading.show_document(None if state.is_of_unread else state.document, state.colours)

    def _show_search(self, state: DocumentsState) -> None:
        self._order.show_value(state.order)
        self._search.show_searched(state.search)
        is_searched = bool(state.search) and not state.is_finding and not state.is_of_unread
        self._none.setVisible(is_searched and not len(state.ids))
        kept = [search for _, search in state.overview.shelves]
        self._keep_search.setVisible(bool(state.search.strip()) and state.search.strip() not in kept)

    def _show_order(self, state: DocumentsState) -> None:
        """Mark the head of the column that the table is sorted by."""
        order = SortOrder.NEWEST if state.order is SortOrder.OLDEST else state.order
        orders = [column.order for column in columns_of(state.overview)]
        is_turned = state.is_turned or state.order is SortOrder.OLDEST
        is_down = (order in (SortOrder.NEWEST, SortOrder.LONGEST)) is not is_turned
        self._view.mark_order(orders.index(order) if order in orders else -1, descending=is_down)

    def _facts(self, state: DocumentsState) -> str:
        if state.is_empty:
            return "" if state.is_finding else self.tr("No documents yet")
        overview = state.overview
        labels = self._head.label_facts([(label.name, label.n_documents) for label in overview.labels])
        n_documents = self.tr("%Ln document(s)", "", overview.n_documents)
        judged = self.tr("judged by “%1”").replace("%1", overview.judged_by) if overview.judged_by else ""
        return wording.joined([overview.corpus, n_documents, *labels, judged])

    def _show_rows(self, state: DocumentsState) -> None:
        self._tables.setCurrentWidget(self._unread if state.is_of_unread else self._view)
        if state.is_of_unread:
            paths = [place_of(each.path, each.member) for each in state.unread]
            reasons = [str(reason_of(each).render(translated_template)) for each in state.unread]
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
        elif not state.is_finding and state.revision:  # of another revision the same rows may say something else
            self._table.refresh_rows()

    def _choose_open_document(self, state: DocumentsState) -> None:
        """Keep the document that is chosen so, wherever it stands in another order and whoever chose it."""
        if state.is_of_unread:
            return
        rows, at = self._view.chosen_rows(), self._view.currentIndex().row()
        if state.chosen is not None:
            if not rows or at >= len(state.ids) or state.ids[at] != state.chosen:
                places = np.flatnonzero(state.ids == state.chosen)
                self._view.choose_row(int(places[0]) if len(places) else -1)
        elif not rows and len(state.ids) and (self._reading.isVisible() or self._view.hasFocus()):
            self._view.choose_row(0)

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
            why = failure_sentence(place_of(Path(first.path).name, first.member), first.reason, first.detail)
            others = self.tr("So it is, or alike, with %Ln more.", "", len(more)) if more else ""
            told = (why.render(translated_template), others, self.tr("What was read before stays."))
            self._notice.show_problem(" ".join(str(part) for part in told if part))
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
        """The hints have the room that the middle gets, which is known after the page's own."""
        if watched is self._middle and event.type() is QEvent.Type.Resize:
            self._fit_hints()
        return super().eventFilter(watched, event)

    def _show_reading(self) -> None:
        is_wide = self.width() >= px(READING_FROM) + px(140)
        wanted = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self._table_and_text.orientation() != wanted:
            self._table_and_text.setOrientation(wanted)
            self._table_and_text.setSizes([px(548), px(320)] if is_wide else [px(300), px(240)])
        self._reading.setVisible(is_wide or not self._hides_text)

    # What the person does

    def _on_section_clicked(self, section: int) -> None:
        """Sort by a column, and by the same from the other end; the verdict brings the most surprising up."""
        order, now = columns_of(self._model.state.overview)[section].order, self._model.state.order
        if order is SortOrder.NEWEST and now is SortOrder.NEWEST:
            order = SortOrder.OLDEST
        self._model.choose_order(order, is_turned=order is now and not self._model.state.is_turned)

    def chosen_ids(self) -> Ids:
        """Return the numbers of the documents chosen."""
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
        """Label what is chosen and go on to the next."""
        rows = self._view.chosen_rows()
        if not rows:
            return
        self._model.relabel(self.chosen_ids(), label)
        goes_on = label is None or not self._model.state.overview.takes_several  # else there may be more to give
        if goes_on and rows[-1] + 1 < self._table.rowCount():
            self._view.choose_row(rows[-1] + 1)

    def _delete(self) -> None:
        """Delete what is chosen; the one after it is the next to read, or the one before it at the end."""
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
        """Show the text; where it shows already, show why the document was judged so."""
        if self._reading.isVisible():
            self._explain()
        self._hides_text = False
        self._show_reading()

    def _explain(self) -> None:
        document = self._model.state.document
        if document is not None and self._commands.explain is not None:
            self._commands.explain(document.number)

    def _ask_new_label(self) -> None:
        self._model.add_label(asked_name(self, self.tr("New label"), self.tr("Name of the label")))

    def _on_label_menu_wanted(self, label: str, at: QPoint) -> None:
        model = self._model

        def ask_name() -> None:
            if name := asked_name(self, self.tr("Rename label"), self.tr("New name"), label):
                model.rename_label(label, name)

        menu = LabelMenu(label, model.state.overview.labels, self)
        menu.rename_wanted.connect(ask_name)
        menu.colour_wanted.connect(lambda colour: model.colour_label(label, colour))
        menu.merge_wanted.connect(lambda into: model.merge_label(label, into))
        menu.delete_wanted.connect(lambda: model.delete_label(label))
        popped(menu, at)

    def _ask_keep_search(self) -> None:
        self._model.keep_shelf(asked_name(self, self.tr("Keep the search"), self.tr("Name in the list at the left")))

    def _on_search_menu_wanted(self, name: str, at: QPoint) -> None:
        menu = QMenu(self)
        menu.addAction(self.tr("Remove"), lambda: self._model.remove_shelf(name))
        popped(menu, at)

    def _ask_export_unread(self) -> None:
        save_as(self, self.tr("Export list"), "unread.csv", "CSV (*.csv)", self._model.export_unread)
