"""Connect to a Dask cluster, check its workers, run tasks on it, and translate its errors.

Code, Python and libraries that influence the counts must be the same on all machines. The code is compared by a hash of
its contents, not by its version, because copies of one version may differ. An installation renames the package `app` to
`bayleaf.app`; the hash undoes that.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import multiprocessing
import os
import re
import ssl
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, wait
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, Protocol, TypeVar

import dask
from distributed import Client, LocalCluster, Security, WorkerPlugin, get_worker
from distributed.comm import CommClosedError, connect
from distributed.comm.registry import backends
from distributed.scheduler import KilledWorker

import nbengine
import resources
from app.domain import VERSION
from app.domain.errors import ClusterError
from app.domain.jobs import JobContext, NoOpJobContext
from app.features.cluster.use_cases import ClusterProgress, ClusterTimeouts, WorkerProgress
from app.library.extraction import ExtractionSettings, extract
from app.library.workers import WorkerPool, block_interrupts, worker_count

Decoded = TypeVar("Decoded")

IDLE_S = 60.0
"""Seconds without a task after which a reader process ends. A driver that lost its connection cannot end its
readers.
"""
TRIM_VARIABLE = "MALLOC_TRIM_THRESHOLD_"
"""Environment variable that Dask sets so that workers return freed memory at once. Counting would allocate that memory
again each time, so reader processes run without it.
"""


@dataclass(frozen=True, slots=True)
class _IdleReader:
    key: str
    pool: WorkerPool
    idle_since_s: float


class ReaderPools:
    """Reader processes of one Dask worker, and a cache of the model. Thread-safe.

    Each task that runs in parallel has a reader process of its own.
    """

    def __init__(self) -> None:
        self._idle: list[_IdleReader] = []
        self._opened: tuple[bytes, Any] | None = None
        self._opening = threading.Lock()
        self._lock = threading.Lock()
        self._is_closed = False
        self._timer: threading.Timer | None = None

    @contextmanager
    def reader(self, key: str, extraction: ExtractionSettings) -> Iterator[WorkerPool]:
        """Lend a reader process with these extraction settings. Afterwards the process waits for the next task with the
        same key.
        """
        pool = self._take_idle_reader(key)
        if pool is None:
            # Dask's nanny marks workers as daemonic, which forbids child processes. Our readers end with the worker.
            multiprocessing.current_process().daemon = False
            os.environ.pop(TRIM_VARIABLE, None)
            pool = WorkerPool(extract, extraction, n_workers=1, limits=extraction.reading.limits)
        try:
            yield pool
        except BaseException:
            pool.close()
            raise
        with self._lock:
            is_kept = not self._is_closed
            if is_kept:
                self._idle.append(_IdleReader(key, pool, time.monotonic()))
                self._start_timer()
        if not is_kept:
            pool.close()

    def decode_cached(self, data: bytes, decode: Callable[[bytes], Decoded]) -> Decoded:
        """Return `decode(data)` from the cache, or call `decode` and cache its result.

        Decoding a large model takes longer than judging a shard with it.
        """
        with self._opening:
            if self._opened is None or self._opened[0] is not data:
                self._opened = None
                self._opened = data, decode(data)
            found: Decoded = self._opened[1]
            return found

    def close(self) -> None:
        """End the idle reader processes now, and those in use as soon as they are returned."""
        with self._opening:
            self._opened = None
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
            if self._timer is not None:
                self._timer.cancel()
        for reader in idle:
            reader.pool.close()

    def _take_idle_reader(self, key: str) -> WorkerPool | None:
        """Return an idle reader process for this key, None if there is none. Idle readers of other jobs are ended."""
        with self._lock:
            matching = [reader for reader in self._idle if reader.key == key]
            other_jobs = [reader for reader in self._idle if reader.key != key]
            self._idle = matching[1:]
        for reader in other_jobs:
            reader.pool.close()
        return matching[0].pool if matching else None

    def _start_timer(self) -> None:
        """Start the timer that ends idle reader processes. The caller must hold the lock."""
        if self._timer is None:
            self._timer = threading.Timer(IDLE_S, self._end_idle_readers)
            self._timer.daemon = True
            self._timer.start()

    def _end_idle_readers(self) -> None:
        with self._lock:
            self._timer = None
            latest_s = time.monotonic() - IDLE_S
            expired = [reader for reader in self._idle if reader.idle_since_s <= latest_s]
            self._idle = [reader for reader in self._idle if reader.idle_since_s > latest_s]
            if self._idle:
                self._start_timer()
        for reader in expired:
            reader.pool.close()


def pools_on_worker(name: str) -> ReaderPools:
    """Return the reader pools that a driver has registered under this name; call it on a Dask worker."""
    pools: ReaderPools = get_worker().plugins[name].pools
    return pools


InstalledComponents = tuple[tuple[str, str], ...]
"""Names of components with their versions, in a fixed order."""

LIBRARIES = (
    "numpy", "scipy", "regex", "charset-normalizer", "PyStemmer", "stopwordsiso", "python-oxmsg", "pypdfium2",
    "defusedxml", "python-calamine", "striprtf", "pyarrow", "dask", "distributed",
)  # fmt: skip
COUNTING_PACKAGES = ("domain", "readers", "library", "features", "store")
"""Packages of `app` whose code influences the counts."""
INSTALLED_NAME, OWN_NAME = b"bayleaf.app", b"app"


@cache
def installed_components() -> InstalledComponents:
    """Return the components of this process that influence the counts, with their versions."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    libraries = tuple((name, _version_of_package(name)) for name in LIBRARIES)
    return (("Bayleaf", VERSION), ("its code", _code_hash()), ("Python", python), *libraries)


