"""A few labelled documents and a pile without labels: what the pile teaches, beside scikit-learn.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.unlabelled [--only NAME …] [--draws N] [--sizes N …] [--pile N]

Each draw is one table, in which most rows have an empty label. It is imported and trained on as a person would do it,
with `--unlabelled auto` and `ignore`; other texts are judged. scikit-learn's logistic regression over tf-idf learns
the labelled rows alone, and with its `SelfTrainingClassifier` the others too. In per cent: accuracy, and the
calibration error of ours; seconds of `train`. `bodies` are 20 Newsgroups without the heads of the posts, `r8` the eight
largest topics of Reuters.
"""

from __future__ import annotations

import argparse
import csv
import os
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from scipy import sparse
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.semi_supervised import SelfTrainingClassifier

from app.domain.documents import SourceOptions
from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import AUTO, IGNORE, RecipeRequest
from app.library.saved_models import load_readonly_model
from nbengine.measure.evaluation import evaluate
from tests.benchmarks.documents import CHINESE, CORPORA, Split, drawn_of_each, newsgroups, reuters, share_right

SIZES = (5, 10, 20)
"""Labelled documents of each label."""
JUDGED = 3_000
LARGEST_TOPICS = 8
SURE = 0.75
"""Probability from which scikit-learn's classifier takes its own guess for a label: its default."""


def bodies(corpora: Path) -> Split:
    split = newsgroups(corpora)
    texts, new = ([text.partition("\n\n")[2] for text in part] for part in (split.texts, split.new))
    return replace(split, texts=texts, new=new)


def largest_topics(corpora: Path) -> Split:
    split = reuters(corpora)
    kept = {label for label, _ in Counter(split.labels).most_common(LARGEST_TOPICS)}
    known = [(text, label) for text, label in zip(split.texts, split.labels, strict=True) if label in kept]
    new = [(text, label) for text, label in zip(split.new, split.truth, strict=True) if label in kept]
    return Split(*(list(column) for rows in (known, new) for column in zip(*rows, strict=True)))


PILES: dict[str, Callable[[Path], Split]] = {
    "headlines": CORPORA["headlines"],
    "bodies": bodies,
    "r8": largest_topics,
    "reviews": CORPORA["reviews"],
    "telegram": CORPORA["telegram"],
}


@dataclass(frozen=True)
class Draw:
    """One table: labelled texts first, then texts without a label; and texts to judge."""

    texts: list[str]
    labels: list[str]
    """Labels of the first texts."""
    new: list[str]
    truth: list[str]


def draw_pile(split: Split, size: int, n_unlabelled: int, chance: np.random.Generator) -> Draw:
    labelled = drawn_of_each(split.labels, size, chance)
    rest = chance.permutation(np.setdiff1d(np.arange(len(split.texts)), labelled))[:n_unlabelled].tolist()
    judged = chance.permutation(len(split.new))[:JUDGED].tolist()
    return Draw(
        [split.texts[place] for place in [*labelled, *rest]],
        [split.labels[place] for place in labelled],
        [split.new[place] for place in judged],
        [split.truth[place] for place in judged],
    )


def import_table(draw: Draw, folder: Path) -> Path:
    """Import one table with the columns text and label, in random order of rows; return the workspace."""
    table, workspace = folder / "pile.csv", folder / "pile.bayleaf"
    labels = [*draw.labels, *[""] * (len(draw.texts) - len(draw.labels))]
    rows = [(text.replace("\0", " "), label) for text, label in zip(draw.texts, labels, strict=True)]
    with table.open("w", encoding="utf-8", newline="") as file:
        order = np.random.default_rng(0).permutation(len(rows))
        csv.writer(file).writerows([("text", "label"), *(rows[place] for place in order)])
    import_sources(workspace, ImportRequest((table,), SourceOptions(), "pile"), NoOpJobContext())
    return workspace


def ours(workspace: Path, draw: Draw, way: str) -> tuple[float, float, float]:
    """Return accuracy and calibration error in per cent, and the seconds of the training."""
    began_s = time.perf_counter()
    train(workspace, TrainingOrder(RecipeRequest(unlabelled=way), "pile", way), NoOpJobContext())
    took_s = time.perf_counter() - began_s
    model = load_readonly_model(workspace, way).model
    truth = np.array([model.labels.index(label) for label in draw.truth])
    found = evaluate(model.judge_texts(draw.new).calibrated_log_proba, truth, model.labels)
    return 100 * found.accuracy, 100 * found.ece, took_s


def theirs(draw: Draw, *, is_chinese: bool) -> tuple[float, float]:
    """Return the accuracy of logistic regression in per cent: alone, and trained by itself."""
    vectorizer = TfidfVectorizer(sublinear_tf=True, **(CHINESE if is_chinese else {"min_df": 2}))
    rows = sparse.csr_matrix(vectorizer.fit_transform(draw.texts))
    new, n_labelled = vectorizer.transform(draw.new), len(draw.labels)
    names, numbers = np.unique(draw.labels, return_inverse=True)
    truth, logistic = np.array(draw.truth), LogisticRegression(C=100, max_iter=500)
    alone = names[logistic.fit(rows[:n_labelled], numbers).predict(new)]
    padded = np.concatenate([numbers, np.full(rows.shape[0] - n_labelled, -1)])
    own = SelfTrainingClassifier(LogisticRegression(C=100, max_iter=500), threshold=SURE).fit(rows, padded)
    return share_right(alone, truth), share_right(names[own.predict(new)], truth)


def measure(name: str, split: Split, sizes: Sequence[int], draws: int, n_unlabelled: int) -> list[float]:
    """Print a line for each size; return what the pile adds to the accuracy, for each size."""
    gains = []
    for size in sizes:
        chance, figures = np.random.default_rng(size), []
        for _ in range(draws):
            draw = draw_pile(split, size, n_unlabelled, chance)
            with tempfile.TemporaryDirectory() as folder:
                workspace = import_table(draw, Path(folder))
                own = [ours(workspace, draw, way) for way in (AUTO, IGNORE)]
            figures.append([number for one in own for number in one] + [*theirs(draw, is_chinese=name == "headlines")])
        means = np.mean(figures, axis=0)
        gains.append(means[0] - means[3])
        least = min(one[0] - one[3] for one in figures)
        print(
            f"{name:10}{size:4} a label  auto {means[0]:5.1f} (error {means[1]:4.1f}, {means[2]:5.1f} s)  "
            f"ignore {means[3]:5.1f} (error {means[4]:4.1f}, {means[5]:5.1f} s)  "
            f"logistic {means[6]:5.1f}  self-training {means[7]:5.1f}  least gain {least:5.1f}",
            flush=True,
        )
    return gains


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", choices=sorted(PILES))
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--pile", type=int, default=3_000, help="Documents without a label.")
    arguments = parser.parse_args()
    corpora, gains = Path(os.environ["BAYLEAF_CORPORA"]), []
    for name in arguments.only or PILES:
        try:
            split = PILES[name](corpora)
        except (OSError, StopIteration):
            print(f"{name}: not among the corpora")
            continue
        gains += measure(name, split, arguments.sizes, arguments.draws, arguments.pile)
    if gains:
        print(f"mean gain {np.mean(gains):.1f}, least {min(gains):.1f}")


if __name__ == "__main__":
    main()
