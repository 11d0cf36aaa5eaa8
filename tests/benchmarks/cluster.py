"""What a cluster costs and gains, on generated mail, against the laptop and against the usual parts, in one run.

    python -m tests.benchmarks.cluster [--gigabytes 0.1 ...] [--workers 1 2] [--no-peer]
    BAYLEAF_CORPORA=… python -m tests.benchmarks.cluster --growth

The first makes mailboxes of the size asked for, trains on them by `import` and `train`, by `train --cluster local:N`,
and by dask.bag with scikit-learn's parts, each in a process of its own, and prints wall and processor seconds, bytes on
the loopback interface (of everybody on this machine), and the peak memory of driver, workers and readers, looked at
twenty times a second; Linux only. The second fits Heaps' law to real corpora and works out a terabyte.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from app.cluster.following import FAN_IN
from app.cluster.forecasting import CELL_BYTES, WORD_BYTES, fitted, growth_points
from app.domain.documents import Document, ReadLimits, SourceOptions
from app.readers.reading import read_item
from app.readers.sources import work_items
from app.services.recipes import MAIL_RULES, TEXT_RULES
from nbengine.counter import TokenCounter
from nbengine.rules import TokenRules

ROOT = Path(__file__).parents[2]
MAILBOX_BYTES = 8 << 20
WORDS_PER_MAIL = 600
LETTERS = np.array(list("etaoinshrdlucmfwypvbgkjqxz"))
RECIPE = ("--event-model", "multinomial", "--smoothing", "1", "--vocabulary", "all")
TICK_S = 1 / os.sysconf("SC_CLK_TCK")


class Writer:
    """Makes mail whose words are as frequent, and as many, as in a language; each label has words of its own."""

    def __init__(self, seed: int = 1) -> None:
        self._dice = np.random.default_rng(seed)
        self._known: dict[int, str] = {}

    def word(self, rank: int) -> str:
        """A word for a rank: the rarer, the longer."""
        if rank not in self._known:
            letters, rest = [], rank
            while rest:
                rest, letter = divmod(rest, 26)
                letters.append(str(LETTERS[letter]))
            self._known[rank] = "".join(letters) + "e"
        return self._known[rank]

    def mail(self, label: str, number: int) -> str:
        """A mail of some kilobytes."""
        ranks = np.minimum(self._dice.zipf(1.35, WORDS_PER_MAIL), 1 << 40)
        own = self._dice.integers(0, 400, WORDS_PER_MAIL // 10)
        words = [self.word(int(rank)) for rank in ranks] + [f"{label}{rank}" for rank in own]
        lines = "\n".join(" ".join(words[first : first + 12]) for first in range(0, len(words), 12))
        head = f"From: {self.word(number % 5_000 + 1)}@example.org\nSubject: {' '.join(words[:6])}\n"
        return (
            f"From someone@example.org Mon Jan  6 10:00:00 2025\n{head}Message-ID: <{label}{number}@x>\n\n{lines}\n\n"
        )


def write_mail(folder: Path, size_bytes: int) -> int:
    """Write mailboxes for two labels; return how many mails there are."""
    writer, n_mails, n_bytes = Writer(), 0, 0
    for number in range(max(2, round(size_bytes / MAILBOX_BYTES))):
        label = ("ham", "spam")[number % 2]
        (folder / label).mkdir(parents=True, exist_ok=True)
        with (folder / label / f"{number:05d}.mbox").open("w", encoding="utf-8") as file:
            begun = n_bytes
            while n_bytes - begun < MAILBOX_BYTES and n_bytes < size_bytes * (number + 1):
                n_bytes += file.write(writer.mail(label, n_mails))
                n_mails += 1
    return n_mails


@dataclass(slots=True)
class Used:
    """What a process and all below it have used; by how far below it they are."""

    seconds: float = 0.0
    processor_s: float = 0.0
    loopback_bytes: int = 0
    peak_mb: dict[int, float] = field(default_factory=dict)
    """The largest process of each storey: 0 the command, 1 what it started, 2 what that started."""
    told: dict[str, Any] = field(default_factory=dict)


class Watch:
    """Looks at the processes below one until it is told to stop."""

    def __init__(self, pid: int) -> None:
        self._pid, self._cpu = pid, dict[int, float]()
        self.peak_mb: dict[int, float] = {}
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def stop(self) -> float:
        """End; return the processor seconds of all."""
        self._stopped.set()
        self._thread.join()
        return sum(self._cpu.values())

    def _look(self) -> None:
        while not self._stopped.wait(0.05):
            for storey, pid in below(self._pid):
                try:
                    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                    status = Path(f"/proc/{pid}/status").read_text()
                except OSError:
                    continue
                self._cpu[pid] = (int(fields[11]) + int(fields[12])) * TICK_S
                peak = next((int(line.split()[1]) / 1024 for line in status.splitlines() if line[:6] == "VmHWM:"), 0.0)
                self.peak_mb[storey] = max(peak, self.peak_mb.get(storey, 0.0))


def below(pid: int, storey: int = 0) -> Iterator[tuple[int, int]]:
    """A process and all that it started, with how far below it they are."""
    yield storey, pid
    try:
        children = [
            int(child)
            for task in Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text().split()
        ]
    except OSError:
        return
    for child in children:
        yield from below(child, storey + 1)


def loopback_bytes() -> int:
    """Received on the loopback interface by everybody."""
    lines = Path("/proc/net/dev").read_text().splitlines()
    return next(int(line.split(":")[1].split()[0]) for line in lines if line.strip().startswith("lo:"))


def measured(*command: object) -> Used:
    """Run a Python module and look at what it uses."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    began_s, before = time.perf_counter(), loopback_bytes()
    process = subprocess.Popen(
        [sys.executable, "-m", *map(str, command)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    watch = Watch(process.pid)
    out, problems = process.communicate()
    processor_s = watch.stop()
    if process.returncode:
        sys.exit(problems.decode())
    used = Used(time.perf_counter() - began_s, processor_s, loopback_bytes() - before, watch.peak_mb)
    used.told = json.loads(out.splitlines()[-1])
    return used


def on_the_laptop(folder: Path, source: Path) -> Used:
    """Import and train; both together."""
    workspace = folder / "laptop.bayleaf"
    workspace.unlink(missing_ok=True)
    first = measured("app.cli", "import", workspace, source, "--json")
    second = measured("app.cli", "train", workspace, *RECIPE, "--json")
    peaks = {storey: max(used.peak_mb.get(storey, 0.0) for used in (first, second)) for storey in (0, 1)}
    return Used(first.seconds + second.seconds, first.processor_s + second.processor_s, 0, peaks, second.told)


def on_a_cluster(folder: Path, source: Path, n_workers: int) -> Used:
    """Train on worker processes of this machine."""
    shard_bytes = 2 * MAILBOX_BYTES
    where = ("--cluster", f"local:{n_workers}", source, "--to", folder / "made.model", "--shard-bytes", shard_bytes)
    return measured("app.cli", "train", *where, *RECIPE, "--json")


def print_row(name: str, size_bytes: int, used: Used) -> None:
    peaks = " / ".join(f"{used.peak_mb.get(storey, 0.0):.0f}" for storey in range(3))
    moved = f"{used.loopback_bytes / size_bytes * 1000:.0f}" if used.loopback_bytes else "–"
    gigabytes = size_bytes / 1e9
    print(
        f"{name:28}{used.seconds:9.1f}{used.processor_s:9.1f}{used.processor_s / gigabytes:11.0f}{moved:>12}"
        f"   {peaks:>18}   {used.told.get('hash', ''):.8}",
        flush=True,
    )


def compare(gigabytes: float, workers: Sequence[int], *, with_peer: bool) -> None:
    """All ways, on the same mail."""
    with tempfile.TemporaryDirectory() as name:
        folder, source = Path(name), Path(name) / "mail"
        n_mails = write_mail(source, round(gigabytes * 1e9))
        size_bytes = sum(path.stat().st_size for path in source.rglob("*.mbox"))
        print(f"\n{size_bytes / 1e9:.2f} GB, {n_mails:,} mails")
        print(f"{'':28}{'wall s':>9}{'cpu s':>9}{'cpu s/GB':>11}{'MB moved/GB':>12}   {'peak MB by storey':>18}   hash")
        laptop = on_the_laptop(folder, source)
        print_row("import and train", size_bytes, laptop)
        for n_workers in workers:
            found = on_a_cluster(folder, source, n_workers)
            assert found.told["hash"] == laptop.told["hash"], "a cluster counted otherwise than the laptop"
            print_row(f"train --cluster local:{n_workers}", size_bytes, found)
            if with_peer:
                print_row(f"dask.bag, {n_workers} workers", size_bytes, measured(PEER, source, n_workers))


PEER = "tests.benchmarks._cluster_peer"


def counted_growth(source: Path, rules: TokenRules, options: SourceOptions) -> tuple[str, float, float]:
    """The fit of Heaps' law to a corpus, and the bytes of source per word of it."""
    items = list(work_items([source], options))
    found = (one for item in items for one in read_item(item, options, ReadLimits()))
    documents = [one for one in found if isinstance(one, Document)]
    counter = TokenCounter(rules)
    counts = counter.count([one.text for one in documents], [one.fields for one in documents])
    points = growth_points(counts)
    growth = fitted(points)
    size_bytes = sum(item.size_bytes for item in items)
    print(
        f"{source.name:24}{len(documents):10,} documents{points[-1][0]:14,.0f} words{points[-1][1]:12,.0f} different"
        f"   V = {growth.scale:.2f} · n^{growth.power:.3f}",
        flush=True,
    )
    return source.name, growth.power, growth.words(1e12 / size_bytes * points[-1][0])


def tell_growth(corpora: Path) -> None:
    """Fit, and work out a terabyte on fifty workers."""
    mail, text = SourceOptions(kind="mail"), SourceOptions(kind="text")
    found = [
        counted_growth(corpora / "spamassassin" / "spamassassin", MAIL_RULES, mail),
        counted_growth(corpora / "enron1", TEXT_RULES, text),
        counted_growth(corpora / "20news-bydate" / "20news-bydate", TEXT_RULES, text),
    ]
    n_shards, storeys, left = round(1e12 / (64 << 20)), 0, round(1e12 / (64 << 20))
    while left > 1:
        storeys, left = storeys + 1, -(-left // FAN_IN)
    print(f"\n1 TB: {n_shards:,} shards of 64 MB, {storeys} storeys of merges of {FAN_IN}")
    for name, power, n_words in found:
        tally_mb = n_words * (8 + WORD_BYTES + 2 * CELL_BYTES) / 1e6
        print(
            f"  growing as {name:20} n^{power:.3f}: {n_words:15,.0f} words, {tally_mb:10,.0f} MB a tally of two labels"
        )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gigabytes", type=float, nargs="+", default=[0.1])
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--no-peer", action="store_true")
    parser.add_argument("--growth", action="store_true", help="fit Heaps' law to real corpora instead")
    wanted = parser.parse_args(arguments)
    if wanted.growth:
        tell_growth(Path(os.environ["BAYLEAF_CORPORA"]))
        return
    for gigabytes in wanted.gigabytes:
        compare(gigabytes, wanted.workers, with_peer=not wanted.no_peer)


if __name__ == "__main__":
    main()
