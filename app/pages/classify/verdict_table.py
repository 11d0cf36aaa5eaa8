"""The list of verdicts: label, how sure it is, subject, and sender or file; a click on a head sorts.

Beside it the table of documents that taught a verdict: what each adds to its log-odds, taken alone out of what was
learnt.

A row's menu is everything that its keys do, by name.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.domain.corpus_browsing import reason_of
from app.domain.sureness import Doubt, Sureness, how_sure
from app.domain.use_case_results import DroppedItem, TrainingInfluence
from app.pages.classify.view_model import ClassifyState, ClassifyViewModel, VerdictOrder
from app.pages.documents.columns import FileMenu
from app.pages.kit.cell_painting import BAR
from app.pages.kit.table_view import ColumnLook, TableView, label_width, offer_columns
from app.pages.painted_values import (
    NO_COLOUR,
    SurenessCell,
    doubt_word,
    label_cell,
    spoken,
    sureness_cell,
    word_of,
)
from app.qt import wording
from app.qt.actions import literally
from app.qt.array_table import Column
from app.qt.look import fonts, painting
from app.qt.look.fonts import px
from app.qt.wording import translated_template
from nbengine.lazy_dataclasses import dataclass


class TaughtTable(TableView):
    """A table of documents: those for the verdict first, then those against; Enter opens one in the list."""

    document_wanted = Signal(int)

    def __init__(self) -> None:
        super().__init__("", row_height=22)
        self.setAccessibleName(self.tr("Documents that taught it"))
        self._numbers: list[int] = []
        self._shown: TrainingInfluence | None = None
        self.remark = self.tr("weighing documents…")
        self.row_opened.connect(lambda number: self.document_wanted.emit(self._numbers[number]))

    @property
    def is_waiting(self) -> bool:
        """Tell whether no documents were found yet."""
        return self._shown is None

    def show_influence(self, found: TrainingInfluence | None, colours: Mapping[str, int]) -> None:
        """Show the documents that weigh most, or none."""
        if found is self._shown and found is not None:
            return
        self._shown, self.remark = found, self.tr("weighing documents…")
        if found is not None:
            words = self.tr("each taken alone out of %1").replace("%1", wording.count(found.n_documents))
            self.remark = words if found.label is not None else ""
        documents = () if found is None else (*found.backing, *found.opposing)
        self._numbers = [each.number for each in documents]
        effects = np.array([each.effect for each in documents], dtype=np.float64)
        wrong = self.tr("wrong label? rather %1")  # nothing else of what was learnt speaks for its label
        titles = [(each.title, wrong.replace("%1", each.rather) if each.rather else "") for each in documents]
        senders = [wording.sender_name(each.sender) for each in documents]
        self.show_columns([
            Column(
                self.tr("Adds"), effects, lambda effect: wording.decimal(effect, 2, signed=True),
                ColumnLook("number", 76),
            ),
            Column(
                self.tr("Label"), [label_cell(each.label, colours) for each in documents], lambda cell: cell.name,
                ColumnLook("label", 84),
            ),
            Column(self.tr("Subject"), titles, ": ".join, ColumnLook("titled")),
            Column(self.tr("From"), senders, look=ColumnLook("quiet", 130, keeps=640)),
        ])  # fmt: skip


@dataclass(frozen=True, slots=True)
class VerdictColumn(Column):
    """A column, and the order of the list that a click on its head asks for."""

    sorts_by: VerdictOrder = VerdictOrder.DROPPED


class VerdictTable(TableView):
    """Shows the documents that were judged."""

    order_wanted = Signal(object)
    item_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__("", remembered_as="verdicts")
        self.setAccessibleName(self.tr("Verdicts"))
        self.items: list[DroppedItem] = []
        self._columns: list[VerdictColumn] = []
        self._marks: tuple[object, ...] = ()
        offer_columns(self)
        clicked = self.horizontalHeader().sectionClicked
        clicked.connect(lambda section: self.order_wanted.emit(self._columns[section].sorts_by))
        self.row_chosen.connect(self._on_row_chosen)

    def show_items(self, items: list[DroppedItem], state: ClassifyState) -> None:
        """List these, with the chosen one chosen."""
        marks = (state.filed, state.labels)
        if items != self.items or marks != self._marks:
            self.items, self._marks, self._columns = items, marks, self._columns_of(items, state)
            self.show_columns(self._columns)
        places = [place for place, each in enumerate(self._columns) if each.sorts_by is state.order]
        self.mark_order(places[0] if places else -1, descending=state.is_turned)
        self.choose_row(next((place for place, item in enumerate(items) if item.number == state.chosen), -1))

    def chosen_items(self) -> list[int]:
        """The numbers of the items chosen."""
        return [self.items[number].number for number in self.chosen_numbers() if number < len(self.items)]

    def _columns_of(self, items: Sequence[DroppedItem], state: ClassifyState) -> list[VerdictColumn]:
        """List the columns; where there is little room, the sender goes first."""
        colours = state.colours
        shares = np.array([np.nan if item.verdict.probability is None else item.verdict.probability for item in items])
        scores = np.array([how_sure(item.verdict).score for item in items], dtype=np.float64)
        return [
            VerdictColumn(
                self.tr("Label"), [label_cell(item.label, colours) for item in items], lambda cell: cell.name,
                ColumnLook("label", label_width(colours, 64), name="label"), sorts_by=VerdictOrder.LABEL,
            ),
            VerdictColumn(
                self.tr("Sureness"), [sure_cell(item, colours) for item in items], spoken,
                ColumnLook("sureness", sureness_width(), least=least_sureness_width(), keeps=300, name="sureness"),
                sorts_by=VerdictOrder.UNSURE,
            ),
            VerdictColumn(
                self.tr("Subject"), [f"✓ {item.title}" if item.number in state.filed else item.title for item in items],
                look=ColumnLook("strong"), sorts_by=VerdictOrder.TITLE,
            ),
            VerdictColumn(
                self.tr("From or file"), [sender_or_file(item) for item in items],
                look=ColumnLook("quiet", 140, slim=100, keeps=480, name="from"), sorts_by=VerdictOrder.SENDER,
            ),
            VerdictColumn(
                self.tr("File"), [file_of(item) for item in items],
                look=ColumnLook("quiet-path", 140, name="file", is_extra=True), sorts_by=VerdictOrder.FILE,
            ),
            VerdictColumn(
                self.tr("Probability"), shares, wording.probability_or_nothing,
                ColumnLook("quiet-number", 80, name="probability", is_extra=True), sorts_by=VerdictOrder.PROBABILITY,
            ),
            VerdictColumn(
                self.tr("Score"), scores, lambda score: wording.decimal(score, 2, signed=True),
                ColumnLook("quiet-number", 90, name="score", is_extra=True), sorts_by=VerdictOrder.SCORE,
            ),
        ]  # fmt: skip

    def _on_row_chosen(self, number: int) -> None:
        if 0 <= number < len(self.items):
            self.item_chosen.emit(self.items[number].number)


def sure_cell(item: DroppedItem, colours: Mapping[str, int]) -> SurenessCell:
    """Return how sure the verdict is, as a word and a bar."""
    told = how_sure(item.verdict, is_by_person=item.corrected is not None)
    return sureness_cell(told, colours.get(item.label or "", NO_COLOUR))


def sender_or_file(item: DroppedItem) -> str:
    """Return who sent it, or the file it is in; for what was not read, the reason."""
    if item.error:
        return told_error(item)
    sender = item.document.sender if item.document is not None else ""
    return wording.sender_name(sender) if sender else file_of(item)


def told_error(item: DroppedItem) -> str:
    """Say in the language of the window why it could not be read."""
    return item.error if item.failure is None else str(reason_of(item.failure).render(translated_template))


def file_of(item: DroppedItem) -> str:
    """Name the file that it is of."""
    return os.path.basename(item.verdict.member or item.verdict.path)


def sureness_width() -> int:
    """Return the width in which no word or reason of sureness is cut."""
    chip = painting.outline_chip_width(word_of(Sureness.UNSURE)) + px(6)
    reasons = [chip + painting.width_of(doubt_word(doubt), fonts.small()) for doubt in Doubt]
    return max(least_sureness_width(), round((max(reasons) + px(20)) / px(100) * 100))


def least_sureness_width() -> int:
    """Return the width in which no word of sureness is cut; reasons are left to the tooltip."""
    chip = painting.outline_chip_width(word_of(Sureness.UNSURE))
    words = [px(BAR + 9) + painting.width_of(word_of(word), fonts.body()) for word in (Sureness.SURE, Sureness.LIKELY)]
    return round((max(chip, *words) + px(20)) / px(100) * 100)


N_KEYS = 9


class VerdictMenu(FileMenu):
    """All acts on the list and the chosen item of it, each with its key."""

    def __init__(
        self,
        parent: QWidget,
        model: ClassifyViewModel,
        say: Callable[[str], object],
        take_off: Callable[[], object],
        export: Callable[[], object],
        show_reading: Callable[[str, str], object] | None,
    ) -> None:
        super().__init__(parent)
        item = model.state.chosen_item
        if item is not None and not item.error:
            for number, label in enumerate(model.state.labels, start=1):
                key = f"\t{number}" if number <= N_KEYS else ""
                self.addAction(self.tr("It is %1").replace("%1", literally(label.name)) + key, partial(say, label.name))
            self.addSeparator()
        if item is not None and item.verdict.path:
            path, member, is_there = item.verdict.path, item.verdict.member, Path(item.verdict.path).is_file()
            self.offer_file(path, member, model.read_again if is_there else None, show_reading)
            self.addSeparator()
        self.addAction(self.tr("Next unsure") + "\tN", model.choose_next_unsure)
        if item is not None:
            self.addAction(self.tr("Take off the list") + "\t" + self.tr("Del"), take_off)
        self.addAction(self.tr("Clear the list"), model.clear)
        self.addSeparator()
        self.addAction(self.tr("Export CSV…"), export)
