"""The engine's figures, what they were first measured as and what they are now: digits, lessons one by one, ratios.

python -m tests.benchmarks.engine_figures

Times are processor time, as ratios of one run, since machines differ. Where river is installed, it is asked too.
"""

from __future__ import annotations

import math
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from sklearn import naive_bayes
from sklearn.feature_extraction.text import CountVectorizer

from nbengine import EventSettings, LeftOut, NumberTally, Recipe, Tally, count_matrix, derive, train_on_texts
from nbengine.estimators import BernoulliNB, ComplementNB, MultinomialNB, WordCounter

FIRST = {
    "digits, multinomial against exact fractions": "1.9e-13",
    "digits, one number a million times larger learnt and forgotten (squares)": "1.2e-05",
    "judge + learn against a dictionary, 2 labels, growing": "8.8",
    "judge + learn against river": "3.2",
    "judge after a lesson, 129,000 words and 20 labels against 2,000 and 2": "6.9",
    "counting against CountVectorizer": "7.9",
    "fit MultinomialNB against scikit-learn": "1.1 to 3.7",
    "fit BernoulliNB against scikit-learn": "1.1 to 3.7",
    "fit ComplementNB against scikit-learn": "1.1 to 3.7",
    "leave-one-out, complement, 20 labels, in predict_log_proba of scikit-learn": "11.7",
}
"""As first measured, over other data and on another machine."""


def main() -> None:
    for name, now in figures():
        sys.stdout.write(f"{name:80} first {FIRST[name]:>12}   now {now:.2g}\n")


def figures() -> Iterator[tuple[str, float]]:
    yield "digits, multinomial against exact fractions", digits()
    yield "digits, one number a million times larger learnt and forgotten (squares)", digits_of_numbers()
    texts, labels = some_texts(2_000, 30_000, 2)
    ours = lessons(texts, labels)
    yield "judge + learn against a dictionary, 2 labels, growing", ours / seconds(lambda: by_dictionary(texts, labels))
    if find_spec("river") is not None:
        yield "judge + learn against river", ours / seconds(lambda: by_river(texts, labels))
    yield "judge after a lesson, 129,000 words and 20 labels against 2,000 and 2", by_size()
    yield from against_scikit_learn()


def digits() -> float:
    """The worst error of log-odds over random tallies, beside the exact value."""
    random, worst = np.random.default_rng(0), 0.0
    for _ in range(40):
        rows, truth = random.poisson(1.0, (12, 7)), np.tile([0, 1, 2], 4)
        tally = Tally(["a", "b", "c"], 7)
        tally.learn(count_matrix(rows), truth)
        found = derive(tally, EventSettings(smoothing=0.25)).log_joint(count_matrix(rows))
        for label in range(3):
            own = [int(value) for value in rows[truth == label].sum(axis=0)]
            below = Fraction(sum(own)) + Fraction(7, 4)
            shares = [(value + Fraction(1, 4)) / below for value in own]
            for row, scores in zip(rows.tolist(), found.tolist(), strict=True):
                exact = Fraction(1, 3) * math.prod(share**times for share, times in zip(shares, row, strict=True))
                expected = math.log(exact.numerator) - math.log(exact.denominator)
                worst = max(worst, abs(scores[label] - expected) / max(1.0, abs(expected)))
    return worst


def digits_of_numbers() -> float:
    """Return how far squares are off after one cycle, as a share of them."""
    random = np.random.default_rng(0)
    tally, rows = NumberTally(["a"], 1), random.normal(size=(50, 1))
    tally.learn(rows, np.zeros(50, dtype=np.int64))
    before = float(tally.moments.squares[0, 0])
    large = random.normal(size=(5, 1)) * 1e6
    tally.learn(large, np.zeros(5, dtype=np.int64))
    tally.forget(large, np.zeros(5, dtype=np.int64))
    return abs(float(tally.moments.squares[0, 0]) / before - 1)


