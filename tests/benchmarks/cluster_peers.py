"""Processor seconds of the same training by Bayleaf on Dask, by dask.bag with scikit-learn, and by Spark, in one run.

    python -m tests.benchmarks.cluster_peers [--gigabytes 0.1 1] [--kinds mail jsonl] [--folder FOLDER]
        [--ways bayleaf evaluate bag spark hashed] [--labels 2 20 1000] [--shards 100 1000]

Generated mail in mailboxes, and the same texts as JSON lines, of which all ways count single words; one worker each,
every way a process of its own, with all that it starts. Spark needs `pyspark` and Java; without them it is left out;
`hashed` is Spark with HashingTF in place of CountVectorizer.
Linux only. A further gigabyte is the difference between the largest size and the smallest. With other numbers of labels
JSON lines are made anew; numbers of shards are for Bayleaf, which cuts the same files into so many. Storeys are the
command, which holds Dask's scheduler as well, the worker that it started, and the readers that this has started. The
model that is evaluated is the one that was trained last.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks._generated_mail import MAILBOX_BYTES, write_mail, write_texts, write_whole
from tests.benchmarks._watching import Used, measured
from tests.benchmarks.cluster import PEER, RECIPE

ROWS_PEER, SPARK_PEER = "tests.benchmarks._cluster_peer_rows", "tests.benchmarks._cluster_peer_spark"
BEGINNING = "From someone@example.org "
COLUMNS = ("--kind", "table", "--labels-from", "column", "--label-column", "label", "--text-column", "text")
WORDS = ("--tokens", "plain")
WAYS = ["bayleaf", "evaluate", "bag", "spark", "hashed"]


def write_rows(mail: Path, folder: Path) -> None:
    """Write the texts of generated mail as JSON lines, a file for each mailbox."""
    for box in sorted(mail.rglob("*.mbox")):
        place = folder / f"{box.stem}.jsonl"
        if not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            mails = box.read_text(encoding="utf-8").split(BEGINNING)[1:]
            rows = ({"text": one.partition("\n\n")[2].strip(), "label": box.parent.name} for one in mails)
            write_whole(place, "".join(json.dumps(row) + "\n" for row in rows))


def measures(wanted: argparse.Namespace, kind: str, source: Path, n_bytes: int) -> Iterator[tuple[str, str, Used]]:
    """Train in each way; yield its name, the number of shards, and what it used."""
    columns = (*COLUMNS, *WORDS) if kind == "jsonl" else ()
    sizes = [n_bytes // n_shards + 1 for n_shards in wanted.shards] or [2 * MAILBOX_BYTES]
    for size in sizes if "bayleaf" in wanted.ways else ():
        shards = ("--to", wanted.folder / "made.model", "--shard-bytes", size)
        used = measured("app.cli", "train", "--cluster", "local:1", source, *shards, *columns, *RECIPE, "--json")
        yield "Bayleaf on Dask", f"{used.told.get('shards', 0):,}", used
    if "evaluate" in wanted.ways:
        model = ("--model", wanted.folder / "made.model", "--shard-bytes", 2 * MAILBOX_BYTES)
        used = measured(
            "app.cli", "evaluate", "--cluster", "local:1", source, *model, *columns[: len(COLUMNS)], "--json"
        )
        yield "Bayleaf, evaluating", "–", used
    if "bag" in wanted.ways:
        yield "dask.bag, scikit-learn", "–", measured(PEER if kind == "mail" else ROWS_PEER, source, 1)
    has_spark = importlib.util.find_spec("pyspark") is not None
    if "spark" in wanted.ways and has_spark:
        yield "Spark", "–", measured(SPARK_PEER, source, 1)
    if "hashed" in wanted.ways and has_spark:
        yield "Spark, hashed words", "–", measured(SPARK_PEER, source, 1, "hashed")


def sources(wanted: argparse.Namespace, kind: str) -> Iterator[tuple[int, Path]]:
    """Write what is to be learnt, from the smallest; yield the number of labels beside it."""
    for size in sorted(wanted.gigabytes):
        mail, n_bytes = wanted.folder / f"mail-{size:g}", round(size * 1e9)
        if kind == "mail":
            write_mail(mail, n_bytes)
            yield 2, mail
        for n_labels in wanted.labels if kind == "jsonl" else ():
            rows = wanted.folder / (f"rows-{size:g}" if n_labels == 2 else f"rows-{size:g}-{n_labels}")
            if n_labels == 2:
                write_mail(mail, n_bytes)
                write_rows(mail, rows)
            else:
                write_texts(rows, n_bytes, n_labels)
            yield n_labels, rows


def compare(kind: str, wanted: argparse.Namespace) -> None:
    """Print a table of one kind of source."""
    spent: dict[str, list[tuple[float, float]]] = {}
    head = "labels | shards | documents | wall s | processor s | by storey | per GB | peak MB | moved MB"
    print(f"\n| {kind} | how | {head} |\n{'|---' * 11}|")
    for n_labels, source in sources(wanted, kind):
        n_bytes = sum(path.stat().st_size for path in source.rglob("*") if path.is_file())
        for way, shards, used in measures(wanted, kind, source, n_bytes):
            spent.setdefault(way, []).append((n_bytes, used.processor_s))
            per_gb, peak_mb = 1e9 * used.processor_s / n_bytes, max(used.peak_mb.values(), default=0.0)
            counts = f"{n_labels:,} | {shards} | {used.told.get('documents', 0):,}"
            storeys = " / ".join(f"{used.storey_s[storey]:,.0f}" for storey in sorted(used.storey_s))
            of_time = f"{used.seconds:,.0f} | {used.processor_s:,.1f} | {storeys} | {per_gb:,.0f}"
            figures = f"{counts} | {of_time} | {peak_mb:,.0f} | {used.moved_bytes / 1e6:,.0f}"
            print(f"| {n_bytes / 1e9:.2f} GB | {way} | {figures} | {used.problem}", flush=True)
    for way, ((first, least), *_, (last, most)) in spent.items() if len(wanted.gigabytes) > 1 else ():
        print(f"each further GB, {way}: {1e9 * (most - least) / (last - first):,.0f} processor seconds", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gigabytes", type=float, nargs="+", default=[0.1, 1.0])
    parser.add_argument("--kinds", nargs="+", choices=("mail", "jsonl"), default=["mail", "jsonl"])
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS)
    parser.add_argument("--labels", type=int, nargs="+", default=[2])
    parser.add_argument("--shards", type=int, nargs="+", default=[])
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "bayleaf-cluster-mail")
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    for kind in wanted.kinds:
        compare(kind, wanted)


if __name__ == "__main__":
    main()
