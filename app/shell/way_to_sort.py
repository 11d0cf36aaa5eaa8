"""Connects the Sort page: opens the current corpus on it, and shows it after an import without labels."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from app.domain.results import ImportReport
from app.features.documents.view_model import DocumentsViewModel
from app.features.sort.use_cases import PileDesk, is_without_labels
from app.features.sort.view_model import SortingViewModel
from app.kit.frame import DOCUMENTS_PAGE, SORT_PAGE, FrameState, FrameViewModel
from app.kit.jobs import Runner
from app.kit.page_model import RequestSender
from app.shell.workspace_view_model import WorkspaceViewModel


class SortPageConnector(QObject):
    """Opens the current corpus when the Sort page is shown, and connects that page with the Documents page."""

    def __init__(
        self, runner: Runner, home: WorkspaceViewModel, frame: FrameViewModel, sorting: SortingViewModel,
        documents: DocumentsViewModel,
    ) -> None:  # fmt: skip
        super().__init__(home)
        self._home, self._frame, self._sorting = home, frame, sorting
        self._asker = RequestSender(runner, "way to sort", failed=lambda error: frame.change(problem=error))
        home.opened.connect(self._on_opened)
        home.imported.connect(self._on_imported)
        frame.moved.connect(self._on_frame_moved)
        home.steps.stepped.connect(self._on_stepped)
        sorting.document_wanted.connect(frame.on_page(DOCUMENTS_PAGE, documents.show_document))
        for follow in (documents.refresh, home.refresh):
            sorting.labels_given.connect(follow)

    def _on_opened(self, _path: Path) -> None:
        self._asker.forget()
        if self._home.session is not None:
            self._sorting.open_workspace(PileDesk(self._home.session))

    def _on_frame_moved(self, state: FrameState) -> None:
        n_documents = next((corpus.n_documents for corpus in state.corpora if corpus.name == state.corpus), 0)
        if state.page == SORT_PAGE:
            self._sorting.open_corpus(state.corpus, n_documents)

    def _on_stepped(self, _step: object) -> None:
        self._sorting.follow_undo()

    def _on_imported(self, report: ImportReport) -> None:
        session = self._home.session
        if session is not None and report.documents:
            self._asker.ask(
                lambda _context: is_without_labels(session, report.corpus),
                then=lambda is_unlabelled: self._frame.open_page(SORT_PAGE) if is_unlabelled else None,
            )
