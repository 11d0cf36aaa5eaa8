"""The speed of nbengine beside scikit-learn and River: the tables of `nbengine/README.md`, from one run.

    python -m tests.benchmarks.engine_table [--only PART] [--turns 5] [--largest 1000000] [--write]

`--write` puts the tables into the README, between the marks there. Data is generated. River, if it is not installed, is
fetched with pip into a temporary folder. The two sides take turns; a figure is the median of their processor times, and
a ratio is their time by ours: above 1, nbengine is faster. Memory is the peak of a process of its own, less its size
before the work.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from scipy import sparse
from sklearn import naive_bayes
from sklearn.calibration import CalibratedClassifierCV
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer
from sklearn.model_selection import LeaveOneOut, cross_val_predict
from sklearn.pipeline import make_pipeline

from nbengine import estimators
from nbengine.estimators import WordCounter
from tests.benchmarks.engine_elsewhere import borrowed

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "nbengine" / "README.md"
BEGIN, END = "<!-- speed: engine_table.py writes between these marks -->\n", "<!-- end of speed -->\n"
N_WORDS, N_DRAWN = 30_000, 60
ENOUGH_SECONDS = 2.0
"""Turns end when each side has worked so long, but there are three at least."""
Work = Callable[[], object]


@dataclass(frozen=True)
class Row:
    """One line of a table: seconds of processor time of both sides."""

    what: str
    theirs: float
    ours: float
    peer: str

    def line(self) -> str:
        return f"| {self.what} | {self.peer} | {' | '.join(self.figures())} |"

    def figures(self) -> list[str]:
        return [duration(self.theirs), duration(self.ours), ratio_text(self.theirs / self.ours)]


def ratio_text(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}" if ratio >= 1 else f"**{ratio:.2f}**"


def duration(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"


def fit_new(make: Callable[[], Any], texts: Sequence[str], y: object) -> object:
    return make().fit(texts, y)


def compare(what: str, peer: str, theirs: Work, ours: Work, turns: int) -> Row:
    """Let both sides work in turns; return the median times."""
    ours()  # the first call imports and compiles
    taken: list[tuple[float, float]] = []
    while len(taken) < turns and (len(taken) < 3 or sum(map(sum, taken)) < 2 * ENOUGH_SECONDS * turns):
        taken.append((seconds(theirs), seconds(ours)))
    first, second = (statistics.median(side) for side in zip(*taken, strict=True))
    return Row(what, first, second, peer)


def seconds(work: Work) -> float:
    """Return the processor time of one call, from several if it is short."""
    began = time.process_time()
    work()
    once = time.process_time() - began
    times = int(0.05 / max(once, 1e-6))
    if times < 2:
        return once
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times


def table(n_rows: int, seed: int = 0) -> sparse.csr_matrix:
    """Return word counts as of documents: few words are frequent, most are rare."""
    random = np.random.default_rng(seed)
    shares = 1 / np.arange(1, N_WORDS + 1)
    limits = np.cumsum(shares / shares.sum())
    words = np.searchsorted(limits, random.random(n_rows * N_DRAWN)).astype(np.int32).clip(max=N_WORDS - 1)
    rows = np.arange(0, n_rows * N_DRAWN + 1, N_DRAWN, dtype=np.int64)
    counts = sparse.csr_matrix((np.ones(len(words), np.int64), words, rows), shape=(n_rows, N_WORDS))
    counts.sum_duplicates()
    return counts


def some_texts(number: int, n_labels: int) -> tuple[list[str], list[str]]:
    random = np.random.default_rng(1)
    words = np.array([f"word{n}" for n in range(N_WORDS)])
    shares = 1 / np.arange(1, N_WORDS + 1)
    texts = [" ".join(random.choice(words, 120, p=shares / shares.sum())) for _ in range(number)]
    return texts, [f"label {n % n_labels}" for n in range(number)]


def counts_rows(turns: int, largest: int) -> Iterator[Row]:
    """Fit and predict on sparse counts."""
    for n_rows in (1_000, 10_000, 100_000, 1_000_000):
        if n_rows > largest:
            continue
        X = table(n_rows)
        for n_labels in (2, 20, 1_000):
            if n_rows * n_labels > 100_000_000:  # scikit-learn makes a dense table of rows and labels
                continue
            y = np.arange(n_rows) % n_labels
            size = f"{n_rows:,} × {n_labels:,}"
            yield from fit_and_predict("MultinomialNB", X, y, size, turns)
    X, y = table(10_000), np.arange(10_000) % 20
    for kind in ("BernoulliNB", "ComplementNB"):
        yield from fit_and_predict(kind, X, y, "10,000 × 20", turns)
    random = np.random.default_rng(2)
    numbers, choices = random.normal(size=(100_000, 20)), random.integers(0, 8, (100_000, 20))
    y = np.arange(100_000) % 20
    yield from fit_and_predict("GaussianNB", numbers, y, "100,000 × 20, 20 columns", turns)
    yield from fit_and_predict("CategoricalNB", choices, y, "100,000 × 20, 20 columns", turns)


def fit_and_predict(kind: str, X: Any, y: Any, size: str, turns: int) -> Iterator[Row]:
    theirs, ours = getattr(naive_bayes, kind), getattr(estimators, kind)
    yield compare(f"fit {size}", kind, lambda: theirs().fit(X, y), lambda: ours().fit(X, y), turns)
    their_model, our_model = theirs().fit(X, y), ours().fit(X, y)
    some = X[:20_000]
    theirs_work, ours_work = partial(their_model.predict, some), partial(our_model.predict, some)
    yield compare(f"predict {some.shape[0]:,} of {size}", kind, theirs_work, ours_work, turns)


def texts_rows(turns: int, largest: int) -> Iterator[Row]:
    """From text to a fitted model, and from text to a verdict."""
    texts, y = some_texts(min(10_000, largest), 20)
    ours = estimators.TextClassifier
    pipelines: dict[str, Callable[[], Any]] = {
        "CountVectorizer + MultinomialNB": lambda: make_pipeline(CountVectorizer(), naive_bayes.MultinomialNB()),
        "HashingVectorizer + MultinomialNB": lambda: make_pipeline(
            HashingVectorizer(alternate_sign=False, norm=None), naive_bayes.MultinomialNB()
        ),
    }
    our_model, some = ours().fit(texts, y), texts[:2_000]
    for peer, make in pipelines.items():
        what = f"texts to a model, {len(texts):,} × 20"
        yield compare(what, peer, partial(fit_new, make, texts, y), partial(fit_new, ours, texts, y), turns)
        model = make().fit(texts, y)
        their_verdicts, our_verdicts = partial(model.predict, some), partial(our_model.predict, some)
        yield compare("texts to verdicts, 2,000", peer, their_verdicts, our_verdicts, turns)
    vectorizer = "CountVectorizer"
    yield compare(
        f"words counted, {len(texts):,} texts",
        vectorizer,
        lambda: CountVectorizer().fit_transform(texts),
        lambda: WordCounter().fit_transform(texts),
        turns,
    )


def stream_rows(turns: int, largest: int) -> Iterator[Row]:
    """Out of core, and one document at a time."""
    texts, y = some_texts(min(10_000, largest), 20)
    labels = sorted(set(y))
    batches = [(texts[start : start + 500], y[start : start + 500]) for start in range(0, len(texts), 500)]

    def theirs() -> None:
        vectorizer = HashingVectorizer(alternate_sign=False, norm=None)
        model = naive_bayes.MultinomialNB()
        for some, own in batches:
            model.partial_fit(vectorizer.transform(some), own, classes=labels)

    def ours() -> None:
        model = estimators.TextClassifier()
        for some, own in batches:
            model.partial_fit(some, own, classes=labels)

    yield compare(
        f"out of core, {len(batches)} batches of 500 texts", "HashingVectorizer + partial_fit", theirs, ours, turns
    )
    with borrowed("river"):
        yield compare(
            "predict_one and learn_one, 2,000 texts × 20",
            "River, BagOfWords + MultinomialNB",
            partial(by_river, texts[:2_000], y),
            partial(one_by_one, texts[:2_000], y),
            turns,
        )


def by_river(texts: list[str], labels: list[str]) -> None:
    model: Any = import_module("river.feature_extraction").BagOfWords()
    model = model | import_module("river.naive_bayes").MultinomialNB()
    for text, label in zip(texts, labels, strict=False):
        model.predict_proba_one(text)
        model.learn_one(text, label)


def one_by_one(texts: list[str], labels: list[str]) -> None:
    model = estimators.TextClassifier()
    for text, label in zip(texts, labels, strict=False):
        model.predict_proba_one(text)
        model.learn_one(text, label)


def left_out_rows(turns: int, largest: int) -> Iterator[Row]:
    """Leave-one-out, beside refitting and beside ten folds; calibration."""
    X, y = table(2_000), np.arange(2_000) % 20
    model, theirs = estimators.MultinomialNB().fit(X, y), naive_bayes.MultinomialNB()

    def by_folds(folds: Any, some: Any, own: Any) -> object:
        return cross_val_predict(theirs, some, own, cv=folds, method="predict_proba")

    few, few_y = X[:200], y[:200]
    on_few = estimators.MultinomialNB().fit(few, few_y)
    yield compare(
        "leave-one-out, 200 × 20",
        "cross_val_predict, LeaveOneOut",
        lambda: by_folds(LeaveOneOut(), few, few_y),
        on_few.loo_proba,
        3,
    )
    yield compare(
        "leave-one-out, 2,000 × 20",
        "cross_val_predict, 10 folds",
        lambda: by_folds(10, X, y),
        model.loo_proba,
        turns,
    )
    yield compare(
        "fit and calibrate, 2,000 × 20",
        "CalibratedClassifierCV, 5 folds",
        lambda: CalibratedClassifierCV(theirs, cv=5).fit(X, y),
        lambda: estimators.MultinomialNB().fit(X, y).calibrate(),
        turns,
    )


PARTS = {"counts": counts_rows, "texts": texts_rows, "streams": stream_rows, "left out": left_out_rows}

MEMORY = {
    "MultinomialNB, fit, 100,000 × 20": ("counts", 100_000, 20),
    "MultinomialNB, fit, 100,000 × 1,000": ("counts", 100_000, 1_000),
    "texts to a model, 10,000 × 20": ("texts", 10_000, 20),
}


def memory_lines(largest: int) -> Iterator[str]:
    for what, (kind, n_rows, n_labels) in MEMORY.items():
        if n_rows <= largest:
            theirs, ours = (peak_megabytes(kind, n_rows, n_labels, side) for side in ("theirs", "ours"))
            yield f"| {what} | {theirs:,.0f} MB | {ours:,.0f} MB |"


def peak_megabytes(kind: str, n_rows: int, n_labels: int, side: str) -> float:
    arguments = ["--memory", kind, str(n_rows), str(n_labels), side]
    command = [sys.executable, "-m", "tests.benchmarks.engine_table", *arguments]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return float(json.loads(run.stdout.splitlines()[-1]))


def measure_memory(kind: str, n_rows: str, n_labels: str, side: str) -> None:
    """Print how much the process grows by one fit, in megabytes. Needs Linux."""
    module = naive_bayes if side == "theirs" else estimators
    if kind == "counts":
        X, y = table(int(n_rows)), np.arange(int(n_rows)) % int(n_labels)
        work: Work = lambda: module.MultinomialNB().fit(X, y)  # noqa: E731
    else:
        texts, labels = some_texts(int(n_rows), int(n_labels))
        theirs = make_pipeline(CountVectorizer(), naive_bayes.MultinomialNB())
        model: Any = theirs if side == "theirs" else estimators.TextClassifier()
        work = lambda: model.fit(texts, labels)  # noqa: E731
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew; it would begin with that of the parent
    before = memory_line("VmRSS")
    work()
    print(json.dumps(max(0.0, memory_line("VmHWM") - before)))


def memory_line(name: str) -> float:
    """Return a figure of this process from the kernel, in megabytes."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition(f"{name}:")[2].split()[0]) * 1024 / 1e6


