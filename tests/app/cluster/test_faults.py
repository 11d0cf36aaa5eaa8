"""Faults of a cluster cost time, or the job, and never a count."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from app.cluster.running.connection import Address, connected
from app.cluster.training import train_on_cluster
from app.domain.errors import ClusterError
from app.domain.jobs import Cancelled, Unattended
from app.services.models.model_exchange import read_model
from tests.app.cluster.conftest import Cluster, on_the_laptop


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


def test_a_worker_that_is_killed_changes_no_count(own_cluster: Cluster, made_up_mail: Path, tmp_path: Path) -> None:
    laptop = on_the_laptop(tmp_path, (made_up_mail,))
    context = Meanwhile(own_cluster.workers[0].kill)

    report = train_on_cluster(own_cluster.order(tmp_path / "made.model", made_up_mail, shard_bytes=2_000), context)

    assert context.is_done
    assert own_cluster.workers[0].wait() != 0
    assert report.training.canonical_hash == laptop.canonical_hash


def test_a_lost_scheduler_is_told_and_nothing_is_written(
    own_cluster: Cluster, made_up_mail: Path, tmp_path: Path
) -> None:
    context = Meanwhile(own_cluster.scheduler.kill)

    with pytest.raises(ClusterError) as caught:
        train_on_cluster(own_cluster.order(tmp_path / "made.model", made_up_mail), context)

    assert caught.value.reason == "lost"
    assert not (tmp_path / "made.model").exists()


def test_a_driver_that_is_stopped_leaves_nothing_and_goes_on_from_its_checkpoints(
    cluster: Cluster, made_up_mail: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "counted"
    laptop = on_the_laptop(tmp_path, (made_up_mail,))
    order = cluster.order(tmp_path / "made.model", made_up_mail, checkpoint=kept)

    with pytest.raises(Cancelled):
        train_on_cluster(order, Meanwhile(cancel, "merging counts"))
    assert not order.target.exists()
    counted = {path: path.stat().st_mtime_ns for path in kept.rglob("*.counts")}
    damaged = min(counted)
    damaged.write_bytes(damaged.read_bytes()[:-1])
    report = train_on_cluster(order, Unattended())

    assert report.training.canonical_hash == laptop.canonical_hash
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

    assert report.training.canonical_hash == laptop.canonical_hash
    assert read_model(tmp_path / "before.model").canonical_hash() != laptop.canonical_hash


def test_a_task_that_kills_its_workers_is_told(tmp_path: Path) -> None:
    cluster = Cluster(tmp_path, allowed_failures=0)
    try:
        with pytest.raises(ClusterError) as caught, connected(Address(cluster.address)) as client:
            client.submit(os._exit, 1).result()
    finally:
        cluster.close()

    assert caught.value.reason == "killed"


def test_a_cluster_that_is_not_there_is_told() -> None:
    for where, reason in {
        "tcp://127.0.0.1:9": "unreachable",
        "local:none": "address",
        "nonsense://x": "unreachable",
    }.items():
        with pytest.raises(ClusterError) as caught, connected(Address(where), connect_s=1.0):
            pass
        assert caught.value.reason == reason


@pytest.mark.parametrize("part", ["Bayleaf", "its code", "regex"])
def test_a_worker_that_counts_with_another_part_is_refused(
    cluster: Cluster, made_up_mail: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    monkeypatch.setattr("app.cluster.sources.sharded_corpus.installed_parts", lambda: ((part, "another"),))

    with pytest.raises(ClusterError) as caught:
        cluster.trained(tmp_path / "made.model", made_up_mail)

    assert caught.value.reason == "other-version"
    assert caught.value.detail.startswith(f"{part} ")
    assert caught.value.detail.endswith(" instead of another")
