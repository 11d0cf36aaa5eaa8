"""Run parsers in worker processes that can be killed.

If a file crashes its parser, hangs, or exhausts memory, only that file is lost.

A worker runs `target(item, options, bookmark)`, an importable generator function, and sends each value it yields.
Before each step it publishes its position on a board in shared memory. When the worker dies, the parent reads the
board, reports that position as lost, and gives the rest of the item to a new worker. `ProcessPoolExecutor` is not used
because it stays broken after one crash.

On Linux, workers are forked from a fork server that has preloaded their modules, so that only the first one is slow to
start. The server has no threads or open documents; forking the program itself would not be safe. A packaged program,
and every other system, spawns each worker.

A crash is retried once, because workers are also killed from outside (for example by the OOM killer). Time and memory
limits are not retried. Time is measured per step and only while the worker works, not while it waits for the parent.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import site
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import wait
from pathlib import Path
from threading import Timer
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from app.domain.documents import Failure, ReadLimits, WorkItem
from app.domain.errors import NoWorkers
from app.domain.jobs import MAX_WORKERS, WORKERS_VARIABLE
from app.library.memory import resident_bytes
from app.library.worker_process import (
    IDLE,
    WORKING,
    SharedBytes,
    StepBoard,
    WorkerMessage,
    allocate_board,
    run_worker,
    send_message,
)
from app.readers.reading import Bookmark, Position, ResumePoint

logger = logging.getLogger(__name__)

LOOK_S, MOMENT_S = 0.005, 0.05
KILL_SIGNAL = getattr(signal, "SIGKILL", signal.SIGTERM)


@contextmanager
def kill_server_after(seconds: float) -> Iterator[None]:
    """Context manager: kill the fork server if the block takes longer than `seconds`.

    The block then gets EOFError or ConnectionError from the server, and the next start creates a new server.
    """

    def kill_server() -> None:
        server = _get_fork_server_pid()
        if server is not None:
            with suppress(ProcessLookupError):
                os.kill(server, KILL_SIGNAL)

    watch = Timer(seconds, kill_server)
    watch.daemon = True
    watch.start()
    try:
        yield
    finally:
        watch.cancel()


def wait_for_dead_server(seconds: float = 1.0) -> None:
    """Wait until a killed fork server has ended, at most `seconds`.

    Its sockets close a moment before it ends. Until then, `forkserver.ensure_running` would keep the dead server.
    """
    server, latest_s = _get_fork_server_pid(), time.monotonic() + seconds
    while server is not None and not _is_gone(server) and time.monotonic() < latest_s:
        time.sleep(LOOK_S)


def _get_fork_server_pid() -> int | None:
    server: int | None = getattr(forkserver._forkserver, "_forkserver_pid", None)
    return server


def _is_gone(process: int) -> bool:
    """Return whether the process has ended. It is not reaped, because Python's forkserver module must reap it.

    On systems without `waitid`, wait a moment and return True.
    """
    if sys.platform != "win32" and hasattr(os, "waitid"):
        try:
            return os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        except ChildProcessError:
            return True
    time.sleep(MOMENT_S)
    return True


@contextmanager
def block_interrupts() -> Iterator[None]:
    """Context manager: block SIGINT in processes that the block starts. The parent handles Ctrl+C and ends them."""
    if sys.platform == "win32":  # Windows has no signal masks
        yield
    else:
        resource_tracker.ensure_running()  # starting it unblocks SIGINT, so start it before blocking
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


if TYPE_CHECKING:  # ForkServerContext does not exist on Windows
    from multiprocessing.context import SpawnContext

    if sys.platform == "win32":
        StartingContext = SpawnContext
    else:
        from multiprocessing.context import ForkServerContext

        StartingContext = ForkServerContext | SpawnContext

WorkerTarget = Callable[[WorkItem, Any, Bookmark], Iterator[object]]

POLL_S = 0.1
START_SECONDS = 120.0
MAX_FAILED_STARTS = 3
SILENT_SERVER_REASON = "the process that starts them does not answer"
ITEMS_AHEAD = 4
"""Limit on started items per worker, if results are ordered: an item waits for the results of earlier items."""

WORKER_ENVIRONMENT = {"PYTHONSAFEPATH": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""Environment of workers: no imports from the current folder (PYTHONSAFEPATH), and no threads of numpy."""

