"""A model of many labels and words: the memory and time of training, judging, keeping and lessons.

    python -m tests.benchmarks.large_models [LABELS] [WORDS] [DOCUMENTS] [EVENT_MODEL]

A million counts in all: each word occurs once, three quarters of the words under a label of their own. Memory is the
largest that the process took, data and Python included.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from nbengine import CountMatrix, Recipe, VocabularyLimits, model_from_bytes, model_to_bytes, train_model
from nbengine.arrays.counts import IntArray
from nbengine.text.vocabulary import Vocabulary

N_COUNTS, WORDS_AT_ONCE = 1_000_000, 50_000


def documents(n_labels: int, n_words: int, n_documents: int) -> tuple[CountMatrix, IntArray]:
    """Counts, and the label number of each document."""
    random = np.random.default_rng(0)
    words = np.tile(np.arange(n_words, dtype=np.int32), -(-N_COUNTS // n_words))[:N_COUNTS]
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


def main(given: list[str]) -> None:
    sizes = [int(number) for number in given[:3]] + [1_000, 1_000_000, 2_000][len(given[:3]) :]
    found = figures(sizes[0], sizes[1], sizes[2], given[3] if len(given) > 3 else "multinomial")
    sys.stdout.write(json.dumps({name: round(value, 4) for name, value in found.items()}) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
