"""Tables judged by leave-one-out and by ten folds, beside scikit-learn under the same encoding and the same folds.

    BAYLEAF_CORPORA=… python -m tests.benchmarks.tables [--only NAME] [--refit] [--linear]

Each table is imported and read as a person would have it, so that the readers' guesses are judged too. scikit-learn's
CategoricalNB gets the numbers of the values with `min_categories` set to all of them (a value that a training part
lacks is then still one of the known ones, where the engine takes it for an unknown one); GaussianNB gets the numbers.
Neither knows missing values, so it takes part only where there are none, or where missing is made one more value.
`--refit` also makes scikit-learn's leave-one-out, a model for each document, which takes minutes for mushroom.

`--linear` trains with nothing said on 70 % of the rows, and judges the others beside the textbook model, logistic
regression (C chosen inside) and LinearSVC over the same columns (numbers standardised, each value and what is missing
a column of its own): per cent right, the mean of five draws; of ours the calibration error too.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import CategoricalNB, GaussianNB
from sklearn.svm import LinearSVC

from app.domain.documents import SourceOptions
from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.library.saved_models import load_readonly_model
from app.library.training_data import (
    LabelledCorpus,
    features_of_stored_documents,
    load_labelled_corpus,
    train_whole_model,
)
from app.store.workspace import Workspace
from nbengine.counts import FloatArray, IntArray
from nbengine.events import derive
from nbengine.learnt.documents import Documents
from nbengine.learnt.statistics import Features
from nbengine.logspace import best_label_numbers
from nbengine.measure.evaluation import evaluate
from nbengine.measure.unseen_documents import stratified_folds
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe
from nbengine.models.training import compute_held_out_log_joint

TABLES = Path("tables", "uci")
DRAWS = 5


@dataclass(frozen=True)
class Source:
    """A table, how it is read, and the event models that suit it."""

    path: Path
    event_models: tuple[str, ...]
    options: SourceOptions = field(default_factory=lambda: SourceOptions(kind="table"))
    is_missing_a_value: bool = False
    """True if a missing choice counts as one more value, as scikit-learn has to take it."""


def columns(*numbers: int) -> tuple[str, ...]:
    return tuple(map(str, numbers))


HORSE = SourceOptions(
    kind="table",
    has_header_row=False,
    label_column="24",
    numeric_columns=columns(4, 5, 6, 16, 19, 20, 22),
    categorical_columns=columns(1, 2, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18, 21),
)
"""Was the lesion surgical? Without the hospital's number, and without what was known only afterwards."""

SOURCES = {
    "tennis": Source(TABLES / "tennis" / "tennis.data", ("categorical",)),
    "iris": Source(TABLES / "jbrownlee-csv" / "iris.csv", ("gaussian",)),
    "car": Source(TABLES / "car" / "car.data", ("categorical",)),
    "spambase": Source(TABLES / "spambase" / "spambase.data", ("gaussian",)),
    "mushroom": Source(TABLES / "mushroom" / "agaricus-lepiota.data", ("categorical",)),
    "mushroom, ? too": Source(TABLES / "mushroom" / "agaricus-lepiota.data", ("categorical",), is_missing_a_value=True),
    "german credit": Source(TABLES / "jbrownlee-csv" / "german.csv", ("mixed", "gaussian", "categorical")),
    "horse colic": Source(TABLES / "jbrownlee-csv" / "horse-colic.csv", ("mixed", "gaussian", "categorical"), HORSE),
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=SOURCES)
    parser.add_argument("--refit", action="store_true")
    parser.add_argument("--linear", action="store_true")
    given = parser.parse_args()
    corpora = Path(os.environ["BAYLEAF_CORPORA"])
    if given.linear:
        for name, source in SOURCES.items():
            if given.only in (None, name) and not source.is_missing_a_value and name != "tennis":
                print(f"{name:<16} {beside_linear(corpora, source)}", flush=True)
        return
    print(f"{'table':<16} {'event model':<12} {'rows':>6} {'columns':>8} {'missing':>8}", end="")
    print(f" {'one out':>8} {'theirs':>8} {'10 folds':>9} {'theirs':>8} {'largest difference':>19} {'s':>6}")
    for name, source in SOURCES.items():
        if given.only in (None, name):
            for line in measured(corpora, source, is_refitted=given.refit):
                print(f"{name:<16} {line}", flush=True)


