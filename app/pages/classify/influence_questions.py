"""Questions that cost much, such as for the documents that weigh most in a verdict: so few are asked."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.jobs import JobContext
from app.qt.background_asking import Asker
from app.qt.jobs import Job, Runner
from app.services.judging.training_influence import influence_on_stored
from app.store.access import Place

REST_MS = 400
TOPIC = "taught"

Weigh = Callable[[JobContext], object]


class Weighing(QObject):
    """Weighs for one verdict at a time: the next question ends the one before."""

    found = Signal(object)

    def __init__(
        self, runner: Runner, parent: QObject, *, failed: Callable[[Exception], object], name: str = "weighing"
    ) -> None:
        super().__init__(parent)
        self._asker = Asker(runner, name, failed=failed)
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._begin)
        self._weigh: Weigh | None = None
        self._job: Job | None = None

    def ask(self, weigh: Weigh, *, after_rest: bool = False) -> None:
        """Ask at once, or when nothing else was asked for a while: who goes down a list wants only the last."""
        self.stop()
        self._weigh = weigh
        if after_rest:
            self._rest.start()
        else:
            self._begin()

    def stop(self) -> None:
        """Let go of what was asked, and end what is being weighed."""
        self._rest.stop()
        self._asker.forget(TOPIC)
        if self._job is not None:
            self._job.cancel()
        self._weigh = self._job = None

    def _begin(self) -> None:
        if self._weigh is not None:
            self._job = self._asker.ask(self._weigh, then=self.found.emit, topic=TOPIC, lane="long")


def weighing_for_stored(place: Place, model: str, number: int) -> Weigh:
    """Make the question for a stored document, as judged by a model that has forgotten it."""
    return lambda context: influence_on_stored(place, model, number, context)