def some_texts(n_texts: int, n_words: int, n_labels: int) -> tuple[list[str], list[str]]:
    random, words = np.random.default_rng(0), np.array([f"w{number}" for number in range(n_words)])
    shares = 1 / np.arange(1, n_words + 1)
    shares /= shares.sum()
    texts = [" ".join(random.choice(words, 120, p=shares)) for _ in range(n_texts)]
    return texts, [f"label{number % n_labels}" for number in range(n_texts)]


def lessons(texts: list[str], labels: list[str], first: str = "") -> float:
    """Seconds to judge and learn each text in turn, after two of each label."""
    n_first = 2 * len(set(labels))
    model = train_on_texts([f"{texts[0]} {first}", *texts[1:n_first]], labels[:n_first], Recipe())

    def teach() -> None:
        for text, label in zip(texts[n_first:], labels[n_first:], strict=True):
            model.judge_texts([text])
            model.learn_texts([text], [label])

    return seconds(teach)


def by_size() -> float:
    small, large = some_texts(200, 2_000, 2), some_texts(200, 129_000, 20)
    every_word = " ".join(f"w{number}" for number in range(129_000))
    return (lessons(*large, every_word) / 160) / (lessons(*small) / 196)


def by_dictionary(texts: list[str], labels: list[str]) -> None:
    """Twenty lines of naive Bayes."""
    cut = CountVectorizer().build_analyzer()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    totals, documents, known = Counter[str](), Counter[str](), set[str]()
    for text, label in zip(texts, labels, strict=True):
        words = Counter(cut(text))
        scores = {}
        for name, own in counts.items():
            below = math.log(totals[name] + len(known) + 1)
            found = sum(times * (math.log(own[word] + 1) - below) for word, times in words.items() if word in known)
            scores[name] = math.log(documents[name]) + found
        max(scores, key=scores.__getitem__, default="")
        counts[label].update(words)
        totals[label] += words.total()
        documents[label] += 1
        known.update(words)


def by_river(texts: list[str], labels: list[str]) -> None:
    model: Any = import_module("river.feature_extraction").BagOfWords()
    model = model | import_module("river.naive_bayes").MultinomialNB()
    for text, label in zip(texts, labels, strict=True):
        model.predict_proba_one(text)
        model.learn_one(text, label)


def against_scikit_learn() -> Iterator[tuple[str, float]]:
    texts, labels = some_texts(4_000, 60_000, 20)
    yield (
        "counting against CountVectorizer",
        ratio(lambda: CountVectorizer().fit(texts), lambda: WordCounter().fit(texts)),
    )
    table = WordCounter().fit_transform(texts)
    for ours in (MultinomialNB, BernoulliNB, ComplementNB):
        theirs = getattr(naive_bayes, ours.__name__)
        yield (
            f"fit {ours.__name__} against scikit-learn",
            ratio(lambda theirs=theirs: theirs().fit(table, labels), lambda ours=ours: ours().fit(table, labels)),
        )
    numbers = np.unique(labels, return_inverse=True)[1]
    tally = Tally([str(number) for number in range(20)], table.shape[1])
    tally.learn(count_matrix(table), numbers)
    fitted, settings = naive_bayes.ComplementNB().fit(table, labels), EventSettings("complement")
    yield (
        "leave-one-out, complement, 20 labels, in predict_log_proba of scikit-learn",
        ratio(
            lambda: LeftOut(tally, count_matrix(table), numbers, settings).log_joint(),
            lambda: fitted.predict_log_proba(table),
        ),
    )


def ratio(longer: Callable[[], object], shorter: Callable[[], object]) -> float:
    """Return how many times as long the first takes, by the medians of three turns."""
    both = [(seconds(longer), seconds(shorter)) for _ in range(3)]
    return float(np.median([first for first, _ in both]) / np.median([second for _, second in both]))


def seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


if __name__ == "__main__":
    main()
