"""Reader processes of one Dask worker: the laptop's, so that a file that kills its reader costs that file alone.

A Dask worker that dies takes all its results along, and one shard that does this three times ends the whole job. So
documents are read in processes below the worker, under the laptop's limits of time and memory per document. They
are kept from shard to shard, because starting one takes as long as reading some megabytes.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from distributed import get_worker

from app.services.extraction import Extraction, extract
from app.services.workers import WorkerPool

TRIMMING = "MALLOC_TRIM_THRESHOLD_"
"""Dask has its workers give memory back at once; counting asks for it again a thousand times a second."""


class ReaderPools:
    """Pools of one reader each, for the tasks that run side by side in this worker."""

    def __init__(self) -> None:
        self._idle: list[tuple[str, WorkerPool]] = []
        self._lock = threading.Lock()
        self._is_closed = False

    @contextmanager
    def reader(self, key: str, extraction: Extraction) -> Iterator[WorkerPool]:
        """A pool that reads in this way, kept for the next who asks for the same."""
        pool = self._taken(key) or _started(extraction)
        try:
            yield pool
        except BaseException:
            pool.close()
            raise
        self._give_back(key, pool)

    def close(self) -> None:
        """End all readers that nobody uses; those in use end when they come back."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for _, pool in idle:
            pool.close()

    def _taken(self, key: str) -> WorkerPool | None:
        """An idle pool for this key; those of other jobs are ended."""
        with self._lock:
            own = [pool for known, pool in self._idle if known == key]
            others = [pool for known, pool in self._idle if known != key]
            self._idle = [(key, pool) for pool in own[1:]]
        for pool in others:
            pool.close()
        return own[0] if own else None

    def _give_back(self, key: str, pool: WorkerPool) -> None:
        with self._lock:
            if not self._is_closed:
                self._idle.append((key, pool))
                return
        pool.close()


def own_pools(name: str) -> ReaderPools:
    """The pools that a driver has given, under this name, to the Dask worker that this is called in."""
    pools: ReaderPools = get_worker().plugins[name].pools
    return pools


def _started(extraction: Extraction) -> WorkerPool:
    # Dask's nanny marks its workers as daemons, which may have no processes of their own. Ours end with their parent.
    multiprocessing.current_process().daemon = False
    os.environ.pop(TRIMMING, None)
    return WorkerPool(extract, extraction, n_workers=1, limits=extraction.reading.limits)
