"""Fitting, judging, leaving out and tuning, side by side with scikit-learn on the same counts.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.models [--runs 7] [--only NAME]

Both sides take turns in one process, on the same texts, each as counted by its own counter: the numbers are the same,
but the engine's tokens are numbered as they appear, which keeps frequent ones together, scikit-learn's by alphabet.
Through `nbengine.estimators` both sides get the same texts, and the same table as scikit-learn counts it.
Figures are medians of processor time: neither side uses threads, and a busy machine disturbs it less than the clock.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn import naive_bayes
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV, cross_val_predict
from sklearn.naive_bayes import BernoulliNB, ComplementNB, MultinomialNB
from sklearn.pipeline import make_pipeline

from nbengine import estimators
from nbengine.counts import CountMatrix, IntArray
from nbengine.events import LeftOut, derive, leave_one_out, multinomial
from nbengine.events.event_model import EventSettings
from nbengine.learnt.tally import Tally, make_tally
from nbengine.logspace import best_label_numbers
from nbengine.text.token_counter import TokenCounter
from nbengine.text.token_rules import TokenRules
from tests.benchmarks.counting import chinese_messages, russian_messages

if sys.platform != "win32":
    import resource

COUNTING = ("MultinomialNB", "BernoulliNB", "ComplementNB")
SMOOTHINGS = np.logspace(-4, 2, 25)
THEIRS = {"multinomial": MultinomialNB, "bernoulli": BernoulliNB, "complement": ComplementNB}
N_STREAMED = 2_000_000
STREAM_BATCH = 10_000
STREAM_TOKENS = 50_000
STREAM_LENGTH = 60


Pairs = Iterator[tuple[str, Callable[[], object], Callable[[], object]]]
"""Name, their way and ours of each piece of work."""


@dataclass(frozen=True)
class Corpus:
    """Labelled texts and their counts, as scikit-learn and as the engine take them."""

    name: str
    texts: list[str]
    table: Any
    counts: CountMatrix
    label_numbers: IntArray
    labels: tuple[str, ...]

    @property
    def tally(self) -> Tally:
        return make_tally(self.labels, self.counts, self.label_numbers)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--runs", type=int, default=7, help="how often each side is measured")
    arguments.add_argument("--only", default="", help="only the measurements whose name holds this")
    chosen = arguments.parse_args()
    root = Path(os.environ["BAYLEAF_CORPORA"])
    print(f"{'work':58}{'theirs ms':>12}{'ours ms':>12}{'ratio':>8}")
    for corpus in (counted("20 labels", news(root)), counted("two labels", mails(root))):
        for name, theirs, ours in (*comparisons(corpus), *by_name(corpus)):
            if chosen.only in name:
                print_pair(f"{corpus.name}: {name}", *side_by_side(theirs, ours, chosen.runs))
    for name, theirs, ours in (*from_text(root), *columns_by_name()):
        if chosen.only in name:
            print_pair(name, *side_by_side(theirs, ours, chosen.runs))
    for name, work in alone():
        if chosen.only in name:
            print(f"{name:58}{work()}")


def comparisons(corpus: Corpus) -> Pairs:
    """Name, their way and ours of each piece of work."""
    table, truth, tally = corpus.table, corpus.label_numbers, corpus.tally
    for model in THEIRS:
        yield f"fit {model} from counts", partial(fit_theirs, corpus, model), partial(fit_ours, corpus, model)
    for model in THEIRS:
        judge, scorer = fit_theirs(corpus, model), fit_ours(corpus, model)
        yield f"predict {model}", partial(judge.predict, table), partial(scorer.predict, corpus.counts)
        yield f"probabilities {model}", partial(judge.predict_proba, table), partial(scorer.log_proba, corpus.counts)
    judge = fit_theirs(corpus, "multinomial")
    for model in THEIRS:
        left_out = partial(leave_one_out, tally, corpus.counts, truth, EventSettings(model, 0.1))
        yield f"leave-one-out {model} / predict_proba", partial(judge.predict_proba, table), left_out
    pipeline = make_pipeline(CountVectorizer(), MultinomialNB(alpha=0.1))
    left_out = partial(leave_one_out, tally, corpus.counts, truth, EventSettings(smoothing=0.1))
    yield (
        "leave-one-out / cross_val_predict 10 folds, pipeline",
        partial(cross_val_predict, pipeline, corpus.texts, truth, cv=10),
        left_out,
    )
    search = GridSearchCV(MultinomialNB(), {"alpha": SMOOTHINGS}, cv=10)
    curve = partial(smoothing_curve, corpus)
    yield "curve of 25 smoothings / GridSearchCV 25 x 10", partial(search.fit, table, truth), curve


def smoothing_curve(corpus: Corpus) -> list[npt.NDArray[np.int64]]:
    """Judge every document without itself under each smoothing, as the curve of the Train page does."""
    left_out = LeftOut(corpus.tally, corpus.counts, corpus.label_numbers, EventSettings())
    return [best_label_numbers(left_out.log_joint(smoothing)) for smoothing in SMOOTHINGS]


def by_name(corpus: Corpus) -> Pairs:
    """The counting classes of `nbengine.estimators` and scikit-learn's of the same name, on scikit-learn's table."""
    names = np.array(corpus.labels)[corpus.label_numbers]
    for kind in COUNTING:
        theirs, ours = getattr(naive_bayes, kind), getattr(estimators, kind)
        yield (
            f"estimators.{kind} fit",
            partial(fitted, theirs, corpus.table, names),
            partial(fitted, ours, corpus.table, names),
        )
        judges = [partial(fitted(side, corpus.table, names).predict, corpus.table) for side in (theirs, ours)]
        yield f"estimators.{kind} predict", judges[0], judges[1]


def from_text(root: Path) -> Pairs:
    """The word counter of `nbengine.estimators`, alone and before a model, from texts."""
    posts = [post for post in sorted((root / "20news-bydate").rglob("*train/*/*")) if post.is_file()]
    train, labels = [post.read_text("latin-1") for post in posts], np.array([post.parent.name for post in posts])
    corpora = {"English": train, "Russian": russian_messages(root), "Chinese": chinese_messages(root)}
    for language, texts in corpora.items():
        counters = [partial(counted_by, side, texts) for side in (CountVectorizer, estimators.WordCounter)]
        yield f"estimators.WordCounter, {language}", counters[0], counters[1]

    def trained(counter: Any, model: Any) -> object:
        return model().fit(counter().fit_transform(train), labels)

    yield (
        "estimators.WordCounter and MultinomialNB, English",
        partial(trained, CountVectorizer, MultinomialNB),
        partial(trained, estimators.WordCounter, estimators.MultinomialNB),
    )


def columns_by_name() -> Pairs:
    """Numbers and choices, drawn at random around their label."""
    random = np.random.default_rng(0)
    for n_labels, shape in ((2, (20_000, 20)), (20, (20_000, 20)), (5, (2_000, 200))):
        labels = random.integers(0, n_labels, shape[0])
        numbers, choices = random.normal(size=shape) + labels[:, None], random.integers(0, 8, shape)
        for kind, table in (("GaussianNB", numbers), ("CategoricalNB", choices)):
            theirs, ours = getattr(naive_bayes, kind), getattr(estimators, kind)
            name = f"estimators.{kind} {shape[0]:,} x {shape[1]}, {n_labels} labels:"
            yield f"{name} fit", partial(fitted, theirs, table, labels), partial(fitted, ours, table, labels)
            judges = [partial(fitted(side, table, labels).predict, table) for side in (theirs, ours)]
            yield f"{name} predict", judges[0], judges[1]


def fitted(kind: Any, table: Any, labels: Any) -> Any:
    return kind().fit(table, labels)


def counted_by(kind: Any, texts: list[str]) -> object:
    return kind().fit_transform(texts)


def alone() -> Iterator[tuple[str, Callable[[], str]]]:
    """Work that has nothing to be compared with."""
    yield "one document, 200,000 tokens x 20 labels", time_of_one_document
    yield "canonical hash, 200,000 tokens x 20 labels", time_of_hash
    yield f"learn {N_STREAMED:,} documents in batches", memory_of_streaming


def fit_theirs(corpus: Corpus, model: str) -> Any:
    return THEIRS[model](alpha=0.1).fit(corpus.table, corpus.label_numbers)


def fit_ours(corpus: Corpus, model: str) -> Any:
    tally = make_tally(corpus.labels, corpus.counts, corpus.label_numbers)
    return derive(tally, EventSettings(model, 0.1))


def side_by_side(theirs: Callable[[], object], ours: Callable[[], object], runs: int) -> tuple[float, float]:
    """Median milliseconds of both, taking turns, after one turn that does not count where it is short."""
    took: tuple[list[float], list[float]] = ([], [])
    for turn in range(runs + 1):
        for times, work in zip(took, (theirs, ours), strict=True):
            if turn == 0 and times is took[0] and is_long(work):
                continue
            start = time.process_time()
            work()
            times.append((time.process_time() - start) * 1000)
    return statistics.median(took[0][-runs:]), statistics.median(took[1][-runs:])


def is_long(work: Callable[[], object]) -> bool:
    """Work that needs no warming up: searches and cross-validation."""
    return getattr(getattr(work, "func", None), "__name__", "") in ("cross_val_predict", "fit")


def print_pair(name: str, theirs: float, ours: float) -> None:
    print(f"{name:58}{theirs:12.2f}{ours:12.2f}{theirs / ours:8.2f}", flush=True)


def time_of_one_document() -> str:
    tally = large_tally()
    scorer = multinomial(tally, 0.1)
    tokens = np.sort(np.random.default_rng(1).choice(tally.n_tokens, 150, replace=False)).astype(np.int32)
    document = CountMatrix(np.array([0, 150]), tokens, np.ones(150, dtype=np.int32), tally.n_tokens)
    return f"{median_ms(lambda: scorer.log_proba(document), 201):12.4f} ms"


def time_of_hash() -> str:
    tally = large_tally()
    words = [f"word{number}" for number in range(tally.n_tokens)]
    return f"{median_ms(lambda: tally.canonical_hash(words), 5):12.1f} ms"


def large_tally() -> Tally:
    random = np.random.default_rng(0)
    occurrences = random.poisson(0.3, (20, 200_000)).astype(np.int64) << 20
    documents = np.full(20, 1000 << 20, dtype=np.int64)
    return Tally.from_arrays(
        [f"label {number}" for number in range(20)], documents, occurrences, occurrences.clip(max=1 << 20)
    )


def median_ms(work: Callable[[], object], runs: int) -> float:
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append((time.process_time() - start) * 1000)
    return statistics.median(times)


def memory_of_streaming() -> str:
    """Peak memory once every token has been seen, and at the end; seconds spent learning."""
    random = np.random.default_rng(0)
    tally = Tally([f"label {number}" for number in range(20)], STREAM_TOKENS)
    seconds, early = 0.0, 0
    for batch in range(N_STREAMED // STREAM_BATCH):
        counts, labels = synthetic(random)
        start = time.process_time()
        tally.learn(counts, labels)
        seconds += time.process_time() - start
        if batch == 4:
            early = peak_megabytes()
    return f"{seconds:8.1f} s learning, peak {early} MB after 50,000 and {peak_megabytes()} MB at the end"


def synthetic(random: np.random.Generator) -> tuple[CountMatrix, IntArray]:
    """Documents of distinct tokens drawn with falling frequency."""
    steps = random.geometric(0.5, (STREAM_BATCH, STREAM_LENGTH)) * random.integers(1, 300, (STREAM_BATCH, 1))
    tokens = np.minimum(np.cumsum(steps, axis=1), STREAM_TOKENS - STREAM_LENGTH) + np.arange(STREAM_LENGTH)
    starts = np.arange(STREAM_BATCH + 1) * STREAM_LENGTH
    values = random.geometric(0.7, tokens.size).astype(np.int32)
    counts = CountMatrix(starts, tokens.reshape(-1).astype(np.int32), values, STREAM_TOKENS)
    return counts, random.integers(0, 20, STREAM_BATCH)


def peak_megabytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def counted(name: str, posts: list[tuple[str, str]]) -> Corpus:
    texts = [text for text, _ in posts]
    labels, numbers = np.unique([label for _, label in posts], return_inverse=True)
    table = CountVectorizer().fit_transform(texts)
    return Corpus(name, texts, table, TokenCounter(TokenRules()).count(texts), numbers, tuple(labels.tolist()))


def news(root: Path) -> list[tuple[str, str]]:
    files = sorted((root / "20news-bydate").glob("*/*/*/*"))
    return [(file.read_bytes().decode("latin-1"), file.parent.name) for file in files]


def mails(root: Path) -> list[tuple[str, str]]:
    """Bodies: what follows the first empty line."""
    files = [file for file in sorted((root / "spamassassin").glob("*/*/*")) if file.name != "cmds"]
    bodies = [file.read_bytes().decode("latin-1").partition("\n\n")[2] for file in files]
    return [
        (body, "spam" if file.parent.name.startswith("spam") else "ham")
        for body, file in zip(bodies, files, strict=True)
    ]


if __name__ == "__main__":
    main()
