"""Columns of the document table, its context menus, the list of facets (filters such as sender or month), and key
hints.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePath

from PySide6.QtCore import QCoreApplication, QLocale, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QMouseEvent
from PySide6.QtWidgets import QMenu, QWidget

from app.domain.confidence import ConfidenceLevel, Doubt
from app.domain.documents import display_labels, split_label_set
from app.domain.results import (
    UNDECIDED,
    DocumentRow,
    FacetChoice,
    FacetCounts,
    FacetKind,
    FacetReport,
    Overview,
    SortOrder,
)
from app.kit import wording
from app.kit.actions import escape_ampersands, open_menu, position_below, set_tip
from app.kit.array_table import PagedColumn
from app.kit.facet_list import FacetEntry, FacetGroup
from app.kit.fields import ChoiceMenu, MenuChoice, add_choices, label_icon
from app.kit.label_chips import KeyHint
from app.kit.look import fonts, painting
from app.kit.look.colours import N_COLOURS, design_values_of, is_hollow
from app.kit.look.fonts import px
from app.kit.painted_values import (
    NO_COLOUR,
    Label,
    LabelCell,
    ProbabilityCell,
    confidence_word,
    doubt_word,
    make_label_cell,
)
from app.kit.picture_files import can_open, open_file, show_in_folder
from app.kit.table_view import ColumnStyle, label_width
from app.kit.widgets import Button, Link, Pane, TextLabel, clear_layout, row

ORDER = (
    FacetKind.SENDER, FacetKind.LIST, FacetKind.KIND, FacetKind.MONTH, FacetKind.VERDICT, FacetKind.CONFIDENCE,
    FacetKind.DOUBT, FacetKind.STATE,
)  # fmt: skip


def facet_groups(
    report: FacetReport,
    chosen: Sequence[FacetChoice],
    colours: Mapping[str, int],
    n_listed: int,
    order: Sequence[FacetKind] = ORDER,
) -> list[FacetGroup]:
    """Return the facets (filters such as sender or month) to show beside the list, each with its values and counts.

    A value that all `n_listed` documents share is left out, because it would not narrow the list. `order` has the kinds
    of facets in the order of display.
    """
    by_kind = {facet.kind: facet for facet in report.facets}
    return [_make_group(by_kind[kind], chosen, colours, n_listed) for kind in order if kind in by_kind]


def _make_group(
    facet: FacetCounts, chosen: Sequence[FacetChoice], colours: Mapping[str, int], n_listed: int
) -> FacetGroup:
    entries = []
    for value in facet.values:
        is_chosen = FacetChoice(facet.kind, value.key) in chosen
        if is_chosen or value.n_documents < n_listed or len(facet.values) > 1:
            number = colours.get(value.key, NO_COLOUR) if facet.kind is FacetKind.VERDICT else None
            entries.append(
                FacetEntry(value.key, value_name(facet.kind, value.key), value.n_documents, is_chosen, number)
            )
    return FacetGroup(facet.kind.value, facet_title(facet.kind), tuple(entries))


def facet_title(kind: FacetKind) -> str:
    """Return the translated name of a facet, such as *Sender*."""
    titles = {
        FacetKind.SENDER: translate("Facets", "Sender"),
        FacetKind.LIST: translate("Facets", "Mailing list"),
        FacetKind.MONTH: translate("Facets", "Month"),
        FacetKind.KIND: translate("Facets", "Kind"),
        FacetKind.VERDICT: translate("Facets", "Model’s verdict"),
        FacetKind.CONFIDENCE: translate("Facets", "Confidence"),
        FacetKind.STATE: translate("Facets", "State"),
        FacetKind.DOUBT: translate("Facets", "Why unsure"),
    }
    return titles[kind]


def value_name(kind: FacetKind, key: str) -> str:
    """Return the name of a value of a facet, in the language of the window."""
    if kind is FacetKind.MONTH:
        return month_name(key)
    if kind is FacetKind.KIND:
        return kind_name(key)
    if kind is FacetKind.VERDICT:
        return translate("Facets", "undecided") if key == UNDECIDED else display_labels(key)
    if kind is FacetKind.DOUBT:
        return doubt_word(Doubt(key))
    names = {
        FacetKind.CONFIDENCE: {
            "99": translate("Facets", "99 % or more"),
            "90": translate("Facets", "90 to 99 %"),
            "50": translate("Facets", "50 to 90 %"),
            "0": translate("Facets", "below 50 %"),
            **{level.value: confidence_word(level) for level in ConfidenceLevel},
        },
        FacetKind.STATE: {
            "wrong": translate("Facets", "model disagrees"),
            "duplicate": translate("Facets", "has duplicates"),
            "two labels": translate("Facets", "duplicates with another label"),
            "attachment": translate("Facets", "with attachment"),
            "no date": translate("Facets", "without a date"),
            "corrected": translate("Facets", "checked by you"),
            "unsure": translate("Facets", "still to check"),
            "filed": translate("Facets", "filed away"),
            "unread": translate("Facets", "could not be read"),
        },
    }
    return names.get(kind, {}).get(key, key)


def kind_name(key: str) -> str:
    """Return the name of a kind of document: mail, row of a table, or the type of a file in capitals, like PDF."""
    names = {
        "mail": translate("Facets", "Mail"),
        "row": translate("Facets", "Row of a table"),
        "text": translate("Facets", "Text"),
    }
    return names.get(key, key.upper())


def month_name(key: str) -> str:
    """Return the name of a month like `2024-05` in the language of the window."""
    year, _, month = key.partition("-")
    name = QLocale().standaloneMonthName(int(month), QLocale.FormatType.ShortFormat)
    return wording.fill_placeholders(translate("Facets", "%1 %2", "month and year"), name, year)


class NarrowedBar(Pane):
    """Bar above a list to which a filter was applied: the number of listed documents, and actions on all of them."""

    clear_wanted = Signal()
    label_wanted = Signal(object)
    """Emitted with the label for all listed documents, or None to remove labels."""
    file_wanted = Signal()
    export_wanted = Signal()
    delete_wanted = Signal()

    def __init__(self, *, can_file: bool) -> None:
        super().__init__("panel", "b")
        self.labels: Sequence[Label] = ()
        self.can_file = can_file
        self._words = TextLabel(role="quiet")
        self._acts = Button("", self._open_menu)
        clear = Link(self.tr("Show all"), self.clear_wanted.emit, is_small=True)
        self.setFixedHeight(px(44))
        row(self._words, px(12), clear, -1, px(8), self._acts, margins=(px(16), 0, px(16), px(1)), owner=self)
        self.hide()

    def show_count(self, n_listed: int, n_documents: int, labels: Sequence[Label], *, is_narrowed: bool) -> None:
        """Show how many of all documents are listed. Hide the bar if `is_narrowed` is false."""
        self.labels = labels
        words = self.tr("%1 of %2 documents")
        self._words.setText(
            wording.fill_placeholders(words, wording.format_count(n_listed), wording.format_count(n_documents))
        )
        self._acts.setText(self.tr("Actions for these documents…"))
        self._acts.setEnabled(n_listed > 0)
        self.setVisible(is_narrowed)

    def menu(self) -> QMenu:
        """Return the menu of actions on all listed documents."""
        menu = QMenu(self)
        choices = [
            MenuChoice(label.name, partial(self.label_wanted.emit, label.name), label.colour) for label in self.labels
        ]
        labels = make_label_menu(choices, menu, self.tr("Label as"))
        labels.addSeparator()
        labels.addAction(self.tr("No label"), partial(self.label_wanted.emit, None))
        menu.addMenu(labels)
        acts: list[tuple[str, Callable[[], object]]] = [(self.tr("Export list…"), self.export_wanted.emit)]
        if self.can_file:
            acts.insert(0, (self.tr("File away…"), self.file_wanted.emit))
        for name, act in acts:
            menu.addAction(name, act)
        menu.addSeparator()
        menu.addAction(self.tr("Delete from the collection"), self.delete_wanted.emit)
        return menu

    def _open_menu(self) -> None:
        open_menu(self.menu(), position_below(self._acts))


translate = QCoreApplication.translate
EXAMPLE_DATE_S = 977_270_400
NO_COLOURS: Mapping[str, int] = {}
TWO_LABELS_WIDTH = 150
COPY_LABEL_WIDTH = 124
"""Minimum width of the column *Copy’s label*, so that its title is shown in full."""


@dataclass(frozen=True, slots=True)
class DocumentColumn(PagedColumn):
    """A column of the document table, with the sort order that a click on its header selects."""

    order: SortOrder = SortOrder.SUSPICIOUS


def columns_of(
    overview: Overview, colours: Mapping[str, int] = NO_COLOURS, *, shows_copy_labels: bool = False
) -> list[DocumentColumn]:
    """Return the columns of the document table for a corpus.

    `shows_copy_labels` adds a column with the labels of identical documents that the import left out. For documents
    other than mails, the columns sender and date are hidden until the user adds them; for mails without dates, the date
    is. Table rows have neither. Cells look up `colours` each time they are painted, so the caller may update that
    mapping later.
    """
    title = translate("DocumentsPage", "Subject") if overview.is_mail else translate("DocumentsPage", "Title")
    title = translate("DocumentsPage", "Row") if overview.is_table else title
    columns = [
        DocumentColumn(
            translate("DocumentsPage", "Label"), lambda item: display_labels(item.label or ""),
            lambda item: make_label_cell(item.label, colours),
            look=ColumnStyle("label", labels_width(overview), name="label"), order=SortOrder.LABEL,
        ),
        DocumentColumn(title, lambda item: item.title, look=ColumnStyle("strong"), order=SortOrder.SUBJECT),
    ]  # fmt: skip
    if shows_copy_labels:
        columns.insert(1, DocumentColumn(
            translate("DocumentsPage", "Copy’s label"), lambda item: display_labels(item.copy_labels or ""),
            lambda item: make_label_cell(item.copy_labels, colours),
            look=ColumnStyle("label", max(labels_width(overview), COPY_LABEL_WIDTH), name="copy-label"),
            order=SortOrder.LABEL,
        ))  # fmt: skip
    judged = _verdict_columns(overview, colours)
    if overview.is_table:
        return [*columns, *judged]
    extra = [
        DocumentColumn(
            translate("DocumentsPage", "File"), lambda item: item.file,
            look=ColumnStyle("quiet-path", 140, name="file", is_extra=True), order=SortOrder.FILE,
        ),
        DocumentColumn(
            translate("DocumentsPage", "Characters"), lambda item: wording.format_count(item.n_letters),
            is_right_aligned=True, look=ColumnStyle("quiet-number", 80, name="length", is_extra=True),
            order=SortOrder.LONGEST,
        ),
    ]  # fmt: skip
    extra[:0] = [
        DocumentColumn(
            translate("DocumentsPage", "Kind"), lambda item: kind_name(kind_of_document(item)),
            look=ColumnStyle("quiet", 66, shown_from_width=460, name="kind", is_extra=overview.is_mail),
            order=SortOrder.KIND,
        ),
        DocumentColumn(
            translate("DocumentsPage", "Size"), lambda item: wording.format_size(item.size_bytes),
            is_right_aligned=True,
            look=ColumnStyle("quiet-number", 88, shown_from_width=520, name="size", is_extra=overview.is_mail),
            order=SortOrder.LARGEST,
        ),
    ]  # fmt: skip
    return [*columns, *_mail_columns(overview), *judged, *extra]


def kind_of_document(document: DocumentRow) -> str:
    """Return a document's kind, as in the facet *Kind*: `mail`, `row`, or the suffix of its file."""
    return document.kind if document.kind != "text" else PurePath(document.path).suffix.lower().lstrip(".") or "text"


