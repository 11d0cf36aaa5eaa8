"""The Documents page: labels and other parts of the collection on the left, the document table, and the text on the
right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
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
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QGridLayout,
    QInputDialog,
    QLineEdit,
    QMenu,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

import resources
from app.domain.confidence import confidence_of_probability
from app.domain.documents import Failure, split_label_set
from app.domain.results import (
    KNOWN_VALUES,
    FacetChoice,
    FacetKind,
    FacetReport,
    OpenDocument,
    Overview,
    Shelf,
    ShelfKind,
    SortOrder,
    display_location,
    failure_reason_sentence,
)
from app.domain.sentences import failure_sentence
from app.features.documents.columns import (
    N_KEYS,
    DocumentColumn,
    KeyHints,
    LabelMenu,
    NarrowedBar,
    RowMenu,
    columns_of,
    facet_groups,
    make_relabel_menu,
)
from app.features.documents.paper import PageBesideText
from app.features.documents.paper_view_model import PagePictureViewModel
from app.features.documents.view_model import NO_REPORT, DocumentsState, DocumentsViewModel, Ids
from app.kit import wording
from app.kit.actions import open_menu, set_context_menu, set_tip
from app.kit.array_table import Column, PagedTable
from app.kit.coloured_text import MAX_SHOWN_CHARACTERS, ColouredText
from app.kit.drops import ROWS_TYPE
from app.kit.facet_list import FacetGroup, FacetList
from app.kit.fields import (
    CheckBox,
    ComboBox,
    SearchField,
    TermField,
    ask_for_name,
    ask_save_path,
    confirm_action,
)
from app.kit.frame import PageCommands
from app.kit.label_chips import LabelChip, VerdictLine
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, colour
from app.kit.look.fonts import px
from app.kit.page_head import EmptyPage, Notice, PageHead, ProgressPane, Skeleton
from app.kit.page_model import render_parts, shows
from app.kit.painted_values import NO_COLOUR
from app.kit.picture_files import can_open, open_file, show_in_folder
from app.kit.table_view import ColumnStyle, TableView, enable_column_menu
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
    set_up_dialog,
    with_accessible_name,
)
from app.kit.wording import translate_template

DATE_FACT_INDEX = 1
"""Index of the date among the facts below the subject."""


class ReadingPane(Pane):
    """The right pane: subject, facts and text of the selected document, or why the selected file could not be read."""

    read_again_wanted = Signal()
    password_wanted = Signal()

    def __init__(self, on_why: Callable[[], object] | None, paper: PagePictureViewModel) -> None:
        super().__init__("panel")
        self.setMinimumWidth(px(300))
        self._subject = Paragraph(px(21))
        self._subject.setFont(fonts.subject_font())
        self._values = [TextLabel(elide=Qt.TextElideMode.ElideMiddle) for _ in range(5)]
        self._label, self._judged = LabelChip(), VerdictLine()
        self._why = Link(self.tr("Why"), on_why or (lambda: None), leads_away=True)
        self._can_explain, self._is_low = on_why is not None, False
        self._document: tuple[OpenDocument | None, Mapping[str, int]] = (None, {})
        self._date_s: int | None = None
        self._text = with_accessible_name(ColouredText(size=13, line=20), self.tr("Text of the document"))
        self._inside = QWidget()
        rule = Pane("line")
        rule.setFixedHeight(1)
        self._retry = QWidget()
        self._password = Link(self.tr("Enter password…"), self.password_wanted.emit)
        again = Link(self.tr("Read again"), self.read_again_wanted.emit)
        row(again, px(16), self._password, -1, owner=self._retry)
        parts = (self._subject, px(8), self._facts(), self._retry, px(12), rule)
        head = QWidget()
        column(*parts, margins=(0, 0, px(20), 0), owner=head)
        self._paper, text = paper, PageBesideText(paper, self._text)
        column(head, px(8), text, margins=(px(20), px(14), 0, 0), owner=self._inside).setStretch(2, 1)
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
        names = (self.tr("From"), self.tr("Date"), self.tr("Source"), self.tr("Copies in"), self.tr("Attached"),
                 self.tr("Label"), self.tr("Verdict"))  # fmt: skip
        values: tuple[QWidget, ...] = (*self._values, labelled, judged)
        self._rows = [(make_remark(name, elide=None), value) for name, value in zip(names, values, strict=True)]
        for number, (name, value) in enumerate(self._rows):
            if isinstance(value, TextLabel):
                value.setFont(fonts.small_font())
            name.setFixedHeight(px(21 if number < 5 else 26))
            grid.addWidget(name, number + (number > 4), 0)
            grid.addWidget(value, number + (number > 4), 1)
        grid.setRowMinimumHeight(5, px(3))
        grid.addWidget(self._below, len(self._rows) + 1, 1)
        return facts

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_to_width()

    def _fit_to_width(self) -> None:
        """If space is short, shorten the date and move the *Why* link below the verdict."""
        shown = [name for name, _ in self._rows if not name.isHidden()]
        names = max((painting.text_width(name.text(), fonts.small_font()) for name in shown), default=0.0)
        room = self.width() - px(40 + 12) - names
        date = wording.format_long_date(self._date_s)
        fits = painting.text_width(date, fonts.small_font()) <= room
        self._values[DATE_FACT_INDEX].setText(
            date if fits else wording.format_long_date(self._date_s, has_weekday=False)
        )
        needed = self._judged.sizeHint().width() + self._why.sizeHint().width() + px(8 + 6)
        is_beside = not self._can_explain or needed <= room
        if self._below.isHidden() != is_beside:
            (self._beside if is_beside else self._under).addWidget(self._why)
            self._below.setVisible(not is_beside)

    def show_failure(self, failure: Failure | None, *, is_password_wrong: bool = False) -> None:
        """Show why a file could not be read, and its path; None empties the pane.

        `is_password_wrong`: the password that the user typed last did not open the file.
        """
        self._document = (None, {})
        self._inside.setVisible(failure is not None)
        self._retry.setVisible(True)
        self._password.setVisible(failure is not None and failure.reason == "encrypted")
        self._paper.show("", "")
        if failure is None:
            return
        self._subject.show_words(Path(failure.member or failure.path).name)
        for part in (part for parts in self._rows for part in parts):
            part.setVisible(False)
        why = str(failure_reason_sentence(failure).render(translate_template))
        if failure.reason == "encrypted" and failure.path.lower().endswith(".pdf"):
            why = self.tr(
                "“%1” is protected by a password. Enter the password, or save a copy without protection and use that "
                "copy."
            ).replace("%1", Path(failure.member or failure.path).name)
        if is_password_wrong:
            why = self.tr("The password is wrong.") + " " + why
        self._text.show_text(f"{why}\n\n{display_location(failure.path, failure.member)}")
        self._date_s = None

    def set_compact(self, *, is_low: bool) -> None:
        """If the page is low, hide the date, the path and the attachments, so that the text has more room."""
        if is_low != self._is_low:
            self._is_low = is_low
            if self._document[0] is not None:
                self.show_document(*self._document)

    def show_document(self, document: OpenDocument | None, colours: Mapping[str, int]) -> None:
        """Show a document; None empties the pane."""
        self._document = (document, colours)
        self._inside.setVisible(document is not None)
        self._retry.setVisible(False)
        if document is None:
            self._paper.show("", "")
            return
        label = document.judged or document.label
        self._paper.show(document.path, document.member, document.pages, label=label, colours=colours)
        self._subject.show_words(document.title)
        attached = ", ".join(f"{item.name} ({wording.format_size(item.size_bytes)})" for item in document.attachments)
        facts = (wording.format_sender(document.sender), wording.format_long_date(document.date_s), document.source,
                 ", ".join(document.duplicate_locations), attached)  # fmt: skip
        for value, words in zip(self._values, facts, strict=True):
            value.setText(words)
        if document.label is not None:
            self._label.show_labels([(name, colours.get(name, NO_COLOUR)) for name in split_label_set(document.label)])
        if document.judged is not None:
            sureness = (
                confidence_of_probability(document.probability, len(colours))
                if document.probability is not None
                else None
            )
            self._judged.show_verdict(document.judged, colours, sureness, document.probability)
        has_facts = [
            bool(words) and (number < DATE_FACT_INDEX or not self._is_low) for number, words in enumerate(facts)
        ]
        shown = (*has_facts, document.label is not None, document.judged is not None)
        for is_shown, parts in zip(shown, self._rows, strict=True):
            for part in parts:
                part.setVisible(is_shown)
        self._why.setVisible(self._can_explain and document.judged is not None)
        self._text.show_text(unwrap_lines(document.text[:MAX_SHOWN_CHARACTERS]))
        self._date_s = document.date_s
        self._fit_to_width()


MAX_NAME_IN_REASON = 40


def reason_in_list(failure: Failure) -> str:
    """Return the sentence that says why a file could not be read, with its name shortened.

    The name cannot be left out: in Russian and Chinese it is in the middle of some sentences.
    """
    name = Path(failure.member or failure.path).name
    if len(name) > MAX_NAME_IN_REASON:
        half = MAX_NAME_IN_REASON // 2
        name = f"{name[:half]}…{name[-half:]}"
    return str(failure_sentence(name, failure.reason, failure.detail).render(translate_template))


MIN_WRAP_WIDTH, MAX_WRAP_WIDTH = 50, 100
"""Line lengths, in characters, at which programs usually wrap plain text. RFC 3676 recommends 66 to 78."""
STARTS_OWN_LINE = re.compile(r"\s|[>|]|[-*•·–—]\s|\d+[.)]\s")
"""Pattern of the start of a line that is never joined to the line before: an indent, a quotation mark, or a
list item.
"""


def unwrap_lines(text: str) -> str:
    """Join the lines of hard-wrapped paragraphs. Otherwise a narrow pane would break them a second time.

    A line is joined to the line before only if its first word would not have fitted there.
    """
    return "\n".join(_unwrap_paragraph(lines) for lines in _paragraphs(text))


def _paragraphs(text: str) -> Iterator[list[str]]:
    lines: list[str] = []
    for line in text.split("\n"):
        if lines and (not line.strip() or not lines[-1].strip()):
            yield lines
            lines = []
        lines.append(line)
    yield lines


def _unwrap_paragraph(lines: list[str]) -> str:
    width = max(map(len, lines))
    if not MIN_WRAP_WIDTH <= width <= MAX_WRAP_WIDTH:
        return "\n".join(lines)
    joined = lines[0]
    for line, following in pairwise(lines):
        first_word = following.partition(" ")[0]
        is_forced = len(line.rstrip()) + 1 + len(first_word) > width
        is_own = STARTS_OWN_LINE.match(following) is not None or STARTS_OWN_LINE.match(line) is not None
        joined = f"{joined.rstrip()} {following}" if is_forced and not is_own else f"{joined}\n{following}"
    return joined


ROW_HEIGHT = 31
SIDES, SCROLL_BAR = 50, 14
"""SIDES: width of a row in addition to its texts. SCROLL_BAR: width of the scroll bar. Both in unscaled pixels."""
SAMPLES = Path(resources.__file__).parent / "samples"


class ShelfRow(PaintedButton):
    """A row of the left pane: a shelf (part of the collection) with its number of documents. Labels accept dropped
    documents.
    """

    documents_dropped = Signal(object)

    def __init__(
        self, shelf: Shelf, name: str, count: int | None, colour_number: int | None = None, key: str = ""
    ) -> None:
        super().__init__()
        self.shelf, self._colour, self._key = shelf, colour_number, key
        self._count = ""
        self._is_target = False
        self.setText(name)
        set_tip(self, self.tr("%1 (key %2)").replace("%1", name).replace("%2", key) if key else name)
        self.setCheckable(True)
        self.setAutoExclusive(True)  # makes screen readers announce it as one of a group
        self.show_count(count)
        self.setFixedHeight(px(ROW_HEIGHT))
        self.setAcceptDrops(shelf.kind in (ShelfKind.LABEL, ShelfKind.UNLABELLED))

    def show_count(self, count: int | None) -> None:
        """Replace the number of documents; None shows no number."""
        self._count = "" if count is None else wording.format_count(count)
        self.setAccessibleName(f"{self.text()}: {self._count}" if self._count else self.text())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(160), px(ROW_HEIGHT))

    def whole_width(self) -> int:
        """Return the width at which name and count fit, even in semi-bold."""
        count = painting.text_width(self._count, fonts.body())
        square = px(18) if self._colour is not None else 0
        return round(painting.text_width(self.text(), fonts.body(600)) + count) + px(SIDES) + square

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        item = self.area().adjusted(px(8), 0, -px(8), -1)
        if self.isChecked() or self._is_target:
            painting.paint_round_rect(painter, item, px(6), fill=colour(tokens.chosen))
        elif self.underMouse():
            painting.paint_round_rect(painter, item, px(6), fill=colour(tokens.hover))
        if self.hasFocus() or self._is_target:
            painting.paint_round_rect(painter, item, px(6), edge=colour(tokens.accent), width=2.0)
        inner = self.area().adjusted(px(20), 0, -px(20), -1)
        weight, pen = (600, tokens.text) if self.isChecked() else (400, tokens.quiet)
        painting.paint_text(painter, inner, self._count, font=fonts.body(), pen=pen, align=painting.RIGHT)
        if self._key:
            edge = self.area().adjusted(px(9), 0, -px(20), -1)
            painting.paint_text(painter, edge, self._key, font=fonts.small_font(), pen=tokens.quiet, elide=None)
        if self._colour is not None:
            painting.paint_label_square(painter, tokens, inner.left(), inner.center().y(), self._colour, side=9)
            inner = inner.adjusted(px(18), 0, 0, 0)
        name = inner.adjusted(0, 0, -painting.text_width(self._count, fonts.body()) - px(8), 0)
        elide = painting.MIDDLE if self.shelf.kind is ShelfKind.SOURCE else painting.END
        painting.paint_text(painter, name, self.text(), font=fonts.body(weight), pen=tokens.text, elide=elide)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(ROWS_TYPE):
            event.acceptProposedAction()
            self._mark_as_drop_target(is_target=True)
            return
        event.ignore()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self._mark_as_drop_target(is_target=False)

    def dropEvent(self, event: QDropEvent) -> None:
        self._mark_as_drop_target(is_target=False)
        event.acceptProposedAction()
        self.documents_dropped.emit(self.shelf)

    def _mark_as_drop_target(self, *, is_target: bool) -> None:
        self._is_target = is_target
        self.update()


MANY_LABELS, FOLDED_LABELS = 20, 12
"""With more than MANY_LABELS labels there is a search field, and at first only FOLDED_LABELS labels are shown."""
ELIDABLE_SHELVES = (ShelfKind.SEARCH, ShelfKind.SOURCE)
"""Kinds of shelves whose names may be elided. The left pane grows so that all other names are shown in full."""


def source_title(source: str) -> str:
    """Return the short name of an import's source: its first file or folder, and how many there are besides."""
    paths = re.split(r", (?=/|[A-Za-z]:[\\/]|\\\\)", source)
    name = Path(paths[0]).name or paths[0]
    return f"{name} +{len(paths) - 1}" if len(paths) > 1 else name


