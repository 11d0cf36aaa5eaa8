"""Kill workers, scheduler and driver at random moments of one training, and compare what comes of it with the laptop.

    python -m tests.benchmarks.cluster_kills [--gigabytes 1] [--kills 10] [--seed 7] [--folder FOLDER]

A scheduler, two workers and `train --cluster … --checkpoint`, each a process, on generated mail; `kill -9` whenever
some more shards are counted, the last time when nearly all are. What was killed is started again, and the order too
where its driver or its scheduler was lost. At the end documents and hash must be those of `import` and `train`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.app.features.cluster.conftest import Cluster
from tests.benchmarks._generated_mail import write_mail
from tests.benchmarks._watching import ROOT
from tests.benchmarks.cluster import RECIPE, on_the_laptop

SHARD_BYTES = 4 << 20
LOOKS_S = 0.2


class KilledTraining:
    """A training whose processes are killed and started again."""

    def __init__(self, source: Path, folder: Path, dice: random.Random) -> None:
        self._source, self._folder, self._dice = source, folder, dice
        self._cluster = self._started()
        self._driver = self._ordered()
        self.n_orders = 1

    @property
    def n_counted(self) -> int:
        """Shards that a checkpoint holds."""
        return sum(1 for _ in (self._folder / "counted").rglob("*.counts"))

    def wait_until_counted(self, n_shards: int) -> None:
        """Wait until so many shards are counted; a driver that ends before is asked why."""
        while self.n_counted < n_shards:
            if self._driver.poll() is not None:
                raise SystemExit(f"the driver ended: {self.last_words()}")
            time.sleep(LOOKS_S)

    def kill(self, what: str) -> None:
        """Kill one, and start what is missing then."""
        if what == "worker":
            worker = self._cluster.workers.pop(self._dice.randrange(len(self._cluster.workers)))
            worker.kill()
            worker.wait()
            self._cluster.workers.append(self._cluster.new_worker())
            return
        if what == "driver":
            self._driver.kill()
        else:
            self._cluster.scheduler.kill()
        self._driver.wait()
        if what == "scheduler":
            self._cluster.close()
            self._cluster = self._started()
        self._driver = self._ordered()
        self.n_orders += 1

    def result(self) -> dict[str, Any]:
        """Wait for the end."""
        out, _ = self._driver.communicate()
        found: dict[str, Any] = json.loads(out) if self._driver.returncode == 0 else {"problem": self.last_words()}
        return found

    def close(self) -> None:
        """Leave no process behind, however it went."""
        self._driver.kill()
        self._driver.wait()
        self._cluster.close()

    def last_words(self) -> str:
        """Return what the driver said last."""
        return (self._folder / "said").read_text(encoding="utf-8").strip()[-300:]

    def _started(self) -> Cluster:
        (self._folder / "scheduler.json").unlink(missing_ok=True)
        cluster = Cluster(self._folder, 2, allowed_failures=50)
        cluster.wait_for_workers()
        return cluster

    def _ordered(self) -> subprocess.Popen[bytes]:
        how = ("--to", self._folder / "made.model", "--checkpoint", self._folder / "counted", *RECIPE, "--json")
        order = ("train", "--cluster", self._cluster.address, self._source, "--shard-bytes", SHARD_BYTES, *how)
        with (self._folder / "said").open("wb") as said:
            command = [sys.executable, "-m", "app.cli", *map(str, order)]
            environment = {**os.environ, "PYTHONPATH": str(ROOT)}
            return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=said)


def victims(n_kills: int, dice: random.Random) -> list[str]:
    """Choose whom to kill, in which order: mostly workers, and each of the others as well."""
    others = ["scheduler", "driver"] * max(1, n_kills // 5)
    chosen = [*others[:n_kills], *(["worker"] * (n_kills - len(others)))]
    dice.shuffle(chosen)
    return chosen


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gigabytes", type=float, default=1.0)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "bayleaf-cluster-mail")
    wanted = parser.parse_args()
    source, dice = wanted.folder / f"mail-{wanted.gigabytes:g}", random.Random(wanted.seed)
    write_mail(source, round(wanted.gigabytes * 1e9))
    os.environ["DASK_LOGGING__DISTRIBUTED"] = "critical"  # those that are left say much of those that were killed
    n_shards = sum(max(1, path.stat().st_size // SHARD_BYTES) for path in source.rglob("*.mbox"))
    laptop = on_the_laptop(wanted.folder, source).told
    print(f"the laptop: {laptop['documents']:,} documents, {laptop['hash']}", flush=True)
    with tempfile.TemporaryDirectory() as name:
        training = KilledTraining(source, Path(name), dice)
        moments = sorted(dice.sample(range(1, n_shards), wanted.kills - 1))
        with closing(training):
            for n_counted, what in zip([*moments, n_shards - 1], victims(wanted.kills, dice), strict=True):
                training.wait_until_counted(n_counted)
                print(f"{training.n_counted} of some {n_shards} shards counted: killing the {what}", flush=True)
                training.kill(what)
            made = training.result()
    is_same = made.get("hash") == laptop["hash"] and made["documents"] == laptop["documents"]
    print(f"after {wanted.kills} kills and {training.n_orders} orders: {'the same model' if is_same else made}")
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
