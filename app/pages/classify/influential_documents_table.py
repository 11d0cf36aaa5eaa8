"""The documents that taught a verdict: what each adds to its log-odds, taken alone out of what was learnt."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import Signal

from app.domain.use_case_results import TrainingInfluence
from app.pages.kit.table_view import ColumnLook, TableView
from app.pages.painted_values import label_cell
from app.qt import wording
from app.qt.array_table import Column


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
