"""Long work off the GUI thread: two threads, each with a queue, and one way to report, to stop and to hear back.

A job is a function of a `JobContext`, mostly a closure over what is asked. It reports by leaving its progress where a
timer of the window finds it, so that a job that reports a million times costs the window nothing. Signals arrive on the
GUI thread. A job with a key takes the place of one with the same key that has not begun: what the person asked
for last is what is worked out; a running one finishes, so that a moving slider still shows results.

Garbage is collected on the GUI thread alone (`GarbageCollection`): widgets that die on another take the program down
with them. Objects that refer to each other are found by Python's collector, which runs on whichever thread happens to
allocate: among them may be widgets, and a job's thread would destroy those while Qt draws them. So Python's own timing
is off while there are threads, and the GUI thread collects whenever it is about to sleep: nobody waits for it then, an
idle window does nothing, and while a job runs the window's poll for progress wakes it. What a job leaves lies until
then. What is there before the first job, modules for the most part, is not looked at again: that would take longest.
"""

from __future__ import annotations

import gc
import logging
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Literal, Protocol

from PySide6.QtCore import QAbstractEventDispatcher, QObject, QThread, QTimer, Signal, Slot

from app.domain.errors import AppError
from app.domain.jobs import Cancelled, JobContext
from nbengine.lazy_dataclasses import dataclass

logger = logging.getLogger(__name__)

FULL_SHARE = 0.01
"""Of the time that passes, how much may go into looking at everything that came since."""
YOUNGEST, OLDEST = 0, 2


class GarbageCollection(QObject):
    """Collects on the thread it was made on, from `begin` to `end`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_on = False
        self._rests_until_s = 0.0

    def begin(self) -> None:
        """Take garbage collection over from Python, as there are other threads from now on."""
        if self._is_on:
            return
        self._is_on = True
        gc.disable()
        gc.freeze()
        QAbstractEventDispatcher.instance().aboutToBlock.connect(self._on_dispatcher_about_to_block)

    def end(self) -> None:
        """Leave it to Python again: the other threads are gone."""
        if not self._is_on:
            return
        self._is_on = False
        QAbstractEventDispatcher.instance().aboutToBlock.disconnect(self._on_dispatcher_about_to_block)
        gc.unfreeze()
        gc.enable()

    @Slot()
    def _on_dispatcher_about_to_block(self) -> None:
        """Collect the oldest generation that is due by Python's own thresholds; everything only after a rest."""
        counts = zip(gc.get_count(), gc.get_threshold(), strict=True)
        due = [generation for generation, (count, threshold) in enumerate(counts) if count > threshold > 0]
        if YOUNGEST not in due:
            return
        if OLDEST in due and time.monotonic() < self._rests_until_s:
            due.remove(OLDEST)
        began_s = time.monotonic()
        gc.collect(max(due))
        if OLDEST in due:
            ended_s = time.monotonic()
            self._rests_until_s = ended_s + (ended_s - began_s) / FULL_SHARE


LETTING_GO_MS = 100
TURN_S = 0.002
"""The longest turn of a job once the window asks for its own; the usual 5 ms are felt where a list scrolls."""
Work = Callable[[JobContext], object]
Lane = Literal["long", "quick"]


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a job; `total` 0 means that nobody knows yet."""

    done: float = 0.0
    total: float = 0.0
    phase: str = ""
    seconds: float = 0.0
    """Since the job began."""

    @property
    def share(self) -> float | None:
        """Return the share that is done, from 0 to 1, or None where nobody knows."""
        return min(self.done / self.total, 1.0) if self.total > 0 else None

    @property
    def per_second(self) -> float:
        """Return how much was done in a second, over the whole job."""
        return self.done / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Return the seconds still needed at this rate; None before anything can be said."""
        if self.share is None or self.done <= 0 or self.seconds < 0.5:
            return None
        return (self.total - self.done) / self.per_second


