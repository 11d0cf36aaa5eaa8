"""Questions to the workspace that is open; while none is, nothing is asked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from app.domain.jobs import JobContext
from app.qt.jobs import Lane, Runner
from app.qt.page_model import Asker
from app.session.session import Session

Answer = TypeVar("Answer")


class SessionAsker:
    """Holds the open session, and lets no answer of the one before arrive."""

    def __init__(self, runner: Runner, name: str, *, failed: Callable[[Exception], object]) -> None:
        self._asker = Asker(runner, name, failed=failed)
        self.session: Session | None = None

    def open(self, path: Path) -> Session:
        """Open another workspace; one that does not exist is made by the first question."""
        self.close()
        self._asker.forget()
        self.session = Session(path, create=True)
        return self.session

    def close(self) -> None:
        """Let go of the workspace."""
        if self.session is not None:
            self.session.close()
            self.session = None

    def ask(
        self,
        work: Callable[[Session, JobContext], Answer],
        *,
        then: Callable[[Answer], object],
        topic: str = "",
        failed: Callable[[Exception], object] | None = None,
        title: str = "",
        unit: str = "",
        lane: Lane = "quick",
    ) -> None:
        """Ask on a lane, and hand the answer to `then` while the question stands."""
        session = self.session
        if session is not None:
            self._asker.ask(lambda context: work(session, context), then=then, topic=topic, failed=failed, title=title,
                            unit=unit, lane=lane)  # fmt: skip
