"""Names of the facets on the Documents page, and the bar above a narrowed list with the actions on all of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QLocale, Signal
from PySide6.QtWidgets import QMenu

from app.domain.confidence import Doubt
from app.domain.documents import display_labels
from app.domain.results import UNDECIDED, FacetChoice, FacetCounts, FacetKind, FacetReport
from app.kit import wording
from app.kit.actions import escape_ampersands, open_menu, position_below
from app.kit.facet_list import FacetEntry, FacetGroup
from app.kit.look.fonts import px
from app.kit.painted_values import NO_COLOUR, Label, doubt_word
from app.kit.widgets import Button, Link, Pane, TextLabel, row

translate = QCoreApplication.translate
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
    """Return the groups to show. A value that all listed documents share narrows nothing, so it is left out."""
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
    """Return the translated name of a facet."""
    titles = {
        FacetKind.SENDER: translate("Facets", "Sender"),
        FacetKind.LIST: translate("Facets", "Mailing list"),
        FacetKind.MONTH: translate("Facets", "Month"),
        FacetKind.KIND: translate("Facets", "Kind"),
        FacetKind.VERDICT: translate("Facets", "Model’s verdict"),
        FacetKind.CONFIDENCE: translate("Facets", "Confidence in the label"),
        FacetKind.STATE: translate("Facets", "State"),
        FacetKind.DOUBT: translate("Facets", "Why unsure"),
    }
    return titles[kind]


def value_name(kind: FacetKind, key: str) -> str:
    """Return the translated name of a facet's value."""
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
        },
        FacetKind.STATE: {
            "wrong": translate("Facets", "model disagrees"),
            "duplicate": translate("Facets", "has duplicates"),
            "two labels": translate("Facets", "duplicates with another label"),
            "attachment": translate("Facets", "with attachment"),
            "no date": translate("Facets", "without a date"),
            "corrected": translate("Facets", "corrected by you"),
            "unsure": translate("Facets", "unsure"),
            "filed": translate("Facets", "filed away"),
            "unread": translate("Facets", "could not be read"),
        },
    }
    return names.get(kind, {}).get(key, key)


def kind_name(key: str) -> str:
    """Return the name of a kind: mail, row of a table, or the type of a file in capitals, like PDF."""
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
    """The bar above a narrowed list: how many documents are left, and what can be done with all of them."""

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
        """Show how many of all documents are listed; hide the bar if the list is not narrowed."""
        self.labels = labels
        words = self.tr("%1 of %2 documents")
        self._words.setText(
            wording.fill_placeholders(words, wording.format_count(n_listed), wording.format_count(n_documents))
        )
        self._acts.setText(self.tr("Actions for %Ln document(s)…", "", n_listed))
        self._acts.setEnabled(n_listed > 0)
        self.setVisible(is_narrowed)

    def menu(self) -> QMenu:
        """Return the menu of actions on all listed documents."""
        menu = QMenu(self)
        labels = menu.addMenu(self.tr("Label as"))
        for label in self.labels:
            labels.addAction(escape_ampersands(label.name), partial(self.label_wanted.emit, label.name))
        labels.addSeparator()
        labels.addAction(self.tr("No label"), partial(self.label_wanted.emit, None))
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
