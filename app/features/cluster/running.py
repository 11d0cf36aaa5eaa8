"""To a cluster and back: the scheduler a person named, its workers, what its errors mean, and whether all count alike.

Code, Python and libraries that decide the counts must be the same on all machines. The code is compared by its
contents, not by its version: two copies of one version may differ. Where an installation gave the packages other
names, the names in the code are taken back first.
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
from dataclasses import field
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
from app.domain.errors import ClusterError
from app.domain.jobs import JobContext, Unattended
from app.domain.version import VERSION
from app.features.cluster.use_cases import ClusterProgress, Waits, WorkerProgress
from app.library.extraction import Extraction, extract
from app.library.workers import WorkerPool, leaving_interrupts_to_us, worker_count
from nbengine.lazy_dataclasses import dataclass

Opened = TypeVar("Opened")

IDLE_S = 60.0
"""The time that a reader waits for the next shard: a driver that was lost can end none of those it has left."""
TRIMMING = "MALLOC_TRIM_THRESHOLD_"
"""Dask has its workers give memory back at once; counting asks for it again a thousand times a second."""


@dataclass(frozen=True, slots=True)
class _Idle:
    key: str
    pool: WorkerPool
    since_s: float


class ReaderPools:
    """Pools of one reader each, for the tasks that run side by side in this worker, and the model they judge by."""

    def __init__(self) -> None:
        self._idle: list[_Idle] = []
        self._opened: tuple[bytes, Any] | None = None
        self._opening = threading.Lock()
        self._lock = threading.Lock()
        self._is_closed = False
        self._timer: threading.Timer | None = None

    @contextmanager
    def reader(self, key: str, extraction: Extraction) -> Iterator[WorkerPool]:
        """A pool that reads in this way, kept for the next who asks for the same."""
        pool = self._taken(key)
        if pool is None:
            # Dask's nanny marks its workers as daemons, which may have no processes of their own. Ours end with them.
            multiprocessing.current_process().daemon = False
            os.environ.pop(TRIMMING, None)
            pool = WorkerPool(extract, extraction, n_workers=1, limits=extraction.reading.limits)
        try:
            yield pool
        except BaseException:
            pool.close()
            raise
        with self._lock:
            is_kept = not self._is_closed
            if is_kept:
                self._idle.append(_Idle(key, pool, time.monotonic()))
                self._look_later()
        if not is_kept:
            pool.close()

    def opened(self, data: bytes, opener: Callable[[bytes], Opened]) -> Opened:
        """Return what these bytes hold, opened once for all tasks: a large model takes longer than judging a shard."""
        with self._opening:
            if self._opened is None or self._opened[0] is not data:
                self._opened = None
                self._opened = data, opener(data)
            found: Opened = self._opened[1]
            return found

    def close(self) -> None:
        """End all readers that nobody uses; those in use end when they come back."""
        with self._opening:
            self._opened = None
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
            if self._timer is not None:
                self._timer.cancel()
        for one in idle:
            one.pool.close()

    def _taken(self, key: str) -> WorkerPool | None:
        """Return an idle pool for this key; those of other jobs are ended."""
        with self._lock:
            own = [one for one in self._idle if one.key == key]
            others = [one for one in self._idle if one.key != key]
            self._idle = own[1:]
        for one in others:
            one.pool.close()
        return own[0].pool if own else None

    def _look_later(self) -> None:
        """Look once more when the first of those that are idle has waited long enough; call with the lock held."""
        if self._timer is None:
            self._timer = threading.Timer(IDLE_S, self._end_idle)
            self._timer.daemon = True
            self._timer.start()

    def _end_idle(self) -> None:
        with self._lock:
            self._timer = None
            latest_s = time.monotonic() - IDLE_S
            over = [one for one in self._idle if one.since_s <= latest_s]
            self._idle = [one for one in self._idle if one.since_s > latest_s]
            if self._idle:
                self._look_later()
        for one in over:
            one.pool.close()


def own_pools(name: str) -> ReaderPools:
    """Return the pools that a driver has given, under this name, to the Dask worker that this is called in."""
    pools: ReaderPools = get_worker().plugins[name].pools
    return pools


InstalledParts = tuple[tuple[str, str], ...]
"""Names of parts with their versions, in a fixed order."""

LIBRARIES = (
    "numpy", "scipy", "regex", "charset-normalizer", "PyStemmer", "stopwordsiso", "python-oxmsg", "pypdfium2",
    "defusedxml", "python-calamine", "striprtf", "pyarrow", "dask", "distributed",
)  # fmt: skip
COUNTING = ("domain", "readers", "services", "cluster", "store")
"""The packages of the program whose code decides what is counted."""
INSTALLED_NAME, OWN_NAME = b"bayleaf.app", b"app"


@cache
def installed_parts() -> InstalledParts:
    """Tell the parts that this process counts with."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    libraries = tuple((name, _version(name)) for name in LIBRARIES)
    return (("Bayleaf", VERSION), ("its code", _code_hash()), ("Python", python), *libraries)


