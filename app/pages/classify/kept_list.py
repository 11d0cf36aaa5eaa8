"""Keeps the list of the Classify page over a restart: lays it out when the page first shows, and notes each change."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.domain.use_case_results import DroppedItem
from app.pages.classify.view_model import ClassifyState, ClassifyViewModel
from app.pages.shell.frame_view_model import FrameViewModel
from app.pages.shell.page_models import CLASSIFY_PAGE
from app.qt.jobs import Runner
from app.qt.page_model import Asker
from app.services.judging.classify_session import JudgedDocuments
from app.services.judging.laid_again import lay_out_kept


class KeptList(QObject):
    """Follows the list of one view-model; a list that cannot be laid out or kept disturbs nobody's work."""

    def __init__(
        self,
        runner: Runner,
        frame: FrameViewModel,
        classify: ClassifyViewModel,
        documents: Callable[[], JudgedDocuments | None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._frame, self._classify, self._documents_at_hand = frame, classify, documents
        self._asker = Asker(runner, "kept list", failed=lambda _error: None)
        self._documents: JudgedDocuments | None = None
        self._has_asked = self._is_laid_out = False
        self._noted: tuple[tuple[DroppedItem, ...], frozenset[int]] = ((), frozenset())
        frame.moved.connect(lambda _state: self._lay_out())
        classify.state_changed.connect(self._on_classify_state_changed)

    def _on_classify_state_changed(self, state: ClassifyState) -> None:
        self._lay_out()
        if self._is_laid_out:
            self._note(state)

    def _lay_out(self) -> None:
        """Ask for what lay in this workspace, once, when the page shows and a model can judge it."""
        documents, model = self._documents_at_hand(), self._classify.state.model
        if documents is not self._documents:
            self._asker.forget()
            self._documents, self._has_asked, self._is_laid_out = documents, False, False
            self._noted = ((), frozenset())
        is_due = self._frame.state.page == CLASSIFY_PAGE and bool(model)
        if documents is None or self._has_asked or not is_due:
            return
        self._has_asked = True
        self._asker.ask(
            lambda context: lay_out_kept(documents, model, context),
            then=self._on_laid_out, title=self.tr("Judging again what lay here"), lane="long",
        )  # fmt: skip

    def _on_laid_out(self, items: list[DroppedItem]) -> None:
        self._is_laid_out = True
        self._classify.take_over(items)
        if items and self._classify.state.chosen < 0:
            self._classify.choose(items[0].number)

    def _note(self, state: ClassifyState) -> None:
        """Keep the list as it is now; what was filed away is done with."""
        documents, now = self._documents, (state.items, state.filed)
        if documents is None or (now[0] is self._noted[0] and now[1] is self._noted[1]):
            return
        self._noted = now
        numbers = [item.number for item in state.items if item.number not in state.filed]
        self._asker.ask(lambda _context: documents.history.keep_list(numbers), then=lambda _nothing: None, topic="note")
