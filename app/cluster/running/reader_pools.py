"""Reader processes of one Dask worker: the laptop's, so that a file that kills its reader costs that file alone.

A Dask worker that dies takes all its results along, and one shard that does this three times ends the whole job. So
documents are read in processes below the worker, under the laptop's limits of time and memory per document. They
are kept from shard to shard, because starting one takes as long as reading some megabytes.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from distributed import get_worker

from app.services.work.extraction import Extraction, extract
from app.services.work.workers import WorkerPool
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
