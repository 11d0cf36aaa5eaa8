"""Background jobs: three worker threads, each with a queue, with progress, cancellation and results as Qt signals.

A job is a function of a `JobContext`, usually a closure. It stores its progress in the context, and the window polls
the progress with a timer. A job may therefore report as often as it likes. Signals arrive on the GUI thread.

A new job replaces a queued job with the same key. A running job is not stopped, so that a slider that keeps moving
still shows results.

The garbage collector runs on the GUI thread alone (`GarbageCollector`). Python's collector runs on whichever thread
happens to allocate. A worker thread that collects a reference cycle with a widget in it would destroy the widget while
Qt draws it, and crash. So automatic collection is off while worker threads exist, and the GUI thread collects whenever
its event loop is about to sleep. While a job runs, the progress timer wakes the event loop regularly. Objects that
exist before the first job (mostly modules) are frozen, because scanning them would take longest.
"""

from __future__ import annotations

import gc
import logging
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Literal, Protocol, get_args

from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QObject, QThread, QTimer, Signal, Slot

from app.domain.errors import AppError
from app.domain.jobs import LOCK_WAIT, MAX_LOCK_WAIT_MS, Cancelled, JobContext, LockWait
from app.kit.wording import Translatable, current_words

logger = logging.getLogger(__name__)

FULL_COLLECTION_SHARE = 0.01
"""Maximum share of elapsed time spent on full collections."""
YOUNGEST, OLDEST = 0, 2


class GarbageCollector(QObject):
    """Runs the garbage collector on the thread that created it, between `begin` and `end`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_on = False
        self._rests_until_s = 0.0

    def begin(self) -> None:
        """Turn automatic collection off and collect from the event loop instead. Call before a worker thread starts."""
        if self._is_on:
            return
        self._is_on = True
        gc.disable()
        gc.freeze()
        QAbstractEventDispatcher.instance().aboutToBlock.connect(self._on_dispatcher_about_to_block)

    def end(self) -> None:
        """Turn automatic collection on again. Call after the worker threads have ended."""
        if not self._is_on:
            return
        self._is_on = False
        QAbstractEventDispatcher.instance().aboutToBlock.disconnect(self._on_dispatcher_about_to_block)
        gc.unfreeze()
        gc.enable()

    @Slot()
    def _on_dispatcher_about_to_block(self) -> None:
        """Collect the oldest generation that is due.

        Full collections may take at most the fraction `FULL_COLLECTION_SHARE` of the time.
        """
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
            self._rests_until_s = ended_s + (ended_s - began_s) / FULL_COLLECTION_SHARE


RELEASE_DELAY_MS = 100
"""Delay before a finished job is released. Its thread must drop its reference first."""
SWITCH_INTERVAL_S = 0.002
"""Thread switch interval while jobs run. Python's default of 5 ms makes scrolling visibly jerky."""
Work = Callable[[JobContext], object]
Lane = Literal["long", "quick", "side"]
JobUnit = Literal["", "bytes", "documents"]
"""What the progress of a job counts; empty if its rate is not shown."""


SHARE_OF_EVIDENCE, SECONDS_OF_EVIDENCE, LEAST_SHARE_OF_EVIDENCE = 0.1, 3.0, 0.02
"""Progress from which the time left is estimated: a tenth of the work, or 3 seconds and a fiftieth of it.

The time of the first documents includes the start of worker processes, so an estimate from it is too long.
"""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a job."""

    done: float = 0.0
    """Number of units that are done, such as documents or bytes."""
    total: float = 0.0
    """Total number of units; 0 if unknown."""
    phase: str = ""
    seconds: float = 0.0
    """Seconds since the job began, or since its progress last restarted."""

    @property
    def share(self) -> float | None:
        """Fraction of the units that are done, from 0 to 1; None if the total is unknown."""
        return min(self.done / self.total, 1.0) if self.total > 0 else None

    @property
    def per_second(self) -> float:
        """Average number of units per second since the start."""
        return self.done / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Estimated seconds left at this rate; None if the total is unknown, or if too little is done for an
        estimate.
        """
        share = self.share or 0.0
        is_known = self.seconds >= SECONDS_OF_EVIDENCE and share >= LEAST_SHARE_OF_EVIDENCE
        if not is_known and not (self.seconds >= 0.5 and share >= SHARE_OF_EVIDENCE):
            return None
        return (self.total - self.done) / self.per_second


