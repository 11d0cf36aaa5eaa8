"""Faults of a cluster cost time, or the job, and never a count."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from app.domain.errors import ClusterError
from app.domain.jobs import Cancelled, NoOpJobContext
from app.domain.results import TrainingReport
from app.features.cluster.running import ClusterAddress, connect_cluster
from app.features.cluster.training import train_on_cluster
from app.features.cluster.use_cases import ClusterTimeouts
from app.library.saved_models import read_model
from tests.app.features.cluster import odd_tasks
from tests.app.features.cluster.conftest import ROOT, Cluster, on_the_laptop, until
from tests.systems import with_signals


class Meanwhile:
    """A JobContext that does something once, when the first shard is counted."""

    def __init__(self, act: Callable[[], None], phase: str = "counting shards") -> None:
        self._act, self._phase, self.is_done = act, phase, False

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        if not self.is_done and phase == self._phase and (done > 0 or phase != "counting shards"):
            self.is_done = True
            self._act()


def cancel() -> None:
    raise Cancelled


def test_a_worker_that_is_killed_changes_no_count(
    own_cluster: Cluster, made_up_mail: Path, laptop: TrainingReport, tmp_path: Path
) -> None:
    context = Meanwhile(own_cluster.workers[0].kill)

    report = train_on_cluster(own_cluster.order(tmp_path / "made.model", made_up_mail, shard_bytes=2_000), context)

    assert context.is_done
    assert own_cluster.workers[0].wait() != 0
    assert report.training_report.canonical_hash == laptop.canonical_hash


def test_a_lost_scheduler_is_told_and_nothing_is_written(
    own_cluster: Cluster, made_up_mail: Path, tmp_path: Path
) -> None:
    context = Meanwhile(own_cluster.scheduler.kill)

    with pytest.raises(ClusterError) as caught:
        train_on_cluster(own_cluster.order(tmp_path / "made.model", made_up_mail), context)

    assert caught.value.reason == "lost"
    assert not (tmp_path / "made.model").exists()


def test_a_driver_that_is_stopped_leaves_nothing_and_goes_on_from_its_checkpoints(
    cluster: Cluster, made_up_mail: Path, laptop: TrainingReport, tmp_path: Path
) -> None:
    kept = tmp_path / "counted"
    order = cluster.order(tmp_path / "made.model", made_up_mail, checkpoint=kept)

    with pytest.raises(Cancelled):
        train_on_cluster(order, Meanwhile(cancel, "merging counts"))
    assert not order.target.exists()
    counted = {path: path.stat().st_mtime_ns for path in kept.rglob("*.counts")}
    damaged = min(counted)
    damaged.write_bytes(damaged.read_bytes()[:-1])
    report = train_on_cluster(order, NoOpJobContext())

    assert report.training_report.canonical_hash == laptop.canonical_hash
    assert len(counted) == report.n_shards
    untouched = {path: path.stat().st_mtime_ns for path in kept.rglob("*.counts") if path != damaged}
    assert untouched == {path: time_ns for path, time_ns in counted.items() if path != damaged}


def test_a_checkpoint_of_a_file_that_changed_is_not_used(cluster: Cluster, made_up_mail: Path, tmp_path: Path) -> None:
    kept = tmp_path / "counted"
    cluster.trained(tmp_path / "before.model", made_up_mail, checkpoint=kept)
    changed = made_up_mail / "spam" / "1.mbox"
    changed.write_text(changed.read_text().replace("free", "gratis"), encoding="utf-8")
    laptop = on_the_laptop(tmp_path, (made_up_mail,))

    report = cluster.trained(tmp_path / "after.model", made_up_mail, checkpoint=kept)

    assert report.training_report.canonical_hash == laptop.canonical_hash
    assert read_model(tmp_path / "before.model").canonical_hash() != laptop.canonical_hash


def test_a_task_that_kills_its_workers_is_told(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path, allowed_failures=0)
    try:
        with pytest.raises(ClusterError) as caught, connect_cluster(ClusterAddress(cluster.address)) as client:
            client.submit(os._exit, 1).result()
    finally:
        cluster.close()

    assert caught.value.reason == "killed"


def test_a_cluster_that_is_not_there_is_told() -> None:
    for where, reason in {
        "tcp://127.0.0.1:9": "unreachable",
        "local:none": "address",
        "local:²": "address",
        "nonsense://x": "protocol",
    }.items():
        with pytest.raises(ClusterError) as caught, connect_cluster(ClusterAddress(where), connect_s=1.0):
            pass
        assert caught.value.reason == reason


@pytest.mark.parametrize("part", ["Bayleaf", "its code", "regex"])
def test_a_worker_that_counts_with_another_part_is_refused(
    cluster: Cluster, made_up_mail: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    monkeypatch.setattr("app.features.cluster.sharded_corpus.installed_components", lambda: ((part, "another"),))

    with pytest.raises(ClusterError) as caught:
        cluster.trained(tmp_path / "made.model", made_up_mail)

    assert caught.value.reason == "other-version"
    assert caught.value.detail.startswith(f"{part} ")
    assert caught.value.detail.endswith(" instead of another")


@pytest.fixture
def lacking(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster one of whose workers has no Bayleaf."""
    made = Cluster(tmp_path, 0, by_command=True)
    made.workers.append(
        made.new_worker("--preload", str(ROOT / "tests" / "app" / "features" / "cluster" / "lacking.py"))
    )
    made.wait_for_workers()
    yield made
    made.close()