class _Context:
    """The job's side: what `app.domain.jobs.JobContext` asks for."""

    def __init__(self) -> None:
        self.stop = threading.Event()
        self.progress = Progress()
        self.began_s: float | None = None

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        """Leave the progress where the window finds it; raise Cancelled if the person asked for it."""
        began = self.began_s if self.began_s is not None else time.monotonic()
        self.progress = Progress(done, total, phase, time.monotonic() - began)
        if self.stop.is_set():
            raise Cancelled


class Ending(Enum):
    """A way in which a job came to its end."""

    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a job: a result, or an exception."""

    ending: Ending
    value: object = None


class Job(QObject):
    """One piece of work, seen from the window."""

    succeeded = Signal(object)
    failed = Signal(object)
    """With the AppError, or with the exception of a bug, which the runner reports as well."""
    cancelled = Signal()
    settled = Signal()
    """After any of the three."""

    def __init__(
        self, work: Work, *, title: str = "", unit: str = "", lane: Lane = "quick", key: str = "",
        loses_work: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        self.title, self.unit, self.lane, self.key = title, unit, lane, key
        self.loses_work = loses_work
        """Stopping it throws away work that a person asked for: the window asks before it closes."""
        self._work, self._context = work, _Context()

    @property
    def progress(self) -> Progress:
        """The last that the job reported."""
        return self._context.progress

    @property
    def seconds(self) -> float:
        """Return for how many seconds it has run; 0 while it waits."""
        return time.monotonic() - self._context.began_s if self._context.began_s is not None else 0.0

    @property
    def has_begun(self) -> bool:
        """Return whether it has begun, rather than waiting in the queue."""
        return self._context.began_s is not None

    @Slot()
    def cancel(self) -> None:
        """Ask the job to stop at its next checkpoint."""
        self._context.stop.set()

    def run(self) -> Outcome:
        """Run the work on the calling thread and log how it ended."""
        self._context.began_s = time.monotonic()
        outcome = self._outcome()
        level = logging.INFO if self.lane == "long" else logging.DEBUG
        if outcome.ending is Ending.CRASHED:
            level = logging.ERROR
        reason = f" ({type(outcome.value).__name__})" if isinstance(outcome.value, Exception) else ""
        logger.log(
            level, "%s job of %s %s after %.3f s%s", self.lane, self._name, outcome.ending.value, self.seconds, reason
        )
        return outcome

    def _outcome(self) -> Outcome:
        try:
            self._context.checkpoint()
            return Outcome(Ending.SUCCEEDED, self._work(self._context))
        except Cancelled:
            return Outcome(Ending.CANCELLED)
        except AppError as error:
            return Outcome(Ending.FAILED, error)
        except Exception as error:
            return Outcome(Ending.CRASHED, error)

    @property
    def _name(self) -> str:
        """The page and topic, or else the function, for the log; a title may quote a document."""
        work = self._work
        while isinstance(work, partial):
            work = work.func
        return self.key or f"{getattr(work, '__module__', '?')}.{getattr(work, '__qualname__', type(work).__name__)}"

    def settle(self, outcome: Outcome) -> None:
        """Tell whoever waits, on the GUI thread."""
        if outcome.ending is Ending.SUCCEEDED:
            self.succeeded.emit(outcome.value)
        elif outcome.ending is Ending.CANCELLED:
            self.cancelled.emit()
        else:
            self.failed.emit(outcome.value)
        self.settled.emit()


class JobThread(QThread):
    """Runs the jobs of one lane, one after the other."""

    ended = Signal(object, object)
    """A job and its outcome."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[Job] = deque()
        self._running: Job | None = None
        self._is_closing = False
        self._news = threading.Condition()

    def put(self, job: Job) -> list[Job]:
        """Queue a job and return those it takes the place of."""
        with self._news:
            replaced = [other for other in self._waiting if job.key and other.key == job.key]
            for other in replaced:
                self._waiting.remove(other)
            self._waiting.append(job)
            self._news.notify()
        return replaced

    def close(self) -> None:
        """Stop what runs, forget what waits, and end."""
        with self._news:
            self._is_closing = True
            self._waiting.clear()
            if self._running is not None:
                self._running.cancel()
            self._news.notify()
        self.wait()

    def run(self) -> None:
        while (job := self._next()) is not None:
            self.ended.emit(job, job.run())
            del job  # the runner keeps it a little longer, so that it ends on the GUI thread

    def _next(self) -> Job | None:
        with self._news:
            self._running = None
            self._news.wait_for(lambda: self._is_closing or self._waiting)
            if self._is_closing:
                return None
            self._running = self._waiting.popleft()
            return self._running


