"""Several programs write to one workspace at once; what is left is compared with what each of them was told.

    python -m tests.benchmarks.two_writers [--minutes 3] [--writers 2] [--seed N]

Each writer is a process of its own: it adds documents, changes labels and removes documents, in an order drawn by
chance, and keeps a dictionary of its own documents beside it (the oracle). At the end every document must be there
once, with its text and its label, and SQLite's own `integrity_check` must be content.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

from app.domain.documents import Document
from app.domain.errors import BusyWorkspace
from app.store.workspace import Workspace

LABELS = ("ham", "spam", "news")
CORPUS = "Mail"
MOST_AT_ONCE = 20


def write(path: Path, writer: int, seconds: float, seed: int) -> None:
    """Write for a while, then print the own documents as JSON."""
    dice, ends_s = random.Random(seed * 100 + writer), time.monotonic() + seconds
    known: dict[str, tuple[int, str]] = {}
    n_done: Counter[str] = Counter()
    with Workspace(path) as workspace:
        while time.monotonic() < ends_s:
            deed = dice.choice(("add", "add", "relabel", "remove"))
            texts = dice.sample(sorted(known), min(len(known), dice.randint(1, MOST_AT_ONCE)))
            try:
                if deed == "add":
                    new = [
                        f"writer {writer} text {len(known)} {dice.random()}"
                        for _ in range(dice.randint(1, MOST_AT_ONCE))
                    ]
                    label = dice.choice(LABELS)
                    documents = [
                        Document(text, f"/{text}", label=label, content_hash=dice.randbytes(16)) for text in new
                    ]
                    numbers = workspace.editing.add(CORPUS, documents).numbers.tolist()
                    known |= {text: (number, label) for text, number in zip(new, numbers, strict=True)}
                elif deed == "relabel" and texts:
                    label = dice.choice(LABELS)
                    workspace.editing.relabel([known[text][0] for text in texts], label)
                    known |= {text: (known[text][0], label) for text in texts}
                elif deed == "remove" and texts:
                    workspace.editing.remove([known[text][0] for text in texts])
                    for text in texts:
                        del known[text]
                n_done[deed] += 1
            except BusyWorkspace:
                n_done["busy"] += 1
    json.dump({"documents": {text: label for text, (_, label) in known.items()}, "done": n_done}, sys.stdout)


def contents(path: Path) -> Counter[tuple[str, str | None]]:
    """Return how often each text is there with each label."""
    with Workspace(path, read_only=True) as workspace, workspace.snapshot():
        numbers = workspace.documents.numbers(CORPUS).tolist()
        return Counter((found.document.text, found.document.label) for found in map(workspace.documents.get, numbers))


def main() -> None:
    """Run the writers, and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--writers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--as-writer", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.as_writer:
        path, number = wanted.as_writer.rsplit(":", 1)
        write(Path(path), int(number), wanted.minutes * 60, wanted.seed)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "two.bayleaf"
        with Workspace(path, create=True) as workspace:
            workspace.corpora.add(CORPUS)
            for label in LABELS:
                workspace.labels.add(CORPUS, label)
        command = [sys.executable, "-m", "tests.benchmarks.two_writers", "--minutes", str(wanted.minutes)]
        command += ["--seed", str(wanted.seed), "--as-writer"]
        writers = [
            subprocess.Popen([*command, f"{path}:{number}"], stdout=subprocess.PIPE) for number in range(wanted.writers)
        ]
        told = [json.loads(writer.communicate()[0]) for writer in writers]
        expected = Counter((text, label) for each in told for text, label in each["documents"].items())
        found = contents(path)
        with closing(sqlite3.connect(path)) as file:
            integrity = file.execute("PRAGMA integrity_check").fetchone()[0]
        done = sum((Counter(each["done"]) for each in told), Counter[str]())
        print(dict(done), f"{sum(expected.values())} documents expected, {sum(found.values())} found")
        print(f"missing {sum((expected - found).values())}, too many {sum((found - expected).values())}, {integrity}")
        if found != expected or integrity != "ok":
            sys.exit(1)


if __name__ == "__main__":
    main()
