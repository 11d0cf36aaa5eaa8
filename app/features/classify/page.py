"""The Classify page: on the left the list of verdicts; on the right the text of one document, and below it the tabs of
*Why*.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractSlider, QBoxLayout, QMenu, QSizePolicy, QSplitter, QWidget

from app.domain.confidence import ConfidenceLevel, Doubt, confidence_of
from app.domain.results import KNOWN_VALUES, DroppedItem, FacetChoice, FacetKind, failure_reason_sentence
from app.features.classify.explanations import ExplainedVerdict, show_document_page, to_explained_verdict
from app.features.classify.use_cases import ORDER
from app.features.classify.view_model import ClassifyState, ClassifyViewModel, VerdictOrder
from app.features.documents.columns import (
    N_KEYS,
    FileMenu,
    KeyHints,
    NarrowedBar,
    facet_groups,
    make_label_menu,
    relabel_choices,
)
from app.features.documents.paper import PageBesideText
from app.features.explain.view_model import WhyTab
from app.features.explain.why_panel import DEBOUNCE_MS, WhyPanel, WorkingDialog
from app.kit import wording
from app.kit.actions import escape_ampersands, open_menu, position_below, set_context_menu, set_tip
from app.kit.array_table import Column
from app.kit.coloured_text import ColouredText
from app.kit.facet_list import FacetList
from app.kit.fields import ChoiceMenu, ComboBox, MenuChoice, TermField, add_choices, ask_save_path
from app.kit.frame import TRAIN_PAGE, PageCommands
from app.kit.label_chips import OutlineChip, TintLegend, VerdictLine
from app.kit.look import fonts, painting
from app.kit.look.fonts import px
from app.kit.page_head import EmptyPage, NoResultsPage, Notice, PageHead, ProgressPane
from app.kit.page_model import render_parts, shows
from app.kit.painted_values import (
    CONFIDENCE_BAR_PX,
    NO_COLOUR,
    ConfidenceCell,
    Score,
    accessible_cell_text,
    confidence_word,
    count_labels,
    doubt_word,
    error_limit_sentence,
    make_confidence_cell,
    make_label_cell,
)
from app.kit.picture_files import open_file
from app.kit.table_view import ColumnStyle, TableView, enable_column_menu, label_width
from app.kit.widgets import (
    Button,
    Link,
    Pane,
    Paragraph,
    TextLabel,
    column,
    make_bar,
    make_remark,
    make_scroll_area,
    make_stack,
    row,
    set_checked_silently,
    with_accessible_name,
)
from app.kit.wording import translate_template


@dataclass(frozen=True, slots=True)
class VerdictColumn(Column):
    """A column of the list, with the sort order that a click on its header selects."""

    sorts_by: VerdictOrder = VerdictOrder.DROPPED


class VerdictTable(TableView):
    """The list of classified documents."""

    order_wanted = Signal(object)
    item_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__("", remembered_as="verdicts")
        self.setAccessibleName(self.tr("Verdicts"))
        self.items: list[DroppedItem] = []
        self._columns: list[VerdictColumn] = []
        self._marks: tuple[object, ...] = ()
        self._order = (VerdictOrder.DROPPED, False)
        enable_column_menu(self)
        clicked = self.horizontalHeader().sectionClicked
        clicked.connect(lambda section: self.order_wanted.emit(self._columns[section].sorts_by))
        self.row_chosen.connect(self._on_row_chosen)

    def show_items(self, items: list[DroppedItem], state: ClassifyState) -> None:
        """List the items of the state and select the current one."""
        marks = (state.filed, state.labels)
        if items != self.items or marks != self._marks:
            self.items, self._marks, self._columns = items, marks, self._columns_of(items, state)
            self.show_columns(self._columns)
        places = [place for place, each in enumerate(self._columns) if each.sorts_by is state.order]
        self.show_sort_indicator(places[0] if places else -1, descending=state.is_descending)
        self.choose_row(next((place for place, item in enumerate(items) if item.number == state.chosen), -1))
        if self._order != (order := (state.order, state.is_descending)):
            self._order = order
            self.scrollToTop()  # who sorts wants to see the first rows, and not those around the selected one

    def chosen_item_numbers(self) -> list[int]:
        """Return the numbers of the selected items."""
        return [self.items[number].number for number in self.chosen_numbers() if number < len(self.items)]

    def _columns_of(self, items: Sequence[DroppedItem], state: ClassifyState) -> list[VerdictColumn]:
        """Return the columns of the table. The view hides columns that do not fit, the sender first."""
        colours = state.colours
        shares = np.array([np.nan if item.verdict.probability is None else item.verdict.probability for item in items])
        scores = np.array([confidence_of(item.verdict).score for item in items], dtype=np.float64)
        names = [sender_or_file(item) for item in items]
        columns = [
            VerdictColumn(
                self.tr("Label"), [make_label_cell(item.label, colours) for item in items], lambda cell: cell.name,
                ColumnStyle("label", label_width(colours, 64), name="label"), sorts_by=VerdictOrder.LABEL,
            ),
            VerdictColumn(
                self.tr("Confidence"), [confidence_cell(item, colours) for item in items], accessible_cell_text,
                ColumnStyle(
                    "sureness", confidence_column_width(), min_width=min_confidence_column_width(),
                    shown_from_width=300, name="sureness",
                ),
                sorts_by=VerdictOrder.UNSURE,
            ),
            VerdictColumn(
                self.tr("Subject"), [self._subject_of(item, state) for item in items],
                look=ColumnStyle("strong", preferred_width=MIN_SUBJECT_WIDTH), sorts_by=VerdictOrder.TITLE,
            ),
            VerdictColumn(
                self.tr("Sender or file"), names,
                look=ColumnStyle("quiet", 140, slim_width=100, shown_from_width=480, name="from"),
                sorts_by=VerdictOrder.SENDER,
            ),
            VerdictColumn(
                self.tr("File"), [file_name_of(item) for item in items],
                look=ColumnStyle("quiet-path", 140, name="file", is_extra=True), sorts_by=VerdictOrder.FILE,
            ),
            VerdictColumn(
                self.tr("Probability"), shares, wording.format_probability_or_nothing,
                ColumnStyle("quiet-number", 80, name="probability", is_extra=True), sorts_by=VerdictOrder.PROBABILITY,
            ),
            VerdictColumn(
                self.tr("Score"), scores, lambda score: wording.format_decimal(score, 2, signed=True),
                ColumnStyle("quiet-number", 90, name="score", is_extra=True), sorts_by=VerdictOrder.SCORE,
            ),
        ]  # fmt: skip
        if all(name == item.title for name, item in zip(names, items, strict=True)):
            columns = [each for each in columns if each.sorts_by is not VerdictOrder.SENDER]
        return columns

    def _subject_of(self, item: DroppedItem, state: ClassifyState) -> str:
        return f"✓ {item.title}" if item.number in state.filed else item.title  # a longer mark would cut the name

    def _on_row_chosen(self, number: int) -> None:
        if 0 <= number < len(self.items):
            self.item_chosen.emit(self.items[number].number)


def confidence_cell(item: DroppedItem, colours: Mapping[str, int]) -> ConfidenceCell:
    """Return the table cell with the confidence as a word and as a bar."""
    told = confidence_of(item.verdict, is_by_person=item.corrected is not None)
    return make_confidence_cell(told, colours.get(item.label or "", NO_COLOUR))


def sender_or_file(item: DroppedItem) -> str:
    """Return the sender; without one, the name of the file; for an unreadable file, the reason."""
    if item.error:
        return error_text(item)
    sender = item.document.sender if item.document is not None else ""
    return wording.format_sender_name(sender) if sender else file_name_of(item)


def error_text(item: DroppedItem) -> str:
    """Return the reason why a file could not be read, in the language of the window."""
    return item.error if item.failure is None else str(failure_reason_sentence(item.failure).render(translate_template))


def file_name_of(item: DroppedItem) -> str:
    """Return the file name of an item."""
    return os.path.basename(item.verdict.member or item.verdict.path)


def confidence_column_width() -> int:
    """Return the width of the *Confidence* column at which every confidence word and every reason for doubt fits."""
    chip = painting.outline_chip_width(confidence_word(ConfidenceLevel.UNSURE)) + px(6)
    reasons = [chip + painting.text_width(doubt_word(doubt), fonts.small_font()) for doubt in Doubt]
    return max(min_confidence_column_width(), round((max(reasons) + px(20)) / px(100) * 100))


def min_confidence_column_width() -> int:
    """Return the width of the *Confidence* column at which every confidence word fits, but not every reason for doubt.

    The tooltip of a cell shows a reason that does not fit.
    """
    chip = painting.outline_chip_width(confidence_word(ConfidenceLevel.UNSURE))
    words = [
        px(CONFIDENCE_BAR_PX + 9) + painting.text_width(confidence_word(word), fonts.body())
        for word in (ConfidenceLevel.SURE, ConfidenceLevel.LIKELY)
    ]
    words += [
        px(21) + painting.text_width(confidence_word(word), fonts.body())
        for word in (ConfidenceLevel.BY_YOU, ConfidenceLevel.NOT_READ)
    ]
    return math.ceil((max(chip, *words) + px(20)) / px(100) * 100)


MIN_SUBJECT_WIDTH = 260
"""Width that the Subject column gets before the Confidence column is widened to show reasons for doubt."""


class VerdictMenu(FileMenu):
    """The actions on the list and its selected item, with their keys."""

    def __init__(
        self,
        parent: QWidget,
        model: ClassifyViewModel,
        correct: Callable[[str], object],
        remove_items: Callable[[], object],
        export: Callable[[], object],
        show_reading: Callable[[str, str], object] | None,
    ) -> None:
        super().__init__(parent)
        item = model.state.chosen_item
        if item is not None and not item.error:
            choices = relabel_choices(model.state.labels, correct, item.label)
            if len(choices) > N_KEYS:
                self.addMenu(make_label_menu(choices, self, self.tr("This is")))
            else:
                sentence = self.tr("This is %1")
                add_choices(self, [replace(each, name=sentence.replace("%1", each.name)) for each in choices])
            self.addSeparator()
        if item is not None and item.verdict.path:
            path, member, is_there = item.verdict.path, item.verdict.member, Path(item.verdict.path).is_file()
            self.offer_file(path, member, model.read_again if is_there else None, show_reading)
            self.addSeparator()
        self.addAction(self.tr("Next unsure verdict") + "\tN", model.choose_next_unsure)
        if item is not None:
            self.addAction(self.tr("Remove from the list") + "\t" + self.tr("Del"), remove_items)
        self.addAction(self.tr("Clear the list"), model.clear)
        self.addSeparator()
        self.addAction(self.tr("Export list as CSV…"), export)


class ListedBar(NarrowedBar):
    """Bar above a list of verdicts to which a filter was applied, with actions on all listed documents."""

    remove_wanted = Signal()

    def menu(self) -> QMenu:
        """Return the menu of actions on all listed documents."""
        menu = QMenu(self)
        if self.labels:
            choices = [
                MenuChoice(each.name, partial(self.label_wanted.emit, each.name), each.colour) for each in self.labels
            ]
            menu.addMenu(make_label_menu(choices, menu, self.tr("Label all as")))
        if self.can_file:
            menu.addAction(self.tr("File away…"), self.file_wanted.emit)
        menu.addAction(self.tr("Export CSV…"), self.export_wanted.emit)
        menu.addSeparator()
        menu.addAction(self.tr("Remove from the list"), self.remove_wanted.emit)
        return menu


MIN_PANE_WIDTH, WIDE_FROM, FACETS_WIDTH, ACTS_HEIGHT = 320, 860, 224, 51
FACETS_FIT_FROM, TALL_FROM = 1190, 640
"""FACETS_FIT_FROM: page width at which facets, list and text fit beside each other. TALL_FROM: page height at which the
reason for doubt has a line of its own.
"""
FACETS_SHARE = 0.28
"""Height of the facets as a fraction of the page height, if they are above the list."""
MAX_WIDGET_SIZE = 16_777_215
"""Qt's QWIDGETSIZE_MAX, the default maximum size, which PySide does not export."""
TEXT_SHARE, WHY_SHARE = 46, 54
"""Initial proportions of the height for the text and for *Why*."""
TAB_KEYS = {"w": WhyTab.WORDS, "t": WhyTab.EXAMPLES, "i": WhyTab.WHAT_IF, "f": WhyTab.CALCULATION}
"""Key to the tab of *Why* that this key opens."""


