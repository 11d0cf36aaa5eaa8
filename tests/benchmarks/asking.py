"""Answers against accuracy: documents asked for, at random, and by plain doubt; groups beside k-means and NMF.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.asking [--only NAME] [--draws 5] [--rounds 20] [--train]

Of each corpus up to 2,500 documents, drawn anew in each draw, are a pile without labels, and as many others are never
asked about. After each ten answers two judges are taken: the engine's own on the rest of the pile, and scikit-learn's
LinearSVC over its own tf-idf on the documents that were never asked about. The stated share is compared with the truth
on the rest of the pile. One thread: `OMP_NUM_THREADS=1`.

--train: after the last round, the pile with its answers is imported and trained on as a person would do it, with
`--unlabelled auto` and `ignore`. Accuracy on the documents that were never asked about, in per cent.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.cluster import KMeans
from sklearn.decomposition import NMF
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics import adjusted_rand_score
from sklearn.svm import LinearSVC

from app.library.recipes import AUTO, IGNORE, TEXT_RULES
from nbengine.active_learning.asking import (
    DocumentsToLabel,
    LabellingEstimate,
    LabelProbabilities,
    choose_next_questions,
    estimate_labelling,
)
from nbengine.active_learning.groups import find_groups, make_unit_rows
from nbengine.counts import CountMatrix
from nbengine.text.token_counter import TokenCounter
from nbengine.text.vocabulary import Vocabulary
from tests.benchmarks.unlabelled import Draw as LabelledAndRest
from tests.benchmarks.unlabelled import import_table, ours

Rows = list[tuple[str, str]]
MOST_IN_PILE = 2_500
GROUPED = 3_000
PER_ROUND = 10
FIVE = ("comp.graphics", "rec.autos", "sci.med", "sci.space", "talk.politics.guns")
WAYS = ("random", "doubt", "asked")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--only", default="", help="the corpora whose name holds this")
    arguments.add_argument("--draws", type=int, default=5)
    arguments.add_argument("--rounds", type=int, default=20)
    arguments.add_argument("--train", action="store_true", help="only: train after the last round")
    chosen = arguments.parse_args()
    root = Path(os.environ["BAYLEAF_CORPORA"])
    corpora = [(name, read(root)) for name, read in CORPORA.items() if chosen.only in name]
    if chosen.train:
        print_trained(corpora, chosen.draws, chosen.rounds)
        return
    print_groups(corpora)
    print_curves(corpora, chosen.draws, chosen.rounds)


def print_curves(corpora: list[tuple[str, Rows]], n_draws: int, n_rounds: int) -> None:
    """Print the area under each curve, and how often the stated share held."""
    print(f"\n{'corpus':14}{'way':8}{'own':>7}{'SVC':>7}  SVC after 10, 20, 50, 100, 150, 200 answers")
    gains, held = [], []
    for name, rows in corpora:
        areas = {}
        for way in WAYS:
            runs = [one_draw(rows, way, seed, n_rounds) for seed in range(n_draws)]
            curve = 100 * np.mean([run.curve for run in runs], axis=0)
            areas[way] = curve.mean(axis=0)
            points = [f"{curve[at, 1]:.1f}" for at in (0, 1, 4, 9, 14, 19) if at < n_rounds]
            print(f"{name:14}{way:8}{areas[way][0]:7.1f}{areas[way][1]:7.1f}  {' '.join(points)}", flush=True)
            if way == "asked":
                held.append([stated for run in runs for stated in run.stated])
                print_stated(held[-1])
        gains.append(areas["asked"] - areas["random"])
        print(f"{'':14}asked above random: own {gains[-1][0]:+.1f}, SVC {gains[-1][1]:+.1f}", flush=True)
    print(
        f"\nasked above random in the mean: own {np.mean(gains, axis=0)[0]:+.1f}, SVC {np.mean(gains, axis=0)[1]:+.1f}"
    )
    print(f"least: own {np.min(gains, axis=0)[0]:+.1f}, SVC {np.min(gains, axis=0)[1]:+.1f}")
    print_stated([one for own in held for one in own])


def print_stated(stated: list[Stated]) -> None:
    print(
        f"{'':14}stated share: within its interval {np.mean([one.holds for one in stated]):.2f}, off by "
        f"{np.mean([abs(one.error) for one in stated]):.3f} ({np.mean([one.error for one in stated]):+.3f}), "
        f"interval {np.mean([one.figures.upper_bound - one.figures.lower_bound for one in stated]):.2f} wide",
        flush=True,
    )


@dataclass(frozen=True)
class Stated:
    """A share that was stated, and the truth."""

    figures: LabellingEstimate
    truth: float

    @property
    def holds(self) -> bool:
        return self.figures.lower_bound <= self.truth <= self.figures.upper_bound

    @property
    def error(self) -> float:
        return (self.figures.share_right or 0.0) - self.truth


@dataclass(frozen=True)
class Draw:
    """One way through one pile."""

    curve: npt.NDArray[np.float64]
    """(n_rounds, 2): accuracy of the engine's judge on the rest, and of LinearSVC on what is never asked about."""
    stated: list[Stated]


