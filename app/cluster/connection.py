"""To a cluster and back: the scheduler a person named, its workers, and what its errors mean."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import dask
from distributed import Client, LocalCluster, Security, WorkerPlugin
from distributed.comm import CommClosedError
from distributed.scheduler import KilledWorker

from app.cluster.pools import ReaderPools
from app.domain.errors import ClusterError
from app.services.clusters import WorkerProgress
from app.services.version import VERSION
from app.services.workers import worker_count

CONNECT_S = 20.0
WORKERS_S = 60.0
"""How long a scheduler without workers is waited for: they may be on their way."""
LOOK_S = 2.0
HOLDING_MEMORY = {
    "distributed.nanny.pre-spawn-environ": {"OMP_NUM_THREADS": 1, "MKL_NUM_THREADS": 1, "OPENBLAS_NUM_THREADS": 1}
}
"""Dask has its workers give memory back at once, which costs them a third of their time when they merge arrays."""
LOST = (CommClosedError, CancelledError, asyncio.CancelledError, TimeoutError, OSError)


@dataclass(frozen=True, slots=True)
class Address:
    """Where a cluster is, and how its connections are secured."""

    where: str
    """tcp://host:port, tls://host:port, or local[:N]."""
    tls_ca: str | None = None
    tls_certificate: str | None = None
    tls_key: str | None = None

    @property
    def is_local(self) -> bool:
        return self.where.split(":")[0] == "local"

    @property
    def n_local_workers(self) -> int:
        """How many worker processes a cluster on this machine gets: one per core unless it is said."""
        _, _, given = self.where.partition(":")
        if not given:
            return worker_count(has_window=False)
        if not given.isdigit() or not 1 <= int(given) <= 1024:
            raise ClusterError("address", self.where)
        return int(given)

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
def connected(address: Address, connect_s: float = CONNECT_S) -> Iterator[Any]:
    """A client of the cluster, with readers on every worker; a local cluster lives as long as this block."""
    with quiet(), cluster_errors(address.where), _reached(address, connect_s) as client, with_readers(client):
        yield client


@contextmanager
def _reached(address: Address, connect_s: float) -> Iterator[Any]:
    """A client, and with it the cluster where that is local."""
    if address.is_local:
        settings = dask.config.set(HOLDING_MEMORY)
        with settings, _local(address) as cluster, Client(cluster, timeout=connect_s) as client:
            yield client
    else:
        with _client(address, connect_s) as client:
            yield client


def _local(address: Address) -> Any:
    return LocalCluster(
        n_workers=address.n_local_workers,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=50,
    )


def _client(address: Address, connect_s: float) -> Any:
    try:
        return Client(address.where, security=address.security, timeout=connect_s)
    except (OSError, ValueError, TypeError) as error:
        raise ClusterError("unreachable", address.where) from error


def _prepared(client: Any) -> Any:
    """Check that the workers can do the work, and give them what they need for it."""
    try:
        client.wait_for_workers(1, timeout=WORKERS_S)
    except TimeoutError as error:
        raise ClusterError("no-workers") from error
    try:
        versions = client.run(installed_version)
    except ModuleNotFoundError as error:
        raise ClusterError("no-bayleaf", str(error.name or error)) from error
    ours = installed_version()
    for worker, version in versions.items():
        if version != ours:
            raise ClusterError("other-version", f"{worker}: {version}")
    client.register_plugin(Readers(), name=readers_of(client))
    return client


class Watch:
    """Notices a scheduler that is gone, and one whose workers all are: both would be waited for without end."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._looked_s = self._seen_s = time.monotonic()

    def look(self) -> None:
        """Raise where nobody is left; asks now and then only."""
        now = time.monotonic()
        if now - self._looked_s < LOOK_S:
            return
        self._looked_s = now
        if self._client.status != "running":
            raise CommClosedError("the scheduler is gone")
        if self._client.scheduler_info(n_workers=1)["workers"]:
            self._seen_s = time.monotonic()
        elif now - self._seen_s > WORKERS_S:
            raise ClusterError("no-workers")

    def workers(self) -> tuple[WorkerProgress, ...]:
        """What the workers do, as the scheduler knows it."""
        known = self._client.scheduler_info(n_workers=-1)["workers"]
        return tuple(
            _worker(str(facts.get("name", address)), facts.get("metrics", {})) for address, facts in known.items()
        )


def _worker(name: str, metrics: dict[str, Any]) -> WorkerProgress:
    counts = metrics.get("task_counts", {})
    n_tasks = sum(int(counts.get(state, 0)) for state in ("executing", "ready", "waiting", "fetch", "flight"))
    return WorkerProgress(name, n_tasks, int(metrics.get("memory", 0)))


def readers_of(client: Any) -> str:
    """What the readers of this driver are called on the workers, which others may use too."""
    return f"bayleaf-readers-{client.id}"


@contextmanager
def with_readers(client: Any) -> Iterator[Any]:
    """Readers on every worker as long as the block lasts, wherever it is left."""
    try:
        yield _prepared(client)
    finally:
        with suppress(Exception):  # a scheduler that is gone has no readers either
            client.unregister_worker_plugin(name=readers_of(client))


def installed_version() -> str:
    """What has to be the same everywhere, so that all count alike."""
    return f"Bayleaf {VERSION}, Python {sys.version_info.major}.{sys.version_info.minor}"


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
    """Keep Dask's log off the terminal: what it comes to is said in one sentence."""
    log = logging.getLogger("distributed")
    before = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        log.setLevel(before)


@contextmanager
def cluster_errors(where: str) -> Iterator[None]:
    """Turn what Dask says of the world into ClusterError; our own errors and bugs pass through."""
    try:
        yield
    except KilledWorker as error:
        raise ClusterError("killed", str(error.task)) from error
    except LOST as error:
        raise ClusterError("lost", where) from error
    except MemoryError as error:
        raise ClusterError("memory") from error