def _mail_columns(overview: Overview) -> list[DocumentColumn]:
    keeps = 640 if not overview.positive and overview.n_judged_otherwise is not None else 420
    longest_date = painting.text_width(wording.format_short_date(EXAMPLE_DATE_S), fonts.body()) / max(px(100), 1) * 100
    return [
        DocumentColumn(
            translate("DocumentsPage", "From"), lambda item: wording.format_sender_name(item.sender),
            look=ColumnStyle(
                "quiet", 140, slim_width=88, shown_from_width=keeps, name="from", is_extra=not overview.is_mail
            ),
            order=SortOrder.SENDER,
        ),
        DocumentColumn(
            translate("DocumentsPage", "Date"), lambda item: wording.format_short_date(item.date_s),
            is_right_aligned=True,
            look=ColumnStyle(
                "quiet-number", max(66, round(longest_date) + 20), name="date",
                is_extra=not overview.is_mail or not overview.has_dates,
            ),
            order=SortOrder.NEWEST,
        ),
    ]  # fmt: skip


def labels_width(overview: Overview, *, is_first: bool = True) -> int:
    """Return the width of a label column in unscaled pixels: it has room for two labels if documents may have
    several.
    """
    width = label_width([label.name for label in overview.labels], 68, is_first=is_first)
    return max(width, TWO_LABELS_WIDTH) if overview.takes_several else width