def measured(corpora: Path, source: Source, *, is_refitted: bool) -> Iterator[str]:
    """A line for each event model."""
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder, "table.bayleaf")
        report = import_sources(workspace, ImportRequest((corpora / source.path,), source.options), NoOpJobContext())
        with Workspace(workspace) as opened:
            corpus = opened.corpora.get(report.corpus)
            for event_model in source.event_models:
                recipe = Recipe(event_model=event_model)
                labelled = load_labelled_corpus(opened, corpus, recipe, NoOpJobContext())
                if source.is_missing_a_value:
                    labelled = with_missing_as_value(labelled)
                yield line_of(recipe, labelled, is_refitted=is_refitted)


def documents_of(labelled: LabelledCorpus) -> Documents:
    """Return the documents, which are never so many in a table that they are read in pieces."""
    assert isinstance(labelled.documents, Documents)
    return labelled.documents


def with_missing_as_value(labelled: LabelledCorpus) -> LabelledCorpus:
    """Give what is missing the number after those of all values."""
    features = documents_of(labelled).features
    if features.choices is None:
        return labelled
    choices = np.where(features.choices < 0, features.choices.max(axis=0) + 1, features.choices)
    documents = replace(documents_of(labelled), features=replace(features, choices=choices))
    return replace(labelled, documents=documents, table=None)


def fold_log_joint(model: Model, documents: Documents, folds: IntArray) -> FloatArray:
    """Judge each document by what was learnt from the folds it is not in: the others' counts, by subtraction."""
    features, truth = model.prepare(documents.features), np.asarray(documents.label_numbers)
    log_joint = np.empty((len(truth), len(model.labels)))
    for fold in np.unique(folds):
        own = np.flatnonzero(folds == fold)
        rest = model.scored_statistics.copy()
        rest.forget(
            features[own], truth[own], None if documents.weights is None else np.asarray(documents.weights)[own]
        )
        log_joint[own] = derive(rest, model.recipe.settings).log_joint(features[own])
    return log_joint


def line_of(recipe: Recipe, labelled: LabelledCorpus, *, is_refitted: bool) -> str:
    """One event model on one table, by both ways, and by both programs."""
    documents = documents_of(labelled)
    truth, features = np.asarray(documents.label_numbers), documents.features
    began_s = time.perf_counter()
    model = train_whole_model(recipe, labelled)
    one_out = compute_held_out_log_joint(model, documents)
    folds = stratified_folds(truth, 10, 0)
    by_folds = fold_log_joint(model, documents, folds)
    seconds = time.perf_counter() - began_s
    theirs = their_scores(recipe.event_model, labelled, folds)
    alone = their_scores(recipe.event_model, labelled, np.arange(len(truth))) if is_refitted else None
    difference = "" if theirs is None else f"{np.abs(by_folds - theirs)[np.isfinite(by_folds)].max():.1e}"
    parts = [part for part in (features.numbers, features.choices) if part is not None]
    n_missing = sum(int((np.isnan(part) if part.dtype.kind == "f" else part < 0).sum()) for part in parts)
    n_columns = sum(part.shape[1] for part in parts)
    return (
        f"{recipe.event_model:<12} {len(truth):>6,} {n_columns:>8} {n_missing:>8,}"
        f" {right(one_out, truth):>8} {right(alone, truth):>8} {right(by_folds, truth):>9} {right(theirs, truth):>8}"
        f" {difference:>19} {seconds:>6.2f}"
    )


def right(log_joint: FloatArray | None, truth: IntArray) -> str:
    """Write how many verdicts are right, in percent; empty where there are none."""
    return "" if log_joint is None else f"{100 * (best_label_numbers(log_joint) == truth).mean():.2f}"


