"""Memory that an import takes, in the program itself and in each worker.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.memory [--documents 100000]

spamassassin's mails over and over, each copy with words of its own in its subject, so that every one is a new document
and the vocabulary grows as in real mail. Peaks are those the system has noted for each process (VmHWM), looked at
twenty times a second; Linux only. The worker's main module is this one, and imports nothing but the standard library.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import tempfile
import threading
import time
from importlib import import_module
from pathlib import Path

PARENT_LIMIT_MB, WORKER_LIMIT_MB = 512, 400
NEW_WORDS = 12


class Watch:
    """Notes the peak of this process and of each of its workers until it is told to stop."""

    def __init__(self) -> None:
        self.workers: dict[int, float] = {}
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._stopped.wait(0.05):
            for process in multiprocessing.active_children():
                if process.pid is not None:
                    self.workers[process.pid] = max(peak_mb(process.pid), self.workers.get(process.pid, 0.0))


def peak_mb(pid: int) -> float:
    """The most memory that a process has had resident; 0 where it is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), 0.0)


def write_mails(folder: Path, n_documents: int) -> None:
    """Write mails to the disk, in folders of their labels."""
    corpus = Path(os.environ["BAYLEAF_CORPORA"]) / "spamassassin"
    files = sorted(path for path in corpus.rglob("*") if path.is_file())
    dice = random.Random(3)
    for number in range(n_documents):
        file = files[number % len(files)]
        target = folder / file.parent.name / str(number // len(files)) / file.name
        target.parent.mkdir(parents=True, exist_ok=True)
        words = " ".join(f"word{dice.randrange(10 * n_documents)}" for _ in range(NEW_WORDS))
        target.write_bytes(with_subject(file.read_bytes(), f"{number} {words}"))


def with_subject(raw: bytes, words: str) -> bytes:
    """A mail whose subject begins with these words; one without a subject gets it behind its first line."""
    place = raw.find(b"\nSubject: ", 0, raw.find(b"\n\n"))
    if place >= 0:
        return raw[: place + 10] + f"{words} ".encode() + raw[place + 10 :]
    first_line = raw.find(b"\n") + 1
    return raw[:first_line] + f"Subject: {words}\n".encode() + raw[first_line:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=100_000)
    n_documents = parser.parse_args().documents
    importing, jobs = import_module("app.library.importing"), import_module("app.domain.jobs")
    with tempfile.TemporaryDirectory() as place:
        write_mails(Path(place, "mails"), n_documents)
        watch, began_s = Watch(), time.monotonic()
        order = importing.ImportRequest((Path(place, "mails"),))
        report = importing.import_sources(Path(place, "all.bayleaf"), order, jobs.Unattended())
        seconds = time.monotonic() - began_s
        watch.stop()
        size_mb = Path(place, "all.bayleaf").stat().st_size / 1e6
    print(
        f"{report.documents:,} documents, {report.size_bytes / 1e6:,.0f} MB, in {seconds:.0f} s; file {size_mb:,.0f} MB"
    )
    print(f"peak of the program itself {peak_mb(os.getpid()):6.0f} MB (at most {PARENT_LIMIT_MB})")
    for peak in sorted(watch.workers.values(), reverse=True)[:4]:
        print(f"peak of a worker           {peak:6.0f} MB (at most {WORKER_LIMIT_MB})")


if __name__ == "__main__":
    main()