def difference(wanted: InstalledParts, found: InstalledParts) -> str:
    """Name the first part that differs, with both versions; empty where none does."""
    known = dict(found)
    for name, version in wanted:
        if known.get(name, "none") != version:
            return f"{name} {known.get(name, 'none')} instead of {version}"
    return ""


def check_parts(wanted: InstalledParts) -> None:
    """Refuse a worker that counts with another part, also one that came later than the others."""
    differs = difference(wanted, installed_parts())
    if differs:
        raise ClusterError("other-version", differs)


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "none"


def _code_hash() -> str:
    digest = hashlib.blake2b(digest_size=8)
    program, engine = Path(__file__).parents[2], Path(nbengine.__file__).parent
    folders = [engine, *(program / name for name in COUNTING)]
    data = [Path(resources.__file__).parent / name for name in ("letters", "names")]  # by which files are read
    for folder in (*folders, *data):
        for path in sorted(folder.rglob("*.json" if folder in data else "*.py")):
            digest.update(path.relative_to(folder.parent).as_posix().encode())
            digest.update(path.read_bytes().replace(INSTALLED_NAME, OWN_NAME).replace(b"\r\n", b"\n"))
    return digest.hexdigest()


CONNECT_S = 20.0
LOOK_S = 2.0
WAIT_S = 0.1
GOODBYE_S = 5.0
"""The time to wait for an answer that can be done without."""
HOLDING_MEMORY = {
    "distributed.nanny.pre-spawn-environ": {"OMP_NUM_THREADS": 1, "MKL_NUM_THREADS": 1, "OPENBLAS_NUM_THREADS": 1}
}
"""Dask has its workers give memory back at once, which costs them a third of their time when they merge arrays."""
QUIET_WAITING = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "500ms"}
"""Dask looks at its own threads and loops a hundred times a second, which takes a tenth of a processor all the time."""
LOUD = ("distributed", "tornado", "asyncio", "bokeh")
MODULE_MISSING = re.compile(r"ModuleNotFoundError\W+No module named \W*([\w.]+)")
LOST = (CommClosedError, CancelledError, asyncio.CancelledError, TimeoutError, OSError)


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a cluster, how its connections are secured, and how long to wait for it."""

    where: str
    """tcp://host:port, tls://host:port, or local[:N]."""
    tls_ca: str | None = None
    tls_certificate: str | None = None
    tls_key: str | None = None
    waits: Waits = field(default_factory=Waits)

    @property
    def security(self) -> Security | None:
        """Dask's own record of certificates; None where nothing was said."""
        if self.tls_ca is None and self.tls_certificate is None and self.tls_key is None:
            return None
        return Security(
            require_encryption=True,
            tls_ca_file=self.tls_ca,
            tls_client_cert=self.tls_certificate,
            tls_client_key=self.tls_key,
        )


@contextmanager
def connected(address: Address, connect_s: float | None = None, context: JobContext | None = None) -> Iterator[Any]:
    """A client of the cluster, with readers on every worker; a local cluster lives as long as this block."""
    with quiet(), cluster_errors(address.where), ExitStack() as stack:
        patience_s = CONNECT_S if connect_s is None else connect_s
        if address.where.split(":")[0] != "local":
            client = stack.enter_context(_client(address, patience_s))
        else:
            stack.enter_context(dask.config.set(HOLDING_MEMORY | QUIET_WAITING))
            with leaving_interrupts_to_us():  # what was pressed meanwhile comes at its end, when there is what to close
                cluster = stack.enter_context(_local(address.where))
            client = stack.enter_context(Client(cluster, timeout=patience_s))
        stack.callback(_without_readers, client)  # wherever the block is left, and however far preparing came
        _prepare(client, address.waits, context or Unattended())
        yield client


