"""Costs and gains of a cluster, on generated mail, against the laptop and against the usual parts, in one run.

    python -m tests.benchmarks.cluster [--gigabytes 0.1 1 10] [--workers 1 2] [--folder FOLDER] [--results FILE]
    python -m tests.benchmarks.cluster --table FILE
    BAYLEAF_CORPORA=… python -m tests.benchmarks.cluster --growth

The first makes mailboxes of the sizes asked for, trains on them by `import` and `train`, by `train --cluster local:N`,
and by dask.bag with scikit-learn's parts, each in a process of its own, and prints wall and processor seconds, bytes on
a loopback interface of its own (where the system gives it one), the peak memory of driver, workers and readers, looked
at twenty times a second, the load of the machine, and whether all made the same model; Linux only. Mailboxes stay in
the folder: a run that was stopped goes on with them, and one of the same size needs no new ones. What is measured is
added to the file of results, so that the second can make one table of several runs. The third fits Heaps' law to real
corpora and works out a terabyte.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from app.domain.documents import Document, ReadLimits, SourceOptions
from app.features.cluster.running import FAN_IN
from app.features.cluster.sharded_corpus import (
    BYTES_PER_CELL,
    OVERHEAD_BYTES_PER_WORD,
    fit_heaps_law,
    measure_vocabulary_growth,
)
from app.library.recipes import MAIL_RULES, TEXT_RULES
from app.readers.reading import read_item
from app.readers.sources import work_items
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import TokenRules
from tests.benchmarks._generated_mail import MAILBOX_BYTES, write_mail
from tests.benchmarks._watching import Used, measured, own_network

RECIPE = ("--event-model", "multinomial", "--smoothing", "1", "--vocabulary", "all")
PEER = "tests.benchmarks._cluster_peer"


def on_the_laptop(folder: Path, source: Path) -> Used:
    """Import and train; both together."""
    workspace = folder / "laptop.bayleaf"
    for left in folder.glob(f"{workspace.name}*"):
        left.unlink()
    first = measured("app.cli", "import", workspace, source, "--json")
    second = (
        Used(problem=first.problem) if first.problem else measured("app.cli", "train", workspace, *RECIPE, "--json")
    )
    storeys = first.peak_mb.keys() | second.peak_mb.keys()
    peaks = {storey: max(used.peak_mb.get(storey, 0.0) for used in (first, second)) for storey in storeys}
    seconds, processor_s = first.seconds + second.seconds, first.processor_s + second.processor_s
    for left in folder.glob(f"{workspace.name}*"):
        left.unlink()
    return Used(seconds, processor_s, peak_mb=peaks, told=second.told, problem=second.problem)


def on_a_cluster(folder: Path, source: Path, n_workers: int, most_words: int | None) -> Used:
    """Train on worker processes of this machine."""
    shard_bytes = 2 * MAILBOX_BYTES
    where = ("--cluster", f"local:{n_workers}", source, "--to", folder / "made.model", "--shard-bytes", shard_bytes)
    bound = () if most_words is None else ("--most-words", most_words)
    return measured("app.cli", "train", *where, *RECIPE, *bound, "--json")


@dataclass(frozen=True, slots=True)
class Row:
    """The measures of one way of training."""

    size_bytes: int
    way: str
    seconds: float
    processor_s: float
    moved_bytes: int
    driver_mb: float
    worker_mb: float
    """The largest; 0 without workers."""
    reader_mb: float
    load: float
    n_words: int
    made: str
    """The hash of the model, where it has one."""
    problem: str

    @property
    def gigabytes(self) -> float:
        return self.size_bytes / 1e9


def row_of(way: str, size_bytes: int, used: Used, *, is_laptop: bool = False) -> Row:
    """The laptop's readers are the processes below it; on a cluster there are workers between."""
    first, second = (used.peak_mb.get(storey, 0.0) for storey in range(2))
    return Row(
        size_bytes,
        way,
        used.seconds,
        used.processor_s,
        max(used.moved_bytes, 0),
        first,
        0.0 if is_laptop else second,
        used.peak_below_mb(1 if is_laptop else 2),
        os.getloadavg()[0],
        int(used.told.get("words", 0)),
        str(used.told.get("hash", "")),
        used.problem,
    )


HEAD = (
    f"{'':28}{'wall s':>8}{'cpu s':>8}{'wall/GB':>9}{'cpu/GB':>8}{'MB moved/GB':>13}"
    f"{'driver MB':>11}{'worker MB':>11}{'reader MB':>11}{'words':>12}{'load':>6}"
)


def print_row(row: Row) -> None:
    """A way of training in a line."""
    driver, worker, reader = (f"{peak:.0f}" if peak else "–" for peak in (row.driver_mb, row.worker_mb, row.reader_mb))
    moved = f"{row.moved_bytes / row.size_bytes * 1000:.0f}" if row.moved_bytes else "–"
    print(
        f"{row.way:28}{row.seconds:8.1f}{row.processor_s:8.1f}{row.seconds / row.gigabytes:9.0f}"
        f"{row.processor_s / row.gigabytes:8.0f}{moved:>13}{driver:>11}{worker:>11}{reader:>11}{row.n_words:12,}"
        f"{row.load:6.1f}" + (f"   {row.problem}" if row.problem else ""),
        flush=True,
    )


