"""A model of many labels and words: the memory and time of training, judging, keeping and lessons.

    python -m tests.benchmarks.large_models [LABELS] [WORDS] [DOCUMENTS] [EVENT_MODEL]

A million counts in all, or eight a document where that is more: each word occurs as often as any other, three quarters
of the words under a label of their own. A million short rows: `20 100000 1000000 learnt`. Memory is the largest that
the process took, data and Python included. In place of an event model, an estimator may be named
(MultinomialNB, ComplementNB, BernoulliNB); it gets 6 GB of address space.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from nbengine.counts import CountMatrix, IntArray
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.models.training import train_model
from nbengine.text.vocabulary import Vocabulary

N_COUNTS, FEWEST_WORDS, WORDS_AT_ONCE, ADDRESS_SPACE = 1_000_000, 8, 50_000, 6 << 30


def documents(n_labels: int, n_words: int, n_documents: int) -> tuple[CountMatrix, IntArray]:
    """Counts, and the label number of each document."""
    random = np.random.default_rng(0)
    n_counts = max(N_COUNTS, FEWEST_WORDS * n_documents)
    words = np.tile(np.arange(n_words, dtype=np.int32), -(-n_counts // n_words))[:n_counts]
    words = words.reshape(n_documents, -1).reshape(-1)
    is_mixed = random.random(len(words)) < 0.25
    words[is_mixed] = random.permutation(words[is_mixed])
    rows = np.sort(words.reshape(n_documents, -1), axis=1)
    is_first = np.ones(rows.shape, np.bool_)
    is_first[:, 1:] = rows[:, 1:] != rows[:, :-1]
    starts = np.concatenate(([0], np.cumsum(is_first.sum(axis=1))))
    tokens = rows[is_first]
    return CountMatrix(starts, tokens, np.ones(len(tokens), np.int32), n_words), np.arange(n_documents) % n_labels


def numbered(n_words: int) -> Vocabulary:
    vocabulary = Vocabulary()
    for first in range(0, n_words, WORDS_AT_ONCE):
        vocabulary.add([f"w{number}" for number in range(first, min(first + WORDS_AT_ONCE, n_words))])
    return vocabulary


def largest_mb() -> float:
    """The most memory that this process has had."""
    told = Path("/proc/self/status")
    if told.exists():
        line = next(line for line in told.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    return float(import_module("resource").getrusage(import_module("resource").RUSAGE_SELF).ru_maxrss) / 1024


def figures(n_labels: int, n_words: int, n_documents: int, event_model: str) -> dict[str, float]:
    """Seconds of each step, and megabytes in all."""
    counts, labels = documents(n_labels, n_words, n_documents)
    names, words, found = [f"label{number}" for number in range(n_labels)], numbered(n_words), {}

    def timed(step: str, work: Callable[[], Any]) -> Any:
        began = time.process_time()
        made = work()
        found[step] = time.process_time() - began
        return made

    recipe = Recipe(event_model=event_model, limits=VocabularyLimits(min_documents=0))  # words never seen stay too
    model = timed("train", lambda: train_model(recipe, counts, labels, names, words))
    timed("judge 1,000", lambda: model.judge(counts[:1_000]))
    data = timed("save", lambda: model_to_bytes(model))
    again = timed("load", lambda: model_from_bytes(data))
    document = counts.row(0)
    again.learn(document, names[:1])
    again.judge(document)
    rows = [counts.row(number) for number in range(1, 51)]

    def teach() -> None:
        for number, row in enumerate(rows, 1):
            again.judge(row)
            again.learn(row, [names[labels[number]]])

    timed("a lesson and a verdict", teach)
    found["a lesson and a verdict"] /= len(rows)
    return {**found, "megabytes": largest_mb(), "megabytes of the file": len(data) / 1e6}


def figures_of_estimator(n_labels: int, n_words: int, n_documents: int, estimator: str) -> dict[str, float]:
    """Seconds of each step of one of `nbengine.estimators`, megabytes in all, and the share of right verdicts."""
    limits = import_module("resource")
    limits.setrlimit(limits.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    counts, labels = documents(n_labels, n_words, n_documents)
    model: Any = getattr(import_module("nbengine.estimators"), estimator)()
    table, found = counts.csr, {}
    began = time.process_time()
    model.fit(table, labels)
    found["fit"] = time.process_time() - began
    found["right"] = float((model.predict(table[:1_000]) == labels[:1_000]).mean())
    found["judge 1,000"] = time.process_time() - began - found["fit"]
    rows = [table[number : number + 1] for number in range(51)]
    model.partial_fit(rows[50], labels[50:51]).predict_proba(rows[50])
    began = time.process_time()
    for number, row in enumerate(rows[:50]):
        model.predict_proba(row)
        model.partial_fit(row, labels[number : number + 1])
    found["a lesson and a verdict"] = (time.process_time() - began) / 50
    return {**found, "megabytes": largest_mb()}


def measured_estimator(estimator: str, *sizes: int) -> dict[str, float]:
    """The same in a process of its own."""
    command = [sys.executable, "-m", "tests.benchmarks.large_models", *map(str, sizes), estimator]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2])
    if done.returncode:
        raise RuntimeError(done.stderr)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main(given: list[str]) -> None:
    sizes = [int(number) for number in given[:3]] + [1_000, 1_000_000, 2_000][len(given[:3]) :]
    name = given[3] if len(given) > 3 else "multinomial"
    found = (figures_of_estimator if name.endswith("NB") else figures)(sizes[0], sizes[1], sizes[2], name)
    sys.stdout.write(json.dumps({name: round(value, 4) for name, value in found.items()}) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
