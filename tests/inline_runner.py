"""A runner without threads: what was asked is answered when a test says so, in the order in which it was asked."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.kit.jobs import (
    Ending,
    Job,
    Lane,
    Outcome,
    Work,
)


class InlineRunner(QObject):
    """A runner without threads: jobs wait until `run` is called, then run there and then."""

    changed = Signal()
    crashed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._jobs: list[Job] = []

    @property
    def jobs(self) -> tuple[Job, ...]:
        """Return the jobs that wait."""
        return tuple(self._jobs)

    def start(
        self, work: Work, *, title: str = "", unit: str = "", lane: Lane = "quick", key: str = "",
        loses_work: bool = False,
    ) -> Job:  # fmt: skip
        """Queue `work(context)`."""
        for other in [waiting for waiting in self._jobs if key and waiting.key == key]:
            self._jobs.remove(other)
            other.emit_outcome(Outcome(Ending.CANCELLED))
        job = Job(work, title=title, unit=unit, lane=lane, key=key, loses_work=loses_work)
        self._jobs.append(job)
        self.changed.emit()
        return job

    def run(self) -> None:
        """Run everything that waits, and what that starts, until nothing is left."""
        while self._jobs:
            self.run_first()

    def run_first(self) -> None:
        """Run what has waited longest, and let what it starts wait."""
        job = self._jobs.pop(0)
        outcome = job.run()
        if outcome.ending is Ending.CRASHED:
            raise outcome.value if isinstance(outcome.value, Exception) else RuntimeError
        job.emit_outcome(outcome)
        self.changed.emit()
