"""Tasks sent and followed: every wait reports, can be stopped, and ends where nobody is left to work."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import wait
from typing import Any, Protocol, TypeVar

from app.cluster.running.connection import Watch, readers_of
from app.domain.errors import ClusterError
from app.domain.jobs import JobContext
from app.services.training.training_on_cluster import ClusterProgress, Waits

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
