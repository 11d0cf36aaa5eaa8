"""What a cluster costs and gains, on generated mail, against the laptop and against the usual parts, in one run.

    python -m tests.benchmarks.cluster [--gigabytes 0.1 1 10] [--workers 1 2] [--folder FOLDER] [--no-peer]
    BAYLEAF_CORPORA=… python -m tests.benchmarks.cluster --growth

The first makes mailboxes of the sizes asked for, trains on them by `import` and `train`, by `train --cluster local:N`,
and by dask.bag with scikit-learn's parts, each in a process of its own, and prints wall and processor seconds, bytes on
a loopback interface of its own (where the system gives it one), the peak memory of driver, workers and readers, looked
at twenty times a second, the load of the machine, and whether all made the same model; Linux only. Mailboxes stay in
the folder: a run that was stopped goes on with them, and one of the same size needs no new ones. The second fits Heaps'
law to real corpora and works out a terabyte.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
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

    def __init__(self) -> None:
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

    def mailbox(self, label: str, number: int, size_bytes: int) -> str:
        """Mails of so many bytes together: the same for the same number."""
        dice, mails, n_bytes = np.random.default_rng(number), list[str](), 0
        while n_bytes < size_bytes:
            mails.append(self.mail(dice, label, number * MAILBOX_BYTES + len(mails)))
            n_bytes += len(mails[-1])
        return "".join(mails)

    def mail(self, dice: np.random.Generator, label: str, number: int) -> str:
        """A mail of some kilobytes."""
        ranks = np.minimum(dice.zipf(1.35, WORDS_PER_MAIL), 1 << 40)
        own = dice.integers(0, 400, WORDS_PER_MAIL // 10)
        words = [self.word(int(rank)) for rank in ranks] + [f"{label}{rank}" for rank in own]
        lines = "\n".join(" ".join(words[first : first + 12]) for first in range(0, len(words), 12))
        head = f"From: {self.word(number % 5_000 + 1)}@example.org\nSubject: {' '.join(words[:6])}\n"
        return (
            f"From someone@example.org Mon Jan  6 10:00:00 2025\n{head}Message-ID: <{label}{number}@x>\n\n{lines}\n\n"
        )


def write_mail(folder: Path, size_bytes: int) -> None:
    """Write mailboxes for two labels, each by itself: a run that was stopped goes on after the last whole one."""
    writer = Writer()
    for number in range(max(2, round(size_bytes / MAILBOX_BYTES))):
        label = ("ham", "spam")[number % 2]
        place = folder / label / f"{number:05d}.mbox"
        if place.exists():
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        part = place.with_suffix(".part")
        part.write_text(writer.mailbox(label, number, min(MAILBOX_BYTES, size_bytes // 2)), encoding="utf-8")
        part.rename(place)


@dataclass(slots=True)
class Used:
    """What a process and all below it have used; by how far below it they are."""

    seconds: float = 0.0
    processor_s: float = 0.0
    moved_bytes: int = 0
    peak_mb: dict[int, float] = field(default_factory=dict)
    """The largest process of each storey: 0 the command, 1 what it started, 2 what that started."""
    told: dict[str, Any] = field(default_factory=dict)
    problem: str = ""
    """What it said last, where it failed."""


class Watch:
    """Looks at the processes below one, and at its loopback interface, until it is told to stop."""

    def __init__(self, pid: int) -> None:
        self._pid, self._cpu = pid, dict[int, float]()
        self.peak_mb: dict[int, float] = {}
        self.moved_bytes = 0
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._look_often, daemon=True)
        self._thread.start()

    def stop(self) -> float:
        """End; return the processor seconds of all."""
        self._stopped.set()
        self._thread.join()
        return sum(self._cpu.values())

    def _look_often(self) -> None:
        while not self._stopped.wait(0.05):
            self.moved_bytes = loopback_bytes(self._pid) or self.moved_bytes
            for storey, pid in below(self._pid):
                with suppress(OSError):
                    self._look(storey, pid)

    def _look(self, storey: int, pid: int) -> None:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        status = Path(f"/proc/{pid}/status").read_text()
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


def loopback_bytes(pid: int | str = "self") -> int:
    """Received so far on the loopback interface that a process sees; 0 where it is gone."""
    with suppress(OSError):
        lines = Path(f"/proc/{pid}/net/dev").read_text().splitlines()
        return next(int(line.split(":")[1].split()[0]) for line in lines if line.strip().startswith("lo:"))
    return 0


@functools.cache
def own_network() -> tuple[str, ...]:
    """What gives a command a loopback interface of its own, so that no bytes of others are counted; or nothing."""
    prefix = ("unshare", "-rn", "sh", "-c", 'ip link set lo up && exec "$@"', "sh")
    try:
        return prefix if subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode == 0 else ()
    except OSError:
        return ()


def measured(*command: object) -> Used:
    """Run a Python module and look at what it uses."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    began_s, before = time.perf_counter(), 0 if own_network() else loopback_bytes()
    with tempfile.TemporaryFile() as problems:
        process = subprocess.Popen(
            [*own_network(), sys.executable, "-m", *map(str, command)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=problems,
        )
        watch = Watch(process.pid)
        try:
            out, _ = process.communicate()
        except KeyboardInterrupt:
            process.wait()
            raise
        processor_s = watch.stop()
        problems.seek(0)
        said = problems.read().decode(errors="replace").strip().splitlines()
    used = Used(time.perf_counter() - began_s, processor_s, watch.moved_bytes - before, watch.peak_mb)
    if process.returncode:
        used.problem = f"ended with {process.returncode}: {said[-1] if said else 'without a word'}"
    else:
        used.told = json.loads(out.splitlines()[-1])
    return used


def on_the_laptop(folder: Path, source: Path) -> Used:
    """Import and train; both together."""
    workspace = folder / "laptop.bayleaf"
    for left in folder.glob(f"{workspace.name}*"):
        left.unlink()
    first = measured("app.cli", "import", workspace, source, "--json")
    second = (
        Used(problem=first.problem) if first.problem else measured("app.cli", "train", workspace, *RECIPE, "--json")
    )
    peaks = {storey: max(used.peak_mb.get(storey, 0.0) for used in (first, second)) for storey in (0, 1)}
    seconds, processor_s = first.seconds + second.seconds, first.processor_s + second.processor_s
    for left in folder.glob(f"{workspace.name}*"):
        left.unlink()
    return Used(seconds, processor_s, 0, peaks, second.told, second.problem)


def on_a_cluster(folder: Path, source: Path, n_workers: int) -> Used:
    """Train on worker processes of this machine."""
    shard_bytes = 2 * MAILBOX_BYTES
    where = ("--cluster", f"local:{n_workers}", source, "--to", folder / "made.model", "--shard-bytes", shard_bytes)
    return measured("app.cli", "train", *where, *RECIPE, "--json")


HEAD = (
    f"{'':28}{'wall s':>8}{'cpu s':>8}{'wall/GB':>9}{'cpu/GB':>8}{'MB moved/GB':>13}"
    f"{'driver MB':>11}{'worker MB':>11}{'reader MB':>11}{'load':>7}"
)


def print_row(name: str, size_bytes: int, used: Used, *, is_laptop: bool = False) -> None:
    """A command in a line. The laptop's readers are the processes that it starts, and there are no workers between."""
    gigabytes, peaks = size_bytes / 1e9, [used.peak_mb.get(storey, 0.0) for storey in range(3)]
    shown = [f"{peak:.0f}" if peak else "–" for peak in peaks]
    driver, worker, reader = (shown[0], "–", shown[1]) if is_laptop else shown
    moved = f"{used.moved_bytes / size_bytes * 1000:.0f}" if used.moved_bytes > 0 else "–"
    print(
        f"{name:28}{used.seconds:8.1f}{used.processor_s:8.1f}{used.seconds / gigabytes:9.0f}"
        f"{used.processor_s / gigabytes:8.0f}{moved:>13}{driver:>11}{worker:>11}{reader:>11}{os.getloadavg()[0]:7.1f}"
        + (f"   {used.problem}" if used.problem else ""),
        flush=True,
    )


def compare(folder: Path, gigabytes: float, workers: Sequence[int], *, laptop_most: float, with_peer: bool) -> None:
    """All ways, on the same mail; the mail stays for the next run."""
    source = folder / f"mail-{gigabytes:g}"
    print(f"\nmail of {gigabytes:g} GB in {source}", flush=True)
    write_mail(source, round(gigabytes * 1e9))
    size_bytes = sum(path.stat().st_size for path in source.rglob("*.mbox"))
    print(HEAD, flush=True)
    hashes: dict[str, str] = {}
    if gigabytes <= laptop_most:
        laptop = on_the_laptop(folder, source)
        hashes["import and train"] = str(laptop.told.get("hash", laptop.problem))
        print_row("import and train", size_bytes, laptop, is_laptop=True)
    for n_workers in workers:
        found = on_a_cluster(folder, source, n_workers)
        hashes[f"local:{n_workers}"] = str(found.told.get("hash", found.problem))
        print_row(f"train --cluster local:{n_workers}", size_bytes, found)
        if with_peer:
            peer = measured(PEER, source, n_workers)
            print_row(f"dask.bag, {n_workers} worker(s)", size_bytes, peer)
            tell_ratio(peer, found)
    tell_hashes(hashes, has_laptop=gigabytes <= laptop_most)


def tell_ratio(peer: Used, found: Used) -> None:
    """How much more, or less, the usual parts take than the cluster before them."""
    if peer.problem or found.problem:
        return
    wall, processor = peer.seconds / found.seconds, peer.processor_s / found.processor_s
    print(f"{'':28}the usual parts take {wall:.2f} times the wall time, {processor:.2f} times the processor time")


def tell_hashes(hashes: Mapping[str, str], *, has_laptop: bool) -> None:
    """Whether all ways made the same model."""
    same = "yes" if len(set(hashes.values())) == 1 and len(hashes) > 1 else "no"
    print(f"same hash: {same} ({', '.join(f'{way} {found[:12]}' for way, found in hashes.items())})", flush=True)
    if not has_laptop:
        print("the laptop was not tried at this size (--laptop-most)", flush=True)


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
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "bayleaf-cluster-mail")
    parser.add_argument("--laptop-most", type=float, default=2.0, help="GB; an import holds five times its source")
    parser.add_argument("--growth", action="store_true", help="fit Heaps' law to real corpora instead")
    wanted = parser.parse_args(arguments)
    if wanted.growth:
        tell_growth(Path(os.environ["BAYLEAF_CORPORA"]))
        return
    wanted.folder.mkdir(parents=True, exist_ok=True)
    if not own_network():
        print("bytes moved are those of everybody on this machine")
    for gigabytes in sorted(wanted.gigabytes):
        compare(
            wanted.folder,
            gigabytes,
            wanted.workers,
            laptop_most=wanted.laptop_most,
            with_peer=not wanted.no_peer,
        )


if __name__ == "__main__":
    main()