def _verdict_columns(overview: Overview, colours: Mapping[str, int]) -> list[DocumentColumn]:
    """Return the verdict columns: a probability bar if there are two labels, else the predicted label."""

    def share_cell(document: DocumentRow) -> ProbabilityCell | None:
        verdict = document.verdict
        if verdict.share is None:
            return None
        return ProbabilityCell(verdict.share, colours.get(verdict.judged or "", NO_COLOUR), verdict.is_surprising)

    def judged_cell(document: DocumentRow) -> LabelCell | None:
        verdict = document.verdict
        return make_label_cell(verdict.judged, colours, is_strong=verdict.is_surprising) if verdict.judged else None

    if overview.positive:
        return [
            DocumentColumn(
                translate("DocumentsPage", "Chance of %1").replace("%1", overview.positive),
                lambda item: wording.format_probability(item.verdict.share) if item.verdict.share is not None else "",
                share_cell,
                is_right_aligned=True, look=ColumnStyle("share", 109, slim_width=78, name="judged"),
            )
        ]  # fmt: skip
    if overview.n_judged_otherwise is None:
        return []
    return [
        DocumentColumn(
            translate("DocumentsPage", "Verdict"), lambda item: display_labels(item.verdict.judged or ""), judged_cell,
            look=ColumnStyle("label", labels_width(overview, is_first=False), name="judged"),
        )
    ]  # fmt: skip