def describe_difference(wanted: InstalledComponents, installed: InstalledComponents) -> str:
    """Describe the first component that differs, with both versions; empty if none differs."""
    versions = dict(installed)
    for name, version in wanted:
        if versions.get(name, "none") != version:
            return f"{name} {versions.get(name, 'none')} instead of {version}"
    return ""


def check_components(wanted: InstalledComponents) -> None:
    """Raise ClusterError if this worker has another version of a component.

    Each task calls this, because workers may join later.
    """
    mismatch = describe_difference(wanted, installed_components())
    if mismatch:
        raise ClusterError("other-version", mismatch)


def _version_of_package(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "none"


def _code_hash() -> str:
    digest = hashlib.blake2b(digest_size=8)
    program, engine = Path(__file__).parents[2], Path(nbengine.__file__).parent
    folders = [engine, *(program / name for name in COUNTING_PACKAGES)]
    data = [Path(resources.__file__).parent / name for name in ("letters", "names")]  # used by the readers
    for folder in (*folders, *data):
        for path in sorted(folder.rglob("*.json" if folder in data else "*.py")):
            digest.update(path.relative_to(folder.parent).as_posix().encode())
            digest.update(path.read_bytes().replace(INSTALLED_NAME, OWN_NAME).replace(b"\r\n", b"\n"))
    return digest.hexdigest()


CONNECT_S = 20.0
CHECK_S = 2.0
WAIT_S = 0.1
OPTIONAL_ANSWER_S = 5.0
"""Timeout for requests to the scheduler that are not essential, such as the load of the workers."""
NO_TRIMMING = {
    "distributed.nanny.pre-spawn-environ": {"OMP_NUM_THREADS": 1, "MKL_NUM_THREADS": 1, "OPENBLAS_NUM_THREADS": 1}
}
"""Environment without Dask's memory trimming, which costs workers a third of their time when they merge arrays."""
NO_PROFILING = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "500ms"}
"""Dask settings that turn off self-profiling, which uses a tenth of a processor all the time."""
DASK_LOGGERS = ("distributed", "tornado", "asyncio", "bokeh")
MODULE_MISSING = re.compile(r"ModuleNotFoundError\W+No module named \W*([\w.]+)")
CONNECTION_ERRORS = (CommClosedError, CancelledError, asyncio.CancelledError, TimeoutError, OSError)


