"""A runner whose answers come late, early and out of order, by a seed: what a busy machine does, on purpose.

Jobs of a lane are worked out one after the other, as in the program. When they are told is left to chance: one that was
asked later may be told first, and keys may be pressed between any two.
"""

from __future__ import annotations

import random

from PySide6.QtCore import QObject, Signal

from app.kit.jobs import (
    Ending,
    Job,
    Lane,
    Outcome,
    Work,
)

MAX_STEPS = 2_000
"""Steps after which one `finish` counts as endless. Every walk stays below it."""


class LateRunner(QObject):
    """Works when it is told to, one small step at a time."""

    changed = Signal()
    crashed = Signal(object)

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._chance = random.Random(seed)
        self._waiting: list[Job] = []
        self._untold: list[tuple[Job, Outcome]] = []

    @property
    def jobs(self) -> tuple[Job, ...]:
        """Return the jobs that wait or were not told yet."""
        return (*self._waiting, *(job for job, _ in self._untold))

    def start(
        self, work: Work, *, title: str = "", unit: str = "", lane: Lane = "quick", key: str = "",
        loses_work: bool = False,
    ) -> Job:  # fmt: skip
        """Queue `work(context)`; one with the same key that has not begun is cancelled."""
        for other in [waiting for waiting in self._waiting if key and waiting.key == key]:
            self._waiting.remove(other)
            other.emit_outcome(Outcome(Ending.CANCELLED))
        job = Job(work, title=title, unit=unit, lane=lane, key=key, loses_work=loses_work)
        self._waiting.append(job)
        self.changed.emit()
        return job

    def cancel_all(self) -> None:
        """Ask everything to stop."""
        for job in self.jobs:
            job.cancel()

    def close(self) -> None:
        """Forget what waits and what was not told."""
        self._waiting.clear()
        self._untold.clear()

    def step(self) -> bool:
        """Work something out, or tell an answer, whichever chance picks; False when nothing is left."""
        if not self.jobs:
            return False
        if self._waiting and (not self._untold or self._chance.random() < 0.5):
            self._work_out()
        else:
            self._tell()
        return True

    def some_steps(self, most: int = 4) -> None:
        """Take a few steps, or none."""
        for _ in range(self._chance.randint(0, most)):
            self.step()

    def finish(self) -> None:
        """Work everything out and tell it, with whatever that starts.

        An answer that asks again for ever, as in a page that writes over typed words, is a fault and not a hang.
        """
        for _ in range(MAX_STEPS):
            if not self.step():
                return
        raise AssertionError(f"After {MAX_STEPS} steps, answers still lead to new questions.")

    def _work_out(self) -> None:
        first_of_each_lane = list({job.lane: job for job in reversed(self._waiting)}.values())
        job = self._chance.choice(first_of_each_lane)
        self._waiting.remove(job)
        self._untold.append((job, job.run()))

    def _tell(self) -> None:
        job, outcome = self._untold.pop(self._chance.randrange(len(self._untold)))
        if outcome.ending is Ending.CRASHED and isinstance(outcome.value, Exception):
            raise outcome.value
        job.emit_outcome(outcome)
        self.changed.emit()