N_KEYS = 9


class KeyHints(QWidget):
    """Row of keys that give labels, as many as fit. If some do not fit, the key that opens a list of all labels is
    shown.
    """

    def __init__(self, open_menu: Callable[[], object], *, can_remove: bool = True) -> None:
        super().__init__()
        self._row, self._hints = row(owner=self), list[QWidget]()
        self._open_menu, self._can_remove, self._n_labels = open_menu, can_remove, 0

    def show_labels(self, labels: Sequence[Label]) -> None:
        """Show the keys of these labels and, if labels can be removed, the key for that."""
        clear_layout(self._row)
        self._hints = []
        self._n_labels = len(labels)
        numbered = [
            KeyHint(str(number), label.name, label.colour) for number, label in enumerate(labels[:N_KEYS], start=1)
        ]
        more = ClickableHint("L", translate("DocumentsPage", "all labels…"), self._open_menu)
        removal = [KeyHint("U", translate("DocumentsPage", "no label"), None)] if self._can_remove else []
        for hint in (*numbered, more, *removal):
            holder = QWidget()
            row(hint, px(15), owner=holder)
            self._hints.append(holder)
            self._row.addWidget(holder)

    def fits(self, room: float) -> bool:
        """Return whether the keys of all labels and the key that removes a label fit into `room` pixels."""
        n_numbered = min(self._n_labels, N_KEYS)
        hints = (*self._hints[:n_numbered], *self._hints[n_numbered + 1 :])  # without the one that lists all labels
        return self._n_labels <= N_KEYS and sum(hint.sizeHint().width() for hint in hints) <= room

    def fit_to_width(self, room: float) -> None:
        """Hide the hints that do not fit into `room` pixels. The hint for removing a label always stays."""
        n_numbered = min(self._n_labels, N_KEYS)
        numbered, [more, *removal] = self._hints[:n_numbered], self._hints[n_numbered:]
        room -= sum(hint.sizeHint().width() for hint in removal)
        widths = [hint.sizeHint().width() for hint in numbered]
        is_whole = self._n_labels <= len(numbered) and sum(widths) <= room
        more.setVisible(not is_whole)
        room -= 0 if is_whole else more.sizeHint().width()
        for hint, width in zip(numbered, widths, strict=True):
            room -= width
            hint.setVisible(room >= 0)


