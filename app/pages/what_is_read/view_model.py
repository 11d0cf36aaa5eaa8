"""Reads one document anew while somebody looks, and says what came of it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.domain.documents import Document
from app.qt.background_asking import Asker
from app.qt.jobs import Job, Runner
from app.services.files.reading_sources import read_anew
from nbengine.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadingState:
    """All that the dialog shows: nothing yet, a document, or why there is none."""

    path: str = ""
    document: Document | None = None
    problem: Exception | None = None


class ReadingViewModel(QObject):
    """Has one document read in worker processes."""

    state_changed = Signal(object)

    def __init__(self, runner: Runner, path: str, member: str = "") -> None:
        super().__init__()
        self._asker = Asker(runner, "what is read", failed=lambda error: self._change(problem=error))
        self._member = member
        self._job: Job | None = None
        self.state = ReadingState(path)

    def start(self) -> None:
        """Begin to read."""
        path, member = self.state.path, self._member
        self._job = self._asker.ask(
            lambda context: read_anew(path, member, context), then=lambda document: self._change(document=document)
        )

    def stop(self) -> None:
        """Read no further: nobody looks any more."""
        self._asker.forget()
        if self._job is not None:
            self._job.cancel()

    def _change(self, *, document: Document | None = None, problem: Exception | None = None) -> None:
        self.state = ReadingState(self.state.path, document, problem)
        self.state_changed.emit(self.state)