def described_machine() -> str:
    found = [f"Python {platform.python_version()}"]
    found += [f"{name} {version(name)}" for name in ("numpy", "scipy", "scikit-learn")]
    return f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}; {', '.join(found)}"


HEADINGS = {
    "counts": "Fit and predict on sparse counts",
    "texts": "From text",
    "streams": "Out of core, and one at a time",
    "left out": "Leave-one-out and calibration",
}


def main(given: Sequence[str]) -> None:
    """Measure and print; write into the README if that is asked for."""
    if given[:1] == ["--memory"]:
        measure_memory(*given[1:])
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="the part whose name begins so")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--largest", type=int, default=1_000_000, help="the most rows")
    parser.add_argument("--write", action="store_true", help="put the tables into the README")
    options = parser.parse_args(given)
    lines = [f"Measured on {described_machine()}.", ""]
    for name, part in PARTS.items():
        if name.startswith(options.only):
            rows = []
            for row in part(options.turns, options.largest):
                rows.append(row)
                print(row.line(), flush=True)
            made = fit_and_predict_table(rows) if name == "counts" else one_by_one_table(rows)
            lines += [f"### {HEADINGS[name]}", "", *made, ""]
    if "memory".startswith(options.only):
        lines += ["### Memory", "", "| work | scikit-learn | nbengine |", "|---|---:|---:|"]
        for line in memory_lines(options.largest):
            lines.append(line)
            print(line, flush=True)
        lines.append("")
    if options.write:
        write(lines)


def fit_and_predict_table(rows: Sequence[Row]) -> Iterator[str]:
    """Return a table with fitting and predicting of one size side by side; predicting takes 20,000 rows at most."""
    sides = "scikit-learn | nbengine | ratio"
    yield f"| estimator | rows × labels | fit: {sides} | predict: {sides} |"
    yield "|---|---|---:|---:|---:|---:|---:|---:|"
    for fit, predict in zip(rows[::2], rows[1::2], strict=True):
        figures = [text for row in (fit, predict) for text in row.figures()]
        yield f"| {fit.peer} | {fit.what.removeprefix('fit ')} | {' | '.join(figures)} |"


def one_by_one_table(rows: Sequence[Row]) -> Iterator[str]:
    yield "| work | beside | theirs | nbengine | ratio |"
    yield "|---|---|---:|---:|---:|"
    yield from (row.line() for row in rows)


def write(lines: Sequence[str]) -> None:
    text = README.read_text(encoding="utf-8")
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    README.write_text(text[:begin] + "\n" + "\n".join(lines) + text[end:], encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