LOADED_BY_SERVER = [
    "app.library.extraction", "app.library.worker_process", "app.readers.mail.evidence", "app.readers.web.pages",
]  # fmt: skip
CODE_FOLDER = str(Path(str(sys.modules[__name__.partition(".")[0]].__file__)).resolve().parents[1])
"""The folder that contains the program's top-level package."""
CAN_FORK = sys.platform == "linux" and not getattr(sys, "frozen", False)

_environment_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class YieldedValue:
    """A value that the target yielded for an item."""

    item_number: int
    """Number of the item, from 0."""
    value: Any
    bytes_done: int = 0
    """Bytes of the item read so far."""


@dataclass(frozen=True, slots=True)
class LostPosition:
    """A position in an item at which the worker died or exceeded a limit."""

    item_number: int
    """Number of the item, from 0."""
    failure: Failure


@dataclass(frozen=True, slots=True)
class FinishedItem:
    """Last event of an item."""

    item_number: int
    """Number of the item, from 0."""
    item: WorkItem


Event = YieldedValue | LostPosition | FinishedItem


class WorkerFault(Exception):
    """The target raised an exception, which is a bug in this program. The error message is the worker's traceback."""


@dataclass(slots=True)
class _Task:
    """An item, the position where its next worker starts, and the positions that crashed earlier workers."""

    item_number: int
    item: WorkItem
    resume_point: ResumePoint = ((), 0)
    skipped_positions: set[Position] = field(default_factory=set)
    careful_positions: set[Position] = field(default_factory=set)
    crash_counts: Counter[Position] = field(default_factory=Counter)


class _Worker:
    """The parent's handle of one worker process."""

    def __init__(self, target: WorkerTarget, limits: ReadLimits) -> None:
        if sys.platform != "win32" and CAN_FORK:
            ensure_server()
            context: StartingContext = multiprocessing.get_context("forkserver")
        else:
            context = multiprocessing.get_context("spawn")
        shared: SharedBytes = allocate_board(context)
        self.board = StepBoard(shared)
        self.connection, theirs = context.Pipe()
        self.process = context.Process(
            target=run_worker, args=(target, theirs, shared, limits), daemon=True, name="reader"
        )
        try:
            with _worker_environment(), block_interrupts(), kill_server_after(START_SECONDS):
                self.process.start()
        except (EOFError, ConnectionError) as error:
            wait_for_dead_server()
            raise NoWorkers(SILENT_SERVER_REASON) from error
        except OSError as error:
            raise NoWorkers(error.strerror or str(error)) from error
        finally:
            theirs.close()
        self.task: _Task | None = None
        self._knows_options = False
        self.since_s = 0.0
        """Monotonic time of the last sign of progress."""
        self._looked_s = 0.0
        self._seen = -1

    def send_task(self, task: _Task, options: object) -> None:
        """Send an item to the worker, which resumes it at `task.start`. The first call also sends the options."""
        self.task = task
        self.since_s = time.monotonic()
        with suppress(OSError):  # a dead worker is noticed when its results are awaited
            if not self._knows_options:
                self.connection.send(options)
                self._knows_options = True
            order = WorkerMessage(
                task.item, task.resume_point, frozenset(task.skipped_positions), frozenset(task.careful_positions)
            )
            send_message(self.connection, order)

    def seconds_on_step(self) -> float:
        """Return the seconds spent on the current step."""
        now, seen = time.monotonic(), self.board.sequence
        if seen != self._seen or self.board.state not in (WORKING, IDLE):
            self._seen, self.since_s = seen, now
        return now - self.since_s

    def is_due(self) -> bool:
        """Return whether the limits should be checked now. This is true at most once per POLL_S / 2 seconds."""
        now = time.monotonic()
        is_due = now - self._looked_s >= POLL_S / 2
        if is_due:
            self._looked_s = now
        return is_due

    def has_begun(self) -> bool:
        """Return whether the worker has started its item."""
        return self.board.state != IDLE

    def end(self) -> None:
        """Kill the process and wait until it is gone."""
        self.process.kill()
        self.wait()
        self.process.close()
        self.connection.close()

    def wait(self) -> None:
        """Wait for the process to end. Kill the fork server if it does not report the end in time."""
        with kill_server_after(START_SECONDS):
            self.process.join()