class _Context:
    """Implementation of `app.domain.jobs.JobContext`."""

    def __init__(self) -> None:
        self.stop = threading.Event()
        self.progress = Progress()
        self.began_s: float | None = None
        self._last_done = 0.0
        self._pass_began_s: float | None = None
        """When the progress last fell; None if it never did."""

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        """Store the progress; raise Cancelled if the job was cancelled."""
        now = time.monotonic()
        if total > 0:
            if done < self._last_done:  # a new pass: the time of earlier ones would make its rate too low
                self._pass_began_s = now
            self._last_done = done
        began = next((start for start in (self._pass_began_s, self.began_s) if start is not None), now)
        self.progress = Progress(done, total, phase, now - began)
        if self.stop.is_set():
            raise Cancelled


class Ending(Enum):
    """How a job ended."""

    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a job: how it ended, and the returned value or the exception."""

    ending: Ending
    value: object = None


class Job(QObject):
    """A background job, as seen from the GUI thread."""

    succeeded = Signal(object)
    failed = Signal(object)
    """Carries the exception. The runner also reports exceptions that are not AppErrors through `crashed`."""
    cancelled = Signal()
    settled = Signal()
    """Emitted after `succeeded`, `failed` or `cancelled`."""

    def __init__(
        self, work: Work, *, title: Translatable = "", unit: JobUnit = "", lane: Lane = "quick", key: str = "",
        loses_work: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        self._title, self.unit, self.lane, self.key = title, unit, lane, key
        self.loses_work = loses_work
        """True if stopping the job loses the user's work: the window asks before it closes."""
        self._work, self._context = work, _Context()

    @property
    def title(self) -> str:
        """The title in the window's current language; empty if the job bar does not show the job.

        A job without a title gets a title while it waits for another program.
        """
        return current_words(self._title)

    @property
    def progress(self) -> Progress:
        """The last reported progress."""
        return self._context.progress

    @property
    def seconds(self) -> float:
        """Seconds since the job began; 0 while it is queued."""
        return time.monotonic() - self._context.began_s if self._context.began_s is not None else 0.0

    @property
    def has_begun(self) -> bool:
        """True once the job has been taken from the queue."""
        return self._context.began_s is not None

    @property
    def is_stopping(self) -> bool:
        """True after a request to cancel, until the job reaches its next checkpoint."""
        return self._context.stop.is_set()

    @Slot()
    def cancel(self) -> None:
        """Request cancellation; the job stops at its next checkpoint."""
        self._context.stop.set()

    def run(self) -> Outcome:
        """Run the function of the job on the calling thread, log its ending, and return the outcome."""
        self._context.began_s = time.monotonic()
        token = LOCK_WAIT.set(LockWait(MAX_LOCK_WAIT_MS, self._show_lock_wait))
        try:
            outcome = self._run_work()
        finally:
            LOCK_WAIT.reset(token)
        level = logging.INFO if self.lane == "long" else logging.DEBUG
        if outcome.ending is Ending.CRASHED:
            level = logging.ERROR
        reason = f" ({type(outcome.value).__name__})" if isinstance(outcome.value, Exception) else ""
        logger.log(
            level, "%s job of %s %s after %.3f s%s", self.lane, self._name, outcome.ending.value, self.seconds, reason
        )
        return outcome

    def _run_work(self) -> Outcome:
        try:
            self._context.checkpoint()
            return Outcome(Ending.SUCCEEDED, self._work(self._context))
        except Cancelled:
            return Outcome(Ending.CANCELLED)
        except AppError as error:
            return Outcome(Ending.FAILED, error)
        except Exception as error:
            return Outcome(Ending.CRASHED, error)

    def _show_lock_wait(self, name: str) -> None:
        words = QCoreApplication.translate("Job", "waiting for another task or program that is writing to “%1”")
        words = words.replace("%1", name)
        if self.title:
            self._context.checkpoint(phase=words)
        else:  # the job bar shows the job from now on, so that it can be stopped
            self._title = words[:1].upper() + words[1:]
            self._context.checkpoint()

    @property
    def _name(self) -> str:
        """Name of the job in the log: its key, or the name of its function if it has no key.

        The title is not logged, because it may quote a document.
        """
        work = self._work
        while isinstance(work, partial):
            work = work.func
        return self.key or f"{getattr(work, '__module__', '?')}.{getattr(work, '__qualname__', type(work).__name__)}"

    def emit_outcome(self, outcome: Outcome) -> None:
        """Emit the Qt signals for the outcome of the job. Call this on the GUI thread."""
        if outcome.ending is Ending.SUCCEEDED:
            self.succeeded.emit(outcome.value)
        elif outcome.ending is Ending.CANCELLED:
            self.cancelled.emit()
        else:
            self.failed.emit(outcome.value)
        self.settled.emit()


