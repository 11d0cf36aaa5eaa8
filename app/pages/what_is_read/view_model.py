"""Reads one document anew while somebody looks, and says what came of it."""

from __future__ import annotations

from app.domain.documents import Document
from app.qt.jobs import Runner
from app.qt.page_model import PageModel
from app.services.files.reading_sources import read_anew
from nbengine.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadingState:
    """All that the dialog shows: nothing yet, a document, or why there is none."""

    path: str = ""
    document: Document | None = None
    problem: Exception | None = None


class ReadingViewModel(PageModel[ReadingState, str]):
    """Has one document read in worker processes; what is asked is the member of its file."""

    def __init__(self, runner: Runner, path: str, member: str = "") -> None:
        super().__init__(runner, "what is read", ReadingState(path), member)

    def start(self) -> None:
        """Begin to read."""
        path = self.state.path
        self._ask(
            lambda member, context: read_anew(path, member, context),
            then=lambda document: self._change(document=document),
            topic="document",
        )

    def stop(self) -> None:
        """Read no further: nobody looks any more."""
        self._asker.stop()