class ClickableHint(KeyHint):
    """A key hint that can also be clicked."""

    def __init__(self, key: str, name: str, act: Callable[[], object]) -> None:
        super().__init__(key, name, None)
        self._act = act
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self._act()


class LabelMenu(QMenu):
    """The context menu of a label."""

    rename_wanted = Signal()
    colour_wanted = Signal(int)
    merge_wanted = Signal(str)
    delete_wanted = Signal()

    def __init__(self, label: str, labels: Sequence[Label], parent: QWidget) -> None:
        super().__init__(parent)
        self._label, self._labels = label, labels
        self.addAction(self.tr("Rename…"), self.rename_wanted.emit)
        self._add_colours()
        others = [other for other in labels if other.name != label]
        if others:
            choices = [
                MenuChoice(other.name, partial(self.merge_wanted.emit, other.name), other.colour) for other in others
            ]
            self.addMenu(make_label_menu(choices, self, self.tr("Merge into")))
        self.addAction(self.tr("Delete"), self.delete_wanted.emit)

    def _add_colours(self) -> None:
        """Add the submenu of colours.

        A colour of another label is shown with the name of that label. It can be chosen only if no colour is free.
        """
        menu, group, tokens = self.addMenu(self.tr("Colour…")), QActionGroup(self), design_values_of(self.palette())
        owners = {label.colour: label.name for label in self._labels}
        all_taken = len(owners.keys() & set(range(N_COLOURS))) == N_COLOURS
        for number, name in enumerate(colour_names()):
            owner = owners.get(number, "")
            words = name if owner in ("", self._label) else f"{name} · {owner}"
            action = QAction(label_icon(tokens, number, self.devicePixelRatioF()), escape_ampersands(words), menu)
            action.setCheckable(True)
            action.setChecked(owner == self._label)
            action.setEnabled(owner in ("", self._label) or all_taken)
            action.triggered.connect(lambda _checked=False, number=number: self.colour_wanted.emit(number))
            group.addAction(action)
            menu.addAction(action)


def colour_names() -> list[str]:
    """Return the translated names of all label colours, by colour index."""
    names = [
        translate("LabelMenu", "Blue"), translate("LabelMenu", "Vermilion"), translate("LabelMenu", "Green"),
        translate("LabelMenu", "Purple"), translate("LabelMenu", "Orange"), translate("LabelMenu", "Sky blue"),
        translate("LabelMenu", "Grey"),
    ]  # fmt: skip
    hollow = translate("LabelMenu", "%1, outline only")
    return [
        hollow.replace("%1", names[number % len(names)]) if is_hollow(number) else names[number]
        for number in range(N_COLOURS)
    ]