class JobThread(QThread):
    """A worker thread that runs the jobs of one lane in order."""

    ended = Signal(object, object)
    """A job and its outcome."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[Job] = deque()
        self._running: Job | None = None
        self._is_closing = False
        self._condition = threading.Condition()

    def put(self, job: Job) -> list[Job]:
        """Queue a job. Queued jobs with the same key are removed and returned."""
        with self._condition:
            replaced = [other for other in self._waiting if job.key and other.key == job.key]
            for other in replaced:
                self._waiting.remove(other)
            self._waiting.append(job)
            self._condition.notify()
        return replaced

    def close(self) -> None:
        """Cancel the running job, drop the queue, and wait for the thread to end."""
        with self._condition:
            self._is_closing = True
            self._waiting.clear()
            if self._running is not None:
                self._running.cancel()
            self._condition.notify()
        self.wait()

    def run(self) -> None:
        while (job := self._take_next_job()) is not None:
            self.ended.emit(job, job.run())
            del job  # the runner holds the last reference, so the QObject is destroyed on the GUI thread

    def _take_next_job(self) -> Job | None:
        with self._condition:
            self._running = None
            self._condition.wait_for(lambda: self._is_closing or self._waiting)
            if self._is_closing:
                return None
            self._running = self._waiting.popleft()
            return self._running


class Runner(Protocol):
    """Protocol of the object through which a view model starts jobs."""

    @property
    def jobs(self) -> tuple[Job, ...]:
        """Running and queued jobs, in the order they were started."""

    def start(
        self, work: Work, *, title: Translatable = "", unit: JobUnit = "", lane: Lane = "quick", key: str = "",
        loses_work: bool = False,
    ) -> Job:  # fmt: skip
        """Queue `work(context)` and return its job. The job bar shows jobs with a title."""


class JobRunner(QObject):
    """Owns the worker threads: `long` for imports and training, `quick` for short queries, and `side` for work of
    several seconds that must not wait for a training, and for which no query may wait.
    """

    changed = Signal()
    """Emitted when a job was queued or has ended."""
    crashed = Signal(object)
    """Carries an exception that is a bug of the program."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._threads: dict[Lane, JobThread] = {lane: JobThread(self) for lane in get_args(Lane)}
        self._garbage = GarbageCollector(self)
        self._usual_turn_s = sys.getswitchinterval()
        self._is_closed = False
        self._jobs: list[Job] = []
        self._settled: list[Job] = []
        for thread in self._threads.values():
            thread.ended.connect(self._on_thread_ended)

    @property
    def jobs(self) -> tuple[Job, ...]:
        """Running and queued jobs, in the order they were started."""
        return tuple(self._jobs)

    def start(
        self, work: Work, *, title: Translatable = "", unit: JobUnit = "", lane: Lane = "quick", key: str = "",
        loses_work: bool = False,
    ) -> Job:  # fmt: skip
        """Queue `work(context)` on a lane and return its job. After `close`, the job never runs."""
        job = Job(work, title=title, unit=unit, lane=lane, key=key, loses_work=loses_work)
        if self._is_closed:  # a debounced request whose timer fired after the window closed
            return job
        self._jobs.append(job)
        thread = self._threads[lane]
        if not thread.isRunning():
            self._garbage.begin()
            sys.setswitchinterval(SWITCH_INTERVAL_S)
            thread.start()
        for replaced in thread.put(job):
            self._finish(replaced, Outcome(Ending.CANCELLED))
        self.changed.emit()
        return job

    def cancel_all(self) -> None:
        """Request cancellation of all jobs."""
        for job in self._jobs:
            job.cancel()

    def close(self) -> None:
        """Cancel all jobs and wait for the threads. Jobs started later never run."""
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
            QTimer.singleShot(RELEASE_DELAY_MS, self._release_oldest)
            job.emit_outcome(outcome)

    @Slot()
    def _release_oldest(self) -> None:
        """Drop the reference to the job that ended first, so that it is destroyed on the GUI thread."""
        if self._settled:
            self._settled.pop(0)
