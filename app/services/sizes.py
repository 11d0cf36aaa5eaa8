"""The experiment of the vocabulary's size: how Bernoulli and multinomial fare with few and with many words.

Documents are dealt into folds; each is judged by what the others teach, over the words that these rank highest by
mutual information. A small vocabulary favours Bernoulli, which also weighs what is absent; a large one multinomial.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from app.domain.errors import TrainingError
from app.domain.jobs import JobContext
from app.services.corpus_documents import kind_of_corpus, labelled_corpus
from app.services.kept_models import kept_model
from app.services.recipes import RecipeRequest, planned_recipe
from app.store.workspace import Workspace
from nbengine.columns import remapped
from nbengine.counts import CountMatrix, IntArray
from nbengine.errors import EngineError
from nbengine.events import bernoulli, multinomial
from nbengine.folds import stratified_folds
from nbengine.selection import mutual_information
from nbengine.tally import tally_of
from nbengine.training import Documents

SIZES = (10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000)
EVENT_MODELS = {"multinomial": multinomial, "bernoulli": bernoulli}
MOST_FOLDS = 5
SMOOTHING = 1.0


@dataclass(frozen=True, slots=True)
class SizeCurves:
    """Accuracy of each event model by the number of words."""

    sizes: tuple[int, ...]
    accuracies: dict[str, tuple[float, ...]]
    n_documents: int
    n_folds: int


def size_curves(workspace: Path, corpus: str, context: JobContext, model: str = "") -> SizeCurves:
    """Judge every document of a corpus once for each size and event model.

    What a word is follows the rules of a model, where one is given, and those that suit the corpus otherwise.
    """
    with Workspace(workspace) as opened:
        found = opened.corpora.get(corpus)
        recipe = planned_recipe(RecipeRequest(), kind_of_corpus(opened, found), corpus).recipe
        kept = kept_model(opened, model).model if model else None
        if kept is not None and kept.recipe.reads_text:
            recipe = replace(recipe, rules=kept.recipe.rules)
        documents = labelled_corpus(opened, found, recipe, context).documents
    if documents.features.text is None:
        raise TrainingError(corpus, "only documents with text have a vocabulary")
    try:
        return curves_of(documents, documents.features.text, context)
    except EngineError as error:
        raise TrainingError(corpus, str(error)) from error


def curves_of(documents: Documents, counts: CountMatrix, context: JobContext) -> SizeCurves:
    """The same over documents that are counted."""
    truth, n_documents = documents.label_numbers, counts.n_documents
    n_folds = max(2, min(MOST_FOLDS, int(np.bincount(truth).min(initial=n_documents))))
    folds = stratified_folds(truth, n_folds)
    sizes = sizes_up_to(int(np.count_nonzero(np.bincount(counts.tokens, minlength=counts.n_tokens))))
    n_right = {name: np.zeros(len(sizes), np.int64) for name in EVENT_MODELS}
    for fold in range(n_folds):
        held = np.flatnonzero(folds == fold)
        learnt = np.flatnonzero(folds != fold)
        tally = tally_of(documents.labels, counts[learnt], truth[learnt])
        ranked = np.argsort(-mutual_information(tally.documents, tally.presences), kind="stable")
        for place, columns in enumerate(np.sort(ranked[:size]) for size in sizes):
            context.checkpoint(fold * len(sizes) + place, n_folds * len(sizes), "judging vocabularies")
            narrow, judged = tally.restricted(columns), narrowed(counts[held], columns)
            for name, event_model in EVENT_MODELS.items():
                verdicts = event_model(narrow, SMOOTHING).predict(judged)
                n_right[name][place] += int(np.count_nonzero(verdicts == truth[held]))
    shares = {name: tuple((right / n_documents).tolist()) for name, right in n_right.items()}
    return SizeCurves(sizes, shares, n_documents, n_folds)


def sizes_up_to(n_words: int) -> tuple[int, ...]:
    """Sizes to try, the last with all words."""
    return (*(size for size in SIZES if size < n_words), n_words)


def narrowed(counts: CountMatrix, columns: IntArray) -> CountMatrix:
    """Counts over some of the columns."""
    places = np.full(counts.n_tokens, -1)
    places[columns] = np.arange(len(columns))
    return remapped(counts, places, len(columns))