class Runner(Protocol):
    """The interface by which a view-model starts work."""

    def start(
        self, work: Work, *, title: str = "", unit: str = "", lane: Lane = "quick", key: str = "",
        loses_work: bool = False,
    ) -> Job:  # fmt: skip
        """Queue `work(context)`; a title shows it in the job bar."""


class JobRunner(QObject):
    """The two threads behind the window: `long` for imports and trainings, `quick` for what answers at once."""

    changed = Signal()
    """A job was added or has ended."""
    crashed = Signal(object)
    """An exception that is our own bug."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._threads: dict[Lane, JobThread] = {"long": JobThread(self), "quick": JobThread(self)}
        self._garbage = GarbageCollection(self)
        self._usual_turn_s = sys.getswitchinterval()
        self._is_closed = False
        self._jobs: list[Job] = []
        self._settled: list[Job] = []
        for thread in self._threads.values():
            thread.ended.connect(self._on_thread_ended)

    @property
    def jobs(self) -> tuple[Job, ...]:
        """Everything that runs or waits, in the order it was asked for."""
        return tuple(self._jobs)

    def start(
        self, work: Work, *, title: str = "", unit: str = "", lane: Lane = "quick", key: str = "",
        loses_work: bool = False,
    ) -> Job:  # fmt: skip
        """Queue `work(context)` on a lane and return the job to listen to."""
        job = Job(work, title=title, unit=unit, lane=lane, key=key, loses_work=loses_work)
        if self._is_closed:  # a question that rested for a moment while the window went
            return job
        self._jobs.append(job)
        thread = self._threads[lane]
        if not thread.isRunning():
            self._garbage.begin()
            sys.setswitchinterval(TURN_S)
            thread.start()
        for replaced in thread.put(job):
            self._finish(replaced, Outcome(Ending.CANCELLED))
        self.changed.emit()
        return job

    @property
    def jobs_that_lose_work(self) -> tuple[Job, ...]:
        """Return the jobs that run or wait and must not be stopped without a question."""
        return tuple(job for job in self._jobs if job.loses_work)

    def cancel_all(self) -> None:
        """Ask everything to stop."""
        for job in self._jobs:
            job.cancel()

    def close(self) -> None:
        """Stop everything and wait for the threads; what ran is cancelled as if by the person, nothing else begins."""
        self._is_closed = True
        self.cancel_all()
        for thread in self._threads.values():
            thread.close()
        self._garbage.end()
        sys.setswitchinterval(self._usual_turn_s)
        self._jobs.clear()
        self._settled.clear()

    @Slot(object, object)
    def _on_thread_ended(self, job: Job, outcome: Outcome) -> None:
        if outcome.ending is Ending.CRASHED:
            self.crashed.emit(outcome.value)
        self._finish(job, outcome)
        self.changed.emit()

    def _finish(self, job: Job, outcome: Outcome) -> None:
        if job in self._jobs:
            self._jobs.remove(job)
            self._settled.append(job)
            QTimer.singleShot(LETTING_GO_MS, self._let_go)
            job.settle(outcome)

    @Slot()
    def _let_go(self) -> None:
        """Forget the job that settled first, and whatever hangs on it: its thread has let go of it long ago."""
        if self._settled:
            self._settled.pop(0)