@dataclass(frozen=True, slots=True)
class ClusterAddress:
    """How to reach a cluster: address, certificates, and timeouts."""

    url: str
    """tcp://host:port, tls://host:port, or local[:N]."""
    tls_ca: str | None = None
    tls_certificate: str | None = None
    tls_key: str | None = None
    timeouts: ClusterTimeouts = field(default_factory=ClusterTimeouts)

    @property
    def security(self) -> Security | None:
        """The certificates in the form that Dask expects; None without certificates."""
        if self.tls_ca is None and self.tls_certificate is None and self.tls_key is None:
            return None
        return Security(
            require_encryption=True,
            tls_ca_file=self.tls_ca,
            tls_client_cert=self.tls_certificate,
            tls_client_key=self.tls_key,
        )


@contextmanager
def connect_cluster(
    address: ClusterAddress, connect_s: float | None = None, context: JobContext | None = None
) -> Iterator[Any]:
    """Connect to a cluster and register readers on its workers. For `local`, start a cluster that ends with the `with`
    block.

    Raises:
        ClusterError: The cluster cannot be reached, has no workers, or has other versions of code or libraries.
    """
    with silence_dask(), translate_dask_errors(address.url), ExitStack() as stack:
        patience_s = CONNECT_S if connect_s is None else connect_s
        if address.url.split(":")[0] != "local":
            client = stack.enter_context(_connect_client(address, patience_s))
        else:
            stack.enter_context(dask.config.set(NO_TRIMMING | NO_PROFILING))
            with block_interrupts():  # Ctrl+C during the start is raised afterwards, when the cluster can be closed
                cluster = stack.enter_context(_start_local_cluster(address.url))
            client = stack.enter_context(Client(cluster, timeout=patience_s))
        stack.callback(_remove_readers, client)  # also if `_prepare` fails
        _prepare_workers(client, address.timeouts, context or NoOpJobContext())
        yield client


def _start_local_cluster(where: str) -> Any:
    """Start a local cluster with N workers for `local:N`, or with one per core for `local`."""
    _, _, number = where.partition(":")
    if number and not (number.isdecimal() and 1 <= int(number) <= 1024):
        raise ClusterError("address", where)
    return LocalCluster(
        n_workers=int(number) if number else worker_count(has_window=False),
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=50,
    )


def _connect_client(address: ClusterAddress, connect_s: float) -> Any:
    """Return a connected client.

    Check first that the scheduler answers, because a Dask client that fails to connect leaves locks that block a retry.
    """
    protocol, _, rest = address.url.partition("://")
    if rest and protocol not in backends:
        raise ClusterError("protocol", protocol)
    try:
        asyncio.run(_check_reachable(address, connect_s))
        return Client(address.url, security=address.security, timeout=connect_s)
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        unsafe = _certificate_problem(error, address)
        if unsafe:
            raise ClusterError("certificates", unsafe) from error
        raise ClusterError("unreachable", address.url) from error


async def _check_reachable(address: ClusterAddress, connect_s: float) -> None:
    security = address.security or Security()
    comm = await connect(address.url, timeout=connect_s, **security.get_connection_args("client"))
    await comm.close()


def _certificate_problem(error: BaseException, address: ClusterAddress) -> str:
    """Return what is wrong with the certificates; "" if the error has another cause."""
    files = (address.tls_ca, address.tls_certificate, address.tls_key)
    missing = [file for file in files if file is not None and not os.path.exists(file)]
    if missing:
        return f"{missing[0]} does not exist"
    is_secure = address.url.startswith("tls://")
    if (is_secure or address.security is not None) and not isinstance(error, OSError):
        return f"{address.url} needs certificates" if is_secure else f"{address.url} takes no certificates"
    causes: list[BaseException] = [error]
    while (cause := causes[-1].__cause__ or causes[-1].__context__) is not None:
        causes.append(cause)
    tls_error = next((one for one in causes if isinstance(one, ssl.SSLError)), None)
    return "" if tls_error is None else str(getattr(tls_error, "verify_message", "") or tls_error)