def _local(where: str) -> Any:
    """Start workers on this machine: one per core unless it is said."""
    _, _, given = where.partition(":")
    if given and not (given.isdecimal() and 1 <= int(given) <= 1024):
        raise ClusterError("address", where)
    return LocalCluster(
        n_workers=int(given) if given else worker_count(has_window=False),
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=50,
    )


def _client(address: Address, connect_s: float) -> Any:
    """Return a client, made once the scheduler answers: one that fails leaves locks that the next try waits for."""
    protocol, _, rest = address.where.partition("://")
    if rest and protocol not in backends:
        raise ClusterError("protocol", protocol)
    try:
        asyncio.run(_knock(address, connect_s))
        return Client(address.where, security=address.security, timeout=connect_s)
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        unsafe = _unsafe(error, address)
        if unsafe:
            raise ClusterError("certificates", unsafe) from error
        raise ClusterError("unreachable", address.where) from error


async def _knock(address: Address, connect_s: float) -> None:
    security = address.security or Security()
    comm = await connect(address.where, timeout=connect_s, **security.get_connection_args("client"))
    await comm.close()


def _unsafe(error: BaseException, address: Address) -> str:
    """Say what is wrong with the certificates; empty if the error is not about them."""
    files = (address.tls_ca, address.tls_certificate, address.tls_key)
    missing = [file for file in files if file is not None and not os.path.exists(file)]
    if missing:
        return f"{missing[0]} does not exist"
    is_secure = address.where.startswith("tls://")
    if (is_secure or address.security is not None) and not isinstance(error, OSError):
        return f"{address.where} {'needs certificates' if is_secure else 'takes no certificates'}"
    causes: list[BaseException] = [error]
    while (cause := causes[-1].__cause__ or causes[-1].__context__) is not None:
        causes.append(cause)
    found = next((one for one in causes if isinstance(one, ssl.SSLError)), None)
    return "" if found is None else str(getattr(found, "verify_message", "") or found)


def _prepare(client: Any, waits: Waits, context: JobContext) -> None:
    """Check that the workers can do the work, and give them what they need for it."""
    began_s = time.monotonic()
    while not client.scheduler_info(n_workers=1)["workers"]:
        context.checkpoint(phase="waiting for workers")
        if time.monotonic() - began_s > waits.workers_s:
            raise ClusterError("no-workers", f"{waits.workers_s:g}")
        time.sleep(WAIT_S)
    for worker, parts in client.run(installed_parts).items():
        differs = difference(installed_parts(), parts)
        if differs:
            raise ClusterError("other-version", f"{worker}: {differs}")
    client.register_plugin(Readers(), name=readers_of(client))


def _without_readers(client: Any) -> None:
    with suppress(Exception):  # a scheduler that is gone has no readers either, and a stuck one is left alone
        ending = client.scheduler.unregister_worker_plugin(name=readers_of(client))
        asyncio.run_coroutine_threadsafe(ending, client.loop.asyncio_loop).result(GOODBYE_S)


class Watch:
    """Notices a scheduler that is gone or stuck, and one whose workers are all gone: they would be waited for forever.

    The scheduler is asked in the background, so that whoever waits can be stopped even if it never answers.
    """

    def __init__(self, client: Any, waits: Waits) -> None:
        self._client, self._waits = client, waits
        self._asked_s, self._seen_s = -LOOK_S, time.monotonic()  # asked at the first look: a short job has no second
        self._answer: Future[Any] | None = None
        self._known: dict[str, Any] = {}

    def look(self) -> None:
        """Raise where nobody is left; asks now and then only."""
        now = time.monotonic()
        if self._client.status != "running":
            raise CommClosedError("the scheduler is gone")
        if self._answer is None:
            if now - self._asked_s >= LOOK_S:
                self._ask(now)
        elif self._answer.done():
            answer, self._answer = self._answer, None
            with suppress(OSError):  # the connection broke: its status tells
                self._known = answer.result()["workers"]
            if self._known:
                self._seen_s = now
            elif now - self._seen_s > self._waits.workers_s:
                raise ClusterError("no-workers", f"{self._waits.workers_s:g}")
        elif now - self._asked_s > self._waits.silent_s:
            self._answer.cancel()
            raise CommClosedError("the scheduler does not answer")

    def workers(self) -> tuple[WorkerProgress, ...]:
        """Return what the workers do, as the scheduler said when it was last asked; the first answer is waited for."""
        if not self._known:
            if self._answer is None:
                self._ask(time.monotonic())
            with suppress(OSError):
                self._known = self._answer.result(GOODBYE_S)["workers"] if self._answer else {}
        return tuple(
            _worker(str(facts.get("name", address)), facts.get("metrics", {})) for address, facts in self._known.items()
        )

    def _ask(self, now: float) -> None:
        self._asked_s = now
        asking = self._client.scheduler.identity(n_workers=-1)
        self._answer = asyncio.run_coroutine_threadsafe(asking, self._client.loop.asyncio_loop)