def one_draw(rows: Rows, way: str, seed: int, n_rounds: int) -> Draw:
    """Ask and answer, ten at a time."""
    own, other, chance = draw_pile_and_others(rows, seed)
    n_pile = len(own)
    labels = {label: place for place, label in enumerate(sorted({label for _, label in rows}))}
    truth, asked_never = (np.array([labels[label] for _, label in part]) for part in (own, other))
    by_signs = {"analyzer": "char", "ngram_range": (1, 2)} if is_han(rows) else {}
    tfidf = TfidfVectorizer(sublinear_tf=True, **by_signs)
    table, table_never = tfidf.fit_transform([text for text, _ in own]), tfidf.transform([text for text, _ in other])
    pile = DocumentsToLabel(make_unit_rows(counted([text for text, _ in own])), chance.random(n_pile))
    answers: dict[int, tuple[int, ...]] = {}
    judged: LabelProbabilities | None = None
    curve, stated = [], []
    for _ in range(n_rounds):
        answers |= {row: (int(truth[row]),) for row in asked_for(way, pile, answers, judged)}
        judged = pile.judge.judge(answers)
        rest, known = np.setdiff1d(np.arange(n_pile), list(answers)), list(answers)
        right = float((judged.label_numbers[judged.probabilities[rest].argmax(axis=1)] == truth[rest]).mean())
        curve.append((right, by_svc(table[known], truth[known], table_never, asked_never)))
        figures = estimate_labelling(pile, answers, judged)
        stated += [] if figures.share_right is None else [Stated(figures, right)]
    return Draw(np.array(curve), stated)


def asked_for(
    way: str, pile: DocumentsToLabel, answers: dict[int, tuple[int, ...]], judged: LabelProbabilities | None
) -> list[int]:
    """Return the rows to label next."""
    if way == "asked":
        return [one.row for one in choose_next_questions(pile, answers, judged, PER_ROUND)]
    if way == "random" or judged is None or len(judged.label_numbers) < 2:
        return [row for row in pile.order.tolist() if row not in answers][:PER_ROUND]
    doubts = judged.doubts.copy()
    doubts[list(answers)] = -1
    return [int(row) for row in np.argsort(-doubts, kind="stable")[:PER_ROUND]]


def print_trained(corpora: list[tuple[str, Rows]], n_draws: int, n_rounds: int) -> None:
    """Print the accuracy of models trained after questions at random and after those asked for."""
    for name, rows in corpora:
        for way in ("random", "asked"):
            right = np.mean([trained_after(rows, way, seed, n_rounds) for seed in range(n_draws)], axis=0)
            print(f"{name:14}{way:8}auto {right[0]:5.1f}   ignore {right[1]:5.1f}", flush=True)


def trained_after(rows: Rows, way: str, seed: int, n_rounds: int) -> list[float]:
    """Return the accuracy of a model trained with and without the rest of the pile. Labels without an answer count as
    wrong."""
    own, other, chance = draw_pile_and_others(rows, seed)
    pile = DocumentsToLabel(make_unit_rows(counted([text for text, _ in own])), chance.random(len(own)))
    labels = {label: place for place, label in enumerate(sorted({label for _, label in rows}))}
    answers: dict[int, tuple[int, ...]] = {}
    judged: LabelProbabilities | None = None
    for _ in range(n_rounds):
        answers |= {row: (labels[own[row][1]],) for row in asked_for(way, pile, answers, judged)}
        judged = pile.judge.judge(answers)
    rest = [row for row in range(len(own)) if row not in answers]
    answered = {own[row][1] for row in answers}
    known = [(text, label) for text, label in other if label in answered]
    draw = LabelledAndRest(
        [own[row][0] for row in [*answers, *rest]],
        [own[row][1] for row in answers],
        [text for text, _ in known],
        [label for _, label in known],
    )
    with tempfile.TemporaryDirectory() as folder:
        workspace = import_table(draw, Path(folder))
        return [ours(workspace, draw, unlabelled)[0] * len(known) / len(other) for unlabelled in (AUTO, IGNORE)]


