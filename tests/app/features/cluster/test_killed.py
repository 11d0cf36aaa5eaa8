"""Processes of a cluster, killed again and again: the counts stay the laptop's, or a sentence says what happened."""

from __future__ import annotations

import json
import math
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from app.domain.documents import SourceOptions
from app.domain.errors import ClusterError
from app.domain.jobs import Cancelled, NoOpJobContext
from app.domain.results import TrainingReport
from app.features.cluster.running import ClusterAddress
from app.features.cluster.sharded_corpus import ClusterSources
from app.features.cluster.training import ClusterTrainingSettings, train_on_cluster
from app.features.cluster.use_cases import ClusterTimeouts
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from tests.app.features.cluster import odd_tasks
from tests.app.features.cluster.conftest import PLAIN, ROOT, Cluster, many_boxes, on_the_laptop, until
from tests.systems import KILL, with_groups, with_signals

pytestmark = pytest.mark.timeout(600)  # on a machine that others use, starting processes takes its time
RECIPE = ("--event-model", "multinomial", "--smoothing", "0.5")


BEFORE = ("looking for the cluster", "waiting for workers", "looking for the files to read", "counting a sample")


class Reaper:
    """A JobContext that kills a worker, whichever, when some more shards are begun, and starts another; the last of
    them when shards are merged.

    Workers that have begun so many wait for it, however seldom the driver looks.
    """

    def __init__(self, cluster: Cluster, times: int, seed: int, notes: Path) -> None:
        self._cluster, self._dice, self._notes = cluster, random.Random(seed), notes
        self.n_left, self.killed = times, list[int]()
        self._wait_for_more()

    def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
        if self.n_left > 1 and self._n_begun() > odd_tasks.allowed(self._notes):
            if phase == "counting shards":
                self._kill_one()
            self._wait_for_more()
        elif phase not in (*BEFORE, "counting shards") and self.n_left:
            self._kill_one()

    def _n_begun(self) -> int:
        return len(list(self._notes.iterdir()))

    def _wait_for_more(self) -> None:
        odd_tasks.allow(self._notes, self._n_begun() + self._dice.randrange(2, 8) if self.n_left > 1 else math.inf)

    def _kill_one(self) -> None:
        self.n_left -= 1
        worker = self._cluster.workers.pop(self._dice.randrange(len(self._cluster.workers)))
        worker.kill()
        worker.wait()
        self.killed.append(worker.pid)
        self._cluster.workers.append(self._cluster.new_worker())


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which every task leaves a note."""
    folder = tmp_path / "notes"
    folder.mkdir()
    monkeypatch.setenv(odd_tasks.NOTES, str(folder))
    monkeypatch.setattr("app.features.cluster.sharded_corpus.count_shard", odd_tasks.noted)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1])
def test_workers_killed_again_and_again_change_no_count(tmp_path: Path, seed: int, notes: Path) -> None:
    source = many_boxes(tmp_path / "mail")
    laptop = on_the_laptop(tmp_path, (source,))
    cluster = Cluster(tmp_path, allowed_failures=50)
    try:
        reaper = Reaper(cluster, 5, seed, notes)
        report = train_on_cluster(cluster.order(tmp_path / "made.model", source, shard_bytes=4_000), reaper)
    finally:
        cluster.close()

    runs = Counter(note.name.split("-")[0] for note in notes.iterdir())
    assert len(reaper.killed) == 5
    assert len(runs) == report.n_shards == 60
    assert max(runs.values()) > 1, "no shard was counted twice, so nothing was tried"
    assert report.training_report.documents == laptop.documents
    assert report.training_report.canonical_hash == laptop.canonical_hash


@pytest.mark.slow
@pytest.mark.corpora
def test_workers_killed_while_real_mail_is_read_change_no_count(corpora: Path, tmp_path: Path, notes: Path) -> None:
    options = SourceOptions(labels_from=r"pattern:/(?:easy_|hard_)?(ham|spam)(?:_2)?/")
    source = corpora / "spamassassin" / "spamassassin"
    laptop = on_the_laptop(tmp_path, (source,), options, PLAIN)
    cluster = Cluster(tmp_path, allowed_failures=50)
    try:
        reaper = Reaper(cluster, 4, 3, notes)
        order = cluster.order(tmp_path / "made.model", source, options=options, shard_bytes=1 << 20)
        report = train_on_cluster(order, reaper)
    finally:
        cluster.close()

    assert len(reaper.killed) == 4
    assert report.training_report.canonical_hash == laptop.canonical_hash


@pytest.mark.slow
def test_workers_of_a_local_cluster_are_killed_and_come_again(tmp_path: Path) -> None:
    source = many_boxes(tmp_path / "mail")
    laptop = on_the_laptop(tmp_path, (source,))
    killed = list[int]()

    class Meanwhile:
        def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
            if phase == "counting shards" and done > 0.2 * len(killed) * total and len(killed) < 2:
                worker = readers_of(psutil.Process())[-1]
                worker.kill()
                killed.append(worker.pid)

    read = ClusterSources((str(source),), shard_bytes=4_000)
    order = ClusterTrainingSettings(ClusterAddress("local:2"), read, tmp_path / "made.model", PLAIN)
    report = train_on_cluster(order, Meanwhile())

    assert len(killed) == 2
    assert report.training_report.canonical_hash == laptop.canonical_hash


def readers_of(parent: psutil.Process) -> list[psutil.Process]:
    """Processes that one has started to work for it, or had forked: not the tracker of resources, nor those below."""
    found = []
    for child in parent.children():
        with suppress(psutil.NoSuchProcess):  # one that has just ended
            command_line = " ".join(child.cmdline())
            if "spawn_main" in command_line:
                found.append(child)
            elif "forkserver" in command_line:
                found += child.children()
    return found


def test_a_cluster_whose_workers_are_all_gone_is_told_and_gone_on_with(
    own_cluster: Cluster, made_up_mail: Path, tmp_path: Path
) -> None:
    laptop, kept = on_the_laptop(tmp_path, (made_up_mail,)), tmp_path / "counted"
    patient = own_cluster.order(tmp_path / "made.model", made_up_mail, checkpoint=kept, shard_bytes=2_000)
    order = replace(patient, address=replace(patient.address, timeouts=ClusterTimeouts(wait_for_workers_s=2.0)))

    class Meanwhile:
        def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
            if phase == "counting shards" and list(kept.rglob("*.counts")):
                for worker in own_cluster.workers:
                    worker.kill()

    with pytest.raises(ClusterError) as caught:
        train_on_cluster(order, Meanwhile())
    assert (caught.value.reason, caught.value.detail) == ("no-workers", "2")
    assert not order.target.exists()
    counted = {path: path.stat().st_mtime_ns for path in kept.rglob("*.counts")}
    assert counted

    with pytest.raises(ClusterError) as caught:
        train_on_cluster(order, NoOpJobContext())
    assert caught.value.reason == "no-workers"

    own_cluster.workers.append(own_cluster.new_worker())
    report = train_on_cluster(patient, NoOpJobContext())
    assert report.training_report.canonical_hash == laptop.canonical_hash
    assert {path: path.stat().st_mtime_ns for path in counted} == counted


def test_whoever_waits_for_workers_can_stop(tmp_path: Path, made_up_mail: Path) -> None:
    cluster = Cluster(tmp_path, n_workers=0)

    class Meanwhile:
        def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
            if phase == "waiting for workers":
                raise Cancelled

    try:
        with pytest.raises(Cancelled):
            train_on_cluster(cluster.order(tmp_path / "made.model", made_up_mail), Meanwhile())
    finally:
        cluster.close()


@with_signals
def test_a_scheduler_that_is_stuck_is_told(
    own_cluster: Cluster, made_up_mail: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seconds in {"CHECK_S": 0.1, "OPTIONAL_ANSWER_S": 0.5}.items():
        monkeypatch.setattr(f"app.features.cluster.running.{name}", seconds)

    class Meanwhile:
        def checkpoint(self, done: float = 0.0, total: float = 0.0, phase: str = "") -> None:
            if phase == "counting shards":
                own_cluster.scheduler.send_signal(signal.SIGSTOP)

    address = ClusterAddress(own_cluster.address, timeouts=ClusterTimeouts(no_answer_s=1.0))
    order = own_cluster.order(tmp_path / "made.model", made_up_mail, address=address)
    with pytest.raises(ClusterError) as caught:
        train_on_cluster(order, Meanwhile())

    assert caught.value.reason == "lost"


def test_a_worker_that_runs_out_of_memory_once_costs_no_count(
    tmp_path: Path, made_up_mail: Path, laptop: TrainingReport, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(odd_tasks.NOTES, str(tmp_path))
    monkeypatch.setattr("app.features.cluster.sharded_corpus.count_shard", odd_tasks.hungry_once)
    cluster = Cluster(tmp_path, 1, nanny=("--memory-limit", "700MB"))
    try:
        report = cluster.trained(tmp_path / "made.model", made_up_mail)
    finally:
        cluster.close()

    assert (tmp_path / "was-hungry").exists()
    assert report.training_report.canonical_hash == laptop.canonical_hash


def test_a_shard_that_no_worker_has_memory_for_is_named(
    tmp_path: Path, made_up_mail: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.features.cluster.sharded_corpus.count_shard", odd_tasks.always_hungry)
    cluster = Cluster(tmp_path, 1, nanny=("--memory-limit", "700MB"), allowed_failures=0)
    try:
        with pytest.raises(ClusterError) as caught:
            cluster.trained(tmp_path / "made.model", made_up_mail)
    finally:
        cluster.close()

    assert caught.value.reason == "killed"
    assert caught.value.detail.endswith(".mbox")
    assert not (tmp_path / "made.model").exists()


def command(at: str, source: Path, target: Path, *more: object) -> subprocess.Popen[str]:
    """The command as a person starts it, in a process group of its own."""
    words = ["train", "--cluster", at, source, "--to", target, *more, *RECIPE, "--json"]
    return subprocess.Popen(
        [sys.executable, "-m", "app.cli", *map(str, words)], env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


@with_groups
@pytest.mark.slow
@pytest.mark.parametrize("how", [KILL, signal.SIGINT])
def test_a_driver_that_is_killed_goes_on_from_its_checkpoint(
    tmp_path: Path, much_mail: tuple[Path, TrainingReport], how: signal.Signals
) -> None:
    (source, laptop), kept, target = much_mail, tmp_path / "counted", tmp_path / "made.model"
    cluster = Cluster(tmp_path)
    more = ("--checkpoint", kept, "--shard-bytes", 1 << 16)
    try:
        first = command(cluster.address, source, target, *more)
        until(lambda: len(list(kept.rglob("*.counts"))) >= 3 or first.poll() is not None)
        os.killpg(first.pid, how)
        said = first.communicate()[1]
        counted = {path: path.stat().st_mtime_ns for path in kept.rglob("*.counts")}
        again = command(cluster.address, source, target, *more)
        told, problems = again.communicate()
    finally:
        cluster.close()

    assert first.returncode not in (0, None)
    assert "Traceback" not in said
    assert again.returncode == 0, problems
    assert json.loads(told)["hash"] == laptop.canonical_hash
    assert counted.items() <= {path: path.stat().st_mtime_ns for path in kept.rglob("*.counts")}.items()


@with_groups
@pytest.mark.parametrize("how", [KILL, signal.SIGINT])
def test_a_driver_with_a_cluster_of_its_own_leaves_no_process(
    tmp_path: Path, much_mail: tuple[Path, TrainingReport], how: signal.Signals
) -> None:
    driver = command("local:2", much_mail[0], tmp_path / "made.model", "--shard-bytes", 1 << 16)
    parent = psutil.Process(driver.pid)
    until(lambda: len(parent.children(recursive=True)) >= 4 or driver.poll() is not None)
    below = parent.children(recursive=True)
    if how == KILL:
        driver.kill()
    else:
        os.killpg(driver.pid, how)
    said = driver.communicate()[1]

    assert below
    assert psutil.wait_procs(below, timeout=60)[1] == []
    assert "Traceback" not in said
    assert not (tmp_path / "made.model").exists()


def test_readers_of_a_driver_that_was_lost_end_by_themselves(
    tmp_path: Path, much_mail: tuple[Path, TrainingReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(odd_tasks.IDLE, "0.5")
    cluster = Cluster(tmp_path, 1, options=("--preload", "tests.app.features.cluster.odd_tasks"))
    try:
        more = ("--checkpoint", tmp_path / "counted", "--shard-bytes", 1 << 16)
        driver = command(cluster.address, much_mail[0], tmp_path / "made.model", *more)
        worker = psutil.Process(cluster.workers[0].pid)
        until(lambda: readers_of(worker))
        driver.kill()
        driver.communicate()
        until(lambda: not readers_of(worker))
    finally:
        cluster.close()


@pytest.mark.slow
def test_a_mail_that_ends_or_stops_its_parser_costs_that_mail_alone(
    tmp_path: Path, made_up_mail: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = odd_tasks.SHORT
    box = made_up_mail / "spam" / "1.mbox"
    mails = box.read_text(encoding="utf-8").split("\nFrom someone")
    mails[7], mails[21] = f"{mails[7]}\n{odd_tasks.ABORTS}\n", f"{mails[21]}\n{odd_tasks.HANGS}\n"
    box.write_text("\nFrom someone".join(mails), encoding="utf-8")
    (made_up_mail / "ham" / "broken.zip").write_bytes(b"PK\x03\x04 and then nothing of the kind")
    monkeypatch.setattr("app.library.importing.extract", odd_tasks.poisoned)
    imported = import_sources(
        tmp_path / "laptop.bayleaf", ImportRequest((made_up_mail,), limits=limits), NoOpJobContext()
    )
    laptop = train(tmp_path / "laptop.bayleaf", TrainingOrder(PLAIN), NoOpJobContext())
    cluster = Cluster(tmp_path, options=("--preload", "tests.app.features.cluster.odd_tasks"))
    try:
        report = cluster.trained(tmp_path / "made.model", made_up_mail, limits=limits, shard_bytes=30_000)
    finally:
        cluster.close()

    assert [(Path(one.path).name, one.reason) for one in report.failures] == [
        ("broken.zip", "damaged"),
        ("1.mbox", "crash"),
        ("1.mbox", "timeout"),
    ]
    assert set(report.failures) == set(imported.failed)
    assert report.n_read == 298
    assert report.training_report.documents == laptop.documents
    assert report.training_report.canonical_hash == laptop.canonical_hash


def test_a_checkpoint_that_cannot_be_written_is_told(cluster: Cluster, made_up_mail: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file, where a folder is wanted")

    with pytest.raises(Exception, match="cannot-write"):
        cluster.trained(tmp_path / "made.model", made_up_mail, checkpoint=tmp_path / "taken")
