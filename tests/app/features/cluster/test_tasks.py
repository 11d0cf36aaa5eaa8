"""Tasks have names that a person finds explained, and those that take much memory go where there is enough."""

from __future__ import annotations

import math
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import Client

from app.domain.errors import ClusterError
from app.domain.jobs import Cancelled, NoOpJobContext
from app.features.cluster.running import TaskRunner
from app.features.cluster.use_cases import ClusterTimeouts
from tests.app.features.cluster import odd_tasks
from tests.app.features.cluster.conftest import ROOT, Cluster

OWN_OF_DASK = {"bytes"}
"""Values that were sent ahead, by their kind."""


@pytest.fixture
def with_maker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    """A cluster of which one worker is for the tasks that take much memory."""
    monkeypatch.setenv(odd_tasks.NOTES, str(tmp_path))
    made = Cluster(tmp_path, 1)
    made.workers.append(made.new_worker("--resources", "model=1", "--name", "maker"))
    made.wait_for_workers()
    yield made
    made.close()


def test_what_takes_much_memory_runs_on_the_worker_that_is_for_it(
    with_maker: Cluster, made_up_mail: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.features.cluster.training.make_model", odd_tasks.finished_here)
    for number in range(3):
        with_maker.trained(tmp_path / f"{number}.model", made_up_mail)

    assert {note.name for note in tmp_path.glob("finished-on-*")} == {"finished-on-maker"}


def test_every_task_that_a_dashboard_shows_is_explained(cluster: Cluster, made_up_mail: Path, tmp_path: Path) -> None:
    cluster.trained(tmp_path / "made.model", made_up_mail)

    with Client(cluster.address, set_as_default=False) as client:
        shown = set(client.run_on_scheduler(lambda dask_scheduler: list(dask_scheduler.task_prefixes)))
    page = (ROOT / "resources" / "help" / "cluster-details.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[a-z_`, ]+`) \|", page, re.MULTILINE)
    explained = {name.strip(" `") for row in rows for name in row.split(",")}
    assert {"count_shard", "tally_shard", "merge_tallies", "make_model"} <= shown
    assert shown - OWN_OF_DASK <= explained


class Impatient:
    """A person who stops what waits, after a few looks."""

    def __init__(self, n_looks: int = 5) -> None:
        self._n_looks, self._most_looks = 0, n_looks

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        self._n_looks += 1
        if self._n_looks > self._most_looks:
            raise Cancelled


def test_what_is_done_is_told_while_tasks_sent_earlier_still_wait_for_their_turn(
    cluster: Cluster, tmp_path: Path
) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    odd_tasks.allow(notes, 0)
    with Client(cluster.address, set_as_default=False) as client:
        tasks = TaskRunner(client, Impatient(300))
        places = [tasks.submit(int, str(number)) for number in range(60)]  # what needs nothing, Dask holds back itself
        tasks.wait(places, "placing")
        numbers = [tasks.submit(odd_tasks.held_back, place, notes) for place in places]
        time.sleep(0.3)  # Dask takes what is sent together for one piece of work
        told = tasks.iter_results(tasks.submit_each(abs, numbers), "counting")
        odd_tasks.allow(notes, 20)
        try:
            first = next(told)
            n_begun = len(list(notes.iterdir()))
        finally:
            odd_tasks.allow(notes, math.inf)
        assert sorted([first, *told]) == list(range(60))
    assert n_begun < 60


@pytest.mark.skipif(os.name != "posix", reason="there is no signal here that stops a process for a while")
def test_results_that_a_stuck_worker_keeps_to_itself_can_be_stopped(own_cluster: Cluster) -> None:
    own_cluster.wait_for_workers()
    with Client(own_cluster.address, set_as_default=False) as client:
        tasks = TaskRunner(client, Impatient())
        futures = [tasks.submit(sum, (number, 1), pure=False) for number in range(4)]
        tasks.wait(futures, "adding")
        for worker in own_cluster.workers:
            worker.send_signal(signal.SIGSTOP)
        with pytest.raises(Cancelled):
            tasks.wait_for_all(futures, "adding")
        for worker in own_cluster.workers:
            worker.send_signal(signal.SIGCONT)


def test_results_that_died_with_all_workers_are_told_and_not_waited_for(own_cluster: Cluster) -> None:
    own_cluster.wait_for_workers()
    with Client(own_cluster.address, set_as_default=False) as client:
        tasks = TaskRunner(client, NoOpJobContext(), timeouts=ClusterTimeouts(wait_for_workers_s=1.0))
        futures = [tasks.submit(sum, (number, 1), pure=False) for number in range(4)]
        tasks.wait(futures, "adding")
        for worker in own_cluster.workers:
            worker.kill()
        with pytest.raises(ClusterError) as caught:
            tasks.wait_for_all(futures, "adding")
    assert caught.value.reason == "no-workers"


def test_results_that_died_with_a_worker_are_made_anew_by_another(own_cluster: Cluster) -> None:
    own_cluster.wait_for_workers()
    with Client(own_cluster.address, set_as_default=False) as client:
        tasks = TaskRunner(client, NoOpJobContext())
        futures = [tasks.submit(sum, (number, 1), pure=False) for number in range(4)]
        tasks.wait(futures, "adding")
        own_cluster.workers[0].kill()

        assert tasks.wait_for_all(futures, "adding") == [1, 2, 3, 4]