def ways(wanted: argparse.Namespace, source: Path, gigabytes: float, size_bytes: int) -> Iterator[Row]:
    """Train in every way that is wanted at this size, one after the other."""
    if gigabytes <= wanted.laptop_most:
        yield row_of("import and train", size_bytes, on_the_laptop(wanted.folder, source), is_laptop=True)
    bound = "" if wanted.most_words is None else f", {wanted.most_words:,} words"
    for n_workers in wanted.workers:
        made = on_a_cluster(wanted.folder, source, n_workers, wanted.most_words)
        yield row_of(f"--cluster local:{n_workers}{bound}", size_bytes, made)
        if gigabytes <= wanted.peer_most:
            yield row_of(f"dask.bag, {n_workers} worker(s)", size_bytes, measured(PEER, source, n_workers))


def compare(wanted: argparse.Namespace, gigabytes: float) -> None:
    """All ways, on the same mail; the mail stays for the next run."""
    source = wanted.folder / f"mail-{gigabytes:g}"
    print(f"\nmail of {gigabytes:g} GB in {source}", flush=True)
    write_mail(source, round(gigabytes * 1e9))
    size_bytes = sum(path.stat().st_size for path in source.rglob("*.mbox"))
    print(HEAD, flush=True)
    rows: list[Row] = []
    for row in ways(wanted, source, gigabytes, size_bytes):
        print_row(row)
        if row.way.startswith("dask.bag"):
            tell_ratio(row, rows[-1])
        rows.append(row)
        keep(row, wanted.results)
    tell_hashes([row for row in rows if row.made or row.problem])


def keep(row: Row, results: Path | None) -> None:
    """Add what was measured to a file, line by line."""
    if results is not None:
        with results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(row)) + "\n")


def tell_ratio(peer: Row, found: Row) -> None:
    """Print how many times as long the usual parts take as the cluster before them."""
    if peer.problem or found.problem:
        return
    wall, processor = peer.seconds / found.seconds, peer.processor_s / found.processor_s
    print(f"{'':28}the usual parts take {wall:.2f} times the wall time, {processor:.2f} times the processor time")


def tell_hashes(rows: Sequence[Row]) -> None:
    """Print whether all ways made the same model."""
    made = {row.made for row in rows}
    same = "only one was made" if len(rows) < 2 else "yes" if len(made) == 1 and "" not in made else "no"
    print(f"same hash: {same} ({', '.join(f'{row.way} {row.made[:12] or row.problem}' for row in rows)})", flush=True)


def print_table(results: Path) -> None:
    """All that was measured, in the form of a help page."""
    rows = [Row(**json.loads(line)) for line in results.read_text(encoding="utf-8").splitlines()]
    print("| mail | how | wall s | processor s | s per GB | MB moved per GB | peak MB |\n|---|---|---|---|---|---|---|")
    for row in sorted(rows, key=lambda row: (row.size_bytes, row.way.startswith("dask"), row.way)):
        peaks = " / ".join(f"{mb:,.0f}" if mb else "–" for mb in (row.driver_mb, row.worker_mb, row.reader_mb))
        moved = f"{row.moved_bytes / row.size_bytes * 1000:.0f}" if row.moved_bytes else "–"
        figures = f"{row.seconds:,.0f} | {row.processor_s:,.0f} | {row.processor_s / row.gigabytes:.0f} | {moved}"
        print(f"| {row.gigabytes:.1f} GB | {row.way} | {figures} | {peaks} |{row.problem and ' ' + row.problem}")


def counted_growth(source: Path, rules: TokenRules, options: SourceOptions) -> tuple[str, float, float]:
    """The fit of Heaps' law to a corpus, and the bytes of source per word of it."""
    items = list(work_items([source], options))
    found = (one for item in items for one in read_item(item, options, ReadLimits()))
    documents = [one for one in found if isinstance(one, Document)]
    counter = TokenCounter(rules)
    counts = counter.count([one.text for one in documents], [one.fields for one in documents])
    points = measure_vocabulary_growth(counts)
    scale, power = fit_heaps_law(points)
    size_bytes = sum(item.size_bytes for item in items)
    print(
        f"{source.name:24}{len(documents):10,} documents{points[-1][0]:14,.0f} words{points[-1][1]:12,.0f} different"
        f"   V = {scale:.2f} · n^{power:.3f}",
        flush=True,
    )
    return source.name, power, scale * (1e12 / size_bytes * points[-1][0]) ** power


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
        tally_mb = n_words * (8 + OVERHEAD_BYTES_PER_WORD + 2 * BYTES_PER_CELL) / 1e6
        print(
            f"  growing as {name:20} n^{power:.3f}: {n_words:15,.0f} words, {tally_mb:10,.0f} MB a tally of two labels"
        )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gigabytes", type=float, nargs="+", default=[0.1])
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--most-words", type=int, help="a bounded vocabulary on the cluster")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "bayleaf-cluster-mail")
    parser.add_argument("--laptop-most", type=float, default=2.0, help="GB; above it the laptop is not tried")
    parser.add_argument("--peer-most", type=float, default=2.0, help="GB; above it the usual parts are not tried")
    parser.add_argument("--results", type=Path, help="a file of JSON lines, to which what is measured is added")
    parser.add_argument("--table", type=Path, help="print a table of such a file instead")
    parser.add_argument("--growth", action="store_true", help="fit Heaps' law to real corpora instead")
    wanted = parser.parse_args(arguments)
    if wanted.growth:
        tell_growth(Path(os.environ["BAYLEAF_CORPORA"]))
    elif wanted.table is not None:
        print_table(wanted.table)
    else:
        compare_all(wanted)


def compare_all(wanted: argparse.Namespace) -> None:
    """From the smallest to the largest."""
    wanted.folder.mkdir(parents=True, exist_ok=True)
    if not own_network():
        print("bytes moved are those of everybody on this machine")
    for gigabytes in sorted(wanted.gigabytes):
        compare(wanted, gigabytes)


if __name__ == "__main__":
    main()