class ClassifyPage(QWidget):
    """The Classify page."""

    def __init__(self, model: ClassifyViewModel, commands: PageCommands | None = None) -> None:
        super().__init__()
        self._model, self._commands = model, commands or PageCommands()
        self._search = TermField(self.tr("Search"), "Ctrl+F")
        self._search.setObjectName("search")
        self._order = ComboBox(self.tr("Order"), (
            (VerdictOrder.DROPPED, self.tr("As added")), (VerdictOrder.UNSURE, self.tr("Unsure first")),
            (VerdictOrder.LABEL, self.tr("By label")), (VerdictOrder.PROBABILITY, self.tr("Surest first")),
        ), model.choose_order, widths=(124, 150))  # fmt: skip
        self._view = VerdictTable()
        self._narrow = Button(self.tr("Narrow down"), self._on_narrow_clicked)
        self._narrow.setCheckable(True)
        self._facets, self._narrowed = (
            FacetList(),
            ListedBar(can_file=self._commands.file_classified_documents is not None),
        )
        inside = QWidget()
        column(self._facets, -1, owner=inside)
        self._facets_area = make_scroll_area(inside, is_upright=True)
        self._open = Button(self.tr("Open…"), self._on_open_clicked)
        self._keys = KeyHints(self._open_correction_menu, can_remove=False)
        self._notice = Notice(inset=px(24))
        self._make_explanation()
        self._lay_out()
        self._connect()
        render_parts(
            self, model, self._show_page, self._show_facts,
            shows("problem")(lambda state: self._notice.show_failure(state.problem)),
            self._show_keys, self._show_list, self._show_explanation, self._show_editing, self._show_tab,
            self._show_influence, self._show_calculation, self._show_wrong, self._show_facets,
        )  # fmt: skip

    def _make_explanation(self) -> None:
        self._subject = TextLabel(elide=Qt.TextElideMode.ElideRight)
        self._subject.setFont(fonts.subject_font())
        self._from, self._unknown = make_remark(), make_remark(is_whole=True)
        self._judged, self._unread, self._reason = VerdictLine(), OutlineChip(self.tr("not read")), Paragraph(px(20))
        self._doubt, self._has_doubt = Paragraph(px(18)), False
        self._again = Link(self.tr("Read again"), self._model.read_again)
        self._scale = TintLegend()
        self._text = with_accessible_name(ColouredText(), self.tr("Text of the document"))
        self._why = WhyPanel()
        self._wrong, self._effect = Button("", self._on_wrong_clicked, key="1"), ForeseenEffect()
        set_tip(
            self._effect,
            self.tr(
                "The number of other documents in the list whose label or confidence word this correction would change."
            ),
        )
        self._hint = make_remark(self.tr("your answer is learnt at once, and can be undone"), is_whole=True)

    def _lay_out(self) -> None:
        model, self._head = self._model, PageHead(self.tr("Classify"), self._open)
        self._left, whole = Pane("panel", "r"), QWidget()
        bar = make_bar(self._search, px(8), self._narrow, px(8), self._order, height=49, sides=(16, 16))
        self._none = TextLabel(self.tr("No document in the list matches."), role="quiet")
        self._none.setContentsMargins(px(16), px(12), px(16), px(12))
        table, lower = QWidget(), QWidget()
        column(self._narrowed, self._none, self._view, owner=table).setStretch(2, 1)
        self._facets_and_table = row(self._facets_area, table, owner=lower)
        self._facets_and_table.setStretch(1, 1)
        self._key_bar = make_bar(self._keys, -1, height=ACTS_HEIGHT, sides=(16, 16), lines="t")
        self._left.installEventFilter(self)
        column(bar, lower, self._key_bar, margins=(0, 0, 1, 0), owner=self._left).setStretch(1, 1)
        self._splitter = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        self._splitter.setObjectName("classify")
        self._right = self._explanation_pane()
        for part in (self._left, self._right):
            self._splitter.addWidget(part)
        self._left.setMinimumWidth(px(MIN_PANE_WIDTH))
        self._splitter.setSizes([px(490), px(510)])
        column(self._splitter, owner=whole)
        lines = self.tr(
            "Drop files, folders, mails or text anywhere on this "
            "window.\nEach document gets a label, and you see the reason."
        )
        title = self.tr("Drop something to classify it")
        open_folder = self.tr("Open folder…"), self._commands.open_folder
        self._empty = EmptyPage(title, lines, self.tr("Open files…"), self._commands.open_files, second=open_folder)
        lines = self.tr("Documents are classified by a model. Train a model,\nthen drop files on this window.")
        title, act_name = self.tr("There is no model yet"), self.tr("Train a model")
        untrained = NoResultsPage(self._commands, title, lines, act_name, self._commands.open_page(TRAIN_PAGE))
        self._working = ProgressPane(model.progress)
        self._pages, self._untrained = make_stack(whole, self._empty, untrained, self._working), untrained
        column(self._head, self._notice, self._pages, owner=self)

    def _explanation_pane(self) -> QWidget:
        right, head, line, text, acts = Pane("panel"), QWidget(), QWidget(), QWidget(), Pane("panel", "t")
        row(self._judged, self._unread, px(10), self._unknown, owner=line).setStretch(3, 1)
        line.setFixedHeight(px(22))
        self._subject.setFixedHeight(px(22))
        self._from.setFixedHeight(px(20))
        sender = row(self._from, px(12), self._scale)
        sender.setStretch(0, 1)
        parts = (self._subject, px(1), sender, px(6), line, px(3), self._doubt, px(6), self._reason, px(6),
                 row(self._again, -1))  # fmt: skip
        column(*parts, margins=(0, px(15), px(24), 0), owner=head)
        beside = PageBesideText(self._model.paper, self._text)
        column(head, px(9), beside, margins=(px(20), 0, 0, 0), owner=text).setStretch(2, 1)
        head.setContentsMargins(px(4), 0, 0, 0)
        self._text.setViewportMargins(0, 0, px(20), 0)
        self._right_answer = Button(self.tr("Correct"), self._confirm_label, key="Enter")
        acts.setFixedHeight(px(ACTS_HEIGHT))
        answers = (self._right_answer, px(8), self._wrong, px(8), self._effect, px(10), self._hint, -1)
        row(*answers, margins=(px(24), 0, px(24), 0), owner=acts).setStretch(6, 100)
        self._shown_if_read = (self._text, self._why, acts)
        reading = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        reading.setObjectName("classify-why")
        reading.addWidget(text)
        reading.addWidget(self._why)
        reading.setSizes([px(10 * TEXT_SHARE), px(10 * WHY_SHARE)])
        column(reading, acts, owner=right).setStretch(0, 1)
        return right

    def _connect(self) -> None:
        model = self._model
        self._facets.value_clicked.connect(lambda group, key: model.toggle_facet(FacetChoice(FacetKind(group), key)))
        self._narrowed.clear_wanted.connect(model.clear_narrowing)
        self._narrowed.label_wanted.connect(model.correct_all_listed)
        self._narrowed.file_wanted.connect(self._file_listed)
        self._narrowed.export_wanted.connect(self._ask_export)
        self._narrowed.remove_wanted.connect(self._remove_listed)
        self._search.searched.connect(model.search)
        self._view.item_chosen.connect(model.choose)
        self._view.order_wanted.connect(model.choose_order)
        self._view.key_typed.connect(self._on_key_typed)
        self._view.row_opened.connect(lambda _number: self._confirm_label())
        set_context_menu(self._view, lambda _at: self._menu())
        self._view.add_shortcut(self.tr("Remove from the list"), self._remove_chosen, QKeySequence.StandardKey.Delete)
        model.checking_begun.connect(self._view.setFocus)
        self._text.edited.connect(model.edit_text)
        self._why.document_wanted.connect(model.document_wanted)
        self._why.tab_chosen.connect(model.choose_tab)
        self._why.edit_wanted.connect(self._on_edit_wanted)
        self._why.window_wanted.connect(self._on_sheet_clicked)

    # What it shows

    @shows("items", "model", "is_classifying")
    def _show_page(self, state: ClassifyState) -> None:
        has_any = bool(state.items)
        was_empty = self._pages.currentIndex() != 0
        shown = 0 if has_any else 3 if state.is_classifying else 1 if state.model else 2
        words, model = self.tr("Classifying…"), self._model
        self._working.show_work(words, self.tr("Cancel"), model.stop_classifying, is_working=shown == 3)
        self._pages.setCurrentIndex(shown)
        if was_empty and has_any and self.isVisible():
            self._view.setFocus()
        self.setProperty("first_focus", (self._view, self._empty, self._untrained, self._working)[shown])
        self._open.setVisible(has_any and self._commands.open_files is not None)

    @shows("items", "labels", "filed", "search", "facets", "shows_facets")
    def _show_facets(self, state: ClassifyState) -> None:
        set_checked_silently(self._narrow, is_checked=state.shows_facets)
        self._facets_area.setVisible(state.shows_facets)
        self._fit_facets()
        n_listed = len(state.matching_items)
        if state.shows_facets:
            self._facets.show_groups(facet_groups(state.report, state.facets, state.colours, n_listed, ORDER))
        labels = () if state.takes_several else state.labels
        self._narrowed.show_count(n_listed, len(state.items), labels, is_narrowed=state.is_narrowed)

    @shows("items", "labels", "chosen", "filed", "search", "facets", "order", "is_descending", "ranks")
    def _show_list(self, state: ClassifyState) -> None:
        self._search.show_query(state.search)
        names = [label.name for label in state.labels]
        self._search.set_completion_values({**KNOWN_VALUES, "label": names, "verdict": names, "judged": names})
        self._order.show_value(state.order)
        self._view.show_items(state.listed, state)
        self._none.setVisible(bool(state.items) and not self._view.items)

    @shows("labels", "readable_item")
    def _show_keys(self, state: ClassifyState) -> None:
        """Show which key gives which label, under the list."""
        self._keys.show_labels(state.labels)
        self._key_bar.setVisible(state.readable_item is not None)
        self._fit_keys()

    def _fit_keys(self) -> None:
        self._keys.fit_to_width(self._left.width() - px(34))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the key hints when the left pane is resized, also by the splitter."""
        if watched is self._left and event.type() == QEvent.Type.Resize:
            self._fit_keys()
        return super().eventFilter(watched, event)

    @shows("items", "model", "n_unsure", "filed")
    def _show_facts(self, state: ClassifyState) -> None:
        self._head.show_facts(self._facts(state))

    def _facts(self, state: ClassifyState) -> str:
        if not state.items:
            return state.model or self.tr("No model yet")
        labels = self._head.label_count_texts(count_labels(item.label for item in state.items))
        unsure = self.tr("%Ln unsure verdict(s)", "", state.n_unsure) if state.n_unsure else ""
        unread = self.tr("%Ln file(s) could not be read", "", state.n_unread) if state.n_unread else ""
        return wording.join_facts(
            [state.model, self.tr("%Ln document(s) in the list", "", len(state.items)), *labels, unsure, unread]
        )

    @shows("reasons", "chosen", "items", "labels", "model")
    def _show_explanation(self, state: ClassifyState) -> None:
        """Show the verdict on the selected item at once. Its text and the reasons appear when they have been
        computed.
        """
        reasons, item, is_read = state.reasons, state.chosen_item, state.readable_item is not None
        for part in self._shown_if_read:
            part.setVisible(is_read)
        self._reason.setVisible(item is not None and not is_read)
        can_read = item is not None and (item.failure is None or item.failure.reason != "unsupported")
        self._again.setVisible(item is not None and not is_read and bool(item.verdict.path) and can_read)
        explanation = to_explained_verdict(reasons, state.colours) if reasons is not None else None
        self._show_head(explanation, item, state.colours)
        self._show_text(explanation)
        show_document_page(self._model.paper, explanation, state)

    @shows("reasons", "is_editing")
    def _show_editing(self, state: ClassifyState) -> None:
        reasons = state.reasons
        is_row = reasons is not None and bool(reasons.table_cells) and not reasons.text
        self._text.allow_editing(is_allowed=state.is_editing)
        self._why.what_if.show_editing(is_editing=state.is_editing, can_edit=reasons is not None and not is_row)

    def _show_head(
        self, explanation: ExplainedVerdict | None, item: DroppedItem | None, colours: Mapping[str, int]
    ) -> None:
        verdict = explanation.verdict if explanation is not None else item.verdict if item is not None else None
        sender, date_s = (explanation.sender, explanation.date_s) if explanation is not None else ("", None)
        self._subject.setText(item.title if item is not None else "")
        unknown = ""
        if explanation is not None and explanation.n_unknown:
            unknown = self.tr("%1 of %Ln word(s) new to the model", "", explanation.n_words)
            unknown = unknown.replace("%1", wording.format_count(explanation.n_unknown))
        told_of = wording.join_facts([wording.format_sender(sender), wording.format_long_date(date_s)])
        self._from.setText(told_of or unknown)  # beside the verdict there is little room
        self._unknown.setText(unknown if told_of else "")
        self._reason.show_words(error_text(item) if item is not None else "")
        is_said = item is not None and item.corrected is not None and not self._model.state.is_editing
        of_item = item.label if item is not None and (is_said or item.verdict.labels) else None
        label = of_item or (verdict.label if verdict is not None else None)
        told = confidence_of(verdict, is_by_person=is_said) if verdict is not None and not verdict.error else None
        share = verdict.probability if verdict is not None else None
        self._judged.show_verdict(label, colours, told, share)
        doubt = "" if told is None else error_limit_sentence(told, None if verdict is None else verdict.wrong_share)
        self._doubt.show_words(doubt)
        self._has_doubt = bool(doubt)
        self._fit_doubt()
        self._judged.setVisible(told is not None)
        self._unread.setVisible(item is not None and bool(item.error))

    def _show_text(self, explanation: ExplainedVerdict | None) -> None:
        towards, against = (explanation.towards, explanation.against) if explanation is not None else (None, None)
        is_row = explanation is not None and explanation.is_row
        text, tints = (explanation.text, explanation.tints) if explanation is not None else ("", ())
        self._scale.setVisible(towards is not None and against is not None and not is_row)
        of_terms, colours = "", (0, 1)
        if towards is not None and against is not None:
            of_terms, colours = towards.name, (against.colour, towards.colour)
            self._scale.show_labels(against.name, towards.name, colours)
        if not self._model.state.is_editing or text == self._text.toPlainText():  # otherwise the user is typing
            self._text.show_text(text, tints if of_terms else (), colours)
        score, calibration = (explanation.score, explanation.calibration) if explanation is not None else (Score(), "")
        self._why.show_score(score, of_terms, calibration)
        flip = explanation.flip_sentence if explanation is not None else ""
        self._why.what_if.show_flip_sentence(flip, has_verdict=bool(of_terms))

    @shows("chosen", "items", "labels", "n_changes_by_label", "is_editing")
    def _show_wrong(self, state: ClassifyState) -> None:
        """Update the *Wrong* button, and the number of other verdicts that a correction would change.

        If the item can get only one other label, the button names that label.
        """
        others = state.other_labels
        words, key = self.tr("Wrong, label as…"), f"1–{min(len(state.labels), 9)}"
        if len(others) == 1:
            words = self.tr("Wrong, label as %1").replace("%1", escape_ampersands(others[0].name))
            key = str(state.labels.index(others[0]) + 1)
        self._right_answer.setEnabled(
            not state.is_editing
        )  # an answer is about the document, not about the edited text
        self._wrong.setEnabled(bool(others) and not state.is_editing)
        self._wrong.setText(words)
        self._wrong.show_key(key)
        effect = self._effect.show_changes(state.n_changes_by_label.values())
        self._wrong.setAccessibleDescription(effect)
        set_tip(self._wrong, effect)
        self._why.what_if.show_effect(self._effect.sentence_about_all_labels(state.n_changes_by_label))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():  # the person comes from another page, where the model may have learnt
            self._model.sort_again()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._hint.setVisible(self.width() >= px(WIDE_FROM))
        self._fit_facets()
        self._fit_doubt()

    def _fit_facets(self) -> None:
        """Show the facets beside the list; if there is no room for three columns, above the list."""
        is_beside, shows_facets = self.width() >= px(FACETS_FIT_FROM), self._narrow.isChecked()
        directions = QBoxLayout.Direction
        self._facets_and_table.setDirection(directions.LeftToRight if is_beside else directions.TopToBottom)
        self._left.setMinimumWidth(px(MIN_PANE_WIDTH + (FACETS_WIDTH if shows_facets and is_beside else 0)))
        area, height = self._facets_area, round(FACETS_SHARE * self.height())
        area.setMinimumSize(*((px(FACETS_WIDTH), 0) if is_beside else (0, height)))
        area.setMaximumSize(*((px(FACETS_WIDTH), MAX_WIDGET_SIZE) if is_beside else (MAX_WIDGET_SIZE, height)))

    def _fit_doubt(self) -> None:
        """Show the reason for doubt on a line of its own if the page is high enough. It is always in the tooltip of the
        verdict.
        """
        self._doubt.setVisible(self._has_doubt and self.height() >= px(TALL_FROM))

    @shows("tab")
    def _show_tab(self, state: ClassifyState) -> None:
        self._why.choose_tab(state.tab)

    @shows("tab", "influence", "labels")
    def _show_influence(self, state: ClassifyState) -> None:
        self._why.show_influence(state.influence, state.colours)

    @shows("tab", "reasons")
    def _show_calculation(self, state: ClassifyState) -> None:
        """Request and show the full calculation. It is computed only if its tab is open."""
        is_open = state.tab is WhyTab.CALCULATION and state.reasons is not None
        self._why.calculation.show_calculation(self._model.sheet() if is_open else None, debounce_ms=DEBOUNCE_MS)

    # What the person does

    def _on_key_typed(self, key: str) -> bool:
        """Run the action of a typed letter or digit; return False if the key has no action here."""
        labels, letter = self._model.state.labels, key.casefold()
        if key.isdecimal() and 1 <= int(key) <= len(labels):
            self._correct_chosen(labels[int(key) - 1].name)
        elif letter == "n":
            self._model.choose_next_unsure()
        elif letter == "o":
            item = self._model.state.chosen_item
            open_file(item.verdict.path if item is not None else "")
        elif letter == "l":
            self._open_correction_menu()
        elif letter in TAB_KEYS:
            self._model.choose_tab(TAB_KEYS[letter])
        elif key == " ":
            self._text.verticalScrollBar().triggerAction(QAbstractSlider.SliderAction.SliderPageStepAdd)
        else:
            return False
        return True

    def _correct_chosen(self, label: str) -> None:
        """Correct the selected item. Then select the next one, unless a document may have several labels."""
        state = self._model.state
        self._model.correct(state.label_after_choice(label), goes_on=not state.is_editing and not state.takes_several)

    def _confirm_label(self) -> None:
        state, item = self._model.state, self._model.state.chosen_item
        if item is not None and item.label is not None:
            label = item.label if item.verdict.labels is not None else item.verdict.label or item.label
            self._model.correct(label, goes_on=not state.is_editing)

    def _remove_chosen(self) -> None:
        self._model.remove_items(self._view.chosen_item_numbers())

    def _on_wrong_clicked(self) -> None:
        others = self._model.state.other_labels
        if len(others) == 1:
            self._correct_chosen(others[0].name)
        else:
            self._open_correction_menu()

    def _open_correction_menu(self) -> None:
        menu = self.correction_menu()
        open_menu(menu, self._wrong.mapToGlobal(QPoint(0, -menu.sizeHint().height())))

    def correction_menu(self) -> ChoiceMenu:
        """Return the menu of the labels that the item does not have, with their colours and keys, and what each would
        change.
        """
        state = self._model.state
        changes = state.n_changes_by_label
        effects = {name: self._effect.sentence_about_label(n_changes) for name, n_changes in changes.items()}
        choices = [
            replace(choice, remark=effects.get(choice.name, ""))
            for choice in relabel_choices(state.labels, self._correct_chosen, None)
            if choice.name in {label.name for label in state.other_labels}
        ]
        return make_label_menu(choices, self, self.tr("Wrong, label as…"))

    def _on_narrow_clicked(self) -> None:
        self._model.show_facets(are_shown=self._narrow.isChecked())

    def _file_listed(self) -> None:
        if self._commands.file_classified_documents is not None:
            self._commands.file_classified_documents([item.number for item in self._model.state.listed])

    def _remove_listed(self) -> None:
        self._model.remove_items([item.number for item in self._model.state.listed])

    def _ask_export(self) -> None:
        ask_save_path(self, self.tr("Export verdicts"), "verdicts.csv", "CSV (*.csv)", self._model.export)

    def _on_open_clicked(self) -> None:
        menu, do = QMenu(self), self._commands
        for words, act in ((self.tr("Files…"), do.open_files), (self.tr("A folder…"), do.open_folder)):
            if act is not None:
                menu.addAction(words, partial(act))
        open_menu(menu, position_below(self._open))

    def _on_sheet_clicked(self) -> None:
        if (sheet := self._model.sheet()) is not None:
            WorkingDialog(sheet, self.window()).show()

    def _on_edit_wanted(self, is_allowed: bool) -> None:
        self._model.allow_editing(is_allowed=is_allowed)
        if is_allowed:
            self._text.setFocus()

    def _menu(self) -> QMenu:
        show_reading = self._commands.show_reading
        return VerdictMenu(self, self._model, self._correct_chosen, self._remove_chosen, self._ask_export, show_reading)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._model.state.is_editing:
            self._model.allow_editing(is_allowed=False)
            return
        is_plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if is_plain and event.text() and self._is_item_shown() and self._on_key_typed(event.text()):
            return
        super().keyPressEvent(event)

    def _is_item_shown(self) -> bool:
        return self._pages.currentIndex() == 0 and self._model.state.chosen_item is not None


class ForeseenEffect(TextLabel):
    """Label beside the *Wrong* button with the number of other verdicts that a correction would change.

    If the label does not fit, its sentence is in the tooltip of the button.
    """

    def __init__(self) -> None:
        super().__init__(role="quiet", elide=Qt.TextElideMode.ElideRight, is_whole=True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setMinimumWidth(1)
        self.setFont(fonts.small_font())

    def sentence_about_label(self, n_changes: int) -> str:
        """Return a sentence about the number of other verdicts that would change if the item got a label."""
        if not n_changes:
            return self.tr("no other verdict changes")
        return self.tr("%Ln other verdict(s) in this list change", "", n_changes)

    def show_changes(self, changes: Collection[int]) -> str:
        """Show how many other verdicts a correction would change, and return the sentence; "" if none or unknown.

        `changes` has a number for each label that the item can get.
        """
        most, words = max(changes, default=0), ""
        if most and len(set(changes)) > 1:
            words = self.tr("A correction would change up to %Ln other verdict(s) in this list", "", most)
        elif most:
            words = self.tr("A correction would change %Ln other verdict(s) in this list", "", most)
        self.setText(words)
        return words

    def sentence_about_all_labels(self, changes: Mapping[str, int]) -> str:
        """Return a sentence with the number of changes for each label; "" while the numbers are unknown."""
        if not changes:
            return ""
        return " ".join(
            (
                self.tr("If you label it %1, %Ln other verdict(s) in this list change.", "", n_changes)
                if n_changes
                else self.tr("If you label it %1, no other verdict in this list changes.")
            ).replace("%1", label)
            for label, n_changes in changes.items()
        )
