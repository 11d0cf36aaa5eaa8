"""To a cluster and back: the scheduler a person named, its workers, what its errors mean, and whether all count alike.

Code, Python and libraries that decide the counts must be the same on all machines. The code is compared by its
contents, not by its version: two copies of one version may differ. Where an installation gave the packages other
names, the names in the code are taken back first.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import re
import ssl
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import field
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import dask
from distributed import Client, LocalCluster, Security, WorkerPlugin
from distributed.comm import CommClosedError, connect
from distributed.comm.registry import backends
from distributed.scheduler import KilledWorker

import nbengine
import resources
from app.cluster.running.reader_pools import ReaderPools
from app.domain.errors import ClusterError
from app.domain.jobs import JobContext, Unattended
from app.domain.version import VERSION
from app.services.training.training_on_cluster import Waits, WorkerProgress
from app.services.work.starting_workers import leaving_interrupts_to_us
from app.services.work.workers import worker_count
from nbengine.lazy_dataclasses import dataclass

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