def draw_pile_and_others(rows: Rows, seed: int) -> tuple[Rows, Rows, np.random.Generator]:
    """Return the documents of a pile and those that are never asked about, in random order."""
    chance = np.random.default_rng(seed)
    order = chance.permutation(len(rows))
    n_pile = min(MOST_IN_PILE, int(0.6 * len(rows)))
    return [rows[at] for at in order[:n_pile]], [rows[at] for at in order[n_pile : n_pile + MOST_IN_PILE]], chance


def by_svc(known: Any, truth: npt.NDArray[Any], never: Any, truth_never: npt.NDArray[Any]) -> float:
    if len(set(truth.tolist())) < 2:
        return float((truth_never == truth[0]).mean())
    return float((LinearSVC().fit(known, truth).predict(never) == truth_never).mean())


def print_groups(corpora: list[tuple[str, Rows]]) -> None:
    """Print adjusted Rand index and purity of groups beside k-means and NMF over tf-idf, for as many groups."""
    print(f"{'groups of':14}{'number':>7}{'seconds':>9}   EM index/purity   k-means   NMF   stays")
    for name, rows in corpora:
        order = np.random.default_rng(0).permutation(len(rows))[:GROUPED]
        texts, truth = [rows[at][0] for at in order], np.unique([rows[at][1] for at in order], return_inverse=True)[1]
        counts = counted(texts)
        began = time.perf_counter()
        groups = find_groups(counts)
        seconds = time.perf_counter() - began
        ours = np.full(len(texts), -1)
        for place, group in enumerate(groups):
            ours[group.members] = place
        table = make_unit_rows(counts)
        theirs = KMeans(len(groups), n_init=3, random_state=0).fit_predict(table)
        factors = NMF(len(groups), init="nndsvd", max_iter=200, tol=1e-3).fit_transform(table).argmax(axis=1)
        before = np.full(len(texts), -1)
        for place, group in enumerate(find_groups(counts[: int(0.8 * len(texts))])):
            before[group.members] = place
        has = (ours >= 0) & (before >= 0)
        told = "   ".join(
            f"{adjusted_rand_score(truth, z):.2f}/{purity(z, truth):.2f}" for z in (ours, theirs, factors)
        )
        print(
            f"{name:14}{len(groups):7}{seconds:9.1f}   {told}   {adjusted_rand_score(ours[has], before[has]):.2f}",
            flush=True,
        )


def purity(groups: npt.NDArray[Any], truth: npt.NDArray[Any]) -> float:
    return float(sum(np.bincount(truth[groups == one]).max() for one in np.unique(groups)) / len(truth))


def counted(texts: list[str]) -> CountMatrix:
    counter = TokenCounter(TEXT_RULES, Vocabulary())
    return counter.count(texts, [{}] * len(texts))


def is_han(rows: Rows) -> bool:
    return sum("\u4e00" <= sign <= "\u9fff" for text, _ in rows[:100] for sign in text) > 500


def newsgroups(root: Path, names: tuple[str, ...] = ()) -> Rows:
    folders = sorted((root / "20news-bydate" / "20news-bydate" / "20news-bydate-train").iterdir())
    return [
        (path.read_bytes().decode("latin-1"), folder.name)
        for folder in folders
        if folder.name in names or not names
        for path in sorted(folder.iterdir())
    ]


def reuters(root: Path) -> Rows:
    """Return the documents with one topic, of the eight largest topics."""
    path = root / "documents" / "documents" / "reuters-topics.jsonl"
    told = list(json_lines(path))
    one = [(row["text"], row["topics"][0]) for row in told if len(row["topics"]) == 1]
    kept = {label for label, _ in Counter(label for _, label in one).most_common(8)}
    return [(text, label) for text, label in one if label in kept]


def headlines(root: Path) -> Rows:
    path = root / "documents" / "documents" / "chinese-headlines.jsonl"
    return [(row["text"], row["label"]) for row in json_lines(path)]


def json_lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def sms(root: Path) -> Rows:
    lines = (root / "small-text" / "sms-spam" / "SMSSpamCollection").read_text("utf-8").split("\n")
    return [(text, label) for label, _, text in (line.partition("\t") for line in lines) if text]


def telegram(root: Path) -> Rows:
    path = root / "small-text" / "ru-telegram-spam" / "telegram_spam_ru.csv"
    with path.open(encoding="utf-8", newline="") as lines:
        return [(row["message"], row["label"]) for row in csv.DictReader(lines)]


CORPORA: dict[str, Callable[[Path], Rows]] = {
    "5 newsgroups": lambda root: newsgroups(root, FIVE),
    "20 newsgroups": newsgroups,
    "Reuters, 8": reuters,
    "headlines, 10": headlines,
    "SMS": sms,
    "Telegram": telegram,
}

if __name__ == "__main__":
    main()