def their_scores(event_model: str, labelled: LabelledCorpus, folds: IntArray) -> FloatArray | None:
    """scikit-learn's joint scores of each fold by the others; None where it cannot take part."""
    features, truth = documents_of(labelled).features, np.asarray(labelled.documents.label_numbers)
    table = features.numbers if event_model == "gaussian" else features.choices
    if event_model == "mixed" or table is None or (table.dtype.kind == "f" and np.isnan(table).any()):
        return None
    if table.dtype.kind == "i" and (table < 0).any():
        return None
    n_values = None if event_model == "gaussian" else table.max(axis=0) + 1
    scores = np.zeros((len(truth), int(truth.max()) + 1))
    for fold in np.unique(folds):
        judge: Any = GaussianNB() if event_model == "gaussian" else CategoricalNB(min_categories=n_values)
        judge.fit(table[folds != fold], truth[folds != fold])
        scores[np.ix_(folds == fold, judge.classes_)] = judge.predict_joint_log_proba(table[folds == fold])
    return scores


def beside_linear(corpora: Path, source: Source) -> str:
    """The mean of some draws, by ways."""
    found: dict[str, list[float]] = {}
    for draw in range(DRAWS):
        with tempfile.TemporaryDirectory() as folder:
            workspace = Path(folder, "table.bayleaf")
            import_sources(workspace, ImportRequest((corpora / source.path,), source.options), NoOpJobContext())
            for way, figure in judged_rows(workspace, source.event_models[0], draw):
                found.setdefault(way, []).append(figure)
    return "  ".join(f"{way} {np.mean(figures):.2f}" for way, figures in found.items())


def judged_rows(workspace: Path, textbook: str, draw: int) -> Iterator[tuple[str, float]]:
    """Take the labels off some rows, and judge these."""
    with Workspace(workspace) as opened:
        (corpus,) = opened.corpora.all()
        mixed = load_labelled_corpus(opened, corpus, Recipe(event_model="mixed"), NoOpJobContext())
        truth, names = np.asarray(mixed.documents.label_numbers), mixed.documents.labels
        is_new = np.random.default_rng(draw).permutation(len(truth)) < 0.3 * len(truth)
        numbers = mixed.document_numbers[is_new].tolist()
        opened.editing.relabel(numbers, None)
    for way, request in {"nothing said": RecipeRequest(), textbook: RecipeRequest(event_model=textbook)}.items():
        train(workspace, TrainingOrder(request, corpus.name, "rows"), NoOpJobContext())
        model = load_readonly_model(workspace, "rows").model
        with Workspace(workspace) as opened:
            verdicts = model.judge(features_of_stored_documents(opened, model, numbers, grow=False))
        log_proba = verdicts.calibrated_log_proba[:, [model.labels.index(name) for name in names]]
        figures = evaluate(log_proba, truth[is_new], names)
        yield way, 100 * figures.accuracy
        if way == "nothing said":
            yield "calibration error", 100 * figures.ece
    columns = plain_columns(documents_of(mixed).features, ~is_new)
    linear = {
        "logistic, C inside": GridSearchCV(LogisticRegression(max_iter=2_000), {"C": [0.1, 1, 10, 100]}, cv=3),
        "LinearSVC": LinearSVC(),
    }
    for way, judge in linear.items():
        said = judge.fit(columns[~is_new], truth[~is_new]).predict(columns[is_new])
        yield way, 100 * float(np.mean(said == truth[is_new]))


def plain_columns(features: Features, is_known: np.ndarray) -> FloatArray:
    """Standardise numbers by the known rows, and give each value, and what is missing, a column of its own."""
    parts = []
    if features.numbers is not None:
        known = features.numbers[is_known]
        spread = np.nanstd(known, axis=0)
        scaled = (features.numbers - np.nanmean(known, axis=0)) / np.where(spread > 0, spread, 1.0)
        parts += [np.nan_to_num(scaled), np.isnan(features.numbers).astype(float)]
    if features.choices is not None:
        parts += [(column[:, None] == np.arange(-1, column.max() + 1)).astype(float) for column in features.choices.T]
    return np.hstack(parts)


if __name__ == "__main__":
    main()