def make_caption(words: str) -> TextLabel:
    """Return a caption above a part of the left pane."""
    caption = TextLabel(words, role="quiet")
    caption.setFont(fonts.small_font(500))
    caption.setContentsMargins(px(20), px(9), px(8), 0)
    caption.setFixedHeight(px(36))
    return caption


class Shelves(Pane):
    """The left pane: shelves, that is labels, saved searches, sources and other parts of the collection, and facets
    (filters).
    """

    shelf_chosen = Signal(object)
    documents_dropped = Signal(object)
    """Emitted with the shelf on which documents were dropped."""
    label_menu_wanted = Signal(str, QPoint)
    search_menu_wanted = Signal(str, QPoint)
    source_menu_wanted = Signal(str, QPoint)
    facet_clicked = Signal(object)
    """Emitted with the `FacetChoice` that was ticked or unticked."""

    def __init__(self, on_new_label: Callable[[], object], on_several: Callable[[], object]) -> None:
        super().__init__("paper")
        self.setMinimumWidth(px(150))
        self._rows: list[ShelfRow] = []
        self._chosen = Shelf()
        self._group = QButtonGroup(self, exclusive=True)
        self._shows_all_labels = False
        inside, rows, sources, narrow = Pane("paper"), QWidget(), QWidget(), QWidget()
        self._top, self._labels, self._list, self._sources = column(), column(), column(), column(owner=sources)
        self._find = SearchField(self.tr("Find a label"))
        self._find.textChanged.connect(lambda _text: self._fit_labels())
        self._find.returnPressed.connect(self._choose_first_label)
        self._more = Link("", self._on_more_labels, is_small=True, is_quiet=True)
        self._find_bar, self._more_bar = QWidget(), QWidget()
        row(self._find, margins=(px(16), 0, px(16), px(4)), owner=self._find_bar)
        row(self._more, -1, margins=(px(38), px(2), px(8), px(4)), owner=self._more_bar)
        column(self._top, self._find_bar, self._labels, self._more_bar, self._list, owner=rows)
        self._narrow, self._facets = narrow, FacetList()
        self._facets.value_clicked.connect(
            lambda group, key: self.facet_clicked.emit(FacetChoice(FacetKind(group), key))
        )
        column(make_caption(self.tr("Narrow down")), self._facets, owner=narrow)
        column(rows, narrow, sources, owner=inside).addStretch(1)
        scroll = make_scroll_area(inside, ground="paper", is_upright=True)
        foot = self._foot = QWidget()
        self._several = CheckBox(self.tr("Several labels per document"), lambda _is_on: on_several())
        set_tip(self._several, self.tr("Lets a document have more than one label."))
        links = (Link(self.tr("New label…"), on_new_label), px(6), self._several)
        column(*links, margins=(px(20), px(6), px(8), px(16)), owner=foot)
        column(px(14), scroll, foot, owner=self)

    def show_overview(self, overview: Overview) -> None:
        """Rebuild the list of shelves for a corpus."""
        set_checked_silently(self._several, is_checked=overview.takes_several)
        for layout in (self._top, self._labels, self._list, self._sources):
            clear_layout(layout)
        self._rows = []
        self._add_rows(overview)
        self._fit_labels()
        self.mark_chosen(self._chosen)

    def show_report(self, report: FacetReport, groups: Sequence[FacetGroup]) -> None:
        """Show the facets, and for each shelf the number of documents that match the present search and facets."""
        counts = dict(report.shelves)
        for shelf_row in self._rows:
            if shelf_row.shelf in counts:
                shelf_row.show_count(counts[shelf_row.shelf])
        self._facets.show_groups(groups)
        self._narrow.setVisible(any(group.entries for group in groups))

    def preferred_width(self) -> int:
        """Return the width at which no link and no shelf name is elided, except names of ELIDABLE_SHELVES."""
        named = [shelf_row for shelf_row in self._rows if shelf_row.shelf.kind not in ELIDABLE_SHELVES]
        return max(self._foot.sizeHint().width(), *(shelf_row.whole_width() for shelf_row in named))

    def mark_chosen(self, chosen: Shelf) -> None:
        """Mark a shelf as selected, without emitting signals."""
        self._chosen = chosen
        for shelf_row in self._rows:
            set_checked_silently(shelf_row, is_checked=shelf_row.shelf == chosen)
        self._fit_labels()

    def _get_label_rows(self) -> list[ShelfRow]:
        return [shelf_row for shelf_row in self._rows if shelf_row.shelf.kind is ShelfKind.LABEL]

    def _fit_labels(self) -> None:
        """Show the labels that contain the typed text. If there are many, show only the first until the user asks for
        more.
        """
        rows, typed = self._get_label_rows(), self._find.text().strip().casefold()
        are_many = len(rows) > MANY_LABELS
        is_folded = are_many and not typed and not self._shows_all_labels
        for number, shelf_row in enumerate(rows):
            is_match = typed in shelf_row.text().casefold() if are_many else True
            is_within = not is_folded or number < FOLDED_LABELS or shelf_row.shelf == self._chosen
            shelf_row.setVisible(is_match and is_within)
        self._find_bar.setVisible(are_many)
        self._more_bar.setVisible(are_many and not typed)
        n_more = sum(shelf_row.isHidden() for shelf_row in rows)
        self._more.setText(self.tr("%Ln more…", "", n_more) if is_folded else self.tr("Fewer labels"))

    def _on_more_labels(self) -> None:
        self._shows_all_labels = not self._shows_all_labels
        self._fit_labels()

    def _choose_first_label(self) -> None:
        first = next((shelf_row for shelf_row in self._get_label_rows() if not shelf_row.isHidden()), None)
        if first is not None and self._find.text().strip():
            first.click()

    def _add_rows(self, overview: Overview) -> None:
        everything = self._add_row(ShelfRow(Shelf(), self.tr("All documents"), overview.n_documents), self._top)
        self.setMinimumWidth(max(px(150), everything.whole_width() + px(SCROLL_BAR)))
        self._top.addWidget(make_caption(self.tr("Labels")))
        for number, label in enumerate(overview.labels, start=1):
            key = str(number) if number <= N_KEYS else ""
            shelf = Shelf(ShelfKind.LABEL, label.name)
            self._add_row(ShelfRow(shelf, label.name, label.n_documents, label.colour, key), self._labels)
        self._add_row(ShelfRow(Shelf(ShelfKind.UNLABELLED), self.tr("No label"), overview.n_unlabelled, -1))
        judged = overview.n_judged_otherwise
        kinds = (
            (ShelfKind.JUDGED_OTHERWISE, self.tr("Model disagrees"), judged or 0),
            (ShelfKind.TWO_LABELS, self.tr("Conflicting labels"), overview.n_label_conflicts),
            (ShelfKind.UNREADABLE, self.tr("Unreadable files"), overview.n_unreadable),
        )
        worth = [kind for kind in kinds if kind[2] or (kind[0] is ShelfKind.JUDGED_OTHERWISE and judged is not None)]
        if worth:
            self._list.addWidget(make_caption(self.tr("To check")))
        for kind, name, count in worth:
            self._add_row(ShelfRow(Shelf(kind), name, count))
        if overview.shelves:
            self._list.addWidget(make_caption(self.tr("Saved searches")))
        for name, search in overview.shelves:
            set_tip(self._add_row(ShelfRow(Shelf(ShelfKind.SEARCH, name), name, None)), search)
        n_of: dict[str, int] = {}
        for name, count in overview.sources:
            n_of[name] = n_of.get(name, 0) + count
        if n_of:
            self._sources.addWidget(make_caption(self.tr("Sources")))
        for name, count in n_of.items():
            path = Path(name)
            shown = self.tr("Sample mail") if path.parent == SAMPLES else source_title(name)
            set_tip(self._add_row(ShelfRow(Shelf(ShelfKind.SOURCE, name), shown, count), self._sources), name)
        if overview.n_duplicates:
            copied = self.tr("Had copies (%1 left out)").replace("%1", wording.format_count(overview.n_copies))
            self._add_row(ShelfRow(Shelf(ShelfKind.DUPLICATES), copied, overview.n_duplicates), self._sources)

    def _add_row(self, made: ShelfRow, layout: QVBoxLayout | None = None) -> ShelfRow:
        self._rows.append(made)
        self._group.addButton(made)
        (layout or self._list).addWidget(made)
        connect_checked(made, lambda: self.shelf_chosen.emit(made.shelf))
        made.documents_dropped.connect(self.documents_dropped)
        menus = {
            ShelfKind.LABEL: self.label_menu_wanted, ShelfKind.SEARCH: self.search_menu_wanted,
            ShelfKind.SOURCE: self.source_menu_wanted,
        }  # fmt: skip
        if made.shelf.kind in menus:
            wanted = menus[made.shelf.kind]
            made.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            made.customContextMenuRequested.connect(lambda point: wanted.emit(made.shelf.name, made.mapToGlobal(point)))
        return made