def _prepare_workers(client: Any, timeouts: ClusterTimeouts, context: JobContext) -> None:
    """Wait for workers, check their versions, and register readers on them."""
    began_s = time.monotonic()
    while not client.scheduler_info(n_workers=1)["workers"]:
        context.checkpoint(phase="waiting for workers")
        if time.monotonic() - began_s > timeouts.wait_for_workers_s:
            raise ClusterError("no-workers", f"{timeouts.wait_for_workers_s:g}")
        time.sleep(WAIT_S)
    for worker, parts in client.run(installed_components).items():
        mismatch = describe_difference(installed_components(), parts)
        if mismatch:
            raise ClusterError("other-version", f"{worker}: {mismatch}")
    client.register_plugin(ReadersPlugin(), name=readers_plugin_name(client))


def _remove_readers(client: Any) -> None:
    with suppress(Exception):  # a lost scheduler has no readers, and a stuck one is not waited for
        ending = client.scheduler.unregister_worker_plugin(name=readers_plugin_name(client))
        asyncio.run_coroutine_threadsafe(ending, client.loop.asyncio_loop).result(OPTIONAL_ANSWER_S)


class SchedulerWatch:
    """Detects that the scheduler is lost or stuck, or has lost all workers. Dask would wait for it forever.

    A background thread asks the scheduler, so that waiting can be cancelled even if the scheduler never answers.
    """

    def __init__(self, client: Any, timeouts: ClusterTimeouts) -> None:
        self._client, self._timeouts = client, timeouts
        self._asked_s, self._seen_s = -CHECK_S, time.monotonic()  # ask at the first check: a short job has only one
        self._answer: Future[Any] | None = None
        self._known: dict[str, Any] = {}

    def check(self) -> None:
        """Raise ClusterError if the scheduler or all workers are lost. Asks the scheduler at most every CHECK_S
        seconds.
        """
        now = time.monotonic()
        if self._client.status != "running":
            raise CommClosedError("the scheduler is gone")
        if self._answer is None:
            if now - self._asked_s >= CHECK_S:
                self._ask_scheduler(now)
        elif self._answer.done():
            answer, self._answer = self._answer, None
            with suppress(OSError):  # connection lost: `status` will say so
                self._known = answer.result()["workers"]
            if self._known:
                self._seen_s = now
            elif now - self._seen_s > self._timeouts.wait_for_workers_s:
                raise ClusterError("no-workers", f"{self._timeouts.wait_for_workers_s:g}")
        elif now - self._asked_s > self._timeouts.no_answer_s:
            self._answer.cancel()
            raise CommClosedError("the scheduler does not answer")

    def worker_progress(self) -> tuple[WorkerProgress, ...]:
        """Return the load of the workers, from the scheduler's last answer. The first call waits for an answer."""
        if not self._known:
            if self._answer is None:
                self._ask_scheduler(time.monotonic())
            with suppress(OSError):
                self._known = self._answer.result(OPTIONAL_ANSWER_S)["workers"] if self._answer else {}
        return tuple(
            _to_worker_progress(str(facts.get("name", address)), facts.get("metrics", {}))
            for address, facts in self._known.items()
        )

    def _ask_scheduler(self, now: float) -> None:
        self._asked_s = now
        asking = self._client.scheduler.identity(n_workers=-1)
        self._answer = asyncio.run_coroutine_threadsafe(asking, self._client.loop.asyncio_loop)


def _to_worker_progress(name: str, metrics: dict[str, Any]) -> WorkerProgress:
    counts = metrics.get("task_counts", {})
    n_tasks = sum(int(counts.get(state, 0)) for state in ("executing", "ready", "waiting", "fetch", "flight"))
    return WorkerProgress(name, n_tasks, int(metrics.get("memory", 0)))


def readers_plugin_name(client: Any) -> str:
    """Return the plugin name of this driver's readers; other drivers may share the workers."""
    return f"bayleaf-readers-{client.id}"