class FileMenu(QMenu):
    """A context menu of a document or file."""

    def offer_file(
        self, path: str, member: str, read_again: Callable[[], object] | None,
        show_reading: Callable[[str, str], object] | None,
    ) -> None:  # fmt: skip
        """Add actions that open the file, open its folder, read the file again, and show its text by calling
        `show_reading`.
        """
        if can_open(path):
            self.addAction(self.tr("Open original file") + "\tO", lambda: open_file(path))
        if read_again is not None:
            self.addAction(self.tr("Read file again"), read_again)
        if show_reading is not None and Path(path).is_file():
            self.addAction(self.tr("Show what Bayleaf reads…"), partial(show_reading, path, member))
        self.addAction(self.tr("Show in folder"), lambda: show_in_folder(path))


def make_label_menu(choices: Sequence[MenuChoice], parent: QWidget, title: str) -> ChoiceMenu:
    """Return a menu of labels. A long menu has a search field."""
    return ChoiceMenu(choices, parent, title=title, placeholder=translate("LabelMenu", "Find a label"))


def relabel_choices(labels: Sequence[Label], relabel: Callable[[str], object], present: str | None) -> list[MenuChoice]:
    """Return a menu choice for each label, with the label's key. The labels of the set `present` are ticked.

    `relabel` is called with the chosen label.
    """
    present_labels = split_label_set(present) if present is not None else ()
    return [
        MenuChoice(
            label.name, partial(relabel, label.name), label.colour, label.name in present_labels,
            digit_key=str(number) if number <= N_KEYS else "",
        )
        for number, label in enumerate(labels, start=1)
    ]  # fmt: skip


def make_relabel_menu(
    parent: QWidget, labels: Sequence[Label], relabel: Callable[[str | None], object], present: str | None
) -> ChoiceMenu:
    """Return a menu whose choices give documents a label or remove it. `relabel` is called with the label, or with
    None.
    """
    menu = make_label_menu(relabel_choices(labels, relabel, present), parent, translate("RowMenu", "Label as"))
    menu.addSeparator()
    key = "\tU" if len(labels) <= N_KEYS else ""  # where names can be searched, U is typed text
    menu.addAction(translate("RowMenu", "No label") + key, partial(relabel, None))
    return menu


class RowMenu(FileMenu):
    """The context menu of document rows."""

    def offer_opening(self, act: Callable[[], object]) -> None:
        """Add the action that Enter and a double click also run."""
        self.addAction(self.tr("Open") + "\t" + self.tr("Enter"), act)

    def offer_why(self, explain: Callable[[], object] | None) -> None:
        """Add the action that explains the verdict, unless `explain` is None."""
        if explain is not None:
            self.addAction(self.tr("Why"), explain)

    def offer_labels(
        self, labels: Sequence[Label], relabel: Callable[[str | None], object], present: str | None
    ) -> None:
        """Add actions that give labels: directly in the menu if each label has a key, else in a submenu."""
        self.addSeparator()
        if len(labels) > N_KEYS:
            self.addMenu(make_relabel_menu(self, labels, relabel, present))
        else:
            add_choices(self, relabel_choices(labels, relabel, present))
            self.addAction(self.tr("No label") + "\tU", partial(relabel, None))
        self.addSeparator()

    def offer_deleting(self, delete: Callable[[], object], n_documents: int) -> None:
        """Add the action that deletes documents from the collection."""
        words = self.tr("Delete %Ln document(s) from the collection", "", n_documents)
        action = self.addAction(words + "\t" + self.tr("Del"), delete)
        set_tip(action, self.tr("The files on disk stay where they are."))
