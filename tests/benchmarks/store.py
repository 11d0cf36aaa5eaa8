"""Speed of the workspace: durable writing, settling, reading counts back, a million documents.

    python -m tests.benchmarks.store [--documents 30000] [--million] [--folder FOLDER]

Texts are made up with word frequencies like those of English mail, about 2,000 characters each; the million are short.
Every figure is the median of a few rounds in one run, in seconds unless it says otherwise.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from app.domain.documents import Document
from app.store.document_packing import PackedDocument, pack_document
from app.store.workspace import Workspace

N_WORDS = 150_000
BATCH = 1000
Counts = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Starts of rows, tokens, values."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=30_000)
    parser.add_argument("--million", action="store_true", help="measure a million short documents too")
    parser.add_argument("--folder", type=Path, default=None, help="where to write; a temporary folder if not given")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        measure_mail(Path(folder) / "mail.bayleaf", options.documents)
        if options.million:
            measure_many(Path(folder) / "many.bayleaf", 1_000_000)


def measure_mail(path: Path, n_documents: int) -> None:
    """Import, count and read back mails of the usual length."""
    print(f"{n_documents:,} mails")
    documents = list(made_up(n_documents, 300))
    started = time.perf_counter()
    ready = [pack_document(document) for document in documents]
    show("compress texts, one process", time.perf_counter() - started)
    counts = [made_up_counts(len(part), seed) for seed, part in enumerate(batches(ready))]
    words = [f"word{number}" for number in range(N_WORDS)]
    with Workspace(path, create=True) as workspace:
        write_mail(workspace, ready, counts, words)
        show("size in MB", path.stat().st_size / 1e6)
        show("read counts back as one matrix", median(lambda: workspace.segments.read("mail", "plain")))
        show("words", median(lambda: workspace.segments.words("mail", "plain")))
        show("columns of all documents", median(lambda: workspace.documents.columns("mail")))
        numbers = workspace.documents.numbers("mail").tolist()
        show("read all texts", median(lambda: sum(1 for _ in workspace.documents.read_bodies(numbers)), rounds=1))
        show("import the same again: all duplicates", import_again(workspace, ready))
        show("check", median(workspace.check, rounds=1))


def write_mail(workspace: Workspace, ready: list[PackedDocument], counts: list[Counts], words: list[str]) -> None:
    """Write documents and counts in batches, timing each part."""
    adding = counting = 0.0
    longest = 0.0
    with workspace.imports.begin("mail", source="made up", kind="mail") as run:
        writer = run.segments("plain")
        for place, part in enumerate(batches(ready)):
            started = time.perf_counter()
            numbers = run.add(part)
            between = time.perf_counter()
            writer.add(numbers, *counts[place], words if place == 0 else ())
            adding, counting = adding + between - started, counting + time.perf_counter() - between
            longest = max(longest, between - started)
        started = time.perf_counter()
        run.settle()
        settling = time.perf_counter() - started
    show("write documents, compressed already", adding)
    show("longest transaction", longest)
    show("write counts", counting)
    show("settle", settling)


def import_again(workspace: Workspace, ready: list[PackedDocument]) -> float:
    """Seconds to import what is there already."""
    started = time.perf_counter()
    with workspace.imports.begin("mail", source="made up", kind="mail") as run:
        for part in batches(ready):
            run.add(part)
        run.settle()
    return time.perf_counter() - started


def measure_many(path: Path, n_documents: int) -> None:
    """Open and page through very many short documents."""
    print(f"{n_documents:,} short documents")
    with Workspace(path, create=True) as workspace:
        started = time.perf_counter()
        with workspace.imports.begin("short", source="made up") as run:
            for part in batches(made_up(n_documents, 12)):
                run.add(part)
            settling = time.perf_counter()
            run.settle()
        show("import, compressing included", settling - started)
        show("settle", time.perf_counter() - settling)
    show("size in MB", path.stat().st_size / 1e6)
    show("open", median(lambda: Workspace(path).close()))
    with Workspace(path) as workspace:
        show("labels with counts", median(lambda: workspace.labels.all("short")))
        show("count", median(lambda: workspace.documents.count("short")))
        show("columns", median(lambda: workspace.documents.columns("short"), rounds=3))
        pages = np.random.default_rng(1).integers(1, n_documents, (50, 100))
        show("a page of 100 headings", median_over(pages, workspace.documents.headings))
        show("one document", median_over(pages[:, 0], workspace.documents.get))
        show("relabel 1,000", median_over(pages.repeat(10, 1)[:3], lambda page: workspace.editing.relabel(page, "new")))
        show("undo", median(workspace.undo_log.undo, rounds=3))


def made_up(n_documents: int, n_words: int) -> Iterator[Document]:
    """Documents of about so many words, all different, with labels ham and spam."""
    random = np.random.default_rng(7)
    for number in range(n_documents):
        words = np.minimum(random.zipf(1.3, n_words), N_WORDS)
        text = " ".join(f"word{word}" for word in words.tolist())
        yield Document(
            text,
            f"/mail/folder/{number}.eml",
            kind="mail",
            title=f"About word{words[0]} and word{words[1]}",
            sender=f"person{number % 977}@example.org",
            date_s=1_600_000_000 + number * 60,
            label="spam" if number % 3 == 0 else "ham",
            fields={"subject": f"About word{words[0]}", "from": f"person{number % 977}@example.org"},
            content_hash=random.bytes(16),
            size_bytes=len(text),
        )


def made_up_counts(n_documents: int, seed: int) -> Counts:
    """Counts of about 250 words in each document."""
    random = np.random.default_rng(seed)
    rows = [np.unique(np.minimum(random.zipf(1.15, 400), N_WORDS) - 1) for _ in range(n_documents)]
    tokens = np.concatenate(rows).astype(np.int32)
    starts = np.concatenate(([0], np.cumsum([len(row) for row in rows])))
    return starts, tokens, np.minimum(random.zipf(2.0, len(tokens)), 1000)


def batches(documents: Iterator[Document] | list[PackedDocument]) -> Iterator[list[Document | PackedDocument]]:
    """A thousand at a time."""
    part: list[Document | PackedDocument] = []
    for document in documents:
        part.append(document)
        if len(part) == BATCH:
            yield part
            part = []
    if part:
        yield part


def median(work: Callable[[], object], rounds: int = 5) -> float:
    """The middle of the times that several rounds took."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def median_over(arguments: np.ndarray, work: Callable[[Any], object]) -> float:
    """The middle of the times that one piece of work took on each argument."""
    left = iter(arguments.tolist())
    return median(lambda: work(next(left)), rounds=len(arguments))


def show(what: str, value: float) -> None:
    """One line of the table."""
    print(f"  {what:<45} {value:10.4f}")


if __name__ == "__main__":
    main()
