"""Costs of training a large corpus, read in pieces and held in memory, on generated mail and short messages.

    python -m tests.benchmarks.streaming [--gigabytes 0.5 1] [--messages 1000000] [--folder FOLDER]
    python -m tests.benchmarks.streaming --workspace FILE …

Makes mailboxes of each size and a table of short messages, imports each, and trains on it with a given recipe and with
Auto, evaluates by folds, and answers two smoothings as the Train page asks them. Everything is done by the budget for
counts, and again with all counts held, in turns, each in a process of its own: wall and processor seconds, the most
memory that the process had resident, and whether both made the same model. Linux only. What was made stays in the
folder, so a run that was stopped goes on, and takes gigabytes there.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from app.domain.documents import SourceOptions
from app.domain.jobs import NoOpJobContext
from app.features.evaluate.use_cases import EvaluationOrder, evaluate_model
from app.features.train.training import TrainingOrder, train
from app.features.train.workbench import RecipeEvaluator
from app.library import memory
from app.library.importing import ImportRequest, import_sources
from app.library.memory import EntryBudget
from app.library.recipes import RecipeRequest
from app.store.workspace import Workspace
from tests.benchmarks._generated_mail import Words, write_mail

if sys.platform != "win32":
    import resource

GIVEN = RecipeRequest(event_model="multinomial", smoothing="1", vocabulary="all")
WORDS_PER_MESSAGE = 12
MESSAGES_AT_ONCE = 10_000
BUDGETS = {"pieces": memory.COUNT_BUDGET, "held": EntryBudget(max_held_entries=1 << 62)}


def trained(path: Path, request: RecipeRequest) -> str:
    return train(path, TrainingOrder(request, model="Benchmark"), NoOpJobContext()).canonical_hash


def evaluated(path: Path) -> str:
    train(path, TrainingOrder(GIVEN, model="Benchmark"), NoOpJobContext())
    report = evaluate_model(path, EvaluationOrder("Benchmark", "folds"), NoOpJobContext())
    return f"{report.evaluation.log_loss!r}"


def answered(path: Path) -> str:
    """Two smoothings, one after the other; how long the second took is what a person waits for."""
    with Workspace(path) as workspace:
        (corpus,) = workspace.corpora.all()
    live = RecipeEvaluator(path)
    live.result(corpus.name, GIVEN, NoOpJobContext())
    answer = live.result(corpus.name, replace(GIVEN, smoothing="0.3"), NoOpJobContext())
    print(f"{'':34}second smoothing after {answer.seconds:.1f} s", file=sys.stderr)
    return f"{answer.evaluation.log_loss!r}"


WORK: dict[str, Callable[[Path], str]] = {
    "train": lambda path: trained(path, GIVEN),
    "train, Auto": lambda path: trained(path, RecipeRequest()),
    "train, then 10 folds": evaluated,
    "two smoothings": answered,
}


def measured(path: Path, work: str, budget: str) -> None:
    """Do one piece of work in this process, and print what it took as one line of JSON."""
    memory.COUNT_BUDGET, began_s = BUDGETS[budget], time.monotonic()
    result = WORK[work](path)
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = time.monotonic() - began_s
    print(json.dumps([result, seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]))


def compare(path: Path) -> None:
    """Measure all work on a workspace, both ways in turns."""
    with Workspace(path) as workspace:
        info, (corpus,) = workspace.info(), workspace.corpora.all()
    RecipeEvaluator(path).count(corpus.name, GIVEN, NoOpJobContext())
    print(f"{path.name}: {info.documents:,} documents, {info.size_bytes / 1e6:,.0f} MB; load {os.getloadavg()[0]:.1f}")
    for work in WORK:
        found = []
        for budget in BUDGETS:
            command = [sys.executable, "-m", "tests.benchmarks.streaming", "--measure", str(path), work, budget]
            answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
            result, seconds, processor_s, peak_mb = json.loads(answer.stdout)
            found.append(result)
            print(f"  {work:<22}{budget:<8}{seconds:7.1f} s{processor_s:7.1f} processor s{peak_mb:8,.0f} MB")
        print(f"  {'':22}{'the same' if len(set(found)) == 1 else f'DIFFERENT: {found}'}")


def workspace_of_mail(folder: Path, gigabytes: float) -> Path:
    """A workspace of generated mail; made once."""
    path, mail = folder / f"mail-{gigabytes:g}-GB.bayleaf", folder / f"mail-{gigabytes:g}-GB"
    if not path.exists():
        write_mail(mail, round(gigabytes * 1e9))
        import_sources(path, ImportRequest((mail,), options=SourceOptions(labels_from="folder")), NoOpJobContext())
    return path


def workspace_of_messages(folder: Path, n_documents: int) -> Path:
    """A workspace of short messages in a table of texts and labels; made once."""
    path, table = folder / f"messages-{n_documents}.bayleaf", folder / f"messages-{n_documents}.csv"
    if not path.exists():
        write_messages(table, n_documents)
        import_sources(path, ImportRequest((table,)), NoOpJobContext())
    return path


def write_messages(table: Path, n_documents: int) -> None:
    known, dice = Words(), np.random.default_rng(1)
    with table.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("text", "label"))
        for first in range(0, n_documents, MESSAGES_AT_ONCE):
            ranks = np.minimum(dice.zipf(1.35, (MESSAGES_AT_ONCE, WORDS_PER_MESSAGE)), 1 << 40)
            for number, words in enumerate(ranks[: n_documents - first].tolist(), start=first):
                label = ("ham", "spam")[number % 2]
                rows.writerow((" ".join([*map(known.__getitem__, words), f"{label}{words[0] % 400}"]), label))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gigabytes", type=float, nargs="*", default=[0.5, 1.0])
    parser.add_argument("--messages", type=int, default=1_000_000, help="0 leaves them out")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--workspace", type=Path, nargs="+", help="train on these, and make none")
    parser.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.measure:
        measured(Path(options.measure[0]), *options.measure[1:])
        return
    folder = options.folder or Path(tempfile.gettempdir(), "bayleaf-streaming")
    folder.mkdir(parents=True, exist_ok=True)
    paths = options.workspace or [workspace_of_mail(folder, size) for size in options.gigabytes]
    if options.messages and not options.workspace:
        paths.append(workspace_of_messages(folder, options.messages))
    for path in paths:
        compare(path)


if __name__ == "__main__":
    main()