class WorkerPool:
    """Processes items in worker processes. Use it as a context manager, which ends the workers."""

    def __init__(
        self,
        target: WorkerTarget,
        options: object = None,
        *,
        n_workers: int = 1,
        limits: ReadLimits | None = None,
        is_ordered: bool = True,
    ) -> None:
        self._target, self._options = target, options
        self._limits = limits or ReadLimits()
        self._n_workers, self._is_ordered = n_workers, is_ordered
        self._workers: list[_Worker] = []
        self._n_failed_starts = 0

    def start_early(self) -> None:
        """Start the fork server, or without fork the first worker, which takes about 0.2 s.

        Call this early, so that the start overlaps with other work of the caller.
        """
        if not CAN_FORK:
            self._start_worker()
            return
        try:
            ensure_server()
        except OSError as error:
            raise NoWorkers(error.strerror or str(error)) from error

    def prepare(self, options: object, n_workers: int) -> None:
        """Set the options and the number of workers. Use this if they were not known at construction."""
        self._options, self._n_workers = options, n_workers

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Kill all workers and wait until they are gone."""
        for worker in self._workers:
            worker.process.kill()
        while self._workers:
            self._workers.pop().end()

    def run(self, items: Iterable[WorkItem], checkpoint: Callable[[], None] = lambda: None) -> Iterator[Event]:
        """Process the items in workers, and yield their events.

        `checkpoint` is called ten times a second while waiting; it may raise an exception to cancel. Items are taken
        lazily as workers become free, so the iterable may be of any length. If results are ordered, all events of an
        item come before those of the next item.
        """
        try:
            yield from self._run(iter(items), checkpoint)
        finally:
            self._end_workers([worker for worker in self._workers if worker.task is not None])

    def _run(self, items: Iterator[WorkItem], checkpoint: Callable[[], None]) -> Iterator[Event]:
        queue = _Queue(items, self._n_workers * ITEMS_AHEAD if self._is_ordered else None)
        while True:
            self._assign(queue)
            busy = [worker for worker in self._workers if worker.task is not None]
            if not busy:
                return
            ready = wait([worker.connection for worker in busy], POLL_S)
            for worker in busy:
                self._receive_and_check_limits(worker, queue, is_ready=worker.connection in ready)
            checkpoint()
            yield from queue.events()

    def _assign(self, queue: _Queue) -> None:
        """Give each idle worker a task, and start more workers if there are tasks left."""
        free = [worker for worker in self._workers if worker.task is None]
        while free or len(self._workers) < self._n_workers:
            task = queue.next_task()
            if task is None:
                return
            worker = free.pop() if free else self._start_worker()
            worker.send_task(task, self._options)

    def _start_worker(self) -> _Worker:
        worker = _Worker(self._target, self._limits)
        self._workers.append(worker)
        return worker

    def _receive_and_check_limits(self, worker: _Worker, queue: _Queue, *, is_ready: bool) -> None:
        """Receive a result if the worker `is_ready`, and replace the worker if it has exceeded a limit."""
        if is_ready:
            self._receive(worker, queue)
        if worker.task is None or not worker.is_due():
            return
        limit_s = self._limits.seconds_per_document if worker.has_begun() else START_SECONDS
        if worker.seconds_on_step() > limit_s:
            self._replace_lost_worker(worker, queue, "timeout")
        elif resident_bytes(worker.process.pid or 0) > self._limits.memory_bytes:
            self._replace_lost_worker(worker, queue, "memory")

    def _receive(self, worker: _Worker, queue: _Queue) -> None:
        """Receive one result of a worker and add it to the queue as an event."""
        task = worker.task
        assert task is not None
        try:
            kind, done, bytes_done, value = worker.connection.recv()
        except (EOFError, OSError):
            self._replace_lost_worker(worker, queue, "crash")
            return
        self._n_failed_starts = 0
        worker.since_s = time.monotonic()
        if kind == "fault":
            raise WorkerFault(value)
        task.resume_point = done
        if kind == "batch":
            queue.add(YieldedValue(task.item_number, value, bytes_done))
            return
        queue.add(FinishedItem(task.item_number, task.item))
        worker.task = None
        if resident_bytes(worker.process.pid or 0) > self._limits.memory_bytes // 2:
            self._end_workers([worker])  # memory left over from this file must not count against the next one

    def _replace_lost_worker(self, worker: _Worker, queue: _Queue, reason: str) -> None:
        """Kill a worker, report the position at which it stopped, and requeue the rest of its item."""
        task = worker.task
        assert task is not None
        worker.process.kill()
        worker.wait()
        has_begun, (position, path, member, is_optional) = worker.has_begun(), worker.board.read()
        detail = _describe_exit(worker.process.exitcode) if reason == "crash" else ""
        self._end_workers([worker])
        logger.warning("worker lost (%s %s) at %s", reason, detail, path or "its start")
        if not has_begun:
            self._n_failed_starts += 1
            if self._n_failed_starts >= MAX_FAILED_STARTS:
                raise NoWorkers(detail)
            queue.put_back(task)
            return
        position = position or (task.resume_point[0][:1] or (0,))
        task.crash_counts[position] += 1
        # An optional step, such as reading an attachment, is retried without it instead of losing the document.
        if is_optional:
            task.careful_positions.add(position)
        elif reason != "crash" or task.crash_counts[position] > 1:
            task.skipped_positions.add(position)
            path = path or task.item.paths[min(position[0], len(task.item.paths) - 1)]
            queue.add(LostPosition(task.item_number, Failure(path, member, reason, detail)))
        queue.put_back(task)

    def _end_workers(self, workers: Iterable[_Worker]) -> None:
        for worker in workers:
            self._workers.remove(worker)
            worker.task = None
            worker.end()


class _Queue:
    """Items that wait for a worker, and events to yield. If `n_ahead` is set, events are in the order of the items.

    At most `n_ahead` items are then started before the first of them has ended.
    """

    def __init__(self, items: Iterator[WorkItem], n_ahead: int | None) -> None:
        self._items, self._n_ahead = enumerate(items), n_ahead
        self._again: deque[_Task] = deque()
        self._events: dict[int, deque[Event]] = {}
        self._first = 0
        self._n_begun = 0

    def next_task(self) -> _Task | None:
        """Return the next task to start or continue; None if none is left or too many are unfinished."""
        if self._again:
            return self._again.popleft()
        if self._n_ahead is not None and self._n_begun - self._first >= self._n_ahead:
            return None
        number, item = next(self._items, (0, None))
        if item is None:
            return None
        self._n_begun += 1
        return _Task(number, item)

    def put_back(self, task: _Task) -> None:
        """Put a task back into the queue, ahead of all new items."""
        self._again.append(task)

    def add(self, event: Event) -> None:
        """Buffer an event until the events of all earlier items have been yielded."""
        self._events.setdefault(event.item_number if self._n_ahead is not None else 0, deque()).append(event)

    def events(self) -> Iterator[Event]:
        """Yield the buffered events, up to the first item that has not ended."""
        while waiting := self._events.get(self._first):
            event = waiting.popleft()
            if isinstance(event, FinishedItem) and self._n_ahead is not None:
                del self._events[self._first]
                self._first += 1
            yield event


def ensure_server() -> None:
    """Start the fork server if it does not run. The server ends with this process."""
    multiprocessing.set_forkserver_preload(LOADED_BY_SERVER)
    with _worker_environment(), block_interrupts():
        forkserver.ensure_running()


@contextmanager
def _worker_environment() -> Iterator[None]:
    """Context manager: set the environment variables of workers that the block starts, then restore them."""
    wanted = WORKER_ENVIRONMENT
    if CODE_FOLDER not in site.getsitepackages():  # a checkout: the fork server does not inherit sys.path
        wanted = wanted | {"PYTHONPATH": CODE_FOLDER}
    with _environment_lock:
        before = {name: os.environ.get(name) for name in wanted}
        os.environ.update(wanted)
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value


def _describe_exit(exit_code: int | None) -> str:
    """Return the name of the signal that ended the process, or its exit code as text."""
    if exit_code is not None and exit_code < 0:
        with suppress(ValueError):
            return signal.Signals(-exit_code).name
    return f"exit {exit_code}"


def worker_count(*, has_window: bool) -> int:
    """Return the number of workers: one per core, but with a window one core of three or more is left free.

    The environment variable WORKERS_VARIABLE overrides this. The window sets that variable from the user's settings.
    """
    wanted = os.environ.get(WORKERS_VARIABLE, "")
    if wanted.isdecimal() and int(wanted) > 0:
        return min(int(wanted), MAX_WORKERS)
    affinity = getattr(os, "sched_getaffinity", None)
    n_cores = len(affinity(0)) if affinity is not None else (os.cpu_count() or 1)
    return n_cores - 1 if has_window and n_cores > 2 else n_cores
