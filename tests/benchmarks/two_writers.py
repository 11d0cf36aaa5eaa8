"""Several programs write to one workspace at once; what is left is compared with what each of them was told.

    python -m tests.benchmarks.two_writers [--minutes 3] [--writers 2] [--seed N]
    python -m tests.benchmarks.two_writers --locked 60

Each writer is a process of its own: it adds documents, changes labels and removes documents, in an order drawn by
chance, and keeps a dictionary of its own documents beside it (the oracle). At the end every document must be there
once, with its text and its label, and SQLite's own `integrity_check` must be content.

With --locked, another process holds the lock for writing for so many seconds, while every command runs on the workspace
in a process of its own. A command has to answer, or to say what it waits for within two seconds and then go on or give
up with a sentence. Those that gave up must have changed nothing: the oracle is a dump by `sqlite3`.
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
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from app.domain.documents import Document
from app.domain.errors import BusyWorkspace
from app.store.workspace import Workspace
from tests.benchmarks.workspace_mutants import made_workspaces

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
                    numbers = workspace.editing.add(CORPUS, documents).document_numbers.tolist()
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


READING, WRITING = "reading", "writing"
COMMANDS: dict[tuple[str, ...], str] = {
    ("info", "WORKSPACE"): READING,
    ("check", "WORKSPACE"): READING,
    ("classify", "WORKSPACE", "MAIL"): READING,
    ("explain", "WORKSPACE", "MAIL"): READING,
    ("words", "WORKSPACE"): READING,
    ("evaluate", "WORKSPACE"): READING,
    ("import", "WORKSPACE", "MAIL"): WRITING,
    ("train", "WORKSPACE"): WRITING,
    ("learn", "WORKSPACE", "--label", "spam", "MAIL"): WRITING,
    ("label", "WORKSPACE", "1", "--none"): WRITING,
    ("compact", "WORKSPACE"): WRITING,
    ("file", "WORKSPACE", "MAIL", "--to", "FOLDER", "--with-unsure"): WRITING,
    ("forget", "WORKSPACE", "--label", "spam", "KNOWN"): WRITING,
}
WAITING_SAID_S = 2.0


def ask_while_locked(seconds: float) -> int:
    """Run every command while another process holds the lock; print how each ended, and return the number of faults."""
    n_faults = 0
    for words, kind in COMMANDS.items():
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            path, mail = folder / "locked.bayleaf", folder / "new.eml"
            path.write_bytes(next(made_workspaces(folder))[0])
            mail.write_text("Subject: cheap offer\n\ncheap watermelon offer\n")
            before = dump(path)
            holder = subprocess.Popen([sys.executable, "-c", HOLD_LOCK, path, str(seconds)], stdout=subprocess.PIPE)
            assert holder.stdout is not None
            holder.stdout.readline()  # it holds the lock
            known = folder / "source0" / "spam" / "0.eml"
            places = {"WORKSPACE": str(path), "MAIL": str(mail), "KNOWN": str(known), "FOLDER": str(folder / "filed")}
            command = [sys.executable, "-m", "app.cli", *(places.get(word, word) for word in words)]
            outcome = run_command(command)
            holder.kill()
            holder.wait()
            faults = faults_of(outcome, kind, is_changed=dump(path) != before or not mail.exists())
            n_faults += len(faults)
            print(f"{words[0]:<10}{outcome} {'; '.join(faults)}", flush=True)
    return n_faults


HOLD_LOCK = """import sqlite3, sys, time
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("BEGIN IMMEDIATE")
print(flush=True)
time.sleep(float(sys.argv[2]))
"""


@dataclass(frozen=True)
class Outcome:
    """How a command ended: its exit code, its time, the time of its first line, and its last line."""

    code: int
    seconds: float
    first_line_s: float
    said: str

    def __str__(self) -> str:
        return f"exit {self.code} after {self.seconds:4.1f} s, first line after {self.first_line_s:4.1f} s: {self.said}"


def run_command(command: list[str]) -> Outcome:
    """Run a command, and note when it wrote its first line."""
    began_s, first_line_s, said = time.monotonic(), 0.0, ""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            first_line_s = first_line_s or time.monotonic() - began_s
            said = line.strip() or said
    return Outcome(process.returncode, time.monotonic() - began_s, first_line_s, said)


def faults_of(outcome: Outcome, kind: str, *, is_changed: bool) -> list[str]:
    """Return what is wrong with the way a command ended."""
    faults = []
    if "Traceback" in outcome.said or not outcome.said:
        faults.append("NO SENTENCE")
    if outcome.code and is_changed:
        faults.append("CHANGED")
    if kind == READING and outcome.code:
        faults.append("NOT ANSWERED")
    if kind == WRITING and outcome.first_line_s > STARTING_S + WAITING_SAID_S:
        faults.append("SILENT WHILE IT WAITED")
    return faults


STARTING_S = 3.0
"""A command takes about 0.5 s to start; on a busy machine, more."""


def dump(path: Path) -> str:
    """Return a hash of all tables as `sqlite3` sees them."""
    with closing(sqlite3.connect(path)) as database:
        return blake2b("\n".join(database.iterdump()).encode("utf-8", "surrogatepass")).hexdigest()


def main() -> None:
    """Run the writers, and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--writers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--locked", type=float, default=0.0, help="seconds for which another process holds the lock")
    parser.add_argument("--as-writer", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.locked:
        sys.exit(ask_while_locked(wanted.locked))
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