def _worker(name: str, metrics: dict[str, Any]) -> WorkerProgress:
    counts = metrics.get("task_counts", {})
    n_tasks = sum(int(counts.get(state, 0)) for state in ("executing", "ready", "waiting", "fetch", "flight"))
    return WorkerProgress(name, n_tasks, int(metrics.get("memory", 0)))


def readers_of(client: Any) -> str:
    """Return the name of this driver's readers on the workers, which other drivers may use too."""
    return f"bayleaf-readers-{client.id}"


class Readers(WorkerPlugin):  # type: ignore[misc] # Dask has no types
    """Gives each worker its pools of reader processes, and ends them with it; Dask sets it up on workers that come."""

    def setup(self, worker: Any) -> None:  # noqa: ARG002 - Dask calls it so
        """Begin with no readers; they start with the first shard."""
        self.pools = ReaderPools()

    def teardown(self, worker: Any) -> None:  # noqa: ARG002 - Dask calls it so
        """End the readers."""
        with suppress(OSError):
            self.pools.close()


@contextmanager
def quiet() -> Iterator[None]:
    """Keep Dask's logs off the terminal: what they come to is said in one sentence. Each of them has its own level."""
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in LOUD]
    before = {log: log.level for log in map(logging.getLogger, names)}
    for log in before:
        log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for log, level in before.items():
            log.setLevel(level)


@contextmanager
def cluster_errors(where: str) -> Iterator[None]:
    """Turn what Dask says of the world into ClusterError; our own errors and bugs pass through."""
    try:
        yield
    except KilledWorker as error:
        raise ClusterError("killed", f"“{str(error.task).rpartition('-')[0] or error.task}”") from error
    except LOST as error:
        raise ClusterError("lost", where) from error
    except MemoryError as error:
        raise ClusterError("memory") from error
    except Exception as error:
        missing = MODULE_MISSING.search(str(error))  # Dask says so in several forms
        if isinstance(error, ModuleNotFoundError):
            raise ClusterError("no-bayleaf", error.name or str(error)) from error
        if missing is not None:
            raise ClusterError("no-bayleaf", missing[1]) from error
        raise


POLL_S = 0.1
RESTING = 50
"""Times as long as looking through all tasks took: many thousands are not looked through ten times a second."""
OBSERVED_S = 1.0
FAN_IN = 8
"""Results merged at once: a worker holds so many, and the tree of 16,000 shards has five storeys."""

AHEAD = 1
"""The priority of what is made of a result: else all that was sent earlier is begun first, and nobody hears of it."""

MAKER = {"model": 1}
"""The resource of a worker that takes what needs most memory (`dask worker --resources model=1`), one at a time."""

FAILED = ("error", "cancelled")

Result = TypeVar("Result")
Returned = TypeVar("Returned", covariant=True)


class ClusterTask(Protocol[Returned]):
    """A function that runs on a worker; Dask puts values in place of the futures that it is given."""

    def __call__(self, *arguments: Any, **options: Any) -> Returned:
        """Do the work."""


