"""Made-up mails, the laptop's model of them, and a cluster of a scheduler and two workers."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import pytest

pytest.importorskip("distributed")

from distributed import Client

from app.domain.documents import ReadLimits, SourceOptions
from app.domain.jobs import NoOpJobContext
from app.domain.results import TrainingReport
from app.features.cluster.running import ClusterAddress
from app.features.cluster.sharded_corpus import ClusterSources
from app.features.cluster.training import ClusterReport, ClusterTrainingSettings, train_on_cluster
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from tests.app.features.cluster.forked_dask import HAS_FORKS, ForkedProcess

QUIET = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "500ms",
}
"""As `packaging/cluster` has it: the cluster that many tests share mostly waits."""
Process = subprocess.Popen[bytes] | ForkedProcess
ROOT = Path(__file__).parents[4]
SPAM = "free offer click prize winner money cheap order now guaranteed limited buy credit loan bonus"
HAM = "meeting notes monday lunch report chapter thanks family train tickets garden music book letter"
SHARED = "the and with for you this that from have about please today week time"
PLAIN = RecipeRequest(event_model="multinomial", smoothing="0.5")


def words(dice: random.Random, label: str) -> str:
    """A dozen words, one of which nobody else has."""
    own, shared = (text.split() for text in (SPAM if label == "spam" else HAM, SHARED))
    return " ".join([*dice.choices(own, k=5), *dice.choices(shared, k=6), f"w{dice.randrange(10_000)}"])


def mail(dice: random.Random, label: str, number: int) -> str:
    head = (
        f"From: someone{number}@example.org\nSubject: {words(dice, label)[:20]}\nDate: Mon, 6 Jan 2025 10:00:00 +0000"
    )
    return f"{head}\nMessage-ID: <{label}{number}@example.org>\n\n{words(dice, label)}\n{words(dice, label)}\n"


def mailbox(label: str, first: int, n_mails: int) -> str:
    """An mbox of made-up mails."""
    dice = random.Random(f"{label}{first}")
    mails = (mail(dice, label, number) for number in range(first, first + n_mails))
    return "".join(f"From someone@example.org Mon Jan  6 10:00:00 2025\n{text}\n" for text in mails)


def made_mail(folder: Path, n_mails: int = 60) -> Path:
    """Mailboxes of two labels; the second one of each begins with mails of the first again."""
    for label in ("ham", "spam"):
        (folder / label).mkdir(parents=True)
        (folder / label / "1.mbox").write_text(mailbox(label, 0, n_mails), encoding="utf-8")
        both = mailbox(label, 0, n_mails // 2) + mailbox(label, 1_000, n_mails)
        (folder / label / "2.mbox").write_text(both, encoding="utf-8")
    return folder


def many_boxes(folder: Path, n_boxes: int = 60, n_mails: int = 12) -> Path:
    """Small mailboxes, so that there are many shards; every third begins with the mails of the one before."""
    for number in range(n_boxes):
        label = ("ham", "spam")[number % 2]
        (folder / label).mkdir(parents=True, exist_ok=True)
        own, other = (mailbox(label, 1_000 * place, n_mails) for place in (number, number - 2))
        (folder / label / f"{number:03}.mbox").write_text(
            own if number % 3 or not number else other + own, encoding="utf-8"
        )
    return folder


@pytest.fixture
def made_up_mail(tmp_path: Path) -> Path:
    return made_mail(tmp_path / "mail")


def on_the_laptop(
    folder: Path,
    sources: tuple[Path, ...],
    options: SourceOptions | None = None,
    request: RecipeRequest = PLAIN,
    limits: ReadLimits | None = None,
) -> TrainingReport:
    """Import and train as everybody does."""
    workspace = folder / "laptop.bayleaf"
    order = ImportRequest(sources, options or SourceOptions(), limits=limits or ReadLimits())
    import_sources(workspace, order, NoOpJobContext())
    return train(workspace, TrainingOrder(request), NoOpJobContext())


@pytest.fixture(scope="session")
def laptop(tmp_path_factory: pytest.TempPathFactory) -> TrainingReport:
    """Train on the made-up mail as it is before a test changes it; where it lies makes no difference to a model."""
    folder = tmp_path_factory.mktemp("laptop")
    return on_the_laptop(folder, (made_mail(folder / "mail"),))


@pytest.fixture(scope="session")
def much_mail(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, TrainingReport]:
    """Thousands of mails in forty mailboxes, to be read only, and what the laptop learns of them."""
    folder = tmp_path_factory.mktemp("much")
    source = many_boxes(folder / "mail", 40, 150)
    return source, on_the_laptop(folder, (source,))


def called(*arguments: object) -> tuple[dict[str, Any], str]:
    """Run a command; return its JSON, and its messages."""
    command = [sys.executable, "-m", "app.cli", *map(str, arguments), "--json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told, done.stderr


def until(is_so: Callable[[], object], seconds: float = 180.0) -> None:
    """Wait for something that other processes do."""
    latest_s = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < latest_s, "it did not come to pass"
        time.sleep(0.02)


class Cluster:
    """A scheduler and workers, each a process of its own: forked, or started by its command where that is asked for."""

    def __init__(
        self,
        folder: Path,
        n_workers: int = 2,
        *,
        options: tuple[str, ...] = (),
        allowed_failures: int = 3,
        nanny: tuple[str, ...] = (),
        by_command: bool = not HAS_FORKS,
    ) -> None:
        self._file, self._options, self._nanny = folder / "scheduler.json", options, nanny
        self._by_command = by_command
        told = {"PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"}
        failures = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(allowed_failures)}
        # Dask locks its folder at each start: where clusters share one, a process that is stopped holds up all others.
        own = {"DASK_TEMPORARY_DIRECTORY": str(folder)}
        self._environment = {**os.environ, **told, **failures, **own, **QUIET}
        self.scheduler = self._started("scheduler", "--port", "0", "--dashboard-address", "127.0.0.1:0")
        while not self._is_told():
            assert self.scheduler.poll() is None
            time.sleep(0.05)
        self.workers = [self.new_worker() for _ in range(n_workers)]

    def _is_told(self) -> bool:
        """Tell whether the scheduler has said where it is: the file is there before all of its words are."""
        with suppress(FileNotFoundError, json.JSONDecodeError):
            return bool(self.address)
        return False

    def wait_for_workers(self) -> None:
        """Until all of them have come to the scheduler."""
        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(len(self.workers), timeout=110)

    @property
    def address(self) -> str:
        address: str = json.loads(self._file.read_text())["address"]
        return address

    def new_worker(self, *more: str) -> Process:
        """One more worker process; without a nanny nobody looks after it, so that what kills it has killed it."""
        alone = ("--no-nanny", "--memory-limit", "0")
        kind = (*(self._nanny or alone), *more)
        return self._started("worker", "--nthreads", "1", "--dashboard-address", "127.0.0.1:0", *kind)

    def _started(self, what: str, *options: str) -> Process:
        told = ["--scheduler-file", str(self._file), *options, "--host", "127.0.0.1", *self._options]
        if not self._by_command:
            return ForkedProcess(what, told, self._file.parent, self._environment)
        # What they say is shown where a test fails.
        command = [sys.executable, "-m", "dask", what, *told]
        return subprocess.Popen(command, cwd=self._file.parent, env=self._environment)

    def close(self) -> None:
        """End every process that is left."""
        for process in (*self.workers, self.scheduler):
            below = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
            process.kill()
            process.wait()
            for child in below:
                with suppress(psutil.NoSuchProcess):
                    child.kill()

    def order(
        self,
        target: Path,
        *sources: Path | str,
        request: RecipeRequest = PLAIN,
        shard_bytes: int = 8_000,
        most_words: int | None = None,
        address: ClusterAddress | None = None,
        **more: Any,
    ) -> ClusterTrainingSettings:
        """Return an order to train, in shards of some dozen mails."""
        read = ClusterSources(tuple(map(str, sources)), shard_bytes=shard_bytes, **more)
        return ClusterTrainingSettings(
            address or ClusterAddress(self.address), read, target, request, max_words=most_words
        )

    def trained(self, target: Path, *sources: Path | str, **more: Any) -> ClusterReport:
        """Connect, train, and go."""
        return train_on_cluster(self.order(target, *sources, **more), NoOpJobContext())


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    made.wait_for_workers()
    yield made
    made.close()


@pytest.fixture
def own_cluster(tmp_path: Path) -> Iterator[Cluster]:
    """One that may be broken."""
    made = Cluster(tmp_path)
    yield made
    made.close()