def said_by(cluster: Cluster, source: Path, target: Path, *more: str) -> subprocess.Popen[str]:
    """The command as a person starts it."""
    words = ("train", "--cluster", cluster.address, str(source), "--to", str(target), *more)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-m", "app.cli", *words, "--shard-bytes", "65536"],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_a_worker_without_bayleaf_is_one_sentence(lacking: Cluster, made_up_mail: Path, tmp_path: Path) -> None:
    driver = said_by(lacking, made_up_mail, tmp_path / "made.model")

    _, said = driver.communicate()

    assert driver.returncode == 1
    assert said.splitlines() == [
        (
            "bayleaf-cli: Bayleaf, or a module it needs, is missing on the cluster’s workers (app). Install "
            "bayleaf[cluster] on each worker."
        )
    ]


def test_a_scheduler_that_is_killed_is_one_sentence(
    own_cluster: Cluster, much_mail: tuple[Path, object], tmp_path: Path
) -> None:
    kept = tmp_path / "counted"
    driver = said_by(own_cluster, much_mail[0], tmp_path / "made.model", "--checkpoint", str(kept))
    until(lambda: list(kept.rglob("*.counts")) or driver.poll() is not None)
    own_cluster.scheduler.kill()

    _, said = driver.communicate()

    assert driver.returncode == 1
    told = [line for line in said.splitlines() if not line.startswith("By a sample: ")]
    assert told == [
        f"bayleaf-cli: The connection to the cluster at {own_cluster.address} was lost. Nothing was written. "
        "If you set a checkpoint folder, the next run continues where this one stopped."
    ]


def test_workers_that_come_late_are_waited_for_as_long_as_was_asked(made_up_mail: Path, tmp_path: Path) -> None:
    cluster = Cluster(tmp_path, 0)
    patience = ClusterTimeouts(wait_for_workers_s=0.1)
    order = cluster.order(
        tmp_path / "made.model", made_up_mail, address=ClusterAddress(cluster.address, timeouts=patience)
    )
    try:
        with pytest.raises(ClusterError) as caught:
            train_on_cluster(order, NoOpJobContext())
        come = Meanwhile(lambda: cluster.workers.append(cluster.new_worker()), "waiting for workers")
        report = train_on_cluster(replace(order, address=ClusterAddress(cluster.address)), come)
    finally:
        cluster.close()

    assert (caught.value.reason, caught.value.detail) == ("no-workers", "0.1")
    assert come.is_done
    assert report.n_read == 300


@with_signals
@pytest.mark.slow
@pytest.mark.parametrize("nanny", [(), ("--nanny",)])
def test_a_worker_that_is_asked_to_end_does_so_while_it_reads(
    tmp_path: Path, made_up_mail: Path, nanny: tuple[str, ...]
) -> None:
    laptop = on_the_laptop(tmp_path, (made_up_mail,))
    box = made_up_mail / "spam" / "3.mbox"
    box.write_text(f"From a\nSubject: x\n\n{odd_tasks.HANGS}\n", encoding="utf-8")
    cluster = Cluster(tmp_path, 1, options=("--preload", "tests.app.features.cluster.odd_tasks"), nanny=nanny)
    order = cluster.order(tmp_path / "made.model", made_up_mail, shard_bytes=1 << 16, limits=odd_tasks.SHORT)
    threads = ThreadPoolExecutor(1)
    try:
        driver = threads.submit(train_on_cluster, order, NoOpJobContext())
        (worker,) = cluster.workers
        process, n_of_dask = psutil.Process(worker.pid), len(nanny)
        until(lambda: len(process.children(recursive=True)) >= n_of_dask + 3)  # a tracker, a server of forks, a reader
        below = process.children(recursive=True)
        worker.terminate()
        worker.wait(60)
        _, left = psutil.wait_procs(below, 60)
        cluster.workers.append(cluster.new_worker())
        report = driver.result()
    finally:
        cluster.close()
        threads.shutdown()

    assert left == []
    assert report.training_report.canonical_hash == laptop.canonical_hash
    assert [one.reason for one in report.failures] == ["timeout"]
