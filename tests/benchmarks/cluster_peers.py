"""Processor seconds of the same training by Bayleaf on Dask, by dask.bag with scikit-learn, and by Spark, in one run.

    python -m tests.benchmarks.cluster_peers [--gigabytes 0.1 1] [--kinds mail jsonl] [--folder FOLDER]

Generated mail in mailboxes, and the same texts as JSON lines, of which all ways count single words; one worker each,
every way a process of its own, with all that it starts. Spark needs `pyspark` and Java; without them it is left out.
Linux only. A further gigabyte is the difference between the largest size and the smallest.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks._generated_mail import MAILBOX_BYTES, write_mail, write_whole
from tests.benchmarks._watching import Used, measured
from tests.benchmarks.cluster import PEER, RECIPE

ROWS_PEER, SPARK_PEER = "tests.benchmarks._cluster_peer_rows", "tests.benchmarks._cluster_peer_spark"
BEGINNING = "From someone@example.org "
COLUMNS = ("--kind", "table", "--labels-from", "column", "--label-column", "label", "--text-column", "text")
WORDS = ("--tokens", "plain")


def write_rows(mail: Path, folder: Path) -> None:
    """Write the texts of generated mail as JSON lines, a file for each mailbox."""
    for box in sorted(mail.rglob("*.mbox")):
        place = folder / f"{box.stem}.jsonl"
        if not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            mails = box.read_text(encoding="utf-8").split(BEGINNING)[1:]
            rows = ({"text": one.partition("\n\n")[2].strip(), "label": box.parent.name} for one in mails)
            write_whole(place, "".join(json.dumps(row) + "\n" for row in rows))


def ways(kind: str, source: Path, folder: Path) -> Iterator[tuple[str, Used]]:
    """Train in each way."""
    shards = ("--to", folder / "made.model", "--shard-bytes", 2 * MAILBOX_BYTES)
    columns = (*COLUMNS, *WORDS) if kind == "jsonl" else ()
    yield (
        "Bayleaf on Dask",
        measured("app.cli", "train", "--cluster", "local:1", source, *shards, *columns, *RECIPE, "--json"),
    )
    yield "dask.bag, scikit-learn", measured(PEER if kind == "mail" else ROWS_PEER, source, 1)
    if importlib.util.find_spec("pyspark") is not None:
        yield "Spark", measured(SPARK_PEER, source, 1)


def compare(kind: str, gigabytes: list[float], folder: Path) -> None:
    """Print a table of one kind of source."""
    spent: dict[str, list[tuple[float, float]]] = {}
    print(f"\n| {kind} | how | documents | wall s | processor s | of them per GB | peak MB | moved MB |\n{'|---' * 8}|")
    for size in sorted(gigabytes):
        mail, rows = folder / f"mail-{size:g}", folder / f"rows-{size:g}"
        write_mail(mail, round(size * 1e9))
        if kind == "jsonl":
            write_rows(mail, rows)
        source = mail if kind == "mail" else rows
        n_bytes = sum(path.stat().st_size for path in source.rglob("*") if path.is_file())
        for way, used in ways(kind, source, folder):
            spent.setdefault(way, []).append((n_bytes, used.processor_s))
            per_gb, peak_mb = 1e9 * used.processor_s / n_bytes, max(used.peak_mb.values(), default=0.0)
            of_time = f"{used.seconds:,.0f} | {used.processor_s:,.1f} | {per_gb:,.0f}"
            figures = f"{used.told.get('documents', 0):,} | {of_time} | {peak_mb:,.0f} | {used.moved_bytes / 1e6:,.0f}"
            print(f"| {n_bytes / 1e9:.2f} GB | {way} | {figures} | {used.problem}", flush=True)
    for way, ((first, least), *_, (last, most)) in spent.items() if len(gigabytes) > 1 else ():
        print(f"each further GB, {way}: {1e9 * (most - least) / (last - first):,.0f} processor seconds", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gigabytes", type=float, nargs="+", default=[0.1, 1.0])
    parser.add_argument("--kinds", nargs="+", choices=("mail", "jsonl"), default=["mail", "jsonl"])
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "bayleaf-cluster-mail")
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    for kind in wanted.kinds:
        compare(kind, wanted.gigabytes, wanted.folder)


if __name__ == "__main__":
    main()