class LetterDialog(QDialog):
    """A document in a window of its own, as large as the user likes."""

    def __init__(self, document: OpenDocument, parent: QWidget | None) -> None:
        super().__init__(parent)
        set_up_dialog(self, document.title or self.tr("Document"), 760, 640)
        text = with_accessible_name(ColouredText(size=13, line=20), self.tr("Text of the document"))
        text.show_text(document.text)
        facts = (wording.format_sender(document.sender), wording.format_long_date(document.date_s), document.source)
        original = Button(self.tr("Open original"), lambda: open_file(document.path))
        original.setVisible(can_open(document.path))
        place = Button(self.tr("Show in folder"), lambda: show_in_folder(document.path))
        place.setVisible(Path(document.path).exists())
        close = Button(self.tr("Close"), self.accept, is_primary=True)
        foot = make_bar(original, px(8), place, -1, close, height=55, fill="paper", lines="t")
        inside = QWidget()
        column(text, margins=(px(24), px(14), px(12), 0), owner=inside)
        head = PageHead(document.title)
        head.show_facts(wording.join_facts([fact for fact in facts if fact]))
        column(head, inside, foot, owner=self).setStretch(1, 1)
        text.setFocus()


SEARCH_TIP = '''from:  to:  subject:  label:  verdict:  kind:  has:attachment  is:wrong  before:2024-05  after:2024  \
-word  "phrase"'''
SHELVES_WIDTH = 176
"""Default width of the left pane, in unscaled pixels."""
MOST_LABELLED_BY_A_KEY = 20
"""Maximum number of selected documents that a key labels without a confirmation dialog.

The default window shows about this number of rows: a user who selected more does not see all of them.
"""
MAX_COMPARED_ROWS = 500
"""Maximum number of selected rows that are compared to find a label that they all have."""
BESIDE_MIN_WIDTH = 900
"""Minimum page width, in unscaled pixels, at which the text is beside the table. In a narrower page the text is below
it.
"""