class ReadersPlugin(WorkerPlugin):  # type: ignore[misc] # Dask has no types
    """Dask plugin that gives each worker its reader processes, including workers that join later."""

    def setup(self, worker: Any) -> None:  # noqa: ARG002 - Dask calls it so
        """Register the reader pools on a worker. Reader processes start with the worker's first shard."""
        self.pools = ReaderPools()

    def teardown(self, worker: Any) -> None:  # noqa: ARG002 - Dask calls it so
        """End the reader processes of a worker."""
        with suppress(OSError):
            self.pools.close()


@contextmanager
def silence_dask() -> Iterator[None]:
    """Silence Dask's loggers inside the `with` block, because errors are reported as one sentence. Each logger has its
    own level.
    """
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in DASK_LOGGERS]
    before = {log: log.level for log in map(logging.getLogger, names)}
    for log in before:
        log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for log, level in before.items():
            log.setLevel(level)


@contextmanager
def translate_dask_errors(where: str) -> Iterator[None]:
    """Translate Dask's errors inside the `with` block into ClusterError; other errors pass through."""
    try:
        yield
    except KilledWorker as error:
        raise ClusterError("killed", f"“{str(error.task).rpartition('-')[0] or error.task}”") from error
    except CONNECTION_ERRORS as error:
        raise ClusterError("lost", where) from error
    except MemoryError as error:
        raise ClusterError("memory") from error
    except Exception as error:
        missing = MODULE_MISSING.search(str(error))  # Dask reports this in several forms
        if isinstance(error, ModuleNotFoundError):
            raise ClusterError("no-bayleaf", error.name or str(error)) from error
        if missing is not None:
            raise ClusterError("no-bayleaf", missing[1]) from error
        raise


POLL_S = 0.1
POLL_PAUSE_FACTOR = 50
"""Pause between two polls, as a multiple of a poll's duration, because polling many thousands of tasks takes long."""
MIN_OBSERVE_INTERVAL_S = 1.0
FAN_IN = 8
"""Number of results that one task merges; a worker holds all of them at once. The tree for 16,000 shards then has five
levels.
"""

FOLLOW_UP_PRIORITY = 1
"""Dask priority of tasks that use the result of another task.

With the default priority, Dask would start all earlier tasks first, and the user would see no progress.
"""

MODEL_MAKER_RESOURCE = {"model": 1}
"""Dask resource of workers for tasks that need much memory, one at a time: `dask worker --resources model=1`."""

FAILED_STATES = ("error", "cancelled")

Result = TypeVar("Result")
Returned = TypeVar("Returned", covariant=True)


class ClusterTask(Protocol[Returned]):
    """A function that runs on a worker. Dask replaces the futures in its arguments by their results."""

    def __call__(self, *arguments: Any, **options: Any) -> Returned:
        """Run the task."""


