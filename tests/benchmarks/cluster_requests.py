"""Requests to an object store by one training, evaluation and classification on a cluster.

    python -m tests.benchmarks.cluster_requests [--objects 300 1200] [--boxes 4 12]

Generated mail on a store of this machine (moto), as objects of one mail each, and as mailboxes of 8 MB. What a further
object takes is the difference between the largest number of them and the smallest. Needs `moto` and `s3fs`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import fsspec

from tests.app.features.cluster.conftest import Cluster, called, mail, until
from tests.benchmarks._generated_mail import MAILBOX_BYTES, write_mail
from tests.benchmarks._watching import ROOT
from tests.benchmarks.cluster import RECIPE

KEYS = {"AWS_ACCESS_KEY_ID": "somebody", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_DEFAULT_REGION": "us-east-1"}


@contextmanager
def store(folder: Path) -> Iterator[Path]:
    """Run a store; yield the file of its requests."""
    command = [sys.executable, "-m", "tests.app.features.cluster.counted_s3", str(folder)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until((folder / "address").exists)
        os.environ.update(KEYS, AWS_ENDPOINT_URL=(folder / "address").read_text())
        yield folder / "requests"
    finally:
        process.kill()
        process.wait()


def write_mails(folder: Path, n_mails: int) -> None:
    """Write mails, a file each."""
    dice = random.Random(7)
    for number in range(n_mails):
        label = ("ham", "spam")[number % 2]
        (folder / label).mkdir(parents=True, exist_ok=True)
        (folder / label / f"{number:06}.eml").write_text(mail(dice, label, number), encoding="utf-8")


def write_boxes(folder: Path, n_boxes: int) -> None:
    """Write mailboxes."""
    write_mail(folder, n_boxes * MAILBOX_BYTES)


def requests_of(notes: Path, *order: object) -> Counter[str]:
    """Run a command; count its requests by method, of objects and of lists of them."""
    notes.write_text("")
    called(*order)
    told = [json.loads(line) for line in notes.read_text().splitlines()]
    return Counter(one["method"] if one["path"].strip("/").count("/") else "LIST" for one in told)


def count(kind: str, write: Callable[[Path, int], None], sizes: list[int], address: str, notes: Path) -> None:
    """Print a row for each command and number of objects, and what a further object takes."""
    found: dict[str, list[Counter[str]]] = {}
    for n_objects in sizes:
        with tempfile.TemporaryDirectory() as name:
            source, model = Path(name) / "mail", Path(name) / "made.model"
            write(source, n_objects)
            bucket = f"{kind}-{n_objects}"
            files = fsspec.filesystem("s3", skip_instance_cache=True)
            files.mkdir(bucket)
            files.put(f"{source}/", f"{bucket}/", recursive=True)
            cluster = ("--cluster", address, f"s3://{bucket}")
            orders = {
                "train": (*cluster, "--to", model, *RECIPE),
                "evaluate": (*cluster, "--model", model),
                "classify": (*cluster, "--model", model, "--to", f"s3://{bucket}-judged", "--format", "jsonl"),
            }
            files.mkdir(f"{bucket}-judged")
            for what, order in orders.items():
                made = requests_of(notes, what, *order)
                found.setdefault(what, []).append(made)
                print(f"| {kind} | {n_objects:,} | {what} | {dict(sorted(made.items()))} |", flush=True)
    for what, (least, *_, most) in found.items() if len(sizes) > 1 else ():
        further = {method: (most[method] - least[method]) / (sizes[-1] - sizes[0]) for method in sorted(most | least)}
        print(f"each further of {kind}, {what}: {further}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--objects", type=int, nargs="+", default=[300, 1_200])
    parser.add_argument("--boxes", type=int, nargs="+", default=[4, 12])
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, store(Path(name)) as notes:
        cluster = Cluster(Path(name), 1)
        try:
            cluster.wait_for_workers()
            count("mails", write_mails, sorted(wanted.objects), cluster.address, notes)
            count("mailboxes", write_boxes, sorted(wanted.boxes), cluster.address, notes)
        finally:
            cluster.close()


if __name__ == "__main__":
    main()