COMPACT_BELOW_HEIGHT = 680
"""In a lower page, the text below the table is shown with few facts. In unscaled pixels."""
LOW_SIZES = (265, 256)
"""Heights of the table and of the text below it in a low page: five documents are listed at a height of 700 pixels."""


class DocumentsPage(QWidget):
    """The widget of the Documents page."""

    def __init__(self, model: DocumentsViewModel, commands: PageCommands) -> None:
        super().__init__()
        self._model, self._commands = model, commands
        self._hides_text = self._is_low = self._is_split_by_user = False
        """`_hides_text`: the user has hidden the text below the table. `_is_low`: table and text share a low page.

        `_is_split_by_user`: the user has moved the border between table and text.
        """
        self._table = PagedTable(columns_of(Overview()))
        self._view = TableView(self.tr("Documents"), model=self._table, remembered_as="documents")
        self._unread = TableView(self.tr("Could not be read"))
        self._colours: dict[str, int] = {}
        """Label colours, shared with the columns and updated in place."""
        self._heads: list[tuple[str, ColumnStyle]] = []
        self._shelves = Shelves(self._ask_new_label, self._model.toggle_several_labels)
        self._reading = ReadingPane(self._explain if commands.explain is not None else None, model.paper)
        self._search = TermField(self.tr("Search subject, sender and text"), "Ctrl+F")
        self._search.setObjectName("search")
        set_tip(self._search, SEARCH_TIP)
        self._keep_search = Link(self.tr("Save search…"), self._ask_keep_search, is_small=True)
        self._order = ComboBox(self.tr("Order"), (
            (SortOrder.NEWEST, self.tr("Newest first")), (SortOrder.OLDEST, self.tr("Oldest first")),
            (SortOrder.SUSPICIOUS, self.tr("Doubtful labels first")), (SortOrder.SUBJECT, self.tr("By subject")),
            (SortOrder.SENDER, self.tr("By sender")), (SortOrder.LABEL, self.tr("By label")),
            (SortOrder.LONGEST, self.tr("Longest first")), (SortOrder.IMPORTED, self.tr("In import order")),
            (SortOrder.FILE, self.tr("By file")), (SortOrder.KIND, self.tr("By kind")),
            (SortOrder.LARGEST, self.tr("Largest first")),
        ), model.choose_order, widths=(132, 190))  # fmt: skip
        self._chosen, self._notice = TextLabel(role="quiet"), Notice(inset=px(16))
        self._hints = KeyHints(self._open_label_menu)
        self._narrowed = NarrowedBar(can_file=commands.file_documents is not None)
        self._lay_out()
        self._connect()
        self._parts = render_parts(
            self, model, self._show_page, self._show_facts, self._show_overview,
            shows("shelf")(lambda state: self._shelves.mark_chosen(state.shelf)), self._show_rows,
            self._choose_open_document, self._show_document, self._show_notice, self._show_order, self._show_search,
            self._show_facets_beside, self._show_narrowed, self._show_failure,
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
        self._foot_bar.setMinimumWidth(px(120))  # else the count of selected documents would narrow the left pane
        self._middle.installEventFilter(self)
        self._none = Pane("panel")
        hint = TextLabel(self.tr("No document matches your search."), role="quiet")
        clear = Link(self.tr("Show all"), self._model.clear_narrowing)
        row(hint, px(12), clear, -1, margins=(px(16), px(12), px(16), px(12)), owner=self._none)
        parts = (bar, self._narrowed, self._notice, self._none, self._tables, self._foot_bar)
        column(*parts, owner=self._middle).setStretch(4, 1)
        self._table_and_text = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        self._table_and_text.setObjectName("documents-text")
        for part, share in ((self._middle, 3), (self._reading, 2)):
            self._table_and_text.addWidget(part)
            self._table_and_text.setStretchFactor(self._table_and_text.count() - 1, share)
        self._table_and_text.setSizes([px(548), px(320)])
        self._table_and_text.splitterMoved.connect(self._on_splitter_moved)
        self._splitter = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        self._splitter.setObjectName("documents-shelves")
        for part in (self._shelves, self._table_and_text):
            self._splitter.addWidget(part)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setSizes([px(SHELVES_WIDTH), px(868)])
        self._fitted_width = px(SHELVES_WIDTH)
        lines = self.tr(
            "Import mail folders, documents or a table with labels. "
            "Bayleaf learns the words of each label\nand shows the "
            "reasons for each decision. Nothing leaves this computer."
        )
        sample, n_sample_documents = self._commands.try_sample, self._commands.n_sample_documents
        link = (
            (self.tr("Try Bayleaf with %Ln sample mail(s)", "", n_sample_documents), sample)
            if sample is not None
            else None
        )
        title = self.tr("Let Bayleaf learn from documents that you have already sorted")
        self._empty, self._unknown = EmptyPage(title, lines, self.tr("Import…"), bring, link), Skeleton()
        self._working = ProgressPane(self._model.import_progress, self._model.n_read)
        self._pages = make_stack(self._splitter, self._empty, self._unknown, self._working)
        column(self._head, self._pages, owner=self)
        self.setProperty("first_focus", self._view)

    def _connect(self) -> None:
        model = self._model
        if self._commands.frame is not None:
            self._commands.frame.context_changed.connect(self._on_frame_moved)
        self._shelves.shelf_chosen.connect(model.choose_shelf)
        self._shelves.documents_dropped.connect(lambda shelf: model.relabel(self.chosen_ids(), shelf.name or None))
        self._shelves.label_menu_wanted.connect(self._on_label_menu_wanted)
        self._shelves.search_menu_wanted.connect(self._on_search_menu_wanted)
        self._shelves.source_menu_wanted.connect(lambda name, at: open_menu(self.source_menu(name), at))
        self._shelves.facet_clicked.connect(model.toggle_facet)
        self._narrowed.clear_wanted.connect(model.clear_narrowing)
        self._narrowed.label_wanted.connect(lambda label: model.relabel(model.state.ids, label))
        self._narrowed.delete_wanted.connect(lambda: model.delete(model.state.ids))
        self._narrowed.export_wanted.connect(self._ask_export_list)
        self._narrowed.file_wanted.connect(self._file_listed)
        self._search.searched.connect(model.search)
        self._table.block_wanted.connect(model.fetch_rows)
        self._view.horizontalHeader().sectionClicked.connect(self._on_section_clicked)
        self._view.row_chosen.connect(self._on_row_chosen)
        self._view.key_typed.connect(self._on_key_typed)
        self._view.selectionModel().selectionChanged.connect(lambda *_parts: self._count_chosen())
        self._view.row_opened.connect(lambda _number: self._open_document())
        enable_column_menu(self._view)
        set_context_menu(self._unread, lambda _at: self._unread_menu())
        self._reading.read_again_wanted.connect(lambda: model.retry_unread(self._chosen_failures()))
        self._model.password_refused.connect(lambda failures: self._ask_password(failures, is_again=True))
        self._reading.password_wanted.connect(lambda: self._ask_password(self._chosen_failures()))
        self._unread.row_chosen.connect(lambda _number: self._parts.render_again(self._show_failure))
        self._unread.row_opened.connect(lambda number: show_in_folder(self._model.state.unreadable_files[number].path))
        self._view.setDragEnabled(True)
        self._view.row_drag_begun.connect(self._on_row_drag_begun)
        set_context_menu(self._view, lambda _at: self._row_menu())
        self._view.add_shortcut(self.tr("Delete documents"), self._delete_chosen, QKeySequence.StandardKey.Delete)
        model.rows_arrived.connect(self._table.add_block)

    # Rendering

    @shows("is_empty", "is_emptiness_unknown", "shelf", "ids", "importing")
    def _show_page(self, state: DocumentsState) -> None:
        had_no_list = self._pages.currentWidget() is not self._splitter
        nothing: QWidget = self._unknown if state.is_emptiness_unknown else self._empty
        if state.importing:
            nothing = self._working
            cancel, words = self._model.cancel_import, self.tr("Cancel")
            self._working.show_work(state.importing, words, cancel, is_working=True)
        self._pages.setCurrentWidget(nothing if state.is_empty else self._splitter)
        self.setProperty("own_progress", state.importing if state.is_empty else "")
        if had_no_list and not state.is_empty and self.isVisible():
            self._view.setFocus()
        self._import.setVisible(self._commands.import_documents is not None and not state.is_empty)
        self._show_label_rest_link(state)
        self.setProperty("first_focus", self._empty if state.is_empty else self._view)

    def _show_label_rest_link(self, state: DocumentsState) -> None:
        """Show the link *Label the rest* on the shelf of unlabelled documents, if there is a model and the strip above
        has no such link.
        """
        frame = None if self._commands.frame is None else self._commands.frame.state
        has_model = frame is not None and bool(frame.model) and self._commands.label_rest is not None
        is_offered = (
            frame is not None and frame.next_step is not None and frame.next_step.act is self._commands.label_rest
        )
        is_listed = state.shelf.kind is ShelfKind.UNLABELLED and len(state.ids) > 0
        self._rest.setVisible(has_model and is_listed and not is_offered)

    def _on_frame_moved(self, _frame: object) -> None:
        # Not a lambda: Qt disconnects a method when its page is deleted, as a change of language does; the frame stays.
        self._show_label_rest_link(self._model.state)

    @shows("overview")
    def _show_overview(self, state: DocumentsState) -> None:
        self._colours.clear()
        self._colours.update(state.colours)
        self._shelves.show_overview(state.overview)
        self._hints.show_labels(state.overview.labels)
        self._fit_key_hints()
        names = [label.name for label in state.overview.labels]
        self._search.set_completion_values({**KNOWN_VALUES, "label": names, "verdict": names, "judged": names})

        self._fit_shelves()

    def _fit_shelves(self) -> None:
        """Widen the left pane to its longest label name, up to a third of the page, unless the user has set its
        width.
        """
        wanted = min(self._shelves.preferred_width() + px(SCROLL_BAR), self.width() // 3)
        width = self._splitter.sizes()[0]
        if width == self._fitted_width and wanted > width:
            self._splitter.setSizes([wanted, sum(self._splitter.sizes()) - wanted])
            self._fitted_width = self._splitter.sizes()[0]

    @shows("report", "overview", "facets", "ids")
    def _show_facets_beside(self, state: DocumentsState) -> None:
        groups = facet_groups(state.report, state.facets, state.colours, len(state.ids))
        is_current = state.report.revision == state.overview.revision
        self._shelves.show_report(state.report if is_current else NO_REPORT, groups)

    @shows("ids", "overview", "is_narrowed")
    def _show_narrowed(self, state: DocumentsState) -> None:
        overview = state.overview
        self._narrowed.show_count(len(state.ids), overview.n_documents, overview.labels, is_narrowed=state.is_narrowed)

    @shows("document", "overview", "shows_unreadable")
    def _show_document(self, state: DocumentsState) -> None:
        self._foot_bar.setVisible(not state.shows_unreadable)
        if not state.shows_unreadable:
            self._reading.show_document(state.document, state.colours)

    @shows("unreadable_files", "shows_unreadable", "wrong_password_paths")
    def _show_failure(self, state: DocumentsState) -> None:
        """Show the full reason why the selected file could not be read, and its path."""
        if state.shows_unreadable:
            number = self._unread.number_at(self._unread.currentIndex().row())
            failure = state.unreadable_files[number] if 0 <= number < len(state.unreadable_files) else None
            is_password_wrong = failure is not None and failure.path in state.wrong_password_paths
            self._reading.show_failure(failure, is_password_wrong=is_password_wrong)

    @shows("search", "order", "ids", "overview", "is_loading_list", "is_narrowed")
    def _show_search(self, state: DocumentsState) -> None:
        is_by_date = state.order in (SortOrder.NEWEST, SortOrder.OLDEST)
        # Documents without a date keep the order of the import, in both orders by date.
        self._order.show_value(state.order if state.overview.has_dates or not is_by_date else SortOrder.IMPORTED)
        self._search.show_query(state.search)
        self._none.setVisible(state.is_narrowed and not state.is_loading_list and not len(state.ids))
        kept = [search for _, search in state.overview.shelves]
        self._keep_search.setVisible(bool(state.search.strip()) and state.search.strip() not in kept)

    @shows("order", "is_reversed", "overview", "shelf")
    def _show_order(self, state: DocumentsState) -> None:
        """Show the sort indicator of the present order."""
        order = SortOrder.NEWEST if state.order is SortOrder.OLDEST else state.order
        orders = [column.order for column in self._columns(state)]
        is_reversed = state.is_reversed or state.order is SortOrder.OLDEST
        is_down = (order in (SortOrder.NEWEST, SortOrder.LONGEST, SortOrder.LARGEST)) is not is_reversed
        self._view.show_sort_indicator(orders.index(order) if order in orders else -1, descending=is_down)

    @shows("is_empty", "is_emptiness_unknown", "overview")
    def _show_facts(self, state: DocumentsState) -> None:
        self._head.show_facts(self._facts(state))

    def _facts(self, state: DocumentsState) -> str:
        if state.is_empty:
            return "" if state.is_emptiness_unknown else self.tr("No documents yet")
        overview = state.overview
        labels = self._head.label_count_texts([(label.name, label.n_documents) for label in overview.labels])
        n_documents = self.tr("%Ln document(s)", "", overview.n_documents)
        judged = self.tr("verdicts of the model “%1”").replace("%1", overview.judged_by) if overview.judged_by else ""
        return wording.join_facts([overview.corpus, n_documents, *labels, judged])

    def _columns(self, state: DocumentsState) -> list[DocumentColumn]:
        return columns_of(state.overview, self._colours, shows_copy_labels=state.shelf.kind is ShelfKind.TWO_LABELS)

    @shows("shows_unreadable", "unreadable_files", "ids", "overview", "revision", "is_loading_list", "shelf")
    def _show_rows(self, state: DocumentsState) -> None:
        self._tables.setCurrentWidget(self._unread if state.shows_unreadable else self._view)
        if state.shows_unreadable:
            reasons = [reason_in_list(failure) for failure in state.unreadable_files]
            self._unread.show_columns([Column(self.tr("File and reason"), reasons, look=ColumnStyle("text"))])
            if reasons and self._unread.currentIndex().row() < 0:
                self._unread.choose_row(0)  # the pane beside the list is not empty then
            return
        columns = self._columns(state)
        heads = [(column.title, column.look) for column in columns]
        if state.ids is not self._table.ids or heads != self._heads:
            self._heads = heads
            self._table.show_ids(state.ids, columns)
            self._table.refresh_rows()
            self._view.fit_columns()
            self._count_chosen()
        elif not state.is_loading_list and state.revision:  # the same rows at another revision may have other texts
            self._table.refresh_rows()

    @shows("chosen_number", "ids", "shows_unreadable")
    def _choose_open_document(self, state: DocumentsState) -> None:
        """Select the row of the open document in the table, for example after sorting, or after another page
        opened it.
        """
        if state.shows_unreadable:
            return
        rows, current = self._view.chosen_rows(), self._view.currentIndex().row()
        if state.chosen_number is not None:
            if not rows or current >= len(state.ids) or state.ids[current] != state.chosen_number:
                positions = np.flatnonzero(state.ids == state.chosen_number)
                self._view.choose_row(int(positions[0]) if len(positions) else -1)
        elif not rows and len(state.ids) and (self._reading.isVisible() or self._view.hasFocus()):
            self._view.choose_row(0)

    @shows("problem", "n_newly_unreadable", "reread_report", "unreadable_files", "shows_unreadable", "shelf")
    def _show_notice(self, state: DocumentsState) -> None:
        def unread(n_files: int) -> str:
            return self.tr("%Ln file(s) could not be read.", "", n_files) if n_files else ""

        if state.problem is not None:
            self._notice.show_failure(state.problem)
        elif state.n_newly_unreadable:
            shelf = Shelf(ShelfKind.UNREADABLE)
            words, act = self.tr("Show these files"), lambda: self._model.choose_shelf(shelf)
            self._notice.show_problem(unread(state.n_newly_unreadable), words, act)
        elif state.reread_report is not None:
            first, *more = state.reread_report.failures
            why = failure_sentence(display_location(Path(first.path).name, first.member), first.reason, first.detail)
            others = (
                self.tr("%Ln more file(s) could not be read for the same or a similar reason.", "", len(more))
                if more
                else ""
            )
            sentences = (why.render(translate_template), others, self.tr("The text that was read earlier is kept."))
            self._notice.show_problem(" ".join(str(part) for part in sentences if part))
        elif state.shelf.kind is ShelfKind.DUPLICATES:
            self._notice.show_done(
                self.tr("Each of these documents is kept once, and its copies are left out. You need not do anything.")
            )
        elif state.shelf.kind is ShelfKind.TWO_LABELS:
            self._notice.show_problem(self.tr("A copy has another label. Choose the right one."))
        else:
            words = unread(len(state.unreadable_files) if state.shows_unreadable else 0)
            self._notice.show_problem(words, self.tr("Export list…"), self._ask_export_unread)

    def _fit_key_hints(self) -> None:
        """Show the key hints that fit beside the number of selected documents. If only one is selected and room is
        short, hide the number.
        """
        room = self._middle.width() - px(32)
        beside = room - self._chosen.sizeHint().width()
        is_counted = len(self._view.chosen_rows()) != 1 or self._hints.fits(beside)
        self._chosen.setVisible(is_counted)
        self._hints.fit_to_width(beside if is_counted else room)

    def _count_chosen(self) -> None:
        n_listed = wording.format_count(len(self._table.ids) + self._model.state.n_not_loaded)
        words = self.tr("%1 of %2 documents selected").replace(
            "%1", wording.format_count(len(self._view.chosen_rows()))
        )
        self._chosen.setText(words.replace("%2", n_listed))
        self._fit_key_hints()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_reading()  # a remembered layout may have turned the splitter
        self._parts.render_again(self._choose_open_document)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        has_new_height = self._is_low and self.isVisible() and event.size().height() != event.oldSize().height()
        self._show_reading()
        if has_new_height and self._is_low and not self._is_split_by_user:
            self._table_and_text.setSizes([*map(px, LOW_SIZES)])

    def _on_splitter_moved(self, _position: int, _index: int) -> None:
        self._is_split_by_user = True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the key hints when the middle pane is resized. This happens only after the page's own resizeEvent."""
        if watched is self._middle and event.type() is QEvent.Type.Resize:
            self._fit_key_hints()
        return super().eventFilter(watched, event)

    def _show_reading(self) -> None:
        is_wide = self.width() >= px(BESIDE_MIN_WIDTH)
        is_low = not is_wide and self.height() < px(COMPACT_BELOW_HEIGHT)
        orientation = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self._table_and_text.orientation() != orientation or is_low != self._is_low:
            self._table_and_text.setOrientation(orientation)
            below = [*map(px, LOW_SIZES)] if is_low else [px(320), px(240)]
            self._table_and_text.setSizes([px(548), px(320)] if is_wide else below)
            self._is_low = is_low
        self._reading.set_compact(is_low=is_low)
        self._reading.setVisible(is_wide or not self._hides_text)

    # User actions

    def _on_section_clicked(self, section: int) -> None:
        """Sort by the clicked column; a second click reverses the order. The verdict column sorts suspicious verdicts
        first.
        """
        order, current = self._columns(self._model.state)[section].order, self._model.state.order
        if order is SortOrder.NEWEST and current is SortOrder.NEWEST:
            order = SortOrder.OLDEST
        self._model.choose_order(order, is_reversed=order is current and not self._model.state.is_reversed)

    def chosen_ids(self) -> Ids:
        """Return the numbers of the selected documents."""
        return self._table.ids[self._view.chosen_rows()]

    def _on_row_chosen(self, number: int) -> None:
        if number >= 0 and number != self._model.state.chosen_number:
            self._model.open_document(number)

    def _on_key_typed(self, key: str) -> None:
        labels = self._model.state.overview.labels
        if key == " ":
            self._hides_text = not self._hides_text
            self._show_reading()
        elif key.isdecimal() and 1 <= int(key) <= min(len(labels), N_KEYS):
            self._relabel_by_key(labels[int(key) - 1].name)
        elif key.casefold() == "l":
            self._open_label_menu()
        elif key.casefold() == "u":
            self._relabel_by_key(None)
        elif key.casefold() == "o":
            document = self._model.state.document
            open_file(document.path if document is not None else "")

    def _relabel_by_key(self, label: str | None) -> None:
        """Label the selected documents; ask first if they are many, because a key is easily pressed by mistake."""
        n_documents = len(self._view.chosen_rows())
        if n_documents > MOST_LABELLED_BY_A_KEY:
            act = self.tr("Label %Ln document(s)", "", n_documents)
            question = self.tr("Give %Ln selected document(s) the label “%1”?", "", n_documents)
            if label is None:
                act = self.tr("Remove %Ln label(s)", "", n_documents)
                question = self.tr("Remove the labels of %Ln selected document(s)?", "", n_documents)
            question = question.replace("%1", label or "")
            hint = self.tr("You can undo this.")
            if not confirm_action(self, self.tr("Many documents"), question, hint, act, self.tr("Cancel")):
                return
        self._relabel(label)

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

    def _open_label_menu(self) -> None:
        """Open a menu of all labels for the selected documents, including labels without a key."""
        rows = self._view.chosen_rows()
        if not rows:
            return
        menu = make_relabel_menu(self, self._model.state.overview.labels, self._relabel, self._common_label())
        at = self._view.visualRect(self._view.currentIndex()).bottomLeft() + QPoint(px(16), 0)
        open_menu(menu, self._view.viewport().mapToGlobal(at))

    def _common_label(self) -> str | None:
        """Return the label that all selected rows have; None if they differ, have none, or are not loaded."""
        rows = [self._table.row(number) for number in self._view.chosen_rows()[:MAX_COMPARED_ROWS]]
        names = {None if document is None else document.label for document in rows}
        return names.pop() if len(names) == 1 else None

    def _file_listed(self) -> None:
        if self._commands.file_documents is not None:
            self._commands.file_documents(self._model.state.ids.tolist())

    def _ask_export_list(self) -> None:
        ask_save_path(self, self.tr("Export list"), "documents.csv", "CSV (*.csv)", self._model.export_list)

    def _delete_chosen(self) -> None:
        """Delete the selected documents. Then select the following document, or at the end of the list the previous
        one.
        """
        rows, ids = self._view.chosen_rows(), self.chosen_ids()
        if not rows:
            return
        following = rows[-1] + 1 if rows[-1] + 1 < self._table.rowCount() else rows[0] - 1
        if following >= 0:
            self._view.choose_row(following)
        self._model.delete(ids)

    def _row_menu(self) -> QMenu | None:
        rows, current_row = self._view.chosen_rows(), self._view.currentIndex().row()
        if not rows:
            return None
        current = self._table.row(current_row if current_row in rows else rows[0])
        if current is None:
            return None
        overview, commands, document = self._model.state.overview, self._commands, self._model.state.document
        menu = RowMenu(self)
        menu.offer_opening(self._open_document)
        is_judged = document is not None and document.judged is not None
        menu.offer_why(self._explain if commands.explain is not None and is_judged else None)
        if current.path:
            read_again = None if overview.is_table else lambda: self._model.read_again(self.chosen_ids())
            menu.offer_file(current.path, current.member, read_again, commands.show_reading)
        menu.offer_labels(overview.labels, self._relabel, self._common_label())
        if commands.file_documents is not None and not overview.is_table:
            ids, file_documents = self.chosen_ids().tolist(), commands.file_documents
            menu.addAction(self.tr("File away…"), lambda: file_documents(ids))
        menu.offer_deleting(self._delete_chosen, n_documents=len(rows))
        return menu

    def _on_row_drag_begun(self) -> None:
        data, drag = QMimeData(), QDrag(self)
        data.setData(ROWS_TYPE, b"rows")
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)

    def _open_document(self) -> None:
        """Open the selected document: if it was classified, the explanation of its verdict, else its text in a
        window.
        """
        document = self._model.state.document
        if document is None:
            self._hides_text = False
            self._show_reading()
        elif document.judged is not None and self._commands.explain is not None:
            self._explain()
        else:
            LetterDialog(document, self).open()

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
        self._model.save_search_as_shelf(
            ask_for_name(self, self.tr("Save the search"), self.tr("Name in the list on the left"))
        )

    def _on_search_menu_wanted(self, name: str, at: QPoint) -> None:
        menu = QMenu(self)
        menu.addAction(self.tr("Remove"), lambda: self._model.remove_shelf(name))
        open_menu(menu, at)

    def source_menu(self, name: str) -> QMenu:
        """Return the context menu of a source. `name` is the path from which the source was imported."""
        menu = QMenu(self)
        if Path(name).exists():
            menu.addAction(self.tr("Show in folder"), lambda: show_in_folder(name))
        menu.addAction(
            self.tr("Delete the documents of this source from the collection"), lambda: self._model.delete_source(name)
        )
        return menu

    def _chosen_failures(self) -> list[Failure]:
        """Return the selected unreadable files."""
        unread, rows = self._model.state.unreadable_files, self._unread.chosen_numbers()
        return [unread[number] for number in rows if 0 <= number < len(unread)]

    def _unread_menu(self) -> QMenu | None:
        """Return the context menu of unreadable files."""
        chosen = self._chosen_failures()
        if not chosen:
            return None
        menu = QMenu(self)
        if can_open(chosen[0].path):
            menu.addAction(self.tr("Open original"), lambda: open_file(chosen[0].path))
        menu.addAction(self.tr("Show in folder"), lambda: show_in_folder(chosen[0].path))
        menu.addSeparator()
        menu.addAction(self.tr("Read again"), lambda: self._model.retry_unread(chosen))
        if any(failure.reason == "encrypted" for failure in chosen):
            menu.addAction(self.tr("Enter password…"), lambda: self._ask_password(chosen))
        menu.addSeparator()
        menu.addAction(self.tr("Export list…"), self._ask_export_unread)
        return menu

    def _ask_password(self, failures: Sequence[Failure], *, is_again: bool = False) -> None:
        """Ask for the password of PDF files, and read the files with it. The password is not stored.

        With `is_again`, the dialog says that the password typed before is wrong.
        """
        question = self.tr("Password of the PDF. It is used now and not stored.")
        if is_again:
            question = self.tr("This password is wrong. Try another one.") + "\n" + question
        hidden = QLineEdit.EchoMode.Password
        password, is_given = QInputDialog.getText(self, self.tr("Enter password"), question, hidden)
        if is_given and password:
            self._model.retry_unread(failures, password)

    def _ask_export_unread(self) -> None:
        ask_save_path(self, self.tr("Export list"), "unread.csv", "CSV (*.csv)", self._model.export_unread)