class TaskRunner:
    """Submits tasks to a cluster and waits for them. A JobContext gets the progress and can cancel the wait."""

    def __init__(
        self,
        client: Any,
        context: JobContext,
        on_progress: Callable[[ClusterProgress], None] | None = None,
        timeouts: ClusterTimeouts | None = None,
    ) -> None:
        self._client, self._context, self._watch = (
            client,
            context,
            SchedulerWatch(client, timeouts or ClusterTimeouts()),
        )
        self._on_progress, self._reported_s, self._began_s = on_progress, 0.0, time.monotonic()
        self.readers_plugin = readers_plugin_name(client)
        workers = client.scheduler_info(n_workers=-1)["workers"].values()
        has_maker = any(MODEL_MAKER_RESOURCE.keys() <= worker.get("resources", {}).keys() for worker in workers)
        self.maker = {"resources": MODEL_MAKER_RESOURCE} if has_maker else {}
        """Options for tasks that need much memory: they go to the workers with MAKER, if there are any."""
        self.n_documents = 0
        """Documents counted so far."""
        self._last_progress = 0.0, 0.0, ""

    def submit(self, task: ClusterTask[Any], *arguments: Any, **options: Any) -> Any:
        """Submit a task and return its future. The result stays on the cluster."""
        return self._client.submit(task, *arguments, **options)

    def scatter(self, value: Any) -> Any:
        """Send a value to all workers once. Return a future that many tasks can take as an argument."""
        return self._client.scatter([value], broadcast=True, hash=True)[0]

    def submit_each(self, task: ClusterTask[Any], futures: Sequence[Any], *more: Any) -> list[Any]:
        """Submit `task` once for each of the futures, with that future as its argument. Return the new futures."""
        return [self.submit(task, future, *more, priority=FOLLOW_UP_PRIORITY) for future in futures]

    def run_task(self, phase: str, task: ClusterTask[Result], *arguments: Any, **options: Any) -> Result:
        """Submit a task, wait for it, and return its result."""
        [answer] = self.wait_for_all([self.submit(task, *arguments, **options)], phase)
        result: Result = answer
        return result

    def iter_results(
        self,
        futures: Sequence[Any],
        phase: str,
        size: Callable[[Any], float] = lambda _result: 1.0,
        total: float = 0.0,
    ) -> Iterator[Any]:
        """Yield results in order of completion.

        `size` returns by how much a result advances the progress; `total` is the sum of these for all results.
        """
        waiting, done = list(futures), 0.0
        while waiting:
            began_s = time.monotonic()
            finished = [future for future in waiting if future.done()]
            looked_s = time.monotonic() - began_s
            for result in self._fetch_results(finished):
                done += size(result)
                yield result
            self._report_to_job(done, total or len(futures), phase)
            self._report_progress(len(futures) - len(waiting) + len(finished), len(futures))
            finished_keys = {future.key for future in finished}
            waiting = [future for future in waiting if future.key not in finished_keys]
            if waiting:
                time.sleep(min(max(POLL_S, POLL_PAUSE_FACTOR * looked_s), MIN_OBSERVE_INTERVAL_S))

    def wait_for_all(self, futures: Sequence[Any], phase: str) -> list[Any]:
        """Wait for all futures and return their results in order."""
        self.wait(futures, phase)
        return self._fetch_results(futures)

    def _fetch_results(self, futures: Sequence[Any]) -> list[Any]:
        """Fetch the results of finished tasks in one request.

        If a worker dies with a result, Dask runs the task again on another worker.
        """
        for future in futures:
            if future.status in FAILED_STATES:
                try:
                    future.result()
                except OSError as error:
                    if (
                        future.status == "error"
                    ):  # an OSError of the task itself, such as a full disk, not of the connection
                        raise ClusterError("worker", str(error)) from error
                    raise
        if not futures:
            return []
        gathering = self._client.gather(list(futures), asynchronous=True)
        answer = asyncio.run_coroutine_threadsafe(gathering, self._client.loop.asyncio_loop)
        try:
            while not wait([answer], POLL_S).done:
                self._report_to_job(*self._last_progress)
        finally:
            answer.cancel()
        results: list[Any] = answer.result()
        return results

    def merge_in_tree(self, task: ClusterTask[Any], futures: Sequence[Any], phase: str) -> Any:
        """Merge results in a tree on the workers, FAN_IN at a time. Return the future of the final result."""
        level = list(futures)
        while True:
            level = [self.submit(task, level[at : at + FAN_IN]) for at in range(0, len(level), FAN_IN)]
            if len(level) == 1:
                self.wait(level, phase)
                return level[0]

    def wait(self, futures: Sequence[Any], phase: str) -> None:
        """Wait until all futures are done or have failed."""
        while not all(future.done() for future in futures):
            self._report_to_job(0.0, 0.0, phase)
            time.sleep(POLL_S / 2)

    def _report_progress(self, n_done: int, n_tasks: int) -> None:
        now = time.monotonic()
        if self._on_progress is None or (now - self._reported_s < MIN_OBSERVE_INTERVAL_S and n_done < n_tasks):
            return
        self._reported_s = now
        seconds = now - self._began_s
        workers = self._watch.worker_progress()
        dashboard = str(self._client.dashboard_link or "")
        self._on_progress(ClusterProgress(n_done, n_tasks, self.n_documents, seconds, workers, dashboard))

    def _report_to_job(self, done: float, total: float, phase: str) -> None:
        self._last_progress = done, total, phase
        self._context.checkpoint(done, total, phase)
        self._watch.check()