class Tasks:
    """A client of a cluster, together with the person who waits."""

    def __init__(
        self,
        client: Any,
        context: JobContext,
        observe: Callable[[ClusterProgress], None] | None = None,
        waits: Waits | None = None,
    ) -> None:
        self._client, self._context, self._watch = client, context, Watch(client, waits or Waits())
        self._observe, self._observed_s, self._began_s = observe, 0.0, time.monotonic()
        self.readers = readers_of(client)
        workers = client.scheduler_info(n_workers=-1)["workers"].values()
        has_maker = any(MAKER.keys() <= worker.get("resources", {}).keys() for worker in workers)
        self.maker = {"resources": MAKER} if has_maker else {}
        """Options of tasks that take much memory: they go to the workers that are for them, where there are any."""
        self.n_documents = 0
        """Counted so far."""
        self._told = 0.0, 0.0, ""

    def submit(self, task: ClusterTask[Any], *arguments: Any, **options: Any) -> Any:
        """Send one; what comes of it stays on the cluster until it is asked for, or given to another task."""
        return self._client.submit(task, *arguments, **options)

    def kept(self, value: Any) -> Any:
        """Send a value to the workers once, for many tasks."""
        return self._client.scatter([value], broadcast=True, hash=True)[0]

    def mapped(self, task: ClusterTask[Any], futures: Sequence[Any], *more: Any) -> list[Any]:
        """Send a task for each future, done as soon as that is; what comes of them stays on the cluster, too."""
        return [self.submit(task, future, *more, priority=AHEAD) for future in futures]

    def one(self, phase: str, task: ClusterTask[Result], *arguments: Any, **options: Any) -> Result:
        """Send one and wait for what comes of it."""
        [found] = self.all([self.submit(task, *arguments, **options)], phase)
        result: Result = found
        return result

    def each(
        self,
        futures: Sequence[Any],
        phase: str,
        size: Callable[[Any], float] = lambda _result: 1.0,
        total: float = 0.0,
    ) -> Iterator[Any]:
        """Yield results as they come; `size`, one each, says how far each moves the progress on."""
        waiting, done = list(futures), 0.0
        while waiting:
            began_s = time.monotonic()
            over = [future for future in waiting if future.done()]
            looked_s = time.monotonic() - began_s
            for result in self._results(over):
                done += size(result)
                yield result
            self._checkpoint(done, total or len(futures), phase)
            self._tell(len(futures) - len(waiting) + len(over), len(futures))
            gone = {future.key for future in over}
            waiting = [future for future in waiting if future.key not in gone]
            if waiting:
                time.sleep(min(max(POLL_S, RESTING * looked_s), OBSERVED_S))

    def all(self, futures: Sequence[Any], phase: str) -> list[Any]:
        """Wait for all, and return what comes of them in their order."""
        self.wait(futures, phase)
        return self._results(futures)

    def _results(self, futures: Sequence[Any]) -> list[Any]:
        """Return what has come of tasks that are done, brought together at once.

        A worker that dies with a result takes it along: the task is done anew, by whoever is left, if anybody is.
        """
        for future in futures:
            if future.status in FAILED:
                try:
                    future.result()
                except OSError as error:
                    if future.status == "error":  # of its worker's disk or network: the cluster is not lost
                        raise ClusterError("worker", str(error)) from error
                    raise
        if not futures:
            return []
        gathering = self._client.gather(list(futures), asynchronous=True)
        answer = asyncio.run_coroutine_threadsafe(gathering, self._client.loop.asyncio_loop)
        try:
            while not wait([answer], POLL_S).done:
                self._checkpoint(*self._told)
        finally:
            answer.cancel()
        found: list[Any] = answer.result()
        return found

    def tree(self, task: ClusterTask[Any], futures: Sequence[Any], phase: str) -> Any:
        """Merge on the workers, some at a time, until one is left; the driver sees none of them."""
        storey = list(futures)
        while True:
            storey = [self.submit(task, storey[at : at + FAN_IN]) for at in range(0, len(storey), FAN_IN)]
            if len(storey) == 1:
                self.wait(storey, phase)
                return storey[0]

    def wait(self, futures: Sequence[Any], phase: str) -> None:
        """Wait until all are done, well or not."""
        while not all(future.done() for future in futures):
            self._checkpoint(0.0, 0.0, phase)
            time.sleep(POLL_S / 2)

    def _tell(self, n_done: int, n_tasks: int) -> None:
        now = time.monotonic()
        if self._observe is None or (now - self._observed_s < OBSERVED_S and n_done < n_tasks):
            return
        self._observed_s = now
        seconds = now - self._began_s
        workers = self._watch.workers()
        dashboard = str(self._client.dashboard_link or "")
        self._observe(ClusterProgress(n_done, n_tasks, self.n_documents, seconds, workers, dashboard))

    def _checkpoint(self, done: float, total: float, phase: str) -> None:
        self._told = done, total, phase
        self._context.checkpoint(done, total, phase)
        self._watch.look()
